//! The same random game in the crate and in the reference, compared ply by ply.

use std::fmt::Write;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use tilewright_blokus::{
    Blokus, Color, Move, Options, Orientation, Piece, Position, Scoring, Variant,
};
use tilewright_core::grid::Square;
use tilewright_core::{Game, Position as _, Rng, Seat, Turn, random_index};

use crate::reference::{Cell, Placement, Reference, SHAPES};

/// A variant with its seats and start rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) variant: Variant,
    pub(crate) n_seats: usize,
    pub(crate) free_start: bool,
}

/// Plays a game for each seed and compares everything.
///
/// The scorings take turns. Every other game prefers large pieces, so that colours place all of
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

struct Comparison {
    position: Position,
    reference: Reference,
    scoring: Scoring,
    /// Where in which game a difference is.
    context: String,
}

impl Comparison {
    fn new(setup: Setup, scoring: Scoring, seed: u64) -> Comparison {
        let Setup { variant, n_seats, free_start } = setup;
        let seats = Some(n_seats as u8);
        let options = Options { variant, seats, scoring: Some(scoring), free_start };
        Comparison {
            position: Blokus::start(&options).expect("these options are a game"),
            reference: Reference::new(variant.name(), n_seats, free_start),
            scoring,
            context: format!("{setup:?} {scoring} seed {seed}:"),
        }
    }

    fn play(&mut self, placement: &Placement) {
        write!(self.context, " {placement}").expect("writing to a string cannot fail");
        let m = move_of(placement);
        assert_eq!(m.to_string(), placement.to_string(), "{}", self.context);
        self.position.play(m).expect(&self.context);
        self.reference.place(placement);
    }

    /// A position that was read from text must be as good as one that was played.
    fn go_on_from_text(&mut self) {
        self.position = self.position.to_string().parse().expect(&self.context);
    }

    /// Plays a few random moves and takes them back. Equality of positions looks at the pieces
    /// alone; the comparisons that follow look at all that is derived from them.
    fn take_a_detour(&mut self, n_moves: usize, rng: &mut SmallRng) {
        let mut played = Vec::new();
        for _ in 0..n_moves {
            let Some(m) = self.position.random_move(rng) else { break };
            played.push((m, self.position.play_unchecked(m)));
        }
        for (m, undo) in played.into_iter().rev() {
            self.position.undo(m, undo);
        }
    }

    /// Turn, legal moves, corners, hand and points of every colour.
    fn check(&self) {
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
        for (index, &color) in position.colors().iter().enumerate() {
            assert_eq!(color.index(), index, "{context}");
            self.check_moves(color);
            self.check_hand(color);
        }
    }

    fn check_moves(&self, color: Color) {
        let Comparison { position, reference, context, .. } = self;
        let index = color.index();
        let expected = reference.legal_placements(index);
        let mut moves = Vec::new();
        position.legal_moves_of(color, &mut moves);
        assert_eq!(placements(&moves), expected, "{color} in {context}");
        assert_eq!(position.n_legal_moves_of(color), expected.len(), "{color} in {context}");
        assert_eq!(position.is_out(color), expected.is_empty(), "{color} in {context}");
        let open_corners: Vec<Cell> = position.open_corners(color).into_iter().map(cell).collect();
        assert_eq!(open_corners, reference.open_corners(index), "{color} in {context}");
        if position.color_to_move() == Some(color) {
            moves.clear();
            position.legal_moves(&mut moves);
            assert_eq!(placements(&moves), expected, "{context}");
            assert_eq!(position.n_legal_moves(), expected.len(), "{context}");
        }
    }

    fn check_hand(&self, color: Color) {
        let Comparison { position, reference, scoring, context } = self;
        let index = color.index();
        let context = format!("{color} in {context}");
        let remaining: Vec<&str> = position.remaining(color).map(Piece::name).collect();
        assert_eq!(remaining, reference.remaining(index), "{context}");
        let squares_placed = position.squares_placed(color) as i32;
        assert_eq!(squares_placed, reference.squares_placed(index), "{context}");
        assert_eq!(squares_placed + position.squares_left(color) as i32, 89, "{context}");
        // The other scorings know no bonus.
        let bonus = if *scoring == Scoring::Advanced { reference.bonus(index) } else { 0 };
        assert_eq!(position.bonus(color), bonus, "{context}");
        assert_eq!(position.points(color), reference.points(index, scoring.name()), "{context}");
        assert_eq!(position.owner(color).map(Seat::index), reference.owner(index), "{context}");
        assert_eq!(position.player(color).index(), reference.player(index), "{context}");
    }

    fn check_board(&self) {
        let Comparison { position, reference, context, .. } = self;
        for square in squares(position.size()) {
            let color = position.color_at(square).map(Color::index);
            assert_eq!(color, reference.color_at(cell(square)), "{square} in {context}");
        }
    }

    /// All Tilewe names of all legal moves, the written one first, and each of them read back.
    fn check_names(&self) {
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

    fn check_end(&self) {
        let Comparison { position, reference, scoring, context } = self;
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
