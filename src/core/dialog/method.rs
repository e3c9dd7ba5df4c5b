//! The ten methods by name.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Of which kind a dialog is. A method that exists is one that a dialog may have.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Method {
    /// Yes or no.
    Confirm,
    /// One of several.
    Select,
    /// Some of several.
    Multiselect,
    /// A line of text.
    Input,
    /// A longer text.
    Editor,
    /// A text that is never stored.
    Secret,
    /// Several questions.
    Questionnaire,
    /// May an action be done.
    Approval,
    /// An object that satisfies a schema.
    Form,
    /// `x.NAME`, whole: what the asker's own client shows.
    Custom(CustomName),
}

/// The name of a method that is none of the hub's, `x.` and all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CustomName(String);

/// A text that names no method.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("is none that there is, and no x.NAME")]
pub struct NoMethod;

impl Method {
    /// The nine that have a name of their own.
    pub const NAMED: [Self; 9] = [
        Self::Confirm,
        Self::Select,
        Self::Multiselect,
        Self::Input,
        Self::Editor,
        Self::Secret,
        Self::Questionnaire,
        Self::Approval,
        Self::Form,
    ];

    /// Reads a name; letter case counts.
    ///
    /// # Errors
    /// [`NoMethod`] for a name that no dialog may have.
    pub fn parse(name: &str) -> Result<Self, NoMethod> {
        if let Some(named) = Self::NAMED.into_iter().find(|method| method.as_str() == name) {
            return Ok(named);
        }
        // It is a method of the wire and a word on command lines, so it has the characters of a thread id.
        let plain = |c: char| c.is_ascii_alphanumeric() || "._:@-".contains(c);
        match name.strip_prefix("x.") {
            Some(own) if !own.is_empty() && own.chars().all(plain) => {
                Ok(Self::Custom(CustomName(name.into())))
            }
            _ => Err(NoMethod),
        }
    }

    /// Whether its answers are journaled. A recovered yes must never authorise another act, and a secret is
    /// never stored.
    #[must_use]
    pub const fn is_journaled(&self) -> bool {
        match self {
            Self::Confirm | Self::Approval | Self::Secret => false,
            Self::Select
            | Self::Multiselect
            | Self::Input
            | Self::Editor
            | Self::Questionnaire
            | Self::Form
            | Self::Custom(_) => true,
        }
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Confirm => "confirm",
            Self::Select => "select",
            Self::Multiselect => "multiselect",
            Self::Input => "input",
            Self::Editor => "editor",
            Self::Secret => "secret",
            Self::Questionnaire => "questionnaire",
            Self::Approval => "approval",
            Self::Form => "form",
            Self::Custom(CustomName(name)) => name,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for Method {
    type Error = NoMethod;
    fn try_from(name: String) -> Result<Self, NoMethod> {
        Self::parse(&name)
    }
}

impl From<Method> for String {
    fn from(method: Method) -> Self {
        method.as_str().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_back_as_the_method_that_it_names() {
        for method in Method::NAMED {
            assert_eq!(Method::parse(method.as_str()), Ok(method));
        }
        assert_eq!(Method::parse("x.my-tool").unwrap().to_string(), "x.my-tool");
        for none in ["", "Confirm", "confirm ", "x.", "x", "x.a b", "dialog.confirm"] {
            assert_eq!(Method::parse(none), Err(NoMethod), "{none:?}");
        }
    }
}
