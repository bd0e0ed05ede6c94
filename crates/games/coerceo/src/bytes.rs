//! Binary formats of boards and moves.

use thiserror::Error;

use crate::board::{Board, Costs};
use crate::moves::{Move, MoveKind};
use crate::tile::{Tile, TileSet};
use crate::triangle::{Color, Direction, Triangle, TriangleSet};

/// The number of bytes of a board: one for the turn, and one for each tile.
pub const BOARD_BYTES: usize = 1 + Tile::COUNT;

/// The number of bytes of a move.
pub const MOVE_BYTES: usize = 4;

/// An error for bytes that are not a board or a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BytesError {
    /// A bit that has no meaning is set.
    #[error("byte {0} has a bit that means nothing")]
    Reserved(usize),
    /// A tile that is off the table has a piece.
    #[error("tile {0} has a piece but is off the table")]
    PieceOffTable(Tile),
    /// A color has more pieces than exist.
    #[error("{0} has more than {max} pieces", max = Board::MAX_PIECES)]
    TooManyPieces(Color),
    /// The triangle, or one in that direction, does not exist.
    #[error("there is no such triangle")]
    NoTriangle,
    /// The type of a move is unknown.
    #[error("there is no such type of move")]
    NoType,
}

const TURN_BIT: u8 = 0x80;

/// The state of a tile, in the upper two bits of its byte.
const ON_TABLE: u8 = 0b00;
const HELD: [u8; 2] = [0b01, 0b10];
const OUT_OF_PLAY: u8 = 0b11;

impl Board {
    /// Writes the board as 20 bytes. Only the number of tiles that a player holds matters. So the
    /// first tiles off the table count as White's and the next as Black's, even if the variant
    /// lacks those tiles.
    ///
    /// ```
    /// use tilewright_coerceo::{Board, Costs, Variant};
    ///
    /// let board = Board::start(Variant::Laurentius, Costs::default());
    /// let bytes = board.to_bytes();
    /// assert_eq!(bytes[1], 0b00_100010);
    /// assert_eq!(Board::from_bytes(&bytes, Costs::default()), Ok(board));
    /// ```
    pub fn to_bytes(&self) -> [u8; BOARD_BYTES] {
        let mut bytes = [0; BOARD_BYTES];
        bytes[0] = if self.turn() == Color::Black { TURN_BIT } else { 0 };
        let held = Color::ALL.map(|color| usize::from(self.held(color)));
        let mut n_gone = 0;
        for tile in Tile::all() {
            let status = if self.has_tile(tile) {
                ON_TABLE
            } else {
                n_gone += 1;
                match n_gone {
                    n if n <= held[0] => HELD[0],
                    n if n <= held[0] + held[1] => HELD[1],
                    _ => OUT_OF_PLAY,
                }
            };
            bytes[1 + tile.index()] = status << 6 | self.piece_bits(tile);
        }
        bytes
    }

    /// Reads a board from 20 bytes, for a game with these rules of exchange.
    pub fn from_bytes(bytes: &[u8; BOARD_BYTES], costs: Costs) -> Result<Board, BytesError> {
        if bytes[0] & !TURN_BIT != 0 {
            return Err(BytesError::Reserved(0));
        }
        let turn = if bytes[0] == 0 { Color::White } else { Color::Black };
        let mut tiles = TileSet::EMPTY;
        let mut pieces = TriangleSet::EMPTY;
        let mut held = [0; 2];
        for tile in Tile::all() {
            let byte = bytes[1 + tile.index()];
            let triangles = (0..6).filter(|number| byte >> number & 1 != 0);
            match byte >> 6 {
                ON_TABLE => {
                    tiles.insert(tile);
                    triangles
                        .filter_map(|number| Triangle::new(tile, number))
                        .for_each(|triangle| pieces.insert(triangle));
                }
                _ if byte & 63 != 0 => return Err(BytesError::PieceOffTable(tile)),
                status => {
                    if let Some(color) = HELD.iter().position(|&held| held == status) {
                        held[color] += 1;
                    }
                }
            }
        }
        let is_crowded = |color: &Color| pieces.len_of(*color) > Board::MAX_PIECES;
        if let Some(color) = Color::ALL.into_iter().find(is_crowded) {
            return Err(BytesError::TooManyPieces(color));
        }
        Ok(Board::new(tiles, pieces, held, turn, costs)
            .expect("tiles that are held are off the table, and few pieces are on it"))
    }

    /// A bit for each triangle of a tile with a piece.
    fn piece_bits(&self, tile: Tile) -> u8 {
        let triangles = (0..6).filter_map(|number| Triangle::new(tile, number));
        let occupied =
            triangles.filter(|&triangle| self.pieces(triangle.color()).contains(triangle));
        occupied.fold(0, |byte, triangle| byte | 1 << triangle.number())
    }
}

/// An action of a player: a move or a resignation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Play a move.
    Play(Move),
    /// Give the game up.
    Resign,
}

/// An action and its value for the player, in four bytes.
///
/// ```
/// use tilewright_coerceo::{Act, ScoredAct};
///
/// let scored = ScoredAct { act: Act::Play("0D:W1-08:W3".parse().unwrap()), score: -2 };
/// let bytes = scored.to_bytes();
/// assert_eq!(bytes, [0b01101_001, 0b101_00_000, 0xFF, 0xFE]);
/// assert_eq!(ScoredAct::from_bytes(&bytes), Ok(scored));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredAct {
    /// The action.
    pub act: Act,
    /// The value for the player who acts.
    pub score: i16,
}

/// The type of a move in its second byte.
const STEP: u8 = 0b00;
const EXCHANGE: u8 = 0b01;
const RESIGN: u8 = 0b10;

impl ScoredAct {
    /// Writes tile and triangle, direction and type, and the score, high byte first.
    ///
    /// # Panics
    /// If a piece moves to a triangle that is not next to its own.
    pub fn to_bytes(self) -> [u8; MOVE_BYTES] {
        let (triangle, direction, kind) = match self.act {
            Act::Resign => (0, 0, RESIGN),
            Act::Play(m) => match m.kind() {
                MoveKind::Exchange(target) => (target.byte(), 0, EXCHANGE),
                MoveKind::Step { from, to } => {
                    let direction = from.direction_to(to).expect("a piece moves to a neighbor");
                    (from.byte(), direction.index() as u8, STEP)
                }
            },
        };
        let [high, low] = self.score.to_be_bytes();
        [triangle, direction << 5 | kind << 3, high, low]
    }

    /// Reads an action and its score.
    pub fn from_bytes(bytes: &[u8; MOVE_BYTES]) -> Result<ScoredAct, BytesError> {
        let [triangle, second, high, low] = *bytes;
        if second & 0b111 != 0 {
            return Err(BytesError::Reserved(1));
        }
        let direction = usize::from(second >> 5);
        let triangle = || Triangle::from_byte(triangle).ok_or(BytesError::NoTriangle);
        let act = match second >> 3 & 0b11 {
            STEP => {
                let direction = Direction::ALL.get(direction).ok_or(BytesError::NoTriangle)?;
                let to = triangle()?.move_neighbor(*direction).ok_or(BytesError::NoTriangle)?;
                Act::Play(Move::step(triangle()?, to).expect("a neighbor is another triangle"))
            }
            EXCHANGE if direction == 0 => Act::Play(Move::exchange(triangle()?)),
            RESIGN if bytes[0] != 0 => return Err(BytesError::Reserved(0)),
            RESIGN if direction == 0 => Act::Resign,
            EXCHANGE | RESIGN => return Err(BytesError::Reserved(1)),
            _ => return Err(BytesError::NoType),
        };
        Ok(ScoredAct { act, score: i16::from_be_bytes([high, low]) })
    }
}
