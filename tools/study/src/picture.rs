//! The picture of a study, as SVG: scores by the number of players.

use std::fmt::Write as _;

use tilewright_arena::Estimate;

use crate::page::short;
use crate::{DRAWS, GREEDY, PLACES, Section, Study};

/// A line of the picture: a name, and a score for each number of players.
struct Series {
    name: String,
    scores: Vec<Estimate>,
}

/// A panel of the picture.
struct Panel {
    title: &'static str,
    left: f64,
    series: Vec<Series>,
}

const WIDTH: f64 = 1_000.0;
const HEIGHT: f64 = 520.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 450.0;
/// From the first number of players to the last, and on to the names.
const PANEL_WIDTH: f64 = 300.0;
const NAME_GAP: f64 = 14.0;
/// The least distance between two names.
const NAME_HEIGHT: f64 = 16.0;

/// Colors that color-blind readers can distinguish, on a light and on a dark ground.
const COLORS: [&str; 8] =
    ["#d55e00", "#0a84c6", "#009e73", "#b8860b", "#c05a96", "#5aa9d6", "#8a6fc8", "#7f8c8d"];

const STYLE: &str = "\
<style>
  text { font: 14px system-ui, sans-serif; fill: #1f2328; }
  .title { font-size: 16px; font-weight: 600; }
  .ground { fill: #ffffff; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
  .even { stroke: #1f2328; stroke-width: 1.5; stroke-dasharray: 6 4; }
  .line { fill: none; stroke-width: 2.5; }
  .error { stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .ground { fill: #0d1117; }
    .grid { stroke: #30363d; }
    .even { stroke: #e6edf3; }
  }
</style>
";

/// Two panels: when to draw, and what to place.
pub(crate) fn picture(study: &Study) -> String {
    let panels = [
        Panel { title: "When to draw", left: 80.0, series: draws(study) },
        Panel { title: "What to place", left: 580.0, series: places(study) },
    ];
    let scale = Scale::of(panels.iter().flat_map(|panel| &panel.series));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"Score against greedy by the number of players\">\n{STYLE}\
         <rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n"
    );
    let middle = f64::midpoint(TOP, BOTTOM);
    let _ = writeln!(
        text,
        "<text transform=\"translate(24 {middle}) rotate(-90)\" text-anchor=\"middle\">score \
         against {GREEDY}, %</text>"
    );
    let seats: Vec<usize> = study.sections.iter().map(|section| section.n_seats).collect();
    for panel in &panels {
        text += &panel.drawn(&seats, &scale);
    }
    text += "</svg>\n";
    text
}

/// The ways to draw with the placement that scores most, and `ismcts`.
fn draws(study: &Study) -> Vec<Series> {
    let ismcts = |section: &Section| section.ismcts_against_greedy().score;
    let of_draw = |&draw: &&'static str| Series {
        name: short(draw),
        scores: scores(study, |section| section.strategy((draw, PLACES[0])).score),
    };
    let ismcts = Series { name: "ismcts".to_owned(), scores: scores(study, ismcts) };
    std::iter::once(ismcts).chain(DRAWS[1..].iter().map(of_draw)).collect()
}

/// The ways to place with draws only where nothing fits.
fn places(study: &Study) -> Vec<Series> {
    let of_place = |&place: &&'static str| Series {
        name: place.to_owned(),
        scores: scores(study, |section| section.strategy((DRAWS[0], place)).score),
    };
    PLACES[1..].iter().map(of_place).collect()
}

fn scores(study: &Study, score: impl Fn(&Section) -> Estimate) -> Vec<Estimate> {
    study.sections.iter().map(|section| score(section).scaled(100.0)).collect()
}

/// The range of percents, in tens.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of<'a>(series: impl Iterator<Item = &'a Series>) -> Scale {
        let mut scale = Scale { low: 40.0, high: 60.0 };
        for score in series.flat_map(|it| &it.scores) {
            let (low, high) = ends(score);
            scale.low = scale.low.min((low / 10.0).floor() * 10.0).max(0.0);
            scale.high = scale.high.max((high / 10.0).ceil() * 10.0).min(100.0);
        }
        scale
    }

    fn y(&self, percent: f64) -> f64 {
        BOTTOM - (percent - self.low) / (self.high - self.low) * (BOTTOM - TOP)
    }

    fn tens(&self) -> impl Iterator<Item = u32> {
        (self.low as u32..=self.high as u32).step_by(10)
    }
}

/// The ends of an interval, or the number itself where they are not known.
fn ends(score: &Estimate) -> (f64, f64) {
    (score.low.unwrap_or(score.value), score.high.unwrap_or(score.value))
}

impl Panel {
    fn drawn(&self, seats: &[usize], scale: &Scale) -> String {
        let mut text = self.frame(seats, scale);
        let heights = spread_out(self.series.iter().map(|it| scale.y(last(it))).collect());
        for (i, (series, height)) in self.series.iter().zip(heights).enumerate() {
            // Lines are a little beside each other, so that their intervals are.
            let shift = 3.0 * (i as f64 - (self.series.len() - 1) as f64 / 2.0);
            text += &self.line(series, COLORS[i % COLORS.len()], shift, height, scale);
        }
        text
    }

    /// Title, axes and their numbers.
    fn frame(&self, seats: &[usize], scale: &Scale) -> String {
        let left = self.left - 20.0;
        let right = self.left + PANEL_WIDTH + NAME_GAP - 2.0;
        let mut text = format!(
            "<text class=\"title\" x=\"{left}\" y=\"{}\">{}</text>\n",
            TOP - 24.0,
            self.title
        );
        for percent in scale.tens() {
            let y = scale.y(percent.into());
            let class = if percent == 50 { "even" } else { "grid" };
            let _ = writeln!(
                text,
                "<line class=\"{class}\" x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent}</text>",
                left - 6.0,
                y + 5.0
            );
        }
        for (i, n_seats) in seats.iter().enumerate() {
            let x = self.x(i, seats.len());
            let y = BOTTOM + 24.0;
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{n_seats}</text>"
            );
        }
        let x = self.left + PANEL_WIDTH / 2.0;
        let y = BOTTOM + 48.0;
        let _ =
            writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">players</text>");
        text
    }

    /// A line with its intervals, and its name behind it.
    fn line(&self, series: &Series, color: &str, shift: f64, height: f64, scale: &Scale) -> String {
        let n_scores = series.scores.len();
        let x = |i: usize| self.x(i, n_scores) + shift;
        let points = series.scores.iter().enumerate();
        let points = points.map(|(i, score)| format!("{:.1},{:.1}", x(i), scale.y(score.value)));
        let points: Vec<String> = points.collect();
        let mut text = format!(
            "<polyline class=\"line\" stroke=\"{color}\" points=\"{}\"/>\n",
            points.join(" ")
        );
        for (i, score) in series.scores.iter().enumerate() {
            let (low, high) = ends(score);
            let x = x(i);
            let y = scale.y(score.value);
            let _ = writeln!(
                text,
                "<line class=\"error\" stroke=\"{color}\" x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" \
                 y2=\"{:.1}\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{color}\"/>",
                scale.y(low),
                scale.y(high)
            );
        }
        let from = self.left + PANEL_WIDTH + NAME_GAP;
        let _ = writeln!(
            text,
            "<line class=\"error\" stroke=\"{color}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{from:.1}\" \
             y2=\"{height:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" style=\"fill: {color}\">{}</text>",
            x(n_scores - 1),
            scale.y(last(series)),
            from + 4.0,
            height + 5.0,
            series.name
        );
        text
    }

    /// The position of the number of players of this index.
    fn x(&self, index: usize, n_scores: usize) -> f64 {
        self.left + PANEL_WIDTH * index as f64 / (n_scores - 1).max(1) as f64
    }
}

fn last(series: &Series) -> f64 {
    series.scores.last().map_or(50.0, |score| score.value)
}

/// Heights in the same order, so far apart that names can be read.
fn spread_out(mut heights: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&one, &other| heights[one].total_cmp(&heights[other]));
    // A few passes: each pushes neighbors apart by half of what they lack.
    for _ in 0..200 {
        for pair in order.windows(2) {
            let lack = NAME_HEIGHT - (heights[pair[1]] - heights[pair[0]]);
            if lack > 0.0 {
                heights[pair[0]] -= lack / 2.0;
                heights[pair[1]] += lack / 2.0;
            }
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_apart_in_the_order_of_their_lines() {
        let heights = spread_out(vec![100.0, 101.0, 300.0, 99.0]);
        assert!(heights[3] < heights[0] && heights[0] < heights[1], "{heights:?}");
        let mut sorted = heights.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] > NAME_HEIGHT - 0.1), "{sorted:?}");
        assert_eq!(heights[2], 300.0);
    }

    #[test]
    fn the_scale_holds_all_intervals() {
        let score = Estimate { value: 71.0, low: Some(66.0), high: Some(76.0) };
        let series = [Series { name: "a".to_owned(), scores: vec![score] }];
        let scale = Scale::of(series.iter());
        assert_eq!((scale.low, scale.high), (40.0, 80.0));
        assert_eq!((scale.y(40.0), scale.y(80.0)), (BOTTOM, TOP));
    }
}
