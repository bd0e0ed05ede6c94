//! Requests that never end: one address has many connections and sends next to nothing.

use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::Client as Browser;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::machine::report;
use crate::people::{NOT_KEPT, People};
use crate::served::{Served, serve};

const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));

async fn connect(from: IpAddr, server: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    let mut stream = socket.connect(server).await.unwrap();
    let _ = stream.write_all(b"GET /api/games HTTP/1.1\r\nhost: a\r\nx-slow: ").await;
    stream
}

/// Sends a byte now and then, and says how long the server listened.
async fn drip(mut stream: TcpStream) -> Duration {
    let begin = Instant::now();
    loop {
        let mut answer = [0; 1];
        match timeout(Duration::from_secs(1), stream.read(&mut answer)).await {
            Err(_) => {
                let _ = stream.write_all(b"a").await;
            }
            Ok(_) => return begin.elapsed(),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn one_address_sends_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["serve", "--addr", "127.0.0.1:0", "--data-dir"]).arg(folder.path());
    command.stdin(Stdio::null()).env("TILEWRIGHT_LOG", "warn");
    let served = Served::start_by(command);
    let mut dripping = Vec::new();
    for _ in 0..300 {
        dripping.push(tokio::spawn(drip(connect(OTHER, served.address).await)));
    }
    let mut slowest = Duration::ZERO;
    let mut n_answers = 0;
    while !dripping.iter().all(tokio::task::JoinHandle::is_finished) {
        let begin = Instant::now();
        let answer = Browser::new().get(format!("http://{}/api/games", served.address)).send();
        assert_eq!(answer.await.unwrap().status(), 200);
        slowest = slowest.max(begin.elapsed());
        n_answers += 1;
        sleep(Duration::from_millis(200)).await;
    }
    let mut times = Vec::new();
    for drip in dripping {
        times.push(drip.await.unwrap().as_secs());
    }
    let n_refused = times.iter().filter(|&&seconds| seconds < 10).count();
    assert_eq!(n_refused, 100, "{times:?}");
    assert!(times.iter().all(|&seconds| seconds < 45), "{times:?}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    report(
        "300 connections of one address that send a byte a second",
        "100 are closed at once and the others after 30 s; another address is served all the time",
        &format!(
            "all gone after {} s, {n_answers} answers to the other, the slowest {:.2} s",
            times.iter().max().unwrap(),
            slowest.as_secs_f64()
        ),
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn no_file_is_left_for_connections() {
    let folder = tempfile::tempdir().unwrap();
    let command = serve(folder.path());
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 128; exec \"$0\" \"$@\""]).arg(command.get_program());
    limited.args(command.get_args()).stdin(Stdio::null()).env("TILEWRIGHT_LOG", "warn");
    let served = Served::start_by(limited);
    let people = People::sit_down(&served, 2).await;
    people.wait_for_moves(50).await;
    let mut dripping = Vec::new();
    for _ in 0..300 {
        dripping.push(tokio::spawn(drip(connect(OTHER, served.address).await)));
    }
    let begin = Instant::now();
    // Connected clients play on; new ones wait for a file descriptor.
    let answer = Browser::new().get(format!("http://{}/api/games", served.address)).send();
    assert_eq!(timeout(Duration::from_mins(3), answer).await.unwrap().unwrap().status(), 200);
    let back = begin.elapsed();
    people.wait_for_moves(50).await;
    let outcome = people.check(&served).await;
    outcome.expect_sentences(&[NOT_KEPT]);
    let logs = served.kill();
    assert!(logs.contains("no connection can be accepted"), "{logs}");
    report(
        "300 connections that never say what they want to a server that may open 128 files",
        "who is connected plays on, the logs tell, and others are served again by itself",
        &format!("{outcome}, others served after {:.0} s", back.as_secs_f64()),
    );
}
