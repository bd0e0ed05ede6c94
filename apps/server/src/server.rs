//! A running server.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::cleaner;
use crate::clock::{SessionClock, now_millis};
use crate::config::Config;
use crate::connections;
use crate::people::CookieSigner;
use crate::search_pool::SearchPool;
use crate::store::{Store, StoreError};
use crate::tablebases::TablebaseMaker;
use crate::tables::TableRegistry;
use crate::web::{self, App};

/// A server that listens, with everything open that it needs.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    tablebases: Option<TablebaseMaker>,
    close: watch::Sender<bool>,
}

/// The server cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {reason}")]
    Listen {
        /// The address it tried to listen on.
        address: SocketAddr,
        /// Why not.
        reason: String,
    },
    /// The folder holds no web client.
    #[error("there is no web client in {}: it has no index.html", .folder.display())]
    NoClient {
        /// Which one.
        folder: PathBuf,
    },
}

/// The time that running work has when the server ends.
const PATIENCE: Duration = Duration::from_secs(10);

impl Server {
    /// Opens the database, takes the address, and lets bots go on that were thinking.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        if let Some(folder) = config.web_dir.clone().filter(|it| !it.join("index.html").is_file()) {
            return Err(StartError::NoClient { folder });
        }
        let address = config.address;
        let refuse = |error: io::Error| StartError::Listen { address, reason: reason(&error) };
        let listener = TcpListener::bind(address).await.map_err(refuse)?;
        let address = listener.local_addr().map_err(refuse)?;
        let store = Store::open(&config.database).await?;
        let session_clock = SessionClock::start(store.newest_time().await?, now_millis());
        let key = store.setting("seal", &CookieSigner::new_text()).await?;
        let damaged = || StoreError::Damaged {
            table: "setting".to_owned(),
            reason: "the key that signs cookies cannot be read".to_owned(),
        };
        let signer = CookieSigner::read(&key).ok_or_else(damaged)?;
        let pool = SearchPool::new(config.n_search_threads);
        let maker = |folder| TablebaseMaker::start(folder, pool.clone());
        let tablebases = config.tablebase_folder.clone().map(maker);
        let tables = TableRegistry::new(store.clone(), pool, config.bot_pause, config.limits);
        let n_repaired = store.repair_seats().await?;
        let n_resumed = tables.resume().await?;
        tables.start_tasks();
        let (close, closing) = watch::channel(false);
        tracing::info!(%address, n_resumed, n_repaired, "listening");
        let app = App::new(&config, tables, store, signer, session_clock, closing);
        cleaner::start(app.clone(), config.cleaning);
        Ok(Server { listener, address, app, tablebases, close })
    }

    /// The address it listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the signal comes; then finishes what is in flight, and keeps it.
    pub async fn run_until(self, signal: impl Future<Output = ()> + Send + 'static) {
        let Server { listener, app, tablebases, close, .. } = self;
        let store = app.store.clone();
        let pool = app.tables.pool().clone();
        let router = web::router(app.clone());
        tokio::spawn(connections::serve(listener, app, router, close.subscribe()));
        signal.await;
        tracing::info!("ending");
        let _ = close.send(true);
        // Bots stop at once: they think again after the next start.
        pool.close();
        // Every connection and every socket holds an end of this until it has answered what it was
        // asked. What does not end by itself is cut off: nothing that was acknowledged is lost.
        if timeout(PATIENCE, close.closed()).await.is_err() {
            tracing::warn!("something took too long, and was cut off");
        }
        if let Some(maker) = tablebases {
            let _ = spawn_blocking(move || maker.end()).await;
        }
        store.close().await;
        tracing::info!("ended");
    }
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => "another program listens there already".to_owned(),
        _ => error.to_string(),
    }
}
