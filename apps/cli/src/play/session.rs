//! A game at the terminal, turn by turn.

use std::io::{BufRead, IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use tilewright_bots::generator;
use tilewright_core::{BySeat, Seat, Turn, Viewer, shortened};
use tilewright_protocol::engine::NoChoice;
use tilewright_render::{Ink, Paint, choice, text};
use tilewright_table::{Ending, PlayError, Record, Table};

use super::hint::hint;
use super::how_to_resume;
use super::input::{Input, read_line};
use super::news::News;
use super::opponents::{Chosen, Opponents};
use super::part::fits;
use super::player::Player;
use super::save::{SaveFile, rescue};
use crate::analyze::told;
use crate::standings::Standings;
use crate::text::{WIDTH, counted, shell_word, wrapped};

const HELP: &str = "\
a move         play it, in any notation that the game reads
moves [PART]…  list the legal moves, or those that begin with a part, cover a
               square, or lie @place
hint           what a bot would play, from what you see
pieces         show what you can choose from
show           show the board again
undo           go back to the last turn of a human
resign         give up; with more than two seats a random player goes on for you
save FILE      write the record to another file
quit           stop here; the game is kept
";

/// Lines on a terminal besides the board and the pictures: the last moves and the prompt.
const N_OTHER_LINES: usize = 6;

/// A longer path is a slip, and not repeated.
const MAX_PATH_BYTES: usize = 1_000;

/// A game at the terminal.
pub(crate) struct Session<'a> {
    table: Box<dyn Table>,
    players: BySeat<Player>,
    opponents: Opponents,
    record: Record,
    save: SaveFile,
    seed: u64,
    notice: Option<String>,
    screen: Screen<'a>,
    news: News,
    /// The human who sits at the screen, if it matters who does.
    at_screen: Option<Seat>,
    kept: Kept,
    /// Why the record could not be saved, if it could not.
    unsaved: Option<anyhow::Error>,
    /// The last line typed, if the program asked for confirmation.
    doubted: Option<Doubt>,
}

/// A game that is ready to begin, or to go on.
pub(crate) struct Prepared {
    pub(crate) table: Box<dyn Table>,
    pub(crate) players: BySeat<Player>,
    pub(crate) opponents: Opponents,
    pub(crate) record: Record,
    pub(crate) seed: u64,
    /// The choice of the first player in a sentence, if there was one.
    pub(crate) notice: Option<String>,
    pub(crate) kept: Kept,
}

/// The file of the whole game, if it was saved: shared with the handlers that end the program.
#[derive(Clone, Default)]
pub(crate) struct Kept(Arc<Mutex<Option<PathBuf>>>);

impl Kept {
    pub(crate) fn set(&self, path: &Path) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
    }

    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// An action that cannot be undone, so that a terminal asks for confirmation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubt {
    Resign,
    /// While the record is not saved.
    Quit,
}

/// The terminal of a human.
pub(crate) struct Screen<'a> {
    pub(crate) ink: Ink,
    pub(crate) input: &'a mut dyn BufRead,
    pub(crate) out: &'a mut dyn Write,
}

/// The human's decision to go on or not.
#[derive(PartialEq, Eq)]
enum Answer {
    /// The same turn: ask again.
    Again,
    /// Something has changed.
    Done,
    Quit,
}

impl<'a> Session<'a> {
    /// A session. Chance follows from the seed and the number of moves alone, and bots from the
    /// seed and their knowledge, so that both are the same again after `undo`, and in a game that
    /// is resumed.
    pub(crate) fn new(game: Prepared, save: SaveFile, screen: Screen<'a>) -> Session<'a> {
        let Prepared { table, players, opponents, record, seed, notice, kept } = game;
        Session {
            news: News::new(players.len()),
            table,
            players,
            opponents,
            record,
            save,
            seed,
            notice,
            screen,
            at_screen: None,
            kept,
            unsaved: None,
            doubted: None,
        }
    }

    /// Plays until the game is over or somebody leaves.
    pub(crate) fn run(mut self) -> Result<()> {
        self.greet()?;
        loop {
            match self.table.turn() {
                Turn::Over(_) => return self.finish(),
                Turn::Player(seat) if self.is_asked(&*self.table, seat) => {
                    if self.ask(seat)? == Answer::Quit {
                        return self.leave();
                    }
                }
                Turn::Player(seat) if !has_ended(&*self.table, seat) => self.play_bot(seat)?,
                Turn::Player(_) | Turn::Chance => self.play_randomly()?,
            }
        }
    }

    /// Returns true if a human moves for the seat. Once a seat has ended, chance does.
    fn is_asked(&self, table: &dyn Table, seat: Seat) -> bool {
        self.players[seat] == Player::Human && !has_ended(table, seat)
    }

    fn greet(&mut self) -> Result<()> {
        let seats: Vec<String> = self.players.seats().map(|seat| self.label(seat)).collect();
        writeln!(self.screen.out, "{}: {}", self.table.game().name(), seats.join(", "))?;
        if let Some(notice) = &self.notice {
            writeln!(self.screen.out, "{notice}")?;
        }
        if !self.table.turn().is_over() {
            writeln!(self.screen.out, "the game is saved in {}", self.save.path().display())?;
        }
        Ok(())
    }

    fn humans(&self) -> impl Iterator<Item = Seat> {
        self.players.seats().filter(|&seat| self.players[seat] == Player::Human)
    }

    /// Whose eyes are on the screen between turns: the only human's, or else anybody's.
    fn audience(&self) -> Viewer {
        let mut humans = self.humans();
        match (humans.next(), humans.next()) {
            (Some(human), None) => Viewer::Seat(human),
            _ => Viewer::Spectator,
        }
    }

    /// Makes sure that nobody sees what only the human on this seat may: where several have
    /// secrets, one leaves the screen before the other comes.
    fn change_places(&mut self, seat: Seat) -> Result<Answer> {
        let is_shared = self.table.game().has_secrets() && self.humans().count() > 1;
        if !is_shared || self.at_screen == Some(seat) {
            return Ok(Answer::Done);
        }
        self.screen.clear()?;
        writeln!(self.screen.out, "seat {seat}, press Enter when you are alone at the screen")?;
        self.screen.out.flush()?;
        let line = match read_line(self.screen.input)? {
            Input::End => return Ok(Answer::Quit),
            Input::Text(line) => line,
            Input::TooLong => String::new(),
        };
        self.echo(&line)?;
        if matches!(line.to_lowercase().as_str(), "quit" | "q" | "exit") {
            return Ok(Answer::Quit);
        }
        self.at_screen = Some(seat);
        Ok(Answer::Done)
    }

    /// Asks the human on this seat until something happens.
    fn ask(&mut self, seat: Seat) -> Result<Answer> {
        if self.change_places(seat)? == Answer::Quit {
            return Ok(Answer::Quit);
        }
        self.show(seat)?;
        loop {
            let prompt = self.screen.ink.paint(Paint { bold: true, ..Paint::default() }, "> ");
            write!(self.screen.out, "{prompt}")?;
            self.screen.out.flush()?;
            let answer = match read_line(self.screen.input)? {
                Input::Text(line) => {
                    self.echo(&line)?;
                    self.obey(seat, &line)?
                }
                Input::TooLong => {
                    self.echo("")?;
                    writeln!(self.screen.out, "this line is too long (type `help`)")?;
                    Answer::Again
                }
                Input::End => {
                    writeln!(self.screen.out)?;
                    Answer::Quit
                }
            };
            if answer != Answer::Again {
                return Ok(answer);
            }
        }
    }

    fn obey(&mut self, seat: Seat, line: &str) -> Result<Answer> {
        let doubted = self.doubted.take();
        let Some(line) = meant(doubted, line) else { return Ok(Answer::Again) };
        let is_doubtful = |doubt| stdin().is_terminal() && doubted != Some(doubt);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => {}
            ("help" | "h" | "?", "") => {
                write!(self.screen.out, "{HELP}\n{}", self.table.game().notation())?;
            }
            ("moves", parts) => self.list_moves(parts)?,
            ("hint", "") => self.hint(seat)?,
            ("pieces", "") => self.show_choice(seat)?,
            ("show", "") => self.show(seat)?,
            ("undo", "") => return self.undo(),
            ("resign", "") if is_doubtful(Doubt::Resign) => {
                self.doubted = Some(Doubt::Resign);
                writeln!(self.screen.out, "resign this game? type `yes`, or `resign` again")?;
            }
            ("resign", "") => return self.resign(seat),
            ("save", "") => writeln!(self.screen.out, "name a file: save FILE")?,
            ("save", file) => self.save_copy(file)?,
            ("quit" | "q" | "exit", "") if self.unsaved.is_some() && is_doubtful(Doubt::Quit) => {
                self.doubted = Some(Doubt::Quit);
                writeln!(
                    self.screen.out,
                    "the game is not saved: `save FILE` first, or quit again"
                )?;
            }
            ("quit" | "q" | "exit", "") => return Ok(Answer::Quit),
            _ => return self.play(seat, line),
        }
        Ok(Answer::Again)
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Answer> {
        let who = self.who();
        if let Err(error) = self.table.play(text) {
            let hint = if matches!(error, PlayError::Parse(_)) { " (or type `help`)" } else { "" };
            writeln!(self.screen.out, "{error}{hint}")?;
            return Ok(Answer::Again);
        }
        self.keep();
        self.news.begin_for(seat);
        self.tell_last_move(who, false, None)?;
        Ok(Answer::Done)
    }

    fn play_bot(&mut self, seat: Seat) -> Result<()> {
        let who = self.who();
        let chosen = self.opponents.choose(&*self.table, seat);
        let chosen = chosen.expect("a bot or an engine sits here, and has a move");
        let Chosen { m, sentence } = match chosen {
            Ok(chosen) => chosen,
            Err(reason) => return self.end_engine(seat, &reason),
        };
        self.table.play_move(&m)?;
        self.keep();
        // The expectation of a bot may reveal its hand.
        let said = sentence.filter(|_| !self.table.game().has_secrets());
        self.tell_last_move(who, false, said)
    }

    /// Ends the game for an engine that resigns, or plays nothing that can be played.
    fn end_engine(&mut self, seat: Seat, reason: &NoChoice) -> Result<()> {
        self.table.end(seat, reason.ending())?;
        self.keep();
        self.news.add_line(match reason {
            NoChoice::Resigned => format!("seat {seat} resigns"),
            NoChoice::Fault(fault) => format!("seat {seat} forfeits: it {fault}"),
        });
        self.tell_unless_asked()
    }

    /// Plays for chance, and for seats that have ended.
    fn play_randomly(&mut self) -> Result<()> {
        let who = self.who();
        let is_chance = self.table.turn() == Turn::Chance;
        let mut rng = generator(self.seed, self.table.ply());
        let m = self.table.random_move(&mut rng).expect("a game that is not over has a move");
        self.table.play(&m)?;
        self.keep();
        self.tell_last_move(who, is_chance, None)
    }

    /// The seat to move, in the words of the game if it has some.
    fn who(&self) -> String {
        match (self.table.turn(), self.table.mover()) {
            (Turn::Player(seat), Some(mover)) => format!("{mover} (seat {seat})"),
            (Turn::Player(seat), None) => format!("seat {seat}"),
            (Turn::Chance, _) => "chance".to_owned(),
            (Turn::Over(_), _) => "nobody".to_owned(),
        }
    }

    /// Reports the last move, as far as the people here may know it. If something was revealed
    /// before chance moves on, as hands are before the next deal, that board stays among the news.
    fn tell_last_move(&mut self, who: String, is_chance: bool, said: Option<String>) -> Result<()> {
        self.news.add_move(&*self.table, who, is_chance, said);
        let is_laid_open = self.table.revealed(self.table.ply()).is_some();
        if is_laid_open && self.table.turn() == Turn::Chance {
            let board = self.drawing(self.audience());
            self.news.add_board(board);
        }
        self.tell_unless_asked()
    }

    /// Leaves the news for below the next board, where they stay in sight, or prints them at once
    /// if nobody waits for a board.
    fn tell_unless_asked(&mut self) -> Result<()> {
        if self.players.seats().any(|seat| self.is_asked(&*self.table, seat)) {
            return Ok(());
        }
        let report = self.news.last_report(&*self.table, self.audience());
        write!(self.screen.out, "{report}")?;
        self.news = News::new(self.players.len());
        Ok(())
    }

    /// The board as a viewer may see it.
    fn drawing(&self, viewer: Viewer) -> String {
        text(&self.table.game_view(viewer), self.screen.ink)
    }

    fn show(&mut self, seat: Seat) -> Result<()> {
        let viewer = Viewer::Seat(seat);
        let report = self.news.report(&*self.table, seat);
        let board = self.drawing(viewer);
        writeln!(self.screen.out, "{}\n{board}", report.before)?;
        let choice = choice(&self.table.game_view(viewer), self.screen.ink);
        let n_lines = board.lines().count() + choice.lines().count() + N_OTHER_LINES;
        // A hidden hand is on no board, so it is shown even where there is little room.
        let is_shown =
            self.table.game().has_secrets() || n_terminal_lines().is_some_and(|n| n >= n_lines);
        if !choice.is_empty() && is_shown {
            writeln!(self.screen.out, "{choice}")?;
        }
        write!(self.screen.out, "{}", report.since)?;
        if let Some((n_columns, _)) = terminal_size() {
            let plain = text(&self.table.game_view(viewer), Ink::Plain);
            self.screen.out.write_all(advice_on_width(&plain, n_columns).as_bytes())?;
        }
        if let Some(error) = &self.unsaved {
            let advice = "the game continues; `save FILE` saves it elsewhere";
            writeln!(self.screen.out, "not saved: {error:#}; {advice}")?;
        }
        let who = self.who();
        let n_moves = counted(self.table.n_legal_moves(), "move");
        writeln!(self.screen.out, "{who} has {n_moves}; type one, or `help`")?;
        Ok(())
    }

    fn show_choice(&mut self, seat: Seat) -> Result<()> {
        let view = self.table.game_view(Viewer::Seat(seat));
        let choice = choice(&view, self.screen.ink);
        if choice.is_empty() {
            writeln!(self.screen.out, "this game has no pictures: try `moves`")?;
        } else {
            write!(self.screen.out, "{choice}")?;
        }
        Ok(())
    }

    /// Names the best moves, the best first.
    fn hint(&mut self, seat: Seat) -> Result<()> {
        let analysis = hint(&*self.table, seat, self.seed)?;
        for rated in &analysis.moves {
            let told = told(rated, seat);
            let (mut m, worth) = told.split_once("  ").unwrap_or((&told, ""));
            let width = m.chars().count();
            for line in wrapped(worth, WIDTH.saturating_sub(width + 2)) {
                writeln!(self.screen.out, "{}", format!("{m:width$}  {line}").trim_end())?;
                m = "";
            }
        }
        Ok(())
    }

    fn list_moves(&mut self, parts: &str) -> Result<()> {
        let moves = self.table.legal_moves();
        let views = self.table.legal_move_views();
        let does_fit =
            |(m, view): &(String, _)| parts.split_whitespace().all(|part| fits(part, m, view));
        let moves: Vec<String> =
            moves.into_iter().zip(views).filter(does_fit).map(|(m, _)| m).collect();
        if moves.is_empty() {
            let parts = shortened(parts);
            writeln!(self.screen.out, "no legal move begins with or covers '{parts}'")?;
            return Ok(());
        }
        let width = 2 + moves.iter().map(|m| m.chars().count()).max().unwrap_or_default();
        for row in moves.chunks((WIDTH / width).max(1)) {
            let row: Vec<String> = row.iter().map(|m| format!("{m:width$}")).collect();
            writeln!(self.screen.out, "{}", row.concat().trim_end())?;
        }
        writeln!(self.screen.out, "{}", counted(moves.len(), "move"))?;
        Ok(())
    }

    /// Goes back to the last turn of a human, if there was one.
    fn undo(&mut self) -> Result<Answer> {
        let mut earlier = self.table.clone();
        while earlier.undo().is_some() {
            if earlier.turn().seat().is_some_and(|seat| self.is_asked(&*earlier, seat)) {
                let n_undone = self.table.ply() - earlier.ply();
                self.opponents.rewind();
                self.table = earlier;
                self.keep();
                self.news.replace(format!("took back {}", counted(n_undone, "move")));
                return Ok(Answer::Done);
            }
        }
        writeln!(self.screen.out, "there is no move to take back")?;
        Ok(Answer::Again)
    }

    fn resign(&mut self, seat: Seat) -> Result<Answer> {
        self.table.end(seat, Ending::Resigned)?;
        self.keep();
        self.news.begin_for(seat);
        self.news.add_line(format!("seat {seat} resigns"));
        self.tell_unless_asked()?;
        Ok(Answer::Done)
    }

    /// Writes the record to another file, where it is kept from then on if it cannot be where it
    /// was.
    fn save_copy(&mut self, file: &str) -> Result<()> {
        if file.len() > MAX_PATH_BYTES {
            return Ok(writeln!(self.screen.out, "'{}' is too long a name", shortened(file))?);
        }
        let mut copy = match SaveFile::create(PathBuf::from(file)) {
            Ok(copy) => copy,
            Err(error) => return Ok(writeln!(self.screen.out, "{error:#}")?),
        };
        if let Err(error) = copy.write(&self.record.to_string()) {
            writeln!(self.screen.out, "{error:#}")?;
        } else if self.unsaved.take().is_some() {
            writeln!(self.screen.out, "saved in {file}, and from now on there")?;
            self.save = copy;
            self.kept.set(self.save.path());
        } else {
            writeln!(self.screen.out, "saved in {file}")?;
        }
        Ok(())
    }

    /// Writes the record down, so that nothing is lost from here on. If that fails, the game goes
    /// on nevertheless, and the next move tries again.
    fn keep(&mut self) {
        self.record.update(&*self.table);
        self.unsaved = self.save.write(&self.record.to_string()).err();
        if self.unsaved.is_none() {
            self.kept.set(self.save.path());
        }
    }

    fn finish(&mut self) -> Result<()> {
        let audience = self.audience();
        let report = self.news.last_report(&*self.table, audience);
        write!(self.screen.out, "{report}")?;
        let board = self.drawing(audience);
        writeln!(self.screen.out, "\n{board}")?;
        let name = |seat| self.record.name(seat).map(str::to_owned);
        write!(self.screen.out, "{}", Standings::of_table(&*self.table).told(name))?;
        self.check_saved()?;
        writeln!(self.screen.out, "the record is in {}", self.save.path().display())?;
        Ok(())
    }

    fn leave(&mut self) -> Result<()> {
        let is_untouched = self.unsaved.is_none() && !self.save.is_there();
        if is_untouched || (self.save.is_new() && self.record.entries().is_empty()) {
            // A game without moves is not worth a file.
            self.save.discard()?;
            writeln!(self.screen.out, "no move was played, so nothing is saved")?;
            return Ok(());
        }
        self.check_saved()?;
        writeln!(self.screen.out, "{}", how_to_resume(self.save.path()))?;
        Ok(())
    }

    /// Prints a record that could not be saved, rather than lose it. If it has secrets, the
    /// screen is no place for it: then it goes to a temporary file.
    fn check_saved(&mut self) -> Result<()> {
        let Some(error) = self.unsaved.take() else { return Ok(()) };
        let game = self.table.game();
        let record = self.record.to_string();
        if !game.has_secrets() {
            writeln!(self.screen.out, "this is the record, which is not saved:\n\n{record}")?;
            return Err(error.context("the game is not saved"));
        }
        let file = rescue(game, &record).with_context(|| {
            format!("the game is not saved ({error:#}), nor printed, because it shows hidden hands")
        })?;
        let path = shell_word(&file);
        let advice = "move it, because temporary files do not stay";
        writeln!(self.screen.out, "the record, with all hands, is in {path}: {advice}")?;
        if !self.table.turn().is_over() {
            writeln!(self.screen.out, "{}", how_to_resume(&file))?;
        }
        Err(error.context("the game is not saved where it should be"))
    }

    fn label(&self, seat: Seat) -> String {
        match self.record.name(seat) {
            Some(name) => format!("seat {seat} {name}"),
            None => format!("seat {seat}"),
        }
    }

    /// A terminal shows what is typed; in a pipe the answer would stand behind the prompt.
    fn echo(&mut self, line: &str) -> Result<()> {
        if !stdin().is_terminal() {
            writeln!(self.screen.out, "{}", shortened(line))?;
        }
        Ok(())
    }
}

impl Screen<'_> {
    /// Takes what was on a terminal out of sight, and out of what can be scrolled back to where the
    /// terminal can do that.
    fn clear(&mut self) -> Result<()> {
        let Some(n_lines) = n_terminal_lines() else { return Ok(()) };
        write!(self.out, "{}", "\n".repeat(n_lines))?;
        if self.ink == Ink::Ansi {
            write!(self.out, "\u{1b}[H\u{1b}[2J\u{1b}[3J")?;
        }
        Ok(())
    }
}

/// Returns true if the seat has resigned, or ended otherwise.
fn has_ended(table: &dyn Table, seat: Seat) -> bool {
    table.endings().iter().any(|ended| ended.seat == seat)
}

/// A line on what to do about a terminal that breaks the lines of the board, if it does.
fn advice_on_width(board: &str, n_columns: usize) -> String {
    let n_needed = board.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    if n_needed <= n_columns {
        return String::new();
    }
    let advice = "make it wider, or play in the browser";
    format!("the board has {n_needed} columns, and the terminal {n_columns}: {advice}\n")
}

/// The number of lines of the terminal, if there is one.
fn n_terminal_lines() -> Option<usize> {
    terminal_size().map(|(_, n_lines)| n_lines)
}

/// The columns and lines of the terminal, if there is one.
fn terminal_size() -> Option<(usize, usize)> {
    let (width, height) = terminal_size::terminal_size_of(stdout())?;
    Some((usize::from(width.0), usize::from(height.0)))
}

/// The command in a line: `yes` repeats the line that awaits confirmation, and `no` is nothing.
fn meant(doubted: Option<Doubt>, line: &str) -> Option<&str> {
    match (doubted, line.to_lowercase().as_str()) {
        (Some(Doubt::Resign), "yes" | "y") => Some("resign"),
        (Some(Doubt::Quit), "yes" | "y") => Some("quit"),
        (Some(_), "no" | "n") => None,
        _ => Some(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_by_yes_or_no() {
        assert_eq!(meant(Some(Doubt::Resign), "Yes"), Some("resign"));
        assert_eq!(meant(Some(Doubt::Quit), "y"), Some("quit"));
        assert_eq!(meant(Some(Doubt::Resign), "no"), None);
        assert_eq!(meant(Some(Doubt::Resign), "resign"), Some("resign"));
        assert_eq!(meant(None, "yes"), Some("yes"));
    }

    #[test]
    fn a_terminal_that_breaks_lines_is_told() {
        assert_eq!(advice_on_width("ab\nab·\n", 3), "");
        let advice =
            "the board has 3 columns, and the terminal 2: make it wider, or play in the browser\n";
        assert_eq!(advice_on_width("ab\nab·\n", 2), advice);
    }
}
