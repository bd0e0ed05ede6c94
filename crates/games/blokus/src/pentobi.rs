//! Pentobi's notation of games, colors, placements and results, in its game files and in its
//! dialect of the Go Text Protocol (GTP).
//!
//! ```
//! use tilewright_blokus::{Color, Variant, pentobi};
//!
//! assert_eq!(pentobi::parse_game("Blokus Duo")?, Variant::Duo);
//! assert_eq!(pentobi::parse_color(Variant::Duo, "w"), Some(Color::Orange));
//! let m = pentobi::parse_squares("f10,e10,F9")?;
//! assert_eq!(m.to_string(), "L3s@e9");
//! assert_eq!(pentobi::squares(m), "f9,e10,f10");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use thiserror::Error;
use tilewright_core::{ParseMoveError, Position as _, shortened};

use crate::moves::Move;
use crate::position::Position;
use crate::setup::{Color, Variant};

/// Pentobi's name of the variant; `None` if Pentobi does not play it.
///
/// ```
/// use tilewright_blokus::{Variant, pentobi};
///
/// assert_eq!(pentobi::game_name(Variant::Classic2), Some("Blokus Two-Player"));
/// assert_eq!(pentobi::game_name(Variant::Tilewe), None);
/// ```
pub const fn game_name(variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Classic => Some("Blokus"),
        Variant::Classic2 => Some("Blokus Two-Player"),
        Variant::Classic3 => Some("Blokus Three-Player"),
        Variant::Duo => Some("Blokus Duo"),
        Variant::Tilewe => None,
    }
}

/// An error for a name that is not a game which both programs play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no game '{}' here: choose Blokus, Blokus Two-Player, Blokus Three-Player or \
     Blokus Duo",
    .name
)]
pub struct UnknownGame {
    name: String,
}

/// Parses Pentobi's name of a variant.
pub fn parse_game(name: &str) -> Result<Variant, UnknownGame> {
    let named = |&variant: &Variant| game_name(variant) == Some(name);
    Variant::ALL.into_iter().find(named).ok_or_else(|| UnknownGame { name: shortened(name) })
}

/// Pentobi's name of the color: `B` and `W` where there are two, `1` to `4` where there are more.
///
/// ```
/// use tilewright_blokus::{Color, pentobi};
///
/// assert_eq!(pentobi::color_name(Color::Purple), "B");
/// assert_eq!(pentobi::color_name(Color::Green), "4");
/// ```
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Blue => "1",
        Color::Yellow => "2",
        Color::Red => "3",
        Color::Green => "4",
        Color::Purple => "B",
        Color::Orange => "W",
    }
}

/// Parses a color of the variant, in any case: Pentobi's name, our name, and with two colors also
/// `black` and `white`, or `blue` and `green` as on Pentobi's screen.
pub fn parse_color(variant: Variant, text: &str) -> Option<Color> {
    let name = text.to_ascii_lowercase();
    match (variant, name.as_str()) {
        (Variant::Duo, "b" | "black" | "blue" | "purple") => Some(Color::Purple),
        (Variant::Duo, "w" | "white" | "green" | "orange") => Some(Color::Orange),
        (Variant::Duo, _) => None,
        (_, "1" | "blue") => Some(Color::Blue),
        (_, "2" | "yellow") => Some(Color::Yellow),
        (_, "3" | "red") => Some(Color::Red),
        (_, "4" | "green") => Some(Color::Green),
        _ => None,
    }
}

/// The squares of a placement, row by row from the bottom, separated by commas.
pub fn squares(m: Move) -> String {
    let names: Vec<String> = m.squares().map(|square| square.to_string()).collect();
    names.join(",")
}

/// Parses the squares of a placement, in any order and case.
pub fn parse_squares(text: &str) -> Result<Move, ParseMoveError> {
    if text.contains('@') {
        return Err(ParseMoveError::new(text, "write its squares, such as a1,a2,b2"));
    }
    text.to_ascii_lowercase().parse()
}

/// The points of a color as Pentobi counts them: squares placed plus bonus. That is 89 more than
/// by the leaflet of the game.
///
/// ```
/// use tilewright_blokus::{Blokus, Color, Options, pentobi};
/// use tilewright_core::{Game, Position};
///
/// let mut position = Blokus::start(&Options::default())?;
/// position.play("W5e@a18".parse()?)?;
/// assert_eq!(pentobi::points(&position, Color::Blue), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn points(position: &Position, color: Color) -> i32 {
    position.squares_placed(color) as i32 + position.bonus(color)
}

/// The score: the lead of the first (`B+3`) or the second (`W+3`) of two players, `0` if they are
/// equal; with more players, the points of every color.
///
/// ```
/// use tilewright_blokus::{Blokus, Options, Variant, pentobi};
/// use tilewright_core::{Game, Position};
///
/// let mut position = Blokus::start(&Options { variant: Variant::Duo, ..Options::default() })?;
/// assert_eq!(pentobi::score(&position), "0");
/// position.play("F5e@d9".parse()?)?;
/// assert_eq!(pentobi::score(&position), "B+5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score(position: &Position) -> String {
    if let [first, second] = *position.scores().as_slice() {
        return match first - second {
            0 => "0".to_owned(),
            lead if lead > 0 => format!("B+{lead}"),
            lead => format!("W+{}", -lead),
        };
    }
    let all = position.colors().iter().map(|&color| points(position, color).to_string());
    all.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use tilewright_core::Game;

    use super::*;
    use crate::{Blokus, Options};

    #[test]
    fn names_are_read_back() {
        for variant in Variant::ALL {
            let read = game_name(variant).map(parse_game);
            assert_eq!(read, (variant != Variant::Tilewe).then_some(Ok(variant)));
        }
        for color in [Color::Blue, Color::Yellow, Color::Red, Color::Green] {
            assert_eq!(parse_color(Variant::Classic3, color_name(color)), Some(color));
            assert_eq!(parse_color(Variant::Classic, &color.name().to_uppercase()), Some(color));
        }
        for color in [Color::Purple, Color::Orange] {
            assert_eq!(parse_color(Variant::Duo, color_name(color)), Some(color));
            assert_eq!(parse_color(Variant::Duo, color.name()), Some(color));
        }
        assert_eq!(parse_color(Variant::Duo, "1"), None);
        assert_eq!(parse_color(Variant::Classic, "b"), None);
    }

    #[test]
    fn a_score_is_the_lead_of_one_of_two_or_the_points_of_all_colors() {
        let score_after = |variant, moves: &[&str]| {
            let options = Options { variant, ..Options::default() };
            let mut position = Blokus::start(&options).unwrap();
            for m in moves {
                position.play(m.parse().unwrap()).unwrap();
            }
            score(&position)
        };
        assert_eq!(score_after(Variant::Duo, &["F5e@d9", "O1n@j5"]), "B+4");
        assert_eq!(score_after(Variant::Duo, &["O1n@e10", "I2n@j4"]), "W+1");
        assert_eq!(score_after(Variant::Classic, &["W5e@a18", "I2e@s20"]), "5 2 0 0");
    }

    #[test]
    fn games_that_only_pentobi_plays_are_refused() {
        for name in ["Blokus Junior", "Blokus Trigon", "blokus duo", "Blokus  Duo", ""] {
            let error = parse_game(name).unwrap_err().to_string();
            assert!(error.starts_with(&format!("there is no game '{name}' here")), "{error}");
        }
    }

    #[test]
    fn squares_come_in_any_order_and_case() {
        let m = parse_squares("G10,f9,e10,F11,f10").unwrap();
        assert_eq!(squares(m), "f9,e10,f10,g10,f11");
        for bad in ["", "a1,c3", "a1 a2", "F5e@d3", "a1,a1", "pass", "a1,a2,", "a0", "u1"] {
            assert!(parse_squares(bad).is_err(), "{bad}");
        }
    }
}
