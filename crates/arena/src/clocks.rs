//! The clocks of a game.

use std::time::Duration;

use tilewright_bots::Clock;
use tilewright_core::{BySeat, Seat};
use tilewright_protocol::engine::Fault;

/// The clocks of all seats, each of which runs while its seat is to move.
pub(crate) struct Clocks {
    clocks: BySeat<Clock>,
    /// The time that each may still spend beyond its clock, because machines are busy: once in a
    /// game, so that no player can rely on it.
    margins: BySeat<Duration>,
}

impl Clocks {
    /// The clocks at the beginning of a game.
    pub(crate) fn new(n_seats: usize, clock: Clock, margin: Duration) -> Clocks {
        Clocks {
            clocks: BySeat::from_fn(n_seats, |_| clock),
            margins: BySeat::from_fn(n_seats, |_| margin),
        }
    }

    pub(crate) const fn all(&self) -> &BySeat<Clock> {
        &self.clocks
    }

    /// Takes the time of a move off a clock, and adds the gain; fails if the time was too long.
    pub(crate) fn press(&mut self, seat: Seat, spent: Duration) -> Result<(), Fault> {
        let clock = self.clocks[seat];
        let late = spent.saturating_sub(clock.left);
        let Some(margin) = self.margins[seat].checked_sub(late) else {
            let spent = spent.as_millis();
            let left = clock.left.as_millis();
            let what = format!("it took {spent} ms and had {left} ms on its clock");
            return Err(Fault::OutOfTime { what });
        };
        self.margins[seat] = margin;
        self.clocks[seat] = clock.after(spent.min(clock.left)).expect("it is no more than is left");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_clock_loses_what_is_spent_and_gains_with_every_move() {
        let clock = Clock { left: millis(1_000), gain: millis(10) };
        let mut clocks = Clocks::new(2, clock, Duration::ZERO);
        let [first, second] = [0, 1].map(|index| Seat::new(index).unwrap());
        clocks.press(first, millis(400)).unwrap();
        assert_eq!(clocks.all()[first].left, millis(610));
        clocks.press(first, millis(610)).unwrap();
        assert_eq!(
            (clocks.all()[first].left, clocks.all()[second].left),
            (millis(10), millis(1_000))
        );
        let late = clocks.press(first, millis(11)).unwrap_err().to_string();
        assert_eq!(late, "used up its time: it took 11 ms and had 10 ms on its clock");
    }

    #[test]
    fn being_late_is_overlooked_once() {
        let clock = Clock { left: millis(100), gain: Duration::ZERO };
        let mut clocks = Clocks::new(2, clock, millis(50));
        let seat = Seat::new(1).unwrap();
        clocks.press(seat, millis(130)).unwrap();
        assert_eq!(clocks.all()[seat].left, Duration::ZERO);
        clocks.press(seat, millis(20)).unwrap();
        clocks.press(seat, millis(1)).unwrap_err();
    }
}
