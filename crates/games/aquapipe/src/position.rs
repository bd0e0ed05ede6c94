//! Positions: the board, and the history that repetition needs.

use std::fmt;

use serde::{Deserialize, Serialize};
use tilewright_core::{BySeat, History, Illegal, Outcome, Rng, Turn, random_index};

use crate::board::{Board, Rules, layer};
use crate::moves::Move;
use crate::options::{MoveAfter, Options};
use crate::pipe::{Color, Diameter};

/// A position.
///
/// Identical pipes are not distinguished, and the hands follow from the board. Equality, text and
/// key are those of board and turn; only [`turn`](tilewright_core::Position::turn) depends on
/// threefold repetition. The winner scores one point.
///
/// ```
/// use tilewright_aquapipe::{AquaPipe, Options};
/// use tilewright_core::{Game, Position};
///
/// let mut position = AquaPipe::start(&Options::default())?;
/// assert_eq!(position.n_legal_moves(), 27);
/// position.play("S@b2".parse()?)?;
/// let illegal = position.explain("S@b2".parse()?).unwrap_err();
/// assert_eq!(illegal.rule(), "slot-taken");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position {
    options: Options,
    rules: Rules,
    board: Board,
    /// All boards so far, including this one; empty if only the board ends the game.
    history: History<Board>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// A player has a row, or four rows of three.
    Row,
    /// The same position occurred for the third time.
    Repetition,
    /// The player to move has no move.
    NoMove,
}

/// The number of occurrences of a position that draws the game.
const N_OCCURRENCES: usize = 3;

impl Position {
    pub(crate) fn on_board(options: Options, board: Board) -> Position {
        let mut history = History::default();
        if !options.board_only {
            history.push(board, board.quick_hash(), true);
        }
        Position { options, rules: Rules::new(options), board, history }
    }

    /// The options of the game.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The color to move.
    pub const fn color_to_move(&self) -> Color {
        self.board.turn
    }

    /// The number of occurrences of this position in the game, including this one.
    pub fn n_occurrences(&self) -> usize {
        self.history.n_occurrences()
    }

    /// The number of straight pipes of a diameter in the hand of a color.
    pub fn n_in_hand(&self, color: Color, diameter: Diameter) -> usize {
        let (filled, u_pipes) = self.board.filled_by(color);
        let n_placed = (filled & !u_pipes & layer(diameter)).count_ones() as usize;
        usize::from(self.options.variant.size()) - n_placed
    }

    /// Returns true if a color has its U pipe of a diameter in hand.
    pub fn has_u_pipe_in_hand(&self, color: Color, diameter: Diameter) -> bool {
        let (_, u_pipes) = self.board.filled_by(color);
        self.rules.has_u_pipe(diameter) && u_pipes & layer(diameter) == 0
    }

    /// The slots that a color fills, as a bitboard: sixteen for each diameter, the narrowest first,
    /// and in these four for each rank, starting at a1.
    ///
    /// ```
    /// use tilewright_aquapipe::{AquaPipe, Color, Options};
    /// use tilewright_core::{Game, Position};
    ///
    /// let mut position = AquaPipe::start(&Options::default())?;
    /// position.play("M@b3".parse()?)?;
    /// assert_eq!(position.filled(Color::Blue), 1 << (16 + 2 * 4 + 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filled(&self, color: Color) -> u64 {
        self.board.filled_by(color).0
    }

    /// The [slots](Position::filled) that a color fills with U pipes.
    ///
    /// ```
    /// use tilewright_aquapipe::{AquaPipe, Color, Options, Variant};
    /// use tilewright_core::{Game, Position};
    ///
    /// let options = Options { variant: Variant::Large, ..Options::default() };
    /// let mut position = AquaPipe::start(&options)?;
    /// position.play("US@a1b1".parse()?)?;
    /// assert_eq!(position.filled_by_u_pipes(Color::Blue), 0b11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filled_by_u_pipes(&self, color: Color) -> u64 {
        self.board.filled_by(color).1
    }

    /// The end of the game, if it is over.
    pub fn end(&self) -> Option<End> {
        if self.board.is_won(&self.rules) {
            return Some(End::Row);
        }
        if self.history.n_occurrences() >= N_OCCURRENCES {
            return Some(End::Repetition);
        }
        (self.board.n_moves(&self.rules) == 0).then_some(End::NoMove)
    }

    /// Returns true if the player to move can win with one move. The game must not be over.
    ///
    /// ```
    /// use tilewright_aquapipe::Position;
    ///
    /// let position: Position = "b.b/.../...|.rr/.../...|.../.../... b".parse()?;
    /// assert!(position.can_win() && position.is_threatened());
    /// # Ok::<(), tilewright_core::ParsePositionError>(())
    /// ```
    pub fn can_win(&self) -> bool {
        self.board.can_win(&self.rules)
    }

    /// Returns true if the opponent could win with one move if it were its turn.
    pub fn is_threatened(&self) -> bool {
        let mut board = self.board;
        board.pass_turn();
        board.can_win(&self.rules)
    }

    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns true if the game is over, even if the board has moves.
    #[inline]
    fn is_ended(&self) -> bool {
        self.board.is_won(&self.rules) || self.history.n_occurrences() >= N_OCCURRENCES
    }

    fn explain_slots(&self, m: Move) -> Result<(), Illegal> {
        let diameter = m.diameter();
        let to = m.to();
        let own_slots = if m.is_u_pipe() { m.left_mask() } else { 0 };
        if m.filled_mask() & !self.rules.slots() != 0 {
            let variant = self.options.variant;
            return Err(Illegal::new("no-such-space", format!("{variant} has no space {to}")));
        }
        if m.filled_mask() & !own_slots & !self.board.free(&self.rules) != 0 {
            let reason = format!("a {diameter} pipe fills that slot of {to} already");
            return Err(Illegal::new("slot-taken", reason));
        }
        Ok(())
    }

    fn explain_hand(&self, m: Move) -> Result<(), Illegal> {
        let us = self.board.turn;
        let diameter = m.diameter();
        let has_one = if m.is_u_pipe() {
            self.has_u_pipe_in_hand(us, diameter)
        } else {
            self.n_in_hand(us, diameter) > 0
        };
        if has_one {
            return Ok(());
        }
        let kind = if m.is_u_pipe() { "U pipe" } else { "straight pipe" };
        let reason = format!("{us} has no {diameter} {kind} left in hand");
        Err(Illegal::new("no-pipe-left", reason))
    }

    fn explain_shift(&self, m: Move) -> Result<(), Illegal> {
        let us = self.board.turn;
        let diameter = m.diameter();
        let own = if m.is_u_pipe() { self.board.own_u } else { self.board.own & !self.board.own_u };
        // A U pipe fills two slots of its layer, so the slots are its whole pipe or none of it.
        if m.left_mask() & !own != 0 {
            let kind = if m.is_u_pipe() { "U pipe" } else { "straight pipe" };
            let from = m.from().map(|from| from.to_string()).unwrap_or_default();
            let reason = format!("{us} has no {diameter} {kind} at {from}");
            return Err(Illegal::new("no-such-pipe", reason));
        }
        if !self.board.can_shift(&self.rules) {
            let reason = match self.options.move_after {
                MoveAfter::Never => "pipes stay where they are".to_owned(),
                _ => format!("{us} moves pipes once it has placed one of each diameter"),
            };
            return Err(Illegal::new("cannot-move-yet", reason));
        }
        if m.left_mask() == m.filled_mask() {
            return Err(Illegal::new("same-place", "a pipe moves to another place"));
        }
        Ok(())
    }
}

impl tilewright_core::Position for Position {
    type Move = Move;
    type Undo = ();

    fn n_seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        let us = self.board.turn;
        match self.end() {
            None => Turn::Player(us.seat()),
            Some(_) => Turn::Over(Outcome::by_score(self.scores())),
        }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if !self.is_ended() {
            self.board.moves(&self.rules, moves);
        }
    }

    #[inline]
    fn n_legal_moves(&self) -> usize {
        if self.is_ended() { 0 } else { self.board.n_moves(&self.rules) }
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        let n_moves = self.n_legal_moves();
        (n_moves > 0).then(|| self.board.nth_move(&self.rules, random_index(rng, n_moves)))
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        self.board.play(m);
        if !self.history.is_empty() {
            // Pipes never leave the board, so after a placement no earlier position comes back.
            self.history.push(self.board, self.board.quick_hash(), m.is_from_hand());
        }
    }

    #[inline]
    fn undo(&mut self, m: Move, (): ()) {
        self.history.pop();
        self.board.undo(m);
    }

    fn is_legal(&self, m: Move) -> bool {
        self.explain(m).is_ok()
    }

    fn explain(&self, m: Move) -> Result<(), Illegal> {
        if self.end().is_some() {
            return Err(Illegal::game_over());
        }
        if m.is_u_pipe() && !self.rules.has_u_pipe(m.diameter()) {
            let reason = format!("there is no {} U pipe in this game", m.diameter());
            return Err(Illegal::new("no-u-pipe", reason));
        }
        match m.from() {
            None => self.explain_hand(m)?,
            Some(_) => self.explain_shift(m)?,
        }
        self.explain_slots(m)
    }

    fn scores(&self) -> BySeat<i32> {
        let is_won = self.board.is_won(&self.rules);
        let winner = self.board.turn.other();
        BySeat::from(Color::ALL.map(|color| i32::from(is_won && color == winner)))
    }

    fn key(&self) -> u64 {
        self.board.key()
    }
}

/// `clone_from` reuses the memory of the history.
impl Clone for Position {
    fn clone(&self) -> Position {
        let Position { options, rules, board, .. } = *self;
        Position { options, rules, board, history: self.history.clone() }
    }

    fn clone_from(&mut self, source: &Position) {
        let Position { options, rules, board, history } = source;
        self.options = *options;
        self.rules = *rules;
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
