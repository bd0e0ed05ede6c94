//! Policy priors of Blokus: a log-linear model of the moves that the search visits most.
//!
//! A placement is as likely as the product of its factors: one for the piece, one for each square
//! that it covers or touches by how that [looks](FeatureMap) and how far from the center it is, and
//! one for each edge at the border. There is a set of factors for each phase of the game. They are
//! fitted to games that the bot plays against itself, for each variant: `cargo run --release -p
//! tilewright-tuning -- blokus priors --help` explains how.
//!
//! (Factors of squares cost one look at the board and then some twenty multiplications for a
//! placement, however much is seen in a square. Features of whole placements, such as how many
//! corners they open, cost as much each.)

use std::sync::LazyLock;

use tilewright_blokus::{Feature, FeatureMap, Move, Part, Piece, Position, SquareFeatures};
use tilewright_core::grid::Square;

use super::model::{Layout, Model, Models};

/// The factors of a model.
pub(crate) struct Priors {
    phases: [Phase; N_PHASES],
}

struct Phase {
    pieces: [f32; N_PIECES],
    /// By the index of an features, for body, corner and edge.
    looks: Vec<[f32; 3]>,
    /// By how far from the center, for body, corner and edge.
    rings: [[f32; 3]; N_RINGS],
    border: f32,
}

/// The number of phases of a game.
pub const N_PHASES: usize = 4;

/// A phase ends when a color has placed so many pieces.
const PHASE_ENDS: [usize; N_PHASES - 1] = [2, 5, 9];

/// The distances from the center, in rings, on a board of twenty.
const N_RINGS: usize = 10;

/// The factors of a phase: for the pieces, then for each part its features and rings, then for the
/// border.
pub const N_FACTORS: usize = N_PIECES + 3 * N_FACTORS_OF_PART + 1;

const N_PIECES: usize = Piece::ALL.len();

const N_FACTORS_OF_PART: usize = {
    let mut n_factors = N_PLACES + N_RINGS;
    let mut i = 0;
    while i < Feature::ALL.len() {
        n_factors += Feature::ALL[i].n_values();
        i += 1;
    }
    n_factors
};

/// The number of values that own, theirs and room have together: the value of a square to one
/// depends on what it is worth to others.
const N_PLACES: usize =
    Feature::Own.n_values() * Feature::Theirs.n_values() * Feature::Room.n_values();

const BORDER: usize = N_FACTORS - 1;

impl Priors {
    /// Appends how likely each of the legal placements is, of which only the ratios count.
    pub(crate) fn append(&self, position: &Position, moves: &[Move], weights: &mut Vec<f32>) {
        let Some(feature_map) = FeatureMap::new(position) else { return };
        let phase = &self.phases[phase(position)];
        let size = feature_map.size();
        let placement_weights = feature_map.placement_weights(
            |features, square| {
                let look = phase.looks[features.index()];
                let ring = phase.rings[ring(square, size)];
                [look[0] * ring[0], look[1] * ring[1], look[2] * ring[2]]
            },
            phase.border,
        );
        weights.extend(
            moves.iter().map(|&m| phase.pieces[m.piece().index()] * placement_weights.of(m)),
        );
    }
}

impl Model for Priors {
    fn layout() -> Layout {
        layout()
    }

    fn new(factors: &[f32]) -> Priors {
        let of_phase = |phase: usize| &factors[phase * N_FACTORS..][..N_FACTORS];
        Priors { phases: std::array::from_fn(|phase| Phase::new(of_phase(phase))) }
    }

    fn built_in() -> &'static Models<Priors> {
        static ALL: LazyLock<Models<Priors>> = LazyLock::new(|| Models::parse(BUILT_IN));
        &ALL
    }
}

impl Phase {
    fn new(factors: &[f32]) -> Phase {
        let of_part = |part: usize, factor: usize| factors[first_of_part(part) + factor];
        let look = |index: usize, part: usize| {
            let factors = SquareFeatures::nth(index).into_iter().flat_map(factors_of_look);
            factors.map(|factor| of_part(part, factor)).product()
        };
        let rings = N_FACTORS_OF_PART - N_RINGS;
        let parts = [0, 1, 2];
        Phase {
            pieces: std::array::from_fn(|piece| factors[piece]),
            looks: (0..SquareFeatures::COUNT)
                .map(|index| parts.map(|part| look(index, part)))
                .collect(),
            rings: std::array::from_fn(|ring| parts.map(|part| of_part(part, rings + ring))),
            border: factors[BORDER],
        }
    }
}

/// Which phase of the game the color to move is in.
pub fn phase(position: &Position) -> usize {
    let n_placed =
        position.color_to_move().map_or(0, |us| N_PIECES - position.remaining(us).count());
    PHASE_ENDS.iter().filter(|&&end| n_placed >= end).count()
}

/// Which factors a square has that is a part of a placement, or what lies beyond the border. The
/// piece has one more: that of its index.
pub fn factors_at(
    feature_map: &FeatureMap,
    part: Part,
    square: Option<Square>,
) -> impl Iterator<Item = usize> {
    let first = first_of_part(part as usize);
    let border = (square.is_none() && part == Part::Edge).then_some(BORDER);
    let features = square.map(|square| feature_map.at(square));
    let looks = features.into_iter().flat_map(factors_of_look).map(move |factor| first + factor);
    let rings = first + N_FACTORS_OF_PART - N_RINGS;
    let ring = square.map(|square| rings + ring(square, feature_map.size()));
    looks.chain(ring).chain(border)
}

/// The layout of a model file: for each phase lines for the pieces, for each part, and for
/// the border.
pub fn layout() -> Layout {
    let mut lines = vec![("piece".to_owned(), N_PIECES)];
    for part in ["body", "corner", "edge"] {
        for feature in Feature::ALL {
            lines.push((format!("{part} {}", feature.name()), feature.n_values()));
        }
        lines.push((format!("{part} place"), N_PLACES));
        lines.push((format!("{part} ring"), N_RINGS));
    }
    lines.push(("border".to_owned(), 1));
    Layout { kind: "priors", section: "phase", n_sections: N_PHASES, lines, is_positive: true }
}

/// The factors of a part that a square has.
fn factors_of_look(square: SquareFeatures) -> impl Iterator<Item = usize> {
    let place = [Feature::Own, Feature::Theirs, Feature::Room]
        .into_iter()
        .fold(0, |place, feature| place * feature.n_values() + square.value(feature));
    let features = features().map(move |(feature, first)| first + square.value(feature));
    features.chain([N_FACTORS_OF_PART - N_RINGS - N_PLACES + place])
}

/// Each feature with the first of its factors among those of a part.
fn features() -> impl Iterator<Item = (Feature, usize)> {
    Feature::ALL.into_iter().scan(0, |first, feature| {
        let of_feature = *first;
        *first += feature.n_values();
        Some((feature, of_feature))
    })
}

const fn first_of_part(part: usize) -> usize {
    N_PIECES + part * N_FACTORS_OF_PART
}

/// The number of rings of squares between a square and the center.
fn ring(square: Square, size: u8) -> usize {
    let from_center = |at: u8| (2 * i32::from(at) + 1 - i32::from(size)).unsigned_abs() as usize;
    from_center(square.x()).max(from_center(square.y())) / 2
}

/// For duo, for two colors on the large board, and for one.
const BUILT_IN: [&str; 3] = [
    include_str!("priors/duo.txt"),
    include_str!("priors/classic-2.txt"),
    include_str!("priors/classic.txt"),
];

#[cfg(test)]
mod tests {
    use tilewright_blokus::Blokus;
    use tilewright_core::{Game, Position as _, Symmetric, parse_options};

    use super::*;

    fn weighed(position: &Position) -> Vec<(Move, f32)> {
        let mut moves = Vec::new();
        let mut weights = Vec::new();
        position.legal_moves(&mut moves);
        Priors::built_in().of(position).append(position, &moves, &mut weights);
        assert_eq!(moves.len(), weights.len());
        moves.into_iter().zip(weights).collect()
    }

    #[test]
    fn every_placement_of_every_variant_has_a_weight() {
        for pairs in [
            [("variant", "duo")].as_slice(),
            &[("variant", "classic-2")],
            &[("variant", "classic-3")],
            &[("variant", "classic")],
            &[("variant", "tilewe"), ("seats", "1")],
        ] {
            let options = parse_options(pairs.iter().copied()).unwrap();
            let mut position = Blokus::start(&options).unwrap();
            while !position.turn().is_over() {
                let weighed = weighed(&position);
                assert!(weighed.iter().all(|(_, weight)| weight.is_normal()), "{position}");
                position.play_unchecked(weighed[weighed.len() / 2].0);
            }
        }
    }

    /// The fit counts the factors that are used.
    #[test]
    fn a_weight_is_the_product_of_the_factors() {
        let factors: Vec<f32> = (0..N_PHASES * N_FACTORS)
            .map(|i| 0.9 + f32::from((i * 37 % 101) as u8) / 500.0)
            .collect();
        let priors = Priors::new(&factors);
        for variant in ["duo", "classic-2"] {
            let options = parse_options([("variant", variant)]).unwrap();
            let mut position = Blokus::start(&options).unwrap();
            while !position.turn().is_over() {
                let mut moves = Vec::new();
                let mut weights = Vec::new();
                position.legal_moves(&mut moves);
                priors.append(&position, &moves, &mut weights);
                let feature_map = FeatureMap::new(&position).unwrap();
                let of_phase = &factors[phase(&position) * N_FACTORS..][..N_FACTORS];
                for (&m, weight) in moves.iter().zip(weights).step_by(11) {
                    let squares = feature_map.parts(m).flat_map(|(part, square)| {
                        factors_at(&feature_map, part, square).collect::<Vec<_>>()
                    });
                    let all = squares.chain([m.piece().index()]).map(|factor| of_phase[factor]);
                    assert!((weight / all.product::<f32>() - 1.0).abs() < 1e-3, "{position} {m}");
                }
                position.play_unchecked(moves[moves.len() / 2]);
            }
        }
    }

    #[test]
    fn a_mirrored_placement_looks_the_same() {
        let start = Blokus::start(&parse_options([("variant", "duo")]).unwrap()).unwrap();
        let first = weighed(&start);
        let mut n_mirrors = 0;
        for symmetry in start.symmetries() {
            // Only those that leave the colors as they are: then the same one begins.
            let is_mirror = first.iter().any(|&(m, _)| start.transform_move(m, symmetry) != m);
            if start.transform(symmetry) != start || !is_mirror {
                continue;
            }
            n_mirrors += 1;
            let mut position = start.clone();
            let mut mirrored = start.clone();
            while !position.turn().is_over() {
                let weights = weighed(&position);
                let other = weighed(&mirrored);
                for &(m, weight) in &weights {
                    let m = position.transform_move(m, symmetry);
                    let of_mirror = other.iter().find(|it| it.0 == m).unwrap().1;
                    assert!((weight / of_mirror - 1.0).abs() < 1e-3, "{position} {m}");
                }
                let m = weights[weights.len() / 2].0;
                mirrored.play_unchecked(position.transform_move(m, symmetry));
                position.play_unchecked(m);
            }
        }
        assert!(n_mirrors > 0);
    }

    #[test]
    fn the_file_has_a_number_for_every_factor_of_every_phase() {
        assert_eq!(layout().n_numbers(), N_PHASES * N_FACTORS);
    }
}
