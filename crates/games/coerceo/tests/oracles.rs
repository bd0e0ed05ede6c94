//! The page's tables, and every number of the games, cases and counts that independent programs
//! produced.

mod engine;
mod records;

use std::collections::BTreeSet;

use records::{
    CaseRecord, Page, count_midgame, count_starts, read, replay_case, replay_games, setup_names,
    split_line, triangle_beside,
};
use tilewright_coerceo::Coerceo;
use tilewright_reference::coerceo::Reference;
use tilewright_testkit::differential::Replay;

// ---------------------------------------------------------------------------------------------
// Games and counts

#[test]
fn games() {
    replay_games::<Replay<Coerceo>>();
}

/// The larger ones are in `slow.rs`.
#[test]
fn counts_from_the_start() {
    count_starts::<Replay<Coerceo>>(|count| count < 10_000_000);
}

/// The larger ones are in `slow.rs`.
#[test]
fn counts_from_the_middle_of_games() {
    count_midgame::<Replay<Coerceo>>(|count| count < 3_000_000);
}

/// The reference, so that it can be trusted where the oracles say nothing.
mod reference {
    use tilewright_reference::Model;
    use tilewright_reference::coerceo::{Color, Tile, Triangle};

    use super::{
        BTreeSet, CaseRecord, Page, Reference, count_midgame, count_starts, read, replay_case,
        setup_names, split_line, triangle_beside,
    };

    #[test]
    fn games() {
        super::replay_games::<Reference>();
    }

    #[test]
    fn cases() {
        for case in read::<Vec<CaseRecord>>("cases.json") {
            replay_case::<Reference>(&case.case);
        }
    }

    #[test]
    fn counts() {
        count_starts::<Reference>(|count| count < 30_000);
        count_midgame::<Reference>(|count| count < 30_000);
    }

    #[test]
    fn tiles_lie_where_the_page_draws_them() {
        let page: Page = read("page.json");
        assert_eq!(page.adjacency.len(), Tile::all().len());
        for (tile, line) in Tile::all().iter().zip(&page.adjacency) {
            let neighbors: Vec<String> = (0..6).map(|side| neighbor_name(*tile, side)).collect();
            assert_eq!(format!("{tile}: {}", neighbors.join(" ")), *line);
        }
    }

    fn neighbor_name(tile: Tile, side: usize) -> String {
        tile.neighbor(side).map_or("FF".to_owned(), |neighbor| neighbor.to_string())
    }

    #[test]
    fn move_neighbors_are_those_of_the_page_in_its_order() {
        let page: Page = read("page.json");
        for triangle in Triangle::all() {
            let mut found = [const { None }; 6];
            for &neighbor in triangle.move_neighbors() {
                let old = found[triangle.direction(neighbor)].replace(neighbor.to_string());
                assert_eq!(old, None, "{triangle}: two neighbors in the direction of {neighbor}");
            }
            assert_eq!(found.to_vec(), on_page(triangle, &page.moves), "{triangle}");
        }
    }

    #[test]
    fn edge_neighbors_are_those_of_the_page() {
        let page: Page = read("page.json");
        for triangle in Triangle::all() {
            let found: BTreeSet<String> =
                triangle.edge_neighbors().iter().map(Triangle::to_string).collect();
            let expected = on_page(triangle, &page.edges).into_iter().flatten().collect();
            assert_eq!(found, expected, "{triangle}");
        }
    }

    /// The triangles of a line of the page's table, by name; nothing beside the
    /// table.
    fn on_page(triangle: Triangle, table: &[String]) -> Vec<Option<String>> {
        let (_, places) = split_line(&table[triangle.side]);
        let tile = triangle.tile.to_string();
        let neighbor = |side| triangle.tile.neighbor(side).map(|it| it.to_string());
        places.into_iter().map(|place| triangle_beside(&tile, place, neighbor)).collect()
    }

    /// The tile on side d goes, and the triangle (d + 3) mod 6 of the tile behind is exposed.
    #[test]
    fn the_opposite_triangle_is_exposed() {
        for &tile in Tile::all() {
            for side in 0..6 {
                let Some(neighbor) = tile.neighbor(side) else { continue };
                let exposed = Triangle { tile: neighbor, side: (side + 3) % 6 };
                assert!(
                    exposed.edge_neighbors().contains(&Triangle { tile, side }),
                    "{tile} {side}"
                );
            }
        }
    }

    #[test]
    fn setups_are_those_of_the_page() {
        for (variant, lines) in read::<Page>("page.json").setups {
            let game = Reference::start(&[("variant", &variant)]);
            let (tiles, triangles) = setup_names(&lines);
            assert_eq!(game.tiles(), tiles, "{variant}");
            let mut pieces = Color::ALL.map(|color| game.pieces(color)).concat();
            pieces.sort_unstable();
            assert_eq!(pieces, triangles, "{variant}");
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Cases

/// A test for each case of the file, and nothing forgotten.
macro_rules! cases {
    ($($test:ident: $case:literal,)*) => {
        $(
            #[test]
            fn $test() {
                replay_case::<Replay<Coerceo>>($case);
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
