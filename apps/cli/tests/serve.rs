//! `tilewright serve` at its limits: what it says when it cannot start, how it ends, and what
//! happens on a full disk.

#[path = "../../server/tests/house/mod.rs"]
mod house;
mod served;

use std::fs;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Instant;

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};
use tempfile::TempDir;

use crate::house::{Client, SOON, Table, first_move};
use crate::served::{Served, serve, serve_anywhere, wait_for};

/// The error of a program that cannot serve: one sentence, and the code 1.
fn refusal(command: Command) -> String {
    refusal_with(1, command)
}

/// The sentence with which the program ends, and this code.
fn refusal_with(code: i32, mut command: Command) -> String {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&mut child);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(code), &b""[..]), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said.strip_prefix("error: ").expect(&said).trim_end().to_owned()
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn file_in(folder: &TempDir) -> String {
    folder.path().join("server.sqlite").to_str().unwrap().to_owned()
}

async fn table(host: &mut Client, body: Value) -> Table {
    let opened = host.post("tables", body).await.expect_status(201);
    let text = |name: &str| opened[name].as_str().unwrap().to_owned();
    Table { id: text("id"), key: text("key") }
}

/// A game that one person plays alone, for both seats.
async fn table_alone(host: &mut Client) -> Table {
    table(host, json!({"game": "coerceo", "players": ["me", "me"]})).await
}

#[test]
fn a_taken_port_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(["serve", "--addr", &address, "--data-dir"]).arg(folder.path());
    let said = refusal(command);
    let advice = "`tilewright serve --addr 127.0.0.1:8081` listens elsewhere";
    assert_eq!(
        said,
        format!("cannot listen at {address}: another program listens there already; {advice}")
    );
}

#[test]
fn a_wrong_setting_is_told_in_a_sentence() {
    let of_option = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.arg("serve").args(arguments);
        refusal_with(2, command)
    };
    let address = "this takes the number of an address and a port, such as 127.0.0.1:8080, or \
                   0.0.0.0:8080 for everybody";
    for wrong in ["localhost:8080", "8080", "127.0.0.1"] {
        assert_eq!(of_option(&["--addr", wrong]), format!("--addr {wrong}: {address}"));
    }
    let proxy = "--trusted-proxy nginx: this takes the number of an address, such as 10.0.0.1";
    assert_eq!(of_option(&["--trusted-proxy", "nginx"]), proxy);
    let thinkers = "--thinkers 1: this takes a whole number from 2 to 1024";
    assert_eq!(of_option(&["--thinkers", "1"]), thinkers);
    // Without a command the environment alone says how to serve.
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.env("TILEWRIGHT_ADDR", "here");
    assert_eq!(refusal_with(2, command), format!("--addr here: {address}"));
}

#[test]
fn a_file_is_no_folder_for_data() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let said = refusal(serve(&file));
    let database = file.join("server.sqlite");
    let file = file.display();
    assert_eq!(said, format!("cannot open {}: {file} is no folder", database.display()));
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let said = refusal(serve(&file.join("games")));
    let file = file.join("games/server.sqlite");
    assert_eq!(said, format!("cannot open {}: Not a directory (os error 20)", file.display()));
}

#[test]
fn a_file_that_is_no_database_is_told() {
    let folder = folder();
    fs::write(file_in(&folder), "My shopping list. ".repeat(1_000)).unwrap();
    let said = refusal(serve(folder.path()));
    assert_eq!(said, format!("cannot open {}: file is not a database", file_in(&folder)));
}

#[test]
fn a_disk_that_is_full_at_the_start_is_told() {
    let folder = folder();
    let said = refusal(limited(&serve(folder.path()), 8));
    assert_eq!(said, format!("cannot open {}: File too large (os error 27)", file_in(&folder)));
}

#[tokio::test]
async fn a_locked_database_is_told() {
    let folder = folder();
    let url = format!("sqlite://{}?mode=rwc", file_in(&folder));
    let mut other = SqliteConnection::connect(&url).await.unwrap();
    other.execute("CREATE TABLE mine (a INTEGER); BEGIN EXCLUSIVE").await.unwrap();
    let command = serve(folder.path());
    let said = tokio::task::spawn_blocking(|| refusal(command)).await.unwrap();
    let file = file_in(&folder);
    assert_eq!(said, format!("cannot open {file}: another program holds it locked"));
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_told_and_left_alone() {
    let folder = folder();
    Served::start(folder.path()).terminate();
    let url = format!("sqlite://{}", file_in(&folder));
    let mut other = SqliteConnection::connect(&url).await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, \
                 execution_time) VALUES (99999999, 'of the future', 1, x'00', 1)";
    other.execute(newer).await.unwrap();
    let said = refusal(serve(folder.path()));
    assert_eq!(said, format!("{} was made by a newer Tilewright", file_in(&folder)));
}

#[test]
fn a_postgres_that_is_not_there_is_told_without_its_password() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = serve_anywhere();
    command.args(["--database", &format!("postgres://me:hunter2@{free}/games")]);
    let said = refusal(command);
    assert_eq!(
        said,
        format!(
            "cannot open the PostgreSQL database games at {free}: Connection refused (os error 111)"
        )
    );
}

#[test]
fn a_filter_of_logs_that_is_none_is_told() {
    let folder = folder();
    let mut command = serve(folder.path());
    let output = command.env("TILEWRIGHT_LOG", "warn,tower=loud").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: TILEWRIGHT_LOG is no filter of logs: "), "{said}");
}

#[tokio::test]
async fn no_filter_lets_hands_into_the_logs() {
    let folder = folder();
    let mut command = serve(folder.path());
    command.env("TILEWRIGHT_LOG", "info,tungstenite=trace,tungstenite::protocol=trace,log=trace");
    let served = Served::start_by(command);
    let mut host = served.client();
    let game = table(&mut host, json!({"game": "triominos", "players": ["me", "me"]})).await;
    let mut socket = host.socket(&game.path("/socket")).await;
    let update = socket.next_of("update").await;
    let seat = update["state"]["viewer"].as_u64().unwrap() as usize;
    let hand = update["state"]["view"]["hands"][seat - 1]["tiles"].as_array().unwrap().clone();
    let (_, logs) = tokio::task::spawn_blocking(|| served.terminate()).await.unwrap();
    assert!(logs.contains("listening"), "{logs}");
    for tile in hand {
        assert!(!logs.contains(tile.as_str().unwrap()), "{tile}: {logs}");
    }
}

#[tokio::test]
async fn who_ends_the_server_loses_nothing_and_stops_the_bots() {
    let folder = folder();
    let served = Served::start(folder.path());
    let mut host = served.client();
    // The strongest bots, which think for two seconds: all of them together for twice as long as
    // `SOON`. Everybody may have few such games, so each is opened by another guest.
    let bots = json!({"game": "coerceo", "players": [{"bot": "level:9"}, {"bot": "level:9"}]});
    for _ in 0..60 {
        table(&mut served.client(), bots.clone()).await;
    }
    let game = table_alone(&mut host).await;
    let mut socket = host.socket(&game.path("/socket")).await;
    let state = socket.next_of("update").await["state"].clone();
    let m = first_move(&state).unwrap();
    let (answer, _) = socket.act(json!({"type": "move", "ply": 0, "move": m})).await;
    assert_eq!(answer["type"], "done");
    let begin = Instant::now();
    let (status, logs) = tokio::task::spawn_blocking(|| served.terminate()).await.unwrap();
    assert_eq!((status.code(), &*logs), (Some(0), ""));
    assert!(begin.elapsed() < SOON, "{:?}", begin.elapsed());
    while let Some(message) = socket.next().await {
        assert_ne!(message["type"], "refused", "{message}");
    }
    let served = Served::start(folder.path());
    host.address = served.address;
    assert_eq!(host.state(&game).await["ply"], 1);
}

/// The command with a limit on the size of files, in blocks of 512 bytes, which stands for a disk
/// that is full: what is written beyond it fails. A program that ignores the signal gets an error
/// from the call.
fn limited(command: &Command, n_blocks: u32) -> Command {
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("trap '' XFSZ; ulimit -S -f {n_blocks}; exec \"$0\" \"$@\"")]);
    limited.arg(command.get_program()).args(command.get_args());
    limited
}

#[tokio::test]
async fn on_a_full_disk_moves_are_refused_and_nothing_is_lost() {
    let folder = folder();
    let mut command = limited(&serve(folder.path()), 600);
    command.env("TILEWRIGHT_LOG", "off");
    let served = Served::start_by(command);
    let mut host = served.client();
    let game = table_alone(&mut host).await;
    let mut n_acknowledged = 0;
    let refused = loop {
        let answer = host.play_any(&game).await.expect("the game goes on");
        if answer.status != 200 {
            break answer;
        }
        n_acknowledged += 1;
    };
    let refusal = refused.expect_error(503, "unavailable");
    let message = "the database is not available, so nothing was changed: try again";
    assert_eq!(refusal["message"], message);
    assert!(n_acknowledged > 0);
    // It lives on: what was acknowledged is there, and what was refused is not.
    assert_eq!(host.get("health").await.status, 200);
    assert_eq!(host.state(&game).await["ply"], n_acknowledged);
    // When there is room again, it goes on by itself.
    let process = Pid::from_raw(served.pid() as i32);
    prlimit(process, Resource::Fsize, Rlimit { current: None, maximum: None }).unwrap();
    let other = table_alone(&mut host).await;
    host.play_any(&other).await.unwrap().expect_status(200);
    served.kill();
    let served = Served::start(folder.path());
    host.address = served.address;
    assert_eq!(host.state(&game).await["ply"], n_acknowledged);
    host.play_any(&game).await.unwrap().expect_status(200);
}
