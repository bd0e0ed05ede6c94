//! The bots of every game.

use tilewright_table::{GameId, Perspective, dispatch};

use crate::any_bot::{AnyBot, untyped};
use crate::bot::{KindInfo, bot};
use crate::level::{Level, N_LEVELS};
use crate::playable::{Playable, USUAL_MOVES_LEFT};
use crate::spec::{BotSpec, SpecError};

/// The bots of one game, without its types.
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
    /// use tilewright_table::GameId;
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

    /// Makes the bot that a spec describes.
    pub fn bot(self, spec: &BotSpec) -> Result<Box<dyn AnyBot>, SpecError> {
        dispatch!(self.0, G => Ok(untyped::<G>(bot(spec)?)))
    }

    /// About how many moves that need thought the seat to move has to come: by that it divides what
    /// is on its clock.
    pub fn n_moves_left(self, perspective: &Perspective) -> usize {
        dispatch!(self.0, G => perspective.known::<G>().map(G::n_moves_left))
            .unwrap_or(USUAL_MOVES_LEFT)
    }
}

fn kinds<G: Playable>() -> Vec<&'static KindInfo> {
    G::KINDS.iter().map(|kind| &kind.info).collect()
}
