import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { busySecondMs } from '#server/testing/busy-second.ts';
import type { CommandOutcome, CommandSpec } from './command.ts';
import { findMarked } from './marker-sweep.ts';
import { runCommand } from './run-command.ts';
import { attempt, freshFolder, trialSpec } from './testing/trial.ts';

const crashing = join(await freshFolder(), 'crash');
await writeFile(crashing, 'kill -SEGV $$\n');

const endings: {
  name: string;
  argv: CommandSpec['argv'];
  spec?: Partial<CommandSpec>;
  outcome: Partial<CommandOutcome>;
}[] = [
  {
    name: 'a success',
    argv: ['true'],
    outcome: { endedBy: 'exit', exitCode: 0, signal: null, stoppedBy: 'itself', killed: 0 },
  },
  {
    name: 'a status',
    argv: { shell: 'exit 3' },
    outcome: { endedBy: 'exit', exitCode: 3, reason: 'exited with status 3' },
  },
  { name: 'a shell that finds nothing', argv: { shell: 'no-such-tool' }, outcome: { endedBy: 'exit', exitCode: 127 } },
  {
    name: 'a segmentation fault',
    argv: { shell: 'kill -SEGV $$' },
    outcome: { endedBy: 'signal', signal: 'SIGSEGV', exitCode: null, stoppedBy: 'itself' },
  },
  {
    name: 'the segmentation fault of the only program of a line',
    argv: { shell: `sh ${crashing}` },
    outcome: { endedBy: 'signal', signal: 'SIGSEGV', exitCode: null, stoppedBy: 'itself' },
  },
  {
    name: 'a deadline',
    argv: ['sleep', '60'],
    spec: { deadlineMs: 100 },
    outcome: { endedBy: 'deadline', signal: 'SIGTERM', stoppedBy: 'firmloop', killed: 0 },
  },
  {
    name: 'a program that exits 0 when told to stop',
    argv: { shell: 'trap "exit 0" TERM; while :; do sleep 0.01; done' },
    spec: { deadlineMs: 1_000 },
    outcome: { endedBy: 'deadline', exitCode: 0, stoppedBy: 'firmloop' },
  },
  {
    name: 'silence',
    argv: { shell: 'echo once; sleep 60' },
    spec: { silenceMs: 1_000 },
    outcome: { endedBy: 'silence', bytes: { stdout: 5, stderr: 0 } },
  },
  {
    name: 'output without end',
    argv: ['yes'],
    spec: { outputCapBytes: 100_001 },
    outcome: { endedBy: 'output-cap', truncated: true, bytes: { stdout: 100_001, stderr: 0 } },
  },
  {
    name: 'output of exactly the cap',
    argv: ['printf', '12345'],
    spec: { outputCapBytes: 5 },
    outcome: { endedBy: 'exit', truncated: false },
  },
];

test.each(endings)('reports $name', async ({ argv, spec, outcome }) => {
  expect((await attempt(argv, spec)).outcome).toMatchObject({ ...outcome, survivors: [] });
});

const refusals = [
  {
    name: 'program',
    argv: ['no-such-tool'],
    cwd: tmpdir(),
    says: [/"no-such-tool" was not found \(looked in/, tmpdir()],
  },
  {
    name: 'program by path',
    argv: ['./no-such-tool'],
    cwd: tmpdir(),
    says: [/"\.\/no-such-tool" was not found/, tmpdir()],
  },
  {
    name: 'working folder',
    argv: ['true'],
    cwd: '/no/such/folder',
    says: ['the working folder /no/such/folder does not exist'],
  },
  {
    name: 'right to execute',
    argv: ['/etc/passwd'],
    cwd: tmpdir(),
    says: ['"/etc/passwd" was not found, or may not be executed'],
  },
  {
    name: 'argument without NUL',
    argv: ['true', 'a\0b'],
    cwd: tmpdir(),
    says: [/could not be started.*NUL character/],
  },
  { name: 'program without NUL', argv: ['tr\0ue'], cwd: tmpdir(), says: [/was not found/] },
  { name: 'name of a program', argv: ['x'.repeat(300)], cwd: tmpdir(), says: [/was not found/] },
] satisfies { name: string; argv: [string, ...string[]]; cwd: string; says: (string | RegExp)[] }[];

test.each(refusals)('does not start without a usable $name and says so', async ({ argv, cwd, says }) => {
  const { outcome } = await attempt(argv, { cwd });
  expect(outcome).toMatchObject({ endedBy: 'not-started', exitCode: null, signal: null, stoppedBy: 'itself' });
  for (const words of says) expect(outcome.reason).toMatch(words);
});

test('tells a missing interpreter from a missing program', async () => {
  const cwd = await freshFolder();
  await writeFile(join(cwd, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 });
  expect((await attempt(['./script'], { cwd })).outcome.reason).toMatch(/script\) could not be started .* ENOENT/);
});

test('passes folders, arguments and variables with spaces and non-ASCII letters unchanged', async () => {
  const cwd = await freshFolder(tmpdir(), 'büild 測試 ');
  const { stdout } = await attempt(['sh', '-c', 'printf "%s|%s|%s" "$PWD" "$1" "$V"', 'sh', 'größe "x" $HOME'], {
    cwd,
    env: { V: 'ß\n2' },
  });
  expect(stdout).toBe(`${cwd}|größe "x" $HOME|ß\n2`);
});

test('hands over bytes as they are, also binary and cut characters', async () => {
  const { output } = await attempt({ shell: "printf '\\000\\377\\303'" });
  expect([...output]).toEqual([0x00, 0xff, 0xc3]);
});

test('closes stdin at once, or after the given text', async () => {
  expect((await attempt(['cat'])).outcome).toMatchObject({ endedBy: 'exit', bytes: { stdout: 0 } });
  const text = 'prompt\n'.repeat(50_000);
  expect((await attempt(['cat'], { stdin: text })).stdout).toBe(text);
  expect((await attempt(['true'], { stdin: text })).outcome).toMatchObject({ endedBy: 'exit', exitCode: 0 });
});

test('kills a command that ignores TERM after the grace', async () => {
  const { outcome, wallMs } = await attempt(
    { shell: 'trap "" TERM; while :; do sleep 1; done' },
    { deadlineMs: 1_000, graceMs: 300 },
  );
  expect(outcome).toMatchObject({ endedBy: 'deadline', signal: 'SIGKILL', survivors: [] });
  expect(outcome.killed).toBeGreaterThan(0);
  expect(wallMs).toBeGreaterThanOrEqual(1_300);
  expect(wallMs).toBeLessThan(10_000);
});

test('leaves the grace to children of a shell that dies at once', async () => {
  const child = "trap 'sleep 0.1; echo cleaned; exit' TERM; while :; do sleep 0.01; done";
  const { stdout, outcome } = await attempt(
    { shell: `sh -c "${child}" & wait` },
    { deadlineMs: 1_000, graceMs: 2_000 },
  );
  expect(stdout).toBe('cleaned\n');
  expect(outcome.killed).toBe(0);
});

const escapes = [
  { name: 'a child in the background', shell: 'sleep 61 & exit 0' },
  { name: 'a child that holds the pipe and ignores TERM', shell: '(trap "" TERM; sleep 61) & exit 0' },
  { name: 'a daemon in its own session', shell: 'setsid sleep 61 & exit 0' },
  { name: 'a double fork under nohup', shell: '(setsid nohup sh -c "sleep 61 & sleep 62" >/dev/null 2>&1 &) ; exit 0' },
];

test.each(escapes)('leaves nothing of $name after a good end', async ({ shell }) => {
  const { outcome, spec, wallMs } = await attempt({ shell });
  expect(outcome).toMatchObject({ endedBy: 'exit', exitCode: 0, survivors: [] });
  expect(outcome.killed).toBeGreaterThan(0);
  expect(wallMs).toBeLessThan(10_000);
  expect(await findMarked(spec.marker)).toEqual([]);
});

test.each(escapes)('leaves nothing of $name after a deadline', async ({ shell }) => {
  const { outcome, spec, wallMs } = await attempt(
    { shell: shell.replace('exit 0', 'sleep 63') },
    { deadlineMs: 300, graceMs: 200 },
  );
  expect(outcome).toMatchObject({ endedBy: 'deadline', survivors: [] });
  expect(wallMs).toBeLessThan(10_000);
  expect(await findMarked(spec.marker)).toEqual([]);
});

test('leaves the other commands of its activity alone', async () => {
  const control = new AbortController();
  const spec = trialSpec({ shell: 'setsid sleep 61 & echo ready; wait' });
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const long = runCommand(spec, { signal: control.signal, onChunk: () => resolve() });
  await ready;
  await attempt({ shell: 'setsid sleep 61 & sleep 60' }, { marker: spec.marker, deadlineMs: 200 });
  expect(await findMarked(spec.marker)).toHaveLength(2);
  control.abort();
  expect(await long).toMatchObject({ endedBy: 'cancelled' });
  expect(await findMarked(spec.marker)).toEqual([]);
});

test.each(['sleep 15', 'yes'])('returns although a process without marker holds the pipe (%s)', async (program) => {
  const { outcome, wallMs } = await attempt({ shell: `env -i setsid ${program} & exit 0` }, { outputCapBytes: 1e9 });
  expect(outcome).toMatchObject({ endedBy: 'exit', exitCode: 0 });
  expect(wallMs).toBeLessThan(10_000);
});

test('cancels within a second, and once', async () => {
  const control = new AbortController();
  const spec = trialSpec({ shell: 'trap "" TERM; echo ready; while :; do sleep 1; done' });
  let cancelledAt = Number.NaN;
  const outcome = await runCommand(spec, {
    signal: control.signal,
    onChunk() {
      cancelledAt = performance.now();
      control.abort();
      control.abort();
    },
  });
  expect(performance.now() - cancelledAt).toBeLessThan(busySecondMs);
  expect(outcome).toMatchObject({ endedBy: 'cancelled', stoppedBy: 'firmloop', survivors: [] });
  expect(await findMarked(spec.marker)).toEqual([]);
});

test('starts nothing when it was cancelled before', async () => {
  const cwd = await freshFolder();
  const { outcome } = await attempt(['touch', 'started'], { cwd }, { signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ endedBy: 'cancelled', exitCode: null, stoppedBy: 'firmloop' });
  expect((await attempt(['ls'], { cwd })).stdout).toBe('');
});
