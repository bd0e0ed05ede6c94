//! Tiles for a terminal: triangles that share their edges, three columns a cell and three lines a
//! row, with every number in its corner. All characters are ASCII, which is one column wide
//! everywhere.

use std::collections::BTreeSet;

use tilewright_triominos::{Corner, Facing, Location, Neighbor, Placement, Tile};

use crate::text::canvas::{Canvas, Spot};
use crate::text::ink::{BOLD, Ink, PLAIN, Paint};
use crate::text::parts::{Mark, Place};

/// Columns from a cell to the next, and lines from a row to the next.
const STEP: usize = 3;

/// Columns for the labels of the rows.
const LABEL_WIDTH: usize = 4;

/// Columns of one triangle.
const TRIANGLE_WIDTH: usize = 2 * STEP + 1;

/// For edges and labels, so that the numbers stand out.
const GRAY: Paint = Paint::letters(245);

/// For a last tile without a seat's color.
const LIGHT_GRAY: u8 = 252;

/// For places without a tile.
const DARK_GRAY: Paint = Paint::letters(240);

/// One tile of the drawing.
pub(super) struct Drawn {
    /// The tile and its place.
    pub(super) placement: Placement,
    /// The color of the seat that placed it.
    pub(super) paint: Paint,
    /// True for the tile that was placed last.
    pub(super) is_last: bool,
}

/// The tiles on the table, with x above and below them and y at both sides.
///
/// A dot is an empty place that shares an edge with a tile, and the drawing ends where no tile may
/// be added. The last tile has a star. The empty table shows the two places for the first tile.
pub(super) fn board(tiles: &[Drawn], ink: Ink) -> String {
    let open = open_locations(tiles);
    let frame = frame_of(tiles, &open);
    let mut canvas = Canvas::default();
    draw_labels(&frame, &mut canvas);
    for triangle in open.into_iter().map(|location| frame.triangle(location)) {
        if tiles.is_empty() {
            put_dotted_outline(&mut canvas, triangle);
        } else {
            canvas.put(triangle.center(), '.', DARK_GRAY);
        }
    }
    // The last tile comes last, because its edges are painted over those of its neighbors.
    let (last, others): (Vec<_>, Vec<_>) = tiles.iter().partition(|tile| tile.is_last);
    for tile in others.into_iter().chain(last) {
        draw_tile(tile, frame.triangle(tile.placement.location), &mut canvas);
    }
    canvas.text(ink)
}

/// The places of the drawing, those with tiles too.
pub(super) fn places(tiles: &[Drawn]) -> Vec<Place> {
    let open = open_locations(tiles);
    let frame = frame_of(tiles, &open);
    let place = |location: Location| Place::new(&location, frame.triangle(location).center());
    let rows = frame.top..=frame.bottom;
    let locations =
        rows.flat_map(|y| (frame.left..=frame.right).filter_map(move |x| Location::new(x, y)));
    let is_there = |it: &Location| !tiles.is_empty() || open.contains(it);
    locations.filter(is_there).map(place).collect()
}

/// The numbers and edges of a tile, if its place is in the drawing.
pub(super) fn marks(tiles: &[Drawn], placement: Placement) -> Vec<Mark> {
    let frame = frame_of(tiles, &open_locations(tiles));
    let Placement { location, .. } = placement;
    let is_inside = (frame.left..=frame.right).contains(&location.x())
        && (frame.top..=frame.bottom).contains(&location.y());
    if !is_inside {
        return Vec::new();
    }
    let mut canvas = Canvas::default();
    let triangle = frame.triangle(location);
    put_outline(&mut canvas, triangle, PLAIN);
    put_numbers(&mut canvas, triangle, placement.numbers(), PLAIN);
    canvas.glyphs().map(|(spot, symbol)| Mark::new(spot, symbol)).collect()
}

/// The part of the table with all tiles and the places beside them.
fn frame_of(tiles: &[Drawn], open: &BTreeSet<Location>) -> Frame {
    let locations = tiles.iter().map(|tile| tile.placement.location);
    Frame::around(locations.chain(open.iter().copied()))
}

/// Tiles beside each other, facing up as `ABC`, each above its name, in shelves of at most `width`
/// columns.
pub(super) fn tiles(tiles: impl IntoIterator<Item = Tile>, ink: Ink, width: usize) -> String {
    let n_per_shelf = ((width + 1) / (TRIANGLE_WIDTH + 1)).max(1);
    let mut canvas = Canvas::default();
    for (i, tile) in tiles.into_iter().enumerate() {
        let left = i % n_per_shelf * (TRIANGLE_WIDTH + 1);
        let top = i / n_per_shelf * (STEP + 2);
        let triangle = Triangle { column: left + STEP, top, facing: Facing::Up };
        put_outline(&mut canvas, triangle, GRAY);
        put_numbers(&mut canvas, triangle, tile.numbers(), BOLD);
        canvas.write((left + 1, top + STEP + 1), &tile.to_string(), PLAIN);
    }
    canvas.text(ink)
}

/// The empty places that share an edge with a tile; without tiles, those for the first one.
fn open_locations(tiles: &[Drawn]) -> BTreeSet<Location> {
    if tiles.is_empty() {
        return [(0, 0), (1, 0)].into_iter().filter_map(|(x, y)| Location::new(x, y)).collect();
    }
    let covered: BTreeSet<Location> = tiles.iter().map(|tile| tile.placement.location).collect();
    let neighbors = |location: &Location| Neighbor::EDGES.map(|edge| location.neighbor(edge));
    let touching = covered.iter().flat_map(neighbors).flatten();
    touching.filter(|location| !covered.contains(location)).collect()
}

/// A tile in the color of its seat; the last one filled with it.
fn draw_tile(tile: &Drawn, triangle: Triangle, canvas: &mut Canvas) {
    let paint = tile.paint;
    if tile.is_last {
        put_outline(canvas, triangle, paint.bold());
        put_numbers(canvas, triangle, tile.placement.numbers(), filled(paint));
        canvas.put(triangle.center(), '*', filled(paint));
    } else {
        put_outline(canvas, triangle, GRAY);
        put_numbers(canvas, triangle, tile.placement.numbers(), paint);
    }
}

/// Black on the color of the seat.
fn filled(paint: Paint) -> Paint {
    Paint::on(16, paint.foreground.unwrap_or(LIGHT_GRAY)).bold()
}

/// Every x above and below the tiles, every y at both sides.
fn draw_labels(frame: &Frame, canvas: &mut Canvas) {
    canvas.write((0, 0), "y\\x", GRAY);
    let below = frame.line(frame.bottom) + STEP + 1;
    for x in frame.left..=frame.right {
        let line = if x & 1 == 0 { 0 } else { frame.n_label_lines() - 1 };
        for line in [line, below + line] {
            canvas.write((frame.column(x) - 1, line), &format!("{x:2}"), GRAY);
        }
    }
    let beside = frame.column(frame.right) + STEP + 1;
    for y in frame.top..=frame.bottom {
        for column in [0, beside] {
            canvas.write((column, frame.line(y) + 1), &format!("{y:3}"), GRAY);
        }
    }
}

/// The part of the table that is drawn, borders included.
struct Frame {
    left: i8,
    right: i8,
    top: i8,
    bottom: i8,
}

impl Frame {
    /// The smallest frame with all these locations.
    fn around(locations: impl Iterator<Item = Location> + Clone) -> Frame {
        let xs = locations.clone().map(Location::x);
        let ys = locations.map(Location::y);
        Frame {
            left: xs.clone().min().unwrap_or(0),
            right: xs.max().unwrap_or(0),
            top: ys.clone().min().unwrap_or(0),
            bottom: ys.max().unwrap_or(0),
        }
    }

    /// The triangle of a location.
    fn triangle(&self, location: Location) -> Triangle {
        Triangle {
            column: self.column(location.x()),
            top: self.line(location.y()),
            facing: location.facing(),
        }
    }

    /// The column of the middle corner of the cells with this x.
    fn column(&self, x: i8) -> usize {
        LABEL_WIDTH + STEP * (usize::from(x.abs_diff(self.left)) + 1)
    }

    /// The uppermost line of a row.
    fn line(&self, y: i8) -> usize {
        self.n_label_lines() + STEP * usize::from(y.abs_diff(self.top))
    }

    /// From -10 on labels would touch each other, so those of odd x get a line of their own.
    fn n_label_lines(&self) -> usize {
        if self.left <= -10 { 2 } else { 1 }
    }
}

/// A triangle of the canvas.
#[derive(Clone, Copy)]
struct Triangle {
    /// The column of its middle corner.
    column: usize,
    /// Its uppermost line.
    top: usize,
    facing: Facing,
}

impl Triangle {
    /// The line so far from the middle corner: 0 is the corner, `STEP` the edge across from it.
    fn line(self, depth: usize) -> usize {
        match self.facing {
            Facing::Up => self.top + depth,
            Facing::Down => self.top + STEP - depth,
        }
    }

    /// Its edges and then its corners.
    fn outline(self) -> impl Iterator<Item = (Spot, char)> {
        let (left, right) = match self.facing {
            Facing::Up => ('/', '\\'),
            Facing::Down => ('\\', '/'),
        };
        let sides = (1..STEP).flat_map(move |depth| {
            let line = self.line(depth);
            [((self.column - depth, line), left), ((self.column + depth, line), right)]
        });
        let columns = self.column - STEP..=self.column + STEP;
        let base = columns.map(move |column| ((column, self.line(STEP)), '-'));
        sides.chain(base).chain(self.corners().map(|corner| (corner, '+')))
    }

    /// Left, middle and right.
    fn corners(self) -> [Spot; 3] {
        let base = self.line(STEP);
        [(self.column - STEP, base), (self.column, self.line(0)), (self.column + STEP, base)]
    }

    /// The spot of the number of a corner.
    fn number(self, corner: Corner) -> Spot {
        match corner {
            Corner::Left => (self.column - 1, self.line(2)),
            Corner::Middle => (self.column, self.line(1)),
            Corner::Right => (self.column + 1, self.line(2)),
        }
    }

    /// Between the numbers of the left and the right corner.
    fn center(self) -> Spot {
        (self.column, self.line(2))
    }
}

/// The edges and corners of a triangle.
fn put_outline(canvas: &mut Canvas, triangle: Triangle, paint: Paint) {
    for (spot, symbol) in triangle.outline() {
        canvas.put(spot, symbol, paint);
    }
}

/// The outline in dots, as far apart along the base as along the sides.
fn put_dotted_outline(canvas: &mut Canvas, triangle: Triangle) {
    for (spot, symbol) in triangle.outline() {
        if symbol != '-' || spot.0.abs_diff(triangle.column) % 2 == 1 {
            canvas.put(spot, '.', DARK_GRAY);
        }
    }
}

/// The numbers at left, middle and right.
fn put_numbers(canvas: &mut Canvas, triangle: Triangle, numbers: [u8; 3], paint: Paint) {
    for (corner, number) in Corner::ALL.into_iter().zip(numbers) {
        canvas.put(triangle.number(corner), char::from(b'0' + number), paint);
    }
}

#[cfg(test)]
mod tests {
    use tilewright_triominos::{Board, TileSet};

    use super::*;

    /// The placements, in turn by three seats.
    fn drawn(placements: &[Placement]) -> Vec<Drawn> {
        let tile = |(i, &placement): (usize, &Placement)| Drawn {
            placement,
            paint: Paint::letters([33, 203, 77][i % 3]),
            is_last: i + 1 == placements.len(),
        };
        placements.iter().enumerate().map(tile).collect()
    }

    /// Valid placements at random until none is left.
    fn random_board(seed: u64) -> Vec<Placement> {
        let mut state = seed;
        let mut board = Board::new();
        let mut placed = Vec::new();
        loop {
            let placements: Vec<Placement> = board.placements(TileSet::ALL).collect();
            if placements.is_empty() {
                return placed;
            }
            // Knuth's generator for 64 bits; the upper half is random enough for drawings.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let placement = placements[(state >> 32) as usize % placements.len()];
            board.place(placement).unwrap();
            placed.push(placement);
        }
    }

    /// The column that the label of an x stands for: its second, or its only one.
    fn labelled_column(lines: &[&str], x: i8) -> usize {
        let label = x.to_string();
        let find = |line: &&str| format!(" {line} ").find(&format!(" {label} "));
        let start = lines[..2].iter().find_map(find).unwrap();
        start + usize::from(label.len() > 1)
    }

    /// The characters at a location by the labels: left, side, middle, side, right.
    fn read(text: &str, location: Location) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let column = labelled_column(&lines, location.x());
        let y = location.y().to_string();
        let upper = lines.iter().position(|line| line.get(..3).is_some_and(|it| it.trim() == y));
        let [tip, base] = match location.facing() {
            Facing::Up => [0, 1],
            Facing::Down => [1, 0],
        }
        .map(|line| &lines[upper.unwrap() + line][column - 1..=column + 1]);
        format!("{}{tip}{}", &base[..1], &base[2..])
    }

    #[test]
    fn neighbors_share_their_edges() {
        let placements = ["1-2-3:ABC@0,0", "2-3-3:ACB@1,0", "1-3-5:ACB@0,1", "2-2-3:ABC@1,-1"];
        let placements = placements.map(|name| name.parse().unwrap());
        assert!(Board::with_tiles(placements).is_ok());
        let expected = r"
y\x   -1  0  1  2
             +
 -1       . /2\ .    -1
           /2*3\
          +-----+
  0    . /2\2 3/      0
        /1 3\3/ .
       +-----+
  1     \1 3/         1
       . \5/ .
          +
      -1  0  1  2
";
        assert_eq!(board(&drawn(&placements), Ink::Plain), expected[1..]);
    }

    #[test]
    fn the_empty_table_shows_where_to_begin() {
        let expected = r"
y\x    0  1
       . . . .
  0   . .   .   0
     .   . .
    . . . .
       0  1
";
        assert_eq!(board(&[], Ink::Plain), expected[1..]);
    }

    #[test]
    fn every_number_is_found_by_the_labels() {
        for seed in 0..200 {
            let placements = random_board(seed);
            let text = board(&drawn(&placements), Ink::Plain);
            for placement in placements {
                let [left, middle, right] = placement.numbers();
                let expected = match placement.location.facing() {
                    Facing::Up => format!("{left}/{middle}\\{right}"),
                    Facing::Down => format!("{left}\\{middle}/{right}"),
                };
                assert_eq!(read(&text, placement.location), expected, "{placement}\n{text}");
            }
        }
    }

    #[test]
    fn every_open_place_has_a_dot_and_the_last_tile_a_star() {
        for seed in 0..50 {
            let tiles = drawn(&random_board(seed));
            let text = board(&tiles, Ink::Plain);
            assert_eq!(text.matches('.').count(), open_locations(&tiles).len(), "{text}");
            assert_eq!(text.matches('*').count(), 1, "{text}");
        }
    }

    #[test]
    fn lines_are_short_and_do_not_end_in_spaces() {
        for seed in 0..50 {
            let text = board(&drawn(&random_board(seed)), Ink::Plain);
            assert!(
                text.lines().all(|line| line.len() <= 100 && line == line.trim_end()),
                "{text}"
            );
        }
        let text = tiles(Tile::all(), Ink::Plain, 80);
        assert!(text.lines().all(|line| line.len() <= 80 && line == line.trim_end()), "{text}");
    }

    #[test]
    fn a_board_may_reach_the_limits_of_the_table() {
        let placements = ["0-0-1:ABC@-55,-27", "0-0-2:BAC@56,-27", "5-5-5:ABC@0,28"];
        let placements = placements.map(|name| name.parse().unwrap());
        let text = board(&drawn(&placements), Ink::Plain);
        for (placement, expected) in placements.into_iter().zip(["0/0\\1", "0\\0/2", "5/5\\5"]) {
            assert_eq!(read(&text, placement.location), expected);
        }
    }

    #[test]
    fn a_hand_wraps_at_the_width() {
        let hand = ["0-0-0", "1-2-3", "4-5-5"].map(|name| name.parse().unwrap());
        let expected = r"
   +       +
  /0\     /2\
 /0 0\   /1 3\
+-----+ +-----+
 0-0-0   1-2-3
   +
  /5\
 /4 5\
+-----+
 4-5-5
";
        assert_eq!(tiles(hand, Ink::Plain, 15), expected[1..]);
        assert_eq!(tiles(hand, Ink::Plain, 22), expected[1..]);
        assert_eq!(tiles(hand, Ink::Plain, 23).lines().count(), 5);
        assert_eq!(tiles(hand, Ink::Plain, 0).lines().count(), 15);
        assert_eq!(tiles([], Ink::Plain, 80), "");
    }
}
