import type { OutputStream } from '#server/process/command.ts';
import { decodeText } from '#server/results/text-decoding.ts';

/** What a build's output says of itself, gathered line by line with bounded memory. */
export interface Diagnostics {
  /** Lines of one stream are not mixed with what the other one prints meanwhile. */
  push(bytes: Buffer, stream?: OutputStream): void;
  end(): DiagnosticSummary;
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly file: string;
  readonly line: number | null;
  readonly text: string;
}

export interface DiagnosticSummary {
  readonly errors: number;
  readonly warnings: number;
  /** Without the numbers of lines and columns, so that the same warning elsewhere in a file is the same. */
  readonly warningTexts: readonly string[];
  readonly firstError: string | null;
  /** The first errors and warnings with their places. */
  readonly messages: readonly Diagnostic[];
  readonly missing: readonly string[];
}

const longestLine = 4_000;
const keptWarnings = 1_000;
const keptMessages = 60;

const errorLine = /(?:^|[\s:])(?:fatal )?error(?: [A-Z]*\d+)?: |undefined reference to |: multiple definition of /i;
/** What make says of a command that failed: an error of its own only where the command itself told none. */
const makeLine = /^make(?:\[\d+\])?: \*\*\* /;
const warningLine = /(?:^|[\s:])warning(?: [A-Z]*\d+)?: /i;
/** `file:line:column: severity: text`, as gcc and clang print it. */
const placedLine =
  /^(?<file>[^\s:][^:]*):(?<line>\d+)(?::\d+)?: (?:fatal )?(?<severity>error|warning|note): (?<text>.*)$/;
/** A shell or make that looked for a program in vain. */
const missingLine =
  /(?:^|: )(?:\d+: )?([\w.+/-]+): (?:command )?not found$|^make(?:\[\d+\])?: ([\w.+/-]+): No such file or directory$/;

export function createDiagnostics(): Diagnostics {
  const streams = { stdout: openLine(), stderr: openLine() };
  let errors = 0;
  let warnings = 0;
  let firstError: string | null = null;
  let makeError: string | null = null;
  let ownError: string | null = null;
  const texts = new Set<string>();
  const missing = new Set<string>();
  const messages: Diagnostic[] = [];

  function read(line: string): void {
    const absent = missingLine.exec(line);
    const program = absent?.[1] ?? absent?.[2];
    // A relative path is one of the project's own files, which no package brings.
    const isOwn = program?.includes('/') === true && !program.startsWith('/');
    if (isOwn) ownError ??= line.trim();
    else if (program !== undefined && missing.size < 10) missing.add(program);
    const placed = placedLine.exec(line)?.groups;
    if (placed !== undefined && messages.length < keptMessages) messages.push(diagnosticOf(placed));
    if (makeLine.test(line)) makeError ??= line.trim();
    else if (errorLine.test(line)) {
      if (placed === undefined && messages.length < keptMessages)
        messages.push({ severity: 'error', file: '', line: null, text: line.trim() });
      errors += 1;
      firstError ??= line.trim();
    } else if (warningLine.test(line)) {
      warnings += 1;
      if (texts.size < keptWarnings) texts.add(line.trim().replace(/:\d+(?::\d+)?(?=:)/, ''));
    }
  }

  return {
    push(bytes, stream = 'stdout') {
      const open = streams[stream];
      const lines = (open.rest + open.decoding.write(bytes)).split('\n');
      open.rest = (lines.pop() ?? '').slice(0, longestLine);
      for (const line of lines) read(line.slice(0, longestLine));
    },
    end() {
      for (const open of Object.values(streams)) {
        const last = open.rest + open.decoding.end();
        if (last !== '') read(last);
        open.rest = '';
      }
      return {
        errors: errors === 0 && (makeError ?? ownError) !== null ? 1 : errors,
        warnings,
        warningTexts: [...texts],
        firstError: firstError ?? (missing.size > 0 ? makeError : (ownError ?? makeError)),
        messages,
        missing: [...missing],
      };
    },
  };
}

/** A stream whose last line is not whole yet. */
function openLine() {
  return { decoding: decodeText(), rest: '' };
}

function diagnosticOf(groups: Record<string, string | undefined>): Diagnostic {
  const { severity, file = '', line, text = '' } = groups;
  const known = severity === 'warning' || severity === 'note' ? severity : 'error';
  return { severity: known, file, line: line === undefined ? null : Number(line), text };
}
