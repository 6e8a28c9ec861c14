import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { send } from '#server/engine/send.ts';
import { strategyReason } from '#server/store/pages/strategy-reason.ts';
import { firmware, patchOf, projectFile, registers, setting } from './firmware.ts';
import { launch, play, standForFile, storyOf, untilState, untilTrace } from './kit.ts';

const stand = standForFile();

/** Patches that change nothing that is measured, so that the run stands still. */
const useless = Array.from({ length: 10 }, (_, at) => patchOf(`src/note${at}`, null, `${at}\n`, `note ${at}`));

/** A plateau after two iterations without improvement. */
const early = 'criteria: { model: rules, min_iterations_for_plateau: 2, avg_improvement_window: 1 }\n';

const agents = /^agents:.*\n/m;
const others = 'agents: [ { use: patches, folder: patches }, { use: patches, name: others, folder: others } ]\n';

/** A run that stands still after two iterations; `more` takes the place of agents, or is added. */
function still(more = '', patches = useless): string {
  const file = agents.test(more) ? projectFile.replace(agents, more) : projectFile + more;
  const mended = { 'others/01.patch': setting('a=1\nb=1\nc=1\n') };
  return firmware({ files: { 'firmloop.yaml': file + early, ...mended }, patches });
}

describe.concurrent('a plateau', { timeout: 180_000 }, () => {
  test.each([
    ['warning', 'SUCCESS_WITH_WARNING', 0],
    ['failure', 'FAILURE', 1],
  ])('in ci ends at once as %s', async (as, outcome, exitCode) => {
    const story = await play(stand(), still(`plateau: { ci_terminate_as: ${as} }\n`));
    expect(story, story.trace).toMatchObject({ outcome, exitCode });
    expect(story.reason).toMatch(/PLATEAUED.*ci: plateau at pass rate 33\.33% ends as/);
  });

  test('in auto switches the strategy', async () => {
    const folder = still(others);
    const story = await play(stand(), folder, { mode: 'auto' });
    expect(story.trace).toMatch(/STRATEGY_SWITCH -> CODE_ANALYSIS.*from patches to others/);
    const reason = await strategyReason(stand().pool, story.runId, story.report.iterations.length);
    expect(reason).toMatch(/from patches to others/);
    expect(await strategyReason(stand().pool, story.runId, 1)).toBeNull();
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });

  test('in auto fails when there is no other strategy', async () => {
    const story = await play(stand(), still(), { mode: 'auto' });
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/no other strategy is configured/);
  });
});

describe.concurrent('in interactive a plateau waits for a person, and each verdict moves it', {
  timeout: 180_000,
}, () => {
  async function review(
    type: string,
    payload: { readonly [field: string]: Json } = {},
    more = '',
    patches = useless,
  ): Promise<string> {
    const runId = await launch(stand(), still(more, patches), { mode: 'interactive', maxIterations: 4 });
    await untilState(stand(), runId, 'HUMAN_REVIEW');
    const sent = await send(stand().engine, runId, {
      type,
      payload: { by: 'ada', reason: 'seen enough', ...payload },
      key: type,
      actor: 'ada',
    });
    expect(sent.fate, sent.reason ?? '').toBe('applied');
    return runId;
  }

  test.each([
    ['review.accept', 'SUCCESS_WITH_WARNING', 0],
    ['review.give-up', 'FAILURE', 1],
    ['review.abort', 'ABORTED', 3],
  ])('%s ends it as %s', async (type, outcome, exitCode) => {
    const story = await storyOf(stand(), await review(type));
    expect(story).toMatchObject({ outcome, exitCode });
    expect(story.reason).toMatch(/^ada .*seen enough$/);
  });

  test('continue goes on, and the hint is told to the next agent call', async () => {
    const runId = await review('review.continue', { hint: 'look at c' });
    await untilTrace(stand(), runId, /a person says: look at c/);
  });

  test('switch-strategy takes the next one', async () => {
    const runId = await review('review.switch-strategy', {}, others, useless);
    const story = await storyOf(stand(), runId);
    expect(story.trace).toMatch(/ada switches to others: seen enough/);
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });

  test('roll-back to the base goes on from there', async () => {
    const better = [setting('a=1\nb=1\nc=0\n'), ...useless];
    const runId = await review('review.roll-back', { to: 'base' }, '', better);
    await untilTrace(stand(), runId, /HUMAN_REVIEW.*the worktree is at iteration 0 again/);
  });

  test('run-again measures the kept tree once more', async () => {
    const runId = await review('review.run-again');
    await untilTrace(stand(), runId, /HUMAN_REVIEW.* -> TEST_SETUP.*ada has the tests run again/);
  });
});

test('a review that nobody answers in time aborts the run and keeps the best patch', async () => {
  const story = await play(stand(), still('review_due: 1s\n', [setting('a=1\nb=1\nc=0\n'), ...useless]), {
    mode: 'interactive',
  });
  expect(story).toMatchObject({ outcome: 'ABORTED', exitCode: 3 });
  expect(story.reason).toMatch(/nobody answered the review in time, the best is iteration 1 with 2 of 3/);
  expect(story.report.artifacts.patch_file).not.toBeNull();
});

describe.concurrent('limits', { timeout: 180_000 }, () => {
  test('a success on the last iteration allowed is confirmed once more, uncounted', async () => {
    const story = await play(stand(), firmware({ patches: [setting('a=1\nb=1\nc=1\n')] }), { maxIterations: 1 });
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/one uncounted confirmation/);
  });

  test('without success the last iteration ends the run with its number', async () => {
    const story = await play(stand(), firmware({ patches: useless }), { maxIterations: 2 });
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/TIMEOUT.*iteration 2/);
  });

  test('the risk of all patches together ends the run', async () => {
    const risky = Array.from({ length: 4 }, (_, at) =>
      patchOf('src/startup_code.c', at === 0 ? null : `int a${at - 1};\n`, `int a${at};\n`),
    );
    const files = { 'firmloop.yaml': `${projectFile}limits: { risk_budget: 0.1 }\n` };
    const story = await play(stand(), firmware({ files, patches: risky }));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/risk/);
  });

  test("a state's own time-out stops its activity", async () => {
    const files = {
      'firmloop.yaml': `${projectFile.replace(/^build:.*$/m, 'build: { command: "[ ! -e src/slow ] || sleep 600" }')}limits: { state_timeouts: { BUILD_RUN: 4s }, max_iterations: 2 }\n`,
    };
    const story = await play(
      stand(),
      firmware({ files, patches: [patchOf('src/slow', null, 'x\n'), setting('a=1\nb=1\nc=1\n')] }),
    );
    expect(story.trace).toMatch(/BUILD_RUN took longer than its 4 s/);
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });

  test("the run's own time-out ends it with the best patch kept", async () => {
    const files = {
      'firmloop.yaml': projectFile.replace(
        /^build:.*$/m,
        'build: { command: "[ $(grep -c 1 src/registers) = 1 ] || sleep 600" }',
      ),
    };
    const story = await play(stand(), firmware({ files, patches: [setting('a=1\nb=1\nc=0\n')] }), {
      timeoutMinutes: 0.1,
    });
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/minutes are up/);
  });

  test('a base that meets the goal is confirmed and nothing is patched', async () => {
    const story = await play(stand(), firmware({ files: { 'src/registers': 'a=1\nb=1\nc=1\n' }, patches: useless }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.reason).toMatch(/goal met at the base/);
    expect(story.report.artifacts.patch_file).toBeNull();
  });

  test('a base that does not build is evidence for iteration 1', async () => {
    const story = await play(
      stand(),
      firmware({ files: { 'src/registers': 'if\n' }, patches: [setting('a=1\nb=1\nc=1\n', 'if\n')] }),
    );
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/the base does not build/);
  });

  test('with baseline: none the first iteration is measured without one', async () => {
    const files = { 'firmloop.yaml': `${projectFile}baseline: none\n` };
    const story = await play(stand(), firmware({ files, patches: [setting('a=1\nb=1\nc=1\n', registers)] }));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/smallest diagnostic change/);
  });
});
