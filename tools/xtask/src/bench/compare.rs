//! Whether a number moved since the baseline.

use std::fmt;

use super::report::{Better, By, Number};

/// Counts that differ by no more than this share are the same: allocation and hashing differ a little.
const COUNT_TOLERANCE: f64 = 0.01;

/// The same for times and memory, whose few runs may happen to agree; and where there is a single run, whose
/// spread nobody knows.
const TOLERANCE: f64 = 0.03;
const ONE_RUN_TOLERANCE: f64 = 0.1;

/// What became of a number; with how much more it is, as a share of what it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    Better(f64),
    Worse(f64),
    Same(f64),
    /// The baseline has no such number.
    New,
    /// The baseline is of another machine, and this is a time.
    Elsewhere,
}

/// Compares a number with what it was. Times moved if each median lies outside of what the other runs
/// spread over and they differ by more than three in a hundred, or ten where there is a single run; counts
/// if they differ by more than one in a hundred.
pub(crate) fn verdict(now: &Number, before: Option<&Number>, same_machine: bool) -> Verdict {
    let Some(before) = before.filter(|before| !before.samples.is_empty()) else {
        return Verdict::New;
    };
    if now.by != By::Count && !same_machine {
        return Verdict::Elsewhere;
    }
    let (now_is, was) = (now.median(), before.median());
    // From nothing to nothing is no change.
    let change = if now_is.total_cmp(&was).is_eq() { 0.0 } else { now_is / was - 1.0 };
    let has_moved = match now.by {
        By::Count => change.abs() > COUNT_TOLERANCE,
        By::Processor | By::Clock | By::Memory => {
            let has_one_run = now.samples.len() == 1 || before.samples.len() == 1;
            let tolerance = if has_one_run { ONE_RUN_TOLERANCE } else { TOLERANCE };
            change.abs() > tolerance && is_outside(now, before) && is_outside(before, now)
        }
    };
    let is_more = change > 0.0;
    match (has_moved, is_more == (now.better == Better::More)) {
        (false, _) => Verdict::Same(change),
        (true, true) => Verdict::Better(change),
        (true, false) => Verdict::Worse(change),
    }
}

/// Whether the median of one lies outside of the spread of the other.
fn is_outside(one: &Number, other: &Number) -> bool {
    !(other.lowest()..=other.highest()).contains(&one.median())
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Better(change) => write!(f, "{:+.1} % better", change * 100.0),
            Verdict::Worse(change) => write!(f, "{:+.1} % worse", change * 100.0),
            Verdict::Same(change) => write!(f, "{:+.1} % same", change * 100.0),
            Verdict::New => f.write_str("new"),
            Verdict::Elsewhere => f.write_str("another machine"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(better: Better, by: By, samples: &[f64]) -> Number {
        let [name, unit, commit] = ["name", "unit", "0123abc"].map(str::to_owned);
        Number { name, unit, better, by, commit, samples: samples.to_vec() }
    }

    fn compared(better: Better, by: By, now: &[f64], before: &[f64]) -> Verdict {
        verdict(&number(better, by, now), Some(&number(better, by, before)), true)
    }

    #[test]
    fn within_the_spread_of_either_nothing_moved() {
        let times = |now, before| compared(Better::More, By::Clock, now, before);
        // The new median lies in the old spread.
        assert!(matches!(times(&[118.0, 119.0, 120.0], &[90.0, 100.0, 125.0]), Verdict::Same(_)));
        // The old median lies in the new spread.
        assert!(matches!(times(&[95.0, 119.0, 120.0], &[99.0, 100.0, 101.0]), Verdict::Same(_)));
        assert!(matches!(times(&[100.0], &[100.0]), Verdict::Same(_)));
    }

    #[test]
    fn beyond_the_spread_of_both_it_moved_the_way_it_should_or_not() {
        let (low, high) = ([90.0, 100.0, 110.0], [111.0, 120.0, 130.0]);
        for by in [By::Clock, By::Processor] {
            assert!(matches!(compared(Better::More, by, &high, &low), Verdict::Better(_)));
            assert!(matches!(compared(Better::More, by, &low, &high), Verdict::Worse(_)));
            assert!(matches!(compared(Better::Less, by, &high, &low), Verdict::Worse(_)));
            assert!(matches!(compared(Better::Less, by, &low, &high), Verdict::Better(_)));
        }
        let Verdict::Better(change) = compared(Better::More, By::Clock, &high, &low) else {
            panic!()
        };
        assert!((change - 0.2).abs() < 1e-9);
    }

    #[test]
    fn what_few_runs_differ_by_may_be_chance() {
        let times = |now, before| compared(Better::More, By::Processor, now, before);
        assert!(matches!(times(&[102.0, 102.5], &[100.0, 100.5]), Verdict::Same(_)));
        assert!(matches!(times(&[104.0, 104.5], &[100.0, 100.5]), Verdict::Better(_)));
        assert!(matches!(times(&[104.0], &[100.0, 100.5]), Verdict::Same(_)));
        assert!(matches!(times(&[104.0, 104.5], &[100.0]), Verdict::Same(_)));
        assert!(matches!(times(&[85.0], &[100.0]), Verdict::Worse(_)));
        assert_eq!(times(&[0.0, 0.0], &[0.0, 0.0]), Verdict::Same(0.0));
    }

    #[test]
    fn counts_move_by_more_than_one_in_a_hundred() {
        let counts = |now, before| compared(Better::Less, By::Count, &[now], &[before]);
        assert!(matches!(counts(1_009.0, 1_000.0), Verdict::Same(_)));
        assert!(matches!(counts(991.0, 1_000.0), Verdict::Same(_)));
        assert!(matches!(counts(1_011.0, 1_000.0), Verdict::Worse(_)));
        assert!(matches!(counts(989.0, 1_000.0), Verdict::Better(_)));
    }

    #[test]
    fn what_the_baseline_lacks_is_new() {
        let now = number(Better::More, By::Clock, &[1.0]);
        assert_eq!(verdict(&now, None, true), Verdict::New);
        assert_eq!(verdict(&now, Some(&number(Better::More, By::Clock, &[])), true), Verdict::New);
    }

    #[test]
    fn times_of_another_machine_say_nothing() {
        let [time, count] = [By::Processor, By::Count].map(|by| number(Better::Less, by, &[5.0]));
        assert_eq!(verdict(&time, Some(&time), false), Verdict::Elsewhere);
        assert!(matches!(verdict(&count, Some(&count), false), Verdict::Same(_)));
    }
}
