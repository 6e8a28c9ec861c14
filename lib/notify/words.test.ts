import { expect, test } from 'vitest';
import { channelInput, channelTarget } from './channel.ts';
import { type NoticeKind, noticeKinds } from './kinds.ts';
import { noticeWords } from './words.ts';

const hour = 3_600_000;
const about = (kind: NoticeKind, data: object = {}) => ({
  id: 1,
  kind,
  at: 4 * hour,
  actor: 'ada',
  person: null,
  project: 'thermostat',
  run: { id: 'r', number: 142, goal: 'all tests pass' },
  review: kind.startsWith('review') ? 7 : null,
  data: { ...data },
});

test.each([
  ['review.opened', { why: 'flat' }, 'thermostat #142 got stuck and needs a decision', '/reviews/7'],
  [
    'review.proposed',
    { decision: { verdict: 'accept' } },
    'ada proposes to accept with a warning for thermostat #142: more approvals are needed',
    '/reviews/7',
  ],
  [
    'review.decided',
    { event: 'review.give-up', to: 'FAILURE' },
    'thermostat #142 is out of review: ada give-up → FAILURE',
    '/reviews/7',
  ],
  [
    'run.waiting',
    { machine: 'firmware-loop', state: 'TEST_SETUP.RESOURCE_ALLOC.QUEUED', since: 0 },
    'thermostat #142 waits for a board (4 h 00 min so far)',
    '/runs/142',
  ],
  [
    'run.waiting',
    { machine: 'firmware-loop', state: 'TEST_SETUP.RESOURCE_ALLOC.QUEUED', since: 4 * hour - 700 },
    'thermostat #142 waits for a board',
    '/runs/142',
  ],
  ['run.ended', { outcome: 'SUCCESS', exitCode: 0 }, 'thermostat #142 ended with SUCCESS', '/runs/142'],
  [
    'board.granted',
    { boards: [{ id: 'b7', name: 'board-7' }], until: 6 * hour },
    'Your turn has come: board-7, yours for 2 h 00 min',
    '/boards/b7/console',
  ],
  [
    'board.ending',
    { boards: [{ id: 'b7', name: 'board-7' }], until: 4 * hour + 600_000 },
    'board-7: yours for 10 min 00 s more',
    '/boards/b7',
  ],
  ['board.lost', { boards: [{ id: 'b7', name: 'board-7' }] }, 'You have lost board-7 to ada', '/boards/b7'],
  [
    'board.lost',
    { boards: [], wants: [{ type: 'stm32f4' }] },
    'Nothing comes of your wait for type=stm32f4',
    '/boards',
  ],
] as const)('%s tells what happened and leads there', (kind, data, title, path) => {
  expect(noticeWords(about(kind, data))).toMatchObject({ title, path });
});

test('every kind says something with nothing known of it, in one line and without hidden characters', () => {
  for (const kind of Object.keys(noticeKinds) as NoticeKind[]) {
    const { title } = noticeWords({ ...about(kind), actor: 'eve\u202e\r\nBcc: x', run: null, project: null, data: {} });
    expect(title).toMatch(/^[^\r\n\u202e]+$/);
  }
});

test.each([
  [{ kind: 'slack', config: { url: 'https://hooks.example.com/services/T0/B0/secret' } }, 'hooks.example.com'],
  [{ kind: 'webhook', config: { url: 'https://ci.example.com/hook?token=secret' } }, 'ci.example.com/hook'],
])('where a channel leads is told without what is secret', (channel, target) => {
  expect(channelTarget(channelInput.parse(channel))).toBe(target);
});

test.each([
  { kind: 'webhook', config: { url: 'ftp://example.com/' } },
  { kind: 'webhook', config: { url: 'https://user:secret@example.com/' } },
  { kind: 'email', config: { host: 'mail', from: 'a@example.org\nBcc: x@example.org', to: ['b@example.org'] } },
  { kind: 'email', config: { host: 'mail', from: 'a@example.org', to: [] } },
])('%j is no channel', (channel) => {
  expect(channelInput.safeParse(channel).success).toBe(false);
});
