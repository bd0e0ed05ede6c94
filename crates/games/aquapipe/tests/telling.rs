//! Texts for people beside the rules: the color to move, why pipes stay, copies and counts.

use tilewright_aquapipe::{AquaPipe, Color, MoveAfter, Options, Position};
use tilewright_core::{Game, Position as _, Viewer};

fn after(options: Options, moves: &str) -> Position {
    let mut position = AquaPipe::start(&options).unwrap();
    for m in moves.split_whitespace() {
        position.play(m.parse().unwrap()).unwrap();
    }
    position
}

#[test]
fn the_color_to_move_is_named() {
    let mover = |moves| {
        AquaPipe::mover(&AquaPipe::view(&after(Options::default(), moves), Viewer::Spectator))
    };
    assert_eq!(mover("").as_deref(), Some("blue"));
    assert_eq!(mover("S@b2").as_deref(), Some("red"));
    // Three blue pipes in a row.
    assert_eq!(mover("S@a1 S@a3 S@b1 S@b3 S@c1"), None);
}

#[test]
fn where_pipes_never_move_the_reason_does_not_promise_it() {
    let reason = |move_after| {
        let options = Options { move_after, ..Options::default() };
        let position = after(options, "S@a1 S@c3");
        position.explain("Sa1-b2".parse().unwrap()).unwrap_err().to_string()
    };
    assert_eq!(reason(MoveAfter::Never), "pipes stay where they are");
    let later = "blue moves pipes once it has placed one of each diameter";
    assert_eq!(reason(MoveAfter::Each), later);
}

#[test]
fn a_position_that_is_copied_over_another_is_the_same_game() {
    let options = Options { move_after: MoveAfter::AnyTime, ..Options::default() };
    let source = after(options, "S@b2 M@b2 L@a1 S@c3");
    let mut copy = after(Options::default(), "L@c1");
    copy.clone_from(&source);
    assert_eq!(copy, source);
    assert_eq!(
        (copy.options(), copy.turn(), copy.key()),
        (source.options(), source.turn(), source.key())
    );
}

#[test]
fn sequences_of_moves_are_counted_on_the_board_alone() {
    let counted = AquaPipe::counted(after(Options::default(), "S@b2"));
    assert_eq!(*counted.options(), Options { board_only: true, ..Options::default() });
    assert_eq!(Color::ALL.map(|color| counted.filled(color)), [1 << (4 + 1), 0]);
}
