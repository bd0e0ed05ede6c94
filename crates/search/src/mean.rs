//! Means of very many rewards in single precision.

#![expect(clippy::cast_precision_loss, reason = "what is counted here is not so exact")]

/// The mean of so many rewards, of which the last one is this and the others had that mean.
///
/// After a million of them a step is as small as the precision of a float. It would always be
/// rounded alike, and the mean of ten million be wrong by two hundredths: so it is rounded up or
/// down by turns.
pub(crate) fn mean_with(reward: f32, mean: f32, n: u32) -> f32 {
    if n < 1 << 20 {
        return mean + (reward - mean) / n as f32;
    }
    let exact = f64::from(mean) + f64::from(reward - mean) / f64::from(n);
    // Multiples of the golden ratio are exploration evenly, whatever the order of the rewards.
    let turn = f64::from(n.wrapping_mul(0x9E37_79B9)) / f64::from(u32::MAX) - 0.5;
    (exact + turn * f64::from(f32::EPSILON / 2.0)) as f32
}
