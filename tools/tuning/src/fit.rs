//! Logistic regression: the weights with which a sum of terms foretells results best.

/// The samples of a fit: sums of weighted terms, each with the share of the points that
/// came of it.
#[derive(Default)]
pub(crate) struct Samples {
    /// The terms that are not zero, one sample after the other.
    terms: Vec<(u32, f32)>,
    /// The end of the terms of each sample.
    ends: Vec<usize>,
    shares: Vec<f32>,
}

impl Samples {
    /// Adds one: the weights that it uses, how often, and its share of the points from 0 to 1.
    pub(crate) fn push(&mut self, terms: impl IntoIterator<Item = (usize, f64)>, share: f64) {
        let terms = terms.into_iter().filter(|&(_, value)| value != 0.0);
        self.terms.extend(terms.map(|(index, value)| (index as u32, value as f32)));
        self.ends.push(self.terms.len());
        self.shares.push(share as f32);
    }

    pub(crate) fn len(&self) -> usize {
        self.shares.len()
    }

    fn iter(&self) -> impl Iterator<Item = (&[(u32, f32)], f64)> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        let ranges = begins.zip(&self.ends);
        ranges
            .zip(&self.shares)
            .map(|((begin, &end), &share)| (&self.terms[begin..end], f64::from(share)))
    }
}

/// Points of an estimate for each unit of the logarithm of the odds: 100 make odds of three to one.
pub(crate) const POINTS_PER_LOGIT: f64 = 91.023_922_662_683_74;

/// The result of a fit.
pub(crate) struct Fit {
    pub(crate) weights: Vec<f64>,
    /// The mean of the logarithmic loss: 0.693 is that of a coin, less is better.
    pub(crate) loss: f64,
}

/// No more steps are needed: each about doubles the right digits.
const MAX_STEPS: usize = 20;

/// The change of the weights at which it is done.
const TOLERANCE: f64 = 1e-6;

/// The weights that foretell the shares best, where `1 / (1 + exp(-sum))` is foretold. Weights are
/// held near zero as if each had been seen `ridge` times to be so: what hardly ever occurs gets
/// none.
///
/// It goes to the minimum by Newton's method, which needs no rate and no seed.
pub(crate) fn fit(samples: &Samples, n_weights: usize, ridge: f64) -> Fit {
    let mut weights = vec![0.0; n_weights];
    for _ in 0..MAX_STEPS {
        let mut slope = Slope::of(samples, &weights, ridge);
        let step = solve(&mut slope.curvature, slope.gradient);
        let change = step.iter().fold(0.0_f64, |most, change| most.max(change.abs()));
        // A long step may lead too far where the curve is not yet that of the minimum.
        let scale = if change > 1.0 { 1.0 / change } else { 1.0 };
        weights.iter_mut().zip(step).for_each(|(weight, change)| *weight -= scale * change);
        if change < TOLERANCE {
            break;
        }
    }
    let loss = loss(samples, &weights);
    Fit { weights, loss }
}

fn loss(samples: &Samples, weights: &[f64]) -> f64 {
    let loss = |(terms, share): (&[(u32, f32)], f64)| {
        let expected = expected(terms, weights).clamp(1e-12, 1.0 - 1e-12);
        -share * libm::log(expected) - (1.0 - share) * libm::log(1.0 - expected)
    };
    samples.iter().map(loss).sum::<f64>() / f64::from(samples.len().max(1) as u32)
}

fn expected(terms: &[(u32, f32)], weights: &[f64]) -> f64 {
    let sum: f64 =
        terms.iter().map(|&(index, value)| weights[index as usize] * f64::from(value)).sum();
    1.0 / (1.0 + libm::exp(-sum))
}

/// First and second derivatives of the loss.
struct Slope {
    gradient: Vec<f64>,
    curvature: Vec<Vec<f64>>,
}

impl Slope {
    fn of(samples: &Samples, weights: &[f64], ridge: f64) -> Slope {
        let n_weights = weights.len();
        let gradient = weights.iter().map(|weight| ridge * weight).collect();
        let mut curvature = vec![vec![0.0; n_weights]; n_weights];
        (0..n_weights).for_each(|i| curvature[i][i] = ridge);
        let mut slope = Slope { gradient, curvature };
        for (terms, share) in samples.iter() {
            slope.add(terms, expected(terms, weights), share);
        }
        slope
    }

    fn add(&mut self, terms: &[(u32, f32)], expected: f64, share: f64) {
        let steepness = expected * (1.0 - expected);
        for &(row, value) in terms {
            let row = row as usize;
            let value = f64::from(value);
            self.gradient[row] += (expected - share) * value;
            for &(column, other) in terms {
                self.curvature[row][column as usize] += steepness * value * f64::from(other);
            }
        }
    }
}

/// Solves `matrix * x = right` for a symmetric positive matrix, by Cholesky's decomposition in
/// place.
fn solve(matrix: &mut [Vec<f64>], right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for row in 0..n {
        for column in 0..=row {
            let dot: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let rest = matrix[row][column] - dot;
            matrix[row][column] =
                if row == column { rest.sqrt() } else { rest / matrix[column][column] };
        }
    }
    let mut x = right;
    for row in 0..n {
        let known: f64 = (0..row).map(|k| matrix[row][k] * x[k]).sum();
        x[row] = (x[row] - known) / matrix[row][row];
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[k][row] * x[k]).sum();
        x[row] = (x[row] - known) / matrix[row][row];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_made_the_results_are_found() {
        let truth = [0.7, -1.2, 0.0];
        let mut samples = Samples::default();
        for i in 0..1_000_u32 {
            let terms = [i % 7, i % 5, i % 3].map(|it| f64::from(it) - 2.0);
            let sum: f64 = terms.iter().zip(truth).map(|(term, weight)| term * weight).sum();
            samples.push(terms.into_iter().enumerate(), 1.0 / (1.0 + libm::exp(-sum)));
        }
        let Fit { weights, loss } = fit(&samples, truth.len(), 1e-6);
        let is_near = |(found, truth): (&f64, f64)| (found - truth).abs() < 1e-3;
        assert!(weights.iter().zip(truth).all(is_near), "{weights:?}");
        assert!(loss < 0.693, "{loss}");
    }

    #[test]
    fn what_was_never_seen_has_no_weight() {
        let mut samples = Samples::default();
        samples.push([(0, 1.0)], 1.0);
        samples.push([(0, 1.0)], 0.0);
        let Fit { weights, .. } = fit(&samples, 2, 1.0);
        assert!(weights.iter().all(|weight| weight.abs() < 1e-9), "{weights:?}");
    }
}
