//! A game as one viewer follows it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::Value;
use thiserror::Error;
use tilewright_core::{BySeat, MoveOf, ParsePositionError, Seat, Turn, Viewer};

use crate::ending::{check_ending, turn_with};
use crate::registry::{AnyMove, GameView, Registered};
use crate::table::{TypedTable, to_json};
use crate::{EndError, Ending, GameId, PlayError, SeatEnding, Table};

/// A game as one viewer follows it: where a [`Table`] knows everything, this is the
/// [information set](tilewright_core::Observed) of the viewer, led from move to move by what the
/// viewer sees. So it can be kept, replayed and handed to a bot without leaking a secret.
///
/// It comes from a table by [`Table::perspective`], from a record by
/// [`Record::replay_view`](crate::Record::replay_view), or from the text of a view by
/// [`GameId::open_view`].
///
/// ```
/// use tilewright_core::Viewer;
/// use tilewright_table::GameId;
///
/// let mut table = GameId::Triominos.open(&[])?;
/// table.play("deal:0-0-0")?;
/// let mut seen = table.perspective(Viewer::Spectator);
/// assert_eq!(seen.moves()[0].to_string(), "deal:?");
/// assert_eq!(seen.view(), table.view(Viewer::Spectator));
///
/// seen.rewind(0);
/// assert_eq!((seen.ply(), seen.turn()), (0, table.turn()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Perspective {
    viewer: Viewer,
    /// Shared with the table and other perspectives until one of them goes on.
    seen: Arc<Vec<SeenMove>>,
    endings: Vec<SeatEnding>,
    known: Box<dyn AnyKnown>,
}

/// A move as a viewer saw it, and what the rules then laid open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenMove {
    /// The move, or the form of it that hides what the viewer may not know.
    pub m: AnyMove,
    /// The word that was [revealed](tilewright_core::Game::reveal) to everybody.
    pub revealed: Option<Box<str>>,
}

impl Perspective {
    /// A perspective with what the viewer knew first, what it knows now, and what it saw between.
    pub(crate) fn new<G: Registered>(
        viewer: Viewer,
        first: G::Known,
        present: G::Known,
        seen: Arc<Vec<SeenMove>>,
        endings: &[SeatEnding],
    ) -> Perspective {
        let known = Box::new(Known::<G> { first, present });
        Perspective { viewer, seen, endings: endings.to_vec(), known }
    }

    /// The perspective that begins with the view of this text.
    pub(crate) fn read<G: Registered>(text: &str) -> Result<Perspective, ParseViewError> {
        if !G::HAS_SECRETS {
            return Err(ParseViewError::NoSecrets(G::ID));
        }
        let known: G::Known = text.parse()?;
        let viewer = G::viewer(&known).ok_or(ParseViewError::NoSecrets(G::ID))?;
        Ok(Perspective::new::<G>(viewer, known.clone(), known, Arc::default(), &[]))
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.known.game()
    }

    /// The viewer.
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The number of seats.
    pub fn n_seats(&self) -> usize {
        self.known.n_seats()
    }

    /// The number of moves that have been played, those of chance included.
    pub fn ply(&self) -> usize {
        self.seen.len()
    }

    /// The moves that have been played, each as the viewer saw it.
    pub fn moves(&self) -> Vec<AnyMove> {
        self.seen.iter().map(|seen| seen.m).collect()
    }

    /// The same, each with what was then laid open: they lead from the
    /// [start](Perspective::start_text) to the present.
    pub fn seen_moves(&self) -> &[SeenMove] {
        &self.seen
    }

    /// The text of what the viewer knew first: of the position, or in a game with secrets of its
    /// view.
    pub fn start_text(&self) -> String {
        self.known.start_text()
    }

    /// The text of what the viewer knows.
    pub fn text(&self) -> String {
        self.known.text()
    }

    /// The turn, or how the game ended, as at the [table](Table::turn): that is no secret.
    pub fn turn(&self) -> Turn {
        let turn = self.known.turn();
        if self.endings.is_empty() { turn } else { turn_with(turn, self.scores(), &self.endings) }
    }

    /// The points of every seat.
    pub fn scores(&self) -> BySeat<i32> {
        self.known.scores()
    }

    /// The color or other part that moves next, in the words of the game, where the seat alone does
    /// not say it.
    pub fn mover(&self) -> Option<String> {
        if self.turn().is_over() { None } else { self.known.mover(self.viewer) }
    }

    /// The endings, in the order in which they came.
    pub fn endings(&self) -> &[SeatEnding] {
        &self.endings
    }

    /// The knowledge of the viewer, for programs.
    pub fn view(&self) -> Value {
        to_json(&self.game_view())
    }

    /// The same with its type.
    pub fn game_view(&self) -> GameView {
        self.known.view(self.viewer)
    }

    /// The information set with its type; nothing if the game is another one.
    pub fn known<G: Registered>(&self) -> Option<&G::Known> {
        let known = (&*self.known as &dyn Any).downcast_ref::<Known<G>>()?;
        Some(&known.present)
    }

    /// The table with all its moves and endings; nothing in a game with secrets, where the viewer
    /// does not know it.
    pub fn table(&self) -> Option<Box<dyn Table>> {
        self.known.table(&self.seen, &self.endings)
    }

    /// Returns true on the viewer's turn.
    pub fn is_to_move(&self) -> bool {
        self.turn().seat().is_some_and(|seat| self.viewer == Viewer::Seat(seat))
    }

    /// The moves that the viewer can choose from, sorted; none if it is not its turn.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        if self.is_to_move() { self.known.legal_moves() } else { Vec::new() }
    }

    /// Follows a move from its own text, as the viewer saw it, and from what the rules then laid
    /// open. An impossible move is refused and changes nothing.
    pub fn follow(&mut self, text: &str, revealed: Option<&str>) -> Result<(), PlayError> {
        let m = self.game().parse_move(text)?;
        self.follow_move(&m, revealed)
    }

    /// The same for a move without text.
    pub fn follow_move(&mut self, m: &AnyMove, revealed: Option<&str>) -> Result<(), PlayError> {
        if self.is_over_by_endings() {
            return Err(PlayError::Over);
        }
        self.known.follow(*m, revealed)?;
        let seen = SeenMove { m: *m, revealed: revealed.map(Box::from) };
        Arc::make_mut(&mut self.seen).push(seen);
        Ok(())
    }

    /// Goes back to how it was after `ply` moves, if there were more, with the endings up to then.
    pub fn rewind(&mut self, ply: usize) {
        if ply < self.ply() {
            Arc::make_mut(&mut self.seen).truncate(ply);
            self.known.replay(&self.seen);
            self.endings.retain(|ending| ending.ply <= ply);
        }
    }

    /// Ends the game for one seat.
    pub fn end(&mut self, seat: Seat, ending: Ending) -> Result<(), EndError> {
        check_ending(seat, self.n_seats(), self.turn().is_over(), &self.endings)?;
        self.endings.push(SeatEnding { seat, ending, ply: self.ply() });
        Ok(())
    }

    /// Returns true if the endings alone end the game. That is cheap to ask before every move; when
    /// the board ends it, its rules refuse the move by themselves.
    fn is_over_by_endings(&self) -> bool {
        let scores = BySeat::from_fn(self.n_seats(), |_| 0);
        turn_with(Turn::Chance, scores, &self.endings).is_over()
    }
}

impl Clone for Perspective {
    fn clone(&self) -> Perspective {
        Perspective {
            viewer: self.viewer,
            seen: Arc::clone(&self.seen),
            endings: self.endings.clone(),
            known: self.known.box_clone(),
        }
    }
}

/// Says which game, whose and how far, and no secrets.
impl fmt::Debug for Perspective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut perspective = f.debug_struct("Perspective");
        perspective.field("game", &self.game()).field("viewer", &self.viewer);
        perspective.field("ply", &self.ply()).field("endings", &self.endings);
        perspective.finish_non_exhaustive()
    }
}

/// The text is not that of a view.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseViewError {
    /// Views of the game have no text.
    #[error("{} has no secrets, so nobody sees only a part", .0.name())]
    NoSecrets(GameId),
    /// It is none.
    #[error(transparent)]
    Parse(#[from] ParsePositionError),
}

/// The first information set and the present one. Those between are not kept, because a view is
/// large and a record may have many moves: to go back, the moves are followed again from the first.
struct Known<G: Registered> {
    first: G::Known,
    present: G::Known,
}

/// [`Known`] without the types of the game.
trait AnyKnown: Any + Send + Sync {
    fn game(&self) -> GameId;
    fn n_seats(&self) -> usize;
    fn turn(&self) -> Turn;
    fn scores(&self) -> BySeat<i32>;
    fn view(&self, viewer: Viewer) -> GameView;
    fn start_text(&self) -> String;
    fn text(&self) -> String;
    fn mover(&self, viewer: Viewer) -> Option<String>;
    /// The moves of the seat to move, sorted, if what is known lets one list them.
    fn legal_moves(&self) -> Vec<AnyMove>;
    fn follow(&mut self, m: AnyMove, revealed: Option<&str>) -> Result<(), PlayError>;
    /// Goes to where these moves lead, all of which have been followed before.
    fn replay(&mut self, moves: &[SeenMove]);
    /// The table at which these moves were played, if nothing is hidden there.
    fn table(&self, moves: &[SeenMove], endings: &[SeatEnding]) -> Option<Box<dyn Table>>;
    fn box_clone(&self) -> Box<dyn AnyKnown>;
}

impl<G: Registered> AnyKnown for Known<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn n_seats(&self) -> usize {
        G::n_seats(&self.present)
    }

    fn turn(&self) -> Turn {
        G::turn(&self.present)
    }

    fn scores(&self) -> BySeat<i32> {
        G::scores(&self.present)
    }

    fn view(&self, viewer: Viewer) -> GameView {
        G::any_view(G::view_of(&self.present, viewer))
    }

    fn start_text(&self) -> String {
        self.first.to_string()
    }

    fn text(&self) -> String {
        self.present.to_string()
    }

    fn mover(&self, viewer: Viewer) -> Option<String> {
        G::mover(&G::view_of(&self.present, viewer))
    }

    fn legal_moves(&self) -> Vec<AnyMove> {
        let mut moves: Vec<MoveOf<G>> = Vec::new();
        G::legal_moves(&self.present, &mut moves);
        moves.sort_unstable();
        moves.into_iter().map(G::any_move).collect()
    }

    fn follow(&mut self, m: AnyMove, revealed: Option<&str>) -> Result<(), PlayError> {
        self.present = G::follow(&self.present, G::expect_move(&m)?, revealed)?;
        Ok(())
    }

    fn replay(&mut self, moves: &[SeenMove]) {
        self.present = self.first.clone();
        for SeenMove { m, revealed } in moves {
            self.follow(*m, revealed.as_deref()).expect("it was followed before");
        }
    }

    fn table(&self, moves: &[SeenMove], endings: &[SeatEnding]) -> Option<Box<dyn Table>> {
        if G::HAS_SECRETS {
            return None;
        }
        // Nothing is drawn at random where everything lies open.
        let start = G::sample(&self.first, &mut Xoshiro256PlusPlus::seed_from_u64(0));
        let moves: Option<Vec<MoveOf<G>>> = moves.iter().map(|seen| G::own_move(&seen.m)).collect();
        Some(Box::new(TypedTable::<G>::with_moves(start, moves?, endings)))
    }

    fn box_clone(&self) -> Box<dyn AnyKnown> {
        Box::new(Known::<G> { first: self.first.clone(), present: self.present.clone() })
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::{Game as _, parse_options};

    use super::*;
    use crate::registry::games;
    use crate::toy::{Cards, open, table_after};

    fn seat(number: usize) -> Seat {
        Seat::new(number - 1).unwrap()
    }

    /// A game of cards for three, as the second seat sees it.
    fn seen() -> Perspective {
        open(&[("seats", "3")]).perspective(Viewer::Seat(seat(2)))
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
            seen.rewind(table.ply());
            assert_eq!((seen.view(), seen.ply()), (table.view(viewer), table.ply()));
            assert_eq!((seen.turn(), seen.scores()), (table.turn(), table.scores()));
        }
    }

    #[test]
    fn a_game_is_seen_from_its_beginning() {
        let mut table = table_after(&[("seats", "3")], "deal:4");
        for m in ["pass", "deal:2", "pass", "deal:1", "keep"] {
            table.play(m).unwrap();
        }
        table.end(seat(1), Ending::Resigned).unwrap();
        for viewer in Viewer::all(3) {
            let seen = table.perspective(viewer);
            let moves: Vec<String> = seen.moves().iter().map(AnyMove::to_string).collect();
            assert_eq!((seen.viewer(), moves), (viewer, table.moves_seen_by(viewer)));
            assert_eq!((seen.view(), seen.turn()), (table.view(viewer), table.turn()));
            let mut copy = seen.clone();
            copy.rewind(1);
            assert_eq!((copy.ply(), seen.ply()), (1, table.ply()));
        }
    }

    #[test]
    fn perspectives_share_the_moves_of_a_table() {
        let mut table = table_after(&[("seats", "3")], "deal:4");
        table.play("pass").unwrap();
        let viewer = Viewer::Seat(seat(2));
        let first = table.perspective(viewer);
        let second = table.perspective(viewer);
        assert!(std::ptr::eq(first.seen_moves(), second.seen_moves()), "nothing is copied");
        table.undo();
        for m in ["keep", "deal:2"] {
            table.play(m).unwrap();
        }
        let moves = table.perspective(viewer).moves();
        let moves: Vec<String> = moves.iter().map(AnyMove::to_string).collect();
        assert_eq!(moves, table.moves_seen_by(viewer));
        assert_eq!(first.moves().last().unwrap().to_string(), "pass", "it stays as it was");
    }

    #[test]
    fn rewinding_takes_back_several_moves() {
        let mut seen = seen();
        for look in ["deal:?", "keep", "deal:2", "keep", "deal:?"] {
            seen.follow(look, None).unwrap();
        }
        seen.end(seat(1), Ending::Resigned).unwrap();
        seen.rewind(9);
        assert_eq!((seen.ply(), seen.endings().len()), (5, 1));
        seen.rewind(3);
        assert_eq!((seen.ply(), seen.endings().len()), (3, 0));
        assert_eq!(seen.view(), serde_json::to_value(seen.game_view()).unwrap());
        seen.follow("pass", Some("2")).unwrap();
        assert_eq!(seen.scores(), BySeat::from([1, 0, 0]));
    }

    #[test]
    fn only_the_first_and_the_present_view_are_kept() {
        let options = parse_options([("n-cards", "255"), ("limit", "off")]).unwrap();
        let start = Cards::start(&options).unwrap();
        let first = Cards::view(&start, Viewer::Spectator);
        let mut known = Known::<Cards> { present: first.clone(), first };
        let mut seen = Vec::new();
        for m in ["deal:?", "keep"].repeat(200) {
            let m = GameId::Cards.parse_move(m).unwrap();
            known.follow(m, None).unwrap();
            seen.push(SeenMove { m, revealed: None });
        }
        assert_eq!(Arc::strong_count(&known.present.copies), 2);
        known.replay(&seen[..399]);
        assert_eq!(Arc::strong_count(&known.present.copies), 2);
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
        seen.rewind(0);
        assert_eq!(seen.endings().len(), 1);
    }

    #[test]
    fn nothing_ends_after_the_board_has_ended() {
        let table = open(&[("seats", "3"), ("n-cards", "1")]);
        let mut seen = table.perspective(Viewer::Spectator);
        seen.follow("deal:?", None).unwrap();
        seen.follow("keep", Some("1")).unwrap();
        assert_eq!(seen.turn().outcome().unwrap().places(), &BySeat::from([1, 2, 2]));
        assert_eq!(seen.end(seat(3), Ending::Resigned), Err(EndError::Over));
    }

    #[test]
    fn debug_output_tells_no_secrets() {
        let table = table_after(&[("n-cards", "9")], "deal:7");
        let seen = table.perspective(Viewer::Seat(seat(1)));
        let debug = format!("{seen:?}");
        assert!(debug.contains("seat 1") && !debug.contains('7'), "{debug}");
    }

    #[test]
    fn everybody_follows_a_game_without_secrets() {
        let mut table = GameId::Blokus.open(&[("variant", "duo")]).unwrap();
        let mut seen = table.perspective(Viewer::Seat(seat(2)));
        table.play("O1n@e10").unwrap();
        seen.follow("O1n@e10", None).unwrap();
        assert_eq!((seen.view(), seen.text()), (table.view(seen.viewer()), table.position_text()));
        let moves: Vec<String> = seen.legal_moves().iter().map(AnyMove::to_string).collect();
        assert_eq!(moves, table.legal_moves());
        assert_eq!(table.perspective(Viewer::Seat(seat(1))).legal_moves(), []);
        assert!(
            seen.known::<games::Coerceo>().is_none() && seen.known::<games::Blokus>().is_some()
        );
        // Its text is that of the position, which says nothing of a viewer.
        let error = table.game().open_view(&table.position_text()).unwrap_err();
        assert_eq!(error.to_string(), "Blokus has no secrets, so nobody sees only a part");
    }
}
