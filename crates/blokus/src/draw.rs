//! The board for a terminal: two columns a square, so that it looks square.

use std::collections::HashMap;
use std::fmt::Write;

use tilewright_core::grid::Square;
use tilewright_core::{Ink, Paint};

use crate::piece::Piece;
use crate::setup::Color;
use crate::view::{ColorView, View};

/// The board with coordinates, then each colour's points and the pieces it has left.
pub(crate) fn draw(view: &View, ink: Ink) -> String {
    let mut text = String::new();
    draw_board(view, ink, &mut text);
    for color in &view.colors {
        text.push('\n');
        draw_color(view, color, ink, &mut text);
    }
    text
}

fn draw_board(view: &View, ink: Ink, text: &mut String) {
    let mut covered = HashMap::new();
    let last = view.blocks.iter().max_by_key(|block| block.ply);
    for block in &view.blocks {
        let is_last = Some(block) == last && block.ply.is_some();
        covered.extend(block.squares.iter().map(|&square| (square, (block.color, is_last))));
    }
    let to_move = view.colors.iter().find(|color| Some(color.color) == view.color_to_move);
    let open = to_move.map_or(&[][..], |color| &color.open_corners);
    let letters: Vec<String> =
        (b'a'..).take(view.size.into()).map(|x| char::from(x).into()).collect();
    let letters = letters.join(" ");
    let _ = writeln!(text, "   {letters}");
    for y in (0..view.size).rev() {
        let _ = write!(text, "{:>2} ", y + 1);
        for x in 0..view.size {
            let square = Square::new(x, y).expect("boards are small");
            text.push_str(&match covered.get(&square) {
                Some(&(color, is_last)) => cell(color, is_last, ink),
                None => {
                    empty_cell(open.contains(&square).then_some(view.color_to_move).flatten(), ink)
                }
            });
        }
        let _ = writeln!(text, " {}", y + 1);
    }
    let _ = writeln!(text, "   {letters}");
}

fn cell(color: Color, is_last: bool, ink: Ink) -> String {
    let letter = color.letter();
    match ink {
        Ink::Plain if is_last => letter.to_ascii_uppercase().to_string().repeat(2),
        Ink::Plain => letter.to_string().repeat(2),
        Ink::Ansi => {
            let paint = Paint {
                background: Some(color_code(color)),
                foreground: Some(16),
                ..Paint::default()
            };
            ink.paint(paint, if is_last { "▒▒" } else { "  " })
        }
    }
}

/// A free square; an open corner of the colour to move is marked.
fn empty_cell(open_to: Option<Color>, ink: Ink) -> String {
    match open_to {
        Some(color) => ink.paint(
            Paint { foreground: Some(color_code(color)), bold: true, ..Paint::default() },
            "o ",
        ),
        None => ink.paint(Paint { foreground: Some(240), ..Paint::default() }, "· "),
    }
}

fn draw_color(view: &View, color: &ColorView, ink: Ink, text: &mut String) {
    let paint = Paint { foreground: Some(color_code(color.color)), bold: true, ..Paint::default() };
    let _ = write!(text, "{}", ink.paint(paint, color.color.name()));
    let _ = match color.owner {
        Some(seat) => write!(text, " (seat {seat})"),
        None => write!(text, " (shared; seat {} is next)", color.player),
    };
    let _ = write!(text, ": {} points, {} squares left", color.points, color.squares_left);
    text.push_str(match (color.out, color.remaining.is_empty()) {
        (_, true) => ", all pieces placed",
        (true, false) => ", out",
        (false, false) if view.color_to_move == Some(color.color) => ", to move",
        (false, false) => "",
    });
    text.push('\n');
    for row in tray(&color.remaining) {
        let _ = writeln!(text, "  {}", ink.paint(Paint { bold: false, ..paint }, &row));
    }
}

/// The pieces left, each under its name, as many beside each other as a terminal has room for.
fn tray(pieces: &[Piece]) -> Vec<String> {
    const WIDTH: usize = 76;
    let mut rows = Vec::new();
    let mut shelf: Vec<Piece> = Vec::new();
    for &piece in pieces {
        let width: usize = shelf.iter().chain([&piece]).map(|&piece| piece_width(piece)).sum();
        if width > WIDTH {
            rows.extend(draw_shelf(&shelf));
            shelf.clear();
        }
        shelf.push(piece);
    }
    if !shelf.is_empty() {
        rows.extend(draw_shelf(&shelf));
    }
    rows
}

fn draw_shelf(shelf: &[Piece]) -> Vec<String> {
    let height = shelf.iter().map(|piece| piece.picture().len()).max().unwrap_or(0);
    let mut rows = vec![String::new(); height + 1];
    for &piece in shelf {
        let width = piece_width(piece);
        let _ = write!(rows[0], "{piece:<width$}");
        for (i, row) in rows[1..].iter_mut().enumerate() {
            let squares = piece.picture().get(i).copied().unwrap_or_default();
            let squares = squares.replace('X', "██").replace('.', "  ");
            let _ = write!(row, "{squares:<width$}");
        }
    }
    rows.iter().map(|row| row.trim_end().to_owned()).collect()
}

/// Two columns for each square and two between pieces.
fn piece_width(piece: Piece) -> usize {
    2 * piece.picture()[0].len() + 2
}

const fn color_code(color: Color) -> u8 {
    match color {
        Color::Blue => 33,
        Color::Yellow => 220,
        Color::Red => 203,
        Color::Green => 77,
        Color::Purple => 135,
        Color::Orange => 208,
    }
}
