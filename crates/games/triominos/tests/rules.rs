//! One story for each rule, one for each reason to refuse a move, and for each option what it
//! changes and that it changes nothing else.

#[path = "rules/twins.rs"]
mod twins;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{BySeat, Game, Observed, Outcome, Position as _, Seat, Turn, Viewer, perft};
use tilewright_testkit::check_rules_page;
use tilewright_testkit::stories::{self, is_legal, pairs, refusal, try_start};
use tilewright_triominos::{
    Board, Corner, Facing, Hand, Location, Move, Neighbor, Options, Orientation, Phase, Placement,
    Position, SpecialFigure, Tile, TileSet, Triominos, View, openings_of, starter_of,
};
use twins::{Step, play_twins};

// ---------------------------------------------------------------------------------------------
// Telling stories

/// The options in a text such as `seats=3 starter=free`.
fn options(text: &str) -> Options {
    *start(text).options()
}

/// The first position of a game with these options.
fn start(text: &str) -> Position {
    stories::start::<Triominos>(&pairs(text))
}

/// The same with points from earlier rounds, such as `390/120`.
fn start_with_scores(text: &str, scores: &str) -> Position {
    let words = start(text).to_string();
    let words = words.split(' ').map(|word| match word.split_once('=') {
        Some(("scores", _)) => format!("scores={scores}"),
        _ => word.to_owned(),
    });
    read(&words.collect::<Vec<_>>().join(" "))
}

fn read(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Deals each seat the tiles named for it and then the first tiles, from 0-0-1 on, that are no
/// triples and are named for nobody.
fn deal(position: &mut Position, hands: &[&str]) {
    let named: TileSet = hands.iter().flat_map(|hand| tiles(hand).iter()).collect();
    let is_dull = |tile: &Tile| !tile.is_triple() && !named.contains(*tile);
    let mut dull = Tile::all().filter(is_dull);
    for hand in hands {
        let dealt = tiles(hand).iter().chain(dull.by_ref());
        for tile in dealt.take(position.options().hand_size()).collect::<Vec<_>>() {
            position.play(Move::Deal(Some(tile))).expect("the tile is in the pile");
        }
    }
}

/// The first position in which a seat is to move, with hands as [`deal`] makes them.
fn dealt(options: &str, hands: &[&str]) -> Position {
    let mut position = start(options);
    deal(&mut position, hands);
    position
}

fn tiles(names: &str) -> TileSet {
    names.split_whitespace().map(tile).collect()
}

fn tile(name: &str) -> Tile {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Plays moves. The word `idle` is a turn without a tile: draws as long as one may, each of the
/// first tile of the pile, and a pass.
fn play(position: &mut Position, moves: &str) {
    for word in moves.split_whitespace() {
        match word {
            "idle" => idle(position),
            _ => stories::play::<Triominos>(position, word),
        }
    }
}

fn idle(position: &mut Position) {
    while position.is_legal(Move::Draw) {
        play(position, "draw");
        let first = position.pile().nth(0);
        position.play(Move::Drawn(first)).expect("the tile is in the pile");
    }
    play(position, "pass");
}

/// The position after some moves.
fn after(mut position: Position, moves: &str) -> Position {
    play(&mut position, moves);
    position
}

/// The scores after some moves.
fn scores(position: Position, moves: &str) -> Vec<i32> {
    after(position, moves).scores().as_slice().to_vec()
}

fn legal_moves(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

/// The tiles that the legal moves place, each once.
fn placeable(position: &Position) -> TileSet {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let placed = moves.into_iter().filter_map(|m| match m {
        Move::Place(placement) => Some(placement.tile),
        _ => None,
    });
    placed.collect()
}

#[track_caller]
fn assert_refused(position: &Position, text: &str, rule: &str, sentence: &str) {
    let illegal = refusal(position, text);
    assert_eq!((illegal.rule(), illegal.to_string().as_str()), (rule, sentence), "{text}");
}

/// The error of a text that is no position.
fn misread(text: &str) -> String {
    text.parse::<Position>().expect_err(text).to_string()
}

fn seat(number: usize) -> Seat {
    Seat::new(number - 1).expect("there are six seats at most")
}

fn starter(position: &Position) -> usize {
    position.starter().expect("the hands are dealt").number()
}

fn mover(position: &Position) -> usize {
    position.turn().seat().expect("a seat is to move").number()
}

fn outcome(position: &Position) -> Outcome {
    position.turn().outcome().copied().expect("the game is over")
}

fn winners(position: &Position) -> Vec<usize> {
    outcome(position).winners().map(Seat::number).collect()
}

/// The seat that opens with these hands, of any size.
fn starter_among(hands: &[&str]) -> usize {
    starter_of(&BySeat::from_fn(hands.len(), |seat| tiles(hands[seat.index()]))).number()
}

/// The gain of a placement in a game of shared tiles after other placements.
fn gain(options: &str, before: &str, placement: &str) -> i32 {
    let position = after(start(&format!("hands=shared {options}")), before);
    let seat = position.turn().seat().expect("a seat is to move");
    after(position.clone(), placement).scores()[seat] - position.scores()[seat]
}

fn figures(before: &str, placement: &str) -> Vec<SpecialFigure> {
    let position = after(start("hands=shared"), before);
    position.board().figures(placement.parse().expect("this is a placement")).collect()
}

fn view(position: &Position, number: usize) -> View {
    Triominos::view(position, Viewer::Seat(seat(number)))
}

fn spectate(position: &Position) -> View {
    Triominos::view(position, Viewer::Spectator)
}

/// Seat 1 has a row of nine tiles. Seat 2 has 29 points in hand, the tiles from 0-0-1 to 0-1-4.
const ROW: [&str; 2] = ["5-5-5 4-5-5 4-4-5 3-4-4 3-3-4 2-3-3 2-2-3 1-2-2 1-1-2", ""];

/// Seat 1 places all but the last of them, for 25 points and 14, 13, 11, 10, 8, 7 and 5.
const ALMOST_OUT: &str = "5-5-5:ABC@0,0 idle 4-5-5:CBA@1,0 idle 4-4-5:CAB@2,0 idle \
    3-4-4:CBA@3,0 idle 3-3-4:CAB@4,0 idle 2-3-3:CBA@5,0 idle 2-2-3:CAB@6,0 idle \
    1-2-2:CBA@7,0 idle";

const LAST_OF_ROW: &str = "1-1-2:CAB@8,0";

/// Three seats with 14 more points in the first hand than 5-5-5 and the first tiles.
const THREE: [&str; 3] = ["5-5-5 4-5-5", "", ""];

/// The options under which [`BLOCKED`] ends the round, with tiles left in the pile.
const THREE_PASS: &str = "seats=3 max-draws=1 blocked-when=passes";

/// Nobody but the opener places. 42 points in 7 tiles are left, 34 in 8 and 54 in 8; the scores are
/// 10, -15 and -15 before the end is counted.
const BLOCKED: &str = "5-5-5:ABC@0,0 draw drawn:1-1-3 pass draw drawn:1-1-1 pass \
    draw drawn:4-4-5 pass";

/// The same with 34 points in 7 tiles, 34 in 8 and 54 in 8.
const BLOCKED_TIE: &str = "5-5-5:ABC@0,0 draw drawn:1-1-3 pass draw drawn:1-1-1 pass \
    draw drawn:1-2-2 pass";

/// Five tiles round the corner where 3-4-5:ABC@0,0 has its 4.
const FIVE_ROUND: &str =
    "4-4-5:ACB@1,0 1-4-4:CAB@1,-1 0-1-4:ACB@0,-1 0-4-4:CAB@-1,-1 3-4-4:BAC@-1,0";

/// With these five are round its 3 as well.
const MORE_AT_LEFT: &str = "3-3-4:BCA@-2,0 3-3-3:ACB@-2,1 1-3-3:BCA@-1,1 1-3-5:BAC@0,1";

/// And with these round its 5.
const MORE_AT_RIGHT: &str = "4-5-5:CAB@2,0 0-1-5:BCA@1,1 0-5-5:BAC@2,1";

const SIXTH: &str = "3-4-5:ABC@0,0";

/// A curve of tiles that 0-4-4:CAB@-1,-1 closes: it shares one edge, and touches the other end by
/// its left corner.
const CURVE: &str = "4-4-5:ACB@1,0 1-4-4:CAB@1,-1 0-1-4:ACB@0,-1 3-4-5:ABC@0,0 1-3-5:BAC@0,1 \
    1-3-3:BCA@-1,1 3-3-3:ACB@-2,1 3-3-4:BCA@-2,0";

/// A ring with a gap that 3-4-4:BAC@-1,0 fills by two edges, while its third corner touches more.
const GAP: &str = "4-4-5:ACB@1,0 1-4-4:CAB@1,-1 0-1-4:ACB@0,-1 0-4-4:CAB@-1,-1 4-5-5:CAB@2,0 \
    0-5-5:BAC@2,1 0-1-5:BCA@1,1 1-3-5:BAC@0,1 1-3-3:BCA@-1,1 3-3-3:ACB@-2,1 3-3-4:BCA@-2,0";

// ---------------------------------------------------------------------------------------------
// Tiles, corners, orientations

#[test]
fn there_are_56_tiles_one_of_each() {
    let all: Vec<[u8; 3]> = Tile::all().map(Tile::numbers).collect();
    let n_values = |tile: &[u8; 3]| (0..6).filter(|number| tile.contains(number)).count();
    let n_with = |n| all.iter().filter(|tile| n_values(tile) == n).count();
    assert_eq!([n_with(1), n_with(2), n_with(3)], [6, 30, 20]);
    assert!(all.iter().all(|[a, b, c]| a <= b && b <= c && *c <= 5));
    assert!(all.is_sorted_by(|tile, next| tile < next));
}

#[test]
fn a_tile_is_written_with_its_numbers_in_order() {
    assert_eq!(Tile::new([0, 3, 3]).unwrap().to_string(), "0-3-3");
    for bad in ["1-3-2", "0-0-6", "1-2", "1-2-3-4", "123", "1 2 3", "", "-1-2-3"] {
        let error = bad.parse::<Tile>().unwrap_err().to_string();
        assert_eq!(error, "a tile is three numbers from 0 to 5 in order, such as 1-2-3", "{bad:?}");
    }
}

#[test]
fn numbers_are_read_clockwise_in_every_orientation() {
    for orientation in Orientation::ALL {
        let [left, middle, right] = orientation.corners(tile("1-2-3"));
        let clockwise = match orientation.facing() {
            Facing::Up => [left, middle, right],
            Facing::Down => [left, right, middle],
        };
        assert!([[1, 2, 3], [2, 3, 1], [3, 1, 2]].contains(&clockwise), "{orientation}");
    }
}

#[test]
fn tiles_are_rotated_and_never_flipped() {
    assert!(Orientation::showing(tile("1-2-3"), [1, 2, 3], Facing::Up).is_some());
    assert_eq!(Orientation::showing(tile("1-2-3"), [1, 3, 2], Facing::Up), None);
    assert_eq!(Orientation::showing(tile("1-2-3"), [1, 2, 3], Facing::Down), None);
}

#[test]
fn each_orientation_is_60_degrees_clockwise_from_the_one_before() {
    let names: Vec<String> = Orientation::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["ABC", "ACB", "CAB", "CBA", "BCA", "BAC"]);
    for (i, orientation) in Orientation::ALL.into_iter().enumerate() {
        assert_eq!(orientation.clockwise(), Orientation::ALL[(i + 1) % 6]);
        // A turn takes left to top, top to right and right to bottom, or top left to top right,
        // top right to bottom and bottom to left.
        let [left, middle, right] = orientation.corners(tile("1-2-3"));
        let turned = match orientation.facing() {
            Facing::Up => [left, right, middle],
            Facing::Down => [middle, left, right],
        };
        assert_eq!(orientation.clockwise().corners(tile("1-2-3")), turned, "{orientation}");
    }
}

#[test]
fn abc_cab_and_bca_face_up_and_the_others_down() {
    let facing = |name: &str| name.parse::<Orientation>().unwrap().facing();
    assert_eq!(["ABC", "CAB", "BCA"].map(facing), [Facing::Up; 3]);
    assert_eq!(["ACB", "CBA", "BAC"].map(facing), [Facing::Down; 3]);
}

#[test]
fn the_name_of_an_orientation_says_what_stands_at_left_middle_and_right() {
    let corners = |name: &str| name.parse::<Orientation>().unwrap().corners(tile("1-2-3"));
    let names = ["ABC", "ACB", "CAB", "CBA", "BCA", "BAC"];
    let expected = [[1, 2, 3], [1, 3, 2], [3, 1, 2], [3, 2, 1], [2, 3, 1], [2, 1, 3]];
    assert_eq!(names.map(corners), expected);
}

#[test]
fn the_middle_is_on_top_facing_up_and_at_the_bottom_facing_down() {
    let position = after(start("hands=shared"), "1-2-3:ABC@0,0");
    // Below it lies a tile with its left corner at the 1, its right one at the 3, and its middle
    // at the bottom, where nothing is: the 2 is on top.
    let below = placements_at(&position, 0, 1);
    assert!(!below.is_empty());
    assert!(below.iter().all(|&[left, _, right]| (left, right) == (1, 3)));
    // To its right one with its left corner, on top, at the 2 and its middle at the 3.
    let beside = placements_at(&position, 1, 0);
    assert!(!beside.is_empty());
    assert!(beside.iter().all(|&[left, middle, _]| (left, middle) == (2, 3)));
}

/// The numbers of all legal placements at a location.
fn placements_at(position: &Position, x: i8, y: i8) -> Vec<[u8; 3]> {
    let location = Location::new(x, y).unwrap();
    let all = position.board().placements(TileSet::ALL);
    all.filter(|it| it.location == location).map(Placement::numbers).collect()
}

// ---------------------------------------------------------------------------------------------
// Locations and neighbors

#[test]
fn a_location_faces_up_if_x_plus_y_is_even() {
    let facing = |x, y| Location::new(x, y).unwrap().facing();
    assert_eq!([facing(0, 0), facing(-3, 1), facing(2, -2)], [Facing::Up; 3]);
    assert_eq!([facing(1, 0), facing(-3, 2), facing(0, -1)], [Facing::Down; 3]);
}

/// The table of the rules, for a location that faces up.
const NEIGHBORS: [(&str, i8, i8); 12] = [
    ("left", -1, 0),
    ("right", 1, 0),
    ("middle", 0, 1),
    ("far-left", -2, 0),
    ("far-right", 2, 0),
    ("left-to-middle", -1, 1),
    ("far-left-to-middle", -2, 1),
    ("far-right-to-middle", 2, 1),
    ("right-to-middle", 1, 1),
    ("opposite", 0, -1),
    ("left-to-opposite", -1, -1),
    ("right-to-opposite", 1, -1),
];

#[test]
fn a_location_has_twelve_neighbors() {
    assert_eq!(Neighbor::ALL.len(), NEIGHBORS.len());
    for (name, dx, dy) in NEIGHBORS {
        let neighbor = Neighbor::ALL.into_iter().find(|it| it.name() == name).unwrap();
        let up = Location::new(4, -2).unwrap();
        assert_eq!(up.neighbor(neighbor), Location::new(4 + dx, -2 + dy), "{name}");
        let down = Location::new(5, -2).unwrap();
        assert_eq!(down.neighbor(neighbor), Location::new(5 + dx, -2 - dy), "{name}");
    }
}

#[test]
fn y_runs_downwards() {
    // A tile that faces up stands on its middle edge, with the neighbor below it.
    let start = Location::new(0, 0).unwrap();
    assert_eq!(start.neighbor(Neighbor::Middle), Location::new(0, 1));
}

/// The vertices at the left, middle and right corner of a location.
fn vertices(location: Location) -> [(i8, i8); 3] {
    let x = location.x();
    let y = location.y();
    match location.facing() {
        Facing::Up => [(x - 1, y + 1), (x, y), (x + 1, y + 1)],
        Facing::Down => [(x - 1, y), (x, y + 1), (x + 1, y)],
    }
}

#[test]
fn three_neighbors_share_an_edge_and_nine_a_corner() {
    for (x, y) in [(0, 0), (1, 0)] {
        let location = Location::new(x, y).unwrap();
        let own = vertices(location);
        for neighbor in Neighbor::ALL {
            let other = vertices(location.neighbor(neighbor).unwrap());
            let n_shared = own.iter().filter(|vertex| other.contains(vertex)).count();
            assert_eq!(n_shared, if neighbor.shares_edge() { 2 } else { 1 }, "{neighbor}");
        }
    }
    let edges = Neighbor::ALL.into_iter().filter(|it| it.shares_edge());
    assert!(edges.eq([Neighbor::Left, Neighbor::Right, Neighbor::Middle]));
}

#[test]
fn coordinates_are_as_far_as_56_tiles_reach() {
    for good in ["-55,-28", "56,28", "0,0", "-2,1"] {
        assert_eq!(good.parse::<Location>().unwrap().to_string(), good);
    }
    for bad in
        ["-56,0", "57,0", "0,-29", "0,29", "200,0", "+1,0", "1", "1,", "a,b", "1,2,3", "1, 2"]
    {
        assert!(bad.parse::<Location>().is_err(), "{bad:?}");
    }
}

// ---------------------------------------------------------------------------------------------
// Placing

#[test]
fn orientation_and_location_face_the_same_way() {
    let position = after(start("hands=shared"), "1-2-3:ABC@0,0");
    let sentence = "BCA does not face down, as a tile at 1,0 must";
    assert_refused(&position, "2-3-3:BCA@1,0", "facing", sentence);
    let sentence = "ACB does not face up, as a tile at 0,0 must";
    assert_refused(&start("hands=shared"), "1-2-3:ACB@0,0", "facing", sentence);
}

#[test]
fn a_tile_is_placed_once() {
    let position = after(start("hands=shared"), "1-2-3:ABC@0,0");
    let sentence = "1-2-3 lies on the table already";
    assert_refused(&position, "1-2-3:ACB@1,0", "tile-placed", sentence);
}

#[test]
fn a_tile_on_the_table_is_no_tile_in_hand_either() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0");
    let sentence = "5-5-5 lies on the table already";
    assert_refused(&position, "5-5-5:ACB@1,0", "tile-placed", sentence);
}

#[test]
fn the_first_tile_goes_to_0_0_facing_up_or_to_1_0_facing_down() {
    let position = start("hands=shared");
    assert!(is_legal(&position, "1-2-3:BCA@0,0") && is_legal(&position, "1-2-3:BAC@1,0"));
    let sentence = "the first tile goes to 0,0 facing up or to 1,0 facing down";
    for text in ["1-2-3:ABC@2,0", "1-2-3:ACB@0,1", "1-2-3:ACB@-1,0", "1-2-3:ABC@1,1"] {
        assert_refused(&position, text, "first-location", sentence);
    }
}

#[test]
fn the_first_tile_may_be_turned_in_any_way() {
    let position = dealt("", &["4-5-5", ""]);
    assert_eq!(legal_moves(&position).len(), 6);
    let board = Board::new();
    assert_eq!(board.n_placements(TileSet::ALL), 50 * 6 + 6 * 2);
}

#[test]
fn a_location_holds_one_tile() {
    let position = after(start("hands=shared"), "1-2-3:ABC@0,0");
    assert_refused(&position, "1-2-4:ABC@0,0", "occupied", "a tile lies at 0,0 already");
}

#[test]
fn a_tile_is_placed_from_the_own_hand() {
    let position = dealt("", &ROW);
    assert_refused(&position, "1-1-3:ABC@0,0", "not-in-hand", "seat 1 does not have 1-1-3");
    let position = after(position, "5-5-5:ABC@0,0");
    assert_refused(&position, "4-5-5:CBA@1,0", "not-in-hand", "seat 2 does not have 4-5-5");
}

#[test]
fn a_tile_shares_an_edge_with_another() {
    let position = after(start("hands=shared"), "1-2-3:ABC@0,0");
    // The first touches the tile by a corner, the second does not touch it.
    assert_refused(&position, "2-2-2:ABC@1,-1", "no-edge", "no tile shares an edge with 1,-1");
    assert_refused(&position, "2-2-2:ABC@9,-5", "no-edge", "no tile shares an edge with 9,-5");
}

#[test]
fn both_corners_of_a_shared_edge_match() {
    let position = after(start("hands=shared"), "1-2-3:ABC@0,0");
    assert!(is_legal(&position, "2-3-3:ACB@1,0"));
    let sentence = "its middle corner is 2, but 3 is there";
    assert_refused(&position, "0-2-2:CBA@1,0", "corner-mismatch", sentence);
    let sentence = "its left corner is 3, but 2 is there";
    assert_refused(&position, "2-3-3:CBA@1,0", "corner-mismatch", sentence);
}

#[test]
fn corners_that_touch_only_a_corner_match_too() {
    let position = after(start("hands=shared"), CURVE);
    assert!(is_legal(&position, "0-4-4:CAB@-1,-1"));
    // Its edge fits, but its left corner touches the 4 of 3-3-4 across the gap.
    let sentence = "its left corner is 5, but 4 is there";
    assert_refused(&position, "0-4-5:CAB@-1,-1", "corner-mismatch", sentence);
}

#[test]
fn a_tile_fits_a_location_in_one_way_at_most() {
    for seed in 0..20 {
        let mut position = start("hands=shared");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        while let Some(m) = position.random_move(&mut rng) {
            position.play(m).unwrap();
            let mut moves: Vec<Placement> = position.board().placements(TileSet::ALL).collect();
            let n_moves = moves.len();
            moves.sort_unstable_by_key(|it| (it.tile, it.location));
            moves.dedup_by_key(|it| (it.tile, it.location));
            assert_eq!(moves.len(), n_moves);
        }
    }
}

#[test]
fn the_three_names_of_a_triple_are_one_move() {
    let position = dealt("", &ROW);
    assert_eq!(legal_moves(&position), ["5-5-5:ABC@0,0", "5-5-5:ACB@1,0"]);
    for name in ["5-5-5:ABC@0,0", "5-5-5:CAB@0,0", "5-5-5:BCA@0,0"] {
        assert_eq!(name.parse::<Move>().unwrap().to_string(), "5-5-5:ABC@0,0");
    }
    for name in ["5-5-5:ACB@1,0", "5-5-5:CBA@1,0", "5-5-5:BAC@1,0"] {
        assert_eq!(name.parse::<Move>().unwrap().to_string(), "5-5-5:ACB@1,0");
    }
}

#[test]
fn a_triple_is_played_by_its_first_name() {
    let position = dealt("", &ROW);
    let placement: Placement = "5-5-5:CAB@0,0".parse().unwrap();
    let illegal = position.explain(Move::Place(placement)).unwrap_err();
    assert_eq!(illegal.rule(), "triple-name");
    assert_eq!(illegal.to_string(), "a triple goes by its first name, 5-5-5:ABC@0,0");
}

// ---------------------------------------------------------------------------------------------
// Figures and points

#[test]
fn a_placement_scores_the_sum_of_its_numbers() {
    assert_eq!(gain("", "", "1-2-3:ABC@0,0"), 6);
    assert_eq!(gain("", "1-2-3:ABC@0,0", "2-3-3:ACB@1,0"), 8);
}

#[test]
fn a_hexagon_scores_50_two_60_and_three_70() {
    let two = format!("{FIVE_ROUND} {MORE_AT_LEFT}");
    let three = format!("{two} {MORE_AT_RIGHT}");
    assert_eq!(gain("", FIVE_ROUND, SIXTH), 12 + 50);
    assert_eq!(gain("", &two, SIXTH), 12 + 60);
    assert_eq!(gain("", &three, SIXTH), 12 + 70);
}

#[test]
fn a_hexagon_is_six_tiles_round_a_corner() {
    assert_eq!(figures(FIVE_ROUND, SIXTH), [SpecialFigure::Hexagon(Corner::Middle)]);
    // The fifth tile round a corner completes nothing.
    let (four, fifth) = FIVE_ROUND.rsplit_once(' ').unwrap();
    assert_eq!((figures(four, fifth), gain("", four, fifth)), (vec![], 11));
}

#[test]
fn a_bridge_scores_40() {
    assert_eq!(gain("", CURVE, "0-4-4:CAB@-1,-1"), 8 + 40);
    assert_eq!(gain("", GAP, "3-4-4:BAC@-1,0"), 11 + 40);
}

#[test]
fn a_bridge_is_completed_by_one_edge_and_extended_by_more() {
    assert_eq!(figures(CURVE, "0-4-4:CAB@-1,-1"), [SpecialFigure::BridgeCompleted]);
    assert_eq!(figures(GAP, "3-4-4:BAC@-1,0"), [SpecialFigure::BridgeExtended]);
}

#[test]
fn adding_to_a_row_is_no_bridge() {
    // The left neighbor and the far-left one are there: but far-left touches no corner that is
    // across from the shared edge.
    assert_eq!(figures("1-2-3:ABC@0,0 2-3-3:ACB@1,0", "3-3-5:ABC@2,0"), []);
    assert_eq!(gain("", "1-2-3:ABC@0,0 2-3-3:ACB@1,0", "3-3-5:ABC@2,0"), 11);
}

/// For each edge, the neighbors that touch the corner across from it and share no edge.
const ACROSS: [(Neighbor, [Neighbor; 3]); 3] = [
    (Neighbor::Right, [Neighbor::FarLeft, Neighbor::FarLeftToMiddle, Neighbor::LeftToMiddle]),
    (Neighbor::Left, [Neighbor::FarRight, Neighbor::FarRightToMiddle, Neighbor::RightToMiddle]),
    (Neighbor::Middle, [Neighbor::Opposite, Neighbor::LeftToOpposite, Neighbor::RightToOpposite]),
];

#[test]
fn a_bridge_touches_the_corner_across_from_a_shared_edge() {
    let mut n_seen = [[0; 3]; 3];
    for seed in 0..12 {
        let mut position = start("hands=shared");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        while let Some(m) = position.random_move(&mut rng) {
            let Move::Place(placement) = m else { panic!("{m} is no placement") };
            check_bridge(position.board(), placement, &mut n_seen);
            position.play(m).unwrap();
        }
    }
    assert!(n_seen.iter().flatten().all(|&n| n > 0), "{n_seen:?}");
}

fn check_bridge(board: &Board, placement: Placement, n_seen: &mut [[usize; 3]; 3]) {
    let is_there = |neighbor| {
        let location = placement.location.neighbor(neighbor);
        location.is_some_and(|location| board.at(location).is_some())
    };
    let mut is_bridge = false;
    for (i, (edge, across)) in ACROSS.into_iter().enumerate() {
        for (j, neighbor) in across.into_iter().enumerate() {
            if is_there(edge) && is_there(neighbor) {
                n_seen[i][j] += 1;
                is_bridge = true;
            }
        }
    }
    let is_hexagon = |it: &SpecialFigure| matches!(it, SpecialFigure::Hexagon(_));
    let figures: Vec<SpecialFigure> = board.figures(placement).collect();
    assert_eq!(figures.iter().any(|it| !is_hexagon(it)), is_bridge, "{placement}");
}

#[test]
fn no_bridge_counts_beside_a_hexagon() {
    let before = format!("{FIVE_ROUND} 3-3-4:BCA@-2,0");
    assert!(figures(&before, SIXTH).contains(&SpecialFigure::BridgeExtended));
    assert_eq!(gain("", &before, SIXTH), 12 + 50);
}

#[test]
fn figures_count_for_whoever_completes_them() {
    // Five tiles by turns, so that the sixth is of seat 2.
    let position = after(start("hands=shared"), FIVE_ROUND);
    assert_eq!(mover(&position), 2);
    let before = position.scores();
    let scores = after(position, SIXTH).scores();
    assert_eq!([scores[seat(1)], scores[seat(2)]], [before[seat(1)], before[seat(2)] + 62]);
}

// ---------------------------------------------------------------------------------------------
// The deal

#[test]
fn two_get_nine_tiles_three_or_four_seven_and_five_or_six_six() {
    for (n_seats, hand_size) in [(2, 9), (3, 7), (4, 7), (5, 6), (6, 6)] {
        let position = dealt(&format!("seats={n_seats}"), &vec![""; n_seats]);
        assert_eq!(position.phase(), Phase::Deciding);
        assert!(Seat::first(n_seats).all(|seat| position.hand(seat).len() == hand_size));
        assert_eq!(position.pile().len(), 56 - n_seats * hand_size);
    }
}

#[test]
fn each_seat_is_dealt_its_whole_hand_in_turn() {
    let mut position = start("seats=3");
    for n_dealt in 0..21_usize {
        let sizes = Seat::first(3).map(|it| position.hand(it).len());
        assert!(sizes.eq([0, 7, 14].map(|n_before| n_dealt.saturating_sub(n_before).min(7))));
        assert_eq!((position.turn(), position.n_legal_moves()), (Turn::Chance, 56 - n_dealt));
        let m = legal_moves(&position)[0].clone();
        play(&mut position, &m);
    }
    assert_eq!(position.phase(), Phase::Deciding);
}

#[test]
fn the_hands_are_dealt_before_anything_else() {
    let sentence = "the hands are dealt first, as in deal:1-2-3";
    for text in ["draw", "pass", "1-2-3:ABC@0,0", "drawn:1-2-3"] {
        assert_refused(&start(""), text, "dealing", sentence);
    }
    let round_over = after(dealt(THREE_PASS, &THREE), BLOCKED);
    assert_refused(&round_over, "pass", "dealing", sentence);
}

#[test]
fn a_tile_is_dealt_or_drawn_from_the_pile() {
    let position = after(start(""), "deal:1-2-3");
    assert_refused(&position, "deal:1-2-3", "not-in-pile", "1-2-3 is not in the pile");
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw");
    assert_refused(&position, "drawn:5-5-5", "not-in-pile", "5-5-5 is not in the pile");
    assert_refused(&position, "drawn:4-5-5", "not-in-pile", "4-5-5 is not in the pile");
    assert!(is_legal(&position, "drawn:3-3-3"));
}

#[test]
fn chance_plays_only_tiles_that_it_shows() {
    assert_refused(&start(""), "deal:?", "hidden", "the tile is hidden");
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw");
    assert_refused(&position, "drawn:?", "hidden", "the tile is hidden");
}

// ---------------------------------------------------------------------------------------------
// Who starts

#[test]
fn the_holder_of_the_highest_triple_starts() {
    assert_eq!(starter_among(&["1-1-1 4-5-5", "3-3-3 0-0-1", "2-2-2"]), 2);
    let position = dealt("seats=3", &["1-1-1 4-5-5", "3-3-3", "2-2-2"]);
    assert_eq!((starter(&position), mover(&position)), (2, 2));
}

#[test]
fn the_starter_opens_with_its_highest_triple() {
    let position = dealt("", &["1-1-1 4-4-4 4-5-5", "3-3-3"]);
    assert_eq!(placeable(&position), tiles("4-4-4"));
    let sentence = "seat 1 must open with 4-4-4";
    assert_refused(&position, "1-1-1:ABC@0,0", "opening", sentence);
    assert_refused(&position, "4-5-5:ABC@0,0", "opening", sentence);
}

#[test]
fn opening_with_a_triple_brings_10_more() {
    assert_eq!(scores(dealt("", &["", "4-4-4"]), "4-4-4:ABC@0,0"), [0, 12 + 10]);
}

#[test]
fn the_starter_may_open_with_0_0_0_for_40() {
    let position = dealt("", &["0-0-0 3-3-3 1-1-1", ""]);
    assert_eq!(placeable(&position), tiles("0-0-0 3-3-3"));
    assert_refused(&position, "1-1-1:ABC@0,0", "opening", "seat 1 must open with 0-0-0 or 3-3-3");
    assert_eq!(scores(position.clone(), "0-0-0:ABC@0,0"), [40, 0]);
    assert_eq!(scores(position, "3-3-3:ABC@0,0"), [19, 0]);
}

#[test]
fn holding_0_0_0_alone_does_not_start_against_a_triple() {
    assert_eq!(starter_among(&["0-0-0 1-2-3", "3-3-3 1-1-2"]), 2);
    // As the only triple it does.
    assert_eq!(starter_among(&["4-5-5 3-5-5", "0-0-0 0-0-1"]), 2);
    assert_eq!(scores(dealt("", &["4-5-5", "0-0-0"]), "0-0-0:ABC@0,0"), [0, 40]);
}

#[test]
fn without_a_triple_the_highest_sum_starts_and_brings_no_bonus() {
    let position = dealt("", &["3-5-5", "4-5-5"]);
    assert_eq!((starter(&position), placeable(&position)), (2, tiles("4-5-5")));
    assert_eq!(scores(position, "4-5-5:ABC@0,0"), [0, 14]);
}

#[test]
fn either_of_two_highest_sums_may_open() {
    let position = dealt("", &["3-5-5 4-4-5", ""]);
    assert_eq!(placeable(&position), tiles("3-5-5 4-4-5"));
}

#[test]
fn equal_sums_are_decided_by_the_next_best_tile() {
    assert_eq!(starter_among(&["3-5-5 0-0-1", "4-4-5 0-0-2"]), 2);
    assert_eq!(starter_among(&["3-5-5 2-5-5 0-0-1", "4-4-5 3-4-5 0-0-2"]), 2);
}

#[test]
fn one_tile_of_the_highest_sum_starts_against_many_that_are_almost_as_high() {
    assert_eq!(starter_among(&["3-5-5 4-4-5 2-5-5", "4-5-5 0-0-1 0-0-2"]), 2);
}

#[test]
fn hands_with_equal_sums_throughout_start_at_the_lowest_seat() {
    assert_eq!(starter_among(&["0-0-1", "3-5-5", "4-4-5"]), 2);
}

#[test]
fn openings_are_listed_with_their_points() {
    let openings = |hand: &str| -> Vec<(String, i32)> {
        openings_of(tiles(hand)).iter().map(|(tile, points)| (tile.to_string(), *points)).collect()
    };
    let named = |name: &str, points| (name.to_owned(), points);
    assert_eq!(openings("0-0-0 5-5-5 1-2-3"), [named("0-0-0", 40), named("5-5-5", 25)]);
    assert_eq!(openings("3-5-5 4-4-5 1-2-3"), [named("3-5-5", 13), named("4-4-5", 13)]);
}

#[test]
fn the_opener_must_place() {
    for starter in ["highest-triple", "free"] {
        let position = dealt(&format!("starter={starter}"), &ROW);
        assert_refused(&position, "draw", "opening", "a round opens with a tile");
        assert_refused(&position, "pass", "opening", "a round opens with a tile");
    }
}

// ---------------------------------------------------------------------------------------------
// A turn

#[test]
fn seats_take_turns_in_order() {
    let mut position = dealt("seats=4", &["", "", "5-5-5", ""]);
    let mut movers = Vec::new();
    for word in "5-5-5:ABC@0,0 idle idle idle".split(' ') {
        movers.push(mover(&position));
        play(&mut position, word);
    }
    assert_eq!((movers, mover(&position)), (vec![3, 4, 1, 2], 3));
}

#[test]
fn a_placement_ends_the_turn() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 idle 4-5-5:CBA@1,0");
    assert_eq!(mover(&position), 2);
}

#[test]
fn a_draw_costs_5_and_brings_a_tile() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw drawn:3-3-3");
    assert_eq!(position.scores().as_slice(), [25, -5]);
    assert!(position.hand(seat(2)).contains(tile("3-3-3")));
    assert_eq!((position.hand(seat(2)).len(), position.pile().len()), (10, 37));
}

#[test]
fn the_tile_comes_before_anything_else() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw");
    assert_eq!((position.turn(), position.n_legal_moves()), (Turn::Chance, 38));
    let sentence = "first comes the tile that was drawn, as in drawn:1-2-3";
    for text in ["draw", "pass", "deal:3-3-3", "4-5-5:CBA@1,0"] {
        assert_refused(&position, text, "drawing", sentence);
    }
}

#[test]
fn after_a_draw_the_same_seat_decides_again() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw drawn:3-5-5");
    assert_eq!(mover(&position), 2);
    assert!(is_legal(&position, "draw") && is_legal(&position, "3-5-5:CBA@1,0"));
    let position = after(position, "3-5-5:CBA@1,0");
    assert_eq!((mover(&position), position.scores().as_slice()), (1, &[25, -5 + 13][..]));
}

#[test]
fn one_may_draw_three_times_in_a_turn() {
    let draws = "5-5-5:ABC@0,0 draw drawn:0-0-0 draw drawn:1-1-1 draw drawn:2-2-2";
    let position = after(dealt("", &ROW), draws);
    let sentence = "a turn has at most 3 draws";
    assert_refused(&position, "draw", "max-draws", sentence);
    // In the next turn it may draw again.
    assert!(is_legal(&after(position, "pass 4-5-5:CBA@1,0"), "draw"));
}

#[test]
fn one_may_draw_or_pass_while_a_tile_fits() {
    let mut position = after(dealt("", &["5-5-5", "4-5-5"]), "5-5-5:ABC@0,0");
    for drawn in ["0-0-0", "1-1-1", "2-2-2"] {
        assert!(is_legal(&position, "4-5-5:CBA@1,0"));
        play(&mut position, &format!("draw drawn:{drawn}"));
    }
    assert!(is_legal(&position, "4-5-5:CBA@1,0") && is_legal(&position, "pass"));
}

#[test]
fn one_may_pass_only_after_three_draws_or_with_an_empty_pile() {
    let mut position = after(dealt("", &ROW), "5-5-5:ABC@0,0");
    let sentence = "one may pass only after 3 draws or when the pile is empty";
    for drawn in ["0-0-0", "1-1-1", "2-2-2"] {
        assert_refused(&position, "pass", "pass-too-early", sentence);
        play(&mut position, &format!("draw drawn:{drawn}"));
    }
    assert!(is_legal(&position, "pass"));

    let position = after_empty_pile("");
    assert_refused(&position, "draw", "empty-pile", "the pile is empty");
    assert!(is_legal(&position, "pass"));
}

/// Seat 2 is to move after it drew the whole pile in one turn, and seat 1 placed a tile.
fn after_empty_pile(options: &str) -> Position {
    let mut position = dealt(&format!("max-draws=56 {options}"), &ROW);
    play(&mut position, "5-5-5:ABC@0,0 idle");
    assert!(position.pile().is_empty());
    after(position, "4-5-5:CBA@1,0")
}

#[test]
fn a_pile_that_runs_out_in_the_middle_of_a_turn_allows_to_pass() {
    let mut position = dealt("max-draws=37", &ROW);
    play(&mut position, "5-5-5:ABC@0,0 idle draw");
    let last = position.pile().nth(0);
    position.play(Move::Drawn(last)).unwrap();
    assert_refused(&position, "draw", "empty-pile", "the pile is empty");
    assert!(is_legal(&position, "pass"));
}

#[test]
fn a_pass_costs_10_so_that_a_fruitless_turn_costs_25() {
    assert_eq!(scores(dealt("", &ROW), "5-5-5:ABC@0,0 idle"), [25, -25]);
    // Also with an empty pile.
    let position = after_empty_pile("");
    let before = position.scores()[seat(2)];
    assert_eq!(after(position, "pass").scores()[seat(2)], before - 10);
}

#[test]
fn chance_does_not_play_when_a_seat_is_to_move() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0");
    let sentence = "a seat is to move, not chance";
    assert_refused(&position, "deal:3-3-3", "not-chance", sentence);
    assert_refused(&position, "drawn:3-3-3", "not-chance", sentence);
}

// ---------------------------------------------------------------------------------------------
// The end of a round

#[test]
fn who_places_its_last_tile_gets_25_and_the_points_in_the_other_hands() {
    let position = after(dealt("max-draws=1", &ROW), ALMOST_OUT);
    assert_eq!(position.scores().as_slice(), [93, -120]);
    assert_eq!(position.hand(seat(2)).points(), 70);
    let position = after(position, LAST_OF_ROW);
    assert_eq!(position.phase(), Phase::RoundOver);
    assert_eq!(position.scores().as_slice(), [93 + 4 + 25 + 70, -120]);
}

/// The pile is empty after seat 2, and seat 1 is to move.
fn with_an_empty_pile() -> Position {
    let position = after(dealt("max-draws=38", &ROW), "5-5-5:ABC@0,0 idle");
    assert!(position.pile().is_empty());
    position
}

#[test]
fn a_round_is_blocked_when_every_seat_in_succession_has_not_placed_with_an_empty_pile() {
    assert_eq!(after(with_an_empty_pile(), "pass").phase(), Phase::RoundOver);
    // A tile restarts the count.
    let position = after(with_an_empty_pile(), "4-5-5:CBA@1,0 pass");
    assert_eq!(position.phase(), Phase::Deciding);
    let position = after(position, "pass");
    assert_eq!(position.phase(), Phase::RoundOver);
    assert!(spectate(&position).round_end().unwrap().is_blocked);
}

#[test]
fn with_tiles_in_the_pile_play_goes_on_however_many_turns_are_fruitless() {
    let mut position = dealt("seats=3 max-draws=1", &THREE);
    play(&mut position, "5-5-5:ABC@0,0");
    let mut n_idle = 0;
    while position.pile().len() > 1 {
        idle(&mut position);
        n_idle += 1;
        assert_eq!(position.phase(), Phase::Deciding);
    }
    assert_eq!(n_idle, 34);
    // Somebody may still draw a tile that fits, and place it.
    assert!(is_legal(&position, "4-5-5:CBA@1,0") || is_legal(&position, "draw"));
    assert_eq!(after(position.clone(), "draw").phase(), Phase::Drawing);
    // The turns before the last draw count too: with it, nobody has anything new to place.
    idle(&mut position);
    assert_eq!(position.phase(), Phase::RoundOver);
}

#[test]
fn every_pass_with_tiles_in_the_pile_follows_a_draw_so_that_no_round_is_endless() {
    for n_seats in 2..=6 {
        for max_draws in [0, 1, 2, 3, 56] {
            let options = format!("seats={n_seats} max-draws={max_draws}");
            let mut position = dealt(&options, &vec![""; n_seats]);
            let opening = legal_moves(&position)[0].clone();
            play(&mut position, &opening);
            let mut n_turns = 0;
            while position.phase() == Phase::Deciding {
                idle(&mut position);
                n_turns += 1;
            }
            let n_pile = 56 - n_seats * position.options().hand_size();
            assert!(n_turns <= n_pile + n_seats, "{n_turns} turns with {options}");
            assert!(position.pile().is_empty());
        }
    }
}

#[test]
fn blocked_when_passes_ends_a_round_whatever_is_left_in_the_pile() {
    let mut position = dealt(THREE_PASS, &THREE);
    play(&mut position, "5-5-5:ABC@0,0 idle idle 4-5-5:CBA@1,0");
    // The tile of seat 1 restarted the count.
    for _ in 0..3 {
        assert_eq!(position.phase(), Phase::Deciding);
        idle(&mut position);
    }
    assert_eq!(position.phase(), Phase::RoundOver);
    assert_eq!(position.pile().len(), 56 - 21 - 5);
}

#[test]
fn blocked_when_changes_nothing_else() {
    let mut n_other = 0;
    for common in ["seats=2 single-round=on", "seats=4 target=200"] {
        play_twins(common, "blocked-when=passes", |step| {
            let [usual, changed] = [&step.after.usual, &step.after.changed].map(Position::phase);
            let is_sooner = usual != changed && step.m == Move::Pass;
            if is_sooner {
                assert!(!step.after.usual.pile().is_empty());
                n_other += 1;
            } else {
                assert_eq!(usual, changed);
                assert_eq!(step.extra_gain(), 0);
                step.assert_same_moves();
            }
        });
    }
    assert!(n_other > 0);
}

#[test]
fn a_game_kept_without_blocked_when_was_played_under_passes() {
    assert_eq!(Triominos::LEGACY_OPTIONS, [("blocked-when", "passes")]);
    let kept = after(dealt(THREE_PASS, &THREE), "5-5-5:ABC@0,0 idle idle idle").to_string();
    let text = kept.replace(" blocked-when=passes", "");
    assert_eq!(Triominos::parse_legacy_position(&text).unwrap().to_string(), kept);
    // With the option it is read as it says.
    let other =
        with_an_empty_pile().to_string().replace(" round=", " blocked-when=empty-pile round=");
    assert_eq!(Triominos::parse_legacy_position(&other).unwrap(), with_an_empty_pile());
    // In a new game such a round would go on.
    assert_eq!(read(&text).phase(), Phase::Deciding);
}

#[test]
fn the_lowest_hand_wins_a_blocked_round_and_gets_the_others_less_its_own() {
    let position = after(dealt(THREE_PASS, &THREE), BLOCKED);
    let left: Vec<i32> = Seat::first(3).map(|it| position.hand(it).points()).collect();
    assert_eq!(left, [42, 34, 54]);
    let end = spectate(&position).round_end().unwrap();
    assert_eq!((end.is_blocked, end.winners), (true, vec![seat(2)]));
    // Nobody else loses anything.
    assert_eq!(end.gains.as_slice(), [0, 42 + 54 - 34, 0]);
    assert_eq!(position.scores().as_slice(), [10, -15 + 62, -15]);
}

#[test]
fn several_lowest_hands_each_win_a_blocked_round() {
    let position = after(dealt(THREE_PASS, &THREE), BLOCKED_TIE);
    let end = spectate(&position).round_end().unwrap();
    assert_eq!(end.winners, [seat(1), seat(2)]);
    assert_eq!(end.gains.as_slice(), [54, 54, 0]);
}

#[test]
fn scores_may_go_below_zero() {
    assert_eq!(scores(dealt("max-draws=1", &ROW), ALMOST_OUT)[1], -120);
}

#[test]
fn all_hands_are_shown_at_the_end_of_a_round() {
    for option in ["", " single-round=on"] {
        let position = after(dealt(&format!("{THREE_PASS}{option}"), &THREE), BLOCKED);
        for viewer in Viewer::all(3) {
            let view = Triominos::view(&position, viewer);
            for seat in Seat::first(3) {
                assert_eq!(view.hand(seat), Hand::Known(position.hand(seat)));
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// The game

#[test]
fn scores_are_carried_from_round_to_round() {
    let mut position = after(dealt(THREE_PASS, &THREE), BLOCKED);
    assert_eq!((position.round(), position.turn()), (1, Turn::Chance));
    play(&mut position, "deal:0-0-0");
    assert_eq!((position.round(), position.phase()), (2, Phase::Dealing));
    assert_eq!(position.scores().as_slice(), [10, 47, -15]);
}

#[test]
fn every_round_begins_with_all_tiles_and_an_empty_table() {
    let mut position = after(dealt(THREE_PASS, &THREE), BLOCKED);
    assert_eq!(position.n_legal_moves(), 56);
    deal(&mut position, &["", "", "5-5-5"]);
    assert!(position.board().is_empty() && position.actions().is_empty());
    assert_eq!(position.pile().len(), 56 - 21);
    // The highest triple starts again.
    assert_eq!(starter(&position), 3);
}

#[test]
fn rounds_are_played_until_the_target_is_reached_after_one() {
    let blocked = |scores: &str| {
        let mut position = start_with_scores(THREE_PASS, scores);
        deal(&mut position, &THREE);
        after(position, BLOCKED)
    };
    // The round brings 10, 47 and -15.
    assert_eq!(blocked("389/352/0").phase(), Phase::RoundOver);
    assert_eq!(blocked("390/0/0").phase(), Phase::GameOver);
    assert_eq!(blocked("0/353/0").phase(), Phase::GameOver);
}

#[test]
fn the_target_reached_in_the_middle_of_a_round_does_not_end_it() {
    let mut position = start_with_scores(THREE_PASS, "380/0/0");
    deal(&mut position, &THREE);
    play(&mut position, "5-5-5:ABC@0,0");
    assert_eq!((position.scores()[seat(1)], position.phase()), (405, Phase::Deciding));
    // A seat that falls below it again before the end has not reached it.
    let position = after(position, "idle idle draw drawn:4-4-5 pass");
    assert_eq!((position.scores()[seat(1)], position.phase()), (390, Phase::RoundOver));
}

/// A blocked round that seat 2 wins and that brings seat 1 10 points and seat 2 62 - 15.
fn end_of_game(options: &str, scores: &str) -> Position {
    let mut position = start_with_scores(&format!("{THREE_PASS} {options}"), scores);
    deal(&mut position, &THREE);
    after(position, BLOCKED)
}

#[test]
fn the_winner_of_the_last_round_wins_the_game_with_the_target_reached() {
    let position = end_of_game("", "399/360/0");
    assert_eq!(position.scores().as_slice(), [409, 407, -15]);
    assert_eq!(outcome(&position).places().as_slice(), [2, 1, 3]);
}

#[test]
fn otherwise_the_highest_score_wins_the_game() {
    let position = end_of_game("", "399/350/0");
    assert_eq!(position.scores().as_slice(), [409, 397, -15]);
    assert_eq!(outcome(&position).places().as_slice(), [1, 2, 3]);
}

#[test]
fn several_round_winners_with_the_target_share_the_game() {
    let tied = |scores: &str| {
        let mut position = start_with_scores(THREE_PASS, scores);
        deal(&mut position, &THREE);
        after(position, BLOCKED_TIE)
    };
    // The round brings 64, 39 and -15; a higher score of one of them does not count.
    let position = tied("350/370/390");
    assert_eq!(position.scores().as_slice(), [414, 409, 375]);
    assert_eq!(outcome(&position).places().as_slice(), [1, 1, 3]);
    // One of them has not reached it.
    assert_eq!(winners(&tied("340/350/390")), [1]);
}

#[test]
fn equal_scores_share_a_place() {
    let position = end_of_game("single-round=on", "37/0/20");
    assert_eq!(position.scores().as_slice(), [47, 47, 5]);
    assert_eq!(outcome(&position).places().as_slice(), [1, 1, 3]);
}

#[test]
fn nothing_is_played_after_the_end_of_the_game() {
    let position = end_of_game("single-round=on", "0/0/0");
    assert_eq!(legal_moves(&position), Vec::<String>::new());
    for text in ["draw", "pass", "deal:1-2-3", "drawn:1-2-3", "4-5-5:CBA@1,0"] {
        assert_refused(&position, text, "game-over", "the game is over");
    }
}

// ---------------------------------------------------------------------------------------------
// Options

#[test]
fn the_usual_game_has_these_options() {
    let spelled = options(
        "seats=2 target=400 single-round=off max-draws=3 voluntary-draw=on \
         pass-penalty-empty-pile=on hexagon=50/60/70 bridge=any bridge-with-hexagon=off \
         blocked-when=empty-pile blocked-winner=points blocked-score=others-minus-own \
         starter=highest-triple game-winner=round-winner-first hands=dealt",
    );
    assert_eq!(spelled, Options::default());
    assert_eq!(spelled, options(""));
}

#[test]
fn every_option_is_told_to_people() {
    let names: Vec<&str> = Triominos::OPTIONS.iter().map(|info| info.name).collect();
    let page = include_str!("../RULES.md");
    for name in &names {
        assert!(page.contains(&format!("| `{name}` |")), "RULES.md does not list {name}");
    }
    let json = serde_json::to_value(Options::default()).unwrap();
    assert_eq!(json.as_object().unwrap().len(), names.len());
    assert!(names.iter().all(|name| json.get(name).is_some()));
}

/// The sentence with which these options are refused.
fn refused(text: &str) -> String {
    try_start::<Triominos>(&pairs(text)).expect_err(text).to_string()
}

#[test]
fn two_to_six_can_play() {
    for n_seats in 2..=6 {
        assert_eq!(start(&format!("seats={n_seats}")).n_seats(), n_seats);
    }
    assert_eq!(refused("seats=7"), "triominos is for 2 to 6 seats, not 7");
    assert_eq!(refused("seats=1"), "triominos is for 2 to 6 seats, not 1");
    assert_eq!(refused("seats=0"), "triominos is for 2 to 6 seats, not 0");
    assert_eq!(refused("seats=two"), "option seats: 'two' is not a whole number in range");
}

#[test]
fn players_is_another_name_of_seats() {
    assert_eq!(options("players=3"), options("seats=3"));
    assert_eq!(refused("players=7"), "triominos is for 2 to 6 seats, not 7");
    assert_eq!(refused("players=3 seats=3"), "option seats is given twice");
}

#[test]
fn a_target_is_from_1_to_100000() {
    assert_eq!(options("target=1").target, 1);
    assert_eq!(options("target=100000").target, 100_000);
    assert_eq!(refused("target=0"), "the target is from 1 to 100000, not 0");
    assert_eq!(refused("target=-400"), "the target is from 1 to 100000, not -400");
    assert_eq!(refused("target=100001"), "the target is from 1 to 100000, not 100001");
    assert_eq!(refused("target=4.5"), "option target: '4.5' is not a whole number in range");
}

#[test]
fn there_are_56_draws_in_a_turn_at_most() {
    assert_eq!(options("max-draws=56").max_draws, 56);
    assert_eq!(refused("max-draws=57"), "max-draws is from 0 to 56, not 57");
    assert_eq!(refused("max-draws=-1"), "option max-draws: '-1' is not a whole number in range");
}

#[test]
fn unknown_options_are_refused() {
    let sentence = refused("color=red");
    assert!(sentence.starts_with("there is no option 'color': choose "), "{sentence}");
    for info in Triominos::OPTIONS {
        assert!(sentence.contains(info.name), "{sentence}");
    }
    assert_eq!(refused("target=100 target=200"), "option target is given twice");
}

#[test]
fn unknown_values_are_refused() {
    let expected = [
        ("single-round=yes", "option single-round: 'yes' is neither on nor off"),
        ("voluntary-draw=1", "option voluntary-draw: '1' is neither on nor off"),
        (
            "pass-penalty-empty-pile=no",
            "option pass-penalty-empty-pile: 'no' is neither on nor off",
        ),
        ("hexagon=50", "option hexagon: '50' is none of 50/60/70, 50/100/150"),
        ("bridge=none", "option bridge: 'none' is none of any, completed-only"),
        ("bridge-with-hexagon=both", "option bridge-with-hexagon: 'both' is neither on nor off"),
        ("blocked-when=never", "option blocked-when: 'never' is none of empty-pile, passes"),
        ("blocked-winner=luck", "option blocked-winner: 'luck' is none of points, tiles"),
        ("starter=oldest", "option starter: 'oldest' is none of highest-triple, free"),
        (
            "blocked-score=nothing",
            "option blocked-score: 'nothing' is none of others-minus-own, sum-of-differences, \
             others, everyone-minus-own",
        ),
        (
            "game-winner=lowest",
            "option game-winner: 'lowest' is none of round-winner-first, highest",
        ),
        ("hands=open", "option hands: 'open' is none of dealt, shared"),
    ];
    for (text, sentence) in expected {
        assert_eq!(refused(text), sentence);
    }
}

/// Plays twins, checks that the moves are the same throughout, and counts the moves for which the
/// changed game gave other points, all of which `expected` must foretell.
fn n_other_gains(common: &str, change: &str, expected: impl Fn(&Step) -> i32) -> usize {
    let mut n_other = 0;
    play_twins(common, change, |step| {
        step.assert_same_moves();
        assert_eq!(step.extra_gain(), expected(step), "{} for {change}", step.m);
        n_other += usize::from(step.extra_gain() != 0);
    });
    n_other
}

#[test]
fn target_ends_the_game_sooner_and_changes_nothing_else() {
    let mut n_sooner = 0;
    play_twins("seats=3", "target=150", |step| {
        assert_eq!(step.extra_gain(), 0);
        let best = step.after.usual.scores().iter().max().copied().unwrap();
        if step.after.usual.is_round_over() && best >= 150 {
            assert_eq!(step.after.changed.phase(), Phase::GameOver);
            n_sooner += usize::from(step.after.usual.phase() == Phase::RoundOver);
        } else {
            step.assert_same_moves();
            assert_eq!(step.after.usual.phase(), step.after.changed.phase());
        }
    });
    assert!(n_sooner > 0);
}

#[test]
fn target_is_what_the_round_winner_must_have() {
    // Seat 2 wins the round and has 47 of 40 points, or of 50.
    assert_eq!(winners(&end_of_game("target=40", "89/0/0")), [2]);
    assert_eq!(winners(&end_of_game("target=50", "89/0/0")), [1]);
}

#[test]
fn single_round_is_over_after_a_round_and_changes_nothing_else() {
    let mut n_sooner = 0;
    play_twins("", "single-round=on", |step| {
        assert_eq!((step.extra_gain(), step.after.changed.round()), (0, 1));
        if step.after.usual.is_round_over() {
            assert_eq!(step.after.changed.phase(), Phase::GameOver);
            n_sooner += usize::from(step.after.usual.phase() == Phase::RoundOver);
        } else {
            step.assert_same_moves();
        }
    });
    assert!(n_sooner > 0);
}

#[test]
fn a_single_round_is_won_by_the_highest_score() {
    // Seat 2 wins the round, but seat 1 has more points, and neither the target nor who won the
    // round counts.
    let position = end_of_game("single-round=on", "399/360/0");
    assert_eq!(position.scores().as_slice(), [409, 407, -15]);
    assert_eq!(winners(&position), [1]);
}

#[test]
fn max_draws_is_how_often_one_may_draw_in_a_turn() {
    let position = after(dealt("max-draws=1", &ROW), "5-5-5:ABC@0,0");
    let sentence = "one may pass only after 1 draw or when the pile is empty";
    assert_refused(&position, "pass", "pass-too-early", sentence);
    let position = after(position, "draw drawn:0-0-0");
    assert_refused(&position, "draw", "max-draws", "a turn has at most 1 draw");
    assert!(is_legal(&position, "pass"));
}

#[test]
fn max_draws_0_is_without_limit() {
    let mut position = after(dealt("max-draws=0", &ROW), "5-5-5:ABC@0,0");
    let sentence = "one may pass only when the pile is empty";
    assert_refused(&position, "pass", "pass-too-early", sentence);
    idle(&mut position);
    assert!(position.pile().is_empty());
    assert_eq!(position.scores().as_slice(), [25, -5 * 38 - 10]);
}

#[test]
fn max_draws_changes_nothing_else() {
    for (max_draws, n_common) in [(1, 1), (2, 2), (5, 3), (0, 3)] {
        let mut n_other = 0;
        play_twins("seats=3 target=200", &format!("max-draws={max_draws}"), |step| {
            assert_eq!(step.extra_gain(), 0);
            let has_drawn_all = spectate(&step.after.usual).n_draws() >= n_common;
            if has_drawn_all && step.after.usual.phase() == Phase::Deciding {
                let [usual, changed] = [&step.after.usual, &step.after.changed].map(placeable);
                assert_eq!(usual, changed);
                n_other += 1;
            } else {
                step.assert_same_moves();
            }
        });
        assert!(n_other > 0);
    }
}

#[test]
fn without_voluntary_draw_one_must_place_what_fits() {
    let position = after(dealt("voluntary-draw=off", &["5-5-5", "4-5-5"]), "5-5-5:ABC@0,0");
    let sentence = "a tile fits, so it must be placed";
    assert_refused(&position, "draw", "voluntary-draw", sentence);
    assert_refused(&position, "pass", "voluntary-draw", sentence);
    // Nothing of seat 1 fits now, so it may draw, and then not any more if the tile fits.
    let position = after(position, "4-5-5:CBA@1,0");
    assert_eq!(legal_moves(&position), ["draw"]);
    let position = after(position, "draw drawn:3-5-5");
    assert_refused(&position, "draw", "voluntary-draw", sentence);
}

#[test]
fn voluntary_draw_changes_nothing_else() {
    let mut n_other = 0;
    play_twins("seats=3 target=200", "voluntary-draw=off", |step| {
        assert_eq!(step.extra_gain(), 0);
        let Step { after, .. } = step;
        let is_forced = after.usual.phase() == Phase::Deciding
            && !placeable(&after.usual).is_empty()
            && !after.usual.board().is_empty();
        if !is_forced {
            return step.assert_same_moves();
        }
        let mut moves = legal_moves(&after.usual);
        assert!(["draw", "pass"].contains(&moves.pop().unwrap().as_str()));
        assert_eq!(moves, legal_moves(&after.changed));
        n_other += 1;
    });
    assert!(n_other > 0);
}

#[test]
fn without_pass_penalty_empty_pile_a_pass_costs_nothing_then() {
    let position = after_empty_pile("pass-penalty-empty-pile=off");
    let before = position.scores()[seat(2)];
    assert_eq!(after(position, "pass").scores()[seat(2)], before);
    // The pile was not empty before the last draw, and that costs as ever.
    let position = dealt("pass-penalty-empty-pile=off", &ROW);
    assert_eq!(scores(position, "5-5-5:ABC@0,0 idle"), [25, -25]);
}

#[test]
fn pass_penalty_empty_pile_changes_nothing_else() {
    let common = "single-round=on max-draws=0";
    let n_other = n_other_gains(common, "pass-penalty-empty-pile=off", |step| {
        let is_free = step.m == Move::Pass && step.before.usual.pile().is_empty();
        if is_free { 10 } else { 0 }
    });
    assert!(n_other > 0);
}

fn n_hexagons(step: &Step) -> usize {
    let is_hexagon = |it: &SpecialFigure| matches!(it, SpecialFigure::Hexagon(_));
    figures_of(step).iter().filter(|it| is_hexagon(it)).count()
}

fn figures_of(step: &Step) -> Vec<SpecialFigure> {
    match step.m {
        Move::Place(placement) => step.before.usual.board().figures(placement).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn hexagon_50_100_150_counts_each_of_them() {
    let two = format!("{FIVE_ROUND} {MORE_AT_LEFT}");
    let three = format!("{two} {MORE_AT_RIGHT}");
    let option = "hexagon=50/100/150";
    assert_eq!(gain(option, FIVE_ROUND, SIXTH), 12 + 50);
    assert_eq!(gain(option, &two, SIXTH), 12 + 100);
    assert_eq!(gain(option, &three, SIXTH), 12 + 150);
}

#[test]
fn hexagon_changes_nothing_else() {
    let extra = |step: &Step| [0, 0, 40, 80][n_hexagons(step)];
    assert!(n_other_gains("hands=shared", "hexagon=50/100/150", extra) > 0);
    n_other_gains("single-round=on", "hexagon=50/100/150", extra);
}

#[test]
fn bridge_completed_only_counts_no_extended_bridge() {
    let option = "bridge=completed-only";
    assert_eq!(gain(option, CURVE, "0-4-4:CAB@-1,-1"), 8 + 40);
    assert_eq!(gain(option, GAP, "3-4-4:BAC@-1,0"), 11);
}

#[test]
fn bridge_changes_nothing_else() {
    let extra = |step: &Step| match figures_of(step).as_slice() {
        [SpecialFigure::BridgeExtended] => -40,
        _ => 0,
    };
    assert!(n_other_gains("hands=shared", "bridge=completed-only", extra) > 0);
    n_other_gains("single-round=on", "bridge=completed-only", extra);
}

#[test]
fn bridge_with_hexagon_counts_both() {
    let before = format!("{FIVE_ROUND} 3-3-4:BCA@-2,0");
    assert_eq!(gain("bridge-with-hexagon=on", &before, SIXTH), 12 + 50 + 40);
    // With both options this bridge, by two edges, is none.
    assert_eq!(gain("bridge-with-hexagon=on bridge=completed-only", &before, SIXTH), 12 + 50);
}

#[test]
fn bridge_with_hexagon_changes_nothing_else() {
    let extra = |step: &Step| {
        let is_both = n_hexagons(step) > 0 && figures_of(step).len() > n_hexagons(step);
        if is_both { 40 } else { 0 }
    };
    assert!(n_other_gains("hands=shared", "bridge-with-hexagon=on", extra) > 0);
    n_other_gains("single-round=on", "bridge-with-hexagon=on", extra);
}

/// The gain of each seat at the end of a blocked round: 42 points in 7 tiles are left, 34 in 8 and
/// 54 in 8.
fn blocked_gains(options: &str) -> Vec<i32> {
    let end = spectate(&end_of_game(options, "0/0/0")).round_end().unwrap();
    end.gains.as_slice().to_vec()
}

#[test]
fn blocked_winner_tiles_lets_the_fewest_tiles_win() {
    assert_eq!(blocked_gains(""), [0, 42 + 54 - 34, 0]);
    assert_eq!(blocked_gains("blocked-winner=tiles"), [34 + 54 - 42, 0, 0]);
}

#[test]
fn the_fewest_tiles_may_cost_their_holder_points() {
    let options = "blocked-winner=tiles blocked-when=passes max-draws=1";
    let mut position = dealt(options, &["5-5-5 4-5-5 4-4-5 3-5-5", ""]);
    play(&mut position, "5-5-5:ABC@0,0 draw drawn:0-0-0 pass draw drawn:4-4-4 pass");
    let left: Vec<i32> = Seat::first(2).map(|it| position.hand(it).points()).collect();
    assert_eq!(left, [67, 42]);
    let end = spectate(&position).round_end().unwrap();
    assert_eq!((end.winners, end.gains.as_slice()), (vec![seat(1)], &[42 - 67, 0][..]));
}

#[test]
fn blocked_score_says_what_a_blocked_round_is_worth() {
    assert_eq!(blocked_gains("blocked-score=others-minus-own"), [0, 42 + 54 - 34, 0]);
    assert_eq!(blocked_gains("blocked-score=sum-of-differences"), [0, 42 - 34 + 54 - 34, 0]);
    assert_eq!(blocked_gains("blocked-score=others"), [0, 42 + 54, 0]);
}

#[test]
fn everyone_minus_own_takes_from_all_and_gives_to_nobody() {
    let option = "blocked-score=everyone-minus-own";
    assert_eq!(blocked_gains(option), [-42, -34, -54]);
    // The lowest hand has won the round all the same.
    let end = spectate(&end_of_game(option, "0/0/0")).round_end().unwrap();
    assert_eq!(end.winners, [seat(2)]);
}

/// That two games differ in points only when a round is blocked.
fn check_blocked_option(change: &str) {
    let mut n_other = 0;
    play_twins("seats=3 single-round=on max-draws=1", change, |step| {
        step.assert_same_moves();
        let is_blocked = step.after.usual.is_round_over() && step.m == Move::Pass;
        let is_other = step.extra_gains().iter().any(|&gain| gain != 0);
        assert!(is_blocked || !is_other, "{} for {change}", step.m);
        n_other += usize::from(is_other);
    });
    assert!(n_other > 0, "{change}");
}

#[test]
fn blocked_winner_and_blocked_score_change_nothing_else() {
    check_blocked_option("blocked-winner=tiles");
    for score in ["sum-of-differences", "others", "everyone-minus-own"] {
        check_blocked_option(&format!("blocked-score={score}"));
    }
}

#[test]
fn a_round_that_somebody_ends_by_its_last_tile_is_never_scored_as_blocked() {
    for option in ["blocked-winner=tiles", "blocked-score=everyone-minus-own"] {
        let position = dealt(&format!("max-draws=1 {option}"), &ROW);
        assert_eq!(scores(position, &format!("{ALMOST_OUT} {LAST_OF_ROW}")), [192, -120]);
    }
}

#[test]
fn with_starter_free_seat_1_opens_the_first_round_with_any_tile() {
    let position = dealt("starter=free", &["", "5-5-5"]);
    assert_eq!((starter(&position), mover(&position)), (1, 1));
    assert_eq!(placeable(&position), position.hand(seat(1)));
}

#[test]
fn with_starter_free_there_is_no_opening_bonus() {
    let position = dealt("starter=free", &["5-5-5 0-0-0", ""]);
    assert_eq!(scores(position.clone(), "5-5-5:ABC@0,0"), [15, 0]);
    assert_eq!(scores(position, "0-0-0:ABC@0,0"), [0, 0]);
}

#[test]
fn with_starter_free_the_winner_of_a_round_opens_the_next() {
    let mut position = after(dealt(&format!("{THREE_PASS} starter=free"), &THREE), BLOCKED);
    deal(&mut position, &["5-5-5", "", ""]);
    assert_eq!((position.round(), starter(&position)), (2, 2));
    // Of several winners the lowest seat.
    let mut position = after(dealt(&format!("{THREE_PASS} starter=free"), &THREE), BLOCKED_TIE);
    deal(&mut position, &["", "", "5-5-5"]);
    assert_eq!((position.round(), starter(&position)), (2, 1));
    // So has the seat that goes out.
    let row = format!("{ALMOST_OUT} {LAST_OF_ROW}");
    let mut position = after(dealt("max-draws=1 starter=free", &ROW), &row);
    deal(&mut position, &["", "5-5-5"]);
    assert_eq!((position.round(), starter(&position)), (2, 1));
}

#[test]
fn with_starter_free_who_follows_a_game_sees_who_opens_the_next_round() {
    let before = after(dealt(&format!("{THREE_PASS} starter=free"), &THREE), BLOCKED);
    let m: Move = "deal:5-5-5".parse().unwrap();
    let mut next = before.clone();
    next.play(m).unwrap();
    for viewer in Viewer::all(3) {
        let look = Triominos::redact(&before, m, viewer);
        let revealed = Triominos::reveal(&next);
        let view = Triominos::view(&before, viewer);
        let followed = Triominos::follow(&view, look, revealed.as_deref()).unwrap();
        assert_eq!(followed, Triominos::view(&next, viewer));
        assert_eq!(followed.starter(), Some(seat(2)));
    }
}

/// The opener is known from the start, and the twins part where another seat opens.
#[test]
fn starter_changes_nothing_else() {
    let mut n_openings = 0;
    for seed in 0..20 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let [mut usual, mut free] =
            ["", "starter=free"].map(|it| start(&format!("single-round=on {it}")));
        let mut bonus = 0;
        while let Some(m) = usual.random_move(&mut rng) {
            let is_opening = usual.phase() == Phase::Deciding && usual.board().is_empty();
            if is_opening && starter(&usual) != 1 {
                break;
            }
            for position in [&mut usual, &mut free] {
                position.play(m).unwrap();
            }
            if is_opening {
                bonus = usual.scores()[seat(1)] - free.scores()[seat(1)];
                n_openings += 1;
            }
            let more = Seat::first(2).map(|it| usual.scores()[it] - free.scores()[it]);
            assert!(more.eq([bonus, 0]));
            if usual.phase() != Phase::Deciding || !usual.board().is_empty() {
                assert_eq!(legal_moves(&usual), legal_moves(&free));
            }
        }
    }
    assert!(n_openings > 0);
}

#[test]
fn game_winner_highest_lets_the_highest_score_win() {
    assert_eq!(winners(&end_of_game("", "399/360/0")), [2]);
    assert_eq!(winners(&end_of_game("game-winner=highest", "399/360/0")), [1]);
}

#[test]
fn game_winner_changes_nothing_else() {
    let n_other = n_other_gains("seats=3 target=100", "game-winner=highest", |_| 0);
    assert_eq!(n_other, 0);
    let mut n_ends = 0;
    play_twins("seats=3 target=100", "game-winner=highest", |step| {
        if step.after.usual.phase() == Phase::GameOver {
            let highest = Outcome::by_score(step.after.usual.scores());
            assert_eq!(outcome(&step.after.changed), highest);
            n_ends += 1;
        }
    });
    assert!(n_ends > 0);
}

#[test]
fn shared_hands_are_one_round_of_all_tiles_open_for_all() {
    let position = start("hands=shared seats=3");
    assert_eq!((position.pile(), position.phase()), (TileSet::ALL, Phase::Deciding));
    assert!(Seat::first(3).all(|it| position.hand(it).is_empty()));
    assert_eq!(mover(&position), 1);
    // Any tile opens, without a bonus, and the next seat places any other.
    let position = after(position, "0-0-0:ABC@0,0");
    assert_eq!((position.scores().as_slice(), mover(&position)), (&[0, 0, 0][..], 2));
    assert_eq!(placeable(&position), tiles("0-0-1 0-0-2 0-0-3 0-0-4 0-0-5"));
    assert_eq!(spectate(&position).unseen(), position.pile());
}

#[test]
fn nobody_draws_or_passes_where_hands_are_shared() {
    let position = after(start("hands=shared"), "0-0-0:ABC@0,0");
    let sentence = "nobody draws or passes where hands are shared";
    assert_refused(&position, "draw", "shared-hands", sentence);
    assert_refused(&position, "pass", "shared-hands", sentence);
    assert_refused(
        &position,
        "deal:1-2-3",
        "not-chance",
        "nothing is dealt where hands are shared",
    );
}

#[test]
fn shared_hands_end_when_nothing_fits_and_the_points_decide() {
    let mut position = start("hands=shared target=1");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    while let Some(m) = position.random_move(&mut rng) {
        position.play(m).unwrap();
    }
    assert!(!position.board().fits_any(position.pile()));
    assert_eq!(outcome(&position), Outcome::by_score(position.scores()));
    let end = spectate(&position).round_end().unwrap();
    assert_eq!((end.winners, end.gains.as_slice()), (vec![], &[0, 0][..]));
    assert_eq!(Triominos::reveal(&position), None);
}

#[test]
fn perft_counts_placements_of_shared_tiles() {
    assert_eq!(Triominos::PERFT_OPTIONS, [("hands", "shared")]);
    let counts = |opening: &str| {
        let mut position = after(start("hands=shared"), opening);
        [1, 2, 3].map(|depth| perft(&mut position, depth))
    };
    assert_eq!(counts("0-0-0:ABC@0,0"), [15, 210, 3_270]);
    assert_eq!(counts("0-1-2:ABC@0,0"), [9, 108, 1_578]);
    assert_eq!(counts("0-0-5:ABC@0,0"), [11, 142, 2_114]);
}

// ---------------------------------------------------------------------------------------------
// What is hidden

#[test]
fn a_seat_sees_its_own_hand_and_how_many_tiles_the_others_have() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw drawn:3-3-3");
    let own = view(&position, 2);
    assert_eq!(own.hand(seat(2)), Hand::Known(position.hand(seat(2))));
    assert_eq!((own.hand(seat(1)), own.n_pile()), (Hand::Hidden(8), 37));
    assert_eq!(own.unseen(), position.hand(seat(1)).or(position.pile()));
    assert_eq!(own.scores(), &position.scores());
    assert_eq!(own.actions(), position.actions());
}

#[test]
fn a_spectator_sees_no_hand() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw drawn:3-3-3");
    let view = spectate(&position);
    assert_eq!([1, 2].map(|it| view.hand(seat(it))), [Hand::Hidden(8), Hand::Hidden(10)]);
}

#[test]
fn which_tile_came_is_shown_to_its_receiver_alone() {
    let look = |position: &Position, text: &str, viewer| {
        Triominos::redact(position, text.parse().unwrap(), viewer).to_string()
    };
    let [first, second] = [1, 2].map(|it| Viewer::Seat(seat(it)));
    assert_eq!(look(&start(""), "deal:1-2-3", first), "deal:1-2-3");
    assert_eq!(look(&start(""), "deal:1-2-3", second), "deal:?");
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw");
    assert_eq!(look(&position, "drawn:3-3-3", second), "drawn:3-3-3");
    assert_eq!(look(&position, "drawn:3-3-3", first), "drawn:?");
    assert_eq!(look(&position, "drawn:3-3-3", Viewer::Spectator), "drawn:?");
    // The first tile of the next round is always for seat 1.
    let round_over = after(dealt(THREE_PASS, &THREE), BLOCKED);
    assert_eq!(look(&round_over, "deal:1-2-3", first), "deal:1-2-3");
    assert_eq!(look(&round_over, "deal:1-2-3", second), "deal:?");
}

#[test]
fn what_players_do_is_seen_by_all() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0");
    for text in ["draw", "pass", "4-5-5:CBA@1,0"] {
        let m = text.parse().unwrap();
        assert!(Viewer::all(2).all(|viewer| Triominos::redact(&position, m, viewer) == m));
    }
}

#[test]
fn who_opens_is_revealed_when_the_hands_are_dealt() {
    let position = dealt("", &["", "5-5-5"]);
    assert_eq!(Triominos::reveal(&position).as_deref(), Some("opener=2"));
    assert_eq!(spectate(&position).starter(), Some(seat(2)));
    assert_eq!(Triominos::reveal(&after(position, "5-5-5:ABC@0,0")), None);
    assert_eq!(Triominos::reveal(&start("")), None);
    // It is no news if seat 1 or the last winner does.
    assert_eq!(Triominos::reveal(&dealt("starter=free", &["", "5-5-5"])), None);
}

#[test]
fn the_hands_are_revealed_at_the_end_of_a_round() {
    let position = dealt("max-draws=1 blocked-when=passes", &["5-5-5", ""]);
    let position = after(position, "5-5-5:ABC@0,0 draw drawn:0-0-0 pass draw drawn:1-1-1 pass");
    let held = "held=0-0-1,0-0-2,0-0-3,0-0-4,0-0-5,0-1-1,0-1-2,0-1-3,1-1-1/\
        0-0-0,0-1-4,0-1-5,0-2-2,0-2-3,0-2-4,0-2-5,0-3-3,0-3-4,0-3-5";
    assert_eq!(Triominos::reveal(&position).as_deref(), Some(held));
    let position = after(dealt("max-draws=1", &ROW), &format!("{ALMOST_OUT} {LAST_OF_ROW}"));
    assert!(Triominos::reveal(&position).unwrap().starts_with("held=-/0-0-0,0-0-1,"));
}

#[test]
fn with_two_seats_and_an_empty_pile_everything_is_known() {
    let position = after_empty_pile("");
    assert_eq!(view(&position, 1).unseen(), position.hand(seat(2)));
    assert_eq!(view(&position, 2).unseen(), position.hand(seat(1)));
}

/// The tiles that the other seat may have been dealt, for all that seat 1 can know.
fn imagined(position: &Position) -> TileSet {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let view = view(position, 1);
    let hand = |_| Triominos::sample(&view, &mut rng).hand(seat(2));
    (0..200).map(hand).fold(TileSet::EMPTY, TileSet::or)
}

#[test]
fn the_opening_tells_that_nobody_had_a_higher_triple() {
    let position = after(dealt("", &["3-3-3", ""]), "3-3-3:ABC@0,0");
    let imagined = imagined(&position);
    assert_eq!(imagined.and(tiles("4-4-4 5-5-5")), TileSet::EMPTY);
    assert_eq!(imagined.and(tiles("2-2-2 4-5-5")), tiles("2-2-2 4-5-5"));
}

#[test]
fn an_opening_without_a_triple_tells_that_nobody_had_one() {
    let position = after(dealt("", &["3-5-5", ""]), "3-5-5:ABC@0,0");
    let ruled_out = tiles("0-0-0 1-1-1 2-2-2 3-3-3 4-4-4 5-5-5 4-5-5");
    assert_eq!(imagined(&position).and(ruled_out), TileSet::EMPTY);
}

#[test]
fn without_voluntary_draw_a_draw_tells_that_nothing_fitted() {
    let fitting = tiles("0-5-5 1-5-5 2-5-5 3-5-5");
    let moves = "5-5-5:ABC@0,0 draw";
    let position = after(dealt("voluntary-draw=off", &["5-5-5 4-5-5", ""]), moves);
    assert_eq!(imagined(&position).and(fitting), TileSet::EMPTY);
    let position = after(dealt("", &["5-5-5 4-5-5", ""]), moves);
    assert_eq!(imagined(&position).and(fitting), fitting);
}

// ---------------------------------------------------------------------------------------------
// Notation

#[test]
fn moves_are_written_without_spaces() {
    for text in ["1-2-3:ACB@-2,1", "draw", "pass", "deal:1-2-3", "drawn:1-2-3", "deal:?", "drawn:?"]
    {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
}

#[test]
fn what_is_no_move_is_told() {
    let error = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    let choice = "write draw, pass, or a tile with its place such as 1-2-3:ACB@-2,1";
    for text in ["", "Draw", "skip", "1-2-3"] {
        assert!(error(text).ends_with(choice), "{}", error(text));
    }
    let placement = "a placement is a tile, its orientation and a location, such as 1-2-3:ACB@-2,1";
    for text in ["1-3-2:ABC@0,0", "1-2-3:AAB@0,0", "1-2-3@0,0", "1-2-3:ABC@99,0", "1-2-3:ABC@"] {
        assert!(error(text).ends_with(placement), "{}", error(text));
    }
    let tile = "a tile is three numbers from 0 to 5 in order, such as 1-2-3";
    assert!(error("deal:3-2-1").ends_with(tile) && error("drawn:").ends_with(tile));
}

#[test]
fn a_full_record_replays_to_the_position_and_a_redacted_one_to_the_view() {
    for options in ["seats=3 target=100", "starter=free target=100", "hands=shared"] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut position = start(options);
        let mut replayed = start(options);
        let mut views: Vec<View> =
            viewers(&position).map(|it| Triominos::view(&position, it)).collect();
        while let Some(m) = position.random_move(&mut rng) {
            let looks: Vec<Move> =
                viewers(&position).map(|it| Triominos::redact(&position, m, it)).collect();
            position.play(m).unwrap();
            play(&mut replayed, &m.to_string());
            let revealed = Triominos::reveal(&position);
            for (view, look) in views.iter_mut().zip(looks) {
                *view = Triominos::follow(view, look, revealed.as_deref()).unwrap();
                assert_eq!(view, &Triominos::view(&position, view.viewer()));
            }
        }
        assert_eq!(replayed, position);
    }
}

fn viewers(position: &Position) -> impl Iterator<Item = Viewer> + use<> {
    Viewer::all(position.n_seats())
}

// ---------------------------------------------------------------------------------------------
// Positions and views as text

#[test]
fn a_position_is_a_line_of_words() {
    let position = dealt("seats=3 starter=free", &["5-5-5 4-5-5", "", ""]);
    let position = after(position, "5-5-5:ABC@0,0 draw drawn:3-3-3");
    assert_eq!(
        position.to_string(),
        "seats=3 starter=free round=1 scores=15/-5/0 \
         held=0-0-1,0-0-2,0-0-3,0-0-4,0-0-5,4-5-5/\
         0-1-1,0-1-2,0-1-3,0-1-4,0-1-5,0-2-2,0-2-3,3-3-3/\
         0-2-4,0-2-5,0-3-3,0-3-4,0-3-5,0-4-4,0-4-5 \
         drew=-/3-3-3/- opener=1 5-5-5:ABC@0,0 draw"
    );
}

#[test]
fn how_often_one_drew_in_this_turn_makes_another_position() {
    let opened = after(dealt("", &ROW), "5-5-5:ABC@0,0 idle");
    let early = after(opened.clone(), "draw drawn:3-5-5 draw drawn:2-5-5 4-5-5:CBA@1,0 idle");
    let late = after(opened, "draw drawn:3-5-5 4-5-5:CBA@1,0 idle draw drawn:2-5-5");
    // Everything else is the same: who is to move, what it has, the board, and the scores.
    assert_eq!((early.turn(), early.scores()), (late.turn(), late.scores()));
    assert_eq!(early.hand(seat(1)), late.hand(seat(1)));
    assert_ne!(early, late);
    assert_ne!(early.key(), late.key());
}

#[test]
fn who_has_which_tiles_makes_another_position() {
    let mine = dealt("starter=free", &["4-5-5 3-5-5", "2-5-5 1-5-5"]);
    let yours = dealt("starter=free", &["2-5-5 3-5-5", "4-5-5 1-5-5"]);
    assert_eq!((mine.turn(), mine.scores()), (yours.turn(), yours.scores()));
    assert_ne!(mine, yours);
    assert_ne!(mine.key(), yours.key());
}

#[test]
fn the_words_of_a_start_may_be_left_out() {
    assert_eq!(read("seats=3"), start("seats=3"));
    assert_eq!(read(""), start(""));
    assert_eq!(start("").to_string(), "seats=2 round=1 scores=0/0 held=-/-");
    assert_eq!(read("hands=shared opener=1"), start("hands=shared"));
}

#[test]
fn a_text_reads_back_as_the_same_position() {
    let drawing = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw");
    assert!(drawing.to_string().ends_with(" opener=1 5-5-5:ABC@0,0 draw"));
    let round_over = after(dealt(THREE_PASS, &THREE), BLOCKED);
    let game_over = end_of_game("", "399/360/0");
    for position in [&drawing, &round_over, &game_over, &after_empty_pile("")] {
        assert_eq!(&read(&position.to_string()), position);
    }
}

#[test]
fn a_text_that_cannot_be_is_refused_with_its_reason() {
    let mut text = after(dealt("", &ROW), "5-5-5:ABC@0,0").to_string();
    let ends = |text: &str, reason: &str| {
        let error = misread(text);
        assert!(error.ends_with(reason), "{error}");
    };
    ends(&text.replace("0-0-1", "4-5-5"), "4-5-5 is there twice");
    ends(&text.replace("1-1-2,", ""), "seat 1 has 7 tiles in hand, not 8");
    ends(&text.replace("scores=25/0", "scores=25"), "2 seats need as many hands, draws and scores");
    ends("held=1-2-3/- 5-5-5:ABC@0,0", "it is not told who opens the round");
    ends("hands=shared", "it is not told who opens the round");
    ends(&text.replace("opener=1", "opener=3"), "the opener is no seat of the table");
    text.push_str(" pass");
    ends(&text, "seat 2 passes too early");
    ends("held=1-2-3/0-0-1", "the hands are not dealt in order");
    ends("round=0", "a round is from 1 to 1000000");
    ends("opener=1", "who opens the round is told too early or too late");
    ends("deal:1-2-3", "deal:1-2-3 is no action of a player");
    let opening = dealt("", &ROW).to_string();
    ends(&opening.replace("opener=1", "opener=2"), "with these hands seat 1 opens the round");
    ends("held=?1/-", "the hand of seat 1 is hidden");
}

#[test]
fn a_study_may_have_any_scores_before_the_target() {
    let text = after(dealt("", &ROW), "5-5-5:ABC@0,0").to_string();
    let study = read(&text.replace("scores=25/0", "scores=-7/1000"));
    assert_eq!(study.scores().as_slice(), [-7, 1000]);
    let late = text.replace("round=1 scores=25/0", "round=2 scores=25/400");
    assert!(misread(&late).ends_with("the game was over before this round"));
    let reached = text.replace("round=1 scores=25/0", "round=2 scores=424/399");
    assert_eq!(read(&reached).scores().as_slice(), [424, 399]);
}

#[test]
fn a_text_tells_of_nobody_who_broke_the_rules() {
    let text = after(dealt("", &ROW), "5-5-5:ABC@0,0").to_string();
    let other = text.replace("4-5-5/", "5-5-5/").replace("5-5-5:ABC@0,0", "4-5-5:ABC@0,0");
    assert!(misread(&other).ends_with("seat 1 may not open with 4-5-5"));
    let drew =
        after(dealt("", &ROW), "5-5-5:ABC@0,0 draw drawn:3-3-3 draw drawn:1-1-1").to_string();
    let forced = |text: &str| text.replace(" round=", " voluntary-draw=off round=");
    // Nothing of seat 2 fits beside 5-5-5, so that it had to draw.
    assert_eq!(read(&forced(&drew)).actions().len(), 3);
    let had = drew.replace("0-0-1,", "").replace("0-1-4,", "0-1-4,3-5-5,");
    assert!(misread(&forced(&had)).ends_with("seat 2 had to place 3-5-5"), "{had}");
}

#[test]
fn what_others_drew_stays_hidden_when_hands_are_shown() {
    let position = after(dealt(THREE_PASS, &THREE), BLOCKED);
    assert!(position.to_string().contains(" drew=4-4-5/1-1-3/1-1-1 "));
    assert!(view(&position, 2).to_string().contains(" drew=?1/1-1-3/?1 "));
}

#[test]
fn the_text_of_a_view_begins_with_its_viewer_and_hides_tiles() {
    let position = after(dealt("", &ROW), "5-5-5:ABC@0,0 draw drawn:3-3-3");
    let rest = "opener=1 5-5-5:ABC@0,0 draw";
    let row = "1-1-2,1-2-2,2-2-3,2-3-3,3-3-4,3-4-4,4-4-5,4-5-5";
    let first = format!("viewer=1 seats=2 round=1 scores=25/-5 held={row}/?10 drew=-/?1 {rest}");
    assert_eq!(view(&position, 1).to_string(), first);
    let nobody =
        format!("viewer=spectator seats=2 round=1 scores=25/-5 held=?8/?10 drew=-/?1 {rest}");
    assert_eq!(spectate(&position).to_string(), nobody);
    for view in viewers(&position).map(|it| Triominos::view(&position, it)) {
        assert_eq!(view.to_string().parse::<View>().unwrap(), view);
    }
}

#[test]
fn a_view_tells_neither_more_nor_less_than_its_viewer_knows() {
    let error = |text: &str| text.parse::<View>().unwrap_err().to_string();
    let ends = |text: &str, reason: &str| assert!(error(text).ends_with(reason), "{}", error(text));
    ends("viewer=1 held=1-2-3/0-0-1", "the hands are not dealt in order");
    ends("viewer=2 held=1-2-3/-", "the hand of seat 1 is hidden from this viewer");
    ends("viewer=1 held=?1/?0", "the hand of seat 1 is known to this viewer");
    ends("viewer=3 held=?0/?0", "the viewer is no seat of the table");
    ends("seats=2", "a view begins with its viewer, such as viewer=2");
}

#[test]
fn every_rule_of_the_page_has_its_test_and_every_test_its_rule() {
    check_rules_page(include_str!("../RULES.md"), include_str!("rules.rs"));
}

#[test]
fn whoever_sees_a_hand_sees_that_it_keeps_to_the_rules() {
    let opening = view(&dealt("voluntary-draw=off", &ROW), 1);
    let follow = |view: &View, m: &str| Triominos::follow(view, m.parse().unwrap(), None);
    let refusal = |view: &View, m: &str| follow(view, m).unwrap_err().to_string();
    assert_eq!(refusal(&opening, "4-5-5:ABC@0,0"), "another tile must open the round");
    let opened = follow(&opening, "5-5-5:ABC@0,0").unwrap();
    let drawn = ["draw", "drawn:?", "draw", "drawn:?", "draw", "drawn:?", "pass"];
    let ours = drawn.iter().fold(opened, |view, m| follow(&view, m).unwrap());
    assert_eq!(refusal(&ours, "draw"), "a tile fits, so it must be placed");
}
