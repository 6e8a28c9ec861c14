import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '#server/workspace/testing.ts';
import { root } from '../stack/root.ts';
import { firmloop } from './testing/firmloop.ts';

const history = (...passed: number[]) => JSON.stringify({ iterations: passed.map((n) => ({ passed: n, total: 100 })) });

function file(name: string, content: string | Uint8Array): string {
  const path = join(scratchFolder(), name);
  writeFileSync(path, content);
  return path;
}

describe('firmloop judge', () => {
  test('prints one line of JSON with a row for each iteration', async () => {
    const { code, stdout, stderr } = await firmloop(['judge', file('h.json', history(80, 100, 100)), '--json']);
    expect([code, stderr, stdout.trimEnd().split('\n').length]).toEqual([0, '', 1]);
    const { iterations, verdict } = JSON.parse(stdout);
    expect(verdict).toBe('SUCCESS');
    expect(iterations).toMatchObject([{ iteration: 1, verdict: null }, { verdict: null }, { verdict: 'SUCCESS' }]);
    expect(Object.keys(iterations[0])).toEqual(
      expect.arrayContaining(['iteration', 'verdict', 'signal', 'reason', 'metrics']),
    );
  });

  test('marks what it says of iterations after the end', async () => {
    const { stdout } = await firmloop(['judge', '-', '--max-iterations', '1'], { stdin: history(80, 90) });
    expect(stdout.split('\n').filter((line) => line.includes('(after the end)'))).toEqual([
      expect.stringMatching(/^2 /),
    ]);
  });

  test('ends without a word when its reader has read enough', () => {
    const path = file('long.json', history(...Array.from({ length: 2_000 }, () => 50)));
    const script = 'set -o pipefail; "$1" "$2" judge "$3" --max-iterations 5000 | head -n 1';
    const program = join(root, 'bin/cli/main.ts');
    const piped = spawnSync('bash', ['-c', script, 'bash', process.execPath, program, path], { encoding: 'utf8' });
    expect([piped.status, piped.stdout, piped.stderr]).toEqual([141, expect.stringMatching(/^iteration .*\n$/), '']);
  });

  test('reads stdin for -', async () => {
    const { code, stdout } = await firmloop(['judge', '-', '--max-iterations', '1'], { stdin: history(80) });
    expect([code, stdout]).toEqual([0, expect.stringContaining('ends after iteration 1 with TIMEOUT')]);
  });

  test.each([
    ['YAML', 'success_at_limit: false\n'],
    ['JSON', '{"success_at_limit": false}'],
  ])('takes criteria from a %s file', async (_, criteria) => {
    const args = ['judge', '-', '--json', '--max-iterations', '2', '--criteria', file('my criteria ö', criteria)];
    const { stdout } = await firmloop(args, { stdin: history(100, 100) });
    expect(JSON.parse(stdout).verdict).toBe('TIMEOUT');
  });

  test('reads a file whose name has spaces and umlauts', async () => {
    expect((await firmloop(['judge', file('Läufe von heute.json', history(1))])).code).toBe(0);
  });

  test.each<[string, string | Uint8Array, string]>([
    ['broken JSON', '{"iterations": [', 'is not JSON'],
    ['more passed than total', '{"iterations":[{"passed":5,"total":4}]}', 'iterations[0]'],
    ['a number that is none', '{"iterations":[{"passed":"5","total":4}]}', 'iterations[0].passed'],
    ['no iterations', '{}', 'iterations'],
    ['an array', '[]', 'cannot be judged'],
    ['an empty file', '', 'is not JSON'],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x00), 'is not text in UTF-8'],
    ['a huge file', new Uint8Array(17_000_000).fill(32), 'is larger than 16 MB'],
    ['endless nesting', '['.repeat(200_000), 'JSON'],
  ])('refuses %s with one message', async (_, content, words) => {
    const { code, stdout, stderr } = await firmloop(['judge', file('h.json', content), '--json']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test.each([
    ['a missing file', ['judge', '/nowhere/h.json'], 'There is no history /nowhere/h.json'],
    ['a folder', ['judge', '/tmp'], '/tmp is a folder'],
    ['no file at all', ['judge'], "missing required argument 'history'"],
    ['a preset that is nearly one', ['judge', '-', '--criteria', 'strikt'], 'Did you mean STRICT?'],
    ['a preset that is none', ['judge', '-', '--criteria', 'x'], 'Presets: STANDARD, STRICT, BALANCED, AGGRESSIVE.'],
    ['a limit that is no number', ['judge', '-', '--max-iterations', '-3'], 'whole number'],
    ['an unknown option', ['judge', '-', '--criterion', 'x'], 'Did you mean --criteria?'],
    ['an unknown command', ['jugde'], 'Did you mean judge?'],
  ])('refuses %s', async (_, args, words) => {
    const { code, stdout, stderr } = await firmloop(args, { stdin: history(1) });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
  });

  test('shows where it broke only when asked', async () => {
    const { stderr } = await firmloop(['judge', '/nowhere'], { env: { FIRMLOOP_DEBUG: '1' } });
    expect(stderr).toMatch(/^\s+at /m);
  });
});
