//! The endgame tablebase of Coerceo: the value of each board with one or two tiles, and of each
//! with three and few pieces, by the usual rules.

mod index;
mod solve;

use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use tilewright_coerceo::{Board, Options, Position};
use tilewright_search::GameValue;

use self::index::{MAX_TILES, TablebaseIndex};
use self::solve::solve;

/// The values of the boards, in the order of the index, compressed. Made by
///
/// ```text
/// cargo run --release -p tilewright-tuning -- coerceo tablebase \
///     --write crates/bots/src/coerceo/tablebase.bin
/// ```
const COMPRESSED: &[u8] = include_bytes!("tablebase.bin");

/// The value of a position, if it is in the tablebase. It is as if the game had begun
/// there: what came before and could be repeated does not count.
#[inline]
pub(super) fn probe(position: &Position) -> Option<GameValue> {
    if position.board().n_tiles() > MAX_TILES {
        return None;
    }
    look_up(position)
}

#[cold]
fn look_up(position: &Position) -> Option<GameValue> {
    static TABLEBASE: LazyLock<Tablebase> = LazyLock::new(Tablebase::load);
    let options = position.options();
    if *options != (Options { variant: options.variant, ..Options::default() }) {
        return None;
    }
    TABLEBASE.value(position.board())
}

/// The table, ready to be asked.
struct Tablebase {
    index: TablebaseIndex,
    codes: Vec<Code>,
}

impl Tablebase {
    fn load() -> Tablebase {
        let mut codes = Vec::new();
        DeflateDecoder::new(COMPRESSED).read_to_end(&mut codes).expect("what is built in is whole");
        Tablebase { index: TablebaseIndex::new(), codes }
    }

    fn value(&self, board: &Board) -> Option<GameValue> {
        self.index.index(board).map(|index| decoded(self.codes[index]))
    }
}

/// A draw, or one more than the number of moves to the end: an odd number of moves is a win.
type Code = u8;

const DRAW: Code = 0;

fn decoded(code: Code) -> GameValue {
    match code.checked_sub(1).map(usize::from) {
        None => GameValue::Draw,
        Some(plies) if plies % 2 == 1 => GameValue::Win { plies },
        Some(plies) => GameValue::Loss { plies },
    }
}

/// The table as it is kept: every board is solved, which takes some seconds.
pub fn write_tablebase() -> Vec<u8> {
    let codes = solve(&TablebaseIndex::new());
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&codes).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

#[cfg(test)]
mod tests {
    use tilewright_coerceo::{Color, Costs};
    use tilewright_core::{Position as _, Turn};
    use tilewright_search::{Limits, Retrograde, Stop};

    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    /// The value by retrograde analysis of everything that can be reached.
    fn solved(position: &Position) -> GameValue {
        let found = Retrograde::of(position, Limits::NONE, &Stop::new()).unwrap();
        let info = found.choice().info;
        let Turn::Player(seat) = position.turn() else { panic!("it is over") };
        match info.value.unwrap()[seat] {
            share if share > 0.75 => GameValue::Win { plies: info.line.len() },
            share if share > 0.25 => GameValue::Draw,
            _ => GameValue::Loss { plies: info.line.len() },
        }
    }

    #[test]
    fn known_ends_are_those_of_retrograde_analysis() {
        let texts = [
            "ocius x/x/x/x/x/x/x/x/x/135/x/x/x/x/2/x/x/x/x w 0/0",
            "ocius x/x/x/x/x/x/x/x/x/135/x/x/x/x/2/x/x/x/x b 0/0",
            "ocius x/x/x/x/x/x/x/x/x/13/x/x/x/x/02/x/x/x/x w 1/0",
            "ocius x/x/x/x/x/x/x/x/x/13/x/x/x/x/02/x/x/x/x b 2/1",
            "ocius x/x/x/x/1/x/x/x/x/3/x/x/x/x/0/x/x/x/x w 1/1",
            "ocius x/x/x/x/1/x/3/x/x/0/x/x/x/x/x/x/x/x/x b 0/0",
            "ocius x/x/x/x/13/x/3/x/x/0/x/x/x/x/x/x/x/x/x b 1/0",
            "ocius x/x/x/x/x/x/2/x/x/15/x/x/0/x/x/x/x/x/x w 0/2",
            "ocius x/x/x/x/x/x/x/x/x/1234/x/x/x/x/x/x/x/x/x b 2/2",
            "laurentius 15/x/x/x/2/x/x/x/x/x/x/x/x/x/x/x/x/x/x w 1/0",
            "laurentius x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/3/x/12 b 2/0",
        ];
        for text in texts {
            let position = position(text);
            assert_eq!(probe(&position), Some(solved(&position)), "{text}");
        }
    }

    #[test]
    fn an_exchange_takes_the_last_piece_at_once() {
        let position = position("ocius x/x/x/x/1/x/x/x/x/3/x/x/x/x/0/x/x/x/x w 2/0");
        assert_eq!(probe(&position), Some(GameValue::Win { plies: 1 }));
    }

    #[test]
    fn nothing_is_known_of_other_rules_and_larger_boards() {
        let start = position("ocius x/x/x/x/24/x/35/13/x/03/x/04/02/x/15/x/x/x/x w 0/0");
        assert_eq!(probe(&start), None);
        let end = position("ocius x/x/x/x/1/x/x/x/x/3/x/x/x/x/0/x/x/x/x w 0/0");
        assert!(probe(&end).is_some());
        let options = Options { cost: 1, ..*end.options() };
        let costs = Costs { cost: 1, ..Costs::default() };
        let pieces = end.board().pieces(Color::White).or(end.board().pieces(Color::Black));
        let board = Board::new(end.board().tiles(), pieces, [0; 2], Color::White, costs).unwrap();
        assert_eq!(probe(&Position::from_board(options, board).unwrap()), None);
    }

    /// The value of a board by those of the boards after each move.
    fn by_moves(table: &Tablebase, board: &Board) -> GameValue {
        let mut moves = Vec::new();
        if !board.is_dead() {
            board.moves(&mut moves);
        }
        let endings = moves.iter().map(|&m| {
            let mut after = *board;
            after.play_unchecked(m);
            if after.n_pieces(after.turn()) == 0 {
                return GameValue::Loss { plies: 0 };
            }
            table.value(&after).unwrap()
        });
        let rank = |ending: &GameValue| match *ending {
            GameValue::Loss { plies } => (0, plies),
            GameValue::Draw => (1, 0),
            GameValue::Win { plies } => (2, usize::MAX - plies),
        };
        match endings.min_by_key(rank) {
            Some(GameValue::Loss { plies }) => GameValue::Win { plies: plies + 1 },
            Some(GameValue::Win { plies }) => GameValue::Loss { plies: plies + 1 },
            Some(GameValue::Draw) | None => GameValue::Draw,
        }
    }

    #[test]
    fn every_ending_follows_from_those_after_its_moves() {
        let table = Tablebase::load();
        let mut n_boards = 0;
        for shape in table.index.shapes() {
            for layer in index::layers(shape.n_tiles()) {
                for board in shape.boards(layer).step_by(97) {
                    let ending = table.value(&board).unwrap();
                    assert_eq!(
                        ending,
                        by_moves(&table, &board),
                        "{layer:?} {:?}",
                        board.tiles().len()
                    );
                    n_boards += 1;
                }
            }
        }
        assert!(n_boards > 30_000, "only {n_boards} boards");
    }

    #[test]
    fn what_is_kept_is_what_is_solved() {
        let table = Tablebase::load();
        assert!(solve(&table.index) == table.codes, "tablebase.bin is to be made anew");
    }

    #[test]
    fn every_code_of_the_atlas_is_kept() {
        let table = Tablebase::load();
        assert_eq!(table.codes.len(), table.index.n_boards());
        assert!(table.codes.contains(&DRAW));
    }
}
