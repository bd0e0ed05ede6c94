//! Databases of older versions: they are brought up to date, and their games go on.

mod house;

use std::fs;

use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tilewright_server::Database;

use crate::house::{Client, House, Table};

const VERSION_1: &str = include_str!("data/version-1.sql");
const VERSION_3: &str = include_str!("data/version-3.sql");

/// More of version 3: its Triominos had no option `blocked-when`.
const VERSION_3_BLOCKED: &str = include_str!("data/version-3-blocked.sql");

/// The tables of version 3: id, status, number of events.
const TABLES_OF_VERSION_3: [(&str, &str, usize); 7] = [
    ("Gi9qXtHc_Xms", "over", 18),
    ("-0P3PMeZ7aON", "playing", 0),
    ("hmoO7-1pRkYf", "playing", 25),
    ("8CKCs3TFGPIW", "over", 3),
    ("ia5PUSZkzY19", "waiting", 3),
    ("QfuPhsCKLNpo", "aborted", 1),
    ("NGeraWht417Y", "playing", 2),
];

/// A file that the server of the commit db6c587 wrote: games of all kinds, by Ada and a guest.
const FILE_OF_VERSION_3: &[u8] = include_bytes!("data/commit-db6c587.sqlite");

/// Its tables that Ada may see: path, status, number of moves, points.
const TABLES_OF_THE_FILE: [(&str, &str, u64, &[i32]); 5] = [
    ("tables/T9OBaotVKlPB", "playing", 2, &[-84, -88]),
    ("tables/xHA_j_Msoss7?key=sf5hReL4GMNnHXqLkjl79cAI", "over", 5, &[1, 0]),
    ("tables/jCCX5fETm9rU", "over", 1, &[0, 0]),
    ("tables/AV8w3VyRp0d9", "playing", 42, &[-46, 25]),
    ("tables/5aN8XGWTVBVI", "waiting", 0, &[-89; 4]),
];

/// A server on the SQLite file that an older version left behind.
async fn house_of(dumps: &[&'static str]) -> (House, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("server.sqlite");
    let url = format!("sqlite://{}?mode=rwc", file.display());
    let mut old = SqliteConnection::connect(&url).await.unwrap();
    for dump in dumps {
        old.execute(*dump).await.unwrap();
    }
    old.close().await.unwrap();
    (House::with(|config| config.database = Database::Sqlite(file)).await, folder)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_third_version_is_opened_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("server.sqlite");
    fs::write(&file, FILE_OF_VERSION_3).unwrap();
    let house = House::with(|config| config.database = Database::Sqlite(file)).await;
    let mut ada = house.client();
    ada.sign_in("Ada", "a long password").await.expect_status(200);
    for (path, status, ply, scores) in TABLES_OF_THE_FILE {
        let state = &ada.get(path).await.expect_status(200)["state"];
        assert_eq!(state["status"], status, "{path}");
        assert_eq!(state["ply"], ply, "{path}");
        assert_eq!(state["scores"], json!(scores), "{path}");
    }
    let duo = Table { id: "T9OBaotVKlPB".to_owned(), key: String::new() };
    ada.play_any(&duo).await.expect("it is Ada's turn").expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_third_version_go_on_in_sqlite() {
    let (house, _folder) = house_of(&[VERSION_3, VERSION_3_BLOCKED]).await;
    check_version_3(&house).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_third_version_go_on_in_postgres() {
    let mut house = House::on_postgres().await;
    house.stop().await;
    let Database::Postgres(url) = &house.config.database else { panic!("it is PostgreSQL") };
    let mut database = PgConnection::connect(url).await.unwrap();
    database.execute("DELETE FROM setting").await.unwrap();
    let is_row = |line: &&str| line.starts_with("INSERT") && !line.contains("_sqlx_migrations");
    for row in VERSION_3.lines().chain(VERSION_3_BLOCKED.lines()).filter(is_row) {
        database.execute(row).await.unwrap();
    }
    database.close().await.unwrap();
    house.start().await;
    check_version_3(&house).await;
}

async fn check_version_3(house: &House) {
    let mut ada = house.client();
    ada.sign_in("Ada", "correct horse").await.expect_status(200);
    for (id, status, n_events) in TABLES_OF_VERSION_3 {
        let table = Table { id: id.to_owned(), key: String::new() };
        let look = ada.get(&table.path("")).await.expect_status(200);
        assert_eq!(look["state"]["status"], status, "{id}");
        assert_eq!(look["events"].as_array().unwrap().len(), n_events, "{id}");
        if let Some(answer) = ada.play_any(&table).await {
            answer.expect_status(200);
        }
    }
    check_blocked_round(&mut ada).await;
    // Results were not kept beside the tables then: they come from the games.
    let mine = ada.get("tables?mine=true").await.expect_status(200);
    let lists = mine.as_array().unwrap().iter();
    let over: Vec<_> = lists.filter(|table| table["status"] == "over").collect();
    assert!(over.len() >= 2);
    for table in over {
        assert_eq!(table["standing"]["places"].as_array().map(Vec::len), Some(2), "{table}");
    }
    let look = ada.get("tables/Gi9qXtHc_Xms").await.expect_status(200);
    assert!(look["table"]["first"]["text"].as_str().unwrap().starts_with("the coin shows"));
}

/// Checks a game of Triominos whose first round ended with tiles in the pile, because nobody placed
/// in a whole circle: that was the rule before there was an option for it.
async fn check_blocked_round(ada: &mut Client) {
    let table = Table { id: "T7bLk0cKed_3".to_owned(), key: String::new() };
    let look = ada.get(&table.path("")).await.expect_status(200);
    assert_eq!(look["table"]["options"]["blocked-when"], "passes");
    assert_eq!(look["table"]["options"]["blocked-winner"], "points");
    // The deal of the second round went on when the table was opened again.
    assert_eq!(look["state"]["ply"], 33 + 18);
    assert_eq!(look["state"]["view"]["round"], 2);
    assert_eq!(look["state"]["scores"], json!([0, 21]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_the_first_version_goes_on() {
    let (house, _folder) = house_of(&[VERSION_1]).await;
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
