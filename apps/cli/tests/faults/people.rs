//! People who play on, whatever happens to the server: what is refused they send again.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::house::{Answer, Client, Table, first_move};
use crate::served::Served;

/// The message when nothing can be stored.
pub(crate) const NOT_KEPT: &str =
    "the database is not available, so nothing was changed: try again";

/// The message for a change that may or may not have been stored.
pub(crate) const UNSURE: &str =
    "the database failed, and this may have been kept or not: look again, or send the same again";

/// Somebody with a game that was begun, who only looks at it.
pub(crate) struct Reader {
    client: Client,
    table: Table,
}

impl Reader {
    pub(crate) async fn sit_down(served: &Served) -> Reader {
        let mut client = served.client();
        let body = json!({"game": "coerceo", "players": ["me", "me"]});
        let opened = client.post("tables", body).await.expect_status(201);
        let text = |name: &str| opened[name].as_str().unwrap().to_owned();
        let table = Table { id: text("id"), key: text("key") };
        client.play_any(&table).await.unwrap().expect_status(200);
        Reader { client, table }
    }

    /// The server lives, and games can be read: the own one, and the list of them in the database.
    pub(crate) async fn expect_all_as_it_was(&mut self) {
        assert_eq!(self.client.get("health").await.status, 200);
        assert_eq!(self.client.state(&self.table).await["ply"], 1);
        let list = self.client.get("tables?mine=true").await.expect_status(200);
        assert_eq!(list[0]["id"], self.table.id);
    }
}

/// People at tables of their own.
pub(crate) struct People {
    playing: JoinSet<Person>,
    shared: Arc<Shared>,
}

/// The counters that all share, and the messages they heard.
#[derive(Default)]
struct Shared {
    n_acknowledged: AtomicUsize,
    n_refused: AtomicUsize,
    n_done: AtomicUsize,
    is_enough: AtomicBool,
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) n_acknowledged: usize,
    /// The sentences of all refusals, and how often each was said.
    pub(crate) refusals: BTreeMap<String, usize>,
    /// The time of the slowest answer that acknowledged something.
    pub(crate) slowest: Duration,
}

struct Person {
    client: Client,
    tables: Vec<TableInPlay>,
    refusals: BTreeMap<String, usize>,
    slowest: Duration,
    shared: Arc<Shared>,
}

/// A table, and the moves that were acknowledged there, by the numbers of their events.
struct TableInPlay {
    table: Table,
    acknowledged: BTreeMap<u64, String>,
}

impl People {
    /// Opens tables for a number of people, each of whom plays both seats of a game after the
    /// other.
    pub(crate) async fn sit_down(served: &Served, n_people: usize) -> People {
        let mut playing = JoinSet::new();
        let shared = Arc::<Shared>::default();
        for _ in 0..n_people {
            let mut person = Person {
                client: served.client(),
                tables: Vec::new(),
                refusals: BTreeMap::new(),
                slowest: Duration::ZERO,
                shared: Arc::clone(&shared),
            };
            person.open_table().await;
            playing.spawn(async move {
                while !person.shared.is_enough.load(Ordering::Relaxed) {
                    person.play().await;
                }
                person.shared.n_done.fetch_add(1, Ordering::Relaxed);
                person
            });
        }
        People { playing, shared }
    }

    /// Waits until so many more moves are acknowledged, and says how long that took.
    pub(crate) async fn wait_for_moves(&self, n_moves: usize) -> Duration {
        wait_for(&self.shared.n_acknowledged, n_moves).await
    }

    /// Waits until something is refused so many times more.
    pub(crate) async fn wait_for_refusals(&self, n_refusals: usize) -> Duration {
        wait_for(&self.shared.n_refused, n_refusals).await
    }

    /// Ends the games, so that the server may end.
    pub(crate) async fn pause(&self) {
        self.shared.is_enough.store(true, Ordering::Relaxed);
        while self.shared.n_done.load(Ordering::Relaxed) < self.playing.len() {
            sleep(Duration::from_millis(5)).await;
        }
    }

    /// Ends the games, and checks at this server that everything is there which was acknowledged.
    pub(crate) async fn check(self, served: &Served) -> Outcome {
        self.shared.is_enough.store(true, Ordering::Relaxed);
        let mut refusals = BTreeMap::new();
        let mut slowest = Duration::ZERO;
        for mut person in self.playing.join_all().await {
            person.client.address = served.address;
            for played in &person.tables {
                let look = person.client.get(&played.table.path("")).await.expect_status(200);
                let events = look["events"].as_array().unwrap();
                for (number, m) in &played.acknowledged {
                    assert_eq!(events[*number as usize - 1]["move"], *m, "{}", played.table.id);
                }
            }
            for (sentence, n_times) in person.refusals {
                *refusals.entry(sentence).or_default() += n_times;
            }
            slowest = slowest.max(person.slowest);
        }
        let n_acknowledged = self.shared.n_acknowledged.load(Ordering::Relaxed);
        Outcome { n_acknowledged, refusals, slowest }
    }
}

/// Waits until a number has grown by so much, and says how long that took.
async fn wait_for(number: &AtomicUsize, n_more: usize) -> Duration {
    const LONG: Duration = Duration::from_mins(2);
    let begin = Instant::now();
    let n_before = number.load(Ordering::Relaxed);
    while number.load(Ordering::Relaxed) < n_before + n_more {
        assert!(begin.elapsed() < LONG, "it did not happen {n_more} times");
        sleep(Duration::from_millis(5)).await;
    }
    begin.elapsed()
}

impl Outcome {
    /// Nothing was refused with another sentence; and if there are any here, something was.
    pub(crate) fn expect_sentences(&self, sentences: &[&str]) {
        let is_known = |sentence: &String| sentences.contains(&sentence.as_str());
        assert!(self.refusals.keys().all(is_known), "{:?}", self.refusals);
        assert_eq!(self.refusals.is_empty(), sentences.is_empty(), "{sentences:?}");
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_refused: usize = self.refusals.values().sum();
        write!(f, "{} acknowledged moves, 0 lost, {n_refused} refusals", self.n_acknowledged)?;
        write!(f, ", the slowest move took {:.1} s", self.slowest.as_secs_f64())
    }
}

impl Person {
    async fn open_table(&mut self) {
        let body = json!({"game": "coerceo", "players": ["me", "me"]});
        let answer = self.client.post("tables", body).await;
        if let Some(opened) = self.take(answer, 201).await {
            let text = |name: &str| opened[name].as_str().unwrap().to_owned();
            let table = Table { id: text("id"), key: text("key") };
            self.tables.push(TableInPlay { table, acknowledged: BTreeMap::new() });
        }
    }

    /// Plays a move, or tries to.
    async fn play(&mut self) {
        let Some(table) = self.tables.last().map(|played| played.table.clone()) else {
            return self.open_table().await;
        };
        let answer = self.client.get(&table.path("")).await;
        let Some(look) = self.take(answer, 200).await else { return };
        let Some(m) = first_move(&look["state"]) else { return self.open_table().await };
        let action = json!({"type": "move", "ply": look["state"]["ply"], "move": m});
        let begin = Instant::now();
        // A refused request is sent again unchanged: it may count once at most.
        let happened = loop {
            let answer = self.client.act(&table, action.clone()).await;
            if let Some(happened) = self.take(answer, 200).await {
                break happened;
            }
            if self.shared.is_enough.load(Ordering::Relaxed) {
                return;
            }
        };
        self.slowest = self.slowest.max(begin.elapsed());
        let number = happened["number"].as_u64().unwrap();
        self.tables.last_mut().unwrap().acknowledged.insert(number, m);
        self.shared.n_acknowledged.fetch_add(1, Ordering::Relaxed);
    }

    /// The body of an answer, unless the server refused because it cannot do it now.
    async fn take(&mut self, answer: Answer, status: u16) -> Option<Value> {
        if answer.status == status {
            return Some(answer.body);
        }
        let refusal = answer.expect_error(503, "unavailable");
        let sentence = refusal["message"].as_str().unwrap().to_owned();
        *self.refusals.entry(sentence).or_default() += 1;
        self.shared.n_refused.fetch_add(1, Ordering::Relaxed);
        sleep(Duration::from_millis(20)).await;
        None
    }
}
