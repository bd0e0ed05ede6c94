//! The limits of the server, all in one list: how much one person, one address and everybody
//! together may do, and how long unused data is kept.
//!
//! The list makes the flags of `tilewright serve` and is compared with the table in
//! docs/server-api.md, so that no limit can be without a flag, a default and a line of
//! documentation. The defaults are made for a school or a club: thirty people behind one address
//! play without a refusal.

use std::fmt;
use std::str::FromStr;

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Requests, by address.
    pub requests: Rate,
    /// Attempts to sign in or up, by address.
    pub sign_ins: Rate,
    /// New guests, by address.
    pub guests: Rate,
    /// Seats taken, by address.
    pub sits: Rate,
    /// Seats taken, by person.
    pub sits_of_person: Rate,
    /// Actions over one socket.
    pub actions: Rate,
    /// Wrong passwords for one account, from browsers that never signed in to it.
    pub wrong_passwords: Rate,
    /// Connections at the same time, besides the sockets, by address.
    pub n_connections: u32,
    /// Sockets at the same time, by address.
    pub n_sockets: u32,
    /// Hints that wait or run, by address.
    pub n_hints: u32,
    /// Analyses that wait or run, by address.
    pub n_analyses: u32,
    /// Replays that wait or run, by address.
    pub n_replays: u32,
    /// Tables that are read at the same time, by address; more reads wait.
    pub n_reads: u32,
    /// Tables that wait for players, by the person who opened them.
    pub open_tables_of_person: u32,
    /// The same by address.
    pub open_tables: u32,
    /// The same in all.
    pub open_tables_in_all: u32,
    /// Seats at other people's tables that wait for players, by person.
    pub waiting_seats_of_person: u32,
    /// The same by address.
    pub waiting_seats: u32,
    /// Games in progress, by person.
    pub games_of_person: u32,
    /// Games in progress that began within a day, by address.
    pub games: u32,
    /// Games in progress between bots only, by person.
    pub bot_games_of_person: u32,
    /// The same by address.
    pub bot_games: u32,
    /// The same in all.
    pub bot_games_in_all: u32,
    /// The most moves of a game between bots only.
    pub bot_moves: u32,
    /// Passwords that wait to be hashed, in all.
    pub waiting_passwords: u32,
    /// The expected wait for a bot's move above which no table with bots is opened, in seconds.
    pub bot_wait: u32,
    /// The expected wait above which hints, analyses and replays are refused, in seconds.
    pub help_wait: u32,
    /// The age of public lists of tables that is still good enough, in milliseconds.
    pub list_age: u32,
    /// Days for which an unused guest is kept.
    pub keep_guests: u32,
    /// Days for which a table is kept that waits for players.
    pub keep_waiting: u32,
    /// Days for which a game is kept that was aborted.
    pub keep_aborted: u32,
    /// Days for which a game against bots is kept in progress while nobody moves.
    pub keep_bot_games: u32,
    /// Days for which a finished game is kept at which nobody with an account sat.
    pub keep_guest_games: u32,
}

/// The frequency with which something may be done: a token bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The number at once.
    pub burst: u32,
    /// The number of further ones with every minute.
    pub per_minute: u32,
}

/// A limit: its flag and its meaning.
pub struct LimitInfo {
    /// The name of the flag, without its dashes.
    pub name: &'static str,
    /// The meaning, in a few words.
    pub help: &'static str,
    field: Field,
}

/// The place of a limit among the others, and its unit.
enum Field {
    Count(fn(&mut Limits) -> &mut u32),
    Rate(fn(&mut Limits) -> &mut Rate),
    Seconds(fn(&mut Limits) -> &mut u32),
    Millis(fn(&mut Limits) -> &mut u32),
    Days(fn(&mut Limits) -> &mut u32),
}

/// The text for no limit at all.
const OFF: &str = "off";

impl Rate {
    /// No limit.
    pub const ANY: Rate = Rate { burst: u32::MAX, per_minute: u32::MAX };
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Rate::ANY => f.write_str(OFF),
            Rate { burst, per_minute } => write!(f, "{burst}+{per_minute}"),
        }
    }
}

/// The text is no rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRateError;

impl FromStr for Rate {
    type Err = ParseRateError;

    /// Reads `BURST+PER_MINUTE`, or `off`.
    fn from_str(text: &str) -> Result<Rate, ParseRateError> {
        if text == OFF {
            return Ok(Rate::ANY);
        }
        let (burst, per_minute) = text.split_once('+').ok_or(ParseRateError)?;
        let burst = read_number(burst).filter(|number| *number > 0).ok_or(ParseRateError)?;
        let per_minute = read_number(per_minute).filter(|number| *number > 0);
        Ok(Rate { burst, per_minute: per_minute.ok_or(ParseRateError)? })
    }
}

/// A number of plain digits.
fn read_number(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            // Thirty browsers that load the page in the same second ask for some 500 things.
            requests: Rate { burst: 1_000, per_minute: 6_000 },
            sign_ins: Rate { burst: 60, per_minute: 60 },
            guests: Rate { burst: 60, per_minute: 60 },
            sits: Rate { burst: 90, per_minute: 90 },
            sits_of_person: Rate { burst: 10, per_minute: 10 },
            actions: Rate { burst: 80, per_minute: 1_200 },
            wrong_passwords: Rate { burst: 10, per_minute: 2 },
            n_connections: 400,
            n_sockets: 200,
            n_hints: 60,
            n_analyses: 8,
            n_replays: 60,
            n_reads: 8,
            open_tables_of_person: 8,
            open_tables: 80,
            open_tables_in_all: 5_000,
            waiting_seats_of_person: 8,
            waiting_seats: 80,
            games_of_person: 100,
            games: 1_000,
            bot_games_of_person: 8,
            bot_games: 60,
            bot_games_in_all: 1_000,
            bot_moves: 3_000,
            waiting_passwords: 256,
            bot_wait: 60,
            help_wait: 60,
            list_age: 1_000,
            keep_guests: 90,
            keep_waiting: 30,
            keep_aborted: 7,
            keep_bot_games: 30,
            keep_guest_games: u32::MAX,
        }
    }
}

impl Limits {
    /// No limits of what anybody may do: for measurements. The length of games between bots stays
    /// bounded, and what is kept is kept as usual.
    pub fn none() -> Limits {
        let mut limits = Limits::default();
        for info in &LIMITS {
            match info.field {
                Field::Count(field) | Field::Seconds(field) => *field(&mut limits) = u32::MAX,
                Field::Rate(field) => *field(&mut limits) = Rate::ANY,
                Field::Millis(field) => *field(&mut limits) = 0,
                Field::Days(_) => {}
            }
        }
        limits.bot_moves = Limits::default().bot_moves;
        limits
    }
}

impl LimitInfo {
    /// The present value, as text.
    pub fn get(&self, limits: &Limits) -> String {
        let mut limits = *limits;
        let (number, unit) = match self.field {
            Field::Rate(field) => return field(&mut limits).to_string(),
            Field::Count(field) => (*field(&mut limits), ""),
            Field::Seconds(field) => (*field(&mut limits), "s"),
            Field::Millis(field) => (*field(&mut limits), "ms"),
            Field::Days(field) => (*field(&mut limits), "d"),
        };
        if number == u32::MAX { OFF.to_owned() } else { format!("{number}{unit}") }
    }

    /// Sets the limit, or says which values it takes.
    pub fn set(&self, limits: &mut Limits, text: &str) -> Result<(), String> {
        let (field, unit, example) = match self.field {
            Field::Rate(field) => {
                let rate = text.parse();
                *field(limits) = rate.map_err(
                    |_| "this takes a number at once and a number a minute, such as 20+60, or off",
                )?;
                return Ok(());
            }
            Field::Count(field) => (field, "", "8"),
            Field::Seconds(field) => (field, "s", "60s"),
            Field::Millis(field) => (field, "ms", "1000ms"),
            Field::Days(field) => (field, "d", "30d"),
        };
        let wrong = || format!("this takes a whole number such as {example}, or off");
        let number = match text {
            OFF => u32::MAX,
            _ => text.strip_suffix(unit).and_then(read_number).ok_or_else(wrong)?,
        };
        *field(limits) = number;
        Ok(())
    }

    /// The form of a value, for help.
    pub const fn value_name(&self) -> &'static str {
        match self.field {
            Field::Count(_) => "N",
            Field::Rate(_) => "N+N",
            Field::Seconds(_) => "Ns",
            Field::Millis(_) => "Nms",
            Field::Days(_) => "Nd",
        }
    }
}

const fn count(
    name: &'static str,
    help: &'static str,
    field: fn(&mut Limits) -> &mut u32,
) -> LimitInfo {
    LimitInfo { name, help, field: Field::Count(field) }
}

const fn rate(
    name: &'static str,
    help: &'static str,
    field: fn(&mut Limits) -> &mut Rate,
) -> LimitInfo {
    LimitInfo { name, help, field: Field::Rate(field) }
}

const fn seconds(
    name: &'static str,
    help: &'static str,
    field: fn(&mut Limits) -> &mut u32,
) -> LimitInfo {
    LimitInfo { name, help, field: Field::Seconds(field) }
}

const fn days(
    name: &'static str,
    help: &'static str,
    field: fn(&mut Limits) -> &mut u32,
) -> LimitInfo {
    LimitInfo { name, help, field: Field::Days(field) }
}

/// All limits, in the order of their documentation.
pub const LIMITS: [LimitInfo; 33] = [
    rate("requests", "Requests of one address, at once + a minute", |it| &mut it.requests),
    rate("sign-ins", "Passwords tried or changed by one address", |it| &mut it.sign_ins),
    rate("wrong-passwords", "Wrong passwords for one account", |it| &mut it.wrong_passwords),
    rate("guests", "New guests of one address", |it| &mut it.guests),
    rate("sits", "Seats taken by one address", |it| &mut it.sits),
    rate("sits-of-person", "Seats taken by one person", |it| &mut it.sits_of_person),
    rate("actions", "Actions over one socket", |it| &mut it.actions),
    count("connections", "Connections of one address besides sockets", |it| &mut it.n_connections),
    count("sockets", "Sockets of one address", |it| &mut it.n_sockets),
    count("hints", "Hints of one address that wait or run", |it| &mut it.n_hints),
    count("analyses", "Analyses of one address that wait or run", |it| &mut it.n_analyses),
    count("replays", "Replays of one address that wait or run", |it| &mut it.n_replays),
    count("reads", "Tables that one address reads at once; more wait", |it| &mut it.n_reads),
    count("open-tables-of-person", "Tables of one person that wait for players", |it| {
        &mut it.open_tables_of_person
    }),
    count("open-tables", "Tables of one address that wait for players", |it| &mut it.open_tables),
    count("open-tables-in-all", "Tables in all that wait for players", |it| {
        &mut it.open_tables_in_all
    }),
    count("waiting-seats-of-person", "Seats of one person at tables that wait", |it| {
        &mut it.waiting_seats_of_person
    }),
    count("waiting-seats", "Seats of one address at tables that wait", |it| &mut it.waiting_seats),
    count("games-of-person", "Games in progress of one person", |it| &mut it.games_of_person),
    count("games", "Games in progress that one address opened within a day", |it| &mut it.games),
    count("bot-games-of-person", "Games of bots only, of one person", |it| {
        &mut it.bot_games_of_person
    }),
    count("bot-games", "Games of bots only, of one address", |it| &mut it.bot_games),
    count("bot-games-in-all", "Games of bots only, in all", |it| &mut it.bot_games_in_all),
    count("bot-moves", "Moves of a game between bots only", |it| &mut it.bot_moves),
    count("waiting-passwords", "Passwords that wait to be hashed", |it| &mut it.waiting_passwords),
    seconds("bot-wait", "Expected wait above which no table with bots opens", |it| {
        &mut it.bot_wait
    }),
    seconds(
        "help-wait",
        "Expected wait above which hints, analyses and replays are refused",
        |it| &mut it.help_wait,
    ),
    LimitInfo {
        name: "list-age",
        help: "Age up to which a public list of tables is answered again",
        field: Field::Millis(|it| &mut it.list_age),
    },
    days("keep-guests", "Time until an unused guest is deleted", |it| &mut it.keep_guests),
    days("keep-waiting", "Time until a table without players is deleted", |it| {
        &mut it.keep_waiting
    }),
    days("keep-aborted", "Time until an aborted game is deleted", |it| &mut it.keep_aborted),
    days("keep-bot-games", "Time until a game against bots is aborted if nobody moves", |it| {
        &mut it.keep_bot_games
    }),
    days("keep-guest-games", "Time until a finished game of guests is deleted", |it| {
        &mut it.keep_guest_games
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_read_as_it_is_written() {
        for info in &LIMITS {
            let mut limits = Limits::default();
            let text = info.get(&limits);
            info.set(&mut limits, &text).unwrap();
            assert_eq!(limits, Limits::default(), "{}", info.name);
            info.set(&mut limits, "off").unwrap();
            assert_eq!(info.get(&limits), "off", "{}", info.name);
            for wrong in ["", "-1", "7 days", "1+", "+1", "0+0"] {
                assert!(info.set(&mut limits, wrong).is_err(), "{}={wrong}", info.name);
            }
        }
    }

    #[test]
    fn no_two_flags_set_the_same_limit() {
        for info in &LIMITS {
            let mut limits = Limits::default();
            info.set(&mut limits, "off").or_else(|_| info.set(&mut limits, "0")).unwrap();
            let same = |it: &&LimitInfo| it.get(&limits) != it.get(&Limits::default());
            let changed: Vec<&str> = LIMITS.iter().filter(same).map(|it| it.name).collect();
            assert!(changed.iter().all(|name| *name == info.name), "{}: {changed:?}", info.name);
        }
    }
}
