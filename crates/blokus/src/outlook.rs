//! What placements change for later ones, seen without making them.

use crate::moves::Move;
use crate::position::Position;
use crate::rows::{Place, Rows};

/// What the placements of the colour to move change, looked at from one position: made once for all
/// of them.
///
/// ```
/// use tilewright_blokus::{Blokus, Options, Outlook};
/// use tilewright_core::Game;
///
/// let position = Blokus::start(&Options::default())?;
/// let outlook = Outlook::new(&position).unwrap();
/// // The W in the corner has four corners on the board.
/// assert_eq!(outlook.of("W5e@a18".parse()?).n_opened, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outlook {
    /// What the colour may cover and is no corner of it yet.
    free: Rows,
    /// Its corners.
    own: Rows,
    /// Those of the colours of other seats.
    others: Rows,
}

/// What one placement changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// How many squares become corners of the colour.
    pub n_opened: u32,
    /// How many corners of the colour are covered, or come to lie beside its own piece.
    pub n_closed: u32,
    /// How many corners of other seats are covered.
    pub n_taken: u32,
}

impl Outlook {
    /// From this position; nothing once the game is over.
    pub fn new(position: &Position) -> Option<Outlook> {
        let us = position.color_to_move()?;
        let (free, own) = position.ground(us.index());
        let mut others = Rows::EMPTY;
        for &color in position.colors() {
            if position.player(color) != position.player(us) && !position.is_known_out(color) {
                others = others.or(&position.ground(color.index()).1);
            }
        }
        Some(Outlook { free: free.without(&own), own, others })
    }

    /// What a legal placement changes.
    #[inline]
    pub fn of(&self, m: Move) -> Prospect {
        let shape = m.orientation().shape();
        let (at, around) = (Place::at(m.x(), m.y()), Place::around(m.x(), m.y()));
        Prospect {
            n_opened: self.free.n_shared(&shape.corners, around),
            n_closed: self.own.n_shared(&shape.body, at) + self.own.n_shared(&shape.edges, around),
            n_taken: self.others.n_shared(&shape.body, at),
        }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::{Game, Position as _, parse_options};

    use super::*;
    use crate::{Blokus, Color};

    /// The corners of a colour, whether a piece fits on them or not.
    fn corners(position: &Position, color: Color) -> Rows {
        position.ground(color.index()).1
    }

    #[test]
    fn it_tells_what_playing_shows() {
        for seats in ["2", "4"] {
            let options = parse_options([("variant", "tilewe"), ("seats", seats)]).unwrap();
            let mut position = Blokus::start(&options).unwrap();
            let mut moves = Vec::new();
            while let Some(us) = position.color_to_move() {
                let outlook = Outlook::new(&position).unwrap();
                moves.clear();
                position.legal_moves(&mut moves);
                // The first piece begins on a start square, which is no corner afterwards.
                let n_looked_at = if position.ply() < 4 { 0 } else { moves.len() };
                for &m in moves[..n_looked_at].iter().step_by(7) {
                    let (own, prospect) = (corners(&position, us), outlook.of(m));
                    let undo = position.play_unchecked(m);
                    let later = corners(&position, us);
                    position.undo(m, undo);
                    assert_eq!(prospect.n_opened, later.without(&own).count(), "{position} {m}");
                    assert_eq!(prospect.n_closed, own.without(&later).count(), "{position} {m}");
                }
                let m = moves[moves.len() * 5 / 7];
                position.play_unchecked(m);
            }
            assert!(Outlook::new(&position).is_none());
        }
    }
}
