//! The configuration of a server.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

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
    /// The limits of one address.
    pub limits: AddressLimits,
}

/// The limits of one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressLimits {
    /// Requests.
    pub requests: Rate,
    /// Attempts to sign in or up.
    pub sign_ins: Rate,
    /// Actions over one socket.
    pub actions: Rate,
    /// The number of simultaneous connections, besides sockets.
    pub n_connections: u32,
    /// The number of simultaneous sockets.
    pub n_sockets: u32,
    /// The number of simultaneous hints and analyses.
    pub n_hints: u32,
}

/// A rate limit: a burst, and its refill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The number of actions allowed at once.
    pub burst: u32,
    /// The number of actions added every minute.
    pub per_minute: u32,
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
            limits: AddressLimits::default(),
        }
    }
}

impl Default for AddressLimits {
    fn default() -> AddressLimits {
        AddressLimits {
            requests: Rate { burst: 200, per_minute: 3_000 },
            sign_ins: Rate { burst: 20, per_minute: 20 },
            actions: Rate { burst: 80, per_minute: 1_200 },
            n_connections: 200,
            n_sockets: 100,
            n_hints: 4,
        }
    }
}

impl Rate {
    /// As often as one likes.
    pub const ANY: Rate = Rate { burst: u32::MAX, per_minute: u32::MAX };
}

impl AddressLimits {
    /// None to speak of: for measurements.
    pub const NONE: AddressLimits = AddressLimits {
        requests: Rate::ANY,
        sign_ins: Rate::ANY,
        actions: Rate::ANY,
        n_connections: u32::MAX,
        n_sockets: u32::MAX,
        n_hints: u32::MAX,
    };
}
