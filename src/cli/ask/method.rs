//! The kinds of question that the command line knows. Pure.

use std::fmt;

/// What kind of question is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    Confirm,
    Select,
    Multiselect,
    Input,
    Editor,
    Secret,
    Approval,
    Questionnaire,
    Form,
    /// `x.NAME`.
    Custom(String),
}

impl Method {
    /// Reads a method's name.
    ///
    /// # Errors
    /// A sentence that lists the names.
    pub fn parse(name: &str) -> Result<Self, String> {
        Ok(match name {
            "confirm" => Self::Confirm,
            "select" => Self::Select,
            "multiselect" => Self::Multiselect,
            "input" => Self::Input,
            "editor" => Self::Editor,
            "secret" => Self::Secret,
            "approval" => Self::Approval,
            "questionnaire" => Self::Questionnaire,
            "form" => Self::Form,
            _ if name.len() > 2 && name.starts_with("x.") => Self::Custom(name.to_owned()),
            _ => {
                return Err(
                    "one of confirm, select, multiselect, input, editor, secret, approval, questionnaire, \
                            form, x.NAME"
                        .to_owned(),
                );
            }
        })
    }

    /// The name on the wire.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Confirm => "confirm",
            Self::Select => "select",
            Self::Multiselect => "multiselect",
            Self::Input => "input",
            Self::Editor => "editor",
            Self::Secret => "secret",
            Self::Approval => "approval",
            Self::Questionnaire => "questionnaire",
            Self::Form => "form",
            Self::Custom(name) => name,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
