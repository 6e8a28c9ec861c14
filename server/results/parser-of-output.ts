import { patternSettings, type ResultsConfig } from '#lib/config/sections/results.ts';
import { createParser } from '#lib/results/create-parser.ts';
import type { PatternSettings } from '#lib/results/pattern/options.ts';
import type { ParsedResults, ResultFormat, ResultParser } from '#lib/results/types.ts';
import type { CommandOutcome } from '#server/process/command.ts';
import { boundedParser } from './bounded-parser.ts';
import { decodeText, type TextDecoding } from './text-decoding.ts';

/** Reads the results of a test command from what it prints, as it prints it. */
export interface OutputParser {
  /** Each stream is decoded for itself: a character may be cut by a chunk of the other one. */
  push(stream: string, bytes: Buffer): void;
  end(outcome: Pick<CommandOutcome, 'exitCode' | 'signal'>): ParsedResults;
}

const keptTailChars = 64 * 1024;

/** Null when the results are not in the output but in files. */
export function parserOfOutput(results: ResultsConfig, name: string): OutputParser | null {
  if (results.format === 'exit-code') return exitCodeParser(name);
  if (results.from === 'file' || results.format === 'golden') return null;
  const parser = parserOfText(results);
  const decode = decodeStreams((text) => parser.push(text));
  return {
    push: decode.push,
    end() {
      decode.end();
      return parser.end();
    },
  };
}

/** Formats that need nothing but the text. */
type PlainFormat = Exclude<ResultFormat, 'pattern' | 'golden' | 'exit-code'>;

/** A parser for results that are text, in the output or in a file; not for `golden` and `exit-code`. */
export function parserOfText(results: ResultsConfig): ResultParser {
  return results.format === 'pattern'
    ? boundedParser(() => createParser('pattern', patternOptions(results)))
    : createParser(results.format as PlainFormat, {});
}

/** Options of the format `pattern` as the project file gives them. */
export function patternOptions(results: ResultsConfig): PatternSettings {
  return patternSettings(results) ?? { pattern: '' };
}

/** The exit code is known only at the end, so the end of the output is kept until then. */
function exitCodeParser(name: string): OutputParser {
  let tail = '';
  const decode = decodeStreams((text) => {
    tail = (tail + text).slice(-keptTailChars);
  });
  return {
    push: decode.push,
    end({ exitCode, signal }) {
      decode.end();
      const parser = createParser('exit-code', { name, exitCode, signal });
      parser.push(tail);
      return parser.end();
    },
  };
}

/** Hands on the text of several streams as it comes. */
export function decodeStreams(onText: (text: string) => void): Pick<OutputParser, 'push'> & { end(): void } {
  const decoders = new Map<string, TextDecoding>();
  return {
    push(stream, bytes) {
      const decoder = decoders.get(stream) ?? decodeText();
      decoders.set(stream, decoder);
      onText(decoder.write(bytes));
    },
    end() {
      for (const decoder of decoders.values()) onText(decoder.end());
    },
  };
}
