//! The WebSocket of a table: events go out as they happen, actions come in.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, interval_at, sleep, timeout};

use super::App;
use super::address::ClientInfo;
use super::auth::{LiveSession, Session, SessionEnd};
use super::limits::{ConnectionSlot, TokenBucket};
use super::tables::SinceQuery;
use crate::error::{ApiError, ErrorCode};
use crate::tables::{Subscription, Visitor, text};
use crate::wire::{ClientMessage, ServerMessage};

/// The longest message of a client: one action.
const MAX_MESSAGE: usize = 4 * 1024;

/// The size of each buffer: sockets are many and mostly silent.
const BUFFER: usize = 4 * 1024;

/// The time after which a client that does not read is given up. Linux closes the connection
/// sooner, so that a farewell either comes after all messages before it, or the connection is seen
/// to break.
const PATIENCE: Duration = Duration::from_mins(1);

/// The number of pings after which a silent client is given up.
const N_PINGS: u32 = 3;

/// The time for a farewell when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// Events of a table, and actions there.
#[utoipa::path(
    get, path = "/api/tables/{id}/socket", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query), SinceQuery),
    responses(
        (status = 101, description = "a WebSocket; its messages are in docs/server-api.md"),
        (status = 404, body = ApiError), (status = 426, body = ApiError),
    )
)]
pub(super) async fn open(
    State(app): State<App>,
    LiveSession { session, ended }: LiveSession,
    client: ClientInfo,
    Path(id): Path<String>,
    Query(SinceQuery { since }): Query<SinceQuery>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let too_many =
        || ApiError::new(ErrorCode::TooManyRequests, "too many sockets from this address");
    let slot = app.sockets.take(client.address).ok_or_else(too_many)?;
    app.tables.check(&id, visitor.clone()).await?;
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER);
    let bucket = TokenBucket::full(app.limits.actions);
    let socket = TableSocket {
        app,
        id,
        visitor,
        session,
        client,
        pinged_at: None,
        ended,
        bucket,
        _slot: slot,
    };
    Ok(upgrade.on_upgrade(move |stream| socket.serve(stream, since)))
}

/// A client at a socket.
struct TableSocket {
    app: App,
    id: String,
    visitor: Visitor,
    /// The session that opened the socket; the socket closes with it.
    session: Option<Session>,
    client: ClientInfo,
    /// The time of a ping that is not answered yet.
    pinged_at: Option<Instant>,
    ended: broadcast::Receiver<SessionEnd>,
    bucket: TokenBucket,
    _slot: ConnectionSlot,
}

/// The reason why a socket is closed.
enum CloseReason {
    /// The client left, the session is over, or the server ends.
    Due,
    /// More messages waited than a table keeps for a subscriber.
    Behind,
    /// Pings were not answered.
    Silent,
    /// The client did not read for too long.
    Unread,
    /// The connection broke.
    Broken(axum::Error),
}

impl CloseReason {
    /// The reason for the logs, if it is worth a line.
    fn text(&self) -> Option<String> {
        match self {
            CloseReason::Due => None,
            CloseReason::Behind => Some("the client read too slowly".to_owned()),
            CloseReason::Silent => Some("pings were not answered".to_owned()),
            CloseReason::Unread => Some("the client reads nothing".to_owned()),
            CloseReason::Broken(error) => Some(format!("the connection broke: {error}")),
        }
    }
}

/// A message to send, or the reason to close.
type Next = Result<Option<Message>, CloseReason>;

impl TableSocket {
    async fn serve(mut self, stream: WebSocket, since: u64) {
        let (mut out, mut messages) = stream.split();
        let subscription = self.app.tables.subscribe(&self.id, self.visitor.clone(), since).await;
        let reason = match subscription {
            // Afterwards the subscription is dropped, and the client no longer counts as there.
            Ok(subscription) => self.talk(&mut out, &mut messages, subscription).await,
            Err(error) => {
                let refused = text(&ServerMessage::Refused { id: None, error });
                let _ = out.send(Message::Text(refused)).await;
                return;
            }
        };
        if let Some(reason) = reason.text() {
            tracing::info!(table = self.id, "a socket is closed: {reason}");
        }
        if !matches!(reason, CloseReason::Broken(_)) {
            self.say_goodbye(out).await;
        }
    }

    /// Sends messages and answers the client's, until there is a reason to close.
    async fn talk(
        &mut self,
        out: &mut SplitSink<WebSocket, Message>,
        messages: &mut SplitStream<WebSocket>,
        mut subscription: Subscription,
    ) -> CloseReason {
        let mut heard_at = Instant::now();
        // The first one measures the lag.
        self.pinged_at = Some(heard_at);
        if out.send(Message::Ping(Bytes::new())).await.is_err() {
            return CloseReason::Due;
        }
        // Pings go out also while there are events: a client that vanished takes them in silence.
        let mut pings = interval_at(heard_at + self.app.ping, self.app.ping);
        loop {
            let next = self.next(messages, &mut subscription, &mut pings, &mut heard_at).await;
            let message = match next {
                Ok(Some(message)) => message,
                Ok(None) => continue,
                Err(reason) => return reason,
            };
            match timeout(PATIENCE, out.send(message)).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => return CloseReason::Broken(error),
                Err(_) => return CloseReason::Unread,
            }
        }
    }

    /// Waits for the next message to send.
    async fn next(
        &mut self,
        messages: &mut SplitStream<WebSocket>,
        subscription: &mut Subscription,
        pings: &mut Interval,
        heard_at: &mut Instant,
    ) -> Next {
        tokio::select! {
            message = subscription.messages.recv() => match message {
                Some(message) => Ok(Some(Message::Text(message))),
                None => Err(CloseReason::Behind),
            },
            message = messages.next() => {
                *heard_at = Instant::now();
                if matches!(message, Some(Ok(Message::Pong(_)))) {
                    self.note_lag(subscription);
                }
                self.receive(message).await
            }
            _ = pings.tick() => {
                if heard_at.elapsed() >= N_PINGS * self.app.ping {
                    return Err(CloseReason::Silent);
                }
                self.pinged_at = Some(Instant::now());
                Ok(Some(Message::Ping(Bytes::new())))
            }
            () = ended(self.session.as_ref(), &mut self.ended) => Err(CloseReason::Due),
            () = closing(&self.app) => Err(CloseReason::Due),
        }
    }

    /// Tells the table the lag of the connection: the time of a ping and its answer.
    fn note_lag(&mut self, subscription: &Subscription) {
        let lag = self.pinged_at.take().map(|pinged_at| pinged_at.elapsed());
        if let (Some(lag), Some(person)) = (lag, self.visitor.id()) {
            subscription.note_lag(person, lag);
        }
    }

    async fn receive(&mut self, message: Option<Result<Message, axum::Error>>) -> Next {
        match message {
            Some(Ok(Message::Text(message))) => {
                Ok(Some(Message::Text(self.answer(&message).await)))
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
            Some(Ok(Message::Binary(_) | Message::Close(_))) | None => Err(CloseReason::Due),
            Some(Err(error)) => Err(CloseReason::Broken(error)),
        }
    }

    /// Carries out an action, and returns the answer.
    async fn answer(&mut self, message: &str) -> Utf8Bytes {
        let rate = self.app.limits.actions;
        if let Err(millis) = self.bucket.take(rate, Instant::now().into_std()) {
            return refused(ClientMessage::id_of(message), ApiError::too_many_requests(millis));
        }
        let ClientMessage { id, action } = match ClientMessage::read(message) {
            Ok(message) => message,
            Err((id, error)) => return refused(id, error),
        };
        let visitor = self.visitor.clone();
        let client = self.client.clone();
        match self.app.act(&self.id, visitor, action, client).await {
            Ok(ack) => text(&ServerMessage::Done { id, ack }),
            Err(error) => refused(Some(id), error),
        }
    }

    /// Asks the client to reconnect, also one that reads slowly and has much to read before. When
    /// the server ends, there is only a moment for that.
    async fn say_goodbye(&self, mut out: SplitSink<WebSocket, Message>) {
        let again = CloseFrame { code: close_code::AGAIN, reason: "come back for the rest".into() };
        tokio::select! {
            _ = timeout(PATIENCE, out.send(Message::Close(Some(again)))) => {}
            () = self.out_of_time() => {}
        }
    }

    /// Waits until the server ends, and then for a moment.
    async fn out_of_time(&self) {
        closing(&self.app).await;
        sleep(FAREWELL).await;
    }
}

/// Waits until the server begins to end.
async fn closing(app: &App) {
    let mut closing = app.closing.clone();
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

fn refused(id: Option<u64>, error: ApiError) -> Utf8Bytes {
    text(&ServerMessage::Refused { id, error })
}

/// Waits until the session has ended. People who signed in as somebody else reconnect as that.
async fn ended(session: Option<&Session>, ended: &mut broadcast::Receiver<SessionEnd>) {
    loop {
        match (ended.recv().await, session) {
            (Ok(end), Some(session)) if end.is_of(session) => return,
            // So many ended at once that this one may be among them.
            (Err(RecvError::Lagged(_)), Some(_)) | (Err(RecvError::Closed), _) => return,
            (Ok(_) | Err(RecvError::Lagged(_)), _) => {}
        }
    }
}
