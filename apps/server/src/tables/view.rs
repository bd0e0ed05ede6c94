//! What people see of a table.

use serde_json::value::{RawValue, to_raw_value};
use tilewright_core::{Seat, Viewer};
use tilewright_table::Record;

use super::actor::Visitor;
use super::choices::choices;
use super::event::Event;
use super::plan::SeatPlan;
use super::room::{LogEntry, Player, Room};
use crate::people::PersonId;
use crate::wire::{
    EventEnvelope, GameSnapshot, PlayerInfo, PublicEvent, State, Status, TableInfo, TableSnapshot,
    Update,
};

/// What those are called whose account is gone.
const GONE: &str = "somebody who left";

impl Room {
    /// The seat that is to move, if the visitor plays for it.
    pub(crate) fn seat_to_move(&self, visitor: &Visitor) -> Option<Seat> {
        let seat = self.table.turn().seat().filter(|_| self.status == Status::Playing)?;
        let person = visitor.id()?;
        self.seats_of(person).find(|own| *own == seat)
    }

    /// The table as a visitor sees it, with what happened after the event of this number.
    pub(crate) fn look(&self, visitor: &Visitor, since: u64) -> TableSnapshot {
        let person = visitor.id();
        let update = self.update(since, self.viewer(person), person, |_| false);
        TableSnapshot { table: self.info(person), update }
    }

    /// The game after so many moves, as it was seen by whose eyes the visitor looks through now: who
    /// plays several seats at one device sees no hand of another seat by going back. Nothing beyond
    /// the present.
    pub(crate) fn snapshot_for(&self, visitor: &Visitor, ply: usize) -> Option<GameSnapshot> {
        let mut table = self.table.clone();
        while table.ply() > ply && table.undo().is_some() {}
        (table.ply() == ply).then(|| GameSnapshot::of(&*table, self.viewer(visitor.id())))
    }

    /// The record of the game so far, as far as the visitor saw it.
    pub(crate) fn record_for(&self, visitor: &Visitor) -> String {
        self.record(self.viewer(visitor.id())).to_string()
    }

    /// Through whose eyes somebody looks: who plays several seats at one device looks through those of
    /// the seat to move, and else of the first.
    pub(super) fn viewer(&self, person: Option<&PersonId>) -> Viewer {
        let Some(person) = person else { return Viewer::Spectator };
        let to_move = self.table.turn().seat();
        let mut own = self.seats_of(person);
        let first = own.next();
        let seat = to_move.filter(|&seat| first == Some(seat) || own.any(|it| it == seat));
        seat.or(first).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// What never changes.
    pub(super) fn info(&self, person: Option<&PersonId>) -> TableInfo {
        let may_invite = person.is_some_and(|person| self.is_member(person));
        TableInfo {
            id: self.id.clone(),
            game: self.plan.game,
            options: self.plan.options.clone(),
            is_private: self.plan.is_private,
            key: may_invite.then(|| self.plan.key.clone()),
            has_hints: self.plan.has_hints,
            is_yours: person == Some(&self.plan.host),
            first: self.plan.first.clone(),
        }
    }

    /// What happened after the event of this number, and how it is now.
    pub(super) fn update(
        &self,
        since: u64,
        viewer: Viewer,
        person: Option<&PersonId>,
        is_here: impl Fn(&PersonId) -> bool,
    ) -> Update {
        let first = usize::try_from(since).unwrap_or(usize::MAX).min(self.log.len());
        let events = self.log[first..].iter().zip(first as u64 + 1..);
        let happening = |(it, number): (&LogEntry, u64)| EventEnvelope {
            number,
            at: it.at,
            event: self.public_event(it, viewer),
        };
        Update {
            events: events.map(happening).collect(),
            state: self.state(viewer, person, is_here),
        }
    }

    /// How the table is now, through somebody's eyes.
    pub(super) fn state(
        &self,
        viewer: Viewer,
        person: Option<&PersonId>,
        is_here: impl Fn(&PersonId) -> bool,
    ) -> State {
        let to_move = self.table.turn().seat().filter(|_| self.status == Status::Playing);
        let is_own_turn = to_move.is_some() && to_move == viewer.seat();
        let GameSnapshot { ply, turn, mover, scores, endings, viewer, view } =
            GameSnapshot::of(&*self.table, viewer);
        let player = |seat| self.player_info(seat, person, &is_here);
        State {
            number: self.n_events(),
            status: self.status,
            ply,
            turn,
            mover,
            scores,
            players: self.players.seats().map(player).collect(),
            endings,
            offers: self.offers.listed(),
            viewer,
            view,
            choices: is_own_turn.then(|| choices(&*self.table)),
        }
    }

    /// The record of the game so far, as far as the viewer saw it.
    pub(super) fn record(&self, viewer: Viewer) -> Record {
        let mut record = Record::seen_by(&*self.table, viewer);
        for seat in self.players.seats() {
            if let Some(name) = self.name(seat) {
                record.set_name(seat, &name);
            }
        }
        if let Some(first) = &self.plan.first {
            record.set_header("first", &first.text);
        }
        record
    }

    /// The names of the players, where somebody sits.
    pub(super) fn name(&self, seat: Seat) -> Option<String> {
        match &self.players[seat] {
            Player::Nobody => None,
            Player::Person(person) => Some(self.name_of(person)),
            Player::Bot(spec) => Some(spec.to_string()),
        }
    }

    fn name_of(&self, person: &PersonId) -> String {
        self.names.get(person).map_or(GONE, String::as_str).to_owned()
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
            Player::Bot(spec) => PlayerInfo::Bot { bot: spec.to_string() },
            Player::Person(id) => PlayerInfo::Person {
                name: self.name_of(id),
                is_you: person == Some(id),
                is_here: is_here(id),
            },
        }
    }

    /// An event as the viewer saw it.
    fn public_event(&self, logged: &LogEntry, viewer: Viewer) -> PublicEvent {
        match &logged.event {
            Event::Sat { seat, person } => {
                PublicEvent::Sat { seat: *seat, name: self.name_of(person) }
            }
            Event::Left { seat } => PublicEvent::Left { seat: *seat },
            Event::Move { m } => public_move(logged, m, viewer),
            Event::TakenBack { ply } => PublicEvent::TakenBack { ply: *ply },
            Event::Ended { seat, ending } => PublicEvent::Ended { seat: *seat, ending: *ending },
            Event::Offered { seat, what } => PublicEvent::Offered { seat: *seat, what: *what },
            Event::Declined { seat, what } => PublicEvent::Declined { seat: *seat, what: *what },
            Event::Aborted => PublicEvent::Aborted,
            Event::Rematch { table } => PublicEvent::Rematch { table: table.clone() },
            Event::Chat { person, text } => {
                PublicEvent::Chat { name: self.name_of(person), text: text.clone() }
            }
        }
    }
}

/// A move as the viewer saw it. What it did besides is for those who saw the move itself.
fn public_move(logged: &LogEntry, m: &str, viewer: Viewer) -> PublicEvent {
    let played = logged.played.as_ref().expect("a move was played");
    let look = played.looks.iter().find(|(other, _)| *other == viewer);
    PublicEvent::Move {
        ply: played.ply,
        seat: played.seat,
        m: look.map_or(m, |(_, look)| look).to_owned(),
        effect: played.effect.clone().filter(|_| look.is_none()),
        revealed: played.revealed.clone(),
    }
}

/// JSON as text, so that it is written once.
pub(super) fn raw(value: &impl serde::Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("views are plain data")
}
