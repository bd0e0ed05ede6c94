//! The Go Text Protocol (GTP) for Blokus, in Pentobi's dialect: a [session](Session) reads one
//! command a line and answers it.
//!
//! ```
//! use tilewright_table::GameId;
//! use tilewright_protocol::gtp::Session;
//!
//! let table = "blokus".parse::<GameId>()?.open(&[("variant", "duo")])?;
//! let mut gtp = Session::new(table, |table| Ok(table.legal_moves()[0].clone()))?;
//! assert_eq!(gtp.answer("1 play b e8,d9,e9,f9,e10").as_deref(), Some("=1 \n\n"));
//! assert_eq!(gtp.answer("2 genmove w").as_deref(), Some("=2 j5\n\n"));
//! assert_eq!(gtp.answer("final_score").as_deref(), Some("= B+4\n\n"));
//! assert_eq!(gtp.answer("# nothing to answer"), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | command | answer |
//! | --- | --- |
//! | `set_game NAME` | a new game of a variant, by Pentobi's name: `Blokus Duo`, … |
//! | `clear_board` | a new game with the same options |
//! | `play COLOR SQUARES`, `p SQUARES` | the move is played |
//! | `genmove COLOR`, `g` | the squares of a move that was chosen and played, or `pass` |
//! | `reg_genmove COLOR` | the same, but the move is not played |
//! | `undo` | the last move is taken back |
//! | `all_legal COLOR` | the squares of every placement, as if it were the color's turn |
//! | `cputime` | the processor time of this process so far, in seconds |
//! | `final_score` | `B+3`, `W+3` or `0` for two players, the points of each color for more |
//! | `showboard` | the board |
//! | `loadsgf FILE [NUMBER]` | the end of the game in a file, or before its move of that number |
//! | `savesgf FILE` | the game is written to the file |
//! | `list_commands`, `known_command NAME`, `name`, `version`, `protocol_version`, `quit` | |
//!
//! Colors are `b` and `w` in duo and `1` to `4` elsewhere, or [other names](pentobi::parse_color)
//! of theirs. They take turns: a color that could place may neither pass nor be passed over, and
//! one that cannot is skipped, whether or not `play COLOR pass` says so.
//!
//! The client side is [`commands`], [`play_command`] and [`genmove_command`], with [`parse_answer`]
//! for the answers.

mod bot;
mod client;

use std::fs::{self, File};
use std::io::{self, BufRead, Read, Write};

use thiserror::Error;
use tilewright_blokus::{Color, Move, Position, pentobi};
use tilewright_core::{Viewer, shortened};
use tilewright_render::{Ink, text};
use tilewright_table::{GameId, PlayError, Record, Table};

pub use self::bot::bot_genmove;
pub use self::client::{commands, genmove_command, parse_answer, play_command};
use crate::blksgf::{self, position_of};
use crate::engine::cpu_time_of_this_process;
use crate::in_one_line;

const MAX_LINE_BYTES: u64 = 1 << 16;

/// More than a game file may have, so that an endless one is refused as too long.
const MAX_FILE_BYTES: u64 = 32 << 20;

/// A conversation with an engine: its game, and the function behind `genmove`.
///
/// The function receives the table and returns a legal move in any notation of Blokus, or the
/// reason why there is none in a few words.
pub struct Session<C> {
    table: Box<dyn Table>,
    genmove: C,
    has_quit: bool,
}

/// The protocol is spoken for Blokus only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("GTP is for Blokus, not for {game}")]
pub struct NotBlokus {
    game: &'static str,
}

impl<C: FnMut(&dyn Table) -> Result<String, String>> Session<C> {
    /// A session that begins with the game at this table.
    pub fn new(table: Box<dyn Table>, genmove: C) -> Result<Session<C>, NotBlokus> {
        if table.game() != GameId::Blokus {
            return Err(NotBlokus { game: table.game().name() });
        }
        Ok(Session { table, genmove, has_quit: false })
    }

    /// The game.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Returns whether the session is over.
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Answers lines until they end, or until `quit`.
    ///
    /// ```
    /// use tilewright_table::GameId;
    /// use tilewright_protocol::gtp::Session;
    ///
    /// let table = "blokus".parse::<GameId>()?.open(&[])?;
    /// let mut gtp = Session::new(table, |_| Err("there is no bot".to_owned()))?;
    /// let mut output = Vec::new();
    /// gtp.run(&b"1 name\n2 genmove 1\nquit\nname\n"[..], &mut output)?;
    /// assert_eq!(output, b"=1 Tilewright\n\n?2 there is no bot\n\n= \n\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&mut self, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        let mut is_rest = false;
        while !self.has_quit {
            line.clear();
            if input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let is_whole = line.ends_with(b"\n") || (line.len() as u64) < MAX_LINE_BYTES;
            let answer = match (is_rest, is_whole) {
                (false, true) => self.answer(&String::from_utf8_lossy(&line)),
                (false, false) => Some("? the line is too long\n\n".to_owned()),
                (true, _) => None,
            };
            is_rest = !is_whole;
            output.write_all(answer.unwrap_or_default().as_bytes())?;
            output.flush()?;
        }
        Ok(())
    }

    /// Returns the answer to a line, with the empty line that ends it; nothing for a line without a
    /// command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let line = tidied(line);
        let mut words = line.split(' ').filter(|word| !word.is_empty()).peekable();
        let is_id = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_id);
        if id.is_none() && words.peek().is_none() {
            return None;
        }
        let name = words.next().unwrap_or_default();
        let arguments: Vec<&str> = words.collect();
        let (sign, text) = match self.execute(name, &arguments) {
            Ok(text) => ('=', text),
            Err(reason) => ('?', reason),
        };
        Some(format!("{sign}{} {text}\n\n", id.unwrap_or_default()))
    }

    fn execute(&mut self, name: &str, arguments: &[&str]) -> Result<String, String> {
        match (name, arguments) {
            ("name", []) => Ok("Tilewright".to_owned()),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("protocol_version", []) => Ok("2".to_owned()),
            ("list_commands", []) => Ok(command_names().collect::<Vec<_>>().join("\n")),
            ("known_command", [name]) => Ok(usage(name).is_some().to_string()),
            ("quit", []) => {
                self.has_quit = true;
                Ok(String::new())
            }
            ("set_game", [_, ..]) => self.set_game(&arguments.join(" ")),
            ("clear_board", []) => self.clear_board(),
            ("play", &[color, squares]) => self.play(self.color(color)?, squares),
            ("p", &[squares]) => self.play(self.color_to_move()?, squares),
            ("genmove", &[color]) => self.genmove(self.color(color)?, true),
            ("g", []) => self.color_to_move().and_then(|color| self.genmove(color, true)),
            ("reg_genmove", &[color]) => self.genmove(self.color(color)?, false),
            ("undo", []) => {
                self.table.undo().map(|_| String::new()).ok_or_else(|| "cannot undo".to_owned())
            }
            ("all_legal", &[color]) => Ok(all_legal(&self.position(), self.color(color)?)),
            ("cputime", []) => Ok(format!("{:.3}", cpu_time_of_this_process().as_secs_f64())),
            ("final_score", []) => Ok(pentobi::score(&self.position())),
            ("showboard", []) => Ok(board(&*self.table)),
            ("loadsgf", &[file]) => self.load(file, None),
            ("loadsgf", &[file, number]) => {
                let number = number.parse().ok().filter(|&number| number > 0);
                self.load(file, Some(number.ok_or("the number of a move is a number from 1")?))
            }
            ("savesgf", &[file]) => self.save(file),
            _ => match usage(name) {
                Some(usage) => Err(format!("syntax error: write {usage}")),
                None => Err("unknown command".to_owned()),
            },
        }
    }

    fn set_game(&mut self, name: &str) -> Result<String, String> {
        let variant = pentobi::parse_game(name).map_err(|error| error.to_string())?;
        self.table = open(self.table.game(), &[("variant", variant.name())])?;
        Ok(String::new())
    }

    fn clear_board(&mut self) -> Result<String, String> {
        self.table = new_game(&*self.table)?;
        Ok(String::new())
    }

    fn play(&mut self, color: Color, squares: &str) -> Result<String, String> {
        let position = self.position();
        if squares.eq_ignore_ascii_case("pass") {
            return if position.is_out(color) {
                Ok(String::new())
            } else {
                Err(format!("illegal move: {color} can place, so it may not pass"))
            };
        }
        let m = pentobi::parse_squares(squares).map_err(|error| error.to_string())?;
        position.explain_for(color, m).map_err(|illegal| format!("illegal move: {illegal}"))?;
        self.table.play(&m.to_string()).map_err(|error| error.to_string())?;
        Ok(String::new())
    }

    /// Chooses a move for the color, and plays it on request.
    fn genmove(&mut self, color: Color, is_played: bool) -> Result<String, String> {
        let position = self.position();
        if position.is_out(color) {
            return Ok("pass".to_owned());
        }
        match position.color_to_move() {
            Some(to_move) if to_move != color => {
                return Err(format!("it is {to_move}'s turn, not {color}'s"));
            }
            _ => {}
        }
        let chosen = (self.genmove)(&*self.table).map_err(|reason| in_one_line(&reason))?;
        let wrong = |error: PlayError| format!("{} was chosen: {error}", shortened(&chosen));
        let text = self.table.play(&chosen).map_err(wrong)?;
        if !is_played {
            self.table.undo();
        }
        let m: Move = text.parse().expect("a table writes moves that are read back");
        Ok(pentobi::squares(m))
    }

    /// Loads the game of a file, up to the move before `number`.
    fn load(&mut self, file: &str, number: Option<usize>) -> Result<String, String> {
        let unread = |reason: String| format!("cannot load {}: {reason}", shortened(file));
        let mut bytes = Vec::new();
        let opened = File::open(file);
        let read = opened.and_then(|file| file.take(MAX_FILE_BYTES).read_to_end(&mut bytes));
        read.map_err(|error| unread(error.to_string()))?;
        let text = blksgf::decode(bytes).map_err(|error| unread(error.to_string()))?;
        let record = blksgf::read(&text).map_err(|error| unread(error.to_string()))?.record;
        let whole = record.replay().map_err(|error| unread(error.to_string()))?;
        // Endings are left out, so that the game can go on.
        let mut table = match whole.start_text() {
            Some(text) => whole.game().open_position(&text).map_err(|error| error.to_string())?,
            None => new_game(&*whole)?,
        };
        let n_moves = number.map_or(usize::MAX, |number| number - 1);
        for text in whole.moves().iter().take(n_moves) {
            table.play(text).map_err(|error| error.to_string())?;
        }
        self.table = table;
        Ok(String::new())
    }

    fn save(&self, file: &str) -> Result<String, String> {
        let unwritten = |reason: String| format!("cannot save {}: {reason}", shortened(file));
        let written = blksgf::write(&Record::of(&*self.table));
        let written = written.map_err(|error| unwritten(error.to_string()))?;
        fs::write(file, written.text).map_err(|error| unwritten(error.to_string()))?;
        Ok(String::new())
    }

    fn position(&self) -> Position {
        position_of(&*self.table)
    }

    fn color(&self, name: &str) -> Result<Color, String> {
        let position = self.position();
        let color = pentobi::parse_color(position.variant(), name);
        color.filter(|&color| position.plays(color)).ok_or_else(|| {
            let names: Vec<&str> =
                position.colors().iter().map(|&color| pentobi::color_name(color)).collect();
            format!("there is no color '{}': choose {}", shortened(name), names.join(", "))
        })
    }

    fn color_to_move(&self) -> Result<Color, String> {
        self.position().color_to_move().ok_or_else(|| "the game is over".to_owned())
    }
}

/// All commands, with their arguments.
const COMMANDS: [&str; 20] = [
    "all_legal COLOR",
    "clear_board",
    "cputime",
    "final_score",
    "g",
    "genmove COLOR",
    "known_command NAME",
    "list_commands",
    "loadsgf FILE [NUMBER]",
    "name",
    "p SQUARES",
    "play COLOR SQUARES",
    "protocol_version",
    "quit",
    "reg_genmove COLOR",
    "savesgf FILE",
    "set_game NAME",
    "showboard",
    "undo",
    "version",
];

/// The names of all commands.
pub(crate) fn command_names() -> impl Iterator<Item = &'static str> {
    COMMANDS.into_iter().filter_map(|usage| usage.split(' ').next())
}

/// A command with its arguments.
fn usage(name: &str) -> Option<&'static str> {
    let index = command_names().position(|other| other == name)?;
    Some(COMMANDS[index])
}

/// The line without its comment and without characters that the protocol forbids.
fn tidied(line: &str) -> String {
    let line = line.split('#').next().unwrap_or_default();
    let fit = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control());
    fit.collect()
}

/// A new game with the options of this one.
fn new_game(table: &dyn Table) -> Result<Box<dyn Table>, String> {
    open(table.game(), &crate::pairs(&table.options()))
}

fn open(game: GameId, options: &[(&str, &str)]) -> Result<Box<dyn Table>, String> {
    game.open(options).map_err(|error| error.to_string())
}

fn all_legal(position: &Position, color: Color) -> String {
    let mut moves = Vec::new();
    position.legal_moves_of(color, &mut moves);
    moves.sort_unstable();
    moves.into_iter().map(pentobi::squares).collect::<Vec<_>>().join("\n")
}

/// The board below the sign of the answer, which an empty line would end.
fn board(table: &dyn Table) -> String {
    let drawn = text(&table.game_view(Viewer::Spectator), Ink::Plain).replace('·', ".");
    let lines = drawn.lines().filter(|line| !line.is_empty());
    lines.fold(String::new(), |text, line| text + "\n" + line)
}
