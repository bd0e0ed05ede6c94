//! The cookie by which somebody is known again.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::id::random_bytes;

/// What a session is asked for by: a secret of who has it. The database knows only its hash.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; N_TOKEN]);

const N_TOKEN: usize = 24;
const N_SIGNATURE: usize = 16;
const N_PSEUDONYM: usize = 16;

/// Signs tokens, so that one that the server did not make costs no look into the database.
#[derive(Clone)]
pub(crate) struct CookieSigner([u8; 32]);

impl Token {
    pub(crate) fn new() -> Token {
        Token(random_bytes())
    }

    /// The form that the database keeps.
    pub(crate) fn hashed(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.0))
    }
}

impl CookieSigner {
    /// A new one, as text.
    pub(crate) fn new_text() -> String {
        URL_SAFE_NO_PAD.encode(random_bytes::<32>())
    }

    pub(crate) fn read(text: &str) -> Option<CookieSigner> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(CookieSigner)
    }

    /// The value of the cookie.
    pub(crate) fn sign(&self, token: &Token) -> String {
        let signature = self.mac(token).finalize().into_bytes();
        let bytes = [&token.0[..], &signature[..N_SIGNATURE]].concat();
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The token in the value of a cookie, if the server signed it. It takes the same time whatever
    /// is wrong with the signature.
    pub(crate) fn open(&self, value: &str) -> Option<Token> {
        let bytes = URL_SAFE_NO_PAD.decode(value).ok()?;
        let (token, signature) = bytes.split_at_checked(N_TOKEN)?;
        let token = Token(token.try_into().ok()?);
        if signature.len() != N_SIGNATURE {
            return None;
        }
        self.mac(&token).verify_truncated_left(signature).ok()?;
        Some(token)
    }

    /// The name under which something is stored that must not be readable there.
    pub(crate) fn pseudonym(&self, text: &str) -> String {
        // The prefix keeps it apart from signatures of tokens.
        let mac = self.keyed().chain_update(b"pseudonym ").chain_update(text);
        URL_SAFE_NO_PAD.encode(&mac.finalize().into_bytes()[..N_PSEUDONYM])
    }

    fn mac(&self, token: &Token) -> Hmac<Sha256> {
        self.keyed().chain_update(token.0)
    }

    fn keyed(&self) -> Hmac<Sha256> {
        Hmac::<Sha256>::new_from_slice(&self.0).expect("a key may have any length")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_signed_is_opened() {
        let signer = CookieSigner::read(&CookieSigner::new_text()).unwrap();
        let other = CookieSigner::read(&CookieSigner::new_text()).unwrap();
        let token = Token::new();
        let value = signer.sign(&token);
        assert!(signer.open(&value) == Some(token.clone()));
        assert!(other.open(&value).is_none());
        for i in 0..value.len() {
            let mut forged = value.clone().into_bytes();
            forged[i] = if forged[i] == b'A' { b'B' } else { b'A' };
            let forged = String::from_utf8(forged).unwrap();
            assert!(signer.open(&forged).is_none(), "{i}");
        }
        for nonsense in ["", "A", &value[1..], &value[..value.len() - 1], "\u{e9}"] {
            assert!(signer.open(nonsense).is_none(), "{nonsense}");
        }
    }
}
