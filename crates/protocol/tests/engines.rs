//! Engines that misbehave, each in its way, are caught in time and leave nothing behind.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tilewright_bots::{Choice, Limits, Stop, Thinking};
use tilewright_core::{BySeat, Seat};
use tilewright_protocol::engine::{
    EngineSpec, ExternalEngine, Fault, FaultKind, NoChoice, Process, Timeouts, UgiEngine,
};
use tilewright_table::GameId;

const START: &str = "3x3 .../.../...|.../.../...|.../.../... b";

/// Long enough for the slowest machine.
const LONG: Duration = Duration::from_mins(1);

/// Long enough to see that nothing comes.
const SHORT: Duration = Duration::from_millis(250);

/// Timeouts that only ends where an engine never answers.
const LONG_TIMEOUTS: Timeouts =
    Timeouts { start: LONG, answer: LONG, margin: LONG, search: LONG, stop: LONG, quit: LONG };

fn command(mode: &str, mark: u32) -> String {
    format!("sh {}/tests/bad_engine.sh {mode} {mark}", env!("CARGO_MANIFEST_DIR"))
}

fn seat() -> Seat {
    Seat::new(0).unwrap()
}

fn begin(engine: &mut dyn ExternalEngine) -> Result<(), Fault> {
    engine.begin("aquapipe".parse::<GameId>().unwrap(), seat(), START)
}

fn choose(engine: &mut dyn ExternalEngine) -> Result<Choice<String>, NoChoice> {
    let limits = Limits { time: Some(Duration::from_millis(10)), ..Limits::NONE };
    engine.choose(None, &mut Thinking { limits, ..Thinking::default() })
}

/// Begins a game and asks for a move.
fn ask(mode: &str, mark: u32, timeouts: Timeouts) -> Result<Choice<String>, NoChoice> {
    let mut engine = UgiEngine::new(&command(mode, mark), timeouts);
    begin(&mut engine)?;
    choose(&mut engine)
}

fn fault(mode: &str, mark: u32, timeouts: Timeouts) -> Fault {
    let NoChoice::Fault(fault) = ask(mode, mark, timeouts).unwrap_err() else { panic!() };
    assert_nothing_left(mark);
    fault
}

/// Waits until nothing that bears the mark runs any more and no child of ours is a zombie.
fn assert_nothing_left(mark: u32) {
    let begin = Instant::now();
    loop {
        let left = left_behind(mark);
        if left.is_empty() {
            return;
        }
        assert!(begin.elapsed() < LONG, "{left:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The processes that bear the mark or that nobody has reaped.
fn left_behind(mark: u32) -> Vec<String> {
    let marks = [format!("1000.{mark}"), mark.to_string()];
    let us = std::process::id().to_string();
    let mut left = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let words = fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default();
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // After the name, which may have spaces in it: the state and the parent.
        let state: Vec<&str> =
            stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
        let is_zombie = state.first() == Some(&"Z") && state.get(1) == Some(&us.as_str());
        if is_zombie || words.split('\0').any(|word| marks.iter().any(|mark| word == mark)) {
            left.push(format!("{words} {stat}"));
        }
    }
    left
}

#[test]
fn a_good_engine_plays() {
    let mut engine = UgiEngine::new(&command("good", 70_001), LONG_TIMEOUTS);
    assert_eq!(engine.name(), None);
    begin(&mut engine).unwrap();
    assert_eq!(engine.name(), Some("Bad Engine"));
    let choice = choose(&mut engine).unwrap();
    assert_eq!((choice.m.as_str(), choice.info.nodes), ("S@b2", 9));
    assert_eq!(choice.info.value, Some(BySeat::from([0.5, 0.5])));
    drop(engine);
    assert_nothing_left(70_001);
}

#[test]
fn what_cannot_be_started() {
    for (command, reason) in [
        ("/no/such/engine --fast", "/no/such/engine: No such file or directory (os error 2)"),
        ("'engine", "a quotation mark is not closed"),
        (" ", "there is no command"),
    ] {
        let fault = begin(&mut UgiEngine::new(command, LONG_TIMEOUTS)).unwrap_err();
        assert_eq!(fault, Fault::NotStarted { why: reason.to_owned() });
    }
}

#[test]
fn the_words_of_a_command_are_those_of_a_shell() {
    let mut process = Process::start(r#"printf '%s|' "a b" c\ d 'e"f'"#).unwrap();
    assert_eq!(process.receive("words", LONG).unwrap(), r#"a b|c d|e"f|"#);
}

#[test]
fn a_crash_is_told_with_the_last_words() {
    let how = "it ended with exit status: 3: out of memory".to_owned();
    assert_eq!(fault("crash-at-start", 70_002, LONG_TIMEOUTS), Fault::Crashed { how });
    let how = "it ended with exit status: 0".to_owned();
    assert_eq!(fault("end-at-start", 70_003, LONG_TIMEOUTS), Fault::Crashed { how });
    let how = "it ended with signal: 9 (SIGKILL): assertion failed".to_owned();
    assert_eq!(fault("crash", 70_004, LONG_TIMEOUTS), Fault::Crashed { how });
}

#[test]
fn an_engine_that_says_nothing_times_out() {
    let what = "no ugiok within 250 ms".to_owned();
    let timeouts = Timeouts { start: SHORT, ..LONG_TIMEOUTS };
    assert_eq!(fault("deaf", 70_005, timeouts), Fault::TimedOut { what });
}

#[test]
fn an_engine_that_hangs_times_out() {
    let what = "no bestmove within 260 ms".to_owned();
    let timeouts = Timeouts { margin: SHORT, ..LONG_TIMEOUTS };
    assert_eq!(fault("hang", 70_006, timeouts), Fault::TimedOut { what: what.clone() });
    assert_eq!(fault("silent", 70_007, timeouts), Fault::TimedOut { what });
}

#[test]
fn a_little_late_is_forgiven() {
    assert_eq!(ask("late", 70_008, LONG_TIMEOUTS).unwrap().m, "S@b2");
    assert_nothing_left(70_008);
}

#[test]
fn what_is_no_move_is_for_the_table_to_refuse() {
    let choice = ask("illegal", 70_009, LONG_TIMEOUTS).unwrap();
    let mut table = "aquapipe".parse::<GameId>().unwrap().open(&[]).unwrap();
    let error = table.play(&choice.m).unwrap_err();
    assert!(Fault::illegal(&choice.m, &error).to_string().starts_with("plays S@z9, which is not"));
}

#[test]
fn an_engine_without_a_move_is_at_fault() {
    let silent = fault("no-move", 70_010, LONG_TIMEOUTS);
    assert_eq!(silent.to_string(), "has no move: I give up");
    assert_eq!(fault("empty-move", 70_011, LONG_TIMEOUTS).to_string(), "has no move");
}

#[test]
fn an_option_that_is_none_breaks_the_protocol() {
    let Fault::Protocol { what } = fault("odd-option", 70_012, LONG_TIMEOUTS) else { panic!() };
    assert!(what.starts_with("'option called hash' does not say an option"), "{what}");
}

#[test]
fn garbage_is_passed_over() {
    assert_eq!(ask("garbage", 70_013, LONG_TIMEOUTS).unwrap().m, "S@b2");
    assert_eq!(ask("complain", 70_014, LONG_TIMEOUTS).unwrap().m, "S@b2");
}

#[test]
fn a_second_move_is_not_taken_for_the_next() {
    let mut engine = UgiEngine::new(&command("twice", 70_015), LONG_TIMEOUTS);
    begin(&mut engine).unwrap();
    for _ in 0..3 {
        assert_eq!(choose(&mut engine).unwrap().m, "S@b2");
    }
}

#[test]
fn floods_are_caught() {
    for (mode, mark) in
        [("flood-of-one-line", 70_016), ("flood-of-lines", 70_017), ("flood-when-asked", 70_018)]
    {
        assert_eq!(fault(mode, mark, LONG_TIMEOUTS), Fault::Flooded, "{mode}");
    }
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    // The child holds the pipe open, so the end of the engine is not the end of its output.
    let how = "it ended with exit status: 0".to_owned();
    assert_eq!(fault("leave-a-child", 70_019, LONG_TIMEOUTS), Fault::Crashed { how });
}

#[test]
fn who_does_not_quit_is_killed() {
    let timeouts = Timeouts { quit: SHORT, ..LONG_TIMEOUTS };
    assert_eq!(ask("stubborn", 70_020, timeouts).unwrap().m, "S@b2");
    assert_nothing_left(70_020);
}

#[test]
fn who_does_not_read_is_given_up() {
    let mut process = Process::start("sleep 1000.70021").unwrap();
    let line = "x".repeat(1 << 16);
    let fault = (0..10_000).find_map(|_| process.send(&line).err()).unwrap();
    assert_eq!(fault, Fault::TimedOut { what: "it does not read its input".to_owned() });
    drop(process);
    assert_nothing_left(70_021);
}

#[test]
fn an_engine_is_started_again_for_the_next_game() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("once-{}", std::process::id()));
    let command = format!("{} '{}'", command("crash-once", 70_022), file.display());
    let spec: EngineSpec = format!("ugi:{command}").parse().unwrap();
    let mut engine = spec.engine(LONG_TIMEOUTS);
    begin(&mut *engine).unwrap();
    let kind = |result: Result<_, NoChoice>| match result {
        Err(NoChoice::Fault(fault)) => Some(fault.kind()),
        _ => None,
    };
    assert_eq!(kind(choose(&mut *engine)), Some(FaultKind::Crashed));
    assert_eq!(kind(choose(&mut *engine)), Some(FaultKind::NotStarted));
    begin(&mut *engine).unwrap();
    assert_eq!(choose(&mut *engine).unwrap().m, "S@b2");
    fs::remove_file(file).unwrap();
    drop(engine);
    assert_nothing_left(70_022);
}

#[test]
fn a_stop_reaches_the_engine() {
    let mut engine = UgiEngine::new(&command("silent", 70_023), LONG_TIMEOUTS);
    begin(&mut engine).unwrap();
    let stop = Stop::new();
    let other = stop.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(SHORT);
        other.stop();
    });
    let choice = engine.choose(None, &mut Thinking { stop: &stop, ..Thinking::default() });
    assert_eq!(choice.unwrap().m, "S@b2");
    stopper.join().unwrap();
}
