import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ensure = join(import.meta.dirname, 'ensure.mjs');

/** Runs the check in a process of its own, after a preparation, with nothing but the given programs in its path. */
function runEnsure(preparation: string, programs: readonly string[], file = ensure) {
  const path = mkdtempSync(join(tmpdir(), 'firmloop-path-'));
  for (const name of programs) symlinkSync('/bin/true', join(path, name));
  const script = `${preparation}; import(${JSON.stringify(file)}).then(({ ensure }) => console.log(ensure()))`;
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

/** A checkout whose packages lie there but for one. */
function without(missing: string, wantedBy: object): string {
  const root = mkdtempSync(join(tmpdir(), 'firmloop-checkout-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  cpSync(ensure, join(root, 'bin/ensure.mjs'));
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
  const there = { 'node_modules/there': { version: '1.0.0' } };
  const lock = { '': wantedBy, ...there, [`node_modules/${missing}`]: { version: '1.0.0', devOptional: true } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: lock }));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: there }));
  return join(root, 'bin/ensure.mjs');
}

test.for([
  ['one that is for another platform', {}, false],
  ['one that the program needs, which others only may have', { devDependencies: { plugin: '1.0.0' } }, true],
] as const)('of missing packages %s is installed or left: %#', ([, wantedBy, installs]) => {
  const { said } = runEnsure('', ['npm', 'git'], without('plugin', wantedBy));
  expect(said.includes('Installing packages')).toBe(installs);
});
