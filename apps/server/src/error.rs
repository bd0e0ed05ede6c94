//! What the server answers to what cannot be.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::value::RawValue;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::store::StoreError;

/// Why something was refused: a code for programs and a sentence for people.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ApiError {
    /// Which kind of refusal it is.
    pub code: ErrorCode,
    /// What was wrong, and what to do.
    pub message: String,
    /// When to try again, if that is a matter of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_after_millis: Option<u64>,
    /// How the table is now, if what was sent answers an older state.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<crate::wire::State>")]
    #[schema(value_type = Option<crate::wire::State>)]
    pub state: Option<Box<RawValue>>,
}

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// What was sent has the wrong form.
    BadRequest,
    /// One must be signed in for this.
    SignedOut,
    /// This is not for who asks.
    Forbidden,
    /// There is nothing of this name, or it is not for who asks.
    NotFound,
    /// It cannot be done in the present state.
    Conflict,
    /// The move answers another position than the present one.
    WrongPly,
    /// The move is against the rules.
    IllegalMove,
    /// There is already somebody of this name.
    NameTaken,
    /// It is too long or too much.
    TooLarge,
    /// It came too often.
    TooManyRequests,
    /// The server cannot do it now.
    Unavailable,
    /// The server failed.
    Internal,
}

impl ApiError {
    /// A refusal with its sentence.
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into(), retry_after_millis: None, state: None }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(ErrorCode::BadRequest, message)
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError::new(ErrorCode::Forbidden, message)
    }

    pub(crate) fn conflict(message: impl Into<String>) -> ApiError {
        ApiError::new(ErrorCode::Conflict, message)
    }

    /// One must be somebody to do this.
    pub(crate) fn signed_out() -> ApiError {
        ApiError::new(ErrorCode::SignedOut, "sign in first, or take a seat as a guest")
    }

    /// Also what is hidden: who asks learns nothing from the difference.
    pub(crate) fn no_table() -> ApiError {
        ApiError::new(ErrorCode::NotFound, "there is no such table")
    }

    pub(crate) fn too_many_requests(retry_after_millis: u64) -> ApiError {
        let retry_after_millis = Some(retry_after_millis);
        let message = "that was too much at once: wait a moment";
        ApiError { retry_after_millis, ..ApiError::new(ErrorCode::TooManyRequests, message) }
    }

    const fn status(&self) -> StatusCode {
        match self.code {
            ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
            ErrorCode::SignedOut => StatusCode::UNAUTHORIZED,
            ErrorCode::Forbidden => StatusCode::FORBIDDEN,
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::Conflict | ErrorCode::WrongPly | ErrorCode::NameTaken => {
                StatusCode::CONFLICT
            }
            ErrorCode::IllegalMove => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// A database that failed is not the business of who asked.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        if matches!(error, StoreError::Conflict) {
            return ApiError::conflict("something else ack at the same time: look again");
        }
        tracing::error!(%error, "the store failed");
        let message = match error {
            StoreError::Unsure(_) => {
                "the database failed, and this may have been kept or not: look again, or send the \
                 same again"
            }
            _ => "nothing can be kept or found just now, so nothing ack: try again",
        };
        ApiError::new(ErrorCode::Unavailable, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let retry_after = self.retry_after_millis.map(|millis| millis.div_ceil(1_000).max(1));
        let mut response = (self.status(), Json(self)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
