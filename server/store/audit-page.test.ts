import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testPool } from '#server/testing/test-pool.ts';
import { startToyRun, toyEngine } from '#server/testing/toy-engine.ts';
import { writeAudit } from './audit.ts';
import { type AuditAsked, auditPage } from './audit-page.ts';

const pool = await testPool();
let runId: string;
let projectId: string;

beforeAll(async () => {
  runId = await startToyRun(toyEngine(pool), { goal: 1 });
  const { rows } = await pool.query('SELECT project_id AS id FROM run WHERE id = $1', [runId]);
  projectId = rows[0].id;
  const thing = { targetKind: 'artifact', targetId: 'abc', address: '10.0.0.1' };
  await writeAudit(pool, { ...thing, actor: 'Ada@example.org', action: 'artifact.download', door: 'web', projectId });
  await writeAudit(pool, { ...thing, actor: 'eve', action: 'session.refuse', door: 'api' });
  await writeAudit(pool, { actor: 'eve', action: 'odd', targetKind: 'run', targetId: 'no id at all', door: 'cli' });
});

async function found(filter: AuditAsked['filter'], more: Partial<AuditAsked> = {}): Promise<string[]> {
  const rows = await auditPage(pool, { filter, projectIds: null, limit: 10, ...more });
  return rows.map(({ action }) => action);
}

const all = ['odd', 'session.refuse', 'artifact.download', 'run.launch'];

test.each<[string, AuditAsked['filter'], string[]]>([
  ['nothing', {}, all],
  ['a part of a name', { actor: 'ada@' }, ['artifact.download']],
  ['a name with a wildcard', { actor: '%' }, []],
  ['the beginning of an action', { action: 'session.' }, ['session.refuse']],
  ['a run’s number', { target: '#1' }, ['run.launch']],
  ['a thing', { target: 'abc' }, ['session.refuse', 'artifact.download']],
  ['a door', { door: 'cli' }, ['odd']],
  ['a day', { from: '2000-01-01', to: '2000-01-02' }, []],
  ['days up to today', { from: '2000-01-01', to: '2999-01-01' }, all],
])('%s narrows the log down to the rows that match', async (_, filter, actions) => {
  expect(await found(filter)).toEqual(actions);
});

test('pages follow each other in both directions without gap or double', async () => {
  const [first, second] = await auditPage(pool, { filter: {}, projectIds: null, limit: 2 });
  expect(await found({}, { before: second?.id, limit: 2 })).toEqual(['artifact.download', 'run.launch']);
  expect(await found({}, { after: second?.id, limit: 2 })).toEqual([first?.action]);
});

test('a reader of one project sees its rows only, and of another none', async () => {
  expect(await found({}, { projectIds: [projectId] })).toEqual(['artifact.download', 'run.launch']);
  expect(await found({}, { projectIds: [randomUUID()] })).toEqual([]);
  expect(await found({}, { projectIds: [] })).toEqual([]);
});

test('a row of a run has its number', async () => {
  const rows = await auditPage(pool, { filter: { target: runId }, projectIds: null, limit: 1 });
  expect(rows).toMatchObject([{ run: 1, project: expect.stringMatching(/^toy-/), door: 'unknown' }]);
});
