//! A server with a database of its own, and clients that speak with it as browsers do.

#![allow(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod postgres;

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use tempfile::TempDir;
use tilewright_server::{AddressLimits, Config, Database, Server};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Nothing here takes so long unless it hangs.
pub(crate) const SOON: Duration = Duration::from_secs(30);

/// A running server.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) config: Config,
    close: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<()>>,
    /// Lives as long as the server.
    folder: Option<TempDir>,
}

impl House {
    /// On a new SQLite file.
    pub(crate) async fn on_sqlite() -> House {
        House::with(|_| ()).await
    }

    /// On a new database of a PostgreSQL that the tests started.
    pub(crate) async fn on_postgres() -> House {
        House::open(config(Database::Postgres(postgres::new_database())), None).await
    }

    /// On a new SQLite file, set up otherwise.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> House {
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
        let (close, running) = (Some(close), Some(running));
        House { address, config, close, running, folder }
    }

    /// Ends the server and starts another one on the same database.
    pub(crate) async fn restart(&mut self) {
        self.close.take().unwrap().send(()).unwrap();
        timeout(SOON, self.running.take().unwrap()).await.unwrap().unwrap();
        let folder = self.folder.take();
        *self = House::open(self.config.clone(), folder).await;
    }

    /// Somebody who is nobody yet.
    pub(crate) fn client(&self) -> Client {
        Client { http: reqwest::Client::new(), address: self.address, cookie: None }
    }

    /// Opens a table as this client.
    pub(crate) async fn table(&self, host: &mut Client, body: Value) -> Table {
        let opened = host.post("tables", body).await.expect_status(201);
        let text = |name: &str| opened[name].as_str().unwrap().to_owned();
        Table { id: text("id"), key: text("key") }
    }
}

fn config(database: Database) -> Config {
    let mut config = Config::new(database);
    config.address = SocketAddr::from(([127, 0, 0, 1], 0));
    config.bot_pause = Duration::ZERO;
    config.limits = AddressLimits::NONE;
    config
}

/// A table that was opened.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) key: String,
}

impl Table {
    /// Its address, with something behind it.
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("tables/{}{rest}", self.id)
    }

    /// The same as in the link that invites.
    pub(crate) fn link(&self, rest: &str) -> String {
        format!("tables/{}{rest}?key={}", self.id, self.key)
    }
}

/// A browser.
#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
}

/// What was answered.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) text: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn expect_status(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.body
    }

    /// Refused with this status and code.
    #[track_caller]
    pub(crate) fn expect_refusal(self, status: u16, code: &str) -> Value {
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
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("http://{}/api/{path}", self.address));
        match &self.cookie {
            Some(cookie) => request.header(COOKIE, cookie),
            None => request,
        }
    }

    pub(crate) async fn send(&mut self, request: RequestBuilder) -> Answer {
        let response = timeout(SOON, request.send()).await.unwrap().unwrap();
        self.keep_cookie(&response);
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status, body, text }
    }

    fn keep_cookie(&mut self, response: &Response) {
        if let Some(cookie) = response.headers().get(SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            self.cookie = Some(pair.to_owned()).filter(|pair| !pair.ends_with('='));
        }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        let request = self.request(Method::GET, path);
        self.send(request).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.with_body(Method::POST, path, body).await
    }

    pub(crate) async fn with_body(&mut self, method: Method, path: &str, body: Value) -> Answer {
        let request = self.request(method, path).header(CONTENT_TYPE, "application/json");
        let request = request.body(body.to_string());
        self.send(request).await
    }

    pub(crate) async fn act(&mut self, table: &Table, action: Value) -> Answer {
        self.post(&table.link("/actions"), action).await
    }

    /// How the table is now.
    pub(crate) async fn state(&mut self, table: &Table) -> Value {
        self.get(&table.link("")).await.expect_status(200)["state"].clone()
    }

    /// Waits until the table is as asked.
    pub(crate) async fn until(&mut self, table: &Table, is_so: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let state = self.state(table).await;
            if is_so(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the table did not become so: {}", self.state(table).await);
    }

    /// Plays any legal move, if it is the client's turn.
    pub(crate) async fn play_any(&mut self, table: &Table) -> Option<Answer> {
        let state = self.state(table).await;
        let m = first_move(&state)?;
        Some(self.act(table, json!({"type": "move", "ply": state["ply"], "move": m})).await)
    }

    pub(crate) async fn sign_up(&mut self, name: &str) -> Answer {
        self.post("accounts", json!({"name": name, "password": "correct horse"})).await
    }

    pub(crate) async fn socket(&self, path: &str) -> Socket {
        self.try_socket(path).await.unwrap()
    }

    pub(crate) async fn try_socket(&self, path: &str) -> Result<Socket, String> {
        let url = format!("ws://{}/api/{path}", self.address);
        let mut request = url.into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        match timeout(SOON, connect_async(request)).await.unwrap() {
            Ok((stream, _)) => Ok(Socket { stream, n_asked: 0 }),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The first of the legal moves in a state.
pub(crate) fn first_move(state: &Value) -> Option<String> {
    let (head, tails) = state["choices"].as_object()?.iter().next()?;
    let tail = tails.as_str()?.split(' ').next()?;
    Some(format!("{head}{tail}"))
}

/// A socket at a table.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    n_asked: u64,
}

impl Socket {
    /// The next message; nothing if the server closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(SOON, self.stream.next()).await.expect("news in time") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(_) | Err(_)) | None => return None,
            }
        }
    }

    /// The next message of a type.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("the socket is open");
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// Does something, and returns the answer, with the news that came before it.
    pub(crate) async fn act(&mut self, mut action: Value) -> (Value, Vec<Value>) {
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
