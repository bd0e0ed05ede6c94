//! The reference against the page's tables and the games, cases and counts of independent
//! programs, so that it can be trusted where they say nothing.

mod records;
mod reference;

use std::collections::BTreeSet;

use records::{
    CaseRecord, Page, Playable, State, StateRecord, count_midgame, count_starts, read, replay_case,
    replay_games, setup_names, split_line, triangle_beside,
};
use reference::{Color, Effect, Options, Reference, Tile, Triangle, Turn};

impl Playable for Reference {
    fn start(options: &[(&str, &str)]) -> Reference {
        Reference::start(Options::read(options))
    }

    fn resume(options: &[(&str, &str)], state: &StateRecord) -> Reference {
        let StateRecord { turn, tiles, held, white, black, .. } = state;
        let pieces = format!("{white} {black}");
        let tiles: BTreeSet<Tile> = tiles.split_whitespace().map(Tile::read).collect();
        let to_move = if turn == "W" { Color::White } else { Color::Black };
        Reference::resume(Options::read(options), &pieces, tiles, *held, to_move)
    }

    fn legal(&self) -> Vec<String> {
        self.legal()
    }

    fn play(&mut self, text: &str) -> (Vec<String>, Vec<String>, usize) {
        let Effect { captured, removed, collected } = self.play(text);
        (captured, removed, collected)
    }

    fn state(&self) -> State {
        let turn = self.to_move().letter().to_owned();
        let pieces = Color::ALL.map(|color| self.pieces(color));
        State { turn, tiles: self.tiles(), held: self.held(), pieces }
    }

    fn end(&self) -> Option<(Option<&'static str>, &'static str)> {
        match self.turn() {
            Turn::Player(_) => None,
            Turn::Over { winner, reason } => Some((winner.map(Color::letter), reason)),
        }
    }

    fn perft(&mut self, depth: usize) -> u64 {
        Reference::perft(self, depth)
    }
}

// ---------------------------------------------------------------------------------------------
// The page

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

/// What a table of the page says of a triangle, by the names of triangles; nothing beside the
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
            assert!(exposed.edge_neighbors().contains(&Triangle { tile, side }), "{tile} {side}");
        }
    }
}

#[test]
fn setups_are_those_of_the_page() {
    for (variant, lines) in read::<Page>("page.json").setups {
        let game = Reference::start(Options::read(&[("variant", &variant)]));
        let (tiles, triangles) = setup_names(&lines);
        assert_eq!(game.tiles(), tiles, "{variant}");
        let mut pieces = Color::ALL.map(|color| game.pieces(color)).concat();
        pieces.sort_unstable();
        assert_eq!(pieces, triangles, "{variant}");
    }
}

// ---------------------------------------------------------------------------------------------
// Games, cases and counts

#[test]
fn games() {
    replay_games::<Reference>();
}

#[test]
fn cases() {
    for case in read::<Vec<CaseRecord>>("cases.json") {
        replay_case::<Reference>(&case.case);
    }
}

#[test]
fn counts_from_the_start() {
    count_starts::<Reference>(|count| count < 30_000);
}

#[test]
fn counts_from_the_middle_of_games() {
    count_midgame::<Reference>(|count| count < 30_000);
}
