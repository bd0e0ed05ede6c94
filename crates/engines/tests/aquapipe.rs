//! The exact solution of the small board of Aqua Pipe, its table, and the search without it.

mod solving;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::Deserialize;
use solving::{Folder, bytes_of, check_resumed, start};
use tilewright_aquapipe::{AquaPipe, Color, Move, MoveAfter, Position, Variant};
use tilewright_core::{Position as _, Turn};
use tilewright_engines::aquapipe::{
    Judgement, SolveError, Solver, Table, TableError, Totals, Value, Verdict, solve, verify,
};
use tilewright_engines::{Bot, Thinking, bot};
use tilewright_search::{Limits, Stop};

/// A position of `solved-3x3.json`.
#[derive(Deserialize)]
struct Solved {
    fen: String,
    value: String,
    distance: Option<u8>,
    best: BTreeSet<String>,
}

impl Solved {
    fn all() -> Vec<Solved> {
        let text = include_str!("../../aquapipe/tests/data/solved-3x3.json");
        serde_json::from_str(text).expect("the file is right")
    }

    fn position(&self) -> Position {
        self.fen.parse().expect("the file is right")
    }

    fn value(&self) -> Value {
        let plies = self.distance.unwrap_or_default();
        match self.value.as_str() {
            "win" => Value::Win { plies },
            "loss" => Value::Loss { plies },
            _ => Value::Draw,
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
    });
    assert!(n_done.is_sorted() && n_done.len() > 100, "{n_done:?}");
    Solution { totals: totals.expect("it can be solved"), file, _folder: folder }
});

fn table() -> Table {
    Table::open(&SOLUTION.file).expect("the table is whole")
}

fn judge(solver: &mut Solver, position: &Position, limits: Limits) -> Judgement {
    let judged = solver.judge(position, limits, &Stop::new(), &mut |_, _| ());
    judged.expect("the table can be read")
}

fn best_of(judgement: &Judgement) -> BTreeSet<String> {
    judgement.best_moves().map(|m| m.to_string()).collect()
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
        let judgement = judge(&mut solver, &solved.position(), Limits::NONE);
        assert!(judgement.is_from_table, "{}", solved.fen);
        assert_eq!(judgement.verdict, Verdict::Exact(solved.value()), "{}", solved.fen);
        assert_eq!(best_of(&judgement), solved.best, "{}", solved.fen);
        assert_eq!(table().value(&solved.position()).unwrap(), solved.value(), "{}", solved.fen);
    }
}

#[test]
fn all_first_actions_draw_and_against_a_corner_only_the_centre_does() {
    let mut solver = Solver::new(vec![table()], 1 << 10);
    let mut position = start(Variant::Small, MoveAfter::Each);
    let judgement = judge(&mut solver, &position, Limits::NONE);
    assert_eq!(judgement.verdict, Verdict::Exact(Value::Draw));
    assert_eq!(judgement.best_moves().count(), 27);
    position.play("M@c1".parse().unwrap()).unwrap();
    let judgement = judge(&mut solver, &position, Limits::NONE);
    assert_eq!(best_of(&judgement), BTreeSet::from(["S@b2", "M@b2", "L@b2"].map(str::to_owned)));
    let others = judgement.moves.iter().filter(|(_, it)| *it != Verdict::Exact(Value::Draw));
    // The reply is one of the plies.
    assert!(
        others
            .into_iter()
            .all(|(_, it)| matches!(it, Verdict::Exact(Value::Loss { plies }) if *plies <= 13))
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
    let error = solve(MoveAfter::Each, &folder.file("each.table"), &mut |_| ()).unwrap_err();
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
        assert!(matches!(error, SolveError::Table(_)), "{error}");
        Table::open(&file).err().expect("it is refused")
    };
    let mut changed = whole.clone();
    changed[10_000_000] ^= 4;
    assert!(matches!(refusal("changed", &changed), TableError::Damaged));
    assert!(matches!(refusal("short", &whole[..whole.len() - 1]), TableError::Length { .. }));
    assert!(matches!(refusal("empty", b""), TableError::Unknown));
    changed[3] ^= 4;
    assert!(matches!(refusal("other", &changed), TableError::Unknown));
    assert!(matches!(Table::open(&folder.file("missing")), Err(TableError::Io(_))));
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
    assert!(Table::open(&file).is_ok());
    assert!(matches!(verify(&file, &mut |_| ()), Err(SolveError::Wrong)));
}

// ---------------------------------------------------------------------------------------------
// Without the table

#[test]
fn the_search_proves_the_solved_positions_that_are_decided() {
    for solved in Solved::all() {
        let mut solver = Solver::new(Vec::new(), 1 << 24);
        let limits = Limits { nodes: Some(300_000), ..Limits::NONE };
        let judgement = judge(&mut solver, &solved.position(), limits);
        assert!(!judgement.is_from_table && judgement.n_nodes <= 300_000);
        match (judgement.verdict, solved.value()) {
            (Verdict::Exact(value), expected) => {
                assert_eq!(value, expected, "{}", solved.fen);
                assert_eq!(best_of(&judgement), solved.best, "{}", solved.fen);
            }
            (Verdict::Open { plies }, expected) => {
                assert_eq!(expected, Value::Draw, "{} is open within {plies}", solved.fen);
                assert!(plies > 6, "{} is open within {plies}", solved.fen);
            }
        }
    }
}

#[test]
fn the_search_and_the_table_agree() {
    let table = table();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut solver = Solver::new(Vec::new(), 1 << 24);
    let (mut n_exact, mut n_open) = (0, 0);
    for seed in 0..300 {
        let mut position = start(Variant::Small, MoveAfter::Each);
        for _ in 0..seed % 15 {
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play_unchecked(m);
        }
        if position.turn().is_over() {
            continue;
        }
        let limits = Limits { nodes: Some(20_000), ..Limits::NONE };
        let judgement = judge(&mut solver, &position, limits);
        match judgement.verdict {
            Verdict::Exact(value) => {
                assert_eq!(value, table.value(&position).unwrap(), "{position}");
                n_exact += 1;
            }
            Verdict::Open { plies } => {
                let is_sooner = |decided: u8| usize::from(decided) <= plies;
                match table.value(&position).unwrap() {
                    Value::Draw => (),
                    Value::Win { plies } | Value::Loss { plies } => {
                        assert!(!is_sooner(plies), "{position} in {plies}");
                    }
                }
                n_open += 1;
            }
        }
    }
    assert!(n_exact > 200 && n_open > 0, "{n_exact} {n_open}");
}

#[test]
fn a_forced_win_of_the_large_board_is_proved() {
    let mut position = start(Variant::Large, MoveAfter::Each);
    for text in ["S@a1", "L@a1"] {
        position.play(text.parse().unwrap()).unwrap();
    }
    let mut solver = Solver::new(vec![table()], 1 << 24);
    let limits = Limits { nodes: Some(1_000_000), ..Limits::NONE };
    let judgement = judge(&mut solver, &position, limits);
    assert_eq!(judgement.verdict, Verdict::Exact(Value::Win { plies: 5 }));
    // Whoever follows the best moves wins in time, whatever the other does.
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
// The bot

fn solver_bot(settings: &str) -> Box<dyn Bot<AquaPipe>> {
    bot::<AquaPipe>(&format!("solver:{settings}").parse().unwrap()).unwrap()
}

/// With the table the bot gets what a position is worth, whoever plays against it, and says so.
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
    let (mut n_proved, mut n_open) = (0, 0);
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
            assert_eq!(solved.value(), Value::Draw, "{}", solved.fen);
            n_open += 1;
        }
        let again = searching.choose(&solved.position(), &mut Thinking::default());
        assert_eq!(again, choice, "the same again");
    }
    assert!(n_proved > 30 && n_open > 5, "{n_proved} {n_open}");
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
    assert!(matches!(table.value(&position).unwrap(), Value::Loss { .. }), "{position}");
    for mut solver in [Solver::new(vec![table], 1 << 10), Solver::new(Vec::new(), 1 << 20)] {
        let limits = Limits { nodes: Some(200_000), ..Limits::NONE };
        let judgement = judge(&mut solver, &position, limits);
        assert_eq!(judgement.verdict, Verdict::Exact(Value::Draw), "{position}");
        assert_eq!(best_of(&judgement), BTreeSet::from([saving.to_string()]), "{position}");
    }
}

/// A position that is lost, but in which a move leads for the third time to a board that the winner
/// did not make anything of; and that move.
fn dithered(table: &Table) -> (Position, Move) {
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
            && matches!(table.value(&position).unwrap(), Value::Loss { .. })
        {
            return (position, saving);
        }
    }
}
