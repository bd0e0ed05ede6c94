//! What a viewer imagines is what can be, and as likely as it is: compared with shuffling all
//! hidden tiles again and again, and keeping the games that would have looked the same.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Imperfect, Position as _, Seat, Viewer, parse_options, random_index};
use tilewright_triominos::{
    Action, Move, Options, Phase, Position, Tile, TileSet, Triominos, View,
};

type Generator = Xoshiro256PlusPlus;

/// How many shuffles must agree with what was seen, and how many positions are imagined.
const N_SAMPLES: u32 = 3_000;

/// A game as far as it went, and who looks at it.
struct Story {
    start: Position,
    moves: Vec<Move>,
    end: Position,
    viewer: Viewer,
}

fn first() -> Seat {
    Seat::new(0).unwrap()
}

fn second() -> Seat {
    Seat::new(1).unwrap()
}

fn options(pairs: &[(&str, &str)]) -> Options {
    parse_options(pairs.iter().copied()).unwrap()
}

/// Random play, mostly placing, for a few actions of the first round.
fn story(options: &Options, n_actions: usize, seed: u64) -> Story {
    let mut rng = Generator::seed_from_u64(seed);
    let start = Triominos::start(options).unwrap();
    let mut end = start.clone();
    let mut moves = Vec::new();
    while end.actions().len() < n_actions || end.phase() != Phase::Deciding {
        let is_quick = random_index(&mut rng, 3) > 0;
        let m = if is_quick { end.quick_move(&mut rng) } else { end.random_move(&mut rng) };
        end.play_unchecked(m.unwrap());
        moves.push(m.unwrap());
        if end.is_round_over() {
            return story(options, n_actions, seed + 1_000_000);
        }
    }
    Story { start, moves, end, viewer: Viewer::Seat(first()) }
}

/// The first story, by seed, that is as it should be.
fn find(pairs: &[(&str, &str)], n_actions: usize, fits: impl Fn(&Story) -> bool) -> Story {
    let options = options(pairs);
    (1..100_000).map(|seed| story(&options, n_actions, seed)).find(fits).unwrap()
}

fn first_tile(position: &Position) -> Tile {
    match position.actions()[0] {
        Action::Place(placement) => placement.tile,
        Action::Draw | Action::Pass => panic!("a round opens with a tile"),
    }
}

impl Story {
    /// The same game with all tiles shuffled that the viewer did not see, if it could have gone
    /// and looked the same way.
    fn shuffled(&self, seen: &[Seen], unseen: &[Tile], rng: &mut Generator) -> Option<Position> {
        let mut position = self.start.clone();
        let mut pool = unseen.to_vec();
        for seen in seen {
            let m = match seen.look {
                Move::Deal(None) => Move::Deal(Some(take(&mut pool, rng))),
                Move::Drawn(None) => Move::Drawn(Some(take(&mut pool, rng))),
                look => look,
            };
            position.play(m).ok()?;
            if Triominos::reveal(&position) != seen.revealed {
                return None;
            }
        }
        Some(position)
    }

    /// What the viewer saw of each move, and the tiles that did not come to it.
    fn seen(&self) -> (Vec<Seen>, Vec<Tile>) {
        let mut position = self.start.clone();
        let mut unseen = TileSet::ALL;
        let mut seen = Vec::new();
        for &m in &self.moves {
            let look = Triominos::redact(&position, m, self.viewer);
            if let Move::Deal(Some(tile)) | Move::Drawn(Some(tile)) = look {
                unseen.remove(tile);
            }
            position.play_unchecked(m);
            seen.push(Seen { look, revealed: Triominos::reveal(&position) });
        }
        (seen, unseen.iter().collect())
    }

    /// How often each tile is in the hand of seat 2 when everything is shuffled, and when it is
    /// imagined, in as many tries.
    fn check(&self) {
        let mut rng = Generator::seed_from_u64(7);
        let (seen, unseen) = self.seen();
        let tries = std::iter::repeat_with(|| self.shuffled(&seen, &unseen, &mut rng));
        let shuffled = count(tries.take(4_000_000).flatten().take(N_SAMPLES as usize));
        let view = Triominos::view(&self.end, self.viewer);
        let mut rng = Generator::seed_from_u64(8);
        let samples = std::iter::repeat_with(|| Triominos::sample(&view, &mut rng));
        let imagined = count(samples.take(N_SAMPLES as usize));
        for tile in Tile::all() {
            let [left, right] = [&shuffled, &imagined].map(|it| f64::from(it[tile.index()]));
            // Five standard deviations of the difference of two counts.
            let n_samples = f64::from(N_SAMPLES);
            let share = (left + right) / (2.0 * n_samples);
            let bound = 5.0 * (2.0 * n_samples * share * (1.0 - share)).sqrt();
            assert!(
                (left - right).abs() <= bound,
                "{tile}: {left} of {N_SAMPLES} shuffles, {right} samples\n{view}"
            );
        }
    }
}

/// What a viewer saw of a move.
struct Seen {
    look: Move,
    revealed: Option<String>,
}

fn take(pool: &mut Vec<Tile>, rng: &mut Generator) -> Tile {
    pool.swap_remove(random_index(rng, pool.len()))
}

/// How often each tile is in the hand of seat 2.
fn count(positions: impl Iterator<Item = Position>) -> [u32; Tile::COUNT] {
    let mut counts = [0; Tile::COUNT];
    let mut n_positions = 0;
    for position in positions {
        n_positions += 1;
        for tile in position.hand(second()).iter() {
            counts[tile.index()] += 1;
        }
    }
    assert_eq!(n_positions, N_SAMPLES, "not enough shuffles agree with the story");
    counts
}

fn opened_by_seat_2(story: &Story) -> bool {
    story.end.starter() == Some(second())
}

fn seat_2_drew(story: &Story) -> bool {
    let mut position = story.start.clone();
    story.moves.iter().any(|&m| {
        let is_seat_2 = position.turn().seat() == Some(second());
        position.play_unchecked(m);
        is_seat_2 && m == Move::Draw
    })
}

#[test]
fn a_triple_that_opens_rules_out_higher_ones_that_were_dealt_but_not_drawn() {
    let story = find(&[], 4, |story| {
        let tile = first_tile(&story.end);
        opened_by_seat_2(story) && tile.is_triple() && tile.points() == 6 && seat_2_drew(story)
    });
    story.check();
}

#[test]
fn a_sum_that_opens_rules_out_all_triples_and_higher_sums() {
    let story = find(&[], 3, |story| {
        opened_by_seat_2(story) && !first_tile(&story.end).is_triple() && seat_2_drew(story)
    });
    story.check();
}

#[test]
fn the_zeros_may_have_been_chosen_instead_of_a_higher_triple() {
    let story =
        find(&[], 3, |story| opened_by_seat_2(story) && first_tile(&story.end).points() == 0);
    story.check();
}

#[test]
fn who_is_to_open_has_the_highest_tile() {
    let is_second = |story: &Story| opened_by_seat_2(story);
    find(&[], 0, is_second).check();
    find(&[("seats", "3")], 0, is_second).check();
}

#[test]
fn a_forced_draw_shows_that_nothing_fitted() {
    let story = find(&[("voluntary-draw", "off")], 4, |story| {
        opened_by_seat_2(story) && seat_2_drew(story)
    });
    story.check();
}

#[test]
fn without_a_starting_rule_nothing_is_ruled_out() {
    find(&[("starter", "free"), ("seats", "3")], 4, seat_2_drew).check();
}

#[test]
fn a_spectator_imagines_all_hands() {
    let story = find(&[], 2, opened_by_seat_2);
    Story { viewer: Viewer::Spectator, ..story }.check();
}

#[test]
fn with_two_seats_and_an_empty_pile_everything_is_known() {
    let options = options(&[("single-round", "on"), ("max-draws", "0")]);
    let mut rng = Generator::seed_from_u64(3);
    let mut n_known = 0;
    for _ in 0..40 {
        let mut position = Triominos::start(&options).unwrap();
        while let Some(m) = position.random_move(&mut rng) {
            position.play_unchecked(m);
            if position.pile().is_empty() && position.phase() == Phase::Deciding {
                n_known += 1;
                let view = Triominos::view(&position, Viewer::Seat(first()));
                let imagined = Triominos::sample(&view, &mut rng);
                assert_eq!(imagined.hand(second()), position.hand(second()));
            }
        }
    }
    assert!(n_known > 50, "only {n_known} positions");
}

#[test]
fn a_view_in_which_somebody_broke_the_rules_still_has_a_sample() {
    let mut rng = Generator::seed_from_u64(4);
    for seed in 1..200 {
        let story = story(&options(&[]), 20, seed);
        let view = Triominos::view(&story.end, story.viewer).to_string();
        // They drew when it pleased them, which is not allowed then.
        let view: View = view.replace(" round=", " voluntary-draw=off round=").parse().unwrap();
        let imagined = Triominos::sample(&view, &mut rng);
        assert_eq!(Triominos::view(&imagined, story.viewer), view);
    }
}
