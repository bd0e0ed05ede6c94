//! Limits: what one person and one address may do, and that a school behind one address may play.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tilewright_server::{Limits, Rate};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::house::{Answer, Client, House, SOON, Table};

/// A bot that thinks for two seconds.
const STRONG: &str = "level:9";

/// A house with the limits that people meet.
async fn usual_house() -> House {
    House::with(|config| config.limits = Limits::default()).await
}

fn bots(bot: &str) -> Value {
    json!({"game": "coerceo", "players": [{"bot": bot}, {"bot": bot}]})
}

fn open_table() -> Value {
    json!({"game": "coerceo", "players": ["me", "open"]})
}

/// Sends requests at the same time, each as somebody new, and returns how each was answered.
async fn all_at_once(house: &House, n_requests: usize, body: &Value) -> Vec<u16> {
    let mut asked = JoinSet::new();
    for _ in 0..n_requests {
        let mut client = house.client();
        let body = body.clone();
        asked.spawn(async move { client.post("tables", body).await.status });
    }
    asked.join_all().await
}

fn count(answers: &[u16], status: u16) -> usize {
    answers.iter().filter(|answer| **answer == status).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_only_so_many_games_of_bots() {
    let house = House::with(|config| {
        config.limits = Limits { bot_games: 5, bot_games_of_person: 2, ..Limits::default() };
    })
    .await;
    let answers = all_at_once(&house, 30, &bots("level:1")).await;
    assert_eq!((count(&answers, 201), count(&answers, 409)), (5, 25), "{answers:?}");
    // Nobody gets more by starting the server again.
    let mut house = house;
    house.restart().await;
    house.client().post("tables", bots("level:1")).await.expect_error(409, "conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_has_only_so_many_games_of_bots() {
    let house = usual_house().await;
    let mut host = house.client();
    for _ in 0..8 {
        host.post("tables", bots("level:1")).await.expect_status(201);
    }
    let error = host.post("tables", bots("level:1")).await.expect_error(409, "conflict");
    assert!(error["message"].as_str().unwrap().contains("wait until one ends"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_among_themselves_think_only_while_somebody_watches() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    let table = house.table(&mut host, bots("level:1")).await;
    sleep(Duration::from_secs(1)).await;
    let before = house.client().socket(&table.path("/socket")).await.next_of("update").await;
    assert_eq!(before["state"]["ply"], 0, "nobody has watched");
    let mut socket = house.client().socket(&table.path("/socket")).await;
    let begin = Instant::now();
    while socket.next_of("update").await["state"]["ply"] != 4 {
        assert!(begin.elapsed() < SOON, "they play while somebody watches");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_bots_delay_nobody_who_plays() {
    let house = House::with(|config| {
        config.limits = Limits::default();
        config.n_search_threads = 2;
    })
    .await;
    // Strong bots everywhere, and somebody who watches each game.
    let mut sockets = Vec::new();
    for _ in 0..5 {
        let mut host = house.client();
        for _ in 0..8 {
            let table = house.table(&mut host, bots(STRONG)).await;
            sockets.push(host.socket(&table.path("/socket")).await);
        }
    }
    let mut player = house.client();
    let body = json!({"game": "aquapipe", "players": ["me", {"bot": "level:1"}]});
    let table = house.table(&mut player, body).await;
    let begin = Instant::now();
    player.play_any(&table).await.unwrap().expect_status(200);
    player.until(&table, |state| state["ply"] == 2).await;
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_refused_whose_bots_would_keep_people_waiting() {
    let house = House::with(|config| {
        config.limits = Limits { bot_wait: 0, ..Limits::none() };
        config.n_search_threads = 2;
    })
    .await;
    let mut host = house.client();
    let body = json!({"game": "coerceo", "players": ["me", {"bot": STRONG}]});
    let begin = Instant::now();
    let error = loop {
        let answer = host.post("tables", body.clone()).await;
        if answer.status != 201 {
            break answer.expect_error(503, "unavailable");
        }
        let id = answer.body["id"].as_str().unwrap().to_owned();
        host.play_any(&Table { id, key: String::new() }).await.unwrap().expect_status(200);
        assert!(begin.elapsed() < SOON, "the queue is never too long");
    };
    assert!(error["message"].as_str().unwrap().contains("try again"), "{error}");
    assert!(error["retry_after_millis"].as_u64().unwrap() > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_only_so_many_tables_that_wait() {
    let house = House::with(|config| {
        config.limits = Limits { open_tables: 6, ..Limits::default() };
    })
    .await;
    let answers = all_at_once(&house, 40, &open_table()).await;
    assert_eq!((count(&answers, 201), count(&answers, 409)), (6, 34), "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_waits_at_only_so_many_tables() {
    let house = House::with(|config| {
        config.limits = Limits {
            sits_of_person: Rate { burst: 100, per_minute: 1 },
            open_tables_of_person: 100,
            ..Limits::default()
        };
    })
    .await;
    let mut host = house.client();
    let mut guest = house.client();
    house.table(&mut guest, open_table()).await;
    let body = json!({"game": "blokus", "players": ["me"]});
    let mut answers = Vec::new();
    for _ in 0..12 {
        let table = house.table(&mut host, body.clone()).await;
        answers.push(guest.act(&table, json!({"type": "sit"})).await.status);
    }
    assert_eq!((count(&answers, 200), count(&answers, 409)), (8, 4), "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sits_down_again_and_again_is_damped() {
    let house = usual_house().await;
    let mut host = house.client();
    let mut guest = house.client();
    let table = house.table(&mut host, json!({"game": "blokus", "players": ["me"]})).await;
    house.table(&mut guest, open_table()).await;
    let mut socket = guest.socket(&table.path("/socket")).await;
    let mut n_sat = 0;
    for _ in 0..30 {
        let (answer, _) = socket.act(json!({"type": "sit"})).await;
        if answer["type"] == "done" {
            n_sat += 1;
            socket.act(json!({"type": "leave"})).await;
        } else {
            assert_eq!(answer["code"], "too-many-requests", "{answer}");
        }
    }
    assert!((10..=12).contains(&n_sat), "{n_sat}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_listed_while_its_host_is_there() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    let table = house.table(&mut host, open_table()).await;
    let ids = |list: &Value| list.to_string().contains(&table.id);
    assert!(ids(&house.client().get("tables").await.body), "it was opened a moment ago");
    set_listed_until(&house, 1).await;
    assert!(!ids(&house.client().get("tables").await.body), "the host is away");
    assert!(ids(&host.get("tables?mine=true").await.body), "one's own tables are always listed");
    let socket = host.socket(&table.path("/socket")).await;
    let begin = Instant::now();
    while !ids(&house.client().get("tables").await.body) {
        assert!(begin.elapsed() < SOON, "the host is back");
        sleep(Duration::from_millis(20)).await;
    }
    drop(socket);
}

/// Sets until when tables are listed, as if time had passed.
async fn set_listed_until(house: &House, until: i64) {
    use sqlx::{Connection, SqliteConnection};
    let url = format!("sqlite://{}", house.file().display());
    let mut database = SqliteConnection::connect(&url).await.unwrap();
    let statement = sqlx::query("UPDATE game_table SET listed_until = $1");
    statement.bind(until).execute(&mut database).await.unwrap();
}

/// A pupil: opens the page, signs up, plays a neighbor and a bot, asks for a hint and looks at a
/// record.
async fn pupil(mut client: Client, number: usize, tables: Vec<Table>) -> Result<(), String> {
    let expect = |what: &str, answer: &Answer, status: u16| {
        let is_right = answer.status == status;
        let refusal = format!("{what} of pupil {number}: {} {}", answer.status, answer.text);
        if is_right { Ok(()) } else { Err(refusal) }
    };
    for _ in 0..12 {
        expect("page", &client.get("../").await, 200)?;
    }
    for path in ["games", "me", "tables"] {
        expect(path, &client.get(path).await, 200)?;
    }
    expect("sign-up", &client.sign_up(&format!("pupil.{number}x")).await, 201)?;
    expect("table", &client.post("tables", open_table()).await, 201)?;
    let neighbor = &tables[(number + 1) % tables.len()];
    let sat = client.act(neighbor, json!({"type": "sit"})).await;
    expect("seat", &sat, 200)?;
    let _socket = client.socket(&neighbor.path("/socket")).await;
    let body = json!({"game": "aquapipe", "players": ["me", {"bot": "level:2"}]});
    let opened = client.post("tables", body).await;
    expect("game with a bot", &opened, 201)?;
    let id = opened.body["id"].as_str().unwrap().to_owned();
    let table = Table { id, key: String::new() };
    expect("move", &client.play_any(&table).await.unwrap(), 200)?;
    client.until(&table, |state| state["choices"].is_object() || state["status"] == "over").await;
    let hint = client.post(&table.path("/hint"), json!({"time_millis": 100})).await;
    expect("hint", &hint, 200)?;
    let record = client.get(&table.path("/record")).await.text;
    expect("replay", &client.post("replay", json!({"record": record})).await, 200)?;
    let watched = client.post("tables", bots("level:1")).await;
    expect("game of bots", &watched, 201)
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_people_behind_one_address_play_without_a_refusal() {
    const N_PUPILS: usize = 30;
    let house = usual_house().await;
    let mut tables = Vec::new();
    let mut hosts = Vec::new();
    for _ in 0..N_PUPILS {
        let mut host = house.client();
        tables.push(house.table(&mut host, open_table()).await);
        hosts.push(host);
    }
    let mut pupils = JoinSet::new();
    for (number, host) in hosts.into_iter().enumerate() {
        pupils.spawn(pupil(host, number, tables.clone()));
    }
    let results = pupils.join_all().await;
    let refused: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}
