//! The page's tables, and every number of the games, cases and counts that independent programs
//! produced.

mod engine;
#[path = "engine/playable.rs"]
mod playable;
mod records;

use std::collections::BTreeSet;

use records::{
    CaseRecord, Page, count_midgame, count_starts, read, replay_case, replay_games, setup_names,
    split_line, triangle_beside,
};
use tilewright_coerceo::{Color, Direction, Position, Tile, Triangle};

// ---------------------------------------------------------------------------------------------
// The page

#[test]
fn tiles_lie_where_the_page_draws_them() {
    let page: Page = read("page.json");
    assert_eq!(page.adjacency.len(), Tile::all().count());
    for (tile, line) in Tile::all().zip(&page.adjacency) {
        let neighbors: Vec<String> = (0..6)
            .map(|side| tile.neighbor(side).map_or("FF".to_owned(), |it| it.to_string()))
            .collect();
        assert_eq!(format!("{tile}: {}", neighbors.join(" ")), *line);
    }
}

#[test]
fn triangles_have_a_number_a_color_and_a_byte() {
    let names = ["B0", "W1", "B2", "W3", "B4", "W5"];
    let mut triangles = Triangle::all();
    for tile in Tile::all() {
        for (number, name) in names.into_iter().enumerate() {
            let triangle = triangles.next().expect("there are 114");
            assert_eq!(triangle.to_string(), format!("{tile}:{name}"));
            assert_eq!(triangle.to_string().parse(), Ok(triangle));
            assert_eq!((triangle.tile(), triangle.number()), (tile, number));
            assert_eq!(engine::letter(triangle.color()), &name[..1]);
            // The tile has five bits, the triangle three.
            assert_eq!(usize::from(triangle.byte()), tile.index() << 3 | number);
            assert_eq!(Triangle::from_byte(triangle.byte()), Some(triangle));
        }
    }
    assert_eq!(triangles.next(), None);
    assert_eq!((0..=u8::MAX).filter_map(Triangle::from_byte).count(), 114);
}

#[test]
fn move_neighbors_are_those_of_the_page_in_its_order() {
    let page: Page = read("page.json");
    for triangle in Triangle::all() {
        let found: Vec<Option<String>> = Direction::ALL
            .iter()
            .map(|&direction| triangle.move_neighbor(direction).map(|it| it.to_string()))
            .collect();
        assert_eq!(found, on_page(triangle, &page.moves), "{triangle}");
    }
}

#[test]
fn edge_neighbors_are_those_of_the_page() {
    let page: Page = read("page.json");
    for triangle in Triangle::all() {
        let found: Vec<String> = engine::names(triangle.edge_neighbors());
        let expected: BTreeSet<String> =
            on_page(triangle, &page.edges).into_iter().flatten().collect();
        assert!(found.iter().eq(&expected), "{triangle}: {found:?}, not {expected:?}");
    }
}

/// What a table of the page says of a triangle, by the names of triangles; nothing beside the
/// table.
fn on_page(triangle: Triangle, table: &[String]) -> Vec<Option<String>> {
    let (_, places) = split_line(&table[triangle.number()]);
    let tile = triangle.tile().to_string();
    let neighbor = |side| triangle.tile().neighbor(side).map(|it| it.to_string());
    places.into_iter().map(|place| triangle_beside(&tile, place, neighbor)).collect()
}

#[test]
fn setups_are_those_of_the_page() {
    for (variant, lines) in read::<Page>("page.json").setups {
        // An alias: some programs call it the setup.
        for name in ["variant", "setup"] {
            let position = engine::start(&[(name, &variant)]);
            let (tiles, triangles) = setup_names(&lines);
            assert_eq!(engine::tiles(&position), tiles, "{variant}");
            let mut pieces = Color::ALL.map(|color| engine::pieces(&position, color)).concat();
            pieces.sort_unstable();
            assert_eq!(pieces, triangles, "{variant}");
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Games and counts

#[test]
fn games() {
    replay_games::<Position>();
}

/// The larger ones are in `slow.rs`.
#[test]
fn counts_from_the_start() {
    count_starts::<Position>(|count| count < 10_000_000);
}

/// The larger ones are in `slow.rs`.
#[test]
fn counts_from_the_middle_of_games() {
    count_midgame::<Position>(|count| count < 3_000_000);
}

// ---------------------------------------------------------------------------------------------
// Cases

/// A test for each case of the file, and nothing forgotten.
macro_rules! cases {
    ($($test:ident: $case:literal,)*) => {
        $(
            #[test]
            fn $test() {
                replay_case::<Position>($case);
            }
        )*

        #[test]
        fn every_case_has_a_test() {
            let cases = read::<Vec<CaseRecord>>("cases.json");
            let cases: BTreeSet<&str> = cases.iter().map(|case| case.case.as_str()).collect();
            assert_eq!(cases, BTreeSet::from([$($case),*]));
        }
    };
}

cases! {
    a_removed_tile_captures_an_enemy_that_was_enclosed_before:
        "already_enclosed_enemy_captured_by_tile_removal",
    two_pieces_capture_at_the_edge: "capture_at_edge_with_two",
    a_removed_tile_captures: "capture_by_tile_removal",
    three_pieces_capture_inside: "capture_inside_with_three",
    one_piece_each_and_too_few_tiles_is_a_draw: "dead",
    moving_in_captures_two_at_once: "double_capture_by_moving_in",
    an_enclosed_enemy_that_is_not_touched_stays: "enclosed_enemy_not_touched_stays",
    an_exchange_captures_a_second_piece: "exchange_captures_second_piece",
    an_exchange_removes_a_chain_of_tiles: "exchange_chain",
    an_exchange_takes_a_piece: "exchange_plain",
    nobody_collects_the_tile_of_an_exchange: "exchange_removes_tile_nobody_collects",
    an_exchange_leaves_the_tiles_that_were_not_needed: "exchange_with_spare_tiles",
    a_piece_may_stay_on_its_tile: "move_inside_tile",
    a_piece_may_move_into_an_enclosed_triangle_and_capture:
        "move_into_enclosed_triangle_and_capture",
    a_piece_that_its_own_player_encloses_stays: "own_piece_enclosed_by_own_tile_removal_survives",
    a_piece_is_safe_in_an_enclosed_triangle: "safe_move_into_enclosed_triangle",
    no_legal_move_is_a_draw: "stalemate",
    a_chain_of_three_tiles_is_removed: "tile_chain_three_or_more",
    a_chain_of_two_tiles_is_removed: "tile_chain_two",
    a_vacated_tile_is_removed_and_collected: "tile_removed",
    a_tile_with_four_neighbors_stays: "vacated_tile_stays_four_or_more_sides",
    a_tile_with_neighbors_on_split_sides_stays: "vacated_tile_stays_split_sides",
    taking_the_last_piece_by_exchange_wins: "win_by_exchange",
    taking_the_last_piece_by_a_move_wins: "win_by_move",
}
