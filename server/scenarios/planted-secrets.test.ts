import { pino } from 'pino';
import { expect, test } from 'vitest';
import { callerOf } from '#server/api/app-router.ts';
import { createHub } from '#server/api/hub.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { openPrisma } from '#server/db/prisma.ts';
import { finaliseEndedRuns } from '#server/finalise/finalise-ended-runs.ts';
import { launchRun } from '#server/launch/launch-run.ts';
import { type Heard, startModelServer } from '#server/testing/model-server/model-server.ts';
import { answers, status } from '#server/testing/model-server/turn.ts';
import { personWith } from '#server/testing/person.ts';
import { setModelKey } from '#server/vault/model-keys.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { firmware, projectFile } from './firmware.ts';
import { printed, standForFile, storyOf } from './kit.ts';
import { placesOf } from './places-of.ts';

/** Known by the environment of the runner, known since it was set, and known by its shape alone. */
const secrets = {
  host: 'canary-host-9b05688c2b3e',
  key: 'canary-key-1f83d9abfb41',
  token: `ghp_${'canary5be0cd19'.repeat(3)}`,
};
process.env.FIRMLOOP_PLANTED_TOKEN = secrets.host;
const stand = standForFile({ secrets: [secrets.host] });
const all = Object.values(secrets).join(' ');

/** A model that knows every secret and says all of them wherever it can, also in a patch, until it is told not to. */
function talkative({ body, text }: Heard, nth: number) {
  if (nth === 0) return status(500, `no route for Authorization: Bearer ${secrets.key}, ${all}`, 0);
  if (!JSON.stringify(body.response_format).includes('edits'))
    return answers({ hypotheses: [`b, see ${all}`], files: ['src/registers'], confidence: 0.9, summary: `b ${all}` });
  const shown = text.includes('secret-shown') ? '' : ` # ${all}`;
  const edits = [{ file: 'src/registers', find: 'a=1\nb=0\nc=0', replace: `a=1${shown}\nb=1\nc=1` }];
  return answers({ summary: `sets b ${all}`, claim: `because ${all}`, edits });
}

async function playWithSecrets(): Promise<{ runId: string; heard: readonly Heard[] }> {
  const { engine, home, pool } = stand();
  await setModelKey(pool, vaultAt(home), { name: 'FIRMLOOP_AGENT_PLANTED_KEY', value: secrets.key, by: 'ada' });
  const server = await startModelServer(talkative);
  const agents = `agents: [{ use: llm, base_url: "${server.baseUrl}", model: tiny, api_key_env: FIRMLOOP_AGENT_PLANTED_KEY }]`;
  const says = Object.values(secrets).map((secret) => `${secret.slice(0, 9)}""${secret.slice(9)}`);
  const yaml = projectFile
    .replace(/^agents:.*$/m, agents)
    .replace('sh -n src/registers', 'sh src/build.sh')
    .replace('sh tests/run.sh', 'sh src/build.sh; sh tests/run.sh');
  const files = {
    'firmloop.yaml': yaml,
    'src/build.sh': `echo "error: ${says.join(' ')}" >&2; env; cat src/notes; exit 0\n`,
    'src/notes': `the token of the lab: ${all}\n`,
  };
  const { runId } = await launchRun(engine, {
    folder: firmware({ files }),
    mode: 'ci',
    home,
    by: 'ada',
    door: 'web',
    goal: 'All tests pass',
    logs: [{ name: 'ci.log', text: `error: curl -H "Authorization: Bearer ${secrets.key}" ${all}\n` }],
  });
  const story = await storyOf(stand(), runId).finally(() => server.close());
  expect(story.outcome, story.trace).toBe('SUCCESS');
  expect(story.trace).toMatch(/the policy refuses the patch.*secret-shown in src\/registers:1/);
  await finaliseEndedRuns(pool, { home, hostId: 'here', log: pino({ level: 'silent' }) });
  return { runId, heard: server.heard };
}

/** Everything that pages and downloads of a run are made of, and of what is about all runs. */
async function toldByPages(runId: string): Promise<string> {
  const { pool, databaseUrl, engine, home } = stand();
  const prisma = openPrisma(databaseUrl, 2);
  const ended = new AbortController();
  const artifacts = createArtifactStore(pool, (text) => text);
  const services = { pool, prisma, engine, artifacts, hub: createHub(databaseUrl, ended.signal), home };
  const { runs, knowledge, keys, audit, projects, overview } = callerOf({ services, person: personWith('admin') });
  const files = await runs.artifacts({ runId });
  const logs = await runs.logs({ runId });
  const { rows } = await pool.query('SELECT project_id AS id FROM run WHERE id = $1', [runId]);
  const answered: unknown[] = await Promise.all([
    runs.page({ run: runId }),
    runs.trace({ runId }),
    ...[0, 1, 2].map((iteration) => runs.iteration({ runId, iteration })),
    runs.costs({ runId }),
    runs.search({ runId, iteration: 1 }),
    runs.list({}),
    knowledge.search({ text: 'registers' }),
    knowledge.agents(),
    keys.list(),
    audit.page({}),
    projects.page({ projectId: rows[0].id }),
    overview.page({ since: 0 }),
    ...logs.map(async ({ activityId }) =>
      Buffer.from((await runs.log({ activityId })).base64, 'base64').toString('latin1'),
    ),
    ...files.map(async ({ digest }) => (await artifacts.get(digest)).toString('latin1')),
  ]);
  ended.abort();
  await prisma.$disconnect();
  expect(files.length).toBeGreaterThan(10);
  expect(logs.length).toBeGreaterThan(5);
  return JSON.stringify(answered);
}

test('secrets of the host, the repository, logs and agents are in no prompt, log, table, page or download', async () => {
  const { runId, heard } = await playWithSecrets();
  expect(heard[0]?.headers.authorization).toBe(`Bearer ${secrets.key}`);
  const prompts = heard.map(({ text }) => text).join('\n');
  const log = await printed(stand(), runId);
  const pages = await toldByPages(runId);
  for (const [what, secret] of Object.entries(secrets)) {
    expect(prompts.includes(secret), `${what} in a prompt`).toBe(false);
    expect(log.includes(secret), `${what} in a log`).toBe(false);
    expect(pages.includes(secret), `${what} on a page`).toBe(false);
    expect(await placesOf(stand().pool, secret), what).toEqual([]);
  }
  for (const text of [prompts, log, pages]) expect(text).toContain('[redacted]');
}, 120_000);
