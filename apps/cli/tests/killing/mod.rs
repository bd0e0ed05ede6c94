//! A server that is killed again and again while people and bots play.

use std::collections::BTreeMap;
use std::fmt;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::house::{Client, SOON, Table, first_move};
use crate::served::Served;

/// A table, its players, and every message about it.
struct Game {
    client: Client,
    table: Table,
    /// The events that a client saw, by their numbers.
    told: BTreeMap<u64, Value>,
    /// The moves that were acknowledged, by their numbers.
    acknowledged: BTreeMap<u64, String>,
    /// The number of acknowledged moves, at all tables.
    n_acknowledged: Arc<AtomicUsize>,
}

/// One person plays both seats, or one of them; or bots play alone.
const PLAYERS: [&str; 3] = [
    r#"["me", "me"]"#,
    r#"["me", {"bot": "greedy"}]"#,
    r#"[{"bot": "level:1"}, {"bot": "greedy"}]"#,
];

const N_TABLES: usize = 12;

/// The result of a storm.
pub(crate) struct Storm {
    pub(crate) n_kills: usize,
    pub(crate) n_acknowledged: usize,
    /// The longest time until a killed server served again.
    pub(crate) longest: Duration,
}

/// Kills the server that this command starts so many times under load, and checks after each that
/// nothing is lost.
pub(crate) async fn kill_again_and_again(
    serve: impl Fn() -> Command,
    n_kills: usize,
    seed: u64,
) -> Storm {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut served = Served::start_by(serve());
    let mut longest = Duration::ZERO;
    let mut games = Vec::new();
    let n_acknowledged = Arc::new(AtomicUsize::new(0));
    for i in 0..N_TABLES {
        games.push(Game::open(&served, i, &n_acknowledged).await);
    }
    for cycle in 1..=n_kills {
        let mut playing = JoinSet::new();
        for game in games.drain(..) {
            playing.spawn(game.play());
        }
        wait_for_load(&n_acknowledged, rng.random_range(1..200)).await;
        served.kill();
        let begin = Instant::now();
        served = Served::start_by(serve());
        longest = longest.max(begin.elapsed());
        for (i, mut game) in playing.join_all().await.into_iter().enumerate() {
            game.check(&served).await;
            if game.is_over().await {
                game = Game::open(&served, i + cycle, &n_acknowledged).await;
            }
            games.push(game);
        }
    }
    for game in &mut games {
        game.expect_bots_to_go_on().await;
    }
    let n_acknowledged = n_acknowledged.load(Ordering::Relaxed);
    assert!(n_acknowledged > n_kills, "{n_acknowledged} moves are no load");
    Storm { n_kills, n_acknowledged, longest }
}

impl fmt::Display for Storm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Storm { n_kills, n_acknowledged, longest } = self;
        write!(f, "{n_kills} kills, {n_acknowledged} acknowledged moves, 0 lost, ")?;
        write!(f, "back after {:.1} s at most", longest.as_secs_f64())
    }
}

/// Waits until so many more moves are acknowledged; or a while, since games also end, but for one
/// at least.
async fn wait_for_load(n_acknowledged: &AtomicUsize, n_moves: usize) {
    const A_WHILE: Duration = Duration::from_millis(400);
    let begin = Instant::now();
    let n_before = n_acknowledged.load(Ordering::Relaxed);
    loop {
        let n_new = n_acknowledged.load(Ordering::Relaxed) - n_before;
        if n_new >= n_moves || (n_new > 0 && begin.elapsed() > A_WHILE) {
            return;
        }
        assert!(begin.elapsed() < SOON, "moves are acknowledged");
        sleep(Duration::from_millis(1)).await;
    }
}

impl Game {
    async fn open(served: &Served, number: usize, n_acknowledged: &Arc<AtomicUsize>) -> Game {
        let mut client = served.client();
        let players: Value = serde_json::from_str(PLAYERS[number % PLAYERS.len()]).unwrap();
        let body = json!({"game": "coerceo", "options": {"variant": "ocius"}, "players": players});
        let opened = client.post("tables", body).await.expect_status(201);
        let text = |name: &str| opened[name].as_str().unwrap().to_owned();
        let table = Table { id: text("id"), key: text("key") };
        let told = BTreeMap::new();
        let acknowledged = BTreeMap::new();
        Game { client, table, told, acknowledged, n_acknowledged: Arc::clone(n_acknowledged) }
    }

    /// Plays as fast as it can until the server is gone.
    async fn play(mut self) -> Game {
        let n_seen = self.told.last_key_value().map_or(0, |(number, _)| *number);
        let path = self.table.path(&format!("/socket?since={n_seen}"));
        let Ok(mut socket) = self.client.try_socket(&path).await else { return self };
        let mut sent = String::new();
        while let Some(message) = socket.next().await {
            self.hear(&message, &sent);
            if let Some(m) = first_move(&message["state"]) {
                let ply = &message["state"]["ply"];
                let asked = json!({"id": 1, "type": "move", "ply": ply, "move": m});
                sent = m;
                if socket.try_send(&asked.to_string()).await.is_err() {
                    break;
                }
            }
        }
        self
    }

    /// Remembers all messages, and the acknowledgements of sent ones.
    fn hear(&mut self, message: &Value, sent: &str) {
        for event in message["events"].as_array().into_iter().flatten() {
            let number = event["number"].as_u64().unwrap();
            let before = self.told.insert(number, event.clone());
            assert!(before.is_none_or(|before| before == *event), "{event} was otherwise before");
        }
        if message["type"] == "done" {
            self.acknowledged.insert(message["number"].as_u64().unwrap(), sent.to_owned());
            self.n_acknowledged.fetch_add(1, Ordering::Relaxed);
        }
        assert_ne!(message["type"], "refused", "{message}");
    }

    /// Checks that every announced or acknowledged event is there, in one sequence.
    async fn check(&mut self, served: &Served) {
        self.client.address = served.address;
        let look = self.client.get(&self.table.path("")).await.expect_status(200);
        let events = look["events"].as_array().unwrap();
        for (event, number) in events.iter().zip(1..) {
            assert_eq!(event["number"], number, "{}", self.table.id);
        }
        let event = |number: u64| &events[number as usize - 1];
        for (number, told) in &self.told {
            assert_eq!(event(*number), told);
        }
        for (number, m) in &self.acknowledged {
            assert_eq!(event(*number)["move"], *m);
        }
    }

    async fn is_over(&mut self) -> bool {
        self.client.state(&self.table).await["status"] == "over"
    }

    /// Expects bots to move when it is their turn, though nobody asks them to.
    async fn expect_bots_to_go_on(&mut self) {
        let is_persons_turn =
            |state: &Value| state["status"] == "over" || state["choices"].is_object();
        self.client.until(&self.table, is_persons_turn).await;
    }
}
