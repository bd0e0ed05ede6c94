//! A table in memory: what people may do there, and what comes of it.

use std::collections::HashMap;

use tilewright_bots::{BotSpec, Bots};
use tilewright_core::{BySeat, Rng, Seat, Turn, Viewer};
use tilewright_table::{Ending, Table};

use super::event::Event;
use super::offers::Offers;
use super::plan::{Plan, SeatPlan};
use super::standpoint::Standpoint;
use crate::error::{ApiError, ErrorCode};
use crate::id::new_id;
use crate::people::{Person, PersonId};
use crate::wire::{Action, Offer, Status};

/// A table in memory. It does no input or output and reads no clock: whoever holds it keeps the
/// events that an action leads to before anybody hears of them, and opens the table again from what
/// was kept if that fails.
pub(crate) struct Room {
    pub(super) id: String,
    pub(super) plan: Plan,
    pub(super) table: Box<dyn Table>,
    pub(super) players: BySeat<Player>,
    pub(super) log: Vec<LogEntry>,
    pub(super) offers: Offers,
    pub(super) status: Status,
    pub(super) names: HashMap<PersonId, String>,
}

/// Who plays for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Player {
    #[default]
    Nobody,
    Person(PersonId),
    Bot(BotSpec),
}

/// An event, when it was, and what was seen of it.
pub(super) struct LogEntry {
    pub(super) at: u64,
    pub(super) event: Event,
    pub(super) played: Option<Box<PlayedMove>>,
}

/// What was seen of a move.
pub(super) struct PlayedMove {
    /// The move as it was sent, if that was another notation.
    pub(super) sent_as: Option<String>,
    pub(super) ply: usize,
    pub(super) seat: Option<Seat>,
    pub(super) effect: Option<String>,
    pub(super) revealed: Option<String>,
    /// What those saw who did not see the move itself.
    pub(super) looks: Vec<(Viewer, String)>,
}

/// A table as it was kept.
pub(crate) struct StoredTable {
    pub(crate) id: String,
    pub(crate) plan: Plan,
    /// With the times when they happened.
    pub(crate) events: Vec<(u64, Event)>,
    /// The names of those who sit there or said something, as far as they still exist.
    pub(crate) names: HashMap<PersonId, String>,
}

/// What an action led to: what must be kept.
#[derive(Debug)]
pub(crate) struct Change {
    /// The number of the first event.
    pub(crate) number: u64,
    /// When it happened.
    pub(crate) at: u64,
    /// The new events, with the ply of those that are moves.
    pub(crate) events: Vec<(Event, Option<usize>)>,
    /// How many moves are left, if some were taken back.
    pub(crate) taken_back_to: Option<usize>,
    pub(crate) status: Status,
}

/// A line of chat is not longer.
const MAX_CHAT_CHARS: usize = 300;

/// So many lines of chat a table keeps; then there was enough said.
const MAX_CHAT_LINES: usize = 500;

/// A table has no more events; no game is so long.
const MAX_EVENTS: usize = 20_000;

/// A game may be aborted until somebody has played so many moves.
const N_MOVES_TO_ABORT: usize = 2;

/// Who plays on for a seat that ended while others play on.
const SUBSTITUTE: &str = "level:3";

impl Room {
    /// Opens a table from what was kept of it.
    pub(crate) fn open(saved: StoredTable) -> Result<Room, ApiError> {
        let StoredTable { id, plan, events, names, .. } = saved;
        let table = plan.open()?;
        let n_seats = table.n_seats();
        let bots = Bots::of(plan.game);
        let players = BySeat::from_fn(n_seats, |seat| match &plan.seats[seat.index()] {
            SeatPlan::Open | SeatPlan::Invited => Player::Nobody,
            SeatPlan::Person(person) => Player::Person(person.clone()),
            SeatPlan::Bot(spec) => bots.read(spec).map_or(Player::Nobody, Player::Bot),
        });
        let offers = Offers::none(n_seats);
        let (log, status) = (Vec::new(), Status::Waiting);
        let mut room = Room { id, plan, table, players, log, offers, status, names };
        room.status = room.present_status();
        for (at, event) in events {
            room.apply(event, at)?;
        }
        Ok(room)
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) const fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn table(&self) -> &dyn Table {
        &*self.table
    }

    pub(crate) const fn status(&self) -> Status {
        self.status
    }

    pub(crate) const fn has_hints(&self) -> bool {
        self.plan.has_hints
    }

    pub(crate) fn n_events(&self) -> u64 {
        self.log.len() as u64
    }

    /// What goes on by itself: chance decides. Done after every action, and when a table is opened.
    pub(crate) fn go_on(&mut self, chance: &mut dyn Rng, now: u64) -> Result<Change, ApiError> {
        self.change(|room| room.let_chance_decide(chance, now))
    }

    /// Does what a person asks for, and what then goes on by itself.
    pub(crate) fn act(
        &mut self,
        who: &Person,
        has_key: bool,
        action: &Action,
        chance: &mut dyn Rng,
        now: u64,
    ) -> Result<Change, ApiError> {
        if self.log.len() >= MAX_EVENTS {
            return Err(ApiError::conflict("too much has ack at this table"));
        }
        self.change(|room| {
            for event in room.decide(who, has_key, action)? {
                room.apply(event, now)?;
            }
            room.names.insert(who.id.clone(), who.name.clone());
            room.let_chance_decide(chance, now)
        })
    }

    /// Plays what a bot has chosen for the position after so many moves.
    pub(crate) fn play_for_bot(
        &mut self,
        m: &str,
        chance: &mut dyn Rng,
        now: u64,
    ) -> Result<Change, ApiError> {
        self.change(|room| {
            room.apply(Event::Move { m: m.to_owned() }, now)?;
            room.let_chance_decide(chance, now)
        })
    }

    /// Gives up all seats of somebody who is no more, before or during the game.
    pub(crate) fn remove(
        &mut self,
        person: &PersonId,
        chance: &mut dyn Rng,
        now: u64,
    ) -> Result<Change, ApiError> {
        self.change(|room| {
            let seats: Vec<Seat> = room.seats_of(person).collect();
            for seat in seats {
                match room.status {
                    Status::Waiting => room.apply(Event::Left { seat }, now)?,
                    Status::Playing if !room.has_ended(seat) => {
                        room.apply(Event::Ended { seat, ending: Ending::Resigned }, now)?;
                    }
                    Status::Playing | Status::Over | Status::Aborted => {}
                }
            }
            room.let_chance_decide(chance, now)
        })
    }

    /// The people agreed to play again, at this table.
    pub(crate) fn point_to_rematch(&mut self, next: &Room, now: u64) -> Result<Change, ApiError> {
        self.change(|room| room.apply(Event::Rematch { table: next.id.clone() }, now))
    }

    /// The bot that is to move, and for which seat.
    pub(crate) fn bot_to_move(&self) -> Option<(Seat, BotSpec)> {
        let seat = self.table.turn().seat().filter(|_| self.status == Status::Playing)?;
        match &self.players[seat] {
            Player::Bot(spec) => Some((seat, spec.clone())),
            Player::Person(_) if self.has_ended(seat) => Some((seat, SUBSTITUTE.parse().ok()?)),
            Player::Person(_) | Player::Nobody => None,
        }
    }

    /// A new table at which nothing has happened.
    pub(crate) fn new(plan: Plan, names: HashMap<PersonId, String>) -> Result<Room, ApiError> {
        Room::open(StoredTable { id: new_id(), plan, events: Vec::new(), names })
    }

    /// The next table, once everybody agreed to play again.
    pub(crate) fn rematch(&self) -> Option<Result<Room, ApiError>> {
        let is_done = self.log.iter().any(|it| matches!(it.event, Event::Rematch { .. }));
        if is_done || !self.offers.is_made(Offer::Rematch) || !self.do_all_agree(Offer::Rematch) {
            return None;
        }
        let place = |seat: Seat| match &self.players[seat] {
            Player::Nobody => SeatPlan::Open,
            Player::Person(person) => SeatPlan::Person(person.clone()),
            Player::Bot(spec) => SeatPlan::Bot(spec.to_string()),
        };
        let plan = self.plan.again(self.players.seats().map(place).collect());
        Some(Room::new(plan, self.names.clone()))
    }

    /// What a seat saw of the game.
    pub(crate) fn standpoint(&self, seat: Seat) -> Standpoint {
        let looks = self.table.moves_seen_by(Viewer::Seat(seat)).into_iter().zip(1..);
        let revealed = |ply| self.table.revealed(ply).map(str::to_owned);
        Standpoint {
            bots: Bots::of(self.plan.game),
            n_seats: self.table.n_seats(),
            seed: self.plan.seed,
            known: self.table.start_known_to(seat),
            looks: looks.map(|(look, ply)| (look, revealed(ply))).collect(),
        }
    }

    /// The seats of somebody.
    pub(super) fn seats_of(&self, person: &PersonId) -> impl Iterator<Item = Seat> {
        self.players
            .seats()
            .filter(move |&seat| matches!(&self.players[seat], Player::Person(id) if id == person))
    }

    pub(super) fn is_member(&self, person: &PersonId) -> bool {
        self.plan.host == *person || self.seats_of(person).next().is_some()
    }

    fn has_ended(&self, seat: Seat) -> bool {
        self.table.endings().iter().any(|it| it.seat == seat)
    }

    /// What an action leads to; nothing is changed yet.
    fn decide(&self, who: &Person, has_key: bool, action: &Action) -> Result<Vec<Event>, ApiError> {
        match action {
            Action::Sit { seat } => self.decide_sit(who, has_key, *seat),
            Action::Chat { text } => self.decide_chat(who, text),
            Action::Abort {} => self.decide_abort(who),
            _ if self.seats_of(&who.id).next().is_none() => {
                Err(ApiError::forbidden("you do not play at this table"))
            }
            Action::Leave {} => self.decide_leave(who),
            Action::Move { ply, m } => self.decide_move(who, *ply, m),
            Action::Resign { seat } => self.decide_resign(who, *seat),
            Action::Offer { what } => self.decide_offer(who, *what),
            Action::Decline { what } => self.decide_decline(who, *what),
        }
    }

    fn decide_sit(
        &self,
        who: &Person,
        has_key: bool,
        seat: Option<Seat>,
    ) -> Result<Vec<Event>, ApiError> {
        if self.status != Status::Waiting {
            return Err(ApiError::conflict("all seats are taken"));
        }
        if seat.is_some_and(|seat| seat.index() >= self.players.len()) {
            return Err(ApiError::bad_request("there is no such seat"));
        }
        let is_free = |seat: &Seat| {
            let may_sit = has_key || self.plan.seats[seat.index()] != SeatPlan::Invited;
            may_sit && self.players[*seat] == Player::Nobody
        };
        let mut seats = self.players.seats().filter(|it| seat.is_none_or(|seat| seat == *it));
        let seat = seats.find(is_free).ok_or_else(|| {
            ApiError::conflict("the seat is taken, or kept for somebody who has the link")
        })?;
        if self.seats_of(&who.id).next().is_some() {
            return Err(ApiError::conflict("you have a seat already"));
        }
        Ok(vec![Event::Sat { seat, person: who.id.clone() }])
    }

    fn decide_leave(&self, who: &Person) -> Result<Vec<Event>, ApiError> {
        if self.status != Status::Waiting {
            return Err(ApiError::conflict("the game has begun: resign instead"));
        }
        Ok(self.seats_of(&who.id).map(|seat| Event::Left { seat }).collect())
    }

    fn decide_chat(&self, who: &Person, text: &str) -> Result<Vec<Event>, ApiError> {
        let text = text.trim();
        let is_line = !text.is_empty() && !text.chars().any(char::is_control);
        if !is_line || text.chars().count() > MAX_CHAT_CHARS {
            let message = format!("say one line of up to {MAX_CHAT_CHARS} characters");
            return Err(ApiError::bad_request(message));
        }
        if !self.is_member(&who.id) {
            return Err(ApiError::forbidden("only those who play here may say something"));
        }
        let is_chat = |it: &&LogEntry| matches!(it.event, Event::Chat { .. });
        if self.log.iter().filter(is_chat).count() >= MAX_CHAT_LINES {
            return Err(ApiError::conflict("enough was said at this table"));
        }
        Ok(vec![Event::Chat { person: who.id.clone(), text: text.to_owned() }])
    }

    fn decide_move(&self, who: &Person, ply: usize, m: &str) -> Result<Vec<Event>, ApiError> {
        if self.is_repeated(who, ply, m) {
            return Ok(Vec::new());
        }
        self.check_playing()?;
        if ply != self.table.ply() {
            let message = match self.table.ply() {
                1 => format!("the move answers ply {ply}, but 1 move was played"),
                n_moves => format!("the move answers ply {ply}, but {n_moves} moves were played"),
            };
            return Err(ApiError::new(ErrorCode::WrongPly, message));
        }
        let seat = self.table.turn().seat();
        if !seat.is_some_and(|seat| self.plays(who, seat)) {
            return Err(ApiError::forbidden("it is not your turn"));
        }
        let check = self.table.explain(m);
        check.map_err(|error| ApiError::new(ErrorCode::IllegalMove, error.to_string()))?;
        Ok(vec![Event::Move { m: m.to_owned() }])
    }

    /// Whether the move was played already, by who sends it: then it was sent twice.
    fn is_repeated(&self, who: &Person, ply: usize, m: &str) -> bool {
        let Some((event, played)) = self.played(ply + 1) else { return false };
        let is_own = played.seat.is_some_and(|seat| self.seats_of(&who.id).any(|own| own == seat));
        let is_same = matches!(event, Event::Move { m: own } if own == m);
        is_own && (is_same || played.sent_as.as_deref() == Some(m))
    }

    /// The move that led to this ply, if it still stands.
    fn played(&self, ply: usize) -> Option<(&Event, &PlayedMove)> {
        let moves = self.log.iter().rev().filter_map(|it| Some((&it.event, it.played.as_deref()?)));
        let mut moves = moves.filter(|(_, played)| played.ply == ply);
        moves.next().filter(|_| ply <= self.table.ply())
    }

    /// Whether somebody plays for a seat, and still does.
    fn plays(&self, who: &Person, seat: Seat) -> bool {
        !self.has_ended(seat) && self.seats_of(&who.id).any(|own| own == seat)
    }

    fn decide_resign(&self, who: &Person, seat: Option<Seat>) -> Result<Vec<Event>, ApiError> {
        self.check_playing()?;
        let mut own: Vec<Seat> =
            self.seats_of(&who.id).filter(|&seat| !self.has_ended(seat)).collect();
        if let Some(seat) = seat {
            own.retain(|&it| it == seat);
        }
        match *own {
            [seat] => Ok(vec![Event::Ended { seat, ending: Ending::Resigned }]),
            [] => Err(ApiError::forbidden("you do not play for this seat, or no more")),
            _ => Err(ApiError::bad_request("say which of your seats resigns")),
        }
    }

    fn decide_offer(&self, who: &Person, what: Offer) -> Result<Vec<Event>, ApiError> {
        match what {
            Offer::Takeback => self.check_takeback(who)?,
            Offer::Draw => self.check_draw()?,
            Offer::Rematch => self.check_rematch()?,
        }
        let is_new = |&seat: &Seat| !self.offers.is_agreed_by(seat, what);
        let own = self.seats_of(&who.id).filter(is_new);
        let mut events: Vec<Event> = own.map(|seat| Event::Offered { seat, what }).collect();
        if events.is_empty() {
            return Ok(events);
        }
        let agrees = |seat: Seat| {
            self.offers.is_agreed_by(seat, what) || self.seats_of(&who.id).any(|own| own == seat)
        };
        if self.is_agreed(what, agrees) {
            events.extend(self.consequences(who, what));
        }
        Ok(events)
    }

    /// What comes of an offer to which everybody agrees.
    fn consequences(&self, who: &Person, what: Offer) -> Vec<Event> {
        match what {
            Offer::Takeback => {
                let first = self.takers().find_map(|seat| self.last_ply_of(seat));
                let ply = first.or_else(|| self.last_ply(who));
                ply.map(|ply| Event::TakenBack { ply: ply - 1 }).into_iter().collect()
            }
            Offer::Draw => {
                let playing = self.players.seats().filter(|&seat| !self.has_ended(seat));
                playing.map(|seat| Event::Ended { seat, ending: Ending::AgreedDraw }).collect()
            }
            // The next table is opened by who holds this one.
            Offer::Rematch => Vec::new(),
        }
    }

    /// The seats that asked to take back, the first who asked first.
    fn takers(&self) -> impl Iterator<Item = Seat> {
        let since = self.log.iter().rposition(|it| {
            matches!(
                it.event,
                Event::Move { .. }
                    | Event::TakenBack { .. }
                    | Event::Declined { what: Offer::Takeback, .. }
            )
        });
        self.log[since.map_or(0, |index| index + 1)..].iter().filter_map(|it| match it.event {
            Event::Offered { seat, what: Offer::Takeback } => Some(seat),
            _ => None,
        })
    }

    /// The last move of a seat that still stands.
    fn last_ply_of(&self, seat: Seat) -> Option<usize> {
        let mut ply = self.table.ply();
        while ply > 0 {
            let (_, played) = self.played(ply)?;
            if played.seat == Some(seat) {
                return Some(ply);
            }
            ply -= 1;
        }
        None
    }

    /// The last move of somebody that still stands.
    fn last_ply(&self, who: &Person) -> Option<usize> {
        self.seats_of(&who.id).filter_map(|seat| self.last_ply_of(seat)).max()
    }

    fn check_takeback(&self, who: &Person) -> Result<(), ApiError> {
        let is_alone = self.people().all(|person| *person == who.id);
        let is_over_alone = self.status == Status::Over && is_alone;
        if !is_over_alone {
            self.check_playing()?;
        }
        if self.plan.game.has_secrets() && !is_alone {
            return Err(ApiError::conflict("what was seen of hidden tiles cannot be taken back"));
        }
        let has_moved = self.last_ply(who).is_some() || self.offers.is_made(Offer::Takeback);
        if has_moved { Ok(()) } else { Err(ApiError::conflict("you have not moved yet")) }
    }

    fn check_draw(&self) -> Result<(), ApiError> {
        self.check_playing()?;
        if !self.plan.game.has_draw_offers() {
            let name = self.plan.game.name();
            return Err(ApiError::conflict(format!("{name} has no draws by agreement")));
        }
        if self.players.iter().any(|player| matches!(player, Player::Bot(_))) {
            return Err(ApiError::conflict("the bot plays on"));
        }
        Ok(())
    }

    fn check_rematch(&self) -> Result<(), ApiError> {
        match self.status {
            Status::Over | Status::Aborted => Ok(()),
            Status::Waiting | Status::Playing => Err(ApiError::conflict("the game is not over")),
        }
    }

    fn decide_decline(&self, who: &Person, what: Offer) -> Result<Vec<Event>, ApiError> {
        if !self.offers.is_made(what) {
            return Err(ApiError::conflict("nobody offers that"));
        }
        let seat = self.seats_of(&who.id).next();
        Ok(seat.map(|seat| Event::Declined { seat, what }).into_iter().collect())
    }

    fn decide_abort(&self, who: &Person) -> Result<Vec<Event>, ApiError> {
        let n_moves = self.log.iter().filter_map(|it| it.played.as_deref()?.seat).count();
        if !self.is_member(&who.id) {
            return Err(ApiError::forbidden("you do not play at this table"));
        }
        match self.status {
            Status::Waiting if self.plan.host != who.id => {
                Err(ApiError::forbidden("who opened the table may end it: leave instead"))
            }
            Status::Waiting => Ok(vec![Event::Aborted]),
            Status::Playing if n_moves < N_MOVES_TO_ABORT => Ok(vec![Event::Aborted]),
            Status::Playing => Err(ApiError::conflict("the game has begun: resign instead")),
            Status::Over | Status::Aborted => Err(ApiError::conflict("the game is over")),
        }
    }

    fn check_playing(&self) -> Result<(), ApiError> {
        match self.status {
            Status::Playing => Ok(()),
            Status::Waiting => Err(ApiError::conflict("the game has not begun: seats are free")),
            Status::Over | Status::Aborted => Err(ApiError::conflict("the game is over")),
        }
    }

    /// The people at the table.
    fn people(&self) -> impl Iterator<Item = &PersonId> {
        self.players.iter().filter_map(|player| match player {
            Player::Person(person) => Some(person),
            Player::Bot(_) | Player::Nobody => None,
        })
    }

    fn do_all_agree(&self, what: Offer) -> bool {
        self.is_agreed(what, |seat| self.offers.is_agreed_by(seat, what))
    }

    /// Whether all people who have a say agree.
    fn is_agreed(&self, what: Offer, agrees: impl Fn(Seat) -> bool) -> bool {
        let has_say = |seat: &Seat| {
            let is_person = matches!(self.players[*seat], Player::Person(_));
            is_person && (what == Offer::Rematch || !self.has_ended(*seat))
        };
        self.players.seats().filter(has_say).all(agrees)
    }

    /// Makes a change, and says what must be kept.
    fn change(
        &mut self,
        make: impl FnOnce(&mut Room) -> Result<(), ApiError>,
    ) -> Result<Change, ApiError> {
        let n_before = self.log.len();
        make(self)?;
        let new = &self.log[n_before..];
        let ply = |it: &LogEntry| it.played.as_ref().map(|played| played.ply);
        let taken_back = new.iter().filter_map(|it| match it.event {
            Event::TakenBack { ply } => Some(ply),
            _ => None,
        });
        Ok(Change {
            number: n_before as u64 + 1,
            at: new.first().map_or(0, |it| it.at),
            events: new.iter().map(|it| (it.event.clone(), ply(it))).collect(),
            taken_back_to: taken_back.min(),
            status: self.status,
        })
    }

    /// Lets an event happen.
    fn apply(&mut self, mut event: Event, at: u64) -> Result<(), ApiError> {
        let mut played = None;
        match &mut event {
            Event::Sat { seat, person } => self.players[*seat] = Player::Person(person.clone()),
            Event::Left { seat } => self.players[*seat] = Player::Nobody,
            Event::Move { m } => {
                played = Some(Box::new(self.play(m)?));
                self.offers.clear(Offer::Takeback);
                self.offers.clear(Offer::Draw);
            }
            Event::TakenBack { ply } => {
                while self.table.ply() > *ply && self.table.undo().is_some() {}
                self.offers.clear(Offer::Takeback);
            }
            Event::Ended { seat, ending } => {
                let end = self.table.end(*seat, *ending);
                end.map_err(|error| ApiError::conflict(error.to_string()))?;
                self.offers.clear(Offer::Draw);
            }
            Event::Offered { seat, what } => self.offers.agree(*seat, *what),
            Event::Declined { what, .. } => self.offers.clear(*what),
            Event::Aborted => self.status = Status::Aborted,
            Event::Rematch { .. } | Event::Chat { .. } => {}
        }
        self.status = self.present_status();
        self.log.push(LogEntry { at, event, played });
        Ok(())
    }

    /// Plays a move, gives it its own text, and keeps what everybody saw of it.
    fn play(&mut self, text: &mut String) -> Result<PlayedMove, ApiError> {
        let seat = self.table.turn().seat();
        let m = self.table.play(text);
        let m = m.map_err(|error| ApiError::new(ErrorCode::IllegalMove, error.to_string()))?;
        let original = std::mem::replace(text, m.clone());
        let sent_as = Some(original).filter(|original| *original != m);
        let ply = self.table.ply();
        let look = |viewer| Some((viewer, self.table.move_seen_by(ply, viewer)?));
        let viewers = Viewer::all(self.table.n_seats());
        let looks = viewers.filter_map(look).filter(|(_, look)| *look != m).collect();
        let effect = self.table.told(ply).map(str::to_owned);
        let revealed = self.table.revealed(ply).map(str::to_owned);
        Ok(PlayedMove { sent_as, ply, seat, effect, revealed, looks })
    }

    fn let_chance_decide(&mut self, mut chance: &mut dyn Rng, now: u64) -> Result<(), ApiError> {
        while self.status == Status::Playing && self.table.turn() == Turn::Chance {
            let m = self.table.random_move(&mut chance).expect("chance has a move at its turn");
            self.apply(Event::Move { m }, now)?;
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
