//! The registry of tables: those in memory have an actor each, the others are opened on demand.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tilewright_room::{Action, PersonId, Plan, Room};
use tokio::sync::{Notify, Semaphore, mpsc, oneshot};
use tokio::task::{AbortHandle, spawn_blocking};
use tokio::time::{interval, sleep};

use super::actor::{Actor, Command, Reader, Subscriber, Visitor, check_visitor};
use crate::clock::now_millis;
use crate::error::{ApiError, ErrorCode};
use crate::id::new_id;
use crate::limits::Limits;
use crate::people::{Origin, Person};
use crate::search_pool::{Class, SearchPool};
use crate::store::{FollowUp, LISTED_MILLIS, Store, StoreError};
use crate::wire::ActionAck;

/// The tables of a server.
#[derive(Clone)]
pub(crate) struct TableRegistry(Arc<Inner>);

struct Inner {
    store: Store,
    pool: SearchPool,
    /// The shortest time that a bot takes, so that people see what it does.
    bot_pause: Duration,
    limits: Limits,
    tables: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    /// Lets a few tables be opened at the same time: their games are replayed.
    opening: Semaphore,
    n_subscribers: AtomicU64,
    /// Public tables that wait for players and whose hosts have a socket there.
    hosts_here: Mutex<HashSet<String>>,
    /// Wakes the task that works off follow-ups.
    is_follow_up: Notify,
    /// The time since which the server runs, and its store has answered all the time.
    steady_since: AtomicU64,
    /// Tables out of memory that are opened when a clock has run out there.
    alarms: Mutex<HashMap<String, AbortHandle>>,
}

/// The time between two signs of the hosts who are at their tables.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// The number of tables that are opened at the same time.
const N_OPENING: usize = 4;

/// The number of follow-ups that are read at once.
const N_FOLLOW_UPS: i64 = 64;

/// A start opens tables for bots while fewer of their moves wait than this.
const RESUMING: Duration = Duration::from_secs(1);

/// A start opens no tables at which nothing happened for so long: whoever comes back opens them.
const FORGOTTEN_MILLIS: u64 = 3 * 24 * 60 * 60 * 1_000;

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

impl Subscription {
    /// Tells the table the lag of the connection. A table with too much to do learns it later.
    pub(crate) fn note_lag(&self, person: &PersonId, lag: Duration) {
        let millis = lag.as_millis().try_into().unwrap_or(u64::MAX);
        let _ = self.table.try_send(Command::Lag { person: person.clone(), millis });
    }
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
    pub(crate) fn new(
        store: Store,
        pool: SearchPool,
        bot_pause: Duration,
        limits: Limits,
    ) -> TableRegistry {
        TableRegistry(Arc::new(Inner {
            store,
            pool,
            bot_pause,
            limits,
            tables: Mutex::default(),
            opening: Semaphore::new(N_OPENING),
            n_subscribers: AtomicU64::new(0),
            hosts_here: Mutex::default(),
            is_follow_up: Notify::new(),
            steady_since: AtomicU64::new(now_millis()),
            alarms: Mutex::default(),
        }))
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

    pub(super) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Opens a new table, and returns its id.
    pub(crate) async fn open_table(
        &self,
        plan: Plan,
        host: &Person,
        origin: &Origin,
    ) -> Result<String, ApiError> {
        let names = HashMap::from([(host.id.clone(), host.name.clone())]);
        let room = Room::new(new_id(), plan, names)?;
        self.0.store.create_table(&room, origin, now_millis()).await?;
        let id = room.id().to_owned();
        // Chance decides and bots think before anybody comes.
        self.start(room, origin.clone());
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
        let at = now_millis();
        self.send(id, Command::Act { at, visitor, action, answer }).await?;
        answered.await.map_err(|_| gone())?
    }

    /// Reads from a table, if the visitor may see it. The visitor counts as watching it.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        id: &str,
        visitor: Visitor,
        read: impl FnOnce(&Room, &Visitor) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let reader = Some(Reader(visitor.id().cloned()));
        self.read_as(id, reader, visitor, read).await
    }

    /// Reads from a table, if the visitor may see it, for a list or a picture: that alone keeps no
    /// game of bots going.
    pub(crate) async fn peek<T: Send + 'static>(
        &self,
        id: &str,
        visitor: Visitor,
        read: impl FnOnce(&Room, &Visitor) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.read_as(id, None, visitor, read).await
    }

    async fn read_as<T: Send + 'static>(
        &self,
        id: &str,
        reader: Option<Reader>,
        visitor: Visitor,
        read: impl FnOnce(&Room, &Visitor) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (answer, answered) = oneshot::channel();
        let read = move |room: &Room| {
            let result = check_visitor(room, &visitor).and_then(|()| read(room, &visitor));
            // The client may be gone.
            let _ = answer.send(result);
        };
        self.send(id, Command::Read { reader, read: Box::new(read) }).await?;
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

    /// Lets a table leave the memory, because it was deleted.
    pub(crate) async fn close_table(&self, id: &str) {
        let table = self.lock().get(id).cloned();
        if let Some(table) = table {
            let _ = table.send(Command::Close).await;
        }
    }

    /// Aborts a game against bots, if nothing has happened there since this time.
    pub(crate) async fn abandon(&self, id: &str, since: u64) -> Result<(), ApiError> {
        self.send(id, Command::Abandon { since }).await.map(drop)
    }

    /// Opens the tables at which a bot must move, one after the other and only while the bots keep
    /// up, while people come already. Returns their number, as far as the database tells.
    pub(crate) async fn resume(&self) -> Result<usize, StoreError> {
        let since = now_millis().saturating_sub(FORGOTTEN_MILLIS);
        let ids = self.0.store.tables_before_bots(since).await?;
        let timed = self.0.store.tables_with_clocks().await?;
        let n_tables = ids.len() + timed.len();
        let registry = self.clone();
        tokio::spawn(async move { registry.resume_timed(timed).await });
        let registry = self.clone();
        tokio::spawn(async move { registry.resume_all(ids).await });
        Ok(n_tables)
    }

    /// Opens the tables with clocks, which start again: their players may be away, and lose.
    async fn resume_timed(&self, ids: Vec<String>) {
        for id in ids {
            if let Err(error) = self.table(&id).await {
                tracing::error!(table = id, reason = error.message, "cannot be opened");
                self.open_later(id);
            }
        }
    }

    /// The time since which the server runs, and its store has answered all the time.
    pub(super) fn steady_since(&self) -> u64 {
        self.0.steady_since.load(Ordering::Relaxed)
    }

    /// Notes that the store did not answer.
    pub(super) fn note_outage(&self, now: u64) {
        self.0.steady_since.fetch_max(now, Ordering::Relaxed);
    }

    async fn resume_all(&self, ids: Vec<String>) {
        for id in ids {
            while self.pool().expected_wait(Class::Move, &Origin::named("")) > RESUMING {
                sleep(RESUMING).await;
            }
            if let Err(error) = self.resume_table(&id).await {
                tracing::error!(table = id, reason = error.message, "cannot be opened");
                self.open_later(id);
            }
        }
    }

    /// Opens a table if a bot must move there now.
    async fn resume_table(&self, id: &str) -> Result<(), ApiError> {
        let Some(loaded) = self.0.store.load_table(id).await? else { return Ok(()) };
        let room = Room::open(loaded.stored)?;
        let is_due = room.bot_to_move().is_some() && room.has_people_in_play();
        if is_due || room.is_before_chance() {
            self.start(room, loaded.origin);
        }
        Ok(())
    }

    /// Does for as long as the server runs what nobody waits for: follow-ups, and signs of hosts.
    pub(crate) fn start_tasks(&self) {
        let registry = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            while let Some(registry) = registry.upgrade().map(TableRegistry) {
                let is_done = registry.work_off(None).await;
                let woken = registry.0.is_follow_up.notified();
                tokio::select! {
                    () = woken, if is_done => {}
                    () = sleep(RETRY), if !is_done => {}
                    () = sleep(HEARTBEAT) => {}
                }
            }
        });
        let registry = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut beats = interval(HEARTBEAT);
            loop {
                beats.tick().await;
                let Some(registry) = registry.upgrade().map(TableRegistry) else { return };
                registry.list_tables_of_hosts().await;
            }
        });
    }

    /// Works off the follow-ups of a person, or else of everybody; false if some could not be done
    /// yet.
    pub(crate) async fn work_off(&self, person: Option<&PersonId>) -> bool {
        loop {
            let Ok(follow_ups) = self.0.store.follow_ups(person, N_FOLLOW_UPS).await else {
                return false;
            };
            if follow_ups.is_empty() {
                return true;
            }
            let mut n_failed = 0;
            for follow_up in &follow_ups {
                n_failed += usize::from(self.follow_up(follow_up).await.is_err());
            }
            if n_failed > 0 {
                tracing::error!(n_failed, "seats of deleted people cannot be given up yet");
                return false;
            }
        }
    }

    /// Lets a table forget a deleted person. A table that cannot be read has no seat to give up.
    async fn follow_up(&self, follow_up: &FollowUp) -> Result<(), ApiError> {
        match self.forget_person(&follow_up.table, &follow_up.person).await {
            Err(error) if error.code == ErrorCode::Unavailable => return Err(error),
            Err(error) => {
                let reason = error.message;
                tracing::error!(table = follow_up.table, reason, "a seat cannot be given up");
            }
            Ok(()) => {}
        }
        self.0.store.end_follow_up(follow_up).await.map_err(ApiError::from)
    }

    /// Wakes the task that works off follow-ups.
    pub(crate) fn wake_follow_ups(&self) {
        self.0.is_follow_up.notify_one();
    }

    async fn list_tables_of_hosts(&self) {
        let ids: Vec<String> = self.lock_hosts().iter().cloned().collect();
        if let Err(error) = self.0.store.touch_listed(&ids, now_millis() + LISTED_MILLIS).await {
            tracing::warn!(%error, "tables cannot be listed");
        }
    }

    /// Notes whether the host of a table that waits for players is there, and returns whether that
    /// was so before.
    pub(super) fn set_host_here(&self, id: &str, is_here: bool) -> bool {
        let mut hosts_here = self.lock_hosts();
        if is_here { !hosts_here.insert(id.to_owned()) } else { hosts_here.remove(id) }
    }

    fn lock_hosts(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.hosts_here.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Opens a table that has left the memory at this time, because a clock has run out then.
    pub(super) fn open_at(&self, id: &str, time: Option<u64>) {
        let registry = Arc::downgrade(&self.0);
        let own_id = id.to_owned();
        let task = time.map(|time| {
            tokio::spawn(async move {
                sleep(Duration::from_millis(time.saturating_sub(now_millis()))).await;
                let Some(registry) = registry.upgrade().map(TableRegistry) else { return };
                registry.lock_alarms().remove(&own_id);
                if registry.table(&own_id).await.is_err() {
                    registry.open_later(own_id);
                }
            })
        });
        let mut alarms = self.lock_alarms();
        let old = match task {
            Some(task) => alarms.insert(id.to_owned(), task.abort_handle()),
            None => alarms.remove(id),
        };
        if let Some(old) = old {
            old.abort();
        }
    }

    fn lock_alarms(&self) -> MutexGuard<'_, HashMap<String, AbortHandle>> {
        self.0.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a table out of memory, unless a command has arrived.
    pub(super) fn retire(&self, id: &str, commands: &mut mpsc::Receiver<Command>) -> bool {
        let mut tables = self.lock();
        let is_idle = commands.is_empty();
        if is_idle {
            commands.close();
            tables.remove(id);
            self.lock_hosts().remove(id);
        }
        is_idle
    }

    pub(super) fn forget(&self, id: &str) {
        self.lock().remove(id);
        self.lock_hosts().remove(id);
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
        let _permit = self.0.opening.acquire().await.map_err(|_| ApiError::internal())?;
        let loaded = self.0.store.load_table(id).await?.ok_or_else(ApiError::no_table)?;
        // A long game takes a while, which is nobody's on the threads that serve requests.
        let room = spawn_blocking(move || Room::open(loaded.stored));
        let room = room.await.map_err(|_| ApiError::internal())??;
        Ok(self.start(room, loaded.origin))
    }

    /// Starts the actor of a table that was opened, unless it has one already.
    pub(super) fn start(&self, room: Room, origin: Origin) -> mpsc::Sender<Command> {
        match self.lock().entry(room.id().to_owned()) {
            Entry::Occupied(other) if !other.get().is_closed() => other.get().clone(),
            entry => {
                let (own, commands) = mpsc::channel(MAX_COMMANDS);
                let actor = Actor::new(self.clone(), room, origin, commands, own.downgrade());
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
    ApiError::new(ErrorCode::Unavailable, "the table was being closed: try again")
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::store::{Database, NewSession};
    use crate::tables::plan_table;
    use crate::wire::Status;

    #[tokio::test]
    async fn a_game_that_is_over_leaves_the_memory_soon() {
        const SOON: Duration = Duration::from_secs(30);
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Database::Sqlite(folder.path().join("file"))).await.unwrap();
        let pool = SearchPool::new(2);
        let registry = TableRegistry::new(store.clone(), pool, Duration::ZERO, Limits::default());
        let host = Person::new_guest();
        let origin = Origin::named("here");
        let session =
            NewSession { id: "session", now: 0, expires_at: 1, agent: "", origin: &origin };
        store.create_guest(&host, &session).await.unwrap();
        let request = serde_json::json!({"game": "coerceo", "players": ["me", "me"]});
        let request = serde_json::from_value(request).unwrap();
        let plan = || plan_table(&request, &host.id).unwrap();
        let played = registry.open_table(plan(), &host, &origin).await.unwrap();
        let over = registry.open_table(plan(), &host, &origin).await.unwrap();
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
        while registry.lock().contains_key(&over) {
            assert!(begin.elapsed() < SOON, "it is still in memory");
            sleep(Duration::from_millis(20)).await;
        }
        // An alarm opens it too; a later one takes the place of an earlier one.
        registry.open_at(&over, Some(now_millis() + 1_000_000));
        registry.open_at(&over, Some(now_millis() + 50));
        while !registry.lock().contains_key(&over) {
            assert!(begin.elapsed() < SOON, "nobody has opened it");
            sleep(Duration::from_millis(1)).await;
        }
        assert!(registry.lock_alarms().is_empty());
    }
}
