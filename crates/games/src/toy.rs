//! A small game with chance, secrets and every kind of option, for the tests of this crate.
//!
//! In turn, a seat is dealt a card that only it sees, and keeps it for a point or passes. The game
//! ends when the cards are all dealt, or when somebody has as many points as the limit says.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tilewright_core::{
    Benchmark, BySeat, Game, Illegal, Ink, MoveOf, OptionInfo, OptionsError, Outcome,
    ParseMoveError, ParsePositionError, Position, Seat, Turn, Viewer, parse_options,
};

use crate::{GameId, Table};

pub(crate) struct Cards;

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
pub(crate) struct Options {
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
pub(crate) struct State {
    options: Options,
    dealt: Vec<(u8, Option<bool>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Move {
    Deal(u8),
    Hidden,
    Keep,
    Pass,
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

    const NOTATION: &'static str = "keep, pass\n";
    const HAS_SECRETS: bool = true;
    const BENCHMARKS: &'static [Benchmark] =
        &[Benchmark { name: "open", options: &[("open", "on"), ("seats", "3")], perft_depth: 3 }];

    type Options = Options;
    type Position = State;
    type View = Vec<Option<u8>>;
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

    fn view(position: &State, viewer: Viewer) -> Vec<Option<u8>> {
        let cards = position.dealt.iter().enumerate();
        let is_seen = |i| position.options.open || viewer == Viewer::Seat(position.seat_of(i));
        cards.map(|(i, &(card, _))| is_seen(i).then_some(card)).collect()
    }

    fn move_view(_: &State, m: Move) -> String {
        format!("move {m}")
    }

    fn draw(view: &Vec<Option<u8>>, _: Ink) -> String {
        format!("{view:?}\n")
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
}
