//! Views as data.

use serde_json::Value;
use tilewright_core::{Game, MoveOf, Position, Seat, Viewer};

use crate::laws::{Finding, LawResult, OPENNESS, law};

/// Checks everything that is shown of a position and some of its moves.
pub(super) fn check_shown<G: Game>(position: &G::Position, moves: &[MoveOf<G>]) -> LawResult {
    law(OPENNESS, check_view_is_open::<G>(position))?;
    law("views can be written and read", check_views::<G>(position))?;
    law("parts of moves can be written", check_move_views::<G>(position, moves))
}

/// In a game that says it has no secrets, every viewer has the same view.
fn check_view_is_open<G: Game>(position: &G::Position) -> Finding {
    if G::HAS_SECRETS {
        return Ok(());
    }
    let expected = view_as_json::<G>(position, Viewer::Spectator)?;
    Seat::first(position.n_seats()).map(Viewer::Seat).try_for_each(|viewer| {
        let difference = first_difference(&view_as_json::<G>(position, viewer)?, &expected, "view");
        difference.map_or(Ok(()), |how| Err(format!("{viewer:?} against a spectator: {how}")))
    })
}

/// Every viewer's view survives JSON.
fn check_views<G: Game>(position: &G::Position) -> Finding {
    // Where nothing is hidden, one view is as good as all.
    let is_checked = |viewer: &Viewer| G::HAS_SECRETS || *viewer == Viewer::Spectator;
    for viewer in Viewer::all(position.n_seats()).filter(is_checked) {
        let view = G::view(position, viewer);
        check_journey::<G>(&view).map_err(|how| format!("the view of {viewer:?} {how}"))?;
    }
    Ok(())
}

/// A view that is written as JSON can be read, and is the same then.
fn check_journey<G: Game>(view: &G::View) -> Finding {
    let written =
        serde_json::to_value(view).map_err(|error| format!("cannot be written: {error}"))?;
    let read: G::View = serde_json::from_value(written.clone())
        .map_err(|error| format!("cannot be read: {error}"))?;
    let again = serde_json::to_value(read).map_err(|error| format!("is read wrongly: {error}"))?;
    first_difference(&written, &again, "view")
        .map_or(Ok(()), |how| Err(format!("is another when it is read: {how}")))
}

/// The parts of each move have names and can be written as JSON, and so can what it does.
fn check_move_views<G: Game>(position: &G::Position, moves: &[MoveOf<G>]) -> Finding {
    moves.iter().try_for_each(|&m| {
        let wrong = |error| format!("the parts of {m} cannot be written: {error}");
        let parts = serde_json::to_value(G::move_parts(m)).map_err(wrong)?;
        serde_json::to_value(G::move_view(position, m)).map_err(wrong)?;
        if parts.is_object() { Ok(()) } else { Err(format!("the parts of {m} have no names")) }
    })
}

/// Two positions look the same to a viewer.
pub(super) fn check_same_view<G: Game>(
    expected: &G::Position,
    other: &G::Position,
    viewer: Viewer,
) -> Finding {
    let [expected, other] = [expected, other].map(|position| view_as_json::<G>(position, viewer));
    first_difference(&expected?, &other?, "view").map_or(Ok(()), Err)
}

/// A view is that of a position.
pub(super) fn check_is_view<G: Game>(
    view: &G::View,
    position: &G::Position,
    viewer: Viewer,
) -> Finding {
    let view = serde_json::to_value(view).map_err(|error| error.to_string())?;
    let expected = view_as_json::<G>(position, viewer)?;
    first_difference(&view, &expected, "view").map_or(Ok(()), Err)
}

fn view_as_json<G: Game>(position: &G::Position, viewer: Viewer) -> Result<Value, String> {
    serde_json::to_value(G::view(position, viewer)).map_err(|error| error.to_string())
}

/// The first difference of two values: a whole view is too much to compare by eye.
fn first_difference(left: &Value, right: &Value, path: &str) -> Option<String> {
    match (left, right) {
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            left.iter().zip(right).enumerate().find_map(|(i, (left, right))| {
                first_difference(left, right, &format!("{path}[{i}]"))
            })
        }
        (Value::Object(left), Value::Object(right)) if left.keys().eq(right.keys()) => {
            left.iter().zip(right.values()).find_map(|((key, left), right)| {
                first_difference(left, right, &format!("{path}.{key}"))
            })
        }
        _ => (left != right).then(|| format!("{path} is {left} here and {right} there")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_found_deep_inside() {
        let left = json!({"board": "..", "hands": [[1, 2], [3]]});
        assert_eq!(first_difference(&left, &left, "view"), None);
        let right = json!({"board": "..", "hands": [[1, 4], [5]]});
        let difference = first_difference(&left, &right, "view").unwrap();
        assert_eq!(difference, "view.hands[0][1] is 2 here and 4 there");
        let shorter = json!({"board": ".."});
        assert!(first_difference(&left, &shorter, "view").unwrap().starts_with("view is {"));
    }
}
