//! Errors of the interface.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tilewright_room::{ActionError, TableState};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::store::StoreError;

/// The reason why a request was refused: a code for programs and a sentence for people.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct ApiError {
    /// The kind of error.
    pub code: ErrorCode,
    /// The problem, and a way to solve it.
    pub message: String,
    /// The time after which to try again, if that helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_after_millis: Option<u64>,
    /// The present state of the table, if the request answers an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub state: Option<Box<TableState>>,
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The request has the wrong form.
    BadRequest,
    /// The request needs a session.
    SignedOut,
    /// The person may not do this.
    Forbidden,
    /// Nothing has this name, or the person may not know of it.
    NotFound,
    /// The request does not fit the present state.
    Conflict,
    /// The move answers another position than the present one.
    WrongPly,
    /// The move is against the rules.
    IllegalMove,
    /// Another person has this name.
    NameTaken,
    /// The request is too large.
    TooLarge,
    /// The request came too soon after others.
    TooManyRequests,
    /// The server cannot do it now.
    Unavailable,
    /// The server failed.
    Internal,
}

impl ApiError {
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

    /// A failure of the server itself.
    pub(crate) fn internal() -> ApiError {
        ApiError::new(ErrorCode::Internal, "the server failed")
    }

    /// An action that needs a session.
    pub(crate) fn signed_out() -> ApiError {
        ApiError::new(ErrorCode::SignedOut, "sign in first, or take a seat as a guest")
    }

    /// A table that does not exist. Hidden tables get the same answer, so that it reveals nothing.
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

/// Maps what a table refuses to a code.
impl From<ActionError> for ApiError {
    fn from(error: ActionError) -> ApiError {
        let code = match error {
            ActionError::BadRequest(_) => ErrorCode::BadRequest,
            ActionError::Forbidden(_) => ErrorCode::Forbidden,
            ActionError::Conflict(_) => ErrorCode::Conflict,
            ActionError::WrongPly { .. } => ErrorCode::WrongPly,
            ActionError::IllegalMove(_) => ErrorCode::IllegalMove,
        };
        ApiError::new(code, error.to_string())
    }
}

/// Hides the details of a failed database, which only the logs show.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        if matches!(error, StoreError::Conflict) {
            return ApiError::conflict("something else happened at the same time: look again");
        }
        tracing::error!(%error, "the store failed");
        let message = match error {
            StoreError::Unsure(_) => {
                "the database failed, and this may have been kept or not: look again, or send the \
                 same again"
            }
            _ => "the database is not available, so nothing was changed: try again",
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
