import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firmware, projectFile, setting } from './firmware.ts';
import { play, printed, standForFile } from './kit.ts';

/** As a token of the host that the runner knows by its name. */
const canary = 'canary-7f3a9c1e5b2d';
process.env.FIRMLOOP_TEST_TOKEN = canary;
const stand = standForFile({ secrets: [canary] });

/** Tables and columns of the database in which the text is found, in any case and also as bytes. */
async function placesOf(text: string): Promise<string[]> {
  const { pool } = stand();
  const { rows } = await pool.query(
    `SELECT table_schema AS schema, table_name AS table, column_name AS column, data_type AS type
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const places: string[] = [];
  for (const { schema, table, column, type } of rows as Record<'schema' | 'table' | 'column' | 'type', string>[]) {
    const name = `"${schema}"."${table}"`;
    const found = await pool.query(
      type === 'bytea'
        ? `SELECT 1 FROM ${name} WHERE position($1::bytea IN "${column}") > 0 LIMIT 1`
        : `SELECT 1 FROM ${name} WHERE position($1 IN "${column}"::text) > 0 LIMIT 1`,
      [type === 'bytea' ? Buffer.from(text) : text],
    );
    if (found.rowCount !== 0) places.push(`${table}.${column}`);
  }
  return places;
}

test('a secret of the host that build and tests get hold of is stored nowhere', async () => {
  const { home } = stand();
  mkdirSync(join(home, 'private'), { recursive: true });
  writeFileSync(join(home, 'private/token'), canary);
  const spy = `env; cat /proc/1/environ /proc/$PPID/environ /proc/*/environ 2>/dev/null | tr '\\0' '\\n'; cat ${home}/private/token; echo "$DATABASE_URL $FIRMLOOP_TEST_TOKEN"`;
  const leak = `echo "error: token ${canary.slice(0, 9)}""${canary.slice(9)} refused" >&2; printf '${canary.slice(0, 9)}'; sleep 0.3; printf '${canary.slice(9)}\\n'`;
  const story = await play(
    stand(),
    firmware({
      files: {
        'firmloop.yaml': projectFile
          .replace('sh -n src/registers', 'sh tests/spy.sh')
          .replace('sh tests/run.sh', 'sh tests/spy.sh; sh tests/run.sh'),
        'tests/spy.sh': `${spy}\n${leak}\n`,
      },
      patches: [setting('a=1\nb=1\nc=1\n')],
    }),
  );
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(await placesOf(canary)).toEqual([]);
  const log = await printed(stand(), story.runId);
  expect(log).toContain('token [redacted] refused');
  expect(log).not.toContain('DATABASE_URL=');
  expect(log).not.toContain('FIRMLOOP_TEST_TOKEN=');
});

test('a secret in the message of a failing test, in its name and in a report file is stored nowhere', async () => {
  const told = `${canary.slice(0, 6)}""${canary.slice(6)}`;
  const story = await play(
    stand(),
    firmware({
      files: {
        'firmloop.yaml': projectFile.replace('{ format: tap }', '{ format: junit, from: file, files: ["*.xml"] }'),
        'tests/run.sh': `echo "<testsuite><testcase name=\\"login ${told}\\"><failure message=\\"bad ${told}\\">${told}</failure></testcase></testsuite>" > out.xml\n`,
      },
      patches: [setting('a=1\nb=1\nc=1\n')],
    }),
  );
  expect(story.outcome, story.trace).not.toBe('SUCCESS');
  expect(await placesOf(canary)).toEqual([]);
});

test("the compiler's error that names a secret is stored without it", async () => {
  const told = `${canary.slice(0, 6)}""${canary.slice(6)}`;
  const story = await play(
    stand(),
    firmware({
      files: {
        'firmloop.yaml': projectFile.replace('sh -n src/registers', 'sh src/build.sh'),
        'src/build.sh': `echo "src/a.c:1:1: error: ${told}" >&2; exit 1\n`,
      },
      patches: [setting('a=1\nb=1\nc=1\n')],
    }),
  );
  expect(story.outcome).toBe('FAILURE');
  expect(await placesOf(canary)).toEqual([]);
});

test('a kept build artifact that holds a secret is stored without it', async () => {
  const told = `${canary.slice(0, 6)}""${canary.slice(6)}`;
  await play(
    stand(),
    firmware({
      files: {
        'firmloop.yaml': projectFile.replace(
          'sh -n src/registers',
          `'echo "key=${told}" > app.map', artifacts: ["*.map"]`,
        ),
      },
      patches: [setting('a=1\nb=1\nc=1\n')],
    }),
  );
  expect(await placesOf(canary)).toEqual([]);
});
