import { createHmac, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelInput } from '#lib/notify/channel.ts';
import type { NoticeKind } from '#lib/notify/kinds.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { channels, removeChannel, testChannel } from '#server/store/notifications/channels.ts';
import { deliveryLog, retryDelivery } from '#server/store/notifications/deliveries.ts';
import { inbox, markRead, unreadCount } from '#server/store/notifications/inbox.ts';
import { insertRule } from '#server/store/notifications/rules.ts';
import { claimDeliveries } from '#server/store/outbox/claim-deliveries.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { vaultAt } from '#server/vault/vault.ts';
import { readAllowance } from './allowed-address.ts';
import { addChannel } from './sealed-channel.ts';
import { mailServer, type Received, receiver } from './testing.ts';
import { workOutbox } from './work-outbox.ts';

const pool = await testPool();

beforeEach(async () => {
  for (const { id } of await channels(pool)) await removeChannel(pool, id);
  await pool.query('TRUNCATE notice CASCADE');
});

const local = readAllowance('127.0.0.1');
const vault = vaultAt('/nowhere', { FIRMLOOP_MASTER_KEY: 'a1'.repeat(32) });

async function round(allowance = local, opens = vault): Promise<void> {
  await workOutbox(installedEngine(pool), { allowance, publicUrl: 'https://loop.example.org', vault: opens });
}

async function channel(input: ChannelInput, secret: string | null = null): Promise<string> {
  return await addChannel(pool, vault, { name: `channel ${randomUUID()}`, channel: input, secret, by: 'ada' });
}

async function project(): Promise<string> {
  const id = randomUUID();
  await pool.query('INSERT INTO project (id, name, repository) VALUES ($1, $2, $2)', [id, `firmware ${id}`]);
  return id;
}

async function tell(
  kind: NoticeKind,
  more: { projectId?: string; person?: string; actor?: string; data?: object } = {},
): Promise<void> {
  const { projectId = null, person = null, actor = null, data = {} } = more;
  await pool.query('INSERT INTO notice (kind, project_id, person, actor, data) VALUES ($1, $2, $3, $4, $5)', [
    kind,
    projectId,
    person,
    actor,
    data,
  ]);
}

const nothing: Received = { path: '', headers: {}, body: '' };

describe('a channel', () => {
  test('mails what happened, with a link and nothing that breaks a header', async () => {
    const { mails, config } = await mailServer();
    const id = await channel({ kind: 'email', config }, 'pass word');
    await insertRule(pool, { channelId: id, events: ['review.mentioned'], projectId: null, person: null, by: 'ada' });
    await tell('review.mentioned', {
      person: 'grace',
      actor: 'ada\r\nBcc: evil@example.org',
      data: { text: 'the clock again?' },
    });
    await round();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: ['ada@example.org', 'grace@example.org'],
      text: expect.stringContaining('the clock again?'),
    });
    expect(mails[0]?.text).toMatch(/^Subject: ada Bcc: evil@example.org mentions you in the review of a run\r$/m);
    expect(mails[0]?.text).toContain('https://loop.example.org/settings/notifications');
    expect(await deliveryLog(pool, { limit: 10 })).toMatchObject([
      { status: 'sent', attempts: 1, log: [{ n: 1, ok: true }] },
    ]);
  });

  test('signs a webhook with its secret, and gives up at a wrong password without another try', async () => {
    const { received, url } = await receiver([204]);
    await testChannel(pool, await channel({ kind: 'webhook', config: { url } }, 'shared secret'), {
      by: 'ada',
      maxAttempts: 5,
    });
    const { config } = await mailServer();
    await testChannel(pool, await channel({ kind: 'email', config }, 'wrong'), { by: 'ada', maxAttempts: 5 });
    await round();
    const [{ headers, body } = nothing] = received;
    const signature = createHmac('sha256', 'shared secret')
      .update(`${headers['x-firmloop-timestamp']}.${body}`)
      .digest('hex');
    expect(headers['x-firmloop-signature']).toBe(`v1=${signature}`);
    expect(JSON.parse(body)).toMatchObject({ event: 'channel.test', id: headers['x-firmloop-delivery'], actor: 'ada' });
    const log = await deliveryLog(pool, { limit: 10 });
    expect(log.map(({ channelKind, status, attempts }) => [channelKind, status, attempts]).sort()).toEqual([
      ['email', 'failed', 1],
      ['webhook', 'sent', 1],
    ]);
  });

  test('speaks to Slack with a link and without letting a name link elsewhere', async () => {
    const { received, url } = await receiver([200]);
    const id = await channel({ kind: 'slack', config: { url } });
    await insertRule(pool, { channelId: id, events: ['run.plateaued'], projectId: null, person: null, by: 'ada' });
    await tell('run.plateaued', {
      data: { to: 'FAILURE', iteration: 3, reason: '<!channel> & <http://evil.example|here>' },
    });
    await round();
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      text: '<https://loop.example.org/settings/notifications|a run stopped improving in iteration 3 → FAILURE>\n&lt;!channel&gt; &amp; &lt;http://evil.example|here&gt;',
    });
  });

  test('is tried again after a while when the receiver is broken, and never after its last attempt unless asked', async () => {
    const { received, url } = await receiver([500, 503, 200]);
    await testChannel(pool, await channel({ kind: 'webhook', config: { url } }), { by: 'ada', maxAttempts: 2 });
    await round();
    expect(received).toHaveLength(1);
    await round();
    expect(received, 'its time has not come').toHaveLength(1);
    await pool.query('UPDATE delivery SET due_at = clock_timestamp()');
    await round();
    await pool.query('UPDATE delivery SET due_at = clock_timestamp()');
    await round();
    expect(received).toHaveLength(2);
    const [failed] = await deliveryLog(pool, { limit: 1 });
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: 2,
      error: '503 said 503',
      log: [{ detail: '500 said 500' }, { detail: '503 said 503' }],
    });
    await retryDelivery(pool, failed?.id ?? '', 5);
    await round();
    expect(await deliveryLog(pool, { limit: 1 })).toMatchObject([{ status: 'sent', attempts: 3 }]);
    expect(new Set(received.map(({ headers }) => headers['x-firmloop-delivery'])).size).toBe(1);
  });

  test('is left to others by a host without the master key', async () => {
    const { received, url } = await receiver([200]);
    await testChannel(pool, await channel({ kind: 'webhook', config: { url } }), { by: 'ada', maxAttempts: 2 });
    await round(local, vaultAt('/nowhere', {}));
    expect(received).toHaveLength(0);
    await round();
    expect(received).toHaveLength(1);
  });

  test('is taken over when its sender dies, and the log does not claim to know what became of it', async () => {
    const { received, url } = await receiver([200]);
    await testChannel(pool, await channel({ kind: 'webhook', config: { url } }), { by: 'ada', maxAttempts: 2 });
    expect(await claimDeliveries(pool, { limit: 1, leaseMs: 0 })).toHaveLength(1);
    await round();
    expect(received).toHaveLength(1);
    expect(await deliveryLog(pool, { limit: 1 })).toMatchObject([
      {
        status: 'sent',
        log: [
          { n: 1, ok: null },
          { n: 2, ok: true },
        ],
      },
    ]);
  });
});

test.each([
  ['an address', (url: string) => url, '', /127\.0\.0\.1 is at 127\.0\.0\.1, which is not on the public internet/],
  [
    'a name',
    (url: string) => url.replace('127.0.0.1', 'localhost'),
    '',
    /localhost is at .*, which is not on the public internet \(loopback\)/,
  ],
  [
    'an address in disguise',
    (url: string) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    '',
    /not on the public internet/,
  ],
  [
    'a redirect',
    (url: string) => url,
    '127.0.0.1',
    /10\.1\.2\.3 is at 10\.1\.2\.3, which is not on the public internet \(private\)/,
  ],
])('a webhook does not reach a private place by %s', async (_, addressOf, allowed, refusal) => {
  const { received, url } = await receiver([307], { location: 'http://10.1.2.3/secret' });
  await testChannel(pool, await channel({ kind: 'webhook', config: { url: addressOf(url) } }), {
    by: 'ada',
    maxAttempts: 5,
  });
  await round(readAllowance(allowed));
  expect(received).toHaveLength(allowed === '' ? 0 : 1);
  expect(await deliveryLog(pool, { limit: 1 })).toMatchObject([
    { status: 'failed', attempts: 1, error: expect.stringMatching(refusal) },
  ]);
});

test('an operator lets a name or a range through', async () => {
  const { received, url } = await receiver([200]);
  for (const [address, allowed] of [
    [url.replace('127.0.0.1', 'localhost'), 'LOCALHOST'],
    [url, '10.0.0.0/8, 127.0.0.0/8'],
  ] as const) {
    await testChannel(pool, await channel({ kind: 'webhook', config: { url: address } }), {
      by: 'ada',
      maxAttempts: 1,
    });
    await round(readAllowance(allowed));
  }
  expect(received).toHaveLength(2);
});

test('rules choose by event, project and person, and two matching rules deliver once', async () => {
  const { received, url } = await receiver([200]);
  const channelId = await channel({ kind: 'webhook', config: { url } });
  const mine = await project();
  const rule = { channelId, projectId: null, person: null, by: 'ada' };
  await insertRule(pool, { ...rule, events: ['run.ended'], projectId: mine });
  await insertRule(pool, { ...rule, events: ['run.ended', 'review.opened'], projectId: mine });
  await insertRule(pool, { ...rule, events: ['review.assigned'], person: 'ada' });
  await tell('run.ended', { projectId: mine, data: { outcome: 'SUCCESS', exitCode: 0 } });
  await tell('run.ended', { projectId: await project() });
  await tell('review.assigned', { person: 'grace' });
  await tell('review.assigned', { person: 'ada', actor: 'grace' });
  await Promise.all([round(), round(), round()]);
  await round();
  expect(received.map(({ body }) => JSON.parse(body).event).sort()).toEqual(['review.assigned', 'run.ended']);
});

test('an inbox has what concerns its reader, without what they did and where they may not look', async () => {
  const [visible, hidden] = [await project(), await project()];
  await tell('review.opened', { projectId: visible });
  await tell('review.opened', { projectId: hidden });
  await tell('review.assigned', { person: 'grace', projectId: visible });
  await tell('review.decided', { actor: 'ada', projectId: visible });
  await tell('review.assigned', { person: 'ada', actor: 'grace', projectId: visible });
  const ada = { person: 'ada', projects: [visible] };
  const rows = await inbox(pool, ada, { limit: 10, unread: false });
  expect(rows.map(({ notice, read }) => [notice.kind, read])).toEqual([
    ['review.assigned', false],
    ['review.opened', false],
  ]);
  await markRead(pool, ada, { id: rows[0]?.notice.id ?? 0, all: false });
  expect(await unreadCount(pool, ada)).toBe(1);
  expect((await inbox(pool, ada, { limit: 10, unread: true })).map(({ notice }) => notice.kind)).toEqual([
    'review.opened',
  ]);
  await markRead(pool, ada, { id: rows[0]?.notice.id ?? 0, all: true });
  expect(await unreadCount(pool, ada)).toBe(0);
  expect(await unreadCount(pool, { person: 'grace', projects: null })).toBe(4);
});
