//! The page of a study, in Markdown.

use std::fmt::Write as _;

use tilewright_arena::Estimate;

use crate::{DRAWS, GREEDY, PLACES, PairResult, Section, Study, VarianceShares, strategy};

/// The page, with a link to the picture beside it.
pub(crate) fn page(study: &Study, picture: &str) -> String {
    let mut text = head(study);
    text += &answer(study);
    let _ = write!(
        text,
        "![Score against greedy by the number of players]({picture})\n\n\
         Score against `{GREEDY}` with 95 % intervals: on the left what comes of the ways to draw, \
         with the placement that scores most, on the right of the ways to place, with draws only \
         where nothing fits.\n\n"
    );
    text += &luck(study);
    text += "## The strategies\n\n";
    text += STRATEGIES;
    for section in &study.sections {
        text += &section_text(section, study);
    }
    text
}

const STRATEGIES: &str = "\
A strategy says when to draw although something fits, and what to place. To draw: `forced` never; \
`below-N` while nothing scores N points; `hoard` up to three times a turn unless there is a bonus \
to place; `hoard-until-3` so until another hand has three tiles; `hand-below-6` while it has fewer \
than six tiles; `smallest-hand` while all others have more than it. To place: `highest` what \
scores most; `least-risk` what leaves the fewest points of bonuses to tiles that it has not seen; \
`most-mobility` what leaves most of its own tiles a place; `random` anything; `lowest` what scores \
least. `greedy` is `forced` with `highest`.

The first table of each section is every strategy against `greedy`, in percent. The best is picked \
from forty, which favors luck: so the best two, `hoard` and `greedy` play each other again with \
other deals in the second table, row against column. `ismcts` plays with those deals too.

";

fn head(study: &Study) -> String {
    let size = &study.size;
    let command = format!(
        "tilewright study triominos --games {} --ismcts-games {} --nodes {} --seed {}",
        size.n_games, size.n_ismcts_games, size.nodes, size.seed
    );
    format!(
        "# Triominos: which strategy wins?\n\n`{command}`, {}.\n\n\
         Single rounds for two to six players. The unit is the block: rounds with the same deal in \
         which each of two players has every seat equally often. A score is the percent of \
         comparisons between a seat of the one and a seat of the other in which the one has more \
         points, so 50 is equal whatever the number of players. ± is half of a 95 % interval, from \
         blocks. Each strategy plays {} rounds against `{GREEDY}` for each number of players, \
         rounded up to whole blocks; `ismcts` simulates {} rounds for a move and plays {} rounds \
         against each opponent.\n\n",
        study.date,
        thousands(size.n_games),
        thousands(size.nodes),
        thousands(size.n_ismcts_games)
    )
}

/// The short answer: a table and what it says.
fn answer(study: &Study) -> String {
    let mut text = "## The answer\n\n\
        | players | best strategy | against `greedy` | points a round | `hoard` against `greedy` | \
        `ismcts` against `greedy` | against `hoard` | against the best |\n\
        | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    for section in &study.sections {
        let best = &section.best[0];
        let final_of = |name: &str| section.against_greedy(name);
        let hoard = strategy("hoard", "highest");
        let ismcts = |name: &str| section.ismcts_against(name).map_or(String::new(), percent);
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {:+.1} | {} | {} | {} | {} |",
            section.n_seats,
            short(best),
            percent(final_of(best)),
            final_of(best).margin,
            percent(final_of(&hoard)),
            ismcts(GREEDY),
            ismcts(&hoard),
            ismcts(best)
        );
    }
    text.push('\n');
    for line in findings(study) {
        let _ = writeln!(text, "- {line}");
    }
    text.push('\n');
    text
}

/// The findings, in sentences.
fn findings(study: &Study) -> Vec<String> {
    let hoard = strategy("hoard", "highest");
    let hoards = by_sign(study, |section| section.against_greedy(&hoard).score);
    let ismcts = by_sign(study, |section| section.ismcts_against_greedy().score);
    let best = by_sign(study, |section| section.against_greedy(&section.best[0]).score);
    let draws = spreads(study, Section::spread_of_draws);
    let places = spreads(study, Section::spread_of_places);
    vec![
        format!("The best of the simple strategies {best} against `{GREEDY}`."),
        format!("To hoard {hoards} against `{GREEDY}`."),
        format!("`ismcts` {ismcts} against `{GREEDY}`."),
        format!(
            "Between the best and the worst way to draw, with the best way to place, lie {draws} \
             percent for 2 to 6 players; between the best and the worst way to place, with the \
             best way to draw, {places} percent."
        ),
    ]
}

/// The numbers of players for which a score is certainly above or below one half.
fn by_sign(study: &Study, score: impl Fn(&Section) -> Estimate) -> String {
    let mut parts = Vec::new();
    for wanted in ["wins", "loses", "is neither better nor worse"] {
        let sections = study.sections.iter().filter(|it| sign(&score(it)) == wanted);
        let seats: Vec<String> = sections.map(|it| it.n_seats.to_string()).collect();
        if !seats.is_empty() {
            parts.push(format!("{wanted} with {} players", listed(&seats)));
        }
    }
    listed(&parts)
}

fn sign(score: &Estimate) -> &'static str {
    if score.low.is_some_and(|low| low > 0.5) {
        "wins"
    } else if score.high.is_some_and(|high| high < 0.5) {
        "loses"
    } else {
        "is neither better nor worse"
    }
}

/// The distance between the best and the worst strategy of a kind, for each number of players.
fn spreads(study: &Study, spread: impl Fn(&Section) -> f64) -> String {
    let spreads = study.sections.iter().map(|section| format!("{:.0}", spread(section)));
    listed(&spreads.collect::<Vec<_>>())
}

/// The distance between the highest and the lowest score, in percent.
fn range(scores: impl Iterator<Item = f64>) -> f64 {
    let scores: Vec<f64> = scores.collect();
    let highest = scores.iter().copied().fold(f64::MIN, f64::max);
    100.0 * (highest - scores.iter().copied().fold(f64::MAX, f64::min))
}

const LUCK: &str = "\
What a seat makes in a round is its points less the mean of the table. Three things explain how \
much that varies. *Who plays*: the better player makes more on average; its share is the square of \
that mean. *The deal*: the hand, the seat and the order of the pile. The blocks tell its share, \
because both players have every place with the same deal: it is the covariance of what the one \
makes there and what the other makes there. *The rest* is how the round goes: what the others do, \
what suits the tiles, ties. The shares are percent of the mean square, and sum to 100. The last \
column is how many rounds it takes until the better player has more points in all than one of the \
others, with a chance of 95 %, where it is certain who is better.

";

/// The two players, the variance components and the result.
type LuckRow<'a> = (String, Option<VarianceShares>, Option<&'a PairResult>);

/// The section on luck.
fn luck(study: &Study) -> String {
    let mut text = "## How much is luck?\n\n".to_owned();
    text += LUCK;
    text += "| players | who against whom | who plays | the deal | the rest | score | rounds |\n\
             | ---: | --- | ---: | ---: | ---: | ---: | ---: |\n";
    for section in &study.sections {
        for (name, luck, pair) in luck_rows(section) {
            let Some(luck) = luck else { continue };
            let _ =
                writeln!(text, "| {} | {name} | {} |", section.n_seats, luck_cells(&luck, pair));
        }
    }
    let _ = write!(
        text,
        "\nSo who plays explains {} of how a round of `ismcts` against `{GREEDY}` ends, and {} of \
         one of the best simple strategy. The rest is the deal and how the round went.\n\n",
        shares(study, |section| section.ismcts_against_greedy()),
        shares(study, |section| section.against_greedy(&section.best[0]))
    );
    text
}

fn luck_rows(section: &Section) -> [LuckRow<'_>; 4] {
    fn row<'a>(name: &str, pair: &'a PairResult) -> LuckRow<'a> {
        (format!("`{name}`, `{GREEDY}`"), pair.variance, Some(pair))
    }
    let best = &section.best[0];
    [
        (format!("`{GREEDY}`, `{GREEDY}`"), section.equals, None),
        row(&short(best), section.against_greedy(best)),
        row("ismcts", section.ismcts_against_greedy()),
        row("forced random", section.strategy(("forced", "random"))),
    ]
}

/// The least and the greatest share of who plays.
fn shares<'a>(study: &'a Study, pair: impl Fn(&'a Section) -> &'a PairResult) -> String {
    let lucks = study.sections.iter().filter_map(|section| pair(section).variance);
    let shares: Vec<f64> = lucks.map(|luck| 100.0 * luck.player).collect();
    let least = shares.iter().copied().fold(f64::MAX, f64::min);
    let greatest = shares.iter().copied().fold(0.0, f64::max);
    format!("{least:.1} to {greatest:.1} %")
}

fn luck_cells(luck: &VarianceShares, pair: Option<&PairResult>) -> String {
    let rounds = luck.n_rounds.filter(|_| pair.is_some_and(PairResult::is_certain));
    format!(
        "{:.1} % | {:.1} ± {:.1} % | {:.1} % | {} | {}",
        100.0 * luck.player,
        100.0 * luck.deal,
        100.0 * luck.deal_error,
        100.0 * luck.rest,
        pair.map_or("50".to_owned(), percent),
        rounds.map_or("-".to_owned(), thousands)
    )
}

/// Everything about one number of players.
fn section_text(section: &Section, study: &Study) -> String {
    let mut text = format!("## {} players\n\n| draw \\ place |", section.n_seats);
    for place in PLACES {
        let _ = write!(text, " `{place}` |");
    }
    let _ = write!(text, "\n| --- |{}\n", " ---: |".repeat(PLACES.len()));
    for (draw, row) in DRAWS.iter().zip(&section.matrix) {
        let _ = write!(text, "| `{draw}` |");
        for (place, pair) in PLACES.iter().zip(row) {
            let is_best = strategy(draw, place) == section.best[0];
            let mark = if is_best { "**" } else { "" };
            let _ = write!(text, " {mark}{}{mark} |", percent(pair));
        }
        text.push('\n');
    }
    text += &finals(section);
    let _ = write!(
        text,
        "\n| `ismcts:nodes={}` against | score | points a round |\n| --- | ---: | ---: |\n",
        study.size.nodes
    );
    for (name, pair) in &section.ismcts {
        let _ = writeln!(text, "| `{}` | {} | {:+.1} |", short(name), percent(pair), pair.margin);
    }
    text.push('\n');
    text
}

/// The best against each other.
fn finals(section: &Section) -> String {
    let mut text = "\n| against |".to_owned();
    for name in &section.finalists {
        let _ = write!(text, " `{}` |", short(name));
    }
    let _ = write!(text, "\n| --- |{}\n", " ---: |".repeat(section.finalists.len()));
    for (name, row) in section.finalists.iter().zip(&section.finals) {
        let _ = write!(text, "| `{}` |", short(name));
        for pair in row {
            let _ = write!(text, " {} |", pair.as_ref().map_or(String::new(), percent));
        }
        text.push('\n');
    }
    text
}

impl PairResult {
    /// Returns whether it is certain which of the two has more points.
    fn is_certain(&self) -> bool {
        let is_ahead = self.margin.low.is_some_and(|low| low > 0.0);
        is_ahead || self.margin.high.is_some_and(|high| high < 0.0)
    }
}

impl Section {
    /// A finalist against `greedy`, in the finals.
    pub(crate) fn against_greedy(&self, name: &str) -> &PairResult {
        let place = self.finalists.iter().position(|it| it == name).expect("a finalist");
        self.finals[place][0].as_ref().expect("greedy is another one")
    }

    /// `ismcts` against one of its opponents.
    pub(crate) fn ismcts_against(&self, name: &str) -> Option<&PairResult> {
        self.ismcts.iter().find(|(opponent, _)| opponent == name).map(|(_, pair)| pair)
    }

    /// `ismcts` against `greedy`, which is always one of its opponents.
    pub(crate) fn ismcts_against_greedy(&self) -> &PairResult {
        self.ismcts_against(GREEDY).expect("they have met")
    }

    /// The distance between the best and the worst way to draw, with the best way to place.
    fn spread_of_draws(&self) -> f64 {
        let (_, place) = self.best_cell();
        range(self.matrix.iter().map(|row| row[place].score.value))
    }

    /// The distance between the best and the worst way to place, with the best way to draw.
    fn spread_of_places(&self) -> f64 {
        let (draw, _) = self.best_cell();
        range(self.matrix[draw].iter().map(|pair| pair.score.value))
    }

    /// The way to draw and the way to place of the highest score.
    fn best_cell(&self) -> (usize, usize) {
        let all = (0..DRAWS.len()).flat_map(|draw| (0..PLACES.len()).map(move |it| (draw, it)));
        let score = |&(draw, place): &(usize, usize)| self.matrix[draw][place].score.value;
        let highest = all.max_by(|one, other| score(one).total_cmp(&score(other)));
        highest.expect("there are strategies")
    }

    /// A way to draw with a way to place, against `greedy`.
    pub(crate) fn strategy(&self, (draw, place): (&str, &str)) -> &PairResult {
        let draw = DRAWS.iter().position(|it| *it == draw).expect("a way to draw");
        let place = PLACES.iter().position(|it| *it == place).expect("a way to place");
        &self.matrix[draw][place]
    }
}

fn percent(pair: &PairResult) -> String {
    format!("{:.1}", pair.score.scaled(100.0))
}

/// The name of a strategy in a table: `hoard least-risk` for
/// `strategy:draw=hoard,place=least-risk`.
pub(crate) fn short(name: &str) -> String {
    let Some(settings) = name.strip_prefix("strategy:draw=") else { return name.to_owned() };
    settings.replace(",place=", " ")
}

/// `a`, `a and b`, or `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// A number with a comma before each three digits.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let n_before = |i: usize| digits.len() - i;
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && n_before(i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_plain() {
        assert_eq!(short("strategy:draw=hoard,place=least-risk"), "hoard least-risk");
        assert_eq!(
            (short("strategy:draw=hoard"), short("greedy")),
            ("hoard".into(), "greedy".into())
        );
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!((listed(&words[..1]), listed(&words)), ("a".into(), "a, b and c".into()));
        assert_eq!([7, 1_234, 1_234_567].map(thousands), ["7", "1,234", "1,234,567"]);
    }
}
