//! Determinizations are possible and as likely as they should be: compared with shuffling all
//! hidden tiles again and again, and keeping the games that would have looked the same.

use std::collections::HashMap;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{
    Game, Imperfect, Observed, Position as _, Sampler as _, Seat, Viewer, parse_options,
    random_index,
};
use tilewright_triominos::{
    Action, Board, Move, Options, Phase, Position, Tile, TileSet, Triominos, View,
};

type Generator = Xoshiro256PlusPlus;

/// The number of shuffles that must agree with what was seen, and of positions that are imagined.
const N_SAMPLES: u32 = 6_000;

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

    /// The viewer's look of each move, and the tiles that did not come to it.
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

    /// The number of times that each tile is in the hand of seat 2 when everything is shuffled, and
    /// when it is sampled, by new samplers or by one, in as many tries.
    fn check(&self) {
        let mut rng = Generator::seed_from_u64(7);
        let (seen, unseen) = self.seen();
        let tries = std::iter::repeat_with(|| self.shuffled(&seen, &unseen, &mut rng));
        let shuffled = count(tries.take(4_000_000).flatten().take(N_SAMPLES as usize));
        let view = Triominos::view(&self.end, self.viewer);
        let mut rng = Generator::seed_from_u64(8);
        let samples = std::iter::repeat_with(|| Triominos::sample(&view, &mut rng));
        let imagined = count(samples.take(N_SAMPLES as usize));
        compare(&shuffled, &imagined, &view);
        let mut rng = Generator::seed_from_u64(9);
        let mut imagination = Triominos::sampler(&view);
        let in_a_row = std::iter::repeat_with(|| imagination.sample(&mut rng));
        // Neighbors are alike, so that more of them are needed to say as much.
        compare(&shuffled, &count(in_a_row.step_by(5).take(N_SAMPLES as usize)), &view);
    }
}

/// Counts of the same number of positions are the same but for chance.
fn compare(shuffled: &[u32; Tile::COUNT], imagined: &[u32; Tile::COUNT], view: &View) {
    for tile in Tile::all() {
        let [left, right] = [shuffled, imagined].map(|it| f64::from(it[tile.index()]));
        // Five standard deviations of the difference of two counts.
        let n_samples = f64::from(N_SAMPLES);
        let share = (left + right) / (2.0 * n_samples);
        let bound = 5.0 * (2.0 * n_samples * share * (1.0 - share)).sqrt();
        assert!(left > 0.0 || right < n_samples / 100.0, "{tile} is hardly ever there\n{view}");
        assert!(
            (left - right).abs() <= bound,
            "{tile}: {left} of {N_SAMPLES} shuffles, {right} samples\n{view}"
        );
    }
}

/// The look of a move.
struct Seen {
    look: Move,
    revealed: Option<String>,
}

fn take(pool: &mut Vec<Tile>, rng: &mut Generator) -> Tile {
    pool.swap_remove(random_index(rng, pool.len()))
}

/// The number of times that each tile is in the hand of seat 2.
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
fn a_sum_that_opens_leaves_others_the_tiles_of_the_same_sum() {
    let story = find(&[], 2, |story| {
        let tile = first_tile(&story.end);
        let is_as_high = |it: Tile| !it.is_triple() && it.points() == tile.points();
        let unseen = Triominos::view(&story.end, story.viewer).unseen();
        let is_sum = !opened_by_seat_2(story) && !tile.is_triple();
        is_sum && unseen.iter().any(is_as_high)
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
    for seats in ["2", "3", "6"] {
        find(&[("seats", seats)], 0, opened_by_seat_2).check();
    }
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

/// A tile that seat 2 placed or may have, and where it may have come from.
struct Origin {
    tile: Tile,
    from_deal: bool,
    /// A bit for each draw of seat 2.
    from_draws: usize,
    from_pile: bool,
}

/// The possible origins of each tile that seat 1 did not get, in a game for two in which seat 1
/// opens with any tile.
fn origins(view: &View) -> (Vec<Origin>, usize) {
    let mut board = Board::new();
    let mut seat = view.starter().unwrap();
    let mut placed: Vec<(Tile, usize)> = Vec::new();
    let is_forced = !view.options().voluntary_draw;
    let mut draws = Vec::new();
    let mut unfit = Vec::new();
    for (index, &action) in view.actions().iter().enumerate() {
        let is_second = seat == second();
        match action {
            Action::Place(placement) => {
                board.place(placement).unwrap();
                placed.extend(is_second.then_some((placement.tile, index)));
            }
            Action::Draw | Action::Pass if is_second && is_forced => {
                unfit.push((index, board.fitting_tiles()));
            }
            Action::Draw | Action::Pass => {}
        }
        draws.extend((is_second && action == Action::Draw).then_some(index));
        seat = if action == Action::Draw { seat } else { seat.next(2) };
    }
    let came_at = |tile: Tile, from: usize, to: usize| {
        from <= to
            && !unfit.iter().any(|&(at, tiles)| (from..to).contains(&at) && tiles.contains(tile))
    };
    let origin = |(tile, left_at): (Tile, usize)| Origin {
        tile,
        from_deal: came_at(tile, 0, left_at),
        from_draws: (0..draws.len())
            .filter(|&draw| came_at(tile, draws[draw] + 1, left_at))
            .fold(0, |mask, draw| mask | 1 << draw),
        from_pile: left_at == usize::MAX,
    };
    let unplaced = view.unseen().iter().map(|tile| (tile, usize::MAX));
    (placed.into_iter().chain(unplaced).map(origin).collect(), draws.len())
}

/// The number of ways, by the dealt tiles that are still unknown, the draws, and the tiles of the
/// pile.
type Ways = HashMap<(usize, usize, usize), f64>;

/// The draws that are left after a tile, and whether it lies in the pile.
fn choices(origin: &Origin, left: (usize, usize, usize)) -> Vec<((usize, usize, usize), bool)> {
    let (n_dealt, draws, n_pile) = left;
    let mut choices = Vec::new();
    if origin.from_deal && n_dealt > 0 {
        choices.push(((n_dealt - 1, draws, n_pile), false));
    }
    let free = (0..16).filter(|draw| draws & origin.from_draws & 1 << draw != 0);
    choices.extend(free.map(|draw| ((n_dealt, draws & !(1 << draw), n_pile), false)));
    if origin.from_pile && n_pile > 0 {
        choices.push(((n_dealt, draws, n_pile - 1), true));
    }
    choices
}

/// The probability of each tile that seat 2 has it, by counting all ways in which the tiles may
/// have come.
fn exact_shares(view: &View) -> Vec<(Tile, f64)> {
    let (origins, n_draws) = origins(view);
    let start = (view.options().hand_size(), (1 << n_draws) - 1, view.n_pile());
    let mut forward: Vec<Ways> = vec![HashMap::from([(start, 1.0)])];
    for origin in &origins {
        let mut next = Ways::new();
        for (&left, &n_ways) in forward.last().unwrap() {
            for (left, _) in choices(origin, left) {
                *next.entry(left).or_default() += n_ways;
            }
        }
        forward.push(next);
    }
    let mut backward: Ways = HashMap::from([((0, 0, 0), 1.0)]);
    let total = forward.last().unwrap()[&(0, 0, 0)];
    let mut shares = Vec::new();
    for (origin, before) in origins.iter().zip(&forward).rev() {
        let mut previous = Ways::new();
        let mut in_pile = 0.0;
        for (&left, &n_ways) in before {
            for (next, is_in_pile) in choices(origin, left) {
                let n_after = backward.get(&next).copied().unwrap_or_default();
                *previous.entry(left).or_default() += n_after;
                in_pile += if is_in_pile { n_ways * n_after } else { 0.0 };
            }
        }
        backward = previous;
        if origin.from_pile {
            shares.push((origin.tile, 1.0 - in_pile / total));
        }
    }
    shares
}

/// Compares samples with all ways that there are.
fn check_exactly(view: &View) {
    let mut rng = Generator::seed_from_u64(9);
    let n_samples = 2_000_u32;
    let mut counts = [0_u32; Tile::COUNT];
    for _ in 0..n_samples {
        let hand = Triominos::sample(view, &mut rng).hand(second());
        hand.iter().for_each(|tile| counts[tile.index()] += 1);
    }
    for (tile, share) in exact_shares(view) {
        let sampled = f64::from(counts[tile.index()]) / f64::from(n_samples);
        // Two in a hundred for what the exchanges leave, besides five standard deviations.
        let bound = 0.02 + 5.0 * (share * (1.0 - share) / f64::from(n_samples)).sqrt();
        assert!(
            (sampled - share).abs() < bound,
            "{tile}: {share:.3}, sampled {sampled:.3}\n{view}"
        );
        assert!(share > 1e-12 || counts[tile.index()] == 0, "{tile} cannot be there\n{view}");
        assert!(
            share < 1.0 - 1e-12 || counts[tile.index()] == n_samples,
            "{tile} must be there\n{view}"
        );
    }
}

#[test]
fn long_rounds_of_forced_draws_and_passes_are_imagined_as_they_are_likely() {
    let forced = [("voluntary-draw", "off"), ("starter", "free")];
    let mut n_passes = 0;
    for seed in [3, 11, 77, 78, 100, 101] {
        for n_actions in [12, 25, 40] {
            let story = story(&options(&forced), n_actions, seed);
            n_passes += story.end.actions().iter().filter(|&&it| it == Action::Pass).count();
            check_exactly(&Triominos::view(&story.end, story.viewer));
        }
    }
    assert!(n_passes > 3, "only {n_passes} passes");
}

#[test]
fn rounds_with_voluntary_draws_are_imagined_as_they_are_likely() {
    for seed in 1..8 {
        for n_actions in [10, 25, 40] {
            let story = story(&options(&[("starter", "free")]), n_actions, seed);
            check_exactly(&Triominos::view(&story.end, story.viewer));
        }
    }
}

#[test]
fn a_hand_full_of_hints_is_imagined_as_it_is_likely() {
    // A round in which a filling without exchanges is far off.
    let view = "viewer=1 seats=2 voluntary-draw=off starter=free round=1 scores=87/47 \
        held=1-1-1/?3 drew=0-0-5,0-3-3,0-5-5,1-1-1,1-2-4,3-5-5/?7 opener=1 0-2-2:BAC@1,0 \
        0-0-2:BCA@0,0 0-0-3:ACB@0,1 2-2-5:BCA@1,-1 2-3-5:BAC@0,-1 3-3-5:ABC@0,-2 2-5-5:BAC@2,-1 \
        draw 0-1-2:BAC@-1,0 3-4-5:ACB@1,-2 draw draw 3-3-4:CBA@-1,-2 3-4-4:BCA@-2,-2 draw draw \
        0-2-5:BCA@3,-1 1-4-4:ACB@-3,-2 1-4-5:CAB@-4,-2 draw 1-2-4:ABC@-3,-3 1-5-5:CBA@-5,-2 draw \
        0-0-5:CBA@4,-1 0-0-4:ABC@5,-1 draw 0-3-3:CAB@1,1 0-1-4:ACB@6,-1 3-3-3:ACB@1,2 draw \
        0-0-1:BCA@-2,0 draw draw 0-5-5:BCA@4,-2 0-0-0:ACB@-2,1 draw 3-5-5:ABC@-6,-2 \
        1-3-5:BAC@-6,-1 1-2-3:BCA@-7,-1 draw";
    check_exactly(&view.parse().unwrap());
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
