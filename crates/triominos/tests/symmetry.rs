//! Adding one to every number, modulo six, maps the set of tiles to itself: what fits where stays
//! the same. (The rotations of the board are among the laws.)

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::random_index;
use tilewright_triominos::{Board, Facing, Orientation, Placement, Tile, TileSet};

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
            let location = tilewright_triominos::Location::new(x, 0).unwrap();
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
        let (mut board, mut image) = (Board::new(), Board::new());
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
