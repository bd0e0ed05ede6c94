//! Follow-ups: what must still be done after somebody was deleted, kept in the same transaction.
//!
//! Seats are given up by the tables themselves, one after the other, which no transaction can
//! include. A follow-up stays until its table has done so, also when the server is killed in
//! between.

use std::collections::HashSet;

use sqlx::Row;
use sqlx::any::AnyRow;
use tilewright_room::{Event, PersonId, Plan};

use super::{Store, StoreError, commit};

/// A person who must leave a table, because the account is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FollowUp {
    pub(crate) table: String,
    pub(crate) person: PersonId,
}

/// The name of the setting that says that old databases were looked through.
const REPAIRED: &str = "seats-repaired";

/// The number of tables that are looked through at once.
const PAGE: i64 = 500;

impl Store {
    /// The follow-ups of a person, or else the next ones of anybody.
    pub(crate) async fn follow_ups(
        &self,
        person: Option<&PersonId>,
        max: i64,
    ) -> Result<Vec<FollowUp>, StoreError> {
        let statement = match person {
            Some(_) => {
                "SELECT table_id, person_id FROM follow_up WHERE person_id = $1 \
                 ORDER BY table_id LIMIT $2"
            }
            None => {
                "SELECT table_id, person_id FROM follow_up WHERE $1 = '' \
                 ORDER BY table_id LIMIT $2"
            }
        };
        let person = person.map_or("", |person| &person.0);
        let rows = sqlx::query(statement).bind(person).bind(max).fetch_all(&self.pool).await?;
        rows.iter().map(read).collect()
    }

    /// Forgets a follow-up that is done.
    pub(crate) async fn end_follow_up(&self, done: &FollowUp) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM follow_up WHERE table_id = $1 AND person_id = $2")
            .bind(&done.table)
            .bind(&done.person.0)
            .execute(&self.writer.pool)
            .await?;
        Ok(())
    }

    /// Finds seats of people who were deleted before follow-ups were kept. Done once for a
    /// database.
    pub(crate) async fn repair_seats(&self) -> Result<usize, StoreError> {
        let statement = "SELECT value FROM setting WHERE name = $1";
        let done: Option<String> =
            sqlx::query_scalar(statement).bind(REPAIRED).fetch_optional(&self.pool).await?;
        if done.is_some() {
            return Ok(0);
        }
        let mut last = String::new();
        let mut n_found = 0;
        loop {
            let rows = sqlx::query(
                "SELECT id, plan FROM game_table WHERE status IN ('waiting', 'playing') \
                 AND id > $1 ORDER BY id LIMIT $2",
            );
            let rows = rows.bind(&last).bind(PAGE).fetch_all(&self.pool).await?;
            let Some(row) = rows.last() else { break };
            last = row.try_get("id")?;
            n_found += self.repair_tables(&rows).await?;
        }
        self.setting(REPAIRED, "1").await?;
        Ok(n_found)
    }

    /// Keeps a follow-up for everybody at these tables who is no more.
    async fn repair_tables(&self, rows: &[AnyRow]) -> Result<usize, StoreError> {
        let mut found = Vec::new();
        for row in rows {
            let table: String = row.try_get("id")?;
            for person in self.people_at(&table, row.try_get("plan")?).await? {
                if self.name_of(&person).await?.is_none() {
                    found.push(FollowUp { table: table.clone(), person });
                }
            }
        }
        let mut transaction = self.writer.begin().await?;
        for follow_up in &found {
            sqlx::query(
                "INSERT INTO follow_up (table_id, person_id) VALUES ($1, $2) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(&follow_up.table)
            .bind(&follow_up.person.0)
            .execute(&mut *transaction)
            .await?;
        }
        commit(transaction).await?;
        Ok(found.len())
    }

    /// Everybody who sits or sat at a table.
    async fn people_at(&self, table: &str, plan: &str) -> Result<HashSet<PersonId>, StoreError> {
        // A table that cannot be read is reported when somebody asks for it.
        let Ok(plan) = serde_json::from_str::<Plan>(plan) else { return Ok(HashSet::new()) };
        let mut people: HashSet<PersonId> = plan.people().map(|(it, _)| it.clone()).collect();
        let statement = "SELECT body FROM event WHERE table_id = $1 AND ply IS NULL \
                         AND body LIKE '{\"type\":\"sat\",%'";
        let bodies: Vec<String> =
            sqlx::query_scalar(statement).bind(table).fetch_all(&self.pool).await?;
        for body in bodies {
            let event = serde_json::from_str::<Event>(&body).ok();
            people.extend(event.as_ref().and_then(Event::person).cloned());
        }
        Ok(people)
    }
}

fn read(row: &AnyRow) -> Result<FollowUp, StoreError> {
    let person = PersonId(row.try_get("person_id")?);
    Ok(FollowUp { table: row.try_get("table_id")?, person })
}
