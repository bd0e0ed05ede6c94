//! The board: the tiles on it, the valid placements, and their scores.

use std::ops::Range;

use tilewright_core::{Illegal, Rng, random_index};

use crate::location::{Location, Neighbor};
use crate::placement::{Placement, SpecialFigure};
use crate::tile::{Corner, Facing, Orientation, Tile, TileSet};

/// The board: the tiles on the table.
///
/// ```
/// use tilewright_triominos::{Board, FigureRules, Placement, TileSet};
///
/// let mut board = Board::new();
/// let first: Placement = "0-0-0:ABC@0,0".parse()?;
/// assert_eq!(board.score(first, &FigureRules::default()), 0);
/// board.place(first)?;
///
/// assert_eq!(board.placements(TileSet::ALL).count(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Board {
    /// By cell: the tile there, or the place in the frontier.
    cells: [Cell; N_CELLS],
    /// By vertex: the number of tiles that meet there, and the number they show.
    vertices: [Vertex; N_CELLS],
    /// The empty cells that share an edge with a tile, each with the tiles that fit there, placed
    /// ones included.
    frontier: [u16; MAX_FRONTIER],
    fitting: [TileSet; MAX_FRONTIER],
    n_frontier: u8,
    placed: TileSet,
    /// The rows with tiles. Outside of these, cells and vertices are as on the empty table.
    rows: Rows,
}

/// The scores of hexagons and bridges.
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
    /// True if a bridge counts only where a single tile shares an edge.
    pub bridge_completed_only: bool,
    /// True if a bridge counts beside a hexagon.
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

/// The data that takes a placement back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lift {
    frontier_index: u8,
    n_added: u8,
}

impl Board {
    /// The empty table.
    pub const fn new() -> Board {
        Board {
            cells: EMPTY_CELLS,
            vertices: [Vertex::BLANK; N_CELLS],
            frontier: [0; MAX_FRONTIER],
            fitting: [TileSet::EMPTY; MAX_FRONTIER],
            n_frontier: 0,
            placed: TileSet::EMPTY,
            rows: Rows::NONE,
        }
    }

    /// Takes all tiles off the table.
    pub(crate) fn clear(&mut self) {
        static EMPTY: Board = Board::new();
        self.clone_from(&EMPTY);
    }

    /// A board for study: the first tile may lie anywhere, and each of the others must be valid
    /// after those before it.
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

    /// Returns true if no tile lies on the table.
    pub const fn is_empty(&self) -> bool {
        self.placed.is_empty()
    }

    /// The tiles that lie on the table.
    pub const fn placed(&self) -> TileSet {
        self.placed
    }

    /// The placement at a location, if a tile lies there.
    pub fn at(&self, location: Location) -> Option<Placement> {
        let index = cell_of(location);
        let tile = self.cells[index].tile()?;
        let corners = vertices_of(index, location.facing()).map(|it| self.vertices[it].number());
        let orientation = Orientation::showing(tile, corners, location.facing());
        orientation.map(|orientation| Placement { tile, orientation, location })
    }

    /// Returns the reason that the placement is not valid.
    ///
    /// ```
    /// use tilewright_triominos::Board;
    ///
    /// let board = Board::new();
    /// let illegal = board.explain("1-2-3:ABC@2,0".parse()?).unwrap_err();
    /// assert_eq!(illegal.rule(), "first-location");
    /// let reason = "the first tile goes to 0,0 facing up or to 1,0 facing down";
    /// assert_eq!(illegal.to_string(), reason);
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
        if self.cells[cell_of(location)].frontier_index().is_none() {
            return Err(Illegal::new("no-edge", format!("no tile shares an edge with {location}")));
        }
        self.explain_corners(placement)
    }

    /// Returns true if the placement is valid.
    pub fn is_valid(&self, placement: Placement) -> bool {
        self.explain(placement).is_ok()
    }

    /// Places the tile, or returns the reason that the placement is not valid and changes nothing.
    pub fn place(&mut self, placement: Placement) -> Result<(), Illegal> {
        self.explain(placement)?;
        self.place_unchecked(placement);
        Ok(())
    }

    /// Every valid placement of the tiles, a triple once for each location. On the empty table all
    /// orientations of each tile are valid.
    #[inline]
    pub fn placements(&self, tiles: TileSet) -> impl Iterator<Item = Placement> {
        let tiles = tiles.without(self.placed);
        let first_tiles = if self.is_empty() { tiles } else { TileSet::EMPTY };
        let cells = self.frontier.iter().zip(self.fitting());
        let at_frontier = cells.flat_map(move |(&cell, &fitting)| {
            fitting.and(tiles).iter().map(move |tile| self.turned(tile, usize::from(cell)))
        });
        first_tiles.iter().flat_map(openings).chain(at_frontier)
    }

    /// The number of valid placements of the tiles.
    #[inline]
    pub fn n_placements(&self, tiles: TileSet) -> usize {
        let tiles = tiles.without(self.placed);
        if self.is_empty() {
            return tiles.iter().map(|tile| if tile.is_triple() { 2 } else { 6 }).sum();
        }
        self.fitting().iter().map(|fitting| fitting.and(tiles).len()).sum()
    }

    /// The `n`th valid placement in the order of [`placements`](Board::placements), if there is
    /// one.
    #[inline]
    pub fn nth_placement(&self, tiles: TileSet, n: usize) -> Option<Placement> {
        let tiles = tiles.without(self.placed);
        if self.is_empty() {
            return tiles.iter().flat_map(openings).nth(n);
        }
        let mut n = n;
        for (&cell, &fitting) in self.frontier.iter().zip(self.fitting()) {
            let fitting = fitting.and(tiles);
            if n < fitting.len() {
                return fitting.nth(n).map(|tile| self.turned(tile, usize::from(cell)));
            }
            n -= fitting.len();
        }
        None
    }

    /// Returns true if one of the tiles has a valid placement.
    #[inline]
    pub fn fits_any(&self, tiles: TileSet) -> bool {
        let tiles = tiles.without(self.placed);
        if self.is_empty() {
            return !tiles.is_empty();
        }
        !self.fitting_tiles().and(tiles).is_empty()
    }

    /// The tiles that have a valid placement.
    ///
    /// ```
    /// use tilewright_triominos::{Board, TileSet};
    ///
    /// let board = Board::with_tiles(["0-0-0:ABC@0,0".parse().unwrap()]).unwrap();
    /// assert_eq!(board.fitting_tiles().len(), 5);
    /// ```
    pub fn fitting_tiles(&self) -> TileSet {
        if self.is_empty() {
            return TileSet::ALL;
        }
        self.fitting().iter().fold(TileSet::EMPTY, |all, &it| all.or(it)).without(self.placed)
    }

    /// The figures that a valid placement completes: hexagons first, then a bridge.
    ///
    /// ```
    /// use tilewright_triominos::Board;
    ///
    /// let board = Board::new();
    /// assert_eq!(board.figures("0-0-0:ABC@0,0".parse()?).count(), 0);
    /// # Ok::<(), tilewright_triominos::ParsePlacementError>(())
    /// ```
    pub fn figures(&self, placement: Placement) -> impl Iterator<Item = SpecialFigure> + use<> {
        let surroundings = self.surroundings(cell_of(placement.location));
        let is_hexagon = move |corner: &Corner| surroundings.n_tiles[corner.index()] == 5;
        let hexagons = Corner::ALL.into_iter().filter(is_hexagon).map(SpecialFigure::Hexagon);
        let bridge = match surroundings.n_edges() {
            1 => SpecialFigure::BridgeCompleted,
            _ => SpecialFigure::BridgeExtended,
        };
        hexagons.chain(surroundings.is_bridge().then_some(bridge))
    }

    /// The score of a valid placement: the sum of its numbers and the bonus for its figures.
    #[inline]
    pub fn score(&self, placement: Placement, rules: &FigureRules) -> i32 {
        placement.tile.points() + self.bonus(cell_of(placement.location), rules)
    }

    /// A random one of the valid placements with the highest score, all equally likely. The table
    /// must not be empty.
    #[inline]
    pub fn highest_placement<R: Rng + ?Sized>(
        &self,
        tiles: TileSet,
        rules: &FigureRules,
        rng: &mut R,
    ) -> Option<Placement> {
        let tiles = tiles.without(self.placed);
        let mut highest = i32::MIN;
        let mut n_highest = 0;
        let mut chosen = None;
        for (&cell, &fitting) in self.frontier.iter().zip(self.fitting()) {
            let fitting = fitting.and(tiles);
            if fitting.is_empty() {
                continue;
            }
            // The bonus depends on the cell, not on the tile.
            let bonus = self.bonus(usize::from(cell), rules);
            for tile in fitting.iter() {
                let score = tile.points() + bonus;
                if score > highest {
                    (highest, n_highest) = (score, 0);
                }
                if score == highest {
                    n_highest += 1;
                    if n_highest == 1 || random_index(rng, n_highest) == 0 {
                        chosen = Some((tile, cell));
                    }
                }
            }
        }
        chosen.map(|(tile, cell)| self.turned(tile, usize::from(cell)))
    }

    /// Places a tile. The placement must be valid.
    #[inline]
    pub fn place_unchecked(&mut self, placement: Placement) -> Lift {
        let index = cell_of(placement.location);
        let facing = placement.location.facing();
        // Step 1. Remove the cell from the frontier; the last cell takes its place.
        let frontier_index = self.cells[index].frontier_index();
        if let Some(i) = frontier_index {
            self.n_frontier -= 1;
            self.move_frontier(usize::from(self.n_frontier), i);
        }
        self.cells[index] = Cell::of(placement.tile);
        self.placed.insert(placement.tile);
        self.rows.extend(index / ROW);
        // Step 2. Set the numbers, and update the fitting tiles round new ones.
        for (vertex, number) in vertices_of(index, facing).into_iter().zip(placement.numbers()) {
            self.vertices[vertex].add(number);
            if self.vertices[vertex].n_tiles() == 1 {
                self.refit_round(vertex);
            }
        }
        // Step 3. Add the empty cells at its edges to the frontier.
        let mut n_added = 0;
        for edge in edges_of(index, facing) {
            if self.cells[edge] == Cell::EMPTY {
                self.set_frontier(usize::from(self.n_frontier), edge);
                self.n_frontier += 1;
                n_added += 1;
            }
        }
        Lift { frontier_index: frontier_index.map_or(NOWHERE, |i| i as u8), n_added }
    }

    /// Takes back the last placement, with the data that placing it returned.
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
        self.placed.remove(placement.tile);
        self.cells[index] = Cell::EMPTY;
        for vertex in vertices_of(index, placement.location.facing()) {
            self.vertices[vertex].subtract();
            if self.vertices[vertex].n_tiles() == 0 {
                self.refit_round(vertex);
            }
        }
        if lift.frontier_index != NOWHERE {
            let i = usize::from(lift.frontier_index);
            let last = usize::from(self.n_frontier);
            if i < last {
                self.move_frontier(i, last);
            }
            self.set_frontier(i, index);
            self.n_frontier += 1;
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
                let corner = corner.name();
                let reason = format!("its {corner} corner is {number}, but {there} is there");
                return Err(Illegal::new("corner-mismatch", reason));
            }
        }
        Ok(())
    }

    /// The tiles that fit at each cell of the frontier, placed ones included.
    #[inline]
    fn fitting(&self) -> &[TileSet] {
        &self.fitting[..usize::from(self.n_frontier)]
    }

    /// Sets a cell of the frontier.
    #[inline]
    fn set_frontier(&mut self, i: usize, cell: usize) {
        self.cells[cell] = Cell::frontier(i);
        self.frontier[i] = cell as u16;
        self.fitting[i] = FITTING[self.clockwise_key(cell)];
    }

    /// Moves a cell within the frontier.
    #[inline]
    fn move_frontier(&mut self, from: usize, to: usize) {
        let cell = self.frontier[from];
        self.cells[usize::from(cell)] = Cell::frontier(to);
        self.frontier[to] = cell;
        self.fitting[to] = self.fitting[from];
    }

    /// Updates the fitting tiles at the cells of the frontier that meet at a vertex.
    #[inline]
    fn refit_round(&mut self, vertex: usize) {
        for cell in cells_round(vertex) {
            if let Some(i) = self.cells[cell].frontier_index() {
                self.fitting[i] = FITTING[self.clockwise_key(cell)];
            }
        }
    }

    /// The numbers round a cell, clockwise from its left corner, three bits each.
    #[inline]
    fn clockwise_key(&self, cell: usize) -> usize {
        let [first, second, third] = self.clockwise_numbers(cell);
        usize::from(first) | usize::from(second) << 3 | usize::from(third) << 6
    }

    /// The numbers round a cell, clockwise from its left corner.
    #[inline]
    fn clockwise_numbers(&self, cell: usize) -> [u8; 3] {
        let facing = facing_of(cell);
        let [left, middle, right] = vertices_of(cell, facing).map(|it| self.vertices[it].number());
        match facing {
            Facing::Up => [left, middle, right],
            Facing::Down => [left, right, middle],
        }
    }

    /// The placement of a fitting tile at a cell of the frontier.
    #[inline]
    fn turned(&self, tile: Tile, cell: usize) -> Placement {
        let there = self.clockwise_numbers(cell);
        let [a, b, c] = tile.numbers();
        let n_turns = if fits(there, [a, b, c]) {
            0
        } else if fits(there, [c, a, b]) {
            1
        } else {
            2
        };
        // Two steps of 60 degrees are a third of a turn.
        let is_down = usize::from(facing_of(cell) == Facing::Down);
        let orientation = Orientation::ALL[2 * n_turns + is_down];
        Placement { tile, orientation, location: location_of(cell) }
    }

    /// The bonus for the figures that a tile at an empty cell completes.
    #[inline]
    fn bonus(&self, cell: usize, rules: &FigureRules) -> i32 {
        let surroundings = self.surroundings(cell);
        let n_hexagons = surroundings.n_hexagons();
        let hexagons = n_hexagons.checked_sub(1).map_or(0, |more| rules.hexagons[more]);
        let is_bridge = surroundings.is_bridge()
            && (n_hexagons == 0 || rules.bridge_with_hexagon)
            && (surroundings.n_edges() == 1 || !rules.bridge_completed_only);
        hexagons + if is_bridge { rules.bridge } else { 0 }
    }

    #[inline]
    fn surroundings(&self, index: usize) -> Surroundings {
        let facing = facing_of(index);
        Surroundings {
            edges: edges_of(index, facing).map(|edge| self.cells[edge].tile().is_some()),
            n_tiles: vertices_of(index, facing).map(|vertex| self.vertices[vertex].n_tiles()),
        }
    }
}

/// `clone_from` makes no third board, because a search copies boards all the time.
impl Clone for Board {
    fn clone(&self) -> Board {
        Board { ..*self }
    }

    /// Copies only the rows and the frontier in use: most of the table is empty in both.
    fn clone_from(&mut self, source: &Board) {
        let Board { cells, vertices, frontier, fitting, n_frontier, placed, rows } = source;
        let range = self.rows.or(*rows).cells();
        self.cells[range.clone()].copy_from_slice(&cells[range.clone()]);
        self.vertices[range.clone()].copy_from_slice(&vertices[range]);
        let n = usize::from(*n_frontier);
        self.frontier[..n].copy_from_slice(&frontier[..n]);
        self.fitting[..n].copy_from_slice(&fitting[..n]);
        self.n_frontier = *n_frontier;
        self.placed = *placed;
        self.rows = *rows;
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::new()
    }
}

/// The orientations of a tile that opens a round.
fn openings(tile: Tile) -> impl Iterator<Item = Placement> {
    let is_canonical = |it: &Placement| it.canonical() == *it;
    Orientation::ALL.into_iter().map(move |it| opening(tile, it)).filter(is_canonical)
}

fn opening(tile: Tile, orientation: Orientation) -> Placement {
    let x = i8::from(orientation.facing() == Facing::Down);
    let location = Location::new(x, 0).expect("the start is on the table");
    Placement { tile, orientation, location }
}

/// The tiles that a new tile at an empty location would touch.
#[derive(Clone, Copy)]
struct Surroundings {
    /// True where a tile lies at the left, right and middle neighbor.
    edges: [bool; 3],
    /// The number of tiles that meet at each corner.
    n_tiles: [u8; 3],
}

impl Surroundings {
    /// The number of corners where five tiles meet already.
    fn n_hexagons(self) -> usize {
        self.n_tiles.map(|n_tiles| usize::from(n_tiles == 5)).iter().sum()
    }

    fn n_edges(self) -> usize {
        self.edges.iter().filter(|&&is_there| is_there).count()
    }

    /// Returns true if the corner across from a shared edge touches tiles that share no edge.
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

/// A range of rows with tiles: the first row, and the row after the last. A tile changes only its
/// own row and the two beside it.
#[derive(Clone, Copy)]
struct Rows {
    first: u8,
    end: u8,
}

impl Rows {
    const NONE: Rows = Rows { first: u8::MAX, end: 0 };

    #[inline]
    fn extend(&mut self, row: usize) {
        *self = self.or(Rows { first: row as u8, end: row as u8 + 1 });
    }

    /// The smallest range that covers both.
    #[inline]
    fn or(self, other: Rows) -> Rows {
        Rows { first: self.first.min(other.first), end: self.end.max(other.end) }
    }

    /// The cells that tiles in these rows may have changed.
    fn cells(self) -> Range<usize> {
        if self.end == 0 {
            return 0..0;
        }
        ROW * (usize::from(self.first) - 1)..ROW * (usize::from(self.end) + 1)
    }
}

/// A cell: a tile, empty, empty with a place in the frontier, or outside the table.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell(u8);

impl Cell {
    const EMPTY: Cell = Cell(0);
    const OUTSIDE: Cell = Cell(127);
    const FIRST_TILE: u8 = 128;

    #[inline]
    const fn of(tile: Tile) -> Cell {
        Cell(Cell::FIRST_TILE + tile.index() as u8)
    }

    #[inline]
    const fn frontier(i: usize) -> Cell {
        Cell(i as u8 + 1)
    }

    #[inline]
    const fn frontier_index(self) -> Option<usize> {
        let i = self.0.wrapping_sub(1) as usize;
        if i < MAX_FRONTIER { Some(i) } else { None }
    }

    #[inline]
    const fn tile(self) -> Option<Tile> {
        match self.0.checked_sub(Cell::FIRST_TILE) {
            Some(index) => Some(Tile::from_index(index)),
            None => None,
        }
    }
}

/// A vertex: its number in the low three bits, and the count of tiles that meet there above them.
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

/// An upper bound of the frontier: the first tile adds three cells, and each of the others takes
/// one and adds two at most.
const MAX_FRONTIER: usize = 64;

/// The value for a cell that is not in the frontier.
const NOWHERE: u8 = u8::MAX;

/// The number of cells in a row.
const ROW: usize = 128;

/// The number of cells. Cells and vertices have the same numbering: `x + 64 + 128 (y + 32)`.
const N_CELLS: usize = 64 * ROW;

/// The cells of the empty table; cells without a location are outside.
const EMPTY_CELLS: [Cell; N_CELLS] = {
    let mut cells = [Cell::OUTSIDE; N_CELLS];
    let mut index = 0;
    while index < N_CELLS {
        let x = (index % 128) as i8 - 64;
        let y = (index / 128) as i8 - 32;
        if Location::new(x, y).is_some() {
            cells[index] = Cell::EMPTY;
        }
        index += 1;
    }
    cells
};

#[inline]
const fn cell_of(location: Location) -> usize {
    (location.x() as isize + 64 + 128 * (location.y() as isize + 32)) as usize
}

#[inline]
fn location_of(index: usize) -> Location {
    let x = (index % 128) as i8 - 64;
    let y = (index / 128) as i8 - 32;
    Location::new(x, y).expect("only locations are in the frontier")
}

/// The facing of a cell. 64 and 128 · 32 are even, so the parity of x + y is that of column plus
/// row.
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

/// The cells that meet at a vertex.
#[inline]
const fn cells_round(vertex: usize) -> [usize; 6] {
    [vertex, vertex + 1, vertex - 1, vertex - 127, vertex - 128, vertex - 129]
}

/// The tiles that match three numbers, by the numbers clockwise, three bits each, perhaps blank.
static FITTING: [TileSet; 512] = {
    let mut fitting = [TileSet::EMPTY; 512];
    let mut key = 0;
    while key < 512 {
        let wanted = [(key & 7) as u8, (key >> 3 & 7) as u8, (key >> 6) as u8];
        let mut index = 0;
        while index < Tile::COUNT {
            let tile = Tile::from_index(index as u8);
            if fits_somehow(tile, wanted) {
                fitting[key].insert(tile);
            }
            index += 1;
        }
        key += 1;
    }
    fitting
};

const fn fits_somehow(tile: Tile, wanted: [u8; 3]) -> bool {
    let [a, b, c] = tile.numbers();
    fits(wanted, [a, b, c]) || fits(wanted, [b, c, a]) || fits(wanted, [c, a, b])
}

const fn fits(wanted: [u8; 3], numbers: [u8; 3]) -> bool {
    (wanted[0] == BLANK || wanted[0] == numbers[0])
        && (wanted[1] == BLANK || wanted[1] == numbers[1])
        && (wanted[2] == BLANK || wanted[2] == numbers[2])
}
