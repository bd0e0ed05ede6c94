//! Coerceo: the tiles with their triangles, and beside them the pieces, captures and tiles of each
//! color.

use tilewright_coerceo::{Color, End, Move, MoveKind, Options, Stalemate, TileView, Variant, View};
use tilewright_core::plural;

use crate::text::canvas::{Canvas, Panel, Spot, add, legend_text};
use crate::text::ink::{BOLD, FAINT, Ink, PLAIN, Paint};
use crate::text::parts::{Mark, Parts, Place};
use crate::text::words::{capitalized, result, winner};

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

/// The distances to the next column and row of tiles.
const COLUMN_STEP: usize = 9;
const ROW_STEP: usize = 3;

/// The place of a tile's name.
const NAME: Spot = (5, 3);

/// By triangle: the place of its mark of two characters, in the narrow line of the triangle.
const MARKS: [Spot; 6] = [(5, 2), (2, 2), (2, 5), (5, 5), (8, 5), (8, 2)];

/// By triangle: the begin of its wide line, and the length of that line.
const WIDE_LINES: [Spot; 6] = [(4, 1), (1, 3), (1, 4), (4, 6), (7, 4), (7, 3)];
const WIDE_LENGTH: usize = 4;

/// Columns between the tiles and the text beside them.
const GAP: usize = 2;

const EDGE: Paint = Paint::letters(245);
const DOT: Paint = Paint::letters(240);
const TILE_NAME: Paint = Paint::letters(137);

/// The table, and beside it the possessions of each color.
pub(super) fn board(view: &View, ink: Ink) -> String {
    let frame = Frame::around(&view.tiles);
    let mut canvas = table(view, &frame);
    let mut panel = Panel { canvas: &mut canvas, column: frame.width() + GAP, line: 1 };
    draw_panel(view, &mut panel);
    panel.paragraph(&LEGEND, FAINT);
    canvas.text(ink)
}

/// The table, and the possessions of each color.
pub(super) fn parts(view: &View, ink: Ink) -> Parts {
    let frame = Frame::around(&view.tiles);
    let mut beside = Canvas::default();
    draw_panel(view, &mut Panel { canvas: &mut beside, column: 0, line: 0 });
    let mut places = Vec::new();
    for tile in view.tiles.iter().filter(|tile| tile.is_on_table) {
        for (name, mark) in tile.names.iter().zip(MARKS) {
            places.push(Place::new(name, add(frame.corner(tile), mark)));
        }
    }
    Parts {
        board: table(view, &frame).text(ink),
        beside: beside.text(ink),
        places,
        legend: legend_text(&LEGEND, ink),
        hand: Vec::new(),
    }
}

/// The triangle that a piece moves to, or whose piece is exchanged, and the one that it leaves.
pub(super) fn marks(view: &View, m: Move) -> Vec<Mark> {
    let frame = Frame::around(&view.tiles);
    let (from, to, symbol) = match m.kind() {
        MoveKind::Step { from, to } => (Some(from), to, '▒'),
        MoveKind::Exchange(to) => (None, to, 'x'),
    };
    let mut marks = Vec::new();
    for tile in &view.tiles {
        for (number, name) in tile.names.iter().enumerate() {
            let mark = add(frame.corner(tile), MARKS[number]);
            if *name == to.to_string() {
                let wide = add(frame.corner(tile), WIDE_LINES[number]);
                marks.extend((0..WIDE_LENGTH).map(|i| Mark::new(add(wide, (i, 0)), symbol)));
                marks.extend([mark, add(mark, (1, 0))].map(|spot| Mark::new(spot, symbol)));
            }
            if Some(name) == from.map(|from| from.to_string()).as_ref() {
                marks.extend([mark, add(mark, (1, 0))].map(|spot| Mark::new(spot, '░')));
            }
        }
    }
    marks
}

/// The tiles on the table.
fn table(view: &View, frame: &Frame) -> Canvas {
    let mut canvas = Canvas::default();
    // From the bottom to the top, so that the lower edge of a tile, which has dots, comes over the
    // upper edge of the next.
    for tile in view.tiles.iter().rev().filter(|tile| tile.is_on_table) {
        draw_tile(tile, frame.corner(tile), &mut canvas);
    }
    canvas
}

/// The colors and the news.
fn draw_panel(view: &View, panel: &mut Panel<'_>) {
    for color in Color::ALL {
        draw_player(view, color, panel);
    }
    panel.paragraph(&news(view), BOLD);
    panel.paragraph(&unusual(view.options), PLAIN);
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
    match color {
        Color::White => Paint::on(16, 230).bold(),
        Color::Black => Paint::on(231, 26).bold(),
    }
}

/// The names of triangles, explained.
const LEGEND: [&str; 3] = ["triangles: 0 top, then", "counter-clockwise;", "odd ones are White's"];

/// The result of the game, or a warning before its end.
fn news(view: &View) -> Vec<String> {
    match (view.end, view.n_occurrences) {
        (Some(end), _) => vec![result(winner_of(view)), reason(view, end)],
        (None, Some(2)) => {
            vec!["this board was here before,".into(), "a third time is a draw".into()]
        }
        (None, _) => Vec::new(),
    }
}

fn winner_of(view: &View) -> Option<Color> {
    winner(view.outcome.as_ref(), &Color::ALL, Color::seat)
}

/// The reason why the game ended.
fn reason(view: &View, end: End) -> String {
    let winner = winner_of(view);
    let loser = winner.map_or_else(String::new, |winner| capitalized(winner.other()));
    match (end, winner) {
        (End::Elimination, Some(_)) => format!("{loser} has no piece left"),
        (End::Captures, Some(winner)) => format!("with {}", captures(view, winner)),
        (End::Stalemate, Some(_)) => format!("{loser} has no move"),
        (End::Elimination, None) => "no piece is left".to_owned(),
        (End::Captures, None) => "with equal captures".to_owned(),
        (End::Stalemate, None) => "there is no move".to_owned(),
        (End::Repetition, _) => "this board came three times".to_owned(),
        (End::Dead, _) => "nobody can capture any more".to_owned(),
    }
}

/// The number of pieces that a color has captured.
fn captures(view: &View, color: Color) -> String {
    plural(view.scores[color.seat()].unsigned_abs() as usize, "capture")
}

/// The options that are not the usual ones.
fn unusual(options: Options) -> Vec<String> {
    let Options { variant, cost, win_captures, .. } = options;
    let usual = Options::default();
    let lines = [
        (variant != usual.variant).then(|| match variant {
            Variant::Laurentius => "the long game, laurentius".to_owned(),
            Variant::Ocius => "the short game, ocius".to_owned(),
        }),
        (cost != usual.cost).then(|| format!("an exchange takes {}", plural(cost, "tile"))),
        win_captures.map(|n| plural(n, "capture") + " to win"),
        (options.stalemate == Stalemate::Loss).then(|| "without a move one loses".to_owned()),
        options.exchange_collects.then(|| "exchanges collect tiles".to_owned()),
        options.board_only.then(|| "boards may repeat".to_owned()),
    ];
    lines.into_iter().flatten().collect()
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

    /// The upper left spot of a tile.
    fn corner(&self, tile: &TileView) -> Spot {
        let columns = tile.column.abs_diff(self.left);
        let rows = tile.row.abs_diff(self.top);
        (COLUMN_STEP * usize::from(columns), ROW_STEP * usize::from(rows))
    }

    /// The columns of the drawing.
    fn width(&self) -> usize {
        COLUMN_STEP * usize::from(self.right.abs_diff(self.left)) + TILE[0].len()
    }
}

/// A player with its pieces, captures and tiles.
fn draw_player(view: &View, color: Color, panel: &mut Panel<'_>) {
    let seat = color.seat();
    let is_to_move = view.color_to_move == Some(color);
    panel.player(&capitalized(color), piece_paint(color), seat, is_to_move);
    let lines = [
        plural(view.n_pieces[seat], "piece"),
        captures(view, color),
        plural(view.held[seat], "tile") + " held",
    ];
    panel.paragraph(&lines, PLAIN);
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
    use tilewright_coerceo::{Coerceo, Position};
    use tilewright_core::{BySeat, Game, Outcome, Position as _, Viewer};

    use super::*;
    use crate::text::testing::codes_of;

    fn view_of(position: &Position) -> View {
        Coerceo::view(position, Viewer::Spectator)
    }

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
        games().map(|position| view_of(&position))
    }

    /// The first spot of the mark of a triangle, counted from the middle of its tile.
    fn place(tile: &TileView, number: usize, variant: Variant) -> Spot {
        let (left, top) = match variant {
            Variant::Laurentius => (-2, 0),
            Variant::Ocius => (-1, 2),
        };
        let right = [0, -3, -3, 0, 3, 3][number];
        let down = [-1, -1, 2, 2, 2, -1][number];
        let column = 9 * (tile.column - left) + 5 + right;
        let line = 3 * (tile.row - top) + 3 + down;
        (column as usize, line as usize)
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

    /// The text for a game with these changes to its start.
    fn said(change: impl FnOnce(&mut View)) -> String {
        let mut view = view_of(&start(Variant::Laurentius));
        change(&mut view);
        board(&view, Ink::Plain)
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
        assert_eq!(board(&view_of(&start(Variant::Ocius)), Ink::Plain), expected[1..]);
    }

    #[test]
    fn every_piece_is_where_it_belongs_and_nothing_else_looks_like_one() {
        for view in views() {
            let mut expected = Vec::new();
            for tile in &view.tiles {
                for (number, _) in tile.triangles.iter().enumerate().filter(|(_, it)| it.is_some())
                {
                    let name = tile.names[number][3..].to_owned();
                    expected.push((place(tile, number, view.options.variant), name));
                }
            }
            expected.sort_by_key(|&((column, line), _)| (line, column));
            let text = board(&view, Ink::Plain);
            assert_eq!(pieces(&text), expected, "{text}");
        }
    }

    #[test]
    fn vacant_triangles_and_tiles_show_their_names_while_they_are_on_the_table() {
        for view in views() {
            let text = board(&view, Ink::Plain);
            let lines: Vec<&str> = text.lines().collect();
            let read = |(x, y): Spot| lines.get(y).and_then(|line| line.get(x..x + 2));
            for tile in &view.tiles {
                let at = |number| place(tile, number, view.options.variant);
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
    fn news_are_bold_and_what_only_helps_is_faint() {
        let mut view = view_of(&start(Variant::Ocius));
        view.n_occurrences = Some(2);
        let painted = board(&view, Ink::Ansi);
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
            let text = board(&view, Ink::Plain);
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
        let white = won_by(Color::White);
        let black = won_by(Color::Black);
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
            "without a move one loses",
            "exchanges collect tiles",
            "boards may repeat",
        ];
        assert_eq!(unusual(options), expected);
    }
}
