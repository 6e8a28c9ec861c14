import { describe, expect, test } from 'vitest';
import { costView } from '#server/api/views/cost-view.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { startModelServer } from '#server/testing/model-server/model-server.ts';
import { answers, says } from '#server/testing/model-server/turn.ts';
import { firmware, projectFile } from './firmware.ts';
import { play, standForFile } from './kit.ts';

const stand = standForFile();

const analysis = `  - task: analyse
    times: always
    answer: { hypotheses: [b is zero], files: [src/registers], confidence: 0.9, summary: b is zero }
    cost: { tokens: { uncachedInput: 100 }, money: 0.01 }
`;
const useless = `  - task: propose
    times: always
    answer: { summary: s }
    commands: ["echo '# x' >> src/registers"]
    cost: { tokens: { uncachedInput: 100, cacheRead: 200, cacheWrite: 50, output: 250, reasoning: 200 }, money: 0.2 }
`;

/** The shell firmware with an agent that costs and mends nothing. */
function dear(more: string, steps = useless): string {
  const yaml = projectFile.replace(/^agents:.*$/m, `agents: [{ use: playbook, file: play.yaml }]\n${more}`);
  return firmware({ files: { 'firmloop.yaml': yaml, 'play.yaml': `version: 1\nsteps:\n${analysis}${steps}` } });
}

async function costsOf(runId: string, until: Date | null = null) {
  const run = await storedRun(stand().pool, runId);
  return await costView(stand().pool, { id: run.id, snapshot: run.envelope }, until);
}

describe.concurrent('a budget', { timeout: 180_000 }, () => {
  test.each([
    ['tokens', 'limits: { tokens: 1200 }', /budget of tokens is spent: 1,400 of 1,200/],
    ['money', 'limits: { money: 0.4 }', /budget of money is spent: 0\.42 of 0\.40/],
    ['iterations', 'limits: { max_iterations: 2 }', /TIMEOUT.*iteration 2/],
    ['risk', 'limits: { risk_budget: 0.05 }', /accumulated risk 0\.\d+ > risk_budget 0\.05/],
  ])('of %s ends the run for that reason, with the best tree kept', async (_, limit, reason) => {
    const story = await play(stand(), dear(limit));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(reason);
    expect(story.report.best).toMatchObject({ passed: 1 });
  });

  test('is counted from bad answers too', async () => {
    const server = await startModelServer([says('well, you know')]);
    const agents = `agents: [{ use: llm, base_url: "${server.baseUrl}", model: tiny }]\nlimits: { tokens: 900 }`;
    const folder = firmware({ files: { 'firmloop.yaml': projectFile.replace(/^agents:.*$/m, agents) } });
    const story = await play(stand(), folder).finally(() => server.close());
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.reason).toMatch(/budget of tokens is spent: 960 of 900/);
  });
});

test('what a run has cost is told by agent and iteration, in buckets that do not overlap, now and as it stood', async () => {
  const story = await play(stand(), dear('limits: { tokens: 1200 }'));
  const { agents, iterations, budgets } = await costsOf(story.runId);
  const one = {
    agent: 'playbook',
    calls: 2,
    uncachedInput: 200,
    cacheRead: 200,
    cacheWrite: 50,
    output: 250,
    reasoning: 200,
  };
  expect(agents).toMatchObject([
    { iteration: 1, ...one, unknownMoney: 0 },
    { iteration: 2, ...one, unknownMoney: 0 },
  ]);
  expect(budgets.tokens).toEqual({ counted: 1_400, limit: 1_200 });
  expect(budgets.money).toMatchObject({ counted: expect.closeTo(0.42, 6), limit: null });
  expect(iterations.map(({ iteration }) => iteration)).toEqual([0, 1, 2]);
  expect(iterations.every(({ wallMs, boardMs }) => wallMs > 0 && boardMs === 0)).toBe(true);
  const { rows } = await stand().pool.query(
    `SELECT min(at) AS at FROM transition WHERE run_id = $1 AND iteration = 2`,
    [story.runId],
  );
  expect((await costsOf(story.runId, rows[0].at)).agents).toMatchObject([{ iteration: 1, calls: 2 }]);
}, 120_000);

test('without a price money is unknown, which is not nothing', async () => {
  const edits = [{ file: 'src/registers', find: 'a=1\nb=0\nc=0', replace: 'a=1\nb=1\nc=1' }];
  const server = await startModelServer(({ body }) =>
    JSON.stringify(body.response_format).includes('edits')
      ? answers({ summary: 's', claim: '', edits }, { usage: null })
      : answers({ hypotheses: ['b'], files: ['src/registers'], confidence: 0.9, summary: 'b' }),
  );
  const agents = `agents: [{ use: llm, base_url: "${server.baseUrl}", model: tiny }]`;
  const folder = firmware({ files: { 'firmloop.yaml': projectFile.replace(/^agents:.*$/m, agents) } });
  const story = await play(stand(), folder).finally(() => server.close());
  expect(story.outcome, story.trace).toBe('SUCCESS');
  const [cost] = (await costsOf(story.runId)).agents;
  expect(cost).toMatchObject({ calls: 2, money: 0, unknownMoney: 2, output: 20, unknownTokens: 1 });
}, 120_000);
