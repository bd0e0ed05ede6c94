//! Features of positions for evaluation: the prospects of each color as numbers.

use tilewright_core::Seat;

use crate::piece::Piece;
use crate::position::Position;
use crate::rows::{Pairs, Rows};
use crate::setup::Color;

/// The features of each color: free squares by the distance of this color and of others, the
/// remaining pieces, and the turn.
///
/// ```
/// use tilewright_blokus::{Blokus, Options, ColorFeatures};
/// use tilewright_core::Game;
///
/// let features = ColorFeatures::new(&Blokus::start(&Options::default())?);
/// // Everybody has the same before the first move, but for whose turn it is.
/// let [blue, yellow] = [0, 1].map(|color| &features.of(color)[..ColorFeatures::FIRST_OF_TURNS]);
/// assert_eq!(blue, yellow);
/// # Ok::<(), tilewright_core::OptionsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ColorFeatures {
    /// By the index of the color.
    terms: [[u16; ColorFeatures::N_TERMS]; 4],
}

/// The number of classes of distance from a corner: none, one, two, up to four, up to eight steps,
/// and more or never.
const N_REACHES: usize = 6;

/// The squares that a color can reach, by class of distance. The first four steps cross edges, as
/// the squares of one piece do; four more cross corners too.
type Reach = [Rows; N_REACHES - 1];

impl ColorFeatures {
    /// The kinds of features in order, each with its number.
    pub const KINDS: [(&'static str, usize); 6] = [
        // Free squares, by the distance of this color, and then by that of the others.
        ("land", N_REACHES * N_REACHES),
        // Free squares whose four neighbors are free too, by distance.
        ("room", N_REACHES),
        // Free squares within two steps of another color of the same seat, by distance.
        ("shared", N_REACHES),
        // 1 for each remaining piece.
        ("piece", Piece::ALL.len()),
        // 1 for its place in the order of turns.
        ("turn", 4),
        // 1 if it placed all pieces, and 1 if it is known to be out with pieces left.
        ("end", 2),
    ];

    /// The number of features of a color.
    pub const N_TERMS: usize = first_of(ColorFeatures::KINDS.len());

    /// The first feature of the turn.
    pub const FIRST_OF_TURNS: usize = first_of(TURN);

    /// Computes the features of a position.
    pub fn new(position: &Position) -> ColorFeatures {
        let colors = position.colors();
        let mut grounds = [None; 4];
        for (ground, &color) in grounds.iter_mut().zip(colors) {
            if !position.is_known_out(color) {
                let (free, corners) = position.ground(color.index());
                *ground = Some((position.owner(color), free, reach(&free, &corners)));
            }
        }
        let mut features = ColorFeatures { terms: [[0; ColorFeatures::N_TERMS]; 4] };
        for (index, terms) in features.terms.iter_mut().enumerate().take(colors.len()) {
            // A color without an owner is in the way of others, but its own features are worth
            // nothing.
            if let Some((Some(seat), free, own)) = &grounds[index] {
                let others = grounds.iter().enumerate().filter(|&(other, _)| other != index);
                let others = others.filter_map(|(_, ground)| ground.as_ref());
                count_squares(terms, free, own, *seat, others);
            }
        }
        features.tell_pieces(position);
        features
    }

    /// The features of the color with this index.
    #[inline]
    pub const fn of(&self, color: usize) -> &[u16; ColorFeatures::N_TERMS] {
        &self.terms[color]
    }

    /// Sets the features of remaining pieces, turns and ends.
    fn tell_pieces(&mut self, position: &Position) {
        let colors = position.colors();
        let to_move = position.color_to_move().map_or(0, Color::index);
        for (&color, terms) in colors.iter().zip(&mut self.terms) {
            let left = position.pieces_left(color.index());
            for piece in 0..Piece::ALL.len() {
                terms[first_of(PIECE) + piece] = (left >> piece & 1) as u16;
            }
            let n_before = (color.index() + colors.len() - to_move) % colors.len();
            let is_out = position.is_known_out(color);
            terms[first_of(TURN) + n_before] = u16::from(!is_out);
            terms[first_of(END)] = u16::from(left == 0);
            terms[first_of(END) + 1] = u16::from(is_out && left != 0);
        }
    }
}

/// The indexes of the kinds after `land`, which is first.
const ROOM: usize = 1;
const SHARED: usize = 2;
const PIECE: usize = 3;
const TURN: usize = 4;
const END: usize = 5;

/// The first feature of a kind.
const fn first_of(kind: usize) -> usize {
    let mut first = 0;
    let mut i = 0;
    while i < kind {
        first += ColorFeatures::KINDS[i].1;
        i += 1;
    }
    first
}

fn reach(free: &Rows, corners: &Rows) -> Reach {
    let further = |rows: &Rows| rows.grown().and(free);
    let across = |rows: &Rows| rows.boxed().and(free);
    let one = further(corners);
    let two = further(&one);
    let four = further(&further(&two));
    let eight = across(&across(&across(&across(&four))));
    [*corners, one, two, four, eight]
}

/// Counts the free squares of a color, by its distance and that of the others.
fn count_squares<'a>(
    terms: &mut [u16; ColorFeatures::N_TERMS],
    free: &Rows,
    own: &Reach,
    seat: Seat,
    others: impl Iterator<Item = &'a (Option<Seat>, Rows, Reach)>,
) {
    let mut theirs = [Rows::EMPTY; N_REACHES - 1];
    let mut partner = Rows::EMPTY;
    for (other, _, reach) in others {
        if *other == Some(seat) {
            partner = partner.or(&reach[2]);
            continue;
        }
        for (all, within) in theirs.iter_mut().zip(reach) {
            *all = all.or(within);
        }
    }
    let own = rings(own, free);
    let theirs = rings(&theirs, free);
    let room = free.surrounded().0.pairs();
    let partner = partner.pairs();
    for (i, own) in own.iter().enumerate() {
        for (j, theirs) in theirs.iter().enumerate() {
            terms[N_REACHES * i + j] = n_common(own, theirs);
        }
        terms[first_of(ROOM) + i] = n_common(own, &room);
        terms[first_of(SHARED) + i] = n_common(own, &partner);
    }
}

/// The free squares by class of distance.
fn rings(reach: &Reach, free: &Rows) -> [Pairs; N_REACHES] {
    let [corners, one, two, four, eight] = reach;
    [
        *corners,
        one.without(corners),
        two.without(one),
        four.without(two),
        eight.without(four),
        free.without(eight),
    ]
    .map(|ring| ring.pairs())
}

#[inline]
fn n_common(one: &Pairs, other: &Pairs) -> u16 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones() as u16).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tilewright_core::grid::Square;
    use tilewright_core::{Game, Position as _, parse_options};

    use super::*;
    use crate::Blokus;
    use crate::slow::{DIAGONALS, EDGES, Slow};

    /// The distance of a color to each square.
    fn reaches(slow: &Slow<'_>, color: Color) -> BTreeMap<Square, usize> {
        if slow.0.is_known_out(color) {
            return BTreeMap::new();
        }
        let mut steps = slow.steps(color);
        for n_steps in 5..=8 {
            let before: Vec<Square> = steps.keys().copied().collect();
            for square in before {
                for near in [EDGES, DIAGONALS].into_iter().flat_map(|it| slow.near(square, it)) {
                    if slow.is_free(color, near) {
                        steps.entry(near).or_insert(n_steps);
                    }
                }
            }
        }
        let index = |n_steps| match n_steps {
            0..=2 => n_steps,
            3 | 4 => 3,
            _ => 4,
        };
        steps.into_iter().map(|(square, n_steps)| (square, index(n_steps))).collect()
    }

    /// The features of squares, by their definition.
    fn slow_terms(position: &Position, us: Color) -> Vec<u16> {
        let slow = Slow(position);
        let mut terms = vec![0; first_of(PIECE)];
        if position.is_known_out(us) || position.owner(us).is_none() {
            return terms;
        }
        let own = reaches(&slow, us);
        let others = |is_partner: bool| {
            let others = position.colors().iter().filter(move |&&color| color != us);
            let is_wanted =
                move |color: &&Color| (position.owner(**color) == position.owner(us)) == is_partner;
            let reaches: Vec<_> =
                others.filter(is_wanted).map(|&color| reaches(&slow, color)).collect();
            move |square: &Square| reaches.iter().filter_map(|it| it.get(square)).min().copied()
        };
        let theirs = others(false);
        let partners = others(true);
        for square in slow.squares().filter(|&square| slow.is_free(us, square)) {
            let soon = own.get(&square).copied().unwrap_or(N_REACHES - 1);
            terms[N_REACHES * soon + theirs(&square).unwrap_or(N_REACHES - 1)] += 1;
            terms[first_of(ROOM) + soon] += u16::from(slow.n_free(us, square, EDGES) == 4);
            terms[first_of(SHARED) + soon] +=
                u16::from(partners(&square).is_some_and(|it| it <= 2));
        }
        terms
    }

    /// The features of pieces, turns and ends, by their definition.
    fn slow_rest(position: &Position, color: Color) -> Vec<u16> {
        let left: Vec<Piece> = position.remaining(color).collect();
        let pieces = Piece::ALL.into_iter().map(|piece| left.contains(&piece));
        let is_out = position.is_known_out(color);
        let to_move = position.color_to_move().unwrap();
        let order = position.colors().iter().cycle().skip_while(|&&it| it != to_move);
        let n_before = order.take_while(|&&it| it != color).count();
        let turns = (0..4).map(|turn| turn == n_before && !is_out);
        pieces
            .chain(turns)
            .chain([left.is_empty(), is_out && !left.is_empty()])
            .map(u16::from)
            .collect()
    }

    #[test]
    fn terms_count_what_they_say() {
        for pairs in [
            [("variant", "duo"), ("seats", "2")],
            [("variant", "classic-2"), ("seats", "2")],
            [("variant", "classic-3"), ("seats", "3")],
            [("variant", "classic"), ("seats", "4")],
            [("variant", "tilewe"), ("seats", "2")],
            [("variant", "tilewe"), ("seats", "3")],
        ] {
            let mut position = Blokus::start(&parse_options(pairs).unwrap()).unwrap();
            let mut moves = Vec::new();
            while !position.turn().is_over() {
                let features = ColorFeatures::new(&position);
                for (i, &color) in position.colors().iter().enumerate() {
                    let (squares, rest) = features.of(color.index()).split_at(first_of(PIECE));
                    assert_eq!(rest, slow_rest(&position, color), "{position} {color}");
                    if (position.ply() + i).is_multiple_of(7) {
                        assert_eq!(squares, slow_terms(&position, color), "{position} {color}");
                    }
                }
                moves.clear();
                position.legal_moves(&mut moves);
                position.play_unchecked(moves[moves.len() * 5 / 7]);
            }
        }
    }
}
