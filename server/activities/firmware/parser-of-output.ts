import type { ResultsConfig } from '#lib/config/sections/results.ts';
import { createParser } from '#lib/results/create-parser.ts';
import type { ParsedResults } from '#lib/results/types.ts';
import type { CommandOutcome } from '#server/process/command.ts';

/** Reads the results of a test command from what it prints, as it prints it. */
export interface OutputParser {
  push(bytes: Buffer): void;
  end(outcome: CommandOutcome): ParsedResults;
}

const keptTailChars = 64 * 1024;

/** Null when the results are not in the output but in files. */
export function parserOfOutput(results: ResultsConfig, name: string): OutputParser | null {
  if (results.format === 'exit-code') return exitCodeParser(name);
  if (results.from === 'file' || results.format === 'golden') return null;
  const parser =
    results.format === 'pattern' ? createParser('pattern', patternOptions(results)) : createParser(results.format, {});
  const decoder = new TextDecoder();
  return {
    push: (bytes) => parser.push(decoder.decode(bytes, { stream: true })),
    end() {
      parser.push(decoder.decode());
      return parser.end();
    },
  };
}

/** Options of the format `pattern` as the project file gives them. */
export function patternOptions(results: ResultsConfig) {
  const { pattern = '', words } = results;
  const given = Object.entries(words ?? {}).filter(([, list]) => list !== undefined);
  return { pattern, ...(given.length === 0 ? {} : { words: Object.fromEntries(given) }) };
}

/** The exit code is known only at the end, so the end of the output is kept until then. */
function exitCodeParser(name: string): OutputParser {
  const decoder = new TextDecoder();
  let tail = '';
  return {
    push(bytes) {
      tail = (tail + decoder.decode(bytes, { stream: true })).slice(-keptTailChars);
    },
    end(outcome) {
      const parser = createParser('exit-code', { name, exitCode: outcome.exitCode, signal: outcome.signal });
      parser.push(tail);
      return parser.end();
    },
  };
}
