//! `tilewright ratings`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use tilewright_arena::Player;
use tilewright_arena::plan::Plan;
use tilewright_arena::ratings::{Anchor, Comparisons, Ratings};
use tilewright_arena::results::{GameResult, ResultsReader};
use tilewright_arena::score::FinishedGame;
use tilewright_core::{BySeat, Outcome};
use tilewright_ratings::{
    League, ModelKind, PlackettLuceModel, PlayerNumber, RatedGame, RatingModel, evaluate,
};

use crate::usage::{from_to, up_to, usage};

const EXAMPLES: &str = "\
Examples:
  tilewright ratings --simulate
  tilewright arena coerceo --player level:1 --player level:2 --results a.results
  tilewright ratings a.results --anchor level:1=0";

/// Compare models of ratings by how well they predict games
///
/// Each model predicts every game before it learns it; the log-loss is the mean over all pairs of
/// seats. `explained` is the share of a coin's loss that the model takes away: the rest is luck,
/// and what is not known of the players. With the results of an arena, the ratings follow.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The results of an arena
    #[arg(required_unless_present = "simulate", conflicts_with = "simulate")]
    results: Option<PathBuf>,

    /// Compare the models in simulated leagues
    #[arg(long)]
    simulate: bool,

    /// The number of games of a simulated league
    #[arg(long, value_name = "N", default_value = "10000", value_parser = from_to(100, 1_000_000))]
    games: u64,

    /// The seed of the simulated leagues
    #[arg(long, value_name = "N", default_value = "1", value_parser = up_to(u64::MAX))]
    seed: u64,

    /// A player whose rating is known, such as a level that was measured; may be repeated
    #[arg(long = "anchor", value_name = "PLAYER=ELO", conflicts_with = "simulate")]
    anchors: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let Some(path) = &arguments.results else {
        for league in League::ALL {
            let games = league.games(arguments.games as usize, arguments.seed);
            write_comparison(league.name, &games, league.n_players as usize, out)?;
        }
        return Ok(());
    };
    let (plan, games) = read(path)?;
    let names = plan.player_names();
    let anchors = read_anchors(&arguments.anchors, &names)?;
    write_comparison(plan.game.slug(), &games, names.len(), out)?;
    write_ratings(&games, &names, &anchors, out)
}

/// The plan and the games of a results file.
fn read(path: &Path) -> Result<(Plan, Vec<RatedGame>)> {
    let reader = ResultsReader::open(path).map_err(usage)?;
    let plan = reader.plan().clone();
    let schedule = plan.check().map_err(usage)?.schedule;
    let games_per_block = schedule.games_per_block() as u64;
    let mut results: Vec<GameResult> = Vec::new();
    let keep = &mut |result| {
        results.push(result);
        Ok(())
    };
    reader.resume(keep).map_err(usage)?;
    results.sort_by_key(|result| result.game);
    let rated = |result: &GameResult| {
        let block = schedule.block(result.game / games_per_block);
        let game = block.games().nth((result.game % games_per_block) as usize)?;
        let players = game.seats.map(|player| PlayerNumber::from(player.0));
        Some(RatedGame { players, places: *result.outcome.places() })
    };
    let games = results.iter().filter_map(rated).collect();
    Ok((plan, games))
}

fn read_anchors(anchors: &[String], names: &[String]) -> Result<Vec<(PlayerNumber, f64)>> {
    let read = |text: &String| {
        let (name, elo) = text.rsplit_once('=')?;
        let player = names.iter().position(|it| it == name)?;
        Some((player as PlayerNumber, elo.parse().ok().filter(|elo: &f64| elo.is_finite())?))
    };
    let wrong = |text: &String| usage(format!("'{text}' is not a player and an Elo, as in a=100"));
    anchors.iter().map(|text| read(text).ok_or_else(|| wrong(text))).collect()
}

fn write_comparison(
    title: &str,
    games: &[RatedGame],
    n_players: usize,
    out: &mut dyn Write,
) -> Result<()> {
    let n_games = games.len();
    writeln!(out, "{title}: {n_games} games of {n_players} players")?;
    writeln!(out, "  {:26} log-loss  explained", "model")?;
    let models = ModelKind::ALL.into_iter().map(|kind| (kind.name(), kind.start()));
    let fit: Box<dyn RatingModel> = Box::new(ArenaFit::new(n_players as u16));
    for (name, mut model) in models.chain([("fit of the arena", fit)]) {
        let loss = evaluate(&mut *model, games);
        // Rounded, so that nothing is `-0.0`.
        let explained = (1_000.0 * loss.explained()).round() / 10.0 + 0.0;
        writeln!(out, "  {name:26} {:8.4} {explained:8.1} %", loss.mean())?;
    }
    writeln!(out)?;
    Ok(())
}

fn write_ratings(
    games: &[RatedGame],
    names: &[String],
    anchors: &[(PlayerNumber, f64)],
    out: &mut dyn Write,
) -> Result<()> {
    let mut model = PlackettLuceModel::with_seats();
    for &(player, elo) in anchors {
        model.fix(player, elo);
    }
    evaluate(&mut model, games);
    let mut rated: Vec<(f64, PlayerNumber)> =
        (0..names.len() as PlayerNumber).filter_map(|it| Some((model.elo(it)?, it))).collect();
    rated.sort_by(|one, other| other.0.total_cmp(&one.0));
    writeln!(out, "Ratings by Plackett-Luce with seats, and their standard deviations:")?;
    for (elo, player) in rated {
        let name = &names[player as usize];
        writeln!(out, "  {elo:6.0} ± {:3.0}  {name}", model.deviation(player))?;
    }
    if let Some(game) = games.first() {
        let terms = model.seat_terms(game.players.len());
        let terms: Vec<String> = terms.iter().map(|term| format!("{term:+.0}")).collect();
        writeln!(out, "The seats are worth {} Elo.", terms.join(", "))?;
    }
    Ok(())
}

/// The fit of the arena to all games so far, as a model. It is fitted again now and then.
struct ArenaFit {
    comparisons: Comparisons,
    ratings: Option<Ratings>,
    n_games: u64,
}

impl ArenaFit {
    /// The number of games after which the fit is repeated.
    const INTERVAL: u64 = 500;

    fn new(n_players: u16) -> ArenaFit {
        ArenaFit { comparisons: Comparisons::new(n_players), ratings: None, n_games: 0 }
    }
}

impl RatingModel for ArenaFit {
    fn expected_score(&self, players: &BySeat<PlayerNumber>, seat: usize, other: usize) -> f64 {
        let elo = |index: usize| self.elo(players.as_slice()[index]).unwrap_or(0.0);
        1.0 / (1.0 + 10_f64.powf((elo(other) - elo(seat)) / 400.0))
    }

    fn learn(&mut self, game: &RatedGame) {
        let seats = game.players.map(|&player| Player(player as u16));
        let outcome = Outcome::by_score(game.places.map(|&place| -i32::from(place)));
        if let Ok(game) = FinishedGame::new(seats, outcome) {
            self.comparisons.add(self.n_games, &game);
        }
        self.n_games += 1;
        if self.n_games.is_multiple_of(ArenaFit::INTERVAL) {
            self.ratings = Some(self.comparisons.fit(Anchor::Mean));
        }
    }

    fn elo(&self, player: PlayerNumber) -> Option<f64> {
        let rating = self.ratings.as_ref()?.of(Player(player as u16))?;
        Some(rating.value)
    }
}
