//! What people are told beside the rules: which colour is to move.

use tilewright_blokus::{Blokus, Options, Position, Variant};
use tilewright_core::{Game, Position as _, Viewer};

#[test]
fn the_colour_to_move_is_named() {
    let options = Options { variant: Variant::Duo, ..Options::default() };
    let mut position = Blokus::start(&options).unwrap();
    let mover = |position: &Position| Blokus::mover(&Blokus::view(position, Viewer::Spectator));
    assert_eq!(mover(&position).as_deref(), Some("purple"));
    position.play("V5w@e8".parse().unwrap()).unwrap();
    assert_eq!(mover(&position).as_deref(), Some("orange"));
}
