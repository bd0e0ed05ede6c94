//! The piece in hand, its orientation, and the place of its ghost. All of it follows from the legal
//! moves, the shapes of the pieces and the places of the board.

use tilewright_render::Place;
use tilewright_table::{AnyMove, GameId, Table};

use super::parts::{MoveParts, join, split};

/// The legal moves by their parts, and the parts chosen so far.
#[derive(Default)]
pub(crate) struct Hand {
    /// The ply of the turn; none between turns.
    ply: Option<usize>,
    choices: Vec<Choice>,
    heads: Vec<String>,
    places: Vec<Place>,
    head: Option<String>,
    way: String,
    /// The place of the ghost or, with nothing in hand, of the cursor.
    place: Option<String>,
}

/// A legal move and its parts.
struct Choice {
    m: AnyMove,
    parts: MoveParts,
}

/// The move that the ghost shows.
pub(crate) struct Ghost {
    pub(crate) m: AnyMove,
    /// The reason that it is illegal, if it is.
    pub(crate) problem: Option<String>,
}

/// A turn of the piece in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turning {
    Right,
    Left,
    Flip,
}

/// A step of the ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Left,
    Right,
    Up,
    Down,
}

impl Hand {
    /// The empty hand of the seat to move. `was` is the hand of the turn before: its place stays.
    pub(crate) fn of(table: &dyn Table, places: Vec<Place>, was: &Hand) -> Hand {
        let legal = table.legal_moves().into_iter();
        let choices: Vec<Choice> = legal
            .filter_map(|text| {
                let m = table.parse_move(&text).ok()?;
                Some(Choice { parts: split(m), m })
            })
            .collect();
        let mut heads: Vec<String> = Vec::new();
        for choice in &choices {
            if !heads.contains(&choice.parts.head) {
                heads.push(choice.parts.head.clone());
            }
        }
        let place = was.place.clone().filter(|name| places.iter().any(|it| it.name == *name));
        Hand {
            ply: Some(table.ply()),
            choices,
            heads,
            places,
            head: None,
            way: String::new(),
            place,
        }
    }

    /// The ply of the turn that it is made for.
    pub(crate) fn ply(&self) -> Option<usize> {
        self.ply
    }

    /// Empties the hand until the next turn of a human.
    pub(crate) fn end_turn(&mut self) {
        *self = Hand { place: self.place.take(), ..Hand::default() };
    }

    /// The pieces that can be taken in hand.
    pub(crate) fn heads(&self) -> &[String] {
        &self.heads
    }

    /// The piece in hand.
    pub(crate) fn head(&self) -> Option<&str> {
        self.head.as_deref()
    }

    /// The place of the ghost or the cursor.
    pub(crate) fn place(&self) -> Option<&Place> {
        let name = self.place.as_ref()?;
        self.places.iter().find(|it| it.name == *name)
    }

    /// The place in the drawing that is nearest to a spot.
    pub(crate) fn place_near(&self, column: usize, line: usize) -> Option<&str> {
        let nearest = self.places.iter().min_by_key(|it| distance(it, column, line))?;
        let is_near = distance(nearest, column, line) <= REACH * REACH;
        is_near.then_some(nearest.name.as_str())
    }

    /// Takes a piece in hand, at the first place where it can go.
    pub(crate) fn take(&mut self, head: &str) {
        if !self.heads.iter().any(|it| it == head) {
            return;
        }
        self.head = Some(head.to_owned());
        let fits_here =
            |it: &&Choice| it.parts.head == head && Some(&it.parts.place) == self.place.as_ref();
        let first = self.choices.iter().find(fits_here);
        let first = first.or_else(|| self.choices.iter().find(|it| it.parts.head == head));
        if let Some(choice) = first {
            self.way.clone_from(&choice.parts.way);
            self.place = Some(choice.parts.place.clone());
        }
    }

    /// Takes the next or the previous piece in hand.
    pub(crate) fn take_next(&mut self, is_forward: bool) {
        let at = self.heads.iter().position(|it| Some(it) == self.head.as_ref());
        if let Some(next) = neighbor(at, self.heads.len(), is_forward) {
            let head = self.heads[next].clone();
            self.take(&head);
        }
    }

    /// Puts back the piece in hand.
    pub(crate) fn put_back(&mut self) {
        self.head = None;
    }

    /// Takes a piece on the board at this place, if it can move.
    pub(crate) fn take_from(&mut self, place: &str) -> bool {
        let leaves = |head: &&String| head.ends_with(place) && head.as_str() != "X";
        let Some(head) = self.heads.iter().find(leaves).cloned() else { return false };
        self.take(&head);
        true
    }

    /// Moves the ghost to the next or the previous legal place of the piece in hand.
    pub(crate) fn jump(&mut self, is_forward: bool) {
        if self.head.is_none() {
            return self.take_next(is_forward);
        }
        let mut spots: Vec<(&str, &str)> = Vec::new();
        for MoveParts { head, way, place } in self.choices.iter().map(|it| &it.parts) {
            let is_held = Some(head) == self.head.as_ref();
            if is_held && !spots.iter().any(|it| it.0 == place) {
                spots.push((place.as_str(), way.as_str()));
            }
        }
        // As it is turned now, if it fits anywhere so.
        let is_turned = |place: &str| self.choice(place, &self.way).is_some();
        if spots.iter().any(|it| is_turned(it.0)) {
            spots.retain(|it| is_turned(it.0));
            for spot in &mut spots {
                spot.1 = &self.way;
            }
        }
        spots.sort_by_key(|it| self.spot(it.0));
        let at = spots.iter().position(|it| Some(it.0) == self.place.as_deref());
        let Some(next) = neighbor(at, spots.len(), is_forward) else { return };
        let (place, way) = spots[next];
        let place = place.to_owned();
        self.way = way.to_owned();
        self.place = Some(place);
    }

    /// Moves the ghost or the cursor to the nearest place in a direction.
    pub(crate) fn step(&mut self, step: Step) {
        let Some(from) = self.place().cloned() else {
            self.place = self.central().map(|it| it.name.clone());
            return;
        };
        let cost = |to: &&Place| {
            let right = to.column as isize - from.column as isize;
            let down = 2 * (to.line as isize - from.line as isize);
            let (along, across) = match step {
                Step::Left => (-right, down),
                Step::Right => (right, down),
                Step::Up => (-down, right),
                Step::Down => (down, right),
            };
            (along > 0).then(|| along + 3 * across.abs())
        };
        let to = self.places.iter().filter(|it| cost(it).is_some()).min_by_key(&cost);
        if let Some(to) = to.map(|it| it.name.clone()) {
            self.point(&to);
        }
    }

    /// The place nearest to the middle of the drawing.
    fn central(&self) -> Option<&Place> {
        let column = self.places.iter().map(|it| it.column).max()? / 2;
        let line = self.places.iter().map(|it| it.line).max()? / 2;
        self.places.iter().min_by_key(|it| distance(it, column, line))
    }

    /// Moves the ghost or the cursor to a place, turned so that it fits there, if it can be.
    pub(crate) fn point(&mut self, place: &str) {
        self.place = Some(place.to_owned());
        if self.choice(place, &self.way).is_some() {
            return;
        }
        if let Some(way) = self.ways_at(place).first() {
            self.way.clone_from(way);
        }
    }

    /// Turns the piece in hand.
    pub(crate) fn turn(&mut self, game: GameId, turning: Turning) {
        let Some(head) = self.head.clone() else { return };
        if let Some(way) = shape_turned(game, &head, &self.way, turning) {
            self.way = way;
            return;
        }
        let place = self.place.clone().unwrap_or_default();
        let mut ways = self.ways_at(&place);
        if ways.is_empty() {
            ways = self.ways_of(&head);
        }
        let at = ways.iter().position(|it| *it == self.way);
        if let Some(next) = neighbor(at, ways.len(), turning != Turning::Left) {
            self.way.clone_from(&ways[next]);
        }
    }

    /// The move that the ghost shows; none with an empty hand, or where none can be shown.
    pub(crate) fn ghost(&self, table: &dyn Table) -> Option<Ghost> {
        let head = self.head.as_ref()?;
        let place = self.place.as_ref()?;
        if let Some(choice) = self.choice(place, &self.way) {
            return Some(Ghost { m: choice.m, problem: None });
        }
        let parts = MoveParts { head: head.clone(), way: self.way.clone(), place: place.clone() };
        let m = table.parse_move(&join(table.game(), &parts)?).ok()?;
        let problem = table.explain_move(&m).err().map(|error| error.to_string());
        Some(Ghost { m, problem })
    }

    /// The legal move of the piece in hand to a place, turned in this way.
    fn choice(&self, place: &str, way: &str) -> Option<&Choice> {
        let head = self.head.as_ref()?;
        let is_it =
            |it: &&Choice| it.parts.head == *head && it.parts.place == place && it.parts.way == way;
        self.choices.iter().find(is_it)
    }

    /// The ways in which the piece in hand fits a place.
    fn ways_at(&self, place: &str) -> Vec<String> {
        let Some(head) = &self.head else { return Vec::new() };
        let fitting = self.choices.iter().map(|it| &it.parts);
        let fitting = fitting.filter(|it| it.head == *head && it.place == place);
        fitting.map(|it| it.way.clone()).collect()
    }

    /// The ways in which a piece fits anywhere.
    fn ways_of(&self, head: &str) -> Vec<String> {
        let fitting = self.choices.iter().map(|it| &it.parts).filter(|it| it.head == head);
        let mut ways: Vec<String> = fitting.map(|it| it.way.clone()).collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// The line and column of a place, for reading order.
    fn spot(&self, place: &str) -> (usize, usize) {
        let found = self.places.iter().find(|it| it.name == place);
        found.map_or((usize::MAX, usize::MAX), |it| (it.line, it.column))
    }
}

/// The square of the distance of a place to a spot, in columns.
fn distance(place: &Place, column: usize, line: usize) -> usize {
    let dx = place.column.abs_diff(column);
    // A line is as high as two columns are wide.
    let dy = 2 * place.line.abs_diff(line);
    dx * dx + dy * dy
}

/// Columns within which a click means a place.
const REACH: usize = 6;

/// The index after or before another one, around the end; the first or last one if there is none.
fn neighbor(at: Option<usize>, n: usize, is_forward: bool) -> Option<usize> {
    if n == 0 {
        return None;
    }
    Some(match (at, is_forward) {
        (None, true) => 0,
        (None, false) => n - 1,
        (Some(at), true) => (at + 1) % n,
        (Some(at), false) => (at + n - 1) % n,
    })
}

/// The orientation of a piece of squares after a turn.
fn shape_turned(game: GameId, head: &str, way: &str, turning: Turning) -> Option<String> {
    let shape = game.pieces()?.into_iter().find(|it| it.name == head)?;
    let after = |way: &str| {
        let orientation = shape.orientations.iter().find(|it| it.name == way)?;
        Some(match turning {
            Turning::Flip => orientation.mirrored.clone(),
            Turning::Right | Turning::Left => orientation.clockwise.clone(),
        })
    };
    match turning {
        Turning::Right | Turning::Flip => after(way),
        Turning::Left => after(&after(&after(way)?)?),
    }
}
