import { expect, test } from 'vitest';
import { findMarked } from './marker-sweep.ts';
import { attempt } from './testing/trial.ts';

test('a program that stays in its group leaves nothing there, though nothing else of the host is looked at', async () => {
  const marker = 'stays-in-group';
  const { outcome } = await attempt({ shell: 'sleep 61 & exit 0' }, { staysInGroup: true, marker });
  expect(outcome).toMatchObject({ endedBy: 'exit', killed: 1, survivors: [] });
  expect(await findMarked(marker)).toEqual([]);
});
