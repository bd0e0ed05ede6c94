//! Coerceo: the evaluation, the opening book and the endgame tablebase.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{Args, Subcommand};
use tilewright_bots::coerceo::network::inputs;
use tilewright_bots::coerceo::{
    MAX_PHASE, N_TERMS, PARTS, TERMS, phase, terms, write_book, write_tablebase,
};
use tilewright_bots::{Bot, BotSpec, Generator, Thinking, bot, generator};
use tilewright_coerceo::{Board, Coerceo, Color, Move, Options, Position, Symmetry, Variant};
use tilewright_core::{Game, Position as _, Turn, random_index};

use crate::fit::{Fit, POINTS_PER_LOGIT, Samples, fit};
use crate::network::{Sample, train};
use crate::{output, percent};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Fit the weights of what is counted to the results of games.
    Fit(FitArguments),
    /// Train the network that judges positions of ocius.
    Network(NetworkArguments),
    /// Search the first moves, and keep them as a book.
    Book(BookArguments),
    /// Solve every board with little on it, and keep the table.
    Tablebase(TablebaseArguments),
}

/// The games that are played, and the training of the network.
#[derive(Args)]
struct NetworkArguments {
    /// The number of games.
    #[arg(long, default_value_t = 8_000)]
    games: u64,

    /// The bot that plays against itself.
    #[arg(long, default_value = "minimax:nodes=1500")]
    player: BotSpec,

    /// The percentage of random moves.
    #[arg(long, default_value_t = 10, value_parser = percent)]
    noise: usize,

    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The number of epochs.
    #[arg(long, default_value_t = 30)]
    epochs: usize,

    /// The file that is written.
    #[arg(long)]
    write: PathBuf,
}

/// The file of the endgame tablebase.
#[derive(Args)]
struct TablebaseArguments {
    /// The file that is written.
    #[arg(long)]
    write: PathBuf,
}

/// The searches of the first moves, and the file of the book.
#[derive(Args)]
struct BookArguments {
    /// The bot that searches them.
    #[arg(long, default_value = "minimax:nodes=100000")]
    player: BotSpec,

    /// The file that is written.
    #[arg(long)]
    write: PathBuf,
}

/// The games that are played, and the fit of the weights.
#[derive(Args)]
struct FitArguments {
    /// The number of games in laurentius.
    #[arg(long, default_value_t = 2_000)]
    laurentius: u64,

    /// The number of games in ocius.
    #[arg(long, default_value_t = 4_000)]
    ocius: u64,

    /// The bot that plays against itself.
    #[arg(long, default_value = "minimax:nodes=2000")]
    player: BotSpec,

    /// The percentage of random moves: else who has less always has something for
    /// it, and pieces seem to be worth nothing.
    #[arg(long, default_value_t = 10, value_parser = percent)]
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

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.task {
        Task::Fit(arguments) => run_fit(arguments),
        Task::Network(arguments) => run_network(arguments),
        Task::Book(arguments) => run_book(arguments),
        Task::Tablebase(arguments) => output::write(&arguments.write, write_tablebase()),
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
    ensure!(samples.len() > 0, "without games there is nothing to fit");
    let Fit { weights, loss } = fit(&samples, 2 * N_TERMS, arguments.ridge);
    println!("// {} positions, loss {loss:.5}", samples.len());
    print_weights("MANY", &weights[..N_TERMS]);
    print_weights("FEW", &weights[N_TERMS..]);
    Ok(())
}

fn run_network(arguments: &NetworkArguments) -> Result<()> {
    output::check(&arguments.write)?;
    let mut player = bot::<Coerceo>(&arguments.player)?;
    let mut samples = Vec::new();
    for game in 0..arguments.games {
        let seed = generator_seed(arguments.seed, Variant::Ocius, game);
        watch_game(&mut *player, arguments.noise, seed, &mut samples)?;
        if (game + 1) % 1000 == 0 {
            eprintln!("{} of {} games, {} positions", game + 1, arguments.games, samples.len());
        }
    }
    ensure!(!samples.is_empty(), "without games there is nothing to learn from");
    let mut rng = generator(arguments.seed, 1);
    output::write(&arguments.write, train(&samples, arguments.epochs, &mut rng))
}

/// Games that are watched last no longer; most of what comes then goes round in circles.
const MAX_WATCHED_PLIES: usize = 200;

/// The fewest tiles: with less the tablebase is asked.
const MIN_TILES: usize = 4;

/// Plays a game of ocius that begins with up to eight random moves, and adds the quiet positions in
/// it. What they are worth is half how the game ended and half what both players thought, before
/// and after the move: each wants to win and expects a little less of a draw, which cancels out.
fn watch_game(
    player: &mut dyn Bot<Coerceo>,
    noise: usize,
    seed: u64,
    samples: &mut Vec<Sample>,
) -> Result<()> {
    let mut rng = generator(seed, 0);
    let mut position = opened(Variant::Ocius, seed % (2 * N_RANDOM_PLIES + 1), &mut rng)?;
    let mut watched: Vec<(Board, f64)> = Vec::new();
    // The evaluation of the position before, if the move was not random.
    let mut last: Option<(Board, f64)> = None;
    for ply in 0..MAX_WATCHED_PLIES {
        let Turn::Player(seat) = position.turn() else { break };
        let mut thinking = Thinking { seed, ply, ..Thinking::default() };
        let choice = player.choose(&position, &mut thinking);
        let value = choice.info.value.map_or(0.5, |value| value[seat]);
        watched.extend(last.map(|(board, before)| (board, f64::midpoint(before, 1.0 - value))));
        let is_asked = position.board().n_tiles() >= MIN_TILES && is_quiet(&position);
        last = is_asked.then_some((*position.board(), value));
        let random = blunder(&position, noise, &mut rng);
        last = last.filter(|_| random.is_none());
        position.play_unchecked(random.unwrap_or(choice.m));
    }
    let white = white_share(&position);
    samples.extend(watched.into_iter().map(|(board, value)| {
        let result = if board.turn() == Color::White { white } else { 1.0 - white };
        Sample { images: images(&board), share: f64::midpoint(result, value) as f32 }
    }));
    Ok(())
}

/// The inputs of a board as each symmetry shows it that keeps the colors.
fn images(board: &Board) -> Vec<Vec<u8>> {
    let symmetries = Symmetry::ALL.into_iter().filter(|it| !it.swaps_colors());
    let images = symmetries.map(|symmetry| board.transform(symmetry));
    images.map(|image| inputs(&image).map(|input| input as u8).collect()).collect()
}

/// The book knows the start, the reply to every first move, and the second move after every reply
/// to its own first.
fn run_book(arguments: &BookArguments) -> Result<()> {
    output::check(&arguments.write)?;
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
    output::write(&arguments.write, write_book(book))
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
    let mut rng = generator(seed, 0);
    let n_random = N_RANDOM_PLIES + seed % (N_RANDOM_PLIES + 1);
    let mut position = opened(variant, n_random, &mut rng)?;
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
        let random = blunder(&position, noise, &mut rng);
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

/// A game after so many random moves.
fn opened(variant: Variant, n_random: u64, rng: &mut Generator) -> Result<Position> {
    let mut position = Coerceo::start(&Options { variant, ..Options::default() })?;
    for _ in 0..n_random {
        if let Some(m) = position.random_move(rng) {
            position.play_unchecked(m);
        }
    }
    Ok(position)
}

/// A random move, in so many percent of all cases.
fn blunder(position: &Position, noise: usize, rng: &mut Generator) -> Option<Move> {
    position.random_move(rng).filter(|_| random_index(rng, 100) < noise)
}

/// True if nothing can be captured and no tile falls next: only then an estimate means something.
fn is_quiet(position: &Position) -> bool {
    let mut noisy = Vec::new();
    position.board().noisy_steps(&mut noisy);
    noisy.is_empty()
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
