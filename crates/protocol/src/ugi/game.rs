//! The game that a session is about.

use tilewright_core::{BySeat, Outcome, Seat, Turn, Viewer};
use tilewright_table::{AnyMove, GameId, Perspective, PlayError, Table};

use super::command::{Query, SeenMove, Start};

/// The game that a session is about: its beginning, the moves so far, and where they lead. When the
/// same game comes again with more moves, only those are played.
pub(super) struct SessionGame {
    begin: Begin,
    moves: Vec<SeenMove>,
    state: State,
}

/// The beginning of a game, with its options if that is where they begin.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Begin {
    pub(super) start: Start,
    pub(super) options: Vec<(String, String)>,
}

/// A game with full information, or as one viewer saw it.
enum State {
    Table(Box<dyn Table>),
    Perspective(Perspective),
}

impl SessionGame {
    /// The game that begins there.
    pub(super) fn open(game: GameId, begin: Begin) -> Result<SessionGame, String> {
        let state = match &begin.start {
            Start::Startpos => {
                let opened = game.open(&crate::pairs(&begin.options));
                State::Table(opened.map_err(|error| error.to_string())?)
            }
            Start::Fen(text) => {
                State::Table(game.open_position(text).map_err(|error| error.to_string())?)
            }
            Start::View(text) => {
                State::Perspective(game.open_view(text).map_err(|error| error.to_string())?)
            }
        };
        Ok(SessionGame { begin, moves: Vec::new(), state })
    }

    pub(super) const fn begin(&self) -> &Begin {
        &self.begin
    }

    /// Goes to where these moves lead, from where they part from those so far.
    pub(super) fn go_to(&mut self, moves: &[SeenMove]) -> Result<(), String> {
        let n_same = self.moves.iter().zip(moves).take_while(|(old, new)| old == new).count();
        self.moves.truncate(n_same);
        match &mut self.state {
            State::Table(table) => while table.ply() > n_same && table.undo().is_some() {},
            State::Perspective(seen) => seen.rewind(n_same),
        }
        for m in &moves[n_same..] {
            let number = self.moves.len() + 1;
            self.play(m).map_err(|error| format!("move {number}: {error}"))?;
            self.moves.push(m.clone());
        }
        Ok(())
    }

    fn play(&mut self, SeenMove { look, revealed }: &SeenMove) -> Result<(), PlayError> {
        match &mut self.state {
            State::Table(table) => table.play(look).map(drop),
            State::Perspective(seen) => seen.follow(look, revealed.as_deref()),
        }
    }

    pub(super) fn turn(&self) -> Turn {
        match &self.state {
            State::Table(table) => table.turn(),
            State::Perspective(seen) => seen.turn(),
        }
    }

    /// The game as the seat to move followed it, if the engine can move for that seat.
    pub(super) fn perspective_to_move(&self) -> Option<(Seat, Perspective)> {
        let seat = self.turn().seat()?;
        match &self.state {
            State::Table(table) => Some((seat, table.perspective(Viewer::Seat(seat)))),
            State::Perspective(seen) => seen.is_to_move().then(|| (seat, seen.clone())),
        }
    }

    /// The answer to a query.
    pub(super) fn answer(&self, query: Query) -> String {
        let turn = self.turn();
        match query {
            Query::GameOver => turn.is_over().to_string(),
            Query::IsTurnOf(seat) => (turn.seat() == Some(seat)).to_string(),
            Query::Turn => match turn {
                Turn::Player(seat) => format!("p{seat}"),
                Turn::Chance => "chance".to_owned(),
                Turn::Over(_) => "over".to_owned(),
            },
            Query::Result => turn.outcome().map_or_else(|| "none".to_owned(), result_word),
            Query::Scores => self.scores().iter().map(i32::to_string).collect::<Vec<_>>().join(" "),
            Query::Legal => self.legal_moves().join(" "),
            Query::View => match &self.state {
                State::Table(table) => table.position_text(),
                State::Perspective(seen) => seen.text(),
            },
        }
    }

    fn scores(&self) -> BySeat<i32> {
        match &self.state {
            State::Table(table) => table.scores(),
            State::Perspective(seen) => seen.scores(),
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = match &self.state {
            State::Table(table) => table.legal_moves(),
            State::Perspective(seen) => seen.legal_moves().iter().map(AnyMove::to_string).collect(),
        };
        moves.sort_unstable();
        moves
    }
}

/// The winners in a word each.
pub(crate) fn result_word(outcome: &Outcome) -> String {
    let places = outcome.places();
    let first: Vec<Seat> = places.seats().filter(|&seat| places[seat] == 1).collect();
    if first.len() == places.len() && first.len() > 1 {
        return "draw".to_owned();
    }
    first.iter().map(|seat| format!("p{seat}win")).collect::<Vec<_>>().join(" ")
}
