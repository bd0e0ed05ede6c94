//! Features of squares for the color that places next, the input of the policy prior.

use tilewright_core::Seat;
use tilewright_core::grid::Square;

use crate::moves::Move;
use crate::position::Position;
use crate::rows::{N_ROWS, PADDING, Place, Rows};

/// The features of every square for the color to move, computed once for all its placements.
///
/// ```
/// use tilewright_blokus::{Blokus, Feature, Options, FeatureMap, Part};
/// use tilewright_core::Game;
///
/// let position = Blokus::start(&Options::default())?;
/// let feature_map = FeatureMap::new(&position).unwrap();
/// // The W in the corner of the board covers the one square where blue may begin.
/// let is_corner = |part: &(Part, Option<_>)| {
///     let (part, square) = *part;
///     let own = square.map(|square| feature_map.at(square).value(Feature::Own));
///     part == Part::Body && own == Some(1)
/// };
/// assert_eq!(feature_map.parts("W5e@a18".parse()?).filter(is_corner).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FeatureMap {
    size: u8,
    /// Bit i of [`SquareFeatures`] says if the square is in set i.
    sets: [Rows; N_BITS],
}

/// The features of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareFeatures(u16);

/// A feature of a square. Each has a few values, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The distance of the color to move: it may not cover the square (0), the square is a corner
    /// (1), one or two steps from a corner (2), three or four (3), or more or unreachable (4).
    Own,
    /// The distance of other seats' colors: more than four steps (0), a corner with at most one
    /// free neighbor (1) or with more (2), one step from a corner (3) to four steps (6).
    Theirs,
    /// The distance of the other color of the same seat: more than two steps (0), a corner (1), one
    /// or two steps from a corner (2).
    Partner,
    /// The distance to the last placement of another seat: beside it (1), two or three steps away,
    /// also diagonally (2), or more (0). It is 0 in a position that was not reached by moves.
    Near,
    /// The room around it: the color to move may not cover all four neighbors (0), it may (1), or
    /// it may cover all eight (2).
    Room,
}

impl Feature {
    /// All features, in the order of their bits.
    pub const ALL: [Feature; 5] =
        [Feature::Own, Feature::Theirs, Feature::Partner, Feature::Near, Feature::Room];

    /// The number of values.
    pub const fn n_values(self) -> usize {
        match self {
            Feature::Own => 5,
            Feature::Theirs => 7,
            Feature::Partner | Feature::Near | Feature::Room => 3,
        }
    }

    /// The name in model files.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Own => "own",
            Feature::Theirs => "theirs",
            Feature::Partner => "partner",
            Feature::Near => "near",
            Feature::Room => "room",
        }
    }

    /// The lowest bit and the number of bits.
    const fn bits(self) -> (u32, u32) {
        match self {
            Feature::Own => (0, 3),
            Feature::Theirs => (3, 3),
            Feature::Partner => (6, 2),
            Feature::Near => (8, 2),
            Feature::Room => (10, 2),
        }
    }
}

const N_BITS: usize = 12;

impl SquareFeatures {
    /// An upper bound of the indexes.
    pub const COUNT: usize = 1 << N_BITS;

    /// The features of this index, if there is one.
    pub fn nth(index: usize) -> Option<SquareFeatures> {
        let features = SquareFeatures(u16::try_from(index).ok()?);
        let exists = |feature: Feature| features.value(feature) < feature.n_values();
        (index < SquareFeatures::COUNT && Feature::ALL.into_iter().all(exists)).then_some(features)
    }

    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The value of a feature.
    pub const fn value(self, feature: Feature) -> usize {
        let (first, n_bits) = feature.bits();
        (self.0 >> first & ((1 << n_bits) - 1)) as usize
    }
}

/// The part of a square in a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It is covered.
    Body,
    /// It touches the covered squares diagonally, and may become a corner.
    Corner,
    /// It shares an edge with the covered squares.
    Edge,
}

impl Part {
    /// All parts, in order.
    pub const ALL: [Part; 3] = [Part::Body, Part::Corner, Part::Edge];
}

/// The weight of each square in a placement, as a factor: the weight of a placement is the product.
#[derive(Clone, Debug)]
pub struct PlacementWeights([f32; 3 * N_SQUARES]);

/// The number of weights for one kind of part, the bits of a set of rows.
const N_SQUARES: usize = N_ROWS * 32;

impl FeatureMap {
    /// Computes the features of a position; `None` once the game is over.
    pub fn new(position: &Position) -> Option<FeatureMap> {
        let us = position.color_to_move()?;
        let player = position.player(us);
        let (free, corners) = position.ground(us.index());
        let own = Reach::new(&free, &corners);
        let mut theirs = Reaches::EMPTY;
        let mut partners = Reaches::EMPTY;
        for &color in position.colors().iter().filter(|&&color| color != us) {
            if !position.is_known_out(color) {
                let (free, corners) = position.ground(color.index());
                let side =
                    if position.player(color) == player { &mut partners } else { &mut theirs };
                side.add(&Reach::new(&free, &corners));
            }
        }
        let [_, _, within_two, _, within_four] = own.within;
        let near = within_two.without(&corners);
        let far = within_four.without(&within_two);
        let beyond = free.without(&within_four);
        let [tight, open, step1, step2, step3, step4] = theirs.nearest();
        let (beside, around) = near_last(position, player);
        let (plus, all_eight) = free.surrounded();
        let sets = [
            corners.or(&far),
            near.or(&far),
            beyond,
            tight.or(&step1).or(&step3),
            open.or(&step1).or(&step4),
            step2.or(&step3).or(&step4),
            partners.within[0],
            partners.within[2].without(&partners.within[0]),
            beside,
            around,
            plus.without(&all_eight),
            all_eight,
        ];
        Some(FeatureMap { size: position.size(), sets })
    }

    /// The width and height of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The features of a square.
    pub fn at(&self, square: Square) -> SquareFeatures {
        self.square_features(usize::from(square.y()) + PADDING)[usize::from(square.x()) + PADDING]
    }

    /// The features of the squares of a row, by bit: all at once, because eight take no longer than
    /// one.
    #[inline]
    fn square_features(&self, row: usize) -> [SquareFeatures; 32] {
        let mut square_features = [0; 32];
        for (i, set) in self.sets.iter().enumerate() {
            for (bit, features) in square_features.iter_mut().enumerate() {
                *features |= (set.0[row] >> bit & 1) << i;
            }
        }
        square_features.map(|features| SquareFeatures(features as u16))
    }

    /// The squares that a placement covers or touches; `None` for one off the board.
    pub fn parts(&self, m: Move) -> impl Iterator<Item = (Part, Option<Square>)> {
        let size = self.size;
        let first = Place::around(m.x(), m.y()).index();
        m.orientation().shape().parts.iter().map(move |&part| {
            let part = usize::from(part) + first;
            let x = part % 32;
            let y = part % N_SQUARES / 32;
            let on_board = |at: usize| (PADDING..PADDING + usize::from(size)).contains(&at);
            let square = (on_board(x) && on_board(y))
                .then(|| Square::new((x - PADDING) as u8, (y - PADDING) as u8))
                .flatten();
            (Part::ALL[part / N_SQUARES], square)
        })
    }

    /// The weights of all squares, from `worth` by features and square; an edge at the border of
    /// the board has the weight `border`.
    pub fn placement_weights(
        &self,
        worth: impl Fn(SquareFeatures, Square) -> [f32; 3],
        border: f32,
    ) -> PlacementWeights {
        let mut factors = [1.0; 3 * N_SQUARES];
        factors[2 * N_SQUARES..3 * N_SQUARES].fill(border);
        for y in 0..self.size {
            let row = usize::from(y) + PADDING;
            let square_features = self.square_features(row);
            for x in 0..self.size {
                let bit = usize::from(x) + PADDING;
                let square = Square::new(x, y).expect("the board is small");
                let [body, corner, edge] = worth(square_features[bit], square);
                let index = row * 32 + bit;
                factors[index] = body;
                factors[index + N_SQUARES] = corner;
                factors[index + 2 * N_SQUARES] = edge;
            }
        }
        PlacementWeights(factors)
    }
}

impl PlacementWeights {
    /// The weight of a placement: the product over its parts.
    #[inline]
    pub fn of(&self, m: Move) -> f32 {
        let first = Place::around(m.x(), m.y()).index();
        let factor = |part: u16| self.0[first + usize::from(part)];
        // Four products in parallel, because each multiplication waits for the one before it.
        let (fours, rest) = m.orientation().shape().parts.as_chunks::<4>();
        let mut products = [1.0_f32; 4];
        for &parts in fours {
            products = std::array::from_fn(|i| products[i] * factor(parts[i]));
        }
        for (product, &part) in products.iter_mut().zip(rest) {
            *product *= factor(part);
        }
        products.iter().product()
    }
}

/// The squares that a color can cover within some steps from a corner.
struct Reach {
    free: Rows,
    /// The squares, by the number of steps.
    within: [Rows; 5],
}

impl Reach {
    fn new(free: &Rows, corners: &Rows) -> Reach {
        let mut within = [*corners; 5];
        for steps in 1..5 {
            within[steps] = within[steps - 1].grown().and(free);
        }
        Reach { free: *free, within }
    }
}

/// The squares that some colors can cover, by the distance of the nearest.
struct Reaches {
    open: Rows,
    within: [Rows; 5],
}

impl Reaches {
    const EMPTY: Reaches = Reaches { open: Rows::EMPTY, within: [Rows::EMPTY; 5] };

    fn add(&mut self, reach: &Reach) {
        let several = reach.free.with_two_neighbors();
        self.open = self.open.or(&reach.within[0].and(&several));
        for (all, within) in self.within.iter_mut().zip(&reach.within) {
            *all = all.or(within);
        }
    }

    /// Corners with little room, corners with more, and the squares one to four steps away.
    fn nearest(&self) -> [Rows; 6] {
        let within = &self.within;
        let after = |steps: usize| within[steps].without(&within[steps - 1]);
        [within[0].without(&self.open), self.open, after(1), after(2), after(3), after(4)]
    }
}

/// The squares beside the last placement of another seat, and those up to three steps away.
fn near_last(position: &Position, player: Option<Seat>) -> (Rows, Rows) {
    let others = position.colors().iter().filter(|&&color| position.player(color) != player);
    let last = others.filter_map(|&color| position.last_placed(color)).max_by_key(|last| last.0);
    let Some((_, m)) = last else { return (Rows::EMPTY, Rows::EMPTY) };
    let beside = Rows::of(m.squares()).boxed();
    (beside, beside.boxed().boxed().without(&beside))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tilewright_core::{Game, Position as _, parse_options};

    use super::*;
    use crate::Blokus;
    use crate::slow::{DIAGONALS, EDGES, Slow};

    /// The value of each feature of a square, by its definition.
    fn slow_values(position: &Position, last: Option<Move>, square: Square) -> [usize; 5] {
        let slow = Slow(position);
        let us = position.color_to_move().unwrap();
        let others = |is_partner: bool| {
            let player = position.player(us);
            let others = position.colors().iter().copied().filter(move |&color| color != us);
            others.filter(move |&color| {
                !position.is_known_out(color) && (position.player(color) == player) == is_partner
            })
        };
        let soonest = |is_partner: bool| {
            let steps =
                others(is_partner).filter_map(|color| slow.steps(color).get(&square).copied());
            steps.min()
        };
        let is_open = others(false)
            .any(|color| slow.is_corner(color, square) && slow.n_free(color, square, EDGES) >= 2);
        let own = match slow.steps(us).get(&square) {
            _ if !slow.is_free(us, square) => 0,
            Some(0) => 1,
            Some(1 | 2) => 2,
            Some(_) => 3,
            None => 4,
        };
        let theirs = match soonest(false) {
            None => 0,
            Some(0) => 1 + usize::from(is_open),
            Some(n_steps) => 2 + n_steps,
        };
        let partner = match soonest(true) {
            Some(0) => 1,
            Some(1 | 2) => 2,
            _ => 0,
        };
        let away = |from: Square| from.x().abs_diff(square.x()).max(from.y().abs_diff(square.y()));
        let near = match last.and_then(|m| m.squares().map(away).min()) {
            Some(0 | 1) => 1,
            Some(2 | 3) => 2,
            _ => 0,
        };
        let is_surrounded = |offsets| slow.n_free(us, square, offsets) == 4;
        let room =
            match (slow.is_free(us, square) && is_surrounded(EDGES), is_surrounded(DIAGONALS)) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => 2,
            };
        [own, theirs, partner, near, room]
    }

    #[test]
    fn squares_look_as_they_are() {
        for [variant, seats] in [["duo", "2"], ["tilewe", "2"], ["tilewe", "4"], ["classic-3", "3"]]
        {
            let options = parse_options([("variant", variant), ("seats", seats)]).unwrap();
            let mut position = Blokus::start(&options).unwrap();
            let mut moves = Vec::new();
            let mut last = BTreeMap::new();
            while let Some(us) = position.color_to_move() {
                let feature_map = FeatureMap::new(&position).unwrap();
                let player = position.player(us);
                let others = last.iter().filter(|(color, _)| position.player(**color) != player);
                let last_of_others =
                    others.map(|(_, &placed)| placed).max_by_key(|it: &(u32, _)| it.0);
                let step = if position.ply() % 5 == 3 { 1 } else { 23 };
                for square in Slow(&position).squares().step_by(step) {
                    let values = Feature::ALL.map(|feature| feature_map.at(square).value(feature));
                    let slow = slow_values(&position, last_of_others.map(|it| it.1), square);
                    assert_eq!(values, slow, "{position} {square}");
                }
                moves.clear();
                position.legal_moves(&mut moves);
                let m = moves[moves.len() * 5 / 7];
                last.insert(us, (position.ply() as u32, m));
                position.play_unchecked(m);
            }
            assert!(FeatureMap::new(&position).is_none());
        }
    }

    #[test]
    fn an_aspect_is_found_by_its_index_and_there_is_none_above() {
        let square_features: Vec<SquareFeatures> =
            (0..=SquareFeatures::COUNT).filter_map(SquareFeatures::nth).collect();
        assert_eq!(
            square_features.len(),
            Feature::ALL.map(Feature::n_values).iter().product::<usize>()
        );
        assert!(
            square_features
                .iter()
                .all(|&features| SquareFeatures::nth(features.index()) == Some(features))
        );
    }

    /// Checks that corners of a color that is out no longer count.
    #[test]
    fn a_color_whose_turn_is_skipped_is_known_to_be_out() {
        let mut position =
            Blokus::start(&parse_options([("variant", "classic")]).unwrap()).unwrap();
        let mut moves = Vec::new();
        let mut n_skipped = 0;
        while let Some(us) = position.color_to_move() {
            moves.clear();
            position.legal_moves(&mut moves);
            position.play_unchecked(moves[moves.len() / 2]);
            let next = position.color_to_move();
            let after_us = position.colors().iter().cycle().skip(us.index() + 1);
            for &color in after_us.take(4).take_while(|&&color| Some(color) != next) {
                assert!(position.is_known_out(color), "{position} {color}");
                n_skipped += 1;
            }
        }
        assert!(n_skipped > 4, "{n_skipped}");
    }

    #[test]
    fn a_placement_is_worth_the_product_of_its_parts() {
        let options = parse_options([("variant", "duo")]).unwrap();
        let mut position = Blokus::start(&options).unwrap();
        position.play("F5e@d9".parse().unwrap()).unwrap();
        let feature_map = FeatureMap::new(&position).unwrap();
        let worth = |features: SquareFeatures, square: Square| {
            let look = 1.0 + f32::from(features.0) / 4096.0;
            [look, look + f32::from(square.x()) / 32.0, look + f32::from(square.y()) / 32.0]
        };
        let placement_weights = feature_map.placement_weights(worth, 0.5);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut n_at_border = 0;
        for m in moves {
            let parts: Vec<_> = feature_map.parts(m).collect();
            let covered = parts.iter().filter(|it| it.0 == Part::Body).filter_map(|it| it.1);
            assert!(covered.eq(m.squares()), "{m}");
            n_at_border += usize::from(parts.contains(&(Part::Edge, None)));
            let factor = |&(part, square): &(Part, Option<Square>)| match square {
                Some(square) => worth(feature_map.at(square), square)[part as usize],
                None if part == Part::Edge => 0.5,
                None => 1.0,
            };
            let product: f32 = parts.iter().map(factor).product();
            assert!((placement_weights.of(m) / product - 1.0).abs() < 1e-4, "{m}");
        }
        assert!(n_at_border > 0);
    }
}
