//! Alpha-beta as a bot.

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::{Arc, Mutex};

use tilewright_core::{Game, MoveOf, Position, Seat};
use tilewright_search::{AlphaBeta, Choice, Evaluate, Limits, SearchInfo, Thinking};

use crate::bot::{Bot, KindInfo};
use crate::chance::tie_breaker;
use crate::endgame::ExactEndgame;
use crate::playable::Playable;
use crate::spec::{
    BOOK, BotSpec, DEPTH, MEMORY, NODES, REMEMBER, REMEMBER_MB, SEED, SpecError, THREADS, TIME,
    WIDTH,
};
use crate::tt_file::{TtFile, TtFileError, lock, max_entries};

/// Looks ahead for one seat against the others.
pub(crate) struct Minimax<G: Game, E> {
    search: AlphaBeta<G::Position, E>,
    endgame: Option<ExactEndgame<G::Position>>,
    book: Option<Book<G::Position>>,
    persistent_tt: Option<PersistentTt>,
    limits: Limits,
    seed: Option<u64>,
}

/// The move that a book knows in a position, if it does.
type Book<P> = fn(&P) -> Option<<P as Position>::Move>;

pub(crate) const INFO: KindInfo = KindInfo {
    name: "minimax",
    help: "alpha-beta search; 300,000 nodes by default",
    keys: &[DEPTH, NODES, TIME, SEED, THREADS, MEMORY, REMEMBER, REMEMBER_MB],
};

/// The same with an opening book.
pub(crate) const BOOK_INFO: KindInfo = KindInfo {
    keys: &[DEPTH, NODES, TIME, SEED, THREADS, MEMORY, REMEMBER, REMEMBER_MB, BOOK],
    ..INFO
};

/// With more than two seats.
pub(crate) const PARANOID_INFO: KindInfo = KindInfo {
    name: "paranoid",
    help: "alpha-beta search as if all others played against it (paranoid); 300,000 nodes by \
           default",
    keys: &[DEPTH, NODES, TIME, SEED, THREADS, MEMORY, WIDTH],
};

/// The usual number of moves that a paranoid search looks at in a position.
const USUAL_WIDTH: usize = 20;

/// The usual limits: a fraction of a second, and the same on every machine.
const USUAL: Limits = Limits { nodes: Some(300_000), ..Limits::NONE };

impl<G, E> Minimax<G, E>
where
    G: Playable<Known = <G as Game>::Position>,
    E: Evaluate<G::Position> + Send + Sync + 'static,
{
    /// The bot of a spec, with a search that has the settings of its game. Settings that its kind
    /// does not have are not given.
    pub(crate) fn of(
        spec: &BotSpec,
        search: AlphaBeta<G::Position, E>,
    ) -> Result<Minimax<G, E>, SpecError> {
        let n_entries = max_entries(spec.remember_bytes()?.unwrap_or(USUAL_BYTES));
        let search = search.with_max_persistent(n_entries).with_threads(spec.threads()?);
        let search = match spec.memory()? {
            Some(n_bytes) => search.with_memory(n_bytes),
            None => search,
        };
        // The file comes last: a spec that is refused leaves none.
        Ok(Minimax {
            search,
            endgame: None,
            book: None,
            limits: spec.limits()?,
            seed: spec.seed()?,
            persistent_tt: PersistentTt::of(spec, G::SLUG)?,
        })
    }

    /// For a game whose end can be played exactly.
    pub(crate) fn with_endgame(self, endgame: ExactEndgame<G::Position>) -> Minimax<G, E> {
        Minimax { endgame: Some(endgame), ..self }
    }

    /// For a game whose first moves are in a book, if the spec wants that.
    pub(crate) fn with_book(
        self,
        spec: &BotSpec,
        book: Book<G::Position>,
    ) -> Result<Minimax<G, E>, SpecError> {
        Ok(Minimax { book: spec.book()?.then_some(book), ..self })
    }

    pub(crate) fn boxed(self) -> Box<dyn Bot<G>> {
        Box::new(self)
    }
}

/// The width of a paranoid search: there are many moves, and little is ever proved.
pub(crate) fn paranoid_width(spec: &BotSpec) -> Result<usize, SpecError> {
    Ok(spec.width()?.unwrap_or(USUAL_WIDTH))
}

impl<G: Game, E> Minimax<G, E> {
    /// The exact choice where little of the game is left, or else the limits of a search.
    fn finished(
        &self,
        known: &G::Position,
        thinking: &Thinking<'_, MoveOf<G>>,
    ) -> Result<Choice<MoveOf<G>>, Limits> {
        let asked = thinking.limits.or(self.limits);
        let limits = if asked == Limits::NONE { USUAL } else { asked };
        match &self.endgame {
            None => Err(limits),
            Some(endgame) => endgame.choice(known, limits, thinking.stop),
        }
    }
}

/// The persistent transposition table, which it keeps from game to game. This is an exception from
/// the rule that a choice depends on nothing that was asked before, and only who asks for it gets
/// it.
struct PersistentTt {
    file: Arc<Mutex<TtFile>>,
    /// The rules of the game whose entries are loaded, the seat and its contempt.
    rules: Option<String>,
}

/// The least depth of a result that is kept. With 4 it saved a quarter of a
/// search of Coerceo to depth 6, since what is left out near the horizon is no longer looked at;
/// with 2 more than half, and the value is the same.
const MIN_STORED_DEPTH: usize = 2;

/// The usual size of the file.
const USUAL_BYTES: usize = 64 << 20;

/// Part of the format: to be changed whenever an evaluator or the meaning of an entry changes.
const FORMAT_VERSION: u32 = 7;

impl PersistentTt {
    /// The table that the spec names, if it does.
    fn of(spec: &BotSpec, game: &str) -> Result<Option<PersistentTt>, SpecError> {
        let n_bytes = spec.remember_bytes()?.unwrap_or(USUAL_BYTES);
        let Some(path) = spec.setting(REMEMBER.name) else { return Ok(None) };
        let format = format!("tilewright {game} minimax {FORMAT_VERSION}");
        let file = TtFile::open(Path::new(path), &format, n_bytes).map_err(|error| {
            let reason = error.to_string();
            SpecError::File { kind: INFO.name, file: path.to_owned(), reason }
        })?;
        Ok(Some(PersistentTt { file, rules: None }))
    }

    /// Loads all results for the game of this position into the search.
    fn load<P, E>(&mut self, position: &P, search: &mut AlphaBeta<P, E>)
    where
        P: Position + Send,
        E: Evaluate<P> + Sync,
    {
        let rules = rules_of(position, search.contempt(position));
        if self.rules.as_ref() != Some(&rules) {
            // A table that cannot be read is empty; storing will fail too, and be reported.
            search.load_persistent(lock(&self.file).entries(&rules).unwrap_or_default());
            self.rules = Some(rules);
        }
    }

    /// Stores the results of the search, and uses them from now on.
    fn store<P, E>(&mut self, search: &mut AlphaBeta<P, E>) -> Result<(), TtFileError>
    where
        P: Position + Send,
        E: Evaluate<P> + Sync,
    {
        let Some(rules) = &self.rules else { return Ok(()) };
        lock(&self.file).keep(rules, search.entries(MIN_STORED_DEPTH))?;
        search.update_persistent(MIN_STORED_DEPTH);
        Ok(())
    }
}

/// The variant and the options, which are the first word of every position of such a game, the seat
/// that searches, and its contempt. Keys do not include them, and values depend on them.
fn rules_of<P: Position>(position: &P, contempt: i32) -> String {
    let text = position.to_string();
    let options = text.split(' ').next().unwrap_or_default();
    let seat = position.turn().seat().map_or(0, Seat::number);
    format!("{options} {seat} {contempt}")
}

impl<G, E> Bot<G> for Minimax<G, E>
where
    G: Playable<Known = <G as Game>::Position>,
    E: Evaluate<G::Position> + Send + Sync,
{
    fn choose(
        &mut self,
        known: &G::Position,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        if let Some(m) = self.book.and_then(|book| book(known)) {
            let sentence = Some("from the book".to_owned());
            return Choice {
                m,
                info: SearchInfo { line: vec![m], sentence, ..SearchInfo::default() },
            };
        }
        let limits = match self.finished(known, thinking) {
            Ok(choice) => return choice,
            Err(left) => left,
        };
        if let Some(persistent_tt) = &mut self.persistent_tt {
            persistent_tt.load(known, &mut self.search);
        }
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        let mut choice = self.search.search(known, limits, thinking, &mut rng);
        if let Some(persistent_tt) = &mut self.persistent_tt
            && let Err(error) = persistent_tt.store(&mut self.search)
        {
            let sentence = choice.info.sentence.get_or_insert_default();
            *sentence = format!("{sentence}; not remembered: {error}");
        }
        choice
    }

    /// Without contempt, and so without the book and the persistent table, which were made with it.
    fn judge(
        &mut self,
        known: &G::Position,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        let limits = match self.finished(known, thinking) {
            Ok(choice) => return choice,
            Err(left) => left,
        };
        let mut rng = tie_breaker(self.seed.unwrap_or(thinking.seed));
        self.search.set_impartial(true);
        let choice = self.search.search(known, limits, thinking, &mut rng);
        self.search.set_impartial(false);
        choice
    }
}
