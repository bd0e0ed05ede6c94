//! A bot that never returns: an engine, a bot at the server, and one that plays over the interface.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::house::Table;
use crate::machine::report;
use crate::served::{Served, serve};

#[test]
#[ignore = "a fault: cargo xtask faults"]
fn an_engine_in_the_arena() {
    let begin = Instant::now();
    let (is_well, told) = let_play("hang");
    let said =
        "forfeited 2 times; the last time it did not answer in time: no bestmove within 600 ms";
    assert!(is_well && told.contains(said), "{told}");
    // One that does not even say who it is costs no game: nothing is begun with it.
    let (is_well, told) = let_play("deaf");
    assert!(
        !is_well && told.ends_with("did not answer in time: no ugiok within 60000 ms\n"),
        "{told}"
    );
    report(
        "engines in the arena that never answer, when asked for a move or who they are",
        "the one forfeits its games, with the reason; the other is refused, with the reason",
        &format!("2 forfeits, 1 refusal, in {:.0} s", begin.elapsed().as_secs_f64()),
    );
}

/// Lets an engine that misbehaves in this way play two games, and says whether that went well.
fn let_play(mode: &str) -> (bool, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/protocol/tests/bad_engine.sh");
    let engine = format!("ugi:sh {script} {mode} 81003");
    let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["arena", "aquapipe", "--player", &engine, "--player", "random"])
        .args(["--games", "2", "--time", "100ms"])
        .output()
        .unwrap();
    let told = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(told).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn every_bot_of_the_server_returns() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start_by(serve(folder.path()));
    let games = served.client().get("games").await.expect_status(200);
    let mut n_bots = 0;
    let mut slowest = Duration::ZERO;
    let mut slow_bot = String::new();
    for game in games.as_array().unwrap() {
        for bot in bots_of(game) {
            let mut host = served.client();
            let mut body = json!({"game": game["game"], "players": ["me", {"bot": bot}]});
            if game["game"] == "blokus" {
                body["options"] = json!({"variant": "duo"});
            }
            let answer = host.post("tables", body).await;
            assert_eq!(answer.status, 201, "{} {bot}: {}", game["game"], answer.text);
            let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
            let table = Table { id: text("id"), key: text("key") };
            let begin = Instant::now();
            host.play_any(&table).await;
            host.until(&table, |state| state["choices"].is_object()).await;
            if begin.elapsed() > slowest {
                (slowest, slow_bot) = (begin.elapsed(), format!("{bot} of {}", game["name"]));
            }
            n_bots += 1;
        }
    }
    assert!(slowest < Duration::from_secs(30), "{slow_bot}: {slowest:?}");
    report(
        "every bot that people may order at the server, from the first move on",
        "each answers",
        &format!("{n_bots} bots, the slowest is {slow_bot} with {:.1} s", slowest.as_secs_f64()),
    );
}

/// The bots that people may order: levels, and kinds without settings.
fn bots_of(game: &Value) -> Vec<String> {
    let kinds = game["bots"].as_array().unwrap().iter();
    let names = kinds.map(|bot| bot["name"].as_str().unwrap().to_owned());
    let levels = (1..=9).map(|level| format!("level:{level}"));
    names.filter(|name| name != "level").chain(levels).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn a_bot_at_a_table_that_never_moves() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let mut host = served.client();
    let body = json!({"game": "coerceo", "players": ["me", "open"]});
    let opened = host.post("tables", body).await.expect_status(201);
    let text = |name: &str| opened[name].as_str().unwrap().to_owned();
    let table = Table { id: text("id"), key: text("key") };
    let mut bot = served.client();
    bot.act(&table, json!({"type": "sit"})).await.expect_status(200);
    host.play_any(&table).await.unwrap().expect_status(200);
    // It is not the turn of who waits, and the table is no worse for it: it can be left, or gone on
    // with.
    let refusal = host.act(&table, json!({"type": "move", "ply": 1, "move": "x"})).await;
    assert_eq!(refusal.expect_error(403, "forbidden")["message"], "it is not your turn");
    served.kill();
    let served = Served::start(folder.path());
    (host.address, bot.address) = (served.address, served.address);
    assert_eq!(host.state(&table).await["ply"], 1);
    bot.play_any(&table).await.unwrap().expect_status(200);
    host.play_any(&table).await.unwrap().expect_status(200);
    host.act(&table, json!({"type": "resign"})).await.expect_status(200);
    assert_eq!(host.state(&table).await["status"], "over");
    report(
        "a bot over the interface that takes a seat and never moves, also across a kill of the \
        server",
        "the table waits, the bot may come back, and the other may resign at any time",
        "1 table, 3 moves, 0 lost",
    );
}
