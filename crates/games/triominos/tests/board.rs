//! The board against tables, cases and counts of independent programs.

use serde_json::Value;
use tilewright_triominos::{
    Board, Corner, Facing, FigureRules, Location, Neighbor, Orientation, Placement, SpecialFigure,
    Tile, TileSet,
};

fn read(file: &str) -> Value {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

fn placement(value: &Value) -> Placement {
    let line = format!(
        "{}:{}@{},{}",
        text(&value["tile"]),
        text(&value["orient"]),
        value["x"],
        value["y"]
    );
    line.parse().unwrap()
}

fn board(setup: &Value) -> Board {
    // The cases list their tiles in no order, so each is laid as soon as it can be.
    let mut waiting: Vec<Placement> = list(setup).iter().map(placement).collect();
    let mut board = Board::with_tiles(waiting.drain(..1)).unwrap();
    while !waiting.is_empty() {
        let next = waiting.iter().position(|&it| board.is_valid(it)).expect("the case can be laid");
        board.place(waiting.swap_remove(next)).unwrap();
    }
    board
}

#[test]
fn there_are_56_tiles_with_the_numbers_clockwise() {
    let tables = read("tables.json");
    let tiles = list(&tables["tiles"]);
    assert_eq!(tiles.len(), Tile::COUNT);
    for (tile, row) in Tile::all().zip(tiles) {
        assert_eq!(tile.to_string(), text(&row["tile"]));
        assert_eq!(text(&row["tile"]).parse(), Ok(tile));
        assert_eq!(i64::from(tile.points()), number(&row["points"]));
        assert_eq!(tile.is_triple(), row["triple"].as_bool().unwrap());
    }
}

#[test]
fn orientations_turn_by_sixty_degrees_clockwise() {
    let tables = read("tables.json");
    let tile: Tile = "1-2-3".parse().unwrap();
    for (orientation, row) in Orientation::ALL.into_iter().zip(list(&tables["orientations"])) {
        assert_eq!(orientation.to_string(), text(&row["name"]));
        assert_eq!(orientation.facing().to_string(), text(&row["facing"]));
        let example = list(&row["example_1-2-3_left_middle_right"]).iter().map(number);
        assert!(orientation.corners(tile).into_iter().map(i64::from).eq(example));
    }
    assert_eq!(Orientation::Bac.clockwise(), Orientation::Abc);
}

#[test]
fn the_twelve_neighbors_have_their_offsets() {
    let tables = read("tables.json");
    for (facing, name) in
        [(Facing::Up, "neighbor_offsets_up"), (Facing::Down, "neighbor_offsets_down")]
    {
        let offsets = tables[name].as_object().unwrap();
        assert_eq!(offsets.len(), Neighbor::ALL.len());
        for neighbor in Neighbor::ALL {
            let (dx, dy) = neighbor.offset(facing);
            let expected: Vec<i64> = list(&offsets[neighbor.name()]).iter().map(number).collect();
            assert_eq!([i64::from(dx), i64::from(dy)], *expected, "{neighbor} {facing}");
        }
    }
}

/// Two tiles lie beside each other if and only if the table says that they can share an edge.
#[test]
fn tiles_share_an_edge_as_the_table_says() {
    let tables = read("tables.json");
    let partners = tables["tiles_that_can_share_an_edge"].as_object().unwrap();
    for tile in Tile::all() {
        let expected: Vec<Tile> =
            list(&partners[&tile.to_string()]).iter().map(|it| text(it).parse().unwrap()).collect();
        let first = Placement {
            tile,
            orientation: Orientation::Abc,
            location: Location::new(0, 0).unwrap(),
        };
        let board = Board::with_tiles([first]).unwrap();
        let mut found: Vec<Tile> = board.placements(TileSet::ALL).map(|it| it.tile).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, expected, "{tile}");
    }
}

#[test]
fn figures_and_points_are_those_of_the_cases() {
    let cases = read("special-cases.json");
    for case in list(&cases["figures"]).iter().filter(|case| case.get("score").is_some()) {
        let name = text(&case["name"]);
        let board = board(&case["setup"]);
        let placement = placement(&case["placement"]);
        assert_eq!(board.explain(placement), Ok(()), "{name}");
        let figures: Vec<SpecialFigure> = board.figures(placement).collect();
        let is_hexagon = |it: &&SpecialFigure| matches!(it, SpecialFigure::Hexagon(_));
        assert_eq!(
            figures.iter().filter(is_hexagon).count() as i64,
            number(&case["hexagons"]),
            "{name}"
        );
        let is_bridge = figures.iter().any(|it| !is_hexagon(&it));
        assert_eq!(is_bridge, case["bridge_condition"].as_bool().unwrap(), "{name}");
        let usual = FigureRules::default();
        for (field, rules) in [
            ("score", usual),
            ("score_if_bridge_and_hexagon_add", FigureRules { bridge_with_hexagon: true, ..usual }),
            ("score_strict_bridge_rule", FigureRules { bridge_completed_only: true, ..usual }),
        ] {
            assert_eq!(
                i64::from(board.score(placement, &rules)),
                number(&case[field]),
                "{name}: {field}"
            );
        }
    }
}

#[test]
fn a_bridge_is_completed_with_one_edge_and_extended_with_more() {
    let cases = read("special-cases.json");
    let figures_of = |name: &str| -> Vec<SpecialFigure> {
        let case =
            list(&cases["figures"]).iter().find(|it| text(&it["name"]).starts_with(name)).unwrap();
        board(&case["setup"]).figures(placement(&case["placement"])).collect()
    };
    assert_eq!(figures_of("bridge completed"), [SpecialFigure::BridgeCompleted]);
    assert_eq!(figures_of("bridge extended"), [SpecialFigure::BridgeExtended]);
    assert_eq!(figures_of("single hexagon"), [SpecialFigure::Hexagon(Corner::Middle)]);
}

#[test]
fn larger_hexagon_bonuses_are_an_option() {
    let cases = read("special-cases.json");
    let rules = FigureRules { hexagons: [50, 100, 150], ..FigureRules::default() };
    for (name, bonus) in [("single", 50), ("double", 100), ("triple", 150)] {
        let case =
            list(&cases["figures"]).iter().find(|it| text(&it["name"]).starts_with(name)).unwrap();
        let placement = placement(&case["placement"]);
        let score = board(&case["setup"]).score(placement, &rules);
        assert_eq!(score, placement.tile.points() + bonus, "{name}");
    }
}

#[test]
fn what_is_not_valid_is_explained() {
    let cases = read("special-cases.json");
    let board = board(&cases["validity"]["setup"]);
    let rules = ["occupied", "facing", "corner-mismatch", "corner-mismatch", "no-edge"];
    let checks = list(&cases["validity"]["checks"]);
    for (check, rule) in checks.iter().zip(rules) {
        let placement = placement(&check["placement"]);
        assert_eq!(board.explain(placement).unwrap_err().rule(), rule, "{placement}");
    }
    assert!(board.is_valid(placement(&checks[5]["placement"])));
    let twice: Placement = "0-4-4:ABC@0,0".parse().unwrap();
    assert_eq!(board.explain(twice).unwrap_err().rule(), "tile-placed");
}

#[test]
fn a_first_tile_goes_to_the_start() {
    let cases = read("special-cases.json");
    for case in list(&cases["first_placement"]) {
        let placement = placement(&case["placement"]);
        assert_eq!(
            Board::new().is_valid(placement),
            case["legal"].as_bool().unwrap(),
            "{placement}"
        );
    }
    assert_eq!(Board::new().n_placements(TileSet::ALL), 50 * 6 + 6 * 2);
}

#[test]
fn no_tile_fits_a_vacancy_whose_numbers_run_the_wrong_way_round() {
    let cases = read("special-cases.json");
    let case = list(&cases["figures"]).iter().find(|it| it.get("vacancy").is_some()).unwrap();
    let board = board(&case["setup"]);
    let vacancy = &case["vacancy"];
    let location = Location::new(number(&vacancy["x"]) as i8, number(&vacancy["y"]) as i8).unwrap();
    assert!(board.placements(TileSet::ALL).all(|it| it.location != location));
}

#[test]
fn a_strip_of_54_tiles_fits_the_table() {
    let cases = read("special-cases.json");
    let case = list(&cases["figures"]).iter().find(|it| it.get("sequence").is_some()).unwrap();
    let mut board = Board::new();
    for step in list(&case["sequence"]) {
        let placement = placement(step);
        board.place(placement).unwrap();
        assert_eq!(board.at(placement.location), Some(placement.canonical()));
    }
    assert_eq!(board.placed().len(), 54);
}

/// Sequences of placements with all tiles that are left; laid and lifted again.
fn perft(board: &mut Board, depth: usize) -> u64 {
    let tiles = TileSet::ALL.without(board.placed());
    let placements: Vec<Placement> = board.placements(tiles).collect();
    assert_eq!(board.n_placements(tiles), placements.len());
    if depth == 1 {
        return placements.len() as u64;
    }
    let mut total = 0;
    for placement in placements {
        assert!(board.is_valid(placement));
        let lift = board.place_unchecked(placement);
        total += perft(board, depth - 1);
        board.lift(placement, lift);
    }
    total
}

#[test]
fn placement_sequences_are_counted_right() {
    for case in list(&read("perft.json")["cases"]) {
        let mut board = Board::new();
        board.place(placement(&case["first"])).unwrap();
        for (depth, count) in (1..).zip(list(&case["distinct"])) {
            assert_eq!(
                perft(&mut board, depth) as i64,
                number(count),
                "{} depth {depth}",
                case["first"]
            );
        }
    }
}

#[test]
fn nothing_goes_beyond_the_edge_of_the_table() {
    for corner in ["0-0-0:ABC@56,0", "0-0-0:ABC@-54,-28", "0-0-0:ACB@-55,28", "0-0-0:ABC@56,28"] {
        let mut board = Board::with_tiles([corner.parse().unwrap()]).unwrap();
        for _ in 0..10 {
            let placements: Vec<Placement> = board.placements(TileSet::ALL).collect();
            assert!(!placements.is_empty());
            board.place(placements[placements.len() / 2]).unwrap();
        }
    }
}

#[test]
fn a_table_for_study_has_tiles_that_match_and_face_right() {
    let study = |texts: &[&str]| {
        let placements = texts.iter().map(|text| text.parse::<Placement>().unwrap());
        Board::with_tiles(placements).map(|_| ()).map_err(|illegal| illegal.rule())
    };
    // The first may lie anywhere, but not upside down.
    assert_eq!(study(&["5-5-5:ABC@2,0", "4-5-5:CBA@3,0"]), Ok(()));
    assert_eq!(study(&["5-5-5:ABC@0,0", "3-4-5:CBA@1,0"]), Err("corner-mismatch"));
    assert_eq!(study(&["5-5-5:ACB@0,0"]), Err("facing"));
}
