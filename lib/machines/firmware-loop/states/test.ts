import { counted } from '#lib/format/count.ts';
import { passed } from '../recovery/plan.ts';
import type { Node } from '../wiring.ts';
import { attachArtifacts, fetchLogs, normalize } from './stages/collect.ts';
import { flashOrDeploy, healthCheck } from './stages/deploy.ts';
import { resourceAlloc } from './stages/resource-alloc.ts';
import { testRun } from './stages/test-run.ts';

/** Gets a place to test in, brings the image there and asks for signs of life. */
export const testSetup: Node = {
  id: 'TEST_SETUP',
  initial: 'RESOURCE_ALLOC',
  states: {
    RESOURCE_ALLOC: resourceAlloc({ within: 'TEST_SETUP', next: '#TEST_SETUP.FLASH_OR_DEPLOY' }),
    FLASH_OR_DEPLOY: flashOrDeploy({ within: 'TEST_SETUP', next: 'HEALTH_CHECK' }),
    HEALTH_CHECK: healthCheck({ within: 'TEST_SETUP', next: '#TEST_RUN' }),
  },
};

/** Runs the tests; whatever they say, the results are collected. */
export const test: Node = { id: 'TEST_RUN', ...testRun({ within: '', next: '#RESULT_COLLECTION' }) };

/** Fetches, normalises and binds what the run of the tests left behind. */
export const resultCollection: Node = {
  id: 'RESULT_COLLECTION',
  initial: 'FETCH_LOGS',
  states: {
    FETCH_LOGS: fetchLogs({ within: 'RESULT_COLLECTION', next: 'NORMALIZE' }),
    NORMALIZE: normalize({ within: 'RESULT_COLLECTION', next: 'ATTACH_ARTIFACTS' }),
    ATTACH_ARTIFACTS: attachArtifacts('RESULT_COLLECTION', [
      {
        to: '#RESULT_ANALYSIS',
        label: 'complete',
        because: (_, { artifacts }) => `the result is complete with ${counted(artifacts, 'artifact')}`,
        evidence: (_, { evidence }) => evidence,
        change: (context, { patchId }) => ({
          patchId,
          ...passed(context, 'RESULT_COLLECTION', 'TEST_SETUP', 'TEST_RUN'),
        }),
      },
    ]),
  },
};
