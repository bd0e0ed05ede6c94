//! One game between participants.

use std::time::{Duration, Instant};

use tilewright_bots::{Clock, Limits, Playable, Stop, Thinking, generator};
use tilewright_core::{MoveOf, Outcome, Position, Seat, Turn, Viewer};
use tilewright_table::{Ending, GameId, SeatEnding, turn_with};

use crate::clocks::Clocks;
use crate::opening::Begun;
use tilewright_protocol::engine::{ExternalEngine, Fault};

use crate::participant::Participant;

/// What holds for all games of a tournament.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) game: GameId,
    /// What a participant may spend on a move; where this says nothing, it has limits of its own.
    pub(crate) limits: Limits,
    /// What everybody has on the clock when a game begins, if there are clocks.
    pub(crate) clock: Option<Clock>,
    /// How much longer somebody may take in a game than the clock says, because machines are busy.
    pub(crate) over_time: Duration,
    /// A game that is longer is a draw.
    pub(crate) max_plies: usize,
}

/// A game that was played.
pub(crate) struct Played<G: Playable> {
    pub(crate) moves: Vec<MoveOf<G>>,
    pub(crate) endings: Vec<SeatEnding>,
    /// Why seats were forfeited.
    pub(crate) faults: Vec<(Seat, Fault)>,
    pub(crate) outcome: Outcome,
}

/// Plays a game to its end. Nothing comes of it if it is stopped.
pub(crate) fn play<G: Playable>(
    terms: &Terms,
    begun: Begun<G>,
    seed: u64,
    participants: &mut [&mut Participant<G>],
    stop: &Stop,
) -> Option<Played<G>> {
    let engines = participants.iter().any(|it| matches!(it, Participant::Engine(_)));
    let n_opening = begun.moves.len();
    let clocks = terms.clock.map(|clock| Clocks::new(participants.len(), clock, terms.over_time));
    let (endings, faults) = (Vec::new(), Vec::new());
    let mut game = Game { terms, seed, stop, begun, clocks, endings, faults };
    if engines {
        game.seat_engines(participants, n_opening);
    }
    while !stop.is_stopped() {
        let turn = game.turn();
        let Begun { position, chance, moves, .. } = &mut game.begun;
        let m = match turn {
            Turn::Over(outcome) => return Some(game.finish(outcome)),
            Turn::Chance => chance.draw(position).expect("chance has a move at its turn"),
            Turn::Player(_) if moves.len() >= terms.max_plies => {
                game.call_it_a_draw();
                continue;
            }
            Turn::Player(seat) => match game.ask(seat, participants[seat.index()]) {
                Ok(m) => m,
                Err(fault) => {
                    game.forfeit(seat, fault);
                    continue;
                }
            },
        };
        game.play(m, if engines { participants } else { &mut [] });
    }
    None
}

struct Game<'a, G: Playable> {
    terms: &'a Terms,
    seed: u64,
    stop: &'a Stop,
    begun: Begun<G>,
    clocks: Option<Clocks>,
    endings: Vec<SeatEnding>,
    faults: Vec<(Seat, Fault)>,
}

impl<G: Playable> Game<'_, G> {
    /// Tells the engines where the game begins, and what was played there.
    fn seat_engines(&mut self, participants: &mut [&mut Participant<G>], n_opening: usize) {
        for (index, participant) in participants.iter_mut().enumerate() {
            let seat = Seat::new(index).expect("a participant for each seat");
            let Participant::Engine(engine) = &mut **participant else { continue };
            let start = G::known(&self.begun.start, seat).to_string();
            if let Err(fault) = engine.begin(self.terms.game, seat, &start) {
                self.forfeit(seat, fault);
                continue;
            }
            let mut position = self.begun.start.clone();
            for &m in &self.begun.moves[..n_opening] {
                follow::<G>(&mut **engine, &mut position, m, seat);
            }
        }
    }

    fn turn(&self) -> Turn {
        let turn = self.begun.position.turn();
        // Hardly ever has anybody ended, and scores cost something.
        if self.endings.is_empty() {
            return turn;
        }
        turn_with(turn, self.begun.position.scores(), &self.endings)
    }

    /// What a participant plays, which is legal.
    fn ask(&mut self, seat: Seat, participant: &mut Participant<G>) -> Result<MoveOf<G>, Fault> {
        if self.endings.iter().any(|ending| ending.seat == seat) {
            // Somebody must play for who has forfeited.
            let Begun { position, moves, .. } = &self.begun;
            let m = position.random_move(&mut generator(self.seed, moves.len()));
            return Ok(m.expect("who is to move has a move"));
        }
        let begin = Instant::now();
        let m = self.choose(seat, participant)?;
        self.clocks.as_mut().map_or(Ok(m), |clocks| clocks.press(seat, begin.elapsed()).map(|()| m))
    }

    fn choose(&self, seat: Seat, participant: &mut Participant<G>) -> Result<MoveOf<G>, Fault> {
        let Begun { position, moves, .. } = &self.begun;
        let (limits, stop, seed, ply) = (self.terms.limits, self.stop, self.seed, moves.len());
        match participant {
            Participant::Bot(bot) => {
                let known = G::known(position, seat);
                let by_clock = |clocks: &Clocks| clocks.all()[seat].limits(G::n_moves_left(&known));
                let limits = limits.or(self.clocks.as_ref().map_or(Limits::NONE, by_clock));
                let mut thinking = Thinking { limits, stop, seed, ply, listener: None };
                Ok(bot.choose(&known, &mut thinking).m)
            }
            Participant::Engine(engine) => {
                let mut thinking = Thinking { limits, stop, seed, ply, listener: None };
                let text = engine.choose(self.clocks.as_ref().map(Clocks::all), &mut thinking)?.m;
                let m = text.parse().map_err(|error| Fault::illegal(&text, &error))?;
                position.explain(m).map_err(|illegal| Fault::illegal(&text, &illegal))?;
                Ok(m)
            }
        }
    }

    /// Plays a legal move, and tells it to these participants as far as they are engines.
    fn play(&mut self, m: MoveOf<G>, participants: &mut [&mut Participant<G>]) {
        debug_assert!(self.begun.position.is_legal(m), "{m} in {}", self.begun.position);
        for (index, participant) in participants.iter_mut().enumerate() {
            let seat = Seat::new(index).expect("a participant for each seat");
            if let Participant::Engine(engine) = &mut **participant
                && self.endings.iter().all(|ending| ending.seat != seat)
            {
                let mut position = self.begun.position.clone();
                follow::<G>(&mut **engine, &mut position, m, seat);
            }
        }
        self.begun.position.play_unchecked(m);
        self.begun.moves.push(m);
    }

    fn forfeit(&mut self, seat: Seat, fault: Fault) {
        let ply = self.begun.moves.len();
        self.endings.push(SeatEnding { seat, ending: fault.ending(), ply });
        self.faults.push((seat, fault));
    }

    /// Everybody who has not lost agrees to a draw.
    fn call_it_a_draw(&mut self) {
        let (ply, ending) = (self.begun.moves.len(), Ending::AgreedDraw);
        for index in 0..self.begun.position.n_seats() {
            let seat = Seat::new(index).expect("the game has so many");
            if self.endings.iter().all(|other| other.seat != seat) {
                self.endings.push(SeatEnding { seat, ending, ply });
            }
        }
    }

    fn finish(self, outcome: Outcome) -> Played<G> {
        let moves = self.begun.moves;
        Played { moves, endings: self.endings, faults: self.faults, outcome }
    }
}

/// Tells an engine what its seat sees of a move, which is then played.
fn follow<G: Playable>(
    engine: &mut dyn ExternalEngine,
    position: &mut G::Position,
    m: MoveOf<G>,
    seat: Seat,
) {
    let look = G::redact(position, m, Viewer::Seat(seat)).to_string();
    position.play_unchecked(m);
    engine.follow(&look, G::reveal(position).as_deref());
}
