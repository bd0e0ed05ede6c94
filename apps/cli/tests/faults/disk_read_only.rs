//! The disk can only be read: from the start, or from an error on.

use std::fs;
use std::process::Stdio;

use crate::machine::{Disk, lacks_root, report, run, text};
use crate::people::{NOT_KEPT, People, Reader};
use crate::served::{Served, serve};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn after_an_error_it_can_only_be_read() {
    if lacks_root() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::in_file(&folder.path().join("image"));
    let games = disk.path().join("games");
    let served = Served::start(&games);
    let mut reader = Reader::sit_down(&served).await;
    let people = People::sit_down(&served, 8).await;
    people.wait_for_moves(200).await;
    fs::write(format!("/sys/fs/ext4/{}/trigger_fs_error", disk.device()), "1").unwrap();
    people.wait_for_refusals(50).await;
    reader.expect_all_as_it_was().await;
    people.pause().await;
    // Linux lets such a disk be written again only after it was unmounted.
    let logs = served.kill();
    assert!(logs.contains("nothing could be kept"), "{logs}");
    assert!(!logs.contains("it does not answer"), "it says that it cannot write: {logs}");
    disk.mend();
    let served = Served::start(&games);
    let outcome = people.check(&served).await;
    outcome.expect_sentences(&[NOT_KEPT]);
    served.kill();
    report(
        "an error of an ext4 disk under load, by which Linux makes it read-only; then fsck and a \
        restart",
        "503 with a sentence, the server lives and games can be read, nothing acknowledged is lost",
        &format!("1 error, {outcome}"),
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn files_that_cannot_be_written_for_a_while() {
    if lacks_root() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::in_file(&folder.path().join("image"));
    let served = Served::start(disk.path());
    let mut reader = Reader::sit_down(&served).await;
    let people = People::sit_down(&served, 8).await;
    people.wait_for_moves(200).await;
    let files = ["server.sqlite", "server.sqlite-wal"].map(|name| disk.path().join(name));
    let [file, wal] = files.each_ref().map(|file| text(file));
    run("chattr", &["+i", file, wal]);
    people.wait_for_refusals(16).await;
    reader.expect_all_as_it_was().await;
    run("chattr", &["-i", file, wal]);
    let back = people.wait_for_moves(1).await;
    let outcome = people.check(&served).await;
    outcome.expect_sentences(&[NOT_KEPT]);
    let logs = served.kill();
    assert!(logs.contains("attempt to write a readonly database"), "{logs}");
    assert!(!logs.contains("it does not answer"), "it says that it cannot write: {logs}");
    report(
        "the files of SQLite made immutable under load, and mutable again",
        "503 with a sentence, games can be read, play goes on without a restart, nothing \
        acknowledged is lost",
        &format!("{outcome}, back after {:.1} s", back.as_secs_f64()),
    );
}

#[test]
#[ignore = "a fault: cargo xtask faults"]
fn at_the_start() {
    if lacks_root() {
        return;
    }
    let disk = Disk::in_memory(4);
    Served::start(disk.path()).terminate();
    disk.remount("ro");
    let output = serve(disk.path()).stdout(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let file = disk.path().join("server.sqlite");
    let expected =
        format!("error: cannot open {}: Read-only file system (os error 30)\n", text(&file));
    assert_eq!((output.status.code(), said), (Some(1), expected));
    report(
        "the server started on a read-only disk",
        "it ends at once and says why",
        "one sentence",
    );
}
