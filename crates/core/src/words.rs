//! Words about numbers.

use std::fmt::Display;

/// Returns a number of things in words: `1 move`, `2 moves`.
///
/// ```
/// use tilewright_core::plural;
///
/// assert_eq!([plural(-1, "point"), plural(20, "point")], ["-1 point", "20 points"]);
/// ```
pub fn plural(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let is_one = number.trim_start_matches('-') == "1";
    if is_one { format!("{number} {noun}") } else { format!("{number} {noun}s") }
}
