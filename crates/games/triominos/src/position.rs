//! Positions: hands, pile, board, scores, and the turn.

use std::fmt;
use std::str::FromStr;

use tilewright_core::{
    BySeat, Illegal, ParsePositionError, Position as _, Rng, Seat, Turn, Viewer, random_index,
};

use crate::board::{Board, Lift};
use crate::hash::{hash_in_hand, hash_on_board, mix};
use crate::log::{Action, Log, Progress};
use crate::moves::Move;
use crate::options::{HandLeft, Hands, Options, StarterRule};
use crate::placement::Placement;
use crate::scene::{FIRST, Hand, Phase, Scene, Standing, gain, left_in};
use crate::start::{opening_tiles, starter_of};
use crate::tile::{Tile, TileSet};
use crate::view::{VIEWER, sees_hand};

/// A position, including all hidden information.
///
/// Chance deals and draws: at [`Turn::Chance`] every tile of the pile is a move. When a round is
/// over its board and hands stay until the first tile of the next round is dealt.
///
/// A position stores the actions of the round, because they show what the players know of each
/// other's hands. So two positions are equal only if the actions are. The key covers only the tiles
/// on the table and in the hands.
///
/// [`random_move`](tilewright_core::Position::random_move) is uniform.
/// [`quick_move`](tilewright_core::Position::quick_move) places whenever a tile fits, any placement
/// with the same chance, and draws or passes otherwise.
///
/// ```
/// use tilewright_core::{Game, Position, Turn};
/// use tilewright_triominos::{Options, Triominos};
///
/// let mut position = Triominos::start(&Options::default())?;
/// for number in 0..18 {
///     assert_eq!(position.turn(), Turn::Chance);
///     assert_eq!(position.n_legal_moves(), 56 - number);
///     let mut deals = Vec::new();
///     position.legal_moves(&mut deals);
///     position.play(deals[0])?;
/// }
/// // Seat 1 has the tiles from 0-0-0 to 0-1-3, and seat 2 has no triple.
/// assert_eq!(position.starter().unwrap().number(), 1);
/// position.play("0-0-0:ABC@0,0".parse()?)?;
/// assert_eq!(position.scores().as_slice(), [40, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position {
    options: Options,
    now: Now,
    hands: BySeat<TileSet>,
    /// The tiles that each seat drew in the round.
    drawn: BySeat<TileSet>,
    pile: TileSet,
    log: Log,
    board: Board,
}

/// The small part of the state, of which undo keeps a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Now {
    phase: Phase,
    progress: Progress,
    opener: Option<Seat>,
    round: u32,
    scores: BySeat<i32>,
    /// The hash key of hands and board.
    hash: u64,
}

/// The data that takes a move back.
#[derive(Clone)]
pub struct Undo {
    now: Now,
    lift: Option<Lift>,
    /// The previous round, if the move was the first deal of a new one.
    finished: Option<Box<Finished>>,
}

/// The state at the end of a round, which undo restores.
#[derive(Clone)]
struct Finished {
    hands: BySeat<TileSet>,
    drawn: BySeat<TileSet>,
    pile: TileSet,
    actions: Vec<Action>,
}

impl Position {
    pub(crate) fn start(options: Options) -> Position {
        let n_seats = options.n_seats();
        Position {
            options,
            now: Now {
                phase: match options.hands {
                    Hands::Dealt => Phase::Dealing,
                    Hands::Shared => Phase::Deciding,
                },
                progress: Progress::new(FIRST),
                opener: (!options.has_starting_rule()).then_some(FIRST),
                round: 1,
                scores: BySeat::from_fn(n_seats, |_| 0),
                hash: 0,
            },
            hands: BySeat::from_fn(n_seats, |_| TileSet::EMPTY),
            drawn: BySeat::from_fn(n_seats, |_| TileSet::EMPTY),
            pile: TileSet::ALL,
            log: Log::EMPTY,
            board: Board::new(),
        }
    }

    /// The options of the game.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The tiles on the table.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The tiles in a hand. With shared hands all hands are empty, and players place from the pile.
    pub fn hand(&self, seat: Seat) -> TileSet {
        self.hands[seat]
    }

    /// The tiles that no hand has had yet.
    pub const fn pile(&self) -> TileSet {
        self.pile
    }

    /// The tiles that a viewer has not seen: they are in other hands or in the pile.
    pub fn unseen(&self, viewer: Viewer) -> TileSet {
        let is_seen = |seat: &Seat| sees_hand(viewer, *seat, &self.options, self.now.phase);
        let hands = self.hands.seats().filter(is_seen).map(|seat| self.hands[seat]);
        TileSet::ALL.without(hands.fold(self.board.placed(), TileSet::or))
    }

    /// The number of draws of the seat to move in this turn.
    pub const fn n_draws(&self) -> usize {
        self.now.progress.n_draws as usize
    }

    /// The number of the round, from 1.
    pub const fn round(&self) -> u32 {
        self.now.round
    }

    /// The phase of the game.
    pub const fn phase(&self) -> Phase {
        self.now.phase
    }

    /// The opener of the round, once it is known.
    pub const fn starter(&self) -> Option<Seat> {
        self.now.opener
    }

    /// Returns true if the last move ended a round.
    pub const fn is_round_over(&self) -> bool {
        self.now.phase.is_over()
    }

    /// The actions of the round, in order.
    pub fn actions(&self) -> &[Action] {
        self.log.as_slice()
    }

    /// A greedy random move: one of the placements with the highest score, all equally likely.
    /// Where nothing fits, on the empty table and at a chance node it is a
    /// [`quick_move`](tilewright_core::Position::quick_move).
    #[inline]
    pub fn highest_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        if self.now.phase != Phase::Deciding {
            return self.random_chance(rng);
        }
        let rules = self.options.figures();
        match self.board.highest_placement(self.placeable(), &rules, rng) {
            Some(placement) => Some(Move::Place(placement)),
            None => self.quick_move(rng),
        }
    }

    /// The same table with shared hands: all other tiles are open to everybody.
    pub(crate) fn with_shared_hands(&self) -> Position {
        let options = Options { hands: Hands::Shared, ..self.options };
        let mut shared = Position::start(options);
        if !self.is_round_over() {
            for placement in self.log.placements() {
                shared.play_unchecked(Move::Place(placement));
            }
        }
        shared
    }

    /// The complete scene, for the text and for views.
    pub(crate) fn scene(&self) -> Scene {
        Scene {
            options: self.options,
            round: self.now.round,
            scores: self.now.scores,
            hands: self.hands.map(|&tiles| Hand::Known(tiles)),
            drawn: self.drawn.map(|&tiles| Hand::Known(tiles)),
            opener: self.now.opener,
            log: self.log.clone(),
        }
    }

    /// The public part of the scene, which follows from the actions.
    pub(crate) fn standing(&self) -> Standing {
        Standing {
            phase: self.now.phase,
            progress: self.now.progress,
            board: self.board.clone(),
            n_pile: self.pile.len(),
        }
    }

    /// The seat to move; meaningless at a chance node.
    pub(crate) const fn seat_at_turn(&self) -> Seat {
        self.now.progress.seat
    }

    /// The seat that receives a tile from chance, if one does.
    pub(crate) const fn receiver(&self) -> Option<Seat> {
        self.now.phase.receiver(self.now.progress.seat)
    }

    /// The tiles that chance can bring next.
    pub(crate) fn chances(&self) -> TileSet {
        match self.now.phase {
            Phase::Dealing | Phase::Drawing => self.pile,
            Phase::RoundOver => TileSet::ALL,
            Phase::Deciding | Phase::GameOver => TileSet::EMPTY,
        }
    }

    /// The chance move that brings a tile.
    fn chance_move(&self, tile: Tile) -> Move {
        match self.now.phase {
            Phase::Drawing => Move::Drawn(Some(tile)),
            _ => Move::Deal(Some(tile)),
        }
    }

    /// The tiles that the seat to move may place, where they fit.
    pub(crate) fn placeable(&self) -> TileSet {
        let hand = self.hands[self.now.progress.seat];
        match (self.options.hands, self.options.starter) {
            (Hands::Shared, _) => self.pile,
            (Hands::Dealt, StarterRule::HighestTriple) if self.board.is_empty() => {
                opening_tiles(hand)
            }
            (Hands::Dealt, _) => hand,
        }
    }

    /// The draw or pass that the seat to move may make; `None` if it must place.
    fn idle_move(&self, n_placements: impl FnOnce() -> usize) -> Option<Move> {
        if self.options.hands == Hands::Shared || self.board.is_empty() {
            return None;
        }
        if !self.options.voluntary_draw && n_placements() > 0 {
            return None;
        }
        Some(if self.has_draw_left() { Move::Draw } else { Move::Pass })
    }

    /// Returns true if the seat to move may draw once more.
    pub(crate) fn has_draw_left(&self) -> bool {
        self.options.n_draws_left(self.now.progress.n_draws, self.pile.len()) > 0
    }

    fn hands_left(&self) -> BySeat<HandLeft> {
        self.hands.map(|&hand| left_in(hand))
    }

    /// Moves a tile from the pile to a hand.
    fn take(&mut self, seat: Seat, tile: Tile) {
        self.pile.remove(tile);
        self.hands[seat].insert(tile);
        self.now.hash ^= hash_in_hand(seat, tile);
    }

    fn deal(&mut self, tile: Tile) {
        let seat = self.now.progress.seat;
        self.take(seat, tile);
        if self.hands[seat].len() < self.options.hand_size() {
            return;
        }
        let n_seats = self.hands.len();
        if seat.index() + 1 < n_seats {
            self.now.progress.seat = seat.next(n_seats);
            return;
        }
        let opener = self.now.opener.unwrap_or_else(|| starter_of(&self.hands));
        self.now.opener = Some(opener);
        self.now.progress = Progress::new(opener);
        self.now.phase = Phase::Deciding;
    }

    /// Clears the table for another round and returns its state. This is the only allocation in
    /// play, once a round: an `Undo` with room for a whole round would slow down every other move.
    fn begin_round(&mut self) -> Box<Finished> {
        let finished = Finished {
            hands: self.hands,
            drawn: self.drawn,
            pile: self.pile,
            actions: self.log.as_slice().to_vec(),
        };
        self.now.phase = Phase::Dealing;
        self.now.progress = Progress::new(FIRST);
        self.now.opener = self.options.next_opener(&self.hands_left());
        self.now.round += 1;
        self.now.hash = 0;
        self.hands = self.hands.map(|_| TileSet::EMPTY);
        self.drawn = self.hands;
        self.pile = TileSet::ALL;
        self.log.clear();
        self.board.clear();
        Box::new(finished)
    }

    /// Restores the previous round.
    fn restore(&mut self, finished: Finished) {
        let Finished { hands, drawn, pile, actions } = finished;
        self.hands = hands;
        self.drawn = drawn;
        self.pile = pile;
        for action in actions {
            self.log.push(action);
            if let Action::Place(placement) = action {
                self.board.place_unchecked(placement);
            }
        }
    }

    fn place(&mut self, placement: Placement) -> Lift {
        self.act(Action::Place(placement));
        let lift = self.board.place_unchecked(placement);
        if self.options.hands == Hands::Shared && !self.board.fits_any(self.pile) {
            self.end_round();
        }
        lift
    }

    /// Updates all but the board for an action.
    fn act(&mut self, action: Action) {
        let seat = self.now.progress.seat;
        self.now.scores[seat] += gain(&self.options, &self.board, self.pile.len(), action);
        self.now.progress = self.now.progress.after(action, self.hands.len());
        self.log.push(action);
        match action {
            Action::Draw => self.now.phase = Phase::Drawing,
            Action::Pass => {
                if self.options.is_blocked(self.now.progress.n_idle, self.pile.len()) {
                    self.end_round();
                }
            }
            Action::Place(placement) => {
                self.now.hash ^= hash_on_board(placement);
                if self.options.hands == Hands::Shared {
                    self.pile.remove(placement.tile);
                    return;
                }
                self.hands[seat].remove(placement.tile);
                self.now.hash ^= hash_in_hand(seat, placement.tile);
                if self.hands[seat].is_empty() {
                    self.end_round();
                }
            }
        }
    }

    fn end_round(&mut self) {
        let left = self.hands_left();
        self.options.settle(&mut self.now.scores, &left);
        let is_last = self.options.ends_game(&self.now.scores);
        self.now.phase = if is_last { Phase::GameOver } else { Phase::RoundOver };
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        let Position { options, now, hands, drawn, pile, ref log, ref board } = *self;
        Position { options, now, hands, drawn, pile, log: log.clone(), board: board.clone() }
    }

    fn clone_from(&mut self, source: &Position) {
        let Position { options, now, hands, drawn, pile, log, board } = source;
        (self.options, self.now) = (*options, *now);
        (self.hands, self.drawn, self.pile) = (*hands, *drawn, *pile);
        self.log.clone_from(log);
        self.board.clone_from(board);
    }
}

impl tilewright_core::Position for Position {
    type Move = Move;
    type Undo = Undo;

    fn n_seats(&self) -> usize {
        self.hands.len()
    }

    fn turn(&self) -> Turn {
        match self.now.phase {
            Phase::Dealing | Phase::Drawing | Phase::RoundOver => Turn::Chance,
            Phase::Deciding => Turn::Player(self.now.progress.seat),
            Phase::GameOver => {
                Turn::Over(self.options.outcome(self.now.scores, &self.hands_left()))
            }
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.now.phase != Phase::Deciding {
            moves.extend(self.chances().iter().map(|tile| self.chance_move(tile)));
            return;
        }
        let n_before = moves.len();
        // Faster than `extend`, which is slow through two iterators.
        self.board.placements(self.placeable()).for_each(|it| moves.push(Move::Place(it)));
        moves.extend(self.idle_move(|| moves.len() - n_before));
    }

    fn n_legal_moves(&self) -> usize {
        if self.now.phase != Phase::Deciding {
            return self.chances().len();
        }
        let n_placements = self.board.n_placements(self.placeable());
        n_placements + usize::from(self.idle_move(|| n_placements).is_some())
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        if self.now.phase != Phase::Deciding {
            return self.random_chance(rng);
        }
        let tiles = self.placeable();
        let n_placements = self.board.n_placements(tiles);
        let idle = self.idle_move(|| n_placements);
        let i = random_index(rng, n_placements + usize::from(idle.is_some()));
        self.board.nth_placement(tiles, i).map(Move::Place).or(idle)
    }

    fn quick_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        if self.now.phase != Phase::Deciding {
            return self.random_chance(rng);
        }
        let tiles = self.placeable();
        match self.board.n_placements(tiles) {
            0 => self.idle_move(|| 0),
            n => self.board.nth_placement(tiles, random_index(rng, n)).map(Move::Place),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) -> Undo {
        let mut undo = Undo { now: self.now, lift: None, finished: None };
        match m {
            Move::Place(placement) => undo.lift = Some(self.place(placement)),
            Move::Draw => self.act(Action::Draw),
            Move::Pass => self.act(Action::Pass),
            Move::Deal(tile) => {
                if self.now.phase == Phase::RoundOver {
                    undo.finished = Some(self.begin_round());
                }
                self.deal(tile.expect("a legal deal shows its tile"));
            }
            Move::Drawn(tile) => {
                let tile = tile.expect("a legal draw shows its tile");
                self.take(self.now.progress.seat, tile);
                self.drawn[self.now.progress.seat].insert(tile);
                self.now.phase = Phase::Deciding;
            }
        }
        undo
    }

    fn undo(&mut self, m: Move, undo: Undo) {
        let Undo { now, lift, finished } = undo;
        if let Some(finished) = finished {
            self.now = now;
            self.restore(*finished);
            return;
        }
        // The seat that made or received the move; it is at turn again.
        let seat = now.progress.seat;
        self.now = now;
        match m {
            Move::Draw | Move::Pass => self.log.pop(),
            Move::Deal(tile) | Move::Drawn(tile) => {
                let tile = tile.expect("a legal move of chance shows its tile");
                self.hands[seat].remove(tile);
                self.drawn[seat].remove(tile);
                self.pile.insert(tile);
            }
            Move::Place(placement) => {
                self.log.pop();
                self.board.lift(placement, lift.expect("a placement can be lifted"));
                let owner = match self.options.hands {
                    Hands::Dealt => &mut self.hands[seat],
                    Hands::Shared => &mut self.pile,
                };
                owner.insert(placement.tile);
            }
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.explain(m).is_ok()
    }

    fn explain(&self, m: Move) -> Result<(), Illegal> {
        self.explain_move(m)
    }

    fn scores(&self) -> BySeat<i32> {
        self.now.scores
    }

    fn key(&self) -> u64 {
        let Now { phase, progress, opener, round, scores, hash } = self.now;
        let seat = progress.seat.index() as u64;
        let draws = u64::from(progress.n_draws) << 8 | u64::from(progress.n_idle) << 16;
        let phase = (phase as u64) << 24;
        let opener = opener.map_or(0, |opener| 1 + opener.index() as u64) << 28;
        let turn = seat | draws | phase | opener | u64::from(round) << 32;
        let mixed = scores.iter().fold(mix(turn), |mixed, &score| mix(mixed ^ score as u64));
        hash ^ mixed
    }
}

impl Position {
    #[inline]
    fn random_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        let tiles = self.chances();
        let tile = tiles.nth(random_index(rng, tiles.len()))?;
        Some(self.chance_move(tile))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.options == other.options
            && self.now == other.now
            && self.hands == other.hands
            && self.drawn == other.drawn
            && self.log == other.log
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Prints one line: `seats=2 round=1 scores=0/25 held=0-1-3,1-2-2/2-2-3 opener=2 5-5-5:ABC@0,0`.
/// It has the options that differ from their defaults, the hands by seat, and the actions of the
/// round.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.scene(), f)
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        if text.starts_with(VIEWER) {
            return Err(ParsePositionError::new("it tells only what one viewer knows"));
        }
        let scene: Scene = text.parse().map_err(ParsePositionError::new)?;
        Position::try_from(&scene).map_err(ParsePositionError::new)
    }
}

/// Makes the position of a scene without hidden information.
impl TryFrom<&Scene> for Position {
    type Error = String;

    fn try_from(scene: &Scene) -> Result<Position, String> {
        let standing = scene.replay(|_| ())?;
        for seat in scene.hands.seats() {
            if scene.hands[seat].tiles().and(scene.drawn[seat].tiles()).is_none() {
                return Err(format!("the hand of seat {seat} is hidden"));
            }
        }
        let [hands, drawn] =
            [&scene.hands, &scene.drawn].map(|it| it.map(|hand| hand.tiles().unwrap_or_default()));
        scene.check_story(&hands, &drawn)?;
        Ok(Position::with_hands(scene, standing, hands, drawn))
    }
}

impl Position {
    /// The position of a scene, with these hands.
    pub(crate) fn with_hands(
        scene: &Scene,
        standing: Standing,
        hands: BySeat<TileSet>,
        drawn: BySeat<TileSet>,
    ) -> Position {
        let in_hands = hands.seats().flat_map(|seat| hands[seat].iter().map(move |it| (seat, it)));
        let in_hands = in_hands.fold(0, |hash, (seat, tile)| hash ^ hash_in_hand(seat, tile));
        let hash = scene.log.placements().fold(in_hands, |hash, it| hash ^ hash_on_board(it));
        let held = hands.iter().fold(standing.board.placed(), |held, &hand| held.or(hand));
        let Scene { options, round, scores, opener, .. } = *scene;
        let Standing { phase, progress, board, .. } = standing;
        Position {
            options,
            now: Now { phase, progress, opener, round, scores, hash },
            hands,
            drawn,
            pile: TileSet::ALL.without(held),
            log: scene.log.clone(),
            board,
        }
    }

    /// Moves a tile from the pile to a seat that has it, or had it before it was placed, in a
    /// determinization.
    pub(crate) fn imagine_got(&mut self, seat: Seat, tile: Tile, is_drawn: bool) {
        if is_drawn {
            self.drawn[seat].insert(tile);
        }
        if self.pile.contains(tile) {
            self.take(seat, tile);
        }
    }
}
