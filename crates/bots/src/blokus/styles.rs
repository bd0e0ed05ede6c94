//! Simple styles of Blokus: each looks one placement ahead and cares for one thing, or weighs
//! several.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use tilewright_blokus::{Blokus, Color, Move, Position};
use tilewright_core::grid::Square;
use tilewright_core::{Position as _, Seat};

use crate::bot::{KeyInfo, Kind, KindInfo};
use crate::greedy::Greedy;
use crate::spec::{BotSpec, SEED, SpecError};

pub(super) const LARGEST: Kind<Blokus> = Kind {
    info: KindInfo {
        name: "largest",
        help: "the largest piece first, and of those the one with the most corners and contacts",
        keys: &[SEED],
    },
    make: |spec| {
        Greedy::make(spec, |_: &mut Position, m: Move| {
            let piece = m.piece();
            (piece.n_squares(), piece.n_corners(), piece.n_contacts())
        })
    },
};

pub(super) const CORNERS: Kind<Blokus> = Kind {
    info: KindInfo {
        name: "corners",
        help: "the move with the most open corners after it",
        keys: &[SEED],
    },
    make: |spec| {
        Greedy::make(spec, |position: &mut Position, m| {
            after(position, m, Position::n_open_corners)
        })
    },
};

pub(super) const MOBILITY: Kind<Blokus> = Kind {
    info: KindInfo {
        name: "mobility",
        help: "the move with the best difference between its placements and the others'",
        keys: &[SEED],
    },
    make: |spec| {
        Greedy::make(spec, |position: &mut Position, m| {
            let us = position.turn().seat();
            after(position, m, |position, _| own_moves(position, us) - their_moves(position, us))
        })
    },
};

pub(super) const WALL_CRAWLER: Kind<Blokus> = Kind {
    info: KindInfo {
        name: "wall-crawler",
        help: "creeps along the edge of the board",
        keys: &[SEED],
    },
    make: |spec| {
        Greedy::make(spec, |position: &mut Position, m: Move| -> i32 {
            let size = position.size();
            m.squares().map(|square| from_center(square, size)).sum()
        })
    },
};

pub(super) const TURTLE: Kind<Blokus> = Kind {
    info: KindInfo {
        name: "turtle",
        help: "stays near its start and fills that area",
        keys: &[SEED],
    },
    make: |spec| Greedy::make(spec, stay_at_home),
};

pub(super) const WEIGHTED: Kind<Blokus> = Kind {
    info: KindInfo {
        name: "weighted",
        help: "a weighted sum of features after the placement",
        keys: &[SQUARES, OPEN_CORNERS, OWN_MOVES, THEIR_MOVES, CENTER, SEED],
    },
    make: |spec| {
        let weights = Weights::read(spec)?;
        Greedy::make(spec, move |position: &mut Position, m| weights.rank(position, m))
    },
};

const WEIGHT: &str = "a whole number from -10000 to 10000";

const SQUARES: KeyInfo =
    KeyInfo { name: "squares", values: WEIGHT, help: "for each square of the piece (30)" };
const OPEN_CORNERS: KeyInfo =
    KeyInfo { name: "corners", values: WEIGHT, help: "for each open corner after it (6)" };
const OWN_MOVES: KeyInfo =
    KeyInfo { name: "moves", values: WEIGHT, help: "for each of its placements after it (1)" };
const THEIR_MOVES: KeyInfo = KeyInfo {
    name: "theirs",
    values: WEIGHT,
    help: "for each placement of the others after it (-1)",
};
const CENTER: KeyInfo = KeyInfo {
    name: "center",
    values: WEIGHT,
    help: "for each step that the piece is nearer to the center than to the edge (4)",
};

/// The weight of each feature.
#[derive(Clone, Copy)]
struct Weights {
    squares: i32,
    corners: i32,
    moves: i32,
    theirs: i32,
    center: i32,
}

impl Weights {
    /// The usual weights, where the spec says nothing else. They are set so that each counts about
    /// as much as the others in the opening, and were not tuned.
    fn read(spec: &BotSpec) -> Result<Weights, SpecError> {
        let weight = |key, usual| {
            let parse = |text: &str| text.parse().ok().filter(|it| (-10_000..=10_000).contains(it));
            Ok(spec.read(key, parse)?.unwrap_or(usual))
        };
        Ok(Weights {
            squares: weight(SQUARES, 30)?,
            corners: weight(OPEN_CORNERS, 6)?,
            moves: weight(OWN_MOVES, 1)?,
            theirs: weight(THEIR_MOVES, -1)?,
            center: weight(CENTER, 4)?,
        })
    }

    /// Counts only what has a weight, because counting placements is what takes long.
    fn rank(self, position: &mut Position, m: Move) -> i32 {
        let us = position.turn().seat();
        let size = position.size();
        let piece = m.orientation().squares().len() as i32;
        let nearest = m.squares().map(|square| i32::from(size) - from_center(square, size)).max();
        let weighed = |weight: i32, count: &dyn Fn() -> i32| match weight {
            0 => 0,
            weight => weight * count(),
        };
        let counted = after(position, m, |position, color| {
            weighed(self.corners, &|| position.n_open_corners(color) as i32)
                + weighed(self.moves, &|| own_moves(position, us))
                + weighed(self.theirs, &|| their_moves(position, us))
        });
        self.squares * piece + self.center * nearest.unwrap_or_default() / 2 + counted
    }
}

/// The result of `look` for the color that places, after the placement.
fn after<T>(position: &mut Position, m: Move, look: impl FnOnce(&Position, Color) -> T) -> T {
    let color = position.color_to_move().expect("who is asked has a color");
    let undo = position.play_unchecked(m);
    let seen = look(position, color);
    position.undo(m, undo);
    seen
}

/// The number of placements of the colors of this seat.
fn own_moves(position: &Position, us: Option<Seat>) -> i32 {
    n_moves(position, |owner| owner == us)
}

/// The number of placements of the colors of other seats, without colors that belong to nobody.
fn their_moves(position: &Position, us: Option<Seat>) -> i32 {
    n_moves(position, |owner| owner.is_some() && owner != us)
}

fn n_moves(position: &Position, counts: impl Fn(Option<Seat>) -> bool) -> i32 {
    let colors = position.colors().iter().filter(|&&color| counts(position.owner(color)));
    colors.map(|&color| position.n_legal_moves_of(color) as i32).sum()
}

/// The distance of a square from the center, in half squares: most at the edge, whichever it is.
fn from_center(square: Square, size: u8) -> i32 {
    let from = |at: u8| (2 * i32::from(at) + 1 - i32::from(size)).abs();
    from(square.x()).max(from(square.y()))
}

/// The nearer its farthest square is to where the color began, and then the larger, the better.
fn stay_at_home(position: &mut Position, m: Move) -> (Reverse<i32>, usize) {
    let color = position.color_to_move().expect("who is asked has a color");
    let is_own = |&start: &Square| position.color_at(start) == Some(color);
    let is_begun = |start: &Square| is_own(start) || m.squares().any(|square| square == *start);
    let home = position.start_squares(color).find(is_begun);
    let away = |square: Square| {
        let along = |to: u8, from: u8| (i32::from(to) - i32::from(from)).abs();
        home.map_or(0, |home| along(square.x(), home.x()).max(along(square.y(), home.y())))
    };
    (Reverse(m.squares().map(away).max().unwrap_or_default()), m.piece().n_squares())
}
