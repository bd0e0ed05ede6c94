//! Who plays first.

use std::str::FromStr;

use tilewright_core::{Rng, random_index};
use tilewright_engines::generator;

/// How it is decided who takes the first seat; the others follow in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// The player of this index.
    Choice(usize),
    Coin,
    Dice,
}

/// What was decided.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    /// The player who takes the first seat.
    pub(crate) index: usize,
    /// How it came, for the record.
    pub(crate) header: String,
    /// The same, as the beginning of a sentence.
    pub(crate) told: String,
}

impl FromStr for First {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<First, &'static str> {
        match text {
            "coin" => Ok(First::Coin),
            "dice" => Ok(First::Dice),
            _ => {
                let number: Option<usize> = text.parse().ok();
                let index = number.and_then(|number| number.checked_sub(1));
                index.map(First::Choice).ok_or("this takes the number of a player, coin or dice")
            }
        }
    }
}

impl First {
    /// Decides for so many players. Chance follows the seed of the game, so that it can be repeated.
    pub(crate) fn decide(self, n_players: usize, seed: u64) -> Result<Decision, String> {
        // No move is ever played after so many, so that this is chance of its own.
        let mut rng = generator(seed, usize::MAX);
        match self {
            First::Choice(index) if index >= n_players => {
                Err(format!("--first {}: there is no such player among {n_players}", index + 1))
            }
            First::Choice(index) => {
                let header = format!("choice, {}", index + 1);
                Ok(Decision { index, header, told: "as chosen".to_owned() })
            }
            First::Coin if n_players != 2 => {
                Err(format!("--first coin: a coin is for two players, not {n_players}; roll dice"))
            }
            First::Coin => {
                let index = random_index(&mut rng, 2);
                let side = if index == 0 { "heads" } else { "tails" };
                let told = format!("the coin shows {side}");
                Ok(Decision { index, header: format!("coin, {side}"), told })
            }
            First::Dice => Ok(roll(n_players, &mut rng)),
        }
    }
}

/// Every player rolls a die until one alone has the highest.
fn roll(n_players: usize, rng: &mut impl Rng) -> Decision {
    let mut rolls = Vec::new();
    loop {
        let roll: Vec<usize> = (0..n_players).map(|_| 1 + random_index(rng, 6)).collect();
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
    use super::*;

    #[test]
    fn the_highest_die_begins_and_ties_roll_again() {
        let mut n_ties = 0;
        for seed in 0..200 {
            let Decision { index, header, told } = First::Dice.decide(3, seed).unwrap();
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
        let heads = |seed: &u64| First::Coin.decide(2, *seed).unwrap().index == 0;
        assert!((80..120).contains(&(0..200).filter(heads).count()));
        assert!(
            First::Coin.decide(3, 1).unwrap_err().ends_with("for two players, not 3; roll dice")
        );
    }

    #[test]
    fn a_player_is_chosen_by_number() {
        assert_eq!("2".parse::<First>().unwrap().decide(2, 1).unwrap().header, "choice, 2");
        assert!("3".parse::<First>().unwrap().decide(2, 1).is_err());
        for bad in ["0", "-1", "me", ""] {
            assert!(bad.parse::<First>().is_err(), "{bad}");
        }
    }
}
