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

/// Appends an item for each bit that is set, lowest first. The number of bits is known, so the list
/// grows once: that takes half the instructions of a push for each item.
///
/// ```
/// use tilewright_core::bits::extend_by_ones;
///
/// let mut squares = vec![0];
/// extend_by_ones(&mut squares, 0b1010, |bit| bit * bit);
/// assert_eq!(squares, [0, 1, 9]);
/// ```
#[inline]
pub fn extend_by_ones<T>(list: &mut Vec<T>, mut mask: u64, mut item: impl FnMut(usize) -> T) {
    list.extend((0..mask.count_ones()).map(|_| {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        item(bit)
    }));
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
