import { type Document, LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { Problem } from './problem.ts';
import { refuseText } from './refuse-text.ts';
import { offsetOf } from './yaml-offset.ts';

const START = { line: 1, column: 1 };

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
  const refused = refuseText(source);
  if (refused) return { problems: [refused] };
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const placed = (error: YAMLError): Problem => ({ ...placeOf(lines, error.pos[0]), path: '', ...explain(error) });
  if (document.errors.length > 0)
    return { problems: firstOfEachLine(document.errors.map(placed)).slice(0, MOST_ERRORS) };
  const value = toValue(document);
  if ('refused' in value) return { problems: [{ ...START, path: '', message: value.refused }] };
  return {
    document: { ...value, locate: (path, part) => placeOf(lines, offsetOf(document, path, part)) },
  };
}

/** What breaks a line makes the reader stumble over the rest of it too: only the first complaint helps. */
function firstOfEachLine(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ line }, index) => problems.findIndex((other) => other.line === line) === index);
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

function placeOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}
