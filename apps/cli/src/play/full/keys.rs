//! The actions of keys and the mouse.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::hand::{Step, Turning};

/// An action of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Step(Step),
    Turn(Turning),
    /// To the next piece, or the previous one.
    NextPiece(bool),
    /// To the next legal place, or the previous one.
    NextPlace(bool),
    /// Enter: plays the move that the ghost shows, or says yes.
    Confirm,
    /// Escape: puts the piece back, or says no.
    Cancel,
    /// A letter that means something in some games: `d` draws, `x` passes or exchanges.
    Letter(char),
    Hint,
    Undo,
    Resign,
    Help,
    /// Begins to type a move.
    Type,
    /// Begins to type the name of a file.
    Save,
    Quit,
    /// By this number of lines.
    Scroll(i16),
    /// The mouse is over a spot of the screen.
    Point {
        column: u16,
        row: u16,
    },
    Click {
        column: u16,
        row: u16,
    },
    /// The wheel: it turns the piece over the board, and scrolls the moves beside it.
    Wheel {
        column: u16,
        is_down: bool,
    },
    /// A character of a text that is typed.
    Character(char),
    Erase,
    Resize,
}

/// The meaning of an event; `is_typing` if a text is typed.
pub(crate) fn action(event: &Event, is_typing: bool) -> Option<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(*key, is_typing),
        Event::Mouse(mouse) => of_mouse(*mouse),
        Event::Resize(..) => Some(Action::Resize),
        _ => None,
    }
}

fn of_key(key: KeyEvent, is_typing: bool) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd' | 'q')).then_some(Action::Quit);
    }
    Some(match key.code {
        KeyCode::Enter => Action::Confirm,
        KeyCode::Esc => Action::Cancel,
        KeyCode::Backspace => Action::Erase,
        KeyCode::Char(c) if is_typing => Action::Character(c),
        KeyCode::Left => Action::Step(Step::Left),
        KeyCode::Right => Action::Step(Step::Right),
        KeyCode::Up => Action::Step(Step::Up),
        KeyCode::Down => Action::Step(Step::Down),
        KeyCode::PageUp => Action::Scroll(-PAGE),
        KeyCode::PageDown => Action::Scroll(PAGE),
        KeyCode::Char(c) => return of_letter(c),
        _ => return None,
    })
}

/// Lines of a page.
const PAGE: i16 = 5;

fn of_letter(letter: char) -> Option<Action> {
    Some(match letter {
        ' ' => Action::Confirm,
        'n' => Action::NextPiece(true),
        'p' => Action::NextPiece(false),
        'g' => Action::NextPlace(true),
        'G' => Action::NextPlace(false),
        'r' => Action::Turn(Turning::Right),
        'R' => Action::Turn(Turning::Left),
        'f' => Action::Turn(Turning::Flip),
        'd' | 'x' => Action::Letter(letter),
        'h' => Action::Hint,
        'u' => Action::Undo,
        's' => Action::Save,
        'q' => Action::Quit,
        '!' => Action::Resign,
        '?' => Action::Help,
        ':' | '/' => Action::Type,
        _ => return None,
    })
}

fn of_mouse(mouse: MouseEvent) -> Option<Action> {
    let MouseEvent { column, row, kind, .. } = mouse;
    Some(match kind {
        MouseEventKind::Moved | MouseEventKind::Drag(_) => Action::Point { column, row },
        MouseEventKind::Down(MouseButton::Left) => Action::Click { column, row },
        MouseEventKind::Down(MouseButton::Right) => Action::Turn(Turning::Flip),
        MouseEventKind::ScrollDown => Action::Wheel { column, is_down: true },
        MouseEventKind::ScrollUp => Action::Wheel { column, is_down: false },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode) -> Event {
        Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn the_keys_are_those_of_the_page() {
        let meant = |code| action(&key(code), false);
        assert_eq!(meant(KeyCode::Char('n')), Some(Action::NextPiece(true)));
        assert_eq!(meant(KeyCode::Char('G')), Some(Action::NextPlace(false)));
        assert_eq!(meant(KeyCode::Char('R')), Some(Action::Turn(Turning::Left)));
        assert_eq!(meant(KeyCode::Left), Some(Action::Step(Step::Left)));
        assert_eq!(meant(KeyCode::Esc), Some(Action::Cancel));
        assert_eq!(meant(KeyCode::Char('z')), None);
    }

    #[test]
    fn who_types_a_text_writes_letters() {
        assert_eq!(action(&key(KeyCode::Char('n')), true), Some(Action::Character('n')));
        assert_eq!(action(&key(KeyCode::Enter), true), Some(Action::Confirm));
        let interrupt = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(action(&interrupt, true), Some(Action::Quit));
    }
}
