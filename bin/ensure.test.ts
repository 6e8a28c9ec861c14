import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ensure = join(import.meta.dirname, 'ensure.mjs');

/** Runs the check in a process of its own, after a preparation, with nothing but the given programs in its path. */
function runEnsure(preparation: string, programs: readonly string[]) {
  const path = mkdtempSync(join(tmpdir(), 'firmloop-path-'));
  for (const name of programs) symlinkSync('/bin/true', join(path, name));
  const script = `${preparation}; import(${JSON.stringify(ensure)}).then(({ ensure }) => console.log(ensure()))`;
  const result = spawnSync(process.execPath, ['-e', script], { env: { ...process.env, PATH: path }, encoding: 'utf8' });
  rmSync(path, { recursive: true });
  return { status: result.status, said: `${result.stdout}${result.stderr}`.trim() };
}

const oldNode = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })`;
const otherSystem = `Object.defineProperty(process, 'platform', { value: 'darwin' })`;

test.for([
  [oldNode, ['npm', 'git'], 'firmloop: Node 20.18.3 is too old: install Node 20.19 or newer.'],
  [otherSystem, ['npm', 'git'], 'firmloop: Firmloop runs on Linux, and this is darwin.'],
  ['', ['git'], 'firmloop: npm is missing: install it, for example with “apt-get install npm”.'],
  ['', ['npm'], 'firmloop: git is missing: install it, for example with “apt-get install git”.'],
] as const)('what is missing on the machine is one sentence: %#', ([preparation, programs, sentence]) => {
  expect(runEnsure(preparation, programs)).toEqual({ status: 1, said: sentence });
});

test('an installed checkout is left as it is and its own Node comes back', () => {
  const node = join(import.meta.dirname, '..', 'node_modules', '.bin', 'node');
  expect(runEnsure('', ['npm', 'git'])).toEqual({ status: 0, said: node });
});
