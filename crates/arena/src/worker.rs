//! The work of a tournament: the matches of its plan, each by its number in the schedule.

use std::collections::HashMap;

use tilewright_bots::{Clock, Playable, Stop};
use tilewright_protocol::engine::Timeouts;
use tilewright_table::{Ending, Event, Record, Table};

use crate::Player;
use crate::arena::ArenaError;
use crate::matches::{FinishedMatch, Match, MatchConfig};
use crate::opening::{NoOpening, Openings};
use crate::participant::Participant;
use crate::plan::{CheckedPlan, Plan};
use crate::results::GameResult;
use crate::schedule::{Block, ScheduledGame};

/// The matches of a plan.
pub(crate) struct Matches<G: Playable> {
    plan: Plan,
    checked: CheckedPlan,
    openings: Openings<G>,
    config: MatchConfig,
    timeouts: Timeouts,
}

/// A worker's participants between two matches. A player may have several seats, so that its
/// participants are numbered.
pub(crate) type Participants<G> = HashMap<(Player, usize), Participant<G>>;

impl<G: Playable> Matches<G> {
    pub(crate) fn new(plan: Plan, checked: CheckedPlan) -> Matches<G> {
        let openings = openings(&checked);
        let timeouts = plan.timeouts();
        let config = MatchConfig {
            game: plan.game,
            limits: plan.limits(),
            is_cpu_time: plan.is_cpu_time,
            is_timed: plan.is_timed(),
            clock: plan.clock.map(Clock::from),
            margin: timeouts.margin,
            max_plies: plan.max_plies,
        };
        Matches { plan, checked, openings, config, timeouts }
    }

    pub(crate) fn checked(&self) -> &CheckedPlan {
        &self.checked
    }

    /// Plays the match of this number, by participants of earlier matches or new ones. Returns the
    /// result, and the record if it is wanted; nothing if the match is stopped.
    pub(crate) fn play(
        &self,
        number: u64,
        participants: &mut Participants<G>,
        has_record: bool,
        stop: &Stop,
    ) -> Result<Option<(GameResult, Option<String>)>, ArenaError> {
        let games_per_block = self.checked.schedule.games_per_block() as u64;
        let block = self.checked.schedule.block(number / games_per_block);
        let game = block.games().nth((number % games_per_block) as usize);
        let game = game.expect("a block has so many games");

        let mut seated = Vec::new();
        for &player in &game.seats {
            let n_before = seated.iter().filter(|(other, _)| *other == player).count();
            let participant = match participants.remove(&(player, n_before)) {
                Some(participant) => participant,
                None => self.checked.players[player.index()].participant(self.timeouts)?,
            };
            seated.push((player, participant));
        }
        let opening = self.openings.of(&block)?;
        // UGI's option `seed` is a number of 63 bits.
        let seed = game.seed >> 1;
        let mut at_table: Vec<&mut Participant<G>> =
            seated.iter_mut().map(|it| &mut it.1).collect();
        let finished = Match::new(&self.config, opening, seed, stop).play(&mut at_table);
        for (player, participant) in seated {
            let n_before = participants.keys().filter(|(other, _)| *other == player).count();
            participants.insert((player, n_before), participant);
        }

        let Some(finished) = finished else { return Ok(None) };
        let record = has_record.then(|| self.record(&block, &game, &finished));
        let faults = finished.faults.iter().map(|(seat, fault)| (*seat, fault.to_string()));
        let resigned = finished.endings.iter().filter(|it| it.ending == Ending::Resigned);
        let result = GameResult {
            game: number,
            outcome: finished.outcome,
            n_plies: finished.moves.len(),
            faults: faults.collect(),
            fault_kinds: finished.faults.iter().map(|(_, fault)| fault.kind()).collect(),
            resigned: resigned.map(|it| it.seat).collect(),
            usage: finished.usage,
            n_record_bytes: 0,
        };
        Ok(Some((result, record)))
    }

    /// The record of a match.
    fn record(&self, block: &Block, game: &ScheduledGame, finished: &FinishedMatch<G>) -> String {
        let tables = &self.checked.tables;
        let mut table = tables[(block.round() % tables.len() as u64) as usize].clone();
        replay(&mut *table, finished);
        let mut record = Record::of(&*table);
        for seat in game.seats.seats() {
            record.set_name(seat, &self.plan.names()[game.seats[seat].index()]);
        }
        if let Some(date) = &self.plan.date {
            record.set_header("date", date);
        }
        record.set_header("round", &format!("{}.{}", block.index() + 1, game.index + 1));
        for entry in record.entries_mut() {
            let Event::Ending { seat: ended, .. } = entry.event() else { continue };
            let fault = finished.faults.iter().find(|(seat, _)| seat == ended);
            let reason = fault.map(|(_, fault)| fault.to_string());
            entry.set_comment(&reason.unwrap_or_default());
        }
        record.to_string()
    }
}

/// Plays a finished match again at a table.
fn replay<G: Playable>(table: &mut dyn Table, finished: &FinishedMatch<G>) {
    let mut endings = finished.endings.iter().peekable();
    for (ply, m) in finished.moves.iter().enumerate() {
        while let Some(ending) = endings.next_if(|ending| ending.ply <= ply) {
            table.end(ending.seat, ending.ending).expect("it ended so");
        }
        table.play(&m.to_string()).expect("it was played");
    }
    for ending in endings {
        table.end(ending.seat, ending.ending).expect("it ended so");
    }
}

/// Checks that games can begin with the openings of a plan.
pub(crate) fn check_opening<G: Playable>(checked: &CheckedPlan) -> Result<(), NoOpening> {
    openings::<G>(checked).of(&checked.schedule.block(0)).map(drop)
}

fn openings<G: Playable>(checked: &CheckedPlan) -> Openings<G> {
    let texts = checked.tables.iter().map(|table| table.position_text());
    let positions = texts.map(|text| text.parse().expect("the text of a position reads back"));
    Openings { positions: positions.collect(), n_plies: checked.opening_plies }
}
