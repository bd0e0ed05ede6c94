//! A game as one viewer sees it, followed from move to move.

use std::fmt;

use serde_json::Value;
use tilewright_core::{BySeat, Imperfect, Ink, MoveOf, Seat, Turn, Viewer};

use crate::ending::{check_ending, turn_with};
use crate::table::to_json;
use crate::{EndError, Ending, GameId, PlayError, SeatEnding, Table};

/// A game as one viewer sees it: where a [`Table`] knows everything, this knows the viewer's view
/// and leads it from move to move by what the viewer sees. So it can be kept and replayed by
/// somebody who may not know more.
///
/// It comes from [`Record::replay_view`](crate::Record::replay_view).
///
/// ```
/// use tilewright_core::Ink;
/// use tilewright_games::{Record, ReplayError};
///
/// /// The end of the game through the eyes of whose record it is, and `n` moves before.
/// fn draw_the_end(record: &Record, n: usize) -> Result<[String; 2], ReplayError> {
///     let mut seen = record.replay_view()?;
///     let end = seen.draw(Ink::Plain);
///     for _ in 0..n {
///         seen.undo();
///     }
///     Ok([end, seen.draw(Ink::Plain)])
/// }
/// ```
pub struct SeenGame {
    game: GameId,
    viewer: Viewer,
    n_seats: usize,
    ply: usize,
    endings: Vec<SeatEnding>,
    views: Box<dyn Views>,
}

impl SeenGame {
    /// The game at this table as `viewer` sees it from here on; nothing if it has no secrets.
    pub(crate) fn at(table: &dyn Table, viewer: Viewer) -> Option<SeenGame> {
        let (game, n_seats) = (table.game(), table.n_seats());
        let views = game.watch(&table.position_text(), viewer)?;
        Some(SeenGame { game, viewer, n_seats, ply: 0, endings: Vec::new(), views })
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
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The endings, in the order in which they came.
    pub fn endings(&self) -> &[SeatEnding] {
        &self.endings
    }

    /// What the viewer knows, for programs.
    pub fn view(&self) -> Value {
        self.views.view()
    }

    /// What the viewer knows, as lines of text for a terminal.
    pub fn draw(&self, ink: Ink) -> String {
        self.views.draw(ink)
    }

    /// Follows a move: what the viewer saw of it, in the game's own notation, and what the rules
    /// then laid open. What cannot be is refused and changes nothing.
    pub fn follow(&mut self, look: &str, revealed: Option<&str>) -> Result<(), PlayError> {
        if self.is_over_by_endings() {
            return Err(PlayError::Over);
        }
        self.views.follow(look, revealed)?;
        self.ply += 1;
        Ok(())
    }

    /// Goes back by one move and says whether there was one. Endings that came after it are taken
    /// back with it.
    pub fn undo(&mut self) -> bool {
        let is_undone = self.views.undo();
        self.ply -= usize::from(is_undone);
        self.endings.retain(|ending| ending.ply <= self.ply);
        is_undone
    }

    /// Ends the game for one seat.
    pub fn end(&mut self, seat: Seat, ending: Ending) -> Result<(), EndError> {
        check_ending(seat, self.n_seats, self.is_over_by_endings(), &self.endings)?;
        self.endings.push(SeatEnding { seat, ending, ply: self.ply });
        Ok(())
    }

    /// Whether the endings alone end the game. What the board says is up to its rules, which refuse
    /// further moves by themselves.
    fn is_over_by_endings(&self) -> bool {
        let scores = BySeat::from_fn(self.n_seats, |_| 0);
        turn_with(Turn::Chance, scores, &self.endings).is_over()
    }
}

/// Says which game, whose and how far, and no secrets.
impl fmt::Debug for SeenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut seen = f.debug_struct("SeenGame");
        seen.field("game", &self.game).field("viewer", &self.viewer);
        seen.field("ply", &self.ply).field("endings", &self.endings).finish_non_exhaustive()
    }
}

/// The views of one viewer, from the first to the present one, without the types of the game.
pub(crate) trait Views: Send + Sync {
    fn follow(&mut self, look: &str, revealed: Option<&str>) -> Result<(), PlayError>;
    fn undo(&mut self) -> bool;
    fn view(&self) -> Value;
    fn draw(&self, ink: Ink) -> String;
}

/// The views of a game with secrets from this position on.
pub(crate) fn watch<G: Imperfect>(start: &G::Position, viewer: Viewer) -> Box<dyn Views> {
    Box::new(Watched::<G> { earlier: Vec::new(), present: G::view(start, viewer) })
}

struct Watched<G: Imperfect> {
    earlier: Vec<G::View>,
    present: G::View,
}

impl<G: Imperfect> Views for Watched<G> {
    fn follow(&mut self, look: &str, revealed: Option<&str>) -> Result<(), PlayError> {
        let look: MoveOf<G> = look.parse()?;
        let next = G::follow(&self.present, look, revealed)?;
        self.earlier.push(std::mem::replace(&mut self.present, next));
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let last = self.earlier.pop();
        let is_undone = last.is_some();
        if let Some(view) = last {
            self.present = view;
        }
        is_undone
    }

    fn view(&self) -> Value {
        to_json(&self.present)
    }

    fn draw(&self, ink: Ink) -> String {
        G::draw(&self.present, ink)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{open, table_after};

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
            assert_eq!(seen.draw(Ink::Plain), table.draw(viewer, Ink::Plain));
            assert_eq!(seen.ply(), table.ply());
        }
        while table.undo().is_some() {
            assert!(seen.undo());
            assert_eq!((seen.view(), seen.ply()), (table.view(viewer), table.ply()));
        }
        assert!(!seen.undo());
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
    }
}
