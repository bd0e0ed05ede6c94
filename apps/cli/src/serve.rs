//! `tilewright serve`

use std::env;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::{Args, CommandFactory, Parser};
use tilewright_bots::{data_folder, parse_time};
use tilewright_server::{Config, Database, Limits, Server, StartError, may_be_logged};
use tokio::runtime::Runtime;
use tracing_subscriber::filter::{FilterExt, Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt, registry};

use self::limits::LimitFlags;
use crate::platform::{Termination, allow_many_files, keep_files_private};
use crate::usage::{self, from_to, usage};

mod limits;

/// The address of the source code that the build was given, if any: see packaging/addresses.py.
const BUILT_SOURCE: Option<&str> = option_env!("TILEWRIGHT_REPOSITORY");

/// Serve tables to browsers and programs
///
/// People and bots play at tables. Every move is on the disk before anybody sees it, so nothing is
/// lost if the server is killed. Ctrl-C finishes the requests in flight and stops.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright serve
  tilewright serve --addr 0.0.0.0:8080 --data-dir games
  tilewright serve --database postgres://user:password@localhost/tilewright

Logs go to standard error; TILEWRIGHT_LOG=debug prints more, --log-json is for programs.
Security events have the target `security`, requests the target `access`.
The server documents its API at /api/docs.")]
pub(crate) struct Arguments {
    /// The address and port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", env = "TILEWRIGHT_ADDR")]
    #[arg(value_parser = parse_address)]
    addr: SocketAddr,

    /// The folder of the games, instead of the data folder
    #[arg(long, value_name = "FOLDER", env = "TILEWRIGHT_DATA_DIR")]
    data_dir: Option<PathBuf>,

    /// A PostgreSQL database instead of a file: postgres://…
    #[arg(long, value_name = "URL", env = "TILEWRIGHT_DATABASE", hide_env_values = true)]
    #[arg(conflicts_with = "data_dir")]
    database: Option<String>,

    /// The folder of another web client, for its developers
    #[arg(long, value_name = "FOLDER", env = "TILEWRIGHT_WEB_DIR")]
    web_dir: Option<PathBuf>,

    /// The address of the source code, for the foot of the pages
    #[arg(long, value_name = "URL", env = "TILEWRIGHT_SOURCE", value_parser = parse_source)]
    source: Option<String>,

    /// Send cookies over https only, behind a proxy with https
    #[arg(long, env = "TILEWRIGHT_HTTPS")]
    https: bool,

    /// A name under which people reach this server: requests for others are refused; may be given
    /// again. Passkeys are for the first one
    #[arg(long, value_name = "NAME", value_delimiter = ',', env = "TILEWRIGHT_HOST")]
    #[arg(value_parser = parse_host)]
    host: Vec<String>,

    /// A proxy whose X-Forwarded-For is believed; may be repeated
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',', env = "TILEWRIGHT_TRUSTED_PROXY")]
    #[arg(value_parser = parse_proxy)]
    trusted_proxy: Vec<IpAddr>,

    /// The number of threads for bots and hints, from 2; by default one for each core
    #[arg(long, value_name = "N", value_parser = from_to(2, 1_024), env = "TILEWRIGHT_THINKERS")]
    thinkers: Option<u64>,

    /// The shortest time of a bot's move, so that people can follow
    #[arg(long, value_name = "TIME", default_value = "400ms", value_parser = parse_pause)]
    #[arg(env = "TILEWRIGHT_BOT_PAUSE")]
    bot_pause: Duration,

    /// Lift the limits of people and addresses, for measurements
    #[arg(long)]
    no_limits: bool,

    #[command(flatten)]
    limits: LimitFlags,

    /// Print a line for each request
    #[arg(long, env = "TILEWRIGHT_ACCESS_LOG")]
    access_log: bool,

    /// Print logs as lines of JSON
    #[arg(long, env = "TILEWRIGHT_LOG_JSON")]
    log_json: bool,
}

/// The arguments of a command line that says nothing.
#[derive(Parser)]
struct Usual {
    #[command(flatten)]
    arguments: Arguments,
}

/// Serves as if nothing was said.
pub(crate) fn run_as_usual(out: &mut dyn Write) -> Result<()> {
    let wrong = |error| usage(usage::sentence(&error, &Usual::command()));
    run(&Usual::try_parse_from(["tilewright"]).map_err(wrong)?.arguments, out)
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let config = config(arguments)?;
    log(arguments.log_json)?;
    allow_many_files();
    keep_files_private();
    let runtime = Runtime::new().context("cannot start")?;
    runtime.block_on(async {
        let server = Server::start(config).await.map_err(advised)?;
        // A supervisor may stop the server as soon as it has said that it serves.
        let mut termination = Termination::listen().context("cannot listen for signals")?;
        writeln!(out, "Tilewright serves at http://{}", server.address())?;
        out.flush()?;
        server
            .run_until(async move {
                tokio::select! {
                    _ = tokio::signal::ctrl_c() => {}
                    () = termination.wait() => {}
                }
            })
            .await;
        Ok(())
    })
}

/// Why it does not start, and what to do about it where that is known.
fn advised(error: StartError) -> anyhow::Error {
    match error {
        StartError::Listen { .. } => {
            anyhow!("{error}; `tilewright serve --addr 127.0.0.1:8081` listens elsewhere")
        }
        _ => error.into(),
    }
}

fn config(arguments: &Arguments) -> Result<Config> {
    let mut config = Config::new(database(arguments)?);
    config.address = arguments.addr;
    config.tablebase_folder = arguments.data_dir.clone().or_else(data_folder);
    config.web_dir.clone_from(&arguments.web_dir);
    let built = BUILT_SOURCE.filter(|address| !address.is_empty());
    config.source = arguments.source.clone().or_else(|| built.map(str::to_owned));
    config.is_https = arguments.https;
    config.trusted_proxies.clone_from(&arguments.trusted_proxy);
    config.bot_pause = arguments.bot_pause;
    if let Some(n_search_threads) = arguments.thinkers {
        config.n_search_threads = n_search_threads as usize;
    }
    config.hosts.clone_from(&arguments.host);
    config.has_access_log = arguments.access_log;
    let limits = if arguments.no_limits { Limits::none() } else { Limits::default() };
    config.limits = arguments.limits.change(limits).map_err(usage)?;
    Ok(config)
}

fn database(arguments: &Arguments) -> Result<Database> {
    if let Some(url) = &arguments.database {
        let is_postgres = url.starts_with("postgres://") || url.starts_with("postgresql://");
        let refuse = || usage("--database takes an address that begins with postgres://");
        return is_postgres.then(|| Database::Postgres(url.clone())).ok_or_else(refuse);
    }
    let homeless = || usage("there is no data folder: give --data-dir FOLDER");
    let folder = arguments.data_dir.clone().or_else(data_folder).ok_or_else(homeless)?;
    Ok(Database::Sqlite(folder.join("server.sqlite")))
}

fn parse_address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| {
        "this takes the number of an address and a port, such as 127.0.0.1:8080, or 0.0.0.0:8080 \
         for everybody"
    })
}

/// A page leads only to addresses of the web: any other might run something.
fn parse_source(text: &str) -> Result<String, &'static str> {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    is_web.then(|| text.to_owned()).ok_or("this takes an address that begins with https://")
}

fn parse_proxy(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| "this takes the number of an address, such as 10.0.0.1")
}

fn parse_host(text: &str) -> Result<String, &'static str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let is_name = !text.is_empty() && text.chars().all(is_plain);
    let wrong = "this takes a name without scheme and port, such as play.example.org";
    is_name.then(|| text.to_owned()).ok_or(wrong)
}

fn parse_pause(text: &str) -> Result<Duration, &'static str> {
    parse_time(text).ok_or("a time is a number with its unit, such as 400ms or 1s")
}

fn log(is_json: bool) -> Result<()> {
    let text = env::var("TILEWRIGHT_LOG").unwrap_or_else(|_| "info,sqlx=error".to_owned());
    let filter: Targets = text
        .parse()
        .map_err(|error| usage(format!("TILEWRIGHT_LOG is no filter of logs: {error}")))?;
    let logs = fmt::layer().with_writer(io::stderr);
    let logs = if is_json {
        logs.json().boxed()
    } else {
        logs.with_ansi(io::stderr().is_terminal()).boxed()
    };
    registry().with(logs.with_filter(filter.and(filter_fn(may_be_logged)))).init();
    Ok(())
}
