//! The terminal: taken for the full screen, and given back however the program ends.

use std::fs::File;
use std::io::{self, Write, stderr, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// True while the program has the terminal.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while the program has it. Dropped, it is given back.
pub(crate) struct Taken(pub(crate) Terminal<CrosstermBackend<io::Stdout>>);

/// Takes the terminal. A panic gives it back before its message is printed.
pub(crate) fn take() -> io::Result<Taken> {
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        give_back();
        tell(panic);
    }));
    IS_TAKEN.store(true, Ordering::SeqCst);
    let taken = enter().and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
    if taken.is_err() {
        give_back();
    }
    taken.map(Taken)
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// The file of the terminal.
const TERMINAL: &str = if cfg!(windows) { "CONOUT$" } else { "/dev/tty" };

/// Gives the terminal back, if it is taken. There is nobody left to read an error.
pub(crate) fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // Not by the standard output, which the game has locked: a signal, or a panic of the thread
        // that thinks, would wait for it.
        let _ = match File::options().write(true).open(TERMINAL) {
            Ok(mut terminal) => leave(&mut terminal),
            Err(_) => leave(&mut stderr()),
        };
        let _ = disable_raw_mode();
    }
}

fn leave(terminal: &mut impl Write) -> io::Result<()> {
    execute!(terminal, DisableMouseCapture, LeaveAlternateScreen, Show)
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}
