//! Games of an oracle are replayed, and every kind of difference is found.

mod toy;

use tilewright_core::{BySeat, Position, Seat};
use tilewright_testkit::{OracleGame, OraclePly, replay_oracle};

use crate::toy::{Bug, Row, Toy, ToyOptions, message_with};

/// A game worked out by hand: seat 1 has the card 2, seat 2 the card 1, and the row ends as `121`.
fn oracle_game() -> OracleGame<Toy> {
    let [first, second] = [0, 1].map(Seat::new);
    let ply = |move_text: &str, seat, n_legal_moves| OraclePly {
        seat,
        n_legal_moves: Some(n_legal_moves),
        ..OraclePly::new(move_text)
    };
    let mut plies = vec![
        ply("deal:2", None, 3),
        ply("deal:1", None, 2),
        ply("a", first, 3),
        ply("b", second, 2),
        ply("c", first, 1),
    ];
    plies[3].scores_after = Some(BySeat::from([0, 0]));
    plies[4].scores_after = Some(BySeat::from([2, 1]));
    OracleGame {
        id: "by-hand".to_owned(),
        options: ToyOptions { cells: 3, cards: 3, ..ToyOptions::default() },
        plies,
        is_over: true,
        scores: Some(BySeat::from([2, 1])),
        winners: first.map(|winner| vec![winner]),
    }
}

/// Changes the game and asserts how the replay of it fails.
fn assert_fails(change: impl FnOnce(&mut OracleGame<Toy>), message: &str) {
    let mut game = oracle_game();
    change(&mut game);
    let replay = || drop(replay_oracle(&game, |_, _| ()));
    assert_eq!(message_with(Bug::None, replay), message);
}

#[test]
fn a_right_game_passes_and_is_shown_before_every_move() {
    let mut shown = Vec::new();
    let end = replay_oracle(&oracle_game(), |position, ply| {
        shown.push(format!("{position} {}", ply.move_text));
    });
    assert_eq!(shown[0], "... -- 1 3- deal:2");
    assert_eq!(shown[4], "12. 21 1 3- c");
    assert_eq!(shown.len(), 5);
    assert!(end.turn().is_over());
}

#[test]
fn a_record_that_just_stops_passes() {
    let mut game = oracle_game();
    game.plies.truncate(3);
    game = OracleGame { is_over: false, scores: None, winners: None, ..game };
    assert_eq!(replay_oracle(&game, |_, _| ()).to_string(), "1.. 21 2 3-");
}

#[test]
fn what_the_caller_checks_can_fail_too() {
    let check = |position: &Row, ply: &OraclePly| {
        assert_ne!(position.n_legal_moves(), 1, "at {}", ply.move_text);
    };
    let message = message_with(Bug::None, || drop(replay_oracle(&oracle_game(), check)));
    assert!(message.contains("at c"), "{message}");
}

#[test]
fn wrong_options_are_told() {
    assert_fails(
        |game| game.options.cells = 1,
        "oracle game by-hand, after 0 plies, at deal:2: a row has 3 to 9 cells",
    );
}

#[test]
fn a_wrong_count_is_told() {
    assert_fails(
        |game| game.plies[3].n_legal_moves = Some(3),
        "oracle game by-hand, after 3 plies, at b: there are 2 legal moves, the oracle has 3",
    );
}

#[test]
fn a_wrong_seat_is_told() {
    assert_fails(
        |game| game.plies[2].seat = Seat::new(1),
        "oracle game by-hand, after 2 plies, at a: \
         the turn is Player(seat 1), the oracle has seat 2",
    );
}

#[test]
fn illegal_and_unreadable_moves_are_told() {
    assert_fails(
        |game| game.plies[3] = OraclePly::new("a"),
        "oracle game by-hand, after 3 plies, at a: illegal: the cell is marked",
    );
    assert_fails(
        |game| game.plies[3] = OraclePly::new("z"),
        "oracle game by-hand, after 3 plies, at z: 'z' is not a move: \
         it is neither a cell nor a deal",
    );
}

#[test]
fn wrong_scores_are_told() {
    assert_fails(
        |game| game.plies[3].scores_after = Some(BySeat::from([0, 1])),
        "oracle game by-hand, after 3 plies, at b: \
         the scores are then [0, 0], the oracle has [0, 1]",
    );
    assert_fails(
        |game| game.scores = Some(BySeat::from([3, 1])),
        "oracle game by-hand, after 5 plies, at the end: \
         the scores are then [2, 1], the oracle has [3, 1]",
    );
}

#[test]
fn a_wrong_end_is_told() {
    assert_fails(
        |game| game.winners = Seat::new(1).map(|winner| vec![winner]),
        "oracle game by-hand, after 5 plies, at the end: \
         the winners are [seat 1], the oracle has [seat 2]",
    );
    let unfinished = "oracle game by-hand, after 4 plies, at the end: \
                      the turn is Player(seat 1), the oracle's game is over";
    assert_fails(
        |game| {
            game.plies.truncate(4);
            *game = OracleGame { scores: None, winners: None, ..std::mem::take(game) };
        },
        unfinished,
    );
}
