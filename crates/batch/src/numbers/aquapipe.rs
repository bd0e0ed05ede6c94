//! The numbering of Aqua Pipe: pipes placed from the hand, and pipes moved on the board.

use tilewright_aquapipe::{AquaPipe, Color, Diameter, Move, Place, Position, Variant};
use tilewright_core::Seat;
use tilewright_core::bits::ones;
use tilewright_core::grid::Square;

use super::{Numbered, Numbers, Writer};

impl Numbered for AquaPipe {
    type Numbers = AquaPipeNumbers;
}

/// The actions, with spaces counted row by row from a1 and diameters from the narrowest: first the
/// straight pipes from the hand by diameter and space, then straight pipes that move, by diameter,
/// origin and target, with targets counted without the origin. On 4 × 4 the same follows for U
/// pipes, by diameter and place: those along a row by their left space, then those along a column
/// by their lower space.
///
/// An observation has planes for the own pipes by diameter and for the opponent's, and on 4 × 4
/// again for the slots among these that U pipes fill. The first row of a plane is row 1 of the
/// board. The features are the straight pipes in hand by diameter, own and the opponent's, on 4 × 4
/// the U pipes in hand, the number of occurrences of the position, and 1 if the seat is Blue.
pub struct AquaPipeNumbers {
    size: u32,
    /// The diameters that have a U pipe.
    u_diameters: Vec<Diameter>,
}

impl AquaPipeNumbers {
    const fn n_spaces(&self) -> u32 {
        self.size * self.size
    }

    /// The number of places: the spaces, or the pairs where a U pipe can lie.
    const fn n_places(&self, is_u_pipe: bool) -> u32 {
        if is_u_pipe { 2 * self.size * (self.size - 1) } else { self.n_spaces() }
    }

    /// The first number of straight pipes or U pipes that are placed, and of those that move.
    fn firsts(&self, is_u_pipe: bool) -> (u32, u32) {
        let n_placed = |is_u_pipe: bool, n_kinds: u32| n_kinds * self.n_places(is_u_pipe);
        let straight = (0, n_placed(false, 3));
        if !is_u_pipe {
            return straight;
        }
        let first = straight.1 + straight.1 * (self.n_places(false) - 1);
        (first, first + n_placed(true, self.u_diameters.len() as u32))
    }

    fn place_number(&self, place: Place) -> Option<u32> {
        let size = self.size;
        let (first, columns, rows, before) = match place {
            Place::Straight(space) => (space, size, size, 0),
            Place::U { first, is_upright: false } => (first, size - 1, size, 0),
            Place::U { first, is_upright: true } => (first, size, size - 1, size * (size - 1)),
        };
        let x = u32::from(first.x());
        let y = u32::from(first.y());
        (x < columns && y < rows).then_some(before + columns * y + x)
    }

    fn place_of(&self, number: u32, is_u_pipe: bool) -> Option<Place> {
        let size = self.size;
        let space = |number: u32, columns: u32| {
            Square::new((number % columns) as u8, (number / columns) as u8)
        };
        if !is_u_pipe {
            return space(number, size).map(Place::Straight);
        }
        let n_level = size * (size - 1);
        match number.checked_sub(n_level) {
            None => Some(Place::U { first: space(number, size - 1)?, is_upright: false }),
            Some(upright) => Some(Place::U { first: space(upright, size)?, is_upright: true }),
        }
    }

    /// The index of a diameter among those that have such pipes.
    fn kind_number(&self, diameter: Diameter, is_u_pipe: bool) -> Option<u32> {
        if !is_u_pipe {
            return Some(diameter.index() as u32);
        }
        self.u_diameters.iter().position(|&it| it == diameter).map(|kind| kind as u32)
    }

    fn diameters(&self, is_u_pipe: bool) -> &[Diameter] {
        if is_u_pipe { &self.u_diameters } else { &Diameter::ALL }
    }
}

impl Numbers<AquaPipe> for AquaPipeNumbers {
    fn new(start: &Position) -> AquaPipeNumbers {
        let options = start.options();
        let u_diameters = match options.variant {
            Variant::Small => Vec::new(),
            Variant::Large => options.u_pipes.diameters().to_vec(),
        };
        AquaPipeNumbers { size: options.variant.size().into(), u_diameters }
    }

    fn n_actions(&self) -> usize {
        let (_, first_move) = self.firsts(true);
        let n_u_pipes = self.u_diameters.len() as u32 * self.n_places(true);
        (first_move + n_u_pipes * (self.n_places(true) - 1)) as usize
    }

    fn action_of(&self, _: &Position, m: Move) -> Option<u32> {
        let is_u_pipe = m.is_u_pipe();
        let (first_placed, first_moved) = self.firsts(is_u_pipe);
        let n_places = self.n_places(is_u_pipe);
        let kind = self.kind_number(m.diameter(), is_u_pipe)?;
        let to = self.place_number(m.to())?;
        let Some(from) = m.from() else { return Some(first_placed + n_places * kind + to) };
        let from = self.place_number(from)?;
        let other = if to > from { to - 1 } else { to };
        (to != from).then_some(first_moved + (n_places * kind + from) * (n_places - 1) + other)
    }

    fn move_of(&self, _: &Position, action: u32) -> Option<Move> {
        let is_u_pipe = action >= self.firsts(true).0;
        let (first_placed, first_moved) = self.firsts(is_u_pipe);
        let n_places = self.n_places(is_u_pipe);
        let diameter = |kind: u32| self.diameters(is_u_pipe).get(kind as usize).copied();
        if action < first_moved {
            let placed = action - first_placed;
            let to = self.place_of(placed % n_places, is_u_pipe)?;
            return Some(Move::place(diameter(placed / n_places)?, to));
        }
        let (left, other) =
            ((action - first_moved) / (n_places - 1), (action - first_moved) % (n_places - 1));
        let kind = left / n_places;
        let from = left % n_places;
        let to = if other >= from { other + 1 } else { other };
        Move::shift(diameter(kind)?, self.place_of(from, is_u_pipe)?, self.place_of(to, is_u_pipe)?)
    }

    fn plane_size(&self) -> (usize, usize) {
        (self.size as usize, self.size as usize)
    }

    fn plane_names(&self) -> Vec<String> {
        let kinds: &[&str] =
            if self.u_diameters.is_empty() { &["pipes"] } else { &["pipes", "U pipes"] };
        let sides = kinds.iter().flat_map(|kind| ["own", "other"].map(|side| (side, *kind)));
        let name = |(side, kind): (&str, &str)| {
            let name = format!("{side} {kind}");
            Diameter::ALL.map(|diameter| format!("{name} {diameter}"))
        };
        sides.flat_map(name).collect()
    }

    fn feature_names(&self) -> Vec<String> {
        let in_hand = |side: &str, kind: &str, diameters: &[Diameter]| -> Vec<String> {
            diameters.iter().map(|it| format!("{side} {kind} {it} in hand")).collect()
        };
        let sides = ["own", "other"].map(|side| {
            let straight = in_hand(side, "straight", &Diameter::ALL);
            [straight, in_hand(side, "U", &self.u_diameters)].concat()
        });
        let rest = ["occurrences", "is blue"].map(str::to_owned);
        sides.into_iter().flatten().chain(rest).collect()
    }

    fn observe(&self, position: &Position, seat: Seat, planes: &mut [u8], features: &mut [f32]) {
        let own = if Color::Blue.seat() == seat { Color::Blue } else { Color::Red };
        let size = self.size as usize;
        let n_spaces = self.n_spaces() as usize;
        let filled = [own, own.other()].map(|color| position.filled(color));
        let u_pipes = [own, own.other()].map(|color| position.filled_by_u_pipes(color));
        for (side, slots) in [filled, u_pipes].into_iter().flatten().enumerate() {
            // Without U pipes there are no planes for them.
            for slot in ones(slots) {
                let diameter = slot / 16;
                let x = slot % 4;
                let y = slot / 4 % 4;
                planes[n_spaces * (3 * side + diameter) + size * y + x] = 1;
            }
        }
        let mut writer = Writer::new(features);
        for color in [own, own.other()] {
            for diameter in Diameter::ALL {
                writer.count(position.n_in_hand(color, diameter));
            }
            for &diameter in &self.u_diameters {
                writer.flag(position.has_u_pipe_in_hand(color, diameter));
            }
        }
        writer.count(position.n_occurrences());
        writer.flag(own == Color::Blue);
    }
}
