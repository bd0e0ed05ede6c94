//! Coerceo.

use tilewright_coerceo::{Coerceo, Color, End};
use tilewright_core::Position as _;
use tilewright_reference::coerceo::Reference;
use tilewright_reference::{Explore, Model};
use tilewright_testkit::differential::{Comparison, Differential};

/// The rules of Coerceo.
pub struct CoerceoRules;

impl Differential for CoerceoRules {
    type Game = Coerceo;
    type Model = Reference;

    const GOES_ON_FROM_TEXT: bool = false;

    /// Compares the reason for the end. The text has all pieces, tiles and hands.
    fn check(comparison: &Comparison<Self>) {
        let reason = comparison.position.end().map(|end| match end {
            End::Elimination => "elimination",
            End::Captures => "captures",
            End::Stalemate => "stalemate",
            End::Repetition => "repetition",
            End::Dead => "dead",
        });
        assert_eq!(reason, comparison.model.reason(), "{}", comparison.context());
        let sides = [Color::White, Color::Black];
        let to_move = sides[comparison.model.to_move() as usize];
        assert_eq!(comparison.position.board().turn(), to_move, "{}", comparison.context());
    }

    /// Compares the effect of every legal move. Captures by exchange are rare, and happen where
    /// there are few moves.
    fn check_sometimes(comparison: &Comparison<Self>, number: u64) {
        let Comparison { position, model, .. } = comparison;
        if !number.is_multiple_of(7) && position.n_legal_moves() >= 25 {
            return;
        }
        for text in model.legal() {
            let effect = position.board().effect(text.parse().expect("it was read before"));
            let effect = effect.expect("it is legal");
            let expected = model.effect(&text);
            let context = format!("{text} in {}", comparison.context());
            assert_eq!(names(effect.captured.iter()), expected.captured, "{context}");
            assert_eq!(names(effect.removed.iter()), expected.removed, "{context}");
            assert_eq!(usize::from(effect.collected), expected.collected, "{context}");
        }
    }
}

/// Returns names in order.
fn names<T: ToString>(things: impl Iterator<Item = T>) -> Vec<String> {
    let mut names: Vec<String> = things.map(|thing| thing.to_string()).collect();
    names.sort_unstable();
    names
}
