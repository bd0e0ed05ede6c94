//! Public lists of tables, answered again for a moment: every open home page asks for them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tilewright_room::{PersonId, Room};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::App;
use crate::clock::now_millis;
use crate::error::ApiError;
use crate::store::{ListedTable, TableQuery};
use crate::tables::Visitor;
use crate::wire::{Standing, Status, TableSummary};

/// The lists by status, without and with the games of bots only. Requests that come while one is
/// being read wait for it, and share it.
#[derive(Clone)]
pub(super) struct ListCache {
    max_age: Duration,
    lists: Arc<[Mutex<Option<Arc<CachedList>>>; 8]>,
}

/// A list, and the time when it was read.
pub(super) struct CachedList {
    at: Instant,
    tables: Vec<ListedTable>,
    /// The list as JSON, for everybody who sits at none of the tables.
    json: Bytes,
}

/// The most games in a list that are looked at, for whose turn it is.
const MAX_STANDINGS: usize = 24;

/// The time for which a list waits for the standing of a table.
const PATIENCE: Duration = Duration::from_millis(200);

impl ListCache {
    pub(super) fn new(max_age: Duration) -> ListCache {
        ListCache { max_age, lists: Arc::default() }
    }

    /// The public tables of a status.
    pub(super) async fn get(
        &self,
        app: &App,
        status: Status,
        with_bots: bool,
    ) -> Result<Arc<CachedList>, ApiError> {
        let index = 2 * status as usize + usize::from(with_bots);
        let mut cached = self.lists[index].lock().await;
        if let Some(list) = cached.as_ref().filter(|list| list.at.elapsed() < self.max_age) {
            return Ok(Arc::clone(list));
        }
        let query = TableQuery::Public { status, with_bots, now: now_millis() };
        let mut tables = app.store.list_tables(&query).await?;
        app.add_standings(&mut tables, &Visitor::default()).await;
        let lines: Vec<&TableSummary> = tables.iter().map(|table| &table.summary).collect();
        let json = Bytes::from(serde_json::to_vec(&lines).expect("a list is plain data"));
        let list = Arc::new(CachedList { at: Instant::now(), tables, json });
        *cached = Some(Arc::clone(&list));
        Ok(list)
    }
}

impl CachedList {
    /// The list as this person gets it: with the seats that the person has.
    pub(super) fn answer_to(&self, person: Option<&PersonId>) -> Response {
        let sits =
            |person: &&PersonId| self.tables.iter().any(|it| !it.seats_of(person).is_empty());
        if let Some(person) = person.filter(sits) {
            let lines: Vec<TableSummary> =
                self.tables.iter().map(|table| table.line_for(person)).collect();
            return Json(lines).into_response();
        }
        ([(header::CONTENT_TYPE, "application/json")], self.json.clone()).into_response()
    }
}

/// Returns true if the standing must be read from the game itself.
fn is_standing_unknown(line: &TableSummary) -> bool {
    match line.status {
        Status::Playing => true,
        Status::Over => line.standing.is_none(),
        Status::Waiting | Status::Aborted => false,
    }
}

impl App {
    /// Adds to the first games in progress how they stand now, and to games that ended before
    /// standings were kept. A table that cannot be read in time does not hide the others.
    pub(super) async fn add_standings(&self, tables: &mut [ListedTable], visitor: &Visitor) {
        let lines = tables.iter_mut().map(|table| &mut table.summary);
        let unread = lines.filter(|line| is_standing_unknown(line));
        for line in unread.take(MAX_STANDINGS) {
            let read = |room: &Room, _: &Visitor| Ok(Standing::of(room.table()));
            let standing = self.tables.peek(&line.id, visitor.clone(), read);
            line.standing = timeout(PATIENCE, standing).await.ok().and_then(Result::ok);
        }
    }
}
