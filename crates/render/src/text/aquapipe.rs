//! Aqua Pipe: the spaces with their nested pipes, and beside them the pipes that each color has in
//! hand.

use tilewright_aquapipe::{
    Color, Diameter, End, Move, MoveAfter, Options, PipeView, Place as Target, RowView, UPipes,
    Variant, View,
};
use tilewright_core::grid::Square;

use crate::text::canvas::{Canvas, Panel, Spot, add, legend_text};
use crate::text::ink::{BOLD, FAINT, Ink, PLAIN, Paint};
use crate::text::parts::{Mark, Parts, Place};
use crate::text::words::{capitalized, result, winner};

/// A space: the letters of the diameters are where their rings go. A free slot shows only a dot for
/// each capital.
const SPACE: [&str; 5] = [
    " LlLlLlLlL ", //
    "l  MmMmM  l",
    "L M sSs M L",
    "l  MmMmM  l",
    " LlLlLlLlL ",
];

/// The distances to the next file and rank of spaces.
const FILE_STEP: usize = 13;
const RANK_STEP: usize = 6;

/// The width of a space, and the place of the name of its file.
const SPACE_WIDTH: usize = 11;
const MIDDLE: Spot = (5, 2);

/// The first column of the spaces, behind the numbers of the ranks.
const LEFT: usize = 2;

/// Columns between the spaces and the text beside them.
const GAP: usize = 4;

const FREE: Paint = Paint::letters(244);
const NAME: Paint = Paint::letters(137);

/// The board with its nested pipes, and beside it the hand of each color.
pub(super) fn board(view: &View, ink: Ink) -> String {
    let mut board = Board::with_pipes(view);
    let column = board.width() + GAP;
    let mut panel = Panel { canvas: &mut board.canvas, column, line: 0 };
    draw_panel(view, &mut panel);
    panel.paragraph(legend(view.options.variant), FAINT);
    board.canvas.text(ink)
}

/// The board, and the hand of each color.
pub(super) fn parts(view: &View, ink: Ink) -> Parts {
    let board = Board::with_pipes(view);
    let mut beside = Canvas::default();
    draw_panel(view, &mut Panel { canvas: &mut beside, column: 0, line: 0 });
    let place = |space: Square| Place::new(&space, add(board.corner(space), MIDDLE));
    Parts {
        places: board.spaces().map(place).collect(),
        board: board.canvas.text(ink),
        beside: beside.text(ink),
        legend: legend_text(legend(view.options.variant), ink),
        hand: Vec::new(),
    }
}

/// The rings and the joint of a pipe where it goes, and the rings that it leaves.
pub(super) fn marks(view: &View, m: Move) -> Vec<Mark> {
    let Some(color) = view.color_to_move else { return Vec::new() };
    let pipe = |place: Target| PipeView {
        color,
        diameter: m.diameter(),
        is_u_pipe: m.is_u_pipe(),
        number: 1,
        spaces: place.spaces().map(|space| space.to_string()).collect(),
    };
    let mut board = Board { canvas: Canvas::default(), size: view.size };
    let to = pipe(m.to());
    board.rings(&to);
    board.joint(&to);
    let mut marks: Vec<Mark> =
        board.canvas.glyphs().map(|(spot, symbol)| Mark::new(spot, symbol)).collect();
    let left = m.from().into_iter().flat_map(Target::spaces);
    for space in left.filter(|space| !to.spaces.contains(&space.to_string())) {
        let corner = board.corner(space);
        let spots = ring(m.diameter()).map(|(spot, _)| add(corner, spot));
        marks.extend(spots.map(|spot| Mark::new(spot, '░')));
    }
    marks
}

/// The players and the news.
fn draw_panel(view: &View, panel: &mut Panel<'_>) {
    for color in Color::ALL {
        draw_player(view, color, panel);
    }
    panel.paragraph(&news(view), BOLD);
    panel.paragraph(&unusual(view.options), PLAIN);
}

/// The spaces of a board of some size.
struct Board {
    canvas: Canvas,
    size: u8,
}

impl Board {
    /// The board with all pipes on it.
    fn with_pipes(view: &View) -> Board {
        let mut board = Board { canvas: Canvas::default(), size: view.size };
        board.names();
        board.free_slots();
        let on_board = || view.pipes.iter().filter(|pipe| !pipe.spaces.is_empty());
        for pipe in on_board() {
            board.rings(pipe);
        }
        // Joints lie over the rings of wider pipes.
        for pipe in on_board() {
            board.joint(pipe);
        }
        board
    }

    /// The columns up to the last space.
    fn width(&self) -> usize {
        LEFT + FILE_STEP * usize::from(self.size - 1) + SPACE_WIDTH
    }

    /// The upper left spot of a space.
    fn corner(&self, space: Square) -> Spot {
        let ranks_above = self.size.saturating_sub(space.y() + 1);
        (LEFT + FILE_STEP * usize::from(space.x()), RANK_STEP * usize::from(ranks_above))
    }

    /// All spaces.
    fn spaces(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size).flat_map(move |y| (0..size).filter_map(move |x| Square::new(x, y)))
    }

    /// The files below the board and the ranks at both sides.
    fn names(&mut self) {
        let bottom = RANK_STEP * usize::from(self.size) - 1;
        let right = self.width() + 1;
        for space in self.spaces().filter(|space| space.x() == space.y()) {
            let name = space.to_string();
            let (file, rank) = name.split_at(1);
            let (column, line) = add(self.corner(space), MIDDLE);
            self.canvas.write((column, bottom), file, NAME);
            self.canvas.write((0, line), rank, NAME);
            self.canvas.write((right, line), rank, NAME);
        }
    }

    /// Dots in all slots.
    fn free_slots(&mut self) {
        for space in self.spaces() {
            let corner = self.corner(space);
            for diameter in Diameter::ALL {
                for (spot, _) in ring(diameter).filter(|&(_, is_dot)| is_dot) {
                    self.canvas.put(add(corner, spot), '.', FREE);
                }
            }
        }
    }

    /// A ring of letters in each space of a pipe.
    fn rings(&mut self, pipe: &PipeView) {
        for space in spaces(pipe) {
            let corner = self.corner(space);
            for (spot, _) in ring(pipe.diameter) {
                self.canvas.put(
                    add(corner, spot),
                    letter(pipe),
                    pipe_paint(pipe.color, pipe.diameter),
                );
            }
        }
    }

    /// The joint between the two rings of a U pipe.
    fn joint(&mut self, pipe: &PipeView) {
        let [first, second] = spaces(pipe).collect::<Vec<_>>()[..] else { return };
        let is_upright = first.x() == second.x();
        // The second space of an upright pipe is above the first.
        let corner = self.corner(if is_upright { second } else { first });
        let (symbol, spots) = if is_upright {
            ('|', upright_joint(pipe.diameter))
        } else {
            ('=', level_joint(pipe.diameter))
        };
        for spot in spots {
            self.canvas.put(add(corner, spot), symbol, pipe_paint(pipe.color, pipe.diameter));
        }
    }
}

/// The spots of a ring in its space, and whether there is a dot if the slot is free.
fn ring(diameter: Diameter) -> impl Iterator<Item = (Spot, bool)> {
    let spots = SPACE.iter().enumerate().flat_map(|(line, symbols)| {
        symbols.chars().enumerate().map(move |(column, symbol)| ((column, line), symbol))
    });
    spots
        .filter(move |(_, symbol)| symbol.to_ascii_uppercase() == diameter.letter())
        .map(|(spot, symbol)| (spot, symbol.is_ascii_uppercase()))
}

/// From the right end of a ring's first line to the ring in the space at the right.
fn level_joint(diameter: Diameter) -> Vec<Spot> {
    let (line, left, right) = match diameter {
        Diameter::Large => (0, 9, 1),
        Diameter::Medium => (1, 7, 3),
        Diameter::Small => (2, 6, 4),
    };
    (left + 1..FILE_STEP + right).map(|column| (column, line)).collect()
}

/// From the bottom of a ring to the ring in the space below, in two columns for each diameter so
/// that joints do not meet.
fn upright_joint(diameter: Diameter) -> Vec<Spot> {
    let (column, top, bottom) = match diameter {
        Diameter::Large => (1, 4, 0),
        Diameter::Medium => (3, 3, 1),
        Diameter::Small => (5, 2, 2),
    };
    (top + 1..RANK_STEP + bottom).flat_map(|line| [(column, line), (column + 1, line)]).collect()
}

/// The spaces of a pipe.
fn spaces(pipe: &PipeView) -> impl Iterator<Item = Square> {
    pipe.spaces.iter().filter_map(|name| name.parse().ok())
}

/// The letter of a pipe, as in positions.
const fn letter(pipe: &PipeView) -> char {
    let letter = pipe.color.letter();
    if pipe.is_u_pipe { letter.to_ascii_uppercase() } else { letter }
}

/// Letters on the color of a pipe. The wider it is the darker, so that nested pipes of one color
/// stay apart.
const fn pipe_paint(color: Color, diameter: Diameter) -> Paint {
    match (color, diameter) {
        (Color::Blue, Diameter::Small) => Paint::on(17, 117),
        (Color::Blue, Diameter::Medium) => Paint::on(17, 39),
        (Color::Blue, Diameter::Large) => Paint::on(117, 25),
        (Color::Red, Diameter::Small) => Paint::on(52, 217),
        (Color::Red, Diameter::Medium) => Paint::on(52, 203),
        (Color::Red, Diameter::Large) => Paint::on(217, 124),
    }
}

/// An explanation of the board.
const fn legend(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Small => &RINGS,
        Variant::Large => &RINGS_AND_JOINTS,
    }
}

const RINGS: [&str; 4] =
    ["outer ring   L large", "middle ring  M medium", "core         S small", "dots         free"];
const RINGS_AND_JOINTS: [&str; 5] = [RINGS[0], RINGS[1], RINGS[2], RINGS[3], "BB==BB       U pipe"];

/// The result of the game, or a warning before its end.
fn news(view: &View) -> Vec<String> {
    match (view.end, view.n_occurrences) {
        (Some(end), _) => vec![result(winner_of(view)), reason(view, end)],
        (None, Some(2)) => ["this position was", "here before,", "a third time is a draw"]
            .map(str::to_owned)
            .into(),
        (None, _) => Vec::new(),
    }
}

fn winner_of(view: &View) -> Option<Color> {
    winner(view.outcome.as_ref(), &Color::ALL, Color::seat)
}

/// The reason why the game ended.
fn reason(view: &View, end: End) -> String {
    match end {
        End::Row => {
            let number = if view.size == 3 { "three" } else { "four" };
            match winner_of(view).and_then(|color| row_of(view, color)) {
                Some(diameter) => format!("{number} {diameter} in a row"),
                None => "four rows of three".to_owned(),
            }
        }
        End::Repetition => "same position 3 times".to_owned(),
        End::NoMove => "there is no move".to_owned(),
    }
}

/// The diameter of which a color has a row from edge to edge or corner to corner.
fn row_of(view: &View, color: Color) -> Option<Diameter> {
    let is_whole =
        |row: &&RowView| row.color == color && row.spaces.len() == usize::from(view.size);
    view.rows.iter().find(is_whole).map(|row| row.diameter)
}

/// The options that are not the usual ones.
fn unusual(options: Options) -> Vec<&'static str> {
    let lines = [
        match options.move_after {
            MoveAfter::Each => None,
            MoveAfter::AnyTime => Some("pipes move at any time"),
            MoveAfter::Never => Some("pipes never move"),
        },
        (!options.four_rows).then_some("only rows of four win"),
        (options.u_pipes == UPipes::MediumLarge).then_some("U pipes are M and L"),
        options.board_only.then_some("positions may repeat"),
    ];
    lines.into_iter().flatten().collect()
}

/// A player with the pipes it has in hand.
fn draw_player(view: &View, color: Color, panel: &mut Panel<'_>) {
    let is_to_move = view.color_to_move == Some(color);
    let paint = pipe_paint(color, Diameter::Medium);
    panel.player(&capitalized(color), paint, color.seat(), is_to_move);
    let lines =
        [Some(straight_in_hand(view, color)), u_in_hand(view, color), may_move(view, color)];
    panel.paragraph(&lines.into_iter().flatten().collect::<Vec<_>>(), PLAIN);
}

/// The pipes of one kind that a color has in hand.
fn n_in_hand(view: &View, color: Color, diameter: Diameter, is_u_pipe: bool) -> usize {
    let is_one = |pipe: &&PipeView| {
        (pipe.color, pipe.diameter, pipe.is_u_pipe) == (color, diameter, is_u_pipe)
            && pipe.spaces.is_empty()
    };
    view.pipes.iter().filter(is_one).count()
}

/// The numbers of straight pipes of each diameter that a color has in hand.
fn straight_in_hand(view: &View, color: Color) -> String {
    let count = |diameter: Diameter| {
        format!("{} {}", diameter.letter(), n_in_hand(view, color, diameter, false))
    };
    Diameter::ALL.map(count).join("  ")
}

/// The U pipes that a color has in hand, if there are any in the game.
fn u_in_hand(view: &View, color: Color) -> Option<String> {
    let has_one = |&diameter: &Diameter| n_in_hand(view, color, diameter, true) > 0;
    let in_hand = Diameter::ALL.into_iter().filter(has_one);
    let names: Vec<String> = in_hand.map(|diameter| format!("U {}", diameter.letter())).collect();
    match names[..] {
        _ if view.options.variant == Variant::Small => None,
        [] => Some("no U pipe".to_owned()),
        _ => Some(names.join("  ")),
    }
}

/// Says whether the color to move may move pipes, unless the options say it for the whole game.
fn may_move(view: &View, color: Color) -> Option<String> {
    let is_asked = view.color_to_move == Some(color) && view.options.move_after == MoveAfter::Each;
    let words = if view.can_move_pipes { "may move pipes" } else { "cannot move pipes yet" };
    is_asked.then(|| words.to_owned())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::SmallRng;
    use tilewright_aquapipe::{AquaPipe, Position};
    use tilewright_core::{BySeat, Game, Outcome, Position as _, Viewer};

    use super::*;
    use crate::text::testing::codes_of;

    fn view_of(position: &Position) -> View {
        AquaPipe::view(position, Viewer::Spectator)
    }

    fn start(options: Options) -> Position {
        AquaPipe::start(&options).unwrap()
    }

    fn small() -> Options {
        Options::default()
    }

    fn large() -> Options {
        Options { variant: Variant::Large, ..small() }
    }

    fn wide_u_pipes() -> Options {
        Options { u_pipes: UPipes::MediumLarge, ..large() }
    }

    /// Games at random, with all their positions.
    fn views() -> impl Iterator<Item = View> {
        let games = (0..20)
            .flat_map(|seed| [small(), large(), wide_u_pipes()].map(|options| game(options, seed)));
        games.flatten()
    }

    fn game(options: Options, seed: u64) -> Vec<View> {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut position = start(options);
        let mut views = vec![view_of(&position)];
        while let Some(m) = position.random_move(&mut rng) {
            position.play(m).unwrap();
            views.push(view_of(&position));
        }
        views
    }

    fn drawn(position: &str) -> String {
        board(&view_of(&position.parse().unwrap()), Ink::Plain)
    }

    /// The text for a game with these changes to its start.
    fn said(options: Options, change: impl FnOnce(&mut View)) -> String {
        let mut view = view_of(&start(options));
        change(&mut view);
        board(&view, Ink::Plain)
    }

    /// The text of the position without the options and the side, read from the drawing: for each
    /// diameter at spots that no joint crosses, all of which must agree.
    fn read_layers(text: &str, size: usize) -> String {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let spots: [&[Spot]; 3] = [&[(5, 2)], &[(3, 1), (7, 1), (7, 3)], &[(7, 0), (9, 0), (9, 4)]];
        let read = |file: usize, rank: usize, spots: &[Spot]| {
            let at = |&(x, y): &Spot| char::from(lines[6 * rank + y][2 + 13 * file + x]);
            let symbols: Vec<char> = spots.iter().map(at).collect();
            assert!(symbols.iter().all(|&symbol| symbol == symbols[0]), "{symbols:?}\n{text}");
            symbols[0]
        };
        let layer = |spots: &[Spot]| {
            let rank = |rank| (0..size).map(|file| read(file, rank, spots)).collect::<String>();
            (0..size).map(rank).collect::<Vec<_>>().join("/")
        };
        spots.map(layer).join("|")
    }

    fn won_by(color: Color) -> Outcome {
        Outcome::ranked(BySeat::from([0, 0]), |seat| seat == color.seat())
    }

    #[test]
    fn a_small_board_looks_like_this() {
        let expected = r"
   bbbbbbbbb    . . . . .    . . . . .       Blue (seat 1)
  b  rrrrr  b     rrrrr        . . .         S 1  M 1  L 1
3 b r bbb r b  . r  .  r .  . . rrr . . 3
  b  rrrrr  b     rrrrr        . . .       > Red (seat 2)
   bbbbbbbbb    . . . . .    . . . . .       S 2  M 1  L 1
                                             may move pipes
   rrrrrrrrr    . . . . .    rrrrrrrrr
  r  bbbbb  r     . . .     r  . . .  r      outer ring   L large
2 r b  .  b r  . . bbb . .  r .  .  . r 2    middle ring  M medium
  r  bbbbb  r     . . .     r  . . .  r      core         S small
   rrrrrrrrr    . . . . .    rrrrrrrrr       dots         free

   . . . . .    . . . . .    bbbbbbbbb
     . . .        . . .     b  bbbbb  b
1 . .  .  . .  . .  .  . .  b b  .  b b 1
     . . .        . . .     b  bbbbb  b
   . . . . .    . . . . .    bbbbbbbbb
       a            b            c
";
        assert_eq!(drawn("b.r/.b./...|rr./b../..b|b../r.r/..b r"), expected[1..]);
    }

    #[test]
    fn joints_lie_over_the_rings_of_wider_pipes() {
        let expected = r"
   bbbbbbbbb    . . . . .    . . . . .    . . . . .       Blue (seat 1)
  b  rrrrr  b     rrrrr        . . .        rrrrr         S 2  M 1  L 1
4 b r bbb r b  . r  .  r .  . .  .  . .  . r rrr r . 4    no U pipe
  b  rrrrr  b     rrrrr        . . .        rrrrr
   bbbbbbbbb    . . . . .    . . . . .    . . . . .     > Red (seat 2)
                                                          S 2  M 1  L 1
   rrrrrrrrr    . . . . .    rrrrrrrrr    bbbbbbbbb       no U pipe
  r  BBBBB  r     RRRRR========RRRRR  r  b  . . .  b      may move pipes
3 r B  .  B r  . R BBB==========BBB R r  b . RRR . b 3
  r  BBBBB  r     RRRRR     r  RRRRR  r  b  . ||.  b      outer ring   L large
   rr||rrrrr    . . . . .    rrrrrrrrr    bbbb||bbb       middle ring  M medium
     ||                                       ||          core         S small
   . ||. . .    . . . . .    bbbbbbbbb    . . ||. .       dots         free
     BBBBB        bbbbb     b  bbbbb  b     . ||.         BB==BB       U pipe
2 . B bbb B .  . b  .  b .  b b  .  b b  . . RRR . . 2
     BBBBB        bbbbb     b  bbbbb  b     . . .
   . . . . .    . . . . .    bbbbbbbbb    . . . . .

   rrrrrrrrr    . . . . .    . . . . .    . . . . .
  r  . . .  r     . . .        . . .        bbbbb
1 r .  .  . r  . . rrr . .  . .  .  . .  . b  .  b . 1
  r  . . .  r     . . .        . . .        bbbbb
   rrrrrrrrr    . . . . .    . . . . .    . . . . .
       a            b            c            d
";
        let position = "b..r/.BBR/b..R/.r..|rr.r/BRR./Bbb./...b|b.../r.rb/..b./r... r";
        assert_eq!(drawn(position), expected[1..]);
    }

    #[test]
    fn every_pipe_and_every_free_slot_can_be_read_from_the_drawing() {
        for view in views() {
            let text = board(&view, Ink::Plain);
            let layers = view.position.split(' ').nth(1).unwrap();
            assert_eq!(read_layers(&text, view.size.into()), layers, "{text}");
        }
    }

    #[test]
    fn joints_never_meet() {
        for view in views() {
            let text = board(&view, Ink::Plain);
            let n_shown = |symbol| text.matches(symbol).count();
            let n_in_legend = if view.size == 4 { 2 } else { 0 };
            let mut n_level = n_in_legend;
            let mut n_upright = 0;
            for pipe in &view.pipes {
                let [first, second] = spaces(pipe).collect::<Vec<_>>()[..] else { continue };
                if first.y() == second.y() {
                    n_level += [10, 8, 4][pipe.diameter.index()];
                } else {
                    n_upright += [10, 6, 2][pipe.diameter.index()];
                }
            }
            assert_eq!((n_shown('='), n_shown('|')), (n_level, n_upright), "{text}");
        }
    }

    #[test]
    fn news_are_bold_and_what_only_helps_is_faint() {
        let mut view = view_of(&start(small()));
        view.n_occurrences = Some(2);
        let painted = board(&view, Ink::Ansi);
        let [news, arrow, legend, free, name] =
            ["third", ">", "outer", ".", "b"].map(|text| codes_of(&painted, text));
        assert_eq!([news, arrow, legend], [Some("1"), Some("1"), Some("2")]);
        assert!(free.is_some() && name.is_some() && free != name, "{free:?} {name:?}");
    }

    #[test]
    fn lines_fit_a_terminal_and_do_not_end_in_spaces() {
        let is_neat = |line: &str| line.is_ascii() && line.len() <= 80 && line == line.trim_end();
        for mut view in views() {
            for n_occurrences in [1, 2] {
                view.n_occurrences = Some(n_occurrences);
                let text = board(&view, Ink::Plain);
                assert!(text.lines().all(is_neat) && text.lines().count() <= 24, "{text}");
            }
            view.options.move_after = MoveAfter::AnyTime;
            view.options.board_only = true;
            view.options.four_rows = view.size == 3;
            let text = board(&view, Ink::Plain);
            assert!(text.lines().all(is_neat) && text.lines().count() <= 24, "{text}");
        }
    }

    #[test]
    fn an_arrow_shows_who_is_to_move() {
        assert!(said(small(), |_| ()).contains("> Blue (seat 1)"));
        let red = said(small(), |view| view.color_to_move = Some(Color::Red));
        assert!(red.contains("> Red (seat 2)") && !red.contains("> Blue"));
        assert!(!said(small(), |view| view.color_to_move = None).contains('>'));
    }

    #[test]
    fn hands_are_counted_by_diameter() {
        let hands = |text: &str| -> Vec<String> {
            let is_hand = |line: &&str| line.contains("  M ") && line.contains("S ");
            let hand = |line: &str| line[line.find("S ").unwrap()..].to_owned();
            text.lines().filter(is_hand).map(hand).collect()
        };
        let text = drawn("b.r/.b./...|rr./b../..b|b../r.r/..b r");
        assert_eq!(hands(&text), ["S 1  M 1  L 1", "S 2  M 1  L 1"]);
        assert!(!text.contains("U "));
        let text = drawn("..../..../RR../....|B.../B.../..../....|..../..../..../.... b");
        assert_eq!(hands(&text), ["S 4  M 4  L 4", "S 4  M 4  L 4"]);
        assert!(text.contains("   U S\n") && text.contains("   U M\n"), "{text}");
        assert!(said(wide_u_pipes(), |_| ()).contains("  U M  U L\n"));
    }

    #[test]
    fn the_one_to_move_knows_whether_pipes_move() {
        let yes = "may move pipes";
        let no = "cannot move pipes yet";
        assert!(said(small(), |_| ()).contains(no));
        assert!(said(small(), |view| view.can_move_pipes = true).contains(yes));
        let over = said(small(), |view| view.color_to_move = None);
        assert!(!over.contains(yes) && !over.contains(no));
    }

    #[test]
    fn rows_win_in_words() {
        let words = |position: &str, m: &str| {
            let mut position: Position = position.parse().unwrap();
            position.play(m.parse().unwrap()).unwrap();
            board(&view_of(&position), Ink::Plain)
        };
        let three = words(".../.../...|b../.b./...|.../.../... b", "M@c1");
        assert!(three.contains("Blue wins") && three.contains("three medium in a row"), "{three}");
        let four = "rrr./..../..../....|..../..../..../....|..../..../..../.... r";
        let four = words(four, "S@d4");
        assert!(four.contains("Red wins") && four.contains("four small in a row"), "{four}");
        let rows = "b.b./B.../B.../....|bbb./..../..../....|bbb./..../..../.... b";
        let rows = words(rows, "S@b4");
        assert!(rows.contains("Blue wins") && rows.contains("four rows of three"), "{rows}");
    }

    #[test]
    fn draws_are_told_in_words() {
        let draw = Outcome::by_score(BySeat::from([0, 0]));
        let told = |end| {
            said(small(), |view| {
                view.end = Some(end);
                view.outcome = Some(draw);
                view.n_occurrences = Some(2);
            })
        };
        for (end, words) in
            [(End::Repetition, "same position 3 times"), (End::NoMove, "there is no move")]
        {
            let text = told(end);
            assert!(text.contains("draw\n") && text.contains(words), "{text}");
            assert!(!text.contains("a third time"), "{text}");
        }
        let won = said(small(), |view| {
            view.end = Some(End::Row);
            view.outcome = Some(won_by(Color::Red));
        });
        assert!(won.contains("Red wins"), "{won}");
    }

    #[test]
    fn a_position_that_was_there_before_is_told() {
        for (n_occurrences, is_told) in [(None, false), (Some(1), false), (Some(2), true)] {
            let text = said(small(), |view| view.n_occurrences = n_occurrences);
            assert_eq!(text.contains("a third time is a draw"), is_told, "{text}");
        }
    }

    #[test]
    fn only_unusual_options_are_told() {
        assert!(unusual(small()).is_empty() && unusual(large()).is_empty());
        let options = Options {
            move_after: MoveAfter::Never,
            four_rows: false,
            board_only: true,
            ..wide_u_pipes()
        };
        let expected = [
            "pipes never move",
            "only rows of four win",
            "U pipes are M and L",
            "positions may repeat",
        ];
        assert_eq!(unusual(options), expected);
    }
}
