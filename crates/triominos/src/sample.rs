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
//! one, the most restricted first, then exchange random pairs of tiles as long as that agrees. The
//! first step alone is fair if the restrictions are nested, as they are in most positions; the
//! second evens out the rest.

use tilewright_core::{BySeat, Rng, Seat, Viewer, random_index};

use crate::log::Action;
use crate::position::Position;
use crate::scene::{Hand, Phase};
use crate::start::{opening_tiles, ruled_out_by_opening, starter_of};
use crate::tile::{Tile, TileSet};
use crate::view::View;

/// A position that the viewer cannot tell from the real one.
pub(crate) fn sample<R: Rng + ?Sized>(view: &View, rng: &mut R) -> Position {
    let mut guess = Guess::new(view);
    guess.fill(rng);
    guess.mix(rng);
    let scene = view.scene();
    let known = |hands: &BySeat<Hand>| hands.map(|hand| hand.tiles().unwrap_or_default());
    let (mut hands, mut drawn) = (known(&scene.hands), known(&scene.drawn));
    for (slot, &tile) in guess.slots.iter().zip(&guess.tiles) {
        let Some(seat) = slot.seat else { continue };
        if !slot.is_dealt() {
            drawn[seat].insert(tile);
        }
        if !view.board().placed().contains(tile) {
            hands[seat].insert(tile);
        }
    }
    Position::with_hands(scene, view.standing().clone(), hands, drawn)
}

/// How many pairs of slots are tried for an exchange, for each slot.
const N_SWAPS_PER_SLOT: usize = 4;

/// How many more are tried until the hands agree on who opens the round. A few do if it was not
/// opened by a triple, and none is needed otherwise.
const MAX_SWAPS: usize = 50_000;

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
    slots: Vec<Slot>,
    tiles: Vec<Tile>,
    /// Who opens the round, if the tiles must agree with that.
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
        let mut slots = Vec::with_capacity(Tile::COUNT);
        for seat in view.scores().seats().filter(|&seat| view.viewer() != Viewer::Seat(seat)) {
            add_slots(&mut slots, view, seat, &history);
        }
        let unseen = view.unseen();
        let in_pile = Slot { seat: None, n_before: 0, possible: unseen, allowed: unseen };
        slots.extend(std::iter::repeat_n(in_pile, view.n_pile()));
        Guess { slots, tiles: Vec::new(), opening: Opening::of(view) }
    }

    /// Fills all slots in a way that agrees with what each of the seats did.
    fn fill<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let tiles = Filling::find(&self.slots, rng).or_else(|| {
            // A view that was read from somewhere may tell of seats that broke the rules.
            self.opening = None;
            for slot in &mut self.slots {
                slot.allowed = slot.possible;
            }
            Filling::find(&self.slots, rng)
        });
        self.tiles = tiles.expect("hands and pile are as large as the tiles are many");
    }

    /// Exchanges random pairs of tiles, and then more until who opens comes out right.
    fn mix<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let n_slots = self.slots.len();
        if n_slots < 2 {
            return;
        }
        let mut is_right = self.opens_right();
        let mut n_swaps = 0;
        while n_swaps < N_SWAPS_PER_SLOT * n_slots || (!is_right && n_swaps < MAX_SWAPS) {
            n_swaps += 1;
            let [left, right] = [random_index(rng, n_slots), random_index(rng, n_slots)];
            let fits =
                |slot: usize, tile: usize| self.slots[slot].allowed.contains(self.tiles[tile]);
            if !fits(left, right) || !fits(right, left) {
                continue;
            }
            self.tiles.swap(left, right);
            let was_right = std::mem::replace(&mut is_right, self.opens_right());
            if was_right && !is_right {
                self.tiles.swap(left, right);
                is_right = true;
            }
        }
    }

    fn opens_right(&self) -> bool {
        let Some(opening) = &self.opening else { return true };
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
    /// What must come out right, unless it does so anyway.
    fn of(view: &View) -> Option<Opening> {
        let scene = view.scene();
        let opener = scene.opener.filter(|_| scene.options.has_starting_rule())?;
        let tile = scene.log.placements().next().map(|placement| placement.tile);
        // Then it is enough that nobody was dealt a higher triple.
        if tile.is_some_and(|tile| tile.is_triple() && tile.points() > 0) {
            return None;
        }
        let mut dealt = scene.hands.map(|_| TileSet::EMPTY);
        if let Viewer::Seat(own) = view.viewer() {
            let placed = placed_by(own, &history(view)).map(|(_, tile)| tile).collect();
            let hand = scene.hands[own].tiles().unwrap_or_default();
            let drawn = scene.drawn[own].tiles().unwrap_or_default();
            dealt[own] = hand.or(placed).without(drawn);
        }
        Some(Opening { opener, tile, dealt })
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
fn add_slots(slots: &mut Vec<Slot>, view: &View, seat: Seat, history: &[Event]) {
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
        let ruled_out = if n_before == 0 { ruled_out(view) } else { TileSet::EMPTY };
        let allowed = possible.without(unfit).without(ruled_out);
        slots.push(Slot { seat: Some(seat), n_before, possible, allowed });
    }
}

/// The tiles that nobody was dealt, because a higher one would have opened the round.
fn ruled_out(view: &View) -> TileSet {
    let first = view.scene().log.placements().next();
    match first.filter(|_| view.options().has_starting_rule()) {
        Some(placement) => ruled_out_by_opening(placement.tile),
        None => TileSet::EMPTY,
    }
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
