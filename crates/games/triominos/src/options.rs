//! The options of the game, and the scoring that follows from them.

use serde::{Deserialize, Serialize};
use tilewright_core::{BySeat, OptionInfo, OptionsError, Outcome, Seat};

use crate::board::FigureRules;

/// The options of a game.
///
/// ```
/// use tilewright_core::{Game, parse_options};
/// use tilewright_triominos::{Options, Triominos};
///
/// let options: Options = parse_options([("seats", "3"), ("single-round", "on")])?;
/// assert_eq!(options.seats, 3);
/// let crowded = Options { seats: 7, ..options };
/// assert_eq!(
///     Triominos::start(&crowded).unwrap_err().to_string(),
///     "triominos is for 2 to 6 seats, not 7"
/// );
/// # Ok::<(), tilewright_core::OptionsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// The number of seats, from 2 to 6.
    #[serde(alias = "players")]
    pub seats: u8,
    /// The score that ends the game, once a round is over.
    pub target: i32,
    /// True if one round is the whole game.
    pub single_round: bool,
    /// The most draws in a turn; 0 for no limit.
    pub max_draws: u8,
    /// True if a player may draw or pass while a tile fits.
    pub voluntary_draw: bool,
    /// True if a pass costs points when the pile is empty.
    pub pass_penalty_empty_pile: bool,
    /// The bonus for one, two and three hexagons at once.
    pub hexagon: HexagonBonus,
    /// The bridges that count.
    pub bridge: BridgeRule,
    /// True if a bridge counts beside a hexagon.
    pub bridge_with_hexagon: bool,
    /// The condition under which a round is blocked.
    pub blocked_when: BlockedWhen,
    /// The winner of a blocked round.
    pub blocked_winner: BlockedWinner,
    /// The scoring of a blocked round.
    pub blocked_score: BlockedScore,
    /// The opener of a round, and its tile.
    pub starter: StarterRule,
    /// The winner of the game.
    pub game_winner: GameWinner,
    /// The source of the tiles.
    pub hands: Hands,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seats: 2,
            target: 400,
            single_round: false,
            max_draws: 3,
            voluntary_draw: true,
            pass_penalty_empty_pile: true,
            hexagon: HexagonBonus::By60And70,
            bridge: BridgeRule::Any,
            bridge_with_hexagon: false,
            blocked_when: BlockedWhen::EmptyPile,
            blocked_winner: BlockedWinner::Points,
            blocked_score: BlockedScore::OthersMinusOwn,
            starter: StarterRule::HighestTriple,
            game_winner: GameWinner::RoundWinnerFirst,
            hands: Hands::Dealt,
        }
    }
}

/// The bonus for one, two and three hexagons at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum HexagonBonus {
    /// 50, 60 and 70 points.
    #[serde(rename = "50/60/70")]
    By60And70,
    /// 50 points for each.
    #[serde(rename = "50/100/150")]
    By50Each,
}

impl HexagonBonus {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            HexagonBonus::By60And70 => "50/60/70",
            HexagonBonus::By50Each => "50/100/150",
        }
    }
}

/// The bridges that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum BridgeRule {
    /// All bridges.
    Any,
    /// Bridges whose tile shares a single edge.
    CompletedOnly,
}

impl BridgeRule {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            BridgeRule::Any => "any",
            BridgeRule::CompletedOnly => "completed-only",
        }
    }
}

/// The condition under which a round is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum BlockedWhen {
    /// The pile is empty, and every seat in succession has ended a turn without placing.
    EmptyPile,
    /// Every seat in succession has ended a turn without placing.
    Passes,
}

impl BlockedWhen {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            BlockedWhen::EmptyPile => "empty-pile",
            BlockedWhen::Passes => "passes",
        }
    }
}

/// The winner of a blocked round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum BlockedWinner {
    /// The seat with the fewest points in hand.
    Points,
    /// The seat with the fewest tiles.
    Tiles,
}

impl BlockedWinner {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            BlockedWinner::Points => "points",
            BlockedWinner::Tiles => "tiles",
        }
    }
}

/// The scoring of a blocked round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum BlockedScore {
    /// A winner gets the points in the other hands less those in its own.
    OthersMinusOwn,
    /// A winner gets, for each other hand, the difference to its own.
    SumOfDifferences,
    /// A winner gets the points in the other hands.
    Others,
    /// Every seat loses the points in its own hand.
    EveryoneMinusOwn,
}

impl BlockedScore {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            BlockedScore::OthersMinusOwn => "others-minus-own",
            BlockedScore::SumOfDifferences => "sum-of-differences",
            BlockedScore::Others => "others",
            BlockedScore::EveryoneMinusOwn => "everyone-minus-own",
        }
    }
}

/// The opener of a round, and its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum StarterRule {
    /// The holder of the highest triple, with that tile.
    HighestTriple,
    /// Seat 1, then the winner of the last round, with any tile.
    Free,
}

impl StarterRule {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            StarterRule::HighestTriple => "highest-triple",
            StarterRule::Free => "free",
        }
    }
}

/// The winner of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum GameWinner {
    /// The winner of the last round, if its score reaches the target; otherwise the highest score.
    RoundWinnerFirst,
    /// The highest score.
    Highest,
}

impl GameWinner {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            GameWinner::RoundWinnerFirst => "round-winner-first",
            GameWinner::Highest => "highest",
        }
    }
}

/// The source of the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Hands {
    /// A hidden hand each, dealt and drawn by chance.
    Dealt,
    /// The remaining tiles, open to all: a game without chance, for study and counting. It is one
    /// round without draws and passes.
    Shared,
}

impl Hands {
    /// The name in options, records and positions.
    pub const fn name(self) -> &'static str {
        match self {
            Hands::Dealt => "dealt",
            Hands::Shared => "shared",
        }
    }
}

/// The tiles left in a hand at the end of a round.
///
/// ```
/// use tilewright_triominos::{HandLeft, Options};
///
/// let hand = |n_tiles, points| HandLeft { n_tiles, points };
/// let hands = [hand(1, 6), hand(2, 3)].into();
/// assert_eq!(Options::default().blocked_gains(&hands).as_slice(), [0, 3]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandLeft {
    /// The number of tiles.
    pub n_tiles: usize,
    /// The sum of their numbers.
    pub points: i32,
}

pub(crate) const INFO: &[OptionInfo] = &[
    info("seats", "2 to 6", "the number of players (2)"),
    info("target", "1 to 100000", "the points that end the game after a round (400)"),
    info("single-round", "on | off", "a single round is the game (off)"),
    info("max-draws", "0 to 56", "the most draws in a turn; 0 is no limit (3)"),
    info("voluntary-draw", "on | off", "players may draw or pass while a tile fits (on)"),
    info(
        "pass-penalty-empty-pile",
        "on | off",
        "a pass costs points when the pile is empty, too (on)",
    ),
    info("hexagon", "50/60/70 | 50/100/150", "the bonus for one, two and three hexagons at once"),
    info(
        "bridge",
        "any | completed-only",
        "every bridge counts, or only those that share one edge",
    ),
    info("bridge-with-hexagon", "on | off", "a bridge counts beside a hexagon (off)"),
    info(
        "blocked-when",
        "empty-pile | passes",
        "a round is blocked after a circle without a placement: with an empty pile, or always",
    ),
    info(
        "blocked-winner",
        "points | tiles",
        "the winner of a blocked round has the fewest points, or tiles, in hand",
    ),
    info(
        "blocked-score",
        "others-minus-own | sum-of-differences | others | everyone-minus-own",
        "the winner of a blocked round gets the others' points less the own, the sum of the \
         differences, the others' points, or everybody's points less the own",
    ),
    info(
        "starter",
        "highest-triple | free",
        "the highest triple opens, or seat 1 (later the last winner) with any tile",
    ),
    info(
        "game-winner",
        "round-winner-first | highest",
        "the winner of the last round wins if the target is reached, or the highest score wins",
    ),
    info(
        "hands",
        "dealt | shared",
        "hidden hands and a pile, or one round with all tiles open to everybody",
    ),
];

const fn info(name: &'static str, values: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { name, values, help }
}

/// The fewest seats.
pub(crate) const MIN_SEATS: u8 = 2;
pub(crate) const MAX_SEATS: u8 = 6;

const MAX_TARGET: i32 = 100_000;

/// The highest limit of draws: the number of tiles.
const MAX_MAX_DRAWS: u8 = 56;

/// The bonus for placing the last tile of a hand, besides the points in the other hands.
const OUT_BONUS: i32 = 25;

impl Options {
    /// The points that a draw costs.
    pub const DRAW_COST: i32 = 5;

    /// The points that a pass costs.
    pub const PASS_COST: i32 = 10;

    pub(crate) fn check(&self) -> Result<(), OptionsError> {
        let Options { seats, target, max_draws, .. } = *self;
        let refuse = |reason: String| Err(OptionsError::new(reason));
        if !(MIN_SEATS..=MAX_SEATS).contains(&seats) {
            let reason = format!("triominos is for {MIN_SEATS} to {MAX_SEATS} seats, not {seats}");
            return refuse(reason);
        }
        if !(1..=MAX_TARGET).contains(&target) {
            return refuse(format!("the target is from 1 to {MAX_TARGET}, not {target}"));
        }
        if max_draws > MAX_MAX_DRAWS {
            return refuse(format!("max-draws is from 0 to {MAX_MAX_DRAWS}, not {max_draws}"));
        }
        Ok(())
    }

    /// The number of seats.
    pub(crate) const fn n_seats(&self) -> usize {
        self.seats as usize
    }

    /// The number of tiles dealt to each seat.
    ///
    /// ```
    /// use tilewright_triominos::Options;
    ///
    /// assert_eq!(Options::default().hand_size(), 9);
    /// ```
    pub const fn hand_size(&self) -> usize {
        match (self.hands, self.seats) {
            (Hands::Shared, _) => 0,
            (Hands::Dealt, ..=2) => 9,
            (Hands::Dealt, 3 | 4) => 7,
            (Hands::Dealt, _) => 6,
        }
    }

    /// The number of seats and the options that differ from their defaults, by name and value.
    pub(crate) fn changed(&self) -> Vec<(&'static str, String)> {
        let defaults = Options::default().values();
        let mut changed = Vec::new();
        for ((name, value), (_, default)) in self.values().into_iter().zip(defaults) {
            if name == "seats" || value != default {
                changed.push((name, value));
            }
        }
        changed
    }

    fn values(&self) -> [(&'static str, String); 15] {
        let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
        [
            ("seats", self.seats.to_string()),
            ("target", self.target.to_string()),
            ("single-round", switch(self.single_round)),
            ("max-draws", self.max_draws.to_string()),
            ("voluntary-draw", switch(self.voluntary_draw)),
            ("pass-penalty-empty-pile", switch(self.pass_penalty_empty_pile)),
            ("hexagon", self.hexagon.name().to_owned()),
            ("bridge", self.bridge.name().to_owned()),
            ("bridge-with-hexagon", switch(self.bridge_with_hexagon)),
            ("blocked-when", self.blocked_when.name().to_owned()),
            ("blocked-winner", self.blocked_winner.name().to_owned()),
            ("blocked-score", self.blocked_score.name().to_owned()),
            ("starter", self.starter.name().to_owned()),
            ("game-winner", self.game_winner.name().to_owned()),
            ("hands", self.hands.name().to_owned()),
        ]
    }

    /// Returns true if the hands decide the opener of a round and its tile.
    pub(crate) fn has_starting_rule(&self) -> bool {
        self.hands == Hands::Dealt && self.starter == StarterRule::HighestTriple
    }

    /// The scores of hexagons and bridges.
    pub fn figures(&self) -> FigureRules {
        FigureRules {
            hexagons: match self.hexagon {
                HexagonBonus::By60And70 => [50, 60, 70],
                HexagonBonus::By50Each => [50, 100, 150],
            },
            bridge_completed_only: self.bridge == BridgeRule::CompletedOnly,
            bridge_with_hexagon: self.bridge_with_hexagon,
            ..FigureRules::default()
        }
    }

    /// The points that a pass costs, by whether the pile is empty.
    pub(crate) const fn pass_cost(&self, is_pile_empty: bool) -> i32 {
        if is_pile_empty && !self.pass_penalty_empty_pile { 0 } else { Options::PASS_COST }
    }

    /// The number of draws left in a turn, after `n_draws` and with `n_pile` tiles in the pile.
    pub(crate) fn n_draws_left(&self, n_draws: u8, n_pile: usize) -> usize {
        match self.max_draws {
            0 => n_pile,
            max_draws => n_pile.min(usize::from(max_draws.saturating_sub(n_draws))),
        }
    }

    /// Returns true if a round is blocked after `n_idle` consecutive turns without a placement,
    /// with `n_pile` tiles in the pile.
    ///
    /// No round is endless: one may pass only after a draw or with an empty pile, so the pile runs
    /// out if nobody places.
    pub(crate) fn is_blocked(&self, n_idle: u8, n_pile: usize) -> bool {
        let is_pile_enough = match self.blocked_when {
            BlockedWhen::EmptyPile => n_pile == 0,
            BlockedWhen::Passes => true,
        };
        is_pile_enough && usize::from(n_idle) >= self.n_seats()
    }

    /// Returns true if the seat wins a round that leaves these hands: its hand is empty, or none is
    /// and it wins the blocked round. A round of shared tiles has no winner.
    pub(crate) fn wins_round(&self, hands: &BySeat<HandLeft>, seat: Seat) -> bool {
        let by_hand = || out(hands).map_or_else(|| self.wins_blocked(hands, seat), |it| it == seat);
        self.hands == Hands::Dealt && by_hand()
    }

    /// The opener of the next round, where it depends on the hands left in this one and not on the
    /// new hands.
    pub(crate) fn next_opener(&self, left: &BySeat<HandLeft>) -> Option<Seat> {
        let winner = left.seats().find(|&seat| self.wins_round(left, seat));
        winner.filter(|_| !self.has_starting_rule())
    }

    /// Adds the gains of a round that leaves these hands to the scores.
    pub(crate) fn settle(&self, scores: &mut BySeat<i32>, left: &BySeat<HandLeft>) {
        let gains = self.round_gains(left);
        for seat in gains.seats() {
            scores[seat] += gains[seat];
        }
    }

    /// The gain of each seat from a round that leaves these hands.
    pub(crate) fn round_gains(&self, hands: &BySeat<HandLeft>) -> BySeat<i32> {
        if self.hands == Hands::Shared {
            return BySeat::from_fn(hands.len(), |_| 0);
        }
        let Some(winner) = out(hands) else { return self.blocked_gains(hands) };
        let left: i32 = hands.iter().map(|hand| hand.points).sum();
        BySeat::from_fn(hands.len(), |seat| if seat == winner { OUT_BONUS + left } else { 0 })
    }

    /// The winners of a blocked round that leaves these hands.
    pub fn blocked_winners(&self, hands: &BySeat<HandLeft>) -> Vec<Seat> {
        hands.seats().filter(|&seat| self.wins_blocked(hands, seat)).collect()
    }

    /// The gain of each seat from a blocked round that leaves these hands.
    pub fn blocked_gains(&self, hands: &BySeat<HandLeft>) -> BySeat<i32> {
        let total: i32 = hands.iter().map(|hand| hand.points).sum();
        let n_others = hands.len() as i32 - 1;
        BySeat::from_fn(hands.len(), |seat| {
            let own = hands[seat].points;
            let others = total - own;
            match self.blocked_score {
                BlockedScore::EveryoneMinusOwn => -own,
                _ if !self.wins_blocked(hands, seat) => 0,
                BlockedScore::OthersMinusOwn => others - own,
                BlockedScore::SumOfDifferences => others - n_others * own,
                BlockedScore::Others => others,
            }
        })
    }

    fn wins_blocked(&self, hands: &BySeat<HandLeft>, seat: Seat) -> bool {
        let count = |hand: &HandLeft| match self.blocked_winner {
            BlockedWinner::Points => hand.points,
            BlockedWinner::Tiles => hand.n_tiles as i32,
        };
        hands.iter().all(|other| count(&hands[seat]) <= count(other))
    }

    /// The outcome, if the game ends with a round that leaves these scores and had these winners.
    ///
    /// ```
    /// use tilewright_core::{BySeat, Seat};
    /// use tilewright_triominos::Options;
    ///
    /// let second = Seat::new(1).unwrap();
    /// let outcome = Options::default().game_outcome(BySeat::from([410, 405]), &[second]).unwrap();
    /// assert_eq!(outcome.places(), &BySeat::from([2, 1]));
    /// assert_eq!(Options::default().game_outcome(BySeat::from([399, 398]), &[second]), None);
    /// ```
    pub fn game_outcome(&self, scores: BySeat<i32>, round_winners: &[Seat]) -> Option<Outcome> {
        let wins_round = |seat| round_winners.contains(&seat);
        self.ends_game(&scores).then(|| self.ranked(scores, wins_round))
    }

    /// The outcome of a game whose last round leaves these hands.
    pub(crate) fn outcome(&self, scores: BySeat<i32>, left: &BySeat<HandLeft>) -> Outcome {
        self.ranked(scores, |seat| self.wins_round(left, seat))
    }

    /// Returns true if a round that leaves these scores is the last.
    pub(crate) fn ends_game(&self, scores: &BySeat<i32>) -> bool {
        self.single_round
            || self.hands == Hands::Shared
            || scores.iter().any(|&score| score >= self.target)
    }

    fn ranked(&self, scores: BySeat<i32>, wins_round: impl Fn(Seat) -> bool) -> Outcome {
        let has_target = !self.single_round && self.game_winner == GameWinner::RoundWinnerFirst;
        let is_first = |seat| has_target && scores[seat] >= self.target && wins_round(seat);
        // The winners share the first place, independent of their scores.
        Outcome::ranked(
            scores,
            |seat| {
                if is_first(seat) { (true, 0) } else { (false, scores[seat]) }
            },
        )
    }
}

/// The seat whose hand is empty.
fn out(hands: &BySeat<HandLeft>) -> Option<Seat> {
    hands.seats().find(|&seat| hands[seat].n_tiles == 0)
}
