//! Security events: one structured line of the log for each, under the target `security`.
//!
//! The lines say what happened, to whom and from where. They hold no password, no token, no key and
//! no code, so that whoever reads logs can sign in nowhere.

use std::net::IpAddr;

use crate::people::PersonId;

/// The target of the lines, for filters.
const TARGET: &str = "security";

/// The kinds of security events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecurityEvent {
    /// An account was made.
    SignUp,
    /// Somebody signed in by a password.
    SignIn,
    /// A password was wrong.
    WrongPassword,
    /// Somebody signed in by a passkey.
    PasskeySignIn,
    /// A passkey was refused.
    WrongPasskey,
    /// A session was ended by its person.
    SignOut,
    /// All sessions were ended by their person.
    SignOutEverywhere,
    /// A password was changed.
    PasswordChange,
    /// New recovery codes were made.
    RecoveryCodes,
    /// A recovery code gave a new password.
    Recovery,
    /// A recovery code was wrong.
    WrongRecoveryCode,
    /// A passkey was added.
    PasskeyAdded,
    /// A passkey was removed.
    PasskeyRemoved,
    /// An account was deleted.
    Deletion,
    /// All data of a person was exported.
    Export,
    /// Something was refused because of a limit.
    Limit,
    /// A request named a host that is not served.
    WrongHost,
    /// A request came from another site.
    OtherSite,
    /// A forwarded address came from a proxy that is not trusted.
    UntrustedProxy,
}

impl SecurityEvent {
    const fn name(self) -> &'static str {
        match self {
            SecurityEvent::SignUp => "sign-up",
            SecurityEvent::SignIn => "sign-in",
            SecurityEvent::WrongPassword => "wrong-password",
            SecurityEvent::PasskeySignIn => "passkey-sign-in",
            SecurityEvent::WrongPasskey => "wrong-passkey",
            SecurityEvent::SignOut => "sign-out",
            SecurityEvent::SignOutEverywhere => "sign-out-everywhere",
            SecurityEvent::PasswordChange => "password-change",
            SecurityEvent::RecoveryCodes => "recovery-codes",
            SecurityEvent::Recovery => "recovery",
            SecurityEvent::WrongRecoveryCode => "wrong-recovery-code",
            SecurityEvent::PasskeyAdded => "passkey-added",
            SecurityEvent::PasskeyRemoved => "passkey-removed",
            SecurityEvent::Deletion => "deletion",
            SecurityEvent::Export => "export",
            SecurityEvent::Limit => "limit",
            SecurityEvent::WrongHost => "wrong-host",
            SecurityEvent::OtherSite => "other-site",
            SecurityEvent::UntrustedProxy => "untrusted-proxy",
        }
    }

    /// Returns true if somebody should perhaps look at it.
    const fn is_suspicious(self) -> bool {
        matches!(
            self,
            SecurityEvent::WrongPassword
                | SecurityEvent::WrongPasskey
                | SecurityEvent::WrongRecoveryCode
                | SecurityEvent::Limit
                | SecurityEvent::WrongHost
                | SecurityEvent::OtherSite
                | SecurityEvent::UntrustedProxy
        )
    }
}

/// Writes an event to the log. `detail` is the name of a limit or the like, never a secret.
pub(crate) fn record(
    event: SecurityEvent,
    address: IpAddr,
    person: Option<&PersonId>,
    detail: &str,
) {
    let person = person.map_or("", |person| &person.0);
    let event_name = event.name();
    if event.is_suspicious() {
        tracing::warn!(target: TARGET, event = event_name, %address, person, detail);
    } else {
        tracing::info!(target: TARGET, event = event_name, %address, person, detail);
    }
}
