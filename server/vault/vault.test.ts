import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyIdOf, unseal } from './seal.ts';
import { vaultAt } from './vault.ts';

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'firmloop-vault-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a sealed text opens again for the same purpose, and says nothing of itself', () => {
  const vault = vaultAt(home(), {});
  const sealed = vault.seal('sk-canary-1234', 'model-key A');
  expect(vault.open(sealed, 'model-key A')).toEqual({ ok: true, text: 'sk-canary-1234' });
  expect(sealed).toMatch(/^fl1:[0-9a-f]{8}:[A-Za-z0-9_-]+$/);
  expect(Buffer.from(sealed.split(':')[2] ?? '', 'base64url').includes('canary')).toBe(false);
  expect(vault.seal('sk-canary-1234', 'model-key A')).not.toBe(sealed);
});

test('the master key is made once, in a file that only its owner may read', () => {
  const folder = home();
  vaultAt(folder, {}).seal('x', 'y');
  const file = join(folder, 'master-key');
  const text = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(text).toMatch(/^[0-9a-f]{64}\n$/);
  vaultAt(folder, {}).seal('x', 'y');
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(folder)).toEqual(['master-key']);
});

test.each<[string, (sealed: string) => string, string, RegExp]>([
  ['for another purpose', (sealed) => sealed, 'model-key B', /was changed, or sealed for something else/],
  [
    'with a changed byte',
    (sealed) => sealed.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    'model-key A',
    /was changed/,
  ],
  ['cut off', (sealed) => sealed.slice(0, 30), 'model-key A', /cut off/],
  ['that was never sealed', () => 'sk-plain', 'model-key A', /no sealed text/],
])('a text %s does not open', (_, change, purpose, reason) => {
  const vault = vaultAt('/nowhere', { FIRMLOOP_MASTER_KEY: '0f'.repeat(32) });
  const sealed = change(vault.seal('sk-canary-1234 and a little more', 'model-key A'));
  expect(vault.open(sealed, purpose)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
});

test('with another master key the reason names both keys, and without one it says what to set', () => {
  const sealed = vaultAt('/nowhere', { FIRMLOOP_MASTER_KEY: '0f'.repeat(32) }).seal('x', 'y');
  const other = Buffer.alloc(32, 1);
  expect(unseal(other, sealed, 'y')).toMatchObject({
    ok: false,
    reason: expect.stringContaining(`the one here is ${keyIdOf(other)}`),
  });
  const folder = home();
  expect(vaultAt(folder, {}).open(sealed, 'y')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('set FIRMLOOP_MASTER_KEY to that of the stack'),
  });
  expect(existsSync(join(folder, 'master-key'))).toBe(false);
});

test('a master key that others may read, or that is none, is refused with what to do', () => {
  const folder = home();
  vaultAt(folder, {}).seal('x', 'y');
  chmodSync(join(folder, 'master-key'), 0o640);
  expect(() => vaultAt(folder, {}).seal('x', 'y')).toThrow(/Others may read the master key/);
  expect(() => vaultAt(folder, { FIRMLOOP_MASTER_KEY: 'hunter2' }).hasKey()).toThrow(
    /FIRMLOOP_MASTER_KEY is not 32 bytes in hexadecimal/,
  );
});
