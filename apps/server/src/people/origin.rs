//! The origin of a request: the address that limits go by, in a form that may be stored.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use super::CookieSigner;

/// An address as it is stored and compared: a keyed hash, so that the database reveals no address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Origin(Arc<str>);

impl Origin {
    /// The origin of an address. All addresses of one network of version 6 have the same.
    pub(crate) fn of(address: IpAddr, signer: &CookieSigner) -> Origin {
        Origin(signer.pseudonym(&household(address).to_string()).into())
    }

    /// An origin as it was stored.
    pub(crate) fn named(text: &str) -> Origin {
        Origin(text.into())
    }

    /// The text to store.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// The network that counts as one address: a customer has 64 bits of version 6 and more.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    const NETWORK: u128 = !0 << 64;
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & NETWORK).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn an_origin_reveals_no_address() {
        let signer = CookieSigner::read(&CookieSigner::new_text()).unwrap();
        let other = CookieSigner::read(&CookieSigner::new_text()).unwrap();
        let of = |text: &str, signer| Origin::of(text.parse().unwrap(), signer);
        assert_eq!(of("2001:db8::1", &signer), of("2001:db8::2", &signer));
        assert_ne!(of("1.2.3.4", &signer), of("1.2.3.5", &signer));
        assert_ne!(of("1.2.3.4", &signer), of("1.2.3.4", &other));
        assert!(!of("1.2.3.4", &signer).text().contains("1.2.3"));
    }
}
