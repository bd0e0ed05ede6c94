//! The toy game as one viewer knows it.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_core::{
    BySeat, Illegal, Imperfect, Observed, ParsePositionError, Position, Rng, Sampler, Turn, Viewer,
    random_index,
};

use super::bug::has;
use super::{Bug, CardMove, CardOptions, Cards, Deck};

/// A position as one viewer knows it: hidden cards have no number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardView {
    /// Left out of the JSON, because without secrets the views of all viewers must be the same.
    #[serde(skip, default = "spectator")]
    viewer: Viewer,
    options: CardOptions,
    #[serde(skip_serializing_if = "is_unreadable")]
    cards: Vec<(Option<u8>, Option<bool>)>,
    /// Shared by all views that were made one from another, to count those that are kept.
    #[serde(skip)]
    pub copies: Arc<()>,
}

const fn spectator() -> Viewer {
    Viewer::Spectator
}

/// The viewer, then the rest as JSON.
impl fmt::Display for CardView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(self).expect("a view is plain data");
        write!(f, "{} | {json}", self.viewer)
    }
}

impl FromStr for CardView {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<CardView, ParsePositionError> {
        let wrong = || ParsePositionError::new("this is no view of cards");
        let (viewer, json) = text.split_once(" | ").ok_or_else(wrong)?;
        let view: CardView = serde_json::from_str(json).map_err(|_| wrong())?;
        Ok(CardView { viewer: viewer.parse().map_err(|_| wrong())?, ..view })
    }
}

/// Returns whether the cards are left out.
fn is_unreadable(_: &[(Option<u8>, Option<bool>)]) -> bool {
    has(Bug::ViewUnreadable)
}

impl CardView {
    pub(super) fn of(position: &Deck, viewer: Viewer) -> CardView {
        let mut cards = Vec::new();
        for (index, &(card, kept)) in position.dealt.iter().enumerate() {
            let is_own = viewer == Viewer::Seat(position.seat_of(index));
            let is_open = position.options.open || position.is_over() || kept == Some(false);
            let leaks = index == 0
                && (has(Bug::ViewLeaksAtOnce)
                    || has(Bug::ViewLeaksLater) && position.dealt.len() > 1);
            cards.push(((is_own || is_open || leaks).then_some(card), kept));
        }
        let options = position.options.clone();
        CardView { viewer, options, cards, copies: Arc::default() }
    }

    /// Returns the position with a 0 for each card that is hidden.
    pub(super) fn deck(&self) -> Deck {
        let dealt = self.cards.iter().map(|&(card, kept)| (card.unwrap_or(0), kept)).collect();
        Deck::with(self.options.clone(), dealt)
    }

    fn is_own_turn(&self) -> bool {
        self.deck().turn().seat().is_some_and(|seat| self.viewer == Viewer::Seat(seat))
    }

    fn play(&mut self, look: CardMove) -> Result<(), Illegal> {
        let deck = self.deck();
        match (deck.turn(), look) {
            (Turn::Chance, CardMove::Hidden) => self.cards.push((None, None)),
            (_, CardMove::Deal(card)) if deck.is_legal(look) => self.cards.push((Some(card), None)),
            (Turn::Player(_), CardMove::Pass) if self.options.returns.is_some() => {
                self.cards.pop();
            }
            (Turn::Player(_), CardMove::Keep | CardMove::Pass) => {
                let fate = Some(look == CardMove::Keep).filter(|_| !has(Bug::FollowForgetsAChoice));
                self.cards.last_mut().expect("there is a card to decide on").1 = fate;
            }
            _ => return Err(Illegal::new("not-now", format!("{look} is not possible now"))),
        }
        Ok(())
    }

    /// Takes in the cards that are laid open now.
    fn learn(&mut self, revealed: Option<&str>) -> Result<(), Illegal> {
        let wrong = || Illegal::new("revealed", "these are not the cards that are laid open now");
        let laid_open = self.deck().laid_open();
        let mut words = revealed.into_iter().flat_map(|word| word.split(','));
        for (known, _) in &mut self.cards[laid_open] {
            let card = words.next().and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
            if known.replace(card).is_some_and(|known| known != card) {
                return Err(wrong());
            }
        }
        words.next().map_or(Ok(()), |_| Err(wrong()))
    }
}

/// Draws the cards that a viewer does not see.
#[derive(Debug)]
pub struct CardSampler(CardView);

impl Sampler<Deck> for CardSampler {
    fn sample<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Deck {
        let view = &self.0;
        let is_known = |card| view.cards.iter().any(|known| known.0 == Some(card));
        let mut hidden: Vec<u8> =
            (1..=view.options.n_cards).filter(|&card| !is_known(card)).collect();
        let mut dealt = Vec::new();
        for &(known, kept) in &view.cards {
            let is_forgotten = has(Bug::SampleOfAnotherView) && hidden.len() > 1;
            let card = match known.filter(|_| !is_forgotten) {
                Some(card) => card,
                None => hidden.swap_remove(random_index(rng, hidden.len())),
            };
            dealt.push((card, kept));
        }
        let mut deck = Deck::with(view.options.clone(), dealt);
        deck.key ^= u64::from(has(Bug::SampleWithWrongKey));
        deck
    }
}

impl Imperfect for Cards {
    type Sampler = CardSampler;

    fn sampler(view: &CardView) -> CardSampler {
        CardSampler(view.clone())
    }
}

impl Observed for Cards {
    type Known = CardView;

    fn known(position: &Deck, viewer: Viewer) -> Cow<'_, CardView> {
        Cow::Owned(CardView::of(position, viewer))
    }

    fn viewer(view: &CardView) -> Option<Viewer> {
        Some(view.viewer)
    }

    fn turn(view: &CardView) -> Turn {
        if has(Bug::KnownForgetsTheTurn) { Turn::Chance } else { view.deck().turn() }
    }

    fn scores(view: &CardView) -> BySeat<i32> {
        view.deck().scores()
    }

    fn view_of(view: &CardView, _: Viewer) -> CardView {
        view.clone()
    }

    fn legal_moves(view: &CardView, moves: &mut Vec<CardMove>) {
        if view.is_own_turn() {
            view.deck().legal_moves(moves);
        }
    }

    fn random_move<R: Rng + ?Sized>(view: &CardView, rng: &mut R) -> Option<CardMove> {
        if view.is_own_turn() { view.deck().random_move(rng) } else { None }
    }

    fn sample<R: Rng + ?Sized>(view: &CardView, rng: &mut R) -> Deck {
        Cards::sampler(view).sample(rng)
    }

    fn follow(
        view: &CardView,
        look: CardMove,
        revealed: Option<&str>,
    ) -> Result<CardView, Illegal> {
        let mut next = view.clone();
        let played = next.play(look);
        if has(Bug::FollowPanicsAtTheFamiliar) {
            played.clone().expect("it was seen before");
        }
        played?;
        if has(Bug::FollowRefusesTheLastMove) && next.deck().is_over() {
            return Err(Illegal::game_over());
        }
        if !has(Bug::FollowForgetsWhatIsRevealed) {
            next.learn(revealed)?;
        }
        Ok(next)
    }
}
