//! The way a table was opened.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tilewright_core::{OptionsError, Rng};
use tilewright_table::{First, GameId, Table};

use crate::text::plain;
use crate::{ActionError, PersonId, TimeControl};

/// A request to open a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game, by its name in `/api/games`.
    #[cfg_attr(
        feature = "schema",
        ts(as = "String"),
        schema(value_type = String, example = "blokus")
    )]
    pub game: GameId,
    /// Options by name, such as `variant`; the others keep their defaults.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<BTreeMap<String, String>>", optional))]
    pub options: BTreeMap<String, String>,
    /// The players, in the order of the seats before the first seat is drawn. Other seats are open.
    #[cfg_attr(feature = "schema", schema(max_items = 6))]
    pub players: Vec<SeatRequest>,
    /// The rule that decides the first seat; without it the first player has it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub first: Option<FirstSeatRequest>,
    /// True if only people with the link find it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub is_private: bool,
    /// True if players may ask for hints.
    #[serde(default = "yes")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub has_hints: bool,
    /// The time that players have; without it they take their time.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub clock: Option<TimeControl>,
    /// The bot that plays on, with more than two seats, for people who left, resigned or ran out of
    /// time; without it `level:3`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub substitute: Option<String>,
}

const fn yes() -> bool {
    true
}

/// A request for the player of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SeatRequest {
    /// The person who opens the table, or another one at the same device.
    Me,
    /// A friend at the same device, who plays by this name.
    Friend(String),
    /// Anyone.
    Open,
    /// Anyone with the link.
    Invited,
    /// A bot, such as `level:3` or `greedy`.
    Bot(String),
}

/// A rule that decides which player has the first seat; the others follow in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FirstSeatRequest {
    /// The player of this number, from 1.
    Player(usize),
    /// A coin, for two.
    Coin,
    /// Dice, for any number.
    Dice,
}

/// The player who has the first seat, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct FirstSeat {
    /// The player, by its number in the request.
    pub player: usize,
    /// The beginning of a sentence about the decision, such as `the coin shows heads`.
    #[serde(alias = "told")]
    pub text: String,
}

/// The way a table was opened. It never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub game: GameId,
    /// All options by name.
    pub options: BTreeMap<String, String>,
    /// The intended players, in the order of the seats.
    pub seats: Vec<SeatPlan>,
    /// The names of friends at the device of the host, by seats; empty if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub friends: Vec<Option<String>>,
    /// The decision about the first seat, if there was one.
    pub first: Option<FirstSeat>,
    /// True if only people with the link find it.
    pub is_private: bool,
    /// The key of the link: it opens a private table, and reserved seats.
    pub key: String,
    /// True if players may ask for hints.
    pub has_hints: bool,
    /// The time that players have, at a table with clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The bot that plays on for people who left, resigned or ran out of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<String>,
    /// The seed of the bots' choices. It is independent of chance.
    pub seed: u64,
    /// The person who opened it.
    pub host: PersonId,
}

/// The intended player of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatPlan {
    /// Anyone.
    #[default]
    Open,
    /// Anyone with the link.
    Invited,
    /// A bot, by its specification.
    Bot(String),
    /// A person.
    Person(PersonId),
}

/// The unpredictable parts of a plan, which the host draws.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// The key of the link.
    pub key: String,
    /// The seed of the bots' choices.
    pub seed: u64,
}

/// The limits of the names and values of options.
const MAX_OPTION_BYTES: usize = 64;
const MAX_OPTIONS: usize = 32;

/// The most letters in the name of a friend.
const MAX_FRIEND: usize = 24;

impl Plan {
    /// Checks a request of `host`, and makes the plan of its table. Bots are not checked: the host
    /// of the room knows which ones it can run.
    pub fn new(
        request: &NewTable,
        host: &PersonId,
        secrets: Secrets,
        chance: &mut dyn Rng,
    ) -> Result<Plan, ActionError> {
        let has_long = request.options.iter().any(|(name, value)| is_long(name) || is_long(value));
        if request.options.len() > MAX_OPTIONS || has_long {
            return Err(ActionError::bad_request("these options are too many or too long"));
        }
        let table = request.game.open(&pairs(&request.options)).map_err(|it| refusal(&it))?;
        let n_seats = table.n_seats();
        check_players(request.players.len(), n_seats)?;
        check_friends(&request.players)?;
        request.clock.map_or(Ok(()), TimeControl::check)?;
        let players = request.players.iter().chain(std::iter::repeat(&SeatRequest::Open));
        let mut friends: Vec<Option<String>> =
            players.clone().take(n_seats).map(SeatRequest::friend).collect();
        let mut seats: Vec<SeatPlan> =
            players.take(n_seats).map(|player| player.plan(host)).collect();
        let first = match request.first {
            Some(rule) => Some(rule.decide(n_seats, chance)?),
            None => None,
        };
        let n_before_first = first.as_ref().map_or(0, |first| first.player - 1);
        seats.rotate_left(n_before_first);
        friends.rotate_left(n_before_first);
        if friends.iter().all(Option::is_none) {
            friends.clear();
        }
        Ok(Plan {
            game: request.game,
            options: table.options().into_iter().collect(),
            seats,
            friends,
            first,
            is_private: request.is_private,
            key: secrets.key,
            has_hints: request.has_hints,
            clock: request.clock,
            substitute: request.substitute.clone(),
            seed: secrets.seed,
            host: host.clone(),
        })
    }

    /// The plan of a rematch of these players, each one seat further.
    pub(crate) fn again(&self, mut seats: Vec<SeatPlan>, secrets: Secrets) -> Plan {
        seats.rotate_left(1);
        let mut friends = self.friends.clone();
        if !friends.is_empty() {
            friends.rotate_left(1);
        }
        let Secrets { key, seed } = secrets;
        Plan { seats, friends, first: None, key, seed, ..self.clone() }
    }

    /// The people who have seats from the beginning, with the numbers of their seats.
    pub fn people(&self) -> impl Iterator<Item = (&PersonId, u8)> {
        self.seats.iter().zip(1..).filter_map(|(seat, number)| match seat {
            SeatPlan::Person(person) => Some((person, number)),
            SeatPlan::Open | SeatPlan::Invited | SeatPlan::Bot(_) => None,
        })
    }

    /// Returns true if all players are bots.
    pub fn is_for_bots(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, SeatPlan::Bot(_)))
    }

    /// Whether every seat has its player from the beginning.
    pub fn is_complete(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, SeatPlan::Bot(_) | SeatPlan::Person(_)))
    }

    /// The bot of each seat that has one.
    pub fn bot_names(&self) -> Vec<Option<String>> {
        self.seats.iter().map(|seat| seat.bot().map(str::to_owned)).collect()
    }

    /// A table for this game, before the first move.
    pub(crate) fn open(&self) -> Result<Box<dyn Table>, ActionError> {
        self.game.open_kept(&pairs(&self.options)).map_err(|error| refusal(&error))
    }
}

fn check_friends(players: &[SeatRequest]) -> Result<(), ActionError> {
    let is_wrong = |name: &String| {
        let has_control = name.chars().any(char::is_control);
        name.is_empty() || has_control || name.chars().count() > MAX_FRIEND
    };
    if players.iter().filter_map(SeatRequest::friend).any(|name| is_wrong(&name)) {
        return Err(ActionError::bad_request("the name of a friend has 1 to 24 letters"));
    }
    Ok(())
}

impl SeatPlan {
    fn bot(&self) -> Option<&str> {
        match self {
            SeatPlan::Bot(bot) => Some(bot),
            SeatPlan::Open | SeatPlan::Invited | SeatPlan::Person(_) => None,
        }
    }
}

impl SeatRequest {
    fn plan(&self, host: &PersonId) -> SeatPlan {
        match self {
            SeatRequest::Me | SeatRequest::Friend(_) => SeatPlan::Person(host.clone()),
            SeatRequest::Open => SeatPlan::Open,
            SeatRequest::Invited => SeatPlan::Invited,
            SeatRequest::Bot(bot) => SeatPlan::Bot(bot.clone()),
        }
    }

    fn friend(&self) -> Option<String> {
        match self {
            SeatRequest::Friend(name) => Some(plain(name)),
            SeatRequest::Me | SeatRequest::Open | SeatRequest::Invited | SeatRequest::Bot(_) => {
                None
            }
        }
    }
}

impl FirstSeatRequest {
    fn decide(self, n_players: usize, chance: &mut dyn Rng) -> Result<FirstSeat, ActionError> {
        let rule = match self {
            FirstSeatRequest::Player(0) => {
                return Err(ActionError::bad_request("players are numbered from 1"));
            }
            FirstSeatRequest::Player(number) => First::Choice(number - 1),
            FirstSeatRequest::Coin => First::Coin,
            FirstSeatRequest::Dice => First::Dice,
        };
        let decision = rule.decide(n_players, chance);
        let decision = decision.map_err(|error| ActionError::bad_request(error.to_string()))?;
        Ok(FirstSeat { player: decision.index + 1, text: decision.told })
    }
}

fn pairs(options: &BTreeMap<String, String>) -> Vec<(&str, &str)> {
    options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

fn refusal(error: &OptionsError) -> ActionError {
    ActionError::bad_request(error.to_string())
}

fn is_long(text: &str) -> bool {
    text.len() > MAX_OPTION_BYTES
}

fn check_players(n_players: usize, n_seats: usize) -> Result<(), ActionError> {
    if n_players <= n_seats {
        return Ok(());
    }
    let seats = if n_seats == 1 { "seat" } else { "seats" };
    let message = format!("{n_players} players are too many for {n_seats} {seats}");
    Err(ActionError::bad_request(message))
}
