//! What can be wrong with a batch, and with what it is asked.

use thiserror::Error;
use tilewright_core::{Illegal, OptionsError};

/// There is no such batch.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// The options are no game.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// There would be no game, or too many.
    #[error("a batch has 1 to {most} games of {game}, not {n_games}")]
    Size {
        /// The name of the game.
        game: &'static str,
        /// How many were asked for.
        n_games: usize,
        /// The most that fit.
        most: usize,
    },
    /// No threads, or too many.
    #[error("a batch has 1 to {most} threads, not {n_threads}")]
    Threads {
        /// How many were asked for.
        n_threads: usize,
        /// The most there can be.
        most: usize,
    },
    /// The machine would not start them.
    #[error("the threads cannot be started: {0}")]
    Start(String),
}

/// The batch cannot be stepped or reset like that; nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepError {
    /// There is not one value for each game.
    #[error("a batch of {n_games} games takes {n_games} values, not {n_values}")]
    Length {
        /// How many games there are.
        n_games: usize,
        /// How many actions, or flags, were given.
        n_values: usize,
    },
    /// No action has this number.
    #[error(
        "game {game}: actions are numbered from 0 to {last}, and -1 leaves a game alone; {action} is none"
    )]
    NoSuchAction {
        /// Which game, from 0.
        game: usize,
        /// What was given.
        action: i64,
        /// The greatest number.
        last: usize,
    },
    /// The number is no move of this position, legal or not.
    #[error("game {game}: action {action} is no move here")]
    NoMove {
        /// Which game, from 0.
        game: usize,
        /// What was given.
        action: i64,
    },
    /// The move is not legal now.
    #[error("game {game}: action {action} is {text}, but {reason}")]
    Illegal {
        /// Which game, from 0.
        game: usize,
        /// What was given.
        action: i64,
        /// The move.
        text: String,
        /// Why it is not legal.
        reason: Illegal,
    },
    /// The game is over.
    #[error("game {game} is over: reset it, or give -1 to leave it alone")]
    Over {
        /// Which game, from 0.
        game: usize,
    },
    /// There is no such game in the batch.
    #[error("there is no game {game}: the games of this batch are numbered from 0 to {last}")]
    NoSuchGame {
        /// Which game was asked for.
        game: i64,
        /// The greatest number.
        last: usize,
    },
}

/// The array would be too large.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("an array of {n_bytes} bytes is too large: ask for bits or lists, or make a smaller batch")]
pub struct TooLarge {
    /// How large it would be.
    pub n_bytes: usize,
}
