//! Reasons why a table refuses an action.

use thiserror::Error;
use tilewright_table::PlayError;

/// The reason why an action was refused, as a sentence for the person who asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionError {
    /// The request itself is wrong.
    #[error("{0}")]
    BadRequest(String),
    /// The person may not do this.
    #[error("{0}")]
    Forbidden(&'static str),
    /// It cannot be done in the present state.
    #[error("{0}")]
    Conflict(String),
    /// The move answers another position than the present one.
    #[error("the move answers ply {ply}, but {}", played(*.n_moves))]
    WrongPly {
        /// The ply that the move answers.
        ply: usize,
        /// The number of moves that were played.
        n_moves: usize,
    },
    /// The move is against the rules.
    #[error(transparent)]
    IllegalMove(#[from] PlayError),
}

impl ActionError {
    pub(crate) fn bad_request(message: impl Into<String>) -> ActionError {
        ActionError::BadRequest(message.into())
    }

    pub(crate) fn conflict(message: impl Into<String>) -> ActionError {
        ActionError::Conflict(message.into())
    }
}

fn played(n_moves: usize) -> String {
    match n_moves {
        1 => "1 move was played".to_owned(),
        _ => format!("{n_moves} moves were played"),
    }
}
