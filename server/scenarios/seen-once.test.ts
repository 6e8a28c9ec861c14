import { describe, expect, test } from 'vitest';
import { importBuild } from '#server/results/import/testing/import-build.ts';
import { projectForResults } from '#server/store/project-named.ts';
import { firmware, projectFile, setting } from './firmware.ts';
import { play, type Story, standForFile } from './kit.ts';

/** What a single measurement shows may be chance: a right patch must not be lost by it, and a wrong one must not be kept. */
const stand = standForFile();
const before = 'a=1\nb=1\nc=0\n';
const good = setting('a=1\nb=1\nc=1\n', before);
const worse = setting('a=0\nb=0\nc=1\n', before);

const results =
  'for name in a b c; do eval value=\\$$name; n=$((n+1)); if [ "$value" = 1 ]; then echo "ok $n - $name"; else echo "not ok $n - $name"; fi; done; echo 1..$n\n';

/** The first time that the tests see the mended tree. */
const first = (does: string) => `if [ "$c" = 1 ] && [ ! -e .seen ]; then touch .seen; ${does}; fi\n`;

const counted = 'echo run >> .seen; times=$(wc -l < .seen)\n';

/** The shell firmware of which a and b pass at the base, with another test program. */
function tested(name: string, program: string, patches: readonly string[]): string {
  const files = {
    'firmloop.yaml': projectFile.replace('name: registers', `name: ${name}`),
    'src/registers': before,
    'tests/run.sh': `. ./src/registers\n${program}`,
    '.gitignore': '.seen\n',
  };
  return firmware({ files, patches });
}

/** Builds of the project in which a and b fail now and then. */
async function knowFlakes(name: string): Promise<void> {
  const { id } = await projectForResults(stand().pool, name);
  for (const [at, verdict] of [...'pfpfpp'].entries()) {
    const results = ['a', 'b'].map((test) => `${verdict === 'p' ? 'ok' : 'not ok'} - ${test}`).join('\n');
    const facts = { name: 'out.tap', branch: 'main', build: String(at), measuredAt: `2026-01-0${at + 1}T00:00:00Z` };
    await importBuild(stand().pool, id, `TAP version 13\n${results}\n1..2\n`, facts);
  }
}

async function measuredPerIteration({ runId }: Story): Promise<number[]> {
  const { rows } = await stand().pool.query<{ times: number }>(
    'SELECT count(*)::int AS times FROM result_set WHERE run_id = $1 GROUP BY iteration ORDER BY iteration',
    [runId],
  );
  return rows.map(({ times }) => times);
}

describe.concurrent('a right patch', { timeout: 180_000 }, () => {
  test.each([
    ['before their first result', `${first('kill -KILL $$')}${results}`, [1, 2, 1]],
    [
      'when as many pass as at the start',
      `${first('echo ok 1 - a; echo ok 2 - b; kill -TERM $$')}${results}`,
      [1, 2, 1],
    ],
    ['when they only confirm', `${counted}[ $times = 3 ] && kill -KILL $$\n${results}`, [1, 1, 2]],
  ])('whose tests are killed once, %s, is measured again and succeeds', async (when, program, times) => {
    const story = await play(stand(), tested(when.replaceAll(' ', '-'), program, [good]));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(
      /INCONCLUSIVE, RETRY.*measured again, as SIG(KILL|TERM), which Firmloop did not send, ended the tests/,
    );
    expect(story.trace).not.toMatch(/back to the best/);
    expect(await measuredPerIteration(story)).toEqual(times);
  });

  test('that loses once by tests that the history knows to flake is measured again and succeeds', async () => {
    await knowFlakes('flaking');
    const story = await play(stand(), tested('flaking', `${first('a=0 b=0')}${results}`, [good]));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/INCONCLUSIVE, RETRY.*known to flake: a, b in the project's history; .*retry 1 of 2/);
    expect(story.trace).not.toMatch(/back to the best/);
  });

  test('that loses once by tests on which measurements of its start disagreed is measured again and succeeds', async () => {
    const second = '[ $times = 2 ] && { echo not ok 1 - a; echo not ok 2 - b; kill -KILL $$; }\n';
    const fifth = '[ $times = 5 ] && { a=0; b=0; }\n';
    const idle = 'a=1\nb=1\nc=0\n# idle\n';
    const patches = [setting(idle, before), setting('a=1\nb=1\nc=1\n', idle)];
    const story = await play(stand(), tested('disagreeing', `${counted}${second}${fifth}${results}`, patches));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/known to flake: a, b by measurements of one tree in this run; .*retry 1 of 2/);
    expect(await measuredPerIteration(story)).toEqual([1, 3, 3, 1]);
  });
});

describe.concurrent('a patch that breaks tests', { timeout: 180_000 }, () => {
  test('is rolled back after one measurement where nothing speaks for chance', async () => {
    const story = await play(stand(), tested('broken', results, [worse, good]));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/passes 1, the best tree \(iteration 0\) 2: back to the best/);
    expect(await measuredPerIteration(story)).toEqual([1, 1, 1, 1]);
  });

  test('is rolled back after one measurement more where they are known to flake', async () => {
    await knowFlakes('breaks-flakes');
    const story = await play(stand(), tested('breaks-flakes', results, [worse, good]));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/passes 1, the best tree \(iteration 0\) 2: back to the best/);
    expect(await measuredPerIteration(story)).toEqual([1, 2, 1, 1]);
  });

  test('and kills its tests each time is rolled back after one measurement more', async () => {
    const kills = setting('kill -KILL $$\n', before);
    const story = await play(stand(), tested('kills', results, [kills, good]));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/passes 0, the best tree \(iteration 0\) 2: back to the best/);
    expect(await measuredPerIteration(story)).toEqual([1, 2, 1, 1]);
  });
});
