import type { Failure, Node, OutputOf } from '../../edges.ts';
import type { PrdContext } from '../context.ts';
import { atOnce, noting, on, type PrdEdge, taskFact, triggered, work } from '../edges.ts';
import { mostAttempts, mostFixes } from '../tunables.ts';
import { because, taskInWords } from '../words.ts';
import { changedTo, place, troubleOf } from './executing.ts';

/** A fix that did not help: another one while there is a try left, else a person is needed. */
function notFixed<What>(
  message: (what: What) => string,
  command?: (what: What) => number | null,
): readonly PrdEdge<What>[] {
  const failure = ({ failure: before }: PrdContext, what: What) => ({
    failure: troubleOf('task', command === undefined ? (before?.command ?? null) : command(what), message(what)),
  });
  return [
    {
      when: ({ attempts, fixes }) => attempts < mostAttempts && fixes < mostFixes,
      to: 'NOTE',
      label: 'again',
      because: ({ attempts }, what) => `fix ${attempts} of ${mostAttempts} did not help: ${message(what)}`,
      change: (context, what) => ({
        attempts: context.attempts + 1,
        fixes: context.fixes + 1,
        allFixes: context.allFixes + 1,
        ...failure(context, what),
      }),
      record: [taskFact()],
    },
    {
      when: ({ attempts }) => attempts < mostAttempts,
      to: '#BLOCKED',
      label: `${mostFixes} fixes`,
      because: (context, what) => `${taskInWords(context)} has had ${context.fixes} fixes: ${message(what)}`,
      change: (context, what) => ({ attempts: 0, ...failure(context, what) }),
      record: [taskFact()],
    },
    triggered('FIX_FAILED_3X', {
      to: '#BLOCKED',
      because: (context, what) =>
        `${taskInWords(context)}, ${context.attempts} fixes in a row did not help: ${message(what)}`,
      change: (context, what) => ({ attempts: 0, ...failure(context, what) }),
      record: [taskFact()],
    }),
  ];
}

const lost = notFixed<Failure>(({ code, message }) => `${code}: ${message}`);

/** Mends what fails, at most three times in a row and ten times a task; then a person is needed. */
export const autoFix: Node<PrdContext> = {
  id: 'AUTO_FIX',
  initial: 'NOTE',
  on: on(
    'FORCE_STOP',
    triggered('FORCE_STOP', {
      to: '#BLOCKED',
      because: ({ attempts }, { by, reason }) => `${by} stops fix ${attempts} of ${mostAttempts}${because(reason)}`,
      change: () => ({ attempts: 0 }),
      record: [taskFact()],
    }),
  ),
  states: {
    NOTE: noting('AUTO_FIX', { to: 'DECIDE' }),
    DECIDE: atOnce(
      {
        when: ({ fixes }) => fixes > mostFixes,
        to: '#BLOCKED',
        label: `${mostFixes} fixes`,
        because: (context) =>
          `${taskInWords(context)} breaks again after ${mostFixes} fixes: ${context.failure?.message ?? ''}`,
        change: () => ({ attempts: 0 }),
        record: [taskFact()],
      },
      {
        to: 'FIX',
        label: 'fix',
        because: ({ attempts, fixes }) => `fix ${attempts} of ${mostAttempts}, number ${fixes} of this task`,
      },
    ),
    FIX: work('fix-task', {
      timeout: 'work time-out',
      input: (context) => ({
        ...place(context),
        failure: context.failure?.message ?? '',
        attempt: context.attempts,
      }),
      done: [
        {
          when: (_, { ok }) => ok,
          to: 'VERIFY',
          label: 'changed',
          because: ({ attempts }, { summary }) => `fix ${attempts}: ${summary}`,
          evidence: (_, { evidence }) => evidence,
          change: changedTo,
        },
        ...notFixed<OutputOf<'fix-task'>>(({ summary }) => summary),
      ],
      failed: lost,
    }),
    VERIFY: work('verify-prd', {
      timeout: 'verification time-out',
      input: ({ failure, tree }) => ({ tree: tree.commit, only: failure?.command ?? null }),
      done: [
        {
          ...triggered<OutputOf<'verify-prd'>>('FIX_SUCCESS', {
            to: '#EXECUTING',
            because: ({ attempts }, { summary }) => `fix ${attempts} of ${mostAttempts} helped: ${summary}`,
            evidence: (_, { evidence }) => evidence,
            // What was mended may have broken what passed before.
            change: (_, { isWhole }) => ({ attempts: 0, doing: isWhole ? 'keep' : 'verify' }),
          }),
          when: (_, { ok }) => ok,
        },
        ...notFixed<OutputOf<'verify-prd'>>(
          ({ summary }) => summary,
          ({ failed }) => failed,
        ).map((edge) => ({ ...edge, evidence: (_: PrdContext, { evidence }: OutputOf<'verify-prd'>) => evidence })),
      ],
      failed: lost,
    }),
  },
};
