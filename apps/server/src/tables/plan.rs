//! How a table was opened.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde::{Deserialize, Serialize};
use tilewright_bots::{BotSpec, Bots, SpecError};
use tilewright_core::shortened;
use tilewright_table::{First, GameId, Table};

use crate::error::ApiError;
use crate::id::{new_key, new_seed, random_bytes};
use crate::people::PersonId;
use crate::wire::{self, FirstSeat, NewTable, SeatRequest};

/// How a table was opened: what never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) game: GameId,
    pub(crate) options: BTreeMap<String, String>,
    /// Who shall sit where, in the order of the seats.
    pub(crate) seats: Vec<SeatPlan>,
    pub(crate) first: Option<FirstSeat>,
    pub(crate) is_private: bool,
    /// What opens a private table, and the seats of those who are invited.
    pub(crate) key: String,
    pub(crate) has_hints: bool,
    /// What the choices of bots follow. It tells nothing about chance.
    pub(crate) seed: u64,
    /// Who opened it.
    pub(crate) host: PersonId,
}

/// Who shall sit on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeatPlan {
    #[default]
    Open,
    Invited,
    Bot(String),
    Person(PersonId),
}

/// The longest name or value of an option.
const MAX_OPTION_BYTES: usize = 64;
const MAX_OPTIONS: usize = 32;

impl Plan {
    /// The plan of a table that somebody asks for, checked.
    pub(crate) fn new(asked: &NewTable, host: &PersonId) -> Result<Plan, ApiError> {
        let NewTable { game, options, players, first, is_private, has_hints } = asked;
        let is_long = |text: &String| text.len() > MAX_OPTION_BYTES;
        if options.len() > MAX_OPTIONS || options.iter().any(|(n, v)| is_long(n) || is_long(v)) {
            return Err(ApiError::bad_request("these options are too many or too long"));
        }
        let table = open(*game, options)?;
        let n_seats = table.n_seats();
        if players.len() > n_seats {
            let n_players = players.len();
            let seats = if n_seats == 1 { "seat" } else { "seats" };
            let message = format!("{n_players} players are too many for {n_seats} {seats}");
            return Err(ApiError::bad_request(message));
        }
        let bots = Bots::of(*game);
        let chairs = players.iter().chain(std::iter::repeat(&SeatRequest::Open)).take(n_seats);
        let place = |chair: &SeatRequest| match chair {
            SeatRequest::Me => Ok(SeatPlan::Person(host.clone())),
            SeatRequest::Open => Ok(SeatPlan::Open),
            SeatRequest::Invited => Ok(SeatPlan::Invited),
            SeatRequest::Bot(text) => checked_bot(bots, text),
        };
        let mut seats = chairs.map(place).collect::<Result<Vec<_>, _>>()?;
        let first = first.map(|first| decide(first, n_seats)).transpose()?;
        seats.rotate_left(first.as_ref().map_or(0, |it| it.player - 1));
        Ok(Plan {
            game: *game,
            options: table.options().into_iter().collect(),
            seats,
            first,
            is_private: *is_private,
            key: new_key(),
            has_hints: *has_hints,
            seed: new_seed(),
            host: host.clone(),
        })
    }

    /// The same people once more, each one seat further.
    pub(crate) fn again(&self, mut seats: Vec<SeatPlan>) -> Plan {
        seats.rotate_left(1);
        Plan { seats, first: None, key: new_key(), seed: new_seed(), ..self.clone() }
    }

    /// The people who sit there from the beginning, with the numbers of their seats.
    pub(crate) fn people(&self) -> impl Iterator<Item = (&PersonId, u8)> {
        self.seats.iter().zip(1..).filter_map(|(place, number)| match place {
            SeatPlan::Person(person) => Some((person, number)),
            SeatPlan::Open | SeatPlan::Invited | SeatPlan::Bot(_) => None,
        })
    }

    /// Whether only bots play.
    pub(crate) fn is_for_bots(&self) -> bool {
        self.seats.iter().all(|place| matches!(place, SeatPlan::Bot(_)))
    }

    /// For each seat the bot that sits there.
    pub(crate) fn bot_names(&self) -> Vec<Option<String>> {
        let name = |place: &SeatPlan| match place {
            SeatPlan::Bot(bot) => Some(bot.clone()),
            SeatPlan::Open | SeatPlan::Invited | SeatPlan::Person(_) => None,
        };
        self.seats.iter().map(name).collect()
    }

    /// A table for this game, before the first move.
    pub(crate) fn open(&self) -> Result<Box<dyn Table>, ApiError> {
        open(self.game, &self.options)
    }
}

fn open(game: GameId, options: &BTreeMap<String, String>) -> Result<Box<dyn Table>, ApiError> {
    let pairs: Vec<(&str, &str)> = options.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    game.open(&pairs).map_err(|error| ApiError::bad_request(error.to_string()))
}

/// Bots of the house are levels, or simple kinds without settings: what they cost is then bounded.
///
/// That is seen before the bot is made, because some are made with a file of this machine.
fn checked_bot(bots: Bots, text: &str) -> Result<SeatPlan, ApiError> {
    let refuse = |error: SpecError| ApiError::bad_request(error.to_string());
    let spec: BotSpec = text.parse().map_err(refuse)?;
    let is_level = spec.kind() == "level" && spec.to_string() == text;
    let is_plain = spec.to_string() == spec.kind();
    if !is_level && !is_plain {
        let message = format!(
            "'{}' cannot play here: choose a level such as level:3, or a bot without settings",
            shortened(text)
        );
        return Err(ApiError::bad_request(message));
    }
    bots.read(text).map_err(refuse)?;
    Ok(SeatPlan::Bot(text.to_owned()))
}

/// Whether a table that somebody asks for can be opened, or why not.
///
/// ```
/// use tilewright_server::check_new_table;
///
/// let asked = r#"{"game": "coerceo", "players": ["me", {"bot": "minimax:depth=40"}]}"#;
/// let refusal = check_new_table(&serde_json::from_str(asked).unwrap()).unwrap_err();
/// assert!(refusal.message.starts_with("'minimax:depth=40' cannot play here"));
/// ```
pub fn check_new_table(asked: &NewTable) -> Result<(), ApiError> {
    Plan::new(asked, &PersonId(String::new())).map(drop)
}

/// Decides who takes the first seat, by chance that nobody can foresee.
fn decide(first: wire::FirstSeatRequest, n_players: usize) -> Result<FirstSeat, ApiError> {
    let first = match first {
        wire::FirstSeatRequest::Player(number) => match number.checked_sub(1) {
            Some(index) => First::Choice(index),
            None => return Err(ApiError::bad_request("players are numbered from 1")),
        },
        wire::FirstSeatRequest::Coin => First::Coin,
        wire::FirstSeatRequest::Dice => First::Dice,
    };
    let rng = &mut StdRng::from_seed(random_bytes());
    let decision = first.decide(n_players, rng);
    let decision = decision.map_err(|error| ApiError::bad_request(error.to_string()))?;
    Ok(FirstSeat { player: decision.index + 1, text: decision.told })
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    /// Some bots are made with a file: whoever asks for one may not make or open files here.
    #[test]
    fn a_bot_that_may_not_play_here_is_never_made() {
        let folder = tempdir().unwrap();
        for game in ["coerceo", "aquapipe", "blokus"] {
            let file = folder.path().join(game);
            for kind in ["minimax:remember", "solver:table"] {
                let asked = NewTable {
                    game: game.parse().unwrap(),
                    options: BTreeMap::new(),
                    players: vec![SeatRequest::Bot(format!("{kind}={}", file.display()))],
                    first: None,
                    is_private: false,
                    has_hints: false,
                };
                let error = check_new_table(&asked).unwrap_err();
                assert!(!file.exists(), "{game} made a file for {kind}");
                assert!(error.message.contains("cannot play here"), "{}", error.message);
            }
        }
    }
}
