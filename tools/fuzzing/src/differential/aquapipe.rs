//! Aqua Pipe, with what its tests compare.

#[path = "../../../../crates/games/aquapipe/tests/comparison/mod.rs"]
#[allow(dead_code, reason = "the tests of the game need more of it")]
mod comparison;
#[path = "../../../../crates/games/aquapipe/tests/engine/mod.rs"]
mod engine;
#[path = "../../../../crates/games/aquapipe/tests/reference/mod.rs"]
mod reference;

use self::comparison::{Comparison, late, random_options, start};
use super::{Script, follow};

/// Aqua Pipe from its start or from any board, with any options.
///
/// Both engines agree after every move: on legal moves, text, turn and outcome, and on why any other move is
/// illegal.
pub fn differential_aquapipe(data: &[u8]) {
    let Some(script) = Script::read(data) else { return };
    let (options, mut rng) = (random_options(script.begin.into()), script.rng());
    let mut game =
        if script.begin < 128 { start(&options, script.seed) } else { late(&options, script.seed) };
    game.check();
    let legal = |game: &Comparison| game.reference.legal();
    follow(script.moves(), &mut game, legal, |game, ply, m| {
        game.take_a_detour(ply % 4, &mut rng);
        game.play(m);
        game.check();
    });
    game.check_other_moves(&mut rng);
}
