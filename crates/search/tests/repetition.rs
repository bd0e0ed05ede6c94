//! Retrograde analysis and alpha-beta find the same as brute force, on graphs in
//! which positions come back.

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::bits::fold;
use tilewright_core::{
    BySeat, Illegal, Outcome, ParseMoveError, ParsePositionError, Position, Seat, Turn,
};
use tilewright_search::{
    AlphaBeta, Evaluate, GameValue, Limits, Retrograde, SearchInfo, Stop, Thinking,
};

/// A game between two on a graph of spots, drawn by chance. A player on the first spot
/// has lost, and one on the second has drawn.
#[derive(Clone, Debug)]
struct Stroll {
    seed: u64,
    n_spots: u64,
    spot: u64,
    /// The spots before.
    path: Vec<u64>,
    /// The number of visits to a spot that draw; 0 if none do.
    n_times: usize,
}

const N_SPOTS: u64 = 8;

/// To this spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Step(u64);

impl Stroll {
    /// One that begins on the last of a few spots.
    const fn new(seed: u64) -> Stroll {
        Stroll::among(N_SPOTS, seed)
    }

    const fn among(n_spots: u64, seed: u64) -> Stroll {
        Stroll { seed, n_spots, spot: n_spots - 1, path: Vec::new(), n_times: usize::MAX }
    }

    /// True if this spot came too often.
    fn is_worn(&self) -> bool {
        1 + self.path.iter().filter(|&&spot| spot == self.spot).count() >= self.n_times
    }

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
            _ if self.is_worn() => BySeat::from([0, 0]),
            _ => return Turn::Player(Seat::new(seat).unwrap()),
        };
        Turn::Over(Outcome::by_score(points))
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        if self.spot > 1 && !self.is_worn() {
            moves.extend((0..=self.chance(8) % 3).map(|i| Step(self.chance(i) % self.n_spots)));
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

/// True if a seat can force its win within so many moves.
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

/// The winner, and the number of moves: no more than there are spots, because none must come twice.
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
        let stroll = Stroll::new(seed);
        let us = stroll.turn().seat().unwrap();
        let found = Retrograde::of(&stroll, Limits::NONE, &Stop::new()).unwrap().choice();
        let mut next = stroll.clone();
        next.play(found.m).unwrap();
        let expected = winner(&stroll);
        let after = winner(&next);
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
    let stroll = Stroll::new(3);
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::NONE };
    let all = Retrograde::of(&stroll, Limits::NONE, &Stop::new()).unwrap().choice().info.nodes;
    assert!(Retrograde::of(&stroll, nodes(all), &Stop::new()).is_some());
    assert!(Retrograde::of(&stroll, nodes(all - 1), &Stop::new()).is_none());
    let stop = Stop::new();
    stop.stop();
    assert!(Retrograde::of(&stroll, Limits::NONE, &stop).is_none());
}

/// Likes some spots better than others, for no reason.
struct Taste;

impl Evaluate<Stroll> for Taste {
    fn estimate(&self, stroll: &Stroll, us: Seat) -> i32 {
        (stroll.chance(10 + us.index() as u64) % 100) as i32 - 50
    }

    fn is_ended_by_history(&self, stroll: &Stroll) -> bool {
        stroll.spot > 1
    }
}

/// The result of alpha-beta when it is proved. Nothing is estimated any more when all that
/// is remembered was found further ahead than a stroll goes on without coming back.
fn prove(search: &mut AlphaBeta<Stroll, Taste>, stroll: &Stroll) -> SearchInfo<Step> {
    look_ahead(search, stroll, 3 * N_SPOTS as usize)
}

fn look_ahead<E: Evaluate<Stroll> + Sync>(
    search: &mut AlphaBeta<Stroll, E>,
    stroll: &Stroll,
    depth: usize,
) -> SearchInfo<Step> {
    let limits = Limits { depth: Some(depth), ..Limits::NONE };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(stroll.seed);
    search.search(stroll, limits, &mut Thinking::default(), &mut rng).info
}

/// The winner and the number of moves, if that is proved; and none if a draw is.
fn proved(stroll: &Stroll, info: &SearchInfo<Step>) -> Option<(Seat, usize)> {
    assert!(info.is_proved, "{stroll} {info:?}");
    let value = info.value.unwrap();
    let best = value.seats().max_by(|&one, &other| value[one].total_cmp(&value[other]))?;
    (value[best] > 0.9).then_some((best, info.line.len()))
}

#[test]
fn looking_ahead_proves_what_brute_force_finds() {
    let mut n_found = [0; 2];
    for seed in 0..300 {
        let stroll = Stroll::new(seed);
        let expected = winner(&stroll);
        let plain = prove(&mut AlphaBeta::new(Taste), &stroll);
        assert_eq!(proved(&stroll, &plain), expected, "{stroll}");
        // It may overlook that a win is quicker, but never who wins.
        let selective = prove(&mut AlphaBeta::new(Taste).selective(), &stroll);
        let seat = |winner: Option<(Seat, usize)>| winner.map(|(seat, _)| seat);
        assert_eq!(seat(proved(&stroll, &selective)), seat(expected), "{stroll}");
        n_found[usize::from(expected.is_some())] += 1;
    }
    assert!(n_found.iter().all(|&n| n > 20), "{n_found:?}");
}

/// Leaves out what is far from mattering, and does not like to come back.
struct Eager;

const CONTEMPT: i32 = 200;

impl Evaluate<Stroll> for Eager {
    fn estimate(&self, stroll: &Stroll, us: Seat) -> i32 {
        Taste.estimate(stroll, us)
    }

    fn futility_margin(&self) -> Option<i32> {
        Some(5)
    }

    fn contempt(&self, _: &Stroll) -> i32 {
        CONTEMPT
    }
}

#[test]
fn what_is_left_out_or_disliked_makes_no_false_proofs() {
    let mut n_proved = 0;
    for seed in 0..150 {
        let stroll = Stroll::new(seed);
        for depth in [3, 5, 8] {
            let info = look_ahead(&mut AlphaBeta::new(Eager).selective(), &stroll, depth);
            if info.is_proved {
                let found = proved(&stroll, &info);
                let expected = winner(&stroll);
                assert_eq!(found.map(|it| it.0), expected.map(|it| it.0), "{stroll}");
                n_proved += 1;
            }
        }
    }
    assert!(n_proved > 50, "{n_proved}");
}

/// Knows what comes of the spots with these remainders by three, as if nothing had been before.
struct Oracle(&'static [u64]);

impl Evaluate<Stroll> for Oracle {
    fn estimate(&self, stroll: &Stroll, us: Seat) -> i32 {
        Taste.estimate(stroll, us)
    }

    fn probe_tablebase(&self, stroll: &Stroll) -> Option<GameValue> {
        let us = stroll.turn().seat().filter(|_| self.0.contains(&(stroll.spot % 3)))?;
        Some(match winner(&Stroll { path: Vec::new(), ..stroll.clone() }) {
            Some((seat, plies)) if seat == us => GameValue::Win { plies },
            Some((_, plies)) => GameValue::Loss { plies },
            None => GameValue::Draw,
        })
    }
}

#[test]
fn what_is_known_is_found_one_move_ahead() {
    let mut n_proved = 0;
    for seed in 0..200 {
        let stroll = Stroll::new(seed);
        let us = stroll.turn().seat().unwrap();
        let info = look_ahead(&mut AlphaBeta::new(Oracle(&[0, 1, 2])).selective(), &stroll, 1);
        let Some((seat, n_plies)) = winner(&stroll) else {
            assert!(info.value.unwrap()[us] < 0.9, "{stroll}");
            continue;
        };
        let verb = if seat == us { "wins" } else { "loses" };
        assert_eq!(info.sentence.unwrap(), format!("proved: {verb} in {n_plies}"), "{stroll}");
        n_proved += 1;
    }
    assert!(n_proved > 30, "{n_proved}");
}

#[test]
fn what_is_known_in_part_makes_no_false_proofs() {
    let mut n_proved = 0;
    for seed in 0..100 {
        let stroll = Stroll::new(seed);
        for depth in [2, 4, 7] {
            let info = look_ahead(&mut AlphaBeta::new(Oracle(&[1])).selective(), &stroll, depth);
            if info.is_proved {
                let value = info.value.unwrap();
                let found = value.seats().find(|&seat| value[seat] > 0.9);
                assert_eq!(found, winner(&stroll).map(|it| it.0), "{stroll}");
                n_proved += 1;
            }
        }
    }
    assert!(n_proved > 50, "{n_proved}");
}

/// Wants to be where the numbers are large, and has no other wish.
struct Lively;

impl Evaluate<Stroll> for Lively {
    fn estimate(&self, _: &Stroll, _: Seat) -> i32 {
        0
    }

    fn trade_contempt(&self, stroll: &Stroll) -> i32 {
        stroll.spot as i32
    }
}

#[test]
fn who_wants_tension_goes_where_it_is_even_if_that_is_a_draw() {
    let mut n_seen = 0;
    let mut n_drawn = 0;
    for seed in 0..200 {
        let stroll = Stroll::new(seed);
        let mut steps = Vec::new();
        stroll.legal_moves(&mut steps);
        let most = steps.iter().max().copied();
        if steps.iter().all(|step| step.0 > 1) {
            let info = look_ahead(&mut AlphaBeta::new(Lively).selective(), &stroll, 1);
            assert_eq!(info.line.first().copied(), most, "{stroll}");
            n_seen += 1;
            // Staying on the spot returns to it.
            n_drawn += usize::from(most.is_some_and(|step| step.0 == stroll.spot));
        }
    }
    assert!(n_seen > 20 && n_drawn > 5, "{n_seen}, {n_drawn} of them drawn");
}

/// [`Taste`] with likes and dislikes.
struct Partial;

impl Evaluate<Stroll> for Partial {
    fn estimate(&self, stroll: &Stroll, us: Seat) -> i32 {
        Taste.estimate(stroll, us)
    }

    fn contempt(&self, _: &Stroll) -> i32 {
        CONTEMPT
    }

    fn trade_contempt(&self, stroll: &Stroll) -> i32 {
        stroll.spot as i32
    }
}

/// [`Taste`] without them, and nothing known of the past.
struct Calm;

impl Evaluate<Stroll> for Calm {
    fn estimate(&self, stroll: &Stroll, us: Seat) -> i32 {
        Taste.estimate(stroll, us)
    }
}

#[test]
fn who_judges_impartially_likes_nothing_more_than_it_is_worth() {
    let mut calm = AlphaBeta::new(Calm).selective();
    let mut partial = AlphaBeta::new(Partial).selective();
    let mut n_partial = 0;
    for seed in 0..80 {
        let stroll = Stroll::new(seed);
        for depth in [1, 3, 6] {
            let expected = look_ahead(&mut calm, &stroll, depth);
            n_partial += usize::from(look_ahead(&mut partial, &stroll, depth) != expected);
            partial.set_impartial(true);
            assert_eq!(look_ahead(&mut partial, &stroll, depth), expected, "{stroll} {depth}");
            partial.set_impartial(false);
        }
    }
    assert!(n_partial > 50, "{n_partial}");
}

/// Those are what it thought while it was for itself.
#[test]
fn who_judges_impartially_recalls_no_lessons() {
    let mut calm = AlphaBeta::new(Calm).selective();
    let mut partial = AlphaBeta::new(Partial).selective();
    for seed in 0..40 {
        let stroll = Stroll::among(30, seed);
        look_ahead(&mut partial, &stroll, 8);
        partial.update_persistent(1);
        partial.set_impartial(true);
        assert_eq!(look_ahead(&mut partial, &stroll, 6), look_ahead(&mut calm, &stroll, 6));
        partial.set_impartial(false);
    }
    assert!(partial.n_persistent() > 5, "{}", partial.n_persistent());
}

#[test]
fn who_dislikes_to_come_back_expects_less_of_it() {
    let mut n_drawn = 0;
    let mut n_disliked = 0;
    for seed in 0..80 {
        let stroll = Stroll::new(seed);
        if winner(&stroll).is_none() {
            let us = stroll.turn().seat().unwrap();
            let share = |info: SearchInfo<Step>| info.value.unwrap()[us];
            let depth = N_SPOTS as usize;
            let calm = look_ahead(&mut AlphaBeta::new(Taste).selective(), &stroll, depth);
            let eager = look_ahead(&mut AlphaBeta::new(Eager).selective(), &stroll, depth);
            n_disliked += usize::from(share(eager) < share(calm));
            n_drawn += 1;
        }
    }
    assert!(4 * n_disliked > n_drawn, "{n_disliked} of {n_drawn}");
}

#[test]
fn a_draw_because_of_the_past_is_no_lesson_for_others() {
    const N_MANY_SPOTS: u64 = 30;
    let mut n_learned = 0;
    let mut n_proved = 0;
    for seed in 0..1_000 {
        let fresh = Stroll { n_times: 3, ..Stroll::among(N_MANY_SPOTS, seed) };
        let worn = Stroll { path: (2..16).chain(2..16).collect(), ..fresh.clone() };
        let mut search = AlphaBeta::new(Taste).selective();
        look_ahead(&mut search, &worn, 8);
        search.update_persistent(1);
        n_learned += search.n_persistent();
        let found = look_ahead(&mut search, &fresh, 8);
        if !found.is_proved {
            continue;
        }
        let endless = Stroll::among(N_MANY_SPOTS, seed);
        let truth = Retrograde::of(&endless, Limits::NONE, &Stop::new()).unwrap().choice().info;
        let in_two_words = |info: SearchInfo<Step>| {
            let sentence = info.sentence.unwrap();
            sentence.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(in_two_words(found), in_two_words(truth), "{fresh}");
        n_proved += 1;
    }
    assert!(n_learned > 100 && n_proved > 300, "{n_learned} {n_proved}");
}
