import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { withClient } from '#server/database/connect.ts';
import { openPool } from '#server/db/pool.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { rowsHeld, storedTables } from './catalog.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const never = new AbortController().signal;
const odd = 'tab\tnewline\nbackslash\\. \\N "quotes" \u202E 🎛️';

let source: TestDatabase;
let pool: Pool;
let runId: string;
let folder: string;
let path: string;

beforeAll(async () => {
  source = await createTestDatabase();
  pool = openPool(source.databaseUrl, { max: 6, name: 'backup-test' });
  const engine = toyEngine(pool);
  runId = await startToyRun(engine, { goal: 2 });
  await send(engine, runId, { type: 'control.message', payload: { by: 'ada', text: odd }, key: 'm', actor: 'ada' });
  const artifacts = createArtifactStore(pool, (text) => text);
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7) % 256));
  await artifacts.put({ runId, iteration: 0, kind: 'file', name: odd, activityId: null }, bytes, { raw: true });
  await pool.query(`WITH ada AS (
      INSERT INTO person (id, name, email, email_verified) VALUES (gen_random_uuid(), 'Ada', 'ada@example.org', true) RETURNING id
    ) INSERT INTO session (id, token, user_id, expires_at)
    SELECT gen_random_uuid(), 't', id, now() + interval '1 day' FROM ada`);
  folder = await mkdtemp(join(tmpdir(), 'firmloop-backup-'));
  path = join(folder, 'whole.backup');
  await writeBackup(source.databaseUrl, path, never);
});

afterAll(async () => {
  await pool.end();
  await source.drop();
  await rm(folder, { recursive: true });
});

/** An empty database for one test. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

const restore = (target: TestDatabase, file: string, options: { replace?: boolean } = {}) =>
  restoreBackup(target.databaseUrl, file, {
    replace: false,
    home: folder,
    actor: 'ada',
    signal: never,
    ...options,
  });

const held = (databaseUrl: string) => withClient(databaseUrl, rowsHeld);

/** A digest of each table's rows, whatever their order. */
async function digests(databaseUrl: string): Promise<Record<string, string>> {
  return await withClient(databaseUrl, async (client) => {
    const found: Record<string, string> = {};
    for (const { table } of await storedTables(client)) {
      const { rows } = await client.query(
        `SELECT md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS digest FROM "${table}" t`,
      );
      found[table] = rows[0].digest;
    }
    return found;
  });
}

test('every row comes back, sessions apart, and the new database goes on numbering where the old one stopped', async () => {
  const target = await emptyDatabase();
  const { migrated, footer } = await restore(target, path);
  expect(migrated).toEqual([]);
  expect(footer.rows).toMatchObject({ run: 1, artifact: 1, artifact_chunk: 3 });
  const { audit: _, ...before } = await digests(source.databaseUrl);
  const { audit: __, ...after } = await digests(target.databaseUrl);
  expect(after).toEqual(before);
  expect((await held(target.databaseUrl)).has('session')).toBe(false);

  const restored = openPool(target.databaseUrl, { max: 4, name: 'restored' });
  onTestFinished(() => restored.end());
  expect(await replayRun(toyEngine(restored), runId)).toMatchObject({ equal: true });
  const second = await startToyRun(toyEngine(restored), { goal: 1 });
  const { rows } = await restored.query('SELECT number FROM run WHERE id = $1', [second]);
  expect(rows).toEqual([{ number: 2 }]);
  const audited = await restored.query(
    `SELECT actor, after->>'sha256' AS sha256 FROM audit WHERE action = 'database.restore'`,
  );
  expect(audited.rows).toEqual([{ actor: 'ada', sha256: footer.sha256 }]);
  await expect(restored.query('DELETE FROM audit')).rejects.toThrow('append-only');
  await expect(restored.query('DELETE FROM run')).rejects.toThrow('foreign key');
});

test('a backup that is taken while runs move shows one moment', async () => {
  const target = await emptyDatabase();
  const engine = toyEngine(pool);
  let writing = true;
  const moving = (async () => {
    for (let n = 0; writing; n += 1)
      await send(engine, runId, {
        type: 'control.message',
        payload: { by: 'ada', text: odd },
        key: `k${n}`,
        actor: 'ada',
      });
  })();
  const live = join(folder, 'live.backup');
  await writeBackup(source.databaseUrl, live, never).finally(() => (writing = false));
  await moving;
  await restore(target, live);
  const restored = openPool(target.databaseUrl, { max: 2, name: 'restored' });
  onTestFinished(() => restored.end());
  expect(await replayRun(toyEngine(restored), runId)).toMatchObject({ equal: true });
});

test('a database that holds something is left alone unless that is asked for', async () => {
  const target = await emptyDatabase();
  await restore(target, path);
  await withClient(target.databaseUrl, (client) => client.query(`UPDATE run SET title = 'mine'`));
  await expect(restore(target, path)).rejects.toThrow(/^The database is not empty: it holds .* rows? in /);
  const title = () =>
    withClient(target.databaseUrl, async (client) => (await client.query('SELECT title FROM run')).rows);
  expect(await title()).toEqual([{ title: 'mine' }]);
  await restore(target, path, { replace: true });
  expect(await title()).toEqual([{ title: 'toy' }]);
});

test('a database that somebody is connected to is left alone', async () => {
  const target = await emptyDatabase();
  const other = openPool(target.databaseUrl, { max: 1, name: 'firmloop-web' });
  onTestFinished(() => other.end());
  await other.query('SELECT 1');
  await expect(restore(target, path)).rejects.toThrow('Other programs are connected to the database (firmloop-web)');
});

describe('a file that is not a whole backup of ours is refused and changes nothing:', () => {
  let target: TestDatabase;
  beforeAll(async () => {
    target = await createTestDatabase();
  });
  afterAll(() => target.drop());

  const rewritten = (change: (text: string) => string) => (bytes: Buffer) =>
    gzipSync(Buffer.from(change(gunzipSync(bytes).toString('latin1')), 'latin1'), { level: 1 });
  test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['one that was cut off', (bytes) => bytes.subarray(0, bytes.length - 900), /ends in the middle/],
    [
      'one cut off between two tables',
      rewritten((text) => text.slice(0, text.indexOf('COPY "run"'))),
      /ends in the middle/,
    ],
    ['one with a changed value', rewritten((text) => text.replace('\ttoy\t', '\ttoi\t')), /checksum is wrong/],
    [
      'one with a forged command',
      rewritten((text) => text.replace('SELECT setval', 'DROP TABLE run; SELECT setval')),
      /holds what no backup holds/,
    ],
    [
      'one with damaged bytes',
      (bytes) => Buffer.concat([bytes.subarray(0, 2_000), Buffer.alloc(64, 255), bytes.subarray(2_064)]),
      /damaged|checksum|middle|no backup/,
    ],
    [
      'one of a newer program',
      rewritten((text) => text.replace('20261127000000_engine', '99991127000000_engine')),
      /newer program or another build/,
    ],
    ['one of another format', rewritten((text) => text.replace('"format":1', '"format":9')), /format is 9/],
    ['something else', () => gzipSync('hello\n'), /is no backup of Firmloop/],
    ['no gzip file', () => Buffer.from('hello\n'), /damaged, or no backup/],
    ['an empty file', () => Buffer.alloc(0), /ends in the middle|no backup/],
  ])('%s', async (_, change, why) => {
    const broken = join(folder, 'broken.backup');
    await writeFile(broken, change(await readFile(path)));
    await expect(restore(target, broken)).rejects.toThrow(why);
    expect(await held(target.databaseUrl)).toEqual(new Map());
  });
});

describe('writing', () => {
  test('gives the name to a whole file only, for its owner alone, and takes none that is taken', async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await expect(stat(`${path}.partial`)).rejects.toThrow('ENOENT');
    await expect(writeBackup(source.databaseUrl, path, never)).rejects.toThrow(`There is a file ${path} already`);
  });

  test('leaves nothing when it is given up or cannot be written', async () => {
    const given = join(folder, 'given.backup');
    await expect(writeBackup(source.databaseUrl, given, AbortSignal.abort())).rejects.toThrow('abort');
    for (const name of [given, `${given}.partial`]) await expect(stat(name)).rejects.toThrow('ENOENT');
    await expect(writeBackup(source.databaseUrl, '/proc/none/b', never)).rejects.toThrow(
      'The backup /proc/none/b cannot be written',
    );
  });
});
