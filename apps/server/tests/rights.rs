//! Permissions: a test for each forbidden action. The table is in docs/server-api.md.

mod house;

use serde_json::{Value, json};

use crate::house::{Answer, Client, House, Table, first_move};

const PASSWORD: &str = "correct horse";

/// All that a seat is needed for.
fn actions_of_players() -> Vec<Value> {
    vec![
        json!({"type": "leave"}),
        json!({"type": "move", "ply": 0, "move": "O1n@e10"}),
        json!({"type": "resign"}),
        json!({"type": "resign", "seat": 1}),
        json!({"type": "offer", "what": "takeback"}),
        json!({"type": "offer", "what": "draw"}),
        json!({"type": "offer", "what": "rematch"}),
        json!({"type": "decline", "what": "draw"}),
        json!({"type": "abort"}),
        json!({"type": "chat", "text": "hello"}),
    ]
}

async fn for_two(house: &House, body: Value) -> (Client, Client, Table) {
    let mut host = house.client();
    let mut guest = house.client();
    let table = house.table(&mut host, body).await;
    guest.act(&table, json!({"type": "sit"})).await.expect_status(200);
    (host, guest, table)
}

async fn duo(house: &House) -> (Client, Client, Table) {
    let body = json!({"game": "blokus", "options": {"variant": "duo"}, "players": ["me", "open"]});
    for_two(house, body).await
}

/// A table of Triominos: the client to move, then the other one.
async fn triominos(house: &House) -> (Client, Client, Table) {
    let body = json!({"game": "triominos", "players": ["me", "open"]});
    let (mut host, guest, table) = for_two(house, body).await;
    let is_to_move = host.state(&table).await["choices"].is_object();
    if is_to_move { (host, guest, table) } else { (guest, host, table) }
}

async fn private(house: &House) -> (Client, Table) {
    let mut host = house.client();
    let body = json!({"game": "blokus", "players": ["me"], "is_private": true});
    let table = house.table(&mut host, body).await;
    (host, table)
}

async fn stranger(house: &House) -> Client {
    let mut stranger = house.client();
    house.table(&mut stranger, json!({"game": "coerceo", "players": ["me"]})).await;
    stranger
}

/// Everything that can be asked of a table.
async fn ask_everything(client: &mut Client, path: impl Fn(&str) -> String) -> Vec<Answer> {
    let mut answers = Vec::new();
    for rest in ["", "/moves", "/record", "/views/0"] {
        answers.push(client.get(&path(rest)).await);
    }
    answers.push(client.post(&path("/explain"), json!({"moves": ["O1n@a1"]})).await);
    answers.push(client.post(&path("/hint"), json!({"time_millis": 1})).await);
    answers.push(client.post(&path("/actions"), json!({"type": "sit"})).await);
    for action in actions_of_players() {
        answers.push(client.post(&path("/actions"), action).await);
    }
    answers.extend(client.try_socket(&path("/socket")).await.err());
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_moves_for_another_seat() {
    let house = House::on_sqlite().await;
    let (mut host, mut guest, table) = duo(&house).await;
    let m = json!({"type": "move", "ply": 0, "move": "O1n@e10"});
    guest.act(&table, m.clone()).await.expect_error(403, "forbidden");
    let mut socket = guest.socket(&table.path("/socket")).await;
    assert_eq!(socket.act(m.clone()).await.0["code"], "forbidden");
    host.act(&table, m).await.expect_status(200);
    let m = json!({"type": "move", "ply": 1, "move": "O1n@j5"});
    host.act(&table, m).await.expect_error(403, "forbidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_moves_for_a_bot_or_for_chance() {
    let house = House::with(|config| config.bot_pause = house::SOON).await;
    let mut host = house.client();
    let body = json!({"game": "aquapipe", "players": [{"bot": "level:1"}, "me"]});
    let table = house.table(&mut host, body).await;
    let m = json!({"type": "move", "ply": 0, "move": "S@a1"});
    host.act(&table, m).await.expect_error(403, "forbidden");
    // Chance has always moved before anybody can; whoever tries is against the rules.
    let (mut mover, _, table) = triominos(&house).await;
    let ply = mover.state(&table).await["ply"].clone();
    for m in ["deal:1-2-3", "drawn:1-2-3", "drawn:?"] {
        let m = json!({"type": "move", "ply": ply, "move": m});
        mover.act(&table, m).await.expect_error(422, "illegal-move");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_resigns_or_agrees_for_another_seat() {
    let house = House::on_sqlite().await;
    let body = json!({"game": "coerceo", "players": ["me", "open"]});
    let (mut host, mut guest, table) = for_two(&house, body).await;
    let resign = json!({"type": "resign", "seat": 1});
    guest.act(&table, resign).await.expect_error(403, "forbidden");
    let draw = json!({"type": "offer", "what": "draw"});
    for _ in 0..2 {
        host.act(&table, draw.clone()).await.expect_status(200);
    }
    let state = guest.state(&table).await;
    assert_eq!((&state["status"], &state["offers"]), (&json!("playing"), &json!({"draw": [1]})));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_resigned_plays_no_more() {
    let house = House::with(|config| config.bot_pause = house::SOON).await;
    let mut host = house.client();
    let mut guest = house.client();
    let bot = json!({"bot": "level:1"});
    let body = json!({"game": "blokus", "players": ["me", "open", bot, bot]});
    let table = house.table(&mut host, body).await;
    guest.act(&table, json!({"type": "sit"})).await.expect_status(200);
    host.act(&table, json!({"type": "resign"})).await.expect_status(200);
    let m = json!({"type": "move", "ply": 0, "move": "O1n@a20"});
    host.act(&table, m).await.expect_error(403, "forbidden");
    host.act(&table, json!({"type": "resign"})).await.expect_error(403, "forbidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_play_only_looks_on() {
    let house = House::on_sqlite().await;
    let (mut host, _, table) = duo(&house).await;
    let mut stranger = stranger(&house).await;
    let before = host.get(&table.path("")).await.body;
    for mut client in [stranger.clone(), Client { cookie: None, ..stranger.clone() }] {
        let (status, code) =
            if client.cookie.is_some() { (403, "forbidden") } else { (401, "signed-out") };
        let mut socket = client.socket(&table.path("/socket")).await;
        for action in actions_of_players() {
            // Not even with the link, which is for seats that are free.
            client.act(&table, action.clone()).await.expect_error(status, code);
            assert_eq!(socket.act(action).await.0["code"], code);
        }
    }
    stranger.act(&table, json!({"type": "sit"})).await.expect_error(409, "conflict");
    assert_eq!(host.get(&table.path("")).await.body, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_anothers_hand() {
    let house = House::on_sqlite().await;
    let (host, guest, table) = triominos(&house).await;
    let stranger = stranger(&house).await;
    for mut client in [host, guest, stranger, house.client()] {
        let look = client.get(&table.path("")).await.expect_status(200);
        let own = look["state"]["viewer"].as_u64();
        for (hand, number) in look["state"]["view"]["hands"].as_array().unwrap().iter().zip(1..) {
            assert_eq!(hand["tiles"].is_array(), own == Some(number), "{hand}");
        }
        let seen = look["events"].as_array().unwrap().iter().filter_map(|it| it["move"].as_str());
        let n_seen = seen.filter(|m| m.starts_with("deal:") && *m != "deal:?").count();
        assert_eq!(n_seen, if own.is_some() { 9 } else { 0 });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_two_seats_goes_back_through_the_eyes_of_one() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    let table = house.table(&mut host, json!({"game": "triominos", "players": ["me", "me"]})).await;
    for _ in 0..12 {
        let state = host.state(&table).await;
        for ply in 0..=state["ply"].as_u64().unwrap() {
            let path = table.path(&format!("/views/{ply}"));
            let moment = host.get(&path).await.expect_status(200);
            assert_eq!(moment["viewer"], state["viewer"]);
            let laid_open = house.client().get(&path).await.expect_status(200);
            let other = 2 - state["viewer"].as_u64().unwrap() as usize;
            let hand = |moment: &Value| moment["view"]["hands"][other]["tiles"].clone();
            assert_eq!(hand(&moment), hand(&laid_open), "after {ply} moves");
        }
        host.play_any(&table).await.unwrap().expect_status(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_be_played_is_told_to_who_is_to_move() {
    let house = House::on_sqlite().await;
    let (mut mover, other, table) = triominos(&house).await;
    let m = first_move(&mover.state(&table).await).unwrap();
    let stranger = stranger(&house).await;
    for mut client in [other, stranger, house.client()] {
        assert_eq!(client.state(&table).await["choices"], Value::Null);
        client.get(&table.path("/moves")).await.expect_error(403, "forbidden");
        let why = json!({"moves": [m]});
        client.post(&table.path("/explain"), why).await.expect_error(403, "forbidden");
        let hint = json!({"time_millis": 1});
        client.post(&table.path("/hint"), hint).await.expect_error(403, "forbidden");
    }
    assert!(!mover.get(&table.path("/moves")).await.expect_status(200)[0].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_hints_gives_none() {
    let house = House::on_sqlite().await;
    let body = json!({"game": "coerceo", "players": ["me", "open"], "has_hints": false});
    let (mut host, _, table) = for_two(&house, body).await;
    let hint = json!({"time_millis": 1});
    host.post(&table.path("/hint"), hint).await.expect_error(403, "forbidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_is_not_there_without_its_link() {
    let house = House::on_sqlite().await;
    let (mut host, table) = private(&house).await;
    let stranger = stranger(&house).await;
    let nowhere = Table { id: "bm8gc3VjaCB0".to_owned(), key: String::new() };
    for mut client in [stranger, house.client()] {
        let expected = ask_everything(&mut client, |rest| nowhere.path(rest)).await;
        let wrong = |rest: &str| format!("{}?key={}A", table.path(rest), &table.key[1..]);
        let answers = [
            ask_everything(&mut client, |rest| table.path(rest)).await,
            ask_everything(&mut client, wrong).await,
            ask_everything(&mut client, |rest| format!("{}?key=", table.path(rest))).await,
        ];
        for answer in answers.iter().flatten() {
            answer.clone().expect_error(404, "not-found");
        }
        for answers in answers {
            let texts = |answers: &[Answer]| -> Vec<String> {
                answers.iter().map(|answer| answer.text.clone()).collect()
            };
            assert_eq!(texts(&answers), texts(&expected), "as if there were no such table");
        }
        client.get(&table.link("")).await.expect_status(200);
    }
    host.get(&table.path("")).await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_is_in_no_list_of_others() {
    let house = House::on_sqlite().await;
    let (mut host, table) = private(&house).await;
    host.sign_up("ada").await.expect_status(201);
    let mut stranger = stranger(&house).await;
    for path in ["tables", "tables?status=waiting", "tables?mine=true", "people/ada"] {
        let list = stranger.get(path).await;
        assert!(list.status == 200 && !list.text.contains(&table.id), "{path}: {}", list.text);
    }
    assert!(host.get("people/ada").await.text.contains(&table.id));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_for_who_is_invited_is_taken_by_the_link_only() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    let body = json!({"game": "coerceo", "players": ["me", "invited"]});
    let table = house.table(&mut host, body).await;
    let mut guest = house.client();
    for sit in [json!({"type": "sit"}), json!({"type": "sit", "seat": 2})] {
        guest.post(&table.path("/actions"), sit).await.expect_error(409, "conflict");
    }
    guest.act(&table, json!({"type": "sit"})).await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_at_the_table_may_invite() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    let body = json!({"game": "coerceo", "players": ["me", "invited"]});
    let table = house.table(&mut host, body).await;
    for mut client in [stranger(&house).await, house.client()] {
        let look = client.get(&table.path("")).await;
        assert!(look.status == 200 && !look.text.contains(&table.key), "{}", look.text);
    }
    assert_eq!(host.get(&table.path("")).await.body["table"]["key"], json!(table.key));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_worth_nothing_after_signing_out() {
    let house = House::on_sqlite().await;
    let (mut host, _, table) = duo(&house).await;
    host.sign_up("ada").await.expect_status(201);
    let mut replay = host.clone();
    let mut socket = host.socket(&table.path("/socket")).await;
    host.delete("session").await.expect_status(204);
    assert_eq!(replay.get("me").await.expect_status(200), Value::Null);
    let m = json!({"type": "move", "ply": 0, "move": "O1n@e10"});
    replay.act(&table, m).await.expect_error(401, "signed-out");
    replay.get("tables?mine=true").await.expect_error(401, "signed-out");
    replay.delete("sessions").await.expect_error(401, "signed-out");
    replay.delete_account(PASSWORD).await.expect_error(401, "signed-out");
    assert_eq!(replay.state(&table).await["viewer"], Value::Null);
    // Not even what was open stays open.
    socket.closed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_that_the_server_did_not_sign_is_nobodys() {
    let house = House::on_sqlite().await;
    let other_house = House::on_sqlite().await;
    let elsewhere = stranger(&other_house).await;
    let (host, _) = private(&house).await;
    let own = host.cookie.clone().unwrap();
    for forged in
        [elsewhere.cookie.unwrap(), own.to_uppercase(), format!("{own}A"), "tilewright=".to_owned()]
    {
        let mut client = Client { cookie: Some(forged), ..house.client() };
        assert_eq!(client.get("me").await.expect_status(200), Value::Null);
    }
    let mut among_others = Client { cookie: Some(format!("a=b; {own}; c=d")), ..house.client() };
    assert!(among_others.get("me").await.expect_status(200).is_object());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_changed_by_who_knows_its_password() {
    let house = House::on_sqlite().await;
    let mut ada = house.client();
    ada.sign_up("ada").await.expect_status(201);
    for wrong in ["", "wrong horse", "correct hors"] {
        ada.change_password(wrong, "battery staple").await.expect_error(401, "signed-out");
        ada.delete_account(wrong).await.expect_error(401, "signed-out");
    }
    let mut nobody = house.client();
    nobody.change_password(PASSWORD, "battery staple").await.expect_error(401, "signed-out");
    nobody.delete_account(PASSWORD).await.expect_error(401, "signed-out");
    // A guest has no password to change.
    let mut guest = stranger(&house).await;
    guest.change_password("", "battery staple").await.expect_error(401, "signed-out");
    ada.delete_account(PASSWORD).await.expect_status(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_seen_of_hidden_tiles_is_not_taken_back_among_people() {
    let house = House::on_sqlite().await;
    let (mut mover, _, table) = triominos(&house).await;
    mover.play_any(&table).await.unwrap().expect_status(200);
    let takeback = json!({"type": "offer", "what": "takeback"});
    mover.act(&table, takeback).await.expect_error(409, "conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_lets_bots_play_any_number_of_games() {
    let house = House::with(|config| config.limits.bot_games_of_person = 8).await;
    let mut host = house.client();
    let bots = json!({"game": "coerceo", "players": [{"bot": "level:1"}, {"bot": "level:1"}]});
    for _ in 0..8 {
        house.table(&mut host, bots.clone()).await;
    }
    host.post("tables", bots.clone()).await.expect_error(409, "conflict");
    house.table(&mut host, json!({"game": "coerceo", "players": ["me", {"bot": "level:1"}]})).await;
    house.table(&mut house.client(), bots).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_orders_a_bot_that_costs_more_than_the_house_gives() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    for bot in ["mcts:time=100s", "minimax:depth=60", "level:99", "level:3,time=9s", "genius", ""] {
        let body = json!({"game": "coerceo", "players": ["me", {"bot": bot}]});
        host.post("tables", body).await.expect_error(400, "bad-request");
    }
}
