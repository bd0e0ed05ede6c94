//! The full screen as a drawing: the board with the ghost, beside it the players, the hand, the
//! hints and the moves, and below it a sentence and the keys.

mod dialog;
mod side;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use tilewright_render::{GameView, Ink, Mark, Parts, choice, marks, parts};

use super::painted::lines;
use super::state::{Areas, Dialog, State};
use crate::text::counted;

/// The least columns beside the board, of a screen that has room for them.
const MIN_SIDE: u16 = 31;

/// The columns between the board and those.
const GAP: u16 = 1;

/// The keys, in a line of less than 80 columns.
const KEYS: &str =
    "arrows move  n/p piece  g/G place  r/R/f turn  Enter play  h hint  u undo  ? all";

/// The lines of the title, the message and the keys.
const N_OTHER_LINES: usize = 3;

/// Draws the state, and notes the areas for the mouse.
pub(crate) fn draw(state: &mut State, frame: &mut Frame<'_>) {
    state.areas = Areas::default();
    let view = state.game.table.game_view(state.viewer());
    let parts = parts(&view, state.ink);
    // A board that needs the line has it: the title names the key for help.
    let has_keys = parts.board.lines().count() + N_OTHER_LINES <= usize::from(frame.area().height);
    let rows = [
        Constraint::Length(1),
        Constraint::Min(0),
        Constraint::Length(1),
        Constraint::Length(u16::from(has_keys)),
    ];
    let [title, main, message, keys] = Layout::vertical(rows).areas(frame.area());
    frame.render_widget(Paragraph::new(headline(state)), title);
    frame.render_widget(Paragraph::new(Line::styled("? keys ", dim()).right_aligned()), title);
    if let Some(Dialog::Curtain(seat)) = state.dialog {
        // Nothing of the game stays in sight.
        dialog::curtain(seat, main, frame);
    } else {
        draw_game(state, &view, &parts, main, frame);
        dialog::draw(state, main, frame);
    }
    frame.render_widget(Paragraph::new(sentence(state)), message);
    frame.render_widget(Paragraph::new(KEYS).style(dim()), keys);
}

pub(super) fn dim() -> Style {
    Style::default().add_modifier(Modifier::DIM)
}

pub(super) fn bold() -> Style {
    Style::default().add_modifier(Modifier::BOLD)
}

fn headline(state: &State) -> Line<'static> {
    let table = &state.game.table;
    let options = table.options();
    let variant = options.iter().find(|(name, _)| name == "variant");
    let variant = variant.map_or_else(String::new, |(_, value)| format!(" {value}"));
    let name = format!(" {}{variant} ", table.game().name());
    let saved = if state.game.unsaved.is_some() { "not saved" } else { "saved" };
    let rest = format!(" {}, {saved}", counted(table.ply(), "move"));
    let style = bold().add_modifier(Modifier::REVERSED);
    Line::from(vec![Span::styled(name, style), Span::styled(rest, dim())])
}

/// The sentence below the board: the seat that thinks, or the last message.
fn sentence(state: &State) -> Line<'static> {
    if let Some(thought) = &state.thought {
        let who = thought.seat.map_or("the hint".to_owned(), |seat| state.game.label(seat));
        let dots = ".".repeat(1 + thought.begin.elapsed().as_millis() as usize / 300 % 3);
        let seconds = thought.begin.elapsed().as_secs();
        let is_open = thought.seat.is_none() || !state.game.table.game().has_secrets();
        let said = thought.sentence.clone().filter(|_| is_open).unwrap_or_default();
        return Line::from(format!(" {who} thinks {dots:3} {seconds} s  {said}"));
    }
    let text = format!(" {}", state.message.text);
    match (state.message.is_problem, state.ink) {
        (true, Ink::Ansi) => Line::styled(text, Style::default().fg(Color::LightRed)),
        (true, Ink::Plain) => Line::styled(text, bold()),
        (false, _) => Line::from(text),
    }
}

fn draw_game(state: &mut State, view: &GameView, parts: &Parts, area: Rect, frame: &mut Frame<'_>) {
    let board = lines(&parts.board);
    let pictures = lines(&choice(view, state.ink));
    // Pictures of the hand stand below the board where there is room for all of them.
    let has_width = width_of(&pictures) <= area.width;
    let has_height = board.len() + pictures.len() <= usize::from(area.height);
    let n_below = if has_width && has_height { pictures.len() as u16 } else { 0 };
    let rows = [Constraint::Min(0), Constraint::Length(n_below)];
    let [top, below] = Layout::vertical(rows).areas(area);
    let width = match view {
        // The table grows tile by tile, and what stands beside it should not move.
        GameView::Triominos(_) => top.width / 2,
        _ => width_of(&board),
    };
    let most = top.width - MIN_SIDE.min(top.width / 5 * 2);
    let width = Constraint::Length(width.min(most));
    let columns = [width, Constraint::Length(GAP), Constraint::Min(0)];
    let [left, _, right] = Layout::horizontal(columns).areas(top);
    draw_board(state, view, board, left, frame);
    frame.render_widget(Paragraph::new(pictures), below);
    side::draw(state, parts, right, frame);
}

fn width_of(lines: &[Line<'_>]) -> u16 {
    lines.iter().map(Line::width).max().unwrap_or_default() as u16
}

/// The board, as much of it as there is room for, with the ghost or the cursor in sight.
fn draw_board(
    state: &mut State,
    view: &GameView,
    board: Vec<Line<'static>>,
    area: Rect,
    frame: &mut Frame<'_>,
) {
    let width = usize::from(area.width);
    let height = usize::from(area.height);
    let n_columns = board.iter().map(Line::width).max().unwrap_or_default();
    let focus = state.hand.place().map(|place| (place.column, place.line));
    let (column, line) = focus.unwrap_or((n_columns / 2, board.len() / 2));
    let offset = (begin(column, n_columns, width), begin(line, board.len(), height));
    state.areas.board = area;
    state.areas.offset = offset;
    let scroll = (offset.1 as u16, offset.0 as u16);
    frame.render_widget(Paragraph::new(board).scroll(scroll), area);
    if state.game.asked().is_none() || state.thought.is_some() {
        return;
    }
    if let Some(ghost) = state.hand.ghost(&*state.game.table) {
        let is_legal = ghost.problem.is_none();
        let style = ghost_style(state.ink, is_legal);
        for mark in marks(view, &ghost.m) {
            let symbol = if is_legal { mark.symbol } else { missing(mark) };
            put(frame, area, offset, (mark.column, mark.line), Some(symbol), style);
        }
    } else if let Some(spot) = focus {
        let style = Style::default().add_modifier(Modifier::REVERSED);
        put(frame, area, offset, spot, None, style);
    }
}

/// The first column or line that is shown of so many, so that one of them is in sight.
fn begin(focus: usize, n: usize, room: usize) -> usize {
    focus.saturating_sub(room / 2).min(n.saturating_sub(room))
}

fn ghost_style(ink: Ink, is_legal: bool) -> Style {
    match (ink, is_legal) {
        (Ink::Ansi, true) => bold().fg(Color::Black).bg(Color::Indexed(114)),
        (Ink::Ansi, false) => bold().fg(Color::White).bg(Color::Indexed(160)),
        (Ink::Plain, true) => bold().add_modifier(Modifier::REVERSED),
        (Ink::Plain, false) => dim(),
    }
}

/// The character of a ghost that cannot be there: numbers stay what they are.
fn missing(mark: Mark) -> char {
    if mark.symbol.is_ascii_digit() { mark.symbol } else { 'x' }
}

/// Changes a spot of the drawing, if it is in sight.
fn put(
    frame: &mut Frame<'_>,
    area: Rect,
    offset: (usize, usize),
    (column, line): (usize, usize),
    symbol: Option<char>,
    style: Style,
) {
    let seen = column.checked_sub(offset.0).zip(line.checked_sub(offset.1));
    let Some((x, y)) = seen else { return };
    if x >= usize::from(area.width) || y >= usize::from(area.height) {
        return;
    }
    let cell = &mut frame.buffer_mut()[(area.x + x as u16, area.y + y as u16)];
    if let Some(symbol) = symbol {
        cell.set_char(symbol);
    }
    cell.set_style(style);
}
