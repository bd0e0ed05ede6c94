//! A drawing in parts, for programs that arrange them on a screen and show where a move would go.

use tilewright_table::AnyMove;

use crate::GameView;
use crate::text::canvas::Spot;
use crate::text::ink::Ink;
use crate::text::{aquapipe, blokus, coerceo, triominos};

/// The parts of a drawing.
///
/// ```
/// use tilewright_core::Viewer;
/// use tilewright_render::{Ink, parts};
/// use tilewright_table::{GameId, Table};
///
/// let table = GameId::Blokus.open(&[("variant", "duo")])?;
/// let parts = parts(&table.game_view(Viewer::Spectator), Ink::Plain);
/// assert_eq!(parts.board.lines().count(), 16);
/// assert!(parts.beside.starts_with("purple (seat 1), to move\n"));
/// assert_eq!(parts.places.len(), 14 * 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The board alone, as lines of text.
    pub board: String,
    /// The players with their points and pieces, and the news, as lines of text.
    pub beside: String,
    /// The signs of the board, as lines of text.
    pub legend: String,
    /// The names of the pieces of the color to move, or of the viewer's tiles; none in other games.
    pub hand: Vec<String>,
    /// The places of the board.
    pub places: Vec<Place>,
}

/// A place on a board: a square, a triangle, a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name, as in moves.
    pub name: String,
    /// The column of its middle in the drawing of the board.
    pub column: usize,
    /// The line of its middle.
    pub line: usize,
}

/// A character of the drawing that a piece would cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The column in the drawing of the board.
    pub column: usize,
    /// The line.
    pub line: usize,
    /// The character.
    pub symbol: char,
}

impl Place {
    pub(super) fn new(name: &impl ToString, (column, line): Spot) -> Place {
        Place { name: name.to_string(), column, line }
    }
}

impl Mark {
    pub(super) const fn new((column, line): Spot, symbol: char) -> Mark {
        Mark { column, line, symbol }
    }
}

/// Draws a view in parts. Together they are [`text`](crate::text) without the last turns.
pub fn parts(view: &GameView, ink: Ink) -> Parts {
    match view {
        GameView::AquaPipe(view) => aquapipe::parts(view, ink),
        GameView::Blokus(view) => blokus::parts(view, ink),
        GameView::Coerceo(view) => coerceo::parts(view, ink),
        GameView::Triominos(view) => triominos::parts(view, ink),
    }
}

/// The characters that the piece of a move would cover in the drawing of the board, whether the
/// move is legal or not: none of a move without a place, and none off the drawing.
///
/// ```
/// use tilewright_core::Viewer;
/// use tilewright_render::marks;
/// use tilewright_table::{GameId, Table};
///
/// let table = GameId::Blokus.open(&[("variant", "duo")])?;
/// let view = table.game_view(Viewer::Spectator);
/// // A square is two columns wide.
/// assert_eq!(marks(&view, &table.parse_move("I2n@e10")?).len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn marks(view: &GameView, m: &AnyMove) -> Vec<Mark> {
    match (view, m) {
        (GameView::AquaPipe(view), AnyMove::AquaPipe(m)) => aquapipe::marks(view, *m),
        (GameView::Blokus(view), AnyMove::Blokus(m)) => blokus::marks(view, *m),
        (GameView::Coerceo(view), AnyMove::Coerceo(m)) => coerceo::marks(view, *m),
        (GameView::Triominos(view), AnyMove::Triominos(m)) => triominos::marks(view, *m),
        _ => Vec::new(),
    }
}
