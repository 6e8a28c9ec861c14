import type { SourceUnit } from '#lib/repair/syntax/node.ts';
import { excerpt } from '../check-constructs.ts';
import { type Construct, constructs } from '../constructs.ts';
import type { Finding, Policy } from '../policy.ts';
import { type Shown, signsIn } from './syntax-signs.ts';

/** A changed C or C++ file as its syntax trees before and after; `before` is null for a new one. */
export interface ChangedSyntax {
  readonly before: SourceUnit | null;
  readonly after: SourceUnit;
}

/** What a change brings into a file that was not there before, told by its syntax: comments, strings and line ends do not matter. */
export function checkSyntax({ before, after }: ChangedSyntax, policy: Policy): Finding[] {
  const known = countsOf(before === null ? [] : signsIn(before));
  return signsIn(after).flatMap((sign) => {
    const left = known.get(sign.mark) ?? 0;
    known.set(sign.mark, left - 1);
    return left > 0 ? [] : findingOf(sign, after.path, policy);
  });
}

function findingOf({ rule, line, text }: Shown, path: string, policy: Policy): Finding[] {
  const { severity: usual, because }: Construct = constructs[rule];
  const severity = policy.rules[rule] ?? usual;
  if (severity === 'off') return [];
  const [first = ''] = text.split('\n');
  return [{ rule, severity, path, line, side: 'new', message: `${because}: ${excerpt(first)}` }];
}

function countsOf(signs: readonly Shown[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { mark } of signs) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}
