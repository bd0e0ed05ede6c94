//! Blokus: two columns a square, so that the board looks square; beside it every color with its
//! points and the names of the pieces it has left; and the pictures of the pieces of the color to
//! move.

use std::collections::HashMap;
use std::fmt::Write;

use tilewright_blokus::{Color, ColorView, Move, Piece, View};
use tilewright_core::grid::Square;
use tilewright_core::plural;

use crate::text::canvas::Spot;
use crate::text::ink::{Ink, Paint};
use crate::text::parts::{Mark, Parts, Place};

/// Names on a line beside the board: so many fit a terminal of 80 columns, and all pieces of four
/// colors fit beside 20 rows.
const NAMES_PER_LINE: usize = 11;

/// Columns for the pictures below the board.
const TRAY_WIDTH: usize = 78;

/// The board with every color beside it.
pub(super) fn board(view: &View, ink: Ink) -> String {
    let board = squares(view, ink);
    let panel = panel(view, ink);
    let blank = " ".repeat(2 * usize::from(view.size) + 6);
    let mut text = String::new();
    for i in 0..board.len().max(panel.len()) {
        let left = board.get(i).unwrap_or(&blank);
        let right = panel.get(i).map_or("", String::as_str);
        let _ = writeln!(text, "{}", format!("{left}  {right}").trim_end());
    }
    text
}

/// The board, and every color.
pub(super) fn parts(view: &View, ink: Ink) -> Parts {
    let squares_of = |y: u8| (0..view.size).map(move |x| square(x, y));
    let all = (0..view.size).flat_map(squares_of);
    Parts {
        board: squares(view, ink).join("\n") + "\n",
        beside: panel(view, ink).join("\n") + "\n",
        places: all.map(|it| Place::new(&it, spot(view, it))).collect(),
        legend: String::new(),
        hand: to_move(view).map_or_else(Vec::new, |color| names(&color.remaining)),
    }
}

/// The squares of a piece.
pub(super) fn marks(view: &View, m: Move) -> Vec<Mark> {
    let is_on_board = |it: &Square| it.x() < view.size && it.y() < view.size;
    let spots = m.squares().filter(is_on_board).map(|square| spot(view, square));
    spots
        .flat_map(|(column, line)| [(column, line), (column + 1, line)])
        .map(|spot| Mark::new(spot, '▒'))
        .collect()
}

/// The left one of the two spots of a square.
fn spot(view: &View, square: Square) -> Spot {
    (3 + 2 * usize::from(square.x()), usize::from(view.size - square.y()))
}

/// The pictures of the pieces that the color to move has left.
pub(super) fn pieces(view: &View, ink: Ink) -> String {
    let Some(color) = to_move(view) else { return String::new() };
    let paint = foreground(color.color);
    let lines = tray(&color.remaining).into_iter().map(|line| ink.paint(paint, &line) + "\n");
    lines.collect()
}

fn to_move(view: &View) -> Option<&ColorView> {
    view.colors.iter().find(|color| Some(color.color) == view.color_to_move)
}

/// The lines of the board, all of the same width.
fn squares(view: &View, ink: Ink) -> Vec<String> {
    let cells = cells(view, ink);
    let letters: Vec<_> =
        (b'a'..).take(view.size.into()).map(|x| char::from(x).to_string()).collect();
    let letters = format!("   {}    ", letters.join(" "));
    let mut lines = vec![letters.clone()];
    for y in (0..view.size).rev() {
        let row: String = (0..view.size).map(|x| cells[&square(x, y)].as_str()).collect();
        lines.push(format!("{0:>2} {row} {0:<2}", y + 1));
    }
    lines.push(letters);
    lines
}

/// The two characters of every square.
fn cells(view: &View, ink: Ink) -> HashMap<Square, String> {
    let free = empty_cell(None, ink);
    let squares = (0..view.size).flat_map(|y| (0..view.size).map(move |x| square(x, y)));
    let mut cells: HashMap<Square, String> = squares.map(|square| (square, free.clone())).collect();
    if let Some(color) = to_move(view) {
        let open = empty_cell(Some(color.color), ink);
        cells.extend(color.open_corners.iter().map(|&square| (square, open.clone())));
    }
    let last = view.blocks.iter().max_by_key(|block| block.ply).filter(|block| block.ply.is_some());
    for block in &view.blocks {
        let covered = cell(block.color, Some(block) == last, ink);
        cells.extend(block.squares.iter().map(|&square| (square, covered.clone())));
    }
    cells
}

fn square(x: u8, y: u8) -> Square {
    Square::new(x, y).expect("boards are small")
}

/// A covered square, with the letter of its color for those who do not see colors; capitals for
/// the last placement.
fn cell(color: Color, is_last: bool, ink: Ink) -> String {
    let letter = if is_last { color.letter().to_ascii_uppercase() } else { color.letter() };
    let paint = Paint { bold: is_last, ..Paint::on(16, color_code(color)) };
    ink.paint(paint, &letter.to_string().repeat(2))
}

/// A free square; an open corner of the color to move is marked.
fn empty_cell(open_to: Option<Color>, ink: Ink) -> String {
    match open_to {
        Some(color) => ink.paint(foreground(color).bold(), "+ "),
        None => ink.paint(Paint::letters(240), "· "),
    }
}

/// The lines beside the board.
fn panel(view: &View, ink: Ink) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, color) in view.colors.iter().enumerate() {
        if i > 0 {
            lines.push(String::new());
        }
        lines.push(headline(view, color, ink));
        let points = plural(color.points, "point");
        lines.push(format!("{points}, {} left", plural(color.squares_left, "square")));
        lines.extend(wrapped(&color.remaining));
    }
    lines
}

/// A color with its seat, and its state: to move, out or done.
fn headline(view: &View, color: &ColorView, ink: Ink) -> String {
    let name = ink.paint(foreground(color.color).bold(), color.color.name());
    let seat = match (color.owner, color.player) {
        (None, Some(player)) => format!("shared, next by seat {player}"),
        (Some(seat), _) => format!("seat {seat}"),
        (None, None) => "nobody".to_owned(),
    };
    let state = match (color.out, color.remaining.is_empty()) {
        (_, true) => ", all placed",
        (true, false) => ", out",
        (false, false) if view.color_to_move == Some(color.color) => ", to move",
        (false, false) => "",
    };
    format!("{name} ({seat}){state}")
}

fn names(pieces: &[Piece]) -> Vec<String> {
    pieces.iter().map(|piece| piece.name().to_owned()).collect()
}

/// The names of the pieces, in lines that fit beside the board.
fn wrapped(pieces: &[Piece]) -> impl Iterator<Item = String> {
    pieces.chunks(NAMES_PER_LINE).map(|pieces| {
        let names: Vec<&str> = pieces.iter().map(|piece| piece.name()).collect();
        names.join(" ")
    })
}

/// The pieces, each picture under its name, as many beside each other as there is room for.
fn tray(pieces: &[Piece]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = pieces;
    while !rest.is_empty() {
        let mut width = 0;
        let fits = |piece: &&Piece| {
            width += piece_width(**piece);
            width <= TRAY_WIDTH
        };
        let (shelf, others) = rest.split_at(rest.iter().take_while(fits).count());
        lines.extend(draw_shelf(shelf));
        rest = others;
    }
    lines
}

fn draw_shelf(shelf: &[Piece]) -> Vec<String> {
    let height = shelf.iter().map(|piece| piece.picture().len()).max().unwrap_or(0);
    let mut lines = vec![String::new(); height + 1];
    for &piece in shelf {
        let width = piece_width(piece);
        let _ = write!(lines[0], "{piece:<width$}");
        for (i, line) in lines[1..].iter_mut().enumerate() {
            let squares = piece.picture().get(i).copied().unwrap_or_default();
            let squares = squares.replace('X', "██").replace('.', "  ");
            let _ = write!(line, "{squares:<width$}");
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Two columns for each square and two between pieces.
fn piece_width(piece: Piece) -> usize {
    2 * piece.picture()[0].len() + 2
}

fn foreground(color: Color) -> Paint {
    Paint::letters(color_code(color))
}

/// One of the 256 colors of a terminal.
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

#[cfg(test)]
mod tests {
    use tilewright_blokus::Blokus;
    use tilewright_core::{Game, Viewer, parse_options};

    use super::*;

    #[test]
    fn one_point_and_one_square_are_no_plural() {
        let position = Blokus::start(&parse_options([("variant", "duo")]).unwrap()).unwrap();
        let mut view = Blokus::view(&position, Viewer::Spectator);
        view.colors[0].points = -1;
        view.colors[0].squares_left = 1;
        let text = board(&view, Ink::Plain);
        assert!(text.contains("-1 point, 1 square left"), "{text}");
        assert!(text.contains("-89 points, 89 squares left"), "{text}");
    }

    #[test]
    fn pieces_lie_beside_each_other_under_their_names() {
        let lines = ["O1  I2  L3", "██  ██  ██", "    ██  ████"];
        assert_eq!(tray(&[Piece::O1, Piece::I2, Piece::L3]), lines);
        let all = tray(&Piece::ALL);
        assert!(all.iter().all(|line| line.chars().count() <= TRAY_WIDTH), "{all:#?}");
        assert!(all.iter().any(|line| line.chars().count() > TRAY_WIDTH - 12), "{all:#?}");
    }

    #[test]
    fn every_remaining_piece_of_every_color_is_named() {
        for variant in ["classic", "classic-2", "classic-3", "duo", "tilewe"] {
            let options = parse_options([("variant", variant)]).unwrap();
            let view = Blokus::view(&Blokus::start(&options).unwrap(), Viewer::Spectator);
            let text = board(&view, Ink::Plain);
            for piece in Piece::ALL {
                let n_named = text.matches(piece.name()).count();
                assert_eq!(n_named, view.colors.len(), "{variant} {piece}");
            }
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
    }
}
