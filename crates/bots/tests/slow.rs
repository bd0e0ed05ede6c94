//! Full solutions, for `cargo xtask test slow`.

mod solving;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use solving::{Folder, bytes_of, check_resumed, compare_with_table, start};
use tilewright_aquapipe::{End, MoveAfter, Position, Variant};
use tilewright_bots::aquapipe::{Tablebase, solve, verify};
use tilewright_core::Position as _;

#[test]
fn every_option_is_solved_and_verified() {
    // The numbers of wins, losses and draws, and the longest win.
    let expected = [
        (MoveAfter::Each, [207_341_172_108, 23_757_718_976, 263_572_535], 19),
        (MoveAfter::AnyTime, [213_073_051_143, 18_021_511_280, 267_901_196], 15),
        (MoveAfter::Never, [107_606_838_980, 28_924_946_544, 94_830_678_095], 11),
    ];
    for (move_after, numbers, longest_win) in expected {
        let folder = Folder::new();
        let file = folder.file("table");
        let totals =
            solve(move_after, &file, &mut |_| ControlFlow::Continue(())).expect("it can be solved");
        assert_eq!(verify(&file, &mut |_| ()).expect("it is right"), totals);
        let table = Tablebase::open(&file).expect("the table is whole");
        assert_eq!(table.move_after(), move_after);
        assert_eq!([totals.n_won, totals.n_lost, totals.n_drawn], numbers, "{move_after:?}");
        assert_eq!(totals.longest_win, longest_win, "{move_after:?}");
        assert_eq!(table.value(&start(Variant::Small, move_after)).unwrap(), GameValue::Draw);
        compare_with_table(table, 5_000, 1);
    }
}

#[test]
fn a_solution_goes_on_wherever_it_was_stopped() {
    let folder = Folder::new();
    let file = folder.file("each.table");
    let totals = solve(MoveAfter::Each, &file, &mut |_| ControlFlow::Continue(()))
        .expect("it can be solved");
    let whole = bytes_of(&file);
    for n_bytes in [0, 20, 64, 70, 2_000_000, 9_000_000] {
        check_resumed(&whole, n_bytes, None, totals);
    }
    check_resumed(&whole, 9_000_000, Some(4_000_000), totals);
}

#[test]
fn what_was_begun_with_another_option_is_not_taken_over() {
    let folder = Folder::new();
    let each = folder.file("each.table");
    let totals = solve(MoveAfter::Each, &each, &mut |_| ControlFlow::Continue(()))
        .expect("it can be solved");
    fs::write(folder.file("other.partial"), &bytes_of(&each)[..2_000_000]).unwrap();
    let other = folder.file("other");
    assert_ne!(
        solve(MoveAfter::AnyTime, &other, &mut |_| ControlFlow::Continue(())).unwrap(),
        totals
    );
    verify(&other, &mut |_| ()).expect("it is right");
}

/// Without moves of pipes the game is a tree, and plain search knows everything.
#[test]
fn the_table_agrees_with_plain_search_where_pipes_never_move() {
    let folder = Folder::new();
    let file = folder.file("never.table");
    solve(MoveAfter::Never, &file, &mut |_| ControlFlow::Continue(())).expect("it can be solved");
    let table = Tablebase::open(&file).expect("the table is whole");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut values = BTreeMap::new();
    for _ in 0..400 {
        let Some(mut position) = late_position(&mut rng) else { continue };
        let value = plain_search(&mut position);
        assert_eq!(table.value(&position).unwrap(), value, "{position}");
        *values.entry(value.to_string()).or_insert(0) += 1;
    }
    assert!(values.len() > 4, "{values:?}");
}

/// A position of a random game where pipes never move, not long before its end.
fn late_position(rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut position = start(Variant::Small, MoveAfter::Never);
    for _ in 0..12 {
        let m = position.random_move(rng)?;
        position.play_unchecked(m);
    }
    (!position.turn().is_over()).then_some(position)
}

fn plain_search(position: &mut Position) -> GameValue {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return if position.end() == Some(End::Row) {
            GameValue::Loss { plies: 0 }
        } else {
            GameValue::Draw
        };
    }
    let values = moves.into_iter().map(|m| {
        position.play_unchecked(m);
        let value = plain_search(position).before();
        position.undo(m, ());
        value
    });
    values.max_by_key(|value| value.rank()).expect("there are moves")
}
