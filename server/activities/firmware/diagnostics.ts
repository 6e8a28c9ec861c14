/** What a build's output says of itself, gathered line by line with bounded memory. */
export interface Diagnostics {
  push(bytes: Buffer): void;
  end(): DiagnosticSummary;
}

export interface DiagnosticSummary {
  readonly errors: number;
  readonly warnings: number;
  /** Without the numbers of lines and columns, so that the same warning elsewhere in a file is the same. */
  readonly warningTexts: readonly string[];
  readonly firstError: string | null;
  readonly missing: readonly string[];
}

const longestLine = 4_000;
const keptWarnings = 1_000;

const errorLine =
  /(?:^|[\s:])(?:fatal )?error(?: [A-Z]*\d+)?: |undefined reference to |^make(?:\[\d+\])?: \*\*\* |: multiple definition of /i;
const warningLine = /(?:^|[\s:])warning(?: [A-Z]*\d+)?: /i;
/** A shell or make that looked for a program in vain. */
const missingLine =
  /(?:^|: )(?:\d+: )?([\w.+/-]+): (?:command )?not found$|^make(?:\[\d+\])?: ([\w.+/-]+): No such file or directory$/;

export function createDiagnostics(): Diagnostics {
  let rest = '';
  let errors = 0;
  let warnings = 0;
  let firstError: string | null = null;
  const texts = new Set<string>();
  const missing = new Set<string>();

  function read(line: string): void {
    const absent = missingLine.exec(line);
    const program = absent?.[1] ?? absent?.[2];
    if (program !== undefined && missing.size < 10) missing.add(program);
    if (errorLine.test(line)) {
      errors += 1;
      firstError ??= line.trim();
    } else if (warningLine.test(line)) {
      warnings += 1;
      if (texts.size < keptWarnings) texts.add(line.trim().replace(/:\d+(?::\d+)?(?=:)/, ''));
    }
  }

  return {
    push(bytes) {
      const lines = (rest + bytes.toString('utf8')).split('\n');
      rest = (lines.pop() ?? '').slice(0, longestLine);
      for (const line of lines) read(line.slice(0, longestLine));
    },
    end() {
      if (rest !== '') read(rest);
      rest = '';
      return { errors, warnings, warningTexts: [...texts], firstError, missing: [...missing] };
    },
  };
}
