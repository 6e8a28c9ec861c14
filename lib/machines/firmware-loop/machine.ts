/**
 * The loop in words. A run waits in IDLE until START, INIT loads its project and measures the base. Each iteration then
 * finds a cause (CODE_ANALYSIS), asks for a patch (PATCH_GENERATION), applies it (PATCH_APPLY), builds (BUILD_SETUP,
 * BUILD_RUN), tests (TEST_SETUP, TEST_RUN), collects (RESULT_COLLECTION) and weighs the result (RESULT_ANALYSIS).
 * CONVERGENCE_CHECK counts it and takes the one edge that the criteria lead to: the next iteration, a confirmation, a
 * person (HUMAN_REVIEW), another strategy (STRATEGY_SWITCH), or an end. Whatever fails goes to ERROR_RECOVERY, which
 * takes the next step of the ladder for that class of error or ends the run. An abort ends it from everywhere.
 */
import { createMachine, fromCallback } from 'xstate';
import { activityContracts } from '#lib/activities/registry.ts';
import { type FirmwareLoopContext, initialContext } from './context.ts';
import { limitsChange } from './control.ts';
import { finalFact } from './facts.ts';
import { firmwareLoopInput } from './input.ts';
import { delayOf, timeoutSeconds } from './state-timeout.ts';
import { codeAnalysis } from './states/analysis.ts';
import { buildRun, buildSetup } from './states/build.ts';
import { convergenceCheck } from './states/convergence.ts';
import { init } from './states/init.ts';
import { patchApply, patchGeneration } from './states/patch.ts';
import { errorRecovery } from './states/recovery.ts';
import { resultAnalysis } from './states/result-analysis.ts';
import { humanReview, strategySwitch } from './states/review.ts';
import { steering } from './states/steering.ts';
import { resultCollection, test, testSetup } from './states/test.ts';
import { timedStates } from './tunables.ts';
import { type Node, on, record } from './wiring.ts';
import { bestSoFar, coolDownMinutes } from './words.ts';

type Delay = (args: { context: FirmwareLoopContext }) => number;

const timeouts = timedStates.map((state): [string, Delay] => [
  delayOf(state),
  ({ context }) => timeoutSeconds(context, state) * 1_000,
]);

const delays: Record<string, Delay> = {
  ...Object.fromEntries(timeouts),
  'board wait': ({ context }) => context.settings.limits.board_wait_minutes * 60_000,
  'cool-down': ({ context }) => coolDownMinutes(context) * 60_000,
};

/** The engine runs activities; XState only needs to know that the names exist. */
const actors = Object.fromEntries(Object.keys(activityContracts).map((name) => [name, fromCallback(() => {})]));

function end(state: string): Node {
  return { id: state, type: 'final', entry: record((context) => finalFact(context, state)) };
}

export const firmwareLoopMachine = createMachine(
  {
    id: 'firmware-loop',
    context: ({ input }: { input: unknown }) => initialContext(firmwareLoopInput.parse(input)),
    initial: 'IDLE',
    on: {
      ...on('control.abort', {
        to: '#ABORTED',
        label: 'abort',
        because: (context, { by, reason }) => `aborted by ${by}: ${reason}; ${bestSoFar(context)}`,
      }),
      ...on('control.timeout', {
        to: '#FAILURE',
        label: 'run time-out',
        because: (context) =>
          `the run's ${context.settings.limits.timeout_minutes ?? 0} minutes are up; ${bestSoFar(context)}`,
      }),
      ...on('control.message', {
        because: (_, { by, text }) => `${by} leaves a note for the next agent call: ${text.slice(0, 200)}`,
        record: (_, { by, text, at }) => ({ kind: 'message', key: String(at), data: { by, text } }),
      }),
      ...on('control.limits', {
        when: (context, { changes }) => limitsChange(context, changes) !== null,
        because: (_, { by, reason, changes }) => `${by} changes ${Object.keys(changes).join(', ')}: ${reason}`,
        change: (context, { changes }) => limitsChange(context, changes) ?? {},
      }),
      ...steering,
    },
    states: {
      IDLE: {
        tags: ['waiting'],
        on: on('START', {
          to: '#INIT',
          label: 'on task_request',
          because: ({ settings }) =>
            `started in ${settings.mode} mode for at most ${settings.limits.max_iterations} iterations`,
        }),
      },
      INIT: init,
      CODE_ANALYSIS: codeAnalysis,
      PATCH_GENERATION: patchGeneration,
      PATCH_APPLY: patchApply,
      BUILD_SETUP: buildSetup,
      BUILD_RUN: buildRun,
      TEST_SETUP: testSetup,
      TEST_RUN: test,
      RESULT_COLLECTION: resultCollection,
      RESULT_ANALYSIS: resultAnalysis,
      CONVERGENCE_CHECK: convergenceCheck,
      ERROR_RECOVERY: errorRecovery,
      HUMAN_REVIEW: humanReview,
      STRATEGY_SWITCH: strategySwitch,
      SUCCESS: end('SUCCESS'),
      SUCCESS_WITH_WARNING: end('SUCCESS_WITH_WARNING'),
      FAILURE: end('FAILURE'),
      ABORTED: end('ABORTED'),
    },
  },
  { actors, delays },
);
