import { describe, expect, test } from 'vitest';
import { type Files, firmware, projectFile, setting } from './firmware.ts';
import { play, printed, standForFile } from './kit.ts';

const stand = standForFile();
const good = setting('a=1\nb=1\nc=1\n');
const tests =
  'for name in a b c; do eval value=\\$$name; n=$((n+1)); if [ "$value" = 1 ]; then echo "ok $n - $name"; else echo "not ok $n - $name"; fi; done; echo 1..$n\n';

/** The shell firmware with another test program and changed lines of its project file. */
function testedBy(program: string, changes: Readonly<Record<string, string>> = {}, more = ''): Files {
  const changed = Object.entries(changes).reduce(
    (text, [line, now]) => text.replace(new RegExp(`^${line}:.*$`, 'm'), () => `${line}: ${now}`),
    projectFile,
  );
  return { 'tests/run.sh': `. ./src/registers\n${program}`, 'firmloop.yaml': changed + more };
}

describe.concurrent('a test program that misbehaves is no success', { timeout: 180_000 }, () => {
  test('one that prints for ever is stopped at the cap', async () => {
    const files = testedBy(`${tests}\n[ "$c" = 1 ] && yes\n`, {}, 'limits: { log_size: 1MB, max_iterations: 2 }\n');
    const story = await play(stand(), firmware({ files, patches: [good] }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.trace).toMatch(/the tests have run: stopped: it printed more than 1000000 bytes/);
    expect((await printed(stand(), story.runId)).length).toBeLessThan(6_000_000);
  });

  test('one that hangs is stopped, its results count, and the next patch goes on', async () => {
    const files = testedBy(tests, {
      environments: '{ host: { type: host, test: sh tests/run.sh, timeout: 20s, silence: 3s } }',
    });
    const story = await play(stand(), firmware({ files, patches: [setting('a=1\nb=1\nsleep 600\n'), good] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/the tests hung.*(silent|no output|printed nothing)/);
    expect(story.iterations[1]).toMatchObject({ kept: false });
  });

  test('one that never ends is no success, however many of its tests pass and whatever the target', async () => {
    const many = `i=0; while [ $i -lt 500 ]; do i=$((i+1)); echo "ok $i - t$i"; done; echo 1..500\n`;
    const files = testedBy(
      `${many}sleep 600\n`,
      { environments: '{ host: { type: host, test: sh tests/run.sh, timeout: 1s } }' },
      'criteria: { target_pass_rate: 0.99 }\nlimits: { max_iterations: 2 }\n',
    );
    const story = await play(stand(), firmware({ files, patches: [good] }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.trace).toMatch(/gate complete measurement does not hold: the run was stopped at its deadline/);
  });

  test('one that prints one result for ever is a measurement of a thousand that is not whole', async () => {
    const files = testedBy("yes 'ok 1 - a'\n", {}, 'limits: { log_size: 1MB, max_iterations: 1 }\nbaseline: none\n');
    const story = await play(stand(), firmware({ files, patches: [good] }), { maxIterations: 1 });
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.trace).toMatch(
      /20,?000 of 20,?001 pass.*; incomplete: the run was stopped because it printed too much/,
    );
  });

  test('thousands of tests are kept, each of them', async () => {
    const files = testedBy('seq 1 5000 | while read i; do echo "ok $i - t$i"; done; echo 1..5000\n');
    const story = await play(stand(), firmware({ files, patches: [good] }), { maxIterations: 1 });
    expect(story.outcome, story.trace).toBe('SUCCESS');
    const { rows } = await stand().pool.query(
      `SELECT count(*)::int AS tests FROM test_result r JOIN result_set s ON s.id = r.result_set_id
       WHERE s.run_id = $1 AND s.iteration = 0`,
      [story.runId],
    );
    expect(rows).toEqual([{ tests: 5_000 }]);
  });

  test('one without a single test is neither 0 nor 100 %', async () => {
    const story = await play(stand(), firmware({ files: testedBy('echo 1..0\n'), patches: [good] }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/ARTIFACT_MISSING/);
    expect(story.reason).toMatch(/no test/);
  });

  test('one that prints failures and exits with 0 fails', async () => {
    const story = await play(
      stand(),
      firmware({ files: testedBy(`${tests}exit 0\n`), patches: [setting('a=1\nb=1\nc=0\n')] }),
    );
    expect(story.iterations.map(({ counts }) => counts?.passed)).toEqual([1, 2, undefined]);
    expect(story.outcome).toBe('FAILURE');
  });

  test('one whose tests all pass but that exits with 1 is not believed', async () => {
    const story = await play(stand(), firmware({ files: testedBy(`${tests}exit 1\n`), patches: [good] }));
    expect(story.outcome, story.trace).not.toBe('SUCCESS');
    expect(story.trace).toMatch(/exit(ed)? (code|with|status)? ?1/);
  });

  test('one that crashes in the middle names the signal', async () => {
    const crash = `echo 1..3\necho ok 1 - a\n[ "$c" = 1 ] && kill -SEGV $$\necho not ok 2 - b\necho not ok 3 - c\n`;
    const story = await play(stand(), firmware({ files: testedBy(crash), patches: [good] }));
    expect(story.outcome, story.trace).not.toBe('SUCCESS');
    expect(story.trace).toMatch(/SIGSEGV/);
  });

  test('a test that vanishes after a patch is a regression', async () => {
    const vanish = `n=0; for name in a b c; do eval value=\\$$name; [ "$value" = gone ] && continue; n=$((n+1)); if [ "$value" = 1 ]; then echo "ok $n - $name"; else echo "not ok $n - $name"; fi; done; echo 1..$n\n`;
    const story = await play(stand(), firmware({ files: testedBy(vanish), patches: [setting('a=gone\nb=1\nc=1\n')] }));
    expect(story.outcome, story.trace).not.toBe('SUCCESS');
    expect(story.trace).toMatch(/1 test went/);
    expect(story.trace).toMatch(/1 test worse than at the baseline: a/);
  });
});

describe.concurrent('reports in files', { timeout: 180_000 }, () => {
  const junit = { results: '{ format: junit, from: file, files: [out.xml] }' };
  const suite = '<testsuite><testcase name="a"/><testcase name="b"/><testcase name="c"/></testsuite>';

  test('one that is cut in half counts what it holds and is never a pass', async () => {
    const program = `[ "$c" = 1 ] && echo '${suite.slice(0, 45)}' > out.xml || echo '<testsuite><testcase name="a"/><testcase name="b"><failure/></testcase></testsuite>' > out.xml\n`;
    const story = await play(stand(), firmware({ files: testedBy(program, junit), patches: [good] }));
    expect(story.outcome, story.trace).not.toBe('SUCCESS');
    expect(story.trace).toMatch(/cut off|ends in the middle|incomplete|not closed/);
  });

  test('one that is missing ends the run with its name', async () => {
    const story = await play(stand(), firmware({ files: testedBy('true\n', junit), patches: [good] }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/ARTIFACT_MISSING.*out\.xml/);
  });

  test('one that an earlier run left is not taken for a new one', async () => {
    const program = `[ "$c" = 1 ] || echo '<testsuite><testcase name="a"><failure/></testcase></testsuite>' > out.xml\n`;
    const story = await play(stand(), firmware({ files: testedBy(program, junit), patches: [good] }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/out\.xml/);
  });
});

describe.concurrent('what counts', { timeout: 180_000 }, () => {
  test('with a list of tests as goal others may fail, but none may regress', async () => {
    const files = testedBy(tests, {}, 'goal: { text: mend b, tests: [b] }\n');
    const story = await play(
      stand(),
      firmware({ files, patches: [setting('a=0\nb=1\nc=0\n'), setting('a=1\nb=1\nc=0\n', 'a=0\nb=1\nc=0\n')] }),
    );
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.iterations.at(-1)?.counts).toMatchObject({ passed: 1, total: 1 });
    expect(story.trace).toMatch(/1 test worse than at the baseline: a/);
  });

  test('a goal that names tests is met where passing tests are only counted, and old failures may stay', async () => {
    const failuresOnly =
      'for name in a b c; do eval value=\\$$name; if [ "$value" = 1 ]; then good=$((good+1)); else echo "FAILED: $name"; fi; done; echo "PASSED: $good"\n';
    const pattern = `{ format: pattern, pattern: '^FAILED: (?<name>\\w+)$', status_without_word: failed, summary: '^PASSED: (?<passed>\\d+)$' }`;
    const files = testedBy(failuresOnly, { results: pattern }, 'goal: { text: mend b, tests: [b] }\n');
    const story = await play(stand(), firmware({ files, patches: [setting('a=1\nb=1\nc=0\n')] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.iterations.map(({ counts }) => `${counts?.passed}/${counts?.total}`)).toEqual(['0/1', '1/1', '1/1']);
  });

  test('a test that goes is named, as one that comes is, and what went keeps the run from success', async () => {
    const chosen =
      'for name in $names; do n=$((n+1)); echo "ok $n - $name"; done\n[ "$b" = 1 ] && echo "ok $((n+=1)) - b" || echo "not ok $((n+=1)) - b"\necho 1..$n\n';
    const before = 'b=0\nnames="a c"\n';
    const files = { ...testedBy(chosen), 'src/registers': before };
    const story = await play(stand(), firmware({ files, patches: [setting('b=1\nnames="a d"\n', before)] }));
    expect(story.outcome, story.trace).not.toBe('SUCCESS');
    expect(story.trace).toMatch(/1 test went \(c\), 1 came \(d\)/);
  });

  test('several parts of the tests count together and keep their tests apart', async () => {
    const parts =
      '{ host: { type: host, test: [{ name: unit, command: sh tests/run.sh }, { name: system, command: sh tests/run.sh }] } }';
    const story = await play(stand(), firmware({ files: testedBy(tests, { environments: parts }), patches: [good] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.iterations.map(({ counts }) => `${counts?.passed}/${counts?.total}`)).toEqual(['2/6', '6/6', '6/6']);
  });

  test('an acceptance suite that fails keeps the run from success, names its test and hides its source', async () => {
    const files = {
      ...testedBy(tests, {}, 'acceptance: { command: sh hidden/accept.sh }\n'),
      'hidden/accept.sh':
        '. ./src/registers\n[ "$d" = 1 ] && echo "ok 1 - deep" || echo "not ok 1 - deep"\necho 1..1\n',
    };
    const story = await play(
      stand(),
      firmware({ files, patches: [good, setting('a=1\nb=1\nc=1\nd=1\n', 'a=1\nb=1\nc=1\n')] }),
    );
    expect(story.trace).toMatch(/1 of 1 acceptance test fail.*deep/);
    expect(story.trace).not.toContain('accept.sh');
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.report.acceptance).toMatch(/1 of 1/);
  });

  test('a test that passes and then fails on the same tree is flaky and measured again, and does not succeed', async () => {
    const everySecondTime =
      'if [ "$b" = flaky ]; then if [ -e .seen ]; then rm .seen; b=0; else touch .seen; b=1; fi; fi';
    const files = { ...testedBy(`${everySecondTime}\n${tests}`), '.gitignore': '.seen\n' };
    const story = await play(stand(), firmware({ files, patches: [setting('a=1\nb=flaky\nc=1\n')] }));
    expect(story.outcome, story.trace).not.toBe('SUCCESS');
    expect(story.trace).toMatch(/FLAKY, RETRY.*disagree on b.*retry 1 of 2/);
    expect(story.trace).toMatch(/2 retries are used up, so it counts as measured/);
  });

  test('a metric that gets worse than at the base keeps the run from success', async () => {
    const files = testedBy(
      tests,
      {},
      'metrics: { size: { command: "wc -c < src/registers", unit: B, direction: lower } }\n',
    );
    const story = await play(
      stand(),
      firmware({
        files,
        patches: [
          setting('a=1\nb=1\nc=1\n# a long remark\n'),
          setting('a=1\nb=1\nc=1\n', 'a=1\nb=1\nc=1\n# a long remark\n'),
        ],
      }),
    );
    expect(story.trace).toMatch(/size 28 B is above the baseline 12 B/);
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });
});

test('what a scored run measures besides its tests is its performance, against that of the base', async () => {
  const counting = `${tests}echo "cycles: $cycles"\n`;
  const before = 'a=1\nb=0\nc=0\ncycles=1000\n';
  const after = 'a=1\nb=1\nc=1\ncycles=1100\n';
  const files = {
    ...testedBy(
      counting,
      {},
      "metrics: { cycles: { pattern: 'cycles: (?<value>\\d+)', unit: cycles, direction: lower } }\ncriteria: { preset: AGGRESSIVE }\n",
    ),
    'src/registers': before,
  };
  const story = await play(stand(), firmware({ files, patches: [setting(after, before)] }), { maxIterations: 1 });
  const { rows } = await stand().pool.query(
    `SELECT output->'performance' AS performance FROM activity WHERE run_id = $1 AND name = 'normalise-results' ORDER BY iteration`,
    [story.runId],
  );
  expect(rows.slice(0, 2), story.trace).toEqual([
    { performance: null },
    { performance: { score: 0.4, degradation: 0.1 } },
  ]);
});

describe.concurrent('a test command that is not there', { timeout: 180_000 }, () => {
  test.each(['./build/tests', 'sh tests/none.sh'])('%s ends the run soon and is named', async (command) => {
    const files = testedBy(tests, { environments: `{ host: { type: host, test: ${command} } }` });
    const story = await play(stand(), firmware({ files, patches: [good] }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/printed last: .*(build\/tests|none\.sh)/);
  });

  test('as a list of words it ends the run as soon', async () => {
    const files = testedBy(tests, { environments: '{ host: { type: host, test: [./build/tests, all] } }' });
    const story = await play(stand(), firmware({ files, patches: [good] }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.trace).toMatch(/build\/tests/);
  });
});
