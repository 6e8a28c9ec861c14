import type { Counts } from '#lib/activities/shapes.ts';
import type { Change, FirmwareLoopContext } from '../context.ts';
import { countBase } from '../convergence/keep.ts';
import { iterationBegun, iterationFact } from '../facts.ts';
import { firstIteration } from '../first-iteration.ts';
import { totalOf } from '../iteration.ts';
import { troubled } from '../recovery/trouble.ts';
import { type Node, type OutputOf, work } from '../wiring.ts';
import { missing, noResults, results } from '../words.ts';
import { baselineBuild, baselineTest } from './baseline.ts';

const recovery = '#ERROR_RECOVERY';

/** Loads what the run is about and measures the base as iteration 0, with the stages of every other iteration. */
export const init: Node = {
  id: 'INIT',
  initial: 'LOAD_CONFIG',
  states: {
    LOAD_CONFIG: work('load-config', {
      path: 'INIT.LOAD_CONFIG',
      input: () => ({}),
      done: [
        {
          when: (_, { ok }) => ok,
          to: 'VALIDATE_ENVIRONMENT',
          label: 'loaded',
          because: (_, { acceptance }) =>
            `the project file is in order, ${acceptance ? 'with' : 'without'} an acceptance suite`,
          change: ({ settings }, { acceptance }) => ({ settings: { ...settings, acceptance } }),
        },
        {
          to: recovery,
          label: 'invalid',
          because: (_, { problems }) => `the project file cannot be used: ${problems.join('; ')}`,
          change: (_, { problems }) => troubled('CONFIG_INVALID', 'INIT.LOAD_CONFIG', problems.join('; ')),
        },
      ],
    }),
    VALIDATE_ENVIRONMENT: work('validate-environment', {
      path: 'INIT.VALIDATE_ENVIRONMENT',
      input: () => ({}),
      done: [
        {
          when: (_, output) => output.missing.length > 0,
          to: recovery,
          label: 'programs missing',
          because: (_, output) => missing(output.missing),
          change: (_, output) => troubled('TOOLCHAIN_MISSING', 'INIT.VALIDATE_ENVIRONMENT', missing(output.missing)),
        },
        {
          when: (_, { ok }) => !ok,
          to: recovery,
          label: 'not reachable',
          because: ({ settings }, { problems }) => `${settings.environment} cannot be used: ${problems.join('; ')}`,
          change: (_, { problems }) => troubled('TEST_ENV_FAILURE', 'INIT.VALIDATE_ENVIRONMENT', problems.join('; ')),
        },
        {
          to: 'SETUP_REPOSITORY',
          label: 'complete',
          because: ({ settings }) =>
            `every program that the build requires is there, and so is the environment ${settings.environment}`,
        },
      ],
    }),
    SETUP_REPOSITORY: work('setup-repository', {
      path: 'INIT.SETUP_REPOSITORY',
      input: ({ settings }) => ({ ref: settings.ref, baseCommit: settings.baseCommit }),
      done: [
        {
          when: (_, { ok }) => !ok,
          to: recovery,
          label: 'no such commit',
          because: (_, output) => `no worktree could be made: ${refusal(output)}`,
          change: (_, output) => troubled('CONFIG_INVALID', 'INIT.SETUP_REPOSITORY', refusal(output)),
        },
        {
          when: ({ settings }) => settings.baseline === 'measure',
          to: 'BASELINE_BUILD',
          label: 'measure the base',
          because: ({ settings }, output) =>
            `base commit ${baseOf(output)} of ${settings.ref} is measured as iteration 0`,
          change: (_, output) => atBase(output, null),
          record: (context) => iterationFact(context, { commit: context.base?.commit ?? null, strategy: null }),
        },
        {
          when: ({ settings }) => settings.baseline === 'none',
          to: '#CODE_ANALYSIS',
          label: 'no baseline',
          because: (_, output) => `base commit ${baseOf(output)}; the run asks for no baseline`,
          change: (context, output) => firstIteration({ ...context, ...atBase(output, null) }),
          record: iterationBegun,
        },
        {
          to: '#CODE_ANALYSIS',
          label: 'imported baseline',
          because: (context, output) =>
            `base commit ${baseOf(output)}; its results were given: ${results(importedGoal(context) ?? noResults)}`,
          change: (context, output) => firstIteration({ ...context, ...imported(context, output) }),
          record: iterationBegun,
        },
      ],
    }),
    BASELINE_BUILD: baselineBuild,
    BASELINE_TEST: baselineTest,
  },
};

function baseOf(output: OutputOf<'setup-repository'>): string {
  return output.ok ? output.baseCommit.slice(0, 12) : '';
}

function refusal(output: OutputOf<'setup-repository'>): string {
  return output.ok ? '' : output.reason;
}

function atBase(output: OutputOf<'setup-repository'>, goal: Counts | null): Change {
  if (!output.ok) return {};
  const tree = { commit: output.baseCommit, iteration: 0 };
  return { tree, kept: tree, base: { commit: tree.commit, goal, builds: null, meetsGoal: false } };
}

function importedGoal({ settings }: FirmwareLoopContext): Counts | null {
  return typeof settings.baseline === 'string' ? null : settings.baseline.goal;
}

/** Given results stand for a measurement of the base of which only the goal's counts are known. */
function imported(context: FirmwareLoopContext, output: OutputOf<'setup-repository'>): Change {
  const goal = importedGoal(context);
  const change = atBase(output, goal);
  if (!output.ok || goal === null || totalOf(goal) === 0) return change;
  const measured = {
    resultId: 'imported',
    goal,
    all: goal,
    regressions: 0,
    regressed: [],
    vanished: 0,
    newWarnings: null,
    metrics: [],
    performance: null,
    executionMs: 0,
    incomplete: null,
  };
  return { ...change, ...countBase(context, measured, { commit: output.baseCommit, iteration: 0 }) };
}
