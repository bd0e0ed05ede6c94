//! A small network: one layer of sums that are kept between 0 and 1, and a sum of those that
//! foretells a share of the points. Trained by Adam on samples that are drawn at random.

use tilewright_bots::coerceo::network::{MAX_SUM, N_HIDDEN, N_INPUTS, PARTS_OF_POINT};
use tilewright_core::{Rng, random_index};

use crate::fit::POINTS_PER_LOGIT;

/// A training sample: a position, and its share of the points from 0 to 1.
pub(crate) struct Sample {
    /// The inputs that are there, as each symmetry shows them.
    pub(crate) images: Vec<Vec<u8>>,
    pub(crate) share: f32,
}

type Units = [f32; N_HIDDEN];

/// The weights of a network, or what is summed up for each of them.
struct Weights {
    inputs: Vec<Units>,
    bias: Units,
    output: Units,
    output_bias: f32,
}

/// The size of a batch.
const BATCH: usize = 1024;

/// The rate of learning at first; it becomes shorter to the end.
const RATE: f32 = 0.002;

/// The decay rates of Adam.
const KEPT: f32 = 0.9;
const SQUARES_KEPT: f32 = 0.999;

/// One sample in so many is not trained on: the first, which are of other games.
const TEST_PART: usize = 20;

/// Trains a network, and writes it as the engines read it.
pub(crate) fn train<R: Rng>(samples: &[Sample], n_epochs: usize, rng: &mut R) -> Vec<u8> {
    let (test, train) = samples.split_at(samples.len() / TEST_PART);
    let mut weights = Weights::random(rng);
    let mut means = Weights::zero();
    let mut squares = Weights::zero();
    let n_steps = (n_epochs * train.len() / BATCH).max(1);
    for step in 0..n_steps {
        let mut slope = Weights::zero();
        for _ in 0..BATCH {
            let sample = &train[random_index(rng, train.len())];
            let image = &sample.images[random_index(rng, sample.images.len())];
            weights.add_slope(image, sample.share, &mut slope);
        }
        let rate = RATE * (1.0 - float(step) / float(n_steps));
        let unbiased = |kept: f32| 1.0 - libm::powf(kept, float(step + 1));
        let mean_part = unbiased(KEPT);
        let square_part = unbiased(SQUARES_KEPT);
        let all = weights.each().zip(slope.each()).zip(means.each()).zip(squares.each());
        for (((weight, slope), mean), square) in all {
            let slope = *slope / float(BATCH);
            *mean = KEPT * *mean + (1.0 - KEPT) * slope;
            *square = SQUARES_KEPT * *square + (1.0 - SQUARES_KEPT) * slope * slope;
            *weight -= rate * (*mean / mean_part) / (libm::sqrtf(*square / square_part) + 1e-8);
        }
        if (step + 1) % n_steps.div_ceil(10) == 0 || step + 1 == n_steps {
            let loss = test.iter().map(|it| weights.loss(&it.images[0], it.share)).sum::<f32>();
            eprintln!("step {} of {n_steps}: loss {:.4}", step + 1, loss / float(test.len()));
        }
    }
    weights.bytes()
}

impl Weights {
    fn zero() -> Weights {
        let units = [0.0; N_HIDDEN];
        Weights { inputs: vec![units; N_INPUTS], bias: units, output: units, output_bias: 0.0 }
    }

    fn random<R: Rng>(rng: &mut R) -> Weights {
        let mut around = |middle: f32, most: f32| {
            middle + most * (float(random_index(rng, 20_001)) / 10_000.0 - 1.0)
        };
        let mut weights = Weights::zero();
        weights.inputs.iter_mut().flatten().for_each(|it| *it = around(0.0, 0.2));
        weights.bias.iter_mut().for_each(|it| *it = around(0.3, 0.1));
        weights.output.iter_mut().for_each(|it| *it = around(0.0, 0.5));
        weights
    }

    /// All of them, in the order of the file.
    fn each(&mut self) -> impl Iterator<Item = &mut f32> {
        let inputs = self.inputs.iter_mut().flatten();
        inputs.chain(&mut self.bias).chain(&mut self.output).chain([&mut self.output_bias])
    }

    fn sums(&self, inputs: &[u8]) -> Units {
        let mut sums = self.bias;
        for &input in inputs {
            add(&mut sums, &self.inputs[usize::from(input)]);
        }
        sums
    }

    /// The share that is foretold from the sums.
    fn foretold(&self, sums: &Units) -> f32 {
        let outputs = sums.iter().zip(&self.output).map(|(sum, out)| sum.clamp(0.0, 1.0) * out);
        1.0 / (1.0 + libm::expf(-(self.output_bias + outputs.sum::<f32>())))
    }

    /// The logarithmic loss of a sample.
    fn loss(&self, inputs: &[u8], share: f32) -> f32 {
        let foretold = self.foretold(&self.sums(inputs)).clamp(1e-6, 1.0 - 1e-6);
        -(share * libm::logf(foretold) + (1.0 - share) * libm::logf(1.0 - foretold))
    }

    /// Adds how the loss of a sample changes with each weight.
    fn add_slope(&self, inputs: &[u8], share: f32, slope: &mut Weights) {
        let sums = self.sums(inputs);
        let error = self.foretold(&sums) - share;
        slope.output_bias += error;
        let mut back = [0.0; N_HIDDEN];
        for unit in 0..N_HIDDEN {
            slope.output[unit] += error * sums[unit].clamp(0.0, 1.0);
            if 0.0 < sums[unit] && sums[unit] < 1.0 {
                back[unit] = error * self.output[unit];
            }
        }
        add(&mut slope.bias, &back);
        for &input in inputs {
            add(&mut slope.inputs[usize::from(input)], &back);
        }
    }

    /// In whole numbers, two bytes each.
    fn bytes(&mut self) -> Vec<u8> {
        let n_weights = self.each().count();
        let n_sums = (N_INPUTS + 1) * N_HIDDEN;
        let points = (POINTS_PER_LOGIT * f64::from(PARTS_OF_POINT)) as f32;
        let scale = |i: usize| if i < n_sums { f32::from(MAX_SUM) } else { points };
        let whole = |(i, weight): (usize, &mut f32)| libm::roundf(*weight * scale(i)) as i16;
        let bytes: Vec<u8> =
            self.each().enumerate().map(whole).flat_map(i16::to_le_bytes).collect();
        debug_assert_eq!(bytes.len(), 2 * n_weights);
        bytes
    }
}

fn float(n: usize) -> f32 {
    f64::from(n as u32) as f32
}

fn add(sums: &mut Units, more: &Units) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

#[cfg(test)]
mod tests {
    use tilewright_bots::generator;

    use super::*;

    /// A sample that is won by more of the first ten inputs than of the next.
    fn sample(rng: &mut impl Rng) -> Sample {
        let inputs: Vec<u8> = (0..6).map(|_| random_index(rng, 20) as u8).collect();
        let n_good = inputs.iter().filter(|&&input| input < 10).count();
        Sample { images: vec![inputs], share: f32::from(u8::from(n_good > 3)) }
    }

    #[test]
    fn a_network_learns_what_decides() {
        let mut rng = generator(1, 0);
        let samples: Vec<Sample> = (0..8_000).map(|_| sample(&mut rng)).collect();
        let bytes = train(&samples, 60, &mut rng);
        assert_eq!(bytes.len(), 2 * ((N_INPUTS + 2) * N_HIDDEN + 1));
        let (numbers, _) = bytes.as_chunks::<2>();
        let weight = |i: usize| f32::from(i16::from_le_bytes(numbers[i]));
        let points = |inputs: &[u8]| {
            let sum = |unit: usize| {
                let inputs = inputs.iter().map(|&it| weight(usize::from(it) * N_HIDDEN + unit));
                inputs.sum::<f32>() + weight(N_INPUTS * N_HIDDEN + unit)
            };
            let part =
                |unit| sum(unit).clamp(0.0, 256.0) * weight((N_INPUTS + 1) * N_HIDDEN + unit);
            (0..N_HIDDEN).map(part).sum::<f32>() + 256.0 * weight((N_INPUTS + 2) * N_HIDDEN)
        };
        let is_right = |it: &&Sample| (points(&it.images[0]) > 0.0) == (it.share > 0.5);
        let tests: Vec<Sample> = (0..500).map(|_| sample(&mut rng)).collect();
        assert!(tests.iter().filter(is_right).count() > 460, "it was right too rarely");
    }
}
