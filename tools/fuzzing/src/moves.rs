//! Moves as text.

use std::sync::LazyLock;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::{Blokus, pentobi};
use tilewright_coerceo::Coerceo;
use tilewright_core::{Game, MoveOf, ParseMoveError, Position, parse_options};
use tilewright_triominos::Triominos;

use crate::input::{check_sentence, choice_and_text};

/// Positions in which moves are tried: starts, and those after random moves.
type Places<G> = LazyLock<Vec<<G as Game>::Position>>;

static BLOKUS: Places<Blokus> = LazyLock::new(|| {
    let variants = ["classic", "classic-2", "classic-3", "duo", "tilewe"];
    variants.iter().flat_map(|variant| places::<Blokus>(&[("variant", variant)])).collect()
});
static TRIOMINOS: Places<Triominos> = LazyLock::new(|| places::<Triominos>(&[]));
static COERCEO: Places<Coerceo> = LazyLock::new(|| places::<Coerceo>(&[]));
static AQUAPIPE: Places<AquaPipe> = LazyLock::new(|| {
    ["3x3", "4x4"].iter().flat_map(|variant| places::<AquaPipe>(&[("variant", variant)])).collect()
});

/// The text of a move, after a byte for the game: `F5e@d9`.
///
/// It is read or refused with a sentence; what is read is written back as a move that reads the
/// same. In every position it is legal if and only if it is listed, `explain` agrees, and playing
/// and taking it back restores the position. In Blokus the same text is also read as Tilewe and as
/// Pentobi write moves.
pub fn moves(data: &[u8]) {
    let Some((game, text)) = choice_and_text(data) else { return };
    match game % 4 {
        0 => {
            check::<Blokus>(text, &BLOKUS);
            check_tilewe(text);
            check_squares(text);
        }
        1 => check::<Triominos>(text, &TRIOMINOS),
        2 => check::<Coerceo>(text, &COERCEO),
        _ => check::<AquaPipe>(text, &AQUAPIPE),
    }
}

/// The start of a game, and where it is after some random moves.
fn places<G: Game>(options: &[(&str, &str)]) -> Vec<G::Position> {
    let options = parse_options(options.iter().copied()).expect("these are options");
    let mut position = G::start(&options).expect("these options are a game");
    let mut rng = SmallRng::seed_from_u64(1);
    let mut places = vec![position.clone()];
    for n_moves in [12, 25] {
        for _ in 0..n_moves {
            let Some(m) = position.random_move(&mut rng) else { break };
            position.play_unchecked(m);
        }
        places.push(position.clone());
    }
    places
}

fn check<G: Game>(text: &str, places: &[G::Position]) {
    match text.parse::<MoveOf<G>>() {
        Ok(m) => {
            let written = m.to_string();
            assert!(!written.contains(char::is_whitespace), "{written:?}");
            assert_eq!(written.parse().as_ref(), Ok(&m), "{written}");
            serde_json::to_value(G::move_parts(m)).expect("the parts of a move are JSON");
        }
        Err(error) => check_sentence(&error),
    }
    for position in places {
        check_in_position::<G>(position, G::parse_move(position, text));
    }
}

fn check_in_position<G: Game>(position: &G::Position, read: Result<MoveOf<G>, ParseMoveError>) {
    let m = match read {
        Ok(m) => m,
        Err(error) => return check_sentence(&error),
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let is_legal = moves.contains(&m);
    assert_eq!(position.is_legal(m), is_legal, "{m} in {position}");
    match position.explain(m) {
        Ok(()) => assert!(is_legal, "{m} in {position}"),
        Err(illegal) => {
            assert!(!is_legal, "{m} in {position}: {illegal}");
            check_sentence(&illegal);
        }
    }
    if is_legal {
        serde_json::to_value(G::move_view(position, m)).expect("what a move does is JSON");
        let mut played = position.clone();
        let undo = played.play_unchecked(m);
        played.undo(m, undo);
        assert!(played == *position && played.key() == position.key(), "{m} in {position}");
    }
}

/// A legal placement has a name in Tilewe's notation, and every name of it reads as the same.
fn check_tilewe(text: &str) {
    for position in BLOKUS.iter() {
        let m = match position.parse_tilewe(text) {
            Ok(m) => m,
            Err(error) => {
                check_sentence(&error);
                continue;
            }
        };
        let names = position.tilewe_names(m);
        assert_eq!(names.is_empty(), !position.is_legal(m), "{m} in {position}");
        for name in names {
            assert_eq!(position.parse_tilewe(&name).as_ref(), Ok(&m), "{name} in {position}");
        }
    }
}

/// Squares in any order are the placement that covers them, whose squares read as the same.
fn check_squares(text: &str) {
    match pentobi::parse_squares(text) {
        Ok(m) => assert_eq!(pentobi::parse_squares(&pentobi::squares(m)).as_ref(), Ok(&m)),
        Err(error) => check_sentence(&error),
    }
}
