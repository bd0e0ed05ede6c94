//! A game on the full screen of a terminal.

mod draw;
mod hand;
mod keys;
mod painted;
mod parts;
mod state;
pub(crate) mod terminal;
#[cfg(test)]
mod tests;
mod thinker;

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use ratatui::crossterm::event;
use tilewright_render::Ink;

use self::draw::draw;
use self::keys::action;
use self::state::{Exit, State};
use self::terminal::Taken;
use self::thinker::Thinker;
use super::game::Game;
use super::opponents::Opponents;

/// The interval of checks for an answer of a bot.
const TICK: Duration = Duration::from_millis(100);

/// The interval of drawings while nothing happens but the clock.
const SECOND: Duration = Duration::from_secs(1);

/// Plays until the game is over or the person leaves, and then prints the file of the record.
pub(crate) fn run(
    game: Game,
    opponents: Opponents,
    notice: Option<String>,
    ink: Ink,
    out: &mut dyn Write,
) -> Result<()> {
    let mut state = State::new(game, notice, ink);
    let thinker = Thinker::new(opponents);
    let mut taken = terminal::take()?;
    let played = play(&mut state, &thinker, &mut taken);
    drop(taken);
    // What happened to the screen does not matter to the game: it is kept.
    let (text, saved) = match state.exit {
        Some(Exit::Over) => {
            write!(out, "{}", state.result())?;
            state.game.farewell()
        }
        Some(Exit::Left) | None => state.game.leave(),
    };
    write!(out, "{text}")?;
    played.and(saved)
}

/// Draws and obeys until the person leaves. Events that are there already share one drawing.
fn play(state: &mut State, thinker: &Thinker, taken: &mut Taken) -> Result<()> {
    proceed(state, thinker)?;
    while state.exit.is_none() {
        taken.0.draw(|frame| draw(state, frame))?;
        let mut patience = if state.thought.is_some() { TICK } else { SECOND };
        while state.exit.is_none() && event::poll(patience)? {
            if let Some(action) = action(&event::read()?, state.is_typing()) {
                state.act(action)?;
                proceed(state, thinker)?;
            }
            patience = Duration::ZERO;
        }
        while let Some(answer) = thinker.answer()? {
            state.hear(answer)?;
        }
        proceed(state, thinker)?;
    }
    Ok(())
}

/// Plays on as far as nobody has to do something, and asks the thread that thinks.
fn proceed(state: &mut State, thinker: &Thinker) -> Result<()> {
    state.advance()?;
    for question in state.questions.drain(..) {
        thinker.ask(question);
    }
    Ok(())
}
