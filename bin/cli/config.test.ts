import { describe, expect, test } from 'vitest';
import { scratchFolder, writeFiles } from '#server/workspace/testing.ts';
import { firmloop } from './testing/firmloop.ts';

const good = `machine: firmware-loop
build: { command: make }
environments: { host: { type: host, test: ./run } }
agents: [{ use: patches, folder: patches }]
`;

function project(yaml: string): string {
  const folder = scratchFolder();
  writeFiles(folder, { 'firmloop.yaml': yaml });
  return folder;
}

describe('firmloop config', () => {
  test('tells of every setting its value, where it is from and what it means', async () => {
    const { code, stdout, stderr } = await firmloop(['config', project(good)]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^build\.command +make +file +Builds the firmware/m);
    expect(stdout).toMatch(/^build\.timeout +10m +default /m);
  });

  test('prints the same as JSON', async () => {
    const { stdout } = await firmloop(['config', project(good), '--json']);
    const { ok, settings } = JSON.parse(stdout);
    expect(ok).toBe(true);
    expect(settings).toContainEqual(expect.objectContaining({ path: 'build.command', value: 'make', from: 'file' }));
  });

  test('prints the schema for editors', async () => {
    const { stdout } = await firmloop(['config', '--schema']);
    expect(JSON.parse(stdout).properties).toHaveProperty('environments');
  });

  test('tells the settings, the problems and the schema of a task in the same way', async () => {
    const task = 'machine: task-orchestrator\nrequest: Mend it.\nagents: [{ use: search }]\n';
    const { code, stdout } = await firmloop(['config', project(task)]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^permissions\.write +ask +default +Writing files/m);
    const wrong = await firmloop(['config', project(task.replace('request', 'reqest'))]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(/firmloop\.yaml:2:\d+: .*reqest.*\brequest\b/),
    ]);
    const schema = await firmloop(['config', project(task), '--schema']);
    expect(JSON.parse(schema.stdout).properties).toHaveProperty('permissions');
  });

  test('names line and column of each problem', async () => {
    const { code, stdout, stderr } = await firmloop(['config', project(good.replace('command', 'comand'))]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/firmloop\.yaml:2:\d+: .*comand.*\bcommand\b/);
  });

  test('gives problems as JSON too', async () => {
    const { code, stdout } = await firmloop(['config', project('machine: firmware-lop\n'), '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problems: [{ line: 1, path: 'machine' }], settings: [] });
  });

  test.each([
    ['a folder that is not there', '/nowhere/at all', 'There is no folder /nowhere/at all'],
    ['a file', '/etc/passwd', '/etc/passwd is a file'],
    ['a folder without a project file', '/tmp', 'There is no project file /tmp/firmloop.yaml'],
  ])('refuses %s', async (_, dir, words) => {
    const { code, stdout, stderr } = await firmloop(['config', dir]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
  });
});
