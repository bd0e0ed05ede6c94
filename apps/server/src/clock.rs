//! The time: that of the system, and one for sessions that does not jump.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub(crate) fn now_millis() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().try_into().unwrap_or(u64::MAX)
}

/// The time by which sessions and unused data expire.
///
/// A system clock that jumps ahead must not sign everybody out or delete what it takes for old. So
/// this clock starts at the system's time only if the database knows of a time shortly before, goes
/// on by itself, and follows the system only in small steps.
pub(crate) struct SessionClock {
    /// A moment, and its time.
    base: Mutex<(Instant, u64)>,
}

/// A start later than this after the newest known time is taken for a wrong clock.
const MAX_ABSENCE: Duration = Duration::from_hours(30 * 24);

/// The largest step by which the clock follows the system.
const MAX_STEP: Duration = Duration::from_hours(24);

impl SessionClock {
    /// A clock for a database that knows of this time, 0 for none.
    pub(crate) fn start(newest_known: u64, system: u64) -> SessionClock {
        let is_credible = newest_known == 0 || system < newest_known + millis(MAX_ABSENCE);
        let time = if is_credible { system } else { newest_known };
        if !is_credible {
            tracing::warn!(
                "the clock is far ahead of everything in the database: sessions do not expire by it"
            );
        }
        SessionClock { base: Mutex::new((Instant::now(), time)) }
    }

    /// The present time.
    pub(crate) fn now(&self) -> u64 {
        let (moment, time) = *self.base.lock().unwrap_or_else(PoisonError::into_inner);
        time + millis(moment.elapsed())
    }

    /// Follows the system's clock, unless that jumped.
    pub(crate) fn follow(&self, system: u64) {
        let now = self.now();
        if now.abs_diff(system) < millis(MAX_STEP) {
            let mut base = self.base.lock().unwrap_or_else(PoisonError::into_inner);
            *base = (Instant::now(), system);
        }
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: u64 = 365 * 24 * 3_600_000;
    const NOW: u64 = 56 * YEAR;

    fn is_about(clock: &SessionClock, time: u64) -> bool {
        clock.now().abs_diff(time) < 10_000
    }

    #[test]
    fn a_clock_that_jumped_ahead_is_not_followed() {
        assert!(is_about(&SessionClock::start(0, NOW), NOW));
        assert!(is_about(&SessionClock::start(NOW - 1_000, NOW), NOW));
        assert!(is_about(&SessionClock::start(NOW, NOW - YEAR), NOW - YEAR));
        let clock = SessionClock::start(NOW, NOW + 10 * YEAR);
        assert!(is_about(&clock, NOW));
        clock.follow(NOW + 10 * YEAR);
        assert!(is_about(&clock, NOW));
        clock.follow(NOW + 3_600_000);
        assert!(is_about(&clock, NOW + 3_600_000));
    }
}
