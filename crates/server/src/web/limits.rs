//! How much one address may do.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A bucket for each address: it holds a reserve of requests, and fills up again with time.
#[derive(Clone)]
pub(super) struct Buckets {
    per_second: f64,
    capacity: f64,
    levels: Arc<Mutex<HashMap<IpAddr, Bucket>>>,
}

/// What is left of a reserve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    left: f64,
    at: Instant,
}

/// Before more addresses are known, those are forgotten whose buckets are full again.
const MAX_ADDRESSES: usize = 100_000;

impl Bucket {
    pub(super) fn full(capacity: f64) -> Bucket {
        Bucket { left: capacity, at: Instant::now() }
    }

    /// Takes one, or says in how many milliseconds there will be one.
    pub(super) fn take(&mut self, per_second: f64, capacity: f64, now: Instant) -> Result<(), u64> {
        let elapsed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + elapsed * per_second).min(capacity);
        self.at = now;
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        Err(((1.0 - self.left) / per_second * 1_000.0).ceil() as u64)
    }

    fn is_full(&self, per_second: f64, capacity: f64, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left + elapsed * per_second >= capacity
    }
}

impl Buckets {
    /// So many a second on average, and four seconds' worth at once.
    pub(super) fn per_second(number: u32) -> Buckets {
        Buckets::new(f64::from(number), 4.0 * f64::from(number))
    }

    /// So many a minute on average, and a minute's worth at once.
    pub(super) fn per_minute(number: u32) -> Buckets {
        Buckets::new(f64::from(number) / 60.0, f64::from(number))
    }

    fn new(per_second: f64, capacity: f64) -> Buckets {
        Buckets { per_second, capacity, levels: Arc::default() }
    }

    /// Takes one from the bucket of an address, or says when there will be one.
    pub(super) fn take(&self, address: IpAddr) -> Result<(), u64> {
        let Buckets { per_second, capacity, .. } = *self;
        let (address, now) = (household(address), Instant::now());
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        if levels.len() >= MAX_ADDRESSES && !levels.contains_key(&address) {
            levels.retain(|_, bucket| !bucket.is_full(per_second, capacity, now));
        }
        let bucket = levels.entry(address).or_insert_with(|| Bucket::full(capacity));
        bucket.take(per_second, capacity, now)
    }
}

/// How many sockets each address has.
#[derive(Clone)]
pub(super) struct Sockets {
    max: u32,
    open: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// A socket that counts until this is dropped.
pub(super) struct OpenSocket {
    sockets: Sockets,
    address: IpAddr,
}

impl Sockets {
    pub(super) fn new(max: u32) -> Sockets {
        Sockets { max, open: Arc::default() }
    }

    /// One more for this address, unless it has too many.
    pub(super) fn open(&self, address: IpAddr) -> Option<OpenSocket> {
        let address = household(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let number = open.entry(address).or_default();
        if *number >= self.max {
            return None;
        }
        *number += 1;
        Some(OpenSocket { sockets: self.clone(), address })
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut open = self.sockets.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = open.get_mut(&self.address) {
            *number -= 1;
            if *number == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// What counts as one address: whoever has one of version 6 has a whole network of them.
fn household(address: IpAddr) -> IpAddr {
    const NETWORK: u128 = !0 << 64;
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & NETWORK).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_up_again() {
        let begin = Instant::now();
        let mut bucket = Bucket { left: 3.0, at: begin };
        for _ in 0..3 {
            assert_eq!(bucket.take(2.0, 3.0, begin), Ok(()));
        }
        assert_eq!(bucket.take(2.0, 3.0, begin), Err(500));
        assert_eq!(bucket.take(2.0, 3.0, begin + Duration::from_millis(500)), Ok(()));
        let later = begin + Duration::from_secs(100);
        assert!(bucket.is_full(2.0, 3.0, later));
        for _ in 0..3 {
            assert_eq!(bucket.take(2.0, 3.0, later), Ok(()));
        }
        assert!(bucket.take(2.0, 3.0, later).is_err());
    }

    #[test]
    fn each_address_has_its_own() {
        let buckets = Buckets::per_minute(2);
        let (one, other) = (IpAddr::from([1, 2, 3, 4]), IpAddr::from([1, 2, 3, 5]));
        assert!(buckets.take(one).is_ok() && buckets.take(one).is_ok());
        assert!(buckets.take(one).is_err());
        assert!(buckets.take(other).is_ok());
    }

    #[test]
    fn a_network_of_version_6_counts_as_one_address() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let household = |text| super::household(address(text));
        assert_eq!(household("2001:db8::1"), household("2001:db8::ffff:ffff:ffff:ffff"));
        assert_ne!(household("2001:db8::1"), household("2001:db8:0:1::1"));
        assert_eq!(household("::ffff:1.2.3.4"), address("1.2.3.4"));
        assert_ne!(household("1.2.3.4"), household("1.2.3.5"));
    }

    #[test]
    fn a_closed_socket_counts_no_more() {
        let sockets = Sockets::new(1);
        let address = IpAddr::from([1, 2, 3, 4]);
        let open = sockets.open(address);
        assert!(open.is_some() && sockets.open(address).is_none());
        drop(open);
        assert!(sockets.open(address).is_some());
    }
}
