//! The same random game in the crate and in the reference, compared ply by ply.

use std::fmt::Write;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_blokus::{
    Blokus, Color, ColorView, Move, Options, Orientation, Piece, Position, Scoring, Variant, View,
};
use tilewright_core::grid::Square;
use tilewright_core::{Game, Position as _, Rng, Seat, Turn, Viewer, random_index};

use super::reference::{Cell, Placement, Reference, SHAPES};

/// A variant with its seats and start rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) variant: Variant,
    pub(crate) n_seats: usize,
    pub(crate) free_start: bool,
}

/// Plays a game for each seed and compares everything.
///
/// The scorings take turns. Every other game prefers large pieces, so that colors place all of
/// theirs and the single square comes last.
pub(crate) fn compare_games(setup: Setup, seeds: impl IntoIterator<Item = u64>) {
    for seed in seeds {
        let scoring = [Scoring::Advanced, Scoring::Basic, Scoring::Tilewe][seed as usize % 3];
        let mut game = Comparison::new(setup, scoring, seed);
        let mut rng = SmallRng::seed_from_u64(seed);
        game.check();
        while let Some(placement) = choose(&game.reference, seed % 2 == 0, &mut rng) {
            let ply = game.reference.ply();
            if ply % 5 == seed as usize % 5 {
                game.check_board();
                game.check_names();
            }
            if ply % 11 == 3 && seed % 16 < 2 {
                game.check_every_placement();
            }
            game.play(&placement);
            if ply % 13 == seed as usize % 13 {
                game.go_on_from_text();
            }
            game.take_a_detour(ply % 9, &mut rng);
            game.check();
        }
        game.check_end();
    }
}

fn choose(reference: &Reference, prefers_large: bool, rng: &mut SmallRng) -> Option<Placement> {
    let mut placements = reference.legal_placements(reference.color_to_move()?);
    if prefers_large && !rng.next_u64().is_multiple_of(8) {
        let largest = placements.iter().map(|placement| placement.cells.len()).max();
        placements.retain(|placement| Some(placement.cells.len()) == largest);
    }
    Some(placements.swap_remove(random_index(rng, placements.len())))
}

pub(crate) struct Comparison {
    position: Position,
    pub(crate) reference: Reference,
    setup: Setup,
    scoring: Scoring,
    /// What has been placed, in order.
    placed: Vec<Placed>,
    /// Where in which game a difference is.
    context: String,
}

/// A piece on the board.
struct Placed {
    color: usize,
    placement: Placement,
    /// Nothing if the position was read from text since.
    ply: Option<usize>,
}

impl Comparison {
    pub(crate) fn new(setup: Setup, scoring: Scoring, seed: u64) -> Comparison {
        let Setup { variant, n_seats, free_start } = setup;
        let seats = Some(n_seats as u8);
        let options = Options { variant, seats, scoring: Some(scoring), free_start };
        Comparison {
            position: Blokus::start(&options).expect("these options are a game"),
            reference: Reference::new(variant.name(), n_seats, free_start),
            setup,
            scoring,
            placed: Vec::new(),
            context: format!("{setup:?} {scoring} seed {seed}:"),
        }
    }

    pub(crate) fn play(&mut self, placement: &Placement) {
        write!(self.context, " {placement}").expect("writing to a string cannot fail");
        let m = move_of(placement);
        assert_eq!(m.to_string(), placement.to_string(), "{}", self.context);
        self.position.play(m).expect(&self.context);
        let color = self.reference.color_to_move().expect("somebody is to move");
        let ply = Some(self.reference.ply());
        self.placed.push(Placed { color, placement: placement.clone(), ply });
        self.reference.place(placement);
    }

    /// A position that was read from text must be as good as one that was played, but does not
    /// know when its pieces were placed.
    pub(crate) fn go_on_from_text(&mut self) {
        self.position = self.position.to_string().parse().expect(&self.context);
        for placed in &mut self.placed {
            placed.ply = None;
        }
    }

    /// Plays a few random moves and takes them back. Equality of positions looks at the pieces
    /// alone; the comparisons that follow look at all that is derived from them.
    pub(crate) fn take_a_detour(&mut self, n_moves: usize, rng: &mut SmallRng) {
        let mut played = Vec::new();
        for _ in 0..n_moves {
            let Some(m) = self.position.random_move(rng) else { break };
            played.push((m, self.position.play_unchecked(m)));
        }
        for (m, undo) in played.into_iter().rev() {
            self.position.undo(m, undo);
        }
    }

    /// Turn, legal moves, corners, hand and points of every color, and what the view tells of all
    /// this.
    pub(crate) fn check(&self) {
        let Comparison { position, reference, context, .. } = self;
        assert_eq!(position.ply(), reference.ply(), "{context}");
        assert_eq!(position.n_seats(), reference.n_seats(), "{context}");
        let color = position.color_to_move().map(Color::index);
        assert_eq!(color, reference.color_to_move(), "{context}");
        let seat = position.turn().seat().map(Seat::index);
        assert_eq!(seat, reference.seat_to_move(), "{context}");
        assert_eq!(
            position.scores().as_slice(),
            reference.scores(self.scoring.name()),
            "{context}"
        );
        let view = Blokus::view(position, Viewer::Spectator);
        self.check_view(&view);
        self.check_blocks(&view);
        assert_eq!(view.colors.len(), reference.n_colors(), "{context}");
        for (index, &color) in position.colors().iter().enumerate() {
            assert_eq!(color.index(), index, "{context}");
            assert_eq!(view.colors[index].color, color, "{context}");
            self.check_moves(color, &view.colors[index]);
            self.check_hand(color, &view.colors[index]);
        }
    }

    /// What the view tells of the game as a whole.
    fn check_view(&self, view: &View) {
        let Comparison { position, reference, setup, scoring, context, .. } = self;
        let rules = (view.variant, view.scoring, view.free_start);
        assert_eq!(rules, (setup.variant, *scoring, setup.free_start), "{context}");
        assert_eq!(i32::from(view.size), reference.side(), "{context}");
        assert_eq!(view.ply, reference.ply(), "{context}");
        assert_eq!(view.position, position.to_string(), "{context}");
        assert_eq!(view.seat_to_move.map(Seat::index), reference.seat_to_move(), "{context}");
        assert_eq!(view.color_to_move.map(Color::index), reference.color_to_move(), "{context}");
        let scores = reference.scores(scoring.name());
        assert_eq!(view.scores.as_slice(), scores, "{context}");
        let outcome = view.outcome.map(|outcome| {
            (outcome.places().as_slice().to_vec(), outcome.scores().as_slice().to_vec())
        });
        let is_over = reference.color_to_move().is_none();
        let expected = is_over.then(|| (reference.places(scoring.name()), scores));
        assert_eq!(outcome, expected, "{context}");
    }

    /// The pieces on the board, in the order in which they were placed.
    fn check_blocks(&self, view: &View) {
        let Comparison { placed, context, .. } = self;
        assert!(view.blocks.is_sorted_by_key(|block| block.ply), "{context}");
        let told = view.blocks.iter().map(|block| {
            let cells: Vec<Cell> = block.squares.iter().copied().map(cell).collect();
            let orientation = block.orientation.as_str();
            (cells, block.color.index(), block.piece.name(), orientation, block.ply)
        });
        let expected = placed.iter().map(|Placed { color, placement, ply }| {
            let Placement { piece, rotation, cells } = placement;
            (cells.clone(), *color, *piece, *rotation, *ply)
        });
        let [mut told, mut expected] = [told.collect::<Vec<_>>(), expected.collect()];
        // The order of those of unknown plies means nothing.
        told.sort_unstable();
        expected.sort_unstable();
        assert_eq!(told, expected, "{context}");
    }

    fn check_moves(&self, color: Color, view: &ColorView) {
        let Comparison { position, reference, context, .. } = self;
        let index = color.index();
        let expected = reference.legal_placements(index);
        let mut moves = Vec::new();
        position.legal_moves_of(color, &mut moves);
        assert_eq!(placements(&moves), expected, "{color} in {context}");
        assert_eq!(position.n_legal_moves_of(color), expected.len(), "{color} in {context}");
        assert_eq!(position.is_out(color), expected.is_empty(), "{color} in {context}");
        assert_eq!(view.out, expected.is_empty(), "{color} in {context}");
        let expected_corners = reference.open_corners(index);
        assert_eq!(position.n_open_corners(color), expected_corners.len(), "{color} in {context}");
        for open_corners in [&position.open_corners(color), &view.open_corners] {
            let open_corners: Vec<Cell> = open_corners.iter().copied().map(cell).collect();
            assert_eq!(open_corners, expected_corners, "{color} in {context}");
        }
        if position.color_to_move() == Some(color) {
            moves.clear();
            position.legal_moves(&mut moves);
            assert_eq!(placements(&moves), expected, "{context}");
            assert_eq!(position.n_legal_moves(), expected.len(), "{context}");
        }
    }

    fn check_hand(&self, color: Color, view: &ColorView) {
        let Comparison { position, reference, scoring, context, .. } = self;
        let index = color.index();
        let context = format!("{color} in {context}");
        let expected = reference.remaining(index);
        assert!(position.remaining(color).map(Piece::name).eq(expected.clone()), "{context}");
        assert!(view.remaining.iter().map(|piece| piece.name()).eq(expected), "{context}");
        let squares_placed = reference.squares_placed(index);
        assert_eq!(position.squares_placed(color) as i32, squares_placed, "{context}");
        for squares_left in [position.squares_left(color), view.squares_left] {
            assert_eq!(squares_placed + squares_left as i32, 89, "{context}");
        }
        // The other scorings know no bonus.
        let bonus = if *scoring == Scoring::Advanced { reference.bonus(index) } else { 0 };
        assert_eq!(position.bonus(color), bonus, "{context}");
        assert_eq!(view.points_placed, squares_placed + bonus, "{context}");
        for points in [position.points(color), view.points] {
            assert_eq!(points, reference.points(index, scoring.name()), "{context}");
        }
        for owner in [position.owner(color), view.owner] {
            assert_eq!(owner.map(Seat::index), reference.owner(index), "{context}");
        }
        for player in [position.player(color), view.player] {
            assert_eq!(player.map(Seat::index), Some(reference.player(index)), "{context}");
        }
    }

    pub(crate) fn check_board(&self) {
        let Comparison { position, reference, context, .. } = self;
        for square in squares(position.size()) {
            let color = position.color_at(square).map(Color::index);
            assert_eq!(color, reference.color_at(cell(square)), "{square} in {context}");
        }
    }

    /// All Tilewe names of all legal moves, the written one first, and each of them read back; and
    /// the moves taken apart.
    pub(crate) fn check_names(&self) {
        let Comparison { position, reference, context, .. } = self;
        let color = reference.color_to_move().expect("somebody is to move");
        let open_corners = reference.open_corners(color);
        for placement in reference.legal_placements(color) {
            let m = move_of(&placement);
            let names = Reference::tilewe_names(&open_corners, &placement);
            assert_eq!(position.tilewe_name(m).as_ref(), names.first(), "{m} in {context}");
            for name in &names {
                assert_eq!(position.parse_tilewe(name).as_ref(), Ok(&m), "{name} in {context}");
            }
            assert_eq!(position.tilewe_names(m), names, "{m} in {context}");
            let view = Blokus::move_view(position, m);
            assert_eq!(view.text, m, "{context}");
            let shape = (view.parts.piece.name(), view.parts.orientation.as_str());
            assert_eq!(shape, (placement.piece, placement.rotation), "{m} in {context}");
            let cells: Vec<Cell> = view.parts.squares.into_iter().map(cell).collect();
            assert_eq!(cells, placement.cells, "{m} in {context}");
            assert_eq!(view.tilewe.as_ref(), names.first(), "{m} in {context}");
        }
    }

    /// Whether and why not, for every orientation on every square, on the board or beyond it.
    fn check_every_placement(&self) {
        let Comparison { position, reference, context, .. } = self;
        let color = reference.color_to_move().expect("somebody is to move");
        for shape in SHAPES.values().flatten() {
            for square in squares(20) {
                let placement = Placement::at(shape, cell(square));
                let m = move_of(&placement);
                let broken = reference.broken_rules(color, &placement);
                assert_eq!(position.is_legal(m), broken.is_empty(), "{m} in {context}");
                match position.explain(m) {
                    Ok(()) => assert!(broken.is_empty(), "{m} in {context}: {broken:?}"),
                    Err(illegal) => assert!(
                        broken.contains(&illegal.rule()),
                        "{m} in {context}: {illegal}, but it is {broken:?}"
                    ),
                }
            }
        }
    }

    pub(crate) fn check_end(&self) {
        let Comparison { position, reference, scoring, context, .. } = self;
        let Turn::Over(outcome) = position.turn() else { panic!("not over: {context}") };
        assert_eq!(outcome.places().as_slice(), reference.places(scoring.name()), "{context}");
        assert_eq!(outcome.scores().as_slice(), reference.scores(scoring.name()), "{context}");
        assert_eq!(position.n_legal_moves(), 0, "{context}");
        self.check_board();
    }
}

pub(crate) fn move_of(placement: &Placement) -> Move {
    let name = format!("{}{}", placement.piece, placement.rotation);
    let orientation: Orientation = name.parse().expect("both know the same orientations");
    let left = placement.cells.iter().map(|cell| cell.0).min().expect("a piece has squares");
    let bottom = placement.cells.iter().map(|cell| cell.1).min().expect("a piece has squares");
    let anchor = Square::new(left as u8, bottom as u8).expect("it is on the board");
    Move::new(orientation, anchor).expect("its anchor is on the board")
}

/// The moves as the reference lists them.
fn placements(moves: &[Move]) -> Vec<Placement> {
    let placement = |&m: &Move| Placement {
        piece: m.piece().name(),
        rotation: m.orientation().symmetry().name(),
        cells: m.squares().map(cell).collect(),
    };
    let mut placements: Vec<Placement> = moves.iter().map(placement).collect();
    placements.sort_unstable();
    placements
}

pub(crate) fn cell(square: Square) -> Cell {
    (i32::from(square.x()), i32::from(square.y()))
}

fn squares(side: u8) -> impl Iterator<Item = Square> {
    let square = |x, y| Square::new(x, y).expect("boards are small");
    (0..side).flat_map(move |y| (0..side).map(move |x| square(x, y)))
}
