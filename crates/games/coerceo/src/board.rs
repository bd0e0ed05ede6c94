//! The board: tiles, pieces, tiles in hand, and the turn.

use std::hash::{Hash, Hasher};

use tilewright_core::Illegal;
use tilewright_core::bits::{fold, ones};

use crate::moves::{Move, MoveKind};
use crate::options::Variant;
use crate::tables::{EDGE, EXPOSED, FALLS, RINGS, STEP, TILE_MATES, code, on_tile};
use crate::tile::{Tile, TileSet};
use crate::triangle::{Color, Triangle, TriangleSet};

/// The board: tiles, pieces, the tiles that each player holds, and the turn, without the history of
/// the game.
///
/// It computes the effect of a move without playing it:
///
/// ```
/// use tilewright_coerceo::{Board, Color, Costs, Variant};
///
/// let board = Board::start(Variant::Laurentius, Costs::default());
/// assert_eq!(board.n_moves(), 48);
/// let effect = board.effect("0B:W1-0D:W5".parse().unwrap()).unwrap();
/// assert!(effect.captured.is_empty() && effect.removed.is_empty());
/// assert_eq!(effect.board.turn(), Color::Black);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Bitboards: the triangles with a piece of the player to move, and of the other. By player to
    /// move and not by color, which makes play faster by a quarter.
    own: u64,
    enemy: u64,
    /// Bitboard of the triangles of either color that are on the table: three bits for each tile.
    table: u64,
    /// The number of tiles held, by color.
    held: [u8; 2],
    turn: Color,
    costs: Costs,
}

/// The rules of an exchange, from the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Costs {
    /// The number of tiles that an exchange costs.
    pub cost: u8,
    /// True if the player who exchanges collects the tiles that fall.
    pub exchange_collects: bool,
}

impl Default for Costs {
    fn default() -> Costs {
        Costs { cost: 2, exchange_collects: false }
    }
}

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The captured enemy pieces, including an exchanged one.
    pub captured: TriangleSet,
    /// The tiles that fall.
    pub removed: TileSet,
    /// The number of fallen tiles that the mover collects.
    pub collected: u8,
    /// The board after it.
    pub board: Board,
}

/// An upper bound of the number of moves: each of 18 pieces moves in six ways, and each of 18 can
/// be exchanged. A power of two, so that a mask keeps an index below it.
const MAX_MOVES: usize = 128;

impl Board {
    /// The most pieces that a color can have.
    pub const MAX_PIECES: usize = 18;

    /// The board at the start of a game.
    pub fn start(variant: Variant, costs: Costs) -> Board {
        let [own, enemy] = Color::ALL.map(|color| variant.pieces(color).bits(color));
        let table = table_of(variant.tiles());
        Board { own, enemy, table, held: [0; 2], turn: Color::White, costs }
    }

    /// A board for study; `None` if a color has more than 18 pieces, a piece is not on the table,
    /// or more tiles are held than are gone. White's hand comes first.
    ///
    /// ```
    /// use tilewright_coerceo::{Board, Color, Costs, Tile, TriangleSet};
    ///
    /// let tiles = Tile::all().take(2).collect();
    /// let board = |piece: &str| {
    ///     let pieces: TriangleSet = [piece.parse().unwrap()].into_iter().collect();
    ///     Board::new(tiles, pieces, [3, 0], Color::White, Costs::default())
    /// };
    /// assert!(board("00:W1").is_some());
    /// assert!(board("12:W1").is_none());
    /// ```
    pub fn new(
        tiles: TileSet,
        pieces: TriangleSet,
        held: [u8; 2],
        turn: Color,
        costs: Costs,
    ) -> Option<Board> {
        let table = table_of(tiles);
        let n_gone = Tile::COUNT - tiles.len();
        let is_on_table = Color::ALL.iter().all(|&color| pieces.bits(color) & !table == 0);
        let is_few = Color::ALL.iter().all(|&color| pieces.len_of(color) <= Board::MAX_PIECES);
        let is_held = held.iter().map(|&held| usize::from(held)).sum::<usize>() <= n_gone;
        let [own, enemy] = [turn, turn.other()].map(|color| pieces.bits(color));
        (is_few && is_on_table && is_held).then_some(Board { own, enemy, table, held, turn, costs })
    }

    /// The color to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces of a color.
    pub const fn pieces(&self, color: Color) -> TriangleSet {
        TriangleSet::of_bits(color, self.bits_of(color))
    }

    /// The number of pieces of a color.
    #[inline]
    pub const fn n_pieces(&self, color: Color) -> usize {
        self.bits_of(color).count_ones() as usize
    }

    /// The tiles on the table.
    pub fn tiles(&self) -> TileSet {
        Tile::all().filter(|&tile| self.has_tile(tile)).collect()
    }

    /// The number of tiles on the table.
    pub const fn n_tiles(&self) -> usize {
        self.table.count_ones() as usize / 3
    }

    /// The number of tiles that a color holds.
    #[inline]
    pub const fn held(&self, color: Color) -> u8 {
        self.held[color.index()]
    }

    /// The rules of an exchange.
    pub const fn costs(&self) -> Costs {
        self.costs
    }

    /// Returns true if a tile is on the table.
    pub const fn has_tile(&self, tile: Tile) -> bool {
        self.table & on_tile(tile.index()) != 0
    }

    /// Appends every move of the player to move; none if that player has no pieces.
    #[inline]
    pub fn moves(&self, moves: &mut Vec<Move>) {
        let us = self.turn;
        let own = self.own;
        let vacant = self.table & !own;
        let mut found = [Move::exchange(Triangle::of_bit(us, 0)); MAX_MOVES];
        let mut n_found = 0;
        for from in ones(own) {
            // Always write four moves, then keep the right number. That is cheaper than a loop
            // whose length is hard to predict. A piece rarely has more than four moves.
            let from = Triangle::of_bit(us, from);
            let mut targets = STEP[from.code()] & vacant;
            let n_targets = targets.count_ones() as usize;
            for i in 0..if n_targets > 4 { 6 } else { 4 } {
                let to = targets.trailing_zeros() as usize;
                targets &= targets.wrapping_sub(1);
                found[(n_found + i) % MAX_MOVES] = Move::new(from, Triangle::of_bit(us, to));
            }
            n_found += n_targets;
        }
        for target in ones(self.targets()) {
            let target = Triangle::of_bit(us.other(), target);
            found[n_found % MAX_MOVES] = Move::exchange(target);
            n_found += 1;
        }
        moves.extend_from_slice(&found[..n_found]);
    }

    /// The number of moves.
    #[inline]
    pub fn n_moves(&self) -> usize {
        let us = self.turn.index();
        let vacant = self.table & !self.own;
        let steps = ones(self.own).map(|from| (STEP[code(us, from)] & vacant).count_ones());
        (steps.sum::<u32>() + self.targets().count_ones()) as usize
    }

    /// Returns true if there is a move.
    pub fn has_move(&self) -> bool {
        let us = self.turn.index();
        let vacant = self.table & !self.own;
        self.targets() != 0 || ones(self.own).any(|from| STEP[code(us, from)] & vacant != 0)
    }

    /// Returns true if no capture is possible any more: one piece each, and too few tiles for an
    /// exchange.
    pub fn is_dead(&self) -> bool {
        let is_single = Color::ALL.iter().all(|&color| self.n_pieces(color) == 1);
        let n_to_come = usize::from(self.held[0].max(self.held[1])) + self.n_tiles() - 1;
        is_single && n_to_come < usize::from(self.costs.cost)
    }

    /// Returns true if a legal move captures nothing and lets no tile fall.
    ///
    /// ```
    /// use tilewright_coerceo::{Board, Costs, Variant};
    ///
    /// let board = Board::start(Variant::Laurentius, Costs::default());
    /// assert!(board.is_quiet("0B:W1-0D:W5".parse().unwrap()));
    /// ```
    #[inline]
    pub fn is_quiet(&self, m: Move) -> bool {
        let from = m.from();
        let to = m.to();
        from != to && !self.drops_tile(from, to) && !self.closes_ring(from, to)
    }

    /// Appends the noisy steps, each once: those that capture a piece or let tiles fall. Exchanges
    /// are left out.
    #[inline]
    pub fn noisy_steps(&self, moves: &mut Vec<Move>) {
        let us = self.turn;
        let vacant = self.table & !self.own;
        // The vacant triangles that are the last open side of an enemy piece.
        let mut closing = 0;
        for enemy in ones(self.enemy) {
            let open = EDGE[code(us.other().index(), enemy)] & vacant;
            closing |= if open.is_power_of_two() { open } else { 0 };
        }
        for to in ones(closing) {
            let to = Triangle::of_bit(us, to);
            for from in ones(STEP[to.code()] & self.own) {
                let from = Triangle::of_bit(us, from);
                if self.closes_ring(from, to) && !self.drops_tile(from, to) {
                    moves.push(Move::new(from, to));
                }
            }
        }
        for from in ones(self.own) {
            let from = Triangle::of_bit(us, from);
            let mates = TILE_MATES[from.code()];
            let is_alone = self.enemy & mates == 0 && (self.own & mates).is_power_of_two();
            if is_alone && self.is_loose(from.tile()) {
                let targets = STEP[from.code()] & vacant & !mates;
                moves.extend(ones(targets).map(|to| Move::new(from, Triangle::of_bit(us, to))));
            }
        }
    }

    /// Returns true if a step leaves its tile without pieces and the tile falls.
    #[inline]
    fn drops_tile(&self, from: Triangle, to: Triangle) -> bool {
        let own = self.own ^ (1 << from.bit() | 1 << to.bit());
        let mates = TILE_MATES[from.code()];
        (own | self.enemy) & mates == 0 && self.is_loose(from.tile())
    }

    /// Returns true if a step encloses an enemy on its three sides.
    #[inline]
    fn closes_ring(&self, from: Triangle, to: Triangle) -> bool {
        let vacant = self.table & !(self.own ^ (1 << from.bit() | 1 << to.bit()));
        let mut captured = 0;
        for ring in &RINGS[to.code()] {
            captured |= if ring.around & vacant == 0 { ring.inside } else { 0 };
        }
        captured & self.enemy != 0
    }

    /// Returns the reason that a move is illegal on this board.
    ///
    /// ```
    /// use tilewright_coerceo::{Board, Costs, Variant};
    ///
    /// let board = Board::start(Variant::Laurentius, Costs::default());
    /// let illegal = board.explain("X00:B0".parse().unwrap()).unwrap_err();
    /// assert_eq!(illegal.to_string(), "an exchange takes 2 tiles, and white holds 0");
    /// ```
    pub fn explain(&self, m: Move) -> Result<(), Illegal> {
        match m.kind() {
            MoveKind::Step { from, to } => self.explain_step(from, to),
            MoveKind::Exchange(target) => self.explain_exchange(target),
        }
    }

    /// Returns the effect of a move, or the reason that it is illegal.
    pub fn effect(&self, m: Move) -> Result<Effect, Illegal> {
        self.explain(m)?;
        Ok(self.effect_unchecked(m))
    }

    /// The effect of a legal move.
    pub(crate) fn effect_unchecked(&self, m: Move) -> Effect {
        let mut board = *self;
        board.play_unchecked(m);
        let us = self.turn;
        let them = self.turn.other();
        let paid = if matches!(m.kind(), MoveKind::Exchange(_)) { self.costs.cost } else { 0 };
        Effect {
            captured: TriangleSet::of_bits(them, self.enemy & !board.own),
            removed: self.tiles().without(board.tiles()),
            collected: board.held(us) + paid - self.held(us),
            board,
        }
    }

    /// Plays a move that must be legal.
    #[inline(always)]
    pub fn play_unchecked(&mut self, m: Move) {
        if m.from() == m.to() {
            self.exchange(m.to());
        } else {
            self.step(m.from(), m.to());
        }
        std::mem::swap(&mut self.own, &mut self.enemy);
        self.turn = self.turn.other();
    }

    /// The data that [`undo`](Board::undo) needs to take the next move back.
    #[inline(always)]
    pub(crate) const fn before(&self) -> Before {
        Before { own: self.own, enemy: self.enemy, table: self.table, held: self.held }
    }

    /// Takes the last move back.
    #[inline(always)]
    pub(crate) fn undo(&mut self, before: Before) {
        self.own = before.own;
        self.enemy = before.enemy;
        self.turn = self.turn.other();
        if self.table != before.table || self.held != before.held {
            self.put_back(before);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_back(&mut self, before: Before) {
        self.table = before.table;
        self.held = before.held;
    }

    /// Plays a step: a piece moves, then tiles fall, then pieces are captured.
    #[inline(always)]
    fn step(&mut self, from: Triangle, to: Triangle) {
        self.own ^= 1 << from.bit() | 1 << to.bit();
        if (self.own | self.enemy) & TILE_MATES[from.code()] == 0 {
            let fallen = self.fall(from.tile());
            self.held[self.turn.index()] += fallen.n_tiles;
            self.capture(fallen.exposed);
        }
        // Branch prediction decides the order: the triangles beside the target are rarely enclosed,
        // but the one that has a piece is hard to predict, so it is tested last.
        let vacant = self.table & !self.own;
        let captured = RINGS[to.code()].iter().fold(0, |captured, ring| {
            captured | if ring.around & vacant == 0 { ring.inside } else { 0 }
        });
        self.enemy &= !captured;
    }

    /// Plays an exchange: tiles are paid for an enemy piece, then tiles fall and pieces are
    /// captured.
    #[cold]
    fn exchange(&mut self, target: Triangle) {
        let us = self.turn.index();
        self.held[us] -= self.costs.cost;
        self.enemy &= !(1 << target.bit());
        if (self.own | self.enemy) & TILE_MATES[target.code()] == 0 {
            let fallen = self.fall(target.tile());
            if self.costs.exchange_collects {
                self.held[us] += fallen.n_tiles;
            }
            self.capture(fallen.exposed);
        }
    }

    /// Captures the enclosed enemy pieces on these triangles.
    fn capture(&mut self, exposed: u64) {
        let vacant = self.table & !self.own;
        for bit in ones(exposed & self.enemy) {
            if EDGE[code(self.turn.other().index(), bit)] & vacant == 0 {
                self.enemy &= !(1 << bit);
            }
        }
    }

    /// Removes an empty tile if its neighbors let it fall, then in turn those beside it.
    #[cold]
    fn fall(&mut self, tile: Tile) -> Fallen {
        let them = self.turn.other().index();
        let mut fallen = Fallen { n_tiles: 0, exposed: 0 };
        let mut waiting: TileSet = [tile].into_iter().collect();
        while let Some(tile) = waiting.iter().next() {
            waiting.remove(tile);
            if !self.falls(tile) {
                continue;
            }
            self.table &= !on_tile(tile.index());
            fallen.n_tiles += 1;
            fallen.exposed |= EXPOSED[them][tile.index()];
            (0..6).filter_map(|side| tile.neighbor(side)).for_each(|it| waiting.insert(it));
        }
        fallen
    }

    /// Returns true if a tile falls: it is on the table, has no pieces, and touches an unbroken run
    /// of one to three others.
    fn falls(&self, tile: Tile) -> bool {
        let has_piece = (self.own | self.enemy) & on_tile(tile.index()) != 0;
        self.has_tile(tile) && !has_piece && self.is_loose(tile)
    }

    /// Returns true if its neighbors let a tile fall once it has no pieces.
    pub(crate) fn is_loose(&self, tile: Tile) -> bool {
        let neighbors =
            (0..6).filter(|&side| tile.neighbor(side).is_some_and(|it| self.has_tile(it)));
        FALLS[neighbors.fold(0, |pattern, side| pattern | 1 << side)]
    }

    fn explain_step(&self, from: Triangle, to: Triangle) -> Result<(), Illegal> {
        let us = self.turn;
        if !self.pieces(us).contains(from) {
            let reason = format!("{us} has no piece at {from}");
            return Err(Illegal::new("not-your-piece", reason));
        }
        if from.direction_to(to).is_none() {
            let reason = format!("{to} is not next to {from}: a piece moves across a corner");
            return Err(Illegal::new("not-a-neighbor", reason));
        }
        if !self.has_tile(to.tile()) {
            let reason = format!("tile {} is off the table", to.tile());
            return Err(Illegal::new("off-table", reason));
        }
        if self.pieces(us).contains(to) {
            return Err(Illegal::new("occupied", format!("a piece stands at {to} already")));
        }
        Ok(())
    }

    fn explain_exchange(&self, target: Triangle) -> Result<(), Illegal> {
        let us = self.turn;
        let held = self.held(us);
        let cost = self.costs.cost;
        if held < cost {
            let tiles = if cost == 1 { "tile" } else { "tiles" };
            let reason = format!("an exchange takes {cost} {tiles}, and {us} holds {held}");
            return Err(Illegal::new("cannot-pay", reason));
        }
        if !self.pieces(us.other()).contains(target) {
            let reason = format!("{} has no piece at {target}", us.other());
            return Err(Illegal::new("no-enemy", reason));
        }
        Ok(())
    }

    /// The enemy pieces that can be taken by an exchange.
    #[inline]
    fn targets(&self) -> u64 {
        let us = self.turn.index();
        let can_pay = self.held[us] >= self.costs.cost && self.own != 0;
        if can_pay { self.enemy } else { 0 }
    }

    /// The `n`th move in the order of [`moves`](Board::moves).
    #[inline]
    pub(crate) fn nth_move(&self, n: usize) -> Move {
        let us = self.turn;
        let vacant = self.table & !self.own;
        let mut n = n;
        for from in ones(self.own) {
            let targets = STEP[code(us.index(), from)] & vacant;
            let n_targets = targets.count_ones() as usize;
            if n < n_targets {
                let to = nth_bit(targets, n);
                return Move::new(Triangle::of_bit(us, from), Triangle::of_bit(us, to));
            }
            n -= n_targets;
        }
        Move::exchange(Triangle::of_bit(us.other(), nth_bit(self.targets(), n)))
    }

    /// The hash key of tiles, pieces, hands and turn, computed by folded multiplication.
    #[inline]
    pub fn key(&self) -> u64 {
        let hands = u64::from(self.held[0]) | u64::from(self.held[1]) << 8;
        let turn = (self.turn as u64) << 16;
        fold(self.quick_hash() ^ self.table, hands ^ turn ^ 0xa076_1d64_78bd_642f)
    }

    /// A hash of the pieces alone, for the history, whose boards have the same tiles nearly always.
    #[inline]
    pub(crate) fn quick_hash(&self) -> u64 {
        fold(self.own ^ 0x9e37_79b9_7f4a_7c15, self.enemy ^ 0xd6e8_feb8_6659_fd93)
    }

    /// The bitboards of the player to move and of the opponent. With tiles, hands and turn they
    /// determine the board.
    pub(crate) const fn placement(&self) -> [u64; 2] {
        [self.own, self.enemy]
    }

    #[inline]
    const fn bits_of(&self, color: Color) -> u64 {
        if color as u8 == self.turn as u8 { self.own } else { self.enemy }
    }

    pub(crate) const fn table(&self) -> u64 {
        self.table
    }
}

/// Hashes the key, which is already well mixed.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

/// The data that a move can change.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    own: u64,
    enemy: u64,
    table: u64,
    held: [u8; 2],
}

impl Before {
    /// Returns true if a tile fell or a piece was captured or exchanged: then the board cannot come
    /// back.
    pub(crate) const fn is_other_material(&self, after: &Board) -> bool {
        self.table != after.table || self.enemy.count_ones() != after.own.count_ones()
    }
}

/// The tiles that fell in a turn.
struct Fallen {
    n_tiles: u8,
    /// The enemy's triangles beside them.
    exposed: u64,
}

/// The index of the `n`th set bit.
#[inline]
fn nth_bit(mask: u64, n: usize) -> usize {
    ones(mask).nth(n).expect("there are more bits than that")
}

fn table_of(tiles: TileSet) -> u64 {
    tiles.iter().fold(0, |table, tile| table | on_tile(tile.index()))
}
