import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { removeChannel } from '#server/store/notifications/channels.ts';
import { claimDeliveries } from '#server/store/outbox/claim-deliveries.ts';
import { removeSavedReport, savedReports, saveReport, scheduleReport } from '#server/store/reports/saved.ts';
import { plantBuilds, plantProject } from '#server/store/reports/testing/plant.ts';
import { setReportZone } from '#server/store/reports/zone.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { addChannel } from '../notify/sealed-channel.ts';
import { sendDueReports } from './send-due-reports.ts';

const pool = await testPool();
let personId: string;
let channelId: string;

beforeAll(async () => {
  personId = randomUUID();
  await pool.query(`INSERT INTO person (id, name, email) VALUES ($1, 'Ada', 'ada@example.org')`, [personId]);
  const vault = vaultAt('/nowhere', { FIRMLOOP_MASTER_KEY: 'a1'.repeat(32) });
  const config = {
    host: 'mail.example.org',
    port: 25,
    security: 'none' as const,
    from: 'a@example.org',
    to: ['b@example.org'],
  };
  channelId = await addChannel(pool, vault, {
    name: 'team',
    channel: { kind: 'email', config },
    secret: null,
    by: 'ada',
  });
  const project = await plantProject(pool, 2);
  const build = { branch: 'main', environment: '', outcomes: ['passed', 'failed'] as const, ms: 1 };
  await plantBuilds(pool, project, [{ ...build, at: new Date() }]);
});

async function isDue(id: string): Promise<void> {
  await pool.query(`UPDATE saved_report SET next_at = now() - interval '1 minute' WHERE id = $1`, [id]);
}

async function one(id: string) {
  return (await savedReports(pool, null)).find((saved) => saved.id === id);
}

test('a report that is due goes out once, with the answer and a link, also when two processes look at once', async () => {
  await pool.query(`INSERT INTO role_grant (person_id, role, granted_by) VALUES ($1, 'lead', 'ada')`, [personId]);
  const id = await saveReport(pool, {
    name: 'Weekly',
    report: 'pass-rate',
    filter: { branch: 'main' },
    by: 'ada',
    personId,
  });
  await scheduleReport(pool, id, { every: 'week', hour: 7, channelId }, { by: 'ada', personId, projects: null });
  expect(await sendDueReports(pool)).toBe(0);
  await isDue(id);
  const sent = await Promise.all([sendDueReports(pool), sendDueReports(pool)]);
  expect(sent.toSorted()).toEqual([0, 1]);
  const [delivery] = await claimDeliveries(pool, { limit: 5, leaseMs: 1_000 });
  expect(delivery?.notice.data).toMatchObject({
    title: 'Weekly: Is the pass rate rising?',
    text: expect.stringMatching(/^Pass rate is 50\.0\s%/),
    path: '/reports/pass-rate?branch=main',
  });
  expect((await one(id))?.nextAt?.getTime()).toBeGreaterThan(Date.now());
});

test('a report of somebody without a role stays here and says why', async () => {
  const stranger = randomUUID();
  await pool.query(`INSERT INTO person (id, name, email) VALUES ($1, 'Eve', 'eve@example.org')`, [stranger]);
  const id = await saveReport(pool, { name: 'Nosy', report: 'outcomes', filter: {}, by: 'eve', personId: stranger });
  await scheduleReport(pool, id, { every: 'day', hour: 0, channelId }, { by: 'eve', personId: stranger, projects: [] });
  await isDue(id);
  await sendDueReports(pool);
  expect(await one(id)).toMatchObject({ trouble: 'eve may not read reports any more' });
  await removeChannel(pool, channelId);
  await isDue(id);
  await sendDueReports(pool);
  expect(await one(id)).toMatchObject({ trouble: 'its channel has been removed', channel: null });
});

test.each([
  ['week', 7, '2026-10-24T12:00:00Z', '2026-10-26T06:00:00Z'],
  ['day', 7, '2026-10-24T12:00:00Z', '2026-10-25T06:00:00Z'],
  ['day', 7, '2026-03-28T12:00:00Z', '2026-03-29T05:00:00Z'],
  ['month', 0, '2026-10-31T23:30:00Z', '2026-11-30T23:00:00Z'],
])('every %s at %i in Berlin, after %s, is next at %s', async (every, hour, after, next) => {
  await setReportZone(pool, 'Europe/Berlin', 'ada');
  const { rows } = await pool.query('SELECT next_report_time($1, $2, $3) AS at', [every, hour, after]);
  expect(rows).toEqual([{ at: new Date(next) }]);
});

test('a saved report is changed by who keeps it, and by who keeps reports of all that it is about', async () => {
  const [here, there] = [randomUUID(), randomUUID()];
  const saved = { report: 'outcomes', by: 'ada', personId } as const;
  const everywhere = await saveReport(pool, { ...saved, name: 'Everywhere', filter: {} });
  const ofOne = await saveReport(pool, { ...saved, name: 'Of one', filter: { project: here.toUpperCase() } });
  const stranger = { by: 'eve', personId: randomUUID() };
  const daily = { every: 'day', hour: 0, channelId: randomUUID() } as const;
  const refused = 'Somebody else keeps this saved report.';
  await expect(removeSavedReport(pool, everywhere, { ...stranger, projects: [here] })).rejects.toThrow(refused);
  await expect(scheduleReport(pool, everywhere, null, { ...stranger, projects: [here] })).rejects.toThrow(refused);
  await expect(scheduleReport(pool, ofOne, daily, { ...stranger, projects: [there] })).rejects.toThrow(refused);
  const names = async (projects: string[] | null) => (await savedReports(pool, projects)).map(({ name }) => name);
  expect(await names([there])).not.toContain('Of one');
  expect(await names([here])).toEqual(expect.arrayContaining(['Everywhere', 'Of one']));
  await scheduleReport(pool, ofOne, null, { ...stranger, projects: [here] });
  expect(await one(ofOne)).toMatchObject({ createdBy: 'ada', every: null });
  await removeSavedReport(pool, ofOne, { ...stranger, projects: [here] });
  await removeSavedReport(pool, everywhere, { personId, projects: [] });
  await expect(removeSavedReport(pool, everywhere, { personId, projects: null })).rejects.toThrow('is gone');
});

test('a name is given once', async () => {
  const saved = { name: 'TWICE', report: 'agents', filter: {}, by: 'ada', personId } as const;
  await saveReport(pool, saved);
  await expect(saveReport(pool, { ...saved, name: 'twice' })).rejects.toThrow(
    'There is a saved report named twice already.',
  );
});
