//! A slow, obvious second implementation of the rules, for comparison with the fast one.
//!
//! It is written from the rules page alone, in the page's order and words, and shares nothing with
//! the crate that it tests: spaces are coordinates, rows are what lies in a line of them, the pipes
//! are a map from slots to owners, the hands are counts, and what is legal is whatever breaks no
//! rule. It speaks the texts of actions and positions.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

// ---------------------------------------------------------------------------------------------
// Pieces and board

/// Blue starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Color {
    Blue,
    Red,
}

impl Color {
    pub(crate) const ALL: [Color; 2] = [Color::Blue, Color::Red];

    pub(crate) fn other(self) -> Color {
        if self == Color::Blue { Color::Red } else { Color::Blue }
    }

    pub(crate) fn name(self) -> &'static str {
        if self == Color::Blue { "blue" } else { "red" }
    }

    /// `b` or `r`.
    pub(crate) fn letter(self) -> char {
        if self == Color::Blue { 'b' } else { 'r' }
    }
}

/// The order is that of the layers in a position's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Diameter {
    S,
    M,
    L,
}

impl Diameter {
    pub(crate) const ALL: [Diameter; 3] = [Diameter::S, Diameter::M, Diameter::L];

    fn read(letter: char) -> Diameter {
        match letter {
            'S' => Diameter::S,
            'M' => Diameter::M,
            'L' => Diameter::L,
            _ => panic!("{letter} is not a diameter"),
        }
    }
}

/// The order is that of the index, rank by rank from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Space {
    rank: i32,
    file: i32,
}

impl Space {
    /// Every space of a board with `size` ranks, in order.
    fn all(size: i32) -> Vec<Space> {
        let of_rank = |rank| (0..size).map(move |file| Space { rank, file });
        (0..size).flat_map(of_rank).collect()
    }

    fn read(text: &str) -> Space {
        let &[file, rank] = text.as_bytes() else { panic!("{text} is not a space") };
        Space { rank: i32::from(rank) - i32::from(b'1'), file: i32::from(file) - i32::from(b'a') }
    }

    fn is_on_board(self, size: i32) -> bool {
        (0..size).contains(&self.rank) && (0..size).contains(&self.file)
    }

    /// Whether the two share a side.
    fn is_neighbor(self, other: Space) -> bool {
        (self.rank - other.rank).abs() + (self.file - other.file).abs() == 1
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = ["a", "b", "c", "d"][self.file as usize];
        write!(f, "{file}{}", self.rank + 1)
    }
}

type Row = Vec<Space>;

/// Every row of `length` consecutive spaces: along ranks, files and both diagonals, also short
/// ones.
fn rows(size: i32, length: i32) -> &'static [Row] {
    static ROWS: LazyLock<BTreeMap<(i32, i32), Vec<Row>>> = LazyLock::new(|| {
        [(3, 3), (4, 3), (4, 4)]
            .map(|(size, length)| ((size, length), lay_rows(size, length)))
            .into()
    });
    &ROWS[&(size, length)]
}

fn lay_rows(size: i32, length: i32) -> Vec<Row> {
    let mut rows = Vec::new();
    for start in Space::all(size) {
        for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let step = |i| Space { rank: start.rank + i * up, file: start.file + i * right };
            let row: Row = (0..length).map(step).collect();
            if row.iter().all(|space| space.is_on_board(size)) {
                rows.push(row);
            }
        }
    }
    rows
}

/// Where a pipe is: the space of a straight one, or both of a U pipe, the lower index first.
type Place = Vec<Space>;

/// Every space, and every pair of neighbors.
fn places(size: i32) -> Vec<Place> {
    let spaces = Space::all(size);
    let mut places: Vec<Place> = spaces.iter().map(|&space| vec![space]).collect();
    for &first in &spaces {
        let is_second = |space: &&Space| first < **space && first.is_neighbor(**space);
        places.extend(spaces.iter().filter(is_second).map(|&second| vec![first, second]));
    }
    places
}

fn read_place(text: &str) -> Place {
    assert!(text.is_ascii() && text.len().is_multiple_of(2), "{text} is not a place");
    (0..text.len()).step_by(2).map(|i| Space::read(&text[i..i + 2])).collect()
}

fn place_text(place: &[Space]) -> String {
    place.iter().map(Space::to_string).collect()
}

// ---------------------------------------------------------------------------------------------
// Options

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveAfter {
    Each,
    AnyTime,
    Never,
}

/// The options of the page, and ours for counting.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// How many ranks and files there are.
    size: i32,
    move_after: MoveAfter,
    four_rows: bool,
    u_pipes: Vec<Diameter>,
    board_only: bool,
}

impl Options {
    /// The defaults, changed by names and values.
    pub(crate) fn read(pairs: &[(&str, &str)]) -> Options {
        let mut options = Options {
            size: 3,
            move_after: MoveAfter::Each,
            four_rows: true,
            u_pipes: vec![Diameter::S, Diameter::M],
            board_only: false,
        };
        for &(name, value) in pairs {
            options.set(name, value);
        }
        options
    }

    fn set(&mut self, name: &str, value: &str) {
        match (name, value) {
            ("variant", "3x3") => self.size = 3,
            ("variant", "4x4") => self.size = 4,
            ("move-after", "each") => self.move_after = MoveAfter::Each,
            ("move-after", "any-time") => self.move_after = MoveAfter::AnyTime,
            ("move-after", "never") => self.move_after = MoveAfter::Never,
            ("four-rows", "on" | "off") => self.four_rows = value == "on",
            ("u-pipes", "small-medium") => self.u_pipes = vec![Diameter::S, Diameter::M],
            ("u-pipes", "medium-large") => self.u_pipes = vec![Diameter::M, Diameter::L],
            ("board-only", "on" | "off") => self.board_only = value == "on",
            _ => panic!("there is no option {name}={value}"),
        }
    }

    /// How many pipes of a kind each player has: straight ones have one end on the board, U pipes
    /// two.
    fn n_pipes(&self, (diameter, n_ends): Kind) -> usize {
        match n_ends {
            1 => self.size as usize,
            _ => usize::from(self.size == 4 && self.u_pipes.contains(&diameter)),
        }
    }

    fn empty_text(&self) -> String {
        let size = self.size as usize;
        let layer = vec![".".repeat(size); size].join("/");
        format!("{} b", vec![layer; 3].join("|"))
    }
}

// ---------------------------------------------------------------------------------------------
// The game

/// A diameter, and how many slots a pipe fills: one if it is straight, two if it is a U pipe.
type Kind = (Diameter, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pipe {
    owner: Color,
    /// Where the other end of a U pipe is.
    partner: Option<Space>,
}

/// What is on the board and in the hands, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    pipes: BTreeMap<(Space, Diameter), Pipe>,
    hands: BTreeMap<(Color, Kind), usize>,
    to_move: Color,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    options: Options,
    board: Board,
    /// How often each board was there.
    occurrences: BTreeMap<Board, usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Player(Color),
    Over { winner: Option<Color>, reason: &'static str },
}

/// A turn: a pipe is placed from the hand, or moved from one place to another.
#[derive(Clone, Debug)]
struct Action {
    diameter: Diameter,
    from: Option<Place>,
    to: Place,
}

impl Action {
    fn read(text: &str) -> Action {
        let (n_ends, rest) = text.strip_prefix('U').map_or((1, text), |rest| (2, rest));
        let diameter = Diameter::read(rest.chars().next().expect("an action has a diameter"));
        let (from, to) = if let Some(to) = rest[1..].strip_prefix('@') {
            (None, to)
        } else {
            let (from, to) = rest[1..].split_once('-').expect("a move has a dash");
            (Some(read_place(from)), to)
        };
        let action = Action { diameter, from, to: read_place(to) };
        let n_spaces = action.from.as_ref().map_or(n_ends, Vec::len);
        assert_eq!((n_spaces, action.to.len()), (n_ends, n_ends), "{text}");
        action
    }

    fn text(&self) -> String {
        let Action { diameter, from, to } = self;
        let shape = if to.len() == 2 { "U" } else { "" };
        let to = place_text(to);
        match from {
            None => format!("{shape}{diameter:?}@{to}"),
            Some(from) => format!("{shape}{diameter:?}{}-{to}", place_text(from)),
        }
    }

    fn kind(&self) -> Kind {
        (self.diameter, self.to.len())
    }
}

impl Reference {
    pub(crate) fn start(options: Options) -> Reference {
        let text = options.empty_text();
        Reference::resume(options, &text)
    }

    /// A game that goes on from a position of the page's notation.
    pub(crate) fn resume(options: Options, text: &str) -> Reference {
        let board = Board::read(&options, text);
        let occurrences = BTreeMap::from([(board.clone(), 1)]);
        Reference { options, board, occurrences }
    }

    /// The position as the page writes it.
    pub(crate) fn text(&self) -> String {
        self.board.text(self.options.size)
    }

    pub(crate) fn turn(&self) -> Turn {
        let to_move = self.board.to_move;
        let over = |winner, reason| Turn::Over { winner, reason };
        // The win is checked for the player who has just played.
        let player = to_move.other();
        if let Some(reason) = self.winning_reason(player) {
            return over(Some(player), reason);
        }
        if !self.candidates().iter().any(|action| self.broken_by(action).is_empty()) {
            return over(None, "no_action");
        }
        let n_times = self.occurrences.get(&self.board);
        if !self.options.board_only && n_times.is_some_and(|&n_times| n_times >= 3) {
            return over(None, "repetition");
        }
        Turn::Player(to_move)
    }

    /// How many different rows of this length hold one color in one diameter.
    pub(crate) fn n_rows(&self, color: Color, length: i32) -> usize {
        self.board.n_rows(color, rows(self.options.size, length))
    }

    /// The same for the player to move, after an action.
    pub(crate) fn n_rows_after(&self, text: &str, length: i32) -> usize {
        let mut board = self.board.clone();
        board.play(&Action::read(text));
        board.n_rows(self.board.to_move, rows(self.options.size, length))
    }

    /// Whether a color has what wins.
    pub(crate) fn has_won(&self, color: Color) -> bool {
        self.winning_reason(color).is_some()
    }

    fn winning_reason(&self, color: Color) -> Option<&'static str> {
        let Options { size, four_rows, .. } = self.options;
        if self.n_rows(color, size) > 0 {
            return Some(if size == 3 { "row3" } else { "row4" });
        }
        let is_fourth = size == 4 && four_rows && self.n_rows(color, 3) >= 4;
        is_fourth.then_some("four_rows_of_3")
    }

    /// Every legal action, by its text and in order.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.actions().iter().map(Action::text).collect();
        texts.sort_unstable();
        texts
    }

    /// Every candidate that breaks no rule, unless the game is over.
    fn actions(&self) -> Vec<Action> {
        if matches!(self.turn(), Turn::Over { .. }) {
            return Vec::new();
        }
        let mut actions = self.candidates();
        actions.retain(|action| self.broken_by(action).is_empty());
        actions
    }

    /// Every pipe to every place, from the hand and from wherever the player to move has one.
    fn candidates(&self) -> Vec<Action> {
        let places = places(self.options.size);
        let mut candidates = Vec::new();
        for diameter in Diameter::ALL {
            for n_ends in [1, 2] {
                let own = self.board.places_of(self.board.to_move, (diameter, n_ends));
                let origins = own.into_iter().map(Some).chain([None]);
                let targets = places.iter().filter(|place| place.len() == n_ends);
                let action =
                    |(from, to): (Option<Place>, &Place)| Action { diameter, from, to: to.clone() };
                let pairs =
                    origins.flat_map(|from| targets.clone().map(move |to| (from.clone(), to)));
                candidates.extend(pairs.map(action));
            }
        }
        candidates
    }

    /// Plays a legal action.
    pub(crate) fn play(&mut self, text: &str) {
        assert!(self.legal().iter().any(|legal| legal == text), "{text} is not legal");
        self.play_action(&Action::read(text));
    }

    fn play_action(&mut self, action: &Action) {
        self.board.play(action);
        if !self.options.board_only {
            *self.occurrences.entry(self.board.clone()).or_default() += 1;
        }
    }

    /// Everything that is wrong with an action, but for the end of the game.
    pub(crate) fn broken_rules(&self, text: &str) -> Vec<&'static str> {
        self.broken_by(&Action::read(text))
    }

    fn broken_by(&self, action: &Action) -> Vec<&'static str> {
        let Reference { options, board, .. } = self;
        let Action { diameter, from, to } = action;
        let mut broken = Vec::new();
        let mut check = |is_broken: bool, rule| broken.extend(is_broken.then_some(rule));
        let is_no_place = |place: &Place| place.len() == 2 && !place[0].is_neighbor(place[1]);
        let is_outside = |space: &Space| !space.is_on_board(options.size);
        let mut spaces = from.iter().flatten().chain(to);
        check(spaces.any(is_outside), "no-such-space");
        check(is_no_place(to) || from.as_ref().is_some_and(is_no_place), "not-neighbors");
        check(options.n_pipes(action.kind()) == 0, "no-u-pipe");
        // A U pipe may shift by one: its own slots do not count as taken.
        let is_own = |space: &Space| from.as_ref().is_some_and(|from| from.contains(space));
        let is_taken =
            |space: &Space| board.pipes.contains_key(&(*space, *diameter)) && !is_own(space);
        check(to.iter().any(is_taken), "slot-taken");
        match from {
            None => {
                let n_left = board.hands.get(&(board.to_move, action.kind()));
                check(n_left.is_none_or(|&n_left| n_left == 0), "no-pipe-left");
            }
            Some(from) => {
                check(!board.has_pipe(board.to_move, *diameter, from), "no-such-pipe");
                check(from == to, "same-place");
                check(!self.may_move(board.to_move), "cannot-move-yet");
            }
        }
        broken
    }

    /// Whether a player may move pipes: once one of each diameter was placed, and pipes never
    /// leave the board.
    fn may_move(&self, color: Color) -> bool {
        let has_placed = |diameter| {
            let mut pipes = self.board.pipes.iter();
            pipes.any(|(slot, pipe)| slot.1 == diameter && pipe.owner == color)
        };
        match self.options.move_after {
            MoveAfter::Each => Diameter::ALL.into_iter().all(has_placed),
            MoveAfter::AnyTime => true,
            MoveAfter::Never => false,
        }
    }

    /// The number of sequences of actions. The board alone counts, not how often it was there.
    pub(crate) fn perft(&self, depth: usize) -> u64 {
        let mut board_only = self.clone();
        board_only.options.board_only = true;
        board_only.occurrences.clear();
        board_only.n_sequences(depth)
    }

    fn n_sequences(&self, depth: usize) -> u64 {
        let actions = self.actions();
        if depth == 1 {
            return actions.len() as u64;
        }
        let count = |action| {
            let mut next = self.clone();
            next.play_action(action);
            next.n_sequences(depth - 1)
        };
        actions.iter().map(count).sum()
    }

    /// Whose turn is next by the board, also when the game is over.
    pub(crate) fn to_move(&self) -> Color {
        self.board.to_move
    }

    /// The places of a player's pipes of a kind, by their texts.
    pub(crate) fn places_of(&self, color: Color, diameter: Diameter, n_ends: usize) -> Vec<String> {
        let places = self.board.places_of(color, (diameter, n_ends));
        places.iter().map(|place| place_text(place)).collect()
    }

    /// How many pipes of a kind a player has in hand.
    pub(crate) fn n_in_hand(&self, color: Color, diameter: Diameter, n_ends: usize) -> usize {
        self.board.hands[&(color, (diameter, n_ends))]
    }
}

impl Board {
    fn read(options: &Options, text: &str) -> Board {
        let (layers, side) = text.split_once(' ').expect("a position has a side to move");
        let layers: Vec<&str> = layers.split('|').collect();
        assert_eq!(layers.len(), 3, "{text}");
        let mut pipes = BTreeMap::new();
        for (diameter, layer) in Diameter::ALL.into_iter().zip(layers) {
            let ranks: Vec<&str> = layer.split('/').rev().collect();
            assert_eq!(ranks.len(), options.size as usize, "{text}");
            let letter = |space: Space| {
                let rank = ranks[space.rank as usize];
                rank.chars().nth(space.file as usize).unwrap_or_else(|| panic!("{text}"))
            };
            let spaces = Space::all(options.size);
            for &space in &spaces {
                let owner = match letter(space).to_ascii_lowercase() {
                    '.' => continue,
                    'b' => Color::Blue,
                    'r' => Color::Red,
                    other => panic!("{other} in {text}"),
                };
                // A player has at most one U pipe of a diameter: the other letter is its other end.
                let is_partner =
                    |other: &&Space| **other != space && letter(**other) == letter(space);
                let is_end = letter(space).is_ascii_uppercase();
                let partner =
                    is_end.then(|| *spaces.iter().find(is_partner).expect("a U pipe has two ends"));
                pipes.insert((space, diameter), Pipe { owner, partner });
            }
        }
        let to_move = if side == "b" { Color::Blue } else { Color::Red };
        let mut board = Board { pipes, hands: BTreeMap::new(), to_move };
        for color in Color::ALL {
            for diameter in Diameter::ALL {
                for kind in [(diameter, 1), (diameter, 2)] {
                    let n_left = options.n_pipes(kind) - board.places_of(color, kind).len();
                    board.hands.insert((color, kind), n_left);
                }
            }
        }
        board
    }

    fn text(&self, size: i32) -> String {
        let letter = |rank, file, diameter| match self.pipes.get(&(Space { rank, file }, diameter))
        {
            None => '.',
            Some(Pipe { owner, partner: None }) => owner.letter(),
            Some(Pipe { owner, partner: Some(_) }) => owner.letter().to_ascii_uppercase(),
        };
        let layer = |diameter| {
            let rank = |rank| (0..size).map(|file| letter(rank, file, diameter)).collect();
            let ranks: Vec<String> = (0..size).rev().map(rank).collect();
            ranks.join("/")
        };
        format!("{} {}", Diameter::ALL.map(layer).join("|"), self.to_move.letter())
    }

    fn n_rows(&self, color: Color, rows: &[Row]) -> usize {
        let holds = |space: &Space, diameter| {
            self.pipes.get(&(*space, diameter)).is_some_and(|pipe| pipe.owner == color)
        };
        let of_diameter = |diameter| {
            rows.iter().filter(|row| row.iter().all(|space| holds(space, diameter))).count()
        };
        Diameter::ALL.into_iter().map(of_diameter).sum()
    }

    /// Where the pipes of a color and kind are.
    fn places_of(&self, color: Color, (diameter, n_ends): Kind) -> Vec<Place> {
        let mut places = Vec::new();
        for (&(space, _), pipe) in self.pipes.iter().filter(|(slot, _)| slot.1 == diameter) {
            match pipe.partner {
                _ if pipe.owner != color => {}
                None if n_ends == 1 => places.push(vec![space]),
                Some(partner) if n_ends == 2 && space < partner => {
                    places.push(vec![space, partner]);
                }
                _ => {}
            }
        }
        places
    }

    /// Whether a pipe of a color is in exactly this place.
    fn has_pipe(&self, color: Color, diameter: Diameter, place: &[Space]) -> bool {
        let is_there = |&space: &Space| {
            let partner = place.iter().copied().find(|&other| other != space);
            self.pipes.get(&(space, diameter)) == Some(&Pipe { owner: color, partner })
        };
        place.iter().all(is_there)
    }

    /// A whole turn.
    fn play(&mut self, action: &Action) {
        let Action { diameter, from, to } = action;
        match from {
            None => {
                let hand = self.hands.get_mut(&(self.to_move, action.kind()));
                *hand.expect("everybody has a hand") -= 1;
            }
            Some(from) => {
                for space in from {
                    self.pipes.remove(&(*space, *diameter)).expect("there is a pipe to move");
                }
            }
        }
        for &space in to {
            let partner = to.iter().copied().find(|&other| other != space);
            self.pipes.insert((space, *diameter), Pipe { owner: self.to_move, partner });
        }
        self.to_move = self.to_move.other();
    }
}
