//! Painted text of the drawings, as lines that a screen can show.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// The lines of a drawing, with the looks that its escape codes say.
pub(crate) fn lines(text: &str) -> Vec<Line<'static>> {
    text.lines().map(line).collect()
}

/// A line of a drawing. Every run of one look ends with a code that resets it.
fn line(text: &str) -> Line<'static> {
    let mut spans = Vec::new();
    let mut style = Style::default();
    for (i, part) in text.split("\u{1b}[").enumerate() {
        let text = match part.split_once('m').filter(|_| i > 0) {
            Some((codes, rest)) => {
                style = read(codes);
                rest
            }
            None => part,
        };
        if !text.is_empty() {
            spans.push(Span::styled(text.to_owned(), style));
        }
    }
    Line::from(spans)
}

/// The look of an escape code of a drawing: bold, dim, and two of 256 colors.
fn read(codes: &str) -> Style {
    let mut style = Style::default();
    let mut numbers = codes.split(';').filter_map(|it| it.parse::<u8>().ok());
    while let Some(number) = numbers.next() {
        match number {
            1 => style = style.add_modifier(Modifier::BOLD),
            2 => style = style.add_modifier(Modifier::DIM),
            38 | 48 => {
                let Some(color) = numbers.nth(1).map(Color::Indexed) else { return style };
                style = if number == 38 { style.fg(color) } else { style.bg(color) };
            }
            _ => {}
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use tilewright_render::{Ink, Paint};

    use super::*;

    #[test]
    fn a_painted_text_has_its_looks() {
        let paint = Paint { foreground: Some(9), background: Some(17), bold: true, dim: false };
        let text = format!("a{}c", Ink::Ansi.paint(paint, "[b]"));
        let style = Style::default().add_modifier(Modifier::BOLD);
        let style = style.fg(Color::Indexed(9)).bg(Color::Indexed(17));
        let spans = vec![Span::raw("a"), Span::styled("[b]", style), Span::raw("c")];
        assert_eq!(lines(&text), [Line::from(spans)]);
    }
}
