//! Two implementations that agree pass the comparison, and each planted bug in one is found.

use std::fmt::Write;

use tilewright_reference::{Draw, Explore, Model, Pairs, Turn, random_options};
use tilewright_testkit::differential::{Comparison, Differential};
use tilewright_testkit::toy::{Bug, Cards, message_with};

/// The toy game for two seats, written once more.
#[derive(Clone)]
struct SlowCards {
    n_cards: u8,
    limit: i32,
    /// The cards, each with whether it was kept, once that is decided.
    dealt: Vec<(u8, Option<bool>)>,
}

impl SlowCards {
    fn undecided(&self) -> bool {
        self.dealt.last().is_some_and(|card| card.1.is_none())
    }

    fn is_over(&self) -> bool {
        let is_done = self.dealt.len() == usize::from(self.n_cards);
        !self.undecided() && (is_done || self.scores().into_iter().any(|kept| kept >= self.limit))
    }
}

impl Model for SlowCards {
    fn start(options: &[(&str, &str)]) -> SlowCards {
        let value = |name| options.iter().find(|option| option.0 == name).map(|option| option.1);
        SlowCards {
            n_cards: value("n-cards").map_or(6, |it| it.parse().unwrap()),
            limit: value("limit").map_or(2, |it| it.parse().unwrap_or(i32::MAX)),
            dealt: Vec::new(),
        }
    }

    fn turn(&self) -> Turn {
        let scores = self.scores();
        let place = |seat: usize| 1 + u8::from(scores[seat] < scores[1 - seat]);
        match self.is_over() {
            true => Turn::Over(vec![place(0), place(1)]),
            false if self.undecided() => Turn::Seat((self.dealt.len() - 1) % 2),
            false => Turn::Chance,
        }
    }

    fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        if self.undecided() {
            return vec!["keep".to_owned(), "pass".to_owned()];
        }
        let is_left = |card: &u8| self.dealt.iter().all(|dealt| dealt.0 != *card);
        (1..=self.n_cards).filter(is_left).map(|card| format!("deal:{card}")).collect()
    }

    fn play(&mut self, text: &str) {
        match text.strip_prefix("deal:") {
            Some(card) => self.dealt.push((card.parse().unwrap(), None)),
            None => self.dealt.last_mut().unwrap().1 = Some(text == "keep"),
        }
    }

    fn scores(&self) -> Vec<i32> {
        let n_kept = |seat| self.dealt.iter().skip(seat).step_by(2).filter(|it| it.1 == Some(true));
        vec![n_kept(0).count() as i32, n_kept(1).count() as i32]
    }
}

impl Explore for SlowCards {
    const SETUPS: &'static [&'static Pairs] = &[&[], &[("n-cards", "9"), ("limit", "off")]];

    fn changes(_: &Pairs) -> &'static [(&'static str, &'static str, usize)] {
        &[("limit", "1", 3), ("n-cards", "5", 3)]
    }

    fn late(options: &[(&str, &str)], draw: &mut Draw) -> Option<SlowCards> {
        let mut game = SlowCards::start(options);
        for _ in 0..4 {
            let legal = game.legal();
            let text = legal.get(draw(legal.len().max(1)))?;
            game.play(text);
        }
        Some(game)
    }

    fn text(&self) -> Option<String> {
        let limit = if self.limit == i32::MAX { "off".to_owned() } else { self.limit.to_string() };
        let n_cards = self.n_cards;
        let mut text = format!("seats=2 n-cards={n_cards} open=off limit={limit} bonus=off :");
        for (card, kept) in &self.dealt {
            let choice = kept.map_or("", |kept| if kept { "k" } else { "p" });
            write!(text, " {card}{choice}").unwrap();
        }
        Some(text)
    }

    fn reason(&self) -> Option<&'static str> {
        self.is_over().then_some("over")
    }

    fn is_broken(&self, text: &str, rule: &str) -> bool {
        let is_dealt = self.dealt.iter().any(|card| text == format!("deal:{}", card.0));
        match rule {
            "game-over" => self.is_over(),
            "dealt" => is_dealt && !self.undecided(),
            _ => rule == "not-now" && (!is_dealt || self.undecided()),
        }
    }

    fn any_moves(&self, draw: &mut Draw) -> Vec<String> {
        let deals = (0..5).map(|_| format!("deal:{}", 1 + draw(12)));
        deals.chain(["keep", "pass", "deal:?"].map(str::to_owned)).collect()
    }

    fn preferred(&self, legal: &[String], style: u64, _: &[String], _: &mut Draw) -> Vec<String> {
        legal.iter().filter(|text| style == 1 && *text == "pass").cloned().collect()
    }
}

struct CardRules;

impl Differential for CardRules {
    type Game = Cards;
    type Model = SlowCards;

    const GOES_ON_FROM_TEXT: bool = true;

    fn check(_: &Comparison<CardRules>) {}
}

const N_GAMES: u64 = 20;

/// Plays games from the start, late ones, and games of any numbers.
fn compare() {
    for seed in 0..N_GAMES {
        let mut number = seed as usize;
        let options = random_options::<SlowCards>(&mut |n| {
            number = number * 5 + 3;
            number % n
        });
        Comparison::<CardRules>::start(&options).play_game(seed);
        Comparison::<CardRules>::late(&[("limit", "off")], seed).play_game(seed);
        let numbers = (0..).map(|number| number * seed as usize);
        Comparison::<CardRules>::start(&[]).play_numbers(numbers, seed);
    }
}

#[test]
fn implementations_that_agree_pass() {
    compare();
    let style_of_passes = Comparison::<CardRules>::start(&[]).play_game(1);
    assert_eq!(style_of_passes, Some("over"));
}

#[test]
fn every_bug_is_found() {
    for bug in [
        Bug::OverTooEarly,
        Bug::OutcomeWithOtherScores,
        Bug::MoveListedTwice,
        Bug::CountOneTooMany,
        Bug::IllegalMoveListed,
        Bug::LegalMoveMissing,
        Bug::ExplainForgetsARule,
        Bug::ExplainGivesAnotherReason,
        Bug::TextForgetsACard,
        Bug::KeyNotUpdated,
        Bug::UndoForgetsACard,
        Bug::UndoForgetsTheCount,
        Bug::UndoOfADealSpoilsTheCount,
        Bug::PlayForgetsTheCard,
        Bug::ScoresLeak,
        Bug::MovesLeak,
    ] {
        let message = message_with(bug, compare);
        assert!(!message.is_empty(), "{bug:?}");
    }
}

#[test]
fn the_message_has_the_options_the_seed_and_the_moves() {
    let game = || {
        Comparison::<CardRules>::start(&[("limit", "off")]).play_game(5);
    };
    let message = message_with(Bug::ScoresLeak, game);
    assert!(message.contains("[(\"limit\", \"off\")] seed 5, after deal:"), "{message}");
}

/// A game that compares something of its own, which differs at once or in the long run.
struct Picky<const OFTEN: bool>;

impl<const OFTEN: bool> Differential for Picky<OFTEN> {
    type Game = Cards;
    type Model = SlowCards;

    const GOES_ON_FROM_TEXT: bool = false;

    fn check(comparison: &Comparison<Self>) {
        assert!(!OFTEN || comparison.played.len() < 3, "it differs often");
    }

    fn check_sometimes(comparison: &Comparison<Self>, number: u64) {
        assert!(OFTEN || number == 0, "it differs in {}", comparison.context());
    }
}

#[test]
fn each_game_compares_its_own() {
    let often = || {
        Comparison::<Picky<true>>::start(&[]).play_game(1);
    };
    assert_eq!(message_with(Bug::None, often), "it differs often");
    let sometimes = || {
        Comparison::<Picky<false>>::start(&[]).play_game(1);
    };
    assert!(message_with(Bug::None, sometimes).starts_with("it differs in [] seed 1, after"));
}
