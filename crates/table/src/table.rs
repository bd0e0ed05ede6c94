//! A game being played: moves as text, views as JSON.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use thiserror::Error;
use tilewright_core::{
    BySeat, Illegal, MoveOf, ParseMoveError, Position, Rng, Seat, Turn, Viewer, perft_divide,
    perft_while,
};

use crate::ending::{check_ending, turn_with};
use crate::moves::{Listed, MoveList};
use crate::perspective::{Perspective, SeenMove};
use crate::registry::{AnyMove, GameView, Registered};
use crate::{EndError, Ending, GameId, SeatEnding};

/// A game being played: how it began, its moves in order, and at most one ending per seat.
///
/// It knows no people and no clock: whoever holds the table decides who plays for which seat. What
/// comes from [`view`](Table::view) and [`moves_seen_by`](Table::moves_seen_by) is fit for that
/// viewer's eyes, and what comes from [`turn`](Table::turn), [`scores`](Table::scores) and
/// [`revealed`](Table::revealed) for everybody's. Everything else may tell secrets if the [game has
/// any](GameId::has_secrets).
///
/// ```
/// use tilewright_core::{Seat, Viewer};
/// use tilewright_table::{Ending, GameId, Table};
///
/// let game: GameId = "blokus".parse()?;
/// let mut table = game.open(&[("variant", "duo")])?;
/// let first = table.legal_moves()[0].clone();
/// table.play(&first)?;
/// assert_eq!(table.moves(), [first]);
/// println!("{}", table.view(Viewer::Spectator));
///
/// let second = Seat::new(1).unwrap();
/// assert_eq!(table.turn().seat(), Some(second));
/// table.end(second, Ending::Resigned)?;
/// assert_eq!(table.turn().outcome().unwrap().place(second), 2);
/// assert_eq!(table.n_legal_moves(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Table: Send + Sync {
    /// Which game it is.
    fn game(&self) -> GameId;

    /// The options, by name and value, with every default filled in. They open the same game.
    fn options(&self) -> Vec<(String, String)>;

    /// The number of seats.
    fn n_seats(&self) -> usize;

    /// The seat to move, or the outcome of the game, on the board or by endings.
    ///
    /// With endings the game is over as soon as all seats but one have lost by theirs (a lone
    /// seat: when it has), or when all who have not lost agreed to a draw; they share the first
    /// place. Seats that lost by an ending come last in any case, the first of them at the very
    /// end. Scores stay those of the board.
    fn turn(&self) -> Turn;

    /// The points of every seat.
    fn scores(&self) -> BySeat<i32>;

    /// The number of moves played, those of chance included.
    fn ply(&self) -> usize;

    /// The moves that have been played.
    fn moves(&self) -> Vec<String>;

    /// The move that led to this ply, as `viewer` saw it; nothing if there is none.
    fn move_seen_by(&self, ply: usize, viewer: Viewer) -> Option<String>;

    /// The move that led to this ply; nothing if there is none.
    fn move_at(&self, ply: usize) -> Option<AnyMove>;

    /// The moves that have been played, each as `viewer` saw it.
    fn moves_seen_by(&self, viewer: Viewer) -> Vec<String> {
        (1..=self.ply()).filter_map(|ply| self.move_seen_by(ply, viewer)).collect()
    }

    /// The information that the rules revealed to everybody, in one word, when the position after
    /// `ply` moves was reached; mostly none, and always none in a game without secrets.
    fn revealed(&self, ply: usize) -> Option<&str>;

    /// The effects of the move of this ply that its text does not say, in a few words for everybody
    /// who saw it.
    fn told(&self, ply: usize) -> Option<&str>;

    /// Every legal move, sorted; none once the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// The number of legal moves, without listing them.
    fn n_legal_moves(&self) -> usize;

    /// The parts of every legal move, in the order of [`legal_moves`](Table::legal_moves).
    fn legal_move_views(&self) -> Vec<Value>;

    /// The same list, of which nothing is made into text.
    fn list_moves(&self) -> Box<dyn MoveList>;

    /// One of the legal moves, all equally likely; nothing once the game is over. At
    /// [`Turn::Chance`] this is how chance decides.
    fn random_move(&self, rng: &mut dyn Rng) -> Option<String> {
        self.pick_move(rng).map(|m| m.to_string())
    }

    /// The same, not made into text.
    fn pick_move(&self, rng: &mut dyn Rng) -> Option<AnyMove>;

    /// Plays random moves, all equally likely, until the game is over or so many are played, and
    /// says how many.
    fn play_out(&mut self, rng: &mut dyn Rng, max_plies: usize) -> usize;

    /// Reads a move, written in any way the game reads here, whether it is legal or not.
    fn parse_move(&self, text: &str) -> Result<AnyMove, ParseMoveError>;

    /// The parts of a legal move, and what it does; or why it is not legal.
    fn describe(&self, m: &AnyMove) -> Result<Value, PlayError>;

    /// Why the move cannot be played now. Agrees with [`play_move`](Table::play_move).
    fn explain_move(&self, m: &AnyMove) -> Result<(), PlayError>;

    /// Plays the move, or says why not and changes nothing.
    fn play_move(&mut self, m: &AnyMove) -> Result<(), PlayError>;

    /// Why the move cannot be played now. Agrees with [`play`](Table::play).
    fn explain(&self, text: &str) -> Result<(), PlayError>;

    /// Plays the move, written in any way the game reads, and returns its own text; or says why
    /// not and changes nothing.
    fn play(&mut self, text: &str) -> Result<String, PlayError>;

    /// Takes back the last move and returns it; nothing at the start. Endings that came after the
    /// move are taken back with it: they belong to a course of the game that is no more.
    fn undo(&mut self) -> Option<String>;

    /// Ends the game for one seat. With more than two seats the others play on, and somebody
    /// must go on moving for this one. A draw is agreed by an ending of every seat that has not
    /// lost; who only wants to offer one should wait for the answers before calling this.
    fn end(&mut self, seat: Seat, ending: Ending) -> Result<(), EndError>;

    /// The endings, in the order in which they came.
    fn endings(&self) -> &[SeatEnding];

    /// The knowledge of `viewer`, for programs.
    fn view(&self, viewer: Viewer) -> Value;

    /// The same with its type.
    fn game_view(&self, viewer: Viewer) -> GameView;

    /// The same as the text of JSON: for those who send it on, without a tree of values between.
    fn view_text(&self, viewer: Viewer) -> String;

    /// The name of the side to move, in the words of the game, where the seat alone does not tell.
    fn mover(&self) -> Option<String>;

    /// The whole position as text.
    fn position_text(&self) -> String;

    /// The position in which the table began, unless that is where its options begin.
    fn start_text(&self) -> Option<String>;

    /// The game as `viewer` followed it from where the table began, endings included.
    fn perspective(&self, viewer: Viewer) -> Perspective;

    /// The game as every seat followed it.
    fn perspectives(&self) -> Vec<Perspective> {
        Seat::first(self.n_seats()).map(|seat| self.perspective(Viewer::Seat(seat))).collect()
    }

    /// The hash of the position: equal positions have equal keys, on every machine.
    fn key(&self) -> u64;

    /// The number of move sequences of exactly `depth` moves, and for each legal move, sorted, its
    /// part of it, reported as soon as it is known. The last moves are counted but not played. It
    /// is the number of the position that is [counted](tilewright_core::Game::counted), whatever
    /// the endings.
    fn perft_divide(&self, depth: usize, report: &mut dyn FnMut(&str, u64)) -> u64;

    /// The number of sequences of `depth` moves, until `go_on` returns false; `None` if it did.
    fn perft_while(&self, depth: usize, go_on: &mut dyn FnMut() -> bool) -> Option<u64>;

    /// A copy that goes its own way. `Box<dyn Table>` is `Clone` by it.
    fn box_clone(&self) -> Box<dyn Table>;
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Box<dyn Table> {
        self.box_clone()
    }
}

/// Says which game and how far, and no secrets.
impl fmt::Debug for dyn Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_struct("Table");
        table.field("game", &self.game()).field("options", &self.options());
        table.field("ply", &self.ply()).field("endings", &self.endings()).finish()
    }
}

/// The variant, and the options that are not the usual ones of the variant: enough to open the same
/// game.
///
/// ```
/// use tilewright_table::{GameId, unusual_options};
///
/// let game: GameId = "blokus".parse()?;
/// let table = game.open(&[("variant", "duo"), ("scoring", "basic"), ("free-start", "off")])?;
/// let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
/// assert_eq!(unusual_options(&*table), [pair("variant", "duo"), pair("scoring", "basic")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unusual_options(table: &dyn Table) -> Vec<(String, String)> {
    let options = table.options();
    let variant = options.iter().find(|(name, _)| name == "variant");
    let usual = table.game().open_variant(variant.map_or("", |(_, name)| name));
    let usual = usual.map(|table| table.options()).unwrap_or_default();
    options.into_iter().filter(|it| it.0 == "variant" || !usual.contains(it)).collect()
}

/// The move was not played.
///
/// ```
/// use tilewright_table::{GameId, PlayError, Table};
///
/// let mut table = "blokus".parse::<GameId>().unwrap().open(&[]).unwrap();
/// assert!(matches!(table.play("hello"), Err(PlayError::Parse(_))));
/// assert!(matches!(table.play("O1n@k10"), Err(PlayError::Illegal(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// It is no move.
    #[error(transparent)]
    Parse(#[from] ParseMoveError),
    /// It is a move, but not legal now.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// Nobody moves any more.
    #[error("the game is over")]
    Over,
}

/// The one implementation of [`Table`].
pub(crate) struct TypedTable<G: Registered> {
    start: G::Position,
    position: G::Position,
    played: Vec<PlayedMove<G>>,
    endings: Vec<SeatEnding>,
    /// The moves as viewers saw them, as far as they were asked for. Perspectives share them, so
    /// that a bot of a long game costs a move more at its next turn, and not the whole game again.
    seen: Mutex<Vec<(Viewer, Arc<Vec<SeenMove>>)>>,
}

struct PlayedMove<G: Registered> {
    m: MoveOf<G>,
    undo: <G::Position as Position>::Undo,
    /// Those who did not see the move itself, with what they saw: nobody in most games, so that
    /// nothing is allocated.
    seen_otherwise: Vec<(Viewer, MoveOf<G>)>,
    revealed: Option<String>,
    told: Option<String>,
}

impl<G: Registered> PlayedMove<G> {
    /// The move as `viewer` saw it.
    fn seen_by(&self, viewer: Viewer) -> MoveOf<G> {
        let other = self.seen_otherwise.iter().find(|(other, _)| *other == viewer);
        other.map_or(self.m, |&(_, seen)| seen)
    }
}

impl<G: Registered> TypedTable<G> {
    pub(crate) fn new(start: G::Position) -> TypedTable<G> {
        let position = start.clone();
        TypedTable {
            start,
            position,
            played: Vec::new(),
            endings: Vec::new(),
            seen: Mutex::default(),
        }
    }

    /// A table at which these moves were played, which were legal, and with these endings.
    pub(crate) fn with_moves(
        start: G::Position,
        moves: Vec<MoveOf<G>>,
        endings: &[SeatEnding],
    ) -> TypedTable<G> {
        let mut table = TypedTable::new(start);
        for m in moves {
            table.play_checked(m);
        }
        TypedTable { endings: endings.to_vec(), ..table }
    }

    fn turn_now(&self) -> Turn {
        turn_with(self.position.turn(), self.position.scores(), &self.endings)
    }

    /// Checks that a move that was read may be played now.
    fn check(&self, m: Result<MoveOf<G>, ParseMoveError>) -> Result<MoveOf<G>, PlayError> {
        if self.turn_now().is_over() {
            return Err(PlayError::Over);
        }
        let m = m?;
        self.position.explain(m)?;
        Ok(m)
    }

    fn check_text(&self, text: &str) -> Result<MoveOf<G>, PlayError> {
        self.check(G::parse_move(&self.position, text))
    }

    /// Plays a move that has been checked.
    fn play_checked(&mut self, m: MoveOf<G>) {
        let looks = Viewer::all(self.n_seats())
            .map(|viewer| (viewer, G::redact(&self.position, m, viewer)));
        let seen_otherwise = looks.filter(|&(_, look)| look != m).collect();
        let told = G::tell(&self.position, m);
        let undo = self.position.play_unchecked(m);
        let revealed = if G::HAS_SECRETS { G::reveal(&self.position) } else { None };
        self.played.push(PlayedMove { m, undo, seen_otherwise, revealed, told });
    }

    /// All moves as `viewer` saw them: those since the last time are added.
    fn all_seen_by(&self, viewer: Viewer) -> Arc<Vec<SeenMove>> {
        let mut lists = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lists.iter().position(|(other, _)| *other == viewer);
        let index = known.unwrap_or_else(|| {
            lists.push((viewer, Arc::default()));
            lists.len() - 1
        });
        let list = &mut lists[index].1;
        if list.len() < self.played.len() {
            let new = self.played[list.len()..].iter().map(|played| SeenMove {
                m: G::any_move(played.seen_by(viewer)),
                revealed: played.revealed.as_deref().map(Box::from),
            });
            Arc::make_mut(list).extend(new);
        }
        Arc::clone(list)
    }

    /// The legal moves in the order in which the position finds them.
    fn found(&self) -> Vec<MoveOf<G>> {
        let mut moves = Vec::new();
        if !self.turn_now().is_over() {
            self.position.legal_moves(&mut moves);
        }
        moves
    }

    /// The legal moves in the order of their type, which is the same however they were found.
    fn list(&self) -> Vec<MoveOf<G>> {
        let mut moves = self.found();
        moves.sort_unstable();
        moves
    }
}

impl<G: Registered> Clone for TypedTable<G> {
    fn clone(&self) -> TypedTable<G> {
        TypedTable {
            start: self.start.clone(),
            position: self.position.clone(),
            played: self.played.clone(),
            endings: self.endings.clone(),
            seen: Mutex::default(),
        }
    }
}

// Not derived, because that would ask the type of the game to be `Clone` too.
impl<G: Registered> Clone for PlayedMove<G> {
    fn clone(&self) -> PlayedMove<G> {
        PlayedMove {
            m: self.m,
            undo: self.undo.clone(),
            seen_otherwise: self.seen_otherwise.clone(),
            revealed: self.revealed.clone(),
            told: self.told.clone(),
        }
    }
}

impl<G: Registered> Table for TypedTable<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn options(&self) -> Vec<(String, String)> {
        let options = to_json(&G::options(&self.start));
        let defaults = to_json(&G::Options::default());
        let fields = options.as_object().expect("options are a struct").iter();
        fields
            .filter_map(|(name, value)| Some((name.clone(), option_text(value, &defaults[name])?)))
            .collect()
    }

    fn n_seats(&self) -> usize {
        self.position.n_seats()
    }

    fn turn(&self) -> Turn {
        self.turn_now()
    }

    fn scores(&self) -> BySeat<i32> {
        self.position.scores()
    }

    fn ply(&self) -> usize {
        self.played.len()
    }

    fn moves(&self) -> Vec<String> {
        self.played.iter().map(|it| it.m.to_string()).collect()
    }

    fn move_seen_by(&self, ply: usize, viewer: Viewer) -> Option<String> {
        let played = self.played.get(ply.checked_sub(1)?)?;
        Some(played.seen_by(viewer).to_string())
    }

    fn move_at(&self, ply: usize) -> Option<AnyMove> {
        let played = self.played.get(ply.checked_sub(1)?)?;
        Some(G::any_move(played.m))
    }

    fn revealed(&self, ply: usize) -> Option<&str> {
        self.played.get(ply.checked_sub(1)?)?.revealed.as_deref()
    }

    fn told(&self, ply: usize) -> Option<&str> {
        self.played.get(ply.checked_sub(1)?)?.told.as_deref()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.list().iter().map(MoveOf::<G>::to_string).collect()
    }

    fn n_legal_moves(&self) -> usize {
        if self.turn().is_over() { 0 } else { self.position.n_legal_moves() }
    }

    fn legal_move_views(&self) -> Vec<Value> {
        self.list().into_iter().map(|m| to_json(&G::move_view(&self.position, m))).collect()
    }

    fn list_moves(&self) -> Box<dyn MoveList> {
        Box::new(Listed::<G>::new(self.found()))
    }

    fn pick_move(&self, rng: &mut dyn Rng) -> Option<AnyMove> {
        let m = if self.turn().is_over() { None } else { self.position.random_move(rng) };
        m.map(|m| G::any_move(m))
    }

    fn play_out(&mut self, rng: &mut dyn Rng, max_plies: usize) -> usize {
        let before = self.ply();
        while self.ply() - before < max_plies
            && !self.turn().is_over()
            && let Some(m) = self.position.random_move(rng)
        {
            self.play_checked(m);
        }
        self.ply() - before
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, ParseMoveError> {
        let m = G::parse_move(&self.position, text)?;
        Ok(G::any_move(m))
    }

    fn describe(&self, m: &AnyMove) -> Result<Value, PlayError> {
        let m = self.check(G::expect_move(m))?;
        Ok(to_json(&G::move_view(&self.position, m)))
    }

    fn explain_move(&self, m: &AnyMove) -> Result<(), PlayError> {
        self.check(G::expect_move(m)).map(drop)
    }

    fn play_move(&mut self, m: &AnyMove) -> Result<(), PlayError> {
        let m = self.check(G::expect_move(m))?;
        self.play_checked(m);
        Ok(())
    }

    fn explain(&self, text: &str) -> Result<(), PlayError> {
        self.check_text(text).map(drop)
    }

    fn play(&mut self, text: &str) -> Result<String, PlayError> {
        let m = self.check_text(text)?;
        self.play_checked(m);
        Ok(m.to_string())
    }

    fn undo(&mut self) -> Option<String> {
        let PlayedMove { m, undo, .. } = self.played.pop()?;
        self.position.undo(m, undo);
        let ply = self.played.len();
        self.endings.retain(|ending| ending.ply <= ply);
        let lists = self.seen.get_mut().unwrap_or_else(PoisonError::into_inner);
        lists.retain(|(_, list)| list.len() <= ply);
        Some(m.to_string())
    }

    fn end(&mut self, seat: Seat, ending: Ending) -> Result<(), EndError> {
        check_ending(seat, self.n_seats(), self.turn().is_over(), &self.endings)?;
        self.endings.push(SeatEnding { seat, ending, ply: self.ply() });
        Ok(())
    }

    fn endings(&self) -> &[SeatEnding] {
        &self.endings
    }

    fn view(&self, viewer: Viewer) -> Value {
        to_json(&G::view(&self.position, viewer))
    }

    fn game_view(&self, viewer: Viewer) -> GameView {
        G::any_view(G::view(&self.position, viewer))
    }

    fn view_text(&self, viewer: Viewer) -> String {
        let text = serde_json::to_string(&G::view(&self.position, viewer));
        text.expect("views are plain data with text keys")
    }

    fn mover(&self) -> Option<String> {
        let view = G::view(&self.position, Viewer::Spectator);
        if self.turn_now().is_over() { None } else { G::mover(&view) }
    }

    fn position_text(&self) -> String {
        self.position.to_string()
    }

    fn start_text(&self) -> Option<String> {
        let is_usual = G::start(&G::options(&self.start)).is_ok_and(|usual| usual == self.start);
        (!is_usual).then(|| self.start.to_string())
    }

    fn perspective(&self, viewer: Viewer) -> Perspective {
        let first = G::known(&self.start, viewer).into_owned();
        let present = G::known(&self.position, viewer).into_owned();
        Perspective::new::<G>(viewer, first, present, self.all_seen_by(viewer), &self.endings)
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn perft_divide(&self, depth: usize, report: &mut dyn FnMut(&str, u64)) -> u64 {
        let mut counted = G::counted(self.position.clone());
        perft_divide(&mut counted, depth, |m, n| report(&m.to_string(), n))
    }

    fn perft_while(&self, depth: usize, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        perft_while(&mut G::counted(self.position.clone()), depth, go_on)
    }

    fn box_clone(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}

pub(crate) fn to_json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("options and views are plain data with text keys")
}

/// An option as [`parse_options`](tilewright_core::parse_options) reads it. A value that is absent
/// by default needs no text.
fn option_text(value: &Value, default: &Value) -> Option<String> {
    match value {
        Value::Null if default.is_null() => None,
        Value::Null | Value::Bool(false) => Some("off".to_owned()),
        Value::Bool(true) => Some("on".to_owned()),
        Value::String(text) => Some(text.clone()),
        number_or_nested => Some(number_or_nested.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;
    use tilewright_core::OptionValue;

    use super::*;
    use crate::toy::{open, table_after};

    fn seat(number: usize) -> Seat {
        Seat::new(number - 1).unwrap()
    }

    #[test]
    fn options_are_complete_and_open_the_same_game() {
        for options in [
            &[][..],
            &[("seats", "5"), ("open", "on"), ("limit", "off"), ("bonus", "-3")],
            &[("limit", "4"), ("n-cards", "9")],
        ] {
            let table = open(options);
            let resolved = table.options();
            let pairs: Vec<_> = resolved.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
            let again = open(&pairs);
            assert_eq!(again.position_text(), table.position_text());
            assert_eq!(again.options(), resolved);
        }
        let text = |(name, value): &(String, String)| format!("{name}={value}");
        let all: Vec<_> = open(&[("limit", "off")]).options().iter().map(text).collect();
        assert_eq!(all, ["seats=2", "n-cards=6", "open=off", "limit=off"]);
    }

    #[test]
    fn unusual_options_open_the_same_game() {
        let mut tables = vec![open(&[]), open(&[("limit", "off"), ("bonus", "-3")])];
        for game in GameId::ALL {
            tables.extend(game.variants().iter().map(|it| game.open_variant(it.name).unwrap()));
            for option in game.options() {
                let words = option.each_value().filter_map(|value| match value {
                    OptionValue::Word(word) => Some(word),
                    OptionValue::Range(..) => None,
                });
                // Some words are names of what to write, such as a number of points.
                tables.extend(words.filter_map(|word| game.open(&[(option.name, word)]).ok()));
            }
        }
        for table in tables {
            let unusual = unusual_options(&*table);
            let pairs: Vec<_> = unusual.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
            assert_eq!(table.game().open(&pairs).unwrap().options(), table.options(), "{pairs:?}");
        }
    }

    #[test]
    fn moves_are_played_in_any_notation_and_told_in_their_own() {
        let mut table = open(&[]);
        assert_eq!(table.turn(), Turn::Chance);
        assert_eq!(table.legal_moves().len(), 6);
        assert_eq!(table.play("DEAL:4").unwrap(), "deal:4");
        assert_eq!(table.legal_moves(), ["keep", "pass"]);
        assert_eq!(table.legal_move_views(), ["move keep", "move pass"]);
        assert_eq!(table.n_legal_moves(), 2);
        assert_eq!((table.ply(), table.turn()), (1, Turn::Player(seat(1))));
        for viewer in Viewer::all(2) {
            assert_eq!(table.view_text(viewer), table.view(viewer).to_string());
        }
    }

    #[test]
    fn moves_without_text_are_played_as_those_with_it() {
        let mut table = open(&[]);
        let deal = table.parse_move("DEAL:4").unwrap();
        table.play_move(&deal).unwrap();
        assert_eq!(
            (table.move_at(1), table.move_at(0), table.move_at(2)),
            (Some(deal), None, None)
        );
        assert_eq!(table.position_text(), table_after(&[], "deal:4").position_text());
        assert_eq!(table.moves_seen_by(Viewer::Seat(seat(2))), ["deal:?"]);

        let keep = table.parse_move("keep").unwrap();
        assert_eq!(table.explain_move(&keep), Ok(()));
        assert_eq!(table.describe(&keep).unwrap(), "move keep");
        let refused = table.explain("deal:4").unwrap_err();
        assert_eq!(table.explain_move(&deal).unwrap_err(), refused);
        assert_eq!(table.describe(&deal).unwrap_err(), refused);
        assert_eq!(table.play_move(&deal).unwrap_err(), refused);
        assert_eq!(table.ply(), 1);
    }

    #[test]
    fn a_move_of_another_game_is_none_here() {
        let other = "coerceo".parse::<GameId>().unwrap().parse_move("X08:B0").unwrap();
        let error = open(&[]).play_move(&other).unwrap_err();
        assert_eq!(error.to_string(), "'X08:B0' is not a move: it is one of Coerceo, not of Cards");
    }

    #[test]
    fn playing_out_ends_the_game_and_is_repeatable() {
        let played_out = |seed| {
            let mut table = table_after(&[("n-cards", "9")], "deal:4");
            let n_moves = table.play_out(&mut Xoshiro256PlusPlus::seed_from_u64(seed), usize::MAX);
            assert!(table.turn().is_over() && n_moves + 1 == table.ply());
            table.moves()
        };
        assert_eq!(played_out(1), played_out(1));
        assert!((2..20).any(|seed| played_out(seed) != played_out(1)));
    }

    #[test]
    fn a_move_that_is_refused_changes_nothing() {
        let mut table = table_after(&[], "deal:4");
        let before = table.position_text();
        assert!(matches!(table.play("hello"), Err(PlayError::Parse(_))));
        assert!(matches!(table.play("deal:4"), Err(PlayError::Illegal(_))));
        assert_eq!(table.explain("deal:4"), table.play("deal:4").map(drop));
        assert_eq!(table.explain("keep"), Ok(()));
        assert_eq!((table.position_text(), table.ply()), (before, 1));
    }

    #[test]
    fn a_look_is_that_of_the_moment_of_the_move() {
        let mut table = table_after(&[], "deal:4 keep deal:2 pass");
        let seen = |table: &dyn Table, viewer| table.moves_seen_by(viewer).join(" ");
        assert_eq!(seen(&*table, Viewer::Seat(seat(1))), "deal:4 keep deal:? pass");
        assert_eq!(seen(&*table, Viewer::Seat(seat(2))), "deal:? keep deal:2 pass");
        assert_eq!(seen(&*table, Viewer::Spectator), "deal:? keep deal:? pass");
        table.undo();
        table.undo();
        assert_eq!(seen(&*table, Viewer::Spectator), "deal:? keep");
    }

    #[test]
    fn what_is_laid_open_is_told_where_it_was() {
        let mut table = table_after(&[], "deal:4 keep deal:2 pass deal:1 keep");
        let revealed = |table: &dyn Table| -> Vec<Option<String>> {
            (0..8).map(|ply| table.revealed(ply).map(str::to_owned)).collect()
        };
        let mut expected = vec![None; 8];
        expected[4] = Some("2".to_owned());
        expected[6] = Some("4,2,1".to_owned());
        assert_eq!(revealed(&*table), expected);
        assert_eq!(revealed(&*table.clone()), expected);
        table.undo();
        expected[6] = None;
        assert_eq!(revealed(&*table), expected);
    }

    #[test]
    fn undo_goes_back_to_the_start() {
        let mut table = table_after(&[], "deal:4 keep deal:2 pass");
        let start = open(&[]).position_text();
        for m in ["pass", "deal:2", "keep", "deal:4"] {
            assert_eq!(table.undo().as_deref(), Some(m));
        }
        assert_eq!(table.undo(), None);
        assert_eq!((table.position_text(), table.key(), table.ply()), (start, open(&[]).key(), 0));
    }

    #[test]
    fn undo_takes_back_the_endings_after_the_move() {
        let mut table = open(&[("seats", "4"), ("n-cards", "9")]);
        table.end(seat(1), Ending::Forfeited).unwrap();
        table.play("deal:1").unwrap();
        table.end(seat(2), Ending::Resigned).unwrap();
        table.play("keep").unwrap();
        table.end(seat(3), Ending::LostOnTime).unwrap();
        assert!(table.turn().is_over());
        let seats = |table: &dyn Table| -> Vec<usize> {
            table.endings().iter().map(|ending| ending.seat.number()).collect()
        };
        table.undo();
        assert_eq!(seats(&*table), [1, 2]);
        table.undo();
        assert_eq!(seats(&*table), [1]);
        assert_eq!(table.undo(), None);
        assert_eq!(seats(&*table), [1]);
    }

    #[test]
    fn nothing_happens_after_the_end() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut table = table_after(&[], "deal:4");
        table.end(seat(1), Ending::Resigned).unwrap();
        assert!(table.turn().is_over());
        assert_eq!(table.legal_moves(), Vec::<String>::new());
        assert_eq!(table.legal_move_views(), Vec::<Value>::new());
        assert_eq!((table.n_legal_moves(), table.random_move(&mut rng)), (0, None));
        assert_eq!(table.play("keep"), Err(PlayError::Over));
        assert_eq!(table.explain("nonsense"), Err(PlayError::Over));
        assert_eq!(table.end(seat(2), Ending::Resigned), Err(EndError::Over));

        let mut table = table_after(&[("n-cards", "1")], "deal:1 pass");
        assert_eq!(table.play("keep").unwrap_err().to_string(), "the game is over");
        assert_eq!(table.end(seat(1), Ending::Resigned), Err(EndError::Over));
    }

    #[test]
    fn a_seat_ends_once_and_must_exist() {
        let mut table = open(&[("seats", "3")]);
        table.end(seat(3), Ending::Abandoned).unwrap();
        let twice = table.end(seat(3), Ending::Resigned).unwrap_err();
        assert_eq!(twice.to_string(), "seat 3 has ended already");
        let missing = table.end(seat(4), Ending::Resigned).unwrap_err();
        assert_eq!(missing.to_string(), "there is no seat 4 at a table for 3");
    }

    #[test]
    fn a_table_may_begin_anywhere() {
        let table = table_after(&[("seats", "3")], "deal:4 keep");
        assert_eq!(table.start_text(), None);
        let later = table.game().open_position(&table.position_text()).unwrap();
        assert_eq!(later.start_text(), Some(table.position_text()));
        assert_eq!((later.ply(), later.options()), (0, table.options()));
        let start = table.game().open_position(&open(&[]).position_text()).unwrap();
        assert_eq!(start.start_text(), None);
    }

    #[test]
    fn a_copy_goes_its_own_way() {
        let mut table = table_after(&[], "deal:4");
        let mut copy = table.clone();
        copy.play("keep").unwrap();
        assert_eq!((table.ply(), copy.ply()), (1, 2));
        copy.undo();
        assert_eq!(copy.position_text(), table.position_text());
        assert_eq!((table.undo(), copy.undo()), (Some("deal:4".into()), Some("deal:4".into())));
    }

    #[test]
    fn perft_and_its_parts_agree() {
        let table = table_after(&[], "deal:4");
        for depth in 1..6 {
            let mut parts = Vec::new();
            let total = table.perft_divide(depth, &mut |m, n| parts.push((m.to_owned(), n)));
            assert_eq!(total, parts.iter().map(|(_, n)| n).sum::<u64>());
            assert_eq!(parts.iter().map(|(m, _)| m).collect::<Vec<_>>(), ["keep", "pass"]);
        }
        let count = |depth| table.perft_divide(depth, &mut |_, _| ());
        assert_eq!([count(0), count(1), count(2)], [1, 2, 2 * 5]);
    }

    #[test]
    fn debug_output_tells_no_secrets() {
        let table = table_after(&[("bonus", "7")], "deal:4");
        let debug = format!("{table:?}");
        assert!(debug.contains("cards") && !debug.contains("deal"), "{debug}");
    }
}
