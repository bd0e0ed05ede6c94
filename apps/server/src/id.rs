//! Names that nobody can guess.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// Random bytes that nobody can predict.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// The name of a table or of a person: 72 bits, so that no two are alike.
pub(crate) fn new_id() -> String {
    URL_SAFE_NO_PAD.encode(random_bytes::<9>())
}

/// The key of a private table: 144 bits, so that nobody finds one by trying.
pub(crate) fn new_key() -> String {
    URL_SAFE_NO_PAD.encode(random_bytes::<18>())
}

/// A number that nobody can foresee.
pub(crate) fn new_seed() -> u64 {
    u64::from_ne_bytes(random_bytes())
}

/// Returns true if somebody knows a secret. Hashes are compared, so that the time does not tell how
/// much of it was right.
pub(crate) fn is_same_secret(given: &str, kept: &str) -> bool {
    Sha256::digest(given) == Sha256::digest(kept)
}
