import { counted } from '#lib/format/count.ts';
import type { ToolName, ToolRisk } from '#lib/tasks/tools.ts';
import type { TaskContext } from './context.ts';

/** The call that comes next; null when the step, or the plan, is done. */
export function nextCall({ plan, at }: TaskContext) {
  return plan?.steps[at.step]?.calls[at.call] ?? null;
}

/** What is done next that may want a yes: a call of the plan or, once its steps are done, its own commands to verify by. */
export function nextDeed(context: TaskContext): { readonly tool: ToolName; readonly risk: ToolRisk } | null {
  const { plan, at } = context;
  if (plan === null || at.step < plan.steps.length) return nextCall(context);
  return plan.verification.own > 0 ? { tool: 'run_terminal_cmd', risk: 'execute' } : null;
}

/** What a yes to the step would be a yes to: `writes files (apply_patch), then deletes files (delete_file)`. */
export function deedsInWords(context: TaskContext): string {
  const { plan, at, settings, granted } = context;
  const next = nextDeed(context);
  if (next === null) return 'has nothing to do';
  const rest = plan?.steps[at.step]?.calls.slice(at.call) ?? [next];
  const asked = rest.filter(({ risk }) => settings.permissions[risk] === 'ask' && !granted.includes(risk));
  const kinds = new Map<ToolRisk, ToolName>([[next.risk, next.tool]]);
  for (const { risk, tool } of asked) if (!kinds.has(risk)) kinds.set(risk, tool);
  return [...kinds].map(([risk, tool]) => `${riskInWords[risk]} (${tool})`).join(', then ');
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
