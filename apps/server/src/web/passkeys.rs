//! Passkeys (WebAuthn): a way to sign in without a password, by a key that stays in a device.
//!
//! A key is made, and used, in two steps: the server draws a challenge, and the browser answers it.
//! What the server remembers in between is in memory, for a few minutes; after a restart the
//! browser begins again.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use url::Url;
use uuid::Uuid;
use webauthn_rs::prelude::{
    Passkey, PasskeyAuthentication, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::App;
use super::address::ClientInfo;
use super::auth::Session;
use super::challenges::Challenges;
use super::people::me_of;
use super::quota::finish;
use crate::audit::{SecurityEvent, record};
use crate::config::Config;
use crate::error::{ApiError, ErrorCode};
use crate::people::{Person, PersonId, name_key};
use crate::store::{PasskeyRow, StoreError};
use crate::wire::{
    Me, NewPasskey, PasskeyAnswer, PasskeyChallenge, PasskeyInfo, PasskeyName, Passkeys, Password,
};

/// The most passkeys of a person.
const MAX_PASSKEYS: usize = 10;

/// The longest name of a passkey.
const MAX_NAME_CHARS: usize = 40;

/// The part of the server that knows passkeys; absent where browsers would not use them.
#[derive(Clone)]
pub(super) struct PasskeyService(Option<Arc<Inner>>);

struct Inner {
    webauthn: Webauthn,
    host: String,
    challenges: Challenges<ChallengeKind>,
}

enum ChallengeKind {
    Registration(PersonId, Box<PasskeyRegistration>),
    SignIn(Person, Box<PasskeyAuthentication>),
}

impl PasskeyService {
    /// Passkeys belong to a host: the first that was named, with https, or else `localhost`.
    /// Browsers make none for numbers of addresses, nor without https elsewhere.
    pub(super) fn new(config: &Config) -> PasskeyService {
        let (host, address) = match config.hosts.first() {
            Some(host) if config.is_https => (host.as_str(), format!("https://{host}")),
            None if !config.is_https => ("localhost", "http://localhost".to_owned()),
            _ => return PasskeyService(None),
        };
        let webauthn = build(host, &address);
        if webauthn.is_none() {
            tracing::warn!(host, "passkeys cannot be made for this host");
        }
        PasskeyService(webauthn.map(|webauthn| {
            let challenges = Challenges::new();
            Arc::new(Inner { webauthn, host: host.to_owned(), challenges })
        }))
    }

    fn get(&self) -> Result<&Inner, ApiError> {
        let none = || {
            ApiError::conflict(
                "this server has no passkeys: they need --https and --host, or localhost",
            )
        };
        self.0.as_deref().ok_or_else(none)
    }
}

fn build(host: &str, address: &str) -> Option<Webauthn> {
    let address: Url = address.parse().ok()?;
    let builder = WebauthnBuilder::new(host, &address).ok()?;
    builder.rp_name("Tilewright").allow_any_port(host == "localhost").build().ok()
}

impl Inner {
    /// Takes a challenge, which is good for one answer.
    fn take(&self, id: &str) -> Result<ChallengeKind, ApiError> {
        let late = || ApiError::conflict("this took too long: begin again");
        self.challenges.take(id).ok_or_else(late)
    }
}

/// The passkeys of the current person.
#[utoipa::path(
    get, path = "/api/me/passkeys", tag = "people",
    responses((status = 200, body = Passkeys), (status = 401, body = ApiError))
)]
pub(super) async fn list(
    State(app): State<App>,
    session: Session,
) -> Result<Json<Passkeys>, ApiError> {
    let info = |row: PasskeyRow| PasskeyInfo {
        id: row.id,
        name: row.name,
        created_at: row.created_at,
        used_at: row.used_at,
    };
    let rows = app.store.passkeys(&session.person.id).await?;
    let host = app.passkeys.0.as_ref().map(|inner| inner.host.clone());
    Ok(Json(Passkeys { host, passkeys: rows.into_iter().map(info).collect() }))
}

/// Begins to add a passkey: checks the password, and returns a challenge for the browser.
#[utoipa::path(
    post, path = "/api/me/passkeys", tag = "people", request_body = Password,
    responses(
        (status = 200, body = PasskeyChallenge), (status = 401, body = ApiError),
        (status = 403, body = ApiError), (status = 409, body = ApiError),
    )
)]
pub(super) async fn begin_registration(
    State(app): State<App>,
    session: Session,
    client: ClientInfo,
    Json(given): Json<Password>,
) -> Result<Json<PasskeyChallenge>, ApiError> {
    let service = app.passkeys.get()?;
    if session.person.is_guest {
        return Err(ApiError::forbidden("a guest has no account to sign in to: sign up first"));
    }
    app.check_own_password(&session, &client, given.password).await?;
    let Person { id, name, .. } = &session.person;
    let known = app.own_passkeys(id).await?;
    if known.len() >= MAX_PASSKEYS {
        return Err(ApiError::conflict("you have enough passkeys: remove one first"));
    }
    let known = known.iter().map(|(_, passkey)| passkey.cred_id().clone()).collect();
    let begun = service.webauthn.start_passkey_registration(handle(id), name, name, Some(known));
    let (options, state) = begun.map_err(|error| failed(&error))?;
    let kind = ChallengeKind::Registration(id.clone(), Box::new(state));
    let id = service.challenges.remember(&client.origin, kind);
    Ok(Json(PasskeyChallenge { id, options: json(&options) }))
}

/// Adds the passkey with which the browser answered.
#[utoipa::path(
    put, path = "/api/me/passkeys", tag = "people", request_body = NewPasskey,
    responses(
        (status = 204), (status = 400, body = ApiError), (status = 401, body = ApiError),
        (status = 409, body = ApiError),
    )
)]
pub(super) async fn finish_registration(
    State(app): State<App>,
    session: Session,
    client: ClientInfo,
    Json(given): Json<NewPasskey>,
) -> Result<StatusCode, ApiError> {
    let name: String = given.name.trim().chars().take(MAX_NAME_CHARS).collect();
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(ApiError::bad_request("a passkey needs a name by which you know it again"));
    }
    let service = app.passkeys.get()?;
    let ChallengeKind::Registration(person, state) = service.take(&given.id)? else {
        return Err(ApiError::bad_request("this challenge was for something else"));
    };
    if person != session.person.id {
        return Err(ApiError::bad_request("this challenge was for somebody else"));
    }
    let answer: RegisterPublicKeyCredential = read(given.answer)?;
    let added = service.webauthn.finish_passkey_registration(&answer, &state);
    let passkey = added.map_err(|error| failed(&error))?;
    let now = app.session_clock.now();
    let row = PasskeyRow {
        id: id_of(&passkey),
        name,
        body: json(&passkey).to_string(),
        created_at: now,
        used_at: now,
    };
    app.store.create_passkey(&person, &row).await.map_err(|error| match error {
        StoreError::Conflict => ApiError::conflict("this passkey is known already"),
        error => error.into(),
    })?;
    record(SecurityEvent::PasskeyAdded, client.address, Some(&person), "");
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a passkey.
#[utoipa::path(
    delete, path = "/api/me/passkeys/{id}", tag = "people", params(("id" = String, Path)),
    responses(
        (status = 204), (status = 401, body = ApiError), (status = 404, body = ApiError),
    )
)]
pub(super) async fn remove(
    State(app): State<App>,
    session: Session,
    client: ClientInfo,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    if !app.store.delete_passkey(&session.person.id, &id).await? {
        return Err(ApiError::new(ErrorCode::NotFound, "you have no such passkey"));
    }
    record(SecurityEvent::PasskeyRemoved, client.address, Some(&session.person.id), "");
    Ok(StatusCode::NO_CONTENT)
}

/// Begins to sign in by a passkey.
#[utoipa::path(
    post, path = "/api/passkeys/challenge", tag = "people", request_body = PasskeyName,
    responses(
        (status = 200, body = PasskeyChallenge), (status = 401, body = ApiError),
        (status = 409, body = ApiError),
    )
)]
pub(super) async fn begin_sign_in(
    State(app): State<App>,
    client: ClientInfo,
    Json(given): Json<PasskeyName>,
) -> Result<Json<PasskeyChallenge>, ApiError> {
    let service = app.passkeys.get()?;
    let none = || ApiError::new(ErrorCode::SignedOut, "there is no passkey for this name");
    let account = app.store.account(&name_key(&given.name)).await?.ok_or_else(none)?;
    let known = app.own_passkeys(&account.person.id).await?;
    if known.is_empty() {
        return Err(none());
    }
    let known: Vec<Passkey> = known.into_iter().map(|(_, passkey)| passkey).collect();
    let begun = service.webauthn.start_passkey_authentication(&known);
    let (options, state) = begun.map_err(|error| failed(&error))?;
    let kind = ChallengeKind::SignIn(account.person, Box::new(state));
    let id = service.challenges.remember(&client.origin, kind);
    Ok(Json(PasskeyChallenge { id, options: json(&options) }))
}

/// Signs in by the passkey with which the browser answered.
#[utoipa::path(
    post, path = "/api/passkeys/sign-in", tag = "people", request_body = PasskeyAnswer,
    responses(
        (status = 200, body = Me), (status = 400, body = ApiError), (status = 401, body = ApiError),
        (status = 409, body = ApiError),
    )
)]
pub(super) async fn finish_sign_in(
    State(app): State<App>,
    session: Option<Session>,
    client: ClientInfo,
    Json(given): Json<PasskeyAnswer>,
) -> Result<(HeaderMap, Json<Me>), ApiError> {
    let service = app.passkeys.get()?;
    let ChallengeKind::SignIn(person, state) = service.take(&given.id)? else {
        return Err(ApiError::bad_request("this challenge was for something else"));
    };
    let answer: PublicKeyCredential = read(given.answer)?;
    let signed = service.webauthn.finish_passkey_authentication(&answer, &state);
    let result = signed.map_err(|_| {
        record(SecurityEvent::WrongPasskey, client.address, Some(&person.id), "");
        ApiError::new(ErrorCode::SignedOut, "this passkey is not right")
    })?;
    // It may have been removed since the challenge was drawn.
    let known = app.own_passkeys(&person.id).await?;
    let used = known.into_iter().find(|(_, it)| it.cred_id() == result.cred_id());
    let gone = || ApiError::new(ErrorCode::SignedOut, "this passkey was removed");
    let (id, mut passkey) = used.ok_or_else(gone)?;
    passkey.update_credential(&result);
    let body = json(&passkey).to_string();
    let now = app.session_clock.now();
    app.store.use_passkey(&id, &body, now).await?;
    record(SecurityEvent::PasskeySignIn, client.address, Some(&person.id), "");
    let me = me_of(&person);
    let cookies = finish(async move {
        app.leave_guest(session, &person, given.take_games).await?;
        app.begin_session(&person, &client).await
    });
    Ok((cookies.await?, Json(me)))
}

impl App {
    /// The passkeys of a person, with their ids.
    async fn own_passkeys(&self, person: &PersonId) -> Result<Vec<(String, Passkey)>, ApiError> {
        let rows = self.store.passkeys(person).await?;
        let read = |row: PasskeyRow| Some((row.id, serde_json::from_str(&row.body).ok()?));
        Ok(rows.into_iter().filter_map(read).collect())
    }
}

/// The handle of a person for authenticators: always the same, and nothing that is known elsewhere.
fn handle(person: &PersonId) -> Uuid {
    let hash = Sha256::digest(format!("passkey {}", person.0));
    let bytes: [u8; 16] = hash[..16].try_into().expect("a hash has 32 bytes");
    Uuid::from_bytes(bytes)
}

fn id_of(passkey: &Passkey) -> String {
    URL_SAFE_NO_PAD.encode(passkey.cred_id())
}

fn json(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(value).expect("it is plain data")
}

fn read<T: serde::de::DeserializeOwned>(value: serde_json::Value) -> Result<T, ApiError> {
    serde_json::from_value(value).map_err(|error| ApiError::bad_request(error.to_string()))
}

fn failed(error: &dyn std::error::Error) -> ApiError {
    ApiError::bad_request(format!("the passkey was refused: {error}"))
}
