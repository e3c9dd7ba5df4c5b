//! What the result of an ask means on a command line: what is printed, what is noted, how it exits. Pure.

use serde_json::Value;

use crate::cli::ago::ago;
use crate::cli::exit::Exit;
use crate::cli::text;
use crate::cli::who::Who;
use crate::client::{AskResult, read_json};
use crate::core::answer::Choice;
use crate::core::dialog::Method;
use crate::core::outcome::Outcome;

/// How a command ends by a result.
#[derive(Debug, PartialEq)]
pub struct Verdict {
    /// The status.
    pub exit: Exit,
    /// What standard output gets, without the last newline.
    pub printed: Option<String>,
    /// What the person at the terminal is told.
    pub note: String,
}

/// What a result means for a question of this method.
#[must_use]
pub fn verdict(result: &AskResult, method: &Method) -> Verdict {
    let by = result.by.clone().map(|by| format!(" by {}", Who::from(by))).unwrap_or_default();
    let ended = |exit, note| Verdict { exit, printed: None, note };
    match result.outcome {
        Outcome::Answered if result.secret_gone => {
            ended(Exit::Hub, format!("answered{by}, but the secret was kept too long and is gone: ask again"))
        }
        Outcome::Answered => {
            let (exit, said) = said(result, method);
            Verdict { exit, printed: printed(result, method), note: format!("{said}{by}{}", reason(result)) }
        }
        // A time-out is never a yes, whatever the default is: the status of these two is their answer.
        Outcome::TimedOut if result.default_used && !matches!(method, Method::Confirm | Method::Approval) => {
            Verdict {
                exit: Exit::Done,
                printed: printed(result, method),
                note: "timed_out: the default is used".to_owned(),
            }
        }
        Outcome::TimedOut => ended(Exit::TimedOut, "timed_out: nobody answered in time".to_owned()),
        other => ended(Exit::Ended, format!("{}{by}", other.as_str())),
    }
}

/// What the journal says beside the answer, a note each.
#[must_use]
pub fn labels(result: &AskResult, now_ms: u64) -> Vec<String> {
    let mut labels = Vec::new();
    if result.recovered {
        let when = ago(result.answered_at.unwrap_or(result.settled_at), now_ms);
        labels.push(format!("recovered: answered {when} to an earlier ask; nobody was asked again"));
    }
    if result.possible_repeat {
        labels.push("possible_repeat: this answer may have been read before".to_owned());
    }
    if let n @ 1.. = result.unattributed {
        let answers = text::count(n, "answer");
        labels.push(format!(
            "unattributed: {answers} to the same question withheld, for they cannot be told apart"
        ));
    }
    if let n @ 1.. = result.dropped_answers {
        labels.push(format!("dropped_answers: {} dropped unread before this one", text::count(n, "answer")));
    }
    labels
}

fn said(result: &AskResult, method: &Method) -> (Exit, &'static str) {
    match method {
        Method::Confirm if json(result) == Value::Bool(true) => (Exit::Done, "yes"),
        Method::Confirm => (Exit::No, "no"),
        Method::Approval => {
            match json(result).get("choice").and_then(Value::as_str).and_then(Choice::named) {
                Some(Choice::Once | Choice::Session | Choice::Always) => (Exit::Done, "allowed"),
                Some(Choice::Deny) | None => (Exit::No, "denied"),
            }
        }
        _ => (Exit::Done, "answered"),
    }
}

/// The reason that a person gave with an approval.
fn reason(result: &AskResult) -> String {
    match json(result).get("reason").and_then(Value::as_str) {
        Some(reason) => format!(": {}", text::line(reason)),
        None => String::new(),
    }
}

fn printed(result: &AskResult, method: &Method) -> Option<String> {
    match method {
        Method::Confirm | Method::Approval => None,
        Method::Select | Method::Input | Method::Editor | Method::Secret => match json(result) {
            Value::String(text) => Some(text),
            _ => None,
        },
        Method::Multiselect => match json(result) {
            // Nothing picked is no line at all: an empty line would read as one empty value.
            Value::Array(values) if values.is_empty() => None,
            Value::Array(values) => {
                Some(values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"))
            }
            _ => None,
        },
        Method::Questionnaire | Method::Form | Method::Custom(_) => {
            Some(result.value.get().replace(['\n', '\r'], " "))
        }
    }
}

fn json(result: &AskResult) -> Value {
    read_json(result.value.get()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(rest: &str) -> AskResult {
        let fingerprint = "0".repeat(64);
        let head = format!(r#""id":"dlg-1","asked_at":1,"settled_at":2,"fingerprint":"{fingerprint}""#);
        serde_json::from_str(&format!("{{{head},{rest}}}")).unwrap()
    }

    fn verdict(method: &str, rest: &str) -> (Exit, Option<String>, String) {
        let Verdict { exit, printed, note } = super::verdict(&result(rest), &Method::parse(method).unwrap());
        (exit, printed, note)
    }

    #[test]
    fn what_the_journal_says_is_noted_under_its_names() {
        let of = |rest: &str| labels(&result(&format!(r#""outcome":"answered","value":"a"{rest}"#)), 182_000);
        assert!(of("").is_empty());
        let all = of(
            r#","recovered":true,"answered_at":2000,"possible_repeat":true,"unattributed":1,"dropped_answers":2"#,
        );
        for (label, begins) in all.iter().zip([
            "recovered: answered 3m ago",
            "possible_repeat: ",
            "unattributed: 1 answer ",
            "dropped_answers: 2 answers ",
        ]) {
            assert!(label.starts_with(begins), "{label}");
        }
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn an_answer_is_printed_alone() {
        for (method, value, exit, printed) in [
            ("confirm", "true", Exit::Done, None),
            ("confirm", "false", Exit::No, None),
            ("select", r#""c c""#, Exit::Done, Some("c c")),
            ("input", r#""""#, Exit::Done, Some("")),
            ("editor", r#""one\ntwo""#, Exit::Done, Some("one\ntwo")),
            ("secret", r#""s3""#, Exit::Done, Some("s3")),
            ("multiselect", r#"["b","a"]"#, Exit::Done, Some("b\na")),
            ("multiselect", "[]", Exit::Done, None),
            ("approval", r#"{"choice":"session"}"#, Exit::Done, None),
            ("approval", r#"{"choice":"deny","reason":"no"}"#, Exit::No, None),
            ("form", r#"{"n":1.00}"#, Exit::Done, Some(r#"{"n":1.00}"#)),
            ("questionnaire", r#"[{"id":"q","value":"v"}]"#, Exit::Done, Some(r#"[{"id":"q","value":"v"}]"#)),
            ("x.pick", "[1]", Exit::Done, Some("[1]")),
        ] {
            let (got, out, note) = verdict(method, &format!(r#""outcome":"answered","value":{value}"#));
            assert_eq!((got, out.as_deref()), (exit, printed), "{method} {value}");
            assert!(!note.contains("s3"), "a secret is in no note");
        }
    }

    #[test]
    fn what_was_not_answered_prints_nothing() {
        for outcome in ["cancelled", "withdrawn", "aborted", "disposed", "superseded", "unsupported"] {
            let (exit, printed, note) = verdict("select", &format!(r#""outcome":"{outcome}","value":null"#));
            assert_eq!((exit, printed, note.as_str()), (Exit::Ended, None, outcome));
        }
        let (exit, printed, _) = verdict("confirm", r#""outcome":"timed_out","value":false"#);
        assert_eq!((exit, printed), (Exit::TimedOut, None));
    }

    #[test]
    fn a_default_that_is_used_is_printed() {
        let (exit, printed, _) =
            verdict("select", r#""outcome":"timed_out","value":"b","default_used":true"#);
        assert_eq!((exit, printed.as_deref()), (Exit::Done, Some("b")));
    }

    #[test]
    fn a_timeout_is_never_a_yes() {
        for (method, value) in
            [("confirm", "true"), ("confirm", "false"), ("approval", r#"{"choice":"once"}"#)]
        {
            let rest = format!(r#""outcome":"timed_out","value":{value},"default_used":true"#);
            let (exit, printed, _) = verdict(method, &rest);
            assert_eq!((exit, printed), (Exit::TimedOut, None), "{method} {value}");
        }
    }

    #[test]
    fn the_note_says_who_and_why_on_one_safe_line() {
        let by = r#""by":{"follower":"f1","label":"lap\u001b[2Jtop","subject":"ann"}"#;
        let (.., note) = verdict(
            "approval",
            &format!(r#""outcome":"answered","value":{{"choice":"deny","reason":"no\nway"}},{by}"#),
        );
        assert_eq!(note, "denied by lap\\u{1b}[2Jtop (ann): no\\nway");
        let (exit, printed, _) = verdict("secret", r#""outcome":"answered","value":null,"secret_gone":true"#);
        assert_eq!((exit, printed), (Exit::Hub, None));
    }
}
