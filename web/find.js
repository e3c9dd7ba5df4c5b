// On which thread a dialog is. The hub knows each dialog that it keeps; one that has no such
// call is searched for it, which finds open dialogs alone.

import { HubError } from "./errors.js";
import { findDialog } from "./http.js";

/** How many threads with open questions are searched for one dialog. */
const MAX_SEARCHED = 100;

/** The thread of a dialog, or undefined where nobody knows it; rejects as a request does. */
export async function findThread(hub, id, find = findDialog) {
  try {
    return (await find(id)).thread;
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    if (error.code === "no-dialog") return undefined;
    if (error.code === "no-route") return searchOpen(hub, id);
    throw error;
  }
}

async function searchOpen(hub, id) {
  const { threads } = await hub.request("hub.follow");
  for (const { thread } of threads.filter((row) => row.open > 0).slice(0, MAX_SEARCHED)) {
    const { open } = await hub.request("thread.follow", { thread });
    await hub.request("thread.unfollow", { thread });
    if (open.some((event) => event.id === id)) return thread;
  }
  return undefined;
}
