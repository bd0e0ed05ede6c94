//! Attacks and failures: other sites, floods, nonsense, and a database that fails.

mod house;

use std::time::{Duration, Instant};

use reqwest::header::{CONTENT_TYPE, HeaderMap, SET_COOKIE};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use tilewright_server::Rate;

use crate::house::{Client, House, Table};

/// Four at once, and no more during a test, however slow the machine is.
const SELDOM: Rate = Rate { burst: 4, per_minute: 1 };

async fn headers(request: RequestBuilder) -> (u16, HeaderMap) {
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.headers().clone())
}

fn with_json(client: &Client, method: Method, path: &str, body: &Value) -> RequestBuilder {
    let request = client.request(method, path).header(CONTENT_TYPE, "application/json");
    request.body(body.to_string())
}

fn coerceo() -> Value {
    json!({"game": "coerceo", "players": ["me", "open"]})
}

async fn open(house: &House) -> (Client, Table) {
    let mut host = house.client();
    let table = house.table(&mut host, coerceo()).await;
    (host, table)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_what_protects_pages() {
    let house = House::on_sqlite().await;
    let client = house.client();
    for (method, path, status) in [
        (Method::GET, "../", 200),
        (Method::GET, "docs", 200),
        (Method::GET, "docs.js", 200),
        (Method::GET, "health", 200),
        (Method::GET, "games", 200),
        (Method::GET, "../tables/nowhere", 404),
        (Method::GET, "../nowhere.js", 404),
        (Method::GET, "tables/nowhere", 404),
        (Method::DELETE, "games", 405),
        (Method::POST, "tables", 415),
    ] {
        let (answered, headers) = headers(client.request(method.clone(), path)).await;
        assert_eq!(answered, status, "{method} {path}");
        let text = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap());
        let policy = text("content-security-policy");
        assert!(policy.contains("default-src 'self'"), "{path}: {policy}");
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(text("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(text("x-frame-options"), "DENY", "{path}");
        assert_eq!(text("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(text("access-control-allow-origin"), "", "other sites read nothing: {path}");
        assert_eq!(text("server"), "", "{path}");
        // What is no page is a page for people; a refusal of the API is for programs.
        if status > 400 && !path.starts_with("../") {
            assert_eq!(text("content-type"), "application/json", "{path}");
        }
    }
    let (_, headers) = headers(client.request(Method::GET, "me")).await;
    assert_eq!(headers["cache-control"], "no-store");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_hold_no_script_or_style_of_their_own() {
    let house = House::on_sqlite().await;
    for path in ["../", "docs"] {
        let page = house.client().get(path).await.text;
        let tags: Vec<&str> = page.split('<').map(|tag| tag.split('>').next().unwrap()).collect();
        for tag in &tags {
            assert!(!tag.starts_with("style") && !tag.contains("style="), "{tag}");
            assert!(!tag.contains(" on"), "{tag}");
        }
        let mut scripts = tags.iter().filter(|tag| tag.starts_with("script")).peekable();
        assert!(scripts.peek().is_some(), "{page}");
        assert!(scripts.all(|tag| tag.contains(" src=\"/")), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_for_this_server_only_and_no_script_reads_it() {
    for is_https in [false, true] {
        let house = House::with(|config| config.is_https = is_https).await;
        let client = house.client();
        let made = headers(with_json(&client, Method::POST, "tables", &coerceo())).await;
        let cleared = headers(client.request(Method::DELETE, "session")).await;
        for ((_, headers), is_cleared) in [(made, false), (cleared, true)] {
            let cookie = headers[SET_COOKIE].to_str().unwrap();
            let (pair, flags) = cookie.split_once("; ").unwrap();
            let mut flags: Vec<&str> = flags.split("; ").collect();
            flags.sort_unstable();
            let age = if is_cleared { "Max-Age=0" } else { "Max-Age=31536000" };
            let mut expected = vec!["HttpOnly", age, "Path=/", "SameSite=Lax"];
            if is_https {
                expected.insert(4, "Secure");
                expected.sort_unstable();
            }
            assert_eq!(flags, expected);
            let name = if is_https { "__Host-tilewright" } else { "tilewright" };
            assert!(pair.starts_with(&format!("{name}=")), "{pair}");
            assert_eq!(pair.ends_with('='), is_cleared, "{pair}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_site_changes_nothing() {
    let house = House::on_sqlite().await;
    let (mut host, table) = open(&house).await;
    host.sign_up("ada").await.expect_status(201);
    let own = format!("http://{}", house.address);
    let near = format!("http://{}0", house.address);
    let before = host.get("tables?mine=true").await.body;
    for (name, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", ""),
        ("origin", &near),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        for (method, path, body) in [
            (Method::POST, "tables", coerceo()),
            (Method::POST, &*table.path("/actions"), json!({"type": "abort"})),
            (Method::POST, "session", json!({"name": "ada", "password": "correct horse"})),
            (Method::DELETE, "sessions", json!({})),
            (Method::DELETE, "me", json!({"password": "correct horse"})),
            (Method::PUT, "me/password", json!({"old": "correct horse", "new": "evil horse"})),
        ] {
            let request = with_json(&host, method, path, &body).header(name, value);
            host.send(request).await.expect_error(403, "forbidden");
        }
        let socket = host.try_socket_with(&table.path("/socket"), &[(name, value)]).await;
        socket.err().expect("refused").expect_error(403, "forbidden");
    }
    assert_eq!(host.get("tables?mine=true").await.body, before);
    for (name, value) in
        [("origin", &*own), ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "none")]
    {
        let request = with_json(&host, Method::POST, "tables", &coerceo()).header(name, value);
        host.send(request).await.expect_status(201);
        assert!(host.try_socket_with(&table.path("/socket"), &[(name, value)]).await.is_ok());
    }
    // Whoever follows a link from another site sees what there is to see.
    let request = host.request(Method::GET, "me").header("sec-fetch-site", "cross-site");
    host.send(request).await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_often_is_told_when_to_come_back() {
    let house = House::with(|config| config.limits.requests = SELDOM).await;
    let mut client = house.client();
    for _ in 0..4 {
        client.get("games").await.expect_status(200);
    }
    let response = client.request(Method::GET, "games").send().await.unwrap();
    assert_eq!(response.status(), 429);
    let seconds: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    let error: Value = response.json().await.unwrap();
    assert_eq!(error["code"], "too-many-requests");
    let millis = error["retry_after_millis"].as_u64().unwrap();
    assert!((1..=3_600_000).contains(&millis) && seconds == millis.div_ceil(1_000), "{millis}");
    // Whether the server lives is always told.
    client.get("health").await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_cannot_be_tried_often() {
    let house = House::with(|config| config.limits.sign_ins = SELDOM).await;
    let mut client = house.client();
    client.sign_up("ada").await.expect_status(201);
    client.sign_in("ada", "wrong horse").await.expect_error(401, "signed-out");
    client.change_password("wrong horse", "evil horse").await.expect_error(401, "signed-out");
    client.delete_account("wrong horse").await.expect_error(401, "signed-out");
    for _ in 0..3 {
        let error = client.sign_in("ada", "correct horse").await;
        let error = error.expect_error(429, "too-many-requests");
        assert!(error["retry_after_millis"].as_u64().unwrap() > 1_000);
    }
    client.change_password("correct horse", "x").await.expect_error(429, "too-many-requests");
    client.sign_up("eve").await.expect_error(429, "too-many-requests");
    // Who only looks or leaves needs no password.
    client.get("me").await.expect_status(200);
    client.delete("session").await.expect_status(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_takes_only_so_much() {
    let house = House::with(|config| config.limits.actions = SELDOM).await;
    let (host, table) = open(&house).await;
    let mut socket = host.socket(&table.path("/socket")).await;
    for text in ["hello", "hello", "{}", "[]"] {
        socket.send(text).await;
        assert_eq!(socket.next_of("refused").await["code"], "bad-request");
    }
    let (refused, _) = socket.act(json!({"type": "chat", "text": "hello"})).await;
    assert_eq!(refused["code"], "too-many-requests");
    assert!(refused["retry_after_millis"].as_u64().unwrap() > 1_000);
    // Nonsense is no way around it.
    socket.send("hello").await;
    assert_eq!(socket.next_of("refused").await["code"], "too-many-requests");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_only_so_many_sockets() {
    let house = House::with(|config| config.limits.n_sockets = 2).await;
    let (mut host, table) = open(&house).await;
    let path = table.path("/socket");
    let first = host.socket(&path).await;
    let second = host.socket(&path).await;
    let refused = house.client().try_socket(&path).await.err().unwrap();
    refused.expect_error(429, "too-many-requests");
    drop(first);
    let begin = Instant::now();
    while house.client().try_socket(&path).await.is_err() {
        assert!(begin.elapsed() < house::SOON, "a closed socket counts no more");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    drop(second);
    host.state(&table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_is_refused() {
    let house = House::on_sqlite().await;
    let (mut host, table) = open(&house).await;
    let text = "x".repeat(256 * 1024);
    let body = json!({"type": "chat", "text": text});
    host.act(&table, body).await.expect_error(413, "too-large");
    let request = host.request(Method::POST, "analysis").body(format!("{text}x"));
    host.send(request).await.expect_error(413, "too-large");
    let mut socket = host.socket(&table.path("/socket")).await;
    socket.send(&"x".repeat(4 * 1024 + 1)).await;
    socket.closed().await;
    let mut socket = host.socket(&table.path("/socket")).await;
    socket.send(&"x".repeat(4 * 1024)).await;
    assert_eq!(socket.next_of("refused").await["code"], "bad-request");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_method_is_refused_with_the_right_ones() {
    let house = House::on_sqlite().await;
    let client = house.client();
    for (method, path, allowed) in [
        (Method::PUT, "tables", "GET,HEAD,POST"),
        (Method::GET, "accounts", "POST"),
        (Method::POST, "me/password", "PUT"),
        (Method::OPTIONS, "games", "GET,HEAD"),
        (Method::TRACE, "games", "GET,HEAD"),
    ] {
        let (status, headers) = headers(client.request(method.clone(), path)).await;
        assert_eq!((status, headers["allow"].to_str().unwrap()), (405, allowed), "{method} {path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_in_a_sentence() {
    let house = House::on_sqlite().await;
    let (mut host, table) = open(&house).await;
    let deep = "[".repeat(20_000);
    let nonsense: [&[u8]; 14] = [
        b"",
        b"hello",
        b"{",
        b"[]",
        b"null",
        b"{\"type\":\"fly\"}",
        b"{\"type\":\"move\",\"ply\":-1,\"move\":\"a\"}",
        b"{\"type\":\"move\",\"ply\":99999999999999999999999,\"move\":\"a\"}",
        b"{\"type\":\"sit\",\"seat\":0}",
        b"{\"type\":\"resign\",\"more\":1}",
        b"{\"type\":\"leave\",\"more\":1}",
        b"{\"type\":\"abort\",\"more\":1}",
        b"{\"type\":\"chat\",\"text\":\"\xff\"}",
        deep.as_bytes(),
    ];
    for body in nonsense {
        let request = host.request(Method::POST, &table.path("/actions"));
        let request = request.header(CONTENT_TYPE, "application/json").body(body.to_vec());
        let error = host.send(request).await.expect_error(400, "bad-request");
        assert!(!error["message"].as_str().unwrap().is_empty());
    }
    let request = host.request(Method::POST, &table.path("/actions")).body("{\"type\":\"leave\"}");
    host.send(request).await.expect_error(415, "bad-request");
    for path in ["tables?status=lost", "tables?mine=7", &table.path("?since=-1"), "people/%ff"] {
        host.get(path).await.expect_error(400, "bad-request");
    }
    let mut socket = host.socket(&table.path("/socket")).await;
    for (text, id) in [
        ("hello", Value::Null),
        ("{\"id\":7}", json!(7)),
        ("{\"id\":8,\"type\":\"fly\"}", json!(8)),
        ("{\"id\":-1,\"type\":\"leave\"}", Value::Null),
    ] {
        socket.send(text).await;
        let refused = socket.next_of("refused").await;
        assert_eq!((&refused["id"], &refused["code"]), (&id, &json!("bad-request")), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_fails_is_not_the_business_of_who_asks() {
    let house = House::on_sqlite().await;
    let (mut host, table) = open(&house).await;
    let url = format!("sqlite://{}", house.file().display());
    let mut database = SqliteConnection::connect(&url).await.unwrap();
    for statement in ["DROP TABLE sitting", "DROP TABLE event"] {
        sqlx::query(statement).execute(&mut database).await.unwrap();
    }
    for answer in [
        host.get("tables?mine=true").await,
        host.act(&table, json!({"type": "chat", "text": "hello"})).await,
        host.post("tables", coerceo()).await,
    ] {
        let error = answer.expect_error(503, "unavailable");
        let message = error["message"].as_str().unwrap();
        assert_eq!(message, "the database is not available, so nothing was changed: try again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_on_for_who_resigned_after_a_restart_without_anybody_looking() {
    let mut house = House::with(|config| config.bot_pause = house::SOON * 10).await;
    let mut host = house.client();
    let body = json!({"game": "blokus", "players": ["me", "me", "me", "me"]});
    let table = house.table(&mut host, body).await;
    host.act(&table, json!({"type": "resign", "seat": 1})).await.expect_status(200);
    house.config.bot_pause = Duration::ZERO;
    house.restart().await;
    let url = format!("sqlite://{}", house.file().display());
    let mut database = SqliteConnection::connect(&url).await.unwrap();
    let begin = Instant::now();
    loop {
        let moves = sqlx::query_scalar("SELECT COUNT(*) FROM event WHERE ply IS NOT NULL");
        let n_moves: i64 = moves.fetch_one(&mut database).await.unwrap();
        if n_moves == 1 {
            break;
        }
        assert!(begin.elapsed() < 4 * house::SOON, "nobody plays");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_agreed_to_play_again_does_so_after_a_crash() {
    let mut house = House::on_sqlite().await;
    let (mut host, table) = open(&house).await;
    let mut guest = house.client();
    guest.act(&table, json!({"type": "sit"})).await.expect_status(200);
    guest.act(&table, json!({"type": "resign"})).await.expect_status(200);
    for client in [&mut host, &mut guest] {
        let again = json!({"type": "offer", "what": "rematch"});
        client.act(&table, again).await.expect_status(200);
    }
    house.stop().await;
    // The file as it was a moment before: everybody has agreed, and the next table is not there.
    let url = format!("sqlite://{}", house.file().display());
    let mut database = SqliteConnection::connect(&url).await.unwrap();
    let next = "DELETE FROM game_table WHERE id <> $1";
    sqlx::query(next).bind(&table.id).execute(&mut database).await.unwrap();
    let event = "DELETE FROM event WHERE body LIKE '{\"type\":\"rematch\"%'";
    let deleted = sqlx::query(event).execute(&mut database).await.unwrap();
    assert_eq!(deleted.rows_affected(), 1);
    database.close().await.unwrap();
    house.start().await;
    host.address = house.address;
    host.until(&table, |state| state["number"].as_u64() == Some(5)).await;
    let look = host.get(&table.path("")).await.expect_status(200);
    let last = look["events"].as_array().unwrap().last().unwrap().clone();
    let next = Table { id: last["table"].as_str().unwrap().to_owned(), key: String::new() };
    assert_eq!(host.state(&next).await["players"][1]["is_you"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_name_is_answered_as_a_wrong_password() {
    let house = House::on_sqlite().await;
    let mut client = house.client();
    client.sign_up("ada").await.expect_status(201);
    let mut times = [Vec::new(), Vec::new()];
    let mut answers = Vec::new();
    for _ in 0..9 {
        for (name, times) in ["ada", "nobody"].into_iter().zip(&mut times) {
            let begin = Instant::now();
            let answer = client.sign_in(name, "wrong horse").await;
            times.push(begin.elapsed());
            answers.push((answer.status, answer.text));
        }
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    let [wrong, unknown] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    // A hash takes twenty times as long as all the rest, so that leaving it out would be seen here.
    assert!(unknown < wrong * 3 && wrong < unknown * 3, "{wrong:?} and {unknown:?}");
}
