//! How things may really be, for all that a viewer knows.
//!
//! A viewer knows more than the tiles it sees. Who opens a round by the highest triple or sum shows
//! what nobody was dealt. With `voluntary-draw` off, who draws or passes shows that nothing in its
//! hand fitted. Both say something about the tiles that were in a hand *then*, and some of those
//! were placed since, others drawn later. So what is guessed here is not just who has which tile
//! now, but which tile came to whom when: one tile for every *slot*, a moment at which somebody got
//! a tile that the viewer did not see. What is left over is the pile.
//!
//! Every way to fill the slots that agrees with what the viewer knows is equally likely, because
//! every order of the shuffled tiles is. A random one is made in two steps: fill the slots one by
//! one, the most restricted first, until the hands agree with who opened; then exchange random
//! pairs and triples of tiles as long as that agrees. The first step alone is fair if the
//! restrictions are nested, as they are until somebody draws. Otherwise the second, which favors no
//! filling, evens out the rest: it takes many more exchanges where draws were forced.

use tilewright_core::{BySeat, Rng, Seat, Viewer, random_index};

use crate::log::Action;
use crate::position::Position;
use crate::scene::{Hand, Phase};
use crate::start::{opening_tiles, ruled_out_by_opening, starter_of};
use crate::tile::{Tile, TileSet};
use crate::view::View;

/// Imagines who has which tile, for all that a viewer knows.
///
/// The first position takes the most work. Each of the others goes on from the one before by a few
/// exchanges, which favor no filling either.
pub struct Sampler {
    guess: Guess,
    is_mixed: bool,
    /// What the viewer sees, with all that it does not see in the pile.
    known: Position,
}

impl Sampler {
    pub(crate) fn new(view: &View) -> Sampler {
        let scene = view.scene();
        let known = |hands: &BySeat<Hand>| hands.map(|hand| hand.tiles().unwrap_or_default());
        let (hands, drawn) = (known(&scene.hands), known(&scene.drawn));
        Sampler {
            guess: Guess::new(view),
            is_mixed: false,
            known: Position::with_hands(scene, view.standing().clone(), hands, drawn),
        }
    }

    /// Guesses anew, and gives the seats what they may have got.
    fn deal<R: Rng + ?Sized>(&mut self, position: &mut Position, rng: &mut R) {
        if self.is_mixed {
            self.guess.mix(N_EXCHANGES_BETWEEN * self.guess.n_in_hands, rng);
        } else {
            self.guess.fill(rng);
            self.guess.mix(self.guess.n_exchanges(), rng);
            self.is_mixed = true;
        }
        for (slot, &tile) in self.guess.slots.iter().zip(&self.guess.tiles) {
            // Those of the pile come last.
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

/// How many exchanges are tried for each slot, if some tiles were drawn; and if somebody showed by
/// drawing or passing what it did not have, which is harder to do justice to. `tests/samples.rs`
/// compares what comes of it with exact counts.
const N_EXCHANGES: usize = 20;
const N_EXCHANGES_IF_FORCED: usize = 100;

/// How many are tried for each slot of a hand from one position to the next: enough to change most
/// of what is in the hands.
const N_EXCHANGES_BETWEEN: usize = 4;

/// How often the slots are filled at most until the hands agree on who opens the round. Before the
/// opening each seat is as likely to open as the others, so that it takes a few; later mostly one.
const MAX_FILLINGS: usize = 100_000;

/// A moment at which a seat got a tile that the viewer did not see, or a place in the pile.
#[derive(Clone, Copy)]
struct Slot {
    /// Nobody for the pile.
    seat: Option<Seat>,
    /// How many actions of the round came before; none if the tile was dealt.
    n_before: usize,
    /// The tiles that the seat may have got then, for all that lies open.
    possible: TileSet,
    /// Those of them that agree with what the seat did.
    allowed: TileSet,
}

impl Slot {
    const fn is_dealt(&self) -> bool {
        self.seat.is_some() && self.n_before == 0
    }
}

/// What a seat did, and what it did not have then.
struct Event {
    seat: Seat,
    action: Action,
    unfit: TileSet,
}

/// The slots, and a tile for each of them.
struct Guess {
    /// Those of the seats first, then those of the pile.
    slots: Vec<Slot>,
    n_in_hands: usize,
    tiles: Vec<Tile>,
    /// True if one of the seats showed by drawing or passing what it did not have.
    is_forced: bool,
    /// Who opens the round, if the hands decide that.
    opening: Option<Opening>,
}

/// Who opens a round by which tile, and the hand that the viewer was dealt.
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

    /// Fills all slots in a way that agrees with what each of the seats did, and with who opens.
    fn fill<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        for _ in 0..MAX_FILLINGS {
            self.tiles = self.filled(rng);
            if self.opens_right() {
                return;
            }
        }
        // Only a view that was read from somewhere can tell what cannot be.
        self.opening = None;
    }

    fn filled<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Vec<Tile> {
        loop {
            if let Some(tiles) = Filling::find(&self.slots, rng) {
                return tiles;
            }
            // The same here: forget what a seat showed, one after the other.
            let restricted = self.slots.iter().find(|slot| slot.allowed != slot.possible);
            let seat = restricted.and_then(|slot| slot.seat);
            let seat = seat.expect("hands and pile are as large as the tiles are many");
            for slot in self.slots.iter_mut().filter(|slot| slot.seat == Some(seat)) {
                slot.allowed = slot.possible;
            }
        }
    }

    /// Moves the tiles of random pairs and triples of slots in a circle, where all agree with that.
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

    /// How many exchanges it takes after the slots were filled.
    fn n_exchanges(&self) -> usize {
        let n_for_each = match self.slots[..self.n_in_hands].iter().all(Slot::is_dealt) {
            _ if self.is_forced => N_EXCHANGES_IF_FORCED,
            // Then there is one restriction for all, or none, and the filling is fair.
            true => 0,
            false => N_EXCHANGES,
        };
        n_for_each * self.slots.len()
    }

    /// Moves each tile to the next slot of the circle, if all slots allow it.
    fn exchange(&mut self, circle: &[usize]) {
        let nexts = circle.iter().cycle().skip(1);
        let mut steps = circle.iter().zip(nexts);
        if !steps.all(|(&from, &to)| self.slots[to].allowed.contains(self.tiles[from])) {
            return;
        }
        // Exchanges with the first slot, one after the other, move a circle on; and in the other
        // order back.
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

/// What everybody did in the round.
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

/// The tiles that a seat placed, each with the number of actions before.
fn placed_by(seat: Seat, history: &[Event]) -> impl Iterator<Item = (usize, Tile)> {
    let own = history.iter().enumerate().filter(move |(_, event)| event.seat == seat);
    own.filter_map(|(index, event)| match event.action {
        Action::Place(placement) => Some((index, placement.tile)),
        Action::Draw | Action::Pass => None,
    })
}

/// Adds a slot for every tile that a seat got, whether it still has it or not.
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

/// Slots that are filled one after the other.
struct Filling<'a> {
    slots: &'a [Slot],
    tiles: Vec<Option<Tile>>,
    free: TileSet,
}

impl Filling<'_> {
    /// Fills all slots at random, or finds that it cannot be done.
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

    /// Gives the tiles that were placed to slots of those who placed them.
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

    /// Fills a slot for which no tile is free by moving others (an augmenting path).
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
