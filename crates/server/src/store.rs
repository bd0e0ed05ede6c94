//! What is kept: people, tables and what happened there, in SQLite or PostgreSQL.
//!
//! One set of statements serves both. Readers share a pool of connections; everything that happens at
//! tables goes through one [`Journal`], which keeps many events by one commit.

mod journal;
mod people;
mod tables;

use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;

use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::migrate::Migrator;
use sqlx::{AnyPool, Executor};
use thiserror::Error;

use self::journal::Journal;
pub(crate) use self::tables::Listed;

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// Where things are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file of SQLite.
    Sqlite(PathBuf),
    /// The address of a PostgreSQL database: `postgres://…`.
    Postgres(String),
}

/// What is kept.
#[derive(Clone)]
pub(crate) struct Store {
    pool: AnyPool,
    journal: Journal,
}

/// Nothing could be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database could not be opened.
    #[error("cannot open {what}: {reason}")]
    Open {
        /// Which one, without its password.
        what: String,
        /// What the database says.
        reason: String,
    },
    /// It was made by a newer program.
    #[error("{what} was made by a newer Tilewright: {reason}")]
    Newer {
        /// Which one.
        what: String,
        /// What is missing.
        reason: String,
    },
    /// A statement failed.
    #[error("the database failed: {0}")]
    Failed(#[from] sqlx::Error),
    /// What was kept cannot be read.
    #[error("what was kept of table {table} cannot be read: {reason}")]
    Damaged {
        /// Which table.
        table: String,
        /// What is wrong.
        reason: String,
    },
    /// Somebody else has written this already.
    #[error("somebody else was faster")]
    Conflict,
}

/// How many connections readers share.
const N_READERS: u32 = 8;

/// How long anybody waits for a connection or a lock.
const PATIENCE: Duration = Duration::from_secs(5);

/// A commit is on the disk before it is answered.
const SQLITE_SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                               PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000";

impl Store {
    /// Opens a database, and brings it up to date.
    pub(crate) async fn open(database: &Database) -> Result<Store, StoreError> {
        let (url, what) = address(database)?;
        let refuse =
            |error: sqlx::Error| StoreError::Open { what: what.clone(), reason: error.to_string() };
        let pool = connect(&url, N_READERS).await.map_err(refuse)?;
        MIGRATIONS.run(&pool).await.map_err(|error| match error {
            sqlx::migrate::MigrateError::VersionMissing(_) => {
                StoreError::Newer { what: what.clone(), reason: error.to_string() }
            }
            _ => StoreError::Open { what: what.clone(), reason: error.to_string() },
        })?;
        let writer = connect(&url, 1).await.map_err(refuse)?;
        Ok(Store { pool, journal: Journal::start(writer) })
    }

    /// Whether the database answers.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// A setting that all servers on this database share: the one that is kept, or else this one.
    pub(crate) async fn setting(&self, name: &str, usual: &str) -> Result<String, StoreError> {
        sqlx::query("INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(usual)
            .execute(&self.pool)
            .await?;
        let value = sqlx::query_scalar("SELECT value FROM setting WHERE name = $1");
        Ok(value.bind(name).fetch_one(&self.pool).await?)
    }

    /// Keeps what is under way, and closes.
    pub(crate) async fn close(&self) {
        self.journal.close().await;
        self.pool.close().await;
    }
}

async fn connect(url: &str, n_connections: u32) -> Result<AnyPool, sqlx::Error> {
    static DRIVERS: Once = Once::new();
    DRIVERS.call_once(install_default_drivers);
    let is_sqlite = url.starts_with("sqlite:");
    AnyPoolOptions::new()
        .max_connections(n_connections)
        .acquire_timeout(PATIENCE)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                if is_sqlite {
                    connection.execute(SQLITE_SETTINGS).await?;
                }
                Ok(())
            })
        })
        .connect(url)
        .await
}

/// The address of a database, and what to call it in a sentence.
fn address(database: &Database) -> Result<(String, String), StoreError> {
    match database {
        Database::Sqlite(file) => {
            let what = file.display().to_string();
            make_folder(file).map_err(|error| StoreError::Open {
                what: what.clone(),
                reason: error.to_string(),
            })?;
            Ok((format!("sqlite://{what}?mode=rwc"), what))
        }
        Database::Postgres(url) => Ok((url.clone(), "the PostgreSQL database".to_owned())),
    }
}

fn make_folder(file: &Path) -> std::io::Result<()> {
    file.parent().map_or(Ok(()), std::fs::create_dir_all)
}

/// Whether a text can be in no database, and must not be asked for: PostgreSQL takes any text but one
/// with this character.
fn cannot_be_kept(text: &str) -> bool {
    text.contains('\0')
}
