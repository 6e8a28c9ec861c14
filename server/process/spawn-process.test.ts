import { chmod, mkdir, open, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { allProcesses, readState } from './proc-table.ts';
import { type SpawnOptions, spawnProcess } from './spawn-process.ts';
import { attempt, freshFolder } from './testing/trial.ts';

const env = { PATH: process.env.PATH ?? '' };

async function run(changes: Partial<SpawnOptions> & Pick<SpawnOptions, 'file' | 'args'>) {
  const child = spawnProcess({ cwd: tmpdir(), env, descriptors: ['nothing', 'output', 'output'], ...changes });
  const [, stdout, stderr] = child.ends;
  if (stdout === undefined || stderr === undefined) throw new Error('no output');
  const [out, err, end] = await Promise.all([text(stdout), text(stderr), child.exited]);
  return { pid: child.pid, out, err, ...end };
}

const shell = (line: string) => ({ file: '/bin/sh', args: ['-c', line] });

/** Those up to 31: the next two are the C library's own, and nobody can touch them. */
const classicSignals = 0x7fff_ffff;

const openHere = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

test('a process leads its own session and group, in its folder, with its variables and nothing else', async () => {
  const folder = await freshFolder();
  const { pid, out, exitCode } = await run({
    ...shell('cut -d" " -f1,5,6 /proc/$$/stat; pwd; tr "\\0" "\\n" < /proc/$$/environ; exit 7'),
    cwd: folder,
    env: { ...env, GRÜN: 'a b\n=c' },
  });
  expect(out).toBe(`${pid} ${pid} ${pid}\n${folder}\nPATH=${env.PATH}\nGRÜN=a b\n=c\n`);
  expect(exitCode).toBe(7);
});

test('a process gets nothing that this one has open, and blocks and ignores no signal', async () => {
  const path = join(await freshFolder(), 'open here');
  const own = await open(path, 'w');
  // The shell blocks signals for as long as it starts another program, so the last one takes its place.
  const { out } = await run(shell('ls -l /proc/$$/fd; exec grep -E "^Sig(Blk|Ign)" /proc/self/status'));
  await own.close();
  expect(out).not.toContain(path);
  expect(out).not.toContain('socket:');
  const masks = [...out.matchAll(/^Sig...:\t(\w+)$/gm)].map(
    ([, mask = '']) => Number.parseInt(mask, 16) & classicSignals,
  );
  expect(masks).toEqual([0, 0]);
});

test('a socket is written and read, and its end is seen', async () => {
  const { ends, exited } = spawnProcess({
    ...shell('read -r word <&4; echo "got $word" >&4; cat <&4 >&4'),
    ...{ cwd: tmpdir(), env, descriptors: ['nothing', 'nothing', 'nothing', 'nothing', 'socket'] },
  });
  const gate = ends[4];
  gate?.end('one\nrest');
  expect(gate && (await text(gate))).toBe('got one\nrest');
  expect(await exited).toEqual({ exitCode: 0, signal: null });
});

test.each([
  ['TERM', 'SIGTERM'],
  ['ABRT', 'SIGABRT'],
  ['IO', 'SIGIO'],
  ['SEGV', 'SIGSEGV'],
])('an end by %s is told as %s', async (name, signal) => {
  expect(await run(shell(`kill -${name} $$`))).toMatchObject({ exitCode: null, signal });
});

test('fifty at once each get their own, none stays a zombie, and no descriptor stays open', async () => {
  const before = await openHere();
  const all = await Promise.all(Array.from({ length: 50 }, (_, at) => run(shell(`echo ${at}; exit ${at}`))));
  expect(all.map(({ out, exitCode }) => [Number(out), exitCode])).toEqual(all.map((_, at) => [at, at]));
  for (const { pid } of all) expect(readState(pid)).toBeUndefined();
  await eventually('all are closed', async () => (await openHere()) === before);
});

test('one that ends at once is told, whoever looks when', async () => {
  const { exited, ends } = spawnProcess({
    file: 'true',
    args: [],
    cwd: tmpdir(),
    env,
    descriptors: ['nothing', 'output'],
  });
  const until = performance.now() + 100;
  while (performance.now() < until);
  expect(await exited).toEqual({ exitCode: 0, signal: null });
  ends[1]?.destroy();
});

test('a program is found as the shell finds it: in the PATH that the child gets, from the folder it starts in', async () => {
  const folder = await freshFolder();
  await mkdir(join(folder, 'tool'));
  await mkdir(join(folder, 'bin'));
  await symlink('loop', join(folder, 'loop'));
  await writeFile(join(folder, 'bin/tool'), '#!/bin/sh\necho "$0 $1"\n');
  await chmod(join(folder, 'bin/tool'), 0o755);
  const PATH = `/no/such/folder:${folder}/loop:${folder}:bin`;
  expect((await run({ file: 'tool', args: ['it'], cwd: folder, env: { PATH } })).out).toBe('bin/tool it\n');
  expect((await run({ file: './bin/tool', args: ['it'], cwd: folder })).out).toBe('./bin/tool it\n');
});

test('a path goes where the system goes with it, through links and back', async () => {
  const folder = await freshFolder();
  await mkdir(join(folder, 'far/deep'), { recursive: true });
  await symlink('far/deep', join(folder, 'link'));
  await writeFile(join(folder, 'far/run'), '#!/bin/sh\necho far\n');
  await chmod(join(folder, 'far/run'), 0o755);
  expect((await run({ file: './link/../run', args: [], cwd: folder })).out).toBe('far\n');
});

test('an input that another process holds is closed with its child', async () => {
  const before = await openHere();
  const line = 'exec 3<&0; env -i setsid sh -c "exec sleep 3" <&3 >/dev/null 2>&1 & true';
  await attempt({ shell: line }, { stdin: 'hello' });
  await eventually('it is closed', async () => (await openHere()) === before, 2_000);
});

test('a script that names no interpreter is read by the shell', async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, 'bare script'), 'echo "$0 got $1"\n');
  await chmod(join(folder, 'bare script'), 0o755);
  expect((await run({ file: './bare script', args: ['a b'], cwd: folder })).out).toBe(`./bare script got a b\n`);
});

test.each<[string, Partial<SpawnOptions>, string | undefined]>([
  ['a program that is not there', { file: 'no-such-program' }, 'ENOENT'],
  ['a folder that is not there', { cwd: '/no/such/folder' }, 'ENOENT'],
  ['a program that may not be run', { file: '/etc/passwd' }, 'ENOENT'],
  ['an interpreter that is not there', { file: './script' }, 'ENOENT'],
  ['too many words', { args: Array.from({ length: 40 }, () => 'x'.repeat(120_000)) }, 'E2BIG'],
  ['a character that ends a text', { args: ['a\0b'] }, undefined],
])('%s is told, starts nothing, and leaves nothing open', async (_, changes, code) => {
  const folder = await freshFolder();
  await writeFile(join(folder, 'script'), '#!/no/such/interpreter\n');
  await chmod(join(folder, 'script'), 0o755);
  const [before, processes] = [await openHere(), await allProcesses()];
  const options: SpawnOptions = {
    file: 'true',
    args: [],
    cwd: folder,
    env,
    descriptors: ['socket', 'output', 'output'],
    ...changes,
  };
  expect(() => spawnProcess(options)).toThrow(code === undefined ? /NUL character/ : expect.objectContaining({ code }));
  expect(await openHere()).toBe(before);
  const own = await Promise.all(
    (await allProcesses())
      .filter((pid) => !processes.includes(pid))
      .map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  expect(own.filter((stat) => stat.includes(` ${process.pid} `))).toEqual([]);
});

test('twenty commands at once each get their own input, and their output is whole', async () => {
  const texts = Array.from({ length: 20 }, (_, at) => `${at} `.repeat(30_000));
  const trials = await Promise.all(texts.map((stdin) => attempt(['cat'], { stdin })));
  expect(trials.map(({ stdout }) => stdout)).toEqual(texts);
});
