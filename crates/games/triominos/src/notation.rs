//! Short notations of a placement, for people: the orientation follows from the location, and often
//! the location from the tile.

use tilewright_core::ParseMoveError;

use crate::board::Board;
use crate::location::Location;
use crate::moves::Move;
use crate::placement::Placement;
use crate::tile::{Facing, Orientation, Tile, TileSet};

/// The most placements that an error lists for a tile that has several.
const N_LISTED: usize = 6;

/// Parses a move, also without an orientation or without a location. For a tile that may not be
/// placed any placement will do: playing it gives the reason.
pub(crate) fn parse_move(
    board: &Board,
    placeable: TileSet,
    text: &str,
) -> Result<Move, ParseMoveError> {
    let (tile, location) = match text.split_once('@') {
        Some((tile, location)) => (tile, Some(location)),
        None => (text, None),
    };
    let Ok(tile) = tile.parse::<Tile>() else { return text.parse() };
    let location: Option<Location> = location
        .map(str::parse)
        .transpose()
        .map_err(|error| ParseMoveError::new(text, format!("{error}")))?;
    let is_there = |it: &Placement| location.is_none_or(|location| it.location == location);
    let choice: Vec<Placement> = board.placements(one(tile)).filter(is_there).collect();
    match choice[..] {
        [placement] => Ok(Move::Place(placement)),
        [placement, ..] if !placeable.contains(tile) => Ok(Move::Place(placement)),
        [] if board.placed().contains(tile) => {
            Err(ParseMoveError::new(text, format!("{tile} lies on the table already")))
        }
        [] => Err(ParseMoveError::new(text, no_place(board, tile, location))),
        _ => Err(ParseMoveError::new(text, format!("choose one of {}", listed(&choice)))),
    }
}

/// The reason that a tile has no placement there, or anywhere.
fn no_place(board: &Board, tile: Tile, location: Option<Location>) -> String {
    let Some(location) = location else { return format!("{tile} does not fit anywhere") };
    let orientation = match location.facing() {
        Facing::Up => Orientation::Abc,
        Facing::Down => Orientation::Acb,
    };
    match board.explain(Placement { tile, orientation, location }) {
        // The corner that does not match depends on the orientation, so it is not named.
        Err(illegal) if illegal.rule() != "corner-mismatch" => illegal.to_string(),
        _ => format!("{tile} does not fit there"),
    }
}

fn one(tile: Tile) -> TileSet {
    [tile].into_iter().collect()
}

fn listed(placements: &[Placement]) -> String {
    let names = placements.iter().take(N_LISTED).map(Placement::to_string);
    let mut names = names.collect::<Vec<_>>().join(" ");
    if placements.len() > N_LISTED {
        names.push_str(" …");
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board::with_tiles(["1-1-2:ABC@0,0".parse().unwrap()]).unwrap()
    }

    fn read(text: &str) -> String {
        match parse_move(&board(), TileSet::ALL, text) {
            Ok(m) => m.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_orientation_follows_from_the_place() {
        assert_eq!(read("1-2-3@0,1"), "1-2-3:ACB@0,1");
        assert_eq!(read("1-2-3:ACB@1,0"), "1-2-3:ACB@1,0");
    }

    #[test]
    fn the_place_follows_where_there_is_only_one() {
        assert_eq!(read("1-1-1"), "1-1-1:ACB@-1,0");
        assert_eq!(read("2-3-4"), "'2-3-4' is not a move: 2-3-4 does not fit anywhere");
        assert_eq!(read("1-1-2"), "'1-1-2' is not a move: 1-1-2 lies on the table already");
        let several = read("1-2-2");
        assert!(several.starts_with("'1-2-2' is not a move: choose one of 1-2-2:"), "{several}");
    }

    #[test]
    fn six_places_are_listed_and_more_are_hinted_at() {
        let places: Vec<Placement> = board().placements(TileSet::ALL).take(7).collect();
        let names = |n_places| listed(&places[..n_places]);
        assert_eq!(names(6).split(' ').count(), 6);
        assert_eq!(names(7), names(6) + " …");
        assert!(!names(6).contains('…') && !names(5).contains('…'));
    }

    #[test]
    fn of_a_tile_that_may_not_be_placed_no_choice_is_offered() {
        let m = parse_move(&board(), TileSet::EMPTY, "1-2-2").unwrap();
        assert!(m.to_string().starts_with("1-2-2:"), "{m}");
    }

    #[test]
    fn other_moves_are_read_as_ever() {
        assert_eq!((read("draw"), read("deal:?")), ("draw".to_owned(), "deal:?".to_owned()));
        assert!(read("1-2-3@99,99").contains("x from -55"), "{}", read("1-2-3@99,99"));
        assert!(read("hello").contains("write draw, pass"), "{}", read("hello"));
    }
}
