//! Hidden information stays hidden on the wire: at tables of Triominos everything that every kind
//! of client hears is compared with the database.
//!
//! A tile may be named to a viewer if it lies on the table, was in the viewer's own hand, or was
//! laid open by the rules. Three fields name others too, and tell nothing by that: `unseen`, which
//! must be exactly the tiles that the viewer does not know, and the `line` and the `best` of hints
//! and analyses, which are imagined from what the viewer knows (`tests/secrets.rs` of `engines`
//! exchanges hidden tiles and wants the same). Logs name no tile at all.

mod house;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use tilewright_core::{Seat, Viewer};
use tilewright_server::may_be_logged;
use tilewright_table::{GameId, Table as Game};
use tracing_subscriber::filter::{FilterExt, Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt, registry};

use crate::house::{Client, House, Socket, Table};

/// All logs of this program at the finest level, within what the server asks of every log.
static LOGS: LazyLock<Logs> = LazyLock::new(|| {
    let logs = Logs::default();
    // Also where somebody asks for exactly what tells most.
    let filter: Targets = "trace,tungstenite=trace,tungstenite::protocol=trace".parse().unwrap();
    let writer = logs.clone();
    let layer = fmt::layer().with_ansi(false).without_time().with_writer(move || writer.clone());
    registry().with(layer.with_filter(filter.and(filter_fn(may_be_logged)))).init();
    logs
});

#[derive(Clone, Default)]
struct Logs(Arc<Mutex<Vec<u8>>>);

impl Write for Logs {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Tiles = BTreeSet<String>;

fn all_tiles() -> impl Iterator<Item = String> {
    (0..6).flat_map(|a| (a..6).flat_map(move |b| (b..6).map(move |c| format!("{a}-{b}-{c}"))))
}

/// The tiles that are named in a text, however they are turned.
fn tiles_in(text: &str) -> Tiles {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let tile = |word: &str| {
        let [a, b'-', b, b'-', c] = *word.as_bytes() else { return None };
        let mut numbers = [a, b, c].map(|digit| char::from(digit).to_digit(6));
        numbers.sort_unstable();
        let [a, b, c] = numbers;
        Some(format!("{}-{}-{}", a?, b?, c?))
    };
    text.split(|c| !is_inside(c)).filter_map(tile).collect()
}

/// The tile that a move of chance brings.
fn received(m: &str) -> Option<&str> {
    m.strip_prefix("deal:").or_else(|| m.strip_prefix("drawn:"))
}

/// The real course of a game.
struct Truth {
    /// After each event, for the spectator and then for each seat, the tiles that it knows.
    known: Vec<Vec<Tiles>>,
    /// The number of the event of each move.
    numbers: Vec<u64>,
}

impl Truth {
    /// Reads the events of a game of one round, as they are kept.
    fn read(game: &mut dyn Game, events: &[Value]) -> Truth {
        let n_seats = game.n_seats();
        let mut known = vec![vec![Tiles::new(); n_seats + 1]];
        let mut numbers = Vec::new();
        for (event, number) in events.iter().zip(1..) {
            let mut now: Vec<Tiles> = known.last().unwrap().clone();
            if let Some(m) = event["move"].as_str() {
                game.play(m).unwrap();
                numbers.push(number);
                for (viewer, tiles) in now.iter_mut().enumerate() {
                    if received(m).is_none() {
                        tiles.extend(tiles_in(m));
                    }
                    for seat in 0..n_seats {
                        if viewer == seat + 1 || game.turn().is_over() {
                            tiles.extend(hand(game, seat));
                        }
                    }
                }
            }
            known.push(now);
        }
        Truth { known, numbers }
    }

    /// The knowledge of a viewer after a number of moves; the spectator has the number 0.
    fn after_ply(&self, viewer: usize, ply: usize) -> &Tiles {
        let number = ply.checked_sub(1).map_or(0, |index| self.numbers[index]);
        &self.known[number as usize][viewer]
    }
}

/// The number of moves of players.
fn n_turns_in(events: &[Value]) -> usize {
    let moves = events.iter().filter_map(|event| event["move"].as_str());
    moves.filter(|m| received(m).is_none()).count()
}

/// The hand of a seat, as it sees it itself.
fn hand(game: &dyn Game, index: usize) -> Tiles {
    let view = game.view(Viewer::Seat(Seat::new(index).unwrap()));
    tiles_in(&view["hands"][index]["tiles"].to_string())
}

/// Something that somebody heard.
struct Heard {
    viewer: usize,
    what: What,
}

enum What {
    /// A look or news: what happened, and how it is now.
    News(Value),
    /// The record of the game so far.
    Record(String),
    /// Lines of a hint or of an analysis.
    Lines(Vec<Value>),
    /// The position after a number of moves.
    GameSnapshot(Value),
    /// Anything else, about the game after so many moves.
    Other { ply: usize, answer: Value },
}

impl Heard {
    fn check(&self, truth: &Truth) {
        match &self.what {
            What::News(news) => self.check_news(truth, news),
            What::Record(text) => {
                let moves = text.split_whitespace().filter(|word| is_move(word)).count();
                self.check_tiles(truth.after_ply(self.viewer, moves), text);
            }
            What::Lines(lines) => {
                for line in lines {
                    let ply = line["ply"].as_u64().unwrap() as usize;
                    let known = truth.after_ply(self.viewer, ply);
                    let own = line["moves"].as_array().into_iter().flatten().map(|it| &it["move"]);
                    for m in own.chain([&line["move"]]) {
                        self.check_tiles(known, &m.to_string());
                    }
                }
            }
            What::GameSnapshot(moment) => {
                let ply = moment["ply"].as_u64().unwrap() as usize;
                self.check_view(truth.after_ply(self.viewer, ply), moment.clone(), "/view/unseen");
            }
            What::Other { ply, answer } => {
                self.check_tiles(truth.after_ply(self.viewer, *ply), &answer.to_string());
            }
        }
    }

    fn check_news(&self, truth: &Truth, news: &Value) {
        let Some(number) = news["state"]["number"].as_u64() else {
            return self.check_tiles(&Tiles::new(), &news.to_string());
        };
        for event in news["events"].as_array().into_iter().flatten() {
            let number = event["number"].as_u64().unwrap() as usize;
            self.check_tiles(&truth.known[number][self.viewer], &event.to_string());
        }
        let known = &truth.known[number as usize][self.viewer];
        self.check_view(known, news.clone(), "/state/view/unseen");
    }

    /// Checks something with a view in it, whose list of tiles that were not seen is there.
    fn check_view(&self, known: &Tiles, mut told: Value, unseen: &str) {
        let unseen: Tiles = match told.pointer_mut(unseen).map(Value::take) {
            Some(Value::Array(tiles)) => {
                tiles.iter().map(|tile| tile.as_str().unwrap().to_owned()).collect()
            }
            other => panic!("{other:?} is no list of tiles"),
        };
        assert_eq!(unseen, all_tiles().filter(|tile| !known.contains(tile)).collect());
        self.check_tiles(known, &told.to_string());
    }

    fn check_tiles(&self, known: &Tiles, text: &str) {
        let secret: Vec<String> = tiles_in(text).difference(known).cloned().collect();
        assert!(secret.is_empty(), "{} was told {secret:?} by {text}", self.viewer);
    }
}

/// Returns true if a word of a record is a move.
fn is_move(word: &str) -> bool {
    matches!(word, "draw" | "pass") || received(word).is_some() || word.contains('@')
}

/// A table with somebody at every socket.
struct Scene {
    table: Table,
    /// The spectator, and those who sit on the first seats.
    clients: Vec<Client>,
    sockets: Vec<Socket>,
    states: Vec<Value>,
    heard: Vec<Heard>,
    n_steps: usize,
}

impl Scene {
    async fn open(house: &House, people: &[Client], n_seats: usize) -> Scene {
        let mut players = vec![json!("me")];
        players.resize(people.len(), json!("open"));
        players.resize(n_seats, json!({"bot": "level:1"}));
        let body = json!({
            "game": "triominos", "players": players,
            "options": {"seats": n_seats.to_string(), "single-round": "on"},
        });
        let mut clients = vec![house.client()];
        clients.extend(people.iter().cloned());
        let table = house.table(&mut clients[1], body).await;
        for client in &mut clients[2..] {
            client.act(&table, json!({"type": "sit"})).await.expect_status(200);
        }
        for client in &mut clients[1..] {
            let offer = json!({"type": "offer", "what": "hints"});
            client.act(&table, offer).await.expect_status(200);
        }
        let mut sockets = Vec::new();
        for client in &clients {
            sockets.push(client.socket(&table.path("/socket")).await);
        }
        let states = vec![Value::Null; clients.len()];
        let mut scene = Scene { table, clients, sockets, states, heard: Vec::new(), n_steps: 0 };
        for viewer in 0..scene.clients.len() {
            scene.listen(viewer).await;
        }
        scene
    }

    fn hear(&mut self, viewer: usize, what: What) {
        self.heard.push(Heard { viewer, what });
    }

    /// Listens until the next news.
    async fn listen(&mut self, viewer: usize) {
        loop {
            let message = self.sockets[viewer].next().await.expect("the socket is open");
            let is_news = self.take(viewer, message);
            if is_news {
                return;
            }
        }
    }

    fn take(&mut self, viewer: usize, message: Value) -> bool {
        let state = message["state"].clone();
        self.hear(viewer, What::News(message));
        let is_news = !state.is_null();
        if is_news {
            self.states[viewer] = state;
        }
        is_news
    }

    /// Listens until a viewer has heard as much as another one.
    async fn catch_up(&mut self, viewer: usize, other: usize) {
        while self.states[viewer]["number"].as_u64() < self.states[other]["number"].as_u64() {
            self.listen(viewer).await;
        }
    }

    /// Plays the game to its end.
    async fn play(&mut self) {
        while self.states[1]["status"] == "playing" {
            let seat = self.states[1]["turn"]["seat"].as_u64().unwrap() as usize;
            if seat >= self.clients.len() {
                self.listen(1).await;
                continue;
            }
            for viewer in 0..self.clients.len() {
                self.catch_up(viewer, 1).await;
            }
            self.ask_around(seat).await;
            self.play_move(seat).await;
            self.catch_up(1, seat).await;
        }
        for viewer in 0..self.clients.len() {
            self.catch_up(viewer, 1).await;
            self.ask_rest(viewer).await;
            let n_plies = self.states[viewer]["ply"].as_u64().unwrap();
            for ply in 0..=n_plies {
                self.ask_back(viewer, ply).await;
            }
        }
    }

    async fn play_move(&mut self, seat: usize) {
        let state = &self.states[seat];
        let choices = state["choices"].as_object().expect("it is the turn of this seat");
        let moves: Vec<String> = choices
            .iter()
            .flat_map(|(head, tails)| tails.as_str().unwrap().split(' ').map(move |it| (head, it)))
            .map(|(head, tail)| format!("{head}{tail}"))
            .collect();
        let m = &moves[self.n_steps * 7 % moves.len()];
        let m = json!({"type": "move", "ply": state["ply"], "move": m});
        let (answer, news) = self.sockets[seat].act(m).await;
        assert_eq!(answer["type"], "done", "{answer}");
        for message in news {
            self.take(seat, message);
        }
        while self.states[seat]["number"].as_u64() < answer["number"].as_u64() {
            self.listen(seat).await;
        }
    }

    /// Everybody asks for everything, now for this and now for that.
    async fn ask_around(&mut self, seat: usize) {
        self.n_steps += 1;
        let n_steps = self.n_steps;
        for viewer in 0..self.clients.len() {
            match (n_steps + viewer) % 5 {
                0 => self.ask_rest(viewer).await,
                1 => self.ask_why(viewer).await,
                2 if viewer == seat => self.ask_hint(seat).await,
                3 if n_steps.is_multiple_of(12) => self.ask_analysis(viewer).await,
                _ => {}
            }
        }
    }

    async fn ask_rest(&mut self, viewer: usize) {
        let path = self.table.path("");
        let look = self.clients[viewer].get(&path).await.expect_status(200);
        self.hear(viewer, What::News(look));
        let record = self.clients[viewer].get(&self.table.path("/record")).await.text;
        self.hear(viewer, What::Record(record));
        let ply = self.states[viewer]["ply"].as_u64().unwrap() as usize;
        self.ask_back(viewer, ply as u64 / 2).await;
        let moves = self.clients[viewer].get(&self.table.path("/moves")).await.body;
        self.hear(viewer, What::Other { ply, answer: moves });
        let wrong = json!({"type": "move", "ply": 0, "move": "pass"});
        let error = self.clients[viewer].act(&self.table, wrong).await.body;
        let what = if error["state"].is_null() {
            What::Other { ply, answer: error }
        } else {
            What::News(error)
        };
        self.hear(viewer, what);
    }

    /// Asks how it was after so many moves.
    async fn ask_back(&mut self, viewer: usize, ply: u64) {
        let path = self.table.path(&format!("/views/{ply}"));
        let moment = self.clients[viewer].get(&path).await.expect_status(200);
        assert_eq!(moment["ply"], ply);
        self.hear(viewer, What::GameSnapshot(moment));
    }

    /// Asks about each tile, and hears about those it knows only that they cannot be played.
    async fn ask_why(&mut self, viewer: usize) {
        let ply = self.states[viewer]["ply"].as_u64().unwrap() as usize;
        let moves: Vec<String> = all_tiles().collect();
        let path = self.table.path("/explain");
        let reasons = self.clients[viewer].post(&path, json!({"moves": moves})).await.body;
        // What is not in the own hand has one reason, wherever it is; the moves are those asked
        // about.
        let Some(reasons) = reasons.as_array() else { return };
        for reason in reasons {
            let told = reason["reason"].as_str().unwrap_or_default();
            let asked = tiles_in(&reason["moves"].to_string());
            let told_more: Tiles = tiles_in(told).difference(&asked).cloned().collect();
            self.hear(viewer, What::Other { ply, answer: json!(told_more) });
        }
    }

    async fn ask_hint(&mut self, seat: usize) {
        let path = self.table.path("/hint");
        let hint = self.clients[seat].post(&path, json!({"time_millis": 5, "n_moves": 20})).await;
        assert_eq!(hint.status, 200, "{}", hint.text);
        self.hear(seat, What::Lines(lines(&hint.text)));
    }

    async fn ask_analysis(&mut self, viewer: usize) {
        let record = self.clients[viewer].get(&self.table.path("/record")).await.text;
        let is_laid_open = !record.contains("\nviewer: ");
        let request = self.clients[viewer].request(Method::POST, "analysis?millis=1").body(record);
        let judged = self.clients[viewer].send(request).await;
        if viewer == 0 && !is_laid_open {
            // Who sees no hand cannot judge a move.
            judged.expect_error(400, "bad-request");
            return;
        }
        assert_eq!(judged.status, 200, "{}", judged.text);
        if is_laid_open {
            // The end showed all hands, and the analysis may speak of them.
            return;
        }
        self.hear(viewer, What::Lines(lines(&judged.text)));
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

async fn database(house: &House) -> SqliteConnection {
    let url = format!("sqlite://{}", house.file().display());
    SqliteConnection::connect(&url).await.unwrap()
}

async fn events_of(database: &mut SqliteConnection, table: &Table) -> Vec<Value> {
    let bodies: Vec<String> =
        sqlx::query_scalar("SELECT body FROM event WHERE table_id = $1 ORDER BY number")
            .bind(&table.id)
            .fetch_all(database)
            .await
            .unwrap();
    bodies.iter().map(|body| serde_json::from_str(body).unwrap()).collect()
}

fn open_game(options: &[(&str, &str)]) -> Box<dyn Game> {
    "triominos".parse::<GameId>().unwrap().open(options).unwrap()
}

async fn people(house: &House, n_people: usize) -> Vec<Client> {
    let mut people = Vec::new();
    for _ in 0..n_people {
        let mut client = house.client();
        house.table(&mut client, json!({"game": "coerceo", "players": ["me"]})).await;
        people.push(client);
    }
    people
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_hears_of_a_tile_that_is_hidden_from_it() {
    LazyLock::force(&LOGS);
    let house = House::on_sqlite().await;
    let mut database = database(&house).await;
    let people = people(&house, 4).await;
    let mut n_turns = 0;
    let mut n_heard = 0;
    let mut n_lines = 0;
    let kinds = [(2, 2, 12), (2, 1, 4), (4, 4, 8), (4, 2, 6)];
    // How long games are is a matter of luck, so that sometimes more are needed.
    for (i, &(n_seats, n_people, n_games)) in kinds.iter().cycle().enumerate() {
        if i >= kinds.len() && n_turns > 2_000 && n_heard > 10_000 && n_lines > 100 {
            break;
        }
        assert!(i < 4 * kinds.len(), "{n_turns} {n_heard} {n_lines}");
        let mut scenes = Vec::new();
        for _ in 0..n_games {
            scenes.push(Scene::open(&house, &people[..n_people], n_seats).await);
        }
        join_all(scenes.iter_mut().map(Scene::play)).await;
        for scene in scenes {
            let events = events_of(&mut database, &scene.table).await;
            let seats = n_seats.to_string();
            let mut game = open_game(&[("seats", &seats), ("single-round", "on")]);
            let truth = Truth::read(&mut *game, &events);
            assert!(game.turn().is_over());
            for heard in &scene.heard {
                heard.check(&truth);
                let is_thought = matches!(&heard.what, What::Lines(lines) if !lines.is_empty());
                n_lines += usize::from(is_thought);
            }
            n_turns += n_turns_in(&events);
            n_heard += scene.heard.len();
        }
    }
    let list = house.client().get("tables?status=over").await.text;
    assert!(list.len() > 1_000 && tiles_in(&list).is_empty(), "{list}");
    let logs = String::from_utf8(LOGS.0.lock().unwrap().clone()).unwrap();
    assert!(logs.contains("TRACE") && logs.contains("INSERT INTO event"), "logs tell everything");
    for line in logs.lines() {
        assert!(tiles_in(line).is_empty(), "{line}");
    }
}

/// Nobody has so many points after a few rounds.
const FAR_TARGET: &str = "5000";

/// A moment of a game, and how a viewer would have seen it if two hidden tiles were exchanged.
struct Exchange {
    number: usize,
    viewer: usize,
    events: Vec<Value>,
}

/// Exchanges two tiles that a viewer does not know at this moment, in what chance brought to others
/// since the round began; nothing if that cannot have been.
fn exchange(
    n_seats: usize,
    events: &[Value],
    viewer: usize,
    pick: impl Fn(usize) -> usize,
) -> Option<Exchange> {
    let seats = n_seats.to_string();
    let options = [("seats", &*seats), ("target", FAR_TARGET)];
    let mut game = open_game(&options);
    // Step 1. What the viewer knows of the present round.
    let mut known = Tiles::new();
    let mut to_others = Vec::new();
    let mut begin = 0;
    for (index, event) in events.iter().enumerate() {
        let Some(m) = event["move"].as_str() else { continue };
        game.play(m).unwrap();
        if received(m).is_none() {
            known.extend(tiles_in(m));
        }
        if viewer > 0 {
            known.extend(hand(&*game, viewer - 1));
        }
        to_others.extend(received(m).map(str::to_owned));
        if game.revealed(game.ply()).is_some_and(|word| word.starts_with("held=")) {
            (known, to_others, begin) = (Tiles::new(), Vec::new(), index + 1);
        }
    }
    game.turn().seat()?;
    // Step 2. Two tiles that it does not know, the first of which is in a hand.
    to_others.retain(|tile| !known.contains(tile));
    let others: Vec<String> = all_tiles().filter(|tile| !known.contains(tile)).collect();
    let left = to_others.get(pick(to_others.len().max(1)))?;
    let right = &others[pick(others.len())];
    let swap = |tile: &str| match tile {
        _ if tile == left => right.clone(),
        _ if tile == right => left.clone(),
        _ => tile.to_owned(),
    };
    // Step 3. The same game with these exchanged, if the rules allow it and lay the same open.
    let mut exchanged = events.to_vec();
    for event in &mut exchanged[begin..] {
        let Some(m) = event["move"].as_str() else { continue };
        if let Some(tile) = received(m) {
            event["move"] = json!(m.replace(tile, &swap(tile)));
        }
    }
    let mut other = open_game(&options);
    for m in exchanged.iter().filter_map(|event| event["move"].as_str()) {
        other.play(m).ok()?;
    }
    let is_same = |ply| game.revealed(ply) == other.revealed(ply);
    let is_possible = left != right && (0..=game.ply()).all(is_same);
    is_possible.then(|| Exchange { number: events.len(), viewer, events: exchanged })
}

/// Keeps a table as it was after these events, under another name.
async fn keep_copy(database: &mut SqliteConnection, table: &Table, id: &str, events: &[Value]) {
    for statement in [
        "INSERT INTO game_table (id, plan, game, is_private, status, created_at, changed_at) \
         SELECT $1, plan, game, is_private, 'playing', created_at, changed_at FROM game_table \
         WHERE id = $2",
        "INSERT INTO sitting (table_id, seat, person_id) \
         SELECT $1, seat, person_id FROM sitting WHERE table_id = $2",
        "INSERT INTO event (table_id, number, ply, at, body) \
         SELECT $1, number, ply, at, body FROM event WHERE table_id = $2",
    ] {
        let query = sqlx::query(statement).bind(id).bind(&table.id);
        query.execute(&mut *database).await.unwrap();
    }
    for (event, number) in events.iter().zip(1_i64..) {
        let query = sqlx::query("UPDATE event SET body = $1 WHERE table_id = $2 AND number = $3");
        let query = query.bind(event.to_string()).bind(id).bind(number);
        query.execute(&mut *database).await.unwrap();
    }
    let query = sqlx::query("DELETE FROM event WHERE table_id = $1 AND number > $2");
    query.bind(id).bind(events.len() as i64).execute(&mut *database).await.unwrap();
}

/// Everything that a client can get of a table, in which its name stands for itself.
async fn everything(client: &mut Client, id: &str) -> Vec<String> {
    let table = Table { id: id.to_owned(), key: String::new() };
    let mut texts = Vec::new();
    for rest in ["", "?since=30", "/record", "/moves", "/views/5", "/views/19"] {
        texts.push(client.get(&table.path(rest)).await.text);
    }
    let moves: Vec<String> = all_tiles().collect();
    texts.push(client.post(&table.path("/explain"), json!({"moves": moves})).await.text);
    let wrong = json!({"type": "move", "ply": 9_999, "move": "pass"});
    texts.push(client.post(&table.path("/actions"), wrong).await.text);
    let mut socket = client.socket(&table.path("/socket")).await;
    for kind in ["table", "update", "presence"] {
        texts.push(socket.next_of(kind).await.to_string());
    }
    texts.iter().map(|text| text.replace(id, "ID")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_tiles_change_nothing_that_anybody_gets() {
    const N_EVENTS: usize = 220;
    let mut house = House::on_sqlite().await;
    let mut ada = people(&house, 1).await.remove(0);
    let mut tables = Vec::new();
    for n_seats in [2, 3, 4] {
        let mut players = vec![json!("me")];
        players.resize(n_seats, json!({"bot": "level:1"}));
        let options = json!({"seats": n_seats.to_string(), "target": FAR_TARGET});
        let body = json!({"game": "triominos", "players": players, "options": options});
        let table = house.table(&mut ada, body).await;
        while ada.state(&table).await["number"].as_u64() < Some(N_EVENTS as u64) {
            let is_ready = |state: &Value| state["choices"].is_object();
            ada.until(&table, is_ready).await;
            ada.play_any(&table).await.unwrap().expect_status(200);
        }
        tables.push((n_seats, table));
    }
    house.stop().await;
    // Bots shall not move while everybody looks.
    house.config.bot_pause = house::SOON * 10;
    let mut file = database(&house).await;
    let mut pairs = Vec::new();
    for (n_seats, table) in &tables {
        let events = events_of(&mut file, table).await;
        for number in (20..N_EVENTS).step_by(3) {
            let viewer = number % 2;
            let pick = |n: usize| number * 31 % n;
            let Some(it) = exchange(*n_seats, &events[..number], viewer, pick) else { continue };
            let ids = ["true", "other"].map(|name| format!("{name}.{n_seats}.{number}"));
            keep_copy(&mut file, table, &ids[0], &events[..it.number]).await;
            keep_copy(&mut file, table, &ids[1], &it.events).await;
            pairs.push((it.viewer, ids));
        }
    }
    file.close().await.unwrap();
    house.start().await;
    ada.address = house.address;
    for viewer in [0, 1] {
        let n_pairs = pairs.iter().filter(|pair| pair.0 == viewer).count();
        assert!(n_pairs > 20, "only {n_pairs} pairs for {viewer}");
    }
    for (viewer, ids) in pairs {
        let mut client = if viewer == 0 { house.client() } else { ada.clone() };
        let looks =
            [everything(&mut client, &ids[0]).await, everything(&mut client, &ids[1]).await];
        assert!(looks[0][0].contains("\"status\":\"playing\""), "{}", looks[0][0]);
        for (left, right) in looks[0].iter().zip(&looks[1]) {
            assert_eq!(left, right, "{ids:?} for {viewer}");
        }
    }
}
