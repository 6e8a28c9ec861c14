import { type Collector, type CollectorOptions, createCollector } from './collector.ts';
import { type FaultRule, faultRules } from './faults.ts';
import type { IdentityRule } from './identity.ts';
import { capped, type Limits } from './limits.ts';
import { cleanText } from './text/clean-text.ts';
import { createLineSplitter } from './text/line-splitter.ts';
import type { ResultParser } from './types.ts';

/** What every format accepts. */
export interface ParserOptions {
  limits?: Partial<Limits>;
  identityRules?: readonly IdentityRule[];
  /** Which texts tell of a crash; an empty list switches the search off. */
  faultRules?: readonly FaultRule[];
}

/** A format of console output reads it line by line and keeps what it needs to know between lines. */
export interface LineReader {
  /** True when the line is the format's own, a result for example: a test's name or message tells of no crash. */
  line(text: string, number: number): boolean;
  end(): void;
}

const faultTextChars = 500;

/** Makes a parser from a reader of lines: cutting, cleaning and the search for crashes are the same for all of them. */
export function createLineParser(
  { format, repeats, ...options }: Pick<CollectorOptions, 'format' | 'repeats'> & ParserOptions,
  createReader: (collector: Collector) => LineReader,
): ResultParser {
  const collector = createCollector({ format, repeats, ...options });
  const reader = createReader(collector);
  const faults = options.faultRules ?? faultRules;
  const splitter = createLineSplitter(collector.limits.lineChars, ({ text, number, cut }) => {
    if (cut > 0) collector.warn(number, `the line is ${cut} characters longer than can be read; its end was cut`);
    const clean = cleanText(text);
    collector.cleaned(clean.cleaned);
    if (reader.line(clean.text, number) || clean.text === '') return;
    const fault = faults.find((rule) => rule.pattern.test(clean.text));
    if (fault !== undefined)
      collector.fault({ kind: fault.kind, text: capped(clean.text, faultTextChars), line: number });
  });
  return {
    push: splitter.push,
    end() {
      splitter.end();
      reader.end();
      return collector.finish();
    },
  };
}
