//! The rounds, games and cases that independent programs produced, as they lie in `data/`, and
//! how they are replayed by anything that plays the game.

#![allow(dead_code, reason = "each test file that includes this module needs a part of it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tilewright_core::{BySeat, Position as _, Seat};
use tilewright_reference::triominos::{self as reference, Reference};
use tilewright_reference::{Model, Turn};
use tilewright_testkit::differential::Replay;
use tilewright_triominos::{HandLeft, Options, SpecialFigure, TileSet, Triominos};

/// A file of single rounds.
#[derive(Debug, Deserialize)]
pub(crate) struct RoundFile {
    pub(crate) rounds: Vec<SingleRound>,
}

/// A round on its own.
#[derive(Debug, Deserialize)]
pub(crate) struct SingleRound {
    pub(crate) id: String,
    pub(crate) players: usize,
    #[serde(flatten)]
    pub(crate) round: RoundRecord,
}

/// A file of games.
#[derive(Debug, Deserialize)]
pub(crate) struct GameFile {
    pub(crate) games: Vec<GameRecord>,
}

/// A game of several rounds. Seats count from 0.
#[derive(Debug, Deserialize)]
pub(crate) struct GameRecord {
    pub(crate) id: String,
    pub(crate) players: usize,
    pub(crate) final_scores: Vec<i32>,
    pub(crate) game_winners: Vec<usize>,
    pub(crate) rounds: Vec<RoundRecord>,
}

/// A round, with the order of all tiles.
#[derive(Debug, Deserialize)]
pub(crate) struct RoundRecord {
    pub(crate) deck: Vec<String>,
    pub(crate) starter: usize,
    pub(crate) actions: Vec<Action>,
    pub(crate) reason: String,
    pub(crate) winners: Vec<usize>,
    /// The points of the winners at the end, by seat.
    pub(crate) award: BTreeMap<String, i32>,
    pub(crate) final_scores: Vec<i32>,
    pub(crate) hands_left: Vec<Vec<String>>,
    pub(crate) pile_left: usize,
    pub(crate) tiles_placed: usize,
}

/// The counts before an action, the action, and its effect.
#[derive(Debug, Deserialize)]
pub(crate) struct Action {
    #[serde(rename = "p")]
    pub(crate) seat: usize,
    pub(crate) legal: usize,
    /// The same, a triple by all three of its names.
    pub(crate) labelled: usize,
    pub(crate) can_draw: bool,
    pub(crate) can_pass: bool,
    #[serde(flatten)]
    pub(crate) deed: Deed,
    /// With the award, after the last one of a round.
    pub(crate) scores: Vec<i32>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "a", rename_all = "lowercase")]
pub(crate) enum Deed {
    Place {
        #[serde(flatten)]
        placement: PlacementRecord,
        gain: i32,
        hex: usize,
        bridge: bool,
    },
    Draw {
        tile: String,
    },
    Pass,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PlacementRecord {
    pub(crate) tile: String,
    pub(crate) orient: String,
    pub(crate) x: i8,
    pub(crate) y: i8,
}

impl PlacementRecord {
    /// `1-2-3:ACB@-2,1`.
    pub(crate) fn text(&self) -> String {
        let PlacementRecord { tile, orient, x, y } = self;
        format!("{tile}:{orient}@{x},{y}")
    }
}

/// The pure functions' cases.
#[derive(Debug, Deserialize)]
pub(crate) struct Cases {
    pub(crate) start: Vec<StartCase>,
    pub(crate) end: Vec<EndCase>,
}

/// The starter with these hands, and its openings.
#[derive(Debug, Deserialize)]
pub(crate) struct StartCase {
    pub(crate) name: String,
    pub(crate) hands: Vec<Vec<String>>,
    pub(crate) starter: usize,
    pub(crate) openings: Vec<OpeningRecord>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct OpeningRecord {
    pub(crate) tile: String,
    pub(crate) score: i32,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind")]
pub(crate) enum EndCase {
    #[serde(rename = "blocked")]
    Blocked {
        hands: Vec<Vec<String>>,
        hand_points: Vec<i32>,
        /// By `blocked-winner` and `blocked-score`.
        results: BTreeMap<String, BlockedResult>,
    },
    #[serde(rename = "game end")]
    GameEnd {
        scores: Vec<i32>,
        round_winners: Vec<usize>,
        /// Nothing if the game goes on.
        #[serde(rename = "round-winner-first")]
        round_winner_first: Option<Vec<usize>>,
        #[serde(rename = "highest-score")]
        highest_score: Option<Vec<usize>>,
    },
}

#[derive(Debug, Deserialize)]
pub(crate) struct BlockedResult {
    pub(crate) winners: Vec<usize>,
    /// After everybody had 100.
    pub(crate) scores_from_100: Vec<i32>,
}

/// Numbers of placement sequences.
#[derive(Debug, Deserialize)]
pub(crate) struct PerftFile {
    pub(crate) cases: Vec<PerftCase>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PerftCase {
    pub(crate) first: PlacementRecord,
    /// For one, two, … further placements.
    pub(crate) distinct: Vec<u64>,
}

/// The names of the files that hold single rounds.
pub(crate) const ROUND_FILES: [&str; 5] =
    ["rounds-2p.json", "rounds-3p.json", "rounds-4p.json", "rounds-5p.json", "rounds-6p.json"];

/// The file of rounds that go on although nobody placed in a whole circle, for tiles are left in
/// the pile. The rounds of the other files never meet that case.
pub(crate) const EMPTY_PILE_FILE: &str = "rounds-empty-pile.json";

/// The names of the files that hold games.
pub(crate) const GAME_FILES: [&str; 3] = ["games-2p.json", "games-3p.json", "games-4p.json"];

/// A file of `data/`.
pub(crate) fn read<T: DeserializeOwned>(name: &str) -> T {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).expect(name)).expect(name)
}

/// The values of `blocked-winner` and `blocked-score` that a result of a case is for.
pub(crate) fn blocked_options(name: &str) -> [(&'static str, &str); 2] {
    let (winner, score) = name.split_once('/').expect("a name has two parts");
    let winner = match winner {
        "lowest-points" => "points",
        "fewest-tiles" => "tiles",
        other => panic!("{other}"),
    };
    [("blocked-winner", winner), ("blocked-score", score)]
}

// ---------------------------------------------------------------------------------------------
// Replaying

/// A game in progress, in the crate or in the reference. Seats count from 0.
pub(crate) trait Playable: Model {
    fn hands(&self) -> Vec<Vec<String>>;
    fn pile(&self) -> Vec<String>;
    fn starter(&self) -> Option<usize>;
    /// The number of hexagons that a placement completes, and whether it makes a bridge.
    fn figures(&self, placement: &str) -> (usize, bool);
    /// The end of the last round, and its winners.
    fn round_end(&self) -> Option<(&'static str, Vec<usize>)>;

    fn seat_to_move(&self) -> Option<usize> {
        if let Turn::Seat(seat) = self.turn() { Some(seat) } else { None }
    }

    /// Those on the first place, once the game is over.
    fn winners(&self) -> Option<Vec<usize>> {
        if let Turn::Over(places) = self.turn() { Some(first(&places)) } else { None }
    }
}

/// Those on the first place.
pub(crate) fn first(places: &[u8]) -> Vec<usize> {
    (0..places.len()).filter(|&seat| places[seat] == 1).collect()
}

impl Playable for Replay<Triominos> {
    fn hands(&self) -> Vec<Vec<String>> {
        let position = &self.position;
        Seat::first(position.n_seats()).map(|seat| names(position.hand(seat))).collect()
    }

    fn pile(&self) -> Vec<String> {
        names(self.position.pile())
    }

    fn starter(&self) -> Option<usize> {
        self.position.starter().map(Seat::index)
    }

    fn figures(&self, placement: &str) -> (usize, bool) {
        let placement = placement.parse().expect(placement);
        let figures: Vec<SpecialFigure> = self.position.board().figures(placement).collect();
        let is_hexagon = |it: &&SpecialFigure| matches!(it, SpecialFigure::Hexagon(_));
        let n_hexagons = figures.iter().filter(is_hexagon).count();
        (n_hexagons, figures.len() > n_hexagons)
    }

    fn round_end(&self) -> Option<(&'static str, Vec<usize>)> {
        let position = &self.position;
        let hands = BySeat::from_fn(position.n_seats(), |seat| {
            let hand = position.hand(seat);
            HandLeft { n_tiles: hand.len(), points: hand.points() }
        });
        let out = hands.seats().find(|&seat| hands[seat].n_tiles == 0);
        position.is_round_over().then(|| match out {
            Some(seat) => ("out", vec![seat.index()]),
            None => ("blocked", indices(&Options::default().blocked_winners(&hands))),
        })
    }
}

pub(crate) fn indices(seats: &[Seat]) -> Vec<usize> {
    seats.iter().map(|seat| seat.index()).collect()
}

fn names(tiles: TileSet) -> Vec<String> {
    let names: BTreeSet<String> = tiles.iter().map(|tile| tile.to_string()).collect();
    names.into_iter().collect()
}

impl Playable for Reference {
    fn hands(&self) -> Vec<Vec<String>> {
        self.hands()
    }

    fn pile(&self) -> Vec<String> {
        self.pile()
    }

    fn starter(&self) -> Option<usize> {
        self.starter()
    }

    fn figures(&self, placement: &str) -> (usize, bool) {
        let location = reference::Placement::read(placement).location;
        (self.table().n_hexagons(location), self.table().is_bridge(location))
    }

    fn round_end(&self) -> Option<(&'static str, Vec<usize>)> {
        self.last_round().map(|(reason, winners)| (reason, winners.to_vec()))
    }
}

/// Every number of every round of a file, under both settings of `blocked-when` where they agree.
pub(crate) fn replay_rounds<P: Playable>(name: &str) {
    replay_rounds_when::<P>("empty-pile", name);
    if name != EMPTY_PILE_FILE {
        replay_rounds_when::<P>("passes", name);
    }
}

fn replay_rounds_when<P: Playable>(blocked_when: &str, name: &str) {
    for record in read::<RoundFile>(name).rounds {
        let seats = record.players.to_string();
        let options =
            [("seats", seats.as_str()), ("single-round", "on"), ("blocked-when", blocked_when)];
        let mut game = P::start(&options);
        replay_round(&mut game, &record.round, &record.id);
        let scores = &record.round.final_scores;
        let best = (0..scores.len()).filter(|&seat| Some(&scores[seat]) == scores.iter().max());
        assert_eq!(game.winners(), Some(best.collect()), "{}", record.id);
    }
}

/// Every number of every game of a file.
pub(crate) fn replay_games<P: Playable>(name: &str) {
    for record in read::<GameFile>(name).games {
        let seats = record.players.to_string();
        let mut game = P::start(&[("seats", &seats)]);
        for (i, round) in record.rounds.iter().enumerate() {
            assert_eq!(game.winners(), None, "{} round {i}", record.id);
            replay_round(&mut game, round, &format!("{} round {i}", record.id));
        }
        assert_eq!(game.scores(), record.final_scores, "{}", record.id);
        assert_eq!(game.winners(), Some(record.game_winners), "{}", record.id);
    }
}

fn replay_round<P: Playable>(game: &mut P, record: &RoundRecord, id: &str) {
    let n_dealt = deal(game, record, id);
    let mut pile = record.deck[n_dealt..].iter();
    let mut n_placed = 0;
    for (i, action) in record.actions.iter().enumerate() {
        let context = format!("{id} action {i}");
        check_choice(game, action, &context);
        let mut expected = game.scores();
        match &action.deed {
            Deed::Place { placement, gain, hex, bridge } => {
                assert_eq!(game.figures(&placement.text()), (*hex, *bridge), "{context}");
                game.play(&placement.text());
                expected[action.seat] += gain;
                n_placed += 1;
            }
            Deed::Draw { tile } => {
                assert_eq!(pile.next(), Some(tile), "{context}");
                game.play("draw");
                assert_eq!(game.seat_to_move(), None, "{context}");
                game.play(&format!("drawn:{tile}"));
                expected[action.seat] -= 5;
            }
            Deed::Pass => {
                game.play("pass");
                expected[action.seat] -= 10;
            }
        }
        if i + 1 == record.actions.len() {
            for (seat, award) in &record.award {
                expected[seat.parse::<usize>().expect("a seat is a number")] += award;
            }
        }
        assert_eq!(game.scores(), expected, "{context}");
        assert_eq!(game.scores(), action.scores, "{context}");
    }
    assert_eq!(n_placed, record.tiles_placed, "{id}");
    check_end(game, record, id);
}

/// Deals from the front of the deck, and says how many tiles.
fn deal<P: Playable>(game: &mut P, record: &RoundRecord, id: &str) -> usize {
    let mut deck = record.deck.iter();
    while game.seat_to_move().is_none() {
        let tile = deck.next().expect("the deck is long enough");
        let mut every_deal: Vec<String> =
            deck.clone().chain([tile]).map(|tile| format!("deal:{tile}")).collect();
        every_deal.sort_unstable();
        assert_eq!(game.legal(), every_deal, "{id}");
        game.play(&format!("deal:{tile}"));
    }
    assert_eq!(game.starter(), Some(record.starter), "{id}");
    assert_eq!(game.pile().len(), deck.len(), "{id}");
    record.deck.len() - deck.len()
}

/// Compares the seat to move, and its choice.
fn check_choice<P: Playable>(game: &P, action: &Action, context: &str) {
    assert_eq!(game.seat_to_move(), Some(action.seat), "{context}");
    let legal = game.legal();
    let may = |text: &str| legal.iter().any(|it| it == text);
    assert_eq!(may("draw"), action.can_draw, "{context}");
    assert_eq!(may("pass"), action.can_pass, "{context}");
    let placements: Vec<&String> = legal.iter().filter(|text| text.contains('@')).collect();
    assert_eq!(placements.len(), action.legal, "{context}");
    let n_names =
        |text: &&String| if text[..1] == text[2..3] && text[..1] == text[4..5] { 3 } else { 1 };
    assert_eq!(placements.iter().map(n_names).sum::<usize>(), action.labelled, "{context}");
}

fn check_end<P: Playable>(game: &P, record: &RoundRecord, id: &str) {
    assert_eq!(game.seat_to_move(), None, "{id}");
    assert_eq!(game.scores(), record.final_scores, "{id}");
    let (reason, winners) = game.round_end().expect("the round is over");
    assert_eq!((reason, &winners), (record.reason.as_str(), &record.winners), "{id}");
    let awarded: Vec<String> = winners.iter().map(usize::to_string).collect();
    assert!(record.award.keys().eq(&awarded), "{id}");
    let mut hands_left = record.hands_left.clone();
    for hand in &mut hands_left {
        hand.sort_unstable();
    }
    assert_eq!(game.hands(), hands_left, "{id}");
    assert_eq!(game.pile().len(), record.pile_left, "{id}");
}
