//! The parts of a move: the piece, its orientation, and its place.

use tilewright_table::{AnyMove, GameId};

/// The parts of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveParts {
    /// The piece: a tile, a pipe, or a piece on the board by its place.
    pub(crate) head: String,
    /// The orientation, where there are several.
    pub(crate) way: String,
    /// The place; empty for a move without one, such as a pass.
    pub(crate) place: String,
}

/// Splits a move.
pub(crate) fn split(m: AnyMove) -> MoveParts {
    let text = m.to_string();
    let parts = match m.game() {
        GameId::Blokus => split_blokus(m, &text),
        GameId::Triominos => split_triominos(&text),
        GameId::Coerceo => split_coerceo(&text),
        GameId::AquaPipe => split_aquapipe(&text),
    };
    parts.unwrap_or(MoveParts { head: text, ..MoveParts::default() })
}

/// The text of the move with these parts; nothing if there is none.
pub(crate) fn join(game: GameId, parts: &MoveParts) -> Option<String> {
    let MoveParts { head, way, place } = parts;
    match game {
        _ if place.is_empty() => Some(head.clone()),
        GameId::Blokus => Some(format!("{head}{way}@{place}")),
        GameId::Triominos => Some(format!("{head}:{}@{place}", facing(way, place)?)),
        GameId::Coerceo if head == "X" => Some(format!("X{place}")),
        GameId::Coerceo => Some(format!("{head}-{place}")),
        GameId::AquaPipe => {
            let is_in_hand = !head.ends_with(|c: char| c.is_ascii_digit());
            let sign = if is_in_hand { '@' } else { '-' };
            Some(format!("{head}{sign}{place}{}", second_space(place, way)?))
        }
    }
}

/// `F5e@d9` is the piece F5, turned `e`, at d9.
fn split_blokus(m: AnyMove, text: &str) -> Option<MoveParts> {
    let (piece, place) = text.split_once('@')?;
    let parts = m.parts();
    let head = parts["piece"].as_str()?;
    let way = piece.strip_prefix(head)?;
    Some(MoveParts { head: head.to_owned(), way: way.to_owned(), place: place.to_owned() })
}

/// `1-2-3:ABC@0,0` is the tile 1-2-3, turned `ABC`, at 0,0.
fn split_triominos(text: &str) -> Option<MoveParts> {
    let (head, rest) = text.split_once(':')?;
    let (way, place) = rest.split_once('@')?;
    Some(MoveParts { head: head.to_owned(), way: way.to_owned(), place: place.to_owned() })
}

/// `0B:W1-0B:W5` is the piece on 0B:W1, at 0B:W5. `X07:B0` is an exchange for the piece on 07:B0.
fn split_coerceo(text: &str) -> Option<MoveParts> {
    let (head, place) = match text.strip_prefix('X') {
        Some(place) => ("X", place),
        None => text.split_once('-')?,
    };
    Some(MoveParts { head: head.to_owned(), way: String::new(), place: place.to_owned() })
}

/// `S@b2` is a small pipe, at b2; `Sb2-c3` is the one from b2. `UM@a1a2` is a U pipe, turned
/// upwards, at a1.
fn split_aquapipe(text: &str) -> Option<MoveParts> {
    let (head, spaces) = text.split_once(['@', '-'])?;
    let (place, second) = spaces.split_at_checked(2)?;
    let way = match second {
        "" => "",
        _ if second[..1] == place[..1] => UP,
        _ => RIGHT,
    };
    Some(MoveParts { head: head.to_owned(), way: way.to_owned(), place: place.to_owned() })
}

/// The ways of a U pipe.
const UP: &str = "up";
const RIGHT: &str = "right";

/// The second space of a U pipe; empty for a straight pipe.
fn second_space(first: &str, way: &str) -> Option<String> {
    let mut letters = first.chars();
    let file = letters.next()?;
    let rank = letters.next()?.to_digit(10)?;
    match way {
        UP => Some(format!("{file}{}", rank + 1)),
        RIGHT => Some(format!("{}{rank}", char::from(file as u8 + 1))),
        _ => Some(String::new()),
    }
}

/// The orientation, or the one beside it if it faces another way than the place does: up where the
/// sum of x and y is even.
fn facing<'a>(way: &'a str, place: &str) -> Option<&'a str> {
    const PAIRS: [[&str; 2]; 3] = [["ABC", "ACB"], ["CAB", "CBA"], ["BCA", "BAC"]];
    let (x, y) = place.split_once(',')?;
    let is_down = (x.parse::<i32>().ok()? + y.parse::<i32>().ok()?).rem_euclid(2) == 1;
    let pair = PAIRS.iter().find(|pair| pair.contains(&way))?;
    Some(pair[usize::from(is_down)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_joined_to_the_same_move() {
        for game in GameId::ALL {
            for options in [&[][..], &[("variant", "4x4")], &[("hands", "shared")]] {
                let Ok(mut table) = game.open(options) else { continue };
                for _ in 0..60 {
                    for text in table.legal_moves() {
                        let m = table.parse_move(&text).unwrap();
                        assert_eq!(join(game, &split(m)).as_deref(), Some(text.as_str()));
                    }
                    let moves = table.legal_moves();
                    let Some(m) = moves.get(moves.len() / 2).cloned() else { break };
                    table.play(&m).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_tile_faces_as_its_place_does() {
        assert_eq!(facing("ABC", "0,0"), Some("ABC"));
        assert_eq!(facing("ABC", "1,0"), Some("ACB"));
        assert_eq!(facing("BAC", "-1,-1"), Some("BCA"));
    }
}
