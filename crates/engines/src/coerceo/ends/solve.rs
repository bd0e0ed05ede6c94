//! What every board of the atlas comes to, from the ends backwards.

use std::mem;
use std::ops::Range;

use tilewright_coerceo::Board;
use tilewright_search::Ending;

use super::atlas::{Atlas, Layer, layers};
use super::{Code, DRAW, decoded};

/// The codes of all boards, in the order of the atlas.
pub(super) fn solve(atlas: &Atlas) -> Vec<Code> {
    let mut codes = vec![DRAW; atlas.n_boards()];
    // Tiles only become fewer, and shapes come in the order of their tiles.
    for (index, shape) in atlas.shapes().iter().enumerate() {
        for layer in layers(shape.n_tiles()) {
            // Both sides of a layer are solved together, when the first of them is met.
            let here = (index, layer.held, layer.n_pieces);
            let turned = layer.turned();
            if here <= (shape.turned, turned.held, turned.n_pieces) {
                Pair::of(atlas, index, layer).solve(atlas, &mut codes);
            }
        }
    }
    codes
}

/// A layer and what it is for the opponent: steps lead from one to the other and back.
struct Pair {
    boards: Vec<Board>,
    /// Where they are among all boards; the second is empty if it is the first.
    spans: [Range<usize>; 2],
}

/// What is known of a board while its pair is solved.
#[derive(Clone, Default)]
struct Prospect {
    /// After how many moves it ends, if that is decided.
    n_plies: Option<usize>,
    /// How many steps lead to boards of the pair that are not won by the opponent.
    n_open: usize,
    /// Whether some other move does not lose.
    is_safe: bool,
    /// How long the longest way to lose takes.
    longest: usize,
}

/// Longer than any end.
const MAX_PLIES: usize = 250;

impl Pair {
    fn of(atlas: &Atlas, index: usize, layer: Layer) -> Pair {
        let shape = &atlas.shapes()[index];
        let other = &atlas.shapes()[shape.turned];
        let here = shape.span(layer);
        let there = other.span(layer.turned());
        let mut boards: Vec<Board> = shape.boards(layer).collect();
        if here == there {
            return Pair { boards, spans: [here, 0..0] };
        }
        boards.extend(other.boards(layer.turned()));
        Pair { boards, spans: [here, there] }
    }

    /// The number of a board in the pair.
    fn local(&self, index: usize) -> Option<usize> {
        let [here, there] = &self.spans;
        if here.contains(&index) {
            return Some(index - here.start);
        }
        there.contains(&index).then(|| here.len() + index - there.start)
    }

    /// Decides all boards of the pair, given those of fewer tiles and pieces.
    fn solve(&self, atlas: &Atlas, codes: &mut [Code]) {
        let mut prospects = vec![Prospect::default(); self.boards.len()];
        // By number of moves: the boards that may end after it.
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); MAX_PLIES];
        // By board of the pair: from where a step leads there.
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.boards.len()];
        for (from, board) in self.boards.iter().enumerate() {
            for after in boards_after(board) {
                let prospect = &mut prospects[from];
                match self.look(atlas, codes, &after) {
                    Next::Inside(to) => {
                        prospect.n_open += 1;
                        before[to].push(from);
                    }
                    Next::Drawn => prospect.is_safe = true,
                    Next::Lost(n_plies) => {
                        prospect.is_safe = true;
                        waiting[n_plies + 1].push(from);
                    }
                    Next::Won(n_plies) => prospect.longest = prospect.longest.max(n_plies + 1),
                }
            }
            if prospects[from].is_lost() {
                waiting[prospects[from].longest].push(from);
            }
        }
        for n_plies in 0..MAX_PLIES - 1 {
            for board in mem::take(&mut waiting[n_plies]) {
                if prospects[board].n_plies.is_some() {
                    continue;
                }
                prospects[board].n_plies = Some(n_plies);
                for &from in &before[board] {
                    let prospect = &mut prospects[from];
                    if n_plies % 2 == 0 {
                        waiting[n_plies + 1].push(from);
                        continue;
                    }
                    prospect.n_open -= 1;
                    prospect.longest = prospect.longest.max(n_plies + 1);
                    if prospect.is_lost() {
                        waiting[prospect.longest].push(from);
                    }
                }
            }
        }
        let indices = self.spans.iter().cloned().flatten();
        for (index, prospect) in indices.zip(&prospects) {
            codes[index] = prospect.n_plies.map_or(DRAW, |n_plies| n_plies as Code + 1);
        }
    }

    fn look(&self, atlas: &Atlas, codes: &[Code], after: &Board) -> Next {
        if after.n_pieces(after.turn()) == 0 {
            return Next::Lost(0);
        }
        let index = atlas.index(after).expect("no move leads out of the table");
        if let Some(to) = self.local(index) {
            return Next::Inside(to);
        }
        match decoded(codes[index]) {
            Ending::Draw => Next::Drawn,
            Ending::Win(n_plies) => Next::Won(n_plies),
            Ending::Loss(n_plies) => Next::Lost(n_plies),
        }
    }
}

impl Prospect {
    /// Whether every move is known to lose; without a move it is a draw.
    fn is_lost(&self) -> bool {
        self.n_open == 0 && !self.is_safe && self.longest > 0
    }
}

/// Where a move leads, for the opponent.
enum Next {
    /// To another board of the pair.
    Inside(usize),
    Drawn,
    Lost(usize),
    Won(usize),
}

/// What a board is after each move; nothing where nobody can capture any more.
fn boards_after(board: &Board) -> impl Iterator<Item = Board> {
    let mut moves = Vec::new();
    if !board.is_dead() {
        board.moves(&mut moves);
    }
    let board = *board;
    moves.into_iter().map(move |m| {
        let mut after = board;
        after.play_unchecked(m);
        after
    })
}
