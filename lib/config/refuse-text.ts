import type { Problem } from './problem.ts';

/** Hand-written files stay far below. The YAML library's time grows with the square of the keys of a map: 0.5 s at this size. */
const LARGEST_FILE = 64_000;

/** Our own settings nest six deep; the parser works recursively and must not run out of stack. */
const DEEPEST = 100;

/** Refuses text that must not reach the YAML library: longer than `largest` characters, binary, or nested too deep. undefined when it may. */
export function refuseText(source: string, largest = LARGEST_FILE): Problem | undefined {
  if (source.length > largest) {
    const message = `the file has ${source.length} characters, more than the ${largest} that can be read`;
    return { line: 1, column: 1, path: '', message, suggestion: 'Is this the right file?' };
  }
  const nul = source.indexOf('\0');
  if (nul >= 0) {
    const before = source.slice(0, nul).split('\n');
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const suggestion = 'Save the file as UTF-8; UTF-16 looks like this.';
    return { ...place, path: '', message: 'the file contains a NUL character', suggestion };
  }
  const line = tooDeep(source);
  if (line === undefined) return undefined;
  return { line, column: 1, path: '', message: `settings nest deeper than ${DEEPEST} levels` };
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
