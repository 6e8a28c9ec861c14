import { counted } from '#lib/format/count.ts';
import type { FinalReport } from '#lib/report/final-report.ts';
import type { Paint } from './screen.ts';
import { oneLine } from './table.ts';

const tones: Readonly<Record<string, Parameters<Paint>[0]>> = {
  SUCCESS: 'good',
  SUCCESS_WITH_WARNING: 'attention',
  FAILURE: 'bad',
  ABORTED: 'quiet',
};

/** How a run ended, for a person: the state, why, how far it came, where the result is. */
export function reportLines(report: FinalReport, paint: Paint): string[] {
  const { final_status, reason, best, base, iteration_count, branch, branch_note = '', look_at_next, number } = report;
  const before = base === null ? '' : ` (the base: ${base.passed})`;
  const lines = [
    `${paint(tones[final_status] ?? 'attention', final_status)}: ${oneLine(withoutStatus(reason, final_status))}`,
    best === null
      ? ''
      : `  ${best.passed} of ${best.total} tests pass${before}, after ${counted(iteration_count, 'iteration')}`,
    branch === null
      ? branch_note && `  no branch: ${oneLine(branch_note)}`
      : `  the result is the branch ${branch}: git switch ${branch}`,
    look_at_next === null ? '' : `  look at ${oneLine(look_at_next)}`,
    `  every step with its reason: firmloop trace ${number}`,
  ];
  return lines.filter((line) => line !== '').map((line) => line.replaceAll('\u00a0', ' '));
}

/** A reason often begins with the verdict, which is the status in the most frequent case. */
function withoutStatus(reason: string, status: string): string {
  return reason.startsWith(`${status}: `) ? reason.slice(status.length + 2) : reason;
}
