//! What was measured, as a value, as JSON and as text.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::asked;
use super::compare::{self, Verdict};
use super::machine::Machine;

/// Everything that was measured on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) machine: Machine,
    /// What was measured, by the name of its commit; `+` if files were changed since.
    pub(crate) commit: String,
    pub(crate) numbers: Vec<Number>,
}

/// One number, measured several times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Number {
    pub(crate) name: String,
    pub(crate) unit: String,
    pub(crate) better: Better,
    pub(crate) by: By,
    /// What it was measured of: a baseline may be saved part by part.
    pub(crate) commit: String,
    /// One of each run, in their order.
    pub(crate) samples: Vec<f64>,
}

/// A report as it is written: more than is read again.
#[derive(Serialize)]
struct Told<'a> {
    machine: &'a Machine,
    commit: &'a str,
    numbers: Vec<ToldNumber<'a>>,
}

/// A number with what follows from it.
#[derive(Serialize)]
struct ToldNumber<'a> {
    #[serde(flatten)]
    number: &'a Number,
    median: f64,
    lowest: f64,
    highest: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elsewhere: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against_baseline: Option<String>,
}

/// Which way a number should move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Better {
    More,
    Less,
}

/// What a number was measured by, which is how far it may be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum By {
    /// The time of the processor: what other programs take of it counts little.
    Processor,
    /// The time that passed.
    Clock,
    /// The memory that a process had.
    Memory,
    /// Counted, in bytes or instructions: hardly different in the next run.
    Count,
}

impl By {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            By::Processor => "processor",
            By::Clock => "clock",
            By::Memory => "memory",
            By::Count => "count",
        }
    }
}

/// One measurement of one number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) unit: String,
    pub(crate) better: Better,
    pub(crate) by: By,
    pub(crate) value: f64,
}

impl Number {
    pub(crate) fn median(&self) -> f64 {
        let sorted = self.sorted();
        let middle = sorted.len() / 2;
        match sorted.len() {
            0 => f64::NAN,
            n if n % 2 == 0 => f64::midpoint(sorted[middle - 1], sorted[middle]),
            _ => sorted[middle],
        }
    }

    pub(crate) fn lowest(&self) -> f64 {
        self.sorted().first().copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn highest(&self) -> f64 {
        self.sorted().last().copied().unwrap_or(f64::NAN)
    }

    /// From the lowest to the highest; of one run there is none.
    pub(crate) fn spread(&self) -> String {
        if self.samples.len() > 1 {
            format!("{} to {}", shown(self.lowest()), shown(self.highest()))
        } else {
            String::new()
        }
    }

    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.samples.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }
}

impl Report {
    pub(crate) fn new(machine: Machine, commit: String) -> Report {
        Report { machine, commit, numbers: Vec::new() }
    }

    pub(crate) fn read(file: &Path) -> Result<Report> {
        let text = fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is no report", file.display()))
    }

    /// Writes the report beside the file and moves it there, so that it is whole at any time. Beside what
    /// was measured stands what follows from it, and from a baseline if there is one.
    pub(crate) fn write(&self, file: &Path, baseline: Option<&Report>) -> Result<()> {
        let told = Told {
            machine: &self.machine,
            commit: &self.commit,
            numbers: self.numbers.iter().map(|number| self.told(number, baseline)).collect(),
        };
        let text = serde_json::to_string_pretty(&told).context("a report is JSON")?;
        let beside = file.with_extension("json.new");
        let write = || {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&beside, text + "\n")?;
            fs::rename(&beside, file)
        };
        write().with_context(|| format!("{} cannot be written", file.display()))
    }

    pub(crate) fn number(&self, name: &str) -> Option<&Number> {
        self.numbers.iter().find(|number| number.name == name)
    }

    /// Adds a sample to its number, which is new if it is the first.
    pub(crate) fn add(&mut self, sample: Sample) {
        let Sample { name, unit, better, by, value } = sample;
        if let Some(number) = self.numbers.iter_mut().find(|number| number.name == name) {
            number.samples.push(value);
        } else {
            let (commit, samples) = (self.commit.clone(), vec![value]);
            self.numbers.push(Number { name, unit, better, by, commit, samples });
        }
    }

    fn told<'a>(&self, number: &'a Number, baseline: Option<&Report>) -> ToldNumber<'a> {
        ToldNumber {
            number,
            median: number.median(),
            lowest: number.lowest(),
            highest: number.highest(),
            asked: asked::asked(&number.name),
            elsewhere: asked::elsewhere(&number.name),
            against_baseline: baseline.map(|baseline| self.verdict(number, baseline).to_string()),
        }
    }

    /// The numbers of another report in place of those of the same names, and beside the others. Of
    /// another machine only counts are kept: what else it took says nothing of this one.
    pub(crate) fn replace(&mut self, other: &Report) {
        if !self.machine.is_like(&other.machine) {
            self.numbers.retain(|number| number.by == By::Count);
        }
        self.machine = other.machine.clone();
        self.commit.clone_from(&other.commit);
        for number in &other.numbers {
            match self.numbers.iter_mut().find(|old| old.name == number.name) {
                Some(old) => old.clone_from(number),
                None => self.numbers.push(number.clone()),
            }
        }
    }

    /// The report for people, compared with a baseline if there is one.
    pub(crate) fn text(&self, baseline: Option<&Report>) -> String {
        let mut text = format!("{}\ncommit {}\n", self.machine, self.commit);
        if let Some(baseline) = baseline {
            let _ =
                writeln!(text, "baseline: commit {}, {}", baseline.commit, baseline.machine.cpu);
        }
        text.push('\n');
        let rows: Vec<[String; 7]> =
            self.numbers.iter().map(|number| self.row(number, baseline)).collect();
        let titles =
            ["number", "median", "lowest to highest", "others", "by", "asked", "against baseline"];
        text.push_str(&table(&titles.map(str::to_owned), &rows));
        text.push_str(&self.summary(baseline));
        text
    }

    fn row(&self, number: &Number, baseline: Option<&Report>) -> [String; 7] {
        let verdict = baseline.map(|baseline| self.verdict(number, baseline));
        [
            number.name.clone(),
            format!("{} {}", shown(number.median()), number.unit),
            number.spread(),
            asked::elsewhere(&number.name).map(shown).unwrap_or_default(),
            number.by.name().to_owned(),
            asked::told(number),
            verdict.map(|verdict| verdict.to_string()).unwrap_or_default(),
        ]
    }

    fn verdict(&self, number: &Number, baseline: &Report) -> Verdict {
        let before = baseline.number(&number.name);
        compare::verdict(number, before, self.machine.is_like(&baseline.machine))
    }

    /// What moved, what was asked for and missed, and what the baseline has and this has not.
    fn summary(&self, baseline: Option<&Report>) -> String {
        let mut text = String::from("\n");
        let missed: Vec<&str> =
            self.numbers.iter().filter(|it| asked::is_missed(it)).map(name).collect();
        let n_asked = self.numbers.iter().filter(|it| asked::asked(&it.name).is_some()).count();
        let _ = writeln!(
            text,
            "asked: {} of {n_asked} met, missed {}{}; {} more not measured this time",
            n_asked - missed.len(),
            missed.len(),
            listed(&missed),
            asked::names().count() - n_asked
        );
        if self.machine.is_busy() {
            text.push_str("others used the machine: what was measured by the clock says little\n");
        }
        let Some(baseline) = baseline else {
            text.push_str("there is no baseline: `cargo xtask bench --save` makes this one\n");
            return text;
        };
        for (title, wanted) in [("better", true), ("worse", false)] {
            let moved = self.numbers.iter().filter(|number| match self.verdict(number, baseline) {
                Verdict::Better(_) => wanted,
                Verdict::Worse(_) => !wanted,
                _ => false,
            });
            let moved: Vec<&str> = moved.map(name).collect();
            let _ = writeln!(text, "{title}: {}{}", moved.len(), listed(&moved));
        }
        let gone = baseline.numbers.iter().filter(|old| self.number(&old.name).is_none());
        let _ = writeln!(text, "not measured this time: {} of the baseline", gone.count());
        if !self.machine.is_like(&baseline.machine) {
            text.push_str("the baseline is of another machine: only counts were compared\n");
        }
        text
    }
}

fn name(number: &Number) -> &str {
    &number.name
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) }
}

/// The digits that matter, three or four, with commas in a large number.
pub(crate) fn shown(value: f64) -> String {
    match value.abs() {
        size if size >= 10_000.0 => {
            let rest = 10_f64.powi(size.log10() as i32 - 3);
            grouped(((value / rest).round() * rest) as u64)
        }
        size if size >= 100.0 => grouped(value.round() as u64),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 || size == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// The number with a comma between each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Columns as wide as their widest cell; the second to the fourth are numbers.
fn table<const N: usize>(titles: &[String; N], rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().chain([titles]).map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    };
    let mut text = String::new();
    for row in [titles].into_iter().chain(rows) {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = width(column);
            let _ = match column {
                1..=3 => write!(line, "{cell:>width$}  "),
                _ => write!(line, "{cell:width$}  "),
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, better: Better, by: By, samples: &[f64]) -> Number {
        let [name, unit, commit] = [name, "moves/s", "0123abc"].map(str::to_owned);
        Number { name, unit, better, by, commit, samples: samples.to_vec() }
    }

    fn report(numbers: Vec<Number>) -> Report {
        Report { machine: Machine::example(), commit: "0123abc".to_owned(), numbers }
    }

    #[test]
    fn the_median_is_the_middle_whatever_the_order() {
        let median = |samples: &[f64]| number("a", Better::More, By::Clock, samples).median();
        assert!((median(&[9.0, 1.0, 5.0]) - 5.0).abs() < f64::EPSILON);
        assert!((median(&[9.0, 1.0, 5.0, 6.0]) - 5.5).abs() < f64::EPSILON);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn samples_of_one_name_are_one_number() {
        let mut report = report(Vec::new());
        for (name, value) in [("a", 1.0), ("b", 2.0), ("a", 3.0)] {
            let [name, unit] = [name, "games/s"].map(str::to_owned);
            report.add(Sample { name, unit, better: Better::More, by: By::Clock, value });
        }
        assert_eq!(report.number("a").unwrap().samples, [1.0, 3.0]);
        assert_eq!(report.number("b").unwrap().samples, [2.0]);
        assert!(report.number("c").is_none());
    }

    #[test]
    fn what_is_written_is_read_and_what_is_none_is_refused() {
        let folder = std::env::temp_dir().join(format!("xtask-report-{}", std::process::id()));
        let file = folder.join("new/report.json");
        let numbers = vec![
            number("a/b", Better::More, By::Processor, &[1.5, 2.0, 1e9 / 3.0]),
            number("c", Better::Less, By::Count, &[7.0]),
        ];
        let written = report(numbers);
        written.write(&file, Some(&written)).unwrap();
        assert_eq!(Report::read(&file).unwrap(), written);
        let text = fs::read_to_string(&file).unwrap();
        for told in
            ["\"median\": 2.0,", "\"lowest\": 1.5,", "\"against_baseline\": \"+0.0 % same\""]
        {
            assert!(text.contains(told), "{told} is missing: {text}");
        }
        fs::write(&file, "{}").unwrap();
        assert!(Report::read(&file).unwrap_err().to_string().ends_with("report.json is no report"));
        fs::remove_dir_all(folder).unwrap();
        assert!(Report::read(&file).unwrap_err().to_string().ends_with("cannot be read"));
    }

    #[test]
    fn saving_a_part_keeps_the_rest_of_the_baseline() {
        let mut baseline = report(vec![
            number("a", Better::More, By::Clock, &[1.0]),
            number("b", Better::More, By::Clock, &[2.0]),
        ]);
        let numbers = [("b", 3.0), ("c", 4.0)]
            .map(|(name, value)| number(name, Better::More, By::Clock, &[value]));
        baseline.replace(&report(numbers.to_vec()));
        let medians: Vec<f64> = baseline.numbers.iter().map(Number::median).collect();
        assert_eq!(medians, [1.0, 3.0, 4.0]);
    }

    #[test]
    fn saving_on_another_machine_keeps_counts_alone() {
        let mut baseline = report(vec![
            number("time", Better::More, By::Processor, &[1.0]),
            number("memory", Better::Less, By::Memory, &[2.0]),
            number("count", Better::Less, By::Count, &[3.0]),
        ]);
        let mut part = report(vec![number("start", Better::Less, By::Clock, &[4.0])]);
        part.machine.cpu = "Another".to_owned();
        baseline.replace(&part);
        let names: Vec<&str> = baseline.numbers.iter().map(name).collect();
        assert_eq!(names, ["count", "start"]);
        assert_eq!(baseline.machine, part.machine);
    }

    #[test]
    fn what_is_asked_and_not_measured_is_told() {
        let name = "coerceo/laurentius/minimax-opening";
        let text =
            report(vec![number(name, Better::More, By::Processor, &[2_300_000.0])]).text(None);
        let n_asked = asked::names().count();
        let summary = format!("asked: 0 of 0 met, missed 0; {n_asked} more not measured this time");
        assert!(text.contains(&summary), "{text}");
        assert!(text.contains("7,800,000"), "{text}");
    }

    #[test]
    fn a_busy_machine_is_told() {
        let mut report = report(Vec::new());
        assert!(!report.text(None).contains("others used the machine"));
        report.machine.load = 18.4;
        assert!(report.text(None).contains("others used the machine"));
    }

    #[test]
    fn the_text_says_what_moved_and_what_the_baseline_lacks() {
        let [fast, slow] = [[10.0, 11.0, 12.0], [20.0, 21.0, 22.0]];
        let before = report(vec![
            number("speed", Better::More, By::Clock, &fast),
            number("size", Better::Less, By::Clock, &fast),
            number("still", Better::More, By::Clock, &fast),
            number("gone", Better::More, By::Clock, &fast),
        ]);
        let now = report(vec![
            number("speed", Better::More, By::Clock, &slow),
            number("size", Better::Less, By::Clock, &slow),
            number("still", Better::More, By::Clock, &[12.0, 11.5, 10.5]),
            number("new", Better::More, By::Clock, &fast),
        ]);
        let text = now.text(Some(&before));
        for line in [
            "better: 1: speed\n",
            "worse: 1: size\n",
            "not measured this time: 1 of the baseline\n",
        ] {
            assert!(text.contains(line), "{line:?} is missing:\n{text}");
        }
        let line =
            |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        assert!(line("speed").ends_with("+90.9 % better"), "{text}");
        assert!(line("size").ends_with("+90.9 % worse"), "{text}");
        assert!(line("still").ends_with("+4.5 % same"), "{text}");
        assert!(line("new").ends_with("new"), "{text}");
        assert!(now.text(None).contains("there is no baseline"));
    }

    #[test]
    fn of_another_machine_only_counts_are_compared() {
        let both = |value| {
            vec![
                number("time", Better::More, By::Clock, &[value]),
                number("count", Better::Less, By::Count, &[value]),
            ]
        };
        let (before, mut now) = (report(both(10.0)), report(both(20.0)));
        now.machine.cpu = "Another".to_owned();
        let text = now.text(Some(&before));
        assert!(text.contains("better: 0\nworse: 1: count\n"), "{text}");
        assert!(text.contains("another machine"), "{text}");
    }

    #[test]
    fn numbers_are_shown_with_the_digits_that_matter() {
        let shown: Vec<String> =
            [1_234_567.8, 99_999.0, 9_876.4, 123.4, 12.34, 1.234, 0.01234, 0.0].map(shown).to_vec();
        let expected = ["1,235,000", "100,000", "9,876", "123", "12.3", "1.23", "0.0123", "0.00"];
        assert_eq!(shown, expected);
    }
}
