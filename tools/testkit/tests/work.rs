//! The work whose speed is measured is the work that its name says.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Job, Position, Work, perft, perft_divide, perft_up_to, random_index};
use tilewright_testkit::toy::{CardOptions, Cards, Deck};

/// Without a limit, each of the six cards is dealt and then decided on.
const N_PLIES: u64 = 6 * 2;

fn start() -> Deck {
    Cards::start(&CardOptions { limit: None, ..CardOptions::default() }).unwrap()
}

fn job(work: Work, perft_depth: usize) -> Job {
    work.job::<Cards>(&[("limit", "off")], perft_depth, Xoshiro256PlusPlus::seed_from_u64(1))
        .unwrap()
}

#[test]
fn a_job_does_what_is_asked_and_not_much_more() {
    for (work, n_asked, n_done) in [
        // Plies and moves can be stopped at any.
        (Work::RandomGames, 100, 100),
        (Work::Undo, 100, 100),
        (Work::Keys, 100, 100),
        (Work::Views, 100, 100),
        (Work::Texts, 100, 100),
        // Games cannot.
        (Work::WholeGames, 5, 5),
        (Work::Playouts, 10, 2 * N_PLIES),
        // A list is as long as it is: 6 cards, keep or pass, 5 cards, keep or pass.
        (Work::LegalMoves, 3, 6),
        (Work::LegalMoves, 6, 6),
        (Work::LegalMoves, 7, 8),
        (Work::LegalMoves, 13, 13),
        (Work::LegalMoves, 14, 15),
        // All of the games that are kept.
        (Work::ListAt(50), 1, 32),
        (Work::ListAt(50), 33, 64),
    ] {
        assert_eq!(job(work, 1).run(n_asked), n_done, "{work:?}, {n_asked}");
    }
    assert_eq!(job(Work::Undo, 1).run(0), 0);
}

#[test]
fn a_game_of_the_work_is_played_to_its_end() {
    for work in [Work::RandomGames, Work::Undo, Work::Keys] {
        let (mut job, mut n_done) = (job(work, 1), 0);
        // More than a game is left, so that one is played after the other.
        for _ in 0..40 {
            n_done += job.run(N_PLIES);
        }
        assert_eq!(n_done, 40 * N_PLIES, "{work:?}");
    }
}

#[test]
fn a_tree_is_counted_in_the_game_that_people_count() {
    // Four cards instead of six, keep or pass, and three cards.
    assert_eq!(job(Work::Perft, 3).run(1), 1);
    assert_eq!(job(Work::Perft, 3).run(4 * 2 * 3), 4 * 2 * 3);
    assert_eq!(job(Work::PerftBulk, 3).run(1), 3);
    assert_eq!(job(Work::PerftBulk, 3).run(4 * 2 * 3), 4 * 2 * 3);
    // When the tree is done it is begun again.
    assert_eq!(job(Work::Perft, 3).run(4 * 2 * 3 + 7), 4 * 2 * 3 + 7);
}

#[test]
fn every_kind_of_work_has_its_name_and_its_unit() {
    let mut names: Vec<String> = Work::ALL.iter().map(|work| work.name()).collect();
    assert!(names.contains(&"random-games".to_owned()) && names.contains(&"list-at-75".to_owned()));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Work::ALL.len());
    assert_eq!((Work::Playouts.unit(), Work::WholeGames.unit()), ("plies", "games"));
    assert_eq!((Work::ListAt(25).unit(), Work::PerftBulk.unit()), ("lists", "nodes"));
}

#[test]
fn counts_by_the_first_move_add_up() {
    let mut start = start();
    let (mut moves, mut total) = (Vec::new(), 0);
    let sum = perft_divide(&mut start, 3, |m, count| {
        moves.push(m);
        total += count;
        assert_eq!(count, 2 * 5);
    });
    assert_eq!((sum, total, moves.len()), (6 * 2 * 5, 6 * 2 * 5, 6));
    assert!(moves.is_sorted());
    assert_eq!(perft(&mut start, 3), sum);
    assert_eq!(perft_divide(&mut start, 0, |_, _| panic!("there is no move")), 1);
}

#[test]
fn a_count_stops_as_soon_as_it_is_enough() {
    let mut start = start();
    let mut n_leaves = 0;
    let mut count = |enough, depth| {
        n_leaves = 0;
        let total = perft_up_to(&mut start, depth, enough, &mut |_| {
            n_leaves += 1;
            1
        });
        (total, n_leaves)
    };
    assert_eq!(count(10, 3), (10, 10));
    assert_eq!(count(2 * 5, 3), (10, 10));
    assert_eq!(count(2 * 5 + 1, 3), (11, 11));
    assert_eq!(count(1_000, 3), (60, 60));
    assert_eq!(start, self::start());
}

#[test]
fn every_index_is_drawn_about_as_often() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut counts = [0; 5];
    for _ in 0..5_000 {
        counts[random_index(&mut rng, 5)] += 1;
    }
    assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    let first = start();
    assert!((0..20).all(|_| first.random_move(&mut rng).is_some_and(|m| first.is_legal(m))));
}
