import { counted } from '#lib/format/count.ts';
import type { ToolRisk } from '#lib/tasks/tools.ts';
import type { TaskContext } from './context.ts';

/** The call that comes next; null when the step, or the plan, is done. */
export function nextCall({ plan, at }: TaskContext) {
  return plan?.steps[at.step]?.calls[at.call] ?? null;
}

/** `step 2 of 5 "Add the check"` */
export function stepInWords({ plan, at }: TaskContext): string {
  const step = plan?.steps[at.step];
  if (plan !== null && at.step >= plan.steps.length) return 'the verification';
  return `step ${at.step + 1} of ${plan?.steps.length ?? 0}${step === undefined ? '' : ` "${step.title}"`}`;
}

export const riskInWords = {
  read: 'reads',
  write: 'writes files',
  delete: 'deletes files',
  execute: 'runs a command',
  network: 'runs a command with network access',
} as const satisfies Record<ToolRisk, string>;

/** What has been done so far, for reasons of an early end. */
export function doneSoFar({ statuses }: TaskContext): string {
  const done = statuses.filter((status) => status === 'done').length;
  return statuses.length === 0 ? 'nothing was changed' : `${done} of ${counted(statuses.length, 'step')} done`;
}

/** Nothing of the plan has changed anything yet: it may still become another. */
export function isUntouched({ plan, at }: TaskContext): boolean {
  const before = (plan?.steps ?? []).flatMap(({ calls }, step) =>
    calls.filter((_, call) => step < at.step || (step === at.step && call < at.call)),
  );
  return before.every(({ risk }) => risk === 'read');
}
