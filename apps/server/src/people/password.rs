//! Passwords, hashed by Argon2id.

use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

/// Hashes a password for the store. It takes some 20 ms of a processor: call it where that blocks
/// nobody.
pub(crate) fn hash(password: &str) -> String {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.expect("a password may have any length here").to_string()
}

/// Returns true if the password matches its stored hash. Without a hash it takes as long, so that
/// the time does not tell whether the account exists.
pub(crate) fn is_right(password: &str, kept: Option<&str>) -> bool {
    static NOBODYS: LazyLock<String> = LazyLock::new(|| hash("nobody has this password"));
    let kept_hash = argon2::PasswordHash::new(kept.unwrap_or(&NOBODYS));
    let is_right = kept_hash
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
    is_right && kept.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_password_is_right() {
        let kept = hash("correct horse");
        assert!(kept.starts_with("$argon2id$"), "{kept}");
        assert_ne!(kept, hash("correct horse"), "salted");
        assert!(is_right("correct horse", Some(&kept)));
        assert!(!is_right("correct horsf", Some(&kept)));
        assert!(!is_right("nobody has this password", None));
        assert!(!is_right("", Some("nonsense")));
    }
}
