//! A server with a database of its own, and clients that speak with it as browsers do.

#![allow(dead_code, unreachable_pub, unused_macros, reason = "every test file uses a part of it")]

pub mod postgres;

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tempfile::TempDir;
use tilewright_server::{Config, Database, Limits, Server};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The same tests on SQLite and on PostgreSQL.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(super::House::on_sqlite().await).await;
            })*
        }

        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(super::House::on_postgres().await).await;
            })*
        }
    };
}

/// Nothing here takes so long unless it hangs.
pub const SOON: Duration = Duration::from_secs(30);

/// A running server.
pub struct House {
    pub address: SocketAddr,
    pub config: Config,
    close: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
    folder: Option<TempDir>,
}

impl House {
    /// On a new SQLite file.
    pub async fn on_sqlite() -> House {
        House::with(|_| ()).await
    }

    /// On a new database of a PostgreSQL that the tests started.
    pub async fn on_postgres() -> House {
        House::open(config(Database::Postgres(postgres::new_database())), None).await
    }

    /// On a new SQLite file, set up otherwise.
    pub async fn with(change: impl FnOnce(&mut Config)) -> House {
        let folder = tempfile::tempdir().unwrap();
        let mut config = config(Database::Sqlite(folder.path().join("server.sqlite")));
        change(&mut config);
        House::open(config, Some(folder)).await
    }

    async fn open(config: Config, folder: Option<TempDir>) -> House {
        let (close, closing) = oneshot::channel();
        let server = Server::start(config.clone()).await.unwrap();
        let address = server.address();
        let running = tokio::spawn(server.run_until(async {
            let _ = closing.await;
        }));
        let close = Some(close);
        let running = Some(running);
        House { address, config, close, running, folder }
    }

    /// Another server on the same database, while this one runs.
    pub async fn beside(&self) -> House {
        House::open(self.config.clone(), None).await
    }

    /// Ends the server and starts another one on the same database.
    pub async fn restart(&mut self) {
        self.stop().await;
        self.start().await;
    }

    /// Ends the server, and leaves the database as it is.
    pub async fn stop(&mut self) {
        self.close.take().unwrap().send(()).unwrap();
        timeout(SOON, self.running.take().unwrap()).await.unwrap().unwrap();
    }

    /// Starts a server on the database of the one that ended.
    pub async fn start(&mut self) {
        let folder = self.folder.take();
        *self = House::open(self.config.clone(), folder).await;
    }

    /// Changes the database of a server that has ended, as a failure or an older version would.
    pub async fn execute(&self, statements: &[&str]) {
        use sqlx::{Connection, Executor};
        let statements = statements.iter().map(|it| sqlx::AssertSqlSafe((*it).to_owned()));
        match &self.config.database {
            Database::Sqlite(file) => {
                let url = format!("sqlite://{}", file.display());
                let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
                for statement in statements {
                    database.execute(statement).await.unwrap();
                }
                database.close().await.unwrap();
            }
            Database::Postgres(url) => {
                let mut database = sqlx::PgConnection::connect(url).await.unwrap();
                for statement in statements {
                    database.execute(statement).await.unwrap();
                }
                database.close().await.unwrap();
            }
        }
    }

    /// The number of moves that are stored of a table.
    pub async fn n_moves(&self, table: &str) -> i64 {
        self.count(&format!("event WHERE ply IS NOT NULL AND table_id = '{table}'")).await
    }

    /// The number of rows of a table of the database, with a condition if wanted.
    pub async fn count(&self, rows: &str) -> i64 {
        use sqlx::Connection;
        let statement = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {rows}"));
        match &self.config.database {
            Database::Sqlite(file) => {
                let url = format!("sqlite://{}", file.display());
                let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
                sqlx::query_scalar(statement).fetch_one(&mut database).await.unwrap()
            }
            Database::Postgres(url) => {
                let mut database = sqlx::PgConnection::connect(url).await.unwrap();
                sqlx::query_scalar(statement).fetch_one(&mut database).await.unwrap()
            }
        }
    }

    /// The file of the database.
    pub fn file(&self) -> &Path {
        match &self.config.database {
            Database::Sqlite(file) => file,
            Database::Postgres(_) => panic!("PostgreSQL has no file"),
        }
    }

    /// Somebody who is nobody yet.
    pub fn client(&self) -> Client {
        Client::at(self.address)
    }

    /// Opens a table as this client.
    pub async fn table(&self, host: &mut Client, body: Value) -> Table {
        let opened = host.post("tables", body).await.expect_status(201);
        let text = |name: &str| opened[name].as_str().unwrap().to_owned();
        Table { id: text("id"), key: text("key") }
    }
}

fn config(database: Database) -> Config {
    let mut config = Config::new(database);
    config.address = SocketAddr::from(([127, 0, 0, 1], 0));
    config.bot_pause = Duration::ZERO;
    config.limits = Limits::none();
    config
}

/// A table that was opened.
#[derive(Clone, Debug)]
pub struct Table {
    pub id: String,
    pub key: String,
}

impl Table {
    /// Its address, with something behind it.
    pub fn path(&self, rest: &str) -> String {
        format!("tables/{}{rest}", self.id)
    }

    /// The same as in the link that invites.
    pub fn link(&self, rest: &str) -> String {
        format!("tables/{}{rest}?key={}", self.id, self.key)
    }
}

/// A browser.
#[derive(Clone)]
pub struct Client {
    pub http: reqwest::Client,
    pub address: SocketAddr,
    pub cookie: Option<String>,
    /// The cookie by which a browser is known that has signed in before.
    pub device: Option<String>,
}

/// An answer of the server.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
    pub text: String,
}

impl Answer {
    fn read(status: u16, text: String) -> Answer {
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status, body, text }
    }

    #[track_caller]
    pub fn expect_status(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.body
    }

    /// Refused with this status and code.
    #[track_caller]
    pub fn expect_error(self, status: u16, code: &str) -> Value {
        assert_eq!(
            (self.status, self.body["code"].as_str()),
            (status, Some(code)),
            "{}",
            self.text
        );
        self.body
    }
}

impl Client {
    /// Somebody who is nobody yet to the server at this address.
    pub fn at(address: SocketAddr) -> Client {
        Client { http: reqwest::Client::new(), address, cookie: None, device: None }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("http://{}/api/{path}", self.address));
        let cookies: Vec<&str> = self.cookie.iter().chain(&self.device).map(|it| &**it).collect();
        if cookies.is_empty() { request } else { request.header(COOKIE, cookies.join("; ")) }
    }

    pub async fn send(&mut self, request: RequestBuilder) -> Answer {
        let response = timeout(SOON, request.send()).await.unwrap().unwrap();
        self.keep_cookie(&response);
        let status = response.status().as_u16();
        Answer::read(status, response.text().await.unwrap())
    }

    fn keep_cookie(&mut self, response: &Response) {
        for cookie in response.headers().get_all(SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let is_device = pair.split('=').next().unwrap().ends_with("tilewright-device");
            let kept = if is_device { &mut self.device } else { &mut self.cookie };
            *kept = Some(pair.to_owned()).filter(|pair| !pair.ends_with('='));
        }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        let request = self.request(Method::GET, path);
        self.send(request).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.with_body(Method::POST, path, body).await
    }

    pub async fn with_body(&mut self, method: Method, path: &str, body: Value) -> Answer {
        let request = self.request(method, path).header(CONTENT_TYPE, "application/json");
        let request = request.body(body.to_string());
        self.send(request).await
    }

    pub async fn act(&mut self, table: &Table, action: Value) -> Answer {
        self.post(&table.link("/actions"), action).await
    }

    /// The current state of the table.
    pub async fn state(&mut self, table: &Table) -> Value {
        self.get(&table.link("")).await.expect_status(200)["state"].clone()
    }

    /// Waits until the table is as asked.
    pub async fn until(&mut self, table: &Table, is_so: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let state = self.state(table).await;
            if is_so(&state) {
                return state;
            }
            assert!(begin.elapsed() < 4 * SOON, "the table did not become so: {state}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Plays any legal move, if it is the client's turn.
    pub async fn play_any(&mut self, table: &Table) -> Option<Answer> {
        let state = self.state(table).await;
        let m = first_move(&state)?;
        Some(self.act(table, json!({"type": "move", "ply": state["ply"], "move": m})).await)
    }

    pub async fn sign_up(&mut self, name: &str) -> Answer {
        self.post("accounts", json!({"name": name, "password": "correct horse"})).await
    }

    pub async fn sign_in(&mut self, name: &str, password: &str) -> Answer {
        self.post("session", json!({"name": name, "password": password})).await
    }

    pub async fn delete(&mut self, path: &str) -> Answer {
        let request = self.request(Method::DELETE, path);
        self.send(request).await
    }

    pub async fn change_password(&mut self, old: &str, new: &str) -> Answer {
        self.with_body(Method::PUT, "me/password", json!({"old": old, "new": new})).await
    }

    pub async fn delete_account(&mut self, password: &str) -> Answer {
        self.with_body(Method::DELETE, "me", json!({"password": password})).await
    }

    pub async fn socket(&self, path: &str) -> Socket {
        self.try_socket(path).await.unwrap()
    }

    pub async fn try_socket(&self, path: &str) -> Result<Socket, Answer> {
        self.try_socket_with(path, &[]).await
    }

    /// A socket with more headers; or what was answered instead, with the status 0 if nothing was.
    pub async fn try_socket_with(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, Answer> {
        let url = format!("ws://{}/api/{path}", self.address);
        let mut request = url.into_client_request().unwrap();
        let cookie = self.cookie.as_deref().map(|cookie| ("cookie", cookie));
        for (name, value) in headers.iter().copied().chain(cookie) {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        match timeout(SOON, connect_async(request)).await.unwrap() {
            Ok((stream, _)) => Ok(Socket { stream, n_asked: 0 }),
            Err(Error::Http(response)) => Err(Answer::read(
                response.status().as_u16(),
                String::from_utf8_lossy(response.body().as_deref().unwrap_or_default()).into(),
            )),
            Err(error) => Err(Answer::read(0, error.to_string())),
        }
    }
}

/// The first of the legal moves in a state.
pub fn first_move(state: &Value) -> Option<String> {
    let (head, tails) = state["choices"].as_object()?.iter().next()?;
    let tail = tails.as_str()?.split(' ').next()?;
    Some(format!("{head}{tail}"))
}

/// A socket at a table.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    n_asked: u64,
}

impl Socket {
    /// The next message; nothing if the server closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(SOON, self.stream.next()).await.expect("news in time") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(_) | Err(_)) | None => return None,
            }
        }
    }

    /// The next message of a type.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("the socket is open");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The number of spectators, by the last message about it.
    pub async fn n_spectators(&mut self) -> Option<u64> {
        const MOMENT: Duration = Duration::from_millis(100);
        let mut number = None;
        while let Ok(Some(Ok(message))) = timeout(MOMENT, self.stream.next()).await {
            let text = message.into_text().unwrap_or_default();
            let message: Value = serde_json::from_str(&text).unwrap_or_default();
            number = message["n_spectators"].as_u64().or(number);
        }
        number
    }

    /// Waits until the server closes.
    pub async fn closed(&mut self) {
        while self.next().await.is_some() {}
    }

    pub async fn send(&mut self, text: &str) {
        self.try_send(text).await.unwrap();
    }

    /// Sends something to a server that may be gone.
    pub async fn try_send(&mut self, text: &str) -> Result<(), String> {
        self.stream.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    /// Does something, and returns the answer, with the news that came before it.
    pub async fn act(&mut self, mut action: Value) -> (Value, Vec<Value>) {
        self.n_asked += 1;
        action["id"] = json!(self.n_asked);
        self.send(&action.to_string()).await;
        let mut news = Vec::new();
        loop {
            let message = self.next().await.expect("the socket is open");
            if message["id"] == self.n_asked {
                return (message, news);
            }
            news.push(message);
        }
    }
}
