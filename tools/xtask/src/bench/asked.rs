//! What is asked of the software: the numbers that it must keep, and those that other programs make.

use super::report::{Better, Number, shown};

/// The least, or where less is better the most, that a number may be.
const ASKED: &[(&str, f64)] = &[
    ("blokus/classic/random-games", 2_000_000.0),
    ("blokus/classic/playouts", 4_000_000.0),
    ("blokus/classic/perft", 30_000_000.0),
    ("blokus/duo/mcts-opening", 36_000.0),
    ("blokus/classic/mcts-opening", 7_000.0),
    ("triominos/two-seat-round/whole-games", 150_000.0),
    ("coerceo/laurentius/perft", 150_000_000.0),
    ("coerceo/laurentius/perft-bulk", 150_000_000.0),
    ("aquapipe/3x3/perft", 50_000_000.0),
    ("aquapipe/3x3/perft-bulk", 500_000_000.0),
    ("players/coerceo/depth-after-1s/opening", 7.0),
    ("players/coerceo/depth-after-1s/middle", 9.0),
    ("players/level-9/blokus", 2.2),
    ("players/level-9/triominos", 2.2),
    ("players/level-9/coerceo", 2.2),
    ("players/level-9/aquapipe", 2.2),
    ("players/aquapipe/solver", 1.0),
    ("solve/aquapipe/time", 300.0),
    ("solve/aquapipe/memory", 2_000.0),
    ("arena/random-duo", 30_000.0),
    ("arena/records", 5_000.0),
    ("arena/processes", 50.0),
    ("program/start-up/time", 100.0),
    ("program/start-up/memory", 20.0),
    ("program/web-client", 200.0),
    ("server/2000-tables/moves", 2_000.0),
    ("server/2000-tables/p99", 100.0),
    ("server/2000-tables/memory-idle", 50.0),
    ("python/tilewe/random-games", 5_700.0),
    ("python/batch/blokus-classic-uniform-rollouts", 30_000.0),
    ("python/batch/blokus-duo-steps-with-lists", 500_000.0),
    ("python/import", 200.0),
];

/// What the best other program is said to make of the same. It was not measured here.
const ELSEWHERE: &[(&str, f64)] = &[
    ("blokus/classic/random-games", 217_000.0),
    ("blokus/classic/playouts", 2_360_000.0),
    ("blokus/classic/perft", 18_600_000.0),
    ("blokus/duo/mcts-opening", 36_000.0),
    ("blokus/classic/mcts-opening", 7_000.0),
    ("triominos/two-seat-round/whole-games", 260.0),
    ("coerceo/laurentius/perft", 72_000_000.0),
    ("coerceo/laurentius/minimax-opening", 7_800_000.0),
    ("players/coerceo/depth-after-1s/opening", 7.0),
    ("solve/aquapipe/time", 300.0),
    ("solve/aquapipe/memory", 900.0),
    ("python/tilewe/random-games", 1_900.0),
];

pub(crate) fn asked(name: &str) -> Option<f64> {
    found(ASKED, name)
}

pub(crate) fn elsewhere(name: &str) -> Option<f64> {
    found(ELSEWHERE, name)
}

fn found(numbers: &[(&str, f64)], name: &str) -> Option<f64> {
    numbers.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
}

/// The names of all that is asked for.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ASKED.iter().map(|(name, _)| *name)
}

/// Whether the median is not what was asked for.
pub(crate) fn is_missed(number: &Number) -> bool {
    asked(&number.name).is_some_and(|asked| match number.better {
        Better::More => number.median() < asked,
        Better::Less => number.median() > asked,
    })
}

/// `≥ 2,000,000 met`; nothing if nothing is asked.
pub(crate) fn told(number: &Number) -> String {
    let Some(asked) = asked(&number.name) else { return String::new() };
    let sign = if number.better == Better::More { '≥' } else { '≤' };
    let met = if is_missed(number) { "MISSED" } else { "met" };
    format!("{sign} {} {met}", shown(asked))
}

#[cfg(test)]
mod tests {
    use super::super::report::By;
    use super::*;

    fn number(name: &str, better: Better, value: f64) -> Number {
        let [name, unit, commit] = [name, "", "0123abc"].map(str::to_owned);
        Number { name, unit, better, by: By::Clock, commit, samples: vec![value] }
    }

    #[test]
    fn what_is_asked_is_a_least_or_a_most() {
        let moves = |value| number("server/2000-tables/moves", Better::More, value);
        let wait = |value| number("server/2000-tables/p99", Better::Less, value);
        assert!(!is_missed(&moves(2_000.0)) && is_missed(&moves(1_999.0)));
        assert!(!is_missed(&wait(100.0)) && is_missed(&wait(101.0)));
        assert_eq!(told(&moves(1_000.0)), "≥ 2,000 MISSED");
        assert_eq!(told(&wait(16.0)), "≤ 100 met");
        assert_eq!(told(&number("nobody/asked", Better::More, 1.0)), "");
    }

    #[test]
    fn nothing_is_asked_twice() {
        for numbers in [ASKED, ELSEWHERE] {
            let mut names: Vec<&str> = numbers.iter().map(|(name, _)| *name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), numbers.len());
        }
    }
}
