//! The client side of GTP for Blokus, in Pentobi's dialect.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tilewright_bots::{Choice, Clock, SearchInfo, Stop, Thinking};
use tilewright_core::{BySeat, Seat, shortened};
use tilewright_table::{GameId, Record, Table};

use super::timeouts::MoveTimeout;
use super::{Client, ExternalEngine, Fault, NoChoice, Process, Restarting, Timeouts};
use crate::{blksgf, gtp};

/// An external engine of Blokus that speaks GTP, such as Pentobi's.
///
/// Pentobi's dialect has no words for limits and clocks: the engine's command sets its strength,
/// and its time is only measured. It cannot be stopped either, except by ending it. The commands
/// `protocol_version` and `name` are optional, and `resign` is an answer to `genmove`.
///
/// ```no_run
/// use tilewright_bots::Thinking;
/// use tilewright_core::Seat;
/// use tilewright_protocol::engine::{ExternalEngine, GtpEngine, Timeouts};
/// use tilewright_table::GameId;
///
/// let game: GameId = "blokus".parse()?;
/// let start = game.open(&[("variant", "duo")])?.position_text();
/// let mut engine = GtpEngine::new("pentobi-gtp --level 3", Timeouts::default());
/// engine.begin(game, Seat::new(0).unwrap(), &start)?;
/// println!("{}", engine.choose(None, &mut Thinking::default())?.m);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GtpEngine {
    client: Restarting<GtpClient>,
    game: Option<GtpGame>,
}

/// The game as the engine knows it, and the moves that it does not know yet.
struct GtpGame {
    table: Box<dyn Table>,
    moves: Vec<String>,
    /// A move that the engine has played on its own board already.
    own: Option<String>,
}

impl GtpEngine {
    /// Returns the engine of a command, read as a shell reads words. It starts with its first game.
    pub fn new(command: &str, timeouts: Timeouts) -> GtpEngine {
        GtpEngine { client: Restarting::new(command, timeouts), game: None }
    }

    fn try_begin(&mut self, game: GameId, start: &str) -> Result<(), Fault> {
        let table = game.open_position(start).map_err(|error| Fault::not_started(&error))?;
        let commands = start_commands(&*table).ok_or_else(|| {
            Fault::not_started(&format!("GTP has no words for this game of {}", game.name()))
        })?;
        let client = self.client.get()?;
        for command in commands {
            client.ask(&command)?;
        }
        client.ask("clear_board")?;
        if table.start_text().is_some() {
            client.load(&*table)?;
        }
        self.game = Some(GtpGame { table, moves: Vec::new(), own: None });
        Ok(())
    }

    fn try_choose(
        &mut self,
        clocks: Option<&BySeat<Clock>>,
        thinking: &Thinking<'_, String>,
    ) -> Result<Choice<String>, NoChoice> {
        // A resignation, or a fault on the way, leaves no game.
        let mut game = self.game.take().ok_or_else(Fault::no_game)?;
        let clock = clocks.zip(game.table.turn().seat()).map(|(clocks, seat)| clocks[seat].left);
        let timeout = self.client.timeouts().for_limits(thinking.limits, clock);
        let client = self.client.get()?;
        game.catch_up(client)?;
        let command = gtp::genmove_command(&*game.table)
            .ok_or_else(|| Fault::protocol("it is asked for a move after the end"))?;
        let answer = client.ask_unless_stopped(&command, timeout, Some(thinking.stop))?;
        let squares = answer.ok_or(Fault::Stopped)?;
        if squares.eq_ignore_ascii_case("resign") {
            return Err(NoChoice::Resigned);
        }
        let played = game.table.box_clone().play(&squares.to_ascii_lowercase());
        let m = played.map_err(|error| Fault::illegal(&squares, &error))?;
        game.own = Some(m.clone());
        self.game = Some(game);
        Ok(Choice { m, info: SearchInfo::default() })
    }
}

impl GtpGame {
    /// Sends the engine the moves that it does not know.
    fn catch_up(&mut self, client: &mut GtpClient) -> Result<(), Fault> {
        // A second request for the same position: the engine has played its own answer already.
        if self.moves.is_empty() && self.own.take().is_some() {
            client.ask("undo")?;
        }
        for m in std::mem::take(&mut self.moves) {
            let own = self.own.take();
            if own.as_ref().is_some_and(|own| *own != m) {
                client.ask("undo")?;
            }
            if own.as_ref() != Some(&m) {
                let command = gtp::play_command(&*self.table, &m);
                client.ask(&command.ok_or_else(|| Fault::illegal(&m, "it is no move"))?)?;
            }
            self.table.play(&m).map_err(|error| Fault::illegal(&m, &error))?;
        }
        Ok(())
    }
}

impl ExternalEngine for GtpEngine {
    fn name(&self) -> Option<&str> {
        self.client.running()?.name.as_deref()
    }

    fn begin(&mut self, game: GameId, _: Seat, start: &str) -> Result<(), Fault> {
        let begun = self.try_begin(game, start);
        begun.inspect_err(|_| self.client.kill())
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
    ) -> Result<Choice<String>, NoChoice> {
        let choice = self.try_choose(clocks, thinking);
        self.client.kill_after_fault(choice)
    }

    fn cpu_time(&mut self) -> Duration {
        self.client.cpu_time()
    }
}

/// A process that speaks GTP.
pub(crate) struct GtpClient {
    process: Process,
    timeouts: Timeouts,
    name: Option<String>,
    n_commands: usize,
}

/// The answer to a command: `= …` or `? …`.
pub(crate) type Answer = Result<String, String>;

impl Client for GtpClient {
    fn start(command: &str, timeouts: Timeouts) -> Result<GtpClient, Fault> {
        let process = Process::start(command)?;
        let mut client = GtpClient { process, timeouts, name: None, n_commands: 0 };
        let start = MoveTimeout::of(timeouts.start);
        let version = client.exchange("protocol_version", start, None)?;
        // Pentobi has not had this command since its version 15: to refuse it is no fault.
        if let Ok(other) = version.ok_or(Fault::Stopped)?
            && other != "2"
        {
            let other = shortened(&other);
            return Err(Fault::protocol(format!("its protocol version is '{other}', not 2")));
        }
        client.name = client.try_ask("name")?.ok();
        Ok(client)
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn send_quit(&mut self) -> Result<(), Fault> {
        self.process.send("quit")
    }
}

impl GtpClient {
    /// The answer to a command that must not fail.
    pub(crate) fn ask(&mut self, command: &str) -> Result<String, Fault> {
        self.ask_within(command, self.timeouts.answer)
    }

    fn ask_within(&mut self, command: &str, timeout: Duration) -> Result<String, Fault> {
        let timeout = MoveTimeout::of(timeout);
        self.ask_unless_stopped(command, timeout, None)?.ok_or(Fault::Stopped)
    }

    /// The same, or nothing if it is stopped before.
    fn ask_unless_stopped(
        &mut self,
        command: &str,
        timeout: MoveTimeout,
        stop: Option<&Stop>,
    ) -> Result<Option<String>, Fault> {
        let refused = |reason: String| {
            Fault::protocol(format!("it refuses '{}': {}", shortened(command), shortened(&reason)))
        };
        self.exchange(command, timeout, stop)?.transpose().map_err(refused)
    }

    /// The answer to a command that may fail.
    pub(crate) fn try_ask(&mut self, command: &str) -> Result<Answer, Fault> {
        let timeout = MoveTimeout::of(self.timeouts.answer);
        self.exchange(command, timeout, None)?.ok_or(Fault::Stopped)
    }

    /// The move of the engine for a color.
    pub(crate) fn genmove(&mut self, color: &str) -> Result<String, Fault> {
        self.ask_within(&format!("genmove {color}"), self.timeouts.search)
    }

    fn exchange(
        &mut self,
        command: &str,
        timeout: MoveTimeout,
        stop: Option<&Stop>,
    ) -> Result<Option<Answer>, Fault> {
        self.n_commands += 1;
        let id = self.n_commands.to_string();
        self.process.send(&format!("{id} {command}"))?;
        let expected = format!("answer to '{}'", shortened(command));
        let deadline = self.process.deadline(timeout);
        let mut lines: Vec<String> = Vec::new();
        loop {
            let line = self.process.receive_unless_stopped(&expected, deadline, stop)?;
            let Some(line) = line else { return Ok(None) };
            match (line.is_empty(), lines.is_empty()) {
                (true, true) => {}
                (true, false) => return read_answer(&lines.join("\n"), &id).map(Some),
                (false, _) => lines.push(line),
            }
        }
    }

    /// Loads the position of a table from a file.
    fn load(&mut self, table: &dyn Table) -> Result<(), Fault> {
        let written = blksgf::write(&Record::of(table));
        let text = written.map_err(|error| Fault::not_started(&error))?.text;
        let file = TemporaryFile::new(&text).map_err(|error| Fault::not_started(&error))?;
        self.ask(&format!("loadsgf {}", file.0.display())).map(drop)
    }
}

/// The commands for a new game with the options of this one, if GTP has words for it.
fn start_commands(table: &dyn Table) -> Option<Vec<String>> {
    gtp::commands(&*table.game().open(&crate::pairs(&table.options())).ok()?)
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

/// A file that is removed when it is dropped.
pub(crate) struct TemporaryFile(pub(crate) PathBuf);

impl TemporaryFile {
    pub(crate) fn new(text: &str) -> io::Result<TemporaryFile> {
        static N_FILES: AtomicUsize = AtomicUsize::new(0);
        let number = N_FILES.fetch_add(1, Ordering::Relaxed);
        let name = format!("tilewright-{}-{number}.blksgf", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text)?;
        Ok(TemporaryFile(path))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // A file that stays does little harm.
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
