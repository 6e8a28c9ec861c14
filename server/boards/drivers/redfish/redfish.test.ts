import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureCommand } from '#server/process/capture-command.ts';
import { restart } from '#server/testing/boards/redfish/controller.ts';
import { redfishPassword, startRedfishService } from '#server/testing/boards/redfish/service.ts';
import type { Driver } from '../driver.ts';
import { openDriver } from '../open-driver.ts';
import { benchIn } from '../testing/bench.ts';
import { flashedFolder, managedEmulator } from '../testing/subjects.ts';

let folder: string;
let emulator: ReturnType<typeof managedEmulator>;
let service: Awaited<ReturnType<typeof startRedfishService>>;
let driver: Driver;
const soon = () => AbortSignal.timeout(20_000);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmloop-redfish-'));
  await flashedFolder(folder);
  emulator = managedEmulator(folder);
  service = await startRedfishService(emulator.board);
  driver = openDriver(service.connection, benchIn(folder, { controller: redfishPassword }));
});

afterAll(async () => {
  await service.stop();
  await emulator.close();
  await rm(folder, { recursive: true });
});

test('the service of the tests is one that a real client understands: it switches the emulated board', async () => {
  const { url } = service.connection;
  const words = ['-r', new URL(url).host, '-u', 'farm', '-p', redfishPassword, '-A', 'Basic', '-S', 'Never'];
  const tool = (...command: string[]) =>
    captureCommand({ argv: ['redfishtool', ...words, ...command], cwd: folder, marker: 'trial/redfishtool' });
  expect((await tool('root')).stdout).toContain('"RedfishVersion"');
  expect((await tool('Systems', 'reset', 'On')).outcome.exitCode).toBe(0);
  expect(await emulator.board.isOn()).toBe(true);
  expect((await tool('Systems', '-F')).stdout).toMatch(/"PowerState":\s*"On"/);
  expect(await driver.power?.read(soon())).toEqual({ ok: true, on: true });
});

test('an update is applied at once although somebody else changed the page, and waits for the manager to come back', async () => {
  service.controller.isContested = true;
  await writeFile(join(folder, 'new.elf'), '\u007fELF');
  const answer = await driver.flash?.write({ path: join(folder, 'new.elf'), name: 'new.elf' }, soon());
  expect(answer).toMatchObject({
    ok: true,
    reason: /took new\.elf; its manager is back after \d+ s with version 2\.0/,
  });
  expect(service.controller.applyTime).toBe('Immediate');
});

test('an image that the controller does not take is refused in its own words', async () => {
  await writeFile(join(folder, 'bad.bin'), 'nothing');
  expect(await driver.flash?.write({ path: join(folder, 'bad.bin'), name: 'bad.bin' }, soon())).toEqual({
    ok: false,
    reason: 'its task ended as Exception: the image is none',
  });
});

test('a controller that is busy is asked again', async () => {
  restart(service.controller);
  service.controller.downUntil = 0;
  expect(await driver.sensors?.read(soon())).toMatchObject({ ok: true });
});

test('what belongs to a first failure comes as one file', async () => {
  const bundle = await driver.sensors?.bundle?.(soon());
  expect(bundle).toMatchObject({ ok: true, name: expect.stringMatching(/^first-failure-\d+$/) });
  expect(bundle?.ok && bundle.bytes.toString()).toContain('the watchdog fired');
});

test('a wrong password is told as such', async () => {
  const stranger = openDriver(service.connection, benchIn(folder, { controller: 'guessed' }));
  expect(await stranger.power?.read(soon())).toMatchObject({ ok: false, reason: /401: the password is wrong/ });
});
