//! Variants, colors, scorings and options.

use std::fmt;

use serde::{Deserialize, Serialize};
use tilewright_core::grid::Square;
use tilewright_core::{
    Game, OptionInfo, OptionsError, ParseMoveError, PerfectInformation, PieceShape, Seat,
    VariantInfo, Viewer,
};

use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;
use crate::rows::Rows;
use crate::view::{MoveParts, MoveView, View};

/// The game of Blokus.
///
/// ```
/// use tilewright_blokus::Blokus;
/// use tilewright_core::{Game, Position, parse_options};
///
/// let options = parse_options([("variant", "tilewe"), ("seats", "2")])?;
/// let position = Blokus::start(&options)?;
/// assert_eq!(position.n_legal_moves(), 232);
/// # Ok::<(), tilewright_core::OptionsError>(())
/// ```
pub struct Blokus;

impl Game for Blokus {
    const SLUG: &'static str = "blokus";
    const NAME: &'static str = "Blokus";
    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo {
            name: "variant",
            values: "classic | classic-2 | classic-3 | duo | tilewe",
            help: "board, colors and start squares; classic is for four",
        },
        OptionInfo { name: "seats", values: "1 to 4", help: "the number of players of tilewe (4)" },
        OptionInfo {
            name: "scoring",
            values: "advanced | basic | tilewe",
            help: "squares left with bonuses, squares left, or squares placed",
        },
        OptionInfo {
            name: "free-start",
            values: "on | off",
            help: "a color may start on any free start square (off)",
        },
    ];

    const VARIANTS: &'static [VariantInfo] = &[
        Variant::Classic.info("Classic", "20 × 20, a color each"),
        Variant::Classic2.info("Classic for two", "20 × 20, two colors each"),
        Variant::Classic3.info("Classic for three", "20 × 20, a color each, and green in turn"),
        Variant::Duo.info("Duo", "14 × 14, a color each"),
        Variant::Tilewe.info("Tilewe", "20 × 20, a color each, beginning in any corner"),
    ];

    const NOTATION: &'static str = "\
F5e@e9              piece F5, turned east, the lower left of its box on e9
g9,e10,f10,g10,f11  the same by its squares
F5e-a2e10           the same by Tilewe's name: its contact a2 on corner e10
Pieces are named as in the pictures, which face north (n); e, s and w are
turned clockwise, nf, ef, sf and wf then mirrored left to right.
";
    const HAS_SECRETS: bool = false;

    type Options = Options;
    type Position = Position;
    type View = View;
    type MoveParts = MoveParts;
    type MoveView = MoveView;

    fn start(options: &Options) -> Result<Position, OptionsError> {
        Ok(Position::start(Rules::new(*options)?))
    }

    fn options(position: &Position) -> Options {
        position.rules().options()
    }

    fn view(position: &Position, _viewer: Viewer) -> View {
        View::new(position)
    }

    fn move_parts(m: Move) -> MoveParts {
        MoveParts::new(m)
    }

    fn move_view(position: &Position, m: Move) -> MoveView {
        MoveView::new(position, m)
    }

    fn mover(view: &View) -> Option<String> {
        view.color_to_move.map(|color| color.to_string())
    }

    fn pieces() -> Option<Vec<PieceShape>> {
        Some(Piece::ALL.map(Piece::shape).to_vec())
    }

    fn parse_move(position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        if text.contains('-') { position.parse_tilewe(text) } else { text.parse() }
    }
}

impl PerfectInformation for Blokus {}

/// The options of a game; `None` is the variant's default.
///
/// ```
/// use tilewright_blokus::{Blokus, Options, Variant};
/// use tilewright_core::Game;
///
/// let crowded = Options { variant: Variant::Duo, seats: Some(3), ..Options::default() };
/// assert_eq!(Blokus::start(&crowded).unwrap_err().to_string(), "duo is for 2 seats, not 3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    /// Board, colors and start squares.
    pub variant: Variant,
    /// The number of seats; a choice only in `tilewe`.
    pub seats: Option<u8>,
    /// The scoring.
    pub scoring: Option<Scoring>,
    /// True if a color may begin on any start square that is still free.
    pub free_start: bool,
}

/// Board, colors and start squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Variant {
    /// 20 × 20, four seats with a color each.
    #[default]
    #[serde(rename = "classic")]
    Classic,
    /// 20 × 20, two seats with two colors each.
    #[serde(rename = "classic-2")]
    Classic2,
    /// 20 × 20, three seats with a color each and green, which they play in turn.
    #[serde(rename = "classic-3")]
    Classic3,
    /// 14 × 14, two seats with a color each.
    #[serde(rename = "duo")]
    Duo,
    /// 20 × 20, one to four seats with a color each, beginning in any corner.
    #[serde(rename = "tilewe")]
    Tilewe,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 5] =
        [Variant::Classic, Variant::Classic2, Variant::Classic3, Variant::Duo, Variant::Tilewe];

    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Classic => "classic",
            Variant::Classic2 => "classic-2",
            Variant::Classic3 => "classic-3",
            Variant::Duo => "duo",
            Variant::Tilewe => "tilewe",
        }
    }

    /// The width and height of the board.
    pub const fn size(self) -> u8 {
        if matches!(self, Variant::Duo) { 14 } else { 20 }
    }

    /// The fewest and the most seats.
    const fn seats(self) -> (u8, u8) {
        match self {
            Variant::Classic => (4, 4),
            Variant::Classic2 | Variant::Duo => (2, 2),
            Variant::Classic3 => (3, 3),
            Variant::Tilewe => (1, 4),
        }
    }

    const fn info(self, title: &'static str, help: &'static str) -> VariantInfo {
        let (min_seats, max_seats) = self.seats();
        VariantInfo { name: self.name(), title, help, min_seats, max_seats }
    }

    fn start_squares(self) -> &'static [(u8, u8)] {
        match self {
            Variant::Duo => &[(4, 9), (9, 4)],
            _ => &[(0, 19), (19, 19), (19, 0), (0, 0)],
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The counting of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Minus a point for every square left over; 15 points for placing all pieces, 5 more if the
    /// single square was the last.
    Advanced,
    /// Minus a point for every square left over.
    Basic,
    /// A point for every square placed.
    Tilewe,
}

impl Scoring {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            Scoring::Advanced => "advanced",
            Scoring::Basic => "basic",
            Scoring::Tilewe => "tilewe",
        }
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A color. Blue, yellow, red and green play on 20 × 20, purple and orange on 14 × 14.
///
/// ```
/// use tilewright_blokus::Color;
///
/// assert_eq!(Color::Red.index(), 2);
/// assert_eq!(Color::Orange.to_string(), "orange");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "a color is its name")]
pub enum Color {
    Blue,
    Yellow,
    Red,
    Green,
    Purple,
    Orange,
}

impl Color {
    const CLASSIC: &'static [Color] = &[Color::Blue, Color::Yellow, Color::Red, Color::Green];
    const DUO: &'static [Color] = &[Color::Purple, Color::Orange];

    /// The index in the order of play.
    pub const fn index(self) -> usize {
        match self {
            Color::Blue | Color::Purple => 0,
            Color::Yellow | Color::Orange => 1,
            Color::Red => 2,
            Color::Green => 3,
        }
    }

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Blue => "blue",
            Color::Yellow => "yellow",
            Color::Red => "red",
            Color::Green => "green",
            Color::Purple => "purple",
            Color::Orange => "orange",
        }
    }

    /// The first letter of the name, which is unique.
    pub const fn letter(self) -> char {
        self.name().as_bytes()[0] as char
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Options that have been checked, with every default filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) variant: Variant,
    pub(crate) n_seats: u8,
    pub(crate) scoring: Scoring,
    pub(crate) free_start: bool,
    pub(crate) n_colors: u8,
}

static BOARDS: [Rows; 2] = [Rows::board(20), Rows::board(14)];

impl Rules {
    pub(crate) fn new(options: Options) -> Result<Rules, OptionsError> {
        let Options { variant, seats, scoring, free_start } = options;
        let (fewest, most) = variant.seats();
        let n_seats = seats.unwrap_or(most);
        if !(fewest..=most).contains(&n_seats) {
            let allowed =
                if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
            return Err(OptionsError::new(format!(
                "{variant} is for {allowed} seats, not {n_seats}"
            )));
        }
        if free_start && variant == Variant::Tilewe {
            return Err(OptionsError::new(
                "tilewe always begins in any free corner: leave free-start off",
            ));
        }
        let usual = if variant == Variant::Tilewe { Scoring::Tilewe } else { Scoring::Advanced };
        let n_colors = match variant {
            Variant::Duo => 2,
            Variant::Tilewe => n_seats,
            _ => 4,
        };
        Ok(Rules { variant, n_seats, scoring: scoring.unwrap_or(usual), free_start, n_colors })
    }

    pub(crate) fn options(self) -> Options {
        let Rules { variant, n_seats, scoring, free_start, .. } = self;
        Options { variant, seats: Some(n_seats), scoring: Some(scoring), free_start }
    }

    pub(crate) fn colors(self) -> &'static [Color] {
        let all = if self.variant == Variant::Duo { Color::DUO } else { Color::CLASSIC };
        &all[..self.n_colors()]
    }

    #[inline]
    pub(crate) const fn n_colors(self) -> usize {
        self.n_colors as usize
    }

    #[inline]
    pub(crate) fn board(self) -> &'static Rows {
        &BOARDS[usize::from(self.variant == Variant::Duo)]
    }

    /// The seat that gets a color's points: none for green in `classic-3`.
    pub(crate) fn owner(self, color: Color) -> Option<Seat> {
        match self.variant {
            Variant::Classic2 => Seat::new(color.index() % 2),
            Variant::Classic3 if color == Color::Green => None,
            _ => Seat::new(color.index()),
        }
    }

    /// The squares where the first piece of the color may begin.
    pub(crate) fn start_squares(self, color: Color) -> impl Iterator<Item = Square> {
        let all = self.variant.start_squares();
        let own = color.index();
        let squares =
            if self.free_start || self.variant == Variant::Tilewe { all } else { &all[own..=own] };
        squares.iter().map(|&(x, y)| Square::new(x, y).expect("start squares are on the board"))
    }
}
