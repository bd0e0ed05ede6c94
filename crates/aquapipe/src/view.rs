//! What a page, a terminal or a bot needs to know. Aqua Pipe has no secrets: all viewers see it all.

use serde::{Deserialize, Serialize};
use tilewright_core::{BySeat, Outcome, Position as _, Seat};

use crate::board::layer;
use crate::moves::Move;
use crate::options::Options;
use crate::pipe::{Color, Diameter, Place};
use crate::position::{End, Position};
use crate::symmetry::pipes_of;

/// A position for those who show it.
///
/// ```
/// use tilewright_aquapipe::{AquaPipe, Options};
/// use tilewright_core::{Game, Position, Viewer};
///
/// let mut position = AquaPipe::start(&Options::default())?;
/// position.play("M@b2".parse()?)?;
/// let view = AquaPipe::view(&position, Viewer::Spectator);
/// let pipe = view.pipes.iter().find(|pipe| !pipe.spaces.is_empty()).unwrap();
/// assert_eq!((pipe.number, pipe.spaces.join("")), (1, "b2".to_owned()));
/// assert_eq!(view.pipes.len(), 18);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// What the game is played with.
    pub options: Options,
    /// The width and height of the board.
    pub size: u8,
    /// The seat that plays next; none once the game is over.
    pub seat_to_move: Option<Seat>,
    /// The colour that plays next; none once the game is over.
    pub color_to_move: Option<Color>,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
    /// How the game ended, once it is over.
    pub end: Option<End>,
    /// One point for a winner.
    pub scores: BySeat<i32>,
    /// Whether the colour to move may move pipes on the board.
    pub can_move_pipes: bool,
    /// How often this position has been there, now included; none if that does not matter.
    pub n_occurrences: Option<usize>,
    /// Every pipe, on the board or in hand.
    pub pipes: Vec<PipeView>,
    /// The legal actions.
    pub actions: Vec<Move>,
    /// The position as text, from which it can be set up again.
    pub position: String,
}

/// A pipe of a [`View`]. Pipes of one kind are numbered by their places, those in hand last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PipeView {
    /// Whose it is.
    pub color: Color,
    /// How wide it is.
    pub diameter: Diameter,
    /// Whether it is a U pipe.
    pub is_u_pipe: bool,
    /// Its number among those of its kind, from 1.
    pub number: usize,
    /// Where it is: one space, both ends of a U pipe, or nothing if it is in hand.
    pub spaces: Vec<String>,
}

/// A move taken apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveView {
    /// Its text.
    #[serde(rename = "move")]
    pub text: Move,
    /// How wide the pipe is.
    pub diameter: Diameter,
    /// Whether it is a U pipe.
    pub is_u_pipe: bool,
    /// The spaces it leaves; none if it comes from the hand.
    pub from: Vec<String>,
    /// The spaces it goes to.
    pub to: Vec<String>,
}

impl View {
    pub(crate) fn new(position: &Position) -> View {
        let turn = position.turn();
        let mut actions = Vec::new();
        position.legal_moves(&mut actions);
        actions.sort_unstable();
        View {
            options: *position.options(),
            size: position.options().variant.size(),
            seat_to_move: turn.seat(),
            color_to_move: turn.seat().map(|_| position.color_to_move()),
            outcome: turn.outcome().copied(),
            end: position.end(),
            scores: position.scores(),
            can_move_pipes: position.board().can_shift(position.rules()),
            n_occurrences: (!position.options().board_only).then(|| position.n_occurrences()),
            pipes: Color::ALL.iter().flat_map(|&color| pipes(position, color)).collect(),
            actions,
            position: position.to_string(),
        }
    }
}

/// All pipes of a colour.
fn pipes(position: &Position, color: Color) -> Vec<PipeView> {
    let (filled, u_pipes) = position.board().filled_by(color);
    let mut pipes = Vec::new();
    for diameter in Diameter::ALL {
        let on_board = pipes_of(filled & layer(diameter), u_pipes & layer(diameter));
        let (u_pipes, straight): (Vec<Place>, Vec<Place>) =
            on_board.partition(|place| matches!(place, Place::U { .. }));
        let n_in_hand = position.n_in_hand(color, diameter);
        let n_u_in_hand = usize::from(position.has_u_pipe_in_hand(color, diameter));
        for (is_u_pipe, places, n_in_hand) in
            [(false, straight, n_in_hand), (true, u_pipes, n_u_in_hand)]
        {
            let in_hand = std::iter::repeat_n(Vec::new(), n_in_hand);
            let spaces = places.into_iter().map(space_names).chain(in_hand);
            pipes.extend(spaces.enumerate().map(|(index, spaces)| PipeView {
                color,
                diameter,
                is_u_pipe,
                number: index + 1,
                spaces,
            }));
        }
    }
    pipes
}

fn space_names(place: Place) -> Vec<String> {
    place.spaces().map(|space| space.to_string()).collect()
}

impl MoveView {
    pub(crate) fn new(m: Move) -> MoveView {
        MoveView {
            text: m,
            diameter: m.diameter(),
            is_u_pipe: m.is_u_pipe(),
            from: m.from().map(space_names).unwrap_or_default(),
            to: space_names(m.to()),
        }
    }
}
