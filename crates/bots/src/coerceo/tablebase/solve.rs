//! Retrograde analysis of every board of the tablebase.

use std::mem;
use std::ops::Range;

use tilewright_coerceo::Board;
use tilewright_search::GameValue;

use super::index::{Layer, TablebaseIndex, layers};
use super::{Code, DRAW, decoded};

/// The codes of all boards, in the order of the index.
pub(super) fn solve(tables: &TablebaseIndex) -> Vec<Code> {
    let mut codes = vec![DRAW; tables.n_boards()];
    // Tiles only become fewer, and shapes come in the order of their tiles.
    for (index, shape) in tables.shapes().iter().enumerate() {
        for layer in layers(shape.n_tiles()) {
            // Both sides of a layer are solved together, when the first of them is met.
            let here = (index, layer.held, layer.n_pieces);
            let turned = layer.turned();
            if here <= (shape.turned, turned.held, turned.n_pieces) {
                Pair::of(tables, index, layer).solve(tables, &mut codes);
            }
        }
    }
    codes
}

/// A layer and what it is for the opponent: steps lead from one to the other and back.
struct Pair {
    boards: Vec<Board>,
    /// The spans among all boards; the second is empty if it is the first.
    spans: [Range<usize>; 2],
}

impl Pair {
    fn of(tables: &TablebaseIndex, index: usize, layer: Layer) -> Pair {
        let shape = &tables.shapes()[index];
        let other = &tables.shapes()[shape.turned];
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
    fn solve(&self, tables: &TablebaseIndex, codes: &mut [Code]) {
        let mut undecided = Undecided::new(self.boards.len());
        for (from, board) in self.boards.iter().enumerate() {
            for after in boards_after(board) {
                undecided.add(from, self.look(tables, codes, &after));
            }
            undecided.wait_if_lost(from);
        }
        undecided.settle();
        for (index, state) in self.spans.iter().cloned().flatten().zip(&undecided.boards) {
            codes[index] = state.code();
        }
    }

    fn look(&self, tables: &TablebaseIndex, codes: &[Code], after: &Board) -> Next {
        if after.n_pieces(after.turn()) == 0 {
            return Next::Lost(0);
        }
        let index = tables.index(after).expect("no move leads out of the table");
        if let Some(to) = self.local(index) {
            return Next::Inside(to);
        }
        match decoded(codes[index]) {
            GameValue::Draw => Next::Drawn,
            GameValue::Win { plies } => Next::Won(plies),
            GameValue::Loss { plies } => Next::Lost(plies),
        }
    }
}

/// The position after a move, for the opponent.
#[derive(Clone, Copy)]
enum Next {
    /// To another board of the pair.
    Inside(usize),
    Drawn,
    Lost(usize),
    Won(usize),
}

/// The boards of a pair while they are decided, those that end soonest first.
struct Undecided {
    boards: Vec<BoardState>,
    /// By number of moves: the boards that end after it unless they do sooner.
    waiting: Vec<Vec<usize>>,
}

/// The state of a board.
#[derive(Clone, Default)]
struct BoardState {
    /// From which boards of the pair a step leads here.
    before: Vec<usize>,
    /// After how many moves it ends, if that is decided.
    n_plies: Option<usize>,
    /// The number of steps that lead to boards of the pair that are not won by the opponent.
    n_open: usize,
    /// True if some other move does not lose.
    is_safe: bool,
    /// The length of the longest way to lose.
    longest: usize,
}

impl Undecided {
    fn new(n_boards: usize) -> Undecided {
        Undecided { boards: vec![BoardState::default(); n_boards], waiting: Vec::new() }
    }

    /// Takes down where a move leads.
    fn add(&mut self, from: usize, next: Next) {
        let board = &mut self.boards[from];
        match next {
            Next::Inside(to) => {
                board.n_open += 1;
                self.boards[to].before.push(from);
            }
            Next::Drawn => board.is_safe = true,
            Next::Lost(n_plies) => {
                board.is_safe = true;
                self.wait(from, n_plies + 1);
            }
            Next::Won(n_plies) => board.longest = board.longest.max(n_plies + 1),
        }
    }

    fn wait(&mut self, board: usize, n_plies: usize) {
        if self.waiting.len() <= n_plies {
            self.waiting.resize(n_plies + 1, Vec::new());
        }
        self.waiting[n_plies].push(board);
    }

    /// Every move is known to lose; without a move it is a draw.
    fn wait_if_lost(&mut self, board: usize) {
        let BoardState { n_open, is_safe, longest, .. } = self.boards[board];
        if n_open == 0 && !is_safe && longest > 0 {
            self.wait(board, longest);
        }
    }

    fn settle(&mut self) {
        let mut n_plies = 0;
        while n_plies < self.waiting.len() {
            for board in mem::take(&mut self.waiting[n_plies]) {
                self.decide(board, n_plies);
            }
            n_plies += 1;
        }
    }

    /// Takes down that a board ends after so many moves, and what that means for those before it.
    fn decide(&mut self, board: usize, n_plies: usize) {
        if self.boards[board].n_plies.is_some() {
            return;
        }
        self.boards[board].n_plies = Some(n_plies);
        for from in mem::take(&mut self.boards[board].before) {
            if n_plies.is_multiple_of(2) {
                self.wait(from, n_plies + 1);
                continue;
            }
            let before = &mut self.boards[from];
            before.n_open -= 1;
            before.longest = before.longest.max(n_plies + 1);
            self.wait_if_lost(from);
        }
    }
}

impl BoardState {
    fn code(&self) -> Code {
        let one_more = |n_plies| Code::try_from(n_plies + 1).expect("no end is so far away");
        self.n_plies.map_or(DRAW, one_more)
    }
}

/// The boards after each move; none where nobody can capture any more.
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
