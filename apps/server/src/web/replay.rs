//! Records by REST.

use axum::Json;
use axum::extract::State;
use tokio::task::spawn_blocking;

use super::App;
use crate::error::ApiError;
use crate::replay;
use crate::wire::{ReplayRequest, ReplayResponse};

/// The game of a record: its moves, and how it was after so many of them.
#[utoipa::path(
    post, path = "/api/replay", tag = "analysis", request_body = ReplayRequest,
    responses((status = 200, body = ReplayResponse), (status = 400, body = ApiError))
)]
pub(super) async fn replay(
    State(app): State<App>,
    Json(asked): Json<ReplayRequest>,
) -> Result<Json<ReplayResponse>, ApiError> {
    // A long record takes a while: elsewhere, so that tables do not wait.
    let _permit = app.replays.acquire().await.map_err(|_| ApiError::internal())?;
    let replayed = spawn_blocking(move || replay::replay_record(&asked))
        .await
        .map_err(|_| ApiError::internal())?;
    replayed.map(Json)
}
