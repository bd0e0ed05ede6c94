//! Pixels, by resvg.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use tilewright_table::GameView;

use crate::picture::{Style, draw};

/// Draws a view as a PNG picture. Its texts are outlines, so that it looks the same whatever fonts
/// the machine has.
///
/// ```
/// use tilewright_core::Viewer;
/// use tilewright_render::{Style, png};
/// use tilewright_table::{GameId, Table};
///
/// let table = GameId::Blokus.open(&[("variant", "duo")])?;
/// let picture = png(&table.game_view(Viewer::Spectator), &Style::default());
/// assert!(picture.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn png(view: &GameView, style: &Style) -> Vec<u8> {
    let svg = draw(view, style, true);
    let tree = Tree::from_str(&svg, &Options::default()).expect("our pictures are SVG");
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).expect("a picture has a size");
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().expect("memory can be written to")
}
