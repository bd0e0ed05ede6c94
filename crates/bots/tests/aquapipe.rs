//! The exact solution of the small board of Aqua Pipe, its table, and the search without it.

mod solving;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::Deserialize;
use solving::{Folder, bytes_of, check_resumed, compare_with_table, start};
use tilewright_aquapipe::{
    AquaPipe, Color, End, Move, MoveAfter, Options, Position, UPipes, Variant,
};
use tilewright_bots::aquapipe::{
    Progress, SolveError, Solver, SolverResult, Tablebase, TablebaseError, Tablebases, Totals,
    keep_tablebases_in, solve, verify,
};
use tilewright_bots::{Bot, MoveValue, Question, Thinking, analyze, bot};
use tilewright_core::{Game, Position as _, Turn, random_index};
use tilewright_search::{GameValue, Limits, Proof, Stop};

/// A position of `solved-3x3.json`.
#[derive(Deserialize)]
struct Solved {
    fen: String,
    value: String,
    distance: Option<usize>,
    best: BTreeSet<String>,
}

impl Solved {
    fn all() -> Vec<Solved> {
        let text = include_str!("../../games/aquapipe/tests/data/solved-3x3.json");
        serde_json::from_str(text).expect("the file is right")
    }

    fn position(&self) -> Position {
        self.fen.parse().expect("the file is right")
    }

    fn value(&self) -> GameValue {
        let plies = self.distance.unwrap_or_default();
        match self.value.as_str() {
            "win" => GameValue::Win { plies },
            "loss" => GameValue::Loss { plies },
            _ => GameValue::Draw,
        }
    }
}

/// The usual game, solved once for all tests.
struct Solution {
    totals: Totals,
    file: PathBuf,
    _folder: Folder,
}

static SOLUTION: LazyLock<Solution> = LazyLock::new(|| {
    let folder = Folder::new();
    let file = folder.file("each.table");
    let mut n_done = Vec::new();
    let totals = solve(MoveAfter::Each, &file, &mut |progress| {
        assert_eq!(progress.n_states, 20_566_954);
        n_done.push(progress.n_done);
        ControlFlow::Continue(())
    });
    assert!(n_done.is_sorted() && n_done.len() > 100, "{n_done:?}");
    Solution { totals: totals.expect("it can be solved"), file, _folder: folder }
});

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn table() -> Tablebase {
    Tablebase::open(&SOLUTION.file).expect("the table is whole")
}

fn judge(solver: &mut Solver, position: &Position, limits: Limits) -> SolverResult {
    let judged = solver.judge(position, limits, &Stop::new(), &mut |_, _| ());
    judged.expect("the table can be read")
}

fn best_of(solution: &SolverResult) -> BTreeSet<String> {
    solution.best_moves().map(|m| m.to_string()).collect()
}

// ---------------------------------------------------------------------------------------------
// The solution

#[test]
fn the_totals_are_those_of_the_rules_page() {
    let totals = SOLUTION.totals;
    assert_eq!(totals.n_unfinished, 231_362_463_619);
    assert_eq!(totals.n_won, 207_341_172_108);
    assert_eq!(totals.n_lost, 23_757_718_976);
    assert_eq!(totals.n_drawn, 263_572_535);
    assert_eq!(totals.longest_win, 19);
}

#[test]
fn every_value_follows_from_those_that_come_next() {
    assert_eq!(verify(&SOLUTION.file, &mut |_| ()).expect("it is right"), SOLUTION.totals);
}

#[test]
fn the_table_knows_the_solved_positions_and_all_their_best_actions() {
    let mut solver = Solver::new(vec![table()], 1 << 10);
    for solved in Solved::all() {
        let solution = judge(&mut solver, &solved.position(), Limits::NONE);
        assert!(solution.is_from_table, "{}", solved.fen);
        assert_eq!(solution.proof, Proof::Exact(solved.value()), "{}", solved.fen);
        assert_eq!(best_of(&solution), solved.best, "{}", solved.fen);
        assert_eq!(table().value(&solved.position()).unwrap(), solved.value(), "{}", solved.fen);
    }
}

#[test]
fn all_first_actions_draw_and_against_a_corner_only_the_center_does() {
    let mut solver = Solver::new(vec![table()], 1 << 10);
    let mut position = start(Variant::Small, MoveAfter::Each);
    let solution = judge(&mut solver, &position, Limits::NONE);
    assert_eq!(solution.proof, Proof::Exact(GameValue::Draw));
    assert_eq!(solution.best_moves().count(), 27);
    position.play("M@c1".parse().unwrap()).unwrap();
    let solution = judge(&mut solver, &position, Limits::NONE);
    assert_eq!(best_of(&solution), BTreeSet::from(["S@b2", "M@b2", "L@b2"].map(str::to_owned)));
    let others = solution.moves.iter().filter(|(_, it)| *it != Proof::Exact(GameValue::Draw));
    // The reply is one of the plies.
    assert!(
        others
            .into_iter()
            .all(|(_, it)| matches!(it, Proof::Exact(GameValue::Loss { plies }) if *plies <= 13))
    );
}

// ---------------------------------------------------------------------------------------------
// The table as a file

#[test]
fn a_solution_that_was_stopped_goes_on_where_it_was() {
    let whole = bytes_of(&SOLUTION.file);
    // In the middle of a section, and with damage.
    check_resumed(&whole, 20_000_000, None, SOLUTION.totals);
    check_resumed(&whole, 20_000_000, Some(19_900_000), SOLUTION.totals);
}

#[test]
fn two_programs_do_not_solve_into_one_file() {
    let folder = Folder::new();
    let other = fs::File::create(folder.file("each.table.partial")).unwrap();
    other.lock().unwrap();
    let file = folder.file("each.table");
    let error = solve(MoveAfter::Each, &file, &mut go_on).unwrap_err();
    assert_eq!(error.to_string(), "another program is solving into the same file");
}

#[test]
fn a_damaged_table_is_refused() {
    let folder = Folder::new();
    let whole = bytes_of(&SOLUTION.file);
    let refusal = |name: &str, bytes: &[u8]| {
        let file = folder.file(name);
        fs::write(&file, bytes).unwrap();
        let error = verify(&file, &mut |_| ()).unwrap_err();
        assert!(matches!(error, SolveError::Tablebase(_)), "{error}");
        Tablebase::open(&file).err().expect("it is refused")
    };
    let mut changed = whole.clone();
    changed[10_000_000] ^= 4;
    assert!(matches!(refusal("changed", &changed), TablebaseError::Damaged));
    assert!(matches!(refusal("short", &whole[..whole.len() - 1]), TablebaseError::Length { .. }));
    assert!(matches!(refusal("empty", b""), TablebaseError::Unknown));
    changed[3] ^= 4;
    assert!(matches!(refusal("other", &changed), TablebaseError::Unknown));
    assert!(matches!(Tablebase::open(&folder.file("missing")), Err(TablebaseError::Io(_))));
}

/// A value that is wrong although nothing was damaged on the way.
#[test]
fn verification_finds_a_wrong_value() {
    let mut bytes = bytes_of(&SOLUTION.file);
    // The last section is the empty board: its check sum and one state, a draw.
    let n_bytes = bytes.len();
    assert_eq!(bytes[n_bytes - 1], 0);
    bytes[n_bytes - 1] = 19;
    let check_sum = crc32fast::hash(&[19]).to_le_bytes();
    bytes[n_bytes - 5..n_bytes - 1].copy_from_slice(&check_sum);
    let folder = Folder::new();
    let file = folder.file("wrong.table");
    fs::write(&file, bytes).unwrap();
    assert!(Tablebase::open(&file).is_ok());
    assert!(matches!(verify(&file, &mut |_| ()), Err(SolveError::Wrong)));
}

// ---------------------------------------------------------------------------------------------
// Without the table

#[test]
fn the_search_proves_the_solved_positions_that_are_decided() {
    for solved in Solved::all() {
        let mut solver = Solver::new(Vec::new(), 1 << 24);
        let limits = Limits { nodes: Some(300_000), ..Limits::NONE };
        let solution = judge(&mut solver, &solved.position(), limits);
        assert!(!solution.is_from_table && solution.n_nodes <= 300_000);
        match (solution.proof, solved.value()) {
            (Proof::Exact(value), expected) => {
                assert_eq!(value, expected, "{}", solved.fen);
                assert_eq!(best_of(&solution), solved.best, "{}", solved.fen);
            }
            (Proof::Open { plies }, expected) => {
                assert_eq!(expected, GameValue::Draw, "{} is open within {plies}", solved.fen);
                assert!(plies > 6, "{} is open within {plies}", solved.fen);
            }
        }
    }
}

#[test]
fn the_search_and_the_table_agree() {
    compare_with_table(table(), 1_000, 2);
}

/// Without moves of pipes every line ends, so that draws are proved too.
#[test]
fn the_search_proves_draws_where_every_line_ends() {
    let text = "3x3,move-after=never brb/rb./r..|br./rbb/..r|rb./b.r/.b. r";
    let position: Position = text.parse().unwrap();
    let mut solver = Solver::new(Vec::new(), 1 << 20);
    let solution = judge(&mut solver, &position, Limits::NONE);
    assert_eq!(solution.proof, Proof::Exact(GameValue::Draw));
    assert!(solution.n_nodes < 1_000, "{}", solution.n_nodes);
}

/// The large board with every option, against a search that tries everything.
#[test]
fn the_search_tells_the_truth_of_the_large_board() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut solver = Solver::new(Vec::new(), 1 << 20);
    let mut verdicts = BTreeMap::new();
    for _ in 0..150 {
        let options = Options {
            variant: Variant::Large,
            move_after: MoveAfter::ALL[random_index(&mut rng, 3)],
            four_rows: random_index(&mut rng, 3) > 0,
            u_pipes: [UPipes::SmallMedium, UPipes::MediumLarge][random_index(&mut rng, 2)],
            ..Options::default()
        };
        let mut position = AquaPipe::start(&options).unwrap();
        for _ in 0..5 + random_index(&mut rng, 24) {
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play_unchecked(m);
        }
        if position.turn().is_over() {
            continue;
        }
        let depth = if position.n_legal_moves() < 40 { 4 } else { 3 };
        let limits = Limits { depth: Some(depth), ..Limits::NONE };
        let found = judge(&mut solver, &position, limits).proof;
        let truth = (1..=depth).find_map(|plies| decided(&mut position, plies));
        let expected = truth.map_or(Proof::Open { plies: depth }, Proof::Exact);
        if found != Proof::Exact(GameValue::Draw) {
            assert_eq!(found, expected, "{position}");
        }
        *verdicts.entry(format!("{found:?}")).or_insert(0) += 1;
    }
    assert!(verdicts.len() >= 5, "{verdicts:?}");
}

/// The value of a position if it is decided within so many plies, by brute force.
fn decided(position: &mut Position, plies: usize) -> Option<GameValue> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if position.end() == Some(End::Row) {
        return Some(GameValue::Loss { plies: 0 });
    }
    if plies == 0 || moves.is_empty() {
        return None;
    }
    let mut longest_loss = Some(GameValue::Loss { plies: 0 });
    for m in moves {
        position.play_unchecked(m);
        let value = decided(position, plies - 1).map(GameValue::before);
        position.undo(m, ());
        match value {
            Some(win @ GameValue::Win { .. }) => return Some(win),
            Some(loss) => {
                longest_loss =
                    longest_loss.map(|it| if it.rank() > loss.rank() { it } else { loss });
            }
            None => longest_loss = None,
        }
    }
    longest_loss
}

#[test]
fn a_forced_win_of_the_large_board_is_proved() {
    let mut position = start(Variant::Large, MoveAfter::Each);
    for text in ["S@a1", "L@a1"] {
        position.play(text.parse().unwrap()).unwrap();
    }
    let mut solver = Solver::new(vec![table()], 1 << 24);
    let limits = Limits { nodes: Some(1_000_000), ..Limits::NONE };
    let solution = judge(&mut solver, &position, limits);
    assert_eq!(solution.proof, Proof::Exact(GameValue::Win { plies: 5 }));
    // The player of the best moves wins in time against any reply.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for plies in (1..=5).rev() {
        let m = if plies % 2 == 1 {
            judge(&mut solver, &position, limits).best_moves().next().unwrap()
        } else {
            position.random_move(&mut rng).unwrap()
        };
        position.play(m).unwrap();
        if position.turn().is_over() {
            break;
        }
    }
    assert_eq!(position.scores()[Color::Blue.seat()], 1, "{position}");
}

// ---------------------------------------------------------------------------------------------
// The folder of tables

/// A folder for data with the table of the usual game, and where that is.
fn folder_with_table() -> (Folder, PathBuf) {
    let folder = Folder::new();
    fs::create_dir(folder.file("tables")).unwrap();
    let file = folder.file("tables/aquapipe-3x3-each.table");
    fs::copy(&SOLUTION.file, &file).unwrap();
    (folder, file)
}

#[test]
fn a_table_that_is_kept_is_not_made_again() {
    let (folder, file) = folder_with_table();
    let modified = || fs::metadata(&file).unwrap().modified().unwrap();
    let before = modified();
    let tables = Tablebases::in_folder(folder.file(""));
    let table = tables.get(MoveAfter::Each).unwrap().unwrap();
    assert_eq!(table.value(&start(Variant::Small, MoveAfter::Each)).unwrap(), GameValue::Draw);
    let again = tables.get(MoveAfter::Each).unwrap().unwrap();
    assert!(Arc::ptr_eq(&table, &again), "it is shared");
    assert_eq!(modified(), before);
}

#[test]
fn a_damaged_table_is_made_again() {
    let (folder, file) = folder_with_table();
    let mut bytes = bytes_of(&file);
    bytes[5_000_000] ^= 1;
    fs::write(&file, bytes).unwrap();
    let tables = Tablebases::in_folder(folder.file(""));
    assert!(matches!(tables.get(MoveAfter::Each), Err(TablebaseError::Damaged)));
    tables.make(MoveAfter::Each, &mut go_on).unwrap();
    assert!(tables.get(MoveAfter::Each).unwrap().is_some());
    assert!(bytes_of(&file) == bytes_of(&SOLUTION.file), "every byte is right again");
}

#[test]
fn a_folder_that_cannot_be_used_is_told() {
    let folder = Folder::new();
    let file = folder.file("no folder");
    fs::write(&file, "").unwrap();
    let tables = Tablebases::in_folder(file);
    assert!(tables.get(MoveAfter::Each).is_err());
    let error = tables.make(MoveAfter::Each, &mut go_on).unwrap_err();
    assert!(matches!(error, SolveError::Io(_)), "{error}");
}

/// A missing table is wanted once it was asked for, is made by `make_wanted`, and continues where
/// it was stopped. No caller waits for it.
#[test]
fn a_missing_table_is_made_in_the_background() {
    let folder = Folder::new();
    let tables = Arc::new(Tablebases::in_folder(folder.file("")));
    assert!(tables.get(MoveAfter::Each).unwrap().is_none());
    let file = folder.file("tables/aquapipe-3x3-each.table");
    assert!(!file.exists(), "asking makes nothing");
    // The maker stops after some sections, and then makes the rest.
    let mut n_sections = 0;
    let mut stop_once = |_: Progress| {
        n_sections += 1;
        if n_sections == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut ends = Vec::new();
    tables.make_wanted(&mut stop_once, &mut |move_after, made| {
        ends.push((move_after, made.map_err(|error| error.to_string())));
        let is_first = ends.len() == 1;
        assert_eq!(tables.get(move_after).unwrap().is_some(), !is_first);
        if is_first { tables.want(MoveAfter::Each) } else { tables.close() }
    });
    let stopped = Err("stopped".to_owned());
    assert_eq!(ends, [(MoveAfter::Each, stopped), (MoveAfter::Each, Ok(()))]);
    assert!(bytes_of(&file) == bytes_of(&SOLUTION.file), "every byte is right");
}

/// The best level knows every move exactly, at any position and with hardly any time, once the
/// process keeps the tablebase.
#[test]
fn with_the_table_every_move_is_rated_exactly() {
    let (folder, _file) = folder_with_table();
    keep_tablebases_in(folder.file(""));
    let table = table();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    for _ in 0..200 {
        let mut position = start(Variant::Small, MoveAfter::Each);
        for _ in 0..random_index(&mut rng, 16) {
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play_unchecked(m);
        }
        if position.turn().is_over() {
            continue;
        }
        let mut best = bot::<AquaPipe>(&"level:9".parse().unwrap()).unwrap();
        let limits = Limits { nodes: Some(1), ..Limits::NONE };
        let mut question = Question { limits, n_moves: 200, ..Question::default() };
        let analysis = analyze(&mut *best, &position, &mut question).unwrap();
        assert_eq!(analysis.moves.len(), position.n_legal_moves(), "{position}");
        for rated in analysis.moves {
            check_rated(&rated, &position, &table);
        }
    }
}

/// A move is rated as the table and the rules say.
fn check_rated(rated: &MoveValue<Move>, position: &Position, table: &Tablebase) {
    let us = position.color_to_move().seat();
    let mut after = position.clone();
    after.play_unchecked(rated.m);
    let value = match after.end() {
        Some(End::Row) => GameValue::Win { plies: 1 },
        Some(End::Repetition | End::NoMove) => GameValue::Draw,
        None => table.value(&after).unwrap().before(),
    };
    let expected = match value {
        GameValue::Win { plies } => (1.0, Some(plies)),
        GameValue::Draw => (0.5, None),
        GameValue::Loss { plies } => (0.0, Some(plies)),
    };
    assert!(rated.info.is_proved, "{} in {position}", rated.m);
    assert_eq!((rated.share(us).unwrap(), rated.plies), expected, "{} in {position}", rated.m);
}

// ---------------------------------------------------------------------------------------------
// The bot

fn solver_bot(settings: &str) -> Box<dyn Bot<AquaPipe>> {
    bot::<AquaPipe>(&format!("solver:{settings}").parse().unwrap()).unwrap()
}

/// With the table the bot gets the value of a position against any opponent, and reports it.
#[test]
fn the_bot_with_the_table_plays_perfectly() {
    let table = table();
    let mut perfect = solver_bot(&format!("table={}", SOLUTION.file.display()));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for seed in 0..40 {
        let mut position = start(Variant::Small, MoveAfter::Each);
        while let Turn::Player(seat) = position.turn() {
            let m = if seat.index() == seed % 2 {
                let before = table.value(&position).unwrap();
                let choice = perfect.choose(&position, &mut Thinking::default());
                assert!(choice.info.is_proved, "{position}");
                let sentence = choice.info.sentence.unwrap();
                assert_eq!(sentence, format!("from the table: {before}"), "{position}");
                choice.m
            } else {
                position.random_move(&mut rng).unwrap()
            };
            position.play(m).unwrap();
        }
        let loser = Color::ALL[1 - seed % 2].seat();
        assert_eq!(position.scores()[loser], 0, "a draw cannot be lost: {position}");
    }
}

#[test]
fn the_bot_without_the_table_agrees_and_says_what_is_not_proved() {
    let mut searching = solver_bot("table=none,nodes=200000");
    let mut n_proved = 0;
    let mut n_open = 0;
    for solved in Solved::all() {
        let choice = searching.choose(&solved.position(), &mut Thinking::default());
        let sentence = choice.info.sentence.as_deref().unwrap();
        if choice.info.is_proved {
            assert!(solved.best.contains(&choice.m.to_string()), "{}", solved.fen);
            assert_eq!(sentence, format!("proved: {}", solved.value()));
            n_proved += 1;
        } else {
            assert!(
                sentence.starts_with("not proved: nobody can force a win within"),
                "{sentence}"
            );
            assert_eq!(solved.value(), GameValue::Draw, "{}", solved.fen);
            n_open += 1;
        }
        let again = searching.choose(&solved.position(), &mut Thinking::default());
        assert_eq!(again, choice, "the same again");
    }
    assert!(n_proved > 30 && n_open > 5, "{n_proved} {n_open}");
}

/// Without a proof the bot does not play a move that it could have seen to lose.
#[test]
fn what_the_bot_says_of_its_move_is_true() {
    let table = table();
    let mut searching = solver_bot("table=none,nodes=20000");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut n_open = 0;
    while n_open < 60 {
        let mut position = start(Variant::Small, MoveAfter::Each);
        for _ in 0..=random_index(&mut rng, 7) {
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play_unchecked(m);
        }
        if position.turn().is_over() {
            continue;
        }
        let choice = searching.choose(&position, &mut Thinking::default());
        let mut after = position.clone();
        after.play_unchecked(choice.m);
        if choice.info.is_proved || after.turn().is_over() {
            continue;
        }
        n_open += 1;
        let plies = choice.info.depth;
        match table.value(&after).unwrap().before() {
            GameValue::Draw => (),
            GameValue::Win { plies: truth } | GameValue::Loss { plies: truth } => {
                assert!(truth > plies, "{} in {position}", choice.m);
            }
        }
        assert!(plies >= 6, "{} in {position}: only {plies} plies", choice.m);
    }
}

#[test]
fn the_bot_refuses_a_table_that_it_cannot_use() {
    let folder = Folder::new();
    let file = folder.file("damaged.table");
    let mut bytes = bytes_of(&SOLUTION.file);
    bytes[5_000_000] ^= 1;
    fs::write(&file, bytes).unwrap();
    let spec = format!("solver:table={}", file.display()).parse().unwrap();
    let error = bot::<AquaPipe>(&spec).err().expect("it is refused").to_string();
    let expected = format!("solver cannot use {}: the table is damaged", file.display());
    assert!(error.starts_with(&expected), "{error}");
}

/// A loss on the board that is saved by the third occurrence of a position, with the table and
/// without.
#[test]
fn a_draw_by_repetition_saves_a_lost_position() {
    let table = table();
    let (position, saving) = dithered(&table);
    assert!(matches!(table.value(&position).unwrap(), GameValue::Loss { .. }), "{position}");
    for mut solver in [Solver::new(vec![table], 1 << 10), Solver::new(Vec::new(), 1 << 20)] {
        let limits = Limits { nodes: Some(200_000), ..Limits::NONE };
        let solution = judge(&mut solver, &position, limits);
        assert_eq!(solution.proof, Proof::Exact(GameValue::Draw), "{position}");
        assert_eq!(best_of(&solution), BTreeSet::from([saving.to_string()]), "{position}");
    }
}

/// A win on the board whose best move would end the game as a draw: the search must not call that
/// exact.
#[test]
fn a_win_that_repetition_spoils_is_not_called_a_draw() {
    let table = table();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut known = Solver::new(vec![self::table()], 1 << 10);
    let mut solver = Solver::new(Vec::new(), 1 << 20);
    let mut n_spoiled = 0;
    let mut n_exact = 0;
    while n_spoiled < 12 {
        let Some((position, best)) = spoiled(&table, &mut rng) else { continue };
        n_spoiled += 1;
        let mut after = position.clone();
        after.play_unchecked(best);
        assert_eq!(after.end(), Some(End::Repetition));
        let truth = judge(&mut known, &position, Limits::NONE);
        let limits = Limits { nodes: Some(20_000), ..Limits::NONE };
        let found = judge(&mut solver, &position, limits);
        if let Proof::Exact(_) = found.proof {
            n_exact += 1;
            assert_eq!(found.proof, truth.proof, "{position}");
        }
    }
    assert!(n_exact > 2, "{n_exact}");
}

/// A won position whose only best move leads to a board that was there twice; and that move.
fn spoiled(table: &Tablebase, rng: &mut Xoshiro256PlusPlus) -> Option<(Position, Move)> {
    let mut position = start(Variant::Small, MoveAfter::Each);
    for _ in 0..8 + random_index(rng, 6) {
        let m = position.random_move(rng)?;
        position.play_unchecked(m);
    }
    let is_won = !position.turn().is_over()
        && !position.can_win()
        && matches!(table.value(&position).unwrap(), GameValue::Win { .. });
    let best = is_won.then(|| only_best(table, &position))?.filter(|m| m.from().is_some())?;
    let back = |m: Move| Move::shift(m.diameter(), m.to(), m.from()?);
    position.play_unchecked(best);
    // From here on: the position before has not been there.
    let mut position: Position = position.to_string().parse().unwrap();
    let reply = position.random_move(rng).filter(|m| m.from().is_some())?;
    let best_back = back(best)?;
    let reply_back = back(reply)?;
    let to_and_fro = [reply, best_back, reply_back, best, reply, best_back, reply_back];
    let is_there = to_and_fro.into_iter().all(|m| position.play(m).is_ok());
    (is_there && position.is_legal(best)).then_some((position, best))
}

fn only_best(table: &Tablebase, position: &Position) -> Option<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let rank = |m: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*m);
        if after.turn().is_over() { 0 } else { table.value(&after).unwrap().before().rank() }
    };
    let best = moves.iter().map(&rank).max();
    let mut best_moves = moves.iter().filter(|m| Some(rank(m)) == best);
    best_moves.next().filter(|_| best_moves.next().is_none()).copied()
}

/// A position that is lost, but in which a move leads for the third time to a board that the winner
/// did not make anything of; and that move.
fn dithered(table: &Tablebase) -> (Position, Move) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    loop {
        let mut position = start(Variant::Small, MoveAfter::Each);
        for _ in 0..9 {
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play_unchecked(m);
        }
        let Some(there) = [(); 2].iter().try_fold(Vec::new(), |mut there: Vec<Move>, ()| {
            let m = position.random_move(&mut rng).filter(|m| m.from().is_some())?;
            position.play_unchecked(m);
            there.push(m);
            Some(there)
        }) else {
            continue;
        };
        let back = there.iter().map(|m| Move::shift(m.diameter(), m.to(), m.from()?));
        let Some(back) = back.collect::<Option<Vec<Move>>>() else { continue };
        let mut dithering = [&back[..], &there[..], &back[..]].concat();
        let saving = dithering.pop().expect("there are six");
        // Away and back, and away and back again but for the last move.
        if dithering.into_iter().all(|m| position.play(m).is_ok())
            && position.is_legal(saving)
            && matches!(table.value(&position).unwrap(), GameValue::Loss { .. })
        {
            return (position, saving);
        }
    }
}
