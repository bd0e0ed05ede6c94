//! Tables as players use them, on both databases.

#[macro_use]
mod house;

use serde_json::{Value, json};

use crate::house::{Client, House, Table, first_move};

on_both!(
    a_guest_plays_a_bot_to_the_end,
    a_move_may_be_sent_twice_and_counts_once,
    a_move_for_another_ply_is_refused_with_the_state,
    an_illegal_move_is_refused_with_the_reason_and_changes_nothing,
    who_reconnects_gets_the_rest,
    everything_is_there_after_a_restart,
    against_bots_a_move_is_taken_back_at_once,
    people_must_agree_to_take_back,
    people_agree_to_a_draw,
    a_bot_plays_on_for_who_resigns_among_several,
    the_same_people_play_again_one_seat_further,
    a_table_can_be_aborted_until_two_have_moved,
    who_is_first_is_told_to_everybody,
    people_say_something_within_bounds,
    seats_are_taken_and_left,
    lists_show_public_tables_and_ones_own,
    reasons_are_told_for_many_moves_at_once,
    the_past_is_shown_as_it_was,
);

async fn duo_for_two(house: &House) -> (Client, Client, Table) {
    for_two(
        house,
        json!({"game": "blokus", "options": {"variant": "duo"}, "players": ["me", "open"]}),
    )
    .await
}

async fn for_two(house: &House, body: Value) -> (Client, Client, Table) {
    let mut host = house.client();
    let mut guest = house.client();
    let table = house.table(&mut host, body).await;
    guest.act(&table, json!({"type": "sit"})).await.expect_status(200);
    (host, guest, table)
}

fn play(ply: u64, m: &str) -> Value {
    json!({"type": "move", "ply": ply, "move": m})
}

fn offer(what: &str) -> Value {
    json!({"type": "offer", "what": what})
}

async fn a_guest_plays_a_bot_to_the_end(house: House) {
    for game in ["blokus", "triominos", "coerceo", "aquapipe"] {
        let mut guest = house.client();
        let options = match game {
            "blokus" => json!({"variant": "duo"}),
            "triominos" => json!({"single-round": "on"}),
            _ => json!({}),
        };
        let body = json!({"game": game, "options": options, "players": ["me", {"bot": "level:1"}]});
        let table = house.table(&mut guest, body).await;
        let mut socket = guest.socket(&table.path("/socket")).await;
        assert_eq!(socket.next().await.unwrap()["game"], game);
        let mut state = socket.next_of("update").await["state"].clone();
        while state["status"] == "playing" {
            let Some(m) = first_move(&state) else {
                state = socket.next_of("update").await["state"].clone();
                continue;
            };
            let (answer, news) = socket.act(play(state["ply"].as_u64().unwrap(), &m)).await;
            assert_eq!(answer["type"], "done", "{answer}");
            let mut updates = news.iter().rev().filter(|it| it["type"] == "update");
            state = match updates.next() {
                Some(update) => update["state"].clone(),
                None => socket.next_of("update").await["state"].clone(),
            };
        }
        assert_eq!((&state["status"], &state["turn"]["type"]), (&json!("over"), &json!("over")));
        let record = guest.get(&table.path("/record")).await;
        assert!(record.text.starts_with("tilewright record 1\n"), "{}", record.text);
    }
}

async fn a_move_may_be_sent_twice_and_counts_once(house: House) {
    let (mut host, mut guest, table) = duo_for_two(&house).await;
    let first = host.act(&table, play(0, "O1n@e10")).await.expect_status(200);
    let again = host.act(&table, play(0, "O1n@e10")).await.expect_status(200);
    assert_eq!(first, again);
    guest.act(&table, play(1, "I2n@j4")).await.expect_status(200);
    host.act(&table, play(0, "O1n@e10")).await.expect_status(200);
    assert_eq!(host.state(&table).await["ply"], 2);
    // It is the move of who sent it, and nobody else's.
    guest.act(&table, play(0, "O1n@e10")).await.expect_error(409, "wrong-ply");
}

async fn a_move_for_another_ply_is_refused_with_the_state(house: House) {
    let (mut host, _, table) = duo_for_two(&house).await;
    host.act(&table, play(0, "O1n@e10")).await.expect_status(200);
    for ply in [0, 2, 7] {
        let error = host.act(&table, play(ply, "I2n@e10")).await.expect_error(409, "wrong-ply");
        assert_eq!((&error["state"]["ply"], &error["state"]["number"]), (&json!(1), &json!(2)));
        let message = format!("the move answers ply {ply}, but 1 move was played");
        assert_eq!(error["message"], message);
    }
}

async fn an_illegal_move_is_refused_with_the_reason_and_changes_nothing(house: House) {
    let (mut host, _, table) = duo_for_two(&house).await;
    let before = host.state(&table).await;
    let error = host.act(&table, play(0, "O1n@a1")).await.expect_error(422, "illegal-move");
    assert_eq!(error["message"], "purple's first piece must cover e10");
    host.act(&table, play(0, "hello")).await.expect_error(422, "illegal-move");
    assert_eq!(host.state(&table).await, before);
}

async fn who_reconnects_gets_the_rest(house: House) {
    let (mut host, mut guest, table) = duo_for_two(&house).await;
    let mut socket = guest.socket(&table.path("/socket")).await;
    let seen = socket.next_of("update").await["state"]["number"].as_u64().unwrap();
    drop(socket);
    host.act(&table, play(0, "O1n@e10")).await.expect_status(200);
    guest.act(&table, play(1, "I2n@j4")).await.expect_status(200);
    let mut socket = guest.socket(&table.path(&format!("/socket?since={seen}"))).await;
    let update = socket.next_of("update").await;
    let numbers: Vec<u64> = update["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["number"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [seen + 1, seen + 2]);
    assert_eq!(update["events"][1]["move"], "I2n@j4");
    // Who saw something that never was gets the present.
    let mut socket = guest.socket(&table.path("/socket?since=99")).await;
    let update = socket.next_of("update").await;
    assert_eq!((&update["events"], &update["state"]["ply"]), (&json!([]), &json!(2)));
}

async fn everything_is_there_after_a_restart(mut house: House) {
    let (mut host, mut guest, table) = duo_for_two(&house).await;
    host.act(&table, play(0, "O1n@e10")).await.expect_status(200);
    host.act(&table, json!({"type": "chat", "text": "good luck"})).await.expect_status(200);
    guest.act(&table, offer("takeback")).await.expect_error(409, "conflict");
    host.act(&table, offer("takeback")).await.expect_status(200);
    let before = host.get(&table.path("")).await.expect_status(200);
    let bots = json!({"game": "aquapipe", "players": [{"bot": "level:1"}, {"bot": "level:2"}]});
    let between_bots = house.table(&mut host, bots).await;
    house.restart().await;
    (host.address, guest.address) = (house.address, house.address);
    assert_eq!(host.get(&table.path("")).await.expect_status(200), before);
    // Bots go on by themselves, before anybody asks.
    host.until(&between_bots, |state| state["status"] == "over").await;
}

async fn against_bots_a_move_is_taken_back_at_once(house: House) {
    let mut guest = house.client();
    let body = json!({"game": "aquapipe", "players": ["me", {"bot": "greedy"}]});
    let table = house.table(&mut guest, body).await;
    guest.act(&table, offer("takeback")).await.expect_error(409, "conflict");
    guest.act(&table, play(0, "S@a1")).await.expect_status(200);
    guest.until(&table, |state| state["ply"] == 2).await;
    guest.act(&table, offer("takeback")).await.expect_status(200);
    let state = guest.state(&table).await;
    assert_eq!((&state["ply"], &state["offers"]), (&json!(0), &json!({})));
    // The ply is free again, and the same move may be played anew.
    guest.act(&table, play(0, "S@a1")).await.expect_status(200);
    guest.until(&table, |state| state["ply"] == 2).await;
}

async fn people_must_agree_to_take_back(house: House) {
    let (mut host, mut guest, table) = duo_for_two(&house).await;
    host.act(&table, play(0, "O1n@e10")).await.expect_status(200);
    host.act(&table, offer("takeback")).await.expect_status(200);
    let state = guest.state(&table).await;
    assert_eq!((&state["ply"], &state["offers"]), (&json!(1), &json!({"takeback": [1]})));
    guest.act(&table, json!({"type": "decline", "what": "takeback"})).await.expect_status(200);
    assert_eq!(guest.state(&table).await["offers"], json!({}));
    host.act(&table, offer("takeback")).await.expect_status(200);
    guest.act(&table, offer("takeback")).await.expect_status(200);
    let state = guest.state(&table).await;
    assert_eq!((&state["ply"], &state["offers"]), (&json!(0), &json!({})));
    host.act(&table, play(0, "I2n@e10")).await.expect_status(200);
}

async fn people_agree_to_a_draw(house: House) {
    let body = json!({"game": "coerceo", "players": ["me", "open"]});
    let (mut host, mut guest, table) = for_two(&house, body).await;
    host.act(&table, offer("draw")).await.expect_status(200);
    assert_eq!(guest.state(&table).await["status"], "playing");
    guest.act(&table, offer("draw")).await.expect_status(200);
    let state = guest.state(&table).await;
    assert_eq!((&state["status"], &state["turn"]["places"]), (&json!("over"), &json!([1, 1])));
    let (mut host, _, table) = duo_for_two(&house).await;
    let error = host.act(&table, offer("draw")).await.expect_error(409, "conflict");
    assert_eq!(error["message"], "Blokus has no draws by agreement");
}

async fn a_bot_plays_on_for_who_resigns_among_several(house: House) {
    let mut host = house.client();
    let mut guest = house.client();
    let body = json!({
        "game": "triominos", "options": {"seats": "3", "single-round": "on"},
        "players": ["me", "open", {"bot": "level:1"}],
    });
    let table = house.table(&mut host, body).await;
    guest.act(&table, json!({"type": "sit", "seat": 2})).await.expect_status(200);
    guest.act(&table, json!({"type": "resign"})).await.expect_status(200);
    while host.until(&table, |state| state["status"] == "over" || !state["choices"].is_null()).await
        ["status"]
        == "playing"
    {
        host.play_any(&table).await.unwrap().expect_status(200);
    }
    let state = host.state(&table).await;
    assert_eq!(state["turn"]["places"][1], 3, "{state}");
    assert!(guest.play_any(&table).await.is_none(), "who resigned plays no more");
}

async fn the_same_people_play_again_one_seat_further(house: House) {
    let (mut host, mut guest, table) = duo_for_two(&house).await;
    host.act(&table, offer("rematch")).await.expect_error(409, "conflict");
    host.act(&table, json!({"type": "resign"})).await.expect_status(200);
    host.act(&table, offer("rematch")).await.expect_status(200);
    guest.act(&table, offer("rematch")).await.expect_status(200);
    let look = host.get(&table.path("")).await.expect_status(200);
    let last = look["events"].as_array().unwrap().last().unwrap().clone();
    let next = Table { id: last["table"].as_str().unwrap().to_owned(), key: String::new() };
    assert_eq!(last["type"], "rematch");
    assert_eq!(guest.get(&next.path("")).await.expect_status(200)["state"]["viewer"], 1);
    assert_eq!(host.get(&next.path("")).await.expect_status(200)["state"]["viewer"], 2);
}

async fn a_table_can_be_aborted_until_two_have_moved(house: House) {
    let (mut host, mut guest, table) = duo_for_two(&house).await;
    host.act(&table, play(0, "O1n@e10")).await.expect_status(200);
    guest.act(&table, json!({"type": "abort"})).await.expect_status(200);
    assert_eq!(host.state(&table).await["status"], "aborted");
    host.act(&table, play(1, "O1n@j5")).await.expect_error(409, "conflict");
    let (mut host, mut guest, table) = duo_for_two(&house).await;
    host.act(&table, play(0, "O1n@e10")).await.expect_status(200);
    guest.act(&table, play(1, "O1n@j5")).await.expect_status(200);
    host.act(&table, json!({"type": "abort"})).await.expect_error(409, "conflict");
    // Before the game only who opened the table ends it, with or without a seat.
    let body = json!({"game": "blokus", "players": ["open"]});
    let table = house.table(&mut host, body).await;
    guest.act(&table, json!({"type": "sit"})).await.expect_status(200);
    assert_eq!(guest.get(&table.path("")).await.body["table"]["is_yours"], false);
    assert_eq!(host.get(&table.path("")).await.body["table"]["is_yours"], true);
    guest.act(&table, json!({"type": "abort"})).await.expect_error(403, "forbidden");
    host.act(&table, json!({"type": "abort"})).await.expect_status(200);
    assert_eq!(host.state(&table).await["status"], "aborted");
}

async fn who_is_first_is_told_to_everybody(house: House) {
    let mut host = house.client();
    let mut n_heads = 0;
    for _ in 0..30 {
        let body = json!({"game": "aquapipe", "players": ["me", "open"], "first": "coin"});
        let table = house.table(&mut host, body).await;
        let look = house.client().get(&table.path("")).await.expect_status(200);
        let first = &look["table"]["first"];
        let is_heads = first["text"] == "the coin shows heads";
        assert_eq!(first["player"], if is_heads { 1 } else { 2 });
        assert_eq!(host.state(&table).await["viewer"], first["player"]);
        n_heads += u32::from(is_heads);
    }
    assert!((1..30).contains(&n_heads), "{n_heads} heads of 30");
    let body =
        json!({"game": "triominos", "options": {"seats": "3"}, "players": ["me"], "first": "dice"});
    let table = house.table(&mut host, body).await;
    let look = host.get(&table.path("")).await.expect_status(200);
    assert!(look["table"]["first"]["text"].as_str().unwrap().starts_with("the dice show "));
    for first in [json!({"player": 0}), json!({"player": 3}), json!("dice "), json!("moon")] {
        let body = json!({"game": "aquapipe", "players": ["me"], "first": first});
        host.post("tables", body).await.expect_error(400, "bad-request");
    }
}

async fn people_say_something_within_bounds(house: House) {
    let (mut host, mut guest, table) = duo_for_two(&house).await;
    let chat = |text: &str| json!({"type": "chat", "text": text});
    host.act(&table, chat("  good luck  ")).await.expect_status(200);
    let look = guest.get(&table.path("")).await.expect_status(200);
    let last = look["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["type"], &last["text"]), (&json!("chat"), &json!("good luck")));
    for bad in ["", "   ", "two\nlines", &"x".repeat(301)] {
        host.act(&table, chat(bad)).await.expect_error(400, "bad-request");
    }
    host.act(&table, chat(&"ä".repeat(300))).await.expect_status(200);
}

async fn seats_are_taken_and_left(house: House) {
    let mut host = house.client();
    let mut guest = house.client();
    let body = json!({"game": "blokus", "players": ["me", "open", "open", "invited"]});
    let table = house.table(&mut host, body).await;
    host.act(&table, play(0, "O1n@a20")).await.expect_error(409, "conflict");
    host.act(&table, json!({"type": "sit"})).await.expect_error(409, "conflict");
    guest.act(&table, json!({"type": "sit", "seat": 3})).await.expect_status(200);
    guest.act(&table, json!({"type": "sit", "seat": 2})).await.expect_error(409, "conflict");
    guest.act(&table, json!({"type": "leave"})).await.expect_status(200);
    let players = host.state(&table).await["players"].clone();
    assert_eq!(players[2]["type"], "open");
    assert_eq!(players[3]["type"], "invited");
    let mut stranger = house.client();
    let sit = json!({"type": "sit", "seat": 4});
    stranger.post(&table.path("/actions"), sit.clone()).await.expect_error(409, "conflict");
    stranger.act(&table, sit).await.expect_status(200);
    guest.act(&table, json!({"type": "sit", "seat": 9})).await.expect_error(400, "bad-request");
}

async fn lists_show_public_tables_and_ones_own(house: House) {
    let mut host = house.client();
    let mut other = house.client();
    let open = house.table(&mut host, json!({"game": "coerceo", "players": ["me"]})).await;
    let body = json!({"game": "coerceo", "players": ["me"], "is_private": true});
    let private = house.table(&mut host, body).await;
    let ids = |list: Value| -> Vec<String> {
        let list = list.as_array().unwrap().clone();
        list.iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(other.get("tables").await.expect_status(200)), [&*open.id]);
    let own = ids(host.get("tables?mine=true").await.expect_status(200));
    assert_eq!(own.len(), 2);
    assert!(own.contains(&private.id) && own.contains(&open.id));
    other.get("tables?mine=true").await.expect_error(401, "signed-out");
    other.act(&open, json!({"type": "sit"})).await.expect_status(200);
    assert_eq!(ids(other.get("tables").await.expect_status(200)), Vec::<String>::new());
    let playing = other.get("tables?status=playing").await.expect_status(200);
    assert_eq!(playing[0]["players"].as_array().unwrap().len(), 2);
    assert_eq!(ids(playing), [&*open.id]);
}

async fn reasons_are_told_for_many_moves_at_once(house: House) {
    let (mut host, mut guest, table) = duo_for_two(&house).await;
    let why = json!({"moves": ["O1n@e10", "O1n@a1", "O1n@b1", "nonsense"]});
    let reasons = host.post(&table.path("/explain"), why.clone()).await.expect_status(200);
    assert_eq!(reasons[0], json!({"reason": null, "moves": ["O1n@e10"]}));
    assert_eq!(
        reasons[1],
        json!({"reason": "purple's first piece must cover e10", "moves": ["O1n@a1", "O1n@b1"]})
    );
    assert_eq!(reasons.as_array().unwrap().len(), 3);
    guest.post(&table.path("/explain"), why).await.expect_error(403, "forbidden");
    let many = json!({"moves": vec!["O1n@e10"; 513]});
    host.post(&table.path("/explain"), many).await.expect_error(400, "bad-request");
    let moves = host.get(&table.path("/moves")).await.expect_status(200);
    assert_eq!(moves.as_array().unwrap().len(), 414);
    assert_eq!(moves[0]["squares"], json!(["e10"]));
}

async fn the_past_is_shown_as_it_was(house: House) {
    let body = json!({"game": "coerceo", "players": ["me", "open"]});
    let (mut host, mut guest, table) = for_two(&house, body).await;
    let mut seen = Vec::new();
    for ply in 0..8 {
        let client = if ply % 2 == 0 { &mut host } else { &mut guest };
        seen.push(client.state(&table).await);
        client.play_any(&table).await.unwrap().expect_status(200);
    }
    host.act(&table, json!({"type": "resign"})).await.expect_status(200);
    seen.push(guest.state(&table).await);
    for (ply, state) in seen.iter().enumerate() {
        let path = table.path(&format!("/views/{ply}"));
        let mut spectator = house.client();
        let moment = spectator.get(&path).await.expect_status(200);
        for part in ["ply", "turn", "mover", "scores", "endings", "view"] {
            assert_eq!(moment[part], state[part], "{part} after {ply} moves");
        }
        assert_eq!(moment["viewer"], Value::Null);
        assert_eq!(guest.get(&path).await.expect_status(200)["viewer"], 2);
    }
    host.get(&table.path("/views/9")).await.expect_error(404, "not-found");
    host.get(&table.path("/views/-1")).await.expect_error(400, "bad-request");
}
