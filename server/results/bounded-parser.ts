import type { ParsedResults, ResultParser } from '#lib/results/types.ts';
import { expressionMs, withinTime } from './within-time.ts';

/**
 * A parser that applies a project's own expressions. Once they take longer than `limitMs` on one piece of output it
 * reads no further: what it has read is kept, and the result is incomplete.
 */
export function boundedParser(create: () => ResultParser, limitMs: number = expressionMs): ResultParser {
  const parser = create();
  let isCutOff = false;
  const attempt = (work: () => void): void => {
    if (!withinTime(limitMs, work)) isCutOff = true;
  };
  return {
    push(text) {
      if (!isCutOff) attempt(() => parser.push(text));
    },
    end() {
      let parsed = create().end();
      attempt(() => {
        parsed = parser.end();
      });
      return isCutOff ? cutOff(parsed) : parsed;
    },
  };
}

function cutOff(parsed: ParsedResults): ParsedResults {
  return { ...parsed, complete: false, incompleteBecause: 'an expression of the project took too long on one line' };
}
