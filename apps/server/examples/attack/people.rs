//! Attacks on accounts, passwords and what surrounds a request.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_TYPE, HOST};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::attacker::{PASSWORD, Target, new_name};
use crate::{Outcome, Result, resident};

/// The most memory that sign-ins may cost, in megabytes.
const MAX_GROWTH: f64 = 100.0;

/// Sign-ins, and as many whose clients hang up: few of each account, so that no limit spares the
/// server the work.
pub(crate) async fn sign_ins(target: &Target) -> Result<Outcome> {
    const N_OF_ACCOUNT: usize = 10;
    let before = resident(target.pid);
    let mut n_done = 0;
    let mut n_aborted = 0;
    for number in 0..target.n_requests {
        let household = target.household()?;
        let name = format!("{}{number}", new_name("memory"));
        household.person().sign_up(&name).await?;
        let body = json!({"name": name, "password": PASSWORD});
        let mut asked = JoinSet::new();
        for _ in 0..N_OF_ACCOUNT {
            let mut person = household.person();
            let body = body.clone();
            asked.spawn(async move { person.post("session", body).await.map(|it| it.status) });
        }
        let answers = asked.join_all().await;
        n_done += answers.into_iter().filter(|it| matches!(it, Ok(200))).count();
        for _ in 0..N_OF_ACCOUNT {
            let request = household.person().post_request("session", &body);
            let sent = tokio::spawn(request.send());
            sleep(Duration::from_millis(1)).await;
            sent.abort();
            n_aborted += 1;
        }
    }
    sleep(Duration::from_secs(2)).await;
    let after = resident(target.pid);
    let growth = before.zip(after).map(|(before, after)| after - before);
    let memory = growth.map_or("unknown, say --pid".to_owned(), |it| format!("{it:.0} MB"));
    let text = format!("{n_done} sign-ins and {n_aborted} aborted ones; memory grew by {memory}");
    Ok(Outcome { is_held: growth.is_none_or(|growth| growth < MAX_GROWTH), text })
}

/// An account with games is deleted, and the connection closed before that is done.
pub(crate) async fn deletion(target: &Target) -> Result<Outcome> {
    const N_GAMES: usize = 40;
    let mut host = target.person()?;
    host.sign_up(&new_name("leaver")).await?;
    let mut tables = Vec::new();
    for _ in 0..N_GAMES {
        let body = json!({"game": "coerceo", "players": ["me", {"bot": "level:1"}]});
        tables.push(host.open(body).await?);
    }
    let body = json!({"password": PASSWORD}).to_string();
    // Before the password is checked, a client that hangs up deletes nothing: then a later moment.
    for pause in [30, 60, 120, 250, 500, 1_000, 2_000] {
        let request = host.request(Method::DELETE, "me").header(CONTENT_TYPE, "application/json");
        let sent = tokio::spawn(request.body(body.clone()).send());
        sleep(Duration::from_millis(pause)).await;
        sent.abort();
        if host.get("me").await?.body.is_null() {
            break;
        }
    }
    let mut watcher = target.person()?;
    let begin = Instant::now();
    let mut n_playing = N_GAMES;
    while n_playing > 0 && begin.elapsed() < Duration::from_secs(30) {
        n_playing = 0;
        for table in &tables {
            n_playing += usize::from(watcher.state(table).await?["status"] == "playing");
        }
        sleep(Duration::from_millis(200)).await;
    }
    let text = format!("{n_playing} of {N_GAMES} games still have the seat of nobody");
    Ok(Outcome { is_held: n_playing == 0, text })
}

/// Passwords are guessed for one account from many addresses.
pub(crate) async fn guesses(target: &Target) -> Result<Outcome> {
    const N_GUESSES: usize = 60;
    let name = new_name("victim");
    target.person()?.sign_up(&name).await?;
    let mut n_tried = 0;
    for i in 0..N_GUESSES / 2 {
        let mut stranger = target.person()?;
        for half in 0..2 {
            let password = format!("wrong horse {i} {half}");
            let answer = stranger.post("session", json!({"name": name, "password": password}));
            n_tried += usize::from(answer.await?.status == 401);
        }
    }
    let text = format!("{n_tried} of {N_GUESSES} guesses from 30 addresses were tried");
    Ok(Outcome { is_held: n_tried <= N_GUESSES / 3, text })
}

/// Accounts with the passwords that everybody tries first.
pub(crate) async fn common_passwords(target: &Target) -> Result<Outcome> {
    const COMMON: [&str; 6] =
        ["password", "12345678", "1234567890", "qwertyuiop", "password123", "aaaaaaaaaaaa"];
    let mut person = target.person()?;
    let mut n_accepted = 0;
    for (i, password) in COMMON.iter().enumerate() {
        let body = json!({"name": format!("{}{i}", new_name("weak")), "password": password});
        n_accepted += usize::from(person.post("accounts", body).await?.status == 201);
    }
    let text = format!("{n_accepted} of {} were accepted", COMMON.len());
    Ok(Outcome { is_held: n_accepted == 0, text })
}

/// Accounts that could be taken for somebody else.
pub(crate) async fn reserved_names(target: &Target) -> Result<Outcome> {
    const NAMES: [&str; 7] = ["..", "admin", "Admin.", "level.3", "Guest-1234", "root", "system"];
    let mut person = target.person()?;
    let mut n_accepted = 0;
    for name in NAMES {
        n_accepted += usize::from(person.sign_up(name).await?.status == 201);
    }
    let text = format!("{n_accepted} of {} were accepted", NAMES.len());
    Ok(Outcome { is_held: n_accepted == 0, text })
}

/// Requests that claim to come from other addresses do not get around limits.
pub(crate) async fn forged_addresses(target: &Target) -> Result<Outcome> {
    const N_TRIED: usize = 90;
    let household = target.household()?;
    let mut n_limited = 0;
    for i in 0..N_TRIED {
        let mut person = household.person();
        let body = json!({"name": "nobody-here", "password": "wrong"});
        let request = person.post_request("session", &body);
        let request = request.header("x-forwarded-for", format!("10.0.0.{i}"));
        n_limited += usize::from(person.send(request).await?.status == 429);
    }
    let text = format!("{n_limited} of {N_TRIED} sign-ins with forged addresses were refused");
    Ok(Outcome { is_held: n_limited > 0, text })
}

/// A page of another site whose name leads here.
pub(crate) async fn other_host(target: &Target) -> Result<Outcome> {
    let mut person = target.person()?;
    let request = person.request(Method::GET, "tables").header(HOST, "evil.example");
    let answer = person.send(request).await?;
    let text = format!("a request for evil.example was answered by {}", answer.status);
    Ok(Outcome { is_held: answer.status == 421, text })
}

/// A refusal of the framework for a client that takes compressed answers.
pub(crate) async fn compressed_refusal(target: &Target) -> Result<Outcome> {
    let mut person = target.person()?;
    let request = person.request(Method::POST, "tables").header(ACCEPT_ENCODING, "gzip");
    let request = request.header(CONTENT_TYPE, "application/json").body("{\"game\": ");
    let response = request.send().await?;
    let is_compressed = response.headers().contains_key("content-encoding");
    let text = response.text().await?;
    let is_readable = is_compressed || text.contains("bad-request");
    let _ = person.get("health").await?;
    Ok(Outcome { is_held: is_readable, text: format!("the refusal is readable: {is_readable}") })
}
