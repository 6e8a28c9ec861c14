import { createCollector } from './collector.ts';
import { describeExit } from './exit-meaning.ts';
import type { ParserOptions } from './line-parser.ts';
import { createLineSplitter } from './text/line-splitter.ts';
import { createTail } from './text/tail.ts';
import type { ResultParser } from './types.ts';

/** One command that counts as one test, and how it ended. */
export interface ExitCodeOptions extends ParserOptions {
  name: string;
  suite?: string;
  /** Null when a signal ended the command. */
  exitCode: number | null;
  signal?: string | null;
}

/** The fallback for programs without a format: one test, passed when the command exits with 0. */
export function createExitCodeParser(options: ExitCodeOptions): ResultParser {
  const collector = createCollector({ format: 'exit-code', repeats: 'distinct', ...options });
  const output = createTail(30);
  const splitter = createLineSplitter(collector.limits.lineChars, (line) => output.add(line.text));
  return {
    push: splitter.push,
    end() {
      splitter.end();
      const { name, suite = '', exitCode, signal = null } = options;
      const how = describeExit({ exitCode, signal });
      const message = `${how}\n${output.take()}`;
      if (signal !== null || exitCode === null) collector.add({ suite, name, status: 'error', message });
      else if (exitCode !== 0) collector.add({ suite, name, status: 'failed', message });
      else collector.add({ suite, name, status: 'passed' });
      return collector.finish();
    },
  };
}
