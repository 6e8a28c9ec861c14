import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { findMarked } from '#server/process/marker-sweep.ts';
import { busySecondMs } from '#server/testing/busy-second.ts';
import { heldBytes } from '#server/testing/held-bytes.ts';
import { environmentIn, everyByte, newFolder, runOnly, subjects, type Trial } from './testing/subjects.ts';

/** What every environment promises, whatever it is. */
describe.each(subjects)('an environment of the type $name', ({ settings, boardFor }) => {
  const folders = new Map<Trial, string>();
  const limited = async (trial: Trial, limits: Readonly<Record<string, string>> = {}) => {
    const folder = folders.get(trial) ?? newFolder();
    folders.set(trial, folder);
    const configured = { ...(await settings(trial, folder)), ...limits };
    return environmentIn(folder, configured, await boardFor?.(trial, folder));
  };

  afterAll(() => {
    for (const folder of folders.values()) rmSync(folder, { recursive: true });
  });

  test('hands on what is printed in order and unchanged, and its exit code', async () => {
    const chunks: Buffer[] = [];
    const { outcome } = await runOnly(await limited('every-byte'), { onBytes: (bytes) => void chunks.push(bytes) });
    expect(Buffer.concat(chunks)).toEqual(everyByte);
    expect(outcome).toMatchObject({ endedBy: 'exit', exitCode: 7, stoppedBy: 'itself' });
  });

  test.each([
    ['a deadline', { timeout: '700ms' }, 'deadline'],
    ['silence', { silence: '700ms' }, 'silence'],
  ])('gives %s as a value, says who stopped it and leaves no process', async (_name, limits, endedBy) => {
    const trialled = await limited('silent', limits);
    const { outcome } = await runOnly(trialled);
    expect(outcome).toMatchObject({ endedBy, stoppedBy: 'firmloop', survivors: [] });
    expect(await findMarked(trialled.site.marker)).toEqual([]);
  });

  test('ends within a second of a cancellation and leaves no process', async () => {
    const trialled = await limited('endless');
    let cancelledAt = 0;
    const { outcome } = await runOnly(trialled, {
      onBytes() {
        cancelledAt ||= performance.now();
        trialled.abort.abort();
      },
    });
    expect(performance.now() - cancelledAt).toBeLessThan(busySecondMs);
    expect(outcome).toMatchObject({ endedBy: 'cancelled', stoppedBy: 'firmloop' });
    expect(await findMarked(trialled.site.marker)).toEqual([]);
  });

  test('starts nothing once it is cancelled', async () => {
    const trialled = await limited('endless');
    trialled.abort.abort();
    expect((await runOnly(trialled)).outcome.endedBy).toBe('cancelled');
  });

  test('stops what prints too much', async () => {
    let bytes = 0;
    const trialled = await limited('endless');
    const { outcome } = await runOnly(trialled, {
      capBytes: 20_000,
      onBytes(chunk) {
        bytes += chunk.length;
      },
    });
    expect(bytes).toBe(20_000);
    expect(outcome).toMatchObject({ endedBy: 'output-cap', stoppedBy: 'firmloop' });
    expect(await findMarked(trialled.site.marker)).toEqual([]);
  });

  test('gives a missing program as a value that names it', async () => {
    const { outcome } = await runOnly(await limited('missing'));
    expect(outcome.endedBy).toBe('not-started');
    expect(outcome.reason).toMatch(/program "\S*(no-such-program|qemu-system-nothing)" was not found/);
  });

  test('fails with the cause when its listener fails, and leaves no process', async () => {
    const trialled = await limited('endless');
    const listen = () => {
      throw new Error('the disk is full');
    };
    await expect(runOnly(trialled, { onBytes: listen })).rejects.toThrow(/listener|consumer/);
    expect(await findMarked(trialled.site.marker)).toEqual([]);
  });

  test('does not disturb a second one beside it', async () => {
    const [first, second] = [await limited('every-byte'), await limited('silent', { timeout: '700ms' })];
    const chunks: Buffer[] = [];
    const [one, other] = await Promise.all([
      runOnly(first, { onBytes: (bytes) => void chunks.push(bytes) }),
      runOnly(second),
    ]);
    expect(Buffer.concat(chunks)).toEqual(everyByte);
    expect([one.outcome.endedBy, other.outcome.endedBy]).toEqual(['exit', 'deadline']);
  });

  test('passes 50 MB on through flat memory, waiting for its listener', async () => {
    const trialled = await limited('flood', { timeout: '50s' });
    const before = heldBytes();
    let bytes = 0;
    let looked = 0;
    let most = 0;
    const { outcome } = await runOnly(trialled, {
      async onBytes(chunk) {
        bytes += chunk.length;
        if (bytes - looked > 5_000_000) {
          looked = bytes;
          most = Math.max(most, heldBytes() - before);
        }
        await new Promise(setImmediate);
      },
    });
    expect(outcome, outcome.reason).toMatchObject({ endedBy: 'exit', exitCode: 0 });
    expect(bytes).toBe(50_000_000);
    expect(most).toBeLessThan(32_000_000);
  });
});
