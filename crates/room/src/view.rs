//! A table as people see it.

use std::collections::BTreeMap;

use tilewright_core::{Seat, Viewer};
use tilewright_table::Record;

use crate::choices::choices;
use crate::plan::SeatPlan;
use crate::room::{LogEntry, PlayedMove, Player};
use crate::{
    Event, EventEnvelope, GameSnapshot, Offer, PersonId, PlayerInfo, PublicEvent, Room, TableInfo,
    TableSnapshot, TableState, Update,
};

/// The name of people whose account is deleted.
const DELETED: &str = "somebody who left";

impl Room {
    /// The seat that is to move, if the person plays for it.
    pub fn seat_to_move_of(&self, person: Option<&PersonId>) -> Option<Seat> {
        let seat = self.seat_to_move()?;
        self.seats_of(person?).find(|own| *own == seat)
    }

    /// The table as a person sees it, with the events after the one of this number.
    pub fn snapshot(&self, person: Option<&PersonId>, since: u64, now: u64) -> TableSnapshot {
        let update = self.update(since, self.viewer(person), person, now, |_| false);
        TableSnapshot { table: self.info(person), update }
    }

    /// The game after `ply` moves, through the person's present viewer: somebody who plays several
    /// seats at one device must not see the hand of another seat by going back. Nothing beyond the
    /// present.
    pub fn snapshot_at(&self, person: Option<&PersonId>, ply: usize) -> Option<GameSnapshot> {
        if ply > self.table.ply() {
            return None;
        }
        let mut table = self.table.clone();
        while table.ply() > ply {
            table.undo();
        }
        Some(GameSnapshot::of(&*table, self.viewer(person)))
    }

    /// The viewer for a person. Somebody with several seats at one device sees through the seat to
    /// move, and else through the first one.
    pub fn viewer(&self, person: Option<&PersonId>) -> Viewer {
        let Some(person) = person else { return Viewer::Spectator };
        let to_move = self.table.turn().seat().filter(|&seat| self.has(person, seat));
        let seat = to_move.or_else(|| self.seats_of(person).next());
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    fn has(&self, person: &PersonId, seat: Seat) -> bool {
        self.seats_of(person).any(|own| own == seat)
    }

    /// The part of the table that never changes.
    pub fn info(&self, person: Option<&PersonId>) -> TableInfo {
        let may_invite = person.is_some_and(|person| self.is_member(person));
        TableInfo {
            id: self.id.clone(),
            game: self.plan.game,
            options: self.plan.options.clone(),
            is_private: self.plan.is_private,
            key: may_invite.then(|| self.plan.key.clone()),
            has_hints: self.plan.has_hints,
            clock: self.plan.clock,
            is_yours: person == Some(&self.plan.host),
            first: self.plan.first.clone(),
        }
    }

    /// The events after the one of this number, and the state after them.
    pub fn update(
        &self,
        since: u64,
        viewer: Viewer,
        person: Option<&PersonId>,
        now: u64,
        is_here: impl Fn(&PersonId) -> bool,
    ) -> Update {
        let first = usize::try_from(since).unwrap_or(usize::MAX).min(self.log.len());
        let events = self.log[first..].iter().zip(first as u64 + 1..);
        Update {
            events: events.map(|(entry, number)| self.envelope(entry, number, viewer)).collect(),
            state: self.state(viewer, person, now, is_here),
        }
    }

    /// The present state, as one viewer sees it.
    pub fn state(
        &self,
        viewer: Viewer,
        person: Option<&PersonId>,
        now: u64,
        is_here: impl Fn(&PersonId) -> bool,
    ) -> TableState {
        let to_move = self.seat_to_move();
        let is_own_turn = to_move.is_some() && to_move == viewer.seat();
        let seats = self.players.seats();
        TableState {
            number: self.n_events(),
            status: self.status,
            game: GameSnapshot::of(&*self.table, viewer),
            players: seats.map(|seat| self.player_info(seat, person, &is_here)).collect(),
            offers: self.open_offers(),
            may_hint: self.may_hint(),
            clocks: self.clock_state(now),
            choices: is_own_turn.then(|| choices(&*self.table)),
        }
    }

    /// The offers that wait for somebody's consent.
    fn open_offers(&self) -> BTreeMap<Offer, Vec<Seat>> {
        let mut offers = self.offers.made();
        offers.retain(|what, _| *what != Offer::Hints || !self.do_all_agree(Offer::Hints));
        offers
    }

    /// The record of the game so far, as far as the viewer saw it. After an end by the rules, which
    /// lays the hands open, it is the whole game for everybody.
    pub fn record(&self, viewer: Viewer) -> Record {
        let mut record = if self.is_laid_open() {
            Record::of(&*self.table)
        } else {
            Record::seen_by(&*self.table, viewer)
        };
        for seat in self.players.seats() {
            if let Some(name) = self.name(seat) {
                record.set_name(seat, &name);
            }
        }
        if let Some(first) = &self.plan.first {
            record.set_header("first", &first.text);
        }
        if let Some(control) = &self.plan.clock {
            record.set_header("time-control", &control.to_string());
            self.add_clocks(&mut record);
        }
        record
    }

    /// Adds to each move the time that it left to its seat.
    fn add_clocks(&self, record: &mut Record) {
        let mut ply = 0;
        for entry in record.entries_mut() {
            if matches!(entry.event(), tilewright_table::Event::Move { .. }) {
                ply += 1;
                entry.clock_millis = self.played(ply).and_then(|(_, played)| played.clock_millis);
            }
        }
    }

    /// Returns true if the last move ended the game and laid open what was hidden.
    fn is_laid_open(&self) -> bool {
        let is_over = self.status == crate::Status::Over;
        is_over && self.table.revealed(self.table.ply()).is_some()
    }

    /// The name of a player, where somebody sits.
    fn name(&self, seat: Seat) -> Option<String> {
        match &self.players[seat] {
            Player::Nobody => None,
            Player::Person(person) => Some(self.name_at(seat, person)),
            Player::Bot(bot) => Some(bot.clone()),
        }
    }

    fn name_of(&self, person: &PersonId) -> String {
        self.names.get(person).map_or(DELETED, String::as_str).to_owned()
    }

    /// The name of a person at a seat: that of a friend who plays at the host's device, while the
    /// host is there.
    fn name_at(&self, seat: Seat, person: &PersonId) -> String {
        let friend = self.plan.friends.get(seat.index()).and_then(Option::as_ref);
        let is_host = *person == self.plan.host && self.names.contains_key(person);
        friend.filter(|_| is_host).cloned().unwrap_or_else(|| self.name_of(person))
    }

    fn player_info(
        &self,
        seat: Seat,
        person: Option<&PersonId>,
        is_here: impl Fn(&PersonId) -> bool,
    ) -> PlayerInfo {
        match &self.players[seat] {
            Player::Nobody if self.plan.seats[seat.index()] == SeatPlan::Invited => {
                PlayerInfo::Invited
            }
            Player::Nobody => PlayerInfo::Open,
            Player::Bot(bot) => PlayerInfo::Bot { bot: bot.clone() },
            Player::Person(id) => PlayerInfo::Person {
                name: self.name_at(seat, id),
                is_you: person == Some(id),
                is_here: is_here(id),
            },
        }
    }

    fn envelope(&self, entry: &LogEntry, number: u64, viewer: Viewer) -> EventEnvelope {
        EventEnvelope { number, at: entry.at, event: self.public_event(entry, viewer) }
    }

    /// An event as the viewer saw it.
    fn public_event(&self, entry: &LogEntry, viewer: Viewer) -> PublicEvent {
        match &entry.event {
            Event::Sat { seat, person } => {
                PublicEvent::Sat { seat: *seat, name: self.name_at(*seat, person) }
            }
            Event::Left { seat } => PublicEvent::Left { seat: *seat },
            Event::Removed { seat } => PublicEvent::Removed { seat: *seat },
            Event::Move { m, .. } => {
                let played = entry.played.as_ref().expect("a move was played");
                played.seen_by(viewer, m)
            }
            Event::TakenBack { ply } => PublicEvent::TakenBack { ply: *ply },
            Event::Ended { seat, ending } => PublicEvent::Ended { seat: *seat, ending: *ending },
            Event::Offered { seat, what } => PublicEvent::Offered { seat: *seat, what: *what },
            Event::Declined { seat, what } => PublicEvent::Declined { seat: *seat, what: *what },
            Event::ClockStarted => PublicEvent::ClockStarted,
            Event::Aborted => PublicEvent::Aborted,
            Event::Rematch { table } => PublicEvent::Rematch { table: table.clone() },
            Event::Chat { person, text } => {
                PublicEvent::Chat { name: self.name_of(person), text: text.clone() }
            }
        }
    }
}

impl PlayedMove {
    /// The move as the viewer saw it. Its effect is only for viewers who saw the move itself.
    fn seen_by(&self, viewer: Viewer, m: &str) -> PublicEvent {
        let redacted = self.redacted.iter().find(|(other, _)| *other == viewer);
        PublicEvent::Move {
            ply: self.ply,
            seat: self.seat,
            m: redacted.map_or(m, |(_, seen)| seen).to_owned(),
            effect: self.effect.clone().filter(|_| redacted.is_none()),
            revealed: self.revealed.clone(),
        }
    }
}
