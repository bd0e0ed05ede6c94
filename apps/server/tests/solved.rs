//! The small board of Aqua Pipe is solved: what a server says of it is exact.

mod house;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tilewright_bots::aquapipe::{Position, Solver, Tablebase, keep_tablebases_in};
use tilewright_bots::{GameValue, Limits, Proof, Stop};

use crate::house::{Client, House, Table};

/// A house, and where the tablebase of the usual game will be. All bots of this process use that.
async fn house() -> (House, PathBuf) {
    let house = House::on_sqlite().await;
    let folder = house.file().parent().expect("it is in a folder").to_owned();
    keep_tablebases_in(folder.clone());
    (house, folder.join("tables").join("aquapipe-3x3-each.table"))
}

/// The position at a table.
async fn position(client: &mut Client, table: &Table) -> Position {
    client.state(table).await["view"]["position"].as_str().unwrap().parse().unwrap()
}

async fn play(client: &mut Client, table: &Table, ply: usize, m: &str) {
    let action = json!({"type": "move", "ply": ply, "move": m});
    client.act(table, action).await.expect_status(200);
}

/// The moves in the last line of a hint.
async fn hint(client: &mut Client, table: &Table) -> Vec<Value> {
    let asked = json!({"time_millis": 1, "n_moves": 200});
    let answer = client.post(&table.path("/hint"), asked).await;
    let last = answer.text.lines().last().unwrap_or_else(|| panic!("{}", answer.status));
    let line: Value = serde_json::from_str(last).unwrap();
    line["moves"].as_array().unwrap().clone()
}

/// A hint has every legal move, with what the solution says of it.
async fn check_hint(client: &mut Client, table: &Table, file: &Path) {
    let hint = hint(client, table).await;
    let position = position(client, table).await;
    let mut solver = Solver::new(vec![Tablebase::open(file).unwrap()], 1 << 10);
    let judged = solver.judge(&position, Limits::NONE, &Stop::new(), &mut |_, _| ());
    let moves = judged.unwrap().moves;
    assert_eq!(hint.len(), moves.len());
    let us = position.color_to_move() as usize;
    for (m, proof) in moves {
        let told = hint.iter().find(|told| told["move"] == m.to_string()).unwrap();
        let expected = match proof {
            Proof::Exact(GameValue::Win { plies }) => (json!(1.0), json!(plies)),
            Proof::Exact(GameValue::Draw) => (json!(0.5), json!(null)),
            Proof::Exact(GameValue::Loss { plies }) => (json!(0.0), json!(plies)),
            Proof::Open { .. } => panic!("{m} is not solved"),
        };
        assert_eq!(told["is_proved"], true, "{told}");
        assert_eq!((&told["value"][us], &told["plies"]), (&expected.0, &expected.1), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_and_the_perfect_opponent_have_the_solution() {
    let (mut house, file) = house().await;
    let mut host = house.client();
    let body = json!({"game": "aquapipe", "players": ["me", "me"]});
    let table = house.table(&mut host, body).await;
    assert!(!file.exists(), "it is made when it is needed");
    for (ply, m) in ["S@a1", "M@b2", "S@b2", "L@c1", "M@a3"].into_iter().enumerate() {
        check_hint(&mut host, &table, &file).await;
        play(&mut host, &table, ply, m).await;
    }
    // A server that starts again finds it.
    let modified = || fs::metadata(&file).unwrap().modified().unwrap();
    let before = modified();
    house.restart().await;
    host.address = house.address;
    check_hint(&mut host, &table, &file).await;
    assert_eq!(modified(), before);

    let body = json!({"game": "aquapipe", "players": ["me", {"bot": "solver"}]});
    let table = house.table(&mut host, body).await;
    play(&mut host, &table, 0, "S@a1").await;
    host.until(&table, |state| state["ply"] == 2).await;
    // Against a corner only the center draws.
    let position = position(&mut host, &table).await;
    assert_eq!(
        Tablebase::open(&file).unwrap().value(&position).unwrap(),
        GameValue::Draw,
        "{position}"
    );
}
