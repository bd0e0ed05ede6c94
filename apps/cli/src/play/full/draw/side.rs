//! The column beside the board: the players with their clocks, the hand, the hints, the moves.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use tilewright_render::Parts;

use super::super::painted::lines;
use super::super::state::State;
use super::{bold, dim};
use crate::text::wrapped;

/// The least lines of the list of moves.
const MIN_MOVES: usize = 4;

/// The most lines of the hand, so that all else has room.
const MAX_HAND: usize = 6;

/// A line of the hand: the names of pieces.
type Shelf = Vec<Span<'static>>;

pub(super) fn draw(state: &mut State, parts: &Parts, area: Rect, frame: &mut Frame<'_>) {
    let width = usize::from(area.width);
    let height = usize::from(area.height);
    let hand = if state.dialog.is_none() { hand(state, &parts.hand, width) } else { Vec::new() };
    let hints = hints(state, width);
    let clocks = clocks(state, width);
    let n_hand = hand.len() + usize::from(!hand.is_empty());
    let n_others = clocks.len() + n_hand + hints.len() + 1 + MIN_MOVES;
    let room = height.saturating_sub(n_others);
    let players = lines(&parts.beside).into_iter().flat_map(|line| broken(line, width));
    let mut column = fitted(players.collect(), room);
    let legend = lines(&parts.legend);
    if column.len() + legend.len() <= room {
        column.extend(legend);
    }
    column.extend(clocks);
    if !hand.is_empty() {
        column.push(Line::styled("pieces", dim()));
        let first = area.y + column.len() as u16;
        note_pieces(state, &hand, area, first);
        column.extend(hand.into_iter().map(Line::from));
    }
    column.extend(hints);
    column.push(Line::styled("moves", dim()));
    let room = height.saturating_sub(column.len());
    column.extend(moves(state, width, room));
    frame.render_widget(Paragraph::new(column), area);
}

/// The line, or several without their looks if it is too long.
fn broken(line: Line<'static>, width: usize) -> Vec<Line<'static>> {
    if line.width() <= width {
        return vec![line];
    }
    wrapped(&line.to_string(), width).into_iter().map(Line::from).collect()
}

/// The paragraphs of the players in `room` lines at most: the first lines of each, which say most.
fn fitted(lines: Vec<Line<'static>>, room: usize) -> Vec<Line<'static>> {
    if lines.len() <= room {
        return lines;
    }
    let is_blank = |line: &Line<'_>| line.width() == 0;
    let paragraphs: Vec<&[Line<'static>]> =
        lines.split(is_blank).filter(|paragraph| !paragraph.is_empty()).collect();
    let n_lines = |most: usize| paragraphs.iter().map(|it| it.len().min(most)).sum::<usize>();
    let most = (1..=room).rev().find(|&most| n_lines(most) <= room).unwrap_or(1);
    let mut fitted: Vec<Line<'static>> = paragraphs.iter().flat_map(|it| cut(it, most)).collect();
    fitted.truncate(room);
    fitted
}

/// The first lines of a paragraph, with a sign if there are more.
fn cut(paragraph: &[Line<'static>], most: usize) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = paragraph.iter().take(most).cloned().collect();
    if let Some(last) = lines.last_mut().filter(|_| most < paragraph.len()) {
        last.push_span("…");
    }
    lines
}

/// The time that each seat has used, in the order of the seats.
fn clocks(state: &State, width: usize) -> Vec<Line<'static>> {
    let times: Vec<String> = state.used.seats().map(|seat| clock(state.used_by(seat))).collect();
    let text = format!("time {}", times.join(" "));
    wrapped(&text, width).into_iter().map(|line| Line::styled(line, dim())).collect()
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

/// The names of the pieces, in lines: the one in hand reversed, those that fit nowhere dim.
fn hand(state: &State, names: &[String], width: usize) -> Vec<Shelf> {
    if state.game.asked().is_none() {
        return Vec::new();
    }
    let heads = state.hand.heads();
    let others = heads.iter().filter(|head| !names.contains(head));
    let mut shelves: Vec<Shelf> = vec![Shelf::new()];
    let mut n_columns = 0;
    let mut held = 0;
    for name in names.iter().chain(others) {
        let text = format!(" {name} ");
        let n_more = text.chars().count();
        if n_columns + n_more > width {
            shelves.push(Shelf::new());
            n_columns = 0;
        }
        n_columns += n_more;
        let is_held = state.hand.head() == Some(name.as_str());
        if is_held {
            held = shelves.len() - 1;
        }
        let style = piece_style(is_held, heads.contains(name));
        shelves.last_mut().expect("there is a line").push(Span::styled(text, style));
    }
    // The line of the piece in hand stays in sight.
    let first = held.saturating_sub(MAX_HAND / 2).min(shelves.len().saturating_sub(MAX_HAND));
    shelves.drain(..first);
    shelves.truncate(MAX_HAND);
    shelves.retain(|shelf| !shelf.is_empty());
    shelves
}

fn piece_style(is_held: bool, is_playable: bool) -> Style {
    match (is_held, is_playable) {
        (true, _) => bold().add_modifier(Modifier::REVERSED),
        (false, true) => Style::default(),
        (false, false) => dim(),
    }
}

/// Notes the areas of the pieces for the mouse.
fn note_pieces(state: &mut State, hand: &[Shelf], area: Rect, first: u16) {
    for (spans, y) in hand.iter().zip(first..) {
        let mut x = area.x;
        for span in spans {
            let width = span.width() as u16;
            let name = span.content.trim().to_owned();
            state.areas.pieces.push((Rect { x, y, width, height: 1 }, name));
            x += width;
        }
    }
}

fn hints(state: &State, width: usize) -> Vec<Line<'static>> {
    if state.hints.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![Line::styled("hint", dim())];
    for hint in &state.hints {
        let cut = wrapped(hint, width.saturating_sub(2)).into_iter().take(2);
        lines.extend(cut.enumerate().map(|(i, line)| {
            if i == 0 { Line::styled(line, bold()) } else { Line::from(format!("  {line}")) }
        }));
    }
    lines
}

/// The last moves as the viewer saw them, each with its effect. Deals and secret draws are left
/// out.
fn moves(state: &mut State, width: usize, room: usize) -> Vec<Line<'static>> {
    let table = &state.game.table;
    let played = table.moves();
    let seen = table.moves_seen_by(state.viewer());
    let mut lines = Vec::new();
    for (i, (m, seen)) in played.iter().zip(&seen).enumerate() {
        if m != seen || seen.starts_with("deal:") {
            continue;
        }
        let told = table.told(i + 1).map_or_else(String::new, |it| format!(" ({it})"));
        let mut line = format!("{}. {seen}{told}", i + 1);
        if line.chars().count() > width {
            line = line.chars().take(width.saturating_sub(1)).chain(['…']).collect();
        }
        lines.push(Line::from(line));
    }
    let most = lines.len().saturating_sub(room);
    state.n_scrolled = state.n_scrolled.min(most as u16);
    let end = lines.len() - usize::from(state.n_scrolled);
    lines.truncate(end);
    lines.drain(..end.saturating_sub(room));
    lines
}
