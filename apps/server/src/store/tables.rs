//! Tables in the database.

use std::collections::HashMap;

use sqlx::Row;
use sqlx::any::AnyRow;
use tilewright_room::{Change, Event, PersonId, Plan, Room, Status, StoredTable};

use super::journal::{Append, NewTableRow, Written, status_text};
use super::{Store, StoreError, cannot_be_kept};
use crate::people::Origin;
use crate::wire::{Standing, TableSummary};

/// A table as it was stored, and the address at which it was opened.
pub(crate) struct LoadedTable {
    pub(crate) stored: StoredTable,
    pub(crate) origin: Origin,
}

/// Which tables to list.
#[derive(Clone, Debug)]
pub(crate) enum TableQuery {
    /// Those that everybody may find, of this status: of those that wait for players the ones whose
    /// host is there; of the others those where bots play among themselves only if told so.
    Public { status: Status, with_bots: bool, now: u64 },
    /// Those of a person; private ones only if told so.
    Of { person: PersonId, with_private: bool },
}

/// A list is not longer.
const MAX_LISTED: i64 = 100;

impl Store {
    /// Keeps a new table, and who sits there from the beginning.
    pub(crate) async fn create_table(
        &self,
        opened: &Room,
        origin: &Origin,
        now: u64,
    ) -> Result<(), StoreError> {
        let opened = Some(written(opened, origin));
        self.journal.append(Append { at: now, opened, ..Append::default() }).await
    }

    /// A table as it was kept.
    pub(crate) async fn load_table(&self, id: &str) -> Result<Option<LoadedTable>, StoreError> {
        if cannot_be_kept(id) {
            return Ok(None);
        }
        let row = sqlx::query("SELECT plan, origin FROM game_table WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let plan: String = row.try_get("plan")?;
        let origin: Option<String> = row.try_get("origin")?;
        let origin = Origin::named(&origin.unwrap_or_default());
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
        let stored = StoredTable { id: id.to_owned(), plan, events, names };
        Ok(Some(LoadedTable { stored, origin }))
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
        opened: Option<(&Room, &Origin)>,
    ) -> Result<(), StoreError> {
        let is_over = change.status == Status::Over;
        let standing = is_over.then(|| {
            let standing = Standing::of(room.table());
            serde_json::to_string(&standing).expect("a standing is plain data")
        });
        let is_before_bot = room.bot_to_move().is_some();
        let last = change.events.len().saturating_sub(1);
        let mut events = Vec::with_capacity(change.events.len());
        for (i, (event, ply)) in change.events.iter().enumerate() {
            events.push(Written {
                ply: *ply,
                person: event.person().map(|person| person.0.clone()),
                body: serde_json::to_string(event).expect("an event is plain data"),
                is_before_bot: i == last && is_before_bot,
            });
        }
        let append = Append {
            table: room.id().to_owned(),
            number: change.number,
            at: change.at,
            events,
            taken_back_to: change.taken_back_to,
            status: (change.status != old_status).then_some((change.status, standing)),
            sittings: change.events.iter().filter_map(|(event, _)| sitting(event)).collect(),
            opened: opened.map(|(room, origin)| written(room, origin)),
        };
        self.journal.append(append).await
    }

    /// Tables in a list, those first where something happened last: one query, however many they
    /// are.
    pub(crate) async fn list_tables(
        &self,
        which: &TableQuery,
    ) -> Result<Vec<ListedTable>, StoreError> {
        let rows = match which {
            TableQuery::Public { status: Status::Waiting, now, .. } => {
                let query = sqlx::query(LIST_WAITING).bind(now.cast_signed());
                query.bind(MAX_LISTED).fetch_all(&self.pool).await?
            }
            TableQuery::Public { status, with_bots, .. } => {
                let query = sqlx::query(LIST_PUBLIC).bind(status_text(*status));
                let query = query.bind(i32::from(*with_bots)).bind(MAX_LISTED);
                query.fetch_all(&self.pool).await?
            }
            TableQuery::Of { person, with_private } => {
                let query = sqlx::query(LIST_OF_PERSON).bind(&person.0);
                let query = query.bind(i32::from(*with_private)).bind(MAX_LISTED);
                query.fetch_all(&self.pool).await?
            }
        };
        let mut listed: Vec<ListedTable> = Vec::new();
        for row in &rows {
            let id: &str = row.try_get("id")?;
            if listed.last().is_none_or(|last| last.summary.id != id) {
                listed.push(ListedTable::read(row)?);
            }
            let table = listed.last_mut().expect("it was pushed above");
            table.add_person(row)?;
        }
        Ok(listed)
    }

    /// Tables at which a bot must move now, as far as the database tells, those first where
    /// something happened last: not those of bots only, which wait for somebody to watch, and none
    /// at which nothing happened since then.
    pub(crate) async fn tables_before_bots(&self, since: u64) -> Result<Vec<String>, StoreError> {
        let statement = "SELECT game_table.id FROM game_table LEFT JOIN event \
             ON event.table_id = game_table.id AND event.number = \
             (SELECT MAX(number) FROM event WHERE table_id = game_table.id) \
             WHERE status = 'playing' AND is_for_bots = 0 \
             AND COALESCE(event.at, changed_at) > $1 AND COALESCE(is_before_bot, 1) = 1 \
             AND (plan LIKE '%\"bot\":%' OR EXISTS (SELECT 1 FROM event WHERE \
             table_id = game_table.id AND ply IS NULL AND body LIKE '{\"type\":\"ended\",%')) \
             ORDER BY COALESCE(event.at, changed_at) DESC";
        let ids = sqlx::query_scalar(statement).bind(since.cast_signed());
        Ok(ids.fetch_all(&self.pool).await?)
    }

    /// Tables at which clocks run, those first where something happened last.
    pub(crate) async fn tables_with_clocks(&self) -> Result<Vec<String>, StoreError> {
        let statement = "SELECT id FROM game_table \
             WHERE status = 'playing' AND plan LIKE '%\"clock\":{%' ORDER BY changed_at DESC";
        Ok(sqlx::query_scalar(statement).fetch_all(&self.pool).await?)
    }

    /// Lists tables that wait for players until this time: their hosts are there.
    pub(crate) async fn touch_listed(&self, ids: &[String], until: u64) -> Result<(), StoreError> {
        for ids in ids.chunks(MAX_TOUCHED) {
            let places: Vec<String> = (2..ids.len() + 2).map(|i| format!("${i}")).collect();
            let places = places.join(", ");
            let text = format!("UPDATE game_table SET listed_until = $1 WHERE id IN ({places})");
            let mut statement = sqlx::query(sqlx::AssertSqlSafe(text)).bind(until.cast_signed());
            for id in ids {
                statement = statement.bind(id);
            }
            statement.execute(&self.writer.pool).await?;
        }
        Ok(())
    }
}

/// A table in a list, with the people at it.
#[derive(Clone)]
pub(crate) struct ListedTable {
    pub(crate) summary: TableSummary,
    people: Vec<(u8, String)>,
}

impl ListedTable {
    fn read(row: &AnyRow) -> Result<ListedTable, StoreError> {
        let id: String = row.try_get("id")?;
        let plan: Plan = serde_json::from_str(row.try_get("plan")?).map_err(|error| {
            StoreError::Damaged { table: id.clone(), reason: error.to_string() }
        })?;
        let summary = TableSummary {
            id,
            game: plan.game,
            variant: plan.options.get("variant").cloned(),
            players: plan.bot_names(),
            options: plan.options,
            clock: plan.clock,
            status: read_status(row.try_get("status")?),
            standing: row
                .try_get::<Option<String>, _>("standing")?
                .and_then(|text| serde_json::from_str(&text).ok()),
            your_seats: Vec::new(),
            changed_at: row.try_get::<i64, _>("changed_at")?.cast_unsigned(),
        };
        Ok(ListedTable { summary, people: Vec::new() })
    }

    /// Adds the person of a row, if it has one.
    fn add_person(&mut self, row: &AnyRow) -> Result<(), StoreError> {
        let Some(seat) = row.try_get::<Option<i64>, _>("seat")? else { return Ok(()) };
        let index = usize::try_from(seat - 1).unwrap_or(usize::MAX);
        if let Some(player) = self.summary.players.get_mut(index) {
            *player = row.try_get("name")?;
            self.people.push((seat as u8, row.try_get("person_id")?));
        }
        Ok(())
    }

    /// The numbers of the seats of a person.
    pub(crate) fn seats_of(&self, person: &PersonId) -> Vec<u8> {
        let own = self.people.iter().filter(|(_, id)| *id == person.0);
        own.map(|(seat, _)| *seat).collect()
    }

    /// The line of the list as this person gets it.
    pub(crate) fn line_for(&self, person: &PersonId) -> TableSummary {
        TableSummary { your_seats: self.seats_of(person), ..self.summary.clone() }
    }
}

/// The lists. Each row is a table with one of its people, or with none.
const LIST_PUBLIC: &str = "SELECT listed.id, plan, status, changed_at, standing, \
     seat, person_id, name \
     FROM (SELECT id, plan, status, changed_at, standing FROM game_table \
     WHERE status = $1 AND is_private = 0 \
     AND (1 = $2 OR EXISTS (SELECT 1 FROM sitting WHERE table_id = id)) \
     ORDER BY changed_at DESC LIMIT $3) AS listed \
     LEFT JOIN sitting ON table_id = listed.id LEFT JOIN person ON person.id = person_id \
     ORDER BY changed_at DESC, listed.id, seat";

/// Of those that wait, each address has its newest before any address has a second one: nobody
/// pushes the others off the list.
const LIST_WAITING: &str = "SELECT listed.id, plan, status, changed_at, standing, \
     seat, person_id, name \
     FROM (SELECT id, plan, status, changed_at, standing FROM \
     (SELECT id, plan, status, changed_at, standing, \
     ROW_NUMBER() OVER (PARTITION BY origin ORDER BY changed_at DESC) AS turn FROM game_table \
     WHERE status = 'waiting' AND is_private = 0 AND listed_until > $1) AS ranked \
     ORDER BY turn, changed_at DESC LIMIT $2) AS listed \
     LEFT JOIN sitting ON table_id = listed.id LEFT JOIN person ON person.id = person_id \
     ORDER BY changed_at DESC, listed.id, seat";

const LIST_OF_PERSON: &str = "SELECT listed.id, plan, status, changed_at, standing, \
     seat, person_id, name \
     FROM (SELECT id, plan, status, changed_at, standing FROM game_table \
     WHERE is_private <= $2 AND id IN (SELECT table_id FROM sitting WHERE person_id = $1) \
     ORDER BY changed_at DESC LIMIT $3) AS listed \
     LEFT JOIN sitting ON table_id = listed.id LEFT JOIN person ON person.id = person_id \
     ORDER BY changed_at DESC, listed.id, seat";

/// The most tables that one statement touches.
const MAX_TOUCHED: usize = 200;

/// Where somebody sits after an event, if it changes that.
fn sitting(event: &Event) -> Option<(u8, Option<String>)> {
    match event {
        Event::Sat { seat, person } => Some((seat.number() as u8, Some(person.0.clone()))),
        Event::Left { seat } | Event::Removed { seat } => Some((seat.number() as u8, None)),
        _ => None,
    }
}

/// A new table as it is written.
fn written(room: &Room, origin: &Origin) -> NewTableRow {
    let plan = room.plan();
    NewTableRow {
        id: room.id().to_owned(),
        game: plan.game.slug(),
        is_private: plan.is_private,
        status: room.status(),
        plan: serde_json::to_string(plan).expect("a plan is plain data"),
        sittings: plan.people().map(|(person, seat)| (seat, person.0.clone())).collect(),
        host: plan.host.0.clone(),
        origin: origin.text().to_owned(),
        is_for_bots: plan.is_for_bots(),
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
