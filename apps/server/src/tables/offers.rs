//! What was offered, and who agrees.

use std::collections::BTreeMap;

use tilewright_core::{BySeat, Seat};

use crate::wire::Offer;

/// For each kind of offer the seats that agree.
#[derive(Clone, Debug)]
pub(super) struct Offers([BySeat<bool>; Offer::ALL.len()]);

impl Offers {
    pub(super) fn none(n_seats: usize) -> Offers {
        Offers(std::array::from_fn(|_| BySeat::from_fn(n_seats, |_| false)))
    }

    pub(super) fn agree(&mut self, seat: Seat, what: Offer) {
        self.0[what as usize][seat] = true;
    }

    pub(super) fn clear(&mut self, what: Offer) {
        for it in self.0[what as usize].seats() {
            self.0[what as usize][it] = false;
        }
    }

    pub(super) fn is_agreed_by(&self, seat: Seat, what: Offer) -> bool {
        self.0[what as usize][seat]
    }

    pub(super) fn is_made(&self, what: Offer) -> bool {
        self.0[what as usize].iter().any(|agrees| *agrees)
    }

    /// Those that are made, by name, with the seats that agree.
    pub(super) fn listed(&self) -> BTreeMap<&'static str, Vec<Seat>> {
        let agreeing = |what: Offer| {
            let agrees = &self.0[what as usize];
            agrees.seats().filter(|&seat| agrees[seat]).collect::<Vec<_>>()
        };
        let name = |what| match what {
            Offer::Takeback => "takeback",
            Offer::Draw => "draw",
            Offer::Rematch => "rematch",
        };
        let made = Offer::ALL.into_iter().filter(|&what| self.is_made(what));
        made.map(|what| (name(what), agreeing(what))).collect()
    }
}
