//! Tables of every game: whole random games, their records, and refused input.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Seat, Viewer, overridden, random_index};
use tilewright_table::{Ending, GameId, Record, Table};

type Setup = (&'static str, &'static [(&'static str, &'static str)]);

/// Every game with its default options, and further setups.
fn setups() -> impl Iterator<Item = Setup> {
    GameId::ALL.into_iter().map(|game| (game.slug(), &[][..])).chain(VARIANTS.iter().copied())
}

/// Setups that together reach all variants.
const VARIANTS: &[Setup] = &[
    ("blokus", &[("variant", "classic"), ("free-start", "on")]),
    ("blokus", &[("variant", "classic-2"), ("scoring", "basic")]),
    ("blokus", &[("variant", "classic-3")]),
    ("blokus", &[("variant", "duo")]),
    ("blokus", &[("variant", "tilewe"), ("seats", "1")]),
    ("blokus", &[("variant", "tilewe"), ("seats", "2")]),
    ("blokus", &[("variant", "tilewe"), ("seats", "3"), ("scoring", "advanced")]),
    ("blokus", &[("variant", "tilewe"), ("seats", "4")]),
    ("triominos", &[("seats", "3"), ("target", "100")]),
    ("triominos", &[("seats", "6"), ("single-round", "on"), ("voluntary-draw", "off")]),
    ("triominos", &[("starter", "free"), ("max-draws", "0"), ("target", "50")]),
    ("triominos", &[("hands", "shared")]),
    ("coerceo", &[("variant", "ocius")]),
    ("coerceo", &[("variant", "ocius"), ("cost", "1"), ("win-captures", "4")]),
    ("aquapipe", &[("variant", "4x4")]),
    ("aquapipe", &[("variant", "4x4"), ("move-after", "never"), ("u-pipes", "medium-large")]),
];

fn open((game, options): Setup) -> Box<dyn Table> {
    game.parse::<GameId>().unwrap().open(options).unwrap()
}

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Plays random moves until the game is over, or until `n_plies` have been played.
fn play_randomly(table: &mut dyn Table, n_plies: usize, rng: &mut Xoshiro256PlusPlus) {
    while table.ply() < n_plies
        && let Some(m) = table.random_move(rng)
    {
        assert_eq!(table.play(&m).as_ref(), Ok(&m));
    }
}

fn replay(text: &str) -> Box<dyn Table> {
    text.parse::<Record>().unwrap().replay().unwrap()
}

#[test]
fn whole_games_replay_from_their_records() {
    for setup in setups() {
        for seed in 0..20 {
            let mut table = open(setup);
            play_randomly(&mut *table, usize::MAX, &mut rng(seed));
            assert!(table.turn().is_over());
            let text = Record::of(&*table).to_string();
            let again = replay(&text);
            assert_eq!(again.position_text(), table.position_text());
            assert_eq!(again.moves(), table.moves());
            assert_eq!(again.turn(), table.turn());
            assert_eq!(again.key(), table.key());
            assert_eq!(Record::of(&*again).to_string(), text);
        }
    }
}

#[test]
fn games_that_began_later_and_ended_early_replay_too() {
    for setup in setups() {
        for seed in 0..20 {
            let mut before = open(setup);
            play_randomly(&mut *before, 8, &mut rng(seed));
            let position = before.position_text();
            let mut table = before.game().open_position(&position).unwrap();
            play_randomly(&mut *table, 5, &mut rng(seed));
            // Some short games are over by then.
            if table.turn().is_over() {
                assert!(before.ply() + table.ply() >= 5, "{setup:?}");
                continue;
            }
            table.end(Seat::new(0).unwrap(), Ending::Resigned).unwrap();
            play_randomly(&mut *table, 9, &mut rng(seed));

            let text = Record::of(&*table).to_string();
            let again = replay(&text);
            assert_eq!(again.position_text(), table.position_text());
            assert_eq!(again.endings(), table.endings());
            assert_eq!(again.turn(), table.turn());
            assert_eq!(again.start_text().as_deref(), Some(position.as_str()));
        }
    }
}

#[test]
fn undo_leads_back_to_the_start() {
    for setup in setups() {
        let start = open(setup);
        let mut table = start.clone();
        play_randomly(&mut *table, usize::MAX, &mut rng(7));
        let mut moves = table.moves();
        while let Some(m) = table.undo() {
            assert_eq!(Some(m), moves.pop());
        }
        assert!(moves.is_empty());
        assert_eq!(table.position_text(), start.position_text());
        assert_eq!(table.legal_moves(), start.legal_moves());
    }
}

#[test]
fn the_example_of_the_format_is_a_record() {
    let page = include_str!("../RECORD.md");
    let example = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let record: Record = example.unwrap().parse().unwrap();
    assert_eq!(Some(record.to_string().as_str()), example);
    assert_eq!(record.replay().unwrap().ply(), 2);
}

#[test]
fn resolved_options_open_the_same_game() {
    for setup in setups() {
        let table = open(setup);
        let resolved = table.options();
        let pairs: Vec<_> = resolved.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let again = table.game().open(&pairs).unwrap();
        assert_eq!(again.position_text(), table.position_text());
        assert_eq!(again.options(), resolved);
        for (name, value) in setup.1 {
            assert!(pairs.contains(&(name, value)), "{pairs:?}");
        }
    }
}

#[test]
fn a_wrong_move_is_refused_with_its_line() {
    for setup in setups() {
        let mut table = open(setup);
        let mut rng = rng(3);
        play_randomly(&mut *table, usize::MAX, &mut rng);
        let moves = table.moves();
        let index = 1 + random_index(&mut rng, moves.len() - 1);
        let text = Record::of(&*table).to_string();
        let right = format!("\n{}. {}\n", index + 1, moves[index]);
        // No piece can be placed on the previous one.
        for wrong in ["xyzzy", &moves[index - 1]] {
            let damaged = text.replace(&right, &format!("\n{}. {wrong}\n", index + 1));
            let error = damaged.parse::<Record>().unwrap().replay().unwrap_err();
            let line = 1 + text[..=text.find(&right).unwrap()].lines().count();
            assert_eq!(error.line(), Some(line), "{error}");
        }
    }
}

#[test]
fn moves_views_and_drawings_go_together() {
    for setup in setups() {
        let mut table = open(setup);
        for n_plies in [0, 1, 10, usize::MAX] {
            play_randomly(&mut *table, n_plies, &mut rng(1));
            let n_moves = table.n_legal_moves();
            assert_eq!(table.legal_moves().len(), n_moves);
            assert_eq!(table.legal_move_views().len(), n_moves);
            assert_eq!(n_moves == 0, table.turn().is_over());
            // Where perft counts the board and not the game, hands and endings differ.
            let counts_game = table.game().perft_options().is_empty();
            let is_dealt = table.options().contains(&("hands".to_owned(), "dealt".to_owned()));
            if counts_game || (table.turn().seat().is_some() && !is_dealt) {
                assert_eq!(table.perft_divide(1, &mut |_, _| ()), n_moves as u64, "{setup:?}");
            }
            for viewer in Viewer::all(table.n_seats()) {
                assert!(table.view(viewer).is_object());
            }
        }
    }
}

#[test]
fn a_game_is_counted_as_the_one_with_the_options_for_counting() {
    for (name, options) in setups() {
        let game: GameId = name.parse().unwrap();
        let counted = game.open(&overridden(options, game.perft_options())).unwrap();
        let count = |table: &dyn Table| table.perft_divide(2, &mut |_, _| ());
        assert_eq!(count(&*open((name, options))), count(&*counted), "{name} {options:?}");
        assert_eq!(counted.perft_divide(1, &mut |_, _| ()), counted.n_legal_moves() as u64);
    }
}

#[test]
fn what_a_viewer_saw_replays_to_its_view() {
    for setup in setups() {
        let mut table = open(setup);
        if !table.game().has_secrets() {
            continue;
        }
        for n_plies in [0, 1, 10, 40, usize::MAX] {
            play_randomly(&mut *table, n_plies, &mut rng(2));
            for viewer in Viewer::all(table.n_seats()) {
                let text = Record::seen_by(&*table, viewer).to_string();
                let record: Record = text.parse().unwrap();
                assert_eq!(record.to_string(), text);
                let seen = record.replay_view().unwrap();
                assert_eq!(seen.view(), table.view(viewer));
            }
        }
    }
}

#[test]
fn nothing_is_hidden_where_there_are_no_secrets() {
    for setup in setups() {
        let mut table = open(setup);
        play_randomly(&mut *table, usize::MAX, &mut rng(5));
        if !table.game().has_secrets() {
            for viewer in Viewer::all(table.n_seats()) {
                assert_eq!(Record::seen_by(&*table, viewer), Record::of(&*table));
            }
        }
    }
}

/// A record that was kept before Triominos had an option `blocked-when`.
const BLOCKED_BY_PASSES: &str = include_str!("data/triominos-blocked-by-passes.record");

#[test]
fn a_record_kept_without_blocked_when_is_replayed_as_it_was_played() {
    let table = replay(BLOCKED_BY_PASSES);
    let option = |value: &str| ("blocked-when".to_owned(), value.to_owned());
    assert!(table.options().contains(&option("passes")));
    // What is written now says so, and reads back.
    let text = Record::of(&*table).to_string();
    assert!(text.contains("\noption blocked-when: passes\n"), "{text}");
    assert_eq!(replay(&text).position_text(), table.position_text());
    // Under the rule of new games the second pass does not end the round.
    let other = text.replace("blocked-when: passes", "blocked-when: empty-pile");
    let error = other.parse::<Record>().unwrap().replay().unwrap_err().to_string();
    assert!(error.ends_with("34. deal:0-0-0: a seat is to move, not chance"), "{error}");

    let new = Record::of(&*open(("triominos", &[]))).to_string();
    assert!(new.contains("\noption blocked-when: empty-pile\n"), "{new}");
}

#[test]
fn a_position_kept_without_blocked_when_is_read_as_it_was_played() {
    let table = replay(BLOCKED_BY_PASSES);
    let mut before = table.clone();
    while before.ply() > 33 {
        before.undo();
    }
    let kept = before.position_text();
    let record = |position: &str, options: &str| {
        format!(
            "tilewright record 1\ngame: triominos\n{options}position: {position}\n\n1. deal:0-0-0\n"
        )
    };
    assert!(kept.contains(" blocked-when=passes "), "{kept}");
    let old = kept.replace(" blocked-when=passes", "");
    let options = "option seats: 2\noption max-draws: 3\n";
    for text in [record(&old, ""), record(&old, options), record(&kept, "")] {
        let replayed = replay(&text);
        assert!(replayed.position_text().contains(" blocked-when=passes "), "{text}");
    }
    // A new game says in its headers what its position leaves out.
    let new = open(("triominos", &[])).position_text();
    let text = record(&new, "option blocked-when: empty-pile\n");
    assert!(!replay(&text).position_text().contains("blocked-when"), "{text}");
}
