//! PostgreSQL crashes while people and bots play, or hangs; and comes back.

use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use tokio::time::sleep;

use crate::house::postgres::Postgres;
use crate::house::{Client, SOON};
use crate::machine::report;
use crate::people::{NOT_KEPT, People, UNSURE};
use crate::served::{Served, serve_on_postgres};

const N_CRASHES: usize = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn it_crashes_and_comes_back() {
    let postgres = Postgres::start();
    let url = postgres.new_database();
    let served = Served::start_by(serve_on_postgres(&url));
    let people = People::sit_down(&served, 8).await;
    let mut host = served.client();
    let bot = json!({"bot": "level:9"});
    let body = json!({"game": "coerceo", "players": [bot, bot]});
    host.post("tables", body).await.expect_status(201);
    let mut longest = Duration::ZERO;
    for _ in 0..N_CRASHES {
        people.wait_for_moves(200).await;
        postgres.crash();
        expect_silence(&mut host).await;
        sleep(Duration::from_secs(2)).await;
        postgres.start_again();
        longest = longest.max(people.wait_for_moves(1).await);
    }
    // Nobody looks at the table of the bots: that would wake it.
    let begin = Instant::now();
    let n_before = n_moves_of_bots(&url).await;
    while n_moves_of_bots(&url).await == n_before {
        assert!(begin.elapsed() < SOON, "bots go on by themselves");
        sleep(Duration::from_millis(100)).await;
    }
    let outcome = people.check(&served).await;
    outcome.expect_sentences(&[NOT_KEPT, UNSURE]);
    let logs = served.kill();
    assert!(logs.contains("the database failed: it does not answer"), "{logs}");
    report(
        "PostgreSQL stopped at once (-m immediate) under load, and started 7 s later, 5 times",
        "503 with a sentence meanwhile, /api/ready says so, nothing acknowledged is lost, bots go \
        on",
        &format!("{N_CRASHES} crashes, {outcome}, back after {:.1} s", longest.as_secs_f64()),
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn it_hangs_and_goes_on() {
    let postgres = Postgres::start();
    let served = Served::start_by(serve_on_postgres(&postgres.new_database()));
    let people = People::sit_down(&served, 8).await;
    let mut host = served.client();
    let mut longest = Duration::ZERO;
    for _ in 0..2 {
        people.wait_for_moves(200).await;
        let processes = family(postgres.pid());
        signal(&processes, Signal::STOP);
        expect_silence(&mut host).await;
        sleep(Duration::from_secs(15)).await;
        signal(&processes, Signal::CONT);
        longest = longest.max(people.wait_for_moves(1).await);
    }
    let outcome = people.check(&served).await;
    outcome.expect_sentences(&[NOT_KEPT, UNSURE, "this took too long: try again"]);
    report(
        "all processes of PostgreSQL stopped (SIGSTOP) for 20 s under load, twice",
        "503 with a sentence meanwhile, nothing acknowledged is lost, it goes on by itself",
        &format!("2 hangs, {outcome}, back after {:.1} s", longest.as_secs_f64()),
    );
}

/// A process, and all that it started.
fn family(pid: i32) -> Vec<Pid> {
    let children = Command::new("pgrep").args(["-P", &pid.to_string()]).output().unwrap();
    let children = String::from_utf8(children.stdout).unwrap();
    let pids = [pid].into_iter().chain(children.lines().map(|line| line.parse().unwrap()));
    pids.filter_map(Pid::from_raw).collect()
}

fn signal(processes: &[Pid], signal: Signal) {
    for process in processes {
        // It may have ended by itself.
        let _ = kill_process(*process, signal);
    }
}

/// The server lives, and says that the database does not.
async fn expect_silence(host: &mut Client) {
    let ready = host.get("ready").await.expect_error(503, "unavailable");
    assert_eq!(
        ready["message"],
        "the database does not answer, or keeps nothing: is the disk full?"
    );
    assert_eq!(host.get("health").await.status, 200);
}

async fn n_moves_of_bots(url: &str) -> i64 {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let number = sqlx::query_scalar(
        "SELECT COUNT(*) FROM event JOIN game_table ON game_table.id = table_id \
         WHERE plan LIKE '%level:9%'",
    );
    number.fetch_one(&mut connection).await.unwrap()
}
