//! Passwords: the rules for new ones, and their hashes by Argon2id.

use std::collections::HashSet;
use std::sync::LazyLock;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use super::name_key;
use crate::error::ApiError;

/// The bounds of a password's length, in characters: the minimum of NIST SP 800-63B for accounts
/// with one factor is lower; there is no rule of composition.
const MIN_CHARS: usize = 10;
const MAX_CHARS: usize = 256;

/// The commonest passwords of at least the minimal length, in lower case.
const COMMON: &str = include_str!("../../data/common-passwords.txt");

/// Checks a new password.
pub(crate) fn check_password(password: &str, name: &str) -> Result<(), ApiError> {
    static IS_COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| COMMON.lines().collect());
    let n_chars = password.chars().count();
    if !(MIN_CHARS..=MAX_CHARS).contains(&n_chars) {
        let message = format!("a password has {MIN_CHARS} to {MAX_CHARS} characters");
        return Err(ApiError::bad_request(message));
    }
    let lower = password.to_lowercase();
    if IS_COMMON.contains(&*lower) || is_repetitive(&lower) {
        let message = "this is one of the first passwords that anybody would try: choose another";
        return Err(ApiError::bad_request(message));
    }
    // The names that an attacker knows, with a few characters around them.
    for known in [&*name_key(name), "tilewright"] {
        let rest = lower.replacen(known, "", 1);
        if rest.len() < lower.len() && rest.chars().count() < MIN_CHARS / 2 {
            let message = "a password is more than a name with a few characters: choose another";
            return Err(ApiError::bad_request(message));
        }
    }
    Ok(())
}

/// Returns true if a text repeats up to three characters, or follows the row of digits or letters.
fn is_repetitive(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let repeats = |n: usize| chars.iter().skip(n).zip(&chars).all(|(one, other)| one == other);
    let step = |pair: &[char]| i64::from(u32::from(pair[1])) - i64::from(u32::from(pair[0]));
    let is_row = chars.windows(2).all(|pair| step(pair) == step(&chars[..2]));
    (1..=3).any(repeats) || is_row
}

/// Hashes passwords one after the other in the same memory. Argon2 fills 19 MiB for each hash;
/// given back to the allocator and taken again by other threads, they would add up to gigabytes.
pub(super) struct Hasher {
    blocks: Vec<Block>,
    /// The hash of a password that nobody has.
    nobodys: String,
}

impl Hasher {
    pub(super) fn new() -> Hasher {
        let blocks = vec![Block::new(); Params::default().block_count()];
        let mut hasher = Hasher { blocks, nobodys: String::new() };
        hasher.nobodys = hasher.hash("nobody has this password");
        hasher
    }

    /// The hash of a password with a new salt, in the PHC string format.
    pub(super) fn hash(&mut self, password: &str) -> String {
        let params = Params::default();
        let salt = Salt::generate();
        let hash = self.compute(password, &params, Version::default(), &salt);
        let params = ParamsString::try_from(&params).expect("the usual parameters are valid");
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::default().into()),
            params,
            salt: Some(salt),
            hash,
        };
        hash.to_string()
    }

    /// Whether this is the password of a hash. Without a hash it takes as long, so that the time
    /// does not reveal whether there is such an account.
    pub(super) fn is_right(&mut self, password: &str, kept: Option<&str>) -> bool {
        let Ok(known) = PasswordHash::new(kept.unwrap_or(&self.nobodys)) else { return false };
        let params = Params::try_from(&known).ok();
        let version = known.version.and_then(|version| Version::try_from(version).ok());
        let (Some(params), Some(version), Some(salt)) = (params, version, known.salt) else {
            return false;
        };
        let is_argon2id = known.algorithm == Algorithm::Argon2id.ident();
        let hash = self.compute(password, &params, version, &salt);
        // Outputs are compared in constant time.
        kept.is_some() && is_argon2id && hash.is_some() && hash == known.hash
    }

    fn compute(
        &mut self,
        password: &str,
        params: &Params,
        version: Version,
        salt: &Salt,
    ) -> Option<Output> {
        let n_blocks = params.block_count();
        if self.blocks.len() < n_blocks {
            self.blocks.resize(n_blocks, Block::new());
        }
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let argon2 = Argon2::new(Algorithm::Argon2id, version, params.clone());
        let mut output = vec![0; length];
        let blocks = &mut self.blocks[..n_blocks];
        let password = password.as_bytes();
        argon2.hash_password_into_with_memory(password, salt, &mut output, blocks).ok()?;
        Output::new(&output).ok()
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    use super::*;

    #[test]
    fn only_the_right_password_is_right() {
        let mut hasher = Hasher::new();
        let kept = hasher.hash("correct horse");
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert_ne!(kept, hasher.hash("correct horse"), "salted");
        assert!(hasher.is_right("correct horse", Some(&kept)));
        assert!(!hasher.is_right("correct horsf", Some(&kept)));
        assert!(!hasher.is_right("nobody has this password", None));
        assert!(!hasher.is_right("", Some("nonsense")));
    }

    #[test]
    fn hashes_are_those_of_the_library() {
        let mut hasher = Hasher::new();
        let theirs = Argon2::default().hash_password(b"correct horse").unwrap().to_string();
        assert!(hasher.is_right("correct horse", Some(&theirs)));
        assert!(!hasher.is_right("wrong horse", Some(&theirs)));
        let ours = hasher.hash("correct horse");
        let ours = PasswordHash::new(&ours).unwrap();
        assert!(Argon2::default().verify_password(b"correct horse", &ours).is_ok());
    }

    #[test]
    fn common_and_guessable_passwords_are_refused() {
        let n_common = COMMON.lines().count();
        assert!(n_common >= 3_000, "{n_common}");
        assert!(
            COMMON.lines().all(|it| it.chars().count() >= MIN_CHARS && it == it.to_lowercase())
        );
        let check = |password| check_password(password, "ada.lovelace").is_ok();
        for wrong in [
            "password",
            "12345678",
            "short-one",
            "1234567890",
            "Password123",
            "aaaaaaaaaaaa",
            "abcabcabcabc",
            "abcdefghijkl",
            "9876543210",
            "Ada.Lovelace1",
            "tilewright2026",
        ] {
            assert!(!check(wrong), "{wrong}");
        }
        for right in ["correct horse", "battery staple", "ada.lovelace wrote it", "äöüäöüßäöé"]
        {
            assert!(check(right), "{right}");
        }
    }
}
