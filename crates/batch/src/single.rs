//! Actions and observations of one position, for programs that keep their own games.

use tilewright_core::{ParsePositionError, Position as _, Seat, Turn};
use tilewright_table::{GameId, dispatch};

use crate::numbers::{Numbered, Numbers};

/// The legal actions of a position, in its text, each with the text of its move; none where no
/// player is to move.
///
/// ```
/// use tilewright_batch::actions_at;
/// use tilewright_table::GameId;
///
/// let table = GameId::AquaPipe.open(&[])?;
/// let actions = actions_at(GameId::AquaPipe, &table.position_text())?;
/// assert!(actions.len() == 27 && actions.contains(&(4, "S@b2".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn actions_at(game: GameId, position: &str) -> Result<Vec<(u32, String)>, ParsePositionError> {
    dispatch!(game, G => actions_in::<G>(position))
}

fn actions_in<G: Numbered>(text: &str) -> Result<Vec<(u32, String)>, ParsePositionError> {
    let position: G::Position = text.parse()?;
    let mut actions = Vec::new();
    if !matches!(position.turn(), Turn::Player(_)) {
        return Ok(Vec::new());
    }
    let numbers = G::Numbers::new(&position);
    numbers.legal_actions(&position, &mut Vec::new(), &mut actions);
    let named = |action| Some((action, numbers.move_of(&position, action)?.to_string()));
    Ok(actions.into_iter().filter_map(named).collect())
}

/// The observation of a seat in a position, in its text: planes and features.
pub fn observation_at(
    game: GameId,
    position: &str,
    seat: Seat,
) -> Result<(Vec<u8>, Vec<f32>), ParsePositionError> {
    dispatch!(game, G => observation_in::<G>(position, seat))
}

fn observation_in<G: Numbered>(
    text: &str,
    seat: Seat,
) -> Result<(Vec<u8>, Vec<f32>), ParsePositionError> {
    let position: G::Position = text.parse()?;
    let numbers = G::Numbers::new(&position);
    let (height, width) = numbers.plane_size();
    let mut planes = vec![0; numbers.plane_names().len() * height * width];
    let mut features = vec![0.0; numbers.feature_names().len()];
    numbers.observe(&position, seat, &mut planes, &mut features);
    Ok((planes, features))
}
