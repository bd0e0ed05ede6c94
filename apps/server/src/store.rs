//! The store: people, tables and their events, in SQLite or PostgreSQL.
//!
//! One set of statements serves both. Readers share a pool of connections, and who changes
//! something waits in line for a [`Writer`]; everything that happens at tables goes through one
//! [`Journal`], which keeps many events by one commit.

mod file;
mod follow_ups;
mod journal;
mod people;
mod retention;
mod tables;
mod usage;

use std::fs::File;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Any, AnyConnection, AnyPool, Connection, Executor, SqlSafeStr, Transaction};
use thiserror::Error;
use tokio::time::timeout;

pub(crate) use self::follow_ups::FollowUp;
use self::journal::Journal;
pub(crate) use self::journal::LISTED_MILLIS;
pub(crate) use self::people::{NewSession, PasskeyRow, SignIn};
pub(crate) use self::retention::Cleaned;
pub(crate) use self::tables::{ListedTable, TableQuery};
pub(crate) use self::usage::TableUsage;

/// The steps that bring a database up to date, each with its name. A step that was published never
/// changes: the database keeps its checksum.
const MIGRATIONS: [(&str, &str); 5] = [
    ("tables and people", include_str!("../migrations/0001_tables_and_people.sql")),
    ("what is no move", include_str!("../migrations/0002_what_is_no_move.sql")),
    ("who did it", include_str!("../migrations/0003_who_did_it.sql")),
    ("standings", include_str!("../migrations/0004_standings.sql")),
    ("limits and sign ins", include_str!("../migrations/0005_limits_and_sign_ins.sql")),
];

/// The database of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file of SQLite.
    Sqlite(PathBuf),
    /// The address of a PostgreSQL database: `postgres://…`.
    Postgres(String),
}

/// People, tables and events in the database.
#[derive(Clone)]
pub(crate) struct Store {
    pool: AnyPool,
    writer: Writer,
    journal: Journal,
    /// Held until the store is closed, so that no second server uses the same file.
    lock: Arc<Mutex<Option<File>>>,
}

/// How things are changed. On SQLite, where one can write at a time, it is one connection: who
/// waits for it in line comes sooner than who tries again and again.
#[derive(Clone)]
struct Writer {
    pool: AnyPool,
    begin: &'static str,
}

/// Nothing could be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database could not be opened.
    #[error("cannot open {what}: {reason}")]
    Open {
        /// Which one, without its password.
        what: String,
        /// The message of the database.
        reason: String,
    },
    /// It was made by a newer program.
    #[error("{what} was made by a newer Tilewright")]
    Newer {
        /// Which one.
        what: String,
    },
    /// Another server uses the file.
    #[error(
        "another Tilewright server uses {what}: stop it first; for several servers at once take \
         PostgreSQL (--database postgres://…)"
    )]
    InUse {
        /// The file.
        what: String,
    },
    /// A statement failed.
    #[error("the database failed: {}", reason(.0))]
    Failed(#[from] sqlx::Error),
    /// The database was asked to keep something, and the line broke before it answered.
    #[error("the database may have kept it or not: {0}")]
    Unsure(String),
    /// A stored value cannot be read.
    #[error("what was kept of table {table} cannot be read: {reason}")]
    Damaged {
        /// Which table.
        table: String,
        /// The fault.
        reason: String,
    },
    /// Somebody else has written this already.
    #[error("somebody else was faster")]
    Conflict,
}

/// The number of connections that readers share, and writers where they need not wait for each
/// other.
const N_READERS: u32 = 8;
const N_WRITERS: u32 = 4;

/// The time limit for getting a connection or a lock.
const PATIENCE: Duration = Duration::from_secs(5);

/// The time limit for writing something, and then for committing it.
const WRITING: Duration = Duration::from_secs(10);

/// The reason given for a database that cannot be reached.
const SILENT: &str = "it does not answer";

/// A commit is on the disk before it is answered.
const SQLITE_SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                               PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000";

/// The same, whatever is usual at this server, this database or for this user.
const POSTGRES_SETTINGS: &str = "SET synchronous_commit = on";

impl Store {
    /// Opens a database, and brings it up to date.
    pub(crate) async fn open(database: &Database) -> Result<Store, StoreError> {
        let (url, what) = address(database)?;
        let lock = match database {
            Database::Sqlite(file) => Some(file::prepare(file, &what)?),
            Database::Postgres(_) => None,
        };
        let refuse = |error: sqlx::Error| StoreError::Open {
            what: what.clone(),
            reason: file::trouble(database)
                .map_or_else(|| reason(&error), |error| error.to_string()),
        };
        // A pool tries again and again and says nothing; one connection says what is wrong.
        let mut first = connect_once(&url).await.map_err(refuse)?;
        migrator().run(&mut first).await.map_err(|error| match error {
            MigrateError::VersionMissing(_) => StoreError::Newer { what: what.clone() },
            MigrateError::Execute(error) => refuse(error),
            _ => StoreError::Open { what: what.clone(), reason: error.to_string() },
        })?;
        warn_of_plain_line(database, &mut first).await.map_err(refuse)?;
        first.close().await.map_err(refuse)?;
        let pool = connect(&url, N_READERS, false).await.map_err(refuse)?;
        let (n_writers, begin) = match database {
            // A transaction that begins by reading could not write once another program has.
            Database::Sqlite(_) => (1, "BEGIN IMMEDIATE"),
            Database::Postgres(_) => (N_WRITERS, "BEGIN"),
        };
        let pool_of_writers = connect(&url, n_writers, true).await.map_err(refuse)?;
        let writer = Writer { pool: pool_of_writers, begin };
        let journal = Journal::start(writer.clone());
        Ok(Store { pool, writer, journal, lock: Arc::new(Mutex::new(lock)) })
    }

    /// Whether the database answers and keeps what it is given: a full disk can still be read.
    pub(crate) async fn check(&self, now: u64) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        let statement = sqlx::query(
            "INSERT INTO setting (name, value) VALUES ('checked', $1) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        );
        let written = timeout(WRITING, statement.bind(now.to_string()).execute(&self.writer.pool));
        written.await.map_err(|_| sqlx::Error::PoolTimedOut)??;
        Ok(())
    }

    /// A setting that all servers on this database share: the one that is kept, or else this one.
    pub(crate) async fn setting(&self, name: &str, usual: &str) -> Result<String, StoreError> {
        sqlx::query("INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(usual)
            .execute(&self.writer.pool)
            .await?;
        let value = sqlx::query_scalar("SELECT value FROM setting WHERE name = $1");
        Ok(value.bind(name).fetch_one(&self.pool).await?)
    }

    /// Keeps what is under way, and closes.
    pub(crate) async fn close(&self) {
        self.journal.close().await;
        self.writer.pool.close().await;
        self.pool.close().await;
        // Tasks that are still about to end hold the store; the file is free all the same.
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

impl Writer {
    /// Begins something that is done as a whole or not at all.
    async fn begin(&self) -> Result<Transaction<'static, Any>, sqlx::Error> {
        self.pool.begin_with(self.begin).await
    }
}

/// Ends what was begun. If the line breaks or falls silent before the answer, nobody knows what is
/// kept.
async fn commit(transaction: Transaction<'static, Any>) -> Result<(), StoreError> {
    match timeout(WRITING, transaction.commit()).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error @ sqlx::Error::Io(_))) => Err(StoreError::Unsure(reason(&error))),
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(StoreError::Unsure(SILENT.to_owned())),
    }
}

/// Lets go of a connection, and says whether it may be used again. One that does not even answer a
/// ping must not be waited for. Where SQLite has given up a transaction by itself, because the disk
/// is full, the library takes it for open for ever; and a connection that was opened while a file
/// could not be written only reads for as long as it lasts.
async fn release(connection: &mut AnyConnection, writes: bool) -> Result<bool, sqlx::Error> {
    let must_write = writes && connection.backend_name() == "SQLite";
    let asked = async {
        if must_write {
            Ok(connection.execute("BEGIN IMMEDIATE; ROLLBACK").await.is_ok())
        } else {
            connection.ping().await.map(|()| true)
        }
    };
    match timeout(PATIENCE, asked).await {
        Ok(answer) => answer.map(|is_well| is_well && !connection.is_in_transaction()),
        Err(_) => Err(sqlx::Error::PoolTimedOut),
    }
}

/// The migrations, made here and not by `sqlx::migrate!`: its macro would compile the whole library
/// a second time, for the compiler.
fn migrator() -> Migrator {
    let mut migrations = Vec::new();
    for (version, (name, sql)) in (1..).zip(MIGRATIONS) {
        let sql = sql.into_sql_str();
        migrations.push(Migration::new(version, name.into(), MigrationType::Simple, sql, false));
    }
    Migrator::with_migrations(migrations)
}

async fn connect_once(url: &str) -> Result<AnyConnection, sqlx::Error> {
    install_drivers();
    let mut connection = AnyConnection::connect(url).await?;
    set_up(&mut connection).await?;
    Ok(connection)
}

async fn connect(url: &str, n_connections: u32, writes: bool) -> Result<AnyPool, sqlx::Error> {
    install_drivers();
    AnyPoolOptions::new()
        .max_connections(n_connections)
        .acquire_timeout(PATIENCE)
        .after_connect(|connection, _| Box::pin(set_up(connection)))
        .after_release(move |connection, _| Box::pin(release(connection, writes)))
        .connect(url)
        .await
}

fn install_drivers() {
    static DRIVERS: Once = Once::new();
    DRIVERS.call_once(install_default_drivers);
}

async fn set_up(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let is_sqlite = connection.backend_name() == "SQLite";
    connection.execute(if is_sqlite { SQLITE_SETTINGS } else { POSTGRES_SETTINGS }).await?;
    Ok(())
}

/// Warns if passwords and moves go to another machine without encryption.
async fn warn_of_plain_line(
    database: &Database,
    connection: &mut AnyConnection,
) -> Result<(), sqlx::Error> {
    let Database::Postgres(url) = database else { return Ok(()) };
    let options: PgConnectOptions = url.parse()?;
    if is_local(&options) {
        return Ok(());
    }
    let statement = "SELECT ssl::int FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let is_encrypted: i32 = sqlx::query_scalar(statement).fetch_one(connection).await?;
    if is_encrypted == 0 {
        let host = options.get_host();
        tracing::warn!(
            host,
            "the line to PostgreSQL is not encrypted: set up TLS there and add ?sslmode=verify-full"
        );
    }
    Ok(())
}

/// Returns true if a database is on this machine.
fn is_local(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let is_loopback = host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    options.get_socket().is_some() || host.starts_with('/') || host == "localhost" || is_loopback
}

/// The address of a database, and what to call it in a sentence.
fn address(database: &Database) -> Result<(String, String), StoreError> {
    match database {
        Database::Sqlite(file) => {
            let what = file.display().to_string();
            let refuse = |error: io::Error| StoreError::Open {
                what: what.clone(),
                reason: error.to_string(),
            };
            let path = std::path::absolute(file).map_err(refuse)?.display().to_string();
            let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
            Ok((format!("sqlite://{path}?mode=rwc"), what))
        }
        Database::Postgres(url) => {
            let options: PgConnectOptions = url.parse().map_err(|error| StoreError::Open {
                what: "the PostgreSQL database".to_owned(),
                reason: reason(&error),
            })?;
            let host = options.get_host();
            let port = options.get_port();
            let name = options.get_database().unwrap_or_default();
            Ok((url.clone(), format!("the PostgreSQL database {name} at {host}:{port}")))
        }
    }
}

/// Whether a text can be in no database, and must not be asked for: PostgreSQL takes any text but
/// one with this character.
fn cannot_be_kept(text: &str) -> bool {
    text.contains('\0')
}

/// The reason of an error, in the fewest words.
fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) if is_locked(&**error) => {
            "another program holds it locked".to_owned()
        }
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::PoolTimedOut => SILENT.to_owned(),
        error => error.to_string(),
    }
}

/// Returns true if another process holds the lock of the SQLite file.
fn is_locked(error: &dyn sqlx::error::DatabaseError) -> bool {
    let code = error.code().and_then(|code| code.parse::<u32>().ok());
    // SQLITE_BUSY and SQLITE_LOCKED, below what the extended codes add.
    code.is_some_and(|code| matches!(code & 0xff, 5 | 6))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::MIGRATIONS;

    #[test]
    fn every_migration_of_the_folder_is_in_the_list() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut files: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let texts: Vec<String> =
            files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        assert_eq!(texts, MIGRATIONS.map(|(_, sql)| sql));
    }
}
