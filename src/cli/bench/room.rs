//! Whether this machine has room for as many connections as a bench wants: open files, and ports.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::cli::exit::Failure;

/// Files that are no followers: standard streams, runtimes, the publisher, the control connection.
const OTHER_FILES: u64 = 64;
/// Connections from one address to one other, of the about 28,000 ports that Linux hands out.
const MAX_CONNECTIONS: u64 = 25_000;

/// Raises the soft limit of open files to the hard one, and checks that so many connections fit.
///
/// # Errors
/// They do not; the words say which limit it is.
pub fn make(connections: u64) -> Result<(), Failure> {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let files = if setrlimit(Resource::Nofile, raised).is_ok() { limit.maximum } else { limit.current };
    check(connections, files).map_err(Failure::usage)
}

/// `files` is the limit, none where there is none.
fn check(connections: u64, files: Option<u64>) -> Result<(), String> {
    if connections > MAX_CONNECTIONS {
        return Err(format!(
            "{connections} connections do not fit: from one address to one other there are ports for about {MAX_CONNECTIONS}"
        ));
    }
    match files {
        Some(files) if connections + OTHER_FILES > files => Err(format!(
            "{connections} connections do not fit: this process may open {files} files at most (`ulimit -Hn`), and {OTHER_FILES} are needed beside them"
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_names_the_limit() {
        assert_eq!(check(19_936, Some(20_000)), Ok(()));
        assert!(check(19_937, Some(20_000)).unwrap_err().contains("20000 files"));
        assert_eq!(check(25_000, None), Ok(()));
        assert!(check(25_001, None).unwrap_err().contains("ports"));
    }
}
