import { createParser, type FormatOptions } from '../create-parser.ts';
import type { ParsedResults, ResultFormat, TestCase } from '../types.ts';

/** One text of a format and what it must become. */
export interface Fixture {
  /** Completes the sentence "reads …". */
  says: string;
  text: string;
  /** One line per test, in order: status, `~` if flaky, key. */
  cases: readonly string[];
  /** What the reason for being incomplete holds; absent when the result is complete. */
  incomplete?: RegExp;
  /** What each warning holds, in order. */
  warnings?: readonly RegExp[];
  /** The text holds several programs' outputs; that one is missing at its end cannot be seen in it. */
  isSeveral?: true;
  /** Parts of the whole result that matter in this row. */
  holds?: Record<string, unknown>;
}

export interface FormatFixtures<F extends ResultFormat = ResultFormat> {
  format: F;
  options: FormatOptions[F];
  rows: readonly Fixture[];
}

/** Parses a text given in one or more chunks. */
export function parse<F extends ResultFormat>(
  format: F,
  options: FormatOptions[F],
  ...chunks: string[]
): ParsedResults {
  const parser = createParser(format, options);
  for (const chunk of chunks) parser.push(chunk);
  return parser.end();
}

/** The notation of `Fixture.cases`. */
export function shown({ status, flaky, key }: TestCase): string {
  return `${status}${flaky ? '~' : ''} ${key}`;
}

export function lines(...parts: string[]): string {
  return `${parts.join('\n')}\n`;
}
