// Text of agents, made safe to read: what cannot be seen, turns the reading order, piles up
// on a letter or passes for another letter is drawn as ⟨U+202E⟩. For drawing alone; a value
// that is sent back never passes here.

import { spellLookalikes } from "./lookalikes.js";
import { spell } from "./spell.js";

// Nothing to do for these, which are most texts.
const PLAIN = /^[\t\n -~]*$/;

// Controls except line feed and tab, all format characters (bidi, zero width, tags), line
// and paragraph separators, variation selectors, and letters that draw nothing.
const HIDDEN =
  /[\p{Cf}\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;

const JOINERS = new Set(["\u200C", "\u200D", "\uFE0F"]);

// Joiners and selectors inside an emoji are part of how it is written.
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u20E3#*0-9]\uFE0F?$/u;
const PICTURE_AFTER = /^\p{Extended_Pictographic}/u;

// Between two letters of these scripts a joiner says how they are written.
const JOINING =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}]";
const JOINED_BEFORE = new RegExp(`${JOINING}$`, "u");
const JOINED_AFTER = new RegExp(`^${JOINING}`, "u");

// More marks than any language puts on a letter; they would grow over the lines around it.
const MAX_MARKS = 8;
const PILE = new RegExp(`(?<=\\p{M}{${MAX_MARKS}})\\p{M}`, "gu");

/** The text with all that is hidden or feigned made visible. */
export function visible(text) {
  const whole = String(text);
  return PLAIN.test(whole) ? whole : unhide(spellLookalikes(whole.replace(PILE, spell)));
}

/** The text with what is hidden made visible; look-alikes stay as they are. */
export function unhide(text) {
  return text.replace(HIDDEN, (found, at, whole) => {
    if (found === "\r" && whole[at + 1] === "\n") return "";
    return JOINERS.has(found) && isWritten(found, at, whole) ? found : spell(found);
  });
}

// Whether a joiner or selector belongs where it stands.
function isWritten(found, at, whole) {
  const before = whole.slice(Math.max(0, at - 4), at);
  const after = whole.slice(at + 1, at + 3);
  if (found !== "\u200C" && EMOJI_BEFORE.test(before)) return found === "\uFE0F" || PICTURE_AFTER.test(after);
  return found !== "\uFE0F" && JOINED_BEFORE.test(before) && JOINED_AFTER.test(after);
}
