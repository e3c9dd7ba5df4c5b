//! What a process of this machine uses: CPU time and memory, as `/proc` tells it; and which process the hub is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;

use crate::cli::exit::Failure;

/// The name of the hub's process. What only passes its connections on (a tunnel, a container's proxy) has another.
const HUB: &str = "dialog-hub";
/// `LISTEN` in `/proc/net/tcp`.
const LISTENING: &str = "0A";

/// One process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub pid: u32,
}

/// What it has used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    cpu: Cpu,
    /// What it holds in memory now.
    pub resident_bytes: u64,
}

/// CPU time since the start of the process.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Cpu {
    /// Of all its threads, also of those that ended; in steps of a tick (10 ms).
    whole_ns: u64,
    /// Of each thread that runs, exactly; empty where the kernel does not tell.
    threads: BTreeMap<u32, u64>,
}

impl Process {
    /// This very process.
    #[must_use]
    pub fn myself() -> Self {
        Self { pid: std::process::id() }
    }

    /// The hub, where it is named or can be found for sure: on this machine, the one process of that name that listens there.
    ///
    /// # Errors
    /// There is no process with the number that was named.
    pub fn of_hub(named: Option<u32>, address: SocketAddr) -> Result<Option<Self>, Failure> {
        let Some(pid) = named else { return Ok(Self::listening_at(address)) };
        let process = Self { pid };
        let unreadable = || Failure::usage(format!("--pid {pid}: this machine shows no such process"));
        process.usage().map(|_| Some(process)).ok_or_else(unreadable)
    }

    fn listening_at(address: SocketAddr) -> Option<Self> {
        if !address.ip().is_loopback() {
            return None;
        }
        let tables =
            ["/proc/net/tcp", "/proc/net/tcp6"].map(|path| fs::read_to_string(path).unwrap_or_default());
        let sockets: BTreeSet<String> =
            tables.iter().flat_map(|table| listening_sockets(table, address.port())).collect();
        let processes = fs::read_dir("/proc").ok()?.flatten();
        let mut owners = processes
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter(|pid| {
                fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim() == HUB)
            })
            .filter(|pid| holds(*pid, &sockets));
        match (owners.next(), owners.next()) {
            (Some(pid), None) => Some(Self { pid }),
            _ => None,
        }
    }

    /// What it has used until now; none where it is gone.
    #[must_use]
    pub fn usage(self) -> Option<Usage> {
        let read = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", self.pid)).ok();
        let ticks = ticks(&read("stat")?)?;
        let whole_ns = ticks.checked_mul(1_000_000_000 / rustix::param::clock_ticks_per_second())?;
        let threads = fs::read_dir(format!("/proc/{}/task", self.pid)).ok()?.flatten();
        let threads = threads
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter_map(|thread: u32| {
                let told = read(&format!("task/{thread}/schedstat"))?;
                Some((thread, told.split(' ').next()?.parse().ok()?))
            })
            .collect();
        let resident_bytes = resident_bytes(&read("status")?)?;
        Some(Usage { cpu: Cpu { whole_ns, threads }, resident_bytes })
    }
}

impl Usage {
    /// CPU time since an earlier look, in nanoseconds.
    #[must_use]
    pub fn cpu_ns_since(&self, earlier: &Self) -> u64 {
        self.cpu.since(&earlier.cpu)
    }
}

impl Cpu {
    /// Exact where no thread ended in between, which would have taken its time with it; else in ticks.
    fn since(&self, earlier: &Self) -> u64 {
        let all_there = earlier.threads.keys().all(|thread| self.threads.contains_key(thread));
        if earlier.threads.is_empty() || !all_there {
            return self.whole_ns.saturating_sub(earlier.whole_ns);
        }
        let spent = |(thread, now): (&u32, &u64)| {
            now.saturating_sub(earlier.threads.get(thread).copied().unwrap_or(0))
        };
        self.threads.iter().map(spent).sum()
    }
}

/// User and system time, in ticks. The name of a process may hold anything, so counting begins behind its bracket.
fn ticks(stat: &str) -> Option<u64> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

fn resident_bytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1_024)
}

/// The sockets of a table that listen on a port, as links of `/proc/PID/fd` name them.
fn listening_sockets(table: &str, port: u16) -> impl Iterator<Item = String> {
    let port = format!(":{port:04X}");
    table.lines().skip(1).filter_map(move |line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let listens = fields.get(1)?.ends_with(&port) && *fields.get(3)? == LISTENING;
        listens.then(|| format!("socket:[{}]", fields.get(9).copied().unwrap_or_default()))
    })
}

fn holds(pid: u32, sockets: &BTreeSet<String>) -> bool {
    let Ok(files) = fs::read_dir(format!("/proc/{pid}/fd")) else { return false };
    let mut links = files.flatten().filter_map(|file| fs::read_link(file.path()).ok());
    links.any(|link| link.to_str().is_some_and(|link| sockets.contains(link)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_read_behind_any_name() {
        let stat = "42 (odd) name) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 5 0 100 1 1";
        assert_eq!(ticks(stat), Some(300));
        assert_eq!(ticks("42 (cut"), None);
    }

    #[test]
    fn memory_is_read_in_bytes() {
        assert_eq!(resident_bytes("Name:\tx\nVmRSS:\t    2048 kB\n"), Some(2 << 20));
        assert_eq!(resident_bytes("Name:\tx\n"), None);
    }

    #[test]
    fn listening_sockets_are_told_from_connections() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n\
            0: 0100007F:2253 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 77 1 0 100\n\
            1: 0100007F:2253 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 78 1 0 100\n\
            2: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 79 1 0 100\n";
        assert_eq!(listening_sockets(table, 8787).collect::<Vec<_>>(), ["socket:[77]"]);
    }

    #[test]
    fn a_thread_that_ended_takes_its_exact_time_with_it() {
        let cpu =
            |whole_ns, threads: &[(u32, u64)]| Cpu { whole_ns, threads: threads.iter().copied().collect() };
        let before = cpu(10_000_000, &[(1, 5), (2, 7)]);
        assert_eq!(cpu(10_000_000, &[(1, 6), (2, 9), (3, 4)]).since(&before), 7);
        assert_eq!(cpu(30_000_000, &[(1, 6)]).since(&before), 20_000_000);
        assert_eq!(cpu(30_000_000, &[]).since(&cpu(10_000_000, &[])), 20_000_000);
    }

    #[test]
    fn this_process_has_used_something() {
        let usage = Process::myself().usage().unwrap();
        assert!(usage.resident_bytes > 0);
    }
}
