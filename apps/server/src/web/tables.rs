//! Tables by REST.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use tilewright_room::{Room, explain_moves};
use utoipa::IntoParams;

use super::App;
use super::address::ClientInfo;
use super::auth::Session;
use crate::clock::now_millis;
use crate::error::{ApiError, ErrorCode};
use crate::store::TableQuery;
use crate::tables::{Visitor, check_new_table, plan_table};
use crate::wire::{
    Action, ActionAck, ExplainRequest, GameSnapshot, MoveExplanation, NewTable, OpenedTable,
    Status, TableSnapshot, TableSummary,
};

/// A choice of tables.
#[derive(Deserialize, IntoParams)]
pub(super) struct TableFilter {
    /// The status; without it, tables that wait for players.
    #[serde(default = "waiting")]
    status: Status,
    /// Only one's own tables, of any status.
    #[serde(default)]
    mine: bool,
    /// Whether to list the games that bots play among themselves, too; usually so.
    #[serde(default = "yes")]
    bots: bool,
}

const fn waiting() -> Status {
    Status::Waiting
}

const fn yes() -> bool {
    true
}

/// The events that a client knows.
#[derive(Deserialize, IntoParams)]
pub(super) struct SinceQuery {
    /// The number of the last event that is known; the answer begins after it.
    #[serde(default)]
    pub(super) since: u64,
}

/// The most moves that are explained at once.
const MAX_EXPLAINED: usize = 512;

/// Public tables, or those of the current person.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables", params(TableFilter),
    responses((status = 200, body = Vec<TableSummary>), (status = 401, body = ApiError))
)]
pub(super) async fn list(
    State(app): State<App>,
    session: Option<Session>,
    Query(filter): Query<TableFilter>,
) -> Result<Response, ApiError> {
    let person = session.map(|session| session.person);
    if !filter.mine {
        let list = app.lists.get(&app, filter.status, filter.bots).await?;
        return Ok(list.answer_to(person.as_ref().map(|person| &person.id)));
    }
    let person = person.ok_or_else(ApiError::signed_out)?;
    let query = TableQuery::Of { person: person.id.clone(), with_private: true };
    let mut listed = app.store.list_tables(&query).await?;
    let visitor = Visitor { person: Some(person.clone()), key: None };
    app.add_standings(&mut listed, &visitor).await;
    let lines: Vec<TableSummary> = listed.iter().map(|it| it.line_for(&person.id)).collect();
    Ok(Json(lines).into_response())
}

/// Opens a table. A client without a session becomes a guest.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses(
        (status = 201, body = OpenedTable), (status = 400, body = ApiError),
        (status = 409, body = ApiError),
    )
)]
pub(super) async fn open(
    State(app): State<App>,
    session: Option<Session>,
    client: ClientInfo,
    Json(request): Json<NewTable>,
) -> Result<(StatusCode, HeaderMap, Json<OpenedTable>), ApiError> {
    // No guest is made for a table that cannot be opened.
    check_new_table(&request)?;
    let (person, cookie) = app.somebody(session, &client).await?;
    let plan = plan_table(&request, &person.id)?;
    let key = plan.key.clone();
    let id = app.open_table(person, client, plan).await?;
    Ok((StatusCode::CREATED, cookie, Json(OpenedTable { id, key })))
}

/// A table with its events and its state.
#[utoipa::path(
    get, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query), SinceQuery),
    responses((status = 200, body = TableSnapshot), (status = 404, body = ApiError))
)]
pub(super) async fn snapshot(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(SinceQuery { since }): Query<SinceQuery>,
    visitor: Visitor,
) -> Result<Json<TableSnapshot>, ApiError> {
    let read =
        move |room: &Room, visitor: &Visitor| Ok(room.snapshot(visitor.id(), since, now_millis()));
    app.tables.read(&id, visitor, read).await.map(Json)
}

/// Carries out an action at a table. A client without a session becomes a guest by taking a seat.
#[utoipa::path(
    post, path = "/api/tables/{id}/actions", tag = "tables", request_body = Action,
    params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses(
        (status = 200, body = ActionAck), (status = 400, body = ApiError),
        (status = 401, body = ApiError), (status = 403, body = ApiError),
        (status = 404, body = ApiError), (status = 409, body = ApiError),
        (status = 422, body = ApiError),
    )
)]
pub(super) async fn act(
    State(app): State<App>,
    Path(id): Path<String>,
    session: Option<Session>,
    client: ClientInfo,
    mut visitor: Visitor,
    Json(action): Json<Action>,
) -> Result<(HeaderMap, Json<ActionAck>), ApiError> {
    let mut cookie = HeaderMap::new();
    if session.is_none() && matches!(action, Action::Sit { .. }) {
        // No guest is made for a table that nobody may see.
        app.tables.check(&id, visitor.clone()).await?;
        let (person, headers) = app.somebody(session, &client).await?;
        visitor.person = Some(person);
        cookie = headers;
    }
    Ok((cookie, Json(app.act(&id, visitor, action, client).await?)))
}

/// The legal moves of the player to move, with all their parts: squares, captures, gains.
#[utoipa::path(
    get, path = "/api/tables/{id}/moves", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses(
        (status = 200, body = Vec<Object>), (status = 403, body = ApiError),
        (status = 404, body = ApiError),
    )
)]
pub(super) async fn moves(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Json<Vec<Value>>, ApiError> {
    app.tables.read(&id, visitor, legal_moves).await.map(Json)
}

fn legal_moves(room: &Room, visitor: &Visitor) -> Result<Vec<Value>, ApiError> {
    check_turn(room, visitor)?;
    Ok(room.table().legal_move_views())
}

/// The reasons why moves cannot be played, for the player to move: many at once, for previews.
#[utoipa::path(
    post, path = "/api/tables/{id}/explain", tag = "tables", request_body = ExplainRequest,
    params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses(
        (status = 200, body = Vec<MoveExplanation>), (status = 400, body = ApiError),
        (status = 403, body = ApiError), (status = 404, body = ApiError),
    )
)]
pub(super) async fn explain(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    Json(request): Json<ExplainRequest>,
) -> Result<Json<Vec<MoveExplanation>>, ApiError> {
    if request.moves.len() > MAX_EXPLAINED {
        let message = format!("ask about up to {MAX_EXPLAINED} moves at once");
        return Err(ApiError::bad_request(message));
    }
    let read = |room: &Room, visitor: &Visitor| explanations(room, visitor, request.moves);
    app.tables.read(&id, visitor, read).await.map(Json)
}

fn explanations(
    room: &Room,
    visitor: &Visitor,
    moves: Vec<String>,
) -> Result<Vec<MoveExplanation>, ApiError> {
    check_turn(room, visitor)?;
    Ok(explain_moves(room.table(), moves))
}

/// The game after this number of moves, as the client saw it then.
#[utoipa::path(
    get, path = "/api/tables/{id}/views/{ply}", tag = "tables",
    params(("id" = String, Path), ("ply" = usize, Path), ("key" = Option<String>, Query)),
    responses((status = 200, body = GameSnapshot), (status = 404, body = ApiError))
)]
pub(super) async fn snapshot_at(
    State(app): State<App>,
    Path((id, ply)): Path<(String, usize)>,
    visitor: Visitor,
) -> Result<Json<GameSnapshot>, ApiError> {
    let read = move |room: &Room, visitor: &Visitor| Ok(room.snapshot_at(visitor.id(), ply));
    let snapshot = app.tables.read(&id, visitor, read).await?;
    let beyond = || ApiError::new(ErrorCode::NotFound, "the game has fewer moves");
    snapshot.map(Json).ok_or_else(beyond)
}

/// The record of the game so far, as far as the client saw it.
#[utoipa::path(
    get, path = "/api/tables/{id}/record", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query)),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 404, body = ApiError),
    )
)]
pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<([(header::HeaderName, String); 2], String), ApiError> {
    let read = |room: &Room, visitor: &Visitor| Ok(room.record(room.viewer(visitor.id())));
    let record = app.tables.read(&id, visitor, read).await?.to_string();
    let name = id.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.record\"")),
    ];
    Ok((headers, record))
}

/// Refuses visitors who are not to move: only the player to move knows the legal moves.
fn check_turn(room: &Room, visitor: &Visitor) -> Result<(), ApiError> {
    match room.seat_to_move_of(visitor.id()) {
        Some(_) => Ok(()),
        None => Err(ApiError::forbidden("it is not your turn")),
    }
}
