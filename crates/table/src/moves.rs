//! Moves of any game, without their types.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tilewright_core::{Game, MoveOf, ParseMoveError};

use crate::GameId;
use crate::table::to_json;

/// A move of any game: what a program holds that knows no rules. It is a value like the moves
/// themselves, equal, ordered and hashed as they are, and cheap to clone; its text is made when
/// somebody asks for it.
///
/// ```
/// use tilewright_table::GameId;
///
/// let game: GameId = "blokus".parse()?;
/// let m = game.parse_move("f8,d9,e9,f9,e10")?;
/// assert_eq!(m.to_string(), "F5e@d8");
/// assert_eq!(m.parts()["piece"], "F5");
/// assert_eq!(m, game.parse_move("F5e@d8")?);
/// assert!(m < game.parse_move("F5e@e8")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AnyMove {
    game: GameId,
    inner: Arc<dyn ErasedMove>,
}

/// The legal moves of a position, sorted, of which only those are touched that somebody asks for.
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
    /// How many there are.
    fn len(&self) -> usize;

    /// Whether there are none: the game is over.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    fn get(&self, index: usize) -> Option<AnyMove>;

    /// Where a move is in the list, if it is legal.
    fn index_of(&self, m: &AnyMove) -> Option<usize>;
}

impl AnyMove {
    pub(crate) fn new<G: Game>(game: GameId, m: MoveOf<G>) -> AnyMove {
        AnyMove { game, inner: Arc::new(Typed::<G>(m)) }
    }

    /// The game it is a move of.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// What it consists of, by name, whatever the position. What it does in a position, a
    /// [table](crate::Table::describe) tells.
    pub fn parts(&self) -> Value {
        self.inner.parts()
    }

    /// The move with its type; an error in the words of a text that is not a move if it is one of
    /// another game.
    pub(crate) fn typed<G: Game>(&self) -> Result<MoveOf<G>, ParseMoveError> {
        typed::<G>(&*self.inner).ok_or_else(|| {
            let reason = format!("it is one of {}, not of {}", self.game.name(), G::NAME);
            ParseMoveError::new(&self.to_string(), reason)
        })
    }
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.inner.text())
    }
}

impl fmt::Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.game)
    }
}

/// By game, then as the moves of the game are.
impl Ord for AnyMove {
    fn cmp(&self, other: &AnyMove) -> Ordering {
        self.game.cmp(&other.game).then_with(|| self.inner.order(&*other.inner))
    }
}

impl PartialOrd for AnyMove {
    fn partial_cmp(&self, other: &AnyMove) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for AnyMove {
    fn eq(&self, other: &AnyMove) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for AnyMove {}

impl Hash for AnyMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        self.inner.hash_into(state);
    }
}

/// A move behind its type.
trait ErasedMove: Any + Send + Sync {
    fn text(&self) -> String;
    fn parts(&self) -> Value;
    /// The order among moves of the same game.
    fn order(&self, other: &dyn ErasedMove) -> Ordering;
    fn hash_into(&self, state: &mut dyn Hasher);
}

struct Typed<G: Game>(MoveOf<G>);

fn typed<G: Game>(m: &dyn ErasedMove) -> Option<MoveOf<G>> {
    (m as &dyn Any).downcast_ref::<Typed<G>>().map(|typed| typed.0)
}

impl<G: Game> ErasedMove for Typed<G> {
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn parts(&self) -> Value {
        to_json(&G::move_parts(self.0))
    }

    fn order(&self, other: &dyn ErasedMove) -> Ordering {
        Some(self.0).cmp(&typed::<G>(other))
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.0.hash(&mut state);
    }
}

/// The one implementation of [`MoveList`].
///
/// Many who list moves take one of them and go on, by chance or by its number, and sorting costs
/// several times what listing does. So the first one that is asked for is selected, and only who
/// asks for more has the list sorted.
pub(crate) struct Listed<G: Game> {
    game: GameId,
    /// In the order in which they were found.
    found: Vec<MoveOf<G>>,
    was_asked: AtomicBool,
    sorted: OnceLock<Vec<MoveOf<G>>>,
}

impl<G: Game> Listed<G> {
    pub(crate) fn new(game: GameId, found: Vec<MoveOf<G>>) -> Listed<G> {
        Listed { game, found, was_asked: AtomicBool::new(false), sorted: OnceLock::new() }
    }

    fn sorted(&self) -> &[MoveOf<G>] {
        self.sorted.get_or_init(|| {
            let mut moves = self.found.clone();
            moves.sort_unstable();
            moves
        })
    }

    /// The move of this index, which is below the length, in the sorted list.
    fn select(&self, index: usize) -> MoveOf<G> {
        if self.was_asked.swap(true, Relaxed) {
            return self.sorted()[index];
        }
        let mut moves = self.found.clone();
        *moves.select_nth_unstable(index).1
    }
}

impl<G: Game> MoveList for Listed<G> {
    fn len(&self) -> usize {
        self.found.len()
    }

    fn get(&self, index: usize) -> Option<AnyMove> {
        (index < self.len()).then(|| AnyMove::new::<G>(self.game, self.select(index)))
    }

    fn index_of(&self, m: &AnyMove) -> Option<usize> {
        self.sorted().binary_search(&typed::<G>(&*m.inner)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use super::*;
    use crate::toy::table_after;

    fn read(game: &str, text: &str) -> AnyMove {
        game.parse::<GameId>().unwrap().parse_move(text).unwrap()
    }

    #[test]
    fn moves_are_equal_ordered_and_hashed_as_their_own_types_are() {
        let hasher = RandomState::new();
        let hash = |m: &AnyMove| hasher.hash_one(m);
        let (five, six) = (read("cards", "deal:5"), read("cards", "deal:6"));
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
