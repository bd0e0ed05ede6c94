//! Tournaments that are played: the same again on any number of threads, and after any
//! interruption.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use tilewright_arena::blocks::BlockRunner;
use tilewright_arena::plan::{ClockPlan, Plan, SprtPlan};
use tilewright_arena::report::Report;
use tilewright_arena::results::{GameResult, ResultsReader, ResultsWriter, records_path};
use tilewright_arena::schedule::Tournament;
use tilewright_arena::sprt::{Decision, EloModel};
use tilewright_arena::statistics::Statistics;
use tilewright_arena::{Arena, ArenaError};
use tilewright_bots::Stop;
use tilewright_core::Seat;
use tilewright_table::{GameId, Record, Records};

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static N_FOLDERS: AtomicU32 = AtomicU32::new(0);
        let number = N_FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("arena-{}-{number}", std::process::id());
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn game(slug: &str) -> GameId {
    slug.parse().unwrap()
}

fn duo(players: &[&str], n_games: u64) -> Plan {
    let options = vec![("variant".to_owned(), "duo".to_owned())];
    Plan { options, n_games, ..Plan::new(game("blokus"), players) }
}

fn resume(path: &Path) -> Result<Arena, ArenaError> {
    Arena::resume(ResultsReader::open(path).unwrap(), &mut |_| ())
}

fn run(arena: Arena, n_threads: usize) -> Statistics {
    arena.run(n_threads, &Stop::new(), &mut |_, _| ()).unwrap()
}

/// Plays a plan and gives the records, in the order of the schedule.
fn recorded(plan: &Plan) -> Vec<Record> {
    let folder = Folder::new();
    let path = folder.0.join("a.results");
    let files = ResultsWriter::create(&path, plan, true).unwrap();
    run(Arena::new(plan.clone()).unwrap().with_writer(files), 1);
    let text = fs::read(records_path(&path)).unwrap();
    Records::new(&text[..]).collect::<Result<_, _>>().unwrap()
}

#[test]
fn threads_do_not_change_the_result() {
    let plan = duo(&["greedy", "random"], 60);
    let alone = run(Arena::new(plan.clone()).unwrap(), 1);
    let together = run(Arena::new(plan.clone()).unwrap(), 5);
    assert_eq!(alone.standings(), together.standings());
    assert!(alone.is_complete() && together.is_complete());
    assert_eq!(alone.standings().n_games(), 60);
    let other = Plan { seed: 2, ..plan };
    assert_ne!(run(Arena::new(other).unwrap(), 1).standings(), alone.standings());
}

#[test]
fn whoever_goes_on_reaches_the_same_result() {
    let plan = duo(&["greedy", "random"], 40);
    let whole = run(Arena::new(plan.clone()).unwrap(), 2);
    let folder = Folder::new();
    let path = folder.0.join("a.results");
    let files = ResultsWriter::create(&path, &plan, true).unwrap();
    run(Arena::new(plan.clone()).unwrap().with_writer(files), 1);
    let results = fs::read(&path).unwrap();
    let records = fs::read(records_path(&path)).unwrap();
    let header = results.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    // Killed anywhere, also in the middle of a line; records may be further than results.
    for n_bytes in (header..=results.len()).step_by(results.len() / 13) {
        fs::write(&path, &results[..n_bytes]).unwrap();
        let known = String::from_utf8_lossy(&results[..n_bytes]).matches('\n').count() - 1;
        let arena = resume(&path).unwrap();
        assert_eq!(arena.plan(), &plan);
        let mut first = None;
        let finished = arena.run(1, &Stop::new(), &mut |statistics, _| {
            first.get_or_insert(statistics.n_played());
        });
        assert_eq!(finished.unwrap().standings(), whole.standings());
        assert!(first.unwrap() >= known as u64, "{first:?} {known}");
        assert_eq!(fs::read(&path).unwrap(), results);
        assert_eq!(fs::read(records_path(&path)).unwrap(), records);
    }
}

#[test]
fn a_tournament_that_is_stopped_tells_so_and_goes_on() {
    let plan = duo(&["random", "random"], 100_000);
    let folder = Folder::new();
    let path = folder.0.join("a.results");
    let files = ResultsWriter::create(&path, &plan, false).unwrap();
    let stop = Stop::new();
    let arena = Arena::new(plan).unwrap().with_writer(files);
    let finished = arena.run(2, &stop, &mut |statistics, _| {
        if statistics.n_played() >= 50 {
            stop.stop();
        }
    });
    let finished = finished.unwrap();
    assert!(!finished.is_complete() && finished.standings().n_games() < 100_000);
    let mut n_results = 0;
    ResultsReader::open(&path)
        .unwrap()
        .resume(&mut |_| {
            n_results += 1;
            Ok(())
        })
        .unwrap();
    assert!(n_results >= 50, "{n_results}");
    assert!(!records_path(&path).exists());
}

#[test]
fn files_that_are_something_else_are_refused() {
    let folder = Folder::new();
    let path = folder.0.join("a.results");
    let error = |path: &PathBuf| ResultsReader::open(path).err().unwrap().to_string();
    assert!(error(&path).contains("No such file"), "{}", error(&path));
    fs::write(&path, "hello\n").unwrap();
    assert!(error(&path).ends_with("is not the results file of an arena"));
    let plan = duo(&["random", "random"], 4);
    assert!(ResultsWriter::create(&path, &plan, true).is_err(), "nothing is overwritten");
    fs::remove_file(&path).unwrap();
    let files = ResultsWriter::create(&path, &plan, true).unwrap();
    assert!(error(&path).ends_with("is being written by another arena"));
    drop(files);
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(b"{\"game\":0}\n");
    fs::write(&path, bytes).unwrap();
    let error =
        ResultsReader::open(&path).unwrap().resume(&mut |_| Ok(())).err().unwrap().to_string();
    assert!(error.ends_with("line 2: this is not the result of a game"), "{error}");
}

#[test]
fn a_tournament_from_before_an_option_goes_on_under_the_rules_of_then() {
    let folder = Folder::new();
    let path = folder.0.join("a.results");
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let options = vec![option("single-round", "on")];
    let plan = Plan { options, n_games: 4, ..Plan::new(game("triominos"), &["greedy", "random"]) };
    drop(ResultsWriter::create(&path, &plan, false).unwrap());
    assert_eq!(ResultsReader::open(&path).unwrap().plan(), &plan);
    let text = fs::read_to_string(&path).unwrap();
    let old = text.replacen("\"tilewright-arena\":2", "\"tilewright-arena\":1", 1);
    assert_ne!(old, text);
    fs::write(&path, old).unwrap();
    let arena = resume(&path).unwrap();
    assert_eq!(arena.plan().options[1], option("blocked-when", "passes"));
    assert_eq!(run(arena, 1).standings().n_games(), 4);
}

/// The moves of a record, up to the first that this does not hold for.
fn moves_while(record: &Record, holds: impl Fn(&str) -> bool) -> Vec<String> {
    let table = record.replay().unwrap();
    table.moves().into_iter().take_while(|text| holds(text)).collect()
}

#[test]
fn the_games_of_a_block_begin_alike() {
    let plan = Plan { opening_plies: Some(3), ..duo(&["greedy", "random"], 8) };
    let records = recorded(&plan);
    assert_eq!(records.len(), 8);
    let openings: Vec<Vec<String>> = records
        .iter()
        .map(|record| record.replay().unwrap().moves().into_iter().take(3).collect())
        .collect();
    for block in openings.chunks(2) {
        assert_eq!(block[0], block[1]);
    }
    assert_ne!(openings[0], openings[2]);
    let names = |record: &Record| {
        let table = record.replay().unwrap();
        table.scores().seats().map(|seat| record.name(seat).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&records[0]), ["greedy", "random"]);
    assert_eq!(names(&records[1]), ["random", "greedy"]);
}

#[test]
fn the_decks_of_a_block_are_the_same_whoever_draws() {
    let plan = Plan { n_games: 12, ..Plan::new(game("triominos"), &["greedy", "random"]) };
    let records = recorded(&plan);
    let tiles = |record: &Record| -> Vec<String> {
        let moves = record.replay().unwrap().moves();
        let is_chance = |text: &&String| text.starts_with("deal:") || text.starts_with("draw:");
        moves.iter().filter(is_chance).map(|text| text[5..].to_owned()).collect()
    };
    let mut n_drawn_alike = 0;
    for block in records.chunks(2) {
        let [first, second] = [&block[0], &block[1]].map(tiles);
        // The first round, as far as both have drawn: two hands and a few draws.
        let n_alike = first.iter().zip(&second).take_while(|(one, other)| one == other).count();
        assert!(n_alike >= 18, "{first:?} {second:?}");
        n_drawn_alike += n_alike - 18;
        let deals = |record| moves_while(record, |text| text.starts_with("deal:"));
        assert_eq!(deals(&block[0]), deals(&block[1]));
    }
    assert!(n_drawn_alike > 12, "{n_drawn_alike}");
    assert_ne!(tiles(&records[0]), tiles(&records[2]));
}

#[test]
fn two_players_share_four_seats_and_three_rotate() {
    let shared = Plan { n_games: 6, ..Plan::new(game("blokus"), &["greedy", "random"]) };
    let finished = run(Arena::new(shared).unwrap(), 2);
    assert_eq!((finished.standings().n_blocks(), finished.standings().n_games()), (1, 6));
    let rotating = Plan {
        n_games: 6,
        options: vec![("seats".to_owned(), "3".to_owned())],
        ..Plan::new(game("triominos"), &["greedy", "random", "random:seed=5"])
    };
    let finished = run(Arena::new(rotating).unwrap(), 2);
    assert_eq!((finished.standings().n_blocks(), finished.standings().n_games()), (2, 6));
}

#[test]
fn a_round_robin_and_a_gauntlet_play_all_their_pairings() {
    for (tournament, n_pairings) in [(Tournament::RoundRobin, 6), (Tournament::Gauntlet, 3)] {
        let players = ["greedy", "random", "random:seed=1", "random:seed=2"];
        let plan = Plan { tournament, n_games: 24, ..Plan::new(game("aquapipe"), &players) };
        let finished = run(Arena::new(plan).unwrap(), 3);
        assert_eq!(finished.standings().pairs().count(), n_pairings);
        assert!(finished.standings().n_games() >= 24);
    }
}

#[test]
fn the_test_stops_by_itself_at_the_same_block_on_any_number_of_threads() {
    let sprt =
        SprtPlan { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    let plan = Plan { sprt: Some(sprt), ..duo(&["greedy", "random"], 100_000) };
    let one = run(Arena::new(plan.clone()).unwrap(), 1);
    let many = run(Arena::new(plan).unwrap(), 4);
    assert_eq!(one.sprt().unwrap().decision, Decision::AcceptSecond);
    assert!(one.is_complete() && one.standings().n_games() < 2_000);
    assert_eq!(one.standings(), many.standings());
}

#[test]
fn a_game_without_end_is_a_draw() {
    let plan = Plan {
        options: vec![("board-only".to_owned(), "on".to_owned())],
        max_plies: 4,
        n_games: 4,
        ..Plan::new(game("aquapipe"), &["random", "random"])
    };
    for record in recorded(&plan) {
        let table = record.replay().unwrap();
        assert_eq!(table.ply(), 4);
        assert!(table.turn().outcome().unwrap().is_draw());
    }
}

#[test]
fn games_begin_in_the_positions_of_a_file() {
    let texts =
        ["3x3 .../.../...|.b./.../...|.../.../... r", "3x3 b../.../...|.../.../...|.../.r./... b"];
    let plan = Plan {
        openings: texts.map(str::to_owned).to_vec(),
        opening_plies: Some(0),
        n_games: 6,
        ..Plan::new(game("aquapipe"), &["greedy", "random"])
    };
    let starts: Vec<String> = recorded(&plan)
        .iter()
        .map(|record| record.header("position").unwrap().to_owned())
        .collect();
    assert_eq!(starts, [texts[0], texts[0], texts[1], texts[1], texts[0], texts[0]]);
}

#[test]
fn results_that_cannot_be_are_refused() {
    let plan = duo(&["random", "random"], 4);
    let folder = Folder::new();
    let path = folder.0.join("a.results");
    run(
        Arena::new(plan.clone())
            .unwrap()
            .with_writer(ResultsWriter::create(&path, &plan, false).unwrap()),
        1,
    );
    let sound = fs::read_to_string(&path).unwrap();
    let line = sound.lines().nth(1).unwrap();
    let three = r#"{"game":0,"outcome":{"places":[1,2,3],"scores":[3,2,1]},"n_plies":9}"#;
    let seat =
        r#"{"game":0,"outcome":{"places":[1,2],"scores":[3,2]},"n_plies":9,"faults":[[5,"bad"]]}"#;
    let number = line.replace("\"game\":0", "\"game\":99");
    for (bad, reason) in
        [(three, "the game has 2 seats"), (seat, "the game has 2 seats"), (&number, "no game 99")]
    {
        fs::write(&path, sound.replacen(line, bad, 1)).unwrap();
        let error = resume(&path).err().unwrap().to_string();
        assert!(error.contains("line 2: ") && error.contains(reason), "{error}");
    }
}

#[test]
fn what_is_decided_is_not_played_again() {
    let sprt =
        SprtPlan { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    let plan = Plan { sprt: Some(sprt), ..duo(&["greedy", "random"], 100_000) };
    let folder = Folder::new();
    let path = folder.0.join("a.results");
    let files = ResultsWriter::create(&path, &plan, false).unwrap();
    let first = run(Arena::new(plan).unwrap().with_writer(files), 2);
    let length = fs::metadata(&path).unwrap().len();
    let again = run(resume(&path).unwrap(), 2);
    assert!(again.is_complete() && again.standings() == first.standings());
    assert_eq!(fs::metadata(&path).unwrap().len(), length);
}

// ---------------------------------------------------------------------------------------------
// Engines that misbehave

fn bad_engine(mode: &str) -> String {
    format!("ugi:sh {}/../protocol/tests/bad_engine.sh {mode} 90", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn an_engine_at_fault_forfeits_and_plays_the_next_game() {
    for (mode, reason, ending) in [
        ("crash-at-start", "crashed: it ended with exit status: 3", "forfeits"),
        ("crash", "crashed", "forfeits"),
        ("illegal", "plays S@z9, which is not legal", "forfeits"),
        ("flood-of-one-line", "floods its output", "forfeits"),
        ("hang", "did not answer in time", "loses on time"),
    ] {
        let engine = bad_engine(mode);
        let plan = Plan {
            n_games: 4,
            opening_plies: Some(2),
            time_millis: Some(50),
            over_time_millis: 200,
            ..Plan::new(game("aquapipe"), &["random", &engine])
        };
        let records = recorded(&plan);
        assert_eq!(records.len(), 4, "{mode}");
        for record in records {
            let table = record.replay().unwrap();
            let turn = table.turn();
            let outcome = turn.outcome().unwrap();
            let loser = table.endings()[0].seat;
            assert_eq!((record.name(loser), outcome.place(loser)), (Some(engine.as_str()), 2));
            let text = record.to_string();
            assert!(text.contains(&format!("{ending}  # {reason}")), "{mode}: {text}");
        }
        let finished = run(Arena::new(plan).unwrap(), 1);
        let faults = finished.faults().values().next().unwrap();
        assert!(faults.n_times == 4 && faults.reason.contains(reason), "{mode}: {faults:?}");
    }
}

fn gtp_engine(mode: &str) -> String {
    format!("gtp:sh {}/tests/gtp_engine.sh {mode}", env!("CARGO_MANIFEST_DIR"))
}

/// A match of two games of duo between an engine and `random`, which begin where games begin.
fn against_random(mode: &str) -> Plan {
    let names = vec!["random".to_owned(), "Small".to_owned()];
    let plan = duo(&["random", &gtp_engine(mode)], 2);
    Plan { names, opening_plies: Some(0), ..plan }
}

#[test]
fn engines_that_die_hang_cheat_or_resign_are_told_apart() {
    for (mode, said, ending) in [
        (
            "die",
            "forfeited 2 times (2 crashes); the last time it crashed: it ended with",
            "forfeits",
        ),
        (
            "hang",
            "forfeited 2 times (2 timeouts); the last time it did not answer",
            "loses on time",
        ),
        ("cheat", "forfeited 2 times (2 illegal moves); the last time it plays a1,c3", "forfeits"),
        ("resign", "resigned 2 times\n", "resigns"),
    ] {
        let plan = Plan { patience_millis: 300, ..against_random(mode) };
        for record in recorded(&plan) {
            let table = record.replay().unwrap();
            let [ended] = table.endings() else { panic!("{mode}") };
            assert_eq!(record.name(ended.seat), Some("Small"), "{mode}");
            assert_eq!(ended.ending.to_string(), ending, "{mode}");
        }
        let finished = run(Arena::new(plan.clone()).unwrap(), 1);
        let report = Report::new(&plan, &finished);
        assert!(report.to_string().contains(&format!("Small {said}")), "{mode}: {report}");
        let is_resignation = mode == "resign";
        assert_eq!(report.faults.is_empty(), is_resignation, "{mode}");
        assert_eq!(report.resignations.len(), usize::from(is_resignation), "{mode}");
        assert_eq!(finished.standings().n_games(), 2, "{mode}");
    }
}

#[test]
fn processor_time_is_limited_and_reported_with_that_of_children() {
    for mode in ["burn", "burn-in-a-child"] {
        let plan = Plan {
            time_millis: Some(200),
            is_cpu_time: true,
            over_time_millis: 100,
            ..against_random(mode)
        };
        let finished = run(Arena::new(plan.clone()).unwrap(), 1);
        let faults = finished.faults().values().next().unwrap();
        assert!(faults.reason.contains("ms of processor time"), "{mode}: {}", faults.reason);
        let report = Report::new(&plan, &finished);
        assert!(report.to_string().contains("(2 moves over time)"), "{mode}: {report}");
        let small = report.usage.iter().find(|it| it.name == "Small").unwrap();
        assert!(small.usage.cpu_micros >= 600_000, "{mode}: {small}");
        assert!(report.to_string().contains("200 ms of processor time a move"), "{report}");
    }
}

#[test]
fn an_engine_that_sleeps_uses_no_processor_time() {
    let plan = Plan {
        time_millis: Some(50),
        is_cpu_time: true,
        patience_millis: 700,
        ..against_random("hang")
    };
    let finished = run(Arena::new(plan).unwrap(), 1);
    let faults = finished.faults().values().next().unwrap();
    assert!(faults.reason.contains("within 700 ms"), "{}", faults.reason);
    let usage = finished.usage().values().map(|usage| usage.cpu_micros).max().unwrap();
    assert!(usage < 500_000, "{usage}");
}

#[test]
fn bots_stop_by_processor_time_with_all_their_threads() {
    for players in [["mcts:threads=2", "mcts"], ["minimax:threads=2", "minimax"]] {
        let variant = game("coerceo");
        let plan = Plan {
            n_games: 2,
            time_millis: Some(20),
            is_cpu_time: true,
            max_plies: 30,
            ..Plan::new(variant, &players)
        };
        let finished = run(Arena::new(plan).unwrap(), 1);
        for usage in finished.usage().values() {
            let each = usage.cpu_micros / usage.n_moves;
            assert!((5_000..40_000).contains(&each), "{players:?}: {usage:?}");
        }
    }
}

#[test]
fn no_time_is_reported_where_nobody_goes_by_the_clock() {
    let plan = duo(&["greedy", "random"], 4);
    let finished = run(Arena::new(plan).unwrap(), 2);
    assert!(finished.usage().is_empty());
    assert!(Plan::new(game("blokus"), &["mcts:time=1s", "random"]).is_timed());
    assert!(!Plan::new(game("blokus"), &["mcts:nodes=9", "random"]).is_timed());
}

#[test]
fn who_uses_up_the_clock_loses_on_time() {
    // It takes 0.6 s for each move: one fits, and the second does not.
    let clock = Some(ClockPlan { time_millis: 1_100, gain_millis: 0 });
    let plan = Plan {
        n_games: 2,
        clock,
        over_time_millis: 50,
        opening_plies: Some(0),
        ..Plan::new(game("aquapipe"), &["greedy", &bad_engine("slow")])
    };
    for record in recorded(&plan) {
        let table = record.replay().unwrap();
        let text = record.to_string();
        assert!(text.contains("loses on time  # did not answer in time"), "{text}");
        assert!(table.ply() >= 2, "its first move was in time: {text}");
    }
}

#[test]
fn engines_are_told_what_is_on_the_clocks() {
    let folder = Folder::new();
    let heard = folder.0.join("heard");
    let engine = format!("{} {}", bad_engine("listen"), heard.display());
    let clock = Some(ClockPlan { time_millis: 60_000, gain_millis: 10_000 });
    let plan = Plan {
        n_games: 2,
        clock,
        opening_plies: Some(0),
        ..Plan::new(game("aquapipe"), &["greedy", &engine])
    };
    recorded(&plan);
    let heard = fs::read_to_string(heard).unwrap();
    // The engine, which always plays the same, loses by its second move.
    let clocks: Vec<Vec<u64>> = heard
        .lines()
        .map(|line| line.split(' ').filter_map(|word| word.parse().ok()).collect())
        .collect();
    assert!(heard.starts_with("go p1time ") && heard.contains(" p2inc 10000\n"), "{heard}");
    let is_first = |clock: u64| clock == 60_000;
    // It has spent the time that it takes to say a move.
    let is_gained = |clock: u64| clock > 60_000 && clock < 70_000;
    assert!(clocks.iter().any(|it| is_first(it[0]) && is_first(it[1])), "{heard}");
    assert!(clocks.iter().any(|it| is_gained(it[0]) && is_first(it[1])), "{heard}");
    assert!(clocks.iter().any(|it| is_gained(it[0]) && is_gained(it[1])), "{heard}");
}

#[test]
fn a_clock_without_time_or_beside_that_of_a_move_is_refused() {
    let usual = duo(&["random", "random"], 2);
    let clock = |time_millis| Some(ClockPlan { time_millis, gain_millis: 10 });
    let refusal = |plan: Plan| plan.check().unwrap_err().to_string();
    let empty = refusal(Plan { clock: clock(0), ..usual.clone() });
    assert_eq!(empty, "a clock begins with 1 ms at least");
    let both = refusal(Plan { clock: clock(1), time_millis: Some(1), ..usual.clone() });
    assert_eq!(both, "either a move has its time or a game has, by a clock");
    assert!(Plan { clock: clock(1), ..usual }.check().is_ok());
}

#[test]
fn bots_think_no_longer_than_their_clock_allows() {
    // By its own limit it would think for hours.
    let players = ["mcts:nodes=1000000000", "greedy"];
    let clock = Some(ClockPlan { time_millis: 1_000, gain_millis: 0 });
    let plan = Plan { clock, over_time_millis: 10_000, ..duo(&players, 2) };
    let finished = run(Arena::new(plan).unwrap(), 1);
    assert!(finished.faults().is_empty(), "{:?}", finished.faults());
}

#[test]
fn with_more_seats_the_others_play_on_and_the_one_at_fault_is_last() {
    let engine = bad_engine("crash");
    let plan = Plan {
        n_games: 3,
        opening_plies: Some(0),
        options: vec![("seats".to_owned(), "3".to_owned())],
        ..Plan::new(game("triominos"), &["greedy", "random", &engine])
    };
    for record in recorded(&plan) {
        let table = record.replay().unwrap();
        let [ending] = table.endings() else { panic!("{:?}", table.endings()) };
        assert!(ending.ply + 3 < table.ply(), "the others played on");
        assert_eq!(record.name(ending.seat), Some(engine.as_str()));
        assert_eq!(table.turn().outcome().unwrap().place(ending.seat), 3);
    }
}

#[test]
fn a_plan_that_makes_no_sense_is_refused_in_a_sentence() {
    let refusal = |plan: Plan| plan.check().unwrap_err().to_string();
    let one = duo(&["random"], 4);
    assert_eq!(refusal(one), "a tournament needs at least two players, not 1");
    let genius = duo(&["random", "genius"], 4);
    assert!(refusal(genius).starts_with("Blokus has no bot 'genius': choose random, greedy"));
    let three = duo(&["random", "random", "random"], 4);
    assert!(refusal(three).contains("do not fit at a table of 2 seats"));
    let sprt =
        SprtPlan { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    let tested = Plan {
        sprt: Some(sprt),
        tournament: Tournament::RoundRobin,
        ..duo(&["random", "random", "random"], 4)
    };
    assert_eq!(refusal(tested), "a test is between two players, not 3");
    let elsewhere = Plan { openings: vec!["nonsense".to_owned()], ..duo(&["random", "random"], 4) };
    assert!(refusal(elsewhere).starts_with("opening 1: "));
    let endless = Plan { opening_plies: Some(500), ..duo(&["random", "random"], 4) };
    let sentence = Arena::new(endless).err().unwrap().to_string();
    assert_eq!(sentence, "after 500 random moves the game is mostly over: choose fewer");
}

#[test]
fn blocks_played_apart_and_counted_in_another_order_say_the_same() {
    let sprt =
        SprtPlan { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    let broken = "ugi:false";
    let robin = duo(&["greedy", "random", broken], 30);
    let plans = [
        Plan { tournament: Tournament::RoundRobin, ..robin },
        Plan { sprt: Some(sprt), ..duo(&["greedy", "random"], 60) },
        Plan { n_games: 4, ..Plan::new(game("triominos"), &["greedy", "random"]) },
    ];
    for plan in plans {
        let mut told = Vec::new();
        let arena = Arena::new(plan.clone()).unwrap();
        let whole = arena.run(2, &Stop::new(), &mut |_, games| told.extend_from_slice(games));
        let whole = Report::new(&plan, &whole.unwrap());
        let mut statistics = Statistics::new(&plan).unwrap();
        // Two who know nothing of each other, from the end to the beginning, and some blocks twice.
        let mut players = [BlockRunner::new(&plan).unwrap(), BlockRunner::new(&plan).unwrap()];
        let n_blocks = players[0].n_blocks();
        for index in (0..n_blocks).rev().chain([1, 0]) {
            let player = &mut players[index as usize % 2];
            for result in player.play(index, &Stop::new()).unwrap().unwrap() {
                let n_before = statistics.n_played();
                let is_new = statistics.add(&result).unwrap();
                assert_eq!(statistics.n_played() - n_before, u64::from(is_new));
                let same = told.iter().find(|other| other.game == result.game);
                // The time that was used is not the same again.
                let without_time = |it: &GameResult| GameResult { usage: Vec::new(), ..it.clone() };
                assert!(same.is_none_or(|same| without_time(same) == without_time(&result)));
            }
        }
        assert_eq!(statistics.n_played(), statistics.n_games());
        let mut apart = Report::new(&plan, &statistics);
        let mut whole = whole;
        apart.usage.clear();
        whole.usage.clear();
        assert_eq!(apart.score_board.to_string(), whole.score_board.to_string());
        assert!(apart.is_complete && whole.is_complete);
        if plan.sprt.is_none() {
            assert_eq!(apart.to_string(), whole.to_string());
            assert_eq!(told.len() as u64, apart.score_board.n_games);
        }
        assert!(players[0].play(n_blocks, &Stop::new()).unwrap().is_none());
        let stop = Stop::new();
        stop.stop();
        assert!(players[0].play(0, &stop).unwrap().is_none());
    }
}

#[test]
fn a_result_of_another_tournament_is_refused() {
    let mut statistics = Statistics::new(&duo(&["greedy", "random"], 2)).unwrap();
    let mut other = BlockRunner::new(&duo(&["greedy", "random"], 4)).unwrap();
    let late = other.play(1, &Stop::new()).unwrap().unwrap();
    assert_eq!(statistics.add(&late[0]).unwrap_err().to_string(), "there is no game 2");
    let four = Plan { n_games: 6, ..Plan::new(game("blokus"), &["random", "random"]) };
    let wide = BlockRunner::new(&four).unwrap().play(0, &Stop::new()).unwrap().unwrap();
    assert_eq!(statistics.add(&wide[0]).unwrap_err().to_string(), "the game has 2 seats");
    assert_eq!(statistics.n_played(), 0);
}

#[test]
fn a_plan_without_bounds_is_refused() {
    let plan = || duo(&["greedy", "random"], 2);
    let error = |plan: Plan| plan.check().unwrap_err().to_string();
    let many = Plan { n_games: u64::MAX, ..plan() };
    assert_eq!(error(many), "the number of games is at most 1000000000");
    let long = Plan { max_plies: usize::MAX, ..plan() };
    assert_eq!(error(long), "the length of a game is at most 1000000");
    let named = Plan { names: vec!["me".to_owned()], ..plan() };
    assert_eq!(error(named), "there are 2 players but 1 names");
}

#[test]
fn players_are_called_by_their_names() {
    let names = vec!["Ada".to_owned(), "Bob".to_owned()];
    let plan = Plan { names, ..duo(&["greedy", "random"], 2) };
    assert_eq!(recorded(&plan)[0].name(Seat::new(0).unwrap()), Some("Ada"));
    let finished = run(Arena::new(plan.clone()).unwrap(), 1);
    assert!(Report::new(&plan, &finished).to_string().contains("Ada against Bob"));
}
