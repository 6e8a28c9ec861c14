import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '#server/uploads/testing/make-zip.ts';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-import-'));
  const junit =
    '<testsuite name="s" tests="3"><testcase name="a"/><testcase name="b"><failure message="no"/></testcase></testsuite>';
  await writeFile(join(folder, 'unit.xml'), junit);
  await writeFile(join(folder, 'cut.tap'), '1..3\nok 1 - a # SKIP no board\nok 2 - b\n');
  await writeFile(join(folder, 'notes.txt'), 'hello\n');
  await writeFile(join(folder, 'none.zip'), makeZip([]));
  const map = '- id: 0006\n  platform: frdm_k64f\n  serial: COM7\n- id: 7\n  platform: frdm_k64f\n  connected: no\n';
  await writeFile(join(folder, 'map.yml'), map);
  await writeFile(join(folder, 'sel.csv.gz'), gzipSync('1,01/31/2024,12:00:00,PSU1,Power Supply AC lost,Asserted\n'));
  await writeFile(join(folder, 'all.zip'), makeZip([{ name: 'logs/unit.xml', content: junit }]));
});

afterAll(() => rm(folder, { recursive: true }));

async function check(...files: string[]) {
  const args = [
    'bin/firmloop.mjs',
    'results',
    'import',
    ...files.map((file) => join(folder, file)),
    '--check',
    '--json',
  ];
  const { stdout, code } = await run(process.execPath, args).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  return { code, files: (JSON.parse(stdout) as { files: object[] }).files };
}

test('each file is counted, with its warnings and what is missing; one that cannot be read stops no other', async () => {
  const { code, files } = await check('unit.xml', 'cut.tap', 'notes.txt', 'all.zip', 'gone.xml');
  expect(code).toBe(1);
  expect(files).toMatchObject([
    {
      state: 'checked',
      format: 'junit',
      passed: 1,
      failed: 1,
      cases: 2,
      attempts: 2,
      warnings: [{ line: 1, text: expect.stringContaining('tests="3"') }],
    },
    {
      state: 'checked',
      format: 'tap',
      passed: 1,
      skipped: 1,
      complete: false,
      reason: expect.stringContaining('2 of 3'),
    },
    { state: 'set aside', format: null, reason: expect.stringContaining('no known format') },
    { file: expect.stringContaining('all.zip/logs/unit.xml'), format: 'junit', cases: 2 },
    { state: 'set aside', reason: 'there is no such file' },
  ]);
});

test('hardware maps, logs of controllers and gzipped files are read, and an archive without a file is set aside', async () => {
  expect((await check('map.yml', 'sel.csv.gz', 'none.zip')).files).toMatchObject([
    { format: 'hardware-map', passed: 1, infra: 1, cases: 2, complete: true },
    { format: 'bmc', failed: 2, warnings: [{ line: 1, text: expect.stringContaining('no zone') }] },
    { state: 'set aside', reason: 'the archive holds no file' },
  ]);
});

test('files that can all be read are a success, failing tests or not', async () => {
  expect(await check('unit.xml')).toMatchObject({ code: 0, files: [{ error: 0, not_run: 0, infra: 0, flaky: 0 }] });
});
