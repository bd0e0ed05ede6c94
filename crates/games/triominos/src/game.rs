//! The game of Triominos, with its hidden information.

use std::borrow::Cow;

use tilewright_core::{
    BySeat, Game, Illegal, Imperfect, Observed, OptionInfo, OptionsError, ParseMoveError,
    ParsePositionError, Rng, Sampler as _, Turn, VariantInfo, Viewer,
};

use crate::moves::Move;
use crate::notation;
use crate::options::{BlockedWhen, INFO, MAX_SEATS, MIN_SEATS, Options};
use crate::page::{MoveParts, MoveView};
use crate::position::Position;
use crate::sample::Sampler;
use crate::view::{View, reveal};

/// The game of Triominos.
///
/// ```
/// use tilewright_core::{Game, Position, parse_options, perft};
/// use tilewright_triominos::Triominos;
///
/// let mut position = Triominos::start(&parse_options([("hands", "shared")])?)?;
/// position.play("0-0-0:ABC@0,0".parse()?)?;
/// assert_eq!(perft(&mut position, 2), 210);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Triominos;

/// The rule before there was an option for it: a round ended as soon as nobody placed in a circle.
const LEGACY_BLOCKED_WHEN: (&str, &str) = ("blocked-when", BlockedWhen::Passes.name());

impl Game for Triominos {
    const SLUG: &'static str = "triominos";
    const NAME: &'static str = "Triominos";
    const OPTIONS: &'static [OptionInfo] = INFO;
    const VARIANTS: &'static [VariantInfo] = &[VariantInfo {
        name: "",
        title: "Triominos",
        help: "hidden hands of numbered triangles",
        min_seats: MIN_SEATS,
        max_seats: MAX_SEATS,
    }];

    const NOTATION: &'static str = "\
1-2-3:ACB@-2,1  at x -2, y 1, with 1 at left, 3 in the middle, 2 at right
1-2-3@-2,1      the same, if it fits there in one way
1-2-3           the same, if it fits anywhere in one way
draw            take a tile from the pile (-5)
pass            end the turn without placing (-10)
deal:1-2-3      what chance deals; deal:? if that is hidden
drawn:1-2-3     which tile was drawn; drawn:? if that is hidden
The numbers of a tile are A, B, C clockwise. ABC, CAB, BCA point up, with the
middle on top; ACB, CBA, BAC point down. A place points up if x + y is even; x
runs right, y runs down.
";
    const HAS_SECRETS: bool = true;
    const PERFT_OPTIONS: &'static [(&'static str, &'static str)] = &[("hands", "shared")];

    const LEGACY_OPTIONS: &'static [(&'static str, &'static str)] = &[LEGACY_BLOCKED_WHEN];

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
        position.with_shared_hands()
    }

    fn parse_legacy_position(text: &str) -> Result<Position, ParsePositionError> {
        let (name, value) = LEGACY_BLOCKED_WHEN;
        let option = format!("{name}=");
        if text.split_whitespace().any(|word| word.starts_with(&option)) {
            return text.parse();
        }
        format!("{option}{value} {text}").parse()
    }

    fn view(position: &Position, viewer: Viewer) -> View {
        View::new(position, viewer)
    }

    fn move_parts(m: Move) -> MoveParts {
        MoveParts::new(m)
    }

    fn move_view(position: &Position, m: Move) -> MoveView {
        MoveView::new(position, m)
    }

    fn parse_move(position: &Position, text: &str) -> Result<Move, ParseMoveError> {
        notation::parse_move(position.board(), position.placeable(), text)
    }

    fn redact(position: &Position, m: Move, viewer: Viewer) -> Move {
        let is_receiver = position.receiver().map(Viewer::Seat) == Some(viewer);
        match m {
            Move::Deal(_) if !is_receiver => Move::Deal(None),
            Move::Drawn(_) if !is_receiver => Move::Drawn(None),
            _ => m,
        }
    }

    fn reveal(position: &Position) -> Option<String> {
        reveal(position)
    }
}

impl Observed for Triominos {
    type Known = View;

    fn known(position: &Position, viewer: Viewer) -> Cow<'_, View> {
        Cow::Owned(View::new(position, viewer))
    }

    fn viewer(view: &View) -> Option<Viewer> {
        Some(view.viewer())
    }

    fn turn(view: &View) -> Turn {
        view.turn()
    }

    fn scores(view: &View) -> BySeat<i32> {
        *view.scores()
    }

    fn view_of(view: &View, viewer: Viewer) -> View {
        debug_assert_eq!(view.viewer(), viewer);
        view.clone()
    }

    fn legal_moves(view: &View, moves: &mut Vec<Move>) {
        view.legal_moves(moves);
    }

    fn random_move<R: Rng + ?Sized>(view: &View, rng: &mut R) -> Option<Move> {
        view.random_move(rng)
    }

    fn follow(view: &View, seen: Move, revealed: Option<&str>) -> Result<View, Illegal> {
        view.follow(seen, revealed)
    }

    fn sample<R: Rng + ?Sized>(view: &View, rng: &mut R) -> Position {
        Sampler::new(view).sample(rng)
    }
}

impl Imperfect for Triominos {
    type Sampler = Sampler;

    fn sampler(view: &View) -> Sampler {
        Sampler::new(view)
    }
}
