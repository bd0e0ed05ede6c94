//! The numbering of Coerceo: steps by triangle and direction, and exchanges.

use tilewright_coerceo::{Coerceo, Color, Direction, Move, MoveKind, Position, Tile, Triangle};
use tilewright_core::Seat;

use super::{Numbered, Numbers, Writer};

impl Numbered for Coerceo {
    type Numbers = CoerceoNumbers;
}

/// The actions, with the triangles of the variant's tiles counted tile by tile from 0: `6 ×
/// triangle + direction` for a step, in the order of [`Direction::ALL`], and after all steps one
/// for an exchange on each triangle. A step off the table has a number too, and is never legal.
///
/// An observation has a row for each tile and a column for each of its six triangles. Its planes
/// are the own pieces, those of the opponent, and the tiles on the table. The features are the
/// tiles that each holds, the captures of each, the number of occurrences of the board, and 1 if
/// the seat is White.
pub struct CoerceoNumbers {
    /// The index of each tile among those of the variant.
    ranks: [Option<u8>; Tile::COUNT],
    tiles: Vec<Tile>,
}

impl CoerceoNumbers {
    fn n_triangles(&self) -> u32 {
        6 * self.tiles.len() as u32
    }

    fn number_of(&self, triangle: Triangle) -> Option<u32> {
        let rank = self.ranks[triangle.tile().index()]?;
        Some(6 * u32::from(rank) + triangle.number() as u32)
    }

    fn triangle_of(&self, number: u32) -> Option<Triangle> {
        let tile = self.tiles.get(number as usize / 6)?;
        Triangle::new(*tile, number as usize % 6)
    }
}

impl Numbers<Coerceo> for CoerceoNumbers {
    fn new(start: &Position) -> CoerceoNumbers {
        let tiles: Vec<Tile> = start.options().variant.tiles().iter().collect();
        let mut ranks = [None; Tile::COUNT];
        for (rank, tile) in tiles.iter().enumerate() {
            ranks[tile.index()] = Some(rank as u8);
        }
        CoerceoNumbers { ranks, tiles }
    }

    fn n_actions(&self) -> usize {
        7 * self.n_triangles() as usize
    }

    fn action_of(&self, _: &Position, m: Move) -> Option<u32> {
        match m.kind() {
            MoveKind::Step { from, to } => {
                let direction = from.direction_to(to)?;
                self.number_of(to)?;
                Some(6 * self.number_of(from)? + direction.index() as u32)
            }
            MoveKind::Exchange(target) => Some(6 * self.n_triangles() + self.number_of(target)?),
        }
    }

    fn move_of(&self, _: &Position, action: u32) -> Option<Move> {
        if let Some(exchanged) = action.checked_sub(6 * self.n_triangles()) {
            return self.triangle_of(exchanged).map(Move::exchange);
        }
        let from = self.triangle_of(action / 6)?;
        let to = from.move_neighbor(Direction::ALL[action as usize % 6])?;
        self.number_of(to)?;
        Move::step(from, to)
    }

    fn plane_size(&self) -> (usize, usize) {
        (self.tiles.len(), 6)
    }

    fn plane_names(&self) -> Vec<String> {
        ["own pieces", "other pieces", "on the table"].map(str::to_owned).to_vec()
    }

    fn feature_names(&self) -> Vec<String> {
        let names = [
            "tiles held own",
            "tiles held next 1",
            "captured own",
            "captured next 1",
            "occurrences",
            "is white",
        ];
        names.map(str::to_owned).to_vec()
    }

    fn observe(&self, position: &Position, seat: Seat, planes: &mut [u8], features: &mut [f32]) {
        let own = if Color::White.seat() == seat { Color::White } else { Color::Black };
        let board = position.board();
        let n_triangles = self.n_triangles() as usize;
        let (pieces, tiles) = planes.split_at_mut(2 * n_triangles);
        for (color, plane) in [own, own.other()].into_iter().zip(pieces.chunks_mut(n_triangles)) {
            for number in board.pieces(color).iter().filter_map(|it| self.number_of(it)) {
                plane[number as usize] = 1;
            }
        }
        for (tile, triangles) in self.tiles.iter().zip(tiles.chunks_mut(6)) {
            triangles.fill(u8::from(board.has_tile(*tile)));
        }
        let mut writer = Writer::new(features);
        writer.count(board.held(own).into());
        writer.count(board.held(own.other()).into());
        writer.count(position.n_captured(own));
        writer.count(position.n_captured(own.other()));
        writer.count(position.n_occurrences());
        writer.flag(own == Color::White);
    }
}
