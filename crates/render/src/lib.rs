//! Draws the views of all games as terminal text, as SVG and, with the feature `png`, as PNG.
//!
//! A [`GameView`] is what one viewer may know, so a drawing of it shows no secrets.
//!
//! ```
//! use tilewright_core::Viewer;
//! use tilewright_render::{Ink, text};
//! use tilewright_table::{GameId, Table};
//!
//! let table = GameId::Blokus.open(&[("variant", "duo")])?;
//! let drawing = text(&table.game_view(Viewer::Spectator), Ink::Plain);
//! assert!(drawing.contains("purple (seat 1), to move"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod picture;
mod text;

pub use tilewright_table::GameView;

#[cfg(feature = "png")]
pub use crate::picture::png;
pub use crate::picture::{Style, Theme, svg};
pub use crate::text::ink::{Ink, Paint};
pub use crate::text::parts::{Mark, Parts, Place, marks, parts};
pub use crate::text::{choice, text};
