//! Texts from anywhere are read or refused.

use tilewright_coerceo::{Coerceo, Move, Options, Tile, TileSet, Triangle, TriangleSet};
use tilewright_core::Game;
use tilewright_testkit::parsing::{Texts, check_json, check_value};

const SETUPS: &[&[(&str, &str)]] = &[
    &[],
    &[("variant", "ocius")],
    &[("variant", "ocius"), ("cost", "1"), ("stalemate", "loss"), ("win-captures", "7")],
];

/// Almost always the options of a position, a tile, and so on.
const OPTIONS: &str = "(laurentius|ocius|Ocius|)(,(cost=[0-3]|stalemate=(draw|loss|win)|\
    win-captures=(off|[0-9]{1,3})|exchange-collects=(on|off)|board-only=(on|off)|\
    seats=2|cost)){0,3}";
const TILE: &str = "(x|-|0|[0-5]|0?1?2?3?4?5?|[0-6]{1,3})";
const HELD: &str = "([0-9]{1,2}/[0-9]{1,2}|-?[0-9]{0,4}/?\\+?[0-9]{0,4})";
const TRIANGLE: &str = "(0[0-9A-F]|1[0-2]):(B[024]|W[135])";

/// The tiles of a position with nothing wrong but how many pieces and tiles there are.
const SOUND_TILE: &str = "(x|-|[024]|[135]|0?1?2?3?4?5)";

#[test]
fn any_text_is_read_or_refused() {
    let table = |tile: &str| vec![tile; 19].join("/");
    // The same without the tiles that the short game lacks.
    let is_short = |number: &usize| [4, 6, 7, 9, 11, 12, 14].contains(number);
    let short = |number| if is_short(&number) { SOUND_TILE } else { "x" };
    let short_table = (0..19).map(short).collect::<Vec<_>>().join("/");
    Texts::<Coerceo> {
        moves: vec![
            "(X|x|)[01][0-9A-F]:[BW][0-6](-|--|:|)([01][0-9A-F]:[BW][0-6])?".to_owned(),
            format!("X{TRIANGLE}|{TRIANGLE}-{TRIANGLE}"),
        ],
        positions: vec![
            format!("{OPTIONS} {TILE}(/{TILE}){{17,19}} ([wb]|W|) {HELD}"),
            format!("(laurentius|ocius) {} [wb] [0-4]/[0-4]", table(SOUND_TILE)),
            format!("ocius,cost=1 {short_table} [wb] [0-4]/[0-4]"),
        ],
        others: vec![
            "[ +0-9a-fA-F]{0,3}".to_owned(),
            "[01][0-9A-Ga-f]:?[BWbw]?[-+0-7]{0,2}".to_owned(),
        ],
        check_other,
        ..Texts::new(SETUPS, " /,")
    }
    .check();
}

fn check_other(text: &str) {
    if let Some(tile) = check_value::<Tile>(text) {
        assert_eq!(tile.to_string(), text.to_ascii_uppercase());
    }
    if let Some(triangle) = check_value::<Triangle>(text) {
        check_name(&triangle.to_string(), text);
    }
    if let Some(m) = check_value::<Move>(text) {
        check_name(&m.to_string(), text);
        check_json(&m);
    }
}

/// In any case, and perhaps without the letters that the numbers imply.
fn check_name(name: &str, text: &str) {
    if name.len() == text.len() {
        assert_eq!(name, text.to_ascii_uppercase());
    } else {
        assert!(text.len() < name.len(), "{text} is read as {name}");
    }
}

#[test]
fn programmers_are_shown_the_text() {
    for text in ["0E:W1-0B:W5", "X0B:B0"] {
        assert_eq!(format!("{:?}", text.parse::<Move>().unwrap()), text);
    }
    let triangle: Triangle = "0B:B0".parse().unwrap();
    assert_eq!(format!("{triangle:?} {:?}", triangle.tile()), "0B:B0 0B");
    assert_eq!(format!("{:?}", TriangleSet::from_iter([triangle])), "{0B:B0}");
    assert_eq!(format!("{:?}", TileSet::from_iter([triangle.tile()])), "{0B}");
    let start = Coerceo::start(&Options::default()).unwrap();
    assert_eq!(format!("{start:?}"), start.to_string());
    assert_eq!(format!("{:?}", start.board()), start.board().to_string());
}
