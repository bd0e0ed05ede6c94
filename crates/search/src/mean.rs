//! Means of very many rewards in single precision.

#![expect(clippy::cast_precision_loss, reason = "what is counted here is not so exact")]

/// The mean of so many rewards, of which the last one is this and the others had that mean.
///
/// After a million of them a step is as small as what a float can tell apart. It would always be rounded alike,
/// and the mean of ten million be wrong by two hundredths: so it is rounded up or down by turns.
pub(crate) fn mean_with(reward: f32, mean: f32, n: u32) -> f32 {
    if n < 1 << 20 {
        return mean + (reward - mean) / n as f32;
    }
    let exact = f64::from(mean) + f64::from(reward - mean) / f64::from(n);
    // Multiples of the golden ratio are spread evenly, whatever the order of the rewards.
    let turn = f64::from(n.wrapping_mul(0x9E37_79B9)) / f64::from(u32::MAX) - 0.5;
    (exact + turn * f64::from(f32::EPSILON / 2.0)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seven of ten games are won, in another order in every ten.
    #[test]
    fn the_mean_of_millions_is_right() {
        let (mut mean, mut n_won) = (0.0, 0_u32);
        let n_games: u32 = 12_000_000;
        for n in 1..=n_games {
            let is_won = n.wrapping_mul(0x9E37_79B9) >> 16 & 1023 < 717;
            n_won += u32::from(is_won);
            mean = mean_with(f32::from(u8::from(is_won)), mean, n);
        }
        let error = f64::from(mean) - f64::from(n_won) / f64::from(n_games);
        assert!(error.abs() < 2e-4, "{error}");
    }
}
