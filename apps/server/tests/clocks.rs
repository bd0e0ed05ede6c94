//! Tables with clocks, on both databases.

#[macro_use]
mod house;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::house::{Client, House, SOON, Table};

on_both!(
    a_flag_falls_when_nobody_asks,
    a_restart_gives_the_time_back,
    a_bot_takes_over_at_once_and_as_chosen,
    a_server_that_was_away_gives_days_back,
    clocks_that_nobody_can_play_with_are_refused,
);

/// A clock is not wrong by more than this.
const TOLERANCE: Duration = Duration::from_millis(100);

async fn timed(house: &House, clock: Value) -> (Client, Client, Table) {
    let mut host = house.client();
    let mut guest = house.client();
    let body = json!({"game": "coerceo", "players": ["me", "open"], "clock": clock});
    let table = house.table(&mut host, body).await;
    guest.act(&table, json!({"type": "sit"})).await.expect_status(200);
    (host, guest, table)
}

async fn a_flag_falls_when_nobody_asks(house: House) {
    let (mut host, mut guest, table) = timed(&house, json!({"type": "total", "seconds": 1})).await;
    host.play_any(&table).await.unwrap().expect_status(200);
    let mut socket = host.socket(&table.path("/socket")).await;
    let first = socket.next_of("update").await;
    assert_eq!(first["state"]["clocks"]["left_millis"], json!([1_000, 1_000]));
    assert!(first["state"]["clocks"]["running"]["first_move_millis"].as_u64() > Some(25_000));
    guest.play_any(&table).await.unwrap().expect_status(200);
    let begin = Instant::now();
    let over = loop {
        let update = socket.next_of("update").await;
        if update["state"]["status"] == "over" {
            break update;
        }
    };
    let lateness = begin.elapsed().checked_sub(Duration::from_millis(900)).unwrap();
    assert!(lateness < 5 * TOLERANCE, "{lateness:?}");
    assert_eq!(over["state"]["endings"], json!({"1": "lost-on-time"}));
    assert_eq!(over["state"]["turn"]["places"], json!([2, 1]));
    // The event itself has the time at which it happened, not that at which it was sent.
    let events = host.get(&table.link("")).await.expect_status(200)["events"].clone();
    let at = |index: usize| events[index]["at"].as_u64().unwrap();
    let n_events = events.as_array().unwrap().len();
    let turn = Duration::from_millis(at(n_events - 1) - at(n_events - 2));
    // The lag of this machine counts for little.
    assert!(turn >= Duration::from_secs(1), "{turn:?}");
    assert!(turn < Duration::from_secs(1) + 2 * TOLERANCE, "{turn:?}");
}

async fn a_restart_gives_the_time_back(mut house: House) {
    let clock = json!({"type": "total", "seconds": 3});
    let (mut host, mut guest, table) = timed(&house, clock).await;
    host.play_any(&table).await.unwrap().expect_status(200);
    guest.play_any(&table).await.unwrap().expect_status(200);
    let n_events = host.state(&table).await["number"].as_u64().unwrap();
    for restart in 1..=3 {
        sleep(Duration::from_millis(1_500)).await;
        house.restart().await;
        host.address = house.address;
        guest.address = house.address;
        // The clock starts again as soon as the server does, before anybody comes.
        let is_started = |state: &Value| state["number"].as_u64() == Some(n_events + restart);
        let state = host.until(&table, is_started).await;
        assert_eq!(state["status"], "playing");
        let left = state["clocks"]["left_millis"][0].as_u64().unwrap();
        assert!(left > 2_000, "{left}");
    }
    // What was given back is kept: nothing is left of the pauses on the clock after the move.
    host.play_any(&table).await.unwrap().expect_status(200);
    let left = host.state(&table).await["clocks"]["left_millis"][0].as_u64().unwrap();
    assert!(left > 2_000, "{left}");
    let record = host.get(&table.link("/record")).await.text;
    assert!(record.contains("time-control: 3 s"), "{record}");
    assert!(record.contains("clock=0:0"), "{record}");
}

async fn a_bot_takes_over_at_once_and_as_chosen(house: House) {
    let mut people = [house.client(), house.client(), house.client()];
    let body = json!({
        "game": "triominos", "options": {"seats": "3", "single-round": "on"},
        "players": ["me", "open", "open"], "substitute": "random",
        "clock": {"type": "per-move", "seconds": 1},
    });
    let table = house.table(&mut people[0], body).await;
    for guest in &mut people[1..] {
        guest.act(&table, json!({"type": "sit"})).await.expect_status(200);
    }
    // Everybody has moved; then only two go on.
    let mut has_moved = [false; 3];
    while has_moved.contains(&false) {
        for (i, person) in people.iter_mut().enumerate() {
            if let Some(answer) = person.play_any(&table).await {
                has_moved[i] |= answer.status == 200;
            }
        }
    }
    let begin = Instant::now();
    loop {
        assert!(begin.elapsed() < 4 * SOON);
        let state = people[0].state(&table).await;
        if state["status"] == "over" {
            assert_eq!(state["endings"], json!({"3": "lost-on-time"}));
            assert_eq!(state["turn"]["places"][2], 3);
            break;
        }
        people[0].play_any(&table).await;
        people[1].play_any(&table).await;
        sleep(Duration::from_millis(5)).await;
    }
}

async fn a_server_that_was_away_gives_days_back(mut house: House) {
    let clock = json!({"type": "correspondence", "days": 1});
    let (mut host, mut guest, table) = timed(&house, clock).await;
    host.play_any(&table).await.unwrap().expect_status(200);
    guest.play_any(&table).await.unwrap().expect_status(200);
    house.stop().await;
    // The last move was two days ago.
    let past = 2 * 24 * 60 * 60 * 1_000_u64;
    house.execute(&[&format!("UPDATE event SET at = at - {past}")]).await;
    house.start().await;
    host.address = house.address;
    let state = host.until(&table, |state| state["clocks"]["running"].is_object()).await;
    assert_eq!(state["status"], "playing");
    assert!(state["clocks"]["left_millis"][0].as_u64() > Some(past / 2 - 60_000));
}

async fn clocks_that_nobody_can_play_with_are_refused(house: House) {
    let mut host = house.client();
    for clock in [
        json!({"type": "per-move", "seconds": 0}),
        json!({"type": "total", "seconds": 60, "increment": 1, "delay": 1}),
        json!({"type": "correspondence", "days": 1_000}),
        json!({"type": "sundial"}),
    ] {
        let body = json!({"game": "coerceo", "players": ["me", "open"], "clock": clock});
        host.post("tables", body).await.expect_error(400, "bad-request");
    }
    let body = json!({"game": "coerceo", "players": ["me"], "substitute": "minimax:depth=40"});
    host.post("tables", body).await.expect_error(400, "bad-request");
}
