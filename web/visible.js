// Text of agents, made safe to read: what cannot be seen, or turns the reading order, is
// drawn as ⟨U+202E⟩. For drawing alone; a value that is sent back never passes here.

// Controls except line feed and tab, all format characters (bidi, zero width, tags), line
// and paragraph separators, variation selectors, and letters that draw nothing.
const HIDDEN =
  /[\p{Cf}\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;

// Joiners and selectors inside an emoji are part of how it is written.
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u20E3#*0-9]\uFE0F?$/u;
const PICTURE_AFTER = /^\p{Extended_Pictographic}/u;

/** The text with what is hidden made visible. */
export function visible(text) {
  return String(text).replace(HIDDEN, (found, at, whole) => {
    const before = whole.slice(Math.max(0, at - 4), at);
    const after = whole.slice(at + found.length, at + found.length + 2);
    if (found === "\uFE0F" && EMOJI_BEFORE.test(before)) return found;
    if (found === "\u200D" && EMOJI_BEFORE.test(before) && PICTURE_AFTER.test(after)) return found;
    if (found === "\r" && after.startsWith("\n")) return "";
    return `⟨U+${found.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}
