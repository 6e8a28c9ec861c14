import { describe, expect, test } from 'vitest';
import { firmware, projectFile, setting } from '#server/scenarios/firmware.ts';
import { play, standForFile } from '#server/scenarios/kit.ts';

const stand = standForFile();
const good = 'a=1\nb=1\nc=1\n';
const worse = 'a=0\nb=1\nc=1\n';

/** The project file of the shell firmware with other lines. */
function changed(lines: Readonly<Record<string, string>>, more = ''): string {
  const replaced = Object.entries(lines).reduce(
    (text, [key, now]) => text.replace(new RegExp(`^${key}:.*$`, 'm'), `${key}: ${now}`),
    projectFile,
  );
  return replaced + more;
}

describe.concurrent('results that belong to the base', { timeout: 120_000 }, () => {
  test('are imported test by test, so that a test that passed there and fails is a regression', async () => {
    const files = {
      'firmloop.yaml': changed({}, 'baseline: { imported: ci/base.tap }\n'),
      'ci/base.tap': 'ok 1 - a\nnot ok 2 - b\nnot ok 3 - c\n1..3\n',
    };
    const story = await play(stand(), firmware({ files, patches: [setting(worse), setting(good, worse)] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).not.toMatch(/BASELINE_TEST/);
    expect(story.trace).toMatch(/2 of 3 tests fail: b, c/);
    expect(story.trace).toMatch(/2 of 3 pass.*1 regression against the base/);
  });

  test('are what outputs are compared with, whatever a run makes of the expected files', async () => {
    const results = '{ format: golden, pairs: [{ actual: out.txt, expected: expected.txt }] }';
    const command = 'cp src/registers out.txt; cp src/registers expected.txt';
    const files = {
      'firmloop.yaml': changed({ results, environments: `{ host: { type: host, test: "${command}" } }` }),
      'expected.txt': 'a=1\nb=1\nc=1\n',
    };
    const story = await play(stand(), firmware({ files, patches: [setting('a=1\nb=1\nc=0\n')] }), { maxIterations: 1 });
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.iterations[0]?.counts, story.trace).toMatchObject({ passed: 0 });
    const { rows } = await stand().pool.query(
      `SELECT t.name, r.message FROM test_result r JOIN test_identity t ON t.id = r.test_id
       JOIN result_set s ON s.id = r.result_set_id WHERE s.run_id = $1 AND s.iteration = 0`,
      [story.runId],
    );
    expect(rows).toContainEqual({ name: 'expected.txt', message: 'line 2 differs: expected "b=1", got "b=0"' });
  });

  test('come with numbers that the tests print themselves', async () => {
    const files = {
      'firmloop.yaml': changed(
        {
          environments:
            '{ host: { type: host, test: "sh tests/run.sh; code=$?; . ./src/registers; echo took $((t+5)) us; exit $code" } }',
        },
        'metrics: { latency: { pattern: "took (?<value>\\\\d+) us", unit: us, direction: lower } }\n',
      ),
    };
    const slow = setting('a=1\nb=1\nc=1\nt=4\n');
    const story = await play(stand(), firmware({ files, patches: [slow] }), { maxIterations: 2 });
    expect(story.outcome, story.trace).not.toBe('SUCCESS');
    expect(story.trace).toMatch(/latency/);
  });
});
