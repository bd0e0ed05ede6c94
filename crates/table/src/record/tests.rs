use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::*;
use crate::toy::{open, table_after};

const CARDS: &str = "\
tilewright record 1
game: cards
option seats: 2
option n-cards: 6
option open: off
option limit: 2
seat 1: Ada
seat 2: #2: Bob
date: 2026-11-15
result: 2 1
scores: 1 0

# A comment on the whole game.
#
#   indented: with a colon
1. deal:4  clock=5:00 eval=0.5,-0.5
2. keep  clock=1:04:58.25  # kept # at once
3. deal:2  eval=1,-1
4. pass  # one
# two
seat 1 resigns  # reason: a headache
";

fn seat(number: usize) -> Seat {
    Seat::new(number - 1).unwrap()
}

/// The error of a text, as a record or as a game.
fn complaint(text: &str) -> String {
    match text.parse::<Record>() {
        Err(error) => error.to_string(),
        Ok(record) => record.replay().unwrap_err().to_string(),
    }
}

/// The error of the example after a change.
fn complaint_after(old: &str, new: &str) -> String {
    assert!(CARDS.contains(old), "{old}");
    complaint(&CARDS.replacen(old, new, 1))
}

#[test]
fn a_canonical_record_is_read_and_written_byte_for_byte() {
    let record: Record = CARDS.parse().unwrap();
    assert_eq!(record.to_string(), CARDS);
    assert_eq!(record.name(seat(2)), Some("#2: Bob"));
    assert_eq!(record.header("date"), Some("2026-11-15"));
    assert_eq!(record.comment(), "A comment on the whole game.\n\n  indented: with a colon");
    assert_eq!(record.options().last(), Some(("limit", "2")));

    let entries = record.entries();
    assert_eq!(entries[0].eval, Some(BySeat::from([0.5, -0.5])));
    assert_eq!(entries[1].clock_millis, Some(3_898_250));
    assert_eq!(entries[1].comment(), "kept # at once");
    assert_eq!(entries[3].comment(), "one\ntwo");
    let resigned = Event::Ending { seat: seat(1), ending: Ending::Resigned };
    assert_eq!(entries[4].event(), &resigned);

    let table = record.replay().unwrap();
    assert_eq!(table.moves(), ["deal:4", "keep", "deal:2", "pass"]);
    assert_eq!(table.endings().len(), 1);
}

#[test]
fn a_record_of_a_table_replays_to_the_same_table() {
    let mut table = table_after(&[("seats", "3"), ("limit", "off")], "deal:4 keep");
    table.end(seat(2), Ending::Abandoned).unwrap();
    table.play("deal:1").unwrap();
    table.end(seat(3), Ending::AgreedDraw).unwrap();
    let record = Record::of(&*table);
    let endings: Vec<_> = record.to_string().lines().skip(10).map(str::to_owned).collect();
    assert_eq!(endings, ["2. keep", "seat 2 leaves", "3. deal:1", "seat 3 agrees to a draw"]);

    let read: Record = record.to_string().parse().unwrap();
    assert_eq!(read, record);
    let replayed = read.replay().unwrap();
    assert_eq!(replayed.position_text(), table.position_text());
    assert_eq!(replayed.endings(), table.endings());
    assert_eq!(Record::of(&*replayed), record);
}

#[test]
fn the_text_may_be_written_in_other_ways() {
    let record: Record = CARDS.parse().unwrap();
    let loose = CARDS.replace('\n', "\r\n").replace("2. keep  ", "\r\n 2.KEEP\t \t");
    let loose =
        loose.replace("seat 1 resigns", "seat   1 resigns").replace("1:04:58.25", "64:58.250");
    let read: Record = format!("\u{feff}{loose}\r\n\r\n").parse().unwrap();
    assert_eq!(read.replay().unwrap().moves(), record.replay().unwrap().moves());
    assert_eq!(read.to_string(), CARDS.replace("keep", "KEEP"));
}

#[test]
fn headers_of_the_future_are_kept() {
    let text = CARDS.replace("date:", "x-2:\nevent: a: b # c\ndate:");
    let record: Record = text.parse().unwrap();
    assert_eq!(record.header("event"), Some("a: b # c"));
    assert_eq!(record.header("x-2"), Some(""));
    assert_eq!(record.to_string(), text);
    record.replay().unwrap();
}

#[test]
fn what_others_say_cannot_break_the_record() {
    let mut record = Record::of(&*table_after(&[], "deal:1"));
    let wild = "a\nb\r\nc\u{0}\u{1b}[31m\u{85} \t".to_owned() + &"x".repeat(100_000);
    record.set_name(seat(1), &wild);
    record.set_header("event", &wild);
    record.set_comment(&wild);
    record.entries_mut()[0].set_comment(&wild);
    record.entries_mut()[0].eval = Some(BySeat::from([f64::NAN, 0.0]));
    record.entries_mut()[0].clock_millis = Some(u64::MAX);
    let read: Record = record.to_string().parse().unwrap();
    record.entries_mut()[0].eval = None;
    assert_eq!(read, record);
    read.replay().unwrap();

    record.set_comment("");
    let silent = record.clone();
    record.set_comment("\u{0}\u{1b} ");
    assert_eq!(record, silent, "nothing that can be read is no comment");
    record.set_name(seat(1), "");
    assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
}

#[test]
fn an_update_keeps_what_is_still_true() {
    let mut record: Record = CARDS.parse().unwrap();
    let mut table = record.replay().unwrap();
    let untouched = record.clone();
    record.update(&*table);
    assert_eq!(record, untouched);

    table.undo();
    table.play("keep").unwrap();
    table.play("deal:5").unwrap();
    record.update(&*table);
    let lines: Vec<String> = record.to_string().lines().skip(16).map(str::to_owned).collect();
    let kept = "2. keep  clock=1:04:58.25  # kept # at once";
    assert_eq!(lines, [kept, "3. deal:2  eval=1,-1", "4. keep", "5. deal:5"]);
    assert_eq!((record.header("result"), record.header("scores")), (Some("*"), Some("1 1")));
    assert_eq!(record.name(seat(1)), Some("Ada"));
}

#[test]
#[should_panic(expected = "'viewer' is not the name of a header")]
fn who_saw_a_game_is_not_to_be_changed() {
    Record::of(&*open(&[])).set_header("viewer", "seat 1");
}

#[test]
#[should_panic(expected = "'Event' is not the name of a header")]
fn a_header_needs_a_proper_name() {
    Record::of(&*open(&[])).set_header("Event", "x");
}

#[test]
fn the_first_line_is_checked() {
    let begin = "line 1: a record begins with the line 'tilewright record 1'";
    assert_eq!(complaint(""), begin);
    assert_eq!(complaint("\n"), begin);
    assert_eq!(complaint("[Event \"x\"]"), begin);
    let version = "line 1: this is a record of version '2', and only 1 is known";
    assert_eq!(complaint_after("record 1", "record 2"), version);
    assert_eq!(
        complaint("tilewright record 1\n"),
        "line 1: the record ends before it names its game"
    );
}

#[test]
fn headers_are_checked() {
    let unknown = complaint_after("game: cards", "game: dice");
    assert!(unknown.starts_with("line 2: there is no game 'dice': choose blokus, "), "{unknown}");
    assert_eq!(complaint_after("game: cards\n", ""), "line 2: the first header must be the game");
    let headless = "tilewright record 1\n1. keep\n";
    assert_eq!(complaint(headless), "line 2: the first header must be the game");
    assert_eq!(complaint_after("date", "Date"), "line 9: 'Date' is not the name of a header");
    assert_eq!(
        complaint_after("seat 2:", "seat 7:"),
        "line 8: 'seat 7' is not the name of a header"
    );
    assert_eq!(complaint_after("date", "game"), "line 9: the header 'game' is given twice");
    assert_eq!(complaint_after("date", "scores"), "line 11: the header 'scores' is given twice");
    let late = "line 15: the header 'date' must stand before the moves";
    assert_eq!(complaint_after("2. keep", "date: today\n2. keep"), late.replace("15", "17"));
    assert_eq!(
        complaint_after("date: 2026-11-15", "hello"),
        "line 9: this is no header, move, ending or comment"
    );
}

#[test]
fn options_and_positions_are_checked_at_their_lines() {
    let many = "line 3: cards are for 1 to 6 seats, not 9";
    assert_eq!(complaint_after("seats: 2", "seats: 9"), many);
    let unknown = complaint_after("option open", "option opened");
    assert!(unknown.starts_with("line 5: there is no option 'opened'"), "{unknown}");
    let extra = "line 8: there is no seat 5 at a table for 2";
    assert_eq!(complaint_after("seat 2:", "seat 5:"), extra);
    let broken = "line 7: this is not a position: these are no cards";
    assert_eq!(complaint_after("seat 1: Ada", "position: x"), broken);
    let other = "position: seats=3 n-cards=6 open=off limit=2 bonus=off : 3k";
    assert_eq!(
        complaint_after("seat 1: Ada", other),
        "line 7: the position belongs to a game with other options"
    );
}

#[test]
fn moves_are_checked_at_their_lines() {
    assert_eq!(complaint_after("3. deal", "4. deal"), "line 18: here should be move 3, not 4");
    assert_eq!(complaint_after("3. deal", "2. deal"), "line 18: here should be move 3, not 2");
    assert_eq!(complaint_after("3. deal:2  eval=1,-1", "3."), "line 18: move 3 is missing");
    assert_eq!(complaint_after("3. deal:2  eval=1,-1", "3. # x"), "line 18: move 3 is missing");
    assert_eq!(complaint_after("3. deal:2  eval=1,-1", "3.#x"), "line 18: move 3 is missing");
    let unnumbered = "line 18: a move begins with its number, as in '3.'";
    assert_eq!(complaint_after("3. deal:2", "3 deal:2"), unnumbered);
    assert_eq!(
        complaint_after("deal:2", "deal:4"),
        "line 18: 3. deal:4: deal:4 is not possible now"
    );
    assert_eq!(complaint_after("deal:2", "dael"), "line 18: 'dael' is not a move: keep or pass");
    let long = CARDS.replace("limit: 2", "limit: 1").replace("result: 2 1", "result: 1 2");
    assert_eq!(complaint(&long), "line 18: 3. deal:2: the game is over");
}

#[test]
fn notes_are_checked() {
    for (note, problem) in [
        ("clock=5", "'5' is not a time such as 4:58"),
        ("clock=1:2:3:4", "'1:2:3:4' is not a time such as 4:58"),
        ("clock=0:60", "'0:60' is not a time such as 4:58"),
        ("clock=-1:00", "'-1:00' is not a time such as 4:58"),
        ("clock=1:00.1234", "'1:00.1234' is not a time such as 4:58"),
        ("clock=99999999999999999999:00", "'99999999999999999999:00' is not a time such as 4:58"),
        ("clock=18446744073709551615:00", "'18446744073709551615:00' is not a time such as 4:58"),
        ("clock=1:00 clock=1:00", "clock is given twice"),
        ("eval=1,x", "'1,x' is not a number for each seat"),
        ("eval=1,NaN", "'1,NaN' is not a number for each seat"),
        ("eval=1,inf", "'1,inf' is not a number for each seat"),
        ("eval=1,2,3,4,5,6,7", "'1,2,3,4,5,6,7' is not a number for each seat"),
        ("eval=1,2,3", "3 evaluations at a table for 2"),
        ("eval=1 eval=1", "eval is given twice"),
        ("hidden hidden", "hidden is given twice"),
        ("shown=", "shown= needs a word that says what"),
        ("shown=4 shown=4", "shown is given twice"),
        ("keep", "after a move come hidden, shown=, clock=, eval= or a comment, not 'keep'"),
    ] {
        let complaint = complaint_after("clock=5:00 eval=0.5,-0.5", note);
        assert_eq!(complaint, format!("line 16: {problem}"));
    }
}

#[test]
fn endings_are_checked_at_their_lines() {
    assert_eq!(
        complaint_after("seat 1 resigns", "seat 3 resigns"),
        "line 21: there is no seat 3 at a table for 2"
    );
    assert_eq!(
        complaint_after("seat 1 resigns", "seat 0 resigns"),
        "line 21: a seat is a number from 1 to 6"
    );
    let verbs = "line 21: a seat resigns, agrees to a draw, loses on time, forfeits or leaves";
    assert_eq!(complaint_after("seat 1 resigns", "seat 1 sleeps"), verbs);
    assert_eq!(
        complaint(&format!("{CARDS}seat 1 forfeits\n")),
        "line 22: seat 1 has ended already"
    );
    assert_eq!(complaint(&format!("{CARDS}seat 2 forfeits\n")), "line 22: the game is over");
    assert_eq!(complaint(&format!("{CARDS}5. deal:1\n")), "line 22: 5. deal:1: the game is over");
}

#[test]
fn results_and_scores_are_checked_at_their_lines() {
    let wrong = "line 10: result should be '2 1', not '1 2'";
    assert_eq!(complaint_after("result: 2 1", "result: 1 2"), wrong);
    assert_eq!(
        complaint_after("result: 2 1", "result: *"),
        "line 10: result should be '2 1', not '*'"
    );
    let wrong = "line 11: scores should be '1 0', not '1 0 0'";
    assert_eq!(complaint_after("scores: 1 0", "scores: 1 0 0"), wrong);
    let unclaimed = CARDS.replace("result: 2 1\nscores: 1 0\n", "");
    unclaimed.parse::<Record>().unwrap().replay().unwrap();
}

#[test]
fn a_record_that_is_cut_off_is_refused_or_says_so() {
    let whole = CARDS.trim_end();
    for end in 1..=whole.len() {
        if CARDS.is_char_boundary(end) && !CARDS[..end].ends_with('\n') {
            assert!(CARDS[..end].parse::<Record>().is_err(), "{:?}", &CARDS[..end]);
        }
    }
    let complaint_of_whole = complaint(whole);
    assert!(complaint_of_whole.contains("if it is whole, end it with a line break"));
    // Cut at the end of a line it is a shorter record, which its result contradicts.
    let end = CARDS.find("seat 1 resigns").unwrap();
    assert_eq!(complaint(&CARDS[..end]), "line 10: result should be '*', not '2 1'");
}

#[test]
fn size_has_bounds() {
    let header = "tilewright record 1\ngame: cards\n";
    let wide = format!("{header}event: {}\n", "é".repeat(9_993));
    wide.parse::<Record>().unwrap();
    let wide = format!("{header}event: {}\n", "é".repeat(9_994));
    assert_eq!(complaint(&wide), "line 3: a line has at most 10000 characters");
    let long = header.to_owned() + &"#\n".repeat(99_998);
    long.parse::<Record>().unwrap();
    assert_eq!(complaint(&(long + "#\n")), "line 100001: a record has at most 100000 lines");
    let heavy = header.to_owned() + &"# 0123456789\n".repeat(1_500_000);
    assert_eq!(complaint(&heavy), "line 1: a record has at most 16 MB");
    let many = (0..1_001).map(|i| format!("x{i}: y\n")).collect::<Vec<_>>().concat();
    assert_eq!(
        complaint(&(header.to_owned() + &many)),
        "line 1003: a record has at most 1000 headers"
    );
    let control = format!("{header}event: \u{1b}[31m\n");
    assert_eq!(complaint(&control), "line 3: the character '\\u{1b}' has no place here");
    let second = format!("{CARDS}{CARDS}");
    assert_eq!(complaint(&second), "line 22: another record begins here");
}

#[test]
fn a_viewer_gets_what_it_saw() {
    let table = table_after(&[], "deal:4 keep deal:2 pass deal:3");
    let first = Record::seen_by(&*table, Viewer::Seat(seat(1)));
    let lines: Vec<String> = first.to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines[1..3], ["game: cards", "viewer: seat 1"]);
    let moves = ["1. deal:4", "2. keep", "3. deal:?  hidden", "4. pass  shown=2", "5. deal:3"];
    assert_eq!(lines[10..], moves);
    assert_eq!(first.entries()[3].shown(), Some("2"));

    let read: Record = first.to_string().parse().unwrap();
    assert_eq!(read, first);
    assert_eq!(
        read.replay().unwrap_err().to_string(),
        "line 3: this record holds only what seat 1 saw, so it can be shown but not played on"
    );
    let error = first.replay().unwrap_err();
    assert_eq!((error.line(), error.to_string()), (None, error.reason().to_owned()));

    let spectator = Record::seen_by(&*table, Viewer::Spectator).to_string();
    assert!(spectator.contains("\nviewer: spectator\n"), "{spectator}");
    assert!(!spectator.contains("deal:4") && !spectator.contains("deal:2"), "{spectator}");
    assert!(complaint(&spectator).contains("only what a spectator saw"));
}

#[test]
fn a_hidden_move_needs_a_viewer() {
    let table = table_after(&[], "deal:4 keep deal:2");
    let seen = Record::seen_by(&*table, Viewer::Seat(seat(1))).to_string();
    let nobodys = seen.replace("viewer: seat 1\n", "");
    assert_eq!(
        complaint(&nobodys),
        "line 12: the move is hidden, so the record needs a header 'viewer' that says who saw it \
         like that"
    );
    // Without the mark, the game refuses the move.
    let unmarked = nobodys.replace("  hidden", "");
    assert_eq!(complaint(&unmarked), "line 12: 3. deal:?: deal:? is not possible now");
}

#[test]
fn a_viewers_record_replays_to_its_view() {
    for seed in 0..100 {
        let table = arbitrary_record(seed).replay().unwrap();
        for viewer in Viewer::all(table.n_seats()) {
            let record = Record::seen_by(&*table, viewer);
            let read: Record = record.to_string().parse().unwrap();
            assert_eq!((&read, read.viewer()), (&record, Some(viewer)));
            let seen = read.replay_view().unwrap();
            assert_eq!(seen.view(), table.view(viewer));
            assert_eq!((seen.viewer(), seen.ply()), (viewer, table.ply()));
            assert_eq!((seen.game(), seen.endings()), (table.game(), table.endings()));
            assert_eq!((seen.turn(), seen.scores()), (table.turn(), table.scores()));
        }
    }
}

/// The error of seat 2's record of a game of two, after a change.
fn complaint_of_seat_2_after(old: &str, new: &str) -> String {
    let table = table_after(&[], "deal:4 keep deal:2 pass deal:3");
    let seen = Record::seen_by(&*table, Viewer::Seat(seat(2))).to_string();
    assert!(seen.contains(old), "{old}");
    match seen.replacen(old, new, 1).parse::<Record>() {
        Err(error) => error.to_string(),
        Ok(record) => record.replay_view().unwrap_err().to_string(),
    }
}

#[test]
fn a_viewers_record_is_checked_as_far_as_the_viewer_can_know() {
    for (old, new, problem) in [
        ("4. pass  shown=2", "4. keep  shown=2", "14: 4. keep: these are not the cards that"),
        ("4. pass  shown=2", "4. pass", "14: 4. pass: these are not the cards that are laid open"),
        ("shown=2", "shown=5", "14: 4. pass: these are not the cards that are laid open now"),
        ("shown=2", "shown=x", "14: 4. pass: these are not the cards that are laid open now"),
        ("2. keep", "2. deal:1", "12: 2. deal:1: deal:1 is not possible now"),
        ("2. keep", "2. kept", "12: 'kept' is not a move: keep or pass"),
        ("2. keep", "2. keep  eval=1", "12: 1 evaluations at a table for 2"),
        ("2. keep", "seat 1 resigns\n2. keep", "13: 2. keep: the game is over"),
        ("2. keep", "seat 3 resigns\n2. keep", "12: there is no seat 3 at a table for 2"),
        ("option seats: 2", "option seats: 7", "4: cards are for 1 to 6 seats, not 7"),
        ("option limit: 2", "option limit: 2\nseat 3: Cleo", "8: there is no seat 3 at a table"),
        ("result: *", "result: 1 2", "8: result should be '*', not '1 2'"),
        ("scores: 1 0", "scores: 999 -7", "9: scores should be '1 0', not '999 -7'"),
        ("5. deal:?  hidden\n", "5. deal:?  hidden\nseat 1 resigns\n", "8: result should be '2 1'"),
    ] {
        let complaint = complaint_of_seat_2_after(old, new);
        assert!(complaint.starts_with(&format!("line {problem}")), "{complaint}");
    }
}

#[test]
fn viewers_are_checked_at_their_lines() {
    let no_viewer = "is no viewer: a viewer is 'spectator' or a seat such as 'seat 2', up to 6";
    for name in ["", "2", "Bob", "seat 7", "everybody"] {
        let complaint = complaint_of_seat_2_after("viewer: seat 2", &format!("viewer: {name}"));
        assert_eq!(complaint, format!("line 3: '{name}' {no_viewer}"));
    }
    assert_eq!(
        complaint_of_seat_2_after("viewer: seat 2", "viewer: seat 2\nviewer: seat 2"),
        "line 4: the header 'viewer' is given twice"
    );
    assert_eq!(
        complaint_of_seat_2_after("viewer: seat 2", "viewer: seat 3"),
        "line 3: there is no seat 3 at a table for 2"
    );
    assert_eq!(
        complaint_of_seat_2_after("viewer: seat 2\n", ""),
        "line 2: this record is not that of one viewer"
    );
    let blokus: Record = "tilewright record 1\ngame: blokus\nviewer: spectator\n".parse().unwrap();
    assert_eq!(
        blokus.replay_view().unwrap_err().to_string(),
        "line 3: Blokus has no secrets, so nobody sees only a part"
    );
}

/// A tree: variations of a variation, of an ending, and two of one move.
const TREE: &str = "\
tilewright record 1
game: cards
option seats: 2
option n-cards: 6
option open: off
option limit: 2
result: 2 1
scores: 1 0

1. deal:4
2. keep  clock=1:04:58.25  # kept
# at once
(  # Passing gives nothing,
# not even a card.
  2. pass  eval=0,1
  3. deal:2
  (
    3. deal:3  # another one
    # and its second line
    4. keep
  )
  4. pass
  seat 1 resigns
)
(
  2. pass
)
3. deal:2
4. pass
seat 1 resigns
(
  5. deal:1
  (
    seat 2 resigns
  )
)
(
  seat 2 leaves
)
";

#[test]
fn a_tree_is_read_and_written_byte_for_byte() {
    let record: Record = TREE.parse().unwrap();
    assert_eq!(record.to_string(), TREE);
    assert_eq!((record.entries().len(), record.n_entries(), record.n_variations()), (5, 15, 6));
    let table = record.replay().unwrap();
    assert_eq!(table.moves(), ["deal:4", "keep", "deal:2", "pass"]);

    let [passed, again] = record.entries()[1].variations() else { panic!() };
    assert_eq!(passed.comment(), "Passing gives nothing,\nnot even a card.");
    assert_eq!(passed.entries()[0].eval, Some(BySeat::from([0.0, 1.0])));
    let deeper = &passed.entries()[1].variations()[0];
    assert_eq!(deeper.entries()[0].comment(), "another one\nand its second line");
    assert_eq!((deeper.entries().len(), again.entries().len()), (2, 1));

    let main = record.clone().main_line();
    assert_eq!((main.n_variations(), main.entries().len()), (0, 5));
    assert_eq!(main.replay().unwrap().position_text(), table.position_text());
}

#[test]
fn indentation_and_comments_behind_a_variation_are_free() {
    let record: Record = TREE.parse().unwrap();
    let flat: String = TREE.lines().map(|line| line.trim_start().to_owned() + "\r\n").collect();
    assert_eq!(flat.parse::<Record>().unwrap(), record);
    // A comment behind a variation goes on with that of the move above it.
    let late = TREE.replace("  seat 2 leaves\n)\n", "  seat 2 leaves\n)\n# late\n");
    assert_eq!(late.parse::<Record>().unwrap().entries()[4].comment(), "late");
}

/// The error of the tree after a change.
fn complaint_of_tree_after(old: &str, new: &str) -> String {
    assert!(TREE.contains(old), "{old}");
    complaint(&TREE.replacen(old, new, 1))
}

#[test]
fn variations_are_checked_at_their_lines() {
    for (old, new, problem) in [
        ("  3. deal:2\n  (", "  3. deal:9\n  (", "16: 3. deal:9: deal:9 is not possible now"),
        ("    4. keep", "    4. deal:5", "20: 4. deal:5: deal:5 is not possible now"),
        ("  5. deal:1\n", "  6. deal:1\n", "32: here should be move 5, not 6"),
        ("  2. pass  eval=0,1", "  3. pass", "15: here should be move 2, not 3"),
        ("    seat 2 resigns", "    seat 3 resigns", "34: there is no seat 3 at a table for 2"),
        ("(\n  2. pass\n)\n", "(\n)\n", "26: a variation has at least one move or ending"),
        ("(\n  2. pass\n)\n", "(\n  2. pass\n)\n)\n", "28: no variation has begun that could"),
        ("1. deal:4\n", "(\n1. deal:4\n", "10: a variation stands behind the move that it repl"),
        ("(\n  2. pass", "( 2. pass", "25: a variation begins with ( on a line of its own"),
        (")\n3. deal:2", ") 3. deal:2", "27: a variation ends with ) on a line of its own"),
        ("(\n  5. deal:1", "5. deal:1\n(\n  5. deal:1", "31: 5. deal:1: the game is over"),
    ] {
        let complaint = complaint_of_tree_after(old, new);
        assert!(complaint.starts_with(&format!("line {problem}")), "{complaint}");
    }
    let open = TREE.strip_suffix(")\n").unwrap();
    assert_eq!(complaint(open), "line 38: the variation that begins in line 37 has no )");
}

#[test]
fn variations_have_bounds() {
    let begin = "tilewright record 1\ngame: cards\n1. deal:4\n";
    let nested = |n| begin.to_owned() + &"(\n1. deal:5\n".repeat(n) + &")\n".repeat(n);
    nested(100).parse::<Record>().unwrap().replay().unwrap();
    assert_eq!(complaint(&nested(101)), "line 204: variations are at most 100 deep");
    let many = |n| begin.to_owned() + &"(\n1. deal:5\n)\n".repeat(n);
    many(10_000).parse::<Record>().unwrap().replay().unwrap();
    assert_eq!(complaint(&many(10_001)), "line 30004: a record has at most 10000 variations");
}

#[test]
fn a_tree_is_built_and_changed_by_programs() {
    let mut record: Record = TREE.parse().unwrap();
    let mut entries = record.entries().to_vec();
    // What was a variation becomes the main line.
    let promoted = entries[4].variations_mut().remove(0);
    entries.truncate(4);
    entries.extend(promoted.entries().iter().cloned());
    record.set_entries(entries.clone()).unwrap();
    assert_eq!((record.header("result"), record.header("scores")), (Some("*"), Some("1 0")));
    assert_eq!(record.replay().unwrap().ply(), 5);

    let untouched = record.clone();
    entries.push(Entry::of_move("deal:1"));
    let error = record.set_entries(entries).unwrap_err();
    assert_eq!(error.to_string(), "6. deal:1: deal:1 is not possible now");
    assert_eq!(record, untouched);

    let entry = &mut record.entries_mut()[0];
    let mut variation = Variation::new(vec![Entry::of_move(" deal:\t5\n")]);
    variation.set_comment("a\rb\nc");
    variation.entries_mut().push(Entry::of_ending(seat(2), Ending::Resigned));
    entry.add_variation(variation);
    entry.add_variation(Variation::new(Vec::new()));
    let read: Record = record.to_string().parse().unwrap();
    assert_eq!(read.entries()[0].variations().len(), 1, "an empty one is not written");
    assert_eq!(read.entries()[0].variations()[0].comment(), "a b\nc");
    assert_eq!(read.replay().unwrap().ply(), 5);
}

#[test]
fn an_update_keeps_variations_of_what_is_still_true() {
    let mut record: Record = TREE.parse().unwrap();
    let mut table = record.replay().unwrap();
    record.update(&*table);
    assert_eq!(record.to_string(), TREE);
    while table.ply() > 1 {
        table.undo();
    }
    table.play("pass").unwrap();
    record.update(&*table);
    let text = record.to_string();
    let lines: Vec<&str> = text.lines().skip(9).take(2).collect();
    assert_eq!(lines, ["1. deal:4", "2. pass"]);
    assert_eq!((record.entries().len(), record.n_variations()), (2, 3));
    record.replay().unwrap();
}

#[test]
fn a_viewer_sees_no_variations() {
    let record: Record = TREE.parse().unwrap();
    for viewer in Viewer::all(2) {
        let redacted = record.redacted(viewer).unwrap();
        assert_eq!(redacted.n_variations(), 0);
        redacted.to_string().parse::<Record>().unwrap().replay_view().unwrap();
    }
    let reason = "a record of one viewer has no variations, because nobody saw what was not played";
    let seen = record.redacted(Viewer::Seat(seat(2))).unwrap();
    let text = seen.to_string().replace("2. keep", "2. keep\n(\n2. pass\n)");
    let error = text.parse::<Record>().unwrap_err();
    assert!(error.to_string().ends_with(reason), "{error}");
    let mut built = seen;
    built.entries_mut()[0].add_variation(Variation::new(vec![Entry::of_move("deal:1")]));
    assert_eq!(built.replay_view().unwrap_err().reason(), reason);
}

#[test]
fn what_a_full_record_says_is_shown_must_be_true() {
    let table = table_after(&[], "deal:4 keep deal:2 pass");
    let text = Record::of(&*table).to_string();
    assert!(!text.contains("shown="), "{text}");
    let replay = |old, new| text.replace(old, new).parse::<Record>().unwrap().replay();
    let mut record: Record = text.replace("pass", "pass  shown=2").parse().unwrap();
    let replayed = record.replay().unwrap();
    record.update(&*replayed);
    assert_eq!(record.entries()[3].shown(), Some("2"));
    assert_eq!(
        replay("pass", "pass  shown=3").unwrap_err().to_string(),
        "line 13: shown should be '2', not '3'"
    );
    assert_eq!(
        replay("keep", "keep  shown=4").unwrap_err().to_string(),
        "line 11: nothing is shown here, not '4'"
    );
}

#[test]
fn a_secret_beginning_stays_secret() {
    let begun = table_after(&[], "deal:4");
    let mut table = begun.game().open_position(&begun.position_text()).unwrap();
    table.play("keep").unwrap();
    let record: Record = Record::of(&*table).to_string().parse().unwrap();
    assert_eq!(record.replay().unwrap().position_text(), table.position_text());
    assert_eq!(Record::of(&*record.replay().unwrap()), record);

    let seen = Record::seen_by(&*table, Viewer::Spectator).to_string();
    assert!(seen.contains("\nposition: hidden\n"), "{seen}");
    let hidden = "line 8: the first position is hidden, so the record cannot be replayed";
    let error = seen.parse::<Record>().unwrap().replay_view().unwrap_err();
    assert_eq!(error.to_string(), hidden);
    let nobodys = seen.replace("viewer: spectator\n", "");
    assert_eq!(complaint(&nobodys), hidden.replace('8', "7"));
}

#[test]
fn a_redacted_record_keeps_only_what_tells_no_secrets() {
    let text = CARDS.replace("date:", "seed: 7\nevent: Ada holds 4\ndate:");
    let record: Record = text.parse().unwrap();
    let redacted = record.redacted(Viewer::Seat(seat(2))).unwrap();
    assert_eq!(
        redacted.to_string(),
        "\
tilewright record 1
game: cards
viewer: seat 2
option seats: 2
option n-cards: 6
option open: off
option limit: 2
seat 1: Ada
seat 2: #2: Bob
date: 2026-11-15
result: 2 1
scores: 1 0

1. deal:?  hidden clock=5:00
2. keep  clock=1:04:58.25
3. deal:2
4. pass  shown=2
seat 1 resigns
"
    );
    redacted.replay_view().unwrap();
    let again = redacted.redacted(Viewer::Spectator).unwrap_err();
    assert!(again.to_string().starts_with("this record holds only what seat 2 saw"), "{again}");
    let nobody = record.redacted(Viewer::Seat(seat(3))).unwrap_err();
    assert_eq!(nobody.to_string(), "there is no seat 3 at a table for 2");

    let blokus = "tilewright record 1\ngame: blokus\nseed: 7\n\n1. a20  # tiny\n";
    let blokus: Record = blokus.parse().unwrap();
    assert_eq!(blokus.redacted(Viewer::Spectator).unwrap(), blokus);
}

/// A random game of cards with endings, names and notes.
fn arbitrary_record(seed: u64) -> Record {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut table = open(&[("seats", &(1 + seed % 6).to_string()), ("limit", "off")]);
    for step in 0..seed % 13 {
        let Some(m) = table.random_move(&mut rng) else { break };
        table.play(&m).unwrap();
        let ending = Ending::ALL[(seed / 7) as usize % 5];
        if step == seed % 17 {
            let _ = table.end(seat(1 + step as usize % 6), ending);
        }
    }
    let mut record = Record::of(&*table);
    record.set_name(seat(1), &"Ada\n#: ".repeat(seed as usize % 3));
    for (i, entry) in (seed..).zip(record.entries_mut()) {
        entry.clock_millis = (i % 3 == 0).then_some(i.wrapping_mul(seed) % 10_000_000);
        entry.set_comment(["", "a", "\n", " # b\n\nc: d"][i as usize % 4]);
    }
    add_variations(&mut record, &mut rng);
    record
}

/// Adds random lines that replace some of the moves, with variations of their own.
fn add_variations(record: &mut Record, rng: &mut Xoshiro256PlusPlus) {
    let options: Vec<(&str, &str)> = record.options().collect();
    let mut table = open(&options);
    for i in 0..record.entries().len() {
        let Event::Move { text, .. } = record.entries()[i].event().clone() else { break };
        for _ in 0..rng.next_u32() % 3 {
            let variation = arbitrary_variation(&*table, rng);
            record.entries_mut()[i].add_variation(variation);
        }
        table.play(&text).unwrap();
    }
}

fn arbitrary_variation(table: &dyn Table, rng: &mut Xoshiro256PlusPlus) -> Variation {
    let mut table = table.box_clone();
    let mut variation = Variation::new(Vec::new());
    variation.set_comment(["", "why", "a\n\n b"][rng.next_u32() as usize % 3]);
    while variation.entries().is_empty() || !rng.next_u32().is_multiple_of(3) {
        let Some(m) = table.random_move(rng) else { break };
        let mut entry = Entry::of_move(&m);
        entry.set_comment(["", "so", "a\n"][rng.next_u32() as usize % 3]);
        if rng.next_u32().is_multiple_of(4) {
            entry.add_variation(arbitrary_variation(&*table, rng));
        }
        variation.entries_mut().push(entry);
        table.play(&m).unwrap();
    }
    variation
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*|[ -~\\n\\r\\t#:.]*") {
        let _ = text.parse::<Record>();
        let text = format!("tilewright record 1\ngame: cards\n{text}\n");
        if let Ok(record) = text.parse::<Record>() {
            let again: Record = record.to_string().parse().unwrap();
            prop_assert_eq!(&again, &record);
            prop_assert_eq!(again.to_string(), record.to_string());
            let _ = (record.replay(), record.replay_view());
        }
    }

    #[test]
    fn a_record_is_its_text(seed: u64) {
        let mut record = arbitrary_record(seed);
        let text = record.to_string();
        let read: Record = text.parse().unwrap();
        // An ending has no clock to write.
        for entry in record.entries_mut() {
            if matches!(entry.event(), Event::Ending { .. }) {
                entry.clock_millis = None;
            }
        }
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(read.to_string(), text);
        let replayed = Record::of(&*read.replay().unwrap());
        prop_assert_eq!(replayed.entries().len(), record.entries().len());
        prop_assert_eq!(read.n_variations(), record.n_variations());
    }

    #[test]
    fn a_damaged_record_never_panics(
        seed: u64,
        is_seen: bool,
        damages in vec((any::<Index>(), any::<char>(), 0..3), 1..4),
    ) {
        let record = arbitrary_record(seed);
        let record =
            if is_seen { record.redacted(Viewer::Seat(seat(1))).unwrap() } else { record };
        let mut chars: Vec<char> = record.to_string().chars().collect();
        for (index, c, kind) in damages {
            let index = index.index(chars.len());
            match kind {
                0 => chars[index] = c,
                1 => chars.insert(index, c),
                _ => drop(chars.remove(index)),
            }
        }
        let text: String = chars.into_iter().collect();
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(&record.to_string().parse::<Record>().unwrap(), &record);
            let _ = (record.replay(), record.replay_view());
        }
    }
}
