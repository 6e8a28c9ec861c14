import { spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import { SANDBOX_HOME } from './environment.ts';
import { findMarked } from './marker-sweep.ts';
import { detect, sandboxStatus } from './sandbox-status.ts';
import { attempt, freshFolder, locked, trialSpec } from './testing/trial.ts';

const { available } = await sandboxStatus();
const outcomeMain = fileURLToPath(new URL('./testing/outcome-main.ts', import.meta.url));

describe.runIf(available)('what a locked-in command sees', () => {
  test.each([
    { name: 'the home folder', parent: homedir() },
    { name: '/tmp', parent: tmpdir() },
  ])('its worktree and toolchain below $name, and nothing beside them', async ({ parent }) => {
    const base = await freshFolder(parent, '.firmloop-trial-');
    const [worktree, tools] = [join(base, 'data/worktrees/1'), join(base, 'tools/bin')];
    await mkdir(worktree, { recursive: true });
    await mkdir(tools, { recursive: true });
    await writeFile(join(tools, 'arm-cc'), '#!/bin/sh\necho compiled > out && echo bad > "$(dirname "$0")/broken"\n', {
      mode: 0o755,
    });
    await writeFile(join(base, 'data/secrets'), 'canary');
    const { outcome } = await attempt([join(tools, 'arm-cc')], locked(worktree, { readable: [dirname(tools)] }));
    expect(outcome).toMatchObject({ endedBy: 'exit', exitCode: 2 });
    expect((await attempt(['find', base, '-type', 'f', '-printf', '%P\n'])).stdout.trim().split('\n').sort()).toEqual([
      'data/secrets',
      'data/worktrees/1/out',
      'tools/bin/arm-cc',
    ]);
    const { stdout } = await attempt(['find', base, '-type', 'f'], locked(worktree));
    expect(stdout).toBe(`${worktree}/out\n`);
    await attempt(['rm', '-rf', base]);
  });

  test('not the data folder, although its parent is readable and the worktree lies in it', async () => {
    const base = await freshFolder();
    const worktree = join(base, 'data/worktrees/1');
    await mkdir(worktree, { recursive: true });
    await mkdir(join(base, 'data/worktrees/2'));
    await writeFile(join(base, 'data/database'), 'canary');
    await writeFile(join(base, '.env'), 'canary');
    await writeFile(join(base, 'readme'), '');
    await symlink(join(base, 'data'), join(base, 'link'));
    const policy = { readable: [base], hidden: [join(base, 'link'), join(base, '.env'), '/no/such/file'] };
    const { stdout } = await attempt(
      { shell: `ls ${base}; ls ${base}/data/*; cat ${base}/.env; touch ${base}/data/x || echo refused` },
      locked(worktree, policy),
    );
    expect(stdout.trim().split('\n')).toEqual(['data', 'link', 'readme', '1', 'refused']);
  });

  test('an empty home folder, a private /tmp, no processes but its own, and no descriptor of ours', async () => {
    const worktree = await freshFolder();
    const { stdout } = await attempt(
      { shell: 'ls -A ~ /tmp; touch ~/a /tmp/b && ls /tmp; ps -e -o comm=; test -e /proc/$$/fd/3 && echo leak' },
      locked(worktree),
    );
    expect(stdout).toBe(`${SANDBOX_HOME}:

/tmp:
${basename(worktree)}
b
${basename(worktree)}
bwrap
sh
ps
`);
  });

  test('no capabilities, also when the runner is root', async () => {
    const { stdout } = await attempt({ shell: 'sh -c "cat /proc/self/status"' }, locked(await freshFolder()));
    expect(stdout).toMatch(/^CapPrm:\t0+\nCapEff:\t0+$/m);
    expect(stdout).toMatch(/^NoNewPrivs:\t1$/m);
  });

  test('the whole worktree from a working folder inside it', async () => {
    const worktree = await freshFolder();
    await mkdir(join(worktree, 'src'));
    const { stdout } = await attempt(
      { shell: 'pwd; touch ../built && echo yes' },
      { ...locked(worktree), cwd: join(worktree, 'src') },
    );
    expect(stdout).toBe(`${worktree}/src\nyes\n`);
  });
});

describe.runIf(available)('a locked-in command', () => {
  test.each([
    { name: 'a status', shell: 'exit 3', outcome: { endedBy: 'exit', exitCode: 3, signal: null } },
    { name: 'a signal', shell: 'kill -SEGV $$', outcome: { endedBy: 'signal', signal: 'SIGSEGV', exitCode: 139 } },
    { name: 'a status that looks like bwrap’s own', shell: 'exit 1', outcome: { endedBy: 'exit', exitCode: 1 } },
  ])('reports $name', async ({ shell, outcome }) => {
    expect((await attempt({ shell }, locked(await freshFolder()))).outcome).toMatchObject({
      ...outcome,
      sandboxed: true,
    });
  });

  test('is told to stop before it is killed', async () => {
    const shell = 'trap "sleep 0.1; echo cleaned; exit 0" TERM; echo ready; while :; do sleep 0.01; done';
    const { stdout, outcome, wallMs } = await attempt(
      { shell },
      { ...locked(await freshFolder()), deadlineMs: 1_500, graceMs: 3_000 },
    );
    expect(stdout).toBe('ready\ncleaned\n');
    expect(outcome).toMatchObject({
      endedBy: 'deadline',
      exitCode: 0,
      stoppedBy: 'firmloop',
      killed: 0,
      survivors: [],
    });
    expect(wallMs).toBeLessThan(10_000);
  });

  test('is killed when it ignores that', async () => {
    const { outcome, spec, wallMs } = await attempt(
      { shell: 'trap "" TERM; setsid sleep 60 & sleep 60' },
      { ...locked(await freshFolder()), deadlineMs: 300 },
    );
    expect(outcome).toMatchObject({ endedBy: 'deadline', survivors: [] });
    expect(wallMs).toBeLessThan(10_000);
    expect(await findMarked(spec.marker)).toEqual([]);
  });

  test('dies with the runner, also without a watchdog', async () => {
    const spec = trialSpec({ shell: 'trap "" TERM; setsid sleep 60 & sleep 60' }, locked(await freshFolder()));
    const runner = spawn(process.execPath, [outcomeMain, JSON.stringify(spec)]);
    await eventually('all of them run', async () => (await findMarked(spec.marker)).length >= 4);
    runner.kill('SIGKILL');
    await eventually('none of them is left', async () => (await findMarked(spec.marker)).length === 0);
  });

  test.each([
    { name: 'its program is missing', argv: ['no-such-tool'], says: /"no-such-tool" was not found/ },
    {
      name: 'its program is out of sight',
      argv: [process.execPath],
      says: /bwrap: execvp .*; its sandbox does not show it: add its folder/,
    },
  ] satisfies { name: string; argv: [string]; says: RegExp }[])('is not started when $name', async ({ argv, says }) => {
    const { outcome } = await attempt(argv, locked(await freshFolder()));
    expect(outcome).toMatchObject({ endedBy: 'not-started', exitCode: null, reason: expect.stringMatching(says) });
  });

  test('is not started when its worktree is missing', async () => {
    const { outcome } = await attempt(['true'], { ...locked('/no/such/worktree'), cwd: '/usr' });
    expect(outcome).toMatchObject({ endedBy: 'not-started', reason: expect.stringContaining('/no/such/worktree') });
  });
});

test.each([
  {
    whenMissing: 'refuse',
    outcome: { endedBy: 'not-started', reason: expect.stringMatching(/^no sandbox on this host: bubblewrap/) },
  },
  { whenMissing: 'run-bare', outcome: { endedBy: 'exit', exitCode: 0, sandboxed: false } },
] as const)('does as told ($whenMissing) on a host without bubblewrap', async ({ whenMissing, outcome }) => {
  const worktree = await freshFolder();
  const spec = trialSpec(['/bin/true'], locked(worktree, { whenMissing }));
  const { stdout } = await attempt([process.execPath, outcomeMain, JSON.stringify(spec)], { env: { PATH: worktree } });
  expect(JSON.parse(stdout)).toMatchObject(outcome);
});

test('says whether the sandbox works here, and why not where it does not', async () => {
  const status = await sandboxStatus();
  expect(status.because).toMatch(status.available ? /a trial run with .*bwrap \d.* succeeded/ : /bubblewrap/);
  expect(await detect('/no/such/folder')).toMatchObject({
    available: false,
    because: 'bubblewrap (bwrap) is not installed',
  });
  const broken = await freshFolder();
  const script = '#!/bin/sh\ntest "$1" = --version && echo bubblewrap 0.0 || { echo no namespaces >&2; exit 1; }\n';
  await writeFile(join(broken, 'bwrap'), script, { mode: 0o755 });
  expect(await detect(broken)).toMatchObject({
    available: false,
    version: '0.0',
    because: expect.stringContaining('no namespaces'),
  });
});
