//! One story for each rule, one for each reason to refuse a move, and for each option what it
//! changes and that it changes nothing else.

#![allow(clippy::unusual_byte_groupings, reason = "digits are grouped by what they mean")]

mod engine;

use engine::{effect, end, held, pieces, read, start, tiles};
use rand::rngs::SmallRng;
use tilewright_coerceo::{
    Act, Board, Coerceo, Color, Costs, Direction, Move, Options, Position, ScoredAct, Tile,
    Triangle, Variant,
};
use tilewright_core::{Game, Position as _, Seat, Turn, parse_options};
use tilewright_testkit::check_rules_page;
use tilewright_testkit::stories::{
    self, Twins, any_of, legal_texts as legal, pairs, refusal, try_start,
};

// ---------------------------------------------------------------------------------------------
// Telling stories

/// Every tile.
const ALL: &str = "00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12";

/// The position of a story: the usual game unless `options` such as `cost=1 stalemate=loss` say
/// otherwise, on these tiles, with these pieces, and with White to move.
fn table(options: &str, tiles: &str, pieces: &str, held: [usize; 2]) -> Position {
    engine::resume(&pairs(options), tiles, pieces, "W", held)
}

/// The same with Black to move.
fn table_for_black(options: &str, tiles: &str, pieces: &str, held: [usize; 2]) -> Position {
    engine::resume(&pairs(options), tiles, pieces, "B", held)
}

/// Plays moves.
fn play(position: &mut Position, moves: &str) {
    stories::play::<Coerceo>(position, moves);
}

/// The position after some moves.
fn after(position: Position, moves: &str) -> Position {
    stories::after::<Coerceo>(position, moves)
}

/// The captures of a legal move, by names in order.
fn captured(position: &Position, text: &str) -> String {
    assert!(position.is_legal(read(text)), "{text} in {position}");
    effect(position, text).0.join(" ")
}

/// The tiles that a legal move removes, by names in order, and the number of those collected. That
/// is what lies on the table and in the hand.
fn removed(position: &Position, text: &str) -> (String, usize) {
    let (_, removed, collected) = effect(position, text);
    let next = after(position.clone(), text);
    let is_left = |tile: &String| !removed.contains(tile);
    let left: Vec<String> = tiles(position).into_iter().filter(is_left).collect();
    assert_eq!(tiles(&next), left, "{text} in {position}");
    let mover = position.board().turn();
    let paid = if text.starts_with('X') { Coerceo::options(position).cost } else { 0 };
    let expected = usize::from(position.board().held(mover) - paid) + collected;
    assert_eq!(usize::from(next.board().held(mover)), expected, "{text} in {position}");
    let enemy = mover.other();
    assert_eq!(next.board().held(enemy), position.board().held(enemy), "{text} in {position}");
    (removed.join(" "), collected)
}

/// The name of the rule that a move breaks.
fn broken(position: &Position, text: &str) -> &'static str {
    refusal(position, text).rule()
}

/// The triangles to which the piece of a triangle can go, by names in order.
fn targets(position: &Position, triangle: &str) -> Vec<String> {
    let from = format!("{triangle}-");
    legal(position).iter().filter_map(|text| text.strip_prefix(&from).map(str::to_owned)).collect()
}

fn seat(number: &str) -> Seat {
    number.parse().expect("it is a seat")
}

/// A game that nobody won, and why.
fn draw(reason: &'static str) -> engine::End {
    (None, reason)
}

// ---------------------------------------------------------------------------------------------
// The table and the start, as the page shows them

const PAGE: &str = include_str!("../RULES.md");

/// The sides of a tile by the names that the page uses.
const SIDES: [&str; 6] = ["N", "NW", "SW", "S", "SE", "NE"];

/// The lines of a table of the page, by words: those below the line that begins with `head`.
fn page_table(head: &str) -> Vec<Vec<&'static str>> {
    let lines = PAGE.lines().skip_while(|line| !line.starts_with(head)).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("```"));
    lines.map(|line| line.split_whitespace().collect()).collect()
}

/// The places of the tiles' names in the picture of the page: column and line.
fn page_places() -> Vec<(i32, i32)> {
    let picture: Vec<&str> = PAGE.split("```").nth(1).expect("it has a picture").lines().collect();
    let place = |tile: Tile| {
        let name = format!(" {tile} ");
        let found = picture.iter().enumerate().find_map(|(y, line)| Some((line.find(&name)?, y)));
        let (x, y) = found.unwrap_or_else(|| panic!("{tile} is in the picture"));
        (x as i32, y as i32)
    };
    Tile::all().map(place).collect()
}

/// The triangle that `N:B2` or `B2` means beside a tile.
fn beside(tile: Tile, words: &str) -> Option<Triangle> {
    let (tile, name) = match words.split_once(':') {
        Some((side, name)) => {
            let side = SIDES.iter().position(|&it| it == side).expect("it is a side");
            (tile.neighbor(side)?, name)
        }
        None => (tile, words),
    };
    Some(format!("{tile}:{name}").parse().expect("it is a triangle"))
}

#[test]
fn there_are_19_tiles_of_six_triangles_each() {
    let names: Vec<String> = Tile::all().map(|tile| tile.to_string()).collect();
    assert_eq!(names.join(" "), ALL);
    assert_eq!(Triangle::all().count(), 114);
    for tile in Tile::all() {
        assert_eq!(Triangle::all().filter(|triangle| triangle.tile() == tile).count(), 6);
        assert!((0..6).all(|number| Triangle::new(tile, number).is_some()));
        assert_eq!(Triangle::new(tile, 6), None);
    }
    assert_eq!(Tile::new(19), None);
}

#[test]
fn the_page_draws_the_tiles_where_they_lie() {
    let places = page_places();
    let offsets = [(0, -4), (-6, -2), (-6, 2), (0, 4), (6, 2), (6, -2)];
    for tile in Tile::all() {
        for (side, (dx, dy)) in offsets.into_iter().enumerate() {
            let (x, y) = places[tile.index()];
            let there = places.iter().position(|&place| place == (x + dx, y + dy));
            assert_eq!(there.and_then(Tile::new), tile.neighbor(side), "{tile} {side}");
        }
    }
}

#[test]
fn tiles_have_the_neighbors_of_the_page() {
    let table = page_table("tile  N ");
    assert_eq!(table.len(), Tile::COUNT);
    for (tile, words) in Tile::all().zip(table) {
        let neighbor = |side| tile.neighbor(side).map_or("-".to_owned(), |it| it.to_string());
        let found: Vec<String> = (0..6).map(neighbor).collect();
        assert_eq!(words, [&[tile.to_string()], &found[..]].concat());
    }
}

#[test]
fn even_triangles_are_blacks_and_odd_ones_whites() {
    for triangle in Triangle::all() {
        let name = ["B0", "W1", "B2", "W3", "B4", "W5"][triangle.number()];
        assert_eq!(triangle.to_string(), format!("{}:{name}", triangle.tile()));
        let is_odd = triangle.number() % 2 == 1;
        assert_eq!(triangle.color(), if is_odd { Color::White } else { Color::Black });
    }
}

#[test]
fn move_neighbors_are_those_of_the_page() {
    let table = page_table("from  up-left");
    assert_eq!(table.len(), 6);
    for triangle in Triangle::all() {
        let words = &table[triangle.number()];
        assert_eq!(beside(triangle.tile(), words[0]), Some(triangle));
        let expected: Vec<_> = words[1..].iter().map(|it| beside(triangle.tile(), it)).collect();
        assert_eq!(Direction::ALL.map(|it| triangle.move_neighbor(it)).to_vec(), expected);
    }
}

#[test]
fn edge_neighbors_are_those_of_the_page() {
    let table = page_table("triangle  edge");
    assert_eq!(table.len(), 6);
    for triangle in Triangle::all() {
        let words = &table[triangle.number()];
        assert_eq!(beside(triangle.tile(), words[0]), Some(triangle));
        let expected = words[1..].iter().filter_map(|it| beside(triangle.tile(), it));
        assert_eq!(engine::names(triangle.edge_neighbors()), engine::names(expected));
        // Across its side lies the triangle with this number.
        let across = (triangle.number() + 3) % 6;
        let tile = triangle.tile().neighbor(triangle.number());
        let across = tile.and_then(|tile| Triangle::new(tile, across));
        let found = triangle.edge_neighbors().find(|it| it.tile() != triangle.tile());
        assert_eq!(found, across);
    }
}

#[test]
fn the_setups_are_those_of_the_page() {
    let lines = PAGE.lines().skip_while(|line| !line.starts_with("tile  laurentius"));
    let lines: Vec<&str> = lines.skip(1).take(Tile::COUNT).collect();
    for (variant, columns, n_pieces) in [("laurentius", 6..18, 18), ("ocius", 18..23, 7)] {
        let mut names = Vec::new();
        let mut on_table = Vec::new();
        for line in &lines {
            let tile = &line[..2];
            let words = line[columns.start..columns.end.min(line.len())].trim();
            on_table.extend((words != "off").then_some(tile));
            let triangles = words.split(' ').filter(|word| !["off", "none"].contains(word));
            names.extend(triangles.map(|name| format!("{tile}:{name}")));
        }
        let position = start(&[("variant", variant)]);
        assert_eq!(tiles(&position), on_table);
        let found = Color::ALL.map(|color| pieces(&position, color));
        assert_eq!(found.each_ref().map(Vec::len), [n_pieces; 2]);
        names.sort_unstable();
        assert_eq!(engine::names(found.concat().into_iter()), names);
        assert_eq!(held(&position), [0, 0]);
        assert_eq!(start(&[("setup", variant)]), position);
    }
    assert_eq!(start(&[]), start(&[("variant", "laurentius")]));
}

// ---------------------------------------------------------------------------------------------
// Turns and moves

#[test]
fn white_starts_and_turns_alternate() {
    for variant in ["laurentius", "ocius"] {
        let mut position = start(&[("variant", variant)]);
        for number in ["1", "2", "1", "2", "1"] {
            assert_eq!(position.turn(), Turn::Player(seat(number)));
            let color = if number == "1" { Color::White } else { Color::Black };
            assert_eq!(position.board().turn(), color);
            assert_eq!(color.seat(), seat(number));
            let first = legal(&position)[0].clone();
            play(&mut position, &first);
        }
    }
}

/// A turn is exactly one move or one exchange.
#[test]
fn there_is_no_pass_and_resigning_is_no_move() {
    let position = table("", ALL, "09:W1 00:B0", [0, 0]);
    for text in legal(&position) {
        assert!(text.starts_with("09:W1-"), "{text}");
    }
    for text in ["pass", "resign", "", "-", "09:W1-09:W1"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn a_piece_moves_in_six_directions() {
    for (triangle, neighbors) in [
        ("09:B0", ["04:B2", "06:B4", "09:B2", "09:B4", "07:B2", "04:B4"]),
        ("09:W1", ["06:W5", "06:W3", "0B:W5", "09:W3", "09:W5", "04:W3"]),
        ("09:B2", ["06:B4", "0B:B0", "0B:B4", "0E:B0", "09:B4", "09:B0"]),
        ("09:W3", ["09:W1", "0B:W5", "0E:W1", "0E:W5", "0C:W1", "09:W5"]),
        ("09:B4", ["09:B0", "09:B2", "0E:B0", "0C:B2", "0C:B0", "07:B2"]),
        ("09:W5", ["04:W3", "09:W1", "09:W3", "0C:W1", "07:W3", "07:W1"]),
    ] {
        let position = match &triangle[3..4] {
            "W" => table("", ALL, &format!("{triangle} 00:B0"), [0, 0]),
            _ => table_for_black("", ALL, &format!("{triangle} 00:W1"), [0, 0]),
        };
        let mut expected = neighbors.to_vec();
        expected.sort_unstable();
        assert_eq!(targets(&position, triangle), expected);
        let from: Triangle = triangle.parse().expect("it is a triangle");
        let found = Direction::ALL.map(|direction| from.move_neighbor(direction));
        assert_eq!(found.map(|it| it.expect("it is not at the edge").to_string()), neighbors);
    }
}

#[test]
fn a_piece_at_the_edge_has_fewer_directions() {
    let position = table("", ALL, "00:W1 12:B0", [0, 0]);
    assert_eq!(legal(&position), ["00:W1-00:W3", "00:W1-00:W5", "00:W1-01:W5"]);
}

#[test]
fn enemies_never_block() {
    let enemies = "09:B0 09:B2 09:B4 06:B4 06:B2 0B:B0 0B:B4 04:B4 04:B2";
    let alone = table("", ALL, "09:W1 00:B0", [0, 0]);
    let crowded = table("", ALL, &format!("09:W1 00:B0 {enemies}"), [0, 0]);
    assert_eq!(targets(&crowded, "09:W1"), targets(&alone, "09:W1"));
    assert_eq!(legal(&crowded), legal(&alone));
}

#[test]
fn no_move_to_an_occupied_triangle() {
    let position = table("", ALL, "09:W1 09:W3 04:W3 00:B0", [0, 0]);
    assert_eq!(targets(&position, "09:W1"), ["06:W3", "06:W5", "09:W5", "0B:W5"]);
    assert_eq!(broken(&position, "09:W1-09:W3"), "occupied");
    assert_eq!(broken(&position, "09:W1-04:W3"), "occupied");
}

#[test]
fn no_move_to_a_removed_tile() {
    let position = table("", "07 09 0B 0E", "09:W1 0E:B2", [0, 0]);
    assert_eq!(targets(&position, "09:W1"), ["09:W3", "09:W5", "0B:W5"]);
    for target in ["04:W3", "06:W3", "06:W5"] {
        assert_eq!(broken(&position, &format!("09:W1-{target}")), "off-table");
    }
}

#[test]
fn no_move_to_a_tile_that_the_short_game_lacks() {
    let position = table("variant=ocius", "04 06 09", "06:W1 04:B0", [0, 0]);
    assert_eq!(targets(&position, "06:W1"), ["06:W3", "06:W5"]);
    for target in ["03:W5", "03:W3", "08:W5", "01:W3"] {
        assert_eq!(broken(&position, &format!("06:W1-{target}")), "off-table");
    }
}

#[test]
fn a_piece_moves_to_the_next_triangle_of_its_color_only() {
    let position = table("", ALL, "09:W1 00:B0", [0, 0]);
    // Far away; across an edge; over a corner but of the other color; beyond a neighbor.
    for target in ["12:W3", "09:B0", "09:B4", "06:W1", "04:W1"] {
        assert_eq!(broken(&position, &format!("09:W1-{target}")), "not-a-neighbor");
    }
}

#[test]
fn only_own_pieces_move() {
    let position = table("", ALL, "09:W1 09:B0", [0, 0]);
    for text in ["09:B0-09:B2", "09:W3-09:W5", "00:W1-00:W3"] {
        assert_eq!(broken(&position, text), "not-your-piece");
    }
    let position = table_for_black("", ALL, "09:W1 09:B0", [0, 0]);
    assert_eq!(broken(&position, "09:W1-09:W3"), "not-your-piece");
    assert!(position.is_legal(read("09:B0-09:B2")));
}

#[test]
fn a_move_takes_a_piece_from_one_triangle_to_another() {
    let position = after(table("", ALL, "09:W1 0B:W1 00:B0", [0, 0]), "09:W1-04:W3");
    assert_eq!(pieces(&position, Color::White), ["04:W3", "0B:W1"]);
    assert_eq!(pieces(&position, Color::Black), ["00:B0"]);
    assert_eq!(tiles(&position), ALL.split(' ').collect::<Vec<_>>());
}

// ---------------------------------------------------------------------------------------------
// Tiles

#[test]
fn a_vacated_tile_with_one_neighbor_is_removed() {
    let position = table("", "04 09 0E", "04:W3 0E:B0", [0, 0]);
    assert_eq!(removed(&position, "04:W3-09:W1"), ("04".to_owned(), 1));
}

#[test]
fn a_vacated_tile_with_two_neighbors_side_by_side_is_removed() {
    let position = table("", "04 06 09", "04:W3 06:B2", [0, 0]);
    assert_eq!(removed(&position, "04:W3-09:W1"), ("04".to_owned(), 1));
}

#[test]
fn a_vacated_tile_with_three_neighbors_in_a_row_is_removed() {
    let position = table("", "04 06 07 09", "04:W3 06:B2 07:B4", [0, 0]);
    assert_eq!(removed(&position, "04:W3-09:W1"), ("04".to_owned(), 1));
}

/// Sides 5, 0 and 1: the run goes on where the numbers begin again.
#[test]
fn a_run_of_neighbors_may_cross_north() {
    let position = table("", "00 01 02 04", "04:W1 02:B2", [0, 0]);
    assert_eq!(removed(&position, "04:W1-01:W5"), ("04".to_owned(), 1));
}

#[test]
fn a_vacated_tile_with_four_neighbors_or_more_stays() {
    for tiles in ["01 04 06 07 09", "01 02 04 06 07 09", "00 01 02 04 06 07 09"] {
        let position = table("", tiles, "04:W3 06:B2", [0, 0]);
        assert_eq!(removed(&position, "04:W3-09:W1"), (String::new(), 0), "{tiles}");
    }
}

#[test]
fn a_vacated_tile_with_a_broken_run_of_neighbors_stays() {
    // Opposite sides; one side between them; two and one; every second side.
    for tiles in ["00 04 09", "01 04 09", "00 04 06 09", "01 02 04 09"] {
        let enemy = if tiles.starts_with("00") { "00:B0" } else { "01:B0" };
        let position = table("", tiles, &format!("04:W3 {enemy}"), [0, 0]);
        assert_eq!(removed(&position, "04:W3-09:W1"), (String::new(), 0), "{tiles}");
    }
}

#[test]
fn a_tile_stays_while_a_piece_of_either_color_is_on_it() {
    for other in ["04:W1", "04:B0"] {
        let position = table("", "04 09 0E", &format!("04:W3 {other} 0E:B0"), [0, 0]);
        assert_eq!(removed(&position, "04:W3-09:W1"), (String::new(), 0), "{other}");
    }
}

#[test]
fn a_move_inside_a_tile_does_not_vacate_it() {
    let position = table("", "04 09 0E", "04:W3 0E:B0", [0, 0]);
    assert_eq!(removed(&position, "04:W3-04:W5"), (String::new(), 0));
}

/// An empty tile that could go is not looked at while nothing happens next to it.
#[test]
fn only_the_vacated_tile_and_what_follows_is_tested() {
    let position = table("", "00 04 09 0E", "09:W1 0E:B0", [0, 0]);
    assert_eq!(removed(&position, "09:W1-09:W5"), (String::new(), 0));
    // 09 is vacated but has neighbors on opposite sides: it stays, and so does the empty 00.
    assert_eq!(removed(&position, "09:W1-04:W3"), (String::new(), 0));
}

#[test]
fn tiles_fall_in_chains_and_the_mover_collects_them_all() {
    // 04 goes, then 09 has three neighbors in a row; 0C is left between two others and stays.
    let position = table("", "04 07 09 0C 0E", "04:W3 0E:B4", [1, 0]);
    assert_eq!(removed(&position, "04:W3-07:W1"), ("04 09".to_owned(), 2));
    assert_eq!(held(&after(position, "04:W3-07:W1")), [3, 0]);
}

/// White must remove the tile although its own pieces are enclosed by that, and there is no other
/// form of the move.
#[test]
fn removing_tiles_is_compulsory() {
    let position = table("", "04 06 09", "06:W5 09:W1 09:B0 09:B2", [0, 0]);
    let forms = legal(&position).into_iter().filter(|text| text.starts_with("06:W5-04:W1"));
    assert_eq!(forms.count(), 1);
    assert_eq!(removed(&position, "06:W5-04:W1"), ("06".to_owned(), 1));
}

#[test]
fn each_player_collects_its_own_tiles() {
    let position = table("", "00 04 09 0E 12", "00:W3 12:B0", [0, 0]);
    let position = after(position, "00:W3-04:W1");
    assert_eq!((held(&position), tiles(&position)), ([1, 0], vec_of("04 09 0E 12")));
    let position = after(position, "12:B0-0E:B2");
    assert_eq!((held(&position), tiles(&position)), ([1, 1], vec_of("04 09 0E")));
}

fn vec_of(names: &str) -> Vec<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

// ---------------------------------------------------------------------------------------------
// Captures

#[test]
fn an_enemy_enclosed_on_three_sides_is_captured() {
    let position = table("", ALL, "04:W3 09:W1 09:W3 09:B0 00:B0", [0, 0]);
    assert_eq!(captured(&position, "09:W3-09:W5"), "09:B0");
    let position = after(position, "09:W3-09:W5");
    assert_eq!(pieces(&position, Color::Black), ["00:B0"]);
    assert_eq!(pieces(&position, Color::White), ["04:W3", "09:W1", "09:W5"]);
}

#[test]
fn an_enemy_with_a_vacant_neighbor_is_not_captured() {
    let position = table("", ALL, "09:W1 09:W3 09:B0 00:B0", [0, 0]);
    assert_eq!(captured(&position, "09:W3-09:W5"), "");
}

#[test]
fn the_edge_of_the_table_encloses() {
    let position = table("", ALL, "00:W1 00:W3 00:B0 12:B0", [0, 0]);
    assert_eq!(captured(&position, "00:W3-00:W5"), "00:B0");
    // So does the place of a tile that is gone.
    let position = table("", "07 09 0B 0E", "09:W1 09:W3 09:B0 0E:B2", [0, 0]);
    assert_eq!(captured(&position, "09:W3-09:W5"), "09:B0");
}

#[test]
fn one_move_captures_every_enclosed_enemy_around_it() {
    let whites = "04:W3 09:W5 06:W5 06:W3 09:W3";
    let position = table("", ALL, &format!("{whites} 09:B0 06:B4 00:B0"), [0, 0]);
    assert_eq!(captured(&position, "09:W3-09:W1"), "06:B4 09:B0");
    // A piece that moves next to three of them was itself one of the enclosing pieces; here the
    // tile that it leaves is gone.
    let whites = "04:W3 09:W5 06:W5 06:W3 09:W3 0B:W5";
    let blacks = "09:B0 06:B4 09:B2 07:B0";
    let position = table("", "04 06 07 09 0B", &format!("{whites} {blacks}"), [0, 0]);
    assert_eq!(captured(&position, "0B:W5-09:W1"), "06:B4 09:B0 09:B2");
}

#[test]
fn an_enclosed_enemy_elsewhere_stays_until_somebody_moves_next_to_it() {
    let mut position = table("", ALL, "00:W1 00:W5 00:B0 09:W1 09:B0", [0, 0]);
    assert_eq!(captured(&position, "09:W1-09:W3"), "");
    // Also by a move from next to it, which opens the enclosure.
    assert_eq!(captured(&position, "00:W5-02:W1"), "");
    play(&mut position, "00:W5-02:W1 09:B0-09:B2");
    assert_eq!(captured(&position, "02:W1-00:W5"), "00:B0");
}

#[test]
fn an_enemy_next_to_a_removed_tile_is_captured() {
    // Before, 04:W3 is vacant; the piece that leaves 04 ends nowhere near 09:B0.
    let position = table("", "04 07 09 0E", "04:W5 09:W1 09:W5 09:B0 0E:B2", [0, 0]);
    assert_eq!(removed(&position, "04:W5-07:W1"), ("04".to_owned(), 1));
    assert_eq!(captured(&position, "04:W5-07:W1"), "09:B0");
}

#[test]
fn an_enemy_enclosed_before_is_captured_when_the_tile_next_to_it_goes() {
    let position = table("", "04 07 09 0E", "04:W3 09:W1 09:W5 09:B0 0E:B2", [0, 0]);
    assert_eq!(captured(&position, "04:W3-07:W1"), "09:B0");
}

#[test]
fn an_enemy_next_to_the_last_tile_of_a_chain_is_captured() {
    // 04 and then 09 go; 0E:B0 loses its neighbor on 09.
    let pieces = "04:W3 0E:W1 0E:W5 0E:B0 0C:B4";
    let position = table("", "04 07 09 0C 0E", pieces, [0, 0]);
    assert_eq!(removed(&position, "04:W3-07:W1"), ("04 09".to_owned(), 2));
    assert_eq!(captured(&position, "04:W3-07:W1"), "0E:B0");
}

/// A tile goes, but the enclosed enemy on the next tile does not stand at that side.
#[test]
fn a_removed_tile_captures_only_what_it_touches() {
    let position = table("", "04 07 09 0E", "04:W5 09:W1 09:W3 09:B2 0E:B2", [0, 0]);
    // 09:B2 is enclosed: 0B is gone.
    assert_eq!(removed(&position, "04:W5-07:W1"), ("04".to_owned(), 1));
    assert_eq!(captured(&position, "04:W5-07:W1"), "");
}

#[test]
fn moving_into_an_enclosed_triangle_is_safe() {
    let mut position = table("", ALL, "09:W3 09:B0 09:B2 06:B4 12:B0", [0, 0]);
    assert_eq!(captured(&position, "09:W3-09:W1"), "");
    play(&mut position, "09:W3-09:W1");
    assert_eq!(pieces(&position, Color::White), ["09:W1"]);
    // It stays while Black moves elsewhere, and is captured by a move next to it.
    assert_eq!(captured(&position, "12:B0-12:B2"), "");
    play(&mut position, "12:B0-12:B2");
    let mut position = table_for_black("", ALL, "09:W1 00:W1 09:B0 09:B4 06:B4 12:B0", [0, 0]);
    assert_eq!(captured(&position, "09:B4-09:B2"), "09:W1");
    play(&mut position, "09:B4-09:B2");
    assert_eq!(pieces(&position, Color::White), ["00:W1"]);
}

#[test]
fn own_pieces_are_never_captured() {
    // 06 goes and 09:W1 is enclosed by it.
    let mut position = table("", "04 06 09", "06:W5 09:W1 09:B0 09:B2", [0, 0]);
    assert_eq!(removed(&position, "06:W5-04:W1"), ("06".to_owned(), 1));
    assert_eq!(captured(&position, "06:W5-04:W1"), "");
    play(&mut position, "06:W5-04:W1");
    assert_eq!(pieces(&position, Color::White), ["04:W1", "09:W1"]);
}

/// Two that enclose each other: the mover's piece stays, the enemy's goes.
#[test]
fn who_moves_into_an_enclosure_captures_first() {
    let position = table("", "09", "09:W3 09:W1 09:B2 09:B0", [0, 0]);
    assert_eq!(captured(&position, "09:W3-09:W5"), "09:B0");
    let position = table("", "09", "09:W5 09:W1 09:B2 09:B0 09:B4", [0, 0]);
    assert_eq!(captured(&position, "09:W5-09:W3"), "09:B2");
}

#[test]
fn scores_are_captures() {
    let position = start(&[]);
    assert_eq!(position.scores().as_slice(), [0, 0]);
    // 18 pieces each at first: Black has lost 16 and White 15.
    let position = table("", "00 04 06 09", "04:W3 09:W1 09:W3 09:B0 00:B0", [2, 0]);
    assert_eq!(position.scores().as_slice(), [16, 15]);
    let by_move = after(position.clone(), "09:W3-09:W5");
    assert_eq!(by_move.scores().as_slice(), [17, 15]);
    let by_exchange = after(position, "X09:B0");
    assert_eq!(by_exchange.scores().as_slice(), [17, 15]);
}

// ---------------------------------------------------------------------------------------------
// Exchanges

fn exchanges(position: &Position) -> Vec<String> {
    legal(position).into_iter().filter(|text| text.starts_with('X')).collect()
}

const FEW: &str = "04 06 07 09 0E";

#[test]
fn two_tiles_are_exchanged_for_any_enemy_piece() {
    let on_table = "09:W1 04:B0 09:B0 0E:B2";
    for (n_held, expected) in [
        (0, vec![]),
        (1, vec![]),
        (2, vec!["X04:B0", "X09:B0", "X0E:B2"]),
        (3, vec!["X04:B0", "X09:B0", "X0E:B2"]),
    ] {
        let position = table("", FEW, on_table, [n_held, 5]);
        assert_eq!(exchanges(&position), expected, "{n_held}");
    }
    let position = after(table("", FEW, on_table, [3, 5]), "X09:B0");
    assert_eq!(held(&position), [1, 5], "the tiles are given up for good");
    assert_eq!(pieces(&position, Color::Black), ["04:B0", "0E:B2"]);
    assert_eq!(pieces(&position, Color::White), ["09:W1"]);
    assert_eq!(position.turn(), Turn::Player(seat("2")), "it is a whole turn");
}

#[test]
fn one_tile_is_exchanged_where_that_is_the_cost() {
    let on_table = "09:W1 04:B0 09:B0 0E:B2";
    let position = table("cost=1", FEW, on_table, [0, 5]);
    assert_eq!(exchanges(&position), [""; 0]);
    let position = table("cost=1", FEW, on_table, [1, 5]);
    assert_eq!(exchanges(&position), ["X04:B0", "X09:B0", "X0E:B2"]);
    assert_eq!(held(&after(position, "X09:B0")), [0, 5]);
}

#[test]
fn an_exchange_needs_tiles_and_an_enemy() {
    let on_table = "09:W1 04:B0 09:B0 0E:B2";
    let position = table("", FEW, on_table, [1, 5]);
    assert_eq!(broken(&position, "X09:B0"), "cannot-pay");
    let position = table("cost=1", FEW, on_table, [0, 5]);
    assert_eq!(broken(&position, "X09:B0"), "cannot-pay");
    let position = table("", FEW, on_table, [2, 5]);
    // A piece of the player, a vacant triangle of either color, and one that is not on the table.
    for text in ["X09:W1", "X09:B2", "X09:W3", "X00:B0"] {
        assert_eq!(broken(&position, text), "no-enemy");
    }
}

#[test]
fn an_exchange_removes_an_empty_tile_and_nobody_collects_it() {
    let on_table = "09:W1 04:B0 0E:B2";
    let position = table("", "04 09 0E", on_table, [2, 3]);
    assert_eq!(removed(&position, "X04:B0"), ("04".to_owned(), 0));
    assert_eq!(held(&after(position, "X04:B0")), [0, 3]);
    let position = table("exchange-collects=on", "04 09 0E", on_table, [2, 3]);
    assert_eq!(removed(&position, "X04:B0"), ("04".to_owned(), 1));
    assert_eq!(held(&after(position, "X04:B0")), [1, 3]);
}

#[test]
fn an_exchange_leaves_a_tile_that_cannot_go() {
    // Pieces on it; neighbors on opposite sides; four neighbors.
    for (tiles, pieces) in [
        ("04 09 0E", "04:W1 04:B0 0E:B2"),
        ("00 04 09 0E", "09:W1 04:B0 0E:B2"),
        ("01 04 06 07 09 0E", "09:W1 04:B0 0E:B2"),
    ] {
        let position = table("", tiles, pieces, [2, 0]);
        assert_eq!(removed(&position, "X04:B0"), (String::new(), 0), "{tiles}");
        assert_eq!(captured(&position, "X04:B0"), "04:B0", "{tiles}");
    }
}

#[test]
fn an_exchange_starts_chains_and_captures_what_they_touch() {
    let column = "00 04 09 0E 12";
    // 12:B0 is enclosed when 0E goes. 12:B4 keeps 12:W3.
    let on_table = "12:W1 12:W5 00:B0 12:B0 12:B4";
    let position = table("", column, on_table, [2, 0]);
    assert_eq!(removed(&position, "X00:B0"), ("00 04 09 0E".to_owned(), 0));
    assert_eq!(captured(&position, "X00:B0"), "00:B0 12:B0");
    let position = after(position, "X00:B0");
    assert_eq!(pieces(&position, Color::Black), ["12:B4"]);
    assert_eq!(held(&position), [0, 0]);
    let position = table("exchange-collects=on", column, on_table, [2, 0]);
    assert_eq!(removed(&position, "X00:B0"), ("00 04 09 0E".to_owned(), 4));
    assert_eq!(captured(&position, "X00:B0"), "00:B0 12:B0");
}

#[test]
fn an_exchange_captures_only_next_to_removed_tiles() {
    // 12:B4 is enclosed at the edge of the table, but no tile next to it goes.
    let position = table("", "00 04 09 0E 12", "12:W5 12:W3 00:B0 12:B4 12:B0", [2, 0]);
    assert_eq!(removed(&position, "X00:B0").0, "00 04 09 0E");
    assert_eq!(captured(&position, "X00:B0"), "00:B0");
    // Without a tile that goes nothing else is captured, wherever it stands.
    let position = table("", ALL, "00:W1 00:W5 00:B0 00:B2 09:B0", [0, 0]);
    assert_eq!(exchanges(&position), [""; 0]);
    let position = table("", "00 01 02 04 09", "00:W1 00:W5 00:B0 00:B2 09:B0", [2, 0]);
    assert_eq!(captured(&position, "X00:B2"), "00:B2");
    assert_eq!(captured(&position, "X09:B0"), "09:B0");
}

#[test]
fn own_pieces_are_not_captured_by_ones_own_exchange() {
    // 06 goes, and 09:W1 is then enclosed by 09:B0 and 09:B2.
    let position = table("", "06 09 0E", "09:W1 06:B0 09:B0 09:B2", [2, 0]);
    assert_eq!(removed(&position, "X06:B0"), ("06".to_owned(), 0));
    let position = after(position, "X06:B0");
    assert_eq!(pieces(&position, Color::White), ["09:W1"]);
}

// ---------------------------------------------------------------------------------------------
// Ends

#[test]
fn who_has_no_piece_left_has_lost_at_once() {
    let position = table("", ALL, "00:W1 00:W3 00:B0", [0, 0]);
    let position = after(position, "00:W3-00:W5");
    assert_eq!(end(&position), Some((Some("W"), "elimination")));
    assert_eq!(legal(&position), [""; 0]);
    let Turn::Over(outcome) = position.turn() else { panic!("it is over") };
    assert_eq!(outcome.places().as_slice(), [1, 2]);
    assert_eq!(outcome.scores().as_slice(), [18, 16]);
    let position = table_for_black("", ALL, "00:W1 00:B0 00:B4", [0, 0]);
    let position = after(position, "00:B4-00:B2");
    assert_eq!(end(&position), Some((Some("B"), "elimination")));
}

#[test]
fn the_last_piece_may_be_taken_by_an_exchange() {
    let position = table("", FEW, "09:W1 04:B0", [2, 4]);
    // Black holds tiles enough, but has nobody to give them.
    let position = after(position, "X04:B0");
    assert_eq!(end(&position), Some((Some("W"), "elimination")));
    assert_eq!(legal(&position), [""; 0]);
}

/// Black closes the last triangle of the only tile.
fn blocked(options: &str, white_held: usize) -> Position {
    let pieces = "0B:W1 0B:W3 0B:W5 0B:B4";
    after(table_for_black(options, "0B", pieces, [white_held, 0]), "0B:B4-0B:B2")
}

#[test]
fn pieces_but_no_move_is_a_draw() {
    assert_eq!(end(&blocked("", 0)), Some(draw("stalemate")));
    assert_eq!(end(&blocked("", 1)), Some(draw("stalemate")));
    assert_eq!(legal(&blocked("", 1)), [""; 0]);
}

#[test]
fn who_can_exchange_has_a_move() {
    assert_eq!(legal(&blocked("", 2)), ["X0B:B2"]);
    assert_eq!(legal(&blocked("cost=1", 1)), ["X0B:B2"]);
}

#[test]
fn pieces_but_no_move_loses_where_the_option_says_so() {
    assert_eq!(end(&blocked("stalemate=loss", 0)), Some((Some("B"), "stalemate")));
    assert_eq!(end(&blocked("stalemate=draw", 0)), Some(draw("stalemate")));
    assert_eq!(legal(&blocked("stalemate=loss", 2)), ["X0B:B2"]);
}

/// One piece each, going round or to and fro on a tile of its own.
fn wanderers(options: &str) -> Position {
    table(options, ALL, "09:W1 00:B0", [0, 0])
}

const TO_AND_FRO: &str = "09:W1-09:W3 00:B0-00:B2 09:W3-09:W1 00:B2-00:B0";

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut position = wanderers("");
    play(&mut position, TO_AND_FRO);
    assert_eq!(end(&position), None, "it is the second time");
    play(&mut position, "09:W1-09:W3 00:B0-00:B2 09:W3-09:W1");
    assert_eq!(end(&position), None, "these are there for the second time");
    play(&mut position, "00:B2-00:B0");
    assert_eq!(end(&position), Some(draw("repetition")));
    assert_eq!(legal(&position), [""; 0]);
    // The board is as it was: only the game knows.
    assert_eq!(position, wanderers(""));
    assert_eq!(position.key(), wanderers("").key());
    assert_eq!(end(&position.to_string().parse().expect("it is a position")), None);
}

#[test]
fn occurrences_need_not_follow_each_other() {
    let mut position = wanderers("");
    play(&mut position, TO_AND_FRO);
    // Round the tile, and back by another way.
    play(&mut position, "09:W1-09:W5 00:B0-00:B4 09:W5-09:W3 00:B4-00:B2 09:W3-09:W1");
    assert_eq!(end(&position), None);
    play(&mut position, "00:B2-00:B0");
    assert_eq!(end(&position), Some(draw("repetition")));
}

#[test]
fn the_same_pieces_with_the_other_player_to_move_are_another_position() {
    let mut position = wanderers("");
    // White goes round in three moves, Black to and fro in two: now Black is to move.
    play(&mut position, "09:W1-09:W3 00:B0-00:B2 09:W3-09:W5 00:B2-00:B0 09:W5-09:W1");
    assert_eq!(pieces(&position, Color::White), ["09:W1"]);
    assert_eq!(pieces(&position, Color::Black), ["00:B0"]);
    // The other way round.
    play(&mut position, "00:B0-00:B2 09:W1-09:W3 00:B2-00:B4 09:W3-09:W1 00:B4-00:B0");
    assert_eq!(position, wanderers(""));
    assert_eq!(end(&position), None, "these pieces for the third time, this turn for the second");
    play(&mut position, TO_AND_FRO);
    assert_eq!(end(&position), Some(draw("repetition")));
}

/// An exchange changes a hand, and nothing from before it can come back.
#[test]
fn occurrences_before_an_exchange_do_not_count() {
    let mut position = table("", FEW, "09:W1 04:B0 04:B2 0E:B0", [2, 0]);
    play(&mut position, "09:W1-09:W3 04:B0-04:B4 09:W3-09:W1 04:B4-04:B0");
    play(&mut position, "X0E:B0 04:B0-04:B4 09:W1-09:W3 04:B4-04:B0");
    play(&mut position, "09:W3-09:W1 04:B0-04:B4 09:W1-09:W3 04:B4-04:B0");
    assert_eq!(end(&position), None, "what followed the exchange is there for the second time");
    play(&mut position, "09:W3-09:W1");
    assert_eq!(end(&position), Some(draw("repetition")));
}

#[test]
fn a_move_taken_back_is_not_an_occurrence() {
    let mut position = wanderers("");
    play(&mut position, TO_AND_FRO);
    play(&mut position, "09:W1-09:W3 00:B0-00:B2 09:W3-09:W1");
    let m = read("00:B2-00:B0");
    for _ in 0..3 {
        let undo = position.play_unchecked(m);
        assert_eq!(end(&position), Some(draw("repetition")));
        position.undo(m, undo);
        assert_eq!(end(&position), None);
    }
}

#[test]
fn one_piece_each_and_too_few_tiles_is_a_draw() {
    // Tiles on the table, tiles in hand, and whether nobody can capture any more.
    for (cost, tiles, held, is_dead) in [
        ("2", "09", [0, 0], true),
        ("2", "09", [1, 0], true),
        ("2", "09", [0, 1], true),
        ("2", "09", [1, 1], true),
        ("2", "09", [2, 0], false),
        ("2", "09", [0, 2], false),
        ("2", "04 09", [0, 0], true),
        ("2", "04 09", [1, 0], false),
        ("2", "04 09", [0, 1], false),
        ("2", "04 09 0E", [0, 0], false),
        ("1", "09", [0, 0], true),
        ("1", "09", [1, 0], false),
        ("1", "09", [0, 1], false),
        ("1", "04 09", [0, 0], false),
    ] {
        let context = format!("{cost} {tiles} {held:?}");
        for collects in ["off", "on"] {
            let options = format!("cost={cost} exchange-collects={collects}");
            let position = table(&options, tiles, "09:W1 09:B4", held);
            assert_eq!(end(&position), is_dead.then_some(draw("dead")), "{context}");
            assert_eq!(legal(&position).is_empty(), is_dead, "{context}");
            // Two pieces of one color can still enclose.
            for pieces in ["09:W1 09:W3 09:B4", "09:W1 09:B2 09:B4"] {
                assert_eq!(end(&table(&options, tiles, pieces, held)), None, "{context}");
            }
        }
    }
}

#[test]
fn an_exchange_may_leave_a_dead_position() {
    let position = table_for_black("", "0E", "0E:W1 0E:W3 0E:B0", [0, 2]);
    assert_eq!(end(&after(position, "X0E:W1")), Some(draw("dead")));
}

/// Seven pieces each in the short game, so that nothing was captured before.
fn full_table(options: &str, white_held: usize) -> Position {
    let white = "09:W1 09:W3 04:W3 0E:W1 0E:W5 0B:W1 0B:W3";
    let black = "09:B0 0C:B0 0C:B2 0C:B4 07:B0 07:B2 07:B4";
    let options = format!("variant=ocius {options}");
    table(&options, "04 07 09 0B 0C 0E", &format!("{white} {black}"), [white_held, 0])
}

#[test]
fn the_first_to_capture_enough_wins() {
    let position = after(full_table("win-captures=1", 0), "09:W3-09:W5");
    assert_eq!(end(&position), Some((Some("W"), "captures")));
    assert_eq!(legal(&position), [""; 0]);
    let Turn::Over(outcome) = position.turn() else { panic!("it is over") };
    assert_eq!(outcome.places().as_slice(), [1, 2]);
    assert_eq!(outcome.scores().as_slice(), [1, 0]);
    // Too few; and without the option.
    for options in ["win-captures=2", "win-captures=off", ""] {
        assert_eq!(end(&after(full_table(options, 0), "09:W3-09:W5")), None, "{options}");
    }
}

#[test]
fn exchanges_count_as_captures() {
    let position = full_table("cost=1 win-captures=1", 1);
    assert_eq!(end(&after(position, "X07:B0")), Some((Some("W"), "captures")));
    let position = full_table("cost=1 win-captures=2", 1);
    assert_eq!(end(&after(position, "X07:B0")), None);
}

#[test]
fn elimination_comes_before_captures_and_captures_before_stalemate() {
    // The last of 18 is also the 18th.
    let position = table("win-captures=18", ALL, "00:W1 00:W3 00:B0", [0, 0]);
    let position = after(position, "00:W3-00:W5");
    assert_eq!(end(&position), Some((Some("W"), "elimination")));
    // White has captured 17, but has no piece.
    let position = table("win-captures=1", ALL, "00:B0", [0, 0]);
    assert_eq!(end(&position), Some((Some("B"), "elimination")));
    // White has captured 17, Black 15, and White has no move.
    for (options, expected) in [
        ("win-captures=17", (Some("W"), "captures")),
        ("win-captures=17 stalemate=loss", (Some("W"), "captures")),
        ("win-captures=18", draw("stalemate")),
    ] {
        let position = table(options, "0B", "0B:W1 0B:W3 0B:W5 0B:B2", [0, 0]);
        assert_eq!(end(&position), Some(expected), "{options}");
    }
    // One piece each: both have captured 17, and nobody can capture any more.
    let position = table("win-captures=17", "09", "09:W1 09:B4", [0, 0]);
    assert_eq!(end(&position), Some((Some("B"), "captures")));
}

/// A function that sets up a study.
type SetUp = fn(&str, &str, &str, [usize; 2]) -> Position;

/// Black has more captures, and moved last or is to move.
#[test]
fn where_both_have_captured_enough_who_moved_last_has_won() {
    for (set_up, winner) in [(table as SetUp, "B"), (table_for_black, "W")] {
        let position = set_up("win-captures=10", ALL, "00:W1 00:B0 00:B2 00:B4", [0, 0]);
        assert_eq!(position.scores().as_slice(), [15, 17]);
        assert_eq!(end(&position), Some((Some(winner), "captures")));
        // If one has, it has won.
        let position = set_up("win-captures=16", ALL, "00:W1 00:B0 00:B2 00:B4", [0, 0]);
        assert_eq!(end(&position), Some((Some("B"), "captures")));
    }
}

#[test]
fn equality_key_and_text_are_those_of_the_board() {
    let once = wanderers("");
    let twice = after(wanderers(""), TO_AND_FRO);
    assert_eq!((once.n_occurrences(), twice.n_occurrences()), (1, 2));
    assert_eq!((once.n_idle_moves(), twice.n_idle_moves()), (0, 4));
    assert_eq!((&once, once.key(), once.to_string()), (&twice, twice.key(), twice.to_string()));
    // Pieces, tiles, either hand, and the player to move.
    let few = |tiles, pieces, held| table("", tiles, pieces, held);
    let board = few("04 06 09", "09:W1 04:B0", [2, 1]);
    for other in [
        few("04 06 09", "09:W3 04:B0", [2, 1]),
        few("04 06 09", "09:W1 04:B2", [2, 1]),
        few("04 09", "09:W1 04:B0", [2, 1]),
        few("04 06 09", "09:W1 04:B0", [1, 1]),
        few("04 06 09", "09:W1 04:B0", [2, 2]),
        few("04 06 09", "09:W1 04:B0", [1, 2]),
        table_for_black("", "04 06 09", "09:W1 04:B0", [2, 1]),
    ] {
        assert_ne!(other, board);
        assert_ne!(other.key(), board.key());
        assert_ne!(other.to_string(), board.to_string());
    }
    // Options are no part of the board, but of the position.
    for options in ["cost=1", "stalemate=loss", "win-captures=18", "board-only=on"] {
        let other = table(options, "04 06 09", "09:W1 04:B0", [2, 1]);
        assert_ne!(other, board);
        assert_eq!(other.key(), board.key());
        assert_ne!(other.to_string(), board.to_string());
    }
}

#[test]
fn what_is_wrong_first_is_told() {
    // 12 is off the table, and far from 09; 04:W3 is next to it, and occupied.
    let position = table("", "04 09", "09:W1 04:W3 04:B0", [0, 0]);
    for (text, rule) in [
        ("09:W5-12:W1", "not-your-piece"),
        ("09:W5-04:W3", "not-your-piece"),
        ("09:W1-12:W1", "not-a-neighbor"),
        ("09:W1-04:B0", "not-a-neighbor"),
        ("09:W1-06:W5", "off-table"),
        ("09:W1-04:W3", "occupied"),
        ("X12:B0", "cannot-pay"),
    ] {
        assert_eq!(broken(&position, text), rule);
    }
    let over = table("", "09", "09:W1 09:B4", [0, 0]);
    for text in ["12:W1-00:B0", "09:B4-09:B2", "X12:B0"] {
        assert_eq!(broken(&over, text), "game-over");
    }
}

#[test]
fn nothing_is_legal_once_the_game_is_over() {
    let over = [
        after(table("", ALL, "00:W1 00:W3 00:B0", [0, 0]), "00:W3-00:W5"),
        blocked("", 0),
        after(wanderers(""), &format!("{TO_AND_FRO} {TO_AND_FRO}")),
        table("", "09", "09:W1 09:B4", [0, 0]),
        after(full_table("win-captures=1", 0), "09:W3-09:W5"),
    ];
    for position in over {
        assert!(position.turn().is_over(), "{position}");
        for text in ["09:W1-09:W3", "09:B0-09:B2", "0B:W1-06:W3", "X09:W1", "X09:B4"] {
            assert_eq!(broken(&position, text), "game-over", "{position}");
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Options

#[test]
fn without_repetition_and_dead_positions_the_board_alone_counts() {
    let mut position = wanderers("board-only=on");
    for _ in 0..5 {
        play(&mut position, TO_AND_FRO);
        assert_eq!(end(&position), None);
    }
    let dead = table("board-only=on", "09", "09:W1 09:B4", [0, 0]);
    assert_eq!(end(&dead), None);
    assert_eq!(legal(&dead), ["09:W1-09:W3", "09:W1-09:W5"]);
    // Everything else ends the game as ever.
    assert_eq!(end(&blocked("board-only=on", 0)), Some(draw("stalemate")));
    let last = table("board-only=on", ALL, "00:W1 00:W3 00:B0", [0, 0]);
    assert_eq!(end(&after(last, "00:W3-00:W5")), Some((Some("W"), "elimination")));
    let first = after(full_table("win-captures=1 board-only=on", 0), "09:W3-09:W5");
    assert_eq!(end(&first), Some((Some("W"), "captures")));
}

#[test]
fn perft_counts_the_board_alone() {
    assert_eq!(Coerceo::PERFT_OPTIONS, [("board-only", "on")]);
}

#[test]
fn the_usual_options() {
    let options: Options = parse_options([]).expect("nothing is needed");
    assert_eq!(options, Options::default());
    let usual = "variant=laurentius cost=2 stalemate=draw win-captures=off exchange-collects=off \
                 board-only=off";
    assert_eq!(engine::options(&pairs(usual)), options);
    let names: Vec<&str> = Coerceo::OPTIONS.iter().map(|option| option.name).collect();
    let expected: Vec<&str> = pairs(usual).iter().map(|pair| pair.0).collect();
    assert_eq!(names, expected);
}

#[test]
fn invalid_options_are_refused_with_a_sentence() {
    for (options, words) in [
        ("cost=0", "cost"),
        ("cost=3", "cost"),
        ("cost=-1", "cost"),
        ("cost=many", "cost"),
        ("win-captures=0", "win-captures"),
        ("win-captures=19", "win-captures"),
        ("win-captures=8 variant=ocius", "win-captures"),
        ("win-captures=300", "win-captures"),
        ("stalemate=win", "stalemate"),
        ("exchange-collects=maybe", "exchange-collects"),
        ("board-only=2", "board-only"),
        ("variant=classic", "classic"),
        ("seats=2", "seats"),
    ] {
        let error = try_start::<Coerceo>(&pairs(options)).expect_err(options).to_string();
        assert!(error.contains(words), "{options}: {error}");
        assert!(!error.ends_with('.') && error.contains(' '), "{options}: {error}");
    }
    for options in ["win-captures=1", "win-captures=18", "win-captures=7 variant=ocius", "cost=1"] {
        start(&pairs(options));
    }
}

/// Compares the short game with and without a change of options.
fn compare_twins(change: &str, may_differ: impl Fn(&Position, &Position) -> bool) -> usize {
    let twins = Twins::<Coerceo> { is_common: |_| true, choose, check: check_twins };
    twins.compare("variant=ocius", change, may_differ)
}

fn check_twins(usual: &Position, changed: &Position) {
    for color in Color::ALL {
        assert_eq!(pieces(usual, color), pieces(changed, color), "{usual} {changed}");
    }
    assert_eq!(tiles(usual), tiles(changed), "{usual} {changed}");
    assert_eq!(held(usual), held(changed), "{usual} {changed}");
}

/// A random move, but rather one that removes or captures.
fn choose(
    position: &Position,
    choice: &[String],
    _: &[String],
    _: u64,
    rng: &mut SmallRng,
) -> String {
    let some = [(); 4].map(|()| any_of(choice, rng));
    let merit = |text: &String| {
        let effect = effect(position, text);
        effect.0.len() + effect.1.len()
    };
    some.into_iter().max_by_key(merit).expect("there are four")
}

#[test]
fn the_cost_changes_only_exchanges() {
    let n_differences = compare_twins("cost=1", |usual, changed| {
        let turn = usual.board().turn();
        let can_pay_less = usual.board().held(turn) >= 1;
        // A dead position is one that cannot pay.
        can_pay_less || end(usual) == Some(draw("dead")) && end(changed).is_none()
    });
    assert!(n_differences > 100, "{n_differences}");
}

#[test]
fn the_stalemate_option_changes_only_who_wins_then() {
    let n_differences = compare_twins("stalemate=loss", |usual, changed| {
        let is_stalemate = end(usual) == Some(draw("stalemate"));
        let other = if usual.board().turn() == Color::White { "B" } else { "W" };
        assert_eq!(is_stalemate, end(changed) == Some((Some(other), "stalemate")));
        is_stalemate
    });
    assert!(n_differences > 0);
}

#[test]
fn winning_by_captures_changes_only_the_end() {
    let n_differences = compare_twins("win-captures=3", |usual, changed| {
        let is_enough = usual.scores().iter().any(|&n_captures| n_captures >= 3);
        assert_eq!(is_enough, end(changed).is_some_and(|end| end.1 == "captures"));
        is_enough
    });
    assert!(n_differences > 100, "{n_differences}");
}

#[test]
fn collecting_by_exchange_changes_only_the_hand_then() {
    let n_differences = compare_twins("exchange-collects=on", |usual, changed| {
        let more = |color| changed.board().held(color) > usual.board().held(color);
        let before = usual.board().turn().other();
        held(usual) != held(changed) && more(before) && !more(before.other())
    });
    assert!(n_differences > 10, "{n_differences}");
}

#[test]
fn the_board_alone_changes_only_two_ends() {
    let n_differences = compare_twins("board-only=on", |usual, changed| {
        let is_over = end(usual).is_some_and(|end| ["repetition", "dead"].contains(&end.1));
        assert!(!is_over || end(changed).is_none());
        is_over
    });
    assert!(n_differences > 10, "{n_differences}");
}

// ---------------------------------------------------------------------------------------------
// Texts and bytes

#[test]
fn a_move_is_written_by_its_triangles() {
    let triangle = |text: &str| -> Triangle { text.parse().expect("it is a triangle") };
    let from = triangle("0D:W1");
    let to = triangle("08:W3");
    assert_eq!((from.tile().index(), from.number(), from.color()), (13, 1, Color::White));
    assert_eq!(Move::step(from, to), Some(read("0D:W1-08:W3")));
    assert_eq!(Move::step(from, from), None);
    assert_eq!(Move::exchange(triangle("08:B0")), read("X08:B0"));
    for text in ["0D:W1-08:W3", "X08:B0"] {
        assert_eq!(read(text).to_string(), text);
    }
    // Letters may be small, and those of triangles may be left out.
    for text in ["0d:W1-08:W3", "0d:w1-08:w3", "0D:1-08:3"] {
        assert_eq!(read(text), read("0D:W1-08:W3"));
    }
    assert_eq!(read("x08:b0"), read("X08:B0"));
}

#[test]
fn what_is_no_move_is_told() {
    let triangles = "the triangles of a tile are B0 W1 B2 W3 B4 W5, as in 0B:W1";
    for (text, reason) in [
        ("", "write 0B:W1-0B:W5 for a move or X07:B0 for an exchange"),
        ("pass", "write 0B:W1-0B:W5 for a move or X07:B0 for an exchange"),
        ("resign", "resigning ends a game but is no move in it"),
        ("0D:W1-0D:W1", "a piece moves to another triangle"),
        ("0D:W0-0D:W1", triangles),
        ("X0D:B6", triangles),
        ("X13:B0", "a tile is two digits from 00 to 12, hexadecimal, such as 0D"),
        ("D:W1-08:W3", "a tile is two digits from 00 to 12, hexadecimal, such as 0D"),
    ] {
        let error = text.parse::<Move>().expect_err(text).to_string();
        assert!(error.ends_with(reason), "{text}: {error}");
    }
}

#[test]
fn a_position_is_a_line_of_four_words() {
    let laurentius = "laurentius 15/25/14/02/15/04/02/04/03/-/03/13/35/13/24/35/14/25/24 w 0/0";
    assert_eq!(start(&[]).to_string(), laurentius);
    assert!(PAGE.contains(&format!("```\n{laurentius}\n```")));
    let table = "x/x/x/x/24/x/35/13/x/03/x/04/02/x/15/x/x/x/x w 0/0";
    assert_eq!(start(&[("variant", "ocius")]).to_string(), format!("ocius {table}"));
    let all = "cost=1 stalemate=loss win-captures=3 exchange-collects=on board-only=on";
    let position = start(&pairs(&format!("variant=ocius {all}")));
    assert_eq!(position.to_string(), format!("ocius,{} {table}", all.replace(' ', ",")));
    let position = table_for_black("", FEW, "09:W1 04:B0 04:W5", [2, 4]);
    let text = "laurentius x/x/x/x/05/x/-/-/x/1/x/x/x/x/-/x/x/x/x b 2/4";
    assert_eq!(position.to_string(), text);
}

#[test]
fn a_text_reads_back_as_the_same_position() {
    let positions = [
        start(&[]),
        start(&[("variant", "ocius"), ("cost", "1")]),
        table_for_black("stalemate=loss", FEW, "09:W1 04:B0", [2, 4]),
        after(table("", ALL, "00:W1 00:W3 00:B0", [0, 0]), "00:W3-00:W5"),
        blocked("", 0),
        after(full_table("win-captures=1", 0), "09:W3-09:W5"),
        table("", "09", "09:W1 09:B4", [0, 0]),
    ];
    for position in positions {
        let back: Position = position.to_string().parse().expect("it is a position");
        assert_eq!(back, position);
        assert_eq!((back.turn(), end(&back)), (position.turn(), end(&position)));
    }
}

#[test]
fn a_text_that_cannot_be_is_refused_with_its_reason() {
    let ends = |text: &str, reason: &str| {
        let error = text.parse::<Position>().expect_err(text).to_string();
        assert!(error.ends_with(reason), "{text}: {error}");
    };
    let text = "ocius x/x/x/x/24/x/35/13/x/03/x/04/02/x/15/x/x/x/x w 0/0";
    let instead = |old: &str, new: &str| text.replacen(old, new, 1);
    ends("", "write options, tiles, turn and held tiles");
    ends(&instead(" w ", " "), "write options, tiles, turn and held tiles");
    ends(&instead("ocius", "octagon"), "'octagon' is none of laurentius, ocius");
    ends(&instead("ocius", "ocius,cost"), "'cost' is no option");
    ends(&instead("ocius", "ocius,cost=3"), "the cost is 1 or 2 tiles, not 3");
    ends(&instead("/24", ""), "there are 19 tiles, not 18");
    ends(&instead("24", "42"), "a tile is x, -, or numbers from 0 to 5 in order, not '42'");
    ends(&instead("24", "22"), "a tile is x, -, or numbers from 0 to 5 in order, not '22'");
    ends(&instead("24", "6"), "a tile is x, -, or numbers from 0 to 5 in order, not '6'");
    ends(&instead("24", ""), "a tile without pieces is written -");
    ends(&instead(" w ", " white "), "the turn is w or b, not 'white'");
    ends(&instead("0/0", "0"), "the tiles in hand are two numbers, such as 0/2");
    ends(&instead("0/0", "0/20"), "more tiles are held than are off the table");
    ends(&instead("0/0", "0/+2"), "the tiles in hand are two numbers, such as 0/2");
    ends(&instead("0/0", "1/0"), "more tiles are held than are off the table");
    ends(&instead("/24/", "/024/"), "ocius has 7 pieces of a color");
    ends(&instead("x/", "-/"), "ocius has no tile 00");
    let row = |tiles: &str| format!("laurentius {tiles}/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x w 0/0");
    ends(&row("-"), "there are no pieces");
    let reason = "who has no pieces has lost at once, so it is that player's turn";
    ends(&row("1"), reason);
    assert_eq!(
        row("0").parse::<Position>().as_ref().map(end),
        Ok(Some((Some("B"), "elimination")))
    );
}

const USUAL: Costs = Costs { cost: 2, exchange_collects: false };

#[test]
fn a_board_is_20_bytes() {
    let start = Board::start(Variant::Laurentius, USUAL);
    let bytes = start.to_bytes();
    assert_eq!(bytes.len(), 20);
    // White is to move; W1 and W5 on tile 00, B2 and W5 on tile 01.
    assert_eq!(bytes[..3], [0, 0b00_100010, 0b00_100100]);
    assert_eq!(Board::from_bytes(&bytes, USUAL), Ok(start));
    // Black is to move; White holds a tile, Black two.
    let position = table_for_black("", FEW, "09:W1 04:B0", [1, 2]);
    let bytes = position.board().to_bytes();
    let gone = [0b01_000000, 0b10_000000, 0b10_000000, 0b11_000000];
    assert_eq!(bytes[..5], [&[0b1000_0000], &gone[..]].concat());
    assert_eq!(bytes[5..7], [0b00_000001, 0b11_000000]);
    assert_eq!(Board::from_bytes(&bytes, USUAL).as_ref(), Ok(position.board()));
}

#[test]
fn which_tiles_a_player_holds_does_not_matter() {
    let position = table_for_black("", FEW, "09:W1 04:B0", [1, 2]);
    let normal = position.board().to_bytes();
    let mut other = normal;
    // White holds tile 12, and Black 00 and 03.
    (other[1], other[2], other[4], other[19]) = (2 << 6, 3 << 6, 2 << 6, 1 << 6);
    other[3] = 3 << 6;
    let board = Board::from_bytes(&other, USUAL).expect("it is a board");
    assert_eq!(&board, position.board());
    assert_eq!(board.to_bytes(), normal);
}

#[test]
fn a_move_is_4_bytes() {
    for (text, score, bytes) in [
        ("0D:W1-08:W3", 0, [0b01101_001, 0b101_00_000, 0, 0]),
        ("09:B0-04:B2", 258, [0b01001_000, 0b000_00_000, 1, 2]),
        ("X08:B0", -2, [0b01000_000, 0b000_01_000, 0xFF, 0xFE]),
    ] {
        let scored = ScoredAct { act: Act::Play(read(text)), score };
        assert_eq!(scored.to_bytes(), bytes, "{text}");
        assert_eq!(ScoredAct::from_bytes(&bytes), Ok(scored), "{text}");
    }
}

#[test]
fn resigning_has_an_encoding() {
    let scored = ScoredAct { act: Act::Resign, score: 0 };
    assert_eq!(scored.to_bytes(), [0, 0b000_10_000, 0, 0]);
    assert_eq!(ScoredAct::from_bytes(&scored.to_bytes()), Ok(scored));
}

#[test]
fn tiles_are_sorted_by_how_likely_they_survive() {
    let order = Tile::BY_SURVIVAL.map(|tile| tile.to_string()).join(" ");
    assert_eq!(order, "09 04 06 0B 0E 0C 07 08 10 11 0A 02 01 00 03 0D 12 0F 05");
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&format!(": {order}.")), "the page has the same order");
    assert_eq!(engine::names(Tile::BY_SURVIVAL.into_iter()).join(" "), ALL);
}

#[test]
fn every_rule_of_the_page_has_its_test_and_every_test_its_rule() {
    check_rules_page(PAGE, include_str!("rules.rs"));
}
