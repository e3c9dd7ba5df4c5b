//! What a choice offers: the values of its options, and whether free text may stand beside them.
//!
//! Values are compared exactly: case, spaces and Unicode count. An [`Offer`] may be empty only
//! where free text is allowed; who reads it sees to that.

use std::collections::BTreeSet;

use serde_json::Value;

use super::DialogError;
use super::fields::{Fields, bad, check_drawn, collapse};
use crate::core::limits::Limits;

/// What can be picked or typed.
#[derive(Debug)]
pub(in crate::core) struct Offer {
    values: BTreeSet<String>,
    allow_other: bool,
}

impl Offer {
    /// Whether an option has exactly this value.
    pub fn offers(&self, value: &str) -> bool {
        self.values.contains(value)
    }

    /// Whether free text may be sent as `other`.
    pub fn allows_other(&self) -> bool {
        self.allow_other
    }

    /// How much can be given at once, an `other` counted as one.
    pub fn most(&self) -> usize {
        self.values.len() + usize::from(self.allow_other)
    }

    /// Whether there are no options.
    pub fn is_without_options(&self) -> bool {
        self.values.is_empty()
    }

    /// Reads `options` and `allow_other`. No options are an empty offer.
    pub(super) fn read(fields: &mut Fields<'_>) -> Result<Self, DialogError> {
        let allow_other = fields.flag("allow_other")?;
        let mut values = BTreeSet::new();
        let limits = fields.limits();
        if let Some(options) = fields.list("options", limits.max_options)? {
            let mut known = Vec::with_capacity(options.len());
            for (at, option) in options.iter().enumerate() {
                let path = fields.path(&format!("options.{at}"));
                let (value, canonical) = read_option(option, &path, limits)?;
                if !values.insert(value.to_owned()) {
                    return Err(bad(&path, "has the value of an option before it"));
                }
                known.push(canonical);
            }
            fields.know("options", known);
        }
        Ok(Self { values, allow_other })
    }
}

/// One option: its value, and its canonical form, which is the long one. A bare text, and a value
/// without a label, is its own label, so it is drawn.
fn read_option<'a>(
    option: &'a Value,
    path: &str,
    limits: &'a Limits,
) -> Result<(&'a str, Value), DialogError> {
    if let Value::String(text) = option {
        check_drawn(text, path, limits)?;
        let long = serde_json::json!({"label": collapse(text), "value": text});
        return Ok((text, long));
    }
    if !option.is_object() {
        return Err(bad(path, "must be text or an object with value"));
    }
    let mut fields = Fields::new(option, path, limits)?;
    let Some(value) = fields.data("value")? else {
        return Err(fields.bad("value", "is missing"));
    };
    let label = fields.drawn("label")?;
    fields.drawn("description")?;
    fields.know("value", value);
    if label.is_none_or(|label| label.trim().is_empty()) {
        check_drawn(value, &fields.path("value"), limits)?;
        fields.know("label", collapse(value));
    }
    Ok((value, Value::Object(fields.into_known())))
}
