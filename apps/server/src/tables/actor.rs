//! The one writer of a table.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tilewright_core::Viewer;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::registry::{RETRY, TableRegistry};
use super::room::{Change, Room};
use super::view::raw;
use crate::clock::now_millis;
use crate::error::{ApiError, ErrorCode};
use crate::id::{is_same_secret, random_bytes};
use crate::people::{Person, PersonId};
use crate::search_pool::{Priority, SearchTask};
use crate::wire::{Action, ActionAck, ServerMessage, Status};

/// Who comes to a table, and by which link.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    pub(crate) person: Option<Person>,
    pub(crate) key: Option<String>,
}

/// What a table is asked for.
pub(super) enum Command {
    Act {
        visitor: Visitor,
        action: Action,
        answer: oneshot::Sender<Result<ActionAck, ApiError>>,
    },
    Watch {
        visitor: Visitor,
        since: u64,
        watcher: Subscriber,
    },
    Unwatch {
        number: u64,
    },
    Read(Box<dyn FnOnce(&Room) + Send>),
    /// A bot has thought about the table as it was after so many events.
    BotMove {
        number: u64,
        m: Option<String>,
    },
    /// Let the bot think that is to move.
    Think,
    /// Open the table again: what is kept of it has changed.
    Reload,
    /// Somebody is no more.
    Forget {
        person: PersonId,
        answer: oneshot::Sender<Result<(), ApiError>>,
    },
}

/// Somebody who looks on.
pub(super) struct Subscriber {
    /// Another one for each.
    pub(super) number: u64,
    pub(super) person: Option<PersonId>,
    pub(super) out: mpsc::Sender<Utf8Bytes>,
}

/// The one who changes a table: takes what is asked one by one, keeps what comes of it, and only then
/// tells.
pub(super) struct Actor {
    registry: TableRegistry,
    room: Room,
    asks: mpsc::Receiver<Command>,
    /// For the bots, who answer later.
    own: mpsc::WeakSender<Command>,
    watchers: Vec<Subscriber>,
    /// The bot that thinks, and about the table after how many events.
    thought: Option<(u64, SearchTask)>,
    /// What chance follows. Nobody can foresee it, and it is not kept: what it decided is.
    chance: StdRng,
    /// How many events are kept.
    n_kept: u64,
}

/// Without anybody looking on, a table leaves the memory after this time.
const IDLE: Duration = Duration::from_mins(1);

/// And after this time when the game is over: a table takes some 40 KB, and those of people who play one game
/// after the other would pile up.
const IDLE_WHEN_OVER: Duration = Duration::from_secs(2);

impl Visitor {
    pub(super) fn id(&self) -> Option<&PersonId> {
        self.person.as_ref().map(|person| &person.id)
    }
}

impl Room {
    /// Whether a visitor has the right link.
    pub(crate) fn has_key(&self, visitor: &Visitor) -> bool {
        visitor.key.as_ref().is_some_and(|key| is_same_secret(key, &self.plan.key))
    }

    /// Refuses those who may not even know that the table exists.
    pub(crate) fn check_visitor(&self, visitor: &Visitor) -> Result<(), ApiError> {
        let is_member = visitor.id().is_some_and(|person| self.is_member(person));
        let may_see = !self.plan.is_private || is_member || self.has_key(visitor);
        if may_see { Ok(()) } else { Err(ApiError::no_table()) }
    }
}

impl Actor {
    pub(super) fn new(
        registry: TableRegistry,
        room: Room,
        asks: mpsc::Receiver<Command>,
        own: mpsc::WeakSender<Command>,
    ) -> Actor {
        let n_kept = room.n_events();
        let chance = StdRng::from_seed(random_bytes());
        Actor { registry, room, asks, own, watchers: Vec::new(), thought: None, chance, n_kept }
    }

    /// Serves the table until nobody needs it any more.
    pub(super) async fn run(mut self) {
        let status = self.room.status;
        let change = self.room.go_on(&mut self.chance, now_millis());
        let going_on = self.commit(change, status, None).await;
        // The server may have ended after everybody agreed to play again.
        if going_on.is_err() || self.open_rematch().await.is_err() {
            tracing::error!(table = self.room.id, "the game cannot go on");
        }
        self.let_bot_think();
        // What is in memory and not kept must not be told or built upon: whoever asks next opens the
        // table from what is kept.
        while self.room.n_events() == self.n_kept {
            match timeout(self.idle_time(), self.asks.recv()).await {
                Ok(None) => break,
                Ok(Some(ask)) => self.answer(ask).await,
                Err(_) if self.is_needed() => {}
                Err(_) if self.registry.retire(&self.room.id, &mut self.asks) => return,
                Err(_) => {}
            }
        }
        self.registry.forget(&self.room.id);
        if self.room.n_events() != self.n_kept {
            self.registry.open_later(self.room.id.clone());
        }
    }

    /// How long it waits to be asked for something.
    const fn idle_time(&self) -> Duration {
        match self.room.status {
            Status::Waiting | Status::Playing => IDLE,
            Status::Over | Status::Aborted => IDLE_WHEN_OVER,
        }
    }

    fn is_needed(&self) -> bool {
        !self.watchers.is_empty() || self.thought.is_some()
    }

    async fn answer(&mut self, ask: Command) {
        match ask {
            Command::Act { visitor, action, answer } => {
                let result = self.act(&visitor, &action).await;
                // Whoever asked may be gone.
                let _ = answer.send(result);
            }
            Command::Watch { visitor, since, watcher } => self.watch(&visitor, since, watcher),
            Command::Unwatch { number } => {
                self.watchers.retain(|watcher| watcher.number != number);
                self.tell_presence();
            }
            Command::Read(read) => read(&self.room),
            Command::BotMove { number, m } => self.play_thought(number, m).await,
            Command::Think => self.let_bot_think(),
            Command::Reload => {
                if self.reopen().await.is_err() {
                    tracing::error!(table = self.room.id, "cannot be opened again");
                }
                self.let_bot_think();
            }
            Command::Forget { person, answer } => {
                let _ = answer.send(self.forget(&person).await);
            }
        }
    }

    /// Gives up the seats of somebody, and opens the table again: the name is no longer kept.
    async fn forget(&mut self, person: &PersonId) -> Result<(), ApiError> {
        let status = self.room.status;
        let change = self.room.remove(person, &mut self.chance, now_millis());
        let result = self.commit(change, status, None).await.map(drop);
        let result = result.and(self.reopen().await);
        self.let_bot_think();
        result
    }

    async fn act(&mut self, visitor: &Visitor, action: &Action) -> Result<ActionAck, ApiError> {
        self.room.check_visitor(visitor)?;
        let person = visitor.person.as_ref().ok_or_else(ApiError::signed_out)?;
        let (status, has_key) = (self.room.status, self.room.has_key(visitor));
        let change = self.room.act(person, has_key, action, &mut self.chance, now_millis());
        let result = self.commit(change, status, None).await;
        self.let_bot_think();
        if result.is_ok() {
            self.open_rematch().await?;
        }
        result.map_err(|error| match error.code {
            ErrorCode::WrongPly => {
                let viewer = self.room.viewer(Some(&person.id));
                let state = self.room.state(viewer, Some(&person.id), |id| self.is_here(id));
                ApiError { state: Some(raw(&state)), ..error }
            }
            _ => error,
        })
    }

    /// Opens the next table, if everybody agreed to play again.
    async fn open_rematch(&mut self) -> Result<(), ApiError> {
        let Some(next) = self.room.rematch().transpose()? else { return Ok(()) };
        let status = self.room.status;
        let change = self.room.point_to_rematch(&next, now_millis());
        self.commit(change, status, Some(&next)).await?;
        self.registry.seat(next);
        Ok(())
    }

    /// Keeps a change, with the table that was opened by it, and then tells everybody. If it cannot be
    /// kept it did not happen.
    async fn commit(
        &mut self,
        change: Result<Change, ApiError>,
        old_status: Status,
        opened: Option<&Room>,
    ) -> Result<ActionAck, ApiError> {
        let change = match change {
            Ok(change) if change.events.is_empty() => return Ok(ActionAck { number: self.n_kept }),
            Ok(change) => change,
            Err(error) => {
                if self.room.n_events() != self.n_kept {
                    self.reopen().await?;
                }
                return Err(error);
            }
        };
        match self.registry.store().keep(&self.room.id, &change, old_status, opened).await {
            Ok(()) => {
                self.n_kept = self.room.n_events();
                self.tell(change.number - 1);
                Ok(ActionAck { number: self.n_kept })
            }
            Err(error) => {
                self.reopen().await?;
                Err(error.into())
            }
        }
    }

    /// Opens the table again from what was kept.
    async fn reopen(&mut self) -> Result<(), ApiError> {
        self.thought = None;
        let saved = self.registry.store().load_table(&self.room.id).await?;
        self.room = Room::open(saved.ok_or_else(ApiError::no_table)?)?;
        let n_known = self.n_kept;
        self.n_kept = self.room.n_events();
        self.tell(n_known.min(self.n_kept));
        Ok(())
    }

    /// Lets the bot think that is to move, and stops the one that thinks about what is no more.
    fn let_bot_think(&mut self) {
        let number = self.room.n_events();
        let Some((seat, spec)) = self.room.bot_to_move() else {
            self.thought = None;
            return;
        };
        if self.thought.as_ref().is_some_and(|(about, _)| *about == number) {
            return;
        }
        self.thought = None;
        let (standpoint, solutions) = (self.room.standpoint(seat), self.registry.solutions());
        let (own, pause) = (self.own.clone(), self.registry.pace().bot_pause);
        let runtime = tokio::runtime::Handle::current();
        let earliest = Instant::now() + pause;
        let thought = self.registry.pool().order(Priority::Move, move |stop| {
            let choice = standpoint.choose(&spec, solutions.as_deref(), stop);
            let m = choice.map(|choice| choice.m);
            if stop.is_stopped() {
                return;
            }
            runtime.spawn(async move {
                sleep_until(earliest).await;
                if let Some(own) = own.upgrade() {
                    let _ = own.send(Command::BotMove { number, m }).await;
                }
            });
        });
        self.thought = thought.map(|thought| (number, thought));
    }

    async fn play_thought(&mut self, number: u64, m: Option<String>) {
        if self.thought.as_ref().is_none_or(|(about, _)| *about != number) {
            return;
        }
        self.thought = None;
        let Some(m) = m else {
            tracing::error!(table = self.room.id, "a bot found no move");
            return;
        };
        let status = self.room.status;
        let change = self.room.play_for_bot(&m, &mut self.chance, now_millis());
        match self.commit(change, status, None).await {
            Ok(_) => self.let_bot_think(),
            Err(error) => {
                tracing::error!(table = self.room.id, reason = error.message, "a bot cannot play");
                self.think_later();
            }
        }
    }

    /// Lets the bot think again, but not at once: the disk may be full.
    fn think_later(&self) {
        let own = self.own.clone();
        tokio::spawn(async move {
            sleep(RETRY).await;
            if let Some(own) = own.upgrade() {
                let _ = own.send(Command::Think).await;
            }
        });
    }

    /// Lets somebody look on: tells the table, and what was missed.
    fn watch(&mut self, visitor: &Visitor, since: u64, watcher: Subscriber) {
        let person = visitor.id();
        if let Err(error) = self.room.check_visitor(visitor) {
            let _ = watcher.out.try_send(text(&ServerMessage::Refused { id: None, error }));
            return;
        }
        let out = watcher.out.clone();
        self.watchers.push(watcher);
        let viewer = self.room.viewer(person);
        let update = self.room.update(since, viewer, person, |id| self.is_here(id));
        let messages =
            [ServerMessage::Table(self.room.info(person)), ServerMessage::Update(Box::new(update))];
        for message in &messages {
            let _ = out.try_send(text(message));
        }
        self.tell_presence();
    }

    fn is_here(&self, person: &PersonId) -> bool {
        self.watchers.iter().any(|watcher| watcher.person.as_ref() == Some(person))
    }

    /// Tells everybody what happened after the event of this number. Those who see the same are told
    /// the same text; whoever does not listen fast enough is dropped, and may come back for the rest.
    fn tell(&mut self, since: u64) {
        let mut texts: Vec<(Viewer, Utf8Bytes)> = Vec::new();
        let watchers = std::mem::take(&mut self.watchers);
        let is_here = |id: &PersonId| watchers.iter().any(|it| it.person.as_ref() == Some(id));
        let mut has_heard = Vec::with_capacity(watchers.len());
        for watcher in &watchers {
            let person = watcher.person.as_ref();
            let viewer = self.room.viewer(person);
            if !texts.iter().any(|(other, _)| *other == viewer) {
                let update = self.room.update(since, viewer, person, is_here);
                texts.push((viewer, text(&ServerMessage::Update(Box::new(update)))));
            }
            let told = texts.iter().find(|(other, _)| *other == viewer);
            let is_heard = told.is_some_and(|(_, told)| watcher.out.try_send(told.clone()).is_ok());
            has_heard.push(is_heard);
        }
        let mut has_heard = has_heard.into_iter();
        self.watchers = watchers;
        self.watchers.retain(|_| has_heard.next() == Some(true));
    }

    fn tell_presence(&mut self) {
        let is_here: Vec<bool> = self
            .room
            .players
            .iter()
            .map(|player| match player {
                super::room::Player::Person(id) => self.is_here(id),
                super::room::Player::Bot(_) => true,
                super::room::Player::Nobody => false,
            })
            .collect();
        let looks_on =
            |watcher: &&Subscriber| self.room.viewer(watcher.person.as_ref()) == Viewer::Spectator;
        let n_spectators = self.watchers.iter().filter(looks_on).count();
        let told = text(&ServerMessage::Presence { is_here, n_spectators });
        self.watchers.retain(|watcher| watcher.out.try_send(told.clone()).is_ok());
    }
}

/// What goes over a socket.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("what is told is plain data").into()
}
