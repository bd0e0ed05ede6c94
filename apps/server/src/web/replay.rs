//! Records by REST.

use axum::Json;
use axum::extract::State;
use tilewright_bots::Stop;
use tokio::sync::oneshot;

use super::App;
use super::address::ClientInfo;
use super::streams::busy;
use super::streams::too_many;
use crate::error::ApiError;
use crate::replay;
use crate::search_pool::Class;
use crate::wire::{ReplayRequest, ReplayResponse};

/// Replays a record: its moves, and the game after a number of them.
#[utoipa::path(
    post, path = "/api/replay", tag = "analysis", request_body = ReplayRequest,
    responses((status = 200, body = ReplayResponse), (status = 400, body = ApiError))
)]
pub(super) async fn replay(
    State(app): State<App>,
    client: ClientInfo,
    Json(asked): Json<ReplayRequest>,
) -> Result<Json<ReplayResponse>, ApiError> {
    app.replay_for(&client, move || replay::replay_record(&asked)).await?.map(Json)
}

impl App {
    /// Does work that takes a while, such as going through a long game, in the search pool: an
    /// address has a few at a time, and they wait their turn.
    pub(super) async fn replay_for<T: Send + 'static>(
        &self,
        client: &ClientInfo,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _slot = self.replays.take(client.address).ok_or_else(too_many)?;
        self.check_wait(Class::Replay, client)?;
        let (answer, answered) = oneshot::channel();
        let work = move |_: &Stop| {
            // The client may be gone.
            let _ = answer.send(work());
        };
        let task = self.tables.pool().order(Class::Replay, &client.origin, work);
        let result = answered.await.map_err(|_| busy());
        drop(task);
        result
    }
}
