//! Tilewe's interface: moves by name, for any player, with a stack of played moves.
//!
//! A [`Move`] names a placement by the contact tile that lies on an open corner. So a placement
//! that touches several corners has several names. A [`MoveList`] holds them in Tilewe's order: by
//! open corner, piece, rotation and contact.
//!
//! ```
//! use tilewright_blokus::Color;
//! use tilewright_blokus::tilewe::{Board, Naming};
//!
//! let mut board = Board::new(2)?;
//! let moves = board.legal_moves(Color::Blue, Naming::EachCorner);
//! assert_eq!(moves.len(), 232);
//! let m = moves.iter().find(|m| m.to_string() == "W5n-a1a1").unwrap();
//! board.push(m)?;
//! assert_eq!(board.current_player(), Color::Yellow);
//! assert_eq!(board.pop(), Some(m));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use tilewright_core::grid::{Square, Symmetry};
use tilewright_core::{Game, Illegal, OptionsError, Position as _};

pub use crate::corners::Naming;
use crate::corners::Section;
use crate::moves::Move as Placement;
use crate::piece::{Orientation, Piece};
use crate::position::{Position, Undo};
use crate::setup::{Blokus, Color, Options, Variant};

/// The width and height of the board.
pub const SIDE: u8 = 20;

/// The number of squares of the board. The index of a square is `x + 20 * y`.
pub const N_TILES: usize = SIDE as usize * SIDE as usize;

/// The square with this index, if there is one.
///
/// ```
/// use tilewright_blokus::tilewe;
///
/// let t1 = tilewe::tile(19).unwrap();
/// assert_eq!((t1.to_string().as_str(), tilewe::tile_index(t1)), ("t1", 19));
/// assert_eq!(tilewe::tile(400), None);
/// ```
pub fn tile(index: usize) -> Option<Square> {
    let side = usize::from(SIDE);
    if index < N_TILES { Square::new((index % side) as u8, (index / side) as u8) } else { None }
}

/// The index of a square of the board.
pub const fn tile_index(square: Square) -> usize {
    square.x() as usize + SIDE as usize * square.y() as usize
}

/// A move by its name: a piece, turned, with its contact tile on a square of the board.
///
/// The name may have any rotation, though several may mean the same orientation; names are equal
/// only if all parts are. Their order is that of a [`MoveList`].
///
/// ```
/// use tilewright_blokus::Piece;
/// use tilewright_blokus::tilewe::Move;
///
/// let named = |rotation: &str| {
///     let square = |name: &str| name.parse().unwrap();
///     Move::new(Piece::W5, rotation.parse().unwrap(), square("a1"), square("a1")).unwrap()
/// };
/// assert_eq!(named("ef").to_string(), "W5ef-a1a1");
/// assert_ne!(named("ef"), named("n"));
/// assert_eq!(named("ef").placement(), named("n").placement());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

const CONTACT_BITS: u32 = 9;
const ROTATION_BITS: u32 = 3;
const PIECE_BITS: u32 = 5;

impl Move {
    /// The move with these parts, if both squares are on the board. It need not be legal.
    pub fn new(piece: Piece, rotation: Symmetry, contact: Square, to_tile: Square) -> Option<Move> {
        let on_board = |square: Square| square.x() < SIDE && square.y() < SIDE;
        (on_board(contact) && on_board(to_tile))
            .then(|| Move::packed(piece, rotation, contact, to_tile))
    }

    /// The piece.
    pub fn piece(self) -> Piece {
        Piece::ALL[self.part(CONTACT_BITS + ROTATION_BITS, PIECE_BITS)]
    }

    /// The rotation, perhaps with a reflection.
    pub fn rotation(self) -> Symmetry {
        Symmetry::ALL[self.part(CONTACT_BITS, ROTATION_BITS)]
    }

    /// The tile of the turned piece, in its bounding box, that lies on [`to_tile`](Move::to_tile).
    pub fn contact(self) -> Square {
        tile(self.part(0, CONTACT_BITS)).expect("a contact is a square of the board")
    }

    /// The open corner that the contact covers.
    pub fn to_tile(self) -> Square {
        let index = self.0 >> (CONTACT_BITS + ROTATION_BITS + PIECE_BITS);
        tile(index as usize).expect("a corner is a square of the board")
    }

    /// The orientation, the same for all rotations that give one picture.
    pub fn orientation(self) -> Orientation {
        self.piece().oriented(self.rotation())
    }

    /// The placement; `None` if the piece has no such contact or would leave the board.
    pub fn placement(self) -> Option<Placement> {
        let orientation = self.orientation();
        let contact = self.contact();
        let to_tile = self.to_tile();
        let is_contact = orientation.contacts().any(|square| square == contact);
        let x = to_tile.x().checked_sub(contact.x()).filter(|_| is_contact)?;
        let y = to_tile.y().checked_sub(contact.y())?;
        let on_board = x + orientation.width() <= SIDE && y + orientation.height() <= SIDE;
        on_board.then(|| Placement::on_board(orientation, x, y))
    }

    fn packed(piece: Piece, rotation: Symmetry, contact: Square, to_tile: Square) -> Move {
        let mut bits = tile_index(to_tile);
        bits = bits << PIECE_BITS | piece.index();
        bits = bits << ROTATION_BITS | rotation.index();
        bits = bits << CONTACT_BITS | tile_index(contact);
        Move(bits as u32)
    }

    fn part(self, shift: u32, n_bits: u32) -> usize {
        (self.0 >> shift & ((1 << n_bits) - 1)) as usize
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}{}", self.piece(), self.rotation(), self.contact(), self.to_tile())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The moves of a player, in order. The list is counted when it is made; moves are named on
/// demand.
#[derive(Clone)]
pub struct MoveList {
    /// A section for each open corner that is used.
    sections: Vec<Section>,
}

impl MoveList {
    /// The number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.sections.last().map_or(0, |section| section.end as usize)
    }

    /// Returns true if the list is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// The move at this index.
    pub fn get(&self, index: usize) -> Option<Move> {
        let i = self.sections.partition_point(|section| section.end as usize <= index);
        let section = self.sections.get(i)?;
        let (orientation, contact) = section.nth(index - self.start(i))?;
        Some(name(orientation, contact, section.square()))
    }

    /// The index of the move, if the list has it by this exact name.
    ///
    /// ```
    /// use tilewright_blokus::Color;
    /// use tilewright_blokus::tilewe::{Board, Naming};
    ///
    /// let moves = Board::new(1)?.legal_moves(Color::Blue, Naming::Once);
    /// assert_eq!(moves.position(moves.get(42).unwrap()), Some(42));
    /// # Ok::<(), tilewright_core::OptionsError>(())
    /// ```
    pub fn position(&self, m: Move) -> Option<usize> {
        let to_tile = m.to_tile();
        let i = self.sections.binary_search_by_key(&to_tile, Section::square).ok()?;
        let in_section = self.sections[i]
            .iter()
            .position(|(orientation, contact)| name(orientation, contact, to_tile) == m)?;
        Some(self.start(i) + in_section)
    }

    /// The moves in order.
    pub fn iter(&self) -> impl Iterator<Item = Move> {
        self.sections.iter().flat_map(|section| {
            let to_tile = section.square();
            section.iter().map(move |(orientation, contact)| name(orientation, contact, to_tile))
        })
    }

    /// The number of moves before a section.
    fn start(&self, section: usize) -> usize {
        section.checked_sub(1).map_or(0, |previous| self.sections[previous].end as usize)
    }
}

fn name(orientation: Orientation, contact: Square, to_tile: Square) -> Move {
    Move::packed(orientation.piece(), orientation.symmetry(), contact, to_tile)
}

/// A game for one to four players, with its played moves.
///
/// Methods with a player answer as if it were that player's turn.
#[derive(Clone)]
pub struct Board {
    position: Position,
    played: Vec<Played>,
}

/// A played move, with the data that takes it back.
#[derive(Clone, Copy)]
struct Played {
    player: Color,
    m: Move,
    placement: Placement,
    undo: Undo,
}

impl Board {
    /// An empty board.
    pub fn new(n_players: u8) -> Result<Board, OptionsError> {
        let options =
            Options { variant: Variant::Tilewe, seats: Some(n_players), ..Options::default() };
        Ok(Board { position: Blokus::start(&options)?, played: Vec::with_capacity(84) })
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The players in their order.
    pub fn players(&self) -> &'static [Color] {
        self.position.colors()
    }

    /// The player to move; once the game is over, the player who moved last.
    pub fn current_player(&self) -> Color {
        let last = || self.played.last().map_or(Color::Blue, |played| played.player);
        self.position.color_to_move().unwrap_or_else(last)
    }

    /// Returns true if nobody can move.
    pub fn is_finished(&self) -> bool {
        self.position.color_to_move().is_none()
    }

    /// The number of played moves.
    pub fn ply(&self) -> usize {
        self.played.len()
    }

    /// The played moves, from the first.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.played.iter().map(|played| played.m)
    }

    /// The players with the most squares on the board.
    pub fn winners(&self) -> impl Iterator<Item = Color> {
        let players = self.players().iter().copied();
        let best = players.clone().map(|player| self.score(player)).max();
        players.filter(move |&player| Some(self.score(player)) == best)
    }

    /// The number of squares that the player has placed.
    pub fn score(&self, player: Color) -> u32 {
        self.position.squares_placed(player)
    }

    /// The legal moves of the player.
    #[inline]
    pub fn legal_moves(&self, player: Color, naming: Naming) -> MoveList {
        if !self.position.plays(player) {
            return MoveList { sections: Vec::new() };
        }
        MoveList { sections: self.position.corners(player.index()).sections(naming) }
    }

    /// The number of legal moves of the player.
    pub fn n_legal_moves(&self, player: Color, naming: Naming) -> usize {
        if !self.position.plays(player) {
            return 0;
        }
        self.position.corners(player.index()).count(naming)
    }

    /// Returns true if the player may play the move.
    pub fn is_legal(&self, player: Color, m: Move) -> bool {
        self.position.plays(player) && self.legal_placement(player, m).is_some()
    }

    /// Returns the reason that the player may not play the move.
    ///
    /// ```
    /// use tilewright_blokus::{Color, Piece};
    /// use tilewright_blokus::tilewe::{Board, Move};
    ///
    /// let square = |name: &str| name.parse().unwrap();
    /// let m = Move::new(Piece::V5, "n".parse()?, square("a1"), square("b1")).unwrap();
    /// let illegal = Board::new(4)?.explain(Color::Blue, m).unwrap_err();
    /// assert_eq!(illegal.to_string(), "blue's first piece must cover one of a20, t20, t1, a1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, player: Color, m: Move) -> Result<(), Illegal> {
        if !self.position.plays(player) {
            let reason = format!("{player} does not play");
            return Err(Illegal::new("color-absent", reason));
        }
        if self.is_finished() {
            return Err(Illegal::game_over());
        }
        let orientation = m.orientation();
        let contact = m.contact();
        let to_tile = m.to_tile();
        if !orientation.contacts().any(|square| square == contact) {
            let reason = format!("{contact} is no contact of {}{}", m.piece(), m.rotation());
            return Err(Illegal::new("no-contact", reason));
        }
        let Some(placement) = m.placement() else {
            let reason = format!("with its {contact} on {to_tile}, {orientation} leaves the board");
            return Err(Illegal::new("off-board", reason));
        };
        self.position.explain_placement(player, placement)?;
        if !self.position.is_corner(player, to_tile) {
            let reason = format!("{to_tile} is no open corner of {player}");
            return Err(Illegal::new("no-open-corner", reason));
        }
        Ok(())
    }

    /// Plays a move of the player to move, or returns the reason that it is illegal.
    #[inline]
    pub fn push(&mut self, m: Move) -> Result<(), Illegal> {
        let player = self.current_player();
        let Some(placement) = self.legal_placement(player, m) else {
            return Err(self.explain(player, m).expect_err("what is not legal has a reason"));
        };
        let undo = self.position.play_unchecked(placement);
        self.played.push(Played { player, m, placement, undo });
        Ok(())
    }

    /// Takes the last move back and returns it, if there is one.
    pub fn pop(&mut self) -> Option<Move> {
        let Played { m, placement, undo, .. } = self.played.pop()?;
        self.position.undo(placement, undo);
        Some(m)
    }

    /// The number of open corners of the player to move after each distinct placement, in order.
    pub fn corners_after_moves(&self) -> Vec<usize> {
        let player = self.current_player();
        self.after_moves(|position| position.n_open_corners(player))
    }

    /// The difference of moves after each distinct placement, in order: those of the player to move
    /// minus those of all others.
    pub fn move_differences(&self) -> Vec<i32> {
        let player = self.current_player();
        self.after_moves(|position| move_difference(position, player))
    }

    /// The sum of the weights of the covered squares, for each distinct placement of the player to
    /// move, in order.
    pub fn weights_of_moves(&self, weights: &[f64; N_TILES]) -> Vec<f64> {
        let weight = |m: Placement| m.squares().map(|square| weights[tile_index(square)]).sum();
        self.placements().map(weight).collect()
    }

    /// The values of the positions after each distinct placement of the player to move, in order.
    fn after_moves<T>(&self, evaluate: impl Fn(&Position) -> T) -> Vec<T> {
        let mut position = self.position.clone();
        let mut values = Vec::new();
        for m in self.placements() {
            let undo = position.play_unchecked(m);
            values.push(evaluate(&position));
            position.undo(m, undo);
        }
        values
    }

    /// The distinct placements of the player to move, in order.
    fn placements(&self) -> impl Iterator<Item = Placement> {
        let moves = self.legal_moves(self.current_player(), Naming::Once);
        (0..moves.len()).filter_map(move |i| moves.get(i)?.placement())
    }

    #[inline]
    fn legal_placement(&self, player: Color, m: Move) -> Option<Placement> {
        let placement = m.placement()?;
        let is_legal =
            self.position.is_corner(player, m.to_tile()) && self.position.fits(player, placement);
        is_legal.then_some(placement)
    }
}

fn move_difference(position: &Position, player: Color) -> i32 {
    let mut difference = 0;
    for &color in position.colors() {
        let n_moves = position.corners(color.index()).count(Naming::EachCorner) as i32;
        difference += if color == player { n_moves } else { -n_moves };
    }
    difference
}

/// Prints the rows from the top, a letter for the color of each square, and the column names.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..SIDE).rev() {
            write!(f, "{:>2}", y + 1)?;
            for x in 0..SIDE {
                let color = Square::new(x, y).and_then(|square| self.position.color_at(square));
                let letter = color.map_or('.', |color| color.letter().to_ascii_uppercase());
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        f.write_str("  ")?;
        (0..SIDE).try_for_each(|x| write!(f, " {}", char::from(b'a' + x)))
    }
}
