//! Views and moves as JSON, for pages and programs that know no rules.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilewright_core::{BySeat, Outcome, Seat, Viewer};

use crate::board::Board;
use crate::location::Location;
use crate::log::Action;
use crate::moves::Move;
use crate::options::Options;
use crate::placement::{Placement, SpecialFigure};
use crate::position::Position;
use crate::scene::gain;
use crate::tile::{Tile, TileSet};
use crate::view::{RoundEnd, View};

/// A view as JSON.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "View"))]
#[expect(unreachable_pub, reason = "it is the page of a public type")]
pub struct Page<'a> {
    /// The seat of the viewer; `None` for a spectator.
    viewer: Option<Seat>,
    /// The view as text, from which it can be set up again.
    position: String,
    options: &'a Options,
    round: u32,
    phase: &'static str,
    seat_to_move: Option<Seat>,
    /// The seat that receives a tile from chance; `None` if a seat is to move.
    receiver: Option<Seat>,
    starter: Option<Seat>,
    /// The number of draws of the seat to move in this turn.
    n_draws: usize,
    /// The number of draws it has left.
    n_draws_left: usize,
    draw_cost: i32,
    pass_cost: i32,
    scores: &'a BySeat<i32>,
    outcome: Option<Outcome>,
    hands: Vec<HandPage>,
    n_pile: usize,
    /// The tiles that the viewer has not seen.
    unseen: Vec<Tile>,
    /// The actions of the round.
    actions: Vec<ActionPage>,
    /// The winners and gains at the end of the round, once it is over.
    round_end: Option<RoundEnd>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "HandView"))]
struct HandPage {
    n_tiles: usize,
    /// The tiles, if they are known.
    tiles: Option<Vec<Tile>>,
    /// The sum of their numbers, if they are known.
    points: Option<i32>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ActionView"))]
struct ActionPage {
    seat: Seat,
    #[serde(rename = "move")]
    text: Move,
    /// The points it won or cost, without those of the end of the round.
    gain: i32,
    #[serde(flatten)]
    tile: MaybeTile,
}

/// A tile on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TileView"))]
struct TilePage {
    tile: Tile,
    orientation: String,
    facing: String,
    x: i8,
    y: i8,
    /// The numbers at the left, middle and right corner.
    numbers: [u8; 3],
    /// The figures it completes.
    figures: Vec<FigurePage>,
}

/// A tile, if the action is about one: else all of its fields are missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
struct MaybeTile(Option<TilePage>);

/// The same for the description in TypeScript.
#[cfg(feature = "typescript")]
#[derive(ts_rs::TS)]
#[ts(optional_fields)]
#[expect(dead_code, reason = "it is only described")]
struct OptionalTile {
    tile: Option<Tile>,
    orientation: Option<String>,
    facing: Option<String>,
    x: Option<i8>,
    y: Option<i8>,
    numbers: Option<[u8; 3]>,
    figures: Option<Vec<FigurePage>>,
}

#[cfg(feature = "typescript")]
impl ts_rs::TS for MaybeTile {
    type WithoutGenerics = MaybeTile;
    type OptionInnerType = MaybeTile;

    fn name(config: &ts_rs::Config) -> String {
        OptionalTile::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        OptionalTile::inline(config)
    }

    fn inline_flattened(config: &ts_rs::Config) -> String {
        OptionalTile::inline_flattened(config)
    }

    fn visit_dependencies(visitor: &mut impl ts_rs::TypeVisitor) {
        OptionalTile::visit_dependencies(visitor);
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "FigureView"))]
struct FigurePage {
    figure: &'static str,
    /// The corner at the center of a hexagon.
    #[cfg_attr(feature = "typescript", ts(type = "'left' | 'middle' | 'right' | null"))]
    corner: Option<&'static str>,
}

/// The parts of a move; `None` for parts that its kind does not have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveParts {
    kind: &'static str,
    tile: Option<Tile>,
    orientation: Option<String>,
    facing: Option<String>,
    x: Option<i8>,
    y: Option<i8>,
    /// The numbers at the left, middle and right corner.
    numbers: Option<[u8; 3]>,
}

impl MoveParts {
    pub(crate) fn new(m: Move) -> MoveParts {
        let placement = match m {
            Move::Place(placement) => Some(placement),
            _ => None,
        };
        let location = placement.map(|placement| placement.location);
        MoveParts {
            kind: kind(m),
            tile: match m {
                Move::Place(Placement { tile, .. }) => Some(tile),
                Move::Deal(tile) | Move::Drawn(tile) => tile,
                Move::Draw | Move::Pass => None,
            },
            orientation: placement.map(|placement| placement.orientation.to_string()),
            facing: location.map(|location| location.facing().to_string()),
            x: location.map(Location::x),
            y: location.map(Location::y),
            numbers: placement.map(Placement::numbers),
        }
    }
}

/// A move in a position and its effect.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveView {
    #[serde(rename = "move")]
    text: Move,
    kind: &'static str,
    /// The points it wins or costs the seat to move, without those of the end of a round.
    gain: Option<i32>,
    #[serde(flatten)]
    tile: MaybeTile,
}

impl MoveView {
    pub(crate) fn new(position: &Position, m: Move) -> MoveView {
        let action = Action::try_from(m).ok();
        let board = position.board();
        let gain = |action| gain(position.options(), board, position.pile().len(), action);
        MoveView {
            text: m,
            kind: kind(m),
            gain: action.map(gain),
            tile: MaybeTile(action.and_then(|action| TilePage::new(board, action))),
        }
    }
}

const fn kind(m: Move) -> &'static str {
    match m {
        Move::Place(_) => "place",
        Move::Draw => "draw",
        Move::Pass => "pass",
        Move::Deal(_) => "deal",
        Move::Drawn(_) => "drawn",
    }
}

impl Page<'_> {
    fn new(view: &View) -> Page<'_> {
        let options = view.options();
        let seat = match view.viewer() {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        Page {
            viewer: seat,
            position: view.to_string(),
            options,
            round: view.round(),
            phase: view.phase().name(),
            seat_to_move: view.seat_to_move(),
            receiver: view.receiver(),
            starter: view.starter(),
            n_draws: view.n_draws(),
            n_draws_left: options.n_draws_left(view.n_draws() as u8, view.n_pile()),
            draw_cost: Options::DRAW_COST,
            pass_cost: options.pass_cost(view.n_pile() == 0),
            scores: view.scores(),
            outcome: view.outcome(),
            hands: view.scores().seats().map(|seat| HandPage::new(view, seat)).collect(),
            n_pile: view.n_pile(),
            unseen: view.unseen().iter().collect(),
            actions: actions(view),
            round_end: view.round_end(),
        }
    }
}

impl HandPage {
    fn new(view: &View, seat: Seat) -> HandPage {
        let hand = view.hand(seat);
        HandPage {
            n_tiles: hand.n_tiles(),
            tiles: hand.tiles().map(|tiles| tiles.iter().collect()),
            points: hand.tiles().map(TileSet::points),
        }
    }
}

fn actions(view: &View) -> Vec<ActionPage> {
    let mut pages = Vec::new();
    view.replay(|moment| {
        pages.push(ActionPage {
            seat: moment.seat,
            text: Move::from(moment.action),
            gain: moment.gain,
            tile: MaybeTile(TilePage::new(moment.board, moment.action)),
        });
    });
    pages
}

impl TilePage {
    fn new(board: &Board, action: Action) -> Option<TilePage> {
        let Action::Place(placement) = action else { return None };
        let Placement { tile, orientation, location } = placement;
        let figures =
            if board.is_valid(placement) { figures(board, placement) } else { Vec::new() };
        Some(TilePage {
            tile,
            orientation: orientation.to_string(),
            facing: location.facing().to_string(),
            x: location.x(),
            y: location.y(),
            numbers: placement.numbers(),
            figures,
        })
    }
}

fn figures(board: &Board, placement: Placement) -> Vec<FigurePage> {
    board.figures(placement).map(figure_page).collect()
}

fn figure_page(figure: SpecialFigure) -> FigurePage {
    match figure {
        SpecialFigure::Hexagon(corner) => {
            FigurePage { figure: "hexagon", corner: Some(corner.name()) }
        }
        SpecialFigure::BridgeCompleted => FigurePage { figure: "bridge-completed", corner: None },
        SpecialFigure::BridgeExtended => FigurePage { figure: "bridge-extended", corner: None },
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Page::new(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        /// The text, from which all other data follows.
        #[derive(Deserialize)]
        struct Text {
            position: String,
        }
        Text::deserialize(deserializer)?.position.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
