//! Laws of the terminal drawings of all games, and the drawing of the README.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_core::Viewer;
use tilewright_render::{Ink, choice, text};
use tilewright_table::{GameId, Table};

/// Draws positions of random games of every variant for every viewer.
fn check_drawings(check: impl Fn(&dyn Table, Viewer)) {
    for game in GameId::ALL {
        for (variant, seed) in game.variants().iter().zip(0..) {
            let mut table = game.open_variant(variant.name).unwrap();
            let mut rng = SmallRng::seed_from_u64(seed);
            // The plies of a round of Triominos differ in who is dealt, who moves and what is open.
            while table.ply() < 200 {
                if table.ply() % 3 == 0 {
                    Viewer::all(table.n_seats()).for_each(|viewer| check(&*table, viewer));
                }
                let Some(m) = table.random_move(&mut rng) else { break };
                table.play(&m).unwrap();
            }
            Viewer::all(table.n_seats()).for_each(|viewer| check(&*table, viewer));
        }
    }
}

/// The text without escape codes.
fn washed(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap().to_owned();
    first + &parts.map(|part| part.split_once('m').unwrap().1).collect::<String>()
}

#[test]
fn plain_drawings_are_whole_lines_without_colors() {
    check_drawings(|table, viewer| {
        let drawing = text(&table.game_view(viewer), Ink::Plain);
        assert!(!drawing.trim().is_empty() && drawing.ends_with('\n'), "{drawing:?}");
        assert!(!drawing.contains('\u{1b}'), "{drawing:?}");
        assert!(drawing.lines().all(|line| line == line.trim_end()), "{drawing:?}");
    });
}

#[test]
fn colors_change_nothing_but_the_colors() {
    check_drawings(|table, viewer| {
        let view = table.game_view(viewer);
        let painted = text(&view, Ink::Ansi);
        assert!(painted.contains('\u{1b}'));
        assert_eq!(washed(&painted), text(&view, Ink::Plain));
        assert_eq!(washed(&choice(&view, Ink::Ansi)), choice(&view, Ink::Plain));
    });
}

fn duo(moves: &str) -> Box<dyn Table> {
    let mut table = GameId::Blokus.open(&[("variant", "duo")]).unwrap();
    for m in moves.split_whitespace() {
        table.play(m).unwrap();
    }
    table
}

#[test]
fn a_drawing_is_that_of_the_guide() {
    let table = duo("V5w@e8 W5e@h5 W5w@e5 Z5n@h8 N5w@g11 U5e@g2 Y5nf@c6 F5s@k7");
    let drawing = text(&table.game_view(Viewer::Spectator), Ink::Plain);
    let page = include_str!("../../../docs/play.md");
    assert!(page.contains(drawing.trim_end()), "{drawing}");
}

#[test]
fn pieces_of_blokus_are_painted_and_what_matters_is_bold() {
    let painted = text(&duo("V5w@e8 W5e@h5 W5w@e5").game_view(Viewer::Spectator), Ink::Ansi);
    for shown in [
        "\u{1b}[1;38;5;135mpurple\u{1b}[0m (seat 1)\n",
        "\u{1b}[1;38;5;208morange\u{1b}[0m (seat 2), to move\n",
        // Placed before, and last; an open corner, and an empty square.
        "\u{1b}[38;5;16;48;5;208moo",
        "\u{1b}[1;38;5;16;48;5;135mPP",
        "\u{1b}[1;38;5;208m+ ",
        "\u{1b}[38;5;240m· ",
    ] {
        assert!(painted.contains(shown), "{shown:?} is not in {painted:?}");
    }
}
