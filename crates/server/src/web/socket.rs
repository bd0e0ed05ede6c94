//! A socket for each who looks at a table: news come as they happen, actions go the other way.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval_at, timeout};

use super::App;
use super::address::Address;
use super::limits::{Bucket, Place};
use super::tables::Since;
use super::who::{Ended, Lasting, Session};
use crate::refusal::{Code, Refusal};
use crate::tables::{Visitor, Watching, text};
use crate::wire::{Asked, Greeting};

/// A message of a client is not larger: one action.
const MAX_MESSAGE: usize = 4 * 1024;

/// Sockets are many and mostly silent, so that their buffers are small.
const BUFFER: usize = 4 * 1024;

/// Who does not take what is sent for this time is gone.
const PATIENCE: Duration = Duration::from_mins(1);

/// Who is silent until so many pings are due is gone.
const N_PINGS: u32 = 3;

/// News of a table, and actions there.
#[utoipa::path(
    get, path = "/api/tables/{id}/socket", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query), Since),
    responses(
        (status = 101, description = "a WebSocket; its messages are in docs/API.md"),
        (status = 404, body = Refusal), (status = 426, body = Refusal),
    )
)]
pub(super) async fn open(
    State(app): State<App>,
    Lasting { session, ended }: Lasting,
    Address(address): Address,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let too_many = || Refusal::new(Code::TooManyRequests, "too many sockets from this address");
    let place = app.sockets.take(address).ok_or_else(too_many)?;
    app.hub.read(&id, visitor.clone(), |_, _| Ok(())).await?;
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let watching = app.hub.watch(&id, visitor.clone(), since).await;
        let seat = Seated { app, id, visitor, session, ended, _place: place };
        seat.serve(socket, watching).await;
    }))
}

/// Somebody at a socket.
struct Seated {
    app: App,
    id: String,
    visitor: Visitor,
    /// By which it was opened: the socket does not outlive it.
    session: Option<Session>,
    ended: broadcast::Receiver<Ended>,
    _place: Place,
}

impl Seated {
    async fn serve(mut self, socket: WebSocket, watching: Result<Watching, Refusal>) {
        let (mut out, mut messages) = socket.split();
        let mut watching = match watching {
            Ok(watching) => watching,
            Err(refusal) => {
                let refused = text(&Greeting::Refused { id: None, refusal });
                let _ = out.send(Message::Text(refused)).await;
                return;
            }
        };
        let mut closing = self.app.closing.clone();
        let rate = self.app.actions;
        let mut bucket = Bucket::full(rate);
        let mut heard_at = Instant::now();
        let ping = self.app.ping;
        // Also while there is news: who vanished takes it and never says so.
        let mut pings = interval_at(heard_at + ping, ping);
        loop {
            let answer = tokio::select! {
                news = watching.news.recv() => {
                    let Some(news) = news else {
                        tracing::info!(table = self.id, "a socket is closed: the table did not wait");
                        break;
                    };
                    Message::Text(news)
                },
                message = messages.next() => {
                    heard_at = Instant::now();
                    match message {
                        Some(Ok(Message::Text(asked))) => {
                            let taken = bucket.take(rate, heard_at.into_std());
                            Message::Text(text(&self.answer(&asked, taken).await))
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(Message::Binary(_) | Message::Close(_))) | None => break,
                        Some(Err(error)) => return self.tell_broken(&error),
                    }
                },
                _ = pings.tick() => {
                    if heard_at.elapsed() >= N_PINGS * ping {
                        tracing::info!(table = self.id, "a socket is closed: nobody answers pings");
                        break;
                    }
                    Message::Ping(axum::body::Bytes::new())
                },
                () = outlived(self.session.as_ref(), &mut self.ended) => break,
                _ = closing.changed() => break,
            };
            // Who does not take what is sent is gone.
            match timeout(PATIENCE, out.send(answer)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => return self.tell_broken(&error),
                Err(_) => {
                    tracing::info!(
                        table = self.id,
                        "a socket is closed: nobody reads what is sent"
                    );
                    return;
                }
            }
        }
        let again = CloseFrame { code: close_code::AGAIN, reason: "come back for the rest".into() };
        let _ = timeout(Duration::from_secs(1), out.send(Message::Close(Some(again)))).await;
    }

    /// The line broke: who was there vanished, or took nothing for too long.
    fn tell_broken(&self, error: &axum::Error) {
        tracing::info!(table = self.id, %error, "a socket is closed: its line broke");
    }

    async fn answer(&mut self, message: &str, taken: Result<(), u64>) -> Greeting {
        if let Err(millis) = taken {
            let refusal = Refusal::too_many_requests(millis);
            return Greeting::Refused { id: Asked::id_of(message), refusal };
        }
        let asked = match Asked::read(message) {
            Ok(asked) => asked,
            Err((id, refusal)) => return Greeting::Refused { id, refusal },
        };
        match self.app.hub.act(&self.id, self.visitor.clone(), asked.action).await {
            Ok(happened) => Greeting::Done { id: asked.id, happened },
            Err(refusal) => Greeting::Refused { id: Some(asked.id), refusal },
        }
    }
}

/// Waits until a session has ended. Who signed in as somebody else comes back as that.
async fn outlived(session: Option<&Session>, ended: &mut broadcast::Receiver<Ended>) {
    loop {
        match (ended.recv().await, session) {
            (Ok(ended), Some(session)) if ended.is_of(session) => return,
            // So many ended at once that this one may be among them.
            (Err(RecvError::Lagged(_)), Some(_)) | (Err(RecvError::Closed), _) => return,
            (Ok(_) | Err(RecvError::Lagged(_)), _) => {}
        }
    }
}
