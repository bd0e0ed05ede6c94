//! Checks of engines that speak GTP for Blokus, against a session of our own.

use tilewright_bots::generator;
use tilewright_core::shortened;
use tilewright_table::{GameId, Table};

use super::{
    Check, CheckError, CheckResult, Checker, EngineUnderTest, Failure, check_end, compare_moves,
    ends_with_its_input, ensure,
};
use crate::engine::{Answer, Fault, GtpClient, Restarting, TemporaryFile};
use crate::gtp::{self, Session, parse_answer};

/// The number of plies of a game in which an engine is asked for the legal moves.
const MAX_PLIES: usize = 30;

const GAMES: [&str; 4] = ["Blokus Duo", "Blokus", "Blokus Two-Player", "Blokus Three-Player"];

pub(super) const CHECKS: &[Check<GtpChecker>] = &[
    ("says who it is", says_who_it_is),
    ("has the commands", has_the_commands),
    ("has the optional commands", has_the_optional_commands),
    ("knows what it knows", knows_what_it_knows),
    ("plays the games", plays_the_games),
    ("knows the legal moves", |it| it.in_every_game(knows_the_legal_moves)),
    ("refuses what is not legal", |it| it.in_every_game(refuses_what_is_not_legal)),
    ("takes moves back", |it| it.in_a_game(takes_moves_back)),
    ("plays whole games", |it| it.in_every_game(plays_whole_games)),
    ("shows the board", |it| it.in_a_game(shows_the_board)),
    ("saves and loads games", |it| it.in_a_game(saves_and_loads)),
    ("survives nonsense", survives_nonsense),
    ("quits on request", quits),
    ("ends with its input", ends_with_its_input),
];

/// Our own session does not search.
type Genmove = fn(&dyn Table) -> Result<String, String>;

pub(super) struct GtpChecker {
    engine: Restarting<GtpClient>,
    games: Vec<&'static str>,
}

impl Checker for GtpChecker {
    type Client = GtpClient;

    fn engine(&mut self) -> &mut Restarting<GtpClient> {
        &mut self.engine
    }
}

impl GtpChecker {
    /// Starts the engine.
    pub(super) fn new(tested: &EngineUnderTest) -> Result<GtpChecker, CheckError> {
        let game = tested.game.unwrap_or(GameId::Blokus);
        let games = if tested.options.is_empty() && game == GameId::Blokus {
            GAMES.to_vec()
        } else {
            let table = game.open(&crate::pairs(&tested.options));
            let table = table.map_err(|error| Fault::not_started(&error))?;
            let unsaid = || Fault::not_started("GTP has no words for this game");
            let commands = gtp::commands(&*table).ok_or_else(unsaid)?;
            let is_set = |name: &&str| commands[0] == format!("set_game {name}");
            GAMES.into_iter().filter(is_set).collect()
        };
        let mut engine = Restarting::new(&tested.spec.command, tested.timeouts);
        let _: &mut GtpClient = engine.get()?;
        Ok(GtpChecker { engine, games })
    }

    fn client(&mut self) -> Result<&mut GtpClient, Fault> {
        self.engine.get()
    }

    /// Begins a game on both sides; nothing if the engine does not play it.
    fn begin(&mut self, game: &str) -> Result<Option<SideBySide<'_>>, Fault> {
        let command = format!("set_game {game}");
        let table = GameId::Blokus.open(&[]).map_err(|error| Fault::not_started(&error))?;
        let genmove: Genmove = |_| Err("this session does not search".to_owned());
        let ours = Session::new(table, genmove).map_err(|error| Fault::not_started(&error))?;
        let client = self.client()?;
        if client.try_ask(&command)?.is_err() {
            return Ok(None);
        }
        let mut both = SideBySide { client, ours };
        both.answer(&command).map_err(Fault::protocol)?;
        both.client.ask("clear_board")?;
        Ok(Some(both))
    }

    /// Runs a check in every game that the engine plays.
    fn in_every_game(&mut self, check: impl Fn(&mut SideBySide<'_>) -> CheckResult) -> CheckResult {
        for game in self.games.clone() {
            if let Some(mut both) = self.begin(game)? {
                check(&mut both).map_err(|failure| in_game(game, failure))?;
            }
        }
        Ok(())
    }

    /// Runs a check in the first game that the engine plays.
    fn in_a_game(&mut self, check: impl Fn(&mut SideBySide<'_>) -> CheckResult) -> CheckResult {
        for game in self.games.clone() {
            if let Some(mut both) = self.begin(game)? {
                return check(&mut both);
            }
        }
        Err(Failure::Unsupported("it plays none of the games".to_owned()))
    }
}

/// The engine and our own session in the same game.
struct SideBySide<'a> {
    client: &'a mut GtpClient,
    ours: Session<Genmove>,
}

impl SideBySide<'_> {
    /// The answer of our session.
    fn answer(&mut self, command: &str) -> Answer {
        let answer = self.ours.answer(command).unwrap_or_default();
        match parse_answer(&answer) {
            Some(Ok(text)) => Ok(text.to_owned()),
            Some(Err(reason)) => Err(reason.to_owned()),
            None => Err("there is no answer".to_owned()),
        }
    }

    /// The name of the color to move.
    fn color(&self) -> Option<String> {
        let command = gtp::genmove_command(self.ours.table())?;
        command.strip_prefix("genmove ").map(str::to_owned)
    }

    /// Plays a random move on both sides, and returns whether there was one.
    fn play_on(&mut self, seed: u64) -> Result<bool, Failure> {
        let table = self.ours.table();
        let m = table.random_move(&mut generator(seed, table.ply()));
        let Some(command) = m.and_then(|m| gtp::play_command(table, &m)) else { return Ok(false) };
        self.client.ask(&command)?;
        self.answer(&command).map_err(Failure::Wrong)?;
        Ok(true)
    }

    /// Checks that both list the same moves.
    fn compare_legal_moves(&mut self) -> CheckResult {
        let Some(color) = self.color() else { return Ok(()) };
        let command = format!("all_legal {color}");
        let theirs = placements(&self.client.ask(&command)?);
        let ours = placements(&self.answer(&command).map_err(Failure::Wrong)?);
        let moves = self.ours.table().moves().join(" ");
        compare_moves(&theirs, &ours)
            .map_err(|reason| Failure::Wrong(format!("{reason}; after '{moves}'")))
    }
}

/// Placements with their squares in one order, sorted.
fn placements(lines: &str) -> Vec<String> {
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    let mut placements: Vec<String> = lines.map(sorted_squares).collect();
    placements.sort_unstable();
    placements
}

fn sorted_squares(placement: &str) -> String {
    let placement = placement.to_ascii_lowercase();
    let mut squares: Vec<&str> = placement.split(',').map(str::trim).collect();
    squares.sort_unstable();
    squares.join(",")
}

fn says_who_it_is(checker: &mut GtpChecker) -> CheckResult {
    for command in ["name", "version"] {
        let answer = checker.client()?.ask(command)?;
        ensure(!answer.is_empty(), || format!("its {command} is empty"))?;
    }
    Ok(())
}

fn has_the_commands(checker: &mut GtpChecker) -> CheckResult {
    let list = checker.client()?.ask("list_commands")?;
    let has = |name: &&str| list.lines().any(|line| line.trim() == *name);
    let needed = gtp::command_names().filter(|name| !OPTIONAL.contains(name));
    let missing: Vec<&str> = needed.filter(|name| !has(name)).collect();
    ensure(missing.is_empty(), || format!("it does not list {}", missing.join(", ")))
}

/// Commands without which whole games are played all the same: the two short forms, the version,
/// which Pentobi has not had since its version 15, and the processor time, which `twogtp` wants.
const OPTIONAL: [&str; 4] = ["cputime", "g", "p", "protocol_version"];

fn has_the_optional_commands(checker: &mut GtpChecker) -> CheckResult {
    let list = checker.client()?.ask("list_commands")?;
    let has = |name: &&str| list.lines().any(|line| line.trim() == *name);
    let missing: Vec<&str> = OPTIONAL.into_iter().filter(|name| !has(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(", ");
    Err(Failure::Unsupported(format!("it does not have {names}, which is optional")))
}

fn knows_what_it_knows(checker: &mut GtpChecker) -> CheckResult {
    for (command, right) in [("known_command genmove", "true"), ("known_command xyzzy", "false")] {
        let answer = checker.client()?.ask(command)?;
        let wrong = || format!("it answers '{command}' by '{}'", shortened(&answer));
        ensure(answer == right, wrong)?;
    }
    Ok(())
}

fn plays_the_games(checker: &mut GtpChecker) -> CheckResult {
    let mut missing = Vec::new();
    for game in checker.games.clone() {
        if checker.begin(game)?.is_none() {
            missing.push(game);
        }
    }
    let what = format!("it does not play {}", missing.join(", "));
    match missing.len() {
        0 => Ok(()),
        n_missing if n_missing < checker.games.len() => Err(Failure::Unsupported(what)),
        _ => Err(Failure::Wrong(what)),
    }
}

fn knows_the_legal_moves(both: &mut SideBySide<'_>) -> CheckResult {
    for _ in 0..MAX_PLIES {
        both.compare_legal_moves()?;
        if !both.play_on(1)? {
            break;
        }
    }
    Ok(())
}

fn refuses_what_is_not_legal(both: &mut SideBySide<'_>) -> CheckResult {
    let color = both.color().unwrap_or_default();
    for squares in ["pass", "g7", "a1,c3", "z99", "a1,b1,c1,d1,e1,f1"] {
        let command = format!("play {color} {squares}");
        let is_refused = both.client.try_ask(&command)?.is_err();
        ensure(is_refused, || format!("it accepts '{command}' in the beginning"))?;
    }
    both.compare_legal_moves()
}

fn takes_moves_back(both: &mut SideBySide<'_>) -> CheckResult {
    for _ in 0..6 {
        both.play_on(2)?;
    }
    for _ in 0..3 {
        both.client.ask("undo")?;
        both.answer("undo").map_err(Failure::Wrong)?;
        both.compare_legal_moves()?;
    }
    both.play_on(3).map(drop)
}

fn plays_whole_games(both: &mut SideBySide<'_>) -> CheckResult {
    while let Some(color) = both.color() {
        let squares = both.client.genmove(&color)?;
        if squares.eq_ignore_ascii_case("resign") {
            return Ok(());
        }
        let played = both.answer(&format!("play {color} {squares}"));
        played.map_err(|reason| Fault::illegal(&squares, &reason))?;
    }
    let ours = both.answer("final_score").map_err(Failure::Wrong)?;
    let theirs = both.client.ask("final_score")?;
    let wrong = || format!("its final score is '{}', not '{ours}'", shortened(&theirs));
    ensure(theirs == ours, wrong)
}

fn shows_the_board(both: &mut SideBySide<'_>) -> CheckResult {
    both.play_on(4)?;
    let board = both.client.ask("showboard")?;
    ensure(board.lines().count() > 10, || "its board has too few lines".to_owned())
}

fn saves_and_loads(both: &mut SideBySide<'_>) -> CheckResult {
    for _ in 0..5 {
        both.play_on(5)?;
    }
    let unwritten = |error| Failure::Wrong(format!("there is no room for a file: {error}"));
    let file = TemporaryFile::new("").map_err(unwritten)?;
    both.client.ask(&format!("savesgf {}", file.0.display()))?;
    both.client.ask("clear_board")?;
    both.client.ask(&format!("loadsgf {}", file.0.display()))?;
    both.compare_legal_moves()
}

fn survives_nonsense(checker: &mut GtpChecker) -> CheckResult {
    let long = format!("play {}", "x".repeat(50_000));
    for command in ["xyzzy", "play", "play q a1", "genmove", "set_game Chess", "loadsgf /", &long] {
        let is_refused = checker.client()?.try_ask(command)?.is_err();
        ensure(is_refused, || format!("it does not refuse '{}'", shortened(command)))?;
    }
    checker.in_a_game(plays_on)
}

fn plays_on(both: &mut SideBySide<'_>) -> CheckResult {
    both.play_on(6)?;
    both.compare_legal_moves()
}

fn quits(checker: &mut GtpChecker) -> CheckResult {
    checker.client()?.ask("quit")?;
    check_end(&mut checker.engine, "after 'quit'")
}

fn in_game(game: &str, failure: Failure) -> Failure {
    match failure {
        Failure::Wrong(reason) => Failure::Wrong(format!("{game}: {reason}")),
        other => other,
    }
}
