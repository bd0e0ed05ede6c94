//! The processor time of processes.

use std::time::Duration;

/// Returns the processor time of this process so far, with that of all its threads.
#[cfg(unix)]
pub(crate) fn cpu_time_of_this_process() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or_default())
}

#[cfg(not(unix))]
pub(crate) fn cpu_time_of_this_process() -> Duration {
    tilewright_bots::cpu_time()
}

/// Returns the processor time so far of a process, of everything in its process group, and of all
/// descendants: those that run, and those that have ended and were waited for.
///
/// The kernel counts it in hundredths of a second. On systems other than Linux it is zero.
#[cfg(target_os = "linux")]
pub(crate) fn cpu_time_of_group(id: u32) -> Duration {
    let processes: Vec<Stat> = all_processes();
    let mut family = vec![id];
    let mut n_ticks = 0;
    // Parents may be listed behind their children, so this goes on until nobody is added.
    let mut others = processes;
    loop {
        let (members, rest): (Vec<Stat>, Vec<Stat>) = others.into_iter().partition(|stat| {
            stat.group == id || family.contains(&stat.id) || family.contains(&stat.parent)
        });
        if members.is_empty() {
            break;
        }
        n_ticks += members.iter().map(|stat| stat.n_ticks).sum::<u64>();
        family.extend(members.iter().map(|stat| stat.id));
        others = rest;
    }
    let ticks_per_second = rustix::param::clock_ticks_per_second().max(1);
    Duration::from_millis(n_ticks * 1_000 / ticks_per_second)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn cpu_time_of_group(_: u32) -> Duration {
    Duration::ZERO
}

/// A process as the kernel describes it.
#[cfg(target_os = "linux")]
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    id: u32,
    parent: u32,
    group: u32,
    /// The processor time in ticks, with that of the children that were waited for.
    n_ticks: u64,
}

#[cfg(target_os = "linux")]
fn all_processes() -> Vec<Stat> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    // A process may end before its file is read.
    let stats = entries.flatten().filter_map(|entry| {
        let name = entry.file_name();
        let is_process = name.to_str()?.bytes().all(|byte| byte.is_ascii_digit());
        let text = is_process.then(|| std::fs::read(entry.path().join("stat")).ok())??;
        parse_stat(&String::from_utf8_lossy(&text))
    });
    stats.collect()
}

/// Reads a line of `/proc/PID/stat`.
#[cfg(target_os = "linux")]
fn parse_stat(text: &str) -> Option<Stat> {
    // The name is in parentheses and may contain spaces and parentheses itself.
    let (id, rest) = text.split_once(" (")?;
    let (_, rest) = rest.rsplit_once(") ")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    // After the state: the parent and the group, and later four times.
    let times = words.get(11..15)?.iter().map(|word| word.parse::<u64>().ok());
    Some(Stat {
        id: id.trim().parse().ok()?,
        parent: words.get(1)?.parse().ok()?,
        group: words.get(2)?.parse().ok()?,
        n_ticks: times.sum::<Option<u64>>()?,
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_look_like_the_rest_of_the_line() {
        let line = "71 (a) S 1 (b)) R 7 42 42 0 -1 4194304 100 0 0 0 11 5 30 2 20 0 1 0 9 8 7";
        assert_eq!(parse_stat(line), Some(Stat { id: 71, parent: 7, group: 42, n_ticks: 48 }));
        assert_eq!(parse_stat("71 (a) R 7 42"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[test]
    fn work_of_this_process_counts_and_its_group_is_found() {
        let begin = cpu_time_of_this_process();
        let work = Duration::from_millis(30);
        while cpu_time_of_this_process().saturating_sub(begin) < work {}
        let us = cpu_time_of_group(std::process::id());
        assert!(us >= Duration::from_millis(20), "{us:?}");
    }
}
