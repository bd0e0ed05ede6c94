//! Every number of the rounds, games and cases that independent programs produced.

mod records;

use std::collections::BTreeSet;

use records::{
    Cases, EndCase, PlacementRecord, Playable, StartCase, blocked_options, read, replay_games,
    replay_rounds,
};
use tilewright_core::{BySeat, Game, Outcome, Position as _, Seat, Turn, parse_options};
use tilewright_triominos::{
    Board, HandLeft, Move, Options, Placement, Position, SpecialFigure, Tile, TileSet, Triominos,
    openings_of, starter_of,
};

impl Playable for Position {
    fn start(options: &[(&str, &str)]) -> Position {
        Triominos::start(&parse(options)).expect("these options are a game")
    }

    fn seat_to_move(&self) -> Option<usize> {
        self.turn().seat().map(Seat::index)
    }

    fn winners(&self) -> Option<Vec<usize>> {
        self.turn().outcome().map(first)
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        assert_eq!(moves.len(), self.n_legal_moves());
        let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn play(&mut self, text: &str) {
        tilewright_core::Position::play(self, text.parse().expect(text)).expect(text);
    }

    fn scores(&self) -> Vec<i32> {
        tilewright_core::Position::scores(self).as_slice().to_vec()
    }

    fn hands(&self) -> Vec<Vec<String>> {
        Seat::first(self.n_seats()).map(|seat| names(self.hand(seat))).collect()
    }

    fn pile(&self) -> Vec<String> {
        names(self.pile())
    }

    fn starter(&self) -> Option<usize> {
        self.starter().map(Seat::index)
    }

    fn figures(&self, placement: &str) -> (usize, bool) {
        let figures: Vec<SpecialFigure> =
            self.board().figures(placement.parse().expect(placement)).collect();
        let is_hexagon = |it: &&SpecialFigure| matches!(it, SpecialFigure::Hexagon(_));
        let n_hexagons = figures.iter().filter(is_hexagon).count();
        (n_hexagons, figures.len() > n_hexagons)
    }

    fn round_end(&self) -> Option<(&'static str, Vec<usize>)> {
        let hands = BySeat::from_fn(self.n_seats(), |seat| {
            let hand = self.hand(seat);
            HandLeft { n_tiles: hand.len(), points: hand.points() }
        });
        let out = hands.seats().find(|&seat| hands[seat].n_tiles == 0);
        self.is_round_over().then(|| match out {
            Some(seat) => ("out", vec![seat.index()]),
            None => ("blocked", indices(&Options::default().blocked_winners(&hands))),
        })
    }
}

fn parse(options: &[(&str, &str)]) -> Options {
    parse_options(options.iter().copied()).expect("these are options")
}

/// Those on the first place.
fn first(outcome: &Outcome) -> Vec<usize> {
    outcome.winners().map(Seat::index).collect()
}

fn indices(seats: &[Seat]) -> Vec<usize> {
    seats.iter().map(|seat| seat.index()).collect()
}

fn names(tiles: TileSet) -> Vec<String> {
    let names: BTreeSet<String> = tiles.iter().map(|tile| tile.to_string()).collect();
    names.into_iter().collect()
}

fn tile(name: &str) -> Tile {
    name.parse().expect(name)
}

// ---------------------------------------------------------------------------------------------
// Rounds and games

#[test]
fn rounds_of_two() {
    replay_rounds::<Position>("rounds-2p.json");
}

#[test]
fn rounds_of_three() {
    replay_rounds::<Position>("rounds-3p.json");
}

#[test]
fn rounds_of_four() {
    replay_rounds::<Position>("rounds-4p.json");
}

#[test]
fn rounds_of_five() {
    replay_rounds::<Position>("rounds-5p.json");
}

#[test]
fn rounds_of_six() {
    replay_rounds::<Position>("rounds-6p.json");
}

#[test]
fn games_of_two() {
    replay_games::<Position>("games-2p.json");
}

#[test]
fn games_of_three() {
    replay_games::<Position>("games-3p.json");
}

#[test]
fn games_of_four() {
    replay_games::<Position>("games-4p.json");
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
        let mut position = <Position as Playable>::start(&[("seats", &seats)]);
        for name in hands.iter().flatten() {
            Playable::play(&mut position, &format!("deal:{name}"));
        }
        assert_eq!(position.seat_to_move(), Some(case.starter), "{}", case.name);
        let legal = position.legal();
        let tiles: BTreeSet<&str> = legal.iter().map(|text| &text[..5]).collect();
        let expected: BTreeSet<&str> = case.openings.iter().map(|it| it.tile.as_str()).collect();
        assert_eq!(tiles, expected, "{}", case.name);
        for opening in &case.openings {
            for text in legal.iter().filter(|text| text.starts_with(&opening.tile)) {
                let mut opened = position.clone();
                Playable::play(&mut opened, text);
                assert_eq!(Playable::scores(&opened)[case.starter], opening.score, "{text}");
                let next = (case.starter + 1) % hands.len();
                assert_eq!(opened.turn(), Turn::Player(Seat::new(next).expect("it is a seat")));
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
            assert_eq!(outcome.as_ref().map(first), winners, "{scores:?} {value}");
        }
    }
}
