//! Tables by REST.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;

use super::App;
use super::auth::Session;
use crate::error::{ApiError, ErrorCode};
use crate::store::TableQuery;
use crate::tables::{Plan, Room, Visitor, explanations};
use crate::wire::{
    Action, ActionAck, ExplainRequest, GameSnapshot, MoveExplanation, NewTable, OpenedTable,
    Status, TableSnapshot, TableSummary,
};

/// Which tables to list.
#[derive(Deserialize, IntoParams)]
pub(super) struct TableFilter {
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
pub(super) struct SinceQuery {
    /// The number of the last event that was seen; the answer begins after it.
    #[serde(default)]
    pub(super) since: u64,
}

/// So many games that only bots play one person may have at the same time.
const MAX_GAMES_OF_BOTS: u64 = 8;

/// So many moves may be asked about at once.
const MAX_EXPLAINED: usize = 512;

/// Public tables, or one's own.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables", params(TableFilter),
    responses((status = 200, body = Vec<TableSummary>), (status = 401, body = ApiError))
)]
pub(super) async fn list(
    State(app): State<App>,
    session: Option<Session>,
    Query(which): Query<TableFilter>,
) -> Result<Json<Vec<TableSummary>>, ApiError> {
    let listed = if which.mine {
        let person = session.ok_or_else(ApiError::signed_out)?.person.id;
        TableQuery::Of { person, with_private: true }
    } else {
        TableQuery::Public(which.status)
    };
    Ok(Json(app.store.list_tables(&listed).await?))
}

/// Opens a table. Who is nobody yet becomes a guest.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses(
        (status = 201, body = OpenedTable), (status = 400, body = ApiError), (status = 409, body = ApiError),
    )
)]
pub(super) async fn open(
    State(app): State<App>,
    session: Option<Session>,
    Json(asked): Json<NewTable>,
) -> Result<(StatusCode, HeaderMap, Json<OpenedTable>), ApiError> {
    let (person, cookie) = app.somebody(session).await?;
    let plan = Plan::new(&asked, &person.id)?;
    if plan.is_for_bots() && app.store.n_games_of_bots(&person.id).await? >= MAX_GAMES_OF_BOTS {
        let message = "your bots play enough games already: wait until one ends";
        return Err(ApiError::conflict(message));
    }
    let key = plan.key.clone();
    let id = app.registry.open_table(plan, &person).await?;
    Ok((StatusCode::CREATED, cookie, Json(OpenedTable { id, key })))
}

/// A table, what happened there, and how it is now.
#[utoipa::path(
    get, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query), SinceQuery),
    responses((status = 200, body = TableSnapshot), (status = 404, body = ApiError))
)]
pub(super) async fn look(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(SinceQuery { since }): Query<SinceQuery>,
    visitor: Visitor,
) -> Result<Json<TableSnapshot>, ApiError> {
    let look = app.registry.read(&id, visitor, move |room, visitor| Ok(room.look(visitor, since)));
    look.await.map(Json)
}

/// Does something at a table. Who is nobody yet becomes a guest by taking a seat.
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
    mut visitor: Visitor,
    Json(action): Json<Action>,
) -> Result<(HeaderMap, Json<ActionAck>), ApiError> {
    let mut cookie = HeaderMap::new();
    if session.is_none() && matches!(action, Action::Sit { .. }) {
        // No guest is made for a table that nobody may see.
        app.registry.read(&id, visitor.clone(), |_, _| Ok(())).await?;
        let (person, headers) = app.somebody(session).await?;
        visitor.person = Some(person);
        cookie = headers;
    }
    Ok((cookie, Json(app.registry.act(&id, visitor, action).await?)))
}

/// The legal moves of who is to move, with all their parts: squares, captures, gains.
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
    let moves = app.registry.read(&id, visitor, |room, visitor| {
        check_turn(room, visitor)?;
        Ok(room.table().legal_move_views())
    });
    moves.await.map(Json)
}

/// Why moves cannot be played, for who is to move: many at once, for previews.
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
    Json(ExplainRequest { moves }): Json<ExplainRequest>,
) -> Result<Json<Vec<MoveExplanation>>, ApiError> {
    if moves.len() > MAX_EXPLAINED {
        return Err(ApiError::bad_request(format!(
            "ask about up to {MAX_EXPLAINED} moves at once"
        )));
    }
    let explanations = app.registry.read(&id, visitor, move |room, visitor| {
        check_turn(room, visitor)?;
        Ok(explanations(room.table(), moves))
    });
    explanations.await.map(Json)
}

/// The game after so many moves, as who asks saw it then.
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
    let beyond = || ApiError::new(ErrorCode::NotFound, "so many moves have not been played");
    let snapshot = app.registry.read(&id, visitor, move |room, visitor| {
        room.snapshot_for(visitor, ply).ok_or_else(beyond)
    });
    snapshot.await.map(Json)
}

/// The record of the game so far, as far as who asks saw it.
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
    let record = app.registry.read(&id, visitor, |room, visitor| Ok(room.record_for(visitor)));
    let name = id.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.record\"")),
    ];
    Ok((headers, record.await?))
}

/// What can be played is known to who is to move, and to nobody else.
pub(super) fn check_turn(room: &Room, visitor: &Visitor) -> Result<(), ApiError> {
    match room.seat_to_move(visitor) {
        Some(_) => Ok(()),
        None => Err(ApiError::new(ErrorCode::Forbidden, "it is not your turn")),
    }
}
