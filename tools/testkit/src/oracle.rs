//! Games played by independent programs, and the check that ours goes the same way.

use std::fmt;

use tilewright_core::{BySeat, Game, Position, Seat};

use crate::ensure;

/// A game as another program played it: the moves, and what it says about them.
///
/// Whatever the other program does not say is left out.
///
/// ```
/// use tilewright_core::Game;
/// use tilewright_testkit::{OracleGame, OraclePly};
///
/// /// A game of which only the moves and the numbers of choices are known.
/// fn from_counts<G: Game>(id: &str, plies: &[(&str, usize)]) -> OracleGame<G> {
///     let ply = |&(text, n_legal_moves): &(&str, usize)| OraclePly {
///         n_legal_moves: Some(n_legal_moves),
///         ..OraclePly::new(text)
///     };
///     let plies = plies.iter().map(ply).collect();
///     OracleGame { id: id.to_owned(), plies, ..OracleGame::default() }
/// }
/// ```
pub struct OracleGame<G: Game> {
    /// The name of the game in its file.
    pub id: String,
    /// The options it was played with.
    pub options: G::Options,
    /// What was played, chance moves included.
    pub plies: Vec<OraclePly>,
    /// Whether the game is over after the last ply. If not, the record just stops there, which
    /// says nothing.
    pub is_over: bool,
    /// The scores after the last ply.
    pub scores: Option<BySeat<i32>>,
    /// Who won, in any order: everybody on the first place of a game that is over.
    pub winners: Option<Vec<Seat>>,
}

impl<G: Game> Default for OracleGame<G> {
    fn default() -> OracleGame<G> {
        OracleGame {
            id: String::new(),
            options: G::Options::default(),
            plies: Vec::new(),
            is_over: false,
            scores: None,
            winners: None,
        }
    }
}

/// One move of an oracle's game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OraclePly {
    /// The move, in any notation that the game reads.
    pub move_text: String,
    /// Who is to move.
    pub seat: Option<Seat>,
    /// How many legal moves there are.
    pub n_legal_moves: Option<usize>,
    /// A hash of the legal moves, made in the oracle's own way: only the caller's check reads it.
    pub legal_hash: Option<String>,
    /// The scores after the move.
    pub scores_after: Option<BySeat<i32>>,
}

impl OraclePly {
    /// A move of which nothing else is known.
    ///
    /// ```
    /// use tilewright_testkit::OraclePly;
    ///
    /// assert_eq!(OraclePly::new("deal:3").n_legal_moves, None);
    /// ```
    pub fn new(move_text: impl Into<String>) -> OraclePly {
        OraclePly { move_text: move_text.into(), ..OraclePly::default() }
    }
}

/// Plays the game, compares all that the oracle says, and returns the last position. Before each
/// move `check` may look at more than that.
///
/// # Panics
/// On the first difference, with the game's id, the number of plies before it, and the move.
///
/// ```
/// use tilewright_core::{Game, Position};
/// use tilewright_testkit::{OracleGame, replay_oracle};
///
/// /// `hash` is written as the oracle's documentation says.
/// fn replay<G: Game>(game: &OracleGame<G>, hash: fn(Vec<String>) -> String) {
///     replay_oracle(game, |position, ply| {
///         let mut moves = Vec::new();
///         position.legal_moves(&mut moves);
///         let texts = moves.iter().map(ToString::to_string).collect();
///         assert_eq!(Some(hash(texts)), ply.legal_hash);
///     });
/// }
/// ```
pub fn replay_oracle<G: Game>(
    game: &OracleGame<G>,
    check: impl FnMut(&G::Position, &OraclePly),
) -> G::Position {
    let mut place = Place { game, n_plies: 0 };
    let result = replay(&mut place, check).map_err(|difference| format!("{place}: {difference}"));
    // Dropped before the panic: it would say twice where it was.
    drop(place);
    result.unwrap_or_else(|message| panic!("{message}"))
}

fn replay<G: Game>(
    place: &mut Place<'_, G>,
    mut check: impl FnMut(&G::Position, &OraclePly),
) -> Result<G::Position, String> {
    let game = place.game;
    let mut position = G::start(&game.options).map_err(|error| error.to_string())?;
    for ply in &game.plies {
        check_before(&position, ply)?;
        check(&position, ply);
        let m = G::parse_move(&position, &ply.move_text).map_err(|error| error.to_string())?;
        position.play(m).map_err(|illegal| format!("illegal: {illegal}"))?;
        check_scores(&position, ply.scores_after.as_ref())?;
        place.n_plies += 1;
    }
    check_end(&position, game)?;
    Ok(position)
}

fn check_before<P: Position>(position: &P, ply: &OraclePly) -> Result<(), String> {
    if let Some(expected) = ply.seat {
        let turn = position.turn();
        ensure(turn.seat() == Some(expected), || {
            format!("the turn is {turn:?}, the oracle has {expected:?}")
        })?;
    }
    if let Some(expected) = ply.n_legal_moves {
        let n_legal_moves = position.n_legal_moves();
        ensure(n_legal_moves == expected, || {
            format!("there are {n_legal_moves} legal moves, the oracle has {expected}")
        })?;
    }
    Ok(())
}

fn check_scores<P: Position>(position: &P, expected: Option<&BySeat<i32>>) -> Result<(), String> {
    let Some(expected) = expected else { return Ok(()) };
    let scores = position.scores();
    ensure(scores == *expected, || {
        format!("the scores are then {scores:?}, the oracle has {expected:?}")
    })
}

fn check_end<G: Game>(position: &G::Position, game: &OracleGame<G>) -> Result<(), String> {
    check_scores(position, game.scores.as_ref())?;
    let turn = position.turn();
    // Only a game that is over has winners.
    if game.is_over || game.winners.is_some() {
        ensure(turn.is_over(), || format!("the turn is {turn:?}, the oracle's game is over"))?;
    }
    if let (Some(outcome), Some(expected)) = (turn.outcome(), &game.winners) {
        let winners: Vec<Seat> = outcome.winners().collect();
        let mut expected = expected.clone();
        expected.sort_unstable();
        ensure(winners == expected, || {
            format!("the winners are {winners:?}, the oracle has {expected:?}")
        })?;
    }
    Ok(())
}

/// How far a replay has come.
struct Place<'a, G: Game> {
    game: &'a OracleGame<G>,
    n_plies: usize,
}

impl<G: Game> fmt::Display for Place<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "oracle game {}, after {} plies, ", self.game.id, self.n_plies)?;
        match self.game.plies.get(self.n_plies) {
            Some(ply) => write!(f, "at {}", ply.move_text),
            None => f.write_str("at the end"),
        }
    }
}

/// The caller's check, or the game, may panic without a word on where it was, so this says it.
impl<G: Game> Drop for Place<'_, G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{self}");
        }
    }
}
