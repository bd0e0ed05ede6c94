//! The fast implementation of each game against the slow one, in games whose moves bytes choose.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_core::random_index;
use tilewright_differential::{
    AquaPipeRules, BlokusRules, CoerceoRules, TriominosRules, compare_starts_and_ends,
};
use tilewright_reference::random_options;
use tilewright_testkit::differential::{Comparison, Differential};

/// The number of moves that are compared. The slow implementations are slow, most of all Blokus.
const MAX_PLIES: usize = 60;

/// A game as bytes: one for its options and its beginning, two for the seed of what is not chosen
/// move by move, and then two for each move.
struct Script<'a> {
    begin: u8,
    seed: u64,
    choices: &'a [u8],
}

impl<'a> Script<'a> {
    fn read(data: &'a [u8]) -> Option<Script<'a>> {
        let (&[begin, low, high], choices) = data.split_first_chunk()?;
        Some(Script { begin, seed: u16::from_le_bytes([low, high]).into(), choices })
    }

    /// The numbers that choose moves.
    fn numbers(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (pairs, _) = self.choices.as_chunks::<2>();
        pairs.iter().map(|pair| usize::from(u16::from_le_bytes(*pair))).take(MAX_PLIES)
    }

    /// The first position, with any options.
    fn start<D: Differential>(&self) -> Comparison<D> {
        Comparison::start(&self.options::<D>())
    }

    /// The first position, or one from which every end is near.
    fn start_or_late<D: Differential>(&self) -> Comparison<D> {
        if self.begin < 128 {
            return self.start();
        }
        Comparison::late(&self.options::<D>(), self.seed)
    }

    fn options<D: Differential>(&self) -> Vec<(&'static str, &'static str)> {
        let mut rng = SmallRng::seed_from_u64(self.begin.into());
        random_options::<D::Model>(&mut |n| random_index(&mut rng, n))
    }
}

/// Aqua Pipe from its start or from any board, with any options.
///
/// Both implementations agree after every move: on legal moves, text, turn and outcome, and on why
/// any other move is illegal.
pub fn differential_aquapipe(data: &[u8]) {
    let Some(script) = Script::read(data) else { return };
    script.start_or_late::<AquaPipeRules>().play_numbers(script.numbers(), script.seed);
}

/// Blokus in any variant and scoring.
///
/// Both implementations agree after every move: on legal placements, open corners, hands, points
/// and views of every color, on the names of moves, and on the outcome.
pub fn differential_blokus(data: &[u8]) {
    let Some(script) = Script::read(data) else { return };
    script.start::<BlokusRules>().play_numbers(script.numbers(), script.seed);
}

/// Coerceo from its start or from a late board, with any options.
///
/// Both implementations agree after every move: on legal moves and what each of them does, tiles,
/// pieces, text, turn and outcome, and on why any other move is illegal.
pub fn differential_coerceo(data: &[u8]) {
    let Some(script) = Script::read(data) else { return };
    script.start_or_late::<CoerceoRules>().play_numbers(script.numbers(), script.seed);
}

/// Triominos with any options.
///
/// Both implementations agree after every move: on legal moves, hands, pile, table, points, rounds
/// and outcome, and on why any other move is illegal.
pub fn differential_triominos(data: &[u8]) {
    let Some(script) = Script::read(data) else { return };
    compare_starts_and_ends([script.seed]);
    // The deal takes most moves, and one choice is like the other there.
    let numbers = script.numbers().chain([0; MAX_PLIES]);
    script.start::<TriominosRules>().play_numbers(numbers, script.seed);
}
