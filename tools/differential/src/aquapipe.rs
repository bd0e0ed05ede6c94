//! Aqua Pipe.

use tilewright_aquapipe::{AquaPipe, End, Position};
use tilewright_core::Position as _;
use tilewright_reference::aquapipe::Reference;
use tilewright_reference::{Explore, Model, Turn};
use tilewright_testkit::differential::{Comparison, Differential};

/// The rules of Aqua Pipe.
pub struct AquaPipeRules;

impl Differential for AquaPipeRules {
    type Game = AquaPipe;
    type Model = Reference;

    const GOES_ON_FROM_TEXT: bool = false;

    /// Compares the kind of end, and the wins that are seen one move ahead.
    fn check(comparison: &Comparison<Self>) {
        let Comparison { position, model, .. } = comparison;
        let reason = match position.end() {
            None => None,
            Some(End::NoMove) => Some("no_action"),
            Some(End::Repetition) => Some("repetition"),
            // Only the model says which rows won.
            Some(End::Row) => model.reason().filter(|reason| reason.contains("row")),
        };
        assert_eq!(reason, model.reason(), "{}", comparison.context());
        assert_eq!(position.end().is_some(), reason.is_some(), "{}", comparison.context());
        if matches!(model.turn(), Turn::Seat(_)) {
            check_foresight(position, &comparison.context());
        }
    }
}

/// A win that is seen is there, and the other way round.
fn check_foresight(position: &Position, context: &str) {
    assert_eq!(position.can_win(), wins(position), "{context}");
    let text = position.to_string();
    let (board, side) = text.split_at(text.len() - 1);
    let passed = format!("{board}{}", if side == "b" { "r" } else { "b" });
    let passed: Position = passed.parse().expect("nobody has won");
    assert_eq!(position.is_threatened(), wins(&passed), "{context}");
}

/// Returns whether a move of the player to move wins.
fn wins(position: &Position) -> bool {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().any(|m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        after.end() == Some(End::Row)
    })
}
