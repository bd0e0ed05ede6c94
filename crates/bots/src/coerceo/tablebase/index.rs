//! The index of the endgame tablebase: the place of each board.

use std::collections::HashMap;
use std::ops::Range;

use tilewright_coerceo::{
    Board, Color, Costs, Symmetry, Tile, TileSet, Triangle, TriangleSet, Variant,
};

/// With more tiles on the table nothing is known.
pub(super) const MAX_TILES: usize = 3;

/// Nobody has more pieces in ocius, and no more tiles are there.
const MAX_PIECES: usize = Variant::Ocius.n_pieces();
const N_TILES: usize = Variant::Ocius.n_tiles();

/// With all tiles that the table knows on it, there are no more pieces together.
const MAX_PIECES_TOGETHER: usize = 7;

/// The number of triangles of a color on so many tiles.
const N_PLACES: usize = 3 * MAX_TILES;

/// All boards of the table. Boards that differ in where they lie have one place there, and who is
/// to move is always shown as White: if it is Black, the board is turned so that colors change.
pub(super) struct TablebaseIndex {
    shapes: Vec<Shape>,
    /// By the code of some tiles: which frames are theirs, if they hang together.
    frame_ids: Vec<Option<u16>>,
    /// By whose turn it is: how tiles on the table lie in their shape.
    frames: [Vec<Frame>; 2],
    /// The number of each set of triangles among those of the same size.
    ranks: Vec<u32>,
    n_boards: usize,
}

/// Some tiles, wherever they lie.
pub(super) struct Shape {
    /// An example, with its triangles of both colors by their places.
    tiles: TileSet,
    triangles: Vec<[Triangle; 2]>,
    /// The shape that it is for the opponent.
    pub(super) turned: usize,
    /// By the code of a layer: where its boards begin.
    first: Vec<Option<usize>>,
}

/// The boards of a shape with the same hands and the same numbers of pieces; of who is to move
/// first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    pub(super) held: [usize; 2],
    pub(super) n_pieces: [usize; 2],
}

impl Layer {
    /// As the opponent sees it.
    pub(super) const fn turned(self) -> Layer {
        let Layer { held: [own, enemy], n_pieces: [n_own, n_enemy] } = self;
        Layer { held: [enemy, own], n_pieces: [n_enemy, n_own] }
    }

    /// The number of boards with so many triangles of each color.
    fn n_boards(self, n_triangles: usize) -> usize {
        self.n_pieces.iter().map(|&n| N_WAYS[n_triangles][n]).product()
    }

    /// Its four numbers as one; nothing if it has more than any layer.
    fn code(self) -> Option<usize> {
        let Layer { held: [own, enemy], n_pieces: [n_own, n_enemy] } = self;
        let numbers = [own, enemy, n_own, n_enemy];
        let is_small = numbers.iter().all(|&number| number < MAX_NUMBER);
        is_small.then(|| numbers.iter().fold(0, |code, number| code * MAX_NUMBER + number))
    }
}

/// A number above all of a layer.
const MAX_NUMBER: usize = if MAX_PIECES > N_TILES { MAX_PIECES + 1 } else { N_TILES + 1 };
const N_LAYER_CODES: usize = MAX_NUMBER.pow(4);

/// A few tiles as a number.
fn code_of_tiles(tiles: TileSet) -> usize {
    tiles.iter().fold(0, |code, tile| code * (Tile::COUNT + 1) + tile.index() + 1)
}

const N_TILES_CODES: usize = (Tile::COUNT + 1).pow(MAX_TILES as u32);

/// The placement of tiles on the table within their shape.
struct Frame {
    shape: usize,
    /// By tile and number of a triangle: its place in the shape.
    places: [[u8; 6]; Tile::COUNT],
}

/// The places of tiles relative to the first of them, which distinguish shapes.
type Outline = Vec<(i32, i32)>;

impl TablebaseIndex {
    pub(super) fn new() -> TablebaseIndex {
        let sets = connected_sets();
        let mut frame_ids = vec![None; N_TILES_CODES];
        for (id, &tiles) in sets.iter().enumerate() {
            frame_ids[code_of_tiles(tiles)] = Some(id as u16);
        }
        let mut index = TablebaseIndex {
            shapes: Vec::new(),
            frame_ids,
            frames: [Vec::new(), Vec::new()],
            ranks: ranks(N_PLACES),
            n_boards: 0,
        };
        let mut known: HashMap<Outline, usize> = HashMap::new();
        for turn in Color::ALL {
            for &tiles in &sets {
                let (outline, places) = laid_out(tiles, turn);
                let shape =
                    *known.entry(outline).or_insert_with(|| index.add_shape(tiles, &places));
                index.frames[turn.index()].push(Frame { shape, places });
            }
        }
        for i in 0..index.shapes.len() {
            let frame = index.frame(index.shapes[i].tiles, Color::Black);
            index.shapes[i].turned = frame.expect("a shape hangs together").shape;
        }
        index
    }

    pub(super) const fn n_boards(&self) -> usize {
        self.n_boards
    }

    pub(super) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The placement of tiles in their shape when a color is to move, if they hang together and are
    /// few enough.
    fn frame(&self, tiles: TileSet, turn: Color) -> Option<&Frame> {
        let id = *self.frame_ids.get(code_of_tiles(tiles))?;
        id.map(|id| &self.frames[turn.index()][usize::from(id)])
    }

    /// The number of a board, if it is in the table.
    pub(super) fn index(&self, board: &Board) -> Option<usize> {
        let us = board.turn();
        let them = board.turn().other();
        let frame = self.frame(board.tiles(), us)?;
        let layer = Layer {
            held: [us, them].map(|color| board.held(color).into()),
            n_pieces: [us, them].map(|color| board.n_pieces(color)),
        };
        let shape = &self.shapes[frame.shape];
        let first = shape.first[layer.code()?]?;
        let rank = |color| {
            let places =
                board.pieces(color).iter().map(|it| frame.places[it.tile().index()][it.number()]);
            self.ranks[places.fold(0, |set, place| set | 1 << place)] as usize
        };
        Some(first + rank(us) * N_WAYS[shape.triangles.len()][layer.n_pieces[1]] + rank(them))
    }

    fn add_shape(&mut self, tiles: TileSet, places: &[[u8; 6]; Tile::COUNT]) -> usize {
        let mut triangles: Vec<Triangle> =
            Triangle::all().filter(|it| tiles.contains(it.tile())).collect();
        triangles.sort_by_key(|it| (places[it.tile().index()][it.number()], it.color().index()));
        let (pairs, _) = triangles.as_chunks::<2>();
        let mut first = vec![None; N_LAYER_CODES];
        for layer in layers(tiles.len()) {
            first[layer.code().expect("its numbers are small")] = Some(self.n_boards);
            self.n_boards += layer.n_boards(pairs.len());
        }
        self.shapes.push(Shape { tiles, triangles: pairs.to_vec(), turned: 0, first });
        self.shapes.len() - 1
    }
}

impl Shape {
    pub(super) fn n_tiles(&self) -> usize {
        self.tiles.len()
    }

    /// The span of a layer's boards among all.
    pub(super) fn span(&self, layer: Layer) -> Range<usize> {
        let first = layer.code().and_then(|code| self.first[code]);
        let first = first.expect("the shape has this layer");
        first..first + layer.n_boards(self.triangles.len())
    }

    /// The boards of a layer, in order.
    pub(super) fn boards(&self, layer: Layer) -> impl Iterator<Item = Board> {
        let sets = |n_pieces: usize| {
            let all = 0..1_u32 << self.triangles.len();
            all.filter(move |set| set.count_ones() as usize == n_pieces)
        };
        let [n_own, n_enemy] = layer.n_pieces;
        sets(n_own)
            .flat_map(move |own| sets(n_enemy).map(move |enemy| self.board(layer, [own, enemy])))
    }

    /// The board with White to move and these sets of pieces.
    fn board(&self, layer: Layer, [own, enemy]: [u32; 2]) -> Board {
        let mut pieces = TriangleSet::EMPTY;
        for (place, &[white, black]) in self.triangles.iter().enumerate() {
            if own >> place & 1 == 1 {
                pieces.insert(white);
            }
            if enemy >> place & 1 == 1 {
                pieces.insert(black);
            }
        }
        let held = layer.held.map(|n| n as u8);
        Board::new(self.tiles, pieces, held, Color::White, Costs::default())
            .expect("pieces stand on the table and no more tiles are held than are gone")
    }
}

/// The layers of a shape, so that no move leads to a later one: an exchange leaves fewer tiles in
/// hands, a capture fewer pieces.
pub(super) fn layers(n_tiles: usize) -> Vec<Layer> {
    let mut layers = Vec::new();
    for n_held in 0..=N_TILES - n_tiles {
        for own in 0..=n_held {
            for n_together in 2..=2 * MAX_PIECES {
                let numbers = (1..n_together).map(|n| [n, n_together - n]);
                let held = [own, n_held - own];
                let kept = numbers.filter(|&n_pieces| is_kept(n_tiles, n_pieces));
                layers.extend(kept.map(|n_pieces| Layer { held, n_pieces }));
            }
        }
    }
    layers
}

/// True if boards with so many tiles and pieces are in the table.
fn is_kept(n_tiles: usize, n_pieces: [usize; 2]) -> bool {
    let most = MAX_PIECES.min(3 * n_tiles);
    let is_few = n_tiles < MAX_TILES || n_pieces.iter().sum::<usize>() <= MAX_PIECES_TOGETHER;
    n_pieces.iter().all(|&n| n <= most) && is_few
}

/// All sets of tiles that hang together and are not too large.
fn connected_sets() -> Vec<TileSet> {
    let mut sets: Vec<TileSet> = Tile::all().map(|it| [it].into_iter().collect()).collect();
    let mut i = 0;
    while i < sets.len() {
        let set = sets[i];
        i += 1;
        if set.len() == MAX_TILES {
            continue;
        }
        for beside in set.iter().flat_map(|it| (0..6).filter_map(move |side| it.neighbor(side))) {
            let mut larger = set;
            larger.insert(beside);
            if !sets.contains(&larger) {
                sets.push(larger);
            }
        }
    }
    sets
}

/// The outline of tiles when a color is to move: as they lie after the symmetry that makes it White
/// and the outline the least; and the places of their triangles then.
fn laid_out(tiles: TileSet, turn: Color) -> (Outline, [[u8; 6]; Tile::COUNT]) {
    let is_swap = turn == Color::Black;
    let symmetries = Symmetry::ALL.into_iter().filter(|it| it.swaps_colors() == is_swap);
    let images = symmetries.map(|symmetry| {
        let mut images: Vec<_> = tiles.iter().map(|it| (location(symmetry.tile(it)), it)).collect();
        images.sort_unstable_by_key(|&(location, _)| location);
        let (column, row) = images[0].0;
        let outline: Outline = images.iter().map(|((c, r), _)| (c - column, r - row)).collect();
        (outline, symmetry, images)
    });
    let (outline, symmetry, images) =
        images.min_by(|a, b| a.0.cmp(&b.0)).expect("there are symmetries of each kind");
    let mut places = [[0; 6]; Tile::COUNT];
    for (slot, (_, tile)) in images.into_iter().enumerate() {
        for (number, place) in places[tile.index()].iter_mut().enumerate() {
            let triangle = Triangle::new(tile, number).expect("a tile has six triangles");
            *place = (3 * slot + symmetry.triangle(triangle).number() / 2) as u8;
        }
    }
    (outline, places)
}

/// Column and row of a tile. Rows are half a tile high.
fn location(tile: Tile) -> (i32, i32) {
    const COLUMNS: [&[u8]; 5] = [
        &[0x03, 0x08, 0x0D],
        &[0x01, 0x06, 0x0B, 0x10],
        &[0x00, 0x04, 0x09, 0x0E, 0x12],
        &[0x02, 0x07, 0x0C, 0x11],
        &[0x05, 0x0A, 0x0F],
    ];
    let index = tile.index() as u8;
    let found = COLUMNS.iter().enumerate().find_map(|(column, tiles)| {
        let row = tiles.iter().position(|&it| it == index)?;
        Some((column as i32, 2 * row as i32 + 5 - tiles.len() as i32))
    });
    found.expect("every tile lies in a column")
}

/// The number of each set among those of the same size, for sets of up to `n_places`.
fn ranks(n_places: usize) -> Vec<u32> {
    let mut n_seen = vec![0; n_places + 1];
    let rank = |set: u32| {
        let rank = &mut n_seen[set.count_ones() as usize];
        *rank += 1;
        *rank - 1
    };
    (0..1_u32 << n_places).map(rank).collect()
}

/// By `n` and `k`: how many sets of `k` there are among `n` triangles of a color.
static N_WAYS: [[usize; N_PLACES + 1]; N_PLACES + 1] = n_ways();

const fn n_ways() -> [[usize; N_PLACES + 1]; N_PLACES + 1] {
    let mut n_ways = [[0; N_PLACES + 1]; N_PLACES + 1];
    let mut n = 0;
    while n <= N_PLACES {
        n_ways[n][0] = 1;
        let mut k = 1;
        while k <= n {
            n_ways[n][k] = n_ways[n - 1][k - 1] + n_ways[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    n_ways
}
