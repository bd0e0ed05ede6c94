//! The flags of the server's limits, made from its list of them.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use tilewright_server::{LIMITS, Limits};

/// The limits that were given, as text.
pub(super) struct LimitFlags(Vec<Option<String>>);

impl LimitFlags {
    /// Sets the limits that were given, or says which values a limit takes.
    pub(super) fn change(&self, mut limits: Limits) -> Result<Limits, String> {
        for (info, value) in LIMITS.iter().zip(&self.0) {
            if let Some(value) = value {
                let set = info.set(&mut limits, value);
                set.map_err(|wrong| format!("--limit-{} {value}: {wrong}", info.name))?;
            }
        }
        Ok(limits)
    }
}

impl FromArgMatches for LimitFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LimitFlags, Error> {
        let value = |name: &str| matches.get_one::<String>(name).cloned();
        Ok(LimitFlags(LIMITS.iter().map(|info| value(&id(info.name))).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = LimitFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for LimitFlags {
    fn augment_args(command: Command) -> Command {
        let usual = Limits::default();
        let flag = |info: &tilewright_server::LimitInfo| {
            let name = id(info.name);
            let variable = format!("TILEWRIGHT_{}", name.replace('-', "_").to_uppercase());
            Arg::new(name.clone())
                .long(name)
                .value_name(info.value_name())
                .env(variable)
                .hide_env(true)
                .hide_short_help(true)
                .help_heading("Limits")
                .help(format!("{}; usually {}", info.help, info.get(&usual)))
        };
        command.args(LIMITS.iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        LimitFlags::augment_args(command)
    }
}

/// The name of a limit's flag.
fn id(name: &str) -> String {
    format!("limit-{name}")
}
