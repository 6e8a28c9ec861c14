import { decodeText } from '#server/results/text-decoding.ts';

/** What a build's output says of itself, gathered line by line with bounded memory. */
export interface Diagnostics {
  push(bytes: Buffer): void;
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
  const decoding = decodeText();
  let rest = '';
  let errors = 0;
  let warnings = 0;
  let firstError: string | null = null;
  let makeError: string | null = null;
  const texts = new Set<string>();
  const missing = new Set<string>();
  const messages: Diagnostic[] = [];

  function read(line: string): void {
    const absent = missingLine.exec(line);
    const program = absent?.[1] ?? absent?.[2];
    if (program !== undefined && missing.size < 10) missing.add(program);
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
    push(bytes) {
      const lines = (rest + decoding.write(bytes)).split('\n');
      rest = (lines.pop() ?? '').slice(0, longestLine);
      for (const line of lines) read(line.slice(0, longestLine));
    },
    end() {
      rest += decoding.end();
      if (rest !== '') read(rest);
      rest = '';
      return {
        errors: errors === 0 && makeError !== null ? 1 : errors,
        warnings,
        warningTexts: [...texts],
        firstError: firstError ?? makeError,
        messages,
        missing: [...missing],
      };
    },
  };
}

function diagnosticOf(groups: Record<string, string | undefined>): Diagnostic {
  const { severity, file = '', line, text = '' } = groups;
  const known = severity === 'warning' || severity === 'note' ? severity : 'error';
  return { severity: known, file, line: line === undefined ? null : Number(line), text };
}
