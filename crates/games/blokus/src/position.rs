//! Positions: the board, the pieces of each color, and the turn.

use std::fmt;

use tilewright_core::grid::Square;
use tilewright_core::{BySeat, Illegal, Outcome, Rng, Seat, Turn};

use crate::corners::{Corners, Naming};
use crate::moves::Move;
use crate::piece::Piece;
use crate::rows::{PADDING, Pairs, Place, Rows};
use crate::setup::{Color, Rules, Scoring, Variant};

/// A state of play in any variant.
///
/// ```
/// use tilewright_blokus::{Blokus, Color, Options};
/// use tilewright_core::{Game, Position};
///
/// let mut position = Blokus::start(&Options::default())?;
/// position.play("W5e@a18".parse()?)?;
/// assert_eq!(position.color_to_move(), Some(Color::Yellow));
/// let corners: Vec<String> =
///     position.open_corners(Color::Blue).iter().map(ToString::to_string).collect();
/// assert_eq!(corners, ["a17", "d17", "d19", "c20"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Its text is one line of four fields: the variant, with `,option=value` for each option that is
/// not the variant's default; the rows from the top, numbers for empty squares and letters for
/// colors; the color to place next (`-` when the game is over); and the colors that placed all
/// pieces and the single square last (`-` for none). Pieces of one color never share an edge, so
/// the squares determine the pieces.
///
/// ```
/// use tilewright_blokus::Position;
///
/// let text = "duo 14/14/14/4p9/4ppp7/5p8/14/14/14/14/14/14/14/14 o -";
/// let position: Position = text.parse()?;
/// assert_eq!(position.to_string(), text);
/// # Ok::<(), tilewright_core::ParsePositionError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    occupied: Rows,
    /// By color; colors that do not play keep their initial side.
    sides: [Side; 4],
    to_move: Option<u8>,
    /// The number of pieces placed.
    ply: u8,
    /// Bit c: color c is known to be out. Placements only ever disappear, so this is found once,
    /// when the color's turn comes.
    out: u8,
    key: u64,
}

/// The pieces of one color.
#[derive(Clone)]
struct Side {
    /// The squares it covers.
    own: Rows,
    /// Bit i: piece i is not placed yet.
    remaining: u32,
    /// By piece: its placement.
    placed: [Option<Move>; 21],
    /// By piece: the ply of its placement. Not part of the state: only the view shows it, and it is
    /// unknown in a position read from text.
    placed_at: [Option<u8>; 21],
    /// True if all pieces are placed and the single square was the last.
    single_was_last: bool,
    /// A placement that was legal at the last check. While it is still legal, which is quick to
    /// test, the color is not out.
    witness: Option<Move>,
}

/// The data that takes a placement back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u64,
    witness: Option<Move>,
    color: u8,
    out: u8,
}

impl Position {
    /// The variant.
    pub const fn variant(&self) -> Variant {
        self.rules.variant
    }

    /// The scoring.
    pub const fn scoring(&self) -> Scoring {
        self.rules.scoring
    }

    /// The width and height of the board.
    pub const fn size(&self) -> u8 {
        self.rules.variant.size()
    }

    /// The colors in their order of play.
    pub fn colors(&self) -> &'static [Color] {
        self.rules.colors()
    }

    /// The color that places next; `None` once the game is over.
    pub fn color_to_move(&self) -> Option<Color> {
        self.to_move.map(|index| self.colors()[usize::from(index)])
    }

    /// The number of pieces placed.
    pub const fn ply(&self) -> usize {
        self.ply as usize
    }

    /// Returns true if the color plays in this game. Other colors have no pieces, no placements and
    /// no owner, and are out.
    pub fn plays(&self, color: Color) -> bool {
        self.colors().contains(&color)
    }

    /// The seat that gets the color's points: none for green in `classic-3`.
    pub fn owner(&self, color: Color) -> Option<Seat> {
        self.rules.owner(color).filter(|_| self.plays(color))
    }

    /// The seat that places the color's next piece: its owner, or with green in `classic-3` each
    /// seat in turn.
    pub fn player(&self, color: Color) -> Option<Seat> {
        let is_shared = self.variant() == Variant::Classic3 && color == Color::Green;
        let n_placed = 21 - self.side(color).remaining.count_ones() as usize;
        if is_shared { Seat::new(n_placed % 3) } else { self.owner(color) }
    }

    /// The pieces that the color has not placed yet.
    pub fn remaining(&self, color: Color) -> impl Iterator<Item = Piece> {
        let remaining = if self.plays(color) { self.side(color).remaining } else { 0 };
        Piece::ALL.into_iter().filter(move |piece| remaining & 1 << piece.index() != 0)
    }

    /// The placements of the color by piece, each with its ply where that is known.
    pub fn placed(&self, color: Color) -> impl Iterator<Item = (Move, Option<usize>)> {
        let side = self.side(color);
        let placed = side.placed.iter().zip(&side.placed_at).filter(move |_| self.plays(color));
        placed.filter_map(|(&m, &ply)| Some((m?, ply.map(usize::from))))
    }

    /// The color that covers a square.
    pub fn color_at(&self, square: Square) -> Option<Color> {
        self.colors().iter().copied().find(|&color| self.side(color).own.contains(square))
    }

    /// Returns true if the color has no placement left, and so never will have one.
    pub fn is_out(&self, color: Color) -> bool {
        let index = color.index();
        !self.plays(color)
            || self.out & 1 << index != 0
            || !self.has_witness(index) && self.corners(index).first().is_none()
    }

    /// The open corners: free squares that touch the color's pieces diagonally and not by an edge,
    /// and that some remaining piece can use. For a color without pieces, its free start squares.
    pub fn open_corners(&self, color: Color) -> Vec<Square> {
        if !self.plays(color) {
            return Vec::new();
        }
        let index = color.index();
        let (_, touching) = self.ground(index);
        if !self.side(color).has_started() {
            return touching.squares().collect();
        }
        let mut moves = Vec::new();
        self.legal_moves_of(color, &mut moves);
        let usable = Rows::of(moves.iter().flat_map(|m| m.squares()));
        touching.and(&usable).squares().collect()
    }

    /// The number of the color's [open corners](Position::open_corners).
    pub fn n_open_corners(&self, color: Color) -> usize {
        if self.plays(color) { self.corners(color.index()).n_usable() } else { 0 }
    }

    /// The start squares, one of which the color's first piece must cover.
    ///
    /// ```
    /// use tilewright_blokus::{Blokus, Color, Options};
    /// use tilewright_core::Game;
    ///
    /// let position = Blokus::start(&Options::default())?;
    /// let start = position.start_squares(Color::Yellow).next().unwrap();
    /// assert_eq!(start.to_string(), "t20");
    /// # Ok::<(), tilewright_core::OptionsError>(())
    /// ```
    pub fn start_squares(&self, color: Color) -> impl Iterator<Item = Square> {
        self.plays(color).then(|| self.rules.start_squares(color)).into_iter().flatten()
    }

    /// The number of free squares that touch the color's pieces diagonally and not by an edge; for
    /// a color without pieces, of its free start squares. Unlike open corners, some may fit no
    /// remaining piece.
    ///
    /// ```
    /// use tilewright_blokus::{Blokus, Color, Options};
    /// use tilewright_core::{Game, Position};
    ///
    /// let mut position = Blokus::start(&Options::default())?;
    /// position.play("W5e@a18".parse()?)?;
    /// assert_eq!(position.n_corners(Color::Blue), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn n_corners(&self, color: Color) -> usize {
        if self.plays(color) { self.ground(color.index()).1.count() as usize } else { 0 }
    }

    /// The number of corners that the color would have after a placement, and the number of other
    /// colors' corners that the placement covers.
    pub fn n_corners_with(&self, color: Color, m: Move) -> (usize, usize) {
        let body = &m.orientation().shape().body;
        let place = Place::at(m.x(), m.y());
        let mut own = self.side(color).own;
        let mut occupied = self.occupied;
        own.toggle(body, place);
        occupied.toggle(body, place);
        let (edges, corners) = own.neighbors();
        let free = self.rules.board().without(&occupied.or(&edges));
        let others = self.colors().iter().filter(|&&other| other != color);
        let covered = others.map(|other| {
            let touching = self.ground(other.index()).1;
            touching.count() - touching.without(&occupied).count()
        });
        (corners.and(&free).count() as usize, covered.sum::<u32>() as usize)
    }

    /// Calls `visit` with every legal move, each once, in the order of
    /// [`legal_moves`](tilewright_core::Position::legal_moves). Callers that need no list save the
    /// buffer.
    ///
    /// ```
    /// use tilewright_blokus::{Blokus, Options};
    /// use tilewright_core::{Game, Position};
    ///
    /// let mut n_moves = 0;
    /// let position = Blokus::start(&Options::default())?;
    /// position.for_each_legal_move(|_| n_moves += 1);
    /// assert_eq!(n_moves, position.n_legal_moves());
    /// # Ok::<(), tilewright_core::OptionsError>(())
    /// ```
    #[inline]
    pub fn for_each_legal_move(&self, visit: impl FnMut(Move)) {
        if let Some(index) = self.to_move {
            self.corners(usize::from(index)).for_each(visit);
        }
    }

    /// Appends every placement that would be legal if it were the color's turn.
    pub fn legal_moves_of(&self, color: Color, moves: &mut Vec<Move>) {
        if self.plays(color) {
            self.corners(color.index()).list(moves);
        }
    }

    /// The number of placements that would be legal if it were the color's turn.
    pub fn n_legal_moves_of(&self, color: Color) -> usize {
        if self.plays(color) { self.corners(color.index()).count(Naming::Once) } else { 0 }
    }

    /// The number of squares that the color has placed.
    pub fn squares_placed(&self, color: Color) -> u32 {
        Piece::N_SQUARES_OF_ALL - self.squares_left(color)
    }

    /// The number of squares that the color has not placed.
    pub fn squares_left(&self, color: Color) -> u32 {
        self.side(color).squares_left()
    }

    /// The bonus for placing all pieces: 15 or 20 with `advanced` scoring.
    pub fn bonus(&self, color: Color) -> i32 {
        let side = self.side(color);
        match (self.scoring(), side.remaining, side.single_was_last) {
            (Scoring::Advanced, 0, false) => 15,
            (Scoring::Advanced, 0, true) => 20,
            _ => 0,
        }
    }

    /// The points of the color.
    pub fn points(&self, color: Color) -> i32 {
        match self.scoring() {
            Scoring::Tilewe => self.squares_placed(color) as i32,
            Scoring::Advanced | Scoring::Basic => {
                self.bonus(color) - self.squares_left(color) as i32
            }
        }
    }

    /// Plays to the end like [`play_out`](tilewright_core::Position::play_out), but always places
    /// one of the largest pieces that fit, as people do. Returns the number of moves.
    ///
    /// Once a color found no place for a large piece, it does not look for one again.
    pub fn play_out_large_first<R: Rng + ?Sized>(&mut self, rng: &mut R) -> usize {
        let n_colors = self.rules.n_colors();
        let Some(to_move) = self.to_move else { return 0 };
        let mut index = usize::from(to_move);
        let mut smallest = [N_SMALLER_THAN_FIVE; 4];
        let mut useless = [Pairs::default(); 4];
        let all_out = (1 << n_colors) - 1;
        let mut n_plies = 0;
        while self.out & all_out != all_out {
            if self.out & 1 << index == 0 {
                let smallest = &mut smallest[index];
                let useless = &mut useless[index];
                match self.quick_large_move(index, smallest, useless, rng) {
                    Some(m) => {
                        self.place(index, m);
                        n_plies += 1;
                    }
                    None => self.out |= 1 << index,
                }
            }
            index = if index + 1 == n_colors { 0 } else { index + 1 };
        }
        self.set_to_move(None);
        n_plies
    }

    /// Returns true if the second seat of duo can mirror every placement from now on, half a turn
    /// away, and so get as many points as the first.
    ///
    /// The board must equal its half turn with the colors exchanged, and the first seat must be to
    /// move. Then both seats have the same pieces left, because the squares of a color determine
    /// its pieces. A mirrored answer fails only if the placement that it answers covers both a
    /// square and its image. These are at most four steps apart, round the center, and squares that
    /// cannot be covered there now never will be.
    pub fn can_be_mirrored_to_the_end(&self) -> bool {
        if self.variant() != Variant::Duo || self.to_move != Some(0) || self.ply == 0 {
            return false;
        }
        let size = self.size();
        let is_picture = self.sides[0].own.turned(size) == self.sides[1].own;
        is_picture && {
            let free = self.ground(0).0;
            let both = free.and(&free.turned(size));
            both.and(&ROUND_CENTER_OF_DUO) == Rows::EMPTY
        }
    }

    /// A random placement of a piece from index `smallest` on in the order of size, or of any piece
    /// if there is none.
    #[inline]
    fn quick_large_move<R: Rng + ?Sized>(
        &self,
        index: usize,
        smallest: &mut u32,
        useless: &mut Pairs,
        rng: &mut R,
    ) -> Option<Move> {
        let (free, touching) = self.ground(index);
        let remaining = self.sides[index].remaining;
        loop {
            let pieces = remaining >> *smallest << *smallest;
            let m = Corners::new(free, touching, pieces).quick_random(useless, rng);
            if m.is_some() || *smallest == 0 {
                return m;
            }
            *useless = Pairs::default();
            *smallest = if *smallest == N_SMALLER_THAN_FIVE { N_SMALLER_THAN_FOUR } else { 0 };
        }
    }

    /// Returns the reason that the color may not make this placement now.
    ///
    /// ```
    /// use tilewright_blokus::{Blokus, Color, Options};
    /// use tilewright_core::Game;
    ///
    /// let position = Blokus::start(&Options::default())?;
    /// let illegal = position.explain_for(Color::Red, "O1n@t1".parse()?).unwrap_err();
    /// assert_eq!(illegal.rule(), "not-your-turn");
    /// assert_eq!(illegal.to_string(), "it is blue's turn, not red's");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_for(&self, color: Color, m: Move) -> Result<(), Illegal> {
        let Some(to_move) = self.color_to_move() else { return Err(Illegal::game_over()) };
        if !self.plays(color) {
            let reason = format!("{color} does not play {}", self.variant());
            return Err(Illegal::new("color-absent", reason));
        }
        if color != to_move {
            return Err(if self.is_out(color) {
                Illegal::new("color-out", format!("{color} has no placement left"))
            } else {
                Illegal::new("not-your-turn", format!("it is {to_move}'s turn, not {color}'s"))
            });
        }
        self.explain_placement(color, m)
    }

    /// The remaining pieces of the color with this index, as bits.
    #[inline]
    pub(crate) const fn pieces_left(&self, index: usize) -> u32 {
        self.sides[index].remaining
    }

    /// Returns true if the color is already known to be out.
    pub(crate) const fn is_known_out(&self, color: Color) -> bool {
        self.out & 1 << color.index() != 0
    }

    /// The color's last placement with its ply, if the position was reached by moves.
    pub(crate) fn last_placed(&self, color: Color) -> Option<(u8, Move)> {
        let side = self.side(color);
        let placed = side.placed_at.iter().zip(&side.placed);
        placed.filter_map(|(&ply, &m)| ply.zip(m)).max_by_key(|&(ply, _)| ply)
    }

    pub(crate) const fn rules(&self) -> Rules {
        self.rules
    }

    pub(crate) fn single_was_last(&self, color: Color) -> bool {
        self.side(color).single_was_last
    }

    pub(crate) fn start(rules: Rules) -> Position {
        let mut position = Position {
            rules,
            occupied: Rows::EMPTY,
            sides: std::array::from_fn(|_| Side::new()),
            to_move: None,
            ply: 0,
            out: 0,
            key: rules_key(rules),
        };
        position.set_to_move(Some(0));
        position
    }

    /// Places a piece of any color, to build a position from a board. It must fit. The board does
    /// not show which piece was the last.
    pub(crate) fn add(&mut self, color: Color, m: Move) {
        self.place(color.index(), m);
        let side = &mut self.sides[color.index()];
        side.placed_at[m.piece().index()] = None;
        if side.single_was_last {
            self.toggle_single_last(color);
        }
    }

    /// Changes whether the color, which has placed all pieces, placed the single square last.
    pub(crate) fn toggle_single_last(&mut self, color: Color) {
        self.sides[color.index()].single_was_last ^= true;
        self.key ^= single_last_key(color.index());
    }

    pub(crate) fn set_to_move(&mut self, index: Option<u8>) {
        self.key ^= to_move_key(self.to_move) ^ to_move_key(index);
        self.to_move = index;
    }

    /// Returns true if the color still has the piece and its squares are on the board, free, not
    /// next to the color's own, and one of them on a corner (for the first piece on a start
    /// square).
    pub(crate) fn fits(&self, color: Color, m: Move) -> bool {
        let shape = m.orientation().shape();
        let on_board = m.x() + shape.width <= self.size() && m.y() + shape.height <= self.size();
        on_board && self.is_free(color.index(), m) && self.touches(color, m)
    }

    /// Returns true if the color still has the piece and its squares are free and not next to the
    /// color's own. The squares must be on the board.
    #[inline]
    fn is_free(&self, index: usize, m: Move) -> bool {
        let shape = m.orientation().shape();
        let side = &self.sides[index];
        side.remaining & 1 << shape.piece.index() != 0
            && self.occupied.is_disjoint(&shape.body, Place::at(m.x(), m.y()))
            && side.own.is_disjoint(&shape.edges, Place::around(m.x(), m.y()))
    }

    /// Returns true if the placement touches a corner of its own color, or covers a start square if
    /// it is the first.
    fn touches(&self, color: Color, m: Move) -> bool {
        let side = self.side(color);
        if side.has_started() {
            let corners = &m.orientation().shape().corners;
            !side.own.is_disjoint(corners, Place::around(m.x(), m.y()))
        } else {
            self.rules.start_squares(color).any(|start| m.squares().any(|square| square == start))
        }
    }

    /// Returns true if the square touches the color's pieces diagonally, or is one of its start
    /// squares if it has no pieces. The square need not be free.
    #[inline]
    pub(crate) fn is_corner(&self, color: Color, square: Square) -> bool {
        let side = self.side(color);
        if side.has_started() {
            side.own.has_diagonal_neighbor(square)
        } else {
            self.rules.start_squares(color).any(|start| start == square)
        }
    }

    /// Returns true if the square is free for the color and a corner for its next piece.
    pub(crate) fn must_cover(&self, color: Color, square: Square) -> bool {
        self.ground(color.index()).1.contains(square)
    }

    fn side(&self, color: Color) -> &Side {
        &self.sides[color.index()]
    }

    /// The squares that the color may cover, and the corners among them, one of which it must
    /// cover.
    // Always inlined, with its callers and callees: a call copies the bitboards, which took a
    // twelfth of the time of a random game.
    #[inline(always)]
    pub(crate) fn ground(&self, index: usize) -> (Rows, Rows) {
        let side = &self.sides[index];
        let (edges, corners) = side.own.neighbors();
        let free = self.rules.board().without(&self.occupied.or(&edges));
        let touching = if side.has_started() {
            corners
        } else {
            Rows::of(self.rules.start_squares(self.colors()[index]))
        };
        (free, touching.and(&free))
    }

    // A call would copy the bitboards.
    #[inline(always)]
    pub(crate) fn corners(&self, index: usize) -> Corners {
        let (free, touching) = self.ground(index);
        Corners::new(free, touching, self.sides[index].remaining)
    }

    #[inline]
    fn place(&mut self, index: usize, m: Move) -> Undo {
        let shape = m.orientation().shape();
        let place = Place::at(m.x(), m.y());
        let piece = shape.piece.index();
        let side = &mut self.sides[index];
        let undo = Undo { key: self.key, witness: side.witness, color: index as u8, out: self.out };
        if !side.has_started() {
            // The witness may lie on another start square, and then no longer touches a corner.
            side.witness = None;
        }
        self.occupied.toggle(&shape.body, place);
        side.own.toggle(&shape.body, place);
        side.remaining &= !(1 << piece);
        side.placed[piece] = Some(m);
        side.placed_at[piece] = Some(self.ply);
        self.ply += 1;
        self.key ^= placed_key(index, m);
        if side.remaining == 0 && shape.piece == Piece::O1 {
            side.single_was_last = true;
            self.key ^= single_last_key(index);
        }
        undo
    }

    /// Gives the turn to the next color after `index` that can place, or ends the game.
    #[inline]
    fn pass_turn(&mut self, index: usize) {
        let n_colors = self.rules.n_colors();
        let mut next = index;
        for _ in 0..n_colors {
            next = if next + 1 == n_colors { 0 } else { next + 1 };
            if self.out & 1 << next == 0 && self.can_place(next) {
                self.set_to_move(Some(next as u8));
                return;
            }
        }
        self.set_to_move(None);
    }

    #[inline]
    fn can_place(&mut self, index: usize) -> bool {
        self.has_witness(index) || self.find_witness(index)
    }

    /// Looks for a placement of the color and stores it as witness, or marks the color as out.
    // Not inlined: it is seldom needed, and without it playing a move stays in registers.
    #[inline(never)]
    fn find_witness(&mut self, index: usize) -> bool {
        let witness = self.corners(index).first();
        self.sides[index].witness = witness;
        self.out |= u8::from(witness.is_none()) << index;
        witness.is_some()
    }

    /// Returns true if the witness is still legal. Its corner needs no test: own pieces stay, and
    /// taking one back also takes back a witness that was found after it.
    #[inline]
    fn has_witness(&self, index: usize) -> bool {
        self.sides[index].witness.is_some_and(|m| self.is_free(index, m))
    }

    pub(crate) fn explain_placement(&self, color: Color, m: Move) -> Result<(), Illegal> {
        let side = self.side(color);
        let board = self.rules.board();
        let orientation = m.orientation();
        if let Some(square) = m.squares().find(|&square| !board.contains(square)) {
            let reason = format!("{square} is off the board of {0} by {0}", self.size());
            return Err(Illegal::new("off-board", reason));
        }
        if side.remaining & 1 << orientation.piece().index() == 0 {
            let reason = format!("{color} has placed its {} already", orientation.piece());
            return Err(Illegal::new("piece-used", reason));
        }
        if let Some(square) = m.squares().find(|&square| self.occupied.contains(square)) {
            return Err(Illegal::new("occupied", format!("{square} is occupied")));
        }
        let (edges, _) = side.own.neighbors();
        if let Some(square) = m.squares().find(|&square| edges.contains(square)) {
            let reason = format!("{square} shares an edge with a {color} piece");
            return Err(Illegal::new("touches-own-edge", reason));
        }
        if self.touches(color, m) {
            return Ok(());
        }
        if side.has_started() {
            let reason = format!("it touches no {color} piece corner to corner");
            return Err(Illegal::new("no-own-corner", reason));
        }
        Err(self.explain_start(color))
    }

    fn explain_start(&self, color: Color) -> Illegal {
        let free =
            self.rules.start_squares(color).filter(|&square| !self.occupied.contains(square));
        let names: Vec<String> = free.map(|square| square.to_string()).collect();
        let reason = match names.as_slice() {
            [] => format!("the start square of {color} is taken"),
            [only] => format!("{color}'s first piece must cover {only}"),
            several => format!("{color}'s first piece must cover one of {}", several.join(", ")),
        };
        Illegal::new("start-square", reason)
    }
}

impl tilewright_core::Position for Position {
    type Move = Move;
    type Undo = Undo;

    fn n_seats(&self) -> usize {
        usize::from(self.rules.n_seats)
    }

    fn turn(&self) -> Turn {
        match self.color_to_move() {
            Some(color) => {
                Turn::Player(self.player(color).expect("a color that plays has a player"))
            }
            None => Turn::Over(Outcome::by_score(self.scores())),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if let Some(index) = self.to_move {
            self.corners(usize::from(index)).list(moves);
        }
    }

    fn n_legal_moves(&self) -> usize {
        self.to_move.map_or(0, |index| self.corners(usize::from(index)).count(Naming::Once))
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        self.corners(usize::from(self.to_move?)).random(rng)
    }

    /// Draws one of the usable corners, all equally likely, then one of the placements there.
    fn quick_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        self.corners(usize::from(self.to_move?)).quick_random(&mut Pairs::default(), rng)
    }

    /// Plays the moves of [`quick_move`](tilewright_core::Position::quick_move), but tests only on
    /// its turn whether a color is out.
    fn play_out<R: Rng + ?Sized>(&mut self, rng: &mut R) -> usize {
        let n_colors = self.rules.n_colors();
        let mut n_plies = 0;
        let Some(to_move) = self.to_move else { return 0 };
        let mut index = usize::from(to_move);
        let mut useless = [Pairs::default(); 4];
        let all_out = (1 << n_colors) - 1;
        while self.out & all_out != all_out {
            if self.out & 1 << index == 0 {
                match self.corners(index).quick_random(&mut useless[index], rng) {
                    Some(m) => {
                        self.place(index, m);
                        n_plies += 1;
                    }
                    None => self.out |= 1 << index,
                }
            }
            index = if index + 1 == n_colors { 0 } else { index + 1 };
        }
        self.set_to_move(None);
        n_plies
    }

    fn play_unchecked(&mut self, m: Move) -> Undo {
        let index = usize::from(self.to_move.expect("moves are played only while a color can"));
        let undo = self.place(index, m);
        self.pass_turn(index);
        undo
    }

    fn undo(&mut self, m: Move, undo: Undo) {
        let shape = m.orientation().shape();
        let place = Place::at(m.x(), m.y());
        let piece = shape.piece.index();
        let side = &mut self.sides[usize::from(undo.color)];
        self.occupied.toggle(&shape.body, place);
        side.own.toggle(&shape.body, place);
        side.remaining |= 1 << piece;
        side.placed[piece] = None;
        side.single_was_last = false;
        // The other colors keep their witnesses: a placement that fits on the fuller board fits on
        // the emptier one.
        side.witness = undo.witness;
        self.to_move = Some(undo.color);
        self.ply -= 1;
        self.out = undo.out;
        self.key = undo.key;
    }

    fn is_legal(&self, m: Move) -> bool {
        self.color_to_move().is_some_and(|color| self.fits(color, m))
    }

    fn explain(&self, m: Move) -> Result<(), Illegal> {
        let color = self.color_to_move().ok_or_else(Illegal::game_over)?;
        self.explain_placement(color, m)
    }

    fn scores(&self) -> BySeat<i32> {
        let mut scores = BySeat::from_fn(self.n_seats(), |_| 0);
        for &color in self.colors() {
            if let Some(seat) = self.owner(color) {
                scores[seat] += self.points(color);
            }
        }
        scores
    }

    fn key(&self) -> u64 {
        self.key
    }
}

/// Compares game, placements and color to move, not the order of the moves.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let same_side = |(own, others): (&Side, &Side)| {
            own.placed == others.placed && own.single_was_last == others.single_was_last
        };
        self.rules == other.rules
            && self.to_move == other.to_move
            && self.sides.iter().zip(&other.sides).all(same_side)
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl Side {
    fn new() -> Side {
        Side {
            own: Rows::EMPTY,
            remaining: ALL_PIECES,
            placed: [None; 21],
            placed_at: [None; 21],
            single_was_last: false,
            witness: None,
        }
    }

    #[inline]
    fn has_started(&self) -> bool {
        self.remaining != ALL_PIECES
    }

    fn squares_left(&self) -> u32 {
        // Pieces are sorted by size.
        const N_PIECES_SMALLER: [u32; 5] = [0, 1, 2, 4, 9];
        // A piece of n squares counts once for each size up to n.
        N_PIECES_SMALLER.iter().map(|n_smaller| (self.remaining >> n_smaller).count_ones()).sum()
    }
}

/// The squares of duo that are at most four steps from their image after half a turn.
const ROUND_CENTER_OF_DUO: Rows = {
    let mut rows = Rows::EMPTY;
    rows.0[5 + PADDING] = 0b0110 << (5 + PADDING);
    rows.0[6 + PADDING] = 0b1111 << (5 + PADDING);
    rows.0[7 + PADDING] = 0b1111 << (5 + PADDING);
    rows.0[8 + PADDING] = 0b0110 << (5 + PADDING);
    rows
};

const ALL_PIECES: u32 = (1 << 21) - 1;

/// The number of pieces before those of five squares, in the order of size.
const N_SMALLER_THAN_FIVE: u32 = 9;
const N_SMALLER_THAN_FOUR: u32 = 4;

/// A pseudo-random number for one part of a position's Zobrist key; `kind` separates kinds of
/// parts. It is computed rather than looked up, because a table of all placements of all colors
/// would not fit the first-level cache.
#[inline]
const fn mix(kind: u64, value: u64) -> u64 {
    let mut hash = (kind << 32 | value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

#[inline]
const fn placed_key(index: usize, m: Move) -> u64 {
    let bits = u32::from_le_bytes([m.orientation().0, m.x(), m.y(), index as u8]);
    mix(1, bits as u64)
}

/// Zobrist keys for each color to move, and for none.
static TO_MOVE_KEYS: [u64; 5] = [mix(2, 0), mix(2, 1), mix(2, 2), mix(2, 3), mix(2, 4)];

#[inline]
fn to_move_key(index: Option<u8>) -> u64 {
    TO_MOVE_KEYS[index.map_or(4, usize::from)]
}

const fn single_last_key(index: usize) -> u64 {
    mix(3, index as u64)
}

fn rules_key(rules: Rules) -> u64 {
    let Rules { variant, n_seats, scoring, free_start, .. } = rules;
    let parts = [variant as u64, u64::from(n_seats), scoring as u64, u64::from(free_start)];
    mix(4, parts.iter().fold(0, |value, part| value << 4 | part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the first numbers of `SplitMix64` seeded with 0.
    #[test]
    fn keys_are_mixed_as_elsewhere() {
        let numbers = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert_eq!([1, 2, 3].map(|value| mix(0, value)), numbers);
    }
}
