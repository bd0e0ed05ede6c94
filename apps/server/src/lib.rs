//! Tables for people and bots, served to browsers and programs.
//!
//! A [`Server`] keeps every table in a database before anybody hears of a move, lets bots think in
//! threads of their own, and sends to each viewer what the rules let it see. [`openapi`] describes
//! its interface.
//!
//! ```no_run
//! use tilewright_server::{Config, Database, Server};
//!
//! # async fn run() -> Result<(), tilewright_server::StartError> {
//! let config = Config::new(Database::Sqlite("games.sqlite".into()));
//! let server = Server::start(config).await?;
//! println!("http://{}", server.address());
//! server.run_until(async { tokio::signal::ctrl_c().await.unwrap_or_default() }).await;
//! # Ok(())
//! # }
//! ```

mod audit;
mod cleaner;
mod clock;
mod config;
mod connections;
mod error;
mod fair;
mod id;
mod limits;
mod people;
mod replay;
mod search_pool;
mod server;
mod store;
mod tablebases;
mod tables;
mod web;
pub mod wire;

use tracing::{Level, Metadata};

pub use crate::config::Config;
pub use crate::error::{ApiError, ErrorCode};
pub use crate::limits::{LIMITS, LimitInfo, Limits, Rate};
pub use crate::replay::replay_record;
pub use crate::server::{Server, StartError};
pub use crate::store::{Database, StoreError};
pub use crate::tables::check_new_table;

/// Whether something may stand in a log, whatever its filter says: at its finest level the library
/// of sockets tells all messages as they are sent, hands and all.
pub fn may_be_logged(metadata: &Metadata<'_>) -> bool {
    let is_of_socket = metadata.target().contains("tungstenite");
    !is_of_socket || *metadata.level() <= Level::INFO
}

/// The description of the interface, as JSON.
pub fn openapi() -> String {
    let json = web::document().to_pretty_json();
    json.expect("the document is plain data")
}
