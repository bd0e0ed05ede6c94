//! Bots, and the kinds that a game has.

use tilewright_core::MoveOf;
use tilewright_search::{Choice, MoveValue, Thinking};

use crate::playable::Playable;
use crate::spec::{BotSpec, SpecError};

/// Somebody who chooses moves, for one seat or for several in turn.
///
/// A choice depends on what is known and on the [`Thinking`] alone, not on what was asked before,
/// so that it is the same again after a move is taken back. Only a limit of time makes it differ.
///
/// ```
/// use tilewright_core::MoveOf;
/// use tilewright_bots::{Bot, Choice, SearchInfo, Playable, Thinking};
///
/// /// Plays whatever is listed first.
/// struct First;
///
/// impl<G: Playable> Bot<G> for First {
///     fn choose(
///         &mut self,
///         known: &G::Known,
///         _: &mut Thinking<'_, MoveOf<G>>,
///     ) -> Choice<MoveOf<G>> {
///         let mut moves = Vec::new();
///         G::legal_moves(known, &mut moves);
///         Choice { m: moves[0], info: SearchInfo::default() }
///     }
/// }
/// ```
pub trait Bot<G: Playable>: Send {
    /// A legal move of the seat to move, from what it knows.
    ///
    /// # Panics
    /// If there is none: nobody is asked who is not to move.
    fn choose(
        &mut self,
        known: &G::Known,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>>;

    /// The same for an evaluation instead of a move against an opponent: without contempt.
    /// [`analyze`](crate::analyze) uses it.
    fn judge(
        &mut self,
        known: &G::Known,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        self.choose(known, thinking)
    }

    /// The values of the legal moves, the best first, if the bot evaluates them one by one; else
    /// nothing. It should know something about the move in question, however bad that looks.
    /// [`analyze`](crate::analyze) asks for them.
    fn rate(
        &mut self,
        known: &G::Known,
        about: Option<MoveOf<G>>,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Vec<MoveValue<MoveOf<G>>> {
        let _ = (known, about, thinking);
        Vec::new()
    }
}

/// A kind of bot that a game has: its name and settings, and how one is made.
pub struct Kind<G: Playable> {
    /// The description for people.
    pub info: KindInfo,
    /// Makes one; the kind and the keys of the spec are those of the info.
    pub make: fn(&BotSpec) -> Made<G>,
}

/// A bot, or why there is none.
pub type Made<G> = Result<Box<dyn Bot<G>>, SpecError>;

/// The description of a kind of bot, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindInfo {
    /// The name.
    pub name: &'static str,
    /// One sentence about how it plays.
    pub help: &'static str,
    /// Its settings.
    pub keys: &'static [KeyInfo],
}

/// The description of a setting, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyInfo {
    /// The name, as in `kind:NAME=VALUE`.
    pub name: &'static str,
    /// The values it takes, for people.
    pub values: &'static str,
    /// One sentence about what it changes.
    pub help: &'static str,
}

/// The bot that a spec describes.
///
/// ```
/// use tilewright_coerceo::Coerceo;
/// use tilewright_bots::bot;
///
/// assert!(bot::<Coerceo>(&"minimax:nodes=1000".parse()?).is_ok());
/// let error = bot::<Coerceo>(&"genius".parse()?).err().unwrap();
/// assert!(error.to_string().starts_with("Coerceo has no bot 'genius': choose random, greedy"));
/// # Ok::<(), tilewright_bots::SpecError>(())
/// ```
pub fn bot<G: Playable>(spec: &BotSpec) -> Made<G> {
    let kind = G::KINDS.iter().find(|kind| kind.info.name == spec.kind());
    let kind = kind.ok_or_else(|| {
        let kinds = G::KINDS.iter().map(|kind| kind.info.name);
        SpecError::no_such_kind(G::NAME, spec, kinds)
    })?;
    spec.check_keys(&kind.info)?;
    (kind.make)(spec)
}
