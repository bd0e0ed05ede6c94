//! Counts of tables and seats, for the limits.

use sqlx::Row;
use tilewright_room::PersonId;

use super::{Store, StoreError};
use crate::people::Origin;

/// The number of tables and seats that a person, an address and everybody together have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableUsage {
    pub(crate) of_person: u64,
    pub(crate) of_address: u64,
    pub(crate) in_all: u64,
}

/// The time for which a game in progress counts for the address where it was opened.
const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

impl Store {
    /// Tables that wait for players, by who opened them.
    pub(crate) async fn open_tables(
        &self,
        person: &PersonId,
        origin: &Origin,
    ) -> Result<TableUsage, StoreError> {
        let statement = "SELECT \
             (SELECT COUNT(*) FROM game_table WHERE status = 'waiting' AND host = $1) AS person, \
             (SELECT COUNT(*) FROM game_table WHERE status = 'waiting' AND origin = $2) \
             AS address, \
             (SELECT COUNT(*) FROM game_table WHERE status = 'waiting') AS everybody";
        let row = sqlx::query(statement).bind(&person.0).bind(origin.text());
        read(&row.fetch_one(&self.pool).await?)
    }

    /// Games in progress between bots only, by who opened them.
    pub(crate) async fn bot_games(
        &self,
        person: &PersonId,
        origin: &Origin,
    ) -> Result<TableUsage, StoreError> {
        let statement = "SELECT \
             (SELECT COUNT(*) FROM game_table WHERE status = 'playing' AND is_for_bots = 1 \
              AND host = $1) AS person, \
             (SELECT COUNT(*) FROM game_table WHERE status = 'playing' AND is_for_bots = 1 \
              AND origin = $2) AS address, \
             (SELECT COUNT(*) FROM game_table WHERE status = 'playing' AND is_for_bots = 1) \
              AS everybody";
        let row = sqlx::query(statement).bind(&person.0).bind(origin.text());
        read(&row.fetch_one(&self.pool).await?)
    }

    /// Games in progress at which a person sits, and those that began at an address within a day.
    pub(crate) async fn games(
        &self,
        person: &PersonId,
        origin: &Origin,
        now: u64,
    ) -> Result<TableUsage, StoreError> {
        let statement = "SELECT \
             (SELECT COUNT(DISTINCT table_id) FROM sitting JOIN game_table ON id = table_id \
              WHERE status = 'playing' AND person_id = $1) AS person, \
             (SELECT COUNT(*) FROM game_table WHERE status = 'playing' AND origin = $2 \
              AND changed_at > $3) AS address, \
             CAST(0 AS BIGINT) AS everybody";
        let row = sqlx::query(statement)
            .bind(&person.0)
            .bind(origin.text())
            .bind(now.saturating_sub(DAY_MILLIS).cast_signed());
        read(&row.fetch_one(&self.pool).await?)
    }

    /// Seats at tables that wait for players and were opened by others.
    pub(crate) async fn waiting_seats(
        &self,
        person: &PersonId,
        origin: &Origin,
    ) -> Result<TableUsage, StoreError> {
        let statement = "SELECT \
             (SELECT COUNT(*) FROM sitting JOIN game_table ON id = table_id \
              WHERE status = 'waiting' AND person_id = $1 AND host <> person_id) AS person, \
             (SELECT COUNT(*) FROM sitting JOIN person ON person.id = person_id \
              JOIN game_table ON game_table.id = table_id \
              WHERE status = 'waiting' AND person.origin = $2 AND host <> person_id) AS address, \
             CAST(0 AS BIGINT) AS everybody";
        let row = sqlx::query(statement).bind(&person.0).bind(origin.text());
        read(&row.fetch_one(&self.pool).await?)
    }
}

fn read(row: &sqlx::any::AnyRow) -> Result<TableUsage, StoreError> {
    let number = |name: &str| row.try_get::<i64, _>(name).map(i64::cast_unsigned);
    Ok(TableUsage {
        of_person: number("person")?,
        of_address: number("address")?,
        in_all: number("everybody")?,
    })
}
