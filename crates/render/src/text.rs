//! Drawings for a terminal.

use tilewright_table::GameView;

use crate::text::ink::Ink;

mod aquapipe;
mod blokus;
mod canvas;
mod coerceo;
pub(crate) mod ink;
pub(crate) mod parts;
#[cfg(test)]
mod testing;
mod triangles;
mod triominos;
mod words;

/// Draws a view as lines of text, the last one ended too.
pub fn text(view: &GameView, ink: Ink) -> String {
    match view {
        GameView::AquaPipe(view) => aquapipe::board(view, ink),
        GameView::Blokus(view) => blokus::board(view, ink),
        GameView::Coerceo(view) => coerceo::board(view, ink),
        GameView::Triominos(view) => triominos::board(view, ink),
    }
}

/// Draws the pieces that the seat to move can choose from, as lines of text below those of
/// [`text`]; empty in games whose pieces lie on the board.
pub fn choice(view: &GameView, ink: Ink) -> String {
    match view {
        GameView::Blokus(view) => blokus::pieces(view, ink),
        GameView::Triominos(view) => triominos::hand(view, ink),
        GameView::AquaPipe(_) | GameView::Coerceo(_) => String::new(),
    }
}
