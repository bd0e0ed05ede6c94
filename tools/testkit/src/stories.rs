//! Stories: positions of a game by its texts, as the tests of its rules set them up.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_core::{Game, Illegal, OptionsError, Position, Rng, parse_options, random_index};

/// A game is compared with its twin on so many seeds.
const N_TWINS: u64 = 300;

/// The most moves of each.
const MAX_TWIN_MOVES: usize = 400;

/// Returns the names and values of `variant=duo free-start=on`.
///
/// # Panics
/// If a word is not an option.
pub fn pairs(options: &str) -> Vec<(&str, &str)> {
    let words = options.split_whitespace();
    words.map(|word| word.split_once('=').unwrap_or_else(|| panic!("{word}"))).collect()
}

/// Returns the first position of a game with these options.
///
/// # Panics
/// If these are not options of a game.
///
/// ```
/// use tilewright_testkit::stories::{after, legal_texts, pairs, start};
/// use tilewright_testkit::toy::Cards;
///
/// let position = after::<Cards>(start::<Cards>(&pairs("n-cards=3")), "deal:2 keep");
/// assert_eq!(legal_texts(&position), ["deal:1", "deal:3"]);
/// ```
pub fn start<G: Game>(options: &[(&str, &str)]) -> G::Position {
    try_start::<G>(options).unwrap_or_else(|error| panic!("{options:?}: {error}"))
}

/// Returns the same, or the reason for which the options are refused.
pub fn try_start<G: Game>(options: &[(&str, &str)]) -> Result<G::Position, OptionsError> {
    G::start(&parse_options(options.iter().copied())?)
}

/// Returns the legal moves by their texts, in order.
///
/// # Panics
/// If there are not as many as are counted, or one is illegal.
pub fn legal_texts<P: Position>(position: &P) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    assert_eq!(moves.len(), position.n_legal_moves(), "{position}");
    assert!(moves.iter().all(|&m| position.is_legal(m)), "{position}");
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

/// Plays the legal moves of a text, which are separated by spaces.
///
/// # Panics
/// If one is no move, or illegal.
pub fn play<G: Game>(position: &mut G::Position, moves: &str) {
    for text in moves.split_whitespace() {
        let m = G::parse_move(position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.play(m).unwrap_or_else(|illegal| panic!("{text} in {position}: {illegal}"));
    }
}

/// Returns the position after some moves.
///
/// # Panics
/// If one is no move, or illegal.
pub fn after<G: Game>(mut position: G::Position, moves: &str) -> G::Position {
    play::<G>(&mut position, moves);
    position
}

/// Returns whether a move is legal, on which all that can be asked of it must agree.
///
/// # Panics
/// If it does not, or if the text is not a move.
pub fn is_legal<P: Position>(position: &P, text: &str) -> bool {
    let m: P::Move = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let is_listed = legal_texts(position).contains(&m.to_string());
    assert_eq!(position.is_legal(m), is_listed, "{text} in {position}");
    assert_eq!(position.explain(m).is_ok(), is_listed, "{text} in {position}");
    is_listed
}

/// Returns the reason for which a move is refused. The position stays as it is.
///
/// # Panics
/// If the move is legal, or changes the position, or if the reason is not a sentence.
pub fn refusal<P: Position>(position: &P, text: &str) -> Illegal {
    assert!(!is_legal(position, text), "{text} is legal in {position}");
    let mut played = position.clone();
    let illegal = text.parse().map(|m| played.play(m)).expect("it was read before");
    let illegal = illegal.expect_err("it is illegal");
    assert_eq!(played.to_string(), position.to_string(), "a refused move changes nothing");
    crate::parsing::check_error(&illegal);
    illegal
}

/// Returns the position after up to `n_moves` random moves of a game with these options.
///
/// # Panics
/// If these are not options of a game.
pub fn random_position<G: Game>(
    options: &[(&str, &str)],
    seed: u64,
    n_moves: usize,
) -> G::Position {
    let mut position = start::<G>(options);
    play_random(&mut position, n_moves, &mut SmallRng::seed_from_u64(seed));
    position
}

/// Plays up to `n_moves` random moves.
pub(crate) fn play_random<P: Position>(position: &mut P, n_moves: usize, rng: &mut impl Rng) {
    for _ in 0..n_moves {
        let Some(m) = position.random_move(rng) else { break };
        position.play_unchecked(m);
    }
}

/// Chooses a move: position, moves to choose from, moves played, seed of the game, generator.
pub type ChooseMove<P> = fn(&P, &[String], &[String], u64, &mut SmallRng) -> String;

/// The usual game and one with an option changed, and what both have in common.
pub struct Twins<G: Game> {
    /// Returns whether both have a move; the others may differ, and are not played.
    pub is_common: fn(&str) -> bool,
    /// Chooses one of some moves, after those that were played in the game of a seed.
    pub choose: ChooseMove<G::Position>,
    /// Compares the boards.
    pub check: fn(&G::Position, &G::Position),
}

impl<G: Game> Twins<G> {
    /// Plays the same random games with these options and with a change of them. They are the same
    /// in every respect until `may_differ` holds for the two, which ends the comparison. Returns
    /// how often it did.
    ///
    /// # Panics
    /// If they differ before.
    pub fn compare(
        &self,
        options: &str,
        change: &str,
        may_differ: impl Fn(&G::Position, &G::Position) -> bool,
    ) -> usize {
        let changed = format!("{options} {change}");
        let starts = [options, &changed].map(|options| start::<G>(&pairs(options)));
        (0..N_TWINS).filter(|&seed| self.differ(starts.clone(), seed, &may_differ)).count()
    }

    fn differ(
        &self,
        [mut usual, mut changed]: [G::Position; 2],
        seed: u64,
        may_differ: &impl Fn(&G::Position, &G::Position) -> bool,
    ) -> bool {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut played: Vec<String> = Vec::new();
        while !may_differ(&usual, &changed) {
            assert_eq!(usual.turn(), changed.turn(), "{usual} {changed}");
            assert_eq!(usual.scores(), changed.scores(), "{usual} {changed}");
            (self.check)(&usual, &changed);
            let choice = self.common_moves(&usual);
            assert_eq!(choice, self.common_moves(&changed), "{usual} {changed}");
            if choice.is_empty() || played.len() == MAX_TWIN_MOVES {
                return false;
            }
            let text = (self.choose)(&usual, &choice, &played, seed, &mut rng);
            play::<G>(&mut usual, &text);
            play::<G>(&mut changed, &text);
            played.push(text);
        }
        true
    }

    fn common_moves(&self, position: &G::Position) -> Vec<String> {
        let mut texts = legal_texts(position);
        texts.retain(|text| (self.is_common)(text));
        texts
    }
}

/// Returns one of the moves.
pub fn any_of<M: Clone>(moves: &[M], rng: &mut SmallRng) -> M {
    moves[random_index(rng, moves.len())].clone()
}
