//! The evaluation of Blokus: logistic regression.
//!
//! A color has the sum of its [terms](ColorFeatures), each with a weight, and a seat that of its
//! colors. Of two seats, the difference of both sums predicts the result: half of
//! it for the win, and half for the points. The weights change slowly in the course of a game.
//! They are fitted to games that the bot plays against itself, in duo, classic-2 and classic; the
//! other variants have those of classic. `cargo run --release -p tilewright-tuning -- blokus values
//! --help` explains how.

#![expect(clippy::cast_precision_loss, reason = "pieces and seats have a few digits")]

use std::sync::LazyLock;

use tilewright_blokus::{ColorFeatures, Position};
use tilewright_core::{BySeat, Position as _, Seat};

use super::model::{Layout, Model, Models};

/// The weights of a model.
pub(crate) struct Values {
    /// By how far the game is.
    stages: Vec<[f32; ColorFeatures::N_TERMS]>,
}

/// The weights that are fitted are those after so many pieces of a color; between them they change
/// evenly.
const KNOTS: [usize; N_KNOTS] = [0, 4, 8, 12, 16, 21];

const N_KNOTS: usize = 6;

/// The number of weights that are fitted: for each knot those of all terms.
pub const N_WEIGHTS: usize = N_KNOTS * ColorFeatures::N_TERMS;

/// The number of stages of a game of four colors.
const N_STAGES: usize = 4 * 21 + 1;

impl Model for Values {
    fn layout() -> Layout {
        layout()
    }

    fn new(weights: &[f32]) -> Values {
        let weight = |stage: usize, term: usize| {
            let parts = knots(stage)
                .map(|(knot, part)| part * weights[knot * ColorFeatures::N_TERMS + term]);
            parts.into_iter().sum()
        };
        let at = |stage: usize| std::array::from_fn(|term| weight(stage, term));
        Values { stages: (0..N_STAGES).map(at).collect() }
    }

    fn built_in() -> &'static Models<Values> {
        static ALL: LazyLock<Models<Values>> = LazyLock::new(|| Models::parse(BUILT_IN));
        &ALL
    }
}

impl Values {
    /// The expected reward of each seat, compared two by two, from 0 to 1; none for one that is
    /// alone. Two seats share 1.
    pub(crate) fn shares(&self, position: &Position) -> Option<BySeat<f32>> {
        let n_seats = position.n_seats();
        let n_others = n_seats.checked_sub(1).filter(|&n_others| n_others > 0)?;
        let worths = self.worths(position);
        let mut shares = BySeat::from_fn(n_seats, |_| 0.0);
        for one in worths.seats() {
            for other in Seat::first(n_seats).skip(one.index() + 1) {
                let share = likely(worths[one] - worths[other]);
                shares[one] += share;
                shares[other] += 1.0 - share;
            }
        }
        Some(shares.map(|share| share / n_others as f32))
    }

    /// The evaluation of each seat, in logarithmic odds.
    fn worths(&self, position: &Position) -> BySeat<f32> {
        let features = ColorFeatures::new(position);
        let weights = &self.stages[stage(position)];
        let mut worths = BySeat::from_fn(position.n_seats(), |_| 0.0);
        for &color in position.colors() {
            if let Some(seat) = position.owner(color) {
                let terms = features.of(color.index()).iter().zip(weights);
                worths[seat] += terms.map(|(&term, weight)| f32::from(term) * weight).sum::<f32>();
            }
        }
        worths
    }
}

/// The layout of a model file: for each knot a line for each [kind](ColorFeatures::KINDS)
/// of terms.
pub fn layout() -> Layout {
    let lines = ColorFeatures::KINDS.map(|(name, n_terms)| (name.to_owned(), n_terms)).to_vec();
    Layout { kind: "values", section: "knot", n_sections: N_KNOTS, lines, is_positive: false }
}

/// The stage of a game.
pub fn stage(position: &Position) -> usize {
    position.ply() * 4 / position.colors().len()
}

/// Between which knots a stage is, and what part each has in its weights.
pub fn knots(stage: usize) -> [(usize, f32); 2] {
    let next = KNOTS.iter().position(|&knot| 4 * knot > stage).unwrap_or(N_KNOTS - 1);
    let before = 4 * KNOTS[next - 1];
    let after = 4 * KNOTS[next];
    let part = (stage - before) as f32 / (after - before) as f32;
    [(next - 1, 1.0 - part), (next, part)]
}

/// The probability for logarithmic odds. Not the logistic curve, which is not the
/// same on every machine, but within three percent of it.
fn likely(odds: f32) -> f32 {
    let odds = SLOPE * odds;
    0.5 * (1.0 + odds / (1.0 + odds * odds).sqrt())
}

const SLOPE: f32 = 0.56;

/// For duo, for two colors on the large board, and for one.
const BUILT_IN: [&str; 3] = [
    include_str!("values/duo.txt"),
    include_str!("values/classic-2.txt"),
    include_str!("values/classic.txt"),
];

#[cfg(test)]
mod tests {
    use tilewright_blokus::Blokus;
    use tilewright_core::{Game, parse_options};

    use super::*;
    use crate::chance::generator;

    fn start(pairs: &[(&str, &str)]) -> Position {
        Blokus::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap()
    }

    #[test]
    fn seats_share_what_there_is_in_every_variant() {
        for variant in ["duo", "classic-2", "classic-3", "classic", "tilewe"] {
            let mut position = start(&[("variant", variant)]);
            let mut rng = generator(3, 0);
            while let Some(m) = position.random_move(&mut rng) {
                let shares = Values::built_in().of(&position).shares(&position).unwrap();
                let n_seats = position.n_seats() as f32;
                let all = shares.iter().sum::<f32>();
                assert!((all - n_seats / 2.0).abs() < 1e-4, "{position} {shares:?}");
                assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
                position.play_unchecked(m);
            }
        }
    }

    #[test]
    fn nobody_is_ahead_of_who_is_alone() {
        let position = start(&[("variant", "tilewe"), ("seats", "1")]);
        assert_eq!(Values::built_in().of(&position).shares(&position), None);
    }

    /// After eight pieces of each color, who is expected to be ahead mostly is, on average, in
    /// games that are played out by chance from there.
    #[test]
    fn who_is_expected_to_be_ahead_mostly_is() {
        for variant in ["duo", "classic-2", "classic-3", "classic"] {
            let mut n_right = 0;
            let mut n_all = 0;
            for seed in 0..60 {
                let mut position = start(&[("variant", variant)]);
                let mut rng = generator(seed, 0);
                for _ in 0..8 * position.colors().len() {
                    let Some(m) = position.random_move(&mut rng) else { break };
                    position.play_unchecked(m);
                }
                let shares = Values::built_in().of(&position).shares(&position).unwrap();
                let mut sums = BySeat::from_fn(position.n_seats(), |_| 0);
                for _ in 0..20 {
                    let mut end = position.clone();
                    end.play_out_large_first(&mut rng);
                    sums.seats().for_each(|seat| sums[seat] += end.scores()[seat]);
                }
                for one in shares.seats() {
                    for other in shares.seats().filter(|&other| sums[one] > sums[other] + 60) {
                        n_right += u32::from(shares[one] > shares[other]);
                        n_all += 1;
                    }
                }
            }
            assert!(n_all > 30 && 4 * n_right > 3 * n_all, "{variant}: {n_right} of {n_all}");
        }
    }

    #[test]
    fn the_file_has_a_number_for_every_term_at_every_knot() {
        assert_eq!(layout().n_numbers(), N_WEIGHTS);
    }

    /// The fit counts the terms that are evaluated.
    #[test]
    fn what_a_seat_has_is_the_sum_of_its_terms_with_the_weights_of_two_knots() {
        let weights: Vec<f32> = (0..N_WEIGHTS).map(|i| (i * 37 % 101) as f32 / 1_000.0).collect();
        let values = Values::new(&weights);
        for variant in ["duo", "classic-2", "classic-3"] {
            let mut position = start(&[("variant", variant)]);
            let mut rng = generator(5, 0);
            while let Some(m) = position.random_move(&mut rng) {
                let features = ColorFeatures::new(&position);
                let mut sums = BySeat::from_fn(position.n_seats(), |_| 0.0_f32);
                for &color in position.colors() {
                    let Some(seat) = position.owner(color) else { continue };
                    for (knot, part) in knots(stage(&position)) {
                        let weights = &weights[knot * ColorFeatures::N_TERMS..];
                        let terms = features.of(color.index()).iter().zip(weights);
                        sums[seat] +=
                            terms.map(|(&it, weight)| part * weight * f32::from(it)).sum::<f32>();
                    }
                }
                let worths = values.worths(&position);
                for seat in sums.seats() {
                    assert!((worths[seat] / sums[seat] - 1.0).abs() < 1e-3, "{position}");
                }
                position.play_unchecked(m);
            }
        }
    }

    #[test]
    fn weights_change_evenly_between_knots() {
        for stage in 0..N_STAGES {
            let [before, after] = knots(stage);
            assert_eq!(before.0 + 1, after.0);
            assert!((before.1 + after.1 - 1.0).abs() < 1e-6 && before.1 >= 0.0 && after.1 >= 0.0);
            let place = before.1 * KNOTS[before.0] as f32 + after.1 * KNOTS[after.0] as f32;
            assert!((place - stage as f32 / 4.0).abs() < 1e-4, "{stage}");
        }
    }

    #[test]
    fn odds_are_nearly_as_likely_as_by_the_logistic_curve() {
        for odds in [0.0_f32, 0.3, 1.0, 1.0986, 2.0, 4.0] {
            let logistic = 1.0 / (1.0 + (-odds).exp());
            assert!((likely(odds) - logistic).abs() < 0.03, "{odds} {} {logistic}", likely(odds));
            assert!((likely(odds) + likely(-odds) - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn who_places_the_smallest_pieces_first_is_behind() {
        let mut position = start(&[("variant", "duo")]);
        let mut moves = Vec::new();
        for ply in 0..8 {
            moves.clear();
            position.legal_moves(&mut moves);
            moves.sort_by_key(|m| m.squares().count());
            position.play_unchecked(moves[if ply % 2 == 0 { moves.len() - 1 } else { 0 }]);
        }
        let shares = Values::built_in().of(&position).shares(&position).unwrap();
        let [first, second] = *shares.as_slice() else { panic!("two seats") };
        assert!(first > second + 0.2, "{first} {second}");
    }
}
