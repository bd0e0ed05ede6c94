//! The moves since each human last acted.

use std::fmt;

use tilewright_core::{BySeat, Seat, Viewer};
use tilewright_table::Table;

/// Events to report, and the first one that each seat has not yet acted on. The words for a move
/// depend on the reader, so they are chosen only then.
pub(crate) struct News {
    items: Vec<Item>,
    /// The first event that is new to each seat.
    begins: BySeat<usize>,
}

/// Above a board of the past.
const LAID_OPEN: &str = "the board then, with everything revealed";

enum Item {
    Move(MoveNews),
    /// A board on which something was laid open that may be gone by now.
    Board(String),
    Sentence(String),
}

/// A move, and who played it.
struct MoveNews {
    /// The number of moves played with it.
    ply: usize,
    who: String,
    is_chance: bool,
    /// The remark of a bot about it.
    said: Option<String>,
}

/// The news for one viewer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// Up to the last board on which something was laid open: to be read before the present board.
    pub(crate) before: String,
    /// Since then: to be read below it.
    pub(crate) since: String,
}

/// All of it, where there is no present board between the two.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { before, since } = self;
        let gap = if before.is_empty() || since.is_empty() { "" } else { "\n" };
        write!(f, "{before}{gap}{since}")
    }
}

impl News {
    pub(crate) fn new(n_seats: usize) -> News {
        News { items: Vec::new(), begins: BySeat::from_fn(n_seats, |_| 0) }
    }

    /// From here on it is news to this seat, which has just seen all the rest.
    pub(crate) fn begin_for(&mut self, seat: Seat) {
        self.begins[seat] = self.items.len();
    }

    /// The last move at the table, played by `who`, and what a bot said about it to everybody.
    pub(crate) fn add_move(
        &mut self,
        table: &dyn Table,
        who: String,
        is_chance: bool,
        said: Option<String>,
    ) {
        self.items.push(Item::Move(MoveNews { ply: table.ply(), who, is_chance, said }));
    }

    pub(crate) fn add_board(&mut self, drawing: String) {
        self.items.push(Item::Board(drawing));
    }

    pub(crate) fn add_line(&mut self, line: String) {
        self.items.push(Item::Sentence(line));
    }

    /// Forgets everything but this line, which is news to everybody.
    pub(crate) fn replace(&mut self, line: String) {
        *self = News::new(self.begins.len());
        self.add_line(line);
    }

    /// Puts the news of a seat into words.
    pub(crate) fn report(&self, table: &dyn Table, seat: Seat) -> Report {
        self.words(self.begins[seat], &Looks::of(table, Viewer::Seat(seat)))
    }

    /// Puts what has happened since anybody acted into words, for the viewer.
    pub(crate) fn last_report(&self, table: &dyn Table, viewer: Viewer) -> Report {
        let begin = self.begins.iter().copied().max().unwrap_or_default();
        self.words(begin, &Looks::of(table, viewer))
    }

    fn words(&self, begin: usize, looks: &Looks) -> Report {
        let mut report = Report::default();
        let is_in_one_run = |left: &Item, right: &Item| left.is_chance() && right.is_chance();
        for run in self.items[begin..].chunk_by(is_in_one_run) {
            match &run[0] {
                Item::Move(_) => report.since += &looks.line(run),
                Item::Sentence(line) => report.since.extend([line, "\n"]),
                Item::Board(drawing) => {
                    report.before += &std::mem::take(&mut report.since);
                    report.before.extend(["\n", LAID_OPEN, ":\n", drawing]);
                }
            }
        }
        report
    }
}

impl Item {
    fn told(&self) -> Option<&MoveNews> {
        match self {
            Item::Move(told) => Some(told),
            Item::Board(_) | Item::Sentence(_) => None,
        }
    }

    fn is_chance(&self) -> bool {
        self.told().is_some_and(|told| told.is_chance)
    }
}

/// The moves of a game, and what somebody saw of them.
struct Looks {
    moves: Vec<String>,
    seen: Vec<String>,
    /// The effects of each move that its text does not say.
    told: Vec<Option<String>>,
}

impl Looks {
    fn of(table: &dyn Table, viewer: Viewer) -> Looks {
        Looks {
            moves: table.moves(),
            seen: table.moves_seen_by(viewer),
            told: (1..=table.ply()).map(|ply| table.told(ply).map(str::to_owned)).collect(),
        }
    }

    /// A line on a move, or on several of chance in a row. Secret moves of chance are left out:
    /// the seats that may know of them see them on the board.
    fn line(&self, run: &[Item]) -> String {
        let told: Vec<&MoveNews> = run.iter().filter_map(Item::told).collect();
        let is_told =
            |it: &&&MoveNews| !it.is_chance || self.seen[it.ply - 1] == self.moves[it.ply - 1];
        let looks: Vec<&str> =
            told.iter().filter(is_told).map(|it| self.seen[it.ply - 1].as_str()).collect();
        match (&told[..], &looks[..]) {
            ([], _) | (_, []) => String::new(),
            ([one], _) => {
                let did = self.told.get(one.ply - 1).and_then(Option::as_deref);
                let did = did.map_or_else(String::new, |did| format!(" ({did})"));
                let said = one.said.as_ref().map_or_else(String::new, |said| format!("; {said}"));
                format!("{}. {}: {}{did}{said}\n", one.ply, one.who, looks.join(" "))
            }
            ([first, .., last], _) => {
                wrapped(&format!("{}. to {}. {}:", first.ply, last.ply, first.who), &looks)
            }
        }
    }
}

/// Columns that most terminals have.
const WIDTH: usize = 80;

/// Words behind a beginning, in lines that are not too long.
fn wrapped(beginning: &str, words: &[&str]) -> String {
    let mut text = beginning.to_owned();
    let mut n_columns = beginning.len();
    for word in words {
        let gap = if n_columns + 1 + word.len() > WIDTH { "\n  " } else { " " };
        n_columns = if gap == " " { n_columns + 1 } else { 2 } + word.len();
        text.extend([gap, word]);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: usize) -> Seat {
        Seat::new(number - 1).unwrap()
    }

    /// A game in which both seats are dealt two cards, the first sees only its own.
    fn looks() -> Looks {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        Looks {
            moves: words("deal:3 deal:7 deal:1 deal:9 draw draw:5 keep"),
            seen: words("deal:3 deal:? deal:1 deal:? draw draw:? keep"),
            told: (1..=7).map(|ply| (ply == 7).then(|| "wins a card".to_owned())).collect(),
        }
    }

    fn told(ply: usize, who: &str) -> Item {
        let is_chance = who == "chance";
        Item::Move(MoveNews { ply, who: who.to_owned(), is_chance, said: None })
    }

    fn since(items: Vec<Item>) -> String {
        News { items, begins: BySeat::from([0, 0]) }.words(0, &looks()).since
    }

    #[test]
    fn moves_are_told_as_they_were_seen() {
        let items = vec![told(5, "seat 2"), told(7, "seat 2")];
        assert_eq!(since(items), "5. seat 2: draw\n7. seat 2: keep (wins a card)\n");
        assert_eq!(since(vec![told(3, "chance")]), "3. chance: deal:1\n");
    }

    #[test]
    fn what_a_bot_said_stands_behind_its_move() {
        let said = Some("proved: wins in 3".to_owned());
        let item =
            Item::Move(MoveNews { ply: 7, who: "seat 2".to_owned(), is_chance: false, said });
        assert_eq!(since(vec![item]), "7. seat 2: keep (wins a card); proved: wins in 3\n");
    }

    #[test]
    fn what_chance_does_in_secret_is_not_told() {
        let items = vec![told(5, "seat 2"), told(6, "chance"), told(7, "seat 2")];
        assert_eq!(since(items), "5. seat 2: draw\n7. seat 2: keep (wins a card)\n");
    }

    #[test]
    fn a_deal_is_one_line() {
        let deal = (1..=4).map(|ply| told(ply, "chance"));
        let items = deal.chain([told(5, "seat 2")]).collect();
        assert_eq!(since(items), "1. to 4. chance: deal:3 deal:1\n5. seat 2: draw\n");
    }

    #[test]
    fn a_long_line_is_wrapped_between_words() {
        let words = vec!["deal:1-2-3"; 9];
        let text = wrapped("1. to 18. chance:", &words);
        assert!(
            text.lines().count() == 2 && text.lines().all(|line| line.len() <= WIDTH),
            "{text}"
        );
        assert_eq!(text.split_whitespace().count(), 4 + 9);
    }

    #[test]
    fn a_board_that_was_laid_open_comes_before_the_present_one() {
        let mut news = News { items: vec![told(5, "seat 2")], begins: BySeat::from([0, 0]) };
        news.add_board("hands\n".to_owned());
        news.add_line("seat 2 resigns".to_owned());
        let report = news.words(0, &looks());
        assert_eq!(report.before, format!("5. seat 2: draw\n\n{LAID_OPEN}:\nhands\n"));
        assert_eq!(report.since, "seat 2 resigns\n");
        assert!(report.to_string().ends_with("\nhands\n\nseat 2 resigns\n"), "{report}");
    }

    #[test]
    fn each_seat_has_its_own_news() {
        let mut news = News::new(2);
        news.begin_for(seat(1));
        news.add_line("seat 1 did something".to_owned());
        news.begin_for(seat(2));
        news.add_line("seat 2 did something".to_owned());
        let since = |begin| news.words(begin, &looks()).since;
        assert_eq!(since(news.begins[seat(1)]), "seat 1 did something\nseat 2 did something\n");
        assert_eq!(since(news.begins[seat(2)]), "seat 2 did something\n");
        news.replace("took back 2 moves".to_owned());
        assert_eq!(news.words(news.begins[seat(2)], &looks()).since, "took back 2 moves\n");
    }
}
