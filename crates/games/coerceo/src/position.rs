//! Positions: the board, and the history that repetition needs.

use std::fmt;

use serde::{Deserialize, Serialize};
use tilewright_core::{
    BySeat, History, Illegal, Outcome, ParsePositionError, Rng, Turn, random_index,
};

use crate::board::{Before, Board, Costs};
use crate::moves::Move;
use crate::options::{Options, Stalemate};
use crate::triangle::Color;

/// A position: a [`Board`] and the earlier boards that may come back.
///
/// Equality, text and key are those of the board. Threefold repetition and dead positions end the
/// game; only [`turn`](tilewright_core::Position::turn) depends on them. The score of a seat is the
/// number of its captures, exchanges included.
///
/// ```
/// use tilewright_coerceo::{Coerceo, Options};
/// use tilewright_core::{Game, Position};
///
/// let mut position = Coerceo::start(&Options::default())?;
/// assert_eq!(position.n_legal_moves(), 48);
/// position.play("0B:W1-0D:W5".parse()?)?;
/// let illegal = position.explain("0D:W5-08:W3".parse()?).unwrap_err();
/// assert_eq!(illegal.rule(), "not-your-piece");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position {
    options: Options,
    board: Board,
    /// All boards so far, including this one; empty if only the board ends the game.
    history: History<Board>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A player has no pieces.
    Elimination,
    /// A player has captured enough.
    Captures,
    /// The player to move has pieces but no move.
    Stalemate,
    /// The same board occurred for the third time.
    Repetition,
    /// No capture is possible any more.
    Dead,
}

/// The data that takes a move back.
#[derive(Clone, Copy)]
pub struct Undo(Before);

impl Position {
    pub(crate) fn start(options: Options) -> Position {
        let costs = Costs { cost: options.cost, exchange_collects: options.exchange_collects };
        Position::on_board(options, Board::start(options.variant, costs))
    }

    /// Starts a game on this board, or returns the reason that the rules forbid it.
    ///
    /// ```
    /// use tilewright_coerceo::{Board, Costs, Options, Position, Variant};
    ///
    /// let board = Board::start(Variant::Laurentius, Costs::default()).canonical().0;
    /// let position = Position::from_board(Options::default(), board)?;
    /// assert_eq!(*position.board(), board);
    /// # Ok::<(), tilewright_core::ParsePositionError>(())
    /// ```
    pub fn from_board(options: Options, board: Board) -> Result<Position, ParsePositionError> {
        format!("{options} {board}").parse()
    }

    /// Starts a game on this board.
    pub(crate) fn on_board(options: Options, board: Board) -> Position {
        let mut history = History::default();
        if !options.board_only {
            history.push(board, board.quick_hash(), true);
        }
        Position { options, board, history }
    }

    /// The options of the game.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of enemy pieces that a color captured, exchanges included.
    pub fn n_captured(&self, color: Color) -> usize {
        self.options.variant.n_pieces() - self.board.n_pieces(color.other())
    }

    /// The number of occurrences of this board in the game, including this one.
    pub fn n_occurrences(&self) -> usize {
        self.history.n_occurrences()
    }

    /// The number of moves since the last capture, collection or exchange, or since the start; 0
    /// where only the board counts.
    pub fn n_idle_moves(&self) -> usize {
        self.history.n_since_new()
    }

    /// Returns true if no capture is possible any more.
    pub fn is_dead(&self) -> bool {
        self.board.is_dead()
    }

    /// The end of the game, if it is over.
    pub fn end(&self) -> Option<End> {
        if self.board.n_pieces(self.board.turn()) == 0 {
            return Some(End::Elimination);
        }
        self.end_by_memory().or_else(|| (!self.board.has_move()).then_some(End::Stalemate))
    }

    /// The end of the game by repetition or a dead position, if it is over.
    #[inline]
    fn end_by_memory(&self) -> Option<End> {
        if self.options.win_captures.is_some()
            && Color::ALL.iter().any(|&color| self.has_captured_enough(color))
        {
            return Some(End::Captures);
        }
        if self.history.is_empty() {
            return None;
        }
        if self.is_dead() {
            return Some(End::Dead);
        }
        (self.history.n_occurrences() >= N_OCCURRENCES).then_some(End::Repetition)
    }

    fn has_captured_enough(&self, color: Color) -> bool {
        self.options.win_captures.is_some_and(|n| self.n_captured(color) >= usize::from(n))
    }

    fn winner(&self, end: End) -> Option<Color> {
        let us = self.board.turn();
        match end {
            End::Elimination => Some(us.other()),
            // Both have enough only in a study. Then the player who moved last wins.
            End::Captures => {
                [us.other(), us].into_iter().find(|&color| self.has_captured_enough(color))
            }
            End::Stalemate => (self.options.stalemate == Stalemate::Loss).then_some(us.other()),
            End::Repetition | End::Dead => None,
        }
    }
}

/// The number of occurrences of a board that draws the game.
const N_OCCURRENCES: usize = 3;

impl tilewright_core::Position for Position {
    type Move = Move;
    type Undo = Undo;

    fn n_seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        let Some(end) = self.end() else { return Turn::Player(self.board.turn().seat()) };
        let winner = self.winner(end).map(Color::seat);
        Turn::Over(Outcome::ranked(self.scores(), |seat| Some(seat) == winner))
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.end_by_memory().is_none() {
            self.board.moves(moves);
        }
    }

    #[inline]
    fn n_legal_moves(&self) -> usize {
        if self.end_by_memory().is_some() { 0 } else { self.board.n_moves() }
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        let n_moves = self.n_legal_moves();
        (n_moves > 0).then(|| self.board.nth_move(random_index(rng, n_moves)))
    }

    #[inline(always)]
    fn play_unchecked(&mut self, m: Move) -> Undo {
        let undo = Undo(self.board.before());
        self.board.play_unchecked(m);
        if !self.history.is_empty() {
            let is_new = undo.0.is_other_material(&self.board);
            self.history.push(self.board, self.board.quick_hash(), is_new);
        }
        undo
    }

    #[inline(always)]
    fn undo(&mut self, _: Move, undo: Undo) {
        self.history.pop();
        self.board.undo(undo.0);
    }

    fn is_legal(&self, m: Move) -> bool {
        self.explain(m).is_ok()
    }

    fn explain(&self, m: Move) -> Result<(), Illegal> {
        if self.end().is_some() {
            return Err(Illegal::game_over());
        }
        self.board.explain(m)
    }

    fn scores(&self) -> BySeat<i32> {
        BySeat::from(Color::ALL.map(|color| self.n_captured(color) as i32))
    }

    fn key(&self) -> u64 {
        self.board.key()
    }
}

/// `clone_from` reuses the memory of the history.
impl Clone for Position {
    fn clone(&self) -> Position {
        Position { options: self.options, board: self.board, history: self.history.clone() }
    }

    fn clone_from(&mut self, source: &Position) {
        let Position { options, board, history } = source;
        self.options = *options;
        self.board = *board;
        self.history.clone_from(history);
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.options == other.options && self.board == other.board
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
