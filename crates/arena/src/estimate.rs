//! A number with its 95 % interval.

use std::fmt;

use serde::Serialize;

/// The text for a number that the games do not determine yet.
pub(crate) const UNKNOWN: &str = "not known yet";

/// A number with the bounds of its 95 % interval, as far as they are known.
///
/// A bound is missing where the data do not say it: after one block, when all blocks were alike, or
/// where a score's interval reaches 0 or 1 and Elo would be infinite.
///
/// ```
/// use tilewright_arena::Estimate;
///
/// let elo = Estimate { value: 12.25, low: Some(2.0), high: Some(23.0) };
/// assert_eq!(elo.half_width(), Some(10.5));
/// assert_eq!(format!("{elo:.1}"), "12.2 ± 10.5");
///
/// let perfect = Estimate { value: 300.0, low: Some(210.0), high: None };
/// assert_eq!(format!("{perfect:.0}"), "300, at least 210");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
}

impl Estimate {
    /// A number without any interval.
    pub(crate) const fn bare(value: f64) -> Estimate {
        Estimate { value, low: None, high: None }
    }

    /// A number with as much to each side.
    pub(crate) fn symmetric(value: f64, half_width: f64) -> Estimate {
        Estimate { value, low: Some(value - half_width), high: Some(value + half_width) }
    }

    /// Half the length of the interval, if both ends are known.
    pub fn half_width(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }

    /// Returns the estimate multiplied by a positive number.
    pub fn scaled(&self, factor: f64) -> Estimate {
        let scale = |number: f64| number * factor;
        Estimate { value: scale(self.value), low: self.low.map(scale), high: self.high.map(scale) }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The sign belongs to the value and the bounds, and not to the width.
        let precision = f.precision().unwrap_or(2);
        fmt::Display::fmt(&without_sign_of_zero(self.value, precision), f)?;
        match (self.low, self.high) {
            (Some(low), Some(high)) => write!(f, " ± {:.precision$}", (high - low) / 2.0),
            (Some(low), None) => {
                f.write_str(", at least ")?;
                fmt::Display::fmt(&low, f)
            }
            (None, Some(high)) => {
                f.write_str(", at most ")?;
                fmt::Display::fmt(&high, f)
            }
            (None, None) => write!(f, ", error {UNKNOWN}"),
        }
    }
}

/// The same number, or 0 if it would be written as −0.
pub(crate) fn without_sign_of_zero(number: f64, precision: usize) -> f64 {
    if number.abs() < 0.5 * 0.1_f64.powi(precision as i32) { 0.0 } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_says_what_is_known() {
        let text = |low, high| format!("{:+.1}", Estimate { value: 3.0, low, high });
        assert_eq!(text(Some(2.0), Some(4.0)), "+3.0 ± 1.0");
        assert_eq!(text(Some(2.0), None), "+3.0, at least +2.0");
        assert_eq!(text(None, Some(4.0)), "+3.0, at most +4.0");
        assert_eq!(text(None, None), "+3.0, error not known yet");
    }

    #[test]
    fn zero_is_not_negative() {
        assert_eq!(format!("{:+.1}", Estimate::symmetric(-0.04, 1.0)), "+0.0 ± 1.0");
        assert_eq!(format!("{:+.1}", Estimate::symmetric(-0.06, 1.0)), "-0.1 ± 1.0");
    }
}
