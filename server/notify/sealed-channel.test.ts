import { expect, test } from 'vitest';
import { channels } from '#server/store/notifications/channels.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { addChannel, openChannel, sealPlainChannels } from './sealed-channel.ts';

const vault = vaultAt('/nowhere', { FIRMLOOP_MASTER_KEY: 'c0'.repeat(32) });
const canary = 'canary-hook-5f3759df';
const slack = { kind: 'slack', config: { url: `https://hooks.example.com/services/${canary}` } } as const;
const pool = await testPool();
const stored = async (id: string) => (await pool.query('SELECT * FROM channel WHERE id = $1', [id])).rows[0];
const inAudit = async () => JSON.stringify((await pool.query('SELECT before, after FROM audit')).rows);

test('a channel is stored without its address and secret in the clear, and opens under its own id only', async () => {
  const id = await addChannel(pool, vault, { name: 'room', by: 'ada', channel: slack, secret: `${canary}-secret` });
  const { sealed, target } = await stored(id);
  expect(openChannel(vault, { id, sealed })).toEqual({ ok: true, channel: slack, secret: `${canary}-secret` });
  expect(openChannel(vault, { id: 'another', sealed })).toMatchObject({ ok: false });
  expect(target).toBe('hooks.example.com');
  expect(JSON.stringify(await stored(id)) + (await inAudit())).not.toContain(canary);
  await expect(pool.query(`UPDATE channel SET secret = 'plain' WHERE id = $1`, [id])).rejects.toMatchObject({
    code: '23514',
  });
});

test('what an older release has stored in the clear is sealed, and then there is nothing of it left', async () => {
  await pool.query('ALTER TABLE channel DROP CONSTRAINT channel_sealed');
  const { rows } = await pool.query(
    `INSERT INTO channel (id, name, kind, config, secret, created_by) VALUES (gen_random_uuid(), 'old', 'slack', $1, $2, 'ada') RETURNING id`,
    [slack.config, `${canary}-old`],
  );
  const { id } = rows[0] as { id: string };
  await sealPlainChannels(pool, vault);
  expect(openChannel(vault, { id, sealed: (await stored(id)).sealed })).toMatchObject({ secret: `${canary}-old` });
  expect(JSON.stringify(await stored(id)) + (await inAudit())).not.toContain(canary);
  expect((await channels(pool)).find(({ name }) => name === 'old')?.target).toBe('hooks.example.com');
});
