import { expect, test } from 'vitest';
import { unavailableControls } from './controls.ts';

const going = { status: 'active', outcome: null, migration: null, steerable: null, past: false, pinned: false };

test.each([
  ['a run that goes on', going],
  ['one that has ended', { ...going, status: 'finished', outcome: 'SUCCESS' }],
  ['one that is being stopped', { ...going, status: 'stopping' }],
  ['one that nothing moves', { ...going, migration: 'needs migration' }],
])('%s can be pinned, and unpinned once it is', (_, run) => {
  expect(unavailableControls(run)).toMatchObject({ unpin: 'The run is not pinned.' });
  expect(unavailableControls(run)).not.toHaveProperty('pin');
  const pinned = unavailableControls({ ...run, pinned: true });
  expect(pinned).toMatchObject({ pin: 'The run is pinned already.' });
  expect(pinned).not.toHaveProperty('unpin');
});

test('the past is neither pinned nor unpinned', () => {
  const { pin, unpin, pause } = unavailableControls({ ...going, past: true });
  expect([pin, unpin]).toEqual([pause, pause]);
  expect(pin).toContain('go back to now');
});
