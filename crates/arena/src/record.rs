//! Games of a tournament as records.

use tilewright_bots::Playable;
use tilewright_table::{Event, Record, Table};

use crate::plan::{Checked, Plan};
use crate::play::Played;
use crate::schedule::{Block, ScheduledGame};

/// Writes games down.
pub(crate) struct Scribe<'a> {
    plan: &'a Plan,
    checked: &'a Checked,
}

impl<'a> Scribe<'a> {
    pub(crate) fn new(plan: &'a Plan, checked: &'a Checked) -> Scribe<'a> {
        Scribe { plan, checked }
    }

    /// The record of a game, which replays to what was played.
    pub(crate) fn write<G: Playable>(
        &self,
        block: &Block,
        game: &ScheduledGame,
        played: &Played<G>,
    ) -> String {
        let tables = &self.checked.tables;
        let mut table = tables[(block.round() % tables.len() as u64) as usize].clone();
        replay(&mut *table, played);
        let mut record = Record::of(&*table);
        let names = if self.plan.names.is_empty() { &self.plan.players } else { &self.plan.names };
        for seat in game.seats.seats() {
            record.set_name(seat, &names[game.seats[seat].index()]);
        }
        if let Some(date) = &self.plan.date {
            record.set_header("date", date);
        }
        record.set_header("round", &format!("{}.{}", block.index() + 1, game.index + 1));
        for entry in record.entries_mut() {
            let Event::Ending { seat: ended, .. } = entry.event() else { continue };
            let fault = played.faults.iter().find(|(seat, _)| seat == ended);
            let reason = fault.map(|(_, fault)| fault.to_string());
            entry.set_comment(&reason.unwrap_or_default());
        }
        record.to_string()
    }
}

/// Plays the game again at a table.
fn replay<G: Playable>(table: &mut dyn Table, played: &Played<G>) {
    let mut endings = played.endings.iter().peekable();
    for (ply, m) in played.moves.iter().enumerate() {
        while let Some(ending) = endings.next_if(|ending| ending.ply <= ply) {
            table.end(ending.seat, ending.ending).expect("it ended so");
        }
        table.play(&m.to_string()).expect("it was played");
    }
    for ending in endings {
        table.end(ending.seat, ending.ending).expect("it ended so");
    }
}
