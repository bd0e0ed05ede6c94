//! The actor of a table: its one writer.

use std::collections::HashMap;
use std::time::Duration;
use tilewright_table::AnyMove;

use axum::extract::ws::Utf8Bytes;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tilewright_bots::BotSpec;
use tilewright_core::Viewer;
use tilewright_room::{
    Action, ActionError, Caller, Change, MAX_EVENTS, PersonId, Player, Room, Status, TableState,
};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::bots;
use super::new_table::new_secrets;
use super::registry::{RETRY, TableRegistry};
use crate::clock::now_millis;
use crate::error::{ApiError, ErrorCode};
use crate::id::{is_same_secret, new_id, random_bytes};
use crate::people::{Origin, Person};
use crate::search_pool::{Class, SearchTask};
use crate::store::LISTED_MILLIS;
use crate::wire::{ActionAck, ServerMessage};

/// A person who comes to a table, and the key of the link.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    pub(crate) person: Option<Person>,
    pub(crate) key: Option<String>,
}

/// A command to a table.
pub(super) enum Command {
    Act {
        /// The time at which it came, before it waited for others.
        at: u64,
        visitor: Visitor,
        action: Action,
        answer: oneshot::Sender<Result<ActionAck, ApiError>>,
    },
    Subscribe {
        visitor: Visitor,
        since: u64,
        subscriber: Subscriber,
    },
    Unsubscribe {
        number: u64,
    },
    Read {
        /// The one who watches by it, if it counts as that.
        reader: Option<Reader>,
        read: Box<dyn FnOnce(&Room) + Send>,
    },
    /// A bot has chosen a move for the position after this number of events.
    BotMove {
        number: u64,
        m: Option<AnyMove>,
    },
    /// Lets the bot think that is to move.
    Think,
    /// Notes the lag of a person's connection.
    Lag {
        person: PersonId,
        millis: u64,
    },
    /// Opens the table again, because its stored data changed.
    Reload,
    /// Aborts a game against bots in which nothing has happened since this time.
    Abandon {
        since: u64,
    },
    /// Leaves the memory, because the table was deleted.
    Close,
    /// Removes a person whose account is deleted.
    Forget {
        person: PersonId,
        answer: oneshot::Sender<Result<(), ApiError>>,
    },
}

/// A person, or nobody in particular, who watches by asking again and again.
pub(super) struct Reader(pub(super) Option<PersonId>);

/// A socket that receives what happens at the table.
pub(super) struct Subscriber {
    /// A number that no other subscriber has.
    pub(super) number: u64,
    pub(super) person: Option<PersonId>,
    pub(super) out: mpsc::Sender<Utf8Bytes>,
}

/// The one writer of a table: carries out commands one by one, stores the events, and only then
/// sends them to the subscribers.
pub(super) struct Actor {
    registry: TableRegistry,
    room: Room,
    /// The address at which the table was opened: bots take turns by it.
    origin: Origin,
    commands: mpsc::Receiver<Command>,
    /// The mailbox, for the answers of bots.
    own: mpsc::WeakSender<Command>,
    subscribers: Vec<Subscriber>,
    /// The search of the bot that is to move, and the number of events that it began with.
    search: Option<(u64, SearchTask)>,
    /// The generator of chance. Nobody can foresee it, and it is not stored: its decisions are.
    chance: StdRng,
    n_stored: u64,
    /// The time until which somebody watches without a socket, by asking again and again.
    watched_until: Instant,
    /// The time of the last sign of the host, as far as lists know of it.
    listed_at: Option<Instant>,
    /// True if the table was deleted.
    is_closed: bool,
    /// True if clocks must start again, because the store did not answer.
    was_away: bool,
}

/// The time for which a request counts as watching a game between bots.
const WATCHING: Duration = Duration::from_secs(30);

/// The time after which lists hear of the host again.
const LISTING: Duration = Duration::from_secs(20);

/// The time for which a table stays listed after its host has left: a page may only be loading
/// again.
const LEAVING_MILLIS: u64 = 10_000;

/// The time after which a table without subscribers leaves the memory.
const IDLE: Duration = Duration::from_mins(1);

/// The same for a game that is over: a table takes some 40 KB, and those of people who play one
/// game after the other would pile up.
const IDLE_WHEN_OVER: Duration = Duration::from_secs(2);

impl Command {
    /// The time at which the command came.
    fn came_at(&self) -> u64 {
        match self {
            Command::Act { at, .. } => *at,
            _ => now_millis(),
        }
    }
}

impl Visitor {
    pub(crate) fn id(&self) -> Option<&PersonId> {
        self.person.as_ref().map(|person| &person.id)
    }

    fn has_key(&self, room: &Room) -> bool {
        self.key.as_ref().is_some_and(|key| is_same_secret(key, &room.plan().key))
    }
}

/// Refuses people who may not even know that the table exists.
pub(crate) fn check_visitor(room: &Room, visitor: &Visitor) -> Result<(), ApiError> {
    let may_see = room.may_see(visitor.id(), visitor.has_key(room));
    if may_see { Ok(()) } else { Err(ApiError::no_table()) }
}

impl Actor {
    pub(super) fn new(
        registry: TableRegistry,
        room: Room,
        origin: Origin,
        commands: mpsc::Receiver<Command>,
        own: mpsc::WeakSender<Command>,
    ) -> Actor {
        let n_stored = room.n_events();
        Actor {
            registry,
            room,
            origin,
            commands,
            own,
            subscribers: Vec::new(),
            search: None,
            chance: StdRng::from_seed(random_bytes()),
            n_stored,
            watched_until: Instant::now(),
            listed_at: None,
            is_closed: false,
            was_away: true,
        }
    }

    /// Serves the table until nobody needs it any more.
    pub(super) async fn run(mut self) {
        let is_advanced = self.pass_time(now_millis()).await;
        // The server may have ended after everybody agreed to a rematch.
        if !is_advanced || self.open_rematch().await.is_err() {
            tracing::error!(table = self.room.id(), "the game cannot go on");
        }
        self.let_bot_think().await;
        // Events that are in memory but not stored must not be sent or built upon: the next command
        // opens the table from what is stored.
        while self.room.n_events() == self.n_stored && !self.is_closed {
            match timeout(self.patience(), self.commands.recv()).await {
                Ok(None) => break,
                Ok(Some(command)) => {
                    // A move that came in time counts, also if it waited for others.
                    self.pass_time(command.came_at()).await;
                    self.carry_out(command).await;
                }
                Err(_) if self.is_time_up() => {
                    self.pass_time(now_millis()).await;
                }
                Err(_) if self.is_needed() => {}
                Err(_) if self.registry.retire(self.room.id(), &mut self.commands) => {
                    self.registry.open_at(self.room.id(), self.room.deadline());
                    return;
                }
                Err(_) => {}
            }
            self.note_presence();
            self.tell_lists_of_host();
        }
        self.registry.forget(self.room.id());
        if self.room.n_events() != self.n_stored {
            self.registry.open_later(self.room.id().to_owned());
        }
    }

    /// The time to wait for a command: until a clock has run out, or the table leaves the memory.
    fn patience(&self) -> Duration {
        if self.was_away {
            return RETRY;
        }
        let left = self.room.deadline().map(|it| it.saturating_sub(now_millis()));
        left.map_or(Duration::MAX, Duration::from_millis).min(self.idle_time())
    }

    fn is_time_up(&self) -> bool {
        self.was_away || self.room.deadline().is_some_and(|deadline| deadline <= now_millis())
    }

    /// Lets the passing of time take effect. After the store has not answered, clocks start again
    /// first. Returns false if that cannot be stored.
    async fn pass_time(&mut self, now: u64) -> bool {
        let status = self.room.status();
        let change = if self.was_away {
            let host_since = self.registry.steady_since();
            self.room.advance(&mut self.chance, host_since, now.max(host_since))
        } else if self.room.deadline().is_some_and(|deadline| deadline <= now) {
            self.room.pass_time(&mut self.chance, now)
        } else {
            return true;
        };
        self.was_away = false;
        let result = self.commit(change, status, None).await;
        if let Err(error) = &result {
            let reason = &error.message;
            tracing::error!(table = self.room.id(), reason, "the time cannot be kept");
        }
        self.let_bot_think().await;
        result.is_ok()
    }

    /// Tells the room which of its people are here, and everybody if that concerns clocks.
    fn note_presence(&mut self) {
        let people: Vec<PersonId> = self.room.people().cloned().collect();
        let mut is_news = false;
        for person in people {
            let is_here = self.is_here(&person);
            is_news |= self.room.set_here(&person, is_here, now_millis());
        }
        if is_news && self.room.n_events() == self.n_stored {
            self.send_update(self.n_stored);
        }
    }

    /// The time to wait for a command before the table leaves the memory.
    const fn idle_time(&self) -> Duration {
        match self.room.status() {
            Status::Waiting | Status::Playing => IDLE,
            Status::Over | Status::Aborted => IDLE_WHEN_OVER,
        }
    }

    fn is_needed(&self) -> bool {
        !self.subscribers.is_empty() || self.search.is_some()
    }

    async fn carry_out(&mut self, command: Command) {
        match command {
            Command::Act { at, visitor, action, answer } => {
                let result = self.act(at, &visitor, &action).await;
                // The client may be gone.
                let _ = answer.send(result);
            }
            Command::Subscribe { visitor, since, subscriber } => {
                self.subscribe(&visitor, since, subscriber);
                self.let_bot_think().await;
            }
            Command::Unsubscribe { number } => {
                self.subscribers.retain(|subscriber| subscriber.number != number);
                self.send_presence();
                self.let_bot_think().await;
            }
            Command::Read { reader, read } => {
                if let Some(Reader(person)) = reader {
                    self.watch(person.as_ref()).await;
                }
                read(&self.room);
            }
            Command::BotMove { number, m } => self.play_bot_move(number, m).await,
            Command::Think => self.let_bot_think().await,
            Command::Lag { person, millis } => self.room.set_lag(&person, millis),
            Command::Abandon { since } => self.abandon_if_stale(since).await,
            Command::Close => self.is_closed = true,
            Command::Reload => {
                if self.reopen().await.is_err() {
                    tracing::error!(table = self.room.id(), "cannot be opened again");
                }
                self.let_bot_think().await;
            }
            Command::Forget { person, answer } => {
                let _ = answer.send(self.forget(&person).await);
            }
        }
    }

    /// Gives up the seats of a person, and opens the table again: the name is no longer stored.
    async fn forget(&mut self, person: &PersonId) -> Result<(), ApiError> {
        let status = self.room.status();
        let change = self.room.remove(person, &mut self.chance, now_millis());
        let result = self.commit(change, status, None).await.map(drop);
        let result = result.and(self.reopen().await);
        self.let_bot_think().await;
        result
    }

    async fn act(
        &mut self,
        at: u64,
        visitor: &Visitor,
        action: &Action,
    ) -> Result<ActionAck, ApiError> {
        check_visitor(&self.room, visitor)?;
        let person = visitor.person.as_ref().ok_or_else(ApiError::signed_out)?;
        let has_key = visitor.has_key(&self.room);
        let caller = Caller { id: &person.id, name: &person.name, has_key };
        let status = self.room.status();
        let change = self.room.act(caller, action, &mut self.chance, at);
        let result = self.commit(change, status, None).await;
        self.watch(Some(&person.id)).await;
        self.let_bot_think().await;
        match result {
            Ok(ack) => self.open_rematch().await.map(|()| ack),
            Err(error) if error.code == ErrorCode::WrongPly => {
                Err(ApiError { state: Some(Box::new(self.state_for(&person.id))), ..error })
            }
            Err(error) => Err(error),
        }
    }

    fn state_for(&self, person: &PersonId) -> TableState {
        let viewer = self.room.viewer(Some(person));
        self.room.state(viewer, Some(person), now_millis(), |id| self.is_here(id))
    }

    /// Opens the next table, if everybody agreed to a rematch.
    async fn open_rematch(&mut self) -> Result<(), ApiError> {
        if !self.room.wants_rematch() {
            return Ok(());
        }
        let next = self.room.rematch(new_id(), new_secrets())?;
        let status = self.room.status();
        let change = self.room.point_to_rematch(&next, now_millis());
        self.commit(change, status, Some(&next)).await?;
        self.registry.start(next, self.origin.clone());
        Ok(())
    }

    /// Stores a change, with the table that it opened, and then sends it to everybody. A change
    /// that cannot be stored did not happen.
    async fn commit(
        &mut self,
        change: Result<Change, ActionError>,
        old_status: Status,
        opened: Option<&Room>,
    ) -> Result<ActionAck, ApiError> {
        let change = match change {
            Ok(change) if change.events.is_empty() => {
                return Ok(ActionAck { number: self.n_stored });
            }
            Ok(change) => change,
            Err(error) => {
                if self.room.n_events() != self.n_stored {
                    self.reopen().await?;
                }
                return Err(error.into());
            }
        };
        let store = self.registry.store();
        let opened = opened.map(|room| (room, &self.origin));
        if let Err(error) = store.append(&self.room, &change, old_status, opened).await {
            // Nobody could move meanwhile, so clocks start again from what is stored.
            self.registry.note_outage(now_millis());
            self.was_away = true;
            self.reopen().await?;
            return Err(error.into());
        }
        self.n_stored = self.room.n_events();
        self.send_update(change.number - 1);
        Ok(ActionAck { number: self.n_stored })
    }

    /// Opens the table again from what is stored.
    async fn reopen(&mut self) -> Result<(), ApiError> {
        self.search = None;
        let loaded = self.registry.store().load_table(self.room.id()).await?;
        self.room = Room::open(loaded.ok_or_else(ApiError::no_table)?.stored)?;
        let n_sent = self.n_stored;
        self.n_stored = self.room.n_events();
        self.send_update(n_sent.min(self.n_stored));
        self.note_presence();
        Ok(())
    }

    /// Starts the search of the bot that is to move, and stops one that is out of date. A game
    /// without people goes on only while somebody watches.
    async fn let_bot_think(&mut self) {
        if self.is_too_long() {
            self.abandon().await;
        }
        let number = self.room.n_events();
        let class = if self.room.has_people_in_play() { Class::Move } else { Class::BotGame };
        let may_think = class == Class::Move || self.is_watched();
        let Some((seat, bot)) = self.room.bot_to_move().filter(|_| may_think) else {
            self.search = None;
            return;
        };
        if self.search.as_ref().is_some_and(|(begun_at, _)| *begun_at == number) {
            return;
        }
        self.search = None;
        let Ok(spec) = bot.parse::<BotSpec>() else {
            tracing::error!(table = self.room.id(), bot, "there is no such bot any more");
            return;
        };
        let perspective = self.room.table().perspective(Viewer::Seat(seat));
        let seed = self.room.plan().seed;
        let reply = BotReply {
            table: self.own.clone(),
            number,
            earliest: Instant::now() + self.registry.bot_pause(),
            runtime: Handle::current(),
        };
        let task = self.registry.pool().order(class, &self.origin, move |stop| {
            let choice = bots::choose(&perspective, &spec, seed, stop);
            // The table gets its moves back before the next one is played: then none is copied.
            drop(perspective);
            if !stop.is_stopped() {
                reply.send(choice.map(|choice| choice.m));
            }
        });
        self.search = task.map(|task| (number, task));
    }

    /// Returns true if a game goes on beyond every bound while a bot is to move.
    fn is_too_long(&self) -> bool {
        let max_bot_moves = u64::from(self.registry.limits().bot_moves);
        let has_people = self.room.has_people_in_play();
        let max = if has_people { MAX_EVENTS as u64 } else { max_bot_moves };
        self.room.bot_to_move().is_some() && self.room.n_events() >= max
    }

    fn is_watched(&self) -> bool {
        !self.subscribers.is_empty() || Instant::now() < self.watched_until
    }

    /// Notes that somebody looks at the table without a socket.
    async fn watch(&mut self, reader: Option<&PersonId>) {
        let was_watched = self.is_watched();
        self.watched_until = Instant::now() + WATCHING;
        if reader == Some(&self.room.plan().host) {
            self.list_again(LISTED_MILLIS);
        }
        if !was_watched {
            self.let_bot_think().await;
        }
    }

    /// Keeps a public table that waits for players listed while its host is there.
    fn tell_lists_of_host(&mut self) {
        let is_here = self.is_listable() && self.is_here(&self.room.plan().host);
        let was_here = self.registry.set_host_here(self.room.id(), is_here);
        if is_here {
            self.list_again(LISTED_MILLIS);
        } else if was_here && self.is_listable() {
            self.listed_at = None;
            self.list_again(LEAVING_MILLIS);
            self.listed_at = None;
        }
    }

    fn is_listable(&self) -> bool {
        self.room.status() == Status::Waiting && !self.room.plan().is_private
    }

    /// Lists the table for some time, unless lists have heard of the host a moment ago.
    fn list_again(&mut self, millis: u64) {
        let is_recent = self.listed_at.is_some_and(|at| at.elapsed() < LISTING);
        if is_recent || !self.is_listable() {
            return;
        }
        self.listed_at = Some(Instant::now());
        let store = self.registry.store().clone();
        let id = self.room.id().to_owned();
        tokio::spawn(async move {
            if let Err(error) = store.touch_listed(&[id], now_millis() + millis).await {
                tracing::warn!(%error, "a table cannot be listed");
            }
        });
    }

    /// Ends a game that goes on for nobody, without a result.
    async fn abandon(&mut self) {
        let status = self.room.status();
        let change = self.room.abandon(now_millis());
        if let Err(error) = self.commit(change, status, None).await {
            let reason = error.message;
            tracing::error!(table = self.room.id(), reason, "a game cannot be aborted");
        }
    }

    async fn abandon_if_stale(&mut self, since: u64) {
        let is_stale = self.room.status() == Status::Playing && self.room.last_at() < since;
        if is_stale && !self.is_watched() {
            self.abandon().await;
        }
    }

    async fn play_bot_move(&mut self, number: u64, m: Option<AnyMove>) {
        if self.search.as_ref().is_none_or(|(begun_at, _)| *begun_at != number) {
            return;
        }
        self.search = None;
        let Some(m) = m else {
            tracing::error!(table = self.room.id(), "a bot found no move");
            return;
        };
        let status = self.room.status();
        let change = self.room.play_for_bot(&m, &mut self.chance, now_millis());
        match self.commit(change, status, None).await {
            Ok(_) => self.let_bot_think().await,
            Err(error) => {
                let reason = error.message;
                tracing::error!(table = self.room.id(), reason, "a bot cannot play");
                self.think_later();
            }
        }
    }

    /// Lets the bot think again, but not at once: the disk may be full.
    fn think_later(&self) {
        let own = self.own.clone();
        tokio::spawn(async move {
            sleep(RETRY).await;
            send_if_open(&own, Command::Think).await;
        });
    }

    /// Adds a subscriber, and sends it the table and the events that it missed.
    fn subscribe(&mut self, visitor: &Visitor, since: u64, subscriber: Subscriber) {
        let out = subscriber.out.clone();
        if let Err(error) = check_visitor(&self.room, visitor) {
            let _ = out.try_send(text(&ServerMessage::Refused { id: None, error }));
            return;
        }
        self.subscribers.push(subscriber);
        let person = visitor.id();
        let viewer = self.room.viewer(person);
        let _ = out.try_send(text(&ServerMessage::Table(self.room.info(person))));
        let _ = out.try_send(self.update_text(since, viewer, person));
        self.send_presence();
    }

    fn is_here(&self, person: &PersonId) -> bool {
        self.subscribers.iter().any(|subscriber| subscriber.person.as_ref() == Some(person))
    }

    /// Sends the events after the one of this number. Viewers of the same seat get the same text. A
    /// subscriber that does not take it in time is dropped, and may reconnect for the rest.
    fn send_update(&mut self, since: u64) {
        let mut texts: HashMap<Viewer, Utf8Bytes> = HashMap::new();
        let mut kept = Vec::with_capacity(self.subscribers.len());
        for subscriber in &self.subscribers {
            let person = subscriber.person.as_ref();
            let viewer = self.room.viewer(person);
            texts.entry(viewer).or_insert_with(|| self.update_text(since, viewer, person));
            kept.push(subscriber.out.try_send(texts[&viewer].clone()).is_ok());
        }
        let mut kept = kept.into_iter();
        self.subscribers.retain(|_| kept.next() == Some(true));
    }

    fn update_text(&self, since: u64, viewer: Viewer, person: Option<&PersonId>) -> Utf8Bytes {
        let now = now_millis();
        let update = self.room.update(since, viewer, person, now, |id| self.is_here(id));
        text(&ServerMessage::Update(Box::new(update)))
    }

    fn send_presence(&mut self) {
        let players = self.room.players().iter();
        let is_here = players.map(|player| self.is_present(player)).collect();
        let is_spectator =
            |it: &&Subscriber| self.room.viewer(it.person.as_ref()) == Viewer::Spectator;
        let n_spectators = self.subscribers.iter().filter(is_spectator).count();
        let message = text(&ServerMessage::Presence { is_here, n_spectators });
        self.subscribers.retain(|subscriber| subscriber.out.try_send(message.clone()).is_ok());
    }

    fn is_present(&self, player: &Player) -> bool {
        match player {
            Player::Person(id) => self.is_here(id),
            Player::Bot(_) => true,
            Player::Nobody => false,
        }
    }
}

/// The way back from a search to the table.
struct BotReply {
    table: mpsc::WeakSender<Command>,
    number: u64,
    /// Moves come no earlier than this, so that people see what bots do.
    earliest: Instant,
    runtime: Handle,
}

impl BotReply {
    fn send(self, m: Option<AnyMove>) {
        let BotReply { table, number, earliest, runtime } = self;
        runtime.spawn(async move {
            sleep_until(earliest).await;
            send_if_open(&table, Command::BotMove { number, m }).await;
        });
    }
}

/// Sends a command, unless the table has left the memory.
async fn send_if_open(table: &mpsc::WeakSender<Command>, command: Command) {
    if let Some(table) = table.upgrade() {
        let _ = table.send(command).await;
    }
}

/// The text of a message.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}
