//! The ways to play whose speed is measured.

use tilewright_core::{Game, overridden, parse_options};
use tilewright_table::{GameId, Table};

/// A way to play a game, by name.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) game: GameId,
    pub(crate) name: String,
    options: Vec<(String, String)>,
    /// The number of moves in each sequence that is counted, at least one: enough to leave the
    /// opening, and not too much for a second.
    pub(crate) perft_depth: usize,
}

/// A setup as it is listed: name, options, depth of perft.
type Listed = (&'static str, &'static [(&'static str, &'static str)], usize);

const BLOKUS: &[Listed] = &[
    ("classic", &[("variant", "classic")], 4),
    ("duo", &[("variant", "duo")], 3),
    ("tilewe", &[("variant", "tilewe")], 3),
];
const TRIOMINOS: &[Listed] = &[
    ("two-seat-round", &[("single-round", "on")], 3),
    ("four-seat-round", &[("single-round", "on"), ("seats", "4")], 3),
];
const COERCEO: &[Listed] =
    &[("laurentius", &[("variant", "laurentius")], 4), ("ocius", &[("variant", "ocius")], 5)];
const AQUAPIPE: &[Listed] = &[("3x3", &[("variant", "3x3")], 5), ("4x4", &[("variant", "4x4")], 3)];

fn listed(game: GameId) -> &'static [Listed] {
    match game {
        GameId::Blokus => BLOKUS,
        GameId::Triominos => TRIOMINOS,
        GameId::Coerceo => COERCEO,
        GameId::AquaPipe => AQUAPIPE,
    }
}

/// All setups in which a game is measured.
pub(crate) fn setups(game: GameId) -> Vec<Setup> {
    let setup = |&(name, options, depth): &Listed| Setup::new(game, name, options, depth);
    listed(game).iter().map(setup).collect()
}

impl Setup {
    fn new(game: GameId, name: &str, options: &[(&str, &str)], perft_depth: usize) -> Setup {
        let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
        let options = options.iter().map(owned).collect();
        Setup { game, name: name.to_owned(), options, perft_depth }
    }

    /// A setup with the text of these options as its name.
    pub(crate) fn with(game: GameId, options: &[(&str, &str)]) -> Setup {
        let words: Vec<String> =
            options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let perft_depth = listed(game).first().map_or(1, |&(_, _, depth)| depth);
        Setup::new(game, &words.join(","), options, perft_depth)
    }

    fn pairs(&self) -> Vec<(&str, &str)> {
        self.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
    }

    /// The first position.
    pub(crate) fn start<G: Game>(&self) -> G::Position {
        self.start_over::<G>(&[])
    }

    /// The first position of the game that people mean when they count sequences of moves, as far
    /// as the options of the setup leave that open.
    pub(crate) fn counted<G: Game>(&self) -> G::Position {
        self.start_over::<G>(G::PERFT_OPTIONS)
    }

    fn start_over<G: Game>(&self, usual: &[(&'static str, &'static str)]) -> G::Position {
        let options = parse_options(overridden(usual, &self.pairs()));
        options.and_then(|options| G::start(&options)).expect("a setup is a game")
    }

    /// A table for a new game.
    pub(crate) fn open(&self) -> Box<dyn Table> {
        self.game.open(&self.pairs()).expect("a setup is a game")
    }
}
