/** Controls except tab and line feed, marks that reorder text, and characters without width. Joiners inside emoji stay. */
const hidden = /[^\P{Cc}\t\n]|\p{Bidi_Control}|[\u200b\u2060\ufeff]/gu;

/** Makes characters visible that would otherwise hide or reorder what a person reads: `⟨U+0000⟩`, `⟨U+202E⟩`. */
export function visibleText(text: string): string {
  return text.replace(hidden, codePoint);
}

function codePoint(character: string): string {
  return `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
