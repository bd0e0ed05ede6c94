//! A game at the terminal, turn by turn.

use std::io::{BufRead, IsTerminal, Read, Write, stdin};
use std::path::PathBuf;

use anyhow::Result;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{BySeat, Ink, Paint, Seat, Turn, Viewer};
use tilewright_games::{Ending, Record, Table};

use super::Player;
use super::save::SaveFile;
use crate::standings::standings;

const HELP: &str = "\
a move         play it, in any notation that the game reads
moves [PART]…  list the legal moves, or those that contain each part
show           show the board again
undo           go back to the last turn of a human
resign         give up; with more than two seats a random player goes on for you
save FILE      write the record to another file
quit           stop here; the game is kept
";

/// A line longer than this is cut: nobody types it.
const MAX_LINE_BYTES: u64 = 10_000;

/// Everything that a game at the terminal needs.
pub(crate) struct Session<'a> {
    pub(crate) table: Box<dyn Table>,
    pub(crate) players: BySeat<Player>,
    pub(crate) record: Record,
    pub(crate) save: SaveFile,
    pub(crate) rng: Xoshiro256PlusPlus,
    pub(crate) ink: Ink,
    pub(crate) input: &'a mut dyn BufRead,
    pub(crate) out: &'a mut dyn Write,
}

/// Whether a human wants to go on.
#[derive(PartialEq, Eq)]
enum Answer {
    /// The same turn: ask again.
    Again,
    /// Something has changed.
    Done,
    Quit,
}

impl Session<'_> {
    /// Plays until the game is over or somebody leaves.
    pub(crate) fn run(mut self) -> Result<()> {
        self.keep()?;
        self.greet()?;
        loop {
            match self.table.turn() {
                Turn::Over(_) => return self.finish(),
                Turn::Player(seat) if self.is_asked(&*self.table, seat) => {
                    if self.ask(seat)? == Answer::Quit {
                        return self.leave();
                    }
                }
                Turn::Player(seat) => self.play_randomly(&format!("seat {seat}"))?,
                Turn::Chance => self.play_randomly("chance")?,
            }
        }
    }

    /// Whether a human moves for the seat. Once a seat has ended, a bot does.
    fn is_asked(&self, table: &dyn Table, seat: Seat) -> bool {
        let has_ended = table.endings().iter().any(|ended| ended.seat == seat);
        self.players[seat] == Player::Human && !has_ended
    }

    fn greet(&mut self) -> Result<()> {
        let seats: Vec<String> = self.players.seats().map(|seat| self.label(seat)).collect();
        writeln!(self.out, "{}: {}", self.table.game().name(), seats.join(", "))?;
        writeln!(self.out, "the game is kept in {}", self.save.path().display())?;
        Ok(())
    }

    /// Asks the human on this seat until something happens.
    fn ask(&mut self, seat: Seat) -> Result<Answer> {
        self.show(seat)?;
        let n_moves = counted(self.table.n_legal_moves());
        writeln!(self.out, "seat {seat} has {n_moves}; type one, or `help`")?;
        loop {
            let prompt = self.ink.paint(Paint { bold: true, ..Paint::default() }, "> ");
            write!(self.out, "{prompt}")?;
            self.out.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.out)?;
                return Ok(Answer::Quit);
            };
            match self.obey(seat, line.trim())? {
                Answer::Again => {}
                answer => return Ok(answer),
            }
        }
    }

    fn obey(&mut self, seat: Seat, line: &str) -> Result<Answer> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("help", "") => write!(self.out, "{HELP}")?,
            ("moves", parts) => self.list_moves(parts)?,
            ("show", "") => self.show(seat)?,
            ("undo", "") => return self.undo(),
            ("resign", "") => return self.resign(seat),
            ("save", "") => writeln!(self.out, "say where: save FILE")?,
            ("save", file) => self.save_copy(file)?,
            ("quit", "") => return Ok(Answer::Quit),
            _ => return self.play(seat, line),
        }
        Ok(Answer::Again)
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Answer> {
        if let Err(error) = self.table.play(text) {
            writeln!(self.out, "{error}")?;
            return Ok(Answer::Again);
        }
        self.keep()?;
        self.tell_last_move(&format!("seat {seat}"))?;
        Ok(Answer::Done)
    }

    fn play_randomly(&mut self, who: &str) -> Result<()> {
        let m = self.table.random_move(&mut self.rng).expect("a game that is not over has a move");
        self.table.play(&m)?;
        self.keep()?;
        self.tell_last_move(who)
    }

    /// Tells the last move to those who sit here, as far as they may know it.
    fn tell_last_move(&mut self, who: &str) -> Result<()> {
        let humans: Vec<Seat> =
            self.players.seats().filter(|&seat| self.players[seat] == Player::Human).collect();
        let viewer = if let [human] = humans[..] { Viewer::Seat(human) } else { Viewer::Spectator };
        let moves = self.table.moves_seen_by(viewer);
        let last = moves.last().expect("a move was just played");
        writeln!(self.out, "{}. {who}: {last}", moves.len())?;
        Ok(())
    }

    fn show(&mut self, seat: Seat) -> Result<()> {
        writeln!(self.out, "\n{}", self.table.draw(Viewer::Seat(seat), self.ink))?;
        Ok(())
    }

    fn list_moves(&mut self, parts: &str) -> Result<()> {
        let mut moves = self.table.legal_moves();
        moves.retain(|m| parts.split_whitespace().all(|part| m.contains(part)));
        let width = 2 + moves.iter().map(|m| m.chars().count()).max().unwrap_or_default();
        for row in moves.chunks((80 / width).max(1)) {
            let row: Vec<String> = row.iter().map(|m| format!("{m:width$}")).collect();
            writeln!(self.out, "{}", row.concat().trim_end())?;
        }
        writeln!(self.out, "{}", counted(moves.len()))?;
        Ok(())
    }

    /// Goes back to the last turn of a human, if there was one.
    fn undo(&mut self) -> Result<Answer> {
        let mut earlier = self.table.clone();
        while earlier.undo().is_some() {
            if earlier.turn().seat().is_some_and(|seat| self.is_asked(&*earlier, seat)) {
                let n_undone = self.table.ply() - earlier.ply();
                self.table = earlier;
                self.keep()?;
                writeln!(self.out, "took back {}", counted(n_undone))?;
                return Ok(Answer::Done);
            }
        }
        writeln!(self.out, "there is nothing to take back")?;
        Ok(Answer::Again)
    }

    fn resign(&mut self, seat: Seat) -> Result<Answer> {
        self.table.end(seat, Ending::Resigned)?;
        self.keep()?;
        writeln!(self.out, "seat {seat} resigns")?;
        Ok(Answer::Done)
    }

    fn save_copy(&mut self, file: &str) -> Result<()> {
        let saved = SaveFile::create(PathBuf::from(file))
            .and_then(|copy| copy.write(&self.record.to_string()));
        match saved {
            Ok(()) => writeln!(self.out, "saved in {file}")?,
            Err(error) => writeln!(self.out, "{error:#}")?,
        }
        Ok(())
    }

    /// Writes the record down, so that nothing is lost from here on.
    fn keep(&mut self) -> Result<()> {
        self.record.update(&*self.table);
        self.save.write(&self.record.to_string())
    }

    fn finish(&mut self) -> Result<()> {
        writeln!(self.out, "\n{}", self.table.draw(Viewer::Spectator, self.ink))?;
        let name = |seat| self.record.name(seat).map(str::to_owned);
        write!(self.out, "{}", standings(&*self.table, name))?;
        writeln!(self.out, "the record is in {}", self.save.path().display())?;
        Ok(())
    }

    fn leave(&mut self) -> Result<()> {
        if self.record.entries().is_empty() {
            // A game without moves is not worth a file.
            self.save.discard()?;
            return Ok(());
        }
        let path = self.save.path().display();
        writeln!(self.out, "go on with: tilewright play --resume {path}")?;
        Ok(())
    }

    fn label(&self, seat: Seat) -> String {
        match self.record.name(seat) {
            Some(name) => format!("seat {seat} {name}"),
            None => format!("seat {seat}"),
        }
    }

    /// What was typed, or nothing at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        (&mut *self.input).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        // A terminal shows what is typed; in a pipe the answer would stand behind the prompt.
        if !stdin().is_terminal() {
            writeln!(self.out, "{}", line.trim().escape_debug())?;
        }
        Ok(Some(line))
    }
}

fn counted(n_moves: usize) -> String {
    if n_moves == 1 { "1 move".to_owned() } else { format!("{n_moves} moves") }
}
