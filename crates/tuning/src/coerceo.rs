//! Coerceo: what positions are worth, and the book of first moves.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use tilewright_coerceo::{Coerceo, Color, Move, Options, Position, Variant};
use tilewright_core::{Game, Position as _, Turn, random_index};
use tilewright_engines::coerceo::{MAX_PHASE, N_TERMS, PARTS, TERMS, phase, terms, write_book};
use tilewright_engines::{Bot, BotSpec, Thinking, bot, generator};

use crate::fit::{Fit, Samples, fit};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Fit the weights of what is counted to the results of games.
    Fit(FitArguments),
    /// Search the first moves, and keep them as a book.
    Book(BookArguments),
}

/// How the first moves are searched, and where they go.
#[derive(Args)]
struct BookArguments {
    /// Who searches them.
    #[arg(long, default_value = "minimax:nodes=100000")]
    player: BotSpec,

    /// The file that is written.
    #[arg(long)]
    write: PathBuf,
}

/// What is played, and how the weights are fitted to it.
#[derive(Args)]
struct FitArguments {
    /// How many games are played in laurentius.
    #[arg(long, default_value_t = 2_000)]
    laurentius: u64,

    /// How many games are played in ocius.
    #[arg(long, default_value_t = 4_000)]
    ocius: u64,

    /// Who plays against itself.
    #[arg(long, default_value = "minimax:nodes=2000")]
    player: BotSpec,

    /// How many percent of the moves are random: else who has less always has something for it, and
    /// pieces seem to be worth nothing.
    #[arg(long, default_value_t = 10)]
    noise: usize,

    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// As if each weight had been seen so often to be nothing.
    #[arg(long, default_value_t = 100.0)]
    ridge: f64,
}

/// Games begin with so many random moves and up to as many more.
const N_RANDOM_PLIES: u64 = 4;

/// Games that last longer are taken for draws.
const MAX_PLIES: usize = 400;

/// Points of an estimate for each unit of the logarithm of the odds: 100 make odds of three to one.
const POINTS_PER_LOGIT: f64 = 91.023_922_662_683_74;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.task {
        Task::Fit(arguments) => run_fit(arguments),
        Task::Book(arguments) => run_book(arguments),
    }
}

fn run_fit(arguments: &FitArguments) -> Result<()> {
    let mut player = bot::<Coerceo>(&arguments.player)?;
    let mut samples = Samples::default();
    let variants = [(Variant::Laurentius, arguments.laurentius), (Variant::Ocius, arguments.ocius)];
    for (variant, n_games) in variants {
        let mut shares = 0.0;
        for game in 0..n_games {
            let seed = generator_seed(arguments.seed, variant, game);
            shares += sample_game(variant, &mut *player, arguments.noise, seed, &mut samples)?;
        }
        let n_positions = samples.len();
        eprintln!("{variant}: {n_games} games, {shares} points for white, {n_positions} positions");
    }
    let Fit { weights, loss } = fit(&samples, 2 * N_TERMS, arguments.ridge);
    println!("// {} positions, loss {loss:.5}", samples.len());
    print_weights("MANY", &weights[..N_TERMS]);
    print_weights("FEW", &weights[N_TERMS..]);
    Ok(())
}

/// The book knows the start, the reply to every first move, and the second move after every reply to
/// its own first.
fn run_book(arguments: &BookArguments) -> Result<()> {
    let mut player = bot::<Coerceo>(&arguments.player)?;
    let mut book = Vec::new();
    for variant in [Variant::Laurentius, Variant::Ocius] {
        let start = Coerceo::start(&Options { variant, ..Options::default() })?;
        let (first, m) = searched(&start, &mut *player)?;
        let mut second = first.clone();
        second.play(m)?;
        book.push((*first.board(), m));
        let boards: BTreeMap<u64, Position> =
            after_each(&first).chain(after_each(&second)).map(|it| (it.key(), it)).collect();
        for position in boards.values() {
            let (canonical, m) = searched(position, &mut *player)?;
            book.push((*canonical.board(), m));
        }
        eprintln!("{variant}: {} boards", 1 + boards.len());
    }
    fs::write(&arguments.write, write_book(book))?;
    Ok(())
}

/// The canonical position, and the move that is chosen there.
fn searched(position: &Position, player: &mut dyn Bot<Coerceo>) -> Result<(Position, Move)> {
    let canonical = Position::from_board(*position.options(), position.board().canonical().0)?;
    let m = player.choose(&canonical, &mut Thinking::default()).m;
    Ok((canonical, m))
}

/// The positions after each move, in canonical form.
fn after_each(position: &Position) -> impl Iterator<Item = Position> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(move |m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        Position::from_board(*after.options(), after.board().canonical().0)
            .expect("a canonical board is as legal as the board")
    })
}

/// A seed of its own for every game.
fn generator_seed(seed: u64, variant: Variant, game: u64) -> u64 {
    seed << 40 | (variant as u64) << 32 | game
}

/// Plays a game, adds the quiet positions in it, and says which share of the point White has.
fn sample_game(
    variant: Variant,
    player: &mut dyn Bot<Coerceo>,
    noise: usize,
    seed: u64,
    samples: &mut Samples,
) -> Result<f64> {
    let mut position = Coerceo::start(&Options { variant, ..Options::default() })?;
    let mut rng = generator(seed, 0);
    for _ in 0..N_RANDOM_PLIES + seed % (N_RANDOM_PLIES + 1) {
        if let Some(m) = position.random_move(&mut rng) {
            position.play_unchecked(m);
        }
    }
    let mut quiet = Vec::new();
    let mut ply = 0;
    while let Turn::Player(_) = position.turn() {
        if ply == MAX_PLIES {
            break;
        }
        if is_quiet(&position) {
            quiet.push(*position.board());
        }
        let mut thinking = Thinking { seed, ply, ..Thinking::default() };
        let random = position.random_move(&mut rng).filter(|_| random_index(&mut rng, 100) < noise);
        let m = random.unwrap_or_else(|| player.choose(&position, &mut thinking).m);
        position.play_unchecked(m);
        ply += 1;
    }
    let white = white_share(&position);
    for board in quiet {
        let share = if board.turn() == Color::White { white } else { 1.0 - white };
        let many = f64::from(phase(&board)) / f64::from(MAX_PHASE);
        let counts = terms(&board).map(f64::from);
        let early = counts.iter().enumerate().map(|(i, count)| (i, count * many));
        let late = counts.iter().enumerate().map(|(i, count)| (N_TERMS + i, count * (1.0 - many)));
        samples.push(early.chain(late), share);
    }
    Ok(white)
}

/// Whether nothing can be captured and no tile falls next: only then an estimate means something.
fn is_quiet(position: &Position) -> bool {
    let mut loud = Vec::new();
    position.board().loud_steps(&mut loud);
    loud.is_empty()
}

fn white_share(position: &Position) -> f64 {
    match position.turn() {
        Turn::Over(outcome) if outcome.is_draw() => 0.5,
        Turn::Over(outcome) => f64::from(u8::from(outcome.place(Color::White.seat()) == 1)),
        Turn::Player(_) | Turn::Chance => 0.5,
    }
}

fn print_weights(name: &str, weights: &[f64]) {
    println!("const {name}: [i32; N_TERMS] = [");
    for (weight, term) in weights.iter().zip(TERMS) {
        let points = (POINTS_PER_LOGIT * f64::from(PARTS) * weight).round() as i32;
        println!("    {points}, // {term}");
    }
    println!("];");
}
