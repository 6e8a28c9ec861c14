import { counted } from '#lib/format/count.ts';
import type { Node } from '../../edges.ts';
import type { TaskContext } from '../context.ts';
import { due, ending, on, work } from '../edges.ts';
import { mostRounds } from '../tunables.ts';
import { decideWhoAnswers, waitsFor } from '../waiting.ts';

/** Reads the request: what it needs to be allowed, and what is unclear. */
export const intake: Node<TaskContext> = {
  id: 'INTAKE',
  ...work('take-in-request', {
    timeout: 'intake time-out',
    input: ({ rounds }) => ({ round: rounds }),
    done: [
      {
        ...ending<{ readonly intent: string; readonly denied: readonly string[] }>('blocked', {
          because: (_, { denied }) => `the project does not allow what the request needs: ${denied.join(', ')}`,
        }),
        when: (_, { denied }) => denied.length > 0,
        change: (_, { denied }) => ({
          outcome: 'blocked',
          reason: `the project does not allow what the request needs: ${denied.join(', ')}`,
          trouble: { code: 'E_POLICY_DENIED', message: `needs ${denied.join(', ')}`, from: 'PLANNING' },
        }),
      },
      {
        when: ({ rounds }, { questions }) => questions.length > 0 && rounds < mostRounds,
        to: '#CLARIFYING',
        label: 'unclear',
        because: (_, { questions }) =>
          `${counted(questions.length, 'question')} before it can be planned: ${questions.join(' · ')}`,
        change: ({ rounds }, { questions }) => ({ questions, rounds: rounds + 1 }),
        record: [({ rounds, questions }) => ({ kind: 'clarification', key: String(rounds), data: { questions } })],
      },
      {
        ...ending<{ readonly questions: readonly string[] }>('blocked', {
          because: ({ rounds }, { questions }) =>
            `still unclear after ${counted(rounds, 'round')} of questions: ${questions.join(' · ')}`,
        }),
        when: (_, { questions }) => questions.length > 0,
      },
      {
        to: '#CONTEXT_BUILDING',
        label: 'clear',
        because: (_, { intent, risk }) => `understood, risk ${risk}: ${intent}`,
        change: () => ({ questions: [], repairs: 0 }),
        record: [(_, { intent, risk }) => ({ kind: 'intake', key: 'intake', data: { intent, risk } })],
      },
    ],
    failed: [
      {
        when: ({ repairs, settings }) => repairs < settings.limits.repairs_per_step,
        to: '#INTAKE',
        reenter: true,
        label: 'again',
        because: ({ repairs }, { code, message }) => `try ${repairs + 2} after ${code}: ${message}`,
        change: ({ repairs }) => ({ repairs: repairs + 1 }),
      },
      ending('blocked', { because: (_, { message }) => `the request could not be taken in: ${message}` }),
    ],
  }),
};

/** Waits for answers to at most three questions; where nobody is around the playbook is asked. */
export const clarifying: Node<TaskContext> = {
  id: 'CLARIFYING',
  initial: 'DECIDE',
  states: {
    DECIDE: decideWhoAnswers(({ questions }) => `waits for ${counted(questions.length, 'answer')}`),
    OPEN: waitsFor('answer due', 'answer_minutes', {
      ...on('CLARIFICATION_ANSWER', {
        to: '#INTAKE',
        label: 'answered',
        because: (_, { by, text }) => `${by} answers: ${text}`,
        record: [
          ({ rounds }, { by, text }) => ({ kind: 'clarification', key: String(rounds), data: { answer: text, by } }),
        ],
      }),
      ...due(
        'TIMEOUT',
        ending('blocked', { because: ({ questions }) => `no answer in time; missing: ${questions.join(' · ')}` }),
      ),
    }),
    ASK: work('answer-for-person', {
      timeout: 'answer time-out',
      input: ({ questions }) => ({ question: questions.join('\n'), options: [], about: 'clarification' }),
      done: [
        {
          when: (_, { answered }) => answered,
          to: '#INTAKE',
          label: 'answered',
          because: (_, { answer }) => `the playbook answers: ${answer}`,
          record: [
            ({ rounds }, { answer }) => ({
              kind: 'clarification',
              key: String(rounds),
              data: { answer, by: 'playbook' },
            }),
          ],
        },
        ending('blocked', {
          because: ({ questions }, { reason }) => `nobody answers (${reason}); missing: ${questions.join(' · ')}`,
        }),
      ],
      failed: [
        ending('blocked', {
          because: ({ questions }, { message }) => `nobody answers (${message}); missing: ${questions.join(' · ')}`,
        }),
      ],
    }),
  },
};
