//! What a command is aimed at: the arguments that name a hub, a thread on it, and who speaks.

use std::path::PathBuf;

use clap::Args;

use crate::client::{Address, Endpoint, Token};
use crate::config::DEFAULT_LISTEN;
use crate::core::id::ThreadId;

use super::exit::{Exit, Failure};

/// The largest file that is read as a token.
const MAX_TOKEN_FILE_BYTES: u64 = 64 << 10;

/// Which hub, and with what right; without a word the one that `serve` starts without a word.
#[derive(Debug, Clone, Args)]
pub struct HubArgs {
    /// Address of the hub
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "DIALOG_HUB_URL",
        default_value_t = format!("http://{DEFAULT_LISTEN}")
    )]
    pub url: String,
    /// Token to show to the hub (other programs see the command line: prefer the environment)
    #[arg(long, global = true, value_name = "TOKEN", env = "DIALOG_HUB_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// File with the token
    #[arg(long, global = true, value_name = "FILE", env = "DIALOG_HUB_TOKEN_FILE")]
    pub token_file: Option<PathBuf>,
}

/// Which thread; checked here, so that a bad id is a usage error without a hub.
#[derive(Debug, Clone, Args)]
pub struct ThreadArg {
    /// Thread of the conversation
    #[arg(short, long, value_name = "THREAD", env = "DIALOG_HUB_THREAD", default_value = "default", value_parser = ThreadId::parse)]
    pub thread: ThreadId,
}

/// Under which name somebody answers; the hub takes it as it is, so it proves nothing.
#[derive(Debug, Clone, Args)]
pub struct LabelArg {
    /// What others see as the one who answered
    #[arg(long, value_name = "NAME", env = "DIALOG_HUB_LABEL", default_value = "terminal")]
    pub label: String,
}

impl HubArgs {
    /// Where to connect to, and with which token: `--token` goes before `--token-file`.
    ///
    /// # Errors
    /// A bad address, or a token that cannot be read or sent.
    pub fn endpoint(&self) -> Result<Endpoint, Failure> {
        let address = Address::parse(&self.url)?;
        let token = match (&self.token, &self.token_file) {
            (Some(token), _) if token.trim().is_empty() => None,
            (Some(token), _) => Some(Token::parse(token)?),
            (None, Some(file)) => Some(read(file)?),
            (None, None) => None,
        };
        Ok(Endpoint { address, token })
    }
}

fn read(file: &PathBuf) -> Result<Token, Failure> {
    let unreadable =
        |why: String| Failure::new(Exit::Usage, "bad-token", format!("{}: {why}", file.display()));
    let size = std::fs::metadata(file).map_err(|e| unreadable(e.to_string()))?.len();
    if size > MAX_TOKEN_FILE_BYTES {
        return Err(unreadable("too large for a token".to_owned()));
    }
    let text = std::fs::read_to_string(file).map_err(|e| unreadable(e.to_string()))?;
    Token::parse(&text).map_err(|e| unreadable(e.to_string()))
}
