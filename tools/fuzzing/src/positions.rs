//! Positions and views as text.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_coerceo::Coerceo;
use tilewright_core::{Game, Observed, Position};
use tilewright_render::{self as render, Ink, Style};
use tilewright_table::GameId;
use tilewright_testkit::check_laws_along;
use tilewright_triominos::{Triominos, View};

use crate::input::{at_most, check_sentence, choice_and_text};

/// The number of bytes that choose moves: two for each.
const MAX_CHOICES: usize = 16;

/// The text of a position or, in Triominos, of a view, after a byte for the game. What follows the
/// first line chooses some moves.
///
/// It is read or refused with a sentence. What is read obeys the laws of every game, from there on
/// for some moves: so its text reads as the same too. What is imagined of a view has this view.
pub fn positions(data: &[u8]) {
    let line = data.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let choices = at_most(data.get(line.len() + 1..).unwrap_or_default(), MAX_CHOICES);
    let Some((game, text)) = choice_and_text(line) else { return };
    match game % 5 {
        0 => check::<Blokus>(text, choices),
        1 => check::<Triominos>(text, choices),
        2 => check::<Coerceo>(text, choices),
        3 => check::<AquaPipe>(text, choices),
        _ => check_view(text),
    }
}

fn check<G: Game>(text: &str, choices: &[u8]) {
    match text.parse::<G::Position>() {
        Ok(position) => check_laws_along::<G>(position, choices),
        Err(error) => check_sentence(&error),
    }
}

fn check_view(text: &str) {
    let view: View = match text.parse() {
        Ok(view) => view,
        Err(error) => return check_sentence(&error),
    };
    let written = view.to_string();
    let again: View = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.to_string(), written);
    let seen = GameId::Triominos.open_view(text).expect("it is a view");
    assert_eq!((seen.text(), seen.viewer()), (written, view.viewer()));
    let seen_view = seen.game_view();
    assert!(!render::text(&seen_view, Ink::Plain).is_empty());
    assert!(render::svg(&seen_view, &Style::default()).ends_with("</svg>\n"));
    // A view that no game leads to has determinizations too, in which the turn is the same.
    let sample = Triominos::sample(&view, &mut SmallRng::seed_from_u64(1));
    assert_eq!((sample.turn(), sample.scores()), (seen.turn(), seen.scores()), "{sample}");
}
