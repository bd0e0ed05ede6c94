//! A grid of painted characters, and the lines of text beside a board.

use tilewright_core::Seat;

use crate::text::ink::{BOLD, FAINT, Ink, PLAIN, Paint};

/// A column and a line of a canvas.
pub(super) type Spot = (usize, usize);

/// Lines of characters, which grow as they are written to.
#[derive(Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<Glyph>>,
}

/// A character and its paint.
#[derive(Clone, Copy)]
pub(super) struct Glyph {
    pub(super) symbol: char,
    pub(super) paint: Paint,
}

impl Canvas {
    /// The glyph of a spot, to be changed.
    pub(super) fn at(&mut self, spot: Spot) -> &mut Glyph {
        let (column, line) = spot;
        if self.lines.len() <= line {
            self.lines.resize_with(line + 1, Vec::new);
        }
        let glyphs = &mut self.lines[line];
        if glyphs.len() <= column {
            glyphs.resize(column + 1, Glyph { symbol: ' ', paint: PLAIN });
        }
        &mut glyphs[column]
    }

    /// Replaces the character of a spot.
    pub(super) fn put(&mut self, spot: Spot, symbol: char, paint: Paint) {
        *self.at(spot) = Glyph { symbol, paint };
    }

    /// Writes a text from a spot to the right; its spaces leave what is there.
    pub(super) fn write(&mut self, spot: Spot, text: &str, paint: Paint) {
        let (column, line) = spot;
        for (i, symbol) in text.chars().enumerate().filter(|&(_, symbol)| symbol != ' ') {
            self.put((column + i, line), symbol, paint);
        }
    }

    /// The spots that are not blank, with their characters.
    pub(super) fn glyphs(&self) -> impl Iterator<Item = (Spot, char)> {
        let lines = self.lines.iter().enumerate();
        let all = lines.flat_map(|(line, glyphs)| {
            glyphs.iter().enumerate().map(move |(column, it)| ((column, line), it.symbol))
        });
        all.filter(|&(_, symbol)| symbol != ' ')
    }

    /// The lines, with one escape code for each run of equal paint.
    pub(super) fn text(&self, ink: Ink) -> String {
        let mut text = String::new();
        for line in &self.lines {
            for run in line.chunk_by(|glyph, next| glyph.paint == next.paint) {
                let symbols: String = run.iter().map(|glyph| glyph.symbol).collect();
                text.push_str(&ink.paint(run[0].paint, &symbols));
            }
            text.push('\n');
        }
        text
    }
}

/// The spot at `offset` in a picture whose upper left spot is `corner`.
pub(super) const fn add(corner: Spot, offset: Spot) -> Spot {
    (corner.0 + offset.0, corner.1 + offset.1)
}

/// A legend alone, in the place of text beside a board.
pub(super) fn legend_text(lines: &[&str], ink: Ink) -> String {
    let mut canvas = Canvas::default();
    Panel { canvas: &mut canvas, column: 0, line: 0 }.paragraph(lines, FAINT);
    canvas.text(ink)
}

/// Lines of text beside a board.
pub(super) struct Panel<'a> {
    pub(super) canvas: &'a mut Canvas,
    pub(super) column: usize,
    pub(super) line: usize,
}

impl Panel<'_> {
    /// A player's painted name, an arrow if it is to move, and its lines.
    pub(super) fn player(&mut self, name: &str, paint: Paint, seat: Seat, is_to_move: bool) {
        if is_to_move {
            self.canvas.write((self.column, self.line), ">", BOLD);
        }
        let spot = (self.column + 2, self.line);
        self.canvas.write(spot, &format!("{name} (seat {seat})"), PLAIN);
        self.canvas.write(spot, name, paint);
        self.line += 1;
    }

    /// Lines, if there are any, and a blank one after them.
    pub(super) fn paragraph(&mut self, lines: &[impl AsRef<str>], paint: Paint) {
        for line in lines {
            self.canvas.write((self.column + 2, self.line), line.as_ref(), paint);
            self.line += 1;
        }
        self.line += usize::from(!lines.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_one_paint_is_painted_at_once() {
        let mut canvas = Canvas::default();
        canvas.write((1, 1), "ab", BOLD);
        canvas.put((3, 1), 'c', PLAIN);
        assert_eq!(canvas.text(Ink::Ansi), "\n \u{1b}[1mab\u{1b}[0mc\n");
        assert_eq!(canvas.text(Ink::Plain), "\n abc\n");
    }

    #[test]
    fn a_text_leaves_what_its_spaces_cover() {
        let mut canvas = Canvas::default();
        canvas.write((0, 0), "....", PLAIN);
        canvas.write((0, 0), "a  b", PLAIN);
        canvas.at((5, 0)).symbol = '!';
        assert_eq!(canvas.text(Ink::Plain), "a..b !\n");
    }
}
