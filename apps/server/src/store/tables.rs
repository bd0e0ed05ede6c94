//! Tables in the database.

use std::collections::HashMap;

use sqlx::Row;
use sqlx::any::AnyRow;
use tilewright_room::{Change, Event, PersonId, Plan, Room, Status, StoredTable};

use super::journal::{Append, NewTableRow, Written, status_text};
use super::{Store, StoreError, cannot_be_kept};
use crate::wire::{Standing, TableSummary};

/// Which tables to list.
#[derive(Clone, Debug)]
pub(crate) enum TableQuery {
    /// Those that everybody may find, of this status; those where bots play among themselves only
    /// if told so.
    Public { status: Status, with_bots: bool },
    /// Those of a person; private ones only if told so.
    Of { person: PersonId, with_private: bool },
}

/// A list is not longer.
const MAX_LISTED: i64 = 100;

impl Store {
    /// Keeps a new table, and who sits there from the beginning.
    pub(crate) async fn create_table(&self, opened: &Room, now: u64) -> Result<(), StoreError> {
        let opened = Some(written(opened));
        self.journal.append(Append { at: now, opened, ..Append::default() }).await
    }

    /// A table as it was kept.
    pub(crate) async fn load_table(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
        if cannot_be_kept(id) {
            return Ok(None);
        }
        let plan: Option<String> = sqlx::query_scalar("SELECT plan FROM game_table WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        let Some(plan) = plan else { return Ok(None) };
        let damaged = |error: serde_json::Error| StoreError::Damaged {
            table: id.to_owned(),
            reason: error.to_string(),
        };
        let plan: Plan = serde_json::from_str(&plan).map_err(damaged)?;
        let rows = sqlx::query("SELECT at, body FROM event WHERE table_id = $1 ORDER BY number")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let mut events = Vec::with_capacity(rows.len());
        for row in rows {
            let body: String = row.try_get("body")?;
            let event: Event = serde_json::from_str(&body).map_err(damaged)?;
            events.push((row.try_get::<i64, _>("at")?.cast_unsigned(), event));
        }
        let names = self.names_at(&plan, &events).await?;
        Ok(Some(StoredTable { id: id.to_owned(), plan, events, names }))
    }

    /// The names of those who sit at a table or said something, as far as they still exist.
    async fn names_at(
        &self,
        plan: &Plan,
        events: &[(u64, Event)],
    ) -> Result<HashMap<PersonId, String>, StoreError> {
        let mut names = HashMap::new();
        let in_events = events.iter().filter_map(|(_, event)| event.person());
        let people: Vec<&PersonId> =
            plan.people().map(|(person, _)| person).chain(in_events).collect();
        for person in people {
            if !names.contains_key(person)
                && let Some(name) = self.name_of(person).await?
            {
                names.insert(person.clone(), name);
            }
        }
        Ok(names)
    }

    /// Keeps what changed at a table, and the table that was opened by it: both or nothing. When it
    /// returns, it is on the disk.
    pub(crate) async fn append(
        &self,
        room: &Room,
        change: &Change,
        old_status: Status,
        opened: Option<&Room>,
    ) -> Result<(), StoreError> {
        let is_over = change.status == Status::Over;
        let standing = is_over.then(|| {
            let standing = Standing::of(room.table());
            serde_json::to_string(&standing).expect("a standing is plain data")
        });
        let write = |(event, ply): &(Event, Option<usize>)| Written {
            ply: *ply,
            person: event.person().map(|person| person.0.clone()),
            body: serde_json::to_string(event).expect("an event is plain data"),
        };
        let sitting = |(event, _): &(Event, Option<usize>)| match event {
            Event::Sat { seat, person } => Some((seat.number() as u8, Some(person.0.clone()))),
            Event::Left { seat } => Some((seat.number() as u8, None)),
            _ => None,
        };
        let append = Append {
            table: room.id().to_owned(),
            number: change.number,
            at: change.at,
            events: change.events.iter().map(write).collect(),
            taken_back_to: change.taken_back_to,
            status: (change.status != old_status).then_some((change.status, standing)),
            sittings: change.events.iter().filter_map(sitting).collect(),
            opened: opened.map(written),
        };
        self.journal.append(append).await
    }

    /// Tables in a list, those first where something happened last.
    pub(crate) async fn list_tables(
        &self,
        which: &TableQuery,
    ) -> Result<Vec<TableSummary>, StoreError> {
        let rows = match which {
            TableQuery::Public { status, with_bots } => {
                sqlx::query(
                    "SELECT id, plan, status, changed_at, standing FROM game_table \
                     WHERE status = $1 AND is_private = 0 AND (1 = $2 OR EXISTS \
                     (SELECT 1 FROM sitting WHERE table_id = id)) \
                     ORDER BY changed_at DESC LIMIT $3",
                )
                .bind(status_text(*status))
                .bind(i32::from(*with_bots))
                .bind(MAX_LISTED)
                .fetch_all(&self.pool)
                .await?
            }
            TableQuery::Of { person, with_private } => {
                sqlx::query(
                    "SELECT id, plan, status, changed_at, standing FROM game_table \
                     WHERE is_private <= $2 AND id IN \
                     (SELECT table_id FROM sitting WHERE person_id = $1) \
                     ORDER BY changed_at DESC LIMIT $3",
                )
                .bind(&person.0)
                .bind(i32::from(*with_private))
                .bind(MAX_LISTED)
                .fetch_all(&self.pool)
                .await?
            }
        };
        let mut lines = Vec::with_capacity(rows.len());
        for row in &rows {
            lines.push(self.line(row).await?);
        }
        Ok(lines)
    }

    async fn line(&self, row: &AnyRow) -> Result<TableSummary, StoreError> {
        let id: String = row.try_get("id")?;
        let plan: Plan = serde_json::from_str(row.try_get("plan")?).map_err(|error| {
            StoreError::Damaged { table: id.clone(), reason: error.to_string() }
        })?;
        let sitting = sqlx::query(
            "SELECT seat, name FROM sitting JOIN person ON person.id = person_id WHERE table_id = \
            $1",
        );
        let mut players = plan.bot_names();
        for row in sitting.bind(&id).fetch_all(&self.pool).await? {
            let seat = usize::try_from(row.try_get::<i64, _>("seat")?).unwrap_or_default();
            if let Some(player) = seat.checked_sub(1).and_then(|index| players.get_mut(index)) {
                *player = Some(row.try_get("name")?);
            }
        }
        Ok(TableSummary {
            id,
            game: plan.game,
            variant: plan.options.get("variant").cloned(),
            options: plan.options,
            status: read_status(row.try_get("status")?),
            standing: row
                .try_get::<Option<String>, _>("standing")?
                .and_then(|text| serde_json::from_str(&text).ok()),
            your_seats: Vec::new(),
            players,
            changed_at: row.try_get::<i64, _>("changed_at")?.cast_unsigned(),
        })
    }

    /// The seats of somebody at a table.
    pub(crate) async fn seats_of(
        &self,
        person: &PersonId,
        table: &str,
    ) -> Result<Vec<u8>, StoreError> {
        let seats: Vec<i64> = sqlx::query_scalar(
            "SELECT seat FROM sitting WHERE table_id = $1 AND person_id = $2 ORDER BY seat",
        )
        .bind(table)
        .bind(&person.0)
        .fetch_all(&self.pool)
        .await?;
        Ok(seats.into_iter().map(|seat| seat as u8).collect())
    }

    /// All tables at which bots are playing, for themselves or for somebody who resigned.
    pub(crate) async fn tables_with_bots_in_play(&self) -> Result<Vec<String>, StoreError> {
        let ids = sqlx::query_scalar(
            "SELECT id FROM game_table WHERE status = 'playing' AND (plan LIKE '%\"bot\":%' OR \
             EXISTS (SELECT 1 FROM event WHERE table_id = id AND ply IS NULL AND body LIKE $1))",
        );
        Ok(ids.bind("{\"type\":\"ended\",%").fetch_all(&self.pool).await?)
    }

    /// The number of running games between bots that a person has opened.
    pub(crate) async fn n_games_of_bots(&self, host: &PersonId) -> Result<u64, StoreError> {
        let host = host.0.replace('!', "!!").replace('%', "!%").replace('_', "!_");
        let number: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM game_table WHERE status = 'playing' AND plan LIKE $1 ESCAPE '!' \
             AND plan NOT LIKE '%{\"person\":%' AND plan NOT LIKE '%\"open\"%' \
             AND plan NOT LIKE '%\"invited\"%'",
        )
        .bind(format!("%\"host\":\"{host}\"}}"))
        .fetch_one(&self.pool)
        .await?;
        Ok(number.cast_unsigned())
    }
}

/// A new table as it is written.
fn written(room: &Room) -> NewTableRow {
    let plan = room.plan();
    NewTableRow {
        id: room.id().to_owned(),
        game: plan.game.slug(),
        is_private: plan.is_private,
        status: room.status(),
        plan: serde_json::to_string(plan).expect("a plan is plain data"),
        sittings: plan.people().map(|(person, seat)| (seat, person.0.clone())).collect(),
    }
}

fn read_status(text: &str) -> Status {
    match text {
        "waiting" => Status::Waiting,
        "playing" => Status::Playing,
        "aborted" => Status::Aborted,
        _ => Status::Over,
    }
}
