//! No acknowledged move is lost, however a server ends. `slow.rs` tries it two hundred times.

#[path = "../../server/tests/house/mod.rs"]
mod house;
mod killing;
mod served;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    killing::kill_again_and_again(|| served::serve(folder.path()), 6, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_a_server_on_postgres_is_killed() {
    let url = house::postgres::new_database();
    killing::kill_again_and_again(|| served::serve_on_postgres(&url), 3, 2).await;
}
