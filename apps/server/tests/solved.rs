//! The small board of Aqua Pipe is solved: what a server says of it is exact.

mod house;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tilewright_bots::aquapipe::{Position, Solver, Tablebase};
use tilewright_bots::{GameValue, Limits, Proof, Stop};
use tilewright_server::Database;
use tokio::time::sleep;

use crate::house::{Client, House, SOON, Table};

/// The file of the tablebase of the usual game.
const EACH: &str = "aquapipe-3x3-each.table";

/// A house that makes tablebases, and where they will be. All bots of this process use that.
async fn house() -> (House, PathBuf) {
    let house = House::with(|config| {
        let Database::Sqlite(file) = &config.database else { panic!("it is SQLite") };
        config.tablebase_folder = file.parent().map(Path::to_owned);
    });
    let house = house.await;
    let folder = house.file().parent().expect("it is in a folder").join("tables");
    (house, folder)
}

/// Waits until a tablebase is made in the background.
async fn wait_for(file: &Path) {
    let begin = Instant::now();
    while !file.exists() {
        assert!(begin.elapsed() < 20 * SOON, "{} is not made", file.display());
        sleep(Duration::from_millis(20)).await;
    }
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
    let (mut house, folder) = house().await;
    let file = folder.join(EACH);
    let partial = folder.join(format!("{EACH}.partial"));
    let mut host = house.client();
    // A hint that comes before the tablebase does not wait for it: the search answers.
    let body = json!({"game": "aquapipe", "players": ["me", "me"]});
    let table = house.table(&mut host, body).await;
    let first = hint(&mut host, &table).await;
    assert_eq!(first.len(), 27);
    assert!(!file.exists(), "the hint waited for the tablebase");
    // The next server continues with the part that was made.
    house.restart().await;
    host.address = house.address;
    assert!(partial.exists() && !file.exists(), "it was stopped");
    wait_for(&file).await;
    assert!(!partial.exists());
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
