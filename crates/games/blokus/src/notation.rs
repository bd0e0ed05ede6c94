//! The text of positions, in the form that [`Position`] documents, and Tilewe's names of
//! placements.

use std::fmt;
use std::str::FromStr;

use tilewright_core::grid::Square;
use tilewright_core::{ParseMoveError, ParsePositionError, parse_options};

use crate::moves::Move;
use crate::piece::{Orientation, ParseOrientationError};
use crate::position::Position;
use crate::setup::{Color, Options, Rules};

impl Position {
    /// The Tilewe name of a legal placement: the contact that lies on an open corner, and the first
    /// such corner. A first piece may have none.
    ///
    /// ```
    /// use tilewright_blokus::{Blokus, Options, Variant};
    /// use tilewright_core::{Game, Position};
    ///
    /// let options = Options { variant: Variant::Tilewe, ..Options::default() };
    /// let mut position = Blokus::start(&options)?;
    /// let m = position.parse_tilewe("W5n-a1a1")?;
    /// assert_eq!(position.tilewe_name(m).as_deref(), Some("W5n-a1a1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tilewe_name(&self, m: Move) -> Option<String> {
        self.tilewe_names(m).into_iter().next()
    }

    /// All Tilewe names of a legal placement, by open corner.
    pub fn tilewe_names(&self, m: Move) -> Vec<String> {
        self.color_to_move().map_or_else(Vec::new, |color| self.tilewe_names_of(color, m))
    }

    /// All Tilewe names of a placement that would be legal if it were the color's turn.
    pub fn tilewe_names_of(&self, color: Color, m: Move) -> Vec<String> {
        if !self.plays(color) || !self.fits(color, m) {
            return Vec::new();
        }
        let orientation = m.orientation();
        let contacts = orientation.contacts().map(|contact| (contact, m.square_at(contact)));
        let open = contacts.filter(|&(_, corner)| self.must_cover(color, corner));
        open.map(|(contact, corner)| format!("{orientation}-{contact}{corner}")).collect()
    }

    /// Parses a Tilewe name such as `F5e-a2d4`: the contact a2 of F5e on the open corner d4 of the
    /// color to move. The placement may still be illegal for other reasons.
    pub fn parse_tilewe(&self, text: &str) -> Result<Move, ParseMoveError> {
        let wrong = |reason: String| ParseMoveError::new(text, reason);
        let shape_of_name =
            || wrong("write piece, orientation, contact and corner, such as F5e-a2d4".to_owned());
        let (name, squares) = text.split_once('-').ok_or_else(shape_of_name)?;
        let orientation: Orientation =
            name.parse().map_err(|error: ParseOrientationError| wrong(error.to_string()))?;
        let second = squares.rfind(|c: char| c.is_ascii_alphabetic()).ok_or_else(shape_of_name)?;
        let (contact, corner) = squares.split_at(second);
        let contact: Square = contact.parse().map_err(|_| shape_of_name())?;
        let corner: Square = corner.parse().map_err(|_| shape_of_name())?;
        if !orientation.contacts().any(|square| square == contact) {
            return Err(wrong(format!("{contact} is no contact of {orientation}")));
        }
        let anchor = corner.offset(-(contact.x() as i8), -(contact.y() as i8));
        let m = anchor.and_then(|anchor| Move::new(orientation, anchor));
        let m = m.ok_or_else(|| wrong("the piece would leave the board".to_owned()))?;
        match self.color_to_move() {
            Some(color) if !self.must_cover(color, corner) => {
                Err(wrong(format!("{corner} is no open corner of {color}")))
            }
            _ => Ok(m),
        }
    }

    /// Sets up a position: these pieces on the board, with `to_move` next, or the first color after
    /// it that can place. Each color's pieces must obey the rules in some order, but the colors
    /// need not have taken turns.
    ///
    /// ```
    /// use tilewright_blokus::{Color, Options, Position, Variant};
    ///
    /// let options = Options { variant: Variant::Duo, ..Options::default() };
    /// let pieces = [(Color::Purple, "F5e@d9".parse()?)];
    /// let position = Position::set_up(&options, &pieces, Color::Orange)?;
    /// assert_eq!(position.ply(), 1);
    /// assert_eq!(position.color_to_move(), Some(Color::Orange));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_up(
        options: &Options,
        pieces: &[(Color, Move)],
        to_move: Color,
    ) -> Result<Position, ParsePositionError> {
        let rules =
            Rules::new(*options).map_err(|error| ParsePositionError::new(error.to_string()))?;
        let mut position = Position::start(rules);
        let colors = position.colors();
        let named = pieces.iter().map(|&(color, _)| color).chain([to_move]);
        if let Some(stranger) = named.into_iter().find(|&color| !position.plays(color)) {
            let reason = format!("{stranger} does not play {}", rules.variant);
            return Err(ParsePositionError::new(reason));
        }
        for &color in colors {
            let own = pieces.iter().filter(|&&(of, _)| of == color).map(|&(_, m)| m);
            place_all(&mut position, color, own.collect())?;
        }
        let in_turn = colors.iter().cycle().skip(to_move.index()).take(colors.len());
        let able = in_turn.copied().find(|&color| !position.is_out(color));
        position.set_to_move(able.map(|color| color.index() as u8));
        Ok(position)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rules(self.rules(), f)?;
        let size = usize::from(self.size());
        let mut squares = vec![None; size * size];
        for &color in self.colors() {
            for square in self.placed(color).flat_map(|(m, _)| m.squares()) {
                squares[usize::from(square.x()) + size * usize::from(square.y())] = Some(color);
            }
        }
        for (i, row) in squares.chunks(size).rev().enumerate() {
            f.write_str(if i == 0 { " " } else { "/" })?;
            write_row(row, f)?;
        }
        match self.color_to_move() {
            Some(color) => write!(f, " {} ", color.letter())?,
            None => f.write_str(" - ")?,
        }
        let single_last = self.colors().iter().filter(|&&color| self.single_was_last(color));
        let letters: String = single_last.map(|color| color.letter()).collect();
        f.write_str(if letters.is_empty() { "-" } else { &letters })
    }
}

fn write_rules(rules: Rules, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Rules { variant, n_seats, scoring, free_start, .. } = rules;
    write!(f, "{variant}")?;
    let usual =
        Rules::new(Options { variant, ..Options::default() }).expect("variants are playable");
    if n_seats != usual.n_seats {
        write!(f, ",seats={n_seats}")?;
    }
    if scoring != usual.scoring {
        write!(f, ",scoring={scoring}")?;
    }
    if free_start {
        f.write_str(",free-start=on")?;
    }
    Ok(())
}

fn write_row(row: &[Option<Color>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for run in row.chunk_by(|left, right| left.is_none() && right.is_none()) {
        match run[0] {
            Some(color) => write!(f, "{}", color.letter())?,
            None => write!(f, "{}", run.len())?,
        }
    }
    Ok(())
}

/// Parses the text that `Display` writes. The pieces of each color must obey the rules, but the
/// colors need not have taken turns, so that studies can be set up.
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().take(5).collect();
        let [rules, rows, to_move, single_last] = fields[..] else {
            return Err(ParsePositionError::new(
                "it has four fields: variant, rows, color to move, and colors that ended with the \
                 single square",
            ));
        };
        let rules = parse_rules(rules)?;
        let mut position = Position::start(rules);
        let squares = parse_rows(rules, rows)?;
        for &color in rules.colors() {
            add_pieces(&mut position, color, &squares)?;
        }
        for letter in single_last.chars().filter(|_| single_last != "-") {
            mark_single_last(&mut position, letter)?;
        }
        set_turn(&mut position, to_move)?;
        Ok(position)
    }
}

fn parse_rules(text: &str) -> Result<Rules, ParsePositionError> {
    let mut parts = text.split(',');
    let variant = ("variant", parts.next().unwrap_or_default());
    let pairs = parts.map(|part| part.split_once('=').unwrap_or((part, "")));
    let options: Result<Options, _> = parse_options(std::iter::once(variant).chain(pairs));
    let rules = options.and_then(Rules::new);
    rules.map_err(|error| ParsePositionError::new(error.to_string()))
}

/// The squares of each color.
fn parse_rows(rules: Rules, text: &str) -> Result<Vec<(Square, Color)>, ParsePositionError> {
    let size = rules.variant.size();
    let n_rows = text.split('/').count();
    if n_rows != usize::from(size) {
        return Err(ParsePositionError::new(format!("it has {n_rows} rows, not {size}")));
    }
    let mut squares = Vec::new();
    for (y, row) in (0..size).rev().zip(text.split('/')) {
        let n_squares = parse_row(rules, row, y, &mut squares)?;
        if n_squares != usize::from(size) {
            let reason = format!("row {} has {n_squares} squares, not {size}", y + 1);
            return Err(ParsePositionError::new(reason));
        }
    }
    Ok(squares)
}

/// Appends the covered squares of a row and returns its length.
fn parse_row(
    rules: Rules,
    row: &str,
    y: u8,
    squares: &mut Vec<(Square, Color)>,
) -> Result<usize, ParsePositionError> {
    let mut x = 0_usize;
    for part in row.split_inclusive(|c: char| !c.is_ascii_digit()) {
        // A part is a number, a letter, or a number with the letter after it.
        let n_digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, letter) = part.split_at(n_digits);
        if n_digits > 0 {
            x = x.saturating_add(number.parse().unwrap_or(usize::MAX));
        }
        if let Some(letter) = letter.chars().next() {
            let color = color_of(rules, letter)?;
            let square = u8::try_from(x).ok().and_then(|x| Square::new(x, y));
            squares.extend(square.map(|square| (square, color)));
            x = x.saturating_add(1);
        }
    }
    Ok(x)
}

fn color_of(rules: Rules, letter: char) -> Result<Color, ParsePositionError> {
    if let Some(&color) = rules.colors().iter().find(|color| color.letter() == letter) {
        return Ok(color);
    }
    let letters: String = rules.colors().iter().map(|color| color.letter()).collect();
    let letter = letter.escape_debug();
    let variant = rules.variant;
    Err(ParsePositionError::new(format!("'{letter}' is no color of {variant}: use {letters}")))
}

/// Finds the pieces of a color and places them.
fn add_pieces(
    position: &mut Position,
    color: Color,
    squares: &[(Square, Color)],
) -> Result<(), ParsePositionError> {
    let own = squares.iter().filter(|&&(_, of)| of == color).map(|&(square, _)| square);
    let mut waiting = Vec::new();
    for block in connected(own.collect()) {
        let m = Move::from_squares(&block).ok_or_else(|| {
            ParsePositionError::new(format!("the {color} squares at {} are no piece", block[0]))
        })?;
        waiting.push(m);
    }
    place_all(position, color, waiting)
}

/// Places the pieces of a color one after the other, each at a corner of those before it.
fn place_all(
    position: &mut Position,
    color: Color,
    mut waiting: Vec<Move>,
) -> Result<(), ParsePositionError> {
    while let Some(i) = waiting.iter().position(|&m| position.fits(color, m)) {
        position.add(color, waiting.swap_remove(i));
    }
    let Some(&m) = waiting.first() else { return Ok(()) };
    let illegal = position.explain_placement(color, m).err();
    let reason = illegal.map_or_else(String::new, |illegal| format!(": {illegal}"));
    Err(ParsePositionError::new(format!("{color} cannot have placed {m}{reason}")))
}

/// The connected components of the squares, by shared edges.
fn connected(mut squares: Vec<Square>) -> Vec<Vec<Square>> {
    let mut blocks = Vec::new();
    while let Some(first) = squares.pop() {
        let mut block = vec![first];
        let mut i = 0;
        while i < block.len() {
            let at = block[i];
            let is_neighbor = |square: &mut Square| {
                at.x().abs_diff(square.x()) + at.y().abs_diff(square.y()) == 1
            };
            block.extend(squares.extract_if(.., is_neighbor));
            i += 1;
        }
        blocks.push(block);
    }
    blocks
}

fn mark_single_last(position: &mut Position, letter: char) -> Result<(), ParsePositionError> {
    let color = color_of(position.rules(), letter)?;
    if position.squares_left(color) > 0 {
        return Err(ParsePositionError::new(format!(
            "{color} has pieces left, so none was the last"
        )));
    }
    if position.single_was_last(color) {
        return Err(ParsePositionError::new(format!(
            "{color} ended with the single square only once"
        )));
    }
    position.toggle_single_last(color);
    Ok(())
}

fn set_turn(position: &mut Position, text: &str) -> Result<(), ParsePositionError> {
    let mut letters = text.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return Err(ParsePositionError::new("the third field is the letter of a color, or -"));
    };
    if letter == '-' {
        let able = position.colors().iter().find(|&&color| !position.is_out(color));
        if let Some(color) = able {
            return Err(ParsePositionError::new(format!(
                "the game is not over: {color} can place"
            )));
        }
        position.set_to_move(None);
        return Ok(());
    }
    let color = color_of(position.rules(), letter)?;
    if position.is_out(color) {
        return Err(ParsePositionError::new(format!(
            "it cannot be {color}'s turn: it has no placement left"
        )));
    }
    position.set_to_move(Some(color.index() as u8));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{Scoring, Variant};

    fn error_of(text: &str) -> String {
        text.parse::<Position>().unwrap_err().to_string()
    }

    #[test]
    fn the_text_names_only_options_that_are_not_the_variants_own() {
        for (text, scoring) in [("classic", Scoring::Advanced), ("tilewe", Scoring::Tilewe)] {
            let line = format!("{text} {} b -", ["20"; 20].join("/"));
            let position: Position = line.parse().unwrap();
            assert_eq!(position.scoring(), scoring);
            assert_eq!(position.to_string(), line);
        }
        let line = format!("tilewe,seats=2,scoring=basic {} y -", ["20"; 20].join("/"));
        assert_eq!(line.parse::<Position>().unwrap().to_string(), line);
        assert_eq!(line.parse::<Position>().unwrap().variant(), Variant::Tilewe);
    }

    #[test]
    fn what_is_wrong_with_a_position_is_said() {
        let duo = |rows: &str, rest: &str| format!("duo {rows} {rest}");
        let empty = ["14"; 14].join("/");
        assert!(error_of("").contains("four fields"));
        assert!(error_of("trio 3/3/3 b -").contains("'trio' is none of classic, classic-2"));
        assert!(error_of("duo 14/14 p -").contains("it has 2 rows, not 14"));
        assert!(
            error_of(&duo(&empty.replacen("14", "13", 1), "p -"))
                .contains("row 14 has 13 squares, not 14")
        );
        assert!(
            error_of(&duo(&empty.replacen("14", "13b", 1), "p -"))
                .contains("'b' is no color of duo: use po")
        );
        assert!(
            error_of(&duo(&empty.replacen("14", "13p", 1), "p -"))
                .contains("first piece must cover e10")
        );
        assert!(
            error_of(&duo(&empty.replacen("14", "pppppp8", 1), "p -")).contains("are no piece")
        );
        assert!(error_of(&duo(&empty, "- -")).contains("purple can place"));
        assert!(error_of(&duo(&empty, "p p")).contains("purple has pieces left"));
        assert!(error_of(&duo(&empty, "pp -")).contains("third field"));
        assert!(error_of("tilewe,seats=9 20 b -").contains("1 to 4 seats, not 9"));
    }
}
