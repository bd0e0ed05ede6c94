//! The list of games is enough for a client to open tables and to draw pieces.

mod house;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::house::{Client, House};

async fn games(client: &mut Client) -> Vec<Value> {
    client.get("games").await.expect_status(200).as_array().unwrap().clone()
}

/// The form of a new table as a client sends it untouched, but for the variant.
fn untouched_form(game: &Value, variant: &Value) -> Map<String, Value> {
    let options = game["options"].as_array().unwrap();
    let mut form: Map<String, Value> = options
        .iter()
        .map(|it| (it["name"].as_str().unwrap().to_owned(), it["default"].clone()))
        .collect();
    form.extend(variant["options"].as_object().unwrap().clone());
    if let Some(name) = form.get_mut("variant") {
        *name = variant["name"].clone();
    }
    form
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_nobody_touched_is_the_usual_game_of_its_variant() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    for game in games(&mut host).await {
        for variant in game["variants"].as_array().unwrap() {
            let form = untouched_form(&game, variant);
            let body = json!({"game": game["game"], "options": form, "players": ["me"]});
            let asked = house.table(&mut host, body).await;
            let options = match form.get("variant") {
                Some(name) => json!({"variant": name}),
                None => json!({}),
            };
            let body = json!({"game": game["game"], "options": options, "players": ["me"]});
            let usual = house.table(&mut host, body).await;
            let asked = host.get(&asked.path("")).await.expect_status(200);
            let usual = host.get(&usual.path("")).await.expect_status(200);
            assert_eq!(asked["table"]["options"], usual["table"]["options"], "{variant}");
            assert_eq!(asked["state"]["view"], usual["state"]["view"], "{variant}");
            let n_seats = usual["state"]["players"].as_array().unwrap().len() as u64;
            let least = &variant["min_seats"];
            let most = &variant["max_seats"];
            assert!((least.as_u64()..=most.as_u64()).contains(&Some(n_seats)), "{variant}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_option_is_a_choice_or_a_range_with_its_usual_value() {
    let house = House::on_sqlite().await;
    for game in games(&mut house.client()).await {
        for option in game["options"].as_array().unwrap() {
            let default = option["default"].as_str().unwrap();
            match (option["choices"].as_array(), option["range"].as_array()) {
                (Some(choices), None) => assert!(choices.contains(&json!(default)), "{option}"),
                (None, Some(range)) => {
                    let number = Some(default.parse::<i64>().unwrap());
                    assert!((range[0].as_i64()..=range[1].as_i64()).contains(&number), "{option}");
                }
                _ => panic!("{option}"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pieces_are_named_as_in_moves() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    for game in games(&mut host).await {
        let Some(pieces) = game["pieces"].as_array() else {
            assert_ne!(game["game"], "blokus");
            continue;
        };
        let orientations = |piece: &Value| -> Vec<String> {
            let each = piece["orientations"].as_array().unwrap().iter();
            let name = |value: &Value| value.as_str().unwrap().to_owned();
            each.map(|it| format!("{}{}@", name(&piece["piece"]), name(&it["name"]))).collect()
        };
        let drawn: BTreeSet<String> = pieces.iter().flat_map(orientations).collect();
        let body = json!({"game": game["game"], "players": ["me", "me", "me", "me"]});
        let table = house.table(&mut host, body).await;
        let state = host.state(&table).await;
        let played: BTreeSet<String> =
            state["choices"].as_object().unwrap().keys().cloned().collect();
        assert!(played.is_subset(&drawn), "{played:?}");
        assert_eq!(
            (drawn.len(), pieces[9]["orientations"][0].clone()),
            (
                91,
                json!({
                    "name": "n",
                    "cells": [[1, 0], [0, 1], [1, 1], [1, 2], [2, 2]],
                    "clockwise": "e",
                    "mirrored": "nf",
                })
            )
        );
    }
}
