import { cleanText } from '../text/clean-text.ts';
import { mendText } from './characters.ts';

const name = /^<\/?([A-Za-z_:][\w:.-]*)/;
const special = /[<>"']/g;
const attribute = /([A-Za-z_:][\w:.-]*)\s*=\s*("[^"]*"|'[^']*')/g;

/** Nearly every tag: its attributes need no mending. */
const wellFormed = /^(?:\s+[A-Za-z_:][\w:.-]*="[^"<&]*")*\s*$/;

/** One tag as found in a file. */
export interface FoundTag {
  name: string;
  isClosing: boolean;
  isSelfClosing: boolean;
  /** Attributes, rewritten so that a strict parser accepts them. */
  attributes: string;
  /** Characters of the file that the tag takes. */
  length: number;
  cleaned: number;
  isMended: boolean;
}

/** The element name that the text begins with, `undefined` where a `<` begins no tag. */
export function tagNameAt(text: string): string | undefined {
  return name.exec(text)?.[1];
}

/**
 * Reads the tag that the text begins with. `cut`: its end is not there yet. `broken`: it has none. When a quote is missing, an attribute seems to
 * hold tags of the format; the tag then ends at its first `>`.
 */
export function readTag(text: string, elements: ReadonlySet<string> | undefined): FoundTag | 'cut' | 'broken' {
  const element = tagNameAt(text);
  if (element === undefined) return 'broken';
  let end = tagEnd(text);
  const swallowed = elements !== undefined && holdsTag(end === undefined ? text : text.slice(0, end), elements);
  if (swallowed) end = text.indexOf('>');
  if (end === undefined) return 'cut';
  if (end < 0) return 'broken';

  const isClosing = text.startsWith('</');
  const isSelfClosing = !isClosing && text[end - 1] === '/';
  const written = text.slice(element.length + (isClosing ? 2 : 1), isSelfClosing ? end - 1 : end);
  const { attributes, cleaned, isMended } = isClosing ? noAttributes : mendAttributes(written);
  return {
    name: element,
    isClosing,
    isSelfClosing,
    attributes,
    length: end + 1,
    cleaned,
    isMended: isMended || swallowed,
  };
}

/** The attributes of a tag whose end is far away, the last one as far as it is there, and the quote in which the text ends. */
export function beginningOfTag(text: string): { attributes: string; cleaned: number; quote: string } {
  let quote = '';
  for (const [mark] of text.matchAll(/["']/g)) {
    if (quote === '') quote = mark;
    else if (mark === quote) quote = '';
  }
  const written = `${text.slice((tagNameAt(text)?.length ?? 0) + 1)}${quote}`;
  const { attributes, cleaned } = mendAttributes(written);
  return { attributes, cleaned, quote };
}

const noAttributes = { attributes: '', cleaned: 0, isMended: false };

/** Position of the `>` outside quotes; -1 for a `<` before it, undefined when the text ends first. */
function tagEnd(text: string): number | undefined {
  special.lastIndex = 1;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    if (found[0] === '>') return found.index;
    if (found[0] === '<') return -1;
    const close = text.indexOf(found[0], found.index + 1);
    if (close < 0) return undefined;
    special.lastIndex = close + 1;
  }
  return undefined;
}

function holdsTag(text: string, elements: ReadonlySet<string>): boolean {
  for (const found of text.slice(1).matchAll(/<\/?([A-Za-z][\w:.-]*)[\s/>]/g)) {
    if (elements.has(found[1] ?? '')) return true;
  }
  return false;
}

function mendAttributes(written: string): { attributes: string; cleaned: number; isMended: boolean } {
  if (wellFormed.test(written) && cleanText(written).cleaned === 0) {
    return { attributes: written, cleaned: 0, isMended: false };
  }
  const seen = new Set<string>();
  let cleaned = 0;
  let mended = 0;
  let attributes = '';
  const left = written.replace(attribute, (_, key: string, quoted: string) => {
    const value = cleanText(quoted.slice(1, -1));
    const xml = mendText(value.text);
    cleaned += value.cleaned;
    mended += xml.mended;
    if (!seen.has(key)) attributes += ` ${key}="${xml.xml.replaceAll('"', '&quot;')}"`;
    seen.add(key);
    return '';
  });
  return { attributes, cleaned, isMended: mended > 0 || left.trim() !== '' };
}
