//! Aqua Pipe: nested rings seen from above, and the bends of U pipes.

use tilewright_aquapipe::{Color as Name, Diameter, Move, PipeView, Place, RowView, View};
use tilewright_core::Game as _;
use tilewright_core::grid::Square;
use tilewright_table::AnyMove;

use crate::picture::geometry::{Point, circle, line, number, pair, point};
use crate::picture::hottest;
use crate::picture::palette::{BLACK, Color, Palette, WHITE};
use crate::picture::squares::Board;
use crate::picture::svg::{Frame, Label, Look, Sheet};

/// The width of the strip for the letters and numbers at the edge.
const RIM: f64 = 5.0;

/// The radius of the middle of each ring.
const fn radius(diameter: Diameter) -> f64 {
    match diameter {
        Diameter::Small => 2.6,
        Diameter::Medium => 5.2,
        Diameter::Large => 7.8,
    }
}

/// The distance of the loop around a row from its rings: halfway to those of the next diameter.
const LOOP_GAP: f64 = 1.3;

/// Wide pipes are drawn first, so that bends lie over them.
const LAYERS: [Diameter; 3] = [Diameter::Large, Diameter::Medium, Diameter::Small];

pub(super) fn draw(view: &View, sheet: &mut Sheet<'_>) -> Frame {
    let board = Board { size: view.size, is_turned: sheet.style.is_turned };
    draw_ground(board, sheet);
    let has_coordinates = sheet.style.coordinates;
    if has_coordinates {
        board.draw_coordinates(sheet, 3.6, 3.0);
    }
    for row in view.rows.iter().filter(|row| !is_part_of_a_row(row, view)) {
        draw_row(row, board, sheet);
    }
    let last = match sheet.style.last_move {
        Some(AnyMove::AquaPipe(m)) => Some(m),
        _ => None,
    };
    for diameter in LAYERS {
        for pipe in view.pipes.iter().filter(|pipe| pipe.diameter == diameter) {
            if !pipe.spaces.is_empty() {
                draw_pipe(pipe, last, board, sheet);
            }
        }
    }
    if sheet.style.legal_moves {
        draw_targets(view, board, sheet);
    }
    draw_heat(board, sheet);
    board.frame(1.5, if has_coordinates { RIM } else { 0.0 })
}

/// The spaces to which hot moves bring pipes.
fn draw_heat(board: Board, sheet: &mut Sheet<'_>) {
    let spaces = |m: AnyMove| match m {
        AnyMove::AquaPipe(m) => {
            let spaces = tilewright_table::games::AquaPipe::move_parts(m).to;
            spaces.iter().filter_map(|space| space.parse::<Square>().ok()).collect()
        }
        _ => Vec::new(),
    };
    for (square, strength) in hottest(sheet.style, spaces) {
        let look = Look::fill(sheet.palette.bad.fade(0.85 * strength));
        sheet.open("heat", &square.to_string());
        sheet.circle(board.middle(square), 3.0, look);
        sheet.close();
    }
}

/// A plate for each space, with the rings into which pipes go.
fn draw_ground(board: Board, sheet: &mut Sheet<'_>) {
    let Palette { ground, grid, frame, .. } = sheet.palette;
    sheet.rect(board.frame(1.0, 0.0), 3.5, Look::fill(grid).with_line(frame, 0.6));
    for square in board.squares() {
        let Point { x, y } = board.middle(square);
        let plate = Frame { left: x - 9.6, top: y - 9.6, width: 19.2, height: 19.2 };
        sheet.rect(plate, 3.0, Look::fill(ground));
        let guides = LAYERS.map(|diameter| circle(point(x, y), radius(diameter))).concat();
        sheet.path(&guides, Look::line(grid.fade(0.7), 1.5));
    }
}

/// A row of three in a row of four is not seen beside it.
fn is_part_of_a_row(row: &RowView, view: &View) -> bool {
    view.rows.iter().any(|whole| contains(whole, row))
}

fn contains(whole: &RowView, row: &RowView) -> bool {
    whole.color == row.color
        && whole.diameter == row.diameter
        && whole.spaces.len() > row.spaces.len()
        && row.spaces.iter().all(|space| whole.spaces.contains(space))
}

/// The loop around a row. The dashes of red name the colors without color.
fn draw_row(row: &RowView, board: Board, sheet: &mut Sheet<'_>) {
    let ends: Vec<Point> = middles(&row.spaces, board);
    let (Some(&first), Some(&last)) = (ends.first(), ends.last()) else { return };
    let outline = loop_around(row.diameter, first, last);
    let color = color_of(row.color, &sheet.palette);
    let glow = if row.is_winning {
        Look::fill(color.fade(0.18)).with_line(color.fade(0.4), 2.0)
    } else {
        Look::line(color.fade(0.22), 1.7)
    };
    let ink = color.mix(0.6, sheet.palette.ink);
    let edge = Look::line(ink, if row.is_winning { 1.0 } else { 0.6 });
    let edge = if row.color == Name::Red { edge.dashed("2.4 1.2") } else { edge };
    sheet.open("row", &format!("{} {} {}", row.color, row.diameter, row.spaces.join("")));
    sheet.path(&outline, glow);
    sheet.path(&outline, edge);
    sheet.close();
}

/// Two straight lines beside the rings from the first to the last, joined by half circles.
fn loop_around(diameter: Diameter, first: Point, last: Point) -> String {
    let radius = radius(diameter) + LOOP_GAP;
    let way = last - first;
    let aside = point(-way.y, way.x) * (radius / way.length());
    let text = number(radius);
    let cap = |to: Point| format!("A{text} {text} 0 0 0 {}", pair(to));
    let there = line(first + aside, last + aside);
    let back = pair(first - aside);
    format!("{there}{}L{back}{}Z", cap(last - aside), cap(first + aside))
}

fn draw_pipe(pipe: &PipeView, last: Option<Move>, board: Board, sheet: &mut Sheet<'_>) {
    let color = color_of(pipe.color, &sheet.palette);
    let ends = middles(&pipe.spaces, board);
    let rings = rings(pipe.diameter, &ends);
    let bend = bend(pipe.diameter, &ends);
    let kind = if pipe.is_u_pipe { "U pipe" } else { "pipe" };
    let spaces = pipe.spaces.join(" and ");
    sheet.open("pipe", &format!("{} {} {kind} at {spaces}", pipe.color, pipe.diameter));
    if last.is_some_and(|m| leads_to(m, pipe)) {
        draw_last(last.and_then(Move::from), pipe.diameter, color, board, sheet);
        let ink = sheet.palette.ink;
        sheet.path(&rings, Look::line(ink, 3.1));
        sheet.path(&bend, Look::line(ink, 4.9));
    }
    let edge = color.mix(0.62, BLACK);
    // The tubes come over all edges, so that a bend opens into its rings.
    sheet.path(&bend, Look::line(edge, 3.9));
    sheet.path(&rings, Look::line(edge, 2.1));
    sheet.path(&bend, Look::line(color, 3.4));
    sheet.path(&rings, Look::line(color, 1.6));
    let shines: String = ends.iter().map(|&end| shine(pipe.diameter, end)).collect();
    sheet.path(&shines, Look::line(WHITE.fade(0.5), 0.5).round());
    if sheet.style.letters {
        let text = pipe.color.letter().to_uppercase().to_string();
        let middle = label_place(pipe.diameter, &ends);
        let ink = sheet.palette.ink;
        sheet.circle(middle, 1.8, Look::fill(sheet.palette.ground).with_line(edge, 0.4));
        sheet.label(middle, Label { text: &text, size: 2.7, color: ink, is_bold: true });
    }
    sheet.close();
}

/// The place that the last pipe left, in dashes.
fn draw_last(
    from: Option<Place>,
    diameter: Diameter,
    color: Color,
    board: Board,
    sheet: &mut Sheet<'_>,
) {
    if let Some(place) = from {
        let ends = ends(place, board);
        let outline = rings(diameter, &ends) + &bend(diameter, &ends);
        sheet.path(&outline, Look::line(color.fade(0.65), 0.6).dashed("1.2 1"));
    }
}

/// The free slots to which the pipes of the color to move can go.
fn draw_targets(view: &View, board: Board, sheet: &mut Sheet<'_>) {
    let Some(name) = view.color_to_move else { return };
    let color = color_of(name, &sheet.palette).mix(0.75, sheet.palette.ground);
    let mut slots: Vec<(Diameter, Square)> = Vec::new();
    for m in &view.actions {
        slots.extend(m.to().spaces().map(|space| (m.diameter(), space)));
    }
    slots.sort_unstable();
    slots.dedup();
    for (diameter, space) in slots {
        let ring = circle(board.middle(space), radius(diameter));
        sheet.path(&ring, Look::line(color, 0.9).dashed("1.3 1.1"));
    }
}

fn leads_to(m: Move, pipe: &PipeView) -> bool {
    let spaces: Vec<String> = m.to().spaces().map(|space| space.to_string()).collect();
    m.diameter() == pipe.diameter && spaces == pipe.spaces
}

fn middles(spaces: &[String], board: Board) -> Vec<Point> {
    let squares = spaces.iter().filter_map(|name| name.parse().ok());
    squares.map(|square| board.middle(square)).collect()
}

fn ends(place: Place, board: Board) -> Vec<Point> {
    place.spaces().map(|square| board.middle(square)).collect()
}

fn rings(diameter: Diameter, ends: &[Point]) -> String {
    ends.iter().map(|&end| circle(end, radius(diameter))).collect()
}

/// The bend of a U pipe, from ring to ring; empty for a straight pipe.
fn bend(diameter: Diameter, ends: &[Point]) -> String {
    let &[first, second] = ends else { return String::new() };
    let way = second - first;
    let reach = way * (radius(diameter) / way.length());
    line(first + reach, second - reach)
}

/// The light on the upper left of a ring.
fn shine(diameter: Diameter, middle: Point) -> String {
    let radius = radius(diameter);
    let [from, to] = [185.0, 275.0].map(|degrees| pair(middle + Point::polar(radius, degrees)));
    let radius = number(radius);
    format!("M{from}A{radius} {radius} 0 0 1 {to}")
}

/// A place for a letter, such that those of three pipes in one space do not meet.
fn label_place(diameter: Diameter, ends: &[Point]) -> Point {
    match (ends, diameter) {
        (&[first, second], _) => first.towards(second, 0.5),
        (_, Diameter::Small) => ends[0],
        (_, Diameter::Medium) => ends[0] + point(0.0, radius(diameter)),
        (_, Diameter::Large) => ends[0] - point(0.0, radius(diameter)),
    }
}

const fn color_of(name: Name, palette: &Palette) -> Color {
    match name {
        Name::Blue => palette.blue,
        Name::Red => palette.red,
    }
}
