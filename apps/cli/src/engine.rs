//! `tilewright engine`

use std::io::{self, BufReader, Write};

use anyhow::Result;
use clap::{Args, ValueEnum};
use tilewright_bots::Bots;
use tilewright_protocol::engine::Protocol;
use tilewright_protocol::gtp::{self, bot_genmove};
use tilewright_protocol::ugi::{Engine, Session, SessionConfig};
use tilewright_table::GameId;

use crate::opening::Rules;
use crate::usage::{up_to, usage};

/// Run an engine for other programs, on standard input and output
///
/// The guide's page "Engines and protocols" has the commands.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright engine coerceo --bot minimax:depth=4
  tilewright engine blokus --protocol gtp --variant duo")]
pub(crate) struct Arguments {
    /// The game
    game: GameId,

    /// The protocol; GTP is for Blokus
    #[arg(long, default_value = "ugi")]
    protocol: ProtocolName,

    /// The bot that chooses the moves
    #[arg(long, default_value = "greedy")]
    bot: String,

    #[command(flatten)]
    rules: Rules,

    /// The seed of its choices
    #[arg(long, value_name = "N", default_value = "0", value_parser = up_to(u64::MAX))]
    seed: u64,
}

/// A protocol as an argument.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ProtocolName {
    /// The Universal Game Interface
    Ugi,
    /// The Go Text Protocol, in Pentobi's dialect
    Gtp,
}

impl From<ProtocolName> for Protocol {
    fn from(name: ProtocolName) -> Protocol {
        match name {
            ProtocolName::Ugi => Protocol::Ugi,
            ProtocolName::Gtp => Protocol::Gtp,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let Arguments { game, seed, .. } = *arguments;
    let bots = Bots::of(game);
    let bot = bots.read(&arguments.bot).map_err(usage)?;
    let options = arguments.rules.pairs();
    let table = game.open(&options).map_err(usage)?;
    // Not the lock of the standard input: it stays in the thread that took it.
    let input = BufReader::new(io::stdin());
    match arguments.protocol {
        ProtocolName::Ugi => {
            let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
            let engine = Engine::Bot(bot);
            let config = SessionConfig { game, options: options.collect(), engine, seed };
            Session::run(config, input, out)?;
        }
        ProtocolName::Gtp => {
            gtp::Session::new(table, bot_genmove(bot, seed)).map_err(usage)?.run(input, out)?;
        }
    }
    Ok(())
}
