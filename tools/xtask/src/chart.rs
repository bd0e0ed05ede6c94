//! `cargo xtask chart`: draws the picture of speeds in the README from the newest data in `lab/`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::workspace;

/// The rows of the picture: the name of a number in the data, and its name for readers.
const ROWS: [(&str, &str); 9] = [
    ("blokus/classic/random-games", "Blokus, random games: plies"),
    ("blokus/classic/playouts", "Blokus, fast playouts: plies"),
    ("blokus/classic/perft", "Blokus, perft: nodes"),
    ("blokus/duo/mcts-opening", "Blokus duo, MCTS: simulations"),
    ("blokus/classic/mcts-opening", "Blokus, MCTS: simulations"),
    ("python/tilewe/random-games", "Tilewe in Python: games"),
    ("triominos/two-seat-round/whole-games", "Triominos: rounds for two"),
    ("coerceo/laurentius/perft", "Coerceo, perft: nodes"),
    ("coerceo/laurentius/minimax-opening", "Coerceo, alpha-beta: nodes"),
];

const WIDTH: f64 = 860.0;
const ROW_HEIGHT: f64 = 30.0;
const TOP: f64 = 64.0;

/// The scale: powers of ten between these, from `LEFT` to `RIGHT`.
const POWERS: [f64; 2] = [2.0, 9.0];
const LEFT: f64 = 250.0;
const RIGHT: f64 = 770.0;

const STYLE: &str = "text { font: 13px system-ui, sans-serif; fill: #222 } \
    .axis { font-size: 11px; fill: #666 } .grid { stroke: #ddd } \
    .line { stroke: #9aa; stroke-width: 2 } .ours { fill: #00796b } .others { fill: #b26a00 }";

/// Two speeds of the same work, in units a second.
#[derive(Debug, PartialEq)]
struct Comparison {
    title: &'static str,
    ours: f64,
    others: f64,
}

/// Writes the picture of the newest data.
pub(crate) fn run() -> Result<()> {
    let root = workspace::root();
    let data = newest(&root.join("lab"))?;
    let picture = picture_of(&data)?;
    let file = root.join("docs/pictures/speed.svg");
    fs::write(&file, picture).with_context(|| format!("cannot write {}", file.display()))?;
    println!("{} shows {}", file.display(), data.display());
    Ok(())
}

/// The file of speeds with the latest date in its name.
fn newest(lab: &Path) -> Result<PathBuf> {
    let entries = fs::read_dir(lab).context("there is no folder lab")?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let speeds = files.filter(|path| path.to_string_lossy().ends_with("-speed.json"));
    speeds.max().context("lab has no file DATE-speed.json")
}

fn picture_of(data: &Path) -> Result<String> {
    let text = fs::read_to_string(data)?;
    let data: Value = serde_json::from_str(&text)?;
    let numbers = data["numbers"].as_array().context("the data have no numbers")?;
    let rows = ROWS.iter().map(|(name, title)| comparison(numbers, name, title));
    Ok(draw(&rows.collect::<Result<Vec<_>>>()?))
}

fn comparison(numbers: &[Value], name: &str, title: &'static str) -> Result<Comparison> {
    let number = numbers.iter().find(|number| number["name"] == name);
    let number = number.with_context(|| format!("the data have no {name}"))?;
    let value = |key: &str| number[key].as_f64().with_context(|| format!("{name} has no {key}"));
    let comparison = Comparison { title, ours: value("median")?, others: value("elsewhere")? };
    let is_drawn = |value: f64| (POWERS[0]..=POWERS[1]).contains(&value.log10());
    let is_in_range = is_drawn(comparison.ours) && is_drawn(comparison.others);
    ensure!(is_in_range, "{name} is outside of the scale: change POWERS");
    Ok(comparison)
}

/// The place of a value on the logarithmic scale.
fn x(value: f64) -> f64 {
    LEFT + (value.log10() - POWERS[0]) / (POWERS[1] - POWERS[0]) * (RIGHT - LEFT)
}

fn draw(rows: &[Comparison]) -> String {
    let bottom = TOP + ROW_HEIGHT * rows.len() as f64;
    let height = bottom + 30.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\">\n\
         <title>Work a second: Tilewright and the best other program as reported</title>\n\
         <style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    legend(&mut svg);
    for power in POWERS[0] as i32..=POWERS[1] as i32 {
        let at = x(10_f64.powi(power));
        let label = power_label(power);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} {TOP}V{bottom}\"/>\n\
             <text class=\"axis\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            bottom + 18.0
        );
    }
    for (i, row) in rows.iter().enumerate() {
        draw_row(&mut svg, row, TOP + ROW_HEIGHT * (i as f64 + 0.5));
    }
    svg.push_str("</svg>\n");
    svg
}

fn legend(svg: &mut String) {
    let _ = writeln!(
        svg,
        "<text x=\"16\" y=\"26\">Work a second, one thread, logarithmic scale</text>\n\
         <circle class=\"ours\" cx=\"{LEFT}\" cy=\"44\" r=\"6\"/>\
         <text x=\"{}\" y=\"48\">Tilewright, measured</text>\n\
         <circle class=\"others\" cx=\"{}\" cy=\"44\" r=\"6\"/>\
         <text x=\"{}\" y=\"48\">best other program, as reported</text>",
        LEFT + 12.0,
        LEFT + 190.0,
        LEFT + 202.0
    );
}

fn draw_row(svg: &mut String, row: &Comparison, y: f64) {
    let ours = x(row.ours);
    let others = x(row.others);
    let baseline = y + 4.5;
    let ratio = ratio_label(row.ours / row.others);
    let _ = writeln!(
        svg,
        "<text x=\"16\" y=\"{baseline}\">{}</text>\
         <path class=\"line\" d=\"M{others:.1} {y}H{ours:.1}\"/>\
         <circle class=\"others\" cx=\"{others:.1}\" cy=\"{y}\" r=\"6\"/>\
         <circle class=\"ours\" cx=\"{ours:.1}\" cy=\"{y}\" r=\"6\"/>\
         <text x=\"{}\" y=\"{baseline}\" text-anchor=\"end\">{ratio}</text>",
        row.title,
        WIDTH - 16.0
    );
}

fn power_label(power: i32) -> String {
    let unit = ["", " k", " M", " G"][(power / 3) as usize];
    format!("{}{unit}", 10_i32.pow(power.rem_euclid(3) as u32))
}

/// The ratio of two speeds, in two figures.
fn ratio_label(ratio: f64) -> String {
    if ratio >= 10.0 { format!("× {ratio:.0}") } else { format!("× {ratio:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_in_the_guide_is_that_of_the_newest_data() {
        let root = workspace::root();
        let picture = picture_of(&newest(&root.join("lab")).unwrap()).unwrap();
        let committed = fs::read_to_string(root.join("docs/pictures/speed.svg")).unwrap();
        assert!(picture == committed, "run cargo xtask chart");
        assert_eq!(picture.matches("class=\"line\"").count(), ROWS.len());
    }

    #[test]
    fn a_number_that_is_missing_is_named() {
        let text = r#"[{"name": "a", "median": 2000.0, "elsewhere": 1000.0}, {"name": "b"}]"#;
        let numbers: Vec<Value> = serde_json::from_str(text).unwrap();
        let expected = Comparison { title: "A", ours: 2000.0, others: 1000.0 };
        assert_eq!(comparison(&numbers, "a", "A").unwrap(), expected);
        let error = comparison(&numbers, "b", "B").unwrap_err().to_string();
        assert_eq!(error, "b has no median");
        assert!(comparison(&numbers, "c", "C").is_err());
    }

    #[test]
    fn labels_have_few_digits() {
        assert_eq!([2, 3, 5, 6, 9].map(power_label), ["100", "1 k", "100 k", "1 M", "1 G"]);
        assert_eq!(
            [1068.3, 20.55, 4.54, 0.472].map(ratio_label),
            ["× 1068", "× 21", "× 4.5", "× 0.5"]
        );
    }
}
