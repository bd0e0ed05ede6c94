//! Bots by name.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;
use tilewright_core::shortened;
use tilewright_search::Limits;

use crate::bot::{KeyInfo, KindInfo};

/// A bot by name: its kind and its settings, `kind` or `kind:key=value,key=value`. A level is
/// written by its number alone: `level:5` is `level:n=5`.
///
/// That it has the form of one does not mean that a game has it: [`bot`](crate::bot) and
/// [`Bots`](crate::Bots) know that.
///
/// ```
/// use tilewright_bots::BotSpec;
///
/// let spec: BotSpec = "minimax:depth=4,time=2s".parse()?;
/// assert_eq!(spec.kind(), "minimax");
/// assert_eq!(spec.to_string(), "minimax:depth=4,time=2s");
/// assert_eq!("level:n=5".parse::<BotSpec>()?.to_string(), "level:5");
/// assert_eq!(
///     "minimax:4".parse::<BotSpec>().unwrap_err().to_string(),
///     "'minimax:4' is not a bot: write kind or kind:key=value,key=value"
/// );
/// # Ok::<(), tilewright_bots::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BotSpec {
    kind: String,
    /// In the order in which they were given, but for a short setting, which comes first.
    settings: Vec<(String, String)>,
}

pub(crate) const SEED: KeyInfo =
    KeyInfo { name: "seed", values: "a whole number", help: "the seed of its random choices" };
pub(crate) const TIME: KeyInfo =
    KeyInfo { name: "time", values: "such as 2s or 300ms", help: "the time of a move" };
pub(crate) const NODES: KeyInfo =
    KeyInfo { name: "nodes", values: "a whole number", help: "the nodes of a move" };
pub(crate) const DEPTH: KeyInfo =
    KeyInfo { name: "depth", values: "a whole number", help: "the depth in moves" };
pub(crate) const THREADS: KeyInfo = KeyInfo {
    name: "threads",
    values: "a whole number up to 256",
    help: "the number of threads; with more than one its moves may vary",
};
pub(crate) const MEMORY: KeyInfo = KeyInfo {
    name: "memory",
    values: "a whole number of megabytes up to 65536",
    help: "the size of the transposition table",
};
pub(crate) const REMEMBER: KeyInfo = KeyInfo {
    name: "remember",
    values: "a file",
    help: "a file that keeps its transposition table from game to game",
};
pub(crate) const REMEMBER_MB: KeyInfo = KeyInfo {
    name: "remember-mb",
    values: "a whole number of megabytes up to 65536",
    help: "the largest size of that file (64)",
};
pub(crate) const TABLE: KeyInfo = KeyInfo {
    name: "table",
    values: "a file, or none",
    help: "the tablebase made by `tilewright solve aquapipe`, instead of the usual one",
};
pub(crate) const PRIORS: KeyInfo = KeyInfo {
    name: "priors",
    values: "a file",
    help: "policy priors from `tilewright-tuning blokus priors`, instead of those built in",
};
pub(crate) const VALUES: KeyInfo = KeyInfo {
    name: "values",
    values: "a file",
    help: "an evaluation from `tilewright-tuning blokus values`, instead of that built in",
};

/// The settings that name files of this machine. A program that takes bots from elsewhere refuses
/// them.
///
/// ```
/// use tilewright_bots::FILE_KEYS;
///
/// assert!(FILE_KEYS.contains(&"priors"));
/// ```
pub const FILE_KEYS: [&str; 4] = [REMEMBER.name, TABLE.name, PRIORS.name, VALUES.name];

pub(crate) const BOOK: KeyInfo =
    KeyInfo { name: "book", values: "on or off", help: "play the first moves from a book (off)" };
pub(crate) const WIDTH: KeyInfo = KeyInfo {
    name: "width",
    values: "a whole number",
    help: "the number of moves searched in a position, the most promising first",
};

/// The kind whose first setting may be written without its key, and that key.
const SHORT: (&str, &str) = ("level", "n");

impl BotSpec {
    /// The kind.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The value of a setting, if it is given.
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The seed of its own chance, if it has one.
    pub(crate) fn seed(&self) -> Result<Option<u64>, SpecError> {
        self.read(SEED, |text| text.parse().ok())
    }

    /// The limits for a move.
    pub(crate) fn limits(&self) -> Result<Limits, SpecError> {
        Ok(Limits {
            time: self.read(TIME, parse_time)?,
            nodes: self.read(NODES, |text| text.parse().ok().filter(|&nodes| nodes > 0))?,
            depth: self.read(DEPTH, |text| text.parse().ok().filter(|&depth| depth > 0))?,
            is_cpu_time: false,
        })
    }

    /// The same without limits of its own: the caller sets them.
    pub(crate) fn without_limits(mut self) -> BotSpec {
        let limits = [TIME.name, NODES.name, DEPTH.name];
        self.settings.retain(|(name, _)| !limits.contains(&name.as_str()));
        self
    }

    /// The number of threads, by default one.
    pub(crate) fn threads(&self) -> Result<usize, SpecError> {
        let threads =
            self.read(THREADS, |text| text.parse().ok().filter(|n| (1..=256).contains(n)))?;
        Ok(threads.unwrap_or(1))
    }

    /// The size of the transposition table in bytes, if it is given.
    pub(crate) fn memory(&self) -> Result<Option<usize>, SpecError> {
        let n_bytes = self.read(MEMORY, parse_megabytes)?;
        // Memory that is missing would end the program at its first use, so it is checked here.
        match n_bytes.map(|n_bytes| Vec::<u8>::new().try_reserve_exact(n_bytes)) {
            Some(Err(_)) => Err(SpecError::NoMemory {
                kind: self.kind.clone(),
                value: shortened(self.setting(MEMORY.name).unwrap_or_default()),
            }),
            _ => Ok(n_bytes),
        }
    }

    /// True if it plays by an opening book.
    pub(crate) fn book(&self) -> Result<bool, SpecError> {
        let parse = |text: &str| match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        Ok(self.read(BOOK, parse)?.unwrap_or(false))
    }

    /// The size of its file in bytes, if it is given.
    pub(crate) fn remember_bytes(&self) -> Result<Option<usize>, SpecError> {
        self.read(REMEMBER_MB, parse_megabytes)
    }

    /// The number of moves that it searches in a position, if it is given.
    pub(crate) fn width(&self) -> Result<Option<usize>, SpecError> {
        self.read(WIDTH, |text| text.parse().ok().filter(|&width| width > 0))
    }

    /// The value of a setting, if it is given and can be read.
    pub(crate) fn read<T>(
        &self,
        key: KeyInfo,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        let Some(text) = self.setting(key.name) else { return Ok(None) };
        parse(text).map(Some).ok_or_else(|| SpecError::Value {
            kind: self.kind.clone(),
            key: key.name,
            value: shortened(text),
            values: key.values,
        })
    }

    /// Checks that the kind has all these settings.
    pub(crate) fn check_keys(&self, info: &KindInfo) -> Result<(), SpecError> {
        let is_key = |name: &str| info.keys.iter().any(|key| key.name == name);
        match self.settings.iter().find(|(name, _)| !is_key(name)) {
            None => Ok(()),
            Some((name, _)) => Err(SpecError::NoSuchKey {
                kind: info.name,
                key: shortened(name),
                keys: joined(info.keys.iter().map(|key| key.name)),
            }),
        }
    }
}

/// A number of megabytes as one of bytes.
fn parse_megabytes(text: &str) -> Option<usize> {
    text.parse::<usize>().ok().filter(|n| (1..=1 << 16).contains(n)).map(|n| n << 20)
}

/// A time as people write it: `300ms`, `2s`, `1.5s` or `5m`.
///
/// ```
/// use std::time::Duration;
/// use tilewright_bots::parse_time;
///
/// assert_eq!(parse_time("1.5s"), Some(Duration::from_millis(1_500)));
/// assert_eq!(parse_time("5"), None);
/// ```
pub fn parse_time(text: &str) -> Option<Duration> {
    const UNITS: [(&str, f64); 3] = [("ms", 0.001), ("s", 1.0), ("m", 60.0)];
    let (number, unit) =
        UNITS.into_iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = unit * number.parse::<f64>().ok().filter(|_| is_plain)?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        for (i, (key, value)) in self.settings.iter().enumerate() {
            let separator = if i == 0 { ':' } else { ',' };
            // A value with an equals sign would be taken for a key and its value.
            if (self.kind.as_str(), key.as_str()) == SHORT && !value.contains('=') {
                write!(f, "{separator}{value}")?;
            } else {
                write!(f, "{separator}{key}={value}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for BotSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<BotSpec, SpecError> {
        let shape = || SpecError::Shape { text: shortened(text) };
        let (kind, rest) = match text.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest)),
            None => (text, None),
        };
        let is_word = |word: &str| {
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            !word.is_empty() && word.chars().all(is_plain)
        };
        if !is_word(kind) {
            return Err(shape());
        }
        let mut settings: Vec<(String, String)> = Vec::new();
        for setting in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let short = (kind == SHORT.0 && settings.is_empty()).then_some((SHORT.1, setting));
            let (key, value) = setting.split_once('=').or(short).ok_or_else(shape)?;
            let is_value = !value.is_empty() && !value.contains(char::is_whitespace);
            if !is_word(key) || !is_value {
                return Err(shape());
            }
            if settings.iter().any(|(other, _)| other == key) {
                return Err(SpecError::Twice { key: shortened(key) });
            }
            settings.push((key.to_owned(), value.to_owned()));
        }
        settings.sort_by_key(|(key, _)| (kind, key.as_str()) != SHORT);
        Ok(BotSpec { kind: kind.to_owned(), settings })
    }
}

/// The text is not that of a bot, or the game has none like it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// It does not have the form of one.
    #[error("'{text}' is not a bot: write kind or kind:key=value,key=value")]
    Shape {
        /// The text.
        text: String,
    },
    /// A setting is given more than once.
    #[error("'{key}' is given twice")]
    Twice {
        /// Which one.
        key: String,
    },
    /// The game has no such kind.
    #[error("{game} has no bot '{kind}': choose {kinds}")]
    NoSuchKind {
        /// The game, for people.
        game: &'static str,
        /// The name that was asked for.
        kind: String,
        /// The choices.
        kinds: String,
    },
    /// The kind has no such setting.
    #[error("{kind} has no '{key}': choose {keys}")]
    NoSuchKey {
        /// The kind of bot.
        kind: &'static str,
        /// The name that was asked for.
        key: String,
        /// The choices.
        keys: String,
    },
    /// There is no such level.
    #[error("there is no level '{level}': choose level:1 to level:{max}")]
    NoSuchLevel {
        /// The name that was asked for.
        level: String,
        /// The highest one.
        max: usize,
    },
    /// It is not said which level.
    #[error("a level has a number: choose level:1 to level:{max}")]
    NoLevel {
        /// The highest one.
        max: usize,
    },
    /// The machine has not so much memory to give.
    #[error("{kind}: there are no {value} MB of memory to be had: ask for less")]
    NoMemory {
        /// The kind of bot.
        kind: String,
        /// The name that was asked for.
        value: String,
    },
    /// The setting does not take this value.
    #[error("{kind}: {key} is {values}, not '{value}'")]
    Value {
        /// The kind of bot.
        kind: String,
        /// The setting.
        key: &'static str,
        /// The text.
        value: String,
        /// The values it takes.
        values: &'static str,
    },
    /// A file that the bot needs cannot be used.
    #[error("{kind} cannot use {file}: {reason}")]
    File {
        /// The kind of bot.
        kind: &'static str,
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
}

impl SpecError {
    pub(crate) fn no_such_kind(
        game: &'static str,
        spec: &BotSpec,
        kinds: impl Iterator<Item = &'static str>,
    ) -> SpecError {
        SpecError::NoSuchKind { game, kind: shortened(spec.kind()), kinds: joined(kinds) }
    }
}

fn joined(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> BotSpec {
        text.parse().unwrap()
    }

    #[test]
    fn text_round_trips() {
        for text in ["random", "random:seed=7", "minimax:time=300ms,depth=4", "level:5"] {
            assert_eq!(spec(text).to_string(), text);
        }
        assert_eq!(spec("level:seed=3,n=5").to_string(), "level:5,seed=3");
        assert_eq!(spec("level:n=5"), spec("level:5"));
        assert_eq!(spec("level:n=a=b").to_string(), "level:n=a=b");
    }

    #[test]
    fn what_has_not_the_form_is_refused() {
        for text in [
            "", ":", "random:", "Random", "a b", "x:y", "x:=1", "x:y=", "x:y=1,", "x:y=1 2",
            "level:",
        ] {
            let error = text.parse::<BotSpec>().unwrap_err();
            assert!(matches!(error, SpecError::Shape { .. }), "{text:?}: {error}");
        }
        let twice = "x:y=1,y=2".parse::<BotSpec>().unwrap_err();
        assert_eq!(twice.to_string(), "'y' is given twice");
    }

    #[test]
    fn limits_are_read_with_their_units() {
        let limits = spec("minimax:time=1.5s,nodes=12,depth=3").limits().unwrap();
        let time = Some(Duration::from_millis(1_500));
        assert_eq!(limits, Limits { time, nodes: Some(12), depth: Some(3), ..Limits::NONE });
        let time = spec("minimax:time=20ms").limits().unwrap().time;
        assert_eq!(time, Some(Duration::from_millis(20)));
        for bad in
            ["time=2", "time=-1s", "time=infs", "time=0s", "time=1e99s", "time=1e9s", "depth=0"]
        {
            let error = spec(&format!("minimax:{bad}")).limits().unwrap_err();
            assert!(error.to_string().starts_with("minimax: "), "{bad}: {error}");
        }
        let error = spec("minimax:nodes=many").limits().unwrap_err();
        assert_eq!(error.to_string(), "minimax: nodes is a whole number, not 'many'");
    }
}
