//! The web server: REST under `/api`, a socket for each table, and the pages.

mod address;
mod auth;
mod docs;
mod games;
mod head;
mod limits;
mod middleware;
mod people;
mod pictures;
mod replay;
mod site;
mod socket;
mod streams;
mod tables;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get, post};
use tokio::sync::{Semaphore, broadcast};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use self::auth::SessionEnd;
use self::limits::{ConnectionLimiter, RateLimiter};
use self::site::Site;
use crate::config::{Config, Rate};
use crate::error::{ApiError, ErrorCode};
use crate::people::CookieSigner;
use crate::store::Store;
use crate::tables::TableRegistry;

pub(crate) use self::docs::document;

/// The shared state of all requests.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) tables: TableRegistry,
    pub(crate) store: Store,
    pub(crate) signer: CookieSigner,
    pub(crate) is_https: bool,
    site: Site,
    /// The address of the source code, for the foot of the pages.
    source: Option<Arc<str>>,
    /// True when the server is about to end.
    pub(crate) closing: tokio::sync::watch::Receiver<bool>,
    /// Sessions that ended, for the sockets that were opened by them.
    ended: broadcast::Sender<SessionEnd>,
    /// Limits how many passwords are hashed at the same time.
    passwords: Arc<Semaphore>,
    /// Limits how many records are replayed at the same time.
    replays: Arc<Semaphore>,
    requests: RateLimiter,
    sign_ins: RateLimiter,
    /// Connections, by where they come from.
    pub(crate) connections: ConnectionLimiter,
    sockets: ConnectionLimiter,
    hints: ConnectionLimiter,
    trusted_proxies: Arc<[IpAddr]>,
    /// The time limit for a request to arrive.
    pub(crate) patience: Duration,
    ping: Duration,
    actions: Rate,
}

/// The size limit of a request body: a record of a long game fits.
const MAX_BODY: usize = 256 * 1024;

/// The time limit for any answer but a stream.
const PATIENCE: Duration = Duration::from_secs(30);

/// The number of sessions that may end while a socket is busy; with more it is closed, and the
/// client reconnects.
const MAX_ENDED: usize = 64;

/// A hash takes some 20 MB of memory on purpose, so that only a few are made at the same time.
const MAX_HASHED: usize = 4;

/// A long record takes the whole of a processor while it is replayed.
const MAX_REPLAYED: usize = 2;

/// Pages load nothing from elsewhere, and nothing that stands in the page itself.
const CONTENT_SECURITY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
                                base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

impl App {
    pub(crate) fn new(
        config: &Config,
        tables: TableRegistry,
        store: Store,
        signer: CookieSigner,
        closing: tokio::sync::watch::Receiver<bool>,
    ) -> App {
        let limits = config.limits;
        App {
            tables,
            store,
            signer,
            is_https: config.is_https,
            site: Site::new(config.web_dir.clone()),
            source: config.source.as_deref().map(Arc::from),
            closing,
            ended: broadcast::Sender::new(MAX_ENDED),
            passwords: Arc::new(Semaphore::new(MAX_HASHED)),
            replays: Arc::new(Semaphore::new(MAX_REPLAYED)),
            requests: RateLimiter::new(limits.requests),
            sign_ins: RateLimiter::new(limits.sign_ins),
            connections: ConnectionLimiter::new(limits.n_connections),
            sockets: ConnectionLimiter::new(limits.n_sockets),
            hints: ConnectionLimiter::new(limits.n_hints),
            trusted_proxies: config.trusted_proxies.iter().map(IpAddr::to_canonical).collect(),
            patience: config.patience,
            ping: config.ping,
            actions: limits.actions,
        }
    }

    /// Returns true for the address of a trusted proxy.
    pub(crate) fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted_proxies.contains(&address.to_canonical())
    }
}

/// Everything that is served.
pub(crate) fn router(app: App) -> Router {
    let api = Router::new()
        .route("/games", get(games::list))
        .route("/games/{game}/picture.png", get(pictures::game_png))
        .route("/me", get(people::me).delete(people::delete))
        .route("/me/password", axum::routing::put(people::change_password))
        .route("/accounts", post(people::sign_up))
        .route("/session", post(people::sign_in).delete(people::sign_out))
        .route("/sessions", axum::routing::delete(people::sign_out_everywhere))
        .route("/people/{name}", get(people::profile))
        .route("/tables", get(tables::list).post(tables::open))
        .route("/tables/{id}", get(tables::snapshot))
        .route("/tables/{id}/actions", post(tables::act))
        .route("/tables/{id}/moves", get(tables::moves))
        .route("/tables/{id}/explain", post(tables::explain))
        .route("/tables/{id}/views/{ply}", get(tables::snapshot_at))
        .route("/tables/{id}/picture.svg", get(pictures::table_svg))
        .route("/tables/{id}/picture.png", get(pictures::table_png))
        .route("/tables/{id}/record", get(tables::record))
        .route("/replay", post(replay::replay))
        .route("/ready", get(ready))
        .route("/openapi.json", get(docs::openapi))
        .route("/docs", get(docs::page))
        .route("/docs.js", get(docs::script))
        .route("/docs.css", get(docs::style))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE))
        .layer(CompressionLayer::new().gzip(true).br(true));
    let streams = Router::new()
        .route("/tables/{id}/hint", post(streams::hint))
        .route("/analysis", post(streams::analyze))
        .layer(from_fn_with_state(app.clone(), middleware::take_body))
        .route("/tables/{id}/socket", get(socket::open));
    let limited = api
        .merge(streams)
        .fallback(no_such_page)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(set(header::CACHE_CONTROL, "no-store"))
        .layer(from_fn_with_state(app.clone(), middleware::limit_requests))
        .layer(from_fn(middleware::same_origin));
    let pages = Router::new()
        .fallback(get(site::page).fallback(wrong_method))
        .layer(CompressionLayer::new().gzip(true).br(true))
        .layer(set(header::CACHE_CONTROL, "no-cache"))
        .layer(from_fn_with_state(app.clone(), middleware::limit_requests))
        .with_state(app.clone());
    Router::new()
        .nest("/api", limited)
        .route("/api/", any(no_such_page))
        .route("/api/health", get(health))
        .fallback_service(pages)
        .layer(from_fn(middleware::speak_json))
        .layer(CatchPanicLayer::custom(middleware::panicked))
        .layer(set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "no-referrer"))
        .layer(set(header::X_FRAME_OPTIONS, "DENY"))
        .layer(TraceLayer::new_for_http().make_span_with(middleware::span))
        .with_state(app)
}

fn set(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

/// Liveness: answers while the process runs.
async fn health() -> &'static str {
    "ok\n"
}

/// Readiness: the database answers, and the server is not about to end.
async fn ready(
    axum::extract::State(app): axum::extract::State<App>,
) -> Result<&'static str, ApiError> {
    let refuse = |message: &str| ApiError::new(ErrorCode::Unavailable, message);
    if *app.closing.borrow() {
        return Err(refuse("the server is about to end"));
    }
    app.store.check().await.map_err(|_| refuse("the database does not answer"))?;
    Ok("ready\n")
}

async fn no_such_page() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "there is nothing at this address")
}

async fn wrong_method() -> axum::response::Response {
    use axum::response::IntoResponse;
    let error = ApiError::bad_request("this address does not take this method");
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(error)).into_response()
}
