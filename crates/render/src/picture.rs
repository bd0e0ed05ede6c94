//! Drawings as pictures: SVG, and PNG made of it.

use std::collections::BTreeMap;

use tilewright_core::{BySeat, Outcome, Seat};
use tilewright_table::{AnyMove, GameView};

use crate::picture::palette::Palette;
use crate::picture::svg::Sheet;

mod aquapipe;
mod blokus;
mod coerceo;
mod geometry;
mod palette;
#[cfg(feature = "png")]
mod png;
mod squares;
mod svg;
mod triominos;

#[cfg(feature = "png")]
pub use crate::picture::png::png;

/// The look of a picture, and the marks on it.
///
/// ```
/// use tilewright_core::Viewer;
/// use tilewright_render::{Style, svg};
/// use tilewright_table::{GameId, Table};
///
/// let mut table = GameId::AquaPipe.open(&[])?;
/// table.play("L@b2")?;
/// let style = Style { width: 300, last_move: table.move_at(1), ..Style::default() };
/// let picture = svg(&table.game_view(Viewer::Spectator), &style);
/// assert!(picture.starts_with("<svg") && picture.contains(r#"width="300""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Every switch can be set without the others.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The width in pixels; the height follows from the view.
    pub width: u32,
    /// The brightness of the ground.
    pub theme: Theme,
    /// Colors that also differ in lightness, for people who cannot distinguish red and green.
    pub color_blind: bool,
    /// The first letters of the colors on the pieces, and the numbers of seats.
    pub letters: bool,
    /// The names of squares, tiles and places.
    pub coordinates: bool,
    /// A line below the board with the scores and the seat to move.
    pub caption: bool,
    /// Marks on the places to which the legal moves go.
    pub legal_moves: bool,
    /// Moves whose places are colored, each with its strength. Of several moves to one place the
    /// strongest is seen.
    pub heat: Vec<(AnyMove, u8)>,
    /// The last move, to be marked. Views of Blokus and Triominos have it already.
    pub last_move: Option<AnyMove>,
    /// The board as seen from the opposite side.
    pub is_turned: bool,
}

/// The brightness of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark lines on light ground.
    Light,
    /// Light lines on dark ground.
    Dark,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            width: 480,
            theme: Theme::Light,
            color_blind: false,
            letters: false,
            coordinates: true,
            caption: true,
            legal_moves: false,
            heat: Vec::new(),
            last_move: None,
            is_turned: false,
        }
    }
}

/// Draws a view as an SVG picture.
pub fn svg(view: &GameView, style: &Style) -> String {
    draw(view, style, false)
}

/// Draws a view, with texts as text or as outlines, which need no font.
fn draw(view: &GameView, style: &Style, has_outlined_texts: bool) -> String {
    let palette = Palette::of(style);
    let mut sheet = Sheet::new(&palette, style, has_outlined_texts);
    let frame = match view {
        GameView::AquaPipe(view) => aquapipe::draw(view, &mut sheet),
        GameView::Blokus(view) => blokus::draw(view, &mut sheet),
        GameView::Coerceo(view) => coerceo::draw(view, &mut sheet),
        GameView::Triominos(view) => triominos::draw(view, &mut sheet),
    };
    sheet.finish(frame, &caption(view))
}

/// The strongest heat of each place, by the places of each move.
fn hottest<P: Ord>(style: &Style, places: impl Fn(AnyMove) -> Vec<P>) -> BTreeMap<P, f64> {
    let mut hottest = BTreeMap::new();
    for &(m, strength) in &style.heat {
        let strength = f64::from(strength) / f64::from(u8::MAX);
        for place in places(m) {
            let known = hottest.entry(place).or_insert(strength);
            *known = strength.max(*known);
        }
    }
    hottest
}

/// Returns the scores, and the seat to move or the winner.
fn caption(view: &GameView) -> String {
    match view {
        GameView::AquaPipe(view) => {
            let mover = mover(view.seat_to_move, view.color_to_move.map(|color| color.to_string()));
            standing(&view.scores, view.outcome.as_ref(), mover)
        }
        GameView::Blokus(view) => {
            let mover = mover(view.seat_to_move, view.color_to_move.map(|color| color.to_string()));
            standing(&view.scores, view.outcome.as_ref(), mover)
        }
        GameView::Coerceo(view) => {
            let mover = mover(view.seat_to_move, view.color_to_move.map(|color| color.to_string()));
            let held: Vec<String> = view.held.iter().map(u8::to_string).collect();
            let standing = standing(&view.scores, view.outcome.as_ref(), mover);
            format!("{standing}; tiles held: {}", held.join(", "))
        }
        GameView::Triominos(view) => {
            let mover = mover(view.seat_to_move(), None);
            let standing = standing(view.scores(), view.outcome().as_ref(), mover);
            format!("round {}, pile {}; {standing}", view.round(), view.n_pile())
        }
    }
}

/// Returns the seat to move by its color and number; none at a turn of chance.
fn mover(seat: Option<Seat>, color: Option<String>) -> Option<String> {
    let seat = format!("seat {}", seat?);
    Some(color.map_or(seat.clone(), |color| format!("{color} ({seat})")))
}

fn standing(scores: &BySeat<i32>, outcome: Option<&Outcome>, mover: Option<String>) -> String {
    let score = |seat: Seat| format!("seat {seat}: {}", scores[seat]);
    let scores: Vec<String> = scores.seats().map(score).collect();
    let scores = scores.join(", ");
    match (outcome, mover) {
        (Some(outcome), _) => {
            let winners: Vec<String> = outcome.winners().map(|seat| seat.to_string()).collect();
            format!("{scores}; over, first: seat {}", winners.join(" and "))
        }
        (None, Some(mover)) => format!("{scores}; {mover} to move"),
        (None, None) => format!("{scores}; chance decides"),
    }
}
