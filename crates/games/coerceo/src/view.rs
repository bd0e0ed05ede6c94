//! Views for pages, terminals and bots. Coerceo has perfect information: all viewers see
//! everything.

use serde::{Deserialize, Serialize};
use tilewright_core::{BySeat, Outcome, Position as _, Seat};

use crate::moves::{Move, MoveKind};
use crate::options::Options;
use crate::position::{End, Position};
use crate::tables::PLACES;
use crate::tile::Tile;
use crate::triangle::{Color, Triangle};

/// The view of a position.
///
/// ```
/// use tilewright_coerceo::{Coerceo, Color, Options};
/// use tilewright_core::{Game, Viewer};
///
/// let position = Coerceo::start(&Options::default())?;
/// let view = Coerceo::view(&position, Viewer::Spectator);
/// assert_eq!(view.color_to_move, Some(Color::White));
/// assert_eq!(view.tiles[0].triangles[1], Some(Color::White));
/// # Ok::<(), tilewright_core::OptionsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// The options of the game.
    pub options: Options,
    /// The seat that moves next; `None` once the game is over.
    pub seat_to_move: Option<Seat>,
    /// The color that moves next; `None` once the game is over.
    pub color_to_move: Option<Color>,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
    /// The end of the game, once it is over.
    pub end: Option<End>,
    /// The number of captures of every seat.
    pub scores: BySeat<i32>,
    /// The number of pieces of every seat.
    pub n_pieces: BySeat<u8>,
    /// The number of tiles that every seat holds.
    pub held: BySeat<u8>,
    /// The number of occurrences of this board, including this one; `None` if it does not matter.
    pub n_occurrences: Option<usize>,
    /// The position as text, from which it can be set up again.
    pub position: String,
    /// The tiles of the variant, whether on the table or not.
    pub tiles: Vec<TileView>,
}

/// A tile of a [`View`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TileView {
    /// Its name.
    pub tile: String,
    /// Its column, from -2 at the left to 2.
    pub column: i8,
    /// Its row, from 0 at the top to 8; neighboring columns are shifted by one row.
    pub row: i8,
    /// True if it is on the table.
    pub is_on_table: bool,
    /// The pieces on its triangles by number, counterclockwise from north.
    pub triangles: [Option<Color>; 6],
    /// The names of the triangles, as in moves.
    pub names: [String; 6],
}

/// The parts of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveParts {
    /// The origin of a step; `None` for an exchange.
    pub from: Option<String>,
    /// The target of a step, or the piece that is exchanged.
    pub to: String,
    /// True for an exchange.
    pub is_exchange: bool,
}

/// A move in a position and its effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveView {
    /// Its text.
    #[serde(rename = "move")]
    pub text: Move,
    /// Its parts.
    #[serde(flatten)]
    pub parts: MoveParts,
    /// The pieces that are captured.
    pub captured: Vec<String>,
    /// The tiles that fall.
    pub removed: Vec<String>,
    /// The number of fallen tiles that the mover collects.
    pub collected: u8,
    /// The number of tiles that it costs.
    pub cost: u8,
}

impl View {
    pub(crate) fn new(position: &Position) -> View {
        let turn = position.turn();
        let board = position.board();
        let tiles = position.options().variant.tiles();
        View {
            options: *position.options(),
            seat_to_move: turn.seat(),
            color_to_move: turn.seat().map(|_| board.turn()),
            outcome: turn.outcome().copied(),
            end: position.end(),
            scores: position.scores(),
            n_pieces: BySeat::from(Color::ALL.map(|color| board.n_pieces(color) as u8)),
            held: BySeat::from(Color::ALL.map(|color| board.held(color))),
            n_occurrences: (!position.options().board_only).then(|| position.n_occurrences()),
            position: position.to_string(),
            tiles: tiles.iter().map(|tile| TileView::new(position, tile)).collect(),
        }
    }
}

impl TileView {
    fn new(position: &Position, tile: Tile) -> TileView {
        let (column, row) = PLACES[tile.index()];
        let board = position.board();
        let piece = |number| {
            let triangle = Triangle::new(tile, number)?;
            board.pieces(triangle.color()).contains(triangle).then_some(triangle.color())
        };
        TileView {
            tile: tile.to_string(),
            column,
            row,
            is_on_table: board.has_tile(tile),
            triangles: std::array::from_fn(piece),
            names: std::array::from_fn(|number| {
                Triangle::new(tile, number).map(|it| it.to_string()).unwrap_or_default()
            }),
        }
    }
}

impl MoveParts {
    pub(crate) fn new(m: Move) -> MoveParts {
        let (from, to) = match m.kind() {
            MoveKind::Step { from, to } => (Some(from), to),
            MoveKind::Exchange(target) => (None, target),
        };
        MoveParts {
            from: from.map(|from| from.to_string()),
            to: to.to_string(),
            is_exchange: from.is_none(),
        }
    }
}

impl MoveView {
    pub(crate) fn new(position: &Position, m: Move) -> MoveView {
        let effect = position.board().effect_unchecked(m);
        let parts = MoveParts::new(m);
        MoveView {
            text: m,
            captured: effect.captured.iter().map(|triangle| triangle.to_string()).collect(),
            removed: effect.removed.iter().map(|tile| tile.to_string()).collect(),
            collected: effect.collected,
            cost: if parts.is_exchange { position.options().cost } else { 0 },
            parts,
        }
    }
}
