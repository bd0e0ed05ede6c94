//! How Coerceo ends where little is left: what each board with one or two tiles comes to, and each with
//! three and few pieces, by the usual rules.

mod atlas;
mod solve;

use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use tilewright_coerceo::{Board, Options, Position};
use tilewright_search::Ending;

use self::atlas::{Atlas, MAX_TILES};
use self::solve::solve;

/// What the boards come to, in the order of the atlas, compressed. Made by
///
/// ```text
/// cargo run --release -p tilewright-tuning -- coerceo ends --write crates/bots/src/coerceo/ends.bin
/// ```
const ENDS: &[u8] = include_bytes!("ends.bin");

/// What comes of a position if both play well, if the table knows. It is as if the game had begun there: what
/// came before and could be repeated does not count.
#[inline]
pub(super) fn ending(position: &Position) -> Option<Ending> {
    if position.board().n_tiles() > MAX_TILES {
        return None;
    }
    look_up(position)
}

#[cold]
fn look_up(position: &Position) -> Option<Ending> {
    static TABLE: LazyLock<Table> = LazyLock::new(Table::load);
    let options = position.options();
    if *options != (Options { variant: options.variant, ..Options::default() }) {
        return None;
    }
    TABLE.ending(position.board())
}

/// The table, ready to be asked.
struct Table {
    atlas: Atlas,
    codes: Vec<Code>,
}

impl Table {
    fn load() -> Table {
        let mut codes = Vec::new();
        DeflateDecoder::new(ENDS).read_to_end(&mut codes).expect("what is built in is whole");
        Table { atlas: Atlas::new(), codes }
    }

    fn ending(&self, board: &Board) -> Option<Ending> {
        self.atlas.index(board).map(|index| decoded(self.codes[index]))
    }
}

/// A draw, or one more than the number of moves to the end: an odd number of moves is a win.
type Code = u8;

const DRAW: Code = 0;

fn decoded(code: Code) -> Ending {
    match code.checked_sub(1).map(usize::from) {
        None => Ending::Draw,
        Some(n_plies) if n_plies % 2 == 1 => Ending::Win(n_plies),
        Some(n_plies) => Ending::Loss(n_plies),
    }
}

/// The table as it is kept: every board is solved, which takes some seconds.
pub fn write_ends() -> Vec<u8> {
    let codes = solve(&Atlas::new());
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

    /// What retrograde analysis of everything that can be reached says.
    fn solved(position: &Position) -> Ending {
        let found = Retrograde::of(position, Limits::NONE, &Stop::new()).unwrap();
        let info = found.choice().info;
        let Turn::Player(seat) = position.turn() else { panic!("it is over") };
        match info.value.unwrap()[seat] {
            share if share > 0.75 => Ending::Win(info.line.len()),
            share if share > 0.25 => Ending::Draw,
            _ => Ending::Loss(info.line.len()),
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
            assert_eq!(ending(&position), Some(solved(&position)), "{text}");
        }
    }

    #[test]
    fn an_exchange_takes_the_last_piece_at_once() {
        let position = position("ocius x/x/x/x/1/x/x/x/x/3/x/x/x/x/0/x/x/x/x w 2/0");
        assert_eq!(ending(&position), Some(Ending::Win(1)));
    }

    #[test]
    fn nothing_is_known_of_other_rules_and_larger_boards() {
        let start = position("ocius x/x/x/x/24/x/35/13/x/03/x/04/02/x/15/x/x/x/x w 0/0");
        assert_eq!(ending(&start), None);
        let end = position("ocius x/x/x/x/1/x/x/x/x/3/x/x/x/x/0/x/x/x/x w 0/0");
        assert!(ending(&end).is_some());
        let options = Options { cost: 1, ..*end.options() };
        let costs = Costs { cost: 1, ..Costs::default() };
        let pieces = end.board().pieces(Color::White).or(end.board().pieces(Color::Black));
        let board = Board::new(end.board().tiles(), pieces, [0; 2], Color::White, costs).unwrap();
        assert_eq!(ending(&Position::from_board(options, board).unwrap()), None);
    }

    /// What the boards after each move make of a board.
    fn by_moves(table: &Table, board: &Board) -> Ending {
        let mut moves = Vec::new();
        if !board.is_dead() {
            board.moves(&mut moves);
        }
        let endings = moves.iter().map(|&m| {
            let mut after = *board;
            after.play_unchecked(m);
            if after.n_pieces(after.turn()) == 0 {
                return Ending::Loss(0);
            }
            table.ending(&after).unwrap()
        });
        let rank = |ending: &Ending| match *ending {
            Ending::Loss(n_plies) => (0, n_plies),
            Ending::Draw => (1, 0),
            Ending::Win(n_plies) => (2, usize::MAX - n_plies),
        };
        match endings.min_by_key(rank) {
            Some(Ending::Loss(n_plies)) => Ending::Win(n_plies + 1),
            Some(Ending::Win(n_plies)) => Ending::Loss(n_plies + 1),
            Some(Ending::Draw) | None => Ending::Draw,
        }
    }

    #[test]
    fn every_ending_follows_from_those_after_its_moves() {
        let table = Table::load();
        let mut n_boards = 0;
        for shape in table.atlas.shapes() {
            for layer in atlas::layers(shape.n_tiles()) {
                for board in shape.boards(layer).step_by(97) {
                    let ending = table.ending(&board).unwrap();
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
        let table = Table::load();
        assert!(solve(&table.atlas) == table.codes, "ends.bin is to be made anew");
    }

    #[test]
    fn every_code_of_the_atlas_is_kept() {
        let table = Table::load();
        assert_eq!(table.codes.len(), table.atlas.n_boards());
        assert!(table.codes.contains(&DRAW));
    }
}
