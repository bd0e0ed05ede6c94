//! Views: the knowledge of one viewer.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use tilewright_core::{
    BySeat, Illegal, Outcome, ParsePositionError, Rng, Seat, Turn, Viewer, random_index,
};

use crate::board::Board;
use crate::log::Action;
use crate::moves::Move;
use crate::options::{Hands, Options};
use crate::placement::Placement;
use crate::position::Position;
use crate::scene::{FIRST, Hand, Moment, Phase, Scene, Standing, gain, left_in, parse_hands};
use crate::start::opening_tiles;
use crate::tile::{Tile, TileSet};

/// The knowledge of one viewer (its information set): the board, its own hand, the numbers of tiles
/// in the other hands and the pile, all scores, and the actions of the round. At the end of a round
/// all hands are open.
///
/// Its text is that of a position with hidden hands, after a word that names the viewer. Its JSON
/// has everything that a page needs, and is read from that text alone.
///
/// ```
/// use tilewright_core::{Game, Position, Seat, Viewer};
/// use tilewright_triominos::{Hand, Options, Triominos, View};
///
/// let mut position = Triominos::start(&Options::default())?;
/// position.play("deal:1-2-3".parse()?)?;
/// let seat = Seat::new(0).unwrap();
/// let view = Triominos::view(&position, Viewer::Seat(seat));
/// assert_eq!(view.to_string(), "viewer=1 seats=2 round=1 scores=0/0 held=1-2-3/?0");
/// assert_eq!(view.hand(seat), Hand::Known(position.hand(seat)));
/// assert_eq!(view.to_string().parse::<View>()?, view);
///
/// let view = Triominos::view(&position, Viewer::Spectator);
/// assert_eq!(view.hand(seat), Hand::Hidden(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "crate::page::Page<'static>"))]
pub struct View {
    viewer: Viewer,
    scene: Scene,
    /// The public state, derived from the scene.
    standing: Standing,
}

/// An action of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedAction {
    /// The seat that acted.
    pub seat: Seat,
    /// Its action.
    pub action: Action,
    /// Its worth to the seat, without what the end of the round adds.
    pub gain: i32,
}

/// The end of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RoundEnd {
    /// True if the round was blocked: no seat placed its last tile.
    pub is_blocked: bool,
    /// The winners.
    pub winners: Vec<Seat>,
    /// The points that the end of the round gives each seat.
    pub gains: BySeat<i32>,
}

impl View {
    pub(crate) fn new(position: &Position, viewer: Viewer) -> View {
        let scene = position.scene();
        let n_seats = scene.hands.len();
        let hidden = |hand: Hand| Hand::Hidden(hand.n_tiles() as u8);
        let hands = BySeat::from_fn(n_seats, |seat| {
            let hand = scene.hands[seat];
            if sees_hand(viewer, seat, &scene.options, position.phase()) {
                hand
            } else {
                hidden(hand)
            }
        });
        let drawn = BySeat::from_fn(n_seats, |seat| {
            let drawn = scene.drawn[seat];
            if sees_drawn(viewer, seat, drawn) { drawn } else { hidden(drawn) }
        });
        View { viewer, scene: Scene { hands, drawn, ..scene }, standing: position.standing() }
    }

    /// The viewer.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The options of the game.
    pub const fn options(&self) -> &Options {
        &self.scene.options
    }

    /// The tiles on the table.
    pub const fn board(&self) -> &Board {
        &self.standing.board
    }

    /// A hand as the viewer knows it.
    pub fn hand(&self, seat: Seat) -> Hand {
        self.scene.hands[seat]
    }

    /// The number of tiles in the pile.
    pub const fn n_pile(&self) -> usize {
        self.standing.n_pile
    }

    /// The tiles that the viewer has not seen: they are in other hands or in the pile.
    pub fn unseen(&self) -> TileSet {
        TileSet::ALL.without(self.scene.seen())
    }

    /// The scores of all seats.
    pub const fn scores(&self) -> &BySeat<i32> {
        &self.scene.scores
    }

    /// The number of the round, from 1.
    pub const fn round(&self) -> u32 {
        self.scene.round
    }

    /// The phase of the game.
    pub const fn phase(&self) -> Phase {
        self.standing.phase
    }

    /// The seat to move, if one is.
    pub fn seat_to_move(&self) -> Option<Seat> {
        (self.standing.phase == Phase::Deciding).then_some(self.standing.progress.seat)
    }

    /// The turn, or how the game ended.
    pub fn turn(&self) -> Turn {
        match self.phase() {
            Phase::Dealing | Phase::Drawing | Phase::RoundOver => Turn::Chance,
            Phase::Deciding => Turn::Player(self.standing.progress.seat),
            Phase::GameOver => {
                Turn::Over(self.outcome().expect("all hands lie open at the end of a game"))
            }
        }
    }

    /// The number of draws of the seat to move in this turn.
    pub const fn n_draws(&self) -> usize {
        self.standing.progress.n_draws as usize
    }

    /// The opener of the round, once it is known.
    pub const fn starter(&self) -> Option<Seat> {
        self.scene.opener
    }

    /// The actions of the round, in order.
    pub fn actions(&self) -> &[Action] {
        self.scene.log.as_slice()
    }

    /// The actions of the round, each with its seat and its worth.
    pub fn played_actions(&self) -> Vec<PlayedAction> {
        let mut played = Vec::new();
        self.replay(|&Moment { seat, action, gain, .. }| {
            played.push(PlayedAction { seat, action, gain });
        });
        played
    }

    /// Appends every legal move of the viewer; none if it is not its turn.
    ///
    /// ```
    /// use tilewright_triominos::View;
    ///
    /// let view: View = "viewer=1 seats=2 hands=shared round=1 scores=0/0 opener=1".parse()?;
    /// let mut moves = Vec::new();
    /// view.legal_moves(&mut moves);
    /// assert_eq!(moves.len(), 312);
    /// # Ok::<(), tilewright_core::ParsePositionError>(())
    /// ```
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        let Some(tiles) = self.placeable() else { return };
        let n_before = moves.len();
        moves.extend(self.board().placements(tiles).map(Move::Place));
        moves.extend(self.idle_move(moves.len() - n_before));
    }

    /// A random legal move, all equally likely.
    pub fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        let tiles = self.placeable()?;
        let n_placements = self.board().n_placements(tiles);
        let idle = self.idle_move(n_placements);
        let i = random_index(rng, n_placements + usize::from(idle.is_some()));
        self.board().nth_placement(tiles, i).map(Move::Place).or(idle)
    }

    /// The immediate gain of a move of the seat to move, without the points of the end of the
    /// round. Moves of chance gain nothing.
    pub fn gain(&self, m: Move) -> i32 {
        let action = Action::try_from(m);
        action.map_or(0, |action| gain(self.options(), self.board(), self.n_pile(), action))
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let left = self.scene.hands_left().filter(|_| self.phase() == Phase::GameOver)?;
        Some(self.options().outcome(self.scene.scores, &left))
    }

    /// The end of the round, if it is over. A round of shared tiles ends without winners.
    pub fn round_end(&self) -> Option<RoundEnd> {
        let left = self.scene.hands_left().filter(|_| self.phase().is_over())?;
        let options = self.options();
        Some(RoundEnd {
            is_blocked: left.iter().all(|hand| hand.n_tiles > 0),
            winners: left.seats().filter(|&seat| options.wins_round(&left, seat)).collect(),
            gains: options.round_gains(&left),
        })
    }

    /// The tiles that the viewer may place, where they fit; `None` if it is not its turn.
    fn placeable(&self) -> Option<TileSet> {
        let seat = self.seat_to_move().filter(|&seat| self.viewer == Viewer::Seat(seat))?;
        let options = self.options();
        match options.hands {
            Hands::Shared => Some(self.unseen()),
            Hands::Dealt if self.board().is_empty() && options.has_starting_rule() => {
                self.hand(seat).tiles().map(opening_tiles)
            }
            Hands::Dealt => self.hand(seat).tiles(),
        }
    }

    /// The draw or pass that the viewer may make; `None` if it must place.
    fn idle_move(&self, n_placements: usize) -> Option<Move> {
        let options = self.options();
        let must_place = !options.voluntary_draw && n_placements > 0;
        if options.hands == Hands::Shared || self.board().is_empty() || must_place {
            return None;
        }
        let n_draws_left = options.n_draws_left(self.standing.progress.n_draws, self.n_pile());
        Some(if n_draws_left > 0 { Move::Draw } else { Move::Pass })
    }

    /// The seat that receives a tile from chance, if one does.
    pub(crate) fn receiver(&self) -> Option<Seat> {
        self.phase().receiver(self.standing.progress.seat)
    }

    /// Calls `visit` before each action of the round.
    pub(crate) fn replay(&self, visit: impl FnMut(&Moment<'_>)) {
        self.scene.replay(visit).expect("the scene was replayed when the view was made");
    }

    pub(crate) const fn scene(&self) -> &Scene {
        &self.scene
    }

    pub(crate) const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The view after a move as its viewer saw it, and the information revealed then.
    pub(crate) fn follow(&self, look: Move, revealed: Option<&str>) -> Result<View, Illegal> {
        let mut scene = self.scene.clone();
        match (self.phase(), look) {
            (Phase::Dealing | Phase::RoundOver, Move::Deal(tile)) => {
                self.deal(&mut scene, tile, revealed)?;
            }
            (Phase::Drawing, Move::Drawn(tile)) => {
                let seat = self.standing.progress.seat;
                receive(&mut scene, seat, tile)?;
                scene.drawn[seat] = scene.drawn[seat].with(tile);
                expect_nothing(revealed)?;
            }
            (Phase::Deciding, Move::Place(_) | Move::Draw | Move::Pass) => {
                let action = Action::try_from(look).expect("these are actions");
                self.act(&mut scene, action, revealed)?;
            }
            (Phase::GameOver, _) => return Err(Illegal::game_over()),
            _ => return Err(unseen(format!("{look} cannot be seen now"))),
        }
        View::of(self.viewer, scene).map_err(unseen)
    }

    /// Makes the view of a scene, if its viewer may know it.
    fn of(viewer: Viewer, scene: Scene) -> Result<View, String> {
        let standing = scene.replay(|_| ())?;
        for seat in scene.hands.seats() {
            let is_seen = sees_hand(viewer, seat, &scene.options, standing.phase);
            if scene.hands[seat].tiles().is_some() != is_seen {
                let is = if is_seen { "known to" } else { "hidden from" };
                return Err(format!("the hand of seat {seat} is {is} this viewer"));
            }
            let drawn = scene.drawn[seat];
            let is_known = sees_drawn(viewer, seat, drawn);
            if drawn.tiles().is_some() != is_known {
                let is = if is_known { "known to" } else { "hidden from" };
                return Err(format!("what seat {seat} drew is {is} this viewer"));
            }
        }
        if matches!(viewer, Viewer::Seat(seat) if seat.index() >= scene.hands.len()) {
            return Err("the viewer is no seat of the table".to_owned());
        }
        Ok(View { viewer, scene, standing })
    }

    fn deal(
        &self,
        scene: &mut Scene,
        tile: Option<Tile>,
        revealed: Option<&str>,
    ) -> Result<(), Illegal> {
        if self.phase() == Phase::RoundOver {
            *scene = self.next_round();
        }
        receive(scene, self.receiver().unwrap_or(FIRST), tile)?;
        if scene.is_dealing() || !scene.options.has_starting_rule() {
            return expect_nothing(revealed);
        }
        let opener = revealed.and_then(|word| word.strip_prefix(OPENER)?.parse().ok());
        let opener: Seat = opener
            .filter(|&it: &Seat| it.index() < scene.hands.len())
            .ok_or_else(|| unseen("it must be told who opens the round, as in opener=2"))?;
        scene.opener = Some(opener);
        Ok(())
    }

    /// The table as the viewer sees it when the next round begins.
    fn next_round(&self) -> Scene {
        let scene = &self.scene;
        let left = scene.hands_left();
        let hands = BySeat::from_fn(scene.hands.len(), |seat| {
            if self.viewer == Viewer::Seat(seat) { Hand::default() } else { Hand::Hidden(0) }
        });
        Scene {
            round: scene.round + 1,
            opener: left.and_then(|left| scene.options.next_opener(&left)),
            hands,
            ..Scene::start(scene.options, scene.scores)
        }
    }

    fn act(
        &self,
        scene: &mut Scene,
        action: Action,
        revealed: Option<&str>,
    ) -> Result<(), Illegal> {
        let seat = self.standing.progress.seat;
        self.check_own(seat, action)?;
        if let Action::Place(Placement { tile, .. }) = action {
            match &mut scene.hands[seat] {
                Hand::Known(tiles) if tiles.contains(tile) => tiles.remove(tile),
                Hand::Hidden(n_tiles @ 1..) if self.unseen().contains(tile) => *n_tiles -= 1,
                _ if scene.options.hands == Hands::Shared => {}
                _ => return Err(unseen(format!("seat {seat} does not have {tile}"))),
            }
        }
        scene.scores[seat] += gain(&scene.options, self.board(), self.n_pile(), action);
        scene.log.push(action);
        let phase = scene.replay(|_| ()).map_err(unseen)?.phase;
        if phase.is_over() && scene.options.hands == Hands::Dealt {
            return self.lay_open(scene, revealed);
        }
        expect_nothing(revealed)
    }

    /// Checks an action against the rules, if the viewer sees the hand of the seat to move.
    fn check_own(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        let options = self.options();
        let Some(hand) = self.hand(seat).tiles() else { return Ok(()) };
        match action {
            Action::Place(placement) if self.board().is_empty() && options.has_starting_rule() => {
                let may_open = opening_tiles(hand).contains(placement.tile);
                if may_open { Ok(()) } else { Err(unseen("another tile must open the round")) }
            }
            Action::Draw | Action::Pass
                if !options.voluntary_draw && self.board().fits_any(hand) =>
            {
                Err(unseen("a tile fits, so it must be placed"))
            }
            _ => Ok(()),
        }
    }

    /// Reveals the hands at the end of a round, and adds its gains to the scores.
    fn lay_open(&self, scene: &mut Scene, revealed: Option<&str>) -> Result<(), Illegal> {
        let word = revealed.and_then(|word| word.strip_prefix(HELD));
        let word =
            word.ok_or_else(|| unseen("the hands must be told, as in held=1-2-3,0-0-1/-"))?;
        let hands = parse_hands(word).map_err(unseen)?;
        if hands.len() != scene.hands.len() {
            return Err(unseen("each seat has a hand"));
        }
        let mut open = self.scene.log.placed();
        for seat in hands.seats() {
            let tiles = hands[seat].tiles().ok_or_else(|| unseen("a hand is still hidden"))?;
            let is_other = scene.hands[seat].tiles().is_some_and(|known| known != tiles);
            let is_twice = !tiles.and(open).is_empty();
            if is_other || is_twice || tiles.len() != scene.hands[seat].n_tiles() {
                return Err(unseen(format!("seat {seat} cannot have had this hand")));
            }
            open = open.or(tiles);
        }
        scene.hands = hands;
        let left = hands.map(|hand| left_in(hand.tiles().unwrap_or_default()));
        scene.options.settle(&mut scene.scores, &left);
        Ok(())
    }
}

/// Returns true if the viewer sees the seat's hand: its own, or any once a round is over.
pub(crate) fn sees_hand(viewer: Viewer, seat: Seat, options: &Options, phase: Phase) -> bool {
    viewer == Viewer::Seat(seat) || phase.is_over() || options.hands == Hands::Shared
}

/// Returns true if the viewer knows the tiles that a seat drew. If it drew none, everybody does.
fn sees_drawn(viewer: Viewer, seat: Seat, drawn: Hand) -> bool {
    viewer == Viewer::Seat(seat) || drawn.n_tiles() == 0
}

const OPENER: &str = "opener=";
const HELD: &str = "held=";

/// Moves a tile from the pile to a seat, seen only by that seat.
fn receive(scene: &mut Scene, seat: Seat, tile: Option<Tile>) -> Result<(), Illegal> {
    let seen = scene.seen();
    match (&mut scene.hands[seat], tile) {
        (Hand::Known(tiles), Some(tile)) if !seen.contains(tile) => tiles.insert(tile),
        (Hand::Hidden(n_tiles), None) => *n_tiles += 1,
        (Hand::Known(_), Some(tile)) => {
            return Err(unseen(format!("{tile} is not in the pile")));
        }
        (Hand::Known(_), None) => return Err(unseen("this viewer sees the tile")),
        (Hand::Hidden(_), Some(_)) => return Err(unseen("this viewer does not see the tile")),
    }
    Ok(())
}

/// The information that a position reveals to everybody, besides the move that led to it: the
/// opener once the hands are dealt, and the hands once a round is over.
pub(crate) fn reveal(position: &Position) -> Option<String> {
    let options = position.options();
    if options.hands == Hands::Shared {
        return None;
    }
    if position.is_round_over() {
        let hands: Vec<String> = position.scene().hands.iter().map(ToString::to_string).collect();
        return Some(format!("{HELD}{}", hands.join("/")));
    }
    let is_to_open = position.phase() == Phase::Deciding && position.actions().is_empty();
    let opener = position.starter().filter(|_| is_to_open && options.has_starting_rule());
    opener.map(|seat| format!("{OPENER}{seat}"))
}

fn unseen(reason: impl Into<String>) -> Illegal {
    Illegal::new("not-as-seen", reason)
}

fn expect_nothing(revealed: Option<&str>) -> Result<(), Illegal> {
    match revealed {
        None => Ok(()),
        Some(_) => Err(unseen("nothing is revealed now")),
    }
}

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        self.viewer == other.viewer && self.scene == other.scene
    }
}

impl Eq for View {}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.viewer {
            Viewer::Seat(seat) => write!(f, "{VIEWER}{seat} {}", self.scene),
            Viewer::Spectator => write!(f, "{VIEWER}{SPECTATOR} {}", self.scene),
        }
    }
}

/// The beginning of a view's text.
pub(crate) const VIEWER: &str = "viewer=";
const SPECTATOR: &str = "spectator";

impl FromStr for View {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<View, ParsePositionError> {
        let (viewer, scene) = text.split_once(' ').unwrap_or((text, ""));
        let viewer = match viewer.strip_prefix(VIEWER) {
            Some(SPECTATOR) => Some(Viewer::Spectator),
            Some(seat) => seat.parse().ok().map(Viewer::Seat),
            None => None,
        };
        let viewer = viewer.ok_or_else(|| {
            ParsePositionError::new("a view begins with its viewer, such as viewer=2")
        })?;
        let scene = scene.parse().map_err(ParsePositionError::new)?;
        View::of(viewer, scene).map_err(ParsePositionError::new)
    }
}
