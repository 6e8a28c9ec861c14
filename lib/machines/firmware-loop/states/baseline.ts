import { counted } from '#lib/format/count.ts';
import type { Change, FirmwareLoopContext } from '../context.ts';
import { countBase } from '../convergence/keep.ts';
import { iterationBegun, iterationFact } from '../facts.ts';
import { firstIteration } from '../first-iteration.ts';
import { passed } from '../recovery/plan.ts';
import { troubled } from '../recovery/trouble.ts';
import { type Edge, type Node, type OutputOf, work } from '../wiring.ts';
import { missing, noResults, results } from '../words.ts';
import { attachArtifacts, fetchLogs, normalize } from './stages/collect.ts';
import { flashOrDeploy, healthCheck } from './stages/deploy.ts';
import { recovery } from './stages/place.ts';
import { resourceAlloc } from './stages/resource-alloc.ts';
import { testRun } from './stages/test-run.ts';
import { unprepared } from './stages/unprepared.ts';

/** Builds the base; one that does not build is evidence, not an error. */
export const baselineBuild: Node = {
  initial: 'PREPARE',
  states: {
    PREPARE: work('prepare-build', {
      path: 'INIT.BASELINE_BUILD',
      input: ({ iteration, tree }) => ({ iteration, commit: tree?.commit ?? 'none' }),
      done: [
        ...unprepared('INIT.BASELINE_BUILD'),
        { to: 'BUILD', label: 'ready', because: (_, { reason }) => `ready to build the base: ${reason}` },
      ],
    }),
    BUILD: work('build', {
      path: 'INIT.BASELINE_BUILD',
      input: ({ iteration, tree }) => ({ iteration, commit: tree?.commit ?? 'none' }),
      done: baselineBuilt(),
    }),
  },
};

/** Tests the base with the stages of every other iteration. */
export const baselineTest: Node = {
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
        change: (context) => firstIteration({ ...context, ...measuredBase(context), ...passed(context, 'INIT') }),
        record: iterationBegun,
      },
    ]),
  },
};

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
        firstIteration({
          ...context,
          base: context.base === null ? null : { ...context.base, builds: false },
          ...passed(context, 'INIT'),
        }),
      record: [
        (context, output) => iterationFact({ ...context, iteration: 0, intent: 'baseline' }, { build: { ...output } }),
        iterationBegun,
      ],
    },
  ];
}

function measuredBase(context: FirmwareLoopContext): Change {
  const { measured, tree } = context;
  return measured === null || tree === null ? {} : countBase(context, measured, tree);
}

function baseMeasured({ measured }: FirmwareLoopContext): string {
  return `the base is measured: ${results(measured?.goal ?? noResults)} of the goal's tests`;
}
