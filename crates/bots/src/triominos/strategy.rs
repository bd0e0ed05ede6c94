//! Strategies of Triominos, built of two parts: when to draw, and which placement.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use tilewright_core::{Rng, Viewer};
use tilewright_search::{Choice, SearchInfo, Thinking};
use tilewright_triominos::{Board, Move, Placement, TileSet, Triominos, View};

use crate::bot::{Bot, KeyInfo, Kind, KindInfo, Made};
use crate::chance::{generator, tie_breaker};
use crate::greedy::highest;
use crate::spec::{BotSpec, SEED};

pub(super) const STRATEGY: Kind<Triominos> = Kind {
    info: KindInfo {
        name: "strategy",
        help: "a strategy of two parts: when to draw although something fits, and which placement",
        keys: &[DRAW, PLACE, SEED],
    },
    make: |spec| Strategy::make(spec),
};

const DRAW: KeyInfo = KeyInfo {
    name: "draw",
    values: "forced, below-N, hoard, hoard-until-N, hand-below-N or smallest-hand",
    help: "when it draws although something fits (forced, which is never): below-N while nothing \
           scores N points, hoard up to three times a turn unless there is a bonus to place, \
           hoard-until-N so until another hand has only N tiles, hand-below-N while it has fewer \
           tiles, smallest-hand while all others have more than it",
};

const PLACE: KeyInfo = KeyInfo {
    name: "place",
    values: "highest, lowest, least-risk, most-mobility or random",
    help: "what it places (highest): highest what scores most, lowest what scores least, \
           least-risk what leaves the fewest points of bonuses to tiles that it has not seen, \
           most-mobility what leaves most of its own tiles a place",
};

/// Draws by one rule and places by another.
struct Strategy {
    draw: Draw,
    place: Place,
    seed: Option<u64>,
    moves: Vec<Move>,
    placements: Vec<Placement>,
}

/// The condition under which it draws although something fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Draw {
    Forced,
    /// While no placement scores as much.
    Below(i32),
    Hoard,
    /// Until another hand is as small.
    HoardUntil(usize),
    /// While its own hand is smaller.
    HandBelow(usize),
    SmallestHand,
}

/// Which placement it prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Highest,
    Lowest,
    LeastRisk,
    MostMobility,
    Random,
}

/// The most draws of a hoarder in a turn, whatever the rules allow.
const MAX_HOARDED: usize = 3;

impl Strategy {
    fn make(spec: &BotSpec) -> Made<Triominos> {
        Ok(Box::new(Strategy {
            draw: spec.read(DRAW, Draw::parse)?.unwrap_or(Draw::Forced),
            place: spec.read(PLACE, Place::parse)?.unwrap_or(Place::Highest),
            seed: spec.seed()?,
            moves: Vec::new(),
            placements: Vec::new(),
        }))
    }
}

impl Bot<Triominos> for Strategy {
    fn choose(&mut self, view: &View, thinking: &mut Thinking<'_, Move>) -> Choice<Move> {
        self.moves.clear();
        view.legal_moves(&mut self.moves);
        let placement = |m: &Move| match m {
            Move::Place(placement) => Some(*placement),
            _ => None,
        };
        self.placements.clear();
        self.placements.extend(self.moves.iter().filter_map(placement));
        let is_drawn = self.moves.contains(&Move::Draw) && self.draw.wants(view, &self.placements);
        let m = if self.placements.is_empty() {
            self.moves.pop().expect("who is asked has a move")
        } else if is_drawn {
            Move::Draw
        } else {
            let seed = self.seed.unwrap_or(thinking.seed);
            Move::Place(self.place.choose(view, &mut self.placements, seed, thinking.ply))
        };
        Choice { m, info: SearchInfo::default() }
    }
}

impl Draw {
    fn parse(text: &str) -> Option<Draw> {
        let number = |prefix| text.strip_prefix(prefix)?.parse().ok().filter(|n: &u8| *n > 0);
        Some(match text {
            "forced" => Draw::Forced,
            "hoard" => Draw::Hoard,
            "smallest-hand" => Draw::SmallestHand,
            _ if let Some(points) = number("below-") => Draw::Below(points.into()),
            _ if let Some(n_tiles) = number("hoard-until-") => Draw::HoardUntil(n_tiles.into()),
            _ if let Some(n_tiles) = number("hand-below-") => Draw::HandBelow(n_tiles.into()),
            _ => return None,
        })
    }

    /// True if it rather draws than makes one of these placements.
    fn wants(self, view: &View, placements: &[Placement]) -> bool {
        match self {
            Draw::Forced => false,
            Draw::Below(points) => placements.iter().all(|&it| view.gain(Move::Place(it)) < points),
            Draw::Hoard => is_hoarding(view, placements),
            Draw::HoardUntil(n_tiles) => {
                other_hands(view).all(|other| other > n_tiles) && is_hoarding(view, placements)
            }
            Draw::HandBelow(n_tiles) => n_in_hand(view) < n_tiles,
            Draw::SmallestHand => other_hands(view).all(|other| other > n_in_hand(view)),
        }
    }
}

/// True if none of the placements brings a bonus, and it has not drawn often in this turn.
fn is_hoarding(view: &View, placements: &[Placement]) -> bool {
    let rules = view.options().figures();
    let has_bonus = |&it: &Placement| view.board().score(it, &rules) > it.tile.points();
    view.n_draws() < MAX_HOARDED && !placements.iter().any(has_bonus)
}

fn n_in_hand(view: &View) -> usize {
    view.seat_to_move().map_or(0, |seat| view.hand(seat).n_tiles())
}

/// The number of tiles of each other player.
fn other_hands(view: &View) -> impl Iterator<Item = usize> {
    let us = view.seat_to_move();
    view.scores()
        .seats()
        .filter(move |&seat| Some(seat) != us)
        .map(|seat| view.hand(seat).n_tiles())
}

impl Place {
    fn parse(text: &str) -> Option<Place> {
        Some(match text {
            "highest" => Place::Highest,
            "lowest" => Place::Lowest,
            "least-risk" => Place::LeastRisk,
            "most-mobility" => Place::MostMobility,
            "random" => Place::Random,
            _ => return None,
        })
    }

    /// One of the placements; among equals that which scores more, and then chance decides.
    fn choose(self, view: &View, placements: &mut [Placement], seed: u64, ply: usize) -> Placement {
        let rng = &mut tie_breaker(seed);
        let gain = |it| view.gain(Move::Place(it));
        match self {
            Place::Highest => highest(placements, gain, rng),
            Place::Lowest => highest(placements, |it| Reverse(gain(it)), rng),
            Place::LeastRisk => {
                let after = After::new(view);
                pick(after, placements, |after, it| (Reverse(after.risk(it)), gain(it)), rng)
            }
            Place::MostMobility => {
                let after = After::new(view);
                pick(after, placements, |after, it| (after.mobility(it), gain(it)), rng)
            }
            Place::Random => highest(placements, |_| (), &mut generator(seed, ply)),
        }
    }
}

fn pick<K: Ord>(
    mut after: After<'_>,
    placements: &mut [Placement],
    rank: impl Fn(&mut After<'_>, Placement) -> K,
    rng: &mut impl Rng,
) -> Placement {
    highest(placements, |placement| rank(&mut after, placement), rng)
}

/// The table after a placement.
struct After<'a> {
    view: &'a View,
    board: Board,
}

impl After<'_> {
    fn new(view: &View) -> After<'_> {
        After { view, board: view.board().clone() }
    }

    /// The result of `look` for the table with the tile on it.
    fn look<T>(&mut self, placement: Placement, look: impl FnOnce(&Board) -> T) -> T {
        let lift = self.board.place_unchecked(placement);
        let seen = look(&self.board);
        self.board.lift(placement, lift);
        seen
    }

    /// The points of all bonuses that tiles which nobody has shown could get then.
    fn risk(&mut self, placement: Placement) -> i32 {
        let unseen = self.view.unseen();
        let rules = self.view.options().figures();
        self.look(placement, |board| {
            board.placements(unseen).map(|it| board.score(it, &rules) - it.tile.points()).sum()
        })
    }

    /// The number of tiles in hand that have a place then, and the number of places.
    fn mobility(&mut self, placement: Placement) -> (usize, usize) {
        let mut hand = own_tiles(self.view);
        hand.remove(placement.tile);
        self.look(placement, |board| {
            (board.fitting_tiles().and(hand).len(), board.n_placements(hand))
        })
    }
}

/// The tiles that it may place now or later: its hand, or what all share.
fn own_tiles(view: &View) -> TileSet {
    let hand = match view.viewer() {
        Viewer::Seat(seat) => view.hand(seat).tiles().unwrap_or_default(),
        Viewer::Spectator => TileSet::EMPTY,
    };
    if hand.is_empty() { view.unseen() } else { hand }
}
