//! Authentication: the person behind a request.

use axum::extract::{FromRequestParts, OptionalFromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use tokio::sync::broadcast;

use super::App;
use crate::clock::now_millis;
use crate::error::ApiError;
use crate::people::{COOKIE, Person, PersonId, Token};
use crate::tables::Visitor;

/// A session lasts so long: a year.
const LASTS_SECONDS: u64 = 365 * 24 * 60 * 60;

/// Somebody with a session.
#[derive(Clone)]
pub(super) struct Session {
    pub(super) person: Person,
    pub(super) token: Token,
}

/// Sessions that ended.
#[derive(Clone)]
pub(super) enum SessionEnd {
    One(Token),
    AllOf(PersonId),
}

impl SessionEnd {
    pub(super) fn is_of(&self, session: &Session) -> bool {
        match self {
            SessionEnd::One(token) => *token == session.token,
            SessionEnd::AllOf(person) => *person == session.person.id,
        }
    }
}

/// The session of a request, cached for all handlers that ask for it.
#[derive(Clone)]
struct CachedSession(Option<Session>);

/// A session for as long as a socket is open: what is told of sessions that end is listened to
/// before the session is looked at, so that no end is missed.
pub(super) struct LiveSession {
    pub(super) session: Option<Session>,
    pub(super) ended: broadcast::Receiver<SessionEnd>,
}

#[derive(Deserialize)]
struct KeyQuery {
    key: Option<String>,
}

impl FromRequestParts<App> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Session, ApiError> {
        let session = <Session as OptionalFromRequestParts<App>>::from_request_parts(parts, app);
        session.await?.ok_or_else(ApiError::signed_out)
    }
}

impl OptionalFromRequestParts<App> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Session>, ApiError> {
        if let Some(CachedSession(session)) = parts.extensions.get() {
            return Ok(session.clone());
        }
        let Some(token) = cookie(&parts.headers).and_then(|value| app.signer.open(value)) else {
            return Ok(None);
        };
        let person = app.store.session(&token.hashed(), now_millis()).await?;
        let session = person.map(|person| Session { person, token });
        parts.extensions.insert(CachedSession(session.clone()));
        Ok(session)
    }
}

impl FromRequestParts<App> for LiveSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<LiveSession, ApiError> {
        let ended = app.ended.subscribe();
        let session = <Session as OptionalFromRequestParts<App>>::from_request_parts(parts, app);
        Ok(LiveSession { session: session.await?, ended })
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, ApiError> {
        let session = <Session as OptionalFromRequestParts<App>>::from_request_parts(parts, app);
        let person = session.await?.map(|session| session.person);
        let link = Query::<KeyQuery>::try_from_uri(&parts.uri);
        let link = link.map_err(|error| ApiError::bad_request(error.body_text()))?;
        Ok(Visitor { person, key: link.0.key })
    }
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|line| line.split(';')).filter_map(|it| it.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

impl App {
    /// The person behind a request, or a new guest with the cookie that will identify them.
    pub(super) async fn somebody(
        &self,
        session: Option<Session>,
    ) -> Result<(Person, HeaderMap), ApiError> {
        if let Some(session) = session {
            return Ok((session.person, HeaderMap::new()));
        }
        let person = Person::new_guest();
        let token = Token::new();
        let now = now_millis();
        self.store.create_guest(&person, &token.hashed(), now, expiry(now)).await?;
        Ok((person, self.set_cookie(&token)))
    }

    /// Begins a session, and makes the cookie for it.
    pub(super) async fn begin_session(&self, person: &Person) -> Result<HeaderMap, ApiError> {
        let token = Token::new();
        let now = now_millis();
        self.store.create_session(&person.id, &token.hashed(), now, expiry(now)).await?;
        Ok(self.set_cookie(&token))
    }

    /// Ends the sockets of sessions that ended.
    pub(super) fn tell_ended(&self, ended: SessionEnd) {
        // Perhaps there is no socket at all.
        let _ = self.ended.send(ended);
    }

    fn set_cookie(&self, token: &Token) -> HeaderMap {
        self.cookie_headers(&self.signer.sign(token), LASTS_SECONDS)
    }

    /// Lets the browser forget the cookie.
    pub(super) fn clear_cookie(&self) -> HeaderMap {
        self.cookie_headers("", 0)
    }

    fn cookie_headers(&self, value: &str, max_age: u64) -> HeaderMap {
        let secure = if self.is_https { "; Secure" } else { "" };
        let text =
            format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={max_age}{secure}");
        let value = HeaderValue::try_from(text).expect("a cookie is plain text");
        HeaderMap::from_iter([(header::SET_COOKIE, value)])
    }
}

const fn expiry(now: u64) -> u64 {
    now + LASTS_SECONDS * 1_000
}
