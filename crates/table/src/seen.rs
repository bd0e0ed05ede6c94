//! A game as one viewer sees it, followed from move to move.

use std::fmt;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use thiserror::Error;
use tilewright_core::{BySeat, Game, Imperfect, MoveOf, Position, Seat, Turn, Viewer};

use crate::ending::{check_ending, turn_with};
use crate::table::to_json;
use crate::{EndError, Ending, GameId, GameView, PlayError, Registered, SeatEnding, Table};

/// A game as one viewer sees it: where a [`Table`] knows everything, this knows the viewer's view
/// and leads it from move to move by what the viewer sees. So it can be kept and replayed by
/// somebody who may not know more.
///
/// It comes from [`Record::replay_view`](crate::Record::replay_view), or from the text of a view by
/// [`GameId::open_view`].
///
/// ```
/// use tilewright_table::{GameView, Record, ReplayError};
///
/// /// The end of the game through the eyes of whose record it is, and its middle.
/// fn end_and_middle(record: &Record) -> Result<[GameView; 2], ReplayError> {
///     let mut seen = record.replay_view()?;
///     let end = seen.game_view();
///     seen.go_back_to(seen.ply() / 2);
///     Ok([end, seen.game_view()])
/// }
/// ```
pub struct SeenGame {
    game: GameId,
    viewer: Viewer,
    n_seats: usize,
    endings: Vec<SeatEnding>,
    views: Box<dyn Views>,
}

impl SeenGame {
    /// The game at this table as `viewer` sees it from here on; nothing if it has no secrets.
    pub(crate) fn at(table: &dyn Table, viewer: Viewer) -> Option<SeenGame> {
        let (game, n_seats) = (table.game(), table.n_seats());
        let views = game.watch(&table.position_text(), viewer)?;
        Some(SeenGame { game, viewer, n_seats, endings: Vec::new(), views })
    }

    /// The game at this table as `viewer` saw it from its beginning; nothing if it has no secrets.
    ///
    /// ```
    /// use tilewright_core::Viewer;
    /// use tilewright_table::{GameId, SeenGame};
    ///
    /// let mut table = "triominos".parse::<GameId>()?.open(&[])?;
    /// table.play("deal:0-0-0")?;
    /// let seen = SeenGame::of(&*table, Viewer::Spectator).unwrap();
    /// assert_eq!(seen.moves(), ["deal:?"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(table: &dyn Table, viewer: Viewer) -> Option<SeenGame> {
        let mut start = table.box_clone();
        while start.undo().is_some() {}
        let mut seen = SeenGame::at(&*start, viewer)?;
        for (look, ply) in table.moves_seen_by(viewer).iter().zip(1..) {
            let followed = seen.views.follow(look, table.revealed(ply));
            followed.expect("the viewer saw it");
        }
        seen.endings = table.endings().to_vec();
        Some(seen)
    }

    /// The game as the text of a view tells it.
    pub(crate) fn read(game: GameId, text: &str) -> Result<SeenGame, ParseViewError> {
        let views = game.read_view(text)?;
        let n_seats = views.standing().scores.len();
        let stranger = || ParseViewError::new("this view does not tell whose it is");
        let viewer = views.viewer().ok_or_else(stranger)?;
        Ok(SeenGame { game, viewer, n_seats, endings: Vec::new(), views })
    }

    /// Which game it is.
    pub const fn game(&self) -> GameId {
        self.game
    }

    /// Who sees it.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// How many seats there are.
    pub const fn n_seats(&self) -> usize {
        self.n_seats
    }

    /// How many moves have been played, those of chance included.
    pub fn ply(&self) -> usize {
        self.views.ply()
    }

    /// The moves that have been played, each as the viewer saw it.
    pub fn moves(&self) -> Vec<String> {
        self.views.looks().into_iter().map(|(look, _)| look).collect()
    }

    /// The same, each with what was then laid open: from the [start](SeenGame::start_text) they lead
    /// here.
    pub fn looks(&self) -> Vec<(String, Option<String>)> {
        self.views.looks()
    }

    /// The text of what the viewer knew first.
    pub fn start_text(&self) -> String {
        text_of(&self.views.first_view())
    }

    /// The text of what the viewer knows.
    pub fn text(&self) -> String {
        text_of(&self.views.view())
    }

    /// Who is to move, or how the game ended, as at the [table](Table::turn): that is no secret.
    pub fn turn(&self) -> Turn {
        let Standing { turn, scores } = self.views.standing();
        turn_with(turn, scores, &self.endings)
    }

    /// The points of every seat.
    pub fn scores(&self) -> BySeat<i32> {
        self.views.standing().scores
    }

    /// What moves next, in the words of the game, where the seat alone does not tell.
    pub fn mover(&self) -> Option<String> {
        if self.turn().is_over() { None } else { self.views.mover() }
    }

    /// The endings, in the order in which they came.
    pub fn endings(&self) -> &[SeatEnding] {
        &self.endings
    }

    /// What the viewer knows, for programs.
    pub fn view(&self) -> Value {
        self.views.view()
    }

    /// The view with its type.
    pub fn game_view(&self) -> GameView {
        self.views.game_view()
    }

    /// Follows a move: what the viewer saw of it, in the game's own notation, and what the rules
    /// then laid open. What cannot be is refused and changes nothing.
    pub fn follow(&mut self, look: &str, revealed: Option<&str>) -> Result<(), PlayError> {
        if self.is_over_by_endings() {
            return Err(PlayError::Over);
        }
        self.views.follow(look, revealed)
    }

    /// Goes back by one move and says whether there was one. Endings that came after it are taken
    /// back with it. All moves before it are followed again, so several are better taken back by
    /// [`go_back_to`](SeenGame::go_back_to).
    pub fn undo(&mut self) -> bool {
        let ply = self.ply();
        self.go_back_to(ply.saturating_sub(1));
        ply > 0
    }

    /// Goes back to how it was after `ply` moves, if there were more, with the endings up to then.
    pub fn go_back_to(&mut self, ply: usize) {
        if ply < self.ply() {
            self.views.go_back_to(ply);
            self.endings.retain(|ending| ending.ply <= ply);
        }
    }

    /// Ends the game for one seat.
    pub fn end(&mut self, seat: Seat, ending: Ending) -> Result<(), EndError> {
        check_ending(seat, self.n_seats, self.turn().is_over(), &self.endings)?;
        self.endings.push(SeatEnding { seat, ending, ply: self.ply() });
        Ok(())
    }

    /// Whether the endings alone end the game. That is cheap to ask before every move; when the
    /// board ends it, its rules refuse the move by themselves.
    fn is_over_by_endings(&self) -> bool {
        let scores = BySeat::from_fn(self.n_seats, |_| 0);
        turn_with(Turn::Chance, scores, &self.endings).is_over()
    }
}

impl Clone for SeenGame {
    fn clone(&self) -> SeenGame {
        let SeenGame { game, viewer, n_seats, .. } = *self;
        let (endings, views) = (self.endings.clone(), self.views.box_clone());
        SeenGame { game, viewer, n_seats, endings, views }
    }
}

/// Says which game, whose and how far, and no secrets.
impl fmt::Debug for SeenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut seen = f.debug_struct("SeenGame");
        seen.field("game", &self.game).field("viewer", &self.viewer);
        seen.field("ply", &self.ply()).field("endings", &self.endings).finish_non_exhaustive()
    }
}

/// The text is not that of a view.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct ParseViewError {
    reason: String,
}

impl ParseViewError {
    pub(crate) fn new(reason: impl Into<String>) -> ParseViewError {
        ParseViewError { reason: reason.into() }
    }
}

/// The views of one viewer, from the first to the present one, without the types of the game.
pub(crate) trait Views: Send + Sync {
    /// Whose views they are, if that can be seen from the present one.
    fn viewer(&self) -> Option<Viewer>;
    fn ply(&self) -> usize;
    fn standing(&self) -> Standing;
    fn follow(&mut self, look: &str, revealed: Option<&str>) -> Result<(), PlayError>;
    /// Goes back to the view after so many moves, of which there must have been as many.
    fn go_back_to(&mut self, ply: usize);
    fn view(&self) -> Value;
    fn first_view(&self) -> Value;
    /// What the viewer saw of each move, and what was then laid open.
    fn looks(&self) -> Vec<(String, Option<String>)>;
    fn box_clone(&self) -> Box<dyn Views>;
    fn mover(&self) -> Option<String>;
    fn game_view(&self) -> GameView;
}

/// What is no secret: whose turn it is on the board, and the points.
pub(crate) struct Standing {
    turn: Turn,
    scores: BySeat<i32>,
}

/// The views of a game with secrets from this position on.
pub(crate) fn watch<G: Imperfect + Registered>(
    start: &G::Position,
    viewer: Viewer,
) -> Box<dyn Views> {
    Box::new(Watched::<G>::new(G::view(start, viewer)))
}

/// The views of a game with secrets from the view of this text on. What a view writes as its
/// `position` is enough to read it.
pub(crate) fn read_view<G: Imperfect + Registered>(
    text: &str,
) -> Result<Box<dyn Views>, ParseViewError> {
    let view: Result<G::View, _> = serde_json::from_value(json!({ "position": text }));
    let view = view.map_err(|error| ParseViewError::new(error.to_string()))?;
    Ok(Box::new(Watched::<G>::new(view)))
}

/// The text of a view, which every view of a game with secrets has.
fn text_of(view: &Value) -> String {
    view["position"].as_str().unwrap_or_default().to_owned()
}

/// The first view and the present one. Those between are not kept, because a view is large and a
/// record may have many moves: whoever goes back follows again from the first.
struct Watched<G: Imperfect> {
    first: G::View,
    moves: Vec<Seen<G>>,
    present: G::View,
}

/// What the viewer saw of a move, and what the rules then laid open.
struct Seen<G: Game> {
    look: MoveOf<G>,
    revealed: Option<Box<str>>,
}

impl<G: Imperfect> Watched<G> {
    fn new(first: G::View) -> Watched<G> {
        Watched { present: first.clone(), moves: Vec::new(), first }
    }

    /// A position that has the present view. Every call imagines the same one, and by law it has the
    /// turn and the scores of the real one.
    fn imagined(&self) -> G::Position {
        G::sample(&self.present, &mut Xoshiro256PlusPlus::seed_from_u64(0))
    }
}

impl<G: Imperfect + Registered> Views for Watched<G> {
    fn viewer(&self) -> Option<Viewer> {
        let (position, present) = (self.imagined(), self.view());
        Viewer::all(position.n_seats()).find(|&it| to_json(&G::view(&position, it)) == present)
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn standing(&self) -> Standing {
        let position = self.imagined();
        Standing { turn: position.turn(), scores: position.scores() }
    }

    fn follow(&mut self, look: &str, revealed: Option<&str>) -> Result<(), PlayError> {
        let look: MoveOf<G> = look.parse()?;
        self.present = G::follow(&self.present, look, revealed)?;
        self.moves.push(Seen { look, revealed: revealed.map(Box::from) });
        Ok(())
    }

    fn go_back_to(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.present = self.moves.iter().fold(self.first.clone(), |view, seen| {
            let next = G::follow(&view, seen.look, seen.revealed.as_deref());
            next.expect("it was followed before")
        });
    }

    fn view(&self) -> Value {
        to_json(&self.present)
    }

    fn first_view(&self) -> Value {
        to_json(&self.first)
    }

    fn looks(&self) -> Vec<(String, Option<String>)> {
        let look =
            |seen: &Seen<G>| (seen.look.to_string(), seen.revealed.as_deref().map(str::to_owned));
        self.moves.iter().map(look).collect()
    }

    fn box_clone(&self) -> Box<dyn Views> {
        let copy = |seen: &Seen<G>| Seen { look: seen.look, revealed: seen.revealed.clone() };
        Box::new(Watched::<G> {
            first: self.first.clone(),
            moves: self.moves.iter().map(copy).collect(),
            present: self.present.clone(),
        })
    }

    fn mover(&self) -> Option<String> {
        G::mover(&self.present)
    }

    fn game_view(&self) -> GameView {
        G::any_view(self.present.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tilewright_core::parse_options;

    use super::*;
    use crate::toy::{Cards, open, table_after};

    fn seat(number: usize) -> Seat {
        Seat::new(number - 1).unwrap()
    }

    /// A game of cards for three, as the second seat sees it.
    fn seen() -> SeenGame {
        SeenGame::at(&*open(&[("seats", "3")]), Viewer::Seat(seat(2))).unwrap()
    }

    #[test]
    fn a_view_is_that_of_the_table() {
        let mut table = open(&[("seats", "3")]);
        let mut seen = seen();
        let viewer = seen.viewer();
        for m in ["deal:4", "pass", "deal:2", "pass", "deal:1", "keep", "deal:3", "keep"] {
            table.play(m).unwrap();
            let looks = table.moves_seen_by(viewer);
            seen.follow(looks.last().unwrap(), table.revealed(table.ply())).unwrap();
            assert_eq!(seen.view(), table.view(viewer));
            assert_eq!((seen.ply(), seen.mover()), (table.ply(), table.mover()));
        }
        while table.undo().is_some() {
            assert!(seen.undo());
            assert_eq!((seen.view(), seen.ply()), (table.view(viewer), table.ply()));
            assert_eq!((seen.turn(), seen.scores()), (table.turn(), table.scores()));
        }
        assert!(!seen.undo());
    }

    #[test]
    fn a_game_is_seen_from_its_beginning() {
        let mut table = table_after(&[("seats", "3")], "deal:4");
        for m in ["pass", "deal:2", "pass", "deal:1", "keep"] {
            table.play(m).unwrap();
        }
        table.end(seat(1), Ending::Resigned).unwrap();
        for viewer in Viewer::all(3) {
            let seen = SeenGame::of(&*table, viewer).unwrap();
            assert_eq!((seen.viewer(), seen.moves()), (viewer, table.moves_seen_by(viewer)));
            assert_eq!((seen.view(), seen.turn()), (table.view(viewer), table.turn()));
            let mut copy = seen.clone();
            copy.go_back_to(1);
            assert_eq!((copy.ply(), seen.ply()), (1, table.ply()));
        }
    }

    #[test]
    fn going_back_is_taking_back_several_moves() {
        let mut seen = seen();
        for look in ["deal:?", "keep", "deal:2", "keep", "deal:?"] {
            seen.follow(look, None).unwrap();
        }
        seen.end(seat(1), Ending::Resigned).unwrap();
        seen.go_back_to(9);
        assert_eq!((seen.ply(), seen.endings().len()), (5, 1));
        seen.go_back_to(3);
        assert_eq!((seen.ply(), seen.endings().len()), (3, 0));
        assert_eq!(seen.view(), serde_json::to_value(seen.game_view()).unwrap());
        seen.follow("pass", Some("2")).unwrap();
        assert_eq!(seen.scores(), BySeat::from([1, 0, 0]));
    }

    #[test]
    fn only_the_first_and_the_present_view_are_kept() {
        let options = parse_options([("n-cards", "255"), ("limit", "off")]).unwrap();
        let start = Cards::start(&options).unwrap();
        let mut watched = Watched::<Cards>::new(Cards::view(&start, Viewer::Spectator));
        for _ in 0..200 {
            watched.follow("deal:?", None).unwrap();
            watched.follow("keep", None).unwrap();
        }
        assert_eq!(watched.ply(), 400);
        assert_eq!(Arc::strong_count(&watched.present.copies), 2);
        watched.go_back_to(399);
        assert_eq!(Arc::strong_count(&watched.present.copies), 2);
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let mut seen = seen();
        let before = seen.view();
        assert!(matches!(seen.follow("hello", None), Err(PlayError::Parse(_))));
        assert!(matches!(seen.follow("keep", None), Err(PlayError::Illegal(_))));
        assert!(matches!(seen.follow("deal:?", Some("nonsense")), Err(PlayError::Illegal(_))));
        assert_eq!((seen.view(), seen.ply()), (before, 0));
    }

    #[test]
    fn endings_end_it_as_at_a_table() {
        let mut seen = seen();
        assert!(matches!(seen.end(seat(4), Ending::Resigned), Err(EndError::NoSuchSeat { .. })));
        seen.end(seat(1), Ending::Resigned).unwrap();
        assert!(matches!(seen.end(seat(1), Ending::Resigned), Err(EndError::Twice { .. })));
        seen.follow("deal:?", None).unwrap();
        seen.end(seat(2), Ending::Abandoned).unwrap();
        assert_eq!(seen.end(seat(3), Ending::Resigned), Err(EndError::Over));
        assert_eq!(seen.follow("keep", None), Err(PlayError::Over));
        seen.undo();
        assert_eq!(seen.endings().len(), 1);
    }

    #[test]
    fn nothing_ends_after_the_board_has_ended() {
        let table = open(&[("seats", "3"), ("n-cards", "1")]);
        let mut seen = SeenGame::at(&*table, Viewer::Spectator).unwrap();
        seen.follow("deal:?", None).unwrap();
        seen.follow("keep", Some("1")).unwrap();
        assert_eq!(seen.turn().outcome().unwrap().places(), &BySeat::from([1, 2, 2]));
        assert_eq!(seen.end(seat(3), Ending::Resigned), Err(EndError::Over));
    }

    #[test]
    fn debug_output_tells_no_secrets() {
        let table = table_after(&[("n-cards", "9")], "deal:7");
        let seen = SeenGame::at(&*table, Viewer::Seat(seat(1))).unwrap();
        let debug = format!("{seen:?}");
        assert!(debug.contains("seat 1") && !debug.contains('7'), "{debug}");
    }

    #[test]
    fn a_game_without_secrets_is_not_watched() {
        let table = "blokus".parse::<GameId>().unwrap().open(&[]).unwrap();
        assert!(SeenGame::at(&*table, Viewer::Spectator).is_none());
        let error = table.game().open_view(&table.position_text()).unwrap_err();
        assert_eq!(error.to_string(), "Blokus has no secrets, so nobody sees only a part");
    }
}
