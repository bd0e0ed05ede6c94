//! Clocks: random schedules against a slow model, and single rules.

mod model;

use std::collections::HashMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tilewright_core::{Seat, Turn};
use tilewright_room::{
    Action, ActionError, Caller, Change, Event, FIRST_MOVE_MILLIS, GONE_MILLIS, NewTable, Offer,
    PersonId, Plan, Player, Room, Secrets, Status, StoredTable, TimeControl,
};
use tilewright_table::Ending;

use crate::model::{Due, Model, TICK};

const NAMES: [&str; 6] = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Finn"];

/// A table with clocks, its people, and what a store would keep of it.
struct Club {
    room: Room,
    stored: Vec<(u64, Event)>,
    chance: StdRng,
    now: u64,
}

impl Club {
    /// Opens a table; the host has the seats `"me"`, and others take those that are open.
    fn open(game: &str, options: &[(&str, &str)], players: &[&str], clock: &str) -> Club {
        let options: HashMap<&str, &str> = options.iter().copied().collect();
        let players: Vec<serde_json::Value> = players
            .iter()
            .map(|player| match player.strip_prefix("bot ") {
                Some(bot) => serde_json::json!({"bot": bot}),
                None => serde_json::json!(player),
            })
            .collect();
        let clock: serde_json::Value = serde_json::from_str(clock).unwrap();
        let request = serde_json::json!({
            "game": game, "options": options, "players": players, "clock": clock,
        });
        let request: NewTable = serde_json::from_value(request).unwrap();
        let mut chance = StdRng::seed_from_u64(1);
        let secrets = Secrets { key: String::new(), seed: 1 };
        let plan = Plan::new(&request, &id(NAMES[0]), secrets, &mut chance).unwrap();
        let room = Room::new("table".to_owned(), plan, HashMap::new()).unwrap();
        let mut club = Club { room, stored: Vec::new(), chance, now: 1_000_000 };
        let change = club.room.advance(&mut club.chance, club.now, club.now).unwrap();
        club.store(change);
        for name in &NAMES[1..] {
            if club.room.status() == Status::Waiting {
                club.act(name, &Action::Sit { seat: None }).unwrap();
            }
        }
        for name in club.people() {
            club.here(name, true);
        }
        club
    }

    fn store(&mut self, change: Change) -> Vec<Event> {
        let events: Vec<Event> = change.events.into_iter().map(|(event, _)| event).collect();
        self.stored.extend(events.iter().map(|event| (change.at, event.clone())));
        events
    }

    fn act(&mut self, name: &str, action: &Action) -> Result<Vec<Event>, ActionError> {
        let person = id(name);
        let caller = Caller { id: &person, name, has_key: false };
        let change = self.room.act(caller, action, &mut self.chance, self.now)?;
        Ok(self.store(change))
    }

    fn here(&mut self, name: &str, is_here: bool) {
        self.room.set_here(&id(name), is_here, self.now);
    }

    /// The people who have seats.
    fn people(&self) -> Vec<&'static str> {
        let has_seat = |name: &&str| self.room.seats_of(&id(name)).next().is_some();
        NAMES.into_iter().filter(has_seat).collect()
    }

    /// Plays any move for the seat that is to move.
    fn play(&mut self) -> Result<Vec<Event>, ActionError> {
        if self.room.bot_to_move().is_some() {
            return self.play_for_bot();
        }
        let m = self.room.table().pick_move(&mut self.chance).unwrap();
        let seat = self.room.seat_to_move().unwrap();
        let Player::Person(person) = self.room.players()[seat].clone() else {
            panic!("somebody is to move")
        };
        let action = Action::Move { ply: self.room.table().ply(), m: m.to_string() };
        self.act(&person.0, &action)
    }

    fn play_for_bot(&mut self) -> Result<Vec<Event>, ActionError> {
        let m = self.room.table().pick_move(&mut self.chance).unwrap();
        let change = self.room.play_for_bot(&m, &mut self.chance, self.now)?;
        Ok(self.store(change))
    }

    fn pass_time(&mut self) -> Vec<Event> {
        let change = self.room.pass_time(&mut self.chance, self.now).unwrap();
        self.store(change)
    }

    /// Lets time pass up to the next deadline, which must be so far away.
    fn pass_time_of(&mut self, millis: u64) -> Vec<Event> {
        assert_eq!(self.room.deadline(), Some(self.now + millis));
        self.now += millis - 1;
        assert_eq!(self.pass_time(), []);
        self.now += 1;
        self.pass_time()
    }

    /// Opens the table again from what is stored; `host_since` is when the host began to run.
    fn reopen(&mut self, host_since: u64) {
        let stored = StoredTable {
            id: self.room.id().to_owned(),
            plan: self.room.plan().clone(),
            events: self.stored.clone(),
            names: HashMap::new(),
        };
        // Through JSON, as in a store.
        let events = serde_json::to_string(&stored.events).unwrap();
        let events = serde_json::from_str(&events).unwrap();
        self.room = Room::open(StoredTable { events, ..stored }).unwrap();
        let change = self.room.advance(&mut self.chance, host_since, self.now).unwrap();
        self.store(change);
    }

    fn left(&self) -> Vec<u64> {
        let state = self.room.state(tilewright_core::Viewer::Spectator, None, self.now, |_| true);
        state.clocks.unwrap().left_millis.as_slice().to_vec()
    }
}

fn id(name: &str) -> PersonId {
    PersonId(name.to_owned())
}

fn seat(number: u8) -> Seat {
    Seat::new(usize::from(number) - 1).unwrap()
}

fn ended(number: u8, ending: Ending) -> Event {
    Event::Ended { seat: seat(number), ending }
}

const BLITZ: &str = r#"{"type": "total", "seconds": 60, "increment": 2}"#;
const OFFER: Action = Action::Offer { what: Offer::Wait };
const DECLINE: Action = Action::Decline { what: Offer::Wait };

/// A game, its options, and its players.
type Setting = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

/// Two to six seats, several colors a seat, hidden hands, one device, and bots.
const TABLES: [Setting; 12] = [
    ("coerceo", &[], &["me", "open"]),
    ("coerceo", &[], &["me", "me"]),
    ("coerceo", &[], &["bot greedy", "me"]),
    ("aquapipe", &[], &["open", "me"]),
    ("blokus", &[("variant", "duo")], &["me", "open"]),
    ("blokus", &[], &["me", "open", "open", "open"]),
    ("blokus", &[("variant", "tilewe"), ("seats", "2")], &["open", "me"]),
    ("blokus", &[("variant", "tilewe"), ("seats", "3")], &["me", "open", "me"]),
    ("triominos", &[("single-round", "on")], &["me", "open"]),
    ("triominos", &[("seats", "3")], &["me", "bot greedy", "open"]),
    ("triominos", &[("seats", "4")], &["me", "open", "open", "open"]),
    ("triominos", &[("seats", "6")], &["me", "open", "open", "open", "open", "open"]),
];

const CLOCKS: [&str; 6] = [
    r#"{"type": "per-move", "seconds": 2}"#,
    r#"{"type": "per-move", "seconds": 40}"#,
    r#"{"type": "total", "seconds": 6}"#,
    r#"{"type": "total", "seconds": 3, "increment": 1}"#,
    r#"{"type": "total", "seconds": 3, "delay": 1}"#,
    r#"{"type": "total", "seconds": 0, "increment": 2}"#,
];

/// One random schedule at one table. Returns the ways in which seats ended.
fn follow_schedule(seed: u64) -> Vec<Ending> {
    let mut chance = StdRng::seed_from_u64(seed);
    let (game, options, players) = TABLES[chance.random_range(0..TABLES.len())];
    let clock = CLOCKS[chance.random_range(0..CLOCKS.len())];
    let mut club = Club::open(game, options, players, clock);
    club.chance = StdRng::seed_from_u64(seed);
    let people: Vec<PersonId> = club.people().into_iter().map(id).collect();
    let mut model = Model::new(serde_json::from_str(clock).unwrap(), &club.room, people);
    for _ in 0..40 {
        let pause = match chance.random_range(0..20) {
            0 => chance.random_range(0..8_000),
            1 => chance.random_range(0..1_500),
            2..10 => chance.random_range(0..100),
            _ => chance.random_range(0..20),
        };
        wait(&mut club, &mut model, pause);
        if club.room.status() != Status::Playing {
            break;
        }
        act_somehow(&mut club, &mut model, &mut chance);
        model.compare(&club.room, club.now);
    }
    club.room.table().endings().iter().map(|it| it.ending).collect()
}

/// Lets so many ticks pass, with whatever is due.
fn wait(club: &mut Club, model: &mut Model, ticks: u64) {
    let mut deadline = club.room.deadline();
    for tick in 0..=ticks {
        if tick > 0 {
            club.now += TICK;
            model.tick(&club.room);
        }
        while let Some(due) = model.due(&club.room) {
            assert!(deadline.is_some_and(|it| it <= club.now), "{due:?} comes late");
            let events = club.pass_time();
            let expected = match due {
                Due::Abort => Event::Aborted,
                Due::Time(seat) => Event::Ended { seat, ending: Ending::LostOnTime },
                Due::Gone(seat) => Event::Ended { seat, ending: Ending::Abandoned },
            };
            assert_eq!(events.first(), Some(&expected));
            model.changed(&club.room);
            deadline = club.room.deadline();
        }
        assert!(deadline.is_none_or(|it| it > club.now), "{deadline:?} is early at {}", club.now);
        if club.room.status() != Status::Playing {
            return;
        }
    }
    model.compare(&club.room, club.now);
}

fn act_somehow(club: &mut Club, model: &mut Model, chance: &mut StdRng) {
    let people = club.people();
    let name = people[chance.random_range(0..people.len())];
    match chance.random_range(0..20) {
        0..10 => {
            let mover = club.room.seat_to_move().unwrap();
            club.play().unwrap();
            model.moved(mover, &club.room);
        }
        10..13 => {
            let is_here = chance.random();
            club.here(name, is_here);
            model.set_here(&id(name), is_here);
        }
        13 => {
            let lag = TICK * chance.random_range(0..150);
            club.room.set_lag(&id(name), lag);
            model.set_lag(&id(name), lag);
        }
        14..16 => {
            let done = club.act(name, &OFFER);
            model.set_waits(&id(name), true, done.is_ok_and(|events| !events.is_empty()));
        }
        16 => {
            let done = club.act(name, &DECLINE);
            model.set_waits(&id(name), false, done.is_ok_and(|events| !events.is_empty()));
        }
        17 if people.len() == 1 => {
            // What is refused changes nothing.
            let is_done = club.act(name, &Action::Offer { what: Offer::Takeback }).is_ok();
            model.taken_back(is_done, &club.room);
        }
        18 => {
            club.reopen(club.now);
            model.restarted(&club.room);
        }
        _ if model.are_all_away() => {
            // A table that leaves the memory while the host runs: nothing is given back.
            club.reopen(0);
            model.forget_lag();
        }
        _ => {}
    }
}

#[test]
fn random_schedules_agree_with_a_slow_model() {
    let mut n_endings: HashMap<Ending, usize> = HashMap::new();
    for seed in 0..2_000 {
        for ending in follow_schedule(seed) {
            *n_endings.entry(ending).or_default() += 1;
        }
    }
    // The schedules reach what they are for.
    assert!(n_endings[&Ending::LostOnTime] > 100, "{n_endings:?}");
    assert!(n_endings[&Ending::Abandoned] > 25, "{n_endings:?}");
}

#[test]
fn a_day_of_correspondence() {
    const HOUR: u64 = 60 * 60 * 1_000;
    let clock = r#"{"type": "correspondence", "days": 1}"#;
    let mut club = Club::open("coerceo", &[], &["me", "open"], clock);
    club.here("Ann", false);
    for _ in 0..6 {
        club.now += 4 * HOUR;
        club.play().unwrap();
        assert_eq!(club.left(), [24 * HOUR; 2]);
    }
    // Nobody has to stay, and lag does not matter.
    club.room.set_lag(&id("Ann"), 900);
    assert_eq!(club.pass_time_of(24 * HOUR), [ended(1, Ending::LostOnTime)]);
    assert_eq!(club.room.status(), Status::Over);
}

#[test]
fn the_first_move_comes_in_time_or_the_game_is_aborted() {
    let mut club = Club::open("coerceo", &[], &["me", "open"], BLITZ);
    club.now += FIRST_MOVE_MILLIS - 1;
    club.play().unwrap();
    assert_eq!(club.left(), [60_000; 2], "the first move is not taken from the clock");
    assert_eq!(club.pass_time_of(FIRST_MOVE_MILLIS), [Event::Aborted]);
    assert_eq!(club.room.status(), Status::Aborted);
}

#[test]
fn a_first_move_against_a_bot_has_a_clock_without_any_event_before() {
    let mut club = Club::open("coerceo", &[], &["me", "bot greedy"], BLITZ);
    assert_eq!(club.stored.len(), 1);
    assert_eq!(club.stored[0].1, Event::ClockStarted);
    assert_eq!(club.pass_time_of(FIRST_MOVE_MILLIS), [Event::Aborted]);
}

#[test]
fn with_two_seats_time_is_lost_unless_the_other_waits() {
    let mut club = Club::open("coerceo", &[], &["me", "open"], BLITZ);
    club.play().unwrap();
    club.play().unwrap();
    club.act("Ben", &OFFER).unwrap();
    assert_eq!(club.room.deadline(), None);
    club.now += 100_000;
    assert_eq!(club.pass_time(), []);
    assert_eq!(club.left(), [0, 60_000]);
    club.play().unwrap();
    assert_eq!(club.left(), [2_000, 60_000]);
    // The agreement was for this move only, and can be withdrawn.
    club.play().unwrap();
    club.act("Ben", &OFFER).unwrap();
    club.now += 5_000;
    assert_eq!(club.pass_time(), []);
    club.act("Ben", &DECLINE).unwrap();
    assert_eq!(club.room.deadline(), Some(club.now - 3_000));
    assert_eq!(club.play().unwrap_err().to_string(), "the time is up");
    assert_eq!(club.pass_time(), [ended(1, Ending::LostOnTime)]);
}

#[test]
fn with_more_seats_a_bot_takes_over_and_ranks_last() {
    let mut club = Club::open("triominos", &[("seats", "3")], &["me", "open", "open"], BLITZ);
    let first = club.room.seat_to_move().unwrap();
    while club.room.seat_to_move() == Some(first) {
        club.play().unwrap();
    }
    let seats: Vec<Seat> = club.room.players().seats().collect();
    let gone = seats.into_iter().find(|&it| Some(it) != club.room.seat_to_move()).unwrap();
    let name = club.people()[gone.index()];
    club.here(name, false);
    while club.room.deadline() < Some(club.now + GONE_MILLIS) {
        club.now += 1;
        club.play().unwrap();
        if club.room.seat_to_move() == Some(gone) {
            break;
        }
    }
    // One of two does not decide.
    let others: Vec<&str> = club.people().into_iter().filter(|it| *it != name).collect();
    club.act(others[0], &OFFER).unwrap();
    club.now = club.room.deadline().unwrap();
    let number = u8::try_from(gone.index()).unwrap() + 1;
    let events = club.pass_time();
    let lost = [ended(number, Ending::Abandoned), ended(number, Ending::LostOnTime)];
    assert!(lost.contains(&events[0]), "{events:?}");
    assert_eq!(club.room.status(), Status::Playing);
    while club.room.status() == Status::Playing {
        let is_for_bot = club.room.bot_to_move().is_some();
        assert_eq!(is_for_bot, club.room.seat_to_move() == Some(gone));
        club.play().unwrap();
    }
    let Turn::Over(outcome) = club.room.table().turn() else { panic!("the game is over") };
    assert_eq!(outcome.place(gone), 3);
}

#[test]
fn nobody_is_gone_while_nobody_waits() {
    let mut club = Club::open("coerceo", &[], &["me", "open"], BLITZ);
    club.play().unwrap();
    club.play().unwrap();
    club.here("Ann", false);
    club.here("Ben", false);
    // Only the clock of Ann runs; Ben comes back with it, and waits from then on.
    assert_eq!(club.room.deadline(), Some(club.now + 60_000));
    club.now += 59_000;
    club.play().unwrap();
    club.here("Ben", true);
    club.play().unwrap();
    assert_eq!(club.room.deadline(), Some(club.now + 3_000));
    club.play().unwrap();
    assert_eq!(club.pass_time_of(GONE_MILLIS), [ended(1, Ending::Abandoned)]);
}

#[test]
fn a_restart_gives_the_time_since_the_last_event_back() {
    let mut club = Club::open("coerceo", &[], &["me", "open"], BLITZ);
    club.play().unwrap();
    club.play().unwrap();
    club.now += 10_000;
    club.act("Ben", &Action::Chat { text: "hello".to_owned() }).unwrap();
    club.now += 45_000;
    assert_eq!(club.left(), [5_000, 60_000]);
    for _ in 0..5 {
        club.reopen(club.now);
        assert_eq!(club.left(), [50_000, 60_000]);
        club.now += 20_000;
    }
    // A host that has run all the time gives nothing back.
    club.reopen(0);
    assert_eq!(club.left(), [30_000, 60_000]);
    assert_eq!(club.pass_time_of(30_000), [ended(1, Ending::LostOnTime)]);
}

#[test]
fn records_keep_clocks() {
    let mut club = Club::open("coerceo", &[], &["me", "open"], BLITZ);
    for _ in 0..4 {
        club.now += 1_500;
        club.play().unwrap();
    }
    let record = club.room.record(tilewright_core::Viewer::Spectator).to_string();
    assert!(record.contains("time-control: 60 s + 2 s a move"), "{record}");
    assert_eq!(record.matches("clock=1:00.5").count(), 2, "{record}");
}

#[test]
fn impossible_clocks_are_refused() {
    let refused = [
        r#"{"type": "per-move", "seconds": 0}"#,
        r#"{"type": "total", "seconds": 0}"#,
        r#"{"type": "total", "seconds": 60, "increment": 1, "delay": 1}"#,
        r#"{"type": "total", "seconds": 4000000000, "increment": 4000000000}"#,
        r#"{"type": "correspondence", "days": 15}"#,
    ];
    for text in refused {
        let clock: TimeControl = serde_json::from_str(text).unwrap();
        let request = serde_json::json!({"game": "coerceo", "players": [], "clock": clock});
        let request: NewTable = serde_json::from_value(request).unwrap();
        let secrets = Secrets { key: String::new(), seed: 1 };
        let mut chance = StdRng::seed_from_u64(1);
        assert!(Plan::new(&request, &id("Ann"), secrets, &mut chance).is_err(), "{text}");
    }
}

#[test]
fn without_a_clock_there_is_nothing_to_wait_for() {
    let mut club = Club::open("coerceo", &[], &["me", "open"], "null");
    assert_eq!(club.room.deadline(), None);
    club.now += 1_000_000_000;
    assert_eq!(club.pass_time(), []);
    assert!(club.act("Ann", &OFFER).is_err());
}
