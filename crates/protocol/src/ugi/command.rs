//! The commands of UGI.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tilewright_core::{Seat, shortened};

use super::go::Go;

/// A command: a line to an engine.
// One command exists at a time, so the size of the largest does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: introduce yourself.
    Ugi,
    /// `isready`: answer when you are ready.
    IsReady,
    /// `setoption name X value Y`.
    SetOption {
        /// The name of the option.
        name: String,
        /// Its new value.
        value: String,
    },
    /// `uginewgame`: the next game begins.
    NewGame,
    /// `position …`: the position of the game.
    Position {
        /// The start.
        start: Start,
        /// The moves since the start.
        moves: Vec<SeenMove>,
    },
    /// `go …`: choose a move.
    Go(Go),
    /// `stop`: end the search.
    Stop,
    /// `query …`: answer a question about the game.
    Query(Query),
    /// `quit`: end.
    Quit,
}

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// `startpos`: the start of the options.
    Startpos,
    /// `fen TEXT`: a position.
    Fen(String),
    /// `view TEXT`: the view of a seat, in a game with secrets.
    View(String),
}

/// A move as the engine's seat saw it, with `shown=WORD` after it if the rules then revealed
/// something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenMove {
    /// The move, redacted for the seat.
    pub look: String,
    /// The revealed word.
    pub revealed: Option<String>,
}

/// A query about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// `gameover`: is it over, `true` or `false`.
    GameOver,
    /// `p1turn`, `p2turn`, …: is it this seat's turn, `true` or `false`.
    IsTurnOf(Seat),
    /// `turn`: whose turn it is: `p1`, `p2`, …, `chance` or `over`.
    Turn,
    /// `result`: `none`, `draw`, `p1win`, …; if some share the first place, `p1win p3win`.
    Result,
    /// `scores`: the points of every seat.
    Scores,
    /// `legal`: every legal move, sorted by its text.
    Legal,
    /// `view`: the text of the position, or of the view if the game began with one.
    View,
}

/// The line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseCommandError {
    /// There is no such command.
    #[error("there is no command '{}'", shortened(.0))]
    Unknown(String),
    /// The command has another form.
    #[error("write {0}")]
    Form(&'static str),
    /// A word of the command is unknown.
    #[error("{command} has no '{}'", shortened(.word))]
    Word {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
    },
    /// A word should be a number.
    #[error("{name} is a whole number, not '{}'", shortened(.value))]
    Number {
        /// The name of the number.
        name: String,
        /// The word in its place.
        value: String,
    },
}

impl FromStr for Command {
    type Err = ParseCommandError;

    fn from_str(line: &str) -> Result<Command, ParseCommandError> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        match name {
            "ugi" => Ok(Command::Ugi),
            "isready" => Ok(Command::IsReady),
            "setoption" => set_option(&words),
            "uginewgame" => Ok(Command::NewGame),
            "position" => position(&words),
            "go" => Go::read(&words).map(Command::Go),
            "stop" => Ok(Command::Stop),
            "query" => match words[..] {
                [word] => Query::read(word).map(Command::Query),
                _ => Err(ParseCommandError::Form("query QUESTION")),
            },
            "quit" => Ok(Command::Quit),
            _ => Err(ParseCommandError::Unknown(name.to_owned())),
        }
    }
}

/// Names may have spaces in them, as those of chess engines do.
fn set_option(words: &[&str]) -> Result<Command, ParseCommandError> {
    let form = ParseCommandError::Form("setoption name NAME value VALUE");
    let ["name", words @ ..] = words else { return Err(form) };
    let value = words.iter().position(|&word| word == "value").filter(|&i| i > 0).ok_or(form)?;
    let name = words[..value].join(" ");
    Ok(Command::SetOption { name, value: words[value + 1..].join(" ") })
}

fn position(words: &[&str]) -> Result<Command, ParseCommandError> {
    const FORM: &str = "position startpos|fen TEXT|view TEXT [moves …]";
    let n_words = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match &words[..n_words] {
        ["startpos"] => Start::Startpos,
        ["fen", text @ ..] if !text.is_empty() => Start::Fen(text.join(" ")),
        ["view", text @ ..] if !text.is_empty() => Start::View(text.join(" ")),
        _ => return Err(ParseCommandError::Form(FORM)),
    };
    let mut moves: Vec<SeenMove> = Vec::new();
    for &word in words.iter().skip(n_words + 1) {
        match (word.strip_prefix("shown="), moves.last_mut()) {
            (None, _) => moves.push(SeenMove { look: word.to_owned(), revealed: None }),
            (Some(shown), Some(SeenMove { revealed: revealed @ None, .. })) => {
                *revealed = Some(shown.to_owned());
            }
            (Some(_), _) => return Err(ParseCommandError::Form("shown=WORD after a move, once")),
        }
    }
    Ok(Command::Position { start, moves })
}

/// The queries without a number, by their words.
const QUERIES: [(&str, Query); 6] = [
    ("gameover", Query::GameOver),
    ("turn", Query::Turn),
    ("result", Query::Result),
    ("scores", Query::Scores),
    ("legal", Query::Legal),
    ("view", Query::View),
];

impl Query {
    fn read(word: &str) -> Result<Query, ParseCommandError> {
        let seat = word.strip_prefix('p').and_then(|word| word.strip_suffix("turn"));
        if let Some(seat) = seat.and_then(|number| number.parse().ok()) {
            return Ok(Query::IsTurnOf(seat));
        }
        let query = QUERIES.into_iter().find(|(name, _)| *name == word).map(|(_, query)| query);
        query.ok_or_else(|| ParseCommandError::Word { command: "query", word: word.to_owned() })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::Position { start, moves } => {
                write!(f, "position {start}")?;
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves.iter().try_for_each(|m| write!(f, " {m}"))
            }
            Command::Go(go) => write!(f, "go{go}"),
            Command::Stop => f.write_str("stop"),
            Command::Query(question) => write!(f, "query {question}"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Startpos => f.write_str("startpos"),
            Start::Fen(text) => write!(f, "fen {text}"),
            Start::View(text) => write!(f, "view {text}"),
        }
    }
}

impl fmt::Display for SeenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.look)?;
        self.revealed.iter().try_for_each(|word| write!(f, " shown={word}"))
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Query::IsTurnOf(seat) = self {
            return write!(f, "p{seat}turn");
        }
        let word = QUERIES.iter().find(|(_, query)| query == self).map(|(word, _)| word);
        f.write_str(word.expect("every other query has a word"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_round_trip() {
        for line in [
            "ugi",
            "isready",
            "setoption name max draws value 3",
            "setoption name bot value ",
            "uginewgame",
            "position startpos",
            "position fen 3x3 .../.../... b moves S@b2 M@a1",
            "position view viewer=1 seats=2 moves deal:? deal:0-0-0 shown=opener=1 pass",
            "go",
            "go infinite",
            "go nodes 1000 depth 4 movetime 250",
            "go p1time 60000 p2time 500 p1inc 100",
            "stop",
            "query p6turn",
            "query legal",
            "quit",
        ] {
            assert_eq!(line.parse::<Command>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn what_is_no_command_is_told_so() {
        for (line, reason) in [
            ("", "there is no command ''"),
            ("go fast", "go has no 'fast'"),
            ("go depth", "depth is a whole number, not ''"),
            ("go p7time 3", "go has no 'p7time'"),
            ("go nodes -3", "nodes is a whole number, not '-3'"),
            ("query p0turn", "query has no 'p0turn'"),
            ("query", "write query QUESTION"),
            ("setoption name value 3", "write setoption name NAME value VALUE"),
            ("position", "write position startpos|fen TEXT|view TEXT [moves …]"),
            ("position fen moves a", "write position startpos|fen TEXT|view TEXT [moves …]"),
            ("position startpos moves shown=a", "write shown=WORD after a move, once"),
            ("position startpos moves a shown=a shown=b", "write shown=WORD after a move, once"),
        ] {
            assert_eq!(line.parse::<Command>().unwrap_err().to_string(), reason, "{line}");
        }
    }
}
