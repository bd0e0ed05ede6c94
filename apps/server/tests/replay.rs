//! Records that are replayed.

mod house;

use serde_json::{Value, json};

use crate::house::{Answer, Client, House, Table};

async fn replay(client: &mut Client, record: &str, ply: impl Into<Value>) -> Answer {
    client.post("replay", json!({"record": record, "ply": ply.into()})).await
}

/// Plays at both seats until the game is over, or for so many moves.
async fn play(host: &mut Client, table: &Table, n_moves: usize) {
    for _ in 0..n_moves {
        let Some(answer) = host.play_any(table).await else { return };
        answer.expect_status(200);
    }
}

async fn record(client: &mut Client, table: &Table) -> String {
    let answer = client.get(&table.path("/record")).await;
    assert_eq!(answer.status, 200);
    answer.text
}

/// The record of a table is replayed to what its reader saw there, at every ply.
async fn check_record(reader: &mut Client, table: &Table) {
    let look = reader.get(&table.path("")).await.expect_status(200);
    let record = record(reader, table).await;
    let replayed = replay(reader, &record, Value::Null).await.expect_status(200);
    assert_eq!(replayed["game"], look["table"]["game"]);
    assert_eq!(replayed["options"], look["table"]["options"]);
    assert_eq!(replayed["turn"], look["state"]["turn"]);
    assert_eq!(replayed["snapshot"]["view"], look["state"]["view"]);
    let events = look["events"].as_array().unwrap();
    let told: Vec<&Value> = events.iter().filter(|event| event["type"] == "move").collect();
    let moves = replayed["moves"].as_array().unwrap();
    assert_eq!(moves.len(), told.len());
    for (m, told) in moves.iter().zip(told) {
        for part in ["seat", "move", "effect", "revealed"] {
            assert_eq!(m[part], told[part], "{part} of {told}");
        }
    }
    for ply in (0..=moves.len()).step_by(3) {
        let moment = reader.get(&table.path(&format!("/views/{ply}"))).await.expect_status(200);
        let replayed = replay(reader, &record, ply).await.expect_status(200);
        for part in ["ply", "turn", "mover", "scores", "endings", "view"] {
            assert_eq!(replayed["snapshot"][part], moment[part], "{part} after {ply} moves");
        }
        // A record that everybody has is read as a spectator does.
        let is_own = look["table"]["game"] == "triominos";
        let viewer = if is_own { &moment["viewer"] } else { &Value::Null };
        assert_eq!(replayed["snapshot"]["viewer"], *viewer);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_replayed_to_what_was_seen() {
    // Nobody plays on for who resigns while everybody looks.
    let house = House::with(|config| config.bot_pause = house::SOON * 10).await;
    let mut host = house.client();
    for (game, n_seats) in [("blokus", 4), ("triominos", 2), ("coerceo", 2), ("aquapipe", 2)] {
        let body = json!({"game": game, "players": vec!["me"; n_seats]});
        let table = house.table(&mut host, body).await;
        play(&mut host, &table, 25).await;
        host.act(&table, json!({"type": "resign", "seat": 2})).await;
        check_record(&mut host, &table).await;
        check_record(&mut house.client(), &table).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_comments_and_endings_are_told() {
    let house = House::on_sqlite().await;
    let mut client = house.client();
    let record = "tilewright record 1\ngame: coerceo\nvariant: ocius\nseat 2: Ada\n\n\
                  1. 06:W3-06:W1  # well begun\nseat 2 resigns\n";
    let replayed = client.post("replay", json!({"record": record})).await.expect_status(200);
    assert_eq!(replayed["players"], json!([null, "Ada"]));
    assert_eq!(replayed["moves"][0]["comment"], "well begun");
    assert_eq!(replayed["turn"]["places"], json!([1, 2]));
    assert_eq!(replayed["snapshot"]["endings"], json!({"2": "resigned"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_record_is_refused_with_its_line() {
    let house = House::on_sqlite().await;
    let mut client = house.client();
    let duo = |moves: &str| format!("tilewright record 1\ngame: blokus\nvariant: duo\n\n{moves}");
    for (record, message) in [
        ("hello\n".to_owned(), "line 1: "),
        ("tilewright record 1\ngame: chess\n".to_owned(), "line 2: there is no game 'chess'"),
        (duo("1. O1n@e10\n2. O1n@e10\n"), "line 6: 2. O1n@e10: e10 is occupied"),
        (duo("1. O1n@e10"), "line 5: the last line has no end"),
    ] {
        let error = replay(&mut client, &record, 0).await.expect_error(400, "bad-request");
        let told = error["message"].as_str().unwrap();
        assert!(told.starts_with(message), "{told}");
    }
    let error = replay(&mut client, &duo("1. O1n@e10\n"), 2).await;
    let error = error.expect_error(400, "bad-request");
    assert_eq!(error["message"], "the record has 1 move, not 2");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_is_too_long_is_refused() {
    let house = House::on_sqlite().await;
    let mut client = house.client();
    let moves: Vec<String> = (1..=5_001).map(|n| format!("{n}. pass\n")).collect();
    let record = format!("tilewright record 1\ngame: triominos\n\n{}", moves.concat());
    let error = replay(&mut client, &record, Value::Null).await;
    let error = error.expect_error(400, "bad-request");
    assert_eq!(error["message"], "games of up to 5000 moves are replayed");
}
