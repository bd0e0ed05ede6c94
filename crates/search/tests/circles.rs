//! What is reasoned backwards is what brute force finds, on graphs in which positions come back.

use std::fmt;
use std::str::FromStr;

use tilewright_core::bits::fold;
use tilewright_core::{
    BySeat, Illegal, Outcome, ParseMoveError, ParsePositionError, Position, Seat, Turn,
};
use tilewright_search::{Limits, Retrograde, Stop};

/// A game between two on a graph of eight spots, drawn by chance. Whoever is on the first or the
/// second has lost, or drawn, on it.
#[derive(Clone, Debug)]
struct Stroll {
    seed: u64,
    spot: u64,
    /// The spots before.
    path: Vec<u64>,
}

const N_SPOTS: u64 = 8;

/// To this spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Step(u64);

impl Stroll {
    fn chance(&self, what: u64) -> u64 {
        let mixed = fold(self.seed ^ 0x9e37_79b9_7f4a_7c15, self.spot ^ 0xd6e8_feb8_6659_fd93);
        fold(mixed ^ 0xa076_1d64_78bd_642f, what ^ 0x9e37_79b9_7f4a_7c15)
    }
}

impl PartialEq for Stroll {
    fn eq(&self, other: &Stroll) -> bool {
        self.spot == other.spot
    }
}

impl Eq for Stroll {}

impl Position for Stroll {
    type Move = Step;
    type Undo = ();

    fn n_seats(&self) -> usize {
        2
    }

    /// Turns do not always alternate: a spot belongs to a seat.
    fn turn(&self) -> Turn {
        let seat = self.chance(9) as usize % 2;
        let points = match self.spot {
            0 => BySeat::from_fn(2, |it| i32::from(it.index() != seat)),
            1 => BySeat::from([0, 0]),
            _ => return Turn::Player(Seat::new(seat).unwrap()),
        };
        Turn::Over(Outcome::by_score(points))
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        if self.spot > 1 {
            moves.extend((0..=self.chance(8) % 3).map(|i| Step(self.chance(i) % N_SPOTS)));
        }
    }

    fn play_unchecked(&mut self, m: Step) {
        self.path.push(self.spot);
        self.spot = m.0;
    }

    fn undo(&mut self, _: Step, (): ()) {
        self.spot = self.path.pop().unwrap();
    }

    fn is_legal(&self, m: Step) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&m)
    }

    fn explain(&self, m: Step) -> Result<(), Illegal> {
        if self.is_legal(m) { Ok(()) } else { Err(Illegal::new("no-way", "there is no way")) }
    }

    fn scores(&self) -> BySeat<i32> {
        BySeat::from([0, 0])
    }

    fn key(&self) -> u64 {
        self.spot
    }
}

impl fmt::Display for Stroll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seed, self.spot)
    }
}

impl FromStr for Stroll {
    type Err = ParsePositionError;

    fn from_str(_: &str) -> Result<Stroll, ParsePositionError> {
        Err(ParsePositionError::new("one strolls, and does not read"))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Step {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Step, ParseMoveError> {
        text.parse().map(Step).map_err(|_| ParseMoveError::new(text, "it is no number"))
    }
}

/// Whether a seat can force its win within so many moves.
fn forces(stroll: &Stroll, us: Seat, n_plies: usize) -> bool {
    let seat = match stroll.turn() {
        Turn::Over(outcome) => return !outcome.is_draw() && outcome.place(us) == 1,
        _ if n_plies == 0 => return false,
        Turn::Player(seat) => seat,
        Turn::Chance => unreachable!("nothing happens by chance"),
    };
    let mut moves = Vec::new();
    stroll.legal_moves(&mut moves);
    let mut after = moves.into_iter().map(|m| {
        let mut next = stroll.clone();
        next.play(m).unwrap();
        forces(&next, us, n_plies - 1)
    });
    if seat == us { after.any(|it| it) } else { after.all(|it| it) }
}

/// Who wins, and within how many moves: no more than there are spots, because none must come twice.
fn winner(stroll: &Stroll) -> Option<(Seat, usize)> {
    (0..=N_SPOTS as usize).find_map(|n_plies| {
        let seats = [0, 1].map(|index| Seat::new(index).unwrap());
        seats.into_iter().find(|&us| forces(stroll, us, n_plies)).map(|us| (us, n_plies))
    })
}

#[test]
fn it_finds_what_brute_force_finds() {
    let mut n_found = [0; 3];
    for seed in 0..800 {
        let stroll = Stroll { seed, spot: 7, path: Vec::new() };
        let us = stroll.turn().seat().unwrap();
        let found = Retrograde::of(&stroll, Limits::NONE, &Stop::new()).unwrap().choice();
        let mut next = stroll.clone();
        next.play(found.m).unwrap();
        let (expected, after) = (winner(&stroll), winner(&next));
        let sentence = found.info.sentence.unwrap();
        let kind = match expected {
            Some((seat, n_plies)) if seat == us => {
                assert_eq!(sentence, format!("proved: wins in {n_plies}"), "{stroll}");
                0
            }
            Some((_, n_plies)) => {
                assert_eq!(sentence, format!("proved: loses in {n_plies}"), "{stroll}");
                1
            }
            None => {
                assert_eq!(sentence, "proved: a draw", "{stroll}");
                2
            }
        };
        // The move keeps what there is, and the line leads to the end.
        assert_eq!(after, expected.map(|(seat, n_plies)| (seat, n_plies - 1)), "{stroll}");
        assert_eq!(found.info.line.len(), expected.map_or(1, |(_, n_plies)| n_plies), "{stroll}");
        assert!(found.info.is_proved);
        n_found[kind] += 1;
    }
    assert!(n_found.iter().all(|&n| n > 40), "{n_found:?}");
}

#[test]
fn what_is_too_much_is_left_to_others() {
    let stroll = Stroll { seed: 3, spot: 7, path: Vec::new() };
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::NONE };
    let all = Retrograde::of(&stroll, Limits::NONE, &Stop::new()).unwrap().choice().info.nodes;
    assert!(Retrograde::of(&stroll, nodes(all), &Stop::new()).is_some());
    assert!(Retrograde::of(&stroll, nodes(all - 1), &Stop::new()).is_none());
    let stop = Stop::new();
    stop.stop();
    assert!(Retrograde::of(&stroll, Limits::NONE, &stop).is_none());
}
