//! The numbering of Triominos: placements in a window around the play, draws and passes.

use tilewright_core::{Position as _, Seat, Turn, Viewer};
use tilewright_triominos::{
    Action, Location, Move, Orientation, Placement, Position, Tile, TileSet, Triominos,
};

use super::{Numbered, Numbers, Writer, seat_names, seats_from};

impl Numbered for Triominos {
    type Numbers = TriominosNumbers;
}

/// The actions: 0 is a draw and 1 a pass. The others are, for each tile in each of three turns, the
/// cells of a window: `2 + (3 × tile + turn) × 640 + 32 × row + column`. The facing of a tile
/// follows from the cell, and `turn` is 0 for `ABC` or `ACB`, 1 for `CAB` or `CBA`, and 2 for `BCA`
/// or `BAC`. A triple has only turn 0.
///
/// **The window** is 32 cells wide and 20 high, about twice the size of most rounds, centered on
/// the play; its upper left cell always faces up. So a cell keeps its number until the play grows
/// to another size. Placements outside of the window are not offered. If all were outside, and the
/// player could neither draw nor pass, the window would lie around the first of them in the order
/// of [`Placement`]s, so that there is always an action. In 60,000 random rounds the play was at
/// most 26 wide and 16 high, and nothing was outside.
///
/// An observation shows the window: for the left, the middle and the right corner of a tile six
/// planes each, one for each number. The features are the own hand and the unseen tiles, both by
/// tile; then for each seat, the own first, its number of tiles and its points; and then the size
/// of the pile, the number of draws in this turn, and the round.
pub struct TriominosNumbers {
    n_seats: usize,
}

const WIDTH: i32 = 32;
const HEIGHT: i32 = 20;
const N_CELLS: u32 = (WIDTH * HEIGHT) as u32;
const DRAW: u32 = 0;
const PASS: u32 = 1;
const FIRST_PLACEMENT: u32 = 2;

/// A window of the table, by its upper left cell, which faces up.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Window {
    left: i32,
    top: i32,
}

/// The extent of the play: the least and the greatest x and y.
#[derive(Clone, Copy)]
struct Extent {
    x: (i32, i32),
    y: (i32, i32),
}

impl Extent {
    /// The extent of these placements; without any, the start of a round.
    fn of(actions: &[Action]) -> Extent {
        let mut locations = actions.iter().filter_map(|action| action.placement()).map(coordinates);
        let Some((x, y)) = locations.next() else { return Extent { x: (0, 1), y: (0, 0) } };
        locations.fold(Extent { x: (x, x), y: (y, y) }, |all, (x, y)| Extent {
            x: (all.x.0.min(x), all.x.1.max(x)),
            y: (all.y.0.min(y), all.y.1.max(y)),
        })
    }
}

impl Window {
    fn around(extent: Extent) -> Window {
        let left = (extent.x.0 + extent.x.1 + 1 - WIDTH).div_euclid(2);
        let top = (extent.y.0 + extent.y.1 + 1 - HEIGHT).div_euclid(2);
        Window { left: left - (left + top).rem_euclid(2), top }
    }

    /// The window of a position for the seat to move, and for all seats while the play fits.
    fn of(position: &Position) -> Window {
        let extent = Extent::of(position.actions());
        let window = Window::around(extent);
        if window.has_room_around(extent) || !matches!(position.turn(), Turn::Player(_)) {
            return window;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if moves.iter().any(|&m| window.action_of(m).is_some()) {
            return window;
        }
        let first = moves.iter().filter_map(|&m| placement_of(m)).min();
        first.map_or(window, |first| {
            let (x, y) = coordinates(first);
            Window::around(Extent { x: (x, x), y: (y, y) })
        })
    }

    /// Returns true if all placements that can be added to the play are in the window.
    fn has_room_around(self, extent: Extent) -> bool {
        self.left < extent.x.0
            && extent.x.1 < self.left + WIDTH - 1
            && self.top < extent.y.0
            && extent.y.1 < self.top + HEIGHT - 1
    }

    fn cell_of(self, placement: Placement) -> Option<u32> {
        let (x, y) = coordinates(placement);
        let column = x - self.left;
        let row = y - self.top;
        let is_inside = (0..WIDTH).contains(&column) && (0..HEIGHT).contains(&row);
        is_inside.then_some((WIDTH * row + column) as u32)
    }

    fn location_of(self, cell: u32) -> Option<Location> {
        let column = cell as i32 % WIDTH;
        let row = cell as i32 / WIDTH;
        let x = self.left + column;
        let y = self.top + row;
        Location::new(i8::try_from(x).ok()?, i8::try_from(y).ok()?)
    }

    fn action_of(self, m: Move) -> Option<u32> {
        match m {
            Move::Draw => Some(DRAW),
            Move::Pass => Some(PASS),
            Move::Place(placement) if placement.faces_right() => {
                let placement = placement.canonical();
                let turn = placement.orientation as u32 / 2;
                let turned = 3 * placement.tile.index() as u32 + turn;
                Some(FIRST_PLACEMENT + N_CELLS * turned + self.cell_of(placement)?)
            }
            Move::Place(_) | Move::Deal(_) | Move::Drawn(_) => None,
        }
    }

    fn move_of(self, action: u32) -> Option<Move> {
        let Some(placed) = action.checked_sub(FIRST_PLACEMENT) else {
            return Some(if action == DRAW { Move::Draw } else { Move::Pass });
        };
        let turned = placed / N_CELLS;
        let cell = placed % N_CELLS;
        let tile = TileSet::ALL.nth(turned as usize / 3)?;
        let location = self.location_of(cell)?;
        let facing = |orientation: &Orientation| orientation.facing() == location.facing();
        let orientation = Orientation::ALL.into_iter().filter(facing).nth(turned as usize % 3)?;
        let placement = Placement { tile, orientation, location };
        (placement.canonical() == placement).then_some(Move::Place(placement))
    }
}

fn coordinates(placement: Placement) -> (i32, i32) {
    (placement.location.x().into(), placement.location.y().into())
}

const fn placement_of(m: Move) -> Option<Placement> {
    if let Move::Place(placement) = m { Some(placement) } else { None }
}

impl Numbers<Triominos> for TriominosNumbers {
    fn new(start: &Position) -> TriominosNumbers {
        TriominosNumbers { n_seats: start.n_seats() }
    }

    fn n_actions(&self) -> usize {
        FIRST_PLACEMENT as usize + 3 * Tile::COUNT * N_CELLS as usize
    }

    fn action_of(&self, position: &Position, m: Move) -> Option<u32> {
        Window::of(position).action_of(m)
    }

    fn move_of(&self, position: &Position, action: u32) -> Option<Move> {
        Window::of(position).move_of(action)
    }

    /// Computes the window once for all actions.
    fn legal_actions(&self, position: &Position, moves: &mut Vec<Move>, actions: &mut Vec<u32>) {
        moves.clear();
        position.legal_moves(moves);
        let window = Window::of(position);
        actions.extend(moves.iter().filter_map(|&m| window.action_of(m)));
    }

    fn plane_size(&self) -> (usize, usize) {
        (HEIGHT as usize, WIDTH as usize)
    }

    fn plane_names(&self) -> Vec<String> {
        let corners = ["left", "middle", "right"];
        corners.iter().flat_map(|it| (0..6).map(move |number| format!("{it} {number}"))).collect()
    }

    fn feature_names(&self) -> Vec<String> {
        let tiles = |what: &'static str| Tile::all().map(move |tile| format!("{what} {tile}"));
        let seats =
            seat_names(self.n_seats).flat_map(|it| [format!("tiles {it}"), format!("points {it}")]);
        let rest = ["pile", "draws", "round"].map(str::to_owned);
        tiles("hand").chain(tiles("unseen")).chain(seats).chain(rest).collect()
    }

    fn observe(&self, position: &Position, seat: Seat, planes: &mut [u8], features: &mut [f32]) {
        // If nothing fits the window, its place depends on the hand of the seat to move, which only
        // that seat may know.
        let window = if position.turn() == Turn::Player(seat) {
            Window::of(position)
        } else {
            Window::around(Extent::of(position.actions()))
        };
        for placement in position.actions().iter().filter_map(|action| action.placement()) {
            let Some(cell) = window.cell_of(placement) else { continue };
            for (corner, number) in placement.numbers().into_iter().enumerate() {
                let plane = 6 * corner + usize::from(number);
                planes[plane * N_CELLS as usize + cell as usize] = 1;
            }
        }
        let mut writer = Writer::new(features);
        for tiles in [position.hand(seat), position.unseen(Viewer::Seat(seat))] {
            Tile::all().for_each(|tile| writer.flag(tiles.contains(tile)));
        }
        let scores = position.scores();
        for seat in seats_from(seat, self.n_seats) {
            writer.count(position.hand(seat).len());
            writer.points(scores[seat]);
        }
        writer.count(position.pile().len());
        writer.count(position.n_draws());
        writer.count(position.round() as usize);
    }
}
