import { describe, expect, test } from 'vitest';
import { environmentsSection } from './environments.ts';

const board = { type: 'qemu', machine: 'mps2-an385', image: 'build/firmware.elf' };

describe('an emulator in the project file', () => {
  test('needs a machine and an image, and knows the rest', () => {
    expect(environmentsSection.parse({ emulator: board }).emulator).toMatchObject({
      program: 'qemu-system-arm',
      load: 'kernel',
      console: 'serial',
      timeout: 60_000,
      ready_timeout: 10_000,
    });
  });

  test.each([
    ['a program that is no emulator', { program: 'rm' }, /must be a system emulator/],
    ['an expression that does not compile', { end: '(a' }, /must be a regular expression/],
    ['an expression that may never end', { ready: '(a+)+$' }, /must be a regular expression/],
    ['arguments that should load an image and name none', { load: 'args', args: ['-icount', '6'] }, /`\{image\}`/],
    ['a console through semihosting that is off', { console: 'semihosting', semihosting: false }, /must not be off/],
  ])('is refused with %s', (_name, changes, says) => {
    const read = environmentsSection.safeParse({ emulator: { ...board, ...changes } });
    expect(read.error?.issues.map(({ message }) => message).join()).toMatch(says);
  });

  test('may load its image by its own arguments', () => {
    const args = ['-drive', 'file={image},format=raw,if=pflash'];
    expect(environmentsSection.safeParse({ emulator: { ...board, load: 'args', args } }).success).toBe(true);
  });
});
