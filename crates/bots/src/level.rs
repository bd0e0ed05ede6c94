//! Levels from 1 to 9: who plays at each, and what it overlooks.

use std::fmt;

use tilewright_core::{MoveOf, random_index, shortened};
use tilewright_search::{Choice, Limits, Listener, MoveValue, SearchInfo, Thinking};

use crate::bot::{Bot, KeyInfo, Kind, KindInfo, Made, bot};
use crate::chance::{Generator, generator};
use crate::greedy::highest;
use crate::playable::Playable;
use crate::spec::{BotSpec, SEED, SpecError};

/// The levels of a game, from 1 to 9.
pub struct Levels<G: Playable> {
    /// The static value of a move; more is better. It may be played if it is taken back.
    pub glance: fn(&mut G::Known, MoveOf<G>) -> i64,
    /// The levels, the weakest first.
    pub table: [Level; N_LEVELS],
}

/// The number of levels of every game.
pub const N_LEVELS: usize = 9;

/// A level: a bot, and how often it looks only at a few moves, as people do who overlook the rest.
///
/// ```
/// use tilewright_bots::Level;
///
/// let level = Level { glances: 25, considers: 8, ..Level::of("minimax:nodes=500") };
/// assert_eq!(
///     level.to_string(),
///     "minimax:nodes=500, but at 25 moves in 100 the best of 8 at a glance"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The bot that plays for one or two seats.
    pub bot: &'static str,
    /// The bot that plays where there are more.
    pub crowd: &'static str,
    /// At how many moves in a hundred it only glances at the position.
    pub glances: u8,
    /// The number of random moves of a quick look, which takes the one with the best static value.
    pub considers: usize,
}

impl Level {
    /// The bot as it is.
    pub const fn of(bot: &'static str) -> Level {
        Level::with_crowd(bot, bot)
    }

    /// A bot for one or two seats, and one for more.
    pub const fn with_crowd(bot: &'static str, crowd: &'static str) -> Level {
        Level { bot, crowd, glances: 0, considers: 1 }
    }

    /// The same, but it only glances at so many moves in a hundred, and then sees so few.
    pub const fn glancing(self, glances: u8, considers: usize) -> Level {
        Level { glances, considers, ..self }
    }

    /// The bot at a table of so many seats.
    pub const fn bot_for(&self, n_seats: usize) -> &'static str {
        if n_seats > 2 { self.crowd } else { self.bot }
    }
}

/// One sentence about how it plays.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Level { bot, crowd, glances, considers } = self;
        let at_a_glance = |f: &mut fmt::Formatter<'_>| match considers {
            1 => f.write_str("any move"),
            n => write!(f, "the best of {n} at a glance"),
        };
        if *glances >= 100 {
            return at_a_glance(f);
        }
        f.write_str(bot)?;
        if crowd != bot {
            write!(f, " (with more than two seats {crowd})")?;
        }
        if *glances > 0 {
            let moves = if *glances == 1 { "move" } else { "moves" };
            write!(f, ", but at {glances} {moves} in 100 ")?;
            at_a_glance(f)?;
        }
        Ok(())
    }
}

/// The kind of bot that plays at a level.
pub(crate) const fn level<G: Playable>() -> Kind<G> {
    Kind {
        info: KindInfo {
            name: "level",
            help: "a level from 1 to 9, such as level:5: the first overlooks much, the last is the \
                   best there is within two seconds",
            keys: &[N, SEED],
        },
        make: |spec| Leveled::make(spec),
    }
}

const N: KeyInfo = KeyInfo { name: "n", values: "1 to 9", help: "the level" };

/// A bot that overlooks things.
struct Leveled<G: Playable> {
    level: &'static Level,
    pair: Box<dyn Bot<G>>,
    /// For more than two seats, if that is another one.
    crowd: Option<Box<dyn Bot<G>>>,
    seed: Option<u64>,
    moves: Vec<MoveOf<G>>,
}

impl<G: Playable> Leveled<G> {
    fn make(spec: &BotSpec) -> Made<G> {
        let text = spec.setting(N.name).ok_or(SpecError::NoLevel { max: N_LEVELS })?;
        let n = text.parse().ok().filter(|n| (1..=N_LEVELS).contains(n));
        let unknown = || SpecError::NoSuchLevel { level: shortened(text), max: N_LEVELS };
        let n: usize = n.ok_or_else(unknown)?;
        let level = &G::LEVELS.table[n - 1];
        let pair = bot(&level.bot.parse()?)?;
        let has_crowd = level.crowd != level.bot;
        let crowd = has_crowd.then(|| bot(&level.crowd.parse()?)).transpose()?;
        Ok(Box::new(Leveled { level, pair, crowd, seed: spec.seed()?, moves: Vec::new() }))
    }

    /// Asks the bot for this table, within its limits.
    fn ask<T>(
        &mut self,
        known: &G::Known,
        thinking: &mut Thinking<'_, MoveOf<G>>,
        question: impl FnOnce(&mut dyn Bot<G>, &mut Thinking<'_, MoveOf<G>>) -> T,
    ) -> T {
        let n_seats = G::n_seats(known);
        let limits = weaker(thinking.limits, self.level.bot_for(n_seats));
        let bot = self.crowd.as_mut().filter(|_| n_seats > 2).unwrap_or(&mut self.pair);
        let stop = thinking.stop;
        let ply = thinking.ply;
        let seed = self.seed.unwrap_or(thinking.seed);
        let mut tell = |info: &_| thinking.report(info);
        let listener: Option<Listener<'_, MoveOf<G>>> = Some(&mut tell);
        question(&mut **bot, &mut Thinking { limits, stop, seed, ply, listener })
    }

    /// The move with the best static value of a few; the others are overlooked.
    fn glance(&mut self, known: &G::Known, rng: &mut Generator) -> MoveOf<G> {
        self.moves.clear();
        G::legal_moves(known, &mut self.moves);
        let n_seen = self.level.considers.min(self.moves.len());
        for i in 0..n_seen {
            let n_left = self.moves.len() - i;
            self.moves.swap(i, i + random_index(rng, n_left));
        }
        self.moves.truncate(n_seen);
        let mut known = known.clone();
        highest(&mut self.moves, |m| (G::LEVELS.glance)(&mut known, m), rng)
    }
}

/// Makes the chance of overlooking another one than that of the bot inside.
const OVERLOOKING: u64 = 0x6f76_6572_6c6f_6f6b;

impl<G: Playable> Bot<G> for Leveled<G> {
    fn choose(
        &mut self,
        known: &G::Known,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        let seed = self.seed.unwrap_or(thinking.seed);
        let mut rng = generator(seed ^ OVERLOOKING, thinking.ply);
        if random_index(&mut rng, 100) < usize::from(self.level.glances) {
            return Choice { m: self.glance(known, &mut rng), info: SearchInfo::default() };
        }
        self.ask(known, thinking, |bot, thinking| bot.choose(known, thinking))
    }

    /// As the bot inside does: who judges overlooks nothing.
    fn judge(
        &mut self,
        known: &G::Known,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Choice<MoveOf<G>> {
        self.ask(known, thinking, |bot, thinking| bot.judge(known, thinking))
    }

    /// As the bot inside sees them, for the same reason.
    fn rate(
        &mut self,
        known: &G::Known,
        about: Option<MoveOf<G>>,
        thinking: &mut Thinking<'_, MoveOf<G>>,
    ) -> Vec<MoveValue<MoveOf<G>>> {
        self.ask(known, thinking, |bot, thinking| bot.rate(known, about, thinking))
    }
}

/// The limits that were asked for, where they are lower than those of the bot: a level does not
/// become stronger by more time.
fn weaker(asked: Limits, bot: &str) -> Limits {
    let own = bot.parse().ok().and_then(|spec: BotSpec| spec.limits().ok()).unwrap_or(Limits::NONE);
    Limits {
        time: asked.time.map(|time| own.time.map_or(time, |own| own.min(time))),
        nodes: asked.nodes.map(|nodes| own.nodes.map_or(nodes, |own| own.min(nodes))),
        depth: asked.depth.map(|depth| own.depth.map_or(depth, |own| own.min(depth))),
        is_cpu_time: asked.is_cpu_time && asked.time.is_some(),
    }
}
