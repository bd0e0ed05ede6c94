//! Triominos: the seats with their points, the table, the last turns and the hand of the viewer.

use std::fmt::Write as _;

use tilewright_core::{Seat, Viewer, plural};
use tilewright_triominos::{Action, Hand, Hands, Move, Tile, View};

use crate::text::ink::{Ink, Paint};
use crate::text::parts::{Mark, Parts};
use crate::text::triangles::{self, Drawn};

/// A color for each seat.
const COLORS: [u8; 6] = [39, 208, 82, 213, 227, 203];

/// Columns for the tiles of a hand.
const WIDTH: usize = 80;

/// The seats with their points and tiles, the table, and the last turns.
pub(super) fn board(view: &View, ink: Ink) -> String {
    let mut text = headline(view);
    for seat in view.scores().seats() {
        text.push_str(&seat_line(view, seat, ink));
    }
    text.push('\n');
    text.push_str(&triangles::board(&drawn(view), ink));
    text.push_str(&last_turns(view, ink));
    text.push_str(&round_end(view, ink));
    text
}

/// The table, and the seats with their points and tiles.
pub(super) fn parts(view: &View, ink: Ink) -> Parts {
    let tiles = drawn(view);
    let mut beside = headline(view);
    for seat in view.scores().seats() {
        beside.push_str(&seat_line(view, seat, ink));
    }
    beside.push_str(&round_end(view, ink));
    Parts {
        board: triangles::board(&tiles, ink),
        beside,
        places: triangles::places(&tiles),
        legend: String::new(),
        hand: own_tiles(view).map(|tile| tile.to_string()).collect(),
    }
}

/// The tile of a placement.
pub(super) fn marks(view: &View, m: Move) -> Vec<Mark> {
    match m {
        Move::Place(placement) => triangles::marks(&drawn(view), placement),
        Move::Draw | Move::Pass | Move::Deal(_) | Move::Drawn(_) => Vec::new(),
    }
}

/// The hand of the viewer.
pub(super) fn hand(view: &View, ink: Ink) -> String {
    triangles::tiles(own_tiles(view), ink, WIDTH)
}

fn own_tiles(view: &View) -> impl Iterator<Item = Tile> {
    let hand = match view.viewer() {
        Viewer::Seat(seat) => view.hand(seat).tiles(),
        Viewer::Spectator => None,
    };
    hand.unwrap_or_default().iter()
}

fn headline(view: &View) -> String {
    let options = view.options();
    let tiles = plural(view.n_pile(), "tile");
    match (options.hands, options.single_round) {
        (Hands::Shared, _) => format!("{tiles} left for all\n"),
        (_, true) => format!("a single round, {tiles} in the pile\n"),
        _ => {
            let round = view.round();
            format!("round {round} of a game to {}, {tiles} in the pile\n", options.target)
        }
    }
}

fn seat_line(view: &View, seat: Seat, ink: Ink) -> String {
    let arrow = if view.seat_to_move() == Some(seat) { ">" } else { " " };
    let name = seat_name(seat, ink);
    let mut line = format!("{arrow} {name} {:>5} points", view.scores()[seat]);
    if view.options().hands == Hands::Dealt {
        let _ = write!(line, "  {}", plural(view.hand(seat).n_tiles(), "tile"));
    }
    if view.seat_to_move() == Some(seat) && view.n_draws() > 0 {
        let _ = write!(line, "  drew {} in this turn", plural(view.n_draws(), "tile"));
    }
    line.push('\n');
    line
}

fn seat_name(seat: Seat, ink: Ink) -> String {
    ink.paint(seat_paint(seat), &format!("seat {seat}"))
}

const fn seat_paint(seat: Seat) -> Paint {
    Paint::letters(COLORS[seat.index()])
}

/// The tiles on the table, in the colors of those who placed them.
fn drawn(view: &View) -> Vec<Drawn> {
    let mut tiles = Vec::new();
    for played in view.played_actions() {
        if let Action::Place(placement) = played.action {
            tiles.push(Drawn { placement, paint: seat_paint(played.seat), is_last: false });
        }
    }
    if let Some(last) = tiles.last_mut() {
        last.is_last = true;
    }
    tiles
}

/// The last turns of the seats, a line for each.
fn last_turns(view: &View, ink: Ink) -> String {
    let mut turns: Vec<(Seat, Vec<String>)> = Vec::new();
    let mut is_new_turn = true;
    for played in view.played_actions() {
        if is_new_turn {
            turns.push((played.seat, Vec::new()));
        }
        // A seat that draws goes on: only a placement or a pass ends its turn.
        is_new_turn = played.action != Action::Draw;
        let action = Move::from(played.action);
        let (_, actions) = turns.last_mut().expect("a turn has begun");
        actions.push(format!("{action} ({:+})", played.gain));
    }
    let mut text = String::new();
    for (seat, actions) in turns.iter().skip(turns.len().saturating_sub(view.scores().len())) {
        let _ = writeln!(text, "{}: {}", seat_name(*seat, ink), actions.join(", "));
    }
    text
}

/// The hands that lie open when a round is over, and the points they bring.
fn round_end(view: &View, ink: Ink) -> String {
    let Some(end) = view.round_end() else { return String::new() };
    let mut text =
        String::from(if end.is_blocked { "the round is blocked\n" } else { "the round is over\n" });
    for seat in view.scores().seats() {
        let Hand::Known(tiles) = view.hand(seat) else { continue };
        let names: Vec<String> = tiles.iter().map(|tile: Tile| tile.to_string()).collect();
        let left = match tiles.len() {
            0 => "is out".to_owned(),
            _ => format!("has {} left: {}", tiles.points(), names.join(" ")),
        };
        let _ = writeln!(text, "{} {left} ({:+})", seat_name(seat, ink), end.gains[seat]);
    }
    text
}
