//! From the words of a command line to the dialog that is sent. JSON of the caller is carried as it came.
//!
//! What the hub checks is not checked here again; only what would be dropped in silence is an error.

use std::collections::BTreeMap;
use std::io::Read;

use clap::Args;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::cli::exit::Failure;
use crate::core::dialog::Method;

/// What the question is, beyond its title.
#[derive(Debug, Default, Args)]
pub struct Spec {
    /// More about the question, in Markdown
    #[arg(long, value_name = "MARKDOWN")]
    pub message: Option<String>,
    /// A short chip above the title
    #[arg(long, value_name = "TEXT")]
    pub header: Option<String>,
    /// confirm: the text of the yes button
    #[arg(long, value_name = "TEXT")]
    pub yes_label: Option<String>,
    /// confirm: the text of the no button
    #[arg(long, value_name = "TEXT")]
    pub no_label: Option<String>,
    /// select, multiselect: let the person type something else
    #[arg(long)]
    pub allow_other: bool,
    /// select, multiselect: what an option means, as OPTION=TEXT (repeatable)
    #[arg(long, value_name = "OPTION=TEXT")]
    pub description: Vec<String>,
    /// multiselect: pick at least so many
    #[arg(long, value_name = "N")]
    pub min: Option<u64>,
    /// multiselect: pick at most so many
    #[arg(long, value_name = "N")]
    pub max: Option<u64>,
    /// input, secret: shown in the empty field
    #[arg(long, value_name = "TEXT")]
    pub placeholder: Option<String>,
    /// input, editor: most characters
    #[arg(long, value_name = "N")]
    pub max_length: Option<u64>,
    /// input: what the text must match
    #[arg(long, value_name = "REGEX")]
    pub pattern: Option<String>,
    /// editor: the text to begin with (`-`: standard input)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub prefill: Option<String>,
    /// editor: the language of the text
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
    /// approval: what is to be done
    #[arg(long, value_name = "JSON")]
    pub action: Option<String>,
    /// approval: let the person change the action
    #[arg(long)]
    pub editable: bool,
    /// form: file with the JSON Schema (`-`: standard input); also taken as the argument after the title
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub schema: Option<String>,
    /// questionnaire: file with the array of questions (`-`: standard input); also taken as the argument after the title
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub questions: Option<String>,
    /// x.NAME: its parameters
    #[arg(long, value_name = "JSON")]
    pub params: Option<String>,
    /// x.NAME: the JSON Schema of its result
    #[arg(long, value_name = "JSON")]
    pub result_schema: Option<String>,
    /// The answer that is suggested; JSON where the answer is no text
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub default: Option<String>,
}

/// A dialog as it is sent; its JSON is the caller's own text.
pub type Dialog = BTreeMap<String, Box<RawValue>>;

impl Spec {
    /// The dialog; reads files and standard input where the arguments name them.
    ///
    /// # Errors
    /// An argument that does not belong to the method, a file that cannot be read, a text that is no JSON.
    pub fn dialog(&self, method: &Method, title: &str, arguments: &[String]) -> Result<Dialog, Failure> {
        self.only_what_belongs(method)?;
        let mut fields = Fields(Dialog::new());
        match method {
            Method::Select | Method::Multiselect => fields.raw("options", self.options(arguments)?),
            Method::Approval if arguments.is_empty() => {}
            Method::Approval => fields.put("choices", arguments)?,
            Method::Form => {
                let file = one_file(&self.schema, arguments, "form", "--schema")?;
                fields.raw("schema", read_json(file)?);
            }
            Method::Questionnaire => {
                let file = one_file(&self.questions, arguments, "questionnaire", "--questions")?;
                fields.questionnaire(read_json(file)?)?;
            }
            _ if arguments.is_empty() => {}
            _ => {
                return Err(Failure::usage(format!(
                    "{method} takes a title alone, not {:?} too",
                    arguments[0]
                )));
            }
        }
        fields.put("method", method.as_str())?;
        fields.put("title", title)?;
        for (name, text) in [
            ("message", &self.message),
            ("header", &self.header),
            ("yes_label", &self.yes_label),
            ("no_label", &self.no_label),
            ("placeholder", &self.placeholder),
            ("pattern", &self.pattern),
            ("language", &self.language),
        ] {
            fields.put_some(name, text.as_ref())?;
        }
        for (name, number) in [("min", self.min), ("max", self.max), ("max_length", self.max_length)] {
            fields.put_some(name, number)?;
        }
        for (name, flag) in [("allow_other", self.allow_other), ("editable", self.editable)] {
            fields.put_some(name, flag.then_some(true))?;
        }
        for (flag, name, json) in [
            ("--action", "action", &self.action),
            ("--params", "params", &self.params),
            ("--result-schema", "result_schema", &self.result_schema),
        ] {
            if let Some(text) = json {
                fields.raw(name, parse_json(text, flag)?);
            }
        }
        match self.prefill.as_deref() {
            Some("-") => fields.put("prefill", standard_input()?)?,
            prefill => fields.put_some("prefill", prefill)?,
        }
        if let Some(default) = &self.default {
            match method {
                Method::Select | Method::Input | Method::Editor | Method::Secret => {
                    fields.put("default", default)?
                }
                _ => fields.raw("default", parse_json(default, "--default")?),
            }
        }
        Ok(fields.0)
    }

    /// A flag of another method would be ignored by the hub: the person would not see what the caller meant.
    fn only_what_belongs(&self, method: &Method) -> Result<(), Failure> {
        use Method::{Approval, Confirm, Editor, Form, Input, Multiselect, Questionnaire, Secret, Select};
        let custom = matches!(method, Method::Custom(_));
        for (flag, given, belongs) in [
            ("--yes-label", self.yes_label.is_some(), *method == Confirm),
            ("--no-label", self.no_label.is_some(), *method == Confirm),
            ("--allow-other", self.allow_other, matches!(method, Select | Multiselect)),
            ("--description", !self.description.is_empty(), matches!(method, Select | Multiselect)),
            ("--min", self.min.is_some(), *method == Multiselect),
            ("--max", self.max.is_some(), *method == Multiselect),
            ("--placeholder", self.placeholder.is_some(), matches!(method, Input | Secret)),
            ("--max-length", self.max_length.is_some(), matches!(method, Input | Editor)),
            ("--pattern", self.pattern.is_some(), *method == Input),
            ("--prefill", self.prefill.is_some(), *method == Editor),
            ("--language", self.language.is_some(), *method == Editor),
            ("--action", self.action.is_some(), *method == Approval),
            ("--editable", self.editable, *method == Approval),
            ("--schema", self.schema.is_some(), *method == Form),
            ("--questions", self.questions.is_some(), *method == Questionnaire),
            ("--params", self.params.is_some(), custom),
            ("--result-schema", self.result_schema.is_some(), custom),
        ] {
            if given && !belongs {
                return Err(Failure::usage(format!("{flag} does not go with {method}")));
            }
        }
        Ok(())
    }

    fn options(&self, options: &[String]) -> Result<Box<RawValue>, Failure> {
        let mut described: BTreeMap<&str, &str> = BTreeMap::new();
        for text in &self.description {
            // The longest option that fits, since an option may itself hold the sign.
            let fits = |option: &&String| {
                text.strip_prefix(option.as_str()).is_some_and(|rest| rest.starts_with('='))
            };
            let Some(option) = options.iter().filter(fits).max_by_key(|option| option.len()) else {
                return Err(Failure::usage(format!("--description {text:?} begins with no option and `=`")));
            };
            described.insert(option, &text[option.len() + 1..]);
        }
        let one = |option: &String| match described.get(option.as_str()) {
            Some(description) => serde_json::json!({ "value": option, "description": description }),
            None => Value::from(option.as_str()),
        };
        to_raw(&options.iter().map(one).collect::<Vec<_>>())
    }
}

struct Fields(Dialog);

impl Fields {
    fn raw(&mut self, name: &str, json: Box<RawValue>) {
        self.0.insert(name.to_owned(), json);
    }

    fn put(&mut self, name: &str, value: impl serde::Serialize) -> Result<(), Failure> {
        self.raw(name, to_raw(&value)?);
        Ok(())
    }

    fn put_some(&mut self, name: &str, value: Option<impl serde::Serialize>) -> Result<(), Failure> {
        value.map_or(Ok(()), |value| self.put(name, value))
    }

    /// An array of questions, or a whole dialog whose other fields are taken over.
    fn questionnaire(&mut self, json: Box<RawValue>) -> Result<(), Failure> {
        if json.get().trim_start().starts_with('{') {
            let whole: Dialog =
                serde_json::from_str(json.get()).map_err(|e| Failure::usage(e.to_string()))?;
            self.0.extend(whole);
        } else {
            self.raw("questions", json);
        }
        Ok(())
    }
}

fn one_file<'a>(
    flag: &'a Option<String>,
    arguments: &'a [String],
    method: &str,
    name: &str,
) -> Result<&'a str, Failure> {
    match (flag, arguments) {
        (Some(file), []) | (None, [file]) => Ok(file),
        (None, []) => Err(Failure::usage(format!("{method} needs a file after the title, or {name} FILE"))),
        _ => Err(Failure::usage(format!("{method} takes one file, after the title or with {name}"))),
    }
}

fn read_json(file: &str) -> Result<Box<RawValue>, Failure> {
    let text = match file {
        "-" => standard_input()?,
        file => std::fs::read_to_string(file).map_err(|e| Failure::usage(format!("{file}: {e}")))?,
    };
    parse_json(&text, file)
}

fn standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|e| Failure::usage(format!("standard input: {e}")))?;
    Ok(text)
}

fn parse_json(text: &str, from: &str) -> Result<Box<RawValue>, Failure> {
    serde_json::from_str(text).map_err(|e| Failure::usage(format!("{from}: this is no JSON: {e}")))
}

fn to_raw(value: &impl serde::Serialize) -> Result<Box<RawValue>, Failure> {
    to_raw_value(value).map_err(|e| Failure::usage(e.to_string()))
}

#[cfg(test)]
mod tests;
