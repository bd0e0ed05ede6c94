//! Checks of engines that speak UGI.

use std::thread;
use std::time::{Duration, Instant};

use tilewright_bots::{Choice, Clock, Limits, Thinking};
use tilewright_core::{Seat, shortened};
use tilewright_table::GameId;

use super::play::Play;
use super::{Check, CheckError, Outcome, Restart, Subject, Trouble, compare_moves, ensure};
use crate::engine::{Fault, Patience, UgiLink};
use crate::ugi::{Command, Declared, Go, OptionKind, Question, result_word};

/// How many random games are played with each set of options, and how far an engine is asked.
const N_GAMES: u64 = 2;
const MAX_PLIES: usize = 80;

/// After how many moves of chance an engine is asked for a move.
const MIDDLE: usize = 12;

pub(super) const CHECKS: &[Check<Checker>] = &[
    ("says who it is", says_who_it_is),
    ("takes its options", takes_its_options),
    ("answers gameover, p1turn and result", answers_queries),
    ("answers turn, scores and view", answers_more_queries),
    ("knows the legal moves", knows_the_legal_moves),
    ("plays legal moves", plays_legal_moves),
    ("knows the end of a game", knows_the_end),
    ("keeps to nodes", keeps_to_nodes),
    ("keeps to depth", keeps_to_depth),
    ("keeps to movetime", keeps_to_movetime),
    ("keeps to its clock", keeps_to_its_clock),
    ("listens while it thinks", listens_while_it_thinks),
    ("survives nonsense", survives_nonsense),
    ("quits when told", quits),
    ("ends with its input", ends_with_its_input),
];

pub(super) struct Checker {
    command: String,
    patience: Patience,
    game: GameId,
    /// What games are played with.
    rules: Vec<Vec<(String, String)>>,
    link: Option<UgiLink>,
}

impl Restart for Checker {
    fn restart(&mut self) {
        self.link = None;
    }
}

impl Checker {
    /// Starts the engine, and finds out which game it plays.
    pub(super) fn new(subject: &Subject) -> Result<Checker, CheckError> {
        let Subject { spec, game, options, patience } = subject;
        let link = UgiLink::start(&spec.command, *patience)?;
        let option = link.options.iter().find(|option| option.name == "game");
        let named = option.and_then(|option| option.default.as_deref());
        let game = match (game, named) {
            (Some(game), Some(name)) if option.is_some_and(|option| !can_be(option, *game)) => {
                return Err(CheckError::OtherGame { plays: name.to_owned(), asked: *game });
            }
            (Some(game), _) => *game,
            (None, Some(name)) => {
                name.parse().map_err(|error| CheckError::NoSuchGame(format!("{error}")))?
            }
            (None, None) => return Err(CheckError::NoGame),
        };
        let rules = if options.is_empty() { variants(&link) } else { vec![options.clone()] };
        let (command, patience) = (spec.command.clone(), *patience);
        Ok(Checker { command, patience, game, rules, link: Some(link) })
    }

    fn link(&mut self) -> Result<&mut UgiLink, Fault> {
        let link = match self.link.take() {
            Some(link) => link,
            None => UgiLink::start(&self.command, self.patience)?,
        };
        Ok(self.link.insert(link))
    }

    /// A game with each set of options, and with each seed.
    fn plays(&self) -> Result<Vec<Play>, Trouble> {
        let seeds = self.rules.iter().flat_map(|rules| (0..N_GAMES).map(move |seed| (rules, seed)));
        let plays = seeds.map(|(rules, seed)| Play::new(self.game, rules, seed));
        plays.collect::<Result<_, _>>().map_err(Trouble::Wrong)
    }

    /// A game in which it is a seat's turn, somewhere in the middle.
    fn middle(&self) -> Result<(Play, Seat), Trouble> {
        let mut play = Play::new(self.game, &self.rules[0], 7).map_err(Trouble::Wrong)?;
        while play.table.ply() < MIDDLE || play.table.turn().seat().is_none() {
            if !play.play_on() {
                break;
            }
        }
        let seat = play.table.turn().seat();
        Ok((play, seat.ok_or_else(|| Trouble::Wrong("the game is too short".to_owned()))?))
    }

    /// Tells the engine how a game stands, as this seat sees it.
    fn tell(&mut self, play: &Play, seat: Seat) -> Result<(), Fault> {
        let game = self.game;
        let link = self.link()?;
        let (start, _) = link.set_up(game, play.start(seat))?;
        link.tell(&play.position(start, seat))?;
        link.get_ready()
    }

    fn ask(&mut self, question: Question) -> Result<String, Fault> {
        self.link()?.ask(question)
    }

    /// The answer to a question that not every engine knows.
    fn try_ask(&mut self, question: Question) -> Result<String, Trouble> {
        match self.ask(question) {
            Ok(answer) if answer != "unknown" => Ok(answer),
            Ok(_) | Err(Fault::TimedOut { .. }) => {
                self.restart();
                Err(Trouble::Absent(format!("it does not answer 'query {question}'")))
            }
            Err(fault) => Err(fault.into()),
        }
    }

    /// Asks for a move, and checks that it is legal.
    fn choose(&mut self, play: &Play, seat: Seat, go: &Go) -> Result<Choice<String>, Trouble> {
        let n_seats = play.table.n_seats();
        let choice = self.link()?.choose(go, seat, n_seats, &mut Thinking::default())?;
        let is_legal = play.table.explain(&choice.m);
        is_legal.map_err(|error| Trouble::Fault(Fault::illegal(&choice.m, &error)))?;
        Ok(choice)
    }

    /// Asks for a move in the middle of a game.
    fn choose_in_the_middle(&mut self, go: &Go) -> Result<(Choice<String>, Duration), Trouble> {
        let (play, seat) = self.middle()?;
        self.tell(&play, seat)?;
        let begin = Instant::now();
        let choice = self.choose(&play, seat, go)?;
        Ok((choice, begin.elapsed()))
    }
}

/// Whether an engine whose option this is can play this game.
fn can_be(option: &Declared, game: GameId) -> bool {
    match &option.kind {
        OptionKind::Combo(names) => names.iter().any(|name| name == game.slug()),
        _ => true,
    }
}

/// The options with which an engine plays its variants.
fn variants(link: &UgiLink) -> Vec<Vec<(String, String)>> {
    let variant = link.options.iter().find(|option| option.name == "variant");
    match variant.map(|option| &option.kind) {
        Some(OptionKind::Combo(names)) if !names.is_empty() => {
            names.iter().map(|name| vec![("variant".to_owned(), name.clone())]).collect()
        }
        _ => vec![Vec::new()],
    }
}

fn says_who_it_is(checker: &mut Checker) -> Outcome {
    ensure(checker.link()?.name.is_some(), || "there is no 'id name' before 'ugiok'".to_owned())
}

/// Sets everything to what it is anyway.
fn takes_its_options(checker: &mut Checker) -> Outcome {
    let link = checker.link()?;
    for option in link.options.clone() {
        if let Some(value) = option.default.filter(|_| option.kind != OptionKind::Button) {
            link.tell(&Command::SetOption { name: option.name, value })?;
        }
    }
    link.tell(&Command::NewGame)?;
    link.get_ready()?;
    match link.take_error() {
        Some(error) => Err(Trouble::Wrong(format!("it refuses a default: {error}"))),
        None => Ok(()),
    }
}

fn answers_queries(checker: &mut Checker) -> Outcome {
    for mut play in checker.plays()? {
        let Some(seat) = play.wait_for_a_seat() else { continue };
        checker.tell(&play, seat)?;
        let first = Seat::first(1).next().expect("there is a first seat");
        let is_first = (seat == first).to_string();
        for (question, right) in [
            (Question::GameOver, "false"),
            (Question::IsTurnOf(first), is_first.as_str()),
            (Question::Result, "none"),
        ] {
            let answer = checker.ask(question)?;
            ensure(answer == right, || wrong_answer(question, &answer, right))?;
        }
    }
    Ok(())
}

fn answers_more_queries(checker: &mut Checker) -> Outcome {
    let (play, seat) = checker.middle()?;
    checker.tell(&play, seat)?;
    let scores: Vec<String> = play.table.scores().iter().map(i32::to_string).collect();
    for (question, right) in
        [(Question::Turn, format!("p{seat}")), (Question::Scores, scores.join(" "))]
    {
        let answer = checker.try_ask(question)?;
        ensure(answer == right, || wrong_answer(question, &answer, &right))?;
    }
    let answer = checker.try_ask(Question::View)?;
    let game = checker.game;
    let is_read = if game.has_secrets() {
        game.open_view(&answer).map(drop).map_err(|error| error.to_string())
    } else {
        game.open_position(&answer).map(drop).map_err(|error| error.to_string())
    };
    is_read.map_err(|error| Trouble::Wrong(format!("its view is none: {error}")))
}

fn knows_the_legal_moves(checker: &mut Checker) -> Outcome {
    for mut play in checker.plays()? {
        while let Some(seat) = play.wait_for_a_seat().filter(|_| play.table.ply() < MAX_PLIES) {
            checker.tell(&play, seat)?;
            let answer = checker.try_ask(Question::Legal)?;
            let mut theirs: Vec<String> = answer.split_whitespace().map(str::to_owned).collect();
            theirs.sort_unstable();
            let mut ours = play.table.legal_moves();
            ours.sort_unstable();
            let same = compare_moves(&theirs, &ours);
            same.map_err(|reason| Trouble::Wrong(in_game(&play, &reason)))?;
            play.play_on();
        }
    }
    Ok(())
}

fn plays_legal_moves(checker: &mut Checker) -> Outcome {
    let go = Go::from(Limits { nodes: Some(200), ..Limits::NONE });
    for mut play in checker.plays()? {
        checker.link()?.tell(&Command::NewGame)?;
        // Chance and the engine take turns.
        while let Some(seat) = play.wait_for_a_seat().filter(|_| play.table.ply() < MAX_PLIES) {
            checker.tell(&play, seat)?;
            let choice = checker.choose(&play, seat, &go)?;
            play.table.play(&choice.m).map_err(|error| Fault::illegal(&choice.m, &error))?;
            play.play_on();
        }
    }
    Ok(())
}

fn knows_the_end(checker: &mut Checker) -> Outcome {
    for mut play in checker.plays()? {
        while play.play_on() {}
        let turn = play.table.turn();
        let Some(outcome) = turn.outcome() else { continue };
        checker.tell(&play, Seat::first(1).next().expect("there is a first seat"))?;
        for (question, right) in
            [(Question::GameOver, "true".to_owned()), (Question::Result, result_word(outcome))]
        {
            let answer = checker.ask(question)?;
            let wrong = || in_game(&play, &wrong_answer(question, &answer, &right));
            ensure(answer == right, wrong)?;
        }
    }
    Ok(())
}

fn keeps_to_nodes(checker: &mut Checker) -> Outcome {
    let limits = Limits { nodes: Some(1_000), ..Limits::NONE };
    let (choice, _) = checker.choose_in_the_middle(&Go::from(limits))?;
    // Some look at the count only now and then.
    let nodes = choice.info.nodes;
    ensure(nodes <= 20_000, || format!("it says that it looked at {nodes} instead of 1000"))
}

fn keeps_to_depth(checker: &mut Checker) -> Outcome {
    let limits = Limits { depth: Some(2), ..Limits::NONE };
    let (choice, _) = checker.choose_in_the_middle(&Go::from(limits))?;
    let depth = choice.info.depth;
    ensure(depth <= 2, || format!("it says that its depth is {depth} instead of 2"))
}

fn keeps_to_movetime(checker: &mut Checker) -> Outcome {
    let time = Some(Duration::from_millis(100));
    checker.choose_in_the_middle(&Go::from(Limits { time, ..Limits::NONE })).map(drop)
}

fn keeps_to_its_clock(checker: &mut Checker) -> Outcome {
    let mut go = Go::default();
    for seat in go.clocks.seats() {
        let (left, gain) = (Duration::from_secs(1), Duration::from_millis(10));
        go.clocks[seat] = Some(Clock { left, gain });
    }
    let (_, spent) = checker.choose_in_the_middle(&go)?;
    let millis = spent.as_millis();
    ensure(millis < 1_000, || format!("it takes {millis} ms of a second for one move of many"))
}

fn listens_while_it_thinks(checker: &mut Checker) -> Outcome {
    let (play, seat) = checker.middle()?;
    checker.tell(&play, seat)?;
    let link = checker.link()?;
    link.tell(&Command::Go(Go { is_infinite: true, ..Go::default() }))?;
    thread::sleep(Duration::from_millis(50));
    link.tell(&Command::IsReady)?;
    let mut is_early = false;
    loop {
        let told = link.wait("readyok while it thinks")?;
        is_early |= told.starts_with("bestmove");
        if told == "readyok" {
            break;
        }
    }
    ensure(!is_early, || "it does not think until 'stop' after 'go infinite'".to_owned())?;
    link.tell(&Command::Stop)?;
    loop {
        let told = link.wait("bestmove after 'stop'")?;
        if let Some(m) = told.strip_prefix("bestmove ") {
            let m = m.split_whitespace().next().unwrap_or_default();
            let is_legal = play.table.explain(m);
            return is_legal.map_err(|error| Trouble::Fault(Fault::illegal(m, &error)));
        }
    }
}

fn survives_nonsense(checker: &mut Checker) -> Outcome {
    let long = "x".repeat(100_000);
    let link = checker.link()?;
    for line in [
        "",
        "xyzzy",
        "position",
        "position fen nonsense moves a b c",
        "position startpos moves nonsense",
        "setoption",
        "setoption name nonsense value nonsense",
        "query",
        "stop",
        "\u{1b}\u{7f}é€",
        long.as_str(),
    ] {
        link.process.send(line)?;
        link.get_ready().map_err(|fault| after_line(line, &fault))?;
    }
    let (play, seat) = checker.middle()?;
    checker.tell(&play, seat)?;
    checker.choose(&play, seat, &Go::from(Limits { nodes: Some(100), ..Limits::NONE })).map(drop)
}

fn quits(checker: &mut Checker) -> Outcome {
    checker.link()?.tell(&Command::Quit)?;
    ended(checker, "after 'quit'")
}

fn ends_with_its_input(checker: &mut Checker) -> Outcome {
    checker.link()?.process.close();
    ended(checker, "when its input ends")
}

fn ended(checker: &mut Checker, when: &str) -> Outcome {
    let patience = checker.patience.answer;
    let status = checker.link()?.process.wait(patience);
    checker.restart();
    let status = status.ok_or_else(|| Trouble::Wrong(format!("it goes on {when}")))?;
    ensure(status.success(), || format!("it ends with {status} {when}"))
}

fn wrong_answer(question: Question, answer: &str, right: &str) -> String {
    format!("it answers 'query {question}' by '{}', not '{right}'", shortened(answer))
}

/// The reason with the moves that lead there, so that it can be looked at.
fn in_game(play: &Play, reason: &str) -> String {
    let options: Vec<String> =
        play.table.options().iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{reason}; with {} after '{}'", options.join(" "), play.table.moves().join(" "))
}

fn after_line(line: &str, fault: &Fault) -> Trouble {
    Trouble::Fault(Fault::Protocol { what: format!("after '{}' it {fault}", shortened(line)) })
}
