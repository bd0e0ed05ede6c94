//! Parallel work, with the same result for any number of threads.

use std::sync::Arc;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::BatchError;

/// The threads of a batch.
#[derive(Clone)]
pub(crate) struct Threads {
    n_threads: usize,
    /// The pool; `None` if only the caller's thread works.
    pool: Option<Arc<ThreadPool>>,
}

const MAX_THREADS: usize = 256;

impl Threads {
    pub(crate) fn new(n_threads: usize) -> Result<Threads, BatchError> {
        if !(1..=MAX_THREADS).contains(&n_threads) {
            return Err(BatchError::Threads { n_threads, most: MAX_THREADS });
        }
        if n_threads == 1 {
            return Ok(Threads { n_threads, pool: None });
        }
        let pool = ThreadPoolBuilder::new().num_threads(n_threads).build();
        let pool = pool.map_err(|error| BatchError::Start(error.to_string()))?;
        Ok(Threads { n_threads, pool: Some(Arc::new(pool)) })
    }

    pub(crate) fn n_threads(&self) -> usize {
        self.n_threads
    }

    /// Calls `work` with each part, in any order.
    pub(crate) fn each<T: Send>(&self, parts: Vec<T>, work: impl Fn(T) + Sync + Send) {
        match &self.pool {
            None => parts.into_iter().for_each(work),
            Some(pool) => pool.install(|| parts.into_par_iter().for_each(work)),
        }
    }
}
