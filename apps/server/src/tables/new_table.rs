//! Checks of requests to open a table.

use rand::SeedableRng;
use rand::rngs::StdRng;
use tilewright_bots::{BotSpec, Bots, SpecError};
use tilewright_core::shortened;
use tilewright_room::{NewTable, PersonId, Plan, SeatRequest, Secrets};
use tilewright_table::GameId;

use crate::error::ApiError;
use crate::id::{new_key, new_seed, random_bytes};

/// The plan of a table that a person asks for, checked.
pub(crate) fn plan_table(request: &NewTable, host: &PersonId) -> Result<Plan, ApiError> {
    for player in &request.players {
        if let SeatRequest::Bot(bot) = player {
            check_bot(Bots::of(request.game), bot)?;
        }
    }
    if let Some(bot) = &request.substitute {
        check_bot(Bots::of(request.game), bot)?;
    }
    check_options(request)?;
    // Nobody can foresee who has the first seat.
    let mut chance = StdRng::from_seed(random_bytes());
    Ok(Plan::new(request, host, new_secrets(), &mut chance)?)
}

/// The largest values of options that make games longer, by game: the rules allow more than anybody
/// plays.
const MAX_VALUES: [(GameId, &str, u32); 1] = [(GameId::Triominos, "target", 5_000)];

/// Refuses options that would make a game go on for days.
fn check_options(request: &NewTable) -> Result<(), ApiError> {
    for (game, name, max) in MAX_VALUES {
        let value = request.options.get(name).filter(|_| request.game == game);
        if value.and_then(|value| value.parse::<u32>().ok()).is_some_and(|value| value > max) {
            return Err(ApiError::bad_request(format!("{name} is at most {max} here")));
        }
    }
    Ok(())
}

/// The key and the seed of a new table.
pub(super) fn new_secrets() -> Secrets {
    Secrets { key: new_key(), seed: new_seed() }
}

/// Returns why a table cannot be opened, or nothing.
///
/// ```
/// use tilewright_server::check_new_table;
///
/// let request = r#"{"game": "coerceo", "players": ["me", {"bot": "minimax:depth=40"}]}"#;
/// let error = check_new_table(&serde_json::from_str(request).unwrap()).unwrap_err();
/// assert!(error.message.starts_with("'minimax:depth=40' cannot play here"));
/// ```
pub fn check_new_table(request: &NewTable) -> Result<(), ApiError> {
    plan_table(request, &PersonId(String::new())).map(drop)
}

/// Refuses bots other than levels and kinds without settings, so that the cost of a bot is bounded.
///
/// The text is checked before the bot is made, because some bots are made with a file of this
/// machine.
fn check_bot(bots: Bots, text: &str) -> Result<(), ApiError> {
    let spec: BotSpec = text.parse().map_err(|error: SpecError| bad_bot(&error))?;
    let is_level = spec.kind() == "level" && spec.to_string() == text;
    let is_plain = spec.to_string() == spec.kind();
    if !is_level && !is_plain {
        let bot = shortened(text);
        return Err(ApiError::bad_request(format!(
            "'{bot}' cannot play here: choose a level such as level:3, or a bot without settings"
        )));
    }
    bots.read(text).map(drop).map_err(|error| bad_bot(&error))
}

fn bad_bot(error: &SpecError) -> ApiError {
    ApiError::bad_request(error.to_string())
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;
    use tilewright_bots::FILE_KEYS;

    use super::*;

    /// Some bots are made with a file: a request must not make or open files of this machine.
    #[test]
    fn a_bot_that_may_not_play_here_is_never_made() {
        let folder = tempdir().unwrap();
        for game in ["coerceo", "aquapipe", "blokus"] {
            let file = folder.path().join(game);
            let kinds = ["minimax", "mcts", "solver"];
            for setting in kinds.map(|kind| FILE_KEYS.map(|key| format!("{kind}:{key}"))).concat() {
                let bot = format!("{setting}={}", file.display());
                let request = serde_json::json!({"game": game, "players": [{"bot": bot}]});
                let request = serde_json::from_value(request).unwrap();
                let error = check_new_table(&request).unwrap_err();
                assert!(!file.exists(), "{game} made a file for {setting}");
                assert!(error.message.contains("cannot play here"), "{}", error.message);
            }
        }
    }
}
