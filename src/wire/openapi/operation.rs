//! One verb of one path, from its parts to the document's form.

use serde_json::{Map, Value, json};

use crate::wire::schema_later::NOT_YET;

/// The errors that any request may get: Host, Origin and query are checked, connections counted, bugs caught.
const ANY: [u16; 4] = [400, 403, 429, 500];
/// Those that a call may get besides: a token is needed, and a hub that takes calls.
const CALL: [u16; 2] = [401, 503];
/// Those that a call with a body may get besides: too late, too large, not JSON.
const WITH_BODY: [u16; 3] = [408, 413, 415];

/// What a call is sent.
struct Body {
    schema: Value,
    required: bool,
}

/// One verb of one path.
pub(super) struct Operation {
    path: &'static str,
    verb: &'static str,
    says: &'static str,
    parameters: Vec<&'static str>,
    body: Option<Body>,
    responses: Map<String, Value>,
    errors: Vec<u16>,
    later: bool,
}

impl Operation {
    /// With the parameters of its path and the errors that any call may get.
    pub(super) fn new(verb: &'static str, path: &'static str, says: &'static str) -> Self {
        let parameters =
            ["t", "id"].into_iter().filter(|name| path.contains(&format!("{{{name}}}"))).collect();
        Self {
            path,
            verb,
            says,
            parameters,
            body: None,
            responses: Map::new(),
            errors: [&ANY[..], &CALL].concat(),
            later: false,
        }
    }

    /// One that is no call, with the errors that it may have besides those of any request.
    pub(super) fn service(path: &'static str, says: &'static str, errors: &[u16]) -> Self {
        Self { errors: [&ANY, errors].concat(), ..Self::new("get", path, says) }
    }

    pub(super) fn takes(mut self, parameter: &'static str) -> Self {
        self.parameters.push(parameter);
        self
    }

    pub(super) fn body(mut self, schema: Value) -> Self {
        self.body = Some(Body { schema, required: true });
        self.errors.extend(WITH_BODY);
        self
    }

    /// A body of no bytes is as `{}`.
    pub(super) fn optional_body(self, schema: Value) -> Self {
        let mut it = self.body(schema);
        it.body.iter_mut().for_each(|body| body.required = false);
        it
    }

    /// A good response with JSON.
    pub(super) fn gives(self, status: u16, says: &str, schema: Value) -> Self {
        self.gives_as("application/json", status, says, schema)
    }

    pub(super) fn gives_as(mut self, media_type: &str, status: u16, says: &str, schema: Value) -> Self {
        let response = json!({ "description": says, "content": { media_type: { "schema": schema } } });
        self.responses.insert(status.to_string(), response);
        self
    }

    /// A good response with nothing in it.
    pub(super) fn gives_nothing(mut self, status: u16, says: &str) -> Self {
        self.responses.insert(status.to_string(), json!({ "description": says }));
        self
    }

    /// Names the dialog's path in the response with this status.
    pub(super) fn located(mut self, status: u16) -> Self {
        let location = json!({ "description": "The dialog's path.", "schema": { "type": "string" } });
        self.responses[&status.to_string()]["headers"]["Location"] = location;
        self
    }

    pub(super) fn fails(mut self, statuses: &[u16]) -> Self {
        self.errors.extend(statuses);
        self
    }

    /// Listed by the contract, but not served by this version.
    pub(super) fn later(mut self) -> Self {
        self.later = true;
        self
    }

    /// Its path and verb.
    pub(super) const fn place(&self) -> (&'static str, &'static str) {
        (self.path, self.verb)
    }

    pub(super) fn into_json(mut self) -> Value {
        let parameters: Vec<Value> = self
            .parameters
            .iter()
            .map(|name| json!({ "$ref": format!("#/components/parameters/{name}") }))
            .collect();
        self.errors.sort_unstable();
        for status in self.errors {
            self.responses.insert(status.to_string(), json!({ "$ref": "#/components/responses/Problem" }));
        }
        let mut operation =
            json!({ "summary": self.says, "parameters": parameters, "responses": self.responses });
        if let Some(Body { schema, required }) = self.body {
            let content = json!({ "application/json": { "schema": schema } });
            operation["requestBody"] = json!({ "required": required, "content": content });
            if !required {
                operation["requestBody"]["description"] =
                    "A body of no bytes is as `{}`; the Content-Type is needed all the same.".into();
            }
        }
        if self.later {
            operation["x-not-yet"] = true.into();
            operation["description"] = NOT_YET.into();
        }
        operation
    }
}
