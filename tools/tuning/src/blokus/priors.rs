//! Which placements of Blokus look best.

#![expect(clippy::cast_precision_loss, reason = "what is counted here has a few digits")]

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use tilewright_blokus::{Blokus, FeatureMap, Move, Options, Part, Position, Variant};
use tilewright_bots::blokus::priors::{N_FACTORS, N_PHASES, factors_at, layout, phase};
use tilewright_bots::{Bot, BotSpec, MoveValue, Thinking, bot, generator};
use tilewright_core::grid::Square;
use tilewright_core::{Game, Position as _, Rng, Turn, parse_options, random_index};

use crate::choices::{self, Choice};
use crate::output;

/// The games that are played, and the file of the result.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The variant, such as duo or classic-2.
    #[arg(long, default_value = "duo")]
    variant: String,

    /// The bot that plays against itself.
    #[arg(long, default_value = "mcts:nodes=4000")]
    player: BotSpec,

    #[arg(long, default_value_t = 400)]
    games: u64,

    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The file of factors to write.
    #[arg(long)]
    write: PathBuf,
}

/// The number of pieces of each color that are chosen in proportion to their visits, for variety;
/// then always the one that was tried most.
const N_VARIED: usize = 3;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { variant, player, games, seed, write } = arguments;
    ensure!(*games > 0, "without games there is nothing to fit");
    output::check(write)?;
    let mut bot = bot::<Blokus>(player)?;
    let options = parse_options([("variant", variant.as_str())])?;
    let mut tried = Vec::new();
    for game in 0..*games {
        play(options, &mut *bot, seed.wrapping_mul(1_000_003).wrapping_add(game), &mut tried)?;
        if (game + 1).is_multiple_of(20) {
            eprintln!("{} games, {} positions", game + 1, tried.len());
        }
    }
    let fit = choices::fit(&tried, N_PHASES * N_FACTORS);
    eprintln!(
        "loss {:.4}, {:.4} on positions that were not fitted; {:.4} at least, {:.4} for chance",
        fit.loss, fit.unseen_loss, fit.least_loss, fit.loss_of_chance
    );
    let command = format!(
        "tilewright-tuning blokus priors --variant {variant} --player {player} --games {games} \
         --seed {seed}"
    );
    output::write(write, text(options.variant, &command, &fit.weights))
}

/// The file of the factors, of which the weights are the logarithms.
fn text(variant: Variant, command: &str, weights: &[f64]) -> String {
    let factors: Vec<f64> = weights.iter().map(|&weight| libm::exp(weight)).collect();
    layout().text(variant, command, &factors)
}

/// A position, and how often each placement was tried.
struct Tried {
    phase: usize,
    feature_map: FeatureMap,
    moves: Vec<(Move, f64)>,
}

/// Plays a game, and adds all positions in which there was a choice.
fn play(
    options: Options,
    bot: &mut dyn Bot<Blokus>,
    seed: u64,
    tried: &mut Vec<Tried>,
) -> Result<()> {
    let mut position = Blokus::start(&options)?;
    let mut rng = generator(seed, 0);
    for ply in 0.. {
        let Turn::Player(_) = position.turn() else { break };
        let mut thinking = Thinking { seed, ply, ..Thinking::default() };
        let rated = bot.rate(&position, None, &mut thinking);
        ensure!(
            rated.iter().any(|it| it.visits.is_some()),
            "this bot does not try placements often, as mcts does"
        );
        tried.extend(Tried::of(&position, &rated));
        position.play(choose(&position, &rated, &mut rng))?;
    }
    Ok(())
}

impl Tried {
    fn of(position: &Position, rated: &[MoveValue<Move>]) -> Option<Tried> {
        let feature_map = FeatureMap::new(position)?;
        let n_visits: u64 = rated.iter().filter_map(|it| it.visits).sum();
        // Proved moves are not tried again.
        let is_open = n_visits > 0 && rated.len() > 1 && !rated.iter().any(|it| it.info.is_proved);
        let share = |it: &MoveValue<Move>| it.visits.unwrap_or(0) as f64 / n_visits as f64;
        let moves = || rated.iter().map(|it| (it.m, share(it))).collect();
        is_open.then(|| Tried { phase: phase(position), feature_map, moves: moves() })
    }
}

fn choose(position: &Position, rated: &[MoveValue<Move>], rng: &mut impl Rng) -> Move {
    let visits = |it: &MoveValue<Move>| it.visits.unwrap_or(0);
    let n_visits: u64 = rated.iter().map(visits).sum();
    if position.ply() >= N_VARIED * position.colors().len() || n_visits == 0 {
        return rated[0].m;
    }
    let mut number = random_index(rng, n_visits as usize) as u64;
    let chosen = rated.iter().find(|it| {
        let is_chosen = number < visits(it);
        number = number.saturating_sub(visits(it));
        is_chosen
    });
    chosen.unwrap_or(&rated[0]).m
}

/// A sum for each square and what is beyond the border, for each part of a placement.
struct Sums([[f64; N_SQUARES + 1]; 3]);

const N_SQUARES: usize = 20 * 20;

impl Sums {
    const ZERO: Sums = Sums([[0.0; N_SQUARES + 1]; 3]);

    fn at(&mut self, part: Part, square: Option<Square>) -> &mut f64 {
        let index = |square: Square| 20 * usize::from(square.y()) + usize::from(square.x());
        &mut self.0[part as usize][square.map_or(N_SQUARES, index)]
    }
}

impl Tried {
    /// Every square that can be a part of a placement, with its factors.
    fn for_each_square(&self, mut visit: impl FnMut(Part, Option<Square>, usize)) {
        let size = self.feature_map.size();
        let on_board = (0..size).flat_map(|y| (0..size).map(move |x| Square::new(x, y)));
        for square in on_board.chain([None]) {
            for part in Part::ALL {
                for factor in factors_at(&self.feature_map, part, square) {
                    visit(part, square, self.phase * N_FACTORS + factor);
                }
            }
        }
    }

    fn piece(&self, m: Move) -> usize {
        self.phase * N_FACTORS + m.piece().index()
    }
}

/// The logarithm of a weight is a sum over squares, so these are added up first.
impl Choice for Tried {
    fn shares(&self) -> impl Iterator<Item = f64> {
        self.moves.iter().map(|&(_, share)| share)
    }

    fn logits(&self, weights: &[f64], logits: &mut Vec<f64>) {
        let mut sums = Sums::ZERO;
        self.for_each_square(|part, square, factor| *sums.at(part, square) += weights[factor]);
        logits.extend(self.moves.iter().map(|&(m, _)| {
            let parts = self.feature_map.parts(m).map(|(part, square)| *sums.at(part, square));
            weights[self.piece(m)] + parts.sum::<f64>()
        }));
    }

    fn add_gradient(&self, of_logits: &[f64], gradient: &mut [f64]) {
        let mut sums = Sums::ZERO;
        for (&(m, _), of_logit) in self.moves.iter().zip(of_logits) {
            gradient[self.piece(m)] += of_logit;
            self.feature_map.parts(m).for_each(|(part, square)| *sums.at(part, square) += of_logit);
        }
        self.for_each_square(|part, square, factor| gradient[factor] += *sums.at(part, square));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_of_nothing_is_written_as_a_factor_that_changes_nothing() {
        let text = text(Variant::Duo, "the command", &[0.0; N_PHASES * N_FACTORS]);
        let (_, numbers) = layout().read(&text).unwrap();
        assert!(numbers.iter().all(|number| format!("{number:.4}") == "1.0000"));
    }

    #[test]
    fn the_gradient_is_that_of_the_logits() {
        let options = parse_options([("variant", "classic-2")]).unwrap();
        let mut bot = bot::<Blokus>(&"mcts:nodes=20".parse().unwrap()).unwrap();
        let mut tried = Vec::new();
        play(options, &mut *bot, 1, &mut tried).unwrap();
        let n_weights = N_PHASES * N_FACTORS;
        let direction: Vec<f64> = (0..n_weights).map(|i| (i * 7 % 13) as f64 / 13.0).collect();
        assert!(tried.len() > 20);
        for choice in tried.iter().step_by(9) {
            let mut at_zero = Vec::new();
            let mut further = Vec::new();
            choice.logits(&vec![0.0; n_weights], &mut at_zero);
            choice.logits(&direction, &mut further);
            let of_logits: Vec<f64> = (0..at_zero.len()).map(|i| (i % 5) as f64).collect();
            let mut gradient = vec![0.0; n_weights];
            choice.add_gradient(&of_logits, &mut gradient);
            let dot = |one: &[f64], other: &[f64]| -> f64 {
                one.iter().zip(other).map(|(one, other)| one * other).sum()
            };
            let by_logits = dot(&further, &of_logits) - dot(&at_zero, &of_logits);
            let by_weights = dot(&gradient, &direction);
            assert!(
                (by_logits - by_weights).abs() < 1e-6 * by_logits.abs(),
                "{by_logits} {by_weights}"
            );
        }
    }
}
