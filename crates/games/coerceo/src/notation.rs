//! The text of positions: `laurentius 15/25/14/02/15/04/02/04/03/-/03/13/35/13/24/35/14/25/24 w
//! 0/0`.
//!
//! The fields are: the variant, and after commas the options that differ from their defaults; the
//! tiles in order, with the numbers of the triangles that have a piece, `-` for none, `x` for a
//! tile off the table; the turn, `w` or `b`; and the numbers of tiles that White and Black hold.

use std::fmt;
use std::str::FromStr;

use tilewright_core::{ParsePositionError, parse_options, shortened};

use crate::board::{Board, Costs};
use crate::options::Options;
use crate::position::Position;
use crate::tile::{Tile, TileSet};
use crate::triangle::{Color, Triangle, TriangleSet};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.options(), self.board())
    }
}

/// Prints the tiles, the turn, and the tiles in hand, as in the text of a position.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles: Vec<String> = Tile::all().map(|tile| tile_text(self, tile)).collect();
        let turn = self.turn().letter().to_ascii_lowercase();
        let [white, black] = Color::ALL.map(|color| self.held(color));
        write!(f, "{} {turn} {white}/{black}", tiles.join("/"))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn tile_text(board: &Board, tile: Tile) -> String {
    if !board.has_tile(tile) {
        return "x".to_owned();
    }
    let has_piece = |triangle: &Triangle| board.pieces(triangle.color()).contains(*triangle);
    let triangles = (0..6).filter_map(|number| Triangle::new(tile, number)).filter(has_piece);
    let numbers: String = triangles.map(|triangle| triangle.number().to_string()).collect();
    if numbers.is_empty() { "-".to_owned() } else { numbers }
}

/// Prints the variant and the options that differ from their defaults: `ocius,cost=1`.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Options::default();
        write!(f, "{}", self.variant)?;
        if self.cost != usual.cost {
            write!(f, ",cost={}", self.cost)?;
        }
        if self.stalemate != usual.stalemate {
            write!(f, ",stalemate={}", self.stalemate.name())?;
        }
        if let Some(n) = self.win_captures {
            write!(f, ",win-captures={n}")?;
        }
        if self.exchange_collects {
            f.write_str(",exchange-collects=on")?;
        }
        if self.board_only {
            f.write_str(",board-only=on")?;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [options, tiles, turn, held] = words[..] else {
            return Err(wrong("write options, tiles, turn and held tiles"));
        };
        let options = parse_rules(options)?;
        let costs = Costs { cost: options.cost, exchange_collects: options.exchange_collects };
        let (tiles, pieces) = parse_tiles(tiles)?;
        let held = parse_held(held)?;
        let turn = parse_turn(turn)?;
        check_pieces(options, pieces, turn)?;
        check_tiles(options, tiles, held)?;
        let board = Board::new(tiles, pieces, held, turn, costs);
        let board = board.ok_or_else(|| wrong("pieces stand beside the table"))?;
        Ok(Position::on_board(options, board))
    }
}

fn wrong(reason: impl Into<String>) -> ParsePositionError {
    ParsePositionError::new(reason)
}

fn parse_rules(text: &str) -> Result<Options, ParsePositionError> {
    let mut words = text.split(',');
    let variant = words.next().unwrap_or_default();
    let mut pairs = vec![("variant", variant)];
    for word in words {
        let pair = word.split_once('=');
        pairs.push(pair.ok_or_else(|| wrong(format!("'{}' is no option", shortened(word))))?);
    }
    let options: Options = parse_options(pairs).map_err(|error| wrong(error.to_string()))?;
    options.check().map_err(|error| wrong(error.to_string()))?;
    Ok(options)
}

fn parse_tiles(text: &str) -> Result<(TileSet, TriangleSet), ParsePositionError> {
    let texts: Vec<&str> = text.split('/').collect();
    if texts.len() != Tile::COUNT {
        return Err(wrong(format!("there are {} tiles, not {}", Tile::COUNT, texts.len())));
    }
    let mut tiles = TileSet::EMPTY;
    let mut pieces = TriangleSet::EMPTY;
    for (tile, text) in Tile::all().zip(texts) {
        if text == "x" {
            continue;
        }
        tiles.insert(tile);
        let is_in_order = text.as_bytes().is_sorted_by(|left, right| left < right);
        for c in text.chars().filter(|_| text != "-") {
            let number = c.to_digit(6).filter(|_| is_in_order);
            let triangle = number.and_then(|number| Triangle::new(tile, number as usize));
            let Some(triangle) = triangle else {
                let text = shortened(text);
                let rule = "a tile is x, -, or numbers from 0 to 5 in order";
                return Err(wrong(format!("{rule}, not '{text}'")));
            };
            pieces.insert(triangle);
        }
        if text.is_empty() {
            return Err(wrong("a tile without pieces is written -"));
        }
    }
    Ok((tiles, pieces))
}

fn parse_turn(text: &str) -> Result<Color, ParsePositionError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(wrong(format!("the turn is w or b, not '{}'", shortened(text)))),
    }
}

fn parse_held(text: &str) -> Result<[u8; 2], ParsePositionError> {
    let numbers = text.split_once('/').and_then(|(white, black)| {
        let number = |text: &str| text.parse().ok().filter(|&held: &u8| held.to_string() == text);
        Some([number(white)?, number(black)?])
    });
    numbers.ok_or_else(|| wrong("the tiles in hand are two numbers, such as 0/2"))
}

/// Checks that a color has no more pieces than at the start, and that the game was not won earlier.
fn check_pieces(
    options: Options,
    pieces: TriangleSet,
    turn: Color,
) -> Result<(), ParsePositionError> {
    let variant = options.variant;
    let n_pieces = variant.n_pieces();
    if Color::ALL.iter().any(|&color| pieces.len_of(color) > n_pieces) {
        return Err(wrong(format!("{variant} has {n_pieces} pieces of a color")));
    }
    if pieces.is_empty() {
        return Err(wrong("there are no pieces"));
    }
    if pieces.len_of(turn.other()) == 0 {
        return Err(wrong("who has no pieces has lost at once, so it is that player's turn"));
    }
    Ok(())
}

/// Checks that all tiles belong to the variant, and that no more are held than are gone.
fn check_tiles(options: Options, tiles: TileSet, held: [u8; 2]) -> Result<(), ParsePositionError> {
    let variant = options.variant;
    if let Some(tile) = tiles.iter().find(|&tile| !variant.tiles().contains(tile)) {
        return Err(wrong(format!("{variant} has no tile {tile}")));
    }
    let n_gone = variant.tiles().len() - tiles.len();
    if held.into_iter().map(usize::from).sum::<usize>() > n_gone {
        return Err(wrong("more tiles are held than are off the table"));
    }
    Ok(())
}
