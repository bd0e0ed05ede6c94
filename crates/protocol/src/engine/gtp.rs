//! Playing with engines that speak GTP for Blokus, in Pentobi's dialect.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tilewright_bots::{Choice, Clock, SearchInfo, Stop, Thinking};
use tilewright_core::{BySeat, Seat, shortened};
use tilewright_table::{GameId, Record, Table};

use super::process::Deadline;
use super::{ExternalEngine, Fault, Patience, Process};
use crate::{blksgf, gtp};

/// An engine of Blokus that speaks GTP, such as Pentobi's.
///
/// Pentobi's dialect has no words for limits and clocks: how strong the engine is says its command, and time is only
/// kept watch on. It cannot be stopped either, except by ending it.
///
/// ```no_run
/// use tilewright_protocol::engine::{ExternalEngine, GtpEngine, Patience};
/// use tilewright_core::Seat;
/// use tilewright_bots::Thinking;
/// use tilewright_table::GameId;
///
/// let game: GameId = "blokus".parse()?;
/// let start = game.open(&[("variant", "duo")])?.position_text();
/// let mut engine = GtpEngine::new("pentobi-gtp --level 3", Patience::default());
/// engine.begin(game, Seat::new(0).unwrap(), &start)?;
/// println!("{}", engine.choose(None, &mut Thinking::default())?.m);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GtpEngine {
    command: String,
    patience: Patience,
    link: Option<GtpLink>,
    name: Option<String>,
    game: Option<Game>,
}

/// The game as the engine knows it, and what it does not know yet.
struct Game {
    table: Box<dyn Table>,
    moves: Vec<String>,
    /// What the engine has played on its own board already.
    own: Option<String>,
}

impl GtpEngine {
    /// The engine that this command starts, read as a shell reads words, with its first game.
    pub fn new(command: &str, patience: Patience) -> GtpEngine {
        GtpEngine { command: command.to_owned(), patience, link: None, name: None, game: None }
    }

    fn try_begin(&mut self, game: GameId, start: &str) -> Result<(), Fault> {
        let table = game.open_position(start).map_err(|error| Fault::not_started(&error))?;
        let commands = commands(&*table).ok_or_else(|| {
            Fault::not_started(&format!("GTP has no words for this game of {}", game.name()))
        })?;
        let link = match self.link.take() {
            Some(link) => link,
            None => GtpLink::start(&self.command, self.patience)?,
        };
        let link = self.link.insert(link);
        self.name = link.ask("name").ok();
        for command in commands {
            link.ask(&command)?;
        }
        link.ask("clear_board")?;
        if table.start_text().is_some() {
            link.load(&*table)?;
        }
        self.game = Some(Game { table, moves: Vec::new(), own: None });
        Ok(())
    }

    fn try_choose(
        &mut self,
        clocks: Option<&BySeat<Clock>>,
        thinking: &Thinking<'_, String>,
    ) -> Result<Choice<String>, Fault> {
        let game = self.game.as_mut().ok_or_else(Fault::no_game)?;
        let link = self.link.as_mut().ok_or_else(Fault::no_game)?;
        game.catch_up(link)?;
        let command = gtp::genmove_command(&*game.table)
            .ok_or_else(|| Fault::protocol("it is asked for a move after the end"))?;
        let clock = clocks.zip(game.table.turn().seat()).map(|(clocks, seat)| clocks[seat].left);
        let patience = self.patience.for_a_move(thinking.limits.time.or(clock));
        let answer = link.ask_unless(&command, patience, Some(thinking.stop))?;
        let squares = answer.ok_or(Fault::Stopped)?;
        let played = game.table.box_clone().play(&squares.to_ascii_lowercase());
        let m = played.map_err(|error| Fault::illegal(&squares, &error))?;
        game.own = Some(m.clone());
        Ok(Choice { m, info: SearchInfo::default() })
    }
}

impl Game {
    /// Tells the engine the moves that it does not know.
    fn catch_up(&mut self, link: &mut GtpLink) -> Result<(), Fault> {
        for m in std::mem::take(&mut self.moves) {
            let own = self.own.take();
            if own.as_ref().is_some_and(|own| *own != m) {
                link.ask("undo")?;
            }
            if own != Some(m.clone()) {
                let command = gtp::play_command(&*self.table, &m);
                link.ask(&command.ok_or_else(|| Fault::illegal(&m, &"it is no move"))?)?;
            }
            self.table.play(&m).map_err(|error| Fault::illegal(&m, &error))?;
        }
        Ok(())
    }
}

impl ExternalEngine for GtpEngine {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn begin(&mut self, game: GameId, _: Seat, start: &str) -> Result<(), Fault> {
        let begun = self.try_begin(game, start);
        if begun.is_err() {
            self.link = None;
        }
        begun
    }

    fn follow(&mut self, look: &str, _: Option<&str>) {
        if let Some(game) = &mut self.game {
            game.moves.push(look.to_owned());
        }
    }

    fn choose(
        &mut self,
        clocks: Option<&BySeat<Clock>>,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, Fault> {
        let choice = self.try_choose(clocks, thinking);
        if choice.is_err() {
            self.link = None;
        }
        choice
    }
}

impl Drop for GtpEngine {
    fn drop(&mut self) {
        if let Some(link) = &mut self.link {
            link.quit();
        }
    }
}

/// A connection with an engine that speaks GTP.
pub(crate) struct GtpLink {
    pub(crate) process: Process,
    patience: Patience,
    n_commands: usize,
}

/// What an engine answers: `= …` or `? …`.
pub(crate) type Answer = Result<String, String>;

impl GtpLink {
    pub(crate) fn start(command: &str, patience: Patience) -> Result<GtpLink, Fault> {
        let mut link = GtpLink { process: Process::start(command)?, patience, n_commands: 0 };
        let version = link.exchange("protocol_version", patience.start, None)?;
        match version.ok_or(Fault::Stopped)? {
            Ok(version) if version == "2" => Ok(link),
            Ok(other) | Err(other) => Err(Fault::protocol(format!(
                "its protocol version is '{}', not 2",
                shortened(&other)
            ))),
        }
    }

    /// The answer to a command that must not fail.
    pub(crate) fn ask(&mut self, command: &str) -> Result<String, Fault> {
        let answer = self.ask_unless(command, self.patience.answer, None)?;
        answer.ok_or(Fault::Stopped)
    }

    /// The same, or nothing if it is stopped before.
    fn ask_unless(
        &mut self,
        command: &str,
        patience: Duration,
        stop: Option<&Stop>,
    ) -> Result<Option<String>, Fault> {
        let refused = |reason: String| {
            Fault::protocol(format!("it refuses '{}': {}", shortened(command), shortened(&reason)))
        };
        self.exchange(command, patience, stop)?.transpose().map_err(refused)
    }

    /// The answer to a command.
    pub(crate) fn try_ask(&mut self, command: &str) -> Result<Answer, Fault> {
        self.exchange(command, self.patience.answer, None)?.ok_or(Fault::Stopped)
    }

    /// What the engine plays for a color.
    pub(crate) fn generate(&mut self, color: &str) -> Result<String, Fault> {
        let squares = self.ask_unless(&format!("genmove {color}"), self.patience.thinking, None)?;
        squares.ok_or(Fault::Stopped)
    }

    fn exchange(
        &mut self,
        command: &str,
        patience: Duration,
        stop: Option<&Stop>,
    ) -> Result<Option<Answer>, Fault> {
        self.n_commands += 1;
        let id = self.n_commands.to_string();
        self.process.send(&format!("{id} {command}"))?;
        let what = format!("answer to '{}'", shortened(command));
        let deadline = Deadline::after(patience);
        let mut lines: Vec<String> = Vec::new();
        loop {
            let Some(line) = self.process.receive_unless(&what, deadline, stop)? else {
                return Ok(None);
            };
            match (line.is_empty(), lines.is_empty()) {
                (true, true) => {}
                (true, false) => return read_answer(&lines.join("\n"), &id).map(Some),
                (false, _) => lines.push(line),
            }
        }
    }

    /// Lets the engine read the position of a table from a file.
    fn load(&mut self, table: &dyn Table) -> Result<(), Fault> {
        let written =
            blksgf::write(&Record::of(table)).map_err(|error| Fault::not_started(&error))?;
        let file = PassingFile::new(&written.text).map_err(|error| Fault::not_started(&error))?;
        self.ask(&format!("loadsgf {}", file.0.display())).map(drop)
    }

    /// Tells the engine to go away and gives it some time to do so.
    fn quit(&mut self) {
        if self.process.send("quit").is_ok() {
            self.process.wait(self.patience.quit);
        }
    }
}

/// What leads an engine to the usual start of a game with the options of this one, if GTP can say it.
fn commands(table: &dyn Table) -> Option<Vec<String>> {
    let options = table.options();
    let options: Vec<(&str, &str)> =
        options.iter().map(|(name, value)| (&**name, &**value)).collect();
    gtp::commands(&*table.game().open(&options).ok()?)
}

/// Takes the sign and the number off an answer.
fn read_answer(text: &str, id: &str) -> Result<Answer, Fault> {
    let wrong = || Fault::protocol(format!("'{}' is no answer to command {id}", shortened(text)));
    let (sign, rest) = text.split_at_checked(1).ok_or_else(wrong)?;
    let rest = rest.strip_prefix(id).filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    let rest = rest.ok_or_else(wrong)?.trim().to_owned();
    match sign {
        "=" => Ok(Ok(rest)),
        "?" => Ok(Err(rest)),
        _ => Err(wrong()),
    }
}

/// A file for as long as somebody else reads it.
pub(crate) struct PassingFile(pub(crate) PathBuf);

impl PassingFile {
    pub(crate) fn new(text: &str) -> std::io::Result<PassingFile> {
        static N_FILES: AtomicUsize = AtomicUsize::new(0);
        let number = N_FILES.fetch_add(1, Ordering::Relaxed);
        let name = format!("tilewright-{}-{number}.blksgf", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text)?;
        Ok(PassingFile(path))
    }
}

impl Drop for PassingFile {
    fn drop(&mut self) {
        // It is small, and nobody misses it.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_a_sign_and_a_number() {
        assert_eq!(read_answer("=12 a b\nc", "12"), Ok(Ok("a b\nc".to_owned())));
        assert_eq!(read_answer("?3 no", "3"), Ok(Err("no".to_owned())));
        assert_eq!(read_answer("=3", "3"), Ok(Ok(String::new())));
        for text in ["", "=1 a", "=123 a", "a", "!12 a", "€12"] {
            assert!(matches!(read_answer(text, "12"), Err(Fault::Protocol { .. })), "{text}");
        }
    }
}
