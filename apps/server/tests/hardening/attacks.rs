//! What attackers try beside the limits: other hosts, unreadable refusals, endless games, old data.

use std::io::Read;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use reqwest::Method;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HOST};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::house::{Client, House, SOON, Table};

on_both!(
    unused_data_is_deleted_and_games_of_people_are_kept,
    a_game_between_bots_ends,
    the_host_removes_who_has_not_begun,
    hints_between_people_need_everybody,
    lists_show_the_newest_of_every_address_first,
    a_start_opens_only_tables_where_a_bot_must_move,
);

const DAY: i64 = 24 * 60 * 60 * 1_000;

async fn for_two(house: &House, body: Value) -> (Client, Client, Table) {
    let mut host = house.client();
    let mut guest = house.client();
    let table = house.table(&mut host, body).await;
    guest.act(&table, json!({"type": "sit"})).await.expect_status(200);
    (host, guest, table)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_is_readable_however_it_is_compressed() {
    let house = House::on_sqlite().await;
    let client = house.client();
    for (method, path, body) in [
        (Method::POST, "tables", "{\"game\": "),
        (Method::POST, "tables", "{\"game\": \"chess\"}"),
        (Method::GET, "tables?status=lost", ""),
        (Method::GET, "nowhere", ""),
        (Method::PUT, "games", ""),
        (Method::POST, "replay", "[]"),
    ] {
        let request = client.request(method.clone(), path).header(ACCEPT_ENCODING, "gzip");
        let request = request.header(CONTENT_TYPE, "application/json").body(body);
        let response = request.send().await.unwrap();
        let is_compressed = response.headers().contains_key(CONTENT_ENCODING);
        let bytes = response.bytes().await.unwrap();
        let mut text = String::new();
        if is_compressed {
            GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        } else {
            text = String::from_utf8(bytes.to_vec()).unwrap();
        }
        let error: Value = serde_json::from_str(&text).unwrap();
        let message = error["message"].as_str().unwrap();
        assert!(message.is_ascii() && message.len() > 10, "{method} {path}: {message:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_sent_as_they_come_though_the_client_takes_gzip() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    let table = house.table(&mut host, json!({"game": "coerceo", "players": ["me", "me"]})).await;
    let hint = host.request(Method::POST, &table.path("/hint")).header(ACCEPT_ENCODING, "gzip");
    let hint = hint.header(CONTENT_TYPE, "application/json").body("{\"time_millis\": 100}");
    let response = hint.send().await.unwrap();
    assert!(!response.headers().contains_key(CONTENT_ENCODING));
    assert!(response.text().await.unwrap().lines().count() >= 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_other_hosts_are_refused() {
    let local = House::on_sqlite().await;
    let named = House::with(|config| config.hosts = vec!["play.example.org".to_owned()]).await;
    for (house, host, is_served) in [
        (&local, "localhost:8080", true),
        (&local, "evil.example", false),
        (&named, "play.example.org", true),
        (&named, "evil.example", false),
    ] {
        for path in ["games", "../", "tables"] {
            let mut client = house.client();
            let request = client.request(Method::GET, path).header(HOST, host);
            let status = client.send(request).await.status;
            assert_eq!(status, if is_served { 200 } else { 421 }, "{host} {path}");
        }
        let mut client = house.client();
        let request = client.request(Method::GET, "health").header(HOST, host);
        client.send(request).await.expect_status(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_https_browsers_are_told_to_stay_there() {
    for is_https in [false, true] {
        let house = House::with(|config| config.is_https = is_https).await;
        for path in ["../", "games", "nowhere"] {
            let response = house.client().request(Method::GET, path).send().await.unwrap();
            let headers = response.headers();
            let text = |name: &str| headers.get(name).map_or("", |it| it.to_str().unwrap());
            let transport = text("strict-transport-security");
            assert_eq!(transport.starts_with("max-age=31536000"), is_https, "{path}: {transport}");
            assert_eq!(text("cross-origin-opener-policy"), "same-origin", "{path}");
            assert!(text("permissions-policy").contains("camera=()"), "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_shows_what_it_says() {
    let house = House::on_sqlite().await;
    let (mut host, _, table) = for_two(&house, json!({"game": "blokus", "players": ["me"]})).await;
    let say = |text: String| json!({"type": "chat", "text": text});
    host.act(&table, say("\u{202e}olleh\u{202c} \u{200b}all".to_owned())).await.expect_status(200);
    host.act(&table, say(format!("Z{}", "\u{301}".repeat(99)))).await.expect_status(200);
    host.act(&table, say("\u{200b}\u{2060}".to_owned())).await.expect_error(400, "bad-request");
    let look = host.get(&table.path("")).await.expect_status(200);
    let said: Vec<&str> = look["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|event| event["text"].as_str())
        .collect();
    assert_eq!(said[0], "olleh all");
    assert!(said[1].chars().count() < 10, "{:?}", said[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn options_that_would_make_a_game_endless_are_refused() {
    let house = House::on_sqlite().await;
    let body = |target: &str| {
        let options = json!({"target": target});
        json!({"game": "triominos", "options": options, "players": ["me", "me"]})
    };
    let mut client = house.client();
    client.post("tables", body("100000")).await.expect_error(400, "bad-request");
    assert_eq!(client.cookie, None, "nobody becomes a guest by a refusal");
    client.post("tables", body("2000")).await.expect_status(201);
}

async fn a_game_between_bots_ends(mut house: House) {
    house.stop().await;
    house.config.limits.bot_moves = 12;
    house.start().await;
    let mut host = house.client();
    let body = json!({"game": "coerceo", "players": [{"bot": "random"}, {"bot": "random"}]});
    let table = house.table(&mut host, body).await;
    let _socket = host.socket(&table.path("/socket")).await;
    let state = host.until(&table, |state| state["status"] == "aborted").await;
    assert_eq!(state["ply"], 12);
}

async fn the_host_removes_who_has_not_begun(house: House) {
    let body = json!({"game": "triominos", "players": ["me", "open"], "first": {"player": 1}});
    let (mut host, mut guest, table) = for_two(&house, body).await;
    let remove = |seat: u8| json!({"type": "remove", "seat": seat});
    guest.act(&table, remove(1)).await.expect_error(403, "forbidden");
    host.act(&table, remove(1)).await.expect_error(409, "conflict");
    host.act(&table, remove(9)).await.expect_error(400, "bad-request");
    let hand = host.state(&table).await["view"].clone();
    // The host may have moved already; the game then begins again, with other tiles.
    host.play_any(&table).await;
    host.act(&table, remove(2)).await.expect_status(200);
    let state = host.state(&table).await;
    assert_eq!((&state["status"], &state["ply"]), (&json!("waiting"), &json!(0)));
    guest.act(&table, json!({"type": "sit"})).await.expect_error(403, "forbidden");
    let mut other = house.client();
    other.act(&table, json!({"type": "sit"})).await.expect_status(200);
    let state = host.state(&table).await;
    assert_eq!(state["status"], "playing");
    assert_ne!(state["view"], hand, "the tiles are dealt again");
    // Who has begun stays.
    for _ in 0..2 {
        host.play_any(&table).await;
        other.play_any(&table).await;
    }
    host.act(&table, remove(2)).await.expect_error(409, "conflict");
}

async fn hints_between_people_need_everybody(house: House) {
    let body = json!({"game": "coerceo", "players": ["me", "open"]});
    let (mut host, mut guest, table) = for_two(&house, body).await;
    let hint = json!({"time_millis": 1});
    host.post(&table.path("/hint"), hint.clone()).await.expect_error(403, "forbidden");
    let offer = json!({"type": "offer", "what": "hints"});
    host.act(&table, offer.clone()).await.expect_status(200);
    host.post(&table.path("/hint"), hint.clone()).await.expect_error(403, "forbidden");
    guest.act(&table, offer).await.expect_status(200);
    let state = host.state(&table).await;
    assert_eq!((&state["may_hint"], &state["offers"]), (&json!(true), &json!({})));
    host.post(&table.path("/hint"), hint.clone()).await.expect_status(200);
    let decline = json!({"type": "decline", "what": "hints"});
    guest.act(&table, decline).await.expect_status(200);
    host.post(&table.path("/hint"), hint).await.expect_error(403, "forbidden");
}

async fn lists_show_the_newest_of_every_address_first(house: House) {
    let mut host = house.client();
    let old = house.table(&mut host, json!({"game": "coerceo", "players": ["me"]})).await;
    let elsewhere = format!("UPDATE game_table SET origin = 'elsewhere' WHERE id = '{}'", old.id);
    house.execute(&[&elsewhere]).await;
    for _ in 0..110 {
        house.table(&mut host, json!({"game": "coerceo", "players": ["me"]})).await;
    }
    let list = host.get("tables").await.expect_status(200);
    let ids: Vec<&Value> = list.as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(ids.len(), 100);
    assert!(ids.contains(&&json!(old.id)), "nobody is pushed off the list");
}

async fn unused_data_is_deleted_and_games_of_people_are_kept(mut house: House) {
    let mut ada = house.client();
    let mut bob = house.client();
    ada.sign_up("ada").await.expect_status(201);
    let open = json!({"game": "coerceo", "players": ["me", "open"]});
    let slow = house.table(&mut ada, open.clone()).await;
    bob.act(&slow, json!({"type": "sit"})).await.expect_status(200);
    let waiting = house.table(&mut ada, open.clone()).await;
    let aborted = house.table(&mut ada, open.clone()).await;
    ada.act(&aborted, json!({"type": "abort"})).await.expect_status(200);
    let mut guest = house.client();
    let body = json!({"game": "coerceo", "players": ["me", {"bot": "level:1"}]});
    let with_bot = house.table(&mut guest, body).await;
    let mut unused = house.client();
    let left = house.table(&mut unused, open).await;
    unused.act(&left, json!({"type": "abort"})).await.expect_status(200);
    house.stop().await;
    let past = -400 * DAY;
    let mut statements = Vec::new();
    for (table, column) in [
        ("game_table", "changed_at"),
        ("game_table", "listed_until"),
        ("event", "at"),
        ("person", "created_at"),
        ("session", "seen_at"),
    ] {
        statements.push(format!("UPDATE {table} SET {column} = {column} + {past}"));
    }
    // Somebody is there now and then, so that the clock is credible.
    statements.push(
        "UPDATE session SET seen_at = created_at WHERE person_id = \
        (SELECT id FROM person WHERE name_key = 'ada')"
            .to_owned(),
    );
    house.execute(&statements.iter().map(|it| &**it).collect::<Vec<_>>()).await;
    house.config.cleaning = Duration::from_millis(300);
    house.start().await;
    for client in [&mut ada, &mut bob, &mut guest, &mut unused] {
        client.address = house.address;
    }
    let begin = Instant::now();
    for table in [&waiting, &aborted, &left] {
        // Whoever opened a table keeps it by looking at it.
        while house.client().get(&table.path("")).await.status != 404 {
            assert!(begin.elapsed() < SOON, "unused tables are deleted");
            sleep(Duration::from_millis(50)).await;
        }
    }
    // Nobody asks as one of them meanwhile, for that would be a use.
    while house.count("person WHERE name_key IS NULL").await > 1 {
        assert!(begin.elapsed() < SOON, "unused guests are deleted");
        sleep(Duration::from_millis(50)).await;
    }
    for guest in [&mut unused, &mut guest] {
        assert_eq!(guest.get("me").await.expect_status(200), Value::Null);
    }
    ada.until(&with_bot, |state| state["status"] == "aborted").await;
    assert_eq!(ada.state(&slow).await["status"], "playing", "however slow it is");
    assert_eq!(bob.state(&slow).await["players"][1]["is_you"], true);
    assert_eq!(ada.get("me").await.body["name"], "ada");
}

async fn a_start_opens_only_tables_where_a_bot_must_move(mut house: House) {
    house.stop().await;
    house.config.bot_pause = SOON * 10;
    house.start().await;
    let mut host = house.client();
    let body = json!({"game": "coerceo", "players": ["me", {"bot": "level:1"}]});
    let waiting = house.table(&mut host, body.clone()).await;
    let due = house.table(&mut host, body.clone()).await;
    host.play_any(&due).await.unwrap().expect_status(200);
    let forgotten = house.table(&mut host, body).await;
    host.play_any(&forgotten).await.unwrap().expect_status(200);
    let bots = json!({"game": "coerceo", "players": [{"bot": "level:1"}, {"bot": "level:1"}]});
    let unwatched = house.table(&mut host, bots).await;
    house.stop().await;
    let old = format!("UPDATE event SET at = at - {} WHERE table_id = '{}'", 9 * DAY, forgotten.id);
    house.execute(&[&old]).await;
    house.config.bot_pause = Duration::ZERO;
    house.start().await;
    sleep(Duration::from_secs(3)).await;
    house.stop().await;
    assert_eq!(house.n_moves(&due.id).await, 2, "the bot has moved");
    for table in [&waiting, &unwatched] {
        assert_eq!(house.n_moves(&table.id).await, 0);
    }
    assert_eq!(house.n_moves(&forgotten.id).await, 1, "nobody asked for it in days");
}
