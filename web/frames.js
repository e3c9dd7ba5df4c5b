// One message of the hub, read as JSON-RPC. Pure.

import { isObject, parseJson } from "./json.js";

/**
 * What a message is:
 *   {kind: "reply", id, result, error}   to a request of this side
 *   {kind: "request", id, method, params}
 *   {kind: "notice", method, params}
 *   {kind: "broken"}       no JSON: something was lost on the way
 *   {kind: "odd", detail}  JSON, but nothing that a hub says
 */
export function readFrame(data) {
  let frame;
  try {
    if (typeof data !== "string") throw new SyntaxError("no text");
    frame = parseJson(data);
  } catch {
    return { kind: "broken" };
  }
  if (!isObject(frame)) return { kind: "odd", detail: "a message that is no object" };
  const { id, method, params = {}, result, error } = frame;
  if (method === undefined) {
    if (result === undefined && error === undefined)
      return { kind: "odd", detail: "a message without a method" };
    return { kind: "reply", id, result, error };
  }
  if (typeof method !== "string") return { kind: "odd", detail: "a method that is no text" };
  if (!isObject(params)) return { kind: "odd", detail: `${method} without an object` };
  if (id === undefined || id === null) return { kind: "notice", method, params };
  return { kind: "request", id, method, params };
}
