//! A game between people, bots and chance, on any kind of screen; it is saved after every move.

use std::path::PathBuf;

use anyhow::{Context, Result};
use tilewright_bots::generator;
use tilewright_core::{BySeat, Seat, Turn, Viewer, shortened};
use tilewright_protocol::engine::NoChoice;
use tilewright_table::{AnyMove, Ending, PlayError, Record, Table};

use super::how_to_resume;
use super::kept::Kept;
use super::player::Player;
use super::save::{SaveFile, rescue};
use crate::text::shell_word;

/// A game that is kept in a file.
pub(crate) struct Game {
    pub(crate) table: Box<dyn Table>,
    pub(crate) players: BySeat<Player>,
    pub(crate) record: Record,
    pub(crate) save: SaveFile,
    pub(crate) seed: u64,
    pub(crate) kept: Kept,
    /// Why the record could not be saved, if it could not.
    pub(crate) unsaved: Option<anyhow::Error>,
}

/// A longer path is a slip, and not repeated.
const MAX_PATH_BYTES: usize = 1_000;

impl Game {
    /// Returns true if a human moves for the seat. Once a seat has ended, chance does.
    pub(crate) fn is_asked(&self, table: &dyn Table, seat: Seat) -> bool {
        self.players[seat] == Player::Human && !has_ended(table, seat)
    }

    /// The human who is to move, if one is.
    pub(crate) fn asked(&self) -> Option<Seat> {
        self.table.turn().seat().filter(|&seat| self.is_asked(&*self.table, seat))
    }

    /// The bot or engine that is to move, if one is.
    pub(crate) fn opponent(&self) -> Option<Seat> {
        let seat = self.table.turn().seat()?;
        let is_playing = self.players[seat] != Player::Human && !has_ended(&*self.table, seat);
        is_playing.then_some(seat)
    }

    pub(crate) fn humans(&self) -> impl Iterator<Item = Seat> {
        self.players.seats().filter(|&seat| self.players[seat] == Player::Human)
    }

    /// Returns true if several humans have secrets from each other.
    pub(crate) fn is_shared(&self) -> bool {
        self.table.game().has_secrets() && self.humans().count() > 1
    }

    /// The viewer at the screen between turns: the only human, or else anybody.
    pub(crate) fn audience(&self) -> Viewer {
        let mut humans = self.humans();
        match (humans.next(), humans.next()) {
            (Some(human), None) => Viewer::Seat(human),
            _ => Viewer::Spectator,
        }
    }

    /// The seat to move, in the words of the game if it has some.
    pub(crate) fn who(&self) -> String {
        match (self.table.turn(), self.table.mover()) {
            (Turn::Player(seat), Some(mover)) => format!("{mover} (seat {seat})"),
            (Turn::Player(seat), None) => format!("seat {seat}"),
            (Turn::Chance, _) => "chance".to_owned(),
            (Turn::Over(_), _) => "nobody".to_owned(),
        }
    }

    pub(crate) fn label(&self, seat: Seat) -> String {
        match self.record.name(seat) {
            Some(name) => format!("seat {seat} {name}"),
            None => format!("seat {seat}"),
        }
    }

    /// Plays a move in any notation that the game reads.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), PlayError> {
        self.table.play(text)?;
        self.keep();
        Ok(())
    }

    pub(crate) fn play_move(&mut self, m: AnyMove) -> Result<(), PlayError> {
        self.table.play_move(&m)?;
        self.keep();
        Ok(())
    }

    /// Plays for chance, and for seats that have ended.
    pub(crate) fn play_randomly(&mut self) -> Result<()> {
        let mut rng = generator(self.seed, self.table.ply());
        let m = self.table.random_move(&mut rng).expect("a game that is not over has a move");
        Ok(self.play(&m)?)
    }

    /// Ends the game for a seat.
    pub(crate) fn end(&mut self, seat: Seat, ending: Ending) -> Result<()> {
        self.table.end(seat, ending)?;
        self.keep();
        Ok(())
    }

    /// Goes back to the last turn of a human, if there was one, and says by how many moves.
    pub(crate) fn undo(&mut self) -> Option<usize> {
        let mut earlier = self.table.clone();
        while earlier.undo().is_some() {
            if earlier.turn().seat().is_some_and(|seat| self.is_asked(&*earlier, seat)) {
                let n_undone = self.table.ply() - earlier.ply();
                self.table = earlier;
                self.keep();
                return Some(n_undone);
            }
        }
        None
    }

    /// Writes the record to another file, where it is kept from then on if it cannot be where it
    /// was, and says so.
    pub(crate) fn save_copy(&mut self, file: &str) -> String {
        if file.len() > MAX_PATH_BYTES {
            return format!("'{}' is too long a name", shortened(file));
        }
        let mut copy = match SaveFile::create(PathBuf::from(file)) {
            Ok(copy) => copy,
            Err(error) => return format!("{error:#}"),
        };
        if let Err(error) = copy.write(&self.record.to_string()) {
            return format!("{error:#}");
        }
        if self.unsaved.take().is_none() {
            return format!("saved in {file}");
        }
        self.save = copy;
        self.kept.set(self.save.path());
        format!("saved in {file}, and from now on there")
    }

    /// Writes the record down, so that nothing is lost from here on. If that fails, the game goes
    /// on nevertheless, and the next move tries again.
    pub(crate) fn keep(&mut self) {
        self.record.update(&*self.table);
        self.unsaved = self.save.write(&self.record.to_string()).err();
        if self.unsaved.is_none() {
            self.kept.set(self.save.path());
        }
    }

    /// The file of a game that is over, in a line, or the record itself if it is not saved.
    pub(crate) fn farewell(&mut self) -> (String, Result<()>) {
        let (text, saved) = self.check_saved();
        if saved.is_err() {
            return (text, saved);
        }
        (format!("the record is in {}\n", self.save.path().display()), Ok(()))
    }

    /// The command that continues a game that is left, in a line. A game without moves is not worth
    /// a file.
    pub(crate) fn leave(&mut self) -> (String, Result<()>) {
        let is_untouched = self.unsaved.is_none() && !self.save.is_there();
        if is_untouched || (self.save.is_new() && self.record.entries().is_empty()) {
            let discarded = self.save.discard().map_err(anyhow::Error::from);
            return ("no move was played, so nothing is saved\n".to_owned(), discarded);
        }
        let (text, saved) = self.check_saved();
        if saved.is_err() {
            return (text, saved);
        }
        (format!("{}\n", how_to_resume(self.save.path())), Ok(()))
    }

    /// The text of a record that could not be saved, to be printed rather than lost. If it has
    /// secrets, the screen is no place for it: then it goes to a file for temporary use.
    fn check_saved(&mut self) -> (String, Result<()>) {
        let Some(error) = self.unsaved.take() else { return (String::new(), Ok(())) };
        let game = self.table.game();
        let record = self.record.to_string();
        if !game.has_secrets() {
            let text = format!("this is the record, which is not saved:\n\n{record}\n");
            return (text, Err(error.context("the game is not saved")));
        }
        let rescued = rescue(game, &record).with_context(|| {
            format!("the game is not saved ({error:#}), nor printed, because it shows hidden hands")
        });
        let file = match rescued {
            Ok(file) => file,
            Err(error) => return (String::new(), Err(error)),
        };
        let path = shell_word(&file);
        let advice = "move it, because temporary files do not stay";
        let mut text = format!("the record, with all hands, is in {path}: {advice}\n");
        if !self.table.turn().is_over() {
            text.extend([how_to_resume(&file), "\n".to_owned()]);
        }
        (text, Err(error.context("the game is not saved where it should be")))
    }
}

/// Returns true if the seat has resigned, or ended otherwise.
pub(crate) fn has_ended(table: &dyn Table, seat: Seat) -> bool {
    table.endings().iter().any(|ended| ended.seat == seat)
}

/// The sentence on an engine that resigns, or plays nothing that can be played.
pub(crate) fn told_ending(seat: Seat, reason: &NoChoice) -> String {
    match reason {
        NoChoice::Resigned => format!("seat {seat} resigns"),
        NoChoice::Fault(fault) => format!("seat {seat} forfeits: it {fault}"),
    }
}
