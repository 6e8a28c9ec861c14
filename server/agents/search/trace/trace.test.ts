import { describe, expect, test } from 'vitest';
import { readBlocks } from './blocks.ts';
import { readExecution } from './execution.ts';
import { readRecords } from './records.ts';

describe('the execution of an emulator', () => {
  const listing =
    '----------------\nIN: main\n0x00000010:  b508       push     {r3, lr}\n0x00000012:  4770       bx       lr\n\n';
  const ran = (pc: string) => `Trace 0: 0x7f00 [00800400/${pc}/00000110/ff000200] main\n`;
  const stream = `${listing}${ran('00000010')}o${ran('00000010')}k\n----------------\nIN: other\n0x00000020:  4770       bx       lr\n\n${ran('00000020')}`;

  test('is told apart from the console, each line with what ran before it', () => {
    const execution = readExecution();
    for (const character of stream) execution.push(character);
    const { steps, last } = execution.end();
    expect(steps).toEqual([
      { text: 'ok\n', addresses: [0x10, 0x12] },
      { text: '', addresses: [0x20] },
    ]);
    expect(last.at(-1)).toBe(0x20);
  });

  test('keeps a line feed that the firmware prints by itself', () => {
    const execution = readExecution();
    execution.push(`${listing}${ran('00000010')}a${ran('00000010')}\n${ran('00000010')}`);
    expect(execution.end().steps[0]?.text).toBe('a\n');
  });
});

test('blocks begin after a call of the tracer and end before the next function', () => {
  const blocks = readBlocks(`
0000000000001000 <f>:
    1000:	push   %rbp
    1001:	call   1100 <__sanitizer_cov_trace_pc>
    1006:	mov    %rsp,%rbp
    1009:	call   1100 <__sanitizer_cov_trace_pc>
    100e:	ret

0000000000001010 <g>:
    1010:	ret
`);
  expect(blocks.of(0x1006)).toEqual([0x1006, 0x1009]);
  expect(blocks.of(0x100e)).toEqual([0x100e]);
  expect(blocks.of(0x1010)).toEqual([]);
});

test('a record that was cut by the death of the program does not hide those before it', () => {
  const content = Buffer.from('x /tmp/run-tests\np 10 2f\no 5\nok 1\np 30\nc 30\np 4');
  expect(readRecords(content)).toEqual({
    program: '/tmp/run-tests',
    steps: [
      { text: 'ok 1\n', addresses: [0x10, 0x2f] },
      { text: '', addresses: [0x30] },
    ],
    crash: 0x30,
  });
});
