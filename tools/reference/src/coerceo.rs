//! The rules of Coerceo: triangles are three points of the plane, what touches what is what
//! their corners say, and the pieces are a map from triangles to colors. It speaks the texts of
//! moves.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::sync::LazyLock;

use crate::{Draw, Explore, Model, Pairs, Turn, best, either};

// ---------------------------------------------------------------------------------------------
// The plane

/// x to the right in half sides of a triangle, y downwards in heights of a triangle.
type Point = (i32, i32);

/// A hexagon, by its center. A column of tiles is three half sides from the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile {
    y: i32,
    x: i32,
}

impl Tile {
    /// All nineteen as they are numbered: from top to bottom, and from left to right.
    pub fn all() -> &'static [Tile] {
        static TILES: LazyLock<Vec<Tile>> = LazyLock::new(|| {
            let mut tiles = Vec::new();
            for column in -2_i32..=2 {
                let lowest = 4 - column.abs();
                for y in (-lowest..=lowest).step_by(2) {
                    tiles.push(Tile { y, x: 3 * column });
                }
            }
            tiles.sort_unstable();
            tiles
        });
        &TILES
    }

    pub fn read(text: &str) -> Tile {
        let number = usize::from_str_radix(text, 16).expect("a tile is a hexadecimal number");
        Tile::all()[number]
    }

    fn number(self) -> usize {
        Tile::all().binary_search(&self).expect("it is one of the nineteen")
    }

    /// The tile on a side, counted counter-clockwise from north.
    pub fn neighbor(self, side: usize) -> Option<Tile> {
        let (dx, dy) = [(0, -2), (-3, -1), (-3, 1), (0, 2), (3, 1), (3, -1)][side];
        let neighbor = Tile { y: self.y + dy, x: self.x + dx };
        Tile::all().contains(&neighbor).then_some(neighbor)
    }

    /// The corner where a side begins, going counter-clockwise.
    fn corner(self, side: usize) -> Point {
        let (dx, dy) = [(1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1), (2, 0)][side % 6];
        (self.x + dx, self.y + dy)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02X}", self.number())
    }
}

/// White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Color {
    White,
    Black,
}

impl Color {
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    pub fn other(self) -> Color {
        if self == Color::White { Color::Black } else { Color::White }
    }

    pub fn letter(self) -> &'static str {
        if self == Color::White { "W" } else { "B" }
    }
}

/// The triangle on a side of a tile: `0D:W1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Triangle {
    pub tile: Tile,
    pub side: usize,
}

impl Triangle {
    pub fn all() -> Vec<Triangle> {
        let of_tile = |&tile| (0..6).map(move |side| Triangle { tile, side });
        Tile::all().iter().flat_map(of_tile).collect()
    }

    pub fn read(text: &str) -> Triangle {
        let mut all = PLANE.iter();
        let found = all.find(|(_, surroundings)| surroundings.name == text);
        *found.unwrap_or_else(|| panic!("{text} is not a triangle")).0
    }

    /// Even triangles are Black's, odd ones White's.
    pub fn color(self) -> Color {
        if self.side.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    fn corners(self) -> [Point; 3] {
        let Tile { y, x } = self.tile;
        [(x, y), self.tile.corner(self.side), self.tile.corner(self.side + 1)]
    }

    fn n_shared_corners(self, other: Triangle) -> usize {
        self.corners().iter().filter(|corner| other.corners().contains(corner)).count()
    }

    /// The triangles that share exactly one corner and have the same color.
    pub fn move_neighbors(self) -> &'static [Triangle] {
        &PLANE[&self].move_neighbors
    }

    /// The triangles that share two corners.
    pub fn edge_neighbors(self) -> &'static [Triangle] {
        &PLANE[&self].edge_neighbors
    }

    /// The direction of a move neighbor: 0 up-left, 1 left, 2 down-left, 3 down-right, 4 right, 5
    /// up-right.
    pub fn direction(self, neighbor: Triangle) -> usize {
        let sum = |triangle: Triangle| {
            triangle.corners().iter().fold((0, 0), |(x, y), corner| (x + corner.0, y + corner.1))
        };
        let ((x, y), (to_x, to_y)) = (sum(self), sum(neighbor));
        let is_left = to_x < x;
        match (to_y - y).signum() {
            -1 => [5, 0][usize::from(is_left)],
            0 => [4, 1][usize::from(is_left)],
            _ => [3, 2][usize::from(is_left)],
        }
    }
}

impl fmt::Display for Triangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}{}", self.tile, self.color().letter(), self.side)
    }
}

/// The neighbors that the corners of a triangle make, computed once.
struct Surroundings {
    name: String,
    move_neighbors: Vec<Triangle>,
    edge_neighbors: Vec<Triangle>,
}

static PLANE: LazyLock<BTreeMap<Triangle, Surroundings>> = LazyLock::new(|| {
    Triangle::all().into_iter().map(|triangle| (triangle, surroundings(triangle))).collect()
});

fn surroundings(triangle: Triangle) -> Surroundings {
    let sharing = |n_corners| {
        let others = Triangle::all().into_iter();
        others.filter(move |other| triangle.n_shared_corners(*other) == n_corners)
    };
    let has_same_color = |other: &Triangle| other.color() == triangle.color();
    Surroundings {
        name: triangle.to_string(),
        move_neighbors: sharing(1).filter(has_same_color).collect(),
        edge_neighbors: sharing(2).collect(),
    }
}

/// Triangles by name, in order.
fn names<'a>(triangles: impl IntoIterator<Item = &'a Triangle>) -> Vec<String> {
    let mut names: Vec<String> =
        triangles.into_iter().map(|triangle| PLANE[triangle].name.clone()).collect();
    names.sort_unstable();
    names
}

// ---------------------------------------------------------------------------------------------
// Options

/// The options of the page, and ours for counting.
#[derive(Clone, Debug)]
struct Options {
    variant: String,
    cost: usize,
    stalemate_loses: bool,
    win_captures: Option<usize>,
    exchange_collects: bool,
    board_only: bool,
}

impl Options {
    /// The defaults, changed by names and values.
    fn read(pairs: &[(&str, &str)]) -> Options {
        let mut options = Options {
            variant: "laurentius".to_owned(),
            cost: 2,
            stalemate_loses: false,
            win_captures: None,
            exchange_collects: false,
            board_only: false,
        };
        for &(name, value) in pairs {
            options.set(name, value);
        }
        options
    }

    fn set(&mut self, name: &str, value: &str) {
        let either = |no, yes| either(name, value, no, yes);
        match name {
            "variant" => value.clone_into(&mut self.variant),
            "cost" => self.cost = if either("1", "2") { 2 } else { 1 },
            "stalemate" => self.stalemate_loses = either("draw", "loss"),
            "win-captures" => self.win_captures = value.parse().ok(),
            "exchange-collects" => self.exchange_collects = either("off", "on"),
            "board-only" => self.board_only = either("off", "on"),
            _ => panic!("there is no option {name}"),
        }
    }

    /// The variant, and the options that are not the usual ones.
    fn text(&self) -> String {
        let mut text = self.variant.clone();
        if self.cost != 2 {
            write!(text, ",cost={}", self.cost).expect("a string takes text");
        }
        if self.stalemate_loses {
            text += ",stalemate=loss";
        }
        if let Some(n_captures) = self.win_captures {
            write!(text, ",win-captures={n_captures}").expect("a string takes text");
        }
        if self.exchange_collects {
            text += ",exchange-collects=on";
        }
        if self.board_only {
            text += ",board-only=on";
        }
        text
    }

    /// The first places of the pieces.
    fn setup(&self) -> &'static str {
        match self.variant.as_str() {
            "laurentius" => {
                "00:W1 00:W5 01:B2 01:W5 02:W1 02:B4 03:B0 03:B2 04:W1 04:W5 05:B0 05:B4 \
                 06:B0 06:B2 07:B0 07:B4 08:B0 08:W3 0A:B0 0A:W3 0B:W1 0B:W3 0C:W3 0C:W5 \
                 0D:W1 0D:W3 0E:B2 0E:B4 0F:W3 0F:W5 10:W1 10:B4 11:B2 11:W5 12:B2 12:B4"
            }
            "ocius" => {
                "04:B2 04:B4 06:W3 06:W5 07:W1 07:W3 09:B0 09:W3 0B:B0 0B:B4 0C:B0 0C:B2 \
                 0E:W1 0E:W5"
            }
            other => panic!("there is no variant {other}"),
        }
    }

    /// The tiles on the table at first: of the short game, the center and those round it.
    fn tiles(&self) -> BTreeSet<Tile> {
        let center = Tile { y: 0, x: 0 };
        let is_used = |tile: &Tile| {
            let is_near =
                *tile == center || (0..6).any(|side| center.neighbor(side) == Some(*tile));
            self.variant != "ocius" || is_near
        };
        Tile::all().iter().copied().filter(is_used).collect()
    }

    fn n_pieces(&self, color: Color) -> usize {
        // Behind the colon, because tiles have letters too.
        let letter = |name: &&str| &name[3..4] == color.letter();
        self.setup().split_whitespace().filter(letter).count()
    }
}

// ---------------------------------------------------------------------------------------------
// The game

/// The pieces and tiles on the table, the hands, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    pieces: BTreeMap<Triangle, Color>,
    tiles: BTreeSet<Tile>,
    held: BTreeMap<Color, usize>,
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

/// The effect of a turn beside the move itself, by name and in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    pub captured: Vec<String>,
    pub removed: Vec<String>,
    pub collected: usize,
}

/// A turn: a piece moves, or tiles are exchanged for an enemy piece.
#[derive(Clone, Copy, Debug)]
enum Action {
    Move(Triangle, Triangle),
    Exchange(Triangle),
}

impl Action {
    fn read(text: &str) -> Action {
        if let Some(triangle) = text.strip_prefix('X') {
            return Action::Exchange(Triangle::read(triangle));
        }
        let (from, to) = text.split_once('-').expect("a move goes from one to another");
        Action::Move(Triangle::read(from), Triangle::read(to))
    }

    fn text(self) -> String {
        match self {
            Action::Move(from, to) => format!("{}-{}", PLANE[&from].name, PLANE[&to].name),
            Action::Exchange(triangle) => format!("X{}", PLANE[&triangle].name),
        }
    }
}

impl Reference {
    /// A game that goes on from here.
    pub fn resume(
        options: &[(&str, &str)],
        pieces: &str,
        tiles: BTreeSet<Tile>,
        held: [usize; 2],
        to_move: Color,
    ) -> Reference {
        let pieces = pieces.split_whitespace().map(Triangle::read);
        let board = Board {
            pieces: pieces.map(|triangle| (triangle, triangle.color())).collect(),
            tiles,
            held: Color::ALL.into_iter().zip(held).collect(),
            to_move,
        };
        let occurrences = BTreeMap::from([(board.clone(), 1)]);
        Reference { options: Options::read(options), board, occurrences }
    }

    /// The winner, if there is one, and the reason, once the game is over.
    pub fn end(&self) -> Option<(Option<Color>, &'static str)> {
        let Board { to_move, .. } = self.board;
        for color in Color::ALL {
            if self.n_pieces(color) == 0 {
                return Some((Some(color.other()), "elimination"));
            }
        }
        for color in [to_move.other(), to_move] {
            if self.options.win_captures.is_some_and(|needed| self.n_captured_by(color) >= needed) {
                return Some((Some(color), "captures"));
            }
        }
        if self.board.actions(&self.options).is_empty() {
            return Some((self.options.stalemate_loses.then_some(to_move.other()), "stalemate"));
        }
        if self.options.board_only {
            return None;
        }
        if self.occurrences.get(&self.board).is_some_and(|&n_times| n_times >= 3) {
            return Some((None, "repetition"));
        }
        self.is_dead().then_some((None, "dead"))
    }

    /// Nobody can capture any more.
    fn is_dead(&self) -> bool {
        let most_held = self.board.held.values().max().expect("there are two hands");
        let most_to_hold = most_held + self.board.tiles.len() - 1;
        Color::ALL.iter().all(|&color| self.n_pieces(color) == 1)
            && most_to_hold < self.options.cost
    }

    fn actions(&self) -> Vec<Action> {
        if self.end().is_some() { Vec::new() } else { self.board.actions(&self.options) }
    }

    /// The effect of a move.
    pub fn effect(&self, text: &str) -> Effect {
        self.board.clone().play(Action::read(text), &self.options)
    }

    /// Everything that is wrong with a move, but for the end of the game.
    fn broken_rules(&self, text: &str) -> Vec<&'static str> {
        let Board { pieces, tiles, held, to_move } = &self.board;
        let mut broken = Vec::new();
        let mut check = |is_broken: bool, rule| broken.extend(is_broken.then_some(rule));
        match Action::read(text) {
            Action::Move(from, to) => {
                check(pieces.get(&from) != Some(to_move), "not-your-piece");
                check(!from.move_neighbors().contains(&to), "not-a-neighbor");
                check(pieces.contains_key(&to), "occupied");
                check(!tiles.contains(&to.tile), "off-table");
            }
            Action::Exchange(triangle) => {
                check(held[to_move] < self.options.cost, "cannot-pay");
                check(pieces.get(&triangle) != Some(&to_move.other()), "no-enemy");
            }
        }
        broken
    }

    /// Whose turn is next by the board, also when the game is over.
    pub fn to_move(&self) -> Color {
        self.board.to_move
    }

    /// The triangles with a piece of a color, by name and in order.
    pub fn pieces(&self, color: Color) -> Vec<String> {
        let pieces = self.board.pieces.iter();
        names(pieces.filter(|piece| *piece.1 == color).map(|(triangle, _)| triangle))
    }

    fn n_pieces(&self, color: Color) -> usize {
        self.board.pieces.values().filter(|&&other| other == color).count()
    }

    /// The tiles on the table, by name and in order.
    pub fn tiles(&self) -> Vec<String> {
        self.board.tiles.iter().map(Tile::to_string).collect()
    }

    /// The number of tiles that White and Black hold.
    pub fn held(&self) -> [usize; 2] {
        Color::ALL.map(|color| self.board.held[&color])
    }

    /// The number of enemy pieces that a color has captured, exchanges counted.
    fn n_captured_by(&self, color: Color) -> usize {
        self.options.n_pieces(color.other()) - self.n_pieces(color.other())
    }
}

impl Reference {
    /// An exchange anywhere, or a move to anywhere near or far.
    fn any_move(&self, draw: &mut Draw) -> String {
        let all = Triangle::all();
        let first = all[draw(all.len())];
        let second = all[draw(all.len())];
        let own = self.board.pieces.iter().filter(|piece| *piece.1 == self.board.to_move);
        let own: Vec<Triangle> = own.map(|piece| *piece.0).collect();
        let is_any = own.is_empty() || draw(4) == 0;
        let from = if is_any { first } else { own[draw(own.len())] };
        let near = from.move_neighbors();
        match draw(4) {
            0 => Action::Exchange(first).text(),
            1 if from != second => Action::Move(from, second).text(),
            _ => Action::Move(from, near[draw(near.len())]).text(),
        }
    }

    /// The number of captures and of removed tiles, with captures counted twice.
    fn n_gone(&self, text: &str) -> i32 {
        let effect = self.effect(text);
        (2 * effect.captured.len() + effect.removed.len()) as i32
    }
}

impl Model for Reference {
    fn start(pairs: &[(&str, &str)]) -> Reference {
        let options = Options::read(pairs);
        Reference::resume(pairs, options.setup(), options.tiles(), [0, 0], Color::White)
    }

    fn turn(&self) -> Turn {
        match self.end() {
            None => Turn::Seat(self.board.to_move as usize),
            Some((None, _)) => Turn::Over(vec![1, 1]),
            Some((Some(Color::White), _)) => Turn::Over(vec![1, 2]),
            Some((Some(Color::Black), _)) => Turn::Over(vec![2, 1]),
        }
    }

    fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.actions().into_iter().map(Action::text).collect();
        texts.sort_unstable();
        texts
    }

    fn play(&mut self, text: &str) {
        assert!(self.legal().iter().any(|legal| legal == text), "{text} is not legal");
        self.board.play(Action::read(text), &self.options);
        if !self.options.board_only {
            *self.occurrences.entry(self.board.clone()).or_default() += 1;
        }
    }

    fn scores(&self) -> Vec<i32> {
        Color::ALL.map(|color| self.n_captured_by(color) as i32).to_vec()
    }
}

impl Explore for Reference {
    const SETUPS: &'static [&'static Pairs] =
        &[&[("variant", "laurentius")], &[("variant", "ocius")]];

    fn changes(_: &Pairs) -> &'static [(&'static str, &'static str, usize)] {
        &[
            ("cost", "1", 2),
            ("stalemate", "loss", 2),
            // Few captures make short games.
            ("win-captures", "1", 8),
            ("win-captures", "4", 8),
            ("win-captures", "7", 8),
            ("exchange-collects", "on", 2),
            ("board-only", "on", 2),
        ]
    }

    /// Few tiles, connected, and from a few pieces to nearly all that have room.
    fn late(pairs: &[(&str, &str)], draw: &mut Draw) -> Option<Reference> {
        let all: Vec<Tile> = Options::read(pairs).tiles().into_iter().collect();
        let n_tiles = 1 + draw(4);
        let mut tiles = BTreeSet::from([all[draw(all.len())]]);
        while tiles.len() < n_tiles {
            let tile = all[draw(all.len())];
            if (0..6).filter_map(|side| tile.neighbor(side)).any(|it| tiles.contains(&it)) {
                tiles.insert(tile);
            }
        }
        let share = 1 + draw(7);
        let mut pieces = BTreeSet::new();
        for color in Color::ALL {
            let has_room =
                |triangle: &Triangle| triangle.color() == color && tiles.contains(&triangle.tile);
            let occupied = Triangle::all().into_iter().filter(has_room).filter(|_| draw(8) < share);
            pieces.extend(occupied.take(7));
        }
        let mut to_move = Color::ALL[draw(2)];
        // A player without a piece has lost at once, before another turn.
        if !pieces.iter().any(|piece| piece.color() == to_move.other()) {
            to_move = to_move.other();
        }
        if pieces.is_empty() {
            pieces.insert(Triangle { tile: all[0], side: to_move as usize });
            tiles.insert(all[0]);
        }
        let n_gone = all.len() - tiles.len();
        let held = [0, 1].map(|_| draw(4.min(n_gone / 2 + 1)));
        Some(Reference::resume(pairs, &names(&pieces).join(" "), tiles, held, to_move))
    }

    fn text(&self) -> Option<String> {
        let Board { pieces, tiles, held, to_move } = &self.board;
        let of_tile = |tile: &Tile| {
            let sides = pieces.keys().filter(|piece| piece.tile == *tile);
            let sides: String = sides.map(|piece| piece.side.to_string()).collect();
            match tiles.contains(tile) {
                false => "x".to_owned(),
                true if sides.is_empty() => "-".to_owned(),
                true => sides,
            }
        };
        let table: Vec<String> = Tile::all().iter().map(of_tile).collect();
        let side = to_move.letter().to_lowercase();
        let [white, black] = Color::ALL.map(|color| held[&color]);
        Some(format!("{} {} {side} {white}/{black}", self.options.text(), table.join("/")))
    }

    fn reason(&self) -> Option<&'static str> {
        self.end().map(|end| end.1)
    }

    fn is_broken(&self, text: &str, rule: &str) -> bool {
        if self.end().is_some() {
            return rule == "game-over";
        }
        self.broken_rules(text).contains(&rule)
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
        let is_exchange = |text: &str| i32::from(text.starts_with('X'));
        match style % 4 {
            // Captures, by a move rather than by an exchange.
            1 => best(legal, |text| self.n_gone(text) - is_exchange(text)),
            // Removes tiles, by an exchange rather than by a move.
            2 => best(legal, |text| 2 * self.effect(text).removed.len() as i32 + is_exchange(text)),
            // Often repeats what was there, in the tile that was last moved to.
            3 if draw(3) > 0 => {
                let tile = played.last().map_or("04", |text| &text[text.len() - 5..][..2]);
                let stays = |text: &&String| text.starts_with(tile) && text[6..].starts_with(tile);
                legal.iter().filter(stays).cloned().collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_long(&self, n_moves: usize) -> bool {
        n_moves >= 400
    }
}

impl Board {
    /// Every move and every exchange of the one to move.
    fn actions(&self, options: &Options) -> Vec<Action> {
        let mut actions = Vec::new();
        for (&triangle, &color) in &self.pieces {
            if color == self.to_move {
                let targets = triangle.move_neighbors().iter().filter(|it| self.is_vacant(**it));
                actions.extend(targets.map(|&target| Action::Move(triangle, target)));
            } else if self.held[&self.to_move] >= options.cost {
                actions.push(Action::Exchange(triangle));
            }
        }
        actions
    }

    fn is_vacant(&self, triangle: Triangle) -> bool {
        self.tiles.contains(&triangle.tile) && !self.pieces.contains_key(&triangle)
    }

    /// A whole turn.
    fn play(&mut self, action: Action, options: &Options) -> Effect {
        let mover = self.to_move;
        let mut captured = Vec::new();
        let (removed, collected) = match action {
            Action::Move(from, to) => {
                let piece = self.pieces.remove(&from).expect("there is a piece to move");
                self.pieces.insert(to, piece);
                let removed = self.remove_tiles(from.tile);
                captured.extend(self.enclosed_enemies(Some(to), &removed));
                let collected = removed.len();
                (removed, collected)
            }
            Action::Exchange(triangle) => {
                *self.held.get_mut(&mover).expect("everybody has a hand") -= options.cost;
                self.pieces.remove(&triangle);
                let removed = self.remove_tiles(triangle.tile);
                captured.push(triangle);
                captured.extend(self.enclosed_enemies(None, &removed));
                let collected = if options.exchange_collects { removed.len() } else { 0 };
                (removed, collected)
            }
        };
        *self.held.get_mut(&mover).expect("everybody has a hand") += collected;
        for triangle in &captured {
            self.pieces.remove(triangle);
        }
        self.to_move = mover.other();
        let removed = removed.iter().map(Tile::to_string).collect();
        Effect { captured: names(&captured), removed, collected }
    }

    /// Removes the tile if it must go, and then those that must go because of it.
    fn remove_tiles(&mut self, vacated: Tile) -> BTreeSet<Tile> {
        let mut removed = BTreeSet::new();
        let mut to_test = vec![vacated];
        while let Some(tile) = to_test.pop() {
            if self.must_go(tile) {
                self.tiles.remove(&tile);
                removed.insert(tile);
                to_test.extend((0..6).filter_map(|side| tile.neighbor(side)));
            }
        }
        removed
    }

    /// The tile is empty, and its neighbors form one unbroken run of one to three sides.
    fn must_go(&self, tile: Tile) -> bool {
        let is_empty = self.pieces.keys().all(|triangle| triangle.tile != tile);
        let is_neighbor =
            |side: usize| tile.neighbor(side % 6).is_some_and(|it| self.tiles.contains(&it));
        // Walking once round the tile, a run begins wherever a neighbor follows a gap.
        let n_runs = (0..6).filter(|&side| !is_neighbor(side) && is_neighbor(side + 1)).count();
        let n_neighbors = (0..6).filter(|&side| is_neighbor(side)).count();
        self.tiles.contains(&tile) && is_empty && n_runs == 1 && (1..=3).contains(&n_neighbors)
    }

    /// The enemies of the one to move that are enclosed and next to what has changed.
    fn enclosed_enemies(
        &self,
        target: Option<Triangle>,
        removed: &BTreeSet<Tile>,
    ) -> Vec<Triangle> {
        let is_touched = |triangle: Triangle| {
            let mut neighbors = triangle.edge_neighbors().iter();
            neighbors.any(|it| target == Some(*it) || removed.contains(&it.tile))
        };
        let is_enclosed =
            |triangle: Triangle| !triangle.edge_neighbors().iter().any(|it| self.is_vacant(*it));
        let enemies = self.pieces.iter().filter(|piece| *piece.1 == self.to_move.other());
        let enemies = enemies.map(|(&triangle, _)| triangle);
        enemies.filter(|&triangle| is_touched(triangle) && is_enclosed(triangle)).collect()
    }
}
