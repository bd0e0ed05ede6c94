//! The rules about people: which events an action leads to, and why it is refused.

use tilewright_core::Seat;
use tilewright_table::{AnyMove, Ending};

use crate::plan::SeatPlan;
use crate::room::{LogEntry, Player};
use crate::text::plain;
use crate::{Action, ActionError, Caller, Event, Offer, PersonId, Room, Status};

/// The longest line of chat.
const MAX_CHAT_CHARS: usize = 300;

/// The most lines of chat at a table.
const MAX_CHAT_LINES: usize = 500;

/// The number of moves after which a game can no longer be aborted.
const N_MOVES_TO_ABORT: usize = 2;

type Events = Result<Vec<Event>, ActionError>;

impl Room {
    /// Refuses people who may not even know that the table exists.
    pub fn may_see(&self, person: Option<&PersonId>, has_key: bool) -> bool {
        let is_member = person.is_some_and(|person| self.is_member(person));
        !self.plan.is_private || is_member || has_key
    }

    /// The events of an action other than a move. Nothing is changed yet.
    pub(crate) fn decide(&self, caller: Caller<'_>, action: &Action) -> Events {
        match action {
            Action::Sit { seat } => self.decide_sit(caller, *seat),
            Action::Chat { text } => self.decide_chat(caller, text),
            Action::Abort {} => self.decide_abort(caller),
            Action::Remove { seat } => self.decide_remove(caller, *seat),
            _ => {
                self.check_player(caller)?;
                match action {
                    Action::Leave {} => self.decide_leave(caller),
                    Action::Resign { seat } => self.decide_resign(caller, *seat),
                    Action::Offer { what } => self.decide_offer(caller, *what),
                    Action::Decline { what } => self.decide_decline(caller, *what),
                    _ => unreachable!("moves are decided elsewhere"),
                }
            }
        }
    }

    /// The move to play; nothing if it was played already, because it was sent twice.
    pub(crate) fn decide_move(
        &self,
        caller: Caller<'_>,
        ply: usize,
        text: &str,
    ) -> Result<Option<AnyMove>, ActionError> {
        self.check_player(caller)?;
        if self.is_repeated(caller, ply, text) {
            return Ok(None);
        }
        self.check_playing()?;
        if ply != self.table.ply() {
            return Err(ActionError::WrongPly { ply, n_moves: self.table.ply() });
        }
        let seat = self.table.turn().seat();
        if !seat.is_some_and(|seat| self.plays(caller, seat)) {
            return Err(ActionError::Forbidden("it is not your turn"));
        }
        self.parse_move(text).map(Some)
    }

    fn decide_sit(&self, caller: Caller<'_>, wanted: Option<Seat>) -> Events {
        if self.status != Status::Waiting {
            return Err(ActionError::conflict("all seats are taken"));
        }
        if wanted.is_some_and(|seat| seat.index() >= self.players.len()) {
            return Err(ActionError::bad_request("there is no such seat"));
        }
        let mut seats = self.players.seats().filter(|seat| wanted.is_none_or(|it| it == *seat));
        let taken = "the seat is taken, or kept for somebody who has the link";
        let seat = seats.find(|&seat| self.is_free(seat, caller.has_key));
        let seat = seat.ok_or_else(|| ActionError::conflict(taken))?;
        if self.seats_of(caller.id).next().is_some() {
            return Err(ActionError::conflict("you have a seat already"));
        }
        if self.removed.contains(caller.id) {
            return Err(ActionError::Forbidden("the host removed you from this table"));
        }
        Ok(vec![Event::Sat { seat, person: caller.id.clone() }])
    }

    fn is_free(&self, seat: Seat, has_key: bool) -> bool {
        let may_sit = has_key || self.plan.seats[seat.index()] != SeatPlan::Invited;
        may_sit && self.players[seat] == Player::Nobody
    }

    fn decide_leave(&self, caller: Caller<'_>) -> Events {
        if self.status != Status::Waiting {
            return Err(ActionError::conflict("the game has begun: resign instead"));
        }
        Ok(self.seats_of(caller.id).map(|seat| Event::Left { seat }).collect())
    }

    fn decide_chat(&self, caller: Caller<'_>, text: &str) -> Events {
        let has_control = text.trim().chars().any(char::is_control);
        let text = plain(text);
        let is_line = !text.is_empty() && !has_control;
        if !is_line || text.chars().count() > MAX_CHAT_CHARS {
            let message = format!("say one line of up to {MAX_CHAT_CHARS} characters");
            return Err(ActionError::BadRequest(message));
        }
        if !self.is_member(caller.id) {
            return Err(ActionError::Forbidden("only those who play here may say something"));
        }
        let is_chat = |it: &&LogEntry| matches!(it.event, Event::Chat { .. });
        if self.log.iter().filter(is_chat).count() >= MAX_CHAT_LINES {
            return Err(ActionError::conflict("enough was said at this table"));
        }
        Ok(vec![Event::Chat { person: caller.id.clone(), text }])
    }

    /// Returns true if the caller has played this move already.
    fn is_repeated(&self, caller: Caller<'_>, ply: usize, text: &str) -> bool {
        let Some((event, played)) = self.played(ply + 1) else { return false };
        let is_own = played.seat.is_some_and(|seat| self.has_seat(caller, seat));
        let is_same = matches!(event, Event::Move { m, .. } if m == text);
        is_own && (is_same || played.sent_as.as_deref() == Some(text))
    }

    fn has_seat(&self, caller: Caller<'_>, seat: Seat) -> bool {
        self.seats_of(caller.id).any(|own| own == seat)
    }

    /// Returns true if the caller plays for a seat, and has not resigned.
    fn plays(&self, caller: Caller<'_>, seat: Seat) -> bool {
        !self.has_ended(seat) && self.has_seat(caller, seat)
    }

    fn decide_resign(&self, caller: Caller<'_>, seat: Option<Seat>) -> Events {
        self.check_playing()?;
        let own = self.seats_of(caller.id).filter(|&own| !self.has_ended(own));
        let own: Vec<Seat> = own.filter(|own| seat.is_none_or(|seat| seat == *own)).collect();
        match *own {
            [seat] => Ok(vec![Event::Ended { seat, ending: Ending::Resigned }]),
            [] => Err(ActionError::Forbidden("you do not play for this seat, or no more")),
            _ => Err(ActionError::bad_request("say which of your seats resigns")),
        }
    }

    fn decide_offer(&self, caller: Caller<'_>, what: Offer) -> Events {
        match what {
            Offer::Takeback => self.check_takeback(caller)?,
            Offer::Draw => self.check_draw()?,
            Offer::Rematch => self.check_rematch()?,
            Offer::Hints => self.check_hints()?,
            Offer::Wait => self.check_wait(caller)?,
        }
        let own = self.seats_of(caller.id).filter(|&seat| !self.offers.is_agreed_by(seat, what));
        let mut events: Vec<Event> = own.map(|seat| Event::Offered { seat, what }).collect();
        if events.is_empty() {
            return Ok(events);
        }
        let agrees = |seat| self.offers.is_agreed_by(seat, what) || self.has_seat(caller, seat);
        if self.is_agreed(what, agrees) {
            events.extend(self.consequences(caller, what));
        }
        Ok(events)
    }

    /// The events of an offer to which everybody agrees.
    fn consequences(&self, caller: Caller<'_>, what: Offer) -> Vec<Event> {
        match what {
            Offer::Takeback => {
                let first = self.takers().find_map(|seat| self.last_ply_of(seat));
                let ply = first.or_else(|| self.last_ply(caller));
                ply.map(|ply| Event::TakenBack { ply: ply - 1 }).into_iter().collect()
            }
            Offer::Draw => {
                let playing = self.players.seats().filter(|&seat| !self.has_ended(seat));
                playing.map(|seat| Event::Ended { seat, ending: Ending::AgreedDraw }).collect()
            }
            // The host opens the next table; hints are allowed while all agree, and time is not
            // over while all others wait.
            Offer::Rematch | Offer::Hints | Offer::Wait => Vec::new(),
        }
    }

    /// The seats that asked for a takeback since the last move, the first one first.
    fn takers(&self) -> impl Iterator<Item = Seat> {
        let since = self.log.iter().rposition(LogEntry::ends_takeback);
        let new = &self.log[since.map_or(0, |index| index + 1)..];
        new.iter().filter_map(LogEntry::taker)
    }

    /// The last move of a seat that still stands.
    fn last_ply_of(&self, seat: Seat) -> Option<usize> {
        let is_own = |ply: &usize| self.played(*ply).is_some_and(|it| it.1.seat == Some(seat));
        (1..=self.table.ply()).rev().find(is_own)
    }

    /// The last move of the caller that still stands.
    fn last_ply(&self, caller: Caller<'_>) -> Option<usize> {
        self.seats_of(caller.id).filter_map(|seat| self.last_ply_of(seat)).max()
    }

    fn check_player(&self, caller: Caller<'_>) -> Result<(), ActionError> {
        match self.seats_of(caller.id).next() {
            Some(_) => Ok(()),
            None => Err(ActionError::Forbidden("you do not play at this table")),
        }
    }

    fn check_takeback(&self, caller: Caller<'_>) -> Result<(), ActionError> {
        let is_alone = self.people().all(|person| person == caller.id);
        // Alone, a player may also take back the move that ended the game.
        if !(self.status == Status::Over && is_alone) {
            self.check_playing()?;
        }
        if self.plan.game.has_secrets() && !is_alone {
            let message = "what was seen of hidden tiles cannot be taken back";
            return Err(ActionError::conflict(message));
        }
        let has_moved = self.last_ply(caller).is_some() || self.offers.is_made(Offer::Takeback);
        if has_moved { Ok(()) } else { Err(ActionError::conflict("you have not moved yet")) }
    }

    /// The people at the table.
    pub fn people(&self) -> impl Iterator<Item = &PersonId> {
        self.players.iter().filter_map(Player::person)
    }

    fn check_draw(&self) -> Result<(), ActionError> {
        self.check_playing()?;
        if !self.plan.game.has_draw_offers() {
            let name = self.plan.game.name();
            return Err(ActionError::conflict(format!("{name} has no draws by agreement")));
        }
        if self.players.iter().any(|player| matches!(player, Player::Bot(_))) {
            return Err(ActionError::conflict("the bot plays on"));
        }
        Ok(())
    }

    fn check_rematch(&self) -> Result<(), ActionError> {
        match self.status {
            Status::Over | Status::Aborted => Ok(()),
            Status::Waiting | Status::Playing => Err(ActionError::conflict("the game is not over")),
        }
    }

    fn check_hints(&self) -> Result<(), ActionError> {
        self.check_playing()?;
        if self.plan.has_hints {
            Ok(())
        } else {
            Err(ActionError::conflict("this table is played without hints"))
        }
    }

    /// The host may remove who has not begun. In the first round the game then starts again, with
    /// other tiles: the next player must not inherit what the removed one has seen.
    fn decide_remove(&self, caller: Caller<'_>, seat: Seat) -> Events {
        if self.plan.host != *caller.id {
            let message = "only the person who opened the table may remove somebody";
            return Err(ActionError::Forbidden(message));
        }
        if seat.index() >= self.players.len() {
            return Err(ActionError::bad_request("there is no such seat"));
        }
        let is_other = self.players[seat].person().is_some_and(|person| person != caller.id);
        if !is_other {
            return Err(ActionError::conflict("nobody else sits there"));
        }
        match self.status {
            Status::Waiting => Ok(vec![Event::Removed { seat }]),
            Status::Playing if self.has_not_begun(seat) => {
                let start = (self.table.ply() > 0).then_some(Event::TakenBack { ply: 0 });
                Ok(start.into_iter().chain([Event::Removed { seat }]).collect())
            }
            Status::Playing => Err(ActionError::conflict("this player has begun already")),
            Status::Over | Status::Aborted => Err(ActionError::conflict("the game is over")),
        }
    }

    /// Returns true if a seat has not moved yet, in the first round of a game.
    fn has_not_begun(&self, seat: Seat) -> bool {
        let is_first_round = self.n_moves_of_seats() < self.players.len();
        let is_own = |it: &LogEntry| it.played.as_ref().is_some_and(|it| it.seat == Some(seat));
        is_first_round && !self.has_ended(seat) && !self.log.iter().any(is_own)
    }

    fn check_wait(&self, caller: Caller<'_>) -> Result<(), ActionError> {
        self.check_playing()?;
        if self.plan.clock.is_none() {
            return Err(ActionError::conflict("there is no clock at this table"));
        }
        let mut own = self.seats_of(caller.id).filter(|&seat| !self.has_ended(seat));
        let Some(seat) = own.next() else {
            return Err(ActionError::Forbidden("you do not play for this seat, or no more"));
        };
        let has_others = self.others(seat).next().is_some();
        if has_others { Ok(()) } else { Err(ActionError::conflict("nobody else plays here")) }
    }

    fn decide_decline(&self, caller: Caller<'_>, what: Offer) -> Events {
        if what == Offer::Wait {
            let own = self.seats_of(caller.id);
            let agreed = own.filter(|&seat| self.offers.is_agreed_by(seat, what));
            return Ok(agreed.map(|seat| Event::Declined { seat, what }).collect());
        }
        if !self.offers.is_made(what) {
            return Err(ActionError::conflict("nobody offers that"));
        }
        let seat = self.seats_of(caller.id).next();
        Ok(seat.map(|seat| Event::Declined { seat, what }).into_iter().collect())
    }

    fn decide_abort(&self, caller: Caller<'_>) -> Events {
        if !self.is_member(caller.id) {
            return Err(ActionError::Forbidden("you do not play at this table"));
        }
        match self.status {
            Status::Waiting if self.plan.host != *caller.id => {
                let message = "who opened the table may end it: leave instead";
                Err(ActionError::Forbidden(message))
            }
            Status::Waiting => Ok(vec![Event::Aborted]),
            Status::Playing if self.n_moves_of_seats() < N_MOVES_TO_ABORT => {
                Ok(vec![Event::Aborted])
            }
            Status::Playing => Err(ActionError::conflict("the game has begun: resign instead")),
            Status::Over | Status::Aborted => Err(ActionError::conflict("the game is over")),
        }
    }

    /// The number of moves that seats have played, those that were taken back included.
    fn n_moves_of_seats(&self) -> usize {
        self.log.iter().filter_map(|it| it.played.as_deref()?.seat).count()
    }

    fn check_playing(&self) -> Result<(), ActionError> {
        match self.status {
            Status::Playing => Ok(()),
            Status::Waiting => Err(ActionError::conflict("the game has not begun: seats are free")),
            Status::Over | Status::Aborted => Err(ActionError::conflict("the game is over")),
        }
    }
}

impl LogEntry {
    /// Returns true if earlier requests for a takeback do not count any more.
    const fn ends_takeback(&self) -> bool {
        matches!(
            self.event,
            Event::Move { .. }
                | Event::TakenBack { .. }
                | Event::Declined { what: Offer::Takeback, .. }
        )
    }

    /// The seat that asked for a takeback.
    const fn taker(&self) -> Option<Seat> {
        match self.event {
            Event::Offered { seat, what: Offer::Takeback } => Some(seat),
            _ => None,
        }
    }
}
