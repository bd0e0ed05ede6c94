//! Recovery codes: a way back to an account without its password, and without a mail server.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::App;
use super::address::ClientInfo;
use super::auth::{Session, SessionEnd};
use super::people::{Attempt, me_of};
use super::quota::finish;
use crate::audit::{SecurityEvent, record};
use crate::error::{ApiError, ErrorCode};
use crate::id::random_bytes;
use crate::people::{check_password, may_be_name, name_key};
use crate::wire::{Me, Password, Recovery, RecoveryCodes};

/// The number of codes that are made at once.
const N_CODES: usize = 10;

/// The characters of codes: none that people take for another (Crockford's base 32).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The characters of a code, in groups: 125 bits, so that a fast hash is safe.
const N_CHARS: usize = 25;
const GROUP: usize = 5;

/// Makes new recovery codes. They are shown only once, and replace the old ones.
#[utoipa::path(
    post, path = "/api/me/recovery-codes", tag = "people", request_body = Password,
    responses(
        (status = 200, body = RecoveryCodes), (status = 401, body = ApiError),
        (status = 403, body = ApiError), (status = 429, body = ApiError),
    )
)]
pub(super) async fn make_codes(
    State(app): State<App>,
    session: Session,
    client: ClientInfo,
    Json(given): Json<Password>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    if session.person.is_guest {
        return Err(ApiError::forbidden("a guest has no account to recover: sign up first"));
    }
    app.check_own_password(&session, &client, given.password).await?;
    let codes: Vec<String> = (0..N_CODES).map(|_| new_code()).collect();
    let hashes: Vec<String> = codes.iter().map(|code| hash(code)).collect();
    app.store.set_recovery_codes(&session.person.id, &hashes).await?;
    record(SecurityEvent::RecoveryCodes, client.address, Some(&session.person.id), "");
    Ok(Json(RecoveryCodes { codes }))
}

/// Sets a new password by a recovery code, which is used up, and signs in. All sessions end.
#[utoipa::path(
    post, path = "/api/recovery", tag = "people", request_body = Recovery,
    responses(
        (status = 200, body = Me), (status = 400, body = ApiError), (status = 401, body = ApiError),
        (status = 429, body = ApiError),
    )
)]
pub(super) async fn recover(
    State(app): State<App>,
    client: ClientInfo,
    Json(given): Json<Recovery>,
) -> Result<(HeaderMap, Json<Me>), ApiError> {
    if !may_be_name(&given.name) {
        return Err(unknown());
    }
    check_password(&given.password, &given.name)?;
    let key = name_key(&given.name);
    // A reserve of its own: wrong passwords of strangers must not block the way back.
    let attempt = Attempt { account: format!("recovery {key}"), device: None };
    app.limit_attempt(&attempt, &client)?;
    let hash = hash(&given.code);
    let account = app.store.account(&key).await?;
    let Some(person) = account.map(|account| account.person) else {
        return Err(wrong(&client, &key));
    };
    if !app.store.has_recovery_code(&person.id, &hash).await? {
        return Err(wrong(&client, &key));
    }
    let password = app.hashing.hash(given.password).await?;
    let me = me_of(&person);
    let cookies = finish(async move {
        if !app.store.recover(&person.id, &hash, &password).await? {
            return Err(wrong(&client, &key));
        }
        app.attempts.give_back(&attempt);
        app.tell_ended(SessionEnd::AllOf(person.id.clone()));
        record(SecurityEvent::Recovery, client.address, Some(&person.id), "");
        app.begin_session(&person, &client).await
    });
    Ok((cookies.await?, Json(me)))
}

/// The same for a wrong name as for a wrong code.
fn wrong(client: &ClientInfo, account: &str) -> ApiError {
    record(SecurityEvent::WrongRecoveryCode, client.address, None, account);
    unknown()
}

fn unknown() -> ApiError {
    ApiError::new(ErrorCode::SignedOut, "the name or the code is wrong, or the code was used")
}

fn new_code() -> String {
    let bytes = random_bytes::<N_CHARS>();
    let chars = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    let chars: Vec<char> = chars.collect();
    let groups: Vec<String> = chars.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// The hash of a code, however it was typed.
fn hash(code: &str) -> String {
    let chars =
        code.chars().filter(char::is_ascii_alphanumeric).map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            c => c,
        });
    let plain: String = chars.collect();
    URL_SAFE_NO_PAD.encode(Sha256::digest(format!("recovery {plain}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        let code = new_code();
        assert_eq!(code.len(), N_CHARS + N_CHARS / GROUP - 1);
        assert_ne!(code, new_code());
        let typed = code.to_uppercase().replace('-', " ").replace('0', "O").replace('1', "l");
        assert_eq!(hash(&typed), hash(&code));
        assert_ne!(hash(&new_code()), hash(&code));
    }
}
