import { clip } from '#lib/format/clip.ts';
import type { Node } from '../../edges.ts';
import { fresh, type SessionContext } from '../context.ts';
import {
  atOnce,
  completing,
  type Failure,
  interruptedBy,
  oneMore,
  pushed,
  type SessionEdge,
  warned,
  work,
} from '../edges.ts';
import { judgeStates } from '../judging.ts';
import { isSpent, tries } from '../words.ts';

interface Checked {
  readonly summary: string;
  readonly outputId: string | null;
}

/** A check that could not be run has not passed. */
const broken = ({ code, message }: Failure): Checked => ({ summary: `${code}: ${message}`, outputId: null });

const idsOf = (...ids: readonly (string | null)[]): string[] => ids.flatMap((id) => (id === null ? [] : [id]));

/** Where `LINTING` leads: to the tests, or past them where there are none. */
const afterLint = <What>(edge: Omit<SessionEdge<What>, 'to'>): readonly SessionEdge<What>[] => {
  const { when = () => true } = edge;
  return [
    {
      ...edge,
      when: (context, what) => !context.settings.test && when(context, what),
      to: '#COMMITTING',
      because: (context, what) => `${edge.because(context, what)}; there is no test command`,
    },
    { ...edge, to: '#TESTING' },
  ];
};

const lintFails = <What>(read: (what: What) => Checked): readonly SessionEdge<What>[] => [
  {
    when: (context) => !isSpent('lint', context),
    to: '#DEVELOPING',
    label: 'lint_fail',
    because: (context, what) => `${read(what).summary}: fix ${tries('lint', context, 1)}`,
    change: (context, what) => ({
      ...oneMore('lint', context),
      ...pushed({ kind: 'lint', ids: idsOf(read(what).outputId), text: clip(read(what).summary, 400).text }),
    }),
  },
  ...afterLint<What>({
    label: 'skipped',
    because: ({ settings }, what) =>
      `${read(what).summary}, after ${settings.limits.retries.lint} fixes: lint is skipped by force`,
    change: (context, what) => warned(context, `lint still fails: ${read(what).summary}`),
  }),
];

/** The project's own lint command, run here whatever the session says of it. */
export const linting: Node<SessionContext> = {
  id: 'LINTING',
  initial: 'DECIDE',
  states: {
    DECIDE: atOnce(
      ...afterLint<null>({
        when: ({ settings }) => !settings.lint,
        label: 'no lint command',
        because: () => 'there is no lint command',
        change: ({ passed }) => ({ passed: { ...passed, lint: true } }),
      }),
      { to: 'RUN', because: () => 'the lint command is run' },
    ),
    RUN: {
      ...work('run-session-checks', {
        timeout: 'check time-out',
        input: ({ tree }) => ({ checks: ['lint'], tree }),
        done: [
          ...afterLint<{ readonly ok: boolean; readonly summary: string }>({
            when: (_, { ok }) => ok,
            label: 'lint_pass',
            because: (_, { summary }) => summary || 'lint passed',
            change: ({ passed }) => ({ passed: { ...passed, lint: true } }),
          }),
          ...lintFails<Checked>((checked) => checked),
        ],
        failed: lintFails(broken),
      }),
      on: interruptedBy('LINTING'),
    },
  },
};

const testsFail = <What>(read: (what: What) => Checked): readonly SessionEdge<What>[] => [
  {
    when: (context) => !isSpent('test', context),
    to: 'JUDGE',
    label: 'test_fail',
    because: (_, what) => `${read(what).summary}: is it the code or the test?`,
    change: (_, what) => ({
      judging: { ...fresh, subject: 'failure', id: read(what).outputId },
      push: { kind: 'test', ids: idsOf(read(what).outputId), text: clip(read(what).summary, 400).text },
    }),
  },
  completing({
    label: 'tests fail',
    because: ({ settings }, what) =>
      `${read(what).summary}, after ${settings.limits.retries.test} fixes: the tests still fail`,
    warning: (_, what) => `the tests fail: ${read(what).summary}`,
  }),
];

/** The project's own tests; of a failure the judge says whose fault it is before it goes back. */
export const testing: Node<SessionContext> = {
  id: 'TESTING',
  initial: 'RUN',
  states: {
    RUN: {
      ...work('run-session-checks', {
        timeout: 'check time-out',
        input: ({ tree }) => ({ checks: ['test'], tree }),
        done: [
          {
            when: (_, { ok }) => ok,
            to: '#COMMITTING',
            label: 'test_pass',
            because: (_, { summary }) => summary || 'the tests passed',
            evidence: (_, { evidence }) => evidence,
            change: ({ passed }) => ({ passed: { ...passed, test: true } }),
          },
          ...testsFail<Checked>((checked) => checked),
        ],
        failed: testsFail(broken),
      }),
      on: interruptedBy('TESTING'),
    },
    ...judgeStates('TESTING'),
    NEXT: atOnce({
      to: '#DEVELOPING',
      label: 'test_fail',
      because: (context) =>
        `${context.judging.verdict?.signal === 'test_fault' ? 'the test itself is wrong' : 'the code is wrong'}: fix ${tries('test', context, 1)}`,
      change: (context) => {
        const { answerId = null, text = '' } = context.judging.verdict ?? {};
        const { push } = context;
        return {
          ...oneMore('test', context),
          ...pushed({
            kind: 'test',
            ids: [...push.ids, ...idsOf(answerId)].slice(0, 5),
            text: [push.text, text].filter(Boolean).join('\n').slice(0, 1_000),
          }),
        };
      },
    }),
  },
};
