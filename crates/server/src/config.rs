//! How a server is set up.

use std::net::SocketAddr;
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
    /// How many threads think for bots and hints; at least two.
    pub n_thinkers: usize,
    /// How long a bot takes at least, so that people see what it does.
    pub bot_pause: Duration,
    /// What one address may do.
    pub limits: AddressLimits,
}

/// What one address may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressLimits {
    /// How many requests a second, on average.
    pub requests_per_second: u32,
    /// How many attempts to sign in or up a minute, on average.
    pub sign_ins_per_minute: u32,
    /// How many actions a second over one socket, on average.
    pub actions_per_second: u32,
    /// How many sockets at the same time.
    pub n_sockets: u32,
}

impl Config {
    /// The usual: on this machine only, at port 8080.
    pub fn new(database: Database) -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 8080)),
            database,
            web_dir: None,
            is_https: false,
            n_thinkers: crate::thinking::Pool::usual_size(),
            bot_pause: Duration::from_millis(400),
            limits: AddressLimits::default(),
        }
    }
}

impl Default for AddressLimits {
    fn default() -> AddressLimits {
        AddressLimits {
            requests_per_second: 50,
            sign_ins_per_minute: 20,
            actions_per_second: 20,
            n_sockets: 100,
        }
    }
}

impl AddressLimits {
    /// None to speak of: for measurements.
    pub const NONE: AddressLimits = AddressLimits {
        requests_per_second: u32::MAX,
        sign_ins_per_minute: u32::MAX,
        actions_per_second: u32::MAX,
        n_sockets: u32::MAX,
    };
}
