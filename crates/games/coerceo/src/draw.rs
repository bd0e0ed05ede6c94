//! A view for a terminal: the tiles with their triangles, and beside them what each color has.

use tilewright_core::{Canvas, Ink, Paint, Spot};

use crate::options::{Options, Stalemate, Variant};
use crate::position::End;
use crate::triangle::Color;
use crate::view::{TileView, View};

/// A tile. Dots part its triangles; edges are shared with the tiles beside it.
const TILE: [&str; 7] = [
    r"   ______   ",
    r"  /.    .\  ",
    r" /  .  .  \ ",
    r"/. .    . .\",
    r"\    ..    /",
    r" \  .  .  / ",
    r"  \.____./  ",
];

/// How far it is to the next column and row of tiles.
const COLUMN_STEP: usize = 9;
const ROW_STEP: usize = 3;

/// Where the name of a tile goes.
const NAME: Spot = (5, 3);

/// By triangle: where its mark of two characters goes, in the narrow line of the triangle.
const MARKS: [Spot; 6] = [(5, 2), (2, 2), (2, 5), (5, 5), (8, 5), (8, 2)];

/// By triangle: where its wide line begins, and how long that is.
const WIDE_LINES: [Spot; 6] = [(4, 1), (1, 3), (1, 4), (4, 6), (7, 4), (7, 3)];
const WIDE_LENGTH: usize = 4;

/// Columns between the tiles and the text beside them.
const GAP: usize = 2;

const PLAIN: Paint = Paint { foreground: None, background: None, bold: false, dim: false };
const BOLD: Paint = Paint { bold: true, ..PLAIN };
const EDGE: Paint = Paint { foreground: Some(245), ..PLAIN };
const DOT: Paint = Paint { foreground: Some(240), ..PLAIN };
const TILE_NAME: Paint = Paint { foreground: Some(137), ..PLAIN };
const FAINT: Paint = Paint { dim: true, ..PLAIN };

/// The table, and beside it what each color has.
pub(crate) fn draw(view: &View, ink: Ink) -> String {
    let frame = Frame::around(&view.tiles);
    let mut canvas = Canvas::default();
    // From the bottom to the top, so that the lower edge of a tile, which has dots, comes over the
    // upper edge of the next.
    for tile in view.tiles.iter().rev().filter(|tile| tile.is_on_table) {
        draw_tile(tile, frame.corner(tile), &mut canvas);
    }
    let mut panel = Panel { canvas: &mut canvas, column: frame.width() + GAP, line: 1 };
    for color in Color::ALL {
        panel.player(view, color);
    }
    panel.paragraph(&news(view), BOLD);
    panel.paragraph(&unusual(view.options), PLAIN);
    panel.paragraph(&LEGEND, FAINT);
    canvas.text(ink)
}

/// The edges and the name of a tile, and a mark for each of its triangles.
fn draw_tile(tile: &TileView, corner: Spot, canvas: &mut Canvas) {
    for (line, symbols) in TILE.iter().enumerate() {
        for (column, symbol) in symbols.chars().enumerate().filter(|&(_, symbol)| symbol != ' ') {
            let paint = if symbol == '.' { DOT } else { EDGE };
            canvas.put(add(corner, (column, line)), symbol, paint);
        }
    }
    canvas.write(add(corner, NAME), &tile.tile, TILE_NAME);
    for (number, &piece) in tile.triangles.iter().enumerate() {
        draw_triangle(number, piece, corner, canvas);
    }
}

/// The name of a piece on its color, or the number of a vacant triangle.
fn draw_triangle(number: usize, piece: Option<Color>, corner: Spot, canvas: &mut Canvas) {
    let mark = add(corner, MARKS[number]);
    let Some(color) = piece else {
        return canvas.write(mark, &format!(" {number}"), FAINT);
    };
    let paint = piece_paint(color);
    canvas.write(mark, &format!("{}{number}", color.letter()), paint);
    let (left, line) = add(corner, WIDE_LINES[number]);
    for column in left..left + WIDE_LENGTH {
        fill(canvas, (column, line), paint.background);
    }
}

/// Letters on the color of a piece.
const fn piece_paint(color: Color) -> Paint {
    let (foreground, background) = match color {
        Color::White => (16, 230),
        Color::Black => (231, 26),
    };
    Paint { foreground: Some(foreground), background: Some(background), bold: true, dim: false }
}

/// How to name a triangle.
const LEGEND: [&str; 3] = ["triangles: 0 top, then", "counter-clockwise;", "odd ones are White's"];

/// How the game ended, or that it may soon.
fn news(view: &View) -> Vec<String> {
    match (view.end, view.n_occurrences) {
        (Some(end), _) => vec![result(view), reason(view, end)],
        (None, Some(2)) => {
            vec!["this board was here before,".into(), "a third time is a draw".into()]
        }
        (None, _) => Vec::new(),
    }
}

/// Who won, if anybody did.
fn result(view: &View) -> String {
    winner(view).map_or_else(|| "draw".to_owned(), |color| format!("{} wins", name(color)))
}

/// Who won; none for a draw.
fn winner(view: &View) -> Option<Color> {
    let outcome = view.outcome.filter(|outcome| !outcome.is_draw())?;
    Color::ALL.into_iter().find(|color| outcome.winners().any(|seat| seat == color.seat()))
}

/// Why the game ended.
fn reason(view: &View, end: End) -> String {
    match (end, winner(view)) {
        (End::Elimination, Some(winner)) => format!("{} has no piece left", name(winner.other())),
        (End::Captures, Some(winner)) => format!("with {}", captures(view, winner)),
        (End::Stalemate, Some(winner)) => format!("{} has no move", name(winner.other())),
        (End::Elimination, None) => "no piece is left".to_owned(),
        (End::Captures, None) => "with equal captures".to_owned(),
        (End::Stalemate, None) => "there is no move".to_owned(),
        (End::Repetition, _) => "this board came three times".to_owned(),
        (End::Dead, _) => "nobody can capture any more".to_owned(),
    }
}

/// How many pieces a color has captured.
fn captures(view: &View, color: Color) -> String {
    plural(view.scores[color.seat()].unsigned_abs() as usize, "capture")
}

/// A color at the beginning of a sentence.
const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What the game is played with, as far as it is not usual.
fn unusual(options: Options) -> Vec<String> {
    let Options { variant, cost, win_captures, .. } = options;
    let usual = Options::default();
    let lines = [
        (variant != usual.variant).then(|| match variant {
            Variant::Laurentius => "the long game, laurentius".to_owned(),
            Variant::Ocius => "the short game, ocius".to_owned(),
        }),
        (cost != usual.cost).then(|| format!("an exchange takes {}", plural(cost.into(), "tile"))),
        win_captures.map(|n| plural(n.into(), "capture") + " to win"),
        (options.stalemate == Stalemate::Loss).then(|| "who cannot move loses".to_owned()),
        options.exchange_collects.then(|| "exchanges collect tiles".to_owned()),
        options.board_only.then(|| "boards may repeat".to_owned()),
    ];
    lines.into_iter().flatten().collect()
}

/// A number of things.
fn plural(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// The part of the table that the variant uses, whether its tiles are still there or not.
struct Frame {
    left: i8,
    right: i8,
    top: i8,
}

impl Frame {
    /// The smallest frame with all these tiles.
    fn around(tiles: &[TileView]) -> Frame {
        let columns = tiles.iter().map(|tile| tile.column);
        Frame {
            left: columns.clone().min().unwrap_or(0),
            right: columns.max().unwrap_or(0),
            top: tiles.iter().map(|tile| tile.row).min().unwrap_or(0),
        }
    }

    /// Where the picture of a tile begins.
    fn corner(&self, tile: &TileView) -> Spot {
        let (columns, rows) = (tile.column.abs_diff(self.left), tile.row.abs_diff(self.top));
        (COLUMN_STEP * usize::from(columns), ROW_STEP * usize::from(rows))
    }

    /// The columns of the drawing.
    fn width(&self) -> usize {
        COLUMN_STEP * usize::from(self.right.abs_diff(self.left)) + TILE[0].len()
    }
}

/// Lines of text beside the table.
struct Panel<'a> {
    canvas: &'a mut Canvas,
    column: usize,
    line: usize,
}

impl Panel<'_> {
    /// Who it is, what it has, and an arrow if it is to move.
    fn player(&mut self, view: &View, color: Color) {
        let seat = color.seat();
        if view.color_to_move == Some(color) {
            self.canvas.write((self.column, self.line), ">", BOLD);
        }
        let spot = (self.column + 2, self.line);
        let headline = format!("{} (seat {seat})", name(color));
        self.canvas.write(spot, &headline, PLAIN);
        self.canvas.write(spot, name(color), piece_paint(color));
        self.line += 1;
        let lines = [
            plural(view.n_pieces[seat].into(), "piece"),
            captures(view, color),
            plural(view.held[seat].into(), "tile") + " held",
        ];
        self.paragraph(&lines, PLAIN);
    }

    /// Lines, if there are any, and a blank one after them.
    fn paragraph(&mut self, lines: &[impl AsRef<str>], paint: Paint) {
        for line in lines {
            self.canvas.write((self.column + 2, self.line), line.as_ref(), paint);
            self.line += 1;
        }
        self.line += usize::from(!lines.is_empty());
    }
}

/// A spot of a picture that begins at this corner.
const fn add(corner: Spot, spot: Spot) -> Spot {
    (corner.0 + spot.0, corner.1 + spot.1)
}

/// Puts a color behind an edge and over a dot.
fn fill(canvas: &mut Canvas, spot: Spot, color: Option<u8>) {
    let glyph = canvas.at(spot);
    glyph.paint.background = color;
    if glyph.symbol == '.' {
        glyph.paint.foreground = color;
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::SmallRng;
    use tilewright_core::{BySeat, Game, Outcome, Position as _};

    use super::*;
    use crate::game::Coerceo;
    use crate::position::Position;
    use crate::tables::PLACES;
    use crate::tile::Tile;
    use crate::triangle::Triangle;

    fn start(variant: Variant) -> Position {
        Coerceo::start(&Options { variant, ..Options::default() }).unwrap()
    }

    /// A game at random, from its start to its end.
    fn game(variant: Variant, seed: u64) -> Vec<Position> {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut positions = vec![start(variant)];
        let mut position = start(variant);
        while let Some(m) = position.random_move(&mut rng) {
            position.play(m).unwrap();
            positions.push(position.clone());
        }
        positions
    }

    /// Some games of both variants.
    fn games() -> impl Iterator<Item = Position> {
        (0..4).flat_map(|seed| Variant::ALL.map(|variant| game(variant, seed))).flatten()
    }

    fn views() -> impl Iterator<Item = View> {
        games().map(|position| View::new(&position))
    }

    /// The text without escape codes.
    fn washed(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap().to_owned();
        first + &parts.map(|part| part.split_once('m').unwrap().1).collect::<String>()
    }

    /// Where the mark of a triangle begins, worked out from the middle of its tile.
    fn place(triangle: Triangle, variant: Variant) -> Spot {
        let (column, row) = PLACES[triangle.tile().index()];
        let (column, row) = match variant {
            Variant::Laurentius => (column + 2, row),
            Variant::Ocius => (column + 1, row - 2),
        };
        let right = [0, -3, -3, 0, 3, 3][triangle.number()];
        let down = [-1, -1, 2, 2, 2, -1][triangle.number()];
        ((9 * column + 5 + right) as usize, (3 * row + 3 + down) as usize)
    }

    /// Everything that looks like a piece: a letter and a number after it.
    fn pieces(text: &str) -> Vec<(Spot, String)> {
        let in_line = |(y, line): (usize, &str)| {
            let pairs =
                (0..line.len().saturating_sub(1)).map(|x| ((x, y), line[x..x + 2].to_owned()));
            let is_piece = |(_, pair): &(Spot, String)| {
                pair.starts_with(['W', 'B'])
                    && pair.ends_with(|symbol: char| symbol.is_ascii_digit())
            };
            pairs.filter(is_piece).collect::<Vec<_>>()
        };
        text.lines().enumerate().flat_map(in_line).collect()
    }

    /// What is said about a game with these changes to its start.
    fn said(change: impl FnOnce(&mut View)) -> String {
        let mut view = View::new(&start(Variant::Laurentius));
        change(&mut view);
        draw(&view, Ink::Plain)
    }

    fn won_by(color: Color) -> Outcome {
        Outcome::ranked(BySeat::from([0, 0]), |seat| seat == color.seat())
    }

    #[test]
    fn the_short_game_begins_like_this() {
        let expected = r"
            ______
           /.    .\             > White (seat 1)
          / 1. 0. 5\              7 pieces
   ______/. . 04 . .\______       0 captures
  /.    .\    ..    /.    .\      0 tiles held
 / 1. 0.W5\B2. 3.B4/W1. 0. 5\
/. . 06 . .\.____./. . 07 . .\    Black (seat 2)
\    ..    /.    .\    ..    /    7 pieces
 \ 2.W3. 4/ 1.B0. 5\ 2.W3. 4/     0 captures
  \.____./. . 09 . .\.____./      0 tiles held
  /.    .\    ..    /.    .\
 / 1.B0. 5\ 2.W3. 4/ 1.B0. 5\     the short game, ocius
/. . 0B . .\.____./. . 0C . .\
\    ..    /.    .\    ..    /    triangles: 0 top, then
 \ 2. 3.B4/W1. 0.W5\B2. 3. 4/     counter-clockwise;
  \.____./. . 0E . .\.____./      odd ones are White's
         \    ..    /
          \ 2. 3. 4/
           \.____./
";
        assert_eq!(draw(&View::new(&start(Variant::Ocius)), Ink::Plain), expected[1..]);
    }

    #[test]
    fn every_piece_is_where_it_belongs_and_nothing_else_looks_like_one() {
        for position in games() {
            let board = position.board();
            let is_piece = |triangle: &Triangle| board.pieces(triangle.color()).contains(*triangle);
            let drawn = |triangle: Triangle| {
                (place(triangle, position.options().variant), triangle.to_string()[3..].to_owned())
            };
            let mut expected: Vec<_> = Triangle::all().filter(is_piece).map(drawn).collect();
            expected.sort_by_key(|&((column, line), _)| (line, column));
            let text = draw(&View::new(&position), Ink::Plain);
            assert_eq!(pieces(&text), expected, "{text}");
        }
    }

    #[test]
    fn vacant_triangles_and_tiles_show_their_names_while_they_are_on_the_table() {
        for view in views() {
            let text = draw(&view, Ink::Plain);
            let lines: Vec<&str> = text.lines().collect();
            let read = |(x, y): Spot| lines.get(y).and_then(|line| line.get(x..x + 2));
            for tile in &view.tiles {
                let index: Tile = tile.tile.parse().unwrap();
                let at = |n| place(Triangle::new(index, n).unwrap(), view.options.variant);
                let name = (at(0).0, at(0).1 + 1);
                assert_eq!(read(name) == Some(&tile.tile), tile.is_on_table, "{text}");
                for number in (0..6).filter(|&number| tile.triangles[number].is_none()) {
                    let is_shown = read(at(number)) == Some(&format!(" {number}"));
                    assert_eq!(is_shown, tile.is_on_table, "{text}");
                }
            }
        }
    }

    #[test]
    fn colors_change_nothing_but_the_colors() {
        for view in views() {
            let (plain, painted) = (draw(&view, Ink::Plain), draw(&view, Ink::Ansi));
            assert!(!plain.contains('\u{1b}') && painted.contains('\u{1b}'));
            assert_eq!(washed(&painted), plain);
        }
    }

    /// The codes that a text is painted with where it first stands alone.
    fn codes_of<'a>(painted: &'a str, text: &str) -> Option<&'a str> {
        let mut parts = painted.split("\u{1b}[").filter_map(|part| part.split_once('m'));
        parts.find(|&(_, painted)| painted == text).map(|(codes, _)| codes)
    }

    #[test]
    fn news_are_bold_and_what_only_helps_is_faint() {
        let mut view = View::new(&start(Variant::Ocius));
        view.n_occurrences = Some(2);
        let painted = draw(&view, Ink::Ansi);
        let [news, arrow, legend, vacant, edge, dot, name] =
            ["third", ">", "top,", "1", "/", ".", "04"].map(|text| codes_of(&painted, text));
        assert_eq!([news, arrow], [Some("1"); 2]);
        assert_eq!([legend, vacant], [Some("2"); 2]);
        // Without a color of its own it would follow the code that ends all colors.
        let is_painted = |codes: Option<&str>| codes.is_some_and(|codes| codes != "0");
        assert!([edge, dot, name].into_iter().all(is_painted), "{edge:?} {dot:?} {name:?}");
        assert!(edge != dot && dot != name && name != edge, "{edge:?} {dot:?} {name:?}");
    }

    #[test]
    fn lines_fit_a_terminal_and_do_not_end_in_spaces() {
        for mut view in views() {
            view.options = Options {
                cost: 1,
                stalemate: Stalemate::Loss,
                win_captures: Some(18),
                exchange_collects: true,
                board_only: true,
                ..view.options
            };
            let text = draw(&view, Ink::Plain);
            let is_neat =
                |line: &str| line.is_ascii() && line.len() <= 80 && line == line.trim_end();
            assert!(text.lines().all(is_neat) && text.lines().count() <= 31, "{text}");
        }
    }

    #[test]
    fn an_arrow_shows_who_is_to_move() {
        assert!(said(|_| ()).contains("> White (seat 1)"));
        assert!(said(|view| view.color_to_move = Some(Color::Black)).contains("> Black (seat 2)"));
        assert!(!said(|view| view.color_to_move = None).contains('>'));
    }

    #[test]
    fn players_have_pieces_captures_and_tiles() {
        let text = said(|view| {
            view.n_pieces = BySeat::from([1, 16]);
            view.scores = BySeat::from([2, 17]);
            view.held = BySeat::from([1, 3]);
        });
        for words in
            ["1 piece\n", "16 pieces", "2 captures", "17 captures", "1 tile held", "3 tiles held"]
        {
            assert!(text.contains(words), "{words}: {text}");
        }
    }

    #[test]
    fn the_end_is_told_in_words() {
        let told = |end, outcome, words: [&str; 2]| {
            let text = said(|view| {
                view.end = Some(end);
                view.outcome = Some(outcome);
                view.scores = BySeat::from([5, 4]);
                view.n_occurrences = Some(2);
            });
            assert!(words.iter().all(|&words| text.contains(words)), "{words:?}: {text}");
            assert!(!text.contains("a third time"), "{text}");
        };
        let draw = Outcome::by_score(BySeat::from([0, 0]));
        let (white, black) = (won_by(Color::White), won_by(Color::Black));
        told(End::Elimination, white, ["White wins", "Black has no piece left"]);
        told(End::Elimination, black, ["Black wins", "White has no piece left"]);
        told(End::Captures, white, ["White wins", "with 5 captures"]);
        told(End::Stalemate, black, ["Black wins", "White has no move"]);
        told(End::Stalemate, draw, ["draw", "there is no move"]);
        told(End::Repetition, draw, ["draw", "this board came three times"]);
        told(End::Dead, draw, ["draw", "nobody can capture any more"]);
    }

    #[test]
    fn a_board_that_was_there_before_is_told() {
        let warning = "a third time is a draw";
        for (n_occurrences, is_told) in [(None, false), (Some(1), false), (Some(2), true)] {
            let text = said(|view| view.n_occurrences = n_occurrences);
            assert_eq!(text.contains(warning), is_told, "{text}");
        }
    }

    #[test]
    fn only_unusual_options_are_told() {
        assert!(unusual(Options::default()).is_empty());
        let options = Options {
            variant: Variant::Ocius,
            cost: 1,
            stalemate: Stalemate::Loss,
            win_captures: Some(3),
            exchange_collects: true,
            board_only: true,
        };
        let expected = [
            "the short game, ocius",
            "an exchange takes 1 tile",
            "3 captures to win",
            "who cannot move loses",
            "exchanges collect tiles",
            "boards may repeat",
        ];
        assert_eq!(unusual(options), expected);
    }
}
