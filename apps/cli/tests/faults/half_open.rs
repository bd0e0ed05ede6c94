//! A client vanishes without a word: the connection is cut, and the server learns nothing of it.

use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::house::Table;
use crate::machine::{lacks_root, report, run};
use crate::served::Served;

/// Says that this program runs in a network of its own.
const INSIDE: &str = "TILEWRIGHT_NETWORK_OF_ITS_OWN";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn who_vanishes_is_gone() {
    if env::var_os(INSIDE).is_some() {
        return vanish().await;
    }
    if lacks_root() {
        return;
    }
    let mut command = Command::new("unshare");
    command.arg("--net").arg(env::current_exe().unwrap()).env(INSIDE, "yes");
    let name = "half_open::who_vanishes_is_gone";
    let done = command.args(["--ignored", "--exact", name, "--nocapture"]).status().unwrap();
    assert!(done.success());
}

async fn vanish() {
    run("ip", &["link", "set", "lo", "up"]);
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let mut host = served.client();
    let body = json!({"game": "coerceo", "players": ["me", "me"]});
    let opened = host.post("tables", body).await.expect_status(201);
    let text = |name: &str| opened[name].as_str().unwrap().to_owned();
    let table = Table { id: text("id"), key: text("key") };
    let mut socket = host.socket(&table.path("/socket")).await;
    socket.next_of("update").await;
    host.play_any(&table).await.unwrap().expect_status(200);
    let mut halves = Vec::new();
    for _ in 0..20 {
        let mut half = TcpStream::connect(served.address).await.unwrap();
        half.write_all(b"GET /api/games HTTP/1.1\r\nx-half: ").await.unwrap();
        halves.push(half);
    }
    let n_before = n_connections(served.address.port());
    run("ip", &["link", "set", "lo", "down"]);
    let begin = Instant::now();
    while n_connections(served.address.port()) > 0 {
        assert!(begin.elapsed() < Duration::from_mins(3), "the server notices");
        sleep(Duration::from_millis(100)).await;
    }
    let noticed = begin.elapsed();
    run("ip", &["link", "set", "lo", "up"]);
    drop((socket, halves));
    let mut back = served.client();
    back.cookie.clone_from(&host.cookie);
    let state = back.state(&table).await;
    assert_eq!((&state["ply"], &state["players"][0]["is_here"]), (&json!(1), &json!(false)));
    let mut socket = back.socket(&table.path("/socket?since=0")).await;
    assert_eq!(socket.next_of("update").await["events"].as_array().unwrap().len(), 1);
    back.play_any(&table).await.unwrap().expect_status(200);
    report(
        "the network cut off without a word while a socket and half requests are open",
        "the server closes them all, tells that the player is away, and serves who comes back",
        &format!(
            "{n_before} connections, all gone after {:.0} s, 0 moves lost",
            noticed.as_secs_f64()
        ),
    );
}

/// The number of connections at this port, as the system counts them.
fn n_connections(port: u16) -> usize {
    let here = format!(":{port:04X}");
    let established = "01";
    let table = fs::read_to_string("/proc/self/net/tcp").unwrap();
    let lines = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.filter(|words| words[1].ends_with(&here) && words[3] == established).count()
}
