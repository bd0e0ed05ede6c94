//! The geometry of the table, and the lookup tables of the board.
//!
//! Everything follows from the places of the tiles. Coordinates are integers: the units are half
//! the side of a tile to the right and half its height downwards. The center of a tile at column c
//! and row r is (3c, r), and its corners are (±2, 0) and (±1, ±1) from there. The sum of its three
//! corners identifies a triangle.

/// The number of tiles and, of each color, of triangles.
pub(crate) const N_TILES: usize = 19;
pub(crate) const N_TRIANGLES: usize = 3 * N_TILES;

/// The size of tables by triangle. A code is the color and, in the six bits below it, the index
/// among the triangles of that color. Tables cover all bytes, so that no bounds are checked.
pub(crate) const N_CODES: usize = 256;
pub(crate) const COLOR_SHIFT: usize = 6;

/// The value for a neighbor that does not exist.
pub(crate) const NO_TILE: u8 = u8::MAX;
pub(crate) const NO_TRIANGLE: u8 = u8::MAX;

/// The column and row of each tile. Columns count from the middle one, rows from the top;
/// neighboring columns are shifted by one row.
pub(crate) const PLACES: [(i8, i8); N_TILES] = {
    let mut places = [(0, 0); N_TILES];
    let mut n_placed = 0;
    let mut row = 0;
    while row <= 8 {
        let mut column = -2_i8;
        while column <= 2 {
            let is_column = (row + column as i32) % 2 == 0;
            // The rows of a column: the middle one has five tiles, its neighbors four.
            let reach = column.unsigned_abs() as i32;
            if is_column && reach <= row && row <= 8 - reach {
                places[n_placed] = (column, row as i8);
                n_placed += 1;
            }
            column += 1;
        }
        row += 1;
    }
    places
};

/// The offset of a neighbor in columns and rows, by side, counterclockwise from north.
const SIDES: [(i8, i8); 6] = [(0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1)];

/// The corners of a tile from its center: side k has the corners k and k + 1.
const CORNERS: [(i8, i8); 7] = [(1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1)];

/// The offset of a move, by direction.
const STEPS: [(i8, i8); 6] = [(-1, -1), (-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1)];

/// The offsets of the edge neighbors of an even triangle, as sums of corners; for an odd one they
/// are negated.
const EDGES: [(i8, i8); 3] = [(-3, 1), (3, 1), (0, -2)];

/// The neighbor of a tile, by tile and side.
pub(crate) static NEIGHBORS: [[u8; 6]; N_TILES] = {
    let mut neighbors = [[NO_TILE; 6]; N_TILES];
    let mut tile = 0;
    while tile < N_TILES {
        let mut side = 0;
        while side < 6 {
            let (column, row) = PLACES[tile];
            let (columns, rows) = SIDES[side];
            let mut other = 0;
            while other < N_TILES {
                if PLACES[other].0 == column + columns && PLACES[other].1 == row + rows {
                    neighbors[tile][side] = other as u8;
                }
                other += 1;
            }
            side += 1;
        }
        tile += 1;
    }
    neighbors
};

/// The first triangle of each tile beside a tile, as a bitboard.
pub(crate) static TILES_BESIDE: [u64; N_TILES] = {
    let mut masks = [0; N_TILES];
    let mut index = 0;
    while index < 6 * N_TILES {
        let neighbor = NEIGHBORS[index / 6][index % 6];
        if neighbor != NO_TILE {
            masks[index / 6] |= 1 << (3 * neighbor);
        }
        index += 1;
    }
    masks
};

/// The code of a triangle.
#[inline]
pub(crate) const fn code(color: usize, bit: usize) -> usize {
    color << COLOR_SHIFT | bit
}

/// The sum of the corners of the triangle with this bit among those of its color: black ones are
/// 0, 2 and 4 of their tile, white ones 1, 3 and 5.
const fn sum(color: usize, bit: usize) -> (i8, i8) {
    let (column, row) = PLACES[bit / 3];
    let number = 2 * (bit % 3) + number_of_first(color);
    let first = CORNERS[number];
    let second = CORNERS[number + 1];
    (9 * column + first.0 + second.0, 3 * row + first.1 + second.1)
}

/// White, which is color 0, has the odd triangles.
const fn number_of_first(color: usize) -> usize {
    1 - color
}

const fn bit_at(color: usize, point: (i8, i8)) -> u8 {
    let mut bit = 0;
    while bit < N_TRIANGLES {
        let here = sum(color, bit);
        if here.0 == point.0 && here.1 == point.1 {
            return bit as u8;
        }
        bit += 1;
    }
    NO_TRIANGLE
}

/// The target of a move, by triangle and direction.
pub(crate) static STEP_TO: [[u8; 6]; N_CODES] = {
    let mut targets = [[NO_TRIANGLE; 6]; N_CODES];
    let mut index = 0;
    while index < 2 * N_TRIANGLES {
        let color = index / N_TRIANGLES;
        let bit = index % N_TRIANGLES;
        let mut direction = 0;
        while direction < 6 {
            let (x, y) = sum(color, bit);
            let (right, down) = STEPS[direction];
            targets[code(color, bit)][direction] = bit_at(color, (x + 3 * right, y + 3 * down));
            direction += 1;
        }
        index += 1;
    }
    targets
};

/// The targets of all moves from a triangle, as a bitboard.
pub(crate) static STEP: [u64; N_CODES] = {
    let mut masks = [0; N_CODES];
    let mut index = 0;
    while index < 2 * N_TRIANGLES {
        let color = index / N_TRIANGLES;
        let bit = index % N_TRIANGLES;
        let mut direction = 0;
        while direction < 6 {
            let target = STEP_TO[code(color, bit)][direction];
            if target != NO_TRIANGLE {
                masks[code(color, bit)] |= 1 << target;
            }
            direction += 1;
        }
        index += 1;
    }
    masks
};

/// The edge neighbors of a triangle, as a bitboard of the other color.
pub(crate) static EDGE: [u64; N_CODES] = {
    let mut masks = [0; N_CODES];
    let mut index = 0;
    while index < 2 * N_TRIANGLES {
        let color = index / N_TRIANGLES;
        let bit = index % N_TRIANGLES;
        let sign = if number_of_first(color) == 0 { 1 } else { -1 };
        let mut edge = 0;
        while edge < 3 {
            let (x, y) = sum(color, bit);
            let (right, down) = EDGES[edge];
            let other = bit_at(1 - color, (x + sign * right, y + sign * down));
            if other != NO_TRIANGLE {
                masks[code(color, bit)] |= 1 << other;
            }
            edge += 1;
        }
        index += 1;
    }
    masks
};

/// A triangle, and the triangles of the other color that enclose a piece on it.
#[derive(Clone, Copy)]
pub(crate) struct Ring {
    /// The bit of the triangle; no bit if the triangle does not exist.
    pub(crate) inside: u64,
    pub(crate) around: u64,
}

/// The rings round the edge neighbors of a triangle, which a piece that moves there may close.
/// Always three, so that no branch depends on their number.
pub(crate) static RINGS: [[Ring; 3]; N_CODES] = {
    let mut rings = [[Ring { inside: 0, around: 0 }; 3]; N_CODES];
    let mut index = 0;
    while index < 2 * N_TRIANGLES {
        let color = index / N_TRIANGLES;
        let bit = index % N_TRIANGLES;
        let mut rest = EDGE[code(color, bit)];
        let mut edge = 0;
        while rest != 0 {
            let other = rest.trailing_zeros() as usize;
            let around = EDGE[code(1 - color, other)];
            rings[code(color, bit)][edge] = Ring { inside: 1 << other, around };
            rest &= rest - 1;
            edge += 1;
        }
        index += 1;
    }
    rings
};

/// The triangles beside a tile, by color, which are exposed when the tile falls.
pub(crate) static EXPOSED: [[u64; N_TILES]; 2] = {
    let mut masks = [[0; N_TILES]; 2];
    let mut index = 0;
    while index < 2 * N_TRIANGLES {
        let color = index / N_TRIANGLES;
        let bit = index % N_TRIANGLES;
        // The edge neighbors of the tile's triangles that are not on it.
        masks[1 - color][bit / 3] |= EDGE[code(color, bit)] & !on_tile(bit / 3);
        index += 1;
    }
    masks
};

/// The three triangles of a color on a tile.
#[inline]
pub(crate) const fn on_tile(tile: usize) -> u64 {
    7 << (3 * tile)
}

/// The triangles on the tile of a triangle, three of each color, as a bitboard.
pub(crate) static TILE_MATES: [u64; N_CODES] = {
    let mut masks = [0; N_CODES];
    let mut index = 0;
    while index < 2 * N_TRIANGLES {
        let color = index / N_TRIANGLES;
        let bit = index % N_TRIANGLES;
        masks[code(color, bit)] = on_tile(bit / 3);
        index += 1;
    }
    masks
};

/// True if a tile without pieces falls: its neighbors form one unbroken run of one to three sides.
/// Indexed by a bit for each side with a neighbor; a table over sets of tiles would be larger than
/// the cache, and tiles fall in one of thirty to forty-five random moves.
pub(crate) static FALLS: [bool; 64] = {
    let mut falls = [false; 64];
    let mut length = 1;
    while length <= 3 {
        let mut side = 0;
        while side < 6 {
            let run = ((1 << length) - 1) << side;
            falls[(run | run >> 6) & 63] = true;
            side += 1;
        }
        length += 1;
    }
    falls
};

/// The number of symmetries: six rotations, and six after a reflection.
pub(crate) const N_SYMMETRIES: usize = 12;

/// The image of each tile, by symmetry.
pub(crate) static TILE_IMAGES: [[u8; N_TILES]; N_SYMMETRIES] = {
    let mut images = [[0; N_TILES]; N_SYMMETRIES];
    let mut index = 0;
    while index < N_SYMMETRIES * N_TILES {
        let symmetry = index / N_TILES;
        let tile = index % N_TILES;
        images[symmetry][tile] = tile_image(symmetry, tile);
        index += 1;
    }
    images
};

/// The image of each triangle, by symmetry.
pub(crate) static IMAGES: [[u8; N_CODES]; N_SYMMETRIES] = {
    let mut images = [[0; N_CODES]; N_SYMMETRIES];
    let mut index = 0;
    while index < N_SYMMETRIES * 2 * N_TRIANGLES {
        let symmetry = index / (2 * N_TRIANGLES);
        let rest = index % (2 * N_TRIANGLES);
        let color = rest / N_TRIANGLES;
        let bit = rest % N_TRIANGLES;
        let number = 2 * (bit % 3) + number_of_first(color);
        let reflected = if symmetry < 6 { number } else { 6 - number };
        let image = (reflected + symmetry % 6) % 6;
        // White, which is color 0, has the odd triangles.
        let bit = 3 * TILE_IMAGES[symmetry][bit / 3] as usize + image / 2;
        let from = code(color, rest % N_TRIANGLES);
        images[symmetry][from] = code(1 - image % 2, bit) as u8;
        index += 1;
    }
    images
};

/// The image of a tile: perhaps reflected at the middle column, then rotated counterclockwise by
/// some sixths.
const fn tile_image(symmetry: usize, tile: usize) -> u8 {
    let (column, row) = PLACES[tile];
    // Coordinates from the middle, chosen so that a sixth of a turn keeps them integers.
    let mut x = if symmetry < 6 { column } else { -column };
    let mut y = row - 4;
    let mut n_turns = symmetry % 6;
    while n_turns > 0 {
        (x, y) = (i8::midpoint(x, y), (y - 3 * x) / 2);
        n_turns -= 1;
    }
    let mut other = 0;
    while PLACES[other].0 != x || PLACES[other].1 - 4 != y {
        other += 1;
    }
    other as u8
}
