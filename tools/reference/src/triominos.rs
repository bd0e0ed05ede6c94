//! The rules of Triominos: the table is a map from locations to the numbers that lie there, what
//! touches what is the list of the twelve named neighbors, and hands are sets of tiles. It speaks
//! the texts of moves.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::{Draw, Explore, Model, Pairs, Turn, best, either};

// ---------------------------------------------------------------------------------------------
// Tiles and orientations

/// Three numbers, clockwise: `1-2-3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile(u8, u8, u8);

impl Tile {
    /// All a ≤ b ≤ c from 0 to 5, one each.
    pub fn all() -> BTreeSet<Tile> {
        let mut tiles = BTreeSet::new();
        for a in 0..=5 {
            for b in a..=5 {
                for c in b..=5 {
                    tiles.insert(Tile(a, b, c));
                }
            }
        }
        tiles
    }

    pub fn read(text: &str) -> Tile {
        let named = |tile: &Tile| tile.to_string() == text;
        Tile::all().into_iter().find(named).unwrap_or_else(|| panic!("{text} is not a tile"))
    }

    pub fn points(self) -> i32 {
        i32::from(self.0) + i32::from(self.1) + i32::from(self.2)
    }

    fn is_triple(self) -> bool {
        self.0 == self.1 && self.1 == self.2
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.0, self.1, self.2)
    }
}

/// Every tile of a set, by name, in order.
fn names(tiles: &BTreeSet<Tile>) -> Vec<String> {
    tiles.iter().map(Tile::to_string).collect()
}

const LEFT: usize = 0;
const MIDDLE: usize = 1;
const RIGHT: usize = 2;

const UP_FACING: [&str; 3] = ["ABC", "CAB", "BCA"];
const DOWN_FACING: [&str; 3] = ["ACB", "CBA", "BAC"];

/// The numbers at left, middle and right: the name of the orientation says which stand there.
fn turned(tile: Tile, orientation: &str) -> [u8; 3] {
    let number = |letter| match letter {
        'A' => tile.0,
        'B' => tile.1,
        'C' => tile.2,
        _ => panic!("{orientation} is not an orientation"),
    };
    let numbers: Vec<u8> = orientation.chars().map(number).collect();
    [numbers[LEFT], numbers[MIDDLE], numbers[RIGHT]]
}

// ---------------------------------------------------------------------------------------------
// Locations and neighbors

/// x to the right, y downwards.
pub type Location = (i32, i32);

fn faces_up((x, y): Location) -> bool {
    (x + y) % 2 == 0
}

/// The page's table: each neighbor with its offset from a location that faces up.
const NEIGHBORS: [(&str, i32, i32); 12] = [
    ("left", -1, 0),
    ("right", 1, 0),
    ("middle", 0, 1),
    ("far-left", -2, 0),
    ("far-right", 2, 0),
    ("left-to-middle", -1, 1),
    ("far-left-to-middle", -2, 1),
    ("far-right-to-middle", 2, 1),
    ("right-to-middle", 1, 1),
    ("opposite", 0, -1),
    ("left-to-opposite", -1, -1),
    ("right-to-opposite", 1, -1),
];

fn neighbor((x, y): Location, name: &str) -> Location {
    let &(_, dx, dy) = NEIGHBORS.iter().find(|row| row.0 == name).expect("it is one of the twelve");
    if faces_up((x, y)) { (x + dx, y + dy) } else { (x + dx, y - dy) }
}

/// Which of a tile's corners meets which corner of a neighbor. It is the same for both ways to
/// face, because left, middle and right stay what they are when the picture is turned upside down.
const MEETINGS: [(usize, &str, usize); 15] = [
    (LEFT, "left", MIDDLE),
    (MIDDLE, "left", RIGHT),
    (RIGHT, "right", MIDDLE),
    (MIDDLE, "right", LEFT),
    (LEFT, "middle", LEFT),
    (RIGHT, "middle", RIGHT),
    (LEFT, "far-left", RIGHT),
    (RIGHT, "far-right", LEFT),
    (LEFT, "left-to-middle", MIDDLE),
    (LEFT, "far-left-to-middle", RIGHT),
    (RIGHT, "far-right-to-middle", LEFT),
    (RIGHT, "right-to-middle", MIDDLE),
    (MIDDLE, "opposite", MIDDLE),
    (MIDDLE, "left-to-opposite", RIGHT),
    (MIDDLE, "right-to-opposite", LEFT),
];

/// The five other cells round the left, the middle and the right corner.
const AROUND: [[&str; 5]; 3] = [
    ["left", "far-left", "far-left-to-middle", "left-to-middle", "middle"],
    ["left", "left-to-opposite", "opposite", "right-to-opposite", "right"],
    ["right", "far-right", "far-right-to-middle", "right-to-middle", "middle"],
];

/// A bridge: this neighbor is there, and any of these.
const BRIDGES: [(&str, [&str; 3]); 3] = [
    ("right", ["far-left", "far-left-to-middle", "left-to-middle"]),
    ("left", ["far-right", "far-right-to-middle", "right-to-middle"]),
    ("middle", ["opposite", "left-to-opposite", "right-to-opposite"]),
];

// ---------------------------------------------------------------------------------------------
// The table

/// The tiles on the table: the numbers at left, middle and right of each location.
#[derive(Clone, Debug, Default)]
pub struct Table(BTreeMap<Location, [u8; 3]>);

/// A tile, turned, at a location: `1-2-3:ACB@-2,1`.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    pub tile: Tile,
    pub orientation: &'static str,
    pub location: Location,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placement { tile, orientation, location: (x, y) } = self;
        write!(f, "{tile}:{orientation}@{x},{y}")
    }
}

impl Placement {
    pub fn read(text: &str) -> Placement {
        let (tile, rest) = text.split_once(':').expect("a placement has a colon");
        let (orientation, location) = rest.split_once('@').expect("a placement has a location");
        let (x, y) = location.split_once(',').expect("a location has a comma");
        let same = |name: &&str| *name == orientation;
        let orientation = UP_FACING.into_iter().chain(DOWN_FACING).find(same);
        Placement {
            tile: Tile::read(tile),
            orientation: orientation.expect("it is one of the six"),
            location: (x.parse().expect("x is a number"), y.parse().expect("y is a number")),
        }
    }

    /// A triple's three names for one cell are one move, by the first name.
    fn is_canonical(&self) -> bool {
        !self.tile.is_triple() || ["ABC", "ACB"].contains(&self.orientation)
    }
}

impl Table {
    pub fn lay(&mut self, placement: Placement) {
        self.0.insert(placement.location, turned(placement.tile, placement.orientation));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every location with a tile, and the numbers at its left, middle and right.
    pub fn cells(&self) -> impl Iterator<Item = (Location, [u8; 3])> {
        self.0.iter().map(|(&location, &numbers)| (location, numbers))
    }

    fn is_there(&self, location: Location, name: &str) -> bool {
        self.0.contains_key(&neighbor(location, name))
    }

    fn n_edges(&self, location: Location) -> usize {
        ["left", "right", "middle"].iter().filter(|name| self.is_there(location, name)).count()
    }

    /// Everything that is wrong with a placement, but for whose tile it is.
    pub fn broken_rules(&self, placement: &Placement) -> Vec<&'static str> {
        let Placement { tile, orientation, location } = *placement;
        let mut broken = Vec::new();
        if faces_up(location) != UP_FACING.contains(&orientation) {
            broken.push("facing");
        }
        if self.is_empty() {
            // At (0,0) for an up-facing or (1,0) for a down-facing tile.
            if location != (0, 0) && location != (1, 0) {
                broken.push("first-location");
            }
            return broken;
        }
        if self.0.contains_key(&location) {
            broken.push("occupied");
        }
        if self.n_edges(location) == 0 {
            broken.push("no-edge");
        }
        let numbers = turned(tile, orientation);
        if self.touching(location).into_iter().any(|(corner, number)| numbers[corner] != number) {
            broken.push("corner-mismatch");
        }
        broken
    }

    /// The corners of a location that touch something, each with the number it touches.
    fn touching(&self, location: Location) -> Vec<(usize, u8)> {
        let mut touching = Vec::new();
        for (own_corner, name, corner) in MEETINGS {
            if let Some(numbers) = self.0.get(&neighbor(location, name)) {
                touching.push((own_corner, numbers[corner]));
            }
        }
        touching
    }

    /// The empty locations with an edge neighbor, or the two where a round begins.
    fn places(&self) -> BTreeSet<Location> {
        if self.is_empty() {
            return BTreeSet::from([(0, 0), (1, 0)]);
        }
        let beside =
            |&location: &Location| ["left", "right", "middle"].map(|name| neighbor(location, name));
        let places = self.0.keys().flat_map(beside);
        places.filter(|location| !self.0.contains_key(location)).collect()
    }

    /// Every valid placement of the tiles, a triple by all three of its names.
    pub fn placements(&self, tiles: &BTreeSet<Tile>) -> Vec<Placement> {
        let mut placements = Vec::new();
        for location in self.places() {
            let touching = self.touching(location);
            for &tile in tiles {
                for orientation in if faces_up(location) { UP_FACING } else { DOWN_FACING } {
                    let numbers = turned(tile, orientation);
                    if touching.iter().all(|&(corner, number)| numbers[corner] == number) {
                        placements.push(Placement { tile, orientation, location });
                    }
                }
            }
        }
        placements
    }

    /// The number of hexagons that a tile completes here.
    pub fn n_hexagons(&self, location: Location) -> usize {
        let is_full = |names: &&[&str; 5]| names.iter().all(|name| self.is_there(location, name));
        AROUND.iter().filter(is_full).count()
    }

    pub fn is_bridge(&self, location: Location) -> bool {
        BRIDGES.iter().any(|(edge, across)| {
            self.is_there(location, edge) && across.iter().any(|it| self.is_there(location, it))
        })
    }

    /// The sum of the numbers and the bonus.
    pub fn points(&self, placement: &Placement, options: &Options) -> i32 {
        let location = placement.location;
        let n_hexagons = self.n_hexagons(location);
        let bridge_counts = !options.bridge_completed_only || self.n_edges(location) == 1;
        let mut points = placement.tile.points();
        if n_hexagons > 0 {
            points += options.hexagon[n_hexagons - 1];
        }
        if self.is_bridge(location)
            && bridge_counts
            && (n_hexagons == 0 || options.bridge_with_hexagon)
        {
            points += 40;
        }
        points
    }
}

// ---------------------------------------------------------------------------------------------
// Options

/// The options of the page, and shared hands.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    pub seats: usize,
    pub target: i32,
    pub single_round: bool,
    pub max_draws: usize,
    pub voluntary_draw: bool,
    pub pass_penalty_empty_pile: bool,
    pub hexagon: [i32; 3],
    pub bridge_completed_only: bool,
    pub bridge_with_hexagon: bool,
    pub blocked_when: String,
    pub blocked_winner: String,
    pub blocked_score: String,
    pub free_start: bool,
    pub game_winner: String,
    pub shared_hands: bool,
}

impl Options {
    /// The defaults, changed by names and values.
    pub fn read(pairs: &[(&str, &str)]) -> Options {
        let mut options = Options {
            seats: 2,
            target: 400,
            single_round: false,
            max_draws: 3,
            voluntary_draw: true,
            pass_penalty_empty_pile: true,
            hexagon: [50, 60, 70],
            bridge_completed_only: false,
            bridge_with_hexagon: false,
            blocked_when: "empty-pile".to_owned(),
            blocked_winner: "points".to_owned(),
            blocked_score: "others-minus-own".to_owned(),
            free_start: false,
            game_winner: "round-winner-first".to_owned(),
            shared_hands: false,
        };
        for &(name, value) in pairs {
            options.set(name, value);
        }
        options
    }

    fn set(&mut self, name: &str, value: &str) {
        let either = |no, yes| either(name, value, no, yes);
        match name {
            "seats" => self.seats = value.parse().expect(name),
            "target" => self.target = value.parse().expect(name),
            "single-round" => self.single_round = either("off", "on"),
            "max-draws" => self.max_draws = value.parse().expect(name),
            "voluntary-draw" => self.voluntary_draw = either("off", "on"),
            "pass-penalty-empty-pile" => self.pass_penalty_empty_pile = either("off", "on"),
            "hexagon" => {
                let is_large = either("50/60/70", "50/100/150");
                self.hexagon = if is_large { [50, 100, 150] } else { [50, 60, 70] };
            }
            "bridge" => self.bridge_completed_only = either("any", "completed-only"),
            "bridge-with-hexagon" => self.bridge_with_hexagon = either("off", "on"),
            "blocked-when" => value.clone_into(&mut self.blocked_when),
            "blocked-winner" => value.clone_into(&mut self.blocked_winner),
            "blocked-score" => value.clone_into(&mut self.blocked_score),
            "starter" => self.free_start = either("highest-triple", "free"),
            "game-winner" => value.clone_into(&mut self.game_winner),
            "hands" => self.shared_hands = either("dealt", "shared"),
            _ => panic!("there is no option {name}"),
        }
    }

    fn hand_size(&self) -> usize {
        match self.seats {
            2 => 9,
            3 | 4 => 7,
            5 | 6 => 6,
            n_seats => panic!("it is not played with {n_seats} seats"),
        }
    }
}

// ---------------------------------------------------------------------------------------------
// How a round begins and ends

/// The holder of the highest triple; without any triple the highest sum. Ties go to the next best
/// tile of each, then to the lowest seat.
pub fn starter(hands: &[BTreeSet<Tile>]) -> usize {
    let highest_triple = |seat: usize| hands[seat].iter().filter(|tile| tile.is_triple()).max();
    let sums = |seat: usize| {
        let mut sums: Vec<i32> = hands[seat].iter().map(|tile| tile.points()).collect();
        sums.sort_unstable_by(|a, b| b.cmp(a));
        sums
    };
    let mut best = 0;
    for seat in 1..hands.len() {
        let is_better = match (highest_triple(seat), highest_triple(best)) {
            (None, None) => sums(seat) > sums(best),
            (triple, other) => triple > other,
        };
        if is_better {
            best = seat;
        }
    }
    best
}

/// The tiles that the starter may open with, each with what it scores.
pub fn openings(hand: &BTreeSet<Tile>) -> BTreeMap<Tile, i32> {
    let zero = Tile(0, 0, 0);
    let mut openings = BTreeMap::new();
    if let Some(&triple) = hand.iter().filter(|tile| tile.is_triple()).max() {
        openings.insert(triple, triple.points() + 10);
        if hand.contains(&zero) {
            openings.insert(zero, 40);
        }
    } else {
        let highest = hand.iter().map(|tile| tile.points()).max().expect("a hand has tiles");
        let best = hand.iter().filter(|tile| tile.points() == highest);
        openings.extend(best.map(|&tile| (tile, highest)));
    }
    openings
}

/// The rest of a hand.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    pub n_tiles: usize,
    pub points: i32,
}

/// The winners of a blocked round.
pub fn blocked_winners(options: &Options, left: &[Left]) -> Vec<usize> {
    let measure = |seat: usize| match options.blocked_winner.as_str() {
        "points" => left[seat].points,
        "tiles" => left[seat].n_tiles as i32,
        other => panic!("blocked-winner {other}"),
    };
    let lowest = (0..left.len()).map(measure).min();
    (0..left.len()).filter(|&seat| Some(measure(seat)) == lowest).collect()
}

/// The points of everybody at the end of a blocked round.
pub fn blocked_gains(options: &Options, left: &[Left]) -> Vec<i32> {
    let winners = blocked_winners(options, left);
    let gain = |seat: usize| {
        let own = left[seat].points;
        let others = (0..left.len()).filter(|&other| other != seat).map(|other| left[other].points);
        match (options.blocked_score.as_str(), winners.contains(&seat)) {
            ("everyone-minus-own", _) => -own,
            (_, false) => 0,
            ("others-minus-own", true) => others.sum::<i32>() - own,
            ("sum-of-differences", true) => others.map(|points| points - own).sum(),
            ("others", true) => others.sum(),
            (other, true) => panic!("blocked-score {other}"),
        }
    };
    (0..left.len()).map(gain).collect()
}

/// The place of everybody if the game is over after a round with these winners.
pub fn game_places(options: &Options, scores: &[i32], round_winners: &[usize]) -> Option<Vec<u8>> {
    let has_target = |seat: usize| scores[seat] >= options.target;
    if options.single_round {
        return Some(places_by_score(scores, &[]));
    }
    if !(0..scores.len()).any(has_target) {
        return None;
    }
    let first: Vec<usize> = match options.game_winner.as_str() {
        "round-winner-first" => {
            round_winners.iter().copied().filter(|&seat| has_target(seat)).collect()
        }
        "highest" => Vec::new(),
        other => panic!("game-winner {other}"),
    };
    Some(places_by_score(scores, &first))
}

/// Those named share the first place; everybody else comes behind them, by score.
fn places_by_score(scores: &[i32], first: &[usize]) -> Vec<u8> {
    let place = |seat: usize| {
        if first.contains(&seat) {
            return 1;
        }
        let is_ahead = |&other: &usize| first.contains(&other) || scores[other] > scores[seat];
        1 + (0..scores.len()).filter(is_ahead).count() as u8
    };
    (0..scores.len()).map(place).collect()
}

// ---------------------------------------------------------------------------------------------
// The game

/// The next event.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Next {
    /// The next tile is dealt. At the end of a round the table is cleared first.
    Deal,
    /// A seat begins the round.
    Open(usize),
    /// A seat places, draws or passes.
    Decide(usize),
    /// A seat gets a tile from the pile.
    Drawn(usize),
    Over(Vec<u8>),
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Reference {
    options: Options,
    table: Table,
    hands: Vec<BTreeSet<Tile>>,
    pile: BTreeSet<Tile>,
    scores: Vec<i32>,
    next: Next,
    /// From 1.
    round: u32,
    starter: usize,
    /// In this turn.
    n_draws: usize,
    /// One after the other, up to now, in this round.
    n_turns_without_placing: usize,
    /// The end of the last round, `out` or `blocked`, and its winners.
    last_round: Option<(&'static str, Vec<usize>)>,
    is_round_over: bool,
}

/// Looking.
impl Reference {
    pub fn hands(&self) -> Vec<Vec<String>> {
        self.hands.iter().map(names).collect()
    }

    pub fn pile(&self) -> Vec<String> {
        names(&self.pile)
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    pub fn round(&self) -> u32 {
        self.round
    }

    pub fn is_round_over(&self) -> bool {
        self.is_round_over
    }

    /// The seat that begins the round, once that is known: by the hands, or by the round before.
    pub fn starter(&self) -> Option<usize> {
        let is_dealing = self.next == Next::Deal && !self.is_round_over;
        match &self.last_round {
            _ if !is_dealing => Some(self.starter),
            _ if !self.options.free_start => None,
            None => Some(0),
            Some((_, winners)) => winners.iter().min().copied(),
        }
    }

    /// The end of the last round, and its winners.
    pub fn last_round(&self) -> Option<(&'static str, &[usize])> {
        self.last_round.as_ref().map(|(reason, winners)| (*reason, &winners[..]))
    }
}

/// The legal moves.
impl Reference {
    /// Every legal placement, a triple by all three of its names.
    fn named_placements(&self) -> Vec<Placement> {
        match self.next {
            Next::Deal | Next::Drawn(_) | Next::Over(_) => Vec::new(),
            Next::Decide(_) if self.options.shared_hands => self.table.placements(&self.pile),
            Next::Decide(seat) => self.table.placements(&self.hands[seat]),
            Next::Open(seat) if self.options.free_start => self.table.placements(&self.hands[seat]),
            Next::Open(seat) => {
                let tiles = openings(&self.hands[seat]).into_keys().collect();
                self.table.placements(&tiles)
            }
        }
    }

    /// The points of a legal placement.
    fn points(&self, placement: &Placement) -> i32 {
        match self.next {
            Next::Open(seat) if !self.options.free_start => {
                openings(&self.hands[seat])[&placement.tile]
            }
            _ => self.table.points(placement, &self.options),
        }
    }

    /// The seat that places, draws or passes, with tiles of its own.
    fn decider(&self) -> Option<usize> {
        match self.next {
            Next::Decide(seat) if !self.options.shared_hands => Some(seat),
            _ => None,
        }
    }

    /// With `voluntary-draw` off one may draw or pass only if no tile of the hand fits.
    fn may_decline(&self, seat: usize) -> bool {
        self.options.voluntary_draw || self.table.placements(&self.hands[seat]).is_empty()
    }

    fn has_drawn_all(&self) -> bool {
        self.options.max_draws > 0 && self.n_draws == self.options.max_draws
    }

    fn can_draw(&self) -> bool {
        let Some(seat) = self.decider() else { return false };
        !self.pile.is_empty() && !self.has_drawn_all() && self.may_decline(seat)
    }

    fn can_pass(&self) -> bool {
        let Some(seat) = self.decider() else { return false };
        (self.pile.is_empty() || self.has_drawn_all()) && self.may_decline(seat)
    }
}

/// Doing it.
impl Reference {
    /// Each seat's whole hand in turn.
    fn deal(&mut self, tile: Tile) {
        if self.is_round_over {
            self.is_round_over = false;
            self.round += 1;
            self.table = Table::default();
            self.hands = vec![BTreeSet::new(); self.options.seats];
            self.pile = Tile::all();
        }
        let hand_size = self.options.hand_size();
        let is_short = |hand: &&mut BTreeSet<Tile>| hand.len() < hand_size;
        self.hands.iter_mut().find(is_short).expect("somebody lacks a tile").insert(tile);
        self.pile.remove(&tile);
        if self.hands.iter().all(|hand| hand.len() == hand_size) {
            self.starter = self.starter().unwrap_or_else(|| starter(&self.hands));
            self.n_draws = 0;
            self.n_turns_without_placing = 0;
            self.next = Next::Open(self.starter);
        }
    }

    fn pass(&mut self, seat: usize) {
        if self.options.pass_penalty_empty_pile || !self.pile.is_empty() {
            self.scores[seat] -= 10;
        }
        self.n_turns_without_placing += 1;
        self.end_turn(seat);
        // Blocked: when the pile is empty and every player in succession has ended a turn without
        // placing, or with the option `passes` whatever is left in the pile.
        let may_end = match self.options.blocked_when.as_str() {
            "empty-pile" => self.pile.is_empty(),
            "passes" => true,
            other => panic!("blocked-when {other}"),
        };
        if may_end && self.n_turns_without_placing >= self.options.seats {
            let left = self.hands.iter().map(|hand| Left {
                n_tiles: hand.len(),
                points: hand.iter().map(|tile| tile.points()).sum(),
            });
            let left: Vec<Left> = left.collect();
            let winners = blocked_winners(&self.options, &left);
            self.end_round("blocked", winners, &blocked_gains(&self.options, &left));
        }
    }

    fn place(&mut self, seat: usize, placement: Placement) {
        assert_eq!(self.table.broken_rules(&placement), [""; 0], "{placement}");
        self.scores[seat] += self.points(&placement);
        self.table.lay(placement);
        self.n_turns_without_placing = 0;
        self.end_turn(seat);
        if self.options.shared_hands {
            self.pile.remove(&placement.tile);
            if self.table.placements(&self.pile).is_empty() {
                self.is_round_over = true;
                self.next = Next::Over(places_by_score(&self.scores, &[]));
            }
            return;
        }
        self.hands[seat].remove(&placement.tile);
        // Out: 25 plus the sum of all tiles left in the others' hands.
        if self.hands[seat].is_empty() {
            let left: i32 = self.hands.iter().flatten().map(|tile| tile.points()).sum();
            let mut gains = vec![0; self.options.seats];
            gains[seat] = 25 + left;
            self.end_round("out", vec![seat], &gains);
        }
    }

    fn end_turn(&mut self, seat: usize) {
        self.n_draws = 0;
        self.next = Next::Decide((seat + 1) % self.options.seats);
    }

    fn end_round(&mut self, reason: &'static str, winners: Vec<usize>, gains: &[i32]) {
        for (score, gain) in self.scores.iter_mut().zip(gains) {
            *score += gain;
        }
        self.is_round_over = true;
        self.next = match game_places(&self.options, &self.scores, &winners) {
            Some(places) => Next::Over(places),
            None => Next::Deal,
        };
        self.last_round = Some((reason, winners));
    }
}

impl Model for Reference {
    fn start(pairs: &[(&str, &str)]) -> Reference {
        let options = Options::read(pairs);
        let n_seats = options.seats;
        Reference {
            table: Table::default(),
            hands: vec![BTreeSet::new(); n_seats],
            pile: Tile::all(),
            scores: vec![0; n_seats],
            next: if options.shared_hands { Next::Decide(0) } else { Next::Deal },
            round: 1,
            starter: 0,
            n_draws: 0,
            n_turns_without_placing: 0,
            last_round: None,
            is_round_over: false,
            options,
        }
    }

    fn turn(&self) -> Turn {
        match &self.next {
            Next::Deal | Next::Drawn(_) => Turn::Chance,
            Next::Open(seat) | Next::Decide(seat) => Turn::Seat(*seat),
            Next::Over(places) => Turn::Over(places.clone()),
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut moves: Vec<String> = match self.next {
            Next::Deal if self.is_round_over => {
                Tile::all().iter().map(|tile| format!("deal:{tile}")).collect()
            }
            Next::Deal => self.pile.iter().map(|tile| format!("deal:{tile}")).collect(),
            Next::Drawn(_) => self.pile.iter().map(|tile| format!("drawn:{tile}")).collect(),
            Next::Open(_) | Next::Decide(_) | Next::Over(_) => {
                let placements = self.named_placements();
                let distinct = placements.iter().filter(|placement| placement.is_canonical());
                distinct.map(Placement::to_string).collect()
            }
        };
        if self.can_draw() {
            moves.push("draw".to_owned());
        }
        if self.can_pass() {
            moves.push("pass".to_owned());
        }
        moves.sort_unstable();
        moves
    }

    fn play(&mut self, text: &str) {
        assert!(self.legal().iter().any(|legal| legal == text), "{text} is not legal");
        match (self.next.clone(), text) {
            (Next::Deal, _) => self.deal(Tile::read(text.strip_prefix("deal:").expect(text))),
            (Next::Drawn(seat), _) => {
                let tile = Tile::read(text.strip_prefix("drawn:").expect(text));
                self.pile.remove(&tile);
                self.hands[seat].insert(tile);
                self.next = Next::Decide(seat);
            }
            (Next::Decide(seat), "draw") => {
                self.scores[seat] -= 5;
                self.n_draws += 1;
                self.next = Next::Drawn(seat);
            }
            (Next::Decide(seat), "pass") => self.pass(seat),
            (Next::Open(seat) | Next::Decide(seat), _) => self.place(seat, Placement::read(text)),
            (Next::Over(_), _) => panic!("the game is over"),
        }
    }

    fn scores(&self) -> Vec<i32> {
        self.scores.clone()
    }
}

impl Explore for Reference {
    const SETUPS: &'static [&'static Pairs] = &[
        &[("seats", "2")],
        &[("seats", "3")],
        &[("seats", "4")],
        &[("seats", "5")],
        &[("seats", "6")],
    ];

    fn changes(_: &Pairs) -> &'static [(&'static str, &'static str, usize)] {
        &[
            ("target", "1", 3),
            ("target", "150", 3),
            ("single-round", "on", 3),
            ("max-draws", "0", 3),
            ("max-draws", "1", 3),
            ("max-draws", "7", 3),
            ("voluntary-draw", "off", 3),
            ("pass-penalty-empty-pile", "off", 3),
            ("hexagon", "50/100/150", 3),
            ("bridge", "completed-only", 3),
            ("bridge-with-hexagon", "on", 3),
            ("blocked-when", "passes", 3),
            ("blocked-winner", "tiles", 3),
            ("blocked-score", "sum-of-differences", 3),
            ("blocked-score", "others", 3),
            ("blocked-score", "everyone-minus-own", 3),
            ("starter", "free", 3),
            ("game-winner", "highest", 3),
            // Without hands most options mean nothing.
            ("hands", "shared", 12),
        ]
    }

    fn reason(&self) -> Option<&'static str> {
        let is_over = matches!(self.next, Next::Over(_));
        is_over.then(|| self.last_round.as_ref().map_or("no placement", |round| round.0))
    }

    /// The table knows its own rules; it says nothing of hands and turns.
    fn is_broken(&self, text: &str, rule: &str) -> bool {
        let is_of_table =
            ["facing", "first-location", "occupied", "no-edge", "corner-mismatch"].contains(&rule);
        !(text.contains('@') && is_of_table)
            || self.table.broken_rules(&Placement::read(text)).contains(&rule)
    }

    /// Everything but placements, and some placements of all tiles near the table.
    fn any_moves(&self, draw: &mut Draw) -> Vec<String> {
        let mut moves: Vec<String> =
            ["draw", "pass", "deal:?", "drawn:?"].map(str::to_owned).into();
        for tile in Tile::all() {
            moves.push(format!("deal:{tile}"));
            moves.push(format!("drawn:{tile}"));
        }
        moves.extend((0..200).map(|_| self.any_placement(draw).to_string()));
        moves
    }

    fn preferred(
        &self,
        legal: &[String],
        style: u64,
        _played: &[String],
        draw: &mut Draw,
    ) -> Vec<String> {
        let placements = || legal.iter().filter(|text| text.contains('@')).cloned();
        match style % 4 {
            // Places whenever it can.
            0 => placements().collect(),
            // The most points, so that there are bridges and hexagons.
            1 => {
                let placements: Vec<String> = placements().collect();
                best(&placements, |text| self.points(&Placement::read(text)))
            }
            // Mostly draws, or mostly passes, so that rounds are blocked with tiles in all hands.
            _ if draw(4) == 0 => Vec::new(),
            2 => legal.iter().filter(|text| *text == "draw").cloned().collect(),
            _ => legal.iter().filter(|text| *text == "pass").cloned().collect(),
        }
    }

    fn is_long(&self, _n_moves: usize) -> bool {
        self.round > 15
    }
}

impl Reference {
    /// Any tile in any orientation at any location on or beside the table.
    fn any_placement(&self, draw: &mut Draw) -> Placement {
        let cells: Vec<Location> = self.table.cells().map(|cell| cell.0).collect();
        let (x, y) = if cells.is_empty() { (0, 0) } else { cells[draw(cells.len())] };
        let mut step = || draw(5) as i32 - 2;
        let location = (x + step(), y + step());
        let tiles: Vec<Tile> = Tile::all().into_iter().collect();
        let tile = tiles[draw(tiles.len())];
        let orientation = if draw(2) == 0 { UP_FACING[draw(3)] } else { DOWN_FACING[draw(3)] };
        let placement = Placement { tile, orientation, location };
        // Only the first name of a triple is written.
        let first = if UP_FACING.contains(&orientation) { "ABC" } else { "ACB" };
        if placement.is_canonical() {
            placement
        } else {
            Placement { orientation: first, ..placement }
        }
    }
}
