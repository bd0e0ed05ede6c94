//! The distributions and scales of statistics on games.

use std::f64::consts::{LN_10, SQRT_2};

/// Elo per natural logarithm of odds.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / LN_10;

/// Normalized Elo per standard deviation of one game. Near equality, in a game without draws, it is
/// Elo: the slope of the logistic curve is ¼ and the deviation ½.
pub(crate) const NORMALIZED_ELO_PER_DEVIATION: f64 = 800.0 / LN_10;

/// The chance that a standard normal number is below `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

/// The 97.5 % quantile of Student's distribution: the standard errors that the 95 % interval
/// reaches to each side, if the error was estimated with this many degrees of freedom.
///
/// Exact for one and two degrees, from there an expansion in their reciprocal (Abramowitz and
/// Stegun, 26.7.5) that is within 0.2 %.
pub(crate) fn student_quantile(degrees: u64) -> f64 {
    const Z: f64 = 1.959_963_984_540_054;
    match degrees {
        0 => f64::INFINITY,
        1 => 12.706_204_736_432_095,
        2 => 4.302_652_729_911_275,
        _ => {
            let square = Z * Z;
            let terms = [
                Z,
                Z * polynomial(&[1.0, 1.0], square) / 4.0,
                Z * polynomial(&[3.0, 16.0, 5.0], square) / 96.0,
                Z * polynomial(&[-15.0, 17.0, 19.0, 3.0], square) / 384.0,
                Z * polynomial(&[-945.0, -1920.0, 1482.0, 776.0, 79.0], square) / 92_160.0,
            ];
            polynomial(&terms, 1.0 / degrees as f64)
        }
    }
}

/// The value of a polynomial, from its coefficients by rising powers.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, factor| sum * x + factor)
}

/// The Elo difference at which this score is expected; none for 0 and 1.
pub(crate) fn elo_of_score(score: f64) -> Option<f64> {
    let is_open = score > 0.0 && score < 1.0;
    is_open.then(|| ELO_PER_LOGIT * (score / (1.0 - score)).ln())
}

/// The score that is expected at this Elo difference.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (z, chance) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (1.959_963_984_540_054, 0.975),
            (-3.0, 0.001_349_898_031_630_095),
        ] {
            assert!((normal_cdf(z) - chance).abs() < 1e-14, "{z}");
        }
    }

    #[test]
    fn students_quantile_is_that_of_the_tables() {
        for (degrees, quantile) in [
            (1, 12.706),
            (2, 4.3027),
            (3, 3.1824),
            (4, 2.7764),
            (5, 2.5706),
            (10, 2.2281),
            (30, 2.0423),
            (63, 1.9983),
            (1_000_000, 1.9600),
        ] {
            let ratio = student_quantile(degrees) / quantile;
            assert!((ratio - 1.0).abs() < 0.002, "{degrees}: {}", student_quantile(degrees));
        }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        // Ten to one on, 10/11, is 400 Elo.
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
        for elo in [-800.0, -3.5, 0.0, 120.0] {
            assert!((elo_of_score(score_of_elo(elo)).unwrap() - elo).abs() < 1e-9);
        }
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (None, None));
    }
}
