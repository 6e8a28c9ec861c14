import { describe, expect, it } from 'vitest';
import { failureSignature } from './signature.ts';

describe('failureSignature', () => {
  it.each([
    ['numbers', 'Expected 3 Was -42', 'Expected 17 Was 4.5e3'],
    ['addresses', 'BFAR = 0xdeadbeef in task 20001f40', 'BFAR = 0x00000010 in task 20001f99'],
    ['folders and line numbers', '/home/a/fw/src/ring.c:12: assert', 'C:\\work\\ring.c:98: assert'],
    ['timings', 'no answer within 12.5 ms', 'no answer within 3 s'],
    ['white space', 'a\n\tb', 'a b'],
    ['identifiers of a run', 'run 6fa459ea-ee8a-3ca4-894e-db77e160355e', 'run 16fd2706-8baf-433b-82eb-8c7fada847da'],
  ])('does not depend on %s', (_, one, other) => {
    expect(failureSignature(one)).toBe(failureSignature(other));
  });

  it.each([
    ['another text', 'Expected 3 Was 4', 'Unexpected 3 Was 4'],
    ['another file', 'src/ring.c:1: assert', 'src/uart.c:1: assert'],
    ['a number inside a name', 'uart1 is silent', 'uart2 is silent'],
  ])('depends on %s', (_, one, other) => {
    expect(failureSignature(one)).not.toBe(failureSignature(other));
  });

  it('stays short for a very long message', () => {
    expect(failureSignature('x '.repeat(1_000_000)).length).toBeLessThanOrEqual(300);
  });
});
