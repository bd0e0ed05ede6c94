//! Bots that think hinder nobody, and stop when they should.

mod house;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::house::{Client, House, Table, first_move};

/// A bot that thinks for two seconds.
const STRONG: &str = "level:9";

/// The number of searches that keep two threads busy for twice as long as `AT_ONCE`.
const N_STRONG: usize = 40;

/// The longest time that still counts as at once, on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(20);

/// A house in which two bots can think, and many want to.
async fn full_house() -> (House, Client) {
    let house = House::with(|config| config.n_search_threads = 2).await;
    let mut host = house.client();
    for _ in 0..N_STRONG {
        let body = json!({"game": "coerceo", "players": ["me", {"bot": STRONG}]});
        let table = house.table(&mut host, body).await;
        play_first(&mut host, &table).await;
    }
    (house, host)
}

async fn play_first(client: &mut Client, table: &Table) -> Value {
    let state = client.state(table).await;
    let m = first_move(&state).unwrap();
    client
        .act(table, json!({"type": "move", "ply": state["ply"], "move": m}))
        .await
        .expect_status(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn people_play_on_while_all_thinkers_are_busy() {
    let (house, mut host) = full_house().await;
    let body = json!({"game": "coerceo", "players": ["me", "me"]});
    let table = house.table(&mut host, body).await;
    for _ in 0..20 {
        let begin = Instant::now();
        play_first(&mut host, &table).await;
        assert!(begin.elapsed() < AT_ONCE, "{:?}", begin.elapsed());
    }
}

/// Strong bots think for a person, or wait to; then `stop` is done at all their tables, and a weak
/// bot gets its turn at once.
async fn weak_bot_answers_after(stop: Value) {
    let house = House::with(|config| config.n_search_threads = 2).await;
    let mut host = house.client();
    let mut tables = Vec::new();
    for _ in 0..N_STRONG {
        let body = json!({"game": "coerceo", "players": ["me", {"bot": STRONG}]});
        let table = house.table(&mut host, body).await;
        play_first(&mut host, &table).await;
        tables.push(table);
    }
    let body = json!({"game": "aquapipe", "players": ["me", {"bot": "level:1"}]});
    let table = house.table(&mut host, body).await;
    play_first(&mut host, &table).await;
    assert_eq!(host.state(&table).await["ply"], 1, "nobody thinks about it yet");
    let begin = Instant::now();
    for strong in &tables {
        host.act(strong, stop.clone()).await.expect_status(200);
    }
    host.until(&table, |state| state["ply"] == 2).await;
    assert!(begin.elapsed() < AT_ONCE, "{:?}", begin.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_back_stops_the_bot() {
    weak_bot_answers_after(json!({"type": "offer", "what": "takeback"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_resigns_stops_the_bot() {
    weak_bot_answers_after(json!({"type": "resign"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_ends_while_bots_think() {
    let (mut house, _) = full_house().await;
    let begin = Instant::now();
    house.restart().await;
    assert!(begin.elapsed() < AT_ONCE, "{:?}", begin.elapsed());
}
