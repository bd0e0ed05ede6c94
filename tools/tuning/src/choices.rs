//! Fits policy priors: a softmax of sums of weights, by Adam.

#![expect(clippy::cast_precision_loss, reason = "what is counted here has a few digits")]

/// A position with the shares of its moves.
pub(crate) trait Choice {
    /// The share of each move among all choices.
    fn shares(&self) -> impl Iterator<Item = f64>;

    /// Appends the logarithm of each move's weight, but for a constant.
    fn logits(&self, weights: &[f64], logits: &mut Vec<f64>);

    /// Adds the derivative by each weight, from the derivative by each logit.
    fn add_gradient(&self, of_logits: &[f64], gradient: &mut [f64]);
}

/// The result of a fit. Losses are means of the cross entropy.
pub(crate) struct Fit {
    pub(crate) weights: Vec<f64>,
    pub(crate) loss: f64,
    /// On choices that were kept aside.
    pub(crate) unseen_loss: f64,
    /// The loss of who knows how often each move is chosen.
    pub(crate) least_loss: f64,
    /// The loss of who takes all moves for equally likely.
    pub(crate) loss_of_chance: f64,
}

/// The number of passes over all choices.
const N_PASSES: usize = 12;

/// The size of a batch.
const N_TOGETHER: usize = 128;

/// One of so many choices is kept aside. Others of its game are not, so it is not quite unknown.
const N_PER_UNSEEN: usize = 16;

/// The rate of learning at first; it becomes less until the end.
const RATE: f64 = 0.03;

/// Holds weights near zero of which little is known.
const RIDGE: f64 = 1e-4;

/// Fits by Adam, the usual way to go downhill by rough gradients. The order of the choices is the
/// same in each pass, so that the result is the same again.
pub(crate) fn fit<C: Choice>(choices: &[C], n_weights: usize) -> Fit {
    let is_unseen = |i: usize| i.is_multiple_of(N_PER_UNSEEN);
    let only = |kept_aside: bool| {
        let chosen = (0..).zip(choices).filter(move |&(i, _)| is_unseen(i) == kept_aside);
        chosen.map(|(_, choice)| choice).collect::<Vec<&C>>()
    };
    let unseen = only(true);
    let seen = only(false);
    let seen = interleaved(&seen);
    let mut adam = Adam::new(n_weights);
    let n_steps = N_PASSES * seen.len().div_ceil(N_TOGETHER);
    for pass in 0..N_PASSES {
        let mut loss = 0.0;
        for together in seen.chunks(N_TOGETHER) {
            let mut gradient: Vec<f64> = adam.weights.iter().map(|it| RIDGE * it).collect();
            for choice in together {
                let n = together.len() as f64;
                loss += add_loss(*choice, &adam.weights, Some((&mut gradient, 1.0 / n)));
            }
            adam.step(&gradient, n_steps);
        }
        eprintln!("pass {}: loss {:.4}", pass + 1, loss / seen.len().max(1) as f64);
    }
    let weights = adam.weights;
    let mean = |choices: &[&C], loss: &dyn Fn(&C) -> f64| {
        choices.iter().map(|&choice| loss(choice)).sum::<f64>() / choices.len().max(1) as f64
    };
    let of_model = |choice: &C| add_loss(choice, &weights, None);
    Fit {
        loss: mean(&seen, &of_model),
        unseen_loss: mean(&unseen, &of_model),
        least_loss: mean(&unseen, &|choice| {
            choice.shares().filter(|&it| it > 0.0).map(|it| -it * libm::log(it)).sum()
        }),
        loss_of_chance: mean(&unseen, &|choice| libm::log(choice.shares().count() as f64)),
        weights,
    }
}

/// The same in another order: neighbors, which are from one game, come far from each other.
fn interleaved<T: Copy>(list: &[T]) -> Vec<T> {
    let stride = list.len().div_ceil(N_TOGETHER).max(1);
    (0..stride).flat_map(|first| list.iter().copied().skip(first).step_by(stride)).collect()
}

/// The cross entropy of a choice; and adds its derivative by the weights, times a factor.
fn add_loss<C: Choice>(choice: &C, weights: &[f64], gradient: Option<(&mut Vec<f64>, f64)>) -> f64 {
    let mut logits = Vec::new();
    choice.logits(weights, &mut logits);
    let most = logits.iter().fold(f64::NEG_INFINITY, |most, &logit| most.max(logit));
    let sum: f64 = logits.iter().map(|logit| libm::exp(logit - most)).sum();
    let log_sum = most + libm::log(sum);
    let loss = choice.shares().zip(&logits).map(|(share, logit)| share * (log_sum - logit)).sum();
    if let Some((gradient, factor)) = gradient {
        let likely = |logit: f64| libm::exp(logit - log_sum);
        let of_logits: Vec<f64> = choice
            .shares()
            .zip(&logits)
            .map(|(share, &logit)| factor * (likely(logit) - share))
            .collect();
        choice.add_gradient(&of_logits, gradient);
    }
    loss
}

/// Weights that go downhill.
struct Adam {
    weights: Vec<f64>,
    /// The mean of the gradients of late, and of their squares.
    means: Vec<(f64, f64)>,
    n_steps: usize,
}

impl Adam {
    const KEPT: f64 = 0.9;
    const KEPT_OF_SQUARES: f64 = 0.99;

    fn new(n_weights: usize) -> Adam {
        Adam { weights: vec![0.0; n_weights], means: vec![(0.0, 0.0); n_weights], n_steps: 0 }
    }

    /// One of so many steps in all.
    fn step(&mut self, gradient: &[f64], n_steps: usize) {
        let rate = RATE * (1.0 - self.n_steps as f64 / n_steps as f64);
        self.n_steps += 1;
        let part_seen = |kept: f64| 1.0 - libm::pow(kept, self.n_steps as f64);
        let of_mean = part_seen(Adam::KEPT);
        let of_square = part_seen(Adam::KEPT_OF_SQUARES);
        let each = self.weights.iter_mut().zip(&mut self.means).zip(gradient);
        for ((weight, (mean, square)), slope) in each {
            *mean = Adam::KEPT * *mean + (1.0 - Adam::KEPT) * slope;
            *square =
                Adam::KEPT_OF_SQUARES * *square + (1.0 - Adam::KEPT_OF_SQUARES) * slope * slope;
            *weight -= rate * (*mean / of_mean) / (libm::sqrt(*square / of_square) + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves with one term each.
    struct Terms(Vec<(usize, f64)>);

    impl Choice for Terms {
        fn shares(&self) -> impl Iterator<Item = f64> {
            self.0.iter().map(|&(_, share)| share)
        }

        fn logits(&self, weights: &[f64], logits: &mut Vec<f64>) {
            logits.extend(self.0.iter().map(|&(term, _)| weights[term]));
        }

        fn add_gradient(&self, of_logits: &[f64], gradient: &mut [f64]) {
            let terms = self.0.iter().zip(of_logits);
            terms.for_each(|(&(term, _), of_logit)| gradient[term] += of_logit);
        }
    }

    #[test]
    fn it_finds_how_often_moves_are_chosen() {
        // The first is chosen twice as often as the second, and the third always: it is alone.
        let choices: Vec<Terms> = (0..2_000)
            .map(|i| match i % 3 {
                0 | 1 => Terms(vec![(0, 2.0 / 3.0), (1, 1.0 / 3.0)]),
                _ => Terms(vec![(2, 1.0)]),
            })
            .collect();
        let fit = fit(&choices, 3);
        let ratio = libm::exp(fit.weights[0] - fit.weights[1]);
        assert!((ratio - 2.0).abs() < 0.01, "{ratio}");
        assert!(fit.unseen_loss - fit.least_loss < 1e-4, "{}", fit.unseen_loss);
        assert!(fit.unseen_loss < fit.loss_of_chance);
    }
}
