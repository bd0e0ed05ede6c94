//! The line to PostgreSQL: encrypted where the address says so, and settings that the server relies
//! on.

use serde_json::json;
use tilewright_server::{Config, Database, Server};

use crate::house::{House, postgres};

/// The same database by another name of this machine, with parameters.
fn with(url: &str, parameters: &str) -> String {
    format!("{}?{parameters}", url.replace("127.0.0.1", "localhost"))
}

/// Starts a server on a database, and ends it; or says why it does not start.
async fn start(url: String) -> Result<(), String> {
    let mut config = Config::new(Database::Postgres(url));
    config.address = "127.0.0.1:0".parse().unwrap();
    let server = Server::start(config).await.map_err(|error| error.to_string())?;
    server.run_until(async {}).await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_to_postgres_is_encrypted_where_the_address_says_so() {
    let url = postgres::new_database();
    let refused = start(with(&url, "sslmode=require")).await.unwrap_err();
    assert!(refused.starts_with("cannot open the PostgreSQL database"), "{refused}");
    start(with(&url, "sslmode=prefer")).await.unwrap();
    let certificates = postgres::encrypt();
    let root = certificates.join("ca.crt");
    let verified = format!("sslmode=verify-full&sslrootcert={}", root.display());
    // From now on only encrypted lines are let in, so that a start proves it.
    start(with(&url, &verified)).await.unwrap();
    start(with(&url, "sslmode=require")).await.unwrap();
    start(with(&url, "sslmode=disable")).await.unwrap_err();
    let wrong = certificates.join("other.crt");
    let refused =
        start(with(&url, &format!("sslmode=verify-full&sslrootcert={}", wrong.display())));
    let refused = refused.await.unwrap_err();
    assert!(refused.starts_with("cannot open the PostgreSQL database"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_is_on_the_disk_whatever_the_database_is_used_to() {
    let mut house = House::on_postgres().await;
    house.stop().await;
    house
        .execute(&[
            "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || \
             ' SET synchronous_commit = off'; END $$",
            "CREATE TABLE seen (value TEXT)",
            "CREATE FUNCTION note() RETURNS trigger AS $$ BEGIN \
             INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$ \
             LANGUAGE plpgsql",
            "CREATE TRIGGER note AFTER INSERT ON game_table FOR EACH ROW EXECUTE FUNCTION note()",
        ])
        .await;
    house.start().await;
    let body = json!({"game": "coerceo", "players": ["me"]});
    house.table(&mut house.client(), body).await;
    house.stop().await;
    // It fails if another value was seen.
    let check =
        "DO $$ BEGIN ASSERT (SELECT string_agg(DISTINCT value, ',') FROM seen) = 'on'; END $$";
    house.execute(&[check]).await;
}
