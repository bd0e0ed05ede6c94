//! Positions that are alike: each layer may be turned and mirrored alone, and layers with the same
//! pipes may change places.

use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_aquapipe::{AquaPipe, Options, Position};
use tilewright_core::{Game, Position as _, Symmetric, parse_options, random_index};

fn options(pairs: &[(&str, &str)]) -> Options {
    parse_options(pairs.iter().copied()).unwrap()
}

/// Positions of random games, from early to late.
fn positions(options: &Options, n_positions: u64) -> impl Iterator<Item = Position> {
    (0..n_positions).filter_map(|seed| {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut position = AquaPipe::start(options).unwrap();
        for _ in 0..seed % 12 {
            let m = position.random_move(&mut rng)?;
            position.play_unchecked(m);
        }
        Some(position)
    })
}

/// The ranks of each layer.
type Layers = Vec<Vec<Vec<char>>>;

fn layers_of(text: &str) -> Layers {
    let layers = text.split(' ').nth(1).unwrap().split('|');
    layers.map(|layer| layer.split('/').map(|rank| rank.chars().collect()).collect()).collect()
}

fn text_of(layers: &Layers, like: &str) -> String {
    let rank = |rank: &Vec<char>| rank.iter().collect::<String>();
    let layer = |layer: &Vec<Vec<char>>| layer.iter().map(rank).collect::<Vec<_>>().join("/");
    let words: Vec<&str> = like.split(' ').collect();
    let layers: Vec<String> = layers.iter().map(layer).collect();
    format!("{} {} {}", words[0], layers.join("|"), words[2])
}

fn mirrored(layer: &[Vec<char>]) -> Vec<Vec<char>> {
    layer.iter().map(|rank| rank.iter().rev().copied().collect()).collect()
}

fn turned(layer: &[Vec<char>]) -> Vec<Vec<char>> {
    let size = layer.len();
    (0..size).map(|y| (0..size).map(|x| layer[size - 1 - x][y]).collect()).collect()
}

/// The eight forms of a layer.
fn forms(layer: &[Vec<char>]) -> Vec<Vec<Vec<char>>> {
    let mut forms = vec![layer.to_vec()];
    for i in 0..3 {
        forms.push(turned(&forms[i]));
    }
    let mirrored: Vec<_> = forms.iter().map(|form| mirrored(form)).collect();
    forms.extend(mirrored);
    forms
}

/// The least text of all that are alike.
fn least_text(position: &Position, exchangeable: &[usize]) -> String {
    let text = position.to_string();
    let mut layers = layers_of(&text);
    for layer in &mut layers {
        *layer = forms(layer).into_iter().min().unwrap();
    }
    let mut exchanged: Vec<_> = exchangeable.iter().map(|&i| layers[i].clone()).collect();
    exchanged.sort();
    for (&i, layer) in exchangeable.iter().zip(exchanged) {
        layers[i] = layer;
    }
    text_of(&layers, &text)
}

#[test]
fn turning_a_layer_alone_makes_a_position_that_is_alike() {
    for pairs in [&[("variant", "3x3")][..], &[("variant", "4x4")]] {
        let mut rng = SmallRng::seed_from_u64(1);
        for position in positions(&options(pairs), 200) {
            let text = position.to_string();
            let mut layers = layers_of(&text);
            for layer in &mut layers {
                *layer = forms(layer).swap_remove(random_index(&mut rng, 8));
            }
            let other: Position = text_of(&layers, &text).parse().unwrap();
            assert_eq!(position.canonical_key(), other.canonical_key(), "{position} {other}");
            for symmetry in position.symmetries() {
                assert_eq!(position.canonical_key(), position.transform(symmetry).canonical_key());
            }
        }
    }
}

#[test]
fn positions_that_are_not_alike_have_different_keys() {
    let setups = [
        ("3x3", "small-medium", &[0, 1, 2][..]),
        ("4x4", "small-medium", &[0, 1]),
        ("4x4", "medium-large", &[1, 2]),
    ];
    for (variant, u_pipes, exchangeable) in setups {
        let options = options(&[("variant", variant), ("u-pipes", u_pipes)]);
        let mut texts = BTreeMap::new();
        let mut keys = BTreeMap::new();
        for position in positions(&options, 3_000) {
            let key = position.canonical_key();
            let least = least_text(&position, exchangeable);
            assert_eq!(*texts.entry(key).or_insert_with(|| least.clone()), least, "{position}");
            assert_eq!(*keys.entry(least).or_insert(key), key, "{position}");
        }
        assert!(keys.len() > 1_000 && keys.len() < 2_900, "{variant} {u_pipes}: {}", keys.len());
    }
}

#[test]
fn every_bit_of_a_key_tells_positions_apart() {
    for variant in ["3x3", "4x4"] {
        let keys: BTreeSet<u128> = positions(&options(&[("variant", variant)]), 1_000)
            .map(|position| position.canonical_key())
            .collect();
        for bit in 0..u128::BITS {
            let n_set = keys.iter().filter(|&key| key >> bit & 1 == 1).count();
            let n_keys = keys.len();
            assert!((n_keys..=2 * n_keys).contains(&(3 * n_set)), "{variant}, {bit}: {n_set}");
        }
    }
}

#[test]
fn a_position_with_colors_exchanged_has_another_key() {
    let exchanged = |symbol| match symbol {
        'b' => 'r',
        'r' => 'b',
        'B' => 'R',
        'R' => 'B',
        _ => symbol,
    };
    for position in positions(&options(&[("variant", "4x4")]), 200) {
        let text = position.to_string();
        let (rules, board) = text.split_once(' ').unwrap();
        let other = format!("{rules} {}", board.chars().map(exchanged).collect::<String>());
        assert_ne!(position.key(), other.parse::<Position>().unwrap().key(), "{position}");
    }
}

#[test]
fn the_same_board_in_another_game_has_another_key() {
    let texts = [
        "3x3 .../.../...|.b./.../...|.../.../... r",
        "3x3,move-after=never .../.../...|.b./.../...|.../.../... r",
        "3x3,move-after=any-time .../.../...|.b./.../...|.../.../... r",
        "4x4 ..../..../..../....|..../..../.b../....|..../..../..../.... r",
        "4x4,four-rows=off ..../..../..../....|..../..../.b../....|..../..../..../.... r",
        "4x4,u-pipes=medium-large ..../..../..../....|..../..../.b../....|..../..../..../.... r",
    ];
    let keys: BTreeMap<u128, &str> = texts
        .into_iter()
        .map(|text| (text.parse::<Position>().unwrap().canonical_key(), text))
        .collect();
    assert_eq!(keys.len(), texts.len(), "{keys:?}");
}
