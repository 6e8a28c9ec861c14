import type { Edit } from '../mutate/draft.ts';
import type { FixIt, Position } from './diagnostic.ts';

/** The offset in a text of a position whose column counts bytes of UTF-8; the end of the text for one beyond it. */
export function offsetOf(text: string, { line, column }: Position): number {
  const start = startOfLine(text, line);
  let bytes = column - 1;
  let at = start;
  while (bytes > 0 && at < text.length && text[at] !== '\n') {
    const code = text.codePointAt(at) ?? 0;
    bytes -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code < 0x10000 ? 1 : 2;
  }
  return at;
}

export function startOfLine(text: string, line: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const next = text.indexOf('\n', start);
    if (next === -1) return text.length;
    start = next + 1;
  }
  return start;
}

export function lineOf(text: string, line: number): string {
  const start = startOfLine(text, line);
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end);
}

export function editOfFixIt(text: string, { start, end, text: by }: FixIt): Edit {
  return { start: offsetOf(text, start), end: offsetOf(text, end), text: by };
}
