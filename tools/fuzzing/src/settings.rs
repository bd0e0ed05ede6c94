//! The options of games and the texts of bots.

use serde_json::Value;
use tilewright_bots::{BotSpec, Bots};
use tilewright_core::{Game, parse_options};
use tilewright_table::{GameId, dispatch};

use crate::input::{asks_for_much, check_sentence, choice_and_text, pick};

/// A bot as it is written, options as `name=value` separated by spaces, or options as JSON, after a
/// byte for which of them and for the game.
///
/// They are read or refused with a sentence, and what is read is written as something that reads
/// the same. Options that open a table are those that the table returns, and open it again.
pub fn settings(data: &[u8]) {
    let Some((choice, text)) = choice_and_text(data) else { return };
    let game = *pick(&GameId::ALL, choice / 3);
    match choice % 3 {
        0 => check_bot(game, text),
        1 => check_options(game, text),
        _ => dispatch!(game, G => check_json::<G>(text)),
    }
}

fn check_bot(game: GameId, text: &str) {
    match text.parse::<BotSpec>() {
        Ok(spec) => assert_eq!(spec.to_string().parse().as_ref(), Ok(&spec), "{spec}"),
        Err(error) => return check_sentence(&error),
    }
    if asks_for_much(text) {
        return;
    }
    let bots = Bots::of(game);
    if let Err(error) = bots.read(text) {
        check_sentence(&error);
    }
}

fn check_options(game: GameId, text: &str) {
    let pairs: Vec<(&str, &str)> =
        text.split(' ').filter_map(|pair| pair.split_once('=')).collect();
    let table = match game.open(&pairs) {
        Ok(table) => table,
        Err(error) => return check_sentence(&error),
    };
    let told = table.options();
    let told: Vec<(&str, &str)> =
        told.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let again = game.open(&told).expect("the options of a table open it");
    assert_eq!(again.position_text(), table.position_text(), "{told:?}");
}

fn check_json<G: Game>(text: &str) {
    let Ok(options) = serde_json::from_str::<G::Options>(text) else { return };
    let written = serde_json::to_value(&options).expect("options are JSON");
    assert_eq!(serde_json::from_value::<G::Options>(written.clone()).ok(), Some(options.clone()));
    let start = match G::start(&options) {
        Ok(start) => start,
        Err(error) => return check_sentence(&error),
    };
    let filled_in = G::options(&start);
    assert!(G::start(&filled_in).as_ref() == Ok(&start), "{filled_in:?}");
    check_texts::<G>(&written, &start);
}

/// The same options as words start the same game.
fn check_texts<G: Game>(options: &Value, start: &G::Position) {
    let texts: Vec<(&String, String)> = options
        .as_object()
        .expect("options are an object")
        .iter()
        .map(|(name, value)| {
            let text = match value {
                Value::Null | Value::Bool(false) => "off".to_owned(),
                Value::Bool(true) => "on".to_owned(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            (name, text)
        })
        .collect();
    let pairs = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let read: G::Options =
        parse_options(pairs).unwrap_or_else(|error| panic!("{error}: {options}"));
    assert!(G::start(&read).as_ref() == Ok(start), "{options}");
}
