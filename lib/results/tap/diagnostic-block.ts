/** What a YAML block after a test point says, as far as it is used. */
export interface Diagnostic {
  message: string;
  durationMs: number | undefined;
}

/** Collects the lines between `---` and `...`. */
export interface DiagnosticBlock {
  /** Indentation of its `---`. */
  readonly indent: number;
  add(line: string): void;
  finish(): Diagnostic;
}

const maxLines = 100;
const duration = /^\s*duration_ms:\s*['"]?(\d+(?:\.\d+)?)/;
const message = /^\s*message:\s*(?:'(.*)'|"(.*)"|([^|>].*))$/;

/** The block's `message`, or all its text where there is none: producers agree on little else. */
export function createDiagnosticBlock(indent: number): DiagnosticBlock {
  const lines: string[] = [];
  let said: string | undefined;
  let durationMs: number | undefined;
  return {
    indent,
    add(line) {
      const stated = message.exec(line);
      said ??= stated?.[1] ?? stated?.[2] ?? stated?.[3];
      const time = duration.exec(line);
      if (time !== null) durationMs ??= Number(time[1]);
      if (lines.length < maxLines) lines.push(line.slice(Math.min(indent, line.search(/\S|$/))));
    },
    finish: () => ({ message: said ?? lines.join('\n'), durationMs }),
  };
}
