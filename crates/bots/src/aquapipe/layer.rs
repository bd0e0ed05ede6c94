//! The pipes of one diameter on the small board.
//!
//! Rows are of one diameter, and a pipe only minds pipes of its own: the layers of a position
//! have nothing to do with each other but whose turn it is and, where pipes move once one of each
//! diameter is placed, how many there are. So each may be turned and mirrored alone. Of 6,139
//! layers without a row 829 are left, the [`Shape`]s, and a state of play is three of them in any
//! order.

use tilewright_core::bits::ones;
use tilewright_core::grid::{Square, Symmetry};

/// The number of a shape. Shapes with the same numbers of pipes stand together.
pub(super) type ShapeId = u16;

/// The board is so wide and high.
const SIZE: u8 = 3;

/// The number of pipes of a diameter that a player has.
const N_PIPES: u32 = 3;

/// The number of materials: the pipes of both players in a layer as one number.
pub(super) const N_MATERIALS: usize = 16;

const ALL_SPACES: u16 = 0o777;

/// The rows: a digit for each rank, a bit for each file.
const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A layer, whichever way it is turned: who is to move has the own pipes.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The numbers of own pipes and of the enemy's.
    pub(super) n_own: u32,
    pub(super) n_enemy: u32,
    /// The number of layers that look like this.
    pub(super) n_layers: u64,
    /// True if one more own pipe makes a row, from the hand or, if all are on the board, by moving
    /// one.
    pub(super) is_open: bool,
    /// The same layer for the other player.
    pub(super) swapped: ShapeId,
    /// The shapes that the other player can be left with by placing a pipe, and by moving one. Rows
    /// left out.
    pub(super) placed: Vec<ShapeId>,
    pub(super) moved: Vec<ShapeId>,
}

impl Shape {
    /// The number of pipes of each player, as one number below [`N_MATERIALS`].
    pub(super) fn material(&self) -> usize {
        (self.n_own * 4 + self.n_enemy) as usize
    }

    /// True if the player to move can complete a row here at once.
    pub(super) fn wins_at_once(&self, can_shift: bool) -> bool {
        self.is_open && (self.n_own < N_PIPES || can_shift)
    }
}

/// All shapes.
pub(super) struct Shapes {
    shapes: Vec<Shape>,
    /// By [`Layer::code`].
    ids: Vec<ShapeId>,
}

/// The spaces of each player's pipes of one diameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Layer {
    pub(super) own: u16,
    pub(super) enemy: u16,
}

impl Shapes {
    pub(super) fn new() -> Shapes {
        let maps = Symmetry::ALL.map(space_map);
        let mut shapes = Shapes { shapes: Vec::new(), ids: vec![ShapeId::MAX; 1 << 18] };
        let mut layers = Vec::new();
        for layer in unfinished_layers() {
            let images = maps.map(|map| layer.mapped(&map));
            if images.iter().all(|image| layer <= *image) {
                layers.push((layer, images));
            }
        }
        layers.sort_by_key(|(layer, _)| (layer.own.count_ones(), layer.enemy.count_ones()));
        for (id, (_, images)) in layers.iter().enumerate() {
            for image in images {
                shapes.ids[image.code()] = id as ShapeId;
            }
        }
        shapes.shapes = layers.iter().map(|(_, images)| shapes.shape(images)).collect();
        shapes
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = ShapeId> {
        0..self.shapes.len() as ShapeId
    }

    #[inline]
    pub(super) fn get(&self, id: ShapeId) -> &Shape {
        &self.shapes[usize::from(id)]
    }

    /// The shape of a layer without a row.
    pub(super) fn id_of(&self, layer: Layer) -> ShapeId {
        self.ids[layer.code()]
    }

    fn shape(&self, images: &[Layer; 8]) -> Shape {
        let layer = images[0];
        let free = ones(u64::from(ALL_SPACES & !(layer.own | layer.enemy)));
        let filled: Vec<u16> = free.map(|space| 1 << space).collect();
        let left: Vec<u16> = ones(u64::from(layer.own)).map(|space| 1 << space).collect();
        let after_place = filled.iter().map(|to| layer.own | to);
        let after_move =
            left.iter().flat_map(|from| filled.iter().map(move |to| layer.own & !from | to));
        let n_own = layer.own.count_ones();
        Shape {
            n_own,
            n_enemy: layer.enemy.count_ones(),
            n_layers: distinct(images.iter().map(|image| image.code())).len() as u64,
            is_open: filled.iter().any(|to| has_row_through(layer.own, *to)),
            swapped: self.id_of(Layer { own: layer.enemy, enemy: layer.own }),
            placed: if n_own < N_PIPES { self.left_to_other(layer, after_place) } else { vec![] },
            moved: self.left_to_other(layer, after_move),
        }
    }

    /// The shapes that the other player finds after each of these changes, rows left out.
    fn left_to_other(&self, layer: Layer, own_after: impl Iterator<Item = u16>) -> Vec<ShapeId> {
        let unfinished = own_after.filter(|&own| !has_row(own));
        distinct(unfinished.map(|own| self.id_of(Layer { own: layer.enemy, enemy: own })))
    }
}

impl Layer {
    const fn code(self) -> usize {
        self.own as usize | (self.enemy as usize) << 9
    }

    fn mapped(self, map: &[usize; 9]) -> Layer {
        let image = |spaces: u16| ones(u64::from(spaces)).fold(0, |image, i| image | 1 << map[i]);
        Layer { own: image(self.own), enemy: image(self.enemy) }
    }
}

fn unfinished_layers() -> impl Iterator<Item = Layer> {
    let sets = || (0..=ALL_SPACES).filter(|set| set.count_ones() <= N_PIPES && !has_row(*set));
    sets().flat_map(move |own| {
        sets().filter(move |enemy| own & enemy == 0).map(move |enemy| Layer { own, enemy })
    })
}

fn has_row(spaces: u16) -> bool {
    ROWS.iter().any(|row| spaces & row == *row)
}

/// True if two of these spaces make a row with another.
fn has_row_through(spaces: u16, other: u16) -> bool {
    ROWS.iter().any(|row| row & other != 0 && (spaces | other) & row == *row)
}

/// The image of each space under a symmetry.
fn space_map(symmetry: Symmetry) -> [usize; 9] {
    std::array::from_fn(|i| {
        let space = Square::new(i as u8 % SIZE, i as u8 / SIZE).expect("three by three spaces");
        let image = symmetry.apply(space, (SIZE, SIZE));
        usize::from(image.y() * SIZE + image.x())
    })
}

fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}
