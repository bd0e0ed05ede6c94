//! The one list of games, and what is made of it.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;
use tilewright_core::{
    Game, MoveOf, Observed, OptionInfo, OptionsError, ParseMoveError, ParsePositionError,
    PieceShape, VariantInfo, overridden, parse_options, shortened,
};

use crate::perspective::{ParseViewError, Perspective};
use crate::table::{Table, TypedTable, to_json};

/// The types of the games, by their names in [`GameId`].
pub mod games {
    pub use tilewright_aquapipe::AquaPipe;
    pub use tilewright_blokus::Blokus;
    pub use tilewright_coerceo::Coerceo;
    pub use tilewright_triominos::Triominos;

    #[cfg(test)]
    pub use tilewright_testkit::toy::Cards;
}

/// Makes everything that needs the list of games from that list: the enums, and the macro
/// `dispatch!`. The first token is a dollar sign, for the parameters of that macro.
macro_rules! list_of_games {
    ($dollar:tt $($game:ident)+) => {
        /// One of the games.
        ///
        /// ```
        /// use tilewright_table::GameId;
        ///
        /// let game: GameId = "blokus".parse()?;
        /// assert_eq!(game, GameId::Blokus);
        /// assert_eq!(game.name(), "Blokus");
        /// assert_eq!(game.to_string(), "blokus");
        /// assert!(game.options().iter().any(|option| option.name == "variant"));
        ///
        /// let error = "chess".parse::<GameId>().unwrap_err();
        /// assert!(error.to_string().starts_with("there is no game 'chess': choose blokus"));
        /// # Ok::<(), tilewright_table::UnknownGame>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum GameId {
            $(
                #[doc = concat!("[`", stringify!($game), "`](games::", stringify!($game), ").")]
                $game,
            )+
        }

        impl GameId {
            /// All games, in the order in which people should read them.
            pub const ALL: [GameId; [$(GameId::$game),+].len()] = [$(GameId::$game),+];
        }

        /// The knowledge that one viewer has of a position of any game. As JSON it is the view
        /// alone.
        // A few views exist at a time; boxing the largest would cost every reader a dereference.
        #[allow(clippy::large_enum_variant)]
        #[derive(Clone, Debug, Serialize)]
        #[serde(untagged)]
        pub enum GameView {
            $(
                #[doc = concat!("A view of [`games::", stringify!($game), "`].")]
                $game(<games::$game as Game>::View),
            )+
        }

        /// A move of any game: a value like the moves themselves, equal, ordered and hashed as they
        /// are. Moves of different games come in the order of the games.
        ///
        /// ```
        /// use tilewright_table::GameId;
        ///
        /// let m = GameId::Blokus.parse_move("f8,d9,e9,f9,e10")?;
        /// assert_eq!(m.to_string(), "F5e@d8");
        /// assert_eq!(m.parts()["piece"], "F5");
        /// assert_eq!(m, GameId::Blokus.parse_move("F5e@d8")?);
        /// assert!(m < GameId::Blokus.parse_move("F5e@e8")?);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AnyMove {
            $(
                #[doc = concat!("A move of [`games::", stringify!($game), "`].")]
                $game(MoveOf<games::$game>),
            )+
        }

        impl AnyMove {
            /// The game it is a move of.
            pub const fn game(&self) -> GameId {
                match self {
                    $(AnyMove::$game(_) => GameId::$game,)+
                }
            }

            /// The parts of the move, by name, whatever the position. Its effect in a position
            /// comes from a [table](Table::describe).
            pub fn parts(&self) -> Value {
                match *self {
                    $(AnyMove::$game(m) => to_json(&games::$game::move_parts(m)),)+
                }
            }
        }

        impl fmt::Display for AnyMove {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(AnyMove::$game(m) => f.pad(&m.to_string()),)+
                }
            }
        }

        $(
            impl Registered for games::$game {
                const ID: GameId = GameId::$game;

                fn any_view(view: Self::View) -> GameView {
                    GameView::$game(view)
                }

                fn any_move(m: MoveOf<Self>) -> AnyMove {
                    AnyMove::$game(m)
                }

                fn own_move(m: &AnyMove) -> Option<MoveOf<Self>> {
                    if let AnyMove::$game(m) = *m { Some(m) } else { None }
                }
            }
        )+

        /// Evaluates an expression with the type of the game that a [`GameId`] names: an
        /// exhaustive `match` with an arm for each game.
        ///
        /// ```
        /// use tilewright_core::{Game, Position};
        /// use tilewright_table::{GameId, dispatch};
        ///
        /// /// The number of first moves.
        /// fn n_openings<G: Game>() -> usize {
        ///     G::start(&G::Options::default()).map_or(0, |start| start.n_legal_moves())
        /// }
        ///
        /// assert_eq!(dispatch!(GameId::AquaPipe, G => n_openings::<G>()), 27);
        /// ```
        #[macro_export]
        macro_rules! dispatch {
            ($dollar game:expr, $dollar G:ident => $dollar body:expr) => {
                match $dollar game {
                    $(
                        $crate::GameId::$game => {
                            type $dollar G = $crate::games::$game;
                            $dollar body
                        }
                    )+
                }
            };
        }
    };
}

// A new game is a new word, in both lines: the second one has the game of the tests.
#[cfg(not(test))]
list_of_games!($ Blokus Triominos Coerceo AquaPipe);
#[cfg(test)]
list_of_games!($ Blokus Triominos Coerceo AquaPipe Cards);

/// A game of the list, and its part in what is made of the list.
pub trait Registered:
    Observed<Known: fmt::Display + FromStr<Err = ParsePositionError>> + Sized
{
    /// Its name as a value.
    const ID: GameId;

    /// A view among those of any game.
    fn any_view(view: Self::View) -> GameView;

    /// A move among those of any game.
    fn any_move(m: MoveOf<Self>) -> AnyMove;

    /// The move with its type; nothing if it is one of another game.
    fn own_move(m: &AnyMove) -> Option<MoveOf<Self>>;

    /// The move with its type, or an error in the words of a text that is not a move.
    fn expect_move(m: &AnyMove) -> Result<MoveOf<Self>, ParseMoveError> {
        Self::own_move(m).ok_or_else(|| {
            let reason = format!("it is one of {}, not of {}", m.game().name(), Self::NAME);
            ParseMoveError::new(&m.to_string(), reason)
        })
    }
}

impl Serialize for AnyMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.game())
    }
}

impl GameId {
    /// The name in commands, records and addresses.
    pub const fn slug(self) -> &'static str {
        dispatch!(self, G => G::SLUG)
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        dispatch!(self, G => G::NAME)
    }

    /// The options that [`open`](GameId::open) takes.
    pub const fn options(self) -> &'static [OptionInfo] {
        dispatch!(self, G => G::OPTIONS)
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
    pub const fn variants(self) -> &'static [VariantInfo] {
        dispatch!(self, G => G::VARIANTS)
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

    /// The shapes of its pieces, for those who draw them; nothing where pieces are not made of
    /// squares.
    ///
    /// ```
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "blokus".parse()?;
    /// assert_eq!(game.pieces().unwrap().len(), 21);
    /// # Ok::<(), tilewright_table::UnknownGame>(())
    /// ```
    pub fn pieces(self) -> Option<Vec<PieceShape>> {
        dispatch!(self, G => G::pieces())
    }

    /// The notation of moves, for people: a few lines with examples.
    pub const fn notation(self) -> &'static str {
        dispatch!(self, G => G::NOTATION)
    }

    /// Returns true if some information is hidden from some viewer: then the text of a position,
    /// and the full list of moves, are not for everybody.
    pub const fn has_secrets(self) -> bool {
        dispatch!(self, G => G::HAS_SECRETS)
    }

    /// Returns true if players may agree to a draw.
    pub const fn has_draw_offers(self) -> bool {
        dispatch!(self, G => G::HAS_DRAW_OFFERS)
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
        dispatch!(self, G => {
            let start = G::start(&parse_options(options.iter().copied())?)?;
            Ok(Box::new(TypedTable::<G>::new(start)))
        })
    }

    /// A table for a game that was kept with these options, by name and value: an option that came
    /// later has the value under which games were played before.
    ///
    /// ```
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "triominos".parse()?;
    /// let kept = game.open_kept(&[("seats", "2")])?.options();
    /// assert!(kept.contains(&("blocked-when".to_owned(), "passes".to_owned())));
    /// let new = game.open(&[("seats", "2")])?.options();
    /// assert!(new.contains(&("blocked-when".to_owned(), "empty-pile".to_owned())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_kept(self, options: &[(&str, &str)]) -> Result<Box<dyn Table>, OptionsError> {
        self.open(&overridden(self.legacy_options(), options))
    }

    /// A table that begins in the position of this text, which was kept with these options.
    pub(crate) fn open_kept_position(
        self,
        text: &str,
        options: &[(&str, &str)],
    ) -> Result<Box<dyn Table>, ParsePositionError> {
        let is_given = |name: &str| options.iter().any(|option| option.0 == name);
        if self.legacy_options().iter().all(|option| is_given(option.0)) {
            return self.open_position(text);
        }
        dispatch!(self, G => Ok(Box::new(TypedTable::<G>::new(G::parse_legacy_position(text)?))))
    }

    /// Options that came later, each with the value that holds for games stored without it.
    pub const fn legacy_options(self) -> &'static [(&'static str, &'static str)] {
        dispatch!(self, G => G::LEGACY_OPTIONS)
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
        dispatch!(self, G => Ok(Box::new(TypedTable::<G>::new(text.parse()?))))
    }

    /// Reads a move, whatever the position. A notation that means something only in a certain one
    /// is read by a [table](Table::parse_move).
    pub fn parse_move(self, text: &str) -> Result<AnyMove, ParseMoveError> {
        dispatch!(self, G => Ok(G::any_move(text.parse()?)))
    }

    /// The knowledge of one viewer, from the text of a view: of a game with secrets,
    /// [`Perspective::text`], which [`Table::view`] has as its `position`.
    ///
    /// ```
    /// use tilewright_core::Viewer;
    /// use tilewright_table::GameId;
    ///
    /// let game: GameId = "triominos".parse()?;
    /// let view = game.open(&[])?.view(Viewer::Spectator);
    /// let seen = game.open_view(&game.open(&[])?.perspective(Viewer::Spectator).text())?;
    /// assert_eq!((seen.viewer(), seen.view()), (Viewer::Spectator, view));
    ///
    /// assert!(game.open_view("hello").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_view(self, text: &str) -> Result<Perspective, ParseViewError> {
        dispatch!(self, G => Perspective::read::<G>(text))
    }

    /// The options of the game whose move sequences are counted, by name and value, where that is
    /// another game than the usual one.
    pub const fn perft_options(self) -> &'static [(&'static str, &'static str)] {
        dispatch!(self, G => G::PERFT_OPTIONS)
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
    GameId::ALL.into_iter().map(GameId::slug).collect::<Vec<_>>().join(", ")
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<GameId, UnknownGame> {
        let unknown = || UnknownGame { slug: shortened(text) };
        GameId::ALL.into_iter().find(|game| game.slug() == text).ok_or_else(unknown)
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

#[cfg(test)]
mod tests {
    use tilewright_core::OptionValue;

    use super::*;

    #[test]
    fn slugs_are_unique_and_read_back() {
        for game in GameId::ALL {
            assert_eq!(game.slug().parse(), Ok(game));
            let json = serde_json::to_string(&game).unwrap();
            assert_eq!(json, format!("\"{game}\""));
            assert_eq!(serde_json::from_str::<GameId>(&json).unwrap(), game);
            let simple = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(game.slug().chars().all(simple), "{game}");
        }
        assert!(GameId::ALL.into_iter().is_sorted());
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
        for game in GameId::ALL {
            game.open(game.perft_options()).unwrap();
        }
    }

    #[test]
    fn variants_are_the_values_of_their_option() {
        for game in GameId::ALL {
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
        for game in GameId::ALL {
            let has_seats = game.options().iter().any(|option| option.name == "seats");
            for variant in game.variants() {
                let least = variant.min_seats;
                let most = variant.max_seats;
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
        for game in GameId::ALL {
            for option in game.options() {
                // A value that no option has: the answer is about the value, not the name.
                let error = game.open(&[(option.name, "\u{0}")]).unwrap_err().to_string();
                assert!(!error.contains("there is no option"), "{error}");
            }
        }
    }
}
