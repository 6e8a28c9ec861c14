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

/** Reads `-fdiagnostics-format=json` of gcc, one array a line; foreign and cut lines are passed over (GCC PR114348). */
export function readGccJson(output: string): CompilerMessage[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('[{')) return [];
    return listIn(line).flatMap((item) => {
      const parsed = message.safeParse(item);
      return parsed.success ? (messageOf(parsed.data) ?? []) : [];
    });
  });
}

function listIn(line: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(line);
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

/** Reads what gcc and clang print for people; without the compiler's own edits. */
export function readCompilerText(output: string): CompilerMessage[] {
  return output.split('\n').flatMap((line) => {
    const { file, line: number, column, severity, text, option } = placed.exec(line)?.groups ?? {};
    if (file === undefined || text === undefined) return [];
    return [
      {
        severity: severity === 'warning' ? 'warning' : 'error',
        file: plainPath(file),
        at: { line: Number(number), column: Number(column) },
        text: plainQuotes(text),
        option: option ?? null,
        fixIts: [],
      },
    ];
  });
}

function plainQuotes(text: string): string {
  return text.replace(/[‘’]/g, "'");
}

function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}
