//! Helpers of the solver's tests.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_aquapipe::{AquaPipe, Move, MoveAfter, Options, Position, Variant};
use tilewright_bots::aquapipe::{Solver, Tablebase, Totals, solve};
use tilewright_core::{Game, Position as _, Rng, random_index};
use tilewright_search::{GameValue, Limits, Proof, Stop};

/// A folder that is gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static N_FOLDERS: AtomicU32 = AtomicU32::new(0);
        let number = N_FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("tilewright-solve-{}-{number}", process::id()));
        fs::create_dir_all(&path).expect("there is room for a folder");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn start(variant: Variant, move_after: MoveAfter) -> Position {
    AquaPipe::start(&Options { variant, move_after, ..Options::default() }).expect("these exist")
}

/// Any pipes on the small board, whether a game leads there or not; nothing if somebody has a row.
pub(crate) fn any_position(rng: &mut impl Rng, move_after: MoveAfter) -> Option<Position> {
    let mut layer = || {
        let mut spaces = ['.'; 9];
        for letter in ['b', 'r'] {
            for _ in 0..random_index(rng, 4) {
                let free: Vec<usize> = (0..9).filter(|&i| spaces[i] == '.').collect();
                spaces[free[random_index(rng, free.len())]] = letter;
            }
        }
        let ranks = spaces.chunks(3).map(|rank| rank.iter().collect::<String>());
        ranks.collect::<Vec<_>>().join("/")
    };
    let layers = [layer(), layer(), layer()].join("|");
    let text = format!("3x3,move-after={} {layers} b", move_after.name());
    text.parse().ok().filter(|position: &Position| !position.turn().is_over())
}

/// Judges any positions of a game by search, with limits from too little to enough, and compares
/// what is said of the position and of each move with the table.
pub(crate) fn compare_with_table(table: Tablebase, n_positions: usize, seed: u64) {
    let move_after = table.move_after();
    let mut known = Solver::new(vec![table], 1 << 10);
    // Nothing makes it forget.
    let mut solver = Solver::new(Vec::new(), 1 << 22);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut n_exact = 0;
    let mut n_open = 0;
    while n_exact + n_open < n_positions {
        let Some(position) = any_position(&mut rng, move_after) else { continue };
        // Nine in ten are won at once.
        if position.can_win() && random_index(&mut rng, 10) > 0 {
            continue;
        }
        let limits = Limits { nodes: Some(10 << random_index(&mut rng, 9)), ..Limits::NONE };
        let judge = |solver: &mut Solver, limits| {
            let judged = solver.judge(&position, limits, &Stop::new(), &mut |_, _| ());
            judged.expect("the table can be read")
        };
        let found = judge(&mut solver, limits);
        let truth = judge(&mut known, Limits::NONE);
        check_verdict(found.proof, truth.proof, &position);
        let values: HashMap<Move, Proof> = truth.moves.iter().copied().collect();
        assert_eq!(found.moves.len(), values.len(), "{position}");
        for (m, proof) in &found.moves {
            check_verdict(*proof, values[m], &format!("{m} in {position}"));
        }
        if let Proof::Exact(_) = found.proof {
            n_exact += 1;
            let sets = [&found, &truth].map(|it| it.best_moves().collect::<HashSet<_>>());
            assert!(sets[0].is_subset(&sets[1]), "{position}");
            assert!(!found.is_complete || sets[0] == sets[1], "{position}");
        } else {
            n_open += 1;
        }
    }
    assert!(n_exact > n_positions / 2 && n_open > n_positions / 20, "{n_exact} {n_open}");
}

/// Checks that exact proofs are right, and that open positions are not decided so soon.
fn check_verdict(found: Proof, truth: Proof, context: &dyn Display) {
    match (found, truth) {
        (Proof::Exact(_), _) => assert_eq!(found, truth, "{context}"),
        (Proof::Open { plies: open }, Proof::Exact(value)) => match value {
            GameValue::Draw => (),
            GameValue::Win { plies } | GameValue::Loss { plies } => {
                assert!(plies > open, "{context}: {value}, but open within {open}");
            }
        },
        _ => panic!("the table does not know {context}"),
    }
}

/// The bytes of a file, in the test of which it must be there.
pub(crate) fn bytes_of(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Solves the usual game after a call that left the first bytes of the whole table, perhaps
/// damaged.
pub(crate) fn check_resumed(whole: &[u8], n_bytes: usize, spoiled: Option<usize>, totals: Totals) {
    let folder = Folder::new();
    let mut left = whole[..n_bytes].to_vec();
    if let Some(place) = spoiled {
        left[place] ^= 1;
    }
    fs::write(folder.file("each.table.partial"), left).expect("there is room for a file");
    let mut n_done = Vec::new();
    let file = folder.file("each.table");
    let resumed = solve(MoveAfter::Each, &file, &mut |progress| {
        n_done.push(progress.n_done);
        ControlFlow::Continue(())
    });
    assert_eq!(resumed.expect("it can be solved"), totals);
    assert!(bytes_of(&file) == whole, "the same table");
    assert!(!folder.file("each.table.partial").exists());
    let n_sound = spoiled.unwrap_or(n_bytes) as u64;
    // Only the section in which it stopped was done again.
    assert!(n_done[0] <= n_sound && n_sound < n_done[0] + 3_000_000, "{} of {n_sound}", n_done[0]);
}
