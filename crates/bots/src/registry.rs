//! The bots of every game.

use std::fmt;
use std::marker::PhantomData;

use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_coerceo::Coerceo;
use tilewright_core::{Game, MoveOf, ParsePositionError, Seat, Viewer};
use tilewright_table::{SeenGame, Table};
use tilewright_triominos::Triominos;

use crate::bot::{KindInfo, bot};
use crate::level::{Level, N_LEVELS};
use crate::opponent::{self, Opponent};
use crate::playable::Playable;
use crate::spec::{BotSpec, SpecError};

/// Every game that bots play. A new game is a new line.
static GAMES: &[&dyn AnyGame] =
    &[&entry::<Blokus>(), &entry::<Triominos>(), &entry::<Coerceo>(), &entry::<AquaPipe>()];

/// The bots of one game, by the names of both.
///
/// ```
/// use tilewright_bots::Bots;
///
/// let bots = Bots::of("blokus").unwrap();
/// let names: Vec<&str> = bots.kinds().map(|kind| kind.name).collect();
/// assert!(names.starts_with(&["random", "greedy"]));
/// assert_eq!(bots.read("random:seed=7")?.to_string(), "random:seed=7");
/// assert_eq!(
///     bots.read("greedy:depth=3").unwrap_err().to_string(),
///     "greedy has no 'depth': choose seed"
/// );
/// # Ok::<(), tilewright_bots::SpecError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Bots(&'static dyn AnyGame);

impl Bots {
    /// The bots of the game with this name in commands.
    pub fn of(slug: &str) -> Option<Bots> {
        GAMES.iter().copied().find(|game| game.slug() == slug).map(Bots)
    }

    /// The kinds of bots, the simplest first.
    pub fn kinds(self) -> impl Iterator<Item = &'static KindInfo> {
        self.0.kinds().into_iter()
    }

    /// The levels, the weakest first.
    pub fn levels(self) -> &'static [Level; N_LEVELS] {
        self.0.levels()
    }

    /// The best bot at a table of so many seats: that of the highest level, without its limits.
    ///
    /// ```
    /// use tilewright_bots::Bots;
    ///
    /// let bots = Bots::of("coerceo").unwrap();
    /// assert!(bots.kinds().any(|kind| kind.name == bots.best(2).kind()));
    /// ```
    pub fn best(self, n_seats: usize) -> BotSpec {
        let best = self.levels()[N_LEVELS - 1].bot_for(n_seats);
        let best: BotSpec = best.parse().expect("a level is a bot");
        best.without_limits()
    }

    /// Reads a bot that this game has.
    pub fn read(self, text: &str) -> Result<BotSpec, SpecError> {
        let spec = text.parse()?;
        self.0.check(&spec)?;
        Ok(spec)
    }

    /// Seats a bot at a table whose position has this text or, in a game with secrets, of which its
    /// seat has the view of this text.
    pub fn seat(self, spec: &BotSpec, text: &str) -> Result<Box<dyn Opponent>, SeatError> {
        self.0.seat(spec, text)
    }

    /// Seats a bot at a table for one of its seats. It is told what that seat saw since the game began,
    /// and no more.
    ///
    /// ```
    /// use tilewright_core::Seat;
    /// use tilewright_bots::{Bots, Thinking};
    /// use tilewright_table::GameId;
    ///
    /// let mut table = "aquapipe".parse::<GameId>()?.open(&[])?;
    /// table.play("S@b2")?;
    /// let bots = Bots::of("aquapipe").unwrap();
    /// let mut red = bots.seat_at(&bots.read("greedy")?, &*table, Seat::new(1).unwrap())?;
    /// let choice = red.choose(&mut Thinking::default()).unwrap();
    /// assert!(table.explain(&choice.m).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seat_at(
        self,
        spec: &BotSpec,
        table: &dyn Table,
        seat: Seat,
    ) -> Result<Box<dyn Opponent>, SeatError> {
        let mut opponent = self.seat(spec, &table.start_known_to(seat))?;
        for (look, ply) in table.moves_seen_by(Viewer::Seat(seat)).iter().zip(1..) {
            opponent.follow(look, table.revealed(ply)).expect("the seat saw it");
        }
        Ok(opponent)
    }

    /// Seats a bot for the viewer of a game, which is told what that one saw.
    pub fn seat_seen(
        self,
        spec: &BotSpec,
        seen: &SeenGame,
    ) -> Result<Box<dyn Opponent>, SeatError> {
        let mut opponent = self.seat(spec, &seen.start_text())?;
        for (look, revealed) in seen.looks() {
            opponent.follow(&look, revealed.as_deref()).expect("the viewer saw it");
        }
        Ok(opponent)
    }

    /// The moves that a seat can choose from that knows what this text says, sorted; none if it is not
    /// its turn.
    pub fn legal_moves(self, text: &str) -> Result<Vec<String>, ParsePositionError> {
        let mut moves = self.0.legal_moves(text)?;
        moves.sort_unstable();
        Ok(moves)
    }
}

impl fmt::Debug for Bots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bots({})", self.0.slug())
    }
}

/// Something to do with a game whose types are known only when its name is.
///
/// ```
/// use tilewright_core::{Game, Position};
/// use tilewright_bots::{Playable, Visit, visit};
///
/// /// How many first moves there are.
/// struct Openings;
///
/// impl Visit for Openings {
///     type Output = usize;
///
///     fn visit<G: Playable>(self) -> usize {
///         G::start(&G::Options::default()).map_or(0, |start| start.n_legal_moves())
///     }
/// }
///
/// assert_eq!(visit("aquapipe", Openings), Some(27));
/// assert_eq!(visit("chess", Openings), None);
/// ```
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Playable>(self) -> Self::Output;
}

/// Does something with the game of this name; nothing if there is none.
pub fn visit<V: Visit>(slug: &str, visitor: V) -> Option<V::Output> {
    match slug {
        Blokus::SLUG => Some(visitor.visit::<Blokus>()),
        Triominos::SLUG => Some(visitor.visit::<Triominos>()),
        Coerceo::SLUG => Some(visitor.visit::<Coerceo>()),
        AquaPipe::SLUG => Some(visitor.visit::<AquaPipe>()),
        _ => None,
    }
}

/// The bot cannot be seated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// The game has no such bot.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The text does not say what it must know.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
}

/// A game in the table: a type as a value.
struct Entry<G>(PhantomData<fn() -> G>);

const fn entry<G: Playable>() -> Entry<G> {
    Entry(PhantomData)
}

/// [`Playable`] without its types.
trait AnyGame: Sync {
    fn slug(&self) -> &'static str;
    fn kinds(&self) -> Vec<&'static KindInfo>;
    fn levels(&self) -> &'static [Level; N_LEVELS];
    fn check(&self, spec: &BotSpec) -> Result<(), SpecError>;
    fn seat(&self, spec: &BotSpec, text: &str) -> Result<Box<dyn Opponent>, SeatError>;
    fn legal_moves(&self, text: &str) -> Result<Vec<String>, ParsePositionError>;
}

impl<G: Playable> AnyGame for Entry<G> {
    fn slug(&self) -> &'static str {
        G::SLUG
    }

    fn kinds(&self) -> Vec<&'static KindInfo> {
        G::KINDS.iter().map(|kind| &kind.info).collect()
    }

    fn levels(&self) -> &'static [Level; N_LEVELS] {
        &G::LEVELS.table
    }

    fn check(&self, spec: &BotSpec) -> Result<(), SpecError> {
        bot::<G>(spec).map(drop)
    }

    fn seat(&self, spec: &BotSpec, text: &str) -> Result<Box<dyn Opponent>, SeatError> {
        Ok(opponent::seat::<G>(bot(spec)?, text)?)
    }

    fn legal_moves(&self, text: &str) -> Result<Vec<String>, ParsePositionError> {
        let known: G::Known = text.parse()?;
        let mut moves = Vec::new();
        G::legal_moves(&known, &mut moves);
        Ok(moves.iter().map(MoveOf::<G>::to_string).collect())
    }
}
