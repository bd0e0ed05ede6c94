//! Tables by REST.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;

use super::App;
use super::who::Session;
use crate::refusal::{Code, Refusal};
use crate::store::Listed;
use crate::tables::{Plan, Room, Visitor, reasons};
use crate::wire::{
    Action, Happened, Moment, NewTable, Opened, Reason, Status, TableLine, TableLook, Why,
};

/// Which tables to list.
#[derive(Deserialize, IntoParams)]
pub(super) struct Which {
    /// Of which status; usually those that wait for players.
    #[serde(default = "waiting")]
    status: Status,
    /// Only one's own, of any status.
    #[serde(default)]
    mine: bool,
}

const fn waiting() -> Status {
    Status::Waiting
}

/// What was seen last.
#[derive(Deserialize, IntoParams)]
pub(super) struct Since {
    /// The number of the last event that was seen; the answer begins after it.
    #[serde(default)]
    pub(super) since: u64,
}

/// So many games that only bots play one person may have at the same time.
const MAX_GAMES_OF_BOTS: u64 = 8;

/// So many moves may be asked about at once.
const MAX_WHY: usize = 512;

/// Public tables, or one's own.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables", params(Which),
    responses((status = 200, body = Vec<TableLine>), (status = 401, body = Refusal))
)]
pub(super) async fn list(
    State(app): State<App>,
    session: Option<Session>,
    Query(which): Query<Which>,
) -> Result<Json<Vec<TableLine>>, Refusal> {
    let listed = if which.mine {
        let person = session.ok_or_else(Refusal::signed_out)?.person.id;
        Listed::Of { person, with_private: true }
    } else {
        Listed::Public(which.status)
    };
    Ok(Json(app.store.list_tables(&listed).await?))
}

/// Opens a table. Who is nobody yet becomes a guest.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses(
        (status = 201, body = Opened), (status = 400, body = Refusal), (status = 409, body = Refusal),
    )
)]
pub(super) async fn open(
    State(app): State<App>,
    session: Option<Session>,
    Json(asked): Json<NewTable>,
) -> Result<(StatusCode, HeaderMap, Json<Opened>), Refusal> {
    let (person, cookie) = app.somebody(session).await?;
    let plan = Plan::new(&asked, &person.id)?;
    if plan.is_for_bots() && app.store.n_games_of_bots(&person.id).await? >= MAX_GAMES_OF_BOTS {
        let message = "your bots play enough games already: wait until one ends";
        return Err(Refusal::conflict(message));
    }
    let key = plan.key.clone();
    let id = app.hub.open_table(plan, &person).await?;
    Ok((StatusCode::CREATED, cookie, Json(Opened { id, key })))
}

/// A table, what happened there, and how it is now.
#[utoipa::path(
    get, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query), Since),
    responses((status = 200, body = TableLook), (status = 404, body = Refusal))
)]
pub(super) async fn look(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
    visitor: Visitor,
) -> Result<Json<TableLook>, Refusal> {
    let look = app.hub.read(&id, visitor, move |room, visitor| Ok(room.look(visitor, since)));
    look.await.map(Json)
}

/// Does something at a table. Who is nobody yet becomes a guest by taking a seat.
#[utoipa::path(
    post, path = "/api/tables/{id}/actions", tag = "tables", request_body = Action,
    params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses(
        (status = 200, body = Happened), (status = 400, body = Refusal),
        (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 404, body = Refusal), (status = 409, body = Refusal),
        (status = 422, body = Refusal),
    )
)]
pub(super) async fn act(
    State(app): State<App>,
    Path(id): Path<String>,
    session: Option<Session>,
    mut visitor: Visitor,
    Json(action): Json<Action>,
) -> Result<(HeaderMap, Json<Happened>), Refusal> {
    let mut cookie = HeaderMap::new();
    if session.is_none() && matches!(action, Action::Sit { .. }) {
        // No guest is made for a table that nobody may see.
        app.hub.read(&id, visitor.clone(), |_, _| Ok(())).await?;
        let (person, headers) = app.somebody(session).await?;
        visitor.person = Some(person);
        cookie = headers;
    }
    Ok((cookie, Json(app.hub.act(&id, visitor, action).await?)))
}

/// The legal moves of who is to move, with all their parts: squares, captures, gains.
#[utoipa::path(
    get, path = "/api/tables/{id}/moves", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses(
        (status = 200, body = Vec<Object>), (status = 403, body = Refusal),
        (status = 404, body = Refusal),
    )
)]
pub(super) async fn moves(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Json<Vec<Value>>, Refusal> {
    let moves = app.hub.read(&id, visitor, |room, visitor| {
        check_turn(room, visitor)?;
        Ok(room.table().legal_move_views())
    });
    moves.await.map(Json)
}

/// Why moves cannot be played, for who is to move: many at once, for previews.
#[utoipa::path(
    post, path = "/api/tables/{id}/why", tag = "tables", request_body = Why,
    params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses(
        (status = 200, body = Vec<Reason>), (status = 400, body = Refusal),
        (status = 403, body = Refusal), (status = 404, body = Refusal),
    )
)]
pub(super) async fn why(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    Json(Why { moves }): Json<Why>,
) -> Result<Json<Vec<Reason>>, Refusal> {
    if moves.len() > MAX_WHY {
        return Err(Refusal::bad_request(format!("ask about up to {MAX_WHY} moves at once")));
    }
    let reasons = app.hub.read(&id, visitor, move |room, visitor| {
        check_turn(room, visitor)?;
        Ok(reasons(room.table(), moves))
    });
    reasons.await.map(Json)
}

/// The game after so many moves, as who asks saw it then.
#[utoipa::path(
    get, path = "/api/tables/{id}/views/{ply}", tag = "tables",
    params(("id" = String, Path), ("ply" = usize, Path), ("key" = Option<String>, Query)),
    responses((status = 200, body = Moment), (status = 404, body = Refusal))
)]
pub(super) async fn moment(
    State(app): State<App>,
    Path((id, ply)): Path<(String, usize)>,
    visitor: Visitor,
) -> Result<Json<Moment>, Refusal> {
    let beyond = || Refusal::new(Code::NotFound, "so many moves have not been played");
    let moment = app
        .hub
        .read(&id, visitor, move |room, visitor| room.moment_for(visitor, ply).ok_or_else(beyond));
    moment.await.map(Json)
}

/// The record of the game so far, as far as who asks saw it.
#[utoipa::path(
    get, path = "/api/tables/{id}/record", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 404, body = Refusal),
    )
)]
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<([(header::HeaderName, String); 2], String), Refusal> {
    let record = app.hub.read(&id, visitor, |room, visitor| Ok(room.record_for(visitor)));
    let name = id.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.record\"")),
    ];
    Ok((headers, record.await?))
}

/// What can be played is known to who is to move, and to nobody else.
pub(super) fn check_turn(room: &Room, visitor: &Visitor) -> Result<(), Refusal> {
    match room.seat_to_move(visitor) {
        Some(_) => Ok(()),
        None => Err(Refusal::new(Code::Forbidden, "it is not your turn")),
    }
}
