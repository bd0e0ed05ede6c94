//! The graph of boards: what follows on a board, walks over all that can be reached, and the
//! symmetries that make boards the same. The slow implementation goes the same
//! ways.

mod engine;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_coerceo::{
    Board, Color, Costs, Direction, Move, Position, Symmetry, Tile, Triangle, Variant, Visit, Walk,
};
use tilewright_core::Position as _;
use tilewright_reference::coerceo::{self as reference, Reference};
use tilewright_reference::{Explore, Model};

// ---------------------------------------------------------------------------------------------
// Boards

/// A position from which the board alone counts.
fn study(options: &str, tiles: &str, pieces: &str, turn: &str, held: [usize; 2]) -> Position {
    let mut pairs: Vec<(&str, &str)> =
        options.split_whitespace().map(|option| option.split_once('=').unwrap()).collect();
    pairs.push(("board-only", "on"));
    engine::resume(&pairs, tiles, pieces, turn, held)
}

/// Few tiles and pieces, so that all boards that follow can be visited: moves that remove tiles,
/// moves that capture, exchanges of both costs, chains.
fn studies() -> Vec<Position> {
    vec![
        study("", "04 09 0E", "04:W3 09:W1 0E:B0", "W", [0, 0]),
        study("", "04 09", "04:W3 04:W5 09:B0 04:B2", "B", [1, 0]),
        study("cost=1", "07 09 0C", "07:W1 09:B0 0C:B2", "W", [0, 1]),
        study("", "07 09 0C", "09:W1 09:W3 0C:B0", "B", [3, 2]),
        study("cost=1 exchange-collects=on", "00 04 09", "09:W1 00:B0 00:B2", "W", [2, 0]),
    ]
}

/// Boards of random games to the end, in which whatever removes or captures is likely.
fn random_boards(variant: &str, seeds: Range<u64>) -> Vec<Board> {
    let mut boards = Vec::new();
    for seed in seeds {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut position = engine::start(&[("variant", variant)]);
        for _ in 0..200 {
            boards.push(*position.board());
            let moves = [(); 3].map(|()| position.random_move(&mut rng));
            let merit = |m: &Move| {
                let effect = position.board().effect(*m).unwrap();
                effect.captured.len() + effect.removed.len()
            };
            let Some(m) = moves.into_iter().flatten().max_by_key(merit) else { break };
            position.play(m).unwrap();
        }
    }
    boards
}

/// The same board in the slow implementation, where repetition and dead positions end nothing.
fn slowly(board: &Board) -> Reference {
    let Costs { cost, exchange_collects } = board.costs();
    let cost = cost.to_string();
    let collects = if exchange_collects { "on" } else { "off" };
    let options = [("cost", &*cost), ("exchange-collects", collects), ("board-only", "on")];
    let pieces = Color::ALL.map(|color| engine::names(board.pieces(color).iter()).join(" "));
    let tiles = engine::names(board.tiles().iter());
    let tiles = tiles.iter().map(|tile| reference::Tile::read(tile)).collect();
    let held = Color::ALL.map(|color| usize::from(board.held(color)));
    let to_move = reference::Color::ALL[board.turn().index()];
    Reference::resume(&options, &pieces.join(" "), tiles, held, to_move)
}

/// The board of the slow implementation as text.
fn slow_text(reference: &Reference) -> String {
    let text = reference.text().expect("the reference writes texts");
    text.split_once(' ').unwrap().1.to_owned()
}

// ---------------------------------------------------------------------------------------------
// Successors

#[test]
fn successors_are_what_every_move_leads_to() {
    let boards = [random_boards("laurentius", 0..6), random_boards("ocius", 10..40)].concat();
    let mut seen = BTreeSet::new();
    for board in boards {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let successors: Vec<_> = board.successors().collect();
        assert!(successors.iter().map(|it| it.0).eq(moves), "{board}");
        let next: HashSet<Board> = successors.iter().map(|it| it.1.board).collect();
        assert_eq!(next.len(), successors.len(), "each move of {board} leads elsewhere");
        for (m, effect) in successors {
            let mut played = board;
            played.play_unchecked(m);
            assert_eq!(effect.board, played, "{m} in {board}");
            assert_eq!(effect, board.effect(m).unwrap(), "{m} in {board}");
            assert_eq!(played.turn(), board.turn().other());
            seen.insert((effect.captured.len(), effect.removed.len()));
        }
    }
    // Captures with and without tiles, up to two pieces, and a chain.
    assert!(seen.is_superset(&BTreeSet::from([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)])));
}

#[test]
fn successors_are_those_of_the_slow_implementation() {
    let games = [random_boards("laurentius", 50..52), random_boards("ocius", 60..70)].concat();
    let late = studies().into_iter().map(|position| *position.board());
    let mut n_exchanges = 0;
    for board in games.into_iter().step_by(7).chain(late) {
        let reference = slowly(&board);
        assert_eq!(slow_text(&reference), board.to_string());
        let found: BTreeMap<String, String> = board
            .successors()
            .map(|(m, effect)| (m.to_string(), effect.board.to_string()))
            .collect();
        let expected = reference.legal().into_iter().map(|text| {
            let mut next = reference.clone();
            next.play(&text);
            (text, slow_text(&next))
        });
        n_exchanges += found.keys().filter(|text| text.starts_with('X')).count();
        assert_eq!(found, expected.collect(), "{board}");
    }
    assert!(n_exchanges > 20, "{n_exchanges}");
}

#[test]
fn nothing_follows_where_a_side_has_no_pieces_or_no_move() {
    let last = study("", "00 04", "00:W1 00:W3 00:B0", "W", [0, 0]);
    let (_, effect) = last
        .board()
        .successors()
        .find(|(m, _)| m.to_string() == "00:W3-00:W5")
        .expect("it captures");
    assert_eq!(effect.board.n_pieces(Color::Black), 0);
    assert_eq!(effect.board.successors().count(), 0);
    // Tiles in hand are of no use to who has nobody left.
    let rich = study("", "00", "00:W1", "B", [0, 6]);
    assert_eq!(rich.board().successors().count(), 0);
    let stuck = study("", "0B", "0B:W1 0B:W3 0B:W5 0B:B2", "W", [0, 0]);
    assert_eq!(stuck.board().successors().count(), 0);
    assert_eq!(Walk::from(*stuck.board()).count(), 1);
}

// ---------------------------------------------------------------------------------------------
// Walks

/// The distance of every board that the slow implementation reaches, by text.
fn search_slowly(start: &Board, max_depth: usize) -> BTreeMap<String, usize> {
    let reference = slowly(start);
    let mut depths = BTreeMap::from([(slow_text(&reference), 0)]);
    let mut frontier = vec![reference];
    for depth in 1..=max_depth {
        let mut next_frontier = Vec::new();
        for reference in frontier {
            for text in reference.legal() {
                let mut next = reference.clone();
                next.play(&text);
                if let Entry::Vacant(entry) = depths.entry(slow_text(&next)) {
                    entry.insert(depth);
                    next_frontier.push(next);
                }
            }
        }
        frontier = next_frontier;
    }
    assert!(max_depth < FAR || frontier.is_empty(), "the search has not come to its end");
    depths
}

/// Further than any board of the studies.
const FAR: usize = 200;

/// A walk that visits each board once, the near ones first.
fn walk(walk: Walk) -> HashMap<Board, usize> {
    let mut walk = walk;
    let mut depths = HashMap::new();
    let mut last_depth = 0;
    while let Some(Visit { board, depth, origin }) = walk.next() {
        if let Some((before, m, effect)) = origin {
            assert_eq!(before.effect(m).as_ref(), Ok(&effect));
        }
        assert!(depth == last_depth || depth == last_depth + 1, "{board} at {depth}");
        assert_eq!(depths.insert(board, depth), None, "{board} is visited twice");
        assert!(depths.len() <= walk.n_met());
        last_depth = depth;
    }
    assert_eq!(depths.len(), walk.n_met());
    assert_eq!(walk.next(), None);
    depths
}

fn by_text(depths: &HashMap<Board, usize>) -> BTreeMap<String, usize> {
    depths.iter().map(|(board, &depth)| (board.to_string(), depth)).collect()
}

#[test]
fn a_walk_finds_what_a_slow_search_finds_in_the_short_game() {
    let start = Board::start(Variant::Ocius, Costs::default());
    let depths = walk(Walk::from(start).within(3));
    assert_eq!(by_text(&depths), search_slowly(&start, 3));
    let at = |depth| depths.values().filter(|&&it| it == depth).count();
    assert_eq!([at(0), at(1), at(2)], [1, 26, 676]);
    assert!(at(3) < 17_234, "different ways lead to the same board");
}

#[test]
fn a_walk_finds_what_a_slow_search_finds_in_the_usual_game() {
    let start = Board::start(Variant::Laurentius, Costs::default());
    assert_eq!(by_text(&walk(Walk::from(start).within(2))), search_slowly(&start, 2));
}

#[test]
fn a_walk_from_a_late_board_ends_though_there_are_ways_back() {
    for position in studies() {
        let start = *position.board();
        let depths = walk(Walk::from(start));
        assert_eq!(by_text(&depths), search_slowly(&start, FAR), "{position}");
        let is_way_back = |(board, depth): (&Board, &usize)| {
            board.successors().any(|(_, effect)| depths[&effect.board] < *depth)
        };
        assert!(depths.iter().any(is_way_back), "{position}");
        // A step to the next triangle and back: the graph goes round in circles.
        assert!(leads_back(start, 4, start), "{position}");
        // Nothing that follows is missing.
        for board in depths.keys() {
            assert!(board.successors().all(|(_, effect)| depths.contains_key(&effect.board)));
        }
    }
}

/// Returns whether so many moves can lead to a board.
fn leads_back(board: Board, n_moves: usize, target: Board) -> bool {
    match n_moves {
        0 => board == target,
        _ => board.successors().any(|(_, effect)| leads_back(effect.board, n_moves - 1, target)),
    }
}

#[test]
fn a_depth_ends_a_walk_sooner_and_changes_nothing_else() {
    let start = *studies()[1].board();
    let all: Vec<Visit> = Walk::from(start).collect();
    for max_depth in 0..6 {
        let near: Vec<Visit> = Walk::from(start).within(max_depth).collect();
        let expected = all.iter().take_while(|visit| visit.depth <= max_depth);
        assert!(near.iter().eq(expected), "{max_depth}");
    }
    assert_eq!(Walk::from(start).within(0).collect::<Vec<_>>(), [all[0]]);
}

#[test]
fn a_walk_up_to_symmetry_visits_the_canonical_boards() {
    let short = Board::start(Variant::Ocius, Costs::default());
    let usual = Board::start(Variant::Laurentius, Costs::default());
    let late = studies().into_iter().map(|position| (*position.board(), FAR));
    for (start, max_depth) in [(short, 2), (usual, 1)].into_iter().chain(late) {
        // Of boards that are images of each other, the nearest counts.
        let mut expected: HashMap<Board, usize> = HashMap::new();
        for (board, depth) in walk(Walk::from(start).within(max_depth)) {
            let nearest = expected.entry(board.canonical().0).or_insert(depth);
            *nearest = depth.min(*nearest);
        }
        let found = walk(Walk::from(start).up_to_symmetry().within(max_depth));
        assert_eq!(found.len(), expected.len(), "{start}");
        assert_eq!(by_text(&found), by_text(&expected), "{start}");
        assert!(found.keys().all(|board| board.canonical().0 == *board));
        // It makes no difference which of them it begins with.
        let image = start.transform(Symmetry::ALL[7]);
        let from_image = walk(Walk::from(image).within(max_depth).up_to_symmetry());
        assert_eq!(from_image, found, "{start}");
    }
}

// ---------------------------------------------------------------------------------------------
// Symmetries

/// The image of every triangle under a symmetry.
type Images = Vec<Triangle>;

fn images(symmetry: Symmetry) -> Images {
    Triangle::all().map(|triangle| symmetry.triangle(triangle)).collect()
}

/// First the one, then the other.
fn compose(first: &Images, second: &Images) -> Images {
    let index = |triangle: Triangle| 6 * triangle.tile().index() + triangle.number();
    first.iter().map(|&triangle| second[index(triangle)]).collect()
}

#[test]
fn symmetries_form_a_group() {
    let all: HashMap<Images, Symmetry> =
        Symmetry::ALL.into_iter().map(|symmetry| (images(symmetry), symmetry)).collect();
    assert_eq!(all.len(), 12, "they are all different");
    let identity: Images = Triangle::all().collect();
    assert_eq!(all[&identity], Symmetry::ALL[0]);
    for (first, one) in &all {
        for (second, other) in &all {
            let product = all.get(&compose(first, second)).expect("it is one of the twelve");
            let swaps = one.swaps_colors() != other.swaps_colors();
            assert_eq!(product.swaps_colors(), swaps, "two exchanges are none");
        }
        let mut inverses = all.keys().filter(|second| compose(first, second) == identity);
        assert!(inverses.next().is_some() && inverses.next().is_none());
    }
}

#[test]
fn six_symmetries_keep_colors_and_six_swap_them() {
    let n_swapping = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.swaps_colors()).count();
    assert_eq!(n_swapping, 6);
    for symmetry in Symmetry::ALL {
        for triangle in Triangle::all() {
            let is_swapped = symmetry.triangle(triangle).color() != triangle.color();
            assert_eq!(is_swapped, symmetry.swaps_colors(), "{symmetry:?} {triangle}");
        }
    }
}

#[test]
fn symmetries_keep_what_lies_next_to_what() {
    for symmetry in Symmetry::ALL {
        for tile in Tile::all() {
            let neighbors = |tile: Tile| (0..6).filter_map(move |side| tile.neighbor(side));
            let expected: BTreeSet<Tile> = neighbors(tile).map(|it| symmetry.tile(it)).collect();
            assert_eq!(neighbors(symmetry.tile(tile)).collect::<BTreeSet<_>>(), expected);
        }
        for triangle in Triangle::all() {
            let image = symmetry.triangle(triangle);
            assert_eq!(image.tile(), symmetry.tile(triangle.tile()));
            let edges: BTreeSet<Triangle> =
                triangle.edge_neighbors().map(|it| symmetry.triangle(it)).collect();
            assert_eq!(image.edge_neighbors().collect::<BTreeSet<_>>(), edges, "{triangle}");
            let moves: BTreeSet<Triangle> =
                move_neighbors(triangle).map(|it| symmetry.triangle(it)).collect();
            assert_eq!(move_neighbors(image).collect::<BTreeSet<_>>(), moves, "{triangle}");
        }
    }
}

fn move_neighbors(triangle: Triangle) -> impl Iterator<Item = Triangle> {
    Direction::ALL.into_iter().filter_map(move |direction| triangle.move_neighbor(direction))
}

#[test]
fn symmetric_boards_have_symmetric_successors() {
    for board in random_boards("ocius", 80..84).into_iter().step_by(5) {
        let next: HashSet<Board> = board.successors().map(|(_, effect)| effect.board).collect();
        for symmetry in Symmetry::ALL {
            let image = board.transform(symmetry);
            let expected: HashSet<Board> = next.iter().map(|it| it.transform(symmetry)).collect();
            let found: HashSet<Board> = image.successors().map(|it| it.1.board).collect();
            assert_eq!(found, expected, "{board} {symmetry:?}");
        }
    }
}

#[test]
fn a_canonical_board_is_the_same_for_all_images() {
    let boards = [random_boards("laurentius", 90..93), random_boards("ocius", 94..100)].concat();
    let late = studies().into_iter().map(|position| *position.board());
    for board in boards.into_iter().chain(late) {
        let (canonical, symmetry) = board.canonical();
        assert_eq!(canonical.turn(), Color::White, "{board}");
        assert_eq!(board.transform(symmetry), canonical, "{board}");
        assert_eq!(canonical.canonical().0, canonical, "{board}");
        for symmetry in Symmetry::ALL {
            let image = board.transform(symmetry);
            assert_eq!(image.canonical().0, canonical, "{board} {symmetry:?}");
            let held = |board: &Board, color: Color| {
                let color = if symmetry.swaps_colors() { color.other() } else { color };
                board.held(color)
            };
            assert!(Color::ALL.iter().all(|&it| held(&image, it) == board.held(it)), "{board}");
        }
    }
}

/// The same table with the other player to move, if colors are exchanged.
fn seen_by(board: Board, symmetry: Symmetry) -> Board {
    let pieces = Color::ALL.into_iter().flat_map(|color| board.pieces(color).iter()).collect();
    let turn = if symmetry.swaps_colors() { board.turn().other() } else { board.turn() };
    Board::new(board.tiles(), pieces, [0, 0], turn, board.costs()).unwrap()
}

#[test]
fn every_symmetry_keeps_the_start_of_laurentius() {
    let start = Board::start(Variant::Laurentius, Costs::default());
    for symmetry in Symmetry::ALL {
        assert_eq!(start.transform(symmetry), seen_by(start, symmetry), "{symmetry:?}");
    }
}

/// The mirror that keeps north, the half turn, which exchanges colors, and both together: those
/// that take the tile in the north, 04, to itself or to the south.
#[test]
fn the_mirror_and_a_half_turn_keep_the_start_of_ocius() {
    let start = Board::start(Variant::Ocius, Costs::default());
    let mut n_keeping = 0;
    for symmetry in Symmetry::ALL {
        let north = symmetry.tile("04".parse().unwrap()).to_string();
        let is_kept = start.transform(symmetry) == seen_by(start, symmetry);
        assert_eq!(is_kept, ["04", "0E"].contains(&north.as_str()), "{symmetry:?}");
        assert!(!is_kept || symmetry.swaps_colors() == (north == "0E"), "{symmetry:?}");
        n_keeping += usize::from(is_kept);
    }
    assert_eq!(n_keeping, 4);
}
