//! The elements of which a picture is made.

use std::fmt::Write;

use crate::picture::Style;
use crate::picture::geometry::{Point, number, pair, point};
use crate::picture::palette::{Color, Palette};

/// The width of a caption in letters, at least: longer ones are written smaller.
const CAPTION_LETTERS: f64 = 62.0;

/// The mean width of a letter, as a part of the size of the font.
const LETTER_WIDTH: f64 = 0.56;

/// The glyphs of printable ASCII: a character, its advance and its outline, in thousandths of the
/// size of the font.
const GLYPHS: &str = include_str!("../../data/glyphs.txt");

/// The half height of digits and capitals in the same units, to center a text on a line.
const HALF_CAPITAL: f64 = 365.0;

/// The part of the plane that a picture shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Frame {
    /// The smallest frame with all these points, and a margin around them.
    pub(super) fn around(points: impl IntoIterator<Item = Point>, margin: f64) -> Frame {
        let mut least = point(f64::INFINITY, f64::INFINITY);
        let mut most = point(f64::NEG_INFINITY, f64::NEG_INFINITY);
        for Point { x, y } in points {
            least = point(least.x.min(x), least.y.min(y));
            most = point(most.x.max(x), most.y.max(y));
        }
        Frame {
            left: least.x - margin,
            top: least.y - margin,
            width: most.x - least.x + 2.0 * margin,
            height: most.y - least.y + 2.0 * margin,
        }
    }

    /// The same frame, as large as this at least, with its middle kept.
    pub(super) fn at_least(self, width: f64, height: f64) -> Frame {
        let wider = (width - self.width).max(0.0);
        let higher = (height - self.height).max(0.0);
        Frame {
            left: self.left - wider / 2.0,
            top: self.top - higher / 2.0,
            width: self.width + wider,
            height: self.height + higher,
        }
    }

    pub(super) const fn right(self) -> f64 {
        self.left + self.width
    }

    pub(super) const fn bottom(self) -> f64 {
        self.top + self.height
    }
}

/// The fill and the line of a shape.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    fill: Option<Color>,
    line: Option<(Color, f64)>,
    dash: Option<&'static str>,
    is_round: bool,
}

impl Look {
    /// A filled shape.
    pub(super) fn fill(color: Color) -> Look {
        Look { fill: Some(color), ..Look::default() }
    }

    /// A line of this width.
    pub(super) fn line(color: Color, width: f64) -> Look {
        Look { line: Some((color, width)), ..Look::default() }
    }

    /// The same with a line around it.
    pub(super) fn with_line(self, color: Color, width: f64) -> Look {
        Look { line: Some((color, width)), ..self }
    }

    /// The same with dashes and gaps of these lengths.
    pub(super) fn dashed(self, dash: &'static str) -> Look {
        Look { dash: Some(dash), ..self }
    }

    /// The same with round ends and corners.
    pub(super) fn round(self) -> Look {
        Look { is_round: true, ..self }
    }

    fn attributes(self) -> String {
        let mut text = match self.fill {
            Some(color) => format!(r#"fill="{}""#, color.hex()),
            None => r#"fill="none""#.to_owned(),
        };
        if let Some(color) = self.fill.filter(|color| color.alpha < 1.0) {
            let _ = write!(text, r#" fill-opacity="{}""#, number(color.alpha));
        }
        let Some((color, width)) = self.line else { return text };
        let _ = write!(text, r#" stroke="{}" stroke-width="{}""#, color.hex(), number(width));
        if color.alpha < 1.0 {
            let _ = write!(text, r#" stroke-opacity="{}""#, number(color.alpha));
        }
        if let Some(dash) = self.dash {
            let _ = write!(text, r#" stroke-dasharray="{dash}""#);
        }
        if self.is_round {
            text.push_str(r#" stroke-linecap="round" stroke-linejoin="round""#);
        }
        text
    }
}

/// A short text, centered on a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label<'a> {
    pub(super) text: &'a str,
    pub(super) size: f64,
    pub(super) color: Color,
    pub(super) is_bold: bool,
}

/// A picture in the making.
pub(super) struct Sheet<'a> {
    pub(super) palette: Palette,
    pub(super) style: &'a Style,
    has_outlined_texts: bool,
    nodes: String,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(palette: &Palette, style: &'a Style, has_outlined_texts: bool) -> Sheet<'a> {
        Sheet { palette: *palette, style, has_outlined_texts, nodes: String::new() }
    }

    /// Begins a thing of some kind; its title shows under the mouse and is read to the blind.
    pub(super) fn open(&mut self, kind: &str, title: &str) {
        let title = escaped(title);
        let _ = writeln!(self.nodes, r#"<g class="{kind}"><title>{title}</title>"#);
    }

    /// Ends the thing that was begun last.
    pub(super) fn close(&mut self) {
        self.nodes.push_str("</g>\n");
    }

    pub(super) fn path(&mut self, data: &str, look: Look) {
        let _ = writeln!(self.nodes, r#"<path d="{data}" {}/>"#, look.attributes());
    }

    pub(super) fn circle(&mut self, center: Point, radius: f64, look: Look) {
        let Point { x, y } = center;
        let [x, y, radius] = [x, y, radius].map(number);
        let look = look.attributes();
        let _ = writeln!(self.nodes, r#"<circle cx="{x}" cy="{y}" r="{radius}" {look}/>"#);
    }

    /// A rectangle with round corners.
    pub(super) fn rect(&mut self, frame: Frame, radius: f64, look: Look) {
        self.nodes += &rectangle(frame, radius, look);
    }

    pub(super) fn label(&mut self, center: Point, label: Label<'_>) {
        if self.has_outlined_texts {
            self.outlined(center, label);
        } else {
            self.text(center, label);
        }
    }

    /// The letters below and the numbers beside a board or table are all of one kind.
    pub(super) fn coordinate(&mut self, center: Point, text: &str, size: f64) {
        let color = self.palette.faint;
        self.label(center, Label { text, size, color, is_bold: false });
    }

    fn text(&mut self, center: Point, label: Label<'_>) {
        let [x, y, size] = [center.x, center.y, label.size].map(number);
        let weight = if label.is_bold { r#" font-weight="600""# } else { "" };
        let fill = label.color.hex();
        let text = escaped(label.text);
        let _ = writeln!(
            self.nodes,
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{weight}>{text}</text>"#
        );
    }

    /// The outlines of a text. Bold letters are those of the usual weight with a line around them.
    fn outlined(&mut self, center: Point, label: Label<'_>) {
        let scale = label.size / 1000.0;
        let glyphs: Vec<_> = label.text.chars().filter_map(glyph).collect();
        let width: f64 = glyphs.iter().map(|&(advance, _)| advance * scale).sum();
        let look = Look::fill(label.color);
        let bold = look.with_line(label.color, 70.0).round();
        let look = if label.is_bold { bold } else { look }.attributes();
        let mut left = center - point(width / 2.0, -HALF_CAPITAL * scale);
        for (advance, outline) in glyphs {
            let place = pair(left);
            let _ = writeln!(
                self.nodes,
                r#"<path transform="translate({place}) scale({scale:.5})" d="{outline}" {look}/>"#
            );
            left.x += advance * scale;
        }
    }

    /// The whole picture: a ground behind its nodes and a caption below them.
    pub(super) fn finish(mut self, frame: Frame, caption: &str) -> String {
        let mut height = frame.height;
        if self.style.caption {
            let letters = CAPTION_LETTERS.max(caption.chars().count() as f64);
            let size = frame.width / (letters * LETTER_WIDTH);
            let strip = 2.2 * size;
            let center = point(frame.left + frame.width / 2.0, frame.bottom() + 0.42 * strip);
            let color = self.palette.ink;
            self.label(center, Label { text: caption, size, color, is_bold: false });
            height += strip;
        }
        let pixels = f64::from(self.style.width);
        let pixels_high = (pixels * height / frame.width).round();
        // The ground reaches beyond the frame: whole pixels may show a little more than that.
        let ground = Frame { height, ..frame }.at_least(2.0 * frame.width, 2.0 * height);
        let ground = rectangle(ground, 0.0, Look::fill(self.palette.ground));
        let [left, top, width, height] = [frame.left, frame.top, frame.width, height].map(number);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" \
             width=\"{pixels}\" height=\"{pixels_high}\" role=\"img\" \
             font-family=\"system-ui, sans-serif\" text-anchor=\"middle\" \
             dominant-baseline=\"central\">\n\
             <title>{}</title>\n{ground}{}</svg>\n",
            escaped(caption),
            self.nodes,
        )
    }
}

fn rectangle(frame: Frame, radius: f64, look: Look) -> String {
    let Frame { left, top, width, height } = frame;
    let [x, y, width, height, radius] = [left, top, width, height, radius].map(number);
    let look = look.attributes();
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" {look}/>\n"
    )
}

/// The advance and the outline of a character that has a glyph.
fn glyph(symbol: char) -> Option<(f64, &'static str)> {
    let glyph = GLYPHS.lines().find_map(|line| line.strip_prefix(symbol))?;
    let (advance, outline) = glyph.trim_start().split_once(' ').unwrap_or((glyph.trim(), ""));
    Some((advance.parse().expect("glyphs have a width"), outline))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_has_a_glyph() {
        for symbol in ' '..='~' {
            let (advance, outline) = glyph(symbol).unwrap();
            assert!(advance > 200.0 && (symbol == ' ') == outline.is_empty(), "{symbol}");
        }
        assert_eq!(glyph('é'), None);
    }

    #[test]
    fn a_frame_grows_around_its_middle() {
        let frame = Frame::around([point(0.0, 0.0), point(10.0, 4.0)], 1.0).at_least(8.0, 10.0);
        let Frame { left, top, .. } = frame;
        assert_eq!((left, top, frame.right(), frame.bottom()), (-1.0, -3.0, 11.0, 7.0));
    }
}
