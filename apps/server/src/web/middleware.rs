//! Middleware: the checks of every request and the headers of every answer.

use std::any::Any;
use std::time::Instant;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;
use tracing::Span;

use super::address::Address;
use super::{App, MAX_BODY};
use crate::audit::{SecurityEvent, record};
use crate::error::{ApiError, ErrorCode};

/// Refuses what another site makes a browser send: changes, and sockets.
pub(super) async fn same_origin(
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_socket = headers.contains_key(header::UPGRADE);
    if (!is_safe || is_socket) && is_from_elsewhere(headers) {
        record(SecurityEvent::OtherSite, address, None, "");
        return ApiError::forbidden("this came from another site").into_response();
    }
    next.run(request).await
}

/// Returns true if the browser says that another site made the request; other programs say nothing.
fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site")
        && !matches!(site, "same-origin" | "none")
    {
        return true;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    // A page without an origin of its own says `null`, which is nobody's.
    origin.is_none_or(|(_, host)| text("host") != Some(host))
}

/// Lets an address do only so much.
pub(super) async fn limit_requests(
    State(app): State<App>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    if let Err(millis) = app.requests.take(address) {
        // The first of many is enough for the log.
        if app.refusals.take(address).is_ok() {
            record(SecurityEvent::Limit, address, None, "requests");
        }
        return ApiError::too_many_requests(millis).into_response();
    }
    if needs_secret(request.method(), request.uri().path())
        && let Err(millis) = app.sign_ins.take(address)
    {
        if app.refusals.take(address).is_ok() {
            record(SecurityEvent::Limit, address, None, "sign-ins");
        }
        return ApiError::too_many_requests(millis).into_response();
    }
    next.run(request).await
}

/// Returns true if a request checks or sets a password or another proof of identity.
fn needs_secret(method: &Method, path: &str) -> bool {
    const POSTS: [&str; 7] = [
        "/session",
        "/accounts",
        "/recovery",
        "/me/recovery-codes",
        "/passkeys/sign-in",
        "/passkeys/challenge",
        "/me/passkeys",
    ];
    match *method {
        Method::POST => POSTS.contains(&path),
        Method::PUT => path == "/me/password",
        Method::GET => path == "/me/export",
        Method::DELETE => path == "/me",
        _ => false,
    }
}

/// Lets an address read only so many tables at the same time: a long game takes a while to be
/// loaded, gone through or written down. The others of the address wait.
pub(super) async fn read_in_turn(
    State(app): State<App>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    let _lane = app.lanes.enter(address).await;
    next.run(request).await
}

/// Refuses requests for hosts that this server is not: a page of another site whose name leads here
/// must not read what is served here.
pub(super) async fn check_host(
    State(app): State<App>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    let is_health = request.uri().path() == "/api/health";
    if is_health || app.hosts.accepts(request.headers().get(header::HOST)) {
        return next.run(request).await;
    }
    if app.refusals.take(address).is_ok() {
        record(SecurityEvent::WrongHost, address, None, "");
    }
    let message = "this server does not serve the host of the request: whoever runs it can allow \
                   the name by --host NAME, and a proxy must pass the header Host on";
    let error = ApiError::bad_request(message);
    (StatusCode::MISDIRECTED_REQUEST, axum::Json(error)).into_response()
}

/// Writes a line for each request: no query, which may hold the key of a table, and no header.
pub(super) async fn log_access(
    State(app): State<App>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    if !app.has_access_log {
        return next.run(request).await;
    }
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let begin = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let millis = begin.elapsed().as_millis() as u64;
    tracing::info!(target: "access", %method, path, status, millis, %address);
    response
}

/// Takes the whole body within its time: what is answered line by line has no other limit.
pub(super) async fn take_body(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    match timeout(app.patience, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(parts, bytes.into())).await,
        Ok(Err(_)) => StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

/// Turns refusals of the framework into JSON, like all others.
pub(super) async fn speak_json(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let content = response.headers().get(header::CONTENT_TYPE);
    let is_json = content.is_some_and(|it| it.as_bytes().starts_with(b"application/json"));
    let is_page = content.is_some_and(|it| it.as_bytes().starts_with(b"text/html"));
    if status.is_success()
        || status.is_redirection()
        || status.is_informational()
        || is_json
        || is_page
    {
        return response;
    }
    // Whether what was sent is no JSON or not the JSON that is wanted is one refusal here.
    let status = match status {
        StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
        status => status,
    };
    let (code, sentence) = match status {
        StatusCode::PAYLOAD_TOO_LARGE => (ErrorCode::TooLarge, "that is too much to send at once"),
        StatusCode::NOT_FOUND => (ErrorCode::NotFound, "there is nothing at this address"),
        StatusCode::SERVICE_UNAVAILABLE => {
            (ErrorCode::Unavailable, "this took too long: try again")
        }
        status if status.is_server_error() => (ErrorCode::Internal, "the server failed"),
        _ => (ErrorCode::BadRequest, ""),
    };
    // What the framework says about a request is about the request.
    let sentence = if sentence.is_empty() { said(response).await } else { sentence.to_owned() };
    let error = ApiError::new(code, sentence);
    (status, axum::Json(error)).into_response()
}

async fn said(response: Response) -> String {
    const MAX_SENTENCE: usize = 1_000;
    let bytes = axum::body::to_bytes(response.into_body(), MAX_SENTENCE).await;
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}

/// Answers a request whose handler panicked.
pub(super) fn panicked(_: Box<dyn Any + Send + 'static>) -> axum::http::Response<Body> {
    ApiError::internal().into_response()
}

/// The log span of a request: its path without the query, which may hold the key of a table.
pub(super) fn span<B>(request: &axum::http::Request<B>) -> Span {
    tracing::info_span!("request", method = %request.method(), path = request.uri().path())
}
