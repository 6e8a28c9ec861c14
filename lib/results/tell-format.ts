import { type DocumentFormat, formatSignatures, isDocument, type TextFormat, weakSignatures } from './detect.ts';

/** Finds out while a text comes in which formats it may be in; nothing of the text is kept. */
export interface FormatTeller {
  /** True as soon as the answer cannot change any more: the rest of the text need not be told. */
  push(chunk: string): boolean;
  /** The formats whose own lines were seen, the likeliest first. */
  end(): (TextFormat | DocumentFormat)[];
}

/** Kept of the text before, so that a line is seen whole although it came in two pieces. */
const overlapChars = 1_024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour is what is taken out.
const colour = /\x1b\[[0-9;]*m/g;

export function tellFormat(): FormatTeller {
  const seen = new Set<string>();
  let before = '';
  return {
    push(chunk) {
      const text = `${before}${chunk}`.replace(colour, '').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
      for (const [format, signature] of allSignatures) if (!seen.has(format) && signature.test(text)) seen.add(format);
      const tail = text.slice(-overlapChars);
      before = tail.slice(tail.indexOf('\n') + 1);
      return [...seen].some(isDocument);
    },
    end() {
      const order = allSignatures.map(([format]) => format);
      return [...new Set(order.filter((format) => seen.has(format)))];
    },
  };
}

const allSignatures = [...formatSignatures, ...weakSignatures];
