//! The standard output, with errors that say what failed.

use std::io::{self, StdoutLock, Write};

pub(crate) struct Output(StdoutLock<'static>);

impl Output {
    pub(crate) fn new() -> Output {
        Output(io::stdout().lock())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| output_error(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| output_error(&error))
    }
}

/// The same kind of error, in a sentence.
pub(crate) fn output_error(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write the output: {error}"))
}
