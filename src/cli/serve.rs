//! `serve`: the hub itself, from its settings to its end.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use clap::{ArgMatches, Args};
use tokio::signal::unix::{SignalKind, signal};
use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::{FilterExt, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use super::config::SettingsArgs;
use super::exit::{Exit, Failure};
use super::out;
use super::signal::Interrupts;
use crate::config::{Config, LogFormat, Settings};
use crate::hub::{Clock, Hub, Metrics};
use crate::server::{BeyondLoopback, Deadlines, ServeConfig, Server, SignIn};
use crate::store::{Store, memory::Memory, sqlite};

/// The signal of the limit of file sizes, on Linux.
const SIGXFSZ: i32 = 25;

/// Run the hub.
///
/// Each flag is also a key of the TOML file and, as DIALOG_HUB_…, an environment variable:
/// flag, then environment, then file, then default; `config show` prints what counts.
#[derive(Debug, Args)]
pub struct Serve {
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Serve {
    pub(super) fn run(self, matches: Option<&ArgMatches>) -> Result<Exit, Failure> {
        let matches = matches.cloned().unwrap_or_default();
        let config = self.settings.resolve(&matches)?;
        let serve = serve_config(&config)?;
        log(&config)?;
        let settings = config.settings;
        let store: Box<dyn Store> = match settings.ephemeral {
            true => Box::new(Memory::new()),
            false => Box::new(sqlite::open(&settings.data).map_err(cannot_start)?),
        };
        let metrics = Arc::new(Metrics::default());
        let (hub, writer) =
            Hub::start(settings.limits(), store, Clock::system(), metrics).map_err(cannot_start)?;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(cannot_start)?;
        let served = runtime.block_on(serving(serve, hub.clone(), &settings));
        // Also where it could not listen: the store is closed in order before the process ends.
        hub.shutdown();
        let ended = writer.join();
        served?;
        ended.map_err(|_| Failure::new(Exit::No, "writer", "the writer of the store ended by a bug"))?;
        Ok(Exit::Done)
    }
}

async fn serving(serve: ServeConfig, hub: Hub, settings: &Settings) -> Result<(), Failure> {
    let mut interrupts = Interrupts::catch().map_err(cannot_start)?;
    // A file that may not grow further is a full disk: the write fails and says so, the signal ends nothing.
    let _file_size_limit = signal(SignalKind::from_raw(SIGXFSZ)).map_err(cannot_start)?;
    let server = Server::bind(serve, hub).map_err(cannot_start)?;
    out::note(&format!("dialog-hub {} listens on http://{}", env!("CARGO_PKG_VERSION"), server.address()));
    out::note(&match settings.ephemeral {
        true => "data: in memory alone, gone when it ends (--ephemeral)".to_owned(),
        false => format!("data: {}", settings.data.display()),
    });
    out::note("warning: this version has no sign-in: every program on this machine may ask, read and answer");
    let shutdown = async move {
        interrupts.next().await;
        out::note("ending; once more to end at once");
        tokio::spawn(async move {
            interrupts.next().await;
            // What was acknowledged is on disk at every moment: there is nothing left to do in order.
            std::process::exit(Exit::Interrupted as i32);
        });
    };
    server.run(shutdown).await;
    Ok(())
}

/// All that can be wrong with the settings is said before the store is opened, so that no folder is left behind.
fn serve_config(config: &Config) -> Result<ServeConfig, Failure> {
    let settings = &config.settings;
    Ok(ServeConfig {
        listen: settings.listen.try_into().map_err(|e: BeyondLoopback| bad_setting(config, "listen", e))?,
        limits: settings.limits(),
        ping_interval: settings.ping_interval.into(),
        pong_timeout: settings.pong_timeout.into(),
        public_hosts: each(config, "public-host", &settings.public_host)?,
        allow_origins: each(config, "allow-origin", &settings.allow_origin)?,
        sign_in: sign_in(config)?,
        max_connections: settings.max_connections,
        deadlines: Deadlines::default(),
    })
}

fn sign_in(config: &Config) -> Result<SignIn, Failure> {
    let why = "this version has no sign-in: leave out --no-auth=false; it serves loopback only";
    if config.settings.no_auth { Ok(SignIn::NoAuth) } else { Err(bad_setting(config, "no-auth", why)) }
}

/// Reads each text of a repeatable setting; an error names the setting and where it came from.
fn each<T: FromStr<Err: Display>>(config: &Config, name: &str, texts: &[String]) -> Result<Vec<T>, Failure> {
    let one = |text: &String| {
        let bad = |e| bad_setting(config, name, format!("{text:?}: {e}"));
        text.parse().map_err(bad)
    };
    texts.iter().map(one).collect()
}

/// Libraries that carry what people typed, and would print it below the level of a warning.
const QUIET_CRATES: [&str; 5] = ["tungstenite", "tokio_tungstenite", "hyper", "hyper_util", "mio"];

/// Whether it says nothing of what somebody typed, which may be a secret: whatever the filter asks for.
fn holds_no_text(metadata: &Metadata<'_>) -> bool {
    let from = metadata.target().split("::").next().unwrap_or_default();
    *metadata.level() <= Level::WARN || !QUIET_CRATES.contains(&from)
}

fn log(config: &Config) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&config.settings.log).map_err(|e| bad_setting(config, "log", e))?;
    let filter = filter.and(filter_fn(holds_no_text));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let registry = tracing_subscriber::registry();
    match config.settings.log_format {
        LogFormat::Text => registry.with(lines.with_ansi(false).with_filter(filter)).try_init(),
        LogFormat::Json => registry.with(lines.json().with_filter(filter)).try_init(),
    }
    .map_err(cannot_start)
}

fn bad_setting(config: &Config, name: &str, why: impl Display) -> Failure {
    Failure::new(Exit::No, "bad-config", format!("{name}: {why} (from {})", config.source(name)))
}

fn cannot_start(why: impl Display) -> Failure {
    Failure::new(Exit::No, "cannot-start", why.to_string())
}
