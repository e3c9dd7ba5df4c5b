//! Runs this very program under callgrind and reads how many instructions a part of it took.

use std::process::Command;

/// What the program is given to do the work that is counted.
pub const WORK: &str = "--work";

/// The instructions that ran inside one part of the workload, over all of it.
pub fn instructions(part: &str) -> Result<u64, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let (counts, log) = (folder.path().join("counts"), folder.path().join("log"));
    let program = std::env::current_exe().map_err(|error| format!("where is this program? {error}"))?;
    let run = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--toggle-collect=*workload*{part}_part*"))
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .arg(format!("--log-file={}", log.display()))
        .arg(program)
        .arg(WORK)
        .output()
        .map_err(|error| format!("valgrind does not run ({error}); it is in the package of that name"))?;
    if !run.status.success() {
        let said = std::fs::read_to_string(log).unwrap_or_default();
        return Err(format!("the work ended with {} under valgrind:\n{said}", run.status));
    }
    let text =
        std::fs::read_to_string(counts).map_err(|error| format!("callgrind wrote nothing: {error}"))?;
    // Newer versions write `summary:`, older ones `totals:`, most both; they are the same.
    let total = text.lines().find_map(|line| {
        line.strip_prefix("summary:").or_else(|| line.strip_prefix("totals:"))?.trim().parse().ok()
    });
    match total {
        Some(0) => Err(format!("callgrind found no function of the part {part}: were its symbols stripped?")),
        Some(total) => Ok(total),
        None => Err("callgrind's file has no total".to_owned()),
    }
}
