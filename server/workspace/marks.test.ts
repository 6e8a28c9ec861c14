import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unsettled } from './marks.ts';
import { openedWorkspace } from './testing.ts';

test('a mark is set until it is cleared, again and again', async () => {
  const { workspace } = await openedWorkspace({ 'a.c': 'a\n' });
  unsettled.clear(workspace);
  expect(readdirSync(workspace.folder)).not.toContain('unsettled');
  for (let round = 0; round < 2; round += 1) {
    unsettled.set(workspace);
    unsettled.set(workspace);
    expect(unsettled.isSet(workspace)).toBe(true);
    unsettled.clear(workspace);
    expect(unsettled.isSet(workspace)).toBe(false);
  }
});

test.each([
  ['by a release that marked with an empty file', ''],
  ['over a longer text, whose end is still there', 'set\nr\n'],
])('a mark that was set %s counts', async (_how, content) => {
  const { workspace } = await openedWorkspace({ 'a.c': 'a\n' });
  writeFileSync(join(workspace.folder, 'unsettled'), content);
  expect(unsettled.isSet(workspace)).toBe(true);
});
