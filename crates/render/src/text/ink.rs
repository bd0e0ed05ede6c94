//! Colors for text on a terminal.

/// The kind of characters that a drawing is made of.
///
/// ```
/// use tilewright_render::{Ink, Paint};
///
/// let warning = Paint { foreground: Some(9), bold: true, ..Paint::default() };
/// assert_eq!(Ink::Plain.paint(warning, "out"), "out");
/// assert_eq!(Ink::Ansi.paint(warning, "out"), "\u{1b}[1;38;5;9mout\u{1b}[0m");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Letters only, for files, pipes and screen readers.
    Plain,
    /// The 256 colors of a terminal.
    Ansi,
}

/// The look of a piece of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// One of the 256 colors.
    pub foreground: Option<u8>,
    /// One of the 256 colors.
    pub background: Option<u8>,
    /// Bold letters.
    pub bold: bool,
    /// Dim letters.
    pub dim: bool,
}

/// The terminal's own color.
pub(super) const PLAIN: Paint =
    Paint { foreground: None, background: None, bold: false, dim: false };
pub(super) const BOLD: Paint = Paint { bold: true, ..PLAIN };
pub(super) const FAINT: Paint = Paint { dim: true, ..PLAIN };

impl Paint {
    /// Letters of one of the 256 colors.
    pub(super) const fn letters(color: u8) -> Paint {
        Paint { foreground: Some(color), ..PLAIN }
    }

    /// Letters of one color on another.
    pub(super) const fn on(foreground: u8, background: u8) -> Paint {
        Paint { foreground: Some(foreground), background: Some(background), ..PLAIN }
    }

    /// The same in bold letters.
    pub(super) const fn bold(self) -> Paint {
        Paint { bold: true, ..self }
    }
}

impl Ink {
    /// Returns the text between the escape codes of its paint, if this ink has colors.
    pub fn paint(self, paint: Paint, text: &str) -> String {
        if self == Ink::Plain || paint == PLAIN {
            return text.to_owned();
        }
        let mut codes = Vec::new();
        if paint.bold {
            codes.push("1".to_owned());
        }
        if paint.dim {
            codes.push("2".to_owned());
        }
        codes.extend(paint.foreground.map(|color| format!("38;5;{color}")));
        codes.extend(paint.background.map(|color| format!("48;5;{color}")));
        format!("\u{1b}[{}m{text}\u{1b}[0m", codes.join(";"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paint_needs_no_codes() {
        assert_eq!(Ink::Ansi.paint(PLAIN, "x"), "x");
        let quiet = Paint { dim: true, background: Some(3), ..PLAIN };
        assert_eq!(Ink::Ansi.paint(quiet, "x"), "\u{1b}[2;48;5;3mx\u{1b}[0m");
        assert_eq!(Ink::Plain.paint(quiet, "x"), "x");
    }
}
