import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRegisters } from './qemu/registers.ts';
import { sourceLines } from './source-lines.ts';
import { buildTrial, emulator, environmentIn, newFolder } from './testing/subjects.ts';

const folder = newFolder();
const { site } = environmentIn(folder, emulator);
const ask = (changes: Partial<Parameters<typeof sourceLines>[1]> = {}) =>
  sourceLines(site, {
    symbols: emulator.image,
    addresses: [0x40, 0xdead_0000],
    tools: ['arm-none-eabi-addr2line'],
    deadlineMs: 10_000,
    ...changes,
  });

beforeAll(() => buildTrial(folder, 'silent'));
afterAll(() => rm(folder, { recursive: true }));

test('an address becomes a function with file and line, and one of nothing stays an address', async () => {
  const { places, lack } = await ask();
  expect(places[0]).toMatch(/^\w+ \(.*trial-firmware\.c:\d+\)$/);
  expect(places[1]).toBe('0xdead0000');
  expect(lack).toBeNull();
});

test('a tool that is not installed is passed over for the next', async () => {
  const { places } = await ask({ tools: ['no-such-addr2line', 'arm-none-eabi-addr2line'] });
  expect(places[0]).toMatch(/trial-firmware\.c/);
});

test.each([
  [
    'without any tool',
    { tools: ['no-such-addr2line', 'nor-this'] },
    /none of no-such-addr2line, nor-this is installed/,
  ],
  ['without the file', { symbols: 'no-such.elf' }, /no-such\.elf/],
])('%s the bare address is given and why', async (_name, changes, says) => {
  const { places, lack } = await ask(changes);
  expect(places[0]).toBe('0x00000040');
  expect(lack).toMatch(says);
});

test.each([
  ['a Cortex-M', 'R13=203fffa8 R14=000003b9 R15=000002c0\nXPSR=81000003 N--- T handler', 0x2c0, 0x3b8, 3],
  ['AArch64', ' PC=0000000040080000 X00=1\nX30=0000000040080004', 0x4008_0000, 0x4008_0004, null],
  ['RISC-V', ' pc       80000158\n x1/ra    80000010 x2/sp 8001', 0x8000_0158, 0x8000_0010, null],
  ['x86', 'EAX=00000000 EBX=0\nEIP=0000fff0 EFL=00000002', 0xfff0, null, null],
  ['nothing known', 'no registers here', null, null, null],
])('the registers of %s are read', (_name, text, pc, caller, exception) => {
  expect(readRegisters(text)).toMatchObject({ pc, caller, exception });
});
