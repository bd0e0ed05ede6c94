//! One story for each rule and each known trap, and one for each reason to refuse a placement.

mod records;

use std::collections::BTreeSet;

use records::{GameRecord, read_lines};
use serde_json::json;
use tilewright_blokus::{
    Blokus, Color, Move, Options, Orientation, Piece, Position, Scoring, Variant,
};
use tilewright_core::grid::Square;
use tilewright_core::{BySeat, Game, Outcome, Position as _, Seat, Viewer};
use tilewright_testkit::check_rules_page;
use tilewright_testkit::stories::{self, is_legal, pairs, refusal};

// ---------------------------------------------------------------------------------------------
// Telling stories

/// The first position of a game with these options, such as `variant=duo free-start=on`.
fn start(options: &str) -> Position {
    stories::start::<Blokus>(&pairs(options))
}

/// The position after some moves, in any notation.
fn after(options: &str, moves: &str) -> Position {
    stories::after::<Blokus>(start(options), moves)
}

fn play(position: &mut Position, moves: &str) {
    stories::play::<Blokus>(position, moves);
}

/// Plays the first of the legal moves, whichever it is.
fn play_any(position: &mut Position) {
    let m = legal_moves(position)[0];
    position.play(m).expect("it is legal");
}

/// The rule that a move breaks.
fn broken_rule(position: &Position, text: &str) -> &'static str {
    refusal(position, text).rule()
}

/// The sentence that says why a move is refused.
fn reason(position: &Position, text: &str) -> String {
    refusal(position, text).to_string()
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn open_corners(position: &Position, color: Color) -> String {
    let names: Vec<String> = position.open_corners(color).iter().map(Square::to_string).collect();
    names.join(" ")
}

fn squares(shape: &str) -> String {
    let orientation: Orientation = shape.parse().expect("this is an orientation");
    let names: Vec<String> = orientation.squares().iter().map(Square::to_string).collect();
    names.join(" ")
}

fn seat(number: usize) -> Seat {
    Seat::new(number - 1).expect("there are six seats at most")
}

/// A recorded game, played with any scoring up to the ply that the record calls so.
fn recorded(file: &str, id: &str, scoring: Scoring, n_plies: usize) -> Position {
    let records: Vec<GameRecord> = read_lines(file);
    let record = records.iter().find(|record| record.id == id).expect("the file has this game");
    let mut position = start(&format!("variant={} scoring={scoring}", record.variant));
    for ply in record.plies.iter().take(n_plies) {
        play(&mut position, &ply.gtp);
    }
    position
}

/// Purple takes the left edge, and orange's second piece takes both its corners: purple is out
/// after four plies, orange plays on.
const PURPLE_IS_OUT: &str = "I5e@a10 V5e@h5 I4n@f11 F5n@f8";

/// A whole game of duo in 22 plies.
const SHORT_GAME: &str = "L5nf@d10 I5e@j5 F5s@a10 I4n@i1 L4e@a13 L5sf@g2 I5n@f5 N5e@c1 Y5wf@b3 \
    L4n@a1 N5s@a5 V5w@g6 I4n@g10 Y5w@j8 O1n@f3 P5nf@h10 V5w@h12 W5w@l10 I2e@k11 L3w@m7 I2n@k13 \
    O1n@n13";

/// One color alone places all its pieces, the single square first.
const EVERYTHING_BUT_SINGLE_FIRST: &str = "O1n@a1 L3s@a2 L4nf@c1 Y5wf@a4 L5s@e1 P5e@d6 T4n@a7 \
    I3e@d9 N5wf@a10 F5n@a12 V5w@d11 I5n@d15 W5s@a18 Z4e@a15 Z5n@e18 T5e@f15 I2e@h19 I4n@j15 \
    U5n@k19 X5n@h12 O4n@j10";

// ---------------------------------------------------------------------------------------------
// Pieces

#[test]
fn a_color_has_21_pieces_of_89_squares() {
    let sizes: Vec<usize> = Piece::ALL.into_iter().map(Piece::n_squares).collect();
    assert_eq!(sizes, [1, 2, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    assert_eq!(sizes.iter().sum::<usize>(), 89);
    for color in start("variant=classic").colors() {
        assert!(start("variant=classic").remaining(*color).eq(Piece::ALL));
    }
}

#[test]
fn orientations_are_clockwise_turns_then_the_same_mirrored() {
    assert_eq!(squares("L4n"), "a1 b1 a2 a3");
    assert_eq!(squares("L4e"), "a1 a2 b2 c2");
    assert_eq!(squares("L4s"), "b1 b2 a3 b3");
    assert_eq!(squares("L4w"), "a1 b1 c1 c2");
    assert_eq!(squares("L4nf"), "a1 b1 b2 b3");
    assert_eq!(squares("L4ef"), "c1 a2 b2 c2");
    assert_eq!(squares("L4sf"), "a1 a2 a3 b3");
    assert_eq!(squares("L4wf"), "a1 b1 c1 a2");
}

#[test]
fn equal_pictures_are_one_orientation_named_by_the_first() {
    for (alias, name) in [("I2s", "I2n"), ("O4wf", "O4n"), ("Z4s", "Z4n"), ("X5ef", "X5n")] {
        let orientation: Orientation = alias.parse().unwrap();
        assert_eq!(orientation.to_string(), name);
        assert_eq!(format!("{alias}@c3").parse::<Move>(), format!("{name}@c3").parse());
    }
    assert_eq!(Orientation::all().count(), 91);
}

#[test]
fn symmetric_orientations_are_not_counted_twice() {
    let position = start("variant=tilewe seats=1");
    let moves = legal_moves(&position);
    let n_moves_of = |piece| moves.iter().filter(|m| m.piece() == piece).count();
    // Four corners, and what fits into each of them.
    assert_eq!(n_moves_of(Piece::O1), 4);
    assert_eq!(n_moves_of(Piece::I5), 4 * 2);
    assert_eq!(n_moves_of(Piece::L4), 4 * 6);
    assert_eq!(n_moves_of(Piece::X5), 0);
}

#[test]
fn there_are_30433_placements_on_20_by_20_and_13729_on_14_by_14() {
    let n_placements = |side: u8| -> usize {
        let n_places = |orientation: Orientation| {
            usize::from(side - orientation.width() + 1)
                * usize::from(side - orientation.height() + 1)
        };
        Orientation::all().map(n_places).sum()
    };
    assert_eq!((n_placements(20), n_placements(14)), (30_433, 13_729));
}

#[test]
fn pentobis_piece_names_are_read() {
    let names = "1 2 I3 V3 O I4 L4 Z4 T4 I5 L5 N P F Y T5 U V5 W X Z5";
    let pieces: Vec<&str> =
        names.split(' ').map(|name| name.parse::<Piece>().unwrap().name()).collect();
    assert_eq!(pieces.join(" "), "O1 I2 I3 L3 O4 I4 L4 Z4 T4 I5 L5 N5 P5 F5 Y5 T5 U5 V5 W5 X5 Z5");
}

// ---------------------------------------------------------------------------------------------
// Coordinates

#[test]
fn columns_are_letters_from_the_left_and_rows_numbers_from_the_bottom() {
    let position = after("variant=classic", "I2e@a20 I2e@s20 I2e@s1 I2e@a1");
    let color_at = |name: &str| position.color_at(name.parse().unwrap());
    assert_eq!(
        [color_at("a20"), color_at("b20"), color_at("a19")],
        [Some(Color::Blue), Some(Color::Blue), None]
    );
    assert_eq!([color_at("t20"), color_at("t1")], [Some(Color::Yellow), Some(Color::Red)]);
    assert_eq!(
        [color_at("a1"), color_at("b1"), color_at("a2")],
        [Some(Color::Green), Some(Color::Green), None]
    );
}

#[test]
fn the_letter_i_is_used() {
    let m: Move = "I3e@h1".parse().unwrap();
    let names: Vec<String> = m.squares().map(|square| square.to_string()).collect();
    assert_eq!(names, ["h1", "i1", "j1"]);
}

// ---------------------------------------------------------------------------------------------
// Placing

#[test]
fn a_first_piece_must_cover_its_start_square() {
    let mut position = start("variant=classic");
    for (own, other) in [("a20", "t20"), ("t20", "t1"), ("t1", "a1"), ("a1", "b2")] {
        assert_eq!(broken_rule(&position, &format!("O1n@{other}")), "start-square");
        play(&mut position, &format!("O1n@{own}"));
    }
}

#[test]
fn a_first_piece_covers_its_start_square_with_any_of_its_squares() {
    let position = start("variant=duo");
    // The middle of X5, which can never touch a corner, is on e10.
    assert!(is_legal(&position, "X5n@d9"));
    assert!(is_legal(&position, "I5n@e6"));
    assert_eq!(broken_rule(&position, "I5n@e5"), "start-square");
}

#[test]
fn second_piece_must_touch_a_corner() {
    let position = after("variant=classic", "I2e@a20 O1n@t20 O1n@t1 O1n@a1");
    assert!(is_legal(&position, "O1n@c19"));
    assert_eq!(broken_rule(&position, "O1n@d18"), "no-own-corner");
    assert_eq!(broken_rule(&position, "O1n@a18"), "no-own-corner");
}

#[test]
fn a_later_piece_need_not_cover_a_start_square() {
    let position = after("variant=classic", "O1n@a20 O1n@t20 O1n@t1 O1n@a1");
    for m in legal_moves(&position) {
        assert!(m.squares().any(|square| square.to_string() == "b19"), "{m}");
    }
}

#[test]
fn pieces_of_one_color_never_touch_by_an_edge() {
    let position = after("variant=classic", "I2e@a20 O1n@t20 O1n@t1 O1n@a1");
    assert_eq!(broken_rule(&position, "O1n@c20"), "touches-own-edge");
    // It touches the corner at c19, but c20 lies beside b20.
    assert_eq!(broken_rule(&position, "c18,c19,c20"), "touches-own-edge");
}

#[test]
fn edge_contact_with_another_own_piece_elsewhere_is_illegal_too() {
    let position =
        after("variant=classic", "I4n@a17 O1n@t20 O1n@t1 O1n@a1 I3e@b16 I2n@s18 I2n@s2 I2n@b2");
    // Both touch the corner at e17; the longer one reaches b18, beside a18 of the first piece.
    assert!(is_legal(&position, "e17,c18,d18,e18"));
    assert_eq!(broken_rule(&position, "e17,b18,c18,d18,e18"), "touches-own-edge");
}

#[test]
fn a_corner_inside_the_bounding_box_counts() {
    let position = after("variant=tilewe seats=1", "W5n@a1");
    // W5 covers a1, b1, b2, c2 and c3: a3 is inside its box and touches b2 by a corner only.
    assert!(is_legal(&position, "O1n@a3"));
    assert_eq!(broken_rule(&position, "O1n@b3"), "touches-own-edge");
}

#[test]
fn squares_touch_and_not_bounding_boxes() {
    let position = after("variant=duo", "X5n@d9 O1n@j5");
    // The box of X5 is d9 to f11. c8 touches it by a corner, but no square of the piece.
    assert_eq!(broken_rule(&position, "O1n@c8"), "no-own-corner");
    assert!(is_legal(&position, "O1n@d8"));
    // The boxes overlap on d9, which is empty; the pieces touch by corners only.
    assert!(is_legal(&position, "c8,d8,c9"));
    // d9 is inside the box and beside two arms.
    assert_eq!(broken_rule(&position, "O1n@d9"), "touches-own-edge");
}

#[test]
fn other_colors_may_be_touched_in_any_way() {
    // h7 of orange touches g8 of purple by a corner.
    let position = after("variant=duo", "g8,g9,e10,f10,g10 h5,i5,j5,h6,h7");
    // g6 lies beside h6 of orange, and f7 at the corner of purple's g8.
    assert!(is_legal(&position, "f6,g6,f7"));
}

#[test]
fn squares_must_be_free() {
    let position = after("variant=duo", "g8,g9,e10,f10,g10 h5,i5,j5,h6,h7");
    assert_eq!(broken_rule(&position, "f6,g6,h6,f7"), "occupied");
    assert_eq!(broken_rule(&position, "O1n@e10"), "occupied");
}

#[test]
fn squares_must_be_on_the_board() {
    let position = start("variant=classic");
    assert_eq!(broken_rule(&position, "I2n@a20"), "off-board");
    let position = after("variant=classic", "O1n@a20");
    assert_eq!(broken_rule(&position, "I2e@t20"), "off-board");
    // A move of the large board may lie beyond the small one.
    assert_eq!(broken_rule(&start("variant=duo"), "O1n@t20"), "off-board");
    assert_eq!(broken_rule(&start("variant=duo"), "I5e@k5"), "off-board");
}

#[test]
fn the_board_does_not_wrap_around() {
    // Red begins at t1 on the right edge. In a row-by-row numbering a2 is the next square and a3
    // the one diagonally behind it.
    let mut position = after("variant=classic", "O1n@a20 O1n@t20 O1n@t1 O1n@a1 I2n@b18 I2n@s18");
    assert_eq!(position.color_to_move(), Some(Color::Red));
    assert_eq!(open_corners(&position, Color::Red), "s2");
    assert_eq!(broken_rule(&position, "I2n@a3"), "no-own-corner");
    play(&mut position, "I2n@s2");
    // Nor do the left edge and the row below it.
    assert_eq!(open_corners(&position, Color::Green), "b2");
    assert_eq!(broken_rule(&position, "I2n@t3"), "no-own-corner");
    assert_eq!(broken_rule(&position, "I2e@t1"), "off-board");
}

#[test]
fn a_piece_is_placed_once() {
    let position = after("variant=classic", "O1n@a20 O1n@t20 O1n@t1 O1n@a1");
    assert_eq!(broken_rule(&position, "O1n@b19"), "piece-used");
    assert!(position.remaining(Color::Blue).eq(Piece::ALL.into_iter().skip(1)));
    assert!(legal_moves(&position).iter().all(|m| m.piece() != Piece::O1));
}

#[test]
fn a_color_without_a_placement_is_skipped_without_a_ply() {
    let mut position = after("variant=duo", PURPLE_IS_OUT);
    assert!(position.is_out(Color::Purple) && !position.is_out(Color::Orange));
    assert_eq!(position.color_to_move(), Some(Color::Orange));
    assert_eq!(position.turn().seat(), Some(seat(2)));
    assert_eq!(position.ply(), 4);
    play_any(&mut position);
    assert_eq!(position.color_to_move(), Some(Color::Orange));
    assert_eq!(position.ply(), 5);
}

#[test]
fn a_color_that_is_out_stays_out() {
    let mut position = after("variant=duo", PURPLE_IS_OUT);
    while let Some(&m) = legal_moves(&position).last() {
        position.play(m).unwrap();
        assert!(position.is_out(Color::Purple));
        assert_eq!(position.n_legal_moves_of(Color::Purple), 0);
        assert_eq!(position.squares_placed(Color::Purple), 9);
    }
}

#[test]
fn a_color_out_before_its_first_move_is_skipped() {
    // Orange has come to e10, where purple would begin. No game goes so, but a study may.
    let text = "duo 14/14/14/14/4oo8/5o8/6o7/6oo6/7oo5/9o4/14/14/14/14 o -";
    let mut position: Position = text.parse().unwrap();
    assert!(position.is_out(Color::Purple));
    assert_eq!(open_corners(&position, Color::Purple), "");
    play_any(&mut position);
    assert_eq!(position.color_to_move(), Some(Color::Orange));
    let stuck = text.replace(" o -", " p -").parse::<Position>();
    assert!(stuck.is_err(), "a color that is out has no turn");
}

/// Blue comes down the right edge to s3 and shuts yellow's first piece in. Until then yellow could
/// have begun in three other corners, which is no help any more.
#[test]
fn a_color_whose_first_piece_is_shut_in_is_out() {
    let blue = ["I5n@t16", "I4n@s12", "I3n@t9", "I2n@s7", "r6,r5,s5,s4,s3"]
        .map(|text| text.parse::<Move>().unwrap());
    let covered: Vec<Square> = blue.iter().flat_map(|m| m.squares()).collect();
    let is_covered = |x: u8, y: u8| covered.contains(&Square::new(x, y).unwrap());
    let row = |y: u8| -> String {
        let squares: Vec<bool> = (0..20).map(|x| is_covered(x, y)).collect();
        let runs = squares.chunk_by(|left, right| left == right);
        runs.map(|run| if run[0] { "b".repeat(run.len()) } else { run.len().to_string() }).collect()
    };
    let rows: Vec<String> = (0..20).rev().map(row).collect();
    let rows = rows.join("/");
    let mut position: Position = format!("tilewe,seats=2 {rows} b -").parse().unwrap();
    play(&mut position, "O1n@q7 I2n@t1");
    assert!(position.is_out(Color::Yellow));
    play_any(&mut position);
    assert_eq!(position.color_to_move(), Some(Color::Blue));
}

#[test]
fn the_game_ends_when_no_color_can_place() {
    let moves: Vec<&str> = SHORT_GAME.split_whitespace().collect();
    let mut position = after("variant=duo", &moves[..21].join(" "));
    assert!(position.turn().outcome().is_none());
    play(&mut position, moves[21]);
    assert!(position.is_out(Color::Purple) && position.is_out(Color::Orange));
    assert_eq!((position.color_to_move(), position.ply()), (None, 22));
    let turn = position.turn();
    let outcome = turn.outcome().expect("the game is over");
    assert_eq!(outcome.scores(), &position.scores());
}

// ---------------------------------------------------------------------------------------------
// Variants

#[test]
fn classic_is_for_four_with_a_color_each() {
    let position = start("variant=classic");
    assert_eq!((position.size(), position.n_seats()), (20, 4));
    assert_eq!(position.colors(), [Color::Blue, Color::Yellow, Color::Red, Color::Green]);
    for (i, &color) in position.colors().iter().enumerate() {
        assert_eq!(position.owner(color), Some(seat(i + 1)));
        assert_eq!(open_corners(&position, color), ["a20", "t20", "t1", "a1"][i]);
        assert_eq!(position.n_legal_moves_of(color), 58);
    }
}

#[test]
fn classic_2_gives_blue_and_red_to_seat_1_and_yellow_and_green_to_seat_2() {
    let mut position = start("variant=classic-2");
    assert_eq!((position.size(), position.n_seats()), (20, 2));
    let mut turns = Vec::new();
    for start in ["a20", "t20", "t1", "a1"] {
        turns.push((
            position.color_to_move().unwrap().name(),
            position.turn().seat().unwrap().number(),
        ));
        play(&mut position, &format!("O1n@{start}"));
    }
    assert_eq!(turns, [("blue", 1), ("yellow", 2), ("red", 1), ("green", 2)]);
}

#[test]
fn a_seat_with_one_color_out_plays_on_with_the_other() {
    let position = recorded("classic-2.jsonl", "classic_2-02", Scoring::Advanced, 57);
    // Yellow of seat 2 is out; its green has the turn again and again.
    let out: Vec<bool> = position.colors().iter().map(|&color| position.is_out(color)).collect();
    assert_eq!(out, [true, true, true, false]);
    assert_eq!(position.color_to_move(), Some(Color::Green));
    assert_eq!(position.turn().seat(), Some(seat(2)));
    let next = recorded("classic-2.jsonl", "classic_2-02", Scoring::Advanced, 58);
    assert_eq!(next.color_to_move(), Some(Color::Green));
}

#[test]
fn green_of_classic_3_is_played_in_turn_and_counts_for_nobody() {
    let mut position = start("variant=classic-3");
    let mut green_players = Vec::new();
    while green_players.len() < 7 {
        let seat = position.turn().seat().unwrap();
        match position.color_to_move().unwrap() {
            Color::Green => green_players.push(seat.number()),
            own => assert_eq!(position.owner(own), Some(seat)),
        }
        play_any(&mut position);
    }
    assert_eq!(green_players, [1, 2, 3, 1, 2, 3, 1]);
    assert_eq!(position.owner(Color::Green), None);
    let own = [Color::Blue, Color::Yellow, Color::Red].map(|color| position.points(color));
    assert_eq!(position.scores(), BySeat::from(own));
}

#[test]
fn greens_player_depends_on_its_pieces_alone() {
    // Yellow and red are out, blue and green alternate: green goes on from seat to seat.
    let record = read_lines::<GameRecord>("bonus.jsonl").pop().unwrap();
    assert_eq!(record.id, "classic_3-bonus-3-mono-0");
    let mut position = start("variant=classic-3");
    let mut n_green = 0;
    for ply in &record.plies {
        if position.color_to_move() == Some(Color::Green) {
            assert_eq!(position.turn().seat(), Some(seat(n_green % 3 + 1)));
            n_green += 1;
        }
        play(&mut position, &ply.gtp);
    }
    assert_eq!(n_green, 21);
    // Green has placed everything, yet it is blue that wins.
    assert_eq!(position.bonus(Color::Green), 20);
    let winners: Vec<Seat> = position.turn().outcome().unwrap().winners().collect();
    assert_eq!(winners, [seat(1)]);
}

#[test]
fn duo_is_for_two_on_14_by_14() {
    let position = start("variant=duo");
    assert_eq!((position.size(), position.n_seats()), (14, 2));
    assert_eq!(position.colors(), [Color::Purple, Color::Orange]);
    assert_eq!(open_corners(&position, Color::Purple), "e10");
    assert_eq!(open_corners(&position, Color::Orange), "j5");
    assert_eq!(position.n_legal_moves_of(Color::Purple), 414);
    assert_eq!(position.n_legal_moves_of(Color::Orange), 414);
}

#[test]
fn tilewe_is_for_one_to_four_who_begin_in_any_free_corner() {
    for n_seats in 1..=4 {
        let mut position = start(&format!("variant=tilewe seats={n_seats}"));
        assert_eq!((position.size(), position.n_seats()), (20, n_seats));
        let all = [Color::Blue, Color::Yellow, Color::Red, Color::Green];
        assert_eq!(position.colors(), &all[..n_seats]);
        for &color in position.colors() {
            assert_eq!(open_corners(&position, color), "a1 t1 a20 t20");
            assert_eq!(position.n_legal_moves_of(color), 232);
        }
        play(&mut position, "O1n@t1");
        for &color in &position.colors()[1..] {
            assert_eq!(open_corners(&position, color), "a1 a20 t20");
            assert_eq!(position.n_legal_moves_of(color), 3 * 58);
        }
    }
    assert_eq!(start("variant=tilewe").n_seats(), 4);
}

#[test]
fn free_start_takes_any_free_start_square() {
    let mut position = start("variant=classic free-start=on");
    assert_eq!(open_corners(&position, Color::Green), "a1 t1 a20 t20");
    for (own, left) in [("t1", "a1 a20 t20"), ("a20", "a1 t20"), ("a1", "t20")] {
        play(&mut position, &format!("I2e@{}", if own == "t1" { "s1" } else { own }));
        assert_eq!(open_corners(&position, position.color_to_move().unwrap()), left);
        assert_eq!(broken_rule(&position, &format!("O1n@{own}")), "occupied");
    }
    // Somebody else's corner is no start square any more, and no square beside it ever was.
    assert_eq!(broken_rule(&position, "O1n@b19"), "start-square");

    let position = after("variant=duo free-start=on", "O1n@j5");
    assert_eq!(open_corners(&position, Color::Orange), "e10");
    assert!(is_legal(&position, "X5n@d9"));
}

#[test]
fn without_free_start_the_other_start_squares_are_not_open() {
    let position = start("variant=duo free-start=off");
    assert_eq!(broken_rule(&position, "O1n@j5"), "start-square");
}

#[test]
fn every_variant_has_its_seats() {
    for (variant, wrong_seats) in [
        (Variant::Classic, vec![0, 1, 2, 3, 5]),
        (Variant::Classic2, vec![1, 3, 4]),
        (Variant::Classic3, vec![2, 4]),
        (Variant::Duo, vec![1, 3]),
        (Variant::Tilewe, vec![0, 5, 255]),
    ] {
        for seats in wrong_seats {
            let options = Options { variant, seats: Some(seats), ..Options::default() };
            let error = Blokus::start(&options).expect_err("nobody plays it so").to_string();
            assert!(error.contains(variant.name()), "{error}");
            assert!(error.contains(&seats.to_string()), "{error}");
        }
        let position = Blokus::start(&Options { variant, ..Options::default() }).unwrap();
        let seats = Some(position.n_seats() as u8);
        assert!(Blokus::start(&Options { variant, seats, ..Options::default() }).is_ok());
    }
}

// ---------------------------------------------------------------------------------------------
// Scoring

#[test]
fn every_variant_has_its_scoring() {
    for variant in Variant::ALL {
        let position = Blokus::start(&Options { variant, ..Options::default() }).unwrap();
        let usual = if variant == Variant::Tilewe { Scoring::Tilewe } else { Scoring::Advanced };
        assert_eq!(position.scoring(), usual, "{variant}");
        let points = if variant == Variant::Tilewe { 0 } else { -89 };
        assert_eq!(position.points(position.colors()[0]), points, "{variant}");
    }
}

#[test]
fn a_square_left_over_costs_a_point() {
    for scoring in ["advanced", "basic"] {
        let position = after(&format!("variant=duo scoring={scoring}"), PURPLE_IS_OUT);
        assert_eq!(position.points(Color::Purple), -(89 - 9));
        assert_eq!(position.points(Color::Orange), -(89 - 10));
        assert_eq!(position.scores(), BySeat::from([-80, -79]));
    }
}

#[test]
fn tilewe_counts_squares_placed() {
    let position = after("variant=duo scoring=tilewe", PURPLE_IS_OUT);
    assert_eq!(position.scores(), BySeat::from([9, 10]));
}

#[test]
fn bonus_fifteen_when_all_pieces_are_placed() {
    let moves: Vec<&str> = EVERYTHING_BUT_SINGLE_FIRST.split_whitespace().collect();
    let mut position = after("variant=tilewe seats=1 scoring=advanced", &moves[..20].join(" "));
    assert_eq!((position.bonus(Color::Blue), position.points(Color::Blue)), (0, -4));
    play(&mut position, moves[20]);
    assert_eq!((position.bonus(Color::Blue), position.points(Color::Blue)), (15, 15));
    assert_eq!(position.squares_placed(Color::Blue), 89);
    assert_eq!(position.scores(), BySeat::from([15]));
}

#[test]
fn bonus_five_more_when_the_single_square_is_last() {
    let position = recorded("bonus.jsonl", "duo-bonus-0-mono-51", Scoring::Advanced, 27);
    assert_eq!((position.bonus(Color::Purple), position.points(Color::Purple)), (0, -1));
    let position = recorded("bonus.jsonl", "duo-bonus-0-mono-51", Scoring::Advanced, 28);
    assert_eq!((position.bonus(Color::Purple), position.points(Color::Purple)), (20, 20));
    assert_eq!((position.bonus(Color::Orange), position.points(Color::Orange)), (0, 21 - 89));
}

#[test]
fn no_bonus_in_the_other_scorings() {
    let position = recorded("bonus.jsonl", "duo-bonus-0-mono-51", Scoring::Basic, 28);
    assert_eq!(position.scores(), BySeat::from([0, 21 - 89]));
    let position = recorded("bonus.jsonl", "duo-bonus-0-mono-51", Scoring::Tilewe, 28);
    assert_eq!(position.scores(), BySeat::from([89, 21]));
}

#[test]
fn the_single_square_earns_nothing_more_while_pieces_are_left() {
    let position = after("variant=duo", SHORT_GAME);
    // Orange's last piece was the single square, but it was not its last one to place.
    assert!(position.remaining(Color::Orange).count() > 0);
    assert_eq!(position.bonus(Color::Orange), 0);
}

#[test]
fn most_points_win() {
    let position = after("variant=duo", SHORT_GAME);
    let turn = position.turn();
    let outcome = turn.outcome().unwrap();
    let [purple, orange] = *outcome.scores().as_slice() else { panic!("duo is for two") };
    let places = if purple > orange { [1, 2] } else { [2, 1] };
    assert_ne!(purple, orange);
    assert_eq!(outcome.places(), &BySeat::from(places));
}

#[test]
fn the_total_of_a_seats_colors_counts_and_equal_totals_share_the_place() {
    let position = recorded("classic-2.jsonl", "classic_2-00", Scoring::Advanced, usize::MAX);
    let points: Vec<i32> = position.colors().iter().map(|&color| position.points(color)).collect();
    assert_eq!(points, [65 - 89, 60 - 89, 51 - 89, 56 - 89]);
    let turn = position.turn();
    let outcome = turn.outcome().unwrap();
    assert_eq!(outcome.scores(), &BySeat::from([116 - 178, 116 - 178]));
    assert!(outcome.is_draw());
}

#[test]
fn winners_can_be_asked_for_at_any_time() {
    let position = after("variant=tilewe seats=3", "I5n@a1 I5n@t1 O1n@a20");
    let winners: Vec<Seat> = Outcome::by_score(position.scores()).winners().collect();
    assert_eq!(winners, [seat(1), seat(2)]);
}

// ---------------------------------------------------------------------------------------------
// Moves

#[test]
fn a_move_names_the_lower_left_square_of_its_bounding_box() {
    let m: Move = "F5e@d3".parse().unwrap();
    let names: Vec<String> = m.squares().map(|square| square.to_string()).collect();
    // d3 itself is not covered.
    assert_eq!(names, ["f3", "d4", "e4", "f4", "e5"]);
    assert_eq!(m.to_string(), "F5e@d3");
}

#[test]
fn a_list_of_squares_is_a_move_in_any_order() {
    let m: Move = "e8,d9,e9,f9,e10".parse().unwrap();
    assert_eq!(m.to_string(), "X5n@d8");
    assert_eq!("e10,f9,e9,d9,e8".parse(), Ok(m));
    assert_eq!("a1".parse::<Move>().unwrap().to_string(), "O1n@a1");
}

#[test]
fn squares_that_are_no_piece_are_no_move() {
    for bad in ["a1,a3", "a1,b2", "a1,a1", "a1,a2,a3,a4,a5,a6", "a1,b1,c1,c2,a2,a3", ",", "a1,"] {
        assert!(bad.parse::<Move>().is_err(), "{bad:?}");
    }
}

#[test]
fn a_name_that_is_no_placement_is_no_move() {
    for bad in ["", "F5e", "F5e@", "F5e@d0", "F5e@z1", "@d3", "Q5n@a1", "F5x@a1", "F5e@d3 "] {
        assert!(bad.parse::<Move>().is_err(), "{bad:?}");
    }
}

#[test]
fn a_move_is_read_in_every_notation_with_a_position_at_hand() {
    let position = start("variant=tilewe");
    for text in ["W5n@a1", "a1,b1,b2,c2,c3", "W5n-a1a1"] {
        assert_eq!(Blokus::parse_move(&position, text).unwrap().to_string(), "W5n@a1");
    }
}

// ---------------------------------------------------------------------------------------------
// Tilewe's terms

#[test]
fn an_open_corner_touches_diagonally_and_not_by_an_edge() {
    let position = after("variant=tilewe seats=1", "W5n@a1");
    assert_eq!(open_corners(&position, Color::Blue), "d1 a3 b4 d4");
}

#[test]
fn an_open_corner_is_free() {
    let position = after("variant=duo", "g8,g9,e10,f10,g10 h5,i5,j5,h6,h7");
    // h7 touches purple's g8, but orange is there.
    let corners = open_corners(&position, Color::Purple);
    assert!(!corners.contains("h7") && corners.contains("f7"), "{corners}");
}

#[test]
fn an_open_corner_can_be_used_by_some_remaining_piece() {
    // The single square fits on every free corner, and once it is placed other pieces may not.
    let records: Vec<GameRecord> = read_lines("duo.jsonl");
    let mut n_unusable = 0;
    for record in &records {
        let mut position = start("variant=duo");
        for ply in &record.plies {
            play(&mut position, &ply.gtp);
        }
        for &color in position.colors() {
            assert_eq!(open_corners(&position, color), "", "{color} is out");
            n_unusable += n_bare_corners(&position, color);
        }
    }
    assert!(n_unusable > 0, "there are corners that no piece can use");
}

/// Free squares that touch the color by a corner and not by an edge, usable or not.
fn n_bare_corners(position: &Position, color: Color) -> usize {
    let size = position.size();
    let all = (0..size).flat_map(|y| (0..size).filter_map(move |x| Square::new(x, y)));
    let is_own = |square: Square, (dx, dy): (i8, i8)| {
        square.offset(dx, dy).is_some_and(|near| position.color_at(near) == Some(color))
    };
    let is_bare = |&square: &Square| {
        position.color_at(square).is_none()
            && [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|step| is_own(square, step))
            && ![(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|step| is_own(square, step))
    };
    all.filter(is_bare).count()
}

#[test]
fn contacts_are_ends_and_bends() {
    let contacts = |name: &str| -> String {
        let orientation: Orientation = name.parse().unwrap();
        let names: Vec<String> = orientation.contacts().map(|square| square.to_string()).collect();
        names.join(" ")
    };
    assert_eq!(contacts("O1n"), "a1");
    assert_eq!(contacts("I5n"), "a1 a5");
    assert_eq!(contacts("O4n"), "a1 b1 a2 b2");
    // The middle has four neighbors.
    assert_eq!(contacts("X5n"), "b1 a2 c2 b3");
    assert_eq!(contacts("V5n"), "a1 c1 c3");
}

#[test]
fn corners_of_a_lone_piece() {
    assert_eq!(Piece::O1.n_corners(), 4);
    assert_eq!(Piece::X5.n_corners(), 8);
    assert_eq!(Piece::I5.n_corners(), 4);
}

#[test]
fn a_tilewe_name_puts_a_contact_on_an_open_corner() {
    let position = after("variant=tilewe seats=1", "W5n-a1a1");
    let m = position.parse_tilewe("F5e-a2d4").unwrap();
    assert_eq!(m.to_string(), "F5e@d3");
    assert!(position.is_legal(m));
    assert_eq!(position.tilewe_name(m).as_deref(), Some("F5e-a2d4"));
}

#[test]
fn a_placement_may_have_several_tilewe_names_and_the_first_is_written() {
    let position = after("variant=tilewe seats=1", "W5n-a1a1");
    // It covers b4 and d4, both open.
    let m: Move = "b4,b5,c5,d5,d4".parse().unwrap();
    assert_eq!(position.tilewe_names(m), ["U5s-a1b4", "U5s-c1d4"]);
    assert_eq!(position.tilewe_name(m).as_deref(), Some("U5s-a1b4"));
    for name in position.tilewe_names(m) {
        assert_eq!(position.parse_tilewe(&name), Ok(m));
    }
    assert_eq!(legal_moves(&position).iter().filter(|&&listed| listed == m).count(), 1);
}

#[test]
fn a_tilewe_name_needs_a_contact_and_an_open_corner() {
    let position = after("variant=tilewe seats=1", "W5n-a1a1");
    for bad in
        ["F5e-b2d4", "F5e-a1d4", "F5e-a2d5", "F5e-a2", "F5e-d4", "F5e-", "-", "", "F5e-a2d44"]
    {
        assert!(position.parse_tilewe(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn in_duo_105_openings_have_no_tilewe_name() {
    let position = start("variant=duo");
    let nameless = |&&m: &&Move| position.tilewe_name(m).is_none();
    assert_eq!(legal_moves(&position).iter().filter(nameless).count(), 105);
    // The middle of X5 is no contact, its arms are.
    assert_eq!(position.tilewe_name("X5n@d9".parse().unwrap()), None);
    assert_eq!(position.tilewe_name("X5n@d8".parse().unwrap()).as_deref(), Some("X5n-b3e10"));
}

// ---------------------------------------------------------------------------------------------
// Reasons

#[test]
fn off_board_names_the_square() {
    assert!(reason(&start("variant=duo"), "I5n@e12").contains("e15"));
}

#[test]
fn occupied_names_the_square() {
    let position = after("variant=duo", "O1n@e10");
    assert!(reason(&position, "I2n@e9").contains("e10"));
}

#[test]
fn touches_own_edge_names_the_square_and_the_color() {
    let position = after("variant=duo", "O1n@e10 O1n@j5");
    let reason = reason(&position, "I2n@e11");
    assert!(reason.contains("e11") && reason.contains("purple"), "{reason}");
}

#[test]
fn no_own_corner_names_the_color() {
    let position = after("variant=duo", "O1n@e10 O1n@j5");
    assert!(reason(&position, "I2n@a1").contains("purple"));
}

#[test]
fn start_square_names_the_squares_that_are_left() {
    assert!(reason(&start("variant=duo"), "O1n@a1").contains("e10"));
    let position = after("variant=tilewe", "O1n@a1");
    let reason = reason(&position, "O1n@b2");
    assert!(reason.contains("t1") && reason.contains("a20") && !reason.contains("a1,"), "{reason}");
}

#[test]
fn piece_used_names_the_piece() {
    let position = after("variant=duo", "O1n@e10 O1n@j5");
    assert!(reason(&position, "O1n@d9").contains("O1"));
}

#[test]
fn color_out_and_not_your_turn_are_the_reasons_for_other_colors() {
    let m: Move = "O1n@a1".parse().unwrap();
    let position = after("variant=duo", PURPLE_IS_OUT);
    let illegal = position.explain_for(Color::Purple, m).unwrap_err();
    assert_eq!(illegal.rule(), "color-out");
    assert!(illegal.to_string().contains("purple"), "{illegal}");

    let position = after("variant=duo", "O1n@e10");
    let illegal = position.explain_for(Color::Purple, m).unwrap_err();
    assert_eq!(illegal.rule(), "not-your-turn");
    assert_eq!(position.explain_for(Color::Orange, m).unwrap_err().rule(), "start-square");
    assert_eq!(position.explain_for(Color::Orange, "O1n@j5".parse().unwrap()), Ok(()));
}

#[test]
fn a_color_that_does_not_play_has_nothing() {
    let position = start("variant=tilewe seats=2");
    for color in [Color::Red, Color::Purple] {
        assert!(!position.plays(color) && position.is_out(color));
        assert_eq!((position.owner(color), position.player(color)), (None, None));
        assert_eq!((position.n_legal_moves_of(color), position.remaining(color).count()), (0, 0));
        assert_eq!(position.open_corners(color), []);
        let m = "O1n@a1".parse().unwrap();
        assert_eq!(position.explain_for(color, m).unwrap_err().rule(), "color-absent");
        assert_eq!(position.tilewe_names_of(color, m), Vec::<String>::new());
    }
}

#[test]
fn what_is_no_piece_and_what_is_no_orientation_is_told_apart() {
    let error = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    assert_eq!(error("Q5e@d4"), "'Q5e@d4' is not a move: there is no piece 'Q5'");
    assert_eq!(error("f5e@d4"), "'f5e@d4' is not a move: there is no piece 'f5'");
    assert!(error("F5x@d4").contains("'x' is no orientation: choose n, e, s, w"));
    assert!(error("F5e@d0").contains("after the @ stands a square"));
}

#[test]
fn a_start_square_that_is_taken_is_named_as_the_reason() {
    let text = "duo 14/14/14/14/4p9/5pp7/6pp6/7p6/8p5/8pp4/14/14/14/13o p -";
    let error = text.parse::<Position>().unwrap_err().to_string();
    assert!(error.ends_with("the start square of orange is taken"), "{error}");
}

#[test]
fn game_over_is_the_reason_after_the_end() {
    let position = after("variant=duo", SHORT_GAME);
    assert_eq!(broken_rule(&position, "O1n@a14"), "game-over");
    let m = "O1n@a14".parse().unwrap();
    assert_eq!(position.explain_for(Color::Purple, m).unwrap_err().rule(), "game-over");
}

// ---------------------------------------------------------------------------------------------
// Views

#[test]
fn a_view_tells_a_page_all_it_shows() {
    let position = after("variant=duo", "V5w@e8 I2n@j5 O1n@d11");
    let view = Blokus::view(&position, Viewer::Spectator);
    let purple = json!({
        "color": "purple", "owner": 1, "player": 1, "out": false,
        "points": -83, "points_placed": 6, "squares_left": 83,
        "remaining": [
            "I2", "I3", "L3", "O4", "I4", "L4", "Z4", "T4", "F5", "I5",
            "L5", "N5", "P5", "T5", "U5", "W5", "X5", "Y5", "Z5"
        ],
        "open_corners": ["f7", "h7", "d9", "c10", "h11", "c12", "e12"]
    });
    let orange = json!({
        "color": "orange", "owner": 2, "player": 2, "out": false,
        "points": -87, "points_placed": 2, "squares_left": 87,
        "remaining": [
            "O1", "I3", "L3", "O4", "I4", "L4", "Z4", "T4", "F5", "I5",
            "L5", "N5", "P5", "T5", "U5", "V5", "W5", "X5", "Y5", "Z5"
        ],
        "open_corners": ["i4", "k4", "i7", "k7"]
    });
    let blocks = json!([
        {
            "color": "purple", "piece": "V5", "orientation": "w",
            "squares": ["g8", "g9", "e10", "f10", "g10"], "ply": 0
        },
        {
            "color": "orange", "piece": "I2", "orientation": "n",
            "squares": ["j5", "j6"], "ply": 1
        },
        { "color": "purple", "piece": "O1", "orientation": "n", "squares": ["d11"], "ply": 2 }
    ]);
    let expected = json!({
        "variant": "duo", "scoring": "advanced", "free_start": false, "size": 14,
        "ply": 3, "seat_to_move": 2, "color_to_move": "orange",
        "outcome": null, "scores": [-83, -87],
        "colors": [purple, orange],
        "position": "duo 14/14/14/3p10/4ppp7/6p7/6p7/14/9o4/9o4/14/14/14/14 o -",
        "blocks": blocks
    });
    assert_eq!(serde_json::to_value(view).unwrap(), expected);
}

#[test]
fn a_view_of_text_does_not_know_when_pieces_were_placed() {
    let position = after("variant=duo", "V5w@e8 I2n@j5");
    let mut position: Position = position.to_string().parse().unwrap();
    play(&mut position, "O1n@d11");
    let view = Blokus::view(&position, Viewer::Spectator);
    let told: Vec<(Piece, Option<usize>)> =
        view.blocks.iter().map(|block| (block.piece, block.ply)).collect();
    assert_eq!(told, [(Piece::V5, None), (Piece::I2, None), (Piece::O1, Some(2))]);
    assert_eq!(view.ply, 3);
}

#[test]
fn a_view_tells_who_is_out_and_how_the_game_ended() {
    let position = after("variant=duo", PURPLE_IS_OUT);
    let view = Blokus::view(&position, Viewer::Spectator);
    assert_eq!(view.colors.iter().map(|color| color.out).collect::<Vec<_>>(), [true, false]);
    assert_eq!(view.color_to_move, Some(Color::Orange));
    let view = Blokus::view(&after("variant=duo", SHORT_GAME), Viewer::Spectator);
    assert!(view.colors.iter().all(|color| color.out && color.open_corners.is_empty()));
    assert_eq!((view.seat_to_move, view.color_to_move), (None, None));
    assert_eq!(view.outcome, Some(Outcome::by_score(view.scores)));
}

#[test]
fn a_move_is_told_in_parts_with_its_tilewe_name_if_it_has_one() {
    let position = start("variant=duo");
    let parts = |text: &str| {
        serde_json::to_value(Blokus::move_view(&position, text.parse().unwrap())).unwrap()
    };
    assert_eq!(
        parts("L4ef@c10"),
        json!({
            "move": "L4ef@c10",
            "piece": "L4",
            "orientation": "ef",
            "squares": ["e10", "c11", "d11", "e11"],
            "tilewe": "L4ef-c1e10"
        })
    );
    // The middle of X5 is no contact.
    assert_eq!(
        parts("X5n@d9"),
        json!({
            "move": "X5n@d9",
            "piece": "X5",
            "orientation": "n",
            "squares": ["e9", "d10", "e10", "f10", "e11"],
            "tilewe": null
        })
    );
}

#[test]
fn who_is_to_move_makes_another_position() {
    let options = Options::default();
    let colors = start("").colors().to_vec();
    let of = |&to_move: &Color| Position::set_up(&options, &[], to_move).unwrap();
    let keys: BTreeSet<u64> = colors.iter().map(|color| of(color).key()).collect();
    assert_eq!(keys.len(), colors.len());
}

#[test]
fn every_rule_of_the_page_has_its_test_and_every_test_its_rule() {
    check_rules_page(include_str!("../RULES.md"), include_str!("rules.rs"));
}
