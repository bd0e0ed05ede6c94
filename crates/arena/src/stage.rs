//! Where the games of a plan are played, each by its number in the schedule.

use std::collections::HashMap;

use tilewright_bots::{Clock, Playable, Stop};

use crate::Player;
use crate::opening::{NoOpening, Openings};
use crate::plan::{Checked, Plan};
use crate::play::{Terms, play};
use crate::record::Scribe;
use crate::results::GameResult;
use crate::run::ArenaError;
use tilewright_protocol::engine::Timeouts;

use crate::participant::Participant;

/// What all games of a plan have in common.
pub(crate) struct Stage<G: Playable> {
    plan: Plan,
    checked: Checked,
    openings: Openings<G>,
    terms: Terms,
    timeouts: Timeouts,
}

/// Participants between two games: those of a player are numbered, because it may have several seats.
pub(crate) type Seats<G> = HashMap<(Player, usize), Participant<G>>;

/// A game that was played, for whoever writes it down.
pub(crate) struct Told {
    pub(crate) result: GameResult,
    pub(crate) record: Option<String>,
}

impl<G: Playable> Stage<G> {
    pub(crate) fn new(plan: Plan, checked: Checked) -> Stage<G> {
        let openings = openings(&checked);
        let timeouts = plan.timeouts();
        let terms = Terms {
            game: plan.game,
            limits: plan.limits(),
            clock: plan.clock.map(Clock::from),
            over_time: timeouts.margin,
            max_plies: plan.max_plies,
        };
        Stage { plan, checked, openings, terms, timeouts }
    }

    pub(crate) fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Plays the game of this number, by participants that are there from games before or are made;
    /// nothing comes of it if it is stopped.
    pub(crate) fn play(
        &self,
        number: u64,
        participants: &mut Seats<G>,
        has_record: bool,
        stop: &Stop,
    ) -> Result<Option<Told>, ArenaError> {
        let schedule = &self.checked.schedule;
        let games_per_block = schedule.games_per_block() as u64;
        let block = schedule.block(number / games_per_block);
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
        let mut at_table: Vec<&mut Participant<G>> =
            seated.iter_mut().map(|it| &mut it.1).collect();
        let begun = self.openings.of(&block)?;
        // Engines are told it as a number of 63 bits.
        let seed = game.seed >> 1;
        let played = play(&self.terms, begun, seed, &mut at_table, stop);
        for (player, participant) in seated {
            let n_before = participants.keys().filter(|(other, _)| *other == player).count();
            participants.insert((player, n_before), participant);
        }
        let Some(played) = played else { return Ok(None) };
        let record = has_record
            .then(|| Scribe::new(&self.plan, &self.checked).write(&block, &game, &played));
        let faults = played.faults.iter().map(|(seat, fault)| (*seat, fault.to_string())).collect();
        let (outcome, n_plies) = (played.outcome, played.moves.len());
        let result = GameResult { game: number, outcome, n_plies, faults, n_record_bytes: 0 };
        Ok(Some(Told { result, record }))
    }
}

/// Finds out whether games can begin as they should.
pub(crate) fn try_opening<G: Playable>(checked: &Checked) -> Result<(), NoOpening> {
    openings::<G>(checked).of(&checked.schedule.block(0)).map(drop)
}

fn openings<G: Playable>(checked: &Checked) -> Openings<G> {
    let positions = checked
        .tables
        .iter()
        .map(|table| table.position_text().parse().expect("the text of a position reads back"));
    Openings { positions: positions.collect(), n_plies: checked.opening_plies }
}
