//! Answers that come line by line while somebody thinks: hints and analyses. Who closes the
//! connection stops the thought.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use tilewright_bots::{Analysis, Bots, Limits, Review, Stop, perspectives};
use tilewright_core::Viewer;
use tilewright_room::Room;
use tilewright_table::{AnyMove, Perspective, Record};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use utoipa::IntoParams;

use super::App;
use super::address::ClientInfo;
use super::limits::ConnectionSlot;
use super::quota::too_long;
use crate::audit::{SecurityEvent, record};
use crate::error::{ApiError, ErrorCode};
use crate::search_pool::{Class, Progress, SearchTask};
use crate::tables::{Visitor, analyze as analyze_position};
use crate::wire::{HintRequest, HintUpdate, JudgedMove, MoveValue};

/// The type of answers that come line by line.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// How long a hint takes, and how many moves it names, unless told otherwise; and at most.
const USUAL_HINT: Duration = Duration::from_secs(1);
const MAX_HINT: Duration = Duration::from_secs(10);
const USUAL_MOVES: usize = 3;
const MAX_MOVES: usize = 200;

/// A game to be judged is not longer.
const MAX_JUDGED: usize = 500;

/// A game is judged no longer than this, the time in the queue included.
const MAX_JUDGING: Duration = Duration::from_mins(5);

/// The number of lines of a hint that wait for a slow reader.
const MAX_LINES: usize = 16;

/// The effort for each move of a game.
#[derive(Deserialize, IntoParams)]
pub(super) struct AnalysisQuery {
    /// Time to think about each position, up to 1,000 ms; usually 100.
    #[serde(default = "usual_care")]
    millis: u64,
}

const fn usual_care() -> u64 {
    100
}

/// The best moves, from the knowledge of the seat to move: lines of JSON, of which the last is the
/// best.
#[utoipa::path(
    post, path = "/api/tables/{id}/hint", tag = "tables", request_body = HintRequest,
    params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses(
        (status = 200, body = HintUpdate, content_type = "application/x-ndjson"),
        (status = 403, body = ApiError), (status = 404, body = ApiError),
        (status = 503, body = ApiError),
    )
)]
pub(super) async fn hint(
    State(app): State<App>,
    client: ClientInfo,
    Path(id): Path<String>,
    visitor: Visitor,
    Json(asked): Json<HintRequest>,
) -> Result<Response, ApiError> {
    let perspective = app.tables.read(&id, visitor, hint_from);
    let perspective = perspective.await?;
    let time = asked.time_millis.map_or(USUAL_HINT, Duration::from_millis).min(MAX_HINT);
    let n_moves = asked.n_moves.unwrap_or(USUAL_MOVES).clamp(1, MAX_MOVES);
    let slot = app.hints.take(client.address).ok_or_else(too_many)?;
    let think = move |stop: &Stop, tell: &mut dyn FnMut(&HintUpdate)| {
        tell_hint(&perspective, time, n_moves, stop, tell);
        Progress::Done
    };
    respond(&app, &client, (Class::Hint, slot), MAX_LINES, think)
}

/// The perspective of the player to move, if the table has hints.
fn hint_from(room: &Room, visitor: &Visitor) -> Result<Perspective, ApiError> {
    let seat = room.seat_to_move_of(visitor.id());
    let seat = seat.ok_or_else(|| ApiError::forbidden("it is not your turn"))?;
    if !room.plan().has_hints {
        return Err(ApiError::forbidden("this table is played without hints"));
    }
    if !room.may_hint() {
        let message = "hints are for tables where all people agree to them: offer hints first";
        return Err(ApiError::forbidden(message));
    }
    Ok(room.table().perspective(Viewer::Seat(seat)))
}

fn tell_hint(
    perspective: &Perspective,
    time: Duration,
    n_moves: usize,
    stop: &Stop,
    tell: &mut dyn FnMut(&HintUpdate),
) {
    let ply = perspective.ply();
    let mut line = |analysis: &Analysis<AnyMove>| {
        let moves = analysis.moves.iter().map(MoveValue::from).collect();
        tell(&HintUpdate { ply, moves, nodes: analysis.nodes });
    };
    let limits = Limits { time: Some(time), ..Limits::NONE };
    if let Some(last) = analyze_position(perspective, limits, n_moves, stop, &mut line) {
        line(&last);
    }
}

/// Analyzes every move of a record, with a line of JSON for each.
#[utoipa::path(
    post, path = "/api/analysis", tag = "analysis", params(AnalysisQuery),
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = JudgedMove, content_type = "application/x-ndjson"),
        (status = 400, body = ApiError), (status = 503, body = ApiError),
    )
)]
pub(super) async fn analyze(
    State(app): State<App>,
    client: ClientInfo,
    Query(care): Query<AnalysisQuery>,
    text: String,
) -> Result<Response, ApiError> {
    let game = app.replay_for(&client, move || read_game(&text)).await??;
    let time = Some(Duration::from_millis(care.millis.clamp(1, 1_000)));
    let limits = Limits { time, ..Limits::NONE };
    let spec = Bots::of(game[0].game()).best(game[0].n_seats());
    let mut review = Review::new(&spec, game).map_err(|error| bad_record(&error))?;
    let slot = app.analyses.take(client.address).ok_or_else(too_many)?;
    let mut spent = Duration::ZERO;
    // Each move is a step of its own, so that hints and other people's analyses come in between.
    let judge = move |stop: &Stop, tell: &mut dyn FnMut(&JudgedMove)| {
        let begin = Instant::now();
        if let Some(judged) = review.step(limits, stop) {
            tell(&(&judged).into());
        }
        spent += begin.elapsed();
        let is_done = review.is_over() || spent > MAX_JUDGING || stop.is_stopped();
        if is_done { Progress::Done } else { Progress::More }
    };
    // There is a line for each move at most, so that all of them may wait.
    respond(&app, &client, (Class::Analysis, slot), MAX_JUDGED, judge)
}

fn read_game(text: &str) -> Result<Vec<Perspective>, ApiError> {
    let record: Record = text.parse().map_err(|error| bad_record(&error))?;
    if record.n_entries() > MAX_JUDGED {
        return Err(ApiError::bad_request(format!("games of up to {MAX_JUDGED} moves are judged")));
    }
    perspectives(&record).map_err(|error| bad_record(&error))
}

fn bad_record(error: &dyn std::error::Error) -> ApiError {
    ApiError::bad_request(error.to_string())
}

/// Orders a search, and answers with the lines that it writes. Buffers up to `max_lines`; slow
/// readers miss intermediate lines, never the last.
fn respond<T: Serialize + 'static>(
    app: &App,
    client: &ClientInfo,
    (class, slot): (Class, ConnectionSlot),
    max_lines: usize,
    mut think: impl FnMut(&Stop, &mut dyn FnMut(&T)) -> Progress + Send + 'static,
) -> Result<Response, ApiError> {
    app.check_wait(class, client)?;
    let (out, lines) = mpsc::channel::<Bytes>(max_lines);
    let runtime = Handle::current();
    let task = app.tables.pool().order_steps(class, &client.origin, move |stop| {
        let mut newest = None;
        let progress = think(stop, &mut |line| newest = write_line(line, &out, stop));
        if let Some(line) = newest {
            let out = out.clone();
            runtime.spawn(async move { out.send(line).await });
        }
        progress
    });
    let body = body(task.ok_or_else(busy)?, slot, lines);
    Ok(([(header::CONTENT_TYPE, NDJSON)], body).into_response())
}

/// Writes a line if there is room, and returns it otherwise. Nobody reads it: then the search
/// stops.
fn write_line<T: Serialize>(line: &T, out: &mpsc::Sender<Bytes>, stop: &Stop) -> Option<Bytes> {
    let mut bytes = serde_json::to_vec(line).expect("a line is plain data");
    bytes.push(b'\n');
    match out.try_send(bytes.into()) {
        Ok(()) => None,
        Err(TrySendError::Full(line)) => Some(line),
        Err(TrySendError::Closed(_)) => {
            stop.stop();
            None
        }
    }
}

impl App {
    /// Refuses what would begin too late to be of use.
    pub(super) fn check_wait(&self, class: Class, client: &ClientInfo) -> Result<(), ApiError> {
        let max = Duration::from_secs(self.limits.help_wait.into());
        let wait = self.tables.pool().expected_wait(class, &client.origin);
        if wait <= max {
            return Ok(());
        }
        record(SecurityEvent::Limit, client.address, None, "help-wait");
        Err(too_long("too many hints and analyses are asked for", wait))
    }
}

pub(super) fn busy() -> ApiError {
    ApiError::new(ErrorCode::Unavailable, "no thread is free for this: try again")
}

pub(super) fn too_many() -> ApiError {
    ApiError::new(ErrorCode::TooManyRequests, "wait for the hints and analyses that you asked for")
}

/// The lines as they come. Dropped, it takes the search with it.
fn body(task: SearchTask, slot: ConnectionSlot, lines: mpsc::Receiver<Bytes>) -> Body {
    Body::from_stream(stream::unfold((task, slot, lines), |mut state| async move {
        let line = state.2.recv().await?;
        Some((Ok::<_, Infallible>(line), state))
    }))
}
