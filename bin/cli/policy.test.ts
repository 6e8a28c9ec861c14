import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diffOf, scratchFolder, userRepository, writeFiles } from '#server/workspace/testing.ts';
import { firmloop } from './testing/firmloop.ts';

const before = 'int check(int level)\n{\n    if (level > 7)\n        return -1;\n    return 0;\n}\n';

function project(to: string): string {
  const folder = scratchFolder();
  const yaml = `machine: firmware-loop
build: { command: make }
environments: { host: { type: host, test: ./run } }
agents: [{ use: patches, folder: patches }]
`;
  const after = before.replace('level > 7', to);
  writeFiles(folder, { 'firmloop.yaml': yaml, 'src/check.c': before, 'a.patch': diffOf('src/check.c', before, after) });
  return folder;
}

test('firmloop policy check names what it finds with its place, and what makes the risk', async () => {
  const folder = project('level > 7 && 0');
  const { code, stdout } = await firmloop(['policy', 'check', join(folder, 'a.patch'), '--dir', folder]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^risk +constant-condition +src\/check\.c:3 +a branch that is always, or never, taken/m);
  expect(stdout).toMatch(/^constructs +0\.280 /m);
  expect(stdout).toMatch(/^Allowed with 1 finding, risk 0\.28\.$/m);
});

test('firmloop policy check ends with 1 for a patch that may not be applied, and prints JSON', async () => {
  const folder = project('level > 7 && (_exit(0), 1)');
  const { code, stdout } = await firmloop(['policy', 'check', join(folder, 'a.patch'), '--dir', folder, '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    allowed: false,
    findings: [{ rule: 'early-exit', path: 'src/check.c', line: 3 }],
  });
});

test('firmloop policy check reads a patch of the root as a run of the sub-folder would, and says what helps with others', async () => {
  const yaml =
    'machine: firmware-loop\nbuild: { command: make }\nenvironments: { host: { type: host, test: ./run } }\n';
  const settings = 'policy: { allow: ["src/**"] }\nagents: [{ use: patches, folder: patches }]\n';
  const folder = userRepository({ 'fw/firmloop.yaml': yaml + settings, 'fw/src/check.c': before });
  const patch = diffOf('fw/src/check.c', before, before.replace('> 7', '> 8'));
  writeFiles(folder, { 'a.patch': patch, 'b.patch': patch + diffOf('other.c', 'a\n', 'b\n') });
  const check = (name: string) => firmloop(['policy', 'check', join(folder, name), '--dir', join(folder, 'fw')]);
  expect(await check('a.patch')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Allowed /m) });
  const mixed = await check('b.patch');
  expect([mixed.code, mixed.stdout]).toEqual([1, expect.stringMatching(/fw\/src\/check\.c .*`git diff --relative`/)]);
});

test('firmloop policy check says when there is no diff in the file', async () => {
  const folder = project('1');
  const { code, stderr } = await firmloop(['policy', 'check', join(folder, 'firmloop.yaml'), '--dir', folder]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('holds no diff')]);
});
