//! Max^n and paranoid search on trees of two, three and four seats, grown by chance or by hand.

mod estimates;

use std::cmp::Ordering;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::bits::fold;
use tilewright_core::{BySeat, Position, Seat, Turn};
use tilewright_search::{AlphaBeta, Choice, Evaluate, Limits, MaxN, Thinking, Value};
use tilewright_testkit::tree::{self, Branch, Node, TreePosition, path_hash};

use estimates::Estimates;

/// A game given by its nodes.
#[derive(Clone, Copy, Debug)]
struct Wood {
    n_seats: usize,
    node: fn(&Wood, &[usize]) -> Node,
    seed: u64,
}

type Walk = TreePosition<Wood>;

impl Wood {
    fn walk(self) -> Walk {
        TreePosition::root(self)
    }

    /// A number for each way, the same again.
    fn chance(&self, path: &[usize], what: u64) -> u64 {
        path_hash(path, fold(self.seed ^ 0x9e37_79b9_7f4a_7c15, what ^ 0xd6e8_feb8_6659_fd93))
    }
}

impl tree::Tree for Wood {
    fn n_seats(&self) -> usize {
        self.n_seats
    }

    fn node(&self, path: &[usize]) -> Node {
        (self.node)(self, path)
    }
}

/// Any seat may be next, games end anywhere, and equal values are frequent.
fn wild(wood: &Wood, path: &[usize]) -> Node {
    let small = |what: u64, n: u64| wood.chance(path, what) % n;
    let values = BySeat::from_fn(wood.n_seats, |seat| small(seat.index() as u64, 4) as i32);
    if path.len() >= 7 || !path.is_empty() && small(10, 9) == 0 {
        return Node::End(values);
    }
    let number = 1 + small(11, wood.n_seats as u64) as usize;
    Node::At(number, 1 + small(12, 4) as usize, values.map(|value| 5 * value))
}

type Values = BySeat<Value>;

/// Every value of a position by brute force: what each seat gets if all of them choose.
fn plain(
    walk: &Walk,
    depth: usize,
    ply: usize,
    choose: &dyn Fn(Seat, &Values, &Values) -> bool,
) -> Values {
    match walk.turn() {
        Turn::Over(outcome) => {
            BySeat::from_fn(walk.n_seats(), |seat| Value::of_outcome(&outcome, seat, ply))
        }
        Turn::Player(_) if depth == 0 => {
            BySeat::from_fn(walk.n_seats(), |it| Value::estimate(Estimates.estimate(walk, it)))
        }
        Turn::Player(seat) => {
            let mut moves = Vec::new();
            walk.legal_moves(&mut moves);
            let mut best: Option<Values> = None;
            for m in moves {
                let mut next = walk.clone();
                next.play(m).unwrap();
                let values = plain(&next, depth - 1, ply + 1, choose);
                if best.is_none_or(|best| choose(seat, &values, &best)) {
                    best = Some(values);
                }
            }
            best.unwrap()
        }
        Turn::Chance => unreachable!("there is no chance in the wood"),
    }
}

fn search<E>(walk: &Walk, depth: usize, seed: u64, search: E) -> Choice<Branch>
where
    E: FnOnce(&Walk, Limits, &mut Xoshiro256PlusPlus) -> Choice<Branch>,
{
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    search(walk, Limits { depth: Some(depth), ..Limits::NONE }, &mut rng)
}

fn maxn(walk: &Walk, depth: usize, seed: u64) -> Choice<Branch> {
    search(walk, depth, seed, |walk, limits, rng| {
        MaxN::new(Estimates).search(walk, limits, &mut Thinking::default(), rng)
    })
}

fn paranoid(walk: &Walk, depth: usize, seed: u64) -> Choice<Branch> {
    search(walk, depth, seed, |walk, limits, rng| {
        AlphaBeta::new(Estimates).search(walk, limits, &mut Thinking::default(), rng)
    })
}

fn woods() -> impl Iterator<Item = Wood> {
    (2..=4).flat_map(|n_seats| (0..60).map(move |seed| Wood { n_seats, node: wild, seed }))
}

/// The seat's own value, then less for the others together, then the order of the values.
fn is_preferred(seat: Seat, left: &Values, right: &Values) -> bool {
    let total = |values: &Values| values.iter().map(|&value| points(value)).sum::<i32>();
    let order = left[seat].cmp(&right[seat]).then(total(right).cmp(&total(left)));
    order.then(right.cmp(left)) == Ordering::Greater
}

/// The points of a value, which hides them.
fn points(value: Value) -> i32 {
    if let Some(n_plies) = value.n_plies_to_end() {
        let far = 1_000_000 - n_plies as i32;
        return if value > Value::DRAW { far } else { -far };
    }
    if value > Value::estimate(i32::MAX) || value < Value::estimate(i32::MIN) {
        return (1_600_000.0 * (value.share() - 0.5)).round() as i32;
    }
    (-100..=100).find(|&points| Value::estimate(points) == value).unwrap()
}

#[test]
fn max_n_is_what_brute_force_finds() {
    for wood in woods() {
        let walk = wood.walk();
        for depth in 1..=6 {
            let choice = maxn(&walk, depth, wood.seed);
            let us = walk.turn().seat().unwrap();
            let expected = plain(&walk, choice.info.depth, 0, &is_preferred);
            let found = choice.info.value.unwrap();
            assert_eq!(found, expected.map(|value| value.share()), "{wood:?} {depth}");
            let mut next = walk.clone();
            next.play(choice.m).unwrap();
            let after = plain(&next, choice.info.depth - 1, 1, &is_preferred);
            assert_eq!(after[us], expected[us], "{wood:?} {depth}");
            assert!(choice.info.is_proved || choice.info.depth == depth);
        }
    }
}

#[test]
fn paranoid_search_is_what_brute_force_finds() {
    for wood in woods() {
        let walk = wood.walk();
        let us = walk.turn().seat().unwrap();
        let choose = |seat: Seat, left: &Values, right: &Values| {
            if seat == us { left[us] > right[us] } else { left[us] < right[us] }
        };
        for depth in 1..=6 {
            let choice = paranoid(&walk, depth, wood.seed);
            let expected = plain(&walk, choice.info.depth, 0, &choose)[us];
            let found = choice.info.value.unwrap()[us];
            assert!((found - expected.share()).abs() < 1e-9, "{wood:?} {depth} {choice:?}");
            let mut next = walk.clone();
            next.play(choice.m).unwrap();
            let after = plain(&next, choice.info.depth - 1, 1, &choose)[us];
            assert_eq!(after, expected, "{wood:?} {depth}");
        }
    }
}

/// With two seats and a game between them alone, both are minimax.
#[test]
fn with_two_seats_max_n_and_paranoid_agree() {
    for seed in 0..60 {
        let walk = Wood { n_seats: 2, node: to_the_end, seed }.walk();
        let every = maxn(&walk, 9, seed).info;
        let one = paranoid(&walk, 9, seed).info;
        assert_eq!(every.value, one.value, "{seed}");
        assert!(every.is_proved && one.is_proved);
    }
}

/// Turns go round, and games end after six moves.
fn to_the_end(wood: &Wood, path: &[usize]) -> Node {
    let values =
        BySeat::from_fn(wood.n_seats, |seat| (wood.chance(path, seat.index() as u64) % 30) as i32);
    if path.len() == 6 {
        return Node::End(values);
    }
    Node::At(1 + path.len() % wood.n_seats, 3, values)
}

/// The first seat may go left or right. Right, the third seat could ruin it, and a paranoid fears
/// so; but it would ruin itself.
fn by_hand(_: &Wood, path: &[usize]) -> Node {
    match path {
        [] => Node::At(1, 2, BySeat::from([0, 0, 0])),
        [0] => Node::End(BySeat::from([5, 6, 4])),
        [1] => Node::At(2, 2, BySeat::from([0, 0, 0])),
        [1, 0] => Node::At(3, 2, BySeat::from([0, 0, 0])),
        [1, 1] => Node::End(BySeat::from([9, 1, 5])),
        [1, 0, 0] => Node::End(BySeat::from([9, 5, 8])),
        _ => Node::End(BySeat::from([0, 9, 0])),
    }
}

#[test]
fn max_n_trusts_where_a_paranoid_fears() {
    let walk = Wood { n_seats: 3, node: by_hand, seed: 0 }.walk();
    for seed in 0..10 {
        // The second seat is last in both of its branches, and goes where it takes longer.
        let every = maxn(&walk, 9, seed);
        assert_eq!((every.m, every.info.value.unwrap()[Seat::new(0).unwrap()]), (Branch(1), 1.0));
        let one = paranoid(&walk, 9, seed);
        assert_eq!((one.m, one.info.value.unwrap()[Seat::new(0).unwrap()]), (Branch(0), 0.5));
        assert_eq!(one.info.line, [Branch(0)]);
    }
}

#[test]
fn four_seats_each_take_their_own() {
    fn tree(_: &Wood, path: &[usize]) -> Node {
        match path {
            // Each seat chooses between ending with itself in front of the next, and going on.
            [0, 0, 0, 0] => Node::End(BySeat::from([1, 2, 3, 4])),
            [.., 1] => {
                let last = path.len() - 1;
                Node::End(BySeat::from_fn(4, |seat| i32::from(seat.index() == last)))
            }
            _ => Node::At(path.len() + 1, 2, BySeat::from([0; 4])),
        }
    }
    let walk = Wood { n_seats: 4, node: tree, seed: 0 }.walk();
    let choice = maxn(&walk, 9, 1);
    assert_eq!((choice.m, choice.info.is_proved), (Branch(1), true));
    assert!(choice.info.value.unwrap()[Seat::new(0).unwrap()] > 0.999);
}

#[test]
fn a_narrow_search_proves_nothing() {
    for wood in woods().filter(|wood| wood.n_seats == 3) {
        let walk = wood.walk();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let limits = Limits { depth: Some(9), ..Limits::NONE };
        let narrow = MaxN::new(Estimates).with_width(1).search(
            &walk,
            limits,
            &mut Thinking::default(),
            &mut rng,
        );
        if narrow.info.is_proved {
            let whole = maxn(&walk, 9, 1).info;
            assert_eq!(whole.value, narrow.info.value, "{wood:?}");
        }
        let narrow = AlphaBeta::new(Estimates).with_width(1);
        let narrow = { narrow }.search(&walk, limits, &mut Thinking::default(), &mut rng);
        if narrow.info.is_proved {
            assert_eq!(paranoid(&walk, 9, 1).info.value, narrow.info.value, "{wood:?}");
        }
    }
}
