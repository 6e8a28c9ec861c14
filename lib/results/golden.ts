import { createCollector } from './collector.ts';
import type { ParserOptions } from './line-parser.ts';
import { cleanText } from './text/clean-text.ts';
import { createLineSplitter } from './text/line-splitter.ts';
import type { ResultParser } from './types.ts';

/** One file of expected output: the test is named after it. */
export interface GoldenOptions extends ParserOptions {
  name: string;
  suite?: string;
  expected: string;
}

/**
 * Compares actual output with expected text, line by line. How lines end (CRLF on serial lines) makes no difference,
 * everything else does. The message shows the first line that differs. No output at all is an error.
 */
export function createGoldenParser(options: GoldenOptions): ResultParser {
  const collector = createCollector({ format: 'golden', repeats: 'distinct', ...options });
  const expected = linesOf(options.expected, collector.limits.lineChars);
  let position = 0;
  let difference: { line: number; text: string } | undefined;
  const splitter = createLineSplitter(collector.limits.lineChars, ({ text, cut }) => {
    const wanted = expected[position];
    position += 1;
    if (cut > 0) collector.warn(position, 'the line is too long; only its beginning was compared');
    if (text !== wanted) difference ??= { line: position, text: firstDifference(position, wanted, text) };
  });
  return {
    push: splitter.push,
    end() {
      splitter.end();
      const { name, suite = '' } = options;
      if (position < expected.length) {
        difference ??= { line: position + 1, text: firstDifference(position + 1, expected[position], undefined) };
      }
      if (difference === undefined) collector.add({ suite, name, status: 'passed' });
      else {
        const status = position === 0 ? 'error' : 'failed';
        collector.add({ suite, name, status, message: difference.text, line: difference.line });
      }
      return collector.finish();
    },
  };
}

function linesOf(text: string, limit: number): string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter(limit, (line) => lines.push(line.text));
  splitter.push(text);
  splitter.end();
  return lines;
}

function firstDifference(line: number, wanted: string | undefined, actual: string | undefined): string {
  const shown = (text: string | undefined): string => (text === undefined ? 'nothing' : `"${cleanText(text).text}"`);
  return `line ${line} differs: expected ${shown(wanted)}, got ${shown(actual)}`;
}
