//! Work at tables: views as JSON, and records.

use std::hint::black_box;

use tilewright_bots::{Generator, generator};
use tilewright_table::{Record, Table};

use crate::rules::mover;
use crate::setup::Setup;
use crate::{Job, Kind, kind};

/// The number of random games that are kept.
const N_GAMES: usize = 8;

/// The longest of these games: a game of Coerceo may have thousands of plies.
const MAX_PLIES: usize = 200;

pub(crate) fn kinds() -> Vec<Kind> {
    vec![kind("view-texts", "views", view_texts), kind("records", "moves", records)]
}

/// Plays a random move, unless the game is over or long enough.
fn play_random(table: &mut dyn Table, rng: &mut Generator) -> bool {
    let picked = table.pick_move(rng).filter(|_| table.ply() < MAX_PLIES);
    let Some(m) = picked else { return false };
    table.play_move(&m).expect("it is legal");
    true
}

/// The view of the one to move as JSON, in positions of random games.
fn view_texts(setup: &Setup, seed: u64) -> Job {
    let mut rng = generator(seed, 0);
    let mut tables = Vec::new();
    for _ in 0..N_GAMES {
        let mut table = setup.open();
        while play_random(&mut *table, &mut rng) {
            tables.push(table.clone());
        }
    }
    let mut index = 0;
    Job::new(move |_| {
        index = (index + 1) % tables.len();
        let table = &tables[index];
        black_box(table.view_text(mover(table.turn())));
        1
    })
}

/// Records of random games, read and replayed.
fn records(setup: &Setup, seed: u64) -> Job {
    let mut rng = generator(seed, 0);
    let records: Vec<_> = (0..N_GAMES).map(|_| random_record(setup, &mut rng)).collect();
    let mut index = 0;
    Job::new(move |_| {
        index = (index + 1) % records.len();
        let (text, n_moves) = &records[index];
        let record: Record = text.parse().expect("what was written is read");
        black_box(record.replay().expect("it was played"));
        *n_moves
    })
}

/// The record of a random game as text, and the number of its moves.
fn random_record(setup: &Setup, rng: &mut Generator) -> (String, u64) {
    let mut table = setup.open();
    while play_random(&mut *table, rng) {}
    (Record::of(&*table).to_string(), table.ply() as u64)
}
