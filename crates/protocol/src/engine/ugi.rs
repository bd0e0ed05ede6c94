//! The client side of UGI.

use std::collections::BTreeMap;
use std::time::Duration;

use tilewright_bots::{Choice, Clock, SearchInfo, Stop, Thinking};
use tilewright_core::{BySeat, Seat};
use tilewright_table::GameId;

use super::process::Deadline;
use super::{Client, ExternalEngine, Fault, NoChoice, Process, Restarting, Timeouts};
use crate::ugi::{CPU_TIME, Command, Go, InfoLine, OptionDeclaration, Query, SeenMove, Start};

/// An external engine that speaks UGI.
///
/// ```no_run
/// use tilewright_bots::Thinking;
/// use tilewright_core::Seat;
/// use tilewright_protocol::engine::{ExternalEngine, Timeouts, UgiEngine};
///
/// let game = "aquapipe".parse()?;
/// let mut engine = UgiEngine::new("tilewright engine aquapipe", Timeouts::default());
/// engine.begin(game, Seat::new(1).unwrap(), "3x3 .../.../...|.../.../...|.../.../... b")?;
/// engine.follow("S@b2", None);
/// println!("{}", engine.choose(None, &mut Thinking::default())?.m);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UgiEngine {
    client: Restarting<UgiClient>,
    game: Option<UgiGame>,
}

/// The game being played.
struct UgiGame {
    seat: Seat,
    n_seats: usize,
    start: Start,
    moves: Vec<SeenMove>,
}

impl UgiEngine {
    /// Returns the engine of a command, read as a shell reads words. It starts with its first game.
    pub fn new(command: &str, timeouts: Timeouts) -> UgiEngine {
        UgiEngine { client: Restarting::new(command, timeouts), game: None }
    }

    fn try_begin(&mut self, game: GameId, seat: Seat, start: &str) -> Result<(), Fault> {
        let client = self.client.get()?;
        let (start, n_seats) = client.set_up(game, start)?;
        client.send(&Command::NewGame)?;
        client.wait_until_ready()?;
        self.game = Some(UgiGame { seat, n_seats, start, moves: Vec::new() });
        Ok(())
    }

    fn try_choose(
        &mut self,
        clocks: Option<&BySeat<Clock>>,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, NoChoice> {
        // A fault on the way leaves no game.
        let UgiGame { seat, n_seats, start, moves } =
            self.game.take().ok_or_else(Fault::no_game)?;
        let position = Command::Position { start, moves };
        let client = self.client.get()?;
        // With one seed for all games, they would not be independent.
        if client.options.iter().any(|option| option.name == "seed") {
            client.set_option("seed", &(thinking.seed & i64::MAX as u64).to_string())?;
        }
        client.set_kind_of_time(thinking.limits.is_cpu_time)?;
        client.send(&position)?;
        client.wait_until_ready()?;
        let mut go = Go::from(thinking.limits);
        if let Some(clocks) = clocks {
            clocks.seats().for_each(|seat| go.clocks[seat] = Some(clocks[seat]));
        }
        let choice = client.choose(&go, seat, n_seats, thinking)?;
        if let Command::Position { start, moves } = position {
            self.game = Some(UgiGame { seat, n_seats, start, moves });
        }
        Ok(choice)
    }
}

impl ExternalEngine for UgiEngine {
    fn name(&self) -> Option<&str> {
        self.client.running()?.name.as_deref()
    }

    fn begin(&mut self, game: GameId, seat: Seat, start: &str) -> Result<(), Fault> {
        let begun = self.try_begin(game, seat, start);
        begun.inspect_err(|_| self.client.kill())
    }

    fn follow(&mut self, look: &str, revealed: Option<&str>) {
        if let Some(game) = &mut self.game {
            let revealed = revealed.map(str::to_owned);
            game.moves.push(SeenMove { look: look.to_owned(), revealed });
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

/// A process that speaks UGI and has introduced itself.
pub(crate) struct UgiClient {
    process: Process,
    timeouts: Timeouts,
    pub(crate) name: Option<String>,
    pub(crate) options: Vec<OptionDeclaration>,
    /// The values that options were set to.
    values: BTreeMap<String, String>,
    /// The last error that the engine reported.
    error: Option<String>,
}

impl Client for UgiClient {
    fn start(command: &str, timeouts: Timeouts) -> Result<UgiClient, Fault> {
        let process = Process::start(command)?;
        let values = BTreeMap::new();
        let mut client =
            UgiClient { process, timeouts, name: None, options: Vec::new(), values, error: None };
        client.send(&Command::Ugi)?;
        let deadline = Deadline::after(timeouts.start);
        loop {
            let line = client.wait_for("ugiok", deadline)?;
            if line == "ugiok" {
                break;
            } else if let Some(name) = line.strip_prefix("id name ") {
                client.name = Some(name.trim().to_owned());
            } else if line.starts_with("option ") {
                let option = line.parse().map_err(|error| Fault::protocol(format!("{error}")))?;
                client.options.push(option);
            }
        }
        client.wait_until_ready_within(timeouts.start)?;
        Ok(client)
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn send_quit(&mut self) -> Result<(), Fault> {
        self.send(&Command::Quit)
    }
}

impl UgiClient {
    pub(crate) fn send(&mut self, command: &Command) -> Result<(), Fault> {
        self.process.send(&command.to_string())
    }

    /// Waits until the engine has obeyed all commands, and ignores the lines before.
    pub(crate) fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.wait_until_ready_within(self.timeouts.answer)
    }

    fn wait_until_ready_within(&mut self, timeout: Duration) -> Result<(), Fault> {
        self.error = None;
        self.send(&Command::IsReady)?;
        let deadline = Deadline::after(timeout);
        while self.wait_for("readyok", deadline)? != "readyok" {}
        Ok(())
    }

    /// Sets the options of a game with this start. Returns the start as `position` gives it, and
    /// the number of seats.
    pub(crate) fn set_up(&mut self, game: GameId, start: &str) -> Result<(Start, usize), Fault> {
        if game.has_secrets() {
            let seen = game.open_view(start).map_err(|error| Fault::not_started(&error))?;
            return Ok((Start::View(start.to_owned()), seen.n_seats()));
        }
        let table = game.open_position(start).map_err(|error| Fault::not_started(&error))?;
        let usual = game.open(&[]).map(|table| table.options()).unwrap_or_default();
        // `startpos` is enough if the options say the rest.
        let mut is_startpos = table.start_text().is_none();
        for (name, value) in table.options() {
            if self.options.iter().any(|option| option.name == name) {
                self.set_option(&name, &value)?;
            } else {
                is_startpos &= usual.contains(&(name, value));
            }
        }
        // An option without a value is left out, but must not keep that of the game before.
        for name in game.options().iter().map(|option| option.name) {
            let has_value = table.options().iter().any(|(other, _)| other == name);
            if !has_value && self.values.contains_key(name) {
                self.set_option(name, "off")?;
            }
        }
        let start = if is_startpos { Start::Startpos } else { Start::Fen(start.to_owned()) };
        Ok((start, table.n_seats()))
    }

    /// Says whether times are processor time, to an engine that supports both kinds.
    fn set_kind_of_time(&mut self, is_cpu_time: bool) -> Result<(), Fault> {
        let has_option = self.options.iter().any(|option| option.name == CPU_TIME);
        if has_option && (is_cpu_time || self.values.contains_key(CPU_TIME)) {
            self.set_option(CPU_TIME, &is_cpu_time.to_string())?;
        }
        Ok(())
    }

    /// Sets an option, unless it has the value already.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        if self.values.get(name).is_some_and(|old| old == value) {
            return Ok(());
        }
        self.values.insert(name.to_owned(), value.to_owned());
        self.send(&Command::SetOption { name: name.to_owned(), value: value.to_owned() })
    }

    /// Lets the engine search the position that it has.
    pub(crate) fn choose(
        &mut self,
        go: &Go,
        seat: Seat,
        n_seats: usize,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, Fault> {
        self.send(&Command::Go(go.clone()))?;
        let timeout = self.timeouts.for_limits(go.limits, go.max_time_of(seat));
        let mut deadline = self.process.deadline(timeout);
        let mut stop = Some(thinking.stop);
        let mut info = SearchInfo::default();
        loop {
            let Some(line) = self.wait_unless_stopped("bestmove", deadline, stop)? else {
                self.send(&Command::Stop)?;
                stop = None;
                deadline = Deadline::after(self.timeouts.stop);
                continue;
            };
            if let Some(words) = line.strip_prefix("bestmove") {
                let m = words.split_whitespace().next().unwrap_or_default();
                return self.accept(m).map(|m| Choice { m, info });
            }
            if let Some(line) = InfoLine::read(&line, seat, n_seats) {
                info = line.info;
                thinking.report(&info);
            }
        }
    }

    fn accept(&mut self, m: &str) -> Result<String, Fault> {
        if ["", "none", "(none)", "0000"].contains(&m) {
            return Err(Fault::NoMove { why: self.error.take().unwrap_or_default() });
        }
        Ok(m.to_owned())
    }

    /// Sends a query and returns the response.
    pub(crate) fn query(&mut self, query: Query) -> Result<String, Fault> {
        self.send(&Command::Query(query))?;
        let deadline = Deadline::after(self.timeouts.answer);
        let expected = format!("response to 'query {query}'");
        loop {
            let line = self.wait_for(&expected, deadline)?;
            if let Some(answer) = line.strip_prefix("response") {
                return Ok(answer.trim().to_owned());
            }
        }
    }

    /// The next line.
    pub(crate) fn wait(&mut self, expected: &str) -> Result<String, Fault> {
        self.wait_for(expected, Deadline::after(self.timeouts.answer))
    }

    /// The last error that the engine reported since it was ready.
    pub(crate) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    fn wait_for(&mut self, expected: &str, deadline: Deadline) -> Result<String, Fault> {
        let line = self.wait_unless_stopped(expected, deadline, None)?;
        Ok(line.expect("nobody stops it"))
    }

    /// The next line; an error in it is kept.
    fn wait_unless_stopped(
        &mut self,
        expected: &str,
        deadline: Deadline,
        stop: Option<&Stop>,
    ) -> Result<Option<String>, Fault> {
        let line = self.process.receive_unless_stopped(expected, deadline, stop)?;
        let error = line.as_ref().and_then(|line| line.strip_prefix("info string error: "));
        if let Some(error) = error {
            self.error = Some(printable(error));
        }
        Ok(line)
    }
}

/// The characters of an error that are kept.
const MAX_ERROR_CHARS: usize = 300;

/// An error without control characters, which could play tricks on a terminal.
fn printable(error: &str) -> String {
    error.chars().filter(|c| !c.is_control()).take(MAX_ERROR_CHARS).collect()
}
