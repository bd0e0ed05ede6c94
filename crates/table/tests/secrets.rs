//! Hidden information stays hidden at tables of Triominos for two to six: no viewer can distinguish
//! two games that differ only in tiles it has not seen.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Viewer, random_index};
use tilewright_table::{GameId, Record, SeenMove, Table};

/// Games that go on for several rounds.
const SETUPS: &[&[(&str, &str)]] = &[
    &[],
    &[("seats", "3"), ("voluntary-draw", "off")],
    &[("seats", "4")],
    &[("seats", "5")],
    &[("seats", "6"), ("starter", "free")],
];

/// The number of rounds of each game.
const N_ROUNDS: usize = 2;

/// The number of pairs of tiles for each viewer of each round.
const N_PAIRS: usize = 3;

fn open(options: &[(&str, &str)]) -> Box<dyn Table> {
    "triominos".parse::<GameId>().unwrap().open(options).unwrap()
}

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A random game of a few rounds.
fn play(options: &[(&str, &str)], rng: &mut Xoshiro256PlusPlus) -> Box<dyn Table> {
    let mut table = open(options);
    let mut n_rounds = 0;
    while n_rounds < N_ROUNDS {
        let m = table.random_move(rng).expect("nobody wins so soon");
        table.play(&m).unwrap();
        n_rounds += usize::from(is_round_over(&*table));
    }
    table
}

fn is_round_over(table: &dyn Table) -> bool {
    table.revealed(table.ply()).is_some_and(|word| word.starts_with("held="))
}

/// The tile that a move of chance brings.
fn received(m: &str) -> Option<&str> {
    m.strip_prefix("deal:").or_else(|| m.strip_prefix("drawn:"))
}

/// The game before its last round.
fn before_last_round(table: &dyn Table) -> Box<dyn Table> {
    let mut table = table.box_clone();
    while table.undo().is_some() && !is_round_over(&*table) {}
    table
}

/// The tiles that the last round brought to seats other than the viewer, and all that the viewer
/// did not get.
fn hidden_in_last_round(table: &dyn Table, start: usize, viewer: Viewer) -> [Vec<String>; 2] {
    let moves = table.moves();
    let looks = table.moves_seen_by(viewer);
    let to_others = (start..moves.len()).filter(|&ply| moves[ply] != looks[ply]);
    let to_others = to_others.filter_map(|ply| received(&moves[ply])).map(str::to_owned).collect();
    let own: Vec<&str> = looks[start..].iter().filter_map(|look| received(look)).collect();
    let is_hidden = |tile: &String| !own.contains(&tile.as_str());
    [to_others, all_tiles().filter(is_hidden).collect()]
}

fn all_tiles() -> impl Iterator<Item = String> {
    (0..6).flat_map(|a| (a..6).flat_map(move |b| (b..6).map(move |c| format!("{a}-{b}-{c}"))))
}

/// Plays the last round of a game again, and beside it the same with two tiles exchanged in what
/// chance brings. As long as that can be and lays the same open, the viewer gets the same. Says at
/// how many moments the two games really differed.
fn check_exchange(
    table: &dyn Table,
    opening: &dyn Table,
    [left, right]: [&str; 2],
    viewer: Viewer,
) -> usize {
    let moves = table.moves();
    let mut table = opening.box_clone();
    let mut other = opening.box_clone();
    let mut n_moments = 0;
    let mut is_other = false;
    for m in &moves[opening.ply()..] {
        let exchanged = match received(m) {
            Some(tile) if tile == left => m.replace(left, right),
            Some(tile) if tile == right => m.replace(right, left),
            _ => m.clone(),
        };
        is_other |= exchanged != *m;
        table.play(m).unwrap();
        let is_possible = other.play(&exchanged).is_ok();
        if !is_possible || other.revealed(other.ply()) != table.revealed(table.ply()) {
            break;
        }
        if is_other {
            let what = || format!("{viewer} after {m}, with {left} and {right} exchanged");
            assert_eq!(table.view(viewer), other.view(viewer), "{}", what());
            let records = [&table, &other].map(|it| Record::seen_by(&**it, viewer).to_string());
            assert_eq!(records[0], records[1], "{}", what());
            n_moments += 1;
        }
    }
    n_moments
}

#[test]
fn nothing_that_a_viewer_gets_changes_when_only_hidden_tiles_change() {
    let mut rng = rng(1);
    let mut n_moments: BTreeMap<_, usize> = BTreeMap::new();
    for options in SETUPS {
        let mut table = play(options, &mut rng);
        for round in (1..=N_ROUNDS).rev() {
            let opening = before_last_round(&*table);
            for viewer in Viewer::all(table.n_seats()) {
                let hidden = hidden_in_last_round(&*table, opening.ply(), viewer);
                for _ in 0..N_PAIRS {
                    let pair = [0, 1].map(|i| &*hidden[i][random_index(&mut rng, hidden[i].len())]);
                    let n = check_exchange(&*table, &*opening, pair, viewer);
                    let is_seat = viewer != Viewer::Spectator;
                    *n_moments.entry((table.n_seats(), round, is_seat)).or_default() += n;
                }
            }
            table = opening;
        }
    }
    assert!(n_moments.values().sum::<usize>() > 5_000, "{n_moments:?}");
    // Seats and spectators of every table, in every round.
    assert!(n_moments.len() == 20 && n_moments.values().all(|&n| n > 20), "{n_moments:?}");
}

/// A record may tell of a game that cannot have been, as far as its viewer could not know better.
/// Whatever can be followed has a turn and scores, and a text that is read back.
#[test]
fn whatever_can_be_followed_stands_somehow() {
    let mut rng = rng(2);
    for options in SETUPS {
        let [table, stranger] = [(); 2].map(|()| play(options, &mut rng));
        for viewer in Viewer::all(table.n_seats()) {
            let mut seen = Record::seen_by(&*open(options), viewer).replay_view().unwrap();
            let [own, other] = [&table, &stranger].map(|it| it.moves_seen_by(viewer));
            for (ply, look) in own.iter().enumerate() {
                // Now and then something of another game is put in, or a move is left out.
                let index = random_index(&mut rng, other.len());
                if index % 3 == 0
                    && seen.follow(&other[index], stranger.revealed(index + 1)).is_ok()
                {
                    continue;
                }
                let _ = seen.follow(look, table.revealed(ply + 1));
                if ply % 8 == 0 {
                    assert_eq!(seen.view()["position"], seen.text());
                    let read = table.game().open_view(&seen.text()).unwrap();
                    assert_eq!(
                        (read.viewer(), read.turn(), read.scores()),
                        (viewer, seen.turn(), seen.scores())
                    );
                }
            }
            assert!(seen.ply() > 20, "{viewer} of {} seats", table.n_seats());
        }
    }
}

#[test]
fn what_a_viewer_saw_from_the_beginning_leads_to_its_view_again() {
    for (seed, options) in (0..).zip(SETUPS) {
        let table = play(options, &mut rng(seed));
        for viewer in Viewer::all(table.n_seats()) {
            let seen = table.perspective(viewer);
            let mut again = table.game().open_view(&seen.start_text()).unwrap();
            for SeenMove { m, revealed } in seen.seen_moves() {
                again.follow_move(m, revealed.as_deref()).unwrap();
            }
            assert_eq!((again.text(), again.viewer()), (seen.text(), viewer));
            assert_eq!((again.view(), again.moves()), (table.view(viewer), seen.moves()));
        }
    }
}
