//! How a command ends: the exit statuses of the contract (§11) and the failures that lead to them. Pure.

use serde_json::{Map, Value, json};

use crate::client::{ClientError, Closed, RpcError};

/// The status that a command exits with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Answered; a confirm: yes; an approval: allowed.
    Done = 0,
    /// A person said no, or an answer was refused; for `serve`, it could not start.
    No = 1,
    /// Usage, a bad thread id, or a dialog that is refused.
    Usage = 2,
    /// Not authorised.
    Unauthorized = 3,
    /// No hub at that address.
    NoHub = 4,
    /// Ended without an answer, or answered by somebody else before.
    Ended = 5,
    /// Any other error of the hub.
    Hub = 6,
    /// The dialog's own time was over.
    TimedOut = 124,
    /// Ctrl-C.
    Interrupted = 130,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command failed, for a person and as a problem object.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The status.
    pub exit: Exit,
    /// What is printed: one line.
    pub message: String,
    /// What `--json` prints: `code`, `detail`, and what belongs to the code.
    pub problem: Map<String, Value>,
}

impl Failure {
    /// A failure with a code of the command line's own.
    #[must_use]
    pub fn new(exit: Exit, code: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut problem = Map::new();
        problem.insert("code".to_owned(), json!(code));
        problem.insert("detail".to_owned(), json!(message));
        Self { exit, message, problem }
    }

    /// The command was called in a way that makes no sense.
    #[must_use]
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, "usage", message)
    }

    /// Standard output was closed by its reader, which is no failure of a command that only shows something.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.message.is_empty()
    }

    /// The problem as one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        Value::Object(self.problem.clone()).to_string()
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Self { exit: Exit::Done, message: String::new(), problem: Map::new() };
        }
        Self::new(Exit::Hub, "output", format!("standard output: {error}"))
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        let message = error.to_string();
        let (exit, code) = match &error {
            ClientError::BadUrl { .. } => (Exit::Usage, "bad-url"),
            ClientError::BadToken => (Exit::Usage, "bad-token"),
            ClientError::Unreachable { url, .. } => {
                let mut failure = Self::new(Exit::NoHub, "unreachable", message);
                failure.problem.insert("url".to_owned(), json!(url));
                return failure;
            }
            ClientError::Unauthorized { .. } => (Exit::Unauthorized, "unauthorized"),
            ClientError::Forbidden { .. } => (Exit::Unauthorized, "forbidden"),
            ClientError::Declined { .. } => (Exit::Hub, "declined"),
            ClientError::Closed(closed) => (of_close(closed), "closed"),
            ClientError::TooLarge { .. } => (Exit::Hub, "too-large"),
            ClientError::BadCall(_) => (Exit::Usage, "bad-call"),
            ClientError::TooManyCalls(_) => (Exit::Hub, "too-many-calls"),
            ClientError::BadReply(_) => (Exit::Hub, "bad-reply"),
            ClientError::Rpc(refused) => return refused.clone().into(),
        };
        Self::new(exit, code, message)
    }
}

impl From<RpcError> for Failure {
    fn from(error: RpcError) -> Self {
        let exit = match error.word() {
            "bad-dialog" => Exit::Usage,
            "unauthorized" | "forbidden" => Exit::Unauthorized,
            _ => Exit::Hub,
        };
        let mut failure = Self::new(exit, error.word(), error.to_string());
        failure.problem.extend(error.data);
        failure
    }
}

fn of_close(closed: &Closed) -> Exit {
    if closed.is_for_rights() { Exit::Unauthorized } else { Exit::Hub }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(code: &str) -> ClientError {
        let text =
            json!({"code": -1, "message": "m", "data": {"code": code, "detail": "d", "field": "options"}});
        ClientError::Rpc(serde_json::from_value(text).unwrap())
    }

    #[test]
    fn every_error_has_the_status_of_the_contract() {
        let url = "http://127.0.0.1:1".to_owned();
        let by_hub = |code| Closed::ByHub { code, reason: String::new(), retry_after_ms: None };
        for (error, exit) in [
            (refused("bad-dialog"), Exit::Usage),
            (refused("bad-request"), Exit::Hub),
            (refused("key-conflict"), Exit::Hub),
            (refused("limit"), Exit::Hub),
            (refused("forbidden"), Exit::Unauthorized),
            (refused("unauthorized"), Exit::Unauthorized),
            (ClientError::Unreachable { url: url.clone(), why: "w".into() }, Exit::NoHub),
            (ClientError::Unauthorized { url: url.clone(), detail: "d".into() }, Exit::Unauthorized),
            (ClientError::Forbidden { url, detail: "d".into() }, Exit::Unauthorized),
            (by_hub(4501).into(), Exit::Unauthorized),
            (by_hub(1009).into(), Exit::Hub),
            (ClientError::BadReply("b".into()), Exit::Hub),
        ] {
            assert_eq!(Failure::from(error.clone()).exit, exit, "{error}");
        }
    }

    #[test]
    fn the_json_of_an_error_is_one_line_with_its_code() {
        let failure = Failure::from(refused("bad-dialog"));
        assert_eq!(failure.message, "bad-dialog: d");
        assert_eq!(failure.to_json(), r#"{"code":"bad-dialog","detail":"d","field":"options"}"#);
    }

    #[test]
    fn no_hub_names_the_address_and_the_way_out() {
        let url = "http://127.0.0.1:1".to_owned();
        let failure = Failure::from(ClientError::Unreachable { url, why: "w".into() });
        assert!(
            failure.message.contains("http://127.0.0.1:1") && failure.message.contains("dialog-hub serve")
        );
    }

    #[test]
    fn a_closed_pipe_is_quiet() {
        assert!(Failure::from(std::io::Error::from(std::io::ErrorKind::BrokenPipe)).is_quiet());
    }
}
