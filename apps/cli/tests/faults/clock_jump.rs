//! The clock of the machine jumps while people play, and is wrong when the server starts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use reqwest::Method;
use serde_json::json;

use crate::house::{Client, Table};
use crate::machine::{report, text};
use crate::people::People;
use crate::served::{Served, serve};

const JUMPS: [&str; 6] = ["+300d", "-300d", "+1h", "-20y", "+0", "-1h"];

/// A clock that shows the time in a file.
struct Clock {
    library: PathBuf,
    file: PathBuf,
}

impl Clock {
    fn new(folder: &Path) -> Option<Clock> {
        let library = ["x86_64", "aarch64"].map(|machine| {
            PathBuf::from(format!("/usr/lib/{machine}-linux-gnu/faketime/libfaketimeMT.so.1"))
        });
        let Some(library) = library.into_iter().find(|library| library.exists()) else {
            println!("\nskipped, needs libfaketime: install it by apt-get install faketime");
            return None;
        };
        let clock = Clock { library, file: folder.join("clock") };
        clock.jump("+0");
        Some(clock)
    }

    /// From now on it is so far from the truth.
    fn jump(&self, by: &str) {
        // As one step: the file is read at every look at the clock.
        let new = self.file.with_extension("new");
        fs::write(&new, format!("{by}\n")).unwrap();
        fs::rename(new, &self.file).unwrap();
    }

    fn on(&self, mut command: Command) -> Command {
        command.env("LD_PRELOAD", &self.library).env("FAKETIME_NO_CACHE", "1");
        command.env("FAKETIME_TIMESTAMP_FILE", text(&self.file));
        // As on a real machine: what measures how long something takes does not jump.
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("DONT_FAKE_MONOTONIC", "1");
        command
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn it_jumps_while_people_play() {
    let folder = tempfile::tempdir().unwrap();
    let Some(clock) = Clock::new(folder.path()) else { return };
    let served = Served::start_by(clock.on(serve(folder.path())));
    let people = People::sit_down(&served, 4).await;
    let mut host = served.client();
    let body = json!({"game": "coerceo", "players": ["me", {"bot": "level:5"}]});
    let opened = host.post("tables", body).await.expect_status(201);
    let text = |name: &str| opened[name].as_str().unwrap().to_owned();
    let table = Table { id: text("id"), key: text("key") };
    let mut longest = Duration::ZERO;
    let mut farthest = 0;
    for jump in JUMPS {
        people.wait_for_moves(50).await;
        let hint = tokio::spawn(hint(host.clone(), table.clone()));
        clock.jump(jump);
        people.wait_for_moves(50).await;
        longest = longest.max(hint.await.unwrap());
        // The bot answers as ever.
        host.play_any(&table).await.unwrap().expect_status(200);
        host.until(&table, |state| state["choices"].is_object()).await;
        farthest = farthest.max(days_off(&mut host, &table).await);
    }
    assert!(farthest > 5_000, "the clock did not jump: {farthest} days");
    assert!(longest < Duration::from_secs(5), "{longest:?}");
    let outcome = people.check(&served).await;
    outcome.expect_sentences(&[]);
    report(
        "the clock set by +300 days, -300 days, +1 hour, -20 years and back while people and bots \
        play",
        "nobody is signed out, bots and hints take the time that they should, nothing is refused \
        or lost",
        &format!(
            "{} jumps, {outcome}, hints of 0.5 s took {:.1} s",
            JUMPS.len(),
            longest.as_secs_f64()
        ),
    );
}

/// The distance of the last event from now, in days.
async fn days_off(host: &mut Client, table: &Table) -> u64 {
    let look = host.get(&table.path("")).await.expect_status(200);
    let at = look["events"].as_array().unwrap().last().unwrap()["at"].as_u64().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    now.abs_diff(at) / (24 * 60 * 60 * 1_000)
}

/// The time of a hint of half a second.
async fn hint(mut host: Client, table: Table) -> Duration {
    let begin = Instant::now();
    let request = host.request(Method::POST, &table.path("/hint"));
    let request = request.header("content-type", "application/json");
    let answer = host.send(request.body(json!({"time_millis": 500}).to_string())).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    begin.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn it_is_wrong_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let Some(clock) = Clock::new(folder.path()) else { return };
    let served = Served::start_by(clock.on(serve(folder.path())));
    let people = People::sit_down(&served, 4).await;
    people.wait_for_moves(50).await;
    let mut host = served.client();
    host.post("tables", json!({"game": "coerceo", "players": ["me", "me"]}))
        .await
        .expect_status(201);
    let me = host.get("me").await.expect_status(200);
    assert!(me.is_object(), "{me}");
    people.pause().await;
    served.kill();
    // Ten years ahead all sessions would be over: the server does not believe such a clock.
    clock.jump("+10y");
    let served = Served::start_by(clock.on(serve(folder.path())));
    host.address = served.address;
    assert_eq!(host.get("me").await.expect_status(200), me);
    served.kill();
    clock.jump("+0");
    let served = Served::start_by(clock.on(serve(folder.path())));
    host.address = served.address;
    assert_eq!(host.get("me").await.expect_status(200), me);
    let outcome = people.check(&served).await;
    report(
        "the server started while the clock was ten years ahead, and again when it was right",
        "everybody stays known, by the same cookie, and nothing acknowledged is lost",
        &outcome.to_string(),
    );
}
