//! Cookies: one for the session, and one by which a browser is known that has signed in before.

use axum::http::{HeaderMap, HeaderValue, header};

use super::App;
use crate::id::{is_same_secret, new_id};
use crate::people::{PersonId, Token};

/// The names of the cookies. With https they have a prefix: then browsers take them over https
/// only, for this host only, and no other host of the same domain can set them.
const SESSION: &str = "tilewright";
const DEVICE: &str = "tilewright-device";
const PREFIX: &str = "__Host-";

/// The lifetime of a session: a year.
pub(super) const LASTS_SECONDS: u64 = 365 * 24 * 60 * 60;

/// The session cookie of a request.
pub(super) fn session_in(headers: &HeaderMap, is_https: bool) -> Option<&str> {
    find(headers, SESSION, is_https)
}

/// The device cookie of a request.
pub(super) fn device_in(headers: &HeaderMap, is_https: bool) -> Option<String> {
    find(headers, DEVICE, is_https).map(str::to_owned)
}

fn find<'a>(headers: &'a HeaderMap, name: &str, is_https: bool) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|line| line.split(';'));
    let mut pairs = pairs.filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| is_called(key, name, is_https)).map(|(_, value)| value)
}

fn is_called(key: &str, name: &str, is_https: bool) -> bool {
    let plain = if is_https { key.strip_prefix(PREFIX) } else { Some(key) };
    plain == Some(name)
}

impl App {
    pub(super) fn session_cookie(&self, token: &Token) -> HeaderMap {
        self.cookie_headers(SESSION, &self.signer.sign(token), LASTS_SECONDS)
    }

    /// Lets the browser forget the session.
    pub(super) fn clear_cookie(&self) -> HeaderMap {
        self.cookie_headers(SESSION, "", 0)
    }

    /// A cookie by which this browser is known at the next sign-in to this account: wrong passwords
    /// from elsewhere then do not lock it out.
    pub(super) fn device_cookie(&self, person: &PersonId) -> HeaderMap {
        let nonce = new_id();
        let signature = self.device_signature(&nonce, person);
        self.cookie_headers(DEVICE, &format!("{nonce}.{signature}"), LASTS_SECONDS)
    }

    /// Returns true if a device cookie was made for this account.
    pub(super) fn is_device_of(&self, device: &str, person: &PersonId) -> bool {
        let parts = device.split_once('.');
        parts.is_some_and(|(nonce, given)| {
            is_same_secret(given, &self.device_signature(nonce, person))
        })
    }

    fn device_signature(&self, nonce: &str, person: &PersonId) -> String {
        self.signer.pseudonym(&format!("device {nonce} {}", person.0))
    }

    fn cookie_headers(&self, name: &str, value: &str, max_age: u64) -> HeaderMap {
        let (prefix, secure) = if self.is_https { (PREFIX, "; Secure") } else { ("", "") };
        let text = format!(
            "{prefix}{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={max_age}{secure}"
        );
        let value = HeaderValue::try_from(text).expect("a cookie is plain text");
        HeaderMap::from_iter([(header::SET_COOKIE, value)])
    }
}
