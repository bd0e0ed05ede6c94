//! Clients of the attacks: each household has a loopback address of its own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::Result;

/// The server that is attacked.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) server: SocketAddr,
    pub(crate) pid: Option<u32>,
    /// Number of requests of the larger attacks.
    pub(crate) n_requests: usize,
}

/// A household: all its clients come from the same address.
#[derive(Clone)]
pub(crate) struct Household {
    http: reqwest::Client,
    server: SocketAddr,
}

/// Somebody of a household.
#[derive(Clone)]
pub(crate) struct Person {
    household: Household,
    cookie: Option<String>,
}

/// An answer: its status and its body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) text: String,
}

/// No single request takes longer.
const PATIENCE: Duration = Duration::from_mins(1);

impl Target {
    /// A household at an address that no other one has.
    pub(crate) fn household(&self) -> Result<Household> {
        static NUMBER: AtomicU16 = AtomicU16::new(1);
        let [high, low] = NUMBER.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        // Another range for each run, so that a second one does not meet the limits of the first.
        let run = (std::process::id() % 250) as u8 + 1;
        let address = IpAddr::V4(Ipv4Addr::new(127, run, high, low.max(1)));
        let http = reqwest::Client::builder().local_address(address).timeout(PATIENCE).build()?;
        Ok(Household { http, server: self.server })
    }

    /// Somebody in a household alone.
    pub(crate) fn person(&self) -> Result<Person> {
        Ok(self.household()?.person())
    }
}

impl Household {
    /// Somebody whom the server does not know yet.
    pub(crate) fn person(&self) -> Person {
        Person { household: self.clone(), cookie: None }
    }
}

impl Person {
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let address = format!("http://{}/api/{path}", self.household.server);
        let request = self.household.http.request(method, address);
        match &self.cookie {
            Some(cookie) => request.header(COOKIE, cookie),
            None => request,
        }
    }

    pub(crate) async fn send(&mut self, request: RequestBuilder) -> Result<Answer> {
        let response = request.send().await?;
        for cookie in response.headers().get_all(SET_COOKIE) {
            let pair = cookie.to_str()?.split(';').next().unwrap_or_default();
            if !pair.contains("device") {
                self.cookie = Some(pair.to_owned());
            }
        }
        let status = response.status().as_u16();
        let text = response.text().await?;
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Ok(Answer { status, body, text })
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<Answer> {
        let request = self.request(Method::GET, path);
        self.send(request).await
    }

    pub(crate) fn post_request(&self, path: &str, body: &Value) -> RequestBuilder {
        let request = self.request(Method::POST, path).header(CONTENT_TYPE, "application/json");
        request.body(body.to_string())
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Result<Answer> {
        let request = self.post_request(path, &body);
        self.send(request).await
    }

    /// Opens a table and returns its id.
    pub(crate) async fn open(&mut self, body: Value) -> Result<String> {
        let answer = self.post("tables", body).await?;
        let id = answer.body["id"].as_str().map(str::to_owned);
        id.ok_or_else(|| format!("no table: {} {}", answer.status, answer.text).into())
    }

    pub(crate) async fn act(&mut self, table: &str, action: Value) -> Result<Answer> {
        self.post(&format!("tables/{table}/actions"), action).await
    }

    pub(crate) async fn state(&mut self, table: &str) -> Result<Value> {
        Ok(self.get(&format!("tables/{table}")).await?.body["state"].take())
    }

    /// Plays the first legal move.
    pub(crate) async fn play_first(&mut self, table: &str) -> Result<Answer> {
        let state = self.state(table).await?;
        let choices = state["choices"].as_object().ok_or("it is not the turn of this person")?;
        let (head, tails) = choices.iter().next().ok_or("there is no move")?;
        let tail = tails.as_str().and_then(|it| it.split(' ').next()).unwrap_or_default();
        let action = json!({"type": "move", "ply": state["ply"], "move": format!("{head}{tail}")});
        self.act(table, action).await
    }

    pub(crate) async fn sign_up(&mut self, name: &str) -> Result<Answer> {
        self.post("accounts", json!({"name": name, "password": PASSWORD})).await
    }
}

/// The password of all accounts that attacks make.
pub(crate) const PASSWORD: &str = "a long enough horse";

/// A name that no earlier run has taken.
pub(crate) fn new_name(prefix: &str) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let millis = now.unwrap_or_default().as_millis() % 1_000_000_000;
    format!("{prefix}.{millis}x")
}
