//! Bugs to plant in the toy game, so that a check can be seen to fail.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A bug of the toy game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and the game shows it")]
pub enum Bug {
    None,
    OverTooEarly,
    OutcomeWithOtherScores,
    MoveListedTwice,
    CountOneTooMany,
    NoRandomMove,
    NoQuickMove,
    IllegalMoveListed,
    LegalMoveMissing,
    ExplainForgetsARule,
    ExplainGivesNoReason,
    ExplainGivesAnotherReason,
    RefusalChangesThePosition,
    MoveReadWithAnySuffix,
    ParseMoveReadsAnother,
    TextForgetsACard,
    TextForgetsAnOption,
    TextWithAnyCardsRead,
    ErrorIsASentence,
    ErrorRepeatsTheText,
    ParserPanicsAtOtherLetters,
    KeyNotUpdated,
    KeyConstant,
    KeyOfFewBits,
    UndoForgetsACard,
    UndoForgetsHistory,
    UndoForgetsTheCount,
    UndoOfADealSpoilsTheCount,
    PlayForgetsTheCard,
    PlayOutStopsEarly,
    PlayOutCountsWrong,
    OptionsForgotten,
    OptionUnwritten,
    ViewUnreadable,
    ViewLeaksAtOnce,
    ViewLeaksLater,
    LookLeaks,
    EverythingLooksAsItIs,
    MovesLeak,
    MirrorForgetsAMove,
    NoIdentity,
    SampleOfAnotherView,
    SampleWithWrongKey,
    ScoresLeak,
    RevealSaysTooLittle,
    RevealWithASpace,
    RevealOfNothing,
    KnownForgetsTheTurn,
    FollowForgetsAChoice,
    FollowForgetsWhatIsRevealed,
    FollowRefusesTheLastMove,
    FollowPanicsAtTheFamiliar,
}

thread_local! {
    // A type for each bug would be prettier, but the laws would be compiled for each of them.
    static BUG: Cell<Bug> = const { Cell::new(Bug::None) };
}

/// Returns whether the game has this bug now.
pub(super) fn has(bug: Bug) -> bool {
    BUG.get() == bug
}

/// Returns the message of the panic that `check` ends with when the game has this bug.
///
/// # Panics
/// If the check finds nothing.
///
/// ```
/// use tilewright_core::Game;
/// use tilewright_testkit::check_laws;
/// use tilewright_testkit::toy::{Bug, CardOptions, Cards, message_with};
///
/// let check = || check_laws::<Cards>(&CardOptions::default(), 1, 10);
/// let message = message_with(Bug::CountOneTooMany, check);
/// assert!(message.starts_with("law broken: n_legal_moves counts the legal moves\n"));
/// ```
pub fn message_with(bug: Bug, check: impl FnOnce()) -> String {
    BUG.set(bug);
    let result = catch_unwind(AssertUnwindSafe(check));
    BUG.set(Bug::None);
    let Err(payload) = result else { panic!("{bug:?} was not found") };
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => (*payload.downcast::<&str>().expect("a panic has a message")).to_owned(),
    }
}
