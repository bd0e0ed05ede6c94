//! How a server is set up.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use crate::store::Database;

/// How a server is set up.
///
/// ```
/// use tilewright_server::{Config, Database};
///
/// let config = Config::new(Database::Sqlite("games.sqlite".into()));
/// assert!(config.address.ip().is_loopback());
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where things are kept.
    pub database: Database,
    /// The folder of a web client to serve instead of the embedded one, for who develops it.
    pub web_dir: Option<PathBuf>,
    /// Whether people come by https, through a proxy: then cookies go no other way.
    pub is_https: bool,
    /// Proxies that are believed when they say for whom they ask (`X-Forwarded-For`).
    pub trusted_proxies: Vec<IpAddr>,
    /// How long a request may take to arrive, and its answer to be taken.
    pub patience: Duration,
    /// How often a socket is asked whether somebody is there; who does not answer twice is gone.
    pub ping: Duration,
    /// How many threads think for bots and hints; at least two.
    pub n_search_threads: usize,
    /// How long a bot takes at least, so that people see what it does.
    pub bot_pause: Duration,
    /// What one address may do.
    pub limits: AddressLimits,
}

/// What one address may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressLimits {
    /// Requests.
    pub requests: Rate,
    /// Attempts to sign in or up.
    pub sign_ins: Rate,
    /// Actions over one socket.
    pub actions: Rate,
    /// How many connections at the same time, besides the sockets.
    pub n_connections: u32,
    /// How many sockets at the same time.
    pub n_sockets: u32,
    /// How many hints and analyses at the same time.
    pub n_hints: u32,
}

/// How often something may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// How many more with every minute.
    pub per_minute: u32,
}

impl Config {
    /// The usual: on this machine only, at port 8080.
    pub fn new(database: Database) -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 8080)),
            database,
            web_dir: None,
            is_https: false,
            trusted_proxies: Vec::new(),
            patience: Duration::from_secs(30),
            ping: Duration::from_secs(25),
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
