import { expect, test } from 'vitest';
import { checkPlan, defaultPlan } from './plan.ts';

const image = { hash: 'a'.repeat(64), name: 'good.elf', expects: '^ALL GOOD' };

test('a plan with everything in it is taken as it is', () => {
  const plan = { ...defaultPlan, everyMinutes: 60, beforeWork: true, heartbeat: '^ready>', golden: image };
  expect(checkPlan.parse(plan)).toEqual(plan);
});

test.each<[string, object, RegExp]>([
  ['an expression that does not compile', { heartbeat: '(ready' }, /not valid at character/],
  ['an expression that may never end', { heartbeat: '(a+)+$' }, /repeats a repetition/],
  ['an expression for every line', { heartbeat: '.*' }, /any board would pass/],
  ['no expression', { heartbeat: '' }, /must not be empty/],
  ['an image whose line is any line', { golden: { ...image, expects: 'x?' } }, /any board would pass/],
  ['an image that is no hash', { golden: { ...image, hash: '../../etc/passwd' } }, /hash of a stored image/],
  ['an image without a name', { golden: { ...image, name: ' ' } }, /name/],
  ['checks without a pause', { everyMinutes: 0 }, /everyMinutes/],
  ['half a failure', { failuresUntilSuspect: 0.5 }, /failuresUntilSuspect/],
  ['a wait that never ends', { withinSeconds: 1e9 }, /withinSeconds/],
])('%s is no plan', (_, part, words) => {
  expect(() => checkPlan.parse({ ...defaultPlan, ...part })).toThrow(words);
});
