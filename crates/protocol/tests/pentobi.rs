//! Pentobi's engine: recorded sessions of it, and the real one if `PENTOBI_GTP` is its command,
//! such as `PENTOBI_GTP="pentobi-gtp --nobook --level 1 --noresign"`.

#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tilewright_blokus::{Position, pentobi};
use tilewright_bots::{Thinking, generator};
use tilewright_core::Seat;
use tilewright_protocol::check::{CheckStatus, EngineUnderTest};
use tilewright_protocol::engine::{
    EngineSpec, ExternalEngine, FaultKind, GtpEngine, NoChoice, Protocol, Timeouts,
};
use tilewright_table::{Ending, GameId, Table};

const VARIANTS: [&str; 4] = ["duo", "classic", "classic-2", "classic-3"];

fn recorded(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pentobi");
    folder.join(format!("{name}.session"))
}

/// The command of an engine that plays a session back.
fn playback(session: &Path) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded_engine.sh");
    format!("sh '{}' '{}'", script.display(), session.display())
}

fn score(table: &dyn Table) -> String {
    let position: Position = table.position_text().parse().unwrap();
    pentobi::score(&position)
}

/// Leads an engine through a recorded session: it is asked where it was asked, and the other moves
/// are those of the session.
fn replay(variant: &str, name: &str) -> (Box<dyn Table>, Option<NoChoice>) {
    let text = fs::read_to_string(recorded(name)).unwrap();
    let game: GameId = "blokus".parse().unwrap();
    let mut table = game.open(&[("variant", variant)]).unwrap();
    let seat = Seat::new(0).unwrap();
    let mut engine = GtpEngine::new(&playback(&recorded(name)), Timeouts::default());
    engine.begin(game, seat, &table.position_text()).unwrap();
    assert_eq!(engine.name(), Some("Pentobi"));
    for command in text.lines().filter_map(|line| line.strip_prefix("> ")) {
        let words: Vec<&str> = command.split(' ').collect();
        let squares = match words.as_slice() {
            ["genmove", _] => {
                assert_eq!(table.turn().seat(), Some(seat), "{name}: {command}");
                match engine.choose(None, &mut Thinking::default()) {
                    Ok(choice) => choice.m,
                    Err(reason) => return (table, Some(reason)),
                }
            }
            ["play", _, squares] => (*squares).to_owned(),
            _ => continue,
        };
        let m = table.play(&squares).unwrap();
        engine.follow(&m, None);
    }
    (table, None)
}

#[test]
fn recorded_sessions_of_every_variant_are_played_to_their_end() {
    for variant in VARIANTS {
        let (table, end) = replay(variant, variant);
        assert_eq!(end, None, "{variant}");
        assert!(table.turn().is_over(), "{variant}");
        let text = fs::read_to_string(recorded(variant)).unwrap();
        let said = text.lines().find_map(|line| line.strip_prefix("# final score: "));
        assert_eq!(Some(score(&*table).as_str()), said, "{variant}");
    }
}

#[test]
fn a_resignation_is_no_fault() {
    let (mut table, end) = replay("duo", "resigns");
    let reason = end.unwrap();
    assert_eq!((&reason, reason.ending()), (&NoChoice::Resigned, Ending::Resigned));
    table.end(Seat::new(0).unwrap(), reason.ending()).unwrap();
    assert_eq!(table.turn().outcome().unwrap().place(Seat::new(1).unwrap()), 1);
}

#[test]
fn another_answer_than_the_recorded_one_is_a_fault() {
    let name = format!("changed-{}.session", std::process::id());
    let changed = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let text = fs::read_to_string(recorded("duo")).unwrap();
    let (before, rest) = text.split_once("> genmove B\n= ").unwrap();
    let after = rest.split_once('\n').unwrap().1;
    for (answer, kind) in [
        ("= a1,c3", FaultKind::Illegal),
        ("= pass", FaultKind::Illegal),
        ("? no idea", FaultKind::Protocol),
    ] {
        fs::write(&changed, format!("{before}> genmove B\n{answer}\n{after}")).unwrap();
        let game: GameId = "blokus".parse().unwrap();
        let table = game.open(&[("variant", "duo")]).unwrap();
        let mut engine = GtpEngine::new(&playback(&changed), Timeouts::default());
        engine.begin(game, Seat::new(0).unwrap(), &table.position_text()).unwrap();
        let error = engine.choose(None, &mut Thinking::default()).unwrap_err();
        let NoChoice::Fault(fault) = error else { panic!("{answer}") };
        assert_eq!(fault.kind(), kind, "{answer}: {fault}");
    }
    fs::remove_file(changed).unwrap();
}

/// The command of the real engine, if there is one.
fn real_engine() -> Option<String> {
    let command = env::var("PENTOBI_GTP").ok().filter(|command| !command.is_empty());
    if command.is_none() {
        eprintln!("PENTOBI_GTP is not set, so the real engine is not tested");
    }
    command
}

#[test]
fn the_real_engine_plays_every_variant() {
    let Some(command) = real_engine() else { return };
    let game: GameId = "blokus".parse().unwrap();
    let mut engine = GtpEngine::new(&command, Timeouts::default());
    for variant in VARIANTS {
        let mut table = game.open(&[("variant", variant)]).unwrap();
        let seat = Seat::new(0).unwrap();
        engine.begin(game, seat, &table.position_text()).unwrap();
        while let Some(mover) = table.turn().seat() {
            let m = if mover == seat {
                match engine.choose(None, &mut Thinking::default()) {
                    Ok(choice) => choice.m,
                    Err(NoChoice::Resigned) => {
                        table.end(seat, Ending::Resigned).unwrap();
                        continue;
                    }
                    Err(NoChoice::Fault(fault)) => panic!("{variant}: the engine {fault}"),
                }
            } else {
                table.random_move(&mut generator(7, table.ply())).unwrap()
            };
            let m = table.play(&m).unwrap();
            engine.follow(&m, None);
        }
    }
    assert!(engine.cpu_time() > Duration::ZERO);
}

#[test]
fn the_real_engine_passes_the_checks() {
    let Some(command) = real_engine() else { return };
    let spec = EngineSpec { protocol: Protocol::Gtp, command };
    let timeouts = Timeouts::default();
    let tested = EngineUnderTest { spec, game: None, options: Vec::new(), timeouts };
    for report in tested.check(&mut |_| ()).unwrap() {
        match report.status {
            CheckStatus::Failed(reason) => panic!("{}: {reason}", report.name),
            CheckStatus::Passed | CheckStatus::Unsupported(_) => {}
        }
    }
}
