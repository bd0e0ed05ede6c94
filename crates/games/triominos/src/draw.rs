//! A view for a terminal.

use std::fmt::Write as _;

use tilewright_core::{Ink, Paint, Seat, Viewer};

use crate::log::Action;
use crate::options::Hands;
use crate::scene::Hand;
use crate::tile::Tile;
use crate::triangles::{self, Drawn};
use crate::view::View;

/// A color for each seat.
const COLORS: [u8; 6] = [39, 208, 82, 213, 227, 203];

/// Columns for the tiles of a hand.
const WIDTH: usize = 80;

/// The seats with their points and tiles, the table, and what happened last.
pub(crate) fn draw(view: &View, ink: Ink) -> String {
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

/// The hand of the viewer.
pub(crate) fn draw_hand(view: &View, ink: Ink) -> String {
    let hand = match view.viewer() {
        Viewer::Seat(seat) => view.hand(seat).tiles(),
        Viewer::Spectator => None,
    };
    triangles::tiles(hand.unwrap_or_default().iter(), ink, WIDTH)
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
    let name = ink.paint(seat_paint(seat), &format!("seat {seat}"));
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

/// A number of things.
pub(crate) fn plural(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn seat_paint(seat: Seat) -> Paint {
    Paint { foreground: Some(COLORS[seat.index()]), ..Paint::default() }
}

/// The tiles on the table, in the colors of those who placed them.
fn drawn(view: &View) -> Vec<Drawn> {
    let mut tiles = Vec::new();
    view.replay(|moment| {
        if let Action::Place(placement) = moment.action {
            let paint = Some(seat_paint(moment.seat));
            tiles.push(Drawn { placement, paint, is_last: false });
        }
    });
    if let Some(last) = tiles.last_mut() {
        last.is_last = true;
    }
    tiles
}

/// What the seats did in their last turns, a line for each turn.
fn last_turns(view: &View, ink: Ink) -> String {
    let mut turns: Vec<(Seat, Vec<String>)> = Vec::new();
    let mut is_new_turn = true;
    view.replay(|moment| {
        if is_new_turn {
            turns.push((moment.seat, Vec::new()));
        }
        is_new_turn = moment.action != Action::Draw;
        let (_, deeds) = turns.last_mut().expect("a turn has begun");
        deeds.push(match moment.action {
            Action::Place(placement) => format!("{placement} ({:+})", moment.gain),
            Action::Draw => format!("draw ({:+})", moment.gain),
            Action::Pass => format!("pass ({:+})", moment.gain),
        });
    });
    let n_shown = view.scores().len();
    let shown = turns.iter().skip(turns.len().saturating_sub(n_shown));
    shown.fold(String::new(), |text, (seat, deeds)| {
        let name = ink.paint(seat_paint(*seat), &format!("seat {seat}"));
        text + &format!("{name}: {}\n", deeds.join(", "))
    })
}

/// The hands that lie open when a round is over, and what they bring.
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
        let name = ink.paint(seat_paint(seat), &format!("seat {seat}"));
        let _ = writeln!(text, "{name} {left} ({:+})", end.gains[seat]);
    }
    text
}
