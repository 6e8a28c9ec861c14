import type { Failure, Node, OutputOf } from '../../edges.ts';
import type { Doing, PrdContext, Trouble } from '../context.ts';
import { atCheckpoint, atOnce, noting, type PrdEdge, taskFact, triggered, work } from '../edges.ts';
import { doneSoFar, lastCheckpoint, taskInWords } from '../words.ts';

/** The place in the queue that an activity works for. */
export const place = ({ prd, at, tree }: PrdContext) => ({
  prdId: prd?.prdId ?? 'none',
  task: at,
  tree: tree.commit,
  n: tree.n + 1,
});

/** What the machine knows of the tree after a change. */
export function changedTo({ tree }: PrdContext, { commit }: { readonly commit: string | null }): Partial<PrdContext> {
  return commit === null ? {} : { tree: { commit, n: tree.n + 1 } };
}

/** An error ends the quiet part of a task: it is fixed automatically, and each try counts. */
const broken = <What>(command: (what: What) => number | null, message: (what: What) => string): PrdEdge<What> =>
  triggered('ERROR_DETECTED', {
    to: '#AUTO_FIX',
    because: (context, what) => `${taskInWords(context)}: ${message(what)}`,
    change: ({ fixes, allFixes }, what) => ({
      attempts: 1,
      fixes: fixes + 1,
      allFixes: allFixes + 1,
      failure: troubleOf('task', command(what), message(what)),
    }),
    record: [taskFact()],
  });

export function troubleOf(what: Trouble['what'], command: number | null, message: string): Trouble {
  return { what, command, message: message.slice(0, 300) };
}

const lost = [
  broken<Failure>(
    () => null,
    ({ code, message }) => `${code}: ${message}`,
  ),
];

/** Git or the disk failed, which no agent can mend. */
const stuck = <What>(doing: string, why: (what: What) => string): PrdEdge<What> => ({
  to: '#BLOCKED',
  label: 'not kept',
  because: (context, what) => `${taskInWords(context)}: ${doing} failed: ${why(what)}`,
  change: (_, what) => ({ failure: troubleOf('task', null, `${doing} failed: ${why(what)}`) }),
});
const whyOf = ({ message }: Failure): string => message;

type Changed = OutputOf<'implement-task'>;

const changedIt: PrdEdge<Changed> = {
  when: (_, { ok }) => ok,
  to: 'VERIFY',
  label: 'changed',
  because: (context, { summary }) => `${taskInWords(context)}: ${summary}`,
  evidence: (_, { evidence }) => evidence,
  change: changedTo,
};

const changedNothing: PrdEdge<Changed> = {
  ...broken<Changed>(
    () => null,
    ({ summary }) => summary,
  ),
  evidence: (_, { evidence }) => evidence,
};

const whereTo = {
  begin: 'CHECKPOINT',
  next: 'NEXT',
  verify: 'VERIFY',
  keep: 'CHECKPOINT',
  mend: 'MEND',
  drop: 'DROP',
} as const satisfies Record<Doing, string>;

/** Works the queue off: a task is carried out, verified, and kept as a checkpoint. */
export const executing: Node<PrdContext> = {
  id: 'EXECUTING',
  initial: 'NOTE',
  states: {
    NOTE: noting(
      'EXECUTING',
      ...Object.entries(whereTo).map(([doing, to]) => ({ when: (context: PrdContext) => context.doing === doing, to })),
    ),
    NEXT: atOnce(
      {
        ...triggered<null>('ALL_TASKS_DONE', { to: '#ARCHIVING', because: (context) => doneSoFar(context) }),
        when: ({ prd, at }) => at >= (prd?.tasks.length ?? 0),
        change: () => ({ tries: 0, answers: 0, failure: null }),
      },
      {
        to: 'RUN',
        label: 'next task',
        because: (context) => `begins ${taskInWords(context)}`,
        change: ({ statuses, at }) => ({
          statuses: statuses.map((status, task) => (task === at ? 'in_progress' : status)),
          fixes: 0,
          allFixes: 0,
          answers: 0,
          failure: null,
        }),
        record: [taskFact()],
      },
    ),
    RUN: work('implement-task', {
      timeout: 'work time-out',
      input: place,
      done: [changedIt, changedNothing],
      failed: lost,
    }),
    MEND: work('fix-task', {
      timeout: 'work time-out',
      input: (context) => ({ ...place(context), failure: context.failure?.message ?? '', attempt: null }),
      done: [changedIt, changedNothing],
      failed: lost,
    }),
    VERIFY: work('verify-prd', {
      timeout: 'verification time-out',
      input: ({ tree }) => ({ tree: tree.commit, only: null }),
      done: [
        {
          when: (_, { ok }) => ok,
          to: 'CHECKPOINT',
          label: 'verified',
          because: (context, { summary }) => `${taskInWords(context)}: ${summary}`,
          evidence: (_, { evidence }) => evidence,
        },
        {
          ...broken<OutputOf<'verify-prd'>>(
            ({ failed }) => failed,
            ({ summary }) => summary,
          ),
          evidence: (_, { evidence }) => evidence,
        },
      ],
      failed: lost,
    }),
    CHECKPOINT: work('keep-checkpoint', {
      timeout: 'checkpoint time-out',
      input: ({ tree }) => ({ tree: tree.commit }),
      done: [
        {
          when: ({ checkpoint }) => checkpoint === null,
          to: 'NOTE',
          label: 'begun',
          because: (_, { checkpoint }) => `${checkpoint} is where it begins`,
          evidence: (_, { evidence }) => evidence,
          change: ({ tree }, { checkpoint: name, commit }) => ({
            checkpoint: { name, commit },
            tree: { ...tree, commit },
            doing: 'next',
          }),
        },
        {
          to: 'NOTE',
          label: 'task done',
          because: (context, { checkpoint }) => `${taskInWords(context)} is done and kept as ${checkpoint}`,
          evidence: (_, { evidence }) => evidence,
          change: ({ statuses, at, prd }, { checkpoint: name, commit }) => ({
            checkpoint: { name, commit },
            statuses: statuses.map((status, task) => (task === at ? 'done' : status)),
            at: Math.min(at + 1, prd?.tasks.length ?? 0),
            doing: 'next',
          }),
          record: [keptFact],
        },
      ],
      failed: [stuck('keeping a checkpoint', whyOf)],
    }),
    DROP: work('return-to-checkpoint', {
      timeout: 'checkpoint time-out',
      input: ({ checkpoint }) => ({ tree: checkpoint?.commit ?? null }),
      done: [
        {
          when: (_, { ok }) => ok,
          to: 'NEXT',
          label: 'dropped',
          because: (context, { reason }) =>
            `what the skipped task changed is gone, back at ${lastCheckpoint(context)}: ${reason}`,
          change: atCheckpoint,
        },
        stuck('going back to the checkpoint', ({ reason }) => reason),
      ],
      failed: [stuck('going back to the checkpoint', whyOf)],
    }),
  },
};

/** The task that was kept just now; the whole is no task. */
function keptFact(context: PrdContext) {
  const { statuses } = context;
  const last = statuses.lastIndexOf('done');
  return { ...taskFact(last)({ ...context, at: last }) };
}
