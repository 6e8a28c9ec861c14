import { expect, test } from 'vitest';
import { machines } from './registry.ts';
import { leavesOf, pathOf } from './testing/machine-graph.ts';
import { waitsFor } from './waits-for.ts';

test.each([
  ['firmware-loop', 'HUMAN_REVIEW.OPEN', 'a review', true],
  ['firmware-loop', 'TEST_SETUP.RESOURCE_ALLOC.QUEUED', 'a board', false],
  ['task-orchestrator', 'AWAITING_CONFIRMATION.OPEN', 'a confirmation', true],
  ['of-another-release', 'WAITING', 'a person', true],
])('a run of %s in %s waits for %s', (machine, state, what, person) => {
  expect(waitsFor(machine, state)).toEqual({ what, person });
});

test.each(Object.values(machines).map((definition) => [definition.id, definition] as const))(
  'every state of %s that waits says for what, and no other does',
  (_, { machine, view }) => {
    for (const [state, { waits }] of Object.entries(view)) {
      const node = leavesOf(machine).find((leaf) => pathOf(leaf) === state);
      expect([state, waits !== undefined]).toEqual([state, node?.tags.includes('waiting')]);
    }
  },
);
