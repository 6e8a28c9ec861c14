import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { consoleNamed, withRecording, wordsAfter } from '#server/store/boards/consoles.ts';
import { plantProject, plantRun } from '#server/store/reports/testing/plant.ts';
import { pinRun, unpinRun } from '#server/store/retention/pins.ts';
import { setRetentionRule } from '#server/store/retention/rules.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { applyRetention, previewRetention } from './retain.ts';

const pool = await testPool();
let board: string;

beforeAll(async () => {
  await pool.query(
    `WITH s AS (INSERT INTO site (name) VALUES ('Berlin')) INSERT INTO board_type (name) VALUES ('stm32f4')`,
  );
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO board (name, site, type, changed_by) VALUES ('b-1', 'Berlin', 'stm32f4', 'ada') RETURNING id`,
  );
  board = rows[0]?.id ?? '';
});

/** A talk that ended so many days ago, in which the board said 5 bytes and 3 were typed; of a run or of a person. */
async function talk(daysAgo: number, run: string | null = null): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH r AS (INSERT INTO reservation (holder, run_id, wants, sites, hosts, minutes, starts_at, status, asked_by)
       VALUES ('ada', $2, '[{}]', '{}', '{}', 5, now(), 'held', 'ada') RETURNING id),
     l AS (INSERT INTO lease (reservation_id, holder, expires_at) SELECT id, 'ada', now() + interval '1 hour' FROM r RETURNING id)
     INSERT INTO console_session (board_id, lease_id, asked_by) SELECT $1, id, 'ada' FROM l RETURNING id`,
    [board, run],
  );
  const id = rows[0]?.id ?? '';
  await pool.query(
    `INSERT INTO console_chunk (session_id, way, said_by, bytes) VALUES ($1, 'out', NULL, 'ready'), ($1, 'in', 'ada', 'go\n')`,
    [id],
  );
  await pool.query(
    `UPDATE console_session SET closed_at = now() - make_interval(days => $2), closed_because = 'released' WHERE id = $1`,
    [id, daysAgo],
  );
  return id;
}

async function bytesOf(session: string): Promise<number> {
  const words = await wordsAfter(pool, session, { after: 0, limit: 10 });
  return words.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

test('recordings of consoles go after their own time, as they were shown before, and the talk says that its recording went', async () => {
  const [old, young] = [await talk(40), await talk(5)];
  await setRetentionRule(pool, { kind: 'consoles', days: 30, by: 'ada' });
  expect(await previewRetention(pool)).toMatchObject([{ kind: 'consoles', things: 1, rows: 2, bytes: 8 }]);
  expect(await bytesOf(old)).toBe(8);
  expect(await applyRetention(pool, 'ada')).toEqual({ consoles: { things: 1, rows: 2, bytes: 8 } });
  expect([await bytesOf(old), await bytesOf(young)]).toEqual([0, 8]);
  const gone = await consoleNamed(pool, old);
  expect(gone).toMatchObject({ askedBy: 'ada', closedBecause: 'released', recordingGoneAt: expect.any(Number) });
  expect(() => withRecording(gone)).toThrow(/^What was said is gone since \d{4}-/);
  expect(await previewRetention(pool)).toMatchObject([{ things: 0 }]);
});

test('what was said on the consoles of a run stays while the run is pinned or not wrapped up', async () => {
  const project = await plantProject(pool, 1);
  const at = new Date(Date.now() - 50 * 86_400_000);
  const run = await plantRun(pool, project.id, { at, ms: 1, branch: 'main', outcome: 'SUCCESS', iterations: 1 });
  const session = await talk(50, run);
  const { rows } = await pool.query<{ number: number }>('SELECT number FROM run WHERE id = $1', [run]);
  const number = rows[0]?.number ?? 0;
  await pinRun(pool, number, { by: 'ada', why: '' });
  await applyRetention(pool, 'ada');
  await unpinRun(pool, number);
  await applyRetention(pool, 'ada');
  expect(await bytesOf(session)).toBe(8);
  await pool.query('UPDATE run SET finalised_at = now() WHERE id = $1', [run]);
  await applyRetention(pool, 'ada');
  expect(await bytesOf(session)).toBe(0);
});

test('nobody takes words out of a recording, or one from a console that is open', async () => {
  const session = await talk(1);
  await expect(pool.query('DELETE FROM console_chunk WHERE session_id = $1', [session])).rejects.toThrow('append-only');
  await expect(pool.query(`UPDATE console_chunk SET bytes = 'x' WHERE session_id = $1`, [session])).rejects.toThrow(
    'append-only',
  );
  await expect(
    pool.query(
      `UPDATE console_session SET closed_at = NULL, closed_because = NULL, recording_gone_at = now() WHERE id = $1`,
      [session],
    ),
  ).rejects.toThrow('console_session_recording_gone');
  await expect(consoleNamed(pool, randomUUID())).rejects.toThrow('no such console');
});
