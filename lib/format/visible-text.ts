/** Controls except tab and line feed, marks that reorder text, and characters without width. Joiners inside emoji stay. */
const hidden = /[^\P{Cc}\t\n]|\p{Bidi_Control}|[\u200b\u2060\ufeff]/gu;

/**
 * Makes characters visible that would otherwise hide or reorder what a person reads:
 * control characters become their picture (`␀`), the others their code point (`⟨U+202E⟩`).
 */
export function visibleText(text: string): string {
  return text.replace(hidden, shown);
}

function shown(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
