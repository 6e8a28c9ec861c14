import { describe, expect, test } from 'vitest';
import { startModelServer } from '#server/testing/model-server/model-server.ts';
import { answers, says, type Turn } from '#server/testing/model-server/turn.ts';
import { firmware, projectFile, setting } from './firmware.ts';
import { play, printed, standForFile } from './kit.ts';

const stand = standForFile();

/** The shell firmware whose results are judged by a model that says this. */
async function judgedBy(turn: Turn, patches: readonly string[], more = '') {
  const server = await startModelServer([turn]);
  const judge = `judge: { use: llm, name: referee, base_url: "${server.baseUrl}", model: tiny }\n`;
  const folder = firmware({ files: { 'firmloop.yaml': projectFile + judge + more }, patches });
  const story = await play(stand(), folder).finally(() => server.close());
  return { server, story };
}

const says40 = answers({ confidence: 0.4, reasoning: 'the register is only set for the test' });

describe.concurrent('a judge', { timeout: 180_000 }, () => {
  test('that doubts a result keeps it from being a success, and what was measured stays', async () => {
    const patches = [setting('a=1\nb=1\nc=1\n'), setting('a=1\nb=1\nc=1\n# x\n', 'a=1\nb=1\nc=1\n')];
    const { story, server } = await judgedBy(says40, patches, 'limits: { max_iterations: 2 }\n');
    expect(story.outcome, story.trace).not.toMatch(/^SUCCESS/);
    expect(story.trace).toMatch(
      /PASS, CONTINUE at confidence 40\.0.%: 3 of 3 goal tests pass; referee trusts it to 40\.0.%: the register is only set/,
    );
    expect(story.trace).toMatch(/confidence 40\.0.% < /);
    expect(story.iterations.at(1)?.counts).toMatchObject({ passed: 3 });
    const [heard] = server.heard;
    for (const part of [/Say how far this result can be trusted/, /\+b=1/, /1 of 3.tests pass/, /3 of 3.tests pass/])
      expect(heard?.text).toMatch(part);
  });

  test('that trusts a bad result does not make it better', async () => {
    const { story } = await judgedBy(answers({ confidence: 1, reasoning: 'all good' }), [setting('a=1\nb=1\nc=0\n')]);
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.trace).toMatch(/FAIL, CONTINUE at confidence 100\.0.%: 2 of 3 goal tests pass; referee trusts it/);
  });

  test('is asked once for a tree, so a confirmation counts what was said', async () => {
    const sure = answers({ confidence: 0.9, reasoning: 'the cause is mended' });
    const { story, server } = await judgedBy(sure, [setting('a=1\nb=1\nc=1\n')]);
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace.match(/referee trusts it to 90/g)).toHaveLength(2);
    expect(server.heard).toHaveLength(1);
  });

  test('that says nothing of use changes nothing, is named, and counts against the budget', async () => {
    const { story } = await judgedBy(says('hm'), [setting('a=1\nb=1\nc=1\n')]);
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/at confidence 100\.0.%: .*the judge said nothing: .*the answer holds no JSON/);
    expect(await printed(stand(), story.runId)).toContain('asks referee to judge');
    const { rows } = await stand().pool.query(
      `SELECT outcome, (uncached_input + output)::int AS tokens FROM agent_call WHERE run_id = $1 AND task = 'judge'`,
      [story.runId],
    );
    expect(rows[0]).toEqual({ outcome: 'unreadable', tokens: 480 });
    const { rows: ends } = await stand().pool.query(
      `SELECT data->'spent'->'tokens' AS tokens FROM record WHERE run_id = $1 AND kind = 'final'`,
      [story.runId],
    );
    expect(ends[0].tokens).toBe(rows.length * 480);
  });
});
