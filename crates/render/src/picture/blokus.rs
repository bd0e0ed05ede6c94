//! Blokus: pieces with one outline and squares with a bevel.

use tilewright_blokus::{Block, Color as Name, ColorView, View};
use tilewright_table::AnyMove;

use crate::picture::geometry::{Point, closed, inset, outlines, pair};
use crate::picture::hottest;
use crate::picture::palette::{BLACK, Color, Palette, WHITE};
use crate::picture::squares::{Board, SIDE};
use crate::picture::svg::{Frame, Label, Look, Sheet};

/// The width of the strip for the letters and numbers at the edge.
const RIM: f64 = 15.0;

/// The gap between the outline of a piece and the border of its squares.
const GAP: f64 = 0.6;

/// The gap between the bevel of a square and its border.
const BEVEL: f64 = 1.9;

pub(super) fn draw(view: &View, sheet: &mut Sheet<'_>) -> Frame {
    let board = Board { size: view.size, is_turned: sheet.style.is_turned };
    draw_ground(board, sheet);
    let has_coordinates = sheet.style.coordinates;
    if has_coordinates {
        board.draw_coordinates(sheet, 10.0, 9.0);
    }
    draw_starts(view, board, sheet);
    // The last piece comes last, so that no neighbor covers its outline.
    let last = view.blocks.iter().filter(|block| block.ply.is_some()).max_by_key(|it| it.ply);
    for block in view.blocks.iter().filter(|&block| Some(block) != last) {
        draw_block(block, board, false, sheet);
    }
    if let Some(block) = last {
        draw_block(block, board, true, sheet);
    }
    if sheet.style.legal_moves {
        draw_open_corners(view, board, sheet);
    }
    draw_heat(board, sheet);
    board.frame(3.0, if has_coordinates { RIM } else { 0.0 })
}

/// The squares that hot moves cover.
fn draw_heat(board: Board, sheet: &mut Sheet<'_>) {
    let squares = |m: AnyMove| match m {
        AnyMove::Blokus(m) => m.squares().collect(),
        _ => Vec::new(),
    };
    for (square, strength) in hottest(sheet.style, squares) {
        let look = Look::fill(sheet.palette.bad.fade(0.85 * strength));
        sheet.open("heat", &square.to_string());
        sheet.circle(board.middle(square), 0.36 * SIDE, look);
        sheet.close();
    }
}

fn draw_ground(board: Board, sheet: &mut Sheet<'_>) {
    let Palette { ground, frame, grid, .. } = sheet.palette;
    sheet.rect(board.frame(1.5, 0.0), 3.0, Look::fill(ground).with_line(frame, 1.5));
    let lines = (1..board.size).map(|i| {
        let at = f64::from(i) * SIDE;
        let side = board.length();
        format!("M0 {at}H{side}M{at} 0V{side}")
    });
    sheet.path(&lines.collect::<String>(), Look::line(grid, 0.8));
}

/// The squares on which colors without a piece may begin; where several may begin on one square,
/// the color to move is seen.
fn draw_starts(view: &View, board: Board, sheet: &mut Sheet<'_>) {
    let begins = |color: &&ColorView| view.blocks.iter().all(|it| it.color != color.color);
    let is_to_move = |color: &&ColorView| Some(color.color) == view.color_to_move;
    let mover = view.colors.iter().filter(begins).find(is_to_move);
    for color in view.colors.iter().filter(begins) {
        let fill = color_of(color.color, &sheet.palette);
        let look = Look::fill(fill.fade(0.35)).with_line(fill, 1.5);
        for &square in &color.open_corners {
            let is_hidden = Some(color) != mover
                && mover.is_some_and(|mover| mover.open_corners.contains(&square));
            if !is_hidden {
                sheet.circle(board.middle(square), 5.0, look);
            }
        }
    }
}

fn draw_open_corners(view: &View, board: Board, sheet: &mut Sheet<'_>) {
    let mover = view.colors.iter().find(|color| Some(color.color) == view.color_to_move);
    if let Some(color) = mover {
        let fill = color_of(color.color, &sheet.palette);
        let look = Look::fill(fill).with_line(sheet.palette.ground, 0.8);
        for &square in &color.open_corners {
            sheet.circle(board.middle(square), 3.0, look);
        }
    }
}

fn draw_block(block: &Block, board: Board, is_last: bool, sheet: &mut Sheet<'_>) {
    let color = color_of(block.color, &sheet.palette);
    let squares: Vec<Vec<Point>> = block.squares.iter().map(|&it| board.corners(it)).collect();
    let outline: Vec<Vec<Point>> =
        outlines(&squares).iter().map(|corners| inset(corners, GAP)).collect();
    let outline = closed(outline.iter().map(Vec::as_slice));
    sheet.open("piece", &format!("{} {}", block.color, block.piece));
    // A piece is translucent over the ground: mixed here, so that the grid does not show through.
    sheet.path(&outline, Look::fill(color.mix(0.8, sheet.palette.ground)));
    let bevels: Vec<Vec<Point>> = squares.iter().map(|corners| inset(corners, BEVEL)).collect();
    let light: String = bevels.iter().map(|it| open_line([it[3], it[0], it[1]])).collect();
    let shade: String = bevels.iter().map(|it| open_line([it[1], it[2], it[3]])).collect();
    sheet.path(&light, Look::line(WHITE.fade(0.38), 1.5).round());
    sheet.path(&shade, Look::line(BLACK.fade(0.13), 1.5).round());
    let line = if is_last {
        Look::line(sheet.palette.ink, 1.8)
    } else {
        Look::line(color.mix(0.65, BLACK), 1.1)
    };
    sheet.path(&outline, line.round());
    if let Some(&square) = block.squares.last().filter(|_| sheet.style.letters) {
        let text = block.color.letter().to_uppercase().to_string();
        let label = Label { text: &text, size: 12.0, color: BLACK, is_bold: true };
        sheet.label(board.middle(square), label);
    }
    sheet.close();
}

/// A line through three points.
fn open_line(points: [Point; 3]) -> String {
    format!("M{}", points.map(pair).join("L"))
}

const fn color_of(name: Name, palette: &Palette) -> Color {
    match name {
        Name::Blue => palette.blue,
        Name::Yellow => palette.yellow,
        Name::Red => palette.red,
        Name::Green => palette.green,
        Name::Purple => palette.purple,
        Name::Orange => palette.orange,
    }
}
