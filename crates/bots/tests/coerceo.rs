//! Coerceo is played to win, and not to and fro.

use tilewright_bots::{Thinking, bot};
use tilewright_coerceo::{Coerceo, Color, Move, MoveKind, Options, Position, Variant};
use tilewright_core::{Game, Position as _, Turn};

/// A bot that waits: it takes its last step back if it can, or else makes the first quiet one; it
/// never exchanges unless it must.
fn passive_move(position: &Position, last: Option<Move>) -> Move {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let back = last.and_then(|last| match last.kind() {
        MoveKind::Step { from, to } => Move::step(to, from),
        MoveKind::Exchange(_) => None,
    });
    let is_step = |m: &&Move| matches!(m.kind(), MoveKind::Step { .. });
    let quiet = moves.iter().filter(is_step).find(|&&m| position.board().is_quiet(m));
    let back = back.filter(|back| moves.contains(back));
    back.or(quiet.copied()).unwrap_or(moves[0])
}

/// True if a searching bot wins against a waiting one within 400 moves.
fn wins(variant: Variant, color: Color) -> bool {
    let mut position = Coerceo::start(&Options { variant, ..Options::default() }).unwrap();
    let mut player = bot::<Coerceo>(&"minimax:nodes=2000".parse().unwrap()).unwrap();
    let mut last = None;
    for ply in 0..400 {
        let m = match position.turn() {
            Turn::Over(outcome) => return outcome.place(color.seat()) == 1 && !outcome.is_draw(),
            Turn::Player(seat) if seat == color.seat() => {
                player.choose(&position, &mut Thinking { seed: 1, ply, ..Thinking::default() }).m
            }
            Turn::Player(_) => {
                let m = passive_move(&position, last);
                last = Some(m);
                m
            }
            Turn::Chance => unreachable!("Coerceo has no chance"),
        };
        position.play(m).unwrap();
    }
    false
}

#[test]
fn passive_play_loses() {
    for color in Color::ALL {
        for variant in [Variant::Ocius, Variant::Laurentius] {
            assert!(wins(variant, color), "{variant} {color}");
        }
    }
}

#[test]
fn nobody_repeats_the_first_moves() {
    for variant in [Variant::Ocius, Variant::Laurentius] {
        let mut position = Coerceo::start(&Options { variant, ..Options::default() }).unwrap();
        let mut players = [3, 4].map(|seed| {
            bot::<Coerceo>(&format!("minimax:nodes=3000,seed={seed}").parse().unwrap()).unwrap()
        });
        for ply in 0..30 {
            let thinking = &mut Thinking { ply, ..Thinking::default() };
            let m = players[ply % 2].choose(&position, thinking).m;
            position.play(m).unwrap();
            assert!(position.n_occurrences() < 3, "{variant} after {ply} moves");
        }
    }
}

#[test]
fn two_who_dislike_draws_come_to_an_end() {
    for seed in 1..=4 {
        let mut position =
            Coerceo::start(&Options { variant: Variant::Ocius, ..Options::default() }).unwrap();
        let mut player = bot::<Coerceo>(&"minimax:nodes=2000".parse().unwrap()).unwrap();
        let mut ply = 0;
        while position.turn().seat().is_some() {
            assert!(
                position.n_idle_moves() < 400,
                "seed {seed}: nothing happens after {ply} moves"
            );
            position
                .play(
                    player.choose(&position, &mut Thinking { seed, ply, ..Thinking::default() }).m,
                )
                .unwrap();
            ply += 1;
        }
    }
}
