//! Coerceo: hexagons with an edge, and tetrahedra seen from above.

use tilewright_coerceo::{Color as Name, Move, MoveKind, Position, TileView, Triangle, View};
use tilewright_core::Position as _;
use tilewright_table::AnyMove;

use crate::picture::geometry::{Point, closed, inset, point};
use crate::picture::hottest;
use crate::picture::palette::{BLACK, Color, Palette, WHITE, color};
use crate::picture::svg::{Frame, Label, Look, Sheet};

/// The side of a tile, which is also that of its triangles.
const SIDE: f64 = 40.0;

/// The distance of two rows: half the height of a tile.
const ROW: f64 = 0.866_025_403_784 * SIDE;

/// The space around the tiles.
const RIM: f64 = 6.0;

/// Half the gap between two tiles.
const GAP: f64 = 0.9;

/// The visible height of the lower edge of a tile.
const EDGE: f64 = 3.5;

/// The distance of a piece from the sides of its triangle.
const MARGIN: f64 = 4.6;

/// The direction from which the light comes.
const LIGHT: Point = point(-0.5, -0.87);

pub(super) fn draw(view: &View, sheet: &mut Sheet<'_>) -> Frame {
    let table = Table { is_turned: sheet.style.is_turned };
    let on_table = || view.tiles.iter().filter(|tile| tile.is_on_table);
    for tile in on_table() {
        draw_tile(tile, table, sheet);
    }
    if let Some(AnyMove::Coerceo(m)) = sheet.style.last_move {
        draw_last(m, view, table, sheet);
    }
    if sheet.style.legal_moves {
        draw_targets(view, table, sheet);
    }
    draw_heat(view, table, sheet);
    for tile in on_table() {
        for (number, piece) in tile.triangles.iter().enumerate() {
            if let Some(name) = *piece {
                draw_piece(name, tile, number, table, sheet);
            }
        }
    }
    // Tiles that are gone keep their room, so that a game does not jump from picture to picture.
    let edge = point(0.0, EDGE);
    let corners = view.tiles.iter().flat_map(|tile| table.corners(tile));
    Frame::around(corners.flat_map(|corner| [corner, corner + edge]), RIM)
}

/// The table from one side or the other.
#[derive(Clone, Copy)]
struct Table {
    is_turned: bool,
}

impl Table {
    fn place(self, place: Point) -> Point {
        if self.is_turned { place * -1.0 } else { place }
    }

    fn middle(self, tile: &TileView) -> Point {
        self.place(point(f64::from(tile.column) * 1.5 * SIDE, f64::from(tile.row) * ROW))
    }

    /// The corner of a tile in this direction, in degrees counter-clockwise from the right.
    fn corner(self, tile: &TileView, degrees: f64) -> Point {
        self.middle(tile) + self.place(Point::polar(SIDE, -degrees))
    }

    /// The corners of a tile, clockwise from the left one.
    fn corners(self, tile: &TileView) -> [Point; 6] {
        [180.0, 120.0, 60.0, 0.0, 300.0, 240.0].map(|degrees| self.corner(tile, degrees))
    }

    /// The corners of a triangle, clockwise from the middle of its tile. Triangle 0 is at the top;
    /// the others follow counter-clockwise.
    fn triangle(self, tile: &TileView, number: usize) -> [Point; 3] {
        let degrees = 60.0 + 60.0 * number as f64;
        [self.middle(tile), self.corner(tile, degrees + 60.0), self.corner(tile, degrees)]
    }
}

fn draw_tile(tile: &TileView, table: Table, sheet: &mut Sheet<'_>) {
    let Palette { odd, even, edge, ink, .. } = sheet.palette;
    let corners = inset(&table.corners(tile), GAP);
    let lower: Vec<Point> = corners.iter().map(|&corner| corner + point(0.0, EDGE)).collect();
    let triangles = |first: usize| {
        let numbers = (first..6).step_by(2);
        let triangles = numbers.map(|number| inset(&table.triangle(tile, number), 0.0));
        triangles.collect::<Vec<_>>()
    };
    sheet.open("tile", &tile.tile);
    sheet.path(&closed([lower.as_slice(), corners.as_slice()]), Look::fill(edge));
    sheet.path(&closed([corners.as_slice()]), Look::fill(even));
    sheet.path(&closed(triangles(1).iter().map(Vec::as_slice)), Look::fill(odd));
    sheet.path(&closed([corners.as_slice()]), Look::line(edge, 1.0).round());
    if sheet.style.coordinates {
        let middle = table.middle(tile);
        sheet.circle(middle, 7.4, Look::fill(edge.mix(0.22, odd)));
        let label = Label { text: &tile.tile, size: 8.6, color: ink, is_bold: true };
        sheet.label(middle, label);
    }
    sheet.close();
}

/// The triangle that a piece left, in dashes, and the one to which it went.
fn draw_last(m: Move, view: &View, table: Table, sheet: &mut Sheet<'_>) {
    let accent = sheet.palette.accent;
    let left = Look::line(accent, 1.6).round().dashed("3 2.5");
    let reached = Look::fill(accent.fade(0.22)).with_line(accent, 1.6).round();
    let ends = match m.kind() {
        MoveKind::Step { from, to } => vec![(from, left), (to, reached)],
        MoveKind::Exchange(target) => vec![(target, left)],
    };
    for (triangle, look) in ends {
        draw_triangle(triangle, view, 2.0, look, table, sheet);
    }
}

/// The triangles to which the pieces can go, and the pieces that tiles can buy.
fn draw_targets(view: &View, table: Table, sheet: &mut Sheet<'_>) {
    let Ok(position) = view.position.parse::<Position>() else { return };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let target = |m: &Move| match m.kind() {
        MoveKind::Step { to, .. } => (to, false),
        MoveKind::Exchange(target) => (target, true),
    };
    let mut targets: Vec<(Triangle, bool)> = moves.iter().map(target).collect();
    targets.sort_unstable();
    targets.dedup();
    let Palette { accent, bad, .. } = sheet.palette;
    for (triangle, is_prey) in targets {
        let prey = Look::fill(bad.fade(0.24)).with_line(bad, 2.0).round();
        let free = Look::fill(accent.fade(0.25)).with_line(accent, 1.0).round();
        let look = if is_prey { prey } else { free };
        draw_triangle(triangle, view, if is_prey { 3.2 } else { 5.0 }, look, table, sheet);
    }
}

/// The places to which hot moves go.
fn draw_heat(view: &View, table: Table, sheet: &mut Sheet<'_>) {
    let places = |m: AnyMove| match m {
        AnyMove::Coerceo(m) => match m.kind() {
            MoveKind::Step { to, .. } | MoveKind::Exchange(to) => vec![to],
        },
        _ => Vec::new(),
    };
    for (triangle, strength) in hottest(sheet.style, places) {
        let look = Look::fill(sheet.palette.bad.fade(0.85 * strength)).round();
        sheet.open("heat", &triangle.to_string());
        draw_triangle(triangle, view, 4.0, look, table, sheet);
        sheet.close();
    }
}

/// A triangle, if its tile is on the table.
fn draw_triangle(
    triangle: Triangle,
    view: &View,
    distance: f64,
    look: Look,
    table: Table,
    sheet: &mut Sheet<'_>,
) {
    let name = triangle.tile().to_string();
    let tile = view.tiles.iter().find(|tile| tile.is_on_table && tile.tile == name);
    if let Some(tile) = tile {
        let corners = inset(&table.triangle(tile, triangle.number()), distance);
        sheet.path(&closed([corners.as_slice()]), look);
    }
}

fn draw_piece(name: Name, tile: &TileView, number: usize, table: Table, sheet: &mut Sheet<'_>) {
    let triangle = table.triangle(tile, number);
    let corners = inset(&triangle, MARGIN);
    let top = Point::middle(&corners);
    let mut facets: Vec<[Point; 3]> =
        (0..3).map(|i| [top, corners[i], corners[(i + 1) % 3]]).collect();
    let light = |facet: &[Point; 3]| {
        let way = Point::middle(facet) - top;
        way.x * LIGHT.x + way.y * LIGHT.y
    };
    facets.sort_by(|left, right| light(right).total_cmp(&light(left)));
    let (fills, line) = piece_colors(name, &sheet.palette);
    sheet.open("piece", &format!("{name} at {}", tile.names[number]));
    for (facet, fill) in facets.iter().zip(fills) {
        sheet.path(&closed([facet.as_slice()]), Look::fill(fill));
    }
    sheet.path(&closed([corners.as_slice()]), Look::line(line, 1.6).round());
    if sheet.style.letters {
        let text = name.letter().to_string();
        let ink = match name {
            Name::White => color(0x2a_2416),
            Name::Black => WHITE,
        };
        sheet.label(top, Label { text: &text, size: 11.0, color: ink, is_bold: true });
    }
    sheet.close();
}

/// The light, the middle and the dark facet of a piece, and its line.
fn piece_colors(name: Name, palette: &Palette) -> ([Color; 3], Color) {
    let &Palette { white, black, black_line, .. } = palette;
    match name {
        Name::White => {
            let facets = [white.mix(0.68, WHITE), white.mix(0.92, WHITE), white.mix(0.84, BLACK)];
            (facets, white.mix(0.45, BLACK))
        }
        Name::Black => ([black.mix(0.62, WHITE), black.mix(0.84, WHITE), black], black_line),
    }
}
