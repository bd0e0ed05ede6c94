//! One writer for what happens at all tables: events that come at the same time are kept by one
//! commit.

use std::sync::LazyLock;

use sqlx::{Any, Transaction};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::{StoreError, WRITING, Writer, commit, reason};
use crate::wire::Status;

/// Something to keep.
#[derive(Default)]
pub(crate) struct Append {
    pub(crate) table: String,
    /// The number of the first event.
    pub(crate) number: u64,
    pub(crate) at: u64,
    pub(crate) events: Vec<Written>,
    /// The number of moves that are left after a takeback.
    pub(crate) taken_back_to: Option<usize>,
    /// The new status of the table, if it changed, and the standing of its game as JSON.
    pub(crate) status: Option<(Status, Option<String>)>,
    /// The seats whose person changed.
    pub(crate) sittings: Vec<(u8, Option<String>)>,
    /// A table that is opened with it.
    pub(crate) opened: Option<NewTableRow>,
}

impl Append {
    /// Returns true for one event without any other change.
    const fn is_lone_event(&self) -> bool {
        self.events.len() == 1
            && self.taken_back_to.is_none()
            && self.status.is_none()
            && self.sittings.is_empty()
            && self.opened.is_none()
    }
}

/// A new table as it is written.
pub(crate) struct NewTableRow {
    pub(crate) id: String,
    pub(crate) game: &'static str,
    pub(crate) is_private: bool,
    pub(crate) status: Status,
    /// As JSON.
    pub(crate) plan: String,
    /// The people at the seats from the beginning.
    pub(crate) sittings: Vec<(u8, String)>,
    pub(crate) host: String,
    /// The address at which it was opened, as a keyed hash.
    pub(crate) origin: String,
    pub(crate) is_for_bots: bool,
}

/// An event as it is written.
pub(crate) struct Written {
    pub(crate) ply: Option<usize>,
    /// The person who sat down or wrote a message.
    pub(crate) person: Option<String>,
    pub(crate) body: String,
    /// True if a bot is to move after it.
    pub(crate) is_before_bot: bool,
}

/// The time for which a table is listed after its host was seen there.
pub(crate) const LISTED_MILLIS: u64 = 60_000;

type Order = (Append, oneshot::Sender<Result<(), StoreError>>);

/// Keeps events in the order in which they are handed in.
#[derive(Clone)]
pub(crate) struct Journal {
    orders: mpsc::Sender<Order>,
}

/// The number of orders that share a commit at most, and that may wait.
const MAX_BATCH: usize = 512;
const MAX_WAITING: usize = 8_192;

impl Journal {
    /// A journal that is written by this writer.
    pub(super) fn start(writer: Writer) -> Journal {
        let (orders, waiting) = mpsc::channel(MAX_WAITING);
        tokio::spawn(write_all(writer, waiting));
        Journal { orders }
    }

    /// Keeps this, all of it or nothing. When it returns, it is on the disk.
    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let (tell, told) = oneshot::channel();
        let closed = || StoreError::Failed(sqlx::Error::PoolClosed);
        self.orders.send((append, tell)).await.map_err(|_| closed())?;
        told.await.map_err(|_| closed())?
    }

    /// Waits until everything that was handed in is kept.
    pub(super) async fn close(&self) {
        // Nothing can be done about a journal that failed.
        let _ = self.append(Append::default()).await;
    }
}

async fn write_all(writer: Writer, mut waiting: mpsc::Receiver<Order>) {
    let mut batch = Vec::new();
    while waiting.recv_many(&mut batch, MAX_BATCH).await > 0 {
        // All servers take the tables of a batch in the same order, so that none waits for another
        // that waits for it. What belongs to one table stays in its order.
        batch.sort_by(|(one, _), (other, _): &Order| one.table.cmp(&other.table));
        let (appends, answers): (Vec<Append>, Vec<_>) = batch.drain(..).unzip();
        for (answer, result) in answers.into_iter().zip(keep(&writer, &appends).await) {
            let _ = answer.send(result);
        }
    }
}

/// Keeps a batch by one commit. What breaks a rule of the database, because somebody in it was
/// deleted meanwhile, must not take the others with it: then each is kept by a commit of its own.
async fn keep(writer: &Writer, appends: &[Append]) -> Vec<Result<(), StoreError>> {
    match write(writer, appends).await {
        Ok(kept) => kept.into_iter().map(|is_kept| outcome(Ok(is_kept))).collect(),
        Err(error) if breaks_rule(&error) => {
            let mut results = Vec::with_capacity(appends.len());
            for append in appends {
                let kept = write(writer, std::slice::from_ref(append)).await;
                results.push(outcome(kept.map(|kept| kept == [true])));
            }
            results
        }
        Err(error) => {
            tracing::error!(%error, n_orders = appends.len(), "nothing could be kept");
            appends.iter().map(|_| Err(again(&error))).collect()
        }
    }
}

fn outcome(kept: Result<bool, StoreError>) -> Result<(), StoreError> {
    match kept {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Conflict),
        Err(error) if breaks_rule(&error) => Err(StoreError::Conflict),
        Err(error) => Err(error),
    }
}

/// The same error for another one whom it concerns.
fn again(error: &StoreError) -> StoreError {
    match error {
        StoreError::Unsure(reason) => StoreError::Unsure(reason.clone()),
        StoreError::Failed(error) => StoreError::Failed(sqlx::Error::Protocol(reason(error))),
        error => StoreError::Failed(sqlx::Error::Protocol(error.to_string())),
    }
}

/// Returns true if the order is the fault, and not the database.
fn breaks_rule(error: &StoreError) -> bool {
    let StoreError::Failed(error) = error else { return false };
    let error = error.as_database_error();
    error.is_some_and(|error| error.is_foreign_key_violation() || error.is_unique_violation())
}

/// Writes a batch by one commit, and says which of it was kept: what somebody else has written
/// already is left out, and hinders nobody.
async fn write(writer: &Writer, appends: &[Append]) -> Result<Vec<bool>, StoreError> {
    let written = timeout(WRITING, async {
        let mut transaction = writer.begin().await?;
        if write_together(&mut transaction, appends).await? {
            return Ok((transaction, vec![true; appends.len()]));
        }
        transaction.rollback().await?;
        let mut transaction = writer.begin().await?;
        let mut results = Vec::with_capacity(appends.len());
        for append in appends {
            results.push(write_one(&mut transaction, append).await?);
        }
        Ok::<_, sqlx::Error>((transaction, results))
    });
    let (transaction, results) = written.await.map_err(|_| sqlx::Error::PoolTimedOut)??;
    commit(transaction).await?;
    Ok(results)
}

/// Writes a batch with few statements, because each is a way to the database and back; false if
/// somebody else has written some of it already.
async fn write_together(
    transaction: &mut Transaction<'static, Any>,
    appends: &[Append],
) -> Result<bool, sqlx::Error> {
    let mut rest = appends;
    while !rest.is_empty() {
        let n_lone = rest.iter().take_while(|append| append.is_lone_event()).count();
        // Powers of two alone, so that few statements are prepared.
        let (some, later) = rest.split_at(1 << n_lone.clamp(1, MAX_TOGETHER).ilog2());
        let are_kept = if let [append] = some {
            write_one(transaction, append).await?
        } else {
            let events: Vec<_> = some.iter().map(|append| (append, 0)).collect();
            write_events(transaction, &events).await? == some.len() as u64
        };
        if !are_kept {
            return Ok(false);
        }
        rest = later;
    }
    Ok(true)
}

/// The number of events that share a statement at most: a power of two.
const MAX_TOGETHER: usize = 32;

/// Writes events, each of them as the place that it has in what is to be kept, and says how many:
/// those whose number is taken are left out. There are a power of two of them.
async fn write_events(
    transaction: &mut Transaction<'static, Any>,
    events: &[(&Append, usize)],
) -> Result<u64, sqlx::Error> {
    static INSERTS: LazyLock<Vec<String>> =
        LazyLock::new(|| (0..=MAX_TOGETHER.ilog2()).map(|log| insert_events(1 << log)).collect());
    let mut query = sqlx::query(INSERTS[events.len().ilog2() as usize].as_str());
    for &(append, i) in events {
        let event = &append.events[i];
        query = query
            .bind(&append.table)
            .bind((append.number + i as u64).cast_signed())
            .bind(event.ply.map(|ply| ply as i64))
            .bind(append.at.cast_signed())
            .bind(&event.person)
            .bind(&event.body)
            .bind(i32::from(event.is_before_bot));
    }
    Ok(query.execute(&mut **transaction).await?.rows_affected())
}

/// The statement that writes so many events, but none whose number is taken.
fn insert_events(n_events: usize) -> String {
    let row = |i: usize| {
        let places: Vec<String> = (1..=7).map(|place| format!("${}", 7 * i + place)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..n_events).map(row).collect();
    let columns = "table_id, number, ply, at, person_id, body, is_before_bot";
    format!("INSERT INTO event ({columns}) VALUES {} ON CONFLICT DO NOTHING", rows.join(", "))
}

async fn write_one(
    transaction: &mut Transaction<'static, Any>,
    append: &Append,
) -> Result<bool, sqlx::Error> {
    let Append { table, number, at, events, taken_back_to, status, sittings, opened } = append;
    // Step 1. What is taken back gives up its ply before another move takes it.
    if let Some(ply) = taken_back_to {
        if !is_next(transaction, table, *number).await? {
            return Ok(false);
        }
        give_up_plies(transaction, table, *ply).await?;
    }
    // Step 2. The first event claims its number: whoever comes second writes nothing.
    for i in 0..events.len() {
        if write_events(transaction, &[(append, i)]).await? == 0 {
            return Ok(false);
        }
    }
    // Step 3. What lists need.
    if let Some((status, standing)) = status {
        sqlx::query(
            "UPDATE game_table SET status = $1, changed_at = $2, standing = $3 WHERE id = $4",
        )
        .bind(status_text(*status))
        .bind(at.cast_signed())
        .bind(standing)
        .bind(table)
        .execute(&mut **transaction)
        .await?;
    }
    for (seat, person) in sittings {
        write_sitting(transaction, table, *seat, person.as_deref()).await?;
    }
    if let Some(opened) = opened {
        write_table(transaction, opened, *at).await?;
    }
    Ok(true)
}

async fn write_table(
    transaction: &mut Transaction<'static, Any>,
    opened: &NewTableRow,
    now: u64,
) -> Result<(), sqlx::Error> {
    let NewTableRow { id, game, is_private, status, plan, sittings, .. } = opened;
    sqlx::query(
        "INSERT INTO game_table (id, plan, game, is_private, status, created_at, changed_at, \
         host, origin, is_for_bots, listed_until) \
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10)",
    )
    .bind(id)
    .bind(plan)
    .bind(*game)
    .bind(i32::from(*is_private))
    .bind(status_text(*status))
    .bind(now.cast_signed())
    .bind(&opened.host)
    .bind(&opened.origin)
    .bind(i32::from(opened.is_for_bots))
    .bind((now + LISTED_MILLIS).cast_signed())
    .execute(&mut **transaction)
    .await?;
    for (seat, person) in sittings {
        insert_sitting(transaction, id, *seat, person).await?;
    }
    Ok(())
}

async fn is_next(
    transaction: &mut Transaction<'static, Any>,
    table: &str,
    number: u64,
) -> Result<bool, sqlx::Error> {
    let last: Option<i64> = sqlx::query_scalar("SELECT MAX(number) FROM event WHERE table_id = $1")
        .bind(table)
        .fetch_one(&mut **transaction)
        .await?;
    Ok(last.unwrap_or(0) + 1 == number.cast_signed())
}

async fn give_up_plies(
    transaction: &mut Transaction<'static, Any>,
    table: &str,
    ply: usize,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE event SET ply = NULL WHERE table_id = $1 AND ply > $2")
        .bind(table)
        .bind(ply as i64)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

async fn write_sitting(
    transaction: &mut Transaction<'static, Any>,
    table: &str,
    seat: u8,
    person: Option<&str>,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM sitting WHERE table_id = $1 AND seat = $2")
        .bind(table)
        .bind(i64::from(seat))
        .execute(&mut **transaction)
        .await?;
    match person {
        Some(person) => insert_sitting(transaction, table, seat, person).await,
        None => Ok(()),
    }
}

async fn insert_sitting(
    transaction: &mut Transaction<'static, Any>,
    table: &str,
    seat: u8,
    person: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO sitting (table_id, seat, person_id) VALUES ($1, $2, $3)")
        .bind(table)
        .bind(i64::from(seat))
        .bind(person)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

pub(super) const fn status_text(status: Status) -> &'static str {
    match status {
        Status::Waiting => "waiting",
        Status::Playing => "playing",
        Status::Over => "over",
        Status::Aborted => "aborted",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Database, Store};

    /// Stores a waiting table, for tests that need no more of it than its id.
    const INSERT_TABLE: &str = "INSERT INTO game_table (id, plan, game, is_private, status, \
                                created_at, changed_at) \
                                VALUES ($1, '', '', 0, 'waiting', 0, 0)";

    fn chat(table: &str, person: Option<&str>) -> Append {
        let person = person.map(str::to_owned);
        let events = vec![Written { ply: None, person, body: String::new(), is_before_bot: false }];
        Append { table: table.to_owned(), number: 1, events, ..Append::default() }
    }

    #[tokio::test]
    async fn who_was_deleted_takes_nobody_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Database::Sqlite(folder.path().join("file"))).await.unwrap();
        for id in ["a", "b", "c"] {
            sqlx::query(INSERT_TABLE).bind(id).execute(&store.writer.pool).await.unwrap();
        }
        let batch = [chat("a", None), chat("b", Some("nobody")), chat("c", None), chat("c", None)];
        let results = keep(&store.writer, &batch).await;
        let is_kept: Vec<bool> = results.iter().map(Result::is_ok).collect();
        assert_eq!(is_kept, [true, false, true, false]);
        let refused = results.into_iter().filter_map(Result::err);
        assert!(refused.into_iter().all(|error| matches!(error, StoreError::Conflict)));
        let tables: Vec<String> =
            sqlx::query_scalar("SELECT table_id FROM event ORDER BY table_id")
                .fetch_all(&store.pool)
                .await
                .unwrap();
        assert_eq!(tables, ["a", "c"]);
    }

    #[tokio::test]
    async fn events_of_many_tables_are_kept_together_but_none_twice() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Database::Sqlite(folder.path().join("file"))).await.unwrap();
        let ids: Vec<String> = (0..2 * MAX_TOGETHER + 7).map(|i| format!("t{i:03}")).collect();
        for id in &ids {
            sqlx::query(INSERT_TABLE).bind(id).execute(&store.writer.pool).await.unwrap();
        }
        // In the middle one begins to play, which is more than an event.
        let mut batch: Vec<Append> = ids.iter().map(|id| chat(id, None)).collect();
        batch[40].status = Some((Status::Playing, None));
        assert!(keep(&store.writer, &batch).await.iter().all(Result::is_ok));
        let n_events = "SELECT COUNT(*) FROM event WHERE number = 1 AND body = ''";
        let n_events: i64 = sqlx::query_scalar(n_events).fetch_one(&store.pool).await.unwrap();
        assert_eq!(n_events, ids.len() as i64);

        // Some have gone on meanwhile, somewhere else; what they are told here comes too late.
        for append in &mut batch {
            append.number = 2;
        }
        assert!(keep(&store.writer, &batch[3..9]).await.iter().all(Result::is_ok));
        let is_kept: Vec<bool> =
            keep(&store.writer, &batch).await.iter().map(Result::is_ok).collect();
        let expected: Vec<bool> = (0..ids.len()).map(|i| !(3..9).contains(&i)).collect();
        assert_eq!(is_kept, expected);
        let n_events: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM event").fetch_one(&store.pool).await.unwrap();
        assert_eq!(n_events, 2 * ids.len() as i64);
    }
}
