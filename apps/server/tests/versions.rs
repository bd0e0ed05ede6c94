//! Databases of older versions: they are brought up to date, and their games go on.

mod house;

use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};
use tilewright_server::Database;

use crate::house::{House, Table};

const VERSION_1: &str = include_str!("data/version-1.sql");

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_the_first_version_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("server.sqlite");
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let mut old = SqliteConnection::connect(&url).await.unwrap();
    old.execute(VERSION_1).await.unwrap();
    old.close().await.unwrap();

    let house = House::with(|config| config.database = Database::Sqlite(file)).await;
    let mut host = house.client();
    // The browser of then is known again.
    host.cookie =
        Some("tilewright=QVVA69_ooxwEgpizXLr_euTTC0j5v-gbxcGVreXjesSKY676HbC-nQ".to_owned());
    let table = Table { id: "YXuGAiAlKRYN".to_owned(), key: String::new() };
    let look = host.get(&table.path("")).await.expect_status(200);
    let moves: Vec<_> = look["events"].as_array().unwrap().iter().map(|it| &it["move"]).collect();
    assert_eq!(
        (moves[0], moves[1], moves[6]),
        (&json!("O1n@e10"), &json!("I2n@j4"), &json!("I3n@j4"))
    );
    assert_eq!((&look["state"]["ply"], &look["state"]["status"]), (&json!(2), &json!("playing")));
    let answer = host.play_any(&table).await.expect("it is the turn of who plays both seats");
    assert_eq!(answer.expect_status(200), json!({"number": 8}));
    // What was said then is deleted with who said it.
    let said = |look: &Value| look["events"][2]["text"].clone();
    assert_eq!(said(&look), "good luck");
    host.delete_account("").await.expect_status(204);
    let look = house.client().get(&table.path("")).await.expect_status(200);
    assert_eq!(said(&look), "…");
}
