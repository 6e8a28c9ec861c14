import type { PrdOutline } from '#lib/activities/prd.ts';
import type { prdActivities } from '#lib/activities/registry.ts';
import { isInState } from '#lib/engine/is-in-state.ts';
import type { Json } from '#lib/engine/json.ts';
import type { ActivityStart } from '#lib/engine/step.ts';
import { type Answer, drive, fire, offer, type ScriptedRun, scripted } from '../../testing/scripted.ts';
import type { PrdContext } from '../context.ts';
import { prdAgent } from '../index.ts';

type SessionActivity = keyof typeof prdActivities | 'answer-for-person';

/** How each activity answers: an output, or a failure. */
export type Script = { readonly [Name in SessionActivity]?: (run: ScriptedRun, start: ActivityStart) => Answer };

export const says = (output: Json) => (): Answer => ({ output });
export const fails =
  (code = 'E_IO') =>
  (): Answer => ({ error: { code, message: 'it broke' } });

/** Gives each answer once, in order, and the last one from then on. */
export function inTurn(...answers: readonly (() => Answer)[]): () => Answer {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    if (answer === undefined) throw new Error('there is no answer');
    return answer();
  };
}

/** A document of two tasks. */
export const outline: PrdOutline = {
  prdId: 'prd-1',
  title: 'A calmer alarm',
  tasks: [
    { id: 'T1', title: 'Add a hysteresis' },
    { id: 'T2', title: 'Count the alarms' },
  ],
};

export const changed = (ok: boolean) =>
  says({ ok, summary: ok ? 'changed one file' : 'no idea', commit: ok ? 'c1' : null, evidence: [] });
export const verified = (ok: boolean, isWhole = true) =>
  says({ ok, failed: ok ? null : 1, isWhole, summary: ok ? '2 commands passed' : '`make test` failed', evidence: [] });
export const answered = (answer: string) => says({ answered: true, answer, reason: 'the playbook says so' });

/** Everything goes well, and the playbook says yes. */
export const calm: Required<Script> = {
  'note-context': says({ edits: [] }),
  'draft-prd': says(outline as unknown as Json),
  'implement-task': changed(true),
  'fix-task': changed(true),
  'verify-prd': verified(true),
  'keep-checkpoint': says({ checkpoint: 'chk-202602081200', commit: 'c1', evidence: [] }),
  'return-to-checkpoint': says({ ok: true, files: 1, reason: '1 file changed back' }),
  'archive-prd': says({ commit: 'a1', summary: '4 files kept', evidence: [] }),
  'answer-for-person': answered('Go'),
};

export const calmInput = {
  project: 'thermostat',
  repository: { path: '/firmware' },
  ref: 'main',
  baseCommit: 'b0',
  requirement: 'The alarm must not flicker.',
  agents: [{ use: 'playbook', file: 'playbook.yaml' }],
  verify: ['make lint', 'make test'],
  archive: 'docs/prd',
};

/** A session that nobody has set going. */
export function created(input: object = {}): ScriptedRun {
  return scripted(prdAgent, { ...calmInput, ...input });
}

/** A session whose requirement has just come in. */
export function asked(input: object = {}): ScriptedRun {
  return offer(prdAgent, created(input), { type: 'USER_INPUT_REQUIREMENT' }).run;
}

/** Answers activities by the script until the run stands in the state, waits or ends. */
export function play(run: ScriptedRun, script: Script = {}, until?: string): ScriptedRun {
  const answers = { ...calm, ...script };
  return drive(prdAgent, run, (start, now) => answers[start.name as SessionActivity](now, start), {
    stop: (now) => until !== undefined && isInState(now.state, until),
    limit: 600,
  });
}

/** A confirmed session, played until it stands in the state, waits or ends. */
export function confirmed(script: Script = {}, until?: string, input: object = {}): ScriptedRun {
  return play(tell(play(asked(input), script), { type: 'USER_CONFIRM', prdId: 'prd-1' }).run, script, until);
}

export const tell = (run: ScriptedRun, event: { readonly type: string; readonly [field: string]: Json }) =>
  offer(prdAgent, run, { by: 'ada', reason: '', ...event });

export const due = (run: ScriptedRun, timer: string) => fire(prdAgent, run, timer);

export function contextOf(run: ScriptedRun): PrdContext {
  return run.envelope.context as unknown as PrdContext;
}

/** The top-level states of a run, each stay once. */
export function statesOf(run: ScriptedRun): string[] {
  return run.transitions.flatMap(({ to }) => to.split('.')[0] ?? []).filter((to, at, all) => to !== all[at - 1]);
}

export const endOf = (run: ScriptedRun) =>
  prdAgent.ending({ value: run.envelope.value, context: run.envelope.context as never });

const answers = ['Go', 'Go', 'fix: use 16 bits', 'skip', 'modify: one task only', 'roll back', 'cancel', 'what?'];

/** Random words of a playbook are never an answer: each becomes one that is. */
export function sensible(activity: string, output: Json): Json {
  const said: unknown = Reflect.get(Object(output), 'answer');
  if (activity !== 'answer-for-person' || typeof said !== 'string') return output;
  return { ...Object(output), answer: answers[said.length % answers.length] };
}
