import { expect, test } from 'vitest';
import { likelyCauses } from './likely-causes.ts';

test.each([
  ['src/a.c:12:3: error: expected ";"', ['the compiler stops at src/a.c:12: expected ";"']],
  ["main.c:(.text+0x4): undefined reference to `uart_open'", ['nothing that is linked defines uart_open']],
  ["region `FLASH' overflowed by 312 bytes", ['the image is 312 bytes too large for FLASH']],
  ['==1==ERROR: AddressSanitizer: heap-use-after-free on address', ['memory is misused: heap-use-after-free']],
  ['*** HardFault: pc=00000120', ['an access to an address that is not there, or not aligned']],
  ['the program died: signal SIGSEGV', ['a pointer that is null or wild']],
  ['the tests hung: it printed nothing for 2 s', ['a loop that does not end, or an event that never comes']],
  ['Expected 3 Was 4', ['a value is 4 where 3 is expected']],
  ['not equal', []],
])('"%s" gives away %j', (text, causes) => {
  expect(likelyCauses([text])).toEqual(causes);
});

test('each rule speaks once, and together they are few', () => {
  const texts = Array.from({ length: 20 }, (_, at) => `Expected ${at} Was ${at + 1}`);
  expect(likelyCauses(texts)).toEqual(['a value is 1 where 0 is expected']);
});
