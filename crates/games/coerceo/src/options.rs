//! Variants and options.

use std::fmt;

use serde::{Deserialize, Serialize};
use tilewright_core::{OptionInfo, OptionsError, VariantInfo};

use crate::tile::{Tile, TileSet};
use crate::triangle::{Color, Triangle, TriangleSet};

/// The options of a game.
///
/// ```
/// use tilewright_coerceo::{Coerceo, Options};
/// use tilewright_core::{Game, parse_options};
///
/// let options: Options = parse_options([("variant", "ocius"), ("cost", "1")])?;
/// assert!(Coerceo::start(&options).is_ok());
/// let free = Options { cost: 0, ..options };
/// assert_eq!(Coerceo::start(&free).unwrap_err().to_string(), "the cost is 1 or 2 tiles, not 0");
/// # Ok::<(), tilewright_core::OptionsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    /// The variant: the tiles and pieces at the start.
    #[serde(alias = "setup")]
    pub variant: Variant,
    /// The number of tiles that an exchange costs.
    pub cost: u8,
    /// The result for a player who has pieces but no move.
    pub stalemate: Stalemate,
    /// The number of captures that wins the game, exchanges counted; `None` if no number does.
    pub win_captures: Option<u8>,
    /// True if the player who exchanges collects the tiles that fall.
    pub exchange_collects: bool,
    /// True if repetition and dead positions do not end the game. For counting and study only: play
    /// may then never end.
    pub board_only: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: Variant::Laurentius,
            cost: 2,
            stalemate: Stalemate::Draw,
            win_captures: None,
            exchange_collects: false,
            board_only: false,
        }
    }
}

/// The variants: the tiles and pieces at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// All 19 tiles and 18 pieces each.
    Laurentius,
    /// The seven tiles in the middle and seven pieces each: a short game.
    Ocius,
}

/// The result for a player who has pieces but no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Stalemate {
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

pub(crate) const INFO: &[OptionInfo] = &[
    info("variant", "laurentius | ocius", "19 tiles and 18 pieces each, or 7 and 7"),
    info("cost", "1 | 2", "the tiles that an exchange costs (2)"),
    info(
        "stalemate",
        "draw | loss",
        "the result for a player with pieces but without a move (draw)",
    ),
    info("win-captures", "off | 1 to 18", "this number of captures wins, exchanges included (off)"),
    info("exchange-collects", "on | off", "an exchange collects the tiles that fall by it (off)"),
    info("board-only", "on | off", "repetition and dead positions do not end the game (off)"),
];

const fn info(name: &'static str, values: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, values, help }
}

impl Options {
    pub(crate) fn check(self) -> Result<(), OptionsError> {
        let Options { cost, win_captures, .. } = self;
        if !(1..=2).contains(&cost) {
            return Err(OptionsError::new(format!("the cost is 1 or 2 tiles, not {cost}")));
        }
        let n_pieces = self.variant.n_pieces();
        match win_captures {
            Some(n) if !(1..=n_pieces).contains(&usize::from(n)) => {
                let variant = self.variant;
                Err(OptionsError::new(format!(
                    "win-captures is from 1 to {n_pieces} in {variant}, not {n}"
                )))
            }
            _ => Ok(()),
        }
    }
}

/// The numbers of the triangles with a piece, by tile.
const LAURENTIUS: [&[usize]; Tile::COUNT] = [
    &[1, 5],
    &[2, 5],
    &[1, 4],
    &[0, 2],
    &[1, 5],
    &[0, 4],
    &[0, 2],
    &[0, 4],
    &[0, 3],
    &[],
    &[0, 3],
    &[1, 3],
    &[3, 5],
    &[1, 3],
    &[2, 4],
    &[3, 5],
    &[1, 4],
    &[2, 5],
    &[2, 4],
];

/// The tiles of the short game, each with the numbers of the triangles with a piece.
const OCIUS: [(usize, &[usize]); 7] = [
    (0x04, &[2, 4]),
    (0x06, &[3, 5]),
    (0x07, &[1, 3]),
    (0x09, &[0, 3]),
    (0x0B, &[0, 4]),
    (0x0C, &[0, 2]),
    (0x0E, &[1, 5]),
];

impl Variant {
    /// Both variants.
    pub const ALL: [Variant; 2] = [Variant::Laurentius, Variant::Ocius];

    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Laurentius => "laurentius",
            Variant::Ocius => "ocius",
        }
    }

    /// The description for people; there are always two seats.
    pub(crate) const fn info(self, title: &'static str, help: &'static str) -> VariantInfo {
        VariantInfo { name: self.name(), title, help, min_seats: 2, max_seats: 2 }
    }

    /// The number of pieces of each color at the start.
    pub const fn n_pieces(self) -> usize {
        match self {
            Variant::Laurentius => 18,
            Variant::Ocius => 7,
        }
    }

    /// The number of tiles at the start.
    pub const fn n_tiles(self) -> usize {
        match self {
            Variant::Laurentius => Tile::COUNT,
            Variant::Ocius => 7,
        }
    }

    /// The tiles on the table at the start.
    ///
    /// ```
    /// use tilewright_coerceo::Variant;
    ///
    /// assert!(Variant::ALL.iter().all(|variant| variant.tiles().len() == variant.n_tiles()));
    /// ```
    pub fn tiles(self) -> TileSet {
        self.places().map(|(tile, _)| tile).collect()
    }

    /// The pieces of a color at the start.
    ///
    /// ```
    /// use tilewright_coerceo::{Color, Variant};
    ///
    /// assert_eq!(Variant::Ocius.pieces(Color::White).len(), 7);
    /// ```
    pub fn pieces(self, color: Color) -> TriangleSet {
        let triangles = self.places().flat_map(|(tile, numbers)| {
            numbers.iter().filter_map(move |&number| Triangle::new(tile, number))
        });
        triangles.filter(|triangle| triangle.color() == color).collect()
    }

    fn places(self) -> impl Iterator<Item = (Tile, &'static [usize])> {
        let index = move |place: usize| match self {
            Variant::Laurentius => Some((place, *LAURENTIUS.get(place)?)),
            Variant::Ocius => OCIUS.get(place).copied(),
        };
        (0..).map_while(index).filter_map(|(tile, numbers)| Some((Tile::new(tile)?, numbers)))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Stalemate {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            Stalemate::Draw => "draw",
            Stalemate::Loss => "loss",
        }
    }
}
