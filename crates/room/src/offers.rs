//! The offers at a table, and the seats that agree to each.

use std::collections::BTreeMap;

use tilewright_core::{BySeat, Seat};

use crate::Offer;

/// For each kind of offer the seats that agree.
#[derive(Clone, Debug)]
pub(crate) struct Offers([BySeat<bool>; Offer::ALL.len()]);

impl Offers {
    pub(crate) fn none(n_seats: usize) -> Offers {
        Offers(std::array::from_fn(|_| nobody(n_seats)))
    }

    pub(crate) fn agree(&mut self, seat: Seat, what: Offer) {
        self.0[what as usize][seat] = true;
    }

    pub(crate) fn clear(&mut self, what: Offer) {
        let agrees = &mut self.0[what as usize];
        *agrees = nobody(agrees.len());
    }

    pub(crate) fn withdraw(&mut self, seat: Seat, what: Offer) {
        self.0[what as usize][seat] = false;
    }

    pub(crate) fn is_agreed_by(&self, seat: Seat, what: Offer) -> bool {
        self.0[what as usize][seat]
    }

    pub(crate) fn is_made(&self, what: Offer) -> bool {
        self.0[what as usize].iter().any(|agrees| *agrees)
    }

    /// The offers that are made, with the seats that agree.
    pub(crate) fn made(&self) -> BTreeMap<Offer, Vec<Seat>> {
        let made = Offer::ALL.into_iter().filter(|&what| self.is_made(what));
        made.map(|what| (what, self.agreeing(what))).collect()
    }

    fn agreeing(&self, what: Offer) -> Vec<Seat> {
        let agrees = &self.0[what as usize];
        agrees.seats().filter(|&seat| agrees[seat]).collect()
    }
}

fn nobody(n_seats: usize) -> BySeat<bool> {
    BySeat::from_fn(n_seats, |_| false)
}
