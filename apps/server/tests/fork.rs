//! Two servers on one database: a game never forks.

mod house;

use serde_json::{Value, json};
use tilewright_server::Server;

use crate::house::{Client, House, Table};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_one_sqlite_file_is_refused() {
    let mut house = House::on_sqlite().await;
    let refused = Server::start(house.config.clone()).await.err().unwrap().to_string();
    let expected = format!("another Tilewright server uses {}: stop it", house.file().display());
    assert!(refused.starts_with(&expected), "{refused}");
    house.restart().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_one_postgres_cannot_fork_a_game() {
    race(House::on_postgres().await).await;
}

/// One person at two servers plays two different moves at the same time, again and again. On the
/// large board of Blokus nobody runs out of moves so soon.
async fn race(house: House) {
    let other_house = house.beside().await;
    let mut host = house.client();
    let table = house
        .table(&mut host, json!({"game": "blokus", "players": ["me", "me", "me", "me"]}))
        .await;
    let mut twin = host.clone();
    twin.address = other_house.address;
    let mut n_won_here = 0;
    for round in 0..30 {
        let state = host.state(&table).await;
        let [one, other] = two_moves(&state);
        let play = |m: &str| json!({"type": "move", "ply": round, "move": m});
        let (by_host, by_twin) =
            tokio::join!(host.act(&table, play(&one)), twin.act(&table, play(&other)));
        let (winner, address) = match (by_host.status, by_twin.status) {
            (200, 409) => (one, host.address),
            (409, 200) => (other, twin.address),
            answers => panic!("{answers:?}: {} {}", by_host.text, by_twin.text),
        };
        n_won_here += u32::from(address == house.address);
        // Both know the same now, and it is the move of who won.
        let seen = events(&mut host, &table).await;
        assert_eq!(seen, events(&mut twin, &table).await);
        assert_eq!((seen.len(), &seen[round]["move"]), (round + 1, &json!(winner)));
        // Who is asked first is not always the same.
        std::mem::swap(&mut host, &mut twin);
    }
    assert!((1..30).contains(&n_won_here), "{n_won_here} of 30 is no race");
}

async fn events(client: &mut Client, table: &Table) -> Vec<Value> {
    let look = client.get(&table.path("")).await.expect_status(200);
    look["events"].as_array().unwrap().clone()
}

fn two_moves(state: &Value) -> [String; 2] {
    let choices = state["choices"].as_object().unwrap();
    let mut moves = choices.iter().flat_map(|(head, tails)| {
        tails.as_str().unwrap().split(' ').map(move |tail| format!("{head}{tail}"))
    });
    [moves.next().unwrap(), moves.next().unwrap()]
}
