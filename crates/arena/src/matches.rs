//! One match: a game between participants, from its opening to its end.

use std::time::{Duration, Instant};

use tilewright_bots::{Clock, Limits, Playable, Stop, Thinking, cpu_time, generator};
use tilewright_core::{BySeat, MoveOf, Outcome, Position, Seat, Turn, Viewer};
use tilewright_protocol::engine::{ExternalEngine, Fault, NoChoice};
use tilewright_table::{Ending, GameId, SeatEnding, turn_with};

use crate::clocks::Clocks;
use crate::opening::Opening;
use crate::participant::Participant;
use crate::results::Usage;

/// The conditions of all matches of a tournament.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchConfig {
    pub(crate) game: GameId,
    /// The limits of a move; without any, participants have their own.
    pub(crate) limits: Limits,
    /// True if the times are processor time.
    pub(crate) is_cpu_time: bool,
    /// True if the time that each seat uses is measured.
    pub(crate) is_timed: bool,
    /// The clock of every seat when a game begins, if there are clocks.
    pub(crate) clock: Option<Clock>,
    /// The time that may be spent beyond the clock, once in a game, because machines are busy.
    pub(crate) margin: Duration,
    /// A longer game is a draw.
    pub(crate) max_plies: usize,
}

/// A match that was played to its end.
pub(crate) struct FinishedMatch<G: Playable> {
    pub(crate) moves: Vec<MoveOf<G>>,
    pub(crate) endings: Vec<SeatEnding>,
    /// The reasons for which seats were forfeited.
    pub(crate) faults: Vec<(Seat, Fault)>,
    pub(crate) outcome: Outcome,
    /// The time of each seat, if it was measured.
    pub(crate) usage: Vec<Usage>,
}

/// A match being played.
pub(crate) struct Match<'a, G: Playable> {
    config: &'a MatchConfig,
    seed: u64,
    stop: &'a Stop,
    opening: Opening<G>,
    clocks: Option<Clocks>,
    endings: Vec<SeatEnding>,
    faults: Vec<(Seat, Fault)>,
    usage: BySeat<Usage>,
    /// The processor time of each engine up to which it was counted.
    counted: BySeat<Duration>,
}

impl<'a, G: Playable> Match<'a, G> {
    pub(crate) fn new(
        config: &'a MatchConfig,
        opening: Opening<G>,
        seed: u64,
        stop: &'a Stop,
    ) -> Match<'a, G> {
        let n_seats = opening.position.n_seats();
        let clocks = config.clock.map(|clock| Clocks::new(n_seats, clock, config.margin));
        Match {
            config,
            seed,
            stop,
            opening,
            clocks,
            endings: Vec::new(),
            faults: Vec::new(),
            usage: BySeat::from_fn(n_seats, |_| Usage::default()),
            counted: BySeat::from_fn(n_seats, |_| Duration::ZERO),
        }
    }

    /// Plays the match to its end; nothing if it is stopped.
    pub(crate) fn play(
        mut self,
        participants: &mut [&mut Participant<G>],
    ) -> Option<FinishedMatch<G>> {
        // Moves are redacted for engines only, which takes time.
        let has_engines = participants.iter().any(|it| matches!(it, Participant::Engine(_)));
        if has_engines {
            self.begin_engines(participants);
        }
        while !self.stop.is_stopped() {
            let Opening { position, deck, moves, .. } = &mut self.opening;
            let m = match turn(position, &self.endings) {
                Turn::Over(outcome) => return Some(self.finish(outcome, participants)),
                Turn::Chance => deck.draw(position).expect("chance has a move at its turn"),
                Turn::Player(_) if moves.len() >= self.config.max_plies => {
                    self.agree_draw();
                    continue;
                }
                Turn::Player(seat) => match self.ask(seat, participants[seat.index()]) {
                    Ok(m) => m,
                    Err(NoChoice::Resigned) => {
                        self.end(seat, Ending::Resigned);
                        continue;
                    }
                    Err(NoChoice::Fault(fault)) => {
                        self.forfeit(seat, fault);
                        continue;
                    }
                },
            };
            if has_engines {
                self.send_to_engines(m, participants);
            }
            debug_assert!(self.opening.position.is_legal(m), "{m} in {}", self.opening.position);
            self.opening.position.play_unchecked(m);
            self.opening.moves.push(m);
        }
        None
    }

    /// Begins the game at all engines, with the moves of the opening.
    fn begin_engines(&mut self, participants: &mut [&mut Participant<G>]) {
        for (index, participant) in participants.iter_mut().enumerate() {
            let seat = Seat::new(index).expect("a participant for each seat");
            let Participant::Engine(engine) = &mut **participant else { continue };
            let start = G::known(&self.opening.start, Viewer::Seat(seat)).to_string();
            if let Err(fault) = engine.begin(self.config.game, seat, &start) {
                self.forfeit(seat, fault);
                continue;
            }
            let mut position = self.opening.start.clone();
            for &m in &self.opening.moves {
                follow::<G>(&mut **engine, &mut position, m, seat);
            }
            if self.config.is_timed {
                // Starting an engine is not part of anybody's move.
                self.counted[seat] = engine.cpu_time();
            }
        }
    }

    /// The move of a seat, which is legal.
    fn ask(&mut self, seat: Seat, participant: &mut Participant<G>) -> Result<MoveOf<G>, NoChoice> {
        if self.has_ended(seat) {
            // The others play on, so a seat that has forfeited moves at random.
            let Opening { position, moves, .. } = &self.opening;
            let m = position.random_move(&mut generator(self.seed, moves.len()));
            return Ok(m.expect("a seat has a move at its turn"));
        }
        let begin = Instant::now();
        let cpu_begin = cpu_time();
        let chosen = self.choose(seat, participant);
        let wall = begin.elapsed();
        let cpu = match participant {
            Participant::Bot(_) => cpu_time().saturating_sub(cpu_begin),
            // To ask for that of processes takes a moment, so it is asked for when it counts.
            Participant::Engine(engine) if self.config.is_cpu_time => {
                self.count_engine(seat, &mut **engine)
            }
            Participant::Engine(_) => Duration::ZERO,
        };
        self.usage[seat].n_moves += 1;
        self.usage[seat].wall_micros += wall.as_micros() as u64;
        if let Participant::Bot(_) = participant {
            self.usage[seat].cpu_micros += cpu.as_micros() as u64;
        }
        let m = chosen?;
        let spent = if self.config.is_cpu_time { cpu } else { wall };
        if let Some(clocks) = &mut self.clocks {
            clocks.press(seat, spent)?;
        } else if self.config.is_cpu_time && matches!(participant, Participant::Engine(_)) {
            self.check_cpu_time(spent)?;
        }
        Ok(m)
    }

    /// Counts the processor time of an engine since it was counted last, and returns it.
    fn count_engine(&mut self, seat: Seat, engine: &mut dyn ExternalEngine) -> Duration {
        let now = engine.cpu_time();
        let spent = now.saturating_sub(self.counted[seat]);
        self.counted[seat] = now;
        self.usage[seat].cpu_micros += spent.as_micros() as u64;
        spent
    }

    /// Refuses a move for which an engine took too much processor time.
    fn check_cpu_time(&self, spent: Duration) -> Result<(), Fault> {
        match self.config.limits.time {
            Some(time) if spent > time.saturating_add(self.config.margin) => {
                let spent = spent.as_millis();
                let time = time.as_millis();
                let what = format!("it took {spent} ms of processor time and had {time} ms");
                Err(Fault::OutOfTime { what })
            }
            _ => Ok(()),
        }
    }

    fn choose(&self, seat: Seat, participant: &mut Participant<G>) -> Result<MoveOf<G>, NoChoice> {
        let Opening { position, moves, .. } = &self.opening;
        let ply = moves.len();
        match participant {
            Participant::Bot(bot) => {
                let known = G::known(position, Viewer::Seat(seat));
                let mut limits = self.config.limits;
                if let Some(clocks) = &self.clocks {
                    limits = limits.or(clocks.all()[seat].limits(G::n_moves_left(&known)));
                    limits.is_cpu_time = self.config.is_cpu_time;
                }
                let mut thinking = self.thinking(limits, ply);
                Ok(bot.choose(&known, &mut thinking).m)
            }
            Participant::Engine(engine) => {
                let is_cpu_time = self.config.is_cpu_time;
                let limits = Limits { is_cpu_time, ..self.config.limits };
                let mut thinking = self.thinking(limits, ply);
                let text = engine.choose(self.clocks.as_ref().map(Clocks::all), &mut thinking)?.m;
                let m = text.parse().map_err(|error| Fault::illegal(&text, &error))?;
                position.explain(m).map_err(|illegal| Fault::illegal(&text, &illegal))?;
                Ok(m)
            }
        }
    }

    fn thinking<M>(&self, limits: Limits, ply: usize) -> Thinking<'_, M> {
        Thinking { limits, stop: self.stop, seed: self.seed, ply, listener: None }
    }

    /// Sends a move, before it is played, to all engines that are still in the game.
    fn send_to_engines(&self, m: MoveOf<G>, participants: &mut [&mut Participant<G>]) {
        for (index, participant) in participants.iter_mut().enumerate() {
            let seat = Seat::new(index).expect("a participant for each seat");
            if let Participant::Engine(engine) = &mut **participant
                && !self.has_ended(seat)
            {
                let mut position = self.opening.position.clone();
                follow::<G>(&mut **engine, &mut position, m, seat);
            }
        }
    }

    fn has_ended(&self, seat: Seat) -> bool {
        self.endings.iter().any(|ending| ending.seat == seat)
    }

    fn end(&mut self, seat: Seat, ending: Ending) {
        let ply = self.opening.moves.len();
        self.endings.push(SeatEnding { seat, ending, ply });
    }

    fn forfeit(&mut self, seat: Seat, fault: Fault) {
        self.end(seat, fault.ending());
        self.faults.push((seat, fault));
    }

    /// Ends the game as a draw between all seats that have not lost.
    fn agree_draw(&mut self) {
        let ply = self.opening.moves.len();
        for seat in Seat::first(self.opening.position.n_seats()) {
            if !self.has_ended(seat) {
                self.endings.push(SeatEnding { seat, ending: Ending::AgreedDraw, ply });
            }
        }
    }

    fn finish(
        mut self,
        outcome: Outcome,
        participants: &mut [&mut Participant<G>],
    ) -> FinishedMatch<G> {
        let mut all = Vec::new();
        if self.config.is_timed {
            for (participant, seat) in participants.iter_mut().zip(self.usage.seats()) {
                if let Participant::Engine(engine) = &mut **participant {
                    self.count_engine(seat, &mut **engine);
                }
            }
            all.extend(self.usage.iter().copied());
        }
        let Match { opening, endings, faults, .. } = self;
        FinishedMatch { moves: opening.moves, endings, faults, outcome, usage: all }
    }
}

fn turn<P: Position>(position: &P, endings: &[SeatEnding]) -> Turn {
    let turn = position.turn();
    // Scores cost time, and endings are rare.
    if endings.is_empty() { turn } else { turn_with(turn, position.scores(), endings) }
}

/// Sends an engine a move as its seat sees it, and plays the move.
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
