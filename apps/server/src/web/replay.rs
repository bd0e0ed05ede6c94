//! Records by REST.

use axum::Json;
use axum::extract::State;
use tokio::task::spawn_blocking;

use super::App;
use crate::refusal::{Code, Refusal};
use crate::replay;
use crate::wire::{ReplayRequest, Replayed};

/// The game of a record: its moves, and how it was after so many of them.
#[utoipa::path(
    post, path = "/api/replay", tag = "analysis", request_body = ReplayRequest,
    responses((status = 200, body = Replayed), (status = 400, body = Refusal))
)]
pub(super) async fn replay(
    State(app): State<App>,
    Json(asked): Json<ReplayRequest>,
) -> Result<Json<Replayed>, Refusal> {
    let failed = || Refusal::new(Code::Internal, "the server failed");
    // A long record takes a while: elsewhere, so that tables do not wait.
    let _permit = app.replays.acquire().await.map_err(|_| failed())?;
    let replayed =
        spawn_blocking(move || replay::replay_record(&asked)).await.map_err(|_| failed())?;
    replayed.map(Json)
}
