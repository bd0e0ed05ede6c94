//! The configuration of a server.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use crate::limits::Limits;
use crate::store::Database;

/// The configuration of a server.
///
/// ```
/// use tilewright_server::{Config, Database};
///
/// let config = Config::new(Database::Sqlite("games.sqlite".into()));
/// assert!(config.address.ip().is_loopback());
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub address: SocketAddr,
    /// The database of the store.
    pub database: Database,
    /// The folder of a web client to serve instead of the embedded one, for who develops it.
    pub web_dir: Option<PathBuf>,
    /// The address of the source code, which the pages name at their foot.
    pub source: Option<String>,
    /// True behind a proxy that speaks https: cookies are then marked secure.
    pub is_https: bool,
    /// Proxies that are believed when they say for whom they ask (`X-Forwarded-For`).
    pub trusted_proxies: Vec<IpAddr>,
    /// The time limit for a request to arrive, and for its answer to be taken.
    pub patience: Duration,
    /// The interval of pings on a socket; a client that misses two is gone.
    pub ping: Duration,
    /// The folder of the endgame tablebases, which are made there in the background; without it
    /// bots use those that are in the user's data folder.
    pub tablebase_folder: Option<PathBuf>,
    /// The number of threads for bots and hints; at least two.
    pub n_search_threads: usize,
    /// The least time of a bot's move, so that people see it happen.
    pub bot_pause: Duration,
    /// What people, addresses and everybody together may do, and how long unused data is kept.
    pub limits: Limits,
    /// The names under which the server is reached: requests for other hosts are refused. Without
    /// any, a server that listens on this machine only answers to its addresses and to `localhost`.
    pub hosts: Vec<String>,
    /// True if every request is written to the log.
    pub has_access_log: bool,
    /// The time between two rounds of cleaning up.
    pub cleaning: Duration,
}

impl Config {
    /// The usual: on this machine only, at port 8080.
    pub fn new(database: Database) -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 8080)),
            database,
            web_dir: None,
            source: None,
            is_https: false,
            trusted_proxies: Vec::new(),
            patience: Duration::from_secs(30),
            ping: Duration::from_secs(25),
            tablebase_folder: None,
            n_search_threads: crate::search_pool::SearchPool::usual_size(),
            bot_pause: Duration::from_millis(400),
            limits: Limits::default(),
            hosts: Vec::new(),
            has_access_log: false,
            cleaning: Duration::from_hours(1),
        }
    }
}
