//! Accounts and sessions.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};

use super::App;
use super::address::ClientInfo;
use super::auth::{Session, SessionEnd};
use super::quota::finish;
use crate::audit::{SecurityEvent, record};
use crate::error::{ApiError, ErrorCode};
use crate::id::new_id;
use crate::people::{Person, PersonId, check_name, check_password, may_be_name, name_key};
use crate::store::{StoreError, TableQuery};
use crate::wire::{Credentials, HistoryEntry, Me, NewPassword, Password, Profile, SignIn};

/// The current person; `null` without a session.
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
    client: ClientInfo,
    Json(wanted): Json<Credentials>,
) -> Result<(StatusCode, HeaderMap, Json<Me>), ApiError> {
    check_name(&wanted.name)?;
    check_password(&wanted.password, &wanted.name)?;
    let guest = session.filter(|session| session.person.is_guest);
    let id = guest.as_ref().map_or_else(|| PersonId(new_id()), |it| it.person.id.clone());
    let person = Person { id, name: wanted.name, is_guest: false };
    let password = app.hashing.hash(wanted.password).await?;
    let me = me_of(&person);
    let cookies = finish(async move {
        app.make_account(&person, guest, &password).await?;
        record(SecurityEvent::SignUp, client.address, Some(&person.id), "");
        app.begin_session(&person, &client).await
    });
    Ok((StatusCode::CREATED, cookies.await?, Json(me)))
}

/// Signs in. The session of a guest becomes that of the account.
#[utoipa::path(
    post, path = "/api/session", tag = "people", request_body = SignIn,
    responses(
        (status = 200, body = Me), (status = 401, body = ApiError), (status = 429, body = ApiError),
    )
)]
pub(super) async fn sign_in(
    State(app): State<App>,
    session: Option<Session>,
    headers: HeaderMap,
    client: ClientInfo,
    Json(given): Json<SignIn>,
) -> Result<(HeaderMap, Json<Me>), ApiError> {
    if !may_be_name(&given.name) {
        return Err(wrong());
    }
    let key = name_key(&given.name);
    let account = app.store.account(&key).await?;
    let person = account.as_ref().map(|account| account.person.clone());
    let device = person.as_ref().and_then(|person| app.known_device(&headers, &person.id));
    let attempt = Attempt { account: key, device };
    let kept = account.map(|account| account.password);
    let is_right = app.try_password(&attempt, &client, given.password, kept).await?;
    let Some(person) = person.filter(|_| is_right) else { return Err(wrong()) };
    record(SecurityEvent::SignIn, client.address, Some(&person.id), "");
    let me = me_of(&person);
    let cookies = finish(async move {
        app.leave_guest(session, &person, given.take_games).await?;
        app.begin_session(&person, &client).await
    });
    Ok((cookies.await?, Json(me)))
}

/// Signs out of this session.
#[utoipa::path(delete, path = "/api/session", tag = "people", responses((status = 204)))]
pub(super) async fn sign_out(
    State(app): State<App>,
    session: Option<Session>,
    client: ClientInfo,
) -> Result<(StatusCode, HeaderMap), ApiError> {
    let cookie = app.clear_cookie();
    if let Some(session) = session {
        record(SecurityEvent::SignOut, client.address, Some(&session.person.id), "");
        finish(async move { app.end_session(session).await }).await?;
    }
    Ok((StatusCode::NO_CONTENT, cookie))
}

/// Signs out everywhere.
#[utoipa::path(
    delete, path = "/api/sessions", tag = "people",
    responses((status = 204), (status = 401, body = ApiError))
)]
pub(super) async fn sign_out_everywhere(
    State(app): State<App>,
    session: Session,
    client: ClientInfo,
) -> Result<(StatusCode, HeaderMap), ApiError> {
    let cookie = app.clear_cookie();
    let id = session.person.id;
    record(SecurityEvent::SignOutEverywhere, client.address, Some(&id), "");
    let ended = finish(async move {
        app.store.end_all_sessions(&id).await?;
        app.tell_ended(SessionEnd::AllOf(id));
        Ok(())
    });
    ended.await?;
    Ok((StatusCode::NO_CONTENT, cookie))
}

/// Changes the password, and signs out everywhere else.
#[utoipa::path(
    put, path = "/api/me/password", tag = "people", request_body = NewPassword,
    responses(
        (status = 204), (status = 400, body = ApiError), (status = 401, body = ApiError),
        (status = 429, body = ApiError),
    )
)]
pub(super) async fn change_password(
    State(app): State<App>,
    session: Session,
    client: ClientInfo,
    Json(change): Json<NewPassword>,
) -> Result<(StatusCode, HeaderMap), ApiError> {
    let person = session.person.clone();
    check_password(&change.new, &person.name)?;
    app.check_own_password(&session, &client, change.old).await?;
    let password = app.hashing.hash(change.new).await?;
    record(SecurityEvent::PasswordChange, client.address, Some(&person.id), "");
    let cookies = finish(async move {
        app.store.change_password(&person.id, &password).await?;
        app.tell_ended(SessionEnd::AllOf(person.id.clone()));
        app.begin_session(&person, &client).await
    });
    Ok((StatusCode::NO_CONTENT, cookies.await?))
}

/// Deletes the account with its data: name, password, sessions, history and everything said. Games
/// that are going on are resigned; what was played stays in the others' games, without a name.
#[utoipa::path(
    delete, path = "/api/me", tag = "people", request_body = Password,
    responses((status = 204), (status = 401, body = ApiError), (status = 429, body = ApiError))
)]
pub(super) async fn delete(
    State(app): State<App>,
    session: Session,
    client: ClientInfo,
    Json(given): Json<Password>,
) -> Result<(StatusCode, HeaderMap), ApiError> {
    if !session.person.is_guest {
        app.check_own_password(&session, &client, given.password).await?;
    }
    let id = session.person.id;
    let cookie = app.clear_cookie();
    record(SecurityEvent::Deletion, client.address, Some(&id), "");
    finish(async move { app.delete_person(&id).await }).await?;
    Ok((StatusCode::NO_CONTENT, cookie))
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
    let nobody = || ApiError::new(ErrorCode::NotFound, "there is no account with this name");
    let account = account.ok_or_else(nobody)?;
    let with_private = session.is_some_and(|session| session.person.id == account.person.id);
    let which = TableQuery::Of { person: account.person.id.clone(), with_private };
    let mut games = Vec::new();
    for listed in app.store.list_tables(&which).await? {
        let seats = listed.seats_of(&account.person.id);
        games.push(HistoryEntry { table: listed.summary, seats });
    }
    Ok(Json(Profile { name: account.person.name, since: account.created_at, games }))
}

pub(super) fn me_of(person: &Person) -> Me {
    Me { name: person.name.clone(), is_guest: person.is_guest }
}

/// The same for a wrong name as for a wrong password.
fn wrong() -> ApiError {
    ApiError::new(ErrorCode::SignedOut, "the name or the password is wrong")
}

/// An attempt to sign in: to an account, from a browser that is known there or from any other.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    /// The key of the name, whether there is such an account or not.
    pub(super) account: String,
    pub(super) device: Option<String>,
}

impl App {
    /// Whether a password is right. Wrong ones are limited by account: strangers share one reserve,
    /// so that many addresses gain nothing, and each browser that is known has its own, so that
    /// strangers lock nobody out of the browsers at home.
    async fn try_password(
        &self,
        attempt: &Attempt,
        client: &ClientInfo,
        password: String,
        kept: Option<String>,
    ) -> Result<bool, ApiError> {
        self.limit_attempt(attempt, client)?;
        let is_right = self.hashing.is_right(password, kept).await?;
        if is_right {
            self.attempts.give_back(attempt);
        } else {
            record(SecurityEvent::WrongPassword, client.address, None, &attempt.account);
        }
        Ok(is_right)
    }

    /// Takes one attempt from the reserve of an account.
    pub(super) fn limit_attempt(
        &self,
        attempt: &Attempt,
        client: &ClientInfo,
    ) -> Result<(), ApiError> {
        self.attempts.take_for(attempt.clone()).map_err(|millis| {
            record(SecurityEvent::Limit, client.address, None, "wrong-passwords");
            let message = "too many wrong passwords for this account: wait, or sign in from a \
                           browser that was signed in before, or by a passkey or a recovery code";
            let retry_after_millis = Some(millis);
            ApiError { retry_after_millis, ..ApiError::new(ErrorCode::TooManyRequests, message) }
        })
    }

    /// Refuses somebody with a session who does not know the password.
    pub(super) async fn check_own_password(
        &self,
        session: &Session,
        client: &ClientInfo,
        password: String,
    ) -> Result<(), ApiError> {
        let kept = self.store.password_of(&session.person.id).await?;
        let account = name_key(&session.person.name);
        let attempt = Attempt { account, device: Some(session.token.hashed()) };
        let is_right = self.try_password(&attempt, client, password, kept).await?;
        if is_right { Ok(()) } else { Err(wrong()) }
    }

    /// Keeps a new account, and takes the games of the guest along who becomes it.
    async fn make_account(
        &self,
        person: &Person,
        guest: Option<Session>,
        password: &str,
    ) -> Result<(), ApiError> {
        let key = name_key(&person.name);
        let now = self.session_clock.now();
        let made = self.store.create_account(person, &key, password, now).await;
        made.map_err(|error| match error {
            StoreError::Conflict => ApiError::new(ErrorCode::NameTaken, "this name is taken"),
            error => error.into(),
        })?;
        // What was known of the guest is known no more: a new session for a new standing.
        let Some(guest) = guest else { return Ok(()) };
        self.end_session(guest).await?;
        for table in self.store.tables_of(&person.id).await? {
            self.tables.reload(&table).await;
        }
        Ok(())
    }

    /// Ends the session of the guest who signs in, and takes the games along if asked to. A game in
    /// which the account sits already is resigned for the guest.
    pub(super) async fn leave_guest(
        &self,
        session: Option<Session>,
        account: &Person,
        take_games: bool,
    ) -> Result<(), ApiError> {
        let Some(guest) = session.filter(|session| session.person.is_guest) else {
            return Ok(());
        };
        let id = guest.person.id.clone();
        self.end_session(guest).await?;
        if take_games {
            for table in self.store.adopt_games(&id, &account.id).await? {
                self.tables.reload(&table).await;
            }
            self.delete_person(&id).await?;
        }
        Ok(())
    }

    /// Ends a session, with its sockets.
    pub(super) async fn end_session(&self, session: Session) -> Result<(), ApiError> {
        self.store.end_session(&session.token.hashed()).await?;
        self.tell_ended(SessionEnd::One(session.token));
        Ok(())
    }

    /// Deletes somebody. What follows at tables is kept with the deletion, and done now or later.
    pub(crate) async fn delete_person(&self, id: &PersonId) -> Result<(), ApiError> {
        // Whoever asks for something from now on is nobody; what was asked before is done, or is
        // refused by the database.
        self.store.end_all_sessions(id).await?;
        self.tell_ended(SessionEnd::AllOf(id.clone()));
        self.store.delete_person(id).await?;
        if !self.tables.work_off(Some(id)).await {
            self.tables.wake_follow_ups();
        }
        Ok(())
    }
}
