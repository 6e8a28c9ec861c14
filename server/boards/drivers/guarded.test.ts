import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { busySecondMs } from '#server/testing/busy-second.ts';
import type { Driver } from './driver.ts';
import { guarded } from './guarded.ts';
import { combined } from './open-board.ts';
import { driverTunables } from './tunables.ts';

const limits = {
  ...driverTunables,
  readMs: 50,
  switchMs: 50,
  openMs: 50,
  flashMs: 50,
  fileMs: 50,
  bundleMs: 50,
  closeMs: 100,
};
const signal = new AbortController().signal;
const never = () => new Promise<never>(() => undefined);
const throws = () => Promise.reject(new Error('the adapter is on fire'));
const garbage = async () => 'neither on nor off' as never;

const everywhere = (doing: () => Promise<never>): Driver => ({
  power: { read: doing, set: doing },
  console: { open: doing },
  flash: { write: doing },
  files: { put: doing, get: doing },
  sensors: { read: doing, events: doing, bundle: doing },
  close: doing,
});

const image = { path: '/nowhere', name: 'image.elf' };

/** Everything that can be asked of a driver. */
function askAll({ power, console, flash, files, sensors }: Driver) {
  return Promise.all([
    power?.read(signal),
    power?.set('cycle', signal),
    console?.open(signal),
    flash?.write(image, signal),
    files?.put('a', 'b', signal),
    files?.get('a', signal),
    sensors?.read(signal),
    sensors?.events(signal),
    sensors?.bundle?.(signal),
  ]);
}

test.each([
  ['hangs', never, /did not answer within 50 ms/],
  ['throws', throws, /the adapter is on fire/],
  [
    'throws before it even promises',
    () => {
      throw new Error('the adapter is on fire');
    },
    /on fire/,
  ],
  ['answers with garbage', garbage, /^it answered with something that is no answer/],
])('a driver that %s gives an answer to every question', { timeout: 15_000 }, async (_name, doing, says) => {
  for (const answer of await askAll(guarded(everywhere(doing), limits))) {
    expect(answer).toMatchObject({ ok: false, reason: expect.stringMatching(says) });
  }
});

test.each([
  ['hangs', never],
  ['throws', throws],
  [
    'throws before it even promises',
    () => {
      throw new Error('no');
    },
  ],
])('a board is free in time although one of its drivers %s on close', async (_name, doing) => {
  let isClosed = false;
  const good: Driver = {
    async close() {
      isClosed = true;
    },
  };
  const begin = performance.now();
  await combined([guarded(everywhere(doing), limits), guarded(good, limits)]).close();
  expect(performance.now() - begin).toBeLessThan(busySecondMs);
  expect(isClosed).toBe(true);
});

test('a line that breaks in the middle ends for its reader and brings nothing down', async () => {
  const line = new PassThrough();
  const driver = guarded({ console: { open: async () => ({ ok: true, line }) }, close: async () => undefined }, limits);
  const opened = await driver.console?.open(signal);
  if (!opened?.ok) throw new Error('the console opens');
  line.write('half a li');
  line.destroy(new Error('pulled out'));
  await expect(opened.line.toArray()).rejects.toThrow('pulled out');
});

test('a console that opens after it was given up is closed again, and one that is left open is closed with its driver', async () => {
  const late = Promise.withResolvers<PassThrough>();
  const driver = guarded(
    { console: { open: async () => ({ ok: true, line: await late.promise }) }, close: async () => undefined },
    { ...limits, closeMs: 20 },
  );
  const stop = AbortSignal.timeout(20);
  expect(await driver.console?.open(stop)).toMatchObject({ ok: false });
  const line = new PassThrough();
  late.resolve(line);
  await new Promise((resolve) => line.once('close', resolve));

  const open = new PassThrough();
  const other = guarded(
    { console: { open: async () => ({ ok: true, line: open }) }, close: async () => undefined },
    limits,
  );
  await other.console?.open(signal);
  await other.close();
  expect(open.destroyed).toBe(true);
});

test('a cancellation ends a question at once when the driver heeds it', async () => {
  const abort = new AbortController();
  const heeds = (asked: AbortSignal) =>
    new Promise<never>((_, reject) => asked.addEventListener('abort', () => reject(new Error('stopped'))));
  const driver = guarded(
    { power: { read: heeds, set: never }, close: async () => undefined },
    { ...limits, readMs: 60_000 },
  );
  const reading = driver.power?.read(abort.signal);
  abort.abort();
  expect(await reading).toEqual({ ok: false, reason: 'stopped' });
});
