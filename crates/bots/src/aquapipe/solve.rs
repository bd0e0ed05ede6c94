//! The exact solution of the small board.
//!
//! Sections are solved from the fullest board to the empty one. What a placed pipe leads to is
//! known then; moved pipes lead back and forth between a section and its partner, whose states are
//! decided by their distance from the end: first what is lost in two plies, then what is won in
//! three, and so on. What is never decided is drawn.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;
use thiserror::Error;
use tilewright_aquapipe::MoveAfter;

use super::space::{Section, Space, State};
use super::tablebase::{self, Draft, TablebaseError};

/// The progress of a solution or its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of states that are done.
    pub n_done: u64,
    /// The number of all states.
    pub n_states: u64,
}

/// The totals of a solution, in positions without a row as the player to move sees them, each
/// turned and mirrored form counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All of them.
    pub n_unfinished: u64,
    /// Those that the player to move wins, loses and draws.
    pub n_won: u64,
    #[allow(missing_docs, reason = "told with the wins")]
    pub n_lost: u64,
    #[allow(missing_docs, reason = "told with the wins")]
    pub n_drawn: u64,
    /// The most plies that a win takes.
    pub longest_win: u8,
    /// The number of bytes that hold the values of all that are not won at once.
    pub n_entries: u64,
}

/// The board was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The file could not be written or read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is a file already that is something else.
    #[error(transparent)]
    Tablebase(#[from] TablebaseError),
    /// A value does not follow from those that can come next.
    #[error("the table is wrong: one of its values does not follow from the others; solve again")]
    Wrong,
    /// The caller stopped it. The next call goes on from there.
    #[error("stopped")]
    Stopped,
}

/// In place of a value: drawn, or not decided yet.
const UNDECIDED: u8 = 0;

/// Solves 3x3 and writes the table to `path`. Between two sections it calls `on_progress`, which
/// may wait, or break to stop. The next call continues with the part that a stopped call left
/// beside the table.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use std::path::Path;
///
/// use tilewright_aquapipe::MoveAfter;
/// use tilewright_bots::aquapipe::solve;
///
/// let go_on = &mut |_| ControlFlow::Continue(());
/// let totals = solve(MoveAfter::Each, Path::new("3x3.table"), go_on)?;
/// assert_eq!(totals.longest_win, 19);
/// # Ok::<(), tilewright_bots::aquapipe::SolveError>(())
/// ```
pub fn solve(
    move_after: MoveAfter,
    path: &Path,
    on_progress: &mut (dyn FnMut(Progress) -> ControlFlow<()> + Send),
) -> Result<Totals, SolveError> {
    let space = Space::new(move_after);
    let values = Values::new(&space);
    let mut draft = Draft::resume(&space, path, |section, bytes| values.load(section, bytes))?;
    let mut longest = values.longest();
    let mut id = draft.n_sections();
    while let Some(section) = space.sections().get(id) {
        let progress = Progress { n_done: section.start as u64, n_states: space.len() as u64 };
        if on_progress(progress).is_break() {
            return Err(SolveError::Stopped);
        }
        longest = values.solve_pair(section, longest);
        let n_sections = if section.partner == id { 1 } else { 2 };
        for section in &space.sections()[id..id + n_sections] {
            draft.append(&values.bytes(section))?;
        }
        id += n_sections;
    }
    draft.finish()?;
    Ok(values.totals())
}

/// The totals of the solution in a tablebase.
pub fn totals(path: &Path) -> Result<Totals, TablebaseError> {
    let (space, file) = tablebase::open(path)?;
    let values = Values::new(&space);
    tablebase::read_sections(&space, &file, |section, bytes| values.load(section, bytes))?;
    Ok(values.totals())
}

/// Checks every value of a table against those that can come next. Together these checks prove the
/// table: distances are well-founded, and from a draw one can stay in draws.
pub fn verify(path: &Path, on_progress: &mut dyn FnMut(Progress)) -> Result<Totals, SolveError> {
    let (space, file) = tablebase::open(path)?;
    let values = Values::new(&space);
    tablebase::read_sections(&space, &file, |section, bytes| values.load(section, bytes))?;
    for section in space.sections() {
        on_progress(Progress { n_done: section.start as u64, n_states: space.len() as u64 });
        let is_right = |number| match space.state_at(section, number) {
            Some(state) => values.of_number(number) == values.by_next(state),
            None => values.of_number(number) == UNDECIDED,
        };
        if !section.range().into_par_iter().all(is_right) {
            return Err(SolveError::Wrong);
        }
    }
    Ok(values.totals())
}

/// The values of all states: how many plies are left, or [`UNDECIDED`]. Odd numbers are wins.
struct Values<'a> {
    space: &'a Space,
    by_number: Vec<AtomicU8>,
}

impl<'a> Values<'a> {
    fn new(space: &'a Space) -> Values<'a> {
        let by_number = (0..space.len()).map(|_| AtomicU8::new(UNDECIDED)).collect();
        Values { space, by_number }
    }

    fn load(&self, section: &Section, bytes: &[u8]) {
        for (value, byte) in self.by_number[section.range()].iter().zip(bytes) {
            value.store(*byte, Ordering::Relaxed);
        }
    }

    fn bytes(&self, section: &Section) -> Vec<u8> {
        section.range().map(|number| self.of_number(number)).collect()
    }

    /// The largest number of plies so far; one at least, for what is won at once.
    fn longest(&self) -> u8 {
        let values = (0..self.by_number.len()).into_par_iter().map(|number| self.of_number(number));
        values.max().unwrap_or(0).max(1)
    }

    // One thread may decide a state while another looks at it. That does no harm: in the round of a
    // distance nothing depends on values of that distance.
    #[inline]
    fn of_number(&self, number: usize) -> u8 {
        self.by_number[number].load(Ordering::Relaxed)
    }

    #[inline]
    fn of(&self, state: State) -> u8 {
        self.space.number_of(state).map_or(1, |number| self.of_number(number))
    }

    /// Solves a section and its partner, and says the largest number of plies so far.
    fn solve_pair(&self, section: &Section, longest: u8) -> u8 {
        let partner = &self.space.sections()[section.partner];
        // Without a cycle one look at what comes next is enough, at the right one first.
        if !section.can_shift || !partner.can_shift {
            let (first, second) =
                if section.can_shift { (partner, section) } else { (section, partner) };
            return longest.max(self.solve_by_next(first)).max(self.solve_by_next(second));
        }
        let mut undecided = self.states_of(section);
        if partner.start != section.start {
            undecided.extend(self.states_of(partner));
        }
        let mut longest = longest;
        let mut plies = 2;
        while plies <= longest + 1 {
            let n_before = undecided.len();
            undecided = undecided
                .into_par_iter()
                .filter(|&(number, state)| {
                    let is_decided = self.is_decided(state, plies);
                    if is_decided {
                        self.by_number[number].store(plies, Ordering::Relaxed);
                    }
                    !is_decided
                })
                .collect();
            if undecided.len() < n_before {
                longest = longest.max(plies);
            }
            plies += 1;
        }
        longest
    }

    /// Solves a section of which all that comes next is solved, and says its largest value.
    fn solve_by_next(&self, section: &Section) -> u8 {
        let value = |number: usize| {
            let value = self.by_next(self.space.state_at(section, number)?);
            self.by_number[number].store(value, Ordering::Relaxed);
            Some(value)
        };
        section.range().into_par_iter().filter_map(value).max().unwrap_or(UNDECIDED)
    }

    fn states_of(&self, section: &Section) -> Vec<(usize, State)> {
        let state = |number| Some((number, self.space.state_at(section, number)?));
        section.range().into_par_iter().filter_map(state).collect()
    }

    /// True if a state that is not decided by fewer plies is by so many.
    #[inline]
    fn is_decided(&self, state: State, plies: u8) -> bool {
        if plies % 2 == 1 {
            // Won: something lost comes next.
            let flow = self.space.each_next(state, |next| {
                if self.of(next) == plies - 1 { ControlFlow::Break(()) } else { GO_ON }
            });
            return flow.is_break();
        }
        // Lost: all that comes next is won.
        let flow = self.space.each_next(state, |next| {
            let value = self.of(next);
            if value % 2 == 1 && value < plies { GO_ON } else { ControlFlow::Break(()) }
        });
        flow.is_continue()
    }

    /// The value that follows from what comes next.
    fn by_next(&self, state: State) -> u8 {
        let mut shortest_win = u8::MAX;
        let mut longest_loss = UNDECIDED;
        let mut can_draw = false;
        let _: ControlFlow<()> = self.space.each_next(state, |next| {
            match self.of(next) {
                UNDECIDED => can_draw = true,
                plies if plies % 2 == 0 => shortest_win = shortest_win.min(plies + 1),
                plies => longest_loss = longest_loss.max(plies + 1),
            }
            GO_ON
        });
        match shortest_win {
            u8::MAX if can_draw => UNDECIDED,
            // With nothing to do at all, this is a draw too.
            u8::MAX => longest_loss,
            plies => plies,
        }
    }

    fn totals(&self) -> Totals {
        let space = self.space;
        let n_unfinished = space.n_unfinished();
        let sections = space.sections().par_iter();
        let counted = sections.map(|it| self.totals_of(it)).reduce(Totals::default, Totals::plus);
        // A state without a number is won at once.
        let n_won = n_unfinished - counted.n_lost - counted.n_drawn;
        Totals { n_unfinished, n_won, n_entries: space.len() as u64, ..counted }
    }

    /// The counts of the positions of one section.
    fn totals_of(&self, section: &Section) -> Totals {
        let mut totals = Totals::default();
        for number in section.range() {
            let Some(state) = self.space.state_at(section, number) else { continue };
            let n_positions = self.space.n_positions(state);
            match self.of_number(number) {
                UNDECIDED => totals.n_drawn += n_positions,
                // An even number of plies ends with a move of the other side.
                plies if plies % 2 == 0 => totals.n_lost += n_positions,
                plies => {
                    totals.n_won += n_positions;
                    totals.longest_win = totals.longest_win.max(plies);
                }
            }
        }
        totals
    }
}

impl Totals {
    /// The counts of both.
    fn plus(self, other: Totals) -> Totals {
        Totals {
            n_won: self.n_won + other.n_won,
            n_lost: self.n_lost + other.n_lost,
            n_drawn: self.n_drawn + other.n_drawn,
            longest_win: self.longest_win.max(other.longest_win),
            ..self
        }
    }
}

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());
