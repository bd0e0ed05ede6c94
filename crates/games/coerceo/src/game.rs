//! The game of Coerceo, its variants and views.

use tilewright_core::{Game, OptionInfo, OptionsError, PerfectInformation, VariantInfo, Viewer};

use crate::moves::Move;
use crate::options::{INFO, Options, Variant};
use crate::position::Position;
use crate::view::{MoveParts, MoveView, View};

/// The game of Coerceo.
///
/// ```
/// use tilewright_coerceo::Coerceo;
/// use tilewright_core::{Game, Position, parse_options};
///
/// let position = Coerceo::start(&parse_options([("variant", "ocius")])?)?;
/// assert_eq!(position.n_legal_moves(), 26);
/// # Ok::<(), tilewright_core::OptionsError>(())
/// ```
pub struct Coerceo;

impl Game for Coerceo {
    const SLUG: &'static str = "coerceo";
    const NAME: &'static str = "Coerceo";
    const OPTIONS: &'static [OptionInfo] = INFO;
    const VARIANTS: &'static [VariantInfo] = &[
        Variant::Laurentius.info("Laurentius", "19 tiles and 18 pieces each: the whole board"),
        Variant::Ocius.info("Ocius", "7 tiles and 7 pieces each: a short game"),
    ];

    const NOTATION: &'static str = "\
0B:W1-0B:W5   the piece on triangle W1 of tile 0B moves to W5 of the same tile
X07:B0        tiles are given for the piece on B0 of tile 07
Tiles are numbered as on the board. Their triangles are B0 at the top, then
counter-clockwise W1 B2 W3 B4 W5; White moves on W, Black on B.
";
    const HAS_SECRETS: bool = false;
    const HAS_DRAW_OFFERS: bool = true;
    const PERFT_OPTIONS: &'static [(&'static str, &'static str)] = &[("board-only", "on")];

    type Options = Options;
    type Position = Position;
    type View = View;
    type MoveParts = MoveParts;
    type MoveView = MoveView;

    fn start(options: &Options) -> Result<Position, OptionsError> {
        options.check()?;
        Ok(Position::start(*options))
    }

    fn options(position: &Position) -> Options {
        *position.options()
    }

    fn counted(position: Position) -> Position {
        let options = Options { board_only: true, ..*position.options() };
        Position::on_board(options, *position.board())
    }

    fn view(position: &Position, _viewer: Viewer) -> View {
        View::new(position)
    }

    fn move_parts(m: Move) -> MoveParts {
        MoveParts::new(m)
    }

    fn move_view(position: &Position, m: Move) -> MoveView {
        MoveView::new(position, m)
    }

    fn tell(position: &Position, m: Move) -> Option<String> {
        let MoveView { captured, removed, .. } = MoveView::new(position, m);
        let tell = |verb: &str, names: &[String]| {
            (!names.is_empty()).then(|| format!("{verb} {}", names.join(" ")))
        };
        let told = tell("captures", &captured).into_iter().chain(tell("removes", &removed));
        Some(told.collect::<Vec<_>>().join(", ")).filter(|told| !told.is_empty())
    }

    fn mover(view: &View) -> Option<String> {
        view.color_to_move.map(|color| color.to_string())
    }
}

impl PerfectInformation for Coerceo {}
