//! Colors for text on a terminal.

/// The use of colors in drawings.
///
/// ```
/// use tilewright_core::{Ink, Paint};
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

/// The look of a piece of text: colors and weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// One of the 256 colors.
    pub foreground: Option<u8>,
    /// One of the 256 colors.
    pub background: Option<u8>,
    /// Bold text.
    pub bold: bool,
    /// Dimmed text.
    pub dim: bool,
}

impl Ink {
    /// Returns `text`, with its colors if they are used.
    pub fn paint(self, paint: Paint, text: &str) -> String {
        if self == Ink::Plain || paint == Paint::default() {
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
