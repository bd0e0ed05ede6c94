//! What a seat saw of a game.

use tilewright_bots::{
    Analysis, AnalysisListener, BotSpec, Bots, Choice, Limits, Opponent, Question, Stop, Thinking,
};
use tilewright_core::{Seat, Viewer};
use tilewright_room::Room;

/// What a seat saw of a game: all that a bot in its place is told, so that it can tell no more.
#[derive(Clone, Debug)]
pub(crate) struct Standpoint {
    pub(crate) bots: Bots,
    pub(crate) n_seats: usize,
    /// What it knew before the first move.
    pub(crate) known: String,
    /// What it saw of each move, and what was revealed then.
    pub(crate) looks: Vec<(String, Option<String>)>,
    pub(crate) seed: u64,
}

impl Standpoint {
    /// What a seat saw of the game in a room.
    pub(crate) fn of(room: &Room, seat: Seat) -> Standpoint {
        let table = room.table();
        let looks = table.moves_seen_by(Viewer::Seat(seat)).into_iter().zip(1..);
        let revealed = |ply| table.revealed(ply).map(str::to_owned);
        Standpoint {
            bots: Bots::of(room.plan().game),
            n_seats: table.n_seats(),
            seed: room.plan().seed,
            known: table.start_known_to(seat),
            looks: looks.map(|(look, ply)| (look, revealed(ply))).collect(),
        }
    }

    /// What a bot plays here. The seed and the number of moves decide where it has a choice, so that
    /// a bot that is interrupted comes to the same again.
    pub(crate) fn choose(&self, spec: &BotSpec, stop: &Stop) -> Option<Choice<String>> {
        let mut thinking = Thinking { stop, seed: self.seed, ..Thinking::default() };
        self.seated(spec)?.choose(&mut thinking)
    }

    /// What the moves are worth, by the best bot there is.
    pub(crate) fn analyse(
        &self,
        limits: Limits,
        n_moves: usize,
        stop: &Stop,
        listener: AnalysisListener<'_, String>,
    ) -> Option<Analysis<String>> {
        let mut question = Question { limits, n_moves, stop: Some(stop), ..Question::default() };
        question.listener = Some(listener);
        self.seated(&self.bots.best(self.n_seats))?.analyse(&mut question)
    }

    fn seated(&self, spec: &BotSpec) -> Option<Box<dyn Opponent>> {
        let mut opponent = self.bots.seat(spec, &self.known).ok()?;
        for (look, revealed) in &self.looks {
            opponent.follow(look, revealed.as_deref()).ok()?;
        }
        Some(opponent)
    }
}
