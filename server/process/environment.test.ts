import { expect, test } from 'vitest';
import { activityMark, childEnvironment, commandMark, SANDBOX_HOME, withMarks } from './environment.ts';
import { attempt } from './testing/trial.ts';

const parts = { configured: {}, inSandbox: false };

test('passes listed names only, so secrets stay here', () => {
  const own = {
    PATH: '/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    HOME: '/home/me',
    DATABASE_URL: 'secret',
    GITHUB_TOKEN: 'secret',
    NODE_OPTIONS: '--x',
    LD_PRELOAD: 'x.so',
  };
  expect(childEnvironment({ ...parts, own })).toEqual({
    PATH: '/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    HOME: '/home/me',
  });
});

test('lets configured variables win, the marks not', () => {
  const configured = { PATH: '/opt/arm/bin', FIRMLOOP_ACTIVITY: 'forged' };
  const env = childEnvironment({ ...parts, own: { PATH: '/bin' }, configured });
  expect(withMarks(env, [activityMark('a=1'), commandMark('c')])).toEqual({
    PATH: '/opt/arm/bin',
    FIRMLOOP_ACTIVITY: 'a=1',
    FIRMLOOP_COMMAND: 'c',
  });
});

test('points the home folder at an empty one in the sandbox', () => {
  const own = { PATH: '/bin', HOME: '/home/me', TMPDIR: '/var/me' };
  expect(childEnvironment({ ...parts, own, inSandbox: true })).toMatchObject({ HOME: SANDBOX_HOME, TMPDIR: '/tmp' });
});

test('gives a path where there is none', () => {
  expect(childEnvironment({ ...parts, own: {} }).PATH).toContain('/usr/bin');
});

test('keeps a secret of this process from a real child', async () => {
  process.env.FIRMLOOP_CANARY = 'canary-of-the-runner';
  const { stdout } = await attempt(['env'], { env: { CC: 'gcc' } });
  delete process.env.FIRMLOOP_CANARY;
  expect(stdout).toContain('CC=gcc');
  expect(stdout).not.toContain('canary');
});
