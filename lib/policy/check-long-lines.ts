import { type ChangedLine, LONGEST_LINE } from './changed-lines.ts';
import type { Finding, Policy } from './policy.ts';

/** Refuses added lines that no person reads to their end and that the other rules do not look through. */
export function checkLongLines(path: string, lines: readonly ChangedLine[], policy: Policy): Finding[] {
  const severity = policy.rules['long-line'] ?? 'refuse';
  if (severity === 'off') return [];
  return lines
    .filter(({ kind, length }) => kind === 'add' && length > LONGEST_LINE)
    .map(({ line, length }) => ({
      rule: 'long-line',
      severity,
      path,
      line,
      side: 'new',
      message: `the line has ${length} characters, more than the ${LONGEST_LINE} that are looked through`,
    }));
}
