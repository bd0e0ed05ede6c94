//! The score board: ratings and statistics as a block of text that people paste, and as data.

use std::fmt;

use serde::Serialize;
use tilewright_core::BySeat;

use crate::estimate::{UNKNOWN, without_sign_of_zero};
use crate::pairs::PairStatistics;
use crate::ratings::{Anchor, Ratings};
use crate::sprt::{Decision, SprtState};
use crate::standings::Standings;
use crate::{Estimate, Player};

/// No line of a report is longer than this.
pub const WIDTH: usize = 100;

/// The score board of a tournament: [`Display`](fmt::Display) is for people, serde for programs.
///
/// ```
/// use tilewright_arena::score_board::ScoreBoard;
/// use tilewright_arena::schedule::{Schedule, Tournament};
/// use tilewright_arena::standings::Standings;
///
/// let schedule = Schedule::new(Tournament::Match, 2, 2, 7)?;
/// let board = ScoreBoard::new(&Standings::new(&schedule), &["mcts", "greedy"], None);
/// assert!(board.to_string().contains("score %    not known yet"));
/// # Ok::<(), tilewright_arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct ScoreBoard {
    /// The number of blocks.
    pub n_blocks: u64,
    /// The number of games of a block.
    pub games_per_block: usize,
    /// The number of games.
    pub n_games: u64,
    /// The players, the best first.
    pub players: Vec<PlayerReport>,
    /// `true` if only the prior bounds how far apart some players are: see [`crate::ratings`].
    pub is_separated: bool,
    /// The pairs of players that have met.
    pub pairs: Vec<PairReport>,
    /// The score of each seat.
    pub seats: BySeat<Option<Estimate>>,
    /// The state of the test, if there is one.
    pub sprt: Option<SprtState>,
}

/// One line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerReport {
    /// 1 for the best.
    pub rank: usize,
    /// The player's name.
    pub name: String,
    /// The rating, with the mean of all players at 0.
    pub elo: Option<Estimate>,
    /// The number of games.
    pub n_games: u64,
    /// The mean score against all others.
    pub score: Option<f64>,
    /// The share of comparisons with equal places.
    pub draw_rate: Option<f64>,
    /// The mean score on each seat.
    pub seat_scores: BySeat<Option<f64>>,
}

/// One player against another, from the first one's side.
#[derive(Clone, Debug, Serialize)]
pub struct PairReport {
    /// The name of the first player.
    pub first: String,
    /// The name of the second player.
    pub second: String,
    /// The number of blocks.
    pub n_blocks: u64,
    /// The number of games.
    pub n_games: u64,
    /// The mean score.
    pub score: Option<Estimate>,
    /// The mean difference of scores in a game.
    pub margin: Option<Estimate>,
    /// The difference in logistic Elo.
    pub elo: Option<Estimate>,
    /// The difference in normalized Elo.
    pub normalized_elo: Option<Estimate>,
    /// The likelihood that the first one is better.
    pub superiority: Option<f64>,
    /// The share of comparisons with equal places.
    pub draw_rate: Option<f64>,
    /// The numbers of blocks that were lost in all games, lost, even, won, and won in all games.
    pub summary: [u64; 5],
    /// Each block score that occurred, with its number of blocks.
    pub blocks: Vec<(f64, u64)>,
}

impl ScoreBoard {
    /// Returns the score board of players with these names, with the test if there is one.
    pub fn new(standings: &Standings, names: &[&str], sprt: Option<SprtState>) -> ScoreBoard {
        let ratings = standings.comparisons().fit(Anchor::Mean);
        let mut pairs = Vec::new();
        for ((one, other), pair) in standings.pairs() {
            pairs.push(PairReport::new(name(names, one), name(names, other), pair));
        }
        if let ([], [_, _]) = (&pairs[..], standings.players()) {
            let nothing = PairStatistics::new(standings.games_per_block() as u32);
            pairs.push(PairReport::new(name(names, Player(0)), name(names, Player(1)), &nothing));
        }
        ScoreBoard {
            n_blocks: standings.n_blocks(),
            games_per_block: standings.games_per_block(),
            n_games: standings.n_games(),
            players: ranked(standings, &ratings, names),
            is_separated: ratings.is_separated(),
            pairs,
            seats: standings.seat_scores(),
            sprt,
        }
    }
}

fn name(names: &[&str], player: Player) -> String {
    names.get(player.index()).map_or_else(|| player.to_string(), ToString::to_string)
}

fn ranked(standings: &Standings, ratings: &Ratings, names: &[&str]) -> Vec<PlayerReport> {
    let statistics = Player::first(u16::MAX).zip(standings.players());
    let mut players: Vec<PlayerReport> = statistics
        .map(|(player, statistics)| PlayerReport {
            rank: 0,
            name: name(names, player),
            elo: ratings.of(player),
            n_games: statistics.n_games(),
            score: statistics.score(),
            draw_rate: statistics.draw_rate(),
            seat_scores: statistics.seat_scores(),
        })
        .collect();
    // Players who differ by rounding only are equal, and stay in the order in which they were
    // named.
    let merit = |it: &PlayerReport| it.elo.map_or(f64::MIN, |elo| (elo.value * 1e6).round());
    players.sort_by(|one, other| merit(other).total_cmp(&merit(one)));
    for (player, rank) in players.iter_mut().zip(1..) {
        player.rank = rank;
    }
    players
}

impl PairReport {
    fn new(first: String, second: String, pair: &PairStatistics) -> PairReport {
        PairReport {
            first,
            second,
            n_blocks: pair.n_blocks(),
            n_games: pair.n_games(),
            score: pair.score(),
            margin: pair.margin(),
            elo: pair.elo(),
            normalized_elo: pair.normalized_elo(),
            superiority: pair.superiority(),
            draw_rate: pair.draw_rate(),
            summary: pair.blocks().summary(),
            blocks: pair.blocks().scores().collect(),
        }
    }
}

impl fmt::Display for ScoreBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_table(f)?;
        writeln!(f)?;
        let blocks = counted(self.n_blocks, "block");
        let size = counted(self.games_per_block as u64, "game");
        writeln!(f, "{}: {blocks} of {size}", counted(self.n_games, "game"))?;
        if let ([_, _], [pair]) = (&self.players[..], &self.pairs[..]) {
            self.write_pair(f, pair)?;
        }
        self.write_seats(f)?;
        if let Some(state) = &self.sprt {
            write_item(f, "test", &sprt_text(state))?;
        }
        writeln!(f, "Elo: mean 0 in the table; ± is half of a 95 % interval, from blocks")?;
        let elos = self.players.iter().map(|player| player.elo);
        let is_unknown = |number: Option<Estimate>| number.and_then(|n| n.half_width()).is_none();
        if elos.chain(self.seats.iter().copied()).any(is_unknown) {
            writeln!(f, "Where there is - or ?, the number is not known yet")?;
        }
        if self.is_separated {
            writeln!(
                f,
                "Some are so far apart that only a weak prior, one drawn game each, \
                 bounds their Elo"
            )?;
        }
        Ok(())
    }
}

impl ScoreBoard {
    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rank, and the columns of numbers behind the name.
        let numbers = 4 + 1 + 8 + 7 + 9 + 6 + 6 + 6 * self.seats.len();
        let longest = self.players.iter().map(|player| player.name.chars().count()).max();
        let width = longest.unwrap_or_default().clamp(4, WIDTH - numbers);
        let header = format!(
            "Rank {:width$} {:>7} {:>6} {:>8} {:>5} {:>5}",
            "Name", "Elo", "±", "Games", "Score", "Draws"
        );
        f.write_str(&header)?;
        for seat in self.seats.seats() {
            write!(f, " Seat{seat}")?;
        }
        writeln!(f)?;
        for player in &self.players {
            player.write_line(f, width)?;
        }
        Ok(())
    }

    fn write_pair(&self, f: &mut fmt::Formatter<'_>, pair: &PairReport) -> fmt::Result {
        let name = |name: &str| shortened(name, (WIDTH - " against ".len()) / 2);
        writeln!(f, "{} against {}", name(&pair.first), name(&pair.second))?;
        let percent =
            |share: Option<f64>| known(share.map(|share| format!("{:.1}", 100.0 * share)));
        let signed = |number: Option<Estimate>| known(number.map(|number| format!("{number:+.1}")));
        let score = pair.score.map(|score| format!("{:.1}", score.scaled(100.0)));
        write_item(f, "score %", &known(score))?;
        write_item(f, "margin", &signed(pair.margin))?;
        write_item(f, "Elo", &signed(pair.elo))?;
        write_item(f, "nElo", &signed(pair.normalized_elo))?;
        write_item(f, "superior %", &percent(pair.superiority))?;
        write_item(f, "draws %", &percent(pair.draw_rate))?;
        write_item(f, "blocks", &self.blocks_text(pair))
    }

    /// The distribution of block results, in points for pairs of games between two seats.
    fn blocks_text(&self, pair: &PairReport) -> String {
        let is_pentanomial = self.seats.len() == 2 && self.games_per_block == 2;
        let labels = if is_pentanomial {
            ["0", "½", "1", "1½", "2"]
        } else {
            ["0 %", "< 50 %", "50 %", "> 50 %", "100 %"]
        };
        let cells =
            labels.iter().zip(pair.summary).map(|(label, count)| format!("{label}: {count}"));
        cells.collect::<Vec<_>>().join("   ")
    }

    /// The score of each seat, three to a line.
    fn write_seats(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |score: Estimate| match score.half_width() {
            Some(_) => format!("{:.1}", score.scaled(100.0)),
            None => format!("{:.1} ± ?", 100.0 * score.value),
        };
        let seats = self.seats.seats().map(|seat| (seat, self.seats[seat]));
        let texts: Option<Vec<String>> =
            seats.map(|(seat, score)| Some(format!("{seat}: {}", text(score?)))).collect();
        let Some(texts) = texts else {
            return write_item(f, "seats %", UNKNOWN);
        };
        for (i, line) in texts.chunks(3).enumerate() {
            write_item(f, if i == 0 { "seats %" } else { "" }, &line.join("   "))?;
        }
        Ok(())
    }
}

impl PlayerReport {
    fn write_line(&self, f: &mut fmt::Formatter<'_>, width: usize) -> fmt::Result {
        let number = |number: Option<f64>| number.map(|number| format!("{number:.1}"));
        let elo = self.elo.map(|elo| format!("{:+.1}", without_sign_of_zero(elo.value, 1)));
        write!(
            f,
            "{:>4} {:width$} {:>7} {:>6} {:>8} {:>5} {:>5}",
            self.rank,
            shortened(&self.name, width),
            cell(elo),
            cell(number(self.elo.and_then(|elo| elo.half_width()))),
            self.n_games,
            cell(self.score.map(percent)),
            cell(self.draw_rate.map(percent)),
        )?;
        for score in &self.seat_scores {
            write!(f, " {:>5}", cell(score.map(percent)))?;
        }
        writeln!(f)
    }
}

fn write_item(f: &mut fmt::Formatter<'_>, name: &str, text: &str) -> fmt::Result {
    writeln!(f, "  {name:10} {text}")
}

fn known(text: Option<String>) -> String {
    text.unwrap_or_else(|| UNKNOWN.to_owned())
}

fn counted(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

fn cell(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

/// At most five characters.
fn percent(share: f64) -> String {
    let text = format!("{:.1}%", 100.0 * share);
    if text == "100.0%" { "100%".to_owned() } else { text }
}

/// Both ends of a text that is too long, with a mark between: commands differ in their arguments.
fn shortened(text: &str, width: usize) -> String {
    let n_chars = text.chars().count();
    if n_chars <= width {
        return text.to_owned();
    }
    let n_first = (width - 1) / 2;
    let rest = text.chars().skip(n_chars - (width - 1 - n_first));
    text.chars().take(n_first).chain(['…']).chain(rest).collect()
}

fn sprt_text(state: &SprtState) -> String {
    let (elo0, elo1) = state.test.hypotheses();
    let model = state.test.model();
    let llr = known(state.llr.map(|llr| format!("{llr:+.2}")));
    let decision = match state.decision {
        Decision::Continue => "play on".to_owned(),
        Decision::AcceptFirst => format!("{elo0} accepted, {elo1} rejected"),
        Decision::AcceptSecond => format!("{elo1} accepted, {elo0} rejected"),
    };
    let bounds = format!("({:+.2}, {:+.2})", state.lower, state.upper);
    format!("{elo0} or {elo1} {model} Elo: LLR {llr} in {bounds}, {decision}")
}

#[cfg(test)]
mod tests {
    use tilewright_core::Outcome;

    use super::*;
    use crate::schedule::{Schedule, Tournament};
    use crate::sprt::{EloModel, Sprt};

    /// A tournament in which higher players, first seats and chance decide.
    fn standings(
        tournament: Tournament,
        n_players: u16,
        n_seats: usize,
        n_blocks: usize,
    ) -> Standings {
        let schedule = Schedule::new(tournament, n_players, n_seats, 11).unwrap();
        let mut standings = Standings::new(&schedule);
        for block in schedule.blocks().take(n_blocks) {
            let outcomes: Vec<Outcome> = block
                .games()
                .map(|game| {
                    Outcome::by_score(BySeat::from_fn(n_seats, |seat| {
                        let chance = (game.seed >> (8 * seat.index())) % 16;
                        40 + 2 * i32::from(game.seats[seat].0) + chance as i32
                            - 2 * seat.index() as i32
                    }))
                })
                .collect();
            standings.add_block(&block, &outcomes).unwrap();
        }
        standings
    }

    fn assert_text(board: &ScoreBoard, expected: &str) {
        let text = board.to_string();
        assert_eq!(text, expected, "\n{text}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn a_match_of_two() {
        let standings = standings(Tournament::Match, 2, 2, 500);
        let pair = standings.pair(Player(0), Player(1)).unwrap();
        let state = Sprt::new(-5.0, 0.0).unwrap().state(pair.blocks());
        let board = ScoreBoard::new(&standings, &["greedy", "mcts:time=2s"], Some(state));
        assert_text(
            &board,
            "\
Rank Name             Elo      ±    Games Score Draws Seat1 Seat2
   1 mcts:time=2s   +40.5   10.9     1000 61.5%  3.7% 73.6% 49.3%
   2 greedy         -40.5   10.9     1000 38.6%  3.7% 50.7% 26.4%

1000 games: 500 blocks of 2 games
greedy against mcts:time=2s
  score %    38.6 ± 2.8
  margin     -2.3 ± 0.4
  Elo        -81.0 ± 20.8
  nElo       -87.1 ± 23.0
  superior % 0.0
  draws %    3.7
  blocks     0: 168   ½: 21   1: 241   1½: 12   2: 58
  seats %    1: 62.2 ± 2.9   2: 37.9 ± 2.9
  test       -5 or 0 logistic Elo: LLR -3.42 in (-2.94, +2.94), -5 accepted, 0 rejected
Elo: mean 0 in the table; ± is half of a 95 % interval, from blocks
",
        );
    }

    #[test]
    fn a_match_before_the_first_game() {
        let standings = standings(Tournament::Match, 2, 2, 0);
        let sprt = Sprt::new(0.0, 5.0).unwrap().with_model(EloModel::Normalized);
        let state = sprt.state(&crate::pairs::BlockDistribution::new(2));
        let board = ScoreBoard::new(&standings, &["greedy", "mcts"], Some(state));
        assert_text(
            &board,
            "\
Rank Name       Elo      ±    Games Score Draws Seat1 Seat2
   1 greedy       -      -        0     -     -     -     -
   2 mcts         -      -        0     -     -     -     -

0 games: 0 blocks of 2 games
greedy against mcts
  score %    not known yet
  margin     not known yet
  Elo        not known yet
  nElo       not known yet
  superior % not known yet
  draws %    not known yet
  blocks     0: 0   ½: 0   1: 0   1½: 0   2: 0
  seats %    not known yet
  test       0 or 5 normalized Elo: LLR not known yet in (-2.94, +2.94), play on
Elo: mean 0 in the table; ± is half of a 95 % interval, from blocks
Where there is - or ?, the number is not known yet
",
        );
    }

    #[test]
    fn a_match_of_one_block() {
        let board = ScoreBoard::new(&standings(Tournament::Match, 2, 4, 1), &["a", "b"], None);
        assert_text(
            &board,
            "\
Rank Name     Elo      ±    Games Score Draws Seat1 Seat2 Seat3 Seat4
   1 a      +32.3      -        6 58.3%  8.3% 91.7% 58.3% 33.3% 50.0%
   2 b      -32.3      -        6 41.7%  8.3% 33.3% 75.0% 16.7% 41.7%

6 games: 1 block of 6 games
a against b
  score %    58.3, error not known yet
  margin     +0.6, error not known yet
  Elo        +58.5, error not known yet
  nElo       not known yet
  superior % not known yet
  draws %    8.3
  blocks     0 %: 0   < 50 %: 0   50 %: 0   > 50 %: 1   100 %: 0
  seats %    1: 63.9 ± ?   2: 61.1 ± ?   3: 33.3 ± ?
             4: 41.7 ± ?
Elo: mean 0 in the table; ± is half of a 95 % interval, from blocks
Where there is - or ?, the number is not known yet
",
        );
    }

    #[test]
    fn a_table_of_six_with_long_names() {
        let names =
            ["minimax:depth=4,table=64M,threads=2", "mcts", "greedy", "random", "é", "ugi:./x"];
        let board = ScoreBoard::new(&standings(Tournament::Match, 6, 6, 120), &names, None);
        assert_text(
            &board,
            "\
Rank Name                        Elo      ±    Games Score Draws Seat1 Seat2 Seat3 Seat4 Seat5 Seat6
   1 ugi:./x                  +143.6   14.1      720 72.9%  3.9% 93.8% 88.4% 79.1% 67.8% 60.0% 48.2%
   2 é                         +86.3   12.5      720 64.7%  3.9% 88.5% 78.6% 70.9% 62.2% 49.8% 38.1%
   3 random                    +27.6   11.9      720 55.8%  4.0% 81.7% 74.6% 61.8% 49.1% 37.8% 29.9%
   4 greedy                    -26.4   10.7      720 45.8%  4.0% 75.1% 60.8% 51.3% 37.7% 28.1% 21.7%
   5 mcts                      -85.5   12.0      720 35.1%  3.7% 61.4% 48.6% 41.8% 28.4% 18.7% 11.6%
   6 minimax:dep…M,threads=2  -145.7   12.9      720 25.8%  3.6% 53.0% 38.1% 29.2% 17.8% 10.2%  6.3%

720 games: 120 blocks of 6 games
  seats %    1: 75.6 ± 1.8   2: 64.8 ± 1.9   3: 55.7 ± 1.8
             4: 43.8 ± 2.0   5: 34.1 ± 1.6   6: 26.0 ± 1.7
Elo: mean 0 in the table; ± is half of a 95 % interval, from blocks
",
        );
    }

    #[test]
    fn a_gauntlet_that_somebody_lost_altogether() {
        let schedule = Schedule::new(Tournament::Gauntlet, 3, 2, 1).unwrap();
        let mut standings = Standings::new(&schedule);
        for block in schedule.blocks().take(40) {
            let outcomes: Vec<Outcome> = block
                .games()
                .map(|game| Outcome::by_score(game.seats.map(|player| i32::from(player.0 > 0))))
                .collect();
            standings.add_block(&block, &outcomes).unwrap();
        }
        let board = ScoreBoard::new(&standings, &["random", "greedy", "mcts"], None);
        assert_text(
            &board,
            "\
Rank Name       Elo      ±    Games Score Draws Seat1 Seat2
   1 greedy  +295.5  427.5       40  100%  0.0%  100%  100%
   2 mcts    +295.5  427.5       40  100%  0.0%  100%  100%
   3 random  -591.1  344.2       80  0.0%  0.0%  0.0%  0.0%

80 games: 40 blocks of 2 games
  seats %    1: 50.0 ± ?   2: 50.0 ± ?
Elo: mean 0 in the table; ± is half of a 95 % interval, from blocks
Where there is - or ?, the number is not known yet
Some are so far apart that only a weak prior, one drawn game each, bounds their Elo
",
        );
    }

    #[test]
    fn numbers_for_programs_are_numbers_or_null() {
        let board = ScoreBoard::new(&standings(Tournament::Match, 2, 2, 1), &["a", "b"], None);
        let json = serde_json::to_value(&board).unwrap();
        assert_eq!(json["players"][0]["rank"], 1);
        assert_eq!(json["n_games"], 2);
        assert!(json["pairs"][0]["superiority"].is_null());
        assert!(json["pairs"][0]["score"]["value"].is_f64());
        assert!(json["pairs"][0]["score"]["low"].is_null());
    }
}
