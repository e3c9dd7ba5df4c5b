//! What the hub does where the contract is silent; both documents say it.

/// In Markdown, for the descriptions of the documents.
pub(super) const DECISIONS: &str = "\
Where the contract leaves something open, this hub does the following.

- JSON: a key that stands twice in one object is `bad-json`. A number that no 64-bit integer holds is read as a double.
- Requests: an `id` is an integer or a text; `null`, a fraction or anything else is an invalid request (-32600). \
Parameters are named; absent or `null` ones are as `{}`, an array is `bad-request`.
- Responses: `\"error\": null` is as if it were absent. An error without a text in `message` counts as `error`.
- Sizes: `instance` and `reason` are bounded like `key`; `key`, `event` and `instance` are not empty; \
`message` and `data` of a prompt and `data` of what is published are bounded by the message alone.
- Durations: `timeout_ms` and `hold_ms` are at most 2^50.
- `since`: an `epoch` that names no stream of this hub is no error; nothing is recovered then.
- `dialog.asked` also says `followers`: how many who could answer are connected at that moment.
- `dialog.withdraw` takes exactly one of `id` and `key`.
- HTTP: what the path and the query say goes before what the body says. `wait_ms` may stand in either.
- `thread.reset` on the stream has `\"reason\": null` where the host gave none.
- A partial answer of a private questionnaire is left out together with `partial`.
- HTTP: a body that does not come in time is `bad-request` with status 408, a request to `/api/ws` that is no upgrade \
one with 426. A bug of the hub is `internal` with 500.
- The journal: a token is given only to a caller that may prove the answer, so to the instance that asked; a result \
read by id by anybody else has none. The answer of an ask of an unknown instance is proved by an ack without one.
- The journal: an ack that names one token of another instance proves nothing at all. Its `tokens` are at most 1,024.
- The journal: entries in a list also say `by`, and `private` where the stream may not show the answer.
- The journal: `journal.deliver` says `possible_repeat` where a call has returned the answer before. A push waits for \
its reply as long as its connection lives.
- The journal: an answer that becomes pending by its settle is pushed 3 ms later. The same question asked again by a \
plain script while the reply with its answer is being written waits up to a second to hear whether it was.
- The journal: an answer that was returned over a connection that ends without proof is pending again, whether or not \
a host was attached by it.
- The journal: the list of a thread without events is empty. `recovered` results do not use the `key` of their ask.
- Errors: `type` is a relative reference, `/problems/` and the code; `limit` always has `retry_after_ms`. \
The `message` of a JSON-RPC error is the problem's `detail`.
";
