import { expect, test } from 'vitest';
import { edgesOf, nodesOf } from '../testing/machine-graph.ts';
import { firmwareLoopMachine } from './machine.ts';

/** Top-level edges: the design's diagram, what its rules add, and four that follow from its ladder, its circles and approvals. */
const edges: Readonly<Record<string, readonly string[]>> = {
  IDLE: ['INIT'],
  INIT: ['CODE_ANALYSIS', 'ERROR_RECOVERY'],
  CODE_ANALYSIS: ['ERROR_RECOVERY', 'PATCH_GENERATION'],
  PATCH_GENERATION: ['CONVERGENCE_CHECK', 'ERROR_RECOVERY', 'HUMAN_REVIEW', 'PATCH_APPLY'],
  PATCH_APPLY: ['BUILD_SETUP', 'ERROR_RECOVERY'],
  BUILD_SETUP: ['BUILD_RUN', 'ERROR_RECOVERY'],
  BUILD_RUN: ['ERROR_RECOVERY', 'TEST_SETUP'],
  TEST_SETUP: ['ERROR_RECOVERY', 'TEST_RUN'],
  TEST_RUN: ['ERROR_RECOVERY', 'RESULT_COLLECTION'],
  RESULT_COLLECTION: ['ERROR_RECOVERY', 'RESULT_ANALYSIS'],
  RESULT_ANALYSIS: ['CONVERGENCE_CHECK', 'ERROR_RECOVERY'],
  CONVERGENCE_CHECK: [
    'ABORTED',
    'CODE_ANALYSIS',
    'ERROR_RECOVERY',
    'FAILURE',
    'HUMAN_REVIEW',
    'STRATEGY_SWITCH',
    'SUCCESS',
    'SUCCESS_WITH_WARNING',
  ],
  ERROR_RECOVERY: [
    'BUILD_RUN',
    'BUILD_SETUP',
    'CODE_ANALYSIS',
    'FAILURE',
    'HUMAN_REVIEW',
    'INIT',
    'PATCH_APPLY',
    'PATCH_GENERATION',
    'RESULT_ANALYSIS',
    'RESULT_COLLECTION',
    'TEST_SETUP',
  ],
  HUMAN_REVIEW: [
    'ABORTED',
    'CODE_ANALYSIS',
    'ERROR_RECOVERY',
    'FAILURE',
    'PATCH_APPLY',
    'STRATEGY_SWITCH',
    'SUCCESS_WITH_WARNING',
    'TEST_SETUP',
  ],
  STRATEGY_SWITCH: ['CODE_ANALYSIS'],
  SUCCESS: [],
  SUCCESS_WITH_WARNING: [],
  FAILURE: [],
  ABORTED: [],
};

test('the loop has these edges between its states and no others', () => {
  const found: Record<string, Set<string>> = {};
  for (const node of nodesOf(firmwareLoopMachine)) {
    const from = node.path[0];
    if (from === undefined) continue;
    const targets = edgesOf(node).flatMap((edge) => (edge.target ?? []).map((target) => target.path[0] ?? ''));
    found[from] = new Set([...(found[from] ?? []), ...targets.filter((to) => to !== from)]);
  }
  expect(Object.fromEntries(Object.entries(found).map(([from, to]) => [from, [...to].sort()]))).toEqual(edges);
});
