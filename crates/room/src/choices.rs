//! Legal moves in a compact form, and explanations of illegal ones.

use tilewright_table::Table;

use crate::{ChoicesByHead, MoveExplanation};

/// The legal moves by their heads. This works for every game: a head ends at the last `@`, or else
/// at the first `-`, where a place follows a piece in our notations.
pub(crate) fn choices(table: &dyn Table) -> ChoicesByHead {
    let mut choices = ChoicesByHead::default();
    for m in table.legal_moves() {
        let end = m.rfind('@').or_else(|| m.find('-')).map_or(0, |index| index + 1);
        let (head, tail) = m.split_at(end);
        match choices.0.get_mut(head) {
            Some(tails) => {
                tails.push(' ');
                tails.push_str(tail);
            }
            None => {
                choices.0.insert(head.to_owned(), tail.to_owned());
            }
        }
    }
    choices
}

/// The reasons why moves cannot be played now, those with the same reason together.
pub fn explain_moves(table: &dyn Table, moves: Vec<String>) -> Vec<MoveExplanation> {
    let mut explanations: Vec<MoveExplanation> = Vec::new();
    for m in moves {
        let reason = table.explain(&m).err().map(|error| error.to_string());
        match explanations.iter_mut().find(|it| it.reason == reason) {
            Some(same) => same.moves.push(m),
            None => explanations.push(MoveExplanation { reason, moves: vec![m] }),
        }
    }
    explanations
}
