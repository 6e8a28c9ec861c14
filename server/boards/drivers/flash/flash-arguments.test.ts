import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connectionsSchema } from '#lib/boards/connections.ts';
import { openDriver } from '../open-driver.ts';
import { benchIn } from '../testing/bench.ts';
import { flashCalls } from './flash-arguments.ts';

const image = { path: '/images/fw.elf', name: 'fw.elf' };
const target = { serial: '0006', image };

describe('the words for each tool', () => {
  test('OpenOCD chooses the adapter by its serial number, and verifies', () => {
    const tool = { type: 'openocd', config: ['interface/stlink.cfg', 'target/stm32f4x.cfg'] } as const;
    expect(flashCalls.openocd({ ...tool, config: [...tool.config] }, target).argv).toEqual([
      'openocd',
      '-f',
      'interface/stlink.cfg',
      '-f',
      'target/stm32f4x.cfg',
      '-c',
      'adapter serial {0006}',
      '-c',
      'program {/images/fw.elf} verify reset exit',
    ]);
    const hostile = { serial: '{} ; exec rm', image };
    expect(flashCalls.openocd({ ...tool, config: ['a.cfg'] }, hostile).argv).toContain(
      'adapter serial {\\{\\} ; exec rm}',
    );
  });

  test('pyOCD', () => {
    expect(flashCalls.pyocd({ type: 'pyocd', target: 'nrf52840', address: '0x1000' }, target).argv).toEqual([
      'pyocd',
      'flash',
      '--target',
      'nrf52840',
      '--uid',
      '0006',
      '--base-address',
      '0x1000',
      '/images/fw.elf',
    ]);
  });

  test('J-Link takes its orders from its input', () => {
    const { argv, stdin } = flashCalls.jlink(
      { type: 'jlink', device: 'nRF52840_xxAA', interface: 'SWD', speed: 4000, address: '0x0' },
      target,
    );
    expect(argv).toEqual([
      'JLinkExe',
      '-USB',
      '0006',
      '-device',
      'nRF52840_xxAA',
      '-if',
      'SWD',
      '-speed',
      '4000',
      '-autoconnect',
      '1',
      '-NoGui',
      '1',
      '-ExitOnError',
      '1',
    ]);
    expect(stdin).toBe('r\nh\nloadfile "/images/fw.elf" 0x0\nr\ng\nqc\n');
  });

  test('esptool knows a board by its port', () => {
    const port = '/dev/serial/by-id/usb-Espressif_84F703-if00';
    expect(
      flashCalls.esptool({ type: 'esptool', path: port, chip: 'esp32s3', baud: 460800, address: '0x10000' }, target)
        .argv,
    ).toEqual([
      'esptool.py',
      '--chip',
      'esp32s3',
      '--port',
      port,
      '--baud',
      '460800',
      'write_flash',
      '0x10000',
      '/images/fw.elf',
    ]);
  });

  test('STM32CubeProgrammer', () => {
    expect(
      flashCalls.stm32programmer({ type: 'stm32programmer', interface: 'SWD', address: '0x08000000' }, target).argv,
    ).toEqual([
      'STM32_Programmer_CLI',
      '-c',
      'port=SWD',
      'sn=0006',
      '-w',
      '/images/fw.elf',
      '0x08000000',
      '-v',
      '-rst',
    ]);
  });

  test.each([
    ['fw.hex', '--hex-file'],
    ['fw.bin', '--bin-file'],
    ['fw.elf', '--elf-file'],
    ['fw', '--file'],
  ])('west is given %s with %s', (name, option) => {
    const path = `/images/${name}`;
    expect(flashCalls.west({ type: 'west', runner: 'jlink' }, { serial: '0006', image: { name, path } }).argv).toEqual([
      'west',
      'flash',
      '--skip-rebuild',
      '--runner',
      'jlink',
      '--dev-id',
      '0006',
      option,
      path,
    ]);
  });
});

/** A stand-in for OpenOCD on a host with two boards of one kind: it writes to the probe that is named, else to the first. */
const standIn = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
serial=$(printf '%s\\n' "$@" | sed -n 's/^adapter serial {\\(.*\\)}$/\\1/p')
image=$(printf '%s\\n' "$@" | sed -n 's/^program {\\(.*\\)} verify.*/\\1/p')
[ "$QUIET" = 1 ] && exit 0
cp "$image" "probe-\${serial:-0001}" || exit 1
echo '** Verified OK **' >&2
`;

describe('two boards of one kind on one host', () => {
  let folder: string;
  const before = process.env.PATH;
  const [connection] = connectionsSchema.parse([{ type: 'openocd', config: ['target/stm32f4x.cfg'] }]);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'firmloop-flash-'));
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin', 'openocd'), standIn);
    await chmod(join(folder, 'bin', 'openocd'), 0o755);
    for (const probe of ['0001', '0002']) await writeFile(join(folder, 'bin', `probe-${probe}`), 'old');
    await writeFile(join(folder, 'fw.elf'), 'new');
    process.env.PATH = [join(folder, 'bin'), before].join(delimiter);
  });

  afterAll(async () => {
    process.env.PATH = before;
    await rm(folder, { recursive: true });
  });

  const flash = (serial: string | null, changes: Partial<Connection> = {}) => {
    const bench = { ...benchIn(folder), board: { name: 'bench-2', serial } };
    if (connection === undefined) throw new Error('a parsed connection is there');
    const driver = openDriver({ ...connection, ...changes } as Connection, bench);
    return driver.flash?.write({ path: join(folder, 'fw.elf'), name: 'fw.elf' }, AbortSignal.timeout(10_000));
  };
  const probe = (serial: string) => readFile(join(folder, 'bin', `probe-${serial}`), 'utf8');

  test('the one with the serial number of the board is flashed, and the other is not touched', async () => {
    expect(await flash('0002')).toEqual({ ok: true, reason: 'openocd wrote fw.elf to 0002' });
    expect([await probe('0001'), await probe('0002')]).toEqual(['old', 'new']);
  });

  test('a board without a serial number is refused, since any probe could be its own', async () => {
    expect(await flash(null)).toMatchObject({ ok: false, reason: /no serial number/ });
    expect(await probe('0001')).toBe('old');
  });

  test('a tool that exits with status 0 and says nothing has flashed nothing', async () => {
    await writeFile(join(folder, 'bin', 'openocd'), '#!/bin/sh\nexit 0\n');
    expect(await flash('0002')).toMatchObject({
      ok: false,
      reason: /nothing that it printed shows that fw.elf was written/,
    });
  });
});
