//! The client side of GTP: commands to an engine, and its answers.

use tilewright_blokus::{Blokus, Color, Move, Position, pentobi};
use tilewright_core::{Game, Position as _};
use tilewright_table::{GameId, Table};

use crate::blksgf::{position_of, unusual_options};

/// Returns the commands that lead an engine to the game at this table, from any other.
///
/// There are none for what Pentobi's dialect cannot say: other games than Blokus and other variants
/// than its four, unusual options, and games that began on a board that was set up.
///
/// ```
/// use tilewright_protocol::gtp;
/// use tilewright_table::GameId;
///
/// let mut table = "blokus".parse::<GameId>()?.open(&[("variant", "duo")])?;
/// table.play("X5n@d8")?;
/// let commands = gtp::commands(&*table).unwrap();
/// assert_eq!(commands, ["set_game Blokus Duo", "play B e8,d9,e9,f9,e10"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn commands(table: &dyn Table) -> Option<Vec<String>> {
    let mut position = position(table)?;
    let name = pentobi::game_name(position.variant())?;
    if table.start_text().is_some() || !unusual_options(table).is_empty() {
        return None;
    }
    position = Blokus::start(&Blokus::options(&position)).ok()?;
    let mut commands = vec![format!("set_game {name}")];
    for text in table.moves() {
        let m: Move = text.parse().ok()?;
        commands.push(play(position.color_to_move()?, m));
        position.play_unchecked(m);
    }
    Some(commands)
}

/// Returns the command that plays a move, in any notation, before it is played at the table;
/// nothing if it is no move of Blokus.
///
/// ```
/// use tilewright_protocol::gtp;
/// use tilewright_table::GameId;
///
/// let table = "blokus".parse::<GameId>()?.open(&[])?;
/// assert_eq!(gtp::play_command(&*table, "I2e@a20").as_deref(), Some("play 1 a20,b20"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_command(table: &dyn Table, text: &str) -> Option<String> {
    let position = position(table)?;
    let m = Blokus::parse_move(&position, text).ok()?;
    Some(play(position.color_to_move()?, m))
}

/// Returns the command that asks an engine to move for the color to move. The table reads the
/// squares of the answer as a move.
pub fn genmove_command(table: &dyn Table) -> Option<String> {
    let color = position(table)?.color_to_move()?;
    Some(format!("genmove {}", pentobi::color_name(color)))
}

/// Reads the answer to a command, or the reason for which it is refused, without the number of the
/// command; nothing if the text is no answer.
///
/// ```
/// use tilewright_protocol::gtp::parse_answer;
///
/// assert_eq!(parse_answer("=12 a20,b20\n\n"), Some(Ok("a20,b20")));
/// assert_eq!(parse_answer("? unknown command\n\n"), Some(Err("unknown command")));
/// assert_eq!(parse_answer("hello"), None);
/// ```
pub fn parse_answer(answer: &str) -> Option<Result<&str, &str>> {
    let (sign, rest) = answer.split_at_checked(1)?;
    let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_apart = text.is_empty() || text.starts_with(|c: char| c.is_whitespace());
    match sign {
        "=" if is_apart => Some(Ok(text.trim())),
        "?" if is_apart => Some(Err(text.trim())),
        _ => None,
    }
}

fn position(table: &dyn Table) -> Option<Position> {
    (table.game() == GameId::Blokus).then(|| position_of(table))
}

fn play(color: Color, m: Move) -> String {
    format!("play {} {}", pentobi::color_name(color), pentobi::squares(m))
}
