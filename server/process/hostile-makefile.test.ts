import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMarked } from './marker-sweep.ts';
import { sandboxStatus } from './sandbox-status.ts';
import { attempt, freshFolder, locked } from './testing/trial.ts';

const { available } = await sandboxStatus();

describe.runIf(available)('a hostile Makefile', () => {
  let server: Server;
  /** Another process of this host that holds the secret, as the web server does. */
  let neighbour: ChildProcess;
  let worktree: string;
  let canary: string;
  let outside: string;
  const secret = 'canary-9f2c';

  beforeAll(async () => {
    worktree = await freshFolder();
    outside = await freshFolder();
    canary = join(await freshFolder(homedir(), '.firmloop-trial-'), 'id_rsa');
    await writeFile(canary, secret);
    server = createServer((socket) => socket.end(secret)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await writeFile(join(worktree, 'Makefile'), hostileMakefile({ canary, outside, port }));
    process.env.FIRMLOOP_CANARY = secret;
    neighbour = spawn('sleep', ['600']);
  });

  afterAll(async () => {
    delete process.env.FIRMLOOP_CANARY;
    server.close();
    neighbour.kill();
    await attempt(['rm', '-rf', dirname(canary), worktree, outside]);
  });

  const attacks = [
    'read-home',
    'list-home',
    'read-own-environment',
    'read-parent-environment',
    'read-every-environment',
    'reach-loopback',
    'read-shadow',
  ];

  test.each(attacks)('gets nothing by %s', async (target) => {
    const { stdout, outcome } = await attempt(['make', '-k', target], locked(worktree));
    expect(outcome).toMatchObject({ sandboxed: true, endedBy: 'exit' });
    expect(stdout).toContain('tried');
    expect(stdout).not.toContain('GOT');
  });

  test.each(attacks.filter((target) => target !== 'read-own-environment'))(
    'would get something by %s without walls',
    async (target) => {
      const { stdout } = await attempt(['make', '-k', target], { cwd: worktree });
      expect(stdout).toContain(target === 'read-shadow' && process.getuid?.() !== 0 ? 'tried' : 'GOT');
    },
  );

  test('writes inside its folder only', async () => {
    const { outcome } = await attempt(['make', '-k', 'write'], locked(worktree));
    expect(outcome.sandboxed).toBe(true);
    expect(await readFile(join(worktree, 'inside'), 'utf8')).toBe('x\n');
    const written = [
      '/usr/firmloop-trial',
      '/etc/firmloop-trial',
      '/firmloop-trial',
      join(outside, 'x'),
      join(homedir(), 'x'),
    ];
    expect((await attempt(['ls', ...written])).stdout).toBe('');
  });

  test.each([
    { name: 'in the sandbox', changes: () => locked(worktree) },
    { name: 'without it', changes: () => ({ cwd: worktree }) },
  ])('does not outlive its run $name', async ({ changes }) => {
    const { outcome, spec } = await attempt(['make', 'outlive'], changes());
    expect(outcome).toMatchObject({ endedBy: 'exit', exitCode: 0, survivors: [] });
    expect(await findMarked(spec.marker)).toEqual([]);
  });

  test('does not outlive its run in the sandbox although it wipes its environment', async () => {
    const name = `sleep 7${process.pid}`;
    await attempt({ shell: `env -i setsid ${name} & sleep 0.1` }, locked(worktree));
    expect((await attempt(['pgrep', '-f', `^${name}`])).stdout).toBe('');
  });

  test('reaches loopback when the network is allowed', async () => {
    expect((await attempt(['make', 'reach-loopback'], locked(worktree, { network: true }))).stdout).toContain('GOT');
  });
});

interface Targets {
  canary: string;
  outside: string;
  port: number | undefined;
}

/** Each target prints GOT when the attack worked. */
function hostileMakefile({ canary, outside, port }: Targets): string {
  const rules = {
    'read-home': `cat ${canary} && echo GOT`,
    'list-home': `ls -A ${dirname(dirname(canary))} | grep firmloop-trial && echo GOT`,
    'read-own-environment': 'env | grep canary-9f2c && echo GOT',
    'read-parent-environment': `tr '\\0' '\\n' < /proc/${process.pid}/environ | grep . && echo GOT`,
    'read-every-environment': `cat /proc/[0-9]*/environ | grep -qa canary-9f2c && echo GOT`,
    'reach-loopback': `bash -c 'cat < /dev/tcp/127.0.0.1/${port}' && echo GOT`,
    'read-shadow': 'grep -q : /etc/shadow && echo GOT',
    write: `for p in inside /usr/firmloop-trial /etc/firmloop-trial /firmloop-trial ${outside}/x ${homedir()}/x; do echo x > $$p; done`,
    outlive: `(setsid nohup sh -c "sleep 61 & sleep 62" >/dev/null 2>&1 &); setsid sleep 63 & nohup sleep 64 &`,
  };
  return Object.entries(rules)
    .map(([name, recipe]) => `${name}:\n\t@echo tried; ${recipe}\n`)
    .join('\n');
}
