//! The default methods of `Position` and `Game`, tested with a minimal game: two players in turn
//! take one or two of four matches, and the player who takes the last one wins.

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{
    BySeat, Game, Illegal, MoveOf, OptionInfo, OptionsError, Outcome, ParseMoveError,
    ParsePositionError, Position, Rng, Sampler, Seat, Turn, VariantInfo, Viewer, perft, perft_bulk,
    perft_divide,
};

const N_MATCHES: u8 = 4;

struct Matches;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heap {
    n_left: u8,
    n_turns: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Take(u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Take, ParseMoveError> {
        text.parse().map(Take).map_err(|_| ParseMoveError::new(text, "take a number of matches"))
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.n_left, self.n_turns)
    }
}

impl FromStr for Heap {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Heap, ParsePositionError> {
        let wrong = || ParsePositionError::new("there are matches and turns");
        let (n_left, n_turns) = text.split_once(' ').ok_or_else(wrong)?;
        let number = |text: &str| text.parse().map_err(|_| wrong());
        Ok(Heap { n_left: number(n_left)?, n_turns: number(n_turns)? })
    }
}

impl Position for Heap {
    type Move = Take;
    type Undo = ();

    fn n_seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.n_left {
            0 => Turn::Over(Outcome::by_score(self.scores())),
            _ => Turn::Player(Seat::new(usize::from(self.n_turns % 2)).unwrap()),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.extend((1..=self.n_left.min(2)).map(Take));
    }

    fn play_unchecked(&mut self, Take(n): Take) {
        self.n_left -= n;
        self.n_turns += 1;
    }

    fn undo(&mut self, Take(n): Take, (): ()) {
        self.n_left += n;
        self.n_turns -= 1;
    }

    fn is_legal(&self, Take(n): Take) -> bool {
        (1..=self.n_left.min(2)).contains(&n)
    }

    fn explain(&self, m: Take) -> Result<(), Illegal> {
        if self.is_legal(m) { Ok(()) } else { Err(Illegal::new("one-or-two", "take 1 or 2")) }
    }

    fn scores(&self) -> BySeat<i32> {
        BySeat::from_fn(2, |seat| {
            i32::from(self.n_left == 0 && usize::from(self.n_turns + 1) % 2 == seat.index())
        })
    }

    fn key(&self) -> u64 {
        u64::from(self.n_left) << 8 | u64::from(self.n_turns)
    }
}

impl Game for Matches {
    const SLUG: &'static str = "matches";
    const NAME: &'static str = "Matches";
    const OPTIONS: &'static [OptionInfo] = &[];
    const VARIANTS: &'static [VariantInfo] = &[];
    const NOTATION: &'static str = "2   takes two\n";
    const HAS_SECRETS: bool = false;

    type Options = std::collections::BTreeMap<String, String>;
    type Position = Heap;
    type View = u8;
    type MoveParts = u8;
    type MoveView = u8;

    fn start(_: &Self::Options) -> Result<Heap, OptionsError> {
        Ok(START)
    }

    fn options(_: &Heap) -> Self::Options {
        Self::Options::default()
    }

    fn view(position: &Heap, _: Viewer) -> u8 {
        position.n_left
    }

    fn move_parts(Take(n): Take) -> u8 {
        n
    }

    fn move_view(_: &Heap, Take(n): Take) -> u8 {
        n
    }
}

const START: Heap = Heap { n_left: N_MATCHES, n_turns: 0 };

fn rng() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(1)
}

#[test]
fn a_game_that_says_no_more_has_no_more_to_show() {
    assert_eq!(Matches::mover(&3), None);
    assert_eq!(Matches::pieces(), None);
    assert_eq!(Matches::tell(&START, Take(1)), None);
    assert_eq!(Matches::reveal(&START), None);
    assert_eq!(Matches::counted(START), START);
}

#[test]
fn a_game_without_secrets_shows_its_moves_as_they_are() {
    let read: MoveOf<Matches> = Matches::parse_move(&START, "2").unwrap();
    assert_eq!(read, Take(2));
    assert!(Matches::parse_move(&START, "two").is_err());
    for viewer in Viewer::all(2) {
        assert_eq!(Matches::redact(&START, Take(2), viewer), Take(2));
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut heap = START;
    assert_eq!(heap.play(Take(3)), Err(Illegal::new("one-or-two", "take 1 or 2")));
    assert_eq!(heap, START);
    assert_eq!(heap.play(Take(2)), Ok(()));
    assert_eq!(heap, Heap { n_left: 2, n_turns: 1 });
}

#[test]
fn every_legal_move_is_drawn_until_the_game_is_over() {
    let mut rng = rng();
    assert_eq!((START.n_legal_moves(), Heap { n_left: 0, n_turns: 4 }.n_legal_moves()), (2, 0));
    for draw in [Heap::random_move, Heap::quick_move] {
        let drawn: Vec<Option<Take>> = (0..50).map(|_| draw(&START, &mut rng)).collect();
        assert!([Take(1), Take(2)].iter().all(|&m| drawn.contains(&Some(m))));
        assert!(!drawn.contains(&None));
        assert_eq!(draw(&Heap { n_left: 0, n_turns: 3 }, &mut rng), None);
    }
}

#[test]
fn a_game_is_played_out_to_its_end_and_its_moves_are_counted() {
    let mut rng = rng();
    for _ in 0..20 {
        let mut heap = START;
        let n_moves = heap.play_out(&mut rng);
        assert_eq!((heap.n_left, usize::from(heap.n_turns)), (0, n_moves));
    }
}

#[test]
fn the_ways_to_take_the_matches_are_counted() {
    let mut heap = START;
    for (depth, n_ways) in [(0, 1), (1, 2), (2, 4), (3, 4), (4, 1), (5, 0)] {
        assert_eq!(perft(&mut heap, depth), n_ways, "depth {depth}");
        assert_eq!(perft_bulk(&mut heap, depth), n_ways, "depth {depth}");
    }
    let mut by_first_move = Vec::new();
    let n_ways = perft_divide(&mut heap, 3, |m, n_ways| by_first_move.push((m, n_ways)));
    assert_eq!((n_ways, by_first_move), (4, vec![(Take(1), 3), (Take(2), 1)]));
    assert_eq!(heap, START);
}

#[test]
fn a_sample_may_take_the_place_of_another_position() {
    struct Smallest;
    impl Sampler<Heap> for Smallest {
        fn sample<R: Rng + ?Sized>(&mut self, _: &mut R) -> Heap {
            Heap { n_left: 1, n_turns: 3 }
        }
    }
    let mut heap = START;
    Smallest.resample(&mut heap, &mut rng());
    assert_eq!(heap, Heap { n_left: 1, n_turns: 3 });
}
