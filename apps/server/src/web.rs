//! The web server: REST under `/api`, a socket for each table, and the pages.

mod address;
mod auth;
mod challenges;
mod cookies;
mod docs;
mod export;
mod games;
mod head;
mod hosts;
mod limits;
mod lists;
mod middleware;
mod passkeys;
mod people;
mod pictures;
mod quota;
mod recovery;
mod replay;
mod sign_ins;
mod site;
mod socket;
mod streams;
mod tables;

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get, post};
use tokio::sync::broadcast;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use self::auth::SessionEnd;
use self::hosts::HostRule;
use self::limits::{ConnectionLimiter, Lanes, RateLimiter};
use self::lists::ListCache;
use self::passkeys::PasskeyService;
use self::people::Attempt;
use self::quota::Turns;
use self::site::Site;
use crate::audit::{SecurityEvent, record};
use crate::clock::{SessionClock, now_millis};
use crate::config::Config;
use crate::error::{ApiError, ErrorCode};
use crate::limits::{Limits, Rate};
use crate::people::{CookieSigner, HashingService, PersonId};
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
    hashing: HashingService,
    passkeys: PasskeyService,
    pub(crate) session_clock: Arc<SessionClock>,
    pub(crate) limits: Limits,
    hosts: HostRule,
    has_access_log: bool,
    lists: ListCache,
    /// By this the requests of one address take turns that change its tables and seats.
    turns: Turns,
    requests: RateLimiter<IpAddr>,
    sign_ins: RateLimiter<IpAddr>,
    guests: RateLimiter<IpAddr>,
    sits: RateLimiter<IpAddr>,
    sits_of_person: RateLimiter<PersonId>,
    attempts: RateLimiter<Attempt>,
    /// Lines of the log about refusals.
    refusals: RateLimiter<IpAddr>,
    /// Connections, by where they come from.
    pub(crate) connections: ConnectionLimiter,
    sockets: ConnectionLimiter,
    hints: ConnectionLimiter,
    analyses: ConnectionLimiter,
    replays: ConnectionLimiter,
    lanes: Lanes,
    trusted_proxies: Arc<[IpAddr]>,
    /// Proxies that are not trusted, of which the log has a line already.
    warned_of: Arc<Mutex<HashSet<IpAddr>>>,
    /// The last answer about readiness, and its time.
    readiness: Arc<tokio::sync::Mutex<Option<(Instant, bool)>>>,
    /// How long a request may take to arrive.
    pub(crate) patience: Duration,
    ping: Duration,
}

/// The size limit of a request body: a record of a long game fits.
const MAX_BODY: usize = 256 * 1024;

/// The time limit for any answer but a stream.
const PATIENCE: Duration = Duration::from_secs(30);

/// The number of sessions that may end while a socket is busy; with more it is closed, and the
/// client reconnects.
const MAX_ENDED: usize = 64;

/// Of what one address is refused, the log has at most so many lines.
const REFUSALS: Rate = Rate { burst: 5, per_minute: 5 };

/// At most so many proxies are warned of.
const MAX_WARNED: usize = 16;

/// An answer about readiness is good for so long: it costs a write.
const READY: Duration = Duration::from_secs(2);

/// Pages load nothing from elsewhere, and nothing that stands in the page itself.
const CONTENT_SECURITY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
                                base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Pages use no camera and the like; passkeys are for this site alone.
const PERMISSIONS: &str = "accelerometer=(), autoplay=(self), camera=(), display-capture=(), \
                           encrypted-media=(), geolocation=(), gyroscope=(), magnetometer=(), \
                           microphone=(), midi=(), payment=(), \
                           publickey-credentials-create=(self), \
                           publickey-credentials-get=(self), usb=(), xr-spatial-tracking=()";

/// With https, browsers come by https only, for a year.
const TRANSPORT_SECURITY: &str = "max-age=31536000; includeSubDomains";

impl App {
    pub(crate) fn new(
        config: &Config,
        tables: TableRegistry,
        store: Store,
        signer: CookieSigner,
        session_clock: SessionClock,
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
            hashing: HashingService::start(limits.waiting_passwords),
            passkeys: PasskeyService::new(config),
            session_clock: Arc::new(session_clock),
            limits,
            hosts: HostRule::of(config),
            has_access_log: config.has_access_log,
            lists: ListCache::new(Duration::from_millis(limits.list_age.into())),
            turns: Turns::new(),
            requests: RateLimiter::new(limits.requests),
            sign_ins: RateLimiter::new(limits.sign_ins),
            guests: RateLimiter::new(limits.guests),
            sits: RateLimiter::new(limits.sits),
            sits_of_person: RateLimiter::new(limits.sits_of_person),
            attempts: RateLimiter::new(limits.wrong_passwords),
            refusals: RateLimiter::new(REFUSALS),
            connections: ConnectionLimiter::new(limits.n_connections),
            sockets: ConnectionLimiter::new(limits.n_sockets),
            hints: ConnectionLimiter::new(limits.n_hints),
            analyses: ConnectionLimiter::new(limits.n_analyses),
            replays: ConnectionLimiter::new(limits.n_replays),
            lanes: Lanes::new(limits.n_reads),
            trusted_proxies: config.trusted_proxies.iter().map(IpAddr::to_canonical).collect(),
            warned_of: Arc::default(),
            readiness: Arc::default(),
            patience: config.patience,
            ping: config.ping,
        }
    }

    /// Says once that a forwarded address is not believed: either it is forged, or all people
    /// behind this proxy are taken for one address.
    fn warn_of_proxy(&self, peer: IpAddr) {
        let mut warned_of = self.warned_of.lock().unwrap_or_else(PoisonError::into_inner);
        if warned_of.len() < MAX_WARNED && warned_of.insert(peer.to_canonical()) {
            let advice =
                "X-Forwarded-For is not believed: if this is your proxy, say --trusted-proxy";
            record(SecurityEvent::UntrustedProxy, peer, None, advice);
        }
    }

    /// Returns true for the address of a trusted proxy.
    pub(crate) fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted_proxies.contains(&address.to_canonical())
    }
}

/// Everything that is served.
pub(crate) fn router(app: App) -> Router {
    let reads = Router::new()
        .route("/tables/{id}", get(tables::snapshot))
        .route("/tables/{id}/moves", get(tables::moves))
        .route("/tables/{id}/explain", post(tables::explain))
        .route("/tables/{id}/views/{ply}", get(tables::snapshot_at))
        .route("/tables/{id}/picture.svg", get(pictures::table_svg))
        .route("/tables/{id}/picture.png", get(pictures::table_png))
        .route("/tables/{id}/record", get(tables::record))
        .layer(from_fn_with_state(app.clone(), middleware::read_in_turn));
    let api = Router::new()
        .merge(reads)
        .route("/games", get(games::list))
        .route("/games/{game}/picture.png", get(pictures::game_png))
        .route("/me", get(people::me).delete(people::delete))
        .route("/me/password", axum::routing::put(people::change_password))
        .route("/accounts", post(people::sign_up))
        .route("/session", post(people::sign_in).delete(people::sign_out))
        .route(
            "/me/passkeys",
            get(passkeys::list)
                .post(passkeys::begin_registration)
                .put(passkeys::finish_registration),
        )
        .route("/me/passkeys/{id}", axum::routing::delete(passkeys::remove))
        .route("/passkeys/challenge", post(passkeys::begin_sign_in))
        .route("/passkeys/sign-in", post(passkeys::finish_sign_in))
        .route("/me/recovery-codes", post(recovery::make_codes))
        .route("/recovery", post(recovery::recover))
        .route("/sessions", get(sign_ins::list).delete(people::sign_out_everywhere))
        .route("/sessions/{id}", axum::routing::delete(sign_ins::end))
        .route("/people/{name}", get(people::profile))
        .route("/tables", get(tables::list).post(tables::open))
        .route("/tables/{id}/actions", post(tables::act))
        .route("/replay", post(replay::replay))
        .route("/ready", get(ready))
        .route("/openapi.json", get(docs::openapi))
        .route("/docs", get(docs::page))
        .route("/docs.js", get(docs::script))
        .route("/docs.css", get(docs::style))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE));
    let streams = Router::new()
        .route("/tables/{id}/hint", post(streams::hint))
        .route("/analysis", post(streams::analyze))
        .route("/me/export", get(export::export))
        .layer(from_fn_with_state(app.clone(), middleware::take_body))
        .route("/tables/{id}/socket", get(socket::open));
    let limited = api
        .merge(streams)
        .fallback(no_such_page)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(set(header::CACHE_CONTROL, "no-store"))
        .layer(from_fn_with_state(app.clone(), middleware::limit_requests))
        .layer(from_fn_with_state(app.clone(), middleware::same_origin));
    let pages = Router::new()
        .fallback(get(site::page).fallback(wrong_method))
        .layer(set(header::CACHE_CONTROL, "no-cache"))
        .layer(from_fn_with_state(app.clone(), middleware::limit_requests))
        .with_state(app.clone());
    let router = Router::new()
        .nest("/api", limited)
        .route("/api/", any(no_such_page))
        .route("/api/health", get(health))
        .fallback_service(pages)
        .layer(from_fn_with_state(app.clone(), middleware::check_host))
        .layer(from_fn(middleware::speak_json))
        .layer(CatchPanicLayer::custom(middleware::panicked));
    protected(router, app.is_https)
        // Outermost, so that whatever is said in another's place is readable before it is
        // compressed.
        .layer(CompressionLayer::new().gzip(true).br(true).compress_when(worth_compressing()))
        .layer(from_fn_with_state(app.clone(), middleware::log_access))
        .layer(TraceLayer::new_for_http().make_span_with(middleware::span))
        .with_state(app)
}

/// Adds the headers by which browsers protect pages.
fn protected(router: Router<App>, is_https: bool) -> Router<App> {
    let router = router
        .layer(set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "no-referrer"))
        .layer(set(header::X_FRAME_OPTIONS, "DENY"))
        .layer(set(HeaderName::from_static("permissions-policy"), PERMISSIONS))
        .layer(set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"));
    if is_https {
        router.layer(set(header::STRICT_TRANSPORT_SECURITY, TRANSPORT_SECURITY))
    } else {
        router
    }
}

/// What comes line by line is sent as it comes.
fn worth_compressing() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new(streams::NDJSON))
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
    if app.is_database_well().await {
        Ok("ready\n")
    } else {
        Err(refuse("the database does not answer, or keeps nothing: is the disk full?"))
    }
}

impl App {
    /// Whether the database answers and keeps what it is given. Frequent calls share one trial.
    async fn is_database_well(&self) -> bool {
        let mut last = self.readiness.lock().await;
        if let Some((_, is_well)) = last.filter(|(at, _)| at.elapsed() < READY) {
            return is_well;
        }
        let is_well = self.store.check(now_millis()).await.is_ok();
        *last = Some((Instant::now(), is_well));
        is_well
    }
}

async fn no_such_page() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "there is nothing at this address")
}

async fn wrong_method() -> axum::response::Response {
    use axum::response::IntoResponse;
    let error = ApiError::bad_request("this address does not take this method");
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(error)).into_response()
}
