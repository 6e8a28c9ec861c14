/** Git's single-letter escapes inside a quoted path (quote.c). */
const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/**
 * Reads a path that git put in quotes (`"b/\303\244.c"`), starting at the opening quote.
 * Bytes are decoded as UTF-8, broken ones as U+FFFD. null when the closing quote is missing or an escape is unknown.
 */
export function readQuotedPath(text: string, start: number): { path: string; end: number } | null {
  const bytes: number[] = [];
  let at = start + 1;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') return { path: decode(bytes), end: at + 1 };
    const read = char === '\\' ? readEscape(text, at) : readPlain(text, at);
    if (read === null) return null;
    bytes.push(...read.bytes);
    at = read.end;
  }
  return null;
}

/** Writes a path as git would in a header line: in quotes when it holds control characters, quotes, backslashes or non-ASCII. */
export function writePath(path: string): string {
  if (/^[\x20-\x7e]*$/.test(path) && !/["\\]/.test(path)) return path;
  return `"${[...new TextEncoder().encode(path)].map(writeByte).join('')}"`;
}

interface Read {
  readonly bytes: Iterable<number>;
  readonly end: number;
}

function readEscape(text: string, at: number): Read | null {
  const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4));
  if (octal) return { bytes: [Number.parseInt(octal[0], 8)], end: at + 4 };
  const byte = escapes[text.charAt(at + 1)];
  return byte === undefined ? null : { bytes: [byte], end: at + 2 };
}

function readPlain(text: string, at: number): Read {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { bytes: new TextEncoder().encode(char), end: at + char.length };
}

function decode(bytes: readonly number[]): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

function writeByte(byte: number): string {
  const letter = Object.keys(escapes).find((key) => escapes[key] === byte);
  if (letter !== undefined) return `\\${letter}`;
  return byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte);
}
