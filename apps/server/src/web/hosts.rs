//! The hosts that are served: the names in the `Host` header that are accepted.

use std::net::IpAddr;

use axum::http::HeaderValue;

use crate::config::Config;

/// A rule for the `Host` header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HostRule {
    /// Any host.
    Any,
    /// These names; this machine itself may always ask.
    Names(Vec<String>),
    /// This machine: its addresses and `localhost`.
    Local,
}

impl HostRule {
    /// The rule for a server. One that listens on this machine only, without a proxy before it, is
    /// for this machine; for all others the operator names the hosts.
    pub(super) fn of(config: &Config) -> HostRule {
        if !config.hosts.is_empty() {
            let names = config.hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
            HostRule::Names(names)
        } else if config.address.ip().is_loopback() && config.trusted_proxies.is_empty() {
            HostRule::Local
        } else {
            HostRule::Any
        }
    }

    pub(super) fn accepts(&self, host: Option<&HeaderValue>) -> bool {
        let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
        let name = without_port(host).to_ascii_lowercase();
        match self {
            HostRule::Any => true,
            HostRule::Names(names) => is_this_machine(&name) || names.contains(&name),
            HostRule::Local => is_this_machine(&name) || name.parse::<IpAddr>().is_ok(),
        }
    }
}

/// Whether a host can be no other machine's name. A page of another site has a name of its own.
fn is_this_machine(name: &str) -> bool {
    let address = name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    address || name == "localhost" || name.ends_with(".localhost")
}

fn without_port(host: &str) -> &str {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split(']').next().unwrap_or_default();
    }
    host.split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Database;

    fn accepts(rule: &HostRule, host: &'static str) -> bool {
        rule.accepts(Some(&HeaderValue::from_static(host)))
    }

    #[test]
    fn another_name_for_this_machine_is_refused() {
        let mut config = Config::new(Database::Sqlite("file".into()));
        let local = HostRule::of(&config);
        for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080", "192.168.0.7:80"] {
            assert!(accepts(&local, host), "{host}");
        }
        for host in ["evil.example:8080", "localhost.evil.example", "", "127.0.0.1.evil.example"] {
            assert!(!accepts(&local, host), "{host}");
        }
        config.hosts = vec!["Play.example.org".to_owned()];
        let names = HostRule::of(&config);
        for host in ["play.example.org", "PLAY.example.org:443", "127.0.0.1:8080"] {
            assert!(accepts(&names, host), "{host}");
        }
        for host in ["example.org", "evil.example", "192.168.0.7"] {
            assert!(!accepts(&names, host), "{host}");
        }
        config.hosts.clear();
        config.address = "0.0.0.0:80".parse().unwrap();
        assert_eq!(HostRule::of(&config), HostRule::Any);
    }
}
