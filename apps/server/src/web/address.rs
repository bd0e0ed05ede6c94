//! The client address of a request.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::App;
use crate::people::{Origin, describe_agent};

/// The header in which a proxy names the address that it asks for.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The address of a client: that of the connection, or what a trusted proxy says of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address(pub(super) IpAddr);

/// A client, as far as limits and lists of sign-ins need to know it.
#[derive(Clone, Debug)]
pub(super) struct ClientInfo {
    pub(super) address: IpAddr,
    pub(super) origin: Origin,
    /// The browser, in a few words.
    pub(super) agent: String,
}

impl FromRequestParts<App> for ClientInfo {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ClientInfo, Infallible> {
        let Address(address) = Address::from_request_parts(parts, app).await?;
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        let agent = describe_agent(agent.unwrap_or_default());
        Ok(ClientInfo { address, origin: Origin::of(address, &app.signer), agent })
    }
}

impl FromRequestParts<App> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
        let is_forwarded = parts.headers.contains_key(FORWARDED_FOR);
        if is_forwarded && !app.is_trusted(peer) {
            app.warn_of_proxy(peer);
        }
        Ok(Address(origin(peer, &parts.headers, &app.trusted_proxies)))
    }
}

/// The last address on the way of a request that is no trusted proxy. What stands before it in
/// `X-Forwarded-For` anybody may have written.
fn origin(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let said = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
    let said: Vec<&str> = said.flat_map(|value| value.split(',')).collect();
    let mut address = peer.to_canonical();
    for word in said.into_iter().rev() {
        let Some(before) = read(word.trim()).filter(|_| trusted.contains(&address)) else { break };
        address = before;
    }
    address
}

/// An address, perhaps with a port.
fn read(word: &str) -> Option<IpAddr> {
    let address = word.parse::<IpAddr>().ok();
    let address = address.or_else(|| word.parse::<SocketAddr>().ok().map(|it| it.ip()));
    address.map(|it| it.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, forwarded: &[&str]) -> String {
        let trusted = ["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        origin(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_trusted_proxy_tells_who_asks() {
        assert_eq!(seen("10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(seen("::ffff:10.0.0.1", &["1.2.3.4:567"]), "1.2.3.4");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4, 10.0.0.2"]), "1.2.3.4");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4", "10.0.0.2"]), "1.2.3.4");
        assert_eq!(seen("10.0.0.1", &["[2001:db8::1]:80"]), "2001:db8::1");
    }

    #[test]
    fn nobody_else_is_believed() {
        assert_eq!(seen("5.6.7.8", &["1.2.3.4"]), "5.6.7.8");
        assert_eq!(seen("10.0.0.1", &["9.9.9.9, 1.2.3.4"]), "1.2.3.4");
        assert_eq!(seen("10.0.0.1", &["9.9.9.9, 1.2.3.4, 10.0.0.2"]), "1.2.3.4");
        assert_eq!(seen("10.0.0.1", &["1.2.3.4, nonsense"]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
    }
}
