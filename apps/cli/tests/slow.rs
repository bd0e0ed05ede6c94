//! Many kills under load, for `cargo xtask test slow`.

#[path = "../../server/tests/house/mod.rs"]
mod house;
mod killing;
mod served;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_in_two_hundred_kills() {
    let folder = tempfile::tempdir().unwrap();
    let storm = killing::kill_again_and_again(|| served::serve(folder.path()), 200, 2).await;
    println!("{storm}");
}
