// Which page an address names, and which address a page has. Pure.
//
//   /           all threads, filtered by the query
//   /t/THREAD   one thread
//   /d/ID       one dialog; `#THREAD` says where it is, else the hub is asked

/** {name: "threads"} | {name: "thread", thread} | {name: "dialog", id, thread | null} | {name: "nowhere"} */
export function routeOf({ pathname, hash = "" }) {
  if (pathname === "/") return { name: "threads" };
  const [, kind, rest] = pathname.match(/^\/([td])\/(.+)$/) ?? [];
  const named = decoded(rest);
  if (!named) return { name: "nowhere" };
  if (kind === "t") return { name: "thread", thread: named };
  return { name: "dialog", id: named, thread: decoded(hash.slice(1)) || null };
}

export function threadPath(thread) {
  return `/t/${encodeURIComponent(thread)}`;
}

/** Where on the page of a dialog its thread is named. */
export function threadHash(thread) {
  return `#${encodeURIComponent(thread)}`;
}

// Undefined where it is missing or was cut off in the middle of a letter.
function decoded(text) {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
