//! Perft files are read, checked and refused.

use tilewright_testkit::toy::{Bug, Cards, message_with};
use tilewright_testkit::{PerftCount, parse_perft_file, perft_file};

/// The message of the panic that checking a file of toy games ends with.
fn message_of(bug: Bug, file: &str, limit: u64) -> String {
    message_with(bug, || perft_file::<Cards>(format!("tests/data/{file}"), limit))
}

#[test]
fn right_counts_pass() {
    perft_file::<Cards>("tests/data/toy.perft", u64::MAX);
}

#[test]
fn a_wrong_count_is_told_with_its_line() {
    let message = message_of(Bug::None, "wrong.perft", u64::MAX);
    let expected = "tests/data/wrong.perft, line 5: perft_bulk of depth 2: expected 3, got 2";
    assert_eq!(message, expected);
}

#[test]
fn counts_above_the_limit_are_left_alone() {
    perft_file::<Cards>("tests/data/wrong.perft", 2);
}

#[test]
fn a_file_with_nothing_to_check_fails() {
    let message = message_of(Bug::None, "wrong.perft", 0);
    assert_eq!(message, "tests/data/wrong.perft: no count up to 0 to check");
}

#[test]
fn a_missing_file_fails() {
    let message = message_of(Bug::None, "missing.perft", u64::MAX);
    assert!(message.starts_with("tests/data/missing.perft: "), "{message}");
}

#[test]
fn counting_and_playing_must_agree() {
    let message = message_of(Bug::CountOneTooMany, "toy.perft", u64::MAX);
    assert_eq!(message, "tests/data/toy.perft, line 4: perft_bulk of depth 1: expected 2, got 3");
    let message = message_of(Bug::UndoForgetsACard, "toy.perft", u64::MAX);
    assert!(message.contains("perft of depth 3: expected 4, got"), "{message}");
}

#[test]
fn sections_are_read_with_their_lines() {
    let text = "\n\n1 6\n\n# comment\noptions: n-cards=9\n# another\n1 9\n2 1_8\n\n";
    let sections = parse_perft_file::<Cards>(text).expect("the text is a perft file");
    let counts: Vec<&[PerftCount]> =
        sections.iter().map(|section| section.counts.as_slice()).collect();
    let count = |line, depth, n_sequences| PerftCount { line, depth, n_sequences };
    assert_eq!(counts, [&[count(3, 1, 6)][..], &[count(8, 1, 9), count(9, 2, 18)]]);
    let text = "seats=2 n-cards=9 open=off limit=2 bonus=off :";
    assert_eq!(sections[1].position.to_string(), text);
}

#[test]
fn bad_files_are_refused_with_the_line() {
    let neither = "this is neither a header nor a depth and a count";
    for (text, error) in [
        ("1", format!("line 1: {neither}")),
        ("1 5\none 5", format!("line 2: {neither}")),
        ("1 +5", format!("line 1: {neither}")),
        ("1 5 moves", format!("line 1: {neither}")),
        ("1 ,", format!("line 1: {neither}")),
        ("1 99999999999999999999999", format!("line 1: {neither}")),
        ("\nvariant: duo\n1 5", "line 2: a header is options, position or moves".to_owned()),
        ("moves:\nmoves:\n1 5", "line 2: this header is given twice".to_owned()),
        (
            "options: n-cards=3\nmoves: deal:1\n\n1 5",
            "line 2: this section has no counts".to_owned(),
        ),
        (
            "1 5\nmoves: deal:1",
            "line 2: headers come before counts: a blank line begins a new section".to_owned(),
        ),
        ("options: n-cards\n1 5", "line 1: options are written name=value".to_owned()),
        ("options: n-cards=0\n1 5", "line 1: there are 1 to 255 cards".to_owned()),
        (
            "options: cats=1\n1 5",
            "line 1: there is no option 'cats': choose seats, n-cards, open, limit, bonus, returns"
                .to_owned(),
        ),
        ("moves: deal:1 x\n1 5", "line 1: 'x' is not a move: keep or pass".to_owned()),
        (
            "1 5\n\nmoves: deal:1 deal:1\n1 5",
            "line 3: deal:1 is illegal: deal:1 is not possible now".to_owned(),
        ),
        ("position: ...\n1 5", "line 1: this is not a position: these are no cards".to_owned()),
        (
            "options: n-cards=3\nposition: seats=2 :\n1 5",
            "line 2: a position has its own options".to_owned(),
        ),
    ] {
        let refusal = parse_perft_file::<Cards>(text).expect_err(text);
        assert_eq!(refusal.to_string(), error, "{text:?}");
    }
}
