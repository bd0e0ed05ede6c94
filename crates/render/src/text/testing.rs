//! Readings of drawings that several tests need.

/// The codes that a text is painted with where it first stands alone.
pub(super) fn codes_of<'a>(painted: &'a str, text: &str) -> Option<&'a str> {
    let mut parts = painted.split("\u{1b}[").filter_map(|part| part.split_once('m'));
    parts.find(|&(_, painted)| painted == text).map(|(codes, _)| codes)
}
