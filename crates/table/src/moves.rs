//! Type-erased lists of the moves of any game.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tilewright_core::MoveOf;

use crate::registry::{AnyMove, Registered};

/// The legal moves of a position, sorted lazily.
///
/// ```
/// use tilewright_table::GameId;
///
/// let table = "blokus".parse::<GameId>()?.open(&[("variant", "duo")])?;
/// let moves = table.list_moves();
/// assert_eq!(moves.len(), table.n_legal_moves());
/// let m = moves.get(7).unwrap();
/// assert_eq!(m.to_string(), table.legal_moves()[7]);
/// assert_eq!(moves.index_of(&m), Some(7));
/// assert!(moves.get(1_000).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MoveList: Send + Sync {
    /// The number of moves.
    fn len(&self) -> usize;

    /// Returns true if there are none: the game is over.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The move at an index.
    fn get(&self, index: usize) -> Option<AnyMove>;

    /// The index of a move, if it is legal.
    fn index_of(&self, m: &AnyMove) -> Option<usize>;
}

/// The one implementation of [`MoveList`].
///
/// Many callers list moves and take only one, by chance or by its number, and sorting costs several
/// times as much as listing. So the first access selects one move, and only a second access sorts
/// the list.
pub(crate) struct Listed<G: Registered> {
    /// The moves in the order of generation.
    found: Vec<MoveOf<G>>,
    was_asked: AtomicBool,
    sorted: OnceLock<Vec<MoveOf<G>>>,
}

impl<G: Registered> Listed<G> {
    pub(crate) fn new(found: Vec<MoveOf<G>>) -> Listed<G> {
        Listed { found, was_asked: AtomicBool::new(false), sorted: OnceLock::new() }
    }

    fn sorted(&self) -> &[MoveOf<G>] {
        self.sorted.get_or_init(|| {
            let mut moves = self.found.clone();
            moves.sort_unstable();
            moves
        })
    }

    /// The move at this index of the sorted list. The index must be below the length.
    fn select(&self, index: usize) -> MoveOf<G> {
        if self.was_asked.swap(true, Relaxed) {
            return self.sorted()[index];
        }
        let mut moves = self.found.clone();
        *moves.select_nth_unstable(index).1
    }
}

impl<G: Registered> MoveList for Listed<G> {
    fn len(&self) -> usize {
        self.found.len()
    }

    fn get(&self, index: usize) -> Option<AnyMove> {
        (index < self.len()).then(|| G::any_move(self.select(index)))
    }

    fn index_of(&self, m: &AnyMove) -> Option<usize> {
        self.sorted().binary_search(&G::own_move(m)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use serde_json::Value;

    use super::*;
    use crate::GameId;
    use crate::toy::table_after;

    fn read(game: &str, text: &str) -> AnyMove {
        game.parse::<GameId>().unwrap().parse_move(text).unwrap()
    }

    #[test]
    fn moves_are_equal_ordered_and_hashed_as_their_own_types_are() {
        let hasher = RandomState::new();
        let hash = |m: &AnyMove| hasher.hash_one(m);
        let five = read("cards", "deal:5");
        let six = read("cards", "deal:6");
        assert_eq!((&five, hash(&five)), (&five.clone(), hash(&read("cards", "deal:5"))));
        assert!(five < six && five != six);
        // Text would put ten before nine.
        assert!(read("cards", "deal:9") < read("cards", "deal:10"));
        assert_ne!(hash(&five), hash(&six));
        assert!(read("blokus", "O1n@a1") < five, "games come in their order");
        assert_eq!(format!("{five:?} {five:>7}"), "cards deal:5  deal:5");
    }

    #[test]
    fn a_list_finds_its_moves_and_no_others() {
        for moves in [&["deal:4"][..], &["deal:4", "pass"]] {
            let table = table_after(&[], &moves.join(" "));
            let list = table.list_moves();
            let texts: Vec<String> =
                (0..list.len()).map(|i| list.get(i).unwrap().to_string()).collect();
            assert_eq!(texts, table.legal_moves());
            for (i, text) in texts.iter().enumerate() {
                assert_eq!(list.index_of(&list.get(i).unwrap()), Some(i));
                let first_asked = table.list_moves().get(i).unwrap();
                assert_eq!(first_asked.to_string(), *text);
            }
            assert_eq!(list.index_of(&read("cards", "deal:4")), None);
            assert_eq!(list.index_of(&read("coerceo", "X08:B0")), None);
            assert!(list.get(list.len()).is_none() && !list.is_empty());
        }
    }

    #[test]
    fn parts_need_no_position() {
        assert_eq!(read("cards", "deal:5").parts()["card"], 5);
        assert_eq!(read("cards", "keep").parts()["card"], Value::Null);
    }
}
