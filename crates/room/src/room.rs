//! A table in memory, and the events that change it.

use std::collections::{HashMap, HashSet};

use tilewright_core::{BySeat, Rng, Seat, Turn, Viewer};
use tilewright_table::{AnyMove, Ending, Table};

use crate::clock::Clocks;
use crate::offers::Offers;
use crate::plan::{Plan, SeatPlan, Secrets};
use crate::presence::Presence;
use crate::{Action, ActionError, Caller, Event, Offer, PersonId, Status};

/// A table in memory. A host stores the events of a [`Change`] before anybody sees them, and opens
/// the room again from what is stored if that fails.
pub struct Room {
    pub(crate) id: String,
    pub(crate) plan: Plan,
    pub(crate) table: Box<dyn Table>,
    pub(crate) players: BySeat<Player>,
    pub(crate) log: Vec<LogEntry>,
    pub(crate) offers: Offers,
    pub(crate) status: Status,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) presence: Presence,
    pub(crate) names: HashMap<PersonId, String>,
    /// People whom the host removed.
    pub(crate) removed: HashSet<PersonId>,
}

/// The player of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// The seat is free.
    #[default]
    Nobody,
    /// A person.
    Person(PersonId),
    /// A bot, by its specification.
    Bot(String),
}

/// An event with its time, and what each viewer saw of it.
pub struct LogEntry {
    pub(crate) at: u64,
    pub(crate) event: Event,
    pub(crate) played: Option<Box<PlayedMove>>,
}

/// A move that was played, as viewers saw it.
pub(crate) struct PlayedMove {
    /// The text of the request, if it was in another notation.
    pub(crate) sent_as: Option<String>,
    pub(crate) ply: usize,
    pub(crate) seat: Option<Seat>,
    pub(crate) effect: Option<String>,
    pub(crate) revealed: Option<String>,
    /// The redacted move, for the viewers who did not see the move itself.
    pub(crate) redacted: Vec<(Viewer, String)>,
    /// The time that the move left to its seat, at a table with clocks.
    pub(crate) clock_millis: Option<u64>,
}

/// A table as it is stored.
pub struct StoredTable {
    /// The id of the table.
    pub id: String,
    /// The plan.
    pub plan: Plan,
    /// The events in order, each with its time.
    pub events: Vec<(u64, Event)>,
    /// The names of the people in the plan and the events, as far as they still exist.
    pub names: HashMap<PersonId, String>,
}

/// The consequences of an action, which must be stored.
#[derive(Debug)]
pub struct Change {
    /// The number of the first event.
    pub number: u64,
    /// The time of the events.
    pub at: u64,
    /// The new events, with the ply of those that are moves.
    pub events: Vec<(Event, Option<usize>)>,
    /// The number of moves that are left, if some were taken back.
    pub taken_back_to: Option<usize>,
    /// The status after the events.
    pub status: Status,
}

/// The most events of a table; no game is so long.
pub const MAX_EVENTS: usize = 20_000;

/// The bot that plays on for a person who does not, where the plan names none.
const SUBSTITUTE: &str = "level:3";

impl Room {
    /// Opens a table from what is stored of it.
    pub fn open(stored: StoredTable) -> Result<Room, ActionError> {
        let StoredTable { id, mut plan, events, names } = stored;
        let table = plan.open()?;
        // A plan of before lacks the options that came later.
        plan.options = table.options().into_iter().collect();
        let n_seats = table.n_seats();
        let clocks = plan.clock.map(|control| Clocks::new(control, n_seats));
        let players = BySeat::from_fn(n_seats, |seat| Player::planned(&plan.seats[seat.index()]));
        let mut room = Room {
            id,
            plan,
            table,
            players,
            log: Vec::new(),
            offers: Offers::none(n_seats),
            status: Status::Waiting,
            clocks,
            presence: Presence::default(),
            names,
            removed: HashSet::new(),
        };
        room.status = room.present_status();
        for (at, event) in events {
            room.apply(event, at)?;
        }
        Ok(room)
    }

    /// Opens a new table without events.
    pub fn new(
        id: String,
        plan: Plan,
        names: HashMap<PersonId, String>,
    ) -> Result<Room, ActionError> {
        Room::open(StoredTable { id, plan, events: Vec::new(), names })
    }

    /// The id of the table.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The plan of the table.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The game. It knows all secrets.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The progress of the table.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// The number of events.
    pub fn n_events(&self) -> u64 {
        self.log.len() as u64
    }

    /// The player of each seat.
    pub const fn players(&self) -> &BySeat<Player> {
        &self.players
    }

    /// Lets chance decide, if it is to move, and starts the clock of a new table or of one whose
    /// host has not run since the last event: `host_since` is the time since which it runs. Needed
    /// after the table was opened; actions include it.
    pub fn advance(
        &mut self,
        chance: &mut dyn Rng,
        host_since: u64,
        now: u64,
    ) -> Result<Change, ActionError> {
        let n_before = self.log.len();
        self.let_chance_decide(chance, now)?;
        self.start_clock(host_since, now)?;
        Ok(self.change_since(n_before))
    }

    /// Carries out the action of a person, and lets chance decide what follows.
    pub fn act(
        &mut self,
        caller: Caller<'_>,
        action: &Action,
        chance: &mut dyn Rng,
        now: u64,
    ) -> Result<Change, ActionError> {
        let n_before = self.log.len();
        if n_before >= MAX_EVENTS {
            return Err(ActionError::conflict("too much has happened at this table"));
        }
        // A move is parsed here, once, and checked by being played: what fails changes nothing.
        if let Action::Move { ply, m } = action {
            if let Some(parsed) = self.decide_move(caller, *ply, m)? {
                self.check_time(now)?;
                self.play(parsed, Some(m), self.lag_given_back(now), now)?;
            }
        } else {
            for event in self.decide(caller, action)? {
                self.apply(event, now)?;
            }
        }
        self.names.insert(caller.id.clone(), caller.name.to_owned());
        self.let_chance_decide(chance, now)?;
        Ok(self.change_since(n_before))
    }

    /// Plays the move that a bot chose in the present position.
    pub fn play_for_bot(
        &mut self,
        m: &AnyMove,
        chance: &mut dyn Rng,
        now: u64,
    ) -> Result<Change, ActionError> {
        let n_before = self.log.len();
        self.play(*m, None, 0, now)?;
        self.let_chance_decide(chance, now)?;
        Ok(self.change_since(n_before))
    }

    /// Gives up all seats of a person whose account is deleted, before or during the game.
    pub fn remove(
        &mut self,
        person: &PersonId,
        chance: &mut dyn Rng,
        now: u64,
    ) -> Result<Change, ActionError> {
        let n_before = self.log.len();
        let seats: Vec<Seat> = self.seats_of(person).collect();
        for seat in seats {
            match self.status {
                Status::Waiting => self.apply(Event::Left { seat }, now)?,
                Status::Playing if !self.has_ended(seat) => {
                    self.apply(Event::Ended { seat, ending: Ending::Resigned }, now)?;
                }
                Status::Playing | Status::Over | Status::Aborted => {}
            }
        }
        self.let_chance_decide(chance, now)?;
        Ok(self.change_since(n_before))
    }

    /// Ends a game that goes on for nobody, without a result.
    pub fn abandon(&mut self, now: u64) -> Result<Change, ActionError> {
        let n_before = self.log.len();
        self.apply(Event::Aborted, now)?;
        Ok(self.change_since(n_before))
    }

    /// Returns true if a person plays for some seat and has not resigned.
    pub fn has_people_in_play(&self) -> bool {
        let plays = |seat: &Seat| {
            matches!(self.players[*seat], Player::Person(_)) && !self.has_ended(*seat)
        };
        self.players.seats().any(|seat| plays(&seat))
    }

    /// Whether players may ask for hints: at a table with one person, or if all people agree.
    pub fn may_hint(&self) -> bool {
        let mut people = self.players.iter().filter_map(Player::person);
        let first = people.next();
        let is_alone = people.all(|person| Some(person) == first);
        self.plan.has_hints && (is_alone || self.do_all_agree(Offer::Hints))
    }

    /// Returns true if chance must decide before anybody can move.
    pub fn is_before_chance(&self) -> bool {
        self.status == Status::Playing && self.table.turn() == Turn::Chance
    }

    /// The time of the last event; 0 before the first.
    pub fn last_at(&self) -> u64 {
        self.log.last().map_or(0, |entry| entry.at)
    }

    /// Returns true if everybody agreed to a rematch that is not opened yet.
    pub fn wants_rematch(&self) -> bool {
        // The log is looked through only where everybody agreed: this is asked after every action.
        let is_rematch = |entry: &LogEntry| matches!(entry.event, Event::Rematch { .. });
        let is_agreed = self.offers.is_made(Offer::Rematch) && self.do_all_agree(Offer::Rematch);
        is_agreed && !self.log.iter().any(is_rematch)
    }

    /// A table for the rematch, with this id.
    pub fn rematch(&self, id: String, secrets: Secrets) -> Result<Room, ActionError> {
        let seats = self.players.iter().map(Player::as_planned).collect();
        Room::new(id, self.plan.again(seats, secrets), self.names.clone())
    }

    /// Points to the table of the rematch.
    pub fn point_to_rematch(&mut self, next: &Room, now: u64) -> Result<Change, ActionError> {
        let n_before = self.log.len();
        self.apply(Event::Rematch { table: next.id.clone() }, now)?;
        Ok(self.change_since(n_before))
    }

    /// The bot that is to move, by its seat and specification.
    pub fn bot_to_move(&self) -> Option<(Seat, &str)> {
        let seat = self.seat_to_move()?;
        match &self.players[seat] {
            Player::Bot(bot) => Some((seat, bot)),
            Player::Person(_) if self.has_ended(seat) => {
                Some((seat, self.plan.substitute.as_deref().unwrap_or(SUBSTITUTE)))
            }
            Player::Person(_) | Player::Nobody => None,
        }
    }

    /// The seat that is to move, while the game is in progress.
    pub fn seat_to_move(&self) -> Option<Seat> {
        self.table.turn().seat().filter(|_| self.status == Status::Playing)
    }

    /// The seats of a person.
    pub fn seats_of(&self, person: &PersonId) -> impl Iterator<Item = Seat> {
        self.players.seats().filter(move |&seat| self.players[seat].is(person))
    }

    /// Returns true if a person plays here or opened the table.
    pub fn is_member(&self, person: &PersonId) -> bool {
        self.plan.host == *person || self.seats_of(person).next().is_some()
    }

    pub(crate) fn has_ended(&self, seat: Seat) -> bool {
        self.table.endings().iter().any(|it| it.seat == seat)
    }

    /// The move that led to this ply, if it still stands.
    pub(crate) fn played(&self, ply: usize) -> Option<(&Event, &PlayedMove)> {
        let moves = self.log.iter().rev().filter_map(|it| Some((&it.event, it.played.as_deref()?)));
        let mut moves = moves.filter(|(_, played)| played.ply == ply);
        moves.next().filter(|_| ply <= self.table.ply())
    }

    pub(crate) fn do_all_agree(&self, what: Offer) -> bool {
        self.is_agreed(what, |seat| self.offers.is_agreed_by(seat, what))
    }

    /// Returns true if all people who have a say agree.
    pub(crate) fn is_agreed(&self, what: Offer, agrees: impl Fn(Seat) -> bool) -> bool {
        self.players.seats().filter(|&seat| self.has_say(seat, what)).all(agrees)
    }

    /// Returns true if an offer needs the consent of a seat.
    fn has_say(&self, seat: Seat, what: Offer) -> bool {
        let is_person = matches!(self.players[seat], Player::Person(_));
        is_person && (what == Offer::Rematch || !self.has_ended(seat))
    }

    /// The events since there were `n_before`.
    pub(crate) fn change_since(&self, n_before: usize) -> Change {
        let new = &self.log[n_before..];
        Change {
            number: n_before as u64 + 1,
            at: new.first().map_or(0, |it| it.at),
            events: new.iter().map(|it| (it.event.clone(), it.ply())).collect(),
            taken_back_to: new.iter().filter_map(LogEntry::taken_back_to).min(),
            status: self.status,
        }
    }

    /// Applies an event. Moves come here only from the store, where they are kept as text.
    pub(crate) fn apply(&mut self, event: Event, at: u64) -> Result<(), ActionError> {
        match &event {
            Event::Sat { seat, person } => self.players[*seat] = Player::Person(person.clone()),
            Event::Left { seat } => self.players[*seat] = Player::Nobody,
            Event::Removed { seat } => {
                if let Player::Person(person) = std::mem::take(&mut self.players[*seat]) {
                    self.removed.insert(person);
                }
                // The game starts again, with another player.
                let n_seats = self.players.len();
                self.clocks = self.plan.clock.map(|control| Clocks::new(control, n_seats));
            }
            Event::Move { m, lag_millis } => {
                let parsed = self.parse_move(m)?;
                return self.play(parsed, None, *lag_millis, at);
            }
            Event::TakenBack { ply } => {
                while self.table.ply() > *ply && self.table.undo().is_some() {}
                self.offers.clear(Offer::Takeback);
            }
            Event::Ended { seat, ending } => {
                let ended = self.table.end(*seat, *ending);
                ended.map_err(|error| ActionError::conflict(error.to_string()))?;
                self.offers.clear(Offer::Draw);
            }
            Event::Offered { seat, what } => self.offers.agree(*seat, *what),
            Event::Declined { seat, what: Offer::Wait } => {
                self.offers.withdraw(*seat, Offer::Wait);
            }
            Event::Declined { what, .. } => self.offers.clear(*what),
            Event::ClockStarted => {
                let last = self.log.last().map_or(at, |it| it.at);
                if let Some(clocks) = &mut self.clocks {
                    clocks.give_back(last, at);
                }
            }
            Event::Aborted => self.status = Status::Aborted,
            Event::Rematch { .. } | Event::Chat { .. } => {}
        }
        self.push(LogEntry { at, event, played: None });
        Ok(())
    }

    /// Plays a move, or refuses it and changes nothing. `text` is how a person wrote it, and so
    /// much lag is given back.
    fn play(
        &mut self,
        m: AnyMove,
        text: Option<&str>,
        lag_millis: u64,
        at: u64,
    ) -> Result<(), ActionError> {
        let seat = self.table.turn().seat();
        let on_clock = self.seat_on_clock();
        let was_waited_for = on_clock.is_some_and(|seat| self.is_waited_for(seat));
        self.table.play_move(&m)?;
        let text_of_move = m.to_string();
        let mut played = Box::new(self.seen_move(&text_of_move, seat, text));
        if let Some(clocks) = &mut self.clocks {
            played.clock_millis = clocks.end_turn(at, lag_millis);
        }
        if was_waited_for {
            self.offers.clear(Offer::Wait);
        }
        let event = Event::Move { m: text_of_move, lag_millis };
        // An offer about the position before does not stand any more.
        self.offers.clear(Offer::Takeback);
        self.offers.clear(Offer::Draw);
        self.push(LogEntry { at, event, played: Some(played) });
        Ok(())
    }

    /// The last move, as viewers saw it.
    fn seen_move(&self, m: &str, seat: Option<Seat>, text: Option<&str>) -> PlayedMove {
        let ply = self.table.ply();
        let viewers = Viewer::all(self.table.n_seats());
        let seen = viewers.filter_map(|it| Some((it, self.table.move_seen_by(ply, it)?)));
        PlayedMove {
            sent_as: text.filter(|&text| text != m).map(str::to_owned),
            ply,
            seat,
            effect: self.table.told(ply).map(str::to_owned),
            revealed: self.table.revealed(ply).map(str::to_owned),
            redacted: seen.filter(|(_, seen)| seen != m).collect(),
            clock_millis: None,
        }
    }

    pub(crate) fn parse_move(&self, text: &str) -> Result<AnyMove, ActionError> {
        let m = self.table.parse_move(text);
        m.map_err(|error| ActionError::IllegalMove(error.into()))
    }

    fn push(&mut self, entry: LogEntry) {
        self.status = self.present_status();
        let seat_on_clock = self.seat_on_clock();
        if let Some(clocks) = &mut self.clocks {
            clocks.run(seat_on_clock, entry.at);
        }
        self.log.push(entry);
    }

    pub(crate) fn let_chance_decide(
        &mut self,
        chance: &mut dyn Rng,
        now: u64,
    ) -> Result<(), ActionError> {
        while self.status == Status::Playing && self.table.turn() == Turn::Chance {
            let m = self.table.pick_move(chance).expect("chance has a move at its turn");
            self.play(m, None, 0, now)?;
        }
        Ok(())
    }

    fn present_status(&self) -> Status {
        if self.status == Status::Aborted {
            Status::Aborted
        } else if self.table.turn().is_over() {
            Status::Over
        } else if self.players.iter().any(|player| *player == Player::Nobody) {
            Status::Waiting
        } else {
            Status::Playing
        }
    }
}

impl Player {
    fn planned(seat: &SeatPlan) -> Player {
        match seat {
            SeatPlan::Open | SeatPlan::Invited => Player::Nobody,
            SeatPlan::Person(person) => Player::Person(person.clone()),
            SeatPlan::Bot(bot) => Player::Bot(bot.clone()),
        }
    }

    fn as_planned(&self) -> SeatPlan {
        match self {
            Player::Nobody => SeatPlan::Open,
            Player::Person(person) => SeatPlan::Person(person.clone()),
            Player::Bot(bot) => SeatPlan::Bot(bot.clone()),
        }
    }

    pub(crate) fn person(&self) -> Option<&PersonId> {
        match self {
            Player::Person(person) => Some(person),
            Player::Bot(_) | Player::Nobody => None,
        }
    }

    fn is(&self, person: &PersonId) -> bool {
        matches!(self, Player::Person(id) if id == person)
    }
}

impl LogEntry {
    /// The ply of a move.
    fn ply(&self) -> Option<usize> {
        self.played.as_ref().map(|played| played.ply)
    }

    fn taken_back_to(&self) -> Option<usize> {
        match self.event {
            Event::TakenBack { ply } => Some(ply),
            _ => None,
        }
    }
}
