//! The crate replays records.

use tilewright_coerceo::{Color, Position};
use tilewright_core::{perft, perft_bulk};

use crate::engine;
use crate::records::{Playable, State, StateRecord};

impl Playable for Position {
    fn start(options: &[(&str, &str)]) -> Position {
        engine::start(options)
    }

    fn resume(options: &[(&str, &str)], state: &StateRecord) -> Position {
        let StateRecord { turn, tiles, held, white, black, .. } = state;
        engine::resume(options, tiles, &format!("{white} {black}"), turn, *held)
    }

    fn legal(&self) -> Vec<String> {
        engine::legal(self)
    }

    fn play(&mut self, text: &str) -> engine::Effect {
        engine::play(self, text)
    }

    fn state(&self) -> State {
        State {
            turn: engine::letter(self.board().turn()).to_owned(),
            tiles: engine::tiles(self),
            held: engine::held(self),
            pieces: Color::ALL.map(|color| engine::pieces(self, color)),
        }
    }

    fn end(&self) -> Option<engine::End> {
        engine::end(self)
    }

    fn perft(&mut self, depth: usize) -> u64 {
        let count = perft(self, depth);
        assert_eq!(perft_bulk(self, depth), count, "{self} depth {depth}");
        count
    }
}
