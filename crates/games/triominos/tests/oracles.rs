//! Every number of the rounds, games and cases that independent programs produced.

mod records;

use std::collections::BTreeSet;

use records::{
    Cases, EMPTY_PILE_FILE, EndCase, PlacementRecord, Playable, StartCase, blocked_options,
    indices, read, replay_games, replay_rounds,
};
use tilewright_core::{BySeat, Outcome, Seat, parse_options};
use tilewright_reference::Model;
use tilewright_testkit::differential::Replay;
use tilewright_triominos::{
    Board, HandLeft, Options, Placement, Tile, TileSet, Triominos, openings_of, starter_of,
};

fn parse(options: &[(&str, &str)]) -> Options {
    parse_options(options.iter().copied()).expect("these are options")
}

/// Those on the first place.
fn winners(outcome: &Outcome) -> Vec<usize> {
    outcome.winners().map(Seat::index).collect()
}

fn tile(name: &str) -> Tile {
    name.parse().expect(name)
}

// ---------------------------------------------------------------------------------------------
// Rounds and games

#[test]
fn rounds_of_two() {
    replay_rounds::<Replay<Triominos>>("rounds-2p.json");
}

#[test]
fn rounds_of_three() {
    replay_rounds::<Replay<Triominos>>("rounds-3p.json");
}

#[test]
fn rounds_of_four() {
    replay_rounds::<Replay<Triominos>>("rounds-4p.json");
}

#[test]
fn rounds_of_five() {
    replay_rounds::<Replay<Triominos>>("rounds-5p.json");
}

#[test]
fn rounds_of_six() {
    replay_rounds::<Replay<Triominos>>("rounds-6p.json");
}

#[test]
fn rounds_that_only_an_empty_pile_blocks() {
    replay_rounds::<Replay<Triominos>>(EMPTY_PILE_FILE);
}

#[test]
fn games_of_two() {
    replay_games::<Replay<Triominos>>("games-2p.json");
}

#[test]
fn games_of_three() {
    replay_games::<Replay<Triominos>>("games-3p.json");
}

#[test]
fn games_of_four() {
    replay_games::<Replay<Triominos>>("games-4p.json");
}

// ---------------------------------------------------------------------------------------------
// Cases

#[test]
fn the_best_hand_starts() {
    for StartCase { name, hands, starter, openings } in starts() {
        let sets: Vec<TileSet> =
            hands.iter().map(|hand| hand.iter().map(|it| tile(it)).collect()).collect();
        let sets = BySeat::from_fn(sets.len(), |seat| sets[seat.index()]);
        let found = starter_of(&sets);
        assert_eq!(found.index(), starter, "{name}");
        let mut expected: Vec<(Tile, i32)> =
            openings.iter().map(|it| (tile(&it.tile), it.score)).collect();
        expected.sort_unstable();
        let mut found_openings = openings_of(sets[found]);
        found_openings.sort_unstable();
        assert_eq!(found_openings, expected, "{name}");
    }
}

/// The same in a game: each hand of a case is filled up with what changes neither who starts nor
/// with what.
#[test]
fn the_starter_must_open_with_its_best_tile() {
    for case in starts() {
        let Some(hands) = filled_up(&case) else { continue };
        let seats = hands.len().to_string();
        let mut game = Replay::<Triominos>::start(&[("seats", &seats)]);
        for name in hands.iter().flatten() {
            game.play(&format!("deal:{name}"));
        }
        assert_eq!(game.seat_to_move(), Some(case.starter), "{}", case.name);
        let legal = game.legal();
        let tiles: BTreeSet<&str> = legal.iter().map(|text| &text[..5]).collect();
        let expected: BTreeSet<&str> = case.openings.iter().map(|it| it.tile.as_str()).collect();
        assert_eq!(tiles, expected, "{}", case.name);
        for opening in &case.openings {
            for text in legal.iter().filter(|text| text.starts_with(&opening.tile)) {
                let mut opened = game.clone();
                opened.play(text);
                assert_eq!(opened.scores()[case.starter], opening.score, "{text}");
                assert_eq!(opened.seat_to_move(), Some((case.starter + 1) % hands.len()));
            }
        }
    }
}

/// Full hands that start like those of a case; nothing where the case depends on what is added.
fn filled_up(case: &StartCase) -> Option<Vec<Vec<String>>> {
    // Small tiles neither start nor open beside these; but a tie would be decided by them.
    let is_tie = case.name.contains("tie");
    let size = if case.hands.len() == 2 { 9 } else { 7 };
    let mut spare = Tile::all()
        .filter(|tile| !tile.is_triple())
        .map(|tile| tile.to_string())
        .filter(|name| !case.hands.iter().flatten().any(|other| other == name));
    let fill = |hand: &Vec<String>| {
        let missing = size - hand.len();
        hand.iter().cloned().chain(spare.by_ref().take(missing)).collect()
    };
    (!is_tie).then(|| case.hands.iter().map(fill).collect())
}

fn starts() -> Vec<StartCase> {
    read::<Cases>("start-and-end-cases.json").start
}

#[test]
fn figures_are_worth_what_the_options_say() {
    let cases: serde_json::Value = read("special-cases.json");
    let cases = cases["figures"].as_array().expect("there are cases");
    for case in cases.iter().filter(|case| case.get("score").is_some()) {
        let board = board(&case["setup"]);
        let placement = placement(&case["placement"]);
        let n_hexagons = case["hexagons"].as_u64().expect("it is a number");
        for (field, option) in [
            ("score", ("bridge", "any")),
            ("score_if_bridge_and_hexagon_add", ("bridge-with-hexagon", "on")),
            ("score_strict_bridge_rule", ("bridge", "completed-only")),
        ] {
            let score =
                |hexagon| board.score(placement, &parse(&[option, ("hexagon", hexagon)]).figures());
            assert_eq!(score("50/60/70"), case[field], "{} {field}", case["name"]);
            let more = [0, 0, 40, 80][n_hexagons as usize];
            assert_eq!(score("50/100/150") - more, case[field], "{} {field}", case["name"]);
        }
    }
}

/// The tiles of a case, which come in no order: each is laid as soon as it can be.
fn board(setup: &serde_json::Value) -> Board {
    let setup = setup.as_array().expect("there is a table");
    let mut waiting: Vec<Placement> = setup.iter().map(placement).collect();
    let mut board = Board::with_tiles(waiting.drain(..1)).expect("anything may be first");
    while !waiting.is_empty() {
        let next = waiting.iter().position(|&it| board.is_valid(it)).expect("the case can be laid");
        board.place(waiting.swap_remove(next)).expect("it is valid");
    }
    board
}

fn placement(value: &serde_json::Value) -> Placement {
    let record: PlacementRecord = serde_json::from_value(value.clone()).expect("it is one");
    record.text().parse().expect("it is a placement")
}

#[test]
fn a_blocked_round_is_scored_by_what_is_left() {
    for case in read::<Cases>("start-and-end-cases.json").end {
        let EndCase::Blocked { hands, hand_points, results } = case else { continue };
        let left = BySeat::from_fn(hands.len(), |seat| HandLeft {
            n_tiles: hands[seat.index()].len(),
            points: hands[seat.index()].iter().map(|it| tile(it).points()).sum(),
        });
        assert!(left.iter().map(|hand| hand.points).eq(hand_points));
        for (name, result) in results {
            let options = parse(&blocked_options(&name));
            let winners = options.blocked_winners(&left);
            assert_eq!(indices(&winners), result.winners, "{name}");
            let scores = options.blocked_gains(&left).map(|gain| 100 + gain);
            assert_eq!(scores.as_slice(), result.scores_from_100, "{name}");
        }
    }
}

#[test]
fn a_game_ends_with_a_round_that_reaches_the_target() {
    for case in read::<Cases>("start-and-end-cases.json").end {
        let EndCase::GameEnd { scores, round_winners, round_winner_first, highest_score } = case
        else {
            continue;
        };
        let round_winners: Vec<Seat> =
            round_winners.iter().map(|&seat| Seat::new(seat).expect("it is a seat")).collect();
        let by_seat = BySeat::from_fn(scores.len(), |seat| scores[seat.index()]);
        for (value, winners) in
            [("round-winner-first", round_winner_first), ("highest", highest_score)]
        {
            let outcome = parse(&[("game-winner", value)]).game_outcome(by_seat, &round_winners);
            assert_eq!(outcome.as_ref().map(self::winners), winners, "{scores:?} {value}");
        }
    }
}

// ---------------------------------------------------------------------------------------------
// The reference

/// The reference, so that it can be trusted where the oracles say nothing.
mod reference {
    use std::collections::BTreeMap;

    use records::{Deed, GAME_FILES, PerftFile, ROUND_FILES, RoundFile, first};
    use tilewright_reference::triominos::{
        Left, Options, Placement, Reference, Table, Tile, blocked_gains, blocked_winners,
        game_places, openings, starter,
    };

    use super::{
        BTreeSet, Cases, EMPTY_PILE_FILE, EndCase, Model, PlacementRecord, StartCase,
        blocked_options, read, records, replay_games, replay_rounds,
    };

    #[test]
    fn rounds() {
        for name in ROUND_FILES {
            replay_rounds::<Reference>(name);
        }
        replay_rounds::<Reference>(EMPTY_PILE_FILE);
    }

    #[test]
    fn games() {
        for name in GAME_FILES {
            replay_games::<Reference>(name);
        }
    }

    #[test]
    fn starts() {
        for StartCase { name, hands, starter: expected, openings: expected_openings } in
            read::<Cases>("start-and-end-cases.json").start
        {
            let hands: Vec<BTreeSet<Tile>> = hands
                .iter()
                .map(|hand| hand.iter().map(|tile| Tile::read(tile)).collect())
                .collect();
            assert_eq!(starter(&hands), expected, "{name}");
            let expected_openings: BTreeMap<Tile, i32> =
                expected_openings.iter().map(|it| (Tile::read(&it.tile), it.score)).collect();
            assert_eq!(openings(&hands[expected]), expected_openings, "{name}");
        }
    }

    #[test]
    fn ends() {
        for case in read::<Cases>("start-and-end-cases.json").end {
            match case {
                EndCase::Blocked { hands, hand_points, results } => {
                    let left: Vec<Left> = hands.iter().zip(hand_points).map(left).collect();
                    for (name, result) in results {
                        let options = Options::read(&blocked_options(&name));
                        assert_eq!(blocked_winners(&options, &left), result.winners, "{name}");
                        let gains = blocked_gains(&options, &left);
                        let scores: Vec<i32> = gains.iter().map(|gain| 100 + gain).collect();
                        assert_eq!(scores, result.scores_from_100, "{name}");
                    }
                }
                EndCase::GameEnd { scores, round_winners, round_winner_first, highest_score } => {
                    for (value, winners) in
                        [("round-winner-first", round_winner_first), ("highest", highest_score)]
                    {
                        let options = Options::read(&[("game-winner", value)]);
                        let places = game_places(&options, &scores, &round_winners);
                        assert_eq!(places.map(|it| first(&it)), winners, "{scores:?} {value}");
                    }
                }
            }
        }
    }

    /// The tiles of a case need not be a hand: some are there twice.
    fn left((hand, points): (&Vec<String>, i32)) -> Left {
        assert_eq!(hand.iter().map(|tile| Tile::read(tile).points()).sum::<i32>(), points);
        Left { n_tiles: hand.len(), points }
    }

    #[test]
    fn figures() {
        let cases: serde_json::Value = read("special-cases.json");
        let cases = cases["figures"].as_array().expect("there are cases");
        for case in cases.iter().filter(|case| case.get("score").is_some()) {
            let name = &case["name"];
            let placement = |value: &serde_json::Value| -> Placement {
                let record: PlacementRecord =
                    serde_json::from_value(value.clone()).expect("it is one");
                Placement::read(&record.text())
            };
            let mut table = Table::default();
            for setup in case["setup"].as_array().expect("there is a table") {
                table.lay(placement(setup));
            }
            let placement = placement(&case["placement"]);
            assert_eq!(table.broken_rules(&placement), [""; 0], "{name}");
            assert_eq!(table.n_hexagons(placement.location), case["hexagons"], "{name}");
            assert_eq!(table.is_bridge(placement.location), case["bridge_condition"], "{name}");
            for (field, option) in [
                ("score", ("seats", "2")),
                ("score_if_bridge_and_hexagon_add", ("bridge-with-hexagon", "on")),
                ("score_strict_bridge_rule", ("bridge", "completed-only")),
            ] {
                let points = table.points(&placement, &Options::read(&[option]));
                assert_eq!(points, case[field], "{name} {field}");
            }
        }
    }

    #[test]
    fn placement_sequences() {
        for case in read::<PerftFile>("perft.json").cases {
            let mut game = Reference::start(&[("hands", "shared")]);
            game.play(&case.first.text());
            // The last number takes the reference long.
            for (depth, &count) in (1..).zip(&case.distinct).take(3) {
                assert_eq!(game.perft(depth), count, "{} {depth}", case.first.text());
            }
        }
    }

    /// The list of placements is exactly what the rules allow, near and far.
    #[test]
    fn the_list_is_what_the_rules_allow() {
        let game = &read::<RoundFile>("rounds-2p.json").rounds[0];
        let mut table = Table::default();
        for action in &game.round.actions {
            let Deed::Place { placement, .. } = &action.deed else { continue };
            check_list(&table);
            table.lay(Placement::read(&placement.text()));
        }
        check_list(&table);
    }

    fn check_list(table: &Table) {
        let tiles = Tile::all();
        let mut listed: Vec<String> =
            table.placements(&tiles).iter().map(Placement::to_string).collect();
        let mut allowed = Vec::new();
        for (x, y) in (-12..=12).flat_map(|x| (-8..=8).map(move |y| (x, y))) {
            for &tile in &tiles {
                for orientation in ["ABC", "ACB", "CAB", "CBA", "BCA", "BAC"] {
                    let placement = Placement { tile, orientation, location: (x, y) };
                    if table.broken_rules(&placement).is_empty() {
                        allowed.push(placement.to_string());
                    }
                }
            }
        }
        listed.sort_unstable();
        allowed.sort_unstable();
        assert_eq!(listed, allowed);
    }
}
