//! Any legal move.

use tilewright_core::MoveOf;
use tilewright_search::{Choice, SearchInfo, Thinking};

use crate::bot::{Bot, Kind, KindInfo};
use crate::chance::generator;
use crate::playable::Playable;
use crate::spec::SEED;

/// Any legal move, all equally likely.
struct Random {
    seed: Option<u64>,
}

pub(crate) const fn random<G: Playable>() -> Kind<G> {
    Kind {
        info: KindInfo { name: "random", help: "a random legal move", keys: &[SEED] },
        make: |spec| Ok(Box::new(Random { seed: spec.seed()? })),
    }
}

impl<G: Playable> Bot<G> for Random {
    fn choose(
        &mut self,
        known: &G::Known,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        let mut rng = generator(self.seed.unwrap_or(thinking.seed), thinking.ply);
        let m = G::random_move(known, &mut rng).expect("who is asked has a move");
        Choice { m, info: SearchInfo::default() }
    }
}
