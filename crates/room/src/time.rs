//! The rules about time: which events its passing leads to.

use tilewright_core::{Rng, Seat};
use tilewright_table::Ending;

use crate::{ActionError, Change, ClockState, Event, Offer, PersonId, Room, Status};

/// The time after which somebody who is away has left, unless moves take days.
pub const GONE_MILLIS: u64 = 60_000;

impl Room {
    /// Notes that a person came or went. Nothing of it is stored.
    /// Returns true if that is news at a table with clocks, whose state it changes.
    pub fn set_here(&mut self, person: &PersonId, is_here: bool, now: u64) -> bool {
        self.presence.set_here(person, is_here, now) && self.clocks.is_some()
    }

    /// The clocks as people see them.
    pub(crate) fn clock_state(&self, now: u64) -> Option<ClockState> {
        let mut state = self.clocks.as_ref()?.state(now);
        for seat in self.players.seats() {
            if let Some(deadline) = self.gone_deadline(seat) {
                state.gone_millis.insert(seat, deadline.saturating_sub(now));
            }
        }
        Some(state)
    }

    /// Notes the lag of a person's connection: the time of a message there and of one back.
    pub fn set_lag(&mut self, person: &PersonId, lag_millis: u64) {
        self.presence.set_lag(person, lag_millis);
    }

    /// The time at which [`pass_time`](Room::pass_time) has something to do, if nothing happens
    /// before.
    pub fn deadline(&self) -> Option<u64> {
        let clock = self.clock_deadline().map(|(deadline, _)| deadline);
        let gone = self.players.seats().filter_map(|seat| self.gone_deadline(seat)).min();
        clock.into_iter().chain(gone).min()
    }

    /// Ends the game for seats whose time is over or whose players have left, and lets chance
    /// decide what follows.
    pub fn pass_time(&mut self, chance: &mut dyn Rng, now: u64) -> Result<Change, ActionError> {
        let n_before = self.log.len();
        while let Some(event) = self.due_event(now) {
            self.apply(event, now)?;
        }
        self.let_chance_decide(chance, now)?;
        Ok(self.change_since(n_before))
    }

    /// Starts the clock of a table that was opened: a new one, or one whose host was away since the
    /// last event. The time since that event is given back in full.
    pub(crate) fn start_clock(&mut self, host_since: u64, now: u64) -> Result<(), ActionError> {
        self.presence.set_host_since(host_since);
        let Some(clocks) = &self.clocks else { return Ok(()) };
        let since = clocks.running_since().map(|(_, since)| since);
        let must_start = since.is_none_or(|since| since < host_since);
        if must_start && self.seat_on_clock().is_some() {
            self.apply(Event::ClockStarted, now)?;
        }
        Ok(())
    }

    /// Refuses a move whose time is over.
    pub(crate) fn check_time(&self, now: u64) -> Result<(), ActionError> {
        let is_over = self.clock_deadline().is_some_and(|(deadline, _)| deadline <= now);
        if is_over { Err(ActionError::conflict("the time is up")) } else { Ok(()) }
    }

    /// The lag that is given back to the seat that moves now.
    pub(crate) fn lag_given_back(&self, now: u64) -> u64 {
        let Some(clocks) = &self.clocks else { return 0 };
        clocks.lag_given_back(self.lag_on_clock(), now)
    }

    /// The seat whose clock runs: that to move, if a person plays there.
    pub(crate) fn seat_on_clock(&self) -> Option<Seat> {
        self.clocks.as_ref()?;
        self.seat_to_move().filter(|&seat| self.person_at(seat).is_some())
    }

    /// Returns true if all other people have agreed to wait for a seat.
    pub(crate) fn is_waited_for(&self, seat: Seat) -> bool {
        let mut others = self.others(seat).map(|(other, _)| other).peekable();
        others.peek().is_some() && others.all(|other| self.offers.is_agreed_by(other, Offer::Wait))
    }

    /// The other people who still play, with their seats.
    pub(crate) fn others(&self, seat: Seat) -> impl Iterator<Item = (Seat, &PersonId)> {
        let own = self.person_at(seat);
        let people = self.players.seats().filter_map(|it| Some((it, self.person_at(it)?)));
        people.filter(move |&(_, person)| Some(person) != own)
    }

    /// The event that is due.
    fn due_event(&self, now: u64) -> Option<Event> {
        if let Some((deadline, seat)) = self.clock_deadline()
            && deadline <= now
        {
            let has_moved = self.clocks.as_ref().is_some_and(|clocks| clocks.has_moved(seat));
            let ended = Event::Ended { seat, ending: Ending::LostOnTime };
            return Some(if has_moved { ended } else { Event::Aborted });
        }
        let is_gone = |seat: &Seat| self.gone_deadline(*seat).is_some_and(|it| it <= now);
        let gone = self.players.seats().find(is_gone);
        gone.map(|seat| Event::Ended { seat, ending: Ending::Abandoned })
    }

    /// The time at which the running clock has run out, and its seat.
    fn clock_deadline(&self) -> Option<(u64, Seat)> {
        let seat = self.seat_on_clock().filter(|&seat| !self.is_waited_for(seat))?;
        let deadline = self.clocks.as_ref()?.deadline(self.lag_on_clock())?;
        Some((deadline, seat))
    }

    /// The time at which somebody counts as gone. It begins when the game has begun, and somebody
    /// else is here who waits: after an outage nobody loses who comes back with the others.
    fn gone_deadline(&self, seat: Seat) -> Option<u64> {
        let clocks = self.clocks.as_ref().filter(|it| !it.control().is_correspondence())?;
        if self.status != Status::Playing || self.is_waited_for(seat) {
            return None;
        }
        let away_since = self.presence.away_since(self.person_at(seat)?)?;
        let others = self.others(seat).filter_map(|(_, other)| self.presence.here_since(other));
        let waits_since = others.min()?;
        Some(clocks.began_at()?.max(away_since).max(waits_since) + GONE_MILLIS)
    }

    fn lag_on_clock(&self) -> u64 {
        let person = self.seat_on_clock().and_then(|seat| self.person_at(seat));
        person.map_or(0, |person| self.presence.lag_millis(person))
    }

    /// The person who plays for a seat, and has not lost by an ending.
    fn person_at(&self, seat: Seat) -> Option<&PersonId> {
        self.players[seat].person().filter(|_| !self.has_ended(seat))
    }
}
