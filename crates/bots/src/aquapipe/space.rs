//! The states of play of the small board, numbered.
//!
//! A state that the player to move wins at once has no number: one looks and knows. The others
//! stand in sections. All states of a section have the same pipes on the board, whichever way they
//! lie, so that a placed pipe leads to a section further on in the game, and a moved one to the
//! section of the same pipes with the other player to move.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use tilewright_aquapipe::{MoveAfter, Position};

use super::layer::{Layer, N_MATERIALS, ShapeId, Shapes};

/// The shapes of the three layers, in the order of their numbers.
pub(super) type State = [ShapeId; 3];

/// All states that are not won at once, for one `move-after`.
pub(super) struct Space {
    move_after: MoveAfter,
    shapes: Shapes,
    /// In the order in which they are solved: all that a section leads to is before it, or its
    /// [partner](Section::partner).
    sections: Vec<Section>,
    /// By the materials of the layers, each a digit.
    section_ids: Vec<u16>,
    /// The shapes of each material that do not win at once if pipes cannot be moved, and if they
    /// can; and the place of each shape in its list.
    closed: [[Vec<ShapeId>; N_MATERIALS]; 2],
    ranks: [Vec<u16>; 2],
}

/// The states with the same pipes on the board and the same player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    materials: [usize; 3],
    /// The first of its states, and the number of shapes that each layer can have.
    pub(super) start: usize,
    sizes: [usize; 3],
    /// True if the player to move may move pipes.
    pub(super) can_shift: bool,
    /// The section with the same pipes and the other player to move; may be the same.
    pub(super) partner: usize,
}

/// In place of a rank: wins at once.
const OPEN: u16 = u16::MAX;

impl Section {
    /// The count of its numbers. Some are not used: where layers have the same pipes, only one of
    /// their orders.
    pub(super) fn len(&self) -> usize {
        self.sizes.iter().product()
    }

    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.len()
    }
}

impl Space {
    pub(super) fn new(move_after: MoveAfter) -> Space {
        let shapes = Shapes::new();
        let mut closed = [const { [const { Vec::new() }; N_MATERIALS] }; 2];
        let mut ranks = [const { Vec::new() }; 2];
        for can_shift in [false, true] {
            let side = usize::from(can_shift);
            for id in shapes.ids() {
                let shape = shapes.get(id);
                let list: &mut Vec<ShapeId> = &mut closed[side][shape.material()];
                let is_open = shape.wins_at_once(can_shift);
                ranks[side].push(if is_open { OPEN } else { list.len() as u16 });
                list.extend((!is_open).then_some(id));
            }
        }
        let section_ids = vec![0; N_MATERIALS.pow(3)];
        let mut space =
            Space { move_after, shapes, sections: Vec::new(), section_ids, closed, ranks };
        space.add_sections();
        space
    }

    pub(super) const fn move_after(&self) -> MoveAfter {
        self.move_after
    }

    pub(super) fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The count of all numbers.
    pub(super) fn len(&self) -> usize {
        self.sections.last().map_or(0, |section| section.range().end)
    }

    /// The state of a position of the small board that is not over.
    pub(super) fn state_of(&self, position: &Position) -> State {
        let us = position.color_to_move();
        let own = position.filled(us);
        let enemy = position.filled(us.other());
        sorted([0, 16, 32].map(|first| {
            let layer = Layer { own: nine_bits(own >> first), enemy: nine_bits(enemy >> first) };
            self.shapes.id_of(layer)
        }))
    }

    /// The number of a state; none if it is won at once.
    #[inline]
    pub(super) fn number_of(&self, state: State) -> Option<usize> {
        let section = &self.sections[self.section_id(state)];
        let ranks = &self.ranks[usize::from(section.can_shift)];
        let [first, second, third] = state.map(|id| ranks[usize::from(id)]);
        if first == OPEN || second == OPEN || third == OPEN {
            return None;
        }
        let [_, n_second, n_third] = section.sizes;
        let row = usize::from(first) * n_second + usize::from(second);
        Some(section.start + row * n_third + usize::from(third))
    }

    /// The state with a number of a section; none if the number is not used.
    pub(super) fn state_at(&self, section: &Section, number: usize) -> Option<State> {
        let closed = &self.closed[usize::from(section.can_shift)];
        let [_, n_second, n_third] = section.sizes;
        let index = number - section.start;
        let ranks = [index / n_third / n_second, index / n_third % n_second, index % n_third];
        let state = [0, 1, 2].map(|i| closed[section.materials[i]][ranks[i]]);
        state.is_sorted().then_some(state)
    }

    /// Every state that a turn can lead to, for the other player, until `visit` stops it.
    #[inline]
    pub(super) fn each_next<B>(
        &self,
        state: State,
        mut visit: impl FnMut(State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let can_shift = self.sections[self.section_id(state)].can_shift;
        let swapped = state.map(|id| self.shapes.get(id).swapped);
        for i in 0..3 {
            let shape = self.shapes.get(state[i]);
            let moved = if can_shift { &shape.moved[..] } else { &[] };
            for id in shape.placed.iter().chain(moved) {
                let mut next = swapped;
                next[i] = *id;
                visit(sorted(next))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of positions of the player to move with this state.
    pub(super) fn n_positions(&self, state: State) -> u64 {
        let [first, second, third] = state;
        let n_orders = match (first == second, second == third) {
            (true, true) => 1,
            (false, false) => 6,
            _ => 3,
        };
        n_orders * state.map(|id| self.shapes.get(id).n_layers).iter().product::<u64>()
    }

    /// The number of positions in which nobody has won.
    pub(super) fn n_unfinished(&self) -> u64 {
        self.shapes.ids().map(|id| self.shapes.get(id).n_layers).sum::<u64>().pow(3)
    }

    #[inline]
    fn section_id(&self, state: State) -> usize {
        let materials = state.map(|id| self.shapes.get(id).material());
        usize::from(self.section_ids[digits(materials)])
    }

    /// Makes the sections, the fullest boards first and partners side by side.
    fn add_sections(&mut self) {
        let mut triples: Vec<[usize; 3]> = (0..N_MATERIALS)
            .flat_map(|first| (first..N_MATERIALS).map(move |second| [first, second]))
            .flat_map(|[first, second]| {
                (second..N_MATERIALS).map(move |third| [first, second, third])
            })
            .collect();
        triples.sort_by_key(|&triple| {
            let n_pipes: usize = triple.iter().map(|material| material / 4 + material % 4).sum();
            (Reverse(n_pipes), triple.min(swapped(triple)))
        });
        let mut start = 0;
        for materials in triples {
            let can_shift = match self.move_after {
                MoveAfter::Each => materials.iter().all(|material| material / 4 > 0),
                MoveAfter::AnyTime => true,
                MoveAfter::Never => false,
            };
            let closed = &self.closed[usize::from(can_shift)];
            let sizes = materials.map(|material| closed[material].len());
            let section = Section { materials, start, sizes, can_shift, partner: 0 };
            self.section_ids[digits(materials)] = self.sections.len() as u16;
            self.sections.push(section);
            start += section.len();
        }
        for id in 0..self.sections.len() {
            let partner = digits(swapped(self.sections[id].materials));
            self.sections[id].partner = usize::from(self.section_ids[partner]);
        }
    }
}

/// The same pipes for the other player.
fn swapped(materials: [usize; 3]) -> [usize; 3] {
    sorted(materials.map(|material| material % 4 * 4 + material / 4))
}

const fn digits(materials: [usize; 3]) -> usize {
    (materials[0] * N_MATERIALS + materials[1]) * N_MATERIALS + materials[2]
}

#[inline]
fn sorted<T: Ord + Copy>([first, second, third]: [T; 3]) -> [T; 3] {
    // A sorting network: three comparisons without a branch.
    let lower = first.min(second);
    let higher = first.max(second);
    let middle = higher.min(third);
    let highest = higher.max(third);
    [lower.min(middle), lower.max(middle), highest]
}

/// The ranks of the lowest layer as three of three, from ranks of four.
const fn nine_bits(spaces: u64) -> u16 {
    (spaces & 0o7 | (spaces >> 4 & 0o7) << 3 | (spaces >> 8 & 0o7) << 6) as u16
}
