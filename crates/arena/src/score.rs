//! The scores of players against each other, from finished games.
//!
//! Players are compared seat by seat: for each seat of the one and each seat of the other, the
//! better place is worth 1, the same place ½, the worse place 0. The score of a game is the mean of
//! these comparisons, the score of a block the mean of its games.
//!
//! All sums are whole numbers of [`UNITS`], so they are exact, and adding in another order or on
//! another machine gives the same result.

use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::Add;

use tilewright_core::{BySeat, Outcome, Seat};

use crate::Player;

/// The worth of one game, in the unit of all scores.
///
/// Two players with 1 to 5 seats of at most six are compared in 1, 2, 3, 4, 5, 6, 8 or 9 ways, and
/// each comparison has halves; 720 is the least number that all of that divides.
pub const UNITS: i64 = 720;

/// A game has another number of seats than the table on which it was played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("players sat on {seats} seats, but the outcome has {outcome}")]
pub struct WrongSeats {
    seats: usize,
    outcome: usize,
}

/// A finished game: the player of each seat, and the outcome.
///
/// ```
/// use tilewright_arena::Player;
/// use tilewright_arena::score::FinishedGame;
/// use tilewright_core::{BySeat, Outcome};
///
/// // Player 1 has the seats 1 and 3, and takes the places 1 and 3 of four.
/// let first = Player(0);
/// let second = Player(1);
/// let seats = BySeat::from([first, second, first, second]);
/// let game = FinishedGame::new(seats, Outcome::by_score(BySeat::from([70, 60, 50, 40])))?;
///
/// // It is better in three of four comparisons: 70 > 60, 70 > 40, 50 < 60, 50 > 40.
/// let score = game.score(first, second).unwrap();
/// assert_eq!(score.score(), 0.75);
/// assert_eq!(score.margin(), 10.0);
/// # Ok::<(), tilewright_arena::score::WrongSeats>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    seats: BySeat<Player>,
    outcome: Outcome,
}

impl FinishedGame {
    /// Returns the game, if players and outcome have the same seats.
    pub fn new(seats: BySeat<Player>, outcome: Outcome) -> Result<FinishedGame, WrongSeats> {
        let n_seats = outcome.places().len();
        if seats.len() != n_seats {
            return Err(WrongSeats { seats: seats.len(), outcome: n_seats });
        }
        Ok(FinishedGame { seats, outcome })
    }

    /// The player of each seat.
    pub const fn seats(&self) -> &BySeat<Player> {
        &self.seats
    }

    /// The outcome.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The score of one player against another, if both were there.
    pub fn score(&self, first: Player, second: Player) -> Option<Score> {
        self.compare(|player| player == first, |player| player == second)
    }

    /// The score of a player against all others, if there were any.
    pub fn score_of(&self, player: Player) -> Option<Score> {
        self.compare(|other| other == player, |other| other != player)
    }

    /// The score of a seat against the seats of other players, if there was one.
    pub fn score_on(&self, seat: Seat) -> Option<Score> {
        let player = self.seats[seat];
        let others = self.seats.seats().filter(|&other| self.seats[other] != player);
        self.mean(others.map(|other| (seat, other)))
    }

    /// The score of a seat against all others, of the same player too.
    pub fn score_of_seat(&self, seat: Seat) -> Option<Score> {
        let others = self.seats.seats().filter(|&other| other != seat);
        self.mean(others.map(|other| (seat, other)))
    }

    fn compare(
        &self,
        is_one: impl Fn(Player) -> bool,
        is_other: impl Fn(Player) -> bool,
    ) -> Option<Score> {
        let ones = self.seats.seats().filter(|&seat| is_one(self.seats[seat]));
        let others = self.seats.seats().filter(|&seat| is_other(self.seats[seat]));
        self.mean(ones.flat_map(|one| others.clone().map(move |other| (one, other))))
    }

    fn mean(&self, comparisons: impl Iterator<Item = (Seat, Seat)>) -> Option<Score> {
        let mut n = 0;
        let mut half_points = 0;
        let mut ties = 0;
        let mut margin = 0;
        for (one, other) in comparisons {
            n += 1;
            margin +=
                i64::from(self.outcome.scores()[one]) - i64::from(self.outcome.scores()[other]);
            match self.outcome.place(one).cmp(&self.outcome.place(other)) {
                Ordering::Less => half_points += 2,
                Ordering::Equal => {
                    half_points += 1;
                    ties += 1;
                }
                Ordering::Greater => {}
            }
        }
        // Exact: see UNITS.
        let share = UNITS.checked_div(n)?;
        Some(Score {
            n_games: 1,
            points: half_points * share / 2,
            ties: ties * share,
            margin: margin * share,
        })
    }
}

/// The score of one side against another in one game, or in all games of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of games.
    pub n_games: u32,
    /// Points, in [`UNITS`]: as many as games if all were won.
    pub points: i64,
    /// Comparisons with equal places, in [`UNITS`].
    pub ties: i64,
    /// Own score less the other's, in [`UNITS`].
    pub margin: i64,
}

impl Score {
    /// The mean per game: 1 if everything was won, ½ between equals.
    pub fn score(&self) -> f64 {
        self.per_game(self.points)
    }

    /// The share of comparisons with equal places.
    pub fn draw_rate(&self) -> f64 {
        self.per_game(self.ties)
    }

    /// The mean difference of the scores in a game.
    pub fn margin(&self) -> f64 {
        self.per_game(self.margin)
    }

    fn per_game(&self, sum: i64) -> f64 {
        sum as f64 / (UNITS * i64::from(self.n_games)) as f64
    }
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score {
            n_games: self.n_games + other.n_games,
            points: self.points + other.points,
            ties: self.ties + other.ties,
            margin: self.margin + other.margin,
        }
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        scores.fold(Score::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Player = Player(0);
    const B: Player = Player(1);
    const C: Player = Player(2);

    fn game<const N: usize>(seats: [Player; N], scores: [i32; N]) -> FinishedGame {
        FinishedGame::new(BySeat::from(seats), Outcome::by_score(BySeat::from(scores))).unwrap()
    }

    fn seat(number: usize) -> Seat {
        Seat::new(number - 1).unwrap()
    }

    #[test]
    fn a_win_is_worth_one_and_a_draw_a_half() {
        let won = game([A, B], [9, 4]).score(A, B).unwrap();
        assert_eq!((won.points, won.ties, won.margin), (720, 0, 5 * 720));
        let drawn = game([A, B], [4, 4]).score(A, B).unwrap();
        assert_eq!((drawn.points, drawn.ties, drawn.margin), (360, 720, 0));
        assert_eq!(game([A, B], [4, 9]).score(A, B).unwrap().points, 0);
    }

    #[test]
    fn seats_are_compared_one_by_one() {
        // A has 5 and 3, B has 3: one better, one equal, so (1 + ½) / 2; margins 2 and 0.
        let score = game([A, B, A], [5, 3, 3]).score(A, B).unwrap();
        assert_eq!(score.score(), 0.75);
        assert_eq!(score.draw_rate(), 0.5);
        assert_eq!(score.margin(), 1.0);
    }

    #[test]
    fn a_player_is_compared_with_all_others() {
        // B is better than A and worse than C.
        let three = game([A, B, C], [1, 2, 3]);
        assert_eq!(three.score_of(B).unwrap().score(), 0.5);
        assert_eq!(three.score(B, C).unwrap().score(), 0.0);
        assert_eq!(three.score_of(C).unwrap().score(), 1.0);
    }

    #[test]
    fn a_seat_is_compared_with_foreign_seats_or_with_all() {
        let four = game([A, A, B, B], [4, 5, 3, 6]);
        // Seat 1 is better than seat 3 and worse than seat 4; seat 2 belongs to the same player.
        assert_eq!(four.score_on(seat(1)).unwrap().score(), 0.5);
        assert_eq!(four.score_of_seat(seat(1)).unwrap().points, 240);
    }

    #[test]
    fn places_count_even_where_scores_say_otherwise() {
        let scores = BySeat::from([50, 10]);
        let resigned = Outcome::ranked(scores, |seat| (seat.number() != 1, scores[seat]));
        let game = FinishedGame::new(BySeat::from([A, B]), resigned).unwrap();
        let score = game.score(A, B).unwrap();
        assert_eq!((score.score(), score.margin()), (0.0, 40.0));
    }

    #[test]
    fn who_was_not_there_has_no_score() {
        assert_eq!(game([A, B], [1, 2]).score(A, C), None);
        assert_eq!(game([A, A], [1, 2]).score_of(A), None);
    }

    #[test]
    fn scores_of_the_two_sides_add_up_to_one_in_exact_units() {
        // 3 seats against 3: nine comparisons, of which A wins 1 + 2 + 3 = 6 without ties.
        let six = game([A, B, A, B, A, B], [2, 1, 4, 3, 6, 5]);
        let first = six.score(A, B).unwrap();
        let second = six.score(B, A).unwrap();
        assert_eq!(first.points, 480);
        assert_eq!(first.points + second.points, UNITS);
        assert_eq!(first.margin, -second.margin);
    }

    #[test]
    fn a_block_is_the_mean_of_its_games() {
        let games = [game([A, B], [9, 4]), game([B, A], [7, 7])];
        let block: Score = games.iter().filter_map(|game| game.score(A, B)).sum();
        assert_eq!((block.n_games, block.score(), block.margin()), (2, 0.75, 2.5));
    }

    #[test]
    fn another_number_of_seats_is_refused() {
        let outcome = Outcome::by_score(BySeat::from([1, 2, 3]));
        let error = FinishedGame::new(BySeat::from([A, B]), outcome).unwrap_err();
        assert_eq!(error.to_string(), "players sat on 2 seats, but the outcome has 3");
    }
}
