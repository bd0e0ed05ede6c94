//! Rules of play.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Illegal, Ink, OptionsError, ParseMoveError, PieceShape, Position, Rng, Viewer};

/// A game: how it starts, what each viewer may know of it, and how it is shown.
///
/// Implemented on a type without values (`pub struct Blokus;`). The façade `tilewright-table`
/// makes a table for people and programs of any game that implements it.
///
/// ```
/// use tilewright_core::{Game, OptionsError, Position, parse_options};
///
/// /// How many first moves a game has, with options given as text.
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

    /// The variants, the usual one first: the values of the option `variant` with what people choose
    /// by. A game without variants has one, whose name is empty.
    const VARIANTS: &'static [VariantInfo];

    /// How moves are written, for people: a few short lines with examples.
    const NOTATION: &'static str;

    /// Whether anything is hidden from anybody. Every game says so, because nobody should leak a
    /// hand by forgetting a default.
    const HAS_SECRETS: bool;

    /// Whether players may agree to a draw: in games that are won or lost, not in those that are
    /// counted out in points.
    const HAS_DRAW_OFFERS: bool = false;

    /// The ways to play it whose speed is measured.
    const BENCHMARKS: &'static [Benchmark];

    /// The options of the game whose sequences of moves are counted, where people mean by that
    /// another game than the usual one: one without chance, or without hands. Whoever counts may
    /// replace them, each by its name.
    const PERFT_OPTIONS: &'static [(&'static str, &'static str)] = &[];

    /// Variant, seats and rule options: a flat struct whose every field has a default.
    type Options: Default + Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// A state of play.
    type Position: Position + Send + Sync + 'static;

    /// What one viewer may know: the only game state that ever leaves the program.
    type View: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// A move taken apart for programs that know no rules: what it consists of, whatever the position.
    type MoveParts: Serialize + Debug;

    /// The same, and what the move does in a position.
    type MoveView: Serialize + Debug;

    /// The first position.
    fn start(options: &Self::Options) -> Result<Self::Position, OptionsError>;

    /// The options of the game that a position belongs to, with every default filled in.
    fn options(position: &Self::Position) -> Self::Options;

    /// The position that people mean when they count the sequences of moves from this one: with the
    /// [`PERFT_OPTIONS`](Game::PERFT_OPTIONS), and so without what they leave out.
    fn counted(position: Self::Position) -> Self::Position {
        position
    }

    /// What `viewer` may know of `position`.
    fn view(position: &Self::Position, viewer: Viewer) -> Self::View;

    /// The parts of a move, by name.
    fn move_parts(m: MoveOf<Self>) -> Self::MoveParts;

    /// The parts of a move that is legal in `position`, and what it does there.
    fn move_view(position: &Self::Position, m: MoveOf<Self>) -> Self::MoveView;

    /// The view as text for a terminal: several lines, the last one ended too.
    fn draw(view: &Self::View, ink: Ink) -> String;

    /// What the one to move can choose from, as pictures for a terminal, below what
    /// [`draw`](Game::draw) shows; nothing if there is nothing to picture.
    fn draw_choice(view: &Self::View, ink: Ink) -> String {
        let _ = (view, ink);
        String::new()
    }

    /// What moves next, in the words of the game, where the seat alone does not tell: a color of
    /// several that one seat plays.
    fn mover(view: &Self::View) -> Option<String> {
        let _ = view;
        None
    }

    /// The shapes of its pieces, for those who draw them; nothing where pieces are not made of squares.
    fn pieces() -> Option<Vec<PieceShape>> {
        None
    }

    /// What a move does that its text does not say, in a few words for everybody who sees the move:
    /// `captures 08:B0`.
    fn tell(position: &Self::Position, m: MoveOf<Self>) -> Option<String> {
        let _ = (position, m);
        None
    }

    /// Reads a move, also in notations that mean something only in this position.
    fn parse_move(position: &Self::Position, text: &str) -> Result<MoveOf<Self>, ParseMoveError> {
        let _ = position;
        text.parse()
    }

    /// What `viewer` may know of the move `m` played in `position`: the move, or a form of it that
    /// says less. Two moves that look the same lead to positions that look the same, so that a
    /// secret becomes known by a move, by what [`reveal`](Game::reveal) says, or when the game is
    /// over, and in no other way.
    fn redact(position: &Self::Position, m: MoveOf<Self>, viewer: Viewer) -> MoveOf<Self> {
        let _ = (position, viewer);
        m
    }

    /// What the rules lay open to everybody when this position is reached, beyond the move that
    /// led to it: the hands at the end of a round, say. One word, without white space.
    fn reveal(position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }
}

/// The moves of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// A game with secrets: from what a viewer knows, one can imagine how things may really be.
///
/// ```
/// use tilewright_core::{Game, Imperfect, Rng, Viewer};
///
/// /// A position that looks the same to `viewer` but may differ in what is hidden.
/// fn imagine<G: Imperfect>(
///     position: &G::Position,
///     viewer: Viewer,
///     rng: &mut impl Rng,
/// ) -> G::Position {
///     G::sample(&G::view(position, viewer), rng)
/// }
/// ```
pub trait Imperfect: Game {
    /// Draws many positions that have one view.
    type Sampler: Sampler<Self::Position>;

    /// What draws positions that have this view.
    fn sampler(view: &Self::View) -> Self::Sampler;

    /// A position, drawn at random, that has this view: all that agree with everything the viewer
    /// knows are equally likely.
    fn sample<R: Rng + ?Sized>(view: &Self::View, rng: &mut R) -> Self::Position {
        Self::sampler(view).sample(rng)
    }

    /// The next view, from what its viewer saw of the move and of what was then revealed: so a
    /// view can be followed through a game without knowing more than its viewer does.
    fn follow(
        view: &Self::View,
        look: MoveOf<Self>,
        revealed: Option<&str>,
    ) -> Result<Self::View, Illegal>;
}

/// Draws positions that have one view, with what it takes to do so worked out once.
///
/// ```
/// use tilewright_core::{Imperfect, Rng, Sampler};
///
/// /// A thousand ways in which things may really be.
/// fn worlds<G: Imperfect>(view: &G::View, rng: &mut impl Rng) -> Vec<G::Position> {
///     let mut sampler = G::sampler(view);
///     (0..1_000).map(|_| sampler.sample(rng)).collect()
/// }
/// ```
pub trait Sampler<P>: Send {
    /// A position, drawn at random: all that agree with everything the viewer knows are equally
    /// likely. Those that follow each other may be more alike than two of different samplers.
    fn sample<R: Rng + ?Sized>(&mut self, rng: &mut R) -> P;

    /// The same in place of another position of this game, whose room it may use.
    fn resample<R: Rng + ?Sized>(&mut self, position: &mut P, rng: &mut R) {
        *position = self.sample(rng);
    }
}

/// What people are told of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// The name, as in `--option NAME=VALUE`.
    pub name: &'static str,
    /// The values it takes, for people.
    pub values: &'static str,
    /// One sentence about what it changes.
    pub help: &'static str,
}

/// Values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A word.
    Word(&'static str),
    /// The whole numbers from the first to the second.
    Range(i64, i64),
}

impl OptionInfo {
    /// The values it takes, one by one: `off | 1 to 18` is a word and a range.
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

/// What people are told of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// The name, as in `--variant NAME`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What is special about it, in a few words.
    pub help: &'static str,
    /// The fewest seats.
    pub min_seats: u8,
    /// The most seats.
    pub max_seats: u8,
}

/// A way to play a game, by name, whose speed is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// Its name.
    pub name: &'static str,
    /// The options that make it, by name and value.
    pub options: &'static [(&'static str, &'static str)],
    /// How many moves deep the tree of moves is counted, at least one: enough to leave the opening,
    /// and not too much for a second.
    pub perft_depth: usize,
}
