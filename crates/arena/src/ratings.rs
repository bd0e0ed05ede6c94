//! Ratings: a Plackett–Luce (Bradley–Terry) fit, with one rating per player from all games.
//!
//! # The model
//!
//! Plackett–Luce: every player has a strength, every seat the strength of its player. The first
//! place falls to a seat with a chance proportional to its strength, the next place likewise among
//! the others, and so on. At a table of two that is the Bradley–Terry model. A rating is
//! `400·log₁₀` of the strength, so that between any two players the difference of their ratings is
//! that of Elo, whatever players sit at the table.
//!
//! - **Ties** count as every order of the tied seats in equal parts; for two players as half a win
//!   and half a loss. So a rating is about the score, and not about who draws how often.
//! - **The prior**: every player has also drawn [`PRIOR_GAMES`] game with an imaginary player of
//!   rating 0. After a few dozen games it no longer shows, but it keeps the rating finite of a
//!   player who has won everything, and joins players who have not met.
//! - **The fit** maximizes the likelihood by Newton's method; it is concave, so there is one
//!   maximum.
//! - **Seats** are not part of the model, because blocks balance them. Where seats decide much,
//!   ratings lie closer together, as scores do.
//!
//! # Intervals
//!
//! From the sandwich estimator: `A⁻¹BA⁻¹`, where `A` is the observed information and `B` the sum of
//! the squared gradients of independent groups of games. Rounds are dealt to [`N_GROUPS`] groups,
//! so games of one block, and blocks with one opening, are never counted as independent, and memory
//! is bounded. With `G` groups that are not empty, `B` is multiplied by `G / (G − 1)` and Student's
//! quantile has `G − 1` degrees.
//!
//! If a player has only won or only lost against the rest, or players have not met even through
//! others, then the prior alone decides how far they are apart, and the sandwich would be too
//! narrow. [`Ratings::is_separated`] says so, and intervals are then at least those that follow
//! from `A⁻¹`, prior included.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_core::Seat;

use crate::linear::{Cholesky, dot};
use crate::normal::{ELO_PER_LOGIT, student_quantile};
use crate::score::FinishedGame;
use crate::{Estimate, Player};

/// The number of games that every player has drawn with an imaginary player of rating 0.
pub const PRIOR_GAMES: f64 = 1.0;

/// The number of groups to which rounds are dealt.
pub const N_GROUPS: usize = 64;

/// The weight of a choice in whole numbers: all binomial coefficients up to six divide it.
const CHOICE_UNITS: u64 = 60;

/// The zero of the ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The mean of all rated players is 0.
    #[default]
    Mean,
    /// This player has 0.
    Player(Player),
}

/// The comparisons of all games, for a fit; their size does not depend on the number of games.
///
/// ```
/// use tilewright_arena::Player;
/// use tilewright_arena::ratings::{Anchor, Comparisons};
/// use tilewright_arena::score::FinishedGame;
/// use tilewright_core::{BySeat, Outcome};
///
/// let mut comparisons = Comparisons::new(2);
/// for round in 0..400 {
///     let first_wins = round % 4 != 0;
///     let scores = if first_wins { [1, 0] } else { [0, 1] };
///     let outcome = Outcome::by_score(BySeat::from(scores));
///     comparisons.add(round, &FinishedGame::new(BySeat::from([Player(0), Player(1)]), outcome)?);
/// }
/// // Three to one on is 191 Elo.
/// let ratings = comparisons.fit(Anchor::Player(Player(1)));
/// assert!((ratings.of(Player(0)).unwrap().value - 191.0).abs() < 2.0);
/// # Ok::<(), tilewright_arena::score::WrongSeats>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparisons {
    n_players: u16,
    groups: Vec<Group>,
    /// The pairs of players of which the first was once not worse than the second.
    held: BTreeSet<(Player, Player)>,
}

/// The likelihood of some games, up to a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Group {
    /// The number of times that a player was chosen for the next place.
    chosen: BTreeMap<Player, u64>,
    /// The number of choices among these seats, by their players in ascending order.
    choices: BTreeMap<Vec<Player>, u64>,
}

impl Comparisons {
    /// Nothing yet, between so many players.
    pub fn new(n_players: u16) -> Comparisons {
        let groups = vec![Group::default(); N_GROUPS];
        Comparisons { n_players, groups, held: BTreeSet::new() }
    }

    /// Counts one game of this round.
    pub fn add(&mut self, round: u64, game: &FinishedGame) {
        self.groups[(round % N_GROUPS as u64) as usize].add(game);
        let seats = game.seats();
        let outcome = game.outcome();
        for one in seats.seats() {
            for other in seats.seats() {
                if seats[one] != seats[other] && outcome.place(one) <= outcome.place(other) {
                    self.held.insert((seats[one], seats[other]));
                }
            }
        }
    }

    /// Fits the ratings that explain the games best (maximum likelihood).
    pub fn fit(&self, anchor: Anchor) -> Ratings {
        let mut total = Group::default();
        self.groups.iter().for_each(|group| total.merge(group));
        let players: Vec<Player> = self.rated_players();
        let model = Model::new(&players);
        let strengths = model.maximize(&total);
        let is_separated = !self.is_connected(&players);
        let from = match anchor {
            Anchor::Player(player) => model.index.get(&player).copied(),
            Anchor::Mean => None,
        };
        let fit = Fit { model: &model, strengths, from, is_separated };
        let estimates = fit.estimates(&total, &self.groups);
        let mut ratings = vec![None; usize::from(self.n_players)];
        for (player, estimate) in players.iter().zip(estimates) {
            ratings[player.index()] = Some(estimate);
        }
        Ratings { ratings, is_separated }
    }

    /// The players that have met another.
    fn rated_players(&self) -> Vec<Player> {
        let met = self.held.iter().flat_map(|&(one, other)| [one, other]);
        let known = met.filter(|player| player.0 < self.n_players);
        known.collect::<BTreeSet<Player>>().into_iter().collect()
    }

    /// Returns whether the graph of `held` is strongly connected: the condition for ratings that
    /// need no prior (Ford 1957).
    fn is_connected(&self, players: &[Player]) -> bool {
        let Some(&start) = players.first() else {
            return true;
        };
        let forth: Vec<_> = self.held.iter().copied().collect();
        let back: Vec<_> = self.held.iter().map(|&(one, other)| (other, one)).collect();
        [forth, back].iter().all(|steps| n_reached(start, steps) == players.len())
    }
}

/// The number of players that can be reached by the steps.
fn n_reached(start: Player, steps: &[(Player, Player)]) -> usize {
    let mut reached = BTreeSet::from([start]);
    let mut to_visit = vec![start];
    while let Some(player) = to_visit.pop() {
        for &(_, next) in steps.iter().filter(|&&(from, _)| from == player) {
            if reached.insert(next) {
                to_visit.push(next);
            }
        }
    }
    reached.len()
}

impl Group {
    /// Splits a game into choices of the next place among the seats without one. Of tied seats,
    /// every subset of the same size is equally likely to be left.
    fn add(&mut self, game: &FinishedGame) {
        let seats = game.seats();
        let outcome = game.outcome();
        let places: BTreeSet<u8> = outcome.places().iter().copied().collect();
        for place in places {
            let tied: Vec<Seat> = seats.seats().filter(|&s| outcome.place(s) == place).collect();
            let worse: Vec<Seat> = seats.seats().filter(|&s| outcome.place(s) > place).collect();
            for &seat in &tied {
                *self.chosen.entry(seats[seat]).or_default() += CHOICE_UNITS;
            }
            for subset in 1..1_u32 << tied.len() {
                let is_left = |i: usize| subset >> i & 1 == 1;
                let left = (0..tied.len()).filter(|&i| is_left(i)).map(|i| tied[i]);
                let mut among: Vec<Player> =
                    left.chain(worse.iter().copied()).map(|seat| seats[seat]).collect();
                among.sort_unstable();
                let n_alike = binomial(tied.len() as u64, u64::from(subset.count_ones()));
                *self.choices.entry(among).or_default() += CHOICE_UNITS / n_alike;
            }
        }
    }

    fn merge(&mut self, other: &Group) {
        for (&player, &count) in &other.chosen {
            *self.chosen.entry(player).or_default() += count;
        }
        for (among, &count) in &other.choices {
            *self.choices.entry(among.clone()).or_default() += count;
        }
    }
}

fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// The likelihood as a function of the logarithms of the strengths.
struct Model {
    /// The place of each rated player in every vector.
    index: BTreeMap<Player, usize>,
}

impl Model {
    fn new(players: &[Player]) -> Model {
        Model { index: players.iter().copied().zip(0..).collect() }
    }

    /// The logarithm of the likelihood, prior included, up to a constant.
    fn log_likelihood(&self, group: &Group, strengths: &[f64]) -> f64 {
        let chosen: f64 = self.chosen(group).map(|(i, weight)| weight * strengths[i]).sum();
        let among: f64 = self.choices(group).map(|(seats, w)| w * log_sum(&seats, strengths)).sum();
        let prior: f64 = strengths.iter().map(|&s| log_logistic(s) + log_logistic(-s)).sum();
        chosen - among + 0.5 * PRIOR_GAMES * prior
    }

    /// The slope of the logarithm of the likelihood of a group, without the prior.
    fn gradient(&self, group: &Group, strengths: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; strengths.len()];
        for (i, weight) in self.chosen(group) {
            gradient[i] += weight;
        }
        for (seats, weight) in self.choices(group) {
            let sum = log_sum(&seats, strengths);
            for &i in &seats {
                gradient[i] -= weight * (strengths[i] - sum).exp();
            }
        }
        gradient
    }

    fn prior_gradient(strengths: &[f64]) -> impl Iterator<Item = f64> + '_ {
        strengths.iter().map(|&strength| PRIOR_GAMES * (0.5 - logistic(strength)))
    }

    /// The curvature downwards of the logarithm of the likelihood, prior included.
    fn information(&self, group: &Group, strengths: &[f64]) -> Vec<Vec<f64>> {
        let n = strengths.len();
        let mut information = vec![vec![0.0; n]; n];
        for (seats, weight) in self.choices(group) {
            let sum = log_sum(&seats, strengths);
            let share = |i: usize| (strengths[i] - sum).exp();
            for &i in &seats {
                information[i][i] += weight * share(i);
                for &j in &seats {
                    information[i][j] -= weight * share(i) * share(j);
                }
            }
        }
        for (i, &strength) in strengths.iter().enumerate() {
            information[i][i] += PRIOR_GAMES * logistic(strength) * logistic(-strength);
        }
        information
    }

    /// Newton's method, with steps halved until they lead upwards.
    fn maximize(&self, group: &Group) -> Vec<f64> {
        const MAX_STEPS: usize = 100;
        const SMALLEST_STEP: f64 = 1e-10;
        let mut strengths = vec![0.0; self.index.len()];
        for _ in 0..MAX_STEPS {
            let likelihood = self.gradient(group, &strengths).into_iter();
            let gradient: Vec<f64> =
                likelihood.zip(Model::prior_gradient(&strengths)).map(|(a, b)| a + b).collect();
            let Some(factors) = Cholesky::new(&self.information(group, &strengths)) else {
                break;
            };
            let mut step = factors.solve(&gradient);
            let before = self.log_likelihood(group, &strengths);
            let moved = |step: &[f64]| strengths.iter().zip(step).map(|(s, d)| s + d).collect();
            let mut next: Vec<f64> = moved(&step);
            let is_small = |step: &[f64]| step.iter().all(|part| part.abs() < SMALLEST_STEP);
            while !is_small(&step) && self.log_likelihood(group, &next) < before {
                step = step.iter().map(|part| part / 2.0).collect();
                next = moved(&step);
            }
            strengths = next;
            if is_small(&step) {
                break;
            }
        }
        strengths
    }

    fn chosen<'a>(&'a self, group: &'a Group) -> impl Iterator<Item = (usize, f64)> + 'a {
        let rated = |(player, &count)| Some((*self.index.get(player)?, weight(count)));
        group.chosen.iter().filter_map(rated)
    }

    fn choices<'a>(&'a self, group: &'a Group) -> impl Iterator<Item = (Vec<usize>, f64)> + 'a {
        group.choices.iter().map(|(among, &count)| (self.indices(among), weight(count)))
    }

    fn indices(&self, players: &[Player]) -> Vec<usize> {
        players.iter().filter_map(|player| self.index.get(player).copied()).collect()
    }
}

fn weight(count: u64) -> f64 {
    count as f64 / CHOICE_UNITS as f64
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn log_logistic(x: f64) -> f64 {
    x.min(0.0) - (-x.abs()).exp().ln_1p()
}

/// The logarithm of the sum of the strengths of these seats.
fn log_sum(seats: &[usize], strengths: &[f64]) -> f64 {
    let most = seats.iter().map(|&i| strengths[i]).fold(f64::NEG_INFINITY, f64::max);
    most + seats.iter().map(|&i| (strengths[i] - most).exp()).sum::<f64>().ln()
}

/// The maximum, from which intervals follow.
struct Fit<'a> {
    model: &'a Model,
    strengths: Vec<f64>,
    /// The player with rating 0, or none if the mean has it.
    from: Option<usize>,
    is_separated: bool,
}

impl Fit<'_> {
    fn estimates(&self, total: &Group, groups: &[Group]) -> Vec<Estimate> {
        let information = self.model.information(total, &self.strengths);
        let factors = Cholesky::new(&information);
        let groups = groups.iter().filter(|group| !group.choices.is_empty());
        let gradients: Vec<Vec<f64>> =
            groups.map(|group| self.model.gradient(group, &self.strengths)).collect();
        let mut estimates = Vec::new();
        for player in 0..self.strengths.len() {
            let contrast = self.contrast(player);
            let value = ELO_PER_LOGIT * dot(&contrast, &self.strengths);
            let factors = factors.as_ref();
            let half_width = factors.and_then(|it| self.half_width(&contrast, it, &gradients));
            estimates.push(match half_width {
                Some(half_width) => Estimate::symmetric(value, ELO_PER_LOGIT * half_width),
                None => Estimate::bare(value),
            });
        }
        estimates
    }

    /// The weights of the strengths in the rating of a player.
    fn contrast(&self, player: usize) -> Vec<f64> {
        let n = self.strengths.len();
        let mut contrast = match self.from {
            None => vec![-1.0 / n as f64; n],
            Some(from) => (0..n).map(|i| if i == from { -1.0 } else { 0.0 }).collect(),
        };
        contrast[player] += 1.0;
        contrast
    }

    /// Half of the interval of a sum of strengths: zero for an anchor, not known from a single
    /// group, nor from groups that are all alike.
    fn half_width(
        &self,
        contrast: &[f64],
        factors: &Cholesky,
        gradients: &[Vec<f64>],
    ) -> Option<f64> {
        /// A sandwich that is smaller than this part of the model's variance is rounding.
        const NOTHING: f64 = 1e-12;
        if contrast.iter().all(|&part| part == 0.0) {
            return Some(0.0);
        }
        if gradients.len() < 2 {
            return None;
        }
        let n_groups = gradients.len() as f64;
        let direction = factors.solve(contrast);
        let squares: f64 = gradients.iter().map(|gradient| dot(&direction, gradient).powi(2)).sum();
        let sandwich = squares * n_groups / (n_groups - 1.0);
        let model = dot(contrast, &direction);
        let variance = if self.is_separated { sandwich.max(model) } else { sandwich };
        let quantile = student_quantile(gradients.len() as u64 - 1);
        (variance > NOTHING * model).then(|| quantile * variance.sqrt())
    }
}

/// The ratings of all players that have played.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    ratings: Vec<Option<Estimate>>,
    is_separated: bool,
}

impl Ratings {
    /// Returns the rating of a player in Elo, if it has played against another.
    pub fn of(&self, player: Player) -> Option<Estimate> {
        self.ratings.get(player.index()).copied().flatten()
    }

    /// Returns whether some players are so far apart from the rest that only the prior bounds it.
    pub const fn is_separated(&self) -> bool {
        self.is_separated
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::{BySeat, Outcome};

    use super::*;

    const A: Player = Player(0);
    const B: Player = Player(1);
    const C: Player = Player(2);

    fn game<const N: usize>(seats: [Player; N], scores: [i32; N]) -> FinishedGame {
        FinishedGame::new(BySeat::from(seats), Outcome::by_score(BySeat::from(scores))).unwrap()
    }

    /// Games of two, each result given as points of the first player in a round of its own.
    fn two_players(scores: impl IntoIterator<Item = [i32; 2]>) -> Comparisons {
        let mut comparisons = Comparisons::new(2);
        for (round, scores) in (0..).zip(scores) {
            comparisons.add(round, &game([A, B], scores));
        }
        comparisons
    }

    #[test]
    fn two_players_have_the_difference_that_their_score_says() {
        // 30 of 40 points; with strengths ±x the slope is 30 − 40·σ(2x) + ½ − σ(x) = 0.
        let comparisons = two_players((0..40).map(|i| if i % 4 == 0 { [0, 1] } else { [1, 0] }));
        let ratings = comparisons.fit(Anchor::Mean);
        let strength = ratings.of(A).unwrap().value / ELO_PER_LOGIT;
        let slope = 30.0 - 40.0 * logistic(2.0 * strength) + 0.5 - logistic(strength);
        assert!(slope.abs() < 1e-9, "{slope}");
        assert!((ratings.of(A).unwrap().value + ratings.of(B).unwrap().value).abs() < 1e-9);
        // Without the prior it would be 400·log10(3) = 190.85 between them.
        let difference = comparisons.fit(Anchor::Player(B)).of(A).unwrap().value;
        assert!((difference - 190.85).abs() < 5.0, "{difference}");
    }

    #[test]
    fn the_error_of_two_players_by_hand() {
        // 64 rounds of one game, 32 won and 32 lost: both strengths are 0, every gradient is
        // (±½, ∓½). A is 64·¼ = 16 on the difference and the prior ¼ on each player, so
        // A = [[16.25, −16], [−16, 16.25]], and A⁻¹(½, −½) = (½, −½)/32.25. The direction for the
        // rating of the first, measured from the mean, has the product ½/32.25 with each gradient.
        // Variance = 64 · (½/32.25)² · 64/63; Student's quantile for 63 degrees is 1.9983.
        let comparisons = two_players((0..64).map(|i| if i % 2 == 0 { [0, 1] } else { [1, 0] }));
        let error = (64.0 * (0.5_f64 / 32.25).powi(2) * 64.0 / 63.0).sqrt();
        let rating = comparisons.fit(Anchor::Mean).of(A).unwrap();
        let expected = ELO_PER_LOGIT * 1.9983 * error;
        assert!((rating.half_width().unwrap() / expected - 1.0).abs() < 1e-4, "{rating}");
    }

    #[test]
    fn three_players_satisfy_the_equations_of_the_maximum() {
        // Hunter's condition: a player is chosen as often as is expected of its strength.
        let mut comparisons = Comparisons::new(3);
        let orders = [([3, 2, 1], 5), ([2, 3, 1], 3), ([3, 1, 2], 2), ([1, 2, 3], 1)];
        for (scores, count) in orders {
            for round in 0..count {
                comparisons.add(round, &game([A, B, C], scores));
            }
        }
        let ratings = comparisons.fit(Anchor::Mean);
        // The prior pulls towards its own zero, which is where its slopes add up to zero.
        let centered = [A, B, C].map(|player| ratings.of(player).unwrap().value / ELO_PER_LOGIT);
        let zero = (-2000..2000)
            .map(|i| f64::from(i) / 1000.0)
            .min_by(|one, other| {
                let sum =
                    |shift: f64| centered.map(|s| 0.5 - logistic(s + shift)).iter().sum::<f64>();
                sum(*one).abs().total_cmp(&sum(*other).abs())
            })
            .unwrap();
        let [a, b, c] = centered.map(|strength| (strength + zero).exp());
        // Second choices: of (B, C) after A in 5 + 2 games, (A, C) after B in 3, (A, B) after C in
        // 1. First choices: 7 times A, 3 times B, once C; second: B 5, C 2, A 3, B 1.
        let expected_a = 11.0 * a / (a + b + c) + 3.0 * a / (a + c) + 1.0 * a / (a + b);
        assert!((7.0 + 3.0 - expected_a + 0.5 - a / (1.0 + a)).abs() < 0.01);
        let expected_b = 11.0 * b / (a + b + c) + 7.0 * b / (b + c) + 1.0 * b / (a + b);
        assert!((3.0 + 5.0 + 1.0 - expected_b + 0.5 - b / (1.0 + b)).abs() < 0.01);
        assert!(a > b && b > c);
    }

    #[test]
    fn a_tie_is_every_order_in_equal_parts() {
        let mut tied = Comparisons::new(3);
        (0..2).for_each(|_| tied.add(0, &game([A, B, C], [5, 5, 1])));
        let mut ordered = Comparisons::new(3);
        ordered.add(0, &game([A, B, C], [6, 5, 1]));
        ordered.add(0, &game([A, B, C], [5, 6, 1]));
        assert_eq!(tied, ordered);

        let mut all_tied = Comparisons::new(3);
        (0..6).for_each(|_| all_tied.add(0, &game([A, B, C], [5, 5, 5])));
        let mut all_orders = Comparisons::new(3);
        for scores in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            all_orders.add(0, &game([A, B, C], scores));
        }
        assert_eq!(all_tied, all_orders);
    }

    #[test]
    fn a_player_who_has_won_everything_is_bounded_by_the_prior_and_said_so() {
        let comparisons = two_players((0..20).map(|_| [1, 0]));
        let ratings = comparisons.fit(Anchor::Player(B));
        assert!(ratings.is_separated());
        let rating = ratings.of(A).unwrap();
        assert!(rating.value > 400.0 && rating.value < 1200.0, "{rating}");
        // One could as well be 300 Elo weaker.
        assert!(rating.half_width().unwrap() > 300.0, "{rating}");
        assert!(!two_players([[1, 0], [0, 1]]).fit(Anchor::Mean).is_separated());
    }

    #[test]
    fn players_who_have_not_met_are_said_to_be_apart() {
        let mut comparisons = Comparisons::new(4);
        for round in 0..4 {
            comparisons.add(round, &game([A, B], [1, 1]));
            comparisons.add(round, &game([C, Player(3)], [1, 1]));
        }
        assert!(comparisons.fit(Anchor::Mean).is_separated());
        comparisons.add(0, &game([A, C], [1, 1]));
        assert!(!comparisons.fit(Anchor::Mean).is_separated());
    }

    #[test]
    fn who_has_not_played_has_no_rating() {
        let mut comparisons = Comparisons::new(3);
        assert_eq!(comparisons.fit(Anchor::Mean).of(A), None);
        comparisons.add(0, &game([A, B], [1, 1]));
        let ratings = comparisons.fit(Anchor::Mean);
        assert_eq!(ratings.of(C), None);
        assert_eq!(ratings.of(A), Some(Estimate::bare(0.0)));
    }

    #[test]
    fn an_anchor_has_zero_without_error() {
        let zero = Estimate { value: 0.0, low: Some(0.0), high: Some(0.0) };
        let comparisons = two_players([[1, 0], [0, 1], [1, 0]]);
        assert_eq!(comparisons.fit(Anchor::Player(A)).of(A), Some(zero));
        let one_round = two_players([[1, 0]]);
        assert_eq!(one_round.fit(Anchor::Player(A)).of(A), Some(zero));
        assert_eq!(one_round.fit(Anchor::Player(A)).of(B).unwrap().half_width(), None);
    }

    #[test]
    fn rounds_that_are_all_alike_say_nothing_about_errors() {
        // In every round each has won once.
        let mut comparisons = Comparisons::new(2);
        for round in 0..50 {
            comparisons.add(round, &game([A, B], [1, 0]));
            comparisons.add(round, &game([B, A], [1, 0]));
        }
        assert_eq!(comparisons.fit(Anchor::Mean).of(A).unwrap().half_width(), None);
    }

    #[test]
    fn size_does_not_depend_on_the_number_of_games() {
        let mut comparisons = Comparisons::new(6);
        let seats = std::array::from_fn(|i| Player(i as u16));
        for round in 0..20_000 {
            let scores = std::array::from_fn(|i| (round as i32 * 7919 / (i as i32 + 1)) % 5);
            comparisons.add(round, &game::<6>(seats, scores));
        }
        let n_choices = comparisons.groups.iter().map(|group| group.choices.len());
        assert!(n_choices.max().unwrap() < 64);
    }
}
