// What stands in the title of a page.

/** The title of a page where `count` questions wait, on whichever thread. */
export function pageTitle(count, name) {
  return count > 0 ? `(${count}) ${name} · dialog-hub` : `${name} · dialog-hub`;
}
