//! Memory is short while people ask for hints and analyses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use tokio::task::JoinSet;

use crate::house::{Client, Table};
use crate::machine::{lacks_root, report};
use crate::people::People;
use crate::served::{Served, serve};

/// The memory that the server needs while two threads search as hard as they may.
const ENOUGH_MEGABYTES: u64 = 512;

/// And so little is not enough for that.
const TOO_FEW_MEGABYTES: u64 = 64;

/// No game is over so soon.
const N_MOVES: usize = 8;

/// A group of processes that may have only so much memory together; gone with it.
struct Group(PathBuf);

impl Group {
    fn new(n_megabytes: u64) -> Option<Group> {
        let first = Path::new("/sys/fs/cgroup/memory");
        let second = Path::new("/sys/fs/cgroup");
        let name = format!("tilewright-{}-{n_megabytes}", process::id());
        let (folder, limit) = if first.join("memory.limit_in_bytes").exists() {
            (first.join(name), "memory.limit_in_bytes")
        } else {
            (second.join(name), "memory.max")
        };
        fs::create_dir(&folder).unwrap();
        let group = Group(folder);
        if fs::write(group.0.join(limit), (n_megabytes << 20).to_string()).is_err() {
            println!("\nskipped, needs control groups with a limit of memory");
            return None;
        }
        Some(group)
    }

    fn hold(&self, command: &Command) -> Command {
        let mut held = Command::new("sh");
        let script = format!("echo $$ >{}/cgroup.procs; exec \"$0\" \"$@\"", self.0.display());
        held.arg("-c").arg(script).arg(command.get_program()).args(command.get_args());
        held.args(["--thinkers", "2"]).stdin(Stdio::null());
        held
    }

    /// The largest memory of the processes, in megabytes.
    fn most(&self) -> u64 {
        let files = ["memory.max_usage_in_bytes", "memory.peak"];
        let text = files.iter().find_map(|file| fs::read_to_string(self.0.join(file)).ok());
        text.unwrap().trim().parse::<u64>().unwrap() >> 20
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// Asks for hints of ten seconds in all games, and says how many were answered.
async fn ask_for_hints(served: &Served) -> usize {
    let mut asking = JoinSet::new();
    for (game, variant) in
        [("blokus", "duo"), ("triominos", ""), ("coerceo", "laurentius"), ("aquapipe", "4x4")]
    {
        for _ in 0..2 {
            let mut host = served.client();
            let mut body = json!({"game": game, "players": ["me", "me"]});
            if !variant.is_empty() {
                body["options"] = json!({"variant": variant});
            }
            let Some(opened) = try_post(&mut host, body).await else { continue };
            let text = |name: &str| opened[name].as_str().unwrap().to_owned();
            let table = Table { id: text("id"), key: text("key") };
            asking.spawn(async move {
                let request = host.request(Method::POST, &table.path("/hint"));
                let request = request.header("content-type", "application/json");
                let body = json!({"time_millis": 10_000, "n_moves": 200}).to_string();
                let response = request.body(body).send().await.ok()?;
                response.text().await.ok().filter(|text| text.contains("\"moves\""))
            });
        }
    }
    asking.join_all().await.into_iter().flatten().count()
}

async fn try_post(host: &mut Client, body: serde_json::Value) -> Option<serde_json::Value> {
    let request = host.request(Method::POST, "tables").header("content-type", "application/json");
    let response = request.body(body.to_string()).send().await.ok()?;
    let cookie = response.headers().get("set-cookie")?.to_str().ok()?.split(';').next()?.to_owned();
    host.cookie = Some(cookie);
    serde_json::from_str(&response.text().await.ok()?).ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn hints_have_their_bounds() {
    if lacks_root() {
        return;
    }
    let Some(group) = Group::new(ENOUGH_MEGABYTES) else { return };
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start_by(group.hold(&serve(folder.path())));
    let people = People::sit_down(&served, 2).await;
    let n_hints = ask_for_hints(&served).await;
    assert_eq!(n_hints, 8);
    people.wait_for_moves(20).await;
    let outcome = people.check(&served).await;
    outcome.expect_sentences(&[]);
    served.kill();
    report(
        "8 hints of 10 s with 200 moves in all games, in a control group with 512 MB and two \
        thinkers",
        "all are answered, the server lives, and people play on",
        &format!("{n_hints} hints, {outcome}, {} MB at most", group.most()),
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn nothing_is_lost_when_the_system_ends_it() {
    if lacks_root() {
        return;
    }
    let Some(group) = Group::new(TOO_FEW_MEGABYTES) else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut served = Served::start_by(group.hold(&serve(folder.path())));
    let mut host = served.client();
    let body = json!({"game": "coerceo", "players": ["me", "me"]});
    let opened = host.post("tables", body).await.expect_status(201);
    let text = |name: &str| opened[name].as_str().unwrap().to_owned();
    let table = Table { id: text("id"), key: text("key") };
    for _ in 0..N_MOVES {
        host.play_any(&table).await.unwrap().expect_status(200);
    }
    ask_for_hints(&served).await;
    let status = served.wait(Duration::from_secs(30));
    let code = status.map(|status| status.to_string());
    assert_eq!(code.as_deref(), Some("signal: 9 (SIGKILL)"), "{} MB", group.most());
    let served = Served::start(folder.path());
    host.address = served.address;
    assert_eq!(host.state(&table).await["ply"], N_MOVES);
    host.play_any(&table).await.unwrap().expect_status(200);
    report(
        "the same with 64 MB, until the system kills the server; then a start",
        "nothing acknowledged is lost",
        &format!("1 kill by the system, {N_MOVES} acknowledged moves, 0 lost"),
    );
}
