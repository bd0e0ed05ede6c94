//! Accounts and sessions.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use tokio::task::spawn_blocking;

use super::App;
use super::auth::{Session, SessionEnd};
use crate::clock::now_millis;
use crate::error::{ApiError, ErrorCode};
use crate::id::new_id;
use crate::people::{Person, PersonId, check_name, check_password, hash, is_right, name_key};
use crate::store::{StoreError, TableQuery};
use crate::wire::{Credentials, HistoryEntry, Me, NewPassword, Password, Profile};

/// The person behind the request; nothing for somebody who has not played yet.
#[utoipa::path(get, path = "/api/me", tag = "people", responses((status = 200, body = Option<Me>)))]
pub(super) async fn me(session: Option<Session>) -> Json<Option<Me>> {
    Json(session.map(|session| me_of(&session.person)))
}

/// Makes an account. The games of a guest stay with the account that it becomes.
#[utoipa::path(
    post, path = "/api/accounts", tag = "people", request_body = Credentials,
    responses(
        (status = 201, body = Me), (status = 400, body = ApiError), (status = 409, body = ApiError),
        (status = 429, body = ApiError),
    )
)]
pub(super) async fn sign_up(
    State(app): State<App>,
    session: Option<Session>,
    Json(wanted): Json<Credentials>,
) -> Result<(StatusCode, HeaderMap, Json<Me>), ApiError> {
    check_name(&wanted.name)?;
    check_password(&wanted.password)?;
    let guest = session.filter(|session| session.person.is_guest);
    let id = guest.as_ref().map_or_else(|| PersonId(new_id()), |it| it.person.id.clone());
    let person = Person { id, name: wanted.name, is_guest: false };
    let password = app.hashed(wanted.password).await?;
    let key = name_key(&person.name);
    let made = app.store.create_account(&person, &key, &password, now_millis()).await;
    made.map_err(|error| match error {
        StoreError::Conflict => ApiError::new(ErrorCode::NameTaken, "this name is taken"),
        error => error.into(),
    })?;
    // What was known of the guest is known no more: a new session for a new standing.
    if let Some(guest) = guest {
        app.store.end_session(&guest.token.hashed()).await?;
        app.tell_ended(SessionEnd::One(guest.token));
        for table in app.store.tables_of(&person.id).await? {
            app.tables.reload(&table).await;
        }
    }
    let cookie = app.begin_session(&person).await?;
    Ok((StatusCode::CREATED, cookie, Json(me_of(&person))))
}

/// Signs in.
#[utoipa::path(
    post, path = "/api/session", tag = "people", request_body = Credentials,
    responses(
        (status = 200, body = Me),
        (status = 401, body = ApiError), (status = 429, body = ApiError),
    )
)]
pub(super) async fn sign_in(
    State(app): State<App>,
    Json(given): Json<Credentials>,
) -> Result<(HeaderMap, Json<Me>), ApiError> {
    let account = app.store.account(&name_key(&given.name)).await?;
    let kept = account.as_ref().map(|account| account.password.clone());
    let is_right = app.think(move || is_right(&given.password, kept.as_deref())).await?;
    let account = account.filter(|_| is_right).ok_or_else(wrong)?;
    let cookie = app.begin_session(&account.person).await?;
    Ok((cookie, Json(me_of(&account.person))))
}

/// Signs out, here.
#[utoipa::path(delete, path = "/api/session", tag = "people", responses((status = 204)))]
pub(super) async fn sign_out(
    State(app): State<App>,
    session: Option<Session>,
) -> Result<(StatusCode, HeaderMap), ApiError> {
    if let Some(session) = session {
        app.store.end_session(&session.token.hashed()).await?;
        app.tell_ended(SessionEnd::One(session.token));
    }
    Ok((StatusCode::NO_CONTENT, app.clear_cookie()))
}

/// Signs out everywhere.
#[utoipa::path(
    delete, path = "/api/sessions", tag = "people",
    responses((status = 204), (status = 401, body = ApiError))
)]
pub(super) async fn sign_out_everywhere(
    State(app): State<App>,
    session: Session,
) -> Result<(StatusCode, HeaderMap), ApiError> {
    app.store.end_all_sessions(&session.person.id).await?;
    app.tell_ended(SessionEnd::AllOf(session.person.id));
    Ok((StatusCode::NO_CONTENT, app.clear_cookie()))
}

/// Changes the password, and signs out everywhere else.
#[utoipa::path(
    put, path = "/api/me/password", tag = "people", request_body = NewPassword,
    responses((status = 204), (status = 400, body = ApiError), (status = 401, body = ApiError))
)]
pub(super) async fn change_password(
    State(app): State<App>,
    session: Session,
    Json(change): Json<NewPassword>,
) -> Result<(StatusCode, HeaderMap), ApiError> {
    check_password(&change.new)?;
    check(&app, &session.person, change.old).await?;
    let password = app.hashed(change.new).await?;
    app.store.change_password(&session.person.id, &password).await?;
    app.tell_ended(SessionEnd::AllOf(session.person.id.clone()));
    Ok((StatusCode::NO_CONTENT, app.begin_session(&session.person).await?))
}

/// Deletes the account with its data: name, password, sessions, history and everything said. Games
/// that are going on are resigned; what was played stays in the others' games, without a name.
#[utoipa::path(
    delete, path = "/api/me", tag = "people", request_body = Password,
    responses((status = 204), (status = 401, body = ApiError))
)]
pub(super) async fn delete(
    State(app): State<App>,
    session: Session,
    Json(given): Json<Password>,
) -> Result<(StatusCode, HeaderMap), ApiError> {
    let person = session.person;
    if !person.is_guest {
        check(&app, &person, given.password).await?;
    }
    // Whoever asks for something from now on is nobody; what was asked before is done, or is
    // refused by the database.
    app.store.end_all_sessions(&person.id).await?;
    app.tell_ended(SessionEnd::AllOf(person.id.clone()));
    for table in app.store.delete_person(&person.id).await? {
        app.tables.forget_person(&table, &person.id).await?;
    }
    Ok((StatusCode::NO_CONTENT, app.clear_cookie()))
}

/// The public profile of a person.
#[utoipa::path(
    get, path = "/api/people/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = ApiError))
)]
pub(super) async fn profile(
    State(app): State<App>,
    session: Option<Session>,
    Path(name): Path<String>,
) -> Result<Json<Profile>, ApiError> {
    let account = app.store.account(&name_key(&name)).await?;
    let nobody = || ApiError::new(ErrorCode::NotFound, "there is nobody of this name");
    let account = account.ok_or_else(nobody)?;
    let with_private = session.is_some_and(|session| session.person.id == account.person.id);
    let which = TableQuery::Of { person: account.person.id.clone(), with_private };
    let mut games = Vec::new();
    for table in app.store.list_tables(&which).await? {
        let seats = app.store.seats_of(&account.person.id, &table.id).await?;
        games.push(HistoryEntry { table, seats });
    }
    Ok(Json(Profile { name: account.person.name, since: account.created_at, games }))
}

fn me_of(person: &Person) -> Me {
    Me { name: person.name.clone(), is_guest: person.is_guest }
}

/// The same for a wrong name as for a wrong password.
fn wrong() -> ApiError {
    ApiError::new(ErrorCode::SignedOut, "the name or the password is wrong")
}

async fn check(app: &App, person: &Person, password: String) -> Result<(), ApiError> {
    let kept = app.store.password_of(&person.id).await?;
    let is_right = app.think(move || is_right(&password, kept.as_deref())).await?;
    if is_right { Ok(()) } else { Err(wrong()) }
}

impl App {
    async fn hashed(&self, password: String) -> Result<String, ApiError> {
        self.think(move || hash(&password)).await
    }

    /// Passwords cost time on purpose: elsewhere, so that tables do not wait.
    async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _permit = self.passwords.acquire().await.map_err(|_| ApiError::internal())?;
        spawn_blocking(work).await.map_err(|_| ApiError::internal())
    }
}
