//! A socket for each who looks at a table: news come as they happen, actions go the other way.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval_at, sleep, timeout};

use super::App;
use super::address::Address;
use super::auth::{LiveSession, Session, SessionEnd};
use super::limits::{ConnectionSlot, TokenBucket};
use super::tables::SinceQuery;
use crate::error::{ApiError, ErrorCode};
use crate::tables::{Subscription, Visitor, text};
use crate::wire::{ClientMessage, ServerMessage};

/// A message of a client is not larger: one action.
const MAX_MESSAGE: usize = 4 * 1024;

/// Sockets are many and mostly silent, so that their buffers are small.
const BUFFER: usize = 4 * 1024;

/// Who does not take what is sent for this time is gone. Linux cuts the line off sooner, so that last words either
/// come after all that was sent before them, or the line is seen to be broken.
const PATIENCE: Duration = Duration::from_mins(1);

/// Who is silent until so many pings are due is gone.
const N_PINGS: u32 = 3;

/// How long last words may take when the server ends.
const MOMENT: Duration = Duration::from_secs(1);

/// News of a table, and actions there.
#[utoipa::path(
    get, path = "/api/tables/{id}/socket", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query), SinceQuery),
    responses(
        (status = 101, description = "a WebSocket; its messages are in docs/API.md"),
        (status = 404, body = ApiError), (status = 426, body = ApiError),
    )
)]
pub(super) async fn open(
    State(app): State<App>,
    LiveSession { session, ended }: LiveSession,
    Address(address): Address,
    Path(id): Path<String>,
    Query(SinceQuery { since }): Query<SinceQuery>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let too_many =
        || ApiError::new(ErrorCode::TooManyRequests, "too many sockets from this address");
    let place = app.sockets.take(address).ok_or_else(too_many)?;
    app.registry.read(&id, visitor.clone(), |_, _| Ok(())).await?;
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let watching = app.registry.watch(&id, visitor.clone(), since).await;
        let seat = TableSocket { app, id, visitor, session, ended, _place: place };
        seat.serve(socket, watching).await;
    }))
}

/// Somebody at a socket.
struct TableSocket {
    app: App,
    id: String,
    visitor: Visitor,
    /// By which it was opened: the socket does not outlive it.
    session: Option<Session>,
    ended: broadcast::Receiver<SessionEnd>,
    _place: ConnectionSlot,
}

/// Why a socket ends.
enum CloseReason {
    /// Who was there leaves, the session is over, or the server ends.
    Due,
    /// More news waited than a table keeps for one.
    Behind,
    /// Pings were not answered.
    Silent,
    /// What is sent was not taken for too long.
    Unread,
    /// The line broke: who was there vanished, or took nothing for too long.
    Broken(axum::Error),
}

impl CloseReason {
    /// What the logs say of it, if it is worth a word.
    fn reason(&self) -> Option<String> {
        match self {
            CloseReason::Due => None,
            CloseReason::Behind => Some("the table did not wait".to_owned()),
            CloseReason::Silent => Some("nobody answers pings".to_owned()),
            CloseReason::Unread => Some("nobody reads what is sent".to_owned()),
            CloseReason::Broken(error) => Some(format!("its line broke: {error}")),
        }
    }
}

impl TableSocket {
    async fn serve(mut self, socket: WebSocket, watching: Result<Subscription, ApiError>) {
        let (mut out, mut messages) = socket.split();
        let end = match watching {
            // When they have talked, the table no longer counts them as there.
            Ok(watching) => self.talk(&mut out, &mut messages, watching).await,
            Err(error) => {
                let refused = text(&ServerMessage::Refused { id: None, error });
                let _ = out.send(Message::Text(refused)).await;
                return;
            }
        };
        if let Some(reason) = end.reason() {
            tracing::info!(table = self.id, "a socket is closed: {reason}");
        }
        if !matches!(end, CloseReason::Broken(_)) {
            self.say_goodbye(out).await;
        }
    }

    /// Sends news and answers what is asked, until there is a reason to end.
    async fn talk(
        &mut self,
        out: &mut SplitSink<WebSocket, Message>,
        messages: &mut SplitStream<WebSocket>,
        mut watching: Subscription,
    ) -> CloseReason {
        let mut closing = self.app.closing.clone();
        let rate = self.app.actions;
        let mut bucket = TokenBucket::full(rate);
        let mut heard_at = Instant::now();
        let ping = self.app.ping;
        // Also while there is news: who vanished takes it and never says so.
        let mut pings = interval_at(heard_at + ping, ping);
        loop {
            let answer = tokio::select! {
                news = watching.news.recv() => match news {
                    Some(news) => Message::Text(news),
                    None => return CloseReason::Behind,
                },
                message = messages.next() => {
                    heard_at = Instant::now();
                    match message {
                        Some(Ok(Message::Text(asked))) => {
                            let taken = bucket.take(rate, heard_at.into_std());
                            Message::Text(text(&self.answer(&asked, taken).await))
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(Message::Binary(_) | Message::Close(_))) | None => return CloseReason::Due,
                        Some(Err(error)) => return CloseReason::Broken(error),
                    }
                },
                _ = pings.tick() => {
                    if heard_at.elapsed() >= N_PINGS * ping {
                        return CloseReason::Silent;
                    }
                    Message::Ping(axum::body::Bytes::new())
                },
                () = outlived(self.session.as_ref(), &mut self.ended) => return CloseReason::Due,
                _ = closing.changed() => return CloseReason::Due,
            };
            match timeout(PATIENCE, out.send(answer)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => return CloseReason::Broken(error),
                Err(_) => return CloseReason::Unread,
            }
        }
    }

    /// Tells whoever still hears it to come back, also who reads slowly and has much to read before. When the
    /// server ends, there is only a moment for that.
    async fn say_goodbye(&self, mut out: SplitSink<WebSocket, Message>) {
        let again = CloseFrame { code: close_code::AGAIN, reason: "come back for the rest".into() };
        let mut closing = self.app.closing.clone();
        let ending = async {
            let _ = closing.wait_for(|is_closing| *is_closing).await;
            sleep(MOMENT).await;
        };
        tokio::select! {
            _ = timeout(PATIENCE, out.send(Message::Close(Some(again)))) => {}
            () = ending => {}
        }
    }

    async fn answer(&mut self, message: &str, taken: Result<(), u64>) -> ServerMessage {
        if let Err(millis) = taken {
            let error = ApiError::too_many_requests(millis);
            return ServerMessage::Refused { id: ClientMessage::id_of(message), error };
        }
        let asked = match ClientMessage::read(message) {
            Ok(asked) => asked,
            Err((id, error)) => return ServerMessage::Refused { id, error },
        };
        match self.app.registry.act(&self.id, self.visitor.clone(), asked.action).await {
            Ok(ack) => ServerMessage::Done { id: asked.id, ack },
            Err(error) => ServerMessage::Refused { id: Some(asked.id), error },
        }
    }
}

/// Waits until a session has ended. Who signed in as somebody else comes back as that.
async fn outlived(session: Option<&Session>, ended: &mut broadcast::Receiver<SessionEnd>) {
    loop {
        match (ended.recv().await, session) {
            (Ok(ended), Some(session)) if ended.is_of(session) => return,
            // So many ended at once that this one may be among them.
            (Err(RecvError::Lagged(_)), Some(_)) | (Err(RecvError::Closed), _) => return,
            (Ok(_) | Err(RecvError::Lagged(_)), _) => {}
        }
    }
}
