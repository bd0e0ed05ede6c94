//! Triominos: tiles whose corners have the colors of their numbers, so that tiles that match make
//! discs; below them the seats, and the hand of the viewer.

use std::collections::BTreeSet;

use tilewright_core::{Seat, Viewer};
use tilewright_table::AnyMove;
use tilewright_triominos::{
    Action, Corner, Facing, Hands, Location, Move, PlayedAction, Tile, View,
};

use crate::picture::geometry::{Point, closed, inset, line, number, pair, point};
use crate::picture::hottest;
use crate::picture::palette::{Color, Palette};
use crate::picture::svg::{Frame, Label, Look, Sheet};

/// Half the side of a triangle: the distance of a column from the next.
const HALF: f64 = 20.0;

/// The height of a triangle: the distance of a row from the next.
const HEIGHT: f64 = 1.732_050_807_569 * HALF;

/// The gap between a tile and the border of its place.
const GAP: f64 = 0.7;

/// The radius of the colored corners.
const RADIUS: f64 = 17.5;

/// The distance of a number from its corner, as a part of the way to the middle.
const NUMBER_PART: f64 = 0.55;

/// The least width and height of the table, so that few tiles are not huge.
const LEAST: (f64, f64) = (11.0 * HALF, 5.0 * HEIGHT);

/// The space around the tiles, which has room for coordinates.
const MARGIN: f64 = 24.0;

/// The height of the strip with the seats.
const STRIP: f64 = 26.0;

pub(super) fn draw(view: &View, sheet: &mut Sheet<'_>) -> Frame {
    let table = Table { is_turned: sheet.style.is_turned };
    let places = if sheet.style.legal_moves { legal_locations(view) } else { BTreeSet::new() };
    let placed = view.played_actions();
    let on_table = placed.iter().filter_map(|it| it.action.placement()).map(|it| it.location);
    let locations: Vec<Location> = on_table.chain(places.iter().copied()).collect();
    let corners = locations.iter().flat_map(|&location| table.corners(location));
    // An empty table shows the place of the first tile.
    let first = if locations.is_empty() { Some(point(0.0, HEIGHT / 2.0)) } else { None };
    let frame = Frame::around(corners.chain(first), MARGIN).at_least(LEAST.0, LEAST.1);
    draw_grid(frame, sheet);
    if sheet.style.coordinates {
        draw_coordinates(frame, table, sheet);
    }
    draw_tiles(&placed, table, sheet);
    let look = Look::fill(sheet.palette.accent.fade(0.09)).with_line(sheet.palette.accent, 1.0);
    for location in places {
        let corners = inset(&table.corners(location), 2.0);
        sheet.path(&closed([corners.as_slice()]), look.dashed("3 2.5"));
    }
    draw_heat(table, sheet);
    let frame = draw_seats(view, frame, sheet);
    draw_hand(view, frame, sheet)
}

/// The locations on which hot moves place tiles.
fn draw_heat(table: Table, sheet: &mut Sheet<'_>) {
    let locations = |m: AnyMove| match m {
        AnyMove::Triominos(Move::Place(placement)) => vec![placement.location],
        _ => Vec::new(),
    };
    for (location, strength) in hottest(sheet.style, locations) {
        let look = Look::fill(sheet.palette.bad.fade(0.85 * strength));
        let corners = inset(&table.corners(location), 4.0);
        sheet.open("heat", "");
        sheet.path(&closed([corners.as_slice()]), look);
        sheet.close();
    }
}

/// The locations on which the viewer may place one of its tiles.
fn legal_locations(view: &View) -> BTreeSet<Location> {
    let mut moves = Vec::new();
    view.legal_moves(&mut moves);
    let location = |m: Move| match m {
        Move::Place(placement) => Some(placement.location),
        _ => None,
    };
    moves.into_iter().filter_map(location).collect()
}

/// The table from one side or the other.
#[derive(Clone, Copy)]
struct Table {
    is_turned: bool,
}

impl Table {
    fn point(self, x: f64, y: f64) -> Point {
        let point = point(x * HALF, y * HEIGHT);
        if self.is_turned { point * -1.0 } else { point }
    }

    /// The corners of a location, clockwise from its left one.
    fn corners(self, location: Location) -> [Point; 3] {
        let x = f64::from(location.x());
        let y = f64::from(location.y());
        match location.facing() {
            Facing::Up => {
                [self.point(x - 1.0, y + 1.0), self.point(x, y), self.point(x + 1.0, y + 1.0)]
            }
            Facing::Down => {
                [self.point(x - 1.0, y), self.point(x + 1.0, y), self.point(x, y + 1.0)]
            }
        }
    }
}

/// The lines between the places. Slanted ones reach from the top of the frame to its bottom and
/// beyond its sides, where the picture ends.
fn draw_grid(frame: Frame, sheet: &mut Sheet<'_>) {
    let columns = (frame.height / HEIGHT).ceil() as i32 + 1;
    let left = (frame.left / HALF).floor() as i32 - columns;
    let right = (frame.right() / HALF).ceil() as i32 + columns;
    let mut lines = String::new();
    for y in multiples(frame.top, frame.bottom(), HEIGHT) {
        lines += &line(point(frame.left, y), point(frame.right(), y));
    }
    // A line through the even column x of row 0 is x + y / HEIGHT or x - y / HEIGHT half sides
    // away from the origin.
    let slanted = |x: i32, way: f64| {
        let at = |y: f64| point((f64::from(x) + way * y / HEIGHT) * HALF, y);
        line(at(frame.top), at(frame.bottom()))
    };
    let rows = (frame.top.abs().max(frame.bottom().abs()) / HEIGHT).ceil() as i32;
    for x in (left - rows..=right + rows).filter(|x| x % 2 == 0) {
        lines += &slanted(x, 1.0);
        lines += &slanted(x, -1.0);
    }
    sheet.path(&lines, Look::line(sheet.palette.grid.fade(0.7), 0.6));
}

/// The multiples of a length between two numbers.
fn multiples(from: f64, to: f64, length: f64) -> impl Iterator<Item = f64> {
    let first = (from / length).ceil() as i32;
    let last = (to / length).floor() as i32;
    (first..=last).map(move |i| f64::from(i) * length)
}

/// The numbers of the columns below the tiles and of the rows beside them.
fn draw_coordinates(frame: Frame, table: Table, sheet: &mut Sheet<'_>) {
    let sign = if table.is_turned { -1.0 } else { 1.0 };
    for x in multiples(frame.left + HALF, frame.right() - 0.5 * HALF, HALF) {
        let text = number(sign * x / HALF);
        sheet.coordinate(point(x, frame.bottom() - 8.0), &text, 8.0);
    }
    for y in multiples(frame.top, frame.bottom() - HEIGHT - 8.0, HEIGHT) {
        let row = if table.is_turned { -y / HEIGHT - 1.0 } else { y / HEIGHT };
        sheet.coordinate(point(frame.left + 9.0, y + HEIGHT / 2.0), &number(row), 8.0);
    }
}

/// The tiles with the dots of their seats; the last one is outlined.
fn draw_tiles(placed: &[PlayedAction], table: Table, sheet: &mut Sheet<'_>) {
    let last = placed.iter().rposition(|it| it.action.placement().is_some());
    let mut order: Vec<usize> = (0..placed.len()).filter(|&i| Some(i) != last).collect();
    order.extend(last);
    for i in order {
        let PlayedAction { seat, action, .. } = placed[i];
        let Action::Place(placement) = action else { continue };
        let corners = table.corners(placement.location);
        let numbers = placement.numbers();
        // Corners run clockwise; numbers are those of the left, the middle and the right corner.
        let clockwise = match placement.location.facing() {
            Facing::Up => Corner::ALL,
            Facing::Down => [Corner::Left, Corner::Right, Corner::Middle],
        };
        sheet.open("tile", &placement.to_string());
        draw_tile(corners, clockwise.map(|corner| numbers[corner.index()]), sheet);
        draw_owner(seat, Point::middle(&corners), sheet);
        if Some(i) == last {
            let outline = inset(&corners, GAP);
            let look = Look::line(sheet.palette.ink, 2.0).round();
            sheet.path(&closed([outline.as_slice()]), look);
        }
        sheet.close();
    }
}

/// A tile with its numbers in the order of its corners, clockwise.
fn draw_tile(corners: [Point; 3], numbers: [u8; 3], sheet: &mut Sheet<'_>) {
    let Palette { tile, tile_line, tile_ink, numbers: sectors, .. } = sheet.palette;
    let outline = inset(&corners, GAP);
    let path = closed([outline.as_slice()]);
    let middle = Point::middle(&corners);
    sheet.path(&path, Look::fill(tile));
    for (i, &value) in numbers.iter().enumerate() {
        let sector = sector(outline[i], outline[(i + 1) % 3], outline[(i + 2) % 3]);
        sheet.path(&sector, Look::fill(sectors[usize::from(value)]));
    }
    sheet.path(&path, Look::line(tile_line, 1.0).round());
    for (corner, value) in corners.into_iter().zip(numbers) {
        let text = value.to_string();
        let label = Label { text: &text, size: 11.0, color: tile_ink, is_bold: true };
        sheet.label(corner.towards(middle, NUMBER_PART), label);
    }
}

/// The part of a tile that belongs to a corner.
fn sector(corner: Point, next: Point, last: Point) -> String {
    let reach = |end: Point| pair(corner.towards(end, RADIUS / (end - corner).length()));
    let radius = number(RADIUS);
    format!("M{}L{}A{radius} {radius} 0 0 1 {}Z", pair(corner), reach(next), reach(last))
}

/// The dot of the seat that placed a tile.
fn draw_owner(seat: Seat, middle: Point, sheet: &mut Sheet<'_>) {
    let radius = if sheet.style.letters { 5.0 } else { 2.6 };
    sheet.circle(middle, radius, Look::fill(seat_color(seat, &sheet.palette)));
    if sheet.style.letters {
        let text = seat.to_string();
        let color = sheet.palette.ground;
        sheet.label(middle, Label { text: &text, size: 7.5, color, is_bold: true });
    }
}

/// Below the table: each seat with its dot, its points and a triangle for each of its tiles. A line
/// is under the points of the seat to move.
fn draw_seats(view: &View, table: Frame, sheet: &mut Sheet<'_>) -> Frame {
    let Palette { ground, ink, faint, .. } = sheet.palette;
    let strip = Frame { top: table.bottom(), height: STRIP, ..table };
    sheet.rect(strip, 0.0, Look::fill(ground));
    let width = table.width / view.scores().len() as f64;
    for seat in view.scores().seats() {
        let left = point(table.left + 10.0 + width * seat.index() as f64, strip.top + STRIP / 2.0);
        sheet.open("seat", &format!("seat {seat}"));
        sheet.circle(left, 3.5, Look::fill(seat_color(seat, &sheet.palette)));
        let text = view.scores()[seat].to_string();
        let half = 3.1 * text.len() as f64;
        let middle = left + point(8.0 + half, 0.0);
        sheet.label(middle, Label { text: &text, size: 10.0, color: ink, is_bold: true });
        if view.seat_to_move() == Some(seat) {
            let under = middle + point(-half, 7.0);
            sheet.path(&line(under, under + point(2.0 * half, 0.0)), Look::line(ink, 1.2));
        }
        if view.options().hands == Hands::Dealt {
            let first = middle + point(half + 6.0, 4.0);
            let room = width - 36.0 - 2.0 * half;
            let backs = backs(view.hand(seat).n_tiles(), first, room);
            sheet.path(&backs, Look::fill(faint.fade(0.75)));
        }
        sheet.close();
    }
    Frame { height: table.height + STRIP, ..table }
}

/// Small triangles from left to right, closer together where there is no room.
fn backs(n_tiles: usize, first: Point, room: f64) -> String {
    let step = (room / n_tiles.saturating_sub(1).max(1) as f64).min(7.5);
    let back = |i: usize| {
        let left = first + point(step * i as f64, 0.0);
        closed([[left, left + point(4.0, -7.0), left + point(8.0, 0.0)].as_slice()])
    };
    (0..n_tiles).map(back).collect()
}

/// The tiles of the viewer below everything else, as many side by side as there is room for.
fn draw_hand(view: &View, frame: Frame, sheet: &mut Sheet<'_>) -> Frame {
    let hand: Vec<Tile> = match view.viewer() {
        Viewer::Seat(seat) => {
            view.hand(seat).tiles().map(|tiles| tiles.iter().collect()).unwrap_or_default()
        }
        Viewer::Spectator => Vec::new(),
    };
    if hand.is_empty() {
        return frame;
    }
    let step = 2.0 * HALF + 6.0;
    let n_per_row = ((frame.width - 6.0) / step).floor() as usize;
    let n_rows = hand.len().div_ceil(n_per_row);
    let height = n_rows as f64 * (HEIGHT + 8.0) + 8.0;
    let ground = sheet.palette.ground;
    let strip = Frame { top: frame.bottom(), height, ..frame };
    sheet.rect(strip, 0.0, Look::fill(ground));
    for (i, tile) in hand.into_iter().enumerate() {
        let left = frame.left + 6.0 + step * (i % n_per_row) as f64;
        let base = frame.bottom() + (HEIGHT + 8.0) * (i / n_per_row + 1) as f64;
        let left = point(left, base);
        let corners = [left, left + point(HALF, -HEIGHT), left + point(2.0 * HALF, 0.0)];
        sheet.open("hand", &tile.to_string());
        draw_tile(corners, tile.numbers(), sheet);
        sheet.close();
    }
    Frame { height: frame.height + height, ..frame }
}

const fn seat_color(seat: Seat, palette: &Palette) -> Color {
    match seat.index() {
        0 => palette.blue,
        1 => palette.red,
        2 => palette.green,
        3 => palette.yellow,
        4 => palette.purple,
        _ => palette.orange,
    }
}
