//! Pictures of games as a spectator sees them: small boards in lists, and previews of links.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tilewright_core::Viewer;
use tilewright_render::{Style, Theme, png, svg};
use tilewright_room::Room;
use tilewright_table::{GameId, Record, Table};
use utoipa::IntoParams;

use super::App;
use super::address::ClientInfo;
use crate::error::{ApiError, ErrorCode};
use crate::tables::Visitor;

/// The look of a picture.
#[derive(Clone, Copy, Deserialize, IntoParams)]
pub(super) struct PictureQuery {
    /// Whether the ground is dark; usually not.
    #[serde(default)]
    dark: bool,
}

/// The width of a picture in a list, and of one that shows a link, in pixels.
const LIST_WIDTH: u32 = 360;
const PREVIEW_WIDTH: u32 = 630;

/// The time for which browsers may keep a picture of a table, and one of a game.
const FRESH: Duration = Duration::from_secs(20);
const FRESH_GAME: Duration = Duration::from_hours(24);

/// A game of each kind, whose last position stands for it.
const fn sample(game: GameId) -> &'static str {
    match game {
        GameId::AquaPipe => include_str!("../../static/games/aquapipe.record"),
        GameId::Blokus => include_str!("../../static/games/blokus.record"),
        GameId::Coerceo => include_str!("../../static/games/coerceo.record"),
        GameId::Triominos => include_str!("../../static/games/triominos.record"),
    }
}

/// The board of a table as a picture, as a spectator sees it.
#[utoipa::path(
    get, path = "/api/tables/{id}/picture.svg", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query), PictureQuery),
    responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = ApiError))
)]
pub(super) async fn table_svg(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<PictureQuery>,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let table = read_table(&app, &id, visitor).await?;
    let picture = svg(&table.game_view(Viewer::Spectator), &style(&*table, look, LIST_WIDTH));
    Ok(answer("image/svg+xml", FRESH, picture.into_bytes()))
}

/// The board of a table as a picture of pixels, as a spectator sees it: the preview of its link.
#[utoipa::path(
    get, path = "/api/tables/{id}/picture.png", tag = "tables",
    params(("id" = String, Path), ("key" = Option<String>, Query), PictureQuery),
    responses((status = 200, content_type = "image/png"), (status = 404, body = ApiError))
)]
pub(super) async fn table_png(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<PictureQuery>,
    visitor: Visitor,
    client: ClientInfo,
) -> Result<Response, ApiError> {
    let table = read_table(&app, &id, visitor).await?;
    draw(&app, &client, table, look, FRESH).await
}

/// A position of a game as a picture of pixels: the preview of links to it.
#[utoipa::path(
    get, path = "/api/games/{game}/picture.png", tag = "games",
    params(("game" = String, Path), PictureQuery),
    responses((status = 200, content_type = "image/png"), (status = 404, body = ApiError))
)]
pub(super) async fn game_png(
    State(app): State<App>,
    Path(game): Path<String>,
    Query(look): Query<PictureQuery>,
    client: ClientInfo,
) -> Result<Response, ApiError> {
    let unknown = || ApiError::new(ErrorCode::NotFound, "there is no such game");
    let game: GameId = game.parse().map_err(|_| unknown())?;
    let record: Record = sample(game).parse().map_err(|_| ApiError::internal())?;
    let table = record.replay().map_err(|_| ApiError::internal())?;
    draw(&app, &client, table, look, FRESH_GAME).await
}

async fn read_table(app: &App, id: &str, visitor: Visitor) -> Result<Box<dyn Table>, ApiError> {
    app.tables.peek(id, visitor, |room: &Room, _: &Visitor| Ok(room.table().box_clone())).await
}

/// Draws pixels elsewhere, so that tables do not wait, and a few pictures at a time.
async fn draw(
    app: &App,
    client: &ClientInfo,
    table: Box<dyn Table>,
    look: PictureQuery,
    fresh: Duration,
) -> Result<Response, ApiError> {
    let picture = move || {
        let style = style(&*table, look, PREVIEW_WIDTH);
        png(&table.game_view(Viewer::Spectator), &style)
    };
    let picture = app.replay_for(client, picture).await?;
    Ok(answer("image/png", fresh, picture))
}

fn style(table: &dyn Table, look: PictureQuery, width: u32) -> Style {
    Style {
        width,
        theme: if look.dark { Theme::Dark } else { Theme::Light },
        coordinates: false,
        caption: false,
        last_move: table.move_at(table.ply()),
        ..Style::default()
    }
}

fn answer(content_type: &'static str, fresh: Duration, bytes: Vec<u8>) -> Response {
    let cache = format!("private, max-age={}", fresh.as_secs());
    let headers: [(HeaderName, String); 2] =
        [(header::CONTENT_TYPE, content_type.to_owned()), (header::CACHE_CONTROL, cache)];
    (headers, bytes).into_response()
}
