//! The lines of an engine during a search.

use std::fmt;
use std::time::Duration;

use tilewright_bots::SearchInfo;
use tilewright_core::{BySeat, MAX_SEATS, Seat};

/// No line of moves that is read is longer.
const MAX_LINE: usize = 256;

/// An `info` line: the result of a search so far.
///
/// ```
/// use tilewright_protocol::ugi::InfoLine;
/// use tilewright_core::Seat;
///
/// let line = "info depth 3 nodes 512 time 7 score p1 0.75 p2 0.25 pv S@b2 M@a1";
/// let thought = InfoLine::read(line, Seat::new(0).unwrap(), 2).unwrap();
/// assert_eq!(thought.info.line, ["S@b2", "M@a1"]);
/// assert_eq!(thought.to_string(), line);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct InfoLine {
    /// The result so far.
    pub info: SearchInfo<String>,
    /// The time since the search began.
    pub time: Option<Duration>,
}

impl InfoLine {
    /// Reads an `info` line of an engine that thinks for this seat, at a table of so many. Words
    /// that are not known here, such as `seldepth 9`, are passed over; a line that says nothing of
    /// depth, nodes, score or moves is none, and so is one whose score is not from 0 to 1.
    pub fn read(line: &str, seat: Seat, n_seats: usize) -> Option<InfoLine> {
        let mut info = SearchInfo::default();
        let mut time = None;
        let mut words = line.split_whitespace().peekable();
        words.next_if_eq(&"info")?;
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next()?.parse().ok()?,
                "nodes" => info.nodes = words.next()?.parse().ok()?,
                "time" => time = Some(Duration::from_millis(words.next()?.parse().ok()?)),
                "score" => info.value = Some(read_score(&mut words, seat, n_seats)?),
                "proved" => info.is_proved = true,
                "pv" => info.line = words.by_ref().take(MAX_LINE).map(str::to_owned).collect(),
                "string" => break,
                _ => {}
            }
        }
        (info != SearchInfo::default()).then_some(InfoLine { info, time })
    }
}

/// Reads `p1 0.75 p2 0.25`, or `cp 120` and `mate 3` as chess engines say it for the seat that
/// thinks.
fn read_score<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    us: Seat,
    n_seats: usize,
) -> Option<BySeat<f64>> {
    let finite = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    let shared = |ours: f64| {
        let theirs = (1.0 - ours) / (n_seats.max(2) - 1) as f64;
        BySeat::from_fn(n_seats, |seat| if seat == us { ours } else { theirs })
    };
    match *words.peek()? {
        "cp" => {
            let points = words.nth(1).and_then(finite)?;
            return Some(shared(1.0 / (1.0 + 10.0_f64.powf(-points / 400.0))));
        }
        "mate" => {
            let distance = words.nth(1).and_then(finite)?;
            return Some(shared(if distance > 0.0 { 1.0 } else { 0.0 }));
        }
        _ => {}
    }
    let mut value = BySeat::from_fn(n_seats.min(MAX_SEATS), |_| 0.0);
    while let Some(seat) = words.peek().and_then(|word| word.strip_prefix('p')?.parse().ok()) {
        let seat: Seat = seat;
        let number = words.nth(1).and_then(finite).filter(|it| (0.0..=1.0).contains(it))?;
        if seat.index() >= n_seats {
            return None;
        }
        value[seat] = number;
    }
    Some(value)
}

impl fmt::Display for InfoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchInfo { depth, nodes, value, line, is_proved, .. } = &self.info;
        write!(f, "info depth {depth} nodes {nodes}")?;
        self.time.iter().try_for_each(|time| write!(f, " time {}", time.as_millis()))?;
        if let Some(value) = value {
            f.write_str(" score")?;
            for seat in value.seats() {
                // Four digits say enough, and no more of them than needed.
                let rounded = (value[seat] * 10_000.0).round() / 10_000.0;
                write!(f, " p{seat} {rounded}")?;
            }
        }
        if *is_proved {
            f.write_str(" proved")?;
        }
        if !line.is_empty() {
            write!(f, " pv {}", line.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<InfoLine> {
        InfoLine::read(line, Seat::new(1).unwrap(), 2)
    }

    #[test]
    fn a_chess_engine_is_understood() {
        let line =
            "info depth 2 seldepth 2 score cp 0 time 3 nodes 50 tthits 1 hashfull 0 pv f1 b1";
        let InfoLine { info, time } = read(line).unwrap();
        assert_eq!((info.depth, info.nodes, time), (2, 50, Some(Duration::from_millis(3))));
        assert_eq!(info.value, Some(BySeat::from([0.5, 0.5])));
        assert_eq!(info.line, ["f1", "b1"]);
        let lost = read("info score mate -2").unwrap().info.value;
        assert_eq!(lost, Some(BySeat::from([1.0, 0.0])));
    }

    #[test]
    fn what_says_nothing_is_passed_over() {
        for line in [
            "info",
            "info string depth 3",
            "info depth x",
            "info score p3 1",
            "info score p1 nan",
            "info score p1 -0.5 p2 1.5",
            "info score p1 1e308",
            "information depth 3",
            "infodepth 3",
            "bestmove a",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
