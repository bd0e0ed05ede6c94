//! The rules of Blokus: pieces are read from their pictures, boards are rows of squares, and
//! every rule is a loop over squares.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use crate::{Draw, Explore, Model, Pairs, Turn, best, either, places_by_score};

// ---------------------------------------------------------------------------------------------
// Pieces

/// The default pictures, top row first.
const PICTURES: [(&str, &[&str]); 21] = [
    ("O1", &["X"]),
    ("I2", &["X", "X"]),
    ("I3", &["X", "X", "X"]),
    ("L3", &["X.", "XX"]),
    ("O4", &["XX", "XX"]),
    ("I4", &["X", "X", "X", "X"]),
    ("L4", &["X.", "X.", "XX"]),
    ("Z4", &["XX.", ".XX"]),
    ("T4", &["XXX", ".X."]),
    ("F5", &[".XX", "XX.", ".X."]),
    ("I5", &["X", "X", "X", "X", "X"]),
    ("L5", &["X.", "X.", "X.", "XX"]),
    ("N5", &[".X", "XX", "X.", "X."]),
    ("P5", &["XX", "XX", "X."]),
    ("T5", &["XXX", ".X.", ".X."]),
    ("U5", &["X.X", "XXX"]),
    ("V5", &["..X", "..X", "XXX"]),
    ("W5", &["..X", ".XX", "XX."]),
    ("X5", &[".X.", "XXX", ".X."]),
    ("Y5", &[".X", "XX", ".X", ".X"]),
    ("Z5", &["XX.", ".X.", ".XX"]),
];

/// The names of the eight rotations: quarter turns clockwise, then the same mirrored left-right.
pub const ROTATIONS: [&str; 8] = ["n", "e", "s", "w", "nf", "ef", "sf", "wf"];

/// The names of all pieces, in Tilewe's order.
pub fn piece_names() -> impl Iterator<Item = &'static str> {
    PICTURES.iter().map(|&(name, _)| name)
}

/// Column and row, both from 0, `(0, 0)` bottom left. May lie outside the board.
pub type Cell = (i32, i32);

/// Cells in reading order: by row from the bottom, then by column. This is also the order of the
/// index x + width·y.
pub fn sorted(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    cells
}

/// A square's name: columns `a`… from the left, rows 1… from the bottom.
pub fn cell_name((x, y): Cell) -> String {
    let letter = "abcdefghijklmnopqrstuvwxyz".chars().nth(x as usize).unwrap();
    format!("{letter}{}", y + 1)
}

/// A piece turned and mirrored, in its bounding box.
#[derive(Clone, Debug)]
pub struct Shape {
    pub piece: &'static str,
    pub rotation: &'static str,
    pub cells: Vec<Cell>,
}

/// The distinct orientations of every piece; equal pictures are one, named by the first.
pub static SHAPES: LazyLock<BTreeMap<&'static str, Vec<Shape>>> =
    LazyLock::new(|| piece_names().map(|piece| (piece, distinct_shapes(piece))).collect());

fn distinct_shapes(piece: &'static str) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for rotation in ROTATIONS {
        let cells = rotated(piece, rotation);
        if shapes.iter().all(|shape| shape.cells != cells) {
            shapes.push(Shape { piece, rotation, cells });
        }
    }
    shapes
}

/// The cells of a piece in any of the eight rotations, moved so that the lower left corner of its
/// bounding box is `(0, 0)`.
pub fn rotated(piece: &str, rotation: &str) -> Vec<Cell> {
    let mut cells = picture_cells(piece);
    let quarter_turns = ROTATIONS.iter().position(|&name| name == rotation).unwrap() % 4;
    for _ in 0..quarter_turns {
        // Clockwise: what was up is on the right.
        cells = cells.into_iter().map(|(x, y)| (y, -x)).collect();
    }
    if rotation.ends_with('f') {
        cells = cells.into_iter().map(|(x, y)| (-x, y)).collect();
    }
    let (left, bottom) = lower_left(&cells);
    sorted(cells.into_iter().map(|(x, y)| (x - left, y - bottom)))
}

fn picture_cells(piece: &str) -> Vec<Cell> {
    let (_, rows) = PICTURES.iter().find(|&&(name, _)| name == piece).unwrap();
    let mut cells = Vec::new();
    for (row, y) in rows.iter().rev().zip(0..) {
        for (mark, x) in row.chars().zip(0..) {
            if mark == 'X' {
                cells.push((x, y));
            }
        }
    }
    cells
}

/// The lower left corner of the bounding box. It need not be one of the cells.
fn lower_left(cells: &[Cell]) -> Cell {
    (cells.iter().map(|cell| cell.0).min().unwrap(), cells.iter().map(|cell| cell.1).min().unwrap())
}

fn edge_neighbors((x, y): Cell) -> [Cell; 4] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
}

fn corner_neighbors((x, y): Cell) -> [Cell; 4] {
    [(x + 1, y + 1), (x - 1, y + 1), (x - 1, y - 1), (x + 1, y - 1)]
}

/// Contact tiles: those with fewer than two neighbors inside the piece, or exactly two at a right
/// angle.
pub fn contacts(cells: &[Cell]) -> Vec<Cell> {
    cells.iter().copied().filter(|&cell| is_contact(cells, cell)).collect()
}

fn is_contact(cells: &[Cell], cell: Cell) -> bool {
    let neighbors: Vec<Cell> =
        edge_neighbors(cell).into_iter().filter(|near| cells.contains(near)).collect();
    match neighbors[..] {
        [] | [_] => true,
        [first, second] => first.0 != second.0 && first.1 != second.1,
        _ => false,
    }
}

/// Corners of a lone piece: the squares around it that touch it diagonally and not by an edge.
pub fn piece_corners(cells: &[Cell]) -> BTreeSet<Cell> {
    let diagonal: BTreeSet<Cell> = cells.iter().flat_map(|&cell| corner_neighbors(cell)).collect();
    let beside: BTreeSet<Cell> = cells.iter().flat_map(|&cell| edge_neighbors(cell)).collect();
    let around = diagonal.into_iter().filter(|cell| !cells.contains(cell));
    around.filter(|cell| !beside.contains(cell)).collect()
}

// ---------------------------------------------------------------------------------------------
// Placements

/// A move: a piece in an orientation at a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    pub piece: &'static str,
    pub rotation: &'static str,
    /// Sorted by row, then by column.
    pub cells: Vec<Cell>,
}

impl Placement {
    /// The shape with the lower left corner of its bounding box on this cell.
    pub fn at(shape: &Shape, (left, bottom): Cell) -> Placement {
        let cells = shape.cells.iter().map(|&(x, y)| (x + left, y + bottom)).collect();
        Placement { piece: shape.piece, rotation: shape.rotation, cells }
    }

    /// Recognizes piece and orientation from the squares.
    pub fn from_cells(cells: &[Cell]) -> Option<Placement> {
        let cells = sorted(cells.iter().copied());
        let anchor = lower_left(&cells);
        let placements = SHAPES.values().flatten().map(|shape| Placement::at(shape, anchor));
        placements.into_iter().find(|placement| placement.cells == cells)
    }

    /// Every placement that lies on a board of this side.
    pub fn all(side: i32) -> Vec<Placement> {
        let anchors = || (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        let on_board =
            |placement: &Placement| placement.cells.iter().all(|&(x, y)| x < side && y < side);
        SHAPES
            .values()
            .flatten()
            .flat_map(|shape| anchors().map(|anchor| Placement::at(shape, anchor)))
            .filter(on_board)
            .collect()
    }
}

impl Placement {
    /// Reads the text that [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Placement {
        let (name, anchor) = text.split_once('@').expect("a placement has an anchor");
        let (piece, rotation) = name.split_at(2);
        let shape = SHAPES[piece].iter().find(|shape| shape.rotation == rotation);
        let (letter, row) = anchor.split_at(1);
        let column = i32::from(letter.as_bytes()[0] - b'a');
        let row: i32 = row.parse().expect("a row is a number");
        Placement::at(shape.expect("the orientation is one of the piece's"), (column, row - 1))
    }
}

/// `F5e@d3`: the lower left square of the bounding box is d3.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placement { piece, rotation, cells } = self;
        write!(f, "{piece}{rotation}@{}", cell_name(lower_left(cells)))
    }
}

// ---------------------------------------------------------------------------------------------
// The game

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Reference {
    variant: String,
    scoring: String,
    n_seats: usize,
    free_start: bool,
    /// The color on each square: `board[y][x]`.
    board: Vec<Vec<Option<usize>>>,
    /// For each color the pieces it has placed, in order.
    placed: Vec<Vec<&'static str>>,
    color_to_move: Option<usize>,
}

/// Setting up.
impl Reference {
    /// Variant, scoring and whether the start is free.
    pub fn rules(&self) -> (&str, &str, bool) {
        (&self.variant, &self.scoring, self.free_start)
    }

    pub fn side(&self) -> i32 {
        self.board.len() as i32
    }

    pub fn n_seats(&self) -> usize {
        self.n_seats
    }

    pub fn n_colors(&self) -> usize {
        self.placed.len()
    }

    /// The squares of which a color's first piece must cover one.
    fn start_cells(&self, color: usize) -> Vec<Cell> {
        let (own_starts, for_everybody): (&[Cell], bool) = match self.variant.as_str() {
            "duo" => (&[(4, 9), (9, 4)], self.free_start),
            "tilewe" => (&[(0, 19), (19, 19), (19, 0), (0, 0)], true),
            _ => (&[(0, 19), (19, 19), (19, 0), (0, 0)], self.free_start),
        };
        if for_everybody { own_starts.to_vec() } else { vec![own_starts[color]] }
    }

    /// The seat to which a color's points belong.
    pub fn owner(&self, color: usize) -> Option<usize> {
        match (self.variant.as_str(), color) {
            ("classic-2", _) => Some(color % 2),
            ("classic-3", 3) => None,
            _ => Some(color),
        }
    }

    /// The seat that plays a color's next piece.
    pub fn player(&self, color: usize) -> usize {
        // Green of classic-3 is played by seats 1, 2, 3, 1, …
        self.owner(color).unwrap_or(self.placed[color].len() % 3)
    }
}

/// Looking at the board.
impl Reference {
    pub fn color_at(&self, (x, y): Cell) -> Option<usize> {
        let row = self.board.get(usize::try_from(y).ok()?)?;
        *row.get(usize::try_from(x).ok()?)?
    }

    fn is_on_board(&self, (x, y): Cell) -> bool {
        (0..self.side()).contains(&x) && (0..self.side()).contains(&y)
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.is_on_board(cell) && self.color_at(cell).is_none()
    }

    fn touches_by_edge(&self, color: usize, cell: Cell) -> bool {
        edge_neighbors(cell).into_iter().any(|near| self.color_at(near) == Some(color))
    }

    fn touches_by_corner(&self, color: usize, cell: Cell) -> bool {
        corner_neighbors(cell).into_iter().any(|near| self.color_at(near) == Some(color))
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side();
        (0..side).flat_map(move |y| (0..side).map(move |x| (x, y)))
    }

    pub fn remaining(&self, color: usize) -> Vec<&'static str> {
        piece_names().filter(|piece| !self.placed[color].contains(piece)).collect()
    }

    pub fn ply(&self) -> usize {
        self.placed.iter().map(Vec::len).sum()
    }
}

/// Placing.
impl Reference {
    /// Everything that is wrong with a placement of this color; nothing if it is legal.
    ///
    /// This is the rule itself. The list of legal placements is made faster than by asking this
    /// for every placement there is; a test shows that both say the same.
    pub fn broken_rules(&self, color: usize, placement: &Placement) -> Vec<&'static str> {
        let any = |test: &dyn Fn(Cell) -> bool| placement.cells.iter().any(|&cell| test(cell));
        let is_first = self.placed[color].is_empty();
        let start_cells = self.start_cells(color);
        let mut broken = Vec::new();
        if self.placed[color].contains(&placement.piece) {
            broken.push("piece-used");
        }
        if any(&|cell| !self.is_on_board(cell)) {
            broken.push("off-board");
        }
        if any(&|cell| self.color_at(cell).is_some()) {
            broken.push("occupied");
        }
        if is_first && !any(&|cell| start_cells.contains(&cell)) {
            broken.push("start-square");
        }
        if !is_first && !any(&|cell| self.touches_by_corner(color, cell)) {
            broken.push("no-own-corner");
        }
        if any(&|cell| self.touches_by_edge(color, cell)) {
            broken.push("touches-own-edge");
        }
        broken
    }

    /// The legal placements of a color, as if it were its turn: each once, sorted.
    pub fn legal_placements(&self, color: usize) -> Vec<Placement> {
        let mut placements = Vec::new();
        self.visit_placements(color, |placement| {
            placements.push(placement);
            true
        });
        placements.sort_unstable();
        placements.dedup();
        placements
    }

    /// A color without a legal placement is out for the rest of the game.
    pub fn is_out(&self, color: usize) -> bool {
        let mut is_out = true;
        self.visit_placements(color, |_| {
            is_out = false;
            false
        });
        is_out
    }

    /// Hands every legal placement to `visit`, some of them more than once, until it says `false`.
    ///
    /// A legal placement covers a start square (a first piece) or a square at a corner of its own
    /// color (a later one), so it is enough to try every tile of every piece on these squares.
    fn visit_placements(&self, color: usize, mut visit: impl FnMut(Placement) -> bool) {
        // The squares that a piece of this color may cover.
        let mut usable = vec![vec![false; self.board.len()]; self.board.len()];
        for (x, y) in self.cells() {
            usable[y as usize][x as usize] =
                self.is_free((x, y)) && !self.touches_by_edge(color, (x, y));
        }
        let is_usable = |(x, y): Cell| self.is_on_board((x, y)) && usable[y as usize][x as usize];

        let corners: Vec<Cell> = if self.placed[color].is_empty() {
            self.start_cells(color)
        } else {
            self.cells().filter(|&cell| self.touches_by_corner(color, cell)).collect()
        };
        for corner in corners.into_iter().filter(|&cell| is_usable(cell)) {
            for shape in self.remaining(color).into_iter().flat_map(|piece| &SHAPES[piece]) {
                for tile in &shape.cells {
                    let anchor = (corner.0 - tile.0, corner.1 - tile.1);
                    let fits =
                        shape.cells.iter().all(|&(x, y)| is_usable((x + anchor.0, y + anchor.1)));
                    if fits && !visit(Placement::at(shape, anchor)) {
                        return;
                    }
                }
            }
        }
    }

    /// Places a piece of the color to move, and finds the next color that can place one.
    pub fn place(&mut self, placement: &Placement) {
        let color = self.color_to_move.expect("the game is not over");
        assert_eq!(self.broken_rules(color, placement), [""; 0], "{placement}");
        for &(x, y) in &placement.cells {
            self.board[y as usize][x as usize] = Some(color);
        }
        self.placed[color].push(placement.piece);

        // Colors without a placement are skipped; the game ends when no color can place.
        let n_colors = self.n_colors();
        let in_turn = (1..=n_colors).map(|steps| (color + steps) % n_colors);
        self.color_to_move = in_turn.into_iter().find(|&next| !self.is_out(next));
    }

    pub fn color_to_move(&self) -> Option<usize> {
        self.color_to_move
    }

    pub fn seat_to_move(&self) -> Option<usize> {
        self.color_to_move.map(|color| self.player(color))
    }
}

/// Scoring.
impl Reference {
    pub fn squares_placed(&self, color: usize) -> i32 {
        self.cells().filter(|&cell| self.color_at(cell) == Some(color)).count() as i32
    }

    /// +15 for a color that placed all 21 pieces, and 5 more if its last one was the single square.
    pub fn bonus(&self, color: usize) -> i32 {
        let placed = &self.placed[color];
        match (placed.len(), placed.last()) {
            (21, Some(&"O1")) => 20,
            (21, _) => 15,
            _ => 0,
        }
    }

    pub fn points(&self, color: usize) -> i32 {
        let squares_left = 89 - self.squares_placed(color);
        match self.scoring.as_str() {
            "advanced" => self.bonus(color) - squares_left,
            "basic" => -squares_left,
            "tilewe" => self.squares_placed(color),
            other => panic!("there is no scoring {other}"),
        }
    }
}

impl Model for Reference {
    fn start(pairs: &[(&str, &str)]) -> Reference {
        let value = |name: &str| pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1);
        let variant = value("variant").unwrap_or("classic").to_owned();
        let usual_scoring = if variant == "tilewe" { "tilewe" } else { "advanced" };
        let usual_seats = match variant.as_str() {
            "duo" | "classic-2" => 2,
            "classic-3" => 3,
            _ => 4,
        };
        let n_seats = value("seats").map_or(usual_seats, |seats| seats.parse().expect(seats));
        let (side, n_colors) = match (variant.as_str(), n_seats) {
            ("classic", 4) | ("classic-2", 2) | ("classic-3", 3) => (20, 4),
            ("duo", 2) => (14, 2),
            ("tilewe", 1..=4) => (20, n_seats),
            _ => panic!("{variant} is not played with {n_seats} seats"),
        };
        Reference {
            variant,
            scoring: value("scoring").unwrap_or(usual_scoring).to_owned(),
            n_seats,
            free_start: value("free-start").is_some_and(|it| either("free-start", it, "off", "on")),
            board: vec![vec![None; side]; side],
            placed: vec![Vec::new(); n_colors],
            color_to_move: Some(0),
        }
    }

    /// The most points win; equal totals share the place.
    fn turn(&self) -> Turn {
        match self.seat_to_move() {
            Some(seat) => Turn::Seat(seat),
            None => Turn::Over(places_by_score(&self.scores())),
        }
    }

    fn legal(&self) -> Vec<String> {
        let placements = self.color_to_move.map(|color| self.legal_placements(color));
        let mut texts: Vec<String> =
            placements.iter().flatten().map(Placement::to_string).collect();
        texts.sort_unstable();
        texts
    }

    fn play(&mut self, text: &str) {
        self.place(&Placement::read(text));
    }

    /// The total of each seat's colors.
    fn scores(&self) -> Vec<i32> {
        let total = |seat| {
            let own_colors = (0..self.n_colors()).filter(|&color| self.owner(color) == Some(seat));
            own_colors.map(|color| self.points(color)).sum()
        };
        (0..self.n_seats).map(total).collect()
    }
}

impl Explore for Reference {
    const SETUPS: &'static [&'static Pairs] = &[
        &[("variant", "classic")],
        &[("variant", "classic"), ("free-start", "on")],
        &[("variant", "classic-2")],
        &[("variant", "classic-2"), ("free-start", "on")],
        &[("variant", "classic-3")],
        &[("variant", "classic-3"), ("free-start", "on")],
        &[("variant", "duo")],
        &[("variant", "duo"), ("free-start", "on")],
        &[("variant", "tilewe"), ("seats", "1")],
        &[("variant", "tilewe"), ("seats", "2")],
        &[("variant", "tilewe"), ("seats", "3")],
        &[("variant", "tilewe"), ("seats", "4")],
    ];

    fn changes(_: &Pairs) -> &'static [(&'static str, &'static str, usize)] {
        &[("scoring", "advanced", 3), ("scoring", "basic", 3), ("scoring", "tilewe", 3)]
    }

    fn reason(&self) -> Option<&'static str> {
        self.color_to_move.is_none().then_some("no placement")
    }

    fn is_broken(&self, text: &str, rule: &str) -> bool {
        match self.color_to_move {
            None => rule == "game-over",
            Some(color) => self.broken_rules(color, &Placement::read(text)).contains(&rule),
        }
    }

    /// Any orientation on any square of the large board, also if the board is small.
    fn any_moves(&self, draw: &mut Draw) -> Vec<String> {
        let shapes: Vec<&Shape> = SHAPES.values().flatten().collect();
        let mut any_move = || {
            let shape = shapes[draw(shapes.len())];
            let column = draw(20) as i32;
            Placement::at(shape, (column, draw(20) as i32)).to_string()
        };
        (0..200).map(|_| any_move()).collect()
    }

    /// Every other player prefers large pieces, so that colors place all of theirs and the single
    /// square comes last.
    fn preferred(
        &self,
        legal: &[String],
        style: u64,
        _played: &[String],
        draw: &mut Draw,
    ) -> Vec<String> {
        if style.is_multiple_of(2) && draw(8) > 0 {
            best(legal, |text| Placement::read(text).cells.len() as i32)
        } else {
            Vec::new()
        }
    }
}

/// Tilewe's terms.
impl Reference {
    /// Free squares that touch the color diagonally, do not touch it by an edge, and that some
    /// remaining piece can use; for a color without pieces its start squares that are free.
    pub fn open_corners(&self, color: usize) -> Vec<Cell> {
        if self.placed[color].is_empty() {
            let start_cells = self.start_cells(color).into_iter();
            return sorted(start_cells.filter(|&cell| self.is_free(cell)));
        }
        let mut in_use = vec![vec![false; self.board.len()]; self.board.len()];
        self.visit_placements(color, |placement| {
            for (x, y) in placement.cells {
                in_use[y as usize][x as usize] = true;
            }
            true
        });
        let open = self.cells().filter(|&(x, y)| {
            self.is_free((x, y))
                && self.touches_by_corner(color, (x, y))
                && !self.touches_by_edge(color, (x, y))
                && in_use[y as usize][x as usize]
        });
        open.collect()
    }

    /// All names of a legal placement of a color whose open corners are given: by open corner,
    /// then by contact. The first is the one that is written.
    pub fn tilewe_names(open_corners: &[Cell], placement: &Placement) -> Vec<String> {
        let Placement { piece, rotation, cells } = placement;
        let (left, bottom) = lower_left(cells);
        let mut names = Vec::new();
        for &corner in open_corners {
            for contact in contacts(cells) {
                if contact == corner {
                    let in_box = cell_name((contact.0 - left, contact.1 - bottom));
                    names.push(format!("{piece}{rotation}-{in_box}{}", cell_name(corner)));
                }
            }
        }
        names
    }

    /// The board as Tilewe prints it, top row first.
    pub fn rows(&self) -> Vec<String> {
        let letter = |color: &Option<usize>| color.map_or('.', |color| ['B', 'Y', 'R', 'G'][color]);
        self.board.iter().rev().map(|row| row.iter().map(letter).collect()).collect()
    }
}
