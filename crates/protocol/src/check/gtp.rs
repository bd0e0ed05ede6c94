//! Checks of engines that speak GTP for Blokus. What is right, a session of our own says.

use tilewright_bots::generator;
use tilewright_core::shortened;
use tilewright_table::{GameId, Table};

use super::{Check, CheckError, Outcome, Restart, Subject, Trouble, compare_moves, ensure};
use crate::engine::{Answer, Fault, GtpLink, PassingFile, Patience};
use crate::gtp::{self, Gtp, parse_answer};

/// How far an engine is asked for the legal moves of a game.
const MAX_PLIES: usize = 30;

const GAMES: [&str; 4] = ["Blokus Duo", "Blokus", "Blokus Two-Player", "Blokus Three-Player"];

pub(super) const CHECKS: &[Check<Checker>] = &[
    ("says who it is", says_who_it_is),
    ("has the commands", has_the_commands),
    ("knows what it knows", knows_what_it_knows),
    ("plays the games", plays_the_games),
    ("knows the legal moves", knows_the_legal_moves),
    ("refuses what is not legal", refuses_what_is_not_legal),
    ("takes moves back", takes_moves_back),
    ("plays whole games", plays_whole_games),
    ("shows the board", shows_the_board),
    ("saves and loads games", saves_and_loads),
    ("survives nonsense", survives_nonsense),
    ("quits when told", quits),
    ("ends with its input", ends_with_its_input),
];

/// The commands that games need.
const COMMANDS: [&str; 17] = [
    "all_legal",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "list_commands",
    "loadsgf",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "savesgf",
    "set_game",
    "showboard",
    "undo",
    "version",
];

/// Our own session chooses nothing.
type Chooser = fn(&dyn Table) -> Result<String, String>;

pub(super) struct Checker {
    command: String,
    patience: Patience,
    games: Vec<&'static str>,
    link: Option<GtpLink>,
}

impl Restart for Checker {
    fn restart(&mut self) {
        self.link = None;
    }
}

impl Checker {
    /// Starts the engine.
    pub(super) fn new(subject: &Subject) -> Result<Checker, CheckError> {
        let Subject { spec, game, options, patience } = subject;
        let game = game.unwrap_or_else(blokus);
        let games = if options.is_empty() && game == blokus() {
            GAMES.to_vec()
        } else {
            let pairs: Vec<(&str, &str)> =
                options.iter().map(|(name, value)| (&**name, &**value)).collect();
            let table = game.open(&pairs).map_err(|error| Fault::not_started(&error))?;
            let unsaid = || Fault::not_started("GTP has no words for this game");
            let commands = gtp::commands(&*table).ok_or_else(unsaid)?;
            let is_set = |name: &&str| commands[0] == format!("set_game {name}");
            GAMES.into_iter().filter(is_set).collect()
        };
        let link = GtpLink::start(&spec.command, *patience)?;
        let (command, patience) = (spec.command.clone(), *patience);
        Ok(Checker { command, patience, games, link: Some(link) })
    }

    fn link(&mut self) -> Result<&mut GtpLink, Fault> {
        let link = match self.link.take() {
            Some(link) => link,
            None => GtpLink::start(&self.command, self.patience)?,
        };
        Ok(self.link.insert(link))
    }

    /// Begins a game on both sides; nothing if the engine does not play it.
    fn begin(&mut self, game: &str) -> Result<Option<Both<'_>>, Fault> {
        let command = format!("set_game {game}");
        let table = blokus().open(&[]).map_err(|error| Fault::not_started(&error))?;
        let nobody: Chooser = |_| Err("nobody is thinking".to_owned());
        let ours = Gtp::new(table, nobody).map_err(|error| Fault::not_started(&error))?;
        let link = self.link()?;
        if link.try_ask(&command)?.is_err() {
            return Ok(None);
        }
        let mut both = Both { link, ours };
        both.answer(&command).map_err(Fault::protocol)?;
        both.link.ask("clear_board")?;
        Ok(Some(both))
    }

    /// The games that the engine plays, each begun and handed to a check.
    fn in_every_game(&mut self, check: impl Fn(&mut Both<'_>) -> Outcome) -> Outcome {
        for game in self.games.clone() {
            if let Some(mut both) = self.begin(game)? {
                check(&mut both).map_err(|trouble| in_game(game, trouble))?;
            }
        }
        Ok(())
    }

    /// The same in the first of them.
    fn in_a_game(&mut self, check: impl Fn(&mut Both<'_>) -> Outcome) -> Outcome {
        for game in self.games.clone() {
            if let Some(mut both) = self.begin(game)? {
                return check(&mut both);
            }
        }
        Err(Trouble::Absent("it plays none of the games".to_owned()))
    }
}

/// The engine and our own session in the same game.
struct Both<'a> {
    link: &'a mut GtpLink,
    ours: Gtp<Chooser>,
}

impl Both<'_> {
    /// What our session says.
    fn answer(&mut self, command: &str) -> Answer {
        let answer = self.ours.answer(command).unwrap_or_default();
        match parse_answer(&answer) {
            Some(Ok(text)) => Ok(text.to_owned()),
            Some(Err(reason)) => Err(reason.to_owned()),
            None => Err("there is no answer".to_owned()),
        }
    }

    /// The color to move, in the words of the protocol.
    fn color(&self) -> Option<String> {
        let command = gtp::genmove_command(self.ours.table())?;
        command.strip_prefix("genmove ").map(str::to_owned)
    }

    /// Both play a random move; says whether there was one.
    fn play_on(&mut self, seed: u64) -> Result<bool, Trouble> {
        let table = self.ours.table();
        let m = table.random_move(&mut generator(seed, table.ply()));
        let Some(command) = m.and_then(|m| gtp::play_command(table, &m)) else { return Ok(false) };
        self.link.ask(&command)?;
        self.answer(&command).map_err(Trouble::Wrong)?;
        Ok(true)
    }

    /// Checks that both list the same moves.
    fn compare_legal_moves(&mut self) -> Outcome {
        let Some(color) = self.color() else { return Ok(()) };
        let command = format!("all_legal {color}");
        let theirs = placements(&self.link.ask(&command)?);
        let ours = placements(&self.answer(&command).map_err(Trouble::Wrong)?);
        let moves = self.ours.table().moves().join(" ");
        compare_moves(&theirs, &ours)
            .map_err(|reason| Trouble::Wrong(format!("{reason}; after '{moves}'")))
    }
}

/// Placements with their squares in one order, sorted.
fn placements(lines: &str) -> Vec<String> {
    let tidy = |line: &str| {
        let line = line.to_ascii_lowercase();
        let mut squares: Vec<&str> = line.split(',').map(str::trim).collect();
        squares.sort_unstable();
        squares.join(",")
    };
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    let mut placements: Vec<String> = lines.map(tidy).collect();
    placements.sort_unstable();
    placements
}

fn says_who_it_is(checker: &mut Checker) -> Outcome {
    for command in ["name", "version"] {
        let answer = checker.link()?.ask(command)?;
        ensure(!answer.is_empty(), || format!("its {command} is empty"))?;
    }
    Ok(())
}

fn has_the_commands(checker: &mut Checker) -> Outcome {
    let list = checker.link()?.ask("list_commands")?;
    let has = |name: &&str| list.lines().any(|line| line.trim() == *name);
    let missing: Vec<&str> = COMMANDS.into_iter().filter(|name| !has(name)).collect();
    ensure(missing.is_empty(), || format!("it does not list {}", missing.join(", ")))
}

fn knows_what_it_knows(checker: &mut Checker) -> Outcome {
    for (command, right) in [("known_command genmove", "true"), ("known_command xyzzy", "false")] {
        let answer = checker.link()?.ask(command)?;
        let wrong = || format!("it answers '{command}' by '{}'", shortened(&answer));
        ensure(answer == right, wrong)?;
    }
    Ok(())
}

fn plays_the_games(checker: &mut Checker) -> Outcome {
    let mut missing = Vec::new();
    for game in checker.games.clone() {
        if checker.begin(game)?.is_none() {
            missing.push(game);
        }
    }
    let what = format!("it does not play {}", missing.join(", "));
    match missing.len() {
        0 => Ok(()),
        n_missing if n_missing < checker.games.len() => Err(Trouble::Absent(what)),
        _ => Err(Trouble::Wrong(what)),
    }
}

fn knows_the_legal_moves(checker: &mut Checker) -> Outcome {
    checker.in_every_game(|both| {
        for _ in 0..MAX_PLIES {
            both.compare_legal_moves()?;
            if !both.play_on(1)? {
                break;
            }
        }
        Ok(())
    })
}

fn refuses_what_is_not_legal(checker: &mut Checker) -> Outcome {
    checker.in_every_game(|both| {
        let color = both.color().unwrap_or_default();
        for squares in ["pass", "g7", "a1,c3", "z99", "a1,b1,c1,d1,e1,f1"] {
            let command = format!("play {color} {squares}");
            let is_refused = both.link.try_ask(&command)?.is_err();
            ensure(is_refused, || format!("it accepts '{command}' in the beginning"))?;
        }
        both.compare_legal_moves()
    })
}

fn takes_moves_back(checker: &mut Checker) -> Outcome {
    checker.in_a_game(|both| {
        for _ in 0..6 {
            both.play_on(2)?;
        }
        for _ in 0..3 {
            both.link.ask("undo")?;
            both.answer("undo").map_err(Trouble::Wrong)?;
            both.compare_legal_moves()?;
        }
        both.play_on(3).map(drop)
    })
}

fn plays_whole_games(checker: &mut Checker) -> Outcome {
    checker.in_every_game(|both| {
        while let Some(color) = both.color() {
            let squares = both.link.generate(&color)?;
            let played = both.answer(&format!("play {color} {squares}"));
            played.map_err(|reason| Fault::illegal(&squares, &reason))?;
        }
        let ours = both.answer("final_score").map_err(Trouble::Wrong)?;
        let theirs = both.link.ask("final_score")?;
        let wrong = || format!("its final score is '{}', not '{ours}'", shortened(&theirs));
        ensure(theirs == ours, wrong)
    })
}

fn shows_the_board(checker: &mut Checker) -> Outcome {
    checker.in_a_game(|both| {
        both.play_on(4)?;
        let board = both.link.ask("showboard")?;
        ensure(board.lines().count() > 10, || "its board has too few lines".to_owned())
    })
}

fn saves_and_loads(checker: &mut Checker) -> Outcome {
    checker.in_a_game(|both| {
        for _ in 0..5 {
            both.play_on(5)?;
        }
        let unwritten = |error| Trouble::Wrong(format!("there is no room for a file: {error}"));
        let file = PassingFile::new("").map_err(unwritten)?;
        both.link.ask(&format!("savesgf {}", file.0.display()))?;
        both.link.ask("clear_board")?;
        both.link.ask(&format!("loadsgf {}", file.0.display()))?;
        both.compare_legal_moves()
    })
}

fn survives_nonsense(checker: &mut Checker) -> Outcome {
    let long = format!("play {}", "x".repeat(50_000));
    for command in ["xyzzy", "play", "play q a1", "genmove", "set_game Chess", "loadsgf /", &long] {
        let is_refused = checker.link()?.try_ask(command)?.is_err();
        ensure(is_refused, || format!("it does not refuse '{}'", shortened(command)))?;
    }
    checker.in_a_game(|both| {
        both.play_on(6)?;
        both.compare_legal_moves()
    })
}

fn quits(checker: &mut Checker) -> Outcome {
    checker.link()?.ask("quit")?;
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

fn in_game(game: &str, trouble: Trouble) -> Trouble {
    match trouble {
        Trouble::Wrong(reason) => Trouble::Wrong(format!("{game}: {reason}")),
        other => other,
    }
}

fn blokus() -> GameId {
    "blokus".parse().expect("it is a game")
}
