//! Games of an oracle are replayed, and every kind of difference is found.

use tilewright_core::{BySeat, Position, Seat};
use tilewright_testkit::toy::{Bug, CardOptions, Cards, Deck, message_with};
use tilewright_testkit::{OracleGame, OraclePly, replay_oracle};

/// A game worked out by hand: seat 1 keeps the card 2, seat 2 passes with 1, seat 1 keeps 3.
fn oracle_game() -> OracleGame<Cards> {
    let [first, second] = [0, 1].map(Seat::new);
    let ply = |move_text: &str, seat, n_legal_moves| OraclePly {
        seat,
        n_legal_moves: Some(n_legal_moves),
        ..OraclePly::new(move_text)
    };
    let mut plies = vec![
        ply("deal:2", None, 3),
        ply("keep", first, 2),
        ply("deal:1", None, 2),
        ply("pass", second, 2),
        ply("deal:3", None, 1),
        ply("keep", first, 2),
    ];
    plies[3].scores_after = Some(BySeat::from([1, 0]));
    plies[5].scores_after = Some(BySeat::from([2, 0]));
    OracleGame {
        id: "by-hand".to_owned(),
        options: CardOptions { n_cards: 3, limit: None, ..CardOptions::default() },
        plies,
        is_over: true,
        scores: Some(BySeat::from([2, 0])),
        winners: first.map(|winner| vec![winner]),
    }
}

/// Changes the game and asserts how the replay of it fails.
fn assert_fails(change: impl FnOnce(&mut OracleGame<Cards>), message: &str) {
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
    let options = "seats=2 n-cards=3 open=off limit=off bonus=off";
    assert_eq!(shown[0], format!("{options} : deal:2"));
    assert_eq!(shown[4], format!("{options} : 2k 1p deal:3"));
    assert_eq!(shown.len(), 6);
    assert!(end.turn().is_over());
}

#[test]
fn a_record_that_just_stops_passes() {
    let mut game = oracle_game();
    game.plies.truncate(3);
    game = OracleGame { is_over: false, scores: None, winners: None, ..game };
    assert!(replay_oracle(&game, |_, _| ()).to_string().ends_with(" : 2k 1"));
}

#[test]
fn what_the_caller_checks_can_fail_too() {
    let check = |position: &Deck, ply: &OraclePly| {
        assert_ne!(position.n_legal_moves(), 1, "at {}", ply.move_text);
    };
    let message = message_with(Bug::None, || drop(replay_oracle(&oracle_game(), check)));
    assert!(message.contains("at deal:3"), "{message}");
}

#[test]
fn wrong_options_are_told() {
    assert_fails(
        |game| game.options.seats = Some(9),
        "oracle game by-hand, after 0 plies, at deal:2: cards are for 1 to 6 seats, not 9",
    );
}

#[test]
fn a_wrong_count_is_told() {
    assert_fails(
        |game| game.plies[3].n_legal_moves = Some(3),
        "oracle game by-hand, after 3 plies, at pass: there are 2 legal moves, the oracle has 3",
    );
}

#[test]
fn a_wrong_seat_is_told() {
    assert_fails(
        |game| game.plies[1].seat = Seat::new(1),
        "oracle game by-hand, after 1 plies, at keep: \
         the turn is Player(seat 1), the oracle has seat 2",
    );
}

#[test]
fn illegal_and_unreadable_moves_are_told() {
    assert_fails(
        |game| game.plies[3] = OraclePly::new("deal:3"),
        "oracle game by-hand, after 3 plies, at deal:3: illegal: deal:3 is not possible now",
    );
    assert_fails(
        |game| game.plies[3] = OraclePly::new("z"),
        "oracle game by-hand, after 3 plies, at z: 'z' is not a move: \
         keep or pass",
    );
}

#[test]
fn wrong_scores_are_told() {
    assert_fails(
        |game| game.plies[3].scores_after = Some(BySeat::from([0, 1])),
        "oracle game by-hand, after 3 plies, at pass: \
         the scores are then [1, 0], the oracle has [0, 1]",
    );
    assert_fails(
        |game| game.scores = Some(BySeat::from([3, 1])),
        "oracle game by-hand, after 6 plies, at the end: \
         the scores are then [2, 0], the oracle has [3, 1]",
    );
}

#[test]
fn a_wrong_end_is_told() {
    assert_fails(
        |game| game.winners = Seat::new(1).map(|winner| vec![winner]),
        "oracle game by-hand, after 6 plies, at the end: \
         the winners are [seat 1], the oracle has [seat 2]",
    );
    let unfinished = "oracle game by-hand, after 5 plies, at the end: \
                      the turn is Player(seat 1), the oracle's game is over";
    assert_fails(
        |game| {
            game.plies.truncate(5);
            *game = OracleGame { scores: None, winners: None, ..std::mem::take(game) };
        },
        unfinished,
    );
}
