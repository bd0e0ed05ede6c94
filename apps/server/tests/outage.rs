//! The line to PostgreSQL breaks, or falls silent: what is said then, and that all goes on by
//! itself.

mod house;

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tilewright_server::{Config, Database};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::house::{House, SOON, first_move, postgres};

/// The message for a change that may or may not have been stored.
const UNSURE: &str =
    "the database failed, and this may have been kept or not: look again, or send the same again";

/// A line to PostgreSQL, and a server at its end.
struct ProxiedHouse {
    house: House,
    state: watch::Sender<State>,
    /// The database itself, for who wants to know what is kept there.
    url: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The network passes everything on.
    Good,
    /// Nobody connects, and who was connected is no more.
    Down,
    /// At the next commit it breaks, when that is answered and before the answer arrives.
    BreaksAtCommit,
    /// At the next commit one connection falls silent: what is sent is lost, and nobody is told.
    SilentAtCommit,
}

impl ProxiedHouse {
    async fn with(change: impl FnOnce(&mut Config)) -> ProxiedHouse {
        let url = postgres::new_database();
        let (state, listener) =
            (watch::Sender::new(State::Good), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let (database, name) = url.rsplit_once('@').unwrap().1.split_once('/').unwrap();
        let here = format!("postgres://postgres@{}/{name}", listener.local_addr().unwrap());
        let database = database.parse::<SocketAddr>().unwrap();
        let sender = state.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if *sender.borrow() != State::Down {
                    let server = TcpStream::connect(database).await.unwrap();
                    tokio::spawn(forward(client, server, sender.clone()));
                }
            }
        });
        let house = House::with(|config| {
            config.database = Database::Postgres(here);
            change(config);
        });
        let house = house.await;
        ProxiedHouse { house, state, url }
    }

    fn is_now(&self, state: State) {
        self.state.send_replace(state);
    }
}

async fn forward(
    mut client: TcpStream,
    mut server: TcpStream,
    state: watch::Sender<State>,
) -> io::Result<()> {
    let mut asked = [0; 4_096];
    let mut answered = [0; 4_096];
    let mut changes = state.subscribe();
    let mut is_lost = false;
    loop {
        let (n_asked, n_answered) = tokio::select! {
            n_bytes = client.read(&mut asked) => (n_bytes?, 0),
            n_bytes = server.read(&mut answered) => (0, n_bytes?),
            _ = changes.changed() => {
                if *changes.borrow() == State::Down {
                    return Ok(());
                }
                continue;
            }
        };
        if n_asked + n_answered == 0 {
            return Ok(());
        }
        // What was lost is never sent again: who waits for it waits for ever.
        if is_lost {
            continue;
        }
        let asked = &asked[..n_asked];
        let is_commit = asked.windows(6).any(|it| it == b"COMMIT");
        let now = *changes.borrow();
        if is_commit && now == State::SilentAtCommit {
            is_lost = true;
            state.send_replace(State::Good);
            continue;
        }
        server.write_all(asked).await?;
        client.write_all(&answered[..n_answered]).await?;
        if is_commit && now == State::BreaksAtCommit {
            server.read_exact(&mut [0]).await?;
            state.send_replace(State::Good);
            return Ok(());
        }
    }
}

/// A game that one person plays alone, for both seats.
fn alone() -> serde_json::Value {
    json!({"game": "coerceo", "players": ["me", "me"]})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_was_kept_without_an_answer_is_not_said_to_be_lost() {
    let line = ProxiedHouse::with(|_| ()).await;
    let mut host = line.house.client();
    let table = line.house.table(&mut host, alone()).await;
    let m = first_move(&host.state(&table).await).unwrap();
    let action = json!({"type": "move", "ply": 0, "move": m});
    line.is_now(State::BreaksAtCommit);
    let error = host.act(&table, action.clone()).await.expect_error(503, "unavailable");
    assert_eq!(error["message"], UNSURE);
    assert_eq!(host.state(&table).await["ply"], 1);
    // Sent again, it counts once.
    host.act(&table, action).await.expect_status(200);
    assert_eq!(host.state(&table).await["ply"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_go_on_by_themselves_when_the_database_is_back() {
    let line = ProxiedHouse::with(|config| config.bot_pause = Duration::from_millis(200)).await;
    let mut host = line.house.client();
    let bot = json!({"bot": "greedy"});
    let body = json!({"game": "blokus", "players": ["me", bot, bot, bot]});
    let table = line.house.table(&mut host, body).await;
    host.play_any(&table).await.unwrap().expect_status(200);
    line.is_now(State::Down);
    let ready = host.get("ready").await.expect_error(503, "unavailable");
    let reason = "the database does not answer, or keeps nothing: is the disk full?";
    assert_eq!(ready["message"], reason);
    // Until a move cannot be kept, and the table not be opened again.
    sleep(Duration::from_secs(1)).await;
    line.is_now(State::Good);
    // Nobody asks for the table: that would wake it.
    let n_moves = || async { n_events(&line.url, &table.id).await };
    let begin = Instant::now();
    while n_moves().await < 4 {
        assert!(begin.elapsed() < SOON, "the bots go on");
        sleep(Duration::from_millis(100)).await;
    }
}

async fn n_events(url: &str, table: &str) -> i64 {
    use sqlx::Connection;
    let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
    let number = sqlx::query_scalar("SELECT COUNT(*) FROM event WHERE table_id = $1").bind(table);
    let number = number.fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    number
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_falls_silent_is_given_up() {
    let line = ProxiedHouse::with(|_| ()).await;
    let mut host = line.house.client();
    let table = line.house.table(&mut host, alone()).await;
    let m = first_move(&host.state(&table).await).unwrap();
    let action = json!({"type": "move", "ply": 0, "move": m});
    line.is_now(State::SilentAtCommit);
    let error = host.act(&table, action.clone()).await.expect_error(503, "unavailable");
    assert_eq!(error["message"], UNSURE);
    host.act(&table, action).await.expect_status(200);
    assert_eq!(host.state(&table).await["ply"], 1);
}
