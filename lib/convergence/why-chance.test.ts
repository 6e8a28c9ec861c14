import { expect, it } from 'vitest';
import { type KnownFlake, type OnlyMeasurement, whyChance } from './why-chance.ts';

const whole = { passed: 5, complete: true };
const cut = { passed: 5, complete: false };
const flakes = (...names: string[]): KnownFlake[] => names.map((name) => ({ name, source: 'history' }));
const killed = /^measured again, as SIGKILL, which Firmloop did not send, ended the tests before their end$/;

it.each<[string, OnlyMeasurement, RegExp | null]>([
  ['a tree that loses by one test counts', { passed: 4, killedBy: null, start: whole, flaky: [] }, null],
  [
    'one that loses by a flake does not',
    { passed: 4, killedBy: null, start: whole, flaky: flakes('uart') },
    /: uart in/,
  ],
  [
    'one that loses by more than its flakes counts',
    { passed: 3, killedBy: null, start: whole, flaky: flakes('a') },
    null,
  ],
  [
    'one that loses by as many as flake does not',
    { passed: 3, killedBy: null, start: whole, flaky: flakes('a', 'b') },
    /: a, b in/,
  ],
  ['one that wins in spite of a flake counts', { passed: 6, killedBy: null, start: whole, flaky: flakes('a') }, null],
  ['one that passes as many counts', { passed: 5, killedBy: null, start: whole, flaky: flakes('a') }, null],
  ['one without a measured start counts', { passed: 0, killedBy: null, start: null, flaky: [] }, null],
  ['one that was killed and loses does not', { passed: 0, killedBy: 'SIGKILL', start: whole, flaky: [] }, killed],
  ['one that was killed before its end does not', { passed: 5, killedBy: 'SIGKILL', start: whole, flaky: [] }, killed],
  [
    'one that was killed, with nothing to compare, does not',
    { passed: 1, killedBy: 'SIGKILL', start: null, flaky: [] },
    killed,
  ],
  ['one that is killed as its start was counts', { passed: 5, killedBy: 'SIGKILL', start: cut, flaky: [] }, null],
  [
    'one that is killed earlier than its start was does not',
    { passed: 4, killedBy: 'SIGKILL', start: cut, flaky: [] },
    killed,
  ],
])('%s', (_, measurement, says) => {
  const why = whyChance(measurement);
  if (says === null) expect(why).toBeNull();
  else expect(why).toMatch(says);
});

it('says of each test how it is known, and names the first of many', () => {
  const flaky = [...flakes('a', 'b', 'c', 'd', 'e'), { name: 'f', source: 'run' } as const];
  expect(whyChance({ passed: 4, killedBy: null, start: whole, flaky })).toBe(
    "measured again, as it loses only by tests that are known to flake: a, b, c and 2 more in the project's history; f by measurements of one tree in this run",
  );
});
