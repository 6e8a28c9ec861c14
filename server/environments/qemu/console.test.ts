import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTrial, emulator, environmentIn, newFolder, runOnly } from '../testing/subjects.ts';

const folder = newFolder();
const printed = 300_000;
const expected = Array.from({ length: printed }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');

beforeAll(() => buildTrial(folder, 'talks-much'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a UART that is written byte by byte is read in few pieces, and nothing is lost', async () => {
  const chunks: Buffer[] = [];
  const { outcome } = await runOnly(environmentIn(folder, emulator), { onBytes: (bytes) => void chunks.push(bytes) });
  expect(outcome).toMatchObject({ endedBy: 'exit', exitCode: 0 });
  expect(Buffer.concat(chunks).toString()).toBe(expected);
  expect(chunks.length).toBeLessThan(printed / 100);
});

test('a UART waits for a listener that is slow, and nothing is lost', async () => {
  const chunks: Buffer[] = [];
  await runOnly(environmentIn(folder, emulator), {
    async onBytes(bytes) {
      chunks.push(bytes);
      await pause(20);
    },
  });
  expect(Buffer.concat(chunks).toString()).toBe(expected);
});
