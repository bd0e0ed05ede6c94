//! The engine side of UGI: a session that answers commands, with a search in a thread of its own.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::Instant;

use tilewright_bots::{
    AnyBot, Bots, Choice, Limits, Listener, SearchInfo, Stop, Thinking, USUAL_MOVES_LEFT,
};
use tilewright_core::shortened;
use tilewright_table::{AnyMove, GameId, Perspective};

use super::command::{Command, ParseCommandError, Query, SeenMove, Start};
use super::engine::{CustomEngine, Engine};
use super::game::{Begin, SessionGame};
use super::go::Go;
use super::info::InfoLine;
use super::options::{OptionDeclaration, OptionKind};
use crate::in_one_line;

/// The longest line that is read.
const MAX_LINE_BYTES: usize = 1 << 20;

/// The number of lines that may wait; then the writer waits too.
const MAX_WAITING_LINES: usize = 16;

/// The option that says that times are processor time.
pub(crate) const CPU_TIME: &str = "cpu-time";

/// The state in which a session begins; `setoption` changes all but the game.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// The game that the engine plays.
    pub game: GameId,
    /// The options of a game that begins at `startpos`, by name and value.
    pub options: Vec<(String, String)>,
    /// The engine that chooses the moves.
    pub engine: Engine,
    /// The seed of its choices.
    pub seed: u64,
}

/// A conversation with an engine.
///
/// ```
/// use tilewright_protocol::ugi::{Engine, Session, SessionConfig};
///
/// let game = "aquapipe".parse()?;
/// let engine = Engine::Bot("greedy".parse()?);
/// let config = SessionConfig { game, options: Vec::new(), engine, seed: 0 };
/// let mut output = Vec::new();
/// let input = &b"position startpos moves S@b2\nquery turn\nquit\n"[..];
/// Session::run(config, input, &mut output)?;
/// assert_eq!(output, b"response p2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<'a> {
    config: SessionConfig,
    output: &'a mut dyn Write,
    /// None after a position that cannot be.
    current: Option<SessionGame>,
    /// The bot that chooses: made when it is needed, away while it searches, and kept, so that it
    /// goes on with what it found before.
    bot: Option<Box<dyn AnyBot>>,
    search: Option<Search>,
    /// True if the times of `go` are processor time.
    is_cpu_time: bool,
    events: SyncSender<Event>,
}

/// The events that wake a session.
enum Event {
    Line(String),
    TooLong,
    /// The search has a message.
    Search,
    /// The input has ended.
    End,
}

/// A search, which runs in a thread of its own.
struct Search {
    begin: Instant,
    messages: Receiver<SearchMessage>,
    stop: Stop,
    /// An infinite search keeps its move until this is dropped.
    leave: Option<Sender<()>>,
    last: Option<SearchInfo<String>>,
}

/// A session that is over stops its search.
impl Drop for Search {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

enum SearchMessage {
    Info(SearchInfo<String>),
    Done(Result<Choice<String>, String>, Option<Box<dyn AnyBot>>),
}

/// The reason why there is no move, if there is no other.
const NO_MOVE: &str = "the bot has no move";

impl Session<'_> {
    /// Answers lines until they end, or until `quit`.
    pub fn run(
        config: SessionConfig,
        input: impl BufRead + Send + 'static,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let (events, incoming) = sync_channel(MAX_WAITING_LINES);
        let lines = events.clone();
        // Nobody joins this thread: after `quit` it may still wait for a line.
        thread::spawn(move || read_lines(input, &lines));
        let current = SessionGame::open(config.game, config.usual_begin()).ok();
        let mut session = Session {
            config,
            output,
            current,
            bot: None,
            search: None,
            is_cpu_time: false,
            events,
        };
        for event in incoming {
            let is_over = session.handle(event)?;
            session.write_search_messages()?;
            session.output.flush()?;
            if is_over {
                break;
            }
        }
        Ok(())
    }

    /// Handles an event and returns whether the session is over.
    fn handle(&mut self, event: Event) -> io::Result<bool> {
        match event {
            Event::Line(line) => match line.parse() {
                Ok(Command::Quit) => return Ok(true),
                Ok(command) => self.execute(command)?,
                Err(ParseCommandError::Unknown(word)) if word.is_empty() => {}
                Err(error) => {
                    self.write_error(&error.to_string())?;
                    // A client that asks waits for an answer.
                    if line.trim_start().starts_with("query") {
                        self.write("response unknown")?;
                    }
                }
            },
            Event::TooLong => self.write_error("the line is too long")?,
            Event::Search => {}
            Event::End => {
                self.finish_search()?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.write("readyok"),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::NewGame => self.set_position(Start::Startpos, &[]),
            Command::Position { start, moves } => self.set_position(start, &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.finish_search(),
            Command::Query(query) => self.answer(query),
            Command::Quit => Ok(()),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        let SessionConfig { game, engine, seed, .. } = &self.config;
        let declare = |name: &str, kind, default: String| {
            OptionDeclaration { name: name.to_owned(), kind, default: Some(default) }.to_string()
        };
        let mut lines = match engine {
            Engine::Bot(bot) => vec![
                format!("id name Tilewright {} {bot}", env!("CARGO_PKG_VERSION")),
                "id author the authors of Tilewright".to_owned(),
            ],
            Engine::Custom(_) => vec![format!("id name {engine}")],
        };
        let only = OptionKind::Combo(vec![game.slug().to_owned()]);
        lines.push(declare("game", only, game.slug().to_owned()));
        if let Engine::Bot(bot) = engine {
            lines.push(declare("bot", OptionKind::Text, bot.to_string()));
        }
        lines.push(declare("seed", OptionKind::Spin { min: 0, max: i64::MAX }, seed.to_string()));
        if let Engine::Bot(_) = engine {
            lines.push(declare(CPU_TIME, OptionKind::Check, self.is_cpu_time.to_string()));
        }
        lines.extend(self.config.declarations().iter().map(OptionDeclaration::to_string));
        lines.push("ugiok".to_owned());
        self.write(&lines.join("\n"))
    }

    fn set_option(&mut self, name: String, value: String) -> io::Result<()> {
        self.finish_search()?;
        if name == CPU_TIME && matches!(self.config.engine, Engine::Bot(_)) {
            let Ok(is_cpu_time) = value.parse() else {
                let value = shortened(&value);
                let reason = format!("{CPU_TIME} is true or false, not '{value}'");
                return self.write_error(&reason);
            };
            self.is_cpu_time = is_cpu_time;
            return Ok(());
        }
        if let Err(reason) = self.config.set(name, value) {
            return self.write_error(&reason);
        }
        self.bot = None;
        Ok(())
    }

    /// Goes to the position after these moves. A position that cannot be leaves none at all, so
    /// that no answer is about the position before.
    fn set_position(&mut self, start: Start, moves: &[SeenMove]) -> io::Result<()> {
        self.finish_search()?;
        let begin = Begin { start, ..self.config.usual_begin() };
        let game = match self.current.take() {
            Some(game) if *game.begin() == begin => Ok(game),
            _ => SessionGame::open(self.config.game, begin),
        };
        match game.and_then(|mut game| game.go_to(moves).map(|()| game)) {
            Ok(game) => {
                self.current = Some(game);
                Ok(())
            }
            Err(reason) => self.write_error(&reason),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        self.finish_search()?;
        match self.start_search(go) {
            Ok(search) => {
                self.search = Some(search);
                Ok(())
            }
            Err(reason) => self.write_no_move(&reason),
        }
    }

    fn start_search(&mut self, go: &Go) -> Result<Search, String> {
        let game = self.current.as_ref().ok_or("there is no position")?;
        let (seat, perspective) = game.perspective_to_move().ok_or("it is not this seat's turn")?;
        let mut task = SearchTask::new(&self.config, self.bot.take())?;
        let mut limits = go.limits_of(seat, task.n_moves_left(&perspective));
        limits.is_cpu_time = self.is_cpu_time && limits.time.is_some();
        let seed = self.config.seed;
        let (sender, messages) = channel();
        let (leave, left) = channel::<()>();
        let stop = Stop::new();
        let stopped = stop.clone();
        let events = self.events.clone();
        let is_infinite = go.is_infinite;
        // Both sends may fail: after `quit` there is no receiver, and a session whose events are
        // full looks for messages anyway.
        let send = move |message| {
            let _ = sender.send(message);
            let _ = events.try_send(Event::Search);
        };
        thread::spawn(move || {
            let report = |info| send(SearchMessage::Info(info));
            let choice = task.search(&perspective, limits, &stopped, seed, report);
            if is_infinite {
                // This fails as soon as the other end is dropped.
                let _ = left.recv();
            }
            send(SearchMessage::Done(choice, task.into_bot()));
        });
        let leave = is_infinite.then_some(leave);
        Ok(Search { begin: Instant::now(), messages, stop, leave, last: None })
    }

    /// Stops the search, if there is one, and writes its move.
    fn finish_search(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.stop.stop();
        search.leave = None;
        while let Some(search) = &self.search {
            let message = search.messages.recv().ok();
            self.write_search_message(message)?;
        }
        Ok(())
    }

    /// Writes the messages that the search has sent.
    fn write_search_messages(&mut self) -> io::Result<()> {
        while let Some(search) = &self.search {
            match search.messages.try_recv() {
                Ok(message) => self.write_search_message(Some(message))?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.write_search_message(None)?,
            }
        }
        Ok(())
    }

    /// Writes a message of the search; none says that its thread has ended without a move.
    fn write_search_message(&mut self, message: Option<SearchMessage>) -> io::Result<()> {
        let choice = match message {
            Some(SearchMessage::Info(info)) => return self.write_info(info),
            Some(SearchMessage::Done(choice, bot)) => {
                self.bot = bot;
                choice
            }
            None => Err(NO_MOVE.to_owned()),
        };
        let Choice { m, info } = match choice {
            Ok(choice) => choice,
            Err(reason) => {
                self.search = None;
                return self.write_no_move(&reason);
            }
        };
        let sentence = info.sentence.clone();
        let last = self.search.as_ref().and_then(|search| search.last.as_ref());
        if info != SearchInfo::default() && last != Some(&info) {
            self.write_info(info)?;
        }
        if let Some(sentence) = sentence {
            self.write(&format!("info string {sentence}"))?;
        }
        self.search = None;
        self.write(&format!("bestmove {m}"))
    }

    fn write_info(&mut self, info: SearchInfo<String>) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.last = Some(info.clone());
        let line = InfoLine { info, time: Some(search.begin.elapsed()) };
        self.write(&line.to_string())
    }

    fn write_no_move(&mut self, reason: &str) -> io::Result<()> {
        self.write_error(reason)?;
        self.write("bestmove none")
    }

    fn answer(&mut self, query: Query) -> io::Result<()> {
        let Some(game) = &self.current else {
            self.write_error("there is no position")?;
            return self.write("response unknown");
        };
        let line = format!("response {}", game.answer(query));
        self.write(line.trim_end())
    }

    fn write_error(&mut self, reason: &str) -> io::Result<()> {
        self.write(&format!("info string error: {reason}"))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }
}

impl SessionConfig {
    fn usual_begin(&self) -> Begin {
        Begin { start: Start::Startpos, options: self.options.clone() }
    }

    /// The options of the game, with their values without `setoption`.
    fn declarations(&self) -> Vec<OptionDeclaration> {
        let table = self.game.open(&crate::pairs(&self.options));
        let values = table.map(|table| table.options()).unwrap_or_default();
        let value = |name| values.iter().find(|(other, _)| other == name).map(|it| it.1.clone());
        let declare = |info| OptionDeclaration::of(info, value(info.name));
        self.game.options().iter().map(declare).collect()
    }

    /// Sets an option. Options that do not fit together are refused when a game begins.
    fn set(&mut self, name: String, value: String) -> Result<(), String> {
        match name.as_str() {
            "game" if value == self.game.slug() => {}
            "game" => return Err(format!("this engine plays {}", self.game.name())),
            "bot" if matches!(self.engine, Engine::Bot(_)) => {
                let bot = Bots::of(self.game).read(&value).map_err(|error| error.to_string())?;
                self.engine = Engine::Bot(bot);
            }
            "seed" => {
                let wrong = |_| format!("seed is a whole number, not '{}'", shortened(&value));
                self.seed = value.parse().map_err(wrong)?;
            }
            _ if self.game.options().iter().all(|option| option.name != name) => {
                return Err(format!("there is no option '{}'", shortened(&name)));
            }
            _ => {
                self.options.retain(|(other, _)| *other != name);
                self.options.push((name, value));
            }
        }
        Ok(())
    }
}

/// The work of a search thread.
enum SearchTask {
    Bot(Box<dyn AnyBot>),
    Custom(Arc<dyn CustomEngine>),
}

impl SearchTask {
    /// The engine of a session: its bot, which may have been kept.
    fn new(config: &SessionConfig, bot: Option<Box<dyn AnyBot>>) -> Result<SearchTask, String> {
        match (&config.engine, bot) {
            (Engine::Custom(engine), _) => Ok(SearchTask::Custom(Arc::clone(engine))),
            (Engine::Bot(_), Some(bot)) => Ok(SearchTask::Bot(bot)),
            (Engine::Bot(spec), None) => {
                let bot = Bots::of(config.game).bot(spec);
                bot.map(SearchTask::Bot).map_err(|error| error.to_string())
            }
        }
    }

    /// About how many moves are to come; a custom engine cannot say.
    fn n_moves_left(&self, perspective: &Perspective) -> usize {
        match self {
            SearchTask::Bot(_) => Bots::of(perspective.game()).n_moves_left(perspective),
            SearchTask::Custom(_) => USUAL_MOVES_LEFT,
        }
    }

    fn search(
        &mut self,
        perspective: &Perspective,
        limits: Limits,
        stop: &Stop,
        seed: u64,
        mut on_info: impl FnMut(SearchInfo<String>),
    ) -> Result<Choice<String>, String> {
        let ply = perspective.ply();
        match self {
            SearchTask::Bot(bot) => {
                let mut listen = |info: &SearchInfo<AnyMove>| on_info(info.map(AnyMove::to_string));
                let listener: Option<Listener<'_, AnyMove>> = Some(&mut listen);
                let mut thinking = Thinking { limits, stop, seed, ply, listener };
                let choice = bot.choose(perspective, &mut thinking).ok_or(NO_MOVE)?;
                let info = choice.info.map(AnyMove::to_string);
                Ok(Choice { m: choice.m.to_string(), info })
            }
            SearchTask::Custom(engine) => {
                let mut listen = |info: &SearchInfo<String>| on_info(info.clone());
                let listener: Option<Listener<'_, String>> = Some(&mut listen);
                let mut thinking = Thinking { limits, stop, seed, ply, listener };
                let choice = engine.choose(perspective, &mut thinking);
                let Choice { m, info } = choice.map_err(|reason| in_one_line(&reason))?;
                let is_word = !m.is_empty() && m == in_one_line(&m) && !m.contains(' ');
                if !is_word {
                    return Err(format!("'{}' is not a move", shortened(&m)));
                }
                Ok(Choice { m, info })
            }
        }
    }

    /// The bot, to be kept for the next move.
    fn into_bot(self) -> Option<Box<dyn AnyBot>> {
        match self {
            SearchTask::Bot(bot) => Some(bot),
            SearchTask::Custom(_) => None,
        }
    }
}

/// Sends lines on until they end, or until the session is over.
fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    let mut bytes = Vec::new();
    let mut is_rest = false;
    loop {
        bytes.clear();
        let n_bytes = input.by_ref().take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut bytes);
        if !n_bytes.is_ok_and(|n_bytes| n_bytes > 0) {
            break;
        }
        let is_whole = bytes.ends_with(b"\n") || bytes.len() < MAX_LINE_BYTES;
        let event = match (is_rest, is_whole) {
            (false, true) => Some(Event::Line(String::from_utf8_lossy(&bytes).into_owned())),
            (false, false) => Some(Event::TooLong),
            (true, _) => None,
        };
        is_rest = !is_whole;
        if event.is_some_and(|event| events.send(event).is_err()) {
            return;
        }
    }
    // It fails if the session is over already.
    let _ = events.send(Event::End);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tilewright_bots::generator;
    use tilewright_core::{Rng, random_index};

    use super::*;

    fn answers(game: &str, input: Vec<u8>) -> String {
        let engine = Engine::Bot("random".parse().unwrap());
        let game = game.parse().unwrap();
        let config = SessionConfig { game, options: Vec::new(), engine, seed: 1 };
        let mut output = Vec::new();
        Session::run(config, io::Cursor::new(input), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn nothing_that_is_said_ends_a_session() {
        const WORDS: &str = "\
            ugi isready setoption name value variant seats 3 bot greedy uginewgame position \
            startpos fen view moves go nodes depth movetime 0 1 infinite stop query turn \
            legal result view p1turn scores viewer=1 viewer=spectator seats=2 round=1 \
            scores=0/0 held=-/?0 deal:? deal:1-2-3 shown=opener=1 S@b2 3x3 duo \u{e9}";
        let words: Vec<&str> = WORDS.split(' ').collect();
        let rng = &mut generator(9, 0);
        for game in GameId::ALL {
            let mut input = Vec::new();
            for _ in 0..2_000 {
                for _ in 0..=random_index(rng, 6) {
                    input.extend(words[random_index(rng, words.len())].bytes());
                    input.push(if rng.next_u64().is_multiple_of(50) { b'\xff' } else { b' ' });
                }
                input.push(b'\n');
            }
            input.extend(b"setoption name variant value nonsense\nposition startpos\nisready\n");
            assert!(answers(game.slug(), input).ends_with("readyok\n"), "{game}");
        }
    }

    /// Searches until it is stopped, and reports that.
    struct Endless(SyncSender<()>);

    impl CustomEngine for Endless {
        fn name(&self) -> String {
            "Endless".to_owned()
        }

        fn choose(
            &self,
            _: &Perspective,
            thinking: &mut Thinking<'_, String>,
        ) -> Result<Choice<String>, String> {
            while !thinking.stop.is_stopped() {
                thread::yield_now();
            }
            self.0.send(()).expect("the test waits");
            Err("has no time left".to_owned())
        }
    }

    #[test]
    fn quitting_stops_the_search() {
        let (stopped, wait) = sync_channel(1);
        let engine = Engine::Custom(Arc::new(Endless(stopped)));
        let game = GameId::AquaPipe;
        let config = SessionConfig { game, options: Vec::new(), engine, seed: 1 };
        Session::run(config, &b"go infinite\nquit\n"[..], &mut Vec::new()).unwrap();
        wait.recv_timeout(Duration::from_mins(1)).expect("it is stopped");
    }

    #[test]
    fn spectators_see_no_moves_of_theirs() {
        let view = "viewer=spectator seats=2 round=1 scores=0/0 held=?0/?0";
        let input = format!("position view {view}\nquery legal\nquery turn\ngo\n");
        let output = answers("triominos", input.into_bytes());
        let error = "info string error: it is not this seat's turn";
        assert_eq!(output, format!("response\nresponse chance\n{error}\nbestmove none\n"));
    }
}
