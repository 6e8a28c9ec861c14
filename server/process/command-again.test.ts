import { spawnSync } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import type { CommandOutcome, CommandSpec } from './command.ts';
import { findMarked } from './marker-sweep.ts';
import { killGroup } from './process-group.ts';
import { runCommand } from './run-command.ts';
import { sandboxStatus } from './sandbox-status.ts';
import { keepSandboxesReady } from './start-child.ts';
import { aSpareIn, fromSpare, inFolder, processesOf } from './testing/spares.ts';
import { attempt, freshFolder, locked, type Trial, trialSpec } from './testing/trial.ts';
import { startWatchdog } from './watchdog.ts';

const { available } = await sandboxStatus();

let stop: () => Promise<void>;

beforeAll(() => {
  stop = keepSandboxesReady();
});

afterAll(() => stop());

describe.runIf(available)('a command that is run again', () => {
  test('is served by a sandbox that was made before, and finds in it what the first one found', async () => {
    const folder = await freshFolder();
    const marker = `trial${folder}`;
    const line =
      'pwd; umask; tr "\\0" "\\n" < /proc/$$/environ | sort; ls -l /proc/$$/fd > /tmp/fds; grep -o " -> .*" /tmp/fds; echo $0 $#';
    const changes = { marker, aheadOf: `${marker}/before`, env: { marks: 'a  b*', FIRMLOOP_ACTIVITY: 'forged' } };
    const first = await inFolder(folder, line, changes);
    await aSpareIn(folder);
    const second = await inFolder(folder, line, changes);
    const alike = ({ stdout }: Trial) =>
      stdout.replace(/(?<=FIRMLOOP_COMMAND=).*/, 'its own').replaceAll(/(?<=\w:\[)\d+/g, '');
    expect(alike(second)).toBe(`spare\n${alike(first)}`);
    expect(second.stdout).toContain(
      `FIRMLOOP_ACTIVITY=${marker}\nFIRMLOOP_AHEAD_OF=${marker}/before\nFIRMLOOP_COMMAND=`,
    );
    expect(second.outcome).toMatchObject({ endedBy: 'exit', exitCode: 0, sandboxed: true, killed: 0, survivors: [] });
    await aSpareIn(folder);
    expect((await inFolder(folder, line, changes)).stdout).toMatch(/^spare\n/);
  });

  test('is found by its mark while it runs, and leaves only the next spare when it is cancelled', async () => {
    const folder = await freshFolder();
    const control = new AbortController();
    const spec = trialSpec(
      { shell: `: ${folder}; test -e before || { touch before; exit; }; (setsid sleep 60 &); echo up; sleep 60` },
      { ...locked(folder), again: true },
    );
    await runCommand(spec);
    const spare = await aSpareIn(folder);
    let marked: readonly number[] = [];
    const outcome = await runCommand(spec, {
      signal: control.signal,
      async onChunk() {
        marked = await findMarked(spec.marker);
        control.abort();
      },
    });
    expect(marked).toContain(spare);
    expect(marked).toHaveLength(3);
    expect(outcome).toMatchObject({ endedBy: 'cancelled', survivors: [] });
    expect(await findMarked(spec.marker)).toEqual([]);
    expect(await aSpareIn(folder)).not.toBe(spare);
    expect(await processesOf(folder)).toHaveLength(3);
  });

  test.each(['cancelled', 'signal'] as const)(
    'leaves nothing although it wipes its environment: %s',
    async (endedBy) => {
      const folder = await freshFolder();
      const control = new AbortController();
      const watchdog = startWatchdog();
      onTestFinished(() => watchdog.stop());
      const group = vi.spyOn(watchdog, 'register');
      const sleep = `sleep 6${process.pid}`;
      const sleepers = () => spawnSync('pgrep', ['-f', `^${sleep}$`]).status;
      const shell = `: ${folder}; test -e before || { touch before; exit; }; exec env -i /bin/sh -c "echo up; ${sleep}"`;
      const spec = trialSpec({ shell }, { ...locked(folder), again: true });
      await runCommand(spec);
      const spare = await aSpareIn(folder);
      const outcome = await runCommand(spec, {
        signal: control.signal,
        watchdog,
        async onChunk() {
          expect(await findMarked(spec.marker)).toEqual([]);
          await eventually('it sleeps', async () => sleepers() === 0);
          if (endedBy === 'cancelled') control.abort();
          else await killGroup(group.mock.lastCall?.[0] ?? 0);
        },
      });
      expect(outcome).toMatchObject({ endedBy, survivors: [] });
      expect(sleepers()).toBe(1);
      expect(await processesOf(folder)).not.toContain(spare);
    },
  );

  const endings: {
    name: string;
    line: string;
    changes?: Partial<CommandSpec>;
    prints: string;
    outcome: Partial<CommandOutcome>;
  }[] = [
    { name: 'a status', line: 'exit 3', prints: '', outcome: { endedBy: 'exit', exitCode: 3, signal: null } },
    {
      name: 'a signal',
      line: 'kill -SEGV $$',
      prints: '',
      outcome: { endedBy: 'signal', signal: 'SIGSEGV', exitCode: 139, stoppedBy: 'itself' },
    },
    {
      name: 'a signal to all that is its own',
      line: 'trap "echo cleaned; exit 5" INT; kill -INT 0; sleep 60',
      prints: 'cleaned\n',
      outcome: { endedBy: 'exit', exitCode: 5 },
    },
    {
      name: 'a deadline at which it cleans up',
      line: 'exec 2>&-; trap "sleep 0.1; echo cleaned; exit 5" TERM; echo up; while :; do sleep 0.01; done',
      changes: { deadlineMs: 1_500, graceMs: 3_000 },
      prints: 'up\ncleaned\n',
      outcome: { endedBy: 'deadline', exitCode: 5, stoppedBy: 'firmloop', killed: 0 },
    },
    {
      name: 'a deadline that it ignores',
      line: 'trap "" TERM; sleep 60',
      changes: { deadlineMs: 1_500 },
      prints: '',
      outcome: { endedBy: 'deadline', stoppedBy: 'firmloop' },
    },
    {
      name: 'output without end',
      line: 'yes',
      changes: { outputCapBytes: 100_001 },
      prints: 'y\n'.repeat(50_000).slice(0, 100_001 - 'spare\n'.length),
      outcome: { endedBy: 'output-cap', truncated: true },
    },
  ];
  test.each(endings)('ends with $name as any other', async ({ line, changes, prints, outcome }) => {
    const trial = await fromSpare(await freshFolder(), line, changes);
    expect(trial.stdout).toMatch(/^spare\n/);
    expect(trial.output.toString()).toBe(`spare\n${prints}`);
    expect(trial.outcome).toMatchObject({ ...outcome, sandboxed: true, survivors: [] });
    expect(await findMarked(trial.spec.marker)).toEqual([]);
  });

  const others: {
    name: string;
    meanwhile?: (base: string) => Promise<void>;
    line?: string;
    changes?: (base: string) => Partial<CommandSpec>;
  }[] = [
    { name: 'with another variable', changes: () => ({ env: { A: 'b' } }) },
    { name: 'with other words', line: 'cat ../secret && true' },
    {
      name: 'behind other walls',
      changes: (base) => locked(join(base, 'tree'), { readable: [base], hidden: [join(base, 'secret'), '/opt'] }),
    },
    { name: 'in another folder', changes: (base) => ({ cwd: join(base, 'tree/src') }) },
    { name: 'that will not come again', changes: () => ({ again: false }) },
    {
      name: 'whose tree was made anew',
      async meanwhile(base) {
        await rm(join(base, 'tree'), { recursive: true });
        await mkdir(join(base, 'tree/src'), { recursive: true });
      },
    },
    {
      name: 'from which another file is to be hidden',
      async meanwhile(base) {
        await writeFile(join(base, 'new'), 'canary');
        await rename(join(base, 'new'), join(base, 'secret'));
      },
    },
  ];
  test.each(others)('does not get the spare of another one: $name', async ({ meanwhile, line, changes }) => {
    const base = await freshFolder();
    const folder = join(base, 'tree');
    await mkdir(join(folder, 'src'), { recursive: true });
    await writeFile(join(base, 'secret'), 'canary');
    const walls = locked(folder, { readable: [base], hidden: [join(base, 'secret')] });
    await inFolder(folder, 'cat ../secret', walls);
    await aSpareIn(folder);
    await meanwhile?.(base);
    const { stdout } = await inFolder(folder, line ?? 'cat ../secret', { ...walls, ...changes?.(base) });
    expect(stdout).toBe('');
  });

  test('runs the only program of its line in place of the shell', async () => {
    const folder = await freshFolder();
    await writeFile(join(folder, 'empty'), '');
    const line = `cat /proc/1/cmdline /proc/2/cmdline ${folder}/empty`;
    const run = () => attempt({ shell: line }, { ...locked(folder), again: true });
    const first = await run();
    await aSpareIn(folder);
    const second = await run();
    const words = `cat\0/proc/1/cmdline\0/proc/2/cmdline\0${folder}/empty\0`;
    expect(first.stdout.endsWith(`\0${words}`)).toBe(true);
    expect(second.stdout.endsWith(`\0${words}`)).toBe(true);
    expect([first, second].map(({ stdout }) => stdout.includes('echo >&4 && read'))).toEqual([false, true]);
  });

  test.each(['ls -l /proc/self/fd', 'no-such-tool'])('says the same as the first one: %s', async (words) => {
    const folder = await freshFolder();
    const run = () => attempt({ shell: `${words} ${folder}` }, { ...locked(folder), again: true });
    const first = await run();
    await aSpareIn(folder);
    const second = await run();
    const said = ({ output, outcome }: Trial) => [outcome.exitCode, output.toString().match(/\d ->|[a-z/-]*: .*/g)];
    expect(said(second)).toEqual(said(first));
  });

  test('goes on in a working folder that was made anew', async () => {
    const folder = await freshFolder();
    const cwd = join(folder, 'src');
    await mkdir(cwd);
    await inFolder(folder, 'touch built', { cwd });
    await aSpareIn(folder);
    await rm(cwd, { recursive: true });
    await mkdir(cwd);
    expect((await inFolder(folder, 'touch built', { cwd })).outcome).toMatchObject({ endedBy: 'exit', exitCode: 0 });
  });
});
