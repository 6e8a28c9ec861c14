import type { Node } from '../../edges.ts';
import { waitUntil } from '../../wait-until.ts';
import type { PrdContext } from '../context.ts';
import { atOnce, due, ending, noting, on, type PrdEdge, taskFact, triggered, work } from '../edges.ts';
import { mostAnswers } from '../tunables.ts';
import { because, blockedBy, lastCheckpoint, readAnswer, taskInWords } from '../words.ts';

interface Given {
  readonly by: string;
  readonly text: string;
  readonly patch: string | null;
}

/** A person's way out begins the task's count anew: what was tried before says nothing about it. */
const intervened = <What>(read: (what: What) => Given): PrdEdge<What> =>
  triggered('HUMAN_INTERVENTION', {
    to: '#EXECUTING',
    because: (_, what) => {
      const { by, text, patch } = read(what);
      return `${by} gives ${patch === null ? 'a way out' : 'a patch'}${because(text.slice(0, 300))}`;
    },
    change: ({ answers }) => ({ doing: 'mend', fixes: 0, attempts: 0, answers: answers + 1 }),
    record: [
      ({ at, answers }, what) => ({
        kind: 'intervention',
        key: `${String(at).padStart(2, '0')}:${String(answers).padStart(3, '0')}`,
        data: { ...read(what), task: at },
      }),
    ],
  });

/** A blocked archive has no task to skip: it is tried again. */
const skipped = <What>(who: (what: What) => string): PrdEdge<What> =>
  triggered('SKIP', {
    to: '#EXECUTING',
    because: (context, what) => `${who(what)} skips ${taskInWords(context)}`,
    change: ({ statuses, at, prd }) => ({
      statuses: statuses.map((status, task) => (task === at ? 'skipped' : status)),
      at: Math.min(at + 1, prd?.tasks.length ?? 0),
      doing: at < statuses.length ? 'drop' : 'next',
    }),
    record: [
      ({ at, ...context }) => taskFact(Math.max(0, context.statuses.lastIndexOf('skipped')))({ at, ...context }),
    ],
  });

const rolledBack = <What>(who: (what: What) => string): PrdEdge<What> =>
  triggered(
    'ROLLBACK',
    ending('rolled back', {
      because: (context, what) => `${who(what)} rolls back to ${lastCheckpoint(context)}; ${blockedBy(context)}`,
    }),
  );

interface Said {
  readonly by: string;
  readonly reason: string;
}
const person = ({ by, reason }: Said): string => `${by}${because(reason)}`;
const playbook = ({ reason }: { readonly reason: string }): string => `the playbook${because(reason)}`;

/** Nothing goes on by itself: somebody gives a fix, skips the task or rolls back. */
export const blocked: Node<PrdContext> = {
  id: 'BLOCKED',
  initial: 'NOTE',
  on: {
    ...on(
      'HUMAN_INTERVENTION',
      intervened<Said & { text?: string | undefined; patch?: string | undefined }>(({ by, text, reason, patch }) => ({
        by,
        text: text ?? reason,
        patch: patch ?? null,
      })),
    ),
    ...on('SKIP', skipped<Said>(person)),
    ...on('ROLLBACK', rolledBack<Said>(person)),
  },
  states: {
    NOTE: noting('BLOCKED', { to: 'DECIDE' }),
    DECIDE: atOnce(
      {
        when: ({ settings }) => settings.mode === 'interactive',
        to: 'OPEN',
        because: (context) => `waits for somebody: ${blockedBy(context)}`,
      },
      { to: 'ASK', because: ({ settings }) => `nobody is waited for in ${settings.mode} mode: the playbook is asked` },
    ),
    OPEN: waitUntil('block due', ({ settings }: PrdContext) => settings.limits.block_minutes * 60_000, {
      ...due(
        'TIMEOUT',
        rolledBack(() => 'nobody has come in time, which'),
      ),
    }),
    ASK: work('answer-for-person', {
      timeout: 'answer time-out',
      input: (context) => ({
        question: `${blockedBy(context)}. Fix it (and how), skip it, or roll back?`,
        options: ['fix: how to mend it', 'skip', 'roll back'],
        about: 'block',
      }),
      done: [
        {
          ...intervened<{ readonly answer: string }>(({ answer }) => ({
            by: 'the playbook',
            text: readAnswer(answer, 'fix'),
            patch: null,
          })),
          when: ({ answers }, { answered, answer }) =>
            answered && readAnswer(answer, 'fix') !== '' && answers < mostAnswers,
        },
        { ...skipped(playbook), when: (_, { answered, answer }) => answered && /^skip\b/i.test(answer) },
        rolledBack(playbook),
      ],
      failed: [rolledBack(({ message }) => `nobody could be asked (${message}), which`)],
    }),
  },
};
