//! The laws that every game obeys, checked on seeded random games.
//!
//! The games are played by a generator of their own, so the game of a seed has the same moves
//! whatever is checked on the way.

mod keys;
mod pool;
mod position;
mod random_game;
mod secrets;
mod symmetry;
mod view;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Imperfect, Position, Rng, Symmetric, Viewer, random_index};

use crate::ensure;
use crate::laws::keys::Keys;
use crate::laws::pool::Pool;
use crate::laws::random_game::{Chooser, RandomGame};
use crate::laws::secrets::{Followers, Forks};

/// The distance of positions from which a game is played out: each costs as much as many.
const PLIES_BETWEEN_PLAY_OUTS: usize = 32;

/// The distance of positions whose views are checked: to write them takes longer than the
/// rest. Games count from different plies, so that each ply is checked in some of them.
const PLIES_BETWEEN_VIEWS: usize = 4;

/// The number of moves of such a position that are shown.
const N_MOVES_SHOWN: usize = 4;

const OPENNESS: &str = "a game without secrets shows the same to everybody";

/// Plays `n_games` random games and checks every law of [`Game`] and [`Position`] on each of their
/// positions.
///
/// The first game is that of `seed`, the next one that of `seed + 1`, and so on, so that one game
/// can be repeated alone. Only the illegal moves that are tried come from the games before too.
/// Games that do not end are left after 2,000 plies.
///
/// Of a position:
/// - it is over if and only if there is no move, and the outcome has its scores;
/// - each legal move is listed once and counted; `random_move` and `quick_move` give one of them;
/// - a move is listed if and only if it is legal, and `explain` agrees; an illegal one is refused
///   with a reason and changes nothing;
/// - move text round-trips, without white space, and `parse_move` reads it;
/// - position text is one line and round-trips: the position built from it is equal and has the
///   same key, turn, scores, moves and options;
/// - `play` does what `play_unchecked` does, and `undo` restores everything, also what shows only
///   in the next move;
/// - views survive JSON and parts of moves are JSON. This takes long and is checked on every fourth
///   position and the last.
///
/// Of a game:
/// - its options start it again, survive JSON, and have the documented names;
/// - different positions have different keys;
/// - `play_out` ends it;
/// - all moves can be taken back to the start and played again, with other moves played and taken
///   back on the way.
///
/// Of secrets:
/// - moves that look the same to a viewer, and lead to positions that [`reveal`](Game::reveal) the
///   same, lead to the same view, turn and scores, at once and for as long as everything the viewer
///   is shown stays the same;
/// - a seat's legal moves do not depend on what is hidden from it;
/// - what is revealed is one word;
/// - in a game that says it has no secrets, everybody sees every move and the same view, and
///   nothing is revealed.
///
/// So a secret that the rules reveal must be revealed by a move that shows it, by what
/// [`reveal`](Game::reveal) says of the position it leads to, or by the end of the game, when
/// everything may be shown.
///
/// # Panics
/// If a law is broken: the message names it, the seed, the moves and the position.
///
/// ```
/// use tilewright_core::Game;
/// use tilewright_testkit::check_laws;
///
/// fn the_laws_hold<G: Game>() {
///     check_laws::<G>(&G::Options::default(), 1, 200);
/// }
/// ```
pub fn check_laws<G: Game>(options: &G::Options, seed: u64, n_games: usize) {
    let start = start::<G>(options);
    let mut pool = Pool::new(generator(seed));
    for seed in seeds(seed, n_games) {
        RandomGame::follow(start.clone(), Chooser::seed(seed), |line| {
            law("options start the game again", check_options::<G>(options, line.position()))?;
            check_game::<G>(line, &mut pool, &mut generator(!seed))
        });
    }
}

/// Checks the laws of [`check_laws`] on one game that begins anywhere and whose moves are chosen by
/// bytes: two for each move, and with the last of them the game is left. So a fuzzer
/// chooses the game by its bytes.
///
/// Only that options start the game again, and that random moves end it, is not checked: `start`
/// may be far from any start, and such a game need not end.
///
/// # Panics
/// If a law is broken: the message names it, the moves and the position.
///
/// ```
/// use tilewright_core::Game;
/// use tilewright_testkit::check_laws_along;
///
/// fn the_laws_hold_for_some_moves<G: Game>(text: &str) {
///     if let Ok(position) = text.parse() {
///         check_laws_along::<G>(position, &[7, 0, 200, 1, 31, 0]);
///     }
/// }
/// ```
pub fn check_laws_along<G: Game>(start: G::Position, choices: &[u8]) {
    let sum =
        choices.iter().fold(0_u64, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut pool = Pool::new(generator(sum));
    let mut rng = generator(!sum);
    RandomGame::follow(start, Chooser::bytes(choices), |line| {
        check_positions::<G>(line, &mut pool, &mut rng)?;
        check_way_back(line, &mut rng)
    });
}

/// Plays `n_games` random games and checks that symmetries and play commute on each of their
/// positions: the moves of the transformed position are the transformed moves, and it makes no
/// difference whether one plays or transforms first. The identity must be among the symmetries.
///
/// # Panics
/// If a law is broken: the message names it, the seed, the moves and the position.
///
/// ```
/// use tilewright_core::{Game, Symmetric};
/// use tilewright_testkit::check_symmetries;
///
/// fn the_board_is_symmetric<G: Game<Position: Symmetric>>() {
///     check_symmetries::<G>(&G::Options::default(), 1, 20);
/// }
/// ```
pub fn check_symmetries<G: Game<Position: Symmetric>>(
    options: &G::Options,
    seed: u64,
    n_games: usize,
) {
    let start = start::<G>(options);
    for seed in seeds(seed, n_games) {
        let mut rng = generator(!seed);
        RandomGame::follow(start.clone(), Chooser::seed(seed), |line| {
            line.play_to_the_end(|line, moves| {
                // The end by repetition is the game's, not the board's.
                if line.ended_by_repetition() {
                    return Ok(());
                }
                symmetry::check_position(line.position(), moves, &mut rng)
            })
        });
    }
}

/// Plays `n_games` random games and samples each of their positions for every viewer: the sample
/// must have the view it was made from, and obey the laws of a position. The seat to move has the
/// same moves in it. What the viewer knows says by itself whose it is, the turn and the scores.
///
/// The view of every viewer is also followed through each game:
/// [`follow`](tilewright_core::Observed::follow) must lead from one to the next by what the viewer
/// sees of the move and by what is then revealed, at the end of the game too. What the viewer saw
/// earlier may be refused or not, but without a panic.
///
/// # Panics
/// If a law is broken: the message names it, the seed, the moves and the position.
///
/// ```
/// use tilewright_core::Imperfect;
/// use tilewright_testkit::check_samples;
///
/// fn imagination_is_sound<G: Imperfect>() {
///     check_samples::<G>(&G::Options::default(), 1, 50);
/// }
/// ```
pub fn check_samples<G: Imperfect>(options: &G::Options, seed: u64, n_games: usize) {
    let start = start::<G>(options);
    for seed in seeds(seed, n_games) {
        let mut rng = generator(!seed);
        let mut followers = Followers::<G>::new(&start);
        RandomGame::follow(start.clone(), Chooser::seed(seed), |line| {
            line.play_to_the_end(|line, moves| {
                let position = line.position();
                if let Some((before, m)) = line.last_move() {
                    let finding = followers.follow(before, m, position, &mut rng);
                    law("a view can be followed", finding)?;
                }
                Viewer::all(position.n_seats()).try_for_each(|viewer| {
                    secrets::check_sample::<G>(position, moves, viewer, &mut rng)
                })
            })
        });
    }
}

/// Plays `n_games` random games and checks that no two of their positions share a key, and that
/// every bit of a key distinguishes positions. Positions two moves from the start, which differ by
/// little, are among them, up to ten thousand.
///
/// # Panics
/// If a law is broken, or if the games have too few positions.
///
/// ```
/// use tilewright_core::Game;
/// use tilewright_testkit::check_keys;
///
/// fn keys_are_scattered<G: Game>() {
///     check_keys::<G>(&G::Options::default(), 1, 100);
/// }
/// ```
pub fn check_keys<G: Game>(options: &G::Options, seed: u64, n_games: usize) {
    let start = start::<G>(options);
    let mut keys = Keys::new();
    RandomGame::follow(start.clone(), Chooser::seed(seed), |_| {
        law("different openings have different keys", keys.meet_openings(&start))
    });
    for seed in seeds(seed, n_games) {
        RandomGame::follow(start.clone(), Chooser::seed(seed), |line| {
            line.play_to_the_end(|line, _| {
                law("positions of different games have different keys", keys.meet(line.position()))
            })
        });
    }
    if let Err(how) = keys.check_bits() {
        panic!("law broken: every bit of a key tells positions apart\n{how}");
    }
}

/// A law that does not hold, and how one can see it.
#[derive(Debug)]
struct Broken {
    law: &'static str,
    how: String,
}

/// The result of all laws.
type LawResult = Result<(), Broken>;

/// The result of one law: nothing if it holds, or a sentence that shows that it does not.
type Finding = Result<(), String>;

/// The generator of every random choice here.
type Generator = Xoshiro256PlusPlus;

/// Gives a finding the name of the law.
fn law<T>(name: &'static str, finding: Result<T, String>) -> Result<T, Broken> {
    finding.map_err(|how| Broken { law: name, how })
}

fn generator(seed: u64) -> Generator {
    Generator::seed_from_u64(seed)
}

/// One seed per game, so that a game can be repeated alone.
fn seeds(first: u64, n_games: usize) -> impl Iterator<Item = u64> {
    (0..n_games as u64).map(move |i| first.wrapping_add(i))
}

fn start<G: Game>(options: &G::Options) -> G::Position {
    G::start(options).unwrap_or_else(|error| panic!("{options:?} starts no game: {error}"))
}

/// The legal moves in their own order: that of the list means nothing.
fn sorted_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.sort_unstable();
    moves
}

fn played<P: Position>(mut position: P, m: P::Move) -> P {
    position.play_unchecked(m);
    position
}

/// All of a few moves, or `n` random ones of many.
fn some_moves<M: Copy>(moves: &[M], n: usize, rng: &mut impl Rng) -> Vec<M> {
    if moves.len() <= n {
        return moves.to_vec();
    }
    (0..n).map(|_| moves[random_index(rng, moves.len())]).collect()
}

/// Plays one game to its end and back to its start.
fn check_game<G: Game>(
    line: &mut RandomGame<G::Position>,
    pool: &mut Pool<G>,
    rng: &mut Generator,
) -> LawResult {
    check_positions::<G>(line, pool, rng)?;
    // After the game, because whatever is wrong with it shows here too, but with a worse message.
    for position in line.positions().step_by(PLIES_BETWEEN_PLAY_OUTS).chain([line.position()]) {
        law("play_out ends the game", position::check_play_out(position, rng))?;
    }
    check_way_back(line, rng)
}

/// Plays one game to its end and checks each of its positions.
fn check_positions<G: Game>(
    line: &mut RandomGame<G::Position>,
    pool: &mut Pool<G>,
    rng: &mut Generator,
) -> LawResult {
    let options = G::options(line.position());
    let mut forks = Forks::<G>::new(line.position().n_seats());
    line.play_to_the_end(|line, moves| {
        if let Some((before, m)) = line.last_move() {
            forks.follow(before, m, line.position(), rng)?;
        }
        let position = line.position();
        let looks = secrets::hidden_looks::<G>(position, moves);
        let mut strangers = pool.draw();
        strangers.extend(&looks);
        pool.gather(moves, &looks);
        law(OPENNESS, secrets::check_moves_are_open::<G>(position, moves))?;
        position::check_position::<G>(position, moves, line.ended_by_repetition(), rng)?;
        position::check_strangers(position, moves, &strangers, rng)?;
        law("what is revealed is one word", secrets::check_reveal::<G>(position))?;
        law("move text round-trips", position::check_move_texts::<G>(position, &looks))?;
        law(
            "moves that look the same lead to the same view",
            secrets::check_looks::<G>(position, moves, rng),
        )?;
        if line.is_one_in(PLIES_BETWEEN_VIEWS) {
            view::check_shown::<G>(position, &some_moves(moves, N_MOVES_SHOWN, rng))?;
        }
        law("options start the game again", {
            ensure(G::options(position) == options, || "the options changed".to_owned())
        })?;
        law("different positions have different keys", line.check_key())
    })
}

/// Takes a game back to its start, and plays it once more.
fn check_way_back<P: Position>(line: &mut RandomGame<P>, rng: &mut Generator) -> LawResult {
    let end = line.position().clone();
    let game = law("undo restores the position", line.take_back_everything())?;
    law("a game that was taken back can be played again", line.play_again(game, &end, rng))
}

/// The options of a game start it again, also after a journey as JSON, and have the
/// documented names.
fn check_options<G: Game>(options: &G::Options, start: &G::Position) -> Finding {
    let filled_in = G::options(start);
    for (kind, options) in [("given", options), ("the position's", &filled_in)] {
        let json = serde_json::to_value(options)
            .map_err(|error| format!("{options:?} cannot be written: {error}"))?;
        let back: G::Options = serde_json::from_value(json.clone())
            .map_err(|error| format!("{json} cannot be read: {error}"))?;
        ensure(back == *options, || format!("{options:?} come back from JSON as {back:?}"))?;
        let again = G::start(options)
            .map_err(|error| format!("{kind} options {options:?} are refused: {error}"))?;
        ensure(again == *start, || format!("{kind} options {options:?} start {again}"))?;
        check_option_names::<G>(&json)?;
    }
    Ok(())
}

/// The documented options are exactly the fields of `Options`.
fn check_option_names<G: Game>(json: &serde_json::Value) -> Finding {
    let fields = json.as_object().ok_or("the options are not an object")?;
    let mut fields: Vec<&str> = fields.keys().map(String::as_str).collect();
    let mut told: Vec<&str> = G::OPTIONS.iter().map(|option| option.name).collect();
    fields.sort_unstable();
    told.sort_unstable();
    ensure(fields == told, || format!("the fields are {fields:?}, but OPTIONS names {told:?}"))
}
