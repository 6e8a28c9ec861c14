import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import type { CommandOutcome, CommandSpec } from './command.ts';
import { asProcessEnv } from './environment.ts';
import { prepareLaunch } from './launch.ts';
import { findMarked } from './marker-sweep.ts';
import { allProcesses } from './proc-table.ts';
import { runCommand } from './run-command.ts';
import { sandboxStatus } from './sandbox-status.ts';
import { keepSpares } from './spare.ts';
import { startThroughSpawner } from './spawner.ts';
import type { SpawnOrder } from './spawner-protocol.ts';
import { spawnersOf } from './testing/spawners-of.ts';
import { attempt, freshFolder, locked, type Trial, trialSpec } from './testing/trial.ts';
import { processTunables } from './tunables.ts';

const { available } = await sandboxStatus();
const outcomeMain = fileURLToPath(new URL('./testing/outcome-main.ts', import.meta.url));

/** The first process in a sandbox shows what the sandbox was made for. */
const saySpare = "grep -qz '^echo >&4 && read' /proc/1/cmdline && echo spare";

let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await startThroughSpawner();
});

afterAll(() => stop());

async function commandLines(): Promise<{ pid: number; words: string }[]> {
  const pids = await allProcesses();
  return Promise.all(
    pids.map(async (pid) => ({ pid, words: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') })),
  );
}

/** All processes that were started with the folder's name, those around a command too. */
async function processesOf(folder: string): Promise<number[]> {
  return (await commandLines()).filter(({ words }) => words.includes(folder)).map(({ pid }) => pid);
}

/** The shells that are held before a command with the folder's name, and sleep. */
async function waitingIn(folder: string): Promise<number[]> {
  const held = (await commandLines())
    .filter(({ words }) => /^\/bin\/sh\0-c\0echo >&4 && read /.test(words) && words.includes(folder))
    .map(({ pid }) => pid);
  const states = await Promise.all(held.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')));
  return held.filter((_, at) => states[at]?.includes('State:\tS'));
}

async function aSpareIn(folder: string): Promise<number> {
  const spare = await eventually('a spare waits', async () => (await waitingIn(folder))[0]);
  // Until the spawner, which the machine may not have let run yet, has heard that it does.
  await pause(200);
  return spare;
}

/** Runs a line in a folder as a command that will be run again. Its first line says whether a spare served it. */
function inFolder(folder: string, line: string, changes: Partial<CommandSpec> = {}): Promise<Trial> {
  return attempt({ shell: `: ${folder}; ${saySpare}; ${line}` }, { ...locked(folder), again: true, ...changes });
}

/** Runs a line for which a spare waits, where the line itself was not run before. */
async function fromSpare(folder: string, line: string, changes: Partial<CommandSpec> = {}): Promise<Trial> {
  const once = `test -e before || { touch before; exit; }; ${line}`;
  await inFolder(folder, once, changes);
  await aSpareIn(folder);
  return inFolder(folder, once, changes);
}

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
    expect(marked).toHaveLength(4);
    expect(outcome).toMatchObject({ endedBy: 'cancelled', survivors: [] });
    expect(await findMarked(spec.marker)).toEqual([]);
    expect(await aSpareIn(folder)).not.toBe(spare);
    expect(await processesOf(folder)).toHaveLength(3);
  });

  test('is found by its mark also when it wipes its environment', async () => {
    const folder = await freshFolder();
    const shell = `: ${folder}; test -e before || { touch before; exit; }; exec env -i /bin/sh -c "echo up; sleep 60"`;
    const spec = trialSpec({ shell }, { ...locked(folder), again: true });
    await runCommand(spec);
    const spare = await aSpareIn(folder);
    const control = new AbortController();
    let marked: readonly number[] = [];
    await runCommand(spec, {
      signal: control.signal,
      async onChunk() {
        marked = await findMarked(spec.marker);
        control.abort();
      },
    });
    expect(marked).toEqual([spare]);
  });

  const endings: {
    name: string;
    line: string;
    changes?: Partial<CommandSpec>;
    prints?: string;
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
      outcome: { endedBy: 'deadline', stoppedBy: 'firmloop' },
    },
    {
      name: 'output without end',
      line: 'yes',
      changes: { outputCapBytes: 100_001 },
      outcome: { endedBy: 'output-cap', truncated: true },
    },
  ];
  test.each(endings)('ends with $name as any other', async ({ line, changes, prints, outcome }) => {
    const trial = await fromSpare(await freshFolder(), line, changes);
    expect(trial.stdout).toMatch(/^spare\n/);
    if (prints !== undefined) expect(trial.output.toString()).toBe(`spare\n${prints}`);
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

describe.runIf(available)('a spare', () => {
  test('leaves nothing when the spawner is closed while it is set up', async () => {
    const folder = await freshFolder();
    for (let round = 0; round < 15; round += 1) {
      await inFolder(folder, 'true');
      await stop();
      stop = await startThroughSpawner();
    }
    await eventually('nothing is left', async () => (await processesOf(folder)).length === 0, 5_000);
  });

  test('dies with the spawner', async () => {
    const folder = await freshFolder();
    await inFolder(folder, 'true');
    await aSpareIn(folder);
    const [spawner] = await spawnersOf(process.pid);
    process.kill(spawner ?? 0, 'SIGKILL');
    await eventually('nothing is left', async () => (await processesOf(folder)).length === 0);
    await eventually('there is another one', async () =>
      (await spawnersOf(process.pid)).some((pid) => pid !== spawner),
    );
    await inFolder(folder, 'true');
    await aSpareIn(folder);
  });

  test('dies with the runner', async () => {
    const [folder, beside] = [await freshFolder(), await freshFolder()];
    const spec = trialSpec({ shell: `: ${folder}` }, { ...locked(folder), again: true });
    const next = trialSpec({ shell: 'touch up; sleep 60' }, locked(beside));
    const words = [outcomeMain, JSON.stringify(spec), 'spawner', JSON.stringify(next)];
    const runner = spawn(process.execPath, words);
    await aSpareIn(folder);
    await eventually('the next command runs', async () => (await readdir(beside)).length > 0);
    runner.kill('SIGKILL');
    await eventually('nothing is left', async () => {
      const left = [...(await processesOf(folder)), ...(await processesOf(beside))];
      return left.length === 0;
    });
  });

  async function orderIn(folder: string, spareKey: string): Promise<SpawnOrder> {
    const launch = await prepareLaunch(trialSpec({ shell: `: ${folder}` }, { ...locked(folder), again: true }));
    if ('refusal' in launch) throw new Error(launch.refusal);
    return { ...launch, id: 1, stdin: false, report: true, spareKey };
  }

  function sparesFor(keptMs: number, before?: (closed: AbortSignal) => Promise<void>) {
    const left: number[] = [];
    let started = 0;
    const spares = keepSpares({
      async start({ file, args, cwd, env }, closed) {
        await before?.(closed);
        started += 1;
        const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
        const child = spawn(file, args, { cwd, env: asProcessEnv(env), detached: true, stdio: [...stdio] });
        return { child, pid: child.pid ?? 0, lines: [started] };
      },
      leave: (lines) => left.push(...lines),
      keptMs,
    });
    return { spares, left };
  }

  test('that nobody takes ends after its time, and nothing of it is left', async () => {
    const folder = await freshFolder();
    const order = await orderIn(folder, 'key');
    const { spares, left } = sparesFor(500);
    await spares.keep(order);
    await aSpareIn(folder);
    await eventually('nothing is left', async () => (await processesOf(folder)).length === 0);
    expect(left).toEqual([1]);
    expect(spares.take(order)).toBeUndefined();
  });

  test('that was killed is forgotten', async () => {
    const folder = await freshFolder();
    const order = await orderIn(folder, 'key');
    const { spares, left } = sparesFor(60_000);
    await spares.keep(order);
    process.kill(await aSpareIn(folder), 'SIGKILL');
    await eventually('it is forgotten', () => left.length > 0);
    expect(spares.take(order)).toBeUndefined();
  });

  test('that is on its way when no more are kept has ended with the others', async () => {
    const folder = await freshFolder();
    const { promise: lines, resolve: giveLines } = Promise.withResolvers<void>();
    const { spares, left } = sparesFor(60_000, () => lines);
    const kept = spares.keep(await orderIn(folder, 'key'));
    const closed = spares.close();
    giveLines();
    await Promise.all([kept, closed]);
    expect(left).toEqual([1]);
    expect(await processesOf(folder)).toEqual([]);
  });

  test('that is to be started when no more are kept is told so', async () => {
    const { promise: lines, resolve: giveLines } = Promise.withResolvers<void>();
    const { spares } = sparesFor(60_000, async (closed) => {
      await lines;
      closed.throwIfAborted();
    });
    const kept = spares.keep(await orderIn(await freshFolder(), 'key'));
    const closed = spares.close();
    giveLines();
    await expect(kept).rejects.toThrow('aborted');
    await closed;
  });

  test('is one for each command, and the oldest gives way when there are too many', async () => {
    const folder = await freshFolder();
    const keys = Array.from({ length: processTunables.spares + 1 }, (_, at) => `${at}`);
    const { spares, left } = sparesFor(60_000);
    const orders = await Promise.all(keys.map((key) => orderIn(folder, key)));
    await Promise.all(orders.slice(0, 1).flatMap((order) => [spares.keep(order), spares.keep(order)]));
    for (const order of [...orders, ...orders.slice(-1)]) await spares.keep(order);
    expect(left).toEqual([1, 2]);
    await eventually('all are ready', async () => (await waitingIn(folder)).length === processTunables.spares);
    expect(orders.map((order) => spares.take(order) !== undefined)).toEqual(keys.map((_, at) => at > 0));
    await eventually('all have run', async () => (await processesOf(folder)).length === 0);
  });
});
