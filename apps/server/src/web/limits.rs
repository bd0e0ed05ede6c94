//! Limits for one address: token buckets and connection counts.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::Rate;
use crate::people::household;

/// A token bucket for each key: it holds a reserve, and fills up again with time.
#[derive(Clone)]
pub(super) struct RateLimiter<K> {
    rate: Rate,
    levels: Arc<Mutex<HashMap<K, TokenBucket>>>,
}

/// A token bucket: the tokens left, and when they were counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenBucket {
    left: f64,
    at: Instant,
}

/// Before more keys are known, those are forgotten whose buckets are full again.
const MAX_KEYS: usize = 100_000;

impl TokenBucket {
    pub(super) fn full(rate: Rate) -> TokenBucket {
        TokenBucket { left: rate.burst.into(), at: Instant::now() }
    }

    /// Takes one, or says in how many milliseconds there will be one.
    pub(super) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), u64> {
        self.left = self.left_at(rate, now);
        self.at = now;
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        Err(((1.0 - self.left) / f64::from(rate.per_minute) * 60_000.0).ceil() as u64)
    }

    fn left_at(&self, rate: Rate, now: Instant) -> f64 {
        let minutes = now.saturating_duration_since(self.at).as_secs_f64() / 60.0;
        (self.left + minutes * f64::from(rate.per_minute)).min(rate.burst.into())
    }
}

impl<K: Eq + Hash> RateLimiter<K> {
    pub(super) fn new(rate: Rate) -> RateLimiter<K> {
        RateLimiter { rate, levels: Arc::default() }
    }

    /// Takes one from the bucket of a key, or says when there will be one.
    pub(super) fn take_for(&self, key: K) -> Result<(), u64> {
        let rate = self.rate;
        let now = Instant::now();
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        if levels.len() >= MAX_KEYS && !levels.contains_key(&key) {
            levels.retain(|_, bucket| bucket.left_at(rate, now) < rate.burst.into());
        }
        levels.entry(key).or_insert_with(|| TokenBucket::full(rate)).take(rate, now)
    }

    /// Puts one back that was not used.
    pub(super) fn give_back(&self, key: &K) {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = levels.get_mut(key) {
            bucket.left = (bucket.left + 1.0).min(self.rate.burst.into());
        }
    }
}

impl RateLimiter<IpAddr> {
    /// Takes one from the bucket of an address, or says when there will be one.
    pub(super) fn take(&self, address: IpAddr) -> Result<(), u64> {
        self.take_for(household(address))
    }
}

/// Counts simultaneous connections of each address.
#[derive(Clone)]
pub(crate) struct ConnectionLimiter {
    max: u32,
    taken: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// Lanes of each address: as many requests of it go on at the same time as it has lanes, and the
/// others wait. That slows one address down and nobody else.
#[derive(Clone)]
pub(super) struct Lanes {
    width: usize,
    lanes: Arc<Mutex<HashMap<IpAddr, Arc<Semaphore>>>>,
}

impl Lanes {
    pub(super) fn new(width: u32) -> Lanes {
        Lanes { width: (width as usize).min(Semaphore::MAX_PERMITS), lanes: Arc::default() }
    }

    /// Waits for a lane of an address. It is free again when the permit is dropped.
    pub(super) async fn enter(&self, address: IpAddr) -> Option<OwnedSemaphorePermit> {
        self.of(household(address)).acquire_owned().await.ok()
    }

    fn of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        if lanes.len() >= MAX_KEYS {
            lanes.retain(|_, lane| Arc::strong_count(lane) > 1);
        }
        let lane = lanes.entry(address).or_insert_with(|| Arc::new(Semaphore::new(self.width)));
        Arc::clone(lane)
    }
}

/// One that counts until this is dropped.
pub(crate) struct ConnectionSlot {
    places: ConnectionLimiter,
    address: IpAddr,
}

impl ConnectionLimiter {
    pub(super) fn new(max: u32) -> ConnectionLimiter {
        ConnectionLimiter { max, taken: Arc::default() }
    }

    /// One more for this address, unless it has too many.
    pub(crate) fn take(&self, address: IpAddr) -> Option<ConnectionSlot> {
        let address = household(address);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let number = taken.entry(address).or_default();
        if *number >= self.max {
            return None;
        }
        *number += 1;
        Some(ConnectionSlot { places: self.clone(), address })
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = taken.get_mut(&self.address) {
            *number -= 1;
            if *number == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_up_again() {
        let begin = Instant::now();
        let rate = Rate { burst: 3, per_minute: 120 };
        let mut bucket = TokenBucket { left: 3.0, at: begin };
        for _ in 0..3 {
            assert_eq!(bucket.take(rate, begin), Ok(()));
        }
        assert_eq!(bucket.take(rate, begin), Err(500));
        assert_eq!(bucket.take(rate, begin + Duration::from_millis(500)), Ok(()));
        let later = begin + Duration::from_secs(100);
        assert!(bucket.left_at(rate, later) >= 3.0);
        for _ in 0..3 {
            assert_eq!(bucket.take(rate, later), Ok(()));
        }
        assert!(bucket.take(rate, later).is_err());
    }

    #[test]
    fn each_address_has_its_own() {
        let buckets = RateLimiter::new(Rate { burst: 2, per_minute: 1 });
        let one = IpAddr::from([1, 2, 3, 4]);
        let other = IpAddr::from([1, 2, 3, 5]);
        assert!(buckets.take(one).is_ok() && buckets.take(one).is_ok());
        assert!(buckets.take(one).is_err());
        assert!(buckets.take(other).is_ok());
    }

    #[tokio::test]
    async fn an_address_waits_for_its_own_lanes_only() {
        let lanes = Lanes::new(2);
        let one = IpAddr::from([1, 2, 3, 4]);
        let other = IpAddr::from([1, 2, 3, 5]);
        let first = lanes.enter(one).await;
        let _second = lanes.enter(one).await;
        let moment = Duration::from_millis(20);
        assert!(timeout(moment, lanes.enter(one)).await.is_err(), "both lanes are taken");
        assert!(timeout(moment, lanes.enter(other)).await.is_ok());
        drop(first);
        assert!(timeout(moment, lanes.enter(one)).await.is_ok());
    }

    #[test]
    fn what_is_given_back_counts_no_more() {
        let places = ConnectionLimiter::new(1);
        let address = IpAddr::from([1, 2, 3, 4]);
        let place = places.take(address);
        assert!(place.is_some() && places.take(address).is_none());
        drop(place);
        assert!(places.take(address).is_some());
    }
}
