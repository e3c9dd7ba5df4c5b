// Barriers on a page as axe finds them: the rules of WCAG 2.2 A and AA and what axe holds for
// good practice, at any impact. Nothing is left out.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** How a page is looked at. At 320 px colours are those of the wide page. */
export const LOOKS = {
  light: { colorScheme: "light", reducedMotion: "reduce" },
  dark: { colorScheme: "dark", reducedMotion: "reduce" },
  "320 px": { colorScheme: "light", reducedMotion: "reduce", viewport: { width: 320, height: 640 } },
};

/** Fails, naming each barrier and where it is, unless a tab has none. */
export async function assertNoBarrier(tab, what) {
  // Without frames the whole scan can be made in the page itself, in a third of the time.
  assert.equal(tab.frames().length, 1);
  const { violations } = await new AxeBuilder({ page: tab })
    .options({ resultTypes: ["violations"], runOnly: { type: "tag", values: TAGS } })
    .setLegacyMode(true)
    .analyze();
  const told = violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}, ${nodes.length} times): ${nodes
        .slice(0, 3)
        .map(
          ({ html, any, all }) =>
            `${html.slice(0, 200)} [${[...any, ...all].map((check) => check.message).join("; ")}]`,
        )
        .join("\n    ")}`,
  );
  assert.deepEqual(told, [], `${what}:\n  ${told.join("\n  ")}`);
}

/** Opens whatever folds on a page, one after the other; resolves with how much there was. */
export async function unfoldAll(tab) {
  return tab.evaluate(() => {
    const closed = [...document.querySelectorAll("details:not([open])")];
    for (const each of closed) each.open = true;
    return closed.length;
  });
}
