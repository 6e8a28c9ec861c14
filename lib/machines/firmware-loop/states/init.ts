import { counted } from '#lib/format/count.ts';
import type { Change, FirmwareLoopContext } from '../context.ts';
import { countBase } from '../convergence/keep.ts';
import { iterationBegun, iterationFact } from '../facts.ts';
import { nextIteration, totalOf } from '../iteration.ts';
import { passed } from '../recovery/plan.ts';
import { troubled } from '../recovery/trouble.ts';
import { type Edge, type Node, type OutputOf, work } from '../wiring.ts';
import { missing, results } from '../words.ts';
import { attachArtifacts, fetchLogs, flashOrDeploy, healthCheck, normalize, resourceAlloc, testRun } from './stages.ts';

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
          because: ({ settings }) => `every program and ${settings.environment} are there`,
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
          change: (context, output) => begin({ ...context, ...atBase(output, null) }),
          record: iterationBegun,
        },
        {
          to: '#CODE_ANALYSIS',
          label: 'imported baseline',
          because: (context, output) =>
            `base commit ${baseOf(output)}; its results were given: ${results(importedGoal(context) ?? noCounts)}`,
          change: (context, output) => begin({ ...context, ...imported(context, output) }),
          record: iterationBegun,
        },
      ],
    }),
    BASELINE_BUILD: {
      initial: 'PREPARE',
      states: {
        PREPARE: work('prepare-build', {
          path: 'INIT.BASELINE_BUILD',
          input: ({ iteration, tree }) => ({ iteration, commit: tree?.commit ?? 'none' }),
          done: [
            {
              when: (_, output) => output.missing.length > 0,
              to: recovery,
              label: 'tool chain missing',
              because: (_, output) => missing(output.missing),
              change: (_, output) => troubled('TOOLCHAIN_MISSING', 'INIT.BASELINE_BUILD', missing(output.missing)),
            },
            {
              when: (_, { ok }) => !ok,
              to: recovery,
              label: 'not ready',
              because: (_, { reason }) => `the build cannot be prepared: ${reason}`,
              change: (_, { reason }) => troubled('BUILD_FAILURE', 'INIT.BASELINE_BUILD', reason),
            },
            { to: 'BUILD', label: 'ready', because: (_, { reason }) => `ready to build the base: ${reason}` },
          ],
        }),
        BUILD: work('build', {
          path: 'INIT.BASELINE_BUILD',
          input: ({ iteration, tree }) => ({ iteration, commit: tree?.commit ?? 'none' }),
          done: baselineBuilt(),
        }),
      },
    },
    BASELINE_TEST: {
      initial: 'RESOURCE_ALLOC',
      states: {
        RESOURCE_ALLOC: resourceAlloc(stage('#INIT.BASELINE_TEST.FLASH_OR_DEPLOY')),
        FLASH_OR_DEPLOY: flashOrDeploy(stage('HEALTH_CHECK')),
        HEALTH_CHECK: healthCheck(stage('TEST_RUN')),
        TEST_RUN: testRun(stage('FETCH_LOGS')),
        FETCH_LOGS: fetchLogs(stage('NORMALIZE')),
        NORMALIZE: normalize(stage('ATTACH_ARTIFACTS')),
        ATTACH_ARTIFACTS: attachArtifacts('INIT.BASELINE_TEST', [
          {
            to: '#CODE_ANALYSIS',
            label: 'base measured',
            because: (context) => baseMeasured(context),
            change: (context) => begin({ ...context, ...measuredBase(context), ...passed(context, 'INIT') }),
            record: iterationBegun,
          },
        ]),
      },
    },
  },
};

const noCounts = { passed: 0, failed: 0, errors: 0, skipped: 0 };

function stage(next: string): { within: string; next: string } {
  return { within: 'INIT.BASELINE_TEST', next };
}

function baselineBuilt(): Edge<OutputOf<'build'>>[] {
  return [
    {
      when: (_, output) => output.ok,
      to: '#INIT.BASELINE_TEST',
      label: 'builds',
      because: (_, output) => `the base builds${output.ok ? ` with ${counted(output.warnings, 'warning')}` : ''}`,
      change: ({ tree }, output) =>
        output.ok && tree !== null ? { built: { commit: tree.commit, buildId: output.buildId } } : {},
      record: (context, output) => iterationFact(context, { build: { ...output } }),
    },
    {
      when: (_, output) => !output.ok && output.missing.length > 0,
      to: recovery,
      label: 'tool chain missing',
      because: (_, output) => (output.ok ? '' : missing(output.missing)),
      change: (_, output) =>
        troubled('TOOLCHAIN_MISSING', 'INIT.BASELINE_BUILD', output.ok ? '' : missing(output.missing)),
    },
    {
      to: '#CODE_ANALYSIS',
      label: 'base does not build',
      because: (_, output) =>
        output.ok
          ? ''
          : `the base does not build (${counted(output.errors, 'error')}, first: ${output.firstError}): evidence for iteration 1`,
      change: (context) =>
        begin({
          ...context,
          base: context.base === null ? null : { ...context.base, builds: false },
          ...passed(context, 'INIT'),
        }),
      record: (context, output) => ({
        ...iterationFact({ ...context, iteration: 0, intent: 'baseline' }, { build: { ...output } }),
      }),
    },
  ];
}

function baseOf(output: OutputOf<'setup-repository'>): string {
  return output.ok ? output.baseCommit.slice(0, 12) : '';
}

function refusal(output: OutputOf<'setup-repository'>): string {
  return output.ok ? '' : output.reason;
}

function atBase(output: OutputOf<'setup-repository'>, goal: typeof noCounts | null): Change {
  if (!output.ok) return {};
  const tree = { commit: output.baseCommit, iteration: 0 };
  return { tree, kept: tree, base: { commit: tree.commit, goal, builds: null, meetsGoal: false } };
}

function importedGoal({ settings }: FirmwareLoopContext): typeof noCounts | null {
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
  };
  return { ...change, ...countBase(context, measured, { commit: output.baseCommit, iteration: 0 }) };
}

function measuredBase(context: FirmwareLoopContext): Change {
  const { measured, tree } = context;
  return measured === null || tree === null ? {} : countBase(context, measured, tree);
}

function baseMeasured({ measured }: FirmwareLoopContext): string {
  return `the base is measured: ${results(measured?.goal ?? noCounts)} of the goal's tests`;
}

/** Iteration 1 confirms a base that meets the goal; else it looks for a cause. */
function begin(context: FirmwareLoopContext): Change {
  const { base, tree, kept, best, series } = context;
  return {
    base,
    tree,
    kept,
    best,
    series,
    ...nextIteration(context, base?.meetsGoal === true ? 'confirm' : 'fix'),
    measured: null,
  };
}
