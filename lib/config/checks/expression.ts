import { DomainError } from '#lib/errors.ts';
import { compilePattern } from '#lib/results/pattern/compile.ts';
import { type Contradiction, wrong } from './check.ts';

/** Whether an expression of the file compiles, ends on every line and has its groups; said in the words of the parser that will use it. */
export function checkExpression(
  path: readonly (string | number)[],
  expression: string,
  groups: readonly string[],
): Contradiction[] {
  try {
    compilePattern(expression, groups);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [wrong(path, error.message, error.next ?? 'Name the groups, as in `(?<status>PASS|FAIL): (?<name>\\S+)`.')];
  }
}
