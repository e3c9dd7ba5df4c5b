// What a person is to know of the connection, from the states of the client. Pure.

import { mayAnswer } from "./roles.js";

/** Before anything was tried. */
export const FRESH = { name: "fresh" };

/**
 * The contact after a state of the client, and what it was before. It is one of
 *   {name: "fresh"}       the first try goes on
 *   {name: "here", mayAnswer}
 *   {name: "unreached" | "lost" | "restarting", trying}   it comes back by itself
 *   {name: "closed", code, reason}                        it does not
 * An attempt to come back changes only `trying`: what is wrong stays what it was.
 */
export function contactAfter(before, state) {
  switch (state.name) {
    case "connected":
      return { name: "here", mayAnswer: mayAnswer(state) };
    case "connecting":
      return isAway(before) ? { ...before, trying: true } : FRESH;
    case "waiting":
      return { name: whyAway(before, state), trying: false };
    case "refused":
      return { name: "closed", code: state.code, reason: state.reason };
    default:
      return before;
  }
}

/** Whether the client is away and comes back by itself. */
export function isAway({ name }) {
  return name === "unreached" || name === "lost" || name === "restarting";
}

function whyAway(before, { draining, code }) {
  if (draining || code === 1012) return "restarting";
  return before.name === "fresh" || before.name === "unreached" ? "unreached" : "lost";
}
