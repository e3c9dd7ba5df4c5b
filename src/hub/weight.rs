//! How much an input holds in memory, roughly: what bounds the inbox and a batch.

use serde_json::Value;

use super::inbox::Input;
use crate::core::command::Command;
use crate::core::json::Json;

/// What a JSON value takes beside its texts.
const NODE_BYTES: usize = 32;

/// The bytes of an input's free texts and values.
pub(super) fn of(input: &Input) -> usize {
    match input {
        Input::Call(call) => of_command(&call.command),
        Input::Respond { command, .. } => of_command(command),
        _ => 0,
    }
}

fn of_command(command: &Command) -> usize {
    match command {
        Command::Ask(ask) => json(ask.dialog.source()) + ask.key.as_ref().map_or(0, String::len),
        Command::Answer(answer) => json(answer.payload.json()),
        Command::CannotShow { message, .. } => message.len(),
        Command::Lock { question, value, other, .. } => {
            question.len() + optional(value.as_ref()) + optional(other.as_ref())
        }
        Command::Prompt { message, data, .. } => message.len() + optional(data.as_ref()),
        Command::Publish { event, data } => event.len() + json(data),
        Command::JournalAck { tokens, .. } => {
            tokens.iter().map(|token| NODE_BYTES + token.as_str().len()).sum()
        }
        Command::Reset { reason } => reason.as_ref().map_or(0, String::len),
        _ => 0,
    }
}

fn optional(json: Option<&Json>) -> usize {
    json.map_or(0, self::json)
}

fn json(json: &Json) -> usize {
    value(&json.0)
}

/// As deep as JSON is read, which is bounded.
fn value(of: &Value) -> usize {
    NODE_BYTES
        + match of {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(value).sum(),
            Value::Object(members) => members.iter().map(|(name, member)| name.len() + value(member)).sum(),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_count_by_their_length_and_values_by_their_number() {
        let weight = |text: &str| value(&serde_json::from_str(text).expect("JSON"));
        assert_eq!(weight("[]"), NODE_BYTES);
        assert_eq!(weight(r#"{"ab":["cde",1]}"#), 4 * NODE_BYTES + 5);
    }
}
