//! Random games for checks.

use tilewright_bots::generator;
use tilewright_core::{Seat, Viewer};
use tilewright_table::{GameId, Perspective, Table};

use crate::ugi::{Command, SeenMove, Start};

/// A game of random moves, and the start as each seat knew it.
pub(super) struct SampleGame {
    pub(super) table: Box<dyn Table>,
    seed: u64,
    /// The text of the position or, in a game with secrets, of the view of each seat.
    starts: Vec<String>,
}

impl SampleGame {
    pub(super) fn new(
        game: GameId,
        options: &[(String, String)],
        seed: u64,
    ) -> Result<SampleGame, String> {
        let table = game.open(&crate::pairs(options)).map_err(|error| error.to_string())?;
        let starts = table.perspectives().iter().map(Perspective::text).collect();
        Ok(SampleGame { table, seed, starts })
    }

    /// The start as this seat knew it.
    pub(super) fn start(&self, seat: Seat) -> &str {
        &self.starts[seat.index()]
    }

    /// Plays a random move of a seat or of chance, and returns whether there was one.
    pub(super) fn play_on(&mut self) -> bool {
        let mut rng = generator(self.seed, self.table.ply());
        let m = self.table.random_move(&mut rng);
        m.is_some_and(|m| self.table.play(&m).is_ok())
    }

    /// Plays moves of chance until it is a seat's turn, and returns that seat.
    pub(super) fn next_seat(&mut self) -> Option<Seat> {
        while !self.table.turn().is_over() && self.table.turn().seat().is_none() {
            self.play_on();
        }
        self.table.turn().seat()
    }

    /// The command that leads an engine of this seat from the start to the position.
    pub(super) fn position(&self, start: Start, seat: Seat) -> Command {
        let looks = self.table.moves_seen_by(Viewer::Seat(seat)).into_iter().zip(1..);
        let revealed = |ply| self.table.revealed(ply).map(str::to_owned);
        let moves = looks.map(|(look, ply)| SeenMove { look, revealed: revealed(ply) });
        Command::Position { start, moves: moves.collect() }
    }
}
