//! Adding one to every number, modulo six, maps the set of tiles to itself: what fits where stays
//! the same. (The rotations of the board are among the laws.)

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::{Game, Position as _, parse_options, random_index};
use tilewright_triominos::{
    Board, Facing, Location, Move, Orientation, Placement, Tile, TileSet, Triominos,
};

/// The placement that shows every number one higher, and 0 for 5.
fn shifted(placement: Placement) -> Placement {
    let numbers = placement.numbers().map(|number| (number + 1) % 6);
    let shown = |tile: Tile| {
        let orientation = Orientation::showing(tile, numbers, placement.orientation.facing())?;
        Some(Placement { tile, orientation, location: placement.location })
    };
    let mut all = Tile::all().filter_map(shown);
    let only = all.next().unwrap();
    assert_eq!(all.next(), None, "{placement} shifts to two tiles");
    only
}

fn sorted(placements: impl Iterator<Item = Placement>) -> Vec<Placement> {
    let mut placements: Vec<Placement> = placements.collect();
    placements.sort_unstable();
    placements
}

#[test]
fn tiles_are_shifted_to_tiles_and_back_in_six_steps() {
    for tile in Tile::all() {
        for orientation in Orientation::ALL {
            let x = i8::from(orientation.facing() == Facing::Down);
            let location = Location::new(x, 0).unwrap();
            let placement = Placement { tile, orientation, location }.canonical();
            let back = (0..6).fold(placement, |placement, _| shifted(placement));
            assert_eq!(back, placement);
        }
    }
}

#[test]
fn what_fits_and_what_it_completes_does_not_depend_on_the_numbers() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut n_figures = 0;
    for _ in 0..300 {
        let mut board = Board::new();
        let mut image = Board::new();
        loop {
            let placements = sorted(board.placements(TileSet::ALL));
            let images = sorted(placements.iter().map(|&placement| shifted(placement)));
            assert_eq!(images, sorted(image.placements(TileSet::ALL)));
            if placements.is_empty() {
                break;
            }
            for &placement in &placements {
                let figures: Vec<_> = board.figures(placement).collect();
                n_figures += figures.len();
                assert!(image.figures(shifted(placement)).eq(figures));
            }
            let placement = placements[random_index(&mut rng, placements.len())];
            board.place(placement).unwrap();
            image.place(shifted(placement)).unwrap();
        }
    }
    assert!(n_figures > 1_000);
}

fn shifted_move(m: Move) -> Move {
    let tile = |tile: Tile| shifted(upright(tile)).tile;
    match m {
        Move::Place(placement) => Move::Place(shifted(placement)),
        Move::Deal(dealt) => Move::Deal(dealt.map(tile)),
        Move::Drawn(drawn) => Move::Drawn(drawn.map(tile)),
        Move::Draw | Move::Pass => m,
    }
}

fn upright(tile: Tile) -> Placement {
    Placement { tile, orientation: Orientation::Abc, location: Location::new(0, 0).unwrap() }
}

/// Points aside, a round goes the same way whatever the numbers are called: unless they decide who
/// opens.
#[test]
fn a_round_does_not_depend_on_the_numbers() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for (seats, voluntary) in [("2", "on"), ("3", "off"), ("6", "on")] {
        let options = [
            ("starter", "free"),
            ("single-round", "on"),
            ("seats", seats),
            ("voluntary-draw", voluntary),
        ];
        let options = parse_options(options).unwrap();
        for _ in 0..20 {
            let mut position = Triominos::start(&options).unwrap();
            let mut image = position.clone();
            while let Some(m) = position.random_move(&mut rng) {
                let mut moves = Vec::new();
                let mut images = Vec::new();
                position.legal_moves(&mut moves);
                image.legal_moves(&mut images);
                let mut shifted: Vec<Move> = moves.into_iter().map(shifted_move).collect();
                shifted.sort_unstable();
                images.sort_unstable();
                assert_eq!(shifted, images, "{position}");
                position.play_unchecked(m);
                image.play(shifted_move(m)).unwrap();
                assert_eq!(position.turn().seat(), image.turn().seat());
            }
            assert!(image.turn().is_over());
        }
    }
}
