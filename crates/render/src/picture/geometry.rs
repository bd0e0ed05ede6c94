//! Points, outlines and the paths made of them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::{Add, Mul, Sub};

/// A point in the units of a picture; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Returns the point with these coordinates.
pub(super) const fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// The distance from the origin.
    pub(super) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The point at this distance from the origin, in degrees clockwise from the right.
    pub(super) fn polar(length: f64, degrees: f64) -> Point {
        let (sin, cos) = degrees.to_radians().sin_cos();
        point(length * cos, length * sin)
    }

    /// The point on the way to another, by a part of the way.
    pub(super) fn towards(self, other: Point, part: f64) -> Point {
        self + (other - self) * part
    }

    /// The middle of some points.
    pub(super) fn middle(points: &[Point]) -> Point {
        let sum = points.iter().fold(point(0.0, 0.0), |sum, &point| sum + point);
        sum * (1.0 / points.len() as f64)
    }

    /// The point in thousandths, by which equal corners of neighbors are found.
    fn key(self) -> (i64, i64) {
        ((self.x * 1000.0).round() as i64, (self.y * 1000.0).round() as i64)
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        point(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        point(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;

    fn mul(self, factor: f64) -> Point {
        point(self.x * factor, self.y * factor)
    }
}

/// Returns a number that is short enough for an attribute.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns two coordinates as they stand in a path.
pub(super) fn pair(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// Returns closed lines as the text of a path.
pub(super) fn closed<'a>(loops: impl IntoIterator<Item = &'a [Point]>) -> String {
    let mut text = String::new();
    for corners in loops {
        let corners: Vec<String> = corners.iter().map(|&corner| pair(corner)).collect();
        let _ = write!(text, "M{}Z", corners.join("L"));
    }
    text
}

/// Returns a straight line as the text of a path.
pub(super) fn line(from: Point, to: Point) -> String {
    format!("M{}L{}", pair(from), pair(to))
}

/// Returns a circle as the text of a path.
pub(super) fn circle(center: Point, radius: f64) -> String {
    let left = pair(center - point(radius, 0.0));
    let radius_text = number(radius);
    let half = |width: f64| format!("a{radius_text} {radius_text} 0 1 1 {} 0", number(width));
    format!("M{left}{}{}Z", half(2.0 * radius), half(-2.0 * radius))
}

/// Moves an outline that runs clockwise on the screen inwards by a distance.
pub(super) fn inset(corners: &[Point], distance: f64) -> Vec<Point> {
    let n = corners.len();
    let mut moved = Vec::with_capacity(n);
    for (i, &corner) in corners.iter().enumerate() {
        let before = inwards(corners[(i + n - 1) % n], corner);
        let after = inwards(corner, corners[(i + 1) % n]);
        // The corner moves along the bisector, so far that both edges move by the distance.
        let scale = distance / (1.0 + before.x * after.x + before.y * after.y);
        moved.push(corner + (before + after) * scale);
    }
    moved
}

/// The direction to the right of an edge, of length one.
fn inwards(from: Point, to: Point) -> Point {
    let edge = to - from;
    point(-edge.y, edge.x) * (1.0 / edge.length())
}

/// Returns the outlines of polygons that lie side by side and run clockwise: edges that two of them
/// share disappear. A group with a hole has two outlines.
pub(super) fn outlines(polygons: &[Vec<Point>]) -> Vec<Vec<Point>> {
    let mut edges = outer_edges(polygons);
    let mut outlines = Vec::new();
    while let Some((_, mut edge)) = edges.pop_first() {
        let mut corners = vec![edge.0];
        while let Some(next) = next_edge(&edges, edge) {
            edges.remove(&(next.0.key(), next.1.key()));
            corners.push(next.0);
            edge = next;
        }
        outlines.push(without_straight_corners(&corners));
    }
    outlines
}

type Edge = (Point, Point);
type Key = (i64, i64);

fn outer_edges(polygons: &[Vec<Point>]) -> BTreeMap<(Key, Key), Edge> {
    let mut edges = BTreeMap::new();
    for polygon in polygons {
        for (i, &from) in polygon.iter().enumerate() {
            let to = polygon[(i + 1) % polygon.len()];
            // A neighbor runs along the same edge the other way.
            if edges.remove(&(to.key(), from.key())).is_none() {
                edges.insert((from.key(), to.key()), (from, to));
            }
        }
    }
    edges
}

/// The edge that begins where this one ends; where two do, the one that turns more to the right.
fn next_edge(edges: &BTreeMap<(Key, Key), Edge>, edge: Edge) -> Option<Edge> {
    let begin = edge.1.key();
    let candidates = edges.range((begin, (i64::MIN, i64::MIN))..=(begin, (i64::MAX, i64::MAX)));
    let turns = candidates.map(|(_, &next)| (turn(edge, next), next));
    turns.max_by(|(left, _), (right, _)| left.total_cmp(right)).map(|(_, next)| next)
}

fn without_straight_corners(corners: &[Point]) -> Vec<Point> {
    let n = corners.len();
    let is_corner = |&i: &usize| {
        let before = (corners[(i + n - 1) % n], corners[i]);
        turn(before, (corners[i], corners[(i + 1) % n])).abs() > 1e-6
    };
    (0..n).filter(is_corner).map(|i| corners[i]).collect()
}

/// Positive where the second edge turns to the right of the first on the screen.
fn turn(first: Edge, second: Edge) -> f64 {
    let first = first.1 - first.0;
    let second = second.1 - second.0;
    first.x * second.y - first.y * second.x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit_square(x: f64, y: f64) -> Vec<Point> {
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(right, down)| point(x + right, y + down))
            .to_vec()
    }

    #[test]
    fn shared_edges_disappear_and_straight_corners_too() {
        let corner = [unit_square(0.0, 0.0), unit_square(1.0, 0.0), unit_square(0.0, 1.0)];
        let outlines = outlines(&corner);
        assert_eq!(outlines.len(), 1);
        let path = closed(outlines.iter().map(Vec::as_slice));
        assert_eq!(path, "M0 0L2 0L2 1L1 1L1 2L0 2Z");
    }

    #[test]
    fn a_ring_has_two_outlines() {
        let around =
            (0..9).filter(|&i| i != 4).map(|i| unit_square(f64::from(i % 3), f64::from(i / 3)));
        let outlines = outlines(&around.collect::<Vec<_>>());
        assert_eq!(outlines.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn an_inset_square_keeps_its_middle() {
        let square = inset(&unit_square(3.0, 5.0), 0.25);
        assert_eq!(square[0], point(3.25, 5.25));
        assert_eq!(Point::middle(&square), point(3.5, 5.5));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, -0.001, 1.5, 2.999].map(number), ["0", "0", "1.5", "3"]);
    }
}
