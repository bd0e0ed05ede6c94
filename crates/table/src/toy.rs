//! A small game with chance, secrets and every kind of option, for the tests of this crate.
//!
//! In turn, a seat is dealt a card that only it sees, and keeps it for a point or passes, which lays
//! it open. The game ends when the cards are all dealt, or when somebody has as many points as the
//! limit says; then all cards are laid open.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_core::{
    Benchmark, BySeat, Game, Illegal, Imperfect, Ink, MoveOf, OptionInfo, OptionsError, Outcome,
    ParseMoveError, ParsePositionError, Position, Rng, Sampler, Seat, Turn, VariantInfo, Viewer,
    parse_options, random_index,
};

use crate::{GameId, Table};

/// The game, as a type.
pub struct Cards;

/// A table for a new game.
pub(crate) fn open(options: &[(&str, &str)]) -> Box<dyn Table> {
    "cards".parse::<GameId>().unwrap().open(options).unwrap()
}

/// A table at which these moves have been played.
pub(crate) fn table_after(options: &[(&str, &str)], moves: &str) -> Box<dyn Table> {
    let mut table = open(options);
    for m in moves.split(' ') {
        table.play(m).unwrap();
    }
    table
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Options {
    seats: Option<u8>,
    n_cards: u8,
    open: bool,
    limit: Option<u8>,
    bonus: Option<i8>,
}

impl Default for Options {
    fn default() -> Options {
        Options { seats: None, n_cards: 6, open: false, limit: Some(2), bonus: None }
    }
}

/// The options with defaults filled in, and every card with what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    options: Options,
    dealt: Vec<(u8, Option<bool>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    Deal(u8),
    Hidden,
    Keep,
    Pass,
}

#[derive(Debug, Serialize)]
pub struct Parts {
    card: Option<u8>,
}

impl State {
    fn seat_of(&self, index: usize) -> Seat {
        Seat::new(index % self.n_seats()).unwrap()
    }

    fn n_kept(&self, seat: Seat) -> usize {
        let cards = self.dealt.iter().enumerate();
        cards.filter(|&(i, &(_, kept))| self.seat_of(i) == seat && kept == Some(true)).count()
    }
}

impl State {
    /// The cards that are laid open when this position is reached.
    fn laid_open(&self) -> Range<usize> {
        let n_dealt = self.dealt.len();
        match (self.turn(), self.dealt.last()) {
            _ if self.options.open => n_dealt..n_dealt,
            (Turn::Over(_), _) => 0..n_dealt,
            (_, Some((_, Some(false)))) => n_dealt - 1..n_dealt,
            _ => n_dealt..n_dealt,
        }
    }
}

/// The same, but for cards that are hidden.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct View {
    options: Options,
    cards: Vec<(Option<u8>, Option<bool>)>,
    /// Shared by all views that were made one from another, to count those that are kept.
    #[serde(skip)]
    pub(crate) copies: Arc<()>,
}

impl View {
    /// The state with a 0 for each card that is hidden.
    fn state(&self) -> State {
        let dealt = self.cards.iter().map(|&(card, kept)| (card.unwrap_or(0), kept)).collect();
        State { options: self.options.clone(), dealt }
    }

    /// Takes in the cards that are laid open now.
    fn learn(&mut self, revealed: Option<&str>) -> Result<(), Illegal> {
        let wrong = || Illegal::new("revealed", "these are not the cards that are laid open now");
        let laid_open = self.state().laid_open();
        let mut words = revealed.into_iter().flat_map(|word| word.split(','));
        for (known, _) in &mut self.cards[laid_open] {
            let card = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
            if known.replace(card).is_some_and(|known| known != card) {
                return Err(wrong());
            }
        }
        words.next().map_or(Ok(()), |_| Err(wrong()))
    }
}

impl Position for State {
    type Move = Move;
    type Undo = ();

    fn n_seats(&self) -> usize {
        usize::from(self.options.seats.unwrap())
    }

    fn turn(&self) -> Turn {
        let open = self.dealt.last().filter(|(_, kept)| kept.is_none());
        if open.is_some() {
            return Turn::Player(self.seat_of(self.dealt.len() - 1));
        }
        let limit = self.options.limit.map_or(usize::MAX, usize::from);
        let is_won = Seat::first(self.n_seats()).any(|seat| self.n_kept(seat) >= limit);
        if is_won || self.dealt.len() == usize::from(self.options.n_cards) {
            return Turn::Over(Outcome::by_score(self.scores()));
        }
        Turn::Chance
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        match self.turn() {
            Turn::Over(_) => {}
            Turn::Player(_) => moves.extend([Move::Keep, Move::Pass]),
            Turn::Chance => {
                let is_left = |card: &u8| self.dealt.iter().all(|(other, _)| other != card);
                moves.extend((1..=self.options.n_cards).filter(is_left).map(Move::Deal));
            }
        }
    }

    fn play_unchecked(&mut self, m: Move) {
        match m {
            Move::Deal(card) => self.dealt.push((card, None)),
            Move::Keep | Move::Pass => self.dealt.last_mut().unwrap().1 = Some(m == Move::Keep),
            Move::Hidden => unreachable!("never legal"),
        }
    }

    fn undo(&mut self, m: Move, (): ()) {
        match m {
            Move::Deal(_) => drop(self.dealt.pop()),
            _ => self.dealt.last_mut().unwrap().1 = None,
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&m)
    }

    fn explain(&self, m: Move) -> Result<(), Illegal> {
        if self.is_legal(m) {
            Ok(())
        } else {
            Err(Illegal::new("not-now", format!("{m} is not possible now")))
        }
    }

    fn scores(&self) -> BySeat<i32> {
        let bonus = i32::from(self.options.bonus.unwrap_or_default());
        BySeat::from_fn(self.n_seats(), |seat| bonus + self.n_kept(seat) as i32)
    }

    fn key(&self) -> u64 {
        self.dealt.iter().fold(1, |key, &(card, kept)| {
            (key << 3) ^ u64::from(card) ^ kept.map_or(0, |kept| 1 + u64::from(kept)) << 60
        })
    }
}

/// The options, then the cards: `seats=2 … : 4k 2p 5`.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { seats, n_cards, open, limit, bonus } = self.options;
        let switch = |on| if on { "on" } else { "off" };
        write!(f, "seats={} n-cards={n_cards} open={}", seats.unwrap(), switch(open))?;
        write!(f, " limit={}", limit.map_or("off".to_owned(), |limit| limit.to_string()))?;
        write!(f, " bonus={} :", bonus.map_or("off".to_owned(), |bonus| bonus.to_string()))?;
        for (card, kept) in &self.dealt {
            write!(f, " {card}{}", kept.map_or("", |kept| if kept { "k" } else { "p" }))?;
        }
        Ok(())
    }
}

impl FromStr for State {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<State, ParsePositionError> {
        let wrong = || ParsePositionError::new("these are no cards");
        let (options, cards) = text.split_once(" :").ok_or_else(wrong)?;
        let pairs = options.split(' ').filter_map(|pair| pair.split_once('='));
        let options: Options = parse_options(pairs).map_err(|_| wrong())?;
        let card = |text: &str| {
            let number = text.trim_end_matches(['k', 'p']);
            let kept = (number.len() < text.len()).then(|| text.ends_with('k'));
            number.parse().map(|card| (card, kept)).map_err(|_| wrong())
        };
        let dealt = cards.split_whitespace().map(card).collect::<Result<_, _>>()?;
        Ok(State { options, dealt })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Deal(card) => write!(f, "deal:{card}"),
            Move::Hidden => f.write_str("deal:?"),
            Move::Keep => f.write_str("keep"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        match text {
            "keep" => Ok(Move::Keep),
            "pass" => Ok(Move::Pass),
            "deal:?" => Ok(Move::Hidden),
            _ => text
                .strip_prefix("deal:")
                .and_then(|card| card.parse().ok())
                .map(Move::Deal)
                .ok_or_else(|| ParseMoveError::new(text, "keep or pass")),
        }
    }
}

impl Game for Cards {
    const SLUG: &'static str = "cards";
    const NAME: &'static str = "Cards";
    const OPTIONS: &'static [OptionInfo] =
        &[OptionInfo { name: "seats", values: "1 to 6", help: "how many play (2)" }];
    const VARIANTS: &'static [VariantInfo] = &[VariantInfo {
        name: "",
        title: "Cards",
        help: "keep or pass",
        min_seats: 1,
        max_seats: 6,
    }];

    const NOTATION: &'static str = "keep, pass\n";
    const HAS_SECRETS: bool = true;
    const PERFT_OPTIONS: &'static [(&'static str, &'static str)] = &[("n-cards", "4")];
    const BENCHMARKS: &'static [Benchmark] =
        &[Benchmark { name: "open", options: &[("open", "on"), ("seats", "3")], perft_depth: 3 }];

    type Options = Options;
    type Position = State;
    type View = View;
    type MoveParts = Parts;
    type MoveView = String;

    fn start(options: &Options) -> Result<State, OptionsError> {
        let seats = options.seats.unwrap_or(2);
        if !(1..=6).contains(&seats) {
            return Err(OptionsError::new(format!("cards are for 1 to 6 seats, not {seats}")));
        }
        Ok(State { options: Options { seats: Some(seats), ..options.clone() }, dealt: Vec::new() })
    }

    fn options(position: &State) -> Options {
        position.options.clone()
    }

    fn view(position: &State, viewer: Viewer) -> View {
        let is_open = position.options.open || position.turn().is_over();
        let is_own = |i| viewer == Viewer::Seat(position.seat_of(i));
        let card = |(i, &(card, kept)): (usize, &(u8, Option<bool>))| {
            let is_seen = is_open || is_own(i) || kept == Some(false);
            (is_seen.then_some(card), kept)
        };
        let cards = position.dealt.iter().enumerate().map(card).collect();
        View { options: position.options.clone(), cards, copies: Arc::default() }
    }

    fn mover(view: &View) -> Option<String> {
        view.state().turn().seat().map(|seat| format!("player {seat}"))
    }

    fn move_parts(m: Move) -> Parts {
        let card = if let Move::Deal(card) = m { Some(card) } else { None };
        Parts { card }
    }

    fn move_view(_: &State, m: Move) -> String {
        format!("move {m}")
    }

    fn draw(view: &View, _: Ink) -> String {
        let card = |card: &(Option<u8>, _)| card.0.map_or("?".to_owned(), |card| card.to_string());
        format!("cards: {}\n", view.cards.iter().map(card).collect::<Vec<_>>().join(" "))
    }

    /// In capitals too, so that there is more than one notation.
    fn parse_move(_: &State, text: &str) -> Result<MoveOf<Cards>, ParseMoveError> {
        text.to_lowercase().parse()
    }

    fn redact(position: &State, m: Move, viewer: Viewer) -> Move {
        let owner = Viewer::Seat(position.seat_of(position.dealt.len()));
        match m {
            Move::Deal(_) if viewer != owner && !position.options.open => Move::Hidden,
            _ => m,
        }
    }

    fn reveal(position: &State) -> Option<String> {
        let cards = position.dealt[position.laid_open()].iter().map(|(card, _)| card.to_string());
        let word = cards.collect::<Vec<_>>().join(",");
        (!word.is_empty()).then_some(word)
    }
}

/// Imagines the cards that a viewer does not see.
pub struct Imagination(View);

impl Sampler<State> for Imagination {
    fn sample<R: Rng + ?Sized>(&mut self, rng: &mut R) -> State {
        let view = &self.0;
        let is_known = |card| view.cards.iter().any(|&(known, _)| known == Some(card));
        let mut hidden: Vec<u8> =
            (1..=view.options.n_cards).filter(|&card| !is_known(card)).collect();
        let mut imagine = || hidden.swap_remove(random_index(rng, hidden.len()));
        let card = |&(card, kept): &(Option<u8>, _)| (card.unwrap_or_else(&mut imagine), kept);
        State { options: view.options.clone(), dealt: view.cards.iter().map(card).collect() }
    }
}

impl Imperfect for Cards {
    type Sampler = Imagination;

    fn sampler(view: &View) -> Imagination {
        Imagination(view.clone())
    }

    fn follow(view: &View, look: Move, revealed: Option<&str>) -> Result<View, Illegal> {
        let mut next = view.clone();
        let state = view.state();
        match (state.turn(), look) {
            (Turn::Chance, Move::Hidden) => next.cards.push((None, None)),
            (_, Move::Deal(card)) if state.is_legal(look) => next.cards.push((Some(card), None)),
            (Turn::Player(_), Move::Keep | Move::Pass) => {
                next.cards.last_mut().unwrap().1 = Some(look == Move::Keep);
            }
            _ => return Err(Illegal::new("not-now", format!("{look} is not possible now"))),
        }
        next.learn(revealed)?;
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use tilewright_testkit::check_samples;

    use super::*;

    /// What is tested here of views and secrets is worth as much as those of the toy.
    #[test]
    fn the_views_of_the_toy_can_be_followed() {
        for options in [
            Options::default(),
            Options { seats: Some(3), limit: None, ..Options::default() },
            Options { open: true, ..Options::default() },
        ] {
            check_samples::<Cards>(&options, 1, 50);
        }
    }
}
