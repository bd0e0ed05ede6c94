//! Views for pages, terminals and bots. Aqua Pipe has perfect information: all viewers see
//! everything.

use serde::{Deserialize, Serialize};
use tilewright_core::grid::Square;
use tilewright_core::{BySeat, Outcome, Position as _, Seat};

use crate::board::{N_THREES, layer};
use crate::moves::{Move, slot};
use crate::options::Options;
use crate::pipe::{Color, Diameter, Place};
use crate::position::{End, Position};
use crate::symmetry::pipes_of;

/// The view of a position.
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// The options of the game.
    pub options: Options,
    /// The width and height of the board.
    pub size: u8,
    /// The seat that plays next; `None` once the game is over.
    pub seat_to_move: Option<Seat>,
    /// The color that plays next; `None` once the game is over.
    pub color_to_move: Option<Color>,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
    /// The end of the game, once it is over.
    pub end: Option<End>,
    /// The scores: one point for the winner.
    pub scores: BySeat<i32>,
    /// True if the color to move may move pipes on the board.
    pub can_move_pipes: bool,
    /// The number of occurrences of this position, including this one; `None` if it does not
    /// matter.
    pub n_occurrences: Option<usize>,
    /// Every pipe, on the board or in hand.
    pub pipes: Vec<PipeView>,
    /// The winning rows, and on 4x4 also the rows of three, four of which win.
    pub rows: Vec<RowView>,
    /// The number of rows of three that wins; `None` where they do not count.
    pub n_threes_to_win: Option<u32>,
    /// The legal actions.
    pub actions: Vec<Move>,
    /// The position as text, from which it can be set up again.
    pub position: String,
}

/// A pipe of a [`View`]. Pipes of one kind are numbered by their places, those in hand last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PipeView {
    /// Its color.
    pub color: Color,
    /// Its diameter.
    pub diameter: Diameter,
    /// True if it is a U pipe.
    pub is_u_pipe: bool,
    /// Its number among those of its kind, from 1.
    pub number: usize,
    /// Its spaces: one, two for a U pipe, none in hand.
    pub spaces: Vec<String>,
}

/// A row of slots of one color and diameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RowView {
    /// Its color.
    pub color: Color,
    /// The diameter of its pipes.
    pub diameter: Diameter,
    /// The spaces, from one end to the other.
    pub spaces: Vec<String>,
    /// True if it wins, alone or with the other rows of its color.
    pub is_winning: bool,
}

/// A move with its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveView {
    /// Its text.
    #[serde(rename = "move")]
    pub text: Move,
    /// Its parts.
    #[serde(flatten)]
    pub parts: MoveParts,
}

/// The parts of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveParts {
    /// The diameter of the pipe.
    pub diameter: Diameter,
    /// True if it is a U pipe.
    pub is_u_pipe: bool,
    /// The spaces it leaves; none from the hand.
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
            rows: Color::ALL.iter().flat_map(|&color| rows(position, color)).collect(),
            n_threes_to_win: position.rules().counts_threes().then_some(N_THREES),
            pipes: Color::ALL.iter().flat_map(|&color| pipes(position, color)).collect(),
            actions,
            position: position.to_string(),
        }
    }
}

/// All pipes of a color.
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

/// The rows of a color that count in this game.
fn rows(position: &Position, color: Color) -> Vec<RowView> {
    let size = position.options().variant.size();
    let counts_threes = position.rules().counts_threes();
    let lengths = [Some(size), counts_threes.then_some(3)];
    let (filled, _) = position.board().filled_by(color);
    let mut rows = Vec::new();
    for diameter in Diameter::ALL {
        let is_filled = |space| filled & 1 << slot(diameter, space) != 0;
        let lines = lengths.into_iter().flatten().flat_map(|length| lines(size, length));
        // Views are made at every move, so only the few full rows become text.
        rows.extend(lines.filter(|line| line.spaces().all(is_filled)).map(|line| RowView {
            color,
            diameter,
            spaces: line.spaces().map(|space| space.to_string()).collect(),
            is_winning: line.length == size,
        }));
    }
    let n_threes = rows.iter().filter(|row| !row.is_winning).count();
    if n_threes >= N_THREES as usize {
        for row in &mut rows {
            row.is_winning = true;
        }
    }
    rows
}

/// A straight line of spaces.
#[derive(Clone, Copy)]
struct Line {
    start: Square,
    /// The step from one space to the next, to the right and up.
    step: (i8, i8),
    length: u8,
}

impl Line {
    /// The space after `n_steps` steps, if it has a name.
    fn space(self, n_steps: u8) -> Option<Square> {
        let n_steps = n_steps.cast_signed();
        self.start.offset(n_steps * self.step.0, n_steps * self.step.1)
    }

    fn spaces(self) -> impl Iterator<Item = Square> {
        (0..self.length).filter_map(move |n_steps| self.space(n_steps))
    }
}

/// All straight lines of `length` spaces on a board: along ranks, files and diagonals.
fn lines(size: u8, length: u8) -> impl Iterator<Item = Line> {
    let starts = (0..size).flat_map(move |y| (0..size).filter_map(move |x| Square::new(x, y)));
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let lines = starts.flat_map(move |start| steps.map(|step| Line { start, step, length }));
    let is_on_board = move |space: Square| space.x() < size && space.y() < size;
    lines.filter(move |line| line.space(length - 1).is_some_and(is_on_board))
}

fn space_names(place: Place) -> Vec<String> {
    place.spaces().map(|space| space.to_string()).collect()
}

impl MoveParts {
    pub(crate) fn new(m: Move) -> MoveParts {
        MoveParts {
            diameter: m.diameter(),
            is_u_pipe: m.is_u_pipe(),
            from: m.from().map(space_names).unwrap_or_default(),
            to: space_names(m.to()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::Game;

    use super::*;
    use crate::AquaPipe;
    use crate::options::Variant;

    fn rows_after(options: Options, moves: &str) -> Vec<(Color, String)> {
        let mut position = AquaPipe::start(&options).unwrap();
        for m in moves.split_whitespace() {
            position.play(m.parse().unwrap()).unwrap();
        }
        told_rows(&position)
    }

    /// The rows of a position as text; winning ones have an exclamation mark.
    fn told_rows(position: &Position) -> Vec<(Color, String)> {
        let row = |RowView { color, spaces, is_winning, .. }: RowView| {
            (color, spaces.concat() + if is_winning { "!" } else { "" })
        };
        View::new(position).rows.into_iter().map(row).collect()
    }

    #[test]
    fn the_row_that_won_is_told() {
        let rows = rows_after(Options::default(), "S@a1 M@a1 S@b2 M@b1 S@c3");
        assert_eq!(rows, [(Color::Blue, "a1b2c3!".to_owned())]);
    }

    #[test]
    fn four_rows_of_three_win_together_and_a_row_of_four_alone() {
        let rows = |text: &str| -> String {
            let rows = told_rows(&text.parse().unwrap());
            rows.into_iter().map(|(_, spaces)| spaces).collect::<Vec<_>>().join(" ")
        };
        let three = "4x4 bbb./B.../B.../....|bbb./..../..../....|r.../r.../r.../.... b";
        assert_eq!(rows(three), "a2a3a4 a4b4c4 a4b4c4 a2a3a4");
        let four = "4x4 bbb./B.../B.../....|bbb./B.../B.../....|r.../r.../r.../.... r";
        assert_eq!(rows(four), "a2a3a4! a4b4c4! a2a3a4! a4b4c4! a2a3a4");
        let whole = "4x4 bbbb/..../..../....|..../..../..../....|r.../r.../..../.... r";
        assert_eq!(rows(whole), "a4b4c4d4! a4b4c4 b4c4d4");
    }

    #[test]
    fn rows_of_three_are_told_where_they_count() {
        let moves = "S@a1 M@a1 S@b1 L@a4 S@c1 M@d2";
        let large = Options { variant: Variant::Large, ..Options::default() };
        assert_eq!(rows_after(large, moves), [(Color::Blue, "a1b1c1".to_owned())]);
        assert_eq!(rows_after(Options { four_rows: false, ..large }, moves), []);
    }

    #[test]
    fn how_many_rows_of_three_win_is_told_where_they_count() {
        let large = Options { variant: Variant::Large, ..Options::default() };
        for (options, n_threes) in [
            (Options::default(), None),
            (large, Some(4)),
            (Options { four_rows: false, ..large }, None),
        ] {
            let view = View::new(&AquaPipe::start(&options).unwrap());
            assert_eq!(view.n_threes_to_win, n_threes, "{options:?}");
        }
    }

    #[test]
    fn there_are_as_many_lines_as_the_rules_count() {
        let n_lines = [(3, 3), (4, 4), (4, 3)].map(|(size, length)| lines(size, length).count());
        assert_eq!(n_lines, [8, 10, 24]);
    }
}
