// What the client reads over HTTP, beside the WebSocket: a long list must not hold back the
// events behind it. Errors are those of a request of hub.js.

import { ConnectionError, HubError } from "./errors.js";
import { isObject, parseJson } from "./json.js";

const REPLY_WITHIN_MS = 10_000;

/** The journal of a thread: {thread, entries, debt}. */
export async function readJournal(thread, fetch = globalThis.fetch) {
  const { status, text } = await get(`/api/threads/${encodeURIComponent(thread)}/journal`, fetch);
  const body = objectOf(text);
  if (status === 200 && Array.isArray(body.entries)) return body;
  // A proxy may have refused it in words of its own.
  const code = status === 403 ? "forbidden" : "error";
  throw new HubError({ message: `the hub's reply (${status}) is no journal`, data: { code, ...body } });
}

/** The hub's date, to the second, or NaN where it does not tell one. */
export async function hubDate(fetch = globalThis.fetch) {
  try {
    const reply = await fetch("/healthz", {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(REPLY_WITHIN_MS),
    });
    return Date.parse(reply.headers.get("date"));
  } catch {
    return Number.NaN;
  }
}

/** Where a dialog is: {id, thread}. */
export async function findDialog(id, fetch = globalThis.fetch) {
  const { status, text } = await get(`/api/dialogs/${encodeURIComponent(id)}`, fetch);
  const body = objectOf(text);
  if (status === 200 && typeof body.thread === "string") return body;
  const message = `the hub's reply (${status}) names no thread`;
  throw new HubError({ message, data: { code: "error", ...body } });
}

/** The snapshot of a thread, without following it. */
export async function readThread(thread, fetch = globalThis.fetch) {
  const { status, text } = await get(`/api/threads/${encodeURIComponent(thread)}`, fetch);
  const body = objectOf(text);
  if (status === 200 && Array.isArray(body.open)) return body;
  throw new HubError({ message: `the hub's reply (${status}) is no thread`, data: { code: "error", ...body } });
}

async function get(path, fetch) {
  try {
    const reply = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(REPLY_WITHIN_MS) });
    return { status: reply.status, text: await reply.text() };
  } catch {
    throw new ConnectionError("the hub did not reply");
  }
}

function objectOf(text) {
  try {
    const body = parseJson(text);
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
