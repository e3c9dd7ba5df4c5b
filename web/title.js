// What stands in the title of a page.

/** The title of a page with `count` open questions. */
export function pageTitle(count, name) {
  return count > 0 ? `(${count}) ${name} · dialog-hub` : `${name} · dialog-hub`;
}
