//! Explanations of illegal moves.

use tilewright_core::{Illegal, plural};

use crate::moves::Move;
use crate::options::Hands;
use crate::placement::Placement;
use crate::position::Position;
use crate::scene::Phase;
use crate::tile::Tile;

impl Position {
    /// Returns the reason that a move is illegal now.
    pub(crate) fn explain_move(&self, m: Move) -> Result<(), Illegal> {
        let refuse = |rule, reason| Err(Illegal::new(rule, reason));
        match (self.phase(), m) {
            (Phase::GameOver, _) => Err(Illegal::game_over()),
            (Phase::Deciding, Move::Place(placement)) => self.explain_placement(placement),
            (Phase::Deciding, Move::Draw | Move::Pass) => self.explain_draw_or_pass(m),
            (Phase::Dealing | Phase::RoundOver, Move::Deal(tile))
            | (Phase::Drawing, Move::Drawn(tile)) => self.explain_chance(tile),
            (Phase::Deciding, Move::Deal(_)) if self.options().hands == Hands::Shared => {
                refuse("not-chance", "nothing is dealt where hands are shared")
            }
            (Phase::Deciding, Move::Deal(_) | Move::Drawn(_)) => {
                refuse("not-chance", "a seat is to move, not chance")
            }
            (Phase::Dealing | Phase::RoundOver, _) => {
                refuse("dealing", "the hands are dealt first, as in deal:1-2-3")
            }
            (Phase::Drawing, _) => {
                refuse("drawing", "first comes the tile that was drawn, as in drawn:1-2-3")
            }
        }
    }

    fn explain_chance(&self, tile: Option<Tile>) -> Result<(), Illegal> {
        let tile = tile.ok_or_else(|| Illegal::new("hidden", "the tile is hidden"))?;
        if self.chances().contains(tile) {
            return Ok(());
        }
        Err(Illegal::new("not-in-pile", format!("{tile} is not in the pile")))
    }

    fn explain_placement(&self, placement: Placement) -> Result<(), Illegal> {
        let tile = placement.tile;
        let seat = self.seat_at_turn();
        if self.board().placed().contains(tile) {
            return self.board().explain(placement);
        }
        if self.options().hands == Hands::Dealt && !self.hand(seat).contains(tile) {
            return Err(Illegal::new("not-in-hand", format!("seat {seat} does not have {tile}")));
        }
        let placeable = self.placeable();
        if !placeable.contains(tile) {
            let names: Vec<String> = placeable.iter().map(|tile| tile.to_string()).collect();
            let reason = format!("seat {seat} must open with {}", names.join(" or "));
            return Err(Illegal::new("opening", reason));
        }
        self.board().explain(placement)?;
        if placement != placement.canonical() {
            let reason = format!("a triple goes by its first name, {}", placement.canonical());
            return Err(Illegal::new("triple-name", reason));
        }
        Ok(())
    }

    fn explain_draw_or_pass(&self, m: Move) -> Result<(), Illegal> {
        let refuse = |rule, reason: &str| Err(Illegal::new(rule, reason));
        if self.options().hands == Hands::Shared {
            return refuse("shared-hands", "nobody draws or passes where hands are shared");
        }
        if self.board().is_empty() {
            return refuse("opening", "a round opens with a tile");
        }
        if !self.options().voluntary_draw && self.board().fits_any(self.placeable()) {
            return refuse("voluntary-draw", "a tile fits, so it must be placed");
        }
        match (m, self.has_draw_left()) {
            (Move::Draw, true) | (Move::Pass, false) => Ok(()),
            (Move::Draw, false) if self.pile().is_empty() => {
                refuse("empty-pile", "the pile is empty")
            }
            (Move::Draw, false) => {
                let draws = plural(usize::from(self.options().max_draws), "draw");
                refuse("max-draws", &format!("a turn has at most {draws}"))
            }
            _ if self.options().max_draws == 0 => {
                refuse("pass-too-early", "one may pass only when the pile is empty")
            }
            _ => {
                let draws = plural(usize::from(self.options().max_draws), "draw");
                let reason = format!("one may pass only after {draws} or when the pile is empty");
                refuse("pass-too-early", &reason)
            }
        }
    }
}
