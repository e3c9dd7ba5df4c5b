// How a character that must be seen is spelled: ⟨U+202E⟩. Pure.

export function spell(character) {
  return `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
