//! Triominos, with what its tests compare.

#[path = "../../../../crates/games/triominos/tests/comparison/mod.rs"]
#[allow(dead_code, reason = "the tests of the game need more of it")]
mod comparison;
#[path = "../../../../crates/games/triominos/tests/reference/mod.rs"]
mod reference;

use self::comparison::{Comparison, compare_starts_and_ends, random_options};
use super::{MAX_PLIES, Script, follow};

/// Triominos with any options.
///
/// Both engines agree after every move: on legal moves, hands, pile, table, points, rounds and outcome, and
/// on why any other move is illegal.
pub fn differential_triominos(data: &[u8]) {
    let Some(script) = Script::read(data) else { return };
    compare_starts_and_ends([script.seed]);
    let mut rng = script.rng();
    let mut game = Comparison::new(&random_options(script.begin.into()), script.seed);
    game.check();
    // The deal takes most moves, and one choice is like the other there.
    let numbers = script.moves().chain((0..).zip([0; MAX_PLIES]));
    let legal = |game: &Comparison| game.reference.legal();
    follow(numbers, &mut game, legal, |game, ply, m| {
        game.play(m);
        if ply % 8 == 7 {
            game.go_on_from_text();
        }
        game.take_a_detour(ply % 4, &mut rng);
        game.check();
    });
    game.check_other_moves(&mut rng);
}
