// Which threads the list shows, as it stands in the address of the page: `?q=TEXT&show=open`.
// Pure.

/** What can be shown, the first being what is shown where nothing is said. */
export const SHOWS = ["all", "open", "live"];

export const EVERYTHING = { text: "", show: "all" };

/** Longer than any name of a thread. */
export const MAX_TEXT = 200;

/** The filter {text, show} that a query says. */
export function filterOf(search) {
  const query = new URLSearchParams(search);
  const show = query.get("show");
  return { text: (query.get("q") ?? "").slice(0, MAX_TEXT), show: SHOWS.includes(show) ? show : "all" };
}

/** The query of a filter, or "" where it leaves everything. */
export function searchOf({ text, show }) {
  const query = new URLSearchParams();
  if (text !== "") query.set("q", text);
  if (show !== "all") query.set("show", show);
  return query.size === 0 ? "" : `?${query}`;
}

/** The rows that a filter leaves, in their order. Each word of its text is somewhere in the name. */
export function filtered(rows, { text, show }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (row) =>
      (show === "all" || (show === "open" ? row.open > 0 : row.live)) &&
      words.every((word) => row.thread.toLowerCase().includes(word)),
  );
}
