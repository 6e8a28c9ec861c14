import { cleanText } from '../text/clean-text.ts';

const reference = /^&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/i;
/** The longest reference has this many characters: with fewer at hand, wait for more. */
export const referenceChars = 12;

/** What a `&` at the start of the text stands for, as XML that any parser accepts, and how many characters it took. */
export interface MendedReference {
  xml: string;
  length: number;
  isMended: boolean;
}

/** A `&` that begins no reference becomes `&amp;`; a reference to a character that cannot be stored becomes `�`. */
export function mendReference(text: string): MendedReference {
  const found = reference.exec(text);
  if (found === null) return { xml: '&amp;', length: 1, isMended: true };
  const [whole, , decimal, hexadecimal] = found;
  if (decimal === undefined && hexadecimal === undefined) {
    return { xml: whole.toLowerCase(), length: whole.length, isMended: false };
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isLegal = code <= 0x10ffff && cleanText(String.fromCodePoint(code)).cleaned === 0;
  return isLegal
    ? { xml: `&#${code};`, length: whole.length, isMended: false }
    : { xml: '\ufffd', length: whole.length, isMended: true };
}

/** Mends a whole piece of text: references and `<`. */
export function mendText(text: string): { xml: string; mended: number } {
  let mended = 0;
  const xml = text.replace(/</g, () => {
    mended += 1;
    return '&lt;';
  });
  if (!xml.includes('&')) return { xml, mended };
  const parts: string[] = [];
  let from = 0;
  for (let at = xml.indexOf('&'); at >= 0; at = xml.indexOf('&', from)) {
    const result = mendReference(xml.slice(at, at + referenceChars));
    parts.push(xml.slice(from, at), result.xml);
    if (result.isMended) mended += 1;
    from = at + result.length;
  }
  parts.push(xml.slice(from));
  return { xml: parts.join(''), mended };
}
