//! Terminal drawings of Triominos: points, tiles, turns, hands and their colors.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_core::{Game, Position as _, Seat, Viewer, parse_options};
use tilewright_render::{GameView, Ink, choice, text};
use tilewright_triominos::{Move, Position, Tile, Triominos, View};

fn start(options: &[(&str, &str)]) -> Position {
    Triominos::start(&parse_options(options.iter().copied()).unwrap()).unwrap()
}

/// Seat 1 opened with 5-5-5, and seat 2 has drawn once and may still place.
fn after_a_draw() -> Position {
    let mut position = start(&[]);
    let is_named = |name: &str| ["5-5-5", "0-5-5"].contains(&name);
    let mut dull = Tile::all().filter(|tile| !tile.is_triple() && !is_named(&tile.to_string()));
    for first in ["5-5-5", "0-5-5"] {
        let hand = [first.parse().unwrap()].into_iter().chain(dull.by_ref().take(8));
        for tile in hand.collect::<Vec<Tile>>() {
            position.play(Move::Deal(Some(tile))).unwrap();
        }
    }
    play(&mut position, "5-5-5:ABC@0,0");
    play(&mut position, "draw");
    let drawn = position.pile().nth(0);
    position.play(Move::Drawn(drawn)).unwrap();
    position
}

fn play(position: &mut Position, m: &str) {
    position.play(m.parse().unwrap()).unwrap();
}

fn seen(position: &Position, viewer: Viewer) -> GameView {
    GameView::Triominos(Triominos::view(position, viewer))
}

fn drawn(position: &Position, ink: Ink) -> String {
    text(&seen(position, Viewer::Spectator), ink)
}

fn assert_tells(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.contains(line), "{line:?} is not in {text}");
    }
}

#[test]
fn a_drawing_tells_points_tiles_and_the_last_turns() {
    let mut position = after_a_draw();
    let lines = [
        "round 1 of a game to 400, 37 tiles in the pile\n",
        "\n  seat 1    25 points  8 tiles\n",
        "\n> seat 2    -5 points  10 tiles  drew 1 tile in this turn\n",
        "/5\\",
        "\nseat 1: 5-5-5:ABC@0,0 (+25)\nseat 2: draw (-5)\n",
    ];
    assert_tells(&drawn(&position, Ink::Plain), &lines);
    play(&mut position, "0-5-5:CBA@1,0");
    let lines = [
        "\n> seat 1    25 points  8 tiles\n",
        "\n  seat 2     5 points  9 tiles\n",
        "\nseat 1: 5-5-5:ABC@0,0 (+25)\nseat 2: draw (-5), 0-5-5:CBA@1,0 (+10)\n",
    ];
    assert_tells(&drawn(&position, Ink::Plain), &lines);
    // One turn of each seat.
    play(&mut position, "draw");
    assert!(!drawn(&position, Ink::Plain).contains("(+25)"));
}

#[test]
fn what_is_played_for_is_told() {
    let shared = drawn(&start(&[("hands", "shared")]), Ink::Plain);
    assert_tells(&shared, &["56 tiles left for all\n> seat 1     0 points\n"]);
    let mut position = start(&[("hands", "shared")]);
    play(&mut position, "5-5-5:ABC@0,0");
    assert_tells(&drawn(&position, Ink::Plain), &["55 tiles left for all\n"]);
    // The same by what everybody saw, from which a view that is read knows it.
    let view: View = Triominos::view(&position, Viewer::Spectator).to_string().parse().unwrap();
    let again = text(&GameView::Triominos(view), Ink::Plain);
    assert_eq!(again, drawn(&position, Ink::Plain));
    let single = drawn(&start(&[("single-round", "on")]), Ink::Plain);
    assert_tells(
        &single,
        &["a single round, 56 tiles in the pile\n  seat 1     0 points  0 tiles\n"],
    );
}

#[test]
fn seats_and_their_tiles_have_colors_and_the_last_tile_is_filled() {
    let mut position = after_a_draw();
    play(&mut position, "0-5-5:CBA@1,0");
    let painted = drawn(&position, Ink::Ansi);
    let names = ["\u{1b}[38;5;39mseat 1\u{1b}[0m", "\u{1b}[38;5;208mseat 2\u{1b}[0m"];
    assert_tells(&painted, &names);
    assert!(names.iter().all(|name| painted.matches(name).count() == 2), "{painted:?}");
    assert!(painted.contains("48;5;208m") && !painted.contains("48;5;39m"), "{painted:?}");
    // Its outline, too, is bold, and so are the numbers of a hand.
    assert_tells(&painted, &["\u{1b}[1;38;5;208m"]);
    let view = seen(&position, Viewer::Seat(Seat::new(0).unwrap()));
    assert_tells(&choice(&view, Ink::Ansi), &["\u{1b}[1m"]);
}

#[test]
fn a_hand_is_drawn_for_its_seat_alone() {
    let position = after_a_draw();
    let hand_for = |viewer| choice(&seen(&position, viewer), Ink::Plain);
    for seat in Seat::first(2) {
        let hand = hand_for(Viewer::Seat(seat));
        for tile in Tile::all() {
            let is_drawn = hand.contains(&tile.to_string());
            assert_eq!(is_drawn, position.hand(seat).contains(tile), "{tile}: {hand}");
        }
    }
    assert_eq!(hand_for(Viewer::Spectator), "");
}

#[test]
fn at_the_end_of_a_round_all_hands_are_told_and_what_they_bring() {
    let mut n_out = 0;
    let mut n_blocked = 0;
    for seed in 0..20 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut position = start(&[("single-round", "on"), ("seats", "3")]);
        let mut before = position.scores();
        while let Some(m) = position.random_move(&mut rng) {
            assert!(!drawn(&position, Ink::Plain).contains("the round is"));
            before = position.scores();
            position.play(m).unwrap();
        }
        let drawing = drawn(&position, Ink::Plain);
        let is_out = |seat: &Seat| position.hand(*seat).is_empty();
        let is_blocked = !position.scores().seats().any(|seat| is_out(&seat));
        n_out += usize::from(!is_blocked);
        n_blocked += usize::from(is_blocked);
        assert_eq!(drawing.contains("\nthe round is blocked\n"), is_blocked, "{drawing}");
        assert_eq!(drawing.contains("\nthe round is over\n"), !is_blocked, "{drawing}");
        for seat in position.scores().seats() {
            let hand = position.hand(seat);
            let names: Vec<String> = hand.iter().map(|tile| tile.to_string()).collect();
            let line = if is_out(&seat) {
                format!("seat {seat} is out (+")
            } else {
                format!("seat {seat} has {} left: {} (", hand.points(), names.join(" "))
            };
            assert_tells(&drawing, &[&line]);
            // Without the last move, a seat's score changes only by the end of the round.
            let gain = position.scores()[seat] - before[seat];
            if !is_blocked && !is_out(&seat) {
                assert_tells(&drawing, &[&format!("{line}{gain:+})\n")]);
            }
        }
    }
    assert!(n_out > 0 && n_blocked > 0, "{n_out} and {n_blocked}");
}

#[test]
fn no_tile_of_another_hand_or_of_the_pile_is_drawn() {
    let mut rng = SmallRng::seed_from_u64(2);
    let mut position = start(&[("seats", "3"), ("single-round", "on")]);
    while !position.is_round_over() {
        let m = position.random_move(&mut rng).unwrap();
        position.play(m).unwrap();
        for viewer in Viewer::all(3).filter(|_| !position.is_round_over()) {
            let view = seen(&position, viewer);
            let shown = text(&view, Ink::Plain) + &choice(&view, Ink::Plain);
            for tile in Tile::all().filter(|&tile| is_hidden(&position, tile, viewer)) {
                assert!(!shown.contains(&tile.to_string()), "{viewer:?} sees {tile}:\n{shown}");
            }
        }
    }
}

/// Says whether a tile is in the pile or in a hand of somebody else.
fn is_hidden(position: &Position, tile: Tile, viewer: Viewer) -> bool {
    let is_elsewhere =
        |seat: Seat| viewer != Viewer::Seat(seat) && position.hand(seat).contains(tile);
    position.pile().contains(tile) || position.scores().seats().any(is_elsewhere)
}
