import { percent } from '#lib/format/percent.ts';
import type { Change, FirmwareLoopContext } from '../context.ts';
import { passed } from '../recovery/plan.ts';
import { troubled } from '../recovery/trouble.ts';
import { spend } from '../spending.ts';
import { type Node, type OutputOf, work } from '../wiring.ts';

type Analysed = OutputOf<'analyse-results'>;

/** Decides what the measurement means: count it, measure again, or repair the environment first. */
export const resultAnalysis: Node = {
  id: 'RESULT_ANALYSIS',
  ...work('analyse-results', {
    path: 'RESULT_ANALYSIS',
    input: ({ iteration, attempt, measured, strategy, by }) => ({
      iteration,
      attempt,
      resultId: measured?.resultId ?? 'none',
      strategy: strategy.name,
      agent: strategy.agent,
      by,
    }),
    done: [
      {
        when: (_, { status }) => status === 'ENV_ERROR',
        to: '#ERROR_RECOVERY',
        label: 'environment error',
        because: (_, { reasoning }) => `ENV_ERROR, which is no reason to change code: ${reasoning}`,
        change: (context, output) => ({
          ...decided(context, output),
          ...troubled('TEST_ENV_FAILURE', 'RESULT_ANALYSIS', output.reasoning),
        }),
      },
      {
        when: ({ retries, settings }, { nextAction }) =>
          nextAction === 'RETRY' && retries < settings.limits.retry_limit,
        to: '#ERROR_RECOVERY',
        label: 'measure again',
        because: ({ retries, settings }, output) =>
          `${say(output)}; retry ${retries + 1} of ${settings.limits.retry_limit}`,
        change: (context, output) => ({
          ...decided(context, output),
          retries: context.retries + 1,
          ...troubled('INCONCLUSIVE_RESULT', 'RESULT_ANALYSIS', `${output.status}: ${output.reasoning}`),
        }),
      },
      {
        to: '#CONVERGENCE_CHECK',
        label: 'decision',
        because: ({ retries }, output) =>
          output.nextAction === 'RETRY'
            ? `${say(output)}; ${retries} retries are used up, so it counts as measured`
            : say(output),
        change: (context, output) => ({ ...decided(context, output), ...passed(context, 'RESULT_ANALYSIS') }),
      },
    ],
  }),
};

/** A model's own confidence can only lower the measured one. */
function confidenceOf({ confidence, modelConfidence }: Analysed): number {
  return Math.min(confidence, modelConfidence ?? 1);
}

function say(output: Analysed): string {
  return `${output.status}, ${output.nextAction} at confidence ${percent(confidenceOf(output))}: ${output.reasoning}`;
}

function decided(context: FirmwareLoopContext, output: Analysed): Change {
  const { status, nextAction, reasoning } = output;
  return {
    ...spend(context, output.usage),
    decision: { status, nextAction, confidence: confidenceOf(output), reasoning },
  };
}
