//! Views for pages, terminals and bots. Blokus has perfect information: all viewers see everything.

use serde::{Deserialize, Serialize};
use tilewright_core::grid::{Square, Symmetry};
use tilewright_core::{BySeat, Outcome, Position as _, Seat};

use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;
use crate::setup::{Color, Scoring, Variant};

/// The view of a position.
///
/// ```
/// use tilewright_blokus::{Blokus, Options, Piece};
/// use tilewright_core::{Game, Position, Viewer};
///
/// let mut position = Blokus::start(&Options::default())?;
/// position.play("W5e@a18".parse()?)?;
/// let view = Blokus::view(&position, Viewer::Spectator);
/// assert_eq!(view.blocks[0].piece, Piece::W5);
/// assert_eq!(view.colors[0].squares_left, 84);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// The variant.
    pub variant: Variant,
    /// The scoring.
    pub scoring: Scoring,
    /// True if a color may begin on any start square that is still free.
    pub free_start: bool,
    /// The width and height of the board.
    pub size: u8,
    /// The number of pieces placed.
    pub ply: usize,
    /// The seat that places next; `None` once the game is over.
    pub seat_to_move: Option<Seat>,
    /// The color that places next; `None` once the game is over.
    pub color_to_move: Option<Color>,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
    /// The scores of all seats.
    pub scores: BySeat<i32>,
    /// The colors in their order of play.
    pub colors: Vec<ColorView>,
    /// The position as text, from which it can be set up again.
    pub position: String,
    /// The pieces on the board, in the order in which they were placed where it is known.
    pub blocks: Vec<Block>,
}

/// One color of a [`View`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ColorView {
    /// The color.
    pub color: Color,
    /// The seat that gets its points; `None` for the color that three seats share.
    pub owner: Option<Seat>,
    /// The seat that places its next piece.
    pub player: Option<Seat>,
    /// True if it has no placement left.
    pub out: bool,
    /// Its points in the game's scoring.
    pub points: i32,
    /// The number of squares placed plus bonus, as other programs count points.
    pub points_placed: i32,
    /// The number of squares it has not placed.
    pub squares_left: u32,
    /// The pieces it has not placed.
    pub remaining: Vec<Piece>,
    /// The squares where its next piece can touch.
    pub open_corners: Vec<Square>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Block {
    /// The color it belongs to.
    pub color: Color,
    /// The piece.
    pub piece: Piece,
    /// The orientation: `n`, `e`, … `wf`.
    pub orientation: String,
    /// The squares it covers.
    pub squares: Vec<Square>,
    /// The ply in which it was placed, from 0; `None` if unknown.
    pub ply: Option<usize>,
}

/// The parts of a placement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveParts {
    /// The piece.
    pub piece: Piece,
    /// The orientation: `n`, `e`, … `wf`.
    pub orientation: String,
    /// The squares it covers.
    pub squares: Vec<Square>,
}

/// A placement in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveView {
    /// Its text.
    #[serde(rename = "move")]
    pub text: Move,
    /// Its parts.
    #[serde(flatten)]
    pub parts: MoveParts,
    /// Tilewe's name for it, if it has one in this position.
    pub tilewe: Option<String>,
}

impl View {
    pub(crate) fn new(position: &Position) -> View {
        let turn = position.turn();
        View {
            variant: position.variant(),
            scoring: position.scoring(),
            free_start: position.rules().free_start,
            size: position.size(),
            ply: position.ply(),
            seat_to_move: turn.seat(),
            color_to_move: position.color_to_move(),
            outcome: turn.outcome().copied(),
            scores: position.scores(),
            colors: position
                .colors()
                .iter()
                .map(|&color| ColorView::new(position, color))
                .collect(),
            position: position.to_string(),
            blocks: blocks(position),
        }
    }
}

impl ColorView {
    fn new(position: &Position, color: Color) -> ColorView {
        ColorView {
            color,
            owner: position.owner(color),
            player: position.player(color),
            out: position.is_out(color),
            points: position.points(color),
            points_placed: position.squares_placed(color) as i32 + position.bonus(color),
            squares_left: position.squares_left(color),
            remaining: position.remaining(color).collect(),
            open_corners: position.open_corners(color),
        }
    }
}

impl MoveParts {
    pub(crate) fn new(m: Move) -> MoveParts {
        MoveParts {
            piece: m.piece(),
            orientation: orientation(m).to_string(),
            squares: m.squares().collect(),
        }
    }
}

impl MoveView {
    pub(crate) fn new(position: &Position, m: Move) -> MoveView {
        MoveView { text: m, parts: MoveParts::new(m), tilewe: position.tilewe_name(m) }
    }
}

fn orientation(m: Move) -> Symmetry {
    m.orientation().symmetry()
}

fn blocks(position: &Position) -> Vec<Block> {
    let mut blocks = Vec::new();
    for &color in position.colors() {
        blocks.extend(position.placed(color).map(|(m, ply)| Block {
            color,
            piece: m.piece(),
            orientation: orientation(m).to_string(),
            squares: m.squares().collect(),
            ply,
        }));
    }
    blocks.sort_by_key(|block| block.ply);
    blocks
}
