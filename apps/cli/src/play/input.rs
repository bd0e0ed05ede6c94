//! The standard input, line by line.

use std::io::{self, BufRead, Read};

/// Nobody types a longer line.
const MAX_LINE_BYTES: u64 = 5_000;

pub(crate) enum Input {
    Text(String),
    /// It was read to its end and dropped, so that no part of it is taken for another line.
    TooLong,
    /// There is no more input.
    End,
}

pub(crate) fn read_line(input: &mut dyn BufRead) -> io::Result<Input> {
    let mut bytes = Vec::new();
    (&mut *input).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Input::End);
    }
    if bytes.len() as u64 == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Input::TooLong);
    }
    Ok(Input::Text(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_dropped_as_a_whole() {
        let long = "x".repeat(20_000);
        let mut input = io::Cursor::new(format!("{long}resign\n quit \n{long}"));
        assert!(matches!(read_line(&mut input).unwrap(), Input::TooLong));
        assert!(matches!(read_line(&mut input).unwrap(), Input::Text(text) if text == "quit"));
        assert!(matches!(read_line(&mut input).unwrap(), Input::TooLong));
        assert!(matches!(read_line(&mut input).unwrap(), Input::End));
    }
}
