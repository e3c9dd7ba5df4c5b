//! Laying what was given over the defaults, and remembering where each value came from.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;
use toml::{Table, Value};

use super::{Given, Settings};

/// The settings, and where each came from.
#[derive(Debug)]
pub struct Config {
    /// What counts.
    pub settings: Settings,
    sources: BTreeMap<String, Source>,
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The command line.
    Flag,
    /// This environment variable.
    Environment(String),
    /// This file.
    File(PathBuf),
    /// Nobody said anything.
    Default,
}

/// Why there are no settings.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file could not be read.
    #[error("{}: {error}", file.display())]
    Unreadable { file: PathBuf, error: std::io::Error },
    /// The file is no TOML, or a key of it is unknown or of another type.
    #[error("{}: {error}", file.display())]
    BadFile { file: PathBuf, error: Box<toml::de::Error> },
    /// A value that cannot be used, or that does not go with another.
    #[error("{name}: {why} (from {source_name})")]
    BadValue { name: &'static str, why: String, source_name: String },
    /// A layer could not be laid over another.
    #[error("the settings cannot be put together: {0}")]
    Layers(String),
}

impl Config {
    /// Puts the settings together: `given` and `matches` are the command line with the environment, as clap read it.
    ///
    /// # Errors
    /// [`ConfigError`], which names the file or the key.
    pub fn resolve(given: &Given, matches: &ArgMatches, file: Option<&Path>) -> Result<Self, ConfigError> {
        let from_clap = |name: &str| match matches.value_source(&name.replace('-', "_")) {
            Some(ValueSource::EnvVariable) => Source::Environment(variable(name)),
            _ => Source::Flag,
        };
        let mut layers = Layers::over(table(&Settings::default())?);
        if let Some(path) = file {
            layers.lay(table(&read(path)?)?, |_| Source::File(path.to_owned()));
        }
        layers.lay(table(given)?, from_clap);
        let Layers { values, sources } = layers;
        let settings = values.try_into().map_err(|e: toml::de::Error| ConfigError::Layers(e.to_string()))?;
        let config = Self { settings, sources };
        config.check()?;
        Ok(config)
    }

    /// `name = value (where from)`, one a line, by name.
    ///
    /// # Errors
    /// Where a value cannot be written down, which no setting of ours is.
    pub fn lines(&self) -> Result<Vec<String>, ConfigError> {
        let values = table(&self.settings)?;
        Ok(values
            .iter()
            .map(|(name, value)| format!("{name} = {} ({})", shown(value), self.source(name)))
            .collect())
    }

    /// Where a setting came from.
    #[must_use]
    pub fn source(&self, name: &str) -> Source {
        self.sources.get(name).cloned().unwrap_or(Source::Default)
    }

    /// What no single value can say of itself.
    fn check(&self) -> Result<(), ConfigError> {
        let bad = |name: &'static str, why: &str| {
            Err(ConfigError::BadValue {
                name,
                why: why.to_owned(),
                source_name: self.source(name).to_string(),
            })
        };
        let settings = &self.settings;
        if settings.ephemeral
            && self.source("data") == Source::Flag
            && self.source("ephemeral") == Source::Flag
        {
            return bad("ephemeral", "it goes without --data");
        }
        for (name, duration) in
            [("ping-interval", settings.ping_interval), ("pong-timeout", settings.pong_timeout)]
        {
            if duration.get() == 0 {
                return bad(name, "it must be longer than 0");
            }
        }
        Ok(())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("flag"),
            Self::Environment(variable) => write!(f, "environment {variable}"),
            Self::File(path) => write!(f, "file {}", path.display()),
            Self::Default => f.write_str("default"),
        }
    }
}

/// The folder of the store where none is given: the platform's place for the data of programs.
pub(super) fn data_folder() -> PathBuf {
    let home = || std::env::home_dir().unwrap_or_default();
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let base = match std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).and_then(absolute) {
        Some(folder) => folder,
        None if cfg!(target_os = "macos") => home().join("Library/Application Support"),
        None => home().join(".local/share"),
    };
    base.join("dialog-hub")
}

struct Layers {
    values: Table,
    sources: BTreeMap<String, Source>,
}

impl Layers {
    fn over(defaults: Table) -> Self {
        Self { values: defaults, sources: BTreeMap::new() }
    }

    fn lay(&mut self, layer: Table, source: impl Fn(&str) -> Source) {
        for (name, value) in layer {
            self.sources.insert(name.clone(), source(&name));
            self.values.insert(name, value);
        }
    }
}

fn read(path: &Path) -> Result<Given, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| ConfigError::Unreadable { file: path.to_owned(), error })?;
    toml::from_str(&text)
        .map_err(|error| ConfigError::BadFile { file: path.to_owned(), error: Box::new(error) })
}

fn table(layer: &impl serde::Serialize) -> Result<Table, ConfigError> {
    Table::try_from(layer).map_err(|e| ConfigError::Layers(e.to_string()))
}

fn variable(name: &str) -> String {
    format!("DIALOG_HUB_{}", name.replace('-', "_").to_uppercase())
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use clap::{CommandFactory, FromArgMatches, Parser};

    use super::super::duration::Millis;
    use super::*;
    use crate::core::limits::Limits;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        given: Given,
    }

    fn resolve(flags: &[&str], file: Option<&str>) -> Result<Config, ConfigError> {
        let matches = Line::command().get_matches_from(std::iter::once(&"serve").chain(flags));
        let given = Line::from_arg_matches(&matches).unwrap().given;
        let mut written = tempfile::NamedTempFile::new().unwrap();
        written.write_all(file.unwrap_or_default().as_bytes()).unwrap();
        Config::resolve(&given, &matches, file.map(|_| written.path()))
    }

    #[test]
    fn a_flag_goes_before_the_file_and_the_file_before_the_default() {
        let config = resolve(
            &["--max-open", "7", "--no-auth=false"],
            Some("max-open = 5\nhistory = 9\nping-interval = 3\n"),
        )
        .unwrap();
        assert_eq!((config.settings.max_open, config.source("max-open")), (7, Source::Flag));
        assert!(!config.settings.no_auth);
        assert_eq!(config.settings.history, 9);
        assert!(matches!(config.source("history"), Source::File(_)));
        assert_eq!(config.settings.ping_interval, Millis::new(3_000));
        assert_eq!(
            (config.settings.listen, config.source("listen")),
            (super::super::DEFAULT_LISTEN, Source::Default)
        );
    }

    #[test]
    fn every_setting_is_a_flag_and_a_variable_of_its_name() {
        let command = Line::command();
        let variables: BTreeMap<_, _> = command
            .get_arguments()
            .filter_map(|a| Some((a.get_long()?.to_owned(), a.get_env()?.to_owned())))
            .collect();
        for (name, _) in table(&Settings::default()).unwrap() {
            assert_eq!(
                variables.get(&name).and_then(|v| v.to_str()),
                Some(variable(&name).as_str()),
                "{name}"
            );
        }
    }

    #[test]
    fn a_setting_is_shown_with_its_source() {
        let lines = resolve(&["--public-host", "a", "--public-host", "b"], None).unwrap().lines().unwrap();
        assert!(lines.contains(&"listen = 127.0.0.1:8787 (default)".to_owned()), "{lines:?}");
        assert!(lines.contains(&"public-host = a,b (flag)".to_owned()), "{lines:?}");
        assert!(lines.contains(&"ping-interval = 25s (default)".to_owned()), "{lines:?}");
    }

    #[test]
    fn the_bounds_of_the_hub_are_those_of_the_contract_unless_set() {
        assert_eq!(resolve(&[], None).unwrap().settings.limits(), Limits::default());
        let flags = ["--journal-per-thread", "4", "--journal-window-ms", "300"];
        let set = resolve(&flags, Some("journal-total = 5\nmax-tickets = 3\n")).unwrap().settings.limits();
        assert_eq!((set.journal_per_thread, set.journal_total), (4, 5));
        assert_eq!((set.max_tickets, set.journal_window_ms), (3, 300));
    }

    #[test]
    fn a_journal_holds_at_least_one_answer() {
        for name in ["journal-per-thread", "journal-total", "max-tickets"] {
            let error = resolve(&[], Some(&format!("{name} = 0"))).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
        }
    }

    #[test]
    fn a_bad_file_names_the_key() {
        for (file, named) in
            [("max-opne = 5", "max-opne"), ("listen = 5", "listen"), ("host-grace = \"soon\"", "host-grace")]
        {
            let error = resolve(&[], Some(file)).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn settings_that_do_not_go_together_are_refused() {
        for flags in [&["--ephemeral", "--data", "x"][..], &["--ping-interval", "0"]] {
            assert!(matches!(resolve(flags, None), Err(ConfigError::BadValue { .. })), "{flags:?}");
        }
        assert!(!resolve(&["--ephemeral=false", "--data", "x"], None).unwrap().settings.ephemeral);
    }
}
