//! Retention: what is deleted when nobody has used it for long, in small steps while others play.
//!
//! Games of people in progress are never touched, however slow they are. Each step is one short
//! transaction over at most [`STEP`] rows, so that moves wait for none of them.

use sqlx::Row;

use super::journal::status_text;
use super::{Store, StoreError, commit};
use crate::people::PersonId;
use crate::wire::Status;

/// The most rows of one step.
const STEP: i64 = 200;

/// The numbers of what a round of cleaning has deleted and aborted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cleaned {
    pub(crate) sessions: u64,
    pub(crate) tables: u64,
    pub(crate) guests: u64,
    pub(crate) aborted: u64,
}

impl Store {
    /// Deletes sessions that have ended; true if there may be more. `now` is the time that counts
    /// for sessions, so that a clock that runs ahead takes none that last.
    pub(crate) async fn purge_sessions(&self, now: u64) -> Result<u64, StoreError> {
        let statement = sqlx::query(
            "DELETE FROM session WHERE id IN \
             (SELECT id FROM session WHERE expires_at <= $1 LIMIT $2)",
        );
        let deleted = statement.bind(now.cast_signed()).bind(STEP).execute(&self.writer.pool);
        Ok(deleted.await?.rows_affected())
    }

    /// Deletes tables that nobody needs: of this status, and unchanged since then. A table that
    /// waits is needed while its host was there since then.
    pub(crate) async fn purge_tables(
        &self,
        status: Status,
        since: u64,
    ) -> Result<Vec<String>, StoreError> {
        let mut transaction = self.writer.begin().await?;
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT id FROM game_table WHERE status = $1 AND changed_at < $2 AND listed_until < $2 \
             ORDER BY changed_at LIMIT $3",
        )
        .bind(status_text(status))
        .bind(since.cast_signed())
        .bind(STEP)
        .fetch_all(&mut *transaction)
        .await?;
        for id in &ids {
            delete_table(&mut transaction, id).await?;
        }
        commit(transaction).await?;
        Ok(ids)
    }

    /// Deletes finished games at which nobody with an account sat, unchanged since then.
    pub(crate) async fn purge_guest_games(&self, since: u64) -> Result<Vec<String>, StoreError> {
        let mut transaction = self.writer.begin().await?;
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT id FROM game_table WHERE status = 'over' AND changed_at < $1 AND NOT EXISTS \
             (SELECT 1 FROM sitting JOIN person ON person.id = person_id \
             WHERE table_id = game_table.id AND name_key IS NOT NULL) \
             ORDER BY changed_at LIMIT $2",
        )
        .bind(since.cast_signed())
        .bind(STEP)
        .fetch_all(&mut *transaction)
        .await?;
        for id in &ids {
            delete_table(&mut transaction, id).await?;
        }
        commit(transaction).await?;
        Ok(ids)
    }

    /// Guests who were not there since then and sit at no table that waits or is played.
    pub(crate) async fn unused_guests(&self, since: u64) -> Result<Vec<PersonId>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT id FROM person WHERE name_key IS NULL AND created_at < $1 AND NOT EXISTS \
             (SELECT 1 FROM session WHERE person_id = person.id AND seen_at >= $1) \
             AND NOT EXISTS (SELECT 1 FROM sitting JOIN game_table ON game_table.id = table_id \
             WHERE person_id = person.id AND status IN ('waiting', 'playing')) LIMIT $2",
        )
        .bind(since.cast_signed())
        .bind(STEP)
        .fetch_all(&self.pool)
        .await?;
        Ok(ids.into_iter().map(PersonId).collect())
    }

    /// Games in progress against bots, with one person or none, at which nothing happened since
    /// then.
    pub(crate) async fn stale_bot_games(&self, since: u64) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM game_table WHERE status = 'playing' AND changed_at < $1 \
             AND plan LIKE '%\"bot\":%' \
             AND (SELECT COUNT(DISTINCT person_id) FROM sitting \
             WHERE table_id = game_table.id) <= 1 \
             AND NOT EXISTS (SELECT 1 FROM event WHERE table_id = game_table.id AND at >= $1) \
             ORDER BY changed_at LIMIT $2",
        )
        .bind(since.cast_signed())
        .bind(STEP)
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }
}

/// Deletes a table with its events and seats.
async fn delete_table(
    transaction: &mut sqlx::Transaction<'static, sqlx::Any>,
    id: &str,
) -> Result<(), sqlx::Error> {
    for statement in [
        "DELETE FROM event WHERE table_id = $1",
        "DELETE FROM sitting WHERE table_id = $1",
        "DELETE FROM follow_up WHERE table_id = $1",
        "DELETE FROM game_table WHERE id = $1",
    ] {
        sqlx::query(statement).bind(id).execute(&mut **transaction).await?;
    }
    Ok(())
}
