//! Variants and options.

use std::fmt;

use serde::{Deserialize, Serialize};
use tilewright_core::{OptionInfo, OptionsError, VariantInfo};

use crate::pipe::Diameter;

/// The options of a game.
///
/// ```
/// use tilewright_aquapipe::{AquaPipe, Options};
/// use tilewright_core::{Game, parse_options};
///
/// let options: Options = parse_options([("variant", "4x4"), ("four-rows", "off")])?;
/// assert!(AquaPipe::start(&options).is_ok());
/// let small = parse_options([("u-pipes", "medium-large")])?;
/// assert_eq!(
///     AquaPipe::start(&small).unwrap_err().to_string(),
///     "3x3 has no U pipes: leave u-pipes as it is"
/// );
/// # Ok::<(), tilewright_core::OptionsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    /// The size of the board.
    #[serde(alias = "mode")]
    pub variant: Variant,
    /// The time from which pipes on the board may be moved.
    pub move_after: MoveAfter,
    /// True if four rows of three win, on the large board.
    pub four_rows: bool,
    /// The diameters with a U pipe, on the large board.
    pub u_pipes: UPipes,
    /// True if the third occurrence of a position does not end the game. For counting and study
    /// only: play may then never end.
    pub board_only: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: Variant::Small,
            move_after: MoveAfter::Each,
            four_rows: true,
            u_pipes: UPipes::SmallMedium,
            board_only: false,
        }
    }
}

/// The size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Variant {
    /// 3 × 3 spaces, three straight pipes of each diameter.
    #[serde(rename = "3x3")]
    Small,
    /// 4 × 4 spaces, four straight pipes of each diameter and two U pipes.
    #[serde(rename = "4x4")]
    Large,
}

/// The time from which pipes on the board may be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum MoveAfter {
    /// Once the player has placed a pipe of each diameter.
    Each,
    /// At any time.
    AnyTime,
    /// Never.
    Never,
}

/// The diameters with a U pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names tell")]
pub enum UPipes {
    SmallMedium,
    MediumLarge,
}

pub(crate) const INFO: &[OptionInfo] = &[
    info("variant", "3x3 | 4x4", "three in a row, or four, with U pipes"),
    info(
        "move-after",
        "each | any-time | never",
        "pipes can move once one of each diameter is placed, at any time, or never",
    ),
    info("four-rows", "on | off", "four rows of three win too, in 4x4 (on)"),
    info("u-pipes", "small-medium | medium-large", "the diameters with a U pipe, in 4x4"),
    info("board-only", "on | off", "a third repetition does not end the game (off)"),
];

const fn info(name: &'static str, values: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, values, help }
}

impl Options {
    pub(crate) fn check(self) -> Result<(), OptionsError> {
        let refuse = |reason: &str| Err(OptionsError::new(reason));
        let is_small = self.variant == Variant::Small;
        if is_small && self.u_pipes != UPipes::SmallMedium {
            return refuse("3x3 has no U pipes: leave u-pipes as it is");
        }
        if is_small && !self.four_rows {
            return refuse("3x3 has no rows of three to count: leave four-rows as it is");
        }
        Ok(())
    }
}

impl Variant {
    /// Both variants.
    pub const ALL: [Variant; 2] = [Variant::Small, Variant::Large];

    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Small => "3x3",
            Variant::Large => "4x4",
        }
    }

    /// The description for people; there are always two seats.
    pub(crate) const fn info(self, title: &'static str, help: &'static str) -> VariantInfo {
        VariantInfo { name: self.name(), title, help, min_seats: 2, max_seats: 2 }
    }

    /// The width and height of the board, and the number of straight pipes of each diameter that a
    /// player has.
    pub const fn size(self) -> u8 {
        match self {
            Variant::Small => 3,
            Variant::Large => 4,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl MoveAfter {
    /// All values, the default first.
    pub const ALL: [MoveAfter; 3] = [MoveAfter::Each, MoveAfter::AnyTime, MoveAfter::Never];

    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            MoveAfter::Each => "each",
            MoveAfter::AnyTime => "any-time",
            MoveAfter::Never => "never",
        }
    }
}

impl UPipes {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            UPipes::SmallMedium => "small-medium",
            UPipes::MediumLarge => "medium-large",
        }
    }

    /// The diameters.
    pub const fn diameters(self) -> [Diameter; 2] {
        match self {
            UPipes::SmallMedium => [Diameter::Small, Diameter::Medium],
            UPipes::MediumLarge => [Diameter::Medium, Diameter::Large],
        }
    }
}
