//! The numbering of Blokus: placements on the board.

use tilewright_blokus::{Blokus, Color, Move, Orientation, Piece, Position};
use tilewright_core::grid::Square;
use tilewright_core::{Position as _, Seat};

use super::{Numbered, Numbers, Writer, seat_names, seats_from};

impl Numbered for Blokus {
    type Numbers = BlokusNumbers;

    /// The pieces of four colors, 21 each.
    const MAX_PLIES: Option<u32> = Some(84);
}

/// The actions: placements that fit on the board, by orientation, in the order of
/// [`Orientation::all`], and then by anchor, row by row from the bottom, each from the left.
///
/// An observation has a plane for each color, with 1 on the squares that it covers. The color that
/// the seat places next comes first, the others follow in their order of play. The first row of a
/// plane is row 1 of the board. The features are the number of that first color, the pieces that
/// each color has left, and the points of each seat, the own first.
pub struct BlokusNumbers {
    size: u8,
    n_colors: usize,
    n_seats: usize,
    /// The action of anchor a1 and the number of anchors in a row, by orientation.
    rows: [(u32, u32); Orientation::COUNT],
    /// By action.
    moves: Vec<Move>,
}

impl BlokusNumbers {
    /// The number of a placement that lies on the board.
    #[inline]
    fn number_of(&self, m: Move) -> u32 {
        let (first, width) = self.rows[m.orientation().index()];
        first + width * u32::from(m.y()) + u32::from(m.x())
    }

    /// The colors, beginning with the one that the seat places next.
    fn colors_from(&self, position: &Position, seat: Seat) -> impl Iterator<Item = Color> {
        let colors = position.colors();
        let to_move = position.color_to_move().map_or(0, Color::index);
        let in_turn = (0..self.n_colors).map(|i| (to_move + i) % self.n_colors);
        let own = in_turn.into_iter().find(|&i| position.player(colors[i]) == Some(seat));
        let first = own.unwrap_or(to_move);
        (0..self.n_colors).map(move |i| colors[(first + i) % colors.len()])
    }
}

impl Numbers<Blokus> for BlokusNumbers {
    fn new(start: &Position) -> BlokusNumbers {
        let size = start.size();
        let mut rows = [(0, 0); Orientation::COUNT];
        let mut moves = Vec::new();
        for orientation in Orientation::all() {
            let width = size - orientation.width() + 1;
            let height = size - orientation.height() + 1;
            rows[orientation.index()] = (moves.len() as u32, u32::from(width));
            let anchors = (0..height).flat_map(|y| (0..width).map(move |x| Square::new(x, y)));
            moves.extend(anchors.flatten().filter_map(|anchor| Move::new(orientation, anchor)));
        }
        BlokusNumbers {
            size,
            n_colors: start.colors().len(),
            n_seats: start.n_seats(),
            rows,
            moves,
        }
    }

    fn n_actions(&self) -> usize {
        self.moves.len()
    }

    fn action_of(&self, _: &Position, m: Move) -> Option<u32> {
        let action = self.number_of(m);
        // A placement beyond the board has the number of another placement, or none.
        (self.moves.get(action as usize) == Some(&m)).then_some(action)
    }

    /// Numbers the legal moves without a check, because they lie on the board, and without a list
    /// of them.
    fn legal_actions(&self, position: &Position, _: &mut Vec<Move>, actions: &mut Vec<u32>) {
        position.for_each_legal_move(|m| actions.push(self.number_of(m)));
    }

    fn move_of(&self, _: &Position, action: u32) -> Option<Move> {
        self.moves.get(action as usize).copied()
    }

    fn plane_size(&self) -> (usize, usize) {
        (self.size.into(), self.size.into())
    }

    fn plane_names(&self) -> Vec<String> {
        let colors = (1..self.n_colors).map(|i| format!("color next {i}"));
        ["own color".to_owned()].into_iter().chain(colors).collect()
    }

    fn feature_names(&self) -> Vec<String> {
        let which = (1..=self.n_colors).map(|i| format!("own color is number {i}"));
        let left = self.plane_names().into_iter().flat_map(|color| {
            Piece::ALL.into_iter().map(move |piece| format!("{color} has {piece}"))
        });
        which
            .chain(left)
            .chain(seat_names(self.n_seats).map(|seat| format!("points {seat}")))
            .collect()
    }

    fn observe(&self, position: &Position, seat: Seat, planes: &mut [u8], features: &mut [f32]) {
        let size = usize::from(self.size);
        let mut writer = Writer::new(features);
        let own = self.colors_from(position, seat).next();
        for &color in position.colors() {
            writer.flag(Some(color) == own);
        }
        for (color, plane) in self.colors_from(position, seat).zip(planes.chunks_mut(size * size)) {
            for square in position.placed(color).flat_map(|(m, _)| m.squares()) {
                plane[size * usize::from(square.y()) + usize::from(square.x())] = 1;
            }
            let mut left = position.remaining(color).peekable();
            for piece in Piece::ALL {
                writer.flag(left.next_if_eq(&piece).is_some());
            }
        }
        let scores = position.scores();
        for seat in seats_from(seat, self.n_seats) {
            writer.points(scores[seat]);
        }
    }
}
