//! Playing with engines that speak UGI.

use std::collections::BTreeMap;
use std::time::Duration;

use tilewright_bots::{Choice, Clock, SearchInfo, Stop, Thinking};
use tilewright_core::{BySeat, Seat};
use tilewright_table::GameId;

use super::process::Deadline;
use super::{ExternalEngine, Fault, Patience, Process};
use crate::ugi::{Command, Declared, Go, Question, SeenMove, Start, Thought};

/// An engine that speaks UGI.
///
/// ```no_run
/// use tilewright_protocol::engine::{ExternalEngine, Patience, UgiEngine};
/// use tilewright_core::Seat;
/// use tilewright_bots::Thinking;
///
/// let game = "aquapipe".parse()?;
/// let mut engine = UgiEngine::new("tilewright engine aquapipe", Patience::default());
/// engine.begin(game, Seat::new(1).unwrap(), "3x3 .../.../...|.../.../...|.../.../... b")?;
/// engine.follow("S@b2", None);
/// println!("{}", engine.choose(None, &mut Thinking::default())?.m);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UgiEngine {
    command: String,
    patience: Patience,
    link: Option<UgiLink>,
    told: Option<Told>,
}

/// The game that is being played.
struct Told {
    seat: Seat,
    n_seats: usize,
    start: Start,
    moves: Vec<SeenMove>,
}

impl UgiEngine {
    /// The engine that this command starts, read as a shell reads words, with its first game.
    pub fn new(command: &str, patience: Patience) -> UgiEngine {
        UgiEngine { command: command.to_owned(), patience, link: None, told: None }
    }

    /// The connection, made if there is none.
    fn link(&mut self) -> Result<&mut UgiLink, Fault> {
        let link = match self.link.take() {
            Some(link) => link,
            None => UgiLink::start(&self.command, self.patience)?,
        };
        Ok(self.link.insert(link))
    }

    fn try_begin(&mut self, game: GameId, seat: Seat, start: &str) -> Result<(), Fault> {
        let link = self.link()?;
        let (start, n_seats) = link.set_up(game, start)?;
        link.tell(&Command::NewGame)?;
        link.get_ready()?;
        self.told = Some(Told { seat, n_seats, start, moves: Vec::new() });
        Ok(())
    }

    fn try_choose(
        &mut self,
        clocks: Option<&BySeat<Clock>>,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, Fault> {
        let Told { seat, n_seats, start, moves } = self.told.take().ok_or_else(Fault::no_game)?;
        let position = Command::Position { start, moves };
        let link = self.link()?;
        // Otherwise it would play all games by the same chance, and they would not be independent.
        if link.options.iter().any(|option| option.name == "seed") {
            link.set_option("seed", &(thinking.seed & i64::MAX as u64).to_string())?;
        }
        link.tell(&position)?;
        link.get_ready()?;
        let mut go = Go::from(thinking.limits);
        if let Some(clocks) = clocks {
            clocks.seats().for_each(|seat| go.clocks[seat] = Some(clocks[seat]));
        }
        let choice = link.choose(&go, seat, n_seats, thinking)?;
        if let Command::Position { start, moves } = position {
            self.told = Some(Told { seat, n_seats, start, moves });
        }
        Ok(choice)
    }
}

impl ExternalEngine for UgiEngine {
    fn name(&self) -> Option<&str> {
        self.link.as_ref()?.name.as_deref()
    }

    fn begin(&mut self, game: GameId, seat: Seat, start: &str) -> Result<(), Fault> {
        let begun = self.try_begin(game, seat, start);
        if begun.is_err() {
            self.link = None;
        }
        begun
    }

    fn follow(&mut self, look: &str, revealed: Option<&str>) {
        if let Some(told) = &mut self.told {
            let (look, revealed) = (look.to_owned(), revealed.map(str::to_owned));
            told.moves.push(SeenMove { look, revealed });
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

impl Drop for UgiEngine {
    fn drop(&mut self) {
        if let Some(link) = &mut self.link {
            link.quit();
        }
    }
}

/// A connection with an engine that has said who it is.
pub(crate) struct UgiLink {
    pub(crate) process: Process,
    pub(crate) name: Option<String>,
    pub(crate) options: Vec<Declared>,
    patience: Patience,
    /// What options were set to.
    set: BTreeMap<String, String>,
    /// What it has complained about last.
    error: Option<String>,
}

impl UgiLink {
    /// Starts the engine and waits until it is ready.
    pub(crate) fn start(command: &str, patience: Patience) -> Result<UgiLink, Fault> {
        let process = Process::start(command)?;
        let (name, options, set) = (None, Vec::new(), BTreeMap::new());
        let mut link = UgiLink { process, name, options, patience, set, error: None };
        link.tell(&Command::Ugi)?;
        let deadline = Deadline::after(patience.start);
        loop {
            let told = link.wait_for("ugiok", deadline)?;
            if told == "ugiok" {
                break;
            } else if let Some(name) = told.strip_prefix("id name ") {
                link.name = Some(name.trim().to_owned());
            } else if told.starts_with("option ") {
                let wrong = |error| Fault::protocol(format!("{error}"));
                link.options.push(told.parse().map_err(wrong)?);
            }
        }
        link.get_ready_within(patience.start)?;
        Ok(link)
    }

    pub(crate) fn tell(&mut self, command: &Command) -> Result<(), Fault> {
        self.process.send(&command.to_string())
    }

    /// Waits until the engine has read all that it was told, and passes over what it says.
    pub(crate) fn get_ready(&mut self) -> Result<(), Fault> {
        self.get_ready_within(self.patience.answer)
    }

    fn get_ready_within(&mut self, patience: Duration) -> Result<(), Fault> {
        self.error = None;
        self.tell(&Command::IsReady)?;
        let deadline = Deadline::after(patience);
        while self.wait_for("readyok", deadline)? != "readyok" {}
        Ok(())
    }

    /// Tells the engine about the options of a game that begins so, and says how that is told it
    /// further, and how many seats there are.
    pub(crate) fn set_up(&mut self, game: GameId, start: &str) -> Result<(Start, usize), Fault> {
        if game.has_secrets() {
            let seen = game.open_view(start).map_err(|error| Fault::not_started(&error))?;
            return Ok((Start::View(start.to_owned()), seen.n_seats()));
        }
        let table = game.open_position(start).map_err(|error| Fault::not_started(&error))?;
        let usual = game.open(&[]).map(|table| table.options()).unwrap_or_default();
        let mut is_told = table.start_text().is_none();
        for (name, value) in table.options() {
            if self.options.iter().any(|option| option.name == name) {
                self.set_option(&name, &value)?;
            } else {
                is_told &= usual.contains(&(name, value));
            }
        }
        // What has no value is left out, but must not stay as it was in the game before.
        for name in game.options().iter().map(|option| option.name) {
            let has_value = table.options().iter().any(|(other, _)| other == name);
            if !has_value && self.set.contains_key(name) {
                self.set_option(name, "off")?;
            }
        }
        let start = if is_told { Start::Usual } else { Start::Position(start.to_owned()) };
        Ok((start, table.n_seats()))
    }

    /// Sets an option, unless it is set so.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        if self.set.get(name).is_some_and(|old| old == value) {
            return Ok(());
        }
        self.set.insert(name.to_owned(), value.to_owned());
        self.tell(&Command::SetOption { name: name.to_owned(), value: value.to_owned() })
    }

    /// Lets the engine think in the position that it was told.
    pub(crate) fn choose(
        &mut self,
        go: &Go,
        seat: Seat,
        n_seats: usize,
        thinking: &mut Thinking<'_, String>,
    ) -> Result<Choice<String>, Fault> {
        self.tell(&Command::Go(go.clone()))?;
        let mut deadline = Deadline::after(self.patience.for_a_move(go.max_time_of(seat)));
        let mut stop = Some(thinking.stop);
        let mut info = SearchInfo::default();
        loop {
            let Some(line) = self.wait_unless("bestmove", deadline, stop)? else {
                self.tell(&Command::Stop)?;
                (stop, deadline) = (None, Deadline::after(self.patience.stop));
                continue;
            };
            if let Some(words) = line.strip_prefix("bestmove") {
                let m = words.split_whitespace().next().unwrap_or_default();
                return self.accept(m).map(|m| Choice { m, info });
            }
            if let Some(thought) = Thought::read(&line, seat, n_seats) {
                info = thought.info;
                thinking.report(&info);
            }
        }
    }

    fn accept(&mut self, m: &str) -> Result<String, Fault> {
        if !["", "none", "(none)", "0000"].contains(&m) {
            return Ok(m.to_owned());
        }
        Err(Fault::NoMove { why: self.error.take().unwrap_or_default() })
    }

    /// The answer to a question.
    pub(crate) fn ask(&mut self, question: Question) -> Result<String, Fault> {
        self.tell(&Command::Query(question))?;
        let deadline = Deadline::after(self.patience.answer);
        let what = format!("response to 'query {question}'");
        loop {
            let line = self.wait_for(&what, deadline)?;
            if let Some(answer) = line.strip_prefix("response") {
                return Ok(answer.trim().to_owned());
            }
        }
    }

    /// The next line.
    pub(crate) fn wait(&mut self, what: &str) -> Result<String, Fault> {
        self.wait_for(what, Deadline::after(self.patience.answer))
    }

    /// What it has complained about since it was last asked whether it is ready.
    pub(crate) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    /// The next line; what it complains about is kept.
    fn wait_for(&mut self, what: &str, deadline: Deadline) -> Result<String, Fault> {
        let line = self.wait_unless(what, deadline, None)?;
        Ok(line.expect("nobody stops it"))
    }

    fn wait_unless(
        &mut self,
        what: &str,
        deadline: Deadline,
        stop: Option<&Stop>,
    ) -> Result<Option<String>, Fault> {
        let line = self.process.receive_unless(what, deadline, stop)?;
        if let Some(error) = line.as_ref().and_then(|line| line.strip_prefix("info string error: "))
        {
            self.error = Some(readable(error));
        }
        Ok(line)
    }

    /// Tells the engine to go away and gives it some time to do so.
    pub(crate) fn quit(&mut self) {
        if self.tell(&Command::Quit).is_ok() {
            self.process.wait(self.patience.quit);
        }
    }
}

/// What is kept of a complaint: enough for the sentence of an exception.
const MAX_COMPLAINT_CHARS: usize = 300;

/// A complaint, of which nothing can play tricks on a terminal.
fn readable(complaint: &str) -> String {
    let letters = complaint.chars().filter(|c| !c.is_control());
    letters.take(MAX_COMPLAINT_CHARS).collect()
}
