//! From a method's name and free JSON to a checked [`Call`]: the one list of methods that are served.

use std::sync::Arc;

use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

use crate::core::answer::Sent;
use crate::core::command::Which;
use crate::core::dialog::Dialog;
use crate::core::id::ThreadId;
use crate::core::json::Json;
use crate::core::limits::{DEFAULT_HOLD_MS, Limits};
use crate::error::{ApiError, Code};

use super::call::{AskCall, Call, ThreadCall};
use super::{check, params as p};

/// The longest piece of a client's own text that an error quotes, in characters.
const QUOTED_CHARS: usize = 200;

/// Reads and checks a call.
///
/// # Errors
/// `no-route` for a method that is not served, `bad-request` for parameters that are missing, odd or out of range,
/// `bad-dialog` for a dialog that could never be answered or drawn, `too-large` for sizes. The wrong member is named.
pub fn parse(method: &str, params: Json, limits: &Limits) -> Result<Call, ApiError> {
    let params = match params.0 {
        Value::Null => Value::Object(serde_json::Map::new()),
        object @ Value::Object(_) => object,
        _ => {
            return Err(ApiError::bad_request("params", "the parameters have to be an object"));
        }
    };
    let (thread, call) = match method {
        "client.identify" => {
            let it: p::ClientIdentify = read(params)?;
            let label = check::text("label", it.label, limits)?;
            return Ok(Call::Identify { label, instance: check::name("instance", it.instance, limits)? });
        }
        "hub.follow" => return Ok(Call::FollowHub),
        "thread.follow" => {
            let it: p::ThreadFollow = read(params)?;
            (it.thread, ThreadCall::Follow { since: check::since(it.since) })
        }
        "thread.unfollow" => (thread_of(params)?, ThreadCall::Unfollow),
        "dialog.answer" => {
            // The whole of the parameters is the payload; wiped from here on, whatever becomes of it.
            let payload = Sent::from(Json(params));
            let it: p::DialogAnswer = read(&payload.json().0)?;
            let answer_key = check::answer_key(it.answer_key)?;
            (it.thread, ThreadCall::Answer { id: it.id, payload, answer_key })
        }
        "dialog.lock" => {
            let it: p::DialogLock = read(params)?;
            (
                it.thread,
                ThreadCall::Lock { id: it.id, question: it.question, value: it.value, other: it.other },
            )
        }
        "dialog.typing" => {
            let it: p::DialogTyping = read(params)?;
            (it.thread, ThreadCall::Typing { id: it.id })
        }
        "thread.stop" => (thread_of(params)?, ThreadCall::Stop),
        "thread.prompt" => {
            let it: p::ThreadPrompt = read(params)?;
            (it.thread, ThreadCall::Prompt { message: it.message, data: it.data })
        }
        "host.attach" => {
            let it: p::HostAttach = read(params)?;
            (it.thread, ThreadCall::Attach { instance: check::name("instance", it.instance, limits)? })
        }
        "host.detach" => (thread_of(params)?, ThreadCall::Detach),
        "dialog.ask" => {
            let it: p::DialogAsk = read(params)?;
            (it.thread.clone(), ThreadCall::Ask(Box::new(ask(it, limits)?)))
        }
        "dialog.withdraw" => {
            let it: p::DialogWithdraw = read(params)?;
            let which = match (it.id, check::name("key", it.key, limits)?) {
                (Some(id), None) => Which::Id(id),
                (None, Some(key)) => Which::Key(key),
                _ => {
                    return Err(ApiError::bad_request(
                        "id",
                        "exactly one of `id` and `key` says which dialog",
                    ));
                }
            };
            (it.thread, ThreadCall::Withdraw { which })
        }
        "dialog.get" => {
            let it: p::DialogGet = read(params)?;
            (it.thread, ThreadCall::Get { id: it.id, wait_ms: check::wait_ms(it.wait_ms)? })
        }
        "thread.publish" => {
            let it: p::ThreadPublish = read(params)?;
            let event = check::name("event", Some(it.event), limits)?.unwrap_or_default();
            (it.thread, ThreadCall::Publish { event, data: it.data })
        }
        "thread.reset" => {
            let it: p::ThreadReset = read(params)?;
            (it.thread, ThreadCall::Reset { reason: check::text("reason", it.reason, limits)? })
        }
        "thread.move" => {
            let it: p::ThreadMove = read(params)?;
            (it.from, ThreadCall::Move { to: it.to })
        }
        "thread.forget" => (thread_of(params)?, ThreadCall::Forget),
        "run.begin" => (thread_of(params)?, ThreadCall::RunBegin),
        "run.end" => {
            let it: p::RunEnd = read(params)?;
            (it.thread, ThreadCall::RunEnd { run: it.run, outcome: it.outcome })
        }
        "journal.list" => (thread_of(params)?, ThreadCall::JournalList),
        "journal.ack" => {
            let it: p::JournalAck = read(params)?;
            let instance = check::name("instance", it.instance, limits)?;
            (it.thread, ThreadCall::JournalAck { tokens: check::tokens(it.tokens, limits)?, instance })
        }
        _ => {
            return Err(ApiError::new(Code::NoRoute, format!("there is no method {:?}", short(method))));
        }
    };
    Ok(Call::Thread { thread, call })
}

fn thread_of(params: Value) -> Result<ThreadId, ApiError> {
    read(params).map(|it: p::OfThread| it.thread)
}

fn ask(it: p::DialogAsk, limits: &Limits) -> Result<AskCall, ApiError> {
    if !it.dialog.0.is_object() {
        return Err(ApiError::bad_request("dialog", "`dialog` has to be an object"));
    }
    let use_default = it.use_default.unwrap_or_default();
    let call = AskCall {
        key: check::name("key", it.key, limits)?,
        timeout_ms: check::duration_ms("timeout_ms", it.timeout_ms)?.filter(|&ms| ms > 0),
        wait_ms: check::wait_ms(it.wait_ms)?,
        if_unattended: it.if_unattended.unwrap_or_default(),
        private: it.private.unwrap_or_default(),
        on_disconnect: it.on_disconnect.unwrap_or_default(),
        use_default,
        hold_ms: check::duration_ms("hold_ms", it.hold_ms)?.unwrap_or(DEFAULT_HOLD_MS),
        require_other_subject: it.require_other_subject.unwrap_or_default(),
        recover: it.recover.unwrap_or_default(),
        instance: check::name("instance", it.instance, limits)?,
        run: it.run,
        dialog: Arc::new(Dialog::parse(it.dialog, limits)?),
    };
    if use_default && call.dialog.default_value().is_none() {
        return Err(
            ApiError::new(Code::BadDialog, "`use_default` needs a `default` in the dialog").at("default")
        );
    }
    Ok(call)
}

/// Reads typed parameters; the error names the member, with its path where it is nested.
fn read<'de, T: DeserializeOwned, D: Deserializer<'de>>(params: D) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(params).map_err(|error| {
        let detail = error.inner().to_string();
        let mut path = error.path().to_string();
        // What is missing has no path of its own: serde names it in its words alone.
        if let Some(missing) = detail.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'))
        {
            path = if path == "." { missing.into() } else { format!("{path}.{missing}") };
        }
        ApiError::bad_request(&path, format!("`{path}`: {}", short(&detail)))
    })
}

fn short(text: &str) -> String {
    text.chars().take(QUOTED_CHARS).collect()
}

#[cfg(test)]
mod tests;
