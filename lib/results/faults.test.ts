import { expect, test } from 'vitest';
import { faultRules } from './faults.ts';

test.each([
  ['Segmentation fault (core dumped)', 'crash'],
  ['[  ERROR   ] --- Test failed with exception: Segmentation fault(11)', null],
  ['*** HardFault: pc=00000120', 'processor fault'],
  ['***** MPU FAULT *****', 'processor fault'],
  ['a.c:3:5: runtime error: signed integer overflow', 'sanitizer'],
  ["main.c:9: main: Assertion `n > 0' failed.", 'failed assertion'],
  ['free(): invalid pointer', 'memory corruption'],
  ['qemu: fatal: Lockup: can not escalate 3 to HardFault', 'lockup'],
  ['test_default_value: ok', null],
])('%s tells of %s', (text, kind) => {
  expect(faultRules.find(({ pattern }) => pattern.test(text))?.kind ?? null).toBe(kind);
});
