//! Bit sets of up to 64 things, and the mixing of hash keys.

/// The indexes of the bits that are set, lowest first.
///
/// ```
/// use tilewright_core::bits::ones;
///
/// assert!(ones(0b1010).eq([1, 3]));
/// ```
#[inline]
pub fn ones(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit as usize)
    })
}

/// A folded multiplication: both halves of the 128-bit product, combined by exclusive or. One such
/// step of a hash scatters the bits of two numbers. Neither should be zero, so mix in a constant
/// first.
///
/// ```
/// use tilewright_core::bits::fold;
///
/// assert_ne!(fold(1 ^ 0x9e37_79b9_7f4a_7c15, 7), fold(2 ^ 0x9e37_79b9_7f4a_7c15, 7));
/// ```
#[inline]
pub const fn fold(left: u64, right: u64) -> u64 {
    let product = (left as u128).wrapping_mul(right as u128);
    product as u64 ^ (product >> 64) as u64
}
