//! A canvas of characters, for drawings on a terminal.

use crate::{Ink, Paint};

/// A place on a canvas: its column and its line.
pub type Spot = (usize, usize);

/// A canvas: lines of characters, which grow as needed.
///
/// ```
/// use tilewright_core::{Canvas, Ink, Paint};
///
/// let mut canvas = Canvas::default();
/// canvas.write((2, 0), "a tile", Paint::default());
/// canvas.put((0, 1), '/', Paint::default());
/// assert_eq!(canvas.text(Ink::Plain), "  a tile\n/\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    lines: Vec<Vec<Glyph>>,
}

/// A character and its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub symbol: char,
    /// Its look.
    pub paint: Paint,
}

impl Canvas {
    /// The glyph at a spot; the canvas grows to hold it.
    pub fn at(&mut self, (column, line): Spot) -> &mut Glyph {
        if self.lines.len() <= line {
            self.lines.resize_with(line + 1, Vec::new);
        }
        let glyphs = &mut self.lines[line];
        if glyphs.len() <= column {
            glyphs.resize(column + 1, Glyph { symbol: ' ', paint: Paint::default() });
        }
        &mut glyphs[column]
    }

    /// Puts one character in place of the old one.
    pub fn put(&mut self, spot: Spot, symbol: char, paint: Paint) {
        *self.at(spot) = Glyph { symbol, paint };
    }

    /// Writes a text to the right of a spot. Spaces leave the old characters.
    pub fn write(&mut self, (column, line): Spot, text: &str, paint: Paint) {
        for (i, symbol) in text.chars().enumerate().filter(|&(_, symbol)| symbol != ' ') {
            self.put((column + i, line), symbol, paint);
        }
    }

    /// The lines as text.
    pub fn text(&self, ink: Ink) -> String {
        let stretch = |glyphs: &[Glyph]| {
            let symbols: String = glyphs.iter().map(|glyph| glyph.symbol).collect();
            ink.paint(glyphs[0].paint, &symbols)
        };
        let line = |glyphs: &Vec<Glyph>| {
            let stretches = glyphs.chunk_by(|glyph, next| glyph.paint == next.paint);
            stretches.map(stretch).collect::<String>() + "\n"
        };
        self.lines.iter().map(line).collect()
    }
}
