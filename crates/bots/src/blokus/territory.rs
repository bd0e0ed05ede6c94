//! The evaluation of Blokus by territory, and the bots that look ahead with it.

use tilewright_blokus::{Blokus, Color, Move, Position};
use tilewright_core::{BySeat, Position as _, Seat};
use tilewright_search::{AlphaBeta, Evaluate};

use crate::bot::Kind;
use crate::endgame::ExactEndgame;
use crate::maxn::{self, MaxNBot};
use crate::minimax::{self, Minimax};

/// The others together against it.
pub(crate) const PARANOID: Kind<Blokus> = Kind {
    info: minimax::PARANOID_INFO,
    make: |spec| {
        let width = minimax::paranoid_width(spec)?;
        let search = AlphaBeta::new(Territory).selective().with_width(width);
        Ok(Minimax::of(spec, search)?.with_endgame(ENDGAME).boxed())
    },
};

/// Everybody for themselves.
pub(crate) const MAXN: Kind<Blokus> =
    Kind { info: maxn::INFO, make: |spec| MaxNBot::make(spec, Territory, ENDGAME) };

/// The exact endgame when little is left: about as many placements as can be tried in every order.
const ENDGAME: ExactEndgame<Position> = ExactEndgame::exhaustive(|position| {
    let n_placements = |&color: &Color| position.n_legal_moves_of(color);
    let n_placements = position.colors().iter().map(n_placements).sum::<usize>();
    // The number of orders that they leave is unknown in advance: a try may fail.
    (n_placements <= MAX_PLACEMENTS).then_some(n_placements as u64)
});

const MAX_PLACEMENTS: usize = 40;

/// The squares that are placed, and the corners from which one can go on.
pub(crate) struct Territory;

/// The value of a square, in the points of an estimate.
const SQUARE: i32 = 10;

/// The value of a corner.
const CORNER: i32 = 6;

impl Evaluate<Position> for Territory {
    /// The seat's own territory less the mean of the others.
    fn estimate(&self, position: &Position, us: Seat) -> i32 {
        let lands = lands(position);
        let n_others = (lands.len() as i32 - 1).max(1);
        let others: i32 = lands.seats().filter(|&it| it != us).map(|it| lands[it]).sum();
        lands[us] - others / n_others
    }

    fn estimates(&self, position: &Position) -> BySeat<i32> {
        let lands = lands(position);
        let n_others = (lands.len() as i32 - 1).max(1);
        let total: i32 = lands.iter().sum();
        lands.map(|land| land - (total - land) / n_others)
    }

    /// Large pieces that open corners and close those of the others.
    fn ordering_score(&self, position: &Position, m: Move) -> i32 {
        let Some(color) = position.color_to_move() else { return 0 };
        let (n_own, n_covered) = position.n_corners_with(color, m);
        SQUARE * m.orientation().squares().len() as i32 + CORNER * (n_own + n_covered) as i32
    }
}

/// The territory of each seat.
fn lands(position: &Position) -> BySeat<i32> {
    let mut lands = BySeat::from_fn(position.n_seats(), |_| 0);
    for &color in position.colors() {
        if let Some(seat) = position.owner(color) {
            let points = position.squares_placed(color) as i32 + position.bonus(color);
            lands[seat] += SQUARE * points + CORNER * position.n_corners(color) as i32;
        }
    }
    lands
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use rand::SeedableRng;
    use tilewright_core::{Game, Turn, parse_options};
    use tilewright_search::{Limits, MaxN, Thinking, Value};

    use super::*;
    use crate::chance::Generator;

    type Values = BySeat<Value>;
    type Prefers<'a> = &'a dyn Fn(Seat, &Values, &Values) -> bool;

    /// The value of each seat by brute force, if every seat takes what it prefers.
    fn plain(position: &Position, depth: usize, ply: usize, prefers: Prefers<'_>) -> Values {
        let n_seats = position.n_seats();
        let seat = match position.turn() {
            Turn::Over(outcome) => {
                return BySeat::from_fn(n_seats, |it| Value::of_outcome(&outcome, it, ply));
            }
            Turn::Player(seat) => seat,
            Turn::Chance => unreachable!("Blokus has no chance"),
        };
        if depth == 0 {
            return BySeat::from_fn(n_seats, |it| {
                Value::estimate(Territory.estimate(position, it))
            });
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut best: Option<Values> = None;
        for m in moves {
            let mut next = position.clone();
            next.play(m).unwrap();
            let values = plain(&next, depth - 1, ply + 1, prefers);
            if best.is_none_or(|best| prefers(seat, &values, &best)) {
                best = Some(values);
            }
        }
        best.unwrap()
    }

    /// Positions of random games in which there is little choice.
    fn positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for variant in ["duo", "classic-2", "classic-3", "classic"] {
            let mut position =
                Blokus::start(&parse_options([("variant", variant)]).unwrap()).unwrap();
            let mut rng = Generator::seed_from_u64(4);
            while let Some(m) = position.random_move(&mut rng) {
                if position.colors().iter().all(|&color| position.n_legal_moves_of(color) < 25) {
                    positions.push(position.clone());
                }
                position.play_unchecked(m);
            }
        }
        positions
    }

    fn limits(depth: usize) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    #[test]
    fn estimates_agree_with_each_other() {
        for position in positions() {
            let estimates = Territory.estimates(&position);
            let one_by_one =
                BySeat::from_fn(position.n_seats(), |seat| Territory.estimate(&position, seat));
            assert_eq!(estimates, one_by_one, "{position}");
        }
    }

    #[test]
    fn paranoid_search_finds_what_brute_force_finds() {
        let mut n_compared = 0;
        for position in positions() {
            let us = position.turn().seat().unwrap();
            let is_duel = position.n_seats() == 2;
            let prefers = |seat: Seat, left: &Values, right: &Values| match seat {
                _ if seat == us || is_duel => left[seat] > right[seat],
                _ => left[us] < right[us],
            };
            let mut rng = Generator::seed_from_u64(1);
            let mut search = AlphaBeta::new(Territory);
            let found =
                search.search(&position, limits(3), &mut Thinking::default(), &mut rng).info;
            let expected = plain(&position, found.depth, 0, &prefers)[us].share();
            assert!((found.value.unwrap()[us] - expected).abs() < 1e-9, "{position} {found:?}");
            n_compared += 1;
        }
        assert!(n_compared > 30, "only {n_compared}");
    }

    #[test]
    fn max_n_finds_what_brute_force_finds() {
        for position in positions() {
            // Estimates and results both add up to nothing, so a seat's own value decides, and then
            // the order of the values.
            let prefers = |seat: Seat, left: &Values, right: &Values| {
                left[seat].cmp(&right[seat]).then(right.cmp(left)) == Ordering::Greater
            };
            let us = position.turn().seat().unwrap();
            let mut rng = Generator::seed_from_u64(1);
            let mut search = MaxN::new(Territory);
            let found =
                search.search(&position, limits(2), &mut Thinking::default(), &mut rng).info;
            let expected = plain(&position, found.depth, 0, &prefers)[us].share();
            assert!((found.value.unwrap()[us] - expected).abs() < 1e-9, "{position} {found:?}");
        }
    }
}
