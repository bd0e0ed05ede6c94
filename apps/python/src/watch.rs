//! Work that takes long, during which Python still hears Ctrl-C.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tilewright_bots::Stop;

/// The interval between checks for Ctrl-C.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Does the work in a thread of its own, without Python's lock, and hands what it says to `hear`,
/// in this thread. An exception, that of Ctrl-C or one of `hear`, stops the work and is raised when
/// it has ended.
pub(crate) fn watched<T: Send, M: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce(Sender<M>) -> T + Send,
    mut hear: impl FnMut(M) -> PyResult<()>,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        // Behind a lock, because it may not be shared and the closure below must be.
        let receiver = std::sync::Mutex::new(receiver);
        let worker = scope.spawn(move || work(sender));
        let mut raised = Ok(());
        loop {
            let next = py.detach(|| {
                receiver.lock().expect("nobody else holds it").recv_timeout(BETWEEN_LOOKS)
            });
            let heard = match next {
                Ok(message) if raised.is_ok() => hear(message),
                Ok(_) => Ok(()),
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if heard.is_err() && raised.is_ok() {
                raised = heard;
                stop.stop();
            }
        }
        let done = py.detach(|| worker.join());
        raised?;
        done.map_err(|_| PyRuntimeError::new_err("the search failed: this is a mistake of ours"))
    })
}
