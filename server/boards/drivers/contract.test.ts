import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capabilitiesOf } from '#lib/boards/connections.ts';
import { everyByte } from '#server/environments/testing/subjects.ts';
import { findMarked } from '#server/process/marker-sweep.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { BoardCapabilities, RemoteCommand } from './capabilities.ts';
import type { Bench, Driver } from './driver.ts';
import { openDriver } from './open-driver.ts';
import { benchIn } from './testing/bench.ts';
import { type Device, subjects } from './testing/subjects.ts';

const soon = () => AbortSignal.timeout(30_000);
const limits = { env: {}, deadlineMs: 20_000, outputCapBytes: 1_000_000 } satisfies Partial<RemoteCommand>;

/** What every driver promises for each thing that it can do, whatever device it drives. */
describe.each(subjects)(
  'a driver of the type $name',
  { timeout: 60_000 },
  ({ name, start, astray, says = everyByte, isForgetful = false }) => {
    const gives = new Set<string>(capabilitiesOf[name]);
    let folder: string;
    let device: Device;
    let bench: Bench;
    let driver: Driver;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'firmloop-driver-'));
      device = await start(folder);
      bench = benchIn(folder, device.secrets);
      driver = openDriver(device.connection, bench);
    });

    afterAll(async () => {
      await driver.close();
      await driver.close();
      expect(await findMarked(bench.marker)).toEqual([]);
      await device.stop();
      await rm(folder, { recursive: true });
    });

    function has<Name extends keyof BoardCapabilities>(capability: Name): NonNullable<Driver[Name]> {
      const found = driver[capability];
      if (!found) throw new Error(`the driver has no ${capability}`);
      return found;
    }

    test('can do what its kind of connection is said to', () => {
      const { close: _close, inspect: _inspect, ...can } = driver;
      expect(new Set(Object.keys(can))).toEqual(gives);
    });

    test.runIf(gives.has('power'))('switches off and on, and finds what is as wanted already no trouble', async () => {
      const power = has('power');
      for (const [action, on] of [
        ['off', false],
        ['on', true],
        ['on', true],
        ['cycle', true],
        ['off', false],
        ['off', false],
      ] as const) {
        expect(await power.set(action, soon())).toMatchObject({ ok: true });
        expect(await power.read(soon())).toEqual({ ok: true, on });
      }
    });

    test.runIf(gives.has('console'))(
      'talks with the board, again after it was left, and hands on what is said unchanged',
      async () => {
        await driver.power?.set('on', soon());
        for (const said of [Buffer.from('first\n'), says]) {
          const line = await opened();
          const heard = listenTo(line);
          line.write(said);
          const again = setInterval(() => isForgetful && line.write(said), 500);
          await eventually(`the board sends ${said.length} bytes back`, () => heard().includes(said));
          clearInterval(again);
          await once(line.destroy(), 'close');
        }
      },
    );

    async function opened(): Promise<Duplex> {
      const answer = await eventually('the line is free', async () => {
        const one = await has('console').open(soon());
        return one.ok && one;
      });
      return answer.line;
    }

    test.runIf(gives.has('flash'))(
      'brings an image to the board, and says of one that is not there that it is not',
      async () => {
        const path = join(folder, 'new.elf');
        await writeFile(path, '\u007fELF, nearly');
        expect(await has('flash').write({ path, name: 'new.elf' }, soon())).toMatchObject({ ok: true });
        const missing = await has('flash').write({ path: join(folder, 'gone.elf'), name: 'gone.elf' }, soon());
        expect(missing).toMatchObject({ ok: false, reason: expect.stringMatching(/gone\.elf/) });
      },
    );

    test.runIf(gives.has('files'))('puts a file there and gets it back byte by byte', async () => {
      await writeFile(join(folder, 'here'), everyByte);
      const far = join(folder, 'far', 'away', 'there');
      expect(await has('files').put(join(folder, 'here'), far, soon())).toMatchObject({ ok: true });
      expect(await has('files').get(far, soon())).toEqual({ ok: true, bytes: everyByte });
      expect(await has('files').get(join(folder, 'nothing'), soon())).toMatchObject({ ok: false });
    });

    test.runIf(gives.has('commands')).each([
      [
        'its exit code and output',
        { shell: 'printf out; printf err >&2; exit 7' },
        {},
        { endedBy: 'exit', exitCode: 7 },
      ],
      ['a deadline', { shell: 'sleep 600 & sleep 600' }, { deadlineMs: 500 }, { endedBy: 'deadline', survivors: [] }],
      ['silence', { shell: 'setsid sleep 600' }, { silenceMs: 500 }, { endedBy: 'silence', survivors: [] }],
      ['too much output', ['yes'], { outputCapBytes: 5_000 }, { endedBy: 'output-cap', survivors: [] }],
      ['a program that is not there', ['./no-such-program'], {}, { endedBy: 'not-started' }],
    ] as const)(
      'gives %s of a command as a value, and leaves nothing of it',
      async (_name, argv, changes, expected) => {
        const { outcome, broken } = await has('commands').run(
          { ...limits, ...changes, argv },
          { signal: soon(), onBytes: () => undefined },
        );
        expect({ ...outcome, broken }).toMatchObject({ ...expected, broken: null });
        expect(await findMarked(bench.marker)).toEqual([]);
      },
    );

    test.runIf(gives.has('sensors'))('reads sensors with their units, and the event log', async () => {
      const readings = await has('sensors').read(soon());
      expect(readings.ok && readings.readings).toEqual([
        {
          name: expect.stringMatching(/Board Tem|Inlet/),
          value: expect.any(Number),
          unit: expect.stringMatching(/C/),
          status: expect.stringMatching(/ok/i),
        },
      ]);
      const log = await has('sensors').events(soon());
      expect(log.ok && log.events.at(-1)?.text).toMatch(/\w/);
    });

    test('says of a device that cannot be reached which and why, in time', async () => {
      const lost = openDriver(astray(device.connection), bench);
      const image = { path: join(folder, 'new.elf'), name: 'new.elf' };
      const asked = [
        lost.power?.set('on', soon()),
        lost.console?.open(soon()),
        name === 'qemu' ? undefined : lost.flash?.write(image, soon()),
        lost.files?.get('any', soon()),
        lost.sensors?.read(soon()),
        lost.commands?.run({ ...limits, argv: ['true'] }, { signal: soon(), onBytes: () => undefined }),
      ];
      for (const answer of await Promise.all(asked)) {
        if (answer === undefined || (name === 'qemu' && 'line' in answer)) continue;
        const reason = 'outcome' in answer ? answer.broken : !answer.ok && answer.reason;
        expect(reason).toMatch(/127\.0\.0\.1|nowhere|no-such|ipmitool/);
      }
      await lost.close();
    });

    test('does nothing once it is cancelled, which is a value too', async () => {
      const cancelled = AbortSignal.abort();
      const answers = [
        await driver.power?.set('on', cancelled),
        await driver.console?.open(cancelled),
        await driver.sensors?.read(cancelled),
        await driver.files?.get('any', cancelled),
      ];
      for (const answer of answers) expect(answer?.ok ?? false).toBe(false);
    });
  },
);

/** All that a line has said so far. */
function listenTo(line: Duplex): () => Buffer {
  const chunks: Buffer[] = [];
  line.on('data', (bytes: Buffer) => chunks.push(bytes));
  return () => Buffer.concat(chunks);
}
