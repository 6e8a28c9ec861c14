import { visibleText } from '#lib/format/visible-text.ts';

/** Characters beyond Latin-1 that the fonts which every PDF reader has know too. */
const known = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const alike: Readonly<Record<string, string>> = { '−': '-', '\u00a0': ' ', '\u2009': ' ' };

/** Text as the fonts of a PDF can draw it: hidden characters visible, others that the fonts lack as question marks. */
export function pdfText(text: string): string {
  return [...visibleText(text)].map(drawable).join('');
}

function drawable(character: string): string {
  const like = alike[character] ?? character;
  const code = like.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff) || known.has(like) ? like : '?';
}
