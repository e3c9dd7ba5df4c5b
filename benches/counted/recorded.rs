//! The figures to compare with, in a file beside this one.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::workload;

const HEAD: &str = "# Written by `cargo bench --bench counted -- --record`.\n\n";

/// Instructions per operation, by part.
pub type Counts = BTreeMap<String, f64>;

/// What was counted, and with what.
#[derive(Serialize, Deserialize)]
pub struct Recorded {
    /// As the compiler calls itself.
    pub compiler: String,
    pub target: String,
    pub operations: u32,
    pub instructions_per_operation: Counts,
}

impl Recorded {
    /// These counts, made here and now.
    pub fn of(instructions_per_operation: Counts) -> Result<Self, String> {
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let said = Command::new(rustc).arg("--version").output();
        let said = said.map_err(|error| format!("which compiler is this? {error}"))?;
        Ok(Self {
            compiler: String::from_utf8_lossy(&said.stdout).trim().to_owned(),
            target: format!("{} {}", std::env::consts::ARCH, std::env::consts::OS),
            operations: workload::OPERATIONS,
            instructions_per_operation,
        })
    }

    pub fn read() -> Result<Self, String> {
        let text = std::fs::read_to_string(file())
            .map_err(|error| format!("nothing is recorded ({error}): record with --record"))?;
        let recorded: Self = toml::from_str(&text).map_err(|error| format!("the record: {error}"))?;
        if recorded.operations != workload::OPERATIONS {
            return Err("the record is of another workload: record anew with --record".to_owned());
        }
        Ok(recorded)
    }

    pub fn write(&self) -> Result<(), String> {
        let text = toml::to_string(self).map_err(|error| format!("the record: {error}"))?;
        std::fs::write(file(), format!("{HEAD}{text}")).map_err(|error| format!("the record: {error}"))
    }

    /// Whether the instructions are not those of the other's compiler and target.
    pub fn is_of_another_machine(&self, other: &Self) -> bool {
        (&self.compiler, &self.target) != (&other.compiler, &other.target)
    }
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/counted/recorded.toml")
}
