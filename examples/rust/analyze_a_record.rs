//! Analyzes every move of a record and marks the mistakes.
//!
//!     cargo run -p tilewright-examples --example analyze_a_record

use tilewright_bots::{Bots, Limits, Stop, perspectives, review};
use tilewright_table::{GameId, Record};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut table = GameId::AquaPipe.open(&[])?;
    for m in ["S@b2", "M@b2", "S@a1", "M@a1", "S@c2"] {
        table.play(m)?;
    }
    // A record is text; here it would come from a file.
    let text = Record::of(&*table).to_string();

    let record: Record = text.parse()?;
    let game = perspectives(&record)?;
    let bot = Bots::of(GameId::AquaPipe).read("minimax")?;
    let limits = Limits { nodes: Some(2_000), ..Limits::NONE };
    review(&bot, &game, limits, &Stop::new(), &mut |judged| {
        let loss = judged.loss().unwrap_or_default();
        let mark = if loss > 0.3 { "??" } else { "" };
        println!("{:2}. {}{mark} loses {:.0} %", judged.ply + 1, judged.m, 100.0 * loss);
    })?;
    Ok(())
}
