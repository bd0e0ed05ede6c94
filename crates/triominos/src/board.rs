//! The table: what lies on it, what may be added, and what that is worth.

use std::sync::LazyLock;

use tilewright_core::Illegal;

use crate::location::{Location, Neighbor};
use crate::placement::{Placement, SpecialFigure};
use crate::tile::{Corner, Facing, Orientation, Tile, TileSet};

/// The tiles on the table.
///
/// ```
/// use tilewright_triominos::{Board, FigureRules, Placement, TileSet};
///
/// let mut board = Board::new();
/// let first: Placement = "0-0-0:ABC@0,0".parse()?;
/// assert_eq!(board.score(first, &FigureRules::default()), 0);
/// board.place(first)?;
///
/// let mut placements = Vec::new();
/// board.placements(TileSet::ALL, &mut placements);
/// assert_eq!(placements.len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Board {
    /// By cell: what lies there, or that a tile may be added there.
    cells: [Cell; N_CELLS],
    /// By vertex: how many tiles meet there, and in which number.
    vertices: [Vertex; N_CELLS],
    /// The empty cells that share an edge with a tile.
    frontier: [u16; 64],
    n_frontier: u8,
    placed: TileSet,
}

/// What a hexagon and a bridge are worth.
///
/// ```
/// use tilewright_triominos::FigureRules;
///
/// let rules = FigureRules::default();
/// assert_eq!(rules.hexagons, [50, 60, 70]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureRules {
    /// For one, two and three hexagons at once.
    pub hexagons: [i32; 3],
    /// For a bridge.
    pub bridge: i32,
    /// Whether a bridge counts only where a single tile shares an edge.
    pub bridge_completed_only: bool,
    /// Whether a bridge counts beside a hexagon.
    pub bridge_with_hexagon: bool,
}

impl Default for FigureRules {
    fn default() -> FigureRules {
        FigureRules {
            hexagons: [50, 60, 70],
            bridge: 40,
            bridge_completed_only: false,
            bridge_with_hexagon: false,
        }
    }
}

/// What it takes to take a placement back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lift {
    frontier_index: u8,
    n_added: u8,
}

impl Board {
    /// The empty table.
    pub fn new() -> Board {
        Board {
            cells: [Cell::EMPTY; N_CELLS],
            vertices: [Vertex::BLANK; N_CELLS],
            frontier: [0; 64],
            n_frontier: 0,
            placed: TileSet::EMPTY,
        }
    }

    /// A table for study: the first tile may lie anywhere, the others must be valid one after the
    /// other.
    pub fn with_tiles(placements: impl IntoIterator<Item = Placement>) -> Result<Board, Illegal> {
        let mut board = Board::new();
        for placement in placements {
            if !board.is_empty() || !placement.faces_right() {
                board.explain(placement)?;
            }
            board.place_unchecked(placement);
        }
        Ok(board)
    }

    /// Whether nothing lies on the table.
    pub const fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    /// The tiles that lie on the table.
    pub const fn placed(&self) -> TileSet {
        self.placed
    }

    /// What lies at a location.
    pub fn at(&self, location: Location) -> Option<Placement> {
        let index = cell_of(location);
        let tile = self.cells[index].tile()?;
        let corners = vertices_of(index, location.facing()).map(|it| self.vertices[it].number());
        let orientation = Orientation::showing(tile, corners, location.facing());
        orientation.map(|orientation| Placement { tile, orientation, location })
    }

    /// Why the placement is not valid; fine if it is.
    ///
    /// ```
    /// use tilewright_triominos::Board;
    ///
    /// let board = Board::new();
    /// let illegal = board.explain("1-2-3:ABC@2,0".parse()?).unwrap_err();
    /// assert_eq!(illegal.rule(), "first-location");
    /// assert_eq!(illegal.to_string(), "the first tile goes to 0,0 facing up or to 1,0 facing down");
    /// # Ok::<(), tilewright_triominos::ParsePlacementError>(())
    /// ```
    pub fn explain(&self, placement: Placement) -> Result<(), Illegal> {
        let Placement { tile, orientation, location } = placement;
        let facing = location.facing();
        if !placement.faces_right() {
            let reason =
                format!("{orientation} does not face {facing}, as a tile at {location} must");
            return Err(Illegal::new("facing", reason));
        }
        if self.placed.contains(tile) {
            return Err(Illegal::new("tile-placed", format!("{tile} lies on the table already")));
        }
        if self.is_empty() {
            let is_start = [(0, 0), (1, 0)].contains(&(location.x(), location.y()));
            let reason = "the first tile goes to 0,0 facing up or to 1,0 facing down";
            return if is_start { Ok(()) } else { Err(Illegal::new("first-location", reason)) };
        }
        if self.cells[cell_of(location)].tile().is_some() {
            return Err(Illegal::new("occupied", format!("a tile lies at {location} already")));
        }
        if !self.cells[cell_of(location)].is_frontier() {
            return Err(Illegal::new("no-edge", format!("no tile shares an edge with {location}")));
        }
        self.explain_corners(placement)
    }

    /// Whether the placement is valid.
    pub fn is_valid(&self, placement: Placement) -> bool {
        self.explain(placement).is_ok()
    }

    /// Lays the tile, or says why not and changes nothing.
    pub fn place(&mut self, placement: Placement) -> Result<(), Illegal> {
        self.explain(placement)?;
        self.place_unchecked(placement);
        Ok(())
    }

    /// Appends every valid placement of the tiles, a triple once for each location. On the empty
    /// table these are all orientations of each tile.
    #[inline]
    pub fn placements(&self, tiles: TileSet, placements: &mut Vec<Placement>) {
        let tiles = tiles.without(self.placed);
        if self.is_empty() {
            placements.extend(tiles.iter().flat_map(openings));
            return;
        }
        for &cell in &self.frontier[..usize::from(self.n_frontier)] {
            let index = usize::from(cell);
            let location = location_of(index);
            for tile in self.fitting(index).and(tiles).iter() {
                placements.push(self.turned(tile, index, location));
            }
        }
    }

    /// How many valid placements of the tiles there are.
    #[inline]
    pub fn n_placements(&self, tiles: TileSet) -> usize {
        let tiles = tiles.without(self.placed);
        if self.is_empty() {
            return tiles.iter().map(|tile| if tile.is_triple() { 2 } else { 6 }).sum();
        }
        let frontier = &self.frontier[..usize::from(self.n_frontier)];
        frontier.iter().map(|&cell| self.fitting(usize::from(cell)).and(tiles).len()).sum()
    }

    /// What a valid placement completes: hexagons first, then a bridge.
    ///
    /// ```
    /// use tilewright_triominos::Board;
    ///
    /// let board = Board::new();
    /// assert_eq!(board.figures("0-0-0:ABC@0,0".parse()?).count(), 0);
    /// # Ok::<(), tilewright_triominos::ParsePlacementError>(())
    /// ```
    pub fn figures(&self, placement: Placement) -> impl Iterator<Item = SpecialFigure> + use<> {
        let surroundings = self.surroundings(placement.location);
        let is_hexagon = move |corner: &Corner| surroundings.n_tiles[corner.index()] == 5;
        let hexagons = Corner::ALL.into_iter().filter(is_hexagon).map(SpecialFigure::Hexagon);
        let bridge = surroundings.is_bridge().then(|| {
            if surroundings.n_edges() == 1 {
                SpecialFigure::BridgeCompleted
            } else {
                SpecialFigure::BridgeExtended
            }
        });
        hexagons.chain(bridge)
    }

    /// The sum of the numbers and the bonus for what a valid placement completes.
    #[inline]
    pub fn score(&self, placement: Placement, rules: &FigureRules) -> i32 {
        let surroundings = self.surroundings(placement.location);
        let n_hexagons = surroundings.n_hexagons();
        let hexagons = n_hexagons.checked_sub(1).map_or(0, |more| rules.hexagons[more]);
        let is_bridge = surroundings.is_bridge()
            && (n_hexagons == 0 || rules.bridge_with_hexagon)
            && (surroundings.n_edges() == 1 || !rules.bridge_completed_only);
        placement.tile.points() + hexagons + if is_bridge { rules.bridge } else { 0 }
    }

    /// Lays a tile that is known to be valid.
    #[inline]
    pub fn place_unchecked(&mut self, placement: Placement) -> Lift {
        let index = cell_of(placement.location);
        let facing = placement.location.facing();
        let vertices = vertices_of(index, facing);
        for (vertex, number) in vertices.into_iter().zip(placement.numbers()) {
            self.vertices[vertex].add(number);
        }
        self.placed.insert(placement.tile);
        let frontier = &mut self.frontier[..usize::from(self.n_frontier)];
        let frontier_index = frontier.iter().position(|&cell| usize::from(cell) == index);
        if let Some(i) = frontier_index {
            frontier[i] = frontier[frontier.len() - 1];
            self.n_frontier -= 1;
        }
        self.cells[index] = Cell::of(placement.tile);
        let mut n_added = 0;
        for edge in edges_of(index, facing) {
            if self.cells[edge] == Cell::EMPTY {
                self.cells[edge] = Cell::FRONTIER;
                self.frontier[usize::from(self.n_frontier)] = edge as u16;
                self.n_frontier += 1;
                n_added += 1;
            }
        }
        Lift { frontier_index: frontier_index.map_or(NOWHERE, |i| i as u8), n_added }
    }

    /// Takes back the last placement, with what laying it gave.
    ///
    /// ```
    /// use tilewright_triominos::{Board, Placement};
    ///
    /// let mut board = Board::new();
    /// let placement: Placement = "0-0-0:ABC@0,0".parse()?;
    /// let lift = board.place_unchecked(placement);
    /// board.lift(placement, lift);
    /// assert!(board.is_empty());
    /// # Ok::<(), tilewright_triominos::ParsePlacementError>(())
    /// ```
    #[inline]
    pub fn lift(&mut self, placement: Placement, lift: Lift) {
        let index = cell_of(placement.location);
        for _ in 0..lift.n_added {
            self.n_frontier -= 1;
            self.cells[usize::from(self.frontier[usize::from(self.n_frontier)])] = Cell::EMPTY;
        }
        self.cells[index] = Cell::EMPTY;
        if lift.frontier_index != NOWHERE {
            self.cells[index] = Cell::FRONTIER;
            let i = usize::from(lift.frontier_index);
            self.frontier[usize::from(self.n_frontier)] = self.frontier[i];
            self.frontier[i] = index as u16;
            self.n_frontier += 1;
        }
        self.placed.remove(placement.tile);
        for vertex in vertices_of(index, placement.location.facing()) {
            self.vertices[vertex].subtract();
        }
    }

    fn explain_corners(&self, placement: Placement) -> Result<(), Illegal> {
        let Placement { location, .. } = placement;
        let vertices = vertices_of(cell_of(location), location.facing());
        for (corner, (vertex, number)) in
            Corner::ALL.into_iter().zip(vertices.into_iter().zip(placement.numbers()))
        {
            let there = self.vertices[vertex].number();
            if there != BLANK && there != number {
                let corner = format!("{corner:?}").to_lowercase();
                let reason = format!("its {corner} corner is {number}, but {there} is there");
                return Err(Illegal::new("corner-mismatch", reason));
            }
        }
        Ok(())
    }

    /// The tiles that match the numbers round an empty cell.
    #[inline]
    fn fitting(&self, index: usize) -> TileSet {
        FITTING[self.clockwise_key(index)]
    }

    /// The numbers round a cell, clockwise from its left corner, three bits each.
    #[inline]
    fn clockwise_key(&self, index: usize) -> usize {
        let facing = facing_of(index);
        let [left, middle, right] = vertices_of(index, facing).map(|it| self.vertices[it].number());
        let (second, third) = match facing {
            Facing::Up => (middle, right),
            Facing::Down => (right, middle),
        };
        usize::from(left) | usize::from(second) << 3 | usize::from(third) << 6
    }

    /// The placement of a fitting tile at a cell of the frontier.
    #[inline]
    fn turned(&self, tile: Tile, index: usize, location: Location) -> Placement {
        let facing = location.facing();
        let there = vertices_of(index, facing).map(|vertex| self.vertices[vertex].number());
        let matches = |orientation: &Orientation| {
            let corners = orientation.corners(tile);
            orientation.facing() == facing
                && (0..3).all(|i| there[i] == BLANK || there[i] == corners[i])
        };
        let orientation = Orientation::ALL.into_iter().find(matches);
        Placement { tile, orientation: orientation.expect("the tile fits here"), location }
    }

    #[inline]
    fn surroundings(&self, location: Location) -> Surroundings {
        let index = cell_of(location);
        let facing = location.facing();
        Surroundings {
            edges: edges_of(index, facing).map(|edge| self.cells[edge].tile().is_some()),
            n_tiles: vertices_of(index, facing).map(|vertex| self.vertices[vertex].n_tiles()),
        }
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::new()
    }
}

/// The orientations of a tile that opens a round.
fn openings(tile: Tile) -> impl Iterator<Item = Placement> {
    let is_first = move |&orientation: &Orientation| {
        let corners = orientation.corners(tile);
        Orientation::showing(tile, corners, orientation.facing()) == Some(orientation)
    };
    Orientation::ALL.into_iter().filter(is_first).map(move |orientation| {
        let x = i8::from(orientation.facing() == Facing::Down);
        let location = Location::new(x, 0).expect("the start is on the table");
        Placement { tile, orientation, location }
    })
}

/// What a new tile at an empty location would touch.
#[derive(Clone, Copy)]
struct Surroundings {
    /// Whether tiles lie at the left, right and middle neighbour.
    edges: [bool; 3],
    /// By corner: how many tiles meet there.
    n_tiles: [u8; 3],
}

impl Surroundings {
    /// The corners that five tiles wait round.
    fn n_hexagons(self) -> usize {
        self.n_tiles.map(|n_tiles| usize::from(n_tiles == 5)).iter().sum()
    }

    fn n_edges(self) -> usize {
        self.edges.iter().filter(|&&is_there| is_there).count()
    }

    /// Whether the corner across from a shared edge touches tiles that share no edge.
    fn is_bridge(self) -> bool {
        let [left, right, middle] = self.edges;
        let others = |corner: Corner, beside: [bool; 2]| {
            let n_beside = beside.iter().filter(|&&is_there| is_there).count();
            usize::from(self.n_tiles[corner.index()]) > n_beside
        };
        right && others(Corner::Left, [left, middle])
            || left && others(Corner::Right, [right, middle])
            || middle && others(Corner::Middle, [left, right])
    }
}

/// A tile, nothing, or nothing beside a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell(u8);

impl Cell {
    const EMPTY: Cell = Cell(0);
    const FRONTIER: Cell = Cell(u8::MAX);

    const fn of(tile: Tile) -> Cell {
        Cell(tile.index() as u8 + 1)
    }

    const fn is_frontier(self) -> bool {
        self.0 == Cell::FRONTIER.0
    }

    #[inline]
    const fn tile(self) -> Option<Tile> {
        if self.0 == 0 || self.is_frontier() { None } else { Some(Tile::from_index(self.0 - 1)) }
    }
}

/// A number in the low three bits, and above them how many tiles meet there.
#[derive(Clone, Copy)]
struct Vertex(u8);

/// The number of a vertex without tiles.
const BLANK: u8 = 6;

impl Vertex {
    const BLANK: Vertex = Vertex(BLANK);

    #[inline]
    const fn number(self) -> u8 {
        self.0 & 7
    }

    #[inline]
    const fn n_tiles(self) -> u8 {
        self.0 >> 3
    }

    #[inline]
    const fn add(&mut self, number: u8) {
        self.0 = ((self.0 & !7) + 8) | number;
    }

    #[inline]
    const fn subtract(&mut self) {
        self.0 -= 8;
        if self.n_tiles() == 0 {
            self.0 = BLANK;
        }
    }
}

/// Not an index of the frontier.
const NOWHERE: u8 = u8::MAX;

/// Cells and vertices are numbered alike: `x + 64 + 128 (y + 32)`.
const N_CELLS: usize = 64 * 128;

#[inline]
const fn cell_of(location: Location) -> usize {
    (location.x() as isize + 64 + 128 * (location.y() as isize + 32)) as usize
}

#[inline]
fn location_of(index: usize) -> Location {
    let (x, y) = ((index % 128) as i8 - 64, (index / 128) as i8 - 32);
    Location::new(x, y).expect("56 tiles do not reach further")
}

/// 64 and 128 · 32 are even, so that the parity of x + y is that of the column and row.
#[inline]
const fn facing_of(index: usize) -> Facing {
    if (index % 128 + index / 128).is_multiple_of(2) { Facing::Up } else { Facing::Down }
}

/// The vertices at the left, middle and right corner of a cell.
#[inline]
const fn vertices_of(index: usize, facing: Facing) -> [usize; 3] {
    match facing {
        Facing::Up => [index + 127, index, index + 129],
        Facing::Down => [index - 1, index + 128, index + 1],
    }
}

/// The cells that share an edge: left, right and middle, as in [`Neighbor::EDGES`].
#[inline]
const fn edges_of(index: usize, facing: Facing) -> [usize; 3] {
    let (_, dy) = Neighbor::Middle.offset(facing);
    [index - 1, index + 1, (index as isize + 128 * dy as isize) as usize]
}

/// For three numbers clockwise, each three bits, perhaps blank: the tiles that match them.
static FITTING: LazyLock<[TileSet; 512]> = LazyLock::new(|| {
    std::array::from_fn(|key| {
        let wanted = [key & 7, key >> 3 & 7, key >> 6].map(|number| number as u8);
        let matches =
            |numbers: [u8; 3]| (0..3).all(|i| wanted[i] == BLANK || wanted[i] == numbers[i]);
        let fits = |tile: &Tile| {
            let [a, b, c] = tile.numbers();
            matches([a, b, c]) || matches([b, c, a]) || matches([c, a, b])
        };
        Tile::all().filter(fits).collect()
    })
});
