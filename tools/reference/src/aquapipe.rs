//! The rules of Aqua Pipe: spaces are coordinates, rows are what lies in a line of them, the pipes
//! are a map from slots to owners, the hands are counts, and what is legal is whatever breaks no
//! rule. It speaks the texts of actions and positions.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use crate::{Draw, Explore, Model, Pairs, Turn, best, places_by_score};

// ---------------------------------------------------------------------------------------------
// Pieces and board

/// Blue starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Color {
    Blue,
    Red,
}

impl Color {
    pub const ALL: [Color; 2] = [Color::Blue, Color::Red];

    pub fn other(self) -> Color {
        if self == Color::Blue { Color::Red } else { Color::Blue }
    }

    pub fn name(self) -> &'static str {
        if self == Color::Blue { "blue" } else { "red" }
    }

    /// `b` or `r`.
    pub fn letter(self) -> char {
        if self == Color::Blue { 'b' } else { 'r' }
    }
}

/// The order is that of the layers in a position's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Diameter {
    S,
    M,
    L,
}

impl Diameter {
    pub const ALL: [Diameter; 3] = [Diameter::S, Diameter::M, Diameter::L];

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
pub struct Space {
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

    /// The two share a side.
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

/// The place of a pipe: the space of a straight one, or both of a U pipe, the lower index first.
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
struct Options {
    /// The number of ranks, and of files.
    size: i32,
    move_after: MoveAfter,
    four_rows: bool,
    u_pipes: Vec<Diameter>,
    board_only: bool,
}

impl Options {
    /// The defaults, changed by names and values.
    fn read(pairs: &[(&str, &str)]) -> Options {
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

    /// The number of pipes of a kind that each player has: straight ones have one end, U pipes
    /// two.
    fn n_pipes(&self, (diameter, n_ends): Kind) -> usize {
        match n_ends {
            1 => self.size as usize,
            _ => usize::from(self.size == 4 && self.u_pipes.contains(&diameter)),
        }
    }

    /// The variant, and the options that are not the usual ones.
    fn text(&self) -> String {
        let mut text = format!("{0}x{0}", self.size);
        match self.move_after {
            MoveAfter::Each => {}
            MoveAfter::AnyTime => text += ",move-after=any-time",
            MoveAfter::Never => text += ",move-after=never",
        }
        if !self.four_rows {
            text += ",four-rows=off";
        }
        if self.u_pipes.contains(&Diameter::L) {
            text += ",u-pipes=medium-large";
        }
        if self.board_only {
            text += ",board-only=on";
        }
        text
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
    /// The other end of a U pipe.
    partner: Option<Space>,
}

/// The pipes on the board and in the hands, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    pipes: BTreeMap<(Space, Diameter), Pipe>,
    hands: BTreeMap<(Color, Kind), usize>,
    to_move: Color,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Reference {
    options: Options,
    board: Board,
    /// The number of times that each board was there.
    occurrences: BTreeMap<Board, usize>,
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
    /// A game that goes on from a position of the page's notation.
    pub fn resume(options: &[(&str, &str)], text: &str) -> Reference {
        let options = Options::read(options);
        let board = Board::read(&options, text);
        let occurrences = BTreeMap::from([(board.clone(), 1)]);
        Reference { options, board, occurrences }
    }

    /// The position as the page writes it.
    pub fn page_text(&self) -> String {
        self.board.text(self.options.size)
    }

    /// The winner, if there is one, and the reason, once the game is over.
    pub fn end(&self) -> Option<(Option<Color>, &'static str)> {
        // The win is checked for the player who has just played.
        let player = self.board.to_move.other();
        if let Some(reason) = self.winning_reason(player) {
            return Some((Some(player), reason));
        }
        if !self.candidates().iter().any(|action| self.broken_by(action).is_empty()) {
            return Some((None, "no_action"));
        }
        let n_times = self.occurrences.get(&self.board).copied().unwrap_or(0);
        (!self.options.board_only && n_times >= 3).then_some((None, "repetition"))
    }

    /// The number of different rows of this length that hold one color in one diameter.
    pub fn n_rows(&self, color: Color, length: i32) -> usize {
        self.board.n_rows(color, rows(self.options.size, length))
    }

    /// The number of rows of three that the player to move has after an action.
    fn n_rows_after(&self, text: &str) -> i32 {
        let mut board = self.board.clone();
        board.play(&Action::read(text));
        board.n_rows(self.board.to_move, rows(self.options.size, 3)) as i32
    }

    fn winning_reason(&self, color: Color) -> Option<&'static str> {
        let Options { size, four_rows, .. } = self.options;
        if self.n_rows(color, size) > 0 {
            return Some(if size == 3 { "row3" } else { "row4" });
        }
        let is_fourth = size == 4 && four_rows && self.n_rows(color, 3) >= 4;
        is_fourth.then_some("four_rows_of_3")
    }

    /// Every candidate that breaks no rule, unless the game is over.
    fn actions(&self) -> Vec<Action> {
        if self.end().is_some() {
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

    /// Everything that is wrong with an action, but for the end of the game.
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

    /// A player may move pipes once one of each diameter was placed, and pipes never
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

    /// Any pipe to anywhere, also beyond the small board; from the hand, from where the player to
    /// move has one, or from anywhere.
    fn any_move(&self, draw: &mut Draw) -> String {
        let diameter = Diameter::ALL[draw(3)];
        let n_ends = 1 + draw(2);
        let own = self.board.places_of(self.board.to_move, (diameter, n_ends));
        let to = any_place(n_ends, draw);
        let from = match draw(3) {
            0 => None,
            1 if !own.is_empty() => Some(own[draw(own.len())].clone()),
            _ => Some(any_place(n_ends, draw)),
        };
        Action { diameter, from, to }.text()
    }

    /// The action that takes back what the player to move has moved last.
    fn back(played: &[String]) -> Option<String> {
        let last = played.len().checked_sub(2).map(|index| Action::read(&played[index]))?;
        let Action { diameter, from, to } = last;
        Some(Action { diameter, from: Some(to), to: from? }.text())
    }
}

/// A space or two neighboring ones, also beyond the small board.
fn any_place(n_ends: usize, draw: &mut Draw) -> Place {
    let of_size: Vec<Place> = places(4).into_iter().filter(|place| place.len() == n_ends).collect();
    of_size[draw(of_size.len())].clone()
}

impl Model for Reference {
    fn start(options: &[(&str, &str)]) -> Reference {
        let text = Options::read(options).empty_text();
        Reference::resume(options, &text)
    }

    fn turn(&self) -> Turn {
        match self.end() {
            None => Turn::Seat(self.board.to_move as usize),
            Some(_) => Turn::Over(places_by_score(&self.scores())),
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.actions().iter().map(Action::text).collect();
        texts.sort_unstable();
        texts
    }

    fn play(&mut self, text: &str) {
        assert!(self.legal().iter().any(|legal| legal == text), "{text} is not legal");
        self.board.play(&Action::read(text));
        if !self.options.board_only {
            *self.occurrences.entry(self.board.clone()).or_default() += 1;
        }
    }

    fn scores(&self) -> Vec<i32> {
        let winner = self.end().and_then(|end| end.0);
        Color::ALL.map(|color| i32::from(winner == Some(color))).to_vec()
    }
}

impl Explore for Reference {
    const SETUPS: &'static [&'static Pairs] = &[&[("variant", "3x3")], &[("variant", "4x4")]];

    fn changes(setup: &Pairs) -> &'static [(&'static str, &'static str, usize)] {
        const CHANGES: [(&str, &str, usize); 5] = [
            ("move-after", "any-time", 2),
            ("move-after", "never", 2),
            ("board-only", "on", 2),
            // Only the large board has these.
            ("four-rows", "off", 2),
            ("u-pipes", "medium-large", 2),
        ];
        if setup == [("variant", "3x3")] { &CHANGES[..3] } else { &CHANGES }
    }

    /// From a few pipes to all, wherever they fit.
    fn late(options: &[(&str, &str)], draw: &mut Draw) -> Option<Reference> {
        let empty = Options::read(options);
        loop {
            let layers = Diameter::ALL.map(|diameter| any_layer(&empty, diameter, draw));
            let side = Color::ALL[draw(2)].letter();
            let game = Reference::resume(options, &format!("{} {side}", layers.join("|")));
            // The winner has just played.
            if game.winning_reason(game.board.to_move).is_none() {
                return Some(game);
            }
        }
    }

    fn text(&self) -> Option<String> {
        Some(format!("{} {}", self.options.text(), self.page_text()))
    }

    fn reason(&self) -> Option<&'static str> {
        self.end().map(|end| end.1)
    }

    fn is_broken(&self, text: &str, rule: &str) -> bool {
        if self.end().is_some() {
            return rule == "game-over";
        }
        self.broken_by(&Action::read(text)).contains(&rule)
    }

    fn any_moves(&self, draw: &mut Draw) -> Vec<String> {
        (0..200).map(|_| self.any_move(draw)).collect()
    }

    fn preferred(
        &self,
        legal: &[String],
        style: u64,
        played: &[String],
        draw: &mut Draw,
    ) -> Vec<String> {
        match style % 4 {
            // As many rows of three as possible, or as few, so that the game goes on.
            1 => best(legal, |text| self.n_rows_after(text)),
            2 => best(legal, |text| -self.n_rows_after(text)),
            // Often moves back what it has moved before.
            3 if draw(8) > 0 => {
                let back = Reference::back(played);
                legal.iter().filter(|text| Some(*text) == back.as_ref()).cloned().collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_long(&self, n_moves: usize) -> bool {
        n_moves >= 150
    }
}

/// A layer of a position's text.
fn any_layer(options: &Options, diameter: Diameter, draw: &mut Draw) -> String {
    let share = 2 + draw(3);
    let size = options.size as usize;
    let mut letters: BTreeMap<Space, char> = BTreeMap::new();
    for (letter, kind) in [('B', 2), ('R', 2), ('b', 1), ('r', 1)] {
        let places: Vec<Place> =
            places(options.size).into_iter().filter(|place| place.len() == kind).collect();
        for _ in 0..options.n_pipes((diameter, kind)) {
            let place = &places[draw(places.len())];
            if place.iter().all(|space| !letters.contains_key(space)) && draw(4) < share {
                letters.extend(place.iter().map(|&space| (space, letter)));
            }
        }
    }
    let all: Vec<char> =
        Space::all(options.size).iter().map(|space| *letters.get(space).unwrap_or(&'.')).collect();
    let ranks: Vec<String> = all.chunks(size).rev().map(String::from_iter).collect();
    ranks.join("/")
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

    /// The places of the pipes of a color and kind.
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

    /// A pipe of the color is in exactly this place.
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
