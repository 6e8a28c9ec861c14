import { expect, it } from 'vitest';
import { killedFromOutside } from './killed-from-outside.ts';
import type { RunEnd } from './verdict-of-run.ts';

it.each<[string, RunEnd, string | null]>([
  ['a signal that killed it', { exitCode: null, endedBy: 'signal', signal: 'SIGKILL' }, 'SIGKILL'],
  ['a signal that asked it to end', { exitCode: null, endedBy: 'signal', signal: 'SIGTERM' }, 'SIGTERM'],
  ['the status of a shell whose program was killed', { exitCode: 137, endedBy: 'exit', signal: null }, 'SIGKILL'],
  ['a fault of the firmware', { exitCode: null, endedBy: 'signal', signal: 'SIGSEGV' }, null],
  ['an assertion that failed', { exitCode: 134, endedBy: 'exit' }, null],
  ['its deadline', { exitCode: null, endedBy: 'deadline', signal: 'SIGKILL' }, null],
  ['the cap on its output', { exitCode: 143, endedBy: 'output-cap' }, null],
  ['an ordinary end', { exitCode: 0, endedBy: 'exit' }, null],
  ['an end that nobody saw', { exitCode: null, endedBy: 'exit' }, null],
])('%s', (_, end, signal) => {
  expect(killedFromOutside(end)).toBe(signal);
});
