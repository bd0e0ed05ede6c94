//! `tilewright solve`

use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value as Json, json};
use tilewright_bots::aquapipe::{
    MoveAfter, Position, Progress, Solver, SolverResult, Tablebase, TablebaseError, Totals, solve,
    totals, verify,
};
use tilewright_bots::{GameValue, Limits, Proof, Stop, parse_time};
use tilewright_core::Position as _;
use tilewright_table::{GameId, Table};

use crate::folder::create_folder;
use crate::opening::Opening;
use crate::text::{WIDTH, grouped, shell_word, wrapped};
use crate::usage::{up_to, usage};

/// Solve a game exactly, or prove what can be proved of a position
///
/// On the small board of Aqua Pipe it solves every position, with the number of plies, and stores
/// them in a table for the bot `solver`. An interrupted run continues where it was. For a position
/// given by --from, --position or --record, and on the large board, it reports the table's value or
/// what a search can prove in its time.
#[derive(Args)]
#[command(after_help = "\
Examples:
  tilewright solve aquapipe                                 the small board, a few seconds
  tilewright solve aquapipe --verify                        and check every value of the table
  tilewright solve aquapipe --option move-after=any-time
  tilewright solve aquapipe --from \"S@a1 M@a2\"              the result after these moves
  tilewright solve aquapipe --variant 4x4 --from \"S@a1 L@a1\" --time 30s")]
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present = "record")]
    game: Option<GameId>,

    #[command(flatten)]
    opening: Opening,

    /// The file of the table, instead of one in the data folder
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Recompute every value of the table from its successors
    #[arg(long)]
    verify: bool,

    /// The time limit of the search, such as 500ms or 5m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_budget)]
    time: Duration,

    /// The size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value = "256", value_parser = up_to(16_384))]
    #[arg(allow_negative_numbers = true)]
    memory: u64,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let table = arguments.opening.open(arguments.game)?;
    if table.game().slug() != "aquapipe" {
        return Err(usage(format!("{} has no solver: aquapipe has", table.game())));
    }
    if table.turn().is_over() {
        return Err(usage("this game is over: there is nothing to solve"));
    }
    let position = position_of(&*table)?;
    let is_small = position.options().variant.name() == "3x3";
    if arguments.opening.is_elsewhere() || !is_small {
        if arguments.verify {
            let reason = "--verify checks the table of the small board, not one position";
            return Err(usage(reason));
        }
        return judge(arguments, &position, out);
    }
    solve_all(arguments, position.options().move_after, out)
}

/// The position with all that led to it, because what was there twice may end the game.
fn position_of(table: &dyn Table) -> Result<Position> {
    let mut start = table.box_clone();
    while start.undo().is_some() {}
    let mut position: Position =
        start.position_text().parse().context("the text of a position reads back")?;
    for text in table.moves() {
        position.play(text.parse().context("a move reads back")?).context("it was played")?;
    }
    Ok(position)
}

// ---------------------------------------------------------------------------------------------
// The whole board

fn solve_all(arguments: &Arguments, move_after: MoveAfter, out: &mut dyn Write) -> Result<()> {
    let path = table_path(arguments, move_after)?;
    let name = shell_word(&path);
    let totals = if is_missing(&path, move_after)? {
        if let Some(folder) = path.parent() {
            create_folder(folder, "--table FILE")?;
        }
        let solved = with_bar("solving", |on_progress| {
            let mut go_on = |progress| {
                on_progress(progress);
                ControlFlow::Continue(())
            };
            solve(move_after, &path, &mut go_on)
        });
        solved.with_context(|| format!("cannot solve into {name}"))?
    } else {
        totals(&path).with_context(|| format!("cannot read {name}"))?
    };
    if arguments.verify {
        let verified = with_bar("verifying", |on_progress| verify(&path, on_progress));
        verified.with_context(|| format!("cannot verify {name}"))?;
    }
    if arguments.json {
        writeln!(out, "{}", totals_json(&totals, &path, arguments.verify))?;
        return Ok(());
    }
    write_totals(&totals, out)?;
    let verified = if arguments.verify { ", every value verified" } else { "" };
    writeln!(out, "table        {name}{verified}")?;
    Ok(())
}

/// Returns true if the table must be made. A damaged table is solved again, but a file of another
/// kind is not overwritten.
fn is_missing(path: &Path, move_after: MoveAfter) -> Result<bool> {
    let name = path.display();
    match Tablebase::open(path) {
        Ok(table) if table.move_after() == move_after => Ok(false),
        Ok(_) => bail!("{name} is a table of another move-after: name another file"),
        Err(TablebaseError::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(TablebaseError::Damaged | TablebaseError::Length { .. }) => {
            writeln!(io::stderr(), "{name} is damaged and is solved again")?;
            Ok(true)
        }
        Err(error) => Err(error).with_context(|| format!("cannot use {name}")),
    }
}

fn table_path(arguments: &Arguments, move_after: MoveAfter) -> Result<PathBuf> {
    let usual = || Tablebase::usual_path(move_after);
    let path = arguments.table.clone().or_else(usual);
    path.context("there is no home folder: name a place with --table FILE")
}

/// Shows how far it is on a terminal, and nothing in a pipe.
fn with_bar<T>(verb: &str, work: impl FnOnce(&mut (dyn FnMut(Progress) + Send)) -> T) -> T {
    let bar = ProgressBar::new(0);
    let template = format!("{verb} {{wide_bar}} {{percent}} %, {{eta}} left");
    bar.set_style(ProgressStyle::with_template(&template).expect("the template is right"));
    let done = work(&mut |Progress { n_done, n_states }| {
        bar.set_length(n_states);
        bar.set_position(n_done);
    });
    bar.finish_and_clear();
    done
}

fn write_totals(totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
    let Totals { n_unfinished, n_won, n_lost, n_drawn, longest_win, n_entries } = *totals;
    writeln!(out, "positions    {} without a row, for the player to move", grouped(n_unfinished))?;
    writeln!(out, "won          {}", grouped(n_won))?;
    writeln!(out, "lost         {}", grouped(n_lost))?;
    writeln!(out, "drawn        {}", grouped(n_drawn))?;
    writeln!(out, "longest win  {longest_win} plies")?;
    writeln!(out, "entries      {} of a byte, up to symmetry", grouped(n_entries))
}

fn totals_json(totals: &Totals, path: &Path, is_verified: bool) -> Json {
    let Totals { n_unfinished, n_won, n_lost, n_drawn, longest_win, n_entries } = *totals;
    json!({
        "n_unfinished": n_unfinished,
        "n_won": n_won,
        "n_lost": n_lost,
        "n_drawn": n_drawn,
        "longest_win": longest_win,
        "n_entries": n_entries,
        "table": path,
        "is_verified": is_verified,
    })
}

// ---------------------------------------------------------------------------------------------
// One position

fn judge(arguments: &Arguments, position: &Position, out: &mut dyn Write) -> Result<()> {
    let table = table_of(arguments, position)?;
    let mut solver =
        Solver::new(table.into_iter().collect(), arguments.memory as usize * 1_000_000);
    let limits = Limits { time: Some(arguments.time), ..Limits::NONE };
    let bar = ProgressBar::new_spinner();
    let judged = solver.judge(position, limits, &Stop::new(), &mut |depth, n_nodes| {
        bar.set_message(format!("{depth} plies, {} positions", grouped(n_nodes)));
        bar.tick();
    });
    bar.finish_and_clear();
    let solution = judged.context("cannot read the table")?;
    if arguments.json {
        writeln!(out, "{}", judgment_json(&solution))?;
        return Ok(());
    }
    writeln!(out, "{}: {}", position.color_to_move(), sentence(&solution))?;
    let best: Vec<String> = solution.best_moves().map(|m| m.to_string()).collect();
    let label = match (solution.proof, solution.is_complete) {
        (Proof::Exact(_), true) => "best",
        (Proof::Exact(_), false) => "best, as far as there was time to look",
        (Proof::Open { .. }, _) => "not known to lose",
    };
    for (i, line) in wrapped(&format!("{label}: {}", best.join(" ")), WIDTH - 2).iter().enumerate()
    {
        let indent = if i == 0 { "" } else { "  " };
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}

/// The table of the position's game, if there is one.
fn table_of(arguments: &Arguments, position: &Position) -> Result<Option<Tablebase>> {
    if let Some(path) = &arguments.table {
        let name = path.display();
        let table = Tablebase::open(path).with_context(|| format!("cannot use {name}"))?;
        if !table.is_of(position.options()) {
            return Err(usage(format!("{name} is a table of another game than this one")));
        }
        return Ok(Some(table));
    }
    let usual = Tablebase::usual_path(position.options().move_after);
    let Some(path) = usual.filter(|path| path.exists()) else { return Ok(None) };
    let table = Tablebase::open(&path).with_context(|| format!("cannot use {}", path.display()))?;
    Ok(table.is_of(position.options()).then_some(table))
}

fn sentence(solution: &SolverResult) -> String {
    let proof = if solution.is_from_table { "from the table" } else { "proved by search" };
    match solution.proof {
        Proof::Exact(value) => format!("{value}, {proof}"),
        Proof::Open { plies } => {
            let n_nodes = grouped(solution.n_nodes);
            let plies = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
            format!("open: nobody can force a win within {plies} ({n_nodes} positions)")
        }
    }
}

fn judgment_json(solution: &SolverResult) -> Json {
    let moves = solution.moves.iter().map(|(m, proof)| {
        let mut entry = verdict_json(*proof);
        entry["move"] = json!(m.to_string());
        entry
    });
    let moves: Vec<Json> = moves.collect();
    let mut json = verdict_json(solution.proof);
    json["best"] = solution.best_moves().map(|m| json!(m.to_string())).collect();
    json["moves"] = json!(moves);
    json["is_complete"] = json!(solution.is_complete);
    json["is_from_table"] = json!(solution.is_from_table);
    json["n_nodes"] = json!(solution.n_nodes);
    json
}

fn verdict_json(proof: Proof) -> Json {
    match proof {
        Proof::Exact(GameValue::Win { plies }) => json!({ "value": "win", "plies": plies }),
        Proof::Exact(GameValue::Draw) => json!({ "value": "draw" }),
        Proof::Exact(GameValue::Loss { plies }) => json!({ "value": "loss", "plies": plies }),
        Proof::Open { plies } => json!({ "value": "open", "plies": plies }),
    }
}

fn parse_budget(text: &str) -> Result<Duration, &'static str> {
    parse_time(text).ok_or("a time is a number with its unit, such as 500ms, 10s or 5m")
}
