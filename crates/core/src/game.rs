//! Rules of play.

use std::borrow::Cow;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{
    BySeat, Illegal, OptionsError, ParseMoveError, ParsePositionError, PieceShape, Position, Rng,
    Turn, Viewer,
};

/// A game: its options, its start, and the views of its positions.
///
/// Implemented on a zero-sized type (`pub struct Blokus;`). `tilewright-table` makes a table, which
/// people and programs use, from any game that implements it.
///
/// ```
/// use tilewright_core::{Game, OptionsError, Position, parse_options};
///
/// /// The number of first moves of a game, with options given as text.
/// fn n_openings<G: Game>(pairs: &[(&str, &str)]) -> Result<usize, OptionsError> {
///     let options = parse_options(pairs.iter().copied())?;
///     Ok(G::start(&options)?.n_legal_moves())
/// }
/// ```
pub trait Game: 'static {
    /// The name in commands, records and addresses: lower case, no spaces.
    const SLUG: &'static str;

    /// The name for people.
    const NAME: &'static str;

    /// The options of the game, in the order in which people should read them. Each is a field of
    /// [`Options`](Game::Options) with the same name.
    const OPTIONS: &'static [OptionInfo];

    /// The variants, the usual one first: the values of the option `variant` with their
    /// descriptions. A game without variants has one, whose name is empty.
    const VARIANTS: &'static [VariantInfo];

    /// The notation of moves, for people: a few short lines with examples.
    const NOTATION: &'static str;

    /// True for games of imperfect information. There is no default, because a forgotten one could
    /// leak hidden hands.
    const HAS_SECRETS: bool;

    /// True if players may agree to a draw: in games that are won or lost, not in games that are
    /// decided by points.
    const HAS_DRAW_OFFERS: bool = false;

    /// The options for perft where it usually counts another game than the default one: a game
    /// without chance, or without hands. Callers may replace each of them.
    const PERFT_OPTIONS: &'static [(&'static str, &'static str)] = &[];

    /// The values of options that came later with another default: a game that was kept without
    /// one of them was played with this value.
    const LEGACY_OPTIONS: &'static [(&'static str, &'static str)] = &[];

    /// Variant, seats and rule options: a flat struct whose every field has a default.
    type Options: Default + Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// A state of play.
    type Position: Position + Send + Sync + 'static;

    /// The knowledge of one viewer: the only game state that ever leaves the program.
    type View: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The parts of a move for clients that know no rules, independent of the position.
    type MoveParts: Serialize + Debug;

    /// The parts of a move and its effect in a position.
    type MoveView: Serialize + Debug;

    /// The first position.
    fn start(options: &Self::Options) -> Result<Self::Position, OptionsError>;

    /// The options of the game that a position belongs to, with every default filled in.
    fn options(position: &Self::Position) -> Self::Options;

    /// The position from which perft counts: this one with the
    /// [`PERFT_OPTIONS`](Game::PERFT_OPTIONS).
    fn counted(position: Self::Position) -> Self::Position {
        position
    }

    /// Parses the text of a position that was kept without the
    /// [`LEGACY_OPTIONS`](Game::LEGACY_OPTIONS), which the text leaves out where they had the
    /// default of then.
    fn parse_legacy_position(text: &str) -> Result<Self::Position, ParsePositionError> {
        text.parse()
    }

    /// The view of `position` that `viewer` may have.
    fn view(position: &Self::Position, viewer: Viewer) -> Self::View;

    /// The parts of a move, by name.
    fn move_parts(m: MoveOf<Self>) -> Self::MoveParts;

    /// The parts of a move that is legal in `position`, and its effect there.
    fn move_view(position: &Self::Position, m: MoveOf<Self>) -> Self::MoveView;

    /// The side to move in the words of the game, where the seat alone is not enough: the color,
    /// where one seat plays several.
    fn mover(view: &Self::View) -> Option<String> {
        let _ = view;
        None
    }

    /// The shapes of the pieces, for clients that draw them; `None` if pieces are not made of
    /// squares.
    fn pieces() -> Option<Vec<PieceShape>> {
        None
    }

    /// The effect of a move that its text does not show, in a few words for everybody who sees the
    /// move: `captures 08:B0`.
    fn tell(position: &Self::Position, m: MoveOf<Self>) -> Option<String> {
        let _ = (position, m);
        None
    }

    /// Parses a move, also in notations that depend on the position.
    fn parse_move(position: &Self::Position, text: &str) -> Result<MoveOf<Self>, ParseMoveError> {
        let _ = position;
        text.parse()
    }

    /// The move `m`, played in `position`, as `viewer` may see it: the move itself or a redacted
    /// form. Two moves that look the same lead to views that are the same. So a secret becomes
    /// known only by a move, by [`reveal`](Game::reveal), or at the end of the game.
    fn redact(position: &Self::Position, m: MoveOf<Self>, viewer: Viewer) -> MoveOf<Self> {
        let _ = (position, viewer);
        m
    }

    /// The information that the rules reveal to everybody in this position, besides the move that
    /// led to it: for example the hands at the end of a round. One word, without white space.
    fn reveal(position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }
}

/// The moves of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// A game that can be followed by one viewer, from the information set of that viewer: all that it
/// knows, as a value of its own.
///
/// A game of [perfect information](PerfectInformation) has all this by itself: everybody knows the
/// position. In a game with secrets the information set is the view.
///
/// ```
/// use tilewright_core::{Illegal, MoveOf, Observed, Position, Viewer};
///
/// /// The information set of a viewer after a move.
/// fn known_after<G: Observed>(
///     position: &G::Position,
///     m: MoveOf<G>,
///     viewer: Viewer,
/// ) -> Result<G::Known, Illegal> {
///     let mut next = position.clone();
///     next.play(m)?;
///     let seen = G::redact(position, m, viewer);
///     G::follow(&G::known(position, viewer), seen, G::reveal(&next).as_deref())
/// }
/// ```
pub trait Observed: Game {
    /// An information set: everything that one viewer knows of a position.
    type Known: Clone + Send + Sync + 'static;

    /// The information set of `viewer` in a position.
    fn known(position: &Self::Position, viewer: Viewer) -> Cow<'_, Self::Known>;

    /// The viewer that knows this; nothing where everybody knows the same.
    fn viewer(known: &Self::Known) -> Option<Viewer>;

    /// The turn, or how the game ended on the board: that is no secret.
    fn turn(known: &Self::Known) -> Turn;

    /// The points of every seat.
    fn scores(known: &Self::Known) -> BySeat<i32>;

    /// The number of seats.
    fn n_seats(known: &Self::Known) -> usize {
        Self::scores(known).len()
    }

    /// The view of `viewer`, who knows this.
    fn view_of(known: &Self::Known, viewer: Viewer) -> Self::View;

    /// Appends the moves of the seat to move; none if another viewer knows this.
    fn legal_moves(known: &Self::Known, moves: &mut Vec<MoveOf<Self>>);

    /// One of these moves, all equally likely.
    fn random_move<R: Rng + ?Sized>(known: &Self::Known, rng: &mut R) -> Option<MoveOf<Self>>;

    /// The next information set, from the move as its viewer saw it and from what was then
    /// revealed; or the reason why that cannot be.
    fn follow(
        known: &Self::Known,
        seen: MoveOf<Self>,
        revealed: Option<&str>,
    ) -> Result<Self::Known, Illegal>;

    /// A determinization: a position, drawn at random, in which the viewer knows this. All that
    /// agree with everything it knows are equally likely.
    fn sample<R: Rng + ?Sized>(known: &Self::Known, rng: &mut R) -> Self::Position;
}

/// A game in which nothing is hidden from anybody, so that the information set of every viewer is
/// the position.
pub trait PerfectInformation: Game {}

impl<G: PerfectInformation> Observed for G {
    type Known = G::Position;

    fn known(position: &G::Position, _: Viewer) -> Cow<'_, G::Position> {
        const { assert!(!G::HAS_SECRETS, "in a game with secrets a viewer knows its view") };
        Cow::Borrowed(position)
    }

    fn viewer(_: &G::Position) -> Option<Viewer> {
        None
    }

    fn turn(position: &G::Position) -> Turn {
        position.turn()
    }

    fn scores(position: &G::Position) -> BySeat<i32> {
        position.scores()
    }

    fn n_seats(position: &G::Position) -> usize {
        position.n_seats()
    }

    fn view_of(position: &G::Position, viewer: Viewer) -> G::View {
        G::view(position, viewer)
    }

    fn legal_moves(position: &G::Position, moves: &mut Vec<MoveOf<G>>) {
        position.legal_moves(moves);
    }

    fn random_move<R: Rng + ?Sized>(position: &G::Position, rng: &mut R) -> Option<MoveOf<G>> {
        position.random_move(rng)
    }

    fn follow(
        position: &G::Position,
        m: MoveOf<G>,
        _: Option<&str>,
    ) -> Result<G::Position, Illegal> {
        let mut next = position.clone();
        next.play(m)?;
        Ok(next)
    }

    fn sample<R: Rng + ?Sized>(position: &G::Position, _: &mut R) -> G::Position {
        position.clone()
    }
}

/// A game of imperfect information, in which the information set of a viewer is its view.
pub trait Imperfect: Observed<Known = <Self as Game>::View> {
    /// The sampler of positions that have one view.
    type Sampler: Sampler<Self::Position>;

    /// Makes a sampler of positions that have this view.
    fn sampler(view: &Self::View) -> Self::Sampler;
}

/// A sampler of positions that have one view; it prepares once what all samples share.
///
/// ```
/// use tilewright_core::{Imperfect, Rng, Sampler};
///
/// /// A thousand determinizations.
/// fn determinizations<G: Imperfect>(view: &G::View, rng: &mut impl Rng) -> Vec<G::Position> {
///     let mut sampler = G::sampler(view);
///     (0..1_000).map(|_| sampler.sample(rng)).collect()
/// }
/// ```
pub trait Sampler<P>: Send {
    /// A random position: all that agree with the viewer's knowledge are equally likely.
    /// Consecutive samples may be more alike than those of two samplers.
    fn sample<R: Rng + ?Sized>(&mut self, rng: &mut R) -> P;

    /// Replaces `position`, whose memory it may reuse, by a sample.
    fn resample<R: Rng + ?Sized>(&mut self, position: &mut P, rng: &mut R) {
        *position = self.sample(rng);
    }
}

/// The description of an option, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// The name, as in `--option NAME=VALUE`.
    pub name: &'static str,
    /// The possible values, for people.
    pub values: &'static str,
    /// One sentence about its effect.
    pub help: &'static str,
}

/// Possible values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A word.
    Word(&'static str),
    /// The whole numbers from the first to the second.
    Range(i64, i64),
}

impl OptionInfo {
    /// The possible values, one by one: `off | 1 to 18` is a word and a range.
    ///
    /// ```
    /// use tilewright_core::{OptionInfo, OptionValue};
    ///
    /// let option = OptionInfo { name: "limit", values: "off | 1 to 18", help: "" };
    /// let values: Vec<OptionValue> = option.each_value().collect();
    /// assert_eq!(values, [OptionValue::Word("off"), OptionValue::Range(1, 18)]);
    /// ```
    pub fn each_value(&self) -> impl Iterator<Item = OptionValue> {
        self.values.split(" | ").map(|text| {
            let range = text.split_once(" to ").and_then(|(least, most)| {
                Some(OptionValue::Range(least.parse().ok()?, most.parse().ok()?))
            });
            range.unwrap_or(OptionValue::Word(text))
        })
    }
}

/// The description of a variant, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// The name, as in `--variant NAME`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Its characteristics, in a few words.
    pub help: &'static str,
    /// The fewest seats.
    pub min_seats: u8,
    /// The most seats.
    pub max_seats: u8,
}
