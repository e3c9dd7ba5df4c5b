// Whether an option matches what somebody typed to find it. Pure.

const MARKS = /\p{M}/gu;

/** Text without case, accents and the ways in which Unicode can write one letter. */
function folded(text) {
  return text.normalize("NFKD").replace(MARKS, "").toLowerCase();
}

/** A function that says whether an option has every word of the query somewhere. */
export function matcher(query) {
  const words = folded(query).split(/\s+/u).filter(Boolean);
  return ({ value, label, description = "" }) => {
    const text = folded(`${label}\n${description}\n${value}`);
    return words.every((word) => text.includes(word));
  };
}
