//! Scenes: a round as a viewer knows it, and its text. A position has a complete scene, a view one
//! with hidden hands.
//!
//! The text is one line of words. Words with `=` hold the options that differ from their defaults
//! and the state of the round; the others are the actions of the players, in order:
//!
//! ```text
//! seats=2 round=1 scores=6/20 held=?9/0-1-3,2-2-3 drew=?1/- opener=2 5-5-5:ABC@0,0 draw …
//! ```
//!
//! `held` are the hands and `drew` the tiles in them, or placed from them, that came from the pile.
//! Both are tiles, `-` for none, or `?` and a number if they are hidden. The board, the turn and
//! the size of the pile follow from the rest.

use std::fmt;
use std::str::FromStr;

use tilewright_core::{BySeat, MAX_SEATS, Seat, parse_options, shortened};

use crate::board::Board;
use crate::log::{Action, Log, Progress};
use crate::moves::Move;
use crate::options::{HandLeft, Hands, Options};
use crate::start::{opening_bonus, opening_tiles, starter_of};
use crate::tile::{Tile, TileSet};

/// A hand as a viewer knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Its tiles.
    Known(TileSet),
    /// The number of its tiles.
    Hidden(u8),
}

/// The phase of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Chance deals the hands.
    Dealing,
    /// A seat places, draws or passes.
    Deciding,
    /// Chance gives a seat the tile that it draws.
    Drawing,
    /// The hands are open, and the next round is dealt.
    RoundOver,
    /// The hands are open after the last round.
    GameOver,
}

/// A round as a viewer knows it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Scene {
    pub(crate) options: Options,
    pub(crate) round: u32,
    pub(crate) scores: BySeat<i32>,
    pub(crate) hands: BySeat<Hand>,
    /// The tiles that each seat drew in the round; its other tiles were dealt to it.
    pub(crate) drawn: BySeat<Hand>,
    /// The opener of the round, once it is known.
    pub(crate) opener: Option<Seat>,
    pub(crate) log: Log,
}

/// The public state of a round, derived from its actions.
#[derive(Clone)]
pub(crate) struct Standing {
    pub(crate) phase: Phase,
    pub(crate) progress: Progress,
    pub(crate) board: Board,
    pub(crate) n_pile: usize,
}

/// The state before an action, for a replay.
pub(crate) struct Moment<'a> {
    pub(crate) seat: Seat,
    pub(crate) action: Action,
    /// The board as it was.
    pub(crate) board: &'a Board,
    /// The gain of the seat by the action, without the points of the end of the round.
    pub(crate) gain: i32,
}

/// The seat that is dealt its hand first.
pub(crate) const FIRST: Seat = Seat::new(0).expect("there is a first seat");

/// The greatest score or round number that is read, so that sums cannot overflow.
const MAX_SCORE: i32 = 1_000_000;
const MAX_ROUND: u32 = 1_000_000;

impl Default for Hand {
    fn default() -> Hand {
        Hand::Known(TileSet::EMPTY)
    }
}

impl Hand {
    /// The number of tiles.
    pub const fn n_tiles(self) -> usize {
        match self {
            Hand::Known(tiles) => tiles.len(),
            Hand::Hidden(n_tiles) => n_tiles as usize,
        }
    }

    /// The hand with one more tile, known or hidden.
    pub(crate) const fn with(self, tile: Option<Tile>) -> Hand {
        match (self, tile) {
            (Hand::Known(mut tiles), Some(tile)) => {
                tiles.insert(tile);
                Hand::Known(tiles)
            }
            (hand, _) => Hand::Hidden(hand.n_tiles() as u8 + 1),
        }
    }

    /// The tiles, if they are known.
    pub const fn tiles(self) -> Option<TileSet> {
        match self {
            Hand::Known(tiles) => Some(tiles),
            Hand::Hidden(_) => None,
        }
    }
}

impl Phase {
    /// The name in views.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Dealing => "dealing",
            Phase::Deciding => "deciding",
            Phase::Drawing => "drawing",
            Phase::RoundOver => "round-over",
            Phase::GameOver => "game-over",
        }
    }

    /// The seat that receives a tile from chance, if one does, where `seat` is at turn.
    pub(crate) const fn receiver(self, seat: Seat) -> Option<Seat> {
        match self {
            Phase::Dealing | Phase::Drawing => Some(seat),
            Phase::RoundOver => Some(FIRST),
            Phase::Deciding | Phase::GameOver => None,
        }
    }

    /// Returns true if the round is over and the hands are open.
    pub const fn is_over(self) -> bool {
        matches!(self, Phase::RoundOver | Phase::GameOver)
    }
}

impl Scene {
    /// The first round of a game that starts with these scores.
    pub(crate) fn start(options: Options, scores: BySeat<i32>) -> Scene {
        Scene {
            options,
            round: 1,
            scores,
            hands: scores.map(|_| Hand::default()),
            drawn: scores.map(|_| Hand::default()),
            opener: None,
            log: Log::EMPTY,
        }
    }

    /// The tiles whose place is known: on the table or in a hand that the viewer sees.
    pub(crate) fn seen(&self) -> TileSet {
        let hands = self.hands.iter().filter_map(|hand| hand.tiles());
        hands.fold(self.log.placed(), TileSet::or)
    }

    /// The tiles left in the hands, once they are open.
    pub(crate) fn hands_left(&self) -> Option<BySeat<HandLeft>> {
        let is_open = self.hands.iter().all(|hand| hand.tiles().is_some());
        is_open.then(|| self.hands.map(|hand| left_in(hand.tiles().unwrap_or_default())))
    }

    /// Replays the round, calling `visit` before each action. Returns the resulting state, or a
    /// description of the contradiction.
    pub(crate) fn replay(&self, mut visit: impl FnMut(&Moment<'_>)) -> Result<Standing, String> {
        let n_seats = self.options.n_seats();
        let Some(opener) = self.opener.filter(|_| !self.is_dealing()) else {
            return self.dealing();
        };
        let mut walk = Walk {
            options: &self.options,
            board: Board::new(),
            progress: Progress::new(opener),
            n_held: BySeat::from_fn(n_seats, |_| self.options.hand_size()),
            n_pile: Tile::COUNT - n_seats * self.options.hand_size(),
            is_over: false,
        };
        for &action in self.log.as_slice() {
            let moment = Moment {
                seat: walk.progress.seat,
                action,
                gain: walk.gain(action),
                board: &walk.board,
            };
            visit(&moment);
            walk.go(action)?;
        }
        self.standing(walk)
    }

    pub(crate) fn is_dealing(&self) -> bool {
        let is_full = |hand: &Hand| hand.n_tiles() == self.options.hand_size();
        self.log.is_empty() && !self.hands.iter().all(is_full)
    }

    /// The state while the hands are dealt.
    fn dealing(&self) -> Result<Standing, String> {
        let hand_size = self.options.hand_size();
        let n_held = |seat: Seat| self.hands[seat].n_tiles();
        let next = self.hands.seats().find(|&seat| n_held(seat) < hand_size);
        let seat =
            next.filter(|_| self.log.is_empty()).ok_or("it is not told who opens the round")?;
        let is_dealt_later = |other: Seat| other > seat && n_held(other) > 0;
        if self.hands.seats().any(|other| n_held(other) > hand_size || is_dealt_later(other)) {
            return Err("the hands are not dealt in order".to_owned());
        }
        if self.opener.is_some() == self.options.has_starting_rule() {
            return Err("who opens the round is told too early or too late".to_owned());
        }
        let n_dealt: usize = self.hands.iter().map(|hand| hand.n_tiles()).sum();
        Ok(Standing {
            phase: Phase::Dealing,
            progress: Progress::new(seat),
            board: Board::new(),
            n_pile: Tile::COUNT - n_dealt,
        })
    }

    /// The state after all actions, if the sizes of the hands agree with them.
    fn standing(&self, walk: Walk<'_>) -> Result<Standing, String> {
        let Walk { board, progress, mut n_held, mut n_pile, is_over, .. } = walk;
        let mut phase = match is_over {
            false => Phase::Deciding,
            true if self.options.ends_game(&self.scores) => Phase::GameOver,
            true => Phase::RoundOver,
        };
        // The tile of the last draw may still be to come.
        let is_short = self.hands[progress.seat].n_tiles() + 1 == n_held[progress.seat];
        if self.log.as_slice().last() == Some(&Action::Draw) && is_short {
            phase = Phase::Drawing;
            n_held[progress.seat] -= 1;
            n_pile += 1;
        }
        for seat in self.hands.seats() {
            let has = self.hands[seat].n_tiles();
            let needs = n_held[seat];
            if has != needs {
                return Err(format!("seat {seat} has {has} tiles in hand, not {needs}"));
            }
        }
        Ok(Standing { phase, progress, board, n_pile })
    }

    fn check(&self) -> Result<(), String> {
        let n_seats = self.options.n_seats();
        if [self.hands.len(), self.drawn.len(), self.scores.len()] != [n_seats; 3] {
            return Err(format!("{n_seats} seats need as many hands, draws and scores"));
        }
        if self.opener.is_some_and(|seat| seat.index() >= n_seats) {
            return Err("the opener is no seat of the table".to_owned());
        }
        if self.scores.iter().any(|score| score.abs() > MAX_SCORE) {
            return Err(format!("a score is from -{MAX_SCORE} to {MAX_SCORE}"));
        }
        if !(1..=MAX_ROUND).contains(&self.round) {
            return Err(format!("a round is from 1 to {MAX_ROUND}"));
        }
        let mut seen = self.log.placed();
        for tile in self.hands.iter().filter_map(|hand| hand.tiles()).flat_map(TileSet::iter) {
            if seen.contains(tile) {
                return Err(format!("{tile} is there twice"));
            }
            seen.insert(tile);
        }
        self.check_drawn()
    }

    /// Checks a round with all hands known: the opening obeys the rule, a seat that had to place
    /// did, and the game was not over before the round.
    pub(crate) fn check_story(
        &self,
        hands: &BySeat<TileSet>,
        drawn: &BySeat<TileSet>,
    ) -> Result<(), String> {
        let mut had = *hands;
        let mut before = self.scores;
        let standing = self.replay(|moment| {
            before[moment.seat] -= moment.gain;
            if let Some(placement) = moment.action.placement() {
                had[moment.seat].insert(placement.tile);
            }
        })?;
        if standing.phase.is_over() {
            let gains = self.options.round_gains(&hands.map(|&hand| left_in(hand)));
            before = BySeat::from_fn(gains.len(), |seat| before[seat] - gains[seat]);
        }
        if self.round > 1 && self.options.ends_game(&before) {
            return Err("the game was over before this round".to_owned());
        }
        let mut dealt = BySeat::from_fn(had.len(), |seat| had[seat].without(drawn[seat]));
        if self.options.has_starting_rule() && !self.is_dealing() {
            self.check_opening(&dealt)?;
        }
        self.check_forced(&mut dealt)
    }

    /// Checks that the holder of the highest triple or sum opened, with that tile.
    fn check_opening(&self, dealt: &BySeat<TileSet>) -> Result<(), String> {
        let starter = starter_of(dealt);
        if self.opener != Some(starter) {
            return Err(format!("with these hands seat {starter} opens the round"));
        }
        match self.log.first_placement() {
            Some(it) if !opening_tiles(dealt[starter]).contains(it.tile) => {
                Err(format!("seat {starter} may not open with {}", it.tile))
            }
            _ => Ok(()),
        }
    }

    /// Checks that no seat drew or passed with a tile that fitted, where placing is forced. Only
    /// dealt tiles are checked: the text does not say when the others came.
    fn check_forced(&self, dealt: &mut BySeat<TileSet>) -> Result<(), String> {
        let mut broken = None;
        let is_forced = !self.options.voluntary_draw;
        self.replay(|moment| match moment.action {
            Action::Place(placement) => dealt[moment.seat].remove(placement.tile),
            Action::Draw | Action::Pass if is_forced => {
                let fitting = moment.board.fitting_tiles().and(dealt[moment.seat]);
                broken = broken.or(fitting.last().map(|tile| (moment.seat, tile)));
            }
            Action::Draw | Action::Pass => {}
        })?;
        match broken {
            Some((seat, tile)) => Err(format!("seat {seat} had to place {tile}")),
            None => Ok(()),
        }
    }

    /// Checks that each seat drew as many tiles as stated, and still has or placed them.
    fn check_drawn(&self) -> Result<(), String> {
        let mut had = self.hands.map(|hand| hand.tiles().unwrap_or_default());
        let mut n_drawn = self.hands.map(|_| 0);
        let standing = self.replay(|moment| match moment.action {
            Action::Place(placement) => had[moment.seat].insert(placement.tile),
            Action::Draw => n_drawn[moment.seat] += 1,
            Action::Pass => {}
        })?;
        if standing.phase == Phase::Drawing {
            n_drawn[standing.progress.seat] -= 1;
        }
        for seat in self.hands.seats() {
            let has = self.drawn[seat].n_tiles();
            let needs = n_drawn[seat];
            if has != needs {
                return Err(format!("seat {seat} drew {has} tiles, not {needs}"));
            }
            let drawn = self.drawn[seat].tiles().unwrap_or_default();
            if self.hands[seat].tiles().is_some() && !drawn.without(had[seat]).is_empty() {
                return Err(format!("seat {seat} has not got what it drew"));
            }
        }
        Ok(())
    }
}

pub(crate) fn left_in(tiles: TileSet) -> HandLeft {
    HandLeft { n_tiles: tiles.len(), points: tiles.points() }
}

/// The gain of a seat by an action on this board, without the points of the end of the round.
#[inline]
pub(crate) fn gain(options: &Options, board: &Board, n_pile: usize, action: Action) -> i32 {
    match action {
        Action::Draw => -Options::DRAW_COST,
        Action::Pass => -options.pass_cost(n_pile == 0),
        Action::Place(placement) => {
            let has_bonus = board.is_empty() && options.has_starting_rule();
            let bonus = if has_bonus { opening_bonus(placement.tile) } else { 0 };
            board.score(placement, &options.figures()) + bonus
        }
    }
}

/// A replay of a round, action by action.
struct Walk<'a> {
    options: &'a Options,
    board: Board,
    progress: Progress,
    n_held: BySeat<usize>,
    n_pile: usize,
    is_over: bool,
}

impl Walk<'_> {
    fn gain(&self, action: Action) -> i32 {
        gain(self.options, &self.board, self.n_pile, action)
    }

    fn go(&mut self, action: Action) -> Result<(), String> {
        let Progress { seat, n_draws, .. } = self.progress;
        let is_shared = self.options.hands == Hands::Shared;
        if self.is_over {
            return Err("the round goes on after its end".to_owned());
        }
        if !matches!(action, Action::Place(_)) && (is_shared || self.board.is_empty()) {
            return Err("a round opens with a tile".to_owned());
        }
        let may_draw = self.options.n_draws_left(n_draws, self.n_pile) > 0;
        match action {
            Action::Place(placement) => {
                self.board.place(placement).map_err(|illegal| format!("{placement}: {illegal}"))?;
                if is_shared {
                    self.n_pile -= 1;
                } else {
                    let left = self.n_held[seat].checked_sub(1);
                    self.n_held[seat] = left.ok_or("a seat places more tiles than it has")?;
                }
            }
            Action::Draw if !may_draw => return Err(format!("seat {seat} draws too often")),
            Action::Pass if may_draw => return Err(format!("seat {seat} passes too early")),
            Action::Draw => {
                self.n_held[seat] += 1;
                self.n_pile -= 1;
            }
            Action::Pass => {}
        }
        self.progress = self.progress.after(action, self.n_held.len());
        self.is_over = if is_shared {
            !self.board.fits_any(TileSet::ALL)
        } else {
            let is_blocked = self.options.is_blocked(self.progress.n_idle, self.n_pile);
            self.n_held[seat] == 0 || (action == Action::Pass && is_blocked)
        };
        Ok(())
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options.changed().into_iter();
        let mut words: Vec<String> =
            options.map(|(name, value)| format!("{name}={value}")).collect();
        words.push(format!("round={}", self.round));
        words.push(format!("scores={}", joined(self.scores.iter(), "/")));
        if self.options.hands == Hands::Dealt {
            words.push(format!("held={}", joined(self.hands.iter(), "/")));
        }
        if self.drawn.iter().any(|drawn| drawn.n_tiles() > 0) {
            words.push(format!("drew={}", joined(self.drawn.iter(), "/")));
        }
        words.extend(self.opener.map(|opener| format!("opener={opener}")));
        words.extend(self.log.as_slice().iter().map(|&action| Move::from(action).to_string()));
        f.write_str(&words.join(" "))
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hand::Hidden(n_tiles) => write!(f, "?{n_tiles}"),
            Hand::Known(tiles) if tiles.is_empty() => f.write_str("-"),
            Hand::Known(tiles) => f.write_str(&joined(tiles.iter(), ",")),
        }
    }
}

fn joined<T: fmt::Display>(items: impl Iterator<Item = T>, separator: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

/// Parses the words of a scene.
impl FromStr for Scene {
    type Err = String;

    fn from_str(text: &str) -> Result<Scene, String> {
        let mut options = Vec::new();
        let [mut round, mut scores, mut held, mut drew, mut opener] = [None; 5];
        let mut log = Log::EMPTY;
        for word in text.split_whitespace() {
            let Some((name, value)) = word.split_once('=') else {
                push_action(&mut log, word)?;
                continue;
            };
            let field = match name {
                "round" => &mut round,
                "scores" => &mut scores,
                "held" => &mut held,
                "drew" => &mut drew,
                "opener" => &mut opener,
                _ => {
                    options.push((name, value));
                    continue;
                }
            };
            if field.replace(value).is_some() {
                return Err(format!("{name} is told twice"));
            }
        }
        let options: Options = parse_options(options).map_err(|error| error.to_string())?;
        options.check().map_err(|error| error.to_string())?;
        let n_seats = options.n_seats();
        let opener = opener.map(str::parse).transpose();
        let scene = Scene {
            options,
            round: round.map_or(Ok(1), |text| parse_number(text, "a round"))?,
            scores: scores.map_or(Ok(BySeat::from_fn(n_seats, |_| 0)), parse_scores)?,
            hands: held.map_or(Ok(BySeat::from_fn(n_seats, |_| Hand::default())), parse_hands)?,
            drawn: drew.map_or(Ok(BySeat::from_fn(n_seats, |_| Hand::default())), parse_hands)?,
            opener: opener.map_err(|error| format!("the opener: {error}"))?,
            log,
        };
        scene.check()?;
        Ok(scene)
    }
}

fn push_action(log: &mut Log, word: &str) -> Result<(), String> {
    let m: Move = word.parse().map_err(|error| format!("{error}"))?;
    let action = Action::try_from(m).map_err(|()| format!("{m} is no action of a player"))?;
    if !log.has_room() {
        return Err("no round has so many actions".to_owned());
    }
    log.push(action);
    Ok(())
}

fn parse_number<T: FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{}' is not {what}", shortened(text)))
}

fn parse_scores(text: &str) -> Result<BySeat<i32>, String> {
    parse_by_seat(text, |score| parse_number(score, "a score"))
}

/// Parses hands, separated by `/`.
pub(crate) fn parse_hands(text: &str) -> Result<BySeat<Hand>, String> {
    parse_by_seat(text, |hand| match (hand, hand.strip_prefix('?')) {
        ("-", _) => Ok(Hand::Known(TileSet::EMPTY)),
        (_, Some(n_tiles)) => Ok(Hand::Hidden(parse_number(n_tiles, "a number of tiles")?)),
        _ => parse_tiles(hand).map(Hand::Known),
    })
}

fn parse_tiles(text: &str) -> Result<TileSet, String> {
    let mut tiles = TileSet::EMPTY;
    for name in text.split(',') {
        let tile: Tile = name.parse().map_err(|error| format!("'{}': {error}", shortened(name)))?;
        if tiles.contains(tile) {
            return Err(format!("{tile} is there twice"));
        }
        tiles.insert(tile);
    }
    Ok(tiles)
}

fn parse_by_seat<T: Default + Copy>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<BySeat<T>, String> {
    let values = text.split('/').map(parse).collect::<Result<Vec<T>, String>>()?;
    if values.len() > MAX_SEATS {
        return Err(format!("a table has at most {MAX_SEATS} seats"));
    }
    Ok(BySeat::from_fn(values.len(), |seat| values[seat.index()]))
}
