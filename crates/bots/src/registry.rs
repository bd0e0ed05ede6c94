//! The bots of every game.

use tilewright_core::{MoveOf, ParsePositionError, Seat, Viewer};
use tilewright_table::{GameId, SeenGame, Table, dispatch};

use crate::bot::{KindInfo, bot};
use crate::level::{Level, N_LEVELS};
use crate::opponent::{self, Opponent};
use crate::playable::Playable;
use crate::spec::{BotSpec, SpecError};

/// The bots of one game, by the names of both.
///
/// ```
/// use tilewright_bots::Bots;
/// use tilewright_table::GameId;
///
/// let bots = Bots::of(GameId::Blokus);
/// let names: Vec<&str> = bots.kinds().map(|kind| kind.name).collect();
/// assert!(names.starts_with(&["random", "greedy"]));
/// assert_eq!(bots.read("random:seed=7")?.to_string(), "random:seed=7");
/// assert_eq!(
///     bots.read("greedy:depth=3").unwrap_err().to_string(),
///     "greedy has no 'depth': choose seed"
/// );
/// # Ok::<(), tilewright_bots::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bots(GameId);

impl Bots {
    /// The bots of this game.
    pub const fn of(game: GameId) -> Bots {
        Bots(game)
    }

    /// The kinds of bots, the simplest first.
    pub fn kinds(self) -> impl Iterator<Item = &'static KindInfo> {
        dispatch!(self.0, G => kinds::<G>()).into_iter()
    }

    /// The levels, the weakest first.
    pub fn levels(self) -> &'static [Level; N_LEVELS] {
        dispatch!(self.0, G => &G::LEVELS.table)
    }

    /// The best bot at a table of so many seats: that of the highest level, without its limits.
    ///
    /// ```
    /// use tilewright_bots::Bots;
    ///
    /// let bots = Bots::of(GameId::Coerceo);
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
        dispatch!(self.0, G => bot::<G>(&spec).map(drop))?;
        Ok(spec)
    }

    /// Seats a bot at a table whose position has this text or, in a game with secrets, of which its
    /// seat has the view of this text.
    pub fn seat(self, spec: &BotSpec, text: &str) -> Result<Box<dyn Opponent>, SeatError> {
        dispatch!(self.0, G => Ok(opponent::seat::<G>(bot(spec)?, text)?))
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
    /// let bots = Bots::of(GameId::AquaPipe);
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
        let mut moves = dispatch!(self.0, G => legal_moves::<G>(text))?;
        moves.sort_unstable();
        Ok(moves)
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

fn kinds<G: Playable>() -> Vec<&'static KindInfo> {
    G::KINDS.iter().map(|kind| &kind.info).collect()
}

fn legal_moves<G: Playable>(text: &str) -> Result<Vec<String>, ParsePositionError> {
    let known: G::Known = text.parse()?;
    let mut moves = Vec::new();
    G::legal_moves(&known, &mut moves);
    Ok(moves.iter().map(MoveOf::<G>::to_string).collect())
}
