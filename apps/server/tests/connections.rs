//! What a connection may do: how long it may take, how many an address has, and whom a proxy speaks
//! for.

mod house;

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tilewright_server::Rate;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::house::{Client, House, SOON};

/// The time limit of requests in these tests.
const PATIENCE: Duration = Duration::from_millis(300);

async fn connect(house: &House) -> TcpStream {
    TcpStream::connect(house.address).await.unwrap()
}

/// The bytes of the server until it closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // Who is turned away may hear nothing but that the connection broke.
    let _ = timeout(SOON, stream.read_to_end(&mut bytes)).await.expect("the server closes it");
    String::from_utf8(bytes).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sends_half_a_request_is_cut_off() {
    let house = House::with(|config| config.patience = PATIENCE).await;
    for beginning in ["", "GET /api/games HTTP/1.1\r\nhost: localhost\r\nx-slow: "] {
        let mut stream = connect(&house).await;
        stream.write_all(beginning.as_bytes()).await.unwrap();
        let said = read_to_end(&mut stream).await;
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 408"), "{said}");
    }
    let mut stream = connect(&house).await;
    let request = "POST /api/analysis HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\
                   connection: close\r\n\r\ntilewright record 1\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let said = read_to_end(&mut stream).await;
    assert!(said.starts_with("HTTP/1.1 503 ") && said.contains("took too long"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_no_answers_is_cut_off() {
    let house = House::with(|config| {
        config.patience = PATIENCE;
        config.limits.n_connections = 1;
    })
    .await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut deaf = socket.connect(house.address).await.unwrap();
    // Far more is answered than waits in the buffers of the system.
    let request = "GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(500);
    deaf.write_all(request.as_bytes()).await.unwrap();
    wait_for_a_place(&house).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_answers_no_ping_is_gone_however_busy_the_table_is() {
    let house = House::with(|config| config.ping = Duration::from_millis(300)).await;
    let mut host = house.client();
    let body = json!({"game": "coerceo", "players": ["me", "me"]});
    let table = house.table(&mut host, body).await;
    // A socket answers pings only while somebody reads it.
    let mut silent = host.socket(&table.path("/socket")).await;
    let is_here = |state: &Value| state["players"][0]["is_here"] == true;
    assert!(is_here(&silent.next_of("update").await["state"]));
    let begin = Instant::now();
    while is_here(&host.state(&table).await) {
        host.play_any(&table).await.unwrap().expect_status(200);
        assert!(begin.elapsed() < SOON, "who is silent is gone");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_only_so_many_connections() {
    let house = House::with(|config| config.limits.n_connections = 2).await;
    let kept = [connect(&house).await, connect(&house).await];
    let mut refused = connect(&house).await;
    assert_eq!(read_to_end(&mut refused).await, "");
    drop(kept);
    wait_for_a_place(&house).await;
}

/// Waits until another connection is served.
async fn wait_for_a_place(house: &House) {
    let request = "GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let begin = Instant::now();
    loop {
        let mut stream = connect(house).await;
        let is_sent = stream.write_all(request.as_bytes()).await.is_ok();
        if is_sent && read_to_end(&mut stream).await.starts_with("HTTP/1.1 200 ") {
            break;
        }
        assert!(begin.elapsed() < SOON, "a closed connection counts no more");
        sleep(Duration::from_millis(10)).await;
    }
}

/// Asks as somebody behind a proxy would, and says how it is answered.
async fn ask_for(client: &mut Client, forwarded: &str) -> u16 {
    let request = client.request(Method::GET, "games").header("x-forwarded-for", forwarded);
    client.send(request).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_proxy_speaks_for_many_addresses() {
    for is_trusted in [false, true] {
        let house = House::with(|config| {
            config.limits.requests = Rate { burst: 2, per_minute: 1 };
            config.limits.n_connections = 0;
            config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
            if !is_trusted {
                config.limits.n_connections = u32::MAX;
                config.trusted_proxies.clear();
            }
        })
        .await;
        let mut proxy = house.client();
        for _ in 0..2 {
            assert_eq!(ask_for(&mut proxy, "1.2.3.4").await, 200);
        }
        assert_eq!(ask_for(&mut proxy, "1.2.3.4").await, 429);
        // Nobody gets more by writing others before the own address.
        assert_eq!(ask_for(&mut proxy, "9.9.9.9, 1.2.3.4").await, 429);
        assert_eq!(ask_for(&mut proxy, "5.6.7.8").await, if is_trusted { 200 } else { 429 });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_asks_for_only_so_many_hints_at_once() {
    let house = House::with(|config| config.limits.n_hints = 1).await;
    let mut host = house.client();
    let table = house.table(&mut host, json!({"game": "coerceo", "players": ["me", "me"]})).await;
    let hint = |time: u64| {
        let request = host.request(Method::POST, &table.path("/hint"));
        let request = request.header("content-type", "application/json");
        request.body(json!({"time_millis": time}).to_string())
    };
    let long = hint(10_000).send().await.unwrap();
    assert_eq!(long.status(), 200);
    let mut other = host.clone();
    other.send(hint(1)).await.expect_error(429, "too-many-requests");
    drop(long);
    let begin = Instant::now();
    while other.send(hint(1)).await.status != 200 {
        assert!(begin.elapsed() < SOON, "who asks no more may ask again");
        sleep(Duration::from_millis(10)).await;
    }
}
