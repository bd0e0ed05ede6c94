//! The game of Aqua Pipe, its variants and views.

use tilewright_core::{Game, OptionInfo, OptionsError, PerfectInformation, VariantInfo, Viewer};

use crate::board::Board;
use crate::moves::Move;
use crate::options::{INFO, Options, Variant};
use crate::position::Position;
use crate::view::{MoveParts, MoveView, View};

/// The game of Aqua Pipe.
///
/// ```
/// use tilewright_aquapipe::AquaPipe;
/// use tilewright_core::{Game, Position, parse_options};
///
/// let position = AquaPipe::start(&parse_options([("variant", "4x4")])?)?;
/// assert_eq!(position.n_legal_moves(), 96);
/// # Ok::<(), tilewright_core::OptionsError>(())
/// ```
pub struct AquaPipe;

impl Game for AquaPipe {
    const SLUG: &'static str = "aquapipe";
    const NAME: &'static str = "Aqua Pipe";
    const OPTIONS: &'static [OptionInfo] = INFO;
    const VARIANTS: &'static [VariantInfo] = &[
        Variant::Small.info("3 × 3", "three in a row win"),
        Variant::Large.info("4 × 4", "four in a row win, or four rows of three; with U pipes"),
    ];

    const NOTATION: &'static str = "\
S@b2          a small pipe goes from the hand to b2; M is medium, L is large
Sb2-c3        a small pipe on the board moves from b2 to c3
UM@a1a2       a medium U pipe goes to a1 and a2
UMa1a2-b2c2   it moves to b2 and c2
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
        Ok(Position::on_board(*options, Board::EMPTY))
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

    fn move_view(_position: &Position, m: Move) -> MoveView {
        MoveView { text: m, parts: MoveParts::new(m) }
    }

    fn mover(view: &View) -> Option<String> {
        view.color_to_move.map(|color| color.to_string())
    }
}

impl PerfectInformation for AquaPipe {}
