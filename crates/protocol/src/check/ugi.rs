//! Checks of engines that speak UGI.

use std::thread;
use std::time::{Duration, Instant};

use tilewright_bots::{Choice, Clock, Limits, Thinking};
use tilewright_core::{Seat, shortened};
use tilewright_table::GameId;

use super::sample_game::SampleGame;
use super::{
    Check, CheckError, CheckResult, Checker, EngineUnderTest, Failure, check_end, compare_moves,
    ends_with_its_input, ensure,
};
use crate::engine::{Client, Fault, Restarting, UgiClient};
use crate::ugi::{Command, Go, OptionDeclaration, OptionKind, Query, result_word};

/// The number of random games with each set of options.
const N_GAMES: u64 = 2;

/// The number of plies of a game in which an engine is asked.
const MAX_PLIES: usize = 80;

/// The number of random moves before an engine is asked for a move in the middle of a game.
const MIDDLE: usize = 12;

pub(super) const CHECKS: &[Check<UgiChecker>] = &[
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
    ("quits on request", quits),
    ("ends with its input", ends_with_its_input),
];

pub(super) struct UgiChecker {
    engine: Restarting<UgiClient>,
    game: GameId,
    /// The sets of options of the sample games.
    options: Vec<Vec<(String, String)>>,
}

impl Checker for UgiChecker {
    type Client = UgiClient;

    fn engine(&mut self) -> &mut Restarting<UgiClient> {
        &mut self.engine
    }
}

impl UgiChecker {
    /// Starts the engine and finds out its game.
    pub(super) fn new(tested: &EngineUnderTest) -> Result<UgiChecker, CheckError> {
        let mut engine = Restarting::<UgiClient>::new(&tested.spec.command, tested.timeouts);
        let client = engine.get()?;
        let option = client.options.iter().find(|option| option.name == "game");
        let declared = option.and_then(|option| option.default.as_deref());
        let game = match (tested.game, declared) {
            (Some(game), Some(name)) if option.is_some_and(|option| !can_be(option, game)) => {
                return Err(CheckError::OtherGame { plays: name.to_owned(), asked: game });
            }
            (Some(game), _) => game,
            (None, Some(name)) => {
                name.parse().map_err(|error| CheckError::NoSuchGame(format!("{error}")))?
            }
            (None, None) => return Err(CheckError::NoGame),
        };
        let given = &tested.options;
        let options = if given.is_empty() { variants(client) } else { vec![given.clone()] };
        Ok(UgiChecker { engine, game, options })
    }

    fn client(&mut self) -> Result<&mut UgiClient, Fault> {
        self.engine.get()
    }

    /// A game with each set of options and each seed.
    fn sample_games(&self) -> Result<Vec<SampleGame>, Failure> {
        let mut games = Vec::new();
        for options in &self.options {
            for seed in 0..N_GAMES {
                games.push(SampleGame::new(self.game, options, seed).map_err(Failure::Wrong)?);
            }
        }
        Ok(games)
    }

    /// A game in the middle, at the turn of a seat.
    fn middle_game(&self) -> Result<(SampleGame, Seat), Failure> {
        let game = SampleGame::new(self.game, &self.options[0], 7);
        let mut game = game.map_err(Failure::Wrong)?;
        while game.table.ply() < MIDDLE || game.table.turn().seat().is_none() {
            if !game.play_on() {
                break;
            }
        }
        let seat = game.table.turn().seat();
        Ok((game, seat.ok_or_else(|| Failure::Wrong("the game is too short".to_owned()))?))
    }

    /// Sends the engine the position of a game, as this seat sees it.
    fn send_position(&mut self, game: &SampleGame, seat: Seat) -> Result<(), Fault> {
        let id = self.game;
        let client = self.client()?;
        let (start, _) = client.set_up(id, game.start(seat))?;
        client.send(&game.position(start, seat))?;
        client.wait_until_ready()
    }

    /// Checks the response to a query.
    fn expect(&mut self, query: Query, right: &str) -> CheckResult {
        let answer = self.client()?.query(query)?;
        ensure(answer == right, || wrong_answer(query, &answer, right))
    }

    /// The response to an optional query.
    fn optional_query(&mut self, query: Query) -> Result<String, Failure> {
        match self.client()?.query(query) {
            Ok(answer) if answer != "unknown" => Ok(answer),
            Ok(_) | Err(Fault::TimedOut { .. }) => {
                self.engine.kill();
                Err(Failure::Unsupported(format!("it does not answer 'query {query}'")))
            }
            Err(fault) => Err(fault.into()),
        }
    }

    /// Asks for a move, and checks that it is legal.
    fn choose(
        &mut self,
        game: &SampleGame,
        seat: Seat,
        go: &Go,
    ) -> Result<Choice<String>, Failure> {
        let n_seats = game.table.n_seats();
        let choice = self.client()?.choose(go, seat, n_seats, &mut Thinking::default())?;
        let is_legal = game.table.explain(&choice.m);
        is_legal.map_err(|error| Failure::Fault(Fault::illegal(&choice.m, &error)))?;
        Ok(choice)
    }

    /// Asks for a move in the middle of a game.
    fn choose_in_the_middle(&mut self, go: &Go) -> Result<(Choice<String>, Duration), Failure> {
        let (game, seat) = self.middle_game()?;
        self.send_position(&game, seat)?;
        let begin = Instant::now();
        let choice = self.choose(&game, seat, go)?;
        Ok((choice, begin.elapsed()))
    }
}

/// Returns whether an engine that declares this option can play the game.
fn can_be(option: &OptionDeclaration, game: GameId) -> bool {
    match &option.kind {
        OptionKind::Combo(names) => names.iter().any(|name| name == game.slug()),
        _ => true,
    }
}

/// The sets of options for all variants of an engine.
fn variants(client: &UgiClient) -> Vec<Vec<(String, String)>> {
    let variant = client.options.iter().find(|option| option.name == "variant");
    match variant.map(|option| &option.kind) {
        Some(OptionKind::Combo(names)) if !names.is_empty() => {
            names.iter().map(|name| vec![("variant".to_owned(), name.clone())]).collect()
        }
        _ => vec![Vec::new()],
    }
}

fn says_who_it_is(checker: &mut UgiChecker) -> CheckResult {
    ensure(checker.client()?.name.is_some(), || "there is no 'id name' before 'ugiok'".to_owned())
}

/// Sets every option to its default.
fn takes_its_options(checker: &mut UgiChecker) -> CheckResult {
    let client = checker.client()?;
    for option in client.options.clone() {
        if let Some(value) = option.default.filter(|_| option.kind != OptionKind::Button) {
            client.send(&Command::SetOption { name: option.name, value })?;
        }
    }
    client.send(&Command::NewGame)?;
    client.wait_until_ready()?;
    match client.take_error() {
        Some(error) => Err(Failure::Wrong(format!("it refuses a default: {error}"))),
        None => Ok(()),
    }
}

fn answers_queries(checker: &mut UgiChecker) -> CheckResult {
    for mut game in checker.sample_games()? {
        let Some(seat) = game.next_seat() else { continue };
        checker.send_position(&game, seat)?;
        let first = Seat::new(0).expect("there is a first seat");
        checker.expect(Query::GameOver, "false")?;
        checker.expect(Query::IsTurnOf(first), &(seat == first).to_string())?;
        checker.expect(Query::Result, "none")?;
    }
    Ok(())
}

fn answers_more_queries(checker: &mut UgiChecker) -> CheckResult {
    let (game, seat) = checker.middle_game()?;
    checker.send_position(&game, seat)?;
    let scores: Vec<String> = game.table.scores().iter().map(i32::to_string).collect();
    for (query, right) in [(Query::Turn, format!("p{seat}")), (Query::Scores, scores.join(" "))] {
        let answer = checker.optional_query(query)?;
        ensure(answer == right, || wrong_answer(query, &answer, &right))?;
    }
    let answer = checker.optional_query(Query::View)?;
    let game = checker.game;
    let is_read = if game.has_secrets() {
        game.open_view(&answer).map(drop).map_err(|error| error.to_string())
    } else {
        game.open_position(&answer).map(drop).map_err(|error| error.to_string())
    };
    is_read.map_err(|error| Failure::Wrong(format!("its view is none: {error}")))
}

fn knows_the_legal_moves(checker: &mut UgiChecker) -> CheckResult {
    for mut game in checker.sample_games()? {
        while let Some(seat) = game.next_seat().filter(|_| game.table.ply() < MAX_PLIES) {
            checker.send_position(&game, seat)?;
            let answer = checker.optional_query(Query::Legal)?;
            let mut theirs: Vec<String> = answer.split_whitespace().map(str::to_owned).collect();
            theirs.sort_unstable();
            let mut ours = game.table.legal_moves();
            ours.sort_unstable();
            let same = compare_moves(&theirs, &ours);
            same.map_err(|reason| Failure::Wrong(in_game(&game, &reason)))?;
            game.play_on();
        }
    }
    Ok(())
}

fn plays_legal_moves(checker: &mut UgiChecker) -> CheckResult {
    let go = Go::from(Limits { nodes: Some(200), ..Limits::NONE });
    for mut game in checker.sample_games()? {
        checker.client()?.send(&Command::NewGame)?;
        // The engine's moves alternate with random ones.
        while let Some(seat) = game.next_seat().filter(|_| game.table.ply() < MAX_PLIES) {
            checker.send_position(&game, seat)?;
            let choice = checker.choose(&game, seat, &go)?;
            game.table.play(&choice.m).map_err(|error| Fault::illegal(&choice.m, &error))?;
            game.play_on();
        }
    }
    Ok(())
}

fn knows_the_end(checker: &mut UgiChecker) -> CheckResult {
    for mut game in checker.sample_games()? {
        while game.play_on() {}
        let turn = game.table.turn();
        let Some(outcome) = turn.outcome() else { continue };
        checker.send_position(&game, Seat::new(0).expect("there is a first seat"))?;
        for (query, right) in [(Query::GameOver, "true"), (Query::Result, &result_word(outcome))] {
            let answer = checker.client()?.query(query)?;
            ensure(answer == right, || in_game(&game, &wrong_answer(query, &answer, right)))?;
        }
    }
    Ok(())
}

fn keeps_to_nodes(checker: &mut UgiChecker) -> CheckResult {
    let limits = Limits { nodes: Some(1_000), ..Limits::NONE };
    let (choice, _) = checker.choose_in_the_middle(&Go::from(limits))?;
    // Some engines check the count only now and then.
    let nodes = choice.info.nodes;
    ensure(nodes <= 20_000, || format!("it says that it looked at {nodes} instead of 1000"))
}

fn keeps_to_depth(checker: &mut UgiChecker) -> CheckResult {
    let limits = Limits { depth: Some(2), ..Limits::NONE };
    let (choice, _) = checker.choose_in_the_middle(&Go::from(limits))?;
    let depth = choice.info.depth;
    ensure(depth <= 2, || format!("it says that its depth is {depth} instead of 2"))
}

fn keeps_to_movetime(checker: &mut UgiChecker) -> CheckResult {
    let time = Some(Duration::from_millis(100));
    checker.choose_in_the_middle(&Go::from(Limits { time, ..Limits::NONE })).map(drop)
}

fn keeps_to_its_clock(checker: &mut UgiChecker) -> CheckResult {
    let mut go = Go::default();
    for seat in go.clocks.seats() {
        let gain = Duration::from_millis(10);
        go.clocks[seat] = Some(Clock { left: Duration::from_secs(1), gain });
    }
    let (_, spent) = checker.choose_in_the_middle(&go)?;
    let millis = spent.as_millis();
    ensure(millis < 1_000, || format!("it takes {millis} ms of a second for one move of many"))
}

fn listens_while_it_thinks(checker: &mut UgiChecker) -> CheckResult {
    let (game, seat) = checker.middle_game()?;
    checker.send_position(&game, seat)?;
    let client = checker.client()?;
    client.send(&Command::Go(Go { is_infinite: true, ..Go::default() }))?;
    thread::sleep(Duration::from_millis(50));
    client.send(&Command::IsReady)?;
    let mut is_early = false;
    loop {
        let line = client.wait("readyok while it thinks")?;
        is_early |= line.starts_with("bestmove");
        if line == "readyok" {
            break;
        }
    }
    ensure(!is_early, || "it does not think until 'stop' after 'go infinite'".to_owned())?;
    client.send(&Command::Stop)?;
    loop {
        let line = client.wait("bestmove after 'stop'")?;
        if let Some(m) = line.strip_prefix("bestmove ") {
            let m = m.split_whitespace().next().unwrap_or_default();
            let is_legal = game.table.explain(m);
            return is_legal.map_err(|error| Failure::Fault(Fault::illegal(m, &error)));
        }
    }
}

fn survives_nonsense(checker: &mut UgiChecker) -> CheckResult {
    let long = "x".repeat(100_000);
    let client = checker.client()?;
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
        client.process().send(line)?;
        client.wait_until_ready().map_err(|fault| after_line(line, &fault))?;
    }
    let (game, seat) = checker.middle_game()?;
    checker.send_position(&game, seat)?;
    checker.choose(&game, seat, &Go::from(Limits { nodes: Some(100), ..Limits::NONE })).map(drop)
}

fn quits(checker: &mut UgiChecker) -> CheckResult {
    checker.client()?.send_quit()?;
    check_end(&mut checker.engine, "after 'quit'")
}

fn wrong_answer(query: Query, answer: &str, right: &str) -> String {
    format!("it answers 'query {query}' by '{}', not '{right}'", shortened(answer))
}

/// The reason with the moves that lead there, so that it can be reproduced.
fn in_game(game: &SampleGame, reason: &str) -> String {
    let options: Vec<String> =
        game.table.options().iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{reason}; with {} after '{}'", options.join(" "), game.table.moves().join(" "))
}

fn after_line(line: &str, fault: &Fault) -> Failure {
    Failure::Fault(Fault::Protocol { what: format!("after '{}' it {fault}", shortened(line)) })
}
