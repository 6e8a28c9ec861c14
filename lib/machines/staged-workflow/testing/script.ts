import type { workflowActivities } from '#lib/activities/registry.ts';
import type { Proposal } from '#lib/activities/workflow.ts';
import { isInState } from '#lib/engine/is-in-state.ts';
import type { Json } from '#lib/engine/json.ts';
import type { ActivityStart } from '#lib/engine/step.ts';
import type { OutputOf } from '../../edges.ts';
import { type Answer, drive, fire, offer, type ScriptedRun, scripted } from '../../testing/scripted.ts';
import type { WorkflowContext } from '../context.ts';
import { stagedWorkflow } from '../index.ts';

type WorkflowActivity = keyof typeof workflowActivities | 'answer-for-person';

/** How each activity answers: an output, or a failure. */
export type Script = { readonly [Name in WorkflowActivity]?: (run: ScriptedRun, start: ActivityStart) => Answer };

export const says = (output: object) => (): Answer => ({ output: output as Json });
export const breaks =
  (code = 'UNHANDLED_EXCEPTION') =>
  (): Answer => ({ error: { code, message: 'it broke' } });

/** Two stages, the first with two steps. */
export const outline = {
  id: 'workflow-1',
  stages: [
    { id: 'load', steps: ['read', 'check'] },
    { id: 'report', steps: ['write'] },
  ],
};
export const proposal = (kind: Proposal['kind'] = 'workflow'): Proposal => ({
  id: 'update-1',
  kind,
  summary: 'adds the step clean',
  before: outline.id,
  workflow: {
    id: 'workflow-2',
    stages: [
      { id: 'load', steps: ['read', 'check', 'clean'] },
      { id: 'report', steps: ['write'] },
    ],
  },
});

type Planned = OutputOf<'ask-planning'>;

/** What Planning says; the first answer brings the workflow. */
export const planned = (changes: Partial<Planned> = {}) => ({
  targetAchieved: false,
  continueBehaviors: false,
  fallback: false,
  says: 'looked at it',
  focus: [],
  variables: null,
  adopted: null,
  proposal: null,
  evidence: [],
  ...changes,
});

/** Planning that lets each step have one behavior. */
export const calmPlanning =
  (changes: Partial<Planned> = {}) =>
  (_: ScriptedRun, { input }: ActivityStart): Answer => {
    const about: unknown = Reflect.get(Object(input), 'about');
    const workflow: unknown = Reflect.get(Object(Reflect.get(Object(input), 'place')), 'workflow');
    const state: unknown = Reflect.get(Object(Reflect.get(Object(input), 'place')), 'state');
    const targetAchieved = about === 'behavior' || about === 'workflow' || state === 'step_completed';
    return { output: planned({ targetAchieved, adopted: workflow === null ? outline : null, ...changes }) as Json };
  };

export const performed = (ok: boolean) =>
  says({
    n: 1,
    of: 2,
    ok,
    kind: 'exec',
    summary: ok ? 'cell-1 printed 3 lines' : 'NameError: x',
    cell: { id: 'cell-1', name: null, type: 'code', ok, artifact: 'c1' },
    effect: { text: '3 lines', artifact: null },
    evidence: [],
  });

/** Everything goes well and nobody has to be asked. */
export const calm: Required<Script> = {
  'ask-planning': calmPlanning(),
  'ask-generating': says({ queue: { id: 'queue-1', count: 2 }, says: '', evidence: [] }),
  'perform-action': performed(true),
  'keep-notebook': says({ cells: 1, evidence: [] }),
  'answer-for-person': says({ answered: true, answer: 'yes', reason: 'the playbook says so' }),
  'clean-up-workflow': says({ stopped: 1, commit: 'c0', patch: null, summary: 'the kernel is stopped', evidence: [] }),
};

export const calmInput = {
  project: 'sensors',
  repository: { path: '/sensors' },
  ref: 'main',
  baseCommit: 'b0',
  goal: 'A report of the readings.',
  planning: { use: 'service', url: 'http://localhost:8080/planning' },
  generating: { use: 'service', url: 'http://localhost:8080/generating' },
};

/** A workflow that nobody has started. */
export function created(input: object = {}): ScriptedRun {
  return scripted(stagedWorkflow, { ...calmInput, ...input });
}

/** A workflow that has just been started. */
export function started(input: object = {}): ScriptedRun {
  return offer(stagedWorkflow, created(input), { type: 'START_WORKFLOW' }).run;
}

/** Answers activities by the script until the run stands in the state, waits or ends. */
export function play(run: ScriptedRun, script: Script = {}, until?: string): ScriptedRun {
  const answers = { ...calm, ...script };
  return drive(stagedWorkflow, run, (start, now) => answers[start.name as WorkflowActivity](now, start), {
    stop: (now) => until !== undefined && isInState(now.state, until),
    limit: 400,
  });
}

export const tell = (run: ScriptedRun, event: { readonly type: string; readonly [field: string]: Json }) =>
  offer(stagedWorkflow, run, { by: 'ada', reason: '', ...event });

export const due = (run: ScriptedRun, timer: string) => fire(stagedWorkflow, run, timer);

export function contextOf(run: ScriptedRun): WorkflowContext {
  return run.envelope.context as unknown as WorkflowContext;
}
