//! The toy game of the tests: small, with chance, secrets, any number of seats, every kind of
//! option, a symmetry, and a place to plant bugs.
//!
//! In turn, a seat is dealt a card that only it sees, and keeps it for a point or passes, which
//! lays it open. The game ends when the cards are all dealt, or when somebody has as many points as
//! the limit says; then all cards are laid open. If passed cards return to the deck, positions can
//! recur, and the game also ends when one occurs as often as `returns` says.

mod bug;
mod view;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tilewright_core::{
    BySeat, Game, Illegal, OptionInfo, OptionsError, Outcome, ParseMoveError, ParsePositionError,
    Position, Rng, Seat, Symmetric, Turn, VariantInfo, Viewer, parse_options, random_index,
};

use self::bug::has;
pub use self::bug::{Bug, message_with};
pub use self::view::{CardSampler, CardView};

/// The toy game.
pub type Cards = CardsClaiming<true>;

/// The game with its claim about secrets: a constant cannot depend on the bug of the moment.
#[derive(Debug)]
pub struct CardsClaiming<const HAS_SECRETS: bool>;

/// The options of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct CardOptions {
    /// The number of seats: two if it is not given.
    pub seats: Option<u8>,
    /// The number of cards, which are numbered from 1.
    pub n_cards: u8,
    /// Everybody sees every card.
    #[serde(skip_serializing_if = "is_unwritten")]
    pub open: bool,
    /// The points that end the game.
    pub limit: Option<u8>,
    /// The points that every seat begins with.
    pub bonus: Option<i8>,
    /// The occurrence of a position that ends the game; passed cards then return to the deck.
    pub returns: Option<u8>,
}

/// Returns whether the option is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_unwritten(_: &bool) -> bool {
    has(Bug::OptionUnwritten)
}

impl Default for CardOptions {
    fn default() -> CardOptions {
        let n_cards = 6;
        CardOptions {
            seats: None,
            n_cards,
            open: false,
            limit: Some(2),
            bonus: None,
            returns: None,
        }
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardMove {
    /// Chance deals this card.
    Deal(u8),
    /// Chance deals a card that the viewer does not see.
    Hidden,
    /// The seat keeps its card.
    Keep,
    /// The seat passes.
    Pass,
}

use CardMove::{Deal, Hidden, Keep, Pass};

/// The parts of a move.
#[derive(Debug, Serialize)]
pub struct CardParts {
    card: Option<u8>,
}

/// A position: the options with defaults filled in, and the dealt cards, each with its fate: kept,
/// passed, or not decided.
#[derive(Clone, Debug)]
pub struct Deck {
    options: CardOptions,
    dealt: Vec<(u8, Option<bool>)>,
    /// The number of decided cards: kept, so that the end is found without a look at them.
    n_decided: usize,
    /// True if the last decision was that of the last card.
    is_done: bool,
    key: u64,
    /// The keys of the earlier positions.
    history: Vec<u64>,
}

/// Count, key and history follow from the rest or are no part of the state.
impl PartialEq for Deck {
    fn eq(&self, other: &Deck) -> bool {
        self.options == other.options && self.dealt == other.dealt
    }
}

impl Eq for Deck {}

impl Deck {
    fn new(options: &CardOptions) -> Result<Deck, OptionsError> {
        let seats = options.seats.unwrap_or(2);
        if !(1..=6).contains(&seats) {
            return Err(OptionsError::new(format!("cards are for 1 to 6 seats, not {seats}")));
        }
        if options.n_cards == 0 {
            return Err(OptionsError::new("there are 1 to 255 cards"));
        }
        let options = CardOptions { seats: Some(seats), ..options.clone() };
        Ok(Deck::with(options, Vec::new()))
    }

    /// Returns the position with these cards, and computes what follows from them.
    fn with(options: CardOptions, dealt: Vec<(u8, Option<bool>)>) -> Deck {
        let n_decided = dealt.iter().filter(|card| card.1.is_some()).count();
        let is_done = n_decided == usize::from(options.n_cards);
        let mut deck = Deck { options, dealt, n_decided, is_done, key: 0, history: Vec::new() };
        deck.key = (0..deck.dealt.len()).fold(0, |key, index| key ^ deck.card_key(index));
        deck
    }

    fn n_seats(&self) -> usize {
        usize::from(self.options.seats.expect("the options are filled in"))
    }

    fn n_cards(&self) -> usize {
        usize::from(self.options.n_cards)
    }

    fn seat_of(&self, index: usize) -> Seat {
        Seat::new(index % self.n_seats()).expect("there are at most six seats")
    }

    fn is_dealt(&self, card: u8) -> bool {
        self.dealt.iter().any(|dealt| dealt.0 == card)
    }

    /// Returns the card on which a seat has to decide.
    fn undecided(&self) -> Option<u8> {
        self.dealt.last().filter(|card| card.1.is_none()).map(|card| card.0)
    }

    fn n_kept(&self, seat: Seat) -> usize {
        let cards = self.dealt.iter().enumerate();
        cards.filter(|card| self.seat_of(card.0) == seat && card.1.1 == Some(true)).count()
    }

    fn is_won(&self) -> bool {
        let limit = self.options.limit.map_or(usize::MAX, usize::from);
        Seat::first(self.n_seats()).any(|seat| self.n_kept(seat) >= limit)
    }

    fn is_repeated(&self) -> bool {
        let n_times = 1 + self.history.iter().filter(|&&key| key == self.key).count();
        self.options.returns.is_some_and(|limit| n_times >= usize::from(limit))
    }

    fn is_over(&self) -> bool {
        self.undecided().is_none() && (self.is_done || self.is_won() || self.is_repeated())
    }

    /// Returns the cards that are laid open when this position is reached.
    fn laid_open(&self) -> Range<usize> {
        let n_dealt = self.dealt.len();
        match self.dealt.last() {
            _ if self.options.open => n_dealt..n_dealt,
            _ if self.is_over() => 0..n_dealt,
            Some((_, Some(false))) => n_dealt - 1..n_dealt,
            _ => n_dealt..n_dealt,
        }
    }

    /// Returns the part of the key that one card and its fate make.
    fn card_key(&self, index: usize) -> u64 {
        let (card, kept) = self.dealt[index];
        let fate = kept.map_or(0, |kept| 1 + u64::from(kept));
        hash((index as u64) << 16 | u64::from(card) << 8 | fate)
    }

    fn decide(&mut self, m: CardMove) {
        let index = self.dealt.len() - 1;
        if !has(Bug::KeyNotUpdated) {
            self.key ^= self.card_key(index);
        }
        if m == Pass && self.options.returns.is_some() {
            self.dealt.pop();
            return;
        }
        self.dealt[index].1 = Some(m == Keep);
        self.n_decided += 1;
        self.is_done = self.n_decided == self.n_cards();
        self.key ^= self.card_key(index);
    }

    fn take_back_decision(&mut self, m: CardMove, card: u8) {
        if m == Pass && self.options.returns.is_some() {
            self.dealt.push((card, None));
            return;
        }
        self.dealt.last_mut().expect("a card was decided").1 = None;
        self.n_decided -= usize::from(!has(Bug::UndoForgetsTheCount));
        self.is_done = false;
    }
}

/// Returns a number that looks random, always the same for the same part of a position.
fn hash(part: u64) -> u64 {
    let mixed = (part + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 27
}

/// The key before a move, and the card on which the move decides.
#[derive(Clone, Copy, Debug)]
pub struct CardUndo {
    key: u64,
    card: u8,
}

impl Position for Deck {
    type Move = CardMove;
    type Undo = CardUndo;

    fn n_seats(&self) -> usize {
        self.n_seats()
    }

    fn turn(&self) -> Turn {
        if self.undecided().is_some() {
            return Turn::Player(self.seat_of(self.dealt.len() - 1));
        }
        let is_too_early = has(Bug::OverTooEarly) && self.n_decided + 1 == self.n_cards();
        if !self.is_over() && !is_too_early {
            return Turn::Chance;
        }
        let scores = self.scores();
        let is_wrong = has(Bug::OutcomeWithOtherScores);
        Turn::Over(Outcome::by_score(if is_wrong { scores.map(|score| score + 1) } else { scores }))
    }

    fn legal_moves(&self, moves: &mut Vec<CardMove>) {
        if self.undecided().is_some() {
            moves.push(Keep);
            if has(Bug::MoveListedTwice) {
                moves.push(Keep);
            }
            let is_missing = has(Bug::LegalMoveMissing) && self.n_decided == 2;
            if self.is_legal(Pass) && !is_missing {
                moves.push(Pass);
            }
        } else if !self.is_over() {
            let is_listed = |&card: &u8| !self.is_dealt(card) || has(Bug::IllegalMoveListed);
            moves.extend((1..=self.options.n_cards).filter(is_listed).map(Deal));
        }
    }

    fn n_legal_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() + usize::from(has(Bug::CountOneTooMany) && moves.len() == 2)
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<CardMove> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let is_blind = has(Bug::NoRandomMove) && moves.len() == 1;
        (!moves.is_empty() && !is_blind).then(|| moves[random_index(rng, moves.len())])
    }

    fn quick_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<CardMove> {
        self.random_move(rng).filter(|&m| !has(Bug::NoQuickMove) || m != Keep)
    }

    fn play_out<R: Rng + ?Sized>(&mut self, rng: &mut R) -> usize {
        let n_left = usize::from(has(Bug::PlayOutStopsEarly));
        let mut n_moves = 0;
        while self.n_decided + n_left < self.n_cards()
            && let Some(m) = self.random_move(rng)
        {
            self.play_unchecked(m);
            n_moves += 1;
        }
        if has(Bug::PlayOutCountsWrong) { n_moves + 1 } else { n_moves }
    }

    fn play_unchecked(&mut self, m: CardMove) -> CardUndo {
        let undo = CardUndo { key: self.key, card: self.undecided().unwrap_or_default() };
        self.history.push(self.key);
        match m {
            Deal(card) => {
                self.dealt.push((card, None));
                self.key ^= self.card_key(self.dealt.len() - 1);
            }
            Keep | Pass => self.decide(m),
            Hidden => unreachable!("never legal"),
        }
        undo
    }

    fn undo(&mut self, m: CardMove, undo: CardUndo) {
        match m {
            Deal(_) => {
                self.n_decided += usize::from(has(Bug::UndoOfADealSpoilsTheCount));
                if !(has(Bug::UndoForgetsACard) && self.dealt.len() == self.n_cards()) {
                    self.dealt.pop();
                }
            }
            _ => self.take_back_decision(m, undo.card),
        }
        if !has(Bug::UndoForgetsHistory) {
            self.history.pop();
        }
        self.key = undo.key;
    }

    fn is_legal(&self, m: CardMove) -> bool {
        match m {
            Deal(card) => {
                let is_turn = self.undecided().is_none() && !self.is_over();
                is_turn && (1..=self.options.n_cards).contains(&card) && !self.is_dealt(card)
            }
            // The bug: a move depends on the card of the other seat.
            Pass if has(Bug::MovesLeak) && self.dealt.len() == 2 && self.dealt[0].0 == 1 => false,
            Keep | Pass => self.undecided().is_some(),
            Hidden => false,
        }
    }

    fn explain(&self, m: CardMove) -> Result<(), Illegal> {
        if self.is_legal(m) || has(Bug::ExplainForgetsARule) && self.n_decided == 2 {
            return Ok(());
        }
        let is_silent = has(Bug::ExplainGivesNoReason);
        let reason = if is_silent { String::new() } else { format!("{m} is not possible now") };
        let is_dealt_twice = matches!(m, Deal(card) if self.is_dealt(card));
        let rule = match self.turn() {
            _ if has(Bug::ExplainGivesAnotherReason) => "dealt",
            Turn::Over(_) => "game-over",
            Turn::Chance if is_dealt_twice => "dealt",
            Turn::Chance | Turn::Player(_) => "not-now",
        };
        Err(Illegal::new(rule, reason))
    }

    fn play(&mut self, m: CardMove) -> Result<(), Illegal> {
        if let Err(illegal) = self.explain(m) {
            if has(Bug::RefusalChangesThePosition) && self.dealt.len() > 1 {
                self.dealt.pop();
            }
            return Err(illegal);
        }
        self.play_unchecked(m);
        if has(Bug::PlayForgetsTheCard) && self.dealt.len() == 2 {
            self.dealt.pop();
        }
        Ok(())
    }

    fn scores(&self) -> BySeat<i32> {
        let bonus = i32::from(self.options.bonus.unwrap_or_default());
        let leak = i32::from(has(Bug::ScoresLeak) && self.undecided() == Some(1));
        BySeat::from_fn(self.n_seats(), |seat| bonus + leak + self.n_kept(seat) as i32)
    }

    fn key(&self) -> u64 {
        match self.key {
            _ if has(Bug::KeyConstant) => 7,
            key if has(Bug::KeyOfFewBits) => key & !(1 << 40),
            key => key,
        }
    }
}

/// The options, then the cards: `seats=2 … : 4k 2p 5`.
impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CardOptions { n_cards, open, limit, bonus, returns, .. } = self.options;
        let open = if open { "on" } else { "off" };
        write!(f, "seats={} n-cards={n_cards} open={open}", self.n_seats())?;
        write!(f, " limit={}", limit.map_or("off".to_owned(), |limit| limit.to_string()))?;
        write!(f, " bonus={}", bonus.map_or("off".to_owned(), |bonus| bonus.to_string()))?;
        if let Some(n_times) = returns.filter(|_| !has(Bug::TextForgetsAnOption)) {
            write!(f, " returns={n_times}")?;
        }
        f.write_str(" :")?;
        let n_written = self.dealt.len() - usize::from(has(Bug::TextForgetsACard) && self.is_done);
        for (card, kept) in &self.dealt[..n_written] {
            write!(f, " {card}{}", kept.map_or("", |kept| if kept { "k" } else { "p" }))?;
        }
        Ok(())
    }
}

impl FromStr for Deck {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Deck, ParsePositionError> {
        if has(Bug::ParserPanicsAtOtherLetters) {
            assert!(text.is_ascii(), "these are other letters");
        }
        let wrong = || match () {
            () if has(Bug::ErrorIsASentence) => ParsePositionError::new("These are no cards."),
            () if has(Bug::ErrorRepeatsTheText) => ParsePositionError::new(text),
            () => ParsePositionError::new("these are no cards"),
        };
        let (options, cards) = text.split_once(" :").ok_or_else(wrong)?;
        let pairs = options.split(' ').filter_map(|pair| pair.split_once('='));
        let options: CardOptions = parse_options(pairs).map_err(|_| wrong())?;
        let options = Deck::new(&options).map_err(|_| wrong())?.options;
        let dealt: Option<Vec<_>> = cards.split_whitespace().map(read_card).collect();
        let deck = Deck::with(options, dealt.ok_or_else(wrong)?);
        let is_possible = deck.is_possible() || has(Bug::TextWithAnyCardsRead);
        if is_possible { Ok(deck) } else { Err(wrong()) }
    }
}

impl Deck {
    /// Returns whether every card is there once, and decided but for the last, in a game that was
    /// not over before.
    fn is_possible(&self) -> bool {
        let mut earlier = Deck::with(self.options.clone(), Vec::new());
        self.dealt.iter().all(|&(card, kept)| {
            let is_legal = earlier.is_legal(Deal(card));
            let is_returned = kept == Some(false) && self.options.returns.is_some();
            earlier =
                Deck::with(earlier.options.clone(), [&earlier.dealt[..], &[(card, kept)]].concat());
            is_legal && !is_returned
        })
    }
}

fn read_card(text: &str) -> Option<(u8, Option<bool>)> {
    let number = text.strip_suffix(['k', 'p']).unwrap_or(text);
    let kept = (number.len() < text.len()).then(|| text.ends_with('k'));
    Some((number.parse().ok()?, kept))
}

impl fmt::Display for CardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deal(card) => write!(f, "deal:{card}"),
            Hidden => f.write_str("deal:?"),
            Keep => f.write_str("keep"),
            Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for CardMove {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<CardMove, ParseMoveError> {
        match text {
            "keep" => Ok(Keep),
            "pass" => Ok(Pass),
            "deal:?" => Ok(Hidden),
            _ if has(Bug::MoveReadWithAnySuffix) && text.starts_with("pass") => Ok(Pass),
            _ => text
                .strip_prefix("deal:")
                .and_then(|card| card.parse().ok())
                .map(Deal)
                .ok_or_else(|| ParseMoveError::new(text, "keep or pass")),
        }
    }
}

impl<const HAS_SECRETS: bool> Game for CardsClaiming<HAS_SECRETS> {
    const SLUG: &'static str = "cards";
    const NAME: &'static str = "Cards";
    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo { name: "seats", values: "1 to 6", help: "how many play (2)" },
        OptionInfo { name: "n-cards", values: "1 to 255", help: "how many cards there are" },
        OptionInfo { name: "open", values: "on | off", help: "whether all see all cards" },
        OptionInfo { name: "limit", values: "off | 1 to 255", help: "the points that end it" },
        OptionInfo { name: "bonus", values: "off | -128 to 127", help: "points to begin with" },
        OptionInfo { name: "returns", values: "off | 2 to 255", help: "passed cards return" },
    ];
    const VARIANTS: &'static [VariantInfo] = &[VariantInfo {
        name: "",
        title: "Cards",
        help: "keep or pass",
        min_seats: 1,
        max_seats: 6,
    }];
    const NOTATION: &'static str = "keep, pass\n";
    const HAS_SECRETS: bool = HAS_SECRETS;
    const PERFT_OPTIONS: &'static [(&'static str, &'static str)] = &[("n-cards", "4")];

    type Options = CardOptions;
    type Position = Deck;
    type View = CardView;
    type MoveParts = CardParts;
    type MoveView = String;

    fn start(options: &CardOptions) -> Result<Deck, OptionsError> {
        Deck::new(options)
    }

    fn options(position: &Deck) -> CardOptions {
        if has(Bug::OptionsForgotten) { CardOptions::default() } else { position.options.clone() }
    }

    fn view(position: &Deck, viewer: Viewer) -> CardView {
        CardView::of(position, viewer)
    }

    fn mover(view: &CardView) -> Option<String> {
        view.deck().turn().seat().map(|seat| format!("player {seat}"))
    }

    fn move_parts(m: CardMove) -> CardParts {
        let card = if let Deal(card) = m { Some(card) } else { None };
        CardParts { card }
    }

    fn move_view(_: &Deck, m: CardMove) -> String {
        format!("move {m}")
    }

    /// In capitals too, so that there is more than one notation.
    fn parse_move(_: &Deck, text: &str) -> Result<CardMove, ParseMoveError> {
        let m = text.to_lowercase().parse()?;
        Ok(if has(Bug::ParseMoveReadsAnother) && m == Keep { Pass } else { m })
    }

    fn redact(position: &Deck, m: CardMove, viewer: Viewer) -> CardMove {
        let Deal(card) = m else { return m };
        let owner = Viewer::Seat(position.seat_of(position.dealt.len()));
        let leaks = has(Bug::LookLeaks) && position.dealt.first().is_some_and(|it| it.0 > card)
            || has(Bug::EverythingLooksAsItIs);
        if viewer == owner || position.options.open || leaks { m } else { Hidden }
    }

    fn reveal(position: &Deck) -> Option<String> {
        if has(Bug::RevealOfNothing) {
            return Some(String::new());
        }
        let is_silent =
            has(Bug::EverythingLooksAsItIs) || has(Bug::RevealSaysTooLittle) && !position.is_over();
        let laid_open = position.laid_open();
        let cards = position.dealt[laid_open].iter().map(|(card, _)| card.to_string());
        let separator = if has(Bug::RevealWithASpace) { ", " } else { "," };
        let word = cards.collect::<Vec<_>>().join(separator);
        (!word.is_empty() && !is_silent).then_some(word)
    }
}

/// The cards as they are, or numbered from the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardSymmetry {
    /// Every card as it is.
    Identity,
    /// The lowest card for the highest, and so on.
    Mirror,
}

impl Symmetric for Deck {
    type Symmetry = CardSymmetry;

    fn symmetries(&self) -> Vec<CardSymmetry> {
        let all = vec![CardSymmetry::Identity, CardSymmetry::Mirror];
        if has(Bug::NoIdentity) { vec![CardSymmetry::Mirror] } else { all }
    }

    fn transform(&self, symmetry: CardSymmetry) -> Deck {
        let mirrored = |&(card, kept): &(u8, _)| (self.options.n_cards - (card - 1), kept);
        match symmetry {
            CardSymmetry::Identity => Deck::with(self.options.clone(), self.dealt.clone()),
            CardSymmetry::Mirror => {
                Deck::with(self.options.clone(), self.dealt.iter().map(mirrored).collect())
            }
        }
    }

    fn transform_move(&self, m: CardMove, symmetry: CardSymmetry) -> CardMove {
        match (symmetry, m) {
            (_, Deal(1)) if has(Bug::MirrorForgetsAMove) => m,
            (CardSymmetry::Mirror, Deal(card)) => Deal(self.options.n_cards - (card - 1)),
            _ => m,
        }
    }
}
