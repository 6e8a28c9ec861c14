import { counted } from '#lib/format/count.ts';
import type { Change, FirmwareLoopContext } from '../context.ts';
import { iterationFact } from '../facts.ts';
import { passed } from '../recovery/plan.ts';
import { troubled } from '../recovery/trouble.ts';
import { type Node, work } from '../wiring.ts';
import { missing } from '../words.ts';
import { recovery } from './stages/place.ts';
import { unprepared } from './stages/unprepared.ts';

/** Brings the tool chain into place; a confirmation of a tree that is already built needs nothing. */
export const buildSetup: Node = {
  id: 'BUILD_SETUP',
  ...work('prepare-build', {
    path: 'BUILD_SETUP',
    skip: [
      {
        when: isBuilt,
        to: '#BUILD_RUN',
        label: 'reuse',
        because: ({ tree }) => `${tree?.commit.slice(0, 12) ?? ''} is built already`,
      },
    ],
    input: ({ iteration, tree }) => ({ iteration, commit: tree?.commit ?? 'none' }),
    done: [
      ...unprepared('BUILD_SETUP'),
      {
        to: '#BUILD_RUN',
        label: 'ready',
        because: (_, { reason }) => `ready to build: ${reason}`,
        change: (context) => passed(context, 'BUILD_SETUP'),
      },
    ],
  }),
};

/** Compiles the tree; an error goes to recovery and never counts as a test result. */
export const buildRun: Node = {
  id: 'BUILD_RUN',
  ...work('build', {
    path: 'BUILD_RUN',
    skip: [
      {
        when: isBuilt,
        to: '#TEST_SETUP',
        label: 'reuse',
        because: ({ built }) => `the build of ${built?.commit.slice(0, 12) ?? ''} is reused`,
      },
    ],
    input: ({ iteration, tree }) => ({ iteration, commit: tree?.commit ?? 'none' }),
    done: [
      {
        when: (_, { ok }) => ok,
        to: '#TEST_SETUP',
        label: 'build ok',
        because: (_, output) => (output.ok ? `it builds with ${counted(output.warnings, 'warning')}` : ''),
        change: (context, output) => ({
          ...(output.ok ? builtAs(context, output.buildId) : {}),
          ...passed(context, 'BUILD_RUN', 'BUILD_SETUP', 'PATCH_APPLY'),
        }),
        record: (context, output) => iterationFact(context, { build: { ...output } }),
      },
      {
        when: (_, output) => !output.ok && output.missing.length > 0,
        to: recovery,
        label: 'tool chain missing',
        because: (_, output) => (output.ok ? '' : missing(output.missing)),
        change: (_, output) => troubled('TOOLCHAIN_MISSING', 'BUILD_RUN', output.ok ? '' : missing(output.missing)),
        record: (context, output) => iterationFact(context, { build: { ...output } }),
      },
      {
        to: recovery,
        label: 'build failed',
        because: (_, output) =>
          output.ok ? '' : `the build fails with ${counted(output.errors, 'error')}, first: ${output.firstError}`,
        evidence: (_, output) =>
          output.ok || output.logId === null ? [] : [{ kind: 'log', id: output.logId, label: 'build log' }],
        change: (_, output) =>
          troubled(
            'BUILD_FAILURE',
            'BUILD_RUN',
            output.ok ? '' : `${counted(output.errors, 'error')}, first: ${output.firstError}`,
          ),
        record: (context, output) => iterationFact(context, { build: { ...output } }),
      },
    ],
  }),
};

function isBuilt({ intent, built, tree }: FirmwareLoopContext): boolean {
  return intent === 'confirm' && built !== null && built.commit === tree?.commit;
}

function builtAs({ tree }: FirmwareLoopContext, buildId: string): Change {
  return tree === null ? {} : { built: { commit: tree.commit, buildId } };
}
