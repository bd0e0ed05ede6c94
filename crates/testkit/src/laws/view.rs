//! Views as data and as text.

use serde_json::Value;
use tilewright_core::{Game, Ink, MoveOf, Position, Viewer};

use crate::ensure;
use crate::laws::Finding;

/// Every viewer's view can be written as JSON and drawn in plain lines.
pub(super) fn check_views<G: Game>(position: &G::Position) -> Finding {
    for viewer in Viewer::all(position.n_seats()) {
        let view = G::view(position, viewer);
        serde_json::to_value(&view)
            .map_err(|error| format!("the view of {viewer:?} cannot be written: {error}"))?;
        let drawing = G::draw(&view, Ink::Plain);
        ensure(!drawing.trim().is_empty() && drawing.ends_with('\n'), || {
            format!("the drawing for {viewer:?} is not some whole lines: {drawing:?}")
        })?;
        ensure(!drawing.contains('\u{1b}'), || {
            format!("the plain drawing for {viewer:?} has colours: {drawing:?}")
        })?;
    }
    Ok(())
}

/// The parts of each move can be written as JSON.
pub(super) fn check_move_views<G: Game>(position: &G::Position, moves: &[MoveOf<G>]) -> Finding {
    moves.iter().try_for_each(|&m| {
        serde_json::to_value(G::move_view(position, m))
            .map(drop)
            .map_err(|error| format!("the parts of {m} cannot be written: {error}"))
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

fn view_as_json<G: Game>(position: &G::Position, viewer: Viewer) -> Result<Value, String> {
    serde_json::to_value(G::view(position, viewer)).map_err(|error| error.to_string())
}

/// Where two values begin to differ: a whole view is too much to compare by eye.
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
