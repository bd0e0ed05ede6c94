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

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

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
/// Several rotations may give one picture; the move then has the first of them. Moves are ordered
/// by piece, rotation, contact and corner.
///
/// ```
/// use tilewright_blokus::Piece;
/// use tilewright_blokus::tilewe::Move;
///
/// let named = |piece: Piece, rotation: &str, contact: &str| {
///     let square = |name: &str| name.parse().unwrap();
///     Move::new(piece, rotation.parse().unwrap(), square(contact), square("a1"))
/// };
/// assert_eq!(named(Piece::W5, "ef", "a1").unwrap().to_string(), "W5n-a1a1");
/// assert_eq!(named(Piece::W5, "ef", "a1"), named(Piece::W5, "n", "a1"));
/// assert_eq!(named(Piece::X5, "n", "b2"), None, "the middle of the cross is no contact");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

const TILE_BITS: u32 = 9;

impl Move {
    /// The move with these parts, if the turned piece has the contact and the corner is on the
    /// board. It need not be legal.
    pub fn new(piece: Piece, rotation: Symmetry, contact: Square, to_tile: Square) -> Option<Move> {
        let number = CONTACTS.number(piece.oriented(rotation), contact)?;
        let on_board = to_tile.x() < SIDE && to_tile.y() < SIDE;
        on_board.then(|| Move::packed(number, to_tile))
    }

    /// The move with these indexes, if there is one: see [`contact_index`](Move::contact_index) and
    /// [`to_tile_index`](Move::to_tile_index).
    pub fn from_indexes(to_tile: usize, contact: usize) -> Option<Move> {
        let is_known = contact < CONTACTS.list.len();
        tile(to_tile).filter(|_| is_known).map(|to_tile| Move::packed(contact as u16, to_tile))
    }

    /// The piece.
    pub fn piece(self) -> Piece {
        self.orientation().piece()
    }

    /// The rotation, perhaps with a reflection: the first that gives this picture.
    pub fn rotation(self) -> Symmetry {
        self.orientation().symmetry()
    }

    /// The tile of the turned piece, in its bounding box, that lies on [`to_tile`](Move::to_tile).
    pub fn contact(self) -> Square {
        CONTACTS.list[self.contact_index()].1
    }

    /// The open corner that the contact covers.
    pub fn to_tile(self) -> Square {
        tile(self.to_tile_index()).expect("a corner is a square of the board")
    }

    /// The orientation.
    pub fn orientation(self) -> Orientation {
        CONTACTS.list[self.contact_index()].0
    }

    /// The index of the orientation with its contact, below [`n_contacts`].
    pub const fn contact_index(self) -> usize {
        (self.0 >> TILE_BITS) as usize
    }

    /// The index of the open corner.
    pub const fn to_tile_index(self) -> usize {
        (self.0 & ((1 << TILE_BITS) - 1)) as usize
    }

    /// The placement; `None` if the piece would leave the board.
    pub fn placement(self) -> Option<Placement> {
        let (orientation, contact) = CONTACTS.list[self.contact_index()];
        let to_tile = self.to_tile();
        let x = to_tile.x().checked_sub(contact.x())?;
        let y = to_tile.y().checked_sub(contact.y())?;
        let on_board = x + orientation.width() <= SIDE && y + orientation.height() <= SIDE;
        on_board.then(|| Placement::on_board(orientation, x, y))
    }

    const fn packed(number: u16, to_tile: Square) -> Move {
        Move((number as u32) << TILE_BITS | tile_index(to_tile) as u32)
    }
}

/// The number of a contact of an orientation; `None` for other squares.
pub(crate) fn contact_number(orientation: Orientation, contact: Square) -> Option<u16> {
    CONTACTS.number(orientation, contact)
}

/// The number of orientations with each of their contacts.
pub fn n_contacts() -> usize {
    CONTACTS.list.len()
}

/// The contacts of all orientations, numbered by orientation and contact.
struct Contacts {
    list: Vec<(Orientation, Square)>,
    /// By orientation and square of a box of 5 × 5.
    numbers: [[Option<u16>; 25]; Orientation::COUNT],
}

static CONTACTS: LazyLock<Contacts> = LazyLock::new(Contacts::all);

impl Contacts {
    fn all() -> Contacts {
        let mut list = Vec::new();
        let mut numbers = [[None; 25]; Orientation::COUNT];
        for orientation in Orientation::all() {
            for contact in orientation.contacts() {
                numbers[orientation.index()][box_index(contact)] = Some(list.len() as u16);
                list.push((orientation, contact));
            }
        }
        Contacts { list, numbers }
    }

    fn number(&self, orientation: Orientation, contact: Square) -> Option<u16> {
        let in_box = contact.x() < 5 && contact.y() < 5;
        self.numbers[orientation.index()][in_box.then(|| box_index(contact))?]
    }
}

const fn box_index(square: Square) -> usize {
    square.x() as usize + 5 * square.y() as usize
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

    /// Calls `visit` with the parts of each move, in order: the index of its open corner, and its
    /// [contact index](Move::contact_index).
    ///
    /// ```
    /// use tilewright_blokus::Color;
    /// use tilewright_blokus::tilewe::{Board, Naming};
    ///
    /// let moves = Board::new(1)?.legal_moves(Color::Blue, Naming::EachCorner);
    /// let mut n_moves = 0;
    /// moves.for_each(|to_tile, contact| {
    ///     let m = moves.get(n_moves).unwrap();
    ///     assert_eq!((m.to_tile_index(), m.contact_index()), (to_tile, contact));
    ///     n_moves += 1;
    /// });
    /// # Ok::<(), tilewright_core::OptionsError>(())
    /// ```
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize)) {
        for section in &self.sections {
            let to_tile = tile_index(section.square());
            section.for_each_contact(|number| visit(to_tile, usize::from(number)));
        }
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

/// The move with a contact on a corner. Generated tiles on open corners are contacts.
fn name(orientation: Orientation, contact: Square, to_tile: Square) -> Move {
    let number = CONTACTS.number(orientation, contact);
    Move::packed(number.expect("a tile on an open corner is a contact"), to_tile)
}

/// A game for one to four players, with its played moves.
///
/// Methods with a player answer as if it were that player's turn.
#[derive(Clone)]
pub struct Board {
    position: Position,
    played: Vec<PlacedPiece>,
}

/// A played move, with the data that takes it back.
#[derive(Clone, Copy)]
struct PlacedPiece {
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
        let to_tile = m.to_tile();
        let Some(placement) = m.placement() else {
            let reason = format!(
                "with its {} on {to_tile}, {} leaves the board",
                m.contact(),
                m.orientation()
            );
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
        self.played.push(PlacedPiece { player, m, placement, undo });
        Ok(())
    }

    /// Takes the last move back and returns it, if there is one.
    pub fn pop(&mut self) -> Option<Move> {
        let PlacedPiece { m, placement, undo, .. } = self.played.pop()?;
        self.position.undo(placement, undo);
        Some(m)
    }

    /// The number of open corners of the player to move after each of its moves, in order.
    pub fn corners_after_moves(&self) -> Vec<usize> {
        let player = self.current_player();
        self.after_moves(0..usize::MAX, |position| position.n_open_corners(player))
    }

    /// The difference of moves after each move, in order: those of the player to move minus those
    /// of all others.
    pub fn move_differences(&self) -> Vec<i32> {
        let player = self.current_player();
        self.after_moves(0..usize::MAX, |position| move_difference(position, player))
    }

    /// The sum of the weights of the covered squares, for each move of the player to move, in
    /// order.
    pub fn weights_of_moves(&self, weights: &[f64; N_TILES]) -> Vec<f64> {
        let weight = |m: Placement| m.squares().map(|square| weights[tile_index(square)]).sum();
        let moves = self.legal_moves(self.current_player(), Naming::EachCorner);
        moves.iter().filter_map(Move::placement).map(weight).collect()
    }

    /// The evaluation of the library's simple search after each of these moves of the player to
    /// move, in order.
    pub fn simple_values(&self, moves: Range<usize>) -> Vec<f64> {
        let player = self.current_player();
        self.after_moves(moves, |position| simple_value(position, player))
    }

    /// The values of the positions after these moves of the player to move, in order. Moves with
    /// the same placement are evaluated once.
    fn after_moves<T: Copy>(
        &self,
        range: Range<usize>,
        evaluate: impl Fn(&Position) -> T,
    ) -> Vec<T> {
        let mut position = self.position.clone();
        let mut known: HashMap<Placement, T> = HashMap::new();
        let mut values = Vec::new();
        let moves = self.legal_moves(self.current_player(), Naming::EachCorner);
        let placements = moves.iter().filter_map(Move::placement);
        for m in placements.skip(range.start).take(range.len()) {
            let value = known.entry(m).or_insert_with(|| {
                let undo = position.play_unchecked(m);
                let value = evaluate(&position);
                position.undo(m, undo);
                value
            });
            values.push(*value);
        }
        values
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

/// The evaluation that the library's simple search has without one of its user. The order of the
/// operations is that of the library, so that sums are equal to the last bit.
fn simple_value(position: &Position, player: Color) -> f64 {
    let is_over = position.color_to_move().is_none();
    let players = position.colors();
    let best = players.iter().map(|&color| position.squares_placed(color)).max();
    let mut value = 0.0;
    for &color in players {
        let squares = f64::from(position.squares_placed(color));
        let corners = position.n_open_corners(color) as f64;
        let is_stuck = !is_over && position.is_out(color);
        if color == player {
            value += squares * 0.5;
            value += corners * 0.2;
            let has_won = is_over && Some(position.squares_placed(color)) == best;
            value += if has_won { 1000.0 } else { 0.0 };
            value -= if is_stuck { 1000.0 } else { 0.0 };
        } else {
            value -= squares * 0.1;
            value -= corners * 0.04;
            value += if is_stuck { 3.0 } else { 0.0 };
        }
    }
    value
}
