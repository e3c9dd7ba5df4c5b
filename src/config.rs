//! The settings of `serve`: every flag is also an environment variable and a key of a TOML file.
//!
//! Flag > environment > file > default. [`Given`] is what one layer says (nothing where it is silent),
//! [`Settings`] what counts in the end, [`Config`] that and where each value came from.

pub mod duration;
mod layers;

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::BoolishValueParser;
use serde::{Deserialize, Serialize};

use crate::core::limits::Limits;
use duration::Millis;

pub use layers::{Config, ConfigError, Source};

/// The address that a hub listens on where nothing else is said.
pub const DEFAULT_LISTEN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8787);

/// What one layer says. The names of the fields are the flags, the keys of the file and, with
/// `DIALOG_HUB_` before them, the environment variables.
#[derive(Debug, Clone, Default, clap::Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Given {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDR:PORT", env = "DIALOG_HUB_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Folder of the store; made where it is not there
    #[arg(long, value_name = "DIR", env = "DIALOG_HUB_DATA")]
    pub data: Option<PathBuf>,
    /// Keep everything in memory and nothing over a restart
    #[arg(long, env = "DIALOG_HUB_EPHEMERAL", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = BoolishValueParser::new())]
    pub ephemeral: Option<bool>,
    /// Let every program on this machine in without a token; loopback only. The default, as this version has no sign-in
    #[arg(long, env = "DIALOG_HUB_NO_AUTH", num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = BoolishValueParser::new())]
    pub no_auth: Option<bool>,
    /// A name under which the hub is reached, beside loopback and the listen address (repeatable)
    #[arg(long, value_name = "HOST", env = "DIALOG_HUB_PUBLIC_HOST", value_delimiter = ',')]
    pub public_host: Option<Vec<String>>,
    /// An origin whose pages may use the hub, beside its own (repeatable)
    #[arg(long, value_name = "ORIGIN", env = "DIALOG_HUB_ALLOW_ORIGIN", value_delimiter = ',')]
    pub allow_origin: Option<Vec<String>>,
    /// How often connections are pinged
    #[arg(long, value_name = "DURATION", env = "DIALOG_HUB_PING_INTERVAL")]
    pub ping_interval: Option<Millis>,
    /// How long after a ping a silent connection is dropped
    #[arg(long, value_name = "DURATION", env = "DIALOG_HUB_PONG_TIMEOUT")]
    pub pong_timeout: Option<Millis>,
    /// How long the dialogs of an attached host outlive its connection
    #[arg(long, value_name = "DURATION", env = "DIALOG_HUB_HOST_GRACE")]
    pub host_grace: Option<Millis>,
    /// Largest frame or body that a client may send
    #[arg(long, value_name = "BYTES", env = "DIALOG_HUB_MAX_MESSAGE_BYTES")]
    pub max_message_bytes: Option<NonZeroUsize>,
    /// Largest text that is drawn
    #[arg(long, value_name = "BYTES", env = "DIALOG_HUB_MAX_TEXT_BYTES")]
    pub max_text_bytes: Option<NonZeroUsize>,
    /// Most options of one choice
    #[arg(long, value_name = "N", env = "DIALOG_HUB_MAX_OPTIONS")]
    pub max_options: Option<NonZeroUsize>,
    /// Most questions of one questionnaire
    #[arg(long, value_name = "N", env = "DIALOG_HUB_MAX_QUESTIONS")]
    pub max_questions: Option<NonZeroUsize>,
    /// Most open dialogs of one thread
    #[arg(long, value_name = "N", env = "DIALOG_HUB_MAX_OPEN")]
    pub max_open: Option<NonZeroUsize>,
    /// Most threads
    #[arg(long, value_name = "N", env = "DIALOG_HUB_MAX_THREADS")]
    pub max_threads: Option<NonZeroUsize>,
    /// Most threads that one connection may follow
    #[arg(long, value_name = "N", env = "DIALOG_HUB_MAX_FOLLOWS")]
    pub max_follows: Option<NonZeroUsize>,
    /// Most bytes that may wait for one slow follower
    #[arg(long, value_name = "BYTES", env = "DIALOG_HUB_MAX_QUEUE_BYTES")]
    pub max_queue_bytes: Option<NonZeroUsize>,
    /// Events of each thread kept for recovery, at least
    #[arg(long, value_name = "N", env = "DIALOG_HUB_HISTORY")]
    pub history: Option<u32>,
    /// Most journal entries of one thread
    #[arg(long, value_name = "N", env = "DIALOG_HUB_JOURNAL_PER_THREAD")]
    pub journal_per_thread: Option<NonZeroUsize>,
    /// Most journal entries over all threads
    #[arg(long, value_name = "N", env = "DIALOG_HUB_JOURNAL_TOTAL")]
    pub journal_total: Option<NonZeroUsize>,
    /// Most open dialogs whose answers can be told to be theirs, over all threads
    #[arg(long, value_name = "N", env = "DIALOG_HUB_MAX_TICKETS")]
    pub max_tickets: Option<NonZeroUsize>,
    /// How old an answer may be that is given again to the same question, in milliseconds
    #[arg(long, value_name = "MS", env = "DIALOG_HUB_JOURNAL_WINDOW_MS", hide = true)]
    pub journal_window_ms: Option<u32>,
    /// Most connections at a time
    #[arg(long, value_name = "N", env = "DIALOG_HUB_MAX_CONNECTIONS")]
    pub max_connections: Option<NonZeroUsize>,
    /// What is logged, as `level` or `target=level,…`
    #[arg(long, value_name = "FILTER", env = "DIALOG_HUB_LOG")]
    pub log: Option<String>,
    /// How log lines are written
    #[arg(long, value_name = "FORMAT", env = "DIALOG_HUB_LOG_FORMAT")]
    pub log_format: Option<LogFormat>,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// What counts in the end; [`Settings::default`] is the table of defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    pub listen: SocketAddr,
    pub data: PathBuf,
    pub ephemeral: bool,
    pub no_auth: bool,
    pub public_host: Vec<String>,
    pub allow_origin: Vec<String>,
    pub ping_interval: Millis,
    pub pong_timeout: Millis,
    pub host_grace: Millis,
    pub max_message_bytes: usize,
    pub max_text_bytes: usize,
    pub max_options: usize,
    pub max_questions: usize,
    pub max_open: usize,
    pub max_threads: usize,
    pub max_follows: usize,
    pub max_queue_bytes: usize,
    pub history: u32,
    pub journal_per_thread: usize,
    pub journal_total: usize,
    pub max_tickets: usize,
    pub journal_window_ms: u32,
    pub max_connections: usize,
    pub log: String,
    pub log_format: LogFormat,
}

impl Default for Settings {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            listen: DEFAULT_LISTEN,
            data: layers::data_folder(),
            ephemeral: false,
            // There is no sign-in in this version, so this is the only way to serve: on loopback, and said aloud.
            no_auth: true,
            public_host: Vec::new(),
            allow_origin: Vec::new(),
            ping_interval: Millis::new(25_000),
            pong_timeout: Millis::new(10_000),
            host_grace: Millis::new(limits.host_grace_ms),
            max_message_bytes: limits.max_message_bytes,
            max_text_bytes: limits.max_text_bytes,
            max_options: limits.max_options,
            max_questions: limits.max_questions,
            max_open: limits.max_open,
            max_threads: limits.max_threads,
            max_follows: limits.max_follows,
            max_queue_bytes: limits.max_queue_bytes,
            history: 1_000,
            journal_per_thread: limits.journal_per_thread,
            journal_total: limits.journal_total,
            max_tickets: limits.max_tickets,
            journal_window_ms: 600_000,
            max_connections: 20_000,
            log: "info".to_owned(),
            log_format: LogFormat::Text,
        }
    }
}

impl Settings {
    /// The bounds that the hub runs with.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            max_message_bytes: self.max_message_bytes,
            max_text_bytes: self.max_text_bytes,
            max_options: self.max_options,
            max_questions: self.max_questions,
            max_open: self.max_open,
            max_threads: self.max_threads,
            max_follows: self.max_follows,
            max_queue_bytes: self.max_queue_bytes,
            history_events: self.history.into(),
            host_grace_ms: self.host_grace.get(),
            journal_per_thread: self.journal_per_thread,
            journal_total: self.journal_total,
            max_tickets: self.max_tickets,
            journal_window_ms: self.journal_window_ms.into(),
        }
    }
}
