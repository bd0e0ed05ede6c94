//! The dialogs: questions, the keys, the end of a round or of the game.

use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use tilewright_core::Seat;

use super::super::state::{Dialog, State};

const HELP: &str = "\
arrows        move the ghost, or the cursor
n p           the next piece, the previous one
g G           the next legal place, the previous one
r R f         turn right, turn left, flip
Enter         play what the ghost shows, or take what stands there
Esc           put the piece back
d x           Triominos: draw, pass; Coerceo: x exchanges
: or /        type a move
h  u          a hint; take back
s             save a copy in another file
!             resign
PgUp PgDn     scroll the moves
q  Ctrl-C     leave; the game is kept
mouse         point and click; the wheel turns, the right button flips";

/// The screen between two people who have secrets.
pub(super) fn curtain(seat: Seat, area: Rect, frame: &mut Frame<'_>) {
    let text = format!("seat {seat}, press Enter when you are alone at the screen");
    show("secret hands", &text, area, frame);
}

pub(super) fn draw(state: &State, area: Rect, frame: &mut Frame<'_>) {
    match &state.dialog {
        None | Some(Dialog::Curtain(_)) => {}
        Some(Dialog::Help) => show("keys", HELP, area, frame),
        Some(Dialog::Resign) => show("resign?", "Enter resigns, Esc plays on", area, frame),
        Some(Dialog::Quit) => {
            show("not saved", "Enter leaves, Esc goes back: s saves the game", area, frame);
        }
        Some(Dialog::Typing { is_file, text }) => {
            let title = if *is_file { "save a copy in the file" } else { "play the move" };
            show(title, &format!("{text}_"), area, frame);
        }
        Some(Dialog::RoundOver(text)) => {
            show("the round is over", &format!("{text}\nEnter goes on"), area, frame);
        }
        Some(Dialog::GameOver(text)) => {
            show(
                "the game is over",
                &format!("{text}\nEnter leaves, Esc shows the board"),
                area,
                frame,
            );
        }
    }
}

/// A box in the middle of an area.
fn show(title: &str, text: &str, area: Rect, frame: &mut Frame<'_>) {
    let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let width = (longest.max(title.chars().count() + 2) as u16 + 4).min(area.width);
    let inner = usize::from(width.saturating_sub(4)).max(1);
    let n_lines: usize = text.lines().map(|it| it.chars().count().div_ceil(inner).max(1)).sum();
    let height = (n_lines as u16 + 2).min(area.height);
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    let block = Block::bordered().title(Line::from(format!(" {title} ")));
    let block = block.padding(ratatui::widgets::Padding::horizontal(1));
    frame.render_widget(Clear, place);
    let paragraph = Paragraph::new(text.to_owned()).wrap(Wrap { trim: false }).block(block);
    frame.render_widget(paragraph, place);
}
