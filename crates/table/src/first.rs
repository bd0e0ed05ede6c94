//! The decision about the first seat.

use std::str::FromStr;

use thiserror::Error;
use tilewright_core::{Rng, random_index};

/// The way to decide the player of the first seat; the others follow in their order.
///
/// ```
/// use tilewright_table::First;
///
/// let first: First = "2".parse()?;
/// let mut rng = rand::rngs::Xoshiro256PlusPlus::from_seed([7; 32]);
/// assert_eq!(first.decide(3, &mut rng)?.index, 1);
/// assert_eq!(
///     First::Coin.decide(3, &mut rng).unwrap_err().to_string(),
///     "a coin is for two players, not 3: roll dice"
/// );
/// # use rand::SeedableRng;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The player of this index.
    Choice(usize),
    /// A coin, for two.
    Coin,
    /// All players roll dice until one alone has the highest.
    Dice,
}

/// The result of the decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The player who takes the first seat.
    pub index: usize,
    /// The value of the header `first` of the record.
    pub header: String,
    /// A description, as the beginning of a sentence.
    pub told: String,
}

/// An error for a decision that is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FirstError {
    /// The text is not a way to decide.
    #[error("this takes the number of a player, coin or dice")]
    Parse,
    /// There are fewer players than named.
    #[error("there is no player {number} among {n_players}")]
    NoSuchPlayer {
        /// The player named, from 1.
        number: usize,
        /// The number of players.
        n_players: usize,
    },
    /// A coin needs two players.
    #[error("a coin is for two players, not {n_players}: roll dice")]
    Coin {
        /// The number of players.
        n_players: usize,
    },
}

impl FromStr for First {
    type Err = FirstError;

    fn from_str(text: &str) -> Result<First, FirstError> {
        match text {
            "coin" => Ok(First::Coin),
            "dice" => Ok(First::Dice),
            _ => {
                let number: Option<usize> = text.parse().ok();
                let index = number.and_then(|number| number.checked_sub(1));
                index.map(First::Choice).ok_or(FirstError::Parse)
            }
        }
    }
}

impl First {
    /// Decides for a number of players.
    pub fn decide(self, n_players: usize, mut rng: &mut dyn Rng) -> Result<Decision, FirstError> {
        match self {
            First::Choice(index) if index >= n_players => {
                Err(FirstError::NoSuchPlayer { number: index + 1, n_players })
            }
            First::Choice(index) => {
                let header = format!("choice, {}", index + 1);
                Ok(Decision { index, header, told: "as chosen".to_owned() })
            }
            First::Coin if n_players != 2 => Err(FirstError::Coin { n_players }),
            First::Coin => {
                let index = random_index(&mut rng, 2);
                let side = if index == 0 { "heads" } else { "tails" };
                let told = format!("the coin shows {side}");
                Ok(Decision { index, header: format!("coin, {side}"), told })
            }
            First::Dice => Ok(roll(n_players, rng)),
        }
    }
}

/// Lets all players roll dice until one alone has the highest.
fn roll(n_players: usize, mut rng: &mut dyn Rng) -> Decision {
    let mut rolls = Vec::new();
    loop {
        let roll: Vec<usize> = (0..n_players).map(|_| 1 + random_index(&mut rng, 6)).collect();
        let words: Vec<String> = roll.iter().map(usize::to_string).collect();
        rolls.push(words.join(" "));
        let highest = roll.iter().copied().max().unwrap_or_default();
        let mut best = (0..n_players).filter(|&index| roll[index] == highest);
        if let (Some(index), None) = (best.next(), best.next()) {
            let header = format!("dice, {}", rolls.join(", "));
            return Decision {
                index,
                header,
                told: format!("the dice show {}", rolls.join(", then ")),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;

    fn decided(first: First, n_players: usize, seed: u64) -> Result<Decision, FirstError> {
        first.decide(n_players, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    #[test]
    fn the_highest_die_begins_and_ties_roll_again() {
        let mut n_ties = 0;
        for seed in 0..200 {
            let Decision { index, header, told } = decided(First::Dice, 3, seed).unwrap();
            let rolls: Vec<Vec<u8>> = header
                .split(", ")
                .skip(1)
                .map(|roll| roll.split(' ').map(|die| die.parse().unwrap()).collect())
                .collect();
            let (last, ties) = rolls.split_last().unwrap();
            let n_best =
                |roll: &[u8]| roll.iter().filter(|&die| Some(die) == roll.iter().max()).count();
            assert_eq!(n_best(last), 1, "{header}");
            assert!(last.iter().all(|&die| die <= last[index]), "{header}");
            assert!(ties.iter().all(|roll| n_best(roll) > 1), "{header}");
            assert!(rolls.iter().flatten().all(|die| (1..=6).contains(die)), "{header}");
            assert!(told.starts_with("the dice show "), "{told}");
            n_ties += ties.len();
        }
        assert!(n_ties > 10);
    }

    #[test]
    fn a_coin_is_fair_and_for_two() {
        let heads = |seed: &u64| decided(First::Coin, 2, *seed).unwrap().index == 0;
        assert!((80..120).contains(&(0..200).filter(heads).count()));
        assert_eq!(decided(First::Coin, 3, 1), Err(FirstError::Coin { n_players: 3 }));
    }

    #[test]
    fn a_player_is_chosen_by_number() {
        assert_eq!(decided("2".parse().unwrap(), 2, 1).unwrap().header, "choice, 2");
        assert!(decided("3".parse().unwrap(), 2, 1).is_err());
        for bad in ["0", "-1", "me", ""] {
            assert!(bad.parse::<First>().is_err(), "{bad}");
        }
    }
}
