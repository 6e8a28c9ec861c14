import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unsettled } from './marks.ts';
import { openedWorkspace } from './testing.ts';

test('a mark is set until it is cleared, again and again', async () => {
  const { workspace } = await openedWorkspace({ 'a.c': 'a\n' });
  const before = readdirSync(workspace.folder);
  unsettled.clear(workspace);
  expect(readdirSync(workspace.folder)).toEqual(before);
  for (let round = 0; round < 2; round += 1) {
    unsettled.set(workspace);
    unsettled.set(workspace);
    expect(unsettled.isSet(workspace)).toBe(true);
    unsettled.clear(workspace);
    unsettled.clear(workspace);
    expect(unsettled.isSet(workspace)).toBe(false);
    expect(readdirSync(workspace.folder).sort()).toEqual([...before, 'unsettled.cleared'].sort());
  }
});
