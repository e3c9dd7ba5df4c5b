//! Whether a `default` is a good answer of its own dialog.
//!
//! A default has the form of a value, what a program gets. It is turned into the payload that a
//! person would have sent for it, and judged as that.

use serde_json::{Value, json};

use super::fields::bad;
use super::{DialogError, Kind, Offer};
use crate::core::answer;

/// Judges the default of a dialog.
pub(super) fn check(kind: &Kind, default: &Value) -> Result<(), DialogError> {
    let Some(payload) = payload(kind, default) else {
        return Err(bad("default", "a secret has no default"));
    };
    answer::judge_default(kind, &payload)
        .map_err(|refusal| bad("default", format!("the default is no good answer: {}", refusal.detail)))
}

/// The payload that has `default` as its value; none for a secret.
fn payload(kind: &Kind, default: &Value) -> Option<Value> {
    Some(match kind {
        Kind::Confirm => json!({"confirmed": default}),
        Kind::Select(offer) => match default.as_str() {
            Some(text) if is_typed(offer, text) => json!({"other": text}),
            _ => json!({"value": default}),
        },
        Kind::Multiselect { offer, .. } => match split_last(default) {
            // What was typed comes last.
            Some((text, picked)) if is_typed(offer, text) => {
                json!({"values": picked, "other": text})
            }
            _ => json!({"values": default}),
        },
        Kind::Input { .. } | Kind::Editor { .. } => json!({"value": default}),
        Kind::Secret => return None,
        Kind::Questionnaire { .. } => json!({"answers": default}),
        Kind::Approval { .. } => default.clone(),
        Kind::Form { .. } => json!({"content": default}),
        Kind::Custom { .. } => json!({"result": default}),
    })
}

fn is_typed(offer: &Offer, text: &str) -> bool {
    offer.allows_other() && !offer.offers(text)
}

fn split_last(default: &Value) -> Option<(&str, &[Value])> {
    let (last, before) = default.as_array()?.split_last()?;
    Some((last.as_str()?, before))
}
