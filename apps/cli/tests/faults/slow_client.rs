//! A client watches a busy table and never reads.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::house::Table;
use crate::machine::{megabytes_of, report};
use crate::people::People;
use crate::served::{Served, serve};

const N_DEAF: usize = 50;

/// The code 1013, and why.
const LAST_WORDS: &[u8] = b"\x03\xf5come back for the rest";

/// Opens a socket by hand: one that nobody reads, and that answers no ping.
async fn connect(served: &Served, table: &Table) -> TcpStream {
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    let request = format!(
        "GET /api/{} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        table.path("/socket")
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn who_never_reads_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = serve(folder.path());
    command.env("TILEWRIGHT_LOG", "info,sqlx=error");
    let served = Served::start_by(command);
    let people = People::sit_down(&served, 2).await;
    let mut host = served.client();
    let body = json!({"game": "blokus", "players": ["me", "me", "me", "me"]});
    let opened = host.post("tables", body).await.expect_status(201);
    let text = |name: &str| opened[name].as_str().unwrap().to_owned();
    let table = Table { id: text("id"), key: text("key") };
    let mut deaf = Vec::new();
    for _ in 0..N_DEAF {
        deaf.push(connect(&served, &table).await);
    }
    let n_megabytes = megabytes_of(served.pid());
    // News at the table for as long as it takes until they are gone.
    let begin = Instant::now();
    let mut slowest = Duration::ZERO;
    let mut n_news = 0;
    let mut most = 0;
    let mut watcher = served.client().socket(&table.path("/socket")).await;
    loop {
        let asked = Instant::now();
        let said = json!({"type": "chat", "text": format!("line {n_news}")});
        if host.act(&table, said).await.status != 200 {
            host.play_any(&table).await;
        }
        slowest = slowest.max(asked.elapsed());
        n_news += 1;
        most = most.max(megabytes_of(served.pid()));
        let presence = watcher.n_spectators().await;
        if presence == Some(1) {
            break;
        }
        assert!(begin.elapsed() < Duration::from_mins(3), "{presence:?} spectators are left");
        sleep(Duration::from_millis(200)).await;
    }
    let gone = begin.elapsed();
    for mut deaf in deaf {
        let mut heard = Vec::new();
        // Messages beyond the buffers of the system never arrive, nor does the reason.
        if deaf.read_to_end(&mut heard).await.is_ok() {
            assert!(heard.ends_with(LAST_WORDS), "{}", String::from_utf8_lossy(&heard));
        }
    }
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    assert!(most < n_megabytes + 64, "{n_megabytes} MB became {most} MB");
    let outcome = people.check(&served).await;
    outcome.expect_sentences(&[]);
    let logs = served.kill();
    let n_told = logs.matches("a socket is closed: ").count();
    assert_eq!(n_told, N_DEAF, "{logs}");
    report(
        "50 sockets that never read at a table with 5 news a second",
        "all are closed and the logs tell why, nobody else waits for them, memory stays",
        &format!(
            "{N_DEAF} gone after {:.0} s, {n_news} news, slowest answer {:.2} s, {n_megabytes} MB \
             became {most} MB at most; elsewhere {outcome}",
            gone.as_secs_f64(),
            slowest.as_secs_f64()
        ),
    );
}
