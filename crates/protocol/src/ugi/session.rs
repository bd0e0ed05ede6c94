//! An engine of our bots.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::Instant;

use tilewright_bots::{
    Choice, Limits, Listener, Opponent, SearchInfo, Stop, Thinking, USUAL_MOVES_LEFT,
};
use tilewright_core::{Seat, shortened};
use tilewright_table::GameId;

use super::chooser::{Chooser, Guest, in_one_line};
use super::command::{Command, ParseCommandError, Question, SeenMove, Start};
use super::course::{Begin, Course, Known, bots};
use super::go::Go;
use super::options::{Declared, OptionKind};
use super::thought::Thought;

/// No line that is read is longer.
const MAX_LINE_BYTES: usize = 1 << 20;

/// How many lines wait to be obeyed; whoever writes more waits too.
const MAX_WAITING_LINES: usize = 16;

/// What an engine begins with; `setoption` changes all but the game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Which game it plays.
    pub game: GameId,
    /// The options of a game that begins at `startpos`, by name and value.
    pub options: Vec<(String, String)>,
    /// Who chooses the moves.
    pub chooser: Chooser,
    /// What chance in its choices follows.
    pub seed: u64,
}

/// A conversation with an engine of our bots, or of a guest.
///
/// ```
/// use tilewright_protocol::ugi::{Chooser, Session, Setup};
///
/// let (game, chooser) = ("aquapipe".parse()?, Chooser::Bot("greedy".parse()?));
/// let mut output = Vec::new();
/// let input = &b"position startpos moves S@b2\nquery turn\nquit\n"[..];
/// Session::run(Setup { game, options: Vec::new(), chooser, seed: 0 }, input, &mut output)?;
/// assert_eq!(output, b"response p2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session<'a> {
    setup: Setup,
    output: &'a mut dyn Write,
    /// Nothing if it was told what cannot be.
    course: Option<Course>,
    search: Option<Search>,
    events: SyncSender<Event>,
}

/// What wakes a session.
enum Event {
    Line(String),
    TooLong,
    /// The search has something to tell.
    Thought,
    /// There are no more lines.
    End,
}

/// A bot that is thinking, in a thread of its own.
struct Search {
    begin: Instant,
    reports: Receiver<Report>,
    stop: Stop,
    /// What an endless search waits for before it tells its move.
    leave: Option<Sender<()>>,
    last: Option<SearchInfo<String>>,
}

/// Nobody waits for a move once the session is over, so nobody should go on thinking about it.
impl Drop for Search {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

enum Report {
    Thought(SearchInfo<String>),
    Done(Result<Choice<String>, String>, Option<Box<dyn Opponent>>),
}

/// Why there is no move, if nobody says more.
const NO_MOVE: &str = "the bot has no move";

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

impl Session<'_> {
    /// Answers lines until there are no more, or until `quit`.
    pub fn run(
        setup: Setup,
        input: impl BufRead + Send + 'static,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let (events, incoming) = sync_channel(MAX_WAITING_LINES);
        let lines = events.clone();
        // Whoever quits does not wait for it: it may sit there reading.
        thread::spawn(move || read_lines(input, &lines));
        let course = Course::open(setup.game, setup.usual_begin()).ok();
        let mut session = Session { setup, output, course, search: None, events };
        for event in incoming {
            let next = match event {
                Event::Line(line) => session.obey(&line)?,
                Event::TooLong => session.refuse("the line is too long")?,
                Event::Thought => Next::Listen,
                Event::End => {
                    session.finish_search()?;
                    Next::Quit
                }
            };
            session.hear()?;
            session.output.flush()?;
            if next == Next::Quit {
                break;
            }
        }
        Ok(())
    }

    fn obey(&mut self, line: &str) -> io::Result<Next> {
        let command = match line.parse() {
            Ok(command) => command,
            Err(ParseCommandError::Unknown(word)) if word.is_empty() => return Ok(Next::Listen),
            Err(error) => {
                self.refuse(&error.to_string())?;
                // Whoever asks waits for an answer.
                return self.tell(if line.trim_start().starts_with("query") {
                    "response unknown"
                } else {
                    ""
                });
            }
        };
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.tell("readyok"),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::NewGame => self.begin(Start::Usual, &[]),
            Command::Position { start, moves } => self.begin(start, &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                self.finish_search()?;
                Ok(Next::Listen)
            }
            Command::Query(question) => self.answer(question),
            Command::Quit => Ok(Next::Quit),
        }
    }

    fn introduce(&mut self) -> io::Result<Next> {
        let Setup { game, chooser, seed, .. } = &self.setup;
        let text = |name: &str, kind, default: String| {
            Declared { name: name.to_owned(), kind, default: Some(default) }.to_string()
        };
        let only = OptionKind::Combo(vec![game.slug().to_owned()]);
        let mut lines = match chooser {
            Chooser::Bot(bot) => vec![
                format!("id name Tilewright {} {bot}", env!("CARGO_PKG_VERSION")),
                "id author the authors of Tilewright".to_owned(),
            ],
            Chooser::Guest(_) => vec![format!("id name {chooser}")],
        };
        lines.push(text("game", only, game.slug().to_owned()));
        if let Chooser::Bot(bot) = chooser {
            lines.push(text("bot", OptionKind::Text, bot.to_string()));
        }
        lines.push(text("seed", OptionKind::Spin { min: 0, max: i64::MAX }, seed.to_string()));
        lines.extend(self.setup.declared().iter().map(Declared::to_string));
        lines.push("ugiok".to_owned());
        self.tell(&lines.join("\n"))
    }

    fn set_option(&mut self, name: String, value: String) -> io::Result<Next> {
        self.finish_search()?;
        match self.setup.set(name, value) {
            Ok(()) => {
                if let Some(course) = &mut self.course {
                    course.forget_bot();
                }
                Ok(Next::Listen)
            }
            Err(reason) => self.refuse(&reason),
        }
    }

    /// Takes up the game that these moves lead to. What cannot be leaves no game at all, so that
    /// nobody takes an answer for one about it.
    fn begin(&mut self, start: Start, moves: &[SeenMove]) -> io::Result<Next> {
        self.finish_search()?;
        let begin = Begin { start, ..self.setup.usual_begin() };
        let course = match self.course.take() {
            Some(course) if *course.begin() == begin => Ok(course),
            _ => Course::open(self.setup.game, begin),
        };
        let course = course.and_then(|mut course| course.go_to(moves).map(|()| course));
        match course {
            Ok(course) => {
                self.course = Some(course);
                Ok(Next::Listen)
            }
            Err(reason) => self.refuse(&reason),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<Next> {
        self.finish_search()?;
        match self.start_search(go) {
            Ok(search) => {
                self.search = Some(search);
                Ok(Next::Listen)
            }
            Err(reason) => {
                self.refuse(&reason)?;
                self.tell("bestmove none")
            }
        }
    }

    fn start_search(&mut self, go: &Go) -> Result<Search, String> {
        let course = self.course.as_mut().ok_or("there is no position")?;
        let seat = course.seat_to_move().ok_or("it is not this seat's turn")?;
        let mut thinker = Thinker::take(&self.setup, course, seat)?;
        let limits = go.limits_of(seat, thinker.n_moves_left());
        let (report, reports) = channel();
        let (leave, left) = channel();
        let stop = Stop::new();
        let (wake, stopped, is_infinite) = (self.events.clone(), stop.clone(), go.is_infinite);
        thread::spawn(move || {
            let choice = thinker.think(limits, &stopped, |thought| {
                // Nobody listens any more after `quit`, and a session that is busy will look anyway.
                let _ = report.send(Report::Thought(thought));
                let _ = wake.try_send(Event::Thought);
            });
            if is_infinite {
                // This fails as soon as the other end is dropped.
                let _ = left.recv();
            }
            let _ = report.send(Report::Done(choice, thinker.bot()));
            let _ = wake.try_send(Event::Thought);
        });
        let leave = is_infinite.then_some(leave);
        Ok(Search { begin: Instant::now(), reports, stop, leave, last: None })
    }

    /// Stops the search, if there is one, and tells its move.
    fn finish_search(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.stop.stop();
        search.leave = None;
        while let Some(search) = &self.search {
            let report = search.reports.recv().ok();
            self.tell_report(report)?;
        }
        Ok(())
    }

    /// Tells what the search has found since.
    fn hear(&mut self) -> io::Result<()> {
        while let Some(search) = &self.search {
            match search.reports.try_recv() {
                Ok(report) => self.tell_report(Some(report))?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.tell_report(None)?,
            }
        }
        Ok(())
    }

    /// Tells a thought, or the move, or that the bot has gone without one.
    fn tell_report(&mut self, report: Option<Report>) -> io::Result<()> {
        let choice = match report {
            Some(Report::Thought(info)) => return self.tell_thought(info),
            Some(Report::Done(choice, bot)) => {
                if let (Some(course), Some(bot)) = (&mut self.course, bot) {
                    course.keep_bot(bot);
                }
                choice
            }
            None => Err(NO_MOVE.to_owned()),
        };
        let Choice { m, info } = match choice {
            Ok(choice) => choice,
            Err(reason) => {
                self.search = None;
                self.refuse(&reason)?;
                return self.tell("bestmove none").map(drop);
            }
        };
        let sentence = info.sentence.clone();
        if info != SearchInfo::default()
            && self.search.as_ref().is_some_and(|it| it.last.as_ref() != Some(&info))
        {
            self.tell_thought(info)?;
        }
        if let Some(sentence) = sentence {
            self.tell(&format!("info string {sentence}"))?;
        }
        self.search = None;
        self.tell(&format!("bestmove {m}")).map(drop)
    }

    fn tell_thought(&mut self, info: SearchInfo<String>) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.last = Some(info.clone());
        let thought = Thought { info, time: Some(search.begin.elapsed()) };
        self.tell(&thought.to_string()).map(drop)
    }

    fn answer(&mut self, question: Question) -> io::Result<Next> {
        let Some(course) = &self.course else {
            self.refuse("there is no position")?;
            return self.tell("response unknown");
        };
        let line = format!("response {}", course.answer(question));
        self.tell(line.trim_end())
    }

    fn refuse(&mut self, reason: &str) -> io::Result<Next> {
        self.tell(&format!("info string error: {reason}"))
    }

    fn tell(&mut self, text: &str) -> io::Result<Next> {
        if !text.is_empty() {
            writeln!(self.output, "{text}")?;
        }
        Ok(Next::Listen)
    }
}

impl Setup {
    fn usual_begin(&self) -> Begin {
        Begin { start: Start::Usual, options: self.options.clone() }
    }

    /// The options of the game, with what they are without `setoption`.
    fn declared(&self) -> Vec<Declared> {
        let options: Vec<(&str, &str)> =
            self.options.iter().map(|(name, value)| (&**name, &**value)).collect();
        let values = self.game.open(&options).map(|table| table.options()).unwrap_or_default();
        let value = |name| values.iter().find(|(other, _)| other == name);
        let declare = |info| Declared::of(info, value(info.name).map(|(_, value)| value.clone()));
        self.game.options().iter().map(declare).collect()
    }

    /// Sets an option. Whether those of the game fit together is seen when a game begins.
    fn set(&mut self, name: String, value: String) -> Result<(), String> {
        match name.as_str() {
            "game" if value == self.game.slug() => {}
            "game" => return Err(format!("this engine plays {}", self.game.name())),
            "bot" if matches!(self.chooser, Chooser::Bot(_)) => {
                let bot = bots(self.game).read(&value).map_err(|error| error.to_string())?;
                self.chooser = Chooser::Bot(bot);
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

/// Who thinks about a move.
enum Thinker {
    Bot { bot: Box<dyn Opponent>, seed: u64 },
    Guest { guest: Arc<dyn Guest>, known: Known, seed: u64 },
}

impl Thinker {
    fn take(setup: &Setup, course: &mut Course, seat: Seat) -> Result<Thinker, String> {
        match &setup.chooser {
            Chooser::Bot(spec) => {
                let taken = course.take_bot(spec, setup.seed).map_err(|error| error.to_string())?;
                Ok(Thinker::Bot { bot: taken.0, seed: taken.1 })
            }
            Chooser::Guest(guest) => {
                let (guest, known) = (Arc::clone(guest), course.known_to(seat));
                Ok(Thinker::Guest { guest, known, seed: setup.seed })
            }
        }
    }

    /// About how many moves it has to come; of a guest nobody knows.
    fn n_moves_left(&self) -> usize {
        match self {
            Thinker::Bot { bot, .. } => bot.n_moves_left(),
            Thinker::Guest { .. } => USUAL_MOVES_LEFT,
        }
    }

    fn think(
        &mut self,
        limits: Limits,
        stop: &Stop,
        mut tell: impl FnMut(SearchInfo<String>),
    ) -> Result<Choice<String>, String> {
        let mut listen = |info: &SearchInfo<String>| tell(info.clone());
        let listener: Option<Listener<'_, String>> = Some(&mut listen);
        match self {
            Thinker::Bot { bot, seed } => {
                let mut thinking = Thinking { limits, stop, seed: *seed, ply: 0, listener };
                bot.choose(&mut thinking).ok_or_else(|| NO_MOVE.to_owned())
            }
            Thinker::Guest { guest, known, seed } => {
                let mut thinking =
                    Thinking { limits, stop, seed: *seed, ply: known.ply(), listener };
                let choice = guest.choose(known.clone(), &mut thinking);
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
    fn bot(self) -> Option<Box<dyn Opponent>> {
        match self {
            Thinker::Bot { bot, .. } => Some(bot),
            Thinker::Guest { .. } => None,
        }
    }
}

/// Hands lines on until there are no more, or nobody wants them.
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
    // Nobody is there to miss it if this fails.
    let _ = events.send(Event::End);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tilewright_bots::generator;
    use tilewright_core::{Rng, random_index};

    use super::*;

    fn answers(game: &str, input: Vec<u8>) -> String {
        let (game, bot) = (game.parse().unwrap(), "random".parse().unwrap());
        let setup = Setup { game, options: Vec::new(), chooser: Chooser::Bot(bot), seed: 1 };
        let mut output = Vec::new();
        Session::run(setup, io::Cursor::new(input), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn nothing_that_is_said_ends_a_session() {
        let words = [
            "ugi",
            "isready",
            "setoption",
            "name",
            "value",
            "variant",
            "seats",
            "3",
            "bot",
            "greedy",
            "uginewgame",
            "position",
            "startpos",
            "fen",
            "view",
            "moves",
            "go",
            "nodes",
            "depth",
            "movetime",
            "0",
            "1",
            "infinite",
            "stop",
            "query",
            "turn",
            "legal",
            "result",
            "view",
            "p1turn",
            "scores",
            "viewer=1",
            "viewer=spectator",
            "seats=2",
            "round=1",
            "scores=0/0",
            "held=-/?0",
            "deal:?",
            "deal:1-2-3",
            "shown=opener=1",
            "S@b2",
            "3x3",
            "duo",
            "\u{e9}",
        ];
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

    /// Thinks until it is stopped, and says so.
    struct Thoughtful(SyncSender<()>);

    impl Guest for Thoughtful {
        fn name(&self) -> String {
            "Thoughtful".to_owned()
        }

        fn choose(
            &self,
            _: Known,
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
    fn who_quits_lets_nobody_think_on() {
        let (stopped, wait) = sync_channel(1);
        let (game, chooser) =
            ("aquapipe".parse().unwrap(), Chooser::Guest(Arc::new(Thoughtful(stopped))));
        let setup = Setup { game, options: Vec::new(), chooser, seed: 1 };
        Session::run(setup, &b"go infinite\nquit\n"[..], &mut Vec::new()).unwrap();
        wait.recv_timeout(Duration::from_mins(1)).expect("it is stopped");
    }

    #[test]
    fn spectators_see_no_moves_of_theirs() {
        let view = "viewer=spectator seats=2 round=1 scores=0/0 held=?0/?0";
        let input = format!("position view {view}\nquery legal\nquery turn\ngo\n");
        let told = answers("triominos", input.into_bytes());
        let error = "info string error: it is not this seat's turn";
        assert_eq!(told, format!("response\nresponse chance\n{error}\nbestmove none\n"));
    }
}
