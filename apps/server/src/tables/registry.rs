//! All tables.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tilewright_bots::aquapipe::Tablebases;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::actor::{Actor, Command, Subscriber, Visitor};
use super::plan::Plan;
use super::room::Room;
use crate::clock::now_millis;
use crate::error::{ApiError, ErrorCode};
use crate::people::{Person, PersonId};
use crate::search_pool::SearchPool;
use crate::store::{Store, StoreError};
use crate::wire::{Action, ActionAck};

/// All tables: those in memory have an actor each, the others are opened when somebody asks.
#[derive(Clone)]
pub(crate) struct TableRegistry(Arc<Inner>);

struct Inner {
    store: Store,
    pool: SearchPool,
    pace: Pace,
    solutions: Option<Arc<Tablebases>>,
    tables: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    n_watchers: AtomicU64,
}

/// How fast things go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// How long a bot takes at least, so that people see what it does.
    pub(crate) bot_pause: Duration,
}

/// So many questions may wait at a table.
const MAX_WAITING: usize = 256;

/// What could not be kept or opened is tried again after this time.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// So much news may wait for somebody who looks on.
const MAX_NEWS: usize = 64;

/// Somebody looks on until this is dropped.
pub(crate) struct Subscription {
    pub(crate) news: mpsc::Receiver<Utf8Bytes>,
    number: u64,
    table: mpsc::Sender<Command>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let (table, number) = (self.table.clone(), self.number);
        if let Err(mpsc::error::TrySendError::Full(ask)) =
            table.try_send(Command::Unwatch { number })
        {
            tokio::spawn(async move { table.send(ask).await });
        }
    }
}

impl TableRegistry {
    pub(crate) fn new(
        store: Store,
        pool: SearchPool,
        pace: Pace,
        solutions: Option<Arc<Tablebases>>,
    ) -> TableRegistry {
        let (tables, n_watchers) = (Mutex::default(), AtomicU64::new(0));
        TableRegistry(Arc::new(Inner { store, pool, pace, solutions, tables, n_watchers }))
    }

    pub(super) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn pool(&self) -> &SearchPool {
        &self.0.pool
    }

    pub(super) fn pace(&self) -> Pace {
        self.0.pace
    }

    /// The solutions of games that are kept, for those who think.
    pub(crate) fn solutions(&self) -> Option<Arc<Tablebases>> {
        self.0.solutions.clone()
    }

    /// Opens a new table for somebody, and says its id.
    pub(crate) async fn open_table(&self, plan: Plan, host: &Person) -> Result<String, ApiError> {
        let names = HashMap::from([(host.id.clone(), host.name.clone())]);
        let room = Room::new(plan, names)?;
        self.0.store.create_table(&room, now_millis()).await?;
        let id = room.id().to_owned();
        // Chance decides, and bots think, before anybody comes.
        self.seat(room);
        Ok(id)
    }

    /// Does something at a table.
    pub(crate) async fn act(
        &self,
        id: &str,
        visitor: Visitor,
        action: Action,
    ) -> Result<ActionAck, ApiError> {
        let (answer, answered) = oneshot::channel();
        self.ask(id, Command::Act { visitor, action, answer }).await?;
        answered.await.map_err(|_| gone())?
    }

    /// Reads something at a table, if the visitor may see it.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        id: &str,
        visitor: Visitor,
        read: impl FnOnce(&Room, &Visitor) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (answer, answered) = oneshot::channel();
        let read = move |room: &Room| {
            let result = room.check_visitor(&visitor).and_then(|()| read(room, &visitor));
            // Whoever asked may be gone.
            let _ = answer.send(result);
        };
        self.ask(id, Command::Read(Box::new(read))).await?;
        answered.await.map_err(|_| gone())?
    }

    /// Looks on at a table: first comes what happened after the event of this number.
    pub(crate) async fn watch(
        &self,
        id: &str,
        visitor: Visitor,
        since: u64,
    ) -> Result<Subscription, ApiError> {
        let (out, news) = mpsc::channel(MAX_NEWS);
        let number = self.0.n_watchers.fetch_add(1, Ordering::Relaxed);
        let person = visitor.person.as_ref().map(|person| person.id.clone());
        let watcher = Subscriber { number, person, out };
        let table = self.ask(id, Command::Watch { visitor, since, watcher }).await?;
        Ok(Subscription { news, number, table })
    }

    /// Opens a table in memory again, because what is kept of it was changed from elsewhere.
    pub(crate) async fn reload(&self, id: &str) {
        let table = self.lock().get(id).cloned();
        if let Some(table) = table {
            let _ = table.send(Command::Reload).await;
        }
    }

    /// Gives up the seats of somebody who is no more, and forgets the name.
    pub(crate) async fn forget_person(&self, id: &str, person: &PersonId) -> Result<(), ApiError> {
        let (answer, answered) = oneshot::channel();
        self.ask(id, Command::Forget { person: person.clone(), answer }).await?;
        answered.await.map_err(|_| gone())?
    }

    /// Opens the tables at which bots play, so that they go on thinking: one after the other, while
    /// people come already. Says how many there are.
    pub(crate) async fn resume(&self) -> Result<usize, StoreError> {
        let ids = self.0.store.tables_with_bots_in_play().await?;
        let (n_tables, registry) = (ids.len(), self.clone());
        tokio::spawn(async move {
            for id in ids {
                if let Err(error) = registry.table(&id).await {
                    tracing::error!(table = id, reason = error.message, "cannot be opened");
                    registry.open_later(id);
                }
            }
        });
        Ok(n_tables)
    }

    /// Opens a table again and again until the database answers: a bot may be to move there, and
    /// nobody else would come.
    pub(super) fn open_later(&self, id: String) {
        let registry = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            loop {
                sleep(RETRY).await;
                let Some(registry) = registry.upgrade().map(TableRegistry) else { return };
                match registry.table(&id).await {
                    Err(error) if error.code == ErrorCode::Unavailable => {}
                    Ok(_) | Err(_) => return,
                }
            }
        });
    }

    /// Takes a table out of memory, unless somebody asks for something just now.
    pub(super) fn retire(&self, id: &str, asks: &mut mpsc::Receiver<Command>) -> bool {
        let mut tables = self.lock();
        let is_idle = asks.is_empty();
        if is_idle {
            asks.close();
            tables.remove(id);
        }
        is_idle
    }

    pub(super) fn forget(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Hands something to a table. One that goes out of memory at this moment is opened again.
    async fn ask(&self, id: &str, mut ask: Command) -> Result<mpsc::Sender<Command>, ApiError> {
        loop {
            let table = self.table(id).await?;
            match table.send(ask).await {
                Ok(()) => return Ok(table),
                Err(mpsc::error::SendError(back)) => ask = back,
            }
        }
    }

    /// The mailbox of a table, which is opened if it is not in memory.
    async fn table(&self, id: &str) -> Result<mpsc::Sender<Command>, ApiError> {
        if let Some(table) = self.lock().get(id).filter(|table| !table.is_closed()) {
            return Ok(table.clone());
        }
        let saved = self.0.store.load_table(id).await?;
        let room = Room::open(saved.ok_or_else(ApiError::no_table)?)?;
        Ok(self.seat(room))
    }

    /// Starts the actor of a table that was opened, unless somebody else was faster.
    pub(super) fn seat(&self, room: Room) -> mpsc::Sender<Command> {
        match self.lock().entry(room.id().to_owned()) {
            Entry::Occupied(other) if !other.get().is_closed() => other.get().clone(),
            entry => {
                let (own, asks) = mpsc::channel(MAX_WAITING);
                let actor = Actor::new(self.clone(), room, asks, own.downgrade());
                tokio::spawn(actor.run());
                entry.insert_entry(own.clone());
                own
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Command>>> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn gone() -> ApiError {
    ApiError::new(ErrorCode::Unavailable, "the table was closed just now: try again")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Instant;

    use super::*;
    use crate::store::Database;
    use crate::wire::{NewTable, SeatRequest, Status};

    #[tokio::test]
    async fn a_game_that_is_over_leaves_the_memory_soon() {
        const SOON: Duration = Duration::from_secs(30);
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Database::Sqlite(folder.path().join("file"))).await.unwrap();
        let pace = Pace { bot_pause: Duration::ZERO };
        let registry = TableRegistry::new(store.clone(), SearchPool::new(2), pace, None);
        let host = Person::new_guest();
        store.create_guest(&host, "session", 0, 1).await.unwrap();
        let asked = NewTable {
            game: "coerceo".parse().unwrap(),
            options: BTreeMap::new(),
            players: vec![SeatRequest::Me, SeatRequest::Me],
            first: None,
            is_private: false,
            has_hints: false,
        };
        let plan = || Plan::new(&asked, &host.id).unwrap();
        let played = registry.open_table(plan(), &host).await.unwrap();
        let over = registry.open_table(plan(), &host).await.unwrap();
        let visitor = Visitor { person: Some(host.clone()), key: None };
        registry.act(&over, visitor.clone(), Action::Abort {}).await.unwrap();
        let begin = Instant::now();
        while registry.lock().contains_key(&over) {
            assert!(begin.elapsed() < SOON, "it is still in memory");
            sleep(Duration::from_millis(20)).await;
        }
        assert!(registry.lock().contains_key(&played), "who plays need not wait for the database");
        // Who asks for it finds it as it was.
        let status = registry.read(&over, visitor, |room, _| Ok(room.status())).await.unwrap();
        assert_eq!(status, Status::Aborted);
    }
}
