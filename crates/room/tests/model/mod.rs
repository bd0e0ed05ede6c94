//! A slow model of clocks: it counts everything tick by tick, and takes back what it counted,
//! where the room computes with times. It asks the room only whose turn it is.

use tilewright_core::{Seat, Viewer};
use tilewright_room::{
    FIRST_MOVE_MILLIS, GONE_MILLIS, LAG_QUOTA_MILLIS, LAG_REFILL_MILLIS, PersonId, Player, Room,
    Status, TimeControl,
};

/// The milliseconds of a tick. All times of the schedules are whole ticks.
pub(crate) const TICK: u64 = 10;

const N_SEATS: usize = 6;

/// An event that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Abort,
    Time(Seat),
    Gone(Seat),
}

pub(crate) struct Model {
    control: TimeControl,
    people: Vec<PersonId>,
    counts: Counts,
    /// The counts at the last event, to which a restart goes back.
    at_event: Counts,
    /// How long the first of two people has been away while the second was here.
    missed: [[i64; N_SEATS]; N_SEATS],
    is_here: Vec<bool>,
    lag: Vec<i64>,
    waits: Vec<bool>,
}

#[derive(Clone)]
struct Counts {
    on_clock: Option<Seat>,
    left: [i64; N_SEATS],
    lag_quota: [i64; N_SEATS],
    has_moved: [bool; N_SEATS],
    /// Of this turn: what was taken from the clock, the rest of the delay, all of it.
    taken: i64,
    delay: i64,
    turn: i64,
}

fn millis(seconds: u32) -> i64 {
    i64::from(seconds) * 1_000
}

impl Model {
    pub(crate) fn new(control: TimeControl, room: &Room, people: Vec<PersonId>) -> Model {
        let left = match control {
            TimeControl::Total { seconds: 0, increment, .. } => millis(increment),
            TimeControl::PerMove { seconds } | TimeControl::Total { seconds, .. } => {
                millis(seconds)
            }
            TimeControl::Correspondence { .. } => unreachable!("days have too many ticks"),
        };
        let counts = Counts {
            on_clock: None,
            left: [left; N_SEATS],
            lag_quota: [LAG_QUOTA_MILLIS as i64; N_SEATS],
            has_moved: [false; N_SEATS],
            taken: 0,
            delay: 0,
            turn: 0,
        };
        let n_people = people.len();
        let mut model = Model {
            control,
            people,
            at_event: counts.clone(),
            counts,
            missed: [[0; N_SEATS]; N_SEATS],
            is_here: vec![true; n_people],
            lag: vec![0; n_people],
            waits: vec![false; n_people],
        };
        model.changed(room);
        model
    }

    pub(crate) fn tick(&mut self, room: &Room) {
        let counts = &mut self.counts;
        if let Some(seat) = counts.on_clock {
            counts.turn += TICK as i64;
            if !counts.has_moved[seat.index()] {
            } else if counts.delay > 0 {
                counts.delay -= TICK as i64;
            } else {
                counts.left[seat.index()] -= TICK as i64;
                counts.taken += TICK as i64;
            }
        }
        for one in 0..self.people.len() {
            for other in 0..self.people.len() {
                let is_missed = !self.is_here[one] && self.is_here[other] && one != other;
                let is_missed = is_missed && self.plays(other, room);
                let count = &mut self.missed[one][other];
                *count = if is_missed { *count + TICK as i64 } else { 0 };
            }
        }
    }

    /// What is due now: the clock first, then seats in their order.
    pub(crate) fn due(&self, room: &Room) -> Option<Due> {
        if room.status() != Status::Playing {
            return None;
        }
        if let Some(seat) = self.counts.on_clock.filter(|&seat| !self.is_waited_for(seat, room)) {
            let index = seat.index();
            let lag = self.lag_of(seat, room).min(self.counts.lag_quota[index]);
            if !self.counts.has_moved[index] {
                if self.counts.turn >= FIRST_MOVE_MILLIS as i64 {
                    return Some(Due::Abort);
                }
            } else if self.counts.delay <= 0 && self.counts.left[index] + lag <= 0 {
                return Some(Due::Time(seat));
            }
        }
        let is_gone = |seat: &Seat| {
            let Some(one) = self.person_at(*seat, room) else { return false };
            let others = 0..self.people.len();
            let mut missed = others.map(|other| self.missed[one][other]);
            missed.any(|it| it >= GONE_MILLIS as i64) && !self.is_waited_for(*seat, room)
        };
        room.players().seats().find(is_gone).map(Due::Gone)
    }

    /// Notes a move of this seat.
    pub(crate) fn moved(&mut self, mover: Seat, room: &Room) {
        let index = mover.index();
        if self.counts.on_clock == Some(mover) {
            let was_waited_for = self.is_waited_for(mover, room);
            let counts = &mut self.counts;
            if counts.has_moved[index] {
                let person =
                    self.people.iter().position(|it| room.seats_of(it).any(|s| s == mover));
                let lag = self.lag[person.unwrap()].min(counts.lag_quota[index]).min(counts.turn);
                let left = (counts.left[index] + lag.min(counts.taken)).max(0);
                counts.left[index] = match self.control {
                    TimeControl::PerMove { seconds } => millis(seconds),
                    TimeControl::Total { increment, .. } => left + millis(increment),
                    TimeControl::Correspondence { .. } => left,
                };
                let quota = counts.lag_quota[index] - lag + LAG_REFILL_MILLIS as i64;
                counts.lag_quota[index] = quota.min(LAG_QUOTA_MILLIS as i64);
            }
            counts.has_moved[index] = true;
            counts.on_clock = None;
            if was_waited_for {
                self.waits.fill(false);
            }
        }
        self.changed(room);
    }

    /// Notes an event other than a move.
    pub(crate) fn changed(&mut self, room: &Room) {
        let on_clock = room.seat_to_move().filter(|&seat| self.person_at(seat, room).is_some());
        let counts = &mut self.counts;
        if counts.on_clock != on_clock {
            // A turn that no move ended costs nothing.
            if let Some(old) = counts.on_clock {
                counts.left[old.index()] += counts.taken;
            }
            counts.on_clock = on_clock;
            counts.taken = 0;
            counts.turn = 0;
            counts.delay = match self.control {
                TimeControl::Total { delay, .. } => millis(delay),
                _ => 0,
            };
        }
        self.at_event = counts.clone();
    }

    /// Notes a takeback, if the room allowed it.
    pub(crate) fn taken_back(&mut self, is_done: bool, room: &Room) {
        if is_done {
            self.changed(room);
        }
    }

    /// Notes that the host was away since the last event, until now.
    pub(crate) fn restarted(&mut self, room: &Room) {
        self.counts = self.at_event.clone();
        self.is_here.fill(false);
        self.missed = [[0; N_SEATS]; N_SEATS];
        self.forget_lag();
        self.changed(room);
    }

    pub(crate) fn forget_lag(&mut self) {
        self.lag.fill(0);
    }

    pub(crate) fn set_here(&mut self, person: &PersonId, is_here: bool) {
        let index = self.index(person);
        if self.is_here[index] != is_here {
            self.is_here[index] = is_here;
            self.missed[index] = [0; N_SEATS];
            self.missed.iter_mut().for_each(|missed| missed[index] = 0);
        }
    }

    pub(crate) fn set_lag(&mut self, person: &PersonId, lag: u64) {
        let index = self.index(person);
        self.lag[index] = lag as i64;
    }

    /// Notes that a person agrees to wait or does no longer, if the room allowed it.
    pub(crate) fn set_waits(&mut self, person: &PersonId, waits: bool, is_done: bool) {
        if is_done {
            let index = self.index(person);
            self.waits[index] = waits;
            self.at_event = self.counts.clone();
        }
    }

    pub(crate) fn are_all_away(&self) -> bool {
        self.is_here.iter().all(|is_here| !is_here)
    }

    /// Compares all clocks with those of the room.
    pub(crate) fn compare(&self, room: &Room, now: u64) {
        let state = room.state(Viewer::Spectator, None, now, |_| true).clocks.unwrap();
        let counts = &self.counts;
        for seat in state.left_millis.seats() {
            let left = counts.left[seat.index()].max(0);
            assert_eq!(state.left_millis[seat] as i64, left, "the clock of seat {seat}");
        }
        let Some(running) = state.running else {
            assert_eq!(counts.on_clock, None);
            return;
        };
        assert_eq!(Some(running.seat), counts.on_clock);
        if counts.has_moved[running.seat.index()] {
            assert_eq!(running.delay_millis as i64, counts.delay);
            assert_eq!(running.first_move_millis, None);
        } else {
            let left = (FIRST_MOVE_MILLIS as i64 - counts.turn).max(0);
            assert_eq!(running.first_move_millis.map(|it| it as i64), Some(left));
        }
    }

    fn index(&self, person: &PersonId) -> usize {
        self.people.iter().position(|it| it == person).unwrap()
    }

    fn lag_of(&self, seat: Seat, room: &Room) -> i64 {
        self.person_at(seat, room).map_or(0, |person| self.lag[person])
    }

    /// The person who plays for a seat and has not lost.
    fn person_at(&self, seat: Seat, room: &Room) -> Option<usize> {
        let has_ended = room.table().endings().iter().any(|it| it.seat == seat);
        match &room.players()[seat] {
            Player::Person(person) if !has_ended => Some(self.index(person)),
            _ => None,
        }
    }

    fn plays(&self, person: usize, room: &Room) -> bool {
        room.players().seats().any(|seat| self.person_at(seat, room) == Some(person))
    }

    fn is_waited_for(&self, seat: Seat, room: &Room) -> bool {
        let own = self.person_at(seat, room);
        let others = (0..self.people.len()).filter(|&it| Some(it) != own && self.plays(it, room));
        let mut waits: Vec<bool> = others.map(|other| self.waits[other]).collect();
        waits.dedup();
        waits == [true]
    }
}
