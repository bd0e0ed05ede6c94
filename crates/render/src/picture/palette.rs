//! The colors of pictures.

// Designers read a color as one word.
#![allow(clippy::unreadable_literal)]

use crate::picture::{Style, Theme};

/// A color that may be translucent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Color {
    rgb: [u8; 3],
    /// From 0 for clear to 1 for solid.
    pub(super) alpha: f64,
}

pub(super) const BLACK: Color = color(0x000000);
pub(super) const WHITE: Color = color(0xffffff);

/// Returns a solid color.
pub(super) const fn color(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color { rgb: [red, green, blue], alpha: 1.0 }
}

impl Color {
    /// A part of this color mixed with another.
    pub(super) fn mix(self, part: f64, other: Color) -> Color {
        let channel = |i: usize| {
            let mixed = part * f64::from(self.rgb[i]) + (1.0 - part) * f64::from(other.rgb[i]);
            mixed.round() as u8
        };
        Color { rgb: [channel(0), channel(1), channel(2)], alpha: self.alpha }
    }

    /// The color, through which a part of the ground shows.
    pub(super) const fn fade(self, alpha: f64) -> Color {
        Color { alpha, ..self }
    }

    /// The color without its translucence, as in `#2f6fd0`.
    pub(super) fn hex(self) -> String {
        let [red, green, blue] = self.rgb;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The colors that a style chooses. They are those of the page: see `web/board/src`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Palette {
    pub(super) ground: Color,
    pub(super) grid: Color,
    pub(super) frame: Color,
    pub(super) ink: Color,
    pub(super) faint: Color,
    pub(super) accent: Color,
    pub(super) bad: Color,
    pub(super) blue: Color,
    pub(super) yellow: Color,
    pub(super) red: Color,
    pub(super) green: Color,
    pub(super) purple: Color,
    pub(super) orange: Color,
    /// Of Coerceo: the triangles of white and black, the edges of tiles, and the pieces.
    pub(super) odd: Color,
    pub(super) even: Color,
    pub(super) edge: Color,
    pub(super) white: Color,
    pub(super) black: Color,
    pub(super) black_line: Color,
    /// Of Triominos: a tile, its line and its ink, and the sectors of the numbers.
    pub(super) tile: Color,
    pub(super) tile_line: Color,
    pub(super) tile_ink: Color,
    pub(super) numbers: [Color; 6],
}

const LIGHT: Palette = Palette {
    ground: color(0xf4f1ea),
    grid: color(0xdcd6c9),
    frame: color(0xb9b1a1),
    ink: color(0x2b2f36),
    faint: color(0x6b6a66),
    accent: color(0x0b6bcb),
    bad: color(0xb3261e),
    blue: color(0x2f6fd0),
    yellow: color(0xe9b40a),
    red: color(0xd5433d),
    green: color(0x35944a),
    purple: color(0x7a4fc4),
    orange: color(0xee8420),
    odd: color(0xe2e9e4),
    even: color(0xb4c8c1),
    edge: color(0x88a097),
    white: color(0xf3ead6),
    black: color(0x33383f),
    black_line: color(0x0e1013),
    tile: color(0xfffdf7),
    tile_line: color(0xb8ad98),
    tile_ink: color(0x1f242c),
    numbers: numbers([0xd5dbe3, 0xf8dc7c, 0xf5b2a4, 0xb3dfa6, 0xaed0f7, 0xd8bdf1]),
};

const DARK: Palette = Palette {
    ground: color(0x23262b),
    grid: color(0x353a42),
    frame: color(0x4a515c),
    ink: color(0xe8eaee),
    faint: color(0x9aa2ae),
    accent: color(0x6cb6ff),
    bad: color(0xff9b93),
    blue: color(0x4d8df0),
    yellow: color(0xf0c63c),
    red: color(0xea635c),
    green: color(0x4fb366),
    purple: color(0x9d78e8),
    orange: color(0xf59a45),
    odd: color(0x56656b),
    even: color(0x3d4a50),
    edge: color(0x232b30),
    white: color(0xf0e7d3),
    black: color(0x14171b),
    black_line: color(0xa9b4bd),
    tile: color(0x3b434f),
    tile_line: color(0x67717f),
    tile_ink: color(0xf6f8fb),
    numbers: numbers([0x55606f, 0x80681c, 0x8c4034, 0x3c7040, 0x2f5f95, 0x6a4a92]),
};

const LIGHT_COLOR_BLIND: Palette = Palette {
    blue: color(0x0072b2),
    yellow: color(0xf0e442),
    red: color(0xc24e00),
    green: color(0x00a57b),
    purple: color(0x5b3fc4),
    orange: color(0xf2a400),
    odd: color(0xeaf0f6),
    even: color(0xb3c5d8),
    edge: color(0x8299b1),
    white: color(0xfff3c9),
    black: color(0x1d2b4f),
    numbers: numbers([0xe4e4e4, 0xf5ec6a, 0xf2b04a, 0x63c9a8, 0x8fc9f2, 0xd99abf]),
    ..LIGHT
};

const DARK_COLOR_BLIND: Palette = Palette {
    blue: color(0x2f9ad6),
    yellow: color(0xf5ec6a),
    red: color(0xe2681c),
    green: color(0x23c49a),
    purple: color(0x8b76f0),
    orange: color(0xffbd3b),
    odd: color(0x5b6672),
    even: color(0x38434f),
    edge: color(0x20272e),
    white: color(0xfff0bd),
    black: color(0x0f1830),
    numbers: numbers([0x4c4f55, 0x7d7400, 0x9a5a00, 0x006a4e, 0x0b5a92, 0x7d3566]),
    ..DARK
};

const fn numbers(rgb: [u32; 6]) -> [Color; 6] {
    let [zero, one, two, three, four, five] = rgb;
    [color(zero), color(one), color(two), color(three), color(four), color(five)]
}

impl Palette {
    /// The colors of a style.
    pub(super) const fn of(style: &Style) -> Palette {
        match (style.theme, style.color_blind) {
            (Theme::Light, false) => LIGHT,
            (Theme::Light, true) => LIGHT_COLOR_BLIND,
            (Theme::Dark, false) => DARK,
            (Theme::Dark, true) => DARK_COLOR_BLIND,
        }
    }
}
