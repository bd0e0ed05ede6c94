//! Sessions of our engines, as in docs/protocols.md.

mod program;

use std::time::Duration;

use tilewright_bots::{Limits, Thinking, generator};
use tilewright_core::{Seat, Turn, Viewer};
use tilewright_protocol::engine::{EngineSpec, ExternalEngine, Process, Protocol, Timeouts};
use tilewright_protocol::ugi::InfoLine;
use tilewright_table::{GameId, Table};

use crate::program::{Folder, told};

const PROTOCOL: &str = include_str!("../../../docs/protocols.md");

/// Long enough for the slowest machine.
const LONG: Duration = Duration::from_mins(1);

const LONG_TIMEOUTS: Timeouts =
    Timeouts { start: LONG, answer: LONG, margin: LONG, search: LONG, stop: LONG, quit: LONG };

fn command(arguments: &str) -> String {
    format!("'{}' {arguments}", env!("CARGO_BIN_EXE_tilewright"))
}

/// The next line that is not a thought.
fn next_line(engine: &mut Process) -> String {
    loop {
        let line = engine.receive("line", LONG).unwrap();
        let is_thought = line.starts_with("info ") && !line.starts_with("info string error");
        if !is_thought {
            return line;
        }
    }
}

/// Says what stands in a session, and compares the answers.
fn follow(session: &str) {
    let (first, lines) = session.split_once('\n').unwrap();
    let mut engine = Process::start(&command(first)).unwrap();
    for line in lines.lines() {
        if let Some(said) = line.strip_prefix("> ") {
            engine.send(said).unwrap();
            continue;
        }
        let right = line.strip_prefix('<').unwrap().trim_start();
        if right.starts_with("info depth") {
            assert!(InfoLine::read(right, Seat::new(0).unwrap(), 2).is_some(), "{right}");
        } else if right.starts_with("info string") && !right.starts_with("info string error") {
            // Sentences of a bot for people.
        } else {
            let answer = next_line(&mut engine);
            let is_right = match (right.strip_suffix('…'), right.strip_prefix("bestmove ")) {
                (Some(beginning), _) => answer.starts_with(beginning),
                (_, Some(m)) if m != "none" => {
                    answer.starts_with("bestmove ") && answer != "bestmove none"
                }
                _ => answer == right,
            };
            assert!(is_right, "$ tilewright {first}\nsays\n{answer}\nnot\n{right}");
        }
    }
    assert!(engine.wait(LONG).is_some_and(|status| status.success()), "{first}");
}

#[test]
fn the_sessions_of_the_document_are_true() {
    let sessions: Vec<&str> = PROTOCOL.split("```text\n$ tilewright ").skip(1).collect();
    assert_eq!(sessions.len(), 5, "one for each game, and one in GTP");
    for session in sessions {
        follow(session.split("\n```").next().unwrap());
    }
}

#[test]
fn our_engines_pass_every_check() {
    let folder = Folder::new();
    for game in GameId::ALL {
        let engine = command(&format!("engine {game}"));
        let checks = told(&folder.run(&["protocol-check", &engine], ""));
        assert_eq!(checks.lines().count(), 15);
        assert!(checks.lines().all(|line| line.starts_with("ok ")), "{game}:\n{checks}");
    }
    let engine = command("engine blokus --protocol gtp");
    let checks = told(&folder.run(&["protocol-check", &engine, "--protocol", "gtp"], ""));
    assert_eq!(checks.lines().count(), 14);
    assert!(checks.lines().all(|line| line.starts_with("ok ")), "{checks}");
}

#[test]
fn what_an_engine_does_wrong_is_told() {
    let folder = Folder::new();
    // A line of it answers all that a handshake wants, and nothing else.
    let script = "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
                  query*) echo response maybe;; go*) echo bestmove nonsense;; \
                  quit) exit 1;; esac; done; exit 3";
    let engine = format!("sh -c '{script}'");
    let output = folder.run(&["protocol-check", &engine, "--game", "aquapipe"], "");
    assert_eq!(output.status.code(), Some(1));
    let checks = String::from_utf8(output.stdout).unwrap();
    for line in [
        "FAILED  says who it is: there is no 'id name' before 'ugiok'",
        "FAILED  answers gameover, p1turn and result: it answers 'query gameover' by 'maybe', not \
        'false'",
        "FAILED  quits on request: it ends with exit status: 1 after 'quit'",
        "FAILED  ends with its input: it ends with exit status: 3 when its input ends",
    ] {
        assert!(checks.lines().any(|other| other == line), "{checks}");
    }
    let illegal = "FAILED  plays legal moves: it plays nonsense, which is not legal";
    assert!(checks.contains(illegal), "{checks}");
    let failures = String::from_utf8(output.stderr).unwrap();
    assert!(failures.starts_with("error: ") && failures.ends_with("of 15 checks failed\n"));
}

#[test]
fn an_engine_that_cannot_be_asked_is_told() {
    let folder = Folder::new();
    let engine = command("engine coerceo");
    for (arguments, error) in [
        (
            &["protocol-check", "/no/such/engine"][..],
            "error: the engine cannot be started: /no/such/engine: No such file or directory (os \
            error 2)\n",
        ),
        (
            &["protocol-check", "sh -c 'read a; echo ugiok; read a; echo readyok; read a'"],
            "error: the engine does not say which game it plays, so somebody else must: name it by \
            --game\n",
        ),
        (
            &["protocol-check", &engine, "--game", "blokus"],
            "error: the engine plays coerceo, not blokus\n",
        ),
        (
            &["engine", "coerceo", "--protocol", "gtp"],
            "error: GTP is for Blokus, not for Coerceo\n",
        ),
        (
            &["engine", "coerceo", "--bot", "random:speed=9"],
            "error: random has no 'speed': choose seed\n",
        ),
    ] {
        let output = folder.run(arguments, "");
        assert!(!output.status.success());
        assert_eq!(String::from_utf8(output.stderr).unwrap(), error);
    }
}

/// Lets an engine play all seats, each as it sees the game, and returns the table at the end.
fn play(spec: &EngineSpec, game: &str, options: &[(&str, &str)]) -> Box<dyn Table> {
    let game: GameId = game.parse().unwrap();
    let mut table = game.open(options).unwrap();
    let mut engines: Vec<Box<dyn ExternalEngine>> = Vec::new();
    for seat in Seat::first(table.n_seats()) {
        let view = table.view(Viewer::Seat(seat));
        let view = view["position"].as_str().unwrap_or_default().to_owned();
        let start = if game.has_secrets() { view } else { table.position_text() };
        let mut engine = spec.engine(LONG_TIMEOUTS);
        engine.begin(game, seat, &start).unwrap();
        engines.push(engine);
    }
    loop {
        let ply = table.ply();
        let m = match table.turn() {
            Turn::Over(_) => return table,
            Turn::Chance => table.random_move(&mut generator(5, ply)).unwrap(),
            Turn::Player(seat) => {
                let limits = Limits { nodes: Some(50), ..Limits::NONE };
                let mut thinking = Thinking { limits, seed: 3, ..Thinking::default() };
                engines[seat.index()].choose(None, &mut thinking).unwrap().m
            }
        };
        table.play(&m).unwrap();
        for (engine, seat) in engines.iter_mut().zip(Seat::first(6)) {
            let look = table.moves_seen_by(Viewer::Seat(seat)).pop().unwrap();
            engine.follow(&look, table.revealed(ply + 1));
        }
    }
}

#[test]
fn engines_play_every_game_to_its_end() {
    let ugi = |arguments: &str| EngineSpec {
        protocol: Protocol::Ugi,
        command: command(&format!("engine {arguments}")),
    };
    play(&ugi("aquapipe --bot minimax"), "aquapipe", &[("variant", "4x4")]);
    play(&ugi("coerceo --bot minimax"), "coerceo", &[("variant", "ocius"), ("win-captures", "3")]);
    play(&ugi("blokus"), "blokus", &[("variant", "classic-3")]);
    play(&ugi("triominos"), "triominos", &[("seats", "3"), ("target", "100")]);
}

#[test]
fn the_same_bot_plays_the_same_game_in_both_protocols() {
    let spec = |protocol: Protocol| EngineSpec {
        protocol,
        command: command(&format!("engine blokus --protocol {protocol} --seed 3")),
    };
    for variant in ["duo", "classic", "classic-2", "classic-3"] {
        let [ugi, gtp] = Protocol::ALL.map(|it| play(&spec(it), "blokus", &[("variant", variant)]));
        assert_eq!(ugi.moves(), gtp.moves(), "{variant}");
    }
}

#[test]
fn a_game_in_gtp_may_begin_in_any_position() {
    let game: GameId = "blokus".parse().unwrap();
    let mut table = game.open(&[("variant", "duo")]).unwrap();
    table.play("F5e@d9").unwrap();
    let start = table.position_text();
    let spec =
        EngineSpec { protocol: Protocol::Gtp, command: command("engine blokus --protocol gtp") };
    let mut engine = spec.engine(LONG_TIMEOUTS);
    engine.begin(game, Seat::new(1).unwrap(), &start).unwrap();
    let wanted = engine.choose(None, &mut Thinking::default()).unwrap().m;
    // Another move may be played than the one that the engine wanted, and that is on its board.
    for _ in 0..2 {
        let m = table.legal_moves().into_iter().find(|m| *m != wanted).unwrap();
        table.play(&m).unwrap();
        engine.follow(&m, None);
    }
    let m = engine.choose(None, &mut Thinking::default()).unwrap().m;
    table.play(&m).unwrap();
}

#[test]
fn a_search_is_stopped_at_once() {
    let mut engine = Process::start(&command("engine coerceo --bot minimax")).unwrap();
    for line in ["position startpos", "go infinite", "isready", "stop", "query turn", "quit"] {
        engine.send(line).unwrap();
    }
    assert_eq!(next_line(&mut engine), "readyok");
    assert!(next_line(&mut engine).starts_with("bestmove "));
    assert_eq!(next_line(&mut engine), "response p1");
    assert!(engine.wait(LONG).is_some_and(|status| status.success()));
}

#[test]
fn a_line_too_long_is_refused_and_forgotten() {
    let folder = Folder::new();
    let input = format!("position {}\nquery turn\n", "x ".repeat(1 << 20));
    let answers = told(&folder.run(&["engine", "aquapipe"], &input));
    assert_eq!(answers, "info string error: the line is too long\nresponse p1\n");
}
