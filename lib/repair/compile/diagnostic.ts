import { z } from 'zod';

/** Lines and columns from 1; columns count bytes. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** An edit that the compiler itself proposes; `end` is the first position that stays. */
export interface FixIt {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
}

/** One error or warning of a compiler. */
export interface CompilerMessage {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly at: Position;
  /** With plain quotes. */
  readonly text: string;
  readonly option: string | null;
  readonly fixIts: readonly FixIt[];
}

const position = z.object({
  file: z.string(),
  line: z.number(),
  column: z.number(),
  'byte-column': z.number().optional(),
});
const fixIt = z.object({ start: position, next: position, string: z.string() });
const note = z.object({ fixits: z.array(fixIt).optional() });
const message = z.object({
  kind: z.string(),
  message: z.string(),
  option: z.string().optional(),
  locations: z.array(z.object({ caret: position })),
  fixits: z.array(fixIt).optional(),
  children: z.array(note).optional(),
});

/**
 * Reads `-fdiagnostics-format=json` of gcc: an array in a line each, or from gcc 14 on in lines of which the later ones are
 * indented. Foreign lines and cut arrays are passed over (GCC PR114348).
 */
export function readGccJson(output: string): CompilerMessage[] {
  return (output.match(arrays) ?? []).flatMap((array) =>
    listIn(array).flatMap((item) => {
      const parsed = message.safeParse(item);
      return parsed.success ? (messageOf(parsed.data) ?? []) : [];
    }),
  );
}

const arrays = /^\[.*(?:\n[ \t\]].*)*$/gm;

function listIn(array: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(array);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

function messageOf({
  kind,
  message: text,
  option,
  locations,
  fixits = [],
  children = [],
}: z.output<typeof message>): CompilerMessage | null {
  const severity = severities[kind];
  const caret = locations[0]?.caret;
  if (severity === undefined || caret === undefined) return null;
  const all = [...fixits, ...children.flatMap((child) => child.fixits ?? [])];
  return {
    severity,
    file: plainPath(caret.file),
    at: positionOf(caret),
    text: plainQuotes(text),
    option: option ?? null,
    fixIts: all
      .filter(({ start }) => start.file === caret.file)
      .map(({ start, next, string }) => ({ start: positionOf(start), end: positionOf(next), text: string })),
  };
}

const severities: Readonly<Record<string, CompilerMessage['severity']>> = {
  error: 'error',
  'fatal error': 'error',
  warning: 'warning',
};

function positionOf({ line, column, 'byte-column': bytes }: z.output<typeof position>): Position {
  return { line, column: bytes ?? column };
}

const placed =
  /^(?<file>[^\s:][^:]*):(?<line>\d+):(?<column>\d+): (?:fatal )?(?<severity>error|warning): (?<text>.*?)(?: \[(?<option>-W[^\]]+)\])?$/;

/**
 * Reads what gcc and clang print for people, with their own edits where they were asked for
 * (`-fdiagnostics-parseable-fixits`): those belong to the message above them.
 */
export function readCompilerText(output: string): CompilerMessage[] {
  const messages: CompilerMessage[] = [];
  for (const line of output.split('\n')) {
    const above = messages.at(-1);
    const edit = editIn(line);
    if (above !== undefined && edit?.file === above.file) {
      messages[messages.length - 1] = { ...above, fixIts: [...above.fixIts, edit.fixIt] };
    }
    const { file, line: number, column, severity, text, option } = placed.exec(line)?.groups ?? {};
    if (file === undefined || text === undefined) continue;
    messages.push({
      severity: severity === 'warning' ? 'warning' : 'error',
      file: plainPath(file),
      at: { line: Number(number), column: Number(column) },
      text: plainQuotes(text),
      option: option ?? null,
      fixIts: [],
    });
  }
  return messages;
}

const edited =
  /^fix-it:"(?<file>[^"]+)":\{(?<line>\d+):(?<column>\d+)-(?<endLine>\d+):(?<endColumn>\d+)\}:"(?<text>(?:[^"\\]|\\["\\nt])*)"$/;

function editIn(line: string): { file: string; fixIt: FixIt } | null {
  const { file, line: from, column, endLine, endColumn, text } = edited.exec(line)?.groups ?? {};
  if (file === undefined || text === undefined) return null;
  const start = { line: Number(from), column: Number(column) };
  const end = { line: Number(endLine), column: Number(endColumn) };
  return { file: plainPath(file), fixIt: { start, end, text: unescaped(text) } };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => spelled[letter] ?? letter);
}

const spelled: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

function plainQuotes(text: string): string {
  return text.replace(/[‘’]/g, "'");
}

function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}
