//! Answers that come line by line while somebody thinks: hints and analyses. Who closes the
//! connection stops the thought.

use std::convert::Infallible;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use tilewright_bots::{Analysis, Bots, Limits, Stop, perspectives, review};
use tilewright_core::Viewer;
use tilewright_room::Room;
use tilewright_table::{AnyMove, Perspective, Record};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use utoipa::IntoParams;

use super::App;
use super::address::Address;
use super::limits::ConnectionSlot;
use crate::error::{ApiError, ErrorCode};
use crate::search_pool::{Priority, SearchTask};
use crate::tables::{Visitor, analyze as analyze_position};
use crate::wire::{HintRequest, HintUpdate, JudgedMove, MoveValue};

/// The usual time and number of moves of a hint, and the largest ones.
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

/// The moves of a strong player, from the knowledge of the asker: lines of JSON, the last is the
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
    Address(address): Address,
    Path(id): Path<String>,
    visitor: Visitor,
    Json(asked): Json<HintRequest>,
) -> Result<Response, ApiError> {
    let perspective = app.tables.read(&id, visitor, hint_from);
    let perspective = perspective.await?;
    let time = asked.time_millis.map_or(USUAL_HINT, Duration::from_millis).min(MAX_HINT);
    let n_moves = asked.n_moves.unwrap_or(USUAL_MOVES).clamp(1, MAX_MOVES);
    respond(&app, address, MAX_LINES, move |stop, tell| {
        tell_hint(&perspective, time, n_moves, stop, tell);
    })
}

/// The perspective of the player to move, if the table has hints.
fn hint_from(room: &Room, visitor: &Visitor) -> Result<Perspective, ApiError> {
    let seat = room.seat_to_move_of(visitor.id());
    let seat = seat.ok_or_else(|| ApiError::forbidden("it is not your turn"))?;
    if !room.plan().has_hints {
        return Err(ApiError::forbidden("this table is played without hints"));
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

/// Judges every move of a record: a line of JSON for each.
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
    Address(address): Address,
    Query(care): Query<AnalysisQuery>,
    text: String,
) -> Result<Response, ApiError> {
    let game = read_game(&text)?;
    let time = Some(Duration::from_millis(care.millis.clamp(1, 1_000)));
    let begin = Instant::now();
    // There is a line for each move at most, so that all of them may wait.
    respond(&app, address, MAX_JUDGED, move |stop, tell: &mut dyn FnMut(&JudgedMove)| {
        let limits = Limits { time, ..Limits::NONE };
        let spec = Bots::of(game[0].game()).best(game[0].n_seats());
        let judged = review(&spec, &game, limits, stop, &mut |it| {
            tell(&it.into());
            if begin.elapsed() > MAX_JUDGING {
                stop.stop();
            }
        });
        if let Err(error) = judged {
            tracing::error!(%error, "a game that replays cannot be judged");
        }
    })
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

/// Lets somebody think, and answers with what is told on the way. So many lines wait for who reads
/// slowly; the thought does not: then lines are missed, but not the last one.
fn respond<T: Serialize + 'static>(
    app: &App,
    address: IpAddr,
    max_lines: usize,
    think: impl FnOnce(&Stop, &mut dyn FnMut(&T)) + Send + 'static,
) -> Result<Response, ApiError> {
    let place = app.hints.take(address).ok_or_else(too_many)?;
    let (out, lines) = mpsc::channel::<Bytes>(max_lines);
    let runtime = Handle::current();
    let thought = app.tables.pool().order(Priority::Help, move |stop| {
        let mut newest = None;
        think(stop, &mut |line| {
            let mut bytes = serde_json::to_vec(line).expect("what is told is plain data");
            bytes.push(b'\n');
            newest = match out.try_send(bytes.into()) {
                Ok(()) => None,
                Err(TrySendError::Full(line)) => Some(line),
                Err(TrySendError::Closed(_)) => {
                    stop.stop();
                    None
                }
            };
        });
        if let Some(line) = newest {
            runtime.spawn(async move { out.send(line).await });
        }
    });
    let busy =
        || ApiError::new(ErrorCode::Unavailable, "nobody can think about it just now: try again");
    let body = body(thought.ok_or_else(busy)?, place, lines);
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response())
}

fn too_many() -> ApiError {
    ApiError::new(ErrorCode::TooManyRequests, "wait for the hints and analyses that you asked for")
}

/// The lines as they come. Dropped, it takes the thought with it.
fn body(thought: SearchTask, place: ConnectionSlot, lines: mpsc::Receiver<Bytes>) -> Body {
    Body::from_stream(stream::unfold((thought, place, lines), |mut state| async move {
        let line = state.2.recv().await?;
        Some((Ok::<_, Infallible>(line), state))
    }))
}
