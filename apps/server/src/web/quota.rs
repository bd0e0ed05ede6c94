//! Quotas: how many tables, seats and games a person and an address may have at the same time.
//!
//! A count and the change that it allows belong together: requests of one address that change its
//! counts go one after the other, in tasks of their own that end also when the client hangs up.

use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use tilewright_room::{Action, Plan};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::App;
use super::address::ClientInfo;
use crate::audit::{SecurityEvent, record};
use crate::clock::now_millis;
use crate::error::{ApiError, ErrorCode};
use crate::people::{Origin, Person};
use crate::search_pool::Class;
use crate::store::TableUsage;
use crate::tables::Visitor;
use crate::wire::ActionAck;

/// Locks by which the requests of one address take turns. A few addresses share each.
#[derive(Clone)]
pub(super) struct Turns {
    locks: Arc<[Arc<Mutex<()>>]>,
    hasher: RandomState,
}

const N_LOCKS: usize = 64;

impl Turns {
    pub(super) fn new() -> Turns {
        let locks = (0..N_LOCKS).map(|_| Arc::default()).collect();
        Turns { locks, hasher: RandomState::new() }
    }

    async fn of(&self, origin: &Origin) -> OwnedMutexGuard<()> {
        let index = self.hasher.hash_one(origin) % N_LOCKS as u64;
        Arc::clone(&self.locks[index as usize]).lock_owned().await
    }
}

/// Lets work go on to its end, also when the client hangs up meanwhile.
pub(super) async fn finish<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::spawn(work).await.map_err(|_| ApiError::internal())?
}

/// A quota: its name for the log, and its sentences for people.
struct Quota {
    name: &'static str,
    of_person: (u32, &'static str),
    of_address: (u32, &'static str),
    in_all: (u32, &'static str),
}

/// The sentence of a quota that has no bound for everybody together.
const NONE: (u32, &str) = (u32::MAX, "");

impl Quota {
    /// Refuses one more if there are too many already.
    fn check(
        &self,
        usage: TableUsage,
        person: &Person,
        client: &ClientInfo,
    ) -> Result<(), ApiError> {
        let bounds = [
            (usage.of_person, self.of_person, ErrorCode::Conflict),
            (usage.of_address, self.of_address, ErrorCode::Conflict),
            (usage.in_all, self.in_all, ErrorCode::Unavailable),
        ];
        for (number, (max, sentence), code) in bounds {
            if number >= u64::from(max) {
                record(SecurityEvent::Limit, client.address, Some(&person.id), self.name);
                return Err(ApiError::new(code, sentence));
            }
        }
        Ok(())
    }
}

impl App {
    /// Opens a table for somebody, within the quotas.
    pub(super) async fn open_table(
        &self,
        person: Person,
        client: ClientInfo,
        plan: Plan,
    ) -> Result<String, ApiError> {
        let app = self.clone();
        finish(async move {
            let _turn = app.turns.of(&client.origin).await;
            app.check_new_table(&person, &client, &plan).await?;
            app.tables.open_table(plan, &person, &client.origin).await
        })
        .await
    }

    /// Carries out an action at a table; taking a seat, within the quotas.
    pub(super) async fn act(
        &self,
        id: &str,
        visitor: Visitor,
        action: Action,
        client: ClientInfo,
    ) -> Result<ActionAck, ApiError> {
        let person = match (&action, &visitor.person) {
            (Action::Sit { .. }, Some(person)) => person.clone(),
            _ => return self.tables.act(id, visitor, action).await,
        };
        self.limit_sits(&person, &client)?;
        let app = self.clone();
        let id = id.to_owned();
        finish(async move {
            let _turn = app.turns.of(&client.origin).await;
            app.check_seat(&person, &client).await?;
            app.tables.act(&id, visitor, action).await
        })
        .await
    }

    /// Damps storms of people who sit down and leave again.
    fn limit_sits(&self, person: &Person, client: &ClientInfo) -> Result<(), ApiError> {
        let by_person = self.sits_of_person.take_for(person.id.clone());
        by_person.and_then(|()| self.sits.take(client.address)).map_err(|millis| {
            record(SecurityEvent::Limit, client.address, Some(&person.id), "sits");
            ApiError::too_many_requests(millis)
        })
    }

    async fn check_new_table(
        &self,
        person: &Person,
        client: &ClientInfo,
        plan: &Plan,
    ) -> Result<(), ApiError> {
        let limits = &self.limits;
        let id = &person.id;
        let origin = &client.origin;
        if plan.is_for_bots() {
            let usage = self.store.bot_games(id, origin).await?;
            let sentence = "your bots play enough games already: wait until one ends";
            let in_all = "bots play enough games here already: try again later";
            let quota = Quota {
                name: "bot-games",
                of_person: (limits.bot_games_of_person, sentence),
                of_address: (limits.bot_games, "bots play enough games for your network already"),
                in_all: (limits.bot_games_in_all, in_all),
            };
            quota.check(usage, person, client)?;
        } else if plan.is_complete() {
            self.check_games(person, client).await?;
        } else {
            let usage = self.store.open_tables(id, origin).await?;
            let sentence = "your other tables wait for players: close one of them first";
            let of_address = "enough tables of your network wait for players: join one of them";
            let quota = Quota {
                name: "open-tables",
                of_person: (limits.open_tables_of_person, sentence),
                of_address: (limits.open_tables, of_address),
                in_all: (limits.open_tables_in_all, "enough tables wait for players: join one"),
            };
            quota.check(usage, person, client)?;
        }
        self.check_wait_for_bots(client, plan)
    }

    async fn check_games(&self, person: &Person, client: &ClientInfo) -> Result<(), ApiError> {
        let usage = self.store.games(&person.id, &client.origin, now_millis()).await?;
        let sentence = "you play many games already: finish one of them first";
        let of_address = "your network has begun many games today: finish some of them first";
        let quota = Quota {
            name: "games",
            of_person: (self.limits.games_of_person, sentence),
            of_address: (self.limits.games, of_address),
            in_all: NONE,
        };
        quota.check(usage, person, client)
    }

    async fn check_seat(&self, person: &Person, client: &ClientInfo) -> Result<(), ApiError> {
        let usage = self.store.waiting_seats(&person.id, &client.origin).await?;
        let sentence = "you wait at other tables already: leave one of them first";
        let of_address = "enough people of your network wait at tables already";
        let quota = Quota {
            name: "waiting-seats",
            of_person: (self.limits.waiting_seats_of_person, sentence),
            of_address: (self.limits.waiting_seats, of_address),
            in_all: NONE,
        };
        quota.check(usage, person, client)?;
        self.check_games(person, client).await
    }

    /// Refuses games with bots that would wait too long for each move.
    fn check_wait_for_bots(&self, client: &ClientInfo, plan: &Plan) -> Result<(), ApiError> {
        let max = Duration::from_secs(self.limits.bot_wait.into());
        let has_bots = plan.bot_names().iter().any(Option::is_some);
        let wait = self.tables.pool().expected_wait(Class::Move, &client.origin);
        if has_bots && wait > max {
            record(SecurityEvent::Limit, client.address, None, "bot-wait");
            return Err(too_long("the bots have too many games to think about", wait));
        }
        Ok(())
    }
}

/// A refusal because of a queue that is too long.
pub(super) fn too_long(reason: &str, wait: Duration) -> ApiError {
    let message = format!("{reason}: try again in a minute");
    let retry_after_millis = Some(wait.as_millis().try_into().unwrap_or(u64::MAX).min(60_000));
    ApiError { retry_after_millis, ..ApiError::new(ErrorCode::Unavailable, message) }
}
