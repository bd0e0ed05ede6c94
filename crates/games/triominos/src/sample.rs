//! Determinization: random positions that agree with everything that a viewer knows.
//!
//! A viewer knows more than the tiles it sees. The seat that opens a round by the highest triple or
//! sum shows which tiles nobody was dealt. With `voluntary-draw` off, a seat that draws or passes
//! shows that no tile in its hand fitted. Both restrict the tiles that were in a hand *then*; some
//! of those were placed since, others drawn later. So a sample decides not only the present hands,
//! but which tile each seat got when: one tile for every *slot*, a point of the round at which a
//! seat got a tile that the viewer did not see. The other tiles are the pile.
//!
//! All assignments of tiles to slots that agree with the viewer's knowledge are equally likely,
//! because all orders of the shuffled tiles are. Sampling has two steps. First, fill the slots one
//! by one, the most restricted first, until the hands agree with the opener. Second, mix by Markov
//! chain Monte Carlo: exchange random pairs and triples of tiles where the result still agrees. The
//! first step alone is uniform if the restrictions are nested, as they are until a seat draws.
//! Otherwise the second step, whose stationary distribution is uniform, removes the bias; it takes
//! many more exchanges where draws were forced.

use tilewright_core::{BySeat, Rng, Seat, Viewer, random_index};

use crate::log::Action;
use crate::position::Position;
use crate::scene::{Hand, Phase};
use crate::start::{opening_tiles, ruled_out_by_opening, starter_of};
use crate::tile::{Tile, TileSet};
use crate::view::View;

/// The sampler of positions that agree with a view.
///
/// The first sample takes the most work. Each of the others starts from the one before and makes a
/// few exchanges, which keep the distribution uniform.
pub struct Sampler {
    guess: Guess,
    is_mixed: bool,
    /// The position as the viewer sees it, with all unseen tiles in the pile.
    known: Position,
}

impl Sampler {
    pub(crate) fn new(view: &View) -> Sampler {
        let scene = view.scene();
        let known = |hands: &BySeat<Hand>| hands.map(|hand| hand.tiles().unwrap_or_default());
        let hands = known(&scene.hands);
        let drawn = known(&scene.drawn);
        Sampler {
            guess: Guess::new(view),
            is_mixed: false,
            known: Position::with_hands(scene, view.standing().clone(), hands, drawn),
        }
    }

    /// Draws the next sample and gives its tiles to the seats.
    fn deal<R: Rng + ?Sized>(&mut self, position: &mut Position, rng: &mut R) {
        if self.is_mixed {
            self.guess.mix(N_EXCHANGES_BETWEEN * self.guess.n_in_hands, rng);
        } else {
            self.guess.fill(rng);
            self.guess.mix(self.guess.n_exchanges(), rng);
            self.is_mixed = true;
        }
        for (slot, &tile) in self.guess.slots.iter().zip(&self.guess.tiles) {
            // The slots of the pile come last.
            let Some(seat) = slot.seat else { break };
            position.imagine_got(seat, tile, !slot.is_dealt());
        }
    }
}

impl tilewright_core::Sampler<Position> for Sampler {
    fn sample<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Position {
        let mut position = self.known.clone();
        self.deal(&mut position, rng);
        position
    }

    fn resample<R: Rng + ?Sized>(&mut self, position: &mut Position, rng: &mut R) {
        position.clone_from(&self.known);
        self.deal(position, rng);
    }
}

/// The exchanges tried for each slot if some tiles were drawn, and if a seat showed by drawing or
/// passing that no tile fitted, which takes more mixing. `tests/samples.rs` compares the resulting
/// frequencies with exact counts.
const N_EXCHANGES: usize = 20;
const N_EXCHANGES_IF_FORCED: usize = 100;

/// The exchanges tried for each slot of a hand from one sample to the next: enough to change most
/// of the tiles in the hands.
const N_EXCHANGES_BETWEEN: usize = 4;

/// The most attempts to fill the slots until the hands agree with the opener. Before the opening
/// all seats are equally likely to open, so that it takes a few attempts; later mostly one.
const MAX_FILLINGS: usize = 100_000;

/// A slot: a point of the round at which a seat got a tile that the viewer did not see, or a place
/// in the pile.
#[derive(Clone, Copy)]
struct Slot {
    /// The seat; `None` for the pile.
    seat: Option<Seat>,
    /// The number of earlier actions of the round; 0 if the tile was dealt.
    n_before: usize,
    /// The tiles that the seat may have got then, by the open tiles alone.
    possible: TileSet,
    /// The possible tiles that agree with the actions of the seat.
    allowed: TileSet,
}

impl Slot {
    const fn is_dealt(&self) -> bool {
        self.seat.is_some() && self.n_before == 0
    }
}

/// An action of a seat, and the tiles that it did not have then.
struct Event {
    seat: Seat,
    action: Action,
    unfit: TileSet,
}

/// The slots, and a tile for each of them.
struct Guess {
    /// The slots of the seats first, then those of the pile.
    slots: Vec<Slot>,
    n_in_hands: usize,
    tiles: Vec<Tile>,
    /// True if a seat showed by drawing or passing that no tile of its hand fitted.
    is_forced: bool,
    /// The opening, if the hands decide it.
    opening: Option<Opening>,
}

/// The opener of a round and its tile, and the hand that the viewer was dealt.
struct Opening {
    opener: Seat,
    tile: Option<Tile>,
    dealt: BySeat<TileSet>,
}

impl Guess {
    fn new(view: &View) -> Guess {
        let history = history(view);
        let opening = Opening::of(view, &history);
        let ruled_out = ruled_out(opening.as_ref());
        let mut slots = Vec::with_capacity(Tile::COUNT);
        for seat in view.scores().seats().filter(|&seat| view.viewer() != Viewer::Seat(seat)) {
            add_slots(&mut slots, view, seat, &history, ruled_out);
        }
        let n_in_hands = slots.len();
        let unseen = view.unseen();
        let in_pile = Slot { seat: None, n_before: 0, possible: unseen, allowed: unseen };
        slots.extend(std::iter::repeat_n(in_pile, view.n_pile()));
        let is_other = |event: &Event| view.viewer() != Viewer::Seat(event.seat);
        let is_forced = history.iter().any(|event| is_other(event) && !event.unfit.is_empty());
        Guess { slots, n_in_hands, tiles: Vec::new(), is_forced, opening }
    }

    /// Fills all slots so that they agree with the actions of all seats and with the opener.
    fn fill<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        for _ in 0..MAX_FILLINGS {
            self.tiles = self.filled(rng);
            if self.opens_right() {
                return;
            }
        }
        // Only a view read from text can contradict itself. Then ignore the opening.
        self.opening = None;
    }

    fn filled<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Vec<Tile> {
        loop {
            if let Some(tiles) = Filling::find(&self.slots, rng) {
                return tiles;
            }
            // The same here: drop restrictions, one slot after the other.
            let restricted = self.slots.iter().find(|slot| slot.allowed != slot.possible);
            let seat = restricted.and_then(|slot| slot.seat);
            let seat = seat.expect("hands and pile are as large as the tiles are many");
            for slot in self.slots.iter_mut().filter(|slot| slot.seat == Some(seat)) {
                slot.allowed = slot.possible;
            }
        }
    }

    /// Rotates the tiles of random pairs and triples of slots, where all slots allow it.
    fn mix<R: Rng + ?Sized>(&mut self, n_exchanges: usize, rng: &mut R) {
        let n_slots = self.slots.len();
        for _ in 0..n_exchanges {
            // Exchanges within the pile change nothing, so one slot is always in a hand.
            let first = random_index(rng, self.n_in_hands);
            let circle = [first, random_index(rng, n_slots), random_index(rng, n_slots)];
            let is_pair = random_index(rng, 2) == 0;
            self.exchange(if is_pair { &circle[..2] } else { &circle });
        }
    }

    /// The number of exchanges after the slots were filled.
    fn n_exchanges(&self) -> usize {
        let n_for_each = match self.slots[..self.n_in_hands].iter().all(Slot::is_dealt) {
            _ if self.is_forced => N_EXCHANGES_IF_FORCED,
            // All slots share one restriction, or have none, so the filling is uniform already.
            true => 0,
            false => N_EXCHANGES,
        };
        n_for_each * self.slots.len()
    }

    /// Moves each tile to the next slot of the cycle, if all slots allow it.
    fn exchange(&mut self, circle: &[usize]) {
        let nexts = circle.iter().cycle().skip(1);
        let mut steps = circle.iter().zip(nexts);
        if !steps.all(|(&from, &to)| self.slots[to].allowed.contains(self.tiles[from])) {
            return;
        }
        // Swaps with the first slot, one after the other, rotate the cycle; in reverse order they
        // rotate it back.
        circle[1..].iter().for_each(|&slot| self.tiles.swap(circle[0], slot));
        if !self.opens_right() {
            circle[1..].iter().rev().for_each(|&slot| self.tiles.swap(circle[0], slot));
        }
    }

    fn opens_right(&self) -> bool {
        let Some(opening) = self.opening.as_ref().filter(|opening| !opening.is_settled()) else {
            return true;
        };
        let mut dealt = opening.dealt;
        for (slot, &tile) in self.slots.iter().zip(&self.tiles) {
            if let Some(seat) = slot.seat.filter(|_| slot.is_dealt()) {
                dealt[seat].insert(tile);
            }
        }
        let may_open = |tile| opening_tiles(dealt[opening.opener]).contains(tile);
        starter_of(&dealt) == opening.opener && opening.tile.is_none_or(may_open)
    }
}

impl Opening {
    fn of(view: &View, history: &[Event]) -> Option<Opening> {
        let scene = view.scene();
        let is_dealt = view.phase() != Phase::Dealing && scene.options.has_starting_rule();
        let opener = scene.opener.filter(|_| is_dealt)?;
        let tile = scene.log.first_placement().map(|placement| placement.tile);
        let mut dealt = scene.hands.map(|_| TileSet::EMPTY);
        if let Viewer::Seat(own) = view.viewer() {
            let placed = placed_by(own, history).map(|(_, tile)| tile).collect();
            let hand = scene.hands[own].tiles().unwrap_or_default();
            let drawn = scene.drawn[own].tiles().unwrap_or_default();
            dealt[own] = hand.or(placed).without(drawn);
        }
        Some(Opening { opener, tile, dealt })
    }

    /// Returns true if it is enough that nobody was dealt a higher triple.
    fn is_settled(&self) -> bool {
        self.tile.is_some_and(|tile| tile.is_triple() && tile.points() > 0)
    }

    /// The best tile that is known to have been dealt to the opener, if one is.
    fn best_tile(&self) -> Option<Tile> {
        opening_tiles(self.dealt[self.opener]).last().or(self.tile)
    }
}

/// The actions of all seats in the round.
fn history(view: &View) -> Vec<Event> {
    let is_forced = !view.options().voluntary_draw;
    let mut events = Vec::with_capacity(view.actions().len());
    view.replay(|moment| {
        let is_idle = !matches!(moment.action, Action::Place(_));
        let unfit =
            if is_forced && is_idle { moment.board.fitting_tiles() } else { TileSet::EMPTY };
        events.push(Event { seat: moment.seat, action: moment.action, unfit });
    });
    events
}

/// The tiles that a seat placed, each with the number of earlier actions.
fn placed_by(seat: Seat, history: &[Event]) -> impl Iterator<Item = (usize, Tile)> {
    let own = history.iter().enumerate().filter(move |(_, event)| event.seat == seat);
    own.filter_map(|(index, event)| match event.action {
        Action::Place(placement) => Some((index, placement.tile)),
        Action::Draw | Action::Pass => None,
    })
}

/// Adds a slot for every unseen tile that a seat got, including those it placed since.
fn add_slots(
    slots: &mut Vec<Slot>,
    view: &View,
    seat: Seat,
    history: &[Event],
    ruled_out: TileSet,
) {
    let hand = view.hand(seat);
    let is_drawing = view.phase() == Phase::Drawing && view.receiver() == Some(seat);
    let n_dealt = match view.phase() {
        Phase::Dealing => hand.n_tiles(),
        _ => view.options().hand_size(),
    };
    let is_draw = |event: &Event| event.seat == seat && event.action == Action::Draw;
    let draws = history.iter().enumerate().filter(|(_, event)| is_draw(event));
    let n_draws = draws.clone().count() - usize::from(is_drawing);
    let dealt = std::iter::repeat_n(0, n_dealt);
    for n_before in dealt.chain(draws.take(n_draws).map(|(index, _)| index + 1)) {
        let placed = placed_by(seat, history).filter(|&(index, _)| index >= n_before);
        let placed: TileSet = placed.map(|(_, tile)| tile).collect();
        let possible = hand.tiles().unwrap_or_else(|| view.unseen()).or(placed);
        let later = history[n_before..].iter().filter(|event| event.seat == seat);
        let unfit = later.fold(TileSet::EMPTY, |unfit, event| unfit.or(event.unfit));
        let undealt = if n_before == 0 { ruled_out } else { TileSet::EMPTY };
        let allowed = possible.without(unfit).without(undealt);
        slots.push(Slot { seat: Some(seat), n_before, possible, allowed });
    }
}

/// The tiles that nobody was dealt, because a higher one would have opened the round.
fn ruled_out(opening: Option<&Opening>) -> TileSet {
    opening.and_then(Opening::best_tile).map_or(TileSet::EMPTY, ruled_out_by_opening)
}

/// A bipartite matching of slots and tiles, built slot by slot.
struct Filling<'a> {
    slots: &'a [Slot],
    tiles: Vec<Option<Tile>>,
    free: TileSet,
}

impl Filling<'_> {
    /// Fills all slots at random, or returns `None` if that is impossible.
    fn find<R: Rng + ?Sized>(slots: &[Slot], rng: &mut R) -> Option<Vec<Tile>> {
        let free = slots.iter().fold(TileSet::EMPTY, |all, slot| all.or(slot.possible));
        let mut filling = Filling { slots, tiles: vec![None; slots.len()], free };
        filling.place_owned(rng);
        let mut order: Vec<usize> = (0..slots.len()).collect();
        order.sort_by_key(|&index| slots[index].allowed.len());
        for index in order {
            if filling.tiles[index].is_some() {
                continue;
            }
            let choice = slots[index].allowed.and(filling.free);
            match choice.nth(random_index(rng, choice.len())) {
                Some(tile) => filling.put(index, tile),
                None if filling.make_room(index, &mut TileSet::default()) => {}
                None => return None,
            }
        }
        filling.tiles.into_iter().collect()
    }

    /// Gives the tiles that were placed to slots of the seats that placed them.
    fn place_owned<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let in_pile =
            |slot: &Slot| if slot.seat.is_none() { slot.possible } else { TileSet::EMPTY };
        let unowned = self.slots.iter().map(in_pile).fold(TileSet::EMPTY, TileSet::or);
        for tile in self.free.without(unowned).iter() {
            let is_room = |index: &usize| {
                self.tiles[*index].is_none() && self.slots[*index].allowed.contains(tile)
            };
            let rooms: Vec<usize> = (0..self.slots.len()).filter(is_room).collect();
            if !rooms.is_empty() {
                self.put(rooms[random_index(rng, rooms.len())], tile);
            }
        }
    }

    fn put(&mut self, index: usize, tile: Tile) {
        self.tiles[index] = Some(tile);
        self.free.remove(tile);
    }

    /// Fills a slot for which no tile is free along an augmenting path, by moving other tiles.
    fn make_room(&mut self, index: usize, tried: &mut TileSet) -> bool {
        let choice = self.slots[index].allowed.and(self.free);
        if let Some(tile) = choice.last() {
            self.put(index, tile);
            return true;
        }
        for tile in self.slots[index].allowed.iter() {
            if tried.contains(tile) {
                continue;
            }
            tried.insert(tile);
            let holder = self.tiles.iter().position(|&held| held == Some(tile));
            if holder.is_some_and(|holder| self.make_room(holder, tried)) {
                self.tiles[index] = Some(tile);
                return true;
            }
        }
        false
    }
}
