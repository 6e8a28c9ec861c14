import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { finaliseEndedRuns } from '#server/finalise/finalise-ended-runs.ts';
import { seenBefore } from '#server/knowledge/seen-before.ts';
import { agentRecords, costsOfRun } from '#server/store/costs.ts';
import { searchLessons } from '#server/store/knowledge-search.ts';
import { startModelServer } from '#server/testing/model-server/model-server.ts';
import { answers } from '#server/testing/model-server/turn.ts';
import { firmware, projectFile } from './firmware.ts';
import { play, type Story, standForFile } from './kit.ts';

const stand = standForFile();

const cause = {
  hypotheses: ['a register is wrong'],
  files: ['src/registers'],
  confidence: 0.9,
  summary: 'a register is wrong',
};

/** A model that knows nothing by itself: it guesses at a, unless the question shows what mended such a failure before. */
async function forgetfulModel() {
  const server = await startModelServer(({ text, body }) => {
    if (!JSON.stringify(body.response_format).includes('edits')) return answers(cause);
    const [, find, replace] = /it helped[\s\S]*?\\\\n-([bc]=0)[\s\S]*?\\\\n\+([bc]=1)/.exec(JSON.stringify(text)) ?? [];
    const known = find !== undefined && replace !== undefined;
    const wasWrong = text.includes('as many as before') || /goal tests pass \(before/.test(text);
    const edits = known
      ? [{ file: 'src/registers', find, replace }]
      : [{ file: 'src/registers', find: wasWrong ? 'b=0' : 'a=1', replace: wasWrong ? 'b=1' : 'a=1 # looked at' }];
    return answers({ summary: 'sets a register', claim: '', edits });
  });
  onTestFinished(() => server.close());
  return server;
}

/** What the run has left behind once it is wrapped up. */
async function lessonsOf({ runId }: Story): Promise<LessonInBrief[]> {
  const { pool, home } = stand();
  await finaliseEndedRuns(pool, { home, hostId: 'here', log: pino({ level: 'silent' }) });
  const { rows } = await pool.query(
    'SELECT iteration, kind, helped FROM lesson WHERE run_id = $1 ORDER BY kind, iteration',
    [runId],
  );
  return rows;
}

interface LessonInBrief {
  readonly iteration: number;
  readonly kind: string;
  readonly helped: boolean;
}

/** The first iteration whose patch made a test pass. */
function firstHelp(lessons: readonly LessonInBrief[]): number | undefined {
  return lessons.find(({ kind, helped }) => kind === 'iteration' && helped)?.iteration;
}

test('on a second fault of the same kind the right change comes earlier, as the first run has left it behind', async () => {
  const { baseUrl } = await forgetfulModel();
  const agents = `agents: [{ use: llm, base_url: "${baseUrl}", model: tiny, price: { input: 1, output: 2 } }]\nlimits: { max_iterations: 3 }`;
  const folder = firmware({
    files: { 'firmloop.yaml': projectFile.replace(/^agents:.*$/m, agents), 'src/registers': 'a=1\nb=0\nc=1\n' },
  });

  const first = await play(stand(), folder);
  const learned = await lessonsOf(first);
  expect(firstHelp(learned), first.trace).toBe(2);
  expect(learned.at(0)?.kind).toBe('ending');

  const second = await play(stand(), folder);
  const { rows: runs } = await stand().pool.query('SELECT project_id FROM run WHERE id = $1', [second.runId]);
  const about = { runId: second.runId, projectId: runs[0].project_id, iteration: 1 };
  expect((await seenBefore(stand().pool, about))[0]).toMatchObject({ run: 1, iteration: 2, helped: true });
  expect(await seenBefore(stand().pool, { ...about, until: new Date(0) })).toEqual([]);
  expect(firstHelp(await lessonsOf(second)), second.trace).toBe(1);

  const [record] = await agentRecords(stand().pool, null);
  expect(record).toMatchObject({
    project: 'registers',
    strategy: 'llm',
    agent: 'llm',
    runs: 2,
    patches: 3,
    helped: 2,
    gain: 2,
  });
  const costs = await costsOfRun(stand().pool, first.runId);
  expect(costs.map(({ iteration, calls }) => [iteration, calls])).toEqual([
    [1, 2],
    [2, 2],
  ]);
  expect(costs[0]).toMatchObject({ uncachedInput: 200, cacheRead: 0, output: 40, unknownMoney: 0 });

  const found = await searchLessons(stand().pool, { text: 'b=1', projectIds: null, onlyHelped: true, limit: 10 });
  expect(found[0]).toMatchObject({
    kind: 'iteration',
    helped: true,
    gain: 1,
    agent: 'llm',
    hypothesis: 'a register is wrong',
  });
  expect(found[0]?.failure).toMatch(/^b/m);
  expect(found[0]?.money).toBeCloseTo(((100 + 100) * 1 + (20 + 20) * 2) / 1e6, 9);

  await stand().pool.query(
    `INSERT INTO agent_call (id, run_id, activity_id, iteration, strategy, agent, kind, task, outcome, uncached_input, cache_read, cache_write, output, reasoning, duration_ms)
     SELECT gen_random_uuid(), run_id, activity_id, 1, 'second', 'silent', kind, task, 'failed', 7, 0, 0, 1, 0, 5 FROM agent_call WHERE run_id = $1 LIMIT 1`,
    [first.runId],
  );
  expect((await agentRecords(stand().pool, [runs[0].project_id]))[1]).toMatchObject({
    strategy: 'second',
    agent: 'silent',
    runs: 1,
    patches: 0,
    helped: 0,
    gain: 0,
    tokens: 8,
    money: null,
  });
}, 180_000);
