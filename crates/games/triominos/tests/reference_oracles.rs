//! The reference against the rounds, games and cases of independent programs, so that it can be
//! trusted where they say nothing.

mod records;
mod reference;

use std::collections::{BTreeMap, BTreeSet};

use records::{
    Cases, Deed, EndCase, GAME_FILES, PerftFile, PlacementRecord, Playable, ROUND_FILES, RoundFile,
    StartCase, blocked_options, read, replay_games, replay_rounds,
};
use reference::{
    Left, Options, Placement, Reference, Table, Tile, Turn, blocked_gains, blocked_winners,
    game_places, openings, starter,
};

impl Playable for Reference {
    fn start(options: &[(&str, &str)]) -> Reference {
        Reference::start(Options::read(options))
    }

    fn seat_to_move(&self) -> Option<usize> {
        match self.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    fn winners(&self) -> Option<Vec<usize>> {
        match self.turn() {
            Turn::Over(places) => Some(first(&places)),
            Turn::Seat(_) | Turn::Chance => None,
        }
    }

    fn legal(&self) -> Vec<String> {
        self.legal()
    }

    fn play(&mut self, text: &str) {
        self.play(text);
    }

    fn scores(&self) -> Vec<i32> {
        self.scores().to_vec()
    }

    fn hands(&self) -> Vec<Vec<String>> {
        self.hands()
    }

    fn pile(&self) -> Vec<String> {
        self.pile()
    }

    fn starter(&self) -> Option<usize> {
        self.starter()
    }

    fn figures(&self, placement: &str) -> (usize, bool) {
        let location = Placement::read(placement).location;
        (self.table().n_hexagons(location), self.table().is_bridge(location))
    }

    fn round_end(&self) -> Option<(&'static str, Vec<usize>)> {
        self.last_round().map(|(reason, winners)| (reason, winners.to_vec()))
    }
}

/// Those on the first place.
fn first(places: &[u8]) -> Vec<usize> {
    (0..places.len()).filter(|&seat| places[seat] == 1).collect()
}

#[test]
fn rounds() {
    for name in ROUND_FILES {
        replay_rounds::<Reference>(name);
    }
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
        let hands: Vec<BTreeSet<Tile>> =
            hands.iter().map(|hand| hand.iter().map(|tile| Tile::read(tile)).collect()).collect();
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
            let record: PlacementRecord = serde_json::from_value(value.clone()).expect("it is one");
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
        let mut game = Reference::start(Options::read(&[("hands", "shared")]));
        game.play(&case.first.text());
        // The last number takes the reference long.
        for (depth, &count) in case.distinct.iter().enumerate().take(3) {
            assert_eq!(n_sequences(&game, depth + 1), count, "{} {depth}", case.first.text());
        }
    }
}

fn n_sequences(game: &Reference, depth: usize) -> u64 {
    let legal = game.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let count = |text: &String| {
        let mut next = game.clone();
        next.play(text);
        n_sequences(&next, depth - 1)
    };
    legal.iter().map(count).sum()
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
