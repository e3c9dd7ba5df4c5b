// Line ends, which a text area shows as line feeds whatever they were. Pure.

/** The text as a text area holds it. */
export function asShown(text) {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * What a text area holds, with the line ends that the original has: all of them where
 * nothing else changed, and "\r\n" where it knows no others.
 */
export function asSent(shown, original) {
  if (shown === asShown(original)) return original;
  const onlyPairs = original.includes("\r\n") && !/[\r\n]/.test(original.replaceAll("\r\n", ""));
  return onlyPairs ? shown.replaceAll("\n", "\r\n") : shown;
}

/** Whether a field of one line would lose line ends of this text. */
export function hasLines(text) {
  return /[\r\n]/.test(text);
}
