//! The text of positions: `3x3 .../.b./...|.../.../...|.../.../r.. b`.
//!
//! The fields are: the variant, and after commas the options that differ from their defaults; the
//! layers of small, medium and large pipes, each by its ranks from the top, with `.` for empty, `b`
//! and `r` for straight pipes, `B` and `R` for ends of U pipes; and the turn. The variant may be
//! left out if all options have their defaults: it follows from the size.

use std::fmt;
use std::str::FromStr;

use tilewright_core::grid::Square;
use tilewright_core::{ParsePositionError, parse_options, shortened};

use crate::board::{Board, Rules, layer};
use crate::moves::{pipe_mask, slot};
use crate::options::{Options, Variant};
use crate::pipe::{Color, Diameter};
use crate::position::Position;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_options(*self.options(), f)?;
        for (i, diameter) in Diameter::ALL.into_iter().enumerate() {
            f.write_str(if i == 0 { " " } else { "|" })?;
            let size = self.options().variant.size();
            for y in (0..size).rev() {
                let spaces = (0..size).filter_map(|x| Square::new(x, y));
                let rank: String =
                    spaces.map(|space| letter(self.board(), slot(diameter, space))).collect();
                f.write_str(&rank)?;
                f.write_str(if y == 0 { "" } else { "/" })?;
            }
        }
        write!(f, " {}", self.board().turn.letter())
    }
}

/// The letter for a slot.
fn letter(board: &Board, slot: usize) -> char {
    let fills = |&color: &Color| board.filled_by(color).0 >> slot & 1 != 0;
    match Color::ALL.into_iter().find(fills) {
        None => '.',
        Some(color) if board.filled_by(color).1 >> slot & 1 != 0 => {
            color.letter().to_ascii_uppercase()
        }
        Some(color) => color.letter(),
    }
}

fn write_options(options: Options, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let usual = Options::default();
    write!(f, "{}", options.variant)?;
    if options.move_after != usual.move_after {
        write!(f, ",move-after={}", options.move_after.name())?;
    }
    if options.four_rows != usual.four_rows {
        f.write_str(",four-rows=off")?;
    }
    if options.u_pipes != usual.u_pipes {
        write!(f, ",u-pipes={}", options.u_pipes.name())?;
    }
    if options.board_only {
        f.write_str(",board-only=on")?;
    }
    Ok(())
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (options, layers, side) = match words[..] {
            [layers, side] => {
                (Options { variant: variant_of(layers), ..Options::default() }, layers, side)
            }
            [options, layers, side] => (parse_rules(options)?, layers, side),
            _ => return Err(wrong("write variant, layers and whose turn it is")),
        };
        let turn = Color::ALL.into_iter().find(|color| side.chars().eq([color.letter()]));
        let turn =
            turn.ok_or_else(|| wrong(format!("the side is b or r, not '{}'", shortened(side))))?;
        let pipes = parse_layers(options.variant, layers)?;
        check_pipes(options, &pipes)?;
        let [(own, own_u), (enemy, enemy_u)] =
            [turn, turn.other()].map(|color| pipes[color as usize]);
        let board = Board { own, enemy, own_u, enemy_u, turn };
        if Rules::new(options).wins(own) {
            return Err(wrong(format!("{turn} has won already, so it is not its turn")));
        }
        Ok(Position::on_board(options, board))
    }
}

fn wrong(reason: impl Into<String>) -> ParsePositionError {
    ParsePositionError::new(reason)
}

/// The variant, by the number of ranks of its layers.
fn variant_of(layers: &str) -> Variant {
    let n_ranks = layers.split('|').next().unwrap_or_default().split('/').count();
    if n_ranks == 4 { Variant::Large } else { Variant::Small }
}

fn parse_rules(text: &str) -> Result<Options, ParsePositionError> {
    let mut words = text.split(',');
    let mut pairs = vec![("variant", words.next().unwrap_or_default())];
    for word in words {
        let pair = word.split_once('=');
        pairs.push(pair.ok_or_else(|| wrong(format!("'{}' is no option", shortened(word))))?);
    }
    let options: Options = parse_options(pairs).map_err(|error| wrong(error.to_string()))?;
    options.check().map_err(|error| wrong(error.to_string()))?;
    Ok(options)
}

/// The slots filled by each color's pipes, and those filled by its U pipes.
type Pipes = [(u64, u64); 2];

fn parse_layers(variant: Variant, text: &str) -> Result<Pipes, ParsePositionError> {
    let layers: Vec<&str> = text.split('|').collect();
    if layers.len() != 3 {
        return Err(wrong(format!("there are 3 layers, not {}", layers.len())));
    }
    let size = variant.size();
    let mut pipes = [(0, 0); 2];
    for (diameter, layer) in Diameter::ALL.into_iter().zip(layers) {
        let ranks: Vec<&str> = layer.split('/').collect();
        if ranks.len() != usize::from(size) {
            return Err(wrong(format!(
                "a layer of {variant} has {size} ranks, not {}",
                ranks.len()
            )));
        }
        for (y, rank) in (0..size).rev().zip(ranks) {
            if rank.chars().count() != usize::from(size) {
                return Err(wrong(format!(
                    "a rank of {variant} has {size} spaces: '{}'",
                    shortened(rank)
                )));
            }
            for (x, symbol) in (0..size).zip(rank.chars()) {
                let Some(space) = Square::new(x, y) else { continue };
                add_pipe(&mut pipes, slot(diameter, space), symbol)?;
            }
        }
    }
    Ok(pipes)
}

fn add_pipe(pipes: &mut Pipes, slot: usize, symbol: char) -> Result<(), ParsePositionError> {
    let color = Color::ALL.into_iter().find(|color| color.letter() == symbol.to_ascii_lowercase());
    match color {
        _ if symbol == '.' => Ok(()),
        Some(color) => {
            let (filled, u_pipes) = &mut pipes[color as usize];
            *filled |= 1 << slot;
            *u_pipes |= u64::from(symbol.is_ascii_uppercase()) << slot;
            Ok(())
        }
        None => Err(wrong(format!("a slot is . b r B or R, not '{}'", symbol.escape_debug()))),
    }
}

/// Checks that no color has too many pipes, and that the ends of a U pipe are neighbors.
fn check_pipes(options: Options, pipes: &Pipes) -> Result<(), ParsePositionError> {
    let rules = Rules::new(options);
    for (color, &(filled, u_pipes)) in Color::ALL.into_iter().zip(pipes) {
        for diameter in Diameter::ALL {
            let n_straight = (filled & !u_pipes & layer(diameter)).count_ones();
            if n_straight > u32::from(options.variant.size()) {
                return Err(wrong(format!("{color} has too many {diameter} pipes")));
            }
            let ends = u_pipes & layer(diameter);
            let first = ends.trailing_zeros() as usize;
            let is_pipe = |is_upright| pipe_mask(first % 64, true, is_upright) == ends;
            // A level pipe does not wrap around the edge.
            let is_u_pipe = is_pipe(true) || (is_pipe(false) && first % 4 < 3);
            if ends != 0 && !(rules.has_u_pipe(diameter) && is_u_pipe) {
                return Err(wrong(format!("{color} cannot have such {diameter} U pipes")));
            }
        }
    }
    Ok(())
}
