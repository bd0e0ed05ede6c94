//! A small game with everything a game can have, and a place to plant bugs.
//!
//! Two seats are dealt one hidden card each and then mark the cells of a row in turn. A pair of
//! neighboring cells with the same mark is a point; at the end the cards are shown and count. If
//! passing is allowed, the third occurrence of a position ends the game. With a hint, everybody
//! learns whether the first card is high when two cells are left.

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tilewright_core::{
    Benchmark, BySeat, Game, Illegal, Imperfect, Ink, OptionInfo, OptionsError, Outcome,
    ParseMoveError, ParsePositionError, Position, Rng, Sampler, Seat, Symmetric, Turn, VariantInfo,
    Viewer, random_index,
};

const MAX_CELLS: u8 = 9;
const MAX_CARDS: u8 = 9;
/// The highest card that is not called high.
const MAX_LOW_CARD: u8 = 2;
const SEATS: [Seat; 2] = [Seat::new(0).unwrap(), Seat::new(1).unwrap()];

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bug {
    None,
    OverTooEarly,
    OutcomeWithOtherScores,
    MoveListedTwice,
    CountOneTooMany,
    NoRandomMove,
    NoQuickMove,
    IllegalMoveListed,
    LegalMoveMissing,
    ExplainForgetsARule,
    ExplainGivesNoReason,
    RefusalChangesThePosition,
    ParseMoveReadsAnother,
    TextForgetsACard,
    TextForgetsAnOption,
    KeyNotUpdated,
    KeyConstant,
    KeyOfFewBits,
    UndoForgetsAMark,
    UndoForgetsHistory,
    UndoForgetsTheCount,
    UndoOfADealSpoilsTheCount,
    PlayForgetsTheTurn,
    PlayOutStopsEarly,
    PlayOutCountsWrong,
    DrawingWithoutLineEnd,
    DrawingWithColors,
    OptionsForgotten,
    OptionUnwritten,
    ViewUnreadable,
    ViewLeaksAtOnce,
    ViewLeaksLater,
    LookLeaks,
    EverythingLooksAsItIs,
    MovesLeak,
    MirrorForgetsAMove,
    NoIdentity,
    SampleOfAnotherView,
    SampleWithWrongKey,
    ScoresLeak,
    RevealSaysTooLittle,
    RevealWithASpace,
    RevealOfNothing,
    FollowForgetsTheTurn,
    FollowForgetsWhatIsRevealed,
    FollowRefusesTheLastMove,
    FollowPanicsAtTheFamiliar,
}

thread_local! {
    // A type for each bug would be prettier, but the battery would be compiled for each of them.
    static BUG: Cell<Bug> = const { Cell::new(Bug::None) };
}

/// The message of the panic that `check` ends with when the game has this bug.
pub(crate) fn message_with(bug: Bug, check: impl FnOnce()) -> String {
    BUG.set(bug);
    let result = catch_unwind(AssertUnwindSafe(check));
    BUG.set(Bug::None);
    let payload = result.expect_err("nothing was found");
    *payload.downcast::<String>().expect("checks panic with a message")
}

/// Whether the game has this bug now.
fn has(bug: Bug) -> bool {
    BUG.get() == bug
}

/// The game.
pub(crate) type Toy = ToyClaiming<true>;

/// The game with what it claims about secrets: a constant cannot depend on the bug of the moment.
pub(crate) struct ToyClaiming<const HAS_SECRETS: bool>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ToyOptions {
    pub cells: u8,
    pub cards: u8,
    #[serde(skip_serializing_if = "is_unwritten")]
    pub may_pass: bool,
    pub hint: bool,
}

/// Whether the option is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_unwritten(_: &bool) -> bool {
    has(Bug::OptionUnwritten)
}

/// Whether a part of the view is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_unreadable(_: &bool) -> bool {
    has(Bug::ViewUnreadable)
}

impl Default for ToyOptions {
    fn default() -> ToyOptions {
        ToyOptions { cells: 7, cards: 5, may_pass: false, hint: false }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum ToyMove {
    Deal(u8),
    HiddenDeal,
    Mark(u8),
    Pass,
}

impl fmt::Display for ToyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToyMove::Deal(card) => write!(f, "deal:{card}"),
            ToyMove::HiddenDeal => f.write_str("deal:?"),
            ToyMove::Mark(cell) => write!(f, "{}", char::from(b'a' + cell)),
            ToyMove::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for ToyMove {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<ToyMove, ParseMoveError> {
        match text.as_bytes() {
            b"deal:?" => Ok(ToyMove::HiddenDeal),
            b"pass" => Ok(ToyMove::Pass),
            [b'd', b'e', b'a', b'l', b':', digit @ b'1'..=b'9'] => Ok(ToyMove::Deal(digit - b'0')),
            [letter @ b'a'..=b'i'] => Ok(ToyMove::Mark(letter - b'a')),
            _ => Err(ParseMoveError::new(text, "it is neither a cell nor a deal")),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Row {
    options: ToyOptions,
    marks: [Option<Seat>; MAX_CELLS as usize],
    cards: BySeat<Option<u8>>,
    to_move: Seat,
    /// How many cells are marked: kept, so that the end is found without looking at the row.
    n_marked: u8,
    /// Whether the last mark was the last cell's.
    is_full: bool,
    key: u64,
    /// The keys of the earlier positions.
    history: Vec<u64>,
}

/// Counts, key and history follow from the rest or are no part of the state.
impl PartialEq for Row {
    fn eq(&self, other: &Row) -> bool {
        (self.options, self.marks, self.cards, self.to_move)
            == (other.options, other.marks, other.cards, other.to_move)
    }
}

impl Eq for Row {}

impl Row {
    fn new(options: ToyOptions) -> Result<Row, OptionsError> {
        if !(3..=MAX_CELLS).contains(&options.cells) {
            return Err(OptionsError::new("a row has 3 to 9 cells"));
        }
        if !(2..=MAX_CARDS).contains(&options.cards) {
            return Err(OptionsError::new("there are 2 to 9 cards"));
        }
        Ok(Row {
            options,
            marks: [None; MAX_CELLS as usize],
            cards: BySeat::from([None, None]),
            to_move: SEATS[0],
            n_marked: 0,
            is_full: false,
            key: 0,
            history: Vec::new(),
        })
    }

    fn row(&self) -> &[Option<Seat>] {
        &self.marks[..usize::from(self.options.cells)]
    }

    fn n_free(&self) -> usize {
        self.row().iter().filter(|mark| mark.is_none()).count()
    }

    fn is_free(&self, cell: u8) -> bool {
        let other = self.to_move.next(2);
        // The bug: what one may mark depends on a card that one cannot see.
        let is_forbidden = has(Bug::MovesLeak)
            && self.n_free() > 1
            && self.cards[other].is_some_and(|card| card == cell + 1);
        self.row().get(usize::from(cell)) == Some(&None) && !is_forbidden
    }

    fn is_dealt(&self, card: u8) -> bool {
        self.cards.iter().any(|&dealt| dealt == Some(card))
    }

    /// The seat that gets the next card.
    fn undealt(&self) -> Option<Seat> {
        SEATS.into_iter().find(|&seat| self.cards[seat].is_none())
    }

    fn is_repeated(&self) -> bool {
        let n_earlier = self.history.iter().filter(|&&key| key == self.key).count();
        self.options.may_pass && n_earlier >= 2
    }

    fn is_over(&self) -> bool {
        let is_too_early = has(Bug::OverTooEarly) && self.n_free() == 1;
        self.undealt().is_none() && (self.is_full || is_too_early || self.is_repeated())
    }

    /// Whether the first card is high, once two cells are left and if there is a hint.
    fn hint(&self) -> Option<bool> {
        let is_given = self.options.hint || has(Bug::ViewLeaksLater);
        let card = self.cards[SEATS[0]].filter(|_| is_given && self.n_free() <= 2)?;
        Some(card > MAX_LOW_CARD)
    }

    fn recompute_key(&mut self) {
        let mut key = turn_hash(self.to_move);
        for (cell, mark) in self.row().iter().enumerate() {
            key ^= mark.map_or(0, |seat| hash(1, cell as u64, seat));
        }
        for seat in SEATS {
            key ^= self.cards[seat].map_or(0, |card| hash(2, card.into(), seat));
        }
        self.key = key;
    }

    fn deal(&mut self, card: u8) {
        let seat = self.undealt().expect("a deal is legal while somebody has no card");
        self.cards[seat] = Some(card);
        self.key ^= hash(2, card.into(), seat);
    }

    fn mark(&mut self, cell: u8) {
        self.marks[usize::from(cell)] = Some(self.to_move);
        self.n_marked += 1;
        self.is_full = self.n_marked == self.options.cells;
        if !(has(Bug::KeyNotUpdated) && cell == 2) {
            self.key ^= hash(1, cell.into(), self.to_move);
        }
    }

    fn pass_the_turn(&mut self) {
        self.key ^= turn_hash(self.to_move);
        self.to_move = self.to_move.next(2);
        self.key ^= turn_hash(self.to_move);
    }
}

/// A number that looks random, always the same for the same part of a position.
fn hash(kind: u64, value: u64, seat: Seat) -> u64 {
    let mixed = (kind << 16 | value << 8 | seat.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 27
}

/// Nothing for the first seat, so that the key of the first position is 0.
fn turn_hash(seat: Seat) -> u64 {
    if seat == SEATS[0] { 0 } else { hash(3, 0, seat) }
}

impl Position for Row {
    type Move = ToyMove;
    type Undo = u64;

    fn n_seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.undealt().is_some() {
            return Turn::Chance;
        }
        if !self.is_over() {
            return Turn::Player(self.to_move);
        }
        let scores = self.scores();
        let is_wrong = has(Bug::OutcomeWithOtherScores);
        Turn::Over(Outcome::by_score(if is_wrong { scores.map(|score| -score) } else { scores }))
    }

    fn legal_moves(&self, moves: &mut Vec<ToyMove>) {
        if self.undealt().is_some() {
            let cards = (1..=self.options.cards).filter(|&card| !self.is_dealt(card));
            moves.extend(cards.map(ToyMove::Deal));
            return;
        }
        if self.is_full || self.is_repeated() {
            return;
        }
        let is_missing = |cell| has(Bug::LegalMoveMissing) && cell == 1 && self.n_free() == 3;
        let cells = 0..self.options.cells;
        moves.extend(
            cells.filter(|&cell| self.is_free(cell) && !is_missing(cell)).map(ToyMove::Mark),
        );
        if self.options.may_pass {
            moves.push(ToyMove::Pass);
        }
        if has(Bug::IllegalMoveListed) && self.marks[3].is_some() {
            moves.push(ToyMove::Mark(3));
        }
        if has(Bug::MoveListedTwice) && self.is_free(3) {
            moves.push(ToyMove::Mark(3));
        }
    }

    fn n_legal_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() + usize::from(has(Bug::CountOneTooMany) && moves.len() == 2)
    }

    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<ToyMove> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let is_blind = has(Bug::NoRandomMove) && moves.len() == 1;
        (!moves.is_empty() && !is_blind).then(|| moves[random_index(rng, moves.len())])
    }

    fn quick_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<ToyMove> {
        self.random_move(rng).filter(|&m| !has(Bug::NoQuickMove) || m != ToyMove::Mark(2))
    }

    fn play_out<R: Rng + ?Sized>(&mut self, rng: &mut R) -> usize {
        let n_left = usize::from(has(Bug::PlayOutStopsEarly));
        let mut n_moves = 0;
        while self.n_free() > n_left
            && let Some(m) = self.random_move(rng)
        {
            self.play_unchecked(m);
            n_moves += 1;
        }
        if has(Bug::PlayOutCountsWrong) { n_moves + 1 } else { n_moves }
    }

    fn play_unchecked(&mut self, m: ToyMove) -> u64 {
        let key = self.key;
        self.history.push(key);
        match m {
            ToyMove::Deal(card) => self.deal(card),
            ToyMove::Mark(cell) => {
                self.mark(cell);
                self.pass_the_turn();
            }
            ToyMove::Pass | ToyMove::HiddenDeal => self.pass_the_turn(),
        }
        key
    }

    fn undo(&mut self, m: ToyMove, key: u64) {
        match m {
            ToyMove::Deal(card) => {
                let holder = SEATS.into_iter().find(|&seat| self.cards[seat] == Some(card));
                self.cards[holder.expect("the card was dealt")] = None;
                self.n_marked += u8::from(has(Bug::UndoOfADealSpoilsTheCount));
            }
            ToyMove::Mark(cell) => {
                if !(has(Bug::UndoForgetsAMark) && self.n_free() == 0) {
                    self.marks[usize::from(cell)] = None;
                }
                self.n_marked -= u8::from(!has(Bug::UndoForgetsTheCount));
                self.is_full = false;
                self.to_move = self.to_move.next(2);
            }
            ToyMove::Pass | ToyMove::HiddenDeal => self.to_move = self.to_move.next(2),
        }
        if !has(Bug::UndoForgetsHistory) {
            self.history.pop();
        }
        self.key = key;
    }

    fn is_legal(&self, m: ToyMove) -> bool {
        match (self.turn(), m) {
            (Turn::Chance, ToyMove::Deal(card)) => {
                card <= self.options.cards && !self.is_dealt(card)
            }
            (Turn::Player(_), ToyMove::Mark(cell)) => self.is_free(cell),
            (Turn::Player(_), ToyMove::Pass) => self.options.may_pass,
            _ => false,
        }
    }

    fn explain(&self, m: ToyMove) -> Result<(), Illegal> {
        if self.is_legal(m) || has(Bug::ExplainForgetsARule) && self.n_free() == 2 {
            return Ok(());
        }
        Err(match (self.turn(), m) {
            (Turn::Over(_), _) => Illegal::game_over(),
            (Turn::Player(_), ToyMove::Mark(_)) => {
                let is_silent = has(Bug::ExplainGivesNoReason);
                Illegal::new("occupied", if is_silent { "" } else { "the cell is marked" })
            }
            (Turn::Chance, ToyMove::Deal(_)) => Illegal::new("dealt", "somebody has that card"),
            (_, ToyMove::HiddenDeal) => Illegal::new("hidden", "nobody knows which card it is"),
            _ => Illegal::new("not-now", "it is not the time for this"),
        })
    }

    fn play(&mut self, m: ToyMove) -> Result<(), Illegal> {
        if let Err(illegal) = self.explain(m) {
            if has(Bug::RefusalChangesThePosition) && self.n_free() == 2 {
                self.pass_the_turn();
            }
            return Err(illegal);
        }
        self.play_unchecked(m);
        if has(Bug::PlayForgetsTheTurn) && self.n_free() == 2 {
            self.pass_the_turn();
        }
        Ok(())
    }

    fn scores(&self) -> BySeat<i32> {
        let n_pairs = |seat| {
            let pairs = self.row().windows(2);
            pairs.filter(|pair| pair[0] == Some(seat) && pair[1] == Some(seat)).count() as i32
        };
        let shown_card =
            |seat| if self.is_over() { self.cards[seat].map_or(0, i32::from) } else { 0 };
        let leak = |seat| i32::from(has(Bug::ScoresLeak) && self.cards[seat] == Some(1));
        BySeat::from_fn(2, |seat| n_pairs(seat) + shown_card(seat) + leak(seat))
    }

    fn key(&self) -> u64 {
        if has(Bug::KeyConstant) {
            7
        } else if has(Bug::KeyOfFewBits) {
            self.key & !(1 << 40)
        } else {
            self.key
        }
    }
}

/// The row, the cards, who is to mark, and the options: `1..2..1 35 2 5-`, with a `?` at the end if
/// there is a hint.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks: String = self.row().iter().map(|&mark| mark_text(mark)).collect();
        let card = |seat: Seat| {
            let is_forgotten = has(Bug::TextForgetsACard) && seat == SEATS[1];
            let card = self.cards[seat].filter(|_| !is_forgotten);
            card.map_or('-', |card| char::from(b'0' + card))
        };
        let [first, second] = SEATS.map(card);
        let may_pass = self.options.may_pass && !has(Bug::TextForgetsAnOption);
        let passing = if may_pass { '+' } else { '-' };
        let hint = if self.options.hint { "?" } else { "" };
        write!(f, "{marks} {first}{second} {} {}{passing}{hint}", self.to_move, self.options.cards)
    }
}

impl FromStr for Row {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Row, ParsePositionError> {
        let fail = || ParsePositionError::new("it is not a row, two cards, a seat and options");
        let parts: Vec<&str> = text.split(' ').collect();
        let &[marks, cards, to_move, options] = parts.as_slice() else { return Err(fail()) };
        let &[n_cards @ b'2'..=b'9', passing @ (b'+' | b'-'), ref hint @ ..] = options.as_bytes()
        else {
            return Err(fail());
        };
        let options = ToyOptions {
            cells: marks.len() as u8,
            cards: n_cards - b'0',
            may_pass: passing == b'+',
            hint: hint == b"?",
        };
        let mut row = Row::new(options).map_err(|_| fail())?;
        row.read_marks(marks).ok_or_else(fail)?;
        let &[first, second] = cards.as_bytes() else { return Err(fail()) };
        row.cards = BySeat::from([first, second].map(|digit| digit.checked_sub(b'0')));
        row.to_move = to_move.parse().map_err(|_| fail())?;
        row.recompute_key();
        Ok(row)
    }
}

impl Row {
    fn read_marks(&mut self, text: &str) -> Option<()> {
        for (mark, byte) in self.marks.iter_mut().zip(text.bytes()) {
            *mark = match byte {
                b'.' => None,
                b'1' => Some(SEATS[0]),
                b'2' => Some(SEATS[1]),
                _ => return None,
            };
        }
        self.n_marked = self.options.cells - self.n_free() as u8;
        self.is_full = self.n_free() == 0;
        Some(())
    }
}

fn mark_text(mark: Option<Seat>) -> String {
    mark.map_or_else(|| ".".to_owned(), |seat| seat.to_string())
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CardView {
    #[default]
    Undealt,
    Hidden,
    Shown(u8),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RowView {
    options: ToyOptions,
    marks: String,
    cards: BySeat<CardView>,
    to_move: Seat,
    #[serde(skip_serializing_if = "is_unreadable")]
    is_over: bool,
    is_first_card_high: Option<bool>,
}

impl RowView {
    /// What a move changes, as far as its viewer sees it.
    fn play(&mut self, look: ToyMove) -> Result<(), Illegal> {
        let illegal = || Illegal::new("not-now", "it is not the time for this");
        let undealt = SEATS.into_iter().find(|&seat| self.cards[seat] == CardView::Undealt);
        let mark = self.to_move.to_string();
        match (undealt, look) {
            (Some(seat), ToyMove::Deal(card)) => self.cards[seat] = CardView::Shown(card),
            (Some(seat), ToyMove::HiddenDeal) => self.cards[seat] = CardView::Hidden,
            (None, ToyMove::Mark(cell)) => {
                let cell = usize::from(cell);
                if self.marks.get(cell..=cell) != Some(".") {
                    return Err(illegal());
                }
                self.marks.replace_range(cell..=cell, &mark);
                self.to_move = self.to_move.next(2);
            }
            (None, ToyMove::Pass) => self.to_move = self.to_move.next(2),
            _ => return Err(illegal()),
        }
        Ok(())
    }

    /// What everybody learns: a hint, or both cards.
    fn learn(&mut self, word: &str) -> Result<(), Illegal> {
        match word.as_bytes() {
            b"high" => self.is_first_card_high = Some(true),
            b"low" => self.is_first_card_high = Some(false),
            &[first @ b'1'..=b'9', second @ b'1'..=b'9'] => {
                self.cards = BySeat::from([first, second].map(|it| CardView::Shown(it - b'0')));
                self.is_over = true;
            }
            _ => return Err(Illegal::new("revealed", "it is neither a hint nor two cards")),
        }
        Ok(())
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct ToyMoveView {
    text: String,
}

impl<const HAS_SECRETS: bool> Game for ToyClaiming<HAS_SECRETS> {
    const SLUG: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo { name: "cells", values: "3 to 9", help: "How long the row is." },
        OptionInfo { name: "cards", values: "2 to 9", help: "How many cards there are." },
        OptionInfo { name: "may-pass", values: "on | off", help: "Whether one may pass." },
        OptionInfo { name: "hint", values: "on | off", help: "Whether there is a hint." },
    ];

    const VARIANTS: &'static [VariantInfo] = &[VariantInfo {
        name: "",
        title: "Toy",
        help: "A row of cells.",
        min_seats: 2,
        max_seats: 2,
    }];

    const NOTATION: &'static str = "\
deal:3   chance deals the card 3, which others see as deal:?
b        marks the second cell
pass     where passing is allowed
";
    const HAS_SECRETS: bool = HAS_SECRETS;
    const BENCHMARKS: &'static [Benchmark] = &[];
    const PERFT_OPTIONS: &'static [(&'static str, &'static str)] = &[("cells", "6")];

    type Options = ToyOptions;
    type Position = Row;
    type View = RowView;
    type MoveParts = ToyMoveView;
    type MoveView = ToyMoveView;

    fn start(options: &ToyOptions) -> Result<Row, OptionsError> {
        Row::new(*options)
    }

    fn options(position: &Row) -> ToyOptions {
        if has(Bug::OptionsForgotten) { ToyOptions::default() } else { position.options }
    }

    fn view(position: &Row, viewer: Viewer) -> RowView {
        let is_shown = |seat| {
            let leaks = has(Bug::ViewLeaksAtOnce) && seat == SEATS[1];
            position.is_over() || viewer == Viewer::Seat(seat) || leaks
        };
        let card = |seat| match position.cards[seat] {
            None => CardView::Undealt,
            Some(card) if is_shown(seat) => CardView::Shown(card),
            Some(_) => CardView::Hidden,
        };
        RowView {
            options: position.options,
            marks: position.row().iter().map(|&mark| mark_text(mark)).collect(),
            cards: BySeat::from_fn(2, card),
            to_move: position.to_move,
            is_over: position.is_over(),
            is_first_card_high: position.hint(),
        }
    }

    fn move_parts(m: ToyMove) -> ToyMoveView {
        ToyMoveView { text: m.to_string() }
    }

    fn move_view(_: &Row, m: ToyMove) -> ToyMoveView {
        Self::move_parts(m)
    }

    fn draw(view: &RowView, _: Ink) -> String {
        let end = if has(Bug::DrawingWithoutLineEnd) { "" } else { "\n" };
        let start = if has(Bug::DrawingWithColors) { "\u{1b}[1m" } else { "" };
        format!("{start}{}\n{:?}{end}", view.marks, view.cards)
    }

    fn parse_move(_: &Row, text: &str) -> Result<ToyMove, ParseMoveError> {
        if has(Bug::ParseMoveReadsAnother) && text == "c" {
            return Ok(ToyMove::Mark(3));
        }
        text.parse()
    }

    fn redact(position: &Row, m: ToyMove, viewer: Viewer) -> ToyMove {
        let ToyMove::Deal(card) = m else { return m };
        let receiver = position.undealt();
        let leaks = has(Bug::LookLeaks) && position.cards[SEATS[0]] > Some(card);
        let is_seen = receiver.is_some_and(|seat| viewer == Viewer::Seat(seat))
            || leaks
            || has(Bug::EverythingLooksAsItIs);
        if is_seen { m } else { ToyMove::HiddenDeal }
    }

    fn reveal(position: &Row) -> Option<String> {
        if has(Bug::RevealOfNothing) && position.n_free() == 1 {
            return Some(String::new());
        }
        if position.is_over() {
            let separator = if has(Bug::RevealWithASpace) { " " } else { "" };
            let cards = SEATS.map(|seat| position.cards[seat].unwrap_or_default().to_string());
            return Some(cards.join(separator));
        }
        let is_told = position.options.hint && position.n_free() == 2;
        let is_high = position.hint().filter(|_| is_told)? && !has(Bug::RevealSaysTooLittle);
        Some(if is_high { "high" } else { "low" }.to_owned())
    }
}

/// Imagines the cards that a viewer does not see.
pub(crate) struct Imagination(RowView);

impl Sampler<Row> for Imagination {
    fn sample<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Row {
        let view = &self.0;
        let mut row = Row::new(view.options).expect("a view is that of a game");
        row.read_marks(&view.marks).expect("a view has marks");
        row.to_move = view.to_move;
        let shown = |card| view.cards.iter().any(|&known| known == CardView::Shown(card));
        let deck: Vec<u8> = (1..=view.options.cards).filter(|&card| !shown(card)).collect();
        for seat in SEATS {
            let is_high = view.is_first_card_high.filter(|_| seat == SEATS[0]);
            let fits = |&card: &u8| {
                !row.is_dealt(card) && is_high.is_none_or(|high| high == (card > MAX_LOW_CARD))
            };
            let possible: Vec<u8> = deck.iter().copied().filter(fits).collect();
            row.cards[seat] = match view.cards[seat] {
                CardView::Undealt => None,
                CardView::Shown(card) if !has(Bug::SampleOfAnotherView) => Some(card),
                _ => Some(possible[random_index(rng, possible.len())]),
            };
        }
        if !has(Bug::SampleWithWrongKey) {
            row.recompute_key();
        }
        row
    }
}

impl Imperfect for Toy {
    type Sampler = Imagination;

    fn sampler(view: &RowView) -> Imagination {
        Imagination(view.clone())
    }

    fn follow(view: &RowView, look: ToyMove, revealed: Option<&str>) -> Result<RowView, Illegal> {
        let mut next = view.clone();
        let played = next.play(look);
        if has(Bug::FollowPanicsAtTheFamiliar) {
            played.clone().unwrap();
        }
        played?;
        if has(Bug::FollowForgetsTheTurn) {
            next.to_move = view.to_move;
        }
        if has(Bug::FollowRefusesTheLastMove) && !next.marks.contains('.') {
            return Err(Illegal::game_over());
        }
        if let Some(word) = revealed.filter(|_| !has(Bug::FollowForgetsWhatIsRevealed)) {
            next.learn(word)?;
        }
        Ok(next)
    }
}

/// The row as it is, or from the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowSymmetry {
    Identity,
    Mirror,
}

impl Symmetric for Row {
    type Symmetry = RowSymmetry;

    fn symmetries(&self) -> Vec<RowSymmetry> {
        let all = vec![RowSymmetry::Identity, RowSymmetry::Mirror];
        if has(Bug::NoIdentity) { vec![RowSymmetry::Mirror] } else { all }
    }

    fn transform(&self, symmetry: RowSymmetry) -> Row {
        let mut image = Row { history: Vec::new(), ..self.clone() };
        if symmetry == RowSymmetry::Mirror {
            image.marks[..usize::from(self.options.cells)].reverse();
        }
        image.recompute_key();
        image
    }

    fn transform_move(&self, m: ToyMove, symmetry: RowSymmetry) -> ToyMove {
        let is_forgotten = |cell| has(Bug::MirrorForgetsAMove) && cell == 0;
        match (symmetry, m) {
            (RowSymmetry::Mirror, ToyMove::Mark(cell)) if !is_forgotten(cell) => {
                ToyMove::Mark(self.options.cells - 1 - cell)
            }
            _ => m,
        }
    }
}
