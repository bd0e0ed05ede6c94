//! The vocabulary that all games share: seats, outcomes, squares and histories.

use serde::Deserialize;
use tilewright_core::bits::fold;
use tilewright_core::grid::{Square, Symmetry};
use tilewright_core::{BySeat, History, Outcome, Seat, Turn, Viewer, parse_options};

fn seat(number: usize) -> Seat {
    Seat::new(number - 1).unwrap()
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

#[test]
fn people_count_seats_from_one() {
    for number in 1..=6 {
        assert_eq!(format!("{:?}", seat(number)), format!("seat {number}"));
        assert_eq!(serde_json::to_string(&seat(number)).unwrap(), number.to_string());
        assert_eq!(serde_json::from_str::<Seat>(&number.to_string()).unwrap(), seat(number));
    }
    assert!(serde_json::from_str::<Seat>("0").is_err());
    assert!(serde_json::from_str::<Seat>("7").is_err());
}

#[test]
fn there_is_a_value_for_each_seat_and_for_no_other() {
    let points = BySeat::from([7, 8]);
    assert_eq!((points.get(seat(2)), points.get(seat(3))), (Some(&8), None));
    let mut listed = Vec::new();
    for value in &points {
        listed.push(*value);
    }
    assert_eq!(listed, [7, 8]);
    assert_eq!(format!("{points:?}"), "[7, 8]");
    assert!(!points.is_empty() && BySeat::<i32>::from_fn(0, |_| 1).is_empty());
}

#[test]
fn a_list_for_up_to_six_seats_is_read() {
    let six: BySeat<u8> = serde_json::from_str("[1,2,3,4,5,6]").unwrap();
    assert_eq!(six, BySeat::from([1, 2, 3, 4, 5, 6]));
    assert_eq!(serde_json::from_str::<BySeat<u8>>("[1,2]").unwrap(), BySeat::from([1, 2]));
    assert!(serde_json::from_str::<BySeat<u8>>("[1,2,3,4,5,6,7]").is_err());
}

#[test]
fn a_seat_looks_for_itself_and_a_spectator_for_nobody() {
    assert_eq!(Viewer::Seat(seat(3)).seat(), Some(seat(3)));
    assert_eq!(Viewer::Spectator.seat(), None);
}

#[test]
fn every_seat_looks_and_then_the_spectator() {
    let viewers: Vec<Viewer> = Viewer::all(2).collect();
    assert_eq!(viewers, [Viewer::Seat(seat(1)), Viewer::Seat(seat(2)), Viewer::Spectator]);
}

#[test]
fn only_a_seat_that_is_to_move_has_the_turn() {
    let over = Turn::Over(Outcome::by_score(BySeat::from([3, 4])));
    assert_eq!(Turn::Player(seat(2)).seat(), Some(seat(2)));
    assert_eq!((Turn::Chance.seat(), over.seat()), (None, None));
    assert!(over.is_over() && !Turn::Chance.is_over() && !Turn::Player(seat(1)).is_over());
    assert_eq!(over.outcome().map(|outcome| outcome.place(seat(1))), Some(2));
    assert_eq!(Turn::Chance.outcome(), None);
}

#[test]
fn an_outcome_that_is_read_has_places_that_seats_can_have() {
    let read = |text: &str| serde_json::from_str::<Outcome>(text);
    // The scores say nothing: somebody who leads may have resigned.
    let outcome = read(r#"{"places":[3,1,1],"scores":[9,0,0]}"#).unwrap();
    assert!(outcome.winners().eq([seat(2), seat(3)]));
    assert!(read(r#"{"places":[2,1,1],"scores":[9,0,0]}"#).is_err());
    assert!(read(r#"{"places":[1,2],"scores":[9,0,0]}"#).is_err());
}

#[test]
fn a_seat_has_the_part_of_the_others_that_it_beats() {
    let shares = |scores| Outcome::by_score(scores).shares();
    assert_eq!(shares(BySeat::from([5])), BySeat::from([1.0]));
    assert_eq!(shares(BySeat::from([5, 5])), BySeat::from([0.5, 0.5]));
    assert_eq!(shares(BySeat::from([1, 3, 2])), BySeat::from([0.0, 1.0, 0.5]));
}

#[test]
fn nobody_draws_alone() {
    assert!(Outcome::by_score(BySeat::from([7, 7])).is_draw());
    assert!(!Outcome::by_score(BySeat::from([7, 3])).is_draw());
    assert!(!Outcome::by_score(BySeat::from([7])).is_draw());
}

#[test]
fn columns_and_rows_are_counted_from_zero() {
    assert_eq!((square("a1").x(), square("a1").y()), (0, 0));
    assert_eq!((square("c12").x(), square("c12").y()), (2, 11));
}

#[test]
fn squares_are_in_the_order_of_reading_from_below() {
    let ordered = ["a1", "b1", "z1", "a2", "b2", "a26"].map(square);
    assert!(ordered.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(format!("{:?}", square("C12")), "c12");
}

#[test]
fn symmetries_show_their_names() {
    let names: Vec<String> = Symmetry::ALL.iter().map(|symmetry| format!("{symmetry:?}")).collect();
    assert_eq!(names, ["n", "e", "s", "w", "nf", "ef", "sf", "wf"]);
    assert_eq!(format!("{:>3}", Symmetry::CLOCKWISE), "  e");
}

#[test]
fn what_undoes_a_symmetry_is_one_of_the_eight() {
    for symmetry in Symmetry::ALL {
        let inverse = symmetry.inverse();
        assert!(Symmetry::ALL.contains(&inverse), "{symmetry}");
        assert_eq!(inverse.then(symmetry), Symmetry::IDENTITY, "{symmetry}");
    }
}

#[test]
fn a_fold_scatters_every_bit_over_the_whole_number() {
    const RIGHT: u64 = 0xbf58_476d_1ce4_e5b9;
    let numbers = || (1..=256_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for bit in 0..64 {
        let changed =
            numbers().map(|left| (fold(left, RIGHT) ^ fold(left ^ 1 << bit, RIGHT)).count_ones());
        let n_changed = changed.sum::<u32>() / 256;
        assert!((16..48).contains(&n_changed), "bit {bit} changes {n_changed} bits of 64");
        let n_set = numbers().filter(|&left| fold(left, RIGHT) >> bit & 1 == 1).count();
        assert!((80..176).contains(&n_set), "bit {bit} is set {n_set} times of 256");
    }
}

/// Pushes a position with a hash that few positions have in common.
fn push(history: &mut History<&'static str>, position: &'static str, is_new: bool) {
    let hash = u64::from(position.as_bytes()[0]) % 3;
    history.push(position, hash, is_new);
}

/// Compares long histories with a list: whatever the hash, however long, and after many pops.
#[test]
fn a_long_history_counts_as_a_list_does() {
    for n_hashes in [1, 7, 1_000] {
        let mut history = History::default();
        let mut list: Vec<(u64, bool)> = Vec::new();
        let mut state = 1_u64;
        for step in 0..3_000 {
            state = fold(state ^ 0x9e37_79b9_7f4a_7c15, state ^ 0xd6e8_feb8_6659_fd93);
            if state % 5 < 2 && step > 500 {
                history.pop();
                list.pop();
            } else {
                let position = state >> 8 & 31;
                let is_new = (state >> 16).is_multiple_of(128);
                history.push(position, position % n_hashes, is_new);
                list.push((position, is_new));
            }
            let first = list.iter().rposition(|&(_, is_new)| is_new).unwrap_or(0);
            let last = list.last().map(|it| it.0);
            let n_same = list[first..].iter().filter(|it| Some(it.0) == last).count();
            assert_eq!(history.n_occurrences(), n_same, "{step}");
            assert_eq!(history.n_since_new(), (list.len() - first).saturating_sub(1));
        }
    }
}

#[test]
fn a_copy_of_a_history_remembers_the_same_and_goes_its_own_way() {
    let mut history = History::default();
    assert!(history.is_empty() && history.last().is_none() && history.n_occurrences() == 0);
    for position in ["a", "b", "a"] {
        push(&mut history, position, false);
    }
    let mut copy = history.clone();
    let mut refilled = History::default();
    push(&mut refilled, "z", false);
    refilled.clone_from(&history);
    for copy in [&mut copy, &mut refilled] {
        assert_eq!((copy.last(), copy.n_occurrences()), (Some(&"a"), 2));
        push(copy, "b", false);
        assert_eq!(copy.n_occurrences(), 2);
    }
    assert_eq!(history.last(), Some(&"a"));
}

#[test]
fn what_is_taken_back_has_not_occurred() {
    let mut history = History::default();
    for position in ["a", "b", "a", "b"] {
        push(&mut history, position, false);
    }
    history.pop();
    history.pop();
    assert!(!history.is_empty());
    assert_eq!((history.last(), history.n_occurrences()), (Some(&"b"), 1));
    push(&mut history, "a", false);
    assert_eq!(history.n_occurrences(), 2);
}

#[test]
fn nothing_from_before_a_capture_comes_back() {
    let mut history = History::default();
    for (position, is_new) in [("a", false), ("b", false), ("c", true), ("d", false), ("c", false)]
    {
        push(&mut history, position, is_new);
    }
    assert_eq!(history.n_occurrences(), 2);
    push(&mut history, "b", false);
    assert_eq!(history.n_occurrences(), 1);
}

#[test]
fn options_are_on_or_off() {
    #[derive(Default, Deserialize, PartialEq, Debug)]
    #[serde(default, deny_unknown_fields)]
    struct Options {
        flag: bool,
        limit: Option<u8>,
        side: Side,
    }
    #[derive(Default, Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Side {
        #[default]
        Left,
        Right,
    }
    let read = |pair| parse_options::<Options>([pair]);
    for (text, flag) in [("on", true), ("true", true), ("off", false), ("false", false)] {
        assert_eq!(read(("flag", text)).unwrap().flag, flag);
    }
    let refusal = |pair| read(pair).unwrap_err().to_string();
    assert_eq!(refusal(("flag", "maybe")), "option flag: 'maybe' is neither on nor off");
    assert_eq!(read(("limit", "off")).unwrap().limit, None);
    assert_eq!(read(("limit", "7")).unwrap().limit, Some(7));
    assert_eq!(read(("side", "right")).unwrap().side, Side::Right);
    assert_eq!(refusal(("side", "up")), "option side: 'up' is none of left, right");
}
