//! The examples of docs/server-api.md are true.

use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Value};
use tilewright_server::wire::{ClientMessage, HintRequest, NewTable, ReplayRequest};

const PAGE: &str = include_str!("../../../docs/server-api.md");

/// The values in the examples that are marked with this word.
fn examples<T: DeserializeOwned>(mark: &str) -> Vec<T> {
    let fence = format!("```json{mark}\n");
    let texts = PAGE.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap());
    texts
        .flat_map(|text| Deserializer::from_str(text).into_iter::<T>())
        .map(|value| value.unwrap_or_else(|error| panic!("{mark}: {error}")))
        .collect()
}

#[test]
fn what_clients_send_is_read() {
    let asked = examples::<ClientMessage>(" ClientMessage");
    assert!(asked.iter().map(|it| it.id).eq(1..=16), "{asked:?}");
    assert_eq!(examples::<NewTable>(" NewTable").len(), 1);
    assert_eq!(examples::<ReplayRequest>(" ReplayRequest").len(), 1);
    assert_eq!(examples::<HintRequest>(" HintRequest").len(), 1);
}

#[test]
fn what_the_server_sends_is_json() {
    let sent = examples::<Value>("");
    let mut kinds: Vec<&str> = sent.iter().filter_map(|it| it["type"].as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["done", "presence", "refused", "table", "update"]);
}

#[test]
fn every_address_is_described() {
    let document: Value = serde_json::from_str(&tilewright_server::openapi()).unwrap();
    let addresses = document["paths"].as_object().unwrap();
    assert!(addresses.len() > 12);
    for (path, methods) in addresses {
        for method in methods.as_object().unwrap().keys() {
            let address = format!("`{} {path}`", method.to_uppercase());
            assert!(PAGE.contains(&address), "{address}");
        }
    }
}

#[test]
fn every_code_is_described() {
    let document: Value = serde_json::from_str(&tilewright_server::openapi()).unwrap();
    let codes = document["components"]["schemas"]["ErrorCode"].to_string();
    for word in codes.split('"').filter(|word| word.contains('-') && !word.contains(' ')) {
        assert!(PAGE.contains(&format!("| `{word}`")), "{word}");
    }
}

#[test]
fn every_limit_is_described_with_its_default() {
    let usual = tilewright_server::Limits::default();
    for info in &tilewright_server::LIMITS {
        let row = format!("| `--limit-{}` | {} | {} |", info.name, info.help, info.get(&usual));
        assert!(PAGE.contains(&row), "{row}");
    }
}
