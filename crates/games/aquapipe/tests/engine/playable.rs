//! The crate replays records.

use tilewright_aquapipe::Position;
use tilewright_core::{perft, perft_bulk};

use crate::engine;
use crate::records::Playable;

impl Playable for Position {
    fn start(options: &[(&str, &str)]) -> Position {
        engine::start(options)
    }

    fn resume(options: &[(&str, &str)], text: &str) -> Position {
        engine::resume(options, text)
    }

    fn legal(&self) -> Vec<String> {
        engine::legal(self)
    }

    fn play(&mut self, text: &str) {
        engine::play(self, text);
    }

    fn text(&self) -> String {
        engine::page_text(self)
    }

    fn end(&self) -> Option<engine::End> {
        engine::end(self)
    }

    /// The crate does not tell: only the end shows what it counts.
    fn n_rows_of_three(&self) -> Option<[usize; 2]> {
        None
    }

    fn perft(&mut self, depth: usize) -> u64 {
        let count = perft(self, depth);
        assert_eq!(perft_bulk(self, depth), count, "{self} depth {depth}");
        count
    }
}
