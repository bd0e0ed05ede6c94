//! How fast and how deep bots look, in the opening, in the middle and near the end of a game:
//!
//! ```text
//! cargo run --release -p tilewright-engines --example speed -- coerceo minimax 1s
//! cargo run --release -p tilewright-engines --example speed -- blokus paranoid 1s variant=duo
//! ```

use std::error::Error;
use std::time::{Duration, Instant};

use tilewright_core::{Position, parse_options};
use tilewright_engines::{Limits, Playable, Thinking, Visit, bot, generator, parse_time, visit};

/// How much of a game was played before, in percent.
const PHASES: [(&str, usize); 4] = [("start", 0), ("opening", 10), ("middle", 50), ("late", 80)];

/// Games whose positions are looked at.
const N_GAMES: u64 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, spec, time, options @ ..] = &arguments[..] else {
        return Err("name a game, a bot, a time and perhaps options: coerceo minimax 1s".into());
    };
    let time = parse_time(time).ok_or("a time is such as 1s or 300ms")?;
    let measure = Measure { spec, time, options };
    visit(game, measure).ok_or("there is no such game")?
}

struct Measure<'a> {
    spec: &'a str,
    time: Duration,
    options: &'a [String],
}

impl Visit for Measure<'_> {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<G: Playable>(self) -> Self::Output {
        let pairs = self.options.iter().map(|pair| pair.split_once('=').unwrap_or((pair, "on")));
        let options = parse_options(pairs)?;
        println!("{:8}  {:>12}  {:>10}  {:>5}", "phase", "nodes/s", "nodes", "depth");
        for (phase, percent) in PHASES {
            for seed in 0..if percent == 0 { 1 } else { N_GAMES } {
                self.measure::<G>(phase, percent, seed, &options)?;
            }
        }
        Ok(())
    }
}

impl Measure<'_> {
    fn measure<G: Playable>(
        &self,
        phase: &str,
        percent: usize,
        seed: u64,
        options: &G::Options,
    ) -> Result<(), Box<dyn Error>> {
        let position = position_of::<G>(percent, seed, options)?;
        let Some(seat) = position.turn().seat() else { return Ok(()) };
        let limits = Limits { time: Some(self.time), ..Limits::NONE };
        let mut thinking = Thinking { limits, seed, ..Thinking::default() };
        let mut bot = bot::<G>(&self.spec.parse()?)?;
        let begin = Instant::now();
        let info = bot.choose(&G::known(&position, seat), &mut thinking).info;
        let per_second = u128::from(info.nodes) * 1_000_000_000 / begin.elapsed().as_nanos().max(1);
        let proved = if info.is_proved { "  proved" } else { "" };
        println!("{phase:8}  {per_second:>12}  {:>10}  {:>5}{proved}", info.nodes, info.depth);
        Ok(())
    }
}

/// Where a game of greedy bots is after so many percent of its moves.
fn position_of<G: Playable>(
    percent: usize,
    seed: u64,
    options: &G::Options,
) -> Result<G::Position, Box<dyn Error>> {
    let mut position = G::start(options)?;
    let mut greedy = bot::<G>(&"greedy".parse()?)?;
    let mut moves = Vec::new();
    for ply in 0..1_000 {
        let mut rng = generator(seed, ply);
        let Some(mut m) = position.random_move(&mut rng) else { break };
        // A few random moves make games differ.
        if let Some(seat) = position.turn().seat().filter(|_| ply >= 4) {
            let mut thinking = Thinking { seed, ply, ..Thinking::default() };
            m = greedy.choose(&G::known(&position, seat), &mut thinking).m;
        }
        position.play_unchecked(m);
        moves.push(m);
    }
    let mut position = G::start(options)?;
    for &m in &moves[..moves.len() * percent / 100] {
        position.play_unchecked(m);
    }
    Ok(position)
}
