//! The server is killed again and again while people and bots play.

use crate::house::postgres::Postgres;
use crate::killing::kill_again_and_again;
use crate::machine::report;
use crate::served::{serve, serve_on_postgres};

const N_KILLS: usize = 100;
const ASSERTED: &str =
    "everything that was acknowledged or told is there, in one row, and bots go on";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let storm = kill_again_and_again(|| serve(folder.path()), N_KILLS, 3).await;
    report("kill -9 under load, on SQLite", ASSERTED, &storm.to_string());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a fault: cargo xtask faults"]
async fn on_postgres() {
    let postgres = Postgres::start();
    let url = postgres.new_database();
    let storm = kill_again_and_again(|| serve_on_postgres(&url), N_KILLS, 4).await;
    report("kill -9 under load, on PostgreSQL", ASSERTED, &storm.to_string());
}
