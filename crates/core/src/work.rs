//! What every game does a great many times: the work whose speed is measured.

use std::hint::black_box;

use crate::{
    Game, OptionsError, Position, Rng, Turn, Viewer, overridden, parse_options, perft_up_to,
};

/// A kind of work that every game can do. It is the same for whoever times it, counts its
/// instructions or looks where they go.
///
/// ```
/// use tilewright_core::{Game, Rng, Work};
///
/// /// Plays a hundred whole games, and says so.
/// fn play_a_hundred<G: Game>(rng: impl Rng + 'static) -> u64 {
///     let setup = &G::BENCHMARKS[0];
///     let mut job = Work::WholeGames.job::<G>(setup.options, setup.perft_depth, rng).unwrap();
///     job.run(100)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Games of moves that are all equally likely.
    RandomGames,
    /// Games in the cheapest random way the game has.
    Playouts,
    /// The same, counted in games.
    WholeGames,
    /// The moves of every position of some games, listed into one buffer.
    LegalMoves,
    /// The moves of positions after so many percent of a game, listed into one buffer.
    ListAt(u8),
    /// Some games, played and taken back move by move.
    Undo,
    /// Some games, played with the key of every position.
    Keys,
    /// What the one to move may know, for every position of some games.
    Views,
    /// The text of every position of some games, written and read.
    Texts,
    /// The tree of moves, with every leaf played.
    Perft,
    /// The tree of moves, with the last ones counted.
    PerftBulk,
}

impl Work {
    /// Every kind, in the order in which people should read them.
    pub const ALL: [Work; 14] = [
        Work::RandomGames,
        Work::Playouts,
        Work::WholeGames,
        Work::LegalMoves,
        Work::ListAt(0),
        Work::ListAt(25),
        Work::ListAt(50),
        Work::ListAt(75),
        Work::Undo,
        Work::Keys,
        Work::Views,
        Work::Texts,
        Work::Perft,
        Work::PerftBulk,
    ];

    /// Its name: `random-games`.
    pub fn name(self) -> String {
        let name = match self {
            Work::RandomGames => "random-games",
            Work::Playouts => "playouts",
            Work::WholeGames => "whole-games",
            Work::LegalMoves => "legal-moves",
            Work::ListAt(percent) => return format!("list-at-{percent}"),
            Work::Undo => "undo",
            Work::Keys => "keys",
            Work::Views => "views",
            Work::Texts => "texts",
            Work::Perft => "perft",
            Work::PerftBulk => "perft-bulk",
        };
        name.to_owned()
    }

    /// What is counted, in the plural: `plies`.
    pub const fn unit(self) -> &'static str {
        match self {
            Work::RandomGames | Work::Playouts => "plies",
            Work::WholeGames => "games",
            Work::LegalMoves | Work::Undo => "moves",
            Work::ListAt(_) => "lists",
            Work::Keys => "keys",
            Work::Views => "views",
            Work::Texts => "texts",
            Work::Perft | Work::PerftBulk => "nodes",
        }
    }

    /// Prepares this work in the game with these options: what comes before the measuring.
    pub fn job<G: Game>(
        self,
        options: &[(&str, &str)],
        perft_depth: usize,
        rng: impl Rng + 'static,
    ) -> Result<Job, OptionsError> {
        let is_count = matches!(self, Work::Perft | Work::PerftBulk);
        let usual = if is_count { G::PERFT_OPTIONS } else { &[] };
        let start = G::start(&parse_options(overridden(usual, options))?)?;
        Ok(match self {
            Work::RandomGames => random_games(start, rng),
            Work::Playouts => playouts(start, rng, |n_plies| n_plies),
            Work::WholeGames => playouts(start, rng, |_| 1),
            Work::LegalMoves => legal_moves(start, rng),
            Work::ListAt(percent) => list_at(&start, rng, usize::from(percent)),
            Work::Undo => undo(start, rng),
            Work::Keys => each_position(start, rng, |position| {
                black_box(position.key());
            }),
            Work::Views => each_position(start, rng, |position| {
                black_box(view::<G>(position));
            }),
            Work::Texts => each_position(start, rng, |position| {
                black_box(position.to_string().parse::<G::Position>().expect("texts are read"));
            }),
            Work::Perft => perft(start, perft_depth, |_| 1),
            Work::PerftBulk => perft(start, perft_depth - 1, |leaf| leaf.n_legal_moves() as u64),
        })
    }
}

/// Work that is prepared, and done as often as one likes.
pub struct Job {
    /// Does some of what is left to do, at least one unit, and says how many.
    work: Box<dyn FnMut(u64) -> u64>,
}

impl Job {
    /// Work that is told how many units are left to do, does at least one, and says how many. It
    /// should not do many more than are left.
    pub fn new(work: impl FnMut(u64) -> u64 + 'static) -> Job {
        Job { work: Box::new(work) }
    }

    /// Does at least this many units, and not many more; says how many.
    ///
    /// ```
    /// use tilewright_core::Job;
    ///
    /// let mut dozens = Job::new(|_| 12);
    /// assert_eq!(dozens.run(100), 108);
    /// ```
    pub fn run(&mut self, units: u64) -> u64 {
        let mut n_done = 0;
        while n_done < units {
            n_done += (self.work)(units - n_done);
        }
        n_done
    }
}

fn random_games<P: Position + 'static>(start: P, mut rng: impl Rng + 'static) -> Job {
    let mut position = start.clone();
    Job::new(move |left| {
        position.clone_from(&start);
        let mut n_plies = 0;
        while n_plies < left
            && let Some(m) = position.random_move(&mut rng)
        {
            position.play_unchecked(m);
            n_plies += 1;
        }
        black_box(&position);
        n_plies
    })
}

/// Quick games, each counted as what `count` makes of its length.
fn playouts<P: Position + 'static>(
    start: P,
    mut rng: impl Rng + 'static,
    count: fn(u64) -> u64,
) -> Job {
    let mut position = start.clone();
    Job::new(move |_| {
        position.clone_from(&start);
        let n_plies = position.play_out(&mut rng) as u64;
        black_box(&position);
        count(n_plies)
    })
}

fn legal_moves<P: Position + 'static>(start: P, rng: impl Rng) -> Job {
    let mut games = Games::new(&start, rng);
    let mut moves = Vec::new();
    Job::new(move |left| {
        let mut position = start.clone();
        let mut n_listed = 0;
        for &m in games.next() {
            moves.clear();
            position.legal_moves(&mut moves);
            n_listed += black_box(&moves).len() as u64;
            if n_listed >= left {
                break;
            }
            position.play_unchecked(m);
        }
        n_listed
    })
}

fn list_at<P: Position + 'static>(start: &P, rng: impl Rng, percent: usize) -> Job {
    let after = |game: &Vec<P::Move>| {
        let mut position = start.clone();
        for &m in &game[..game.len() * percent / 100] {
            position.play_unchecked(m);
        }
        position
    };
    let positions: Vec<P> = Games::new(start, rng).games.iter().map(after).collect();
    let mut moves = Vec::new();
    Job::new(move |_| {
        for position in &positions {
            moves.clear();
            position.legal_moves(&mut moves);
            black_box(&moves);
        }
        positions.len() as u64
    })
}

fn undo<P: Position + 'static>(start: P, rng: impl Rng) -> Job {
    let mut games = Games::new(&start, rng);
    let mut position = start;
    let mut played = Vec::new();
    Job::new(move |left| {
        let game = games.next();
        for &m in &game[..game.len().min(left as usize)] {
            played.push((m, position.play_unchecked(m)));
        }
        black_box(&position);
        let n_played = played.len() as u64;
        while let Some((m, undo)) = played.pop() {
            position.undo(m, undo);
        }
        n_played
    })
}

/// Plays some games, and does something with every position after the first.
fn each_position<P: Position + 'static>(start: P, rng: impl Rng, each: fn(&P)) -> Job {
    let mut games = Games::new(&start, rng);
    Job::new(move |left| {
        let mut position = start.clone();
        let game = games.next();
        let game = &game[..game.len().min(left as usize)];
        for &m in game {
            position.play_unchecked(m);
            each(&position);
        }
        game.len() as u64
    })
}

/// What the one to move may know.
fn view<G: Game>(position: &G::Position) -> G::View {
    let viewer = match position.turn() {
        Turn::Player(seat) => Viewer::Seat(seat),
        Turn::Chance | Turn::Over(_) => Viewer::Spectator,
    };
    G::view(position, viewer)
}

fn perft<P: Position + 'static>(
    start: P,
    depth: usize,
    mut leaf: impl FnMut(&P) -> u64 + 'static,
) -> Job {
    let mut position = start;
    Job::new(move |left| perft_up_to(&mut position, depth, left, &mut leaf))
}

/// The moves of a few random games, one after the other for ever: enough that no branch is learned by
/// heart.
struct Games<P: Position> {
    games: Vec<Vec<P::Move>>,
    index: usize,
}

impl<P: Position> Games<P> {
    fn new(start: &P, mut rng: impl Rng) -> Games<P> {
        let game = |_| {
            let mut position = start.clone();
            let mut game = Vec::new();
            while let Some(m) = position.random_move(&mut rng) {
                position.play_unchecked(m);
                game.push(m);
            }
            game
        };
        Games { games: (0..32).map(game).collect(), index: 0 }
    }

    fn next(&mut self) -> &[P::Move] {
        self.index = (self.index + 1) % self.games.len();
        &self.games[self.index]
    }
}
