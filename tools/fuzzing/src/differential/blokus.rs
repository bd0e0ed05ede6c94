//! Blokus, with what its tests compare.

#[path = "../../../../crates/games/blokus/tests/comparison/mod.rs"]
#[allow(dead_code, reason = "the tests of the game need more of it")]
mod comparison;
#[path = "../../../../crates/games/blokus/tests/reference/mod.rs"]
mod reference;

use tilewright_blokus::{Scoring, Variant};

use self::comparison::{Comparison, Setup};
use super::{Script, follow};
use crate::input::pick;

/// The variants, each with its seats.
const SEATS: [(Variant, usize); 8] = [
    (Variant::Classic, 4),
    (Variant::Classic2, 2),
    (Variant::Classic3, 3),
    (Variant::Duo, 2),
    (Variant::Tilewe, 1),
    (Variant::Tilewe, 2),
    (Variant::Tilewe, 3),
    (Variant::Tilewe, 4),
];

/// Blokus in any variant and scoring.
///
/// Both engines agree after every move: on legal placements, open corners, hands, points and views of every
/// color, on the names of moves, and on the outcome.
pub fn differential_blokus(data: &[u8]) {
    let Some(script) = Script::read(data) else { return };
    let &(variant, n_seats) = pick(&SEATS, script.begin);
    let free_start = script.begin & 8 != 0 && variant != Variant::Tilewe;
    let scoring = pick(&[Scoring::Advanced, Scoring::Basic, Scoring::Tilewe], script.begin >> 4);
    let mut game = Comparison::new(Setup { variant, n_seats, free_start }, *scoring, script.seed);
    let mut rng = script.rng();
    game.check();
    let legal = |game: &Comparison| {
        let color = game.reference.color_to_move();
        color.map_or(Vec::new(), |color| game.reference.legal_placements(color))
    };
    follow(script.moves(), &mut game, legal, |game, ply, placement| {
        if ply % 8 == 5 {
            game.check_names();
        }
        game.play(placement);
        if ply % 16 == 15 {
            game.go_on_from_text();
        }
        game.take_a_detour(ply as usize % 4, &mut rng);
        game.check();
    });
    game.check_board();
    if game.reference.color_to_move().is_none() {
        game.check_end();
    }
}
