//! The options of an engine.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tilewright_core::{OptionInfo, OptionValue, shortened};

/// An `option` line: the declaration of an option.
///
/// ```
/// use tilewright_protocol::ugi::{OptionDeclaration, OptionKind};
///
/// let line = "option name seats type spin default 2 min 2 max 6";
/// let option: OptionDeclaration = line.parse()?;
/// assert_eq!(option.kind, OptionKind::Spin { min: 2, max: 6 });
/// assert_eq!(option.to_string(), line);
/// # Ok::<(), tilewright_protocol::ugi::ParseOptionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// The name.
    pub name: String,
    /// The values that it can have.
    pub kind: OptionKind,
    /// Its default.
    pub default: Option<String>,
}

/// The values that an option can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `check`: true or false.
    Check,
    /// `spin`: a whole number.
    Spin {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// `combo`: one of several words.
    Combo(Vec<String>),
    /// `button`: nothing; setting it does something.
    Button,
    /// `string`: any text.
    Text,
}

/// The line declares no option.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "'{}' does not say an option: it is written option name NAME type TYPE …",
    shortened(.line)
)]
pub struct ParseOptionError {
    line: String,
}

impl OptionDeclaration {
    /// An option of a game, which first has this value.
    pub(crate) fn of(info: &OptionInfo, default: Option<String>) -> OptionDeclaration {
        let values: Vec<OptionValue> = info.each_value().collect();
        let word = |value: &OptionValue| match *value {
            OptionValue::Word(word) => Some(word.to_owned()),
            OptionValue::Range(..) => None,
        };
        let kind = match values[..] {
            [OptionValue::Range(min, max)] => OptionKind::Spin { min, max },
            _ => values
                .iter()
                .map(word)
                .collect::<Option<_>>()
                .map_or(OptionKind::Text, OptionKind::Combo),
        };
        OptionDeclaration { name: info.name.to_owned(), kind, default }
    }
}

impl FromStr for OptionDeclaration {
    type Err = ParseOptionError;

    fn from_str(line: &str) -> Result<OptionDeclaration, ParseOptionError> {
        read(line).ok_or_else(|| ParseOptionError { line: line.to_owned() })
    }
}

fn read(line: &str) -> Option<OptionDeclaration> {
    const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
    let mut words = line.strip_prefix("option ")?.split_whitespace().peekable();
    let mut name = None;
    let mut kind = None;
    let mut default = None;
    let mut min = i64::MIN;
    let mut max = i64::MAX;
    let mut choice = Vec::new();
    while let Some(key) = words.next() {
        let mut value = Vec::new();
        while let Some(word) = words.next_if(|word| !KEYS.contains(word)) {
            value.push(word);
        }
        let value = value.join(" ");
        match key {
            "name" => name = Some(value).filter(|name| !name.is_empty()),
            "type" => kind = Some(value),
            "default" => default = Some(value),
            "min" => min = value.parse().ok()?,
            "max" => max = value.parse().ok()?,
            "var" => choice.push(value),
            _ => return None,
        }
    }
    let kind = match kind?.as_str() {
        "check" => OptionKind::Check,
        "spin" => OptionKind::Spin { min, max },
        "combo" => OptionKind::Combo(choice),
        "button" => OptionKind::Button,
        "string" => OptionKind::Text,
        _ => return None,
    };
    Some(OptionDeclaration { name: name?, kind, default })
}

impl fmt::Display for OptionDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            OptionKind::Check => "check",
            OptionKind::Spin { .. } => "spin",
            OptionKind::Combo(_) => "combo",
            OptionKind::Button => "button",
            OptionKind::Text => "string",
        };
        write!(f, "option name {} type {kind}", self.name)?;
        self.default.iter().try_for_each(|default| write!(f, " default {default}"))?;
        match &self.kind {
            OptionKind::Spin { min, max } => write!(f, " min {min} max {max}"),
            OptionKind::Combo(choice) => {
                choice.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_table::GameId;

    use super::*;

    #[test]
    fn options_of_every_game_round_trip() {
        for info in GameId::ALL.into_iter().flat_map(GameId::options) {
            let option = OptionDeclaration::of(info, Some("the usual".to_owned()));
            assert_eq!(option.to_string().parse(), Ok(option));
        }
    }

    #[test]
    fn options_are_of_the_kind_that_their_values_are() {
        let line = |game: &str, name: &str| {
            let game: GameId = game.parse().unwrap();
            let info = game.options().iter().find(|info| info.name == name).unwrap();
            OptionDeclaration::of(info, None).to_string()
        };
        assert_eq!(line("triominos", "seats"), "option name seats type spin min 2 max 6");
        assert_eq!(line("aquapipe", "variant"), "option name variant type combo var 3x3 var 4x4");
        assert_eq!(line("coerceo", "win-captures"), "option name win-captures type string");
    }

    #[test]
    fn what_declares_no_option_is_refused() {
        for line in [
            "option",
            "option name a",
            "option type spin",
            "option name a type odd",
            "options",
            "option x",
        ] {
            assert!(line.parse::<OptionDeclaration>().is_err(), "{line}");
        }
        let strange = "option name Clear Hash type button".parse::<OptionDeclaration>().unwrap();
        assert_eq!((strange.name.as_str(), strange.kind), ("Clear Hash", OptionKind::Button));
    }
}
