//! Authentication: the person behind a request.

use axum::extract::{FromRequestParts, OptionalFromRequestParts, Query};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use serde::Deserialize;
use tokio::sync::broadcast;

use super::App;
use super::address::ClientInfo;
use super::cookies::{LASTS_SECONDS, device_in, session_in};
use crate::audit::{SecurityEvent, record};
use crate::error::ApiError;
use crate::people::{Person, PersonId, Token};
use crate::store::NewSession;
use crate::tables::Visitor;

/// The time after which the use of a session is noted again, in milliseconds.
const NOTED_MILLIS: u64 = 60 * 60 * 1_000;

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
    /// The one whose token has this hash.
    Hashed(String),
    AllOf(PersonId),
}

impl SessionEnd {
    pub(super) fn is_of(&self, session: &Session) -> bool {
        match self {
            SessionEnd::One(token) => *token == session.token,
            SessionEnd::Hashed(hash) => *hash == session.token.hashed(),
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
        let cookie = session_in(&parts.headers, app.is_https);
        let Some(token) = cookie.and_then(|value| app.signer.open(value)) else {
            return Ok(None);
        };
        let now = app.session_clock.now();
        let known = app.store.session(&token.hashed(), now).await?;
        if known.as_ref().is_some_and(|known| known.seen_at + NOTED_MILLIS < now) {
            app.note_session(&token, now);
        }
        let session = known.map(|known| Session { person: known.person, token });
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

impl App {
    /// The person of a session, or else a new guest with the cookie to know them again.
    pub(super) async fn somebody(
        &self,
        session: Option<Session>,
        client: &ClientInfo,
    ) -> Result<(Person, HeaderMap), ApiError> {
        if let Some(session) = session {
            return Ok((session.person, HeaderMap::new()));
        }
        self.guests.take(client.address).map_err(|millis| {
            record(SecurityEvent::Limit, client.address, None, "guests");
            ApiError::too_many_requests(millis)
        })?;
        let person = Person::new_guest();
        let token = Token::new();
        self.store.create_guest(&person, &self.new_session(&token.hashed(), client)).await?;
        Ok((person, self.session_cookie(&token)))
    }

    /// Begins a session, and makes the cookies for it.
    pub(super) async fn begin_session(
        &self,
        person: &Person,
        client: &ClientInfo,
    ) -> Result<HeaderMap, ApiError> {
        let token = Token::new();
        let hash = token.hashed();
        self.store.create_session(&person.id, &self.new_session(&hash, client)).await?;
        let mut cookies = self.session_cookie(&token);
        for (name, cookie) in &self.device_cookie(&person.id) {
            cookies.append(name.clone(), cookie.clone());
        }
        Ok(cookies)
    }

    fn new_session<'a>(&self, id: &'a str, client: &'a ClientInfo) -> NewSession<'a> {
        let now = self.session_clock.now();
        let expires_at = now + LASTS_SECONDS * 1_000;
        NewSession { id, now, expires_at, agent: &client.agent, origin: &client.origin }
    }

    /// Notes the use of a session, beside the request that used it.
    fn note_session(&self, token: &Token, now: u64) {
        let store = self.store.clone();
        let hash = token.hashed();
        tokio::spawn(async move {
            if let Err(error) = store.touch_session(&hash, now).await {
                tracing::warn!(%error, "the use of a session cannot be noted");
            }
        });
    }

    /// Ends the sockets of sessions that ended.
    pub(super) fn tell_ended(&self, ended: SessionEnd) {
        // Perhaps there is no socket at all.
        let _ = self.ended.send(ended);
    }

    /// The browser that a request comes from, if it has signed in to this account before.
    pub(super) fn known_device(&self, headers: &HeaderMap, person: &PersonId) -> Option<String> {
        device_in(headers, self.is_https).filter(|device| self.is_device_of(device, person))
    }
}
