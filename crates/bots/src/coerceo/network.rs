//! The evaluation of ocius: a small neural network that was trained on games of the bot
//! against itself.

use std::array;
use std::sync::LazyLock;

use tilewright_coerceo::{Board, Color, Symmetry, Tile, Triangle, Variant};

/// The weights. Made by
///
/// ```text
/// cargo run --release -p tilewright-tuning -- coerceo network --seed 5 \
///     --write crates/bots/src/coerceo/ocius.net
/// ```
///
/// with the weights of two earlier rounds, which are not kept.
const WEIGHTS: &[u8] = include_bytes!("ocius.net");

/// The number of tiles in ocius, and of triangles of each color on them.
const N_TILES: usize = Variant::Ocius.n_tiles();
const N_PLACES: usize = 3 * N_TILES;

/// The first inputs for tiles and for hands.
const FIRST_TILE: usize = 2 * N_PLACES;
const FIRST_HAND: usize = FIRST_TILE + N_TILES;

/// Larger hands than this number of tiles, less one, count as equal.
const N_HANDS: usize = 5;

/// The number of inputs, each of which is 0 or 1: a piece of the side to move and one of
/// the other on each triangle, each tile, and how many tiles each holds.
pub const N_INPUTS: usize = FIRST_HAND + 2 * N_HANDS;

/// The number of hidden units.
pub const N_HIDDEN: usize = 32;

/// The maximum of a hidden unit, in whole numbers (clipped `ReLU`).
pub const MAX_SUM: i16 = 256;

/// Weights of the output are in these parts of a point.
pub const PARTS_OF_POINT: i32 = 64;

/// The weights of one input, or sums of them.
pub type Row = [i16; N_HIDDEN];

/// The inputs of a board of ocius. Who is to move is always shown as White: if it is Black, the
/// board is turned by a sixth.
pub fn inputs(board: &Board) -> impl Iterator<Item = usize> {
    let turn = board.turn();
    let pieces = board.pieces(Color::White).or(board.pieces(Color::Black));
    let tiles = board.tiles();
    pieces
        .iter()
        .filter_map(move |it| piece_input(it, turn))
        .chain(tiles.iter().filter_map(move |it| tile_input(it, turn)))
        .chain([hand_input(board, turn, 0), hand_input(board, turn.other(), 1)])
}

fn piece_input(triangle: Triangle, turn: Color) -> Option<usize> {
    let image = turned(turn).triangle(triangle);
    let place = 3 * slot(image.tile())? + image.number() / 2;
    Some(if image.color() == Color::White { place } else { N_PLACES + place })
}

fn tile_input(tile: Tile, turn: Color) -> Option<usize> {
    Some(FIRST_TILE + slot(turned(turn).tile(tile))?)
}

fn hand_input(board: &Board, color: Color, whose: usize) -> usize {
    FIRST_HAND + whose * N_HANDS + hand(board, color)
}

fn hand(board: &Board, color: Color) -> usize {
    usize::from(board.held(color)).min(N_HANDS - 1)
}

/// The symmetry by which a color becomes White.
const fn turned(color: Color) -> Symmetry {
    Symmetry::ALL[color.index()]
}

/// The number of a tile among those of ocius.
fn slot(tile: Tile) -> Option<usize> {
    Variant::Ocius.tiles().iter().position(|it| it == tile)
}

/// The evaluation of a board of ocius for the side to move, in points of an estimate.
#[inline]
pub(super) fn network_worth(board: &Board) -> i32 {
    static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::of(WEIGHTS));
    NETWORK.worth(board)
}

/// The weights, in the order in which they are asked for.
struct Network {
    /// By whose turn it is.
    sides: [Side; 2],
    output: Row,
    output_bias: i32,
}

struct Side {
    /// By place: a piece of who is to move, and of the other.
    own: Vec<Row>,
    enemy: Vec<Row>,
    /// By the set of tiles on the table, with the bias.
    tables: Vec<Row>,
    /// By whose hand it is, and how many tiles it holds.
    hands: [[Row; N_HANDS]; 2],
}

impl Network {
    /// The network of a file: a row for each input, the biases, the weights of the output and its
    /// bias.
    fn of(bytes: &[u8]) -> Network {
        let (numbers, _) = bytes.as_chunks::<2>();
        let weight = |i: usize| i16::from_le_bytes(numbers[i]);
        let row = |i: usize| array::from_fn(|unit| weight(i * N_HIDDEN + unit));
        let rows: Vec<Row> = (0..N_INPUTS + 2).map(row).collect();
        Network {
            sides: Color::ALL.map(|turn| Side::of(&rows, turn)),
            output: rows[N_INPUTS + 1],
            output_bias: weight((N_INPUTS + 2) * N_HIDDEN).into(),
        }
    }

    #[inline]
    fn worth(&self, board: &Board) -> i32 {
        let us = board.turn();
        let them = board.turn().other();
        let side = &self.sides[us.index()];
        let mut sums = side.tables[table_of(board)];
        add(&mut sums, &side.hands[0][hand(board, us)]);
        add(&mut sums, &side.hands[1][hand(board, them)]);
        for place in board.pieces(us).places(us) {
            add(&mut sums, &side.own[place]);
        }
        for place in board.pieces(them).places(them) {
            add(&mut sums, &side.enemy[place]);
        }
        let outputs = sums.iter().zip(&self.output);
        let total: i32 =
            outputs.map(|(sum, &out)| i32::from((*sum).clamp(0, MAX_SUM)) * i32::from(out)).sum();
        (total / i32::from(MAX_SUM) + self.output_bias) / PARTS_OF_POINT
    }
}

impl Side {
    fn of(rows: &[Row], turn: Color) -> Side {
        let hand = |whose| array::from_fn(|n| rows[FIRST_HAND + whose * N_HANDS + n]);
        Side {
            own: piece_sums(rows, turn, turn),
            enemy: piece_sums(rows, turn.other(), turn),
            tables: (0..1 << N_TILES).map(|set| table_sums(rows, set, turn)).collect(),
            hands: [hand(0), hand(1)],
        }
    }
}

/// The weights of a piece of this color on each triangle, for the side to move.
fn piece_sums(rows: &[Row], color: Color, turn: Color) -> Vec<Row> {
    let triangles = Triangle::all().filter(|it| it.color() == color);
    let inputs = triangles.map(|it| piece_input(it, turn));
    // No piece ever stands on the tiles that ocius does not have.
    inputs.map(|input| input.map_or([0; N_HIDDEN], |input| rows[input])).collect()
}

/// The sum of the biases and of the weights of a set of tiles.
fn table_sums(rows: &[Row], set: usize, turn: Color) -> Row {
    let mut sums = rows[N_INPUTS];
    for (i, tile) in Variant::Ocius.tiles().iter().enumerate() {
        if set >> i & 1 == 1
            && let Some(input) = tile_input(tile, turn)
        {
            add(&mut sums, &rows[input]);
        }
    }
    sums
}

/// The tiles on the table as a number: a bit for each tile of ocius.
#[inline]
fn table_of(board: &Board) -> usize {
    static TILES: LazyLock<[Tile; N_TILES]> = LazyLock::new(|| {
        let tiles: Vec<Tile> = Variant::Ocius.tiles().iter().collect();
        tiles.try_into().expect("ocius has seven tiles")
    });
    let bits = TILES.iter().enumerate().map(|(i, &it)| usize::from(board.has_tile(it)) << i);
    bits.fold(0, |set, bit| set | bit)
}

#[inline(always)]
fn add(sums: &mut Row, row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[cfg(test)]
mod tests {
    use tilewright_coerceo::{Costs, Move};
    use tilewright_core::random_index;

    use super::*;
    use crate::generator;

    /// The same as the network, in the order of the file.
    fn slow_worth(board: &Board) -> i32 {
        let weight = |i: usize| i16::from_le_bytes([WEIGHTS[2 * i], WEIGHTS[2 * i + 1]]);
        let row = |i: usize, unit: usize| i32::from(weight(i * N_HIDDEN + unit));
        let mut total = 0;
        for unit in 0..N_HIDDEN {
            let sum = row(N_INPUTS, unit) + inputs(board).map(|i| row(i, unit)).sum::<i32>();
            total += sum.clamp(0, MAX_SUM.into()) * row(N_INPUTS + 1, unit);
        }
        let bias = i32::from(weight((N_INPUTS + 2) * N_HIDDEN));
        (total / i32::from(MAX_SUM) + bias) / PARTS_OF_POINT
    }

    #[test]
    fn weights_in_the_order_of_play_are_those_of_the_file() {
        let mut rng = generator(1, 0);
        for _ in 0..50 {
            let mut board = Board::start(Variant::Ocius, Costs::default());
            let mut moves: Vec<Move> = Vec::new();
            for _ in 0..80 {
                moves.clear();
                board.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                board.play_unchecked(moves[random_index(&mut rng, moves.len())]);
                assert_eq!(network_worth(&board), slow_worth(&board), "{:?}", board.tiles().len());
            }
        }
    }

    #[test]
    fn a_board_is_worth_the_same_whoever_has_which_color() {
        let mut board = Board::start(Variant::Ocius, Costs::default());
        board.play_unchecked("06:W5-04:W1".parse().unwrap());
        let swap = turned(Color::Black);
        assert_eq!(network_worth(&board), network_worth(&board.transform(swap)));
    }

    #[test]
    fn who_has_more_pieces_is_thought_to_be_better() {
        let start = Board::start(Variant::Ocius, Costs::default());
        let mut pieces = start.pieces(Color::White);
        let few = start.pieces(Color::Black).iter().skip(2);
        few.for_each(|it| pieces.insert(it));
        let board =
            |turn| Board::new(start.tiles(), pieces, [0; 2], turn, Costs::default()).unwrap();
        assert!(network_worth(&board(Color::White)) > 100);
        assert!(network_worth(&board(Color::Black)) < -100);
    }
}
