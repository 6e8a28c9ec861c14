import type { taskActivities } from '#lib/activities/registry.ts';
import type { PlanOutline } from '#lib/activities/task.ts';
import { isInState } from '#lib/engine/is-in-state.ts';
import type { Json } from '#lib/engine/json.ts';
import type { ActivityStart } from '#lib/engine/step.ts';
import { type Answer, drive, fire, offer, type ScriptedRun, scripted } from '../../testing/scripted.ts';
import type { TaskContext } from '../context.ts';
import { taskOrchestrator } from '../index.ts';

type TaskActivity = keyof typeof taskActivities;

/** How each activity answers: an output, or a failure. */
export type Script = { readonly [Name in TaskActivity]?: (run: ScriptedRun, start: ActivityStart) => Answer };

const said = (output: Json) => (): Answer => ({ output });
export const says = said;
export const fails =
  (code = 'E_IO') =>
  (): Answer => ({ error: { code, message: 'it broke' } });

/** A plan of two steps: one reads, one writes and runs. */
export const outline: PlanOutline = {
  planId: 'plan-1',
  summary: 'Look, then change',
  steps: [
    { id: 's1', title: 'look', calls: [{ tool: 'read_file', risk: 'read' }] },
    {
      id: 's2',
      title: 'change',
      calls: [
        { tool: 'apply_patch', risk: 'write' },
        { tool: 'run_terminal_cmd', risk: 'execute' },
      ],
    },
  ],
  verification: { mode: 'test', required: true, own: 0 },
};
export const planned = (changes: Partial<PlanOutline> = {}) => said({ ...outline, ...changes } as unknown as Json);

export const used = (ok: boolean, code: string | null = ok ? null : 'E_CONFLICT') =>
  said({ ok, code, summary: ok ? 'done' : 'it does not fit', evidence: [] });
export const verified = (ok: boolean) =>
  said({ ok, ran: 2, failed: ok ? 0 : 1, summary: ok ? '2 commands pass' : '`make test` fails', evidence: [] });

/** Everything goes well and nobody has to be asked. */
export const calm: Required<Script> = {
  'take-in-request': said({ intent: 'mend the filter', denied: [], risk: 'low', questions: [] }),
  'answer-for-person': said({ answered: true, answer: 'yes', reason: 'the playbook says so' }),
  'gather-context': said({ files: 12, symbols: 90, hits: 4, searchedWith: 'ripgrep', evidence: [] }),
  'draft-plan': planned(),
  'use-read-tool': used(true),
  'use-tool': used(true),
  'verify-task': verified(true),
  'draft-repair': said({ outcome: 'fix', reason: 'one line', plan: outline as unknown as Json }),
  'undo-writes': said({ ok: true, files: 2, reason: '2 files are as they were' }),
  'summarise-task': said({ summary: 'the filter is mended', commit: 'c1', files: 1, trouble: null, evidence: [] }),
};

export const calmInput = {
  project: 'thermostat',
  repository: { path: '/firmware' },
  ref: 'main',
  baseCommit: 'b0',
  request: 'Mend the filter.',
  agents: [{ use: 'playbook', file: 'playbook.yaml' }],
  permissions: { write: 'allow', delete: 'allow', execute: 'allow' },
};

/** A task that nobody has set going. */
export function created(input: object = {}): ScriptedRun {
  return scripted(taskOrchestrator, { ...calmInput, ...input });
}

/** A task that has just been asked for. */
export function asked(input: object = {}): ScriptedRun {
  return offer(taskOrchestrator, created(input), { type: 'USER_MESSAGE' }).run;
}

/** Answers activities by the script until the run stands in the state, waits or ends. */
export function play(run: ScriptedRun, script: Script = {}, until?: string): ScriptedRun {
  const answers = { ...calm, ...script };
  return drive(taskOrchestrator, run, (start, now) => answers[start.name as TaskActivity](now, start), {
    stop: (now) => until !== undefined && isInState(now.state, until),
    limit: 400,
  });
}

export const tell = (run: ScriptedRun, event: { readonly type: string; readonly [field: string]: Json }) =>
  offer(taskOrchestrator, run, { by: 'ada', reason: '', ...event });

export const due = (run: ScriptedRun, timer: string) => fire(taskOrchestrator, run, timer);

export function contextOf(run: ScriptedRun): TaskContext {
  return run.envelope.context as unknown as TaskContext;
}
