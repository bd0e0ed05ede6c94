//! The sign-ins of a person: a list, from which each can be ended.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::App;
use super::address::ClientInfo;
use super::auth::{Session, SessionEnd};
use super::quota::finish;
use crate::audit::{SecurityEvent, record};
use crate::error::{ApiError, ErrorCode};
use crate::store::SignIn;
use crate::wire::SignInInfo;

/// The part of a session's hash by which its person names it.
const N_CHARS: usize = 16;

/// The sign-ins of the current person, the last used first.
#[utoipa::path(
    get, path = "/api/sessions", tag = "people",
    responses((status = 200, body = Vec<SignInInfo>), (status = 401, body = ApiError))
)]
pub(super) async fn list(
    State(app): State<App>,
    session: Session,
) -> Result<Json<Vec<SignInInfo>>, ApiError> {
    Ok(Json(app.sign_ins(&session).await?))
}

/// Ends a sign-in of the current person.
#[utoipa::path(
    delete, path = "/api/sessions/{id}", tag = "people", params(("id" = String, Path)),
    responses(
        (status = 204), (status = 401, body = ApiError), (status = 404, body = ApiError),
    )
)]
pub(super) async fn end(
    State(app): State<App>,
    session: Session,
    client: ClientInfo,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let now = app.session_clock.now();
    let own = app.store.sign_ins(&session.person.id, now).await?;
    let found = own.into_iter().find(|it| short(&it.id) == id);
    let none = || ApiError::new(ErrorCode::NotFound, "you have no such sign-in");
    let hash = found.ok_or_else(none)?.id;
    record(SecurityEvent::SignOut, client.address, Some(&session.person.id), "another sign-in");
    finish(async move {
        app.store.end_session(&hash).await?;
        app.tell_ended(SessionEnd::Hashed(hash));
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

impl App {
    /// The sign-ins of the person of a session.
    pub(super) async fn sign_ins(&self, session: &Session) -> Result<Vec<SignInInfo>, ApiError> {
        let own = session.token.hashed();
        let info = |it: SignIn| SignInInfo {
            id: short(&it.id).to_owned(),
            browser: it.agent,
            created_at: it.created_at,
            seen_at: it.seen_at,
            is_this: it.id == own,
        };
        let listed = self.store.sign_ins(&session.person.id, self.session_clock.now()).await?;
        Ok(listed.into_iter().map(info).collect())
    }
}

fn short(hash: &str) -> &str {
    hash.get(..N_CHARS).unwrap_or(hash)
}
