//! Errors of batches.

use thiserror::Error;
use tilewright_core::{Illegal, OptionsError};

/// An error for a batch that cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// The options do not describe a game.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The number of games is zero or too large.
    #[error("a batch has 1 to {most} games of {game}, not {n_games}")]
    Size {
        /// The name of the game.
        game: &'static str,
        /// The number asked for.
        n_games: usize,
        /// The most that fit.
        most: usize,
    },
    /// The number of threads is zero or too large.
    #[error("a batch has 1 to {most} threads, not {n_threads}")]
    Threads {
        /// The number asked for.
        n_threads: usize,
        /// The most allowed.
        most: usize,
    },
    /// The system could not start the threads.
    #[error("the threads cannot be started: {0}")]
    Start(String),
}

/// An error for a step or reset that is refused; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepError {
    /// The number of values is not the number of games.
    #[error("a batch of {n_games} games takes {n_games} values, not {n_values}")]
    Length {
        /// The number of games.
        n_games: usize,
        /// The number of actions or flags given.
        n_values: usize,
    },
    /// The number is not an action.
    #[error(
        "game {game}: actions are numbered from 0 to {last}, and -1 leaves a game alone; \
             {action} is none"
    )]
    NoSuchAction {
        /// Which game, from 0.
        game: usize,
        /// The given number.
        action: i64,
        /// The greatest number.
        last: usize,
    },
    /// The action is no move of this position, legal or not.
    #[error("game {game}: action {action} is no move here")]
    NoMove {
        /// Which game, from 0.
        game: usize,
        /// The given number.
        action: i64,
    },
    /// The move is not legal now.
    #[error("game {game}: action {action} is {text}, but {reason}")]
    Illegal {
        /// Which game, from 0.
        game: usize,
        /// The given number.
        action: i64,
        /// The move.
        text: String,
        /// The reason that it is illegal.
        reason: Illegal,
    },
    /// The game is over.
    #[error("game {game} is over: reset it, or give -1 to leave it alone")]
    Over {
        /// Which game, from 0.
        game: usize,
    },
    /// The moves are not those of a game with this seed.
    #[error("game {game}: these moves are not those of a game of this batch")]
    Moves {
        /// Which game, from 0.
        game: usize,
    },
    /// The batch has no game with this number.
    #[error("there is no game {game}: the games of this batch are numbered from 0 to {last}")]
    NoSuchGame {
        /// The number of the game asked for.
        game: i64,
        /// The greatest number.
        last: usize,
    },
}

/// An error for an array that would be too large.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("an array of {n_bytes} bytes is too large: ask for bits or lists, or make a smaller batch")]
pub struct TooLarge {
    /// The size it would have.
    pub n_bytes: usize,
}
