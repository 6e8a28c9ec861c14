import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedaction } from '#server/artifacts/redaction.ts';
import { openPool } from '#server/db/pool.ts';
import { sealedKey, storeKey } from '#server/store/model-keys.ts';
import { signed } from '#server/store/signed.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { keyRing } from './key-ring.ts';
import { keepLearningKeys } from './learn-keys.ts';
import { listModelKeys, removeModelKey, setModelKey } from './model-keys.ts';
import { vaultAt } from './vault.ts';

const canary = 'canary-key-2b7e151628aed2a6';
const home = mkdtempSync(join(tmpdir(), 'firmloop-keys-'));
const vault = vaultAt(home, {});
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.databaseUrl, { max: 3, name: 'keys' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  rmSync(home, { recursive: true });
});

test('a key is stored sealed, listed without its value, found by agents, and known to the redaction from then on', async () => {
  const redact = createRedaction([]);
  const ring = keyRing({ pool, vault, redact, env: {} });
  await setModelKey(pool, vault, { name: 'OPENAI_API_KEY', value: `${canary}\n`, by: 'ada' });
  expect(await listModelKeys(pool, vault)).toMatchObject([{ name: 'OPENAI_API_KEY', setBy: 'ada', trouble: null }]);
  expect(redact(canary)).toBe(canary);
  expect(await ring.keyOf('OPENAI_API_KEY')).toEqual({ ok: true, value: canary });
  expect(redact(`key ${canary}`)).toBe('key [redacted]');
});

test("the runner's environment comes first, and what is nowhere is told with both places", async () => {
  const ring = keyRing({ pool, vault, redact: createRedaction([]), env: { OPENAI_API_KEY: 'of-the-host' } });
  expect(await ring.keyOf('OPENAI_API_KEY')).toEqual({ ok: true, value: 'of-the-host' });
  expect(await ring.keyOf('OTHER_API_KEY')).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/neither in the environment of the runner nor by `firmloop keys set OTHER_API_KEY`/),
  });
});

test('a key that was put under another name, or sealed with another master key, opens for nobody', async () => {
  const sealed = (await sealedKey(pool, 'OPENAI_API_KEY')) ?? '';
  await storeKey(pool, { name: 'STOLEN_API_KEY', sealed, by: 'eve' });
  const foreign = vaultAt('/nowhere', { FIRMLOOP_MASTER_KEY: '1f'.repeat(32) });
  const reasons = async (which: typeof vault) =>
    (await listModelKeys(pool, which)).map(({ name, trouble }) => [name, trouble]);
  expect(await reasons(vault)).toEqual([
    ['OPENAI_API_KEY', null],
    ['STOLEN_API_KEY', expect.stringContaining('sealed for something else')],
  ]);
  expect(await reasons(foreign)).toEqual([
    ['OPENAI_API_KEY', expect.stringContaining('was sealed with the master key')],
    ['STOLEN_API_KEY', expect.stringContaining('was sealed with the master key')],
  ]);
  await removeModelKey(pool, 'STOLEN_API_KEY');
  await expect(removeModelKey(pool, 'STOLEN_API_KEY')).rejects.toThrow('No key STOLEN_API_KEY is stored.');
});

test.each([
  ['a name that is none of a key', 'DATABASE_URL', canary, /is no name of a key/],
  ['a key of several words', 'A_API_KEY', 'two words', /one word of 8 to/],
  ['a key that is too short to hide', 'A_API_KEY', 'short', /one word of 8 to/],
])('%s is refused', async (_, name, value, says) => {
  await expect(setModelKey(pool, vault, { name, value, by: 'ada' })).rejects.toThrow(says);
});

test('the database refuses a key that is not sealed', async () => {
  await expect(storeKey(pool, { name: 'A_API_KEY', sealed: canary, by: 'eve' })).rejects.toMatchObject({
    code: '23514',
  });
});

test('who set and removed a key stands in the audit log, and the key nowhere in the database', async () => {
  const asGrace = signed(pool, { actor: 'grace', door: 'cli', address: null });
  await setModelKey(asGrace, vault, { name: 'GRACE_API_KEY', value: canary, by: 'grace' });
  await removeModelKey(asGrace, 'GRACE_API_KEY');
  const { rows } = await pool.query(
    `SELECT actor, action, door FROM audit WHERE target_kind = 'key' AND target_id = 'GRACE_API_KEY' ORDER BY id`,
  );
  expect(rows).toEqual([
    { actor: 'grace', action: 'key.set', door: 'cli' },
    { actor: 'grace', action: 'key.remove', door: 'cli' },
  ]);
});

test('a running process learns of a key that is set meanwhile', async () => {
  const redact = createRedaction([]);
  const stop = new AbortController();
  const onTrouble = (error: unknown) => {
    throw error;
  };
  const learning = keepLearningKeys(database.databaseUrl, { pool, vault, redact, signal: stop.signal, onTrouble });
  await expect.poll(() => redact(canary)).toBe('[redacted]');
  await setModelKey(pool, vault, { name: 'LATE_API_KEY', value: 'canary-late-1234', by: 'ada' });
  await expect.poll(() => redact('canary-late-1234')).toBe('[redacted]');
  expect(redact(vault.written() ?? '')).toBe('[redacted]');
  stop.abort();
  await learning;
});
