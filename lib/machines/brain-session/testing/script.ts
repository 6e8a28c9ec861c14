import type { sessionActivities } from '#lib/activities/registry.ts';
import { isInState } from '#lib/engine/is-in-state.ts';
import type { Json } from '#lib/engine/json.ts';
import type { ActivityStart } from '#lib/engine/step.ts';
import { type Answer, drive, fire, offer, type ScriptedRun, scripted } from '../../testing/scripted.ts';
import type { SessionContext } from '../context.ts';
import { brainSession } from '../index.ts';

type SessionActivity = keyof typeof sessionActivities;

/** How each activity answers: an output, or a failure. */
export type Script = { readonly [Name in SessionActivity]?: (start: ActivityStart) => Answer };

export const says = (output: Json) => (): Answer => ({ output });
export const fails =
  (code = 'TIMEOUT') =>
  (): Answer => ({ error: { code, message: 'it broke' } });

/** One answer after the other; the last one again and again. */
export const inTurn = (...answers: readonly ((start: ActivityStart) => Answer)[]) => {
  let at = 0;
  return (start: ActivityStart): Answer => {
    const answer = answers[Math.min(at, answers.length - 1)];
    at += 1;
    if (answer === undefined) throw new Error('no answer');
    return answer(start);
  };
};

export const replies = (changes: object = {}) =>
  says({
    outcome: 'replied',
    session: 's1',
    signals: ['writing', 'done'],
    work: 'w1',
    files: 1,
    replyId: 'r1',
    reason: 'done',
    evidence: [],
    ...changes,
  } as Json);
export const dies = replies({ outcome: 'died', work: null, replyId: null, reason: 'the program ended with 1' });

export const judged = (signal: string, answerId = 'a1') =>
  says({ outcome: 'judged', signal, reason: `it is ${signal}`, answerId });
export const nonsense = says({ outcome: 'unreadable', reason: 'no JSON object' });

/** What of the judge a script says for one subject; the others are fine. */
export const judge =
  (by: { readonly [subject: string]: (start: ActivityStart) => Answer }) =>
  (start: ActivityStart): Answer => {
    const { about } = start.input as { about: string };
    return (by[about] ?? judged(about === 'failure' ? 'code_fault' : 'no_issue'))(start);
  };

export const checked = (ok: boolean, failed: 'lint' | 'test' | null = null) =>
  says({
    ok,
    failed,
    summary: ok ? 'it passed' : `${failed ?? 'it'} failed`,
    outputId: ok ? null : 'o1',
    evidence: [],
  });

/** The answer of each check by its name. */
export const checks =
  (by: { readonly lint?: (start: ActivityStart) => Answer; readonly test?: (start: ActivityStart) => Answer }) =>
  (start: ActivityStart): Answer => {
    const [first] = (start.input as { checks: ('lint' | 'test')[] }).checks;
    return (first === undefined ? checked(true) : (by[first] ?? checked(true)))(start);
  };

export const committed = (changes: object = {}) =>
  says({ outcome: 'committed', commit: 'c1', files: 1, merged: false, reason: 'committed', evidence: [], ...changes });
export const refused = (outcome: 'hook' | 'conflict' | 'failed', changes: object = {}) =>
  says({
    outcome,
    commit: null,
    work: 'w1',
    merging: null,
    reason: `a ${outcome}`,
    outputId: 'o2',
    evidence: [],
    ...changes,
  });
export const deployed = (ok: boolean) => says({ ok, summary: ok ? 'it is live' : 'the target refused', evidence: [] });
export const refined = (intent: string) =>
  says({ intent, instructionId: 'i1', preview: 'Handle empty frames.', reason: 'clear' });

/** Everything goes well. */
export const calm: Required<Script> = {
  'work-in-session': replies(),
  'judge-session': judge({}),
  'stand-in-for-judge': says({ signal: null, reason: 'the playbook has no answer' }),
  'run-session-checks': checked(true),
  'draft-commit': says({ messageId: 'm1', subject: 'Handle empty frames' }),
  'commit-work': committed(),
  'deploy-work': deployed(true),
  'refine-message': refined('stay'),
  'complete-session': says({ summary: 'frames are handled', commit: 'c1', uncommitted: 0, evidence: [] }),
};

export const calmInput = {
  project: 'frames',
  repository: { path: '/firmware' },
  ref: 'main',
  baseCommit: 'b0',
  task: 'Handle empty frames.',
  session: { use: 'playbook', file: 'playbook.yaml' },
  judge: { use: 'playbook', file: 'playbook.yaml' },
  commands: { lint: 'make lint', test: 'make test' },
};

export const deploys = (when: 'always' | 'asked', roll_back: string | null = './target roll-back') => ({
  deploy: { command: './target deploy', roll_back, when },
});

/** A session that nobody has set going. */
export function created(input: object = {}): ScriptedRun {
  return scripted(brainSession, { ...calmInput, ...input });
}

/** A session that has just got its task. */
export function begun(input: object = {}): ScriptedRun {
  return offer(brainSession, created(input), { type: 'INIT_PROMPT' }).run;
}

/** Answers activities by the script until the run stands in the state, waits or ends. */
export function play(run: ScriptedRun, script: Script = {}, until?: string): ScriptedRun {
  const answers = { ...calm, ...script };
  return drive(brainSession, run, (start) => answers[start.name as SessionActivity](start), {
    stop: (now) => until !== undefined && isInState(now.state, until),
    limit: 600,
  });
}

export const tell = (run: ScriptedRun, event: { readonly type: string; readonly [field: string]: Json }) =>
  offer(brainSession, run, { by: 'ada', reason: '', ...event });

export const due = (run: ScriptedRun, timer: string) => fire(brainSession, run, timer);

export function contextOf(run: ScriptedRun): SessionContext {
  return run.envelope.context as unknown as SessionContext;
}

/** The top states that a run has gone through. */
export const states = (run: ScriptedRun) =>
  run.transitions.map(({ to }) => to.split('.')[0]).filter((to, at, all) => to !== all[at - 1]);
export const endOf = (run: ScriptedRun) => brainSession.ending({ value: run.envelope.value, context: contextOf(run) });
export const ci = { mode: 'ci' };
export const unreadable = judge({ security: nonsense });
export const message = { type: 'USER_MESSAGE', text: 'and count them' };
export const send = { type: 'INSTRUCTION', answer: 'send', shown: 'i1', text: '' };
export const verdict = { type: 'VERDICT', about: 'security', signal: 'no_issue', suggestion: '' };
export const has = (signal: string) => judge({ function: judged(signal) });
export const lintFails = checks({ lint: checked(false, 'lint') });
export const testFails = checks({ test: checked(false, 'test') });
