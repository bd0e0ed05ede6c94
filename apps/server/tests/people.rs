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
    sign_ins_are_listed_and_ended_one_by_one,
    a_guest_who_signs_in_takes_the_games_along,
    a_recovery_code_sets_a_new_password_once,
    a_person_exports_everything,
    strangers_who_guess_do_not_lock_the_owner_out,
    a_deletion_is_finished_though_the_client_hangs_up,
    a_deletion_is_finished_after_the_next_start,
    seats_of_people_deleted_by_an_older_version_are_repaired,
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
    for name in [
        "",
        "a",
        "Guest 1234",
        "Guest-1234",
        "level:3",
        "level.3",
        "admin",
        "..",
        "ä1",
        "a/b",
        "a\u{0}b",
        &"x".repeat(25),
    ] {
        client.sign_up(name).await.expect_error(400, "bad-request");
    }
    for password in ["", "short one", "1234567890", "password123", &"x y".repeat(100)] {
        let body = json!({"name": "ada", "password": password});
        client.post("accounts", body).await.expect_error(400, "bad-request");
    }
    let longest = "ä horse ".repeat(32);
    let strange = "\u{0}\n\u{1F600} long horse";
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

async fn sign_ins_are_listed_and_ended_one_by_one(house: House) {
    let mut here = member(&house, "ada").await;
    let mut there = house.client();
    there.sign_in("ada", PASSWORD).await.expect_status(200);
    let mut bob = member(&house, "bob").await;
    let listed = here.get("sessions").await.expect_status(200);
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 2);
    let other = listed.iter().find(|it| it["is_this"] == false).unwrap();
    assert_eq!(other["browser"], "a program");
    let path = format!("sessions/{}", other["id"].as_str().unwrap());
    bob.delete(&path).await.expect_error(404, "not-found");
    let table = duo(&house, &mut here).await;
    let mut socket = there.socket(&table.path("/socket")).await;
    here.delete(&path).await.expect_status(204);
    socket.closed().await;
    assert_eq!(me(&mut there).await, Value::Null);
    assert_eq!(me(&mut here).await["name"], "ada");
    house.client().get("sessions").await.expect_error(401, "signed-out");
}

async fn a_recovery_code_sets_a_new_password_once(house: House) {
    let mut ada = member(&house, "ada").await;
    let codes = |client: &Client| {
        let mut client = client.clone();
        async move {
            let made = client.post("me/recovery-codes", json!({"password": PASSWORD})).await;
            made.expect_status(200)["codes"].as_array().unwrap().clone()
        }
    };
    let wrong = json!({"password": "wrong horse"});
    ada.post("me/recovery-codes", wrong).await.expect_error(401, "signed-out");
    let old = codes(&ada).await;
    let new = codes(&ada).await;
    assert_eq!(new.len(), 10);
    let body = |name: &str, code: &Value, password: &str| {
        let name = name.to_owned();
        json!({"name": name, "code": code, "password": password})
    };
    let mut stranger = house.client();
    for refused in [
        body("ada", &old[0], "battery staple"),
        body("nobody-here", &new[0], "battery staple"),
        body("ada", &json!("00000-00000-00000-00000"), "battery staple"),
    ] {
        stranger.post("recovery", refused).await.expect_error(401, "signed-out");
    }
    stranger.post("recovery", body("ada", &new[0], "short")).await.expect_error(400, "bad-request");
    let recovered = stranger.post("recovery", body("Ada", &new[0], "battery staple")).await;
    assert_eq!(recovered.expect_status(200)["name"], "ada");
    assert_eq!(me(&mut stranger).await["name"], "ada");
    assert_eq!(me(&mut ada).await, Value::Null, "all sessions end");
    let again = stranger.post("recovery", body("ada", &new[0], "battery staple")).await;
    again.expect_error(401, "signed-out");
    house.client().sign_in("ada", PASSWORD).await.expect_error(401, "signed-out");
    house.client().sign_in("ada", "battery staple").await.expect_status(200);
}

async fn a_person_exports_everything(house: House) {
    let mut ada = member(&house, "ada").await;
    let mut bob = member(&house, "bob").await;
    let table = duo(&house, &mut ada).await;
    bob.act(&table, json!({"type": "sit"})).await.expect_status(200);
    ada.act(&table, json!({"type": "chat", "text": "good luck"})).await.expect_status(200);
    bob.act(&table, json!({"type": "chat", "text": "and you"})).await.expect_status(200);
    ada.play_any(&table).await.unwrap().expect_status(200);
    let text = ada.get("me/export").await.text;
    let lines: Vec<Value> = text.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let of = |kind: &str| lines.iter().filter(|it| it["type"] == kind).collect::<Vec<_>>();
    assert_eq!((&of("person")[0]["name"], of("sign-in").len()), (&json!("ada"), 1));
    let exported = of("table")[0];
    assert_eq!((&exported["id"], &exported["seats"]), (&json!(table.id), &json!([1])));
    assert!(exported["record"].as_str().unwrap().contains("1. "), "{exported}");
    assert_eq!(exported["said"][0]["text"], "good luck");
    assert!(!text.contains("and you"), "only what one said oneself");
    house.client().get("me/export").await.expect_error(401, "signed-out");
}

async fn strangers_who_guess_do_not_lock_the_owner_out(house: House) {
    let mut house = house;
    house.stop().await;
    house.config.limits.wrong_passwords = tilewright_server::Rate { burst: 5, per_minute: 1 };
    house.start().await;
    let mut ada = member(&house, "ada").await;
    // The browser keeps the cookie by which it is known again.
    let device = ada.device.clone();
    assert!(device.is_some());
    let mut n_limited = 0;
    for _ in 0..12 {
        let answer = house.client().sign_in("ada", "wrong horse").await;
        n_limited += u32::from(answer.status == 429);
    }
    assert_eq!(n_limited, 7, "whatever address they come from");
    house.client().sign_in("ada", PASSWORD).await.expect_error(429, "too-many-requests");
    // A name that nobody has is treated the same.
    for i in 0..6 {
        let status = house.client().sign_in("nobody-here", "wrong horse").await.status;
        assert_eq!(status, if i < 5 { 401 } else { 429 });
    }
    let mut at_home = Client { device, ..house.client() };
    at_home.sign_in("ada", PASSWORD).await.expect_status(200);
    ada.change_password(PASSWORD, "battery staple").await.expect_status(204);
}

/// Opens so many tables at which the first seat belongs to `ada` and the second to `bob`.
async fn games(house: &House, ada: &mut Client, bob: &mut Client, n_games: usize) -> Vec<Table> {
    let mut tables = Vec::new();
    for _ in 0..n_games {
        let table = duo(house, ada).await;
        bob.act(&table, json!({"type": "sit"})).await.expect_status(200);
        tables.push(table);
    }
    tables
}

async fn a_deletion_is_finished_though_the_client_hangs_up(house: House) {
    let mut ada = member(&house, "ada").await;
    let mut bob = member(&house, "bob").await;
    let tables = games(&house, &mut ada, &mut bob, 30).await;
    let request = ada.request(reqwest::Method::DELETE, "me");
    let request = request.header("content-type", "application/json");
    let request = request.body(json!({"password": PASSWORD}).to_string());
    let asked = tokio::spawn(async move { request.send().await });
    // Long enough for the password, too short for the games.
    let begin = std::time::Instant::now();
    while house.client().get("people/ada").await.status == 200 {
        assert!(begin.elapsed() < house::SOON, "the account is deleted");
    }
    asked.abort();
    for table in &tables {
        bob.until(table, |state| state["status"] == "over").await;
    }
}

async fn a_deletion_is_finished_after_the_next_start(mut house: House) {
    let mut ada = member(&house, "ada").await;
    let mut bob = member(&house, "bob").await;
    let tables = games(&house, &mut ada, &mut bob, 3).await;
    house.stop().await;
    // The database as a kill would leave it after the deletion and before the seats were given up.
    let person = "(SELECT id FROM person WHERE name_key = 'ada')";
    let seats = format!(
        "INSERT INTO follow_up SELECT table_id, {person} FROM sitting WHERE person_id = {person}"
    );
    house
        .execute(&[
            &seats,
            "DELETE FROM sitting WHERE person_id = (SELECT id FROM person WHERE name_key = 'ada')",
            "DELETE FROM person WHERE name_key = 'ada'",
        ])
        .await;
    house.start().await;
    bob.address = house.address;
    for table in &tables {
        bob.until(table, |state| state["status"] == "over").await;
    }
}

async fn seats_of_people_deleted_by_an_older_version_are_repaired(mut house: House) {
    let mut ada = member(&house, "ada").await;
    let mut bob = member(&house, "bob").await;
    let played = games(&house, &mut ada, &mut bob, 2).await;
    let joined = games(&house, &mut bob, &mut ada, 2).await;
    house.stop().await;
    let delete = "DELETE FROM person WHERE name_key = 'ada'";
    let seats =
        "DELETE FROM sitting WHERE person_id = (SELECT id FROM person WHERE name_key = 'ada')";
    house.execute(&[seats, delete, "DELETE FROM setting WHERE name = 'seats-repaired'"]).await;
    house.start().await;
    bob.address = house.address;
    for table in played.iter().chain(&joined) {
        bob.until(table, |state| state["status"] == "over").await;
    }
}

async fn a_guest_who_signs_in_takes_the_games_along(house: House) {
    let mut ada = member(&house, "ada").await;
    let mut guest = house.client();
    let mut other = house.client();
    let table = duo(&house, &mut guest).await;
    other.act(&table, json!({"type": "sit"})).await.expect_status(200);
    guest.act(&table, json!({"type": "chat", "text": "hello"})).await.expect_status(200);
    let against_ada = duo(&house, &mut ada).await;
    guest.act(&against_ada, json!({"type": "sit"})).await.expect_status(200);
    let mut old = guest.clone();
    let body = json!({"name": "ada", "password": PASSWORD, "take_games": true});
    guest.post("session", body).await.expect_status(200);
    assert_eq!(me(&mut old).await, Value::Null, "the guest's session ends");
    let look = guest.get(&table.path("")).await.expect_status(200);
    assert_eq!(look["state"]["players"][0]["is_you"], true);
    assert_eq!((&look["table"]["is_yours"], &look["state"]["viewer"]), (&json!(true), &json!(1)));
    assert!(look["events"].to_string().contains("\"ada\""), "{look}");
    guest.play_any(&table).await.unwrap().expect_status(200);
    // Nobody plays against himself: the guest resigns there.
    assert_eq!(ada.state(&against_ada).await["status"], "over");
    // Without the wish the games stay with the guest, whose session ends all the same.
    let mut guest = house.client();
    let table = duo(&house, &mut guest).await;
    let mut old = guest.clone();
    guest.sign_in("ada", PASSWORD).await.expect_status(200);
    assert_eq!(me(&mut old).await, Value::Null);
    assert_eq!(guest.state(&table).await["players"][0]["is_you"], false);
}
