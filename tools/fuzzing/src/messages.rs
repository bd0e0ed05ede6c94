//! Messages from clients to a server.

use std::fmt::Debug;
use std::sync::LazyLock;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_server::wire::{
    Action, ClientMessage, ExplainRequest, HintRequest, NewTable, ReplayRequest,
};
use tilewright_server::{check_new_table, replay_record};
use tilewright_table::{GameId, Table};

use crate::input::{check_sentence, choice_and_text};

/// Tables of every game, before the first move.
static TABLES: LazyLock<Vec<Box<dyn Table>>> = LazyLock::new(|| {
    let open = |game: GameId| game.open(&[]).expect("the usual options are a game");
    GameId::ALL.into_iter().map(open).collect()
});

/// A message to a server as JSON, after a byte for its kind: what comes over a socket, an action,
/// or the body of a request.
///
/// It is read or refused with a sentence, and what is read is written as a message that reads the
/// same. A move of it is legal at a table or refused with a reason; a new table can be opened or is
/// refused, and opens no file; a record is replayed or refused.
pub fn messages(data: &[u8]) {
    let Some((kind, text)) = choice_and_text(data) else { return };
    match kind % 6 {
        0 => check_asked(text),
        1 => _ = read::<Action>(text),
        2 => {
            if let Some(Err(error)) = read(text).map(|table: NewTable| check_new_table(&table)) {
                check_sentence(&error.message);
            }
        }
        3 => {
            if let Some(Err(error)) = read(text).map(|asked: ReplayRequest| replay_record(&asked)) {
                check_sentence(&error.message);
            }
        }
        4 => _ = read::<HintRequest>(text),
        _ => _ = read::<ExplainRequest>(text),
    }
}

/// The answer of a socket to a message.
fn check_asked(text: &str) {
    let asked = match ClientMessage::read(text) {
        Ok(asked) => asked,
        Err((_, error)) => return assert!(!error.message.is_empty()),
    };
    round_trip(&asked);
    let Action::Move { m, .. } = &asked.action else { return };
    for table in TABLES.iter() {
        match table.explain(m) {
            Ok(()) => assert!(table.box_clone().play(m).is_ok(), "{m}"),
            Err(error) => check_sentence(&error),
        }
    }
}

fn read<T: DeserializeOwned + Serialize + PartialEq + Debug>(text: &str) -> Option<T> {
    let message = serde_json::from_str(text).ok()?;
    round_trip(&message);
    Some(message)
}

fn round_trip<T: DeserializeOwned + Serialize + PartialEq + Debug>(message: &T) {
    let written = serde_json::to_string(message).expect("a message is JSON");
    let again: T =
        serde_json::from_str(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again, *message, "{written}");
}
