//! The laws of every game.

use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_coerceo::Coerceo;
use tilewright_core::{Game, parse_options};
use tilewright_testkit::check_laws_along;
use tilewright_triominos::Triominos;

use crate::input::{at_most, choice_and_rest, pick};

/// The number of bytes that choose moves: two for each.
const MAX_CHOICES: usize = 160;

/// Pairs of the names of options and their values, for each game.
type Setups = &'static [&'static [(&'static str, &'static str)]];

const BLOKUS: Setups = &[
    &[],
    &[("variant", "duo")],
    &[("variant", "classic-2"), ("free-start", "on")],
    &[("variant", "classic-3"), ("scoring", "basic")],
    &[("variant", "tilewe"), ("seats", "3")],
];
const TRIOMINOS: Setups = &[
    &[],
    &[("seats", "3"), ("single-round", "on")],
    &[("seats", "6"), ("max-draws", "0"), ("bridge", "completed-only")],
    &[("seats", "4"), ("blocked-score", "others"), ("starter", "free"), ("target", "1")],
    &[("hands", "shared"), ("hexagon", "50/100/150")],
    &[("blocked-when", "passes"), ("max-draws", "0"), ("single-round", "on")],
];
const COERCEO: Setups = &[
    &[],
    &[("variant", "ocius")],
    &[("variant", "ocius"), ("cost", "1"), ("exchange-collects", "on"), ("stalemate", "loss")],
    &[("win-captures", "3")],
    &[("variant", "ocius"), ("board-only", "on")],
];
const AQUAPIPE: Setups = &[
    &[],
    &[("variant", "4x4")],
    &[("move-after", "never")],
    &[("variant", "4x4"), ("four-rows", "off"), ("u-pipes", "medium-large")],
    &[("move-after", "any-time"), ("board-only", "on")],
];

/// Any legal moves from the start of a game: a byte for the game, one for its options, and two for
/// each move.
///
/// They obey the laws of every game. Among them: what is listed is legal and the other way round,
/// playing and taking back restores everything, texts round-trip, keys are those of the board, and
/// nobody sees what is hidden.
pub fn laws(data: &[u8]) {
    let Some((game, rest)) = choice_and_rest(data) else { return };
    let Some((setup, choices)) = choice_and_rest(rest) else { return };
    let choices = at_most(choices, MAX_CHOICES);
    match game % 4 {
        0 => check::<Blokus>(BLOKUS, setup, choices),
        1 => check::<Triominos>(TRIOMINOS, setup, choices),
        2 => check::<Coerceo>(COERCEO, setup, choices),
        _ => check::<AquaPipe>(AQUAPIPE, setup, choices),
    }
}

fn check<G: Game>(setups: Setups, setup: u8, choices: &[u8]) {
    let options = parse_options(pick(setups, setup).iter().copied()).expect("these are options");
    let start = G::start(&options).expect("these options are a game");
    check_laws_along::<G>(start, choices);
}
