//! A game at the terminal, turn by turn.

use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

use anyhow::Result;
use indicatif::ProgressBar;
use tilewright_core::{Seat, Turn, Viewer, shortened};
use tilewright_protocol::engine::NoChoice;
use tilewright_render::{Ink, Paint, choice, text};
use tilewright_table::{Ending, PlayError};

use super::game::{Game, has_ended, told_ending};
use super::hint::hint;
use super::input::{Input, read_line};
use super::news::News;
use super::opponents::{Chosen, Opponents, TICK};
use super::part::fits;
use crate::analyze::told;
use crate::standings::Standings;
use crate::text::{WIDTH, counted, wrapped};

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

/// A game at the terminal.
pub(crate) struct Session<'a> {
    game: Game,
    opponents: Opponents,
    notice: Option<String>,
    screen: Screen<'a>,
    news: News,
    /// The human who sits at the screen, if it matters who does.
    at_screen: Option<Seat>,
    /// The last line typed, if the program asked for confirmation.
    doubted: Option<Doubt>,
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
    /// is resumed. The notice is the choice of the first player in a sentence, if there was one.
    pub(crate) fn new(
        game: Game,
        opponents: Opponents,
        notice: Option<String>,
        screen: Screen<'a>,
    ) -> Session<'a> {
        let news = News::new(game.players.len());
        Session { game, opponents, notice, screen, news, at_screen: None, doubted: None }
    }

    /// Plays until the game is over or somebody leaves.
    pub(crate) fn run(mut self) -> Result<()> {
        self.greet()?;
        loop {
            match self.game.table.turn() {
                Turn::Over(_) => return self.finish(),
                Turn::Player(seat) if self.game.is_asked(&*self.game.table, seat) => {
                    if self.ask(seat)? == Answer::Quit {
                        return self.leave();
                    }
                }
                Turn::Player(seat) if !has_ended(&*self.game.table, seat) => self.play_bot(seat)?,
                Turn::Player(_) | Turn::Chance => self.play_randomly()?,
            }
        }
    }

    fn greet(&mut self) -> Result<()> {
        let seats: Vec<String> =
            self.game.players.seats().map(|seat| self.game.label(seat)).collect();
        writeln!(self.screen.out, "{}: {}", self.game.table.game().name(), seats.join(", "))?;
        if let Some(notice) = &self.notice {
            writeln!(self.screen.out, "{notice}")?;
        }
        if !self.game.table.turn().is_over() {
            writeln!(self.screen.out, "the game is saved in {}", self.game.save.path().display())?;
        }
        Ok(())
    }

    /// Makes sure that nobody sees what only the human on this seat may: where several have
    /// secrets, one leaves the screen before the other comes.
    fn change_places(&mut self, seat: Seat) -> Result<Answer> {
        if !self.game.is_shared() || self.at_screen == Some(seat) {
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
                write!(self.screen.out, "{HELP}\n{}", self.game.table.game().notation())?;
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
            ("save", file) => writeln!(self.screen.out, "{}", self.game.save_copy(file))?,
            ("quit" | "q" | "exit", "")
                if self.game.unsaved.is_some() && is_doubtful(Doubt::Quit) =>
            {
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
        let who = self.game.who();
        if let Err(error) = self.game.play(text) {
            let hint = if matches!(error, PlayError::Parse(_)) { " (or type `help`)" } else { "" };
            writeln!(self.screen.out, "{error}{hint}")?;
            return Ok(Answer::Again);
        }
        self.news.begin_for(seat);
        self.tell_last_move(who, false, None)?;
        Ok(Answer::Done)
    }

    fn play_bot(&mut self, seat: Seat) -> Result<()> {
        let who = self.game.who();
        let spinner = ProgressBar::new_spinner().with_message(format!("seat {seat} thinks"));
        spinner.enable_steady_tick(TICK);
        let is_open = !self.game.table.game().has_secrets();
        let mut show = |sentence: &str| {
            if is_open {
                spinner.set_message(format!("seat {seat} thinks: {sentence}"));
            }
        };
        let chosen = self.opponents.choose(&*self.game.table, seat, &mut show);
        spinner.finish_and_clear();
        let chosen = chosen.expect("a bot or an engine sits here, and has a move");
        let Chosen { m, sentence } = match chosen {
            Ok(chosen) => chosen,
            Err(reason) => return self.end_engine(seat, &reason),
        };
        self.game.play_move(m)?;
        // The expectation of a bot may reveal its hand.
        let said = sentence.filter(|_| is_open);
        self.tell_last_move(who, false, said)
    }

    /// Ends the game for an engine that resigns, or plays nothing that can be played.
    fn end_engine(&mut self, seat: Seat, reason: &NoChoice) -> Result<()> {
        self.game.end(seat, reason.ending())?;
        self.news.add_line(told_ending(seat, reason));
        self.tell_unless_asked()
    }

    /// Plays for chance, and for seats that have ended.
    fn play_randomly(&mut self) -> Result<()> {
        let who = self.game.who();
        let is_chance = self.game.table.turn() == Turn::Chance;
        self.game.play_randomly()?;
        self.tell_last_move(who, is_chance, None)
    }

    /// Reports the last move, as far as the people here may know it. If something was revealed
    /// before chance moves on, as hands are before the next deal, that board stays among the news.
    fn tell_last_move(&mut self, who: String, is_chance: bool, said: Option<String>) -> Result<()> {
        self.news.add_move(&*self.game.table, who, is_chance, said);
        let is_laid_open = self.game.table.revealed(self.game.table.ply()).is_some();
        if is_laid_open && self.game.table.turn() == Turn::Chance {
            let board = self.drawing(self.game.audience());
            self.news.add_board(board);
        }
        self.tell_unless_asked()
    }

    /// Leaves the news for below the next board, where they stay in sight, or prints them at once
    /// if nobody waits for a board.
    fn tell_unless_asked(&mut self) -> Result<()> {
        let game = &self.game;
        if game.players.seats().any(|seat| game.is_asked(&*game.table, seat)) {
            return Ok(());
        }
        let report = self.news.last_report(&*self.game.table, self.game.audience());
        write!(self.screen.out, "{report}")?;
        self.news = News::new(self.game.players.len());
        Ok(())
    }

    /// The board as a viewer may see it.
    fn drawing(&self, viewer: Viewer) -> String {
        text(&self.game.table.game_view(viewer), self.screen.ink)
    }

    fn show(&mut self, seat: Seat) -> Result<()> {
        let viewer = Viewer::Seat(seat);
        let report = self.news.report(&*self.game.table, seat);
        let board = self.drawing(viewer);
        writeln!(self.screen.out, "{}\n{board}", report.before)?;
        let choice = choice(&self.game.table.game_view(viewer), self.screen.ink);
        let n_lines = board.lines().count() + choice.lines().count() + N_OTHER_LINES;
        // A hidden hand is on no board, so it is shown even where there is little room.
        let is_shown = self.game.table.game().has_secrets()
            || n_terminal_lines().is_some_and(|n| n >= n_lines);
        if !choice.is_empty() && is_shown {
            writeln!(self.screen.out, "{choice}")?;
        }
        write!(self.screen.out, "{}", report.since)?;
        if let Some((n_columns, _)) = terminal_size() {
            let plain = text(&self.game.table.game_view(viewer), Ink::Plain);
            self.screen.out.write_all(advice_on_width(&plain, n_columns).as_bytes())?;
        }
        if let Some(error) = &self.game.unsaved {
            let advice = "the game continues; `save FILE` saves it elsewhere";
            writeln!(self.screen.out, "not saved: {error:#}; {advice}")?;
        }
        let who = self.game.who();
        let n_moves = counted(self.game.table.n_legal_moves(), "move");
        writeln!(self.screen.out, "{who} has {n_moves}; type one, or `help`")?;
        Ok(())
    }

    fn show_choice(&mut self, seat: Seat) -> Result<()> {
        let view = self.game.table.game_view(Viewer::Seat(seat));
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
        let analysis = hint(&*self.game.table, seat, self.game.seed)?;
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
        let moves = self.game.table.legal_moves();
        let views = self.game.table.legal_move_views();
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
        let Some(n_undone) = self.game.undo() else {
            writeln!(self.screen.out, "there is no move to take back")?;
            return Ok(Answer::Again);
        };
        self.opponents.rewind();
        self.news.replace(format!("took back {}", counted(n_undone, "move")));
        Ok(Answer::Done)
    }

    fn resign(&mut self, seat: Seat) -> Result<Answer> {
        self.game.end(seat, Ending::Resigned)?;
        self.news.begin_for(seat);
        self.news.add_line(format!("seat {seat} resigns"));
        self.tell_unless_asked()?;
        Ok(Answer::Done)
    }

    fn finish(&mut self) -> Result<()> {
        let audience = self.game.audience();
        let report = self.news.last_report(&*self.game.table, audience);
        write!(self.screen.out, "{report}")?;
        let board = self.drawing(audience);
        writeln!(self.screen.out, "\n{board}")?;
        let name = |seat| self.game.record.name(seat).map(str::to_owned);
        write!(self.screen.out, "{}", Standings::of_table(&*self.game.table).told(name))?;
        let (text, saved) = self.game.farewell();
        write!(self.screen.out, "{text}")?;
        saved
    }

    fn leave(&mut self) -> Result<()> {
        let (text, saved) = self.game.leave();
        write!(self.screen.out, "{text}")?;
        saved
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
