//! Chance decided by a seed.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::Turn;

use crate::{AnyMove, Table};

/// The random generator of a game's chance.
pub type Generator = Xoshiro256PlusPlus;

/// The random generator after `ply` moves of a game with this seed: the same on every machine, and
/// again when the game comes back to this ply.
///
/// ```
/// use tilewright_core::Rng;
/// use tilewright_table::generator;
///
/// assert_eq!(generator(7, 3).next_u64(), generator(7, 3).next_u64());
/// assert_ne!(generator(7, 3).next_u64(), generator(7, 4).next_u64());
/// ```
pub fn generator(seed: u64, ply: usize) -> Generator {
    // Any odd factor except that of `seed_from_u64`, which would correlate neighboring plies.
    let ply = (ply as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    Xoshiro256PlusPlus::seed_from_u64(seed ^ ply)
}

/// Plays the moves of chance from the seed, until a player is to move or the game is over. Taking
/// moves back and playing them again brings the same tiles.
///
/// ```
/// use tilewright_table::{GameId, decide_chance};
///
/// let mut table = "triominos".parse::<GameId>()?.open(&[])?;
/// decide_chance(&mut *table, 7);
/// assert!(table.turn().seat().is_some());
/// assert_eq!(table.ply(), 2 * 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide_chance(table: &mut dyn Table, seed: u64) {
    while table.turn() == Turn::Chance {
        let m = table.pick_move(&mut generator(seed, table.ply()));
        table.play_move(&m.expect("chance has a move at its turn")).expect("and it is legal");
    }
}

/// Takes back the last move of a player, with the moves of chance after it, and returns it. Changes
/// nothing if no player has moved.
pub fn undo_player(table: &mut dyn Table) -> Option<AnyMove> {
    let mut taken_back = Vec::new();
    while let Some(m) = table.undo() {
        if table.turn().seat().is_some() {
            return Some(table.parse_move(&m).expect("it was played here"));
        }
        taken_back.push(m);
    }
    for m in taken_back.iter().rev() {
        table.play(m).expect("it was played here");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::open;

    #[test]
    fn chance_decides_the_same_again_after_undo() {
        let mut table = open(&[("n-cards", "9"), ("limit", "off")]);
        decide_chance(&mut *table, 7);
        table.play("keep").unwrap();
        decide_chance(&mut *table, 7);
        let moves = table.moves();
        let text = table.position_text();
        assert_eq!((moves.len(), moves[1].as_str()), (3, "keep"));

        assert_eq!(undo_player(&mut *table).unwrap().to_string(), "keep");
        assert_eq!(table.moves(), moves[..1]);
        table.play("keep").unwrap();
        decide_chance(&mut *table, 7);
        assert_eq!((table.moves(), table.position_text()), (moves, text));
    }

    #[test]
    fn other_seeds_decide_otherwise() {
        let first_card = |seed| {
            let mut table = open(&[]);
            decide_chance(&mut *table, seed);
            table.moves()
        };
        assert!((1..20).any(|seed| first_card(seed) != first_card(0)));
    }

    #[test]
    fn what_chance_did_before_the_first_move_stays() {
        let mut table = open(&[]);
        decide_chance(&mut *table, 7);
        let moves = table.moves();
        assert_eq!(undo_player(&mut *table), None);
        assert_eq!((table.moves(), table.ply()), (moves, 1));
    }

    #[test]
    fn nothing_is_decided_after_the_end() {
        let mut table = open(&[("n-cards", "1")]);
        decide_chance(&mut *table, 7);
        table.play("keep").unwrap();
        decide_chance(&mut *table, 7);
        assert_eq!(table.ply(), 2);
    }
}
