//! Two people at a table.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::try_join;
use futures_util::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use serde::Deserialize;
use serde_json::{json, value::RawValue};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::Result;
use super::tally::Tally;

/// The server, as it is spoken to by REST.
#[derive(Clone)]
pub(crate) struct Service {
    address: SocketAddr,
    http: reqwest::Client,
}

/// Two people who play one game after the other.
pub(crate) struct Players {
    service: Service,
    game: String,
    /// The seconds of each move.
    clock: Option<u32>,
    rng: StdRng,
    cookies: [Option<String>; 2],
    table: String,
    sockets: Vec<Socket>,
}

/// One of them, at a socket.
struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// The state of the table as this player heard it.
    now: Now,
}

/// The known state of a table.
#[derive(Default)]
struct Now {
    number: u64,
    /// The time of the last event.
    at: u64,
    ply: usize,
    is_over: bool,
    /// The legal moves, at one's own turn.
    choices: Option<String>,
}

/// The fields of a message that the player reads.
#[derive(Deserialize)]
struct News<'a> {
    events: Vec<Numbered>,
    #[serde(borrow)]
    state: State<'a>,
}

#[derive(Deserialize)]
struct Numbered {
    number: u64,
    at: u64,
}

#[derive(Deserialize)]
struct State<'a> {
    number: u64,
    ply: usize,
    status: &'a str,
    #[serde(borrow)]
    choices: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct OpenedTable {
    id: String,
}

/// There are many sockets, so that their buffers are small.
const BUFFER: usize = 4 * 1024;

impl Service {
    pub(crate) fn new(address: SocketAddr) -> Service {
        Service { address, http: reqwest::Client::new() }
    }

    /// Posts something as somebody, who may become known by it.
    async fn post(
        &self,
        path: &str,
        body: serde_json::Value,
        cookie: &mut Option<String>,
    ) -> Result<String> {
        let mut request = self.http.post(format!("http://{}/api/{path}", self.address));
        request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        if let Some(cookie) = &cookie {
            request = request.header(COOKIE, cookie);
        }
        let response = request.send().await?;
        if let Some(set) = response.headers().get(SET_COOKIE) {
            *cookie = set.to_str()?.split(';').next().map(str::to_owned);
        }
        let status = response.status();
        let text = response.text().await?;
        if status.is_success() { Ok(text) } else { Err(text.into()) }
    }
}

impl Players {
    /// Two new guests at a new table.
    pub(crate) async fn new(
        service: Service,
        game: String,
        clock: Option<u32>,
        seed: u64,
    ) -> Result<Players> {
        let rng = StdRng::seed_from_u64(seed);
        let table = String::new();
        let sockets = Vec::new();
        let cookies = [None, None];
        let mut players = Players { service, game, clock, rng, cookies, table, sockets };
        players.open_table().await?;
        Ok(players)
    }

    async fn open_table(&mut self) -> Result<()> {
        let (game, options) = match self.game.split_once(':') {
            Some((game, variant)) => (game, json!({"variant": variant})),
            None => (&*self.game, json!({})),
        };
        let clock = self.clock.map(|seconds| json!({"type": "per-move", "seconds": seconds}));
        let body = json!({
            "game": game, "options": options, "players": ["me", "open"], "clock": clock,
        });
        let [host, guest] = &mut self.cookies;
        let opened = self.service.post("tables", body, host).await?;
        self.table = serde_json::from_str::<OpenedTable>(&opened)?.id;
        let path = format!("tables/{}/actions", self.table);
        self.service.post(&path, json!({"type": "sit"}), guest).await?;
        Ok(())
    }

    /// Lets both look at the table.
    pub(crate) async fn connect(&mut self) -> Result<()> {
        self.sockets.clear();
        for cookie in &self.cookies {
            let cookie = cookie.as_deref().unwrap_or_default();
            self.sockets.push(Socket::open(self.service.address, &self.table, cookie).await?);
        }
        Ok(())
    }

    /// Plays until the time is over: at the times of the schedule, or as fast as it goes.
    pub(crate) async fn play(
        mut self,
        mut schedule: Option<(Instant, Duration)>,
        end: Instant,
    ) -> Result<Tally> {
        let mut tally = Tally::default();
        while Instant::now() < end {
            if self.sockets.iter().any(|socket| socket.now.is_over) {
                tally.n_games += 1;
                self.open_table().await?;
                self.connect().await?;
            }
            let mut due = Instant::now();
            if let Some((at, pause)) = &mut schedule {
                if *at >= end {
                    break;
                }
                due = *at;
                sleep_until(due).await;
                // Who is late sends no more at once for it.
                *at = (due + *pause).max(Instant::now());
            }
            self.play_move(due, &mut tally).await?;
        }
        if let Some(seconds) = self.clock {
            self.await_flag(Duration::from_secs(seconds.into()), &mut tally).await?;
        }
        Ok(tally)
    }

    /// Waits until the time of the last move is over, and notes how late that is heard.
    async fn await_flag(&mut self, time: Duration, tally: &mut Tally) -> Result<()> {
        let socket = self.sockets.first_mut().ok_or("nobody is there")?;
        let due_at = Duration::from_millis(socket.now.at) + time;
        while !socket.now.is_over {
            socket.hear().await?;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
        tally.flags.push(now.saturating_sub(due_at));
        Ok(())
    }

    async fn play_move(&mut self, due: Instant, tally: &mut Tally) -> Result<()> {
        let [host, guest] = &mut *self.sockets else { return Err("nobody is there".into()) };
        let (mover, other) = if host.now.choices.is_some() { (host, guest) } else { (guest, host) };
        let choices = mover.now.choices.take().ok_or("nobody is to move")?;
        let m = any_move(&choices, &mut self.rng)?;
        let number = mover.now.number;
        let asked = json!({"id": number, "type": "move", "ply": mover.now.ply, "move": m});
        let begin = Instant::now();
        mover.stream.send(Message::text(asked.to_string())).await?;
        let acknowledged = async {
            mover.until_done(number).await?;
            Ok(begin.elapsed())
        };
        let arrived = async {
            other.until_after(number).await?;
            Ok(begin.elapsed())
        };
        let times: Result<(Duration, Duration)> = try_join(acknowledged, arrived).await;
        let (acknowledged, arrived) = times?;
        tally.due.push(begin + acknowledged - due);
        tally.acknowledged.push(acknowledged);
        tally.arrived.push(arrived);
        mover.until_after(number).await
    }
}

impl Socket {
    async fn open(address: SocketAddr, table: &str, cookie: &str) -> Result<Socket> {
        let url = format!("ws://{address}/api/tables/{table}/socket");
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse()?);
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        let tcp = TcpStream::connect(address).await?;
        tcp.set_nodelay(true)?;
        let (stream, _) = client_async_with_config(request, tcp, Some(config)).await?;
        let mut socket = Socket { stream, now: Now::default() };
        socket.until_after(0).await?;
        Ok(socket)
    }

    /// Reads until something happened after the event of this number.
    async fn until_after(&mut self, number: u64) -> Result<()> {
        while self.now.number <= number {
            self.hear().await?;
        }
        Ok(())
    }

    /// Reads until what was asked by this number is done. Nothing is refused that follows the
    /// rules.
    async fn until_done(&mut self, id: u64) -> Result<()> {
        let done = format!("{{\"type\":\"done\",\"id\":{id},");
        let refused = format!("{{\"type\":\"refused\",\"id\":{id},");
        loop {
            let text = self.hear().await?;
            if text.starts_with(&done) {
                return Ok(());
            }
            if text.starts_with(&refused) {
                return Err(text.to_string().into());
            }
        }
    }

    /// The next message, of which news are understood.
    async fn hear(&mut self) -> Result<tokio_tungstenite::tungstenite::Utf8Bytes> {
        loop {
            let message = self.stream.next().await.ok_or("the server closed a socket")??;
            if let Message::Text(text) = message {
                if text.starts_with("{\"type\":\"update\"") {
                    self.now.learn(&text)?;
                }
                return Ok(text);
            }
        }
    }
}

impl Now {
    /// Understands news, and checks that none is missing.
    fn learn(&mut self, text: &str) -> Result<()> {
        let News { events, state } = serde_json::from_str(text)?;
        for event in events {
            if event.number != self.number + 1 {
                return Err(format!("{} follows {}", event.number, self.number).into());
            }
            self.number = event.number;
            self.at = event.at;
        }
        if state.number != self.number {
            return Err(format!("{} is known as {}", self.number, state.number).into());
        }
        self.ply = state.ply;
        self.is_over = state.status == "over";
        self.choices = state.choices.map(|choices| choices.get().to_owned());
        Ok(())
    }
}

/// One of the legal moves: any head, and any of its tails.
fn any_move(choices: &str, rng: &mut StdRng) -> Result<String> {
    let choices: BTreeMap<&str, &str> = serde_json::from_str(choices)?;
    let head = choices.iter().nth(rng.random_range(0..choices.len()));
    let (head, tails) = head.ok_or("there is no move")?;
    let tails: Vec<&str> = tails.split(' ').collect();
    Ok(format!("{head}{}", tails[rng.random_range(0..tails.len())]))
}
