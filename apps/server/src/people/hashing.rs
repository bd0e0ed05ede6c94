//! The hashing service: two threads that hash and check passwords, each in memory of its own.
//!
//! A request waits for its answer, but the work does not live in the request: how many hashes run
//! at the same time depends on the threads alone, also when clients hang up. Work that nobody waits
//! for any more is left out.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use super::password::Hasher;
use crate::error::{ApiError, ErrorCode};

/// The way to the threads. They end when the last one is dropped.
#[derive(Clone)]
pub(crate) struct HashingService(SyncSender<Work>);

type Work = Box<dyn FnOnce(&mut Hasher) + Send>;

/// The number of threads: one hash takes some 20 ms, so that this is some hundred in a second.
const N_THREADS: usize = 2;

/// The most work that waits, whatever the limit says: each takes little, but some memory.
const MAX_WAITING: u32 = 65_536;

impl HashingService {
    /// Starts the threads. At most `max_waiting` passwords wait for them.
    pub(crate) fn start(max_waiting: u32) -> HashingService {
        let (work, waiting) = sync_channel(max_waiting.min(MAX_WAITING) as usize);
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 1..=N_THREADS {
            let waiting = Arc::clone(&waiting);
            thread::Builder::new()
                .name(format!("hasher {number}"))
                .spawn(move || work_off(&waiting))
                .expect("the system has threads");
        }
        HashingService(work)
    }

    /// The hash of a password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.ask(move |hasher| hasher.hash(&password)).await
    }

    /// Returns true if this is the password of a hash; without a hash it takes as long.
    pub(crate) async fn is_right(
        &self,
        password: String,
        kept: Option<String>,
    ) -> Result<bool, ApiError> {
        self.ask(move |hasher| hasher.is_right(&password, kept.as_deref())).await
    }

    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Hasher) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (tell, told) = oneshot::channel();
        let work = move |hasher: &mut Hasher| {
            if !tell.is_closed() {
                let _ = tell.send(question(hasher));
            }
        };
        self.0.try_send(Box::new(work)).map_err(|error| match error {
            TrySendError::Full(_) => busy(),
            TrySendError::Disconnected(_) => ApiError::internal(),
        })?;
        told.await.map_err(|_| ApiError::internal())
    }
}

fn busy() -> ApiError {
    let message = "too many people sign in at this moment: try again in a few seconds";
    let retry_after_millis = Some(5_000);
    ApiError { retry_after_millis, ..ApiError::new(ErrorCode::Unavailable, message) }
}

fn work_off(waiting: &Mutex<Receiver<Work>>) {
    let mut hasher = Hasher::new();
    loop {
        // The guard is dropped at the end of the statement, before the work begins.
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        work(&mut hasher);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use tokio::time::sleep;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn no_more_run_at_once_than_there_are_threads_though_clients_hang_up() {
        static N_RUNNING: AtomicUsize = AtomicUsize::new(0);
        static MAX_RUNNING: AtomicUsize = AtomicUsize::new(0);
        let service = HashingService::start(1_000);
        let slow = |_: &mut Hasher| {
            let n_running = N_RUNNING.fetch_add(1, Ordering::SeqCst) + 1;
            MAX_RUNNING.fetch_max(n_running, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(20));
            N_RUNNING.fetch_sub(1, Ordering::SeqCst);
        };
        for _ in 0..50 {
            let service = service.clone();
            let asked = tokio::spawn(async move { service.ask(slow).await });
            sleep(Duration::from_millis(1)).await;
            asked.abort();
        }
        service.ask(|_| ()).await.unwrap();
        assert!(MAX_RUNNING.load(Ordering::SeqCst) <= N_THREADS);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_in_a_sentence() {
        let service = HashingService::start(1);
        let mut asked = Vec::new();
        for _ in 0..8 {
            let service = service.clone();
            let work = |_: &mut Hasher| thread::sleep(Duration::from_millis(200));
            asked.push(tokio::spawn(async move { service.ask(work).await }));
        }
        let mut n_refused = 0;
        for asked in asked {
            if let Err(error) = asked.await.unwrap() {
                assert_eq!(error.code, ErrorCode::Unavailable);
                n_refused += 1;
            }
        }
        assert!((1..8).contains(&n_refused), "{n_refused}");
    }
}
