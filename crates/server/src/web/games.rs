//! What can be played.

use axum::Json;
use tilewright_engines::Bots;
use tilewright_games::GameId;

use crate::wire::{BotKindInfo, GameInfo, GameOption, LevelInfo};

/// The games, their options and their bots.
#[utoipa::path(
    get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>))
)]
pub(super) async fn list() -> Json<Vec<GameInfo>> {
    Json(GameId::all().map(info).collect())
}

fn info(game: GameId) -> GameInfo {
    let bots = Bots::of(game.slug()).expect("every game has bots");
    let option = |it: &tilewright_core::OptionInfo| GameOption {
        name: it.name,
        values: it.values,
        help: it.help,
    };
    let levels = bots.levels().iter().zip(1..).map(|(level, number)| LevelInfo {
        bot: format!("level:{number}"),
        help: level.to_string(),
    });
    GameInfo {
        game: game.slug(),
        name: game.name(),
        options: game.options().iter().map(option).collect(),
        notation: game.notation(),
        has_secrets: game.has_secrets(),
        has_draw_offers: game.has_draw_offers(),
        levels: levels.collect(),
        bots: bots.kinds().map(|kind| BotKindInfo { name: kind.name, help: kind.help }).collect(),
    }
}
