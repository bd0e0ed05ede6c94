//! The instructions that this build needs of the processor.

/// Returns a sentence if the processor lacks instructions that this build uses.
///
/// Programs call it first of all, because most of them are compiled for processors with 256-bit
/// vectors (`.cargo/config.toml`), and would die of an illegal instruction elsewhere.
/// `is_x86_feature_detected!` does not serve here: in such a build it is a constant.
#[must_use]
pub fn missing_instructions() -> Option<&'static str> {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    if !has_vectors() {
        return Some(
            "this build needs a processor with AVX2 (Intel from 2013, AMD from 2015): \
             build it without the rustflags in .cargo/config.toml",
        );
    }
    None
}

/// Asks the processor for everything that x86-64-v3 adds, and for an operating system that saves
/// the wide registers.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(never)]
fn has_vectors() -> bool {
    use std::arch::x86_64::__cpuid;

    /// FMA, MOVBE, POPCNT, OSXSAVE, AVX and F16C.
    const BASIC: u32 = 1 << 12 | 1 << 22 | 1 << 23 | 1 << 27 | 1 << 28 | 1 << 29;
    /// BMI1, AVX2 and BMI2.
    const STRUCTURED: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    /// LZCNT.
    const EXTENDED: u32 = 1 << 5;

    let n_leaves = __cpuid(0).eax;
    n_leaves >= 7
        && __cpuid(1).ecx & BASIC == BASIC
        && __cpuid(7).ebx & STRUCTURED == STRUCTURED
        && __cpuid(0x8000_0001).ecx & EXTENDED == EXTENDED
}
