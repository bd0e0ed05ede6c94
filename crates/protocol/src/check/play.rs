//! Games for checks.

use tilewright_bots::generator;
use tilewright_core::{Seat, Viewer};
use tilewright_table::{GameId, Table};

use crate::ugi::{Command, SeenMove, Start, view_text};

/// A game that chance plays, and what each seat knew first.
pub(super) struct Play {
    pub(super) table: Box<dyn Table>,
    seed: u64,
    /// The text of the position or, in a game with secrets, of the view of each seat.
    starts: Vec<String>,
}

impl Play {
    pub(super) fn new(
        game: GameId,
        options: &[(String, String)],
        seed: u64,
    ) -> Result<Play, String> {
        let options: Vec<(&str, &str)> =
            options.iter().map(|(name, value)| (&**name, &**value)).collect();
        let table = game.open(&options).map_err(|error| error.to_string())?;
        let start = |seat| {
            if game.has_secrets() {
                view_text(&table.view(Viewer::Seat(seat)))
            } else {
                table.position_text()
            }
        };
        let starts = Seat::first(table.n_seats()).map(start).collect();
        Ok(Play { table, seed, starts })
    }

    /// What the seat knew first.
    pub(super) fn start(&self, seat: Seat) -> &str {
        &self.starts[seat.index()]
    }

    /// Lets chance play a move, also for the seats; says whether there was one.
    pub(super) fn play_on(&mut self) -> bool {
        let mut rng = generator(self.seed, self.table.ply());
        let m = self.table.random_move(&mut rng);
        m.is_some_and(|m| self.table.play(&m).is_ok())
    }

    /// Lets chance play until it is a seat's turn, and says whose.
    pub(super) fn wait_for_a_seat(&mut self) -> Option<Seat> {
        while !self.table.turn().is_over() && self.table.turn().seat().is_none() {
            self.play_on();
        }
        self.table.turn().seat()
    }

    /// How the game is told to an engine that plays for this seat, after it was told the start.
    pub(super) fn position(&self, start: Start, seat: Seat) -> Command {
        let looks = self.table.moves_seen_by(Viewer::Seat(seat)).into_iter();
        let moves = looks.enumerate().map(|(i, look)| {
            let revealed = self.table.revealed(i + 1).map(str::to_owned);
            SeenMove { look, revealed }
        });
        Command::Position { start, moves: moves.collect() }
    }
}
