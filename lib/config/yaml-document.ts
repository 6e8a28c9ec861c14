import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
} from 'yaml';
import type { Problem } from './problem.ts';

/** Hand-written files stay far below. The YAML library's time grows with the square of the keys of a map: 0.5 s at this size. */
const LARGEST_FILE = 64_000;

/** Our own settings nest six deep; the parser works recursively and must not run out of stack. */
const DEEPEST = 100;

/** How often anchors may be used in total before the file counts as an attempt to exhaust memory. */
const MOST_ALIASES = 100;

/** One broken line can make every later one an error; nobody reads further than this. */
const MOST_ERRORS = 20;

/** A readable document: its value, and where each setting stands. */
export interface YamlDocument {
  readonly value: unknown;
  /** The place of a setting's name or value, or of the nearest setting around it that exists. */
  locate(path: readonly (string | number)[], at: 'key' | 'value'): { line: number; column: number };
}

/** Reads YAML 1.2. Never throws: syntax errors, duplicate keys and hostile input come back as problems. */
export function readYaml(text: string): { document: YamlDocument } | { problems: Problem[] } {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const refused = unreadable(source);
  if (refused) return { problems: [refused] };
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const placed = (error: YAMLError): Problem => ({ ...placeOf(lines, error.pos[0]), path: '', ...explain(error) });
  if (document.errors.length > 0) return { problems: document.errors.slice(0, MOST_ERRORS).map(placed) };
  const value = toValue(document);
  if ('refused' in value) return { problems: [at(1, 1, value.refused)] };
  return {
    document: { ...value, locate: (path, part) => placeOf(lines, offsetOf(document, path, part)) },
  };
}

function unreadable(source: string): Problem | undefined {
  if (source.length > LARGEST_FILE)
    return at(
      1,
      1,
      `the file has ${source.length} characters, more than the ${LARGEST_FILE} that can be read`,
      'Is this the right file?',
    );
  const nul = source.indexOf('\0');
  if (nul >= 0) {
    const before = source.slice(0, nul).split('\n');
    return at(
      before.length,
      (before.at(-1)?.length ?? 0) + 1,
      'the file contains a NUL character',
      'Save the file as UTF-8; UTF-16 looks like this.',
    );
  }
  const deep = tooDeep(source);
  return deep === undefined ? undefined : at(deep, 1, `settings nest deeper than ${DEEPEST} levels`);
}

/** The line where brackets or indentation first go too deep; counts brackets in strings too, which only makes it stricter. */
function tooDeep(source: string): number | undefined {
  let open = 0;
  for (const [index, line] of source.split('\n').entries()) {
    for (const char of line) {
      if (char === '[' || char === '{') open += 1;
      if (char === ']' || char === '}') open = Math.max(0, open - 1);
      if (open > DEEPEST) return index + 1;
    }
    const indentation = /^[ \t?-]*/.exec(line)?.[0].length ?? 0;
    if (indentation > 4 * DEEPEST) return index + 1;
  }
  return undefined;
}

function toValue(document: Document.Parsed): { value: unknown } | { refused: string } {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return { value };
  } catch (error) {
    return { refused: `the anchors cannot be followed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The errors that people make most, in their words. */
const wordings: Partial<Record<YAMLError['code'], { message?: string; suggestion: string }>> = {
  TAB_AS_INDENT: {
    message: 'a tab is used for indentation',
    suggestion: 'Indent with blanks; YAML does not allow tabs.',
  },
  DUPLICATE_KEY: { message: 'this setting is written twice', suggestion: 'Keep one of the two.' },
  MULTIPLE_DOCS: {
    message: 'the file holds more than one document',
    suggestion: 'Remove the line `---` in the middle.',
  },
  BAD_INDENT: { suggestion: 'Settings of one level must begin in the same column.' },
  BAD_SCALAR_START: { suggestion: 'Put the text in quotes.' },
  MISSING_CHAR: { suggestion: 'Close every bracket and quote.' },
  BLOCK_AS_IMPLICIT_KEY: { suggestion: 'Put a text that contains `: ` in quotes.' },
};

function explain(error: YAMLError): { message: string; suggestion?: string } {
  const wording = wordings[error.code];
  const message = wording?.message ?? `this is not YAML: ${error.message}`;
  return wording ? { message, suggestion: wording.suggestion } : { message };
}

function at(line: number, column: number, message: string, suggestion?: string): Problem {
  return { line, column, path: '', message, ...(suggestion && { suggestion }) };
}

function placeOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function offsetOf(document: Document.Parsed, path: readonly (string | number)[], at: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let found = { key: 0, value: rangeOf(node) ?? 0 };
  for (const part of path) {
    const next = childOf(isAlias(node) ? node.resolve(document) : node, part);
    if (!next) return found.key;
    const key = rangeOf(next.key) ?? rangeOf(next.value) ?? found.key;
    found = { key, value: rangeOf(next.value) ?? key };
    node = next.value;
  }
  return found[at];
}

function childOf(node: unknown, part: string | number): { key: unknown; value: unknown } | undefined {
  if (isSeq(node))
    return typeof part === 'number' && part in node.items ? { key: null, value: node.items[part] } : undefined;
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
}

function rangeOf(node: unknown): number | undefined {
  return isNode(node) ? (node satisfies Node).range?.[0] : undefined;
}
