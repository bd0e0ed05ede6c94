//! The games there are.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;
use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_coerceo::Coerceo;
use tilewright_core::{
    Game, Imperfect, OptionInfo, OptionsError, ParseMoveError, ParsePositionError, PieceShape,
    VariantInfo, Viewer, parse_options, shortened,
};
use tilewright_triominos::Triominos;

use crate::bench::{self, Workload};
use crate::moves::AnyMove;
use crate::seen::{self, ParseViewError, SeenGame, Views};
use crate::table::{Seated, Table};

/// Every game, in the order in which people should read them. A new game is a new line, and in the
/// wrong form for its secrets it does not compile.
static GAMES: &[&dyn AnyGame] = &[
    &without_secrets::<Blokus>(),
    &with_secrets::<Triominos>(),
    &without_secrets::<Coerceo>(),
    &without_secrets::<AquaPipe>(),
    #[cfg(test)]
    &with_secrets::<crate::toy::Cards>(),
];

/// One of the games.
///
/// ```
/// use tilewright_table::GameId;
///
/// let game: GameId = "blokus".parse()?;
/// assert_eq!(game.name(), "Blokus");
/// assert_eq!(game.to_string(), "blokus");
/// assert!(GameId::all().any(|other| other == game));
/// assert!(game.options().iter().any(|option| option.name == "variant"));
///
/// let error = "chess".parse::<GameId>().unwrap_err();
/// assert!(error.to_string().starts_with("there is no game 'chess': choose blokus"));
/// # Ok::<(), tilewright_table::UnknownGame>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(u8);

impl GameId {
    /// All games.
    pub fn all() -> impl ExactSizeIterator<Item = GameId> {
        (0..GAMES.len()).map(|index| GameId(index as u8))
    }

    /// The name in commands, records and addresses.
    pub fn slug(self) -> &'static str {
        self.entry().slug()
    }

    /// The name for people.
    pub fn name(self) -> &'static str {
        self.entry().name()
    }

    /// The options that [`open`](GameId::open) takes.
    pub fn options(self) -> &'static [OptionInfo] {
        self.entry().options()
    }

    /// The variants, the usual one first; the only one of a game without variants has no name.
    ///
    /// ```
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "coerceo".parse()?;
    /// assert_eq!(game.variants()[1].name, "ocius");
    /// # Ok::<(), tilewright_table::UnknownGame>(())
    /// ```
    pub fn variants(self) -> &'static [VariantInfo] {
        self.entry().variants()
    }

    /// A table for a new game of this variant, as it is usually played.
    ///
    /// ```
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "blokus".parse().unwrap();
    /// assert_eq!(game.open_variant("duo").unwrap().n_seats(), 2);
    /// ```
    pub fn open_variant(self, name: &str) -> Result<Box<dyn Table>, OptionsError> {
        if name.is_empty() { self.open(&[]) } else { self.open(&[("variant", name)]) }
    }

    /// The shapes of its pieces, for those who draw them; nothing where pieces are not made of squares.
    ///
    /// ```
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "blokus".parse()?;
    /// assert_eq!(game.pieces().unwrap().len(), 21);
    /// # Ok::<(), tilewright_table::UnknownGame>(())
    /// ```
    pub fn pieces(self) -> Option<Vec<PieceShape>> {
        self.entry().pieces()
    }

    /// How moves are written, for people: a few lines with examples.
    pub fn notation(self) -> &'static str {
        self.entry().notation()
    }

    /// Whether something is hidden from somebody: then the text of a position, and the full list
    /// of moves, are not for everybody.
    pub fn has_secrets(self) -> bool {
        self.entry().has_secrets()
    }

    /// Whether players may agree to a draw.
    pub fn has_draw_offers(self) -> bool {
        self.entry().has_draw_offers()
    }

    /// A table for a new game with these options, by name and value.
    ///
    /// ```
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "blokus".parse().unwrap();
    /// assert_eq!(game.open(&[]).unwrap().n_seats(), 4);
    /// let error = game.open(&[("variant", "duo"), ("seats", "5")]).unwrap_err();
    /// assert_eq!(error.to_string(), "duo is for 2 seats, not 5");
    /// ```
    pub fn open(self, options: &[(&str, &str)]) -> Result<Box<dyn Table>, OptionsError> {
        self.entry().open(self, options)
    }

    /// A table that begins in the position of this text.
    ///
    /// ```
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "blokus".parse()?;
    /// let mut table = game.open(&[])?;
    /// table.play("O1n@a20")?;
    /// let other = game.open_position(&table.position_text())?;
    /// assert_eq!(other.legal_moves(), table.legal_moves());
    /// assert_eq!(other.ply(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_position(self, text: &str) -> Result<Box<dyn Table>, ParsePositionError> {
        self.entry().open_position(self, text)
    }

    /// Reads a move, whatever the position. A notation that means something only in a certain one is
    /// read by a [table](Table::parse_move).
    pub fn parse_move(self, text: &str) -> Result<AnyMove, ParseMoveError> {
        self.entry().parse_move(self, text)
    }

    /// What one viewer knows, from the text of a view: of a game with secrets, what
    /// [`Table::view`] has as its `position`.
    ///
    /// ```
    /// use tilewright_core::Viewer;
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "triominos".parse()?;
    /// let view = game.open(&[])?.view(Viewer::Spectator);
    /// let seen = game.open_view(view["position"].as_str().unwrap())?;
    /// assert_eq!((seen.viewer(), seen.view()), (Viewer::Spectator, view));
    ///
    /// assert!(game.open_view("hello").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_view(self, text: &str) -> Result<SeenGame, ParseViewError> {
        SeenGame::read(self, text)
    }

    /// The options of the game whose move sequences are counted, by name and value, where that is
    /// another game than the usual one.
    pub fn perft_options(self) -> &'static [(&'static str, &'static str)] {
        self.entry().perft_options()
    }

    /// What can be measured of the game's speed.
    ///
    /// ```
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "blokus".parse()?;
    /// assert!(game.workloads().iter().any(|workload| workload.name() == "duo/random-games"));
    /// # Ok::<(), tilewright_table::UnknownGame>(())
    /// ```
    pub fn workloads(self) -> Vec<Workload> {
        self.entry().workloads(self)
    }

    /// The same of the game with these options, by name and value, which are the name of the setup.
    pub fn workloads_with(self, options: &[(&str, &str)]) -> Result<Vec<Workload>, OptionsError> {
        self.entry().workloads_with(self, options)
    }

    /// What `viewer` sees from the position of this text on; nothing if there are no secrets, or if
    /// it is not the text of a position.
    pub(crate) fn watch(self, position: &str, viewer: Viewer) -> Option<Box<dyn Views>> {
        self.entry().watch(position, viewer)
    }

    /// What is seen from the view of this text on.
    pub(crate) fn read_view(self, text: &str) -> Result<Box<dyn Views>, ParseViewError> {
        self.entry().read_view(text)
    }

    fn entry(self) -> &'static dyn AnyGame {
        GAMES[usize::from(self.0)]
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game '{}': choose {}", .slug, slugs())]
pub struct UnknownGame {
    slug: String,
}

fn slugs() -> String {
    GameId::all().map(GameId::slug).collect::<Vec<_>>().join(", ")
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<GameId, UnknownGame> {
        let unknown = || UnknownGame { slug: shortened(text) };
        GameId::all().find(|game| game.slug() == text).ok_or_else(unknown)
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A game in the table: a type as a value.
struct Entry<G: Game> {
    /// How the views of a game with secrets are followed.
    watching: Option<Watching<G>>,
}

/// Where the views of a game with secrets begin.
struct Watching<G: Game> {
    at_position: fn(&G::Position, Viewer) -> Box<dyn Views>,
    at_view: fn(&str) -> Result<Box<dyn Views>, ParseViewError>,
}

const fn without_secrets<G: Game>() -> Entry<G> {
    const { assert!(!G::HAS_SECRETS, "a game with secrets is registered by with_secrets") };
    Entry { watching: None }
}

const fn with_secrets<G: Imperfect>() -> Entry<G> {
    const { assert!(G::HAS_SECRETS, "a game without secrets is registered by without_secrets") };
    let watching = Watching { at_position: seen::watch::<G>, at_view: seen::read_view::<G> };
    Entry { watching: Some(watching) }
}

/// [`Game`] without its types.
trait AnyGame: Sync {
    fn slug(&self) -> &'static str;
    fn name(&self) -> &'static str;
    fn options(&self) -> &'static [OptionInfo];
    fn variants(&self) -> &'static [VariantInfo];
    fn pieces(&self) -> Option<Vec<PieceShape>>;
    fn notation(&self) -> &'static str;
    fn has_secrets(&self) -> bool;
    fn has_draw_offers(&self) -> bool;
    fn open(&self, id: GameId, options: &[(&str, &str)]) -> Result<Box<dyn Table>, OptionsError>;
    fn open_position(&self, id: GameId, text: &str) -> Result<Box<dyn Table>, ParsePositionError>;
    fn parse_move(&self, id: GameId, text: &str) -> Result<AnyMove, ParseMoveError>;
    fn perft_options(&self) -> &'static [(&'static str, &'static str)];
    fn workloads(&self, id: GameId) -> Vec<Workload>;
    fn workloads_with(
        &self,
        id: GameId,
        options: &[(&str, &str)],
    ) -> Result<Vec<Workload>, OptionsError>;
    fn watch(&self, position: &str, viewer: Viewer) -> Option<Box<dyn Views>>;
    fn read_view(&self, text: &str) -> Result<Box<dyn Views>, ParseViewError>;
}

impl<G: Game> AnyGame for Entry<G> {
    fn slug(&self) -> &'static str {
        G::SLUG
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn options(&self) -> &'static [OptionInfo] {
        G::OPTIONS
    }

    fn variants(&self) -> &'static [VariantInfo] {
        G::VARIANTS
    }

    fn pieces(&self) -> Option<Vec<PieceShape>> {
        G::pieces()
    }

    fn notation(&self) -> &'static str {
        G::NOTATION
    }

    fn has_secrets(&self) -> bool {
        G::HAS_SECRETS
    }

    fn has_draw_offers(&self) -> bool {
        G::HAS_DRAW_OFFERS
    }

    fn open(&self, id: GameId, options: &[(&str, &str)]) -> Result<Box<dyn Table>, OptionsError> {
        let start = G::start(&parse_options(options.iter().copied())?)?;
        Ok(Box::new(Seated::<G>::new(id, start)))
    }

    fn open_position(&self, id: GameId, text: &str) -> Result<Box<dyn Table>, ParsePositionError> {
        Ok(Box::new(Seated::<G>::new(id, text.parse()?)))
    }

    fn parse_move(&self, id: GameId, text: &str) -> Result<AnyMove, ParseMoveError> {
        Ok(AnyMove::new::<G>(id, text.parse()?))
    }

    fn perft_options(&self) -> &'static [(&'static str, &'static str)] {
        G::PERFT_OPTIONS
    }

    fn workloads(&self, id: GameId) -> Vec<Workload> {
        bench::workloads::<G>(id)
    }

    fn workloads_with(
        &self,
        id: GameId,
        options: &[(&str, &str)],
    ) -> Result<Vec<Workload>, OptionsError> {
        bench::workloads_with::<G>(id, options)
    }

    fn watch(&self, position: &str, viewer: Viewer) -> Option<Box<dyn Views>> {
        let watching = self.watching.as_ref()?;
        Some((watching.at_position)(&position.parse().ok()?, viewer))
    }

    fn read_view(&self, text: &str) -> Result<Box<dyn Views>, ParseViewError> {
        let watching =
            self.watching.as_ref().ok_or_else(|| ParseViewError::new(no_secrets(G::NAME)));
        (watching?.at_view)(text)
    }
}

/// Why there is no part of this game that only one viewer sees.
pub(crate) fn no_secrets(game: &str) -> String {
    format!("{game} has no secrets, so nobody sees only a part")
}

#[cfg(test)]
mod tests {
    use tilewright_core::OptionValue;

    use super::*;

    #[test]
    fn slugs_are_unique_and_read_back() {
        for game in GameId::all() {
            assert_eq!(game.slug().parse(), Ok(game));
            let json = serde_json::to_string(&game).unwrap();
            assert_eq!(json, format!("\"{game}\""));
            assert_eq!(serde_json::from_str::<GameId>(&json).unwrap(), game);
            let simple = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(game.slug().chars().all(simple), "{game}");
        }
        assert!(GameId::all().is_sorted());
    }

    #[test]
    fn an_unknown_game_is_answered_with_the_choice() {
        let error = "\u{1b}chess".parse::<GameId>().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("there is no game '\\u{{1b}}chess': choose {}", slugs())
        );
        let error = serde_json::from_str::<GameId>("\"go\"").unwrap_err();
        assert!(error.to_string().starts_with("there is no game 'go'"), "{error}");
    }

    #[test]
    fn the_game_that_is_counted_opens() {
        for game in GameId::all() {
            game.open(game.perft_options()).unwrap();
        }
    }

    #[test]
    fn variants_are_the_values_of_their_option() {
        for game in GameId::all() {
            let variant = game.options().iter().find(|option| option.name == "variant");
            let named: Vec<OptionValue> = variant.iter().flat_map(|it| it.each_value()).collect();
            let variants: Vec<OptionValue> =
                game.variants().iter().map(|it| OptionValue::Word(it.name)).collect();
            let expected = if named.is_empty() { vec![OptionValue::Word("")] } else { named };
            assert_eq!(variants, expected, "{game}");
            let usual = game.open(&[]).unwrap().options();
            assert_eq!(game.open_variant(game.variants()[0].name).unwrap().options(), usual);
        }
    }

    #[test]
    fn variants_have_the_seats_that_they_say() {
        for game in GameId::all() {
            let has_seats = game.options().iter().any(|option| option.name == "seats");
            for variant in game.variants() {
                let (least, most) = (variant.min_seats, variant.max_seats);
                let usual = game.open_variant(variant.name).unwrap();
                assert!((least..=most).contains(&(usual.n_seats() as u8)), "{game} {variant:?}");
                assert!(has_seats || least == most, "{game} {variant:?}");
                for seats in (0..=7).filter(|_| has_seats) {
                    let text = seats.to_string();
                    let pairs = [("variant", variant.name), ("seats", text.as_str())];
                    let pairs = if variant.name.is_empty() { &pairs[1..] } else { &pairs };
                    let table = game.open(pairs);
                    assert_eq!(table.is_ok(), (least..=most).contains(&seats), "{game} {pairs:?}");
                }
            }
        }
    }

    #[test]
    fn every_named_option_is_an_option() {
        for game in GameId::all() {
            for option in game.options() {
                // A value that no option has: the answer is about the value, not the name.
                let error = game.open(&[(option.name, "\u{0}")]).unwrap_err().to_string();
                assert!(!error.contains("there is no option"), "{error}");
            }
        }
    }
}
