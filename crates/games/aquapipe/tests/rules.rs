//! One story for each rule, one for each reason to refuse a move, and for each option what it
//! changes and that it changes nothing else.

mod engine;

use engine::{End, end, page_text, read, start};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_aquapipe::{AquaPipe, Color, Diameter, Move, Options, Place, Position};
use tilewright_core::{Game, Position as _, Seat, Turn, parse_options, random_index};
use tilewright_testkit::check_rules_page;
use tilewright_testkit::stories::{
    self, Twins, any_of, legal_texts as legal, pairs, refusal, try_start,
};

// ---------------------------------------------------------------------------------------------
// Telling stories

const LARGE: &str = "variant=4x4";

/// The position of a story: the usual game unless `options` such as `variant=4x4 move-after=never`
/// say otherwise, with these pipes of Blue and of Red, such as `Sa1 USb1c1`, and with Blue to move.
fn table(options: &str, blue: &str, red: &str) -> Position {
    engine::resume(&pairs(options), &table_text(options, blue, red, 'b'))
}

/// The same with Red to move.
fn table_for_red(options: &str, blue: &str, red: &str) -> Position {
    engine::resume(&pairs(options), &table_text(options, blue, red, 'r'))
}

/// A position as the page writes it.
fn table_text(options: &str, blue: &str, red: &str, turn: char) -> String {
    let size = if options.contains(LARGE) { 4 } else { 3 };
    let layer = |diameter: Diameter| {
        let mut ranks = vec![vec!['.'; size]; size];
        for (pipes, color) in [(blue, Color::Blue), (red, Color::Red)] {
            for pipe in pipes.split_whitespace() {
                let (kind, place) = pipe.split_at(pipe.find(char::is_lowercase).expect(pipe));
                if !kind.ends_with(diameter.letter()) {
                    continue;
                }
                let is_u_pipe = kind.starts_with('U');
                let letter = color.letter();
                let letter = if is_u_pipe { letter.to_ascii_uppercase() } else { letter };
                for space in place.parse::<Place>().expect(pipe).spaces() {
                    ranks[size - 1 - usize::from(space.y())][usize::from(space.x())] = letter;
                }
            }
        }
        ranks.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
    };
    format!("{} {turn}", Diameter::ALL.map(layer).join("|"))
}

/// Plays moves.
fn play(position: &mut Position, moves: &str) {
    stories::play::<AquaPipe>(position, moves);
}

/// The position after some moves.
fn after(position: Position, moves: &str) -> Position {
    stories::after::<AquaPipe>(position, moves)
}

/// The name of the rule that a move breaks.
fn broken(position: &Position, text: &str) -> &'static str {
    refusal(position, text).rule()
}

/// The places to which a pipe can go, in order: `S@` from the hand, `Sb2-` on the board.
fn targets(position: &Position, from: &str) -> Vec<String> {
    legal(position).iter().filter_map(|text| text.strip_prefix(from).map(str::to_owned)).collect()
}

/// The number of small, medium and large straight pipes and U pipes in the hand of a color.
fn hand(position: &Position, color: Color) -> ([usize; 3], [usize; 3]) {
    let n_straight = |diameter| position.n_in_hand(color, diameter);
    let n_u = |diameter| usize::from(position.has_u_pipe_in_hand(color, diameter));
    (Diameter::ALL.map(n_straight), Diameter::ALL.map(n_u))
}

fn seat(number: &str) -> Seat {
    number.parse().expect("it is a seat")
}

/// A game that nobody won, and why.
fn draw(reason: &'static str) -> End {
    (None, reason)
}

fn blue_wins(reason: &'static str) -> End {
    (Some("blue"), reason)
}

fn red_wins(reason: &'static str) -> End {
    (Some("red"), reason)
}

/// Every space of a board, in order.
fn spaces(size: u8) -> Vec<String> {
    let of_rank = |rank| (b'a'..b'a' + size).map(move |file| format!("{}{rank}", char::from(file)));
    (1..=size).flat_map(of_rank).collect()
}

// ---------------------------------------------------------------------------------------------
// The board and the pipes

const PAGE: &str = include_str!("../RULES.md");

#[test]
fn the_board_has_nine_or_sixteen_spaces() {
    for (variant, size) in [("3x3", 3), ("4x4", 4)] {
        let position = start(&[("variant", variant)]);
        for diameter in ["S", "M", "L"] {
            let mut expected = spaces(size);
            expected.sort_unstable();
            assert_eq!(targets(&position, &format!("{diameter}@")), expected);
        }
    }
    // As the page draws them, the last rank first.
    let ranks = PAGE.lines().skip_while(|line| !line.starts_with("a4 ")).take(4);
    let ranks: Vec<Vec<&str>> = ranks.map(|line| line.split_whitespace().collect()).collect();
    let from_below: Vec<&str> = ranks.into_iter().rev().flatten().collect();
    assert_eq!(from_below, spaces(4));
}

#[test]
fn three_diameters_share_a_space_whoever_owns_them() {
    let position = after(start(&[]), "S@b2 M@b2 L@b2");
    assert_eq!(page_text(&position), ".../.b./...|.../.r./...|.../.b./... r");
    let position = after(start(&pairs(LARGE)), "US@b2c2 UM@b2b3 L@b2");
    assert_eq!(
        page_text(&position),
        "..../..../.BB./....|..../.R../.R../....|..../..../.b../.... r"
    );
}

#[test]
fn a_slot_holds_one_pipe() {
    let position = table("", "Sa1 Mb2", "Sc3 La1");
    for text in ["S@a1", "S@c3", "M@b2", "L@a1"] {
        assert_eq!(broken(&position, text), "slot-taken");
    }
    for text in ["S@b2", "M@a1", "M@c3", "L@b2"] {
        assert!(position.is_legal(read(text)), "{text}");
    }
}

#[test]
fn everybody_has_three_pipes_of_each_diameter_or_four_and_two_u_pipes() {
    for color in Color::ALL {
        assert_eq!(hand(&start(&[]), color), ([3, 3, 3], [0, 0, 0]));
        assert_eq!(hand(&start(&pairs(LARGE)), color), ([4, 4, 4], [1, 1, 0]));
    }
}

#[test]
fn a_u_pipe_fills_two_neighboring_slots() {
    let position = start(&pairs(LARGE));
    let places = targets(&position, "US@");
    assert_eq!(places.len(), 24);
    assert_eq!(targets(&position, "UM@"), places);
    for first in spaces(4) {
        for second in spaces(4) {
            let [x, y] = [0, 1].map(|i| second.as_bytes()[i].abs_diff(first.as_bytes()[i]));
            // Of the two ways to write it one is right: the lower rank or file first.
            let is_place = x + y == 1 && first < second;
            assert_eq!(places.contains(&format!("{first}{second}")), is_place, "{first}{second}");
        }
    }
    let position = after(position, "UM@c2c3");
    assert_eq!(
        page_text(&position),
        "..../..../..../....|..../..B./..B./....|..../..../..../.... r"
    );
    assert_eq!(broken(&position, "M@c3"), "slot-taken");
}

// ---------------------------------------------------------------------------------------------
// Turns

#[test]
fn blue_starts_and_turns_alternate() {
    for variant in ["3x3", "4x4"] {
        let mut position = start(&[("variant", variant)]);
        for number in ["1", "2", "1", "2", "1"] {
            assert_eq!(position.turn(), Turn::Player(seat(number)));
            let color = if number == "1" { Color::Blue } else { Color::Red };
            assert_eq!(position.color_to_move(), color);
            assert_eq!(color.seat(), seat(number));
            let first = legal(&position)[0].clone();
            play(&mut position, &first);
        }
    }
}

/// A turn is exactly one pipe, placed or moved.
#[test]
fn there_is_no_pass_and_resigning_is_no_move() {
    let position = table(LARGE, "Sa1 Ma1 La1 USb1c1", "Sa4");
    let all = legal(&position);
    assert!(all.iter().all(|text| text.contains('@') != text.contains('-')), "{all:?}");
    for text in ["pass", "resign", "", "-", "@", "S@", "S@a1,M@a1"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn a_pipe_is_placed_from_the_hand_into_a_free_slot() {
    let position = after(table("", "Sa1", "Sc3"), "S@b2");
    assert_eq!(page_text(&position), "..r/.b./b..|.../.../...|.../.../... r");
    assert_eq!(hand(&position, Color::Blue), ([1, 3, 3], [0, 0, 0]));
    assert_eq!(hand(&position, Color::Red), ([2, 3, 3], [0, 0, 0]));
    let position = after(start(&pairs(LARGE)), "UM@a1a2");
    assert_eq!(hand(&position, Color::Blue), ([4, 4, 4], [1, 0, 0]));
}

#[test]
fn no_pipe_is_placed_that_is_not_in_the_hand() {
    let position = table("", "Sa1 Sb1 Sc2", "");
    assert_eq!(targets(&position, "S@"), [""; 0]);
    assert_eq!(broken(&position, "S@c3"), "no-pipe-left");
    assert!(position.is_legal(read("M@c3")));
    let position = table(LARGE, "USa1b1", "");
    assert_eq!(broken(&position, "US@a3b3"), "no-pipe-left");
    assert!(position.is_legal(read("S@a3")) && position.is_legal(read("UM@a1b1")));
    let position = table(LARGE, "Ma1 Mb1 Mc2 Md4", "");
    assert_eq!(broken(&position, "M@a4"), "no-pipe-left");
    assert!(position.is_legal(read("UM@a3a4")));
}

#[test]
fn nothing_goes_beyond_the_board() {
    let position = table("", "Sa1 Ma1 La1", "");
    for text in ["S@d1", "M@a4", "L@d4", "Sa1-d1", "La1-c4"] {
        assert_eq!(broken(&position, text), "no-such-space");
    }
    for text in ["S@e1", "S@a5", "S@a0", "US@d1e1", "Sa1-e5"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn a_u_pipe_needs_two_free_slots() {
    let position = table(LARGE, "Sa1", "Sc3");
    for text in ["US@a1b1", "US@a1a2", "US@b3c3", "US@c2c3"] {
        assert_eq!(broken(&position, text), "slot-taken");
    }
    for text in ["UM@a1b1", "US@a2b2", "US@d3d4"] {
        assert!(position.is_legal(read(text)), "{text}");
    }
}

#[test]
fn only_the_large_game_has_u_pipes_and_no_large_ones() {
    assert_eq!(broken(&start(&[]), "US@a1b1"), "no-u-pipe");
    assert_eq!(broken(&start(&[]), "UMa1b1-b1c1"), "no-u-pipe");
    let position = start(&pairs(LARGE));
    assert_eq!(broken(&position, "UL@a1b1"), "no-u-pipe");
    assert!(position.is_legal(read("US@a1b1")) && position.is_legal(read("UM@a1b1")));
}

// ---------------------------------------------------------------------------------------------
// Moves on the board

#[test]
fn a_pipe_moves_to_any_free_slot_of_its_diameter() {
    let position = table("", "Sa1 Ma1 La1", "Sb3 Mc2");
    assert_eq!(targets(&position, "Sa1-"), ["a2", "a3", "b1", "b2", "c1", "c2", "c3"]);
    assert_eq!(targets(&position, "Ma1-"), ["a2", "a3", "b1", "b2", "b3", "c1", "c3"]);
    assert_eq!(broken(&position, "Sa1-b3"), "slot-taken");
    assert_eq!(broken(&position, "Ma1-c2"), "slot-taken");
    let position = after(position, "Sa1-c3");
    assert_eq!(page_text(&position), ".rb/.../...|.../..r/b..|.../.../b.. r");
    // The hand is as it was.
    assert_eq!(hand(&position, Color::Blue), ([2, 2, 2], [0, 0, 0]));
}

#[test]
fn pipes_move_once_one_of_each_diameter_is_placed() {
    for pipes in ["", "Sa1", "Sa1 Mb1", "Sa1 La3 Lb1", "Ma1 Mb2 Lc2", "Sa1 Sb2 Sc2 Mb1 Mc1 Mb3"] {
        // Nothing follows from what the other player has placed.
        let position = table("", pipes, "Sa2 Ma2 La2");
        assert!(legal(&position).iter().all(|text| !text.contains('-')), "{pipes}");
        for pipe in pipes.split_whitespace() {
            assert_eq!(broken(&position, &format!("{pipe}-c3")), "cannot-move-yet");
        }
    }
    // Whatever was placed first, and all of them at once.
    for moves in ["S@a1 M@b1 L@c1", "L@a1 S@b1 M@c1", "M@a1 L@b1 S@c1"] {
        let mut position = start(&[]);
        for (m, answer) in moves.split(' ').zip(["S@a2", "S@b3", "S@c3"]) {
            assert!(legal(&position).iter().all(|text| text.contains('@')));
            play(&mut position, &format!("{m} {answer}"));
        }
        for m in moves.split(' ') {
            let n_targets = targets(&position, &format!("{}-", m.replace('@', ""))).len();
            assert_eq!(n_targets, if m.starts_with('S') { 5 } else { 8 });
        }
    }
}

#[test]
fn a_u_pipe_counts_as_placed_for_its_diameter() {
    let position = table(LARGE, "USa1b1 Ma2", "");
    assert_eq!(broken(&position, "USa1b1-b1c1"), "cannot-move-yet");
    assert_eq!(broken(&position, "Ma2-a3"), "cannot-move-yet");
    let position = table(LARGE, "USa1b1 UMa2b2 La3", "");
    for text in ["USa1b1-b1c1", "UMa2b2-a3b3", "La3-a4"] {
        assert!(position.is_legal(read(text)), "{text}");
    }
}

#[test]
fn once_allowed_moving_stays_allowed() {
    for options in ["variant=3x3", LARGE] {
        for seed in 0..50 {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut position = start(&pairs(options));
            let mut could_move = [false; 2];
            while let Some(m) = position.random_move(&mut rng) {
                let can_move = legal(&position).iter().any(|text| text.contains('-'));
                let color = position.color_to_move() as usize;
                assert!(can_move || !could_move[color], "{position}");
                could_move[color] = can_move;
                position.play(m).expect("it is legal");
            }
        }
    }
}

#[test]
fn only_own_pipes_move() {
    let position = table(LARGE, "Sa1 Sa2 Ma1 La1 USb2b3", "Sc1 USc3c4 Mb1");
    // Red's; nobody's; Red's again; of another diameter; half a U pipe; two straight pipes; halves
    // of two U pipes.
    for text in ["Sc1-d1", "Sd4-d3", "Mb1-b2", "Lb2-b3", "Sb2-a3", "USa1a2-d1d2", "USb3c3-d1d2"] {
        assert_eq!(broken(&position, text), "no-such-pipe");
    }
    assert_eq!(broken(&position, "USc3c4-d3d4"), "no-such-pipe");
    let position = table_for_red(LARGE, "Sa1 Ma1 La1", "Sc1 USc3c4 Mb1 Ld4");
    assert!(position.is_legal(read("USc3c4-d3d4")));
    assert_eq!(broken(&position, "Sa1-a2"), "no-such-pipe");
}

#[test]
fn a_pipe_moves_to_another_place() {
    let position = table(LARGE, "USa1b1 Ma1 La1 Sd4", "");
    for text in ["Ma1-a1", "Sd4-d4", "USa1b1-a1b1"] {
        assert_eq!(broken(&position, text), "same-place");
    }
}

#[test]
fn a_u_pipe_moves_to_any_other_free_pair() {
    let position = table(LARGE, "USa1b1 Ma1 La1", "Sb3 Sd4");
    // 24 pairs, but for its own, four at b3 and two at d4.
    assert_eq!(targets(&position, "USa1b1-").len(), 17);
    assert_eq!(broken(&position, "USa1b1-b2b3"), "slot-taken");
    let position = after(position, "USa1b1-d2d3");
    assert_eq!(
        page_text(&position),
        "...r/.r.B/...B/....|..../..../..../b...|..../..../..../b... r"
    );
}

#[test]
fn a_u_pipe_may_shift_by_one_or_turn() {
    let position = table(LARGE, "USb2c2 Ma1 La1", "");
    for place in ["a2b2", "c2d2", "b1b2", "b2b3", "c1c2", "c2c3"] {
        let text = format!("USb2c2-{place}");
        assert!(position.is_legal(read(&text)), "{text}");
        let next = table_for_red(LARGE, &format!("US{place} Ma1 La1"), "");
        assert_eq!(after(position.clone(), &text), next);
    }
    // A straight pipe beside it leaves no room.
    let position = table(LARGE, "USb2c2 Ma1 La1", "Sd2");
    assert_eq!(broken(&position, "USb2c2-c2d2"), "slot-taken");
}

#[test]
fn identical_pipes_are_not_told_apart() {
    let first = after(start(&[]), "S@a1 M@c3 S@b2");
    assert_eq!(first, after(start(&[]), "S@b2 M@c3 S@a1"));
    // Three small pipes in the hand are placed in nine ways.
    assert_eq!(targets(&start(&[]), "S@").len(), 9);
    // Either of two pipes may go where both then are.
    let position = table("", "Sa1 Sb2 Mb2 Lb2", "Sc1 Mc1 La1");
    let ways = ["Sa1-c3 Mc1-c2 Sb2-a1", "Sb2-c3 Mc1-c2"];
    let [first, second] = ways.map(|moves| page_text(&after(position.clone(), moves)));
    assert_eq!(first.split(' ').next(), second.split(' ').next());
}

// ---------------------------------------------------------------------------------------------
// Winning

/// The rows that the page lists below a head, by their spaces.
fn page_rows(head: &str) -> Vec<Vec<&'static str>> {
    let lines = PAGE.lines().skip_while(|line| !line.starts_with(head)).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("```"));
    let rows = lines.flat_map(|line| line.split("   "));
    rows.map(|row| row.split(' ').collect()).collect()
}

/// Pipes of a diameter in these spaces.
fn pipes(diameter: &str, spaces: &[&str]) -> String {
    let pipes: Vec<String> = spaces.iter().map(|space| format!("{diameter}{space}")).collect();
    pipes.join(" ")
}

#[test]
fn three_in_a_row_win_in_the_small_game() {
    let rows = page_rows("rows of the small board");
    assert_eq!(rows.len(), 8);
    for row in &rows {
        for diameter in ["S", "M", "L"] {
            for last in 0..3 {
                let others: Vec<&str> = (0..3).filter(|&i| i != last).map(|i| row[i]).collect();
                let last = format!("{diameter}@{}", row[last]);
                let position = table("", &pipes(diameter, &others), "");
                assert_eq!(end(&position), None);
                assert_eq!(end(&after(position, &last)), Some(blue_wins("row3")));
                let position = table_for_red("", "", &pipes(diameter, &others));
                assert_eq!(end(&after(position, &last)), Some(red_wins("row3")));
            }
        }
    }
    // No other three spaces do.
    let spaces = spaces(3);
    let mut n_wins = 0;
    for (first, second, third) in triples(&spaces) {
        let position = table_for_red("", &pipes("M", &[first, second, third]), "");
        n_wins += usize::from(end(&position).is_some());
    }
    assert_eq!(n_wins, 8);
}

fn triples(spaces: &[String]) -> impl Iterator<Item = (&str, &str, &str)> {
    let n = spaces.len();
    let indices = (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)));
    let indices = indices.flat_map(move |(i, j)| (j + 1..n).map(move |k| (i, j, k)));
    indices.map(|(i, j, k)| (spaces[i].as_str(), spaces[j].as_str(), spaces[k].as_str()))
}

#[test]
fn a_row_has_one_color_and_one_diameter() {
    assert_eq!(end(&table_for_red("", "Sa1 Sc1", "Sb1")), None);
    assert_eq!(end(&table_for_red("", "Sa1 Mb1 Sc1", "")), None);
    assert_eq!(end(&table_for_red("", "Sa1 Mb1 Lc1", "")), None);
    assert_eq!(end(&table_for_red("", "Sa1 Sb1 Sc1", "")), Some(blue_wins("row3")));
    assert_eq!(end(&table_for_red(LARGE, "Sa1 Sb1 Sc1 Md1", "")), None);
    assert_eq!(end(&table_for_red(LARGE, "Sa1 Sb1 Sc1", "Sd1")), None);
}

#[test]
fn a_row_may_be_completed_by_a_move() {
    let position = table("", "Sa1 Sb1 Sb3 Mb2 Lb2", "Sa2");
    assert_eq!(end(&after(position, "Sb3-c1")), Some(blue_wins("row3")));
    let position = table_for_red(LARGE, "Sc4", "Sa1 Sb1 USc3d3 Ma1 La1");
    assert_eq!(end(&after(position, "USc3d3-c1d1")), Some(red_wins("row4")));
}

#[test]
fn four_in_a_row_win_in_the_large_game() {
    let rows = page_rows("rows of the large board");
    assert_eq!(rows.len(), 10);
    for row in &rows {
        for diameter in ["S", "M", "L"] {
            for last in 0..4 {
                let others: Vec<&str> = (0..4).filter(|&i| i != last).map(|i| row[i]).collect();
                let last = format!("{diameter}@{}", row[last]);
                let position = table(LARGE, &pipes(diameter, &others), "");
                // Three of them do not win.
                assert_eq!(end(&position), None);
                assert_eq!(end(&after(position, &last)), Some(blue_wins("row4")));
                let position = table_for_red(LARGE, "", &pipes(diameter, &others));
                assert_eq!(end(&after(position, &last)), Some(red_wins("row4")));
            }
        }
    }
    // No other four spaces do.
    let mut n_wins = 0;
    for (first, second, third) in triples(&spaces(4)) {
        for fourth in spaces(4).iter().filter(|it| it[1..] >= third[1..] && *it != third) {
            let is_later = (&fourth[1..], &fourth[..1]) > (&third[1..], &third[..1]);
            let four = pipes("M", &[first, second, third, fourth]);
            n_wins += usize::from(is_later && end(&table_for_red(LARGE, &four, "")).is_some());
        }
    }
    assert_eq!(n_wins, 10);
}

#[test]
fn a_u_pipe_counts_in_both_of_its_spaces() {
    let position = table(LARGE, "Sa1 Sb1", "");
    assert_eq!(end(&after(position, "US@c1d1")), Some(blue_wins("row4")));
    let position = table(LARGE, "USa1a2 Sb1 Sc1", "");
    assert_eq!(end(&after(position, "S@d1")), Some(blue_wins("row4")));
    // Rows of three: a1 a2 a3, a1 b1 c1, a3 b2 c1, and in another diameter.
    let position = table(LARGE, "USa1b1 Sa2 Sa3 Sc1 Sb2 UMa4b4", "");
    assert_eq!(end(&after(position, "M@c4")), Some(blue_wins("four_rows_of_3")));
}

/// Three small rows of three that share pipes: a1 a2 a3, a1 b1 c1 and a3 b2 c1.
const THREE_ROWS: &str = "USa1b1 Sa2 Sa3 Sc1 Sb2";

#[test]
fn four_rows_of_three_win_in_the_large_game() {
    let three = table_for_red(LARGE, THREE_ROWS, "");
    assert_eq!(end(&three), None);
    let rows = page_rows("rows of three");
    assert_eq!(rows.len(), 24);
    for row in &rows {
        for diameter in ["M", "L"] {
            let first = format!("{THREE_ROWS} {}", pipes(diameter, &row[..2]));
            let position = table(LARGE, &first, "");
            assert_eq!(end(&position), None, "{position}");
            let position = after(position, &format!("{diameter}@{}", row[2]));
            assert_eq!(end(&position), Some(blue_wins("four_rows_of_3")), "{position}");
            let all = format!("{THREE_ROWS} {}", pipes(diameter, row));
            let position = table(LARGE, "", &all);
            assert_eq!(end(&position), Some(red_wins("four_rows_of_3")), "{position}");
        }
    }
    // No other three spaces are a row.
    let mut n_wins = 0;
    for (first, second, third) in triples(&spaces(4)) {
        let all = format!("{THREE_ROWS} {}", pipes("L", &[first, second, third]));
        n_wins += usize::from(end(&table_for_red(LARGE, &all, "")).is_some());
    }
    assert_eq!(n_wins, 24);
}

#[test]
fn rows_of_three_may_share_pipes_and_have_any_diameter() {
    // Six small pipes are three rows, three medium ones another.
    let position = table_for_red(LARGE, &format!("{THREE_ROWS} Ma1 Mb1 Mc1"), "");
    assert_eq!(end(&position), Some(blue_wins("four_rows_of_3")));
    // Six pipes in two ranks are two rows.
    let position = table_for_red(LARGE, "Sa1 Sb1 Sc1 Sa2 USb2c2", "");
    assert_eq!(end(&position), None);
    // Two in each of two diameters.
    let two = ["a1", "b1", "c1", "a2"];
    let mut all = String::new();
    for diameter in ["S", "M"] {
        all += &pipes(diameter, &two);
        all += " ";
    }
    let position = table(LARGE, &format!("{all} USa3b3"), "");
    // The small ones have a1 b1 c1 and a1 a2 a3, the medium ones a1 b1 c1.
    assert_eq!(end(&position), None);
    assert_eq!(end(&after(position.clone(), "UM@a3b3")), Some(blue_wins("four_rows_of_3")));
    assert_eq!(end(&after(position, "UM@b3c3")), None);
}

#[test]
fn one_action_may_complete_several_rows_of_three() {
    // a2 b2 c2 and c2 c3 c4.
    let position = table(LARGE, "Ma1 Mb1 Mc1 La1 Lb1 Lc1 USa2b2 Sc3 Sc4", "");
    assert_eq!(end(&position), None);
    assert_eq!(end(&after(position, "S@c2")), Some(blue_wins("four_rows_of_3")));
}

#[test]
fn a_gap_is_no_row_of_three() {
    let position = table_for_red(LARGE, &format!("{THREE_ROWS} Ma4 Mb4 Md4"), "");
    assert_eq!(end(&position), None);
    let position = table_for_red(LARGE, &format!("{THREE_ROWS} Ma4 Mb4 Lc4"), "");
    assert_eq!(end(&position), None);
    let position = table_for_red(LARGE, &format!("{THREE_ROWS} Ma4 Mb4"), "Mc4");
    assert_eq!(end(&position), None);
}

/// Nobody completes a row for the other player: pipes of both are never in one slot.
#[test]
fn the_winner_has_just_played() {
    for options in ["variant=3x3", LARGE] {
        for seed in 0..50 {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut position = start(&pairs(options));
            let mut last = Color::Red;
            while let Some(m) = position.random_move(&mut rng) {
                last = position.color_to_move();
                position.play(m).expect("it is legal");
            }
            if let Some((Some(winner), _)) = end(&position) {
                assert_eq!(winner, last.to_string());
            }
        }
    }
}

#[test]
fn the_winner_has_a_point() {
    let scores = |position: &Position| position.scores().as_slice().to_vec();
    let won = after(table("", "Sa1 Sb1", ""), "S@c1");
    assert_eq!(scores(&won), [1, 0]);
    assert_eq!(won.turn().outcome().map(|it| it.place(seat("1"))), Some(1));
    assert_eq!(won.turn().outcome().map(|it| it.place(seat("2"))), Some(2));
    assert_eq!(scores(&after(table_for_red("", "", "La1 Lb2"), "L@c3")), [0, 1]);
    assert_eq!(scores(&start(&[])), [0, 0]);
    assert_eq!(scores(&after(wanderers(""), &TO_AND_FRO.repeat(2))), [0, 0]);
}

// ---------------------------------------------------------------------------------------------
// Draws

/// Both may move.
fn wanderers(options: &str) -> Position {
    table(options, "Sa1 Ma1 La1", "Sc3 Mc3 Lc3")
}

/// Four moves that lead back to where they began.
const TO_AND_FRO: &str = "Sa1-b1 Sc3-b3 Sb1-a1 Sb3-c3 ";

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    for options in ["variant=3x3", LARGE, "move-after=any-time"] {
        let mut position = wanderers(options);
        play(&mut position, TO_AND_FRO);
        assert_eq!((end(&position), position.n_occurrences()), (None, 2));
        for text in TO_AND_FRO.split_whitespace() {
            assert_eq!(end(&position), None);
            play(&mut position, text);
        }
        assert_eq!((end(&position), position.n_occurrences()), (Some(draw("repetition")), 3));
        assert_eq!(legal(&position), [""; 0]);
    }
}

#[test]
fn occurrences_need_not_follow_each_other() {
    let mut position = after(wanderers(""), TO_AND_FRO);
    // Another way round: other positions in between.
    play(&mut position, "Ma1-b2 Mc3-c2 Mb2-a1");
    assert_eq!(end(&position), None);
    play(&mut position, "Mc2-c3");
    assert_eq!(end(&position), Some(draw("repetition")));
}

#[test]
fn the_same_pipes_with_the_other_player_to_move_are_another_position() {
    let mut position = wanderers("");
    // Blue takes three moves for what it could do in one, Red two for none: then Red is to move.
    play(&mut position, "Sa1-b1 Sc3-b3 Sb1-c1 Sb3-c3 Sc1-a1");
    let other = table_for_red("", "Sa1 Ma1 La1", "Sc3 Mc3 Lc3");
    assert_eq!(position, other);
    assert_ne!(position, wanderers(""));
    assert_ne!(position.key(), wanderers("").key());
    assert_eq!(position.n_occurrences(), 1);
}

/// Which of two equal pipes is where does not matter.
#[test]
fn pipes_that_have_changed_places_are_the_same_position() {
    let mut position = table("", "Sa1 Sc1 Ma1 La1", "Sc3 Mc3 Lc3");
    play(&mut position, "Sa1-b1 Mc3-b3 Sc1-a1 Mb3-c3 Sb1-c1 Mc3-b3");
    assert_eq!(position.n_occurrences(), 1);
    play(&mut position, "Sa1-b1 Mb3-c3 Sb1-a1 Mc3-b3");
    assert_eq!(position.n_occurrences(), 2);
}

#[test]
fn a_move_taken_back_is_not_an_occurrence() {
    let mut position = after(wanderers(""), TO_AND_FRO);
    for _ in 0..5 {
        let m = read("Sa1-b1");
        position.play_unchecked(m);
        position.undo(m, ());
    }
    assert_eq!((end(&position), position.n_occurrences()), (None, 2));
}

/// All pipes are on the board, and nothing is a row.
const ALL_PLACED: [&str; 2] =
    ["Sa1 Sb1 Sc2 Ma1 Mb1 Mc2 La1 Lb1 Lc2", "Sa2 Sb2 Sc1 Ma2 Mb2 Mc1 La2 Lb2 Lc1"];

#[test]
fn who_can_do_nothing_has_drawn() {
    let [blue, red] = ALL_PLACED;
    let position = table("move-after=never", blue, red);
    assert_eq!((end(&position), legal(&position)), (Some(draw("no_action")), Vec::new()));
    // A pipe less.
    let position = table("move-after=never", &blue[..blue.len() - 3], red);
    assert_eq!(end(&position), None);
    assert_eq!(targets(&position, "L@"), ["a3", "b3", "c2", "c3"]);
    assert_eq!(end(&after(position, "L@b3")), Some(draw("no_action")));
    // It is no draw while only the other can do nothing.
    let position = table_for_red("move-after=never", blue, &red[..red.len() - 3]);
    assert_eq!(end(&position), None);
    // A player who may move pipes always has a legal move.
    assert_eq!(end(&table("", blue, red)), None);
    assert_eq!(end(&table("move-after=any-time", blue, red)), None);
}

#[test]
fn a_u_pipe_that_fits_nowhere_is_no_action() {
    // Blue has only the medium U pipe left, and no two neighbors among the medium slots are free.
    let blue = "Sa1 Sb1 Sd2 Sc3 USa3a4 La1 Lb1 Ld2 Lc3 Mb1 Mc2 Ma4 Mc3";
    let red = "Md1 Ma2 Mb3 Mc4 UMd3d4";
    let position = table("variant=4x4 move-after=never", blue, red);
    assert_eq!(hand(&position, Color::Blue), ([0, 0, 0], [0, 1, 0]));
    assert_eq!(end(&position), Some(draw("no_action")));
    let position = table(LARGE, blue, red);
    assert_eq!(targets(&position, "UM@"), [""; 0]);
    assert_eq!(end(&position), None);
    // With one pipe of Red less there is room.
    let position = table("variant=4x4 move-after=never", blue, &red.replace("Ma2 ", ""));
    assert_eq!(legal(&position), ["UM@a1a2", "UM@a2a3", "UM@a2b2"]);
}

#[test]
fn equality_key_and_text_are_those_of_the_board() {
    let first = wanderers("");
    let second = after(first.clone(), TO_AND_FRO);
    let third = after(second.clone(), TO_AND_FRO);
    for later in [&second, &third] {
        assert_eq!((later, later.key()), (&first, first.key()));
        assert_eq!(later.to_string(), first.to_string());
    }
    assert_eq!((end(&second), end(&third)), (None, Some(draw("repetition"))));
    // Read from a text, it is there for the first time.
    let back: Position = third.to_string().parse().expect("it is a position");
    assert_eq!((&back, end(&back), back.n_occurrences()), (&third, None, 1));
    // With other options it is another position.
    assert_ne!(first, wanderers("move-after=any-time"));
    assert_ne!(first, wanderers("board-only=on"));
    assert_ne!(first, table("", "Sa1 Ma1 La2", "Sc3 Mc3 Lc3"));
    // And so it is with the colors exchanged, the player to move too.
    let exchanged = table_for_red("", "Sc3 Mc3 Lc3", "Sa1 Ma1 La1");
    assert_ne!(first, exchanged);
    assert_ne!(first.key(), exchanged.key());
}

// ---------------------------------------------------------------------------------------------
// Refusals

/// If a move breaks several rules, the first in the table of the page is reported.
#[test]
fn what_is_wrong_first_is_told() {
    let rows = PAGE.lines().skip_while(|line| !line.starts_with("| rule |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with("| `"));
    let rules: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    let at = |rule: &str| rules.iter().position(|&it| it == rule).expect("the page has it");
    let small = table("", "Sa1 Sb1 Sc2", "Mb2");
    let can_move = table("", "Sa1 Ma1 La1", "Sb2");
    let large = table(LARGE, "Sa1 USc1d1", "Sb2 Sc3");
    let won = table_for_red("", "Sa1 Sb1 Sc1", "");
    for (position, text, first, second) in [
        (&won, "US@a1b1", "game-over", "no-u-pipe"),
        (&small, "USc3d3-a1b1", "no-u-pipe", "no-such-pipe"),
        (&large, "UL@a1b1", "no-u-pipe", "slot-taken"),
        (&small, "S@d1", "no-pipe-left", "no-such-space"),
        (&small, "S@b1", "no-pipe-left", "slot-taken"),
        (&large, "US@a1b1", "no-pipe-left", "slot-taken"),
        (&small, "Mb2-c3", "no-such-pipe", "cannot-move-yet"),
        (&small, "Mc3-c3", "no-such-pipe", "same-place"),
        (&small, "Sd4-a1", "no-such-pipe", "no-such-space"),
        (&small, "Sa1-a1", "cannot-move-yet", "same-place"),
        (&small, "Sa1-d1", "cannot-move-yet", "no-such-space"),
        (&small, "Sa1-b1", "cannot-move-yet", "slot-taken"),
        (&can_move, "Sa1-a1", "same-place", "slot-taken"),
    ] {
        assert_eq!(broken(position, text), first, "{text} in {position}");
        assert!(at(first) < at(second), "{first} comes before {second}");
    }
    assert_eq!(rules.len(), 8);
}

#[test]
fn nothing_is_legal_once_the_game_is_over() {
    let [blue, red] = ALL_PLACED;
    for position in [
        table_for_red("", "Sa1 Sb1 Sc1", "Sa2 Ma2 La2"),
        table_for_red(LARGE, "Sa1 Sb1 Sc1 Sd1", "Sa2 Ma2 La2"),
        table_for_red(LARGE, &format!("{THREE_ROWS} La1 Lb1 Lc1"), "Sd4 Md4 La2"),
        after(wanderers(""), &TO_AND_FRO.repeat(2)),
        table("move-after=never", blue, red),
    ] {
        assert!(position.turn().is_over());
        assert_eq!(legal(&position), [""; 0]);
        for text in ["S@c3", "M@b2", "La2-b2", "Sa2-c3", "US@c3d3", "Sd4-d4"] {
            assert_eq!(broken(&position, text), "game-over", "{position}");
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Options

#[test]
fn the_usual_options() {
    let options: Options = parse_options([]).expect("nothing is needed");
    assert_eq!(options, Options::default());
    let usual = "variant=3x3 move-after=each four-rows=on u-pipes=small-medium board-only=off";
    assert_eq!(engine::options(&pairs(usual)), options);
    let names: Vec<&str> = AquaPipe::OPTIONS.iter().map(|option| option.name).collect();
    let expected: Vec<&str> = pairs(usual).iter().map(|pair| pair.0).collect();
    assert_eq!(names, expected);
    // An alias: some programs call it the mode.
    assert_eq!(engine::options(&[("mode", "4x4")]), engine::options(&pairs(LARGE)));
}

#[test]
fn invalid_options_are_refused_with_a_sentence() {
    for (options, words) in [
        ("variant=5x5", "5x5"),
        ("variant=3", "'3'"),
        ("move-after=one", "one"),
        ("move-after=anytime", "anytime"),
        ("four-rows=maybe variant=4x4", "four-rows"),
        ("u-pipes=small-large variant=4x4", "small-large"),
        ("u-pipes=none variant=4x4", "none"),
        ("board-only=2", "board-only"),
        ("four-rows=off", "four-rows"),
        ("u-pipes=medium-large", "u-pipes"),
        ("seats=2", "seats"),
    ] {
        let error = try_start::<AquaPipe>(&pairs(options)).expect_err(options).to_string();
        assert!(error.contains(words), "{options}: {error}");
        assert!(!error.ends_with('.') && error.contains(' '), "{options}: {error}");
    }
    // Defaults may be written out.
    for options in ["four-rows=on u-pipes=small-medium", "four-rows=off variant=4x4"] {
        start(&pairs(options));
    }
}

#[test]
fn pipes_move_at_any_time_where_the_option_says_so() {
    let position = table("move-after=any-time", "Sa1", "Sc3");
    assert_eq!(targets(&position, "Sa1-"), ["a2", "a3", "b1", "b2", "b3", "c1", "c2"]);
    let position = table("variant=4x4 move-after=any-time", "USa1b1", "");
    assert!(position.is_legal(read("USa1b1-b1c1")));
    // Somebody else's still do not.
    assert_eq!(broken(&table("move-after=any-time", "Sa1", "Sc3"), "Sc3-c2"), "no-such-pipe");
}

#[test]
fn pipes_never_move_where_the_option_says_so() {
    let position = wanderers("move-after=never");
    assert!(legal(&position).iter().all(|text| text.contains('@')));
    assert_eq!(broken(&position, "Sa1-b1"), "cannot-move-yet");
    // So nothing comes back, and every game is over after all pipes.
    for (options, n_pipes) in [("move-after=never", 18), ("variant=4x4 move-after=never", 28)] {
        for seed in 0..50 {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut position = start(&pairs(options));
            assert!(position.play_out(&mut rng) <= n_pipes);
            assert_ne!(end(&position), Some(draw("repetition")));
        }
    }
}

#[test]
fn four_rows_of_three_do_not_win_where_the_option_says_so() {
    let off = "variant=4x4 four-rows=off";
    let position = table_for_red(off, &format!("{THREE_ROWS} La1 Lb1 Lc1 Ma1 Mb1 Mc1"), "");
    assert_eq!(end(&position), None);
    let position = table_for_red(off, &format!("{THREE_ROWS} La1 Lb1 Lc1 Ld1"), "");
    assert_eq!(end(&position), Some(blue_wins("row4")));
}

#[test]
fn the_u_pipes_may_be_medium_and_large() {
    let position = start(&pairs("variant=4x4 u-pipes=medium-large"));
    assert_eq!(hand(&position, Color::Red), ([4, 4, 4], [0, 1, 1]));
    assert_eq!(broken(&position, "US@a1b1"), "no-u-pipe");
    let position = after(position, "UL@a1b1 UM@a1b1 S@a1 S@a4 M@a2");
    // The large U pipe counts for its diameter.
    let position = after(position, "S@b4");
    assert!(position.is_legal(read("ULa1b1-b1c1")));
}

#[test]
fn without_repetition_the_board_alone_counts() {
    let mut position = wanderers("board-only=on");
    for _ in 0..5 {
        play(&mut position, TO_AND_FRO);
        assert_eq!(end(&position), None);
    }
    // Everything else ends the game as ever.
    let [blue, red] = ALL_PLACED;
    assert_eq!(end(&table("board-only=on move-after=never", blue, red)), Some(draw("no_action")));
    assert_eq!(end(&table_for_red("board-only=on", "Sa1 Sb1 Sc1", "")), Some(blue_wins("row3")));
}

#[test]
fn perft_counts_the_board_alone() {
    assert_eq!(AquaPipe::PERFT_OPTIONS, [("board-only", "on")]);
}

/// The same pipes until the end, whatever is chosen.
const TWINS: Twins<AquaPipe> = Twins { is_common: |_| true, choose, check: check_twins };

/// Placements are the same all the time.
const PLACING_TWINS: Twins<AquaPipe> = Twins { is_common: |text| text.contains('@'), ..TWINS };

fn check_twins(usual: &Position, changed: &Position) {
    assert_eq!(end(usual), end(changed), "{usual} {changed}");
    assert_eq!(page_text(usual), page_text(changed));
}

/// A random move; in every other game mostly the one that takes back the own last one.
fn choose(
    _: &Position,
    choice: &[String],
    played: &[String],
    seed: u64,
    rng: &mut SmallRng,
) -> String {
    let last = played.len().checked_sub(2).and_then(|i| played[i].split_once('-'));
    let back = last.map(|(from, to)| {
        let (kind, from) = from.split_at(from.len() - to.len());
        format!("{kind}{to}-{from}")
    });
    let is_wanted = seed.is_multiple_of(2) && random_index(rng, 4) > 0;
    match back.filter(|back| is_wanted && choice.contains(back)) {
        Some(back) => back,
        None => any_of(choice, rng),
    }
}

fn can_move(position: &Position) -> bool {
    legal(position).iter().any(|text| text.contains('-'))
}

#[test]
fn moving_at_any_time_changes_only_who_may_move() {
    for options in ["variant=3x3", LARGE] {
        // Moves are the same as soon as everybody may move.
        PLACING_TWINS.compare(options, "move-after=any-time", |usual, changed| {
            assert!(!can_move(usual) || legal(usual) == legal(changed));
            false
        });
        let may_differ =
            |usual: &Position, changed: &Position| !can_move(usual) && can_move(changed);
        let n_differences = TWINS.compare(options, "move-after=any-time", may_differ);
        assert_eq!(n_differences, 300, "the second turn is the first to differ");
    }
}

#[test]
fn never_moving_changes_only_that() {
    for options in ["variant=3x3", LARGE] {
        let n_differences = PLACING_TWINS.compare(options, "move-after=never", |usual, changed| {
            assert!(!can_move(changed));
            end(changed) == Some(draw("no_action")) && end(usual).is_none()
        });
        assert!(n_differences > 10, "{n_differences}");
    }
}

#[test]
fn four_rows_change_only_that_end() {
    let n_differences = TWINS.compare(LARGE, "four-rows=off", |usual, changed| {
        let is_won = end(usual).is_some_and(|end| end.1 == "four_rows_of_3");
        assert!(!is_won || end(changed).is_none());
        is_won
    });
    assert!(n_differences > 10, "{n_differences}");
}

/// With small and large pipes exchanged it is the same game.
#[test]
fn other_u_pipes_change_only_their_diameter() {
    let exchange = |text: &str| -> String {
        let other = |letter| match letter {
            'S' => 'L',
            'L' => 'S',
            _ => letter,
        };
        text.chars().map(other).collect()
    };
    for seed in 0..50 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut usual = start(&pairs(LARGE));
        let mut changed = start(&pairs("variant=4x4 u-pipes=medium-large"));
        loop {
            assert_eq!(usual.turn(), changed.turn(), "{usual} {changed}");
            assert_eq!(end(&usual), end(&changed), "{usual} {changed}");
            let mut expected: Vec<String> =
                legal(&usual).iter().map(|text| exchange(text)).collect();
            expected.sort_unstable();
            assert_eq!(legal(&changed), expected, "{usual} {changed}");
            let Some(m) = usual.random_move(&mut rng) else { break };
            play(&mut usual, &m.to_string());
            play(&mut changed, &exchange(&m.to_string()));
        }
    }
}

#[test]
fn the_board_alone_changes_only_one_end() {
    for options in ["variant=3x3", LARGE] {
        let n_differences = TWINS.compare(options, "board-only=on", |usual, changed| {
            let is_over = end(usual) == Some(draw("repetition"));
            assert!(!is_over || end(changed).is_none());
            is_over
        });
        assert!(n_differences > 10, "{n_differences}");
    }
}

// ---------------------------------------------------------------------------------------------
// Texts

#[test]
fn a_move_is_written_by_its_pipe_and_its_places() {
    let place = |text: &str| -> Place { text.parse().expect("it is a place") };
    assert_eq!(Move::place(Diameter::Small, place("b2")), read("S@b2"));
    assert_eq!(Move::shift(Diameter::Large, place("b2"), place("c3")), Some(read("Lb2-c3")));
    assert_eq!(Move::place(Diameter::Medium, place("a1a2")), read("UM@a1a2"));
    let shift = Move::shift(Diameter::Medium, place("a1a2"), place("b2c2"));
    assert_eq!(shift, Some(read("UMa1a2-b2c2")));
    // A pipe does not change its kind.
    assert_eq!(Move::shift(Diameter::Medium, place("a1a2"), place("b2")), None);
    for text in ["S@b2", "Sb2-c3", "UM@a1a2", "UMa1a2-b2c2", "L@d4", "USc4d4-d3d4"] {
        assert_eq!(read(text).to_string(), text);
        assert!(PAGE.contains("`UMa1a2-b2c2`"));
    }
}

#[test]
fn what_is_no_move_is_told() {
    let shape = "write S@b2 to place a pipe or Sb2-c3 to move one, U pipes as UM@a1a2";
    let space = "a space is a letter from a to d and a digit from 1 to 4, such as b2";
    let pair = "a U pipe lies in two neighboring spaces, the lower one first, such as a1a2 or a1b1";
    for (text, reason) in [
        ("", shape),
        ("pass", shape),
        ("X@a1", shape),
        ("Sa1", shape),
        ("U@a1a2", shape),
        ("S@", space),
        ("S@e1", space),
        ("S@a5", space),
        ("Sa1-", space),
        ("UM@a2a1", pair),
        ("UM@b1a1", pair),
        ("UM@a1b2", pair),
        ("UM@a1a1", pair),
        ("UM@a1a3", pair),
        ("UM@a1", "a U pipe lies in two spaces, as in UM@a1a2"),
        ("M@a1a2", "a straight pipe stands in one space, as in M@a1"),
    ] {
        let error = text.parse::<Move>().expect_err(text).to_string();
        assert!(error.ends_with(reason), "{text}: {error}");
    }
}

#[test]
fn a_position_is_its_layers_and_whose_turn_it_is() {
    let empty = ".../.../...|.../.../...|.../.../... b";
    assert_eq!(start(&[]).to_string(), format!("3x3 {empty}"));
    let position = after(start(&pairs(LARGE)), "S@a1 M@b1 L@d4 US@c2d2 UM@a3a4");
    let text = "4x4 ..../..../..RR/b...|B.../B.../..../.r..|...b/..../..../.... r";
    assert_eq!(position.to_string(), text);
    assert!(PAGE.contains(&format!("```\n{text}\n```")));
    let all = "move-after=any-time four-rows=off u-pipes=medium-large board-only=on";
    let position = start(&pairs(&format!("{LARGE} {all}")));
    let name = position.to_string();
    assert!(name.starts_with(&format!("4x4,{} ..../", all.replace(' ', ","))), "{name}");
}

#[test]
fn the_variant_may_be_left_out_of_the_usual_game() {
    for text in [
        ".../.../...|.../.../...|.../.../... b",
        "..../..../..RR/b...|B.../B.../..../.r..|...b/..../..../.... r",
    ] {
        let position: Position = text.parse().expect("it is a position");
        assert_eq!(page_text(&position), text);
        let variant = if text.len() < 40 { "3x3" } else { "4x4" };
        assert_eq!(position.to_string(), format!("{variant} {text}"));
        assert_eq!(AquaPipe::options(&position), engine::options(&[("variant", variant)]));
    }
}

#[test]
fn a_text_reads_back_as_the_same_position() {
    let [blue, red] = ALL_PLACED;
    let positions = [
        start(&[]),
        start(&pairs("variant=4x4 move-after=never u-pipes=medium-large")),
        table_for_red(LARGE, "USa1b1 UMd3d4", "USc1d1 UMb2b3 Ld4"),
        table_for_red("", "Sa1 Sb1 Sc1", ""),
        table_for_red(LARGE, &format!("{THREE_ROWS} La1 Lb1 Lc1"), ""),
        table("move-after=never", blue, red),
    ];
    for position in positions {
        let back: Position = position.to_string().parse().expect("it is a position");
        assert_eq!(back, position);
        assert_eq!((back.turn(), end(&back)), (position.turn(), end(&position)));
        assert_eq!(Color::ALL.map(|it| hand(&back, it)), Color::ALL.map(|it| hand(&position, it)));
    }
}

#[test]
fn a_text_that_cannot_be_is_refused_with_its_reason() {
    let ends = |text: &str, reason: &str| {
        let error = text.parse::<Position>().expect_err(text).to_string();
        assert!(error.ends_with(reason), "{text}: {error}");
    };
    let text = "3x3 .../.../b..|.../.r./...|..b/.../... r";
    let instead = |old: &str, new: &str| text.replacen(old, new, 1);
    ends("", "write variant, layers and whose turn it is");
    ends("3x3", "write variant, layers and whose turn it is");
    ends(&format!("{text} 1"), "write variant, layers and whose turn it is");
    ends(&instead("3x3", "5x5"), "'5x5' is none of 3x3, 4x4");
    ends(&instead("3x3", "3x3,u-pipes"), "'u-pipes' is no option");
    let reason = "3x3 has no rows of three to count: leave four-rows as it is";
    ends(&instead("3x3", "3x3,four-rows=off"), reason);
    ends(&instead("3x3", "4x4"), "a layer of 4x4 has 4 ranks, not 3");
    ends(&instead("|.../.r./...", ""), "there are 3 layers, not 2");
    ends(&instead("/.r.", ""), "a layer of 3x3 has 3 ranks, not 2");
    ends(&instead(".r.", ".r"), "a rank of 3x3 has 3 spaces: '.r'");
    ends(&instead(".r.", ".w."), "a slot is . b r B or R, not 'w'");
    ends(&instead("... r", "... red"), "the side is b or r, not 'red'");
    ends(&instead("/.../b..", "/b.b/b.b"), "blue has too many small pipes");
    ends(&instead(".r.", "RR."), "red cannot have such medium U pipes");
    let large = |layer: &str| format!("4x4 {layer}|..../..../..../....|..../..../..../.... b");
    for layer in [
        "R.../..../..../....",
        "R.../.R../..../....",
        "...R/R.../..../....",
        "R.../...R/..../....",
        "RRRR/..../..../....",
    ] {
        ends(&large(layer), "red cannot have such small U pipes");
    }
    let large_u = "..../..../..../....|..../..../..../....|BB../..../..../.... b";
    ends(large_u, "blue cannot have such large U pipes");
    ends(".../.../rrr|.../.../...|.../.../... r", "red has won already, so it is not its turn");
    // The number of turns does not matter.
    table_for_red("", "Sa1 Sb2 Mb2 Lb2", "");
}

#[test]
fn every_rule_of_the_page_has_its_test_and_every_test_its_rule() {
    check_rules_page(PAGE, include_str!("rules.rs"));
}
