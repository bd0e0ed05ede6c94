//! Fits the evaluation of Blokus.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use tilewright_blokus::{Blokus, ColorFeatures, Options, Position};
use tilewright_bots::blokus::values::{N_WEIGHTS, knots, layout, stage};
use tilewright_bots::{Bot, BotSpec, Thinking, bot, generator};
use tilewright_core::{BySeat, Game, Position as _, Seat, Turn, parse_options, random_index};

use crate::fit::{Fit, Samples, fit};
use crate::{output, percent};

/// The games that are played, and the file of the result.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The variant, such as duo or classic-2.
    #[arg(long, default_value = "duo")]
    variant: String,

    /// The bot that plays against itself.
    #[arg(long, default_value = "mcts:nodes=300")]
    player: BotSpec,

    #[arg(long, default_value_t = 2_000)]
    games: u64,

    /// The percentage of random moves, so that there is something to be seen of bad
    /// ones too.
    #[arg(long, default_value_t = 10, value_parser = percent)]
    noise: usize,

    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// As if each weight had been seen so often to be nothing.
    #[arg(long, default_value_t = 30.0)]
    ridge: f64,

    /// The file of weights to write.
    #[arg(long)]
    write: PathBuf,
}

/// Positions of one game resemble each other: one of so many is looked at.
const N_PER_SAMPLE: usize = 2;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { variant, player, games, noise, seed, ridge, write } = arguments;
    ensure!(*games > 0, "without games there is nothing to fit");
    output::check(write)?;
    let mut bot = bot::<Blokus>(player)?;
    let options = parse_options([("variant", variant.as_str())])?;
    let mut samples = Samples::default();
    for game in 0..*games {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(game);
        sample_game(options, &mut *bot, *noise, seed, &mut samples)?;
        if (game + 1).is_multiple_of(100) {
            eprintln!("{} games, {} pairs of seats", game + 1, samples.len());
        }
    }
    let Fit { weights, loss } = fit(&samples, N_WEIGHTS, *ridge);
    eprintln!("loss {loss:.5}");
    let command = format!(
        "tilewright-tuning blokus values --variant {variant} --player {player} --games {games} \
         --noise {noise} --seed {seed} --ridge {ridge}"
    );
    output::write(write, layout().text(options.variant, &command, &weights))
}

/// Plays a game, and adds what its seats had on the way and what they got in the end.
fn sample_game(
    options: Options,
    bot: &mut dyn Bot<Blokus>,
    noise: usize,
    seed: u64,
    samples: &mut Samples,
) -> Result<()> {
    let mut position = Blokus::start(&options)?;
    let mut rng = generator(seed, 0);
    let mut watched = Vec::new();
    for ply in 0.. {
        let Turn::Player(_) = position.turn() else { break };
        if random_index(&mut rng, N_PER_SAMPLE) == 0 {
            watched.push((stage(&position), terms(&position)));
        }
        let random = (random_index(&mut rng, 100) < noise).then(|| position.random_move(&mut rng));
        let m = random.flatten().unwrap_or_else(|| {
            let mut thinking = Thinking { seed, ply, ..Thinking::default() };
            bot.choose(&position, &mut thinking).m
        });
        position.play_unchecked(m);
    }
    let scores = position.scores();
    for (stage, terms) in watched {
        add_pairs(stage, &terms, &scores, samples);
    }
    Ok(())
}

/// The terms of each seat.
fn terms(position: &Position) -> BySeat<Vec<f64>> {
    let features = ColorFeatures::new(position);
    let mut terms = BySeat::from_fn(position.n_seats(), |_| vec![0.0; ColorFeatures::N_TERMS]);
    for &color in position.colors() {
        if let Some(seat) = position.owner(color) {
            let of_color = features.of(color.index());
            terms[seat].iter_mut().zip(of_color).for_each(|(sum, &term)| *sum += f64::from(term));
        }
    }
    terms
}

/// Adds what each seat had more than each other, and how it came out ahead of it.
fn add_pairs(stage: usize, terms: &BySeat<Vec<f64>>, scores: &BySeat<i32>, samples: &mut Samples) {
    for one in scores.seats() {
        for other in Seat::first(scores.len()).skip(one.index() + 1) {
            let more = |term: usize| terms[one][term] - terms[other][term];
            let parts = knots(stage).into_iter().flat_map(|(knot, part)| {
                let first = knot * ColorFeatures::N_TERMS;
                (0..ColorFeatures::N_TERMS)
                    .map(move |term| (first + term, f64::from(part) * more(term)))
            });
            samples.push(parts, share(scores[one] - scores[other]));
        }
    }
}

/// The reward of a lead at the end: half for being ahead, and half for how much.
fn share(lead: i32) -> f64 {
    let by_place = 0.5 * (1.0 + f64::from(lead.signum()));
    let lead = f64::from(lead) / MARGIN;
    let by_points = 0.5 * (1.0 + lead / (1.0 + lead.abs()));
    f64::midpoint(by_place, by_points)
}

/// The lead in points that is worth three quarters of the part for points.
const MARGIN: f64 = 10.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_compared_two_by_two() {
        for (variant, n_pairs) in [("duo", 1), ("classic-2", 1), ("classic-3", 3), ("classic", 6)] {
            let options = parse_options([("variant", variant)]).unwrap();
            let terms = terms(&Blokus::start(&options).unwrap());
            let mut samples = Samples::default();
            add_pairs(0, &terms, &BySeat::from_fn(terms.len(), |_| 0), &mut samples);
            assert_eq!(samples.len(), n_pairs, "{variant}");
        }
    }

    #[test]
    fn what_the_winner_has_more_gets_a_weight_above_nothing() {
        let mut terms = BySeat::from_fn(2, |_| vec![0.0; ColorFeatures::N_TERMS]);
        let [first, second] = [0, 1].map(|seat| Seat::new(seat).unwrap());
        (terms[first][3], terms[second][7]) = (2.0, 1.0);
        let mut samples = Samples::default();
        add_pairs(0, &terms, &BySeat::from([9, 0]), &mut samples);
        let weights = fit(&samples, N_WEIGHTS, 1.0).weights;
        assert!(weights[3] > 0.1 && weights[7] < -0.1, "{weights:?}");
    }

    #[test]
    fn a_larger_lead_is_worth_more() {
        let shares: Vec<f64> = (-30..=30).map(share).collect();
        assert!(shares.is_sorted_by(|one, other| one < other));
        assert!((share(7) + share(-7) - 1.0).abs() < 1e-12 && share(1) > 0.75);
    }
}
