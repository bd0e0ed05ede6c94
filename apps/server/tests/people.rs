//! Guests and accounts, on both databases.

#[macro_use]
mod house;

use std::time::Duration;

use serde_json::{Value, json};

use crate::house::{Client, House, Table};

on_both!(
    a_guest_is_known_again,
    the_games_of_a_guest_stay_with_the_account_it_becomes,
    a_name_is_taken_once_whatever_its_case,
    names_and_passwords_have_bounds,
    a_session_outlives_the_server,
    who_signs_out_here_stays_signed_in_elsewhere,
    who_signs_out_everywhere_is_signed_out_everywhere,
    a_new_password_ends_all_other_sessions,
    a_deleted_account_is_gone_with_its_data,
    who_deletes_the_account_resigns_and_leaves,
    a_guest_can_be_deleted_too,
    a_profile_has_the_history_without_private_games,
    nobody_has_a_name_that_cannot_be_kept,
);

const PASSWORD: &str = "correct horse";

async fn member(house: &House, name: &str) -> Client {
    let mut client = house.client();
    let me = client.sign_up(name).await.expect_status(201);
    assert_eq!(me, json!({"name": name, "is_guest": false}));
    client
}

async fn duo(house: &House, host: &mut Client) -> Table {
    let body = json!({"game": "blokus", "options": {"variant": "duo"}, "players": ["me", "open"]});
    house.table(host, body).await
}

async fn me(client: &mut Client) -> Value {
    client.get("me").await.expect_status(200)
}

async fn a_guest_is_known_again(house: House) {
    let mut guest = house.client();
    assert_eq!(me(&mut guest).await, Value::Null);
    let table = duo(&house, &mut guest).await;
    let own = me(&mut guest).await;
    assert_eq!(own["is_guest"], true);
    assert!(own["name"].as_str().unwrap().starts_with("Guest "));
    assert_eq!(guest.state(&table).await["players"][0]["is_you"], true);
    let cookie = guest.cookie.clone();
    duo(&house, &mut guest).await;
    assert_eq!(guest.cookie, cookie, "one guest, one cookie");
    let mut other = house.client();
    other.act(&table, json!({"type": "sit"})).await.expect_status(200);
    assert_eq!(me(&mut other).await["is_guest"], true);
    assert_ne!(other.cookie, cookie);
}

async fn the_games_of_a_guest_stay_with_the_account_it_becomes(house: House) {
    let mut guest = house.client();
    let mut other = house.client();
    let table = duo(&house, &mut guest).await;
    other.act(&table, json!({"type": "sit"})).await.expect_status(200);
    let mut news = other.socket(&table.path("/socket")).await;
    news.next_of("update").await;
    let mut socket = guest.socket(&table.path("/socket")).await;
    let cookie = guest.cookie.clone();
    guest.sign_up("Ada").await.expect_status(201);
    // The others hear the name at once, and who signed up comes back by the new cookie.
    while news.next_of("update").await["state"]["players"][0]["name"] != "Ada" {}
    socket.closed().await;
    assert_ne!(guest.cookie, cookie);
    let mut old = Client { cookie, ..guest.clone() };
    assert_eq!(me(&mut old).await, Value::Null, "the guest's cookie counts no more");
    guest.play_any(&table).await.unwrap().expect_status(200);
    let profile = other.get("people/ada").await.expect_status(200);
    assert_eq!(profile["games"][0]["id"], json!(table.id));
    let mut elsewhere = house.client();
    elsewhere.sign_in("Ada", PASSWORD).await.expect_status(200);
    assert_eq!(elsewhere.state(&table).await["viewer"], 1);
}

async fn a_name_is_taken_once_whatever_its_case(house: House) {
    member(&house, "Ada.Lovelace").await;
    let mut other = house.client();
    other.sign_up("ada.lovelace").await.expect_error(409, "name-taken");
    assert_eq!(other.cookie, None);
    other.sign_in("ADA.LOVELACE", PASSWORD).await.expect_status(200);
    assert_eq!(me(&mut other).await["name"], "Ada.Lovelace");
    // A guest whose wish is refused stays a guest.
    let mut guest = house.client();
    duo(&house, &mut guest).await;
    guest.sign_up("Ada.Lovelace").await.expect_error(409, "name-taken");
    assert_eq!(me(&mut guest).await["is_guest"], true);
    guest.sign_up("Ada").await.expect_status(201);
    // Who has an account and makes another one keeps the first.
    guest.sign_up("Augusta").await.expect_status(201);
    guest.sign_in("Ada", PASSWORD).await.expect_status(200);
}

async fn names_and_passwords_have_bounds(house: House) {
    let mut client = house.client();
    for name in ["", "a", "Guest 1234", "level:3", "ä1", "a/b", "a\u{0}b", &"x".repeat(25)] {
        client.sign_up(name).await.expect_error(400, "bad-request");
    }
    for password in ["", "1234567", &"x".repeat(257)] {
        let body = json!({"name": "ada", "password": password});
        client.post("accounts", body).await.expect_error(400, "bad-request");
    }
    let longest = "ä".repeat(256);
    let strange = "\u{0}\n\u{1F600} horse";
    for (name, password) in [("ab", &*longest), (&"x".repeat(24), strange)] {
        let body = json!({"name": name, "password": password});
        client.post("accounts", body).await.expect_status(201);
        client.sign_in(name, password).await.expect_status(200);
        client.sign_in(name, &password[2..]).await.expect_error(401, "signed-out");
    }
}

async fn a_session_outlives_the_server(mut house: House) {
    let mut ada = member(&house, "ada").await;
    house.restart().await;
    ada.address = house.address;
    assert_eq!(me(&mut ada).await["name"], "ada");
}

async fn who_signs_out_here_stays_signed_in_elsewhere(house: House) {
    let mut here = member(&house, "ada").await;
    let mut elsewhere = house.client();
    elsewhere.sign_in("ada", PASSWORD).await.expect_status(200);
    here.delete("session").await.expect_status(204);
    assert_eq!(here.cookie, None, "the browser forgets it");
    assert_eq!(me(&mut elsewhere).await["name"], "ada");
    here.delete("session").await.expect_status(204);
}

async fn who_signs_out_everywhere_is_signed_out_everywhere(house: House) {
    let mut here = member(&house, "ada").await;
    let table = duo(&house, &mut here).await;
    let mut elsewhere = house.client();
    elsewhere.sign_in("ada", PASSWORD).await.expect_status(200);
    let mut socket = elsewhere.socket(&table.path("/socket")).await;
    let mut bob = member(&house, "bob").await;
    let mut spectator = bob.socket(&table.path("/socket")).await;
    here.delete("sessions").await.expect_status(204);
    assert_eq!(me(&mut elsewhere).await, Value::Null);
    socket.closed().await;
    assert_eq!(me(&mut bob).await["name"], "bob", "others stay");
    assert_eq!(spectator.act(json!({"type": "leave"})).await.0["code"], "forbidden");
    here.delete("sessions").await.expect_error(401, "signed-out");
}

async fn a_new_password_ends_all_other_sessions(house: House) {
    let mut here = member(&house, "ada").await;
    let mut elsewhere = house.client();
    elsewhere.sign_in("ada", PASSWORD).await.expect_status(200);
    here.change_password("wrong horse", "battery staple").await.expect_error(401, "signed-out");
    here.change_password(PASSWORD, "short").await.expect_error(400, "bad-request");
    assert_eq!(me(&mut elsewhere).await["name"], "ada", "nothing has changed yet");
    here.change_password(PASSWORD, "battery staple").await.expect_status(204);
    assert_eq!(me(&mut here).await["name"], "ada");
    assert_eq!(me(&mut elsewhere).await, Value::Null);
    elsewhere.sign_in("ada", PASSWORD).await.expect_error(401, "signed-out");
    elsewhere.sign_in("ada", "battery staple").await.expect_status(200);
}

async fn a_deleted_account_is_gone_with_its_data(mut house: House) {
    let mut ada = member(&house, "Ada").await;
    let mut bob = member(&house, "bob").await;
    let say = json!({"type": "chat", "text": "my secret"});
    let played = duo(&house, &mut ada).await;
    bob.act(&played, json!({"type": "sit"})).await.expect_status(200);
    // Also where she only said something: as the host, or on a seat that she left.
    let hosted = house.table(&mut ada, json!({"game": "coerceo", "players": ["open"]})).await;
    let left = house.table(&mut bob, json!({"game": "coerceo", "players": ["me"]})).await;
    ada.act(&left, json!({"type": "sit"})).await.expect_status(200);
    for table in [&played, &hosted, &left] {
        ada.act(table, say.clone()).await.expect_status(200);
    }
    // And where she only sat for a moment.
    let visited = house.table(&mut bob, json!({"game": "blokus", "players": ["me"]})).await;
    ada.act(&visited, json!({"type": "sit"})).await.expect_status(200);
    ada.act(&visited, json!({"type": "leave"})).await.expect_status(200);
    let tables = [played.clone(), hosted, left, visited];
    ada.delete_account("wrong horse").await.expect_error(401, "signed-out");
    ada.delete_account(PASSWORD).await.expect_status(204);
    assert_eq!(ada.cookie, None);
    for is_restarted in [false, true] {
        if is_restarted {
            house.restart().await;
            bob.address = house.address;
        }
        for table in &tables {
            for path in [table.path(""), table.path("/record")] {
                let text = bob.get(&path).await.text;
                assert!(!text.contains("my secret") && !text.contains("Ada"), "{text}");
            }
        }
        bob.get("people/ada").await.expect_error(404, "not-found");
        let history = bob.get("people/bob").await.text;
        assert!(!history.contains("Ada") && history.contains(&played.id), "{history}");
    }
    house.client().sign_in("ada", PASSWORD).await.expect_error(401, "signed-out");
    // The name is free, and whoever takes it gets nothing of hers.
    let mut other = member(&house, "Ada").await;
    assert_eq!(other.get("tables?mine=true").await.expect_status(200), json!([]));
    assert_eq!(other.state(&played).await["viewer"], Value::Null);
}

async fn who_deletes_the_account_resigns_and_leaves(house: House) {
    let mut ada = member(&house, "ada").await;
    let mut bob = member(&house, "bob").await;
    let playing = duo(&house, &mut ada).await;
    bob.act(&playing, json!({"type": "sit"})).await.expect_status(200);
    let waiting = duo(&house, &mut ada).await;
    let mut socket = ada.socket(&playing.path("/socket")).await;
    ada.delete_account(PASSWORD).await.expect_status(204);
    socket.closed().await;
    let state = bob.state(&playing).await;
    assert_eq!((&state["status"], &state["turn"]["places"]), (&json!("over"), &json!([2, 1])));
    assert_eq!(state["players"][0]["name"], "somebody who left");
    assert_eq!(bob.state(&waiting).await["players"][0]["type"], "open");
}

async fn a_guest_can_be_deleted_too(house: House) {
    let mut guest = house.client();
    let table = duo(&house, &mut guest).await;
    let mut old = guest.clone();
    guest.delete_account("").await.expect_status(204);
    assert_eq!(me(&mut old).await, Value::Null);
    assert_eq!(guest.state(&table).await["players"][0]["type"], "open");
    guest.delete_account("").await.expect_error(401, "signed-out");
}

async fn a_profile_has_the_history_without_private_games(house: House) {
    let mut ada = member(&house, "Ada").await;
    let mut bob = member(&house, "bob").await;
    let public = duo(&house, &mut ada).await;
    bob.act(&public, json!({"type": "sit"})).await.expect_status(200);
    bob.act(&public, json!({"type": "resign"})).await.expect_status(200);
    // Times are whole milliseconds.
    tokio::time::sleep(Duration::from_millis(2)).await;
    let body = json!({"game": "coerceo", "players": ["me"], "is_private": true});
    let private = house.table(&mut ada, body).await;
    let ids = |profile: &Value| -> Vec<Value> {
        profile["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect()
    };
    for mut other in [bob, house.client()] {
        let profile = other.get("people/ada").await.expect_status(200);
        assert_eq!((&profile["name"], ids(&profile)), (&json!("Ada"), vec![json!(public.id)]));
        let game = &profile["games"][0];
        assert_eq!((&game["status"], &game["seats"]), (&json!("over"), &json!([1])));
        assert_eq!(game["players"], json!(["Ada", "bob"]));
    }
    let own = ada.get("people/Ada").await.expect_status(200);
    assert_eq!(ids(&own), [json!(private.id), json!(public.id)], "the last first");
}

async fn nobody_has_a_name_that_cannot_be_kept(house: House) {
    let mut client = house.client();
    for name in ["%00", "a%00b", "%E2%98%83", "%27%20OR%201%3D1"] {
        client.get(&format!("people/{name}")).await.expect_error(404, "not-found");
        client.get(&format!("tables/{name}")).await.expect_error(404, "not-found");
    }
    client.sign_in("a\u{0}b", PASSWORD).await.expect_error(401, "signed-out");
}
