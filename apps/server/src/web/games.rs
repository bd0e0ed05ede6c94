//! The list of games, with their variants, options and bots.

use std::collections::BTreeMap;

use axum::Json;
use tilewright_bots::{Bots, MEASURED_LEVELS, elos, sections};
use tilewright_core::{OptionInfo, OptionValue, VariantInfo};
use tilewright_table::GameId;

use crate::wire::{
    BotKindInfo, GameInfo, GameOption, GameVariant, LevelInfo, LevelStrengths, Piece,
};

/// The games, their options and their bots.
#[utoipa::path(
    get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>))
)]
pub(super) async fn list() -> Json<Vec<GameInfo>> {
    Json(GameId::ALL.into_iter().map(info).collect())
}

fn info(game: GameId) -> GameInfo {
    let bots = Bots::of(game);
    let levels = bots.levels().iter().zip(1..).map(|(level, number)| LevelInfo {
        bot: format!("level:{number}"),
        help: level.to_string(),
    });
    let usual = usual_options(game, game.variants()[0].name);
    GameInfo {
        game: game.slug(),
        name: game.name(),
        variants: game.variants().iter().map(|it| variant(game, it, &usual)).collect(),
        options: game.options().iter().map(|it| option(it, &usual)).collect(),
        pieces: game.pieces().map(|shapes| shapes.into_iter().map(Piece::from).collect()),
        notation: game.notation(),
        has_secrets: game.has_secrets(),
        has_draw_offers: game.has_draw_offers(),
        levels: levels.collect(),
        strengths: strengths(game).collect(),
        bots: bots.kinds().map(|kind| BotKindInfo { name: kind.name, help: kind.help }).collect(),
    }
}

/// The measured levels of a game; a setup is written `blokus variant=duo`.
fn strengths(game: GameId) -> impl Iterator<Item = LevelStrengths> {
    sections(MEASURED_LEVELS).filter_map(move |(setup, section)| {
        let options = setup.trim().strip_prefix(game.slug())?;
        let options = options.split_whitespace().map(|it| it.split_once('='));
        let elos = elos(section).into_iter().map(str::parse);
        Some(LevelStrengths {
            options: options.collect::<Option<_>>()?,
            elos: elos.collect::<Result<_, _>>().ok()?,
        })
    })
}

/// The value that each option has in a variant, unless told otherwise.
fn usual_options(game: GameId, variant: &str) -> BTreeMap<&'static str, String> {
    let table = game.open_variant(variant).expect("every variant can be played");
    let mut values: BTreeMap<String, String> = table.options().into_iter().collect();
    // What a table does not tell is an optional value that is absent.
    let mut value = |name| values.remove(name).unwrap_or_else(|| "off".to_owned());
    game.options().iter().map(|option| (option.name, value(option.name))).collect()
}

fn variant(
    game: GameId,
    info: &VariantInfo,
    usual: &BTreeMap<&'static str, String>,
) -> GameVariant {
    let mut options = usual_options(game, info.name);
    options.retain(|name, value| *name != "variant" && usual[name] != *value);
    let VariantInfo { name, title, help, min_seats, max_seats } = *info;
    GameVariant { name, title, help, min_seats, max_seats, options }
}

fn option(info: &OptionInfo, usual: &BTreeMap<&'static str, String>) -> GameOption {
    let values: Vec<OptionValue> = info.each_value().collect();
    let range = match values[..] {
        [OptionValue::Range(least, most)] => Some((least, most)),
        _ => None,
    };
    let words = |value: &OptionValue| match *value {
        OptionValue::Word(word) => vec![word.to_owned()],
        OptionValue::Range(least, most) => (least..=most).map(|it| it.to_string()).collect(),
    };
    GameOption {
        name: info.name,
        values: info.values,
        help: info.help,
        default: usual[info.name].clone(),
        choices: range.is_none().then(|| values.iter().flat_map(words).collect()),
        range,
    }
}
