// Letters that pass for others: where a word mixes alphabets that can be taken for each
// other, the odd letters are found. Pure.
//
// The rule follows the idea of mixed-script detection in Unicode TR39, made small. A word is
// a run of letters, marks and digits. Each of its letters belongs to an alphabet that holds
// copies of Latin letters; the alphabet with most letters in the word is the word's own
// (Latin, where two have as many), and letters of the others are odd. Scripts that look like
// nothing else (Han, kana, Hangul, Arabic, Thai …) count for no alphabet, so they may stand
// beside any. A word of one alphabet is never odd, whatever it is, but for the two cases
// that no language writes: a word of mathematical letters, and, in a text of Latin letters,
// a Cyrillic word made of copies alone where nothing else in the text is Cyrillic.

import { spell } from "./spell.js";

// Letters that this module looks at, besides Latin ones.
const SUSPECT =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\u2102-\u2149\u2160-\u2188\uFF21-\uFF3A\uFF41-\uFF5A\u{1D400}-\u{1D7CB}]/u;

// What hides inside a word does not part it. The letters of `\n`, `\t` or `\u0041`, as JSON
// writes them, are no part of the word after them.
const WORD = /\\(?:[bfnrt]|u[\da-fA-F]{4})|[\p{L}\p{Nl}\p{M}\p{N}\p{Cf}_]+/gu;
const LETTER = /[\p{L}\p{Nl}]/u;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;

// Bold, italic, script and other letters of mathematics, and Roman numerals as one sign.
const STYLED =
  /[\u2102\u210A-\u2115\u2119-\u211D\u2124\u2128\u212A\u212C-\u2134\u2139\u2145-\u2149\u2160-\u2188\u{1D400}-\u{1D7CB}]/u;

const ALPHABETS = [
  ["styled", STYLED],
  ["wide", /[\uFF21-\uFF3A\uFF41-\uFF5A]/u],
  ["Latin", LATIN],
  ["Cyrillic", CYRILLIC],
  // Only those Greek letters that look Latin: Δt, kΩ, λx and μs are how people write.
  ["Greek", /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺαγικνορυχϲϳ]/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Coptic", /\p{Script=Coptic}/u],
  ["Lisu", /\p{Script=Lisu}/u],
];

// Cyrillic letters that are drawn as Latin ones are.
const CYRILLIC_COPY = /^[АВЕЅІЈКМНОРСТУХҮԌԚԜасеорхуѕіјһԁԛԝӏ]$/u;

/** The text with odd letters spelled out. */
export function spellLookalikes(text) {
  if (!SUSPECT.test(text)) return text;
  const hasCopies = LATIN.test(text) && isCopied(text);
  return text.replace(WORD, (word) => (SUSPECT.test(word) ? spellWord(word, hasCopies) : word));
}

// Whether all that is Cyrillic in a text could as well be Latin.
function isCopied(text) {
  let copies = 0;
  for (const each of text) {
    if (alphabetOf(each) !== "Cyrillic") continue;
    if (!CYRILLIC_COPY.test(each)) return false;
    copies += 1;
  }
  return copies > 0;
}

function spellWord(word, hasCopies) {
  if (isOfOne(word, hasCopies)) return word;
  const letters = [...word].map((letter) => ({ letter, alphabet: alphabetOf(letter) }));
  const own = ownAlphabet(letters, hasCopies);
  return letters
    .map(({ letter, alphabet }) => (alphabet === null || alphabet === own ? letter : spell(letter)))
    .join("");
}

// The short way for most words: all of one alphabet, and none of the two special cases.
function isOfOne(word, hasCopies) {
  let first = null;
  for (const letter of word) {
    const alphabet = alphabetOf(letter);
    if (alphabet === null || alphabet === first) continue;
    if (first !== null || alphabet === "styled" || (hasCopies && alphabet === "Cyrillic")) return false;
    first = alphabet;
  }
  return true;
}

function ownAlphabet(letters, hasCopies) {
  const counts = new Map();
  for (const { alphabet } of letters) counts.set(alphabet, (counts.get(alphabet) ?? 0) + 1);
  counts.delete(null);
  // A single sign, as in a formula, passes for no word.
  if (counts.get("styled") > 1 || counts.size > 1) counts.delete("styled");
  if (hasCopies) counts.delete("Cyrillic");
  let own = counts.has("Latin") ? "Latin" : null;
  for (const [alphabet, count] of counts) if (count > (counts.get(own) ?? 0)) own = alphabet;
  return own;
}

// A text has few letters, each of them many times.
const known = new Map();
const MAX_KNOWN = 4_096;

function alphabetOf(letter) {
  let alphabet = known.get(letter);
  if (alphabet === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    const [base] = letter.normalize("NFD");
    const isLetter = LETTER.test(letter);
    alphabet = (isLetter && ALPHABETS.find(([, has]) => has.test(base))?.[0]) || null;
    known.set(letter, alphabet);
  }
  return alphabet;
}
