//! The disk is full, also for the logs; and has room again.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::house::SOON;
use crate::machine::{Disk, lacks_root, report, text};
use crate::people::{NOT_KEPT, People, Reader};
use crate::served::{Served, serve};

const N_TIMES: usize = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn it_is_full_and_has_room_again() {
    if lacks_root() {
        return;
    }
    let disk = Disk::in_memory(8);
    let folder = disk.path().join("games");
    let served = Served::start_by(with_logs_on(&disk, &serve(&folder)));
    let mut reader = Reader::sit_down(&served).await;
    let people = People::sit_down(&served, 8).await;
    let mut longest = Duration::ZERO;
    for _ in 0..N_TIMES {
        people.wait_for_moves(50).await;
        disk.fill();
        people.wait_for_refusals(50).await;
        wait_for_readiness(&served, 503).await;
        reader.expect_all_as_it_was().await;
        disk.free();
        longest = longest.max(people.wait_for_moves(1).await);
        wait_for_readiness(&served, 200).await;
    }
    people.pause().await;
    served.kill();
    let served = Served::start(&folder);
    let outcome = people.check(&served).await;
    outcome.expect_sentences(&[NOT_KEPT]);
    served.kill();
    report(
        "a disk of 8 MB with the SQLite file and the logs filled to the last byte under load, 5 \
        times",
        "503 with a sentence, games can be read, play goes on without a restart, nothing is lost",
        &format!("{N_TIMES} times full, {outcome}, back after {:.1} s", longest.as_secs_f64()),
    );
}

/// Waits until `/api/ready` is answered by this status.
async fn wait_for_readiness(served: &Served, status: u16) {
    let begin = Instant::now();
    while served.client().get("ready").await.status != status {
        assert!(begin.elapsed() < SOON, "readiness becomes {status}");
        sleep(Duration::from_millis(200)).await;
    }
}

#[test]
#[ignore = "a fault: cargo xtask faults"]
fn it_is_full_at_the_start() {
    if lacks_root() {
        return;
    }
    let disk = Disk::in_memory(1);
    disk.fill();
    let folder = disk.path().join("games");
    let output = serve(&folder).stdout(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let file = folder.join("server.sqlite");
    let expected =
        format!("error: cannot open {}: No space left on device (os error 28)\n", text(&file));
    assert_eq!((output.status.code(), said), (Some(1), expected));
    report("the server started on a full disk", "it ends at once and says why", "one sentence");
}

/// The command with its logs on the disk.
fn with_logs_on(disk: &Disk, command: &Command) -> Command {
    let mut logged = Command::new("sh");
    logged.arg("-c").arg(format!("exec \"$0\" \"$@\" 2>>{}/log", text(disk.path())));
    logged.arg(command.get_program()).args(command.get_args()).stdin(Stdio::null());
    logged
}
