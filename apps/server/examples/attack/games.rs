//! Attacks on tables, bots and lists.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::attacker::{Person, Target};
use crate::{Outcome, Result};

/// The longest that a person should wait for the move of a weak bot.
const SOON: Duration = Duration::from_secs(10);

/// The moves of a game that takes a while to go through.
const N_LONG: usize = 40;

fn bots(bot: &str) -> Value {
    json!({"game": "coerceo", "players": [{"bot": bot}, {"bot": bot}]})
}

fn open_table() -> Value {
    json!({"game": "coerceo", "players": ["me", "open"]})
}

fn alone() -> Value {
    json!({"game": "coerceo", "players": ["me", "me"]})
}

/// Posts the same body as many people at once, and returns how many were answered by 201.
async fn open_at_once(people: Vec<Person>, body: &Value) -> usize {
    let mut asked = JoinSet::new();
    for mut person in people {
        let body = body.clone();
        asked.spawn(
            async move { person.post("tables", body).await.is_ok_and(|it| it.status == 201) },
        );
    }
    asked.join_all().await.into_iter().filter(|is_open| *is_open).count()
}

/// One address opens games of the strongest bots; then somebody else plays a weak one.
pub(crate) async fn bots_everywhere(target: &Target) -> Result<Outcome> {
    let household = target.household()?;
    let people = (0..target.n_requests).map(|_| household.person()).collect();
    let n_open = open_at_once(people, &bots("level:9")).await;
    let mut player = target.person()?;
    let body = json!({"game": "aquapipe", "players": ["me", {"bot": "level:1"}]});
    let table = player.open(body).await?;
    player.play_first(&table).await?;
    let begin = Instant::now();
    while player.state(&table).await?["ply"] != 2 && begin.elapsed() < 3 * SOON {
        sleep(Duration::from_millis(20)).await;
    }
    let wait = begin.elapsed();
    let text = format!(
        "{n_open} of {} games opened; a bot of somebody else answered after {:.2} s",
        target.n_requests,
        wait.as_secs_f64()
    );
    Ok(Outcome { is_held: wait < SOON && n_open < target.n_requests, text })
}

/// One address opens tables; that of somebody else stays on the list.
pub(crate) async fn many_tables(target: &Target) -> Result<Outcome> {
    let mut victim = target.person()?;
    let table = victim.open(open_table()).await?;
    let household = target.household()?;
    let people = (0..2 * target.n_requests).map(|_| household.person()).collect();
    let n_open = open_at_once(people, &open_table()).await;
    sleep(Duration::from_millis(1_500)).await;
    let list = victim.get("tables").await?;
    let is_listed = list.text.contains(&table);
    let text = format!(
        "{n_open} of {} tables opened; the table of somebody else is {}",
        2 * target.n_requests,
        if is_listed { "listed" } else { "gone from the list" }
    );
    Ok(Outcome { is_held: is_listed && n_open < 2 * target.n_requests, text })
}

/// One guest sits down at every table that waits.
pub(crate) async fn many_seats(target: &Target) -> Result<Outcome> {
    const N_TABLES: usize = 24;
    let mut tables = Vec::new();
    for _ in 0..N_TABLES / 4 {
        let mut host = target.person()?;
        for _ in 0..4 {
            tables.push(host.open(open_table()).await?);
        }
    }
    let mut guest = target.person()?;
    let mut n_seats = 0;
    for table in &tables {
        let sat = guest.act(table, json!({"type": "sit"})).await?;
        n_seats += usize::from(sat.status == 200);
    }
    let text = format!("one guest took {n_seats} of {N_TABLES} seats");
    Ok(Outcome { is_held: n_seats <= N_TABLES / 2, text })
}

/// Somebody sits down and leaves again, as fast as the line allows.
pub(crate) async fn sit_and_leave(target: &Target) -> Result<Outcome> {
    let mut host = target.person()?;
    let table = host.open(json!({"game": "blokus", "players": ["me"]})).await?;
    let mut guest = target.person()?;
    let mut n_seats = 0;
    for _ in 0..target.n_requests {
        let sat = guest.act(&table, json!({"type": "sit"})).await?;
        n_seats += usize::from(sat.status == 200);
        if sat.status == 200 {
            guest.act(&table, json!({"type": "leave"})).await?;
        }
    }
    let text = format!("sat down {n_seats} times in {} attempts", target.n_requests);
    Ok(Outcome { is_held: n_seats < target.n_requests / 2, text })
}

/// A game that somebody plays alone, of up to so many moves.
async fn long_game(player: &mut Person, n_moves: usize) -> Result<String> {
    let table = player.open(alone()).await?;
    for _ in 0..n_moves {
        let state = player.state(&table).await?;
        if state["status"] != "playing" {
            break;
        }
        player.play_first(&table).await?;
    }
    Ok(table)
}

/// One address has games judged; somebody else asks for a hint.
pub(crate) async fn analyses(target: &Target) -> Result<Outcome> {
    let mut player = target.person()?;
    let judged = long_game(&mut player, N_LONG).await?;
    let record = player.get(&format!("tables/{judged}/record")).await?.text;
    let household = target.household()?;
    let mut running = JoinSet::new();
    for _ in 0..4 {
        let person = household.person();
        let request = person.request(reqwest::Method::POST, "analysis?millis=1000");
        let request = request.header("content-type", "text/plain").body(record.clone());
        running.spawn(request.send());
    }
    sleep(Duration::from_millis(500)).await;
    let table = player.open(alone()).await?;
    let begin = Instant::now();
    let path = format!("tables/{table}/hint");
    let hint = player.post(&path, json!({"time_millis": 200})).await?;
    let wait = begin.elapsed();
    let text = format!(
        "with 4 analyses of another address a hint took {:.2} s (status {})",
        wait.as_secs_f64(),
        hint.status
    );
    Ok(Outcome { is_held: hint.status == 200 && wait < SOON, text })
}

/// One address reads a long game again and again; somebody else moves meanwhile.
pub(crate) async fn reads(target: &Target) -> Result<Outcome> {
    let mut player = target.person()?;
    let table = long_game(&mut player, N_LONG).await?;
    let own = player.open(alone()).await?;
    let household = target.household()?;
    let mut running = JoinSet::new();
    for number in 0..4 * target.n_requests {
        let mut reader = household.person();
        let what = ["record", "picture.png", "picture.svg", "views/1"][number % 4];
        let path = format!("tables/{table}/{what}");
        running.spawn(async move { reader.get(&path).await.is_ok_and(|it| it.status == 200) });
    }
    let mut slowest = Duration::ZERO;
    for _ in 0..5 {
        let begin = Instant::now();
        player.play_first(&own).await?;
        slowest = slowest.max(begin.elapsed());
    }
    let n_read = running.join_all().await.into_iter().filter(|is_read| *is_read).count();
    let text = format!(
        "{n_read} of {} reads of a long game; the slowest move of somebody else took {:.2} s",
        4 * target.n_requests,
        slowest.as_secs_f64()
    );
    Ok(Outcome { is_held: slowest < Duration::from_secs(1), text })
}

/// A game between bots is asked to go on for as long as the rules allow.
pub(crate) async fn endless(target: &Target) -> Result<Outcome> {
    let mut person = target.person()?;
    let mut body = bots("random");
    body["game"] = json!("triominos");
    body["options"] = json!({"target": "100000"});
    let answer = person.post("tables", body).await?;
    let text = format!("target=100000 was answered by {}", answer.status);
    Ok(Outcome { is_held: answer.status == 400, text })
}

/// The list that every home page asks for again and again.
pub(crate) async fn lists(target: &Target) -> Result<Outcome> {
    let mut person = target.person()?;
    let mut slowest = Duration::ZERO;
    let begin = Instant::now();
    for _ in 0..target.n_requests {
        let before = Instant::now();
        person.get("tables").await?;
        slowest = slowest.max(before.elapsed());
    }
    let usual = begin.elapsed() / target.n_requests as u32;
    let text = format!(
        "{} lists took {:.2} ms each, the slowest {:.1} ms",
        target.n_requests,
        usual.as_secs_f64() * 1_000.0,
        slowest.as_secs_f64() * 1_000.0
    );
    Ok(Outcome { is_held: usual < Duration::from_millis(50), text })
}
