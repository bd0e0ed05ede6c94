//! A server that is killed again and again while people and bots play.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::house::{Client, Table, first_move};
use crate::served::Served;

/// A table, who plays there, and everything that was ever told of it.
struct Game {
    client: Client,
    table: Table,
    /// What somebody saw happen, by its number.
    told: BTreeMap<u64, Value>,
    /// The moves that were acknowledged, by their numbers.
    acknowledged: BTreeMap<u64, String>,
}

/// One person plays both seats, or one of them; or bots play alone.
const PLAYERS: [&str; 3] = [
    r#"["me", "me"]"#,
    r#"["me", {"bot": "greedy"}]"#,
    r#"[{"bot": "level:1"}, {"bot": "greedy"}]"#,
];

const N_TABLES: usize = 12;

/// Kills the server so many times under load, and checks after each that nothing is lost.
pub(crate) async fn kill_again_and_again(folder: &Path, n_cycles: usize, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut served = Served::start(folder);
    let mut games = Vec::new();
    for i in 0..N_TABLES {
        games.push(Game::open(&served, i).await);
    }
    let mut n_acknowledged = 0;
    for cycle in 1..=n_cycles {
        let mut playing = JoinSet::new();
        for game in games.drain(..) {
            playing.spawn(game.play());
        }
        sleep(Duration::from_millis(rng.random_range(20..400))).await;
        served.kill();
        served = Served::start(folder);
        for (i, mut game) in playing.join_all().await.into_iter().enumerate() {
            game.check(&served).await;
            if game.is_over().await {
                n_acknowledged += game.acknowledged.len();
                game = Game::open(&served, i + cycle).await;
            }
            games.push(game);
        }
    }
    for game in &mut games {
        game.expect_bots_to_go_on().await;
        n_acknowledged += game.acknowledged.len();
    }
    assert!(n_acknowledged > n_cycles, "{n_acknowledged} moves are no load");
    println!("{n_cycles} kills, {n_acknowledged} acknowledged moves, none lost");
}

impl Game {
    async fn open(served: &Served, number: usize) -> Game {
        let mut client = served.client();
        let players: Value = serde_json::from_str(PLAYERS[number % PLAYERS.len()]).unwrap();
        let body = json!({"game": "coerceo", "options": {"variant": "ocius"}, "players": players});
        let opened = client.post("tables", body).await.expect_status(201);
        let text = |name: &str| opened[name].as_str().unwrap().to_owned();
        let table = Table { id: text("id"), key: text("key") };
        Game { client, table, told: BTreeMap::new(), acknowledged: BTreeMap::new() }
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

    /// Remembers what was told, and what was acknowledged of what was sent.
    fn hear(&mut self, message: &Value, sent: &str) {
        for event in message["events"].as_array().into_iter().flatten() {
            let number = event["number"].as_u64().unwrap();
            let before = self.told.insert(number, event.clone());
            assert!(before.is_none_or(|before| before == *event), "{event} was otherwise before");
        }
        if message["type"] == "done" {
            self.acknowledged.insert(message["number"].as_u64().unwrap(), sent.to_owned());
        }
        assert_ne!(message["type"], "refused", "{message}");
    }

    /// Checks that everything is there which was told or acknowledged, in one row.
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

    /// Where a bot is to move, it moves, though nobody asks it to.
    async fn expect_bots_to_go_on(&mut self) {
        let is_persons_turn =
            |state: &Value| state["status"] == "over" || state["choices"].is_object();
        self.client.until(&self.table, is_persons_turn).await;
    }
}
