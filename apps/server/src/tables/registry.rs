//! The registry of tables: those in memory have an actor each, the others are opened on demand.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tilewright_room::{Action, PersonId, Plan, Room};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::actor::{Actor, Command, Subscriber, Visitor, check_visitor};
use crate::clock::now_millis;
use crate::error::{ApiError, ErrorCode};
use crate::id::new_id;
use crate::people::Person;
use crate::search_pool::SearchPool;
use crate::store::{Store, StoreError};
use crate::wire::ActionAck;

/// The tables of a server.
#[derive(Clone)]
pub(crate) struct TableRegistry(Arc<Inner>);

struct Inner {
    store: Store,
    pool: SearchPool,
    /// The shortest time that a bot takes, so that people see what it does.
    bot_pause: Duration,
    tables: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    n_subscribers: AtomicU64,
}

/// The most commands that wait at a table.
const MAX_COMMANDS: usize = 256;

/// The time after which failed storing or opening is tried again.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// The most messages that wait for a subscriber.
const MAX_MESSAGES: usize = 64;

/// A subscription to a table, until it is dropped.
pub(crate) struct Subscription {
    pub(crate) messages: mpsc::Receiver<Utf8Bytes>,
    number: u64,
    table: mpsc::Sender<Command>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let unsubscribe = Command::Unsubscribe { number: self.number };
        if let Err(mpsc::error::TrySendError::Full(command)) = self.table.try_send(unsubscribe) {
            let table = self.table.clone();
            tokio::spawn(async move { table.send(command).await });
        }
    }
}

impl TableRegistry {
    pub(crate) fn new(store: Store, pool: SearchPool, bot_pause: Duration) -> TableRegistry {
        let tables = Mutex::default();
        let n_subscribers = AtomicU64::new(0);
        TableRegistry(Arc::new(Inner { store, pool, bot_pause, tables, n_subscribers }))
    }

    pub(super) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn pool(&self) -> &SearchPool {
        &self.0.pool
    }

    pub(super) fn bot_pause(&self) -> Duration {
        self.0.bot_pause
    }

    /// Opens a new table, and returns its id.
    pub(crate) async fn open_table(&self, plan: Plan, host: &Person) -> Result<String, ApiError> {
        let names = HashMap::from([(host.id.clone(), host.name.clone())]);
        let room = Room::new(new_id(), plan, names)?;
        self.0.store.create_table(&room, now_millis()).await?;
        let id = room.id().to_owned();
        // Chance decides and bots think before anybody comes.
        self.start(room);
        Ok(id)
    }

    /// Carries out an action at a table.
    pub(crate) async fn act(
        &self,
        id: &str,
        visitor: Visitor,
        action: Action,
    ) -> Result<ActionAck, ApiError> {
        let (answer, answered) = oneshot::channel();
        self.send(id, Command::Act { visitor, action, answer }).await?;
        answered.await.map_err(|_| gone())?
    }

    /// Reads from a table, if the visitor may see it.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        id: &str,
        visitor: Visitor,
        read: impl FnOnce(&Room, &Visitor) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (answer, answered) = oneshot::channel();
        let read = move |room: &Room| {
            let result = check_visitor(room, &visitor).and_then(|()| read(room, &visitor));
            // The client may be gone.
            let _ = answer.send(result);
        };
        self.send(id, Command::Read(Box::new(read))).await?;
        answered.await.map_err(|_| gone())?
    }

    /// Refuses a visitor who may not see a table.
    pub(crate) async fn check(&self, id: &str, visitor: Visitor) -> Result<(), ApiError> {
        self.read(id, visitor, |_, _| Ok(())).await
    }

    /// Subscribes to a table: first come the events after the one of this number.
    pub(crate) async fn subscribe(
        &self,
        id: &str,
        visitor: Visitor,
        since: u64,
    ) -> Result<Subscription, ApiError> {
        let (out, messages) = mpsc::channel(MAX_MESSAGES);
        let number = self.0.n_subscribers.fetch_add(1, Ordering::Relaxed);
        let subscriber = Subscriber { number, person: visitor.id().cloned(), out };
        let table = self.send(id, Command::Subscribe { visitor, since, subscriber }).await?;
        Ok(Subscription { messages, number, table })
    }

    /// Opens a table in memory again, because its stored data was changed.
    pub(crate) async fn reload(&self, id: &str) {
        let table = self.lock().get(id).cloned();
        if let Some(table) = table {
            let _ = table.send(Command::Reload).await;
        }
    }

    /// Gives up the seats of a person whose account is deleted, and forgets the name.
    pub(crate) async fn forget_person(&self, id: &str, person: &PersonId) -> Result<(), ApiError> {
        let (answer, answered) = oneshot::channel();
        self.send(id, Command::Forget { person: person.clone(), answer }).await?;
        answered.await.map_err(|_| gone())?
    }

    /// Opens the tables at which bots play, so that they go on thinking: one after the other, while
    /// people come already. Returns their number.
    pub(crate) async fn resume(&self) -> Result<usize, StoreError> {
        let ids = self.0.store.tables_with_bots_in_play().await?;
        let n_tables = ids.len();
        let registry = self.clone();
        tokio::spawn(async move { registry.open_all(ids).await });
        Ok(n_tables)
    }

    async fn open_all(&self, ids: Vec<String>) {
        for id in ids {
            if let Err(error) = self.table(&id).await {
                tracing::error!(table = id, reason = error.message, "cannot be opened");
                self.open_later(id);
            }
        }
    }

    /// Opens a table, again and again until the database answers: a bot may be to move there, and
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

    /// Takes a table out of memory, unless a command has arrived.
    pub(super) fn retire(&self, id: &str, commands: &mut mpsc::Receiver<Command>) -> bool {
        let mut tables = self.lock();
        let is_idle = commands.is_empty();
        if is_idle {
            commands.close();
            tables.remove(id);
        }
        is_idle
    }

    pub(super) fn forget(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Sends a command to a table. One that leaves the memory at this moment is opened again.
    async fn send(
        &self,
        id: &str,
        mut command: Command,
    ) -> Result<mpsc::Sender<Command>, ApiError> {
        loop {
            let table = self.table(id).await?;
            match table.send(command).await {
                Ok(()) => return Ok(table),
                Err(mpsc::error::SendError(back)) => command = back,
            }
        }
    }

    /// The mailbox of a table, which is opened if it is not in memory.
    async fn table(&self, id: &str) -> Result<mpsc::Sender<Command>, ApiError> {
        if let Some(table) = self.lock().get(id).filter(|table| !table.is_closed()) {
            return Ok(table.clone());
        }
        let stored = self.0.store.load_table(id).await?;
        let room = Room::open(stored.ok_or_else(ApiError::no_table)?)?;
        Ok(self.start(room))
    }

    /// Starts the actor of a table that was opened, unless it has one already.
    pub(super) fn start(&self, room: Room) -> mpsc::Sender<Command> {
        match self.lock().entry(room.id().to_owned()) {
            Entry::Occupied(other) if !other.get().is_closed() => other.get().clone(),
            entry => {
                let (own, commands) = mpsc::channel(MAX_COMMANDS);
                let actor = Actor::new(self.clone(), room, commands, own.downgrade());
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
    use std::time::Instant;

    use super::*;
    use crate::store::Database;
    use crate::tables::plan_table;
    use crate::wire::Status;

    #[tokio::test]
    async fn a_game_that_is_over_leaves_the_memory_soon() {
        const SOON: Duration = Duration::from_secs(30);
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Database::Sqlite(folder.path().join("file"))).await.unwrap();
        let registry = TableRegistry::new(store.clone(), SearchPool::new(2), Duration::ZERO);
        let host = Person::new_guest();
        store.create_guest(&host, "session", 0, 1).await.unwrap();
        let request = serde_json::json!({"game": "coerceo", "players": ["me", "me"]});
        let request = serde_json::from_value(request).unwrap();
        let plan = || plan_table(&request, &host.id).unwrap();
        let played = registry.open_table(plan(), &host).await.unwrap();
        let over = registry.open_table(plan(), &host).await.unwrap();
        let visitor = Visitor { person: Some(host.clone()), key: None };
        registry.act(&over, visitor.clone(), Action::Abort {}).await.unwrap();
        let begin = Instant::now();
        while registry.lock().contains_key(&over) {
            assert!(begin.elapsed() < SOON, "it is still in memory");
            sleep(Duration::from_millis(20)).await;
        }
        assert!(registry.lock().contains_key(&played), "players need not wait for the database");
        // A command finds it as it was.
        let status = registry.read(&over, visitor, |room, _| Ok(room.status())).await.unwrap();
        assert_eq!(status, Status::Aborted);
    }
}
