//! `tilewright study`

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use indicatif::ProgressBar;
use tilewright_arena::plan::MAX_GAMES;
use tilewright_arena::statistics::Statistics;
use tilewright_bots::{Stop, data_folder};
use tilewright_study::{Runner, Size, Study, StudyError};
use tilewright_table::GameId;

use crate::arena::{listen_for_interrupts, progress_bar, refused};
use crate::date::DateTime;
use crate::folder::create_folder;
use crate::text::shell_word;
use crate::usage::{from_to, up_to, usage};

/// Compare strategies in many tournaments and write a page
///
/// For two to six players every strategy plays against greedy, the best play each other, and ismcts
/// plays the best, in blocks in which each has every seat with the same deal. The page has tables
/// with error bars; its picture is beside it.
///
/// Every game is stored when it ends. After Ctrl-C, a crash or kill -9 the same command continues
/// and writes the same page. The number of threads changes nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright study triominos
  tilewright study triominos --games 100 --ismcts-games 20 --nodes 50 --write /tmp/triominos.md
  tilewright study triominos --seed 2 --results seed-2 --write seed-2.md")]
pub(crate) struct Arguments {
    /// The game: triominos
    game: GameId,

    /// The number of rounds of each strategy against greedy, for each number of players
    #[arg(long, value_name = "N", default_value = "4000", allow_negative_numbers = true)]
    #[arg(value_parser = up_to(MAX_GAMES / 100))]
    games: u64,

    /// The number of rounds of ismcts against each opponent, for each number of players
    #[arg(long, value_name = "N", default_value = "400", allow_negative_numbers = true)]
    #[arg(value_parser = up_to(MAX_GAMES / 100))]
    ismcts_games: u64,

    /// The number of rounds that ismcts simulates for a move
    #[arg(long, value_name = "N", default_value = "500", allow_negative_numbers = true)]
    #[arg(value_parser = from_to(1, 1_000_000_000))]
    nodes: u64,

    /// The seed of deals and bots
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = up_to(u64::MAX))]
    seed: u64,

    /// The number of games at once; by default one for each core
    #[arg(long, value_name = "N", value_parser = from_to(1, 1_024), allow_negative_numbers = true)]
    threads: Option<u64>,

    /// The folder of the games, instead of one in the data folder
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,

    /// The file of the page; the picture beside it ends with svg
    #[arg(long, value_name = "FILE", default_value = "triominos.md")]
    write: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let size = size(arguments)?;
    let (page, picture) = places(&arguments.write)?;
    let folder = folder(arguments, &size)?;
    writeln!(io::stderr(), "games in {}", shell_word(&folder))?;
    let stop = Stop::new();
    listen_for_interrupts(&stop)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let bar = progress_bar();
    let mut runner = Runner {
        folder: &folder,
        n_threads: arguments.threads.map_or(cores, |threads| threads as usize),
        stop: &stop,
        on_progress: &mut |title, statistics| show(&bar, title, statistics),
    };
    let study = Study::run(&size, &DateTime::now().date(), &mut runner);
    bar.finish_and_clear();
    let Some(study) = study.map_err(refused_study)? else {
        writeln!(io::stderr(), "stopped; the same command continues")?;
        return Ok(());
    };
    let name = picture.file_name().unwrap_or_default().to_string_lossy();
    write_file(&picture, &study.picture())?;
    write_file(&page, &study.page(&name))?;
    writeln!(out, "the page is in {}, its picture in {}", page.display(), picture.display())?;
    Ok(())
}

fn size(arguments: &Arguments) -> Result<Size> {
    if arguments.game.slug() != "triominos" {
        let game = arguments.game;
        return Err(usage(format!("there is no study of {game}: there is one of triominos")));
    }
    for (name, number) in [
        ("--games", arguments.games),
        ("--ismcts-games", arguments.ismcts_games),
        ("--nodes", arguments.nodes),
    ] {
        if number == 0 {
            return Err(usage(format!("{name} 0: a study needs at least one")));
        }
    }
    Ok(Size {
        n_games: arguments.games,
        n_ismcts_games: arguments.ismcts_games,
        nodes: arguments.nodes,
        seed: arguments.seed,
    })
}

/// The paths of the page and its picture, which are checked before anything is played.
fn places(page: &Path) -> Result<(PathBuf, PathBuf)> {
    let picture = page.with_extension("svg");
    if page.file_name().is_none() || page.is_dir() || picture == page {
        return Err(usage(format!("--write {}: name a file such as study.md", page.display())));
    }
    if let Some(folder) = page.parent() {
        create_folder(folder, "--write FILE")?;
    }
    Ok((page.to_owned(), picture))
}

/// The folder of the games: the same for the same study, so that it goes on.
fn folder(arguments: &Arguments, size: &Size) -> Result<PathBuf> {
    let folder = if let Some(folder) = &arguments.results {
        folder.clone()
    } else {
        let data = data_folder();
        let data = data.context("there is no home folder: name a place with --results FOLDER")?;
        let Size { n_games, n_ismcts_games, nodes, seed } = size;
        data.join("studies").join(format!("triominos-{n_games}-{n_ismcts_games}-{nodes}-{seed}"))
    };
    create_folder(&folder, "--results FOLDER")?;
    Ok(folder)
}

fn refused_study(error: StudyError) -> anyhow::Error {
    match error {
        StudyError::Arena(error) => refused(error),
        StudyError::Other { .. } => usage(error),
    }
}

fn write_file(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Shows the progress of the tournament with this title.
fn show(bar: &ProgressBar, title: &str, statistics: &Statistics) {
    if bar.message() != title {
        bar.set_message(title.to_owned());
        bar.set_position(statistics.n_played());
        bar.reset_eta();
    }
    bar.set_length(statistics.n_games());
    bar.set_position(statistics.n_played());
}
