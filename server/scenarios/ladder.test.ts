import { describe, expect, test } from 'vitest';
import { type Files, firmware, projectFile, setting, writeFiles } from './firmware.ts';
import { launch, play, type Story, standForFile, untilState, untilTrace, userGit } from './kit.ts';

const stand = standForFile();
const good = setting('a=1\nb=1\nc=1\n');

/** The project file with other lines in the place of some, and more below. */
function project(changes: Readonly<Record<string, string>>, more = ''): string {
  const lines = Object.entries(changes);
  return (
    lines.reduce(
      (text, [key, now]) => text.replace(new RegExp(`^${key}:.*$`, 'm'), () => `${key}: ${now}`),
      projectFile,
    ) + more
  );
}

/** What recovery did, in order. */
function steps({ trace }: Story): string[] {
  const lines = trace.split('\n').filter((line) => line.startsWith('ERROR_RECOVERY'));
  return lines.map((line) => line.replace(/^\S+ -> /, ''));
}

/** The steps were taken in this order, whatever lies between them. */
function inOrder(story: Story, ...phrases: readonly string[]): void {
  const taken = steps(story).join('\n');
  let from = 0;
  for (const phrase of phrases) {
    const at = taken.indexOf(phrase, from);
    expect(at, `"${phrase}" after ${from} in:\n${story.trace}`).toBeGreaterThanOrEqual(0);
    from = at + phrase.length;
  }
}

describe.concurrent('a build', { timeout: 180_000 }, () => {
  test('that fails only because of what the last one left is cleaned, and costs no iteration', async () => {
    const build = '{ command: "[ ! -e stale ] && sh -n src/registers && touch stale", clean: rm -f stale }';
    const files = { 'firmloop.yaml': project({ build }), '.gitignore': 'stale\n' };
    const story = await play(stand(), firmware({ files, patches: [good] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    inOrder(story, 'clean and rebuild once');
    expect(story.iterations.map(({ counts }) => counts?.passed)).toEqual([1, 3, 3]);
  });

  test('that fails again after cleaning takes its patch back', async () => {
    const story = await play(stand(), firmware({ patches: [setting('a=1\nb=1\nif\n'), good] }));
    inOrder(story, 'clean and rebuild once', 'revert the patch and analyse again');
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });

  test('that takes too long is run once more, then its patch is rolled back', async () => {
    const more = 'limits: { state_timeouts: { BUILD_RUN: 4s } }\n';
    const build = '{ command: "grep -q slow src/registers && sleep 600; true" }';
    const slow = setting('a=1\nb=1\nc=1\n# slow\n');
    const story = await play(
      stand(),
      firmware({ files: { 'firmloop.yaml': project({ build }, more) }, patches: [slow, good] }),
    );
    inOrder(story, 'run the state once more', 'roll back and analyse again');
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });
});

describe.concurrent('an environment', { timeout: 180_000 }, () => {
  test('that does not start is reset, left to cool down, probed once, and ends the run without asking an agent', async () => {
    const environments =
      '{ board: { type: qemu, machine: mps2-an385, image: src/registers, args: ["-no-such-word"], timeout: 5s } }';
    const files = { 'firmloop.yaml': project({ environments }, 'limits: { circuit_breaker_timeout: 0.01 }\n') };
    const story = await play(stand(), firmware({ files, patches: [good] }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    inOrder(story, 'reset the environment', 'cool down, then probe once');
    expect(story.reason).toMatch(/TEST_ENV_FAILURE/);
    expect(story.trace).not.toMatch(/PATCH_GENERATION/);
  });

  test('whose tests hang is looked at and switched off; the hung test is an error and the loop goes on', async () => {
    const environments = '{ host: { type: host, test: sh tests/run.sh, timeout: 4s } }';
    const hangs: Files = { 'firmloop.yaml': project({ environments }), 'src/registers': 'a=1\nb=0\nc=0\n' };
    const story = await play(
      stand(),
      firmware({ files: hangs, patches: [setting('a=1\nb=1\nc=1\nsleep 600\n'), good] }),
    );
    inOrder(story, 'keep registers and console, power-cycle and collect what there is');
    expect(story.iterations[1]?.counts?.errors, story.trace).toBeGreaterThan(0);
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });
});

describe.concurrent('results', { timeout: 180_000 }, () => {
  const results = '{ format: junit, from: file, files: [out.xml] }';
  const report = '<testsuite><testcase name="a"/></testsuite>';

  test('that are not there are collected again, measured again, and never counted as 0 %', async () => {
    const files = { 'firmloop.yaml': project({ results }), 'tests/run.sh': 'true\n' };
    const story = await play(stand(), firmware({ files, patches: [good] }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    inOrder(story, 'collect the results again', 'run the tests again');
    expect(story.iterations.every(({ pass_rate }) => pass_rate === null)).toBe(true);
  });

  test('that only the second run of the tests leaves are good', async () => {
    const program = `if [ -e .seen ]; then echo '${report}' > out.xml; else touch .seen; fi\n`;
    const files = { 'firmloop.yaml': project({ results }), 'tests/run.sh': program, '.gitignore': '.seen\nout.xml\n' };
    const story = await play(stand(), firmware({ files, patches: [good] }));
    inOrder(story, 'collect the results again', 'run the tests again');
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });
});

describe.concurrent('an agent', { timeout: 180_000 }, () => {
  const analysed = (confidence: number) => `  - task: analyse
    times: always
    answer: { hypotheses: [b is zero], files: [src/registers], confidence: ${confidence}, summary: b is zero }
`;
  const edit = (file: string, content: string) =>
    `  - task: propose\n    answer: { summary: sets ${file} }\n    edits: [{ file: ${file}, content: "${content}" }]\n`;
  const mends = edit('src/registers', 'a=1\\nb=1\\nc=1\\n');
  const script = (...parts: readonly string[]) => `version: 1\nsteps:\n${parts.join('')}`;

  function asked(first: string, second?: string): string {
    const named = '{ use: playbook, name: first, file: first.yaml }';
    const agents =
      second === undefined ? `[${named}]` : `[${named}, { use: playbook, name: second, file: second.yaml }]`;
    return firmware({
      files: {
        'firmloop.yaml': project({ agents }),
        'first.yaml': first,
        ...(second !== undefined && { 'second.yaml': second }),
      },
    });
  }

  test('that is not sure of a cause is given more evidence, then rules take its place', async () => {
    const story = await play(stand(), asked(script(analysed(0.3), mends)));
    inOrder(story, 'collect more evidence', 'go by keywords and error codes, without a model');
    expect(story.trace).toMatch(/by rules, from 2 failing tests and 0 compiler errors: b fails; c fails/);
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });

  test('whose answers cannot be read is asked again, then the next one', async () => {
    const blah = '  - task: propose\n    times: always\n    unreadable: blah\n';
    const story = await play(stand(), asked(script(analysed(0.9), blah), script(analysed(0.9), mends)));
    inOrder(story, 'ask again', 'ask the next agent of the strategy');
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });

  const forbidden = ['one', 'two', 'three', 'four'].map((name) => edit(`docs/${name}`, 'x\\n'));

  test('that touches what it may not is asked for less twice, and the run fails', async () => {
    const story = await play(stand(), asked(script(analysed(0.9), ...forbidden)));
    inOrder(story, 'ask again for the smallest change only', 'ask again for logging only');
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/POLICY_VIOLATION.*docs\//);
  });

  test('that touches what it may not is brought before a person where one is there', async () => {
    const runId = await launch(stand(), asked(script(analysed(0.9), ...forbidden)), { mode: 'interactive' });
    await untilState(stand(), runId, 'HUMAN_REVIEW');
    await untilTrace(stand(), runId, /let a person decide/);
  });

  test('that gives the same patch for ever never succeeds, and no build is spent on the repeats', async () => {
    const same = `  - task: propose\n    times: always\n    answer: { summary: again }\n    edits: [{ file: src/registers, content: "a=0\\nb=0\\nc=0\\n" }]\n`;
    const story = await play(stand(), asked(script(analysed(0.9), same)));
    expect(story.outcome, story.trace).not.toMatch(/^SUCCESS$/);
    expect(story.trace).toMatch(/same patch|repeat|in circles|no progress/);
    expect(story.trace.match(/PATCH_APPLY -> BUILD_SETUP/g), story.trace).toHaveLength(1);
  });
});

describe.concurrent('a patch', { timeout: 180_000 }, () => {
  const long = 'a=1\nb=0\n# one\n# two\nc=0\n';

  /** The change as git tells it, with the file that it was made from: what a three-way merge needs. */
  function toldByGit(after: string): string {
    const folder = firmware({ files: { 'src/registers': long } });
    writeFiles(folder, { 'src/registers': after });
    return `a change\n\n${userGit(folder, 'diff', '--full-index')}`;
  }

  test('that its neighbour lines have moved away from is merged three-way', async () => {
    const patches = [toldByGit(long.replace('b=0', 'b=1')), toldByGit(long.replace('c=0', 'c=1'))];
    const story = await play(stand(), firmware({ files: { 'src/registers': long }, patches }));
    inOrder(story, 'apply with a three-way merge');
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.iterations.map(({ counts }) => counts?.passed)).toEqual([1, 2, 3, 3]);
  });
});
