import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParser } from '#lib/results/create-parser.ts';
import type { ParsedResults } from '#lib/results/types.ts';
import { findMarked } from '#server/process/marker-sweep.ts';
import type { PartEnd, TargetEnd } from './environment.ts';
import { badEnd, describeBadEnd, isWorthRetracing, withScene } from './finding.ts';
import { buildTrial, emulator, environmentIn, mustRun, newFolder, runOnly, type Trialled } from './testing/subjects.ts';

const example = fileURLToPath(new URL('../../examples/uart-frame', import.meta.url));
const parent = newFolder();
const repository = join(parent, 'uart-frame');

beforeAll(async () => {
  await mustRun(['make', '-s', '-C', example, 'branches', `DIR=${repository}`], parent);
});

afterAll(() => rm(parent, { recursive: true }));

interface Looked {
  readonly kind: string | null;
  readonly finding: string | null;
  readonly end: PartEnd;
  readonly files: Readonly<Record<string, string>>;
}

/** Runs the tests as a run does, reads their TAP, and looks again where that is needed. */
async function look(trialled: Trialled, onceItPrints?: () => Promise<void>): Promise<Looked> {
  const parser = createParser('tap', {});
  const { promise: prints, resolve: printed } = Promise.withResolvers<void>();
  const running = runOnly(trialled, {
    onBytes(bytes, stream) {
      if (stream !== 'console') return;
      parser.push(bytes.toString('latin1'));
      printed();
    },
  });
  if (onceItPrints !== undefined) await prints.then(onceItPrints);
  const end = await running;
  const parsed: ParsedResults = parser.end();
  const kind = badEnd(end, parsed);
  const { target } = end;
  if (kind === null || target === undefined) return { kind, finding: null, end, files: {} };
  const seen = isWorthRetracing(kind, end) ? withScene(target, await retraced(trialled)) : target;
  return { kind, finding: describeBadEnd(kind, { outcome: end.outcome, target: seen }), end, files: filesOf(seen) };
}

async function retraced({ environment }: Trialled) {
  const scene = await environment.parts[0]?.retrace?.();
  if (scene === undefined) throw new Error('an emulated part can be traced');
  return scene;
}

function filesOf({ scene }: TargetEnd): Record<string, string> {
  return Object.fromEntries(scene.files.map(({ name, content }) => [name, content.toString('latin1')]));
}

async function branch(name: string): Promise<void> {
  await mustRun(['git', 'checkout', '--quiet', '--force', name], repository);
  await mustRun(['make', '-s'], repository);
}

const firmware = { ...emulator, image: 'build/uart-frame.elf', silence: '1s' };

describe('firmware that ends badly in the emulator is told apart', { timeout: 60_000 }, () => {
  test('the repaired one passes and leaves nothing to say', async () => {
    await branch('fixed');
    const { kind, end } = await look(environmentIn(repository, firmware));
    expect(kind).toBeNull();
    expect(end.outcome).toMatchObject({ endedBy: 'exit', exitCode: 0, stoppedBy: 'itself' });
  });

  test.each([
    ['hangs', 'hang', /^the firmware hung in uart_poll \(src\/uart\.c:3\d\): it printed nothing for 1 s$/],
    [
      'hard-faults',
      'fault',
      /^the firmware took a fault in frame_parser_push \(src\/frame\.c:\d+\); Invalid write at addr 0x60000000, Data Abort, CFSR\.PRECISERR and BFAR 0x60000000$/,
    ],
    [
      'exits-early',
      'early-exit',
      /^the firmware exited with status 0 in the middle of its output in board_exit \(target\/board\.c:\d+\); it came from end_of_frame \(src\/frame\.c:\d+\)$/,
    ],
    [
      'stays-silent',
      'silence',
      /^the firmware exited with status 0 and printed nothing at all, ending in board_exit .*; it came from reset /,
    ],
  ])('the branch `%s` is a %s, with registers, place and console', async (name, expected, says) => {
    await branch(name);
    const { kind, finding, end, files } = await look(environmentIn(repository, firmware));
    expect(kind).toBe(expected);
    expect(finding).toMatch(says);
    expect(files['registers.txt']).toMatch(/R15=[0-9a-f]{8}/);
    expect(files['console.raw']).toHaveLength(end.target?.printed ?? -1);
  });
});

describe('an emulated processor', { timeout: 60_000 }, () => {
  const folder = newFolder();

  afterAll(() => rm(folder, { recursive: true }));

  const trial = async (name: string, settings: Readonly<Record<string, unknown>> = {}): Promise<Trialled> => {
    await buildTrial(folder, name);
    return environmentIn(folder, { ...emulator, silence: '500ms', ...settings });
  };

  test('that waits for ever in its fault handler shows the line that faulted and why', async () => {
    const { kind, finding, files } = await look(await trial('breaks-in'));
    expect(kind).toBe('hang');
    expect(finding).toMatch(
      /^the firmware took a fault in (breaks_in|reset) \(.*trial-firmware\.c:\d+\): it printed nothing/,
    );
    expect(finding).toMatch(/HardFault \(PRECISERR at 0x60000000\)/);
    expect(files['registers.txt']).toMatch(/handler/);
  });

  test('that locks up is told from a crash of the emulator', async () => {
    // Without semihosting, the call that ends the emulator escalates in the fault handler of the example.
    await branch('fixed');
    const { kind, finding, files } = await look(environmentIn(repository, { ...firmware, semihosting: false }));
    expect(kind).toBe('lockup');
    expect(finding).toMatch(/^the processor locked up in board_exit \(target\/board\.c:\d+\); Lockup: can't escalate/);
    expect(files['registers.txt']).toMatch(/R15=/);
  });

  test('says nothing of the firmware when the emulator itself dies', async () => {
    const trialled = await trial('endless');
    const { kind, finding } = await look(trialled, () => signalEmulator(trialled, 'SIGSEGV'));
    expect(kind).toBe('broken');
    expect(finding).toMatch(
      /^the emulator broke down, which says nothing of the firmware: it crashed: ended by SIGSEGV/,
    );
  });

  test('is switched off by force when the emulator is frozen', async () => {
    const trialled = await trial('prompts-and-stays');
    const { kind, finding } = await look(trialled, () => signalEmulator(trialled, 'SIGSTOP'));
    expect(kind).toBe('hang');
    expect(finding).toMatch(/the emulator did not answer/);
    expect(await findMarked(trialled.site.marker)).toEqual([]);
  });

  test.each([
    ['a machine that it does not know', { machine: 'no-such-board' }, /unsupported machine type/],
    ['an image that is not there', { image: 'no-such.elf' }, /no-such\.elf/],
    ['an argument that it does not know', { args: ['-frobnicate'] }, /-frobnicate: invalid option/],
  ])('does not start with %s, which is told in its own words', async (_name, settings, says) => {
    const { kind, finding, end } = await look(await trial('silent', settings));
    expect(kind).toBe('broken');
    expect(finding).toMatch(/^the emulator broke down, which says nothing of the firmware: it did not start: qemu-/);
    expect(finding).toMatch(says);
    expect(end.outcome.endedBy).toBe('not-started');
  });

  test('is switched off after the line that ends the run, with its status left open', async () => {
    const { end, kind } = await look(await trial('prompts-and-stays', { end: 'ready> $' }));
    expect(kind).toBeNull();
    expect(end.target?.reachedEnd).toBe(true);
    expect(end.outcome).toMatchObject({ endedBy: 'exit', exitCode: null, stoppedBy: 'firmloop' });
  });

  test('comes up when its console shows the line, and firmware that does not is no trouble of the emulator', async () => {
    const shows = await trial('prompts-and-stays', { ready: '^ready>' });
    expect(await shows.environment.console?.ready()).toMatchObject({ ok: true, reason: /showed `\^ready>`/ });
    const other = environmentIn(folder, { ...emulator, ready: '^login', ready_timeout: '300ms' });
    const answer = await other.environment.console?.ready();
    expect(answer?.ok).toBe(true);
    expect(answer?.reason).toMatch(/the emulator works, but the console did not show `\^login`/);
  });

  test('is reset by starting it anew', async () => {
    expect(await (await trial('silent')).environment.power?.reset()).toMatchObject({ ok: true });
  });

  test('gives the image that it would start, and never one from outside the worktree', async () => {
    const inside = await (await trial('silent')).environment.flash?.image();
    expect(inside).toMatchObject({ ok: true, name: 'trial.elf' });
    await mustRun(['ln', '-sf', '/etc/hostname', join(folder, 'link.elf')], folder);
    const outside = environmentIn(folder, { ...emulator, image: 'link.elf' }).environment;
    expect(await outside.flash?.image()).toMatchObject({ ok: false });
  });
});

/** Signals the emulator of a trial, and nothing around it. */
async function signalEmulator({ site }: Trialled, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await findMarked(site.marker)) {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    if (name.startsWith('qemu-system')) process.kill(pid, signal);
  }
}
